"""What pydantic finds, in the words of people who do not know pydantic."""

import difflib
import re
from collections.abc import Sequence
from typing import Any

from pydantic_core import ErrorDetails

from controller.config.document import Path, field_name, shown
from controller.config.fields import example_at, keys_at, where_used

# What other versions or other programs know, and this one does not do yet.
_NOT_DRIVEN = {
    "firmware": ("grbl", "uarm", "custom"),
    "kind": ("pose", "none"),
}


def in_words(error: ErrorDetails, path: Path) -> str:
    """One sentence for the error at `path`: what is wrong and what to write instead."""
    kind, found, context = error["type"], error["input"], error.get("ctx", {})
    match kind:
        case "missing" if isinstance(path[-1], str):
            return _missing(path)
        case "extra_forbidden":
            return unknown_key(path)
        case "int_type" | "float_type":
            return _not_a_number("a whole number" if kind == "int_type" else "a number", found)
        case "string_type":
            return f"text is wanted here, not {_described(found)}{_in_quotes(found)}"
        case "bool_type":
            return f"true or false is wanted here, not {_described(found)}"
        case "literal_error":
            return _no_choice(str(path[-1]), found, re.findall(r"'([^']*)'", context["expected"]))
        case "string_pattern_mismatch":
            return _wrong_text(context["pattern"], found)
        case "sentence":
            return error["msg"]
        case _ if kind in _BOUNDS:
            return _BOUNDS[kind].format(shown(found), **context)
        case _ if kind in _LENGTHS:
            return _wrong_length(path, found, _LENGTHS[kind].format(**context))
    return _wrong_shape(path, found)


_BOUNDS = {
    "greater_than": "{} is too small; it must be more than {gt:g}",
    "greater_than_equal": "{} is too small; it must be at least {ge:g}",
    "less_than": "{} is too large; it must be less than {lt:g}",
    "less_than_equal": "{} is too large; it must be at most {le:g}",
    "finite_number": "{} is too large",
    "string_too_short": "{} is too short; write at least {min_length} letter",
    "string_too_long": "{} is too long; write at most {max_length} letters",
}
_LENGTHS = {
    "missing": "too few",
    "too_short": "fewer than {min_length}",
    "too_long": "more than {max_length}",
}
_TEXTS = {
    "^[!-~]": "is no line for the firmware; write 1 to 80 plain letters, digits and signs, no accents",
    r"^[^\s:,]": "is no name for a peg; write 1 to 12 letters or digits, without spaces, colons and commas",
}


def did_you_mean(word: object, choices: Sequence[str]) -> str:
    """A hint at the choice that was probably meant, or all of them."""
    close = difflib.get_close_matches(str(word), choices, 1)
    if close:
        return f"did you mean {close[0]}?"
    return f"write {choices[0]}" if len(choices) == 1 else f"write one of {', '.join(choices)}"


def unknown_key(path: Path) -> str:
    """The sentence for a key that has no place where it stands."""
    key, known = str(path[-1]), keys_at(path[:-1])
    if not difflib.get_close_matches(key, known, 1) and (home := next(where_used(key), None)) is not None:
        return (
            f"there is no such key here; it belongs {f'under {field_name(home)}' if home else 'at the top'}"
        )
    return f"there is no such key here; {did_you_mean(key, known)}"


def _missing(path: Path) -> str:
    example = example_at(path)
    return f"is missing; write for example {path[-1]}: {example}" if example else "is missing"


def _not_a_number(wanted: str, found: object) -> str:
    sentence = f"{wanted} is wanted here, not {_described(found)}"
    if isinstance(found, float) and found.is_integer():
        return f"{sentence}; write {int(found)}"
    if not isinstance(found, str) or not (
        number := re.match(r"\s*([-+]?[0-9]+([.,][0-9]+)?)\s*(\S*)", found)
    ):
        return sentence
    bare = number[1].replace(",", ".")
    return f"{sentence}; write {bare} {'alone' if number[3] else 'without quotes'}"


def _no_choice(key: str, found: object, choices: list[str]) -> str:
    if found in _NOT_DRIVEN.get(key, ()):
        return f"{found} is not done by this version yet; write {' or '.join(choices)}"
    return f"{_described(found)} is none of the choices here; {did_you_mean(found, choices)}"


def _wrong_text(pattern: str, found: object) -> str:
    return next(f"{shown(found)} {text}" for start, text in _TEXTS.items() if pattern.startswith(start))


def _wrong_length(path: Path, found: object, how: str) -> str:
    size = len(found) if isinstance(found, tuple) else 0
    example = example_at(path)
    return f"the list has {size} entries, {how}" + (f"; write for example {example}" if example else "")


def _wrong_shape(path: Path, found: object) -> str:
    key, example = path[-1] if path else "", example_at(path)
    hint = f"; write for example {key}: {example}" if example else ""
    wanted = "a group of keys" if keys_at(path) else "something else"
    return f"{wanted} is wanted here, not {_described(found)}{hint}"


def _described(found: Any) -> str:
    match found:
        case bool():
            return shown(found)
        case int() | float():
            return f"the number {shown(found)}"
        case str():
            return f"the text {shown(found)}"
        case tuple():
            return "a list"
    return "a group of keys"


def _in_quotes(found: object) -> str:
    return f'; write "{shown(found)}" in quotes' if isinstance(found, int | float) else ""

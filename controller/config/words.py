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
        case "missing" if isinstance(error["loc"][-1], str):
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
        case "missing" | "too_short" | "too_long":
            return _wrong_length(path, found, context)
        case "tuple_type":
            return _no_list(path, found)
    return f"a group of keys is wanted here, not {_described(found)}{_example(path)}"


_BOUNDS = {
    "greater_than": "{} is too small; it must be more than {gt:g}",
    "greater_than_equal": "{} is too small; it must be at least {ge:g}",
    "less_than": "{} is too large; it must be less than {lt:g}",
    "less_than_equal": "{} is too large; it must be at most {le:g}",
    "finite_number": "{} is too large",
    "string_too_short": "{} is too short; write at least {min_length} letter",
    "string_too_long": "{} is too long; write at most {max_length} letters",
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
    return "is missing; write it" + _example(path)


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
        return f"this version does not know {found} yet; write {' or '.join(choices)}"
    return f"{_described(found)} is none of the choices here; {did_you_mean(found, choices)}"


def _wrong_text(pattern: str, found: object) -> str:
    return next(f"{shown(found)} {text}" for start, text in _TEXTS.items() if pattern.startswith(start))


def wrong_count(found: tuple[object, ...], wanted: int) -> str:
    """The sentence for a list that should have `wanted` entries."""
    much = "more" if len(found) > wanted else "fewer"
    entries = "1 entry" if len(found) == 1 else f"{len(found)} entries"
    comma = " (a number takes a decimal point, no comma)" if much == "more" else ""
    return f"the list has {entries}, {much} than {wanted}{comma}; write {wanted}"


def _wrong_length(path: Path, found: tuple[object, ...], context: dict[str, int]) -> str:
    wanted = context.get(
        "min_length", context.get("max_length", 2)
    )  # of the fixed lists only limits can be short
    return wrong_count(found, wanted) + _example(path)


def _no_list(path: Path, found: object) -> str:
    hint = _example(path)
    if not hint and isinstance(found, str | int | float):
        hint = f"; write [{found}]"
    return f"a list is wanted here, not {_described(found)}{hint}"


def _example(path: Path) -> str:
    example = example_at(path)
    return f", for example {path[-1]}: {example}" if example else ""


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

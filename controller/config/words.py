"""What pydantic finds, in the words of people who do not know pydantic."""

import difflib
import re
from collections.abc import Sequence
from typing import Any, get_args

from pydantic_core import ErrorDetails

from controller.config.document import Path, field_name, shown
from controller.config.fields import entries_at, example_at, field_at, keys_at, where_used

_BOUNDS = {
    "greater_than": "{} is too small; it must be more than {gt:g}",
    "greater_than_equal": "{} is too small; it must be at least {ge:g}",
    "less_than_equal": "{} is too large; it must be at most {le:g}",
    "string_too_short": "{} is too short; write at least {min_length} letter",
    "string_too_long": "{} is too long; write at most {max_length} letters",
}
_WANTED = {
    "int_type": "a whole number is wanted here",
    "float_type": "a number is wanted here",
    "string_type": "text is wanted here",
    "bool_type": "true or false is wanted here",
    "tuple_type": "a list is wanted here",
}
_PATTERNS = {
    "firmware": "is no line for the firmware; write 1 to 80 plain letters, digits and signs, no accents",
    "peg": "is no name for a peg; write 1 to 12 letters or digits, without spaces, colons and commas",
}


def in_words(error: ErrorDetails, path: Path) -> str:
    """One sentence for the error at `path`: what is wrong and what to write instead."""
    kind, found, context = error["type"], error["input"], error.get("ctx", {})
    match kind:
        case "sentence":
            return error["msg"]
        case "missing" if isinstance(error["loc"][-1], str):
            return f"is missing{_for_example(path)}"
        case "missing" | "too_short" | "too_long":
            return _wrong_length(path, found, context)
        case "extra_forbidden":
            return _unknown_key(path)
        case "literal_error":
            return _no_choice(found, re.findall(r"'([^']*)'", context["expected"]))
        case "string_pattern_mismatch":
            return f"{shown(found)} {_PATTERNS['firmware' if path[0] == 'arm' else 'peg']}"
    if kind in _BOUNDS:
        return _BOUNDS[kind].format(shown(found), **context)
    wanted = _WANTED.get(kind, "a group of keys is wanted here")
    instead = _rewritten(kind, found) or _as_kind(path, found) or _for_example(path)
    return f"{wanted}, not {_described(found)}{instead}"


def did_you_mean(word: object, choices: Sequence[str]) -> str:
    """A hint at the choice that was probably meant, or all of them."""
    close = difflib.get_close_matches(str(word), choices, 1)
    if close:
        return f"did you mean {close[0]}?"
    return f"write {choices[0]}" if len(choices) == 1 else f"write one of {', '.join(choices)}"


def wrong_count(found: Sequence[object], wanted: int) -> str:
    """What is said of a list that should have `wanted` entries."""
    entries = "1 entry" if len(found) == 1 else f"{len(found)} entries"
    if len(found) < wanted:
        return f"the list has {entries}, fewer than {wanted}"
    return f"the list has {entries}, more than {wanted} (a number takes a decimal point, no comma)"


def _wrong_length(path: Path, found: tuple[object, ...], context: dict[str, int]) -> str:
    wanted = entries_at(path) or context.get("min_length") or context["max_length"]
    return wrong_count(found, wanted) + (_for_example(path) or f"; write {wanted}")


def key_meant(path: Path) -> str | None:
    """The key probably meant by the unknown one at the end of `path`; None if that belongs elsewhere."""
    key = str(path[-1])
    if next(where_used(key), None) is not None:
        return None
    return next(iter(difflib.get_close_matches(key, keys_at(path[:-1]), 1)), None)


def _unknown_key(path: Path) -> str:
    key, known = str(path[-1]), keys_at(path[:-1])
    home = next(where_used(key), None)
    if home is not None:
        hint = f"it belongs under {field_name(home)}" if home else "it belongs at the top"
    elif meant := key_meant(path):
        hint = f"did you mean {meant}?"
    else:
        hint = f"the keys here are {', '.join(known)}"
    return f"there is no such key here; {hint}"


def _no_choice(found: object, choices: list[str]) -> str:
    return f"{_described(found)} is none of the choices here; {did_you_mean(found, choices)}"


def _rewritten(kind: str, found: object) -> str:
    """The value as it should have been written, where that can be told from the value itself."""
    match kind, found:
        case "int_type", float() if found.is_integer():
            return f"; write {int(found)}"
        case "int_type" | "float_type", str():
            return _number_in(found)
        case "string_type", int() | float():
            return f'; write "{shown(found)}" in quotes'
        case "tuple_type", str() if "," not in found:
            return f"; write [{found}]"
    return ""


def _as_kind(path: Path, found: object) -> str:
    """The group whose kind alone was written, as in `home: pose`."""
    field = field_at((*path, "kind"))
    return f"; write {path[-1]}: {{kind: {found}}}" if field and found in get_args(field.annotation) else ""


def _number_in(text: str) -> str:
    number = re.match(r"\s*([-+]?[0-9]+(?:[.,][0-9]+)?)\s*(\S*)", text)
    if not number:
        return ""
    return f"; write {number[1].replace(',', '.')} {'alone' if number[2] else 'without quotes'}"


def _for_example(path: Path) -> str:
    example = example_at(path)
    return f"; write for example {path[-1]}: {example}" if example else ""


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

"""Words without quotes: which are numbers, and which YAML 1.1 reads otherwise than a person does.

The readings are those of https://yaml.org/type/: a yes/no value for `on`, base 60 for `1:30`, base 8 for
`010`. Such words are refused, with what to write instead, rather than read in either way.
"""

import re
from collections.abc import Callable

from controller.config.document import Scalar

LONGEST_NUMBER = 20  # characters; also keeps the patterns below, which look back, from long words


class Trap(ValueError):
    """A word that must be written otherwise; the message says how."""


def read_plain(text: str) -> Scalar:
    """The value of a word without quotes; raises Trap."""
    if len(text) > LONGEST_NUMBER:
        if set(text) <= set("+-.0123456789_"):
            raise Trap(f"{text[:12]}... has too many digits; write at most {LONGEST_NUMBER}")
        return text
    for pattern, advice in _TRAPS:
        if pattern.fullmatch(text):
            raise Trap(advice(text))
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    if not _NUMBER.fullmatch(text):
        return text
    return float(text) if "." in text else int(text)


def read_key(text: str) -> str:
    """A key without quotes; raises Trap where YAML 1.1 takes it for anything but a word or a number."""
    if text == "<<":
        raise Trap("<< merges other keys in; write them out here")
    if isinstance(read_plain(text), bool):
        raise Trap(f'{text} is a yes/no value and no key; write "{text}" in quotes')
    return text


_NUMBER = re.compile(r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)")


def _no_value(text: str) -> str:
    written = f"{text} stands for no value" if text else "there is no value"
    return f"{written}; write one, or take the line out"


def _yes_or_no(text: str) -> str:
    meant = "true" if text.lower() in ("yes", "on") else "false"
    return f'{text} means {meant} in YAML; write {meant} for that, or "{text}" in quotes if it is a word'


def _base_60(text: str) -> str:
    seconds = 0
    for part in text.lstrip("+-").partition(".")[0].split(":"):
        seconds = seconds * 60 + int(part.replace("_", ""))
    return (
        f"{text} is read in base 60, as {seconds}; write {seconds} for the number, "
        f'or "{text}" in quotes if it is a word'
    )


def _leading_zero(text: str) -> str:
    bare = text.lstrip("+-0_") or "0"
    sign = "-" if text.startswith("-") else ""
    return f"{text} begins with a zero and may be read in base 8; write {sign}{bare}"


def _other_base(text: str) -> str:
    try:
        value = str(int(text.replace("_", ""), 0))
    except ValueError:
        value = "the number"
    return f"{text} is not in base 10; write {value} in ordinary digits"


def _exponent(text: str) -> str:
    value = float(text)
    plain = f"{value:f}".rstrip("0").rstrip(".") if 1e-6 <= abs(value) <= 1e9 else "the number"
    return f"{text} is a number to some programs and a word to others; write {plain} in ordinary digits"


_TRAPS: tuple[tuple[re.Pattern[str], Callable[[str], str]], ...] = tuple(
    (re.compile(pattern), advice)
    for pattern, advice in (
        (r"~?|null|Null|NULL", _no_value),
        (r"(?i:yes|no|on|off)", _yes_or_no),
        (
            r"(?i:[-+]?\.inf|\.nan)",
            lambda text: f"{text} is not a number; write an ordinary one",
        ),
        (r"[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?", _base_60),
        (r"[-+]?0[xX][0-9a-fA-F_]+|[-+]?0[bB][01_]+|[-+]?0o[0-7_]+", _other_base),
        (
            r"[-+]?[0-9][0-9]*,[0-9]+",
            lambda text: f"{text} has a decimal comma; write {text.replace(',', '.')}",
        ),
        (
            r"[-+]?[0-9][0-9_]*_[0-9_.]*",
            lambda text: f"{text} has an underscore inside; write {text.replace('_', '')}",
        ),
        (r"[-+]?0[0-9]+", _leading_zero),
        (r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)[eE][-+]?[0-9]+", _exponent),
        (
            r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt ][0-9].*)?",
            lambda text: f'{text} is read as a date; write "{text}" in quotes',
        ),
    )
)

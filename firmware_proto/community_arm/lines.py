"""The lines of a community arm: a letter, a number, and values by their letters."""

import re
from dataclasses import dataclass

_SEGMENT = re.compile(r"([A-Z])([^A-Z]*)")
_INTEGER = re.compile(r"[+-]?\d+")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)")


@dataclass(frozen=True, slots=True)
class Command:
    """A command as the firmware understands it: `text` in capitals without blanks, `code` as in `G1`."""

    text: str
    code: str
    values: dict[str, float]

    def value(self, letter: str) -> float:
        """The number behind a letter, 0 where it is missing."""
        return self.values.get(letter, 0.0)


def read(raw: str) -> Command | None:
    """Read a line as it came; None for one that begins with neither G nor M."""
    text = raw.replace(" ", "").upper()
    first, *others = _SEGMENT.findall(text) or [("", "")]
    if not text.startswith(("G", "M")):
        return None
    number = _INTEGER.match(first[1])
    code = f"{first[0]}{int(number[0]) if number else 0}"
    return Command(text, code, {letter: _number(value) for letter, value in others})


def _number(text: str) -> float:
    """The number at the start of a text, 0 where there is none."""
    match = _NUMBER.match(text)
    return float(match[0]) if match else 0.0

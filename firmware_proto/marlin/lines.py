"""Marlin's lines: numbers and checksums, and the words of a command."""

import re
from dataclasses import dataclass
from functools import reduce
from operator import xor

_INTEGER = re.compile(r"\s*([+-]?\d+)")
_CODE = re.compile(r"([A-Z]) *(\d+)(?:\.\d+)?")
_WORD = re.compile(r"([A-Z]) *([+-]?(?:\d+\.?\d*|\.\d+))?")

LINE_NUMBER = "Line Number is not Last Line Number+1"
CHECKSUM_MISMATCH = "checksum mismatch"
NO_CHECKSUM = "No Checksum with line number"


def check(line: str, last: int) -> tuple[int, str | None]:
    """The last number taken after this line, `last` before it, and what is wrong with it (None: nothing)."""
    line = line.lstrip(" ")
    if not line.startswith("N"):
        return last, None
    sets_number = "M110" in line
    number = _number_of(line, sets_number)
    if number != last + 1 and not sets_number:
        return last, LINE_NUMBER
    body, star, checksum = line.rpartition("*")
    if not star:
        return last, NO_CHECKSUM
    if _integer(checksum) != reduce(xor, body.encode("latin-1"), 0):
        return last, CHECKSUM_MISMATCH
    return number, None


def _number_of(line: str, sets_number: bool) -> int:
    second = line.find("N", 4) if sets_number else -1
    return _integer(line[max(second, 0) + 1 :])


def _integer(text: str) -> int:
    """The whole number at the start of a text, as C reads it: 0 where there is none."""
    match = _INTEGER.match(text)
    return int(match[1]) if match else 0


@dataclass(frozen=True, slots=True)
class Command:
    """A command without line number and checksum: its code (`G1`), its words, and its text as it came."""

    text: str
    code: str
    words: dict[str, float | None]  # None: the letter without a number

    @classmethod
    def of(cls, line: str) -> "Command":
        """Read a line that has passed its checks; the code of a text that is no command is empty."""
        text = re.sub(r"^ *(?:N *-?\d* *)?", "", line).partition("*")[0].strip(" ")
        match = _CODE.match(text)
        if match is None:
            return cls(text, "", {})
        words = {word[1]: float(word[2]) if word[2] else None for word in _WORD.finditer(text, match.end())}
        return cls(text, f"{match[1]}{int(match[2])}", words)

    def value(self, letter: str) -> float | None:
        """The number after a letter: 0 for a letter alone, None without the letter."""
        return (self.words[letter] or 0.0) if letter in self.words else None

    def number(self, letter: str, default: float) -> float:
        """The number after a letter, or `default` where the letter or its number is missing."""
        value = self.words.get(letter)
        return default if value is None else value

"""uArm's lines: tag, code, and what stands behind the code."""

import re
from dataclasses import dataclass

_LINE = re.compile(r"(?:#(\d*))?([A-Z]\S*)")
_CODE = re.compile(r"([GMP])0*(\d+)(?![\d.])(.*)")
_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)"
_WORD = re.compile(rf"([A-Z])({_NUMBER})")
_DROPPED = re.compile(r"\([^)]*\)?|[\x00-\x20/]")


@dataclass(frozen=True, slots=True)
class Line:
    """A line as the firmware understands it: capitals without blanks.

    `tag`: the digits of the host's number, empty where there is none; `text`: what follows it; `code`: `G1`,
    empty where there is none; `rest`: what follows the code.
    """

    tag: str
    text: str
    code: str
    rest: str

    @property
    def is_query(self) -> bool:
        """Answered at once, ahead of all others."""
        return self.text.startswith("P")

    def answer(self, result: str) -> str:
        """What is said to it."""
        return " ".join(part for part in (self.tag and f"${self.tag}", result) if part)

    def words(self) -> dict[str, float] | None:
        """The numbers by their letters; None where a letter has no number."""
        words = _WORD.findall(self.rest)
        if "".join(letter + value for letter, value in words) != self.rest:
            return None
        return {letter: float(value) for letter, value in words}

    def numbers(self, letters: str) -> list[float] | None:
        """The numbers of exactly these letters in this order; None where they are not so."""
        words = self.words()
        return list(words.values()) if words is not None and "".join(words) == letters else None

    def digit(self, letter: str, most: int) -> int | None:
        """The digit right behind a letter, 0 to `most`; None where there is none."""
        match = re.match(rf"{letter}([0-{most}])", self.rest)
        return int(match[1]) if match else None


def read(raw: str) -> Line | None:
    """Read a line as it came; None for one that the firmware ignores."""
    match = _LINE.fullmatch(_DROPPED.sub("", raw).upper())
    if match is None or (match[1] is None and match[2][0] not in "GMP"):
        return None
    code = _CODE.fullmatch(match[2])
    if code is None:
        return Line(match[1] or "", match[2], "", "")
    return Line(match[1] or "", match[2], code[1] + code[2], code[3])

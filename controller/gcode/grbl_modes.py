"""What GRBL says of its outputs: no checksum guards its lines, so it is asked what has become of them."""

import re
from collections.abc import Iterable

from controller.gcode.replies import Modes

_MODES = re.compile(r"\[(?:GC:)?(G\d+ [^\]:]*)\]$")  # GRBL 0.9 leaves out the GC
_WORD = re.compile(r"([MS])0*(\d{1,9})(\.\d*)?")
_COMMENT_OR_BLANK = re.compile(r"\([^)]*\)?|;.*|\s")
_SPINDLE, _COOLANT = ("M3", "M4", "M5"), ("M7", "M8")


def told(text: str) -> Modes | None:
    """The answer to `$G`; None where the line is none."""
    modes = _MODES.match(text)
    return (
        Modes(text, frozenset(f"{letter}{whole}" for letter, whole, _ in _words(modes[1]))) if modes else None
    )


def outputs(lines: Iterable[str]) -> frozenset[str]:
    """The words about spindle, its speed and coolant that are true after such lines."""
    spindle, speed, coolant = set[str](), set[str](), set[str]()
    for letter, whole, rest in (word for line in lines for word in _words(line)):
        word = f"{letter}{whole}"
        if letter == "S":
            speed = set() if rest.strip(".0") else {word}  # told without decimals
        elif word in _SPINDLE:
            spindle = {word}
        elif word in _COOLANT:
            coolant = {*coolant - {"M9"}, word}
        elif word == "M9":
            coolant = {word}
    return frozenset(spindle | speed | coolant)


def _words(line: str) -> list[tuple[str, str, str]]:
    return _WORD.findall(_COMMENT_OR_BLANK.sub("", line).upper())

"""Rules about the lines that an exhibit says for itself: its firmware must understand and bear them."""

import re
from collections.abc import Iterator
from math import atan2, degrees

from controller.config.document import Document, Path
from controller.gcode.families import FIRMWARES
from controller.gcode.firmware import Firmware

_LISTS: tuple[Path, ...] = (
    ("arm", "startup"),
    ("arm", "shutdown"),
    ("arm", "gripper", "grip"),
    ("arm", "gripper", "release"),
)
# An S that is the angle of the base, which is below 0 on one side of it.
SIGNED = re.compile(r"S\s*{angle}", re.IGNORECASE)


def are_understood(document: Document) -> None:
    """Each line is one that the firmware knows and that does no harm where it stands."""
    firmware = _firmware(document)
    if firmware is None or firmware.vocabulary is None:
        return
    for path, line in _lines(document):
        if trouble := firmware.vocabulary.objection(line, last=path[1] == "shutdown"):
            document.report(path, trouble)


def have_no_negative_angle(document: Document) -> None:
    """`S{angle}` is of no use to GRBL where a peg stands at a negative angle: no S may be negative there."""
    if document.get("arm", "firmware") != "grbl":
        return
    negative = [(name, angle) for name, angle in _angles(document) if angle < 0]
    for path, line in _lines(document):
        if negative and SIGNED.search(line):
            name, angle = negative[0]
            text = (
                f"{{angle}} is {angle:.6g} at {name}, and GRBL takes no negative S; turn the table so that "
                "no peg has a y below 0, or write the line without {angle}"
            )
            document.report(path, text)


def _firmware(document: Document) -> Firmware | None:
    return FIRMWARES.get(str(document.get("arm", "firmware")))


def _lines(document: Document) -> Iterator[tuple[Path, str]]:
    """Every sound line, in the order of the keys."""
    for path in _LISTS:
        values = document.found(*path)
        for position, line in enumerate(values if isinstance(values, tuple) else ()):
            if isinstance(line, str) and document.is_sound(*path, position):
                yield (*path, position), line


def _angles(document: Document) -> Iterator[tuple[str, float]]:
    """Each peg's angle round the base, degrees."""
    pegs = document.get("arm", "pegs")
    for name, peg in pegs.items() if isinstance(pegs, dict) else ():
        yield name, degrees(atan2(peg["y"], peg["x"]))

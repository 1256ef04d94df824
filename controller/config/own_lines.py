"""Rules about the lines that an exhibit says for itself: its firmware must understand and bear them."""

import re
from collections.abc import Iterator
from math import atan2, degrees

from controller.config.chosen import firmware_in
from controller.config.document import Document, Path
from controller.errors import UsageError
from controller.gcode.firmware import Firmware
from controller.gcode.program import LATE_LINE, LONGEST_ANGLE, filled, own_commands

_LISTS: tuple[Path, ...] = (
    ("arm", "startup"),
    ("arm", "shutdown"),
    ("arm", "gripper", "grip"),
    ("arm", "gripper", "release"),
)
_QUESTION: Path = ("arm", "gripper", "check", "query")
# An S that is the angle of the base, which is below 0 on one side of it.
SIGNED = re.compile(r"S\s*{angle}", re.IGNORECASE)


def are_understood(document: Document) -> None:
    """Each line is one that the firmware can read whole, knows, and that does no harm where it stands."""
    firmware = firmware_in(document)
    if firmware is None:
        return
    for path, line in _lines(document):
        longest = max(_as_sent(document, path, line), key=len)
        if trouble := _objection(firmware, line, longest, path[1] == "shutdown"):
            document.report(path, trouble)


def _as_sent(document: Document, path: Path, line: str) -> Iterator[str]:
    """The forms in which a line is sent: those of the gripper are filled in for each disk."""
    diameters = document.get("arm", "disks", "diameters")
    yield line
    if path[1] == "gripper" and isinstance(diameters, tuple):
        for disk, diameter in enumerate(diameters, 1):
            yield filled(line, disk, diameter, LONGEST_ANGLE)


def _objection(firmware: Firmware, line: str, longest: str, last: bool) -> str | None:
    """What is wrong with a line, in words; None: nothing. `longest`: as it is sent when it is longest."""
    if firmware.vocabulary and (trouble := firmware.vocabulary.objection(line, last)):
        return trouble
    try:
        for command in own_commands([longest]):
            firmware.frame(LATE_LINE, command.text)
    except UsageError as error:
        return str(error).rstrip(".")
    return None


def have_no_negative_angle(document: Document) -> None:
    """`S{angle}` is of no use where a peg stands at a negative angle and no S may be negative, as in GRBL."""
    firmware = firmware_in(document)
    if firmware is None or firmware.takes_negative_s:
        return
    negative = [(name, angle) for name, angle in _angles(document) if angle < 0]
    for path, line in _lines(document):
        if negative and SIGNED.search(line):
            name, angle = negative[0]
            text = (
                f"{{angle}} is {angle:.6g} at {name}, and {firmware.name} takes no negative S; turn the "
                "table so that no peg has a y below 0, or write the line without {angle}"
            )
            document.report(path, text)


def _lines(document: Document) -> Iterator[tuple[Path, str]]:
    """Every sound line, in the order of the keys."""
    for path in _LISTS:
        values = document.found(*path)
        for position, line in enumerate(values if isinstance(values, tuple) else ()):
            if isinstance(line, str) and document.is_sound(*path, position):
                yield (*path, position), line
    if isinstance(question := document.get(*_QUESTION), str):
        yield _QUESTION, question


def _angles(document: Document) -> Iterator[tuple[str, float]]:
    """Each peg's angle round the base, degrees."""
    pegs = document.get("arm", "pegs")
    for name, peg in pegs.items() if isinstance(pegs, dict) else ():
        yield name, degrees(atan2(peg["y"], peg["x"]))

"""What most firmwares share: lines of plain ASCII, not too long, and straight moves."""

from controller.errors import UsageError
from controller.gcode.numbers import feed, number
from controller.model import Point


def plain(text: str, firmware: str) -> bytes:
    """`text` as bytes; raises UsageError where it is not ASCII: a stray byte may be a command of its own."""
    try:
        return text.encode("ascii")
    except UnicodeEncodeError as strange:
        raise UsageError(
            f"`{text}` has letters that {firmware} does not know; write it in plain ASCII."
        ) from strange


def fitting(line: bytes, text: str, firmware: str, longest: int) -> bytes:
    """`line` as it is; raises UsageError where it has more than `longest` bytes: it would be cut."""
    if len(line) > longest:
        raise UsageError(
            f"`{text}` is {len(line)} bytes long on the wire, and {firmware} cuts lines at {longest}; "
            "shorten it."
        )
    return line


def straight(to: Point, speed: float) -> str:
    """`G1` to a place at `speed` mm/s."""
    return f"G1 X{number(to.x)} Y{number(to.y)} Z{number(to.z)} F{feed(speed)}"


def here_is(at: Point) -> str:
    """`G92`: the tool is now taken to be at this place; until the next reset, and in no memory."""
    return f"G92 X{number(at.x)} Y{number(at.y)} Z{number(at.z)}"


def straight_up(z: float, speed: float) -> str:
    """`G1` to a height at `speed` mm/s."""
    return f"G1 Z{number(z)} F{feed(speed)}"

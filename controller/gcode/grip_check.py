"""A gripper that can be asked whether it holds a disk, whatever its firmware says of that by itself."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from controller.gcode.firmware import Firmware
from controller.gcode.replies import Answered, GripReport, Identity, Info, Ok, Reply

Parse = Callable[[str], Reply]


@dataclass(frozen=True, slots=True)
class GripQuestion:
    """The line `query`, and regular expressions for what is answered with and without a disk.

    Raises re.error for one that cannot be compiled.
    """

    query: str
    held: str
    empty: str

    def __post_init__(self) -> None:
        re.compile(self.held)
        re.compile(self.empty)

    def holding(self, text: str) -> bool | None:
        """What a line of the firmware's says of it; None: nothing, or both."""
        held, empty = (bool(re.search(pattern, text)) for pattern in (self.held, self.empty))
        return held if held is not empty else None


def asked_by(firmware: Firmware, question: GripQuestion) -> Firmware:
    """The same firmware, asked by `question`; the question that it knows by itself, if any, is not put."""
    return replace(
        firmware, holds=lambda _: question.query, parser=lambda: _hearing(question, firmware.parser())
    )


def _hearing(question: GripQuestion, parse: Parse) -> Parse:
    def hear(text: str) -> Reply:
        reply = parse(text)
        holding = question.holding(text)
        return reply if holding is None else _with(reply, GripReport(text, holding))

    return hear


def _with(reply: Reply, report: GripReport) -> Reply:
    """`reply`, saying besides what it meant nothing else; one that has a meaning of its own keeps it."""
    match reply:
        case Ok(text, number):
            return Answered(text, number or 0, report)
        case Answered(text, number, Info() | Ok() | GripReport() | Identity()):
            return Answered(text, number, report)
        case Info() | GripReport():
            return report
    return reply

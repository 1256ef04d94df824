"""Faults to order: what goes wrong, and at which line.

A fault is written `kind:N` and strikes once, at the N-th command line that the device has received since it
was built: empty lines and comments do not count, refused and repeated lines do, and a reset does not begin
the count anew. Every firmware's emulator takes the same kinds; how a kind looks on the wire is the
firmware's own matter.
"""

from collections.abc import Iterable
from dataclasses import dataclass

KINDS = {
    "resend": "the line arrives damaged, and the firmware asks for it again",
    "bad-resend": "the line arrives damaged, and the firmware asks for a line that was never sent",
    "cut-line": "only the first half of the line arrives",
    "drop-ok": "the line is carried out; its ok is lost",
    "double-ok": "the line's ok comes twice",
    "late-ok": "the line's ok comes 5 seconds late",
    "garbage": "bytes without meaning come before the line's ok",
    "busy": "the line takes 9 seconds longer",
    "error": "the line is refused with an error",
    "reset": "the board resets instead of taking the line",
    "halt": "the firmware halts itself instead of taking the line, until a reset",
    "silence": "the firmware takes the line, and nothing that it says arrives any more",
    "hangup": "the port goes away instead of the line being taken",
}

LATE = 5.0
BUSY = 9.0
GARBAGE = b"\xfe\x00\x81}~\xc3(\xff\n"


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing to go wrong, at the `line`-th line received (from 1)."""

    kind: str
    line: int


def parse_fault(text: str) -> Fault:
    """The fault written `kind:N`; raises ValueError with the list of kinds."""
    kind, colon, number = text.partition(":")
    if kind not in KINDS:
        raise ValueError(f"There is no fault {kind!r}; the faults are {', '.join(KINDS)}, each as kind:LINE.")
    if not (colon and number.isascii() and number.isdigit() and int(number) > 0):
        raise ValueError(f"The fault {text!r} lacks its line, a number from 1, as in {kind}:7.")
    return Fault(kind, int(number))


class FaultSchedule:
    """Counts the lines that a device receives and tells what strikes each."""

    def __init__(self, faults: Iterable[Fault] = ()) -> None:
        self._due: dict[int, frozenset[str]] = {}
        for fault in faults:
            self._due[fault.line] = self._due.get(fault.line, frozenset()) | {fault.kind}
        self._lines = 0

    def next_line(self) -> frozenset[str]:
        """The kinds that strike the line just received."""
        self._lines += 1
        return self._due.pop(self._lines, frozenset())

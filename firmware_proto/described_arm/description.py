"""What an emulator has to know of an arm that answers line by line."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """The lines that such an arm takes, and the regular expressions that find what it says.

    `line_end` ends a line. `move` has {x}, {y}, {z} (mm) and {feed} (mm/min) or {speed} (mm/s) in it, `lift`
    all but x and y, `dwell` {seconds} or {milliseconds}. `finished` is acknowledged once motion has ended;
    `position` finds {x}, {y} and {z} in the answer to it. `identity` finds what is said to `identify`.
    `home`: the lines, in their order, after which it knows where it is, without any at once; `others`: those
    that it takes besides, to no effect that is known. `limp`: lines after which its motors have no power.
    """

    move: str
    lift: str
    finished: str
    ok: str
    error: str
    line_end: str = "\n"
    ready: str | None = None
    identify: str | None = None
    identity: str | None = None
    home: Sequence[str] = ()
    dwell: str | None = None
    position: str | None = None
    halt: str | None = None
    others: Sequence[str] = ()
    limp: Sequence[str] = ()

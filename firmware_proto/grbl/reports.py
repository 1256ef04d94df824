"""What GRBL says of itself, word for word; the texts are PROTOCOL.md's."""

from collections.abc import Iterator

from firmware_proto.grbl.memory import INCHES, REPORT, GrblMemory
from firmware_proto.grbl.session import GrblBuild, GrblModes, GrblSession
from firmware_proto.points import ORIGIN, Point

HELP = "[HLP:$$ $# $G $I $N $x=val $Nx=line $J=line $SLP $C $X $H ~ ! ? ctrl-x]"
UNLOCK = "[MSG:'$H'|'$X' to unlock]"
UNLOCKED = "[MSG:Caution: Unlocked]"
RESET_TO_CONTINUE = "[MSG:Reset to continue]"
CHECK_ON, CHECK_OFF = "[MSG:Enabled]", "[MSG:Disabled]"
DOOR = "[MSG:Check Door]"
PROGRAM_END = "[MSG:Pgm End]"
RESTORED = "[MSG:Restoring defaults]"
ASLEEP = "[MSG:Sleeping]"

_MM_PER_INCH = 25.4
_WORK_POSITION, _MACHINE_POSITION, _BUFFERS = 0, 1, 2
_MOVING = frozenset(("Run", "Hold", "Jog", "Home", "Door"))


def identity(build: GrblBuild) -> Iterator[str]:
    """The answer to $I."""
    yield f"[VER:{build.version}:]"
    yield f"[OPT:V{'M' if build.mist else ''},{build.blocks},{build.receive_bytes}]"


def modes(now: GrblModes, inches: bool) -> str:
    """The answer to $G."""
    feed = f"{now.feed / _MM_PER_INCH:.1f}" if inches else f"{now.feed:.0f}"
    return (
        f"[GC:{now.motion} G{54 + now.system} {now.plane} {now.units} {now.distance} G94 {now.spindle} "
        f"{now.coolant} T{now.tool} F{feed} S{now.revolutions:.0f}]"
    )


def offsets(memory: GrblMemory, session: GrblModes) -> Iterator[str]:
    """The answer to $#."""
    inches = bool(memory[INCHES])
    for number, offset in enumerate(memory.offsets.systems):
        yield f"[G{54 + number}:{place(offset, inches)}]"
    for code, stored in memory.offsets.stored.items():
        yield f"[{code}:{place(stored, inches)}]"
    yield f"[G92:{place(session.offset, inches)}]"
    yield f"[TLO:{0:.{4 if inches else 3}f}]"
    yield f"[PRB:{place(ORIGIN, inches)}:0]"


def place(point: Point, inches: bool) -> str:
    """A place as GRBL writes it."""
    scale, digits = (_MM_PER_INCH, 4) if inches else (1.0, 3)
    return ",".join(f"{round(value / scale, digits) + 0.0:.{digits}f}" for value in point)


class StatusReports:
    """Writes status reports; some fields come only now and then."""

    def __init__(self, memory: GrblMemory) -> None:
        self._memory = memory
        self.restart()

    def restart(self) -> None:
        """The next report tells the offset."""
        self._until_offset = 0
        self._until_overrides = 1
        self._offset = ORIGIN

    def write(
        self,
        state: str,
        position: Point,
        offset: Point,
        free: tuple[int, int],
        speed: float,
        session: GrblSession,
    ) -> str:
        """One report: `position` and `offset` mm, `free` blocks and bytes, `speed` mm/s."""
        fields = [
            state,
            self._position(position, offset),
            *self._buffers(free),
            self._feed(speed, session.modes),
        ]
        moving = state.partition(":")[0] in _MOVING
        return f"<{'|'.join([*fields, *self._now_and_then(moving, offset, session)])}>"

    def _position(self, position: Point, offset: Point) -> str:
        inches = bool(self._memory[INCHES])
        if int(self._memory[REPORT]) & _MACHINE_POSITION:
            return f"MPos:{place(position, inches)}"
        return f"WPos:{place(position.minus(offset), inches)}"

    def _buffers(self, free: tuple[int, int]) -> list[str]:
        return [f"Bf:{free[0]},{free[1]}"] if int(self._memory[REPORT]) & _BUFFERS else []

    def _feed(self, speed: float, now: GrblModes) -> str:
        rate = speed * 60 / (_MM_PER_INCH if self._memory[INCHES] else 1.0)
        revolutions = now.revolutions if now.spindle != "M5" else 0.0
        return f"FS:{rate:.0f},{revolutions:.0f}"

    def _now_and_then(self, moving: bool, offset: Point, session: GrblSession) -> Iterator[str]:
        self._until_offset -= 1
        if self._until_offset < 0 or offset != self._offset:
            self._offset = offset
            self._until_offset = 29 if moving else 9
            self._until_overrides = max(self._until_overrides, 1)
            yield f"WCO:{place(offset, bool(self._memory[INCHES]))}"
        self._until_overrides -= 1
        if self._until_overrides < 0:
            self._until_overrides = 19 if moving else 9
            yield f"Ov:{session.feed_percent},{session.rapid_percent},100"
            if accessories := _accessories(session.modes):
                yield f"A:{accessories}"


def _accessories(now: GrblModes) -> str:
    coolant = {"M7": "M", "M8": "F"}.get(now.coolant, "")
    return {"M3": "S", "M4": "C"}.get(now.spindle, "") + coolant

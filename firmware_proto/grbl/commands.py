"""What GRBL's G-code does: a line yields a Wait as often as it must, or raises a Refusal."""

import math
import re
from collections.abc import Iterator
from dataclasses import replace

from firmware_proto.grbl import reports
from firmware_proto.grbl.core import GrblCore
from firmware_proto.grbl.lines import Block, Refusal, read_block
from firmware_proto.grbl.session import GrblModes
from firmware_proto.motion import within
from firmware_proto.points import ORIGIN, Point
from firmware_proto.waits import Wait

DWELL_STEP = 0.05

_NUMBERED = re.compile(r"N\d+")
_JOG_COMMANDS = frozenset(("G20", "G21", "G53", "G90", "G91"))
_OFTEN_READ = frozenset("FNST")
_SYSTEMS = 6


class GrblCode:
    """Carries out lines of G-code."""

    def __init__(self, core: GrblCore) -> None:
        self._core = core

    def carry_out(self, line: str) -> Iterator[Wait]:
        """Do what a line says, in GRBL's order; raises Refusal before anything is done."""
        block = read_block(line, self._core.build.mist)
        modes = _changed(self._core.session.modes, block)
        _check(block, modes)
        target = self._target(block, modes)
        yield from self._switch(modes, self._in_full(block, modes, _NUMBERED.sub("", line)))
        self._core.session.modes = modes
        yield from self._act(block, target, line)
        if block.moves:
            yield from self._core.travel(target, self._speed(target), line)
        yield from self._end_program(block.commands.get("flow", ""))

    def jog(self, line: str) -> Iterator[Wait]:
        """Carry out what follows `$J=`; the modes stay as they are."""
        block = read_block(line)
        present = self._core.session.modes
        modes = replace(
            _changed(present, block), motion="G1", feed=block.values.get("F", 0.0) * _unit(present, block)
        )
        _check_jog(block)
        target = self._target(block, modes)
        if not self._core.may_travel(target):
            raise Refusal(15)
        yield from self._core.travel(target, modes.feed / 60, "$J=" + line)
        self._core.session.jogging = True
        self._core.motion.start(self._core.now)

    def _target(self, block: Block, modes: GrblModes) -> Point:
        absolute = modes.distance == "G90" or block.action == "G53"
        offset = ORIGIN if block.action == "G53" else self._core.offset_of(modes)
        start = offset if absolute else modes.position
        given = [block.values.get(axis) for axis in "XYZ"]
        axes = zip(given, start, modes.position, strict=True)
        return Point(*(here if word is None else base + word * modes.unit for word, base, here in axes))

    def _speed(self, target: Point) -> float:
        session = self._core.session
        if session.modes.motion == "G1":
            return session.modes.feed / 60 * session.feed_percent / 100
        return self._rapid(target)

    def _rapid(self, target: Point) -> float:
        """As fast as the axes allow, or that share of it that the override leaves."""
        way = target.minus(self._core.session.modes.position)
        length = math.hypot(*way)
        if not length:
            return math.inf
        rate = within(self._core.motion.settings.max_speed, way.scaled(1 / length), math.inf)
        return rate * self._core.session.rapid_percent / 100

    def _switch(self, modes: GrblModes, line: str) -> Iterator[Wait]:
        """Spindle and coolant; only where something changes, and then at rest."""
        present = self._core.session.modes
        turned = modes.revolutions != present.revolutions and present.spindle != "M5"
        changed = (modes.spindle, modes.coolant) != (present.spindle, present.coolant)
        if (turned or changed) and not self._core.session.checking:
            yield self._core.rest()
            self._core.switch(line)

    def _in_full(self, block: Block, modes: GrblModes, line: str) -> str:
        """What a line comes to for a gripper on the spindle: M3 alone keeps the last S, an S alone the M3."""
        if "coolant" in block.commands or modes.spindle == "M5" or self._core.machine.pump.knows(line):
            return line
        return f"{modes.spindle} S{modes.revolutions:g}"

    def _act(self, block: Block, target: Point, line: str) -> Iterator[Wait]:
        match block.action:
            case "G4":
                yield from self._dwell(block.values["P"])
            case "G10":
                yield from self._set_system(block)
            case "G28" | "G30":
                yield from self._go_to_stored(block, target, line)
            case "G28.1" | "G30.1":
                yield self._core.rest()
                self._core.memory.offsets.stored[block.action[:3]] = self._core.session.modes.position
                yield from self._core.write_memory()
            case "G92":
                self._name_position(block)
            case "G92.1":
                self._core.session.modes.offset = ORIGIN

    def _dwell(self, seconds: float) -> Iterator[Wait]:
        if self._core.session.checking:
            return
        yield self._core.rest()
        for _ in range(math.ceil(round(seconds / DWELL_STEP, 6))):
            yield Wait.until(self._core.now + DWELL_STEP)

    def _set_system(self, block: Block) -> Iterator[Wait]:
        yield self._core.rest()
        modes, systems = self._core.session.modes, self._core.memory.offsets.systems
        number = int(block.values["P"])
        number = number - 1 if number else modes.system
        base = modes.position.minus(modes.offset) if block.values["L"] == 20 else None
        systems[number] = _named(block, modes.unit, base, systems[number])
        yield from self._core.write_memory()

    def _name_position(self, block: Block) -> None:
        modes = self._core.session.modes
        base = modes.position.minus(self._core.memory.offsets.systems[modes.system])
        modes.offset = _named(block, modes.unit, base, modes.offset)

    def _go_to_stored(self, block: Block, target: Point, line: str) -> Iterator[Wait]:
        places = [target] if block.axes else []
        for place in (*places, self._core.memory.offsets.stored[block.action]):
            yield from self._core.travel(place, self._rapid(place), line)

    def _end_program(self, flow: str) -> Iterator[Wait]:
        if flow not in ("M0", "M2", "M30"):
            return
        yield self._core.rest()
        if flow != "M0":
            self._forget_modes()
        elif not self._core.session.checking:
            self._core.hold()
            yield Wait(lambda _: True)

    def _forget_modes(self) -> None:
        kept = self._core.session.modes
        if not self._core.session.checking:
            self._core.switch_off()
        self._core.session.modes = GrblModes(
            motion="G1",
            units=kept.units,
            tool=kept.tool,
            feed=kept.feed,
            revolutions=kept.revolutions,
            offset=kept.offset,
            position=kept.position,
        )
        self._core.say(reports.PROGRAM_END)


def _unit(present: GrblModes, block: Block) -> float:
    return replace(present, units=block.commands.get("units", present.units)).unit


def _changed(present: GrblModes, block: Block) -> GrblModes:
    """The modes as a block leaves them."""
    values, unit, command = block.values, _unit(present, block), block.commands.get
    return replace(
        present,
        motion=command("motion", present.motion),
        plane=command("plane", present.plane),
        units=command("units", present.units),
        distance=command("distance", present.distance),
        spindle=command("spindle", present.spindle),
        coolant=command("coolant", present.coolant),
        system=int(command("system", f"G{54 + present.system}")[1:]) - 54,
        tool=int(values.get("T", present.tool)),
        feed=values["F"] * unit if "F" in values else present.feed,
        revolutions=values.get("S", present.revolutions),
    )


def _named(block: Block, unit: float, base: Point | None, present: Point) -> Point:
    """An offset whose axes are as the block says: its words, or `base` less its words."""
    axes = zip("XYZ", base or ORIGIN, present, strict=True)
    sign = -1 if base else 1
    return Point(
        *(
            old if axis not in block.values else here + sign * block.values[axis] * unit
            for axis, here, old in axes
        )
    )


def _check(block: Block, modes: GrblModes) -> None:
    """Raise Refusal for words that do not go together."""
    if block.action == "G4" and "P" not in block.values:
        raise Refusal(28)
    if block.action in ("G10", "G92") and not block.axes:
        raise Refusal(26)
    if block.action == "G10":
        _check_system(block)
    if block.action == "G53" and modes.motion == "G80":
        raise Refusal(30)
    if block.moves and modes.motion == "G80":
        raise Refusal(31)
    if modes.motion == "G1" and not modes.feed and (block.moves or "motion" in block.commands):
        raise Refusal(22)
    _check_left_over(block, _OFTEN_READ)


def _check_system(block: Block) -> None:
    if not {"P", "L"} <= block.values.keys():
        raise Refusal(28)
    if block.values["P"] > _SYSTEMS:
        raise Refusal(29)
    if block.values["L"] not in (2, 20) or (block.values["L"] == 2 and "R" in block.values):
        raise Refusal(20)


def _check_left_over(block: Block, read: frozenset[str]) -> None:
    read |= {"G4": {"P"}, "G10": {"P", "L"}}.get(block.action, set()) | set("XYZ")
    if block.values.keys() - read:
        raise Refusal(36)


def _check_jog(block: Block) -> None:
    if "F" not in block.values:
        raise Refusal(22)
    if not block.axes:
        raise Refusal(26)
    _check_left_over(block, frozenset("FN"))
    if not _JOG_COMMANDS.issuperset(block.commands.values()):
        raise Refusal(16)

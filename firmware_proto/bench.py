"""The physical world under a gripper; where things really are, whatever a program believes.

A disk is only ever where it was put. The bench hears of nothing but the tool's straight ways and the
gripper's closing and opening, and records each wrong as a sentence. It knows no firmware and no rule of
motion; a disk keeps upright, and a suction cup keeps it in the place under the tool that it was gripped at,
while fingers draw it to their middle. Everything is as exact as it was told to be, unless imperfections and
the luck that goes with them are given.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from firmware_proto.gripped import Carried, Jaw
from firmware_proto.imperfection import NO_CHANCE, PERFECT, Chance, Imperfections, Luck
from firmware_proto.points import Point
from firmware_proto.seats import NO_SEAT, Seat, tips_over
from firmware_proto.solids import Cylinder, strikes
from firmware_proto.table import FAR, Disk, Place, Table

AXIS_TOLERANCE = 1.0
"""How far, mm, a disk may stand off its peg's axis, and the tool off the axis of the disk it grips."""

LANDING_TOLERANCE = 0.5
"""How far, mm, above a face or pressed into it the tool or a disk may be when it is to touch it."""

ROUNDING = 1e-6
"""How far, mm, sums of what is borne may be off."""

PASSING_TOLERANCE = 0.01
"""How far, mm, things may overlap in passing before they collide: just the rounding of coordinates."""

LATE_RISE = 5.0
"""How far, mm, the gripper has drawn away when a disk that clung to it lets go."""

STEEP = 0.3
"""How far aside, mm for each mm of height, a way leads that still goes up or down."""

TIME_TOLERANCE = 1e-6
"""Seconds by which the gripper's settling may be cut short."""


class Bench:
    """Disks on pegs under a gripper.

    `pegs`: each peg's axis at the board's top, mm; `thickness` and `diameters`: mm, smallest disk first;
    `stacks`: the disks on each peg, bottom to top (disks not named are not there); `pole_height`: of the
    poles above the board; `grip_depth`: how far below a disk's upper face the tip holds it; `grip_settle` and
    `release_settle`: the seconds after closing and opening in which the tool must not move; `seat`: what
    centres a disk put down; `axis_tolerance`: how far, mm, a disk may be off an axis; `tops`: another point
    of the axes that lean; `press`: how far, mm, a cup gives way; `jaw`: the fingers, None: there are none.
    `imperfections` come about as `chance` has it. Raises ValueError where these do not fit together.
    """

    def __init__(
        self,
        pegs: Mapping[str, Place],
        thickness: Sequence[float],
        diameters: Sequence[float],
        stacks: Mapping[str, Sequence[int]],
        pole_height: float = 0.0,
        grip_depth: float = 0.0,
        grip_settle: float = 0.0,
        release_settle: float = 0.0,
        seat: Seat = NO_SEAT,
        axis_tolerance: float = AXIS_TOLERANCE,
        imperfections: Imperfections = PERFECT,
        chance: Chance = NO_CHANCE,
        tops: Mapping[str, Place] | None = None,
        press: float = 0.0,
        jaw: Jaw | None = None,
    ) -> None:
        real = [told + imperfections.thickness for told in thickness]
        self._table = Table(pegs, real, diameters, stacks, pole_height, tops, grip_depth)
        self._press, self._jaw = press, jaw
        self._bears = LANDING_TOLERANCE + press + ROUNDING
        self._bare = "The open jaw" if jaw else "The tool"
        self._seat, self._axis_tolerance = seat, axis_tolerance
        self._sag, self._luck = imperfections.sag, Luck(imperfections, chance)
        self._grip_depth = grip_depth
        self._grip_settle, self._release_settle = grip_settle, release_settle
        self._carried: Carried | None = None
        self._gripped_at = 0.0
        self._clings_at: Point | None = None  # where the tip was told to let go of a disk that clings to it
        self._tool: Point | None = None
        self._sunk = 0.0
        self._settled: tuple[float, str] = (0.0, "")
        self._faults: list[str] = []

    @property
    def stacks(self) -> dict[str, tuple[int, ...]]:
        """The disks that really stand on each peg, bottom to top."""
        return {peg: tuple(stack) for peg, stack in self._table.stacks.items()}

    @property
    def held(self) -> int | None:
        """The disk in the gripper."""
        return self._carried.disk if self._carried else None

    @property
    def places(self) -> dict[int, Place]:
        """The middle of the lower face of each disk that rests on a peg."""
        return {disk.number: disk.foot for peg in self._table.pegs for disk in self._table.standing(peg)}

    @property
    def faults(self) -> tuple[str, ...]:
        """Everything that has gone wrong so far, a sentence each."""
        return tuple(self._faults)

    def blame(self, sentence: str) -> None:
        """Record a wrong; the same one over and over is one."""
        if sentence not in self._faults[-1:]:
            self._faults.append(sentence)

    def verdict(self, goal: str) -> tuple[bool, str]:
        """Whether all disks stand on `goal` and nothing went wrong on the way; and that in words."""
        done, words = self._standing(goal)
        if not self._faults:
            return done, words
        others = f" (and {len(self._faults) - 1} more)" if len(self._faults) > 1 else ""
        return False, f"{words}, but this went wrong{others}: {self._faults[0]}"

    def move(self, start: Place, end: Place, begun: float, ended: float) -> None:
        """The tool goes in a straight line; `begun` and `ended` are seconds."""
        origin = self._really(start)
        way = self._really(end).minus(origin)
        self._tool = origin.plus(way)
        if begun < ended and any(way):
            self._check_settled(begun)
            self._check_way(origin, way)
            if self._carried:
                self._hold_on(origin, way, begun, ended)

    def grip(self, tool: Place, at: float) -> None:
        """The gripper closes with the tool's tip at `tool`; closing a full gripper changes nothing."""
        if self._carried is not None:
            return
        tip = _shifted(self._really(tool), self._luck.picking_error())
        self._settled = (at + self._grip_settle, "gripping")
        disk = self._disk_under(tip)
        if disk is None:
            self.blame(f"The gripper closes on nothing: no disk is under {_spot(tip)}.")
        elif self._reaches(disk, tip):
            self._take(disk, tip)
            self._gripped_at = at

    def release(self, tool: Place, at: float) -> None:
        """The gripper opens; opening an empty gripper changes nothing."""
        if self._carried is None or self._clings_at:
            return
        self._settled = (at + self._release_settle, "letting go")
        # A grip that has been lost since the last way has been lost over the place it was to be lost at.
        self._luck.leak.held(at - self._gripped_at)
        if self._luck.late_release.happens():
            self._clings_at = self._really(tool)
        else:
            self._let_go(self._really(tool))

    def home(self) -> None:
        """The arm begins to look for its home position."""
        if self._carried:
            self.blame(f"The arm homes with disk {self._carried.disk} in the gripper.")
        self._sunk = 0.0

    def located(self) -> float:
        """The arm learns from its joints where it is; how far, mm, it had sunk."""
        sunk, self._sunk = self._sunk, 0.0
        return sunk

    def unpower(self) -> None:
        """The motors go off: an arm may sink."""
        if self._carried:
            self.blame(f"The motors go off with disk {self._carried.disk} in the gripper.")
        self._sink()

    def go_limp(self) -> None:
        """The motors go off at a stop, until the next way: no harm to a disk that stands on something."""
        if self._carried and (self._tool is None or self._hangs(self._carried, self._tool)):
            self.blame(f"The motors go off with disk {self._carried.disk} in the gripper.")
        self._sink()

    def _sink(self) -> None:
        if self._sag and self._tool:
            self._check_way(self._tool, Point(0.0, 0.0, -self._sag))
            self._tool = self._tool.plus(Point(0.0, 0.0, -self._sag))
        self._sunk += self._sag

    def _hangs(self, load: Carried, tool: Point) -> bool:
        """Whether nothing bears what is in the gripper."""
        return all(
            foot.z - (self._table.height(peg) if (peg := self._peg_under(disk, foot)) else self._table.floor)
            > LANDING_TOLERANCE
            for disk, foot in load.moved_to(tool)
        )

    def _standing(self, goal: str) -> tuple[bool, str]:
        if self._carried:
            return False, f"disk {self._carried.disk} is still in the gripper"
        if self._table.lying:
            return False, f"disk {min(self._table.lying)} lies beside the pegs"
        tower = sorted((disk for stack in self.stacks.values() for disk in stack), reverse=True)
        if tower and self._table.stacks.get(goal) == tower:
            return True, f"all {len(tower)} disks stand on {goal}"
        where = ", ".join(f"{peg}: {' '.join(map(str, stack)) or '-'}" for peg, stack in self.stacks.items())
        return False, f"not all disks stand on {goal}; bottom to top, {where}"

    def _check_settled(self, begun: float) -> None:
        settled, doing = self._settled
        if begun < settled - TIME_TOLERANCE:
            early = settled - begun
            self.blame(f"The tool moves {early:.2f} s too early after {doing}: the gripper has not settled.")

    def _really(self, told: Place) -> Point:
        """Where the tip is when the firmware takes it to be at `told`."""
        return Point(*told).plus(Point(0.0, 0.0, -self._sunk))

    def _take(self, disk: Disk, tip: Point) -> None:
        """A cup keeps the disk's place under it, fingers draw it to their middle; another may come along."""
        beneath = self._table.beneath(disk.number)
        tip = tip._replace(z=max(tip.z, min(self._contact(disk), tip.z + self._press)))  # a cup springs back
        self._table.take(disk.number)
        stuck = None
        if beneath and self._luck.double_pick.happens():
            self._table.take(beneath.number)
            stuck = Disk(beneath.number, beneath.foot.minus(tip))
        offset = disk.foot.minus(tip)
        self._carried = Carried(
            disk.number, offset._replace(x=0.0, y=0.0) if self._grip_depth else offset, stuck
        )

    def _let_go(self, tip: Point) -> None:
        """Whatever is in the gripper comes to rest on what is under it."""
        load = self._emptied()
        error = self._luck.placing_error()
        for disk in load.moved_to(tip):
            foot = _shifted(disk.foot, error)
            peg = self._peg_under(disk.number, foot)
            if peg is None:
                self.blame(f"Disk {disk.number} is let go at {_spot(foot)}, where no peg is.")
            else:
                self._check_landing(disk.number, foot, peg)
            self._come_to_rest(disk.number, foot, peg)

    def _emptied(self) -> Carried:
        assert self._carried is not None  # an empty gripper has nothing to lose
        load, self._carried, self._clings_at = self._carried, None, None
        return load

    def _hold_on(self, start: Point, way: Point, begun: float, ended: float) -> None:
        """What is in the gripper falls where a leak ends the grip, or where it has clung long enough."""
        if self._clings_at:
            if start.plus(way).distance(self._clings_at) >= LATE_RISE:
                self._fall(
                    self._clings_at.plus(Point(0.0, 0.0, LATE_RISE)), "clings to the gripper and falls"
                )
        elif (left := self._gripped_at + self._luck.leak.left) < ended:
            share = min(max(0.0, (left - begun) / (ended - begun)), 1.0)
            self._luck.leak.held(left - self._gripped_at)
            self._fall(start.plus(way.scaled(share)), "falls, the grip having leaked,")

    def _fall(self, tip: Point, how: str) -> None:
        """The gripper loses all it holds with its tip there; a pole still leads a disk home."""
        for disk, foot in self._emptied().moved_to(tip):
            peg = self._peg_under(disk, foot)
            if peg is None or not self._is_led(foot, peg):
                drop = foot.z - (self._table.height(peg) if peg else self._table.floor)
                self.blame(f"Disk {disk} {how} from {drop:.1f} mm above what is under it.")
            self._come_to_rest(disk, foot, peg)

    def _is_led(self, foot: Point, peg: str) -> bool:
        return self._seat.kind == "pole" and any(foot.z < part.top for part in self._table.pole(peg))

    def _peg_under(self, disk: int, foot: Point) -> str | None:
        peg = self._table.nearest_peg(foot)
        return peg if self._off(disk, foot, peg) < self._table.radius(disk) else None

    def _off(self, disk: int, foot: Point, peg: str) -> float:
        """How far a disk is off the axis of a peg."""
        return foot.aside(self._table.upon(disk, peg, foot.z))

    def _come_to_rest(self, disk: int, foot: Point, peg: str | None) -> None:
        """On a peg a disk finds its seat or falls, and what stands askew tips over."""
        if peg is None:
            self._table.put(disk, foot, None)
            return
        axis = self._table.upon(disk, peg, self._table.height(peg))
        middle = self._table.middle(disk, peg) if self._seat.kind == "recess" else axis
        settled = self._seat.settle(foot.x - middle.x, foot.y - middle.y)
        if settled is None:
            self.blame(
                f"Disk {disk} misses its seat on {peg}, {foot.aside(axis):.1f} mm off the axis, and falls."
            )
            self._table.put(disk, self._table.beside(disk, foot, peg), None)
            return
        self._table.put(disk, _shifted(middle, settled), peg)
        self._check_standing(peg)

    def _check_standing(self, peg: str) -> None:
        stack = self._table.stacks[peg]
        tipping = tips_over(self._table.pile(peg))
        for disk in stack[tipping:] if tipping is not None else ():
            foot = self._table.places[disk]
            off = self._off(disk, foot, peg)
            self.blame(f"Disk {disk} tips over on {peg}: it stands {off:.1f} mm off the axis.")
            self._table.take(disk)
            self._table.put(disk, self._table.beside(disk, foot, peg), None)

    def _check_way(self, start: Point, way: Point) -> None:
        sink = self._tolerance(way)
        for (mover, what), (name, still) in product(self._movers(start), self._obstacles(start, way)):
            if strikes(mover, way, still, PASSING_TOLERANCE, sink):
                end = start.plus(way)
                self.blame(f"{what} runs into {name} on the way from {_spot(start)} to {_spot(end)}.")

    def _movers(self, tool: Point) -> Iterator[tuple[Cylinder, str]]:
        """What strikes first: what is carried and the fingers round it, or the bare tool, open."""
        if self._carried is None:
            yield self._jaw.about(tool) if self._jaw else _line_up_from(tool), self._bare
            return
        for disk in self._carried.moved_to(tool):
            yield self._table.solid(*disk), f"Disk {disk.number}"
        if self._jaw:
            held = self._carried.disk
            yield self._jaw.about(tool, self._table.radius(held)), f"The jaw round disk {held}"

    def _obstacles(self, start: Point, way: Point) -> Iterator[tuple[str, Cylinder]]:
        """All that stands still, less what may be entered: a pole on its axis, a disk to be gripped."""
        for peg, axis in self._table.pegs.items():
            yield f"the board at {peg}", self._table.board(peg)
            if not self._keeps_to(peg, axis, start, way):
                yield from ((f"the pole of {peg}", part) for part in self._table.pole(peg))
            for disk in self._table.standing(peg):
                yield f"disk {disk.number} on {peg}", self._body(disk, peg, start, way)
        for number, foot in self._table.lying.items():
            yield f"disk {number}", self._table.solid(number, foot)

    def _body(self, disk: Disk, peg: str, start: Point, way: Point) -> Cylinder:
        """A disk as an obstacle: the bare tool may reach as far into the top one as it grips."""
        solid = self._table.solid(*disk)
        grippable = self._carried is None and disk.number == self._table.stacks[peg][-1]
        held = disk.foot._replace(z=self._contact(disk))
        if grippable and self._keeps_to(peg, held, start, way):
            return solid.lowered(self._grip_depth)
        return solid

    def _keeps_to(self, peg: str, place: Point, start: Point, way: Point) -> bool:
        """Whether the mover keeps all along to the line through `place` that leans as a peg does."""
        aside = self._carried.offset._replace(z=0.0) if self._carried else way.scaled(0.0)
        ends = (start.plus(aside), start.plus(aside).plus(way))
        return all(end.aside(self._table.along(peg, place, end.z)) <= self._axis_tolerance for end in ends)

    def _tolerance(self, way: Point) -> float:
        """How far faces may overlap: up and down they may press, and level motion must not even drag."""
        if math.hypot(way.x, way.y) <= STEEP * abs(way.z):
            return self._bears
        return PASSING_TOLERANCE if way.z else -PASSING_TOLERANCE

    def _contact(self, disk: Disk) -> float:
        """How high the tip is that just touches a disk."""
        return disk.foot.z + self._table.thickness(disk.number) - self._grip_depth

    def _disk_under(self, tip: Point) -> Disk | None:
        """The disk whose upper face is under the tip."""
        for disk in self._table.top_disks():
            if tip.aside(disk.foot) < self._table.radius(disk.number):
                return disk
        return None

    def _reaches(self, disk: Disk, tip: Point) -> bool:
        """Whether the closing gripper gets hold of the disk; tells what is wrong with how."""
        number, foot = disk
        too_high = tip.z - self._contact(disk)
        if too_high > LANDING_TOLERANCE:
            self.blame(
                f"The gripper closes on nothing: it is {too_high:.1f} mm too high above disk {number}."
            )
            return False
        if too_high < -self._bears:
            self.blame(f"The gripper closes {-too_high:.1f} mm too low, {self._depth_in_words(disk, tip)}.")
        if tip.aside(foot) > self._axis_tolerance:
            self.blame(f"Disk {number} is gripped {tip.aside(foot):.1f} mm off its axis.")
        return True

    def _depth_in_words(self, disk: Disk, tip: Point) -> str:
        if tip.z < disk.foot.z:
            return f"below disk {disk.number}: round two disks, or in the board"
        return f"inside disk {disk.number}"

    def _check_landing(self, disk: int, foot: Point, peg: str) -> None:
        below, drop = self._table.stacks[peg][-1:], foot.z - self._table.height(peg)
        aside = self._off(disk, foot, peg)
        if drop > LANDING_TOLERANCE:
            self.blame(f"Disk {disk} is dropped from {drop:.1f} mm above what stands on {peg}.")
        if drop < -self._bears:
            self.blame(f"Disk {disk} is pressed {-drop:.1f} mm into what stands on {peg}.")
        if aside > self._axis_tolerance:
            self.blame(f"Disk {disk} is put down {aside:.1f} mm off the axis of {peg}.")
        if below and below[0] < disk:
            self.blame(f"Disk {disk} is put on the smaller disk {below[0]} on {peg}.")


def _line_up_from(tip: Point) -> Cylinder:
    """A tool of which no more is known than that it comes from above."""
    return Cylinder(tip.x, tip.y, 0.0, tip.z, FAR)


def _spot(point: Point) -> str:
    return f"X{point.x:.1f} Y{point.y:.1f} Z{point.z:.1f}"


def _shifted(point: Point, error: tuple[float, float]) -> Point:
    return point._replace(x=point.x + error[0], y=point.y + error[1])

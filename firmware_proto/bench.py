"""The physical world: disks, poles and a gripper; where things really are, whatever a program believes.

A disk is only ever where it was put. The bench hears of nothing but the tool's straight ways and the
gripper's closing and opening, and records each wrong as a sentence. It knows no firmware and no rule of
motion; a disk keeps upright, and keeps the place under the tool that it was gripped with.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from firmware_proto.points import Point
from firmware_proto.solids import Cylinder, strikes

AXIS_TOLERANCE = 1.0
"""How far, mm, a disk may stand off the axis of its peg, and the tool off the axis of the disk that it grips."""

LANDING_TOLERANCE = 0.5
"""How far, mm, above a face or pressed into it the tool or a disk may be when it is to touch it."""

PASSING_TOLERANCE = 0.01
"""How far, mm, things may overlap in passing before they collide: no more than the rounding of coordinates."""

TIME_TOLERANCE = 1e-6
"""Seconds by which the gripper's settling may be cut short."""

POLE_RADIUS = 2.0
"""Half the thickness, mm, of a pole where there are poles."""

FAR = 1e6

Place = tuple[float, float, float]


@dataclass(slots=True)
class _Carried:
    """The disk in the gripper, and the way from the tool's tip to the middle of its lower face."""

    disk: int
    offset: Point


class Bench:
    """Disks on pegs under a gripper.

    `pegs`: the axis of each peg at the board's top, mm; `thickness` and `diameters`: mm, smallest disk
    first; `stacks`: the disks on each peg, bottom to top (disks not named are not on the bench);
    `pole_height`: of the poles above the board;
    `grip_depth`: how far below a disk's upper face the tip holds it; `grip_settle` and `release_settle`:
    the seconds after closing and opening in which the tool must not move. Raises ValueError where these do
    not fit together.
    """

    def __init__(
        self,
        pegs: Mapping[str, Place],
        thickness: Sequence[float],
        diameters: Sequence[float],
        stacks: Mapping[str, Sequence[int]],
        *,
        pole_height: float = 0.0,
        grip_depth: float = 0.0,
        grip_settle: float = 0.0,
        release_settle: float = 0.0,
    ) -> None:
        self._pegs = {name: Point(*place) for name, place in pegs.items()}
        self._thickness, self._diameters = tuple(thickness), tuple(diameters)
        self._stacks = {name: list(stacks.get(name, ())) for name in pegs}
        self._check(stacks)
        self._pole_height, self._grip_depth = pole_height, grip_depth
        self._grip_settle, self._release_settle = grip_settle, release_settle
        self._aside = {disk: self._pegs[peg] for peg, stack in self._stacks.items() for disk in stack}
        self._lying: dict[int, Point] = {}  # disks that have fallen beside the pegs
        self._carried: _Carried | None = None
        self._settled: tuple[float, str] = (0.0, "")
        self._faults: list[str] = []

    @property
    def stacks(self) -> dict[str, tuple[int, ...]]:
        """The disks that really stand on each peg, bottom to top."""
        return {peg: tuple(stack) for peg, stack in self._stacks.items()}

    @property
    def held(self) -> int | None:
        """The disk in the gripper."""
        return self._carried.disk if self._carried else None

    @property
    def faults(self) -> tuple[str, ...]:
        """Everything that has gone wrong so far, a sentence each."""
        return tuple(self._faults)

    def blame(self, sentence: str) -> None:
        """Record a wrong; the same one over and over is one."""
        if sentence not in self._faults[-1:]:
            self._faults.append(sentence)

    def verdict(self, goal: str) -> tuple[bool, str]:
        """Whether all disks stand on `goal` and nothing went wrong on the way, and in words."""
        done, words = self._standing(goal)
        if not self._faults:
            return done, words
        more = len(self._faults) - 1
        others = f" and {more} more" if more else ""
        return False, f"{words}; but this went wrong{others}: {self._faults[0]}"

    def move(self, start: Place, end: Place, begun: float, ended: float) -> None:
        """The tool goes in a straight line; `begun` and `ended` are seconds."""
        origin, target = Point(*start), Point(*end)
        way = target.minus(origin)
        if begun < ended and any(way):
            self._check_settled(begun)
            self._check_way(origin, way)

    def grip(self, tool: Place, at: float) -> None:
        """The gripper closes with the tool's tip at `tool`; closing a closed gripper changes nothing."""
        if self._carried is not None:
            return
        tip = Point(*tool)
        self._settled = (at + self._grip_settle, "gripping")
        found = self._top_disk_under(tip)
        if found is None:
            self.blame(f"The gripper closes on nothing: no disk is under {_spot(tip)}.")
        elif self._closes_on(tip, found):
            self._take(found, tip)

    def release(self, tool: Place, at: float) -> None:
        """The gripper opens; opening an empty gripper changes nothing."""
        if self._carried is None:
            return
        disk, foot = self._carried.disk, Point(*tool).plus(self._carried.offset)
        self._carried = None
        self._settled = (at + self._release_settle, "letting go")
        peg = min(self._pegs, key=lambda name: foot.aside(self._pegs[name]))
        if foot.aside(self._pegs[peg]) < self._diameters[disk - 1] / 2:
            self._land(disk, foot, peg)
        else:
            self.blame(f"Disk {disk} is let go at {_spot(foot)}, where no peg is.")
            self._lying[disk] = foot._replace(z=self._floor)

    def home(self) -> None:
        """The arm starts to look for its home position."""
        if self._carried:
            self.blame(f"The arm homes with disk {self._carried.disk} in the gripper.")

    def unpower(self) -> None:
        """The motors go off: an arm may sink."""
        if self._carried:
            self.blame(f"The motors go off with disk {self._carried.disk} in the gripper.")

    def _check(self, stacks: Mapping[str, Sequence[int]]) -> None:
        if len(self._thickness) != len(self._diameters):
            raise ValueError("There must be as many thicknesses as diameters.")
        if unknown := set(stacks) - set(self._pegs):
            raise ValueError(f"There is no peg {min(unknown)}.")
        disks = [disk for stack in self._stacks.values() for disk in stack]
        if len(set(disks)) < len(disks) or not set(disks) <= set(range(1, len(self._diameters) + 1)):
            raise ValueError(f"The disks are 1 to {len(self._diameters)}, each in one place at most.")

    def _standing(self, goal: str) -> tuple[bool, str]:
        if self._carried:
            return False, f"disk {self._carried.disk} is still in the gripper"
        if self._lying:
            return False, f"disk {min(self._lying)} lies beside the pegs"
        tower = sorted((disk for stack in self._stacks.values() for disk in stack), reverse=True)
        if tower and self._stacks.get(goal) == tower:
            return True, f"all {len(tower)} disks stand on {goal}"
        where = "; ".join(f"{peg}: {' '.join(map(str, stack)) or '-'}" for peg, stack in self._stacks.items())
        return False, f"not all disks stand on {goal}; from the bottom up, {where}"

    def _check_settled(self, begun: float) -> None:
        settled, doing = self._settled
        if begun < settled - TIME_TOLERANCE:
            self.blame(
                f"The tool moves {settled - begun:.2f} s too early after {doing}: the gripper has not settled."
            )

    def _check_way(self, start: Point, way: Point) -> None:
        sink = PASSING_TOLERANCE if way.x or way.y else LANDING_TOLERANCE
        mover, what = self._mover(start)
        for name, still in self._obstacles(start, way):
            if strikes(mover, way, still, PASSING_TOLERANCE, sink):
                self.blame(
                    f"{what} runs into {name} on the way from {_spot(start)} to {_spot(start.plus(way))}."
                )

    def _mover(self, tool: Point) -> tuple[Cylinder, str]:
        """What moves in front: the bare tool as a line upwards from its tip, or the disk that it carries."""
        if self._carried is None:
            return Cylinder(tool.x, tool.y, 0.0, tool.z, FAR), "The tool"
        disk, foot = self._carried.disk, tool.plus(self._carried.offset)
        return self._solid(disk, foot), f"Disk {disk}"

    def _obstacles(self, start: Point, way: Point) -> Iterator[tuple[str, Cylinder]]:
        """All that stands still, less what the mover may enter: a pole on its own axis, a disk to be gripped."""
        for peg, axis in self._pegs.items():
            yield f"the board at {peg}", Cylinder(axis.x, axis.y, max(self._diameters) / 2, -FAR, axis.z)
            if self._pole_height and not self._on_axis(start, way, axis):
                yield (
                    f"the pole of {peg}",
                    Cylinder(axis.x, axis.y, POLE_RADIUS, axis.z, axis.z + self._pole_height),
                )
            yield from self._standing_solids(peg, start, way)
        for disk, foot in self._lying.items():
            yield f"disk {disk}", self._solid(disk, foot)

    def _standing_solids(self, peg: str, start: Point, way: Point) -> Iterator[tuple[str, Cylinder]]:
        for disk, foot in self._feet(peg):
            solid = self._solid(disk, foot)
            top = disk == self._stacks[peg][-1]
            if top and self._carried is None and self._on_axis(start, way, foot):
                solid = Cylinder(solid.x, solid.y, solid.radius, solid.bottom, solid.top - self._grip_depth)
            yield f"disk {disk} on {peg}", solid

    def _on_axis(self, start: Point, way: Point, axis: Point) -> bool:
        """Whether the mover keeps to an axis all along."""
        middle = start.plus(self._carried.offset) if self._carried else start
        return middle.aside(axis) <= AXIS_TOLERANCE and middle.plus(way).aside(axis) <= AXIS_TOLERANCE

    def _feet(self, peg: str) -> Iterator[tuple[int, Point]]:
        """The disks on a peg, bottom to top, each with the middle of its lower face."""
        height = self._pegs[peg].z
        for disk in self._stacks[peg]:
            yield disk, self._aside[disk]._replace(z=height)
            height += self._thickness[disk - 1]

    def _solid(self, disk: int, foot: Point) -> Cylinder:
        return Cylinder(
            foot.x, foot.y, self._diameters[disk - 1] / 2, foot.z, foot.z + self._thickness[disk - 1]
        )

    def _height(self, peg: str) -> float:
        return self._pegs[peg].z + sum(self._thickness[disk - 1] for disk in self._stacks[peg])

    @property
    def _floor(self) -> float:
        return min(axis.z for axis in self._pegs.values())

    def _top_disk_under(self, tip: Point) -> tuple[int, Point] | None:
        """The uppermost disk of a peg, or one that lies beside, whose face is under the tip."""
        tops = [list(self._feet(peg))[-1] for peg, stack in self._stacks.items() if stack]
        for disk, foot in (*tops, *self._lying.items()):
            if tip.aside(foot) < self._diameters[disk - 1] / 2:
                return disk, foot
        return None

    def _closes_on(self, tip: Point, found: tuple[int, Point]) -> bool:
        """Whether the gripper gets hold of the disk found; tells what is wrong with how."""
        disk, foot = found
        too_high = tip.z - (foot.z + self._thickness[disk - 1] - self._grip_depth)
        if too_high > LANDING_TOLERANCE:
            self.blame(
                f"The gripper closes on nothing: the tool is {too_high:.1f} mm too high above disk {disk}."
            )
            return False
        if too_high < -LANDING_TOLERANCE:
            self.blame(self._gripped_too_low(disk, -too_high))
        if tip.aside(foot) > AXIS_TOLERANCE:
            self.blame(f"Disk {disk} is gripped {tip.aside(foot):.1f} mm off its axis.")
        return True

    def _gripped_too_low(self, disk: int, depth: float) -> str:
        if depth + self._grip_depth > self._thickness[disk - 1]:
            return f"The gripper closes {depth:.1f} mm too low, below disk {disk}: on more than one disk or
            on the board." return f"The gripper closes {depth:.1f} mm too low on disk {disk}."

    def _take(self, found: tuple[int, Point], tip: Point) -> None:
        disk, foot = found
        self._lying.pop(disk, None)
        for stack in self._stacks.values():
            if stack[-1:] == [disk]:
                stack.pop()
        self._carried = _Carried(disk, foot.minus(tip))

    def _land(self, disk: int, foot: Point, peg: str) -> None:
        below, height = self._stacks[peg][-1:], self._height(peg)
        if foot.z > height + LANDING_TOLERANCE:
            self.blame(f"Disk {disk} is dropped from {foot.z - height:.1f} mm above what stands on {peg}.")
        if foot.z < height - LANDING_TOLERANCE:
            self.blame(f"Disk {disk} is pressed {height - foot.z:.1f} mm into what stands on {peg}.")
        if foot.aside(self._pegs[peg]) > AXIS_TOLERANCE:
            self.blame(f"Disk {disk} is put down {foot.aside(self._pegs[peg]):.1f} mm off the axis of {peg}.")
        if below and below[0] < disk:
            self.blame(f"Disk {disk} is put on the smaller disk {below[0]} on {peg}.")
        self._stacks[peg].append(disk)
        self._aside[disk] = foot


def _spot(point: Point) -> str:
    return f"X{point.x:.1f} Y{point.y:.1f} Z{point.z:.1f}"

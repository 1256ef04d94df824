"""The table that the arm stands at: board, pegs, poles, and where each disk really is."""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import NamedTuple

from firmware_proto.points import Point
from firmware_proto.seats import Load
from firmware_proto.solids import Cylinder

_STEP = 5.0  # mm of a leaning pole that are taken to be upright

POLE_RADIUS = 2.0
"""Half the thickness, mm, of a pole where there are poles."""

FAR = 1e6
"""Higher and lower, mm, than anything reaches."""

Place = tuple[float, float, float]


class Disk(NamedTuple):
    """A disk at rest: its number, and the middle of its lower face."""

    number: int
    foot: Point


class Table:
    """Disks on pegs; one put down keeps its place, its height follows from what is below it.

    `pegs`: each peg's axis at the board's top; `thickness` and `diameters`: smallest disk first; `stacks`:
    bottom to top; `tops`: another point of the axes that lean; `held_below`: how far below its upper face a
    disk is held, which is where its middle is on such an axis; all in mm. Raises ValueError where they do not
    fit together.
    """

    def __init__(
        self,
        pegs: Mapping[str, Place],
        thickness: Sequence[float],
        diameters: Sequence[float],
        stacks: Mapping[str, Sequence[int]],
        pole_height: float,
        tops: Mapping[str, Place] | None = None,
        held_below: float = 0.0,
    ) -> None:
        _check(pegs, thickness, diameters, stacks, tops or {})
        self.pegs = {name: Point(*place) for name, place in pegs.items()}
        self.stacks = {name: list(stacks.get(name, ())) for name in pegs}
        self.lying: dict[int, Point] = {}  # the lower faces of disks that have fallen beside the pegs
        self._thickness, self._diameters = tuple(thickness), tuple(diameters)
        self._pole_height, self._held_below = pole_height, held_below
        self._tops = {name: Point(*place) for name, place in (tops or {}).items()}
        # The middle of each disk on a peg; how high it stands follows from what is below it.
        self.places = {disk: self.pegs[peg] for peg, stack in self.stacks.items() for disk in stack}
        standing = [(disk, peg, foot.z) for peg in pegs for disk, foot in self.standing(peg)]
        self.places = {disk: self.upon(disk, peg, height) for disk, peg, height in standing}

    def radius(self, disk: int) -> float:
        """Half a disk's diameter."""
        return self._diameters[disk - 1] / 2

    def thickness(self, disk: int) -> float:
        """A disk's height."""
        return self._thickness[disk - 1]

    def height(self, peg: str) -> float:
        """Where the next disk put on a peg comes to rest."""
        return self.pegs[peg].z + sum(map(self.thickness, self.stacks[peg]))

    def along(self, peg: str, place: Point, height: float) -> Point:
        """Where the line through `place`, parallel to the axis of a peg, is at `height`."""
        axis, top = self.pegs[peg], self._tops.get(peg)
        share = (height - place.z) / (top.z - axis.z) if top else 0.0
        lean = top.minus(axis).scaled(share) if top else axis.minus(axis)
        return place.plus(lean)._replace(z=height)

    def upon(self, disk: int, peg: str, height: float) -> Point:
        """The middle of the lower face, at `height`, of a disk that stands right on a peg."""
        held = height + self.thickness(disk) - self._held_below
        return self.along(peg, self.pegs[peg], held)._replace(z=height)

    def standing(self, peg: str) -> Iterator[Disk]:
        """The disks on a peg, bottom to top."""
        height = self.pegs[peg].z
        for disk in self.stacks[peg]:
            yield Disk(disk, self.places[disk]._replace(z=height))
            height += self.thickness(disk)

    def top_disks(self) -> Iterator[Disk]:
        """Every disk that nothing stands on."""
        for peg in self.stacks:
            yield from list(self.standing(peg))[-1:]
        yield from map(Disk, self.lying, self.lying.values())

    def beneath(self, disk: int) -> Disk | None:
        """The disk on which another one stands."""
        for peg, stack in self.stacks.items():
            if disk in stack[1:]:
                return list(self.standing(peg))[stack.index(disk) - 1]
        return None

    def pile(self, peg: str) -> list[Load]:
        """The disks on a peg as loads on one another, bottom to top."""
        return [Load(foot, self.radius(disk), self.thickness(disk)) for disk, foot in self.standing(peg)]

    def middle(self, disk: int, peg: str) -> Point:
        """Where a disk put on a peg stands right on what is there."""
        middle = self.upon(disk, peg, self.height(peg))
        below = list(self.standing(peg))[-1:]
        for number, foot in below:
            middle = middle.plus(foot.minus(self.upon(number, peg, foot.z)))
        return middle

    @property
    def floor(self) -> float:
        """How high the board is beside the pegs, at its lowest."""
        return min(axis.z for axis in self.pegs.values())

    def beside(self, disk: int, foot: Point, peg: str) -> Point:
        """Where a disk comes to lie that falls off a peg on the side to which it stands out."""
        axis = self.pegs[peg]
        aside = foot.aside(axis) or 1.0
        away = (max(self._diameters) / 2 + self.radius(disk)) / aside
        return Point(axis.x + away * (foot.x - axis.x), axis.y + away * (foot.y - axis.y), axis.z)

    def take(self, disk: int) -> None:
        """The disk leaves the table."""
        self.lying.pop(disk, None)
        for stack in self.stacks.values():
            if disk in stack:
                stack.remove(disk)

    def put(self, disk: int, place: Point, peg: str | None) -> None:
        """The disk comes to rest on what stands on `peg`; None: on the board beside the pegs."""
        if peg is None:
            self.lying[disk] = place._replace(z=self.floor)
        else:
            self.stacks[peg].append(disk)
            self.places[disk] = place

    def nearest_peg(self, place: Point) -> str:
        """The peg whose axis is nearest."""
        return min(self.pegs, key=lambda peg: place.aside(self.pegs[peg]))

    def solid(self, disk: int, foot: Point) -> Cylinder:
        """A disk's body with its lower face at `foot`."""
        return Cylinder(foot.x, foot.y, self.radius(disk), foot.z, foot.z + self.thickness(disk))

    def board(self, peg: str) -> Cylinder:
        """The board under a peg, as wide as the widest disk."""
        axis = self.pegs[peg]
        return Cylinder(axis.x, axis.y, max(self._diameters, default=0.0) / 2, -FAR, axis.z)

    def pole(self, peg: str) -> list[Cylinder]:
        """The pole on a peg, if there is one, bottom to top; one that leans is a stair."""
        axis = self.pegs[peg]
        parts = (ceil(self._pole_height / _STEP) if peg in self._tops else 1) if self._pole_height else 0
        part = self._pole_height / max(parts, 1)
        feet = (self.along(peg, axis, axis.z + part * number) for number in range(parts))
        return [Cylinder(foot.x, foot.y, POLE_RADIUS, foot.z, foot.z + part) for foot in feet]


def _check(
    pegs: Mapping[str, Place],
    thickness: Sequence[float],
    diameters: Sequence[float],
    stacks: Mapping[str, Sequence[int]],
    tops: Mapping[str, Place],
) -> None:
    if len(thickness) != len(diameters):
        raise ValueError("There must be as many thicknesses as diameters.")
    if any(peg not in pegs or top[2] <= pegs[peg][2] for peg, top in tops.items()):
        raise ValueError("A top is a point above the foot of a peg.")
    if unknown := set(stacks) - set(pegs):
        raise ValueError(f"There is no peg {min(unknown)}.")
    disks = [disk for stack in stacks.values() for disk in stack]
    if len(set(disks)) < len(disks) or not set(disks) <= set(range(1, len(diameters) + 1)):
        raise ValueError(f"The disks are 1 to {len(diameters)}, each in one place at most.")

"""Exhibits to try motion on, the textbook recursion, and a checker of clearances made from the rules."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise
from math import dist, hypot, inf

from hypothesis import strategies as st

from controller.model import Move, Point, State, Step
from controller.motion.actions import Grip, Release, Travel
from controller.motion.geometry import Geometry, GripperTimes, Jaw, MotionLimits, Workspace

EPSILON = 1e-6
CONTACT = 1e-9  # mm: bodies that only touch count as over one another

LIMITS = MotionLimits(travel_speed=200, lift_speed=80, acceleration=1200)
GRIPPER = GripperTimes(grip_settle=0.3, release_settle=0.3)

# Four disks on a board at z 4: the tower is 36 mm high, its top at 40.
FOUR = Geometry(
    names=("A", "B", "C"),
    pegs=(Point(130, 115, 4), Point(190, 0, 4), Point(130, -115, 4)),
    thickness=(9, 9, 9, 9),
    diameters=(30, 38, 46, 54),
    pole_height=0,
    grip_depth=0,
    clearance=5,
    workspace=Workspace(z=(0, 200), radius=(80, 320)),
    park=Point(120, 0, 150),
)

# Three pegs in a row, so that the way between the outer two leads over the middle one.
ROW = replace(
    FOUR,
    pegs=(Point(150, 80, 0), Point(150, 0, 0), Point(150, -80, 0)),
    park=Point(220, 40, 150),
)


def grown(geometry: Geometry, disks: int) -> Geometry:
    """`geometry` with another number of disks, the last one repeated."""
    sizes = [min(disk, len(geometry.diameters) - 1) for disk in range(disks)]
    return replace(
        geometry,
        thickness=tuple(geometry.thickness[size] for size in sizes),
        diameters=tuple(geometry.diameters[size] for size in sizes),
    )


def tower_moves(disks: int, source: int, target: int) -> Iterator[Move]:
    """The textbook recursion on three pegs."""
    if disks:
        spare = 3 - source - target
        yield from tower_moves(disks - 1, source, spare)
        yield Move(disks, source, target)
        yield from tower_moves(disks - 1, spare, target)


def tower_steps(disks: int, source: int, target: int) -> Iterator[Step]:
    """The steps of the whole run."""
    state = State.tower(disks, source)
    for number, move in enumerate(tower_moves(disks, source, target), 1):
        yield Step(number, move, state)
        state = state.apply(move)


def last_point(actions: list, at: Point) -> Point:
    """Where the tool is after `actions`."""
    return next((action.to for action in reversed(actions) if isinstance(action, Travel)), at)


def samples(points: list[Point], every: float = 2.0) -> Iterator[Point]:
    """Points along a polyline at most `every` mm apart, its corners included."""
    for a, b in pairwise(points):
        parts = max(1, int(dist(a, b) / every) + 1)
        for part in range(parts + 1):
            share = part / parts
            yield Point(*(p + share * (q - p) for p, q in zip(a, b, strict=True)))


class Checker:
    """Watches actions being carried out: the least air kept beyond the clearance, and where the tool was.

    Every disk stands where its peg's axis is at the height at which it is held.
    """

    def __init__(self, geometry: Geometry, state: State, at: Point) -> None:
        self.geometry = geometry
        self.stacks = [list(stack) for stack in state.stacks]
        self.at = at
        self.held = 0
        self.slack = inf  # least of (gap below the tool or disk) - clearance
        self.side_slack = inf  # least of (gap beside the open jaw) - clearance, on the axis of a peg
        self.visited: list[Point] = [at]

    def watch(self, actions: list) -> "Checker":
        for action in actions:
            if isinstance(action, Travel):
                self._travel(action.to)
            elif isinstance(action, Grip):
                self._grip(action)
            elif isinstance(action, Release):
                self._release(action)
        return self

    def _travel(self, to: Point) -> None:
        for point in [*samples([self.at, to]), *self._nearest_to_feet(to)]:
            self.visited.append(point)
            self.slack = min(self.slack, self._gap(point) - self.geometry.clearance)
            self.side_slack = min(self.side_slack, self._side_gap(point) - self.geometry.clearance)
        self.at = to

    def _nearest_to_feet(self, to: Point) -> Iterator[Point]:
        """Where the way to `to` comes nearest to each peg's foot: samples may miss where it only touches."""
        way = (to.x - self.at.x, to.y - self.at.y)
        square = way[0] ** 2 + way[1] ** 2
        for foot in self.geometry.pegs if square else ():
            along = (foot.x - self.at.x) * way[0] + (foot.y - self.at.y) * way[1]
            share = min(1.0, max(0.0, along / square))
            yield Point(*(p + share * (q - p) for p, q in zip(self.at, to, strict=True)))

    def axis(self, peg: int, z: float) -> Point:
        """Where a peg's axis is at height `z`."""
        foot = self.geometry.pegs[peg]
        lean = self.geometry.leans[peg] if self.geometry.leans else (0, 0)
        return Point(foot.x + lean[0] * (z - foot.z), foot.y + lean[1] * (z - foot.z), z)

    def _bodies(self) -> list[tuple[float, float]]:
        """(radius, mm below the tip) of what moves: the tip, the jaw round it, the disk in it."""
        geometry, jaw = self.geometry, self.geometry.jaw
        if not self.held:
            return [(jaw.open / 2 + jaw.finger if jaw else 0.0, 0.0)]
        radius = geometry.diameters[self.held - 1] / 2
        disk = (radius, geometry.thickness[self.held - 1] - geometry.grip_depth)
        return [disk, (radius + jaw.finger, 0.0)] if jaw else [disk]

    def _gap(self, tip: Point) -> float:
        """The least height of what moves above everything that it is over."""
        pegs = [peg for peg in range(len(self.stacks)) if dist(tip, self.axis(peg, tip.z)) >= EPSILON]
        return min(
            (gap for peg in pegs for body in self._bodies() for gap in self._gaps(tip, peg, *body)),
            default=inf,
        )

    def _gaps(self, tip: Point, peg: int, radius: float, hanging: float) -> Iterator[float]:
        foot = self.geometry.pegs[peg]
        for z in (foot.z, foot.z + self.geometry.pole_height):
            if _aside(tip, self.axis(peg, z)) < radius + 0.5 - EPSILON:  # a pole of 1 mm
                yield tip.z - hanging - foot.z - self.geometry.pole_height
        for disk, top, middle in self._standing(peg):
            if _aside(tip, middle) < radius + self.geometry.diameters[disk - 1] / 2 + CONTACT:
                yield tip.z - hanging - top

    def _side_gap(self, tip: Point) -> float:
        """The least distance of the open jaw, on the axis of a peg, from the disks of others beside it."""
        gaps = [inf]
        others = [peg for peg in range(len(self.stacks)) if dist(tip, self.axis(peg, tip.z)) >= EPSILON]
        on_axis = len(others) < len(self.stacks)
        for peg in others if on_axis and self.geometry.jaw and not self.held else ():
            for disk, top, middle in self._standing(peg):
                if top > tip.z - self.geometry.clearance + EPSILON:
                    radius = self.geometry.diameters[disk - 1] / 2
                    gaps.append(_aside(tip, middle) - radius - self._bodies()[0][0])
        return min(gaps)

    def _standing(self, peg: int) -> Iterator[tuple[int, float, Point]]:
        """Each disk on a peg, how high its upper face is, and its middle."""
        top = self.geometry.pegs[peg].z
        for disk in self.stacks[peg]:
            top += self.geometry.thickness[disk - 1]
            yield disk, top, self.axis(peg, top - self.geometry.grip_depth)

    def _grip(self, action: Grip) -> None:
        assert self.stacks[action.peg][-1] == action.disk
        self._check_height(action.peg)
        self.held = self.stacks[action.peg].pop()

    def _release(self, action: Release) -> None:
        assert self.held == action.disk
        self.stacks[action.peg].append(self.held)
        self.held = 0
        self._check_height(action.peg)

    def _check_height(self, peg: int) -> None:
        """The tip is grip_depth below the top of the peg's stack, and presses on, on its axis."""
        top = self.geometry.pegs[peg].z + sum(self.geometry.thickness[disk - 1] for disk in self.stacks[peg])
        tip = top - self.geometry.grip_depth - self.geometry.press
        assert dist(self.at, self.axis(peg, tip)) < EPSILON


def _aside(tip: Point, place: Point) -> float:
    return hypot(tip.x - place.x, tip.y - place.y)


def within(workspace: Workspace, point: Point) -> bool:
    """Whether the tip may be at `point`."""
    reach = hypot(point.x, point.y)
    bounds = [
        (workspace.z, point.z),
        (workspace.x, point.x),
        (workspace.y, point.y),
        (workspace.radius, reach),
    ]
    return all(b is None or b[0] - EPSILON <= value <= b[1] + EPSILON for b, value in bounds)


@st.composite
def geometries(draw: st.DrawFn, pegs: int = 3, most_disks: int = 5) -> Geometry:
    """Exhibits that can be built: within a ring, no two stacks touching; pegs at heights of their own."""
    disks = draw(st.integers(1, most_disks))
    diameters = sorted(draw(st.lists(st.integers(20, 80), min_size=disks, max_size=disks)))
    thickness = draw(st.lists(st.integers(4, 15), min_size=disks, max_size=disks))
    spots = st.tuples(st.integers(-30, 30), st.integers(-30, 30)).map(
        lambda spot: (spot[0] * 10, spot[1] * 10)
    )
    inner = 90

    def apart(places: list[tuple[int, int]]) -> bool:
        gap = max(diameters[-1], 20)
        return all(dist(a, b) > gap for a, b in combinations(places, 2))

    in_ring = spots.filter(lambda spot: inner <= hypot(*spot) <= 320)
    places = draw(st.lists(in_ring, min_size=pegs, max_size=pegs, unique=True).filter(apart))
    park = draw(in_ring)
    levels = draw(st.lists(st.integers(0, 40), min_size=pegs, max_size=pegs))
    return Geometry(
        names=tuple("ABCDE"[:pegs]),
        pegs=tuple(Point(x, y, z) for (x, y), z in zip(places, levels, strict=True)),
        thickness=tuple(thickness),
        diameters=tuple(diameters),
        pole_height=draw(st.sampled_from([0, 0, 25, 70])),
        grip_depth=draw(st.integers(0, min(thickness))),
        clearance=draw(st.integers(1, 10)),
        workspace=Workspace(z=(0, 400), radius=(inner, 320)),
        park=Point(*park, 250),
    )


leans = st.tuples(st.floats(-0.1, 0.1), st.floats(-0.1, 0.1))


@st.composite
def real_tables(draw: st.DrawFn, pegs: int = 3, most_disks: int = 4) -> Geometry:
    """Tables with pegs that lean, a cup that gives way or a jaw, and one side to arrive from."""
    geometry = draw(geometries(pegs, most_disks))
    widest = geometry.diameters[-1]
    arrive_from = draw(st.sampled_from([(0, 0), (-3, 0), (2, -4)]))
    jaws = st.builds(Jaw, open=st.integers(widest, widest + 20), finger=st.integers(0, 10))
    jaw = draw(st.none() | jaws)
    return replace(
        geometry,
        leans=tuple(draw(st.lists(leans, min_size=pegs, max_size=pegs) | st.just([(0.0, 0.0)] * pegs))),
        jaw=jaw if jaw and _has_room(jaw, geometry) else None,
        press=draw(st.sampled_from([0, 1.5])),
        arrive_from=arrive_from,
        arrive_turned=draw(st.sampled_from([0, -2, 3])) if arrive_from == (0, 0) else 0,
        workspace=Workspace(z=(-5, 400), radius=(60, 400)),
    )


def _has_room(jaw: Jaw, geometry: Geometry) -> bool:
    """Whether the jaw keeps clear of what stands on the other pegs, even where stacks lean to each other."""
    leant = 2 * hypot(0.1, 0.1) * sum(geometry.thickness)
    reach = jaw.open / 2 + jaw.finger + geometry.clearance + geometry.diameters[-1] / 2
    places = [peg[:2] for peg in geometry.pegs]
    return all(dist(a, b) - leant >= reach for a, b in combinations(places, 2))


@st.composite
def states(draw: st.DrawFn, disks: int, pegs: int) -> State:
    """Any legal state."""
    return State(tuple(draw(st.lists(st.integers(0, pegs - 1), min_size=disks, max_size=disks))), pegs)


def legal_moves(state: State) -> list[Move]:
    """All moves that the rules allow."""
    tops = [state.top(peg) for peg in range(state.pegs)]
    return [
        Move(disk, source, target)
        for source, disk in enumerate(tops)
        for target, onto in enumerate(tops)
        if disk is not None and source != target and (onto is None or onto > disk)
    ]

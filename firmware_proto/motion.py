"""A firmware's motion planner: queued straight moves, looked ahead, carried out on a given clock.

The speed at a corner follows from the junction deviation. What is being travelled cannot be changed any more:
a move's profile is fixed when it begins, as in the firmwares themselves.
"""

import math
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from firmware_proto.points import Point
from firmware_proto.supply import Supply
from firmware_proto.trapezoid import Trapezoid

_AXIS_SPEED = Point(500.0, 500.0, 500.0)
_AXIS_ACCELERATION = Point(3000.0, 3000.0, 3000.0)


@dataclass(slots=True)
class MotionSettings:
    """What the machine allows: mm/s and mm/s2 of each axis, mm/s2 along the way, mm of junction deviation."""

    max_speed: Point = _AXIS_SPEED
    max_acceleration: Point = _AXIS_ACCELERATION
    acceleration: float = 1200.0
    junction_deviation: float = 0.013


class Piece(NamedTuple):
    """A straight way really travelled, from `start` at time `begun` to `end` at time `ended`."""

    start: Point
    end: Point
    begun: float
    ended: float


@dataclass(slots=True)
class Block:
    """A planned move; speeds squared, (mm/s)^2."""

    start: Point
    end: Point
    unit: Point
    length: float
    acceleration: float
    cruise: float
    pull: float  # the most acceleration in the corner before it, whatever the axes allow
    corner: float = 0.0  # the most that the corner before it allows
    entry: float = field(default=0.0, init=False)


@dataclass(slots=True)
class Travel:
    """The move being travelled."""

    block: Block
    profile: Trapezoid
    begun: float
    told: float  # up to when its way has been told in pieces
    at: Point

    @property
    def end(self) -> float:
        """When it will be over, seconds."""
        return self.begun + self.profile.duration


class MotionPlanner:
    """Moves queue up with `add`; time passes with `advance`, which tells the way travelled.

    At most `blocks` moves are planned, the one being travelled counted. From rest, motion begins
    `start_delay` seconds after the first move was planned, or with the third.
    """

    def __init__(self, position: Point, blocks: int, start_delay: float) -> None:
        self.settings = MotionSettings()
        self.target = position
        """Where the last planned move ends."""
        self.supply = Supply()
        self._blocks = blocks
        self._start_delay = start_delay
        self._queue: deque[Block] = deque()
        self._travel: Travel | None = None
        self._start_at: float | None = None

    @property
    def idle(self) -> bool:
        """Nothing moves and nothing is planned."""
        return self._travel is None and not self._queue

    @property
    def has_room(self) -> bool:
        """Another move can be planned; the one being travelled takes a place too."""
        return len(self._queue) + (self._travel is not None) < self._blocks

    def position(self, now: float) -> Point:
        """Where the tool is; time must have been advanced to `now`."""
        if self._travel is None:
            return self._queue[0].start if self._queue else self.target
        return place_of(self._travel, now)

    def add(self, end: Point, speed: float, now: float) -> None:
        """Plan a straight move at `speed` mm/s from where the last one ends; one of no length is nothing."""
        if end == self.target:
            return
        block = self._block(end, speed)
        before = self._queue[-1] if self._queue else self._travel and self._travel.block
        if before:
            block.corner = self._corner(before, block)
        self._queue.append(block)
        self.supply.move_came()
        self.target = end
        self._look_ahead()
        self._set_start(now)

    def advance(self, now: float) -> Iterator[Piece]:
        """Let time pass up to `now`; each move that ends on the way is told when it is over."""
        while (change := self.next_change()) is not None and change <= now:
            if self._travel is None:
                self._begin(change)
            else:
                yield self._finish(self._travel)

    def pieces_until(self, now: float) -> Iterator[Piece]:
        """Tell the part of the present move that has been travelled and not yet told."""
        if self._travel is not None and now > self._travel.told:
            place = place_of(self._travel, now)
            yield Piece(self._travel.at, place, self._travel.told, now)
            self._travel.told, self._travel.at = now, place

    def stop(self, now: float) -> bool:
        """Stand still at once and forget all moves; whether anything was moving."""
        moving = self._travel is not None
        self.target = self.position(now)
        self.supply.stopped(now)
        self._queue.clear()
        self._travel = self._start_at = None
        return moving

    def next_change(self) -> float | None:
        """When a move will next begin or end."""
        return self._travel.end if self._travel else self._start_at

    def _block(self, end: Point, speed: float) -> Block:
        way, length = end.minus(self.target), end.distance(self.target)
        unit = Point(*(part / length for part in way))
        acceleration = within(self.settings.max_acceleration, unit, self.settings.acceleration)
        cruise = within(self.settings.max_speed, unit, speed)
        return Block(self.target, end, unit, length, acceleration, cruise, pull=acceleration)

    def _corner(self, before: Block, block: Block) -> float:
        turn = block.unit.minus(before.unit)
        size = math.hypot(*turn)
        slower = min(before.cruise, block.cruise) ** 2
        half_sine = math.sqrt(max(0.0, 1 - size * size / 4))  # of half the angle between way back and way on
        if half_sine > 1 - 1e-9:
            return slower
        towards = Point(*(part / size for part in turn))
        pull = within(self.settings.max_acceleration, towards, block.pull)
        return min(slower, pull * self.settings.junction_deviation * half_sine / (1 - half_sine))

    def _look_ahead(self) -> None:
        """Settle the entry speeds of all moves not yet begun, so that each can still brake for the next."""
        leave = 0.0
        for block in reversed(self._queue):
            block.entry = leave = min(block.corner, leave + 2 * block.acceleration * block.length)
        reach = self._leave_speed() ** 2
        for block in self._queue:
            block.entry = min(block.entry, reach)
            reach = block.entry + 2 * block.acceleration * block.length

    def _leave_speed(self) -> float:
        return self._travel.profile.leave if self._travel else 0.0

    def _set_start(self, now: float) -> None:
        """From rest, wait a moment for more moves: there is more to look ahead over."""
        if self._travel is None:
            due = now if len(self._queue) > 2 else now + self._start_delay
            self._start_at = due if self._start_at is None else min(self._start_at, due)

    def _begin(self, at: float) -> None:
        block = self._queue.popleft()
        leave = math.sqrt(self._queue[0].entry) if self._queue else 0.0
        profile = Trapezoid(block.length, math.sqrt(block.entry), block.cruise, leave, block.acceleration)
        self._travel = Travel(block, profile, at, at, block.start)
        self._start_at = None
        self.supply.began(at)

    def _finish(self, travel: Travel) -> Piece:
        self._travel = None
        if self._queue:
            self._begin(travel.end)
        else:
            self.supply.ran_out(travel.end)
        return Piece(travel.at, travel.block.end, travel.told, travel.end)


def place_of(travel: Travel, now: float) -> Point:
    """Where the tool is on a move under way."""
    share = travel.profile.distance_at(now - travel.begun) / travel.profile.length
    return travel.block.start.towards(travel.block.end, min(max(share, 0.0), 1.0))


def within(most: Point, unit: Point, wanted: float) -> float:
    """`wanted` along `unit`, cut so that no axis exceeds its `most`."""
    return min([wanted, *(limit / abs(part) for limit, part in zip(most, unit, strict=True) if part)])

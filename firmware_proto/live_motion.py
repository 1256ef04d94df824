"""A motion planner as GRBL's: the move under way is planned anew, and motion can be held.

Here motion begins when it is told to, each block that joins may raise the speed at which the present one
ends, and a hold brakes along the way and keeps what is left of it.
"""

import math
from collections.abc import Iterator
from dataclasses import replace

from firmware_proto.motion import Block, MotionPlanner, Piece, Travel, place_of
from firmware_proto.points import Point
from firmware_proto.trapezoid import Trapezoid
from firmware_proto.waits import earliest

_STANDING = 1e-6
"""mm/s and mm: so slow, or so short, that it is nothing."""


class LivePlanner(MotionPlanner):
    """At most `blocks` moves are planned, the one under way counted; none begins before `start`.

    A stop counts as motion for `stop_seconds` more; `stops` counts them.
    """

    def __init__(self, position: Point, blocks: int) -> None:
        super().__init__(position, blocks, 0.0)
        self.stop_seconds = 0.0
        self.stops = 0
        self._holding = False
        self._rest_at: float | None = None
        self._entry = 0.0  # mm/s at which the first of the queue begins

    @property
    def running(self) -> bool:
        """Something moves, or has only just come to rest."""
        return self._travel is not None or self._rest_at is not None

    @property
    def held(self) -> bool:
        """A hold has come to its end, or there was nothing to hold."""
        return self._holding and not self.running

    @property
    def planned(self) -> int:
        """How many blocks are taken."""
        return len(self._queue) + (self._travel is not None)

    def speed(self, now: float) -> float:
        """How fast the tool moves, mm/s."""
        return self._travel.profile.speed_at(now - self._travel.begun) if self._travel else 0.0

    def start(self, now: float) -> None:
        """Begin with what is planned, unless it is held or under way."""
        if self._queue and self._travel is None and self._start_at is None and not self._holding:
            self._start_at = now if self._rest_at is None else max(now, self._rest_at)

    def add(self, end: Point, speed: float, now: float) -> None:
        """Plan a straight move at `speed` mm/s from where the last one ends; one of no length is nothing."""
        super().add(end, speed, now)
        if self._travel is not None and not self._holding:
            self._reopen(self._travel, now)

    def hold(self, now: float) -> None:
        """Brake along the way, and begin nothing until `resume`."""
        if self._holding:
            return
        self._holding, self._start_at = True, None
        self.supply.rest_wanted()
        if self._travel is not None:
            self._reopen(self._travel, now)

    def resume(self, now: float) -> None:
        """Go on with what a hold has left."""
        self._holding = False
        if self._queue:
            self._queue[0].corner = 0.0
        self._look_ahead()
        self.start(now)

    def stop(self, now: float) -> bool:
        """Stand still at once and forget all moves; whether anything was moving."""
        moving = super().stop(now)
        self._holding, self._rest_at, self._entry = False, None, 0.0
        return moving

    def advance(self, now: float) -> Iterator[Piece]:
        """Let time pass up to `now`; each move that ends on the way is told when it is over."""
        while (change := self.next_change()) is not None and change <= now:
            if change == self._rest_at:
                self._rest_at = None
                self.stops += 1
            elif self._travel is None:
                self._begin(change)
            else:
                yield self._finish(self._travel)

    def next_change(self) -> float | None:
        """When a move will next begin or end, or a stop be over."""
        return earliest(self._rest_at, super().next_change())

    def _block(self, end: Point, speed: float) -> Block:
        return replace(super()._block(end, speed), pull=math.inf)

    def _set_start(self, now: float) -> None:
        """Motion begins with `start`."""

    def _leave_speed(self) -> float:
        return super()._leave_speed() if self._travel else self._entry

    def _begin(self, at: float) -> None:
        if self._holding:
            self._brake(at)
        else:
            super()._begin(at)

    def _finish(self, travel: Travel) -> Piece:
        self._entry = travel.profile.leave
        piece = super()._finish(travel)
        if self._travel is None:
            self._entry = 0.0
            self._rest_at = travel.end + self.stop_seconds
        return piece

    def _reopen(self, travel: Travel, now: float) -> None:
        """Cut the move under way in two, and begin what is left anew at the speed it has."""
        place, speed = place_of(travel, now), self.speed(now)
        left = place.distance(travel.block.end)
        if left < _STANDING:
            return
        self._queue.appendleft(replace(travel.block, start=place, length=left, corner=speed**2))
        self._travel, self._entry = None, speed
        self._look_ahead()
        self._begin(now)
        if self._travel is not None:
            self._travel.told, self._travel.at = travel.told, travel.at

    def _brake(self, at: float) -> None:
        """Slow down in the first of the queue; what is beyond the standstill stays in it."""
        if self._entry < _STANDING:
            return
        block, speed = self._queue.popleft(), self._entry
        way = speed**2 / (2 * block.acceleration)
        if way < block.length - _STANDING:
            stop = block.start.towards(block.end, way / block.length)
            self._queue.appendleft(replace(block, start=stop, length=block.length - way, corner=0.0))
            block = replace(block, end=stop, length=way)
        leave = math.sqrt(max(speed**2 - 2 * block.acceleration * block.length, 0.0))
        profile = Trapezoid(block.length, speed, speed, leave, block.acceleration)
        self._travel = Travel(block, profile, at, at, block.start)

"""The bench at the level of picks and places: days of them in a moment.

It has the laws and the luck of the bench, but no tool that travels: it is told which disk is carried where,
and for how many seconds. What must be measured on the way (collisions, settling) is taken to be right.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import Literal, NamedTuple

from firmware_proto.bench import LANDING_TOLERANCE, LATE_RISE, ROUNDING
from firmware_proto.imperfection import Chance, Imperfections, Luck
from firmware_proto.points import Point
from firmware_proto.seats import Load, Seat, tips_over

Outcome = Literal["lost", "dropped", "out of line"]
Cause = Literal["walk", "seat", "tipping", "thickness", "sag", "double pick", "late release", "leak"]

OUTCOME_OF: dict[Cause, Outcome] = {
    "walk": "out of line",
    "tipping": "out of line",
    "thickness": "out of line",
    "sag": "out of line",
    "seat": "lost",
    "double pick": "lost",
    "late release": "dropped",
    "leak": "dropped",
}
"""What becomes of a disk: the program no longer knows where it is, it falls, or the gripper misses it."""


class Mishap(NamedTuple):
    """A disk comes to grief, and why."""

    cause: Cause
    disk: int

    @property
    def outcome(self) -> Outcome:
        """What becomes of the disk."""
        return OUTCOME_OF[self.cause]


class Limp(NamedTuple):
    """How often the motors go limp: from homing to the first carry, and in each to grip and to let go."""

    before: int = 0
    to_grip: int = 0
    to_let_go: int = 0


AT_EACH_STOP = Limp(before=1, to_grip=1, to_let_go=1)
"""Before the first carry there is one stop, at the park position."""

AT_EACH_GRIP = Limp(to_grip=1)


@dataclass(frozen=True, slots=True)
class Pieces:
    """What is handled, mm: `thickness` and `diameters` of the disks, smallest first; poles above the board.

    `centring`: the gripper draws a disk to its middle, as fingers do; a cup does not. `off_axis`: how far off
    its axis each disk may be before the gripper misses it. `press`: how much too low, or too high, the
    gripper may come.
    """

    thickness: Sequence[float]
    diameters: Sequence[float]
    off_axis: Sequence[float]
    seat: Seat
    pole_height: float = 0.0
    centring: bool = False
    press: float = LANDING_TOLERANCE


class QuickBench:
    """Disks on pegs, carried one by one; `stacks`: the disks on each peg, bottom to top.

    `limp`: when the motors go limp, so that the arm sags.
    """

    def __init__(
        self,
        pieces: Pieces,
        stacks: Sequence[Sequence[int]],
        imperfections: Imperfections,
        chance: Chance,
        limp: Limp = AT_EACH_GRIP,
    ) -> None:
        self._pieces, self._seat = pieces, pieces.seat
        self._bears = pieces.press + ROUNDING
        self._imperfections = imperfections
        self._picks_off = imperfections.picking > 0
        self._may_misfit = bool(imperfections.thickness or imperfections.sag)
        self._luck = Luck(imperfections, chance)
        self._sags = [times * imperfections.sag for times in limp]
        self._sunk = self._sags[0]
        self._recess = pieces.seat.kind == "recess"
        # Where no disk may be as far aside as this, one is out of line before anything tips.
        self._may_tip = 2 * max(pieces.off_axis) >= min(pieces.diameters) / 2
        self.stacks = [list(stack) for stack in stacks]
        self._x, self._y = [0.0] * (len(pieces.diameters) + 1), [0.0] * (len(pieces.diameters) + 1)

    def aside(self, disk: int) -> tuple[float, float]:
        """How far a disk stands off the axis of its peg, mm in X and Y."""
        return self._x[disk], self._y[disk]

    def straighten(self) -> None:
        """A person puts every disk right, where the program takes it to be, and the arm is homed."""
        self._sunk = self._sags[0]
        self._x, self._y = [0.0] * len(self._x), [0.0] * len(self._y)

    def carry(self, disk: int, source: int, target: int, seconds: float) -> Mishap | None:
        """The top disk of one peg goes to another, held for so many seconds; what goes wrong, if anything."""
        below, onto = self.stacks[source], self.stacks[target]
        below.pop()
        cause = self._pick(disk, below) or self._hold(seconds) or self._sink() or self._place(disk, onto)
        onto.append(disk)
        if cause is None and self._may_tip:
            cause = self._tip(onto)
        return Mishap(cause, disk) if cause else None

    def _pick(self, disk: int, below: list[int]) -> Cause | None:
        if self._may_misfit and (cause := self._misfit(len(below) + 1)):
            return cause
        if self._picks_off:
            x, y = self._luck.picking_error()
            self._x[disk] -= x
            self._y[disk] -= y
            if self._is_out(disk):
                return "walk"
        if self._pieces.centring:
            self._x[disk] = self._y[disk] = 0.0
        return "double pick" if below and self._luck.double_pick.happens() else None

    def _misfit(self, disks: int) -> Cause | None:
        """Whether the top of so many disks is not where the gripper, sunk once more, takes it to be."""
        self._sunk += self._sags[1]
        thick = self._imperfections.thickness * disks
        if abs(thick + self._sunk) <= self._bears:
            return None
        return "thickness" if abs(thick) > self._sunk else "sag"

    def _sink(self) -> Cause | None:
        """Whether the gripper, sunk once more, is too deep as it lets go."""
        self._sunk += self._sags[2]
        return "sag" if self._sunk > self._bears else None

    def _hold(self, seconds: float) -> Cause | None:
        return "leak" if self._luck.leak.held(seconds) else None

    def _place(self, disk: int, onto: list[int]) -> Cause | None:
        if self._luck.late_release.happens() and not self._is_led(onto):
            return "late release"
        at_x = at_y = 0.0
        if self._recess and onto:
            at_x, at_y = self._x[onto[-1]], self._y[onto[-1]]
        x, y = self._luck.placing_error()
        settled = self._seat.settle(self._x[disk] + x - at_x, self._y[disk] + y - at_y)
        if settled is None:
            return "seat"
        self._x[disk], self._y[disk] = settled[0] + at_x, settled[1] + at_y
        return "walk" if self._is_out(disk) else None

    def _is_led(self, onto: list[int]) -> bool:
        """Whether a pole still leads a disk home that falls from as high as it has clung to the gripper."""
        if self._seat.kind != "pole":
            return False
        height = sum(self._pieces.thickness[each - 1] for each in onto)
        return height + LATE_RISE < self._pieces.pole_height

    def _is_out(self, disk: int) -> bool:
        return hypot(self._x[disk], self._y[disk]) > self._pieces.off_axis[disk - 1]

    def _tip(self, stack: list[int]) -> Cause | None:
        return "tipping" if tips_over([self._load(disk) for disk in stack]) is not None else None

    def _load(self, disk: int) -> Load:
        middle = Point(self._x[disk], self._y[disk], 0.0)
        return Load(middle, self._pieces.diameters[disk - 1] / 2, self._pieces.thickness[disk - 1])

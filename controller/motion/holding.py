"""How long a disk is held at a stretch, and so how long a pump runs: from a grip until the release.

The runner pauses only between moves, so nothing but the way itself is counted.
"""

from collections.abc import Iterable, Iterator
from itertools import permutations
from typing import NamedTuple

from controller.model import State
from controller.motion.census import TooManyKinds, count_legs
from controller.motion.estimate import WALKED_MOVES, MadeOfTransfers, PlanLike
from controller.motion.geometry import GeometryProblem
from controller.motion.legs import LegTimes
from controller.motion.path import Hop, PathPlanner

_HOLD_LIMIT = ("arm", "gripper", "hold_limit")
# Replies, a firmware's own waits and its rounding come on top of what is reckoned: some 3 % on GRBL.
WIRE_SHARE = 0.05


class Hold(NamedTuple):
    """`disk`, or one just like it, is held for `seconds` on its way between two pegs."""

    seconds: float
    disk: int
    source: int
    target: int


def hold_problems(
    planner: PathPlanner, limit: float, runs: Iterable[tuple[PlanLike, State]]
) -> list[GeometryProblem]:
    """What is wrong where a disk may be held for `limit` seconds at most; each run begins at its state.

    The wire's share is added to the hold as reckoned.
    """
    longest = max(longest_hold(planner, plan, start) for plan, start in runs)
    seconds = longest.seconds * (1 + WIRE_SHARE)
    if seconds <= limit:
        return []
    source, target = (planner.geometry.names[peg] for peg in (longest.source, longest.target))
    return [
        GeometryProblem(
            _HOLD_LIMIT,
            f"disk {longest.disk} is held for {seconds:.1f} s on its way from {source} to {target},"
            f" longer than {limit:g} s: raise the speeds, set the pegs nearer together, or allow more",
        )
    ]


def longest_hold(planner: PathPlanner, plan: PlanLike, start: State) -> Hold:
    """The longest hold of `plan` from `start`; where its kinds are too many to count, one no shorter."""
    times = LegTimes(planner)
    try:
        holds = list(_holds(times, plan, start))
    except TooManyKinds:
        holds = list(_bounds(planner))
    return max(holds, default=Hold(0.0, 0, 0, 0))


def _holds(times: LegTimes, plan: PlanLike, start: State) -> Iterator[Hold]:
    gripper = times.planner.gripper
    if plan.length > WALKED_MOVES and isinstance(plan, MadeOfTransfers):
        legs = {leg for leg, _ in count_legs(times, start, [part for part in plan.legs if part.disks])}
    else:
        legs = set()
        for move in plan:
            legs.add(times.leg(move.source, move.target, move.disk, times.pile_of(start, move.disk)))
            start = start.apply(move)
    for leg in legs:
        if leg.carried:
            seconds = times.seconds(leg) - gripper.release_settle + gripper.grip_settle
            yield Hold(seconds, leg.carried, leg.source, leg.target)


def _bounds(planner: PathPlanner) -> Iterator[Hold]:
    """Each disk between each two pegs, from board to board over the most that can stand anywhere."""
    table = planner.table
    for source, target in permutations(range(len(planner.geometry.pegs)), 2):
        passage = planner.passage(source, target)
        for disk in range(1, len(table.radii) + 1):
            start, end = (table.above(peg, table.tip_height(peg, 0.0, disk)) for peg in (source, target))
            demands = dict(table.demands(passage, table.largest_pile, disk))
            hop = Hop(passage, start, end, demands, disk, planner.geometry.workspace.z[1])
            way = planner.hop(hop)
            yield Hold(planner.gripper.grip_settle + planner.seconds(way, start), disk, source, target)

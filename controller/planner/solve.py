"""The plan for a whole tower."""

from controller.errors import InvalidPlan
from controller.model import State
from controller.planner.checks import at_least, peg_among
from controller.planner.frame_stewart import transfer
from controller.planner.route import Route
from controller.planner.sequence import Optimality

MOST_DISKS = 1_000_000  # on three pegs the number of moves is then one of a million bits
MOST_PEGS = 1_000

# For five and more pegs an exhaustive search shows so many disks to be shortest; the tests repeat it.
SEARCHED_DISKS = 10


def solve(disks: int, pegs: int = 3, source: int = 0, target: int | None = None) -> Route:
    """The plan that takes a tower of `disks` disks from peg `source` to peg `target` (None: the last peg).

    Raises NotAnInteger, and InvalidPlan for fewer than three pegs, a negative number, over a million disks,
    an unknown peg, or one and the same peg as source and target.
    """
    at_least(0, disks, "The number of disks")
    at_least(3, pegs, "The number of pegs")
    if disks > MOST_DISKS or pegs > MOST_PEGS:
        raise InvalidPlan(f"A plan is made for at most {MOST_DISKS:,} disks and {MOST_PEGS:,} pegs.")
    goal = pegs - 1 if target is None else peg_among(pegs, target, "The target")
    if peg_among(pegs, source, "The source") == goal:
        raise InvalidPlan(f"Source and target are both peg {goal}: name two different pegs.")
    whole_tower = transfer(1, disks, source, goal, tuple(range(pegs)))
    return Route(State.tower(disks, source, pegs), [whole_tower], tower_optimality(disks, pegs))


def tower_optimality(disks: int, pegs: int) -> Optimality:
    """What is known of the Frame-Stewart way of a whole tower.

    Three pegs: shown by induction; four: by Bousch (Bulletin of the Belgian Mathematical Society, 2014). With
    more pegs than disks every disk but the largest moves twice, which no way can avoid: it must be out of the
    largest one's way, and not yet on the target. Otherwise it is known where a search has been exhaustive,
    and presumed beyond.
    """
    return "proven" if pegs <= 4 or disks < pegs or disks <= SEARCHED_DISKS else "presumed"

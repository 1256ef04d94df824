"""What to do next, in words for visitors: the rule by hand on its path, the shortest way elsewhere."""

from collections.abc import Sequence
from itertools import count, takewhile
from typing import NamedTuple

from controller.model import Move, State
from controller.planner.between import solve_between
from controller.planner.notation import readable
from controller.planner.route import Route


class Hint(NamedTuple):
    """A move, and a sentence or two that say why it is the next one."""

    move: Move
    text: str


def hint(plan: Route, state: State, names: Sequence[str]) -> Hint | None:
    """The next move from `state` to the goal of `plan`, or None at the goal; the pegs are called `names`.

    Raises InvalidPlan where the state has other disks or pegs than the plan.
    """
    if state == plan.goal:
        return None
    done = plan.index_of(state)
    if done is None:
        return _shortest_way_hint(state, plan.goal, names)
    if _is_whole_tower(plan):
        return _hand_rule_hint(plan, done, state, names)
    move = plan[done]
    return Hint(move, f"Next, move {_spoken(move, names)}.")


def _shortest_way_hint(state: State, goal: State, names: Sequence[str]) -> Hint:
    way = solve_between(state, goal)
    left = "one move is" if way.length == 1 else f"{readable(way.length)} moves are"
    return Hint(way[0], f"From here {left} left: begin with {_spoken(way[0], names)}.")


def _is_whole_tower(plan: Route) -> bool:
    """The rule by hand is for one whole tower on three pegs."""
    return plan.pegs == 3 and len(set(plan.start.peg_of)) == len(set(plan.goal.peg_of)) == 1


def _hand_rule_hint(plan: Route, done: int, state: State, names: Sequence[str]) -> Hint:
    if done == 0:
        return _first_move(plan, names)
    if done % 2:
        return _larger_disk(state, names)
    return _disk_one(state, plan[done - 1], names)


def _first_move(plan: Route, names: Sequence[str]) -> Hint:
    start, goal = plan.start.peg_of[0], plan.goal.peg_of[0]
    if plan.disks % 2:
        move = Move(1, start, goal)
        return Hint(
            move, f"Begin with disk 1: for an odd number of disks it goes to the goal, {names[goal]}."
        )
    move = Move(1, start, _third_peg(start, goal))
    spare = names[move.target]
    return Hint(move, f"Begin with disk 1: for an even number of disks it goes to the spare peg, {spare}.")


def _larger_disk(state: State, names: Sequence[str]) -> Hint:
    """After each move of disk 1: disks 1 to k lie directly on one another, and the next larger one moves."""
    here = state.peg_of[0]
    stack = state.stacks[here][::-1]
    run = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(stack, count(1), strict=False)))
    disk = run + 1
    source = state.peg_of[run]
    move = Move(disk, source, _third_peg(source, here))
    lying = "Disk 1 lies" if run == 1 else f"Disks 1 to {run} lie on one another"
    them = "it" if run == 1 else "them"
    return Hint(move, f"{lying} on {names[here]}: leave {them} there and move {_spoken(move, names)}.")


def _disk_one(state: State, last: Move, names: Sequence[str]) -> Hint:
    here = state.peg_of[0]
    if last.disk % 2 == 0:
        text = f"Disk {last.disk} has just moved, and {last.disk} is even: put disk 1 on top of it, on "
        return Hint(Move(1, here, last.target), f"{text}{names[last.target]}.")
    text = f"Disk {last.disk} has just moved, and {last.disk} is odd: put disk 1 on the peg it came from, "
    return Hint(Move(1, here, last.source), f"{text}{names[last.source]}.")


def _third_peg(one: int, other: int) -> int:
    return 3 - one - other


def _spoken(move: Move, names: Sequence[str]) -> str:
    return f"disk {move.disk} from {names[move.source]} to {names[move.target]}"

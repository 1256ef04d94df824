"""The commands that need no machine: plan, solve, explain."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from controller.cli.values import whole_number

if TYPE_CHECKING:
    import argparse

    from controller.planner import Plan

    _Row = tuple[int, int, str, str]

CLAIMS = {
    "proven": "no way is shorter",
    "presumed": "presumably no way is shorter",
    "not optimal": "there may be a shorter way",
}


# Every disk has its lines of words.
MOST_EXPLAINED = 10_000


def add_commands(subparsers: "argparse._SubParsersAction[Any]") -> None:
    """Add the three commands to the parser of `hanoi`; each sets `run`, which takes the arguments."""
    _add_plan(subparsers.add_parser("plan", help="the moves of a tower", description=_run_plan.__doc__))
    _add_solve(
        subparsers.add_parser(
            "solve", help="the fewest moves between any two states", description=_run_solve.__doc__
        )
    )
    _add_explain(
        subparsers.add_parser(
            "explain",
            help="one move read from its bits, or methods compared",
            description=_run_explain.__doc__,
        )
    )


def _add_plan(parser: "argparse.ArgumentParser") -> None:
    parser.add_argument("--disks", type=whole_number, required=True, metavar="N", help="how many disks")
    parser.add_argument("--pegs", type=whole_number, default=3, metavar="K", help="how many pegs (3)")
    _add_ends(parser)
    parser.add_argument(
        "--start", type=whole_number, metavar="M", help="the first move shown, counted from 1"
    )
    parser.add_argument("--count", type=whole_number, metavar="K", help="how many moves are shown")
    _add_format(parser)
    parser.set_defaults(run=_run_plan)


def _add_solve(parser: "argparse.ArgumentParser") -> None:
    parser.add_argument(
        "--from-state", required=True, metavar="S", help='as in "A:3,2 B:1": disks bottom to top'
    )
    parser.add_argument("--to-state", required=True, metavar="S", help="likewise, with the same disks")
    parser.add_argument(
        "--pegs", type=whole_number, metavar="K", help="how many pegs (those named; at least 3)"
    )
    _add_format(parser)
    parser.set_defaults(run=_run_solve)


def _add_explain(parser: "argparse.ArgumentParser") -> None:
    parser.add_argument("move", nargs="?", type=whole_number, metavar="M", help="the move, counted from 1")
    parser.add_argument("--disks", type=whole_number, metavar="N", help="how many disks")
    _add_ends(parser)
    parser.add_argument("--compare", action="store_true", help="the number of moves by pegs and method")
    parser.set_defaults(run=_run_explain)


def _add_ends(parser: "argparse.ArgumentParser") -> None:
    parser.add_argument(
        "--from", dest="source", default="A", metavar="PEG", help="where the tower stands (A)"
    )
    parser.add_argument("--to", dest="target", metavar="PEG", help="where it goes (the last peg)")


def _add_format(parser: "argparse.ArgumentParser") -> None:
    parser.add_argument(
        "--format", choices=("table", "csv", "json"), default="table", help="the form (table)"
    )


def _run_plan(args: "argparse.Namespace") -> int:
    """Print the moves that take a tower of N disks from one peg to another."""
    from controller.planner import solve
    from controller.planner.notation import peg_names

    names = peg_names(args.pegs)
    source, target = _ends(args, names)
    plan = solve(args.disks, args.pegs, source, target)
    first, shown = _shown(plan, args.start, args.count)
    if args.format == "table":
        pegs = f"{args.pegs} pegs, {names[source]} to {names[target]}"
        print(f"{_counted(args.disks, 'disk')} on {pegs}: {_summary(plan)}")
    _print_moves(shown, first, names, args.format)
    return 0


def _run_solve(args: "argparse.Namespace") -> int:
    """Print the fewest moves that lead from one state to another."""
    from controller.planner import solve_between
    from controller.planner.notation import parse_state, peg_names, pegs_used

    pegs = pegs_used((args.from_state, args.to_state)) if args.pegs is None else args.pegs
    names = peg_names(pegs)
    start = parse_state(args.from_state, names)
    plan = solve_between(start, parse_state(args.to_state, names, start.disks))
    print(_summary(plan), file=sys.stdout if args.format == "table" else sys.stderr)
    _print_moves(plan, 1, names, args.format)
    return 0


def _run_explain(args: "argparse.Namespace") -> int:
    """Read move M of N disks on three pegs out of its number, or compare methods by their number of moves."""
    from controller.errors import UsageError
    from controller.planner.explain import explain
    from controller.planner.methods import comparison
    from controller.planner.notation import peg_names

    if args.disks is not None and args.disks > MOST_EXPLAINED:
        raise UsageError(f"--disks: at most {MOST_EXPLAINED:,} disks are explained, for each has its line.")
    if args.compare:
        _print_lines(comparison([4, 6, 8, 12, 16] if args.disks is None else [args.disks]))
    elif args.move is None or args.disks is None:
        raise UsageError(
            "Say which move of how many disks, as in: hanoi explain 216 --disks 8; or --compare."
        )
    else:
        names = peg_names(3)
        _print_lines(explain(args.move, args.disks, *_ends(args, names), names))
    return 0


def _ends(args: "argparse.Namespace", names: Sequence[str]) -> tuple[int, int]:
    """The pegs from which and to which the tower goes."""
    from controller.errors import InvalidPlan
    from controller.planner.notation import peg_named

    source, target = args.source, names[-1] if args.target is None else args.target
    if source == target:
        raise InvalidPlan(f"--from and --to are both {source}: name two different pegs.")
    return peg_named(source, names), peg_named(target, names)


def _shown(plan: "Plan", start: int | None, count: int | None) -> "tuple[int, Plan]":
    """The number of the first move asked for, and the part of the plan that begins with it."""
    from controller.errors import InvalidPlan
    from controller.planner.notation import readable

    first = 1 if start is None else start
    if start is not None and not 1 <= start <= plan.length:
        raise InvalidPlan(f"--start must name one of the {readable(plan.length)} moves, counted from 1.")
    if count is not None and count < 0:
        raise InvalidPlan(f"--count must be 0 or more, not {count}.")
    return first, plan[first - 1 :][:count]


def _summary(plan: "Plan") -> str:
    from controller.planner.notation import readable

    moves = "1 move" if plan.length == 1 else f"{readable(plan.length)} moves"
    return f"{moves}; {CLAIMS[plan.optimality]}."


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _print_moves(plan: "Plan", first: int, names: Sequence[str], form: str) -> None:
    """Print `plan`, its first move numbered `first`, one move at a time."""
    from itertools import count

    rows = (
        (number, disk, names[here], names[there]) for number, (disk, here, there) in zip(count(first), plan)
    )
    sys.stdout.writelines({"table": _table, "csv": _csv, "json": _json}[form](rows))


def _table(rows: "Iterable[_Row]") -> Iterator[str]:
    yield f"{'move':>12}  {'disk':>4}  from  to\n"
    for number, disk, here, there in rows:
        yield f"{number:>12}  {disk:>4}  {here:<4}  {there}\n"


def _csv(rows: "Iterable[_Row]") -> Iterator[str]:
    yield "move,disk,from,to\n"
    for number, disk, here, there in rows:
        yield f"{number},{disk},{here},{there}\n"


def _json(rows: "Iterable[_Row]") -> Iterator[str]:
    opening = "[\n"
    for number, disk, here, there in rows:
        yield f'{opening}{{"move": {number}, "disk": {disk}, "from": "{here}", "to": "{there}"}}'
        opening = ",\n"
    yield "[]\n" if opening == "[\n" else "\n]\n"


def _print_lines(lines: Iterable[str]) -> None:
    sys.stdout.writelines(f"{line}\n" for line in lines)

"""What can be asked of a config without moving anything: check, estimate, gcode, forecast."""

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

from controller.cli import forecast
from controller.cli.output import write_whole
from controller.cli.values import file_name, number_of

if TYPE_CHECKING:
    from controller.motion.estimate import Estimate

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
CONFIG_HELP = "a YAML file, or the name of a ready exhibit, such as demo or marlin-arm"

MOST_RECKONED = 1000  # disks; each has its line, and digits of its own


def add_commands(commands: Commands) -> None:
    """Add check, estimate, gcode and forecast."""
    check = commands.add_parser("check", help="every mistake in a config at once")
    check.add_argument("config", metavar="CONFIG", help=CONFIG_HELP)
    check.set_defaults(run=_check)

    estimate = commands.add_parser("estimate", help="how many moves, how long")
    estimate.add_argument("config", metavar="CONFIG", help=CONFIG_HELP)
    estimate.add_argument(
        "--disks",
        type=number_of("disks", 0, MOST_RECKONED),
        metavar="N",
        help="reckon with another number of disks",
    )
    estimate.add_argument("--json", action="store_true", help="moves, seconds and per_disk as JSON")
    estimate.set_defaults(run=_estimate)

    gcode = commands.add_parser("gcode", help="the whole program as G-code, for any sender")
    gcode.add_argument("config", metavar="CONFIG", help=CONFIG_HELP)
    gcode.add_argument("-o", "--output", type=file_name, metavar="FILE", help="write to FILE, not to stdout")
    gcode.set_defaults(run=_gcode)

    forecast.add_command(commands, CONFIG_HELP)


def _check(arguments: argparse.Namespace) -> int:
    from controller.app.check import check

    print(check(arguments.config))
    return 0


def _estimate(arguments: argparse.Namespace) -> int:
    from controller.app.jobs import estimate_of
    from controller.config import load
    from controller.views.aside import say_aside

    estimate = estimate_of(arguments.config, arguments.disks)
    if arguments.disks is not None:
        say_aside(f"A tower of {_counted(arguments.disks, 'disk')} is only reckoned: reach is not checked.")
    if not estimate.exact:
        say_aside("So many kinds of moves are not counted one by one: the time is a sample's.")
    if arguments.json:
        print(_as_json(estimate))
    else:
        where = "on this arm" if load(arguments.config).arm else "with these lamps"
        print("\n".join(_in_words(estimate, where)))
    return 0


def _as_json(estimate: "Estimate") -> str:
    import json

    return json.dumps(
        {
            "moves": estimate.moves,
            "seconds": round(estimate.seconds, 3),
            "per_disk": list(estimate.per_disk),
            **({} if estimate.exact else {"exact": False}),
        }
    )


def _in_words(estimate: "Estimate", where: str) -> Iterator[str]:
    from controller.views.words import ages

    yield (
        f"{_counted(estimate.moves, 'move')}: about {ages(estimate.moves)} at one move a second; "
        f"{where} about {ages(estimate.seconds)}."
    )
    yield from (f"disk {disk}: {count:,}" for disk, count in enumerate(estimate.per_disk, 1))


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' * (number != 1)}"


def _gcode(arguments: argparse.Namespace) -> int:
    from controller.app.jobs import gcode

    lines = gcode(arguments.config)
    if arguments.output is None:
        for line in lines:
            print(line)
    else:
        write_whole(arguments.output, lines, "the program", "ascii")
    return 0

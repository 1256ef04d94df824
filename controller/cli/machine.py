"""What moves or talks to a machine, real or emulated: demo, run, kiosk, emulate, ports."""

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from controller.cli import ports
from controller.cli.exhibit import CONFIG_HELP, Commands
from controller.cli.values import coordinate, file_name, number_of, seconds, speed_factor

if TYPE_CHECKING:
    from controller.app import RunOptions


# The demo hurries, so that five disks arrive while somebody is still watching.
DEMO_SPEED = 4.0
MOST_CYCLES = 1_000_000_000
_SEED = number_of("seeds", 0, 999_999_999)


def add_demo(commands: Commands) -> None:
    """Add demo, which stands first in the list."""
    demo = commands.add_parser("demo", help="no hardware: an emulated arm, animated in the terminal")
    demo.add_argument(
        "--speed", type=speed_factor, default=DEMO_SPEED, metavar="X", help=f"{SPEED_HELP} [{DEMO_SPEED:g}]"
    )
    demo.add_argument("--plain", action="store_true", help="plain lines, no animation")
    demo.set_defaults(
        run=_run,
        config="demo",
        dry_run=True,
        imperfect=None,
        wire_log=None,
        from_state=None,
        air=False,
        step=False,
    )


def add_commands(commands: Commands) -> None:
    """Add run, kiosk, emulate and ports."""
    run = commands.add_parser("run", help="the real thing; --dry-run for the emulated one")
    _add_run_options(run)
    run.add_argument(
        "--air", action="store_true", help="every height, nothing gripped, a quarter of the speed"
    )
    run.add_argument("--step", action="store_true", help="wait for Enter before each move")
    run.set_defaults(run=_run)

    kiosk = commands.add_parser("kiosk", help="there and back again, all day")
    _add_run_options(kiosk)
    kiosk.add_argument(
        "--cycles",
        type=number_of("journeys", 1, MOST_CYCLES),
        metavar="N",
        help="end after N journeys there and back",
    )
    kiosk.set_defaults(run=_kiosk, air=False, step=False)

    _add_emulate(commands)
    ports.add_command(commands)


STATE_HELP = 'where the disks stand now: "A:6,3 B:5,4 C:2,1"'
IMPERFECT_HELP = "everything as inexact as its tolerances say, by the luck of the number SEED"
SPEED_HELP = "times as fast as real time; 0: as fast as possible"


def _add_emulate(commands: Commands) -> None:
    emulate = commands.add_parser(
        "emulate",
        help="an emulated board behind a real pseudo-terminal",
        usage="%(prog)s FIRMWARE [CONFIG] [options]",
    )
    emulate.add_argument("firmware", choices=_Firmwares(), metavar="FIRMWARE", help="%(choices)s")
    config = emulate.add_argument("config", metavar="CONFIG", help=CONFIG_HELP)
    config.required = False  # nargs="?" would not find it behind an option
    emulate.add_argument("--speed", type=speed_factor, default=1.0, metavar="X", help=SPEED_HELP)
    emulate.add_argument(
        "--fault", action="append", default=[], metavar="F", help="as resend:7 or drop-ok:12"
    )
    emulate.add_argument(
        "--latency",
        type=seconds,
        default=0.001,
        metavar="S",
        help="seconds that each of its words is on its way [0.001]",
    )
    table = emulate.add_mutually_exclusive_group()
    table.add_argument("--empty", action="store_true", help="no disks on the table, for a run in the air")
    table.add_argument("--from-state", metavar="S", help=STATE_HELP)
    emulate.add_argument(
        "--at",
        nargs=3,
        type=coordinate,
        metavar=("X", "Y", "Z"),
        help="where the tip stands as the port is opened, mm; left out: where it should",
    )
    emulate.add_argument("--imperfect", type=_SEED, metavar="SEED", help=IMPERFECT_HELP)
    emulate.add_argument(
        "--link", type=file_name, metavar="PATH", help="a fixed path that leads to the port while it serves"
    )
    emulate.set_defaults(run=_emulate)


class _Firmwares:
    """The names of all firmwares, looked up only when somebody asks."""

    def __iter__(self) -> Iterator[str]:
        from controller.gcode.families import NAMES

        return iter(NAMES)


def _add_run_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("config", metavar="CONFIG", help=CONFIG_HELP)
    parser.add_argument("--dry-run", action="store_true", help="an emulated machine at the far end")
    parser.add_argument("--speed", type=speed_factor, metavar="X", help=f"in a dry run: {SPEED_HELP}")
    parser.add_argument("--plain", action="store_true", help="plain lines, no animation")
    parser.add_argument("--imperfect", type=_SEED, metavar="SEED", help=f"in a dry run: {IMPERFECT_HELP}")
    parser.add_argument("--from-state", metavar="S", help=STATE_HELP)
    parser.add_argument(
        "--wire-log", type=file_name, metavar="FILE", help="write down what is said on the wire, and when"
    )


def _run(arguments: argparse.Namespace) -> int:
    from controller.app.runs import run

    run(arguments.config, _options(arguments))
    return 0


def _kiosk(arguments: argparse.Namespace) -> int:
    from controller.app.runs import kiosk

    kiosk(arguments.config, _options(arguments), arguments.cycles)
    return 0


def _options(arguments: argparse.Namespace) -> "RunOptions":
    from controller.app import RunOptions

    return RunOptions(
        dry_run=arguments.dry_run,
        speed=arguments.speed,
        plain=arguments.plain,
        wire_log=arguments.wire_log,
        from_state=arguments.from_state,
        air=arguments.air,
        step=arguments.step,
        imperfect=arguments.imperfect,
    )


def _emulate(arguments: argparse.Namespace) -> int:
    from controller.app import EmulateOptions
    from controller.app.emulator import emulate

    options = EmulateOptions(
        speed=arguments.speed,
        faults=arguments.fault,
        latency=arguments.latency,
        from_state=arguments.from_state,
        empty=arguments.empty,
        at=arguments.at and tuple(arguments.at),
        imperfect=arguments.imperfect,
        link=arguments.link,
    )
    emulate(arguments.firmware, arguments.config, options)
    return 0

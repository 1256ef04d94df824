"""What moves or talks to a machine, real or emulated: demo, run, kiosk, emulate, ports."""

import argparse
from typing import TYPE_CHECKING

from controller.cli import ports
from controller.cli.exhibit import CONFIG_HELP, Commands
from controller.cli.values import file_name, number_of, seconds, speed_factor

if TYPE_CHECKING:
    from controller.app import RunOptions


# The demo hurries, so that five disks arrive while somebody is still watching.
DEMO_SPEED = 4.0
MOST_CYCLES = 1_000_000_000


def add_demo(commands: Commands) -> None:
    """Add demo, which stands first in the list."""
    demo = commands.add_parser("demo", help="no hardware: an emulated arm, animated in the terminal")
    demo.add_argument(
        "--speed", type=speed_factor, default=DEMO_SPEED, metavar="X", help=f"{SPEED_HELP} [{DEMO_SPEED:g}]"
    )
    demo.add_argument("--plain", action="store_true", help="plain lines, no animation")
    demo.set_defaults(
        run=_run, config="demo", dry_run=True, wire_log=None, from_state=None, air=False, step=False
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

    emulate = commands.add_parser("emulate", help="an emulated board behind a real pseudo-terminal")
    emulate.add_argument("firmware", choices=FIRMWARES, metavar="FIRMWARE", help=", ".join(FIRMWARES))
    emulate.add_argument("config", metavar="CONFIG", nargs="?", help=CONFIG_HELP)
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
    emulate.set_defaults(run=_emulate)

    ports.add_command(commands)


FIRMWARES = ("marlin", "grbl", "uarm", "custom")
SPEED_HELP = "times as fast as real time; 0: as fast as possible"


def _add_run_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("config", metavar="CONFIG", help=CONFIG_HELP)
    parser.add_argument("--dry-run", action="store_true", help="an emulated machine at the far end")
    parser.add_argument("--speed", type=speed_factor, metavar="X", help=f"in a dry run: {SPEED_HELP}")
    parser.add_argument("--plain", action="store_true", help="plain lines, no animation")
    parser.add_argument("--from-state", metavar="S", help='where the disks stand now: "A:6,3 B:5,4 C:2,1"')
    parser.add_argument(
        "--wire-log", type=file_name, metavar="FILE", help="write down what is said on the wire, and when"
    )


def _run(arguments: argparse.Namespace) -> int:
    from controller import app

    app.run(arguments.config, _options(arguments))
    return 0


def _kiosk(arguments: argparse.Namespace) -> int:
    from controller import app

    app.kiosk(arguments.config, _options(arguments), arguments.cycles)
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
    )


def _emulate(arguments: argparse.Namespace) -> int:
    from controller import app

    app.emulate(arguments.firmware, arguments.config, arguments.speed, arguments.fault, arguments.latency)
    return 0

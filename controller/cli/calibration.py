"""`hanoi calibrate`: jog the arm, teach it the pegs and the park position, write them into the config."""

import argparse

from controller.cli.exhibit import Commands
from controller.cli.machine import SPEED_HELP
from controller.cli.values import file_name, speed_factor


def add_command(commands: Commands) -> None:
    """Add calibrate."""
    calibrate = commands.add_parser(
        "calibrate",
        help="teach the arm where pegs and park position are",
        description="Jog the arm by keys, teach it each peg and the park position, touch every height dry, "
        "and write the places into CONFIG; the old file is kept beside it. Where stdin is no terminal, or "
        "with --plain, orders are lines: home, x+ 10, z- 0.1, step 1, teach A, touch, next, save, quit.",
    )
    calibrate.add_argument(
        "config", metavar="CONFIG", help="a YAML file of your own; its places may be missing"
    )
    calibrate.add_argument("--dry-run", action="store_true", help="an emulated arm at the far end")
    calibrate.add_argument("--speed", type=speed_factor, metavar="X", help=f"in a dry run: {SPEED_HELP}")
    calibrate.add_argument("--plain", action="store_true", help="orders are lines that are typed")
    calibrate.add_argument(
        "--wire-log", type=file_name, metavar="FILE", help="write down what is said on the wire, and when"
    )
    calibrate.set_defaults(run=_calibrate)


def _calibrate(arguments: argparse.Namespace) -> int:
    from controller.app import RunOptions
    from controller.app.calibration import calibrate

    options = RunOptions(
        dry_run=arguments.dry_run,
        speed=arguments.speed,
        plain=arguments.plain,
        wire_log=arguments.wire_log,
    )
    calibrate(arguments.config, options)
    return 0

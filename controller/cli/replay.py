"""`hanoi replay`: what the flight recorder has kept, played again."""

import argparse

from controller.cli.exhibit import Commands
from controller.cli.values import file_name, speed_factor

NOT_THE_SAME = 3


def add_command(commands: Commands) -> None:
    """Add replay."""
    replay = commands.add_parser("replay", help="a fault that the flight recorder has kept, played again")
    replay.add_argument("file", type=file_name, metavar="FILE", help="the recording that the fault has left")
    replay.add_argument("--plain", action="store_true", help="plain lines, no animation")
    replay.add_argument(
        "--speed",
        type=speed_factor,
        metavar="X",
        help="times as fast as real time; 0: as fast as possible [1 on a terminal, else 0]",
    )
    replay.set_defaults(run=_replay)


def _replay(arguments: argparse.Namespace) -> int:
    from controller.app.replay import replay

    same = replay(arguments.file, arguments.plain, arguments.speed)
    return 0 if same else NOT_THE_SAME

"""The `hanoi` command: arguments in, an exit code out. Heavy imports stay inside the commands."""

import argparse
import os
import sys
from collections.abc import Sequence

from controller import __version__
from controller.cli import calibration, exhibit, machine, puzzle
from controller.errors import ConfigError, HanoiError, StoppedByPerson


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; 0 done, 2 wrong usage or config, 3 device fault, 4 stopped, 5 a person is needed."""
    _replace_closed_streams()
    arguments = _parser().parse_args(argv)
    try:
        code: int = arguments.run(arguments)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        # Whoever read our output has seen enough; what is still buffered must not complain at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except ConfigError as error:
        print(*error.problems, sep="\n", file=sys.stderr)  # bare, so that an editor can jump to the place
        return error.exit_code
    except HanoiError as error:
        return _complain(str(error), error.exit_code)
    except KeyboardInterrupt:
        return _complain("Stopped before anything moved.", StoppedByPerson.exit_code)
    except OSError as error:
        return _complain(f"{error.filename or 'standard output'}: {error.strerror or error}.", 2)


def _replace_closed_streams() -> None:
    """Started with stdout or stderr closed, Python has None there; what is said goes nowhere then."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115 - lives as long as we do


def _complain(text: str, code: int) -> int:
    for line in text.splitlines():
        print(f"hanoi: {line}", file=sys.stderr)
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="hanoi", description="Runs a physical Tower of Hanoi: an arm, an LED tower, or a dry run."
    )
    parser.add_argument("--version", action="version", version=f"hanoi {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    machine.add_demo(commands)
    puzzle.add_commands(commands)
    exhibit.add_commands(commands)
    machine.add_commands(commands)
    calibration.add_command(commands)
    return parser

"""The `hanoi` command: arguments in, an exit code out. Heavy imports stay inside the commands."""

import argparse
import contextlib
import os
import signal
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import TextIO

from controller import __version__
from controller.cli import calibration, exhibit, journal, machine, puzzle, replay
from controller.errors import ConfigError, HanoiError, StoppedByPerson
from controller.views.outlet import lead_nowhere, takes_more

_PATIENCE = 1.0  # seconds: how long nobody may read before what is left to say is dropped


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; 0 done, 2 wrong usage or config, 3 device fault, 4 stopped, 5 a person is needed."""
    _replace_closed_streams()
    _escape_what_cannot_be_encoded()
    try:
        return _perform(argv)
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process ends here, and once is enough
        return _complain("Stopped.", StoppedByPerson.exit_code)
    finally:
        for stream in (sys.stdout, sys.stderr):
            _lead_nowhere_if_unread(stream)


def _perform(argv: Sequence[str] | None) -> int:
    arguments = _parser().parse_args(argv)
    try:
        code: int = arguments.run(arguments)
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # whoever read our output has seen enough
        return 0
    except ConfigError as error:
        return _say("\n".join(error.problems), error.exit_code)  # bare, for an editor to jump to the place
    except HanoiError as error:
        return _complain(" ".join([str(error), *getattr(error, "__notes__", [])]), error.exit_code)
    except OSError as error:
        what = f"{error.filename or 'standard output'}: {error.strerror or error}"
        return _complain(f"{what}; mend that or name another place, and say it again.", 2)


def _lead_nowhere_if_unread(stream: TextIO) -> None:
    """What is left in a buffer that cannot be written would change the exit code or hold up the end."""
    if not takes_more(stream, _PATIENCE):
        lead_nowhere(stream)
    try:
        stream.flush()
    except (OSError, ValueError):
        lead_nowhere(stream)


def _replace_closed_streams() -> None:
    """Started with stdout or stderr closed, Python has None there; what is said goes nowhere then."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115 - lives as long as we do


def _escape_what_cannot_be_encoded() -> None:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            with contextlib.suppress(OSError, ValueError):
                stream.reconfigure(errors="backslashreplace")


def _complain(text: str, code: int) -> int:
    printable = "".join(sign if sign.isprintable() or sign == "\n" else "?" for sign in text)
    return _say("\n".join(f"hanoi: {line}" for line in printable.splitlines()), code)


def _say(text: str, code: int) -> int:
    with contextlib.suppress(OSError, ValueError):  # the code says it all the same
        if takes_more(sys.stderr, _PATIENCE):
            print(text, file=sys.stderr)
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
    journal.add_command(commands)
    replay.add_command(commands)
    return parser

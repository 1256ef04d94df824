"""A run's flight recorder: what it keeps when the run fails, and where."""

import dataclasses
import platform
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from controller import __version__
from controller.app.assembly import Machine
from controller.app.errands import Errand
from controller.app.journals import journal_path, utc_now
from controller.config.document import printable
from controller.errors import PinFault, PortError, StoppedByPerson, UsageError
from controller.flight.recording import SCHEMA, End, Flight, Recording, to_lines
from controller.flight.shelf import keep, state_folder
from controller.flight.tape import Entry, Kind
from controller.planner.notation import format_state
from controller.runner import Wish

_HARSH = (Wish.HALT.value, Wish.KILL.value)


@contextmanager
def black_box(
    errand: Errand, machine: Machine, journal: Callable[[], object] = lambda: None
) -> Iterator[None]:
    """Keep a recording where the block ends with a fault; `journal` tells how the journal stands then.

    Whatever becomes of the recording, the fault goes on as it is.
    """
    try:
        yield
    except BaseException as error:
        if is_fault(error, entries := machine.recorder.tape.entries()):
            _keep(errand, error, machine, entries, journal)
        raise


def is_fault(error: BaseException, entries: Sequence[Entry]) -> bool:
    """Whether a recording is worth its place: something went wrong, after something had begun.

    A stop after a move is none; a halt is.
    """
    if isinstance(error, UsageError):
        return False
    if isinstance(error, PinFault | PortError | StoppedByPerson) and not any(map(_begins, entries)):
        return False
    return not isinstance(error, StoppedByPerson) or any(map(_is_harsh, entries))


def _begins(entry: Entry) -> bool:
    return entry.kind is Kind.OPENED or entry.what == "RunStarted"


def _is_harsh(entry: Entry) -> bool:
    return entry.kind is Kind.WISH and entry.what in _HARSH


def _flight(errand: Errand, journal: object) -> Flight:
    options = dataclasses.asdict(errand.options)
    return Flight(
        schema=SCHEMA,
        program=__version__,
        python=platform.python_version(),
        platform=platform.platform(),
        written=utc_now().isoformat(timespec="seconds"),
        arguments=sys.argv[1:],
        command="kiosk" if errand.kiosk else "run",
        options={name: str(value) if isinstance(value, Path) else value for name, value in options.items()},
        cycles=errand.cycles,
        config_name=errand.name,
        config=errand.text,
        start=format_state(errand.start, errand.config.tower.pegs),
        journal=journal,
    )


def _end(error: BaseException, machine: Machine) -> End:
    expected = hasattr(error, "exit_code")
    return End(
        at=machine.clock.now(),
        error=type(error).__name__,
        sentence=str(error),
        exit_code=getattr(error, "exit_code", 1),
        traceback=[] if expected else traceback.format_exception(error),
    )


def _folder(errand: Errand, machine: Machine) -> Path:
    """Beside the journal, where there is one; a dry run touches nothing there."""
    journal = None if machine.pretended else journal_path(errand.name, errand.config)
    return state_folder() if journal is None else journal.parent


def _keep(
    errand: Errand,
    error: BaseException,
    machine: Machine,
    entries: Sequence[Entry],
    journal: Callable[[], object],
) -> None:
    """Write it, and note on the error where it is: it is told in the same breath."""
    try:
        recording = Recording(_flight(errand, journal()), tuple(entries), _end(error, machine))
        path = keep(_folder(errand, machine), errand.config.exhibit, utc_now(), to_lines(recording))
    except Exception as failure:  # a full disk, a journal that cannot be read: nothing hides the fault
        error.add_note(f"(The flight recording cannot be kept: {failure})")
    else:
        error.add_note(f"(The flight recorder has kept this: {printable(str(path))})")

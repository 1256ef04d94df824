"""Where the disks stand as a run begins: by the config, a person, the journal or the sensors."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from controller.app.arms import path_planner
from controller.app.assembly import is_pretended
from controller.app.inputs import input_map
from controller.app.journals import exhibit_of, open_journal
from controller.app.options import RunOptions
from controller.config import Arm, Config
from controller.config.document import printable
from controller.errors import JournalFault, PersonNeeded, UsageError
from controller.events import Publisher
from controller.inputs import Inputs, Readings
from controller.journal import Journal, Standing
from controller.link.clock import MonotonicClock
from controller.model import State
from controller.motion import proof
from controller.motion.geometry import GeometryProblem
from controller.motion.holding import hold_problems
from controller.planner import solve_between
from controller.planner.notation import parse_state
from controller.recovery import Recovery
from controller.views.aside import say_aside
from controller.views.typed import forget_typed, line_of

_ELSEWHERE = "since the last run the config has put its pegs elsewhere, or changed its disks."


@contextmanager
def journal_for(name: str, config: Config, options: RunOptions) -> Iterator[Journal | None]:
    """The journal of a run that moves disks or lamps, ours inside the block; None: it keeps none.

    What ends the block goes on as it is, with a note where the journal cannot be closed after it either.
    """
    unkept = options.air or is_pretended(config.arm, options)
    journal = None if unkept else open_journal(name, config, MonotonicClock())
    try:
        yield journal
    except BaseException as error:
        if journal is not None:
            _close_after(error, journal)
        raise
    if journal is not None:
        journal.close()


def _close_after(error: BaseException, journal: Journal) -> None:
    try:
        journal.close()
    except JournalFault as fault:
        if str(fault) != str(error):
            error.add_note(f"({fault})")


def start_of(name: str, config: Config, options: RunOptions, journal: Journal | None) -> State:
    """Where the disks stand; what a person or the sensors add to the journal's knowledge is in it by then.

    Raises UsageError for a state from which it cannot be done, PersonNeeded where a person has to say.
    """
    if options.from_state is not None:
        state = parse_state(options.from_state, config.tower.pegs, config.tower.disks)
        _require_a_way(config, state, "--from-state")
    elif journal is None or (standing := journal.standing()) is None:
        return config.tower.start_state()
    else:
        state = _found(name, config, standing)
        if state == standing.state and standing.doubt is None and not _asks(config, standing):
            return state
        _require_a_way(config, state, "where the disks stand")
    if journal is not None:
        journal.correct(state)
    return state


def _found(name: str, config: Config, standing: Standing) -> State:
    tower = config.tower
    if (standing.peg_names, standing.state.disks) != (tower.pegs, tower.disks):
        raise PersonNeeded(
            f"{printable(name)}: the journal is about {standing.state.disks} disks on "
            f"{', '.join(standing.peg_names)}, and the config about {tower.disks} on "
            f"{', '.join(tower.pegs)}; say where the disks stand with --from-state."
        )
    if config.arm is None:  # no lamp is in doubt
        return standing.state
    if standing.latched is None and _asks(config, standing):
        standing = replace(standing, latched=_ELSEWHERE)
    return Recovery(tower.pegs, tower.disk_names(), _ask, say_aside).state(standing, _readings(config))


def _asks(config: Config, standing: Standing) -> bool:
    """Whether a person has to say that what is certain is still so."""
    return standing.latched is not None or standing.meaning != exhibit_of(config).meaning


def _readings(config: Config) -> Readings:
    """What the sensors on pins say before the port is opened."""
    wires = input_map(config)
    if wires.gripper is None and not any(wires.pegs):
        return Readings(None, ())
    with Inputs(wires, Publisher(), pause=_nothing, kill=_nothing) as inputs:
        return inputs.readings()


def _nothing() -> None:
    """Nothing moves yet."""


def _ask(question: str) -> str:
    forget_typed(sys.stdin)
    say_aside(question)
    line = line_of(sys.stdin)
    if line is None:
        raise EOFError("Nobody can answer.")
    return line.decode("utf-8", "replace")


def _require_a_way(config: Config, start: State, what: str) -> None:
    if config.arm is not None and (found := _problems_from(config, config.arm, start)):
        raise UsageError(f"{what}: from there it cannot be done: {found[0].text}.")


def _problems_from(config: Config, arm: Arm, start: State) -> list[GeometryProblem]:
    """What forbids the run from `start`, which the check of the config has not seen."""
    goal, limit = config.tower.goal_state(), arm.gripper.hold_limit
    found = proof.problems(arm.geometry(config.tower), start, goal, arm.joints())
    planner = path_planner(config)
    if found or limit is None or planner is None:
        return found
    return hold_problems(planner, limit, [(solve_between(start, goal), start)])

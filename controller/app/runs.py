"""The runs: one to the goal, or a museum day, with all that is around a machine while it works."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial

from controller.app.assembly import Machine, assemble
from controller.app.black_box import black_box
from controller.app.errands import Errand, carry_out
from controller.app.journals import own_files
from controller.app.options import RunOptions
from controller.app.signals import Signals, on_signals
from controller.app.starting import journal_for, start_of
from controller.config import Config, parse, text_of
from controller.config.document import printable
from controller.drivers.cleanup import put_away
from controller.errors import HanoiError, JournalFault, StoppedAtRest
from controller.events import Noted
from controller.journal import Journal
from controller.link.clock import hurry
from controller.link.wire_log import WireLog
from controller.model import State
from controller.planner import solve_between
from controller.runner import Runner
from controller.views import choose_view, words
from controller.views.aside import say_aside
from controller.views.keyboard import Keyboard


def run(name: str, options: RunOptions) -> None:
    """One run to the goal from where the disks stand: at the start, unless something says otherwise."""
    text, config = _loaded(name)
    with journal_for(name, config, options) as journal:
        errand = Errand(name, text, config, options, _start_of(name, config, options, journal))
        if journal is not None and errand.start == config.tower.goal_state():
            say_aside(
                f"{printable(name)}: all disks stand on {config.tower.goal} already, and nothing is to be "
                "done; once they stand elsewhere, say where with --from-state."
            )
            return
        _perform(errand, journal)


def kiosk(name: str, options: RunOptions, cycles: int | None = None) -> None:
    """There and back again, from where the disks stand, until a person stops it or for `cycles` journeys."""
    text, config = _loaded(name)
    with journal_for(name, config, options) as journal:
        start = _start_of(name, config, options, journal)
        _perform(Errand(name, text, config, options, start, kiosk=True, cycles=cycles), journal)


def _loaded(name: str) -> tuple[str, Config]:
    """The config's text, for the flight recorder, and what it says."""
    called, text = text_of(name)
    return text, parse(called, text)


def _start_of(name: str, config: Config, options: RunOptions, journal: Journal | None) -> State:
    with on_signals(_leave):
        return start_of(name, config, options, journal)


def _leave() -> None:
    raise StoppedAtRest("Stopped by a person before anything moved.")


def _perform(errand: Errand, journal: Journal | None) -> None:
    """Carry it out on a machine with a view, a keyboard and signals; all is put away after it."""
    config, options = errand.config, errand.options
    settle, allowed = (journal.settle, journal.check) if journal else (_nothing, _nothing)
    machine = assemble(config, options, errand.start, settle)
    controls = machine.controls
    keyboard = Keyboard(sys.stdin, controls)
    view = choose_view(
        sys.stdout,
        plain=options.plain,
        keys=keyboard.hears_keys,
        speed=machine.speed,
        exhibit=config.exhibit + machine.label,
    )
    machine.publisher.subscribe(view)
    machine.publisher.subscribe(keyboard)
    if journal is not None:
        machine.publisher.subscribe(journal)
    with ExitStack() as stack:
        signals = stack.enter_context(on_signals(controls.halt))  # outermost: a late Ctrl-C spoils no ending
        stack.enter_context(black_box(errand, machine, partial(_standing, journal)))
        if journal is not None:
            stack.enter_context(_latching(journal, errand.start, signals))
        if options.wire_log is not None:
            log = WireLog(options.wire_log, own_files(errand.name, config))
            stack.callback(log.close)
            machine.publisher.subscribe(log)
        stack.enter_context(view)
        stack.enter_context(keyboard)
        stack.enter_context(machine.inputs)
        if machine.pretended:
            machine.publisher.publish(Noted("Dry run: the machine is emulated, and nothing real moves."))
        stack.enter_context(connected(machine, signals.heard))
        signals.stop_first(partial(_stop, machine), config.kiosk.stop_within)
        if journal is not None and (way_back := _way_back(errand)):
            machine.publisher.publish(Noted(way_back))
        clock, step = machine.clock, options.step
        runner = Runner(machine.driver, machine.publisher, controls, clock, step, allowed)
        carry_out(errand, runner, machine)


def _nothing() -> None:
    """Without a journal nothing is waited for, and nothing is forbidden."""


@contextmanager
def _latching(journal: Journal, start: State, signals: Signals) -> Iterator[None]:
    """What ends so that a person has to look is remembered, whenever it does: homing and resting too.

    Not so where the system ends a program that has only homed: it may begin anew by itself.
    """
    try:
        yield
    except HanoiError as error:
        if error.latches and not signals.told_to_leave:
            with suppress(JournalFault):  # what went wrong first is what is told
                journal.latch(start, str(error))
        raise


def _standing(journal: Journal | None) -> object:
    """How the journal stands as something else goes wrong: its own fault is told elsewhere."""
    try:
        return journal and journal.standing()
    except JournalFault as fault:
        return str(fault)


def _stop(machine: Machine) -> None:
    machine.controls.stop()
    hurry(machine.clock)  # a dry run keeps nobody waiting who wants to leave


def _way_back(errand: Errand) -> str | None:
    """What it takes from an unusual start: a sentence."""
    tower, start = errand.config.tower, errand.start
    if start in (tower.start_state(), tower.goal_state()):
        return None
    moves = solve_between(start, tower.goal_state()).length
    where = words.where(start, tower.pegs)
    many = "1 move brings" if moves == 1 else f"{words.count(moves)} moves bring"
    return f"{where[:1].upper()}{where[1:]}; {many} it back: all {tower.disks} on {tower.goal}."


@contextmanager
def connected(machine: Machine, heard: list[int]) -> Iterator[None]:
    """Connect, unless a signal was `heard` or the inputs forbid it; at the end the machine is put away."""
    with put_away(machine.driver, machine.inputs.obstacle):
        if heard:
            raise StoppedAtRest("Stopped by a person before anything moved.")
        machine.inputs.check()
        machine.driver.connect()
        yield

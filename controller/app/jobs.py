"""The commands' whole jobs: check, estimate, gcode, run, kiosk."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace

from controller.app.assembly import (
    Machine,
    arm_lines,
    assemble,
    axes_of,
    firmware_of,
    path_planner,
    timed_planner,
)
from controller.app.endings import ending_warnings
from controller.app.options import RunOptions
from controller.app.signals import on_signals
from controller.app.wear import warnings
from controller.config import Arm, Config, load
from controller.config.document import printable
from controller.drivers.base import Driver
from controller.drivers.lights import MOVE_SECONDS
from controller.errors import StoppedByPerson, UsageError
from controller.events import Noted
from controller.gcode.homing import Homing, Known, Placed
from controller.gcode.program import check_lines, program
from controller.kiosk import day, run_day
from controller.link.wire_log import WireLog
from controller.model import State, Step
from controller.motion import proof
from controller.motion.estimate import Estimate, estimate
from controller.motion.geometry import GeometryProblem
from controller.motion.holding import hold_problems
from controller.motion.path import PathPlanner
from controller.motion.transfers import moves_of_disks
from controller.planner import Plan, solve_between
from controller.planner.notation import parse_state
from controller.runner import Job, Runner
from controller.views import choose_view
from controller.views.aside import say_aside
from controller.views.keyboard import Keyboard

_BEFOREHAND: dict[type[Homing], str] = {
    Placed: "Before the first line is sent, place the arm by hand with its tip at x {0.at.x:g}, "
    "y {0.at.y:g}, z {0.at.z:g}, and keep clear of it.",
    Known: "Before the first line is sent, see that nothing stands above or beside the arm: it goes straight "
    "up, then to the park position.",
}


def check(name: str) -> str:
    """One sentence for a config without mistakes, and one for whatever cannot last.

    Raises ConfigError with all mistakes where there are any, UsageError for a line its firmware cannot read.
    """
    config = load(name)
    if config.arm is not None:
        check_lines(firmware_of(config.arm), arm_lines(config.arm), axes_of(config.arm))
    tower = config.tower
    file, told = printable(name), (*ending_warnings(config), *warnings(config))
    sound = f"{file}: {config.exhibit}, {tower.disks} disks on {len(tower.pegs)} pegs: nothing is wrong."
    return "\n".join([sound, *(f"{file}: warning: {sentence}" for sentence in told)])


def estimate_of(name: str, disks: int | None = None) -> Estimate:
    """Moves and seconds of the config's run; with `disks` of a tower that is only reckoned."""
    config = load(name)
    tower = config.tower if disks is None else config.tower.model_copy(update={"disks": disks})
    planner = timed_planner(config)
    if planner is not None and disks is not None:
        planner = _with_disks(planner, disks)
    start = tower.start_state()
    plan = solve_between(start, tower.goal_state())
    if planner is not None:
        return estimate(planner, plan, start)
    return Estimate(plan.length, MOVE_SECONDS * plan.length, moves_of_disks(plan.legs, tower.disks))


def gcode(name: str) -> Iterator[str]:
    """The config's whole run as G-code, line by line; raises UsageError without an arm.

    What a person has to do before it is sent is said on stderr.
    """
    config = load(name)
    planner = path_planner(config)
    if config.arm is None or planner is None:
        raise UsageError(f"{printable(name)}: there is no arm in it, and lamps need no G-code.")
    start = config.tower.start_state()
    plan = solve_between(start, config.tower.goal_state())
    firmware, lines, steps = firmware_of(config.arm), arm_lines(config.arm), _steps(plan, start)
    if beforehand := _BEFOREHAND.get(type(lines.homing)):
        say_aside(beforehand.format(lines.homing))
    return program(firmware, planner, lines, steps, axes_of(config.arm))


def run(name: str, options: RunOptions) -> None:
    """One run from the start, or from `--from-state`, to the goal."""
    config = load(name)
    start = _start_of(config, options)
    with _performing(config, options, start) as (runner, machine):
        job = _job(config, machine, start, config.tower.goal_state())
        runner.run(replace(job, air=options.air))


def kiosk(name: str, options: RunOptions, cycles: int | None = None) -> None:
    """There and back again, from where the disks stand, until a person stops it or for `cycles` journeys."""
    config = load(name)
    now, start, goal = _start_of(config, options), config.tower.start_state(), config.tower.goal_state()
    with _performing(config, options, now) as (runner, machine):
        first, back, there = (
            _job(config, machine, *ends) for ends in ((now, goal), (goal, start), (start, goal))
        )
        run_day(runner, day(first, back, there, cycles), config.kiosk.rest)


@contextmanager
def _performing(config: Config, options: RunOptions, start: State) -> Iterator[tuple[Runner, Machine]]:
    """A runner on a connected machine, with a view, a keyboard and signals; all is put away after it."""
    machine = assemble(config, options, start)
    controls = machine.controls
    keyboard = Keyboard(sys.stdin, controls)
    view = choose_view(sys.stdout, plain=options.plain, keys=keyboard.hears_keys, speed=machine.speed)
    machine.publisher.subscribe(view)
    machine.publisher.subscribe(keyboard)
    with ExitStack() as stack:
        heard = stack.enter_context(on_signals(controls.halt))  # outermost: a second Ctrl-C spoils no ending
        if options.wire_log is not None:
            log = WireLog(options.wire_log)
            stack.callback(log.close)
            machine.publisher.subscribe(log)
        stack.enter_context(view)
        stack.enter_context(keyboard)
        stack.enter_context(_connected(machine.driver, heard))
        if machine.pretended:
            machine.publisher.publish(Noted("Dry run: the machine is emulated, and nothing real moves."))
        if config.journal is not None and not machine.pretended:
            machine.publisher.publish(Noted(f"{config.journal}: this version keeps no journal yet."))
        yield Runner(machine.driver, machine.publisher, controls, machine.clock, options.step), machine


@contextmanager
def _connected(driver: Driver, heard: list[int]) -> Iterator[None]:
    """Connect, unless a signal was `heard`; whatever goes wrong inside, the machine is halted and closed."""
    try:
        if heard:
            raise StoppedByPerson("Stopped by a person before anything moved.")
        driver.connect()
        yield
    except StoppedByPerson:
        raise  # a stop has parked, a halt has halted
    except BaseException:
        driver.halt()
        raise
    finally:
        driver.close()


def _start_of(config: Config, options: RunOptions) -> State:
    if options.from_state is None:
        return config.tower.start_state()
    start = parse_state(options.from_state, config.tower.pegs, config.tower.disks)
    if config.arm is not None and (found := _problems_from(config, config.arm, start)):
        raise UsageError(f"--from-state: from there it cannot be done: {found[0].text}.")
    return start


def _problems_from(config: Config, arm: Arm, start: State) -> list[GeometryProblem]:
    """What forbids the run from `start`, which the check of the config has not seen."""
    goal, limit = config.tower.goal_state(), arm.gripper.hold_limit
    found = proof.problems(arm.geometry(config.tower), start, goal, arm.joints())
    planner = path_planner(config)
    if found or limit is None or planner is None:
        return found
    return hold_problems(planner, limit, [(solve_between(start, goal), start)])


def _job(config: Config, machine: Machine, start: State, goal: State) -> Job:
    plan = solve_between(start, goal)
    return Job(
        exhibit=config.exhibit + machine.label,
        peg_names=config.tower.pegs,
        start=start,
        moves=plan,
        length=plan.length,
        peg_points=machine.peg_points,
        seconds_left=_foretell(machine.planner, plan, start),
    )


def _foretell(planner: PathPlanner | None, plan: Plan, start: State) -> Callable[[int], float | None]:
    if planner is not None:
        return estimate(planner, plan, start).seconds_left
    return lambda done: MOVE_SECONDS * (plan.length - done)


def _with_disks(planner: PathPlanner, disks: int) -> PathPlanner:
    """The same table with more or fewer disks: the last thickness and diameter are repeated."""
    geometry = planner.geometry
    longer = replace(
        geometry,
        thickness=_stretched(geometry.thickness, disks),
        diameters=_stretched(geometry.diameters, disks),
    )
    return PathPlanner(longer, planner.limits, planner.gripper)


def _stretched(values: tuple[float, ...], length: int) -> tuple[float, ...]:
    return (*values, *values[-1:] * (length - len(values)))[:length]


def _steps(plan: Plan, start: State) -> Iterator[Step]:
    state = start
    for number, move in enumerate(plan, 1):
        yield Step(number, move, state)
        state = state.apply(move)

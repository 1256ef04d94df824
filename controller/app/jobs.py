"""What a config's run comes to, without moving anything: estimate, gcode."""

from collections.abc import Iterator
from dataclasses import replace

from controller.app.arms import arm_lines, axes_of, firmware_of, path_planner, timed_planner
from controller.config import load
from controller.config.document import printable
from controller.drivers.lights import MOVE_SECONDS
from controller.errors import UsageError
from controller.gcode.homing import Homing, Known, Placed
from controller.gcode.program import program
from controller.model import State, Step
from controller.motion.estimate import Estimate, estimate
from controller.motion.path import PathPlanner
from controller.motion.transfers import moves_of_disks
from controller.planner import Plan, solve_between
from controller.views.aside import say_aside

_BEFOREHAND: dict[type[Homing], str] = {
    Placed: "Before the first line is sent, place the arm by hand with its tip at x {0.at.x:g}, "
    "y {0.at.y:g}, z {0.at.z:g}, and keep clear of it.",
    Known: "Before the first line is sent, see that nothing stands above or beside the arm: it goes straight "
    "up, then to the park position.",
}


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
        return estimate(planner, plan, start, watched=False)
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


def _with_disks(planner: PathPlanner, disks: int) -> PathPlanner:
    """The same table with more or fewer disks: the last thickness and diameter are repeated."""
    geometry = planner.geometry
    longer = replace(
        geometry,
        thickness=_stretched(geometry.thickness, disks),
        diameters=_stretched(geometry.diameters, disks),
    )
    return PathPlanner(longer, planner.limits, planner.gripper, planner.axes)


def _stretched(values: tuple[float, ...], length: int) -> tuple[float, ...]:
    return (*values, *values[-1:] * (length - len(values)))[:length]


def _steps(plan: Plan, start: State) -> Iterator[Step]:
    state = start
    for number, move in enumerate(plan, 1):
        yield Step(number, move, state)
        state = state.apply(move)

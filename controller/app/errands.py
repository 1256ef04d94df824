"""What is to be done, once or all day, and doing it with a machine that is ready."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from controller.app.assembly import Machine
from controller.app.options import RunOptions
from controller.config import Config
from controller.drivers.lights import MOVE_SECONDS
from controller.kiosk import day, run_day
from controller.model import State
from controller.motion.estimate import estimate
from controller.motion.path import PathPlanner
from controller.planner import Plan, solve_between
from controller.runner import Job, Runner


@dataclass(frozen=True, slots=True)
class Errand:
    """The config called `name`, made of `text`, with the disks standing as in `start`.

    It is run once or, as a `kiosk`, there and back again, `cycles` times in all (None: no end).
    """

    name: str
    text: str
    config: Config
    options: RunOptions
    start: State
    kiosk: bool = False
    cycles: int | None = None


def carry_out(errand: Errand, runner: Runner, machine: Machine) -> None:
    """All of it; raises what Runner.run raises."""
    config, now = errand.config, errand.start
    start, goal = config.tower.start_state(), config.tower.goal_state()
    if not errand.kiosk:
        runner.run(replace(_job(config, machine, now, goal), air=errand.options.air))
        return
    first, back, there = (
        _job(config, machine, *ends) for ends in ((now, goal), (goal, start), (start, goal))
    )
    run_day(runner, day(first, back, there, errand.cycles), config.kiosk.rest)


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

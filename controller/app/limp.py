"""When an arm's motors go limp between its moves, so that it sinks: as far as its config tells."""

import re
from collections.abc import Iterable

from controller.app.arms import firmware_of
from controller.config import Arm
from controller.config.tolerances import Tolerances
from firmware_proto.quick_bench import AT_EACH_STOP, Limp

_IDLE_DELAY = re.compile(r"\s*\$\s*1\s*=")  # the last one decides whether GRBL's motors go off at each stop


def limp(arm: Arm) -> Limp:
    """How often the motors go limp: at each stop, by GRBL's `$1`, or with lines that work the gripper."""
    delays = [line for line in arm.startup if _IDLE_DELAY.match(line)]
    if _letting_go(arm, delays[-1:]):
        return AT_EACH_STOP
    return Limp(to_let_go=len(limp_gripper_lines(arm)))


def limp_gripper_lines(arm: Arm) -> list[str]:
    """The lines that work the gripper, and after which the motors have no power."""
    return _letting_go(arm, (*(arm.gripper.grip or ()), *(arm.gripper.release or ())))


def reckoned(arm: Arm) -> Tolerances:
    """The tolerances as far as they count: without the sag of motors that never go limp."""
    return arm.tolerances if any(limp(arm)) else arm.tolerances.model_copy(update={"sag": 0.0})


def _letting_go(arm: Arm, lines: Iterable[str]) -> list[str]:
    vocabulary = firmware_of(arm).vocabulary
    return [line for line in lines if vocabulary and vocabulary.goes_limp(line)]

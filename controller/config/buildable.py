"""Whether what a config describes can be built and reached, as far as it can be measured."""

from controller.config.arm import Arm
from controller.config.document import Document, Path
from controller.config.tower import Tower
from controller.motion.geometry import GeometryProblem
from controller.motion.holding import hold_problems
from controller.motion.kinematics.proof import home_problem
from controller.motion.path import PathPlanner
from controller.motion.proof import problems
from controller.motion.standing import standing_problems
from controller.planner import solve_between

_MEASURED = (
    "pegs",
    "disks",
    "workspace",
    "park",
    "rest",
    "home",
    "motion",
    "gripper",
    "kinematics",
)  # the keys of arm with lengths in them
_NEEDED: tuple[Path, ...] = (
    ("tower", "disks"),
    ("tower", "pegs"),
    ("tower", "start"),
    *(("arm", key) for key in _MEASURED),
)


def check(document: Document) -> None:
    """Add to the document's problems whatever cannot be built, carried or reached."""
    if document.get("arm", "pegs") is None or not all(document.is_sound(*path) for path in _NEEDED):
        return
    tower, arm = _tower(document), _arm(document)
    joints = arm.joints()
    found = problems(arm.geometry(tower), tower.start_state(), tower.goal_state(), joints)
    if not found:
        planner = PathPlanner(arm.geometry(tower), arm.motion_limits(), arm.gripper.times())
        placed = arm.placed_at()
        found = [*_held_too_long(planner, arm, tower), *standing_problems(planner, placed, joints)]
        if joints and arm.home.kind == "firmware" and (trouble := home_problem(joints, planner)):
            text = f"from home to the park position: {trouble}; move the park position, or home elsewhere"
            document.report(("arm", "kinematics", "home"), text)
    for problem in found:
        document.report(problem.where, problem.text)


def _held_too_long(planner: PathPlanner, arm: Arm, tower: Tower) -> list[GeometryProblem]:
    """What is wrong with a limit of holding, there and back."""
    if arm.gripper.hold_limit is None:
        return []
    ends = (tower.start_state(), tower.goal_state())
    runs = ((solve_between(*way), way[0]) for way in (ends, ends[::-1]))
    return hold_problems(planner, arm.gripper.hold_limit, runs)


def _tower(document: Document) -> Tower:
    """The tower; where its goal is wrong, another peg stands for it, since the table is the same."""
    tower = {key: document.get("tower", key) for key in Tower.model_fields}
    pegs = tower["pegs"]
    if tower["goal"] is None and isinstance(pegs, tuple):
        tower["goal"] = next(name for name in pegs if name != tower["start"])
    return Tower.model_validate(tower)


def _arm(document: Document) -> Arm:
    """The arm as far as it can be measured; which firmware drives it, and where, makes no difference here."""
    parts = {key: value for key in _MEASURED if (value := document.get("arm", key)) is not None}
    return Arm.model_validate({"firmware": "marlin", "port": "emulated", **parts})

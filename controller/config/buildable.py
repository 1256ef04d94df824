"""Whether what a config describes can be built and reached, as far as it can be measured."""

from controller.config.arm import Arm
from controller.config.document import Document, Path
from controller.config.tower import Tower
from controller.motion.proof import problems

_MEASURED = (
    "pegs",
    "disks",
    "workspace",
    "park",
    "motion",
    "gripper",
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
    for problem in problems(arm.geometry(tower), tower.start_state(), tower.goal_state()):
        document.report(problem.where, problem.text)


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

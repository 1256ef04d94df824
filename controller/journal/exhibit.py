"""What a journal is about, told once by whoever opens it. Pure."""

from dataclasses import dataclass

from controller.model import State
from controller.planner.notation import format_state


@dataclass(frozen=True, slots=True)
class Exhibit:
    """The tower as it begins, two fingerprints of its config, and the parts that wear: arm, gripper, lamps.

    `fingerprint` is of the whole config, `meaning` of what gives a belief about the disks its meaning: where
    it has changed, what was believed may be about other pegs or other disks.
    """

    peg_names: tuple[str, ...]
    start: State
    fingerprint: str
    meaning: str
    arm: bool = False
    lights: bool = False

    @property
    def disks(self) -> int:
        """How many there are."""
        return self.start.disks

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts that work in every run."""
        return ("arm",) * self.arm + ("lights",) * self.lights

    def written(self, state: State) -> str:
        """The state as a person writes it."""
        return format_state(state, self.peg_names)

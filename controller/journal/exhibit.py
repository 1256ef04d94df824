"""What a journal is about, told once by whoever opens it. Pure."""

from dataclasses import dataclass

from controller.model import State
from controller.planner.notation import format_state


@dataclass(frozen=True, slots=True)
class Exhibit:
    """The tower, the fingerprint of its whole config, and the parts that wear: arm and gripper, lamps."""

    peg_names: tuple[str, ...]
    disks: int
    fingerprint: str
    arm: bool = False
    lights: bool = False

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts that work in every run."""
        return ("arm",) * self.arm + ("lights",) * self.lights

    def written(self, state: State) -> str:
        """The state as a person writes it."""
        return format_state(state, self.peg_names)

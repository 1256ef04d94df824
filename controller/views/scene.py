"""What is to be seen at one instant: all that the picture depends on besides the window."""

import enum
from dataclasses import dataclass

from controller.model import Move, State
from controller.views.glide import Spot


class Phase(enum.Enum):
    """What the run is doing, in a visitor's words."""

    READYING = "Getting ready"
    RUNNING = "Running"
    PAUSING = "Pausing after this move"
    PAUSED = "Paused"
    STOPPING = "Stopping after this move"
    LEAVING = "Stopping"
    WAITING = "Waiting for you"
    DONE = "Done"
    ENDED = "Stopped"

    @property
    def over(self) -> bool:
        """Whether nothing more will happen in this run."""
        return self in (Phase.DONE, Phase.ENDED)


@dataclass(frozen=True, slots=True)
class Scene:
    """One instant of a run. `gone` and `left` are whole seconds; `tool` is the tip of the arm, or None.

    A disk that is `held` hangs below the tool and stands on no peg. Without an arm the disk flies by itself.
    """

    exhibit: str
    peg_names: tuple[str, ...]
    state: State
    phase: Phase
    done: int = 0
    moves: int = 0
    number: int = 0
    move: Move | None = None
    held: int | None = None
    tool: Spot | None = None
    arm: bool = False
    gone: int = 0
    left: int | None = None
    line: str = ""
    message: str = ""
    keys: bool = False

    @property
    def standing(self) -> tuple[tuple[int, ...], ...]:
        """The disks that stand on each peg, bottom to top."""
        return tuple(tuple(disk for disk in stack if disk != self.held) for stack in self.state.stacks)

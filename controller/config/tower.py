"""`tower:` in a config: how many disks, which pegs, from where to where."""

from typing import Annotated

from pydantic import Field

from controller.config.quantities import Label, Part, PegName
from controller.model import State


class Tower(Part):
    """The puzzle that the exhibit plays."""

    disks: Annotated[int, Field(ge=1, le=100)] = Field(description="how many disks", examples=[5])
    pegs: tuple[PegName, ...] = Field(
        min_length=3, max_length=26, description="the names of the pegs", examples=[["A", "B", "C"]]
    )
    start: PegName = Field(description="the peg on which the tower stands at first", examples=["A"])
    goal: PegName = Field(description="the peg to which it goes", examples=["C"])

    colors: tuple[Label, ...] | None = Field(
        None,
        description="what people call the disks, smallest first, where they are asked for one",
        examples=[["red", "orange", "yellow", "green", "blue"]],
    )

    def disk_names(self) -> tuple[str, ...]:
        """What a question calls the disks, smallest first: the yellow disk, or disk 3."""
        if self.colors is not None:
            return tuple(f"the {color} disk" for color in self.colors)
        return tuple(f"disk {disk}" for disk in range(1, self.disks + 1))

    def start_state(self) -> State:
        """The whole tower on its first peg."""
        return State.tower(self.disks, self.pegs.index(self.start), len(self.pegs))

    def goal_state(self) -> State:
        """The whole tower on its last peg."""
        return State.tower(self.disks, self.pegs.index(self.goal), len(self.pegs))

"""A line on its way."""

from dataclasses import dataclass, field

from controller.gcode.firmware import Command


@dataclass(slots=True)
class Line:
    """A line with its number for ever, and what is still owed for it."""

    number: int
    command: Command
    wire: bytes = field(repr=False)
    acknowledged: bool = False
    answered: bool = False
    deadline: float = 0.0
    sent_at: float = 0.0
    busy_noted: bool = False
    work_until: float = 0.0  # the end of all work up to this line, as reckoned
    busy_until: float = 0.0  # how far `busy` may put the deadline off
    probes: int = 0

    @property
    def done(self) -> bool:
        """Nothing is owed any more."""
        return self.acknowledged and (self.answered or self.command.answer is None)

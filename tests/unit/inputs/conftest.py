from collections.abc import Callable, Iterator

import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from controller.events import Event, Noted, Publisher
from controller.inputs import InputMap, Inputs


class Board:
    """Mock pins, inputs on them, and what came of those: `asked` in order, `waits` in seconds."""

    def __init__(self) -> None:
        self.factory = MockFactory()
        self.asked: list[str] = []
        self.events: list[Event] = []
        self.waits: list[float] = []
        self.meanwhile: Callable[[], None] = lambda: None  # happens in the next wait
        self.opened: list[str | None] = []
        self.inputs: Inputs | None = None

    def wire(self, wires: InputMap, *, well: bool = True) -> Inputs:
        """Inputs, open; `well`: with all contacts closed."""
        self.inputs = Inputs(
            wires,
            Publisher(self.events.append),
            pause=lambda: self.asked.append("pause"),
            kill=lambda: self.asked.append("kill"),
            open_factory=self.open_factory,
            wait=self.wait,
        )
        self.inputs.open()
        for pin in (wires.guard, wires.emergency_stop):
            if well and pin is not None:
                self.pin(pin).drive_low()
        return self.inputs

    def open_factory(self, name: str | None) -> tuple[str, MockFactory]:
        self.opened.append(name)
        return "mock", self.factory

    def wait(self, seconds: float) -> None:
        self.waits.append(seconds)
        meanwhile, self.meanwhile = self.meanwhile, lambda: None
        meanwhile()

    def pin(self, number: int) -> MockPin:
        return self.factory.pin(number)

    def told(self) -> list[str]:
        return [event.text for event in self.events if isinstance(event, Noted)]


@pytest.fixture
def board() -> Iterator[Board]:
    board = Board()
    yield board
    if board.inputs is not None:
        board.inputs.close()

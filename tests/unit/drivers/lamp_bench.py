"""Lamps on mock pins that the test holds in its own hand."""

from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin

from controller.drivers.lights import LedTower, PinMap
from controller.events import Event, Publisher
from controller.link.clock import Clock, VirtualClock


class LampBench:
    """What pins do is the independent truth about what a tower of lamps shows."""

    def __init__(self, pin_class: type[MockPWMPin] = MockPWMPin) -> None:
        self.factory = MockFactory(pin_class=pin_class)
        self.pins = {number: self.factory.pin(number) for number in range(28)}
        self.heard: list[Event] = []
        self.towers: list[LedTower] = []

    def tower(self, pins: PinMap, clock: Clock | None = None, **kwargs: Any) -> LedTower:
        tower = LedTower(
            pins,
            clock or VirtualClock(),
            Publisher(self.heard.append),
            open_factory=lambda _: ("mock", self.factory),
            **kwargs,
        )
        self.towers.append(tower)
        return tower

    def duty(self, number: int) -> float:
        """What the pin is driven with; 0 where it is not driven at all."""
        pin = self.pins[number]
        return float(pin.state) if pin.function == "output" else 0.0

    def duties(self, pins: PinMap) -> list[list[tuple[float, ...]]]:
        """What every lamp gets, peg by peg, bottom to top, a number for each pin."""
        return [[tuple(map(self.duty, lamp)) for lamp in peg] for peg in pins.pegs]

    def burning(self) -> list[int]:
        """The pins that are driven high."""
        return [number for number in self.pins if self.duty(number)]

"""The pins of a dry run: mocks that read what the emulated bench would show."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from controller.gpio import Factory, OpenFactory
from controller.inputs import InputMap, Wire
from firmware_proto.bench import Bench

Shows = Callable[[], bool]


def bench_pins(wires: InputMap, bench: Bench | None, names: tuple[str, ...]) -> OpenFactory:
    """Opens pins on which sensors feel the disks of `bench`, and all contacts are closed."""
    shown = _shown(wires, bench, names) if bench is not None else {}

    def open_pins(_name: str | None) -> tuple[str, Factory]:
        from gpiozero.pins.mock import MockFactory

        factory: Factory = MockFactory(pin_class=_pin_class(shown))
        return "mock", factory

    return open_pins


def _shown(wires: InputMap, bench: Bench, names: tuple[str, ...]) -> dict[str, Shows]:
    """By the name of its pin, what each sensor's level follows."""
    sensors: list[tuple[Wire | None, Shows]] = [(wires.gripper, lambda: bench.held is not None)]
    sensors += [
        (wire, partial(_stands_on, bench, name)) for wire, name in zip(wires.pegs, names, strict=False)
    ]
    return {f"GPIO{wire.pin}": partial(_level, wire, feels) for wire, feels in sensors if wire is not None}


def _stands_on(bench: Bench, peg: str) -> bool:
    return bool(bench.stacks[peg])


def _level(wire: Wire, feels: Shows) -> bool:
    return feels() is wire.high


def _pin_class(shown: Mapping[str, Shows]) -> type[Any]:
    from gpiozero.pins.mock import MockPin

    class BenchPin(MockPin):  # type: ignore[misc]  # gpiozero has no types
        """Follows what the bench shows; a pin of which it shows nothing is a closed contact to ground."""

        def _get_state(self) -> bool:
            feels = shown.get(self.info.name)
            return bool(super()._get_state()) if feels is None else feels()

        def _set_pull(self, value: str) -> None:
            super()._set_pull(value)
            self.drive_low()

    return BenchPin

"""The lamps of a tower on their pins; gpiozero is imported only once they are opened."""

from collections.abc import Sequence
from typing import Any, Protocol

from controller.drivers.cleanup import call_all
from controller.drivers.lights.shades import Light, PinMap
from controller.gpio import Factory, OpenFactory, told


class _Device(Protocol):
    value: Any
    is_active: bool

    def off(self) -> None: ...

    def close(self) -> None: ...


class Lamps:
    """All lamps of a tower, dark as soon as they are opened. Every method raises PinFault."""

    def __init__(self, pins: PinMap, open_factory: OpenFactory) -> None:
        self.factory_name, self._factory = open_factory(pins.pin_factory)
        self._rows: list[list[_Lamp]] = []
        try:
            for peg in pins.pegs:
                self._rows.append([])
                for bcm in peg:
                    self._rows[-1].append(_Lamp(bcm, pins, self._factory))
        except BaseException:
            self.close()
            raise

    def show(self, lights: Sequence[Sequence[Light]]) -> None:
        """Every lamp as `lights` says, peg by peg from bottom to top."""
        for row, wanted in zip(self._rows, lights, strict=True):
            for lamp, light in zip(row, wanted, strict=True):
                lamp.show(light)

    def lit(self) -> tuple[tuple[bool, ...], ...]:
        """Which lamps shine, read back from their pins, peg by peg from bottom to top."""
        return tuple(tuple(lamp.lit() for lamp in row) for row in self._rows)

    def darken(self) -> None:
        """Every lamp off: one that fails does not keep the others burning."""
        call_all([lamp.darken for row in self._rows for lamp in row])

    def close(self) -> None:
        """Every lamp off, every pin given back as an input."""
        lamps = [lamp for row in self._rows for lamp in row]
        call_all([*(lamp.darken for lamp in lamps), *(lamp.close for lamp in lamps), self._close_factory])

    def _close_factory(self) -> None:
        with told(f"The pin factory {self.factory_name} cannot be closed", "cut the power of the lamps"):
            self._factory.close()


class _Lamp:
    """One lamp; what goes wrong with it is told with its pin."""

    def __init__(self, bcm: tuple[int, ...], pins: PinMap, factory: Factory) -> None:
        self._name = "The lamp on GPIO" + "/".join(map(str, bcm))
        with told(
            f"{self._name} cannot be opened",
            "check its pin and kind under leds, and that nothing else uses it",
        ):
            self._device = _open_device(bcm, pins, factory)

    def show(self, light: Light) -> None:
        """Shine as `light` says."""
        if light is None:
            self.darken()
            return
        with told(f"{self._name} cannot be lit", "check its wiring and start again"):
            self._device.value = light

    def lit(self) -> bool:
        """Whether it shines, read back from the pin."""
        with told(f"{self._name} cannot be read", "check its wiring and start again"):
            return bool(self._device.is_active)

    def darken(self) -> None:
        """Off."""
        with told(f"{self._name} cannot be switched off", "cut the power of the lamps"):
            self._device.off()

    def close(self) -> None:
        """Give the pins back."""
        with told(f"{self._name} cannot be given back", "cut the power of the lamps"):
            self._device.close()


def _open_device(bcm: tuple[int, ...], pins: PinMap, factory: Factory) -> _Device:
    import gpiozero

    device_class = {"plain": gpiozero.LED, "pwm": gpiozero.PWMLED, "rgb": gpiozero.RGBLED}[pins.kind]
    device: _Device = device_class(*bcm, active_high=pins.active_high, pin_factory=factory)
    return device

"""The boundary to gpiozero, imported only once lamps are opened: pin factories by name, and lamps."""

import contextlib
import importlib
import logging
import tempfile
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from controller.drivers.cleanup import call_all
from controller.drivers.lights.shades import Light, PinMap
from controller.errors import PinFault

_log = logging.getLogger(__name__)

# In gpiozero's own order of preference, without the mock: that one is taken only when asked for by name.
_REAL_FACTORIES = {
    "lgpio": "LGPIOFactory",
    "rpigpio": "RPiGPIOFactory",
    "pigpio": "PiGPIOFactory",
    "native": "NativeFactory",
}
_WAY_OUT = (
    "on a Raspberry Pi install the pi extra and join the group gpio, "
    "anywhere else set pin_factory: mock or add --dry-run"
)


class Factory(Protocol):
    """What is used of a gpiozero pin factory."""

    def close(self) -> None:
        """Give all pins back, as inputs."""


class _Device(Protocol):
    value: Any
    is_active: bool

    def off(self) -> None: ...

    def close(self) -> None: ...


OpenFactory = Callable[[str | None], tuple[str, Factory]]


def open_factory(name: str | None) -> tuple[str, Factory]:
    """The pin factory called `name`, or for None the first real one that works here, and what it is called.

    Raises PinFault where there is none; the mock is never taken in place of a real one.
    """
    if name == "mock":
        return name, _open_mock()
    if name is None:
        return _open_first_real()
    if name not in _REAL_FACTORIES:
        raise PinFault(f"There is no pin factory {name!r}: use {', '.join(_REAL_FACTORIES)} or mock.")
    try:
        return name, _open_real(name)
    except Exception as error:  # each of the libraries behind gpiozero raises types of its own
        raise PinFault(f"The pin factory {name} cannot be used here ({error}): {_WAY_OUT}.") from error


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
        with _told(f"The pin factory {self.factory_name} cannot be closed", "cut the power of the lamps"):
            self._factory.close()


class _Lamp:
    """One lamp; what goes wrong with it is told with its pin."""

    def __init__(self, bcm: tuple[int, ...], pins: PinMap, factory: Factory) -> None:
        self._name = "The lamp on GPIO" + "/".join(map(str, bcm))
        with _told(
            f"{self._name} cannot be opened",
            "check its pin and kind under leds, and that nothing else uses it",
        ):
            self._device = _open_device(bcm, pins, factory)

    def show(self, light: Light) -> None:
        """Shine as `light` says."""
        if light is None:
            self.darken()
            return
        with _told(f"{self._name} cannot be lit", "check its wiring and start again"):
            self._device.value = light

    def lit(self) -> bool:
        """Whether it shines, read back from the pin."""
        with _told(f"{self._name} cannot be read", "check its wiring and start again"):
            return bool(self._device.is_active)

    def darken(self) -> None:
        """Off."""
        with _told(f"{self._name} cannot be switched off", "cut the power of the lamps"):
            self._device.off()

    def close(self) -> None:
        """Give the pins back."""
        with _told(f"{self._name} cannot be given back", "cut the power of the lamps"):
            self._device.close()


@contextlib.contextmanager
def _told(what: str, way_out: str) -> Iterator[None]:
    try:
        yield
    except Exception as error:  # as above: no common root
        raise PinFault(f"{what} ({error}): {way_out}.") from error


def _open_device(bcm: tuple[int, ...], pins: PinMap, factory: Factory) -> _Device:
    import gpiozero

    device_class = {"plain": gpiozero.LED, "pwm": gpiozero.PWMLED, "rgb": gpiozero.RGBLED}[pins.kind]
    device: _Device = device_class(*bcm, active_high=pins.active_high, pin_factory=factory)
    return device


def _open_mock() -> Factory:
    from gpiozero.pins.mock import MockFactory, MockPWMPin

    factory: Factory = MockFactory(pin_class=MockPWMPin)
    return factory


def _open_first_real() -> tuple[str, Factory]:
    reasons = []
    for name in _REAL_FACTORIES:
        try:
            return name, _open_real(name)
        except Exception as error:  # as above
            _log.debug("Pin factory %s cannot be used", name, exc_info=True)
            reasons.append(f"{name}: {error}")
    raise PinFault(f"No pin factory works on this machine ({reasons[0]}): {_WAY_OUT}.")


def _open_real(name: str) -> Factory:
    if name == "lgpio":
        _import_lgpio()
    module = importlib.import_module(f"gpiozero.pins.{name}")
    factory: Factory = getattr(module, _REAL_FACTORIES[name])()
    return factory


def _import_lgpio() -> None:
    # On import lgpio makes a pipe in the working directory, which need not be writable, and where LG_WD is
    # set moves the whole process there: it gets a folder for the moment, and the process comes back.
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        importlib.import_module("lgpio")

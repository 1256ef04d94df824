"""The boundary to gpiozero, imported only once pins are opened: pin factories by name, and their faults."""

import contextlib
import importlib
import logging
import tempfile
from collections.abc import Callable, Iterator
from typing import Protocol

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


OpenFactory = Callable[[str | None], tuple[str, Factory]]


def open_factory(name: str | None) -> tuple[str, Factory]:
    """The pin factory called `name`, or for None the first real one that works here, and what it is called.

    Raises PinFault where there is none; the mock is never taken in place of a real one.
    """
    if name is None:
        return _open_first_real()
    if name not in (*_REAL_FACTORIES, "mock"):
        raise PinFault(f"There is no pin factory {name!r}: use {', '.join(_REAL_FACTORIES)} or mock.")
    try:
        return name, _open_mock() if name == "mock" else _open_real(name)
    except Exception as error:  # each of the libraries behind gpiozero raises types of its own
        raise PinFault(f"The pin factory {name} cannot be used here ({error}): {_WAY_OUT}.") from error


@contextlib.contextmanager
def told(what: str, way_out: str) -> Iterator[None]:
    """Whatever fails inside is a PinFault: `what` is wrong, and what can be done about it."""
    try:
        yield
    except Exception as error:  # each of the libraries behind gpiozero raises types of its own
        raise PinFault(f"{what} ({error}): {way_out}.") from error


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

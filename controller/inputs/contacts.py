"""One input on its pin; gpiozero is imported only once it is opened."""

import logging
from collections.abc import Callable
from typing import Any, Protocol

from controller.errors import PinFault
from controller.gpio import Factory, told

SETTLE = 0.01
"""Seconds after which a contact that has opened is looked at again: what is over by then was a bounce."""

_log = logging.getLogger(__name__)


class _Device(Protocol):
    is_active: bool
    when_activated: Any
    when_deactivated: Any

    def close(self) -> None: ...


class Input:
    """A pin with its own resistor on one side and something that drives it to the other.

    A wire that is cut leaves it to the resistor: never `driven`. Every method raises PinFault, with `name`.
    """

    def __init__(self, name: str, pin: int, pulled_up: bool, factory: Factory) -> None:
        self.name = f"{name} on GPIO{pin}"
        way_out = "check its pin in the config, and that nothing else uses it"
        with told(f"{self.name} cannot be opened", way_out):
            self._device = _open_device(pin, pulled_up, factory)

    def driven(self) -> bool:
        """Whether something drives the pin against its resistor."""
        with told(f"{self.name} cannot be read", "check its wiring and start again"):
            return bool(self._device.is_active)

    def watch(self, released: Callable[[], None], driven: Callable[[], None]) -> None:
        """Call these, from a thread of gpiozero's, whenever the pin changes."""
        with told(f"{self.name} cannot be watched", "choose another pin factory, and start again"):
            self._device.when_deactivated, self._device.when_activated = released, driven

    def close(self) -> None:
        """Give the pin back."""
        with told(f"{self.name} cannot be given back", "end the program, and look at its wiring"):
            self._device.close()


class SafetyContact:
    """A contact to ground that is closed as long as all is well, on a pin that is pulled up.

    So an open contact and a cut wire are one and the same. `opened` is called, from a thread of gpiozero's,
    where it is still open after SETTLE seconds of `wait`, and `closed` once that is over.
    """

    def __init__(
        self,
        contact: Input,
        opened: Callable[[], None],
        closed: Callable[[], None],
        wait: Callable[[float], None],
    ) -> None:
        self._contact = contact
        self._opened = opened
        self._closed = closed
        self._wait = wait
        self._told = False
        contact.watch(self._look_again, self._close_again)

    @property
    def name(self) -> str:
        """What it is, and on which pin."""
        return self._contact.name

    def is_open(self) -> bool:
        """Whether it is open now, or cannot be read."""
        try:
            return not self._contact.driven()
        except PinFault as fault:
            _log.error("%s", fault)
            return True

    def _look_again(self) -> None:
        self._wait(SETTLE)
        if self.is_open():
            self._told = True
            self._opened()

    def _close_again(self) -> None:
        was_told, self._told = self._told, False
        if was_told:
            self._closed()


def _open_device(pin: int, pulled_up: bool, factory: Factory) -> _Device:
    import gpiozero

    device: _Device = gpiozero.DigitalInputDevice(pin, pull_up=pulled_up, pin_factory=factory)
    return device

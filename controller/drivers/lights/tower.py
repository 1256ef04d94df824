"""The driver of the LED tower: a disk goes out on one peg and comes on again on another."""

import logging
from collections.abc import Sequence

from controller.drivers.lights.pins import Lamps
from controller.drivers.lights.shades import Light, PinMap, lights
from controller.errors import PinFault, StoppedByPerson
from controller.events import Noted, Publisher
from controller.gpio import OpenFactory, open_factory
from controller.link.clock import Clock
from controller.model import State, Step

_log = logging.getLogger(__name__)

MOVE_SECONDS = 0.8
"""Seconds for which a disk is in the air where no arm carries it."""

_SLICE = 0.05  # seconds between two looks at whether a person has halted
_PULLED_UP = (2, 3)  # a Raspberry Pi has resistors from these to 3.3 V that no program can take away


class LedTower:
    """Lamps that show where the disks stand; a Driver, a Follower and ShowsState.

    Alone it carries a step out by letting the disk leave, waiting `move_seconds` and letting it arrive.
    Whatever goes wrong with a pin or a factory is a PinFault. Once halted the lamps stay dark until connected
    anew.
    """

    def __init__(
        self,
        pins: PinMap,
        clock: Clock,
        publisher: Publisher,
        move_seconds: float = MOVE_SECONDS,
        open_factory: OpenFactory = open_factory,
    ) -> None:
        self._pins = pins
        self._clock = clock
        self._publisher = publisher
        self._move_seconds = move_seconds
        self._open_factory = open_factory
        self._lamps: Lamps | None = None
        self._halted = False
        self._writing = False

    def connect(self) -> None:
        """Open all lamps, dark, and tell on which pin factory."""
        self.close()
        self._halted = False
        self._lamps = Lamps(self._pins, self._open_factory)
        name = self._lamps.factory_name
        self._tell(f"Lights on the {name} pin factory" + (": no lamp is lit." if name == "mock" else "."))
        self._warn_of_glow()

    def show(self, state: State) -> None:
        """Show `state` at rest."""
        self._light(lights(state, self._pins))

    def leave(self, step: Step) -> None:
        """The moving disk goes out on its source."""
        step.state.apply(step.move)
        self._light(lights(step.state, self._pins, lifted=step.move.disk))

    def arrive(self, step: Step) -> None:
        """The moving disk comes on at its target."""
        self._light(lights(step.state.apply(step.move), self._pins))

    def execute(self, step: Step) -> None:
        """Leave, wait, arrive. Raises StoppedByPerson once halted, PinFault where not connected."""
        self._refuse_if_halted()
        self.leave(step)
        self._wait()
        self.arrive(step)

    def rest(self) -> None:
        """Lamps are in nobody's way."""

    def halt(self) -> None:
        """All dark, from any thread, a signal handler's too; a step under way ends with StoppedByPerson.

        Takes no lock: whoever is writing to the lamps at this moment sees afterwards that they must be dark.
        """
        self._halted = True
        lamps = self._lamps
        if lamps is None or self._writing:
            return
        try:
            self._darken(lamps)
        except PinFault as fault:
            _log.error("%s", fault)

    def close(self) -> None:
        """All dark, and every pin given back as an input."""
        lamps, self._lamps = self._lamps, None
        if lamps is not None:
            lamps.close()

    def lit(self) -> tuple[tuple[bool, ...], ...]:
        """Which lamps shine, read back from their pins, peg by peg from bottom to top."""
        return self._connected().lit()

    def _light(self, wanted: Sequence[Sequence[Light]]) -> None:
        lamps = self._connected()
        if self._halted:
            return
        self._writing = True
        try:
            lamps.show(wanted)
        finally:
            self._writing = False  # before the look: a halt after it finds nobody writing and darkens itself
            if self._halted:
                self._darken(lamps)

    def _darken(self, lamps: Lamps) -> None:
        self._writing = True
        try:
            lamps.darken()
        finally:
            self._writing = False

    def _wait(self) -> None:
        until = self._clock.now() + self._move_seconds
        while (left := until - self._clock.now()) > 0:
            self._refuse_if_halted()
            self._clock.sleep(min(left, _SLICE))
        self._refuse_if_halted()

    def _refuse_if_halted(self) -> None:
        if self._halted:
            raise StoppedByPerson("Halted by a person: all lamps are dark.")

    def _connected(self) -> Lamps:
        if self._lamps is None:
            raise PinFault("The lamps are not connected; connect them before the first step.")
        return self._lamps

    def _warn_of_glow(self) -> None:
        wired = {pin for peg in self._pins.pegs for lamp in peg for pin in lamp if self._pins.active_high}
        for pin in sorted(wired.intersection(_PULLED_UP)):
            self._tell(f"A lamp on GPIO{pin} glows faintly after the end: wire it to another pin.")

    def _tell(self, text: str) -> None:
        _log.info(text)
        self._publisher.publish(Noted(text))

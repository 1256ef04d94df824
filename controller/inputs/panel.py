"""All inputs of an exhibit, opened together: what they read, and what the guard and the emergency stop do."""

import logging
import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Self

from controller.errors import PinFault, StoppedAtRest, StoppedByPerson
from controller.events import Noted, Publisher
from controller.gpio import Factory, OpenFactory, open_factory, told
from controller.inputs.contacts import Input, SafetyContact
from controller.inputs.readings import Readings
from controller.inputs.wiring import InputMap, Wire

_log = logging.getLogger(__name__)


class Inputs:
    """The inputs that `wires` names, open inside a `with`; opens nothing before, and may be opened anew.

    As the guard opens `pause` is called, as the emergency stop does `kill`: from a thread of gpiozero's,
    which must not be kept waiting. This observes an emergency stop and never replaces one.
    """

    def __init__(
        self,
        wires: InputMap,
        publisher: Publisher,
        pause: Callable[[], None],
        kill: Callable[[], None],
        open_factory: OpenFactory = open_factory,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        self.wires = wires
        self._publisher = publisher
        self._pause = pause
        self._kill = kill
        self._open_factory = open_factory
        self._wait = wait
        self._opened = ExitStack()
        self._guard: SafetyContact | None = None
        self._emergency_stop: SafetyContact | None = None
        self._gripper: Input | None = None
        self._pegs: tuple[Input | None, ...] = ()
        self._tripped = False

    def open(self) -> None:
        """Open every pin; raises PinFault. An emergency stop that was pressed before is forgotten."""
        self.close()
        self._tripped = False
        if not self.wires.any_wired:
            return
        try:
            self._open_all()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Give every pin back; may be called twice."""
        self._guard = self._emergency_stop = self._gripper = None
        self._pegs = ()
        try:
            self._opened.close()
        except PinFault as fault:
            _log.error("%s", fault)

    def check(self) -> None:
        """Raise what forbids a start: StoppedByPerson an emergency stop, StoppedAtRest an open guard."""
        if (obstacle := self.obstacle()) is not None:
            raise StoppedAtRest(obstacle) if self._only_the_guard() else StoppedByPerson(obstacle)

    def obstacle(self) -> str | None:
        """What forbids motion now, one sentence; an emergency stop does until the inputs are opened anew."""
        stop, guard = self._emergency_stop, self._guard
        if stop is not None and stop.is_open():
            return (
                f"{stop.name} is pressed, or its wire is cut: see to what it was pressed for, release it, "
                "then start again."
            )
        if stop is not None and self._tripped:
            return f"{stop.name} has been pressed: see to what it was pressed for, then start again."
        if guard is not None and guard.is_open():
            return f"{guard.name} is open, or its wire is cut: nothing moves until it is closed."
        return None

    def _only_the_guard(self) -> bool:
        stop = self._emergency_stop
        return stop is None or not (self._tripped or stop.is_open())

    def readings(self) -> Readings:
        """What the sensors read now; raises PinFault."""
        return Readings(self._gripper.driven() if self._gripper else None, self.occupied())

    def holds(self) -> bool:
        """Whether the gripper's sensor feels a disk; raises PinFault, also where there is none."""
        if self._gripper is None:
            raise PinFault("No sensor of the gripper is open; give it a pin under arm: gripper: check:.")
        return self._gripper.driven()

    def occupied(self) -> tuple[bool | None, ...]:
        """Peg by peg whether disks stand there, None where nothing tells; raises PinFault."""
        return tuple(None if peg is None else peg.driven() for peg in self._pegs)

    def _open_all(self) -> None:
        wires = self.wires
        name, factory = self._open_factory(wires.pin_factory)
        self._opened.callback(_close_factory, name, factory)
        if wires.guard is not None:
            contact = self._input("The guard", Wire(wires.guard, high=False), factory)
            self._guard = SafetyContact(contact, self._guard_opened, self._guard_closed, self._wait)
        if wires.emergency_stop is not None:
            contact = self._input("The emergency stop", Wire(wires.emergency_stop, high=False), factory)
            self._emergency_stop = SafetyContact(contact, self._stop_pressed, self._stop_released, self._wait)
        if wires.gripper is not None:
            self._gripper = self._input("The gripper's sensor", wires.gripper, factory)
        self._pegs = tuple(
            None if wire is None else self._input("The sensor of a peg", wire, factory) for wire in wires.pegs
        )
        _log.info("Inputs on the %s pin factory.", name)

    def _input(self, name: str, wire: Wire, factory: Factory) -> Input:
        pin = Input(name, wire.pin, not wire.high, factory)
        self._opened.callback(pin.close)
        return pin

    # From gpiozero's thread.

    def _guard_opened(self) -> None:
        self._pause()
        self._tell("The guard is open: the machine stands still after this move.")

    def _guard_closed(self) -> None:
        self._tell("The guard is closed again; somebody must say go.")

    def _stop_pressed(self) -> None:
        self._tripped = True
        self._kill()
        self._tell("The emergency stop is pressed.")

    def _stop_released(self) -> None:
        self._tell("The emergency stop is released; nothing moves until the program is started again.")

    def _tell(self, text: str) -> None:
        _log.info(text)
        self._publisher.publish(Noted(text))


def _close_factory(name: str, factory: Factory) -> None:
    with told(f"The pin factory {name} cannot be closed", "end the program"):
        factory.close()

"""Dry runs have witnesses: after each step what the far end really shows must agree with what was meant."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from controller.drivers.base import Driver, ShowsState, kill
from controller.drivers.lights import LedTower
from controller.errors import DeviceFault, PinFault
from controller.events import Noted, Publisher
from controller.model import State, Step
from controller.planner.notation import format_state
from firmware_proto.bench import Bench


class Witness(ABC):
    """A Driver around another; subclasses look at the far end after each step and speak at rest."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    def connect(self) -> None:
        """Connect the driver."""
        self._driver.connect()

    def show(self, state: State) -> None:
        """Pass on where the disks stand."""
        if isinstance(self._driver, ShowsState):
            self._driver.show(state)

    def execute(self, step: Step) -> None:
        """Carry the step out and look; raises DeviceFault where something else is seen."""
        self._driver.execute(step)
        self.look(step.state.apply(step.move))

    def rest(self) -> None:
        """Rest, then say what is seen."""
        self._driver.rest()
        self.speak()

    def halt(self) -> None:
        """Halt the driver."""
        self._driver.halt()

    def kill(self) -> None:
        """Kill the driver."""
        kill(self._driver)

    def close(self) -> None:
        """Close the driver."""
        self._driver.close()

    @abstractmethod
    def look(self, expected: State) -> None:
        """Raise DeviceFault where the far end does not show `expected`."""

    @abstractmethod
    def speak(self) -> None:
        """Publish what the far end shows."""


class BenchWitness(Witness):
    """The emulated bench, which knows where every disk is; `air`: there are no disks on it."""

    def __init__(
        self,
        driver: Driver,
        bench: Bench,
        names: tuple[str, ...],
        publisher: Publisher,
        air: bool = False,
    ) -> None:
        super().__init__(driver)
        self._bench = bench
        self._names = names
        self._publisher = publisher
        self._air = air
        self._largest_on = names[0]  # where the largest disk stands: all disks do, once the tower is whole

    def connect(self) -> None:
        """Connect; the bench must have nothing to say against the homing."""
        super().connect()
        self._hear_faults()

    def close(self) -> None:
        """Close; raises DeviceFault for what the bench saw only then, as the arm lay down."""
        known = len(self._bench.faults)
        super().close()
        if len(self._bench.faults) > known:
            raise DeviceFault(f"The bench saw what must not happen: {self._bench.faults[known]}")

    def show(self, state: State) -> None:
        """Pass on where the disks stand."""
        super().show(state)
        self._largest_on = self._names[state.peg_of[-1]]

    def look(self, expected: State) -> None:
        """Compare every stack; raises DeviceFault in the bench's words."""
        self._hear_faults()
        self._largest_on = self._names[expected.peg_of[-1]]
        seen = tuple(self._bench.stacks[name] for name in self._names)
        if not self._air and seen != expected.stacks:
            meant = format_state(expected, self._names)
            raise DeviceFault(f"The bench sees the disks {self._standing(seen)}, not {meant} as was meant.")

    def speak(self) -> None:
        """Publish the bench's own word."""
        self._hear_faults()
        self._publisher.publish(Noted(f"The bench says: {self._word()}."))

    def _word(self) -> str:
        if self._air:
            return "nothing was touched"
        done, word = self._bench.verdict(self._largest_on)
        seen = State.of_stacks([self._bench.stacks[name] for name in self._names])
        return word if done else f"the disks stand {format_state(seen, self._names)}"

    def _standing(self, stacks: Sequence[Sequence[int]]) -> str:
        """Written as `--from-state` reads it, however the disks may stand or be missing."""
        stands = [
            f"{name}:{','.join(map(str, stack))}"
            for name, stack in zip(self._names, stacks, strict=True)
            if stack
        ]
        return " ".join(stands) or "on no peg"

    def _hear_faults(self) -> None:
        if self._bench.faults:
            raise DeviceFault(f"The bench saw what must not happen: {self._bench.faults[0]}")


class LampWitness(Witness):
    """The lamps of an LED tower, read back from their pins: as many shine on a peg as disks stand there."""

    def __init__(self, lamps: LedTower, names: tuple[str, ...], publisher: Publisher) -> None:
        super().__init__(lamps)
        self._lamps = lamps
        self._names = names
        self._publisher = publisher

    def look(self, expected: State) -> None:
        """Count; raises PinFault where the lamps do not show as many disks as stand on a peg."""
        wanted = tuple(map(len, expected.stacks))
        if self._counts() != wanted:
            shown, meant = self._in_words(self._counts()), self._in_words(wanted)
            raise PinFault(f"The lamps show disks {shown}, not {meant}; look at the lamps and their wires.")

    def speak(self) -> None:
        """Publish what the lamps show."""
        counts = self._counts()
        if sum(map(bool, counts)) == 1:
            name = self._names[counts.index(max(counts))]
            self._publisher.publish(Noted(f"The lamps show: all {max(counts)} disks on {name}."))
        else:
            self._publisher.publish(Noted(f"The lamps show: disks {self._in_words(counts)}."))

    def _in_words(self, counts: Sequence[int]) -> str:
        lit = [f"{count} on {name}" for name, count in zip(self._names, counts, strict=True) if count]
        return ", ".join(lit) or "on no peg"

    def _counts(self) -> tuple[int, ...]:
        return tuple(sum(peg) for peg in self._lamps.lit())

"""How inputs are wired: plain values."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wire:
    """A sensor on the pin of BCM number `pin`, which is high or low while there is a disk.

    The pin's own resistor pulls the other way: a wire that is cut never reads as a disk.
    """

    pin: int
    high: bool


@dataclass(frozen=True, slots=True)
class InputMap:
    """Which pins, by BCM number, read what; None: nothing does. `pegs` in the order of the tower's pegs.

    The guard and the emergency stop are contacts to ground that are closed as long as all is well.
    `pin_factory` None takes the first real one that works.
    """

    pin_factory: str | None = None
    guard: int | None = None
    emergency_stop: int | None = None
    gripper: Wire | None = None
    pegs: tuple[Wire | None, ...] = ()

    @property
    def any_wired(self) -> bool:
        """Whether there is anything to read."""
        return any(wire is not None for wire in (self.guard, self.emergency_stop, self.gripper, *self.pegs))

"""Which lamp shines for which disk, and how: pure."""

import colorsys
from dataclasses import dataclass
from typing import Literal

from controller.errors import UsageError
from controller.model import State

Kind = Literal["plain", "pwm", "rgb"]
Show = Literal["level", "disk"]
Light = float | tuple[float, float, float] | None  # duty cycle, or those of red, green and blue; None: dark

_FAINTEST = 0.3  # of full brightness to the eye: the smallest disk must still be seen in daylight
_EYE = 2.2  # what is seen grows about as the 1/2.2th power of the light given


@dataclass(frozen=True, slots=True)
class PinMap:
    """How a tower is wired and what its lamps mean.

    `pegs` holds for each peg its lamps from bottom to top, each as its BCM pins: one, or for kind "rgb" three
    (red, green, blue). Shown by "level", the lamps are heights; by "disk", each stands for one disk, the
    largest at the bottom. `pin_factory` None takes the first real one that works. `colors` are red, green and
    blue from 0 to 255, disk 1 first; without any, the disks are a rainbow. Raises UsageError where kind and
    pins disagree.
    """

    pegs: tuple[tuple[tuple[int, ...], ...], ...]
    kind: Kind = "plain"
    show: Show = "level"
    pin_factory: str | None = None
    active_high: bool = True
    colors: tuple[tuple[int, int, int], ...] | None = None

    def __post_init__(self) -> None:
        needed = 3 if self.kind == "rgb" else 1
        for lamp in (lamp for peg in self.pegs for lamp in peg):
            if len(lamp) != needed:
                raise UsageError(f"A lamp of kind {self.kind} takes {needed} pins, not {len(lamp)}: {lamp}.")


def lights(state: State, pins: PinMap, lifted: int | None = None) -> tuple[tuple[Light, ...], ...]:
    """What every lamp shows, peg by peg from bottom to top, while disk `lifted` is in the air.

    Raises UsageError where there are fewer pegs or lamps than pegs or disks.
    """
    _require_enough_lamps(state, pins)
    return tuple(
        tuple(
            None if disk is None or disk == lifted else _light(disk, state.disks, pins)
            for disk in _disks_shown(stack, len(row), state.disks, pins.show)
        )
        for stack, row in zip(state.stacks, pins.pegs, strict=True)
    )


def brightness(disk: int, disks: int) -> float:
    """The duty cycle for a disk, full for the largest, in steps that look even to the eye."""
    seen = 1 - (1 - _FAINTEST) * (disks - disk) / disks  # exactly 1 for the largest: above is refused
    return float(seen**_EYE)


def rainbow(disk: int, disks: int) -> tuple[float, float, float]:
    """A colour for a disk, evenly round the colour wheel from red for the smallest."""
    return colorsys.hsv_to_rgb((disk - 1) / disks, 1.0, 1.0)


def _light(disk: int, disks: int, pins: PinMap) -> Light:
    if pins.kind == "plain":
        return 1.0
    if pins.kind == "pwm":
        return brightness(disk, disks)
    return _scaled(pins.colors[disk - 1]) if pins.colors else rainbow(disk, disks)


def _scaled(color: tuple[int, int, int]) -> tuple[float, float, float]:
    red, green, blue = color
    return red / 255, green / 255, blue / 255


def _disks_shown(stack: tuple[int, ...], lamps: int, disks: int, show: Show) -> list[int | None]:
    if show == "level":
        return [*stack, *[None] * (lamps - len(stack))]
    return [disk if disk in stack else None for disk in range(disks, disks - lamps, -1)]


def _require_enough_lamps(state: State, pins: PinMap) -> None:
    if len(pins.pegs) != state.pegs:
        raise UsageError(f"The lamps are wired for {len(pins.pegs)} pegs and the tower has {state.pegs}.")
    fewest = min(map(len, pins.pegs))
    if fewest < state.disks:
        raise UsageError(f"A peg has {fewest} lamps for {state.disks} disks; wire one lamp for each disk.")
    if pins.colors and len(pins.colors) < state.disks:
        raise UsageError(
            f"There are {len(pins.colors)} colors for {state.disks} disks; name one for each disk."
        )

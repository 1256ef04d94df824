"""`leds:` in a config: lamps on the pins of a Raspberry Pi."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Discriminator, Field, Tag

from controller.config.pins import Pin, PinFactory
from controller.config.quantities import Part
from controller.config.tower import Tower

Brightness = Annotated[int, Field(ge=0, le=255)]


def _one_or_three(value: object) -> str:
    return "three" if isinstance(value, list | tuple) else "one"


Lamp = Annotated[
    Annotated[Pin, Tag("one")] | Annotated[tuple[Pin, Pin, Pin], Tag("three")], Discriminator(_one_or_three)
]
Color = tuple[Brightness, Brightness, Brightness]


class Leds(Part):
    """One lamp for each level of each peg, or one for each disk on each peg."""

    kind: Literal["gpio"] = Field("gpio", description="gpio: pins of a Raspberry Pi, by BCM number")
    led: Literal["plain", "pwm", "rgb"] = Field(
        "plain",
        description="plain: on or off; pwm: brighter for larger disks; rgb: a colour a disk, three pins",
    )
    show: Literal["level", "disk"] = Field(
        "level",
        description="level: lamps light from the bottom up to the height of the stack; "
        "disk: each lamp stands for one disk, the bottom one for the largest",
    )
    pin_factory: PinFactory | None = Field(
        None,
        description="how gpiozero reaches the pins, left out: the first that works here; "
        "mock: no pins at all, for a try on a laptop",
    )
    active_high: bool = Field(True, description="false where a lamp lights when its pin is low")
    colors: tuple[Color, ...] | None = Field(
        None,
        description="rgb only: [red, green, blue] from 0 to 255 for each disk, smallest first",
        examples=[[[255, 0, 0], [0, 255, 0]]],
    )
    pegs: Mapping[str, tuple[Lamp, ...]] = Field(
        description="for each peg as many pins as disks, bottom to top; with rgb, as many [red, green, blue]",
        examples=[{"A": [17, 27, 22, 10, 9]}],
    )

    def pins(self, tower: Tower) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """BCM pins by peg, in the order of `tower.pegs`, and by lamp from the bottom: one each, or three."""
        return tuple(
            tuple(lamp if isinstance(lamp, tuple) else (lamp,) for lamp in self.pegs[name])
            for name in tower.pegs
        )

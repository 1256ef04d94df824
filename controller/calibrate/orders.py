"""What a person can ask for, by a key or as a typed line."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from controller.calibrate.calibration import STEPS, Refused


@dataclass(frozen=True, slots=True)
class Order:
    """The root of all orders."""


@dataclass(frozen=True, slots=True)
class Jog(Order):
    """Along `axis` (0: x, 1: y, 2: z), `sign` 1 or -1, by `distance` mm, or by the present step."""

    axis: int
    sign: int
    distance: float | None = None


@dataclass(frozen=True, slots=True)
class Teach(Order):
    """The tip is at the station `name`, or at the current one."""

    name: str | None = None


@dataclass(frozen=True, slots=True)
class Size(Order):
    """Steps of `size` mm; None: `coarser` sizes larger."""

    size: float | None = None
    coarser: int = 0


@dataclass(frozen=True, slots=True)
class Enter(Order):
    """The key: teach the current station, or go on with the dry touch."""


@dataclass(frozen=True, slots=True)
class Next(Order):
    """Go on with the dry touch."""


@dataclass(frozen=True, slots=True)
class Back(Order):
    """To the station before; in a dry touch: leave it."""


@dataclass(frozen=True, slots=True)
class Home(Order):
    """Open the port and home."""


@dataclass(frozen=True, slots=True)
class Grip(Order):
    """Close the gripper."""


@dataclass(frozen=True, slots=True)
class Release(Order):
    """Open the gripper."""


@dataclass(frozen=True, slots=True)
class Touch(Order):
    """Begin the dry touch, or leave it."""


@dataclass(frozen=True, slots=True)
class Save(Order):
    """Write what has been taught into the config."""


@dataclass(frozen=True, slots=True)
class Quit(Order):
    """Leave."""


@dataclass(frozen=True, slots=True)
class Yes(Order):
    """The answer to a question."""


KEYS: dict[str, Order] = {
    **dict.fromkeys(("right", "d", "D"), Jog(0, 1)),
    **dict.fromkeys(("left", "a", "A"), Jog(0, -1)),
    **dict.fromkeys(("up", "w", "W"), Jog(1, 1)),
    **dict.fromkeys(("down", "x", "X"), Jog(1, -1)),
    **dict.fromkeys(("page up", "r", "R"), Jog(2, 1)),
    **dict.fromkeys(("page down", "f", "F"), Jog(2, -1)),
    **dict.fromkeys(("+", "="), Size(coarser=1)),
    "-": Size(coarser=-1),
    **{str(digit): Size(size) for digit, size in enumerate(STEPS, 1)},
    "enter": Enter(),
    "backspace": Back(),
    **dict.fromkeys("gG", Grip()),
    **dict.fromkeys("oO", Release()),
    **dict.fromkeys("hH", Home()),
    **dict.fromkeys("tT", Touch()),
    **dict.fromkeys("sS", Save()),
    **dict.fromkeys("qQ", Quit()),
    **dict.fromkeys("yY", Yes()),
}
"""Keys by the names of `controller.views.keys`."""

_WORDS: dict[str, Order] = {
    "": Next(),
    "next": Next(),
    "teach": Teach(),
    "back": Back(),
    "home": Home(),
    "grip": Grip(),
    "release": Release(),
    "touch": Touch(),
    "skip": Touch(),
    "save": Save(),
    "quit": Quit(),
    "yes": Yes(),
}
_NUMBER = r"[0-9]+(?:\.[0-9]+)?"
_PATTERNS: tuple[tuple[str, Callable[[re.Match[str]], Order]], ...] = (
    (rf"([xyz]) *([+-]) *({_NUMBER})?", lambda found: _jog(*found.groups())),
    (r"teach +(\S.*)", lambda found: Teach(found[1])),
    (rf"step +({_NUMBER})", lambda found: Size(float(found[1]))),
)


def parse_order(line: str) -> Order | None:
    """The order that a typed line means, as `x+ 10`, `step 0.1`, `teach A`, `save`; raises Refused.

    A line that begins with # means nothing.
    """
    text = " ".join(line.split())
    if text.startswith("#"):
        return None
    if order := _WORDS.get(text.lower()):
        return order
    for pattern, made in _PATTERNS:
        if found := re.fullmatch(pattern, text, re.IGNORECASE):
            return made(found)
    raise Refused(
        f'"{text}" is no order; there are x+ 10 (and x-, y+, y-, z+, z-), step 1, teach A, back, home, grip, '
        "release, touch, next, skip, save, quit."
    )


def _jog(axis: str, sign: str, distance: str | None) -> Jog:
    return Jog("xyz".index(axis.lower()), int(f"{sign}1"), float(distance) if distance else None)

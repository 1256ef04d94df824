"""What a person sees while calibrating, as rows of text."""

from collections.abc import Iterator, Sequence

from controller.calibrate.calibration import Calibration
from controller.gcode.numbers import number
from controller.model import Point

_SAID = 6  # sentences that stay on the sheet
_STATIONS = 8  # stations on the sheet at once

KEYS = (
    "left right  x    up down  y    page up, page down  z    (or a d, x w, f r)",
    "1 2 3 + -  step    Enter  teach    Backspace  back    h  home    t  dry touch",
    "g  grip    o  let go    s  save    q  quit    Escape  halt",
)
TOUCH_KEYS = ("Enter  next height    t  leave the dry touch    Escape  halt",)


def spoken(point: Point) -> str:
    """A place, in words."""
    return f"x {number(point.x)}, y {number(point.y)}, z {number(point.z)}"


def rows(title: str, calibration: Calibration, said: Sequence[str]) -> list[str]:
    """The whole sheet; the last of what was `said` is on it."""
    at = calibration.at
    return [
        f"Calibration of {title}",
        "",
        *_stations(calibration),
        "",
        f"  tip  {spoken(at) if at else 'not known; h homes the arm'}    step {number(calibration.step)} mm",
        "",
        *(f"  {sentence}" for sentence in said[-_SAID:]),
    ]


def _stations(calibration: Calibration) -> Iterator[str]:
    width = max(len(station.name) for station in calibration.stations)
    first = max(0, min(calibration.current - _STATIONS // 2, len(calibration.stations) - _STATIONS))
    for index, station in [*enumerate(calibration.stations)][first : first + _STATIONS]:
        sign = ">" if index == calibration.current else " "
        point = calibration.points.get(station.name)
        place = spoken(point) if point else f"not taught: {station.hint}"
        new = "  (not saved)" if station.name in calibration.changed else ""
        yield f"{sign} {station.name:{width}}  {place}{new}"

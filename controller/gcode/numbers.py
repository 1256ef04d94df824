"""Numbers as firmwares read them: no exponent, no minus zero, at most three decimals."""

import math

from controller.errors import UsageError


def number(value: float) -> str:
    """`value` to the nearest thousandth; raises UsageError where it is not finite."""
    if not math.isfinite(value):
        raise UsageError(f"{value} cannot be sent to a machine; every measure must be a finite number.")
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def feed(speed: float) -> str:
    """`speed` in mm/s as whole mm/min; never 0, which would mean the feed before, or no motion for ever."""
    return number(max(1, round(speed * 60)))


def milliseconds(seconds: float) -> str:
    """`seconds` as whole milliseconds, rounded up: a wait is never shorter than asked."""
    return number(math.ceil(round(seconds * 1000, 6)))


def in_seconds(seconds: float) -> str:
    """`seconds` to the millisecond, rounded up: a wait is never shorter than asked."""
    return number(math.ceil(round(seconds * 1000, 6)) / 1000)

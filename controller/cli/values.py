"""What argparse reads the values of options with; each raises ArgumentTypeError in words."""

import argparse
from collections.abc import Callable
from pathlib import Path

SLOWEST = 0.001
FARTHEST = 10_000.0  # mm


def whole_number(text: str) -> int:
    """A number in plain digits, perhaps with a sign."""
    number = _integer(text)
    if number is None:
        raise argparse.ArgumentTypeError(f"{_shown(text)} is not a whole number that can be read here.")
    return number


def number_of(what: str, least: int, most: int) -> Callable[[str], int]:
    """A reader of whole numbers from `least` to `most`."""

    def read(text: str) -> int:
        number = _integer(text)
        if number is None or not least <= number <= most:
            raise argparse.ArgumentTypeError(
                f"{_shown(text)} is no number of {what} here: write {least} or more, and at most {most:,}"
            )
        return number

    return read


def speed_factor(text: str) -> float:
    """How many times as fast as real time: 0, or any speed at which something is seen to move."""
    speed = decimal(text)
    if speed is None or not (speed == 0 or SLOWEST <= speed < float("inf")):
        raise argparse.ArgumentTypeError(
            f"{_shown(text)} is no speed: write a number such as 1, 4 or 0.5, at least {SLOWEST}, or 0"
        )
    return speed


def seconds(text: str) -> float:
    """A short time, up to a minute."""
    value = decimal(text)
    if value is None or not 0 <= value <= 60:
        raise argparse.ArgumentTypeError(f"{_shown(text)} is no short time: write seconds, as 0.01, up to 60")
    return value


def coordinate(text: str) -> float:
    """A place on an axis, mm."""
    value = decimal(text)
    if value is None or not -FARTHEST <= value <= FARTHEST:
        raise argparse.ArgumentTypeError(f"{_shown(text)} is no coordinate: write mm, such as 120 or -35.5")
    return value


def decimal(text: str) -> float | None:
    """A number in plain digits, or None for what is none."""
    try:
        return float(text) if text.isascii() and "_" not in text else None
    except ValueError:
        return None


def file_name(text: str) -> Path:
    """A file's path; an empty one would be the folder one is in."""
    if not text:
        raise argparse.ArgumentTypeError("the name of a file is missing")
    return Path(text)


def _integer(text: str) -> int | None:
    try:
        return int(text) if text.isascii() and text.lstrip("+-").isdigit() else None
    except ValueError:  # two signs, or more digits than Python reads at once
        return None


def _shown(text: str) -> str:
    return repr(text if len(text) <= 30 else f"{text[:27]}...")

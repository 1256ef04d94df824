"""What the planner accepts as a number, and how it refuses the rest."""

from controller.errors import InvalidPlan, NotAnInteger


def whole(value: object, what: str) -> int:
    """`value` as it is; raises NotAnInteger unless it is an int (True and 3.0 are none)."""
    if type(value) is not int:
        raise NotAnInteger(f"{what} must be a whole number, not {value!r}.")
    return value


def at_least(least: int, value: object, what: str) -> int:
    """`value` as it is; raises NotAnInteger, or InvalidPlan where it is smaller than `least`."""
    number = whole(value, what)
    if number < least:
        raise InvalidPlan(f"{what} must be {least} or more, not {number}.")
    return number


def peg_among(pegs: int, value: object, what: str) -> int:
    """`value` as it is; raises NotAnInteger, or InvalidPlan where there is no such peg."""
    peg = whole(value, what)
    if not 0 <= peg < pegs:
        raise InvalidPlan(f"{what} must be one of the pegs 0 to {pegs - 1}, not {peg}.")
    return peg

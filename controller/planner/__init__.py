"""Lazy plans for the Tower of Hanoi: pure mathematics, nothing materialised."""

from controller.planner.between import solve_between
from controller.planner.closed_forms import disk_moved, gray_code, last_moved, peg_after, times_moved
from controller.planner.hints import Hint, hint
from controller.planner.route import Route
from controller.planner.sequence import Optimality, Plan
from controller.planner.solve import solve

__all__ = [
    "Hint",
    "Optimality",
    "Plan",
    "Route",
    "disk_moved",
    "gray_code",
    "hint",
    "last_moved",
    "peg_after",
    "solve",
    "solve_between",
    "times_moved",
]

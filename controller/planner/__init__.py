"""Lazy plans for the Tower of Hanoi: pure mathematics, nothing materialised."""

from controller.planner.between import solve_between
from controller.planner.sequence import Optimality, Plan
from controller.planner.solve import solve

__all__ = ["Optimality", "Plan", "solve", "solve_between"]

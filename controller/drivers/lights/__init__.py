"""The LED tower: one lamp a level or a disk, plain, dimmed or coloured, on gpiozero."""

from controller.drivers.lights.shades import PinMap
from controller.drivers.lights.tower import MOVE_SECONDS, LedTower

__all__ = ["MOVE_SECONDS", "LedTower", "PinMap"]

"""What is read of the world: the guard, the emergency stop, and sensors at the gripper and the pegs."""

from controller.inputs.panel import Inputs
from controller.inputs.readings import Readings
from controller.inputs.wiring import InputMap, Wire

__all__ = ["InputMap", "Inputs", "Readings", "Wire"]

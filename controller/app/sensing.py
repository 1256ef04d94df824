"""What an arm does not feel, and what does not stop it: warnings of `hanoi check`."""

from collections.abc import Iterator

from controller.app.arms import firmware_of
from controller.app.inputs import input_map
from controller.config import Config


def sensing_warnings(config: Config) -> Iterator[str]:
    """A sentence for an arm that does not notice what it loses, and one for a stop that stops nothing."""
    arm, inputs = config.arm, config.inputs
    if arm is None:
        return
    firmware = firmware_of(arm)
    if firmware.holds(arm.gripper.grip or firmware.grip) is None and not _feels(config):
        yield (
            "arm.gripper.check: nothing feels the disks, so one that is lost or taken away goes unnoticed;"
            " give the gripper a check, or the pegs inputs"
        )
    if inputs and inputs.pin_factory == "mock" and (inputs.guard, inputs.emergency_stop) != (None, None):
        yield (
            "inputs.pin_factory: mock has no pins, where guard and emergency stop read as open, so that no"
            " run starts; name another, or add --dry-run"
        )
    if inputs and inputs.emergency_stop is not None and not firmware.kill.data:
        yield (
            "inputs.emergency_stop: no line is known that stops this arm at once, and it ends the move it is"
            " on; describe one under arm.custom.halt, and have the emergency stop cut the power"
        )


def _feels(config: Config) -> bool:
    wires = input_map(config)
    return any((wires.gripper, *wires.pegs))

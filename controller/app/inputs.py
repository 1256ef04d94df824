"""From a Config to what is read and felt: inputs on pins, and what the arm is told by them."""

from collections.abc import Callable
from dataclasses import replace

from controller.app.mock_pins import bench_pins
from controller.config import Arm, Config
from controller.drivers.gripper import Sensing
from controller.events import Publisher
from controller.gpio import open_factory
from controller.inputs import InputMap, Inputs, Wire
from controller.runner import Controls
from firmware_proto.bench import Bench


def input_map(config: Config) -> InputMap:
    """Which pins read what."""
    inputs = config.inputs
    if inputs is None:
        return InputMap(gripper=_gripper_wire(config.arm))
    high = inputs.occupied == "high"
    pegs = [inputs.pegs.get(name) for name in config.tower.pegs]
    return InputMap(
        pin_factory=inputs.pin_factory,
        guard=inputs.guard,
        emergency_stop=inputs.emergency_stop,
        gripper=_gripper_wire(config.arm),
        pegs=tuple(None if pin is None else Wire(pin, high) for pin in pegs),
    )


def inputs_of(
    config: Config, publisher: Publisher, controls: Controls, pretended: bool, bench: Bench | None
) -> Inputs:
    """The config's inputs; `pretended`: on mock pins that feel the disks of `bench`, if there is one."""
    wires = input_map(config)
    if not pretended:
        return Inputs(wires, publisher, controls.pause, controls.kill)
    wires = wires if bench else replace(wires, gripper=None, pegs=())
    pins = bench_pins(wires, bench, config.tower.pegs)
    return Inputs(wires, publisher, controls.pause, controls.kill, pins)


def emergency_stop_of(
    config: Config, publisher: Publisher, kill: Callable[[], None], pretended: bool
) -> Inputs:
    """The config's emergency stop alone: a guard stands open while somebody teaches an arm."""
    wires = input_map(config)
    alone = InputMap(wires.pin_factory, emergency_stop=wires.emergency_stop)
    opens = bench_pins(alone, None, ()) if pretended else open_factory
    return Inputs(alone, publisher, pause=kill, kill=kill, open_factory=opens)


def sensing_of(config: Config, inputs: Inputs) -> Sensing:
    """What the config's arm feels through `inputs`, once they are open."""
    return Sensing(
        holds=inputs.holds if inputs.wires.gripper else None,
        occupied=inputs.occupied if any(inputs.wires.pegs) else None,
        tries=config.arm.gripper.tries if config.arm else 1,
    )


def _gripper_wire(arm: Arm | None) -> Wire | None:
    check = arm.gripper.check if arm else None
    return Wire(check.pin, check.held == "high") if check and check.pin is not None else None

"""From a Config to its arm, as plain values: the paths, the axes, the firmware, its lines. Opens nothing."""

from dataclasses import replace

from controller.config import Arm, Config
from controller.config.arm import AUTO
from controller.gcode.custom import custom_firmware
from controller.gcode.families import FIRMWARES
from controller.gcode.firmware import Firmware
from controller.gcode.grip_check import asked_by
from controller.gcode.homing import OWN_HOMING, Homing, Known, Placed
from controller.gcode.program import ArmLines
from controller.motion.axes import CARTESIAN, Axes, JointAxes
from controller.motion.geometry import GripperTimes, MotionLimits
from controller.motion.path import PathPlanner

# In the air everything is slower, so that a hand is in time at the switch.
AIR_SPEED = 0.25


def path_planner(config: Config, air: bool = False) -> PathPlanner | None:
    """The paths of the config's arm, a quarter as fast in the air; None without an arm."""
    if config.arm is None:
        return None
    firmware = firmware_of(config.arm)
    limits = replace(
        config.arm.motion_limits(),
        per_axis=firmware.per_axis,
        junction_deviation=firmware.junction_deviation,
        arches=firmware.arches,
    )
    limits = slowed(limits) if air else limits
    geometry, times = config.arm.geometry(config.tower), config.arm.gripper.times()
    return PathPlanner(geometry, limits, times, axes_of(config.arm))


def slowed(limits: MotionLimits) -> MotionLimits:
    """As fast as with a hand at the switch."""
    return replace(
        limits, travel_speed=AIR_SPEED * limits.travel_speed, lift_speed=AIR_SPEED * limits.lift_speed
    )


def timed_planner(config: Config, air: bool = False) -> PathPlanner | None:
    """For foretelling: the same paths, and the time that proving a stop takes before and after each grip."""
    planner = path_planner(config, air)
    if config.arm is None or planner is None:
        return None
    times, stops = planner.gripper, 2 * firmware_of(config.arm).stop_seconds
    slower = GripperTimes(times.grip_settle + stops, times.release_settle + stops)
    return PathPlanner(planner.geometry, planner.limits, slower, planner.axes)


def axes_of(arm: Arm) -> Axes:
    """What the firmware's X, Y and Z are: millimetres, or the degrees of joints."""
    joints = arm.joints()
    return JointAxes(joints) if joints else CARTESIAN


def firmware_of(arm: Arm) -> Firmware:
    """What the config's arm understands and says."""
    if arm.custom is None:
        firmware = FIRMWARES[arm.firmware]
    else:
        gripper = arm.gripper
        firmware = custom_firmware(arm.custom.description(), gripper.grip or (), gripper.release or ())
    question = arm.gripper.question()
    return firmware if question is None else asked_by(firmware, question)


def arm_lines(arm: Arm) -> ArmLines:
    """The lines that the config says for itself."""
    return ArmLines(
        diameters=arm.disks.diameters,
        startup=arm.startup,
        shutdown=arm.shutdown,
        homing=homing_of(arm),
        grip=arm.gripper.grip,
        release=arm.gripper.release,
    )


def homing_of(arm: Arm) -> Homing:
    """How the config's arm learns where it is; a firmware that has no homing lines knows."""
    if (place := arm.placed_at()) is not None:
        return Placed(place)
    return OWN_HOMING if arm.home.kind == "firmware" and firmware_of(arm).home else Known()


def port_of(arm: Arm) -> str:
    """The port of the config's arm; raises PortError where it is to be found and there is not just one."""
    if arm.port != AUTO:
        return arm.port
    from controller.link.ports import port_with, serial_ports  # only those who look for a port wait for them

    return port_with(firmware_of(arm).usb, serial_ports())

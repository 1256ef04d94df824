"""From a Config to a machine: chooses every class, opens nothing."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from controller.app.emulation import board_of
from controller.app.options import RunOptions
from controller.app.witness import BenchWitness, LampWitness
from controller.config import Arm, Config, Leds, Tower
from controller.drivers.arm import ArmDriver
from controller.drivers.base import Driver
from controller.drivers.group import Group
from controller.drivers.lights import LedTower, PinMap
from controller.drivers.opening import Confirm
from controller.errors import UsageError
from controller.events import Noted, Publisher
from controller.gcode.custom import custom_firmware
from controller.gcode.firmware import Firmware
from controller.gcode.grbl import GRBL
from controller.gcode.homing import OWN_HOMING, Homing, Known, Placed
from controller.gcode.marlin import MARLIN
from controller.gcode.program import ArmLines
from controller.gcode.uarm import UARM
from controller.link.client import LinkClient
from controller.link.clock import Clock, MonotonicClock, VirtualClock
from controller.link.emulated import EmulatedTransport
from controller.link.serial_port import SerialTransport
from controller.link.transport import Transport
from controller.model import Point, State
from controller.motion.axes import CARTESIAN, Axes, JointAxes
from controller.motion.geometry import GripperTimes, MotionLimits
from controller.motion.path import PathPlanner
from controller.runner import Controls, ask
from firmware_proto.bench import Bench

FIRMWARES: dict[str, Firmware] = {"marlin": MARLIN, "grbl": GRBL, "uarm": UARM}
EMULATED = "emulated"
# In the air everything is slower, so that a hand is in time at the switch.
AIR_SPEED = 0.25


@dataclass(frozen=True, slots=True)
class Machine:
    """A driver and all that a run needs beside it.

    `speed`: seconds of the run that pass in a real one; `pretended`: the arm, or all of it, is emulated.
    """

    driver: Driver
    publisher: Publisher
    controls: Controls
    clock: Clock
    speed: float
    pretended: bool
    planner: PathPlanner | None
    peg_points: tuple[Point, ...]
    label: str  # behind the exhibit's name, where not everything is as it seems


def assemble(config: Config, options: RunOptions, start: State) -> Machine:
    """The machine that `config` describes, with the far ends that `options` ask for; raises UsageError."""
    pretended = options.dry_run or (config.arm is not None and config.arm.port == EMULATED)
    if options.speed is not None and not pretended:
        raise UsageError("--speed: a real machine sets its own pace; add --dry-run, or leave --speed out.")
    speed = options.speed if options.speed is not None else 1.0
    clock = VirtualClock(speed) if pretended else MonotonicClock()
    publisher = Publisher()

    def halt() -> None:
        driver.halt()
        if isinstance(clock, VirtualClock):
            clock.hurry()  # at a thousandth of the speed nobody waits for the end

    controls = Controls(halt, publisher)
    confirm = partial(answer_oneself, publisher) if pretended else partial(ask, controls, publisher)
    planner = timed_planner(config, options.air)
    driver = _driver(config, options, start, clock, publisher, confirm)
    points = planner.geometry.pegs if planner else ()
    label = _label(options, pretended)
    return Machine(driver, publisher, controls, clock, speed, pretended, planner, points, label)


def _label(options: RunOptions, pretended: bool) -> str:
    return (", dry run" if pretended else "") + (", in the air" if options.air else "")


def path_planner(config: Config, air: bool = False) -> PathPlanner | None:
    """The paths of the config's arm, a quarter as fast in the air; None without an arm."""
    if config.arm is None:
        return None
    firmware = firmware_of(config.arm)
    limits = replace(
        config.arm.motion_limits(),
        per_axis=firmware.per_axis,
        junction_deviation=firmware.junction_deviation,
    )
    limits = slowed(limits) if air else limits
    return PathPlanner(config.arm.geometry(config.tower), limits, config.arm.gripper.times())


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
    return PathPlanner(planner.geometry, planner.limits, slower)


def axes_of(arm: Arm) -> Axes:
    """What the firmware's X, Y and Z are: millimetres, or the degrees of joints."""
    joints = arm.joints()
    return JointAxes(joints) if joints else CARTESIAN


def firmware_of(arm: Arm) -> Firmware:
    """What the config's arm understands and says."""
    if arm.custom is None:
        return FIRMWARES[arm.firmware]
    return custom_firmware(arm.custom.description(), arm.gripper.grip or (), arm.gripper.release or ())


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


def answer_oneself(publisher: Publisher, question: str, _listen: Callable[[], None]) -> None:
    """The confirmation of an emulated arm, which stands wherever it is asked to."""
    publisher.publish(Noted(f"The arm is emulated, and stands there already: {question}"))


def _driver(
    config: Config,
    options: RunOptions,
    start: State,
    clock: Clock,
    publisher: Publisher,
    confirm: Confirm,
) -> Driver:
    lights = _lights(config, options, clock, publisher)
    if config.arm is None:
        assert lights is not None  # a config has an arm or lights
        return LampWitness(lights, config.tower.pegs, publisher) if options.dry_run else lights
    transport, bench = _far_end(config, config.arm, options, start, clock)
    client = LinkClient(transport, firmware_of(config.arm), clock, publisher)
    arm = _arm(config, config.arm, options.air, client, publisher, confirm)
    driver: Driver = arm if lights is None else Group(arm, [lights], publisher)
    if bench is None:
        return driver
    return BenchWitness(driver, bench, config.tower.pegs, publisher, options.air)


def _far_end(
    config: Config, arm: Arm, options: RunOptions, start: State, clock: Clock
) -> tuple[Transport, Bench | None]:
    if not (options.dry_run or arm.port == EMULATED):
        return SerialTransport(arm.port, arm.baud), None
    board = board_of(config, None if options.air else start)
    return EmulatedTransport(board, clock, EMULATED), board.bench


def _arm(
    config: Config, arm: Arm, air: bool, client: LinkClient, publisher: Publisher, confirm: Confirm
) -> ArmDriver:
    planner = path_planner(config, air)
    assert planner is not None
    return ArmDriver(client, planner, arm_lines(arm), publisher, air, axes_of(arm), confirm)


def _lights(config: Config, options: RunOptions, clock: Clock, publisher: Publisher) -> LedTower | None:
    if config.leds is None:
        return None
    pins = _pin_map(config.leds, config.tower, "mock" if options.dry_run else config.leds.pin_factory)
    return LedTower(pins, clock, publisher)


def _pin_map(leds: Leds, tower: Tower, factory: str | None) -> PinMap:
    return PinMap(
        pegs=leds.pins(tower),
        kind=leds.led,
        show=leds.show,
        pin_factory=factory,
        active_high=leds.active_high,
        colors=leds.colors,
    )

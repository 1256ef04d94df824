"""From a Config to a machine: chooses every class, opens nothing."""

from dataclasses import dataclass, replace

from controller.app.emulation import board_of
from controller.app.options import RunOptions
from controller.app.witness import BenchWitness, LampWitness
from controller.config import Arm, Config, Leds, Tower
from controller.drivers.arm import ArmDriver
from controller.drivers.base import Driver
from controller.drivers.group import Group
from controller.drivers.lights import LedTower, PinMap
from controller.errors import UsageError
from controller.events import Publisher
from controller.gcode.firmware import Firmware
from controller.gcode.marlin import MARLIN
from controller.gcode.program import ArmLines
from controller.link.client import LinkClient
from controller.link.clock import Clock, MonotonicClock, VirtualClock
from controller.link.emulated import EmulatedTransport
from controller.link.serial_port import SerialTransport
from controller.link.transport import Transport
from controller.model import Point, State
from controller.motion.path import PathPlanner
from firmware_proto.bench import Bench

FIRMWARES: dict[str, Firmware] = {"marlin": MARLIN}
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
    planner = path_planner(config, options.air)
    driver = _driver(config, options, start, clock, publisher)
    points = planner.geometry.pegs if planner else ()
    return Machine(driver, publisher, clock, speed, pretended, planner, points, _label(options, pretended))


def _label(options: RunOptions, pretended: bool) -> str:
    return (", dry run" if pretended else "") + (", in the air" if options.air else "")


def path_planner(config: Config, air: bool = False) -> PathPlanner | None:
    """The paths of the config's arm, a quarter as fast in the air; None without an arm."""
    if config.arm is None:
        return None
    limits = config.arm.motion_limits()
    if air:
        limits = replace(
            limits, travel_speed=AIR_SPEED * limits.travel_speed, lift_speed=AIR_SPEED * limits.lift_speed
        )
    return PathPlanner(config.arm.geometry(config.tower), limits, config.arm.gripper.times())


def arm_lines(arm: Arm) -> ArmLines:
    """The lines that the config says for itself."""
    return ArmLines(
        diameters=arm.disks.diameters,
        startup=arm.startup,
        shutdown=arm.shutdown,
        grip=arm.gripper.grip,
        release=arm.gripper.release,
    )


def _driver(config: Config, options: RunOptions, start: State, clock: Clock, publisher: Publisher) -> Driver:
    lights = _lights(config, options, clock, publisher)
    if config.arm is None:
        assert lights is not None  # a config has an arm or lights
        return LampWitness(lights, config.tower.pegs, publisher) if options.dry_run else lights
    transport, bench = _far_end(config, config.arm, options, start, clock)
    arm = _arm(config, config.arm, options.air, transport, clock, publisher)
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
    config: Config, arm: Arm, air: bool, transport: Transport, clock: Clock, publisher: Publisher
) -> ArmDriver:
    planner = path_planner(config, air)
    assert planner is not None
    client = LinkClient(transport, FIRMWARES[arm.firmware], clock, publisher)
    return ArmDriver(client, planner, arm_lines(arm), publisher, air)


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

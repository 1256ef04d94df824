"""From a Config to a machine: chooses every class, opens nothing."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from controller.app.arms import arm_lines, axes_of, firmware_of, path_planner, port_of, timed_planner
from controller.app.emulation import board_of
from controller.app.inputs import inputs_of, sensing_of
from controller.app.options import RunOptions
from controller.app.witness import BenchWitness, LampWitness
from controller.config import Arm, Config, Leds, Tower
from controller.drivers.arm import ArmDriver
from controller.drivers.base import Driver, kill
from controller.drivers.gripper import Sensing
from controller.drivers.group import Group
from controller.drivers.lights import LedTower, PinMap
from controller.drivers.opening import Confirm
from controller.errors import UsageError
from controller.events import Noted, Publisher
from controller.flight.recorder import Recorder, TappedTransport
from controller.inputs import Inputs
from controller.link.client import LinkClient
from controller.link.clock import Clock, MonotonicClock, VirtualClock, hurry
from controller.link.emulated import EMULATED, EmulatedTransport
from controller.link.serial_port import SerialTransport
from controller.link.transport import Transport
from controller.model import Point, State
from controller.motion.path import PathPlanner
from controller.runner import Controls, ask
from firmware_proto.bench import Bench


@dataclass(frozen=True, slots=True)
class Machine:
    """A driver and all that a run needs beside it.

    `speed`: seconds of the run that pass in a real one; `pretended`: the arm, or all of it, is emulated.
    """

    driver: Driver
    publisher: Publisher
    controls: Controls
    inputs: Inputs
    clock: Clock
    speed: float
    pretended: bool
    planner: PathPlanner | None
    peg_points: tuple[Point, ...]
    label: str  # behind the exhibit's name, where not everything is as it seems
    recorder: Recorder


@dataclass(frozen=True, slots=True)
class FarEnd:
    """The other end of the wire, and the time that passes there.

    `transport` None: no arm. `bench`: a witness looks at it after each step.
    """

    clock: Clock
    speed: float
    transport: Transport | None
    bench: Bench | None
    pretended: bool
    felt: Callable[[Sensing], Sensing] = lambda sensing: sensing  # where other things feel than the inputs


@dataclass(frozen=True, slots=True)
class _Aides:
    """Whom the arm asks: a person, what feels the disks, and the journal."""

    confirm: Confirm
    sensing: Sensing
    before_grip: Callable[[], None]


def assemble(
    config: Config, options: RunOptions, start: State, before_grip: Callable[[], None] = lambda: None
) -> Machine:
    """The machine that `config` describes, with the far ends that `options` ask for; raises UsageError."""
    return machine_with(_far_end(config, options, start), config, options, before_grip=before_grip)


def machine_with(
    far: FarEnd,
    config: Config,
    options: RunOptions,
    make_controls: Callable[..., Controls] = Controls,
    before_grip: Callable[[], None] = lambda: None,
) -> Machine:
    """The machine that `config` describes, with that far end; a flight recorder hears all of it."""
    clock, recorder = far.clock, Recorder(far.clock)
    publisher = Publisher(recorder)

    def halt() -> None:
        driver.halt()
        hurry(clock)  # at a thousandth of the speed nobody waits for the end

    def kill_driver() -> None:
        kill(driver)
        hurry(clock)

    controls = make_controls(halt, publisher, kill=kill_driver, overhear=recorder.wish)
    inputs = inputs_of(config, publisher, controls, options.dry_run or far.pretended, far.bench)
    controls.obstacle = inputs.obstacle
    confirm = partial(answer_oneself, publisher) if far.pretended else partial(ask, controls, publisher)
    planner = timed_planner(config, options.air)
    sensing = recorder.felt(far.felt(sensing_of(config, inputs)))
    aides = _Aides(confirm, sensing, before_grip)
    driver = _driver(config, options, far, recorder, publisher, aides)
    points = planner.geometry.pegs if planner else ()
    label = _label(options, far.pretended)
    return Machine(
        driver,
        publisher,
        controls,
        inputs,
        clock,
        far.speed,
        far.pretended,
        planner,
        points,
        label,
        recorder,
    )


def _label(options: RunOptions, pretended: bool) -> str:
    imperfect = "" if options.imperfect is None else f", imperfect by seed {options.imperfect}"
    return (", dry run" if pretended else "") + imperfect + (", in the air" if options.air else "")


def answer_oneself(publisher: Publisher, question: str, _listen: Callable[[], None]) -> None:
    """The confirmation of an emulated arm, which stands wherever it is asked to."""
    publisher.publish(Noted(f"The arm is emulated, and stands there already: {question}"))


def _driver(
    config: Config,
    options: RunOptions,
    far: FarEnd,
    recorder: Recorder,
    publisher: Publisher,
    aides: _Aides,
) -> Driver:
    lights = _lights(config, options, far.clock, publisher)
    if config.arm is None or far.transport is None:
        assert lights is not None  # a config has an arm or lights
        return LampWitness(lights, config.tower.pegs, publisher) if options.dry_run else lights
    wire = TappedTransport(far.transport, recorder)
    client = LinkClient(wire, firmware_of(config.arm), far.clock, publisher)
    arm = _arm(config, config.arm, options.air, client, publisher, aides)
    driver: Driver = arm if lights is None else Group(arm, [lights], publisher)
    if far.bench is None:
        return driver
    return BenchWitness(driver, far.bench, config.tower.pegs, publisher, options.air)


def is_pretended(arm: Arm | None, options: RunOptions) -> bool:
    """Whether there is nothing real at the far end."""
    return options.dry_run or (arm is not None and arm.port == EMULATED)


def check_for_real(options: RunOptions) -> None:
    """Raise UsageError for options that a real machine cannot follow."""
    if options.speed is not None:
        raise UsageError("--speed: a real machine sets its own pace; add --dry-run, or leave --speed out.")
    if options.imperfect is not None:
        raise UsageError("--imperfect: a real machine is so by itself; add --dry-run, or leave it out.")


def _far_end(config: Config, options: RunOptions, start: State) -> FarEnd:
    arm = config.arm
    pretended = is_pretended(arm, options)
    if not pretended:
        check_for_real(options)
        transport = None if arm is None else SerialTransport(port_of(arm), arm.baud)
        return FarEnd(MonotonicClock(), 1.0, transport, None, pretended)
    speed = 1.0 if options.speed is None else options.speed
    clock = VirtualClock(speed)
    if arm is None:
        return FarEnd(clock, speed, None, None, pretended)
    board = board_of(config, None if options.air else start, imperfect=options.imperfect)
    return FarEnd(clock, speed, EmulatedTransport(board, clock, EMULATED), board.bench, pretended)


def _arm(
    config: Config,
    arm: Arm,
    air: bool,
    client: LinkClient,
    publisher: Publisher,
    aides: _Aides,
) -> ArmDriver:
    planner = path_planner(config, air)
    assert planner is not None
    return ArmDriver(
        client,
        planner,
        arm_lines(arm),
        publisher,
        air,
        axes_of(arm),
        aides.confirm,
        aides.sensing,
        aides.before_grip,
    )


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

"""The one contract, against every driver there is."""

from controller.drivers.base import Driver
from controller.drivers.group import Group
from controller.drivers.lights import LedTower, PinMap
from controller.events import Publisher
from controller.link.clock import Clock
from controller.testing import DriverContract, RecordingDriver

NINE_PINS = (((0,), (1,), (2,)), ((3,), (4,), (5,)), ((6,), (7,), (8,)))
NINE_TRIPLES = tuple(tuple((pin, pin + 9, pin + 18) for (pin,) in row) for row in NINE_PINS)


class LampsContract(DriverContract):
    PINS: PinMap

    def make_driver(self, clock: Clock) -> Driver:
        return LedTower(self.PINS, clock, Publisher())


class TestPlainLampsForHeights(LampsContract):
    PINS = PinMap(NINE_PINS, "plain", "level", "mock")


class TestPlainLampsForDisks(LampsContract):
    PINS = PinMap(NINE_PINS, "plain", "disk", "mock")


class TestDimmedLampsForHeights(LampsContract):
    PINS = PinMap(NINE_PINS, "pwm", "level", "mock")


class TestDimmedLampsForDisks(LampsContract):
    PINS = PinMap(NINE_PINS, "pwm", "disk", "mock", active_high=False)


class TestColouredLampsForHeights(LampsContract):
    PINS = PinMap(NINE_TRIPLES, "rgb", "level", "mock")


class TestColouredLampsForDisks(LampsContract):
    PINS = PinMap(NINE_TRIPLES, "rgb", "disk", "mock")


class TestRecordingDriver(DriverContract):
    def make_driver(self, clock: Clock) -> Driver:
        return RecordingDriver(clock)


class TestGroupOfFakes(DriverContract):
    def make_driver(self, clock: Clock) -> Driver:
        publisher = Publisher()
        return Group(RecordingDriver(clock, publisher=publisher), [RecordingDriver(clock)], publisher)


class TestGroupWithLamps(DriverContract):
    def make_driver(self, clock: Clock) -> Driver:
        publisher = Publisher()
        lamps = LedTower(PinMap(NINE_PINS, pin_factory="mock"), clock, publisher)
        return Group(RecordingDriver(clock, publisher=publisher), [lamps], publisher)

"""Freshly opened emulators on wires in memory."""

import pytest
from emulator_wire import MakeWire, Wire

from firmware_proto.marlin import MarlinEmulator


@pytest.fixture
def marlin() -> MakeWire:
    """A freshly opened Marlin; keywords are the emulator's."""

    def make(**options: object) -> Wire:
        wire = Wire(MarlinEmulator(**options))
        wire.open()
        return wire

    return make


@pytest.fixture
def homed(marlin: MakeWire) -> MakeWire:
    """The same, homed."""

    def make(**options: object) -> Wire:
        wire = marlin(**options)
        assert wire.say("G28")[-1] == "ok"
        return wire

    return make

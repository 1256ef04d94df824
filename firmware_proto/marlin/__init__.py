"""An emulated Marlin 2.1, written from PROTOCOL.md: strict, on a given clock, with faults to order."""

from firmware_proto.marlin.emulator import MarlinEmulator

__all__ = ["MarlinEmulator"]

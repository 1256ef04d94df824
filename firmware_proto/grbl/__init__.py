"""An emulated GRBL 1.1h, written from PROTOCOL.md: strict, on a given clock, with faults to order."""

from firmware_proto.grbl.emulator import GrblEmulator

__all__ = ["GrblEmulator"]

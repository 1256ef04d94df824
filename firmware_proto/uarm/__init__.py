"""An emulated uArm Swift Pro, written from PROTOCOL.md: strict, on a given clock, with faults to order."""

from firmware_proto.uarm.emulator import UarmEmulator

__all__ = ["UarmEmulator"]

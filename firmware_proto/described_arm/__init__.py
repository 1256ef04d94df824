"""An emulated arm described by lines and patterns alone: strict, with faults to order; see PROTOCOL.md."""

from firmware_proto.described_arm.description import Description
from firmware_proto.described_arm.emulator import DescribedArmEmulator

__all__ = ["DescribedArmEmulator", "Description"]

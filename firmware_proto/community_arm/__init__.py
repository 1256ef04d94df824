"""An emulated community_robot_arm: strict, on a given clock, with faults to order; see PROTOCOL.md."""

from firmware_proto.community_arm.emulator import CommunityArmEmulator

__all__ = ["CommunityArmEmulator"]

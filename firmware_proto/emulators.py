"""Every emulated firmware, by the name that configs call it by: the one place where a new one is entered."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from firmware_proto.community_arm import CommunityArmEmulator
from firmware_proto.grbl import GrblEmulator
from firmware_proto.grbl.session import GrblBuild
from firmware_proto.marlin import MarlinEmulator
from firmware_proto.marlin.session import MarlinBuild
from firmware_proto.uarm import UarmEmulator
from firmware_proto.wired_board import WiredBoard


class Emulated(NamedTuple):
    """`make` takes the keywords that emulators share; `without_endstops`: those of a build that has none."""

    make: Callable[..., WiredBoard]
    without_endstops: Mapping[str, object] = MappingProxyType({})


EMULATORS: Mapping[str, Emulated] = {
    "marlin": Emulated(MarlinEmulator, {"build": MarlinBuild(needs_homing=False)}),
    "grbl": Emulated(GrblEmulator, {"build": GrblBuild(settings={20: 0, 22: 0})}),
    "uarm": Emulated(UarmEmulator),
    "custom": Emulated(CommunityArmEmulator),  # where a config has not described another
}

"""Laws of the dialogue on bad wires: every line exactly once and in order, or a typed fault; never twice."""

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st
from model_marlin import ModelMarlin

from controller.errors import DeviceFault
from controller.events import Publisher
from controller.gcode.firmware import Command
from controller.gcode.marlin import MARLIN
from controller.link.client import LinkClient
from controller.link.emulated import EmulatedTransport
from controller.testing import FakeClock

COMMANDS = [f"G1 X{number} F600" for number in range(12)]

# What becomes of a line on its way; whole, most of the time.
inbound_fates = st.sampled_from(["whole"] * 6 + ["lost", "bitten", "merged"])
outbound_fates = st.sampled_from(["whole"] * 6 + ["lost", "doubled"])


def wire(fates: list[str]) -> Callable[[str], list[str]]:
    """A wire on which the lines meet these fates, one after another; whole once the fates are used up."""
    remaining = iter(fates)
    halves = []

    def carry(line: str) -> list[str]:
        match next(remaining, "whole"):
            case "lost":
                return []
            case "doubled":
                return [line, line]
            case "bitten":
                return [line[: len(line) // 2] + "#" + line[len(line) // 2 + 1 :]]
            case "merged" if not halves:  # its line end is lost; three in one could pass Marlin's XOR
                halves.append(line)
                return []
        whole = "".join([*halves, line])
        halves.clear()
        return [whole]

    return carry


def carry_out(device: ModelMarlin) -> bool:
    """Send all commands in three runs, each drained; whether that went well. A fault must be a typed one."""
    clock = FakeClock()
    client = LinkClient(EmulatedTransport(device, clock), MARLIN, clock, Publisher())
    try:
        client.connect()
        for start in range(0, len(COMMANDS), 4):
            client.run(Command(text, 0.1) for text in COMMANDS[start : start + 4])
            client.drain()
            assert motions(device) == COMMANDS[: start + 4], "drained before it was done"
    except DeviceFault:
        return False
    return True


def motions(device: ModelMarlin) -> list[str]:
    return [text for text in device.executed if text.startswith("G1")]


@settings(max_examples=150, deadline=None)
@given(
    st.lists(inbound_fates, max_size=40),
    st.lists(outbound_fates, max_size=60),
    st.booleans(),
    st.sampled_from([0.0, 0.3, 4.0]),
)
def test_bad_wires_never_repeat_skip_or_reorder(
    inbound: list[str], outbound: list[str], resend_ok: bool, seconds: float
) -> None:
    """Whatever is lost, damaged or doubled: all lines once and in order, or the first of them and a fault."""
    device = ModelMarlin(wire(inbound), wire(outbound), resend_ok, seconds)
    if carry_out(device):
        assert motions(device) == COMMANDS
    else:
        assert motions(device) == COMMANDS[: len(motions(device))]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 30), st.sampled_from(["lost", "bitten", "merged"]), st.booleans())
def test_one_damaged_line_is_always_repaired(index: int, fate: str, resend_ok: bool) -> None:
    """A single line lost or damaged on its way to the device costs time and nothing else."""
    device = ModelMarlin(wire(["whole"] * index + [fate]), resend_ok=resend_ok)
    assert carry_out(device)
    assert motions(device) == COMMANDS


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 45), st.sampled_from(["lost", "doubled"]))
def test_one_lost_or_doubled_reply_is_always_survived(index: int, fate: str) -> None:
    """A single reply lost or doubled costs time and nothing else."""
    device = ModelMarlin(outbound=wire(["whole"] * index + [fate]))
    assert carry_out(device)
    assert motions(device) == COMMANDS


@settings(max_examples=30, deadline=None)
@given(st.sampled_from([0.0, 0.01, 2.0]))
def test_no_more_on_its_way_than_the_device_holds(seconds: float) -> None:
    """Of Marlin's four places one stays free for a halt."""
    device = ModelMarlin(seconds=seconds)
    assert carry_out(device)
    assert 1 < device.most_in_flight <= 3

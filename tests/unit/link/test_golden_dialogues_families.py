"""The host's dialogues with GRBL, uArm and a custom arm say every line of the golden transcripts."""

from dataclasses import replace

import pytest
from dialogue_replay import TRANSCRIPTS, Family, Replay, arrivals

from controller.app.arms import firmware_of
from controller.config import load
from controller.errors import (
    CommandRefused,
    DeviceFault,
    DeviceGarbage,
    DeviceHalted,
    DeviceReset,
    DeviceSilent,
)
from controller.gcode.custom import Description, custom_firmware
from controller.gcode.firmware import Tagged
from controller.gcode.grbl import GRBL
from controller.gcode.replies import GripReport, Identity, PositionReport
from controller.gcode.uarm import UARM
from controller.link.protocol import Phase

COMMUNITY = load("community-arm").arm
assert COMMUNITY is not None
TOWER_BOT = Description(
    name="the custom firmware",
    line_end="\n",
    ready="READY",
    identify="WHO",
    identity=r"TowerBot v\d+",
    startup=("MODE ABS",),
    home=("HOME Z", "HOME XY"),
    move="GO {x} {y} {z} AT {feed}",
    lift="UP {z} AT {feed}",
    dwell="SLEEP {milliseconds}",
    finished="SYNC",
    position="POS {x}/{y}/{z}",
    halt="STOP",
    ok=r"^DONE\b",
    error="^(FAIL|NO)",
)
FAMILIES = {
    "grbl": Family(GRBL, b"<Idle|MPos:0,0,0|WCO:0,0,0>\n", {"?": PositionReport, "$I": Identity}),
    "grbl-0.9": Family(
        GRBL, b"<Idle,MPos:0.000,0.000,0.000,WPos:0.000,0.000,0.000>\n", {"?": PositionReport, "$I": Identity}
    ),
    "uarm": Family(
        # Room for the dialogue that fills the queue; by itself the host has fewer lines on their way.
        replace(UARM, flow=Tagged(lines=30, bytes=999, pulse="P2220", tags=10_000)),
        b"$0 ok V4.4.0\n",
        {"P2201": Identity, "P2203": Identity, "P2220": PositionReport}
        | dict.fromkeys(("P2231", "P2234", "M2222 X200 Y0 Z100 P0"), GripReport),
        command=lambda line: line.partition(" ")[2],
    ),
    "custom": Family(firmware_of(COMMUNITY), b"", {"M114": PositionReport}),
    "described": Family(
        custom_firmware(TOWER_BOT, ("PUMP 1",), ("PUMP 0",)), b"", {"SYNC": PositionReport, "WHO": Identity}
    ),
}
NAMES = [
    (family, file.name)
    for family in FAMILIES
    for file in sorted((TRANSCRIPTS / family).iterdir(), key=lambda file: file.name)
]
# The dialogues that a host ends by itself, and at which line: it says none of those that come after.
FAULTS: dict[tuple[str, str], tuple[type[DeviceFault], str]] = {
    ("grbl", "dip.txt"): (DeviceReset, "Grbl 1.1h"),
    ("grbl", "error.txt"): (CommandRefused, "error:22"),
    ("grbl", "feed_hold.txt"): (DeviceHalted, "<Hold:1|"),
    ("grbl", "gentle_reset.txt"): (DeviceHalted, "<Hold:0|"),
    ("grbl", "in_flight.txt"): (CommandRefused, "error:1"),
    ("grbl", "jog.txt"): (CommandRefused, "error:15"),
    ("grbl", "limit_switch.txt"): (DeviceHalted, "ALARM:1"),
    ("grbl", "no_homing.txt"): (CommandRefused, "error:5"),
    ("grbl", "relative.txt"): (DeviceHalted, "<Alarm|"),
    ("grbl", "reset_in_motion.txt"): (DeviceHalted, "ALARM:3"),
    ("grbl", "settings.txt"): (CommandRefused, "error:6"),
    ("grbl", "soft_limit.txt"): (DeviceHalted, "ALARM:2"),
    ("grbl", "start.txt"): (CommandRefused, "error:9"),
    ("grbl-0.9", "error.txt"): (CommandRefused, "error: Expected command letter"),
    ("grbl-0.9", "limit_switch.txt"): (DeviceHalted, "ALARM: Hard limit"),
    ("uarm", "damaged.txt"): (DeviceGarbage, "$9 ok"),
    ("uarm", "power_lost.txt"): (DeviceHalted, "@5 V0"),
    ("uarm", "refusals.txt"): (CommandRefused, "$1 E20"),
    ("uarm", "reset.txt"): (DeviceReset, "@1"),
    ("custom", "limit.txt"): (CommandRefused, "ERROR: LIMIT REACHED"),
    ("custom", "refusals.txt"): (CommandRefused, "ERROR: COMMAND NOT RECOGNIZED"),
    ("custom", "reset.txt"): (DeviceReset, "INFO: ROBOT ONLINE"),
    **{
        ("described", f"{name}.txt"): (CommandRefused, "FAIL")
        for name in ("not_homed", "out_of_reach", "refusals")
    },
    ("described", "reset.txt"): (DeviceReset, "READY"),
}
# Those in which an answer never comes: the host goes no further by itself.
UNANSWERED = {
    ("grbl", "lost_ok.txt"): 2,
    ("uarm", "lost_answer.txt"): 2,
    ("custom", "no_ok.txt"): 1,
    ("described", "lost_answer.txt"): 2,
}


@pytest.mark.parametrize(("family", "name"), NAMES)
def test_the_host_says_every_line_of_a_golden_dialogue(family: str, name: str) -> None:
    replay = Replay(FAMILIES[family])
    fault, at = FAULTS.get((family, name), (None, "nowhere"))
    for mark, text in arrivals(family, name):
        if replay.sent and text.startswith(at):
            assert fault is not None
            with pytest.raises(fault):
                replay.do(mark, text)
            assert replay.protocol.bytes_to_send(replay.now + 1000) == b""
            return
        if replay.sent == UNANSWERED.get((family, name)) and mark == ">":
            break
        replay.do(mark, text)
    assert fault is None
    assert replay.protocol.idle is ((family, name) not in UNANSWERED)


@pytest.mark.parametrize(("family", "name"), UNANSWERED)
def test_an_answer_that_never_comes_is_told_in_bounded_time(family: str, name: str) -> None:
    replay = Replay(FAMILIES[family])
    for mark, text in arrivals(family, name):
        if replay.sent == UNANSWERED[family, name] and mark == ">":
            break
        replay.do(mark, text)
    with pytest.raises(DeviceSilent, match="does not acknowledge line"):
        replay.fall_silent()
    assert replay.now < 60


def test_every_dialogue_that_a_host_ends_is_among_the_golden_ones() -> None:
    assert set(FAULTS) | set(UNANSWERED) < set(NAMES)
    assert Phase.FAULTED not in {replay.protocol.phase for replay in map(Replay, FAMILIES.values())}

"""The rules of the dialogue in which each line has one answer, byte by byte and second by second."""

from dataclasses import replace

import pytest
from plain_words import PLAIN

from controller.errors import CommandRefused, DeviceHalted, DeviceReset, DeviceSilent, UsageError
from controller.gcode.custom import custom_firmware
from controller.gcode.firmware import Command, Firmware
from controller.gcode.grbl import GRBL
from controller.gcode.replies import Identity, PositionReport
from controller.link.counted import POLL
from controller.link.dialogues import dialogue
from controller.link.protocol import BUSY_LIMIT, PATIENCE, PROBES, Phase

WHERE = Command("?", answer=PositionReport)
IDLE = b"<Idle|MPos:1.000,2.000,3.000|FS:0,0|WCO:0,0,0>\n"
RUN = b"<Run|MPos:1.000,2.000,3.000|FS:600,0>\n"
SMALL = replace(PLAIN, line_end="\r\n", position="at {x} {y} {z}")


class Talk:
    """A dialogue and its time; `say` empties what it has to say."""

    def __init__(self, firmware: Firmware) -> None:
        self.now = 0.0
        self.protocol = dialogue(firmware, "/dev/arm", 0.0)

    def hear(self, data: bytes) -> None:
        list(self.protocol.receive(data, self.now))

    def say(self) -> list[bytes]:
        said = []
        while wire := self.protocol.bytes_to_send(self.now):
            said.append(wire)
        return said

    def ask(self, *texts: str, seconds: float = 0.0) -> list[bytes]:
        for text in texts:
            self.protocol.send(Command(text, seconds))
        return self.say()

    def fall_silent(self) -> list[bytes]:
        """What is said once the next look is due."""
        deadline = self.protocol.deadline()
        assert deadline is not None
        self.now = max(self.now, deadline)
        return self.say()

    def only_hear(self, data: bytes) -> None:
        """Nothing else is said, however long one waits."""
        while True:
            self.hear(data)
            self.fall_silent()


@pytest.fixture
def grbl() -> Talk:
    talk = Talk(GRBL)
    talk.hear(b"\r\nGrbl 1.1h ['$' for help]\r\n[MSG:'$H'|'$X' to unlock]\r\n")
    assert talk.fall_silent() == [b"?"]
    talk.hear(b"<Alarm|MPos:0,0,0|FS:0,0|WCO:0,0,0>\r\n")
    return talk


@pytest.fixture
def small() -> Talk:
    talk = Talk(custom_firmware(SMALL, ("M1",), ("M2",)))
    talk.fall_silent()
    return talk


def test_a_locked_board_is_greeted_as_one_at_rest_is(grbl: Talk) -> None:
    assert grbl.protocol.phase is Phase.TALKING
    assert grbl.protocol.idle


def test_a_board_that_does_not_reset_is_asked_and_waited_for_while_it_moves() -> None:
    talk = Talk(GRBL)
    assert talk.fall_silent() == [b"?"]
    assert talk.now == GRBL.reset_wait
    for _ in range(50):
        talk.hear(RUN)
        assert talk.fall_silent() == [b"?"]
    assert talk.protocol.phase is Phase.GREETING
    talk.hear(IDLE)
    assert talk.protocol.idle


def test_a_board_found_in_a_feed_hold_wants_a_person() -> None:
    talk = Talk(GRBL)
    talk.fall_silent()
    with pytest.raises(DeviceHalted, match=r"it waits for a person.*reset the board, then home again"):
        talk.hear(b"<Hold:0|MPos:0,0,0|FS:0,0>\n")


def test_characters_are_counted_against_the_receive_buffer(grbl: Talk) -> None:
    lines = [f"G1 X{number:03d} Y100 Z100 F6000" for number in range(9)]  # 25 bytes each with their end
    said = grbl.ask(*lines)
    assert len(said) == 127 // 25
    grbl.hear(b"ok\r\n")
    assert grbl.say() == [lines[5].encode() + b"\n"]


def test_the_boards_own_word_for_its_buffer_counts(grbl: Talk) -> None:
    grbl.protocol.send(Command("$I", answer=Identity))
    grbl.say()
    grbl.hear(b"[VER:1.1f.20210207:]\r\n[OPT:VNMSL,35,1024,3,0]\r\nok\r\n")
    assert grbl.protocol.idle
    assert sum(map(len, grbl.ask(*["G1 X100 Y100 Z100 F6000"] * 60))) in range(1000, 1024)


def test_what_a_report_says_is_free_is_the_whole_buffer_when_nothing_is_on_its_way(grbl: Talk) -> None:
    grbl.protocol.send(WHERE)
    grbl.say()
    grbl.hear(b"<Idle|WPos:0,0,0|Bf:100,255|FS:0,0>\n")
    assert sum(map(len, grbl.ask(*["G1 X100 Y100 Z100 F6000"] * 20))) in range(230, 256)


def test_each_answer_is_for_the_oldest_line_without_one_and_a_refusal_names_it(grbl: Talk) -> None:
    grbl.ask("G21", "G90", "G1 X1", "G1 X2")
    grbl.hear(b"ok\nok\n")
    with pytest.raises(
        CommandRefused, match=r"^/dev/arm answers line 3 `G1 X1` with `error:22`, the speed is"
    ):
        grbl.hear(b"error:22\n")
    assert grbl.say() == []


def test_a_refusal_without_a_line_is_a_refusal(grbl: Talk) -> None:
    with pytest.raises(CommandRefused, match="answers an earlier line with `error:99`; see to it"):
        grbl.hear(b"error:99\n")


def test_a_surplus_answer_means_nothing(grbl: Talk) -> None:
    grbl.hear(b"ok\n")
    grbl.ask("G21")
    assert not grbl.protocol.idle


@pytest.mark.parametrize("line", ["$1=255", "$H", "$$", "G10 L2 P1 X0", "g28.1", "G30.1"])
def test_a_line_that_writes_for_good_goes_alone(grbl: Talk, line: str) -> None:
    assert grbl.ask("G21", line, "G90") == [b"G21\n"]
    grbl.hear(b"ok\n")
    assert grbl.say() == [line.encode() + b"\n"]
    grbl.hear(b"ok\n")
    assert grbl.say() == [b"G90\n"]


def test_the_place_is_asked_for_once_all_is_answered_and_until_the_tool_is_at_rest(grbl: Talk) -> None:
    grbl.ask("G1 X1 F600")
    grbl.protocol.send(WHERE)
    assert grbl.say() == []
    grbl.hear(b"ok\n")
    assert grbl.say() == [b"?"]
    for _ in range(3):
        before = grbl.now
        grbl.hear(RUN)
        assert grbl.fall_silent() == [b"?"]
        assert grbl.now == pytest.approx(before + POLL)
    grbl.protocol.send(Command("G21"))
    assert grbl.say() == []
    grbl.hear(IDLE)
    assert grbl.say() == [b"G21\n"]


def test_a_tool_that_never_comes_to_rest_is_given_up(grbl: Talk) -> None:
    grbl.protocol.send(WHERE)
    grbl.say()
    with pytest.raises(DeviceSilent, match=r"is still busy with line 1 `\?` after 120 s"):
        grbl.only_hear(RUN)
    assert grbl.now == pytest.approx(BUSY_LIMIT + PATIENCE * (PROBES + 1), abs=PATIENCE)


def test_a_lock_where_the_tool_should_be_at_rest_is_an_alarm(grbl: Talk) -> None:
    grbl.hear(b"<Alarm|MPos:0,0,0|FS:0,0>\n")
    grbl.protocol.send(WHERE)
    grbl.say()
    with pytest.raises(DeviceHalted, match="locked until it has been homed"):
        grbl.hear(b"<Alarm|MPos:0,0,0|FS:0,0>\n")


def test_a_place_told_unasked_answers_nothing(grbl: Talk) -> None:
    grbl.hear(IDLE)
    grbl.protocol.send(WHERE)
    assert grbl.say() == [b"?"]
    assert not grbl.protocol.idle


def test_silence_is_answered_by_a_question_and_never_by_the_line(grbl: Talk) -> None:
    grbl.ask("G1 X1 F600", seconds=3.0)
    start = grbl.now
    for _ in range(PROBES):
        assert grbl.fall_silent() == [b"?"]
        grbl.hear(IDLE)
    with pytest.raises(DeviceSilent, match=r"does not acknowledge line 1 `G1 X1 F600`.*last heard `<Idle"):
        grbl.fall_silent()
    assert grbl.now == start + 3.0 + PATIENCE * (1 + PROBES)


def test_a_board_that_moves_is_alive(grbl: Talk) -> None:
    grbl.ask("G4 P0.01")
    for _ in range(2 * PROBES):
        assert grbl.fall_silent() == [b"?"]
        grbl.hear(RUN)
    grbl.hear(b"ok\n")
    assert grbl.protocol.idle


@pytest.mark.parametrize(
    ("said", "fault", "words"),
    [
        (b"ALARM:1\n", DeviceHalted, "`ALARM:1`, a limit switch was hit"),
        (b"ALARM:77\n", DeviceHalted, "`ALARM:77`"),
        (b"Grbl 1.1h ['$' for help]\n", DeviceReset, "started anew in mid-run"),
    ],
)
def test_what_the_board_says_by_itself_ends_the_dialogue(grbl: Talk, said, fault, words) -> None:
    grbl.ask("G1 X1 F600")
    with pytest.raises(fault, match=words):
        grbl.hear(said)
    assert grbl.protocol.bytes_to_send(grbl.now + 1000) == b""


def test_a_line_that_is_too_long_or_no_ascii_is_not_taken(grbl: Talk) -> None:
    grbl.protocol.send(Command("G1 " + "X" * 76))
    for text in ("G1 " + "X" * 77, "G1 X1 (\N{NO-BREAK SPACE})"):
        with pytest.raises(UsageError):
            grbl.protocol.send(Command(text))


def test_a_small_firmware_has_no_greeting_and_takes_one_line_at_a_time(small: Talk) -> None:
    assert small.protocol.idle
    assert small.ask("G28", "G1 X1") == [b"G28\r\n"]
    small.hear(b"ok\r\n")
    assert small.say() == [b"G1 X1\r\n"]


def test_a_small_firmware_answers_before_its_ok_or_with_it(small: Talk) -> None:
    for answer in (b"at 1 2 3\nok\n", b"ok at 1 2 3\n"):
        small.protocol.send(Command("M114", answer=PositionReport))
        small.say()
        small.hear(answer)
        assert small.protocol.idle


def test_an_ok_without_the_answer_is_not_the_end_of_a_question(small: Talk) -> None:
    small.protocol.send(Command("M114", answer=PositionReport))
    small.say()
    small.hear(b"ok\n")
    assert not small.protocol.idle
    with pytest.raises(DeviceSilent, match="does not answer line 1 `M114`"):
        small.only_hear(b"")


def test_a_firmware_that_always_says_when_it_has_started_is_waited_for() -> None:
    ready = custom_firmware(replace(SMALL, ready="ONLINE"), ("M1",), ("M2",))
    talk = Talk(ready)
    with pytest.raises(DeviceSilent, match="says nothing"):
        talk.fall_silent()
    talk = Talk(ready)
    talk.hear(b"ROBOT ONLINE\n")
    talk.fall_silent()
    assert talk.protocol.idle


def test_a_description_that_does_not_fit_is_named_where_nothing_is_acknowledged(small: Talk) -> None:
    small.ask("G28")
    with pytest.raises(DeviceSilent, match=r"see line_end, ready and ok under arm\.custom\.$"):
        small.only_hear(b"")


def test_a_description_that_does_not_fit_is_named_where_nothing_is_said() -> None:
    talk = Talk(custom_firmware(replace(SMALL, ready="ONLINE"), ("M1",), ("M2",)))
    with pytest.raises(DeviceSilent, match=r"baud rate; .* see line_end, ready and ok under arm\.custom\.$"):
        talk.fall_silent()

"""The rules of the dialogue in which answers name their lines, byte by byte and second by second."""

import pytest

from controller.errors import (
    CommandRefused,
    DeviceFault,
    DeviceGarbage,
    DeviceHalted,
    DeviceReset,
    DeviceSilent,
    UsageError,
)
from controller.gcode.firmware import Command
from controller.gcode.replies import GripReport, PositionReport
from controller.gcode.uarm import UARM
from controller.link.dialogues import dialogue
from controller.link.protocol import PATIENCE, PROBES, Phase

MOVE = "G1 X100 Y100 Z100 F6000"
PLACE = "ok X1.0000 Y2.0000 Z3.0000"
BANNER = b"device name : SwiftPro\r\nsoft ver : V4.4.0\r\n@1\n@5 V1\n"


class Talk:
    """A dialogue and its time; lines are told by their tags."""

    def __init__(self) -> None:
        self.now = 0.0
        self.protocol = dialogue(UARM, "/dev/arm", 0.0)

    def hear(self, *lines: str) -> None:
        for line in lines:
            list(self.protocol.receive(line.encode() + b"\n", self.now))

    def say(self) -> list[str]:
        said = []
        while wire := self.protocol.bytes_to_send(self.now):
            said.append(wire.decode().strip())
        return said

    def ask(self, *texts: str, seconds: float = 0.0) -> list[str]:
        for text in texts:
            self.protocol.send(Command(text, seconds))
        return self.say()

    def question(self, text: str = "P2231", answer: type = GripReport) -> list[str]:
        self.protocol.send(Command(text, answer=answer))
        return self.say()

    def fall_silent(self) -> list[str]:
        """What is said once the next look is due."""
        deadline = self.protocol.deadline()
        assert deadline is not None
        self.now = max(self.now, deadline)
        return self.say()


@pytest.fixture
def talk() -> Talk:
    talk = Talk()
    list(talk.protocol.receive(BANNER, 0.0))
    assert talk.fall_silent() == ["#0 P2203"]
    talk.hear("$0 ok V4.4.0")
    return talk


def test_an_answered_question_ends_the_greeting_and_may_come_twice(talk: Talk) -> None:
    talk.hear("$0 ok V4.4.0")
    assert talk.protocol.phase is Phase.TALKING
    assert talk.protocol.idle


def test_an_arm_without_its_mains_adapter_is_not_spoken_to() -> None:
    with pytest.raises(DeviceHalted, match="its mains adapter has gone"):
        Talk().hear("@1", "@5 V0")


def test_several_lines_are_on_their_way_and_answers_name_them(talk: Talk) -> None:
    assert talk.ask("G21", "G90", "M17") == ["#1 G21", "#2 G90", "#3 M17"]
    talk.hear("$2 ok", "$3 ok")
    assert not talk.protocol.idle
    talk.hear("$1 ok")
    assert talk.protocol.idle


def test_where_there_is_no_room_a_question_tells_when_all_has_been_read(talk: Talk) -> None:
    said = talk.ask(*[MOVE] * 6)
    assert said == [*(f"#{tag} {MOVE}" for tag in (1, 2, 3, 4)), "#5 P2220"]
    assert sum(len(line) + 1 for line in said[:4]) <= UARM.flow.bytes
    talk.hear(f"$5 {PLACE}")
    assert talk.say() == [f"#6 {MOVE}", f"#7 {MOVE}"]


def test_no_more_lines_are_queued_than_the_firmware_has_places_for(talk: Talk) -> None:
    said = talk.ask(*["G21"] * 30)
    while asked := [line for line in said[-1:] if "P2220" in line]:
        talk.hear(f"${asked[0][1:].split()[0]} {PLACE}")
        said += talk.say()
    assert sum("G21" in line for line in said) == UARM.flow.lines


def test_one_question_at_a_time(talk: Talk) -> None:
    assert talk.question() == ["#1 P2231"]
    assert talk.question("P2232") == []
    talk.hear("$1 ok V2")
    assert talk.say() == ["#2 P2232"]


def test_a_refusal_names_its_line(talk: Talk) -> None:
    talk.ask("G21", "G1 X900 F600")
    with pytest.raises(
        CommandRefused, match=r"answers line 2 `G1 X900 F600` with `\$2 E22`, that is out of reach"
    ):
        talk.hear("$2 E22")
    assert talk.protocol.bytes_to_send(1000) == b""


def test_a_bare_tag_is_a_refusal(talk: Talk) -> None:
    talk.ask("G1 X F600")
    with pytest.raises(CommandRefused, match="a number or the speed is missing"):
        talk.hear("$1")


def test_an_answer_that_comes_twice_means_nothing_and_one_to_nobodys_line_is_a_fault(talk: Talk) -> None:
    talk.ask("G21")
    talk.hear("$1 ok", "$1 ok")
    with pytest.raises(DeviceGarbage, match=r"answers a line that was never sent \(`\$1001 E20`\)"):
        talk.hear("$1001 E20")


def test_an_answer_of_another_kind_does_not_settle_a_question(talk: Talk) -> None:
    talk.question("P2220", PositionReport)
    talk.hear("$1 ok")
    assert not talk.protocol.idle


def test_a_lost_line_is_sent_anew_if_it_was_the_last(talk: Talk) -> None:
    talk.ask("G21", "G90")
    talk.hear("E23 buffer full")
    assert talk.ask("M17") == []
    talk.hear("$1 ok")
    assert talk.say() == ["#3 G90", "#4 M17"]
    talk.hear("$3 ok", "$4 ok")
    assert talk.protocol.idle


def test_lines_carried_out_without_a_lost_one_end_the_dialogue(talk: Talk) -> None:
    talk.ask("G1 Z100 F600", "G1 X100 F600")
    talk.hear("E23 buffer full")
    with pytest.raises(
        DeviceFault, match=r"lost line 1 `G1 Z100 F600` for lack of room; no further motion was sent"
    ):
        talk.hear("$2 ok")


def test_a_line_that_never_finds_room_is_given_up(talk: Talk) -> None:
    talk.ask("G21")
    for _ in range(5):
        talk.hear("E23 buffer full")
        talk.say()
    with pytest.raises(DeviceFault, match="lost line 6 `G21`"):
        talk.hear("E23 buffer full")


def test_a_complaint_when_all_is_answered_means_nothing(talk: Talk) -> None:
    talk.hear("E23 buffer full")
    assert talk.ask("G21") == ["#1 G21"]


def test_a_lost_answer_to_a_question_is_asked_for_again(talk: Talk) -> None:
    assert talk.question() == talk.fall_silent() == ["#1 P2231"]
    talk.hear("$1 ok V1")
    assert talk.protocol.idle


def test_silence_is_answered_by_a_question_and_never_by_the_line(talk: Talk) -> None:
    talk.ask("G1 X1 F600", seconds=3.0)
    start = talk.now
    for tag in range(2, 2 + PROBES):
        assert talk.fall_silent() == [f"#{tag} P2220"]
        talk.hear(f"${tag} {PLACE}")
    with pytest.raises(DeviceSilent, match=r"does not acknowledge line 1 `G1 X1 F600`"):
        talk.fall_silent()
    assert talk.now == start + 3.0 + PATIENCE * (1 + PROBES)


def test_tags_begin_again_long_after_their_lines_are_forgotten(talk: Talk) -> None:
    for number in range(1, 10_050):
        tag = number % 10_000
        assert talk.ask("G21") == [f"#{tag} G21"]
        talk.hear(f"${tag} ok")
    assert talk.protocol.idle


@pytest.mark.parametrize(
    ("said", "fault"), [("@1", DeviceReset), ("@5 V0", DeviceHalted)], ids=["reset", "power lost"]
)
def test_what_the_arm_says_by_itself_ends_the_dialogue(
    talk: Talk, said: str, fault: type[DeviceFault]
) -> None:
    talk.ask("G21")
    with pytest.raises(fault):
        talk.hear(said)


@pytest.mark.parametrize("said", ["@9 V0", "@3 X1.0 Y2.0 Z3.0 R90.0", "@6 N0 V1", "@5 V1", "some musing"])
def test_events_that_nobody_asked_for_mean_nothing(talk: Talk, said: str) -> None:
    talk.question("P2220", PositionReport)
    talk.hear(said)
    assert not talk.protocol.idle


def test_a_line_that_is_too_long_or_no_ascii_is_not_taken(talk: Talk) -> None:
    for text in ("G1 " + "X" * 50, "G1 X\N{SUPERSCRIPT TWO}"):
        with pytest.raises(UsageError):
            talk.protocol.send(Command(text))

"""The rules of the dialogue one by one, byte by byte and second by second."""

import pytest

from controller.errors import (
    CommandRefused,
    DeviceGarbage,
    DeviceHalted,
    DeviceReset,
    DeviceSilent,
    UsageError,
    WrongFirmware,
)
from controller.gcode.firmware import Command
from controller.gcode.marlin import MARLIN
from controller.gcode.replies import Info, PositionReport
from controller.link import greeting
from controller.link.numbered import RESENDS, NumberedDialogue
from controller.link.protocol import BUSY_LIMIT, PATIENCE, PROBES, TOLERANCE, Phase

GREETING = b"\nN0 M110 N0*125\n"
WHERE = Command("M114", answer=PositionReport)
PLACE = b"X:1.00 Y:2.00 Z:3.00 E:0.00 Count X:0 Y:0 Z:0\n"


class Dialogue:
    """A protocol and its time; `sent` empties what it has to say."""

    def __init__(self) -> None:
        self.now = 0.0
        self.protocol = NumberedDialogue(MARLIN, MARLIN.flow, "/dev/arm", 0.0)

    def hear(self, data: bytes) -> list[str]:
        return [reply.text for reply in self.protocol.receive(data, self.now)]

    def say(self) -> list[str]:
        said = []
        while wire := self.protocol.bytes_to_send(self.now):
            said.append(wire.decode().strip())
        return said

    def ask(self, *texts: str, seconds: float = 0.0, queued: bool = False) -> list[str]:
        for text in texts:
            self.protocol.send(Command(text, seconds, queued=queued))
        return self.say()

    def fall_silent(self) -> list[str]:
        """What is said once the deadline has come."""
        deadline = self.protocol.deadline()
        assert deadline is not None
        self.now = deadline
        return self.say()


@pytest.fixture
def opened() -> Dialogue:
    return Dialogue()


@pytest.fixture
def talking(opened: Dialogue) -> Dialogue:
    opened.hear(b"start\n")
    opened.fall_silent()
    opened.hear(b"ok\n")
    return opened


def test_the_greeting_waits_for_the_banner_and_a_moment_of_quiet(opened: Dialogue) -> None:
    opened.now = 1.0
    opened.hear(b"start\n")
    opened.now = 1.2
    opened.hear(b"echo:Hardcoded Default Settings Loaded\n")
    assert opened.protocol.deadline() == 1.2 + greeting.SETTLING
    assert opened.say() == []
    assert opened.fall_silent() == ["N0 M110 N0*125"]


def test_a_board_that_does_not_reset_is_greeted_after_a_while(opened: Dialogue) -> None:
    opened.hear(b"echo:some old news\n")
    opened.now = MARLIN.reset_wait - 0.01
    assert opened.say() == []
    opened.now = MARLIN.reset_wait
    assert opened.protocol.bytes_to_send(MARLIN.reset_wait) == GREETING
    opened.hear(b"ok\n")
    assert opened.protocol.phase is Phase.TALKING


def test_a_board_that_starts_late_is_greeted_again(opened: Dialogue) -> None:
    opened.fall_silent()
    opened.hear(b"start\n")
    assert opened.protocol.phase is Phase.BOOTING
    assert opened.fall_silent() == ["N0 M110 N0*125"]


def test_who_says_nothing_is_called_silent_after_several_greetings(opened: Dialogue) -> None:
    greetings = [opened.fall_silent() for _ in range(5)]
    assert greetings == [["N0 M110 N0*125"]] * 5
    with pytest.raises(DeviceSilent, match=r"^/dev/arm says nothing; check .*baud rate\.$"):
        opened.fall_silent()
    assert opened.now == greeting.LIMIT


def test_who_answers_but_not_to_the_greeting_is_no_marlin(opened: Dialogue) -> None:
    opened.hear(b"Hello, I am a printer\n")
    opened.now = greeting.LIMIT
    with pytest.raises(DeviceGarbage, match=r"does not answer as Marlin does, last heard `Hello, I am a pr"):
        opened.say()


def test_who_introduces_itself_as_another_firmware_is_not_spoken_to(opened: Dialogue) -> None:
    with pytest.raises(WrongFirmware, match=r"^/dev/arm is `Grbl 1\.1h .*`, not Marlin; name its firmware"):
        opened.hear(b"Grbl 1.1h ['$' for help]\n")


def test_a_board_found_at_work_is_waited_for_but_not_for_ever(opened: Dialogue) -> None:
    opened.fall_silent()
    while opened.now < greeting.BUSY_LIMIT - MARLIN.greeting_interval:
        opened.hear(b"echo:busy: processing\n")
        assert opened.fall_silent() == ["N0 M110 N0*125"]
    opened.hear(b"echo:busy: processing\n")
    with pytest.raises(
        DeviceSilent, match=r"is busy since it was opened and takes no line, .* reset the board"
    ):
        opened.fall_silent()
    assert opened.now == greeting.BUSY_LIMIT


def test_a_device_found_halted_says_so_at_once(opened: Dialogue) -> None:
    with pytest.raises(DeviceHalted, match="reset the board"):
        opened.hear(b"Error:Printer halted. kill() called!\n")


def test_three_lines_are_on_their_way_and_an_ok_makes_room_for_one(talking: Dialogue) -> None:
    assert [line[:2] for line in talking.ask("G21", "G90", "G1 X1", "G1 X2", "G1 X3")] == ["N1", "N2", "N3"]
    talking.hear(b"ok\n")
    assert [line[:2] for line in talking.say()] == ["N4"]


def test_long_lines_fill_the_receive_buffer_before_three_are_out(talking: Dialogue) -> None:
    said = talking.ask(*["M117 " + "x" * 55] * 3)
    assert len(said) == 1
    assert sum(len(line) + 1 for line in said) <= 120


def test_an_ok_in_pieces_and_with_other_line_ends_is_one_ok(talking: Dialogue) -> None:
    talking.ask("G21")
    assert talking.hear(b"o") == []
    assert talking.hear(b"k\r\n\r\n") == ["ok"]
    assert talking.protocol.idle


def test_an_ok_with_its_number_settles_all_lines_before_it(talking: Dialogue) -> None:
    talking.ask("G21", "G90", "G1 X1")
    talking.hear(b"ok N2 P15 B3\n")
    assert [line[:2] for line in talking.fall_silent()] == ["N3"]


def test_an_ok_with_a_number_from_elsewhere_means_nothing(talking: Dialogue) -> None:
    talking.ask("G21")
    talking.hear(b"ok N77 P15 B3\n")
    assert not talking.protocol.idle


def test_a_surplus_ok_means_nothing(talking: Dialogue) -> None:
    talking.hear(b"ok\nok\n")
    talking.ask("G21")
    assert not talking.protocol.idle


@pytest.mark.parametrize("resend_ok", [b"ok\n", b""])
def test_a_resend_goes_back_once_though_each_later_line_draws_it_again(
    talking: Dialogue, resend_ok: bytes
) -> None:
    first = talking.ask("G21", "G90", "G1 X1")
    refusal = b"Error:checksum mismatch, Last Line: 0\nResend: 1\n" + resend_ok
    talking.hear(refusal)
    assert talking.say() == first
    talking.hear(b"Resend: 1\n")
    talking.hear(b"Resend: 1\n")
    assert talking.say() == []
    talking.hear(b"ok\nok\nok\n")
    assert talking.protocol.idle


def test_a_line_that_never_arrives_whole_ends_the_dialogue(talking: Dialogue) -> None:
    talking.ask("G21")
    for _ in range(RESENDS):
        talking.hear(b"Resend: 1\n")
        assert talking.say() == ["N1 G21*27"]
    with pytest.raises(
        DeviceGarbage, match=r"could not read line 1 in 6 attempts; check its power and its cable"
    ):
        talking.hear(b"Resend: 1\n")


def test_a_resend_for_a_line_that_was_never_sent_is_garbage(talking: Dialogue) -> None:
    talking.ask("G21")
    with pytest.raises(DeviceGarbage, match="asks for line 7, which was never sent"):
        talking.hear(b"Resend: 7\n")


def test_a_resend_for_a_line_that_was_provably_taken_is_a_reset(talking: Dialogue) -> None:
    talking.ask("G21")
    talking.protocol.send(WHERE)
    talking.say()
    talking.hear(b"ok\n" + PLACE + b"ok\n")
    talking.ask("G1 X1")
    with pytest.raises(DeviceReset, match="had line 1 and asks for line 1; no further motion was sent"):
        talking.hear(b"Resend: 1\n")


def test_a_lost_ok_is_found_out_without_repeating_the_work(talking: Dialogue) -> None:
    said = talking.ask("G1 X1 F600")
    assert talking.fall_silent() == said
    talking.hear(b"Error:Line Number is not Last Line Number+1, Last Line: 1\nResend: 2\nok\n")
    assert talking.say() == []
    assert talking.protocol.idle


def test_a_lost_line_is_delivered_by_the_same_question(talking: Dialogue) -> None:
    said = talking.ask("G1 X1 F600")
    assert talking.fall_silent() == said
    talking.hear(b"ok\n")
    assert talking.protocol.idle


def test_a_repeated_line_is_parted_from_what_is_left_of_a_damaged_one(talking: Dialogue) -> None:
    talking.ask("G21")
    talking.now = PATIENCE + 10
    assert talking.protocol.bytes_to_send(talking.now) == b"\nN1 G21*27\n"


def test_silence_has_an_end(talking: Dialogue) -> None:
    said = talking.ask("G1 X1 F600", seconds=3.0)
    start = talking.now
    for _ in range(PROBES):
        assert talking.fall_silent() == said
    with pytest.raises(DeviceSilent, match=r"does not acknowledge line 1 `G1 X1 F600`, asked 4 times"):
        talking.fall_silent()
    assert talking.now == start + 3.0 + PATIENCE * (1 + PROBES)


def test_the_time_that_all_work_before_it_needs_is_granted(talking: Dialogue) -> None:
    start = talking.now
    talking.ask("G1 X100 F600", "G1 X0 F600", seconds=20.0, queued=True)
    talking.hear(b"ok\n")
    assert talking.protocol.deadline() == start + 40.0 + PATIENCE


def test_busy_puts_the_deadline_off_but_not_for_ever(talking: Dialogue) -> None:
    talking.ask("G28", seconds=10.0)
    start = talking.now
    while talking.say() == []:
        talking.hear(b"echo:busy: processing\n")
        talking.now += 2.0
    assert talking.now == pytest.approx(start + 10.0 + PATIENCE + BUSY_LIMIT, abs=2.0)


def test_a_question_is_done_only_once_it_is_answered(talking: Dialogue) -> None:
    talking.protocol.send(WHERE)
    talking.say()
    talking.hear(b"ok\n")
    assert not talking.protocol.idle
    talking.hear(PLACE)
    assert talking.protocol.idle


def test_an_ok_too_many_for_a_question_goes_to_the_line_behind_it(talking: Dialogue) -> None:
    talking.protocol.send(WHERE)
    talking.ask("G21")
    talking.hear(b"ok\nok\n" + PLACE)
    assert talking.protocol.idle


def test_an_answer_settles_the_lines_before_it_whose_oks_were_lost(talking: Dialogue) -> None:
    talking.ask("G21")
    talking.protocol.send(WHERE)
    talking.say()
    talking.hear(PLACE + b"ok\n")
    assert talking.protocol.idle


def test_a_lost_answer_is_asked_for_again_as_a_line_of_its_own(talking: Dialogue) -> None:
    talking.protocol.send(WHERE)
    talking.say()
    talking.hear(b"ok\n")
    assert talking.fall_silent() == ["N1 M114*38"]
    talking.hear(b"Resend: 2\nok\n")
    assert talking.say() == ["N2 M114*37"]
    talking.hear(PLACE + b"ok\n")
    assert talking.protocol.idle


def test_who_never_answers_is_silent_though_it_acknowledges(talking: Dialogue) -> None:
    talking.protocol.send(WHERE)
    for number in range(1, 1 + PROBES):
        assert talking.say()
        talking.hear(b"ok\n")
        assert talking.fall_silent()
        talking.hear(b"Resend: %d\n" % (number + 1))
    talking.say()
    talking.hear(b"ok\n")
    talking.fall_silent()
    with pytest.raises(DeviceSilent, match="does not answer line 4 `M114`"):
        talking.hear(b"Resend: 5\n")


@pytest.mark.parametrize(
    ("line", "fault", "words"),
    [
        (b"start\n", DeviceReset, "has started anew in mid-run"),
        (b"\xff\x00start\n", DeviceReset, "has started anew in mid-run"),
        (
            b"Error:Printer halted. kill() called!\n",
            DeviceHalted,
            "find out why, reset the board, then home again",
        ),
        (
            b'echo:Unknown command: "G99"\n',
            CommandRefused,
            'answers line 1 `G99` with `echo:Unknown command: "G99"`',
        ),
        (b"echo:Home XYZ First\n", CommandRefused, "answers line 1 `G99` with `echo:Home XYZ First`"),
        (b"Error:Thermal Runaway, system stopped! Heater_ID: 0\n", DeviceHalted, "has stopped itself"),
        (b"ok\nError:Homing Failed\n", CommandRefused, "answers an earlier line with `Error:Homing Failed`"),
    ],
)
def test_grave_news_names_port_line_and_way_out(
    talking: Dialogue, line: bytes, fault: type[Exception], words: str
) -> None:
    talking.ask("G99")
    with pytest.raises(fault) as raised:
        talking.hear(line)
    assert str(raised.value).startswith("/dev/arm ")
    assert words in str(raised.value)
    assert str(raised.value).endswith(".")


def test_after_a_fault_nothing_is_sent_or_acted_upon(talking: Dialogue) -> None:
    talking.ask("G1 X1")
    with pytest.raises(DeviceReset):
        talking.hear(b"start\n")
    assert talking.hear(b"ok\nstart\n") == ["ok", "start"]
    assert talking.ask("G1 X2") == []
    assert not talking.protocol.idle
    assert not talking.protocol.wants_more


def test_what_means_nothing_is_passed_up(talking: Dialogue) -> None:
    talking.ask("G21")
    replies = list(talking.protocol.receive("//action:pause\nwait\necho:é\n".encode(), talking.now))
    assert [type(reply) for reply in replies] == [Info] * 3
    assert not talking.protocol.idle


def test_some_garbage_is_borne_and_a_clean_reply_forgives_it(talking: Dialogue) -> None:
    for _ in range(3):
        talking.ask("G21")
        talking.hear(b"\xfe\x80ok\n" * TOLERANCE)
        assert not talking.protocol.idle
        talking.hear(b"ok\n")


def test_too_much_garbage_is_a_fault(talking: Dialogue) -> None:
    with pytest.raises(DeviceGarbage, match="check the baud rate"):
        talking.hear(b"\xfe\x80\x00\n" * (TOLERANCE + 1))


@pytest.mark.parametrize("chunk", [1, 100, 1024, 1025, 5000])
@pytest.mark.parametrize("data", [b"U" * 2000, b"U" * 1025 + b"\n", b"echo:hm\n" + b"U" * 2000 + b"\nok\n"])
def test_a_line_too_long_is_a_fault_however_its_bytes_arrive(
    opened: Dialogue, chunk: int, data: bytes
) -> None:
    chunks = [data[at : at + chunk] for at in range(0, len(data), chunk)]
    with pytest.raises(DeviceGarbage, match="sends a line of more than 1024 bytes; check the baud rate"):
        list(map(opened.hear, chunks))


def test_a_line_just_short_enough_is_read(opened: Dialogue) -> None:
    assert opened.hear(b"U" * 1024 + b"\n") == ["U" * 1024]


def test_a_line_that_is_done_no_longer_delays_what_follows_it(talking: Dialogue) -> None:
    """G28 was reckoned at 60 s and took 20: the silence after it is found in 5."""
    start = talking.now
    talking.ask("M302", seconds=10.0)
    talking.ask("G28", seconds=60.0)
    talking.ask("M400")
    talking.hear(b"ok\n")
    assert talking.protocol.deadline() == start + 60.0 + PATIENCE
    talking.now += 20.0
    talking.hear(b"ok\n")
    assert talking.protocol.deadline() == talking.now + PATIENCE


def test_what_is_queued_may_be_at_work_after_a_line_behind_it_is_done(talking: Dialogue) -> None:
    start = talking.now
    talking.ask("G1 X100 F600", seconds=20.0, queued=True)
    talking.ask("M106 S255", seconds=10.0)
    talking.ask("M400")
    talking.hear(b"ok\nok\n")
    assert talking.protocol.deadline() == start + 20.0 + PATIENCE


def test_a_surplus_ok_renews_no_patience(talking: Dialogue) -> None:
    start = talking.now
    talking.protocol.send(WHERE)
    talking.say()
    talking.hear(b"ok\n")
    talking.now += 4.0
    talking.hear(b"ok\n" * 9)
    assert talking.protocol.deadline() == start + PATIENCE


def test_a_resend_that_tells_nothing_new_renews_no_patience(talking: Dialogue) -> None:
    start = talking.now
    talking.ask("G21")
    talking.hear(b"ok\n")
    talking.protocol.send(WHERE)
    talking.say()
    talking.hear(b"Resend: 3\n")
    talking.now += 4.0
    talking.hear(b"Resend: 3\n")
    assert talking.protocol.deadline() == start + PATIENCE


def test_a_line_that_cannot_be_read_whole_is_refused_before_anything_is_sent(talking: Dialogue) -> None:
    with pytest.raises(UsageError, match="shorten it"):
        talking.protocol.send(Command("M117 " + "x" * 200))
    assert talking.protocol.idle


def test_an_acknowledged_line_can_still_be_asked_for_until_it_is_proven(talking: Dialogue) -> None:
    """A doubled ok acknowledged line 2 by mistake; the device wants it all the same."""
    talking.ask("G1 X1", "G1 X2")
    talking.hear(b"ok\nok\n")
    assert talking.protocol.idle
    talking.hear(b"Resend: 2\n")
    assert not talking.protocol.idle
    assert [line[:2] for line in talking.say()] == ["N2"]


def test_memory_of_a_long_stream_is_bounded(talking: Dialogue) -> None:
    """After a thousand more only a device that forgot everything asks for line 1."""
    for number in range(1000):
        talking.ask(f"G1 X{number}")
        talking.hear(b"ok\n")
    with pytest.raises(DeviceReset):
        talking.hear(b"Resend: 1\n")

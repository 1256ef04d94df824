"""The conversation over scripted wires: the good one, and every kind of bad one."""

from collections.abc import Iterator

import pytest

from controller.errors import (
    CommandRefused,
    DeviceFault,
    DeviceGarbage,
    DeviceHalted,
    DeviceReset,
    DeviceSilent,
    PortError,
    StoppedByPerson,
    UsageError,
    WrongFirmware,
)
from controller.events import Event, LineReceived, LineSent, Publisher
from controller.gcode.firmware import Command
from controller.gcode.marlin import MARLIN
from controller.link.client import LinkClient
from controller.model import Point
from controller.testing import FakeClock, InterruptedClock, ScriptedTransport

GREETED = """
    < start
    < echo:Marlin 2.1.2
    > N0 M110 N0*125
    < ok
    > N1 M115*39
    < FIRMWARE_NAME:Marlin 2.1.2 (Jan  1 2025 12:00:00) SOURCE_CODE_URL:example.org
    < Cap:EEPROM:0
    < Cap:EMERGENCY_PARSER:1
    < ok
"""


class Conversation:
    """A client on a scripted wire, connected unless told otherwise."""

    def __init__(self, script: str, connect: bool = True) -> None:
        self.events: list[Event] = []
        self.clock = FakeClock()
        self.wire = ScriptedTransport(GREETED * connect + script, self.clock, "/dev/arm")
        self.client = LinkClient(self.wire, MARLIN, self.clock, Publisher(self.events.append))
        if connect:
            self.client.connect()

    def run(self, *texts: str) -> None:
        self.client.run(Command(text, 1.0) for text in texts)


def test_connecting_greets_identifies_and_learns_what_the_firmware_can() -> None:
    talk = Conversation("")
    assert talk.wire.rest == []
    assert talk.wire.opened == 1
    assert talk.client.capabilities == {"EEPROM": False, "EMERGENCY_PARSER": True}


def test_every_line_is_published_as_it_was_with_its_time() -> None:
    talk = Conversation("> N2 G21*24\n < ok")
    talk.run("G21")
    assert [event for event in talk.events if isinstance(event, LineSent)] == [
        LineSent("N0 M110 N0*125", pytest.approx(0.25)),
        LineSent("N1 M115*39", pytest.approx(0.25)),
        LineSent("N2 G21*24", pytest.approx(0.25)),
    ]
    assert talk.events[-1] == LineReceived("ok", pytest.approx(0.25))


def test_commands_are_taken_one_by_one_as_there_is_room() -> None:
    talk = Conversation("> N2 G21*24\n > N3 G21*25\n > N4 G21*30\n < ok\n > N5 G21*31\n < ok\n < ok\n < ok")
    taken: list[int] = []

    def commands() -> Iterator[Command]:
        for _ in range(4):
            taken.append(len([event for event in talk.events if isinstance(event, LineSent)]))
            yield Command("G21", 1.0)

    talk.client.run(commands())
    assert taken == [2, 3, 4, 5]


def test_draining_asks_where_the_tool_is_once_motion_has_ended() -> None:
    talk = Conversation(
        "> N2 M400*37\n < ok\n > N3 M114*36\n < X:1.50 Y:2.00 Z:3.00 E:0.00 Count X:0 Y:0 Z:0\n < ok"
    )
    assert talk.client.drain() == Point(1.5, 2.0, 3.0)


def test_work_that_ended_early_does_not_let_a_later_silence_last_longer() -> None:
    lines = [
        MARLIN.frame(number, text).decode().strip() for number, text in enumerate(("G28", "M400", "M114"), 2)
    ]
    home, drain, where = (f"> {line}\n< ok\n" for line in lines)
    talk = Conversation(home + drain + where.replace("< ok", "< X:1.00 Y:2.00 Z:3.00 E:0.00\n< ok"))
    talk.client.run([Command("G28", 3600.0)])
    talk.client.drain()
    begun = talk.clock.now()
    talk.wire.write = lambda data: None  # from here on the wire is dead
    with pytest.raises(DeviceSilent):
        talk.run("G21")
    assert talk.clock.now() - begun < 60


def test_a_doubled_ok_does_not_pass_for_the_end_of_motion() -> None:
    """The ok of M400 is the doubled one of G21; where the tool is comes only ten seconds later."""
    talk = Conversation(
        "> N2 G21*24\n < ok\n > N3 M400*36\n < ok\n > N4 M114*35\n ! wait 3\n < ok\n"
        "< X:1.00 Y:2.00 Z:3.00 E:0.00 Count X:0 Y:0 Z:0\n < ok"
    )
    talk.run("G21")
    talk.client.drain()
    assert talk.clock.now() >= 3.0


def test_another_firmware_is_not_spoken_to() -> None:
    script = "< start\n > N0 M110 N0*125\n < ok\n > N1 M115*39\n < FIRMWARE_NAME:Repetier_1.0\n < ok"
    talk = Conversation(script, connect=False)
    with pytest.raises(WrongFirmware, match=r"^/dev/arm is `Repetier_1\.0`, not Marlin; name its firmware"):
        talk.client.connect()
    with pytest.raises(DeviceFault, match="connected and homed anew"):
        talk.run("G21")


def test_a_firmware_that_will_not_say_who_it_is_is_given_up() -> None:
    questions = "".join(
        f"> N{number} M115*{check}\n < ok\n > N{number} M115*{check}\n < Resend: {number + 1}\n"
        for number, check in ((1, 39), (2, 36), (3, 37), (4, 34))
    )
    talk = Conversation("< start\n > N0 M110 N0*125\n < ok\n" + questions, connect=False)
    with pytest.raises(
        WrongFirmware, match="/dev/arm does not say which firmware it is; check that it runs Marlin"
    ):
        talk.client.connect()
    assert talk.wire.rest == []


def test_a_silent_port_is_given_up_in_bounded_time() -> None:
    talk = Conversation("> N0 M110 N0*125\n" * 5, connect=False)
    with pytest.raises(DeviceSilent, match="/dev/arm says nothing"):
        talk.client.connect()
    assert talk.clock.now() < 15


# Said again for what was buffered, which begins a second after it.
HALTS = "\n > M410" * 3


@pytest.mark.parametrize(
    ("script", "fault"),
    [
        ("< start" + HALTS, DeviceReset),
        ("< Error:Printer halted. kill() called!" + HALTS, DeviceHalted),
        ('< echo:Unknown command: "G21"' + HALTS, CommandRefused),
        ("! gone\n > M410", PortError),
        ("! bytes " + "fe800a" * 12 + HALTS, DeviceGarbage),
        ("! bytes " + "55" * 1500 + HALTS, DeviceGarbage),
        ("> N2 G21*24\n" * 3 + HALTS, DeviceSilent),
    ],
)
def test_whatever_goes_wrong_on_the_wire_is_a_typed_fault_and_final(
    script: str, fault: type[DeviceFault]
) -> None:
    talk = Conversation("> N2 G21*24\n" + script)
    with pytest.raises(fault, match=r"/dev/arm"):
        talk.run("G21")
    assert talk.clock.now() < 60
    with pytest.raises(DeviceFault, match="must be connected and homed anew after this fault: /dev/arm"):
        talk.run("G21")
    assert "> M410" not in talk.wire.rest, "the arm is halted"


def test_garbage_at_the_start_is_told_as_such() -> None:
    talk = Conversation("! bytes " + "fefe8000ff0a" * 12, connect=False)
    with pytest.raises(DeviceGarbage, match="check the baud rate"):
        talk.client.connect()


def test_connecting_anew_makes_good_again() -> None:
    talk = Conversation("> N2 G21*24\n < start" + HALTS + "\n" + GREETED + "> N2 G21*24\n < ok")
    with pytest.raises(DeviceReset):
        talk.run("G21")
    talk.client.connect()
    talk.run("G21")
    assert talk.wire.rest == []
    assert talk.wire.closed == 2


def test_nothing_is_sent_unconnected() -> None:
    talk = Conversation("", connect=False)
    with pytest.raises(DeviceFault, match="/dev/arm is not connected; connect it first"):
        talk.run("G21")
    talk.client.close()
    talk.client.close()


def test_a_line_that_cannot_be_framed_is_no_fault_of_the_device() -> None:
    talk = Conversation("> N2 G21*24\n < ok")
    with pytest.raises(UsageError):
        talk.run("M117 " + "x" * 100)
    talk.run("G21")


def halted_meanwhile(script: str) -> tuple[LinkClient, ScriptedTransport, InterruptedClock]:
    """A person halts, from another thread, while the talking one waits for its `ok`."""
    clock = InterruptedClock()
    wire = ScriptedTransport(GREETED + script, clock, "/dev/arm")
    client = LinkClient(wire, MARLIN, clock, Publisher())
    client.connect()
    clock.due = clock.now() + 1.0
    clock.interruption = client.halt
    return client, wire, clock


def test_a_halt_goes_out_at_once_and_is_over_once_what_was_buffered_is_stopped_too() -> None:
    client, wire, clock = halted_meanwhile("> N2 G28*17" + HALTS)
    with pytest.raises(StoppedByPerson, match="Halted by a person; home the arm on /dev/arm again"):
        client.run([Command("G28", 60.0)])
    assert wire.urgent == [b"\nM410\n"]
    assert clock.now() - clock.due < 2.5


def test_a_line_that_overtook_the_halt_is_followed_by_another_one() -> None:
    client, wire, _ = halted_meanwhile("> N2 G28*17" + HALTS)
    with pytest.raises(StoppedByPerson):
        client.run([Command("G28", 60.0)])
    assert wire.rest == []


def test_after_a_halt_nothing_is_sent_until_connected_anew() -> None:
    talk = Conversation("> M410\n" + GREETED + "> N2 G21*24\n < ok")
    talk.client.halt()
    for _ in range(2):
        with pytest.raises(StoppedByPerson):
            talk.run("G21")
    talk.client.connect()
    talk.run("G21")
    assert talk.wire.rest == []


def test_a_halt_on_a_wire_that_has_gone_is_still_a_halt() -> None:
    class Gone(ScriptedTransport):
        def write(self, data: bytes) -> None:
            if b"M410" in data:
                raise PortError("gone")
            super().write(data)

    clock = FakeClock()
    heard: list[Event] = []
    client = LinkClient(Gone(GREETED, clock), MARLIN, clock, Publisher(heard.append))
    client.connect()
    client.halt()
    heard.clear()
    with pytest.raises(StoppedByPerson):
        client.check()
    assert heard == []


def test_a_halt_before_connecting_or_after_closing_does_nothing() -> None:
    talk = Conversation(GREETED, connect=False)
    talk.client.halt()
    talk.client.connect()
    talk.client.check()
    talk.client.close()
    talk.client.halt()
    with pytest.raises(DeviceFault, match="not connected"):
        talk.client.check()
    talk.client.close()


def test_a_failing_listener_does_not_stop_the_conversation() -> None:
    def fail(_event: Event) -> None:
        raise RuntimeError

    clock = FakeClock()
    client = LinkClient(ScriptedTransport(GREETED, clock), MARLIN, clock, Publisher(fail))
    client.connect()
    client.check()

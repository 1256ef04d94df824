"""Numbers, checksums, comments, long lines and the receive buffer, as PROTOCOL.md has them."""

import pytest
from emulator_wire import MakeWire, numbered

from firmware_proto.line_buffer import LineAssembler, ReceiveBuffer
from firmware_proto.marlin.lines import Command, check


def test_a_numbered_line_must_be_the_next_and_intact() -> None:
    assert check("N3 T0*57", 2) == (3, None)
    assert check("  N3 T0*57", 2) == (3, None)
    assert check("N3 T0*58", 2) == (2, "checksum mismatch")
    assert check("N3 T0*x", 2) == (2, "checksum mismatch")
    assert check("N3 T0", 2) == (2, "No Checksum with line number")
    assert check("N3 T0*57", 3) == (3, "Line Number is not Last Line Number+1")
    assert check("N5 T0*00", 2) == (2, "Line Number is not Last Line Number+1")


def test_the_number_setter_may_have_any_number_but_must_be_intact() -> None:
    assert check("N0 M110 N0*125", 77) == (0, None)
    assert check(numbered(5, "M110"), 77) == (5, None)
    assert check(numbered(5, "M110 N41"), 77) == (41, None)
    assert check("N0 M110 N0*124", 77) == (77, "checksum mismatch")


def test_a_line_without_number_is_taken_unchecked(marlin: MakeWire) -> None:
    wire = marlin()
    assert wire.say("M118 a*99") == ["a", "ok"]
    assert wire.say("M110 N41", numbered(42, "M118 b")) == ["ok", "b", "ok"]
    assert wire.say("M110") == ["ok"]
    assert wire.say(numbered(43, "M118 c")) == ["c", "ok"]


def test_a_refused_line_empties_the_receive_buffer(marlin: MakeWire) -> None:
    wire = marlin()
    wire.say("G28")
    wire.send("G4 S1", "G21", "G21", "G21")  # the command buffer is full
    wire.send("N9 G90*0", "M118 lost")
    assert wire.settle() == [
        "ok",
        "Error:Line Number is not Last Line Number+1, Last Line: 0",
        "Resend: 1",
        *["ok"] * 4,
    ]


def test_comments_and_empty_lines_get_no_ok(marlin: MakeWire) -> None:
    assert marlin().say("", "; a comment", "\r", "M118 x ; y") == ["x", "ok"]


def test_either_line_end_ends_a_line(marlin: MakeWire) -> None:
    wire = marlin()
    wire.put(b"M118 a\rM118 b\r\nM118 c\n")
    assert wire.settle() == ["a", "ok", "b", "ok", "c", "ok"]


def test_lines_are_cut_at_95_bytes(marlin: MakeWire) -> None:
    assert marlin().say("M118 " + "x" * 90 + "yz") == ["x" * 90, "ok"]


def test_a_line_cut_off_before_its_checksum_is_asked_for_again(marlin: MakeWire) -> None:
    assert (
        marlin().say(numbered(1, "M118 " + "x" * 90))[0] == "Error:No Checksum with line number, Last Line: 0"
    )


def test_what_overflows_the_receive_buffer_is_lost_silently(marlin: MakeWire) -> None:
    wire = marlin()
    wire.say("G28")
    wire.send("G4 S1", "G21", "G21", "G21")
    wire.send(*(f"M118 {letter * 26}" for letter in "abcd"))  # 32 bytes each, 128 in all
    wire.send("M118 lost")
    assert wire.settle() == ["ok"] * 4 + [text for letter in "abcd" for text in (letter * 26, "ok")]


def test_a_full_receive_buffer_may_cut_a_line_in_half(marlin: MakeWire) -> None:
    wire = marlin()
    wire.say("G28")
    wire.send("G4 S1", "G21", "G21", "G21")
    wire.put(b"M118 " + b"x" * 119 + b"\n" + b"M118 y\n")
    assert wire.settle() == ["ok"] * 4 + ["x" * 90, "ok"]
    assert wire.say("") == ['echo:Unknown command: "M11"', "ok"]


def test_the_buffers_of_bytes_are_plain() -> None:
    buffer = ReceiveBuffer(2)
    for byte in b"abc":
        buffer.put(byte)
    assert [buffer.get(), buffer.get(), buffer.get()] == [ord("a"), ord("b"), None]
    assembler = LineAssembler(3)
    assert [line for byte in b"abcd\n\n e;f\n;\n" if (line := assembler.put(byte))] == [b"abc", b" e"]


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("G1 X10 Y-2.5", "G1", {"X": 10.0, "Y": -2.5}),
        ("N7 G01X10Y.5*33", "G1", {"X": 10.0, "Y": 0.5}),
        ("G1 X 10", "G1", {"X": 10.0}),
        ("G1 X1,5", "G1", {"X": 1.0}),
        ("G1 X1e3", "G1", {"X": 1.0}),
        ("G28 X", "G28", {"X": None}),
        ("G28.1", "G28", {}),
        ("G", "", {}),
        ("g1 X1", "", {}),
        ("", "", {}),
    ],
)
def test_a_command_is_read_as_marlin_reads_it(line: str, code: str, words: dict[str, float | None]) -> None:
    command = Command.of(line)
    assert (command.code, command.words) == (code, words)


def test_a_letter_without_number_is_zero_where_a_number_is_needed() -> None:
    command = Command.of("G1 X Y2")
    assert (command.value("X"), command.value("Y"), command.value("Z")) == (0.0, 2.0, None)
    assert (command.number("X", 7.0), command.number("Z", 7.0)) == (7.0, 7.0)

"""Single keys told from the escape sequences of arrow and function keys."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.views.keys import Key, KeyDecoder

SEQUENCES = ["\x1b[A", "\x1b[1;5C", "\x1bOP", "\x1b[15~", "\x1b[3~", "\x1b[Z"]


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        (" ", [Key.SPACE]),
        ("s", [Key.S]),
        ("S", [Key.S]),
        ("\r", [Key.ENTER]),
        ("\n", [Key.ENTER]),
        ("qx\x1a\x00é", []),
        (" s\n", [Key.SPACE, Key.S, Key.ENTER]),
    ],
)
def test_keys_that_mean_something(typed: str, keys: list[Key]) -> None:
    assert KeyDecoder().feed(typed) == keys


def test_an_escape_alone_counts_once_nothing_follows() -> None:
    decoder = KeyDecoder()
    assert decoder.feed("\x1b") == []
    assert decoder.silence() == [Key.ESCAPE]
    assert decoder.silence() == []


@pytest.mark.parametrize("sequence", SEQUENCES)
def test_arrow_and_function_keys_mean_nothing(sequence: str) -> None:
    decoder = KeyDecoder()
    assert decoder.feed(sequence + "s") == [Key.S]
    assert decoder.silence() == []


@pytest.mark.parametrize("sequence", SEQUENCES)
def test_a_sequence_may_come_byte_by_byte(sequence: str) -> None:
    decoder = KeyDecoder()
    assert [key for sign in sequence for key in decoder.feed(sign)] == []
    assert decoder.silence() == []


def test_escape_hit_in_panic_counts_each_time() -> None:
    decoder = KeyDecoder()
    assert decoder.feed("\x1b\x1b\x1b") == [Key.ESCAPE, Key.ESCAPE]
    assert decoder.silence() == [Key.ESCAPE]


def test_a_key_right_after_escape_does_not_hide_it() -> None:
    assert KeyDecoder().feed("\x1bs") == [Key.ESCAPE, Key.S]


def test_a_sequence_cut_short_counts_as_escape() -> None:
    decoder = KeyDecoder()
    assert decoder.feed("\x1b[") == []
    assert decoder.feed("\x1b") == [Key.ESCAPE]
    assert decoder.feed("[1") == []
    assert decoder.silence() == [Key.ESCAPE]


@given(st.lists(st.sampled_from([*SEQUENCES, " ", "s", "\r", "x"])), st.data())
def test_however_the_bytes_are_cut_the_same_keys_come_out(typed: list[str], data: st.DataObject) -> None:
    text = "".join(typed)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=5)))
    decoder = KeyDecoder()
    keys = []
    for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True):
        keys += decoder.feed(text[start:end])
    plain = {" ": Key.SPACE, "s": Key.S, "\r": Key.ENTER}
    assert keys == [plain[key] for key in typed if key in plain]

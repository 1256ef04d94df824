"""A museum day fits on the tape: its beginning, its end, and between them a gap from step to step."""

from hypothesis import given
from hypothesis import strategies as st

from controller.flight.tape import STEP, Entry, Kind, Tape


def sent(at: float) -> Entry:
    return Entry(at, Kind.SENT, f"G1 X{at:g}\n")


def step(at: float) -> Entry:
    return Entry(at, Kind.EVENT, STEP, {"number": at})


@given(st.lists(st.booleans(), max_size=80), st.integers(1, 20), st.integers(1, 20))
def test_whatever_is_kept_stands_in_its_order_and_what_is_not_is_counted(
    steps: list[bool], opening: int, recent: int
) -> None:
    heard = [step(at) if begins else sent(at) for at, begins in enumerate(steps)]
    tape = Tape(opening, recent)
    for entry in heard:
        tape.add(entry)
    kept = tape.entries()
    gaps = [entry for entry in kept if entry.kind is Kind.GAP]
    if len(heard) <= opening + recent:
        assert kept == heard
        return
    (gap,) = gaps
    place = kept.index(gap)
    before, after = kept[:place], kept[place + 1 :]
    missing = heard[len(before) : len(heard) - len(after)]
    assert [*before, *missing, *after] == heard
    assert not after or after[0].begins_step
    assert isinstance(gap.told, dict)
    assert gap.told.get("entries") == len(missing)
    assert gap.told.get("steps", 0) == sum(entry.begins_step for entry in missing)
    assert gap.told.get("lines", 0) == sum(entry.kind is Kind.SENT for entry in missing)
    assert missing[0].begins_step or not any(entry.begins_step for entry in heard[:opening])


def test_a_day_takes_no_more_room_than_an_hour() -> None:
    tape = Tape(opening=10, recent=50)
    for at in range(10_000):
        tape.add(step(at) if at % 20 == 0 else sent(at))
    assert len(tape.entries()) <= 61


def test_long_messages_are_bounded_by_their_length() -> None:
    tape = Tape(opening=1, recent=1000, most=5000)
    for at in range(900):
        tape.add(step(at))
        tape.add(Entry(at, Kind.RECEIVED, "x" * 1000))
    assert sum(len(entry.what) for entry in tape.entries()) <= 6000


def test_looking_at_the_tape_changes_nothing() -> None:
    tape = Tape(opening=3, recent=5)
    for at in range(30):
        tape.add(step(at) if at % 4 == 0 else sent(at))
    assert tape.entries() == tape.entries()

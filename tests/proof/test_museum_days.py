"""A few museum days: what grows with them is the counters alone; the laws stand in `museum`."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from museum import HOUR, OPEN, Evening, Museum, check
from proof_tally import DAYS

DAYS_OF_A_PATIENT_ARM = 3
HOURS_OF_AN_EMULATED_ARM = 0.1


def told(museum: Museum, hours: float, record_property: Callable[[str, object], None]) -> None:
    for what, times in (("hours", hours), ("runs", museum.ends), ("moves", museum.steps)):
        record_property(DAYS, (what, times))


def test_nothing_but_the_counters_grows(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    museum = Museum("uarm", tmp_path, patient=True)
    museum.open(DAYS_OF_A_PATIENT_ARM)
    assert len(museum.evenings) == DAYS_OF_A_PATIENT_ARM
    check(museum)
    told(museum, DAYS_OF_A_PATIENT_ARM * OPEN / HOUR, record_property)


def test_what_is_counted_with_an_emulated_arm_is_true(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    museum = Museum("uarm", tmp_path, patient=False)
    museum.open(1, HOURS_OF_AN_EMULATED_ARM)
    check(museum)
    told(museum, HOURS_OF_AN_EMULATED_ARM, record_property)


@pytest.mark.parametrize(
    ("grown", "word"),
    [({"blocks": 400_000}, "memory"), ({"pages": 9_999_999}, "memory"), ({"journal": 1 << 23}, "journal")],
)
def test_what_grew_would_be_seen(tmp_path: Path, grown: dict[str, int], word: str) -> None:
    museum, evening = Museum("uarm", tmp_path, patient=True), Evening(300_000, 10_000, 1 << 20, 0)
    museum.evenings = [evening, evening, replace(evening, **grown)]
    with pytest.raises(AssertionError, match=f"{word} grows"):
        check(museum)

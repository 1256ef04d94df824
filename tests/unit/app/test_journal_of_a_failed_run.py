"""A run that ends badly says why, whatever then becomes of its journal."""

from pathlib import Path

import pytest

from controller.app.options import RunOptions
from controller.app.starting import journal_for
from controller.config import Config, load
from controller.config.exhibits import find
from controller.errors import DeviceReset, HanoiError, JournalFault, StoppedAtRest
from controller.journal import Journal

FULL = "lobby.journal: the disk is full; make room on it, then start again."


@pytest.fixture
def lobby(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, Config]:
    """A config whose journal is on a disk that is full by the time that it is closed."""
    path = tmp_path / "lobby.yaml"
    lamps = find("led-tower").read_text(encoding="utf-8")
    path.write_text(f"{lamps}\njournal: lobby.journal\n", encoding="utf-8")
    close = Journal.close

    def fail(journal: Journal) -> None:
        close(journal)
        raise JournalFault(FULL)

    monkeypatch.setattr(Journal, "close", fail)
    return str(path), load(str(path))


@pytest.mark.parametrize(
    ("first", "notes"),
    [
        (DeviceReset("The board has started anew."), ["(kept)", f"({FULL})"]),
        (StoppedAtRest("Stopped by a person."), ["(kept)", f"({FULL})"]),
        (JournalFault("The lock was replaced."), ["(kept)", f"({FULL})"]),
        (JournalFault(FULL), ["(kept)"]),
    ],
)
def test_what_went_wrong_first_is_told_with_its_notes(
    lobby: tuple[str, Config], first: HanoiError, notes: list[str]
) -> None:
    first.add_note("(kept)")  # as the flight recorder does
    with pytest.raises(type(first)) as ended, journal_for(*lobby, RunOptions()):
        raise first
    assert ended.value is first
    assert ended.value.__notes__ == notes


def test_a_run_that_went_well_tells_that_its_journal_did_not(lobby: tuple[str, Config]) -> None:
    with pytest.raises(JournalFault, match="the disk is full"), journal_for(*lobby, RunOptions()):
        pass

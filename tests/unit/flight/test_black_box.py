"""What a fault leaves behind, and what it is not kept from."""

import json
from pathlib import Path

import pytest
from flights import at_a_port, fly, recordings

from controller import __version__
from controller.app.assembly import Machine
from controller.app.replay import replayed
from controller.errors import DeviceReset, JournalFault, PortError
from controller.flight.shelf import state_folder
from controller.link.emulated import EmulatedTransport


def test_a_recording_holds_all_there_is_to_know(tmp_path: Path) -> None:
    config = at_a_port("marlin-arm", tmp_path)
    lines = [json.loads(line) for line in fly(config, ["reset:60"]).path.read_text().splitlines()]
    flight, end = lines[0]["flight"], lines[-1]["end"]
    assert flight["program"] == __version__
    assert flight["config"] == config.read_text()
    assert flight["config_name"] == str(config)
    assert flight["command"] == "run"
    assert flight["start"] == "A:4 C:5,3,2,1" or flight["start"].count(":") >= 1
    assert flight["options"]["dry_run"] is False
    assert {"python", "platform", "written", "arguments", "journal", "cycles"} <= flight.keys()
    assert (end["error"], end["exit_code"], end["traceback"]) == ("DeviceReset", 3, [])
    times = [line["at"] for line in lines[1:-1]]
    assert times == sorted(times)
    assert {"RunStarted", "StepStarted", "RunEnded"} <= {line.get("event") for line in lines}


def test_an_error_that_nobody_foresaw_leaves_its_traceback(tmp_path: Path) -> None:
    def spoil(machine: Machine) -> None:
        def rest() -> None:
            raise KeyError("no such key")

        machine.driver.rest = rest

    flown = fly(at_a_port("marlin-arm", tmp_path), moves=1, spoil=spoil)
    assert isinstance(flown.error, KeyError)
    end = json.loads(flown.path.read_text().splitlines()[-1])["end"]
    assert end["error"] == "KeyError"
    assert "Traceback" in end["traceback"][0]
    again = replayed(flown.path)
    assert not again.same
    assert again.error is None
    assert "all moves are done" in again.told[0]


def test_a_port_that_cannot_be_opened_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A kiosk that is started again and again before the cable is in does not push out what matters."""

    def refuse(_: object) -> None:
        raise PortError("/dev/ttyUSB0 does not exist.")

    monkeypatch.setattr(EmulatedTransport, "open", refuse)
    flown = fly(at_a_port("marlin-arm", tmp_path))
    assert isinstance(flown.error, PortError)
    assert flown.files == ()


def test_a_recording_that_cannot_be_kept_hides_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_the_way = tmp_path / "a file"
    in_the_way.write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(in_the_way))
    flown = fly(at_a_port("marlin-arm", tmp_path), ["reset:60"])
    assert isinstance(flown.error, DeviceReset)
    assert flown.files == ()
    [said] = flown.error.__notes__
    assert said.startswith("(The flight recording cannot be kept: ")
    assert str(in_the_way) in said


def test_the_journals_standing_is_in_it_and_a_journal_that_fails_hides_no_fault(
    tmp_path: Path,
) -> None:
    config = at_a_port("marlin-arm", tmp_path)
    told = fly(config, ["reset:60"], journal=lambda: {"state": "A:1"})
    assert json.loads(told.path.read_text().splitlines()[0])["flight"]["journal"] == {"state": "A:1"}

    def fail() -> object:
        raise JournalFault("The journal cannot be read.")

    untold = fly(config, ["reset:60"], journal=fail)
    assert isinstance(untold.error, DeviceReset)
    assert untold.files == ()
    assert untold.error.__notes__ == ["(The flight recording cannot be kept: The journal cannot be read.)"]


def test_where_the_recording_is_is_said_once(tmp_path: Path) -> None:
    flown = fly(at_a_port("marlin-arm", tmp_path), ["reset:60"])
    assert flown.error.__notes__ == [f"(The flight recorder has kept this: {flown.path})"]
    assert flown.path in recordings(state_folder())

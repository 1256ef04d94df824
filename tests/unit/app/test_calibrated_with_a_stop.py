"""An emergency stop is observed while somebody teaches an arm too; a guard stands open then."""

from contextlib import ExitStack
from pathlib import Path

import pytest

from controller.app import calibration
from controller.app.inputs import emergency_stop_of
from controller.app.options import RunOptions
from controller.config import load
from controller.config.exhibits import folder
from controller.errors import ConfigError, StoppedByPerson
from controller.events import Publisher
from controller.inputs import InputMap

WATCHED = (folder() / "watched-arm.yaml").read_text(encoding="utf-8")


@pytest.fixture
def taught(tmp_path: Path):
    """A file of one's own, with some of its text replaced."""

    def taught(old: str = "port", new: str = "port") -> str:
        assert old in WATCHED
        path = tmp_path / "my-arm.yaml"
        path.write_text(WATCHED.replace(old, new), encoding="utf-8")
        return str(path)

    return taught


@pytest.fixture
def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Somebody who types these lines."""
    typed = tmp_path / "typed.txt"
    with ExitStack() as stack:

        def types(*lines: str) -> None:
            typed.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
            monkeypatch.setattr("sys.stdin", stack.enter_context(typed.open(encoding="utf-8")))

        yield types


def test_only_the_emergency_stop_is_observed() -> None:
    inputs = emergency_stop_of(load("watched-arm"), Publisher(), print, pretended=False)
    assert inputs.wires == InputMap(pin_factory="lgpio", emergency_stop=6)


def test_a_session_is_refused_while_it_is_pressed(taught, person) -> None:
    person("home")
    with pytest.raises(StoppedByPerson, match="The emergency stop on GPIO6 is pressed"):
        calibration.calibrate(taught("pin_factory: lgpio", "pin_factory: mock"), RunOptions(plain=True))


def test_in_a_dry_run_it_is_not_pressed(taught, person, capsys) -> None:
    person("home", "quit")
    calibration.calibrate(taught(), RunOptions(plain=True, dry_run=True, speed=0))
    assert "The tip is at" in capsys.readouterr().out


def test_once_pressed_it_kills_the_arm_and_ends_the_session(taught, person, monkeypatch) -> None:
    killed: list[str] = []
    monkeypatch.setattr(calibration.Jogger, "kill", lambda _: killed.append("kill"))
    monkeypatch.setattr(calibration, "emergency_stop_of", _Pressed)
    person("home", "quit")
    with pytest.raises(StoppedByPerson):
        calibration.calibrate(taught(), RunOptions(plain=True, dry_run=True, speed=0))
    assert killed == ["kill"]


class _Pressed:
    """An emergency stop that is pressed as soon as it has been looked at."""

    def __init__(self, _config, _publisher, kill, _pretended) -> None:
        self._kill = kill

    def __enter__(self) -> "_Pressed":
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is open."""

    def check(self) -> None:
        self._kill()


def test_what_is_wrong_with_inputs_is_told_before_anything_is_taught(taught) -> None:
    with pytest.raises(ConfigError, match=r"inputs\.guard: pin 16 is used already|pin: pin 16 is used"):
        calibration.calibrate(taught("guard: 5", "guard: 16"), RunOptions(plain=True, dry_run=True))

"""`hanoi replay` from end to end: a run that fails leaves a file, and the file is the fault."""

import json
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from controller.app import emulation
from controller.app.witness import LampWitness
from controller.errors import PinFault
from controller.model import State

GOLDEN = Path(__file__).parents[1] / "recordings" / "homing-halted.jsonl"
Hanoi = Callable[..., tuple[int, str, str]]


def test_the_same_fault_again_is_exit_code_0(hanoi: Hanoi) -> None:
    code, out, err = hanoi("replay", str(GOLDEN), "--plain")
    assert (code, err) == (0, "")
    verdict, compared, bench = out.splitlines()[-3:]
    assert verdict.startswith("The same fault again: /dev/ttyUSB0 has stopped itself")
    assert compared == "The host has said what it said then."
    assert bench == "The bench says: the disks stand A:5,4,3,2,1."


def test_another_end_is_exit_code_3(hanoi: Hanoi, tmp_path: Path) -> None:
    lines = GOLDEN.read_text().splitlines()
    path = tmp_path / "other.jsonl"
    path.write_text("\n".join(line.replace("M115*39", "M115*40") for line in lines) + "\n")
    code, out, _ = hanoi("replay", str(path), "--speed", "0")
    assert code == 3
    verdict, compared, bench = out.splitlines()[-3:]
    assert verdict.startswith("Not the same fault. Recorded: /dev/ttyUSB0 has stopped itself")
    assert verdict.endswith("Now: all moves are done")
    assert compared.startswith("Line 2 of the host is the first that differs: recorded `N1 M115*40`, now ")
    assert bench == "The bench says: the disks stand C:5,4,3,2,1."


def test_a_dry_run_that_fails_leaves_a_recording_that_fails_the_same(
    hanoi: Hanoi, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The emulated arm is built otherwise than its config says, and the bench sees what comes of it."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    real = emulation.JointedArm
    monkeypatch.setattr(emulation, "JointedArm", lambda **links: real(**{**links, "column": 113.0}))
    code, _, err = hanoi("run", "joint-arm", "--dry-run", "--speed", "0", "--plain")
    assert code == 3
    sentence, told = err.rstrip("\n").split(" (The flight recorder has kept this: ")
    path = told.removesuffix(")")
    assert Path(path).parent == tmp_path / "hanoi"
    code, out, _ = hanoi("replay", path)
    assert code == 0
    assert f"The same fault again: {sentence.removeprefix('hanoi: ')}" in out
    monkeypatch.setattr(emulation, "JointedArm", real)
    code, out, _ = hanoi("replay", path)
    assert code == 3
    assert "Now: all moves are done" in out


@pytest.mark.parametrize("name", ["none.jsonl", ".", "garbage"])
def test_a_file_that_is_no_recording_is_exit_code_2_and_one_sentence(
    name: str, hanoi: Hanoi, tmp_path: Path
) -> None:
    (tmp_path / "garbage").write_bytes(bytes(range(256)))
    code, out, err = hanoi("replay", str(tmp_path / name))
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert err.startswith(f"hanoi: {tmp_path / name}: ".replace("/.", ""))


def test_a_config_that_this_version_refuses_is_exit_code_2(hanoi: Hanoi, tmp_path: Path) -> None:
    lines = GOLDEN.read_text().splitlines()
    head = json.loads(lines[0])
    head["flight"]["config"] += "surprise: 1\n"
    path = tmp_path / "new.jsonl"
    path.write_text("\n".join([json.dumps(head), *lines[1:]]) + "\n")
    code, _, err = hanoi("replay", str(path))
    assert code == 2
    assert "surprise" in err


def test_lamps_that_fail_are_played_too(
    hanoi: Hanoi, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What is on no wire comes again only where its cause does."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with monkeypatch.context() as patched:
        patched.setattr(LampWitness, "look", fail)
        assert hanoi("run", "led-tower", "--dry-run", "--speed", "0", "--plain")[0] == 3
        (path,) = (tmp_path / "hanoi").iterdir()
        code, out, _ = hanoi("replay", str(path))
    assert code == 0
    assert out.splitlines()[-1] == "The bench says: there is no arm, and no disk has moved."
    assert hanoi("replay", str(path))[0] == 3


def test_a_replay_waits_for_nobody(hanoi: Hanoi, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where a run of today would ask before each move, and no answer is in the recording."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with monkeypatch.context() as patched:
        patched.setattr(LampWitness, "look", fail)
        assert hanoi("run", "led-tower", "--dry-run", "--speed", "0", "--plain")[0] == 3
    (path,) = (tmp_path / "hanoi").iterdir()
    head, *others = path.read_text().splitlines()
    path.write_text("\n".join([head.replace('"step": false', '"step": true'), *others]) + "\n")
    code, out, _ = hanoi("replay", str(path))
    assert code == 3
    assert "Press Enter for move 1." in out
    assert "Now: all moves are done" in out


def fail(_lamps: LampWitness, _expected: State) -> None:
    raise PinFault("The lamps have failed; look at their wires.")


def test_a_person_may_end_a_replay(hanoi: Hanoi, monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def interrupted(halt: Callable[[], None]) -> Iterator[SimpleNamespace]:
        halt()
        yield SimpleNamespace(heard=[signal.SIGTERM])

    monkeypatch.setattr(sys.modules["controller.app.replay"], "on_signals", interrupted)
    code, out, err = hanoi("replay", str(GOLDEN), "--plain")
    assert code == 4
    assert "fault" not in out
    assert err == f"hanoi: {GOLDEN}: the replay was stopped.\n"

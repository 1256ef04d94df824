"""From a config without coordinates to a solved tower: the walk-through as written, keys, a real port."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from terminal import Terminal

from controller.config import load

WALK = (Path(__file__).parents[2] / "docs" / "calibration.md").read_text(encoding="utf-8")
TAUGHT = {
    "A": {"x": 120, "y": 110, "z": 0},
    "B": {"x": 180, "y": 0, "z": 0},
    "C": {"x": 120, "y": -110, "z": 0},
}


def blocks(language: str) -> list[str]:
    """What stands between the fences of one kind in the walk-through."""
    return re.findall(rf"^```{language}\n(.*?)^```", WALK, re.MULTILINE | re.DOTALL)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The walk-through's config without coordinates."""
    path = tmp_path / "my-arm.yaml"
    path.write_text(blocks("yaml")[0], encoding="utf-8")
    return path


def calibrate(file: Path, orders: str, *options: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "controller", "calibrate", file.name, *options],
        input=orders,
        capture_output=True,
        text=True,
        cwd=file.parent,
        timeout=120,
    )


def test_the_walk_through_as_written_ends_with_a_solved_tower(file: Path) -> None:
    (file.parent / "orders.txt").write_text(blocks("text")[0])
    before = file.read_text(encoding="utf-8")
    said = []
    for line in "".join(blocks("sh")).splitlines():
        command = line.replace("hanoi", f"{sys.executable} -m controller", 1)
        done = subprocess.run(
            command, shell=True, capture_output=True, text=True, cwd=file.parent, timeout=120
        )
        assert (done.returncode, done.stderr) == (0, ""), line
        said.append(done.stdout.splitlines())
    calibrated, checked, run = said
    assert sum("is the top of" in sentence for sentence in calibrated) == 5
    assert "nothing is wrong" in checked[0]
    assert run[-2] == "The bench says: all 5 disks stand on C."
    assert file.with_name("my-arm.yaml.bak").read_text(encoding="utf-8") == before
    after = file.read_text(encoding="utf-8")
    assert yaml.safe_load(after)["arm"]["pegs"] == TAUGHT
    kept = iter(after.splitlines())
    assert all(line in kept for line in before.splitlines())


def test_before_the_walk_through_check_refuses_what_calibrate_takes(
    file: Path, hanoi: Callable[..., tuple[int, str, str]]
) -> None:
    code, _, err = hanoi("check", str(file))
    assert code == 2
    assert "arm.pegs: is missing" in err
    assert "arm.park: is missing" in err


def test_a_table_that_knows_better_agrees(file: Path, start: Callable[..., object]) -> None:
    """Taught over a real port at a bare board; then the demo's own bench judges the run."""
    bare = start("emulate", "marlin", "--speed", "100")
    text = file.read_text(encoding="utf-8").replace("port: emulated", f"port: {bare.out()}")
    file.write_text(text, encoding="utf-8")
    down = "home\nz- 100\nz- 100\nz- 100\nx+ 80\nz+ 80\n"  # it homes in the middle, above the workspace
    orders = blocks("text")[0].replace("home\n", down, 1)
    done = calibrate(file, orders)
    assert (done.returncode, done.stderr) == (0, "")
    assert load(str(file)).arm.pegs == load("demo").arm.pegs
    bench = start("emulate", "marlin", "demo", "--speed", "100")
    text = file.read_text(encoding="utf-8")
    file.write_text(re.sub("port: /dev/\\S+", f"port: {bench.out()}", text), encoding="utf-8")
    run = start("run", str(file), "--plain")
    assert run.end()[0] == 0
    assert bench.err_until("The bench says") == "The bench says: all 5 disks stand on C."


def test_keys_on_a_terminal_jog_teach_and_save(file: Path) -> None:
    run = Terminal("calibrate", str(file), "--speed", "50")
    run.await_text("not known; h homes the arm")
    run.press(b"h")
    run.await_text("x 80, y 0, z 180 ")
    for key, place in ((b"\x1b[C", "x 90, y 0, z 180"), (b"f", "z 170"), (b"-\x1b[A", "y 1, z 170")):
        run.press(key)
        run.await_text(f"{place}    step")
    run.press(b"\r")
    run.await_text("A is at x 90, y 1, z 170.")
    run.press(b"s")
    run.await_text("my-arm.yaml.bak")
    run.press(b"q")
    code, err = run.end()
    assert (code, err) == (0, "")
    assert yaml.safe_load(file.read_text(encoding="utf-8"))["arm"]["pegs"] == {
        "A": {"x": 90, "y": 1, "z": 170}
    }
    assert run.screen.count("\x1b[?1049h") == run.screen.count("\x1b[?1049l") == 1


def test_escape_halts_a_way_and_what_was_taught_can_still_be_saved(file: Path) -> None:
    run = Terminal("calibrate", str(file), "--speed", "1")
    run.await_text("not known; h homes the arm")
    run.press(b"h")
    run.await_text("The tip is at x 80")
    run.press(b"\r")
    run.await_text("A is at x 80")
    run.press(b"\x1b[C\x1b[C\x1b[C")
    run.press(b"\x1b")
    run.await_text("Halted by a person")
    run.press(b"s")
    run.await_text("is written")
    run.press(b"q")
    assert run.end() == (0, "")


def test_quitting_asks_and_prints_what_is_not_in_the_file(file: Path) -> None:
    before = file.read_bytes()
    run = Terminal("calibrate", str(file), "--speed", "50")
    run.await_text("not known; h homes the arm")
    run.press(b"h")
    run.await_text("The tip is at x 80")
    run.press(b"\r")
    run.await_text("A is at x 80")
    run.press(b"q")
    run.await_text("Leave all the same?")
    run.press(b"y")
    code, err = run.end()
    assert code == 4
    assert "Taught, and not in the file:\n  A: {x: 80, y: 0, z: 180}\n" in err
    assert "Left without saving" in err
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("orders", "code", "words"),
    [
        ("home\nx+ 1\nz+ 1\nsave\n", 2, "z 181 is beyond 180, the upper limit in arm.workspace"),
        ("x+ 1\n", 2, "home it first"),
        ("hoem\n", 2, '"hoem" is no order'),
        ("home\nteach D\n", 2, "D is nothing that can be taught here; it is one of A, B, C, park"),
        ("home\nteach A\n", 4, "Nobody can type any more: what A has been taught is not in the file"),
        ("home\nteach A\nquit\n", 4, "Nobody can type any more"),
        ("home\nteach A\nquit\nyes\n", 4, "Left without saving"),
        ("home\nx+ 1\n", 0, ""),
    ],
)
def test_a_script_ends_with_what_became_of_it(file: Path, orders: str, code: int, words: str) -> None:
    before = file.read_bytes()
    done = calibrate(file, orders, "--speed", "0")
    assert done.returncode == code
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert file.read_bytes() == before


def test_a_signal_ends_it_with_the_arm_halted(file: Path) -> None:
    run = Terminal("calibrate", str(file), "--speed", "1", "--plain")
    run.await_text("Home the arm first")
    run.press(b"home\nx+ 100\n")
    run.await_text("The tip is at x 80")
    os.kill(run.process.pid, signal.SIGTERM)
    code, err = run.end()
    assert code == 4
    assert "Halted by a person" in err


def test_at_a_terminal_with_plain_a_refusal_ends_nothing(file: Path) -> None:
    run = Terminal("calibrate", str(file), "--speed", "0", "--plain")
    run.press(b"x+ 1\nhome\nz+ 1\nteach park\nsave\nquit\n")
    code, err = run.end()
    assert (code, err) == (0, "")
    assert "park" in yaml.safe_load(file.read_text(encoding="utf-8"))["arm"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("demo", "is a ready exhibit and stays as it is; copy it"),
        ("nowhere.yaml", "there is no such file"),
    ],
)
def test_what_cannot_be_calibrated_is_told(
    hanoi: Callable[..., tuple[int, str, str]], name: str, words: str
) -> None:
    code, out, err = hanoi("calibrate", name)
    assert (code, out) == (2, "")
    assert words in err


def test_lamps_are_not_calibrated(
    hanoi: Callable[..., tuple[int, str, str]], config_with: Callable[..., str]
) -> None:
    code, _, err = hanoi("calibrate", config_with("led-tower"))
    assert code == 2
    assert "there is no arm here, and only an arm is calibrated" in err


def test_a_real_arm_sets_its_own_pace(
    hanoi: Callable[..., tuple[int, str, str]], config_with: Callable[..., str]
) -> None:
    code, _, err = hanoi("calibrate", config_with("marlin-arm"), "--speed", "0")
    assert code == 2
    assert "--speed: a real machine sets its own pace" in err


@pytest.mark.parametrize("exhibit", ["grbl-arm", "uarm", "community-arm", "joint-arm", "tilted-table"])
def test_arms_of_every_kind_are_calibrated(config_with: Callable[..., str], exhibit: str) -> None:
    """Jogged, touched and parked elsewhere: one line of the file has changed, and it is still a table."""
    file = Path(config_with(exhibit))
    before = file.read_text(encoding="utf-8")
    done = calibrate(
        file, "home\nz- 3\nx+ 1\nteach park\ntouch\nnext\ntouch\nsave\n", "--dry-run", "--speed", "0"
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Nothing is wrong with it" in done.stdout
    after = file.read_text(encoding="utf-8")
    changed = [(a, b) for a, b in zip(before.splitlines(), after.splitlines(), strict=True) if a != b]
    assert [a.split(":")[0].strip() for a, _ in changed] == ["park"]


def test_what_is_missing_is_told_and_the_dry_touch_waits_for_the_disks(tmp_path: Path) -> None:
    file = tmp_path / "bare.yaml"
    pegs = ", ".join(f"{name}: {{x: {x}, y: 0, z: 0}}" for name, x in (("park", 90), ("B", 190), ("C", 290)))
    tower = "{disks: 3, pegs: [park, B, C], start: park, goal: C}"
    file.write_text(f"tower: {tower}\narm: {{firmware: marlin, port: emulated, pegs: {{{pegs}}}}}\n")
    done = calibrate(file, "home\nx+ 50\nteach park position\nz- 100\nteach park\ntouch\n", "--speed", "0")
    assert "arm.workspace is missing: the arm is kept within 400 mm" in done.stdout
    assert "arm.motion is missing" in done.stdout
    assert "Not known yet: park position." in done.stdout
    assert "park position is at x 50, y 0, z 400." in done.stdout
    assert "park is at x 50, y 0, z 300." in done.stdout
    assert (done.returncode, "does not say how thick the disks are" in done.stderr) == (2, True)


def test_pegs_that_cannot_be_a_table_are_saved_but_not_touched_and_told(file: Path) -> None:
    orders = "home\nx+ 40\nteach A\nx+ 1\nteach B\nx+ 1\nteach C\nteach park\n"
    done = calibrate(file, f"{orders}touch\n", "--speed", "0")
    assert done.returncode == 2
    assert "These places cannot be a table: peg" in done.stderr
    done = calibrate(file, f"{orders}save\n", "--speed", "0")
    assert done.returncode == 0
    assert "Not all is well yet: hanoi check my-arm.yaml says my-arm.yaml:" in done.stdout


@pytest.mark.parametrize("orders", ["", "# only a remark\n"])
def test_a_script_without_an_order_is_wrong_usage_and_leaves_the_file(file: Path, orders: str) -> None:
    before = file.read_bytes()
    done = calibrate(file, orders)
    assert (done.returncode, file.read_bytes()) == (2, before)
    assert "Nobody can type here, and nothing has been taught; calibrate in a terminal" in done.stderr


def test_a_port_that_is_not_there_is_a_device_fault(file: Path) -> None:
    text = file.read_text(encoding="utf-8").replace("port: emulated", "port: /dev/nowhere")
    file.write_text(text, encoding="utf-8")
    done = calibrate(file, "home\n")
    assert done.returncode == 3
    assert "/dev/nowhere" in done.stderr

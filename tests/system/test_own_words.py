"""`firmware: custom` in any words: its emulator is made of the same description, in memory and on a line."""

import signal
import subprocess
import sys

import pytest

PLAIN = """
  custom:
    move: G1 X{x} Y{y} Z{z} F{feed}
    finished: M400"""
TOWER_BOT = r"""
  startup: ["MODE ABS ; as shipped it is relative"]
  shutdown: [LAMP 0]
  custom:
    line_end: cr
    ready: ONLINE
    identify: {ask: WHO, answer: 'TowerBot v\d+'}
    startup: [LAMP 1]
    home: [HOME Z, HOME XY]
    move: GO {x};{y};{z} AT {speed}
    lift: UP {z} AT {speed}
    dwell: SLEEP {milliseconds}
    finished: SYNC
    position: '^DONE AT (?:\[){x}, {y}, {z}\]'
    halt: STOP
    ok: '^DONE( \w+)?'
    error: '^(FAIL|NO WAY)\b'"""
PLACED = PLAIN + "\n    home: [HERE]\n  home: {kind: pose, at: {x: 120, y: 20, z: 60}}"
KNOWING = PLAIN + "\n    home: [G28]\n    position: X{x} Y{y} Z{z}\n  home: {kind: none}"
DIALECTS = {"plain": PLAIN, "tower bot": TOWER_BOT, "placed": PLACED, "knowing": KNOWING}
ONE_DISK = (("disks: 5", "disks: 1"), ("diameters: [30, 40, 50, 60, 70]", "diameters: [30]"))
PUMP = ("grip: [M106 S255], release: [M107]", 'grip: ["PUMP {disk} ; on"], release: [PUMP OFF]')


@pytest.fixture
def speaking(config_with):
    """The demo with a firmware of these words, and other pieces replaced."""

    def make(words: str, *replacements: tuple[str, str]) -> str:
        return config_with("demo", ("firmware: marlin", "firmware: custom" + words), PUMP, *replacements)

    return make


@pytest.mark.parametrize("dialect", DIALECTS)
def test_any_dialect_has_its_dry_run(hanoi, speaking, dialect):
    config = speaking(DIALECTS[dialect])
    code, out, err = hanoi("run", config, "--dry-run", "--speed", "0", "--plain")
    assert (code, err) == (0, "")
    assert "The bench says: all 5 disks stand on C." in out
    code, out, _ = hanoi("check", config)
    assert code == 0
    assert "emulated" not in out


def test_joints_too_may_have_words_of_their_own(hanoi, config_with):
    config = config_with(
        "joint-arm", ("firmware: marlin", "firmware: custom" + PLAIN + "\n    home: [G28]"), PUMP
    )
    code, out, err = hanoi("run", config, "--dry-run", "--speed", "0", "--plain")
    assert (code, err) == (0, "")
    assert "all 5 disks stand on C." in out


@pytest.mark.parametrize("dialect", ["tower bot", "placed"])
def test_it_is_served_on_a_line_as_often_as_one_likes(start, speaking, dialect):
    words = (DIALECTS[dialect], *ONE_DISK)
    board = start("emulate", "custom", "--speed", "0", speaking(*words), "--empty")
    config = speaking(*words, ("port: emulated", f"port: {board.out()}"))
    for _ in range(2):
        command = [sys.executable, "-m", "controller", "run", config, "--air", "--plain"]
        run = subprocess.run(command, input="\n", capture_output=True, text=True, timeout=120, check=False)
        assert run.returncode == 0, run.stderr
        assert run.stdout.splitlines()[-1].startswith("Done")
    board.process.send_signal(signal.SIGTERM)
    assert board.end()[2][-1] == "The bench says: nothing was touched."


UNSAYABLE = PLAIN + "\n    ok: '(o)k\\1'"


def test_a_pattern_of_which_nothing_can_be_made_up_is_named_with_the_way_out(hanoi, speaking):
    config = speaking(UNSAYABLE)
    code, out, _ = hanoi("check", config)
    assert code == 0
    assert r"warning: arm.custom cannot be emulated: no line can be made up that ok finds ((o)k\1)" in out
    code, out, err = hanoi("run", config, "--dry-run", "--speed", "0", "--plain")
    assert (code, out) == (2, "")
    assert "write that plainer, or try it on the arm in the air." in err


@pytest.mark.parametrize(
    "lines",
    [
        'grip: ["M106 S255 ; on"], release: ["M107 ; off"]',
        "grip: [M400, M106 S255, G4 P200], release: [M107, G4 S1]",
    ],
)
def test_remarks_and_waits_among_the_grippers_lines_are_borne(hanoi, config_with, lines):
    config = config_with("demo", ("grip: [M106 S255], release: [M107]", lines))
    code, out, err = hanoi("run", config, "--dry-run", "--speed", "0", "--plain")
    assert (code, err) == (0, "")
    assert "all 5 disks stand on C." in out


@pytest.mark.parametrize("home", ["{kind: none}", "{kind: pose, at: {x: 0, y: 174, z: 100}}"])
def test_the_community_arm_too_may_be_placed_or_know_where_it_is(hanoi, config_with, home):
    homing = ("  baud: 115200", f"  baud: 115200\n  home: {home}"), ("startup: [G90]", "startup: [G90, M17]")
    code, out, err = hanoi(
        "run", config_with("community-arm", *homing), "--dry-run", "--speed", "0", "--plain"
    )
    assert (code, err) == (0, "")
    assert "The bench says: all 5 disks stand on right." in out

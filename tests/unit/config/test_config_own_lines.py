"""Lines of the exhibit's own: which ones a firmware would refuse, or obey to everybody's harm."""

from collections.abc import Callable

import pytest

from controller.config import Config, ConfigError, parse

GRIPPER = "grip: [M106 S255], release: [M107], "
STARTUP = "startup: []"

Edit = Callable[..., str]
Check = Callable[..., None]


def of(edit: Edit, firmware: str, old: str, new: str) -> str:
    """The sound config with this firmware, the usual gripper lines left out, and one more text replaced."""
    edits = [("firmware: marlin", f"firmware: {firmware}"), (old, new)]
    return edit(*edits) if old == GRIPPER else edit(*edits, (GRIPPER, ""))


@pytest.mark.parametrize(
    ("firmware", "usual", "line"),
    [
        ("grbl", "M3 S1000 and M5", "M106 S255"),
        ("grbl", "M3 S1000 and M5", "m 106 s255"),
        ("grbl", "M3 S1000 and M5", "M280 P0 S90"),
        ("grbl", "M3 S1000 and M5", "M42 P4 S255"),
        ("grbl", "M3 S1000 and M5", "G21 G90 M400"),
        ("grbl", "M3 S1000 and M5", "(on) M106 ; and on"),
        ("grbl", "M3 S1000 and M5", "M2231 V1"),
        ("marlin", "M106 and M107", "M2231 V1"),
        ("marlin", "M106 and M107", "M62 P0"),
        ("marlin", "M106 and M107", "G2004 P10"),
        ("uarm", "M2231 V1 and V0", "M106 S255"),
        ("uarm", "M2231 V1 and V0", "M3"),
        ("uarm", "M2231 V1 and V0", "G28"),
    ],
)
@pytest.mark.parametrize("which", ["grip", "release", "startup", "shutdown"])
def test_a_line_that_the_firmware_does_not_know_is_told_where_it_stands(
    edit: Edit, check_marked: Check, firmware: str, usual: str, line: str, which: str
) -> None:
    text = text_with(edit, firmware, which, f"«'{line}'")
    check_marked(text, (field(which), "the firmware knows no "))
    check_marked(text, (field(which), usual))


@pytest.mark.parametrize(
    ("firmware", "lines"),
    [
        (
            "grbl",
            "M3 S1000, M5, M8, M07, G4 P0.1, 'M3S100', 'G21 G90 (mm)', G1 A30 F600, M62 P1, 'M3 S{disk}'",
        ),
        ("grbl", "$1=255, $1=25, $X, $Motor/Enable, G54, G49"),
        ("marlin", "M106 S255, M03 S100, 'M280 P0 S{angle}', M42 P4 S255, G4 P100, M117 not M62, M150 R255"),
        ("marlin", "M84 S0, m18s0, m400, M 400, G1 F100 E5, BEEP"),
        ("uarm", "M2231 V1, M2232 V0, G2004 P10, M2400 S0, P2220, M2122 V1"),
        ("custom", "M112, M106, PUMP ON, $C"),
    ],
)
@pytest.mark.parametrize("which", ["grip", "release", "startup", "shutdown"])
def test_a_line_that_the_firmware_knows_is_taken(edit: Edit, firmware: str, lines: str, which: str) -> None:
    text = text_with(edit, firmware, which, lines)
    assert isinstance(parse("f.yaml", described(text, firmware, which)), Config)


@pytest.mark.parametrize("which", ["grip", "release", "startup", "shutdown"])
@pytest.mark.parametrize(
    ("firmware", "line", "words"),
    [
        ("marlin", "M112", "is the emergency stop"),
        ("marlin", "M410", "throws the position away"),
        ("marlin", "M999", "starts the firmware anew"),
        ("marlin", "M0", "waits for a button"),
        ("marlin", "M110 N5", "line numbers"),
        ("marlin", "m0112 ; stop", "is the emergency stop"),
        ("grbl", "M0", "waits for a button"),
        ("grbl", "$C", "not carried out"),
        ("grbl", "$rst=*", "throws the settings away"),
        ("grbl", "$J=G91 X5 F100", "moves the arm"),
    ],
)
def test_a_line_that_halts_or_resets_the_firmware_is_refused_wherever_it_stands(
    edit: Edit, check_marked: Check, which: str, firmware: str, line: str, words: str
) -> None:
    check_marked(text_with(edit, firmware, which, f"«'{line}'"), (field(which), words))


@pytest.mark.parametrize(
    ("firmware", "line"),
    [
        ("marlin", "G91"),
        ("marlin", "G20"),
        ("marlin", "G0 X300"),
        ("marlin", "G28"),
        ("marlin", "g28 z"),
        ("marlin", "G1 E5 X1"),
        ("marlin", "G2 I5"),
        ("marlin", "G29"),
        ("marlin", "G38.2 Z0"),
        ("marlin", "G92 X0"),
        ("marlin", "G55"),
        ("marlin", "M206 X5"),
        ("marlin", "M18"),
        ("marlin", "M84"),
        ("marlin", "M84 X Y"),
        ("marlin", "M18 S5"),
        ("marlin", "M85 S5"),
        ("grbl", "G91"),
        ("grbl", "G93"),
        ("grbl", "G43.1 Z5"),
        ("grbl", "G55"),
        ("grbl", "G92 X0"),
        ("grbl", "G92.1"),
        ("grbl", "G28"),
        ("grbl", "G30"),
        ("grbl", "G38.2 Z0 F50"),
        ("grbl", "G0 Z0"),
        ("grbl", "M3 S1000 G0 Z0"),
        ("grbl", "X10 F600"),
        ("grbl", "/G0 X 1 0"),
        ("grbl", "G0 X5 (over there"),
        ("grbl", "G0 A5 X1"),
        ("grbl", "G92.001 X0"),
        ("grbl", "M30"),
        ("grbl", "M2"),
        ("grbl", "$H"),
        ("grbl", "$ h"),
        ("grbl", "$SLP"),
        ("grbl", "$MD"),
        ("grbl", "$Motor/Disable"),
        ("grbl", "$SD/Run=all.nc"),
        ("uarm", "M2019"),
        ("uarm", "G0 X300"),
        ("uarm", "G1 Z0 F100"),
        ("uarm", "G2204 X1 Y0 Z0 F100"),
        ("uarm", "M2400 S1"),
        ("custom", "G0 X300"),
        ("custom", "G1 X300"),
        ("custom", "G28"),
    ],
)
def test_what_may_only_be_said_at_the_end_is_refused_before(
    edit: Edit, check_marked: Check, firmware: str, line: str
) -> None:
    for which in ("grip", "release", "startup"):
        text = described(text_with(edit, firmware, which, f"«{quoted(line)}"), firmware, which)
        check_marked(text, (field(which), "take it out"))
    text = described(text_with(edit, firmware, "shutdown", quoted(line)), firmware, "shutdown")
    assert isinstance(parse("f.yaml", text), Config)


@pytest.mark.parametrize("which", ["grip", "release", "startup", "shutdown"])
@pytest.mark.parametrize("line", ["G10 L2 P1 X5", "G10 L20 P1 Z0", "$N0=G20", "g10l20p1x0"])
def test_what_grbl_would_remember_for_ever_is_refused_wherever_it_stands(
    edit: Edit, check_marked: Check, which: str, line: str
) -> None:
    check_marked(text_with(edit, "grbl", which, f"«'{line}'"), (field(which), "take it out"))


@pytest.mark.parametrize("which", ["grip", "release", "startup", "shutdown"])
@pytest.mark.parametrize(
    ("firmware", "line", "words"),
    [
        ("grbl", "M3 S!", "GRBL obeys wherever it stands"),
        ("grbl", "M3 S" + "1" * 76, "GRBL cuts lines at 79"),
        ("uarm", "M2231 V" + "1" * 56, "uArm cuts lines at 49"),
    ],
)
def test_a_line_that_cannot_be_sent_whole_is_told_where_it_stands(
    edit: Edit, check_marked: Check, which: str, firmware: str, line: str, words: str
) -> None:
    check_marked(text_with(edit, firmware, which, f"«'{line}'"), (field(which), words))


def test_a_line_is_as_long_as_it_becomes(edit: Edit, check_marked: Check) -> None:
    line = "M117 " + "{angle}" * 10
    assert isinstance(parse("f.yaml", text_with(edit, "marlin", "startup", f"'{line}'")), Config)
    check_marked(text_with(edit, "marlin", "grip", f"«'{line}'"), (field("grip"), "cuts lines at 95"))


def test_a_moving_question_is_no_question(edit: Edit, check_marked: Check) -> None:
    check = "check: {query: «G28, held: 'yes', empty: 'no'}, " + GRIPPER
    check_marked(of(edit, "marlin", GRIPPER, check), ("arm.gripper.check.query", "take it out"))


WORDS = (
    "custom: {move: 'GO {x};{y};{z} AT {speed}', lift: 'UP {z} AT {speed}', home: [WAKE, HOME Z], "
    "finished: SYNC}"
)


@pytest.mark.parametrize(
    ("line", "word"),
    [("GO 1;2;3 AT 4", "GO"), ("go 1;2;3 at 4", "GO"), ("UP 5 AT 1", "UP"), ("HOME Z", "HOME")],
)
def test_the_words_of_a_described_arm_that_move_it_are_refused(
    edit: Edit, check_marked: Check, line: str, word: str
) -> None:
    own = ("firmware: marlin", f"firmware: custom\n  {WORDS}"), (STARTUP, f"startup: [«'{line}']")
    check_marked(edit(*own), ("arm.startup[1]", f"{word} "))


@pytest.mark.parametrize("line", ["GOOD DAY", "WAKE", "LAMP 1", "G0 X5", "(nothing)"])
def test_its_other_words_are_not(edit: Edit, line: str) -> None:
    own = ("firmware: marlin", f"firmware: custom\n  {WORDS}"), (STARTUP, f"startup: ['{line}']")
    assert isinstance(parse("f.yaml", edit(*own)), Config)


def test_all_such_mistakes_are_told_at_once(edit: Edit, check_marked: Check) -> None:
    text = text_with(edit, "grbl", "startup", "«M106, «'G1 X0!', «$J=X5")
    told = (
        ("arm.startup[1]", "knows no"),
        ("arm.startup[2]", "holds `!`"),
        ("arm.startup[3]", "moves the arm"),
    )
    check_marked(text, *told)


def test_an_angle_below_0_is_no_s_for_grbl(edit: Edit, check_marked: Check) -> None:
    line = "grip: [«'M3 S{angle}'], release: [M5], "
    check_marked(of(edit, "grbl", GRIPPER, line), ("arm.gripper.grip[1]", "{angle} is -42.5104 at C"))


def test_an_angle_that_is_positive_everywhere_may_be_an_s(edit: Edit) -> None:
    line = "grip: ['M3 S{angle}'], release: [M5], "
    edits = (("y: 0, z: 0", "y: 20, z: 0"), ("y: -110", "y: 220"), ("firmware: marlin", "firmware: grbl"))
    assert isinstance(parse("f.yaml", edit(*edits, (GRIPPER, line))), Config)


def test_lines_of_a_firmware_that_is_not_known_are_not_judged(edit: Edit) -> None:
    with pytest.raises(ConfigError) as refused:
        parse("f.yaml", of(edit, "klipper", STARTUP, "startup: [M2231 V1]"))
    assert [line for line in refused.value.problems if "startup" in line] == []


def text_with(edit: Edit, firmware: str, which: str, lines: str) -> str:
    if which == "shutdown":
        return of(edit, firmware, STARTUP, f"startup: []\n  shutdown: [{lines}]")
    if which == "startup":
        return of(edit, firmware, STARTUP, f"startup: [{lines}]")
    other = {"grip": "release", "release": "grip"}[which]
    sound = {"marlin": "M107", "grbl": "M5", "uarm": "M2231 V0", "custom": "M2"}[firmware]
    return of(edit, firmware, GRIPPER, f"{which}: [{lines}], {other}: [{sound}], ")


def field(which: str) -> str:
    return f"arm.{which}[1]" if which in ("startup", "shutdown") else f"arm.gripper.{which}[1]"


def quoted(line: str) -> str:
    return f"'{line}'"


def described(text: str, firmware: str, which: str) -> str:
    """The text with what a custom firmware has to say of itself."""
    if firmware != "custom":
        return text
    words = "custom: {home: [G28], move: 'G1 X{x} Y{y} Z{z} F{feed}', finished: M400}"
    text = text.replace("  port:", f"  {words}\n  port:")
    return text if which in ("grip", "release") else text.replace("gripper: {", f"gripper: {{{GRIPPER}")

"""Each mistake is told at its place, by its field, with what to write instead."""

import pytest

from controller.config import parse

# old text, new text with « where the error is expected, the field, words of the message
MISTAKES = [
    # Wrong kinds of values
    ("disks: 5,", "disks: «five,", "tower.disks", 'a whole number is wanted here, not the text "five"'),
    ("disks: 5,", 'disks: «"5",', "tower.disks", "write 5 without quotes"),
    ("disks: 5,", "disks: «5.0,", "tower.disks", "not the number 5.0; write 5"),
    ("disks: 5,", "disks: «true,", "tower.disks", "not true"),
    ("disks: 5,", "«disks: [5],", "tower.disks", "not a list"),
    ("disks: 5,", "«disks: {a: 5},", "tower.disks", "not a group of keys"),
    ("disks: 5,", "disks: «0,", "tower.disks", "0 is too small; it must be at least 1"),
    ("disks: 5,", "disks: «-5,", "tower.disks", "-5 is too small"),
    ("disks: 5,", "disks: «101,", "tower.disks", "101 is too large; it must be at most 100"),
    ("x: 180", "x: «eighty", "arm.pegs.B.x", 'a number is wanted here, not the text "eighty"'),
    ("x: 180", "x: «180mm", "arm.pegs.B.x", "write 180 alone"),
    ("x: 180", "x: «1 80", "arm.pegs.B.x", "write 1 alone"),
    ("x: 180", "x: «99999", "arm.pegs.B.x", "at most 10000"),
    ("Lobby tower", "«5", "exhibit", 'write "5" in quotes'),
    ("Lobby tower", "«1.50", "exhibit", 'write "1.5" in quotes'),
    ("Lobby tower", '«" "', "exhibit", "letters, digits and signs"),
    ("Lobby tower", '«""', "exhibit", "write at least 1 letter"),
    ("Lobby tower", "«" + "x" * 61, "exhibit", "write at most 60 letters"),
    ("Lobby tower", '«"a\\tb"', "exhibit", "on one line"),
    ("baud: 115200", "baud: «299", "arm.baud", "at least 300"),
    ("startup: []", "startup: «G21", "arm.startup", 'a list is wanted here, not the text "G21"; write [G21]'),
    ("startup: []", "startup: [G21, «5]", "arm.startup[2]", 'write "5" in quotes'),
    ("startup: []", "startup: [«é]", "arm.startup[1]", "plain letters"),
    ("startup: []", "startup: [G21, «N5 G90]", "arm.startup[2]", "line numbers and checksums are put in"),
    ("startup: []", "startup: [«G90*33]", "arm.startup[1]", "write it without them"),
    ("startup: []", "startup: []\n  shutdown: [«n 7M84 * 12 ; off]", "arm.shutdown[1]", "write it without"),
    ("[M106 S255]", "[M106 S255, «N5 M107]", "arm.gripper.grip[2]", "line numbers and checksums"),
    ("[M107]", "[«M107 *33]", "arm.gripper.release[1]", "line numbers and checksums"),
    ("[M107]", '[«"; off"]', "arm.gripper.release[1]", "only a comment here"),
    ("[M106 S255]", "[«(on) (and on)]", "arm.gripper.grip[1]", "only a comment here"),
    ("[M106 S255]", '[«""]', "arm.gripper.grip[1]", "1 to 80"),
    ("home: {kind: firmware}", "home: «firmware", "arm.home", "a group of keys is wanted here"),
    ("home: {kind: firmware}", "home: «pose", "arm.home", "write home: {kind: pose}"),
    ("home: {kind: firmware}", "home: «placed", "arm.home", 'not the text "placed"'),
    ("pole_height: 0}", "pole_height: 0, seat: «recess}", "arm.disks.seat", "write seat: {kind: recess}"),
    ("kind: gpio", "kind: gpio\n  active_high: «1", "leds.active_high", "true or false is wanted here"),
    # Choices
    ("firmware: marlin", "firmware: «grlb", "arm.firmware", "did you mean grbl?"),
    ("firmware: marlin", "firmware: «klipper", "arm.firmware", "write one of marlin, grbl, uarm, custom"),
    ("firmware: marlin", "firmware: «marlyn", "arm.firmware", "did you mean marlin?"),
    ("{kind: firmware}", "{kind: «switches}", "arm.home.kind", "write one of firmware, pose, none"),
    ("kind: gpio", "kind: «i2c", "leds.kind", 'the text "i2c" is none of the choices here; write gpio'),
    ("kind: gpio", "kind: gpio\n  show: «levels", "leds.show", "did you mean level?"),
    ("kind: gpio", "kind: gpio\n  show: «all", "leds.show", "write one of level, disk"),
    ("kind: gpio", "kind: gpio\n  pin_factory: «gpiod", "leds.pin_factory", "did you mean lgpio?"),
    # Keys
    ("port: emulated", "port: emulated\n  «prot: x", "arm.prot", "did you mean port?"),
    ("port: emulated", "port: emulated\n  «clearance: 9", "arm.clearance", "it belongs under arm.motion"),
    ("port: emulated", "port: emulated\n  «journal: j", "arm.journal", "it belongs at the top"),
    ("kind: gpio", "kind: gpio\n  «tempo: 9", "leds.tempo", "the keys here are kind, led, show"),
    ("port: emulated", "port: emulated\n  «port: x", "arm.port", "for the second time, first on line 5"),
    ("leds:\n", "«arm: {firmware: 7}\nleds:\n", "arm", "for the second time, first on line 3"),
    # The tower
    ("[A, B, C], s", "[A, B, «B], s", "tower.pegs[3]", "two pegs are called B"),
    ("[A, B, C], s", "[«A:1, B, C], s", "tower.pegs[1]", '"A:1" is no name for a peg'),
    ("[A, B, C], s", "[A, B, «'C D'], s", "tower.pegs[3]", "without spaces, colons and commas"),
    ("start: A", "start: «D", "tower.start", "D is none of the pegs; write one of A, B, C"),
    ("goal: C", "goal: «A", "tower.goal", "the tower already stands on A; write for example C"),
    # Lists by disk
    ("diameters: [30, 40, 50,", "«diameters: [30, 50, 40,", "arm.disks.diameters", "40 comes after 50"),
    ("diameters: [30, 40, 50,", "«diameters: [40, 40, 50,", "arm.disks.diameters", "40 comes after 40"),
    ("diameters: [30, 40, 50,", "«diameters: [40, 50,", "arm.disks.diameters", "4 entries, fewer than 5"),
    ("diameters: [30, 40,", "«diameters: [30, 32,5, 40,", "arm.disks.diameters", "no comma"),
    ("diameters: [30,", "diameters: [«-30,", "arm.disks.diameters[1]", "it must be more than 0"),
    (
        "thickness: 10",
        "«thickness: [10]",
        "arm.disks.thickness",
        "1 entry, fewer than 5; write one for each disk",
    ),
    ("thickness: 10", "thickness: «0", "arm.disks.thickness", "it must be more than 0"),
    ("thickness: 10", "thickness: [9, «0, 9, 9, 9]", "arm.disks.thickness[2]", "it must be more than 0"),
    ("thickness: 10", "thickness: «thin", "arm.disks.thickness", "a number is wanted here"),
    # The arm
    ("radius: [80", "radius: [«-80", "arm.workspace.radius[1]", "at least 0"),
    ("radius: [80, 320]", "«radius: [320, 80]", "arm.workspace.radius", "not [320, 80]"),
    (
        "radius: [80, 320]",
        "«radius: [80]",
        "arm.workspace.radius",
        "1 entry, fewer than 2; write for example",
    ),
    ("radius: [80, 320]", "«radius: [80,5, 320]", "arm.workspace.radius", "3 entries, more than 2"),
    ("workspace: {radius: [80, 320], ", "«workspace: {", "arm.workspace", "the sides are open"),
    ("workspace: {radius: [80, 320], ", "«workspace: {x: [1, 2], ", "arm.workspace", "both x: and y:"),
    ("clearance: 5", "clearance: «0", "arm.motion.clearance", "more than 0"),
    ("grip: [M106 S255]", "«grip: []", "arm.gripper.grip", "0 entries, fewer than 1; write 1"),
    ("[M107]", "[«'M280 S{angel}']", "arm.gripper.release[1]", "{disk}, {diameter}, {angle}"),
    ("[M107]", "[«'M280 S{']", "arm.gripper.release[1]", "and nothing else"),
    # Geometry
    ("B: {x: 180, y: 0,", "«B: {x: 120, y: 110,", "arm.pegs.B", "in the same place as peg A"),
    ("B: {x: 180, y: 0,", "«B: {x: 130, y: 80,", "arm.pegs.B", "from peg A"),
    ("B: {x: 180, y: 0,", "«B: {x: 330, y: 0,", "arm.pegs.B", "outside the workspace"),
    ("park: {x: 120, y: 0, z: 150}", "«park: {x: 120, y: 0, z: 999}", "arm.park", "outside the workspace"),
    # The lamps
    ("[11, 5, 6, 13, 19]", "[11, 5, 6, 13, «28]", "leds.pegs.B[5]", "at most 27"),
    (
        "[11, 5, 6, 13, 19]",
        "[11, 5, 6, 13, «17]",
        "leds.pegs.B[5]",
        "pin 17 is used already at leds.pegs.A[1]",
    ),
    ("[11, 5, 6, 13, 19]", "[11, 5, 6, 13, «[0, 1, 2]]", "leds.pegs.B[5]", "a plain lamp has one pin"),
    ("B: [11, 5, 6, 13, 19]", "«B: [11, 5, 6, 13]", "leds.pegs.B", "4 entries, fewer than 5"),
    # The rest
    ("leds:\n", "kiosk: {rest: «-1}\nleds:\n", "kiosk.rest", "at least 0"),
    ("leds:\n", "journal: «7\nleds:\n", "journal", 'write "7" in quotes'),
]

# What is missing is told at what should hold it; the last edit marks that place.
MISSING = [
    ([("exhibit: Lobby tower\n", "«")], "exhibit", "is missing; write for example exhibit: Lobby tower"),
    (
        [("tower: {disks: 5, pegs: [A, B, C], start: A, goal: C}\n", ""), ("exhibit", "«exhibit")],
        "tower",
        "is missing",
    ),
    ([("start: A, ", ""), ("tower:", "«tower:")], "tower.start", "is missing; write for example start: A"),
    ([("  firmware: marlin\n", ""), ("arm:", "«arm:")], "arm.firmware", "write for example firmware: marlin"),
    (
        [("  park: {x: 120, y: 0, z: 150}\n", ""), ("arm:", "«arm:")],
        "arm.park",
        "write for example park: {x: 120,",
    ),
    ([("x: 180, ", ""), ("B: {", "«B: {")], "arm.pegs.B.x", "is missing; write for example x: 120"),
    ([("    B: {x: 180, y: 0, z: 0}\n", ""), ("  pegs:\n", "  «pegs:\n")], "arm.pegs.B", "the pegs A, B, C"),
    ([("A: [17, 27, 22, 10, 9], ", ""), ("  pegs: {B", "  «pegs: {B")], "leds.pegs.A", "the pegs A, B, C"),
]


@pytest.mark.parametrize(("old", "new", "field", "words"), MISTAKES)
def test_a_mistake_is_told_once_at_its_place(edit, check_marked, old, new, field, words) -> None:
    check_marked(edit((old, new)), (field, words))


@pytest.mark.parametrize(("edits", "field", "words"), MISSING)
def test_what_is_missing_is_told_at_what_should_hold_it(edit, check_marked, edits, field, words) -> None:
    check_marked(edit(*edits), (field, words))


def test_a_misspelt_key_that_is_needed_is_told_once(edit, check_marked) -> None:
    text = edit(("disks: {thickness", "disks: {«thikness"), ("exhibit:", "«exhibits:"))
    check_marked(
        text, ("exhibits", "did you mean exhibit?"), ("arm.disks.thikness", "did you mean thickness?")
    )


@pytest.mark.parametrize(
    ("lacks", "half"), [("release", "grip: [M106 S255], "), ("grip", "release: [M107], ")]
)
def test_half_a_pair_of_gripper_lines_is_a_mistake(edit, check_marked, lacks, half) -> None:
    text = edit(("  gripper: {", "  «gripper: {"), ("grip: [M106 S255], release: [M107], ", half))
    check_marked(text, ("arm.gripper", f"without {lacks}"))


def test_an_arm_must_say_where_it_is_plugged_in(edit, check_marked) -> None:
    check_marked(edit(("arm:", "«arm:"), ("  port: emulated\n", "")), ("arm.port", "is missing"))


@pytest.mark.parametrize(
    ("name", "words"), [("emulatd", "did you mean emulated?"), ("ttyUSB0", "/dev/ttyUSB0")]
)
def test_a_word_that_can_be_no_port_is_a_mistake(edit, check_marked, name, words) -> None:
    check_marked(edit(("port: emulated", f"port: «{name}")), ("arm.port", words))


@pytest.mark.parametrize(
    "name", ["/dev/ttyACM0", "COM3", "socket://localhost:7000", "rfc2217://pi.local:2217"]
)
def test_what_can_be_a_port_is_taken_as_it_stands(edit, name) -> None:
    config = parse("f.yaml", edit(("port: emulated", f"port: {name}")))
    assert config.arm is not None
    assert config.arm.port == name


def test_a_peg_that_the_tower_does_not_have_is_told_at_its_key(edit, check_marked) -> None:
    text = edit(("B: {x", "«D: {x"), ("  pegs:\n", "  «pegs:\n"))
    check_marked(text, ("arm.pegs.B", "is missing"), ("arm.pegs.D", "the tower has no peg D"))


def test_what_can_only_be_seen_from_the_whole_is_told_at_the_value_to_change(edit, check_marked) -> None:
    text = edit(("pole_height: 0", "pole_height: 20"), ("grip_depth: 0", "grip_depth: «0"))
    check_marked(text, ("arm.gripper.grip_depth", "cannot seal"))


def test_a_default_that_cannot_be_is_told_at_what_could_hold_it(edit, check_marked) -> None:
    text = edit(("pole_height: 0", "pole_height: 20"), (", grip_depth: 0", ""), ("gripper:", "«gripper:"))
    check_marked(text, ("arm.gripper.grip_depth", "cannot seal"))


def test_without_arm_and_leds_there_is_nothing_to_run(problems) -> None:
    text = "exhibit: x\ntower: {disks: 1, pegs: [A, B, C], start: A, goal: B}\n"
    assert problems(text) == ["f.yaml:1:1 arm: there is neither an arm nor leds; write one of them, or both"]


def test_colours_are_for_rgb_lamps_and_one_a_disk(edit, check_marked) -> None:
    text = edit(
        (
            "kind: gpio",
            "kind: gpio\n  led: pwm\n  «colors: [[9, 9, 9], [0, 0, 0], [1, 1, 1], [2, 2, 2], [3, 3, 3]]",
        )
    )
    check_marked(text, ("leds.colors", "only rgb lamps have colours"))
    text = edit(("kind: gpio", "kind: gpio\n  led: «rbg\n  colors: [[1, 2, «256], «[1, 2]]"))
    check_marked(
        text,
        ("leds.led", "did you mean rgb?"),
        ("leds.colors[1][3]", "at most 255"),
        ("leds.colors[2]", "2 entries, fewer than 3; write 3"),
    )


RGB = """\
exhibit: Colours
tower: {disks: 1, pegs: [A, B, C], start: A, goal: C}
leds:
  led: rgb
  «colors: [[255, 0, 0], [0, 255, 0]]
  pegs:
    A: [[1, 2, «1]]
    B: [«3]
    C: [«[4, 5]]
"""


def test_an_rgb_lamp_has_three_pins_of_its_own(check_marked) -> None:
    check_marked(
        RGB,
        ("leds.colors", "2 entries, more than 1"),
        ("leds.pegs.A[1][3]", "pin 1 is used already at leds.pegs.A[1][1]"),
        ("leds.pegs.B[1]", "write [red, green, blue] instead of 3"),
        ("leds.pegs.C[1]", "2 entries, fewer than 3; write 3"),
    )


def test_every_mistake_is_told_at_once_in_the_order_of_the_file(edit, check_marked) -> None:
    text = edit(
        ("Lobby tower", "«on"),
        ("goal: C", "goal: «A"),
        ("firmware: marlin", "firmware: «grlb"),
        ("baud: 115200", "«bawd: «1_000"),
        ("B: {x: 180, y: 0", "«B: {x: 120, y: 110"),
        ("13, 19]", "13, «17]"),
        ("leds:\n", "kiosk: {rest: «1:30}\nleds:\n"),
    )
    check_marked(
        text,
        ("exhibit", "on means true"),
        ("tower.goal", "already stands on A"),
        ("arm.firmware", "did you mean grbl?"),
        ("arm.bawd", "did you mean baud?"),
        ("arm.bawd", "1_000 has an underscore inside; write 1000"),
        ("arm.pegs.B", "in the same place as peg A"),
        ("kiosk.rest", "write 90"),
        ("leds.pegs.B[5]", "pin 17"),
    )


def test_positions_count_lines_and_columns_from_one(problems) -> None:
    text = (
        "exhibit: x\n"
        "tower: {disks: 1, pegs: [A, B, C], start: A, goal: Z}\n"
        "leds: {pegs: {A: [1], B: [2], C: [2]}}\n"
    )
    assert problems(text) == [
        "f.yaml:2:52 tower.goal: Z is none of the pegs; write one of A, B, C",
        "f.yaml:3:35 leds.pegs.C[1]: pin 2 is used already at leds.pegs.B[1]; each lamp has its own",
    ]


@pytest.mark.parametrize(
    ("key", "typed"),
    [
        ("\ntower:", "\ntowr:"),
        ("disks: 5", "diks: 5"),
        ("{x: 180, y: 0", "{xx: 180, y: 0"),
        ("park:", "parc:"),
    ],
)
def test_whatever_hangs_on_a_mistyped_key_is_not_judged(edit, problems, key: str, typed: str) -> None:
    (problem,) = problems(edit((key, typed)))
    assert "there is no such key here" in problem

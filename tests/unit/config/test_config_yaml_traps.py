"""What YAML reads otherwise than people do is refused, in words that say what to write instead."""

import pytest

from controller.config import ConfigError, parse

NUMBERS = [
    ("«yes", "yes means true in YAML; write true for that"),
    ("«off", "off means false in YAML"),
    ("«1:30", "read in base 60, as 90; write 90"),
    ("«1:02:03", "read in base 60, as 3723"),
    ("«1:0:0:0:0:0", "read in base 60, as 777600000"),
    ("«010", "may be read in base 8; write 10"),
    ("«-08", "write -8"),
    ("«00", "write 0"),
    ("«0x10", "not in base 10; write 16"),
    ("«0o17", "not in base 10; write 15"),
    ("«-0b11", "not in base 10; write -3"),
    ("«0x", "not the text"),
    ("«0b_", "write the number in ordinary digits"),
    ("«1e3", "write 1000 in ordinary digits"),
    ("«1.5E-2", "write 0.015 in ordinary digits"),
    ("«1e99", "write the number in ordinary digits"),
    ("«1e9999", "write the number in ordinary digits"),
    ("«.nan", ".nan is not a number"),
    ("«-.Inf", "-.Inf is not a number"),
    ("«1_000", "1_000 has an underscore inside; write 1000"),
    ("«" + "9" * 5000, "too many digits"),
    ("«~", "~ stands for no value"),
    ("«null", "null stands for no value"),
    ("«2024-01-31", 'read as a date; write "2024-01-31" in quotes'),
    ("«!!float 5", 'the tag "tag:yaml.org,2002:float" is not wanted'),
    ("«! 5", "the tag"),
    ("«&five 5", "&five marks a value for reuse"),
    ("«*five", "*five refers to another place"),
    ("«nan", 'not the text "nan"'),
]


@pytest.mark.parametrize(("written", "words"), NUMBERS)
def test_a_number_is_written_in_ordinary_digits(edit, check_marked, written, words) -> None:
    text = edit(("leds:\n", f"kiosk: {{rest: {written}}}\nleds:\n"))
    check_marked(text, ("kiosk.rest", words))


@pytest.mark.parametrize(
    ("written", "value"),
    [("20", 20.0), ("+20", 20.0), ("0.5", 0.5), (".5", 0.5), ("5.", 5.0), ("0", 0.0), ("00.5", 0.5)],
)
def test_ordinary_numbers_are_read(edit, written, value) -> None:
    assert parse("f", edit(("leds:\n", f"kiosk: {{rest: {written}}}\nleds:\n"))).kiosk.rest == value


@pytest.mark.parametrize("word", ["on", "NO", "Yes", "oFF"])
def test_a_word_that_yaml_takes_for_yes_or_no_needs_quotes(edit, check_marked, word) -> None:
    check_marked(edit(("Lobby tower", f"«{word}")), ("exhibit", f'or "{word}" in quotes if it is a word'))
    assert parse("f", edit(("Lobby tower", f'"{word}"'))).exhibit == word


def test_a_long_word_is_never_a_number(edit) -> None:
    word = "1" * 60_000 + "x"
    with pytest.raises(ConfigError) as refused:
        parse("f", edit(("disks: 5", f"disks: {word}")))
    assert 'not the text "1111' in str(refused.value)


@pytest.mark.parametrize(
    "name", ["2024-01-31 Lobby", "12 Disks", "1:30 Show", "0xyz", "1e3x", "Nobody", "on air"]
)
def test_words_that_only_begin_like_a_trap_are_words(edit, name) -> None:
    assert parse("f", edit(("Lobby tower", name))).exhibit == name


@pytest.mark.parametrize(("word", "meaning"), [("true", True), ("False", False), ("TRUE", True)])
def test_true_and_false_are_read(edit, word, meaning) -> None:
    config = parse("f", edit(("kind: gpio", f"kind: gpio\n  active_high: {word}")))
    assert config.leds is not None
    assert config.leds.active_high is meaning


@pytest.mark.parametrize("key", ["on", "NO", "~", "null", "010", "1e3", "true", "<<", "2024-01-01"])
def test_a_key_that_yaml_does_not_take_for_a_word_is_refused_once(edit, check_marked, key) -> None:
    check_marked(edit(("leds:\n", f"«{key}: [{{a: b}}, c]\nleds:\n")), (key, f"{key} "))


def test_a_peg_may_be_called_no_in_quotes_only(edit, check_marked) -> None:
    text = edit(("[A, B, C], s", '[A, "NO", C], s'), ("    B: {x", "    «NO: {x"), ("B: [11", '"NO": [11'))
    check_marked(text, ("arm.pegs.NO", "NO means false"))
    assert parse("f", text.replace("«NO", "'NO'")).tower.pegs == ("A", "NO", "C")


def test_a_refused_key_is_no_foreign_peg_as_well(edit, check_marked) -> None:
    check_marked(
        edit(("  disks: {th", "    «on: {x: 1, y: 1, z: 1}\n  disks: {th")), ("arm.pegs.on", "on means true")
    )


def test_pegs_may_have_numbers_for_names(edit) -> None:
    text = edit(("[A, B, C], s", '[A, "2", C], s'), ("    B: {x", "    2: {x"), ("B: [11", "2: [11"))
    assert parse("f", text).tower.pegs == ("A", "2", "C")


@pytest.mark.parametrize(
    ("old", "new", "field", "words"),
    [
        ("x: 180", "x: «180,5", "arm.pegs.B.x", "180,5 has a decimal comma; write 180.5"),
        ("x: 120, y: -110", "x: 120, y: «-110,25", "arm.pegs.C.y", "write -110.25"),
        ("thickness: 10,", "thickness: «9,5,", "arm.disks.thickness", "write 9.5"),
        ("clearance: 5", "clearance: «'4,5'", "arm.motion.clearance", "write 4.5 without quotes"),
        ("leds:\n", "kiosk:\n  rest: «2,5\nleds:\n", "kiosk.rest", "write 2.5"),
    ],
)
def test_a_decimal_comma_is_recognised(edit, check_marked, old, new, field, words) -> None:
    check_marked(edit((old, new)), (field, words))


@pytest.mark.parametrize("written", ["", '""', "''"])
def test_a_value_left_out_is_told_at_its_key_and_an_empty_text_at_itself(edit, problems, written) -> None:
    column = 10 if written else 1
    assert problems(edit(("exhibit: Lobby tower", f"exhibit: {written}")))[0].startswith(
        f"f.yaml:1:{column} exhibit: "
    )


@pytest.mark.parametrize(
    ("old", "new", "field", "words"),
    [
        ("x: 180", "«x:180", "arm.pegs.B.x", "a space is missing after the colon; write x: 180"),
        ("kind: gpio", "kind: gpio\n  «{a: b}: c", "leds", "a key is one word"),
        ("kind: gpio", "kind: gpio\n  ? «[a]\n  : [{b: c}]", "leds", "a key is one word"),
        ("kind: gpio", "kind: gpio\n  «&k k: c", "leds.k", "&k marks a value for reuse"),
        ("kind: gpio", "kind: gpio\n  «!!str k: c", "leds.k", "the tag"),
        ("kind: gpio", "kind: gpio\n  «*k : c", "leds", "a key is one word"),
        ("startup: []", "startup: «&s [G21, *s]", "arm.startup", "&s marks"),
    ],
)
def test_what_only_programs_write_is_refused(edit, problems, old, new, field, words) -> None:
    marked = edit((old, new))
    line = next(number for number, text in enumerate(marked.split("\n"), 1) if "«" in text)
    column = marked.split("\n")[line - 1].index("«") + 1
    first = problems(marked.replace("«", ""))[0]
    assert first.startswith(f"f.yaml:{line}:{column} {field}: ")
    assert words in first


BROKEN = [
    ("port: emulated", "port:«\temulated", "a tab stands here; write spaces"),
    ("  port: emulated", "«\tport: emulated", "a tab stands here; indent with spaces"),
    ("  port: emulated", " «\tport: emulated", "a tab stands here; indent with spaces"),
    ("port: emulated", 'port: «"emulated', "close them"),
    ("port: emulated", "port: «[emulated", "not closed or lacks a comma"),
    ("x: 180, y", "x: 180 y«", "not closed or lacks a comma"),
    ("port: emulated", "port: a«: b", "put text with a colon in quotes"),
    ("port: emulated", "port: «@emulated", "put the text in quotes"),
    ("port: emulated", "port: «`emulated`", "put the text in quotes"),
    ("port: emulated", "port: «%emulated", "put the text in quotes"),
    ("port: emulated", 'port: "\\«z"', "use single quotes"),
    ("port: emulated", "«port emulated", "a key without a colon"),
    ("  port: emulated", "   port«: emulated", "a second colon on the line, or a wrong indent"),
    ("  port: emulated", " «port: emulated", "align it with its neighbours"),
    ("port: emulated", "port: «- emulated", "a dash where no list can begin"),
    ("port: emulated", "port: {a: b}«}", "not valid YAML"),
    ("port: emulated", "port: *«", "a reference"),
    ("port: emulated", "port: |«x", "expected chomping or indentation indicators"),
]


@pytest.mark.parametrize(("old", "new", "words"), BROKEN)
def test_broken_yaml_is_told_in_plain_words(edit, problems, old, new, words) -> None:
    marked = edit((old, new))
    line = next(number for number, text in enumerate(marked.split("\n"), 1) if "«" in text)
    column = marked.split("\n")[line - 1].index("«") + 1
    (problem,) = problems(marked.replace("«", ""))
    assert problem.startswith(f"f.yaml:{line}:{column} file: ")
    assert words in problem


def test_all_tabs_are_told_at_once(edit, problems) -> None:
    text = edit(("  port:", "\tport:"), ("  baud:", "\tbaud:"))
    assert [line.split()[0] for line in problems(text)] == ["f.yaml:5:1", "f.yaml:6:1"]


@pytest.mark.parametrize("sign", ["\x00", "\x1b", "\x7f", "\x85", "\u2028", "\ufeff", "\ud800"])
def test_control_characters_are_told_with_their_place_and_code(edit, problems, sign) -> None:
    (problem,) = problems(edit(("emulated", f"emu{sign}lated")))
    assert problem == f"f.yaml:5:12 file: the control character 0x{ord(sign):02x} stands here; take it out"


@pytest.mark.parametrize(
    "text", ["# only a comment\n", "---\n", "just words\n", "- a\n- list\n", "{}\n", "~\n"]
)
def test_a_file_without_keys_is_told_at_its_beginning(problems, text) -> None:
    (problem,) = problems(text)
    assert problem.startswith("f.yaml:1:1 file: the file holds no keys")


@pytest.mark.parametrize("text", ["", "\n\n", "  \r\n"])
def test_a_file_without_lines_names_itself_alone(problems, text) -> None:
    (problem,) = problems(text)
    assert problem.startswith("f.yaml: the file is empty; begin with exhibit:")


def test_a_second_document_is_refused(sound, problems) -> None:
    last = sound.count("\n") + 1
    (problem,) = problems(sound + "---\n" + sound)
    assert problem.startswith(f"f.yaml:{last}:1 file: a second document begins here")


@pytest.mark.parametrize("opening", ["[", "{a: ", "- "])
def test_deep_nesting_is_refused_at_once(problems, opening) -> None:
    lines = problems(opening * 12_000)
    assert len(lines) == 1
    assert "nested more than 12 deep" in lines[0]


def test_references_that_would_explode_are_refused(problems) -> None:
    bomb = "a: &a [x, x]\n" + "".join(
        f"{name}: &{name} [*{below}, *{below}]\n" for below, name in zip("abcdefgh", "bcdefghi", strict=True)
    )
    assert sum("refers to another place" in line for line in problems(bomb)) == 16


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_all_ends_of_lines_are_read_and_counted(edit, problems, end) -> None:
    parse("f", edit().replace("\n", end))
    (problem,) = problems(edit(("baud: 115200", "baud: 1")).replace("\n", end))
    assert problem.startswith("f.yaml:6:9 arm.baud: ")


def test_a_message_stays_on_one_line_and_short(edit, problems) -> None:
    (problem,) = problems(edit(("disks: 5", 'disks: "a\\n\\e' + "b" * 500 + '"')))
    assert problem.startswith(
        'f.yaml:2:16 tower.disks: a whole number is wanted here, not the text "a\\x0a\\x1bbbb'
    )
    assert len(problem) < 150


def test_strange_keys_are_shown_in_quotes(sound, problems) -> None:
    keys = ['"a b"', '"a.b"', '"a\\nb"', '""']
    fields = [
        line.partition(": there")[0].partition(" ")[2]
        for line in problems(sound + "".join(f"{k}: 1\n" for k in keys))
    ]
    assert fields == ['"a b"', '"a.b"', '"a\\x0ab"', '""']

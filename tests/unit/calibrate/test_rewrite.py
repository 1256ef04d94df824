"""Points put into a config's text: they are there, and nothing else has changed."""

from collections.abc import Iterable
from itertools import product

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.config import parse_draft
from controller.config.rewrite import with_points
from controller.model import Point

A, B, C, PARK = ("arm", "pegs", "A"), ("arm", "pegs", "B"), ("arm", "pegs", "C"), ("arm", "park")
ONE, TWO, THREE = Point(1.5, -2.0, 0.0), Point(10.0, 20.25, 30.0), Point(-0.125, 0.0, 7.0)
HEAD = "exhibit: 'My arm'  # so\ntower: {disks: 2, pegs: [A, B, C], start: A, goal: C}\n"

thousandths = st.integers(-999_999, 999_999).map(lambda number: number / 1000)
points = st.builds(Point, thousandths, thousandths, thousandths)


def rewritten(arm: str, *taught: tuple[tuple[str, ...], Point]) -> str:
    """The part about the arm after rewriting; what stands above it must be as it was."""
    text = with_points(HEAD + arm, dict(taught))
    assert text.startswith(HEAD)
    return text.removeprefix(HEAD)


def test_values_change_where_they_stand_and_no_comment_moves() -> None:
    arm = """\
arm:
  # the pegs
  pegs:   # of beech
    A: { x: 120,  y: 110, z: 0 }   # left
    B:
      z: 3    # measured
      x: 1
      y: +2.50

  park: {x: 1, y: 2, z: 3}
"""
    assert (
        rewritten(arm, (A, ONE), (B, TWO), (PARK, THREE))
        == """\
arm:
  # the pegs
  pegs:   # of beech
    A: { x: 1.5,  y: -2, z: 0 }   # left
    B:
      z: 30    # measured
      x: 10
      y: 20.25

  park: {x: -0.125, y: 0, z: 7}
"""
    )


def test_a_value_that_says_so_already_keeps_its_spelling() -> None:
    arm = "arm:\n  park: {x: +1.50, y: -2.0, z: 0.000}\n"
    assert rewritten(arm, (PARK, ONE)) == arm


def test_missing_groups_are_inserted_where_they_belong_as_their_neighbours_are_indented() -> None:
    arm = """\
arm:
    firmware: marlin
    startup:
      - M280   # open

    # how thick
    disks: {thickness: 10}
    motion: {clearance: 5}
leds: {}
"""
    assert (
        rewritten(arm, (A, ONE), (B, TWO), (PARK, THREE))
        == """\
arm:
    firmware: marlin
    startup:
      - M280   # open
    pegs:
        A: {x: 1.5, y: -2, z: 0}
        B: {x: 10, y: 20.25, z: 30}

    # how thick
    disks: {thickness: 10}
    park: {x: -0.125, y: 0, z: 7}
    motion: {clearance: 5}
leds: {}
"""
    )


def test_an_arm_on_one_line_stays_on_it() -> None:
    assert rewritten("arm: {firmware: marlin}\n", (A, ONE), (PARK, TWO)) == (
        "arm: {firmware: marlin, pegs: {A: {x: 1.5, y: -2, z: 0}}, park: {x: 10, y: 20.25, z: 30}}\n"
    )


def test_keys_without_values_are_filled() -> None:
    arm = "arm:\n  pegs: {A, B: , C: ~}   # three\n  park:  # out of the way\n  motion: {}\n"
    assert rewritten(arm, (A, ONE), (B, TWO), (C, THREE), (PARK, ONE)) == (
        "arm:\n  pegs: {A: {x: 1.5, y: -2, z: 0}, B: {x: 10, y: 20.25, z: 30} , C: {x: -0.125, y: 0, z: 7}}"
        "   # three\n  park: {x: 1.5, y: -2, z: 0}  # out of the way\n  motion: {}\n"
    )


def test_an_empty_group_is_filled_below_its_comment() -> None:
    arm = "arm:\n  pegs:   # by hand\n  park: {}\n"
    assert rewritten(arm, (B, ONE), (PARK, TWO)) == (
        "arm:\n  pegs:   # by hand\n    B: {x: 1.5, y: -2, z: 0}\n  park: {x: 10, y: 20.25, z: 30}\n"
    )


@pytest.mark.parametrize("present", ["A", "B", "C"])
def test_pegs_come_in_the_order_of_the_tower(present: str) -> None:
    arm = f"arm:\n  pegs:\n    {present}: {{x: 0, y: 0, z: 0}}\n"
    text = rewritten(arm, (C, ONE), (A, ONE), (B, ONE))
    assert [line.split(":")[0].strip() for line in text.splitlines()[2:]] == ["A", "B", "C"]


def test_single_missing_axes_are_added() -> None:
    assert rewritten("arm:\n  park: {y: 9}\n", (PARK, ONE)) == "arm:\n  park: {x: 1.5, y: -2, z: 0}\n"
    assert rewritten("arm:\n  park:\n    x: 7 # far\n", (PARK, ONE)) == (
        "arm:\n  park:\n    x: 1.5 # far\n    y: -2\n    z: 0\n"
    )
    assert rewritten("arm:\n  park:\n    # high\n    z: 7\n", (PARK, ONE)) == (
        "arm:\n  park:\n    # high\n    x: 1.5\n    y: -2\n    z: 0\n"
    )


def test_the_top_of_a_leaning_peg_is_written_below_it() -> None:
    arm = "arm:\n  pegs: {A: {x: 0, y: 0, z: 0, top: {x: 1, y: 1, z: 60}}}\n"
    assert rewritten(arm, ((*A, "top"), TWO)) == (
        "arm:\n  pegs: {A: {x: 0, y: 0, z: 0, top: {x: 10, y: 20.25, z: 30}}}\n"
    )


def test_a_file_without_a_last_line_end_and_one_of_windows_keep_their_ways() -> None:
    assert rewritten("arm:\n  firmware: marlin", (PARK, ONE)) == (
        "arm:\n  firmware: marlin\n  park: {x: 1.5, y: -2, z: 0}"
    )
    text = with_points(f"{HEAD}arm:\n  firmware: marlin # x\n".replace("\n", "\r\n"), {PARK: ONE})
    assert text.endswith("arm:\r\n  firmware: marlin # x\r\n  park: {x: 1.5, y: -2, z: 0}\r\n")
    assert text.count("\r\n") == text.count("\n")


@pytest.mark.parametrize("name", ["no", "1", "left-hand", "Ü", "<<", "#1", "a'b"])
def test_names_that_yaml_takes_for_something_else_are_quoted(name: str) -> None:
    quoted = yaml.safe_dump(name, default_flow_style=True, allow_unicode=True).splitlines()[0]
    head = HEAD.replace("[A, B, C], start: A", f"[{quoted}, B, C], start: {quoted}")
    draft = parse_draft(
        "f.yaml",
        with_points(f"{head}arm:\n  firmware: marlin\n  port: emulated\n", {("arm", "pegs", name): ONE}),
    )
    assert draft.points["arm", "pegs", name] == ONE


def written(point: Point, style: str, indent: str) -> str:
    x, y, z = (f"{value:.3f}" for value in point)
    if style == "flow":
        return f" {{x: {x}, y: {y}, z: {z}}}  # here"
    return f"\n{indent}x: {x}\n{indent}# up\n{indent}y: {y}   # m\n{indent}z: {z}"


Path = tuple[str, ...]


@st.composite
def texts(draw: st.DrawFn) -> tuple[str, dict[Path, Point], dict[Path, str]]:
    """A config in which some places are known, some points to be taught, and what stands at each place."""
    styles = st.sampled_from(["flow", "block", "empty", "missing"])
    places = {path: draw(styles) for path in (A, B, C, PARK)}
    old = {path: draw(points) for path in places}
    step = draw(st.sampled_from(["  ", "    "]))

    def entry(path: tuple[str, ...], indent: str) -> str:
        value = "" if places[path] == "empty" else written(old[path], places[path], indent + step)
        return "" if places[path] == "missing" else f"{indent}{path[-1]}:{value}\n"

    note = draw(st.sampled_from(["", f"{step}# a note: {{x: 1}}\n", "\n", f"\n{step}# é\n\n"]))
    pegs = "".join(entry(path, step * 2) for path in (A, B, C))
    arm = [f"{step}pegs:   # three\n{pegs}" if pegs else "", note, entry(PARK, step)]
    rest = [f"{step}firmware: 'marlin'\n", f'{step}port: "emulated" # x: 3\n']
    parts = draw(st.permutations([*arm, *rest]))
    ends = draw(st.sampled_from(["\n", "\r\n"]))
    text = (HEAD + "arm:\n" + "".join(parts) + draw(st.sampled_from(["", "# end\n"]))).replace("\n", ends)
    taught = draw(st.lists(st.tuples(st.sampled_from([A, B, C, PARK]), points), unique_by=lambda one: one[0]))
    standing = {path: entry(path, step * (len(path) - 1)).replace("\n", ends) for path in places}
    return text, dict(taught), standing


def is_kept_in(lines: list[str], found: list[str]) -> bool:
    """Whether all of `lines` are in `found`, in their order."""
    rest = iter(found)
    return all(line in rest for line in lines)


@given(texts())
@settings(max_examples=150, deadline=None)
def test_law_the_points_are_there_and_every_other_byte_too(
    drawn: tuple[str, dict[Path, Point], dict[Path, str]],
) -> None:
    text, taught, standing = drawn
    after = with_points(text, taught)
    assert [entry for path, entry in standing.items() if path not in taught and entry not in after] == []
    values = {f"{axis}:" for axis in "xyz"}
    untouched = [
        line
        for line in text.splitlines(keepends=True)
        if not any(value in line.partition("#")[0] for value in values) and line.strip() not in _EMPTY
    ]
    assert is_kept_in(untouched, after.splitlines(keepends=True))
    assert [line.partition("#")[2] for line in text.splitlines() if "#" in line] == [
        line.partition("#")[2] for line in after.splitlines() if "#" in line
    ]
    before, found = yaml.safe_load(text), yaml.safe_load(after)
    for path, point in taught.items():
        place = found["arm"]["park"] if path == PARK else found["arm"]["pegs"][path[-1]]
        assert tuple(place[axis] for axis in "xyz") == point
    loaded = parse_draft("f.yaml", after).points
    assert {path: loaded[path] for path in taught} == taught
    assert without(found, taught) == without(before, taught)
    assert with_points(after, taught) == after


_EMPTY = {f"{name}:" for name in ("A", "B", "C", "park")}


def without(data: dict, paths: Iterable[Path]) -> dict:
    """What the file says of everything but the places at `paths`."""
    arm = dict(data["arm"])
    pegs = {name: place for name, place in (arm.pop("pegs", None) or {}).items() if place}
    park = arm.pop("park", None)
    kept = {name: place for name, place in pegs.items() if ("arm", "pegs", name) not in paths}
    return {**data, "arm": arm, "pegs": kept, "park": None if PARK in paths else park}


@pytest.mark.parametrize(("exhibit", "path"), [*product(["demo", "joint-arm", "marlin-arm"], [A, C, PARK])])
def test_only_the_line_with_the_place_changes_in_a_ready_exhibit(exhibit: str, path: tuple[str, ...]) -> None:
    from controller.config import exhibits

    text = exhibits.read_text(exhibits.find(exhibit), exhibit)
    after = with_points(text, {path: ONE})
    changed = [(a, b) for a, b in zip(text.splitlines(), after.splitlines(), strict=True) if a != b]
    assert len(changed) == 1
    assert "{x: 1.5, y: -2, z: 0}" in changed[0][1]

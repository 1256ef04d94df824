"""Whatever a file holds, it is a Config or a list of mistakes: never another exception, never a hang."""

import re
from pathlib import Path

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.config import Config, ConfigError, parse

CONFIGS = [
    path.read_text(encoding="utf-8")
    for path in sorted(Path(__file__).resolve().parents[3].glob("config/*.yaml"))
]
PIECES = sorted(
    {word for text in CONFIGS for word in re.findall(r"[A-Za-z_]+|[0-9.]+|[^\sA-Za-z0-9]|\n *", text)}
)
TRAPS = [
    "~",
    "on",
    "NO",
    "1:30",
    "010",
    "1e3",
    ".nan",
    "\t",
    "&a ",
    "*a",
    "!!str ",
    "<<: ",
    "---\n",
    "? ",
    "'",
    '"',
    "9,5",
]
LINE = re.compile(r"f:[1-9][0-9]*:[1-9][0-9]* \S.*: \S.*")

scraps = st.sampled_from([*PIECES, *TRAPS]) | st.text(max_size=5)
mutations = st.tuples(st.integers(0, 5000), st.integers(0, 30), scraps)


def outcome(text: str) -> Config | None:
    """The config, or None where the mistakes are well told."""
    try:
        return parse("f", text)
    except ConfigError as error:
        problems = error.problems
    assert problems
    if not text.strip():
        assert [line for line in problems if not line.startswith("f: the file is empty")] == []
        return None
    assert [line for line in problems if not LINE.fullmatch(line)] == []
    places = [tuple(map(int, line.split(" ")[0].split(":")[1:])) for line in problems]
    assert places == sorted(places)
    assert places[-1][0] <= len(re.split(r"\r\n?|\n", text))
    return None


@given(st.text() | st.lists(scraps, max_size=60).map("".join))
@settings(max_examples=80, deadline=None)
def test_any_text_is_a_config_or_mistakes(text: str) -> None:
    outcome(text)


@given(st.sampled_from(CONFIGS), st.lists(mutations, min_size=1, max_size=4))
@settings(max_examples=80, deadline=None)
def test_an_exhibit_with_scratches_is_a_config_or_mistakes(
    text: str, changes: list[tuple[int, int, str]]
) -> None:
    for at, length, scrap in changes:
        at %= len(text) + 1
        text = text[:at] + scrap + text[at + length :]
    outcome(text)


keys = st.sampled_from(
    ["exhibit", "tower", "arm", "leds", "pegs", "disks", "x", "A", "led", "radius", "kiosk", "grip"]
)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(keys, values, max_size=5), st.sampled_from(CONFIGS), st.data())
@settings(max_examples=80, deadline=None)
def test_any_values_in_any_place_are_a_config_or_mistakes(extra, text: str, data: st.DataObject) -> None:
    whole = yaml.safe_load(text)
    part = data.draw(
        st.sampled_from([whole, *(value for value in whole.values() if isinstance(value, dict))])
    )
    part.update(extra)
    outcome(
        yaml.safe_dump(
            whole, sort_keys=False, default_flow_style=data.draw(st.sampled_from([True, False, None]))
        )
    )


@given(st.integers(1, 100), st.permutations(["p", "q", "r", "s"]), st.floats(0.1, 30), st.floats(1, 50))
@settings(max_examples=25, deadline=None)
def test_what_is_written_is_what_is_read(
    disks: int, names: list[str], thickness: float, clearance: float
) -> None:
    document = {
        "exhibit": "x",
        "tower": {"disks": disks, "pegs": names, "start": names[0], "goal": names[-1]},
        "arm": {
            "firmware": "marlin",
            "port": "emulated",
            "pegs": {name: {"x": 500 * at, "y": 0, "z": 0} for at, name in enumerate(names)},
            "disks": {"thickness": round(thickness, 6), "diameters": list(range(1, disks + 1))},
            "workspace": {"x": [-5, 2000], "y": [-1, 1], "z": [0, 9999]},
            "park": {"x": 0, "y": 0, "z": 9000},
            "motion": {
                "travel_speed": 1, "lift_speed": 1, "acceleration": 1, "clearance": round(clearance, 6)
            },
        },
    }  # fmt: skip
    config = outcome(yaml.safe_dump(document))
    assert config is not None
    assert config.arm is not None
    geometry = config.arm.geometry(config.tower)
    assert geometry.names == tuple(names)
    assert geometry.thickness == (round(thickness, 6),) * disks
    assert geometry.clearance == round(clearance, 6)

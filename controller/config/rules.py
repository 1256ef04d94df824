"""What must hold between the parts of a config; a rule judges what is sound, so that all are told at once."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path as FilePath
from typing import Any

from controller.config import own_lines
from controller.config.arm import AUTO
from controller.config.chosen import firmware_in
from controller.config.document import Document, Path
from controller.config.pin_rules import PIN_RULES
from controller.config.words import did_you_mean, wrong_count
from controller.gcode.custom import without_sides


def check(document: Document) -> None:
    """Add to the document's problems whatever breaks a rule."""
    for rule in _RULES:
        rule(document)


def _something_plays(document: Document) -> None:
    data = document.data
    if isinstance(data, dict) and not {"arm", "leds"} & data.keys():
        document.report(("arm",), "there is neither an arm nor leds; write one of them, or both")


def _peg_names_differ(document: Document) -> None:
    seen: set[object] = set()
    for position, name in enumerate(_items(document, "tower", "pegs")):
        if name in seen:
            document.report(
                ("tower", "pegs", position), f"two pegs are called {name}; give each its own name"
            )
        seen.add(name)


def _ends_are_pegs(document: Document) -> None:
    names = _items(document, "tower", "pegs")
    for end in ("start", "goal"):
        name = document.get("tower", end)
        if names and name is not None and name not in names:
            document.report(("tower", end), f"{name} is none of the pegs; {did_you_mean(name, names)}")


def _goal_is_elsewhere(document: Document) -> None:
    start, goal = document.get("tower", "start"), document.get("tower", "goal")
    if start is not None and start == goal:
        others = [name for name in _items(document, "tower", "pegs") if name != start]
        hint = f"; write for example {others[-1]}" if others else ""
        document.report(("tower", "goal"), f"the tower already stands on {start}{hint}")


def _pegs_agree(document: Document) -> None:
    names = _items(document, "tower", "pegs")
    for part in ("arm", "leds", "inputs"):
        pegs = document.found(part, "pegs")
        if names and isinstance(pegs, dict):
            _no_foreign_peg(document, (part, "pegs"), pegs, names)
            if part != "inputs":  # which may be at some of them only
                _no_missing_peg(document, (part, "pegs"), pegs, names)


def _no_foreign_peg(document: Document, path: Path, pegs: dict[str, object], names: Sequence[str]) -> None:
    for name in pegs:
        place = document.key_places.get((*path, name))  # none where the key itself has been refused
        if name not in names and place:
            text = f"the tower has no peg {name}; {did_you_mean(name, names)}"
            document.report((*path, name), text, place)


def _no_missing_peg(document: Document, path: Path, pegs: dict[str, object], names: Sequence[str]) -> None:
    for name in names:
        if name not in pegs:
            document.report((*path, name), f"is missing; the tower has the pegs {', '.join(names)}")


def _lists_fit_the_disks(document: Document) -> None:
    disks = document.get("tower", "disks")
    if not isinstance(disks, int):
        return
    for path in _lists_by_disk(document):
        values = document.get(*path)
        if isinstance(values, tuple) and len(values) != disks:
            document.report(path, f"{wrong_count(values, disks)}; write one for each disk")


def _lists_by_disk(document: Document) -> Iterator[Path]:
    yield ("tower", "colors")
    yield ("arm", "disks", "diameters")
    yield ("arm", "disks", "thickness")
    yield ("leds", "colors")
    pegs = document.found("leds", "pegs")
    for name in pegs if isinstance(pegs, dict) else ():
        yield ("leds", "pegs", name)


def _diameters_ascend(document: Document) -> None:
    for smaller, larger in pairwise(_items(document, "arm", "disks", "diameters")):
        if smaller >= larger:
            text = (
                f"{larger:g} comes after {smaller:g}"
                "; write the smallest disk first, each larger than the one before"
            )
            document.report(("arm", "disks", "diameters"), text)
            return


def _workspace_is_bounded(document: Document) -> None:
    space = document.get("arm", "workspace")
    if isinstance(space, dict) and "radius" not in space and not {"x", "y"} <= space.keys():
        document.report(
            ("arm", "workspace"), "the sides are open; write radius: [80, 320], or both x: and y:"
        )


def _seat_has_its_pole(document: Document) -> None:
    kind, height = document.get("arm", "disks", "seat", "kind"), document.get("arm", "disks", "pole_height")
    if kind == "pole" and not height and document.is_sound("arm", "disks", "pole_height"):
        text = "there are no poles; say how high they are with pole_height:, or write recess or none"
        document.report(("arm", "disks", "seat", "kind"), text)


def _custom_grips_in_its_own_words(document: Document) -> None:
    gripper = document.found("arm", "gripper") or {}
    if document.found("arm", "firmware") != "custom" or not isinstance(gripper, dict):
        return
    for line, does in (("grip", "takes a disk"), ("release", "lets a disk go")):
        if line not in gripper:
            text = f"is missing; a custom firmware has no usual lines: write what {does}"
            document.report(("arm", "gripper", line), text)


def _custom_is_described(document: Document) -> None:
    firmware, custom = document.get("arm", "firmware"), document.found("arm", "custom")
    if firmware == "custom" and custom is None:
        text = "is missing; it describes the firmware: custom: {move: ..., finished: ...}"
        document.report(("arm", "custom"), text)
    elif firmware not in (None, "custom") and custom is not None:
        document.report(("arm", "custom"), f"only firmware: custom is described here, and it is {firmware}")


def _lifts_without_sides(document: Document) -> None:
    move = document.get("arm", "custom", "move")
    lift = document.get("arm", "custom", "lift")
    if isinstance(move, str) and lift is None and "{z}" not in without_sides(move):
        text = "its words are not parted by blanks; write lift: too, the same line for z alone"
        document.report(("arm", "custom", "move"), text)


def _joints_are_the_hosts_to_reckon(document: Document) -> None:
    firmware = firmware_in(document)
    if firmware and not firmware.takes_joints and document.found("arm", "kinematics") is not None:
        text = f"a {firmware.name} takes mm and reckons its joints by itself; take kinematics out"
        document.report(("arm", "kinematics"), text)


def _port_can_be_found(document: Document) -> None:
    firmware = firmware_in(document)
    if firmware and not firmware.usb and document.get("arm", "port") == AUTO:
        text = (
            f"boards with {firmware.name} have no USB identity of their own; write the port, as `hanoi "
            "ports` lists it"
        )
        document.report(("arm", "port"), text)


def _only_a_pose_is_somewhere(document: Document) -> None:
    kind, at = document.get("arm", "home", "kind"), document.found("arm", "home", "at")
    if kind != "pose" and at is not None and document.is_sound("arm", "home", "kind"):
        document.report(("arm", "home", "at"), "only an arm that a person places has it; write kind: pose")


def _firmware_can_be_homed_so(document: Document) -> None:
    firmware, kind = firmware_in(document), document.get("arm", "home", "kind")
    if firmware and (text := firmware.not_homed.get(str(kind))):
        document.report(("arm", "home", "kind"), text)


def _gripper_lines_are_a_pair(document: Document) -> None:
    gripper = document.found("arm", "gripper")
    if document.found("arm", "firmware") == "custom":
        return  # which must say both
    if isinstance(gripper, dict) and ("grip" in gripper) != ("release" in gripper):
        has, lacks = ("grip", "release") if "grip" in gripper else ("release", "grip")
        document.report(
            ("arm", "gripper"), f"there is {has} without {lacks}; write both, or neither for the usual pair"
        )


def _journal_is_another_file(document: Document) -> None:
    journal = document.get("journal")
    with suppress(OSError, RuntimeError, ValueError):  # none there: then it is not this one either
        if isinstance(journal, str) and _beside(document.name, journal).samefile(document.name):
            text = "the journal would be written over this config; write another name, such as disks.journal"
            document.report(("journal",), text)


def _beside(config_file: str, name: str) -> FilePath:
    return FilePath(config_file).parent / FilePath(name).expanduser()


def _items(document: Document, *path: str) -> Sequence[Any]:
    value = document.get(*path)
    return value if isinstance(value, tuple) else ()


_RULES = (
    _something_plays,
    _peg_names_differ,
    _ends_are_pegs,
    _goal_is_elsewhere,
    _pegs_agree,
    _lists_fit_the_disks,
    _diameters_ascend,
    _workspace_is_bounded,
    _custom_is_described,
    _lifts_without_sides,
    _custom_grips_in_its_own_words,
    _joints_are_the_hosts_to_reckon,
    _port_can_be_found,
    _seat_has_its_pole,
    _only_a_pose_is_somewhere,
    _firmware_can_be_homed_so,
    *PIN_RULES,
    _gripper_lines_are_a_pair,
    _journal_is_another_file,
    own_lines.are_understood,
    own_lines.have_no_negative_angle,
)

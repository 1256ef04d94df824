"""What must hold between the parts of a config; a rule judges what is sound, so that all are told at once."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from controller.config.document import Document, Path, field_name
from controller.config.words import did_you_mean, wrong_count


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
    for part in ("arm", "leds"):
        pegs = document.found(part, "pegs")
        if names and isinstance(pegs, dict):
            _no_foreign_peg(document, (part, "pegs"), pegs, names)
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


def _lamps_are_of_their_kind(document: Document) -> None:
    if not document.is_sound("leds", "led"):
        return
    kind = document.get("leds", "led") or "plain"
    for path, lamp in _lamps(document):
        if kind == "rgb" and not isinstance(lamp, tuple):
            document.report(path, f"an rgb lamp has three pins; write [red, green, blue] instead of {lamp}")
        if kind != "rgb" and isinstance(lamp, tuple):
            document.report(path, f"a {kind} lamp has one pin; write one number, or led: rgb")


def _lamps(document: Document) -> Iterator[tuple[Path, object]]:
    """Every lamp whose pins are numbers of pins, in the order of the file."""
    pegs = document.found("leds", "pegs")
    for name, lamps in pegs.items() if isinstance(pegs, dict) else ():
        for position, lamp in enumerate(lamps if isinstance(lamps, tuple) else ()):
            path = ("leds", "pegs", name, position)
            if document.is_sound(*path):
                yield path, lamp


def _pins_differ(document: Document) -> None:
    user: dict[object, Path] = {}
    for path, lamp in list(_lamps(document)):
        for at, pin in _pins(path, lamp):
            if pin in user:
                document.report(
                    at, f"pin {pin} is used already at {field_name(user[pin])}; each lamp has its own"
                )
            user.setdefault(pin, at)


def _pins(path: Path, lamp: object) -> list[tuple[Path, object]]:
    if isinstance(lamp, tuple):
        return [((*path, position), pin) for position, pin in enumerate(lamp)]
    return [(path, lamp)]


def _colors_need_rgb(document: Document) -> None:
    is_rgb = document.found("leds", "led") == "rgb" or not document.is_sound("leds", "led")
    if document.get("leds", "colors") is not None and not is_rgb:
        document.report(("leds", "colors"), "only rgb lamps have colours; write led: rgb, or take colors out")


def _gripper_lines_are_a_pair(document: Document) -> None:
    gripper = document.found("arm", "gripper")
    if isinstance(gripper, dict) and ("grip" in gripper) != ("release" in gripper):
        has, lacks = ("grip", "release") if "grip" in gripper else ("release", "grip")
        document.report(
            ("arm", "gripper"), f"there is {has} without {lacks}; write both, or neither for the usual pair"
        )


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
    _pins_differ,
    _lamps_are_of_their_kind,
    _colors_need_rgb,
    _gripper_lines_are_a_pair,
)

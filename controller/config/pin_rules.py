"""What must hold among the pins of a config: lamps, contacts and sensors."""

from collections.abc import Iterator

from controller.config.document import Document, Path, field_name


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
    uses = [use for path, lamp in _lamps(document) for use in _pins(path, lamp)]
    for at, pin in (*uses, *_inputs(document)):
        if pin in user:
            each = "lamp" if at[0] == user[pin][0] == "leds" else "lamp and each input"
            document.report(
                at, f"pin {pin} is used already at {field_name(user[pin])}; each {each} has its own"
            )
        user.setdefault(pin, at)


def _inputs(document: Document) -> list[tuple[Path, object]]:
    """Every pin that is read."""
    pegs = document.found("inputs", "pegs")
    named = [("inputs", "pegs", name) for name in pegs] if isinstance(pegs, dict) else []
    paths: list[Path] = [("inputs", "guard"), ("inputs", "emergency_stop"), *named]
    paths.append(("arm", "gripper", "check", "pin"))
    return [(path, pin) for path in paths if (pin := document.get(*path)) is not None]


def _check_asks_or_reads(document: Document) -> None:
    where = ("arm", "gripper", "check")
    check = document.found(*where)
    if not isinstance(check, dict):
        return
    query, pin, empty = (key in check for key in ("query", "pin", "empty"))
    if query == pin:
        both = "a question and a pin; take one of them out" if query else "neither query nor pin; write one"
        document.report(where, f"there is {both}")
    elif query and not empty:
        document.report((*where, "empty"), "is missing; say what is answered while there is no disk")
    elif pin and empty:
        document.report((*where, "empty"), "a pin reads the one or the other; take empty out")
    held = document.get(*where, "held")
    if pin and not query and held is not None and held not in ("high", "low"):
        document.report((*where, "held"), "a pin is high or low while there is a disk; write one of these")


def _only_an_arm_moves_disks(document: Document) -> None:
    data = document.data
    if isinstance(data, dict) and "arm" not in data and document.found("inputs", "pegs") is not None:
        text = "there is no arm whose disks could be looked for; take pegs out"
        document.report(("inputs", "pegs"), text)


def _pins(path: Path, lamp: object) -> list[tuple[Path, object]]:
    if isinstance(lamp, tuple):
        return [((*path, position), pin) for position, pin in enumerate(lamp)]
    return [(path, lamp)]


def _colors_need_rgb(document: Document) -> None:
    is_rgb = document.found("leds", "led") == "rgb" or not document.is_sound("leds", "led")
    if document.get("leds", "colors") is not None and not is_rgb:
        document.report(("leds", "colors"), "only rgb lamps have colours; write led: rgb, or take colors out")


PIN_RULES = (
    _pins_differ,
    _check_asks_or_reads,
    _only_an_arm_moves_disks,
    _lamps_are_of_their_kind,
    _colors_need_rgb,
)

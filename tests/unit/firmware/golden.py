"""Golden dialogues: read, and replayed against an emulator on a wire."""

from collections.abc import Iterator
from importlib.resources import files

from emulator_wire import Wire

FOLDER = files("firmware_proto") / "transcripts"

SINGLE_BYTES = {"?": b"?", "!": b"!", "~": b"~", "0x18": b"\x18"}

Turn = tuple[str, list[str], float | None, list[str]]


def names_of(firmware: str) -> list[str]:
    return sorted(file.name for file in (FOLDER / firmware).iterdir())


def lines_of(firmware: str, name: str) -> list[tuple[str, str]]:
    text = (FOLDER / firmware / name).read_text(encoding="utf-8")
    return [(line[0], line[2:]) for line in text.splitlines() if line and line[0] != "#"]


def options_of(lines: list[tuple[str, str]]) -> dict[str, str]:
    return dict(text.split(": ") for mark, text in lines if mark == "%")


def turns(lines: list[tuple[str, str]]) -> Iterator[Turn]:
    """What is done (`!` or `>`), its texts as they arrive, the patience for what follows, and that itself.

    Patience None: until nothing more will happen.
    """
    acts = [number for number, (mark, _) in enumerate(lines) if mark in "!>"]
    for start, end in zip(acts, [*acts[1:], len(lines)], strict=True):
        mark, text = lines[start]
        texts = [text]
        for follower, what in lines[start + 1 : end]:
            if follower == "~":
                texts[-1] = what
            elif follower == "+":
                texts.append(what)
        waited = end < len(lines) and lines[end][0] == "!" and lines[end][1].startswith("wait")
        said = [what for follower, what in lines[start:end] if follower == "<"]
        yield mark, texts, 0.01 if waited else None, said


def do(wire: Wire, mark: str, texts: list[str], patience: float | None) -> list[str]:
    """Do what a turn says; what is said then."""
    if mark == "!" and texts[0].startswith("wait"):
        return wire.wait(float(texts[0].removeprefix("wait ")))
    if texts == ["open"]:
        return wire.open()
    if texts == ["reset"]:
        wire.device.reset(wire.now)
    elif texts[0] in SINGLE_BYTES:
        wire.put(SINGLE_BYTES[texts[0]])
    else:
        wire.send(*filter(None, texts))
    return wire.settle() if patience is None else wire.wait(patience)


def replay(wire: Wire, lines: list[tuple[str, str]], name: str) -> None:
    """Every line that the device says in the dialogue it says here, when it says it there, and no other."""
    heard = 0
    for mark, texts, patience, said in turns(lines):
        assert do(wire, mark, texts, patience) == said, f"{name}: {mark} {texts}"
        heard += len(said)
    assert heard == sum(mark == "<" for mark, _ in lines)

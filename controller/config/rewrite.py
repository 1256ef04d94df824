"""Points put into the text of a config: all else in it stays as it is, byte for byte.

PyYAML's nodes tell where each value begins and ends, and only there the text is cut. A key that is not there
yet goes behind the one that comes before it in the model, indented as its neighbours are.
"""

import json
import re
from collections.abc import Mapping, Sequence

import yaml

from controller.config.fields import keys_at
from controller.config.scalars import Trap, read_key
from controller.gcode.numbers import number
from controller.model import Point

KeyPath = tuple[str, ...]

_LINE_END = re.compile("[\r\n\x85\u2028\u2029]")
_PLAIN_KEY = re.compile(r"[A-Za-z_]\w*", re.ASCII)


def with_points(text: str, points: Mapping[KeyPath, Point]) -> str:
    """`text` with x, y and z (mm, to the thousandth) of each point at its path, as ("arm", "pegs", "A").

    `text` is one that `controller.config.draft` reads without a complaint.
    """
    for path, point in points.items():
        if _found(_root(text), path) is None:
            text = _put(text, path, as_yaml(point))
        else:
            for axis, value in zip("xyz", point, strict=True):
                text = _put(text, (*path, axis), number(value))
    return text


def is_gap(text: str, path: KeyPath) -> bool:
    """Whether the key at `path` is there and no value is."""
    value = _value_of(_found(_root(text), path[:-1]), path[-1])
    return value is not None and _is_empty(value)


def as_yaml(point: Point) -> str:
    """A point as it is written, on one line."""
    return "{" + ", ".join(f"{axis}: {number(value)}" for axis, value in zip("xyz", point, strict=True)) + "}"


def _root(text: str) -> yaml.Node | None:
    node: yaml.Node | None = yaml.compose(text, Loader=yaml.SafeLoader)
    return node


def _found(node: yaml.Node | None, path: KeyPath) -> yaml.Node | None:
    """What is written at `path`, from `node` down; None where nothing is."""
    for key in path:
        node = _value_of(node, key)
    return None if node is None or _is_empty(node) else node


def _value_of(node: yaml.Node | None, key: str) -> yaml.Node | None:
    entries = node.value if isinstance(node, yaml.MappingNode) else []
    return next((value for name, value in entries if name.value == key), None)


def _is_empty(node: yaml.Node) -> bool:
    """Whether there is a key and no value; `~` and null stand for none too."""
    return isinstance(node, yaml.ScalarNode) and node.tag == "tag:yaml.org,2002:null"


def _put(text: str, path: KeyPath, value: str) -> str:
    """`text` with `value` at `path`, and with the groups around it where they are missing."""
    root = _root(text)
    around = _found(root, path[:-1])
    if around is None:
        return _put(text, path[:-1], _group(text, root, path, value))
    assert isinstance(around, yaml.MappingNode)
    present = _value_of(around, path[-1])
    if present is None:
        before = _predecessor(around, _order(root, path[:-1]), path[-1])
        return _inserted(text, around, before, path[-1], value)
    if _is_empty(present):
        return _filled(text, present, value)
    return text if float(present.value) == float(value) else _cut(text, present, value)


def _group(text: str, root: yaml.Node | None, path: KeyPath, value: str) -> str:
    """A group that holds one entry: on a line of its own where the group around it is written so."""
    entry = f"{_as_key(path[-1])}: {value}"
    around = _found(root, path[:-2])
    if not isinstance(around, yaml.MappingNode) or around.flow_style:
        return f"{{{entry}}}"
    outer = around.start_mark.column
    outermost = _found(root, path[:-3])
    step = outer - (outermost.start_mark.column if outermost else 0) or 2
    return f"{_line_end(text)}{' ' * (outer + step)}{entry}"


def _inserted(text: str, around: yaml.MappingNode, before: yaml.Node | None, key: str, value: str) -> str:
    gap = "" if value[0] in "\r\n" else " "
    entry = f"{_as_key(key)}:{gap}{value}"
    if around.flow_style:
        return _inserted_in_line(text, around, before, entry)
    indent = " " * around.start_mark.column
    if before is None:
        at = around.start_mark.index
        return f"{text[:at]}{entry}{_line_end(text)}{indent}{text[at:]}"
    at = _end_of_line(text, _last_sign(text, before))
    return f"{text[:at]}{_line_end(text)}{indent}{entry}{text[at:]}"


def _inserted_in_line(text: str, around: yaml.MappingNode, before: yaml.Node | None, entry: str) -> str:
    if before is not None:
        at = before.end_mark.index
        return f"{text[:at]}, {entry}{text[at:]}"
    at = around.start_mark.index + 1
    return f"{text[:at]}{entry}{', ' if around.value else ''}{text[at:]}"


def _predecessor(around: yaml.MappingNode, order: Sequence[str], key: str) -> yaml.Node | None:
    """The value behind which `key` belongs; None: before all others."""
    entries = {name.value: value for name, value in around.value}
    known = [name for name in order[: order.index(key)] if name in entries]
    return entries[known[-1]] if known else None


def _order(root: yaml.Node | None, path: KeyPath) -> Sequence[str]:
    """The keys that may stand at `path`, in their usual order."""
    names = _found(root, ("tower", "pegs"))
    if path == ("arm", "pegs") and isinstance(names, yaml.SequenceNode):
        return [name.value for name in names.value]
    return keys_at(path)


def _filled(text: str, empty: yaml.Node, value: str) -> str:
    start, end = empty.start_mark.index, empty.end_mark.index
    if value[0] in "\r\n":  # behind whatever is said of the key on its own line
        text = text[:start] + text[end:]
        at = _end_of_line(text, start)
        return text[:at] + value + text[at:]
    if start < end:
        return text[:start] + value + text[end:]
    colon = "" if text[:start].endswith(":") else ":"
    return f"{text[:start]}{colon} {value}{text[start:]}"


def _cut(text: str, node: yaml.Node, value: str) -> str:
    return text[: node.start_mark.index] + value + text[node.end_mark.index :]


def _last_sign(text: str, node: yaml.Node) -> int:
    """Where a value ends: a block's own mark lies behind the comments and blank lines that follow it."""
    if isinstance(node, yaml.CollectionNode) and not node.flow_style:
        last = node.value[-1]
        return _last_sign(text, last[1] if isinstance(last, tuple) else last)
    return len(text[: node.end_mark.index].rstrip())


def _end_of_line(text: str, at: int) -> int:
    found = _LINE_END.search(text, at)
    return found.start() if found else len(text)


def _line_end(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _as_key(name: str) -> str:
    try:
        plain = _PLAIN_KEY.fullmatch(name) is not None and read_key(name) == name
    except Trap:
        plain = False
    return name if plain else json.dumps(name, ensure_ascii=False)

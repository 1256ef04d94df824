"""Text to a Document: YAML without anchors, tags and the traps of YAML 1.1.

PyYAML's events are turned into plain data here, because each problem is wanted with its place, all of them at
once, and because nothing of what PyYAML's own constructors can do (objects, references, dates) is wanted.
"""

import re
from collections.abc import Iterator
from typing import Protocol

import yaml

from controller.config.document import BROKEN, START, Document, Path, Place, shown
from controller.config.scalars import Trap, read_plain
from controller.config.syntax import in_words

DEEPEST = 12

_UNPRINTABLE = re.compile(r"[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LEADING_TAB = re.compile(r"^ *\t", re.MULTILINE)
_MISSING_SPACE = re.compile(r"([A-Za-z_]+):(\S+)")


def read(name: str, text: str) -> Document:
    """What `text` says; whatever is wrong with it as YAML is among the document's problems."""
    document = Document(name)
    if not _refuse_characters(document, text):
        try:
            _Reader(document, text).run()
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            document.report((), in_words(error), _place(mark))
        except _TooDeep as error:
            document.report((), f"lists and keys are nested more than {DEEPEST} deep", error.place)
    return document


def _refuse_characters(document: Document, text: str) -> bool:
    for found in _UNPRINTABLE.finditer(text):
        sign = f"the control character 0x{ord(found[0]):02x}"
        document.report(
            (), f"{sign} stands here; save the file as plain text", _place_of(text, found.start())
        )
    for found in _LEADING_TAB.finditer(text):
        document.report((), "a tab stands here; indent with spaces", _place_of(text, found.end() - 1))
    return bool(document.problems)


def _place_of(text: str, index: int) -> Place:
    before = text[:index].replace("\r\n", "\n").replace("\r", "\n")
    return Place(before.count("\n") + 1, len(before) - before.rfind("\n"))


class _Mark(Protocol):
    """A place as PyYAML counts: from 0."""

    line: int
    column: int


def _place(mark: _Mark | None) -> Place:
    return Place(mark.line + 1, mark.column + 1) if mark else START


class _TooDeep(Exception):
    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self.place = place


class _Reader:
    """One pass over the events of one text."""

    def __init__(self, document: Document, text: str) -> None:
        self._document = document
        self._events: Iterator[yaml.Event] = yaml.parse(text, Loader=yaml.SafeLoader)

    def run(self) -> None:
        documents = 0
        for event in self._events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents == 2:
                    self._report((), "a second document begins here; keep one to a file", event)
                    return
            elif isinstance(event, yaml.NodeEvent):
                self._document.data = self._value((), event)

    def _report(self, path: Path, text: str, event: yaml.Event) -> None:
        self._document.report(path, text, _place(event.start_mark))

    def _value(self, path: Path, event: yaml.Event) -> object:
        """The value that `event` begins; its place is noted unless its key has done so."""
        self._document.places.setdefault(path, _place(event.start_mark))
        if len(path) > DEEPEST:
            raise _TooDeep(_place(event.start_mark))
        usable = self._is_plain_yaml(path, event)
        match event:
            case yaml.SequenceStartEvent():
                value: object = self._list(path)
            case yaml.MappingStartEvent():
                value = self._keys(path)
            case yaml.ScalarEvent():
                value = self._scalar(path, event)
            case _:
                value = BROKEN
        return value if usable else BROKEN

    def _is_plain_yaml(self, path: Path, event: yaml.Event) -> bool:
        """Refuse what only programs write: references and tags."""
        if isinstance(event, yaml.AliasEvent):
            self._report(path, f"*{event.anchor} refers to another place; write the value out here", event)
            return False
        anchor, tag = getattr(event, "anchor", None), getattr(event, "tag", None)
        if anchor is not None:
            self._report(path, f"&{anchor} marks a value for reuse; take the mark away", event)
        if tag is not None:
            self._report(path, f"the tag {shown(tag)} is not wanted; write the plain value", event)
        return anchor is None and tag is None

    def _list(self, path: Path) -> tuple[object, ...]:
        values: list[object] = []
        while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
            values.append(self._value((*path, len(values)), event))
        return tuple(values)

    def _keys(self, path: Path) -> dict[str, object]:
        values: dict[str, object] = {}
        while not isinstance(key_event := next(self._events), yaml.MappingEndEvent):
            key = self._key(path, key_event)
            event = next(self._events)
            if key is None:
                self._skip(event)
            elif not self._is_torn(path, values, key, event):
                self._entry(path, values, key, key_event, event)
        return values

    def _key(self, path: Path, event: yaml.Event) -> str | None:
        """The text of a key, or None where it cannot be one."""
        if not isinstance(event, yaml.ScalarEvent):
            self._report(path, "a key is one word, not a list, a group or a reference", event)
            self._skip(event)
            return None
        if not self._is_plain_yaml((*path, event.value), event):
            return None
        if event.value == "<<":
            self._report((*path, "<<"), "<< merges other keys in; write them out here", event)
            return None
        return event.value if self._is_word((*path, event.value), event) else None

    def _is_word(self, path: Path, event: yaml.ScalarEvent) -> bool:
        if event.style is not None:
            return True
        try:
            if isinstance(read_plain(event.value), bool):
                raise Trap(f'{event.value} is a yes/no value and no key; write "{event.value}" in quotes')
        except Trap as trap:
            self._report(path, str(trap), event)
            return False
        return True

    def _is_torn(self, path: Path, values: dict[str, object], key: str, event: yaml.Event) -> bool:
        """Whether a key without a value is the rest of the value before it, or holds a value itself."""
        if not isinstance(event, yaml.ScalarEvent) or event.value or event.style is not None:
            return False
        last = next(reversed(values), None)
        number = None if last is None else values[last]
        if last is not None and type(number) is int and key.isdecimal():
            advice = f"{number},{key} has a decimal comma; write {number}.{key}"
            self._document.report((*path, last), advice)
            values[last] = BROKEN
            return True
        if glued := _MISSING_SPACE.fullmatch(key):
            self._report(
                (*path, glued[1]), f"a space is missing after the colon; write {glued[1]}: {glued[2]}", event
            )
            values.setdefault(glued[1], BROKEN)
            return True
        return False

    def _entry(
        self, path: Path, values: dict[str, object], key: str, key_event: yaml.Event, event: yaml.Event
    ) -> None:
        here, place = (*path, key), _place(key_event.start_mark)
        twice = key in values
        if twice:
            first = self._document.key_places[here].line
            self._report(here, f"stands here for the second time, first on line {first}; keep one", key_event)
        self._document.key_places.setdefault(here, place)
        if not isinstance(event, yaml.ScalarEvent) or not event.value:
            self._document.places.setdefault(here, place)
        value = self._value(here, event)
        if not twice:
            values[key] = value

    def _scalar(self, path: Path, event: yaml.ScalarEvent) -> object:
        if event.style is not None:
            return event.value
        try:
            return read_plain(event.value)
        except Trap as trap:
            place = _place(event.start_mark) if event.value else None
            self._document.report(path, str(trap), place)
            return BROKEN

    def _skip(self, event: yaml.Event) -> None:
        """Pass over the whole of what `event` begins."""
        depth = 0
        while True:
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if depth <= 0:
                return
            event = next(self._events)

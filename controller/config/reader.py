"""Text to a Document: YAML without anchors, tags and the traps of YAML 1.1.

PyYAML's events are turned into plain data here, because each problem is wanted with its place, all of them at
once, and because nothing of what PyYAML's own constructors can do (objects, references, dates) is wanted.
"""

import re
from collections.abc import Iterator

import yaml

from controller.config.document import BROKEN, START, Document, Path, Place, shown
from controller.config.scalars import Trap, read_key, read_plain
from controller.config.syntax import Mark, in_words, mark_of

DEEPEST = 12

# What YAML forbids, and what it takes for the end of a line but editors do not.
_UNPRINTABLE = re.compile(
    r"[^\t\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_LEADING_TAB = re.compile(r" *(\t)")
_MISSING_SPACE = re.compile(r"([A-Za-z_]+):(\S+)")


def read(name: str, text: str) -> Document:
    """What `text` says; whatever is wrong with it as YAML is among the document's problems."""
    document = Document(name)
    if not _refuse_characters(document, text):
        try:
            _Reader(document, text).run()
        except yaml.MarkedYAMLError as error:
            document.report((), in_words(error), _place(mark_of(error)))
        except _TooDeep as error:
            document.report((), f"lists and keys are nested more than {DEEPEST} deep", error.place)
    return document


def _refuse_characters(document: Document, text: str) -> bool:
    for number, line in enumerate(re.split(r"\r\n?|\n", text), 1):
        for found in _UNPRINTABLE.finditer(line):
            sign = f"the control character 0x{ord(found[0]):02x}"
            document.report((), f"{sign} stands here; take it out", Place(number, found.start() + 1))
        if tab := _LEADING_TAB.match(line):
            document.report((), "a tab stands here; indent with spaces", Place(number, tab.end()))
    return bool(document.problems)


def _place(mark: Mark | None) -> Place:
    return Place(mark.line + 1, mark.column + 1) if mark else START


def _is_empty(event: yaml.Event) -> bool:
    """Whether nothing at all is written where a value could be."""
    return isinstance(event, yaml.ScalarEvent) and event.style is None and not event.value


class _TooDeep(Exception):
    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self.place = place


class _Reader:
    """One pass over the events of one text."""

    def __init__(self, document: Document, text: str) -> None:
        self._document = document
        self._document.places[()] = START
        self._events: Iterator[yaml.Event] = yaml.parse(text, Loader=yaml.SafeLoader)

    def run(self) -> None:
        documents = 0
        for event in self._events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents == 2:
                    self._report((), "a second document begins here; keep one to a file", event)
                    return
            elif isinstance(event, yaml.CollectionStartEvent):
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
        while not isinstance(key := next(self._events), yaml.MappingEndEvent):
            if isinstance(key, yaml.ScalarEvent):
                self._entry(path, values, key, next(self._events))
            else:
                self._report(path, "a key is one word, not a list, a group or a reference", key)
                self._skip(key)
                self._skip(next(self._events))
        return values

    def _entry(self, path: Path, values: dict[str, object], key: yaml.ScalarEvent, event: yaml.Event) -> None:
        here = (*path, key.value)
        if not self._is_sound_key(here, key):
            self._skip(event)
            values.setdefault(key.value, BROKEN)
        elif here in self._document.key_places:
            first = self._document.key_places[here].line
            self._report(here, f"stands here for the second time, first on line {first}; keep one", key)
            self._skip(event)
        elif not self._is_torn(path, values, key, event):
            self._note_key(here, key, event)
            values.setdefault(key.value, self._value(here, event))

    def _is_sound_key(self, path: Path, key: yaml.ScalarEvent) -> bool:
        """Whether a key is a plain word; numbers are taken as the words they look like."""
        if key.style is None:
            try:
                read_key(key.value)
            except Trap as trap:
                self._report(path, str(trap), key)
                return False
        return self._is_plain_yaml(path, key)

    def _note_key(self, path: Path, key: yaml.ScalarEvent, event: yaml.Event) -> None:
        place = _place(key.start_mark)
        self._document.key_places[path] = place
        if _is_empty(event) or not isinstance(event, yaml.ScalarEvent):
            self._document.places[path] = place

    def _is_torn(
        self, path: Path, values: dict[str, object], key: yaml.ScalarEvent, event: yaml.Event
    ) -> bool:
        """Whether a key without a value is the rest of the value before it, or holds a value itself."""
        last = next(reversed(values), None)
        if not _is_empty(event):
            return False
        if last is not None and type(number := values[last]) is int and key.value.isdecimal():
            comma = f"{number},{key.value} has a decimal comma; write {number}.{key.value}"
            self._document.report((*path, last), comma)
            values[last] = BROKEN
            return True
        if glued := _MISSING_SPACE.fullmatch(key.value):
            advice = f"a space is missing after the colon; write {glued[1]}: {glued[2]}"
            self._report((*path, glued[1]), advice, key)
            values.setdefault(glued[1], BROKEN)
        return glued is not None

    def _scalar(self, path: Path, event: yaml.ScalarEvent) -> object:
        if event.style is not None:
            return event.value
        try:
            return read_plain(event.value)
        except Trap as trap:
            place = None if _is_empty(event) else _place(event.start_mark)
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

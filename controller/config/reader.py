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
        while not isinstance(key_event := next(self._events), yaml.MappingEndEvent):
            key = self._key(path, key_event)
            event = next(self._events)
            if key is None:
                self._skip(event)
            elif not self._is_sound_key((*path, key), key_event):
                self._skip(event)
                values.setdefault(key, BROKEN)
            elif not self._is_torn(path, values, key, event):
                self._entry(path, values, key, key_event, event)
        return values

    def _key(self, path: Path, event: yaml.Event) -> str | None:
        """The text of a key, or None where it has none."""
        if isinstance(event, yaml.ScalarEvent):
            return event.value
        self._report(path, "a key is one word, not a list, a group or a reference", event)
        self._skip(event)
        return None

    def _is_sound_key(self, path: Path, event: yaml.Event) -> bool:
        """Whether a key is a plain word; numbers are taken as the words they look like."""
        usable = self._is_plain_yaml(path, event)
        if getattr(event, "style", None) is None:
            try:
                read_key(str(path[-1]))
            except Trap as trap:
                self._report(path, str(trap), event)
                return False
        return usable

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

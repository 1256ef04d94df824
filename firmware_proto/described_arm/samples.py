"""Texts in which a regular expression finds something, for whoever has nothing but the expression.

What is usual in patterns for a firmware's words is understood: letters, classes, groups, alternatives,
repeats, anchors and flags. Looks ahead and behind are passed over, and every text is tried before it is told.
"""

import re
from collections.abc import Iterable
from itertools import islice, product

MOST = 50
"""How many texts are followed up at each place of a pattern."""

# Letters and digits first: they are what is most often meant.
_SIGNS = sorted(map(chr, range(32, 127)), key=lambda sign: not sign.isalnum())

_CLASS = re.compile(r"\^?\]?(?:\\.|[^\]\\])*\]")
_ESCAPE = re.compile(r"x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[^0-9NUux]")
_ASIDE = re.compile(r"\?(?:[aiLmsux]+|#[^)]*)\)")  # flags, or a remark
_LOOK = re.compile(r"\?<?[=!]")
_GROUP = re.compile(r"\?(?::|>|P<\w+>|[aiLmsux-]+:)")
_REPEAT = re.compile(r"(?:([*+?])|\{(\d+)(?:,\d*)?\}|\{,\d+\})[?+]?")
_NOWHERE = "AZbB"  # escapes that stand for a place and not for a sign


def samples(pattern: str) -> list[str]:
    """Some texts in which `pattern` finds something, plain ones first; none where it is not understood."""
    try:
        texts = _Reader(pattern).alternatives()
    except _NotUnderstood:
        return []
    return [text for text in texts if re.search(pattern, text)]


class _NotUnderstood(Exception):
    """Something unusual, such as a reference back to a group."""


class _Reader:
    """Reads a sound pattern from left to right; each method gives texts for what it has read."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._at = 0

    def alternatives(self) -> list[str]:
        """One sequence, or several with bars between them."""
        texts = self._sequence()
        while self._follows("|"):
            self._at += 1
            texts += self._sequence()
        return _some(texts)

    def _sequence(self) -> list[str]:
        parts = []
        while self._at < len(self._pattern) and not self._follows("|", ")"):
            parts.append(self._repeated(self._atom()))
        return _some("".join(part) for part in product(*parts))

    def _atom(self) -> list[str]:
        sign = self._pattern[self._at]
        self._at += 1
        match sign:
            case "(":
                return self._group()
            case "[":
                return _signs_of(f"[{self._taken(_CLASS)}")
            case "\\":
                escape = self._taken(_ESCAPE)
                return [""] if escape in _NOWHERE else _signs_of(f"\\{escape}")
            case "^" | "$":
                return [""]
            case ".":
                return _signs_of(".")
        return [sign]

    def _group(self) -> list[str]:
        if self._takes(_ASIDE):
            return [""]
        looks = self._takes(_LOOK)
        if not looks and self._follows("?"):
            self._taken(_GROUP)
        texts = self.alternatives()
        self._at += 1
        return [""] if looks else texts

    def _repeated(self, texts: list[str]) -> list[str]:
        repeat = _REPEAT.match(self._pattern, self._at)
        if repeat is None:
            return texts
        self._at = repeat.end()
        sign, least = repeat.groups()
        times = int(least or sign == "+")
        return _some(text * times for text in texts) if times else _some(["", *texts])

    def _follows(self, *signs: str) -> bool:
        return self._pattern.startswith(signs, self._at)

    def _takes(self, what: re.Pattern[str]) -> str:
        found = what.match(self._pattern, self._at)
        self._at = found.end() if found else self._at
        return found[0] if found else ""

    def _taken(self, what: re.Pattern[str]) -> str:
        found = self._takes(what)
        if not found:
            raise _NotUnderstood(self._pattern)
        return found


def _signs_of(single: str) -> list[str]:
    """Signs that a part of a pattern finds which stands for one of many."""
    return [*islice(filter(re.compile(single).fullmatch, _SIGNS), 3)]


def _some(texts: Iterable[str]) -> list[str]:
    """Not all of very many, and each only once."""
    return [*dict.fromkeys(islice(texts, MOST))]

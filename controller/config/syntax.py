"""What PyYAML says about broken YAML, in the words of people who do not know YAML."""

import re
from typing import Protocol

import yaml

_WORDS = (
    (r"character '\\t'", "a tab stands here; write spaces"),
    (
        r"mapping values are not allowed",
        "a second colon on the line, or a wrong indent; put text with a colon in quotes",
    ),
    (r"could not find expected ':'", "a key without a colon; write key: value, one to a line"),
    (
        r"expected ',' or '[\]}]'",
        "the list or group is not closed or lacks a comma; text with , [ ] { } needs quotes",
    ),
    (r"unexpected end of stream", "the file ends inside quotes; close them"),
    (r"expected <block end>", "the line does not fit the lines before it; align it with its neighbours"),
    (r"cannot start any token", "a sign that cannot begin a value; put the text in quotes"),
    (
        r"undefined alias|alphabetic or numeric|anchor",
        "a reference that YAML cannot follow; put the text in quotes",
    ),
    (r"node content", "a value is missing; write one, or take the line out"),
    (r"escape", "a backslash in double quotes that means nothing; use single quotes"),
    (
        r"block entries|sequence entries",
        "a dash where no list can begin; put each entry on a line of its own",
    ),
    (r"document start|document separator", "the file goes on after its end; keep one document to a file"),
    (r"directive|%", "a line that begins with % is no key; put the text in quotes"),
    (r"tag|handle", "a sign ! that YAML takes for a tag; put the text in quotes"),
)


class Mark(Protocol):
    """A place as PyYAML counts: from 0."""

    line: int
    column: int


def in_words(error: yaml.MarkedYAMLError) -> str:
    """One sentence for a YAML error; where none is known, PyYAML's own on one line."""
    said = error.problem or error.context or "it cannot be read"
    for pattern, words in _WORDS:
        if re.search(pattern, said):
            return f"this is not valid YAML: {words}"
    return f"this is not valid YAML: {' '.join(said.split())}"


def mark_of(error: yaml.MarkedYAMLError) -> Mark | None:
    """Where to look: at the beginning of what was left open on an earlier line, or where PyYAML stumbled."""
    begin, stumble = error.context_mark, error.problem_mark
    left_open = re.search("scanning|flow", error.context or "")
    return begin if begin and stumble and left_open and begin.line < stumble.line else stumble or begin

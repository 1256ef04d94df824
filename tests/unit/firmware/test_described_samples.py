"""Texts made up for regular expressions: each is found by its own, and the usual ones have some."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_proto.described_arm.samples import MOST, samples

USUAL = [
    ("^ok", "ok"),
    ("(?i)^error", "error"),
    (r"^(ok|done)\b", "ok"),
    (r"ok( N\d+)?$", "ok"),
    (r"ERR(OR)?:\s*\d{2,}", "ERR:00"),
    (r"CURRENT POSITION: \[X:1 Y:2", "CURRENT POSITION: [X:1 Y:2"),
    (r"^>\x20?\u004fK$", ">OK"),
    (r"(?P<what>READY|ONLINE)[.!]+", "READY!"),
    (r"[]x]y", "xy"),
    (r"^[^A-Za-z0-9]$", " "),
    (r"\A\S+\Z", "0"),
    (r"(?i:ok)", "ok"),
    ("a{,3}b", "b"),
    ("a{2,3}?b", "aab"),
    ("a{x}b", "a{x}b"),
    ("^$|ok", ""),
    ("(?!error).+k", "0k"),
    ("(?#what it says)ok", "ok"),
]


@pytest.mark.parametrize(("pattern", "first"), USUAL)
def test_a_usual_pattern_has_a_plain_text(pattern: str, first: str) -> None:
    assert samples(pattern)[0] == first


@pytest.mark.parametrize(
    "pattern", [r"(a)\1", r"(?P<n>a)(?P=n)", "(a)?(?(1)b|c)", "(?<=>)ok", r"\N{DIGIT ONE}"]
)
def test_of_an_unusual_one_nothing_is_made_up(pattern: str) -> None:
    re.compile(pattern)
    assert samples(pattern) == []


signs = st.sampled_from("aZ0 _:>/#").map(re.escape)
classes = st.sampled_from((r"\d", r"\w", r"\S", ".", "[a-c]", "[^a-z]", r"[\]x]", "[0-9.]"))
repeats = st.sampled_from(("", "*", "+", "?", "{2}", "{1,3}", "{,2}", "+?"))
patterns = st.recursive(
    st.one_of(signs, classes),
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=4).map("".join),
        st.tuples(st.lists(inner, min_size=1, max_size=3).map("|".join), repeats).map(
            lambda g: f"(?:{g[0]}){g[1]}"
        ),
    ),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None)
@given(patterns, st.sampled_from(("", "^")), st.sampled_from(("", "$")))
def test_whatever_is_made_of_usual_parts_has_texts_that_it_finds(body: str, start: str, end: str) -> None:
    pattern = f"{start}(?:{body}){end}"
    texts = samples(pattern)
    assert 0 < len(texts) <= MOST
    assert all(re.search(pattern, text) for text in texts)
    assert all(text.isascii() and text.isprintable() for text in texts)

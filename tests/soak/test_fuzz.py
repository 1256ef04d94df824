"""A few thousand inputs: each is answered by a meaning, a typed fault or a list of mistakes."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from fuzz import SUBJECTS, feed
from tally import INPUT


@pytest.mark.parametrize(
    ("subject", "inputs"), [(name, 400 if name == "config" else 1000) for name in SUBJECTS]
)
def test_no_input_upsets_its_reader(
    subject: str, inputs: int, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    feed(subject, inputs, Random(subject), tmp_path / "any.yaml")
    record_property(INPUT, (subject, inputs))

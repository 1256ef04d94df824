"""What GRBL says of its outputs, against what its lines have set."""

import pytest

from controller.gcode.grbl import GRBL
from controller.gcode.grbl_modes import outputs
from controller.gcode.replies import Info, Modes


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["M3 S1000"], {"M3", "S1000"}),
        (["m03s0500"], {"M3", "S500"}),
        (["M4 S90.0", "G4 P1", "S30"], {"M4", "S30"}),
        (["M3 S0.5"], {"M3"}),
        (["M3 S1000", "M5"], {"M5", "S1000"}),
        (["M8"], {"M8"}),
        (["M7", "M8"], {"M7", "M8"}),
        (["M8", "M9", "M7"], {"M7"}),
        (["M8", "M9"], {"M9"}),
        (["G4 P0.3", "G1 X8"], set()),
        (["M9 (not M8) ; M3"], {"M9"}),
    ],
)
def test_what_holds_after_lines(lines: list[str], words: set[str]) -> None:
    assert outputs(lines) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "[GC:G1 G54 G17 G21 G90 G94 M3 M9 T0 F4800 S1000]",
            {"M3", "M9", "S1000"},
        ),
        ("[GC:G0 G54 G17 G21 G90 G94 G49 G98 G50 M5 M7 M8 T0 F0 S0.]", {"M5", "M7", "M8", "S0"}),
        ("[G0 G54 G17 G21 G90 G94 M0 M4 M9 T0 F0. S90.]", {"M0", "M4", "M9", "S90"}),
    ],
)
def test_the_modes_as_1_1_its_relatives_and_0_9_tell_them(text: str, words: set[str]) -> None:
    assert GRBL.parser()(text) == Modes(text, frozenset(words))


@pytest.mark.parametrize("text", ["[G54:0.000,0.000,0.000]", "[GC:]", "[MSG:G1 M3]", "[GC:G1 M3"])
def test_what_tells_no_modes(text: str) -> None:
    assert isinstance(GRBL.parser()(text), Info)

"""What the lamps show, read from the pins themselves."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lamp_bench import LampBench

from controller.drivers.lights import PinMap
from controller.errors import IllegalMove, UsageError
from controller.model import Move, State, Step

NINE = (((0,), (1,), (2,)), ((3,), (4,), (5,)), ((6,), (7,), (8,)))
TRIPLES = tuple(tuple((pin, pin + 9, pin + 18) for (pin,) in row) for row in NINE)
COLORS = ((255, 0, 0), (0, 255, 51), (0, 0, 255))

states = st.tuples(*[st.integers(0, 2)] * 3).map(lambda peg_of: State(peg_of, 3))
few = settings(max_examples=27, deadline=None)


def shown(pins: PinMap, state: State) -> list[list[tuple[float, ...]]]:
    bench = LampBench()
    tower = bench.tower(pins)
    tower.connect()
    tower.show(state)
    duties = bench.duties(pins)
    tower.close()
    return duties


@few
@given(states)
def test_by_level_as_many_lamps_shine_from_the_bottom_as_disks_stand(state: State) -> None:
    for peg, row in enumerate(shown(PinMap(NINE), state)):
        height = state.peg_of.count(peg)
        assert row == [(1.0,)] * height + [(0.0,)] * (3 - height)


@few
@given(states)
def test_by_disk_a_lamp_shines_where_its_disk_is_and_nowhere_else(state: State) -> None:
    rows = shown(PinMap(NINE, show="disk"), state)
    for disk in (1, 2, 3):
        assert [row[3 - disk] == (1.0,) for row in rows] == [
            state.peg_of[disk - 1] == peg for peg in range(3)
        ]


@pytest.mark.parametrize("show", ["level", "disk"])
def test_dimmed_lamps_are_brighter_for_larger_disks_and_full_for_the_largest(show: str) -> None:
    [(three,), (two,), (one,)], *others = shown(PinMap(NINE, "pwm", show), State.tower(3, 0))
    assert 0 < one < two < three == 1.0
    assert others == [[(0.0,)] * 3] * 2


def test_dimmed_by_level_a_lamp_has_the_brightness_of_the_disk_that_stands_there() -> None:
    [(three,), (two,), (one,)], *_ = shown(PinMap(NINE, "pwm"), State.tower(3, 0))
    rows = shown(PinMap(NINE, "pwm"), State((0, 1, 2), 3))
    assert [row[0] for row in rows] == [(one,), (two,), (three,)]


def test_even_the_smallest_of_many_disks_is_seen() -> None:
    pins = PinMap(tuple(tuple((pin,) for pin in range(start, start + 9)) for start in (0, 9, 18)), "pwm")
    assert shown(pins, State.tower(9, 2))[2][8][0] > 0.05


@pytest.mark.parametrize("show", ["level", "disk"])
def test_coloured_lamps_have_the_colours_of_their_disks(show: str) -> None:
    rows = shown(PinMap(TRIPLES, "rgb", show, colors=COLORS), State.tower(3, 1))
    assert rows == [[(0.0,) * 3] * 3, [(0.0, 0.0, 1.0), (0.0, 1.0, 0.2), (1.0, 0.0, 0.0)], [(0.0,) * 3] * 3]


def test_without_colours_every_disk_has_one_of_its_own() -> None:
    lit = shown(PinMap(TRIPLES, "rgb"), State.tower(3, 0))[0]
    assert len(set(lit)) == 3
    assert all(max(color) == 1.0 for color in lit)


@pytest.mark.parametrize("kind", ["plain", "pwm"])
def test_lamps_wired_to_light_on_low_are_driven_the_other_way_round(kind: str) -> None:
    rows = shown(PinMap(NINE, kind, active_high=False), State((2, 2, 0), 3))
    lit = [[duty < 1.0 for (duty,) in row] for row in rows]
    assert lit == [[True, False, False], [False] * 3, [True, True, False]]


@pytest.mark.parametrize("show", ["level", "disk"])
@pytest.mark.parametrize(("kind", "pegs"), [("plain", NINE), ("pwm", NINE), ("rgb", TRIPLES)])
def test_lamps_say_themselves_which_of_them_shine(
    bench: LampBench, kind: str, pegs: tuple, show: str
) -> None:
    pins = PinMap(pegs, kind, show)
    tower = bench.tower(pins)
    tower.connect()
    tower.show(State((1, 0, 0), 3))
    burning = bench.burning()
    assert tower.lit() == tuple(tuple(any(pin in burning for pin in lamp) for lamp in peg) for peg in pegs)
    assert sum(map(sum, tower.lit())) == 3


@pytest.mark.parametrize("show", ["level", "disk"])
def test_the_moving_disk_leaves_one_lamp_and_arrives_at_another(bench: LampBench, show: str) -> None:
    pins = PinMap(NINE, show=show)
    tower = bench.tower(pins)
    step = Step(1, Move(1, 0, 2), State((0, 0, 2), 3))
    tower.connect()
    tower.show(step.state)
    before = set(bench.burning())
    tower.leave(step)
    between = set(bench.burning())
    tower.arrive(step)
    after = set(bench.burning())
    assert (before - between, between - before) == ({1 if show == "level" else 2}, set())
    assert (between - after, after - between) == (set(), {7 if show == "level" else 8})


def test_an_illegal_move_changes_no_lamp(bench: LampBench) -> None:
    tower = bench.tower(PinMap(NINE))
    tower.connect()
    tower.show(State.tower(3, 0))
    with pytest.raises(IllegalMove):
        tower.leave(Step(1, Move(2, 0, 1), State.tower(3, 0)))
    assert bench.burning() == [0, 1, 2]


@pytest.mark.parametrize(
    ("pins", "sentence"),
    [
        (PinMap(NINE[:2]), "The lamps are wired for 2 pegs and the tower has 3."),
        (PinMap((*NINE[:2], NINE[2][:2])), "A peg has 2 lamps for 3 disks; wire one lamp for each disk."),
        (
            PinMap(TRIPLES, "rgb", colors=COLORS[:2]),
            "There are 2 colors for 3 disks; name one for each disk.",
        ),
    ],
)
def test_a_tower_with_more_disks_than_lamps_is_refused_in_words(
    bench: LampBench, pins: PinMap, sentence: str
) -> None:
    tower = bench.tower(pins)
    tower.connect()
    with pytest.raises(UsageError) as refusal:
        tower.show(State.tower(3, 0))
    assert str(refusal.value) == sentence
    assert bench.burning() == []


def test_lamps_beyond_the_disks_stay_dark(bench: LampBench) -> None:
    for show in ("level", "disk"):
        tower = bench.tower(PinMap(NINE, show=show))
        tower.connect()
        tower.show(State.tower(2, 0))
        assert bench.burning() == [0, 1]
        tower.close()
        bench = LampBench()


@pytest.mark.parametrize(("kind", "pegs"), [("rgb", NINE), ("plain", TRIPLES), ("pwm", TRIPLES)])
def test_kind_and_number_of_pins_must_agree(kind: str, pegs: tuple) -> None:
    with pytest.raises(UsageError, match=rf"A lamp of kind {kind} takes \d pins, not \d"):
        PinMap(pegs, kind)

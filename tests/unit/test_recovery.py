"""Where the disks stand at a new start: what sensors decide, what a person is asked, and never a guess."""

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.errors import PersonNeeded
from controller.inputs import Readings
from controller.journal import Standing
from controller.model import Move, State, Step
from controller.recovery import Place, Recovery, contradiction, places

NAMES = ("A", "B", "C")
BLIND = Readings(None, ())
STEP = Step(4, Move(3, 0, 2), State((1, 1, 0), 3))  # disk 3 leaves A empty, and comes to C, empty before
AFTER = State((1, 1, 2), 3)


class Person:
    """Answers in order; whatever was asked and said to it is kept."""

    def __init__(self, *answers: str) -> None:
        self.heard: list[str] = []
        self._answers: Iterator[str] = iter(answers)

    def ask(self, question: str) -> str:
        self.heard.append(question)
        for answer in self._answers:
            return answer
        raise EOFError

    def recovery(self) -> Recovery:
        colours = ("the red disk", "the green disk", "the yellow disk")
        return Recovery(NAMES, colours, self.ask, self.heard.append)


def standing(
    doubt: Step | None = None, latched: str | None = None, state: State = STEP.state, gripped: bool = False
) -> Standing:
    return Standing("2026-11-30T09:00:00.000Z", NAMES, "f", "m", state, doubt, gripped, latched)


def found(person: Person, what: Standing, read: Readings = BLIND) -> State:
    return person.recovery().state(what, read)


def test_what_is_certain_is_taken_without_a_question() -> None:
    nobody = Person()
    assert found(nobody, standing()) == STEP.state
    assert nobody.heard == []


def test_a_step_in_doubt_is_asked_for_by_the_name_of_its_disk() -> None:
    person = Person("C")
    assert found(person, standing(STEP)) == AFTER
    assert person.heard[0].startswith("Is the yellow disk in the gripper, on A, or on C?")


@pytest.mark.parametrize(("answer", "state"), [("A", STEP.state), (" a ", STEP.state), ("C", AFTER)])
def test_a_peg_is_an_answer(answer: str, state: State) -> None:
    assert found(Person(answer), standing(STEP)) == state


def test_a_held_disk_is_laid_down_by_a_person_before_anything_goes_on() -> None:
    person = Person("gripper", "no", "", "y")
    assert found(person, standing(STEP)) == AFTER
    assert (
        person.heard[1:]
        == ["Take the yellow disk out of the gripper and lay it on C. Does it lie there (y)?"] * 3
    )


def test_whoever_sees_something_else_says_where_every_disk_stands() -> None:
    assert found(Person("A:1 B:3,2"), standing(STEP)) == State((0, 1, 1), 3)


@pytest.mark.parametrize("nonsense", ["", "B", "maybe", "A:2,3 B:1", "A:3", "D:3,2,1", "\x1b[A"])
def test_an_answer_that_says_nothing_is_asked_again(nonsense: str) -> None:
    person = Person(nonsense, "C")
    assert found(person, standing(STEP)) == AFTER
    assert person.heard[0] == person.heard[-1]


def test_nobody_there_is_no_guess() -> None:
    with pytest.raises(
        PersonNeeded, match=r"yellow disk is in the gripper, on A, or on C is not known.*--from-state"
    ):
        found(Person(), standing(STEP))


def test_nobody_there_to_lay_a_held_disk_down_is_no_guess_either() -> None:
    with pytest.raises(PersonNeeded, match="--from-state"):
        found(Person("gripper"), standing(STEP))


def test_after_a_halt_a_person_says_that_the_way_is_clear() -> None:
    person = Person("", "y")
    assert found(person, standing(latched="Halted by a person.")) == STEP.state
    assert "Halted by a person." in person.heard[0]
    assert found(Person("B:3,2,1"), standing(latched="Halted.")) == State.tower(3, 1)
    with pytest.raises(PersonNeeded, match="Halted"):
        found(Person(), standing(latched="Halted."))


def test_after_a_halt_in_mid_move_a_person_is_asked_for_the_disk_and_for_the_way() -> None:
    person = Person("C", "y")
    assert found(person, standing(STEP, "Halted by a person.")) == AFTER
    assert "Is the way clear" in person.heard[-1]
    assert any("Halted by a person." in said for said in person.heard)
    with pytest.raises(PersonNeeded):
        found(Person("C"), standing(STEP, "Halted by a person."))


@pytest.mark.parametrize(("answer", "state"), [("A", STEP.state), ("a", AFTER)])
def test_pegs_that_differ_in_size_alone_are_told_apart(answer: str, state: State) -> None:
    person = Person(answer)
    recovery = Recovery(("A", "b", "a"), ("disk 1", "disk 2", "disk 3"), person.ask, person.heard.append)
    assert recovery.state(standing(STEP), BLIND) == state


@pytest.mark.parametrize(
    ("read", "place"),
    [
        (Readings(True, ()), Place.GRIPPER),
        (Readings(None, (True, True, False)), Place.SOURCE),
        (Readings(None, (False, True, True)), Place.TARGET),
        (Readings(None, (False, True, False)), Place.GRIPPER),
        (Readings(False, (None, None, True)), Place.TARGET),
    ],
)
def test_a_sensor_decides_where_it_can(read: Readings, place: Place) -> None:
    assert places(STEP, read) == (place,)


def test_what_a_sensor_decides_is_not_asked_but_said() -> None:
    nobody = Person()
    assert found(nobody, standing(STEP), Readings(False, (False, None, True))) == AFTER
    assert nobody.heard == ["The sensors say that the yellow disk is on C."]


@pytest.mark.parametrize(
    ("step", "gripped", "read", "state"),
    [
        (STEP, True, Readings(False, (False, None, None)), AFTER),
        (Step(1, Move(1, 0, 2), State.tower(3, 0)), True, Readings(False, (True, False, False)), None),
        (Step(3, Move(1, 1, 2), State((1, 0, 2), 3)), True, Readings(False, (True, False, True)), None),
    ],
)
def test_a_disk_that_was_on_its_way_and_is_felt_nowhere_may_have_fallen(
    step: Step, gripped: bool, read: Readings, state: State | None
) -> None:
    """It fits the sensors that it lies where they would read the same without it."""
    assert len(places(step, read)) == 1
    known = standing(step, gripped=gripped, state=step.state)
    with pytest.raises(PersonNeeded, match="--from-state"):
        found(Person(), known, read)
    person = Person("A:2 B:1 C:3")
    assert found(person, known, read) == State((1, 0, 2), 3)
    assert "may have fallen" in person.heard[1]
    if state is not None:
        assert found(Person("y"), known, read) == state


def test_a_disk_that_was_never_taken_is_where_it_was() -> None:
    """Other disks stand under it, and the sensor of the peg cannot tell it from them."""
    nobody, first = Person(), Step(1, Move(1, 0, 2), State.tower(3, 0))
    assert (
        found(nobody, standing(first, state=first.state), Readings(False, (True, False, False)))
        == first.state
    )
    assert nobody.heard == ["The sensors say that the red disk is on A."]


def test_a_disk_that_a_sensor_feels_in_the_gripper_is_still_taken_out_by_a_person() -> None:
    person = Person("y")
    assert found(person, standing(STEP), Readings(True, ())) == AFTER
    assert "Take the yellow disk out of the gripper" in person.heard[-1]


def test_after_a_halt_what_a_sensor_decides_still_wants_a_person() -> None:
    with pytest.raises(PersonNeeded):
        found(Person(), standing(STEP, latched="Halted."), Readings(False, (False, None, None)))
    assert found(Person("y"), standing(STEP, "Halted."), Readings(False, (False, None, None))) == AFTER


def test_sensors_that_fit_no_place_are_put_before_a_person() -> None:
    person = Person("A:3 B:2,1")
    assert found(person, standing(STEP), Readings(None, (True, True, True))) == STEP.state
    assert "no place fits the sensors" in person.heard[0]


@pytest.mark.parametrize(
    ("read", "word"),
    [
        (Readings(True, ()), "holds a disk"),
        (Readings(None, (False, None, None)), "peg A says empty, and disk 3 should stand there"),
        (Readings(None, (None, None, True)), "peg C says occupied, and none should"),
    ],
)
def test_hands_that_have_moved_disks_are_noticed_where_all_was_certain(read: Readings, word: str) -> None:
    assert word in (contradiction(STEP.state, read, NAMES) or "")
    person = Person("A:3,2,1")
    assert found(person, standing(), read) == State.tower(3, 0)
    with pytest.raises(PersonNeeded, match="does not agree"):
        found(Person(), standing(), read)


@st.composite
def steps(draw: st.DrawFn) -> Step:
    state = State(tuple(draw(st.lists(st.integers(0, 2), min_size=1, max_size=5))), 3)
    moves = [
        Move(stack[-1], source, target)
        for (source, stack), (target, other) in product(enumerate(state.stacks), enumerate(state.stacks))
        if source != target and stack and (not other or other[-1] > stack[-1])
    ]
    return Step(1, draw(st.sampled_from(moves)), state)


@given(steps(), st.sampled_from(Place), st.lists(st.booleans(), min_size=4, max_size=4))
def test_true_sensors_never_rule_out_where_the_disk_is(step: Step, truth: Place, wired: list[bool]) -> None:
    """Read off from a table of the disks made by hand, with some of the sensors missing."""
    on = {disk: step.state.peg_of[disk - 1] for disk in range(1, step.state.disks + 1)}
    if truth is Place.TARGET:
        on[step.move.disk] = step.move.target
    if truth is Place.GRIPPER:
        del on[step.move.disk]
    pegs = tuple((peg in on.values()) if seen else None for peg, seen in enumerate(wired[:3]))
    read = Readings((truth is Place.GRIPPER) if wired[3] else None, pegs)
    assert truth in places(step, read)

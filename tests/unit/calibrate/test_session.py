"""A calibration at an emulated arm: what is typed, what moves, what is said, what is saved."""

from dataclasses import replace

import pytest
from desk import PLACES, Desk, placed_board

from controller.calibrate import Left
from controller.calibrate.calibration import Refused
from controller.errors import DeviceFault, DeviceReset, PersonNeeded, StoppedByPerson
from controller.gcode.homing import Placed
from controller.gcode.marlin import MARLIN
from controller.model import Point
from controller.testing import in_another_thread


def test_nothing_is_opened_and_nothing_moves_before_a_person_says_home() -> None:
    desk = Desk("x+ 10", "teach A", "grip", "touch").run()
    assert desk.events == []
    assert all(desk.said(words) for words in ("home it first",))
    assert desk.session.calibration.points == {}


def test_jogs_are_single_ways_each_awaited_and_verified() -> None:
    desk = Desk("home", "x+ 40", "z- 100", "step 1", "y-").run()
    assert desk.sent() == ["G28", "G1 X120 Y0 Z180 F3000", "G1 X120 Y0 Z80 F1200", "G1 X120 Y-1 Z80 F3000"]
    assert desk.arm.at == desk.session.calibration.at == Point(120.0, -1.0, 80.0)
    assert desk.screen.said[-1] == "The tip is at x 120, y -1, z 80."


def test_what_is_taught_is_where_the_tip_was_sent_and_is_saved_once() -> None:
    desk = Desk("home", "x+ 40.125", "teach B", "save", "save", "quit").run()
    assert desk.saved == [{"B": Point(120.125, 0.0, 180.0)}]
    assert desk.screen.said[-2:] == ["my-arm.yaml is written.", "The file says all that has been taught."]


def test_a_way_outside_is_refused_and_nothing_is_sent() -> None:
    desk = Desk("home", "z+ 1", "x- 5").run()
    assert desk.sent() == ["G28"]
    assert desk.said("z 181 is beyond 180")
    assert desk.said("distance from the base 75 is below 80")


def test_keys_held_while_the_arm_moves_do_not_move_it_on() -> None:
    """A key repeats thirty times a second; what it said during the way is dropped at its end."""
    desk = Desk("h", "right", keys=True)

    to = desk.arm.to

    def held_to(goal: Point, speed: float) -> None:
        desk.person.held += ["right"] * 40
        to(goal, speed)

    desk.arm.to = held_to
    desk.run()
    assert len(desk.person.forgotten) == 40
    assert desk.arm.at == Point(90.0, 0.0, 180.0)


def test_keys_pressed_in_the_midst_of_homing_are_dropped_too() -> None:
    desk = Desk("h", keys=True)
    desk.clock.due = 0.5
    desk.clock.interruption = lambda: desk.person.held.append("right")
    desk.run()
    assert desk.person.forgotten == ["right"]
    assert desk.sent() == ["G28"]


def test_escape_stops_the_way_and_only_homing_lets_the_arm_move_again() -> None:
    desk = Desk("home", "x+ 100", "x+ 1", "home", "x+ 2", "quit")
    desk.person.typed.insert(1, lambda: setattr(desk.clock, "due", desk.clock.now() + 0.7))
    desk.person.typed.insert(2, lambda: setattr(desk.clock, "interruption", desk.arm.halt))
    desk.run()
    sent = desk.sent()
    assert sent[:2] == ["G28", "G1 X180 Y0 Z180 F3000"]
    assert set(sent[2:-2]) == {"M410"}
    assert sent[-2:] == ["G28", "G1 X82 Y0 Z180 F3000"]
    assert desk.said("Halted by a person; home the arm on the arm's port again")
    assert desk.said("home it first")


def test_escape_at_rest_is_a_halt_as_well_and_loses_nothing_that_was_taught() -> None:
    desk = Desk("home", "teach A", lambda: in_another_thread(desk.arm.halt), lambda: None, "x+ 1", "save")
    desk.run()
    assert desk.sent() == ["G28", "M410"]
    assert desk.session.calibration.at is None
    assert desk.saved == [{"A": Point(80.0, 0.0, 180.0)}]


def test_a_board_that_starts_anew_is_noticed_while_a_person_thinks() -> None:
    desk = Desk("home", lambda: desk.board.reset(desk.clock.now()), lambda: None, "x+ 1")
    desk.run()
    assert desk.sent() == ["G28", "M410", "M410", "M410"]
    assert desk.session.calibration.at is None


def test_a_script_ends_at_the_first_order_that_cannot_be_obeyed() -> None:
    desk = Desk("home", "z+ 1", "teach A", "save", strict=True)
    with pytest.raises(Refused, match="beyond 180"):
        desk.run()
    assert desk.saved == []


def test_a_script_ends_with_the_fault() -> None:
    desk = Desk("home", lambda: desk.board.reset(desk.clock.now()), lambda: None, "x+ 1", strict=True)
    with pytest.raises(DeviceReset):
        desk.run()


def test_leaving_with_something_unsaved_asks_first() -> None:
    desk = Desk("home", "teach A", "quit", "", "x+ 1", "quit", "yes")
    with pytest.raises(Left, match="Left without saving: what A has been taught is not in the file"):
        desk.run()
    assert desk.said("Not saved: A. Leave all the same?")
    assert desk.said("Not left.")
    assert desk.sent() == ["G28", "G1 X81 Y0 Z180 F3000"]


def test_orders_that_end_without_a_save_are_told() -> None:
    with pytest.raises(Left, match="Nobody can type any more: what A, park has been taught is not"):
        Desk("home", "teach A", "teach park").run()


def test_a_signal_halts_and_leaves_even_where_a_person_sits() -> None:
    desk = Desk("home", "teach A", lambda: desk.session.end(), "x+ 1")
    with pytest.raises(StoppedByPerson):
        desk.run()
    assert desk.sent() == ["G28"]


def test_a_signal_in_the_midst_of_a_way_leaves_too() -> None:
    desk = Desk("home", "x+ 100", "x+ 1")
    desk.person.typed.insert(1, lambda: setattr(desk.clock, "due", desk.clock.now() + 0.7))
    desk.person.typed.insert(2, lambda: setattr(desk.clock, "interruption", desk.session.end))
    with pytest.raises(StoppedByPerson):
        desk.run()
    assert "G1 X81 Y0 Z180 F3000" not in desk.sent()


def test_going_back_teaches_the_station_before_anew() -> None:
    desk = Desk("home", "teach", "x+ 1", "back", "teach", "save").run()
    assert desk.saved == [{"A": Point(81.0, 0.0, 180.0)}]


def test_what_means_nothing_does_nothing() -> None:
    desk = Desk("h", "?", "y", "h", "right", keys=True).run()
    assert desk.sent() == ["G28", "G28", "G1 X90 Y0 Z180 F3000"]
    assert Desk("# a note", "yes", "", "next").run().events == []


def test_homing_again_holds_on_to_the_port_unless_something_is_in_doubt() -> None:
    desk = Desk(
        "home", "x+ 1", "home", "x+ 2", lambda: in_another_thread(desk.arm.halt), lambda: None, "home"
    )
    desk.run()
    assert desk.sent() == ["G28", "G1 X81 Y0 Z180 F3000", "G28", "G1 X82 Y0 Z180 F3000", "M410", "G28"]
    opened = [sentence for sentence in desk.screen.said if sentence.startswith("Opening the arm's port")]
    assert len(opened) == 2


def test_teaching_is_not_going_on_with_the_dry_touch() -> None:
    assert Desk("home", "touch", "teach", known=PLACES).run().sent() == ["G28"]
    assert len(Desk("h", "t", "enter", known=PLACES, keys=True).run().sent()) > 1


def test_the_gripper_moves_only_when_asked() -> None:
    desk = Desk("home", "x+ 40", "teach A", "grip", "release").run_unsaved()
    assert desk.sent()[2:] == ["M106 S255", "M107"]
    assert desk.said("The gripper has closed.")
    assert desk.said("The gripper has opened.")


@pytest.mark.parametrize("answer", ["", "yes", "next"])
def test_a_pose_arm_is_placed_first_and_goes_up_first(answer: str) -> None:
    at = Point(120.0, 0.0, 60.0)
    desk = Desk("home", answer, "x+ 10", homing=Placed(at), board=placed_board(at)).run()
    assert desk.said("Place the arm by hand with its tip at x 120.0, y 0.0, z 60.0")
    assert desk.sent() == ["G92 X120 Y0 Z60", "G1 X120 Y0 Z70 F1200", "G1 X130 Y0 Z70 F3000"]
    assert desk.said("The tip is at x 120, y 0, z 70.")


@pytest.mark.parametrize(("z", "ways"), [(176.0, ["G1 X120 Y0 Z180 F1200"]), (180.0, [])])
def test_a_pose_arm_goes_no_higher_than_there_is_room(z: float, ways: list[str]) -> None:
    at = Point(120.0, 0.0, z)
    desk = Desk("home", "yes", homing=Placed(at), board=placed_board(at)).run()
    assert desk.sent()[1:] == ways


def test_a_pose_arm_is_said_to_be_placed_with_enter() -> None:
    at = Point(120.0, 0.0, 60.0)
    desk = Desk("h", "enter", "right", keys=True, homing=Placed(at), board=placed_board(at)).run()
    assert desk.sent() == ["G92 X120 Y0 Z60", "G1 X120 Y0 Z70 F1200", "G1 X130 Y0 Z70 F3000"]
    assert desk.session.calibration.points == {}, "that Enter teaches nothing"


def test_a_pose_arm_that_nobody_has_placed_does_not_move() -> None:
    at = Point(120.0, 0.0, 60.0)
    desk = Desk("home", "back", "z+ 10", homing=Placed(at), board=placed_board(at)).run()
    assert desk.sent() == []
    assert desk.said("nobody has said that the arm is placed")


def test_enter_after_a_dry_touch_that_was_refused_teaches_nothing() -> None:
    places = {**PLACES, "B": Point(100.0, 0.0, 0.0)}  # no table
    desk = Desk("h", "right", "t", "enter", "q", keys=True, known=places).run()
    assert desk.said("These places cannot be a table")
    assert desk.said("Nothing is taught: no dry touch is on. Enter again teaches.")
    assert desk.session.calibration.points == places


def test_enter_teaches_again_once_the_refusal_is_read() -> None:
    desk = Desk("h", "right", "t", "enter", "enter", keys=True).run_unsaved()
    assert desk.session.calibration.points == {"A": Point(90.0, 0.0, 180.0)}


@pytest.mark.parametrize(
    ("jogs", "words"),
    [
        (("x+ 60", "z+ 20"), "B would stand 20 mm higher than A"),
        (("x+ 60", "z- 20"), "B would stand 20 mm lower than A"),
        (("x+ 0.9",), "B would stand where A stands"),
    ],
)
def test_a_place_that_is_odd_is_objected_to_as_it_is_taught(jogs: tuple[str, ...], words: str) -> None:
    before = ("home", "x+ 20", "z- 100", "teach A", *jogs, "teach B")
    desk = Desk(*before, "no such thing", "z+ 1").run_unsaved()
    assert desk.said(f"{words}. Teach it all the same? y (yes)?")
    assert "B" not in desk.session.calibration.points
    assert Desk(*before, "z+ 1").run_unsaved().said("Not taught.")
    assert "B" in Desk(*before, "yes").run_unsaved().session.calibration.points


def test_a_script_is_told_of_a_place_that_is_odd_and_goes_on() -> None:
    desk = Desk("home", "x+ 20", "teach A", "x+ 60", "z- 20", "teach B", "save", strict=True).run()
    assert desk.said("B would stand 20 mm lower than A: is that right?")
    assert set(desk.saved[0]) == {"A", "B"}


@pytest.mark.parametrize("jogs", [("x+ 60", "z- 5"), ("y+ 60", "z- 6"), ("x+ 60",)])
def test_a_board_may_be_tilted(jogs: tuple[str, ...]) -> None:
    desk = Desk("home", "x+ 20", "teach A", *jogs, "teach B", strict=True).run_unsaved()
    assert set(desk.session.calibration.points) == {"A", "B"}
    assert not desk.said("is that right?")


def test_what_is_no_place_on_the_board_may_be_anywhere() -> None:
    desk = Desk("home", "x+ 20", "z- 100", "teach A", "z+ 90", "teach park", strict=True).run_unsaved()
    assert set(desk.session.calibration.points) == {"A", "park"}
    assert not desk.said("is that right?")


def test_the_dry_touch_visits_every_height_of_every_peg_in_turn() -> None:
    count = 3 * 3
    desk = Desk("home", "touch", *[""] * count, "", "x+ 1", known=PLACES).run()
    touched = [sentence for sentence in desk.screen.said if "the top of" in sentence]
    heights = [12, 22, 30]  # the largest disk alone, the next on it, the whole tower
    expected = [
        f"{name}: x {place.x:g}, y {place.y:g}, z {height} is the top of {number} disk{'s' * (number > 1)}"
        for name, place in list(PLACES.items())[:3]
        for number, height in enumerate(heights, 1)
    ]
    assert [sentence.split(";")[0] for sentence in touched] == expected
    assert desk.said("The dry touch is done.")
    assert desk.arm.at == Point(121.0, -110.0, 35.0), "it has gone up by the clearance, and jogs again"


def test_the_dry_touch_comes_down_by_the_clearance_and_passes_over_whole_towers() -> None:
    desk = Desk("home", "touch", "", "", "", "", known=PLACES).run()
    ways = [line for line in desk.sent() if line.startswith("G1")]
    down = [line for line in ways if line.endswith("F1200")]
    assert "G1 X120 Y110 Z12 F1200" in down
    assert down[down.index("G1 X120 Y110 Z12 F1200") - 1] == "G1 X120 Y110 Z17 F1200"
    to_the_next_peg = ways[ways.index("G1 X120 Y110 Z30 F1200") + 1 :]
    assert to_the_next_peg == [
        "G1 X120 Y110 Z35 F1200",
        "G1 X180 Y0 Z35 F3000",
        "G1 X180 Y0 Z17 F1200",
        "G1 X180 Y0 Z12 F1200",
    ]


@pytest.mark.parametrize("leave", ["touch", "skip", "back"])
def test_the_dry_touch_can_be_left(leave: str) -> None:
    desk = Desk("home", "touch", "", leave, "teach B", known=PLACES)
    desk.run_unsaved()
    assert desk.arm.at == Point(120.0, 110.0, 17.0)
    assert desk.said("The dry touch is left.")


def test_in_the_dry_touch_nothing_else_moves_or_teaches() -> None:
    desk = Desk("home", "touch", "x+ 1", "teach A", "grip", "touch", known=PLACES).run()
    assert desk.sent() == ["G28"]
    assert sum("The dry touch goes on" in sentence for sentence in desk.screen.said) == 3


def test_the_dry_touch_needs_every_place() -> None:
    known = {name: place for name, place in PLACES.items() if name != "C"}
    assert Desk("home", "touch", known=known).run().said("teach C first")


def test_the_dry_touch_is_refused_where_the_places_cannot_be_a_table() -> None:
    desk = Desk("home", "touch", "", known={**PLACES, "B": Point(149.0, 0.0, 0.0)}).run()
    assert desk.said("These places cannot be a table: peg B is too near.")
    assert desk.sent() == ["G28"]


def test_a_halt_ends_the_dry_touch() -> None:
    desk = Desk("home", "touch", "", lambda: in_another_thread(desk.arm.halt), lambda: None, "", known=PLACES)
    desk.run()
    assert desk.session.calibration.at is None
    assert desk.screen.keys[0].startswith("left right")


def test_a_firmware_that_is_not_there_is_told_and_home_may_be_tried_again() -> None:
    desk = Desk("home", "home", "teach A", "save")
    desk.board.connect = lambda now: (_ for _ in ()).throw(DeviceFault("gone."))
    desk.person.typed.insert(1, lambda: delattr(desk.board, "connect"))
    desk.run()
    assert desk.said("gone.")
    assert desk.saved == [{"A": Point(80.0, 0.0, 180.0)}]


def test_the_sheet_shows_what_is_taught_what_comes_next_and_where_the_tip_is() -> None:
    desk = Desk("home", "x+ 40", "teach", known={"B": Point(180.0, 0.0, 180.0)})
    desk.run_unsaved()
    assert desk.screen.rows[:9] == [
        "Calibration of my-arm.yaml",
        "",
        "  A     x 120, y 0, z 180  (not saved)",
        "> B     x 180, y 0, z 180",
        "  C     not taught: where it belongs",
        "  park  not taught: where it belongs",
        "",
        "  tip  x 120, y 0, z 180    step 10 mm",
        "",
    ]


def test_of_many_pegs_the_sheet_shows_those_around_the_next_one() -> None:
    names = [f"P{number}" for number in range(26)]
    desk = Desk("home", "teach P12", names=names)
    desk.run_unsaved()
    shown = [row.split()[0] for row in desk.screen.rows if "not taught" in row and row[0] == " "]
    assert len(desk.screen.rows) < 20
    assert {"P10", "P11", "P14", "P15"} <= set(shown)


def test_a_firmware_that_never_says_where_it_stands_cannot_be_jogged() -> None:
    desk = Desk("home", "x+ 1", firmware=replace(MARLIN, where=None), strict=True)
    with pytest.raises(PersonNeeded, match="never says where the arm stands"):
        desk.run()

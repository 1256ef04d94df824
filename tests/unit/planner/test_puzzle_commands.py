"""The commands plan, solve and explain, as typed."""

import argparse
import csv
import io
import json
from itertools import islice

import pytest

from controller.cli import puzzle
from controller.errors import InvalidPlan, UsageError
from controller.model import Move, State
from controller.planner import solve, solve_between


def hanoi(*arguments: str) -> int:
    parser = argparse.ArgumentParser(prog="hanoi")
    puzzle.add_commands(parser.add_subparsers(required=True))
    parsed = parser.parse_args(arguments)
    code: int = parsed.run(parsed)
    return code


def test_plan_prints_a_table_that_says_how_many_moves_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert hanoi("plan", "--disks", "2") == 0
    assert capsys.readouterr().out.splitlines() == [
        "2 disks on 3 pegs, A to C: 3 moves; no way is shorter.",
        "        move  disk  from  to",
        "           1     1  A     B",
        "           2     2  A     C",
        "           3     1  B     C",
    ]


def test_plan_as_csv_has_a_header_and_counts_moves_from_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert hanoi("plan", "--disks", "4", "--pegs", "4", "--from", "B", "--to", "D", "--format", "csv") == 0
    printed = capsys.readouterr()
    rows = list(csv.DictReader(io.StringIO(printed.out)))
    assert printed.out.startswith("move,disk,from,to\n")
    assert printed.err == ""
    assert [int(row["move"]) for row in rows] == list(range(1, 10))
    moves = [Move(int(row["disk"]), "ABCD".index(row["from"]), "ABCD".index(row["to"])) for row in rows]
    assert moves == list(solve(4, 4, 1, 3))


def test_plan_as_json_is_a_list_of_moves(capsys: pytest.CaptureFixture[str]) -> None:
    assert hanoi("plan", "--disks", "2", "--format", "json") == 0
    assert json.loads(capsys.readouterr().out) == [
        {"move": 1, "disk": 1, "from": "A", "to": "B"},
        {"move": 2, "disk": 2, "from": "A", "to": "C"},
        {"move": 3, "disk": 1, "from": "B", "to": "C"},
    ]


def test_a_plan_without_moves_is_an_empty_list_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert hanoi("plan", "--disks", "0", "--format", "json") == 0
    assert json.loads(capsys.readouterr().out) == []


def test_plan_shows_any_part_of_a_plan_of_64_disks(capsys: pytest.CaptureFixture[str]) -> None:
    middle = str(2**63)
    assert hanoi("plan", "--disks", "64", "--start", middle, "--count", "2", "--format", "csv") == 0
    expected = [f"{2**63},64,A,C", f"{2**63 + 1},1,{'ABC'[solve(64)[2**63].source]},"]
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == expected[0]
    assert lines[2].startswith(expected[1])
    assert len(lines) == 3


def test_plan_without_count_goes_on_to_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert hanoi("plan", "--disks", "5", "--start", "30", "--format", "csv") == 0
    assert [line.split(",")[0] for line in capsys.readouterr().out.splitlines()[1:]] == ["30", "31"]


def test_a_single_disk_makes_a_single_move(capsys: pytest.CaptureFixture[str]) -> None:
    assert hanoi("plan", "--disks", "1", "--count", "0") == 0
    assert capsys.readouterr().out.startswith("1 disk on 3 pegs, A to C: 1 move; no way is shorter.\n")


def test_a_huge_plan_is_never_held(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 2^64 - 1 moves only those are made that a reader takes."""
    taken: list[str] = []

    class Reader(io.StringIO):
        def writelines(self, lines: object) -> None:
            taken.extend(islice(lines, 4))

    monkeypatch.setattr("sys.stdout", Reader())
    assert hanoi("plan", "--disks", "64", "--format", "csv") == 0
    assert taken[1:] == ["1,1,A,B\n", "2,2,A,C\n", "3,1,B,C\n"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--disks", "3", "--start", "0"], "--start must name one of the 7 moves"),
        (["--disks", "3", "--start", "8"], "--start must name one of the 7 moves"),
        (["--disks", "0", "--start", "1"], "--start must name one of the 0 moves"),
        (["--disks", "3", "--count", "-1"], "--count must be 0 or more, not -1"),
        (["--disks", "3", "--from", "C"], "--from and --to are both C"),
        (["--disks", "3", "--from", "B", "--to", "B"], "--from and --to are both B"),
        (["--disks", "3", "--to", "D"], "There is no peg 'D'; the pegs are A, B, C"),
        (["--disks", "3", "--from", "x"], "There is no peg 'x'"),
        (["--disks", "-3"], "number of disks must be 0 or more, not -3"),
        (["--disks", "3", "--pegs", "2"], "number of pegs must be 3 or more, not 2"),
    ],
)
def test_a_plan_that_cannot_be_is_wrong_usage(arguments: list[str], complaint: str) -> None:
    with pytest.raises(InvalidPlan, match=complaint) as refused:
        hanoi("plan", *arguments)
    assert refused.value.exit_code == 2


@pytest.mark.parametrize("number", ["three", "3.0", "", "+-3", "٣", "9" * 5000])
def test_what_is_no_number_is_wrong_usage(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        hanoi("plan", "--disks", number)
    assert left.value.code == 2
    assert "is not a whole number that can be read here" in capsys.readouterr().err


def test_solve_prints_the_fewest_moves_and_what_is_claimed_of_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert hanoi("solve", "--from-state", "A:2 B:1", "--to-state", "A:2 C:1") == 0
    assert capsys.readouterr().out.splitlines() == [
        "1 move; no way is shorter.",
        "        move  disk  from  to",
        "           1     1  B     C",
    ]


def test_solve_as_csv_keeps_its_claim_out_of_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    states = ["--from-state", "A:6,3 B:5,4 C:2,1", "--to-state", "B:6,5,4,3,2,1"]
    assert hanoi("solve", *states, "--format", "csv") == 0
    printed = capsys.readouterr()
    rows = list(csv.DictReader(io.StringIO(printed.out)))
    plan = solve_between(State((2, 2, 0, 1, 1, 0), 3), State.tower(6, 1))
    assert printed.err == f"{plan.length} moves; no way is shorter.\n"
    assert [int(row["disk"]) for row in rows] == [move.disk for move in plan]


def test_solve_takes_as_many_pegs_as_are_named_or_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    for more, moves in ([], "31"), (["--pegs", "4"], "13"):
        hanoi("solve", "--from-state", "A:5,4,3,2,1", "--to-state", "B:5,4,3,2,1", *more)
        assert capsys.readouterr().out.startswith(f"{moves} moves;")
    hanoi("solve", "--from-state", "A:5,4,3,2,1", "--to-state", "E:5,4,3,2,1")
    assert capsys.readouterr().out.startswith("11 moves;")


@pytest.mark.parametrize(
    ("start", "goal", "complaint"),
    [
        ("A:2,1", "A:1", "has 2 disks, and disk 2 is not named"),
        ("A:1,2", "A:2,1", "cannot stand on the smaller disk"),
        ("A:2,1", "x:2,1", "There is no peg 'x'"),
    ],
)
def test_states_that_cannot_be_are_wrong_usage(start: str, goal: str, complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        hanoi("solve", "--from-state", start, "--to-state", goal)


def test_explain_reads_a_move_between_any_two_pegs(capsys: pytest.CaptureFixture[str]) -> None:
    assert hanoi("explain", "5", "--disks", "3", "--from", "C", "--to", "B") == 0
    assert capsys.readouterr().out.startswith("Move 5 of 7\ndisk 1 goes from A to C\n")


@pytest.mark.parametrize(("more", "columns"), [([], 5), (["--disks", "64"], 1)])
def test_explain_compares_the_methods(
    more: list[str], columns: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert hanoi("explain", "--compare", *more) == 0
    printed = capsys.readouterr().out
    assert printed.count(" disks  ") + printed.count(" disks\n") == columns
    assert "Frame-Stewart" in printed


@pytest.mark.parametrize("arguments", [[], ["5"], ["--disks", "5"]])
def test_explain_wants_a_move_and_disks_or_a_comparison(arguments: list[str]) -> None:
    with pytest.raises(UsageError, match="which move of how many disks"):
        hanoi("explain", *arguments)

"""How fast plans are, measured against a plain recursive generator in the same process."""

import tracemalloc
from collections import deque
from collections.abc import Callable, Iterator
from time import perf_counter

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from controller.model import Move, State
from controller.planner import Plan, last_moved, peg_after, solve, solve_between, times_moved
from controller.planner.three_pegs import tower_moves

DISKS = 20


def plain(disks: int, source: int, spare: int, target: int) -> Iterator[tuple[int, int, int]]:
    """The textbook's recursion as a generator."""
    if disks:
        yield from plain(disks - 1, source, target, spare)
        yield disks, source, target
        yield from plain(disks - 1, spare, source, target)


def drain(moves: Iterator[object]) -> None:
    deque(moves, maxlen=0)


def seconds(work: Callable[[], object], rounds: int) -> float:
    """The best of some rounds."""

    def once() -> float:
        begun = perf_counter()
        work()
        return perf_counter() - begun

    return min(once() for _ in range(rounds))


@pytest.fixture(scope="module")
def plain_seconds() -> float:
    return seconds(lambda: drain(plain(DISKS, 0, 1, 2)), 3)


def cold_plan(disks: int) -> Plan:
    """A plan made when no block is ready yet."""
    tower_moves.cache_clear()
    return solve(disks)


def test_bulk_iteration_is_a_hundred_times_as_fast_as_plain_recursion(
    benchmark: BenchmarkFixture, plain_seconds: float
) -> None:
    benchmark.pedantic(lambda: drain(iter(cold_plan(DISKS))), rounds=9, warmup_rounds=1)
    ratio = plain_seconds / benchmark.stats.stats.min
    benchmark.extra_info["times as fast"] = round(ratio)
    assert ratio >= 100


def test_a_slice_without_gaps_is_iterated_as_fast(benchmark: BenchmarkFixture, plain_seconds: float) -> None:
    benchmark.pedantic(lambda: drain(iter(solve(DISKS + 2)[2**DISKS : 2 ** (DISKS + 1)])), rounds=9)
    assert plain_seconds / benchmark.stats.stats.min >= 50


def test_the_first_of_2_to_the_64_moves_comes_within_a_millisecond(benchmark: BenchmarkFixture) -> None:
    first = benchmark.pedantic(lambda: next(iter(cold_plan(64))), rounds=20)
    assert first == Move(1, 0, 1)
    assert benchmark.stats.stats.min < 1e-3


def test_any_move_of_64_disks_is_found_within_ten_microseconds(benchmark: BenchmarkFixture) -> None:
    plan = solve(64)
    assert benchmark(plan.__getitem__, 2**63 - 1) == Move(64, 0, 2)
    assert benchmark.stats.stats.min < 1e-5


def test_iterating_a_plan_of_64_disks_takes_less_than_a_megabyte(benchmark: BenchmarkFixture) -> None:
    def peak() -> int:
        tracemalloc.start()
        moves = iter(cold_plan(64))
        for _ in range(200_000):
            next(moves)
        size = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return size

    assert benchmark.pedantic(peak, rounds=1) < 1_000_000


@pytest.mark.parametrize(
    "closed_form",
    [
        lambda: times_moved(500, 2**999 + 12345),
        lambda: last_moved(500, 2**999 + 12345),
        lambda: peg_after(500, 2**999 + 12345, 1000),
        lambda: solve(1000).state_at(2**999 + 12345),
        lambda: solve(1000).index_of(State((0, 2) * 500, 3)),
    ],
    ids=["times moved", "last moved", "peg", "state", "index"],
)
def test_closed_forms_of_a_thousand_disks_take_a_millisecond_or_two(
    benchmark: BenchmarkFixture, closed_form: Callable[[], object]
) -> None:
    benchmark(closed_form)
    assert benchmark.stats.stats.min < 2e-3


def test_the_first_move_of_a_thousand_disks_on_four_pegs_comes_within_ten_milliseconds(
    benchmark: BenchmarkFixture,
) -> None:
    benchmark.pedantic(lambda: next(iter(solve(1000, 4))), rounds=9)
    assert benchmark.stats.stats.min < 1e-2


def test_any_way_of_64_disks_begins_within_five_milliseconds(benchmark: BenchmarkFixture) -> None:
    start, goal = State((0, 1, 2, 1) * 16, 3), State((2, 2, 1, 0) * 16, 3)
    benchmark.pedantic(lambda: next(iter(solve_between(start, goal))), rounds=9)
    assert benchmark.stats.stats.min < 5e-3

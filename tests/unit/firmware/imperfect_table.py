"""A table of three pegs 100 mm apart, and a gripper that is told what a right program would tell it."""

from collections.abc import Sequence

from firmware_proto.bench import Bench

PEGS = {"A": (0.0, 0.0, 0.0), "B": (100.0, 0.0, 0.0), "C": (200.0, 0.0, 0.0)}
THICKNESS = (10.0, 10.0, 10.0)
DIAMETERS = (30.0, 40.0, 50.0)
TOWER = {"A": (3, 2, 1)}
HIGH = 90.0


class Dice:
    """Numbers known beforehand: of `gauss` these errors in turn, of `random` always the same number."""

    def __init__(self, *errors: float, number: float = 0.5) -> None:
        self._errors, self._number = list(errors), number

    def random(self) -> float:
        return self._number

    def gauss(self, mu: float, sigma: float) -> float:
        return mu + sigma * self._errors.pop(0)


class Player:
    """Carries disks on a bench as a program does that takes all to be perfect; a straight way takes 1 s."""

    limp = False
    """Whether its motors go off at each stop."""

    def __init__(self, bench: Bench, heights: dict[str, int], depth: float, press: float) -> None:
        self.bench, self._depth = bench, depth
        self._heights, self._press = heights, press
        self._at, self.now = (0.0, 0.0, HIGH), 0.0

    def go(self, *places: tuple[float, float, float]) -> None:
        for place in places:
            self.bench.move(self._at, place, self.now, self.now + 1)
            self._at, self.now = place, self.now + 1

    def down_to(self, peg: str, disks: int) -> None:
        x, y, _ = PEGS[peg]
        self.go((*self._at[:2], HIGH), (x, y, HIGH), (x, y, 10.0 * disks - self._depth - self._press))
        self.stop()

    def stop(self) -> None:
        if self.limp:
            self.bench.go_limp()

    def pick(self, peg: str) -> None:
        self.down_to(peg, self._heights[peg])
        self.bench.grip(self._at, self.now)
        self._heights[peg] -= 1

    def place(self, peg: str) -> None:
        self._heights[peg] += 1
        self.down_to(peg, self._heights[peg])
        self.bench.release(self._at, self.now)

    def carry(self, source: str, target: str) -> None:
        self.pick(source)
        self.place(target)
        self.go((*self._at[:2], HIGH))

    def carries(self, pairs: Sequence[tuple[str, str]]) -> None:
        for source, target in pairs:
            self.carry(source, target)


def player(
    *,
    stacks: dict[str, tuple[int, ...]] | None = None,
    depth: float = 0.0,
    press: float = 0.0,
    **options: object,
) -> Player:
    standing = TOWER if stacks is None else stacks
    made = Bench(PEGS, THICKNESS, DIAMETERS, standing, grip_depth=depth, **options)
    return Player(made, {peg: len(standing.get(peg, ())) for peg in PEGS}, depth, press)

"""Counting the legs of a plan without walking it.

A plan is made of tower transfers, and a transfer of three smaller ones: out of the way, across, back on top.
Two transfers of the same disks between the same pegs are made of the same kinds of legs if all other disks
look alike to them. What they see of the others is their context: on each peg the height of the disks from
some size up, for every size that a leg to come can tell apart. So transfers are counted by context, the
large ones first, and each hands its count down to its parts. With n equal disks on three pegs that makes
about n^3 / 2 contexts instead of 2^n moves.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from itertools import accumulate, pairwise
from operator import add, itemgetter, mul

from controller.model import State
from controller.motion.legs import BARE, Leg, LegTimes
from controller.motion.transfers import Context, Queue, Transfer, parts

MOST_HEIGHTS = 2_000_000  # in all contexts together: a second or two of work

Probe = tuple[int, int]


class TooManyKinds(Exception):
    """So many disks are unlike each other that counting would take too long."""


def count_legs(times: LegTimes, start: State, transfers: Iterable[Transfer]) -> Counter[Leg]:
    """How often each kind of leg comes in the plan of these transfers, those from and to the park left out.

    Raises TooManyKinds.
    """
    census = _Census(times, start.disks)
    census.count(start, [transfer for transfer in transfers if transfer.disks])
    return census.legs


class _Census:
    def __init__(self, times: LegTimes, disks: int) -> None:
        self.legs: Counter[Leg] = Counter()
        self._times = times
        self._queue = Queue()
        self._sums = (0, *accumulate(times.grains))
        kinds = {BARE, *map(times.alike, range(1, disks + 1))}
        self._probes = sorted(set().union(*map(times.probes, kinds)))
        self._room = MOST_HEIGHTS
        self._block = cache(self._find_block)
        self._mask = cache(self._find_mask)
        self._look = cache(self._find_look)

    def count(self, start: State, transfers: list[Transfer]) -> None:
        """Count the legs of `transfers`, one after the other from `start`, and of the links between them."""
        peg_of = list(start.peg_of)
        for transfer, following in pairwise((*transfers, None)):
            assert transfer is not None
            moved = slice(transfer.first - 1, transfer.first - 1 + transfer.disks)
            others = [*peg_of]
            others[moved] = [-1] * transfer.disks
            self._queue_up(transfer, self._heights(others), 1)
            peg_of[moved] = [transfer.target] * transfer.disks
            if following:
                self._count_leg(transfer.target, following.source, BARE, self._heights(peg_of), 1)
        for transfer, contexts in self._queue:
            self._take_apart(transfer, contexts)

    def _take_apart(self, transfer: Transfer, contexts: Counter[Context]) -> None:
        self._room -= len(contexts) * len(self._probes)
        if self._room < 0:
            raise TooManyKinds
        if transfer.disks > 1:
            self._count_parts(transfer, contexts)
            return
        for context, times in contexts.items():
            self._count_leg(transfer.source, transfer.target, transfer.first, context, times)

    def _count_parts(self, transfer: Transfer, contexts: Counter[Context]) -> None:
        away, across, back = parts(transfer)
        parked = self._block(away.first, away.disks, away.target)
        before = self._block(across.first, across.disks, across.source)
        after = self._block(across.first, across.disks, across.target)
        for context, times in contexts.items():
            meanwhile = _plus(context, parked)
            self._queue_up(away, _plus(context, before), times)
            self._count_leg(away.target, across.source, BARE, _plus(meanwhile, before), times)
            self._queue_up(across, meanwhile, times)
            self._count_leg(across.target, back.source, BARE, _plus(meanwhile, after), times)
            self._queue_up(back, _plus(context, after), times)

    def _queue_up(self, transfer: Transfer, context: Context, times: int) -> None:
        mask = self._mask(transfer.first, transfer.disks)
        self._queue.contexts(transfer)[tuple(map(mul, context, mask))] += times

    def _count_leg(self, source: int, target: int, carried: int, heights: Context, times: int) -> None:
        kind = self._times.alike(carried)
        self.legs[Leg(source, target, kind, self._look(source, target, kind)(heights))] += times

    def _heights(self, peg_of: list[int]) -> Context:
        grains = list(zip(peg_of, self._times.grains, strict=True))
        return tuple(
            sum(grain for at, grain in grains[smallest - 1 :] if at == peg) for peg, smallest in self._probes
        )

    def _find_block(self, first: int, disks: int, peg: int) -> Context:
        """What a tower of `disks` disks on `peg` adds to each height."""
        last = first + disks - 1
        return tuple(
            self._sums[last] - self._sums[max(first, smallest) - 1] if at == peg and smallest <= last else 0
            for at, smallest in self._probes
        )

    def _find_mask(self, first: int, disks: int) -> Context:
        """1 for each height that the legs of these disks, or the bare tool between them, ask for."""
        kinds = {BARE, *map(self._times.alike, range(first, first + disks))}
        asked = set().union(*map(self._times.probes, kinds))
        return tuple(int(probe in asked) for probe in self._probes)

    def _find_look(self, source: int, target: int, kind: int) -> Callable[[Context], Context]:
        """Picks the heights that a leg depends on; there are two at least, those of its own pegs."""
        places = map(self._probes.index, self._times.near(source, target, kind))
        return itemgetter(*places)


def _plus(a: Context, b: Context) -> Context:
    return tuple(map(add, a, b))

"""Counting the legs of a plan without walking it.

A plan is made of tower transfers, and a transfer of three smaller ones: out of the way, across, back on top.
Two transfers of the same disks between the same pegs are made of the same kinds of legs if all other disks
look alike to them. What they see of the others is their context: on each peg the height of the disks from
some size up, for every size that a leg to come can tell apart. So transfers are counted by context, the
large ones first, and each hands its count down to its parts. With n equal disks on three pegs that makes
about n^3 / 2 contexts instead of 2^n moves.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import accumulate, zip_longest
from operator import add, itemgetter, mul

from controller.model import State
from controller.motion.legs import BARE, Leg, LegTimes
from controller.motion.transfers import Context, Queue, Transfer, parts

MOST_HEIGHTS = 1_000_000  # in all contexts together: a second or two of work

Tally = Callable[[Context, int], None]
_IN_THE_AIR = -1


class TooManyKinds(Exception):
    """So many disks are unlike each other that counting would take too long."""


def count_legs(times: LegTimes, start: State, transfers: Sequence[Transfer]) -> Iterator[tuple[Leg, int]]:
    """Each kind of leg between pegs in the plan of these transfers, and how often it comes.

    Raises TooManyKinds.
    """
    census = _Census(times, start.disks)
    census.count(start, transfers)
    return census.legs()


class _Census:
    def __init__(self, times: LegTimes, disks: int) -> None:
        self._times = times
        self._queue = Queue()
        self._counts: dict[tuple[int, int, int], Counter[Context]] = defaultdict(Counter)
        self._sums = (0, *accumulate(times.grains))
        kinds = {BARE, *map(times.alike, range(1, disks + 1))}
        self._probes = sorted(set().union(*map(times.probes, kinds)))
        self._room = MOST_HEIGHTS
        self._look = cache(self._find_look)

    def legs(self) -> Iterator[tuple[Leg, int]]:
        """What has been counted."""
        for ends, counts in self._counts.items():
            for heights, times in counts.items():
                yield Leg(*ends, heights), times

    def count(self, start: State, transfers: Sequence[Transfer]) -> None:
        """Count the legs of `transfers`, one after the other from `start`, and of the links between them."""
        peg_of = list(start.peg_of)
        for transfer, following in zip_longest(transfers, transfers[1:]):
            moved = slice(transfer.first - 1, transfer.first - 1 + transfer.disks)
            peg_of[moved] = [_IN_THE_AIR] * transfer.disks
            self._receiver(transfer)(self._heights(peg_of), 1)
            peg_of[moved] = [transfer.target] * transfer.disks
            if following:
                self._tally(transfer.target, following.source)(self._heights(peg_of), 1)
        for transfer, contexts in self._queue:
            self._take_apart(transfer, contexts)

    def _take_apart(self, transfer: Transfer, contexts: Counter[Context]) -> None:
        self._room -= len(contexts) * len(self._probes)
        if self._room < 0:
            raise TooManyKinds
        if transfer.disks > 1:
            self._count_parts(transfer, contexts)
            return
        carry = self._tally(transfer.source, transfer.target, transfer.first)
        for context, times in contexts.items():
            carry(context, times)

    def _count_parts(self, transfer: Transfer, contexts: Counter[Context]) -> None:
        away, across, back = parts(transfer)
        parked = self._block(away, away.target)
        before, after = self._block(across, across.source), self._block(across, across.target)
        clear, cross, cover = map(self._receiver, (away, across, back))
        fetch, fetch_back = self._tally(away.target, across.source), self._tally(across.target, back.source)
        for context, times in contexts.items():
            meanwhile = _plus(context, parked)
            clear(_plus(context, before), times)
            fetch(_plus(meanwhile, before), times)
            cross(meanwhile, times)
            fetch_back(_plus(meanwhile, after), times)
            cover(_plus(context, after), times)

    def _receiver(self, transfer: Transfer) -> Tally:
        """Counts contexts of `transfer`, reduced to the heights that its legs ask for."""
        counts = self._queue.contexts(transfer)
        kinds = {BARE, *map(self._times.alike, range(transfer.first, transfer.first + transfer.disks))}
        asked = set().union(*map(self._times.probes, kinds))
        mask = [int(probe in asked) for probe in self._probes]

        def receive(context: Context, times: int) -> None:
            counts[tuple(map(mul, context, mask))] += times

        return receive

    def _tally(self, source: int, target: int, carried: int = BARE) -> Tally:
        """Counts legs by the heights below them."""
        kind = self._times.alike(carried)
        counts, look = self._counts[source, target, kind], self._look(source, target, kind)

        def count(heights: Context, times: int) -> None:
            counts[look(heights)] += times

        return count

    def _heights(self, peg_of: list[int]) -> Context:
        grains = list(zip(peg_of, self._times.grains, strict=True))
        return tuple(
            sum(grain for at, grain in grains[smallest - 1 :] if at == peg) for peg, smallest in self._probes
        )

    def _block(self, tower: Transfer, peg: int) -> Context:
        """What the disks of `tower`, standing on `peg`, add to each height."""
        first, last = tower.first, tower.first + tower.disks - 1
        return tuple(
            self._sums[last] - self._sums[max(first, smallest) - 1] if at == peg and smallest <= last else 0
            for at, smallest in self._probes
        )

    def _find_look(self, source: int, target: int, kind: int) -> Callable[[Context], Context]:
        """Picks the heights that a leg depends on; there are two at least, those of its own pegs."""
        places = map(self._probes.index, self._times.near(source, target, kind))
        return itemgetter(*places)


def _plus(a: Context, b: Context) -> Context:
    return tuple(map(add, a, b))

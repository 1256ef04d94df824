"""Counting the legs of a plan without walking it.

A plan is made of tower transfers, and a transfer of three smaller ones: out of the way, across, back on top.
Two transfers of the same disks between the same pegs are made of the same kinds of legs if all other disks
look alike to them. What they see of the others is their context: on each peg the height of the disks from
some size up, for every size that a leg to come can tell apart. So transfers are counted by context, the
large ones first, and each hands its count down to its parts. With n equal disks on three pegs that makes
about n^3 / 2 contexts instead of 2^n moves.

A context is one whole number with a field of bits for each height: contexts are added, and what nobody asks
for is masked out, in one operation.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import accumulate, zip_longest

from controller.model import State
from controller.motion.legs import BARE, Leg, LegTimes
from controller.motion.transfers import Context, Queue, Transfer, parts

MOST_HEIGHTS = 4_000_000  # in all contexts together: a second or two of work

Probe = tuple[int, int]
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
        self._probes = cache(times.probes)
        self._asked = cache(self._find_asked)
        self._heights = cache(self._find_heights)
        kinds = {BARE, *map(times.alike, range(1, disks + 1))}
        probes = sorted(set().union(*map(self._probes, kinds)))
        width = self._sums[-1].bit_length()
        self._field = (1 << width) - 1
        self._shifts = {probe: width * place for place, probe in enumerate(probes)}
        self._room = MOST_HEIGHTS

    def legs(self) -> Iterator[tuple[Leg, int]]:
        """What has been counted."""
        field = self._field
        for ends, counts in self._counts.items():
            shifts = [self._shifts[probe] for probe in self._times.near(*ends)]
            for context, times in counts.items():
                yield Leg(*ends, tuple(context >> shift & field for shift in shifts)), times

    def count(self, start: State, transfers: Sequence[Transfer]) -> None:
        """Count the legs of `transfers`, one after the other from `start`, and of the links between them."""
        peg_of = list(start.peg_of)
        for transfer, following in zip_longest(transfers, transfers[1:]):
            moved = slice(transfer.first - 1, transfer.first - 1 + transfer.disks)
            peg_of[moved] = [_IN_THE_AIR] * transfer.disks
            self._receiver(transfer)(self._context(peg_of), 1)
            peg_of[moved] = [transfer.target] * transfer.disks
            if following:
                self._tally(transfer.target, following.source)(self._context(peg_of), 1)
        for transfer, contexts in self._queue:
            self._take_apart(transfer, contexts)

    def _take_apart(self, transfer: Transfer, contexts: Counter[Context]) -> None:
        self._room -= len(contexts) * len(self._shifts)
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
            meanwhile = context + parked
            clear(context + before, times)
            fetch(meanwhile + before, times)
            cross(meanwhile, times)
            fetch_back(meanwhile + after, times)
            cover(context + after, times)

    def _receiver(self, transfer: Transfer) -> Tally:
        """Counts contexts of `transfer`, reduced to the heights that its legs ask for."""
        asked = self._asked(transfer.first, transfer.first + transfer.disks)
        return _counter(self._queue.contexts(transfer), asked)

    def _tally(self, source: int, target: int, carried: int = BARE) -> Tally:
        """Counts legs by the heights below them."""
        kind = self._times.alike(carried)
        asked = self._fields(self._times.near(source, target, kind))
        return _counter(self._counts[source, target, kind], asked)

    def _find_asked(self, first: int, end: int) -> Context:
        """The fields that the legs of disks from `first` to before `end` ask for."""
        kinds = {BARE, *map(self._times.alike, range(first, end))}
        return self._fields(set().union(*map(self._probes, kinds)))

    def _fields(self, probes: Iterable[Probe]) -> Context:
        return sum(self._field << self._shifts[probe] for probe in probes)

    def _context(self, peg_of: Sequence[int]) -> Context:
        """What all disks that stand on a peg add up to."""
        return sum(self._heights(disk, disk, peg) for disk, peg in enumerate(peg_of, 1))

    def _block(self, tower: Transfer, peg: int) -> Context:
        """What the disks of `tower`, standing on `peg`, add to each height."""
        return self._heights(tower.first, tower.first + tower.disks - 1, peg)

    def _find_heights(self, first: int, last: int, peg: int) -> Context:
        """Likewise for the disks from `first` to `last`."""
        return sum(
            self._sums[last] - self._sums[max(first, smallest) - 1] << shift
            for (at, smallest), shift in self._shifts.items()
            if at == peg and smallest <= last
        )


def _counter(counts: Counter[Context], mask: Context) -> Tally:
    def count(context: Context, times: int) -> None:
        counts[context & mask] += times

    return count

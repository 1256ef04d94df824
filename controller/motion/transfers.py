"""What a plan says of itself when it is made of tower transfers, and how these are taken apart.

The planner's transfers fit these protocols; motion knows no more of the planner than this.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol, runtime_checkable


class _Transfer(Protocol):
    """Disks `first` and up, `disks` of them in all, go as a tower from `source` to `target`."""

    @property
    def first(self) -> int:
        """The smallest disk."""

    @property
    def disks(self) -> int:
        """How many disks there are."""

    @property
    def source(self) -> int:
        """The peg they come from."""

    @property
    def target(self) -> int:
        """The peg they go to."""


class ThreePegTransfer(_Transfer, Protocol):
    """A transfer on three pegs."""

    @property
    def spare(self) -> int:
        """The third peg."""


@runtime_checkable
class SplitTransfer(_Transfer, Protocol):
    """A transfer on more pegs: it says itself which three it is made of."""

    @property
    def pegs(self) -> tuple[int, ...]:
        """The pegs it may use."""

    def parts(self) -> "tuple[Transfer, Transfer, Transfer]":
        """The smaller disks out of the way, the larger ones across, the smaller ones back on top."""


Transfer = ThreePegTransfer | SplitTransfer


class Tower(NamedTuple):
    """A transfer on three pegs, as a value."""

    first: int
    disks: int
    source: int
    target: int
    spare: int


def parts(transfer: Transfer) -> tuple[Transfer, Transfer, Transfer]:
    """The three transfers that one of two or more disks is made of."""
    if isinstance(transfer, SplitTransfer):
        return transfer.parts()
    first, smaller = transfer.first, transfer.disks - 1
    source, target, spare = transfer.source, transfer.target, transfer.spare
    return (
        Tower(first, smaller, source, spare, target),
        Tower(first + smaller, 1, source, target, spare),
        Tower(first, smaller, spare, target, source),
    )


Context = int  # whatever tells apart where a transfer takes place


class Queue:
    """Transfers waiting to be taken apart, the largest first; equal ones share a count of each context."""

    def __init__(self) -> None:
        self._sizes: dict[int, dict[object, tuple[Transfer, Counter[Context]]]] = defaultdict(dict)

    def contexts(self, transfer: Transfer) -> Counter[Context]:
        """Where the contexts of `transfer` are counted."""
        helpers = transfer.pegs if isinstance(transfer, SplitTransfer) else transfer.spare
        key = (transfer.first, transfer.source, transfer.target, helpers)
        return self._sizes[transfer.disks].setdefault(key, (transfer, Counter()))[1]

    def __iter__(self) -> Iterator[tuple[Transfer, Counter[Context]]]:
        """Each comes when all that contain it have been handed out, and so with its full count."""
        while self._sizes:
            yield from self._sizes.pop(max(self._sizes)).values()


def moves_of_disks(transfers: Iterable[Transfer], disks: int) -> tuple[int, ...]:
    """How often each of `disks` disks moves, the smallest first."""
    moves = [0] * disks
    queue = Queue()
    for transfer in transfers:
        queue.contexts(transfer)[0] += 1
    for transfer, counts in queue:
        if transfer.disks == 1:
            moves[transfer.first - 1] += counts[0]
        else:
            for part in parts(transfer):
                queue.contexts(part)[0] += counts[0]
    return tuple(moves)

"""A perfect tower moved on three pegs: every move and every state is read from its number alone."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from controller.model import Move

BLOCK_DISKS = 11  # blocks of 2,047 moves: larger ones gain little speed and cost the first move dearly


class ThreePegTransfer:
    """The tower of `disks` disks, `first` the smallest, goes from `source` to `target` over `spare`.

    The formula ((m & m-1) % 3 to ((m | m-1) + 1) % 3) is for pegs in one fixed order, in which the tower ends
    on peg 2 or 1 by the parity of its disks; `ring` names the pegs in that order so that it always ends on
    `target`.
    """

    __slots__ = ("disks", "first", "length", "ring", "source", "spare", "target")

    def __init__(self, first: int, disks: int, source: int, spare: int, target: int) -> None:
        self.first = first
        self.disks = disks
        self.source = source
        self.spare = spare
        self.target = target
        self.length = (1 << disks) - 1
        self.ring = (source, spare, target) if disks & 1 else (source, target, spare)

    def move_at(self, index: int) -> Move:
        """The move at `index`, from 0."""
        number = index + 1
        disk = self.first - 1 + (number & -number).bit_length()
        return Move(disk, self.ring[(number & index) % 3], self.ring[((number | index) + 1) % 3])

    def blocks(self, index: int) -> Iterator[tuple[Move, ...]]:
        """All moves from `index` on, in ready-made blocks.

        The small disks move as a tower of their own, round the ring and for ever in one direction: three
        blocks, shared by all, say everything about them. Between two blocks one larger disk moves.
        """
        small = min(self.disks, BLOCK_DISKS)
        towers = self._three_blocks(small)
        turn, done = divmod(index, 1 << small)
        yield towers[turn % 3][done:]
        for later in range(turn + 1, 1 << (self.disks - small)):
            yield (self.move_at((later << small) - 1),)
            yield towers[later % 3]

    def pegs_after(self, moves: int) -> list[int]:
        """The pegs of the tower's disks after `moves` moves, smallest disk first."""
        source, spare, target = self.source, self.spare, self.target
        pegs = []
        for bit in f"{moves:0{self.disks}b}"[: self.disks]:
            if bit == "0":
                pegs.append(source)
                spare, target = target, spare
            else:
                pegs.append(target)
                source, spare = spare, source
        return pegs[::-1]

    def index_of(self, pegs: Sequence[int]) -> int | None:
        """After how many moves the tower's disks stand on `pegs`, smallest first; None for never."""
        source, spare, target = self.source, self.spare, self.target
        bits = bytearray()
        for peg in reversed(pegs):
            if peg == source:  # the smaller disks are on their way to the spare peg
                bits += b"0"
                spare, target = target, spare
            elif peg == target:  # they are on their way back, onto this one
                bits += b"1"
                source, spare = spare, source
            else:
                return None
        return int(bits or b"0", 2)

    def _three_blocks(self, small: int) -> list[tuple[Move, ...]]:
        ring = self.ring if small & 1 else (self.ring[0], self.ring[2], self.ring[1])
        # An odd tower walks the ring as disk 1 does: 0, 2, 1; an even one the other way.
        return [tower_moves(self.first, small, ring[-at], ring[1 - at], ring[2 - at]) for at in range(3)]


@lru_cache(maxsize=512)
def tower_moves(first: int, disks: int, source: int, spare: int, target: int) -> tuple[Move, ...]:
    """The moves of a small tower, made once and shared: equal parts share their Moves too."""
    if not disks:
        return ()
    return (
        *tower_moves(first, disks - 1, source, target, spare),
        Move(first + disks - 1, source, target),
        *tower_moves(first, disks - 1, spare, source, target),
    )

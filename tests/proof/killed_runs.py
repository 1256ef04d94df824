"""kill -9 at any byte, once or several times in a row, and what the next start must make of it.

The laws:

1. What the journal of a killed run is certain of is so: the bench sees the disks there. Of a disk that it is
   not certain of, it names the places; the bench sees it in one of them, and all others where they should be.
2. The next start asks where that is not certain, and does not ask where it is. What it asks names the place
   where the disk is.
3. Answered truthfully it brings the tower to its goal, by the bench's own word, and nothing has gone wrong
   there: no disk dropped, none on a smaller one, nothing run into.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import yaml
from eyewitness import GRIPPER, Eyewitness, Table
from tripwire import Desk, Ended

from controller.app.emulation import board_of
from controller.config import parse
from controller.journal import Reader, Standing

EXHIBITS = {"marlin": "marlin-arm", "grbl": "grbl-arm", "uarm": "uarm", "custom": "community-arm"}
FAMILIES = tuple(EXHIBITS)
FOLDER = Path(__file__).resolve().parents[2] / "config"
MOST_KILLS = 3
"""In a row, at most."""

SHARE_OF_TALKS = 0.25
"""Of the hosts that are killed at a start again: before an answer of the person's, where there is one."""

SETTLE = 0.02
"""Seconds that grippers take to close or open: hosts really wait for them."""

WENT_ON, ASKED, DONE, KILLED = OUTCOMES = (
    "after which it went on",
    "after which it asked",
    "after which all was done",
    "after which it was killed again",
)
"""What the start after a kill did."""


class Violation(AssertionError):
    """A law is broken."""


@dataclass(frozen=True, slots=True)
class Kill:
    """The end of a host: with the byte `fuse`, or before the answer to a question (from 1; 0: none)."""

    fuse: int | None = None
    question: int = 0


class KilledRuns:
    """An exhibit of a family, with its port, journal and person."""

    def __init__(self, family: str, disks: int, folder: Path) -> None:
        document = yaml.safe_load((FOLDER / f"{EXHIBITS[family]}.yaml").read_text(encoding="utf-8"))
        document["tower"]["disks"] = disks
        for measure in ("thickness", "diameters"):
            if isinstance(values := document["arm"]["disks"][measure], list):
                document["arm"]["disks"][measure] = values[:disks]
        document["arm"]["gripper"] |= {"grip_settle": SETTLE, "release_settle": SETTLE}
        config = parse(family, yaml.safe_dump(document))
        self._tower, self._journal = config.tower, folder / "tower.db"
        board = board_of(config, config.tower.start_state())
        self._bench = board.bench
        self._table = Table(self._bench, config.tower.pegs)
        self.person = Eyewitness(self._table)
        self._desk = Desk(board, self.person.is_asked, self.person.answer)
        document["journal"] = str(self._journal)
        document["arm"]["port"] = self._desk.server.path
        self.killed = False  # the last host
        self._config = folder / "exhibit.yaml"
        self._config.write_text(yaml.safe_dump(document, sort_keys=False), encoding="utf-8")

    @property
    def length(self) -> int:
        """How many bytes have gone by in the last run."""
        return self._desk.wire.bytes

    def run(self, kill: Kill) -> str:
        """One host; what it began with. Raises Violation."""
        certain, before = self._certain(), len(self.person.asked)
        ended = self._desk.run(["run", str(self._config), "--plain"], kill.fuse, kill.question)
        about = [asked for asked in self.person.asked[before:] if not asked.startswith("Place the arm")]
        self._require(not (certain and about), f"it asked what is certain: {about}", ended)
        self._require(not self._bench.faults, f"the bench: {self._bench.faults}", ended)
        self._check_belief(ended)
        self.killed = ended.code < 0
        if self.killed:
            return ASKED if about else KILLED
        self._require(ended.code == 0, "it failed", ended)
        done, word = self._bench.verdict(self._tower.goal)
        self._require(done, f"the bench: {word}", ended)
        self._require(certain or bool(about), "it guessed", ended)
        return ASKED if about else DONE if "already" in ended.said else WENT_ON

    def close(self) -> None:
        self._desk.close()

    def _standing(self) -> Standing | None:
        with Reader(self._journal) as reader:
            return reader.standing()

    def _certain(self) -> bool:
        standing = self._standing()
        return standing is None or standing.doubt is None

    def _check_belief(self, ended: Ended) -> None:
        """Law 1."""
        standing = self._standing()
        state = self._tower.start_state() if standing is None else standing.state
        believed, places = self._table.believed(state), self._table.places()
        if standing is not None and (step := standing.doubt) is not None:
            names, move = self._tower.pegs, step.move
            believed.pop(move.disk)
            place = places.pop(move.disk)
            may_be = {GRIPPER, names[move.target], names[move.target if standing.gripped else move.source]}
            self._require(place in may_be, f"disk {move.disk} is {place}, not in {may_be}", ended)
        self._require(places == believed, f"it believes {believed}, and so it is: {places}", ended)

    @staticmethod
    def _require(holds: bool, what: str, ended: Ended) -> None:
        if not holds:
            raise Violation(f"{what}\n{ended.said}")


def carry_out(family: str, kills: int, seed: int, disks: int, folder: Path) -> Counter[str]:
    """As many kills, at exhibits as the seed has them; how often the start after one did what."""
    luck, length = Random(f"{family} {seed}"), _length(family, disks, folder)
    outcomes: Counter[str] = Counter()
    number = 0
    while outcomes.total() < kills:
        number += 1
        runs = KilledRuns(family, disks, _new_folder(folder, f"{family}-{number}"))
        in_a_row = min(luck.randint(1, MOST_KILLS), kills - outcomes.total())
        try:
            outcomes += _one_exhibit(runs, [*_kills(luck, in_a_row, length)])
        except AssertionError as broken:
            raise Violation(f"exhibit {number} of {family}, seed {seed}: {broken}") from broken
        finally:
            runs.close()
    return outcomes


def _kills(luck: Random, in_a_row: int, length: int) -> Iterator[Kill]:
    yield Kill(luck.randint(1, length))
    for _ in range(in_a_row - 1):
        yield (
            Kill(question=luck.randint(1, 2))
            if luck.random() < SHARE_OF_TALKS
            else Kill(luck.randint(1, length))
        )


def _one_exhibit(runs: KilledRuns, kills: list[Kill]) -> Counter[str]:
    """Hosts that are killed one after another, and the one that is let live, or has lived; it solves."""
    begun = []
    for kill in (*kills, Kill()):
        begun.append(runs.run(kill))
        if not runs.killed:
            break
    return Counter(begun[1:])


def _length(family: str, disks: int, folder: Path) -> int:
    """How many bytes go by in a whole run."""
    runs = KilledRuns(family, disks, _new_folder(folder, f"{family}-whole"))
    try:
        runs.run(Kill())
        return runs.length
    finally:
        runs.close()


def _new_folder(folder: Path, name: str) -> Path:
    made = folder / name
    made.mkdir()
    return made

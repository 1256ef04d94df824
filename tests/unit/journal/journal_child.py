"""A process with a journal: run after run, saying after each barrier how many facts are on the disk."""

import sys
from pathlib import Path

from journal_desk import Time, facts, opened


def main(path: str) -> None:
    with opened(Path(path), Time()) as journal:
        count = 0
        while True:
            for event in facts():
                journal(event)
                journal.settle()
                count += 1
                print(count, flush=True)


main(sys.argv[1])

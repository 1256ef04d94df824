"""A sheet of words that changes in its place on a terminal, or what is new of it as plain lines."""

import contextlib
import os
from collections.abc import Mapping, Sequence
from textwrap import wrap
from types import TracebackType
from typing import Protocol, Self, TextIO

from controller.views.signs import printable


class Sheet(Protocol):
    """Shows rows of words; entered before, left on every way out. A screen that is gone is no failure."""

    def show(self, rows: Sequence[str], keys: Sequence[str], said: Sequence[str], /) -> None:
        """Show `rows` and the help about `keys`, or where they cannot stand only what is new, `said`."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None: ...


def choose_sheet(stream: TextIO, *, plain: bool, environ: Mapping[str, str] = os.environ) -> Sheet:
    """A sheet that stands where `stream` is a terminal that can show it, plain lines otherwise."""
    if plain or not stream.isatty() or environ.get("TERM") in ("dumb", "unknown"):
        return PlainSheet(stream)
    return TerminalSheet(stream)


class PlainSheet:
    """Prints what is new."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Nothing to put away."""

    def show(self, _rows: Sequence[str], _keys: Sequence[str], said: Sequence[str], /) -> None:
        """Print `said`, a sentence a line."""
        encoding = getattr(self._stream, "encoding", None) or "utf-8"
        with contextlib.suppress(OSError, ValueError):
            for sentence in said:
                print(printable(sentence, encoding), file=self._stream, flush=True)


class TerminalSheet:
    """Draws the rows on the terminal's alternate screen, and leaves the last ones behind."""

    def __init__(self, stream: TextIO) -> None:
        from rich.console import Console  # rich takes long to import

        self._console = Console(file=stream, highlight=False, markup=False, emoji=False)
        self._rows: Sequence[str] = ()

    def __enter__(self) -> Self:
        self._console.set_alt_screen(True)
        self._console.show_cursor(False)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        with contextlib.suppress(OSError, ValueError):
            self._console.show_cursor(True)
            self._console.set_alt_screen(False)
            self._print(self._folded(self._rows))

    def show(self, rows: Sequence[str], keys: Sequence[str], _said: Sequence[str], /) -> None:
        """Draw over what was there."""
        self._rows = rows
        with contextlib.suppress(OSError, ValueError):
            room = max(1, self._console.height - len(keys) - 2)
            self._console.clear()
            self._print([*self._folded(rows)[-room:], "", *keys])

    def _folded(self, rows: Sequence[str]) -> list[str]:
        """The rows in the width that there is; what is folded goes on indented."""
        width = max(20, self._console.width)
        return [part for row in rows for part in wrap(row, width, subsequent_indent="    ") or [""]]

    def _print(self, rows: Sequence[str]) -> None:
        for row in rows:
            text = printable(row, self._console.encoding)
            self._console.print(text, overflow="crop", no_wrap=True, crop=True)

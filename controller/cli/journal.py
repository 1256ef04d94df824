"""`hanoi journal`: where the disks stand, what has been done, and how it is begun anew."""

import argparse
import sys
from collections.abc import Iterator
from textwrap import wrap
from typing import TYPE_CHECKING

from controller.cli.values import file_name

if TYPE_CHECKING:
    from controller.app.journals import Account
    from controller.cli.exhibit import Commands
    from controller.journal import Run, Standing

_WIDTH = 79
_COUNTED = ("moves", "grips", "cycles", "hours")
_HEAD = 10  # columns of what a paragraph is about
_CONFIG_HELP = "a config that names a journal, or the journal's own file"


def add_command(commands: "Commands") -> None:
    """Add journal with show, export and reset."""
    journal = commands.add_parser("journal", help="where the disks stand, and what has been done")
    actions = journal.add_subparsers(title="actions", metavar="ACTION", required=True)

    show = actions.add_parser("show", help="where the disks stand, the last run, the counters")
    show.add_argument("config", metavar="CONFIG", help=_CONFIG_HELP)
    show.set_defaults(run=_show)

    export = actions.add_parser("export", help="every run and step that is kept")
    export.add_argument("config", metavar="CONFIG", help=_CONFIG_HELP)
    export.add_argument("-o", "--output", type=file_name, metavar="FILE", help="write to FILE, not to stdout")
    export.add_argument("--format", choices=("json", "csv"), help="as FILE ends, otherwise [json]")
    export.set_defaults(run=_export)

    reset = actions.add_parser("reset", help="put the journal aside and begin a new one")
    reset.add_argument("config", metavar="CONFIG", help=_CONFIG_HELP)
    reset.add_argument(
        "--state",
        metavar="S",
        help='where the disks stand, such as "A:3,2 B:1"; left out: the next run asks',
    )
    reset.set_defaults(run=_reset)


def _show(arguments: argparse.Namespace) -> int:
    from controller.app.journals import account
    from controller.views.signs import printable

    for line in _in_words(account(arguments.config)):
        print(printable(line, sys.stdout.encoding or "utf-8"))
    return 0


def _export(arguments: argparse.Namespace) -> int:
    from controller.app.journals import account
    from controller.cli.journal_export import as_csv, as_json
    from controller.cli.output import write_whole

    found = account(arguments.config)
    file = arguments.output
    chosen = arguments.format or ("csv" if file and file.suffix.lower() == ".csv" else "json")
    lines = as_csv(found) if chosen == "csv" else as_json(found)
    if arguments.output is not None:
        write_whole(arguments.output, lines, "the journal")
        return 0
    for line in lines:
        print(line)
    return 0


def _reset(arguments: argparse.Namespace) -> int:
    from controller.app.journals import reset_journal

    print(reset_journal(arguments.config, arguments.state))
    return 0


def _in_words(found: "Account") -> Iterator[str]:
    yield from _paragraph("Journal", _whose(found))
    if found.standing is None:
        yield from _paragraph("Disks", found.silent or "Nothing has been written down yet.")
        return
    yield from _paragraph("Disks", _where(found, found.standing))
    if found.standing.latched:
        yield from _paragraph(
            "Stopped", f"A person has to look before anything moves: {found.standing.latched}"
        )
    if found.runs:
        yield from _paragraph("Last run", _how(found.runs[-1], _is_under_way(found)))
    if changed := _changed(found, found.standing):
        yield from _paragraph("Config", changed)
    yield from _counted(found.counters)


def _paragraph(head: str, text: str) -> list[str]:
    # What is too long stays whole, so that it can be copied.
    return wrap(
        text,
        _WIDTH,
        initial_indent=f"{head:{_HEAD}}",
        subsequent_indent=" " * _HEAD,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _whose(found: "Account") -> str:
    return f"{found.path}, held by {found.holder}" if found.holder else str(found.path)


def _where(found: "Account", standing: "Standing") -> str:
    from controller.views import words

    since = f"since {_time(standing.at)}"
    if standing.doubt is None:
        where = words.where(standing.state, standing.peg_names)
        return _sentence(f"not confirmed, {since}: {where}" if standing.latched else f"{where}, {since}")
    if standing.latched is None and _is_under_way(found):
        under_way = words.under_way(standing.state, standing.peg_names, standing.doubt.move)
        return _sentence(f"{under_way}, {since}")
    gripper = found.exhibit is None or found.exhibit.arm
    return _sentence(
        f"not certain, {since}: "
        f"{words.in_doubt(standing.state, standing.peg_names, standing.doubt.move, gripper)}"
    )


def _is_under_way(found: "Account") -> bool:
    """Whether who holds the journal has begun the last run; one from before that was cut off."""
    if found.holder is None or not found.runs:
        return False
    return found.runs[-1].ended is None and found.holder.since <= found.runs[-1].begun


def _how(run: "Run", under_way: bool) -> str:
    told = f"{run.exhibit}: {run.placed:,} of {run.moves:,} moves from {run.start}, begun {_time(run.begun)}"
    if run.ended is None:
        return f"{told}, under way." if under_way else f"{told}, cut off (killed, or without power)."
    told = f"{told}, {run.outcome} {_time(run.ended)}"
    return _sentence(f"{told}: {run.reason}" if run.reason else told)


def _changed(found: "Account", standing: "Standing") -> str | None:
    now = found.exhibit
    if now is None or now.fingerprint == standing.fingerprint:
        return None
    if (now.peg_names, now.disks) != (standing.peg_names, standing.state.disks):
        return f"It says another tower now: {now.disks} disks on {', '.join(now.peg_names)}."
    return "It has been changed since."


def _counted(counters: dict[str, dict[str, float]]) -> Iterator[str]:
    if counters:
        yield from ("", "Counted since the first run:")
    for part, amounts in counters.items():
        columns = (_amount(amounts[what], what) for what in _COUNTED if what in amounts)
        yield f"  {part:8}{''.join(columns)}".rstrip()


def _amount(amount: float, what: str) -> str:
    number = f"{amount:,}" if isinstance(amount, int) else f"{amount:,.1f}"
    return f"{number:>12} {what if amount != 1 else what[:-1]:6}"


def _time(written: str) -> str:
    return f"{written[:10]} {written[11:19]} UTC"


def _sentence(text: str) -> str:
    from controller.views import words

    return words.sentence(text[:1].upper() + text[1:])

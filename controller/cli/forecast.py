"""`hanoi forecast`: how often a disk will be lost, dropped or out of line, and from what."""

import argparse
import sys
from typing import TYPE_CHECKING, TypeAlias

from controller.cli.values import decimal, number_of, whole_number

if TYPE_CHECKING:
    from controller.app.forecast import Forecast

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

OUTCOMES = {
    "lost": "lost: where a disk is, the program no longer knows",
    "dropped": "dropped: a disk falls out of the gripper",
    "out of line": "out of line: the gripper would miss a disk, or the stack tips over",
}
CAUSES = {
    "walk": "errors add up where nothing centres the disk; give it a seat",
    "seat": "put down too far off to find its seat; make the seat catch more",
    "tipping": "the stack leans until it tips over; give the disks a seat",
    "thickness": "the stack is higher or lower than written; measure each disk",
    "sag": "the arm sinks when its motors go limp; keep them powered",
    "double pick": "the disk beneath came along; part the disks with a rim or a felt",
    "late release": "it clung to the gripper; wait longer after letting go, or blow off",
    "leak": "the grip was lost on the way; see to cup, hose and pump",
}
_LONG = 1000.0  # hours of running: what takes longer than a second to play
CHANCES = {"double_pick": "double picks", "late_release": "late releases", "leak": "leaks"}


def add_command(commands: Commands, config_help: str) -> None:
    """Add forecast."""
    forecast = commands.add_parser("forecast", help="how often a disk will come to grief, and from what")
    forecast.add_argument("config", metavar="CONFIG", help=config_help)
    forecast.add_argument(
        "--days",
        type=number_of("days", 1, 1_000_000),
        default=1000,
        metavar="N",
        help="how many days to run [1000]",
    )
    forecast.add_argument("--hours", type=_hours, default=8.0, metavar="H", help="how long each is [8]")
    forecast.add_argument(
        "--seed", type=whole_number, default=0, metavar="S", help="the same seed, the same days [0]"
    )
    forecast.add_argument("--json", action="store_true", help="counts, causes and tolerances as JSON")
    forecast.set_defaults(run=_forecast)


def _hours(text: str) -> float:
    hours = decimal(text)
    if hours is None or not 0 < hours <= 24:
        raise argparse.ArgumentTypeError(f"{text!r} is no length of a day: write hours, up to 24")
    return hours


def _forecast(arguments: argparse.Namespace) -> int:
    from controller.app.forecast import forecast

    _say_that_it_takes_long(arguments.days, arguments.hours)
    found = forecast(arguments.config, arguments.days, arguments.hours, arguments.seed)
    print(_as_json(found, arguments.seed) if arguments.json else "\n".join(_in_words(found)))
    return 0


def _say_that_it_takes_long(days: int, hours: float) -> None:
    """For a person who waits before an empty screen; logs and pipes are told nothing."""
    if days * hours >= _LONG and sys.stderr.isatty():
        from controller.views.aside import say_aside

        say_aside(f"Playing {days:,} days of {hours:g} h; this takes a while. Ctrl-C ends it.")


def _in_words(found: "Forecast") -> list[str]:
    days, hours = f"{found.days:,} day{'s' * (found.days > 1)}", f"{found.hours:g} h"
    lines = [f"{found.exhibit}: {days} of {hours}, {found.moves:,} moves.", _first(found)]
    lines += [*(_hides(found, cause) for cause in found.hiding), ""]
    for outcome, words in OUTCOMES.items():
        lines.append(f"{_often(found, found.count(outcome))} {words}")
        lines += [_why(found, outcome, cause) for cause in found.causes(outcome)]
    return [*lines, "", *_assumed(found)]


def _first(found: "Forecast") -> str:
    from controller.views.words import duration

    hours = found.hours_to_first()
    if hours is None:
        return "Nothing has gone wrong."
    return (
        f"Something goes wrong on {found.bad_days:,} of them; for the first time after about "
        f"{duration(hours * 3600)} of running. After each mishap a person puts all disks straight."
    )


def _hides(found: "Forecast", cause: str) -> str:
    count = sum(times for mishap, times in found.mishaps.items() if mishap.cause == cause)
    which = "Every move fails" if count == found.moves else f"About 1 move in {found.moves / count:.2g} fails"
    return f"{which} from {cause}: {CAUSES[cause]}. All other causes are counted as if it were put right."


def _often(found: "Forecast", count: int) -> str:
    often = count * 1000 / found.days
    number = f"{often:,.0f}" if often >= 10 or often == int(often) else f"{often:.2g}"
    return f"{number:>8} in 1,000 days " if count else f"{'never':>8}               "


def _why(found: "Forecast", outcome: str, cause: str) -> str:
    disks = found.disks(outcome, cause)
    which = f"disk{'s' * (len(disks) > 1)} {', '.join(map(str, disks))}"
    return f"{_often(found, found.count(outcome, cause))}   from {cause} ({which}): {CAUSES[cause]}"


def _assumed(found: "Forecast") -> list[str]:
    told = ", ".join(f"{name} {value:g}" for name, value in found.told.items() if value)
    unknown = [words for name, words in CHANCES.items() if not found.told[name]]
    lines = [f"Reckoned with {told} (arm.tolerances; lengths in mm)."]
    if unknown:
        lines.append(
            f"Not reckoned with, their chances being 0: {', '.join(unknown)}; count them and write them down."
        )
    return lines


def _as_json(found: "Forecast", seed: int) -> str:
    import json

    causes = [
        {
            "outcome": outcome,
            "cause": cause,
            "disks": found.disks(outcome, cause),
            "count": found.count(outcome, cause),
            "per_1000_days": found.count(outcome, cause) * 1000 / found.days,
            "hours_to_first": found.hours_to_first(found.count(outcome, cause)),
        }
        for outcome in OUTCOMES
        for cause in found.causes(outcome)
    ]
    return json.dumps(
        {
            "days": found.days,
            "hours": found.hours,
            "seed": seed,
            "moves": found.moves,
            "days_with_mishaps": found.bad_days,
            "hours_to_first": found.hours_to_first(),
            "per_1000_days": {
                outcome.replace(" ", "_"): found.count(outcome) * 1000 / found.days for outcome in OUTCOMES
            },
            "causes": causes,
            "counted_apart": list(found.hiding),
            "tolerances": dict(found.told),
        }
    )

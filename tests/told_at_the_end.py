"""What tests have counted is told at their end, whichever process has run them."""

from collections.abc import Callable, Iterable, Iterator

import pytest

Summary = Callable[[Iterable[tuple[str, object]]], Iterator[str]]
"""The lines to be told of what tests have recorded as their user properties."""


def tell(reporter: pytest.TerminalReporter, title: str, summary: Summary) -> None:
    """Write the section `title`, if there is anything to tell."""
    recorded = [
        fact
        for reports in reporter.stats.values()
        for report in reports
        if isinstance(report, pytest.TestReport) and report.when == "call"
        for fact in report.user_properties
    ]
    if lines := list(summary(recorded)):
        reporter.section(title)
        reporter.write_line("\n".join(lines))

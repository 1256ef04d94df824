"""What the proofs came to is told at the end of the tests, whichever process has run them."""

import pytest
from proof_tally import summary


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    recorded = [
        fact
        for reports in terminalreporter.stats.values()
        for report in reports
        if isinstance(report, pytest.TestReport) and report.when == "call"
        for fact in report.user_properties
    ]
    if lines := list(summary(recorded)):
        terminalreporter.section("proof")
        terminalreporter.write_line("\n".join(lines))

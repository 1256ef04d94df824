"""What the campaign came to is told at the end of the tests, whichever process has run them."""

import pytest
from tally import summary
from told_at_the_end import tell


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    tell(terminalreporter, "bad wire", summary)

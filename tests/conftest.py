"""What holds for every test: no limit on the wall clock, which a busy machine could break; a home apart."""

import signal

import pytest
from hypothesis import settings

settings.register_profile("no deadlines", deadline=None)
settings.load_profile("no deadlines")

pytest.register_assert_rewrite("controller.testing")

# In the background or under nohup they would be ignored, by the programs that the tests start too.
for _number in {"SIGHUP", "SIGQUIT"} & signal.Signals.__members__.keys():
    signal.signal(signal.Signals[_number], signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _state_of_its_own(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """What runs record by themselves goes into a folder of the test's own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path_factory.getbasetemp() / "state"))

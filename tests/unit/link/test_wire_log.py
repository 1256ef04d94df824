import errno
import io
import logging
from pathlib import Path

import pytest

from controller.errors import UsageError
from controller.events import LineReceived, LineSent, Paused
from controller.link.wire_log import WireLog


def test_one_message_is_one_line_with_its_time_and_direction(tmp_path: Path) -> None:
    log = WireLog(tmp_path / "wire.log")
    log(LineSent("N1 M115*39", 0.25))
    log(Paused())
    log(LineReceived("ok", 12.0))
    # Not closed: a crash leaves it behind all the same.
    assert (tmp_path / "wire.log").read_text() == "0.250 > N1 M115*39\n12.000 < ok\n"
    log.close()


def test_whatever_a_device_says_stays_on_one_line(tmp_path: Path) -> None:
    log = WireLog(tmp_path / "wire.log")
    log(LineReceived("a\nb\x00\x1b[31m é", 1.0))
    log.close()
    assert (tmp_path / "wire.log").read_text(encoding="utf-8") == "1.000 < a\\nb\\x00\\x1b[31m é\n"


def test_a_second_run_is_appended(tmp_path: Path) -> None:
    for _ in range(2):
        log = WireLog(tmp_path / "wire.log")
        log(LineSent("M400", 1.0))
        log.close()
    assert (tmp_path / "wire.log").read_text() == "1.000 > M400\n" * 2


def test_a_log_that_cannot_be_written_is_refused_before_the_run(tmp_path: Path) -> None:
    with pytest.raises(
        UsageError, match=r"the wire log cannot be written \(Is a directory\); choose another file"
    ):
        WireLog(tmp_path)


def test_a_full_disk_ends_the_log_with_one_warning(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    class FullDisk(io.BytesIO):
        def write(self, _data: object) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "open", lambda *_arguments, **_named: FullDisk())
    log = WireLog(Path("wire.log"))
    with caplog.at_level(logging.WARNING):
        log(LineSent("M400", 1.0))
        log(LineSent("M400", 2.0))
    log.close()
    assert [record.message for record in caplog.records] == [
        "wire.log: the wire log ends here (No space left on device)."
    ]

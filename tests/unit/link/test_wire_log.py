import logging
import os
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


def test_a_full_disk_ends_the_log_with_one_warning(caplog: pytest.LogCaptureFixture) -> None:
    log = WireLog(Path("/dev/full"))
    with caplog.at_level(logging.WARNING):
        log(LineSent("M400", 1.0))
        log(LineSent("M400", 2.0))
    log.close()
    assert [record.message for record in caplog.records] == [
        "/dev/full: the wire log ends here (No space left on device)."
    ]


def test_a_pipe_that_nobody_opens_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UsageError, match="the wire log cannot be written"):
        WireLog(tmp_path / "pipe")


def test_a_pipe_that_nobody_reads_ends_the_log_and_not_the_run(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    log = WireLog(tmp_path / "pipe")
    log(LineSent("M400", 1.0))
    assert os.read(reader, 100) == b"1.000 > M400\n"
    with caplog.at_level(logging.WARNING):
        for _ in range(100):
            log(LineSent("x" * 10_000, 2.0))
    os.close(reader)
    assert [record.message for record in caplog.records] == [
        f"{tmp_path / 'pipe'}: the wire log ends here (nobody reads it)."
    ]


def test_a_file_of_the_exhibits_own_is_spared_under_any_name(tmp_path: Path) -> None:
    config, link, lock = tmp_path / "c.yaml", tmp_path / "link", tmp_path / "c.journal.lock"
    config.write_text("disks: 3")
    link.hardlink_to(config)
    for path in (config, link, lock):
        with pytest.raises(UsageError, match="no place for the wire log; choose another file"):
            WireLog(path, [lock, config])
    assert (config.read_text(), lock.exists()) == ("disks: 3", False)

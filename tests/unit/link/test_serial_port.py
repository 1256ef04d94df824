"""The serial transport on real pseudo-terminals and sockets."""

import contextlib
import os
import pty
import socket
import subprocess
import sys
import threading
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from model_marlin import ModelMarlin

from controller.errors import PortError
from controller.events import Publisher
from controller.gcode.marlin import MARLIN
from controller.link.client import LinkClient
from controller.link.clock import MonotonicClock
from controller.link.holders import Holder
from controller.link.serial_port import SerialTransport, is_missing


class Pty:
    """A pseudo-terminal; the test is the device on its controlling end."""

    def __init__(self) -> None:
        self.device, follower = pty.openpty()
        tty.setraw(follower)
        self.path = os.ttyname(follower)
        self.follower: int | None = follower

    def hang_up(self) -> None:
        if self.follower is not None:
            os.close(self.follower)
            os.close(self.device)
            self.follower = None


@pytest.fixture
def line() -> Iterator[Pty]:
    line = Pty()
    yield line
    line.hang_up()


@pytest.fixture
def port(line: Pty) -> Iterator[SerialTransport]:
    port = SerialTransport(line.path)
    port.open()
    yield port
    port.close()


def test_bytes_go_both_ways(line: Pty, port: SerialTransport) -> None:
    port.write(b"N1 M115*39\n")
    assert os.read(line.device, 100) == b"N1 M115*39\n"
    os.write(line.device, b"ok\n")
    assert port.read(5.0) == b"ok\n"


def test_reading_nothing_is_no_error(port: SerialTransport) -> None:
    assert port.read(0.001) == b""


def test_urgent_bytes_go_out_from_another_thread(line: Pty, port: SerialTransport) -> None:
    thread = threading.Thread(target=port.write_now, args=(b"\nM410\n",))
    thread.start()
    thread.join()
    assert os.read(line.device, 100) == b"\nM410\n"


def test_urgent_bytes_overtake_what_a_stalled_port_holds_back(line: Pty, port: SerialTransport) -> None:
    """The other side reads nothing, and not a byte more goes in."""
    os.set_blocking(line.follower, False)
    held_back = 0
    with contextlib.suppress(BlockingIOError):
        while True:
            held_back += os.write(line.follower, b"G")
    port.write_now(b"\nM410\n")
    heard = b""  # what had crossed already comes first, a terminal's buffer at most
    while not heard.endswith(b"\nM410\n"):
        heard += os.read(line.device, 65_536)
    assert len(heard) < 5000 < held_back


def test_urgent_bytes_wait_for_the_talking_thread_where_there_is_no_file_number() -> None:
    port = SerialTransport("loop://")
    port.open()
    port.write_now(b"M410\n")
    assert port.read(1.0) == b"M410\n"
    port.write_now(b"M410\n")
    port.write(b"G21\n")
    assert port.read(1.0) == b"M410\nG21\n"
    port.close()


def test_a_port_has_one_owner(line: Pty, port: SerialTransport) -> None:
    with pytest.raises(PortError, match=rf"^{line.path} belongs to another program; close that one first\.$"):
        SerialTransport(line.path).open()


def test_the_holder_of_a_port_is_named(
    line: Pty, port: SerialTransport, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [Holder("minicom", 1), Holder("hanoi", os.getpid()), Holder("octoprint", 2)]
    monkeypatch.setattr("controller.link.serial_port.holders", {line.path: found}.__getitem__)
    told = (
        rf"^{line.path} belongs to minicom \(process 1\) and octoprint \(process 2\); close that one first\.$"
    )
    with pytest.raises(PortError, match=told):
        SerialTransport(line.path).open()


def test_a_port_that_another_program_has_open_without_a_lock_is_not_opened(
    line: Pty, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.link.serial_port.holders", lambda _: [Holder("minicom", 1)])
    monkeypatch.setattr("serial.serial_for_url", lambda *_, **__: pytest.fail("it has been opened"))
    told = rf"^{line.path} belongs to minicom \(process 1\); close that one first\.$"
    with pytest.raises(PortError, match=told):
        SerialTransport(line.path).open()


def test_the_device_itself_does_not_stand_in_the_way(line: Pty, monkeypatch: pytest.MonkeyPatch) -> None:
    found = [Holder("emulator", 1, plays=True), Holder("hanoi", os.getpid())]
    monkeypatch.setattr("controller.link.serial_port.holders", lambda _: found)
    port = SerialTransport(line.path)
    port.open()
    port.close()


def test_a_real_program_that_holds_a_port_is_named_and_left_its_port(line: Pty) -> None:
    code = "import sys; port = open(sys.argv[1], 'rb', buffering=0); print(flush=True); sys.stdin.read()"
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", code, line.path], **pipes) as other:
        other.stdout.readline()
        with pytest.raises(PortError, match=rf"belongs to .+ \(process {other.pid}\); close that one first"):
            SerialTransport(line.path).open()
        other.stdin.close()
    port = SerialTransport(line.path)
    port.open()
    port.close()


@pytest.mark.parametrize(
    ("name", "missing"),
    [
        ("/dev/ttyNOWHERE", True),
        ("/dev/null", False),
        ("emulated", False),
        ("COM3", False),
        ("socket://nowhere:7", False),
    ],
)
def test_only_a_path_can_be_seen_to_lead_nowhere(name: str, missing: bool) -> None:
    assert is_missing(name) is missing


def test_a_port_that_hangs_up_has_gone(line: Pty, port: SerialTransport) -> None:
    line.hang_up()
    for use in (lambda: port.read(0.01), lambda: port.write(b"G21\n")):
        with pytest.raises(
            PortError, match=rf"^{line.path} has gone or takes no more bytes; check cable and power"
        ):
            use()
    port.write_now(b"\nM410\n")


def test_a_board_that_comes_back_under_another_name_is_found_by_its_id(line: Pty, tmp_path: Path) -> None:
    """The system gives the next free number, and points the by-id link at it; nothing else follows."""
    by_id = tmp_path / "by-id-usb-the_arm"
    by_id.symlink_to(line.path)
    named, linked = SerialTransport(line.path), SerialTransport(str(by_id))
    named.open()
    again = Pty()
    line.hang_up()
    with pytest.raises(PortError, match=r"under a new name, perhaps, as `hanoi ports` tells; a by-id path"):
        named.read(0.01)
    for gone in (named, linked):
        with pytest.raises(PortError, match="does not exist"):
            gone.open()
    by_id.unlink()
    by_id.symlink_to(again.path)
    linked.open()
    os.write(again.device, b"start\n")
    assert linked.read(5.0) == b"start\n"
    linked.close()
    again.hang_up()


def test_a_port_that_is_not_there() -> None:
    with pytest.raises(
        PortError, match=r"^/dev/ttyNOWHERE does not exist; `hanoi ports` lists the ports there are\.$"
    ):
        SerialTransport("/dev/ttyNOWHERE").open()


def test_a_port_that_belongs_to_others(mocker) -> None:
    mocker.patch("os.open", side_effect=PermissionError(13, "Permission denied"))
    with pytest.raises(PortError, match="may not be opened by you; `sudo usermod -aG dialout"):
        SerialTransport("/dev/ttyUSB0").open()


@pytest.mark.parametrize("url", ["nonsense://x", "socket://127.0.0.1:1"])
def test_what_is_no_port_at_all(url: str) -> None:
    with pytest.raises(PortError, match=rf"^{url} cannot be opened \("):
        SerialTransport(url).open()


@pytest.mark.parametrize("url", ["socket://nowhere", "rfc2217://nowhere"])
def test_an_address_needs_its_port(url: str) -> None:
    with pytest.raises(PortError, match=r"names no port; write it as \w+://HOST:PORT"):
        SerialTransport(url).open()


def test_a_file_is_no_serial_port(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.touch()
    with pytest.raises(PortError, match="is no serial port"):
        SerialTransport(str(path)).open()


@pytest.mark.parametrize(
    "url",
    [
        "socket://localhost:99999",
        "socket://localhost:-1",
        "socket://[::1:23",
        "SOCKET://localhost:x",
        "rfc2217://localhost:0",
    ],
)
def test_a_network_port_that_cannot_be_is_named_with_its_way_out(url: str) -> None:
    with pytest.raises(PortError, match=r"names no port; write it as \w+://HOST:PORT, with a port from 1 to"):
        SerialTransport(url).open()


@given(
    scheme=st.sampled_from(["socket", "rfc2217", "loop", "alt", "hwgrep", "nobody-knows"]),
    host=st.sampled_from(["", "[", "]", "[::1]", "[::1", "a..b", "127.0.0.1", "\0", "(", "a" * 70]),
    port=st.sampled_from(["", ":", ":0", ":-1", ":99999", ":x", ":1", ":" + "9" * 5000]),
    rest=st.sampled_from(["", "/", "?", "/?logging=x", "?class=x", "?x=y", "#", "%"]),
)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_url_that_leads_nowhere_raises_anything_but_a_port_error(
    scheme: str, host: str, port: str, rest: str
) -> None:
    transport = SerialTransport(f"{scheme}://{host}{port}{rest}")
    with contextlib.closing(transport), contextlib.suppress(PortError):
        transport.open()


def test_a_board_that_never_pauses_does_not_hold_the_reader(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    port = SerialTransport("/dev/arm")

    class Flood:
        in_waiting = 3
        timeout = 0.0

        def read(self, size: int) -> bytes:
            return b"ok\n"[:size]

        def close(self) -> None:
            pass

    monkeypatch.setattr(port, "_port", Flood())
    monkeypatch.setattr(port, "_write_urgent", lambda _: None)
    assert 1000 < len(port.read(0.0)) < 10_000


def test_nothing_can_be_done_with_a_port_that_is_not_open(line: Pty) -> None:
    port = SerialTransport(line.path)
    port.close()
    port.write_now(b"\nM410\n")
    with pytest.raises(PortError, match="is not open; connect it first"):
        port.read(0.0)
    with pytest.raises(PortError, match="is not open; connect it first"):
        port.write(b"G21\n")


def test_a_device_behind_a_socket(line: Pty) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = SerialTransport(f"socket://127.0.0.1:{server.getsockname()[1]}")
        port.open()
        device, _ = server.accept()
        with device:
            port.write(b"N1 M115*39\n")
            assert device.recv(100) == b"N1 M115*39\n"
            port.write_now(b"\nM410\n")
            assert device.recv(100) == b"\nM410\n"
            device.sendall(b"ok\n")
            heard = b""
            while not heard.endswith(b"\n"):
                heard += port.read(5.0)
            assert heard == b"ok\n"
        with pytest.raises(PortError, match="has gone"):
            port.read(5.0)
        port.close()


def test_a_whole_conversation_with_a_board_that_does_not_reset(line: Pty) -> None:
    """Greeting, identity and a drain through a pseudo-terminal, with the model device on its other end."""
    board = ModelMarlin()

    def serve() -> None:
        while "M114" not in board.executed:
            board.receive(os.read(line.device, 100), 0.0)
            os.write(line.device, board.transmit(0.0))

    client = LinkClient(SerialTransport(line.path), MARLIN, MonotonicClock(), Publisher())
    device = threading.Thread(target=serve, daemon=True)
    device.start()
    client.connect()
    assert client.drain() == (1.0, 2.0, 3.0)
    device.join()
    client.close()


@pytest.mark.parametrize("refusal", [None, ValueError("not this port"), NotImplementedError("not here")])
def test_replies_are_asked_for_without_delay_where_the_system_can(line: Pty, mocker, refusal) -> None:
    asked = mocker.patch("serial.Serial.set_low_latency_mode", create=True, side_effect=refusal)
    port = SerialTransport(line.path)
    port.open()
    asked.assert_called_once_with(True)
    port.write(b"M115\n")
    assert os.read(line.device, 100) == b"M115\n"
    port.close()

"""What a computer tells of its ports, on a tree of its own in the place of /proc and /dev."""

import os
import pty
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from controller.errors import PortError, UsageError
from controller.link.holders import Holder, holders
from controller.link.permission import Access, access_to, way_in
from controller.link.ports import SerialPort, port_at, port_with, serial_ports
from controller.link.usb import BOARDS, board_of


def listed(mocker, *ports: tuple[str, str, int | None, int | None]) -> None:
    found = [SimpleNamespace(device=d, description=w, vid=v, pid=p) for d, w, v, p in ports]
    mocker.patch("serial.tools.list_ports.comports", return_value=found)


@pytest.fixture
def proc(tmp_path: Path) -> Path:
    (tmp_path / "proc").mkdir()
    return tmp_path / "proc"


def running(proc: Path, pid: int, name: str, *opened: Path) -> None:
    (proc / str(pid) / "fd").mkdir(parents=True)
    (proc / str(pid) / "comm").write_text(name + "\n")
    for number, path in enumerate(opened):
        (proc / str(pid) / "fd" / str(number)).symlink_to(path)


def test_ports_are_listed_in_order_with_their_stable_names(mocker, tmp_path: Path, proc: Path) -> None:
    usb, plain = tmp_path / "ttyUSB0", tmp_path / "ttyS0"
    usb.touch()
    by_id = tmp_path / "by-id"
    by_id.mkdir()
    (by_id / "usb-Arm-if00").symlink_to(usb)
    listed(mocker, (str(usb), "Mega 2560", 0x2341, 0x42), (str(plain), "n/a", None, None))
    gone = "it has gone: plug it in again"
    board = "Arduino Mega 2560, or a uArm Swift Pro"
    assert serial_ports(by_id, proc) == [
        SerialPort(str(plain), obstacle=gone),
        SerialPort(str(usb), "Mega 2560", "2341:0042", board, str(by_id / "usb-Arm-if00")),
    ]


def test_without_by_id_names_there_are_none(mocker, tmp_path: Path, proc: Path) -> None:
    listed(mocker, ("/dev/ttyNONE", "n/a", None, None))
    assert serial_ports(tmp_path / "nothing", proc)[0].stable_path is None


def test_a_port_is_known_by_each_of_its_names(tmp_path: Path) -> None:
    device, link = tmp_path / "ttyUSB0", tmp_path / "usb-Arm-if00"
    device.touch()
    link.symlink_to(device)
    known = SerialPort(str(device), "an arm")
    assert port_at(str(link), [known]) is known


def test_a_port_that_is_not_listed_may_be_named_all_the_same(proc: Path) -> None:
    master, slave = pty.openpty()
    try:
        path = os.ttyname(slave)
        assert port_at(path, [], proc) == SerialPort(path)
    finally:
        os.close(master)
        os.close(slave)
    assert port_at("socket://localhost:7000", []) == SerialPort("socket://localhost:7000")


def test_a_port_that_is_not_there_is_wrong_usage(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such port; `hanoi ports` lists"):
        port_at(str(tmp_path / "ttyUSB9"), [])


def test_a_file_or_a_folder_is_no_port(tmp_path: Path) -> None:
    (tmp_path / "passwd").touch()
    (tmp_path / "link").symlink_to(tmp_path / "passwd")
    for name in ("passwd", "link", "."):
        with pytest.raises(UsageError, match="is no serial port; `hanoi ports` lists"):
            port_at(str(tmp_path / name), [])


def test_a_link_to_a_device_is_a_port(tmp_path: Path, terminal: str, proc: Path) -> None:
    (tmp_path / "arm").symlink_to(terminal)
    assert port_at(str(tmp_path / "arm"), [], proc) == SerialPort(str(tmp_path / "arm"))


@pytest.mark.parametrize(
    ("usb", "words"), [("2341:0042", "uArm"), ("1a86:7523", "CH340"), ("dead:beef", None), (None, None)]
)
def test_a_usb_identity_tells_what_it_may_be(usb: str | None, words: str | None) -> None:
    board = board_of(usb)
    assert board is None if words is None else words in str(board)


def test_identities_are_written_as_ports_are_listed_with_them() -> None:
    assert all(identity == f"{int(identity[:4], 16):04x}:{int(identity[5:], 16):04x}" for identity in BOARDS)


# The port of an arm that comes with a USB identity

MEGA, LINKED = SerialPort("/dev/ttyACM1", usb="2341:0042"), "/dev/serial/by-id/usb-Arm-if00"
OTHERS = [SerialPort("/dev/ttyS0"), SerialPort("/dev/ttyUSB0", usb="1a86:7523")]


def test_the_one_port_with_the_identity_is_found_by_its_lasting_name() -> None:
    assert port_with(["2341:0042"], [*OTHERS, MEGA]) == "/dev/ttyACM1"
    assert port_with(["2341:0042"], [replace(MEGA, stable_path=LINKED), *OTHERS]) == LINKED


@pytest.mark.parametrize("known", [[], OTHERS])
def test_where_no_port_has_it_that_is_told(known: list[SerialPort]) -> None:
    with pytest.raises(PortError, match="no port with the USB identity 2341:0042; plug the arm in"):
        port_with(["2341:0042"], known)


def test_where_several_have_it_none_is_guessed() -> None:
    known = [MEGA, *OTHERS, replace(MEGA, path="/dev/ttyACM0", stable_path=LINKED)]
    told = f"finds /dev/ttyACM1 and {LINKED} with the USB identity 2341:0042; write one of them"
    with pytest.raises(PortError, match=told):
        port_with(["2341:0042"], known)


# Who holds a port


def test_the_programs_that_have_a_port_open_are_named_by_their_numbers(tmp_path: Path, proc: Path) -> None:
    device, other = tmp_path / "ttyUSB0", tmp_path / "ttyUSB1"
    device.touch()
    other.touch()
    running(proc, 4242, "minicom", other, device)
    running(proc, 97, "hanoi", device)
    running(proc, 5, "bash", other)
    (proc / "self").mkdir()
    assert holders(str(device), proc) == [Holder("hanoi", 97), Holder("minicom", 4242)]


def test_a_port_held_under_another_name_is_the_same_port(tmp_path: Path, proc: Path) -> None:
    device, link = tmp_path / "ttyUSB0", tmp_path / "usb-Arm-if00"
    device.touch()
    link.symlink_to(device)
    running(proc, 7, "screen", device)
    assert holders(str(link), proc) == [Holder("screen", 7)]


def test_a_program_that_ends_or_belongs_to_another_is_passed_over(tmp_path: Path, proc: Path) -> None:
    device = tmp_path / "ttyUSB0"
    device.touch()
    (proc / "8").mkdir()  # its files are not to be seen
    running(proc, 9, "ended", device)
    (proc / "9" / "comm").unlink()
    running(proc, 10, "odd")
    (proc / "10" / "fd" / "0").write_text("no link")
    assert holders(str(device), proc) == [Holder("a program", 9)]


@pytest.mark.parametrize(("index", "plays"), [(7, True), (8, False)])
def test_who_plays_the_device_behind_a_port_is_known(proc: Path, index: int, plays: bool) -> None:
    running(proc, 5, "emulator", Path("/dev/pts/7"), Path("/dev/ptmx"))
    (proc / "5" / "fdinfo").mkdir()
    (proc / "5" / "fdinfo" / "1").write_text(f"pos:\t0\ntty-index:\t{index}\n")
    assert holders("/dev/pts/7", proc) == [Holder("emulator", 5, plays)]


def test_where_there_is_no_proc_nobody_is_named(tmp_path: Path) -> None:
    assert holders("/dev/ttyUSB0", tmp_path / "nothing") == []


@pytest.fixture
def terminal() -> Iterator[str]:
    master, slave = pty.openpty()
    yield os.ttyname(slave)
    os.close(master)
    os.close(slave)


def test_this_very_program_is_found_where_it_holds_a_port_and_the_system_tells(terminal: str) -> None:
    found = os.getpid() in [holder.pid for holder in holders(terminal)]
    assert found == Path("/proc/self/fd").is_dir()


# What keeps a user out


def test_whoever_may_open_a_port_needs_no_advice(terminal: str) -> None:
    access = access_to(terminal)
    assert access.may
    assert way_in(access, terminal, None) is None


def test_a_group_without_names_is_told_by_its_number(mocker, terminal: str) -> None:
    mocker.patch("grp.getgrgid", side_effect=KeyError)
    number = Path(terminal).stat().st_gid
    assert access_to(terminal).group == str(number)


CLOSED = Access(may=False, group="dialout", group_may=True, member=False)


@pytest.mark.parametrize(
    ("access", "platform", "words"),
    [
        (
            CLOSED,
            "linux",
            "belongs to the group dialout, .* sudo usermod -aG dialout .USER, then log in anew",
        ),
        (Access(False, "uucp", True, False), "linux", "sudo usermod -aG uucp"),
        (Access(False, "dialout", True, True), "linux", "since you logged in: log out"),
        (Access(False, "root", True, False), "linux", "only root may open it: write the line"),
        (Access(False, "dialout", False, False), "linux", "only root may open it: write the line"),
        (CLOSED, "darwin", "Privacy & Security"),
    ],
)
def test_the_advice_fits_what_keeps_the_user_out(access: Access, platform: str, words: str) -> None:
    advice = way_in(access, "/dev/ttyUSB0", "1a86:7523", platform)
    assert advice is not None
    assert re.search(words, advice)


def test_a_rule_names_the_usb_identity_or_else_the_device() -> None:
    closed = Access(False, "root", True, False)
    by_identity = way_in(closed, "/dev/ttyUSB0", "1a86:7523", "linux")
    by_name = way_in(closed, "/dev/ttyS3", None, "linux")
    assert 'ATTRS{idVendor}=="1a86", ATTRS{idProduct}=="7523"' in str(by_identity)
    assert 'KERNEL=="ttyS3"' in str(by_name)

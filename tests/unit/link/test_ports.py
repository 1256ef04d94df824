from pathlib import Path
from types import SimpleNamespace

import pytest

from controller.link.ports import SerialPort, serial_ports
from controller.link.usb import BOARDS, board_of


def test_ports_are_listed_in_order_with_their_stable_names(mocker, tmp_path: Path) -> None:
    usb, plain = tmp_path / "ttyUSB0", tmp_path / "ttyS0"
    usb.touch()
    by_id = tmp_path / "by-id"
    by_id.mkdir()
    (by_id / "usb-Arm-if00").symlink_to(usb)
    mocker.patch(
        "serial.tools.list_ports.comports",
        return_value=[
            SimpleNamespace(device=str(usb), description="Mega 2560", vid=0x2341, pid=0x42),
            SimpleNamespace(device=str(plain), description="n/a", vid=None, pid=None),
        ],
    )
    assert serial_ports(by_id) == [
        SerialPort(str(plain), "n/a", None, None, may_open=False),
        SerialPort(str(usb), "Mega 2560", "2341:0042", str(by_id / "usb-Arm-if00"), may_open=True),
    ]


def test_without_by_id_names_there_are_none(mocker, tmp_path: Path) -> None:
    mocker.patch(
        "serial.tools.list_ports.comports",
        return_value=[SimpleNamespace(device="/dev/ttyNONE", description="n/a", vid=None, pid=None)],
    )
    assert serial_ports(tmp_path / "nothing")[0].stable_path is None


@pytest.mark.parametrize(
    ("usb", "words"), [("2341:0042", "uArm"), ("1a86:7523", "CH340"), ("dead:beef", None), (None, None)]
)
def test_a_usb_identity_tells_what_it_may_be(usb: str | None, words: str | None) -> None:
    board = board_of(usb)
    assert board is None if words is None else words in str(board)


def test_identities_are_written_as_ports_are_listed_with_them() -> None:
    assert all(identity == f"{int(identity[:4], 16):04x}:{int(identity[5:], 16):04x}" for identity in BOARDS)

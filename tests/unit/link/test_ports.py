from pathlib import Path
from types import SimpleNamespace

from controller.link.ports import SerialPort, serial_ports


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

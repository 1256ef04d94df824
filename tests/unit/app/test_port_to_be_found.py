"""`port: auto`: the arm is found by the USB identity that its firmware's file names."""

from types import SimpleNamespace

import pytest

from controller.app.arms import port_of
from controller.app.assembly import assemble
from controller.app.options import RunOptions
from controller.config import Arm, Config, ConfigError, parse
from controller.config.exhibits import find
from controller.errors import PortError


def config(exhibit: str = "uarm", port: str = "auto") -> Config:
    lines = find(exhibit).read_text(encoding="utf-8").splitlines()
    return parse(
        "f.yaml", "\n".join(f"  port: {port}" if line.startswith("  port:") else line for line in lines)
    )


def arm(port: str = "auto") -> Arm:
    arm = config(port=port).arm
    assert arm is not None
    return arm


def plugged_in(mocker, *ports: tuple[str, int | None, int | None]) -> None:
    found = [SimpleNamespace(device=device, description="n/a", vid=v, pid=p) for device, v, p in ports]
    mocker.patch("serial.tools.list_ports.comports", return_value=found)


def test_the_port_that_is_named_is_not_looked_for(mocker) -> None:
    plugged_in(mocker)
    assert port_of(arm(port="/dev/ttyACM7")) == "/dev/ttyACM7"


def test_a_uarm_is_found_among_others(mocker) -> None:
    plugged_in(
        mocker, ("/dev/ttyS9", None, None), ("/dev/ttyUSB9", 0x1A86, 0x7523), ("/dev/ttyACM9", 0x2341, 0x42)
    )
    assert port_of(arm()) == "/dev/ttyACM9"


def test_a_run_that_finds_no_arm_ends_with_one_sentence(mocker) -> None:
    plugged_in(mocker, ("/dev/ttyUSB9", 0x1A86, 0x7523))
    exhibit = config()
    with pytest.raises(PortError, match=r"^port: auto finds no port with the USB identity 2341:0042; plug"):
        assemble(exhibit, RunOptions(), exhibit.tower.start_state())


def test_a_dry_run_looks_for_no_port(mocker) -> None:
    plugged_in(mocker)
    exhibit = config()
    assert assemble(exhibit, RunOptions(dry_run=True), exhibit.tower.start_state()).pretended


@pytest.mark.parametrize("exhibit", ["demo", "grbl-arm", "community-arm"])
def test_firmwares_that_any_board_may_run_are_not_found_so(exhibit: str) -> None:
    with pytest.raises(ConfigError, match=r"arm\.port: .*no USB identity of their own; write the port"):
        config(exhibit)

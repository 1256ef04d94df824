"""Which pin factory the lamps are on: named, told, and never the mock unasked."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from controller.drivers.lights import LedTower, PinMap
from controller.errors import PinFault
from controller.events import Event, Noted, Publisher
from controller.gpio import open_factory
from controller.link.clock import VirtualClock

CLASSES = {
    "lgpio": "LGPIOFactory",
    "rpigpio": "RPiGPIOFactory",
    "pigpio": "PiGPIOFactory",
    "native": "NativeFactory",
}
LAMP = (((4,),),)
WAY_OUT = (
    "on a Raspberry Pi install the pi extra and join the group gpio, "
    "anywhere else set pin_factory: mock or add --dry-run."
)


@pytest.fixture
def machine(mocker):
    """Lets a test say which factories this machine has; the others fail as they do off a Pi."""

    def having(*names: str) -> dict[str, MockFactory]:
        factories = {name: MockFactory(pin_class=MockPWMPin) for name in names}
        for name, class_name in CLASSES.items():
            make = mocker.Mock(
                side_effect=[factories[name]] if name in names else RuntimeError(f"no {name} here")
            )
            mocker.patch.dict(sys.modules, {f"gpiozero.pins.{name}": SimpleNamespace(**{class_name: make})})
        mocker.patch.dict(sys.modules, {"lgpio": SimpleNamespace()})
        return factories

    return having


def connected(pin_factory: str | None) -> tuple[LedTower, list[Event]]:
    heard: list[Event] = []
    tower = LedTower(PinMap(LAMP, pin_factory=pin_factory), VirtualClock(), Publisher(heard.append))
    tower.connect()
    return tower, heard


@pytest.mark.parametrize("name", CLASSES)
def test_the_named_factory_is_taken_and_told(machine, caplog: pytest.LogCaptureFixture, name: str) -> None:
    caplog.set_level("INFO")
    factory = machine(*CLASSES)[name]
    tower, heard = connected(name)
    assert factory.pin(4).function == "output"
    assert heard == [Noted(f"Lights on the {name} pin factory.")]
    assert f"Lights on the {name} pin factory." in caplog.messages
    tower.close()


def test_the_mock_says_that_no_lamp_is_lit() -> None:
    tower, heard = connected("mock")
    assert heard == [Noted("Lights on the mock pin factory: no lamp is lit.")]
    tower.close()


def test_a_lamp_that_will_glow_without_the_program_is_told() -> None:
    heard: list[Event] = []
    pins = (((3,), (4,)), ((2,), (5,)))
    for active_high in (True, False):
        tower = LedTower(
            PinMap(pins, pin_factory="mock", active_high=active_high), VirtualClock(), Publisher(heard.append)
        )
        tower.connect()
        tower.close()
    assert [event.text for event in heard if "glow" in event.text] == [
        f"A lamp on GPIO{pin} glows faintly after the end: wire it to another pin." for pin in (2, 3)
    ]


def test_the_global_factory_of_gpiozero_is_left_alone() -> None:
    tower, _ = connected("mock")
    assert gpiozero.Device.pin_factory is None
    tower.close()


@pytest.mark.parametrize(
    ("there", "taken"),
    [(("lgpio", "native"), "lgpio"), (("rpigpio", "pigpio"), "rpigpio"), (("native",), "native")],
)
def test_unnamed_the_first_real_one_that_works_is_taken(machine, there: tuple[str, ...], taken: str) -> None:
    factories = machine(*there)
    assert open_factory(None) == (taken, factories[taken])


def test_unnamed_and_without_a_real_one_the_mock_is_not_taken(
    machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine()
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    with pytest.raises(PinFault) as fault:
        open_factory(None)
    assert str(fault.value) == f"No pin factory works on this machine (lgpio: no lgpio here): {WAY_OUT}"


@pytest.mark.parametrize("name", CLASSES)
def test_a_named_factory_that_fails_says_why_and_the_way_out(machine, name: str) -> None:
    machine()
    with pytest.raises(PinFault) as fault:
        open_factory(name)
    assert str(fault.value) == f"The pin factory {name} cannot be used here (no {name} here): {WAY_OUT}"
    assert isinstance(fault.value.__cause__, RuntimeError)


def test_a_library_that_is_not_installed_is_a_pin_fault(mocker) -> None:
    mocker.patch.dict(sys.modules, {"lgpio": None})
    with pytest.raises(PinFault, match=r"lgpio cannot be used here .*install the pi extra"):
        open_factory("lgpio")


def test_an_unknown_factory_is_refused_with_the_known_ones() -> None:
    with pytest.raises(PinFault) as fault:
        open_factory("gpio")
    assert str(fault.value) == ("There is no pin factory 'gpio': use lgpio, rpigpio, pigpio, native or mock.")


def test_lgpio_leaves_neither_a_pipe_in_the_working_directory_nor_the_directory(
    machine, mocker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine("lgpio")
    library, home = tmp_path / "library", tmp_path / "home"
    for folder in (library, home):
        folder.mkdir()
    (library / "lgpio.py").write_text(
        "import os, pathlib\npathlib.Path('.lgd-nfy0').touch()\nos.chdir('/')\n"
    )
    monkeypatch.syspath_prepend(library)
    monkeypatch.chdir(home)
    del sys.modules["lgpio"]
    open_factory("lgpio")
    assert Path.cwd() == home
    assert list(home.iterdir()) == []


def test_importing_the_driver_does_not_import_gpiozero() -> None:
    program = "import sys, controller.drivers.lights; sys.exit('gpiozero' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0

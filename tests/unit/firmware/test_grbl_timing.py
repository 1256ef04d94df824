"""What GRBL's moves, stops, dwells and lines cost, by closed forms and figures measured on the real one."""

import pytest
from grbl_wire import GrblWire, homed

from firmware_proto.grbl.session import GrblBuild

LEG = 1.0 + 100 / 1200  # 100 mm at 100 mm/s and 1200 mm/s2
LINE = 0.002


def quick(**settings: float) -> GrblWire:
    """Homed, answers without latency; settings s1=25 and the like."""
    numbers = {int(name[1:]): value for name, value in settings.items()}
    return homed(latency=0.0, build=GrblBuild(settings=numbers))


def test_the_ok_of_a_dwell_proves_that_motion_has_ended() -> None:
    wire = quick()
    assert wire.seconds("G1 Z300 F6000", "G4 P0") == pytest.approx(LINE + LEG)
    assert wire.state() == "Idle"


@pytest.mark.parametrize(
    ("asked", "taken"), [("0.01", 0.05), ("0.05", 0.05), ("0.051", 0.1), ("0.3", 0.3), ("1", 1.0), ("0", 0.0)]
)
def test_a_dwell_is_rounded_up_to_steps_of_50_ms(asked: str, taken: float) -> None:
    assert quick().seconds(f"G4 P{asked}") == pytest.approx(taken)


@pytest.mark.parametrize(("delay", "cost"), [(25, 0.025), (0, 0.0), (254, 0.254), (255, 0.0)])
def test_a_stop_costs_the_idle_delay(delay: int, cost: float) -> None:
    assert quick(s1=delay).seconds("G1 Z300 F6000", "G4 P0") == pytest.approx(LINE + LEG + cost)


@pytest.mark.parametrize("line", ["M3 S1000", "M4 S1", "M8", "M2", "M30", "G10 L2 P1 X0", "G28.1", "G4 P0"])
def test_what_waits_for_motion_waits_for_it(line: str) -> None:
    wire = quick()
    wire.send("G1 Z300 F6000")
    wire.wait(0.1)
    began = wire.now
    wire.say(line)
    assert wire.now - began > 0.9


@pytest.mark.parametrize("line", ["M5", "M9", "S7", "G92 X0", "G55", "$G"])
def test_what_changes_nothing_does_not_wait(line: str) -> None:
    wire = quick()
    wire.send("G1 Z300 F6000")
    wire.wait(0.1)
    wire.send(line)
    assert wire.wait(0.001)[-1] == "ok"


def test_a_change_of_speed_waits_only_while_the_spindle_runs() -> None:
    wire = quick()
    wire.say("M3 S10", "G4 P0")
    wire.send("G1 Z300 F6000")
    wire.wait(0.1)
    wire.send("S20")
    assert wire.wait(0.5) == []


def test_moves_are_planned_until_fifteen_are() -> None:
    wire = homed(latency=0.0, build=GrblBuild(receive_bytes=1024))
    wire.send(*(f"G1 Z{399 - n} F60" for n in range(17)))
    assert wire.wait(0.5) == ["ok"] * 15
    assert wire.wait(0.6) == ["ok"]
    assert wire.settle() == ["ok"]


def test_a_line_takes_its_time_to_be_planned() -> None:
    wire = homed(latency=0.0, build=GrblBuild(line_seconds=0.01))
    wire.send("G1 Z399 F60", "G1 Z398")
    assert wire.wait(0.015) == ["ok"]
    assert wire.wait(0.01) == ["ok"]


class Feeder:
    """A host that keeps the receive buffer full after a dwell."""

    def __init__(self, wire: GrblWire) -> None:
        self.wire = wire
        self.lines = [f"G1 X{number % 2 + 1} Y{number} F6000\n".encode() for number in range(1, 60)]
        self.flight = [b"G4 P0.3\n"]
        wire.put(self.flight[0])
        self.top_up()

    def top_up(self) -> None:
        while self.lines and sum(map(len, self.flight)) + len(self.lines[0]) <= 128:
            self.flight.append(self.lines.pop(0))
            self.wire.put(self.flight[-1])

    def until_it_moves(self, resume: bool) -> float:
        """Seconds from the dwell's ok until motion begins."""
        ended = 0.0
        while not self.wire.device.machine.motion.speed(self.wire.now):
            for _ in self.wire.wait(0.0005):
                ended = ended or self.wire.now
                self.flight.pop(0)
                if resume and len(self.flight) < 8 and self.wire.now > ended:
                    self.wire.put(b"~")
                self.top_up()
        return self.wire.now - ended


def test_after_a_dwell_motion_begins_late_while_more_lines_come_and_sooner_with_a_start_byte() -> None:
    assert Feeder(homed()).until_it_moves(resume=False) == pytest.approx(0.030, abs=0.004)
    assert Feeder(homed()).until_it_moves(resume=True) < 0.008


def test_a_lone_move_begins_as_soon_as_it_is_planned() -> None:
    wire = quick()
    wire.send("G1 Z300 F6000")
    wire.wait(LINE + 0.001)
    assert wire.state() == "Run"


def test_moves_that_are_fed_in_time_do_not_stop_between() -> None:
    wire = quick()
    lines = [f"G1 Z{400 - 10 * number} F6000" for number in range(1, 11)]
    assert wire.seconds(*lines[:5], "") < 1.0
    wire.send(*lines[5:], "G4 P0")
    began = wire.now
    wire.settle()
    assert wire.now - began < LEG


def test_a_diagonal_is_faster_because_each_axis_is_limited_for_itself() -> None:
    wire = quick(s110=6000, s111=6000)
    # 70.71 mm/s2 .. along the diagonal both speed and acceleration are sqrt(2) times an axis'
    assert wire.seconds("G0 X100 Y100", "G4 P0") == pytest.approx(LINE + LEG)


def test_settings_change_the_time_that_moves_take() -> None:
    wire = quick()
    wire.say("$122=500")
    wire.say("$112=3000")
    assert wire.seconds("G1 Z300 F6000", "G4 P0") == pytest.approx(LINE + 100 / 50 + 50 / 500)


@pytest.mark.parametrize(
    ("byte", "speed"), [(b"\x91", 110), (b"\x92\x92", 80), (b"\x93", 101), (b"\x94", 99)]
)
def test_feed_overrides_scale_the_moves_after_them(byte: bytes, speed: int) -> None:
    wire = quick()
    wire.put(byte)
    assert wire.seconds("G1 Z300 F6000", "G4 P0") == pytest.approx(LINE + 100 / speed + speed / 1200)
    wire.put(b"\x90" + b"\x92" * 30 + b"\x91" * 40)
    assert "Ov:200,100,100" in "".join(wire.byte(b"?")[0] for _ in range(2))


def test_rapid_overrides_scale_rapid_moves() -> None:
    wire = quick(s112=6000)
    wire.put(b"\x97")
    assert wire.seconds("G0 Z300", "G4 P0") == pytest.approx(LINE + 4 + 25 / 1200)
    wire.put(b"\x96")
    assert wire.seconds("G0 Z400", "G0 Z400", "G4 P0") == pytest.approx(2 * LINE + 2 + 50 / 1200)
    wire.put(b"\x95")
    assert wire.seconds("G0 Z300", "G4 P0") == pytest.approx(LINE + LEG)


def test_homing_takes_its_ways_and_its_touches() -> None:
    wire = quick()
    wire.say("G1 X100 Y30 Z300 F60000", "G4 P0")
    ramp, touches = 50 / 1200, 4 * 0.25 + 2 / 50 + 0.6
    assert wire.seconds("$H") == pytest.approx(2 * (2 + ramp + touches), abs=1e-3)


def test_a_query_during_homing_is_answered_at_its_end() -> None:
    wire = quick()
    wire.say("G1 Z300 F60000", "G4 P0")
    wire.send("$H")
    wire.put(b"??!~")
    assert wire.wait(1.0) == []
    assert [line.partition("|")[0] for line in wire.settle()] == ["<Home", "ok"]

"""Emulated GRBLs on wires in memory."""

from emulator_wire import Wire

from firmware_proto.bench import Bench
from firmware_proto.grbl import GrblEmulator

RESET = b"\x18"


class GrblWire(Wire):
    """A host that also sends single bytes and reads reports."""

    device: GrblEmulator

    def byte(self, data: bytes, seconds: float = 0.01) -> list[str]:
        """Send real-time bytes; what is said soon after."""
        self.put(data)
        return self.wait(seconds)

    def report(self) -> str:
        """A status report, without what comes only now and then."""
        said = self.byte(b"?")
        assert len(said) == 1, said
        return said[0].strip("<>").partition("|WCO")[0].partition("|Ov")[0]

    def state(self) -> str:
        return self.report().partition("|")[0]

    def place(self) -> tuple[float, ...]:
        return tuple(map(float, self.report().split("|")[1].removeprefix("MPos:").split(",")))

    def each(self, *lines: str) -> None:
        """Send lines, each after the answer of the one before; all of them ok."""
        for line in lines:
            assert self.say(line)[-1] == "ok", line

    def seconds(self, *lines: str) -> float:
        """How long from sending lines until the last of their answers; all of them ok."""
        began = self.now
        said = self.say(*lines)
        assert said == ["ok"] * len(lines), said
        return self.now - began


def opened(**options: object) -> GrblWire:
    """A freshly opened GRBL; keywords are the emulator's."""
    wire = GrblWire(GrblEmulator(**options))
    wire.open()
    return wire


def homed(**options: object) -> GrblWire:
    """The same, homed."""
    wire = opened(**options)
    assert wire.say("$H") == ["ok"]
    return wire


def one_disk(**options: float) -> Bench:
    """Disk 1, 10 mm thick, on A."""
    return Bench({"A": (0, 0, 0), "B": (200, 0, 0)}, [10], [30], {"A": [1]}, **options)


def holding(bench: Bench, **options: object) -> GrblWire:
    """Homed, with the disk in the gripper 90 mm above its place."""
    wire = homed(bench=bench, **options)
    wire.say("G1 Z10 F12000", "M3 S1000", "G4 P0.3", "G1 Z100", "G4 P0")
    assert (bench.held, bench.faults) == (1, ())
    return wire

"""What a user installs: a wheel that holds all it needs, imports that cost little, no need of POSIX."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def run_python(code: str, *arguments: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        timeout=240,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_wheel_holds_the_emulators_and_the_ready_exhibits(tmp_path):
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    build = [*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(tmp_path), str(ROOT)]
    subprocess.run(build, check=True, timeout=240)
    (wheel,) = tmp_path.glob("*.whl")
    target = tmp_path / "installed"
    subprocess.run(
        [*pip, "install", "--no-deps", "--target", str(target), str(wheel)], check=True, timeout=240
    )
    done = subprocess.run(
        [sys.executable, "-m", "controller", "run", "demo", "--dry-run", "--speed", "0", "--plain"],
        capture_output=True,
        text=True,
        cwd=target,
        env={**os.environ, "PYTHONPATH": str(target)},
        timeout=240,
    )
    assert done.returncode == 0, done.stderr
    assert "all 5 disks stand on C" in done.stdout
    assert {path.stem for path in (target / "controller" / "exhibits").glob("*.yaml")} == {
        path.stem for path in (ROOT / "config").glob("*.yaml")
    }
    assert (target / "controller" / "py.typed").exists()


def test_help_imports_nothing_heavy():
    heavy = {"pydantic", "rich", "serial", "gpiozero", "yaml", "asyncio", "controller.app"}
    code = (
        "import sys\n"
        "from controller.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=240)
    assert "kiosk" in done.stdout
    assert heavy.isdisjoint(done.stderr.split())


def test_a_dry_run_needs_no_module_that_only_posix_has():
    posix_only = ("termios", "tty", "pty", "fcntl", "pwd", "grp", "resource", "syslog", "posix_spawn")
    code = (
        "import sys\n"
        f"sys.modules.update(dict.fromkeys({posix_only!r}))\n"  # None: importing it fails
        "from controller.cli import main\n"
        "sys.exit(main(['run', 'demo', '--dry-run', '--speed', '0', '--plain']))"
    )
    assert "all 5 disks stand on C" in run_python(code)


def test_an_odd_locale_does_not_break_a_run():
    code = (
        "import sys\n"
        "from controller.cli import main\n"
        "sys.exit(main(['run', 'demo', '--dry-run', '--speed', '0', '--plain']))"
    )
    environment = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    assert "all 5 disks stand on C" in run_python(code, **environment)

"""`python -m controller` is `hanoi`."""

import sys


def main() -> int:
    """Run one command, also where somebody presses Ctrl-C before all of it is loaded; its exit code."""
    try:
        from controller.cli import main as run

        return run()
    except KeyboardInterrupt:
        import signal

        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process ends here, and once is enough
        print("hanoi: Stopped.", file=sys.stderr)
        return 4


if __name__ == "__main__":
    code = main()
    exec("")  # `python -m` forgets an interrupt in generated code (a dataclass's), and keeps the exit code
    sys.exit(code)

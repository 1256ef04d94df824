"""The far end of the wire: what firmwares say (PROTOCOL.md), emulators that say it, and the world they move.

One file and one chapter a firmware. `marlin` is an emulated Marlin; what it shares with any other is in
modules of their own:

- `device`: what an emulator owes to whoever carries its bytes; `pty_server` carries them behind a pseudo-
terminal (POSIX)
- `faults`, `outbox`, `line_buffer`: what goes wrong to order, words on their way, bytes that become lines
- `machine`: motors and outputs; `motion`, `trapezoid`: how moves take their time; `limits`: how far they
reach; `pump`: which lines work the gripper
- `bench`, `table`, `solids`: disks, poles and board, and what strikes what

Nothing here imports `controller`, and nothing of `controller` but `app` imports this: a mistake in one is
caught by the other. All but `pty_server` is pure: no I/O, no thread, no clock; bytes and the time come in
as arguments.
"""

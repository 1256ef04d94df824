"""The far end of the wire: what firmwares say (PROTOCOL.md), emulators that say it, and the world they move.

Each firmware has a chapter there, a folder of transcripts and a module here; what all share is apart:

- `marlin`: an emulated Marlin; what it reads is in `marlin_lines`, what it does in `marlin_commands`, what it
  says in `marlin_reports`, and what it remembers in `marlin_session`
- `grbl`: an emulated GRBL; the same with `_lines`, `_commands`, `_reports`, `_session`; `grbl_system`: lines
  that begin with $; `grbl_realtime`: single bytes; `grbl_memory`: what is in EEPROM; `grbl_core`: what all
  these act upon; `live_motion`: motion as GRBL plans it
- `uarm`: an emulated uArm Swift Pro, and `community_arm`: an emulated arm of the kind described in a config;
  the same with `_lines`, `_commands`, `_session`; `uarm_paths`: the ways that its moves take; `line_board`:
  the board under both
- `device`: what an emulator owes to whoever carries its bytes
- `pty_server`: carries them behind a pseudo-terminal, on POSIX
- `faults`, `line_buffer`, `outbox`: what goes wrong to order, bytes that become lines, words on their way;
  `waits`: what a command being carried out waits for
- `machine`: motors and outputs; `motion` and `trapezoid`: the time that moves take; `limits`: how far they
  reach; `forward_kinematics`: where the tip is when the axes are joints; `pump`: which lines work the gripper
- `bench`, `table`, `solids`: what happens to the disks, where they are, and what strikes what; `seats`: what
  centres them, and when a pile tips; `imperfection`: what is not exact, and the luck with it; `quick_bench`:
  the same laws pick by pick and place by place, for thousands of days

Nothing here imports `controller`, and of that only `app` imports this: a mistake in one is caught by the
other. All but `pty_server` is pure: no I/O, no thread, no clock; bytes and the time come in as arguments.
"""

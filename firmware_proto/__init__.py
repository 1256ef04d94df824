"""The far end of the wire: what firmwares say (PROTOCOL.md), emulators that say it, and the world they move.

Each firmware has a chapter there, a folder of transcripts and a module here; what all share is apart:

- `marlin`, `grbl`, `uarm`, `community_arm`: emulated boards; in each folder `lines` is what it reads,
  `commands` what it does, `session` what it remembers; `described_arm`: one made of a mere description;
  `emulators`: all of them by their names, the one place where a new one is entered
- `device`: what an emulator owes to whoever carries its bytes; `wired_board`, `line_board`: what is under it
- `pty_server`: carries them behind a pseudo-terminal, on POSIX
- `faults`, `line_buffer`, `outbox`: what goes wrong to order, bytes that become lines, words on their way;
  `waits`: what a command being carried out waits for
- `machine`: motors and outputs; `motion`, `live_motion` and `trapezoid`: the time that moves take; `supply`:
  whether they come in time; `limits`: how far they reach; `forward_kinematics`: where the tip is when the
  axes are joints; `pump`: which lines work the gripper; `part_sensor`: whether it holds something
- `bench`, `table`, `gripped`, `solids`: what happens to the disks, where they are, what hangs in the gripper,
  and what strikes what; `seats`: what centres them, and when a pile tips; `imperfection`: what is not exact,
  and the luck with it; `quick_bench`: the same laws pick by pick and place by place, for thousands of days

Nothing here imports `controller`, and of that only `app` imports this: a mistake in one is caught by the
other. All but `pty_server` is pure: no I/O, no thread, no clock; bytes and the time come in as arguments.
"""

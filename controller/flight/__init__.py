"""The flight recorder: what a run heard and said, bounded in memory, kept in a file when it fails, played again."""

"""The flight recorder: what a run hears and says, kept in a file where it fails, and played again."""

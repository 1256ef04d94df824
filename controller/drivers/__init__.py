"""What carries a step out: the arm, the LED tower, and several in step."""

"""The generic machinery between a driver and a wire: dialogue, deadlines, transports, time."""

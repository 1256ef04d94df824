"""What arms are told and what they answer: one file a firmware family, as plain data and pure functions."""

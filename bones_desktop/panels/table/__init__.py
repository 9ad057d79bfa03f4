"""The task strip, the reading and the log."""

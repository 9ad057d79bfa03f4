"""The parts of the task strip."""

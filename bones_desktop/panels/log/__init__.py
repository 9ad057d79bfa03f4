"""The Log page: every line of the log, and whether the dice were fair."""

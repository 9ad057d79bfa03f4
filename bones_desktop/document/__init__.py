"""The open character as a Qt object."""

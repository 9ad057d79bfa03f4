"""Beside the tray: dice entered by hand, what a throw means with its reasons, and the last throws."""

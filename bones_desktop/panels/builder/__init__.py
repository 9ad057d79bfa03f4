"""The die-face editor."""

"""The style of Qt that our style sheet is written for."""

from typing import Final

ARGUMENTS: Final = ("-style", "Fusion")
"""For whoever makes the QApplication. Set later, it would make Python's classes of all that a style can draw."""

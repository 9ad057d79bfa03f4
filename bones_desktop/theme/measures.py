"""Distances in pixels at 100 % text size, and how they are scaled."""

from typing import Final

RADIUS: Final = 6
"""Corners of controls."""

CARD_RADIUS: Final = 10
"""Corners of cards and dialogs."""


def scaled(size: float, percent: int) -> int:
    """Return `size` pixels at a text size of `percent`, at least 1 for anything above 0."""
    pixels = round(size * percent / 100)
    return max(1, pixels) if size > 0 else pixels

"""The few distances everything is built from, in pixels at 100 % text size; `Theme.px` scales them."""

from typing import Final

SPACES: Final = (4, 8, 12, 16, 24, 32)
"""The only gaps."""

RADIUS: Final = 6
"""Corners of controls."""

CARD_RADIUS: Final = 10
"""Corners of cards and dialogs."""

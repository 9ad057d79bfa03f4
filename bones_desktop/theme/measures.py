"""How round corners are, in pixels at 100 % text size; `Theme.px` scales them."""

from typing import Final

RADIUS: Final = 6
"""Corners of controls."""

CARD_RADIUS: Final = 10
"""Corners of cards and dialogs."""

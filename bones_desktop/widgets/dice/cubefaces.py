"""Which way each face of a die looks and its picture stands, once the net has been folded away from the viewer.

The whole program folds one net: its third face towards the viewer, 1 above it, 2 to the left, 4 to the right, 6 below
and 5 behind; x is to the right, y up the picture, z towards the viewer. The hand looks at a die from the front, the
tray from above.
"""

from typing import Final

Direction = tuple[float, float, float]

NORMALS: Final[tuple[Direction, ...]] = (
    (0.0, 1.0, 0.0),
    (-1.0, 0.0, 0.0),
    (0.0, 0.0, 1.0),
    (1.0, 0.0, 0.0),
    (0.0, 0.0, -1.0),
    (0.0, -1.0, 0.0),
)
"""Outward direction of each face; 1 and 6, 2 and 4, 3 and 5 are opposite."""

UPS: Final[tuple[Direction, ...]] = (
    (0.0, 0.0, -1.0),
    (0.0, 1.0, 0.0),
    (0.0, 1.0, 0.0),
    (0.0, 1.0, 0.0),
    (0.0, 1.0, 0.0),
    (0.0, 0.0, 1.0),
)
"""Direction in which the picture of each face stands upright."""

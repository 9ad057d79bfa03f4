"""Where a point of the tray is on the screen."""

from math import cos, hypot, radians, sin, tan
from typing import Final

from bones_desktop.panels.tray.geometry import Vector

_RIM: Final = 0.058
_RIM_LIMITS: Final = (0.36, 0.6)
_TILT: Final = radians(15)
_FIELD: Final = radians(25)


class Camera:
    """Looks at the tray from above, a little from the front, as near as the whole rim allows."""

    def __init__(self, width: int, height: int, tray_width: float, tray_depth: float, margin: int = 6) -> None:
        self.sin, self.cos = sin(_TILT), cos(_TILT)
        self.scale = height / 2 / tan(_FIELD / 2)
        self.x0, self.y0 = width / 2, height / 2
        self.eye: Vector = (0.0, 0.0, 1.0)
        self.rim = max(_RIM_LIMITS[0], min(_RIM_LIMITS[1], tray_depth * _RIM))
        """How wide and how high the wooden rim is, in die edges."""
        half_x, half_y = tray_width / 2 + self.rim, tray_depth / 2 + self.rim
        corners = [(x, y, self.rim) for x in (-half_x, half_x) for y in (-half_y, half_y)]
        near, far = 3.0, 400.0
        for _ in range(40):
            distance = (near + far) / 2
            self.eye = (0.0, -self.sin * distance, self.cos * distance)
            seen = [self.point(*corner) for corner in corners]
            wide = max(x for x, _ in seen) - min(x for x, _ in seen)
            high = max(y for _, y in seen) - min(y for _, y in seen)
            if wide > width - 2 * margin or high > height - 2 * margin or distance < 4:
                near = distance
            else:
                far = distance
        seen = [self.point(*corner) for corner in corners]
        self.y0 += height / 2 - (max(y for _, y in seen) + min(y for _, y in seen)) / 2

    def point(self, x: float, y: float, z: float) -> tuple[float, float]:
        """Return the place on the screen of a point of the tray."""
        _, ey, ez = self.eye
        y, z = y - ey, z - ez
        zoom = self.scale / (y * self.sin - z * self.cos)
        return self.x0 + x * zoom, self.y0 - (y * self.cos + z * self.sin) * zoom

    def zoom(self, place: Vector) -> float:
        """Return how many pixels an edge at `place` has, seen square on."""
        _, ey, ez = self.eye
        return self.scale / max(0.1, (place[1] - ey) * self.sin - (place[2] - ez) * self.cos)

    def distance(self, place: Vector) -> float:
        """Return how far `place` is from the eye; what is farther is painted first."""
        x, y, z = place
        return hypot(x - self.eye[0], y - self.eye[1], z - self.eye[2])

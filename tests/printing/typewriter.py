"""A measure without fonts: every letter is a fifth of its size wide."""

from dataclasses import dataclass

from bones_desktop.printing.canvas import MM_PER_POINT, TextStyle


@dataclass(frozen=True)
class Typewriter:
    """Widths in the unit given: 1 counts a point as a unit, MM_PER_POINT measures in millimetres."""

    point: float = MM_PER_POINT

    def width(self, text: str, style: TextStyle) -> float:
        return len(text) * style.points * self.point / 2

    def ascent(self, style: TextStyle) -> float:
        return style.points * self.point

    def leading(self, style: TextStyle) -> float:
        return style.points * self.point * 1.2

"""Parts of a page: immutable marks with places in millimetres, so that a layout can be compared and tested."""

from dataclasses import dataclass
from typing import Final, Literal

MM_PER_INCH: Final = 25.4
# The typographic point of PDF and of Qt, 1/72 inch.
MM_PER_POINT: Final = MM_PER_INCH / 72


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle in millimetres from the page's upper left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.height

    def inset(self, across: float, down: float) -> "Rect":
        """Return the rectangle reduced by `across` on both sides and `down` above and below."""
        return Rect(self.x + across, self.y + down, self.width - 2 * across, self.height - 2 * down)


@dataclass(frozen=True, slots=True)
class TextStyle:
    """Look of a line of text. `tone` runs from 0 (black) to 1 (white)."""

    role: Literal["serif", "sans"]
    points: float
    bold: bool = False
    italic: bool = False
    tone: float = 0.0

    @property
    def height(self) -> float:
        """Size of the letters in millimetres."""
        return self.points * MM_PER_POINT


@dataclass(frozen=True, slots=True)
class TextLine:
    """One line of text. `y` is its baseline."""

    x: float
    y: float
    text: str
    style: TextStyle


@dataclass(frozen=True, slots=True)
class Stroke:
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    weight: float
    tone: float = 0.0
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle with a thin border (`weight` 0: none) and a light tint (`fill` 1: none)."""

    rect: Rect
    weight: float = 0.0
    fill: float = 1.0
    tone: float = 0.0


@dataclass(frozen=True, slots=True)
class CheckBox:
    """A box to tick. It is ticked when the die is injured."""

    rect: Rect
    ticked: bool


@dataclass(frozen=True, slots=True)
class Hatch:
    """Light slanting lines over dice that no longer count, visible without colour or tint."""

    rect: Rect


@dataclass(frozen=True, slots=True)
class FacePicture:
    """The picture of a face, given by its code."""

    rect: Rect
    code: str
    grey: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """A portrait (JPEG in Base64). Its middle fills the rectangle. Anything else leaves it empty."""

    rect: Rect
    portrait: str


Item = TextLine | Stroke | Box | CheckBox | Hatch | FacePicture | Picture


@dataclass(frozen=True, slots=True)
class Page:
    """One finished page. Its items are drawn in order."""

    width: float
    height: float
    items: tuple[Item, ...]
    offset: tuple[float, float] = (0.0, 0.0)
    """How far the page is moved right and down, for an inexact printer."""


@dataclass(frozen=True, slots=True)
class PageSize:
    """A sheet of paper and its empty margin, in millimetres."""

    width: float
    height: float
    margin: float = 11.0


A4: Final = PageSize(210.0, 297.0)
LETTER: Final = PageSize(215.9, 279.4)
PAPERS: Final = {"A4": A4, "Letter": LETTER}
"""Papers by their names in the settings and on the command line."""

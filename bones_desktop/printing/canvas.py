"""The items on a page, and the page while it is laid out.

Items are immutable and have positions in millimetres, so that a layout can be compared and tested. Text is wrapped.
Text that is too long for its box is kept for a later page.
"""

import re
from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final, Literal, Protocol

from bones_desktop.rules.records import Record, replace
from bones_desktop.rules.typedtext import spread_fractions
from bones_desktop.wording.language import _

MM_PER_INCH: Final = 25.4
# The typographic point of PDF and of Qt, 1/72 inch.
MM_PER_POINT: Final = MM_PER_INCH / 72


class Rect(Record):
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
        """Return the rectangle reduced by `across` on the left and right, and by `down` at the top and bottom."""
        return Rect(self.x + across, self.y + down, self.width - 2 * across, self.height - 2 * down)


class TextStyle(Record):
    """Font and tone of a line of text. `tone` is from 0 (black) to 1 (white)."""

    role: Literal["serif", "sans"]
    points: float
    bold: bool = False
    italic: bool = False
    tone: float = 0.0

    @property
    def height(self) -> float:
        """Size of the letters in millimetres."""
        return self.points * MM_PER_POINT


class TextLine(Record):
    """A line of text. `y` is its baseline."""

    x: float
    y: float
    text: str
    style: TextStyle


class Stroke(Record):
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    weight: float
    tone: float = 0.0
    dashed: bool = False


class Box(Record):
    """A rectangle with a thin border and a light tint. `weight` 0 means no border, `fill` 1 means no tint."""

    rect: Rect
    weight: float = 0.0
    fill: float = 1.0
    tone: float = 0.0


class CheckBox(Record):
    """A box to tick. The box of an injured die is printed with a tick."""

    rect: Rect
    ticked: bool


class Hatch(Record):
    """Light diagonal lines over dice that no longer count, so that this is visible on paper without colour."""

    rect: Rect


class FacePicture(Record):
    """The picture of a face, given by its code."""

    rect: Rect
    code: str
    grey: bool = False


class Picture(Record):
    """A portrait (JPEG in Base64). Its middle part fills the rectangle. For invalid data the rectangle is empty."""

    rect: Rect
    portrait: str


class TintMark(Record):
    """The mark of a player's colour: a die in this colour, with the sign that stands for the colour."""

    rect: Rect
    tint: str


class HiddenText(Record):
    """Invisible words in a PDF in place of pictures or ticks. A search and screen readers find them."""

    rect: Rect
    text: str


Item = TextLine | Stroke | Box | CheckBox | Hatch | FacePicture | Picture | TintMark | HiddenText


class Page(Record):
    """A finished page. Its items are drawn in order."""

    width: float
    height: float
    items: tuple[Item, ...]
    offset: tuple[float, float] = (0.0, 0.0)
    """Distances in millimetres by which the page is moved right and down, for a printer that prints off-centre."""


class PageSize(Record):
    """A paper size and its margin, in millimetres."""

    width: float
    height: float
    margin: float = 11.0

    @property
    def turned(self) -> "PageSize":
        """The same paper in landscape."""
        return PageSize(self.height, self.width, self.margin)


A4: Final = PageSize(210.0, 297.0)
LETTER: Final = PageSize(215.9, 279.4)
PAPERS: Final = {"A4": A4, "Letter": LETTER}
"""Papers, keyed by their names in the settings and on the command line."""


class Measure(Protocol):
    """Measures text on paper in millimetres."""

    def width(self, text: str, style: TextStyle) -> float:
        """Return the width of `text`."""

    def ascent(self, style: TextStyle) -> float:
        """Return the distance of the baseline from the top of a line."""

    def leading(self, style: TextStyle) -> float:
        """Return the distance between two lines."""


NO_BREAK: Final = "\u00a0"
"""A space at which lines do not break. It is printed as a normal space."""

_SPACES: Final = re.compile(r"[^\S\u00a0]+")
_STRIDE: Final = 32
"""Number of letters that are measured together. Few words have more letters."""


class Wrapped(Record):
    """A line and the separator after it: a space, a line break, or nothing if a word is broken."""

    text: str
    glue: str


def wrap(text: str, width: float, style: TextStyle, measure: Measure, most: int | None = None) -> tuple[Wrapped, ...]:
    """Break `text` into lines of at most `width`. A word is broken only if necessary. Empty text has no line.

    The text after the first `most` lines is returned as one more line, without breaks.
    """
    lines: list[Wrapped] = []
    paragraphs = spread_fractions(text).expandtabs(2).strip().splitlines()
    for number, paragraph in enumerate(paragraphs, start=1):
        words = deque(_words(paragraph))
        while words:
            # The rest is not shown here. Breaking a long rest would be slow.
            if len(lines) == most:
                rest = "\n".join((" ".join(words), *paragraphs[number:]))
                return (*lines, _wrapped([rest], "\n"))
            lines.append(_take_line(words, width, style, measure))
    return tuple(lines)


def _words(text: str) -> list[str]:
    """Return the words of a paragraph. An empty paragraph has a single empty word."""
    # The regular expression is slow, so it is used only for text with a no-break space.
    return (_SPACES.split(text.strip()) if NO_BREAK in text else text.split()) or [""]


def _take_line(words: deque[str], width: float, style: TextStyle, measure: Measure) -> Wrapped:
    """Remove the words that fit on a line from the front of `words`, and return the line."""
    room = width
    line: list[str] = []
    while words:
        word = words[0]
        # A line takes at least one letter, otherwise the loop would never end in a very narrow box.
        count = max(0 if line else 1, _letters(word, room, style, measure))
        if count < len(word):
            if line:
                return _wrapped(line, " ")
            words[0] = word[count:]
            return _wrapped([word[:count]], "")
        room -= measure.width(word, style) + measure.width(" ", style)
        line.append(words.popleft())
    return _wrapped(line, "\n")


def _wrapped(words: Sequence[str], glue: str) -> Wrapped:
    return Wrapped(" ".join(words).replace(NO_BREAK, " "), glue)


def _letters(word: str, width: float, style: TextStyle, measure: Measure) -> int:
    """Return how many letters of `word` fit. In a long word, only a little more than these letters is measured."""
    # The measured part is doubled until it is too wide. Bisection then finds the last letter that fits.
    fits, reach = 0, _STRIDE
    while measure.width(word[:reach], style) <= width:
        if reach >= len(word):
            return len(word)
        fits, reach = reach, 2 * reach
    between = range(fits + 1, min(reach, len(word)))
    return fits + bisect_right(between, width, key=lambda count: measure.width(word[:count], style))


def without_empty_lines(text: str) -> str:
    """Return `text` without empty lines, for a box that is a little too small."""
    return "\n".join(line for line in text.splitlines() if line.strip())


def joined(lines: Iterable[Wrapped]) -> str:
    """Join `lines`, and return the text that was wrapped."""
    return "".join(line.text + line.glue for line in lines).strip()


def elided(text: str, width: float, style: TextStyle, measure: Measure) -> str:
    """Return `text` on one line, cut off with an ellipsis if necessary. The full text must be shown elsewhere."""
    text = " ".join(text.split())
    if _letters(text, width, style, measure) == len(text):
        return text
    room = width - measure.width("…", style)
    return text[: max(1, _letters(text, room, style, measure))].rstrip() + "…"


def fitting(
    text: str, width: float, height: float, styles: Sequence[TextStyle], measure: Measure
) -> tuple[TextStyle, tuple[Wrapped, ...], int]:
    """Return the largest of `styles` in which `text` fits, the lines, and how many of the lines fit.

    `styles` begins with the largest. If the text fits in no style, return the smallest, and one more line with the rest
    of the text.
    """
    for style in styles:
        # A hundredth of a millimetre is added, otherwise rounding might lose a line that fits exactly.
        most = max(1, int((height + 0.01) / measure.leading(style)))
        lines = wrap(text, width, style, measure, most)
        # A smaller style is used if a word would be broken in two.
        broken_word = any(line.glue == "" for line in lines)
        if len(lines) <= most and (not broken_word or style is styles[-1]):
            break
    return style, lines, most


MUTED: Final = 0.42
HAIR: Final = 0.15
THIN: Final = 0.25
THICK: Final = 0.6
TINT: Final = 0.945
TINT_SIDE: Final = 4.8
"""Side of the mark of a player's colour, in millimetres."""

Align = Literal["left", "middle", "right"]

LABEL: Final = TextStyle("sans", 6.5, tone=MUTED)
HEADING: Final = TextStyle("serif", 10.5, bold=True)
GOES_ON: Final = TextStyle("sans", 6.5, italic=True, tone=MUTED)


def sizes(style: TextStyle, *points: float) -> tuple[TextStyle, ...]:
    """Return `style` in the sizes `points`, in the order in which to try them."""
    return tuple(replace(style, points=size) for size in points)


class Overflow(Record):
    """The rest of a text that did not fit. It is printed under `title` on a later page."""

    title: str
    text: str


class Canvas:
    """Collects the items of a page. `places` maps the title of a text to the page on which the text continues."""

    def __init__(self, size: PageSize, measure: Measure, places: dict[str, int]) -> None:
        self.size = size
        self.measure = measure
        self.items: list[Item] = []
        self.overflow: list[Overflow] = []
        self._places = places

    @property
    def area(self) -> Rect:
        """The paper without margins."""
        margin = self.size.margin
        return Rect(margin, margin, self.size.width - 2 * margin, self.size.height - 2 * margin)

    def page(self, offset: tuple[float, float] = (0.0, 0.0)) -> Page:
        """Return the present page, moved by `offset`."""
        return Page(self.size.width, self.size.height, tuple(self.items), offset)

    def add(self, *items: Item) -> None:
        """Add items to the page, on top of the earlier ones."""
        self.items.extend(items)

    def put_first(self, start: int) -> None:
        """Move the items from index `start` on before all others. Screen readers read items in their order."""
        self.items = self.items[start:] + self.items[:start]

    def line(self, text: str, rect: Rect, style: TextStyle, align: Align = "left") -> None:
        """Write one line, vertically centred in `rect`."""
        if not text:
            return
        # A no-break space is written as a normal space, so that a search in the PDF finds the text.
        text = spread_fractions(text).replace(NO_BREAK, " ")
        top = rect.y + (rect.height - self.measure.leading(style)) / 2
        room = rect.width - self.measure.width(text, style)
        x = rect.x + {"left": 0.0, "middle": room / 2, "right": room}[align]
        self.add(TextLine(x, top + self.measure.ascent(style), text, style))

    def lines(self, lines: Sequence[Wrapped], x: float, top: float, style: TextStyle) -> None:
        """Write lines from `top` downwards."""
        leading, ascent = self.measure.leading(style), self.measure.ascent(style)
        for number, line in enumerate(lines):
            if line.text:
                self.add(TextLine(x, top + number * leading + ascent, line.text, style))

    def paragraph(
        self,
        text: str,
        rect: Rect,
        styles: Sequence[TextStyle],
        title: str,
        *,
        middle: bool = False,
        align: Align = "left",
    ) -> None:
        """Write `text` in `rect` in the largest style in which it fits.

        If the text fits in no style, the rest is kept under `title`, and a note says where the text continues.
        """
        style, lines, most = fitting(text, rect.width, rect.height, styles, self.measure)
        # The text continues on another page, so the empty lines between its paragraphs are removed.
        if len(lines) > most:
            tight = fitting(without_empty_lines(text), rect.width, rect.height, styles, self.measure)
            if len(tight[1]) <= tight[2]:
                style, lines, most = tight
        leading = self.measure.leading(style)
        # The last line is kept free for the note that says where the text continues.
        shown = len(lines) if len(lines) <= most else most - 1
        # Empty lines before the note are removed, because they would waste room.
        while shown < len(lines) and shown and not lines[shown - 1].text:
            shown -= 1
        top = rect.y + (max(0.0, rect.height - len(lines) * leading) / 2 if middle and shown == len(lines) else 0.0)
        for number, line in enumerate(lines[:shown]):
            self.line(line.text, Rect(rect.x, top + number * leading, rect.width, leading), style, align)
        if shown < len(lines):
            below = Rect(rect.x, top + shown * leading, rect.width, leading)
            self.line(self.goes_on(title, rect.width), below, GOES_ON, align)
            self.overflow.append(Overflow(title, joined(lines[shown:])))

    def goes_on(self, title: str, width: float) -> str:
        """Return the note that says on which page the text under `title` continues."""
        # In the first layout the page number is unknown, so it is assumed to be 2. Most other numbers are as wide as 2.
        page = self._places.get(title, 2)
        long = _("continued on page {page}").format(page=page)
        return long if self.measure.width(long, GOES_ON) <= width else _("→ p. {page}").format(page=page)

    def field(
        self, rect: Rect, label: str, text: str, styles: Sequence[TextStyle], *, middle: bool = True, tint: str = ""
    ) -> None:
        """Draw a field: the label in its corner, the text below, and the mark of the colour `tint` at its right end."""
        self.add(Box(rect, HAIR))
        leading = self.measure.leading(LABEL)
        self.line(label, Rect(rect.x + 1.3, rect.y + 0.5, rect.width - 2.6, leading), LABEL)
        top = rect.y + leading + 0.4
        room = Rect(rect.x + 1.3, top, rect.width - 2.6, rect.bottom - top - 0.5)
        if tint:
            self.add(TintMark(Rect(room.right - TINT_SIDE, room.bottom - TINT_SIDE - 0.5, TINT_SIDE, TINT_SIDE), tint))
            room = Rect(room.x, room.y, room.width - TINT_SIDE - 1.0, room.height)
        self.paragraph(text, room, styles, label, middle=middle)

    @property
    def heading_height(self) -> float:
        """Height of a section heading."""
        return self.measure.leading(HEADING) + 0.5

    def heading(self, text: str, x: float, y: float, width: float) -> float:
        """Write a section heading with a thick line below. Return the y at which the section begins."""
        height = self.measure.leading(HEADING)
        self.line(elided(text, width, HEADING, self.measure), Rect(x, y, width, height), HEADING)
        self.add(Stroke(x, y + height + 0.2, x + width, y + height + 0.2, THICK))
        return y + self.heading_height

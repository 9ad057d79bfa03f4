"""The page being laid out: marks are added to it, and text too long for its box is kept for a later page."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from bones_desktop.printing.items import Box, Item, Page, PageSize, Rect, Stroke, TextLine, TextStyle
from bones_desktop.printing.text import NO_BREAK, Measure, Wrapped, elided, fitting, joined, without_empty_lines
from bones_desktop.rules.typedtext import spread_fractions
from bones_desktop.wording.language import _

MUTED: Final = 0.42
HAIR: Final = 0.15
THIN: Final = 0.25
THICK: Final = 0.6
TINT: Final = 0.945

Align = Literal["left", "middle", "right"]

LABEL: Final = TextStyle("sans", 6.5, tone=MUTED)
HEADING: Final = TextStyle("serif", 10.5, bold=True)
GOES_ON: Final = TextStyle("sans", 6.5, italic=True, tone=MUTED)


def sizes(style: TextStyle, *points: float) -> tuple[TextStyle, ...]:
    """Return `style` in each of `points`, the order text tries them in."""
    return tuple(replace(style, points=size) for size in points)


@dataclass(frozen=True, slots=True)
class Overflow:
    """What of a text had no room: it goes on under `title`."""

    title: str
    text: str


class Canvas:
    """Collects the marks of one page; `places` says on which page a text of that title continues."""

    def __init__(self, size: PageSize, measure: Measure, places: dict[str, int]) -> None:
        self.size = size
        self.measure = measure
        self.items: list[Item] = []
        self.overflow: list[Overflow] = []
        self._places = places

    @property
    def area(self) -> Rect:
        """The paper inside the margins."""
        margin = self.size.margin
        return Rect(margin, margin, self.size.width - 2 * margin, self.size.height - 2 * margin)

    def page(self, offset: tuple[float, float] = (0.0, 0.0)) -> Page:
        """Return the page as it stands, all of it moved by `offset`."""
        return Page(self.size.width, self.size.height, tuple(self.items), offset)

    def add(self, *items: Item) -> None:
        """Put marks on the page, above those already there."""
        self.items.extend(items)

    def line(self, text: str, rect: Rect, style: TextStyle, align: Align = "left") -> None:
        """Write one line, vertically in the middle of `rect`."""
        if not text:
            return
        text = spread_fractions(text).replace(NO_BREAK, " ")
        top = rect.y + (rect.height - self.measure.leading(style)) / 2
        room = rect.width - self.measure.width(text, style)
        x = rect.x + {"left": 0.0, "middle": room / 2, "right": room}[align]
        self.add(TextLine(x, top + self.measure.ascent(style), text, style))

    def lines(self, lines: Sequence[Wrapped], x: float, top: float, style: TextStyle) -> None:
        """Write lines downwards from `top`."""
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
        """Write `text` into `rect` in the largest style that fits; the rest is kept under `title`, as the page says."""
        style, lines, most = fitting(text, rect.width, rect.height, styles, self.measure)
        if len(lines) > most:
            tight = fitting(without_empty_lines(text), rect.width, rect.height, styles, self.measure)
            if len(tight[1]) <= tight[2]:
                style, lines, most = tight
        leading = self.measure.leading(style)
        shown = len(lines) if len(lines) <= most else most - 1
        while shown < len(lines) and shown and not lines[shown - 1].text:
            shown -= 1
        top = rect.y + (max(0.0, rect.height - len(lines) * leading) / 2 if middle and shown == len(lines) else 0.0)
        for number, line in enumerate(lines[:shown]):
            self.line(line.text, Rect(rect.x, top + number * leading, rect.width, leading), style, align)
        if shown < len(lines):
            below = Rect(rect.x, top + shown * leading, rect.width, leading)
            self.line(self._goes_on(title, rect.width), below, GOES_ON, align)
            self.overflow.append(Overflow(title, joined(lines[shown:])))

    def _goes_on(self, title: str, width: float) -> str:
        page = self._places.get(title, 2)
        long = _("goes on, page {page}").format(page=page)
        return long if self.measure.width(long, GOES_ON) <= width else _("→ p. {page}").format(page=page)

    def field(self, rect: Rect, label: str, text: str, styles: Sequence[TextStyle], *, middle: bool = True) -> None:
        """Draw a field with its label in the corner and its text below."""
        self.add(Box(rect, HAIR))
        leading = self.measure.leading(LABEL)
        self.line(label, Rect(rect.x + 1.3, rect.y + 0.5, rect.width - 2.6, leading), LABEL)
        top = rect.y + leading + 0.4
        self.paragraph(
            text, Rect(rect.x + 1.3, top, rect.width - 2.6, rect.bottom - top - 0.5), styles, label, middle=middle
        )

    @property
    def heading_height(self) -> float:
        """How much of the page the heading of a section takes."""
        return self.measure.leading(HEADING) + 0.5

    def heading(self, text: str, x: float, y: float, width: float) -> float:
        """Write the heading of a section over a thick line; return where the section begins."""
        height = self.measure.leading(HEADING)
        self.line(elided(text, width, HEADING, self.measure), Rect(x, y, width, height), HEADING)
        self.add(Stroke(x, y + height + 0.2, x + width, y + height + 0.2, THICK))
        return y + self.heading_height

"""Laying a sheet out on paper: the printed form first (SHT-1 to SHT-6), whatever has no room there on further pages.

Those hold dice beyond the printed form and texts that had no room in their boxes, in columns.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, NamedTuple

from bones_desktop.printing.canvas import Canvas, Overflow
from bones_desktop.printing.content import DICE_IN_A_ROW, DICE_ON_PAPER, ITEMS_ON_PAPER, Content, content_of
from bones_desktop.printing.form import FOOTER, Table, draw_form, draw_table, finished, row_height, table_height
from bones_desktop.printing.items import Page, PageSize, TextStyle
from bones_desktop.printing.text import Measure, Wrapped, wrap
from bones_desktop.rules.bones.making.sheet import Sheet
from bones_desktop.wording.language import _

_PROSE: Final = TextStyle("serif", 10)
_AFTER_TABLE: Final = 4.0
_BETWEEN_COLUMNS: Final = 8.0
_AFTER_HEADING: Final = 1.0
_AFTER_TEXT: Final = 4.0
_COLUMNS: Final = 2
_LEAST_LINES: Final = 2
_UNPARTED: Final = 60.0
"""Millimetres of text on the last page that stay in one column."""
_EVEN: Final = 1.0
_ATTEMPTS: Final = 4
"""The page a text goes on at is known after the first attempt; a further one fills in its number."""


Break = Callable[[str, float], tuple[Wrapped, ...]]
"""Breaks a text into lines of a width."""


class Continuation:
    """Fills pages one after the other; `places` gathers on which page each text goes on."""

    def __init__(self, new_canvas: Callable[[], Canvas], broken: Break, first_number: int) -> None:
        self._new_canvas = new_canvas
        self._broken = broken
        self._first_number = first_number
        self.canvases: list[Canvas] = []
        self.places: dict[str, int] = {}
        self._y = 0.0
        self._top = 0.0

    def add_table(self, table: Table, row: float) -> None:
        """Add a table; it is never parted. Tables come before texts."""
        canvas = self._canvas()
        if self._y + table_height(canvas, row) > self._bottom(canvas):
            canvas = self._next_page()
        self._y = self._top = draw_table(canvas, table, self._y, row) + _AFTER_TABLE

    def add_texts(self, sections: Sequence[Overflow]) -> None:
        """Add texts under their headings, flowing from column to column and from page to page.

        The columns of the last page are equally long, unless there is so little that it need not be parted.
        """
        if not sections:
            return
        canvas = self._canvas()
        width = self._column_width(canvas)
        rest = [_Flowing(each.title, each.title, self._broken(each.text, width)) for each in sections]
        while True:
            here, drawn, end = rest, len(canvas.items), self._bottom(canvas)
            rest = self._fill(here, end)
            if not rest:
                break
            canvas = self._next_page()
        too_short = self._top + _UNPARTED
        while end - too_short > _EVEN:
            middle = (too_short + end) / 2
            del canvas.items[drawn:]
            if self._fill(here, middle):
                too_short = middle
            else:
                end = middle
        del canvas.items[drawn:]
        self._fill(here, end)

    def _fill(self, texts: Sequence["_Flowing"], end: float) -> list["_Flowing"]:
        """Write texts into the columns of the last page, down to `end`, and return what has no room there."""
        canvas, rest = self.canvases[-1], [text for text in texts if text.left]
        width, leading = self._column_width(canvas), canvas.measure.leading(_PROSE)
        for column in range(1 if self._top > self._bottom(canvas) - 30 else _COLUMNS):
            x, y = canvas.area.x + column * (width + _BETWEEN_COLUMNS), self._top
            while rest:
                title, heading, lines, begin = rest[0]
                if y + canvas.heading_height + _AFTER_HEADING + min(rest[0].left, _LEAST_LINES) * leading > end:
                    break
                self.places.setdefault(title, self._first_number + len(self.canvases) - 1)
                top = canvas.heading(heading, x, y, width) + _AFTER_HEADING
                count = int((end - top + 0.01) / leading)
                here = lines[begin : begin + count]
                canvas.lines(here, x, top, _PROSE)
                y = top + len(here) * leading + _AFTER_TEXT
                more = _Flowing(title, _("{title} (continued)").format(title=title), lines, begin + len(here))
                rest[:1] = [more] if more.left else []
        return rest

    def _canvas(self) -> Canvas:
        return self.canvases[-1] if self.canvases else self._next_page()

    @staticmethod
    def _bottom(canvas: Canvas) -> float:
        return canvas.area.bottom - FOOTER

    @staticmethod
    def _column_width(canvas: Canvas) -> float:
        return (canvas.area.width - (_COLUMNS - 1) * _BETWEEN_COLUMNS) / _COLUMNS

    def _next_page(self) -> Canvas:
        canvas = self._new_canvas()
        self.canvases.append(canvas)
        self._y = self._top = canvas.area.y
        return canvas


class _Flowing(NamedTuple):
    """A text written from line `begin` on, and the heading over it; `title` is the text's own."""

    title: str
    heading: str
    lines: Sequence[Wrapped]
    begin: int = 0

    @property
    def left(self) -> int:
        """How many lines are to be written."""
        return len(self.lines) - self.begin


def lay_out(sheet: Sheet, size: PageSize, measure: Measure) -> tuple[Page, ...]:
    """Return the pages of a sheet. Nothing is cut: what is too long for its box goes on on a later page."""
    content = content_of(sheet)
    places: dict[str, int] = {}
    canvases: list[Canvas] = []
    broken = cache(lambda text, width: wrap(text, width, _PROSE, measure))  # the same in each attempt
    for _unused in range(_ATTEMPTS):
        canvases, found = _attempt(content, size, measure, places, broken)
        if found == places:
            break
        places = found
    return finished(canvases, content.sheet.name)


def _attempt(
    content: Content, size: PageSize, measure: Measure, places: dict[str, int], broken: Break
) -> tuple[list[Canvas], dict[str, int]]:
    first = Canvas(size, measure, places)
    draw_form(first, content)
    further = Continuation(lambda: Canvas(size, measure, places), broken, first_number=2)
    for table in _further_tables(content):
        further.add_table(table, row_height(first))
    texts = [text for canvas in (first, *further.canvases) for text in canvas.overflow]
    own = ((_("Themes of Magic"), content.themes), (_("Followers and Assets"), content.followers))
    texts += [Overflow(title, text) for title, text in (*own, (_("Notes"), content.sheet.notes)) if text.strip()]
    long_ones = (_("Backstory"), _("Notes"))
    further.add_texts(sorted(texts, key=lambda text: text.title in long_ones))
    return [first, *further.canvases], further.places


def _further_tables(content: Content) -> list[Table]:
    groups = [
        (_("Character Dice (continued)"), content.dice[DICE_ON_PAPER:], ""),
        (_("Equipment Dice (continued)"), content.equipment[ITEMS_ON_PAPER:], _("Item")),
        (_("Hindering Dice"), content.hindering, _("Die")),
        *((follower.title, follower.dice, "") for follower in content.follower_dice),
    ]
    return [
        Table(title, columns[start : start + DICE_IN_A_ROW], heads)
        for title, columns, heads in groups
        for start in range(0, len(columns), DICE_IN_A_ROW)
    ]

"""Pages of a sheet: the printed form (SHT-1 to SHT-6), then the parts without space on it, and the calibration page.

Further pages contain dice beyond the printed form, and overlong texts in columns.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, NamedTuple

from bones_desktop.printing.canvas import (
    HAIR,
    MUTED,
    THIN,
    Box,
    Canvas,
    Measure,
    Overflow,
    Page,
    PageSize,
    Rect,
    Stroke,
    TextStyle,
    Wrapped,
    wrap,
)
from bones_desktop.printing.form import (
    DICE_IN_A_ROW,
    DICE_ON_PAPER,
    FOOTER,
    ITEMS_ON_PAPER,
    Content,
    FormTable,
    content_of,
    draw_form,
    draw_table,
    finished,
    row_height,
    table_height,
)
from bones_desktop.rules.bones.making.sheet import Sheet
from bones_desktop.storage.files.labelsheets import LabelSheet
from bones_desktop.wording.language import _

CROSS: Final = 20.0
"""Distance of each cross, in millimetres, from the two nearest edges of the paper."""
ACROSS: Final = 150
DOWN: Final = 200
"""Length of each ruler in millimetres."""

_ARM: Final = 5.0
_RULERS_AT: Final = (30.0, 40.0)
_TITLE: Final = TextStyle("serif", 15, bold=True)
_TEXT: Final = (TextStyle("serif", 11),)
_CLEAR: Final = 0.999
"""Almost white, so that outlines of labels do not run through the words."""
_FIGURE: Final = TextStyle("sans", 7, tone=MUTED)


def lay_out_calibration(
    size: PageSize, measure: Measure,
    labels: LabelSheet | None = None, offset: tuple[float, float] = (0.0, 0.0),
) -> tuple[Page, ...]:  # fmt: skip
    """Return one page. With `labels` their outlines lie below the rulers, to compare with a real sheet."""
    canvas = Canvas(size, measure, {})
    if labels is not None:
        for number in range(labels.count):
            row, column = divmod(number, labels.columns)
            left, top = labels.left + column * labels.across, labels.top + row * labels.down
            canvas.add(Box(Rect(left, top, labels.width, labels.height), HAIR, tone=0.6))
    for x in (CROSS, size.width - CROSS):
        for y in (CROSS, size.height - CROSS):
            canvas.add(Stroke(x - _ARM, y, x + _ARM, y, THIN), Stroke(x, y - _ARM, x, y + _ARM, THIN))
    x, y = _RULERS_AT
    _draw_ruler(canvas, x, y)
    text = Rect(x + 20, y + 20, size.width - x - 20 - CROSS - 8, 70)
    canvas.add(Box(text, fill=_CLEAR))
    canvas.line(_("Is the printer exact?"), Rect(text.x, text.y, text.width, 8), _TITLE)
    words = _(
        "Print this page at 100 %, without “fit to page”.\n\n"
        "Both rulers must be as long as a real one: {across} mm across and {down} mm down. If they are not, the page "
        "was made smaller or larger.\n\n"
        "The middle of each cross must lie {cross} mm from the two edges next to it. If all of them lie too far to "
        "the right, write that distance with a minus before it as the offset to the right; too far down likewise. "
        "Everything that is made to measure is then moved by it."
    ).format(across=ACROSS, down=DOWN, cross=f"{CROSS:g}")
    canvas.paragraph(words, Rect(text.x, text.y + 10, text.width, text.height), _TEXT, _("Is the printer exact?"))
    if offset != (0.0, 0.0):
        told = _("Moved by {right} mm to the right and {below} mm down.")
        told = told.format(right=f"{offset[0]:g}", below=f"{offset[1]:g}")
        canvas.line(told, Rect(text.x, text.y + 84, text.width, 6), _FIGURE)
    return (canvas.page(offset),)


def _draw_ruler(canvas: Canvas, x: float, y: float) -> None:
    """Draw one ruler to the right and one downwards from a corner, with a figure at each centimetre."""
    canvas.add(Stroke(x, y, x + ACROSS, y, THIN), Stroke(x, y, x, y + DOWN, THIN))
    for place in range(max(ACROSS, DOWN) + 1):
        length = 6.0 if place % 10 == 0 else 4.0 if place % 5 == 0 else 2.5
        if place <= ACROSS:
            canvas.add(Stroke(x + place, y, x + place, y - length, HAIR))
        if place <= DOWN:
            canvas.add(Stroke(x, y + place, x - length, y + place, HAIR))
        if place % 10 == 0 and place:
            if place <= ACROSS:
                canvas.line(str(place), Rect(x + place - 5, y - 10, 10, 4), _FIGURE, "middle")
            if place <= DOWN:
                canvas.line(str(place), Rect(x - 14, y + place - 2, 7, 4), _FIGURE, "right")


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
"""The page on which a text continues is known after the first attempt. A further attempt prints its number."""


Break = Callable[[str, float], tuple[Wrapped, ...]]
"""Breaks a text into lines of a width."""


class Continuation:
    """Fills pages one after the other. `places` collects the page on which each text continues."""

    def __init__(self, new_canvas: Callable[[], Canvas], broken: Break, first_number: int) -> None:
        self._new_canvas = new_canvas
        self._broken = broken
        self._first_number = first_number
        self.canvases: list[Canvas] = []
        self.places: dict[str, int] = {}
        self._y = 0.0
        self._top = 0.0

    def add_table(self, table: FormTable, row: float) -> None:
        """Add a table, which is never divided. Tables come before texts."""
        canvas = self._canvas()
        if self._y + table_height(canvas, row) > self._bottom(canvas):
            canvas = self._next_page()
        self._y = self._top = draw_table(canvas, table, self._y, row) + _AFTER_TABLE

    def add_texts(self, sections: Sequence[Overflow]) -> None:
        """Add texts under their headings, flowing from column to column and page to page.

        The columns of the last page are equally long, unless the text is too short to be divided.
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
            # Each trial draws on the page, so the marks of the earlier trial are removed first.
            del canvas.items[drawn:]
            if self._fill(here, middle):
                too_short = middle
            else:
                end = middle
        del canvas.items[drawn:]
        self._fill(here, end)

    def _fill(self, texts: Sequence["_Flowing"], end: float) -> list["_Flowing"]:
        """Write texts into the columns of the last page, down to `end`. Return the part without space there."""
        canvas, rest = self.canvases[-1], [text for text in texts if text.left]
        width, leading = self._column_width(canvas), canvas.measure.leading(_PROSE)
        # Below a table with little space left, a second column would only hold a heading.
        for column in range(1 if self._top > self._bottom(canvas) - 30 else _COLUMNS):
            x, y = canvas.area.x + column * (width + _BETWEEN_COLUMNS), self._top
            while rest:
                title, heading, lines, begin = rest[0]
                # A heading needs at least a few lines of its text below it.
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
    """A text written from line `begin` on, and the heading above it. `title` is the text's own."""

    title: str
    heading: str
    lines: Sequence[Wrapped]
    begin: int = 0

    @property
    def left(self) -> int:
        """Number of lines still to be written."""
        return len(self.lines) - self.begin


def lay_out(sheet: Sheet, size: PageSize, measure: Measure) -> tuple[Page, ...]:
    """Return the pages of a sheet. Nothing is cut: overlong texts continue on a later page."""
    content = content_of(sheet)
    places: dict[str, int] = {}
    canvases: list[Canvas] = []
    # The same in each attempt, so it is computed once.
    broken = cache(lambda text, width: wrap(text, width, _PROSE, measure))
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
    notes = (_("Notes"), content.sheet.character.notes)
    texts += [Overflow(title, text) for title, text in (*own, notes) if text.strip()]
    # Long texts come last, so that the short ones are found on the first of the further pages.
    long_ones = (_("Backstory"), _("Notes"))
    further.add_texts(sorted(texts, key=lambda text: text.title in long_ones))
    return [first, *further.canvases], further.places


def _further_tables(content: Content) -> list[FormTable]:
    groups = [
        (_("Character Dice (continued)"), content.dice[DICE_ON_PAPER:], ""),
        (_("Equipment Dice (continued)"), content.equipment[ITEMS_ON_PAPER:], _("Item")),
        (_("Hindering Dice"), content.hindering, _("Die")),
        *((title, dice, "") for title, dice in content.follower_dice),
    ]
    return [
        FormTable(title, columns[start : start + DICE_IN_A_ROW], heads)
        for title, columns, heads in groups
        for start in range(0, len(columns), DICE_IN_A_ROW)
    ]

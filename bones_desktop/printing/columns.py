"""Pages of a sheet, and pages with sections in two columns.

The sheet of BONES is the printed form (SHT-1 to SHT-6), followed by the content that did not fit: more dice, and long
texts in columns. The diary of the seasons and the sheets of the smaller games consist of sections.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, partial
from typing import Final, NamedTuple

from bones_desktop.printing.canvas import (
    MUTED,
    Canvas,
    CheckBox,
    Measure,
    Overflow,
    Page,
    PageSize,
    Rect,
    TextStyle,
    Wrapped,
    wrap,
)
from bones_desktop.printing.form import (
    CHECK,
    DICE_IN_A_ROW,
    DICE_ON_PAPER,
    FOOTER,
    ITEMS_ON_PAPER,
    MASTHEAD,
    NAME,
    Content,
    FormTable,
    content_of,
    draw_form,
    draw_masthead,
    draw_table,
    finished,
    most_spare,
    row_height,
    table_height,
)
from bones_desktop.rules.bones.making.sheet import Sheet
from bones_desktop.wording.language import _

_PROSE: Final = TextStyle("serif", 10)
_AFTER_TABLE: Final = 4.0
_BELOW_HEADING: Final = 1.0
_AFTER_TEXT: Final = 4.0
_LEAST_LINES: Final = 2
_UNPARTED: Final = 60.0
"""Height of text in millimetres up to which the last page has a single column."""
_EVEN: Final = 1.0
_ABOVE_FURTHER: Final = 3.0
_ATTEMPTS: Final = 4
"""Greatest number of layouts of a sheet. The first finds where texts continue; the next prints the page numbers."""


Break = Callable[[str, float], tuple[Wrapped, ...]]
"""Returns the lines of a text for a width."""


class Continuation:
    """Fills pages one after another. `places` receives the page on which each text continues."""

    def __init__(self, new_canvas: Callable[[], Canvas], broken: Break, first_number: int) -> None:
        self._new_canvas = new_canvas
        self._broken = broken
        self._first_number = first_number
        self.canvases: list[Canvas] = []
        self.places: dict[str, int] = {}
        self.is_split = False
        """Whether a text on the last page continues from one column in the next."""
        self._y = 0.0
        self._top = 0.0

    def begin_on(self, canvas: Canvas, y: float) -> None:
        """Begin at `y` on a page that is partly drawn."""
        self.canvases.append(canvas)
        self._y = self._top = y

    def add_table(self, table: FormTable, row: float) -> None:
        """Add a table, which is never split. Tables come before texts."""
        canvas = self._canvas()
        if self._y + table_height(canvas, row) > self._bottom(canvas):
            canvas = self._next_page()
        self._y = self._top = draw_table(canvas, table, self._y, row) + _AFTER_TABLE

    def add_texts(self, sections: Sequence[Overflow]) -> None:
        """Add texts with headings, which continue from column to column and from page to page.

        The columns of the last page have equal lengths, unless the text is too short to be split.
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
            # Each attempt draws on the page, so the items of the previous attempt are removed first.
            del canvas.items[drawn:]
            if self._fill(here, middle):
                too_short = middle
            else:
                end = middle
        del canvas.items[drawn:]
        self._fill(here, end)

    def _fill(self, texts: Sequence["_Flowing"], end: float) -> list["_Flowing"]:
        """Write texts in the columns of the last page, down to `end`; return the texts that did not fit."""
        canvas, rest = self.canvases[-1], [text for text in texts if text.left]
        self.is_split = False
        width, leading = self._column_width(canvas), canvas.measure.leading(_PROSE)
        # If a table leaves little room, a second column would contain only a heading.
        for column in range(1 if self._top > self._bottom(canvas) - 30 else _COLUMNS):
            x, y = canvas.area.x + column * (width + _BETWEEN_COLUMNS), self._top
            while rest:
                title, heading, lines, begin = rest[0]
                # A heading must be followed by a few lines of its text.
                if y + canvas.heading_height + _BELOW_HEADING + min(rest[0].left, _LEAST_LINES) * leading > end:
                    break
                self.places.setdefault(title, self._first_number + len(self.canvases) - 1)
                top = canvas.heading(heading, x, y, width) + _BELOW_HEADING
                count = int((end - top + 0.01) / leading)
                here = lines[begin : begin + count]
                canvas.lines(here, x, top, _PROSE)
                y = top + len(here) * leading + _AFTER_TEXT
                more = _Flowing(title, _("{title} (continued)").format(title=title), lines, begin + len(here))
                rest[:1] = [more] if more.left else []
                self.is_split = self.is_split or bool(more.left)
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
    """A text to be written from line `begin` on, with the heading above it. `title` is the text's own title."""

    title: str
    heading: str
    lines: Sequence[Wrapped]
    begin: int = 0

    @property
    def left(self) -> int:
        """Number of lines not written yet."""
        return len(self.lines) - self.begin


def lay_out(sheet: Sheet, size: PageSize, measure: Measure) -> tuple[Page, ...]:
    """Return the pages of a sheet. Nothing is cut: long texts continue on a later page."""
    content = content_of(sheet)
    # This is cached, because it is the same in each attempt.
    broken = cache(lambda text, width: wrap(text, width, _PROSE, measure))
    return finished(settled(partial(_attempt, content, size, measure, broken)), content.sheet.name)


def settled(attempt: Callable[[dict[str, int]], tuple[list[Canvas], dict[str, int]]]) -> list[Canvas]:
    """Return the pages that `attempt` lays out, once the page numbers printed on them are right.

    It receives the page on which each text continues, and returns its pages and where texts now continue.
    """
    places: dict[str, int] = {}
    canvases: list[Canvas] = []
    for _unused in range(_ATTEMPTS):
        canvases, found = attempt(places)
        if found == places:
            break
        places = found
    return canvases


def _attempt(
    content: Content, size: PageSize, measure: Measure, broken: Break, places: dict[str, int]
) -> tuple[list[Canvas], dict[str, int]]:
    first = Canvas(size, measure, places)
    draw_form(first, content)
    tables = _further_tables(content)
    own = ((_("Themes of Magic"), content.themes), (_("Followers and Assets"), content.followers))
    notes = (_("Notes"), content.sheet.character.notes)
    own_texts = [Overflow(title, text) for title, text in (*own, notes) if text.strip()]

    def add(further: Continuation, row: float, overflow: Sequence[Overflow]) -> None:
        for table in tables:
            further.add_table(table, row)
        texts = [*overflow, *(text for canvas in further.canvases for text in canvas.overflow if canvas is not first)]
        # Long texts come last, so that short ones are on the first additional page.
        long_ones = (_("Backstory"), _("Notes"))
        further.add_texts(sorted((*texts, *own_texts), key=lambda text: text.title in long_ones))

    further = Continuation(partial(Canvas, size, measure, places), broken, first_number=2)
    add(further, row_height(first), first.overflow)
    # A text that has begun in a field does not go on in another place of the same page.
    if len(further.canvases) == 1 and not first.overflow:
        short = _on_one_page(content, partial(Canvas, size, measure, places), broken, add)
        if short is not None:
            return [short], {}
    return [first, *further.canvases], further.places


def _on_one_page(
    content: Content,
    new_canvas: Callable[[], Canvas],
    broken: Break,
    add: Callable[[Continuation, float, Sequence[Overflow]], None],
) -> Canvas | None:
    """Return the only page of a sheet with little beyond its form; None if that does not fit on one page.

    The rows of faces become lower, and where that is not enough, empty columns for die 6 to 10 are left out.
    """
    later = content.dice[DICE_IN_A_ROW:DICE_ON_PAPER]
    unused = not any(face.code for die in later for face in die.faces[1:])

    def tried(spare: float, tables: int) -> Canvas | None:
        canvas = new_canvas()
        draw_form(canvas, content, spare, tables=tables)
        further = Continuation(new_canvas, broken, first_number=1)
        further.begin_on(canvas, canvas.area.bottom - FOOTER - spare + _ABOVE_FURTHER)
        add(further, row_height(canvas, tables, spare), ())
        fits = len(further.canvases) == 1 and not canvas.overflow and not further.is_split
        return canvas if fits else None

    for tables in (3, 2) if unused else (3,):
        least, most = 0.0, most_spare(new_canvas(), tables)
        found = tried(most, tables)
        # The free room becomes as small as possible, so that rows stay as high as possible.
        while found is not None and most - least > _EVEN:
            middle = (least + most) / 2
            better = tried(middle, tables)
            if better is None:
                least = middle
            else:
                found, most = better, middle
        if found is not None:
            return found
    return None


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


_BETWEEN_COLUMNS: Final = 8.0
_COLUMNS: Final = 2
_BEFORE_SECTION: Final = 5.0
_AFTER_HEADING: Final = 0.8
_AFTER_NOTE: Final = 0.5
_BOX_STEP: Final = CHECK + 1.0
_BALANCED: Final = 2.0
"""Precision in millimetres for finding the shortest columns of the last page."""
_UNEVEN: Final = 1.4
"""Factor by which the columns of the last page may be longer so that sections are not split."""
_CLOSER: Final = 0.25
"""Share of the gap above a line that remains when lines move closer together."""
_KEPT: Final = 2
"""Number of lines of a text that stay with its title."""
_SUMS: Final = TextStyle("serif", 10.5, bold=True)
_STANDING: Final = TextStyle("serif", 10)
_SMALL: Final = TextStyle("sans", 7.5, tone=MUTED)
_TEXT: Final = TextStyle("serif", 10)


class PartKind(StrEnum):
    """How a part of a section looks."""

    STRONG = "strong"
    PLAIN = "plain"
    SLANTED = "slanted"


@dataclass(frozen=True, slots=True)
class Part:
    """A title with a result to its right, a note, a text, and boxes, some of them marked."""

    kind: PartKind
    title: str
    result: str = ""
    note: str = ""
    text: str = ""
    boxes: int = 0
    marked: int = 0


@dataclass(frozen=True, slots=True)
class ColumnSection:
    """A heading and the parts below it."""

    title: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Columns:
    """The content of all pages."""

    title: str
    name: str
    running: str
    """Text at the bottom of each page."""
    above: tuple[str, ...]
    """Lines above the columns, the first one bold. Empty ones are left out."""
    sections: tuple[ColumnSection, ...]
    credit: str = ""
    """Credit of the game at the bottom of each page; "" for that of BONES."""


@dataclass(frozen=True, slots=True)
class _ColumnLook:
    """Fonts of a part's title, its result, and the texts below."""

    title: TextStyle
    result: TextStyle
    above: float


_LOOKS: Final = {
    PartKind.STRONG: _ColumnLook(TextStyle("serif", 10.5, bold=True), TextStyle("serif", 10, bold=True), 2.2),
    PartKind.PLAIN: _ColumnLook(TextStyle("serif", 10), TextStyle("serif", 10), 1.6),
    PartKind.SLANTED: _ColumnLook(TextStyle("serif", 10, italic=True), TextStyle("serif", 10), 1.6),
}


@dataclass(frozen=True, slots=True)
class PartLine:
    """A line in a column."""

    text: str
    style: TextStyle
    height: float
    above: float = 0.0
    """Empty room above the line, ignored at the top of a column."""
    right: str = ""
    right_style: TextStyle = _SMALL
    keep: int = 0
    """How many of the next lines must be in the same column."""
    boxes: int = 0
    marked: int = 0


def lay_out_columns(content: Columns, size: PageSize, measure: Measure) -> tuple[Page, ...]:
    """Return the pages. A section that is split repeats its heading.

    On the last page the columns have about the same length, and sections are not split if possible. Lines move closer
    together if everything then fits on one page.
    """
    # The result is cached, because it does not depend on how columns are filled.
    broken = cache(lambda part, width: tuple(part_lines(part, width, measure)))

    def filled(end: _End | None = None, closer: float = 1.0) -> _Flow:
        flow = _Flow(content, lambda: Canvas(size, measure, {}), end)
        for section in content.sections:
            flow.begin(section.title)
            lines = [line for part in section.parts for line in broken(part, flow.width)]
            flow.put([replace(line, above=line.above * closer) for line in lines])
        return flow

    flow = filled()
    # A second sheet for only a few lines is worse than narrow gaps.
    if len(flow.canvases) > 1 and len((close := filled(closer=_CLOSER)).canvases) == 1:
        flow = close
    else:
        flow = _shortest(filled, flow)
    return finished(flow.canvases, content.running, content.credit)


@dataclass(frozen=True, slots=True)
class _End:
    """Describes how the last page is filled."""

    page: int
    bottom: float
    whole: bool
    """Whether a section is not split if it fits in a column."""


def _shortest(filled: "Callable[[_End], _Flow]", flow: "_Flow") -> "_Flow":
    """Return the pages of `flow` with the shortest possible columns on the last page."""
    page = len(flow.canvases) - 1
    top, lowest = flow.top, flow.bottom
    found: dict[bool, tuple[float, _Flow]] = {False: (lowest, flow)}
    # The length is bisected twice: for columns that may split sections, and for columns that do not.
    for whole in (False, True):
        above, bottom = top, lowest
        while bottom - above > _BALANCED:
            middle = (above + bottom) / 2
            tried = filled(_End(page, middle, whole))
            if len(tried.canvases) == page + 1:
                bottom = middle
                found[whole] = (middle, tried)
            else:
                above = middle
    split = found[False]
    whole_at, whole_flow = found.get(True, (lowest, split[1]))
    return whole_flow if whole_at - top <= (split[0] - top) * _UNEVEN else split[1]


class _Flow:
    """Fills one column after another. A section that continues in another column repeats its heading there."""

    def __init__(self, content: Columns, new_canvas: Callable[[], Canvas], end: _End | None = None) -> None:
        self._new_canvas = new_canvas
        self._end = end
        self._section = ""
        self._pending = False
        self._column = 0
        first = new_canvas()
        self.canvases = [first]
        self.width = (first.area.width - (_COLUMNS - 1) * _BETWEEN_COLUMNS) / _COLUMNS
        self.top = self._y = _draw_head(first, content)

    def begin(self, section: str) -> None:
        """Begin a section. Its heading is drawn together with its first lines."""
        self._section = section
        self._pending = True

    def put(self, lines: Sequence[PartLine]) -> None:
        """Add the lines of the section."""
        if self._ending and self._ending.whole and self._y > self.top:
            all_of_it = sum(line.above + line.height for line in lines)
            room = self.bottom - self.top - self._canvas.heading_height
            if self._y + self._heading_room() + all_of_it > self.bottom and all_of_it <= room:
                self._next_column()
        # The heading is drawn together with the first lines, so that it is never alone at the end of a column.
        for place, line in enumerate(lines):
            needed = sum(each.above + each.height for each in lines[place : place + line.keep + 1])
            heading = self._heading_room() if self._pending else 0.0
            if self._y + heading + needed > self.bottom and self._y > self.top:
                self._next_column()
            if self._pending:
                self._draw_heading(self._section)
            elif self._y <= self.top:
                self._draw_heading(_("{title} (continued)").format(title=self._section))
                self._y += _AFTER_HEADING
            self._y = draw_line(self._canvas, line, self._x, self._y, self.width)

    @property
    def _canvas(self) -> Canvas:
        return self.canvases[-1]

    @property
    def bottom(self) -> float:
        """Bottom of the columns on this page."""
        return self._ending.bottom if self._ending else self._canvas.area.bottom - FOOTER

    @property
    def _ending(self) -> _End | None:
        """How to fill this page if it is the last one; otherwise None."""
        return self._end if self._end and len(self.canvases) == self._end.page + 1 else None

    @property
    def _x(self) -> float:
        return self._canvas.area.x + self._column * (self.width + _BETWEEN_COLUMNS)

    def _heading_room(self) -> float:
        above = _BEFORE_SECTION if self._y > self.top else 0.0
        return above + self._canvas.heading_height

    def _draw_heading(self, text: str) -> None:
        if self._y > self.top:
            self._y += _BEFORE_SECTION
        self._y = self._canvas.heading(text, self._x, self._y, self.width)
        self._pending = False

    def _next_column(self) -> None:
        self._column += 1
        if self._column == _COLUMNS:
            self.canvases.append(self._new_canvas())
            self._column = 0
            # Only the first page has a header.
            self.top = self._canvas.area.y
        self._y = self.top


def draw_line(canvas: Canvas, line: PartLine, x: float, y: float, width: float) -> float:
    """Draw a line with its boxes below `y`; return its bottom."""
    row = Rect(x, y + line.above, width, line.height)
    canvas.line(line.text, row, line.style)
    canvas.line(line.right, row, line.right_style, "right")
    for box in range(line.boxes):
        square = Rect(row.x + box * _BOX_STEP, row.y + (row.height - CHECK) / 2, CHECK, CHECK)
        canvas.add(CheckBox(square, box < line.marked))
    return row.bottom


def _draw_head(canvas: Canvas, content: Columns) -> float:
    """Draw the header of the first page; return where the columns begin."""
    area, measure, place = canvas.area, canvas.measure, draw_masthead(canvas, content.title)
    # A name too long for every size is written below the title.
    style = next((each for each in NAME if measure.width(content.name, each) <= place.width), None)
    if style is not None:
        canvas.line(content.name, place, style, "right")
    y = area.y + MASTHEAD + 1.6
    long_name = content.name if style is None else ""
    above = [(text, _SUMS if place == 0 else _STANDING) for place, text in enumerate(content.above)]
    for text, look in ((long_name, NAME[-1]), *above):
        for line in wrap(text, area.width, look, measure):
            height = measure.leading(look)
            canvas.line(line.text, Rect(area.x, y, area.width, height), look)
            y += height
    return y + 4.0


def part_lines(part: Part, width: float, measure: Measure) -> Iterator[PartLine]:
    """Yield the lines of a part; its first lines are kept together."""
    look = _LOOKS[part.kind]
    reach = measure.width(part.result, look.result) + 4 if part.result else 0.0
    # A long result is written below the title, because it would leave no room for the title on the same line.
    beside = reach <= width * 0.5
    found = [
        (line.text, look.title) for line in wrap(part.title, width - (reach if beside else 0.0), look.title, measure)
    ]
    if not beside:
        found += [(line.text, look.result) for line in wrap(part.result, width, look.result, measure)]
    found += [(line.text, _SMALL) for line in wrap(part.note, width, _SMALL, measure)]
    head = len(found)
    found += [(line.text, _TEXT) for line in wrap(part.text, width, _TEXT, measure)]
    for place, (text, style) in enumerate(found):
        above = look.above if place == 0 else _AFTER_NOTE if place == head else 0.0
        kept = min(head + _KEPT, len(found)) - place - 1 if place < head else 0
        height = measure.leading(style)
        right = part.result if beside and place == 0 else ""
        yield PartLine(text, style, height, above, right, look.result, max(0, kept))
    # A track may have more boxes than fit on a line.
    in_row = max(1, int(width / _BOX_STEP))
    for first in range(0, part.boxes, in_row):
        count = min(in_row, part.boxes - first)
        yield PartLine("", _TEXT, _BOX_STEP + 0.6, boxes=count, marked=max(0, min(count, part.marked - first)))

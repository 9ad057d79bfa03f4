"""The pages of a sheet, and pages with sections in two columns.

The sheet of BONES is the printed form (SHT-1 to SHT-6). Dice and long texts that do not fit into the form are printed
on later pages, the texts in columns. The diary of the seasons and the sheets of the smaller games consist of sections.
"""

from collections.abc import Callable, Iterator, Sequence
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
from bones_desktop.rules.records import Record, replace
from bones_desktop.wording.language import _

_PROSE: Final = TextStyle("serif", 10)
_AFTER_TABLE: Final = 4.0
_UNPARTED: Final = 60.0
"""Height in millimetres. If the text of the last page is not higher, it is in a single column."""
_EVEN: Final = 1.0
_ABOVE_FURTHER: Final = 3.0
_ATTEMPTS: Final = 4
"""Maximum number of layouts of a sheet.

The first layout finds the pages on which texts continue; the next prints the page numbers.
"""


Break = Callable[[str, float], tuple[Wrapped, ...]]
"""Function that returns the lines of a text for a width."""


class Flow:
    """Fills one page after another with tables and with sections in two columns.

    If a section is split, its heading is repeated. `places` gets the page on which each section begins.
    """

    def __init__(self, new_canvas: Callable[[], Canvas], first_number: int = 1) -> None:
        self._new_canvas = new_canvas
        self._first_number = first_number
        self.canvases: list[Canvas] = []
        self.places: dict[str, int] = {}
        self.is_split = False
        """True if a section on the last page is split over two columns."""
        self._y = 0.0
        self._top = 0.0

    def begin_on(self, canvas: Canvas, y: float) -> None:
        """Begin at `y` on a page that is partly drawn."""
        self.canvases.append(canvas)
        self._y = self._top = y

    def add_table(self, table: FormTable, row: float) -> None:
        """Add a table, which is never split. Tables must be added before sections."""
        canvas = self._canvas()
        if self._y + table_height(canvas, row) > self._bottom(canvas):
            canvas = self._next_page()
        self._y = self._top = draw_table(canvas, table, self._y, row) + _AFTER_TABLE

    def add_texts(self, texts: Sequence[Overflow], broken: Break) -> None:
        """Add texts with headings."""
        if texts:
            canvas = self._canvas()
            width, leading = column_width(canvas), canvas.measure.leading(_PROSE)
            # A heading is followed by at least two lines of its text.
            self.add_sections(
                [
                    (
                        each.title,
                        [PartLine(line.text, _PROSE, leading, keep=place == 0) for place, line in enumerate(lines)],
                    )
                    for each in texts
                    if (lines := broken(each.text, width))
                ]
            )

    def add_sections(self, sections: Sequence[tuple[str, Sequence["PartLine"]]]) -> None:
        """Add sections, each with its title and lines.

        The columns of the last page have about the same length, unless there is too little text to be split. If
        possible, no section is split there.
        """
        rest = [_Flowing(title, lines) for title, lines in sections]
        while True:
            canvas = self._canvas()
            here, drawn, bottom = rest, len(canvas.items), self._bottom(canvas)
            rest = self._fill(here, bottom)
            if not rest:
                break
            self._next_page()

        def tried(end: float, *, whole: bool) -> bool:
            # Each attempt draws on the page, so the items of the attempt before it are removed first.
            del canvas.items[drawn:]
            return not self._fill(here, end, whole=whole)

        ends = {}
        # Bisection looks for the length twice: for columns that may split sections, and for columns that may not.
        for whole in (False, True):
            too_short, end = self._top + _UNPARTED, bottom
            if not tried(end, whole=whole):
                continue
            while end - too_short > _EVEN:
                middle = (too_short + end) / 2
                if tried(middle, whole=whole):
                    end = middle
                else:
                    too_short = middle
            ends[whole] = end
        keeps_whole = True in ends and ends[True] - self._top <= (ends[False] - self._top) * _UNEVEN
        tried(ends[keeps_whole], whole=keeps_whole)

    def _fill(self, texts: Sequence["_Flowing"], end: float, *, whole: bool = False) -> list["_Flowing"]:
        """Write sections in the columns of the last page, down to `end`. Return the sections that did not fit.

        With `whole`, a section that fits in a column is not split.
        """
        canvas, rest = self.canvases[-1], list(texts)
        self.is_split = False
        width, top = column_width(canvas), self._top
        # An empty page takes the first lines even if they are too long, otherwise the loop would not end.
        must = top <= canvas.area.y and end >= self._bottom(canvas)
        # If a table leaves little room, the second column would contain only a heading.
        for column in range(1 if top > self._bottom(canvas) - 30 else _COLUMNS):
            x, y = canvas.area.x + column * (width + _BETWEEN_COLUMNS), top
            while rest:
                text = rest[0]
                head = canvas.heading_height + _AFTER_HEADING + (_BEFORE_SECTION if y > top else 0.0)
                full = y + head + text.height(text.begin) > end
                apart = whole and y > top and y + head + text.rest > end and top + head + text.rest <= end
                if apart or (full and not (must and y <= top)):
                    break
                self.places.setdefault(text.title, self._first_number + len(self.canvases) - 1)
                y = canvas.heading(text.heading, x, y + (_BEFORE_SECTION if y > top else 0.0), width) + _AFTER_HEADING
                place = text.begin
                while place < len(text.lines) and (place == text.begin or y + text.height(place) <= end + 0.01):
                    y = draw_line(canvas, text.lines[place], x, y, width)
                    place += 1
                rest[:1] = [text._replace(begin=place)] if place < len(text.lines) else []
                if place < len(text.lines):
                    self.is_split = True
                    break
        return rest

    def _canvas(self) -> Canvas:
        return self.canvases[-1] if self.canvases else self._next_page()

    @staticmethod
    def _bottom(canvas: Canvas) -> float:
        return canvas.area.bottom - FOOTER

    def _next_page(self) -> Canvas:
        canvas = self._new_canvas()
        self.canvases.append(canvas)
        self._y = self._top = canvas.area.y
        return canvas


def column_width(canvas: Canvas) -> float:
    """Return the width of each column on a page."""
    return (canvas.area.width - (_COLUMNS - 1) * _BETWEEN_COLUMNS) / _COLUMNS


class _Flowing(NamedTuple):
    """A section whose lines from `begin` on are still to be written."""

    title: str
    lines: Sequence["PartLine"]
    begin: int = 0

    @property
    def heading(self) -> str:
        """The heading above the lines."""
        return _("{title} (continued)").format(title=self.title) if self.begin else self.title

    @property
    def rest(self) -> float:
        """Height of all lines that are not written yet."""
        return sum(line.above + line.height for line in self.lines[self.begin :])

    def height(self, place: int) -> float:
        """Return the height of a line, together with the next lines that must be in the same column."""
        kept = self.lines[place : place + self.lines[place].keep + 1]
        return sum(line.above + line.height for line in kept)


def lay_out(sheet: Sheet, size: PageSize, measure: Measure) -> tuple[Page, ...]:
    """Return the pages of a sheet. Nothing is cut off: long texts continue on a later page."""
    content = content_of(sheet)
    # The lines are the same in each attempt, so they are cached.
    broken = cache(lambda text, width: wrap(text, width, _PROSE, measure))
    return finished(settled(partial(_attempt, content, size, measure, broken)), content.sheet.name)


def settled(attempt: Callable[[dict[str, int]], tuple[list[Canvas], dict[str, int]]]) -> list[Canvas]:
    """Repeat `attempt` until the page numbers printed on the pages are right, and return the pages.

    `attempt` gets the page on which each text continues. It returns its pages, and the page on which each text
    continues in them.
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

    def add(further: Flow, row: float, overflow: Sequence[Overflow]) -> None:
        for table in tables:
            further.add_table(table, row)
        texts = [*overflow, *(text for canvas in further.canvases for text in canvas.overflow if canvas is not first)]
        # Long texts come last, so that short texts fit on the first additional page.
        long_ones = (_("Backstory"), _("Notes"))
        further.add_texts(sorted((*texts, *own_texts), key=lambda text: text.title in long_ones), broken)

    further = Flow(partial(Canvas, size, measure, places), first_number=2)
    add(further, row_height(first), first.overflow)
    # A text that begins in a field must not continue elsewhere on the same page.
    if len(further.canvases) == 1 and not first.overflow:
        short = _on_one_page(content, partial(Canvas, size, measure, places), add)
        if short is not None:
            return [short], {}
    return [first, *further.canvases], further.places


def _on_one_page(
    content: Content, new_canvas: Callable[[], Canvas], add: Callable[[Flow, float, Sequence[Overflow]], None]
) -> Canvas | None:
    """Return a sheet as one page if its other content fits below the form; otherwise None.

    To make room, the rows of faces become lower. If that is not enough, the empty columns for die 6 to 10 are left out.
    """
    later = content.dice[DICE_IN_A_ROW:DICE_ON_PAPER]
    unused = not any(face.code for die in later for face in die.faces[1:])

    def tried(spare: float, tables: int) -> Canvas | None:
        canvas = new_canvas()
        draw_form(canvas, content, spare, tables=tables)
        further = Flow(new_canvas)
        further.begin_on(canvas, canvas.area.bottom - FOOTER - spare + _ABOVE_FURTHER)
        add(further, row_height(canvas, tables, spare), ())
        fits = len(further.canvases) == 1 and not canvas.overflow and not further.is_split
        return canvas if fits else None

    for tables in (3, 2) if unused else (3,):
        least, most = 0.0, most_spare(new_canvas(), tables)
        found = tried(most, tables)
        # The rows should stay as high as possible, so bisection looks for the smallest room that is sufficient.
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
_UNEVEN: Final = 1.4
"""Factor by which columns of the last page may be longer than necessary so that no section is split."""
_CLOSER: Final = 0.25
"""Factor by which the gap above each line is multiplied when lines move closer together."""
_KEPT: Final = 2
"""Number of lines of a text that must stay with its title."""
_SUMS: Final = TextStyle("serif", 10.5, bold=True)
_STANDING: Final = TextStyle("serif", 10)
_SMALL: Final = TextStyle("sans", 7.5, tone=MUTED)
_TEXT: Final = TextStyle("serif", 10)


class PartKind(StrEnum):
    """The look of a part of a section."""

    STRONG = "strong"
    PLAIN = "plain"
    SLANTED = "slanted"


class Part(Record):
    """A title with a result to its right, a note, a text, and boxes, some of them marked."""

    kind: PartKind
    title: str
    result: str = ""
    note: str = ""
    text: str = ""
    boxes: int = 0
    marked: int = 0


class ColumnSection(Record):
    """A section: its heading, and the parts below the heading."""

    title: str
    parts: tuple[Part, ...]


class Columns(Record):
    """The content of all pages."""

    title: str
    name: str
    running: str
    """Text at the bottom of each page."""
    above: tuple[str, ...]
    """Lines above the columns. The first line is bold. Empty lines are left out."""
    sections: tuple[ColumnSection, ...]
    credit: str = ""
    """Credit of the game, printed at the bottom of each page; "" for BONES."""


class _ColumnLook(Record):
    """Fonts of a part's title, its result, and the texts below."""

    title: TextStyle
    result: TextStyle
    above: float


_LOOKS: Final = {
    PartKind.STRONG: _ColumnLook(TextStyle("serif", 10.5, bold=True), TextStyle("serif", 10, bold=True), 2.2),
    PartKind.PLAIN: _ColumnLook(TextStyle("serif", 10), TextStyle("serif", 10), 1.6),
    PartKind.SLANTED: _ColumnLook(TextStyle("serif", 10, italic=True), TextStyle("serif", 10), 1.6),
}


class PartLine(Record):
    """A line in a column."""

    text: str
    style: TextStyle
    height: float
    above: float = 0.0
    """Height of the gap above the line. At the top of a column there is no gap."""
    right: str = ""
    right_style: TextStyle = _SMALL
    keep: int = 0
    """How many of the next lines must be in the same column as this line."""
    boxes: int = 0
    marked: int = 0


def lay_out_columns(content: Columns, size: PageSize, measure: Measure) -> tuple[Page, ...]:
    """Return the pages. If a section is split, its heading is repeated.

    On the last page the columns have about the same length, and if possible no section is split. Lines move closer
    together if everything then fits on one page.
    """

    def filled(closer: float = 1.0) -> list[Canvas]:
        first = Canvas(size, measure, {})
        flow, width = Flow(partial(Canvas, size, measure, {})), column_width(first)
        flow.begin_on(first, _draw_head(first, content))
        flow.add_sections(
            [
                (
                    section.title,
                    [
                        replace(line, above=line.above * closer)
                        for part in section.parts
                        for line in part_lines(part, width, measure)
                    ],
                )
                for section in content.sections
            ]
        )
        return flow.canvases

    canvases = filled()
    # Narrow gaps are better than a second sheet with only a few lines.
    if len(canvases) > 1 and len(close := filled(_CLOSER)) == 1:
        canvases = close
    return finished(canvases, content.running, content.credit)


def draw_line(canvas: Canvas, line: PartLine, x: float, y: float, width: float) -> float:
    """Draw a line with its boxes below `y`. Return the y of the bottom."""
    row = Rect(x, y + line.above, width, line.height)
    canvas.line(line.text, row, line.style)
    canvas.line(line.right, row, line.right_style, "right")
    for box in range(line.boxes):
        square = Rect(row.x + box * _BOX_STEP, row.y + (row.height - CHECK) / 2, CHECK, CHECK)
        canvas.add(CheckBox(square, box < line.marked))
    return row.bottom


def _draw_head(canvas: Canvas, content: Columns) -> float:
    """Draw the header of the first page. Return the y at which the columns begin."""
    area, measure, place = canvas.area, canvas.measure, draw_masthead(canvas, content.title)
    # If the name is too long for every size, it is written below the title.
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
    """Yield the lines of a part. Its first lines stay together."""
    look = _LOOKS[part.kind]
    reach = measure.width(part.result, look.result) + 4 if part.result else 0.0
    # A long result is written below the title, because it would leave no room for the title.
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

"""The printed form of a smaller game: fields, tracks, large numbers, and panels with ruled lines to write on.

The layout is the same for every game, and fills the page. Each game says which numbers and panels it has (`SheetForm`).
Text that does not fit continues on a later page.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from operator import attrgetter
from typing import Any, Final

from bones_desktop.printing.canvas import (
    GOES_ON,
    HAIR,
    LABEL,
    MUTED,
    TINT,
    TINT_SIDE,
    Box,
    Canvas,
    CheckBox,
    HiddenText,
    Measure,
    Overflow,
    Page,
    PageSize,
    Rect,
    Stroke,
    TextStyle,
    Wrapped,
    sizes,
    wrap,
)
from bones_desktop.printing.columns import (
    Columns,
    ColumnSection,
    Flow,
    Part,
    PartKind,
    PartLine,
    draw_line,
    part_lines,
    settled,
)
from bones_desktop.printing.form import FOOTER, MASTHEAD, NAME, draw_masthead, finished
from bones_desktop.rules.games import Fact
from bones_desktop.rules.records import Record, replace
from bones_desktop.rules.typedtext import one_line
from bones_desktop.rules.values import GameCharacter
from bones_desktop.storage.games import StoredGame
from bones_desktop.wording.games.words import game_name, sheet_words
from bones_desktop.wording.language import _

_VALUE: Final = sizes(TextStyle("serif", 10.5), 10.5, 9, 8, 7)
_PROSE: Final = sizes(TextStyle("serif", 10), 10, 9, 8)
_NUMBER: Final = sizes(TextStyle("serif", 17, bold=True), 17, 14, 11, 9, 7)
_NUMBER_NAME: Final = sizes(TextStyle("sans", 7), 7, 6, 5.5)
_STATE: Final = TextStyle("serif", 9, italic=True)
_FIELD: Final = 10.4
_LEAST_FIELD: Final = 32.0
_BOX: Final = 4.6
_STEP: Final = 5.6
_IN_A_ROW: Final = 3
"""Maximum number of tracks next to each other."""
_LEAST_BOXES: Final = 5
"""Minimum width of a track, as a number of boxes."""
_NUMBER_HEIGHT: Final = 14.0
_GAP: Final = 3.4
_BETWEEN: Final = 7.0
_RULE: Final = 6.4
"""Distance between the ruled lines in a panel."""
_MORE_LINES: Final = 4
"""Greatest number of ruled lines added to a panel. The last panel gets the rest of the room."""

_Lines = Callable[[Part, float], tuple[PartLine, ...]]
"""Function that returns the lines of a part for a width."""


class Boxes(Record):
    """A track as it is printed."""

    name: str
    state: str
    boxes: int
    marked: int

    @property
    def words(self) -> str:
        """The marked boxes in words."""
        return _("{marked} of {boxes} marked").format(marked=self.marked, boxes=self.boxes)

    @property
    def part(self) -> Part:
        """The track in words, with its boxes."""
        return Part(PartKind.PLAIN, self.words, self.state, boxes=self.boxes, marked=self.marked)


class GameSheet(Columns, kw_only=True):
    """The sheet of a smaller game: its whole content in sections, and again in the fields of a form."""

    fields: tuple[tuple[str, str], ...]
    """Label and text of each field after the name."""
    tracks: tuple[Boxes, ...]
    numbers: tuple[tuple[tuple[str, str], ...], ...]
    """Rows of numbers printed large, each number with its name."""
    panels: tuple[tuple[ColumnSection, ...], ...]
    """Columns of panels. A panel without parts gets ruled lines to write on."""
    colour: str
    """The colour of the player's dice; "" for none."""
    fixed: frozenset[str]
    """Titles of panels with tables of the rules. These panels get no ruled lines."""


def game_sheet(small: StoredGame[Any, Any], who: GameCharacter) -> GameSheet:
    """Return the content of the sheet, with all tracks, facts and parts."""
    game, book = small.game, small.book

    def named(id: str) -> str:
        return game_name(game.id, "", id)

    def shown(fact: Fact) -> tuple[str, str]:
        return fact.name or named(fact.id), sheet_words(game.id, str(fact.value)) or "–"

    tracks = tuple(
        Boxes(each.name or named(each.id), named(each.state) if each.state else "", each.boxes, each.marked)
        for each in game.tracks(book, who)
    )
    facts = {each.id: each for each in game.facts(book, who)}
    parts = {part.id: part for part in game.sheet(book, who)}
    sections = {
        id: ColumnSection(
            named(id),
            tuple(
                Part(
                    PartKind.PLAIN,
                    named(each.title),
                    sheet_words(game.id, each.value),
                    text=sheet_words(game.id, each.text),
                    boxes=each.boxes,
                    marked=each.marked,
                )
                for each in part.lines
            ),
        )
        for id, part in parts.items()
    }
    listed = {id: each for id, each in facts.items() if each.name}

    def panel(id: str) -> ColumnSection:
        word = id.removesuffix("#")
        found = [Part(PartKind.PLAIN, *shown(each)) for key, each in listed.items() if key.startswith(word)]
        return sections.get(id, ColumnSection(named(id), tuple(found) if id != word else ()))

    form, name = game.form, one_line(who.name)
    placed = {id for column in form.columns for id in column} | {"who"}
    columns = [[panel(id) for id in column] for column in form.columns]
    columns[-1] += [section for id, section in sections.items() if id not in placed]
    return GameSheet(
        game.title,
        name,
        name or game.title,
        (),
        (
            *(ColumnSection(each.name, (each.part,)) for each in tracks),
            ColumnSection(_("Figures"), tuple(Part(PartKind.PLAIN, *shown(each)) for each in facts.values())),
            *sections.values(),
        ),
        _(game.credit),
        fields=tuple(
            (part.title, part.result or part.text) for part in (sections["who"].parts if "who" in parts else ())
        ),
        tracks=tracks,
        numbers=tuple(tuple(shown(facts[id]) for id in row if id in facts) for row in form.numbers),
        panels=tuple(map(tuple, columns)),
        colour=who.dice_colour,
        fixed=frozenset(sections[id].title for id, part in parts.items() if part.paper_only),
    )


def unmarked(sheet: Columns) -> Columns:
    """Return the sheet with all boxes empty, so that players can mark them with a pencil."""

    def emptied(sections: Sequence[ColumnSection]) -> tuple[ColumnSection, ...]:
        return tuple(replace(each, parts=tuple(replace(part, marked=0) for part in each.parts)) for each in sections)

    if not isinstance(sheet, GameSheet):
        return replace(sheet, sections=emptied(sheet.sections))
    return replace(
        sheet,
        sections=emptied(sheet.sections),
        tracks=tuple(replace(each, marked=0) for each in sheet.tracks),
        panels=tuple(map(emptied, sheet.panels)),
    )


def lay_out_game(sheet: GameSheet, size: PageSize, measure: Measure) -> tuple[Page, ...]:
    """Return the pages of the form. Text that does not fit continues on a later page."""

    # The lines are the same in each attempt, so they are cached.
    @cache
    def broken(text: str, width: float) -> tuple[Wrapped, ...]:
        return wrap(text, width, _PROSE[0], measure)

    @cache
    def lines(part: Part, width: float) -> tuple[PartLine, ...]:
        return tuple(part_lines(part, width, measure))

    def attempt(places: dict[str, int]) -> tuple[list[Canvas], dict[str, int]]:
        first = Canvas(size, measure, places)
        _draw(first, sheet, lines)
        further = Flow(partial(Canvas, size, measure, places), first_number=2)
        further.add_texts(first.overflow, broken)
        return [first, *further.canvases], further.places

    return finished(settled(attempt), sheet.running, sheet.credit)


def _draw(canvas: Canvas, sheet: GameSheet, lines: _Lines) -> None:
    draw_masthead(canvas, sheet.title)
    y = _draw_fields(canvas, sheet, canvas.area.y + MASTHEAD + 0.6) + _GAP
    for first in range(0, len(sheet.tracks), _IN_A_ROW):
        y = _draw_tracks(canvas, sheet.tracks[first : first + _IN_A_ROW], y) + _GAP
    for numbers in filter(None, sheet.numbers):
        y = _draw_numbers(canvas, numbers, y) + _GAP
    area = canvas.area
    width = (area.width - (len(sheet.panels) - 1) * _BETWEEN) / len(sheet.panels)
    height = area.bottom - FOOTER - y
    columns = [
        [_panel(canvas, section, section.title in sheet.fixed, width, lines) for section in column]
        for column in sheet.panels
    ]
    for place, column in enumerate(_fitted(columns, height)):
        _draw_column(canvas, column, Rect(area.x + place * (width + _BETWEEN), y, width, height))


def _draw_fields(canvas: Canvas, sheet: GameSheet, y: float) -> float:
    """Draw the fields in rows, each as wide as its text needs. Return the y of the bottom."""
    area, measure = canvas.area, canvas.measure
    rows: list[list[tuple[float, str, str]]] = [[]]
    for place, (label, text) in enumerate(((_("Name"), sheet.name), *sheet.fields)):
        style = _VALUE[0] if place else NAME[0]
        mark = TINT_SIDE if sheet.colour and not place else 0.0
        wish = min(area.width, max(_LEAST_FIELD, measure.width(text, style) + mark + 8))
        if rows[-1] and sum(each[0] for each in rows[-1]) + wish > area.width:
            rows.append([])
        rows[-1].append((wish, label, text))
    for number, row in enumerate(rows):
        x, stretch = area.x, area.width / sum(wish for wish, _label, _text in row)
        for place, (wish, label, text) in enumerate(row):
            named = not (number or place)
            styles, tint = (NAME, sheet.colour) if named else (_VALUE, "")
            canvas.field(Rect(x, y, wish * stretch, _FIELD), label, text, styles, tint=tint)
            x += wish * stretch
        y += _FIELD
    return y


def _draw_tracks(canvas: Canvas, tracks: Sequence[Boxes], y: float) -> float:
    """Draw tracks next to each other. Return the y of the bottom."""
    area, leading = canvas.area, canvas.measure.leading(_STATE)
    shares = [max(_LEAST_BOXES, min(each.boxes, 4 * _LEAST_BOXES)) for each in tracks]
    widths = [(area.width - _GAP * (len(tracks) - 1)) * share / sum(shares) for share in shares]
    in_row = [max(1, int((width - 3) / _STEP)) for width in widths]
    rows = max(-(-each.boxes // count) for each, count in zip(tracks, in_row, strict=True))
    height = leading + max(1, rows) * _STEP + 3
    x = area.x
    for track, width, count in zip(tracks, widths, in_row, strict=True):
        canvas.add(Box(Rect(x, y, width, height), HAIR, TINT))
        head = Rect(x + 1.6, y + 0.8, width - 3.2, leading)
        canvas.line(track.name, head, LABEL)
        canvas.line(track.state, head, _STATE, "right")
        canvas.add(HiddenText(Rect(x, y + leading, width, height - leading), track.words))
        for box in range(track.boxes):
            at = x + 1.6 + box % count * _STEP, y + leading + 1.6 + box // count * _STEP
            canvas.add(Box(Rect(*at, _BOX, _BOX), fill=1.0), CheckBox(Rect(*at, _BOX, _BOX), box < track.marked))
        x += width + _GAP
    return y + height


def _draw_numbers(canvas: Canvas, numbers: Sequence[tuple[str, str]], y: float) -> float:
    """Draw a row of large numbers with their names below. Return the y of the bottom."""
    area = canvas.area
    width = area.width / max(1, len(numbers))
    for place, (name, value) in enumerate(numbers):
        rect = Rect(area.x + place * width, y, width, _NUMBER_HEIGHT)
        canvas.add(Box(rect, HAIR))
        inside = rect.inset(1, 0.4)
        upper = Rect(inside.x, inside.y, inside.width, inside.height * 0.64)
        lower = Rect(inside.x, upper.bottom, inside.width, inside.bottom - upper.bottom)
        canvas.paragraph(name, lower, _NUMBER_NAME, name, middle=True, align="middle")
        canvas.paragraph(value, upper, _NUMBER, name, middle=True, align="middle")
    return y + _NUMBER_HEIGHT


class _Panel(Record):
    """A panel with the lines of its parts, and the height that it needs."""

    section: ColumnSection
    parts: tuple[tuple[Part, tuple[PartLine, ...]], ...]
    needed: float
    fixed: bool


def _panel(canvas: Canvas, section: ColumnSection, fixed: bool, width: float, lines: _Lines) -> _Panel:
    parts = tuple((part, lines(part, width)) for part in section.parts)
    height = sum(line.above + line.height for _part, found in parts for line in found)
    return _Panel(section, parts, canvas.heading_height + max(height + 1.0, _RULE), fixed)


def _fitted(columns: list[list[_Panel]], room: float) -> list[list[_Panel]]:
    """Return the columns, changed so that each column fits in the `room` if possible.

    A column that is too long loses its empty panels, and its panels may move to another column.
    """

    def spare(column: list[_Panel]) -> float:
        return room - sum(panel.needed + _GAP for panel in column)

    found = [column if spare(column) >= 0 else [panel for panel in column if panel.parts] for column in columns]
    for column in found:
        for panel in sorted(column, key=attrgetter("needed")):
            other = max(found, key=spare)
            if spare(column) < 0 and other is not column and spare(other) >= panel.needed + _GAP:
                column.remove(panel)
                other.append(panel)
    return found


def _draw_column(canvas: Canvas, panels: Sequence[_Panel], room: Rect) -> None:
    spare = max(0.0, room.height - sum(panel.needed + _GAP for panel in panels))
    growing = [panel for panel in panels if not panel.fixed]
    each = min(_MORE_LINES * _RULE, spare / max(1, len(growing)))
    y = room.y
    for panel, height in zip(panels, _heights(panels, room.height - _GAP * len(panels)), strict=True):
        more = 0.0 if panel.fixed else each
        # The last panel gets the rest of the room.
        if growing and panel is growing[-1]:
            more = spare - each * (len(growing) - 1)
        _draw_panel(canvas, panel, Rect(room.x, y, room.width, height + more))
        y += height + more + _GAP


def _heights(panels: Sequence[_Panel], room: float) -> Iterator[float]:
    """Yield the height of each panel. If room is short, long panels share the room that short panels do not need."""
    left, waiting = room, sorted(panels, key=attrgetter("needed"))
    given: dict[int, float] = {}
    for place, panel in enumerate(waiting):
        given[id(panel)] = min(panel.needed, left / (len(waiting) - place))
        left -= given[id(panel)]
    for panel in panels:
        yield given[id(panel)]


def _draw_panel(canvas: Canvas, panel: _Panel, rect: Rect) -> None:
    """Draw the heading, each part with a line below it, and ruled lines down to the bottom of the panel."""
    title = panel.section.title
    y = canvas.heading(title, rect.x, rect.y, rect.width)
    last = canvas.measure.leading(GOES_ON)
    for place, (part, lines) in enumerate(panel.parts):
        height = sum(line.above + line.height for line in lines)
        is_last = place == len(panel.parts) - 1
        if not part.title and not part.boxes and is_last:
            canvas.paragraph(part.text, Rect(rect.x, y + 1, rect.width, rect.bottom - y - 1), _PROSE, title)
            y += 1 + height
            break
        if y + height + (0.0 if is_last else last) > rect.bottom + 0.01:
            canvas.line(canvas.goes_on(title, rect.width), Rect(rect.x, y, rect.width, last), GOES_ON)
            rest = (_in_words(each) for each, _lines in panel.parts[place:])
            canvas.overflow.append(Overflow(title, "\n".join(rest)))
            return
        for line in lines:
            y = draw_line(canvas, line, rect.x, y, rect.width)
        if not panel.fixed:
            canvas.add(Stroke(rect.x, y + 0.3, rect.right, y + 0.3, HAIR, MUTED))
    while not panel.fixed and y + _RULE <= rect.bottom + 0.01:
        y += _RULE
        canvas.add(Stroke(rect.x, y, rect.right, y, HAIR, MUTED))


def _in_words(part: Part) -> str:
    told = ": ".join(each for each in (part.title, part.result) if each)
    return " – ".join(each for each in (told, part.note, part.text) if each)

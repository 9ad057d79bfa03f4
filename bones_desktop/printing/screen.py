"""The game master's screen: the tables of the rulebook and of a fight, on landscape pages.

A table is never split over two columns. If a table is too long for any column, it is printed in parts, each with a
title, that end between groups of rows. Lengths are in millimetres.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from bones_desktop.printing.canvas import (
    HAIR,
    HEADING,
    MUTED,
    TINT,
    Box,
    Canvas,
    FacePicture,
    HiddenText,
    Measure,
    Page,
    PageSize,
    Rect,
    Stroke,
    TextStyle,
    Wrapped,
    wrap,
)
from bones_desktop.printing.form import FOOTER, MASTHEAD, draw_masthead, finished
from bones_desktop.rules.bones.book.character import ItemKind
from bones_desktop.rules.bones.book.definitions import PowerLevel
from bones_desktop.rules.bones.book.icons import BLANK
from bones_desktop.rules.bones.book.notation import face_name, skill_label
from bones_desktop.rules.bones.book.rulebook import DieUse, PrintedDie, Rulebook
from bones_desktop.rules.bones.making.sheet import FaceCell
from bones_desktop.rules.records import Record
from bones_desktop.storage.games import fight_tables
from bones_desktop.wording.language import _, ngettext
from bones_desktop.wording.names import action_class_name, aptitude_name, item_kind_name
from bones_desktop.wording.table import level_dice, spiff_price

_COLUMN: Final = 82.0
"""Minimum width of a column. A page has as many columns as fit, and they share its width."""
_BETWEEN: Final = 6.0
_MARGIN: Final = 8.0
_AFTER_TABLE: Final = 3.6
_PAD: Final = 1.0
_SIGN: Final = 4.6
_FACES: Final = 6
_GROUP: Final = 5.0
_NAMES: Final = 0.4
"""Maximum share of a column's width for names, if the texts next to the names need the room."""
_NAME: Final = TextStyle("sans", 7.6, bold=True)
_NOTE: Final = TextStyle("sans", 6.2, tone=MUTED)
_TEXT: Final = TextStyle("sans", 7.6)
_TITLE: Final = TextStyle("serif", 8.6, bold=True)


class ScreenRow(Record):
    """A row of a table: an icon, a name with a note below, the faces of a die, and a text."""

    name: str
    text: str = ""
    icon: str = ""
    note: str = ""
    faces: tuple[FaceCell, ...] = ()


class ScreenGroup(Record):
    """Rows under a title with an icon. Both are "" for rows that come directly below the title of the table."""

    rows: tuple[ScreenRow, ...]
    title: str = ""
    icon: str = ""


class ScreenTable(Record):
    """A table with its title."""

    title: str
    groups: tuple[ScreenGroup, ...]


def screen_tables(rulebook: Rulebook) -> tuple[ScreenTable, ...]:
    """Return the tables of a session. Those of a fight come first."""
    fight = [_plain(table.name, (ScreenRow(line.name, line.value) for line in table.lines)) for table in fight_tables()]
    # Long tables come before short tables, which then fill the room that is left.
    long_ones = (*_skills(rulebook), _examples(rulebook), *_dice(rulebook))
    tables = (*fight, *_numbers(rulebook), *long_ones, *_effects(rulebook), *_campaign(rulebook))
    return tuple(table for table in tables if any(group.rows for group in table.groups))


def _plain(title: str, rows: Iterator[ScreenRow]) -> ScreenTable:
    return ScreenTable(title, (ScreenGroup(tuple(rows)),))


def _numbers(rulebook: Rulebook) -> Iterator[ScreenTable]:
    """Yield the tables of difficulties, horde dice, cast members and controlled minds."""
    yield _plain(
        _("Task difficulty"),
        (ScreenRow(each.name, level_dice(each), icon="null") for each in rulebook.difficulties),
    )
    yield _plain(
        _("Horde dice"), (ScreenRow(f"{each.dice} · {each.name}", each.example) for each in rulebook.horde_sizes)
    )
    yield _plain(
        _("Power of cast by number of dice"),
        (ScreenRow(f"{_span(each)} · {each.name}", each.example) for each in rulebook.power_levels),
    )
    yield _plain(
        _("Ruling a mind by net successes"),
        (ScreenRow(str(each.net), each.meaning) for each in rulebook.mind_degrees),
    )


def _campaign(rulebook: Rulebook) -> Iterator[ScreenTable]:
    """Yield the tables of improvement, spiffs and income."""
    yield _plain(
        _("Improvement"),
        (
            ScreenRow(
                ngettext("Die {dice}", "Dice {dice}", len(each.dice)).format(dice=", ".join(map(str, each.dice))),
                ngettext("{n} session for each icon", "{n} sessions for each icon", each.sessions).format(
                    n=each.sessions
                ),
            )
            for each in rulebook.improvement
        ),
    )
    for kind, title in (("earn", _("Getting spiffs")), ("spend", _("Spending spiffs"))):
        yield _plain(title, (ScreenRow(each.name, spiff_price(each)) for each in rulebook.spiffs if each.kind == kind))
    yield _plain(
        _("Off-stage income for each success"),
        (
            ScreenRow(
                _("{n} coins").format(n=each.coins),
                ", ".join(rulebook.skill(skill).name for skill in each.skills) or _("Every other skill"),
                note=_("assets count too") if each.assets_count else "",
            )
            for each in rulebook.income
        ),
    )


def _span(level: PowerLevel) -> str:
    return f"{level.least}" if level.least == level.most else f"{level.least}–{level.most}"


def _dice(rulebook: Rulebook) -> Iterator[ScreenTable]:
    """Yield the tables of weapons and armour, and of the dice of cast and beasts."""
    items = ItemKind.WEAPON, ItemKind.SHIELD, ItemKind.ARMOUR, ItemKind.MAGIC_ITEM
    yield ScreenTable(
        _("Weapons and armour"),
        tuple(
            ScreenGroup(tuple(_rows(rulebook, DieUse(kind.value))), item_kind_name(kind))
            for kind in items
            if any(die.use.value == kind.value for die in rulebook.dice)
        ),
    )
    yield _plain(_("Dice of cast"), _rows(rulebook, DieUse.CAST))
    yield _plain(_("Dice of beasts"), _rows(rulebook, DieUse.BEAST))
    others = DieUse.HORDE, DieUse.CHALLENGE, DieUse.HINDERING
    yield _plain(_("Hordes, challenge and hindering dice"), _rows(rulebook, *others))


def _rows(rulebook: Rulebook, *uses: DieUse) -> Iterator[ScreenRow]:
    for die in rulebook.dice:
        if die.use in uses:
            reach = "" if die.range_increment is None else _("{n} m").format(n=die.range_increment)
            yield ScreenRow(
                die.name,
                reach,
                note=_others(die),
                faces=tuple(FaceCell(face.code, face_name(rulebook, face)) for face in die.faces),
            )


def _others(die: PrintedDie) -> str:
    """Return a name that lists everything the die stands for, such as "Sword/mace/club"; "" if it has no such name."""
    first = die.aliases[0] if die.aliases else ""
    return first if "/" in first or "(" in first else ""


def _skills(rulebook: Rulebook) -> Iterator[ScreenTable]:
    """Yield the tables of skills and masteries."""
    yield _plain(
        _("Skills"),
        (
            ScreenRow(
                each.name,
                each.covers,
                each.id,
                f"{aptitude_name(each.aptitude)} · {action_class_name(each.action_class)}",
            )
            for each in rulebook.skills
        ),
    )
    groups = []
    for skill in rulebook.skills:
        rows = tuple(
            ScreenRow(each.name, each.effect, each.id) for each in rulebook.masteries if each.skill == skill.id
        )
        if rows:
            groups.append(ScreenGroup(rows, skill_label(skill), skill.id))
    yield ScreenTable(_("Masteries"), tuple(groups))


def _effects(rulebook: Rulebook) -> Iterator[ScreenTable]:
    """Yield the tables of symbols and of the abilities of beasts."""
    yield _plain(
        _("Symbols"),
        (ScreenRow(each.name, each.effect, each.id) for each in rulebook.symbols if each.id not in BLANK.icons),
    )
    yield _plain(_("Abilities of beasts"), (ScreenRow(each.name, each.effect, each.id) for each in rulebook.abilities))


def _examples(rulebook: Rulebook) -> ScreenTable:
    groups = []
    for skill in rulebook.skills:
        rows = tuple(
            ScreenRow(rulebook.difficulty(each.difficulty).name, "; ".join(each.examples))
            for each in rulebook.examples
            if each.skill == skill.id
        )
        if rows:
            groups.append(ScreenGroup(rows, skill_label(skill), skill.id))
    return ScreenTable(_("Examples of tasks"), tuple(groups))


def lay_out_screen(tables: Sequence[ScreenTable], size: PageSize, measure: Measure) -> tuple[Page, ...]:
    """Return the pages of the game master's screen."""
    # The margins are narrow, because the screen needs all the room.
    size = replace(size, margin=min(size.margin, _MARGIN))
    return lay_out_tables(tables, _("Game master's screen"), size, measure)


def lay_out_tables(
    tables: Sequence[ScreenTable], title: str, size: PageSize, measure: Measure, running: str = ""
) -> tuple[Page, ...]:
    """Return pages called `title`, with `running`, or else the title, at the bottom.

    Each table is placed in the first column that has room for it.
    """
    canvases = [Canvas(size, measure, {})]
    area = canvases[0].area
    draw_masthead(canvases[0], title)
    across = max(1, int((area.width + _BETWEEN) / (_COLUMN + _BETWEEN)))
    width = (area.width - (across - 1) * _BETWEEN) / across
    bottom = area.bottom - FOOTER
    ends = [area.y + MASTHEAD + 1.0] * across
    for part in (part for table in tables for part in _parts(table, width, bottom - area.y, measure)):
        place = next((n for n, end in enumerate(ends) if end + part.height <= bottom + 0.01), len(ends))
        if place == len(ends):
            # A part that is higher than a column is drawn alone on a new page, and its end is cut off.
            canvases.append(Canvas(size, measure, {}))
            ends += [area.y] * across
        page, column = divmod(place, across)
        part.draw(canvases[page], area.x + column * (width + _BETWEEN), ends[place])
        ends[place] += part.height + _AFTER_TABLE
    return finished(canvases, running or title)


@dataclass(slots=True)
class _ScreenLine:
    """A row with its texts broken into lines, or the title of a group."""

    row: ScreenRow
    names: Sequence[Wrapped]
    notes: Sequence[Wrapped]
    texts: Sequence[Wrapped]
    height: float
    is_title: bool = False


class _Grid:
    """The widths of the parts of a row: name, faces and text."""

    def __init__(self, table: ScreenTable, width: float, measure: Measure) -> None:
        self.width = width
        self.measure = measure
        rows = [row for group in table.groups for row in group.rows]
        self.name_x = _PAD + (_SIGN + 1.2 if any(row.icon for row in rows) else 0.0)
        faces = _FACES * _SIGN + 1.6 if any(row.faces for row in rows) else 0.0
        room = width - self.name_x - faces - _PAD
        names = (
            max((max(measure.width(row.name, _NAME), measure.width(row.note, _NOTE)) for row in rows), default=0.0)
            + 2.0
        )
        texts = max((measure.width(row.text, _TEXT) for row in rows), default=0.0)
        self.name_width = (
            room if not texts else min(max(names, room - texts if faces else 0.0), max(room * _NAMES, room - texts))
        )
        self.faces_x = self.name_x + self.name_width
        self.text_x = self.faces_x + faces
        self.text_width = max(1.0, width - self.text_x - _PAD)

    def lines(self, group: ScreenGroup) -> Iterator[_ScreenLine]:
        """Yield the title of a group, then its rows."""
        if group.title:
            yield _ScreenLine(ScreenRow(group.title, icon=group.icon), (), (), (), _GROUP, is_title=True)
        for row in group.rows:
            names = wrap(row.name, self.name_width - 1.0, _NAME, self.measure)
            notes = wrap(row.note, self.name_width - 1.0, _NOTE, self.measure)
            texts = wrap(row.text, self.text_width, _TEXT, self.measure)
            leading = self.measure.leading
            tall = max(
                len(names) * leading(_NAME) + len(notes) * leading(_NOTE),
                len(texts) * leading(_TEXT),
                _SIGN if row.icon or row.faces else 0.0,
            )
            yield _ScreenLine(row, names, notes, texts, tall + 1.0)


@dataclass(slots=True)
class _TablePart:
    """A table, or a part of a table, that is drawn in one piece."""

    title: str
    grid: _Grid
    lines: list[_ScreenLine] = field(default_factory=list)

    @property
    def height(self) -> float:
        """Height, including the title."""
        return self._head + sum(line.height for line in self.lines)

    @property
    def _head(self) -> float:
        return self.grid.measure.leading(HEADING) + 0.8

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        """Draw the table with its upper left corner at (`x`, `y`)."""
        grid, measure = self.grid, canvas.measure
        canvas.heading(self.title, x, y, grid.width)
        y += self._head
        tinted = False
        for line in self.lines:
            row = line.row
            tinted = not tinted and not line.is_title
            if tinted:
                canvas.add(Box(Rect(x, y, grid.width, line.height), fill=TINT))
            if line.is_title:
                sign = _SIGN if row.icon else 0.0
                title = Rect(x + _PAD + (sign + 1.2 if sign else 0.0), y, grid.width - 2 * _PAD - sign, line.height)
                canvas.line(row.name, title, _TITLE)
                canvas.add(Stroke(x, y + line.height, x + grid.width, y + line.height, HAIR, MUTED))
            if row.icon:
                canvas.add(FacePicture(Rect(x + _PAD, y + (line.height - _SIGN) / 2, _SIGN, _SIGN), row.icon))
            # A text that is lower than its row is centred vertically: a single line next to an icon, to faces or to two
            # lines.
            names, notes, texts = (
                len(each) * measure.leading(style)
                for each, style in ((line.names, _NAME), (line.notes, _NOTE), (line.texts, _TEXT))
            )
            top = y + (line.height - names - notes) / 2
            canvas.lines(line.names, x + grid.name_x, top, _NAME)
            canvas.lines(line.notes, x + grid.name_x, top + names, _NOTE)
            canvas.lines(line.texts, x + grid.text_x, y + (line.height - texts) / 2, _TEXT)
            side = _SIGN - 0.3
            for place, cell in enumerate(row.faces):
                square = Rect(x + grid.faces_x + place * _SIGN, y + (line.height - side) / 2, side, side)
                blank = cell.code in {"", BLANK.code}
                canvas.add(Box(square, HAIR, tone=0.75) if blank else FacePicture(square, cell.code))
            if row.faces:
                area = Rect(x + grid.faces_x, y, len(row.faces) * _SIGN, line.height)
                canvas.add(HiddenText(area, ", ".join(cell.name for cell in row.faces)))
            y += line.height
        canvas.add(Stroke(x, y, x + grid.width, y, HAIR, MUTED))


def _parts(table: ScreenTable, width: float, room: float, measure: Measure) -> Sequence[_TablePart]:
    """Return the table split into as few parts as possible, of similar height, each at most `room` high."""
    grid = _Grid(table, width, measure)
    units: list[list[_ScreenLine]] = []
    for group in table.groups:
        lines = list(grid.lines(group))
        # A short group with a title is kept together. A long group only keeps its first row with its title.
        first = len(lines) if group.title and sum(line.height for line in lines) <= room / 2 else 1 + bool(group.title)
        units.append(lines[:first])
        units += [[line] for line in lines[first:]]
    whole = _TablePart(table.title, grid, [line for unit in units for line in unit])
    if whole.height <= room:
        return [whole]
    count = -(-whole.height // room)
    parts = [_TablePart("", grid)]
    for unit in units:
        height = sum(line.height for line in unit)
        here = parts[-1]
        full = here.height + height > room or (here.height >= whole.height / count and len(parts) < count)
        if here.lines and full:
            parts.append(here := _TablePart("", grid))
        here.lines += unit
    for number, part in enumerate(parts, start=1):
        part.title = _("{title} ({number} of {count})").format(title=table.title, number=number, count=len(parts))
    return parts

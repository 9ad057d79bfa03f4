"""The printed form of a character, and its texts: header, tables of dice, fields, footer (SHT-1 to SHT-5).

A table of dice has five columns. Each row is for one face of the dice, with the picture and the name of the face.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from bones_desktop.document.portraits import picture_of
from bones_desktop.printing.canvas import (
    HAIR,
    MUTED,
    NO_BREAK,
    THICK,
    THIN,
    TINT,
    Box,
    Canvas,
    CheckBox,
    FacePicture,
    Hatch,
    HiddenText,
    Page,
    Picture,
    Rect,
    Stroke,
    TextStyle,
    elided,
    sizes,
)
from bones_desktop.rules.bones.book.character import CharacterKind, MakingMode
from bones_desktop.rules.bones.book.icons import BLANK
from bones_desktop.rules.bones.injury.injuries import State
from bones_desktop.rules.bones.making.sheet import DieColumn, FaceCell, FollowerLine, ItemColumn, Sheet
from bones_desktop.rules.records import Record, replace
from bones_desktop.wording.glances import state_words
from bones_desktop.wording.language import _, decimal, pgettext
from bones_desktop.wording.names import character_kind_name, follower_noun, race_name

# The sheet in the rulebook has two rows of five dice and a row of five items.
DICE_IN_A_ROW: Final = 5
DICE_ON_PAPER: Final = 10
ITEMS_ON_PAPER: Final = 5

_NO_FACES: Final = (FaceCell(),) * 6
_METRES_A_MOVE: Final = 15
_BETWEEN: Final = f"{NO_BREAK}· "


class FormColumn(Record):
    """A column for a character die, an equipment die or a hindering die; or an empty column to fill in by hand."""

    heading: str = ""
    """Name of the die on the sheet ("Die 1"); "" for a column that only completes a row."""
    faces: tuple[FaceCell, ...] = _NO_FACES
    note: str = ""
    injured: bool = False
    item: str = ""


class Content(Record):
    """All texts of a sheet, ready for layout. Empty columns of dice are included."""

    sheet: Sheet
    """The sheet, whose texts are printed unchanged."""
    dice: tuple[FormColumn, ...]
    equipment: tuple[FormColumn, ...]
    hindering: tuple[FormColumn, ...]
    spiffs: str
    themes: str
    followers: str
    follower_dice: tuple[tuple[str, tuple[FormColumn, ...]], ...]
    """The dice of each companion or lackey, with a title."""
    summary: str
    """Facts without a field on the form: templates, movement, condition, sessions, house rules (SHT-7, AMB-92)."""


def content_of(sheet: Sheet) -> Content:
    """Return the content of a sheet. Empty columns are added until each row has five columns (SHT-6)."""
    who = sheet.character
    dice = tuple(_die(column) for column in sheet.dice)
    # Empty columns have numbers too, because players write new dice in them.
    spare = tuple(FormColumn(_("Die {number}").format(number=n)) for n in range(len(dice) + 1, DICE_ON_PAPER + 1))
    items = tuple(_item(column) for column in sheet.equipment)
    hindering = tuple(
        FormColumn(_("Hindering die {number}").format(number=column.number), column.faces, item=column.name)
        for column in sheet.hindering
    )
    return Content(
        sheet=sheet,
        dice=_rows(dice + spare, DICE_ON_PAPER),
        equipment=_rows(items, ITEMS_ON_PAPER),
        hindering=_rows(hindering, 0),
        spiffs=str(who.spiffs) if who.spiffs else "",
        themes="\n\n".join(_themes(sheet)),
        followers="\n\n".join(_followers(sheet)),
        follower_dice=tuple(
            (_follower_title(line), _rows(tuple(_die(die) for die in line.dice), 0))
            for line in sheet.followers
            if line.dice
        ),
        # A line may break only between two facts, so the spaces within a fact do not break.
        summary=_BETWEEN.join(part.replace(" ", NO_BREAK) for part in _summary(sheet)),
    )


def _rows(columns: tuple[FormColumn, ...], least: int) -> tuple[FormColumn, ...]:
    places = max(least, -(-len(columns) // DICE_IN_A_ROW) * DICE_IN_A_ROW)
    return columns + (FormColumn(),) * (places - len(columns))


def _die(column: DieColumn) -> FormColumn:
    title = _("{template} (house rule)").format(template=column.title) if column.house else column.title
    lost = ""
    if column.lost and column.cause:
        lost = _("lost: {cause}").format(cause=column.cause)
    held = _("cannot heal yet") if column.held else ""
    note = _BETWEEN.join(part for part in (title, column.note.strip(), lost, held) if part)
    return FormColumn(_("Die {number}").format(number=column.number), column.faces, note, column.lost)


def _item(column: ItemColumn) -> FormColumn:
    reach = column.range_increment
    increment = "" if reach is None else _("range increment {metres} m").format(metres=reach)
    house = _("house rule") if column.house else ""
    note = _BETWEEN.join(part for part in (house, increment, column.note.strip()) if part)
    return FormColumn(_("Item {number}").format(number=column.number), column.faces, note, item=column.name)


def _themes(sheet: Sheet) -> Iterator[str]:
    for theme in sheet.character.themes:
        name, effect, limitations = (part.strip() for part in (theme.name, theme.effect, theme.limitations))
        if name or effect or limitations:
            effect = _("Effect: {text}").format(text=effect)
            limitations = _("Limitations: {text}").format(text=limitations)
            yield "\n".join((name or _("Without a name"), effect, limitations))


def _follower_title(line: FollowerLine) -> str:
    name, noun = line.name.strip(), follower_noun(line.noun)
    if not noun:
        return name or line.mastery
    if not name:
        return _("{what} ({mastery})").format(what=noun[:1].upper() + noun[1:], mastery=line.mastery)
    return _("{name}, {what} ({mastery})").format(name=name, what=noun, mastery=line.mastery)


def _followers(sheet: Sheet) -> Iterator[str]:
    for line in sheet.followers:
        if line.dice or line.name.strip() or line.note.strip():
            yield "\n".join(part for part in (_follower_title(line), line.note.strip()) if part)


def _summary(sheet: Sheet) -> Iterator[str]:
    who = sheet.character
    if who.kind is not CharacterKind.PLAYER:
        yield character_kind_name(who.kind)
    elif who.mode is MakingMode.COLD_IRON:
        yield "Cold Iron"
    yield from (part for part in (sheet.culture, sheet.background, *sheet.occupations) if part)
    if sheet.house:
        yield _("with house rules")
    yield _("Move {score} ({metres} m)").format(score=_short(who.move), metres=_short(who.move * _METRES_A_MOVE))
    if who.flying is not None:
        score, metres = _short(who.flying), _short(who.flying * _METRES_A_MOVE)
        yield _("Flying {score} ({metres} m)").format(score=score, metres=metres)
    yield from _condition(sheet)
    if sheet.hindering:
        yield _("hindered: {names}").format(names=", ".join(column.name for column in sheet.hindering))
    if sheet.themes.value:
        yield _("Themes of magic {count}").format(count=sheet.themes.value)
    if sheet.safe_level.value:
        yield _("Safe uses of magic {count}").format(count=sheet.safe_level.value)
    yield from (f"{grant.name} × {grant.count}" for grant in sheet.assets)
    if who.sessions:
        yield _("Sessions saved {count}").format(count=who.sessions)


def _condition(sheet: Sheet) -> Iterator[str]:
    found = sheet.condition
    if found.state in {State.INCAPACITATED, State.BROKEN, State.DEAD}:
        yield state_words(found)
    lost = found.owned - found.available
    if lost:
        yield _("lost dice {lost} of {owned}").format(lost=lost, owned=found.owned)
    if found.excess:
        yield _("damage below zero {points}").format(points=found.excess)


def _short(number: float) -> str:
    return decimal(f"{number:g}")


def unhurt(sheet: Sheet) -> Sheet:
    """Return the sheet as if no die were lost and there were no hindering dice, so that all boxes are empty."""
    dice = tuple(_whole(die) for die in sheet.dice)
    followers = tuple(replace(line, dice=tuple(_whole(die) for die in line.dice)) for line in sheet.followers)
    found = replace(sheet.condition, state=State.UNHURT, available=sheet.condition.owned, excess=0)
    return replace(sheet, dice=dice, followers=followers, hindering=(), condition=found)


def _whole(die: DieColumn) -> DieColumn:
    return replace(die, lost=False, cause="", held=False)


GUTTER: Final = 9.0
HEAD: Final = 6.2
NOTE: Final = 8.4
CHECK: Final = 3.2
PICTURE: Final = 6.4
FACES: Final = 6

_DIE = TextStyle("serif", 9.5, bold=True)
_ROW = TextStyle("sans", 7.5, tone=MUTED)
_FACE = sizes(TextStyle("sans", 8.5), 8.5, 7.5, 6.5)
_BLANK = sizes(TextStyle("sans", 8.5, tone=MUTED), 8.5)
_ITEM = sizes(TextStyle("serif", 9, bold=True), 9, 8, 7, 6)
_NOTE = sizes(TextStyle("sans", 7), 7, 6)
FOOTER: Final = 8.0
MASTHEAD: Final = 10.0
_FIELD: Final = 10.4
_DESCRIPTION: Final = 11.0
_BELOW: Final = 16.5
_GAP: Final = 2.6
_TALLEST_ROW: Final = 8.4
_LOWEST_ROW: Final = 5.9
"""Minimum height of a row. It has room for a name on two lines, or for a picture of 5 mm."""
_TITLE = TextStyle("serif", 17, bold=True)
NAME = sizes(TextStyle("serif", 14, bold=True), 14, 12, 10, 8, 7)
_VALUE = sizes(TextStyle("serif", 10.5), 10.5, 9, 8, 7)
_PROSE = sizes(TextStyle("serif", 9.5), 9.5, 8.5, 8, 7.3)
_FACTS = sizes(TextStyle("sans", 8, tone=MUTED), 8, 7.5, 7)
_CREDIT: Final = TextStyle("sans", 6, tone=MUTED)
_RUNNING: Final = TextStyle("sans", 7.5, tone=MUTED)


class FormTable(Record):
    """Five columns of dice."""

    title: str
    columns: tuple[FormColumn, ...]
    heads: str = ""
    """Label of the row of headings ("Item"). It is "" if each heading is the box to tick of a character die."""


def table_height(canvas: Canvas, row: float) -> float:
    """Return the height of a table whose face rows have the height `row`."""
    return canvas.heading_height + HEAD + FACES * row + NOTE


def draw_table(canvas: Canvas, table: FormTable, y: float, row: float) -> float:
    """Draw a table from `y` downwards. Return the y of its bottom."""
    area = canvas.area
    top = canvas.heading(table.title, area.x, y, area.width)
    width = (area.width - GUTTER) / DICE_IN_A_ROW
    end = top + HEAD + FACES * row + NOTE
    canvas.add(Box(Rect(area.x, top, area.width, HEAD), fill=TINT))
    _draw_rows(canvas, table, Rect(area.x, top, area.width, end - top), row)
    for place, column in enumerate(table.columns):
        _draw_column(canvas, table, column, Rect(area.x + GUTTER + place * width, top, width, end - top), row)
    for place in range(len(table.columns)):
        x = area.x + GUTTER + place * width
        canvas.add(Stroke(x, top, x, end, THIN if place == 0 else HAIR))
    canvas.add(Box(Rect(area.x, top, area.width, end - top), THIN))
    return end


def _draw_rows(canvas: Canvas, table: FormTable, rect: Rect, row: float) -> None:
    canvas.line(table.heads, Rect(rect.x, rect.y, GUTTER, HEAD), _ROW, "middle")
    for number in range(FACES):
        y = rect.y + HEAD + number * row
        canvas.add(Stroke(rect.x, y, rect.right, y, HAIR, 0.0 if number == 0 else 0.55))
        canvas.line(str(number + 1), Rect(rect.x, y, GUTTER, row), _ROW, "middle")
    y = rect.y + HEAD + FACES * row
    canvas.add(Stroke(rect.x, y, rect.right, y, HAIR))
    canvas.line(_("Note"), Rect(rect.x, y, GUTTER, NOTE), _ROW, "middle")


def _draw_column(canvas: Canvas, table: FormTable, column: FormColumn, rect: Rect, row: float) -> None:
    if column.injured:
        canvas.add(Hatch(Rect(rect.x, rect.y + HEAD, rect.width, FACES * row + NOTE)))
    head = Rect(rect.x + 1.4, rect.y, rect.width - 2.8, HEAD)
    if table.heads:
        canvas.paragraph(column.item, head, _ITEM, column.heading, middle=True)
    elif column.heading:
        box = Rect(head.x, head.y + (HEAD - CHECK) / 2, CHECK, CHECK)
        canvas.add(CheckBox(box, column.injured))
        canvas.line(column.heading, Rect(box.right + 1.4, head.y, head.width - CHECK - 1.4, HEAD), _DIE)
        if column.injured:
            canvas.add(HiddenText(Rect(head.right - CHECK, head.y, CHECK, HEAD), _("lost")))
    # The picture shrinks with the row, whose height depends on the paper.
    picture = min(PICTURE, row - 0.8)
    for number, face in enumerate(column.faces):
        y = rect.y + HEAD + number * row
        if face.code:
            square = Rect(rect.x + 1.0, y + (row - picture) / 2, picture, picture)
            canvas.add(FacePicture(square, face.code, column.injured))
        x = rect.x + picture + 2.2
        # If a text is too long for its row, it continues under this title.
        title = _("{die}, face {number}").format(die=column.heading, number=number + 1)
        styles = _BLANK if face.code == BLANK.code else _FACE
        canvas.paragraph(face.name, Rect(x, y, rect.right - x - 0.8, row), styles, title, middle=True)
    note = Rect(rect.x, rect.y + HEAD + FACES * row, rect.width, NOTE).inset(1.4, 0.6)
    canvas.paragraph(column.note, note, _NOTE, _("{die}, note").format(die=column.heading), middle=True)


def row_height(canvas: Canvas, tables: int = 3, spare: float = 0.0) -> float:
    """Return the height of a face row, with which `tables` tables fill the page.

    The height `spare` is left free at the bottom of the page.
    """
    return min(_TALLEST_ROW, (_room_for_rows(canvas, tables) - spare) / (tables * FACES))


def most_spare(canvas: Canvas, tables: int) -> float:
    """Return the height that can be left free on the page if the face rows have their minimum height.

    `tables` is the number of tables.
    """
    return _room_for_rows(canvas, tables) - tables * FACES * _LOWEST_ROW


def _room_for_rows(canvas: Canvas, tables: int) -> float:
    # All other parts have fixed heights, so the face rows share the height that is left.
    fixed = MASTHEAD + 2 * _FIELD + _DESCRIPTION + _BELOW + FOOTER
    fixed += tables * (canvas.heading_height + HEAD + NOTE) + (tables + 1) * _GAP
    return canvas.area.height - fixed


def draw_form(canvas: Canvas, content: Content, spare: float = 0.0, tables: int = 3) -> None:
    """Draw the first page. The height `spare` above its footer is left free.

    With only two `tables`, the columns for die 6 to 10 are left out.
    """
    facts = draw_masthead(canvas, _("Bones Character Sheet"))
    canvas.paragraph(content.summary, facts, _FACTS, _("At a glance"), middle=True, align="right")
    y = _draw_header(canvas, content, canvas.area.y + MASTHEAD + 0.6) + _GAP
    dice = content.dice
    shown = [
        FormTable(_("Character Dice (check box if injured)"), dice[:DICE_IN_A_ROW]),
        FormTable(_("Character Dice (continued)"), dice[DICE_IN_A_ROW:DICE_ON_PAPER]),
        FormTable(_("Equipment Dice"), content.equipment[:ITEMS_ON_PAPER], heads=pgettext("narrow", "Item")),
    ]
    if tables < len(shown):
        del shown[1]
    row = row_height(canvas, tables, spare)
    for table in shown:
        y = draw_table(canvas, table, y, row) + _GAP
    _draw_fields_below(canvas, content, y, canvas.area.bottom - FOOTER - spare)


def draw_masthead(canvas: Canvas, title: str) -> Rect:
    """Draw the title of the first page above a double line. Return the area to the right of the title."""
    area = canvas.area
    width = canvas.measure.width(title, _TITLE)
    canvas.line(title, Rect(area.x, area.y, width, MASTHEAD - 2.2), _TITLE)
    y = area.y + MASTHEAD - 1.4
    canvas.add(Stroke(area.x, y, area.right, y, THICK), Stroke(area.x, y + 0.8, area.right, y + 0.8, 0.15))
    return Rect(area.x + width + 6, area.y, area.width - width - 6, MASTHEAD - 2.2)


def _draw_header(canvas: Canvas, content: Content, y: float) -> float:
    area, who = canvas.area, content.sheet.character
    # A portrait takes room on the left, so the fields become narrower.
    if not picture_of(who.portrait).isNull():
        side = 2 * _FIELD + _DESCRIPTION
        frame = Rect(area.x, y, side, side)
        canvas.add(Picture(frame, who.portrait), Box(frame, HAIR))
        area = Rect(frame.right, area.y, area.width - side, area.height)
    first, second = area.width * 0.31, area.width * 0.15
    x2, x3 = area.x + first, area.x + first + second
    third = area.right - x3
    canvas.field(Rect(area.x, y, first, _FIELD), _("Name"), who.name, NAME, tint=who.dice_colour)
    canvas.field(Rect(x2, y, second, _FIELD), _("Age"), who.age, _VALUE)
    canvas.field(Rect(x3, y, third, 2 * _FIELD), _("Backstory"), who.back_story, _PROSE, middle=False)
    canvas.field(Rect(area.x, y + _FIELD, first, _FIELD), _("Race"), race_name(who.race), _VALUE)
    canvas.field(Rect(x2, y + _FIELD, second, _FIELD), _("Gender"), who.gender, _VALUE)
    description = Rect(area.x, y + 2 * _FIELD, area.width, _DESCRIPTION)
    canvas.field(description, _("Description"), who.description, _PROSE, middle=False)
    return description.bottom


def _draw_fields_below(canvas: Canvas, content: Content, y: float, bottom: float) -> None:
    area, who = canvas.area, content.sheet.character
    height = bottom - y
    spiffs, finances = area.width * 0.16, area.width * 0.34
    canvas.field(Rect(area.x, y, spiffs, height), _("Spiffs"), content.spiffs, NAME)
    canvas.field(Rect(area.x + spiffs, y, finances, height), _("Finances"), who.finances, _PROSE, middle=False)
    rest = Rect(area.x + spiffs + finances, y, area.width - spiffs - finances, height)
    canvas.field(rest, _("Other Equipment"), who.other_equipment, _PROSE, middle=False)


def finished(
    canvases: Sequence[Canvas], name: str, credit: str = "", offset: tuple[float, float] = (0.0, 0.0)
) -> tuple[Page, ...]:
    """Add footers to the pages and return the finished pages. `name` and `credit` are as in `draw_footer`."""
    for number, canvas in enumerate(canvases, start=1):
        draw_footer(canvas, name, number, len(canvases), credit)
    return tuple(canvas.page(offset) for canvas in canvases)


def draw_footer(canvas: Canvas, name: str, number: int, pages: int, credit: str = "") -> None:
    """Draw the footer of page `number` of `pages` with the credit of the game; "" for BONES."""
    area = canvas.area
    top = area.bottom - FOOTER + 1.8
    canvas.add(Stroke(area.x, top, area.right, top, HAIR, MUTED))
    page = _("page {number} of {pages}").format(number=number, pages=pages)
    running = Rect(area.x, top + 0.6, area.width, canvas.measure.leading(_RUNNING))
    room = area.width - canvas.measure.width(page, _RUNNING) - 6
    canvas.line(elided(name, room, _RUNNING, canvas.measure), running, _RUNNING)
    canvas.line(page, running, _RUNNING, "right")
    credit = credit or _(
        "BONES and Cold Iron were designed by Vincent K. Raven and published by Precis Intermedia. "
        "Unofficial companion for people who own the games."
    )
    below = Rect(area.x, running.bottom, area.width, canvas.measure.leading(_CREDIT))
    canvas.line(elided(credit, area.width, _CREDIT, canvas.measure), below, _CREDIT)

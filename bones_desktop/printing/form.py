"""The printed form: header, ten character dice, five equipment dice, and the fields below (SHT-1 to SHT-5)."""

from typing import Final

from bones_desktop.document.portraits import picture_of
from bones_desktop.printing.canvas import HAIR, MUTED, THICK, Canvas, sizes
from bones_desktop.printing.content import DICE_IN_A_ROW, DICE_ON_PAPER, ITEMS_ON_PAPER, Content
from bones_desktop.printing.items import Box, Picture, Rect, Stroke, TextStyle
from bones_desktop.printing.tables import FACES, HEAD, NOTE, Table, draw_table

FOOTER: Final = 8.0
_MASTHEAD: Final = 10.0
_FIELD: Final = 10.4
_DESCRIPTION: Final = 11.0
_BELOW: Final = 16.5
_GAP: Final = 2.6
_TALLEST_ROW: Final = 8.4

_TITLE = TextStyle("serif", 17, bold=True)
_NAME = sizes(TextStyle("serif", 14, bold=True), 14, 12, 10, 8, 7)
_VALUE = sizes(TextStyle("serif", 10.5), 10.5, 9, 8, 7)
_PROSE = sizes(TextStyle("serif", 9.5), 9.5, 8.5, 8, 7.3)
_FACTS = sizes(TextStyle("sans", 8, tone=MUTED), 8, 7.5, 7)


def row_height(canvas: Canvas) -> float:
    """Return the height of a face's row that fills a page with the whole form."""
    fixed = _MASTHEAD + 2 * _FIELD + _DESCRIPTION + _BELOW + FOOTER
    fixed += 3 * (canvas.heading_height + HEAD + NOTE) + 4 * _GAP
    return min(_TALLEST_ROW, (canvas.area.height - fixed) / (3 * FACES))


def draw_form(canvas: Canvas, content: Content) -> None:
    """Draw the first page."""
    tr, row = canvas.tr, row_height(canvas)
    y = _draw_masthead(canvas, content)
    y = _draw_header(canvas, content, y) + _GAP
    dice = content.dice
    tables = (
        Table(tr("Character Dice (check box if injured)"), dice[:DICE_IN_A_ROW]),
        Table(tr("Character Dice (continued)"), dice[DICE_IN_A_ROW:DICE_ON_PAPER]),
        Table(tr("Equipment Dice"), content.equipment[:ITEMS_ON_PAPER], heads=tr("Item")),
    )
    for table in tables:
        y = draw_table(canvas, table, y, row) + _GAP
    _draw_fields_below(canvas, content, y)


def _draw_masthead(canvas: Canvas, content: Content) -> float:
    area = canvas.area
    title = canvas.tr("Bones Character Sheet")
    width = canvas.measure.width(title, _TITLE)
    canvas.line(title, Rect(area.x, area.y, width, _MASTHEAD - 2.2), _TITLE)
    facts = Rect(area.x + width + 6, area.y, area.width - width - 6, _MASTHEAD - 2.2)
    canvas.paragraph(content.summary, facts, _FACTS, canvas.tr("At a glance"), middle=True, align="right")
    y = area.y + _MASTHEAD - 1.4
    canvas.add(Stroke(area.x, y, area.right, y, THICK), Stroke(area.x, y + 0.8, area.right, y + 0.8, 0.15))
    return area.y + _MASTHEAD + 0.6


def _draw_header(canvas: Canvas, content: Content, y: float) -> float:
    tr, area = canvas.tr, canvas.area
    if not picture_of(content.portrait).isNull():
        side = 2 * _FIELD + _DESCRIPTION
        frame = Rect(area.x, y, side, side)
        canvas.add(Picture(frame, content.portrait), Box(frame, HAIR))
        area = Rect(frame.right, area.y, area.width - side, area.height)
    first, second = area.width * 0.31, area.width * 0.15
    x2, x3 = area.x + first, area.x + first + second
    third = area.right - x3
    canvas.field(Rect(area.x, y, first, _FIELD), tr("Name"), content.name, _NAME)
    canvas.field(Rect(x2, y, second, _FIELD), tr("Age"), content.age, _VALUE)
    canvas.field(Rect(x3, y, third, 2 * _FIELD), tr("Backstory"), content.back_story, _PROSE, middle=False)
    canvas.field(Rect(area.x, y + _FIELD, first, _FIELD), tr("Race"), content.race, _VALUE)
    canvas.field(Rect(x2, y + _FIELD, second, _FIELD), tr("Gender"), content.gender, _VALUE)
    description = Rect(area.x, y + 2 * _FIELD, area.width, _DESCRIPTION)
    canvas.field(description, tr("Description"), content.description, _PROSE, middle=False)
    return description.bottom


def _draw_fields_below(canvas: Canvas, content: Content, y: float) -> None:
    tr, area = canvas.tr, canvas.area
    height = area.bottom - FOOTER - y
    spiffs, finances = area.width * 0.16, area.width * 0.34
    canvas.field(Rect(area.x, y, spiffs, height), tr("Spiffs"), content.spiffs, _NAME)
    canvas.field(Rect(area.x + spiffs, y, finances, height), tr("Finances"), content.finances, _PROSE, middle=False)
    rest = Rect(area.x + spiffs + finances, y, area.width - spiffs - finances, height)
    canvas.field(rest, tr("Other Equipment"), content.other_equipment, _PROSE, middle=False)

"""The tables of dice on the sheet: five columns, one row a face, with the picture and the name of each face."""

from dataclasses import dataclass
from typing import Final

from bones_desktop.printing.canvas import HAIR, MUTED, THIN, TINT, Canvas, sizes
from bones_desktop.printing.content import DICE_IN_A_ROW, Column
from bones_desktop.printing.items import Box, CheckBox, FacePicture, Hatch, Rect, Stroke, TextStyle
from bones_desktop.rules.bones.book.icons import BLANK

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


@dataclass(frozen=True, slots=True)
class Table:
    """Five columns side by side."""

    title: str
    columns: tuple[Column, ...]
    heads: str = ""
    """What the row of headings is called ("Item"); "" when each heading is the box to tick of a character die."""


def table_height(canvas: Canvas, row: float) -> float:
    """Return how much of the page a table takes when each face has a `row` of this height."""
    return canvas.heading_height + HEAD + FACES * row + NOTE


def draw_table(canvas: Canvas, table: Table, y: float, row: float) -> float:
    """Draw a table from `y` on; return where it ends."""
    area = canvas.area
    top = canvas.heading(table.title, area.x, y, area.width)
    width = (area.width - GUTTER) / DICE_IN_A_ROW
    end = top + HEAD + FACES * row + NOTE
    canvas.add(Box(Rect(area.x, top, area.width, HEAD), fill=TINT))
    for place, column in enumerate(table.columns):
        _draw_column(canvas, table, column, Rect(area.x + GUTTER + place * width, top, width, end - top), row)
    _draw_rows(canvas, table, Rect(area.x, top, area.width, end - top), row)
    for place in range(len(table.columns)):
        x = area.x + GUTTER + place * width
        canvas.add(Stroke(x, top, x, end, THIN if place == 0 else HAIR))
    canvas.add(Box(Rect(area.x, top, area.width, end - top), THIN))
    return end


def _draw_rows(canvas: Canvas, table: Table, rect: Rect, row: float) -> None:
    canvas.line(table.heads, Rect(rect.x, rect.y, GUTTER, HEAD), _ROW, "middle")
    for number in range(FACES):
        y = rect.y + HEAD + number * row
        canvas.add(Stroke(rect.x, y, rect.right, y, HAIR, 0.0 if number == 0 else 0.55))
        canvas.line(str(number + 1), Rect(rect.x, y, GUTTER, row), _ROW, "middle")
    y = rect.y + HEAD + FACES * row
    canvas.add(Stroke(rect.x, y, rect.right, y, HAIR))
    canvas.line(canvas.tr("Note"), Rect(rect.x, y, GUTTER, NOTE), _ROW, "middle")


def _draw_column(canvas: Canvas, table: Table, column: Column, rect: Rect, row: float) -> None:
    if column.injured:
        canvas.add(Hatch(Rect(rect.x, rect.y + HEAD, rect.width, FACES * row + NOTE)))
    head = Rect(rect.x + 1.4, rect.y, rect.width - 2.8, HEAD)
    if table.heads:
        canvas.paragraph(column.item, head, _ITEM, column.heading, middle=True)
    elif column.heading:
        box = Rect(head.x, head.y + (HEAD - CHECK) / 2, CHECK, CHECK)
        canvas.add(CheckBox(box, column.injured))
        canvas.line(column.heading, Rect(box.right + 1.4, head.y, head.width - CHECK - 1.4, HEAD), _DIE)
    picture = min(PICTURE, row - 0.8)
    for number, face in enumerate(column.faces):
        y = rect.y + HEAD + number * row
        if face.code:
            square = Rect(rect.x + 1.0, y + (row - picture) / 2, picture, picture)
            canvas.add(FacePicture(square, face.code, column.injured))
        x = rect.x + picture + 2.2
        title = canvas.tr("{die}, face {number}").format(die=column.heading, number=number + 1)
        styles = _BLANK if face.code == BLANK.code else _FACE
        canvas.paragraph(face.name, Rect(x, y, rect.right - x - 0.8, row), styles, title, middle=True)
    note = Rect(rect.x, rect.y + HEAD + FACES * row, rect.width, NOTE).inset(1.4, 0.6)
    canvas.paragraph(column.note, note, _NOTE, canvas.tr("{die}, note").format(die=column.heading), middle=True)

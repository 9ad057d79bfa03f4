"""Cards of cast, beasts and hordes for the game master: nine to a page, to be cut apart. Lengths in millimetres."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bones_desktop.printing.canvas import HAIR, MUTED, Canvas, sizes
from bones_desktop.printing.items import CheckBox, FacePicture, Page, PageSize, Rect, Stroke, TextStyle
from bones_desktop.printing.legend import icon_line
from bones_desktop.printing.text import Measure, Wrapped, elided, fitting, joined
from bones_desktop.rules.bones.book.icons import IconKind
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.making.sheet import DieColumn, FaceCell, Sheet
from bones_desktop.rules.typedtext import one_line
from bones_desktop.wording.language import _
from bones_desktop.wording.names import character_kind_name

WIDTH: Final = 63.0
HEIGHT: Final = 88.0
_ACROSS: Final = 3
_DOWN: Final = 3
_EDGE: Final = 3.5
_MARK: Final = 4.0
_BOX: Final = 2.8
_FACE: Final = 6.6
_GAP: Final = 0.9
_ROWS: Final = 7
"""Rows of dice of full size; more are smaller, or stand in two columns."""
_DICE_ROOM: Final = 46.0
_NAME: Final = sizes(TextStyle("serif", 12, bold=True), 12, 10.5, 9, 8, 7)
_LINE: Final = TextStyle("sans", 7, tone=MUTED)
_TEXT: Final = sizes(TextStyle("sans", 7.2), 7.2, 6.6, 6, 5.6)


@dataclass(frozen=True, slots=True)
class _Card:
    """What stands on one card; `dice` are None on one that only goes on with the text of another."""

    name: str
    line: str
    dice: tuple[DieColumn, ...] | None
    text: str


def facts(sheet: Sheet) -> str:
    """Return the line of what somebody is, has and how fast they move."""
    dice = sum(die.exists for die in sheet.dice)
    parts = [
        character_kind_name(sheet.kind),
        _("{n}D").format(n=dice),
        _("Move {score}").format(score=f"{sheet.move:g}"),
    ]
    if sheet.flying is not None:
        parts.append(_("flying {score}").format(score=f"{sheet.flying:g}"))
    return " · ".join(parts)


def counted(faces: Sequence[FaceCell]) -> str:
    """Return the faces of a die in words: "Melee x2, Missile, Blank x3"."""
    names = Counter(face.name or _("empty") for face in faces)
    return ", ".join(name if n == 1 else f"{name} x{n}" for name, n in names.items())


def lay_out_cards(rulebook: Rulebook, sheets: Sequence[Sheet], size: PageSize, measure: Measure) -> Iterator[Page]:
    """Yield pages of nine cards; what has no room on a card goes on on the next one."""
    left, top = (size.width - _ACROSS * WIDTH) / 2, (size.height - _DOWN * HEIGHT) / 2
    canvas = Canvas(size, measure, {})
    place = 0
    for sheet in sheets:
        card: _Card | None = _Card(_name(sheet), facts(sheet), _dice(sheet), _text(rulebook, sheet))
        while card is not None:
            if place == _ACROSS * _DOWN:
                yield _finished(canvas, left, top)
                canvas, place = Canvas(size, measure, {}), 0
            row, column = divmod(place, _ACROSS)
            card = _draw(canvas, card, Rect(left + column * WIDTH, top + row * HEIGHT, WIDTH, HEIGHT))
            place += 1
    yield _finished(canvas, left, top)


def _name(sheet: Sheet) -> str:
    return one_line(sheet.name) or _("No name yet")


def _dice(sheet: Sheet) -> tuple[DieColumn, ...]:
    return tuple(die for die in sheet.dice if die.exists)


def _text(rulebook: Rulebook, sheet: Sheet) -> str:
    """Return what stands below the dice: what the rarer icons do, what is carried, and the notes."""
    lines = [f"{item.name}: {counted(item.faces)}" for item in sheet.equipment]
    known = (total for total in sheet.icons if rulebook.has_icon(total.icon))
    rare = [total for total in known if rulebook.kind(total.icon) in {IconKind.ABILITY, IconKind.MASTERY}]
    lines += [f"{total.name}: {icon_line(rulebook, total.icon)}" for total in rare]
    if sheet.hindering:
        lines.append(_("Hindering: {names}").format(names=", ".join(die.name for die in sheet.hindering)))
    lines += [text.strip() for text in (sheet.other_equipment, sheet.notes) if text.strip()]
    return "\n".join(lines)


def _draw(canvas: Canvas, card: _Card, rect: Rect) -> _Card | None:
    """Draw a card and return the one that goes on with what had no room; None when all had."""
    inside = rect.inset(_EDGE, _EDGE)
    measure = canvas.measure
    style, lines, _most = fitting(card.name, inside.width, 11.0, _NAME, measure)
    height = measure.leading(style)
    for number, line in enumerate(lines[:2]):
        text = line.text if number < 1 or len(lines) <= 2 else elided(joined(lines[1:]), inside.width, style, measure)
        canvas.line(text, Rect(inside.x, inside.y + number * height, inside.width, height), style)
    y = inside.y + min(2, max(1, len(lines))) * height
    below = measure.leading(_LINE)
    canvas.line(elided(card.line, inside.width, _LINE, measure), Rect(inside.x, y, inside.width, below), _LINE)
    y += below + 0.8
    canvas.add(Stroke(inside.x, y, inside.right, y, HAIR, MUTED))
    y += 1.4
    if card.dice:
        y = _draw_dice(canvas, card.dice, Rect(inside.x, y, inside.width, _DICE_ROOM)) + 1.0
    rest = _draw_text(canvas, card.text, Rect(inside.x, y, inside.width, inside.bottom - y))
    if not rest:
        return None
    name = card.name if card.dice is None else _("{name}, further").format(name=card.name)
    return _Card(name, card.line, None, rest)


def _draw_dice(canvas: Canvas, dice: Sequence[DieColumn], rect: Rect) -> float:
    """Draw a row for each die, with a box to tick when it is lost; return where they end."""
    columns = 1 if len(dice) <= _ROWS + 2 else 2
    rows = -(-len(dice) // columns)
    width = (rect.width - (columns - 1) * 2.0) / columns
    side = min(_FACE, (width - _BOX - 1.2 - 5 * 0.3) / 6, rect.height / rows - _GAP)
    for number, die in enumerate(dice):
        column, row = divmod(number, rows)
        x, y = rect.x + column * (width + 2.0), rect.y + row * (side + _GAP)
        box = min(_BOX, side)
        canvas.add(CheckBox(Rect(x, y + (side - box) / 2, box, box), die.lost))
        for face, cell in enumerate(die.faces):
            if cell.code:
                square = Rect(x + _BOX + 1.2 + face * (side + 0.3), y, side, side)
                canvas.add(FacePicture(square, cell.code, grey=die.lost))
        title = Rect(x + _BOX + 1.2 + 6 * (side + 0.3) + 0.6, y, 0, side)
        room = x + width - title.x
        if room > 6 and die.title:
            canvas.line(elided(die.title, room, _LINE, canvas.measure), Rect(title.x, y, room, side), _LINE)
    return rect.y + rows * (side + _GAP)


def _draw_text(canvas: Canvas, text: str, rect: Rect) -> str:
    """Write as much of a text as has room, and return the rest."""
    if not text:
        return ""
    style, lines, most = fitting(text, rect.width, rect.height, _TEXT, canvas.measure)
    leading = canvas.measure.leading(style)
    shown: Sequence[Wrapped] = lines if len(lines) <= most else lines[: max(0, most - 1)]
    canvas.lines(shown, rect.x, rect.y, style)
    if len(shown) == len(lines):
        return ""
    below = Rect(rect.x, rect.y + len(shown) * leading, rect.width, leading)
    canvas.line(_("→ next card"), below, _LINE, "right")
    return joined(lines[len(shown) :])


def _finished(canvas: Canvas, left: float, top: float) -> Page:
    """Return the page, with marks at its edges to cut the cards apart by."""
    right, bottom = left + _ACROSS * WIDTH, top + _DOWN * HEIGHT
    for number in range(_ACROSS + 1):
        x = left + number * WIDTH
        canvas.add(Stroke(x, top - _MARK, x, top - 1, HAIR), Stroke(x, bottom + 1, x, bottom + _MARK, HAIR))
        canvas.add(Stroke(x, top, x, bottom, HAIR, 0.8))
    for number in range(_DOWN + 1):
        y = top + number * HEIGHT
        canvas.add(Stroke(left - _MARK, y, left - 1, y, HAIR), Stroke(right + 1, y, right + _MARK, y, HAIR))
        canvas.add(Stroke(left, y, right, y, HAIR, 0.8))
    return canvas.page()

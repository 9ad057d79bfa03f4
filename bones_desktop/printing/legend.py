"""What the icons on dice mean: one line for each, for a character or a whole table."""

from collections.abc import Iterable, Sequence
from typing import Final

from bones_desktop.printing.canvas import Canvas
from bones_desktop.printing.dicefaces import dice_of
from bones_desktop.printing.form import FOOTER, finished
from bones_desktop.printing.items import FacePicture, Page, PageSize, Rect, TextStyle
from bones_desktop.printing.text import Measure, wrap
from bones_desktop.rules.bones.book.icons import BLANK, IconKind, face
from bones_desktop.rules.bones.book.notation import icon_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.making.sheet import Sheet
from bones_desktop.rules.typedtext import one_line
from bones_desktop.wording.language import _

_PICTURE: Final = 9.0
_BESIDE: Final = 2.5
_BETWEEN: Final = 7.0
_ROW_GAP: Final = 1.8
_TITLE: Final = TextStyle("serif", 15, bold=True)
_NAME: Final = TextStyle("sans", 8.5, bold=True)
_TEXT: Final = TextStyle("sans", 7.5)


def icon_line(rulebook: Rulebook, icon: str) -> str:
    """Return what an icon is for, in a sentence or two; "" for one the rulebook does not know."""
    if not rulebook.has_icon(icon):
        return ""
    match rulebook.kind(icon):
        case IconKind.SYMBOL:
            return next(each.effect for each in rulebook.symbols if each.id == icon)
        case IconKind.SKILL:
            return rulebook.skill(icon).covers
        case IconKind.MASTERY:
            return rulebook.mastery(icon).effect
        case IconKind.ABILITY:
            return next(each.effect for each in rulebook.abilities if each.id == icon)
    race = next(each for each in rulebook.races if each.id == icon)
    readings = [icon_name(rulebook, reading.mastery or reading.skill) for reading in race.readings]
    return _("Stands for {one} or {other}.").format(one=", ".join(readings[:-1]), other=readings[-1])


def icons_of(rulebook: Rulebook, sheets: Iterable[Sheet]) -> tuple[str, ...]:
    """Return the icons on any die of the sheets, each once, in the rulebook's order; those it lacks come last."""
    codes = {code for sheet in sheets for die in dice_of(sheet) for code in die.faces if code}
    found = {icon for code in codes for icon in face(code).icons} - set(BLANK.icons)
    order = {icon.id: place for place, icon in enumerate(rulebook.icons)}
    return tuple(sorted(found, key=lambda icon: (order.get(icon, len(order)), icon)))


def lay_out_legend(rulebook: Rulebook, sheets: Sequence[Sheet], size: PageSize, measure: Measure) -> tuple[Page, ...]:
    """Return pages in two columns; the columns of the last page are about as long as one another."""
    canvases = [Canvas(size, measure, {})]
    area = canvases[0].area
    width = (area.width - _BETWEEN) / 2
    names = ", ".join(dict.fromkeys(one_line(sheet.name) for sheet in sheets if sheet.name.strip()))
    title = _("Icons of {names}").format(names=names) if names else _("Icons")
    rows = [_Row(rulebook, icon, width, measure) for icon in icons_of(rulebook, sheets)]
    top = _head(canvases[0], title)
    while rows:
        room = area.bottom - FOOTER - top
        column_room = max(room, 1.0) if sum(row.height for row in rows) > 2 * room else _even(rows, room)
        for column in range(2):
            y = top
            while rows and (y + rows[0].height <= top + column_room + 0.01 or y == top):
                rows[0].draw(canvases[-1], area.x + column * (width + _BETWEEN), y)
                y += rows.pop(0).height
        if rows:
            canvases.append(Canvas(size, measure, {}))
            top = area.y
    return finished(canvases, names)


def _head(canvas: Canvas, title: str) -> float:
    """Write the title over as many lines as it takes, three at most, and return where the rows begin."""
    lines = wrap(title, canvas.area.width, _TITLE, canvas.measure)[:3]
    canvas.lines(lines, canvas.area.x, canvas.area.y, _TITLE)
    return canvas.area.y + len(lines) * canvas.measure.leading(_TITLE) + 3.0


def _even(rows: "Sequence[_Row]", most: float) -> float:
    """Return how long the first column gets so that both are about as long."""
    whole = sum(row.height for row in rows)
    used = 0.0
    for row in rows:
        used += row.height
        if used >= whole / 2:
            break
    return min(used, most)


class _Row:
    """The picture of an icon, its name, and its line."""

    def __init__(self, rulebook: Rulebook, icon: str, width: float, measure: Measure) -> None:
        self._icon = icon
        self._name = icon_name(rulebook, icon)
        self._lines = wrap(icon_line(rulebook, icon), width - _PICTURE - _BESIDE, _TEXT, measure)
        text = measure.leading(_NAME) + len(self._lines) * measure.leading(_TEXT)
        self.height = max(_PICTURE, text) + _ROW_GAP

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        """Draw the row with its upper left corner there."""
        canvas.add(FacePicture(Rect(x, y, _PICTURE, _PICTURE), self._icon))
        beside = x + _PICTURE + _BESIDE
        leading = canvas.measure.leading(_NAME)
        canvas.line(self._name, Rect(beside, y, 80, leading), _NAME)
        canvas.lines(self._lines, beside, y + leading, _TEXT)

"""The table at a glance for the game master: the party or a fight, one row each, on one page if possible.

Lengths are in millimetres.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bones_desktop.printing.canvas import HAIR, MUTED, Canvas, Measure, Wrapped, elided, fitting, joined, sizes
from bones_desktop.printing.cards import facts
from bones_desktop.printing.columns import Columns
from bones_desktop.printing.form import FOOTER, finished
from bones_desktop.printing.items import CheckBox, FacePicture, Page, PageSize, Rect, Stroke, TextStyle
from bones_desktop.rules.bones.making.sheet import DieColumn, Sheet
from bones_desktop.rules.typedtext import one_line
from bones_desktop.wording.language import _

ROUNDS: Final = 10
"""Number of boxes for the rounds of a fight."""
_HEAD: Final = 9.0
_TALLEST: Final = 30.0
_LEAST: Final = 9.0
_WORDS: Final = 62.0
_BOX: Final = 2.6
_TITLE: Final = TextStyle("serif", 15, bold=True)
_NAME: Final = sizes(TextStyle("serif", 11, bold=True), 11, 9.5, 8, 7)
_FACTS: Final = sizes(TextStyle("sans", 7), 7, 6.2, 5.5)
_SMALL: Final = TextStyle("sans", 6.5, tone=MUTED)


@dataclass(frozen=True, slots=True)
class PartyRow:
    """One member or fighter."""

    name: str
    facts: str
    dice: tuple[DieColumn, ...] = ()


def rows_of(sheets: Sequence[Sheet | Columns]) -> tuple[PartyRow, ...]:
    """Return a row for each sheet, with the facts asked for most often. Rows of the same name are numbered."""
    rows = [_row(sheet) for sheet in sheets]
    alike = Counter(row.name for row in rows)
    seen: Counter[str] = Counter()
    for place, row in enumerate(rows):
        # In a fight five goblins have one name, and each needs its own row.
        if alike[row.name] > 1:
            seen[row.name] += 1
            rows[place] = replace(row, name=f"{row.name} {seen[row.name]}")
    return tuple(rows)


def _row(sheet: Sheet | Columns) -> PartyRow:
    if isinstance(sheet, Columns):
        # Sections with long texts are left out, since the sheet has them.
        short = [each for each in sheet.sections if not any(part.text or part.note for part in each.parts)]
        told = [
            f"{section.title} {part.title}" if len(section.parts) == 1 else f"{part.title} {part.result}"
            for section in short
            for part in section.parts
        ]
        return PartyRow(sheet.name or _("No name yet"), " · ".join((sheet.title, *told)))
    name = one_line(sheet.name) or _("No name yet")
    about = [facts(sheet)]
    about += [", ".join(part for part in (sheet.race, sheet.culture, *sheet.occupations) if part.strip())]
    skills = [line for line in sheet.skills if line.icons and line.allowed]
    # The best skills come first, since the end of the line may be cut.
    about.append(", ".join(f"{line.name} {line.icons}" for line in sorted(skills, key=lambda each: -each.icons)))
    if sheet.spiffs:
        about.append(_("Spiffs {n}").format(n=sheet.spiffs))
    return PartyRow(name, "\n".join(part for part in about if part), tuple(die for die in sheet.dice if die.exists))


def lay_out_party(
    rows: Sequence[PartyRow], title: str, size: PageSize, measure: Measure, *, rounds: bool = False
) -> tuple[Page, ...]:
    """Return the page, or more if there are too many rows to read on one. With `rounds` there are boxes for rounds."""
    canvas = Canvas(size, measure, {})
    room = canvas.area.height - FOOTER - _HEAD - (6.0 if rounds else 0.0)
    height = max(_LEAST, min(_TALLEST, room / max(1, len(rows))))
    most = max(1, int(room / height + 0.001))
    pages = [rows[first : first + most] for first in range(0, len(rows), most)] or [()]
    canvases = []
    for here in pages:
        canvas = Canvas(size, measure, {})
        area = canvas.area
        words = elided(title, area.width, _TITLE, measure)
        canvas.line(words, Rect(area.x, area.y, area.width, measure.leading(_TITLE)), _TITLE)
        y = area.y + _HEAD
        if rounds:
            y = _draw_rounds(canvas, y)
        for row in here:
            canvas.add(Stroke(area.x, y, area.right, y, HAIR, MUTED))
            _draw_row(canvas, row, Rect(area.x, y + 0.8, area.width, height - 1.6))
            y += height
        canvas.add(Stroke(area.x, y, area.right, y, HAIR, MUTED))
        canvases.append(canvas)
    return finished(canvases, title)


def _draw_rounds(canvas: Canvas, y: float) -> float:
    area = canvas.area
    label = _("Rounds")
    leading = canvas.measure.leading(_SMALL)
    canvas.line(label, Rect(area.x, y, 30, leading), _SMALL)
    x = area.x + canvas.measure.width(label, _SMALL) + 2
    for number in range(ROUNDS):
        canvas.add(CheckBox(Rect(x + number * (_BOX + 2), y, _BOX, _BOX), ticked=False))
    return y + 6.0


def _draw_row(canvas: Canvas, row: PartyRow, rect: Rect) -> None:
    measure = canvas.measure
    width = _WORDS if row.dice else rect.width
    style, lines, most = fitting(row.name, width, min(8.0, rect.height / 2), _NAME, measure)
    if len(lines) > most:
        lines = (*lines[: most - 1], Wrapped(elided(joined(lines[most - 1 :]), width, style, measure), ""))
    canvas.lines(lines, rect.x, rect.y, style)
    top = rect.y + len(lines) * measure.leading(style)
    below = Rect(rect.x, top, width, rect.bottom - top)
    style, lines, most = fitting(row.facts, below.width, below.height, _FACTS, measure)
    canvas.lines(lines[:most], below.x, below.y, style)
    if row.dice:
        _draw_dice(canvas, row.dice, Rect(rect.x + _WORDS + 3, rect.y, rect.width - _WORDS - 3, rect.height))


def _draw_dice(canvas: Canvas, dice: Sequence[DieColumn], rect: Rect) -> None:
    """Draw the dice as blocks of two by three faces with a box below, in the fewest lines at the largest size."""
    best = max((_side(len(dice), lines, rect), -lines) for lines in range(1, 5))
    side, lines = best[0], -best[1]
    across = -(-len(dice) // lines)
    block_width, block_height = 3 * side + 1.6, 2 * side + _BOX + 1.4
    for number, die in enumerate(dice):
        line, place = divmod(number, across)
        x, y = rect.x + place * block_width, rect.y + line * block_height
        for face, cell in enumerate(die.faces):
            if cell.code:
                square = Rect(x + face % 3 * side, y + face // 3 * side, side * 0.96, side * 0.96)
                canvas.add(FacePicture(square, cell.code, grey=die.lost))
        box = min(_BOX, side * 1.5)
        canvas.add(CheckBox(Rect(x, y + 2 * side + 0.4, box, box), die.lost))


def _side(dice: int, lines: int, rect: Rect) -> float:
    across = -(-dice // lines)
    return max(0.5, min(7.0, (rect.width / across - 1.6) / 3, (rect.height / lines - _BOX - 1.4) / 2))

"""Papers for the table: cards, and a legend of icons. Lengths are in millimetres.

There are cards of cast, beasts and hordes, of a party, and of an encounter. Nine cards are printed on a page. The page
of an encounter has boxes for its rounds. Long names are never cut off but printed smaller.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from bones_desktop.printing.canvas import (
    HAIR,
    MUTED,
    THIN,
    TINT,
    Box,
    Canvas,
    CheckBox,
    FacePicture,
    HiddenText,
    Measure,
    Page,
    PageSize,
    Rect,
    Stroke,
    TextStyle,
    Wrapped,
    elided,
    fitting,
    joined,
    sizes,
)
from bones_desktop.printing.columns import Columns
from bones_desktop.printing.form import FOOTER, finished
from bones_desktop.printing.gameform import Boxes, GameSheet
from bones_desktop.printing.screen import ScreenGroup, ScreenRow, ScreenTable, lay_out_tables
from bones_desktop.printing.stickers import dice_of
from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.rules.bones.book.icons import BLANK, IconKind, face
from bones_desktop.rules.bones.book.notation import icon_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.making.sheet import DieColumn, FaceCell, Sheet
from bones_desktop.rules.records import Record
from bones_desktop.rules.typedtext import one_line
from bones_desktop.wording.language import _, decimal
from bones_desktop.wording.names import character_kind_name, icon_effect, race_name

ROUNDS: Final = 10
"""Number of boxes for the rounds of a fight."""
_HEAD: Final = 9.0
_ROW_BOX: Final = 2.6
_SMALL: Final = TextStyle("sans", 6.5, tone=MUTED)
_NOTES: Final = sizes(_SMALL, 6.5, 5.5, 5)


def _numbered(sheets: Sequence[Sheet | Columns]) -> list[str]:
    """Return the names of the sheets. Equal names are numbered, because a fight may have five goblins."""
    names = [_name(sheet) for sheet in sheets]
    alike = Counter(names)
    seen: Counter[str] = Counter()
    for place, name in enumerate(names):
        if alike[name] > 1:
            seen[name] += 1
            names[place] = f"{name} {seen[name]}"
    return names


def _figures(sheet: Columns) -> Iterator[str]:
    """Yield the numbers of a character of another game. Long texts are left out, because they are on the sheet."""
    for section in sheet.sections:
        if any(part.text or part.note for part in section.parts):
            continue
        for part in section.parts:
            # If a section has only one part, the name of the section says more than the name of the part, so it comes
            # first.
            yield f"{section.title} {part.title}" if len(section.parts) == 1 else f"{part.title} {part.result}"


def _member(name: str, sheet: Sheet | Columns) -> "_Card":
    """Return the card of a member of a party, with spiffs, origin, equipment and skills."""
    if isinstance(sheet, Columns):
        return _game_card(name, sheet)
    who = sheet.character
    spiffs = _("Spiffs {n}").format(n=who.spiffs) if who.spiffs else ""
    origin = (race_name(who.race), sheet.culture, sheet.background, *sheet.occupations)
    gear = (*(item.name for item in sheet.equipment), *who.other_equipment.split("\n"))
    lines = [", ".join(dict.fromkeys(part.strip() for part in words if part.strip())) for words in (origin, gear)]
    text = "\n".join(line for line in (*lines, _skills(sheet)) if line)
    return _Card(name, " · ".join(part for part in (facts(sheet), spiffs) if part), _dice(sheet), text)


def _skills(sheet: Sheet) -> str:
    skills = [line for line in sheet.skills if line.icons and line.allowed]
    return ", ".join(f"{line.name} {line.icons}" for line in sorted(skills, key=lambda each: -each.icons))


def _draw_title(canvas: Canvas, title: str) -> float:
    """Write the title of a page. Return the y at which its content begins."""
    area = canvas.area
    style, lines, most = fitting(title, area.width, _HEAD - 1.0, _TITLES, canvas.measure)
    canvas.lines(lines[:most], area.x, area.y, style)
    return area.y + _HEAD


_TITLE: Final = TextStyle("serif", 15, bold=True)
_TITLES: Final = sizes(_TITLE, 15, 12, 9, 7, 5.5)


def icon_line(rulebook: Rulebook, icon: str) -> str:
    """Return one or two sentences about the effect of an icon; "" if the rulebook does not have the icon."""
    return icon_effect(rulebook, rulebook.icon(icon)) if rulebook.has_icon(icon) else ""


def icons_of(rulebook: Rulebook, sheets: Iterable[Sheet]) -> tuple[str, ...]:
    """Return the icons on the dice of the sheets, in the order of the rulebook. Unknown icons come last."""
    codes = {code for sheet in sheets for die in dice_of(sheet) for code in die.faces if code}
    found = {icon for code in codes for icon in face(code).icons} - set(BLANK.icons)
    # The icons are in the order of the rulebook, because readers look icons up there.
    order = {icon.id: place for place, icon in enumerate(rulebook.icons)}
    return tuple(sorted(found, key=lambda icon: (order.get(icon, len(order)), icon)))


def lay_out_legend(rulebook: Rulebook, sheets: Sequence[Sheet], size: PageSize, measure: Measure) -> tuple[Page, ...]:
    """Return pages with a table of the icons and their effects."""
    names = ", ".join(dict.fromkeys(one_line(sheet.name) for sheet in sheets if sheet.name.strip()))
    icons = icons_of(rulebook, sheets)
    rows = tuple(ScreenRow(icon_name(rulebook, icon), icon_line(rulebook, icon), icon) for icon in icons)
    return lay_out_tables([ScreenTable(names or _("Icons"), (ScreenGroup(rows),))], _("Icons"), size, measure, names)


# This is the width of a playing card, so that cards fit in common sleeves.
WIDTH: Final = 63.0
HEIGHT: Final = 88.0
_ACROSS: Final = 3
_DOWN: Final = 3
_EDGE: Final = 3.5
_MARK: Final = 4.0
_BOX: Final = 2.8
_FACE: Final = 6.6
_GAP: Final = 0.9
_LEAST_FACE: Final = 4.2
_NAMED: Final = 9
"""Maximum number of dice in one column with their names. More dice are printed in two columns without names."""
_ROUNDS_ROOM: Final = 5.0
_DICE_ROOM: Final = 46.0
_NAME: Final = sizes(TextStyle("serif", 12, bold=True), 12, 10.5, 9, 8, 7, 6, 5.2)
_LINE: Final = TextStyle("sans", 7, tone=MUTED)
_TITLE_SIZES: Final = sizes(_LINE, 7, 6.2, 5.5)
_TEXT: Final = sizes(TextStyle("sans", 7.2), 7.2, 6.6, 6, 5.6)


class _Card(Record):
    """The content of a card. `dice` is None if the card only continues the text of another card."""

    name: str
    line: str
    dice: tuple[DieColumn, ...] | None
    text: str
    tracks: tuple[Boxes, ...] = ()


def facts(sheet: Sheet) -> str:
    """Return the line with kind, number of dice and movement."""
    who = sheet.character
    dice = sum(die.exists for die in sheet.dice)
    parts = [
        character_kind_name(who.kind),
        _("{n}D").format(n=dice),
        _("Move {score}").format(score=decimal(f"{who.move:g}")),
    ]
    if who.flying is not None:
        parts.append(_("flying {score}").format(score=decimal(f"{who.flying:g}")))
    return " · ".join(parts)


def face_counts(faces: Sequence[FaceCell]) -> str:
    """Return the faces of a die in words: "Melee x2, Missile, Blank x3"."""
    names = Counter(face.name or _("empty") for face in faces)
    return ", ".join(name if n == 1 else f"{name} x{n}" for name, n in names.items())


def lay_out_cards(rulebook: Rulebook, sheets: Sequence[Sheet], size: PageSize, measure: Measure) -> Iterator[Page]:
    """Yield pages with nine cards each. Text that does not fit continues on the next card."""
    # The cards are in the middle of the page, so that all sides have room for cutting marks.
    width, height = _ACROSS * WIDTH, _DOWN * HEIGHT
    whole = Rect((size.width - width) / 2, (size.height - height) / 2, width, height)
    cards = (_Card(_name(sheet), facts(sheet), _dice(sheet), _text(rulebook, sheet)) for sheet in sheets)
    for canvas in _dealt(cards, size, measure, whole):
        yield _finished(canvas, whole.x, whole.y)


def lay_out_party(sheets: Sequence[Sheet | Columns], title: str, size: PageSize, measure: Measure) -> tuple[Page, ...]:
    """Return pages with a card for each member of the party. Equal names are numbered."""
    cards = [_member(name, sheet) for name, sheet in zip(_numbered(sheets), sheets, strict=True)]
    return _framed(cards, title, size, measure)


def lay_out_encounter(
    rulebook: Rulebook,
    sheets: Sequence[Sheet | Columns],
    title: str,
    size: PageSize,
    measure: Measure,
    note: Callable[[], str] | None = None,
) -> tuple[Page, ...]:
    """Return pages with a card for each fighter, and above them the title, boxes for the rounds, and the note."""
    cards = [_fighter(rulebook, name, sheet) for name, sheet in zip(_numbered(sheets), sheets, strict=True)]
    return _framed(cards, title, size, measure, note() if note is not None else "", rounds=True)


def _framed(
    cards: Sequence["_Card"], title: str, size: PageSize, measure: Measure, note: str = "", *, rounds: bool = False
) -> tuple[Page, ...]:
    """Return pages with framed cards below the title. With `rounds`, add boxes for the rounds, and a note."""
    area = Canvas(size, measure, {}).area
    top = area.y + _HEAD + (_ROUNDS_ROOM if rounds else 0.0)
    whole = Rect(area.x, top, area.width, area.bottom - FOOTER - top)
    canvases = list(_dealt(cards, size, measure, whole, framed=True))
    for canvas in canvases:
        start = len(canvas.items)
        y = _draw_title(canvas, title)
        if rounds:
            _draw_rounds(canvas, y, note)
        canvas.put_first(start)
    return finished(canvases, title)


def _game_card(name: str, sheet: Columns) -> _Card:
    """Return the card of a character of another game, with its tracks and numbers."""
    tracks = sheet.tracks if isinstance(sheet, GameSheet) else ()
    return _Card(name, sheet.title, None, " · ".join(_figures(sheet)), tracks)


def _fighter(rulebook: Rulebook, name: str, sheet: Sheet | Columns) -> _Card:
    if isinstance(sheet, Columns):
        return _game_card(name, sheet)
    dice = _dice(sheet)
    found = sheet.condition
    # Damage beyond the last die kills a character when it reaches the number of dice (CMB-15). A horde without dice
    # does not die but scatters.
    beyond = 0 if sheet.character.kind is CharacterKind.HORDE else found.owned
    track = Boxes(_("Further damage until dead"), "", beyond, min(beyond, found.excess))
    text = "\n".join(part for part in (_skills(sheet), _text(rulebook, sheet)) if part)
    return _Card(name, facts(sheet), dice, text, (track,))


def _dealt(
    cards: Iterable[_Card], size: PageSize, measure: Measure, whole: Rect, *, framed: bool = False
) -> Iterator[Canvas]:
    """Yield pages with cards that fill the rectangle `whole`, three in each row and column."""
    width, height = whole.width / _ACROSS, whole.height / _DOWN
    canvas, place = Canvas(size, measure, {}), 0
    for each in cards:
        card: _Card | None = each
        while card is not None:
            if place == _ACROSS * _DOWN:
                yield canvas
                canvas, place = Canvas(size, measure, {}), 0
            row, column = divmod(place, _ACROSS)
            rect = Rect(whole.x + column * width, whole.y + row * height, width, height)
            if framed:
                rect = rect.inset(0.9, 0.9)
                canvas.add(Box(rect, THIN))
            card = _draw(canvas, card, rect)
            place += 1
    yield canvas


def _draw_rounds(canvas: Canvas, y: float, note: str) -> None:
    area = canvas.area
    label = _("Rounds")
    leading = canvas.measure.leading(_SMALL)
    canvas.line(label, Rect(area.x, y, 30, leading), _SMALL)
    x = area.x + canvas.measure.width(label, _SMALL) + 2
    for number in range(ROUNDS):
        canvas.add(CheckBox(Rect(x + number * (_ROW_BOX + 2), y, _ROW_BOX, _ROW_BOX), ticked=False))
    if note:
        x += ROUNDS * (_ROW_BOX + 2) + 2
        width = area.right - x
        style, _lines, _most = fitting(note, width, leading, _NOTES, canvas.measure)
        canvas.line(elided(note, width, style, canvas.measure), Rect(x, y, width, leading), style)


def _name(sheet: Sheet | Columns) -> str:
    return one_line(sheet.name) or _("No name yet")


def _dice(sheet: Sheet) -> tuple[DieColumn, ...]:
    return tuple(die for die in sheet.dice if die.exists)


def _text(rulebook: Rulebook, sheet: Sheet) -> str:
    """Return the text below the dice: the effects of rare icons, equipment, and notes."""
    who = sheet.character
    dice = [die for die in _dice(sheet) if die.title]
    lines = []
    if dice and len(dice) > _NAMED:
        # So many dice are printed in two columns without names, so the names are listed here.
        alike = Counter(die.title for die in dice)
        named = (name if n == 1 else f"{n} {name}" for name, n in alike.items())
        lines.append(_("Dice in order: {names}").format(names=", ".join(named)))
    lines += [f"{item.name}: {face_counts(item.faces)}" for item in sheet.equipment]
    known = (total for total in sheet.icons if rulebook.has_icon(total.icon))
    # Skills and common symbols are left out, because every GM knows them and they would fill the card.
    rare = [total for total in known if rulebook.kind(total.icon) in {IconKind.ABILITY, IconKind.MASTERY}]
    lines += [f"{total.name}: {icon_line(rulebook, total.icon)}" for total in rare]
    if sheet.hindering:
        lines.append(_("Hindering: {names}").format(names=", ".join(die.name for die in sheet.hindering)))
    lines += [text.strip() for text in (who.other_equipment, who.notes) if text.strip()]
    return "\n".join(lines)


def _draw(canvas: Canvas, card: _Card, rect: Rect) -> _Card | None:
    """Draw a card. Return a card with the text that did not fit, or None."""
    inside = rect.inset(_EDGE, _EDGE)
    measure = canvas.measure
    style, lines, _most = fitting(card.name, inside.width, 11.0, _NAME, measure)
    height = measure.leading(style) * max(1, len(lines))
    below = measure.leading(_LINE)
    # The head is tinted. Its tint ends inside the edge of the card, so that a card that is not cut straight still looks
    # right.
    canvas.add(Box(Rect(rect.x + 1.2, rect.y + 1.2, rect.width - 2.4, height + below + _EDGE - 0.4), fill=TINT))
    canvas.lines(lines, inside.x, inside.y, style)
    y = inside.y + height
    canvas.line(elided(card.line, inside.width, _LINE, measure), Rect(inside.x, y, inside.width, below), _LINE)
    y += below + 2.2
    for track in card.tracks:
        y = _draw_track(canvas, track, Rect(inside.x, y, inside.width, inside.bottom - y))
    if card.dice:
        y = _draw_dice(canvas, card.dice, Rect(inside.x, y, inside.width, _DICE_ROOM)) + 1.0
    rest = _draw_text(canvas, card.text, Rect(inside.x, y, inside.width, inside.bottom - y))
    if not rest:
        return None
    name = card.name if card.dice is None else _("{name}, further").format(name=card.name)
    return _Card(name, card.line, None, rest)


def _draw_track(canvas: Canvas, track: Boxes, rect: Rect) -> float:
    """Draw the name of a track and its boxes to tick. Return the y of the bottom."""
    leading, step = canvas.measure.leading(_LINE), _ROW_BOX + 0.5
    if not track.boxes:
        return rect.y
    beside = canvas.measure.width(track.name, _LINE) + 1.5
    # If there is room for all boxes, they are to the right of the name.
    alone = beside + track.boxes * step > rect.width
    canvas.line(elided(track.name, rect.width, _LINE, canvas.measure), Rect(rect.x, rect.y, rect.width, leading), _LINE)
    x, y = (rect.x, rect.y + leading + 0.3) if alone else (rect.x + beside, rect.y + (leading - _ROW_BOX) / 2)
    across = max(1, int(rect.width / step)) if alone else track.boxes
    canvas.add(HiddenText(Rect(x, y, rect.right - x, _ROW_BOX), track.words))
    for number in range(track.boxes):
        row, place = divmod(number, across)
        square = Rect(x + place * step, y + row * step, _ROW_BOX, _ROW_BOX)
        canvas.add(CheckBox(square, number < track.marked))
    rows = -(-track.boxes // across)
    return rect.y + (leading if not alone else leading + 0.3 + rows * step) + 0.8


def _draw_dice(canvas: Canvas, dice: Sequence[DieColumn], rect: Rect) -> float:
    """Draw a row for each die, with a box to tick when the die is lost. Return the y of the bottom."""
    columns = 1 if len(dice) <= _NAMED else 2
    rows = -(-len(dice) // columns)
    width = (rect.width - (columns - 1) * 2.0) / columns
    side = min(_FACE, (width - _BOX - 1.2 - 5 * 0.3) / 6, rect.height / rows - _GAP)
    # Faces become smaller if the name to the right of them would be cut off.
    while columns == 1 and side > _LEAST_FACE and not all(_title_fits(canvas, die.title, side, width) for die in dice):
        side = max(_LEAST_FACE, side - 0.2)
    for number, die in enumerate(dice):
        column, row = divmod(number, rows)
        x, y = rect.x + column * (width + 2.0), rect.y + row * (side + _GAP)
        box = min(_BOX, side)
        canvas.add(CheckBox(Rect(x, y + (side - box) / 2, box, box), die.lost))
        for place, cell in enumerate(die.faces):
            if cell.code:
                square = Rect(x + _BOX + 1.2 + place * (side + 0.3), y, side, side)
                canvas.add(FacePicture(square, cell.code, grey=die.lost))
        if columns == 1 and die.title:
            left = x + _title_left(side)
            style, lines, most = fitting(die.title, x + width - left, side, _TITLE_SIZES, canvas.measure)
            top = y + (side - min(most, len(lines)) * canvas.measure.leading(style)) / 2
            canvas.lines(lines[:most], left, top, style)
        words = ", ".join(cell.name for cell in die.faces if cell.name)
        # If the dice are in two columns, there is no room for their titles.
        for prefix in (_("lost") if die.lost else "", die.title if columns > 1 else ""):
            words = f"{prefix}: {words}" if prefix else words
        if words:
            canvas.add(HiddenText(Rect(x + _BOX + 1.2, y, 6 * (side + 0.3), side), words))
    return rect.y + rows * (side + _GAP)


def _title_left(side: float) -> float:
    """Return the x at which the name of a die begins, to the right of its six faces."""
    return _BOX + 1.2 + 6 * (side + 0.3) + 0.6


def _title_fits(canvas: Canvas, title: str, side: float, width: float) -> bool:
    _style, lines, most = fitting(title, width - _title_left(side), side, _TITLE_SIZES, canvas.measure)
    return len(lines) <= most and all(line.glue for line in lines)


def _draw_text(canvas: Canvas, text: str, rect: Rect) -> str:
    """Write as much of a text as fits, and return the rest."""
    if not text:
        return ""
    style, lines, most = fitting(text, rect.width, rect.height, _TEXT, canvas.measure)
    leading = canvas.measure.leading(style)
    # The last line is kept free for the note that says where the text continues.
    shown: Sequence[Wrapped] = lines if len(lines) <= most else lines[: max(0, most - 1)]
    canvas.lines(shown, rect.x, rect.y, style)
    if len(shown) == len(lines):
        return ""
    below = Rect(rect.x, rect.y + len(shown) * leading, rect.width, leading)
    canvas.line(_("→ next card"), below, _LINE, "right")
    return joined(lines[len(shown) :])


def _finished(canvas: Canvas, left: float, top: float) -> Page:
    """Return the page with cutting marks at its edges."""
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

"""Stickers for real dice, and paper dice to cut out, fold and glue. Lengths are in millimetres.

Stickers are printed on plain sticker paper with cutting marks, or on sheets of labels. Positions are exact: nothing is
made larger or smaller to fit, and the offset for the printer moves the whole page. A test page shows how exact the
printer is.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Final

from bones_desktop.printing.canvas import (
    HAIR,
    MUTED,
    THIN,
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
    elided,
    wrap,
)
from bones_desktop.printing.form import FOOTER, finished
from bones_desktop.rules.bones.book.icons import BLANK
from bones_desktop.rules.bones.making.sheet import FaceCell, Sheet
from bones_desktop.rules.records import Record, replace
from bones_desktop.rules.typedtext import one_line
from bones_desktop.storage.files.labelsheets import LabelSheet
from bones_desktop.wording.language import _, decimal
from bones_desktop.wording.names import follower_noun


class DieFaces(Record):
    """A die whose faces can be printed. A face that is left out has the code ""."""

    owner: str
    name: str
    """Name of the die, unique among the dice of its owner."""
    faces: tuple[str, ...]
    """Six codes."""
    names: tuple[str, ...] = ()
    """Names of the faces, for PDFs."""

    @property
    def stickers(self) -> tuple[str, ...]:
        """The faces that need a sticker. Printed blank faces need none."""
        return tuple(code for code in self.faces if code not in {"", BLANK.code})

    def words(self, code: str) -> str:
        """Return the name of a face with this code; "" if it is unknown."""
        return dict(zip(self.faces, self.names, strict=False)).get(code, "")


def dice_of(sheet: Sheet) -> tuple[DieFaces, ...]:
    """Return the dice of a sheet that have a face: own dice, equipment, dice of followers, hindering dice."""
    owner = one_line(sheet.name)

    def made(name: str, faces: Sequence[FaceCell]) -> DieFaces:
        return DieFaces(owner, one_line(name), tuple(face.code for face in faces), tuple(face.name for face in faces))

    die, item, hindering = _("Die {number}"), _("Item {number}"), _("Hindering die {number}")
    own = [each for each in sheet.dice if each.exists]
    found = [made(_titled(die.format(number=each.number), each.title), each.faces) for each in own]
    found += [made(_titled(item.format(number=each.number), each.name), each.faces) for each in sheet.equipment]
    for line in sheet.followers:
        who = line.name.strip() or follower_noun(line.noun) or line.mastery
        found += [made(f"{who}, {die.format(number=each.number)}", each.faces) for each in line.dice]
    found += [made(_titled(hindering.format(number=each.number), each.name), each.faces) for each in sheet.hindering]
    return tuple(each for each in found if any(each.faces))


def changed_faces(dice: Sequence[DieFaces], before: Mapping[str, Sequence[str]]) -> tuple[DieFaces, ...]:
    """Return the dice with only the faces that changed.

    `before` holds the old faces by the name of the die.
    """
    left = []
    for die in dice:
        old = before.get(die.name, ())
        faces = tuple(code if place >= len(old) or code != old[place] else "" for place, code in enumerate(die.faces))
        left.append(replace(die, faces=faces))
    return tuple(each for each in left if each.stickers)


def _titled(number: str, title: str) -> str:
    return f"{number} · {title}" if title.strip() else number


STICKER_SIZES: Final = (5.0, 60.0)
COMMON_SIZES: Final = (12.0, 14.0, 16.0, 18.0)

INSET: Final = 0.08
"""Margin around the picture of a face, as a share of its side."""
_GAP: Final = 2.0
_BETWEEN: Final = 6.0
_MARK: Final = 1.4
_LINE: Final = 0.1
_FAINT: Final = 0.75
_ACROSS: Final = 3
_CAPTION: Final = TextStyle("sans", 7, tone=MUTED)
_EXACT: Final = 1.0
"""A label that is larger than a face by at most this length need not be cut."""


class Stickers(Record):
    """The options for printing faces as stickers."""

    size: float = 16.0
    """Length of the side of a face."""
    labels: LabelSheet | None = None
    """The sheet of labels; None for plain sticker paper."""
    start: int = 1
    """Number of the first free label, from 1, on a sheet that was partly used before."""
    cut_marks: bool = True
    offset: tuple[float, float] = (0.0, 0.0)
    """Distances by which everything is moved right and down, to correct an inexact printer."""


def per_label(labels: LabelSheet, size: float) -> tuple[int, int]:
    """Return how many faces fit on a label in each direction; (0, 0) if none fits."""
    # A millionth is allowed for rounding, otherwise a face that fits exactly might be refused.
    across, down = (int((side + _GAP + 1e-6) / (size + _GAP)) for side in (labels.width, labels.height))
    return (across, down) if across and down else (0, 0)


def lay_out_stickers(dice: Sequence[DieFaces], wanted: Stickers, size: PageSize, measure: Measure) -> tuple[Page, ...]:
    """Return the pages. Raise ValueError if a face is too large for a label, or if `start` is not on the sheet."""
    dice = [die for die in dice if die.stickers]
    if wanted.labels is None:
        canvases = _plain_pages(dice, wanted, lambda: Canvas(size, measure, {}))
        return finished(canvases, owners_of(dice), offset=wanted.offset)
    canvases = _label_pages(dice, wanted, wanted.labels, lambda: Canvas(size, measure, {}))
    return tuple(canvas.page(wanted.offset) for canvas in canvases)


def _plain_pages(dice: Sequence[DieFaces], wanted: Stickers, new_canvas: Callable[[], Canvas]) -> list[Canvas]:
    """Return pages with a block for each die: its name, and below it up to three faces in a row."""
    side = wanted.size
    width = _ACROSS * (side + _GAP) - _GAP
    canvases: list[Canvas] = []
    x, y, below = 0.0, 0.0, 0.0
    several = len({die.owner for die in dice}) > 1
    for die in dice:
        rows = -(-len(die.stickers) // _ACROSS)
        if not canvases:
            canvases.append(new_canvas())
            x, y, below = canvases[-1].area.x, canvases[-1].area.y, canvases[-1].area.y
        canvas = canvases[-1]
        caption = canvas.measure.leading(_CAPTION) + _MARK
        height = caption + rows * (side + _GAP) - _GAP + _MARK
        if x + width > canvas.area.right + 1e-6:
            x, y = canvas.area.x, below + _BETWEEN
        if y + height > canvas.area.bottom - FOOTER and y > canvas.area.y:
            canvas = new_canvas()
            canvases.append(canvas)
            x, y, below = canvas.area.x, canvas.area.y, canvas.area.y
        # The owner is only named if the stickers belong to several characters.
        name = f"{die.owner}: {die.name}" if several and die.owner else die.name
        line = Rect(x, y, width, canvas.measure.leading(_CAPTION))
        canvas.line(elided(name, width, _CAPTION, canvas.measure), line, _CAPTION)
        for place, code in enumerate(die.stickers):
            row, column = divmod(place, _ACROSS)
            square = Rect(x + column * (side + _GAP), y + caption + row * (side + _GAP), side, side)
            draw_face(canvas, square, code, die.words(code), outlined=wanted.cut_marks)
        below = max(below, y + height)
        x += width + _BETWEEN
    return canvases


def _label_pages(
    dice: Sequence[DieFaces], wanted: Stickers, labels: LabelSheet, new_canvas: Callable[[], Canvas]
) -> list[Canvas]:
    """Return pages with the faces in the middle of the labels, as many faces on each label as fit."""
    side = wanted.size
    across, down = per_label(labels, side)
    if not across or not 1 <= wanted.start <= labels.count:
        raise ValueError("no room on these labels")
    # A label as large as a face is not cut, so it needs no outline.
    outlined = wanted.cut_marks and max(labels.width, labels.height) > side + _EXACT
    faces = [(code, die.words(code)) for die in dice for code in die.stickers]
    canvases: list[Canvas] = []
    for place, (code, words) in enumerate(faces):
        label, inside = divmod(place, across * down)
        sheet, label = divmod(label + wanted.start - 1, labels.count)
        if sheet == len(canvases):
            canvases.append(new_canvas())
        row, column = divmod(label, labels.columns)
        face_row, face_column = divmod(inside, across)
        # Faces are printed in the middle of their labels, so small errors of the printer do no harm.
        left = labels.left + column * labels.across + (labels.width - across * (side + _GAP) + _GAP) / 2
        top = labels.top + row * labels.down + (labels.height - down * (side + _GAP) + _GAP) / 2
        square = Rect(left + face_column * (side + _GAP), top + face_row * (side + _GAP), side, side)
        draw_face(canvases[-1], square, code, words, outlined=outlined)
    return canvases


def draw_face(canvas: Canvas, square: Rect, code: str, words: str, *, outlined: bool) -> None:
    """Draw the picture of a face called `words`. If `outlined`, add a faint edge and ticks for a ruler."""
    inset = square.width * INSET
    if outlined:
        canvas.add(Box(square, _LINE, tone=_FAINT))
        for x in (square.x, square.right):
            canvas.add(Stroke(x, square.y - _MARK, x, square.y - _MARK / 3, _LINE))
            canvas.add(Stroke(x, square.bottom + _MARK / 3, x, square.bottom + _MARK, _LINE))
        for y in (square.y, square.bottom):
            canvas.add(Stroke(square.x - _MARK, y, square.x - _MARK / 3, y, _LINE))
            canvas.add(Stroke(square.right + _MARK / 3, y, square.right + _MARK, y, _LINE))
    if code:
        canvas.add(FacePicture(square.inset(inset, inset), code), HiddenText(square.inset(inset, inset), words))


def owners_of(dice: Sequence[DieFaces]) -> str:
    """Return the names of all owners, without repeats."""
    return ", ".join(dict.fromkeys(die.owner for die in dice if die.owner))


NET_SIZES: Final = (12.0, 60.0)

_PLACES: Final = ((0, 1), (1, 0), (1, 1), (1, 2), (1, 3), (2, 1))
"""Column and row of each face.

The net has the shape shown in the window, turned upright.
"""
_TABS: Final = frozenset({
    (1, "left"), (1, "right"), (1, "top"), (3, "left"), (3, "right"), (4, "left"), (4, "right")
})  # fmt: skip
"""Edges with a glue tab, as face (from 0) and edge.

If two edges meet when the net is folded, one has a tab.
"""
_FOLDED: Final = frozenset({
    (0, "right"), (2, "left"), (2, "right"), (5, "left"), (1, "bottom"), (2, "top"), (2, "bottom"), (3, "top"),
    (3, "bottom"), (4, "top"),
})  # fmt: skip
"""Edges at which two faces are connected."""
_TAB: Final = 0.24
_TALLEST_TAB: Final = 6.0
_SLANT: Final = 0.6
"""Length that a tab loses at each end, as a share of its height."""
_BETWEEN_NETS: Final = 4.0
_CUT: Final = 0.2
_FOLD: Final = 0.12
_NET_CAPTION: Final = TextStyle("sans", 6, tone=MUTED)


def lay_out_nets(
    dice: Sequence[DieFaces], side: float, size: PageSize, measure: Measure,
    offset: tuple[float, float] = (0.0, 0.0),
) -> tuple[Page, ...]:  # fmt: skip
    """Return pages with nets of dice whose faces have the length `side`. Cut solid lines, fold dashed lines."""
    # The tabs of large dice stay small, because glue needs only a few millimetres.
    tab = min(_TALLEST_TAB, side * _TAB)
    width, height = 3 * side, 4 * side + tab
    canvases: list[Canvas] = []
    probe = Canvas(size, measure, {})
    area = probe.area
    columns = max(1, int((area.width + _BETWEEN_NETS + 1e-6) / (width + _BETWEEN_NETS)))
    rows = max(1, int((area.height - FOOTER + _BETWEEN_NETS + 1e-6) / (height + _BETWEEN_NETS)))
    for number, die in enumerate(dice):
        place = number % (columns * rows)
        if place == 0:
            canvases.append(Canvas(size, measure, {}))
        row, column = divmod(place, columns)
        x, y = area.x + column * (width + _BETWEEN_NETS), area.y + row * (height + _BETWEEN_NETS)
        _draw_net(canvases[-1], die, Rect(x, y, width, height), side, tab)
    return finished(canvases, owners_of(dice), offset=offset)


def _draw_net(canvas: Canvas, die: DieFaces, rect: Rect, side: float, tab: float) -> None:
    inset = side * INSET
    # The corner below the right arm, next to the tab, is free.
    corner = Rect(rect.x + 2 * side + tab + 1, rect.y + tab + 3 * side + 1, side - tab - 1, side - 1)
    text = f"{die.owner}\n{die.name}" if die.owner else die.name
    most = int(corner.height / canvas.measure.leading(_NET_CAPTION))
    lines = wrap(text, corner.width, _NET_CAPTION, canvas.measure)
    canvas.lines(lines[:most], corner.x, corner.y, _NET_CAPTION)
    for face, (column, row) in enumerate(_PLACES):
        square = Rect(rect.x + column * side, rect.y + tab + row * side, side, side)
        for edge in ("left", "right", "top", "bottom"):
            _draw_edge(canvas, square, face, edge, tab)
        if die.faces[face]:
            middle, code = square.inset(inset, inset), die.faces[face]
            canvas.add(FacePicture(middle, code), HiddenText(middle, die.words(code)))


def _draw_edge(canvas: Canvas, square: Rect, face: int, edge: str, tab: float) -> None:
    x1, y1, x2, y2 = {
        "left": (square.x, square.bottom, square.x, square.y),
        "top": (square.x, square.y, square.right, square.y),
        "right": (square.right, square.y, square.right, square.bottom),
        "bottom": (square.right, square.bottom, square.x, square.bottom),
    }[edge]
    if (face, edge) in _TABS:
        # The outside of the face is to the left of the line from the first corner to the second.
        side = square.width
        along = ((x2 - x1) / side, (y2 - y1) / side)
        out = (along[1], -along[0])
        slant = tab * _SLANT
        near = (x1 + along[0] * slant + out[0] * tab, y1 + along[1] * slant + out[1] * tab)
        far = (x2 - along[0] * slant + out[0] * tab, y2 - along[1] * slant + out[1] * tab)
        corners = ((x1, y1), near, far, (x2, y2))
        for (from_x, from_y), (to_x, to_y) in pairwise(corners):
            canvas.add(Stroke(from_x, from_y, to_x, to_y, _CUT))
        canvas.add(Stroke(x1, y1, x2, y2, _FOLD, 0.4, dashed=True))
    elif (face, edge) not in _FOLDED:
        canvas.add(Stroke(x1, y1, x2, y2, _CUT))
    # A folded edge belongs to two faces and is drawn once.
    elif edge in {"right", "bottom"}:
        canvas.add(Stroke(x1, y1, x2, y2, _FOLD, 0.4, dashed=True))


CROSS: Final = 20.0
"""Distance of each cross from the two nearest edges of the paper, in millimetres."""
ACROSS: Final = 150
DOWN: Final = 200
"""Length of each ruler in millimetres."""

_ARM: Final = 5.0
_RULERS_AT: Final = (30.0, 40.0)
_CALIBRATION_TITLE: Final = TextStyle("serif", 15, bold=True)
_CALIBRATION_TEXT: Final = (TextStyle("serif", 11),)
_CLEAR: Final = 0.999
"""Tone of the outlines of labels: almost white, so that they do not disturb the text."""
_FIGURE: Final = TextStyle("sans", 7, tone=MUTED)


def lay_out_calibration(
    size: PageSize, measure: Measure,
    labels: LabelSheet | None = None, offset: tuple[float, float] = (0.0, 0.0),
) -> tuple[Page, ...]:  # fmt: skip
    """Return the test page. The outlines of `labels` are drawn below the rulers, to compare them with a real sheet."""
    canvas = Canvas(size, measure, {})
    if labels is not None:
        for number in range(labels.count):
            row, column = divmod(number, labels.columns)
            left, top = labels.left + column * labels.across, labels.top + row * labels.down
            canvas.add(Box(Rect(left, top, labels.width, labels.height), HAIR, tone=0.6))
    for x in (CROSS, size.width - CROSS):
        for y in (CROSS, size.height - CROSS):
            canvas.add(Stroke(x - _ARM, y, x + _ARM, y, THIN), Stroke(x, y - _ARM, x, y + _ARM, THIN))
    x, y = _RULERS_AT
    _draw_ruler(canvas, x, y)
    text = Rect(x + 20, y + 20, size.width - x - 20 - CROSS - 8, 70)
    canvas.add(Box(text, fill=_CLEAR))
    canvas.line(_("Is the printer exact?"), Rect(text.x, text.y, text.width, 8), _CALIBRATION_TITLE)
    words = _(
        "Print this page at 100 %, without “fit to page”.\n\n"
        "Both rulers must be as long as a real one: {across} mm across and {down} mm down. If they are not, the page "
        "was made smaller or larger.\n\n"
        "The middle of each cross must lie {cross} mm from the two edges next to it. If all crosses are too far to "
        "the right, enter that distance with a minus as the offset to the right. Do the same if they are too far down. "
        "Everything with exact lengths is then moved by the offset."
    ).format(across=ACROSS, down=DOWN, cross=decimal(f"{CROSS:g}"))
    canvas.paragraph(
        words, Rect(text.x, text.y + 10, text.width, text.height), _CALIBRATION_TEXT, _("Is the printer exact?")
    )
    if offset != (0.0, 0.0):
        told = _("Moved by {right} mm to the right and {below} mm down.")
        told = told.format(right=decimal(f"{offset[0]:g}"), below=decimal(f"{offset[1]:g}"))
        canvas.line(told, Rect(text.x, text.y + 84, text.width, 6), _FIGURE)
    return (canvas.page(offset),)


def _draw_ruler(canvas: Canvas, x: float, y: float) -> None:
    """Draw a horizontal and a vertical ruler from a corner, with a number at each centimetre."""
    canvas.add(Stroke(x, y, x + ACROSS, y, THIN), Stroke(x, y, x, y + DOWN, THIN))
    for place in range(max(ACROSS, DOWN) + 1):
        length = 6.0 if place % 10 == 0 else 4.0 if place % 5 == 0 else 2.5
        if place <= ACROSS:
            canvas.add(Stroke(x + place, y, x + place, y - length, HAIR))
        if place <= DOWN:
            canvas.add(Stroke(x, y + place, x - length, y + place, HAIR))
        if place % 10 == 0 and place:
            if place <= ACROSS:
                canvas.line(str(place), Rect(x + place - 5, y - 10, 10, 4), _FIGURE, "middle")
            if place <= DOWN:
                canvas.line(str(place), Rect(x - 14, y + place - 2, 7, 4), _FIGURE, "right")

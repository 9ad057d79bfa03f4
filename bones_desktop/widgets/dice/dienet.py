"""Shows a die unfolded: faces 2, 3, 4, 5 in a row, face 1 above face 3, and face 6 below face 3.

Folded along the edges of the faces, this cross becomes a cube. Faces 2 and 4, 3 and 5, 1 and 6 are then opposite each
other. The free corners of the card contain the number of the die, its title and its note. `NetLook` values are made
without widgets.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from bones_desktop.rules.bones.book.character import (
    STARTING_DICE,
    Character,
    CharacterKind,
    MakingMode,
    SheetPlace,
    SheetSection,
)
from bones_desktop.rules.bones.book.characterdice import is_finished
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.making.creation import APTITUDE_FACE, Lock, SlotState, slot_state
from bones_desktop.rules.bones.making.sheet import DieColumn, FaceCell, Sheet
from bones_desktop.rules.bones.making.standing import GrowthStanding, standing
from bones_desktop.rules.reasons import Problem, Weight
from bones_desktop.rules.records import Record, replace
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.facelook import ChoiceRim, FaceLook
from bones_desktop.widgets.dice.facetile import FaceTile, margin
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import place_in
from bones_desktop.widgets.rows import paint_badge
from bones_desktop.widgets.spoken import Role, speak_as
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording.language import _, ngettext
from bones_desktop.wording.reasons import sentence

PLACES: Final = ((1, 0), (0, 1), (1, 1), (2, 1), (3, 1), (1, 2))
"""Column and row of each face in the net."""

COLUMNS: Final = 4
ROWS: Final = 3

_GAP: Final = 4
_TIGHT_GAP: Final = 4
_TIGHT_ROOM: Final = 6


class NetLook(Record):
    """The content of a die's net. Texts are ready to show."""

    number: int
    """Number of the die, counted from 1; 0 for a die without a number."""
    title: str
    faces: tuple[FaceLook, ...]
    badge: str = ""
    """A short text in a tab, such as "house rule"."""
    note: str = ""
    note_tone: str = "muted"
    name: str = ""
    """The text for screen readers."""
    ghost: bool = False
    """True if the die does not exist yet. Such a die is dimmed."""


class DieNet(Guarded, QWidget):
    """Shows a die on a card. `picked` is emitted with the face that was clicked or focused."""

    picked = Signal(int)
    drag_started = Signal(int)
    """Emitted with the face that is being dragged away."""
    face_hovered = Signal(int)
    """Emitted with the face under the pointer; -1 for none."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._look: NetLook | None = None
        self._current = False
        self._side = theme.px(44)
        self._tight = False
        speak_as(self, Role.Grouping)
        self.tiles: Final = tuple(FaceTile(theme, self) for _unused in PLACES)
        for face, tile in enumerate(self.tiles):
            for picks in (tile.clicked, tile.focused):
                picks.connect(partial(self.picked.emit, face))
            tile.drag_started.connect(partial(self.drag_started.emit, face))
            tile.hovered.connect(partial(self._hover, face))

    def _hover(self, face: int, over: bool) -> None:
        self.face_hovered.emit(face if over else -1)

    def set_look(self, look: NetLook) -> None:
        """Show another look. Only the parts that differ are repainted."""
        if look == self._look:
            return
        before, self._look = self._look, look
        self.setAccessibleName(look.name)
        for tile, face in zip(self.tiles, look.faces, strict=True):
            tile.set_ghost(look.ghost)
            tile.set_look(face)
        if before is None or replace(before, faces=()) != replace(look, faces=()):
            self.update()

    def set_selected(self, face: int | None) -> None:
        """Mark a face as selected; None for none."""
        for number, tile in enumerate(self.tiles):
            if tile.selected != (number == face):
                tile.set_selected(number == face)
        if self._current != (face is not None):
            self._current = face is not None
            self.update()

    def set_side(self, side: int, *, tight: bool = False) -> None:
        """Set the side of every face in pixels.

        The caller sets the size of the card. `tight` is explained at `net_size`.
        """
        self._side, self._tight = side, tight
        self._place()

    def resizeEvent(self, _event: QResizeEvent) -> None:
        """Keep the net in the centre of the card."""
        self._place()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the card, the number, the title and the note."""
        look, theme = self._look, self._theme
        if look is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rim = QPen(theme.color("second" if self._current else "line"), 1)
        if look.ghost:
            # The border is dashed, so that users who cannot tell the colours apart see that the die does not exist yet.
            rim.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(rim)
        painter.setBrush(theme.color("ground" if look.ghost else "surface"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), theme.px(10), theme.px(10))
        gap = theme.px(4)
        painter.setPen(theme.color("muted"))
        painter.setFont(theme.font("serif", 28 if self._side >= theme.px(60) else 20, bold=True))
        painter.drawText(
            QRectF(self._cell(0, 0)).adjusted(gap, 0, 0, 0),
            # A net is never mirrored: its dice would have other faces next to one another.
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignTop,
            str(look.number or ""),
        )
        painter.setPen(theme.color("muted" if look.ghost else "text"))
        side = self._corner(2, 0)
        self._title(painter, side, look.title)
        tab, words = self._corner_words(look.badge)
        painter.setFont(theme.font("sans", 12))
        if look.note:
            painter.setPen(theme.color(look.note_tone))
            if look.badge:
                shown = QFontMetricsF(painter.font()).elidedText(look.note, Qt.TextElideMode.ElideRight, words.width())
                painter.drawText(words, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom, shown)
            else:
                flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom | Qt.TextFlag.TextWordWrap
                painter.drawText(words, flags, look.note)
        if look.badge:
            paint_badge(painter, self._theme, tab, look.badge)
        painter.end()

    def _title(self, painter: QPainter, area: QRectF, title: str) -> None:
        """Write the title as large as possible on one or two lines.

        If the title is too wide even in the smallest size, elide it.
        """
        # A zero-width space lets a title like "Hunter/Gatherer" break after the slash.
        spaced = title.replace("/", "/\u200b")
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
        for size in (20, 16, 14, 12):
            if size == 20 and self._side < self._theme.px(60):
                continue
            font = self._theme.font("serif", size, bold=True)
            bounds = QFontMetricsF(font).boundingRect(area, int(flags), spaced)
            if bounds.width() <= area.width() and bounds.height() <= area.height():
                break
        painter.setFont(font)
        if bounds.height() > area.height() or bounds.width() > area.width():
            spaced = QFontMetricsF(font).elidedText(title, Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area, int(flags), spaced)

    def _corner_words(self, badge: str) -> tuple[QRectF, QRectF]:
        """Return the rectangles of the badge and the note in the lower corner. With a badge, the note has one line."""
        theme, corner = self._theme, self._corner(2, 2)
        if not badge:
            return QRectF(), corner
        metrics = QFontMetricsF(theme.font("sans", 12))
        width = min(metrics.horizontalAdvance(badge) + theme.px(12), corner.width())
        height, line = metrics.height() + theme.px(2), metrics.height()
        top = min(corner.top() + theme.px(2), self.height() - 2 - line - height)
        tab = QRectF(corner.left(), top, width, height)
        bottom = max(corner.bottom(), tab.bottom() + line)
        return tab, QRectF(corner.left(), bottom - line, corner.width(), line)

    def _cell(self, column: int, row: int) -> QRect:
        gap = _gap(self._theme, self._tight)
        step = self._side + gap
        left = (self.width() - (COLUMNS * step - gap)) // 2
        top = (self.height() - (ROWS * step - gap)) // 2
        return QRect(left + column * step, top + row * step, self._side, self._side)

    def _corner(self, column: int, row: int) -> QRectF:
        first, last = self._cell(column, row), self._cell(COLUMNS - 1, row)
        inset = self._theme.px(4)
        right = min(last.right() + self._theme.px(8), self.width() - 2)
        return QRectF(first.left() + inset, first.top(), right - first.left() - inset, first.height())

    def _place(self) -> None:
        room = margin()
        for (column, row), tile in zip(PLACES, self.tiles, strict=True):
            tile.setGeometry(self._cell(column, row).adjusted(-room, -room, room, room))


def net_size(side: int, theme: Theme, *, tight: bool = False) -> tuple[int, int]:
    """Return the minimum size of a card with faces of `side` pixels.

    `tight` is for many dice on a screen: only the texts grow with the user's text size; the gaps keep their size.
    """
    # Tight cards save room between the faces.
    gap, room = _gap(theme, tight), _TIGHT_ROOM if tight else theme.px(12)
    return COLUMNS * side + (COLUMNS - 1) * gap + 2 * room, ROWS * side + (ROWS - 1) * gap + 2 * room


def _gap(theme: Theme, tight: bool) -> int:
    return _TIGHT_GAP if tight else theme.px(_GAP)


SMALLEST: Final = 44
LARGEST: Final = 150
CROWDED: Final = 38
"""Smallest side of a face in pixels, at any text size, if there are more than MANY dice."""
MANY: Final = 6
_TIGHT_BETWEEN: Final = 8
_MOST_SPREAD: Final = 96


class NetGrid(Record):
    """The rectangle of each net, the side of a face, the total height, and whether the gaps between faces are small."""

    columns: int
    side: int
    height: int
    cards: tuple[QRect, ...]
    tight: bool


def net_grid(count: int, room: QSize, bar: int, theme: Theme) -> NetGrid:
    """Return the grid of `count` nets, at least one, in `room`. `bar` is the width of a scroll bar.

    Faces are as large as possible without scrolling. With more than MANY dice, gaps and faces get smaller before the
    grid scrolls.
    """
    found = _largest(count, room, theme, SMALLEST, tight=False)
    tight = found is None and count > MANY
    if tight:
        found = _largest(count, room, theme, CROWDED, tight=True)
    scrolls = found is None
    columns, side = found or _scrolling(count, room.width() - bar, theme, tight=tight)
    gap = _between(theme, tight)
    wide_room = room.width() - (bar if scrolls else 0)
    rows = -(-count // columns)
    width, height = net_size(side, theme, tight=tight)
    most = theme.px(_MOST_SPREAD)
    width += _share(wide_room, width, columns, gap, most)
    height += _share(room.height(), height, rows, gap, min(most, side))
    left = max(0, (wide_room - (columns * (width + gap) - gap)) // 2)
    cards = tuple(
        QRect(left + column * (width + gap), row * (height + gap), width, height)
        for row, column in (divmod(place, columns) for place in range(count))
    )
    return NetGrid(columns, side, max(room.height(), rows * (height + gap) - gap), cards, tight)


def _largest(count: int, room: QSize, theme: Theme, least: int, *, tight: bool) -> tuple[int, int] | None:
    """Return the number of columns and the side of the largest faces that fit; None if `least` does not fit."""
    gap = _between(theme, tight)
    across, down = net_size(0, theme, tight=tight)
    best: tuple[int, int] | None = None
    for columns in range(1, count + 1):
        rows = -(-count // columns)
        wide = ((room.width() + gap) // columns - gap - across) // COLUMNS
        high = ((room.height() + gap) // rows - gap - down) // ROWS
        side = min(wide, high, theme.px(LARGEST))
        if side >= least and (best is None or side > best[1]):
            best = (columns, side)
    return best


def _scrolling(count: int, width: int, theme: Theme, *, tight: bool) -> tuple[int, int]:
    """Return the number of columns and the side of a face, for a grid too high to show without scrolling."""
    gap = _between(theme, tight)
    across = net_size(0, theme, tight=tight)[0]
    least = net_size(CROWDED if tight else SMALLEST, theme, tight=tight)[0]
    columns = min(count, max(1, (width - theme.px(4) + gap) // (least + gap)))
    wide = ((width - theme.px(4) + gap) // columns - gap - across) // COLUMNS
    return columns, max(CROWDED, min(wide, theme.px(SMALLEST + 12)))


def _between(theme: Theme, tight: bool) -> int:
    return _TIGHT_BETWEEN if tight else theme.px(12)


def _share(room: int, size: int, count: int, gap: int, most: int) -> int:
    """Return the width or height by which each of `count` cards can grow to fill the room."""
    return min(max(0, (room + gap) // count - gap - size), most)


class NetPreview(Guarded, QScrollArea):
    """Shows nets in a grid that the user can only read. Keys scroll. Without dice, an invitation is shown."""

    def __init__(self, theme: Theme, invitation: str, parent: QWidget | None = None) -> None:
        """`invitation` is shown in the middle if there are no dice."""
        super().__init__(parent)
        self._theme = theme
        self._made: list[DieNet] = []
        """The nets shown, and up to MANY unused ones."""
        self._count = 0
        """Number of nets shown."""
        self.columns = 1
        """Number of columns."""
        speak_as(self, Role.Grouping, _("The dice"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        # The grid fits the width, so no horizontal scroll bar is needed.
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._page = QWidget()
        self.setWidget(self._page)
        self._invitation = plain_label(self._page, invitation, role="muted", theme=theme, size=20, serif=True)
        self._invitation.setWordWrap(True)
        self._invitation.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._invitation.setFont(theme.font("serif", 20))
        theme.changed.connect(self._restyle)

    @property
    def nets(self) -> tuple[DieNet, ...]:
        """The nets shown, in the order of the dice."""
        return tuple(self._made[: self._count])

    def sizeHint(self) -> QSize:
        """Return the size of four dice with the smallest allowed faces."""
        width, height = net_size(self._theme.px(SMALLEST), self._theme)
        return QSize(2 * width, 2 * height)

    def minimumSizeHint(self) -> QSize:
        """Return the size of one die."""
        width, height = net_size(self._theme.px(SMALLEST), self._theme)
        return QSize(width + self._theme.px(16), height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Make the dice as large as the new size allows."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        self._invitation.setVisible(not self._count)
        if not self._count:
            self._page.resize(self.viewport().size())
            self._invitation.setGeometry(self._page.rect())
            return
        # The size without scroll bars is used, because the scroll bars depend on the grid calculated from it.
        room = self.maximumViewportSize()
        bar = self.verticalScrollBar().sizeHint().width()
        grid = net_grid(self._count, room, bar, self._theme)
        self.columns = grid.columns
        self._page.resize(room.width() - (bar if grid.height > room.height() else 0), grid.height)
        for net, card in zip(self.nets, grid.cards, strict=True):
            net.setGeometry(place_in(self, self._page.rect(), card))
            net.set_side(grid.side, tight=grid.tight)

    def set_looks(self, looks: Sequence[NetLook]) -> None:
        """Show these dice, and describe them for screen readers."""
        self.setAccessibleDescription("; ".join(look.name for look in looks))
        # Nets are reused, because creating one is slower than changing it.
        while len(self._made) < len(looks):
            self._made.append(self._new_net(len(self._made)))
        for look, net in zip(looks, self._made, strict=False):
            net.set_look(look)
        if len(looks) != self._count:
            self._count = len(looks)
            self._show_nets()
            self._arrange()

    def _new_net(self, _place: int) -> DieNet:
        """Return a hidden net for a die."""
        net = DieNet(self._theme, self._page)
        # Faces cannot be selected here, so Tab must not stop at them.
        for tile in net.tiles:
            tile.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        net.hide()
        return net

    def _show_nets(self) -> None:
        """Show the first `_count` nets. Keep up to MANY hidden nets for the next character and delete the rest."""
        while len(self._made) > max(self._count, MANY):
            net = self._made.pop()
            net.hide()
            net.deleteLater()
        for place, net in enumerate(self._made):
            net.setVisible(place < self._count)

    def _restyle(self) -> None:
        self._arrange()
        for net in self._made:
            net.update()


_RIMS: Final = {
    Lock.FIXED: ChoiceRim.NONE,
    Lock.LIMITED: ChoiceRim.DASHED,
    Lock.FREE: ChoiceRim.SOLID,
    Lock.OPEN: ChoiceRim.SOLID,
    Lock.CLOSED: ChoiceRim.NONE,
}


def net_looks(
    rulebook: Rulebook, character: Character, sheet: Sheet, problems: Iterable[Problem[SheetPlace]]
) -> tuple[NetLook, ...]:
    """Return the looks of the character's dice.

    If all dice of a finished player character are full, the next die is added as a ghost: a dimmed die that does not
    exist yet (IMP-3).
    """
    wrong = {
        (problem.place.die, problem.place.face): sentence(problem.reason)
        for problem in problems
        if problem.place.part is SheetSection.DIE and problem.weight is Weight.ILLEGAL
    }
    held = len(character.dice)
    growth = standing(rulebook, character) if is_finished(character) else None
    nets = [_net(rulebook, character, column, wrong, growth) for column in sheet.dice[:held] if column.exists]
    if growth is not None and growth.opens:
        nets.append(_next_die(rulebook, character, sheet.dice[held], growth))
    return tuple(nets)


def _net(
    rulebook: Rulebook,
    character: Character,
    column: DieColumn,
    wrong: dict[tuple[int | None, int | None], str],
    growth: GrowthStanding | None,
) -> NetLook:
    die = column.number - 1
    faces = tuple(
        _face(rulebook, character, column, face, wrong.get((die, face), "")) for face in range(len(column.faces))
    )
    title = column.title or _untitled(character, die)
    template = character.dice[die].template
    # Without its pack, the rules of the template are unknown. The note must not make this look like a mistake of the
    # player.
    if template and not rulebook.has_template(template) and not column.lost:
        note, tone = _("its pack is missing"), "warn"
    else:
        note, tone = _note(character, column, wrong.get((die, None), ""), growth)
    badge = _("house rule") if column.house else ""
    said = (_("Die {n}").format(n=column.number), column.title, badge, note)
    return NetLook(column.number, title, faces, badge, note, tone, ", ".join(part for part in said if part))


def _next_die(rulebook: Rulebook, character: Character, column: DieColumn, growth: GrowthStanding) -> NetLook:
    # Every new die has the racial icon, so the ghost shows this icon.
    if character.racial_icon:
        racial = FaceCell(character.racial_icon, face_name(rulebook, Face((character.racial_icon,))))
        cells = (*column.faces[:APTITUDE_FACE], racial, *column.faces[APTITUDE_FACE + 1 :])
        column = replace(column, faces=cells)
    faces = tuple(_face(rulebook, character, column, face, "") for face in range(len(column.faces)))
    title = _("Next die")
    if growth.earned:
        note, tone = _("earned: choose its first icon"), "good"
    else:
        cost = ngettext("costs one session", "costs {n} sessions", growth.price or 0).format(n=growth.price)
        note, tone = _("{cost}, you have {saved}").format(cost=cost, saved=growth.saved), "muted"
    name = ", ".join((_("Die {n}").format(n=column.number), title, note))
    return NetLook(column.number, title, faces, note=note, note_tone=tone, name=name, ghost=True)


def _untitled(character: Character, die: int) -> str:
    if character.kind is CharacterKind.PLAYER and character.mode is MakingMode.COLD_IRON and die < STARTING_DICE:
        return (_("Culture"), _("Background"), _("Occupation"), _("Occupation"))[die] + "?"
    return _("Die {n}").format(n=die + 1)


def _note(character: Character, column: DieColumn, wrong: str, growth: GrowthStanding | None) -> tuple[str, str]:
    """Return the note below a die and its tone: a loss, a conflict, a missing choice or an earned icon."""
    if column.lost:
        return _("lost"), "bad"
    if wrong:
        return _("not allowed here"), "bad"
    if character.kind is not CharacterKind.PLAYER:
        return "", "muted"
    empty = sum(not cell.code for cell in column.faces)
    # A die gained after the start begins with its aptitude only. Its other faces are earned one by one (IMP-3).
    if column.number > STARTING_DICE:
        empty = int(not column.faces[APTITUDE_FACE].code)
    if not empty:
        place = growth.place if growth is not None and growth.earned else None
        here = place is not None and place.die == column.number - 1
        if not here or growth is None:
            return "", "muted"
        return ngettext("an icon is earned", "{n} icons are earned", growth.icons).format(n=growth.icons), "good"
    return ngettext("one to choose", "{n} to choose", empty).format(n=empty), "warn"


def _face(rulebook: Rulebook, character: Character, column: DieColumn, face: int, wrong: str) -> FaceLook:
    cell = column.faces[face]
    slot = slot_state(rulebook, character, column.number - 1, face)
    why = wrong or sentence(slot.reason)
    name = _("die {die}, face {face} of 6, {icon}, {choice}").format(
        die=column.number, face=face + 1, icon=cell.name or _("empty"), choice=_may_be(rulebook, slot)
    )
    if wrong:
        name = _("{name}; not allowed: {why}").format(name=name, why=wrong)
    if column.lost:
        name = _("{name}; the die is lost").format(name=name)
    return FaceLook(
        code=cell.code,
        label=cell.name,
        rim=_RIMS[slot.lock],
        locked=slot.lock is Lock.FIXED,
        illegal=bool(wrong),
        lost=column.lost,
        ghosts=tuple(option.code for option in slot.options) if slot.lock is Lock.LIMITED else (),
        closed=slot.lock is Lock.CLOSED,
        name=name,
        tip=f"{cell.name}: {why}" if cell.name else why,
    )


def _may_be(rulebook: Rulebook, slot: SlotState) -> str:
    match slot.lock:
        case Lock.FIXED:
            return _("fixed")
        case Lock.LIMITED:
            return _("may be {options}").format(options=either(rulebook, slot.options))
        case Lock.FREE:
            return _("may be any skill")
        case Lock.OPEN if slot.reason.code == "slot-later":
            return _("may be any skill, or a mastery you have opened")
        case Lock.OPEN:
            return _("may be any icon")
        case Lock.CLOSED:
            return sentence(slot.reason).rstrip(".")


def either(rulebook: Rulebook, options: tuple[Face, ...]) -> str:
    """Return the names of the options: "Craft, Riding or Outdoorsman"."""
    names = [face_name(rulebook, option) for option in options]
    if len(names) < 2:
        return "".join(names)
    return _("{these} or {last}").format(these=", ".join(names[:-1]), last=names[-1])

"""All dice of a character as nets, as large as the room allows, with one face selected and keys to move about."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dienet import COLUMNS, PLACES, ROWS, DieNet, NetLook, net_size
from bones_desktop.widgets.guarded import guarded

SMALLEST: Final = 44
LARGEST: Final = 150
CROWDED: Final = 38
"""Sides of a face in pixels, the last the least for more than MANY dice. Pictures need no more with larger text."""
MANY: Final = 6


class DiceBoard(QScrollArea):
    """Shows nets in equal rows and columns. The board keeps which face is selected; whoever owns it says what it shows.

    Arrow keys follow the unfolded cube and go on to the next die at its ends, Page Up and Page Down change the die,
    Home and End go to its first and last face.
    """

    selected = Signal(int, int)
    """Die and face, once for every change."""
    pick_asked = Signal()
    """Enter or Space: choose an icon for the selected face."""
    clear_asked = Signal()
    typed = Signal(str)
    """A letter, to search for an icon."""

    def __init__(self, theme: Theme, invitation: str = "", parent: QWidget | None = None) -> None:
        """`invitation` stands in the middle while there are no dice."""
        super().__init__(parent)
        self._theme = theme
        self._nets: list[DieNet] = []
        self._count = 0
        self._columns = 1
        self.die = 0
        self.face = 0
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._page = QWidget()
        self.setWidget(self._page)
        self._invitation = QLabel(invitation, self._page)
        self._invitation.setTextFormat(Qt.TextFormat.PlainText)
        self._invitation.setWordWrap(True)
        self._invitation.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._invitation.setProperty("role", "muted")
        self._invitation.setFont(theme.font("serif", 20))
        self._grown(1)  # the first net takes the board's place in the order of Tab, later ones follow it
        theme.changed.connect(self._restyle)

    @property
    def nets(self) -> tuple[DieNet, ...]:
        """The nets shown, first die first."""
        return tuple(self._nets[: self._count])

    @property
    def columns(self) -> int:
        """How many nets stand side by side."""
        return self._columns

    def set_looks(self, looks: Sequence[NetLook]) -> None:
        """Show these dice. Nets are made when first needed and kept; the selection stays where it still can."""
        for look, net in zip(looks, self._grown(len(looks)), strict=False):
            net.set_look(look)
        if len(looks) == self._count:
            return
        self._count = len(looks)
        for place, net in enumerate(self._nets):
            net.setVisible(place < self._count)
        self._arrange()
        if self._count and self.die >= self._count:
            self.select(self._count - 1, self.face)
        else:
            self._mark()

    def select(self, die: int, face: int, *, focus: bool = False) -> None:
        """Select a face and bring it into view; `focus` also sends the keys there."""
        if not 0 <= die < self._count:
            return
        changed = (die, face) != (self.die, self.face)
        self.die, self.face = die, face
        self._mark()
        if focus:
            self._nets[die].tiles[face].setFocus(Qt.FocusReason.OtherFocusReason)
        self._show(die)
        if changed:
            self.selected.emit(die, face)

    def focus_face(self) -> None:
        """Send the keys to the selected face."""
        if self._count:
            self._nets[self.die].tiles[self.face].setFocus(Qt.FocusReason.OtherFocusReason)

    def sizeHint(self) -> QSize:  # noqa: N802 (Qt's name)
        """Return room for two dice side by side at the least size."""
        width, height = net_size(self._theme.px(SMALLEST), self._theme)
        return QSize(2 * width, 2 * height)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 (Qt's name)
        """Return room for one die."""
        width, height = net_size(self._theme.px(SMALLEST), self._theme)
        return QSize(width + self._theme.px(16), height)

    @guarded(None)
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 (Qt's name)
        """Make the dice as large as the new room allows."""
        super().resizeEvent(event)
        self._arrange()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 (Qt's name)
        """Move, choose, clear or search; other keys go on."""
        plain = event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier)
        if not self._count or plain != Qt.KeyboardModifier.NoModifier or not self._pressed(event):
            event.ignore()

    def _pressed(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        moves = {
            Qt.Key.Key_Left: (-1, 0),
            Qt.Key.Key_Right: (1, 0),
            Qt.Key.Key_Up: (0, -1),
            Qt.Key.Key_Down: (0, 1),
        }
        if key in moves:
            die, face = self._beside(*moves[key])
            self.select(die, face, focus=True)
        elif key in {Qt.Key.Key_PageUp, Qt.Key.Key_PageDown}:
            step = -1 if key == Qt.Key.Key_PageUp else 1
            self.select(min(max(self.die + step, 0), self._count - 1), self.face, focus=True)
        elif key in {Qt.Key.Key_Home, Qt.Key.Key_End}:
            self.select(self.die, 0 if key == Qt.Key.Key_Home else len(PLACES) - 1, focus=True)
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            self.pick_asked.emit()
        elif key in {Qt.Key.Key_Delete, Qt.Key.Key_Backspace}:
            self.clear_asked.emit()
        elif event.text().isalpha():
            self.typed.emit(event.text())
        else:
            return False
        return True

    def _beside(self, right: int, down: int) -> tuple[int, int]:
        """Return the face next to the selected one in the net, or the nearest of the next net."""
        column, row = PLACES[self.face]
        wanted = (column + right, row + down)
        if wanted in PLACES:
            return self.die, PLACES.index(wanted)
        last = len(PLACES) - 1
        if down and row == 1:
            return self.die, 0 if down < 0 else last
        if down:
            die = self.die + down * self._columns
            if 0 <= die < self._count:
                return die, 0 if down > 0 else last
            return self.die, self.face
        die = self.die + right
        if not 0 <= die < self._count:
            return self.die, self.face
        return die, self.face if row != 1 else PLACES.index((0 if right > 0 else 3, 1))

    def _grown(self, count: int) -> list[DieNet]:
        while len(self._nets) < count:
            net = DieNet(self._theme, self._page)
            place = len(self._nets)
            net.picked.connect(lambda face, place=place: self.select(place, face))
            net.hide()
            if self._nets:
                before = self._nets[-1].tiles[-1]
                for tile in net.tiles:
                    QWidget.setTabOrder(before, tile)
                    before = tile
            self._nets.append(net)
        return self._nets

    def _mark(self) -> None:
        for place, net in enumerate(self._nets):
            net.set_selected(self.face if place == self.die else None)

    def _show(self, die: int) -> None:
        net = self._nets[die]
        self.ensureVisible(net.x(), net.geometry().center().y(), 0, net.height() // 2 + self._theme.px(4))

    def _arrange(self) -> None:
        room = self.viewport().size()
        self._invitation.setVisible(not self._count)
        if not self._count:
            self._page.resize(room)
            self._invitation.setGeometry(self._page.rect())
            return
        self._columns, side = self._best()
        gap = self._gap
        rows = -(-self._count // self._columns)
        width, height = net_size(side, self._theme, tight=self._tight)
        width += _share(room.width(), width, self._columns, gap, self._theme.px(96))
        height += _share(room.height(), height, rows, gap, self._theme.px(96))
        left = max(0, (room.width() - (self._columns * (width + gap) - gap)) // 2)
        self._page.resize(room.width(), max(room.height(), rows * (height + gap) - gap))
        for place, net in enumerate(self.nets):
            row, column = divmod(place, self._columns)
            net.setGeometry(left + column * (width + gap), row * (height + gap), width, height)
            net.set_side(side)

    @property
    def _tight(self) -> bool:
        return self._count > MANY

    @property
    def _gap(self) -> int:
        return self._theme.px(8 if self._tight else 12)

    def _best(self) -> tuple[int, int]:
        """Return the columns and the side that make faces largest without scrolling, else those that scroll least."""
        room, gap = self.maximumViewportSize(), self._gap
        across, down = net_size(0, self._theme, tight=self._tight)
        least = CROWDED if self._tight else SMALLEST
        most = self._theme.px(LARGEST)
        best = (1, 0)
        for columns in range(1, self._count + 1):
            rows = -(-self._count // columns)
            wide = ((room.width() + gap) // columns - gap - across) // COLUMNS
            high = ((room.height() + gap) // rows - gap - down) // ROWS
            if min(wide, high, most) >= max(least, best[1] + 1):
                best = (columns, min(wide, high, most))
        if best[1]:
            return best
        width = room.width() - self.verticalScrollBar().sizeHint().width() - self._theme.px(4) + gap
        columns = max(1, width // (net_size(least, self._theme, tight=self._tight)[0] + gap))
        wide = (width // columns - gap - across) // COLUMNS
        return columns, max(CROWDED, min(wide, self._theme.px(SMALLEST + 12)))

    def _restyle(self) -> None:
        self._invitation.setFont(self._theme.font("serif", 20))
        self._arrange()
        for net in self._nets:
            net.update()


def _share(room: int, size: int, count: int, gap: int, most: int) -> int:
    """Return how much each of `count` cards may grow to fill the room."""
    return min(max(0, (room + gap) // count - gap - size), most)

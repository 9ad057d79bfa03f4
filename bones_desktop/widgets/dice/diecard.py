"""A card that shows a die, and a popup in which the user chooses some of the dice."""

from functools import partial
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QAbstractButton, QWidget

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.characterdice import die_label
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.records import Record
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.facelook import paint_lock
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import FlowLayout
from bones_desktop.widgets.popups import FormPopup
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.rows import MIDDLE, write
from bones_desktop.widgets.spoken import set_tip
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording.language import _
from bones_desktop.wording.names import numbered_name

_CRACK: Final = ((0.58, 0.0), (0.50, 0.24), (0.62, 0.45), (0.46, 0.68), (0.54, 1.0))
_TILT: Final = -5.0
_LOST_SHARE: Final = 0.92
_WIDTH: Final = 96
_BODY: Final = (78, 54)
_WORDS: Final = ((2.4, 20), (1.8, 16), (1.2, 14), (0.0, 12))
"""Pairs of a scale and a font size. A card uses the pair with the largest scale that is not above its own."""


class DieCardLook(Record):
    """Content of the card of a die. Texts are ready to show."""

    codes: tuple[str, ...]
    name: str
    """The text below the die: the name of the die, or the cause of its loss."""
    said: str
    """The text for the tooltip and screen readers."""
    note: str = ""
    """A second line below the die, for example the time of its loss."""
    lost: bool = False
    held: bool = False
    """True if the card shows a lock, because the die cannot heal now."""


def look_in_play(rulebook: Rulebook, character: Character, die: int) -> DieCardLook:
    """Return the look of a character's die. A lost die looks as if it were in play."""
    shown = character.dice[die]
    name = die_label(rulebook, shown, die)
    faces = ", ".join(face_name(rulebook, face) for face in shown.faces)
    said = _("{die}: {faces}").format(die=numbered_name(die, name), faces=faces)
    return DieCardLook(tuple(face.code for face in shown.faces), name, said)


def card_size(theme: Theme, scale: float, lines: int) -> QSize:
    """Return the size of a card at `scale` with `lines` lines of text."""
    words = lines * QFontMetricsF(_words_font(theme, scale)).height()
    return QSize(theme.px(_WIDTH * scale), theme.px(_BODY[1] * scale) + theme.px(12) + round(words) + 1)


def _words_font(theme: Theme, scale: float) -> QFont:
    return theme.font("sans", next(size for least, size in _WORDS if scale >= least))


class DieCard(Guarded, QAbstractButton):
    """Shows a die. A click chooses it. The chosen die has a ring and a raised background."""

    def __init__(self, theme: Theme, die: int, parent: QWidget, *, lines: int = 1) -> None:
        """`lines` is the number of text lines below the die."""
        super().__init__(parent)
        self._theme = theme
        self.die = die
        self._lines = lines
        self._scale = 1.0
        self.look = DieCardLook((), "", "")
        """The look shown."""
        self.mark = ""
        """The mark of a die that is about to be lost; "" for none."""
        self._given = False
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_look(self, look: DieCardLook) -> None:
        """Show a die."""
        if look != self.look:
            self.look = look
            self.setAccessibleName(look.said)
            set_tip(self, look.said)
            self.update()

    def set_mark(self, mark: str, *, given: bool = False) -> None:
        """Mark the die as about to be lost. `given` is True if the player chose it, and False for a suggestion."""
        if (mark, given) != (self.mark, self._given):
            self.mark, self._given = mark, given
            self.update()

    def set_scale(self, scale: float, lines: int = 1) -> None:
        """Set the scale of the die (1 is the default size) and the number of text lines below it."""
        if (scale, lines) != (self._scale, self._lines):
            self._scale, self._lines = scale, lines
            self.updateGeometry()
            self.update()

    def nextCheckState(self) -> None:
        """Do nothing: the page decides which die is chosen, because a click on the chosen die must not deselect it."""

    def sizeHint(self) -> QSize:
        """Return the size of the die and its text."""
        return card_size(self._theme, self._scale, self._lines)

    def minimumSizeHint(self) -> QSize:
        """Return the preferred size, because a die must not shrink."""
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the card."""
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        self._paint_ground(painter, whole)
        width, height = self._px(_BODY[0]), self._px(_BODY[1])
        body = QRectF(whole.center().x() - width / 2, whole.top() + theme.px(6), width, height)
        painter.save()
        if self.look.lost:
            painter.translate(body.center())
            painter.rotate(_TILT)
            painter.scale(_LOST_SHARE, _LOST_SHARE)
            painter.translate(-body.center())
        self._paint_body(painter, body)
        painter.restore()
        if self.look.held:
            self._paint_lock(painter, body)
        self._paint_number(painter, whole)
        if self.mark:
            self._paint_mark(painter, whole)
        self._paint_words(painter, whole, body.bottom() + theme.px(3))
        painter.end()

    def _px(self, size: float) -> int:
        return self._theme.px(size * self._scale)

    def _paint_ground(self, painter: QPainter, whole: QRectF) -> None:
        theme = self._theme
        if not (self.isChecked() or self.underMouse() or self.mark):
            return
        rim = "bad" if self.mark else "second" if self.isChecked() else "line"
        pen = QPen(theme.color(rim), 2 if rim != "line" else 1)
        # A dashed border marks a suggestion that the player has not confirmed.
        if rim == "bad" and not self._given:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(theme.color("raised" if self.isChecked() or self.mark else "hover"))
        painter.drawRoundedRect(whole, theme.px(8), theme.px(8))

    def _paint_body(self, painter: QPainter, body: QRectF) -> None:
        theme = self._theme
        role = "lost" if self.look.lost else "bone"
        painter.setPen(QPen(theme.color(f"{role}-edge"), 1))
        painter.setBrush(theme.color(role))
        painter.drawRoundedRect(body, self._px(8), self._px(8))
        side, gap = self._px(20), self._px(2)
        # The number is at the side, so that it does not hide an icon.
        left = body.center().x() - 1.5 * side - gap + self._px(2)
        top = body.center().y() - side - gap / 2
        for place, code in enumerate(self.look.codes):
            cell = QRectF(left + place % 3 * (side + gap), top + place // 3 * (side + gap), side, side)
            theme.faces.paint(painter, cell.adjusted(1, 1, -1, -1), code, grey=self.look.lost)
        if self.look.lost:
            painter.setPen(QPen(theme.color("lost-ink"), max(1.5, self._px(2))))
            points = [QPointF(body.left() + x * body.width(), body.top() + y * body.height()) for x, y in _CRACK]
            painter.drawPolyline(QPolygonF(points))
            self._cross(painter, body)

    def _cross(self, painter: QPainter, body: QRectF) -> None:
        inset = self._px(6)
        inner = body.adjusted(inset * 1.6, inset, -inset * 1.6, -inset)
        painter.setPen(QPen(self._theme.color("sign-red"), max(1.5, self._px(1.6)), c=Qt.PenCapStyle.RoundCap))
        painter.drawLine(QLineF(inner.topLeft(), inner.bottomRight()))
        painter.drawLine(QLineF(inner.topRight(), inner.bottomLeft()))

    def _paint_lock(self, painter: QPainter, body: QRectF) -> None:
        theme, side = self._theme, self._px(20)
        badge = QRectF(body.right() - side * 0.8, body.bottom() - side * 0.8, side, side)
        painter.setPen(QPen(theme.color("warn"), 1.5))
        painter.setBrush(theme.color("ground"))
        painter.drawEllipse(badge)
        lock = side * 0.56
        square = QRectF(badge.center().x() - lock / 2, badge.center().y() - lock / 2, lock, lock)
        paint_lock(painter, square, theme.color("warn"))

    def _paint_number(self, painter: QPainter, whole: QRectF) -> None:
        theme = self._theme
        side = theme.px(18 * min(1.0, self._scale))
        badge = QRectF(whole.left(), whole.top(), side, side)
        painter.setPen(QPen(theme.color("second" if self.isChecked() else "edge"), 1))
        painter.setBrush(theme.color("ground"))
        painter.drawEllipse(badge)
        write(painter, badge, str(self.die + 1), theme.font("sans", 12, bold=True), theme.color("text"), MIDDLE)

    def _paint_mark(self, painter: QPainter, whole: QRectF) -> None:
        theme = self._theme
        painter.setFont(theme.font("sans", 12, bold=True))
        height = theme.px(20)
        width = max(height, painter.fontMetrics().horizontalAdvance(self.mark) + theme.px(10))
        badge = QRectF(whole.right() - theme.px(2) - width, whole.top() + theme.px(2), width, height)
        painter.setPen(QPen(theme.color("bad"), 1.5))
        painter.setBrush(theme.color("bad" if self._given else "ground"))
        painter.drawRoundedRect(badge, height / 2, height / 2)
        painter.setPen(theme.color("ground" if self._given else "bad"))
        painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, self.mark)

    def _paint_words(self, painter: QPainter, whole: QRectF, top: float) -> None:
        theme, look = self._theme, self.look
        font, side = _words_font(theme, self._scale), Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
        line = QFontMetricsF(font).height()
        for number, words in enumerate((look.name, look.note)[: self._lines]):
            role = "muted" if not look.lost or number else "bad"
            room = QRectF(whole.left() + 3, top + number * line, whole.width() - 6, line)
            write(painter, room, words, font, theme.color("warn" if look.held and number else role), side)


_POPUP_WIDTH = 440


class DiceChoicePopup(FormPopup):
    """Asks which dice to lose. A click or digit chooses a die and drops the earliest choice. Enter confirms."""

    chosen = Signal(tuple)
    """Emitted with the indices of the dice, in order."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, "", _POPUP_WIDTH, 8, parent)
        self._head = plain_label(self.board, wrap=True, theme=theme, size=14, bold=True)
        self._row = QWidget(self.board)
        self._flow = FlowLayout(0, self._row)
        self.button = push_button(self.board, _("Lose these"), self._take, kind="primary")
        self.button.setAutoDefault(False)
        self.cards: list[DieCard] = []
        self._picked: list[int] = []
        self._fixed: frozenset[int] = frozenset()
        for widget in (self._head, self._row, self.button):
            self._rows.addWidget(widget)

    @property
    def picked(self) -> tuple[int, ...]:
        """The currently chosen dice, in order."""
        return tuple(sorted(self._picked))

    def ask(
        self,
        owner: QWidget,
        words: str,
        looks: dict[int, DieCardLook],
        usual: tuple[int, ...],
        fixed: tuple[int, ...] = (),
    ) -> None:
        """Ask, in a popup next to `owner`, which dice to lose: as many dice as `usual` contains.

        Dice in `fixed` must be lost.
        """
        self._head.setText(words)
        self.setAccessibleName(words)
        self._flow.clear()
        self._picked, self._fixed = list(usual), frozenset(fixed)
        self.cards = [self._card(die, look) for die, look in looks.items()]
        self._show_picked()
        self._open(owner)
        self.cards[0].setFocus(Qt.FocusReason.PopupFocusReason)

    def toggle(self, die: int) -> None:
        """Choose a die and drop the earliest choice that is not fixed. Do nothing if the die is already chosen."""
        # The number of chosen dice must stay the same, so a click cannot deselect a die.
        if die in self._picked or all(card.die != die for card in self.cards):
            return
        free = next((each for each in self._picked if each not in self._fixed), None)
        if free is not None:
            self._picked.remove(free)
            self._picked.append(die)
            self._show_picked()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Confirm with Enter, choose a die with its digit, move with the arrow keys."""
        key, places = event.key(), [card.die for card in self.cards]
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}
        if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._take()
        elif Qt.Key.Key_0 <= key <= Qt.Key.Key_9:
            # The key 0 means the tenth die.
            self.toggle((key - Qt.Key.Key_0 or 10) - 1)
        elif key in steps:
            now = next((place for place, card in enumerate(self.cards) if card.hasFocus()), 0)
            self.cards[(now + steps[Qt.Key(key)]) % len(places)].setFocus(Qt.FocusReason.TabFocusReason)
        else:
            super().keyPressEvent(event)

    def _card(self, die: int, look: DieCardLook) -> DieCard:
        card = DieCard(self._theme, die, self._row)
        card.show_look(look)
        card.clicked.connect(partial(self.toggle, die))
        self._flow.addWidget(card)
        card.show()
        return card

    def _show_picked(self) -> None:
        for card in self.cards:
            picked = card.die in self._picked
            card.setChecked(picked)
            card.set_mark("×" if picked else "", given=picked)

    def _take(self) -> None:
        # A double click must not confirm twice.
        if self.isVisible():
            self.close()
            self.chosen.emit(self.picked)

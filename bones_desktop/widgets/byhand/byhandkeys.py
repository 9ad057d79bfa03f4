"""Large keys for the faces of a die or the number of dice, and small tiles for all dice of the roll."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QFontMetrics, QIcon, QKeyEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.byhand.byhandstate import Question
from bones_desktop.widgets.dice.facelook import mini_icon
from bones_desktop.widgets.layouts import FitBoard, delete_all, flow_row
from bones_desktop.widgets.plaintext import without_mnemonic
from bones_desktop.widgets.spoken import Role, set_tip, speak_as
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording.language import _

_NAMED: Final = 92
"""Smallest width of a key with the name of a face, in pixels at 100 % text size."""
_NUMBER: Final = 52
"""Side of a key with a number, in pixels at 100 % text size."""
TILE: Final = 44
"""Smallest side of a tile in pixels at any text size, so that a finger can hit the tile."""
_EDGE: Final = 8
"""Space around the picture of a key or tile, in pixels."""


class FeltKey(QToolButton):
    """A key or a die on felt: a face with a text below it, or only a text.

    The chosen key has a bright border.
    """

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.code = ""
        """Code of the face shown; "" for a key without a face."""
        self.material = ""
        """Group of the die, which determines its colour."""
        self.setProperty("role", "felt")
        self.setCheckable(True)
        # One key of a group is chosen. With `autoExclusive`, Qt would skip the others at Tab.
        speak_as(self, QAccessible.Role.RadioButton)
        # A click must leave the focus with the entry, which handles digits.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def show_face(self, code: str, group: str, side: int, text: str = "") -> None:
        """Show a face of `side` pixels with a text below it; without a code, show only the text."""
        self.code, self.material = code, group
        self.setIcon(mini_icon(self._theme, code, side, self.devicePixelRatioF(), group) if code else QIcon())
        self.setIconSize(QSize(side, side))
        self.setText(text)
        style = Qt.ToolButtonStyle
        self.setToolButtonStyle(style.ToolButtonTextUnderIcon if code and text else style.ToolButtonIconOnly)
        if not code:
            self.setToolButtonStyle(style.ToolButtonTextOnly)

    def set_name(self, name: str) -> None:
        """Set the text for screen readers, which is also the tooltip."""
        self.setAccessibleName(name)
        set_tip(self, name)

    def nextCheckState(self) -> None:
        """Do nothing, because the answers decide which key is chosen."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press the key with Space. All other keys are passed to the entry."""
        if event.key() == Qt.Key.Key_Space:
            super().keyPressEvent(event)
        else:
            event.ignore()


class KeyPad(QWidget):
    """The keys of a question. Its height stays the same for all questions of a roll."""

    answer_pressed = Signal(int)
    """Emitted with the number of the pressed answer."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        speak_as(self, Role.Grouping, _("Faces"))
        self._theme = theme
        self._keys: list[FeltKey] = []
        self._shown = 0
        self._flow = flow_row(self, theme=theme, gap=6)
        # The first key is created early, because later keys follow it in the Tab order.
        self._add_key()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    @property
    def keys(self) -> list[FeltKey]:
        """The keys shown."""
        return self._keys[: self._shown]

    def ask(self, question: Question | None, group: str, answer: int | None, side: int) -> None:
        """Show the keys for `question` about dice of `group`, with faces of `side` pixels; mark the key of `answer`."""
        self._shown = question.answers if question is not None else 0
        while len(self._keys) < self._shown:
            self._add_key()
        for number, key in enumerate(self._keys):
            key.setVisible(number < self._shown)
            key.setChecked(number == answer)
            if question is not None and number < self._shown:
                self._show(key, question, number, group, side)

    def fit(self, questions: Sequence[Question], width: int, side: int) -> None:
        """Reserve the height for the question whose keys need the most lines."""
        gap = self._flow.spacing()
        self.resize(width, self.height())
        needed = [self._size(each, side) for each in questions]
        lines = [-(-each.answers // max(1, (width + gap) // (size.width() + gap)))
                 for each, size in zip(questions, needed, strict=True)]  # fmt: skip
        heights = (count * (size.height() + gap) for count, size in zip(lines, needed, strict=True))
        self.setFixedHeight(max(heights, default=0))

    def _add_key(self) -> None:
        key = FeltKey(self._theme, self)
        key.clicked.connect(partial(self.answer_pressed.emit, len(self._keys)))
        self._flow.addWidget(key)
        if self._keys:
            QWidget.setTabOrder(self._keys[-1], key)
        self._keys.append(key)

    def _size(self, question: Question, side: int) -> QSize:
        px = self._theme.px
        if question.counted or question.numbered:
            return QSize(px(_NUMBER), px(_NUMBER))
        # All faces of a die must fit on one line. Their names are left out if necessary.
        gap, line = self._flow.spacing(), QFontMetrics(self._theme.font("sans", 14)).height()
        room = (self.width() + gap) // question.answers - gap
        wide = min(max(px(_NAMED), side + 2 * _EDGE), max(room, TILE + _EDGE))
        return QSize(wide, min(side, wide - _EDGE) + line + 2 * _EDGE)

    def _show(self, key: FeltKey, question: Question, number: int, group: str, side: int) -> None:
        size = self._size(question, side)
        key.setFixedSize(size)
        if question.counted:
            face, count = question.options[0].name, len(question.places)
            key.show_face("", group, side, str(number))
            key.set_name(_("{n} of {all} show {face}").format(n=number, all=count, face=face))
        elif question.numbered:
            key.show_face("", group, side, question.options[number].name)
            key.set_name(question.options[number].name)
        else:
            option = question.options[number]
            text = _("{n} {face}").format(n=number + 1, face=option.name)
            room = size.width() - _EDGE
            shown = key.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room)
            key.show_face(option.code, group, min(side, room), without_mnemonic(shown))
            key.set_name(_("{face}, key {n}").format(face=option.name, n=number + 1))


class HandTiles(FitBoard):
    """All dice of the roll, each group after its caption."""

    die_clicked = Signal(int)
    """Emitted with the index of the clicked die."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        speak_as(self, Role.Grouping, _("Dice"))
        self._theme = theme
        self.tiles: list[FeltKey] = []
        """One tile for each die, in the order of the roll."""
        self._captions: list[QWidget] = []
        self._side = TILE
        self._flow = flow_row(self, theme=theme, gap=4)

    def lay(self, rows: Sequence[Sequence[int]], captions: Sequence[str]) -> None:
        """Show another roll: `rows` contain the indices of the dice, `captions` the captions of the rows."""
        delete_all(self._flow)
        self._captions.clear()
        found: dict[int, FeltKey] = {}
        for row, text in zip(rows, captions, strict=True):
            caption = plain_label(self, text, "felt", theme=self._theme, size=12)
            caption.setFixedHeight(self._side)
            self._captions.append(caption)
            self._flow.addWidget(caption)
            for place in row:
                tile = found[place] = FeltKey(self._theme, self)
                tile.setFocusPolicy(Qt.FocusPolicy.NoFocus)
                tile.setFixedSize(self._side, self._side)
                tile.clicked.connect(partial(self.die_clicked.emit, place))
                self._flow.addWidget(tile)
        for child in self.findChildren(QWidget):
            child.show()
        self.tiles = [found[place] for place in sorted(found)]

    def fit(self, side: int) -> None:
        """Make all tiles `side` pixels wide."""
        self._side = side
        for caption in self._captions:
            caption.setFixedHeight(side)
        for tile in self.tiles:
            tile.setFixedSize(side, side)

    def show_die(self, place: int, code: str | None, group: str, name: str, *, current: bool) -> None:
        """Show a die with the face `code`.

        `code` is None while the face is unknown.
        """
        tile = self.tiles[place]
        tile.show_face(code or "", group, self._side - _EDGE, "?" if code is None else "")
        tile.set_name(name)
        tile.setChecked(current)

    def beside(self, place: int, down: int) -> int:
        """Return the index of the die above (`down` is -1) or below (`down` is 1) the die at `place`.

        Return `place` if there is none.
        """
        here = self.tiles[place].geometry().center()
        lines = sorted({tile.y() for tile in self.tiles if (tile.geometry().center().y() - here.y()) * down > 0})
        if not lines:
            return place
        line = lines[0 if down > 0 else -1]
        there = [number for number, tile in enumerate(self.tiles) if tile.y() == line]
        return min(there, key=lambda number: abs(self.tiles[number].geometry().center().x() - here.x()))

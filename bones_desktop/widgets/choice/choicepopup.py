"""A list that opens at a button.

Typing searches the list, and a click or Enter picks a choice. Forbidden choices show the reason.
"""

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QElapsedTimer, QModelIndex, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QFrame,
    QLineEdit,
    QListView,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from bones_desktop.rules.records import Record
from bones_desktop.rules.typedtext import holds
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.facelook import FaceLook
from bones_desktop.widgets.lists.line import DICE, Line, LinePainter
from bones_desktop.widgets.popups import Popup, beside
from bones_desktop.widgets.rows import ROW_ROLE, Index, RowDelegate, RowModel, follow_pointer, paint_ground
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.widgets.text.messages import announce
from bones_desktop.widgets.text.textfields import limit_letters
from bones_desktop.wording.language import _, language, ngettext

FEW: Final = 10
"""Greatest number of choices in a list without a search field."""


class Choice(Record):
    """An item to choose. Texts are ready to show. `key` identifies it for the owner of the list."""

    key: str
    text: str
    note: str = ""
    """A second line, which says why the choice is forbidden or what it does."""
    allowed: bool = True
    badge: str = ""
    faces: tuple[str, ...] = ()
    """Codes of the faces of a die.

    The faces are shown instead of the note, and the note is shown in the tooltip.
    """
    body: str = "bone"
    """Material of the faces and of the icon, as in FaceLook."""
    icon: str = ""
    """Code of a face that is shown in a small size before the text."""
    words: str = ""
    """More words by which the search finds the choice. They are not shown."""
    told: str = ""
    """A short description next to the faces."""
    rule: str = ""
    """The rule id or the name of the entry that F1 opens in the Reference."""


class ChoiceModel(RowModel[Choice]):
    """The choices in the given order, or only the choices that match a search."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.offered: tuple[Choice, ...] = ()
        """All choices, even if they do not match the search."""
        self.searched = ""
        """The search text; "" without a search."""

    def set_choices(self, choices: Sequence[Choice]) -> None:
        """Offer other choices. Do nothing if they are the same."""
        self.offered = tuple(choices)
        self._find()

    def search(self, text: str) -> None:
        """Show the choices that contain every word of `text` in name, badge or words, best match first.

        "" shows all choices.
        """
        self.searched = text.strip()
        self._find()

    def _find(self) -> None:
        if not self.searched:
            self._show(self.offered)
            return
        sought = " ".join(self.searched.casefold().split())
        found = (each for each in self.offered if holds(f"{each.text} {each.badge} {each.words}", sought, language()))
        self._show(sorted(found, key=partial(_distance, sought=sought)))

    def _text(self, choice: Choice) -> str:
        return choice.text

    def _tip(self, choice: Choice) -> str:
        return choice.note

    def _rule(self, choice: Choice) -> str:
        return choice.rule

    def _spoken(self, choice: Choice) -> str:
        return ", ".join(part for part in (choice.text, choice.badge, choice.note) if part)


class ChoiceDelegate(RowDelegate[Choice]):
    """Paints a choice on one or two lines.

    Forbidden choices are dimmed, but their notes stay readable.
    """

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._lines = LinePainter(theme, DICE)

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the size of a row. The view sets its width."""
        choice = index.data(ROW_ROLE)
        return QSize(self._theme.px(200), self.height_of(choice)) if isinstance(choice, Choice) else QSize()

    def height_of(self, choice: Choice) -> int:
        """Return the height of a choice's row in pixels."""
        return self._theme.finger(57 if choice.faces else 48 if choice.note else 32)

    def _paint(self, painter: QPainter, option: QStyleOptionViewItem, choice: Choice) -> None:
        # Imported late: the class has many enumerations, and the start shows no choices.
        from PySide6.QtWidgets import QStyle

        state: QStyle.StateFlag = option.state
        row = QRectF(option.rect)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        paint_ground(painter, self._theme, row.adjusted(2, 2, -2, -2), current=chosen, hovered=hovered)
        faces = tuple(FaceLook(code or "blank", body=choice.body) for code in choice.faces)
        icon = choice.icon and FaceLook(choice.icon, body=choice.body)
        second, tone = choice.told if faces else choice.note, "text" if choice.allowed else "muted"
        self._lines.paint(painter, row, Line(choice.text, second, choice.badge, face=icon, faces=faces, tone=tone))


def _distance(choice: Choice, sought: str) -> tuple[int, bool]:
    """Return how badly a choice matches `sought`: the lowest value is the best match.

    Of equal matches, allowed choices come before forbidden choices.
    """
    name = choice.text.casefold()
    # The best matches are names that begin with the text. Then come words that begin with it, other parts of a name,
    # and other words.
    far = 0 if name.startswith(sought) else 1 if f" {sought}" in f" {name}" else 2 if sought in name else 3
    return far, not choice.allowed


PICKING = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space})


class PickList(QListView):
    """A vertical list.

    `picked` is emitted when Enter or Space is pressed, `clicked` when a row is clicked.
    """

    picked = Signal(QModelIndex)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._typed = QElapsedTimer()
        self.setFrameShape(QFrame.Shape.NoFrame)
        follow_pointer(self)
        self.setResizeMode(QListView.ResizeMode.Adjust)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pick with Enter or Space.

        Other keys move or search as in any list; so does Space while the user is typing a search.
        """
        key = event.key()
        if key == Qt.Key.Key_Space and self.searches:
            self.keyboardSearch(" ")
        elif key in PICKING and self.currentIndex().isValid():
            self.picked.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:
        """Search for the typed text; "" starts a new search."""
        if search:
            self._typed.start()
        else:
            self._typed.invalidate()
        super().keyboardSearch(search)

    @property
    def searches(self) -> bool:
        """True if the next letter would continue the search."""
        return self._typed.isValid() and not self._typed.hasExpired(QApplication.keyboardInputInterval())


MOST_LETTERS = 100
# These keys move in the list while the focus stays in the search field.
_WALKING = frozenset({Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown})
_ENTER = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})


class ChoicePopup(Popup):
    """The list opened by a button. A list of more than FEW choices shows the search field from the start."""

    picked = Signal(object)

    def __init__(self, theme: Theme, model: ChoiceModel, parent: QWidget) -> None:
        super().__init__(theme, "", parent)
        self.model = model
        self._button: QWidget | None = None
        """The button that opened the list; None after closing, so that a deleted button is not kept alive."""
        self._before: Choice | None = None
        """The choice that was current when the list was opened."""
        self.search = SearchLine(self)
        self.nothing = plain_label(self, _("No match. Try fewer letters."), role="muted")
        self.nothing.setWordWrap(True)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.nothing.hide()
        self.view = SearchedList(self)
        self.search.searched = self.view
        self.view.setModel(model)
        self._delegate = ChoiceDelegate(theme, self.view)
        self.view.setItemDelegate(self._delegate)
        for picks in (self.view.clicked, self.view.picked):
            picks.connect(self._pick)
        self.view.typed.connect(self._type)
        self.view.backspace_pressed.connect(self._erase)
        self.search.textChanged.connect(self._search)
        self.search.navigation_key_pressed.connect(self._walk)
        self.search.return_pressed.connect(self._pick_current)
        self._column = layout = QVBoxLayout(self)
        # Qt's constraint would make the list at least two rows high, but a single choice needs only one row.
        layout.setSizeConstraint(QVBoxLayout.SizeConstraint.SetNoConstraint)
        layout.addWidget(self.search)
        layout.addWidget(self.nothing)
        layout.addWidget(self.view, 1)
        # Arrow keys work at once, and a letter moves the focus to the search field.
        self.setFocusProxy(self.view)

    def open_below(self, button: QWidget, row: int) -> None:
        """Show the list below `button`, or above it if there is more room, with `row` current."""
        self._button = button
        name = button.accessibleName()
        self.view.setAccessibleName(name)
        self.search.setAccessibleName(_("Search: {list}").format(list=name))
        self.fit()
        self.show()
        self.view.setFocus(Qt.FocusReason.PopupFocusReason)
        self.view.setCurrentIndex(self.model.index(max(0, row), 0))
        self._before = self.model.at(self.view.currentIndex())

    def fit(self) -> None:
        """Set size and position for all choices.

        They stay the same when a search finds fewer choices.
        """
        button = self._button
        if button is None:
            return
        px, offered = self._theme.px, self.model.offered
        searched = bool(self.search.text()) or len(offered) > FEW
        self.search.setVisible(searched)
        gap = px(6) if searched else 0
        self._column.setContentsMargins(1 + gap, 1 + gap, 1 + gap, 1)
        self._column.setSpacing(gap)
        self.nothing.setContentsMargins(px(6), px(4), px(6), px(4))
        # Before polishing, the search field reports a height without the style sheet.
        self.search.ensurePolished()
        head = self.search.sizeHint().height() + 2 * gap if searched else 0
        wanted = head + sum(map(self._delegate.height_of, offered)) + px(8)
        size = QSize(max(button.width(), px(440)), min(wanted, px(440)))
        self.setGeometry(beside(button, size, px(4)))

    def keep_place(self, before: Choice | None) -> None:
        """Show the offered choices. The choice `before` stays current if it still exists."""
        self.fit()
        self._show_found()
        if before is not None and not self.view.currentIndex().isValid():
            self._stand_on(before)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Clear the search with Escape, or close the list if nothing is being searched."""
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self.search.text():
            self.search.clear()
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.close()

    def hideEvent(self, event: QHideEvent) -> None:
        """End the search, whatever the reason for which the list was closed."""
        super().hideEvent(event)
        self._button = None
        # The model is used again by the next list, which must show all choices.
        self.model.search("")

    def _type(self, text: str) -> None:
        """Start a search with a letter typed in the list.

        Further letters then go directly to the search field.
        """
        self._seek(self.search.text() + text)

    def _erase(self) -> None:
        if self.search.text():
            self._seek(self.search.text()[:-1])

    def _seek(self, text: str) -> None:
        self.search.show()
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)
        self.search.setText(text)

    def _search(self, text: str) -> None:
        self.model.search(text)
        self.fit()
        self._show_found()
        self._stand_on(None if self.model.searched else self._before)
        self._announce_found()

    def _stand_on(self, choice: Choice | None) -> None:
        """Make a choice current; if it does not exist, make the first one current."""
        rows = enumerate(self.model.rows)
        row = next((row for row, each in rows if choice is not None and each.key == choice.key), 0)
        self.view.setCurrentIndex(self.model.index(row, 0))

    def _show_found(self) -> None:
        found = bool(self.model.rows) or not self.model.searched
        self.nothing.setVisible(not found)
        self.view.setVisible(found)

    def _announce_found(self) -> None:
        """Announce the number of matches and the choice that Enter picks. The focus stays in the search field."""
        found = len(self.model.rows)
        # If nothing was found, users of a screen reader need to hear it.
        if not found:
            announce(self.search, self.nothing.text())
            return
        first = self.view.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole)
        words = ngettext("1 found: {first}", "{n} found: {first}", found)
        announce(self.search, words.format(n=found, first=first))

    def _walk(self, event: QKeyEvent) -> None:
        """Move in the list with the arrow keys."""
        if self.model.rows:
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)
            self.view.keyPressEvent(event)

    def _pick_current(self) -> None:
        self._pick(self.view.currentIndex())

    def _pick(self, index: QModelIndex) -> None:
        choice = index.data(ROW_ROLE)
        if isinstance(choice, Choice):
            # The popup closes first, because the receiver of the signal may open another popup or move the focus.
            self.close()
            self.picked.emit(choice)


class SearchLine(QLineEdit):
    """The search field. Up, Down and Enter are passed to the list."""

    navigation_key_pressed = Signal(object)
    """Emitted with the QKeyEvent of an arrow or page key."""
    return_pressed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.searched: QAbstractItemView | None = None
        """The list that is searched.

        F1 opens the entry of its current row.
        """
        self.setPlaceholderText(_("Type to search"))
        self.setClearButtonEnabled(True)
        limit_letters(self, MOST_LETTERS)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move in the list or pick. All other keys are typed."""
        if event.key() in _WALKING:
            self.navigation_key_pressed.emit(event)
        elif event.key() in _ENTER:
            self.return_pressed.emit()
        else:
            super().keyPressEvent(event)


class SearchedList(PickList):
    """A list that passes typed text to the search field instead of jumping to a matching row."""

    typed = Signal(str)
    backspace_pressed = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pass Backspace to the search field too."""
        if event.key() == Qt.Key.Key_Backspace:
            self.backspace_pressed.emit()
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:
        """Pass printable text to the search field."""
        if search and search.isprintable():
            self.typed.emit(search)

    @property
    def searches(self) -> bool:
        """True while a search is going on, because Space is then part of the search text."""
        model = self.model()
        return isinstance(model, ChoiceModel) and bool(model.searched)

"""Buttons for choosing: a menu, a chip that is on or off, and buttons that open a list."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QCursor, QFontMetrics, QIcon, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QMenu,
    QPushButton,
    QSizePolicy,
    QStyledItemDelegate,
    QToolButton,
    QWidget,
)

from bones_desktop.theme.measures import light_menu
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.choicepopup import Choice, ChoiceModel, ChoicePopup
from bones_desktop.widgets.dice.facelook import FaceLook, paint_face
from bones_desktop.widgets.focus import wheel_passes
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.plaintext import plain_tip, without_mnemonic
from bones_desktop.widgets.popups import has_popup, rest_when_closed, while_open
from bones_desktop.widgets.rows import RIGHT, mirror_for, write
from bones_desktop.widgets.scaled import follow, set_lengths
from bones_desktop.widgets.spoken import set_tip
from bones_desktop.wording.names import short_name


class Chip(QPushButton):
    """A button that is on or off, as shown by its icon and its border.

    Screen readers read its full text.
    """

    def __init__(self, theme: Theme, text: str, parent: QWidget) -> None:
        super().__init__(without_mnemonic(short_name(text)), parent)
        self._theme = theme
        self.setCheckable(True)
        # Without this, Enter in another field of a dialog would toggle this button.
        self.setAutoDefault(False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(text)
        self.toggled.connect(self.set_mark)
        follow(theme, self, Chip.set_mark)

    def set_mark(self) -> None:
        """Show a tick if the chip is on, and a plus sign if it is off."""
        self.setIcon(self._theme.icon("check" if self.isChecked() else "add"))


def combo_box(parent: QWidget, *, shrinks: bool = False) -> QComboBox:
    """Return a combo box.

    With `shrinks` it may be narrower than its longest entry. The list gets a delegate here, because Qt would otherwise
    create a delegate at each change of the style sheet and keep the old delegates.
    """
    box = wheel_passes(QComboBox(parent))
    box.setItemDelegate(QStyledItemDelegate(box))
    rest_when_closed(box.view().window(), box)
    if shrinks:
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(8)
    return box


def give_menu(button: QPushButton | QToolButton, menu: QMenu) -> None:
    """Make a button open a menu.

    After the menu is closed, the button is highlighted only under the pointer.
    """
    if isinstance(button, QToolButton):
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    button.setMenu(menu)
    menu.aboutToHide.connect(partial(_release, button))


def kept_action(menu: QMenu, text: str, call: Callable[[], object] | None = None) -> QAction:
    """Add a permanent entry to a menu.

    `call` is called when the entry is triggered. The entry is created here and not by `menu.addAction(text)`, because
    PySide treats an object created by Qt as deleted when the wrapper of its parent widget is freed, although the object
    still exists. Calls such as `viewport().findChildren(QWidget)` create such wrappers.
    """
    action = QAction(text, menu)
    if call is not None:
        action.triggered.connect(lambda _checked=False: call())
    menu.addAction(action)
    return action


def kept_menu(menu: QMenu, title: str) -> QMenu:
    """Add a permanent submenu to a menu.

    The submenu is created here for the reason given in `kept_action`.
    """
    below = light_menu(menu, title)
    menu.addMenu(below)
    return below


def _release(button: QPushButton | QToolButton) -> None:
    """Send a button the leave event that Qt omits when the pointer moves from the button into its menu."""
    under = button.testAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    if under and not button.rect().contains(button.mapFromGlobal(QCursor.pos())):
        QCoreApplication.sendEvent(button, QEvent(QEvent.Type.Leave))


class ChoiceButton(Guarded, QAbstractButton):
    """A button that shows the chosen text.

    `activated` is emitted with each Choice that the user picks, even if it is forbidden.
    """

    activated = Signal(object)

    def __init__(self, theme: Theme, label: str, placeholder: str, parent: QWidget | None = None) -> None:
        """`label` is for screen readers. `placeholder` is shown if nothing is chosen."""
        super().__init__(parent)
        self._theme = theme
        self._label = label
        self._placeholder = placeholder
        self.current = ""
        """The key of the chosen item; "" for none."""
        self._badge, self._icon = "", ("", "")
        self.model = ChoiceModel(self)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self.open)
        self._name()
        theme.changed.connect(self.updateGeometry)

    @while_open
    def popup(self) -> ChoicePopup:
        """The list of choices."""
        popup = ChoicePopup(self._theme, self.model, self)
        popup.picked.connect(self._picked)
        return popup

    @property
    def is_open(self) -> bool:
        """True if the list is open."""
        # `has_popup` is checked first, because reading `popup` would create the list.
        return has_popup(self) and self.popup.isVisible()

    def set_choices(self, choices: Sequence[Choice], current: str | None = None) -> None:
        """Offer `choices`, of which the choice with the key `current` is chosen.

        With None, none is chosen; "" may be the key of a choice.
        """
        self._keep_place(choices)
        found = next((choice for choice in choices if choice.key == current), None)
        text, badge, icon = (found.text, found.badge, (found.icon, found.body)) if found else ("", "", ("", ""))
        if (current or "", text, badge, icon) != (self.current, self.text(), self._badge, self._icon):
            self.current, self._badge, self._icon = current or "", badge, icon
            self.setText(text)
            # Qt sets a shortcut for an ampersand in the text, but in a name it is only a character.
            self.setShortcut(QKeySequence())
            self._name()
            self.update()

    def open(self) -> None:
        """Show the list."""
        wanted = (
            row
            for row, choice in enumerate(self.model.rows)
            if (choice.key == self.current if self.current else choice.allowed)
        )
        self.popup.open_below(self, next(wanted, 0))

    def sizeHint(self) -> QSize:
        """Return the size of a control."""
        return QSize(self._theme.px(120), self._theme.finger(34))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the list with Enter, Space, Up or Down. No key changes the choice directly. Forms use Ctrl+Enter."""
        opens = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down, Qt.Key.Key_Up}
        if event.key() in opens and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.open()
            return
        super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the control."""
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        enabled = self.isEnabled()
        painter.setPen(QPen(theme.color("edge" if enabled else "line"), 1))
        painter.setBrush(theme.color("hover" if self.underMouse() and enabled else "raised" if enabled else "surface"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), theme.px(6), theme.px(6))
        mirror_for(self.layoutDirection(), painter, QRectF(self.rect()))
        room = QRectF(self.rect()).adjusted(theme.px(12), 0, -theme.px(28), 0)
        font, small = theme.font("sans", 14, bold=bool(self.text())), theme.font("sans", 12)
        text = QFontMetrics(font).horizontalAdvance(self.text())
        both = text + QFontMetrics(small).horizontalAdvance(self._badge)
        # If there is not enough room for both, the badge is left out, because the text is more important.
        if self._badge and both + theme.px(6) <= room.width():
            badge = write(painter, room, self._badge, small, theme.color("muted"), RIGHT)
            room.adjust(0, 0, -badge - theme.px(6), 0)
        code, body = self._icon
        side = min(theme.px(24), room.height() - theme.px(8))
        # An icon that would shorten the text is left out too.
        if code and text + side + theme.px(4) <= room.width():
            square = QRectF(room.left() - theme.px(4), room.center().y() - side / 2, side, side)
            paint_face(painter, square, FaceLook(code, body=body), theme)
            room.adjust(side + theme.px(4), 0, 0, 0)
        color = theme.color("edge" if not enabled else "text" if self.text() else "muted")
        write(painter, room, self.text() or self._placeholder, font, color)
        side = theme.px(16)
        at = QPoint(self.width() - theme.px(10) - side, (self.height() - side) // 2)
        mode = QIcon.Mode.Normal if enabled else QIcon.Mode.Disabled
        painter.drawPixmap(at, theme.icon("chevron-down").pixmap(QSize(side, side), mode))
        painter.end()

    def _keep_place(self, choices: Sequence[Choice]) -> None:
        """Replace the choices of an open list.

        The current choice stays current if it still exists.
        """
        opened = self.is_open
        before = self.model.at(self.popup.view.currentIndex()) if opened else None
        self.model.set_choices(choices)
        if opened:
            self.popup.keep_place(before)

    def _picked(self, choice: object) -> None:
        self.setFocus(Qt.FocusReason.PopupFocusReason)
        self.activated.emit(choice)

    def _name(self) -> None:
        self.setAccessibleName(f"{self._label}: {self.text() or self._placeholder}")


class FilterButton(ChoiceButton):
    """A button that opens a list and shows the chosen entry.

    At the start, the first entry is chosen. `changed` is emitted when another entry is chosen.
    """

    changed = Signal()

    def __init__(self, theme: Theme, name: str, parent: QWidget) -> None:
        """`name` is the tooltip and the text for screen readers."""
        super().__init__(theme, name, "", parent)
        self.setToolTip(plain_tip(name))
        self._rows: Callable[[], Sequence[tuple[str, str]]] | None = None
        self.activated.connect(self._take)

    def offer_when_opened(self, rows: Callable[[], Sequence[tuple[str, str]]]) -> None:
        """Offer the result of `rows` each time the list opens.

        `rows` may be slow. The first key in its result must be "". `rows` is also called immediately if the list is
        open, if a key other than "" is chosen, or if the button shows no name yet.
        """
        self._rows = rows
        if self.current or self.is_open or not self.text():
            self.offer(rows())

    def open(self) -> None:
        """Show the list."""
        if self._rows is not None:
            self.offer(self._rows())
        super().open()

    def offer(self, rows: Sequence[tuple[str, str]]) -> None:
        """Offer names with their keys. If the chosen name is no longer offered, the first name is chosen."""
        # A name may contain line breaks, which a list would show as symbols.
        choices = [Choice(key, " ".join(text.split())) for text, key in rows]
        gone = all(choice.key != self.current for choice in choices)
        self.set_choices(choices, choices[0].key if gone else self.current)
        if gone:
            self.changed.emit()

    def choose(self, key: str) -> None:
        """Choose the entry with this key."""
        if key != self.current:
            self.set_choices(self.model.offered, key)
            self.changed.emit()

    def _take(self, choice: Choice) -> None:
        self.choose(choice.key)


class SuggestButton(ChoiceButton):
    """A square button with a list of suggestions. `suggested` is emitted with the picked word."""

    suggested = Signal(str)

    def __init__(self, theme: Theme, label: str, parent: QWidget | None = None) -> None:
        """`label` is the tooltip and the text for screen readers."""
        super().__init__(theme, label, "", parent)
        self.setAccessibleName(label)
        set_tip(self, label)
        self.activated.connect(self._suggest)
        set_lengths(theme, self, width=34)

    def set_words(self, words: Sequence[str]) -> None:
        """Offer other words. The button is disabled if there are none."""
        self.set_choices([Choice(word, word) for word in words])
        self.setEnabled(bool(words))

    def _suggest(self, choice: Choice) -> None:
        self.suggested.emit(choice.text)

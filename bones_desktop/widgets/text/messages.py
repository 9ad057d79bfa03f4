"""Messages: the banner, the toast over the heading, the text of an empty page, and texts for screen readers."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from bones_desktop.rules.records import Record
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.focus import OVER_RINGS, give_back_focus
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import delete_all, put_before
from bones_desktop.widgets.pushbuttons import push_button, tool_button
from bones_desktop.widgets.scaled import set_sheet_property
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording.language import _

Deed = tuple[str, Callable[[], object]]
"""Text of a button and the function that the button calls."""


class Nothing(Guarded, QWidget):
    """Shows a centred text on an empty page, and below it up to two buttons for useful actions."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._calls: tuple[Callable[[], object], ...] = ()
        self._text = plain_label(self, role="muted", wrap=True)
        self._text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.acts = tuple(push_button(self, "", partial(self._act, place)) for place in range(2))
        buttons = hbox(None, STRETCH, *self.acts, STRETCH, theme=theme, gap=8)
        column = vbox(self, STRETCH, self._text, buttons, theme=theme, gap=12, edges=(8, 0, 8, 0))
        column.addStretch(2)

    @property
    def act(self) -> QWidget:
        """The button for the first action."""
        return self.acts[0]

    @property
    def text(self) -> str:
        """The text shown."""
        return self._text.text()

    def say(self, text: str, *deeds: Deed) -> None:
        """Show `text`, and a button for each of `deeds`, at most two."""
        self._text.setText(text)
        self._calls = tuple(call for _words, call in deeds)
        for place, button in enumerate(self.acts):
            button.setVisible(place < len(deeds))
            if place < len(deeds):
                button.setText(deeds[place][0])

    def _act(self, place: int) -> None:
        self._calls[place]()


def announce(widget: QWidget, text: str) -> None:
    """Let a screen reader say `text` after it has finished its current text.

    Do nothing without a screen reader, or while `widget` is on a hidden page.
    """
    # Imported late: importing these classes is slow and would delay the start.
    from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent

    if QAccessible.isActive() and widget.isVisible():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))


class BannerAction(Record):
    """A button of the banner."""

    text: str
    call: Callable[[], object]
    undoes: bool = False
    """True if the button undoes the reported action."""


class Banner(QFrame):
    """Shows one message at a time; a new message replaces the old one. Without a message the banner is hidden."""

    changed = Signal()
    """Emitted when a message is shown, replaced or hidden."""
    spoken = Signal(str)
    """Emitted with each new message."""

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, closable: bool = True) -> None:
        super().__init__(parent)
        self.setObjectName("banner")
        self._undo: BannerAction | None = None
        self._text = plain_label(self)
        self._text.setWordWrap(True)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._details = plain_label(self, role="muted")
        self._details.setWordWrap(True)
        self._buttons = QHBoxLayout()
        close = _("Close this message")
        self._close = tool_button(self, self.dismiss, theme=theme, icon="close", name=close, tip=close)
        self._close.setAutoRaise(True)
        self._close.setVisible(closable)
        words = vbox(None, self._text, self._details, theme=theme, gap=4)
        layout = hbox(self, (words, 1), self._buttons, theme=theme, gap=12, edges=(16, 8, 8, 8))
        layout.addWidget(self._close, 0, Qt.AlignmentFlag.AlignTop)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.dismiss)
        self._before: QWidget | None = None
        """The widget that had the focus before it moved into the banner."""
        if isinstance(app := QApplication.instance(), QApplication):
            app.focusChanged.connect(self._follow_focus)
        self.hide()

    def _follow_focus(self, before: QWidget | None, now: QWidget | None) -> None:
        if now is not None and self.isAncestorOf(now) and not (before is not None and self.isAncestorOf(before)):
            self._before = before

    @property
    def text(self) -> str:
        """The message shown; "" for none."""
        return self._text.text() if not self.isHidden() else ""

    def show_message(
        self,
        text: str,
        *,
        details: str = "",
        tone: str = "neutral",
        actions: Sequence[BannerAction] = (),
        seconds: int = 0,
    ) -> None:
        """Show `text` (plain, not markup). `tone` is "neutral", "good", "warn" or "bad".

        With `seconds`, the message disappears after this time. Use `seconds` only if the user need not answer.
        """
        self._text.setText(text)
        self._details.setText(details)
        self._details.setVisible(bool(details))
        delete_all(self._buttons)
        made = [push_button(self, entry.text, partial(self._answer, entry.call)) for entry in actions]
        for button in made:
            self._buttons.addWidget(button)
        # New buttons are at the end of the Tab order, but the user must reach them before the closing button.
        put_before(self._close, made)
        set_sheet_property(self, "tone", tone)
        self._timer.stop()
        if seconds:
            self._timer.start(seconds * 1000)
        self.setAccessibleName(text)
        self._undo = next((entry for entry in actions if entry.undoes), None)
        self.show()
        announce(self, text)
        self.spoken.emit(text)
        self.changed.emit()

    @property
    def undo(self) -> BannerAction | None:
        """The action of the current message that undoes the reported action; None if there is none."""
        return self._undo if not self.isHidden() else None

    def take_back(self) -> None:
        """Undo the reported action if the message has a button for this."""
        offer = self.undo
        if offer is not None:
            self._answer(offer.call)

    def dismiss(self) -> None:
        """Hide the message. If the focus is in the message, return it to the widget that had it before."""
        self._timer.stop()
        if not self.isHidden():
            now, before = QApplication.focusWidget(), self._before
            # The focus is moved only if it is in the banner: the user may have moved it elsewhere.
            held = now is not None and self.isAncestorOf(now)
            self.hide()
            if held:
                give_back_focus(before)
            self.changed.emit()

    def _answer(self, call: Callable[[], object]) -> None:
        # The banner is hidden first, because the action may show another message.
        self.dismiss()
        call()


class Toast(Guarded, QLabel):
    """A message over its parent, near the upper edge, that covers neither `clear` nor the primary button of a page.

    A click closes the message.

    The message moves nothing on the page. It reports finished actions, and may offer a next step.
    """

    spoken = Signal(str)
    """Emitted with the text of each message when a screen reader should say it."""

    def __init__(self, theme: Theme, parent: QWidget, clear: QLabel | None = None) -> None:
        super().__init__(parent)
        self._clear = clear
        self.setObjectName("toast")
        self.setProperty(OVER_RINGS, True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._theme = theme
        self._page = parent
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setWordWrap(True)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.hide)
        self.button: QPushButton | None = None
        """The button for the next step; None if the message has none."""
        parent.installEventFilter(self)
        self.hide()

    def show_message(
        self,
        text: str,
        *,
        tone: str = "neutral",
        seconds: float = 5,
        action: BannerAction | None = None,
        speak: bool = True,
    ) -> None:
        """Show `text` (plain, not markup) for some seconds. A new message replaces the old one.

        A message with an `action` stays until the user does the action, or until `leave` or a click closes the message.
        Unless `speak` is True, a screen reader says nothing until the method `speak` is called.
        """
        self._take_button()
        if action is not None:
            self.button = push_button(self, action.text, partial(self._answer, action.call))
            self.button.show()
        self.setText(text)
        self.setAccessibleName(text)
        set_sheet_property(self, "tone", tone)
        self._place()
        self.show()
        self.raise_()
        if speak:
            self.speak()
        self._timer.stop()
        # A message with an action must not disappear while the user is about to press its button.
        if action is None:
            self._timer.start(round(seconds * 1000))

    def speak(self) -> None:
        """Let a screen reader say the message."""
        announce(self, self.text())
        self.spoken.emit(self.text())

    def leave(self) -> None:
        """Close a message that waits for an answer, because the user leaves the page."""
        if self.button is not None:
            self.dismiss()

    def _answer(self, call: Callable[[], object]) -> None:
        self.dismiss()
        call()

    def _take_button(self) -> None:
        button, self.button = self.button, None
        if button is not None:
            button.hide()
            button.deleteLater()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move the message when its parent is resized."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)

    def mousePressEvent(self, _event: QMouseEvent) -> None:
        """Hide the message when it is clicked."""
        self.dismiss()

    def withdraw_refusal(self) -> None:
        """Hide the message if it is a refusal, because a later action has succeeded. Other messages stay."""
        if self.property("tone") == "warn":
            self.dismiss()

    def withdraw_hint(self) -> None:
        """Hide the message if it is a refusal or a hint, because a roll makes it obsolete. Other messages stay."""
        if self.property("tone") in {"warn", "neutral"}:
            self.dismiss()

    def dismiss(self) -> None:
        """Hide the message at once."""
        self._timer.stop()
        self.hide()
        self._take_button()

    def _place(self) -> None:
        room = self._page.rect()
        widest = min(self._theme.px(680), room.width() - self._theme.px(48))
        gap = self._theme.px(16)
        beside = 0 if self.button is None else self.button.sizeHint().width() + gap
        # The margins set here replace those of the style sheet.
        above = self._theme.px(8)
        self.setContentsMargins(0, above, beside, above)
        gaps = self._theme.px(48) + beside
        words = self.fontMetrics().horizontalAdvance(self.text()) + gaps
        # A short message is narrow, a long one wraps.
        width = min(widest, words)
        height = self.heightForWidth(width)
        if self.button is not None:
            height = max(height, self.button.sizeHint().height() + gap // 2)
        place = QRect(room.center().x() - width // 2, room.top() + self._theme.px(6), width, height)
        # The name of the character must stay visible, so the toast is placed to its right or below it.
        clear = self._clear
        if clear is not None and clear.isVisible() and self._page.isAncestorOf(clear):
            name = QRect(clear.mapTo(self._page, QPoint()), clear.sizeHint().boundedTo(clear.size()))
            if name.intersects(place):
                place.moveLeft(min(name.right() + gap, room.right() - gap - width))
                if name.intersects(place):
                    place.moveTop(name.bottom() + gap)
        for button in self._page.findChildren(QPushButton):
            if button.property("kind") == "primary" and button.isVisible():
                step = QRect(button.mapTo(self._page, QPoint()), button.size())
                if step.intersects(place):
                    place.moveTop(step.bottom() + gap)
        self.setGeometry(place)
        if self.button is not None:
            side = self.button.sizeHint()
            self.button.setGeometry(
                place.width() - gap // 2 - side.width(), (height - side.height()) // 2, side.width(), side.height()
            )

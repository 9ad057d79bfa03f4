"""Popups next to a widget, deleted after closing, and questions that do not block the window."""

from collections.abc import Callable, Mapping
from functools import cached_property, partial, wraps
from pathlib import Path
from typing import Any, Final, TypeVar

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, QThread, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent
from PySide6.QtWidgets import QFileDialog, QFrame, QMessageBox, QVBoxLayout, QWidget
from shiboken6 import isValid

from bones_desktop.storage.files.textfiles import may_be_there
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import FitBoard, FitScroll, height_at, place_in
from bones_desktop.widgets.scaled import set_gaps
from bones_desktop.wording.language import _


def beside(owner: QWidget, size: QSize, gap: int) -> QRect:
    """Return the screen rectangle of a popup: below `owner`, or above `owner` if there is more room.

    The rectangle has the given `size`, or is smaller if the screen is too small.
    """
    room = owner.screen().availableGeometry()
    corner = owner.mapToGlobal(QPoint(0, 0))
    below = room.bottom() - corner.y() - owner.height() - gap
    above = corner.y() - room.top() - gap
    width, height = min(size.width(), room.width()), min(size.height(), max(below, above))
    x = place_in(owner, QRect(corner, owner.size()), QRect(corner, QSize(width, height))).x()
    x = max(room.left(), min(x, room.right() - width))
    y = corner.y() + owner.height() + gap if height <= below else corner.y() - height - gap
    return QRect(x, y, width, height)


class Popup(Guarded, QFrame):
    """A frame that Escape or a click outside closes. It emits `closed` after closing.

    Create the popup with `while_open`, which deletes it after closing, or pass it to `rest_when_closed`, which frees
    its picture.
    """

    closed = Signal()

    def __init__(self, theme: Theme, name: str, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._theme = theme
        self.setProperty("kind", "card")
        # With this, a popup takes font and style from its parent, which a separate window would not do.
        self.setAttribute(Qt.WidgetAttribute.WA_WindowPropagation)
        self.setAccessibleName(name)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
            return
        super().keyPressEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Emit `closed`."""
        super().hideEvent(event)
        self.closed.emit()


class FormPopup(Popup):
    """A popup with fields in a column on `board`, which scrolls if the screen is too low."""

    def __init__(self, theme: Theme, name: str, width: int, gap: int, parent: QWidget) -> None:
        """`width` and `gap`, the distance between rows, are in pixels at 100 % text size."""
        super().__init__(theme, name, parent)
        self._width = width
        self.board = FitBoard(self)
        self._rows = QVBoxLayout(self.board)
        set_gaps(theme, self._rows, gap=gap, edges=(16, 12, 16, 12))
        self.area = FitScroll(self.board, self)
        self._outer = QVBoxLayout(self)
        self._outer.setContentsMargins(1, 1, 1, 1)
        self._outer.addWidget(self.area)

    def _open(self, owner: QWidget) -> None:
        self._fit(owner)
        self.show()
        # The popup is placed again here, because its height is known only after it is shown.
        self._fit(owner)

    def _fit(self, owner: QWidget) -> None:
        width = self._theme.px(self._width)
        margins, frame = self.contentsMargins(), self._outer.contentsMargins()
        rim = margins.left() + margins.right() + frame.left() + frame.right()
        height = height_at(self._rows, width - rim) + rim
        self.setGeometry(beside(owner, QSize(width, height), self._theme.px(4)))


_LATER_MS: Final = 200
"""Milliseconds between checks whether a nested event loop has ended."""
_OwnerT = TypeVar("_OwnerT")
_PopupT = TypeVar("_PopupT", bound=QWidget)


def while_open(make: Callable[[_OwnerT], _PopupT]) -> cached_property[_PopupT]:
    """Make a property of a method that creates a popup. A closed popup is deleted, and created again on demand.

    A page has many popups, and the user opens few of them. Code that runs after closing must not call `processEvents`,
    which would delete the popup while it still handles the key or click that closed it. The deletion waits until nested
    event loops end.
    """

    @wraps(make)
    def made(owner: _OwnerT) -> _PopupT:
        popup = make(owner)
        popup.installEventFilter(_LetGo(popup, vars(owner), make.__name__))
        return popup

    # The property is stored in the owner's dictionary, from which the filter can remove it.
    return cached_property(made)


def has_popup(owner: object) -> bool:
    """Return whether the cached property `popup` exists. Reading it would create the popup."""
    return "popup" in vars(owner)


class _LetGo(Guarded, QObject):
    """Removes a closed popup from its owner's properties and deletes it.

    The filter is a child of the popup and deleted with it.
    """

    def __init__(self, popup: QWidget, kept: dict[str, Any], name: str) -> None:
        super().__init__(popup)
        self._popup, self._kept, self._name = popup, kept, name

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Delete a hidden popup after the code that closed it has finished. No event is filtered out."""
        if event.type() == QEvent.Type.Hide and not event.spontaneous():
            self._kept.pop(self._name, None)
            # When Qt deletes the owner, it hides the popup first; by now this filter may be deleted already.
            if isValid(self):
                QTimer.singleShot(0, self, self._delete)
        return False

    def _delete(self) -> None:
        if self._popup.isVisible():
            # The owner has shown the popup again in the meantime.
            return
        # The code that closed the popup is running a nested event loop and will return to the popup.
        if QThread.currentThread().loopLevel() > 1:
            QTimer.singleShot(_LATER_MS, self, self._delete)
        else:
            self._popup.deleteLater()


def rest_when_closed(popup: QWidget, owner: QWidget | None = None) -> None:
    """Free the picture of `popup` after each closing. The popup gets a new picture when it opens again.

    A hidden window keeps its pixels in memory. Use this for popups that must be kept, because they remember their
    content or belong to Qt. For a popup created by Qt, pass an `owner` created in Python: if the filter were a child of
    the popup, PySide would delete the filter's Python part.
    """
    popup.installEventFilter(_Rest(popup, owner or popup))


class _Rest(Guarded, QObject):
    """Frees the picture of a popup. The filter is a child of the popup or of its owner, and deleted with it."""

    def __init__(self, popup: QWidget, owner: QWidget) -> None:
        super().__init__(owner)
        self._popup = popup

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Delete a hidden popup after the code that closed it has finished. No event is filtered out."""
        if event.type() == QEvent.Type.Hide and not event.spontaneous():
            QTimer.singleShot(0, self, self._rest)
        return False

    def _rest(self) -> None:
        if not self._popup.isVisible():
            # Only the native window is destroyed. The widget and its content remain.
            self._popup.destroy()


def ask(
    parent: QWidget | None,
    title: str,
    text: str,
    answers: Mapping[str, Callable[[], object]],
    stay: str,
    *,
    loses: bool = False,
) -> QMessageBox:
    """Ask `text` (plain, not markup). `answers` maps the text of each button to the function that it calls.

    `stay` is the text of the button that changes nothing; Enter and Escape press this button. With `loses`, the answers
    delete something for good, and some desktops mark their buttons as dangerous.
    """
    role = QMessageBox.ButtonRole.DestructiveRole if loses else QMessageBox.ButtonRole.AcceptRole
    box = QMessageBox(QMessageBox.Icon.Warning, title, text, parent=parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for words, call in answers.items():
        button = box.addButton(words, role)
        # The default value `call=call` keeps the function of this iteration.
        button.clicked.connect(lambda _checked=False, call=call: call())
    safe = box.addButton(stay, QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(safe)
    box.setEscapeButton(safe)
    # `exec` would start a nested event loop, in which timers could run during a half-finished step.
    box.open()
    return box


def ask_where(
    parent: QWidget, title: str, first: Path, ending: str, kinds: str, write: Callable[[Path], object]
) -> QFileDialog:
    """Ask for a file name that ends in `ending`, suggest `first`, and call `write` with the path.

    `kinds` is the filter of the dialog. A file dialog asks before it replaces a file of the typed name. It does not ask
    if `ending` is added afterwards. Therefore this function adds the ending and asks again before it replaces an
    existing file.
    """
    dialog = QFileDialog(parent, title, str(first), kinds)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setFileMode(QFileDialog.FileMode.AnyFile)

    def chosen(name: str) -> None:
        path = Path(name)
        if path.name.casefold().endswith(ending.casefold()):
            write(path)
            return
        path = path.with_name(path.name + ending)
        if not may_be_there(path):
            write(path)
            return
        text = _("{name} is already in {folder}. Replace it?").format(name=path.name, folder=path.parent)
        ask(parent, title, text, {_("Replace"): partial(write, path)}, _("Cancel"), loses=True)

    dialog.fileSelected.connect(chosen)
    dialog.open()
    return dialog

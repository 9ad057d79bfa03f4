"""Popups beside a widget that are let go when closed, and questions that do not block the window."""

from collections.abc import Callable, Mapping
from functools import cached_property, wraps
from pathlib import Path
from typing import Any, Final, TypeVar

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, QThread, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent
from PySide6.QtWidgets import QFileDialog, QFrame, QMessageBox, QVBoxLayout, QWidget
from shiboken6 import isValid

from bones_desktop.storage.files.textfiles import may_be_there
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import FitBoard, FitScroll, height_at
from bones_desktop.widgets.scaled import set_gaps
from bones_desktop.wording.language import _


def beside(owner: QWidget, size: QSize, gap: int) -> QRect:
    """Return where on the screen a popup of `size` opens: below `owner`, or above it where there is more room.

    It is smaller than `size` where the screen has less room.
    """
    room = owner.screen().availableGeometry()
    corner = owner.mapToGlobal(QPoint(0, 0))
    below = room.bottom() - corner.y() - owner.height() - gap
    above = corner.y() - room.top() - gap
    width, height = min(size.width(), room.width()), min(size.height(), max(below, above))
    x = max(room.left(), min(corner.x(), room.right() - width))
    y = corner.y() + owner.height() + gap if height <= below else corner.y() - height - gap
    return QRect(x, y, width, height)


class Popup(Guarded, QFrame):
    """A frame that Escape and any click outside close; `closed` follows.

    Whoever makes it lets it go then, by `while_open`, or rest, by `rest_when_closed`.
    """

    closed = Signal()

    def __init__(self, theme: Theme, name: str, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._theme = theme
        self.setProperty("kind", "card")
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
    """Fields below one another on `board`, which scrolls where the screen is too low for it."""

    def __init__(self, theme: Theme, name: str, width: int, gap: int, parent: QWidget) -> None:
        """Take `width` and the `gap` between two rows in pixels at 100 % text size."""
        super().__init__(theme, name, parent)
        self._width, self._gap = width, gap
        self.board = FitBoard(self)
        self._rows = QVBoxLayout(self.board)
        set_gaps(theme, self._rows, edges=(16, 12, 16, 12))
        self.area = FitScroll(self.board, self)
        self._outer = QVBoxLayout(self)
        self._outer.setContentsMargins(1, 1, 1, 1)
        self._outer.addWidget(self.area)

    def restyle(self) -> None:
        """Take the sizes and fonts of the theme."""
        px = self._theme.px
        self._rows.setSpacing(px(self._gap))

    def _open(self, owner: QWidget) -> None:
        self._fit(owner)
        self.show()
        # Only what is shown knows its height.
        self._fit(owner)

    def _fit(self, owner: QWidget) -> None:
        width = self._theme.px(self._width)
        margins, frame = self.contentsMargins(), self._outer.contentsMargins()
        rim = margins.left() + margins.right() + frame.left() + frame.right()
        height = height_at(self._rows, width - rim) + rim
        self.setGeometry(beside(owner, QSize(width, height), self._theme.px(4)))


_LATER_MS: Final = 200
"""How long to wait before asking again whether a loop is over."""
_OwnerT = TypeVar("_OwnerT")
_PopupT = TypeVar("_PopupT", bound=QWidget)


def while_open(make: Callable[[_OwnerT], _PopupT]) -> cached_property[_PopupT]:
    """Make a property of a method that makes a popup: it is deleted once it was closed, and made anew when asked for.

    A page has many popups, and few are opened. Nothing that follows from its closing may call `processEvents`, which
    would delete it while it still handles the key or click that closed it; a loop within the program's is waited for.
    """

    @wraps(make)
    def made(owner: _OwnerT) -> _PopupT:
        popup = make(owner)
        popup.installEventFilter(_LetGo(popup, vars(owner), make.__name__))
        return popup

    return cached_property(made)


def has_popup(owner: object, name: str = "popup") -> bool:
    """Return whether the popup is there that `owner` has as a cached property: to ask for it would make it."""
    return name in vars(owner)


class _LetGo(Guarded, QObject):
    """Takes a popup that was closed from where it is kept, and deletes it: its child, so that both go together."""

    def __init__(self, popup: QWidget, kept: dict[str, Any], name: str) -> None:
        super().__init__(popup)
        self._popup, self._kept, self._name = popup, kept, name

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Wait until whatever closed the popup is through with it, and let all events pass."""
        if event.type() == QEvent.Type.Hide and not event.spontaneous():
            self._kept.pop(self._name, None)
            if isValid(self):  # what goes with its owner hides too
                QTimer.singleShot(0, self, self._delete)
        return False

    def _delete(self) -> None:
        if self._popup.isVisible():
            return  # whoever kept it shows it again
        if QThread.currentThread().loopLevel() > 1:  # what closed it waits in a loop of its own
            QTimer.singleShot(_LATER_MS, self, self._delete)
        else:
            self._popup.deleteLater()


def rest_when_closed(popup: QWidget, owner: QWidget | None = None) -> None:
    """Give up the picture of `popup` each time it was closed; it gets a new one when it opens.

    A hidden window keeps every pixel it had. This is for what is kept all the same: windows that remember what is in
    them, and lists of Qt's own. A popup that Qt made needs an `owner` made here: what is put below it would lose its
    Python half with it.
    """
    popup.installEventFilter(_Rest(popup, owner or popup))


class _Rest(Guarded, QObject):
    """A child of the popup or of what it belongs to, so that both go together."""

    def __init__(self, popup: QWidget, owner: QWidget) -> None:
        super().__init__(owner)
        self._popup = popup

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Wait until whatever closed the popup is through with it, and let all events pass."""
        if event.type() == QEvent.Type.Hide and not event.spontaneous():
            QTimer.singleShot(0, self, self._rest)
        return False

    def _rest(self) -> None:
        if not self._popup.isVisible():
            self._popup.destroy()


def ask(
    parent: QWidget | None, title: str, text: str, answers: Mapping[str, Callable[[], object]], stay: str
) -> QMessageBox:
    """Ask `text` (plain, never read as markup), with a button for each of `answers` that calls what it names.

    `stay` is the button that changes nothing; Enter and Escape mean it.
    """
    box = QMessageBox(QMessageBox.Icon.Warning, title, text, parent=parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for words, call in answers.items():
        button = box.addButton(words, QMessageBox.ButtonRole.DestructiveRole)
        button.clicked.connect(lambda _checked=False, call=call: call())
    safe = box.addButton(stay, QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(safe)
    box.setEscapeButton(safe)
    box.open()
    return box


def ask_where(
    parent: QWidget, title: str, first: Path, ending: str, kinds: str, write: Callable[[Path], object]
) -> QFileDialog:
    """Ask for a file whose name ends in `ending`, `first` proposed, and call `write` with its path.

    `kinds` is the filter shown. The dialogs of desktops ask before they replace the file that was typed, but would not
    know of an ending that Qt adds afterwards: so it is added here, and a file found under that name is asked about.
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
        ask(parent, title, text, {_("Replace"): lambda: write(path)}, _("Cancel"))

    dialog.fileSelected.connect(chosen)
    dialog.open()
    return dialog

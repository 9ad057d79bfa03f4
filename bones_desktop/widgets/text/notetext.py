"""Display of a note: names in double brackets are links, and links without a target are marked."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSize, Qt, QUrl, Signal
from PySide6.QtGui import QImageReader, QResizeEvent, QTextBlockFormat, QTextCharFormat, QTextCursor, QTextImageFormat
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from bones_desktop.rules.typedtext import linked_parts
from bones_desktop.storage.files.textfiles import is_file
from bones_desktop.theme.measures import make_font
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.wording.language import _

_LEADING: Final = 140
"""Line height in per cent."""
_SHAPE: Final = QTextBlockFormat()
_SHAPE.setLineHeight(_LEADING, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
_MARGIN: Final = 24
"""Width in pixels that a picture leaves free for the scroll bar and the frame."""


def picture_named(folder: Path, name: str) -> Path | None:
    """Return the picture of this file name in `folder`; None if there is none."""
    # A name with a path would show a file from another folder.
    path = folder / name
    return path if path.parent == folder and name not in {"", ".", ".."} and is_file(path) else None


class NoteText(Guarded, QTextBrowser):
    """Shows a note. Tab moves from link to link. Enter or a click opens a link."""

    link_opened = Signal(str)
    """Emitted with the name of a link."""

    def __init__(self, name: str, theme: Theme, parent: QWidget) -> None:
        """`name` is for screen readers."""
        super().__init__(parent)
        self._theme = theme
        self._names: list[str] = []
        self._again: Callable[[], None] = self.clear
        self._has_pictures = False
        self._fixed = 0
        """Size of letters in pixels; 0 for the same size as other texts."""
        self._shown_for = QSize()
        self.setAccessibleName(name)
        self.setOpenLinks(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.anchorClicked.connect(self._open)
        theme.changed.connect(self._restyle)

    def show_note(
        self,
        text: str,
        *,
        title: str = "",
        is_there: Callable[[str], bool] | None = None,
        picture: Callable[[str], Path | None] | None = None,
    ) -> None:
        """Show a note with links. A link is marked as missing if `is_there` returns False for its name.

        Without `is_there`, links are shown as plain words. With `picture`, a picture replaces each link for which
        `picture` returns a path.
        """

        def show() -> None:
            self._names = []
            self._shown_for = self.size()
            self.clear()
            cursor = QTextCursor(self.document())
            cursor.setBlockFormat(_SHAPE)
            if title:
                cursor.insertText(title, self._plain(bold=True))
                cursor.insertBlock(_SHAPE, self._plain())
            for words, name in linked_parts(text):
                path = picture(name) if picture is not None and name else None
                if path is not None:
                    self._insert_picture(cursor, path)
                elif name and is_there is not None:
                    self._insert_link(cursor, words, name, is_there(name))
                else:
                    cursor.insertText(words, self._plain())
            self.moveCursor(QTextCursor.MoveOperation.Start)

        self._again, self._has_pictures = show, picture is not None
        show()

    def set_letters(self, pixels: int) -> None:
        """Set the text size, in pixels."""
        if pixels != self._fixed:
            self._fixed = pixels
            self._again()

    @property
    def _letters(self) -> int:
        return self._fixed or self._theme.px(15)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit pictures to the new size."""
        super().resizeEvent(event)
        # Qt also sends this event when a scroll bar appears or disappears, even while content is being inserted. In
        # these cases the size of the widget is unchanged, and the pictures still fit.
        if self._has_pictures and self.size() != self._shown_for:
            self._again()

    def _plain(self, *, bold: bool = False) -> QTextCharFormat:
        plain = QTextCharFormat()
        plain.setFont(make_font("serif" if bold else "sans", self._letters * (4 if bold else 3) // 3, bold=bold))
        plain.setForeground(self._theme.color("text"))
        return plain

    def _insert_link(self, cursor: QTextCursor, words: str, name: str, there: bool) -> None:
        link = self._plain()
        link.setAnchor(True)
        # The address is a number, because a name may contain characters with a special meaning in addresses.
        link.setAnchorHref(str(len(self._names)))
        link.setFontUnderline(True)
        link.setForeground(self._theme.color("accent" if there else "bad"))
        cursor.insertText(words if there else _("{words} (not found)").format(words=words), link)
        self._names.append(name)

    def _insert_picture(self, cursor: QTextCursor, path: Path) -> None:
        shown = QTextImageFormat()
        shown.setName(QUrl.fromLocalFile(str(path)).toString())
        size = QImageReader(str(path)).size()
        # Space is left above the picture for the title and a line of text.
        above = 5 * self._letters
        room = self.contentsRect().size() - QSize(
            _MARGIN + self.verticalScrollBar().sizeHint().width(), _MARGIN + above
        )
        # The whole picture is visible at once. Enlarging it to more than twice its size would only blur it.
        shown.setWidth(max(1, size.scaled(room.boundedTo(size * 2), Qt.AspectRatioMode.KeepAspectRatio).width()))
        if cursor.block().text():
            cursor.insertBlock()
        # Without this, the line spacing would also multiply the height of the picture.
        cursor.setBlockFormat(QTextBlockFormat())
        cursor.insertImage(shown)
        cursor.insertBlock(_SHAPE)

    def _open(self, address: QUrl) -> None:
        self.link_opened.emit(self._names[int(address.toString())])

    def _restyle(self) -> None:
        self._again()

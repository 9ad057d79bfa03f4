"""The portrait on the Story page: shown, chosen from a file, dropped, pasted, removed."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QMimeData, QRect, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QImage, QKeySequence, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFileDialog, QPushButton, QWidget

from bones_desktop.document.portraits import (
    FORMATS,
    part_shown,
    picture_from_bytes,
    picture_from_file,
    picture_from_image,
    picture_of,
    portrait_from_image,
)
from bones_desktop.rules.reasons import RulesError, reason
from bones_desktop.theme.measures import RADIUS
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, vbox
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.portraitview import PortraitView
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_lengths

_SIDE: Final = 112


class _PortraitTarget(PortraitView):
    """A picture that can be clicked, with a bright rim while another is about to be dropped."""

    clicked = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, _SIDE, parent)
        self._lit = False

    def light(self, lit: bool) -> None:
        """Show the bright rim, or not."""
        self._lit = lit
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the picture and the rim."""
        super().paintEvent(event)
        if self._lit:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self._theme.color("focus"), self._theme.px(3)))
            half = self._theme.px(3) / 2
            radius = self._theme.px(RADIUS)
            painter.drawRoundedRect(self.square().adjusted(half, half, -half, -half), radius, radius)
            painter.end()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Emit `clicked`."""
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.clicked.emit()
        super().mouseReleaseEvent(event)


class PortraitField(QWidget):
    """Asks for another portrait, or for none; `refused` is emitted for a picture that cannot be one."""

    portrait_requested = Signal(str)
    """The JPEG in Base64, "" to remove it."""
    refused = Signal(object)
    """The Reason why a picture was not taken."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._whole = QImage()
        self._parts: dict[str, QRect] = {}
        """Portraits made of the picture chosen last, and the part of it that each shows.

        The file keeps the portrait alone; while the program runs another part can be chosen, as sharp as the first.
        """
        self.view = _PortraitTarget(theme, self)
        self.view.setCursor(Qt.CursorShape.PointingHandCursor)
        self.view.clicked.connect(self.choose)
        self.change = push_button(self, "", self.choose)
        self.position = push_button(self, self.tr("Position…"), self.place)
        self.position.setAccessibleName(self.tr("Position of the portrait"))
        self.remove = QPushButton(self.tr("Remove"), self)
        self.remove.setAccessibleName(self.tr("Remove the portrait"))
        self.remove.clicked.connect(lambda: self.portrait_requested.emit(""))
        self._paste = QAction(self.tr("Paste a picture"), self)
        self._paste.setShortcut(QKeySequence(QKeySequence.StandardKey.Paste))
        self._paste.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._paste.triggered.connect(self.paste)
        self._remove = QAction(self.tr("Remove the portrait"), self)
        self._remove.setShortcut(QKeySequence(QKeySequence.StandardKey.Delete))
        self._remove.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._remove.triggered.connect(lambda: self.portrait_requested.emit(""))
        choose = QAction(self.tr("Choose a picture…"), self)
        choose.triggered.connect(self.choose)
        self.addActions([choose, self._paste, self._remove])
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        vbox(self, self.view, self.change, self.position, self.remove, STRETCH, margins=0, theme=theme, gap=4)
        set_lengths(theme, self, width=_SIDE)
        self.show_portrait("")

    def show_portrait(self, portrait: str) -> None:
        """Show a portrait, "" for none."""
        self.view.set_picture(picture_of(portrait))
        hint = self.tr("PNG, JPEG or WebP. You can also drop a picture on this page, or paste one here.")
        self.view.setToolTip(plain_tip(hint))
        self.view.setAccessibleName(self.tr("Portrait") if portrait else self.tr("No portrait yet"))
        self.change.setToolTip(plain_tip(hint))
        self.change.setText(self.tr("Change…") if portrait else self.tr("Portrait…"))
        self.change.setAccessibleName(self.tr("Change the portrait") if portrait else self.tr("Choose a portrait"))
        self.change.setAccessibleDescription(hint)
        self._portrait = portrait
        self.position.setEnabled(bool(portrait))
        self.remove.setEnabled(bool(portrait))
        self._remove.setEnabled(bool(portrait))

    def expect_drop(self, expected: bool) -> None:
        """Show where a picture held over the page will go."""
        self.view.light(expected)

    def choose(self) -> None:
        """Ask for a file."""
        dialog = QFileDialog(self, self.tr("Choose a portrait"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        endings = " ".join(f"*.{ending}" for ending in FORMATS)
        dialog.setNameFilter(self.tr("Pictures ({endings})").format(endings=endings))
        dialog.fileSelected.connect(lambda name: self.take_file(Path(name)))
        dialog.open()

    def place(self) -> None:
        """Ask which part of the picture the portrait is."""
        from bones_desktop.panels.builder.portraitcrop import CropDialog

        if self._portrait not in self._parts:
            self._whole = picture_of(self._portrait)
            self._parts = {self._portrait: self._whole.rect()}
        if not self._whole.isNull():
            dialog = CropDialog(self._whole, self._theme, self, self._parts[self._portrait])
            dialog.cropped.connect(self._place)
            dialog.open()

    def _place(self, part: QImage, where: QRect) -> None:
        portrait = portrait_from_image(part, self._theme.color("bone"))
        self._parts[portrait] = where
        self.portrait_requested.emit(portrait)

    def paste(self) -> None:
        """Take the picture on the clipboard; what is none is refused."""
        mime = QGuiApplication.clipboard().mimeData()
        if mime is None or not self.accepts(mime):
            self.refused.emit(reason("clipboard-no-picture"))
            return
        self.take(mime)

    @staticmethod
    def accepts(mime: QMimeData) -> bool:
        """Return whether something dropped or pasted holds a picture, or a file that may be one."""
        return _local_picture(mime) is not None or mime.hasImage() or _kind(mime) is not None

    def take(self, mime: QMimeData) -> None:
        """Make the portrait from what was dropped or pasted."""
        path = _local_picture(mime)
        kind = _kind(mime)
        if path is not None:
            self.take_file(path)
        elif kind is not None or any(each.startswith("image/") for each in mime.formats()):
            # Not by Qt, which would unpack whatever it can: a few bytes may be gigabytes of picture.
            self._take(lambda: picture_from_bytes(b"" if kind is None else bytes(mime.data(kind).data())))
        else:
            image = mime.imageData()
            self._take(lambda: picture_from_image(image if isinstance(image, QImage) else QImage()))

    def take_file(self, path: Path) -> None:
        """Make the portrait from a file."""
        self._take(lambda: picture_from_file(path))

    def _take(self, read: Callable[[], QImage]) -> None:
        QGuiApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            picture = read()
            portrait = portrait_from_image(picture, self._theme.color("bone"))
        except RulesError as error:
            self.refused.emit(error.reason)
            return
        finally:
            QGuiApplication.restoreOverrideCursor()
        self._whole, self._parts = picture, {portrait: part_shown(picture.size())}
        self.portrait_requested.emit(portrait)


def _kind(mime: QMimeData) -> str | None:
    """Return as which of the kinds that files may have `mime` holds a picture; None for none of them."""
    return next((each for each in ("image/png", "image/jpeg", "image/webp") if mime.hasFormat(each)), None)


def _local_picture(mime: QMimeData) -> Path | None:
    """Return the picture file in `mime`. An address with a host is none: on Windows, looking at it would log in."""
    for url in mime.urls()[:1]:
        name = url.toLocalFile() if url.isLocalFile() and not url.host() else ""
        if name.lower().endswith(tuple(f".{ending}" for ending in FORMATS)):
            return Path(name)
    return None

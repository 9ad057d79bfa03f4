"""The portrait on the Story tab: shown, chosen from a file, dropped, pasted, cropped, removed."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QMimeData, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QColor,
    QGuiApplication,
    QImage,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFileDialog, QSizePolicy, QSlider, QWidget

from bones_desktop.document.portraits import (
    FORMATS,
    part_shown,
    picture_from_bytes,
    picture_from_file,
    picture_from_image,
    picture_of,
    portrait_from_image,
)
from bones_desktop.pages.builder.builderedits import BuilderEdits
from bones_desktop.rules.reasons import RulesError, reason
from bones_desktop.theme.measures import RADIUS
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.focus import wheel_passes
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.portraitview import PortraitView
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_lengths
from bones_desktop.widgets.spoken import Role, speak_as
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording.language import _

_SIDE: Final = 112


class _PortraitTarget(PortraitView):
    """A picture that can be clicked, with a bright rim while another picture is dragged over it."""

    clicked = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, _SIDE, parent)
        self._lit = False

    def light(self, lit: bool) -> None:
        """Show or hide the bright rim, which marks where a dragged picture will go."""
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
    """Shows the portrait and lets the player choose another, or none. Unusable pictures are refused."""

    def __init__(self, theme: Theme, edits: BuilderEdits, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._edits = edits
        self._theme = theme
        self._whole = QImage()
        self._parts: dict[str, QRect] = {}
        """Portraits made from the picture chosen last, each with the part of the picture that it shows. The file keeps
        only the portrait, but while the program runs, another part of the picture can be chosen."""
        self.view = speak_as(_PortraitTarget(theme, self), Role.Graphic)
        self.view.setCursor(Qt.CursorShape.PointingHandCursor)
        self.view.clicked.connect(self.choose)
        self.change = push_button(self, "", self.choose)
        self.position = push_button(self, _("Position…"), self.place)
        self.position.setAccessibleName(_("Position of the portrait"))
        remove = partial(edits.set_portrait, "")
        self.remove = push_button(self, _("Remove"), remove)
        self.remove.setAccessibleName(_("Remove the portrait"))
        self._action(_("Choose a picture…"), self.choose)
        self._action(_("Paste a picture"), self.paste, QKeySequence.StandardKey.Paste)
        self._remove = self._action(_("Remove the portrait"), remove, QKeySequence.StandardKey.Delete)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        vbox(self, self.view, self.change, self.position, self.remove, STRETCH, margins=0, theme=theme, gap=4)
        set_lengths(theme, self, width=_SIDE)
        self.show_portrait("")

    def _action(self, text: str, call: Callable[[], object], key: QKeySequence.StandardKey | None = None) -> QAction:
        action = QAction(text, self)
        if key is not None:
            action.setShortcut(QKeySequence(key))
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(call)
        self.addAction(action)
        return action

    def show_portrait(self, portrait: str) -> None:
        """Show a portrait, "" for none."""
        self.view.set_picture(picture_of(portrait))
        hint = _("PNG, JPEG or WebP. You can also drop a picture on this page, or paste one here.")
        self.view.setToolTip(plain_tip(hint))
        self.view.setAccessibleName(_("Portrait") if portrait else _("No portrait yet"))
        self.change.setToolTip(plain_tip(hint))
        self.change.setText(_("Change…") if portrait else _("Portrait…"))
        self.change.setAccessibleName(_("Change the portrait") if portrait else _("Choose a portrait"))
        self.change.setAccessibleDescription(hint)
        self._portrait = portrait
        self.position.setEnabled(bool(portrait))
        self.remove.setEnabled(bool(portrait))
        self._remove.setEnabled(bool(portrait))

    def choose(self) -> None:
        """Ask for a file."""
        dialog = QFileDialog(self, _("Choose a portrait"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        endings = " ".join(f"*.{ending}" for ending in FORMATS)
        dialog.setNameFilter(_("Pictures ({endings})").format(endings=endings))
        dialog.fileSelected.connect(self.take_file)
        dialog.open()

    def place(self) -> None:
        """Ask which part of the picture to use as the portrait."""
        # The whole picture of a portrait from an earlier session is gone, so only the portrait itself can be cropped.
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
        self._edits.set_portrait(portrait)

    def paste(self) -> None:
        """Use the picture on the clipboard as the portrait. Anything else is refused."""
        mime = QGuiApplication.clipboard().mimeData()
        if mime is None or not self.accepts(mime):
            self._edits.refused.emit(reason("clipboard-no-picture"))
            return
        self.take(mime)

    @staticmethod
    def accepts(mime: QMimeData) -> bool:
        """Return whether dropped or pasted data contains a picture, or a file that may be one."""
        return _local_picture(mime) is not None or mime.hasImage() or _kind(mime) is not None

    def take(self, mime: QMimeData) -> None:
        """Make the portrait from dropped or pasted data."""
        path = _local_picture(mime)
        kind = _kind(mime)
        if path is not None:
            self.take_file(path)
        elif kind is not None or any(each.startswith("image/") for each in mime.formats()):
            # Qt would decode this data without a limit, and a few bytes may unpack to gigabytes.
            self._take(partial(picture_from_bytes, b"" if kind is None else bytes(mime.data(kind).data())))
        else:
            image = mime.imageData()
            self._take(partial(picture_from_image, image if isinstance(image, QImage) else QImage()))

    def take_file(self, path: Path | str) -> None:
        """Make the portrait from a file."""
        self._take(partial(picture_from_file, Path(path)))

    def _take(self, read: Callable[[], QImage]) -> None:
        # A large photo may take a moment to read and shrink.
        QGuiApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            picture = read()
            portrait = portrait_from_image(picture, self._theme.color("bone"))
        except RulesError as error:
            self._edits.refused.emit(error.reason)
            return
        finally:
            QGuiApplication.restoreOverrideCursor()
        self._whole, self._parts = picture, {portrait: part_shown(picture.size())}
        self._edits.set_portrait(portrait)


def _kind(mime: QMimeData) -> str | None:
    """Return the image type of `mime` if portraits may come from it; None otherwise."""
    return next((each for each in ("image/png", "image/jpeg", "image/webp") if mime.hasFormat(each)), None)


def _local_picture(mime: QMimeData) -> Path | None:
    """Return the picture file in `mime`.

    An address with a host is ignored: on Windows, opening it would log in there.
    """
    for url in mime.urls()[:1]:
        name = url.toLocalFile() if url.isLocalFile() and not url.host() else ""
        if name.lower().endswith(tuple(f".{ending}" for ending in FORMATS)):
            return Path(name)
    return None


_LEAST: Final = 40
"""Smallest side of a portrait, in pixels of the picture."""
_STEP: Final = 0.02
_CROP_SIDE: Final = 360


class CropView(Guarded, QWidget):
    """The picture with a square that is dragged, or moved with the arrow keys. The wheel, + and - change its size."""

    share_changed = Signal(int)
    """Emitted with the size of the square, in per cent of the largest."""

    def __init__(self, image: QImage, theme: Theme, parent: QWidget, part: QRect | None = None) -> None:
        """Begin with the square in the middle of `part`, or of the whole picture."""
        super().__init__(parent)
        self._image, self._theme = image, theme
        self._most = min(image.width(), image.height())
        part = image.rect() if part is None else part
        self._side = float(min(part.width(), part.height()))
        self._middle = QRectF(part).center()
        self._held: QPointF | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.SizeAllCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(_("Part of the picture used as the portrait"))

    @property
    def square(self) -> QRect:
        """The chosen part, in pixels of the picture."""
        side = round(self._side)
        corner = QPoint(round(self._middle.x() - side / 2), round(self._middle.y() - side / 2))
        return QRect(corner, QSize(side, side)).intersected(self._image.rect())

    def set_share(self, percent: int) -> None:
        """Set the size of the square, in per cent of the largest."""
        least = min(_LEAST, self._most)
        side = max(float(least), self._most * percent / 100)
        if side != self._side:
            self._side = side
            self.move_by(0, 0)
            self.share_changed.emit(round(side * 100 / self._most))

    def move_by(self, across: float, down: float) -> None:
        """Move the square by pixels of the picture. It cannot leave the picture."""
        half = self._side / 2
        x = max(half, min(self._image.width() - half, self._middle.x() + across))
        y = max(half, min(self._image.height() - half, self._middle.y() + down))
        self._middle = QPointF(x, y)
        self.update()

    def sizeHint(self) -> QSize:
        """Return a comfortable size."""
        return QSize(self._theme.px(_CROP_SIDE), self._theme.px(_CROP_SIDE))

    def _scale(self) -> float:
        return min(self.width() / max(1, self._image.width()), self.height() / max(1, self._image.height()))

    def _shown(self) -> QRectF:
        size = self._image.size() * self._scale()
        return QRectF(
            (self.width() - size.width()) / 2, (self.height() - size.height()) / 2, size.width(), size.height()
        )

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the picture, dimmed outside the square."""
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        shown, scale = self._shown(), self._scale()
        painter.drawImage(shown, self._image)
        square = QRectF(self.square)
        frame = QRectF(shown.topLeft() + square.topLeft() * scale, square.size() * scale)
        outside, inside = QPainterPath(), QPainterPath()
        outside.addRect(shown)
        inside.addRect(frame)
        painter.fillPath(outside.subtracted(inside), QColor(0, 0, 0, 150))
        painter.setPen(QPen(self._theme.color("focus" if self.hasFocus() else "second"), 2))
        painter.drawRect(frame.adjusted(1, 1, -1, -1))
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin dragging the square."""
        self._held = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the square."""
        if self._held is not None:
            # The scale is 0 in a view without size, which would divide by zero.
            way = (event.position() - self._held) / max(self._scale(), 0.001)
            self._held = event.position()
            self.move_by(way.x(), way.y())

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Stop dragging."""
        self._held = None

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Make the square larger or smaller."""
        self.set_share(max(1, min(100, round(self._side * 100 / self._most) - event.angleDelta().y() // 24)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move with the arrow keys, change the size with + and -."""
        step = max(1.0, self._most * _STEP)
        ways = {
            Qt.Key.Key_Left: (-step, 0.0),
            Qt.Key.Key_Right: (step, 0.0),
            Qt.Key.Key_Up: (0.0, -step),
            Qt.Key.Key_Down: (0.0, step),
        }
        way = ways.get(Qt.Key(event.key()))
        larger = {Qt.Key.Key_Plus: 5, Qt.Key.Key_Minus: -5}.get(Qt.Key(event.key()))
        if way is not None:
            self.move_by(*way)
        elif larger is not None:
            self.set_share(max(1, min(100, round(self._side * 100 / self._most) + larger)))
        else:
            super().keyPressEvent(event)


class CropDialog(QDialog):
    """Asks which part of a picture to use."""

    cropped = Signal(QImage, QRect)
    """Emitted with the chosen part, and its rectangle in the picture."""

    def __init__(self, image: QImage, theme: Theme, parent: QWidget, part: QRect | None = None) -> None:
        """Begin with the square in the middle of `part`, or of the whole picture."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(_("Position of the portrait"))
        self._image = image
        self.view = CropView(image, theme, self, part)
        set_lengths(theme, self.view, least_width=220, least_height=220)
        self.size_of_square = wheel_passes(QSlider(Qt.Orientation.Horizontal, self))
        most = min(image.width(), image.height())
        self.size_of_square.setRange(max(1, 100 * min(_LEAST, most) // most), 100)
        self.size_of_square.setValue(round(100 * self.view.square.width() / most))
        self.size_of_square.setAccessibleName(_("Size of the part"))
        self.size_of_square.valueChanged.connect(self.view.set_share)
        self.view.share_changed.connect(self.size_of_square.setValue)
        words = plain_label(self, _("Drag the frame, or use the arrows, + and -."), "muted", theme=theme, wrap=True)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, parent=self
        )
        buttons.accepted.connect(self._take)
        buttons.rejected.connect(self.reject)
        vbox(
            self,
            (self.view, 1),
            words,
            hbox(None, plain_label(self, _("Size"), theme=theme), (self.size_of_square, 1), theme=theme, gap=8),
            buttons,
            theme=theme,
            gap=8,
            edges=(16, 12, 16, 12),
        )

    def _take(self) -> None:
        self.cropped.emit(self._image.copy(self.view.square), self.view.square)
        self.accept()

"""The base of all forms of the pack window with its face button, and the forms for a pack and for a damaged file."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QSizePolicy,
    QWidget,
)

from bones_desktop.rules.acts import Parameter, Value
from bones_desktop.rules.bones.life.packs import Pack, entries_of
from bones_desktop.rules.typedtext import strip_bidi
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.packfile import PackFile, PackFileError
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actfields import AnyField, ChoiceField, Field
from bones_desktop.widgets.acts.actform import ActForm
from bones_desktop.widgets.boxes import STRETCH, fill, hbox, vbox
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.dice.facelook import FaceLook, paint_face
from bones_desktop.widgets.dice.facetile import SlotLook, paint_slot
from bones_desktop.widgets.dice.iconpalette import IconLine, PaletteIcon, PaletteModel, PaletteView
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.popups import Popup, rest_when_closed
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.text.labels import heading_label, plain_label
from bones_desktop.wording.files import file_sentence, pack_error_sentence
from bones_desktop.wording.language import _, ngettext

_ROOM: Final = 4
"""Space between the face and its focus ring."""
SIZE: Final = (420, 380)
FEW: Final = 24
"""Up to this number of icons, the popup needs less height."""
LOW: Final = 260
_PICKS: Final = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space})


class FaceButton(Guarded, QAbstractButton):
    """Draws the icons that are, or may be, on a face. A click or Space opens the choice."""

    def __init__(self, theme: Theme, size: int = 44, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._size = size
        self._look: FaceLook | SlotLook = FaceLook()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def set_look(self, look: FaceLook | SlotLook, name: str, tip: str = "") -> None:
        """Show this look. `name` is the accessible name."""
        self.setAccessibleName(name)
        self.setToolTip(plain_tip(tip or name))
        if look != self._look:
            self._look = look
            self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the face with its focus ring."""
        side = self._theme.px(self._size) + 2 * _ROOM
        return QSize(side, side)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Click the button with Enter as well as with Space."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
            return
        super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the face."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect()).adjusted(_ROOM, _ROOM, -_ROOM, -_ROOM)
        if isinstance(self._look, SlotLook):
            paint_slot(painter, rect, self._look, self._theme)
        else:
            paint_face(painter, rect, self._look, self._theme, lifted=self.underMouse() and self.isEnabled())
        if self.underMouse() and self.isEnabled():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self._theme.color("second"), 1))
            radius = rect.width() * 0.16 + 2
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), radius, radius)
        painter.end()


class IconPopup(Popup):
    """Offers icons with a search. With `stay` it stays open, so that several can be picked or removed."""

    picked = Signal(str)
    """Emitted with the code of the picked icon."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, _("Icons"), parent)
        rest_when_closed(self)
        self._stay = False
        self._key = Qt.Key.Key_unknown
        self.model = PaletteModel(self)
        self.view = PaletteView(theme, self.model, self)
        self.view.setProperty("kind", "bare")
        self.view.setAccessibleName(_("Icons for this face"))
        self.search = IconLine(self.view, self)
        self.column = vbox(self, self.search, (self.view, 1))
        self.search.textChanged.connect(self.model.search)
        self.search.return_pressed.connect(self._enter)
        self.search.escaped.connect(self.close)
        self.view.installEventFilter(self)
        self.view.picked.connect(self._pick)
        self.view.leave_requested.connect(self._left)
        self.view.typed.connect(self._type)

    def open_beside(self, anchor: QWidget, icons: Sequence[PaletteIcon], *, stay: bool = False) -> None:
        """Show `icons` near `anchor`, at a place where the screen has room."""
        px = self._theme.px
        self._stay = stay
        self.search.clear()
        self.set_icons(icons)
        room = anchor.screen().availableGeometry()
        self.column.setContentsMargins(px(12), px(12), px(8), px(12))
        self.column.setSpacing(px(8))
        wanted = LOW if len(icons) <= FEW else SIZE[1]
        width, height = min(px(SIZE[0]), room.width()), min(px(wanted), room.height() - px(16))
        self.resize(width, height)
        corner = anchor.mapToGlobal(QPoint(0, anchor.height() + px(4)))
        x = max(room.left(), min(corner.x(), room.right() - width))
        y = corner.y()
        if y + height > room.bottom():
            top = anchor.mapToGlobal(QPoint(0, 0))
            y = top.y() - px(4) - height
            if y < room.top():
                # Place the popup next to the face, so that the face stays visible.
                y = max(room.top(), room.bottom() - height)
                right, left = top.x() + anchor.width() + px(4), top.x() - px(4) - width
                x = right if right + width <= room.right() else left if left >= room.left() else x
        self.move(x, y)
        self.show()
        self.view.setFocus(Qt.FocusReason.PopupFocusReason)
        # Begin at the chosen icon, so that Enter keeps it.
        chosen = next((row for row, icon in enumerate(self.model.rows) if icon.chosen), self.model.first_allowed())
        self.view.setCurrentIndex(self.model.index(max(0, chosen)))

    def set_icons(self, icons: Sequence[PaletteIcon]) -> None:
        """Offer these icons."""
        self.model.set_icons(icons)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Remember which key left the grid."""
        if watched is self.view and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            self._key = Qt.Key(event.key())
        return super().eventFilter(watched, event)

    def _enter(self, icon: object) -> None:
        self._pick(icon)
        self.search.selectAll()  # so that the next search word replaces this one

    def _pick(self, icon: object) -> None:
        if not isinstance(icon, PaletteIcon) or not icon.allowed:
            return
        self.picked.emit(icon.code)
        if not self._stay:
            self.close()

    def _left(self) -> None:
        """Close the popup, or go up to the search.

        After a pick with Enter the popup stays open, although the grid emits `left`.
        """
        if self._key in _PICKS and self._stay:
            return
        if self._key == Qt.Key.Key_Up:
            self.search.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.close()

    def _type(self, text: str) -> None:
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)
        self.search.setText(text)


LONGEST_NAME: Final = 60
LONGEST_NOTE: Final = 2_000


class PackForm(QWidget):
    """A heading and a form of named fields. It emits edits, and changes nothing itself."""

    edited = Signal(str, object, str)
    """Emitted with the name of the undo step, the changed fields as a dict, and the key by which typing is merged (""
    for none)."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.heading = heading_label(theme, self, wrap=True)
        self.under = plain_label(self, role="muted", wrap=True, theme=theme, size=12)
        self.form = ActForm(theme, self, framed=False)
        self.form.answered.connect(self._answer)
        self._labels: dict[str, str] = {}
        head = vbox(None, self.heading, self.under, self.form, STRETCH, theme=theme, gap=8)
        self.top = hbox(None, (head, 1), theme=theme, gap=16)
        self.column = vbox(self, self.top, theme=theme, gap=8, edges=(4, 4, 12, 12))

    @property
    def fields(self) -> dict[str, AnyField]:
        """The fields of the form by their ids, which are those of the entry."""
        return self.form.fields

    def show_entry(self, name: str, under: str, *fields: Field) -> None:
        """Show the name of an entry, a line below it, and its fields with their present values."""
        self.heading.setText(name.strip() or _("No name yet"))
        self.under.setText(under)
        self._labels = {each.parameter.id: each.label for each in fields}
        self.form.show_fields([text_field("name", _("Name"), name), *fields])

    def focus_field(self, field: str, _place: int) -> None:
        """Give a field the focus."""
        self.fields.get(field, self.fields["name"]).setFocus(Qt.FocusReason.OtherFocusReason)

    def changes(self, id: str, value: Value) -> dict[str, object]:
        """Return the changed fields of the entry for a new answer."""
        return {id: value}

    def _answer(self, id: str, value: Value) -> None:
        step = _("Change {what}").format(what=self._labels.get(id, _("Name")).lower())
        # Choices are no text that is typed, so each is a step of its own.
        self.edited.emit(step, self.changes(id, value), "" if isinstance(self.fields[id], ChoiceField) else id)


def text_field(id: str, label: str, text: str, most: int = LONGEST_NAME, lines: int = 0) -> Field:
    """Return the field for a text."""
    return Field(Parameter.text(id, text, most), label, lines=lines)


def kind_field(kinds: dict[str, str], now: str) -> Field:
    """Return the field for the kind of an entry, given the names of all kinds."""
    choices = tuple(Choice(key, text) for key, text in kinds.items())
    return Field(Parameter.choice("kind", kinds, now), _("Kind"), choices=choices)


class AboutPackForm(PackForm):
    """Name, author and note of a pack."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._file = plain_label(self, role="muted", wrap=True)
        self._file.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        fill(self.column, self._file, STRETCH)

    def show_pack(self, file: PackFile) -> None:
        """Show name, author, note and size of a pack."""
        pack: Pack = file.pack
        count = sum(map(len, entries_of(pack).values()))
        entries = ngettext("one entry", "{count} entries", count).format(count=count)
        self.show_entry(
            pack.name,
            _("Pack · {id} · {entries}").format(id=pack.id, entries=entries),
            text_field("author", _("Author"), pack.author),
            text_field("note", _("Note"), pack.note, LONGEST_NOTE, 5),
        )
        kept = _("Kept in {path}").format(path=strip_bidi(str(file.path)))
        hint = _("Add cultures, backgrounds, occupations, equipment and races with “New”.")
        # Only a new, empty pack needs this hint.
        self._file.setText(kept if count else f"{hint}\n{kept}")

    def changes(self, id: str, value: Value) -> dict[str, object]:
        """Cut a note that was pasted and is too long."""
        return {id: str(value)[:LONGEST_NOTE]}


class DamagedPackForm(QWidget):
    """The errors of a file that cannot be used, and buttons with remedies. The owner connects them."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading = heading_label(theme, self, wrap=True)
        self.text = plain_label(self, wrap=True)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.again = push_button(self, _("Read again"), tip=_("Read the folder again after fixing the file"))
        self.folder = push_button(self, _("Open folder"))
        tip = _("Move the file to the folder “removed” beside the packs")
        self.aside = push_button(self, _("Put aside"), tip=tip)
        buttons = hbox(None, self.again, self.folder, self.aside, STRETCH)
        # The buttons are above the errors, because there may be more errors than the window has room for.
        vbox(self, self.heading, buttons, self.text, STRETCH, theme=theme, gap=12, edges=(4, 4, 12, 12))

    def show_error(self, error: PackFileError | FileProblem) -> None:
        """Show why the file cannot be used."""
        self.heading.setText(_("{name} cannot be used").format(name=strip_bidi(error.path.name)))
        if isinstance(error, PackFileError):
            errors = "\n\n".join(pack_error_sentence(each) for each in error.errors)
            mend = _("Fix the file in a text editor, save it, then choose “Read again”.")
            self.text.setText(f"{errors}\n\n{mend}")
        else:
            self.text.setText(file_sentence(error))

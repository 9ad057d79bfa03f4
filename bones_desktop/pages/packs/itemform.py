"""The form of an equipment die: its kind, its range and any six faces."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QGridLayout, QHBoxLayout, QPushButton, QSpinBox, QWidget

from bones_desktop.pages.packs.facebutton import FaceButton, IconPopup
from bones_desktop.pages.packs.packforms import PackForm
from bones_desktop.rules.bones.book.character import ItemKind
from bones_desktop.rules.bones.book.icons import BLANK, Face
from bones_desktop.rules.bones.book.notation import face_name, icon_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.life.packs import PackItem
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox
from bones_desktop.widgets.choice.buttons import ChoiceButton
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.dice.dienet import PLACES
from bones_desktop.widgets.dice.facelook import FaceLook
from bones_desktop.widgets.dice.iconpalette import PaletteIcon
from bones_desktop.widgets.focus import wheel_passes
from bones_desktop.widgets.scaled import set_gaps, set_lengths
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording.language import _
from bones_desktop.wording.names import item_kind_name

FARTHEST = 10_000
MOST_TOGETHER = 2


class ItemForm(PackForm):
    """Shows one equipment die and emits edits."""

    def __init__(self, theme: Theme, popup: IconPopup, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._rulebook: Rulebook | None = None
        self._item: PackItem | None = None
        self._face = 0
        self._popup = popup
        self.name = self.add_text_line(_("Name"), "name")
        self.kind = ChoiceButton(theme, _("Kind"), _("Choose"), self)
        self.kind.activated.connect(self._choose_kind)
        self.add_line(_("Kind"), self.kind)
        self.range = wheel_passes(QSpinBox(self))
        set_lengths(theme, self.range, most_width=220)
        self.range.setRange(0, FARTHEST)
        self.range.setSpecialValueText(_("not thrown or shot"))
        self.range.setSuffix(_(" m"))
        self.range.setAccessibleName(_("Range increment"))
        self.range.valueChanged.connect(self._change_range)
        self.add_line(_("Range increment"), self.range)
        self._title = plain_label(self, _("Faces"), theme=theme, bold=True)
        self._hint = plain_label(self, _("Click a face to choose its icon. Double and triple icons count that often."))
        self._hint.setProperty("role", "muted")
        self._hint.setWordWrap(True)
        self.faces = tuple(FaceButton(theme, 56, self) for _unused in PLACES)
        self._net = QGridLayout()
        set_gaps(theme, self._net, gap=2)
        for face, (button, (column, row)) in enumerate(zip(self.faces, PLACES, strict=True)):
            self._net.addWidget(button, row, column)
            button.clicked.connect(lambda _checked=False, face=face: self._open(face))
        self.count = QButtonGroup(self)
        self._counts = QHBoxLayout()
        self._counted = plain_label(self)
        self._counts.addWidget(self._counted)
        for number, text in ((1, _("once")), (2, _("double")), (3, _("triple"))):
            times = QPushButton(text, self)
            times.setCheckable(True)
            times.setAccessibleName(_("The face chosen counts {times}").format(times=text))
            self.count.addButton(times, number)
            self._counts.addWidget(times)
        self._counts.addStretch(1)
        self.count.idClicked.connect(self._change_count)
        self.together = QCheckBox(_("Put the next icon beside the one that stands there"), self)
        beside = hbox(None, self._net, STRETCH)
        for widget in (self._title, self._hint):
            self.column.addWidget(widget)
        self.column.addLayout(beside)
        self.column.addLayout(self._counts)
        self.column.addWidget(self.together)
        self.column.addStretch(1)

    def show_item(self, item: PackItem, rulebook: Rulebook) -> None:
        """Show `item`. `rulebook` has the icons to choose from."""
        # The face and the tick belong to the item that was shown before.
        if self._item is None or item.id != self._item.id:
            self._face = 0
            self.together.setChecked(False)
        self._item, self._rulebook = item, rulebook
        kind = item_kind_name(item.kind)
        self.heading.setText(item.name.strip() or _("No name yet"))
        self.under.setText(_("{kind} · {id}").format(kind=kind, id=item.id))
        self.name.set_value(item.name)
        self.kind.set_choices([Choice(each.value, item_kind_name(each)) for each in ItemKind], item.kind.value)
        # Only a change by hand may become a step of the history.
        if self.range.value() != (item.range_increment or 0):
            self.range.blockSignals(True)
            self.range.setValue(item.range_increment or 0)
            self.range.blockSignals(False)
        for number, button in enumerate(self.faces):
            shown = item.faces[number] if number < len(item.faces) else Face()
            name = face_name(rulebook, shown)
            button.set_look(
                FaceLook(code=shown.code, body="steel"),
                _("Face {n}: {what}. Choose an icon").format(n=number + 1, what=name),
                _("Face {n}: {what}").format(n=number + 1, what=name),
            )
        self._show_count()

    def focus_field(self, field: str, place: int) -> None:
        """Focus a field. `place` is the number of the face in it."""
        targets: dict[str, QWidget] = {"name": self.name, "kind": self.kind, "range_increment": self.range}
        if field == "faces":
            targets["faces"] = self.faces[min(place, 5)]
        targets.get(field, self.name).setFocus(Qt.FocusReason.OtherFocusReason)

    def _standing(self) -> Face:
        faces = self._item.faces if self._item is not None else ()
        return faces[self._face] if self._face < len(faces) else Face()

    def _show_count(self) -> None:
        shown = self._standing()
        can = bool(shown.icons) and not shown.is_blank
        for number in (1, 2, 3):
            button = self.count.button(number)
            button.setEnabled(can)
            button.setChecked(can and shown.count == number)
        self.together.setEnabled(can)
        self._counted.setText(_("Face {n} counts").format(n=self._face + 1))

    def _open(self, face: int) -> None:
        self._face = face
        self._show_count()
        # Other forms use the same popup, so that it is connected only while it is open for this one.
        self._popup.picked.connect(self._pick)
        self._popup.closed.connect(self._disconnect_popup)
        self._popup.open_beside(self.faces[face], self._icons())

    def _disconnect_popup(self) -> None:
        self._popup.picked.disconnect(self._pick)
        self._popup.closed.disconnect(self._disconnect_popup)

    def _icons(self) -> tuple[PaletteIcon, ...]:
        if self._rulebook is None:
            return ()
        shown = self._standing()
        icons = sorted(self._rulebook.icons, key=lambda icon: icon.id not in BLANK.icons)
        return tuple(
            PaletteIcon(
                icon.id, icon_name(self._rulebook, icon.id), words=" ".join(icon.aliases), chosen=shown.has(icon.id)
            )
            for icon in icons
        )

    def _pick(self, code: str) -> None:
        shown = self._standing()
        picked = Face((code,), shown.count if not shown.is_blank else 1)
        if code in BLANK.icons:
            picked = BLANK
        # A die has room for two icons on a face; a third replaces the second.
        elif self.together.isChecked() and not shown.is_blank and code not in shown.icons:
            picked = Face((*shown.icons[: MOST_TOGETHER - 1], code), shown.count)
        self.together.setChecked(False)
        self._put(picked)

    def _change_count(self, count: int) -> None:
        self._put(Face(self._standing().icons, count))

    def _put(self, face: Face) -> None:
        if self._item is None:
            return
        # A damaged or old pack may have fewer than six faces.
        faces = (*self._item.faces, *(BLANK,) * 6)[:6]
        changed = (*faces[: self._face], face, *faces[self._face + 1 :])
        self.edited.emit(_("Change face {n}").format(n=self._face + 1), {"faces": changed}, "")

    def _choose_kind(self, choice: object) -> None:
        if isinstance(choice, Choice):
            self.edited.emit(_("Change kind"), {"kind": ItemKind(choice.key)}, "")

    def _change_range(self, metres: int) -> None:
        self.edited.emit(_("Change range"), {"range_increment": metres or None}, "range_increment")

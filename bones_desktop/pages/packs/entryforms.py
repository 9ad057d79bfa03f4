"""The forms for equipment (a die with any six faces) and for races (an icon with the skills that it may count as)."""

from functools import partial

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from bones_desktop.pages.packs.packforms import FaceButton, IconPopup, PackForm
from bones_desktop.rules.bones.book.character import ItemKind
from bones_desktop.rules.bones.book.icons import BLANK, Face
from bones_desktop.rules.bones.book.notation import face_name, icon_name, skill_label
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.life.packs import MOST_READINGS, PackItem, PackRace, PackReading
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, fill, hbox
from bones_desktop.widgets.choice.buttons import ChoiceButton
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.dice.dienet import PLACES
from bones_desktop.widgets.dice.facelook import FaceLook
from bones_desktop.widgets.dice.iconpalette import PaletteIcon
from bones_desktop.widgets.focus import wheel_passes
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_gaps, set_icon, set_lengths
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
        title = plain_label(self, _("Faces"), theme=theme, bold=True)
        hint = _("Click a face to choose its icon. Double and triple icons count that often.")
        self.faces = tuple(FaceButton(theme, 56, self) for _unused in PLACES)
        self._net = QGridLayout()
        set_gaps(theme, self._net, gap=2)
        for face, (button, (column, row)) in enumerate(zip(self.faces, PLACES, strict=True)):
            self._net.addWidget(button, row, column)
            button.clicked.connect(partial(self._open, face))
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
        self.together = QCheckBox(_("Put the next icon beside the one already there"), self)
        fill(self.column, title, plain_label(self, hint, "muted", wrap=True))
        fill(self.column, hbox(None, self._net, STRETCH), self._counts, self.together, STRETCH)

    def show_item(self, item: PackItem, rulebook: Rulebook) -> None:
        """Show `item`. `rulebook` has the icons to choose from."""
        # The chosen face and the tick belong to the item that was shown before.
        if self._item is None or item.id != self._item.id:
            self._face = 0
            self.together.setChecked(False)
        self._item, self._rulebook = item, rulebook
        kind = item_kind_name(item.kind)
        self.heading.setText(item.name.strip() or _("No name yet"))
        self.under.setText(_("{kind} · {id}").format(kind=kind, id=item.id))
        self.name.set_value(item.name)
        self.kind.set_choices([Choice(each.value, item_kind_name(each)) for each in ItemKind], item.kind.value)
        # Signals are blocked, because only a change by the user may become an undo step.
        if self.range.value() != (item.range_increment or 0):
            with QSignalBlocker(self.range):
                self.range.setValue(item.range_increment or 0)
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
        """Focus a field. `place` is the index of a face if the field has faces."""
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
        # The popup is connected only while it is open for this form, because other forms use it too.
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
        blanks = [icon for icon in self._rulebook.icons if icon.id in BLANK.icons]
        icons = [icon for icon in self._rulebook.icons if icon not in blanks]
        return tuple(
            PaletteIcon(
                icon.id, icon_name(self._rulebook, icon.id), words=" ".join(icon.aliases), chosen=shown.has(icon.id)
            )
            for icon in (*blanks, *icons)
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


PLAIN = "plain"


class RaceForm(PackForm):
    """Shows one race and emits edits."""

    def __init__(self, theme: Theme, rulebook: Rulebook, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._rulebook = rulebook
        self._race: PackRace | None = None
        self.name = self.add_text_line(_("Name"), "name")
        self.letters = self.add_text_line(_("Letters on the face"), "letters", most=2)
        set_lengths(theme, self.letters, most_width=80)
        self.face = FaceButton(theme, 56, self)
        self.face.setEnabled(False)
        self.top.addWidget(self.face, 0, Qt.AlignmentFlag.AlignTop)
        title = plain_label(self, _("Skills that its icon may stand for"), theme=theme, bold=True)
        hint = _("When the icon comes up, one of these skills is chosen; a mastery makes it that mastery's icon.")
        self.readings: list[ReadingRow] = []
        self._rows = QVBoxLayout()
        set_gaps(theme, self._rows, gap=6)
        self.more = push_button(self, _("Add a skill"), self._add)
        fill(self.column, title, plain_label(self, hint, "muted", wrap=True))
        fill(self.column, self._rows, hbox(None, self.more, STRETCH), STRETCH)

    def show_race(self, race: PackRace) -> None:
        """Show `race`."""
        self._race = race
        self.heading.setText(race.name.strip() or _("No name yet"))
        self.under.setText(_("{kind} · {id}").format(kind=_("Race"), id=race.id))
        self.name.set_value(race.name)
        self.letters.set_value(race.letters)
        self.face.set_look(FaceLook(code=race.id), _("The racial icon: {letters}").format(letters=race.letters))
        while len(self.readings) > len(race.readings):
            gone = self.readings.pop()
            self._rows.removeWidget(gone)
            gone.hide()
            gone.deleteLater()
        while len(self.readings) < len(race.readings):
            self._new_row()
        taken = {reading.skill for reading in race.readings}
        for row, reading in zip(self.readings, race.readings, strict=True):
            row.show_reading(reading, taken)
        full = ""
        if len(race.readings) >= MOST_READINGS:
            full = _("At most {most} skills are possible. Remove one first.").format(most=MOST_READINGS)
        elif not self._free(race):
            full = _("All skills are in use already.")
        self.more.setEnabled(not full)
        self.more.setToolTip(plain_tip(full))

    def focus_field(self, field: str, place: int) -> None:
        """Focus a field. `place` is the index of a reading if the field has readings."""
        targets: dict[str, QWidget] = {"name": self.name, "letters": self.letters}
        if field == "readings":
            targets["readings"] = self.readings[place].skill if place < len(self.readings) else self.more
        targets.get(field, self.name).setFocus(Qt.FocusReason.OtherFocusReason)

    def _new_row(self) -> None:
        number = len(self.readings)
        row = ReadingRow(self.theme, self._rulebook, number, self)
        row.skill.activated.connect(partial(self._change, number, True))
        row.mastery.activated.connect(partial(self._change, number, False))
        row.remove.clicked.connect(partial(self._remove, number))
        self._rows.addWidget(row)
        # A new row is made last, but Tab should reach it before the button below it.
        before: QWidget = self.readings[-1].remove if self.readings else self.letters
        for field in (row.skill, row.mastery, row.remove, self.more):
            self.setTabOrder(before, field)
            before = field
        self.readings.append(row)

    def _change(self, number: int, skill: bool, choice: object) -> None:
        if self._race is None or not isinstance(choice, Choice) or not choice.allowed:
            return
        before = self._race.readings
        # The mastery is reset, because another skill has other masteries.
        changed = PackReading(skill=choice.key)
        if not skill:
            changed = before[number].with_(mastery="" if choice.key == PLAIN else choice.key)
        self._put((*before[:number], changed, *before[number + 1 :]))

    def _add(self) -> None:
        if self._race is None or not self.more.isEnabled():
            return
        self._put((*self._race.readings, PackReading(skill=self._free(self._race)[0])))
        self.readings[-1].skill.setFocus(Qt.FocusReason.OtherFocusReason)

    def _free(self, race: PackRace) -> list[str]:
        taken = {reading.skill for reading in race.readings}
        return [skill.id for skill in self._rulebook.skills if skill.id not in taken]

    def _remove(self, number: int) -> None:
        if self._race is not None:
            self._put((*self._race.readings[:number], *self._race.readings[number + 1 :]))
            # The row with the focus is gone, so focus another widget.
            (self.readings[min(number, len(self.readings) - 1)].skill if self.readings else self.more).setFocus()

    def _put(self, readings: tuple[PackReading, ...]) -> None:
        self.edited.emit(_("Change the skills of the icon"), {"readings": readings}, "")


class ReadingRow(QWidget):
    """One skill, and the mastery as which the icon works."""

    def __init__(self, theme: Theme, rulebook: Rulebook, number: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._rulebook = rulebook
        n = number + 1
        self.skill = ChoiceButton(theme, _("Skill {n}").format(n=n), _("Choose a skill"), self)
        self.mastery = ChoiceButton(theme, _("Works as, {n}").format(n=n), _("Choose"), self)
        self.remove = QToolButton(self)
        set_icon(theme, self.remove, "remove")
        self.remove.setIcon(theme.icon("remove"))
        self.remove.setToolTip(_("Remove this skill"))
        self.remove.setAccessibleName(_("Remove skill {n}").format(n=n))
        hbox(self, (self.skill, 1), (self.mastery, 1), self.remove, margins=0)

    def show_reading(self, reading: PackReading, taken: set[str]) -> None:
        """Show a reading of the icon. Skills `taken` by other rows are disabled."""
        skills = [
            Choice(
                skill.id,
                skill_label(skill),
                _("It may stand for this already.") if skill.id in taken - {reading.skill} else "",
                skill.id not in taken - {reading.skill},
            )
            for skill in self._rulebook.skills
        ]
        self.skill.set_choices(skills, reading.skill)
        masteries = [
            Choice(mastery.id, mastery.name, mastery.effect, faces=())
            for mastery in self._rulebook.masteries
            if mastery.skill == reading.skill
        ]
        plain = Choice(PLAIN, _("a success"), _("One success, as the skill's own icon."))
        self.mastery.set_choices([plain, *masteries], reading.mastery or PLAIN)

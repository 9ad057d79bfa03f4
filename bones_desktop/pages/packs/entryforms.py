"""The forms for equipment (a die with any six faces) and for races (an icon with the skills that it may count as)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QGridLayout, QHBoxLayout, QPushButton, QWidget

from bones_desktop.pages.packs.packforms import FaceButton, IconPopup, PackForm, kind_field, text_field
from bones_desktop.rules.acts import Parameter, Value
from bones_desktop.rules.bones.book.character import ItemKind
from bones_desktop.rules.bones.book.icons import BLANK, Face
from bones_desktop.rules.bones.book.notation import face_name, icon_name, skill_label
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.life.packs import MOST_READINGS, PackItem, PackRace, PackReading
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actfields import Field, FieldPlace, Unit
from bones_desktop.widgets.acts.actform import ActForm
from bones_desktop.widgets.boxes import STRETCH, fill, hbox
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.dice.dienet import PLACES
from bones_desktop.widgets.dice.facelook import FaceLook
from bones_desktop.widgets.dice.iconpalette import PaletteIcon
from bones_desktop.widgets.scaled import set_gaps
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
        kinds = {each.value: item_kind_name(each) for each in ItemKind}
        metres = Parameter.number("range_increment", item.range_increment or 0, 0, FARTHEST)
        self.show_entry(
            item.name,
            _("{kind} · {id}").format(kind=item_kind_name(item.kind), id=item.id),
            kind_field(kinds, item.kind.value),
            Field(metres, _("Range increment"), unit=Unit(_(" m"), _("not thrown or shot"))),
        )
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
        if field == "faces":
            self.faces[min(place, 5)].setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            super().focus_field(field, place)

    def changes(self, id: str, value: Value) -> dict[str, object]:
        """Return the kind as a kind, and no range as None."""
        return {id: ItemKind(str(value)) if id == "kind" else value or None if id == "range_increment" else value}

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


PLAIN = "plain"


REMOVE = "remove"


class RaceForm(PackForm):
    """Shows one race and emits edits."""

    def __init__(self, theme: Theme, rulebook: Rulebook, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._rulebook = rulebook
        self._race: PackRace | None = None
        self.face = FaceButton(theme, 56, self)
        self.face.setEnabled(False)
        self.top.addWidget(self.face, 0, Qt.AlignmentFlag.AlignTop)
        title = plain_label(self, _("Skills that its icon may stand for"), theme=theme, bold=True)
        hint = _("When the icon comes up, one of these skills is chosen; a mastery makes it that mastery's icon.")
        self.readings = ActForm(theme, self, framed=False)
        self.readings.answered.connect(self._change)
        self.full = plain_label(self, "", "muted", wrap=True)
        fill(self.column, title, plain_label(self, hint, "muted", wrap=True), self.readings, self.full, STRETCH)

    def show_race(self, race: PackRace) -> None:
        """Show `race`."""
        self._race = race
        under = _("{kind} · {id}").format(kind=_("Race"), id=race.id)
        self.show_entry(race.name, under, text_field("letters", _("Letters on the face"), race.letters, 2))
        self.face.set_look(FaceLook(code=race.id), _("The racial icon: {letters}").format(letters=race.letters))
        self.readings.show_fields(tuple(self._readings_of(race)))
        full = ""
        if len(race.readings) >= MOST_READINGS:
            full = _("At most {most} skills are possible. Remove one first.").format(most=MOST_READINGS)
        elif len({reading.skill for reading in race.readings}) >= len(self._rulebook.skills):
            full = _("All skills are in use already.")
        self.full.setText(full)
        self.full.setVisible(bool(full))

    def focus_field(self, field: str, place: int) -> None:
        """Focus a field. `place` is the index of a reading if the field has readings."""
        if field == "readings":
            skill = self.readings.fields.get(f"skill.{place}", self.readings.first)
            skill.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            super().focus_field(field, place)

    def _readings_of(self, race: PackRace) -> Iterator[Field]:
        """Yield a field for each skill and its mastery, and one to add a skill while that is possible."""
        taken = {reading.skill for reading in race.readings}
        for place, reading in enumerate(race.readings):
            skills = [*self._skills(taken - {reading.skill}), Choice(REMOVE, _("Remove this skill"))]
            yield _choice(f"skill.{place}", _("Skill {n}").format(n=place + 1), skills, reading.skill)
            masteries = [
                Choice(PLAIN, _("a success"), _("One success, as the skill's own icon.")),
                *(
                    Choice(mastery.id, mastery.name, mastery.effect, faces=())
                    for mastery in self._rulebook.masteries
                    if mastery.skill == reading.skill
                ),
            ]
            works = _choice(f"mastery.{place}", _("works as"), masteries, reading.mastery or PLAIN)
            yield replace(works, name=_("Works as, {n}").format(n=place + 1), place=FieldPlace.BESIDE)
        place = len(race.readings)
        if place < MOST_READINGS and len(taken) < len(self._rulebook.skills):
            added = _choice(f"skill.{place}", _("Skill {n}").format(n=place + 1), self._skills(taken), "")
            yield replace(added, hint=_("Add a skill…"))

    def _skills(self, taken: set[str]) -> list[Choice]:
        """Return the skills. Those `taken` by other readings are disabled."""
        why = _("It may stand for this already.")
        return [
            Choice(skill.id, skill_label(skill), why if skill.id in taken else "", skill.id not in taken)
            for skill in self._rulebook.skills
        ]

    def _change(self, id: str, value: Value) -> None:
        if self._race is None:
            return
        part, _dot, number = id.partition(".")
        place, key, before = int(number), str(value), self._race.readings
        # The mastery is reset, because another skill has other masteries.
        changed = (PackReading(skill=key),) if key != REMOVE else ()
        if part == "mastery":
            changed = (before[place].with_(mastery="" if key == PLAIN else key),)
        readings = (*before[:place], *changed, *before[place + 1 :])
        self.edited.emit(_("Change the skills of the icon"), {"readings": readings}, "")


def _choice(id: str, label: str, choices: Sequence[Choice], now: str) -> Field:
    keys = [each.key for each in choices if each.allowed or each.key == now]
    return Field(Parameter.choice(id, keys, now), label, choices=tuple(choices))

"""The form of a race: the letters of its icon, and the skills that the icon may stand for."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from bones_desktop.pages.packs.facebutton import FaceButton
from bones_desktop.pages.packs.packforms import PackForm
from bones_desktop.rules.bones.book.notation import skill_label
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.life.packs import MOST_READINGS, PackRace, PackReading
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox
from bones_desktop.widgets.choice.buttons import ChoiceButton
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.dice.facelook import FaceLook
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_gaps, set_icon, set_lengths
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording.language import _

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
        self._title = plain_label(self, _("What its icon may stand for"), theme=theme, bold=True)
        self._hint = plain_label(
            self,
            _("When the icon comes up, one of these skills is chosen; a mastery makes it that mastery's icon."),
        )
        self._hint.setProperty("role", "muted")
        self._hint.setWordWrap(True)
        self.readings: list[ReadingRow] = []
        self._rows = QVBoxLayout()
        set_gaps(theme, self._rows, gap=6)
        self.more = push_button(self, _("Add a skill"), self._add)
        foot = hbox(None, self.more, STRETCH)
        self.column.addWidget(self._title)
        self.column.addWidget(self._hint)
        self.column.addLayout(self._rows)
        self.column.addLayout(foot)
        self.column.addStretch(1)

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
            full = _("{most} skills are the most; take one away first.").format(most=MOST_READINGS)
        elif not self._free(race):
            full = _("All skills stand here already.")
        self.more.setEnabled(not full)
        self.more.setToolTip(plain_tip(full))

    def focus_field(self, field: str, place: int) -> None:
        """Focus a field. `place` is the number of the reading in it."""
        targets: dict[str, QWidget] = {"name": self.name, "letters": self.letters}
        if field == "readings":
            targets["readings"] = self.readings[place].skill if place < len(self.readings) else self.more
        targets.get(field, self.name).setFocus(Qt.FocusReason.OtherFocusReason)

    def _new_row(self) -> None:
        number = len(self.readings)
        row = ReadingRow(self.theme, self._rulebook, number, self)
        row.skill.activated.connect(lambda choice: self._change(number, choice, skill=True))
        row.mastery.activated.connect(lambda choice: self._change(number, choice, skill=False))
        row.remove.clicked.connect(lambda: self._remove(number))
        self._rows.addWidget(row)
        # A new row is made last, but Tab should reach it before the button below it.
        before: QWidget = self.readings[-1].remove if self.readings else self.letters
        for field in (row.skill, row.mastery, row.remove, self.more):
            self.setTabOrder(before, field)
            before = field
        self.readings.append(row)

    def _change(self, number: int, choice: object, *, skill: bool) -> None:
        if self._race is None or not isinstance(choice, Choice) or not choice.allowed:
            return
        before = self._race.readings
        # Another skill has other masteries, so the earlier choice of a mastery is dropped.
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
            # The row is gone, and the keyboard needs another place.
            (self.readings[min(number, len(self.readings) - 1)].skill if self.readings else self.more).setFocus()

    def _put(self, readings: tuple[PackReading, ...]) -> None:
        self.edited.emit(_("Change what the icon stands for"), {"readings": readings}, "")


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
        self.remove.setToolTip(_("Take this skill away"))
        self.remove.setAccessibleName(_("Take skill {n} away").format(n=n))
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

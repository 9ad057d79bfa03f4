"""Choosing a skill: a list with the icons as dice bear them, found by typing; the last ones used stand beside it."""

from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QMouseEvent
from PySide6.QtWidgets import QComboBox, QCompleter, QHBoxLayout, QLineEdit, QToolButton, QWidget

from bones_desktop.rules.bones.icons import MENTAL, PHYSICAL
from bones_desktop.rules.bones.notation import find_task_skill
from bones_desktop.rules.bones.rulebook import Rulebook
from bones_desktop.rules.reasons import RulesError
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.minidie import mini_icon
from bones_desktop.wording.table import skill_name

RECENT: Final = 4


class SkillEdit(QLineEdit):
    """A line whose text is chosen whole by the first click, so that typing replaces it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._entered = False

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 (Qt's name)
        """Remember that the click that follows is the first."""
        super().focusInEvent(event)
        self._entered = event.reason() == Qt.FocusReason.MouseFocusReason

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 (Qt's name)
        """Choose the whole text after the first click."""
        super().mouseReleaseEvent(event)
        if self._entered and not self.hasSelectedText():
            self.selectAll()
        self._entered = False


class SkillBox(QWidget):
    """Holds the skill of the next task; `changed` tells a new one, `done` that the keys belong to the page again."""

    changed = Signal(str)
    done = Signal()

    def __init__(self, theme: Theme, rulebook: Rulebook, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rulebook = rulebook
        self._skill = ""
        self._recent: list[str] = []
        self.box = QComboBox(self)
        self.box.setEditable(True)
        edit = SkillEdit(self.box)
        self.box.setLineEdit(edit)
        self.box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.box.setMaxVisibleItems(20)
        self.box.setAccessibleName(self.tr("Skill"))
        self.box.setToolTip(self.tr("The skill of the task; type to find one"))
        names = sorted((skill_name(rulebook, skill.id), skill.id) for skill in rulebook.skills)
        self._skills = (*(skill for _name, skill in names), PHYSICAL, MENTAL)
        for skill in self._skills:
            self.box.addItem(self._title(skill), skill)
        completer = QCompleter(self.box.model(), self)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.box.setCompleter(completer)
        self.box.activated.connect(self._chosen)
        edit.editingFinished.connect(self._typed)
        edit.returnPressed.connect(self.done)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self.box, 1)
        self._buttons = [self._recent_button() for _ in range(RECENT)]
        theme.changed.connect(self._restyle)
        self._restyle()
        self.set_skill("maneuver")

    @property
    def skill(self) -> str:
        """The skill chosen."""
        return self._skill

    def set_skill(self, skill: str) -> None:
        """Choose a skill; one the rulebook lacks is passed over."""
        if skill not in self._skills:
            return
        self.box.setCurrentIndex(self._skills.index(skill))
        if skill != self._skill:
            self._skill = skill
            self._show_recent()
            self.changed.emit(skill)

    def used(self) -> None:
        """Remember the present skill as used last."""
        self._recent = [self._skill, *(skill for skill in self._recent if skill != self._skill)][: RECENT + 1]
        self._show_recent()

    def _title(self, skill: str) -> str:
        name = skill_name(self._rulebook, skill)
        if skill in {PHYSICAL, MENTAL}:
            return self.tr("{aptitude} task, no skill").format(aptitude=name)
        return name

    def _recent_button(self) -> QToolButton:
        button = QToolButton(self)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda: self.set_skill(str(button.property("skill"))))
        button.hide()
        self._row.addWidget(button)
        return button

    def _show_recent(self) -> None:
        side = self._theme.px(28)
        others = [skill for skill in self._recent if skill != self._skill][:RECENT]
        for place, button in enumerate(self._buttons):
            button.setVisible(place < len(others))
            if place < len(others):
                skill = others[place]
                button.setProperty("skill", skill)
                button.setIcon(mini_icon(self._theme, skill, side, self.devicePixelRatioF()))
                button.setIconSize(QSize(side, side))
                button.setToolTip(self.tr("{skill}, used lately").format(skill=self._title(skill)))
                button.setAccessibleName(button.toolTip())

    def _chosen(self, place: int) -> None:
        self.set_skill(self._skills[place])
        self.done.emit()

    def _typed(self) -> None:
        """Take what is typed if it names a skill, or the first that begins like it; else show the present one again."""
        text = self.box.currentText().strip()
        found = next((skill for skill in self._skills if self._title(skill).casefold() == text.casefold()), "")
        if not found:
            try:
                found = find_task_skill(self._rulebook, text)
            except RulesError:
                found = self._begun(text.casefold()) or self._skill
        self.set_skill(found)
        self.box.setEditText(self._title(self._skill))

    def _begun(self, text: str) -> str:
        """Return the first skill that begins with `text` or else holds it, as the list under the line offers them."""
        titles = [(self._title(skill).casefold(), skill) for skill in self._skills if text]
        begins = [skill for title, skill in titles if title.startswith(text)]
        holds = [skill for title, skill in titles if text in title]
        return next(iter((*begins, *holds)), "")

    def _restyle(self) -> None:
        side = self._theme.px(24)
        self._row.setSpacing(self._theme.px(4))
        self.box.setIconSize(QSize(side, side))
        for place, skill in enumerate(self._skills):
            self.box.setItemIcon(place, mini_icon(self._theme, skill, side, self.devicePixelRatioF()))
        self._show_recent()

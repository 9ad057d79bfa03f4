"""Skill, difficulty, successes and assets of an action, side by side, and which skills may be thrown with."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QSpinBox, QWidget

from bones_desktop.panels.tracker.seasons.actiondraft import ActionDraft
from bones_desktop.rules.bones.book import attempts
from bones_desktop.rules.bones.book.attempts import Task
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.characterdice import task_pool
from bones_desktop.rules.bones.book.icons import MENTAL, PHYSICAL
from bones_desktop.rules.bones.book.playstate import ActionKind
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.life.seasons import MOST_COUNTED_ASSETS, MOST_SUCCESSES, assets_now, season_now
from bones_desktop.rules.bones.reading.plays import income_rate
from bones_desktop.rules.reasons import Reason
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.buttons import ChoiceButton
from bones_desktop.widgets.choice.choices import Choice
from bones_desktop.widgets.scaled import set_gaps, set_lengths
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording import Translate
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.table import income_text, level_dice, skill_name

NONE = "-"
"""Key of the choice of no skill."""
NAMED_BY_GM: Final = "-"
"""Key of the choice of no difficulty of the rulebook."""
SKILL, DIFFICULTY, SUCCESSES, ASSETS = range(4)


def skills_refused(rulebook: Rulebook, character: Character, season: int) -> dict[str, Reason]:
    """Return why skills may not be tried in a season, by skill: in one gone by with all dice (AMB-95)."""
    whole = character if season == season_now(character) else character.with_(lost=())
    dice = task_pool(rulebook, whole)
    refused = {}
    for skill in _skills(rulebook):
        found = attempts.eligibility(rulebook, character.house_rules, Task(skill, against=0), dice)
        if not found.allowed:
            refused[skill] = found.reason
    return refused


def skill_choices(
    rulebook: Rulebook, kind: ActionKind, refused: Mapping[str, Reason], tr: Translate
) -> tuple[Choice, ...]:
    """Return the skills to choose from, those that may be tried first; with income each says what it earns."""
    listed = []
    for skill in _skills(rulebook):
        note = ""
        if kind is ActionKind.INCOME:
            rate = income_rate(rulebook, skill)
            note = income_text(rate.coins, assets_count=rate.assets_count, tr=tr)
        why = refused.get(skill)
        listed.append(
            Choice(
                skill,
                _title(rulebook, skill, tr),
                sentence(why, tr) if why else note,
                allowed=why is None,
                badge=tr("not possible") if why else "",
            )
        )
    listed.sort(key=lambda each: (not each.allowed, each.key in {PHYSICAL, MENTAL}, each.text))
    if kind is ActionKind.STRATEGIC:
        listed.insert(0, Choice(NONE, tr("No throw"), tr("The GM decides without dice.")))
    return tuple(listed)


def _skills(rulebook: Rulebook) -> tuple[str, ...]:
    return (*(skill.id for skill in rulebook.skills), PHYSICAL, MENTAL)


def _title(rulebook: Rulebook, skill: str, tr: Translate) -> str:
    name = skill_name(rulebook, skill)
    return tr("{aptitude} task, no skill").format(aptitude=name) if skill in {PHYSICAL, MENTAL} else name


class ActionNumbers(QWidget):
    """`changed` signals any other choice; a skill that may not be tried is refused with its reason."""

    changed = Signal()
    refused = Signal(object)
    """A Reason."""
    return_pressed = Signal()
    """Enter was pressed in a number."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._kind = ActionKind.INCOME
        self._rulebook: Rulebook | None = None
        self._refusals: Mapping[str, Reason] = {}
        self._skill = ""
        self._difficulty = ""
        self._there = 0
        """Assets there are."""
        self._follows = True
        """Whether all assets there are earn along, as long as nobody names another number."""
        self._labels: list[QLabel] = []
        self._grid = QGridLayout(self)
        set_gaps(theme, self._grid, grid=(8, 2))
        self._grid.setContentsMargins(0, 0, 0, 0)
        self.skill = ChoiceButton(theme, self.tr("Skill"), self.tr("Choose…"), self)
        self.difficulty = ChoiceButton(theme, self.tr("Difficulty"), self.tr("The GM's number"), self)
        self.successes = QSpinBox(self)
        self.assets = QSpinBox(self)
        set_lengths(theme, self.successes, self.assets, width=92)
        self.assets.setRange(0, MOST_COUNTED_ASSETS)
        names = (self.tr("Skill"), self.tr("Difficulty"), self.tr("Successes"), self.tr("Assets along"))
        fields = (self.skill, self.difficulty, self.successes, self.assets)
        for column, (name, field) in enumerate(zip(names, fields, strict=True)):
            label = plain_label(self, name, "muted", theme=theme, size=12)
            label.setBuddy(field)
            self._labels.append(label)
            self._grid.addWidget(label, 0, column)
            self._grid.addWidget(field, 1, column)
        self.throw = QPushButton(self.tr("Throw…"), self)
        self.throw.setToolTip(self.tr("Throws the dice on the Table page; the successes come back here."))
        self._grid.addWidget(self.throw, 1, len(fields))
        self._grid.setColumnStretch(SKILL, 1)
        self.assets.setAccessibleName(names[ASSETS])
        self.skill.activated.connect(self._choose_skill)
        self.difficulty.activated.connect(self._choose_difficulty)
        self.successes.valueChanged.connect(lambda _value: self.changed.emit())
        self.assets.valueChanged.connect(self._count_assets)
        for box in (self.successes, self.assets):
            box.lineEdit().returnPressed.connect(self.return_pressed)
        self.set_kind(self._kind)

    @property
    def assets_counted(self) -> int:
        """Assets that earn along with the skill chosen."""
        return self.assets.value() if self._assets_count() else 0

    def show_rules(self, rulebook: Rulebook, character: Character, season: int) -> None:
        """Offer what the character may do in a season, with the assets there are in it."""
        self._rulebook = rulebook
        self._refusals = skills_refused(rulebook, character, season)
        self._there = min(len(assets_now(rulebook, character, season)), MOST_COUNTED_ASSETS)
        if self._follows:
            self._set_assets(self._there)
        self._offer()

    def set_kind(self, kind: ActionKind) -> None:
        """Ask for what an action of this kind needs."""
        self._kind = kind
        strategic = kind is ActionKind.STRATEGIC
        self.difficulty.setVisible(strategic)
        self._labels[DIFFICULTY].setVisible(strategic)
        self.assets.setVisible(not strategic)
        self._labels[ASSETS].setVisible(not strategic)
        self._grid.setColumnStretch(DIFFICULTY, int(strategic))
        name = self.tr("Net successes") if strategic else self.tr("Successes")
        self._labels[SUCCESSES].setText(name)
        self.successes.setAccessibleName(name)
        self.successes.setRange(-MOST_SUCCESSES if strategic else 0, MOST_SUCCESSES)
        self._offer()

    def read_from(self, draft: ActionDraft) -> None:
        """Show the numbers of a draft."""
        self._kind = draft.kind
        self._skill, self._difficulty = draft.skill, draft.difficulty
        self.set_kind(draft.kind)
        self.successes.setValue(draft.successes)
        self._follows = draft.assets is None
        self._set_assets(self._there if draft.assets is None else draft.assets)
        self._offer()

    def write_into(self, draft: ActionDraft) -> ActionDraft:
        """Return the draft with the numbers chosen here."""
        successes = self.successes.value()
        if self._kind is ActionKind.INCOME:
            skill = "" if self._skill == NONE else self._skill
            assets = None if self._follows else self.assets.value()
            return replace(draft, skill=skill, successes=successes, assets=assets)
        return replace(draft, skill=self._skill, difficulty=self._difficulty, successes=successes, assets=0)

    def _offer(self) -> None:
        self._let_throw()
        rulebook = self._rulebook
        if rulebook is None:
            return
        current = self._skill or (NONE if self._kind is ActionKind.STRATEGIC else "")
        self.skill.set_choices(skill_choices(rulebook, self._kind, self._refusals, self.tr), current)
        levels = [
            Choice(each.id, each.name, level_dice(each, self.tr)) for each in rulebook.difficulties
        ]  # fmt: skip
        open_one = Choice(NAMED_BY_GM, self.tr("The GM's number"), self.tr("Successes of others, or none at all"))
        self.difficulty.set_choices([*levels, open_one], self._difficulty or NAMED_BY_GM)
        counts = self._assets_count()
        self.assets.setEnabled(counts)
        self.assets.setToolTip(
            self.tr("All assets of the season earn along; the GM may say another number.")
            if counts
            else self.tr("Assets earn nothing with this skill.")
        )

    def _let_throw(self) -> None:
        """Ask for difficulty and successes only where something is thrown."""
        strategic = self._kind is ActionKind.STRATEGIC
        thrown = bool(self._skill) or not strategic
        net = self.tr("Successes left after the other side's are taken off")
        none = self.tr("Without a throw there are no successes; choose a skill first.")
        self.difficulty.setEnabled(thrown)
        self.difficulty.setToolTip("" if thrown else none)
        self.successes.setEnabled(thrown)
        self.successes.setToolTip((net if strategic else self.tr("Successes thrown")) if thrown else none)

    def _assets_count(self) -> bool:
        return self._rulebook is None or not self._skill or income_rate(self._rulebook, self._skill).assets_count

    def _choose_skill(self, choice: object) -> None:
        if not isinstance(choice, Choice):
            return
        if choice.key in self._refusals:
            self.refused.emit(self._refusals[choice.key])
            return
        self._skill = "" if choice.key == NONE else choice.key
        self._offer()
        self.changed.emit()

    def _choose_difficulty(self, choice: object) -> None:
        if isinstance(choice, Choice):
            self._difficulty = "" if choice.key == NAMED_BY_GM else choice.key
            self._offer()
            self.changed.emit()

    def _count_assets(self, assets: int) -> None:
        self._follows = assets == self._there
        self.changed.emit()

    def _set_assets(self, assets: int) -> None:
        blocked = self.assets.blockSignals(True)
        self.assets.setValue(assets)
        self.assets.blockSignals(blocked)

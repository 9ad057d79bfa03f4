"""Where an action is written down: earning coins, or anything else with a difficulty and an outcome."""

from dataclasses import replace
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from bones_desktop.panels.tracker.seasons.actiondraft import ActionDraft
from bones_desktop.panels.tracker.seasons.actionnumbers import ActionNumbers
from bones_desktop.panels.tracker.seasons.assetscard import StayChoice
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.fields import LINE
from bones_desktop.rules.bones.book.playstate import ActionKind
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.reading.plays import income
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.card import ThemedCard
from bones_desktop.widgets.localized import counted
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_gaps, set_lengths, set_type
from bones_desktop.widgets.sheetproperty import set_sheet_property
from bones_desktop.widgets.text.labels import ElidedLabel
from bones_desktop.widgets.text.textfields import LineField, TextField
from bones_desktop.wording.seasons import income_sum, net_words

OUTCOME_LINES: Final = 2
TALLEST: Final = 420
"""Height of the field for what became of it, in pixels at 100 % text size."""


class MadeAsset(QWidget):
    """A name, "" for no asset; `return_pressed` follows Enter in it."""

    return_pressed = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.name = LineField(self.tr("Asset that it brings"), self)
        self.name.setPlaceholderText(self.tr("Asset that a success brings, if any"))
        self.name.setMaxLength(LINE)
        self.stay = StayChoice(theme, self)
        hbox(self, (self.name, 1), self.stay, margins=0, theme=theme, gap=8)
        self.name.returnPressed.connect(self.return_pressed)

    @property
    def asset(self) -> str:
        """What is brought, "" for nothing."""
        return " ".join(self.name.text().split())

    @property
    def lasting(self) -> bool:
        """Whether it stays for good."""
        return bool(self.asset) and self.stay.lasting

    def show_asset(self, name: str, *, lasting: bool) -> None:
        """Show an asset."""
        self.name.set_value(name)
        self.stay.set_lasting(lasting)


class ActionForm(ThemedCard):
    """Keeps what is typed until `clear`, so that a refusal loses nothing. It changes nothing itself."""

    recorded = Signal(object)
    """The ActionDraft to be written down."""
    throw_requested = Signal(object)
    """The ActionDraft to be thrown."""
    cancelled = Signal()
    """No other action is to be changed after all."""
    refused = Signal(object)
    """A Reason."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._rulebook: Rulebook | None = None
        self.heading = ElidedLabel(self)
        self.kinds = {kind: QPushButton(self) for kind in (ActionKind.INCOME, ActionKind.STRATEGIC)}
        self._group = QButtonGroup(self)
        for button in self.kinds.values():
            button.setCheckable(True)
            self._group.addButton(button)
        self.kinds[ActionKind.INCOME].setChecked(True)
        self.kinds[ActionKind.INCOME].setText(self.tr("Earn coins"))
        self.kinds[ActionKind.STRATEGIC].setText(self.tr("Anything else"))
        self.cancel = push_button(self, self.tr("Cancel"), self.cancelled)
        self.title = LineField(self.tr("What is done"), self)
        self.title.setMaxLength(LINE)
        self.numbers = ActionNumbers(theme, self)
        self.outcome = TextField(self.tr("What became of it"), theme, OUTCOME_LINES, self)
        set_lengths(theme, self.outcome, most_height=TALLEST)
        self.outcome.setPlaceholderText(self.tr("What became of it"))
        self.made = MadeAsset(theme, self)
        self.result = ElidedLabel(self)
        set_type(theme, self.heading, self.result, size=20, serif=True, bold=True)
        self.record = push_button(self, "", self._record, kind="primary")
        self._lay_out()
        self._group.buttonClicked.connect(lambda _button: self._turn())
        self.numbers.changed.connect(self._tell_result)
        self.numbers.refused.connect(self.refused)
        self.numbers.return_pressed.connect(self._record)
        self.made.return_pressed.connect(self._record)
        self.title.returnPressed.connect(self._record)
        self.numbers.throw.clicked.connect(lambda: self.throw_requested.emit(self.draft))
        self.clear()

    @property
    def kind(self) -> ActionKind:
        """Whether coins are earned."""
        return next(kind for kind, button in self.kinds.items() if button.isChecked())

    @property
    def draft(self) -> ActionDraft:
        """What is chosen and typed."""
        strategic = self.kind is ActionKind.STRATEGIC
        chosen = ActionDraft(self.kind, self.title.text(), outcome=self.outcome.toPlainText())
        chosen = self.numbers.write_into(chosen)
        return replace(chosen, asset=self.made.asset, lasting=self.made.lasting) if strategic else chosen

    def show_rules(self, rulebook: Rulebook, character: Character, season: int) -> None:
        """Offer what the character may do in a season."""
        self._rulebook = rulebook
        self.numbers.show_rules(rulebook, character, season)
        self._tell_result()

    def begin(self, heading: str, act: str, draft: ActionDraft | None = None, *, only_words: bool = False) -> None:
        """Ask for an action, of which `draft` is known; `only_words` when its numbers stand. `act` is the button's."""
        self.heading.set_full_text(heading)
        self.record.setText(act)
        self.cancel.setVisible(draft is not None)
        self._show(draft or ActionDraft(self.kind))
        for part in (*self.kinds.values(), self.numbers, self.made):
            part.setEnabled(not only_words)
        why = self.tr("Later actions of the season may rest on this one; its words can be changed.")
        self.numbers.setToolTip(why if only_words else "")
        self.made.setToolTip(why if only_words else "")

    def clear(self, begun: ActionDraft | None = None) -> None:
        """Ask for an action of the present season: as far as it was `begun`, else empty, of the kind of the last."""
        self.begin(self.tr("New action"), self.tr("Write it down"), begun)
        self.cancel.hide()

    def set_successes(self, successes: int) -> None:
        """Take over what a throw came to."""
        self.numbers.successes.setValue(successes)

    def _show(self, draft: ActionDraft) -> None:
        self.kinds[draft.kind].setChecked(True)
        self.title.set_value(draft.title)
        self.outcome.set_value(draft.outcome)
        self.numbers.read_from(draft)
        self.made.show_asset(draft.asset, lasting=draft.lasting)
        self._turn()

    def _turn(self) -> None:
        income_asked = self.kind is ActionKind.INCOME
        hint = self.tr("What is done, if you like") if income_asked else self.tr("What is done")
        self.title.setPlaceholderText(hint)
        self.numbers.set_kind(self.kind)
        self.made.setVisible(not income_asked)
        self._tell_result()

    def _tell_result(self) -> None:
        rulebook, draft = self._rulebook, self.draft
        if draft.kind is ActionKind.STRATEGIC and not draft.skill:
            words, tone = self.tr("No throw: neither success nor failure"), "muted"
        elif draft.kind is ActionKind.STRATEGIC:
            words, tone = net_words(draft.successes, self.tr), "good" if draft.successes > 0 else "bad"
        elif rulebook is None or not draft.skill:
            words, tone = self.tr("Choose the skill that earns."), "muted"
        else:
            assets = self.numbers.assets_counted
            coins = income(rulebook, draft.skill, draft.successes, assets)
            words, tone = income_sum(rulebook, draft.skill, draft.successes, assets, coins, self.tr, counted), "good"
        self.result.set_full_text(words)
        if set_sheet_property(self.result, "role", tone):
            self.result.setFont(self._theme.font("serif", 20, bold=True))

    def _record(self) -> None:
        self.recorded.emit(self.draft)

    def _lay_out(self) -> None:
        self._top = hbox(None, (self.heading, 1), theme=self._theme, gap=8)
        for button in self.kinds.values():
            self._top.addWidget(button)
        self._top.addWidget(self.cancel)
        self._press = hbox(None, (self.result, 1), self.record, theme=self._theme, gap=8)
        self._column = vbox(
            self, self._top, self.title, self.numbers, (self.outcome, 100), self.made, self._press, STRETCH
        )
        set_gaps(self._theme, self._column, gap=8, edges=(16, 10, 16, 12))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)

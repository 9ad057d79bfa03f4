"""The Seasons tab: the actions of the present season, coins, assets, and the diary of all seasons."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QFocusEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from bones_desktop.document.document import Change, CharacterDocument
from bones_desktop.panels.tracker.characterpanel import CharacterPanel
from bones_desktop.panels.tracker.seasons.actioncard import ActionCard, ActionLook
from bones_desktop.panels.tracker.seasons.actiondraft import ActionDraft, draft_of, recorded, rewritten
from bones_desktop.panels.tracker.seasons.actionform import ActionForm
from bones_desktop.panels.tracker.seasons.assetscard import AssetsCard
from bones_desktop.panels.tracker.seasons.coinscard import CoinsCard
from bones_desktop.panels.tracker.seasons.diarycard import DiaryCard
from bones_desktop.panels.tracker.seasons.seasonhead import SeasonHead
from bones_desktop.rules.bones.calendar import days_to_next_season, season_name, year_of
from bones_desktop.rules.bones.character import ActionKind, Character, SeasonAction
from bones_desktop.rules.bones.coins import come_by_coins, spend_coins
from bones_desktop.rules.bones.diary import DiaryAction, diary
from bones_desktop.rules.bones.recovery import pass_days
from bones_desktop.rules.bones.requests import Request, ThrowKind
from bones_desktop.rules.bones.seasonassets import add_asset, assets_now, remove_asset, season_now
from bones_desktop.rules.bones.seasons import ACTIONS_A_SEASON, actions_left, actions_of, remove_action
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.days import counted
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.plainlabel import plain_label
from bones_desktop.widgets.steadylabel import SteadyLabel
from bones_desktop.wording.gamedates import season_word
from bones_desktop.wording.seasons import (
    action_check,
    action_result,
    action_title,
    actions_left_words,
    coins_words,
    season_title,
    season_within,
)

WIDE: Final = 1_100
"""From this width on, at 100 % text size, season, coins and diary stand side by side."""
TALL: Final = 900
"""From this height on, at 100 % text size, the cards of the actions tell more of what became of them."""
SHARES: Final = (22, 12, 15)
FORM, DONE = 0, 1


@dataclass(frozen=True, slots=True)
class _Aim:
    """Which action the form writes down."""

    season: int
    place: int = -1
    """Of an action to be changed; -1 for a new one."""
    action: SeasonAction | None = None


class SeasonsTab(CharacterPanel):
    """Each edit is one step of the document. What is typed stays until it is written down."""

    campaign_asked = Signal()
    """The calendar of the character's campaign was asked for."""
    throw_asked = Signal(object)
    """A Request to be thrown on the Table page; `take_throw` brings the result back."""
    print_asked = Signal()
    pdf_asked = Signal()

    def __init__(
        self, document: CharacterDocument, theme: Theme, today: Callable[[], str], parent: QWidget | None = None
    ) -> None:
        """`today` returns the date as 2026-11-21."""
        super().__init__(document, theme, today, parent)
        self._first_year = 1
        self._aim: _Aim | None = None
        self._thrown: Request | None = None
        self.head = SeasonHead(theme, self)
        self.cards = tuple(ActionCard(theme, number + 1, self) for number in range(ACTIONS_A_SEASON))
        self.form = ActionForm(theme, self)
        self._done = QFrame(self)
        self._done.setProperty("kind", "card")
        self.done_title = plain_label(self._done)
        self.done_words = SteadyLabel(4, self._done)
        self.coins = CoinsCard(theme, self)
        self.assets = AssetsCard(theme, self)
        self.diary = DiaryCard(theme, self)
        self._lay_out()
        self._connect()
        self._restyle()

    def set_first_year(self, year: int) -> None:
        """Count years from another one than 1: that in which the campaign's calendar begins."""
        if year != self._first_year:
            self._first_year = year
            if self.isVisible():
                self.refresh()

    def take_throw(self, request: Request, successes: int) -> bool:
        """Take over the (net) successes of a throw, if the form waits for just this one; return whether it did.

        A throw changed afterwards, by spiffs or the GM's word, is told again.
        """
        waiting = self._thrown
        if waiting is None or (request.kind, request.skill) != (waiting.kind, waiting.skill):
            return False
        self.form.set_successes(successes)
        return True

    def refresh(self) -> None:
        """Show the character as it is."""
        document, character = self._document, self._document.character
        rulebook, season, editable = document.rulebook, season_now(character), not document.read_only
        if self._aim is not None and not self._aim_holds(self._aim):
            self._aim = None
            self.form.clear()
        told = diary(rulebook, character, self._first_year)
        present = next(each for each in told.seasons if each.season == season)
        self.head.show_season(
            season_title(present.name, present.year, self.tr),
            actions_left_words(present.left, self.tr),
            done=not present.left,
        )
        self._show_next(character, editable=editable)
        for number, card in enumerate(self.cards):
            look = self._look(present.actions[number]) if number < len(present.actions) else None
            card.show_action(look, editable=editable)
        self.form.show_rules(rulebook, character, self._aim.season if self._aim else season)
        self.form.setEnabled(editable)
        word = season_word(present.name, self.tr)
        self.done_title.setText(self.tr("All three actions of this {season} are done.").format(season=word))
        self._stack.setCurrentIndex(FORM if present.left or self._aim is not None else DONE)
        self.coins.show_coins(told, editable=editable)
        self.assets.show_assets(assets_now(rulebook, character), editable=editable)
        earlier = {each.season for each in told.seasons if each.season != season}
        room = frozenset(each for each in earlier if actions_left(character, each))
        self.diary.show_diary(rulebook, told, room, editable=editable)

    @guarded(None)
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 (Qt's name)
        """Put the parts one below the other where there is no room beside."""
        super().resizeEvent(event)
        self._arrange()

    @guarded(None)
    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 (Qt's name)
        """Pass the keys on to what is done first."""
        super().focusInEvent(event)
        first = self.form.title if self._stack.currentIndex() == FORM and self.form.isEnabled() else self.head.next
        first.setFocus(event.reason())

    # what is asked for

    def _record(self, draft: ActionDraft) -> None:
        document = self._document
        if draft.kind is ActionKind.INCOME and not draft.skill:
            self.told.emit(self.tr("Choose the skill that earns first."))
            self.form.numbers.skill.setFocus()
            return
        aim = self._aim
        rulebook, today = document.rulebook, self._today()
        if aim is not None and aim.place >= 0:
            if self._apply(self.tr("Change an action"), lambda now: rewritten(rulebook, now, aim.place, draft)):
                self._end_aim()
            return
        season = aim.season if aim is not None else season_now(document.character)
        name = self.tr("Income") if draft.kind is ActionKind.INCOME else self.tr("Strategic action")
        if not self._apply(name, lambda now: recorded(rulebook, now, draft, today, season)):
            return
        action = actions_of(document.character, season)[-1]
        self._end_aim()
        if action.kind is ActionKind.INCOME:
            self.told.emit(self.tr("{coins} earned.").format(coins=coins_words(action.coins, self.tr, counted)))
        elif action.made:
            self.told.emit(self.tr("{asset} earns along from now on.").format(asset=action.made))

    def _throw(self, draft: ActionDraft) -> None:
        if not draft.skill:
            self.told.emit(self.tr("Choose the skill to throw first."))
            self.form.numbers.skill.setFocus()
            return
        if draft.kind is ActionKind.INCOME:
            request = Request(draft.skill, ThrowKind.INCOME, assets=self.form.numbers.assets_counted)
        else:
            request = Request(draft.skill, ThrowKind.STRATEGIC, difficulty=draft.difficulty)
        self._thrown = request
        self.throw_asked.emit(request)

    def _change(self, place: int) -> None:
        document = self._document
        action = document.character.actions[place]
        last = place == max(n for n, each in enumerate(document.character.actions) if each.season == action.season)
        self._aim, self._thrown = _Aim(action.season, place, action), None
        heading = self.tr("Change the action")
        if action.season != season_now(document.character):
            heading = self.tr("Change: {season}").format(season=self._within(action.season))
        draft = draft_of(document.rulebook, document.character, action)
        self.form.show_rules(document.rulebook, document.character, action.season)
        self.form.begin(heading, self.tr("Keep the change"), draft, only_words=not last)
        self._stack.setCurrentIndex(FORM)
        self.form.title.setFocus()
        self.form.title.selectAll()

    def _add_forgotten(self, season: int) -> None:
        document = self._document
        self._aim, self._thrown = _Aim(season), None
        heading = self.tr("Added to {season}").format(season=self._within(season))
        self.form.show_rules(document.rulebook, document.character, season)
        self.form.begin(heading, self.tr("Write it down"), ActionDraft(self.form.kind))
        self._stack.setCurrentIndex(FORM)
        self.form.title.setFocus()

    def _remove(self, place: int) -> None:
        self._apply(self.tr("Remove an action"), lambda now: remove_action(now, place))

    def _end_aim(self) -> None:
        """Go back to a new action of the present season."""
        self._aim = self._thrown = None
        self.form.clear()
        self.refresh()
        if self.form.isVisible():
            self.form.title.setFocus()
        else:
            self.head.next.setFocus()

    def _spend(self, coins: int, note: str) -> None:
        if self._apply(self.tr("Spend coins"), lambda now: spend_coins(now, coins, note, self._today())):
            self.coins.clear()

    def _receive(self, coins: int, note: str) -> None:
        if self._apply(self.tr("Receive coins"), lambda now: come_by_coins(now, coins, note, self._today())):
            self.coins.clear()

    def _add_asset(self, name: str, lasting: bool) -> None:
        season = None if lasting else season_now(self._document.character)
        if self._apply(self.tr("Add an asset"), lambda now: add_asset(now, name, season=season)):
            self.assets.clear()

    def _remove_asset(self, place: int) -> None:
        self._apply(self.tr("Remove an asset"), lambda now: remove_asset(now, place))

    def _next(self) -> None:
        character = self._document.character
        if character.campaign:
            self.campaign_asked.emit()
            return
        days = days_to_next_season(character.day)
        if self._apply(self.tr("Next season"), lambda now: pass_days(now, days, resting=True)):
            season = season_word(season_name(season_now(self._document.character)), self.tr)
            self.told.emit(self.tr("It is {season} now: three actions anew.").format(season=season))

    # what is shown

    def _note(self, change: Change) -> None:
        if change.before.id != change.after.id:
            self._aim = self._thrown = None
            self.form.clear()
            self.coins.clear()
            self.assets.clear()

    def _aim_holds(self, aim: _Aim) -> bool:
        """Return whether the action to be changed is still the one it was."""
        actions = self._document.character.actions
        return aim.place < 0 or (aim.place < len(actions) and actions[aim.place] == aim.action)

    def _show_next(self, character: Character, *, editable: bool) -> None:
        if character.campaign:
            tip = self.tr("Days and seasons pass on the calendar of the campaign, for the whole party.")
            self.head.show_next(self.tr("To the campaign's calendar"), tip, enabled=True)
            words = self.tr("The next season brings three more. It begins on the calendar of the campaign.")
        else:
            tip = self.tr("The season ends: wounds heal with the weeks, and actions not done are lost.")
            self.head.show_next(self.tr("Next season"), tip, enabled=editable)
            words = self.tr("The next season brings three more. Assets of this season are gone then.")
        self.done_words.show_text(words)

    def _look(self, each: DiaryAction) -> ActionLook:
        rulebook, action = self._document.rulebook, each.action
        title, check = action_title(rulebook, action, self.tr), action_check(rulebook, action, self.tr)
        return ActionLook(
            each.place,
            title,
            check if check != title else "",
            action_result(action, self.tr, counted),
            "good" if each.success else "bad",
            action.made,
            action.outcome,
            each.is_last,
        )

    def _within(self, season: int) -> str:
        return season_within(season_name(season), year_of(season, self._first_year), self.tr)

    def _connect(self) -> None:
        self.head.next_asked.connect(self._next)
        for card in self.cards:
            card.change_asked.connect(self._change)
            card.remove_asked.connect(self._remove)
        self.form.recorded.connect(self._record)
        self.form.throw_asked.connect(self._throw)
        self.form.left.connect(self._end_aim)
        self.form.refused.connect(self.refused)
        self.coins.spent.connect(self._spend)
        self.coins.received.connect(self._receive)
        self.assets.added.connect(self._add_asset)
        self.assets.removed.connect(self._remove_asset)
        self.assets.told.connect(self.told)
        self.diary.change_asked.connect(self._change)
        self.diary.remove_asked.connect(self._remove)
        self.diary.add_asked.connect(self._add_forgotten)
        self.diary.print_asked.connect(self.print_asked)
        self.diary.pdf_asked.connect(self.pdf_asked)

    def _lay_out(self) -> None:
        self._slots = QHBoxLayout()
        for card in self.cards:
            self._slots.addWidget(card, 1)
        done = QVBoxLayout(self._done)
        done.addStretch(1)
        done.addWidget(self.done_title)
        done.addWidget(self.done_words)
        done.addStretch(2)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.form)
        self._stack.addWidget(self._done)
        self._left = QVBoxLayout()
        self._left.addLayout(self._slots)
        self._left.addWidget(self._stack, 1)
        self._middle = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._middle.addWidget(self.coins)
        self._middle.addWidget(self.assets, 1)
        self._parts = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._parts.addLayout(self._left, SHARES[0])
        self._parts.addLayout(self._middle, SHARES[1])
        self._parts.addWidget(self.diary, SHARES[2])
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self.head)
        self._column.addLayout(self._parts, 1)

    def _arrange(self) -> None:
        px = self._theme.px
        wide = self.width() >= px(WIDE)
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        if (self._parts.direction() is across) != wide:
            self._parts.setDirection(across if wide else down)
            self._middle.setDirection(down if wide else across)
        self.diary.setMinimumHeight(0 if wide else px(360))
        for card in self.cards:
            card.set_tall(wide and self.height() >= px(TALL))

    def _restyle(self) -> None:
        theme = self._theme
        for card in self.cards:
            card.restyle()
        self.head.restyle()
        self.form.restyle()
        self.coins.restyle()
        self.assets.restyle()
        self.diary.restyle()
        self.done_title.setFont(theme.font("serif", 28, bold=True))
        self.done_words.setFont(theme.font("sans", 16))
        inner = self._done.layout()
        if inner is not None:
            inner.setContentsMargins(theme.px(24), theme.px(12), theme.px(24), theme.px(12))
            inner.setSpacing(theme.px(8))
        self._column.setSpacing(theme.px(8))
        for row in (self._slots, self._left, self._middle, self._parts):
            row.setSpacing(theme.px(10))
        self._arrange()

"""The Seasons tab: the actions of the present season, coins, assets, and the diary of all seasons."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QWidget

from bones_desktop.document.bones.characterdocument import Change, CharacterDocument
from bones_desktop.panels.tracker.characterpanel import CharacterPanel, bring_into_view
from bones_desktop.panels.tracker.seasons.actiondraft import ActionDraft, draft_of, recorded, rewritten
from bones_desktop.panels.tracker.seasons.seasonsboard import SeasonsBoard, Shown
from bones_desktop.rules.bones.book.calendar import days_to_next_season, season_name, year_of
from bones_desktop.rules.bones.book.playstate import ActionKind, SeasonAction
from bones_desktop.rules.bones.injury.recovery import pass_days
from bones_desktop.rules.bones.life.seasons import (
    actions_of,
    add_asset,
    come_by_coins,
    remove_action,
    remove_asset,
    season_now,
    spend_coins,
)
from bones_desktop.rules.bones.reading.requests import Request, ThrowKind
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import vbox
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.localized import counted
from bones_desktop.wording.seasons import coins_words, season_within, season_word


@dataclass(frozen=True, slots=True)
class _Aim:
    """Which action the form writes down."""

    season: int
    place: int = -1
    """Of an action to be changed; -1 for a new one."""
    action: SeasonAction | None = None


class SeasonsTab(CharacterPanel):
    """Each edit is one step of the document. What is typed stays until it is written down."""

    campaign_requested = Signal()
    """The calendar of the character's campaign was asked for."""
    throw_requested = Signal(object)
    """A Request to be thrown on the Table page; `take_throw` brings the result back."""
    print_requested = Signal()
    pdf_requested = Signal()

    def __init__(
        self, document: CharacterDocument, theme: Theme, today: Callable[[], str], parent: QWidget | None = None
    ) -> None:
        """`today` returns the date as 2026-11-21."""
        super().__init__(document, theme, today, parent)
        self._first_year = 1
        self._aim: _Aim | None = None
        self._thrown: Request | None = None
        self._begun: ActionDraft | None = None
        """The new action that was being written when another was turned to."""
        self._drafts: dict[str, ActionDraft] = {}
        """New actions that were being written when another character was opened, by whose they are."""
        self.board = SeasonsBoard(theme, self)
        vbox(self, self.board, margins=0)
        self._connect()

    def set_first_year(self, year: int) -> None:
        """Count years from another one than 1: that in which the campaign's calendar begins."""
        if year != self._first_year:
            self._first_year = year
            if self.isVisible():
                self.refresh()

    def take_throw(self, request: Request, successes: int) -> bool:
        """Take over the (net) successes of a throw, if the form waits for just this one; return whether it did.

        A throw changed afterwards, by spiffs or by the GM, is passed here again.
        """
        waiting = self._thrown
        if waiting is None or (request.kind, request.skill) != (waiting.kind, waiting.skill):
            return False
        self.board.form.set_successes(successes)
        return True

    def refresh(self) -> None:
        """Show the character as it is."""
        aim = self._aim
        if aim is not None and not self._aim_holds(aim):
            aim = None
            self._drop_aim()
        document = self._document
        self.board.show_character(
            Shown(
                document.rulebook,
                document.character,
                self._first_year,
                aim.season if aim is not None else None,
                not document.read_only,
            )
        )

    @guarded(None)
    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass focus on to what is done first."""
        super().focusInEvent(event)
        self.board.first.setFocus(event.reason())

    # what is asked for

    def _record(self, draft: ActionDraft) -> None:
        document = self._document
        if draft.kind is ActionKind.INCOME and not draft.skill:
            self.message.emit(self.tr("Choose the skill that earns first."))
            self.board.form.numbers.skill.setFocus()
            return
        aim = self._aim
        rulebook, today = document.rulebook, self._today()
        if aim is not None and aim.place >= 0:
            if self._apply(self.tr("Change an action"), lambda now: rewritten(rulebook, now, aim.place, draft)):
                if self._aim is None:  # `refresh` has seen the change
                    self.board.first.setFocus()
                else:
                    self._end_aim()
            return
        season = aim.season if aim is not None else season_now(document.character)
        name = self.tr("Income") if draft.kind is ActionKind.INCOME else self.tr("Strategic action")
        if not self._apply(name, lambda now: recorded(rulebook, now, draft, today, season)):
            return
        action = actions_of(document.character, season)[-1]
        self._end_aim()
        if action.kind is ActionKind.INCOME:
            self.message.emit(self.tr("{coins} earned.").format(coins=coins_words(action.coins, self.tr, counted)))
        elif action.made:
            made = next((each for each in reversed(document.character.assets) if each.name == action.made), None)
            stays = made is None or made.season is None
            words = (
                self.tr("{asset} earns along from now on.") if stays else self.tr("{asset} earns along this season.")
            )
            self.message.emit(words.format(asset=action.made))

    def _throw(self, draft: ActionDraft) -> None:
        if not draft.skill:
            self.message.emit(self.tr("Choose the skill to throw first."))
            self.board.form.numbers.skill.setFocus()
            return
        if draft.kind is ActionKind.INCOME:
            request = Request(draft.skill, ThrowKind.INCOME, assets=self.board.form.numbers.assets_counted)
        else:
            request = Request(draft.skill, ThrowKind.STRATEGIC, difficulty=draft.difficulty)
        self._thrown = request
        self.throw_requested.emit(request)

    def _change(self, place: int) -> None:
        document = self._document
        action = document.character.actions[place]
        last = place == max(n for n, each in enumerate(document.character.actions) if each.season == action.season)
        self._turn_to(_Aim(action.season, place, action))
        heading = self.tr("Change the action")
        if action.season != season_now(document.character):
            heading = self.tr("Change: {season}").format(season=self._within(action.season))
        draft = draft_of(document.rulebook, document.character, action)
        self.board.form.show_rules(document.rulebook, document.character, action.season)
        self.board.form.begin(heading, self.tr("Keep the change"), draft, only_words=not last)
        self._ask()

    def _add_forgotten(self, season: int) -> None:
        document = self._document
        self._turn_to(_Aim(season))
        heading = self.tr("Added to {season}").format(season=self._within(season))
        self.board.form.show_rules(document.rulebook, document.character, season)
        self.board.form.begin(heading, self.tr("Write it down"), ActionDraft(self.board.form.kind))
        self._ask()

    def _remove(self, place: int) -> None:
        self._apply(self.tr("Remove an action"), lambda now: remove_action(now, place))

    def _ask(self) -> None:
        self.board.show_form()
        bring_into_view(self.board.form.title)

    def _turn_to(self, aim: _Aim) -> None:
        if self._aim is None:
            self._begun = self._new_action()
        self._aim, self._thrown = aim, None

    def _new_action(self) -> ActionDraft:
        """Return what is written of a new action; should it become income after all, all assets earn along."""
        draft = self.board.form.draft
        return replace(draft, assets=None) if draft.kind is ActionKind.STRATEGIC else draft

    def _end_aim(self) -> None:
        """Go back to a new action of the present season."""
        self._drop_aim()
        self.refresh()
        self.board.first.setFocus()

    def _drop_aim(self) -> None:
        """Ask for a new action again, as far as it was written."""
        begun, self._begun = self._begun, None
        self._aim = self._thrown = None
        self.board.form.clear(begun)

    def _spend(self, coins: int, note: str) -> None:
        if self._apply(self.tr("Spend coins"), lambda now: spend_coins(now, coins, note, self._today())):
            self.board.coins.clear()

    def _receive(self, coins: int, note: str) -> None:
        if self._apply(self.tr("Receive coins"), lambda now: come_by_coins(now, coins, note, self._today())):
            self.board.coins.clear()

    def _add_asset(self, name: str, lasting: bool) -> None:
        season = None if lasting else season_now(self._document.character)
        if self._apply(self.tr("Add an asset"), lambda now: add_asset(now, name, season=season)):
            self.board.assets.clear()

    def _remove_asset(self, place: int) -> None:
        self._apply(self.tr("Remove an asset"), lambda now: remove_asset(now, place))

    def _next(self) -> None:
        character = self._document.character
        if character.campaign:
            self.campaign_requested.emit()
            return
        days = days_to_next_season(character.day)
        if self._apply(self.tr("Next season"), lambda now: pass_days(now, days, resting=True)):
            season = season_word(season_name(season_now(self._document.character)), self.tr)
            self.message.emit(self.tr("It is {season} now: three actions anew.").format(season=season))

    # what is shown

    def _note(self, change: Change) -> None:
        if change.before.id != change.after.id:
            draft = self._new_action() if self._aim is None else self._begun
            if draft is not None and draft != ActionDraft(draft.kind):
                self._drafts[change.before.id] = draft
            self._aim = self._thrown = self._begun = None
            self.board.form.show_rules(self._document.rulebook, change.after, season_now(change.after))
            self.board.form.clear(self._drafts.pop(change.after.id, None))
            self.board.coins.clear()
            self.board.assets.begin_anew()
            self.board.diary.begin_anew()

    def _aim_holds(self, aim: _Aim) -> bool:
        """Return whether the action to be changed is still the one it was."""
        actions = self._document.character.actions
        return aim.place < 0 or (aim.place < len(actions) and actions[aim.place] == aim.action)

    def _within(self, season: int) -> str:
        return season_within(season_name(season), year_of(season, self._first_year), self.tr)

    def _connect(self) -> None:
        self.board.head.next_requested.connect(self._next)
        for card in self.board.cards:
            card.change_requested.connect(self._change)
            card.remove_requested.connect(self._remove)
        self.board.form.recorded.connect(self._record)
        self.board.form.throw_requested.connect(self._throw)
        self.board.form.cancelled.connect(self._end_aim)
        self.board.form.refused.connect(self.refused)
        self.board.coins.spent.connect(self._spend)
        self.board.coins.received.connect(self._receive)
        self.board.assets.added.connect(self._add_asset)
        self.board.assets.removed.connect(self._remove_asset)
        self.board.assets.message.connect(self.message)
        self.board.diary.change_requested.connect(self._change)
        self.board.diary.remove_requested.connect(self._remove)
        self.board.diary.add_requested.connect(self._add_forgotten)
        self.board.diary.print_requested.connect(self.print_requested)
        self.board.diary.pdf_requested.connect(self.pdf_requested)

"""The Seasons tab: actions of the season and their form, coins, assets, and the diary."""

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QWidget

from bones_desktop.document.bones.characterdocument import Change, CharacterDocument
from bones_desktop.pages.tracker.characterpanel import CharacterPanel
from bones_desktop.pages.tracker.seasonsboard import SeasonsBoard, place_of, season_of, stay_field
from bones_desktop.rules.acts import Act, Answers, Parameter, Value
from bones_desktop.rules.bones.book.character import ActionKind, Character, SeasonAction
from bones_desktop.rules.bones.book.fields import days_to_next_season, season_name, year_of
from bones_desktop.rules.bones.book.icons import MENTAL, PHYSICAL
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury.injuries import pass_days
from bones_desktop.rules.bones.life.acts import (
    NONE,
    act_in_season,
    answers_of,
    assets_counted,
    gain_asset,
    is_strategic,
    key_of,
    rewrite_action,
    skills_thrown,
)
from bones_desktop.rules.bones.life.seasons import (
    actions_of,
    come_by_coins,
    remove_action,
    remove_asset,
    season_now,
    spend_coins,
)
from bones_desktop.rules.bones.reading.plays import income, income_rate
from bones_desktop.rules.bones.reading.requests import Request, ThrowKind
from bones_desktop.rules.records import Record, replace
from bones_desktop.rules.typedtext import folded
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actfields import Field, FieldPlace
from bones_desktop.widgets.acts.actform import AskedAct
from bones_desktop.widgets.boxes import vbox
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.layouts import bring_into_view
from bones_desktop.widgets.localized import counted
from bones_desktop.wording.language import _
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.seasons import coins_words, income_sum, net_words, season_within, season_word
from bones_desktop.wording.table import income_text, level_dice, skill_name


def action_asked(
    rulebook: Rulebook, character: Character, act: Act[Character], heading: str, press: str, *, only_words: bool = False
) -> AskedAct[Character]:
    """Return the form for an act from `rules.bones.life.acts`.

    With `only_words`, the user can change texts but no numbers.
    """
    return AskedAct(
        act,
        character,
        heading,
        press,
        partial(_field, rulebook, only_words=only_words),
        result=partial(_result, rulebook),
    )


def _field(rulebook: Rulebook, each: Parameter, given: Answers, *, only_words: bool) -> Field:
    """Return the field for a parameter."""
    match each.id:
        case "title":
            words = _("What is done")
            return Field(each, "", words, hint=words if is_strategic(given) else _("What is done (optional)"))
        case "outcome":
            words = _("Outcome")
            return Field(each, "", words, hint=words, lines=2)
    field = _number_field(rulebook, each, given) or _choice_field(rulebook, each, given)
    if only_words:
        tip = _("Later actions of the season may depend on this one, so only its texts can be changed.")
        return replace(field, tip=tip, enabled=False)
    return field


def _choice_field(rulebook: Rulebook, each: Parameter, given: Answers) -> Field:
    match each.id:
        case "kind":
            kinds = (
                Choice(ActionKind.INCOME.value, _("Earn coins")),
                Choice(ActionKind.STRATEGIC.value, _("Anything else")),
            )
            return Field(each, "", _("Kind of action"), choices=kinds, buttons=True, place=FieldPlace.HEAD)
        case "skill":
            return Field(each, _("Skill"), hint=_("Choose…"), choices=_skills(rulebook, each, given))
        case "asset":
            return Field(each, "", _("Asset that it brings"), hint=_("Asset that a success brings, if any"))
    return stay_field(each, FieldPlace.BESIDE)


def _number_field(rulebook: Rulebook, each: Parameter, given: Answers) -> Field | None:
    """Return the field for a number or a difficulty; None for other parameters."""
    strategic, asked = is_strategic(given), each.why_not is None
    tip = "" if each.why_not is None else sentence(each.why_not)
    match each.id:
        case "assets":
            tip = tip or _("All assets of the season also earn; the GM may set another number.")
            return Field(each, _("Assets that earn"), tip=tip, place=FieldPlace.BESIDE, enabled=asked)
        case "difficulty":
            levels = (Choice(level.id, level.name, level_dice(level)) for level in rulebook.difficulties)
            named = Choice(NONE, _("The GM's number"), _("Successes of others, or none at all"))
            choices = (*levels, named)
            return Field(each, _("Difficulty"), tip=tip, choices=choices, place=FieldPlace.BESIDE, enabled=asked)
        case "successes" if strategic:
            tip = tip or _("Successes left after the other side's are taken off")
            return Field(each, _("Net successes"), tip=tip, place=FieldPlace.BESIDE, enabled=asked)
        case "successes":
            return Field(each, _("Successes"), tip=_("Successes rolled"), place=FieldPlace.BESIDE)
    return None


def _skills(rulebook: Rulebook, asked: Parameter, given: Answers) -> tuple[Choice, ...]:
    """Return the skills to choose from; for income, each skill with its earnings."""
    listed, strategic = [], is_strategic(given)
    for skill in skills_thrown(rulebook):
        rate, why = income_rate(rulebook, skill), asked.refused.get(skill)
        note = "" if strategic else income_text(rate.coins, assets_count=rate.assets_count)
        name = skill_name(rulebook, skill)
        if skill in {PHYSICAL, MENTAL}:
            name = _("{aptitude} task, no skill").format(aptitude=name)
        if why is not None:
            note = sentence(why)
        badge = _("not possible") if why else ""
        listed.append(Choice(skill, name, note, allowed=why is None, badge=badge, rule=skill_name(rulebook, skill)))
    # Skills that the character may try come first, the two aptitudes last.
    listed.sort(key=lambda each: (not each.allowed, each.key in {PHYSICAL, MENTAL}, folded(each.text)))
    if strategic:
        listed.insert(0, Choice(NONE, _("No roll"), _("The GM decides without dice.")))
    return tuple(listed)


def _result(rulebook: Rulebook, given: Answers) -> tuple[str, str]:
    """Return the text of the action's result, and its colour role."""
    skill, successes = key_of(given, "skill"), given.number("successes")
    if is_strategic(given):
        if not skill:
            return _("No roll: neither success nor failure"), "muted"
        return net_words(successes), "good" if successes > 0 else "bad"
    if not skill:
        return _("Choose the skill that earns."), "muted"
    assets = assets_counted(rulebook, given)
    coins = income(rulebook, skill, successes, assets)
    return income_sum(rulebook, skill, successes, assets, coins, counted), "good"


class _Aim(Record):
    """The season and the action that the form edits."""

    season: int
    place: int = -1
    """Index of the action to edit; -1 for a new one."""
    action: SeasonAction | None = None


class SeasonsTab(CharacterPanel):
    """Edits the seasons of the open character. Each edit is an undo step. Typed text is kept until it is submitted."""

    campaign_requested = Signal()
    """Emitted to open the calendar of the character's campaign."""
    throw_requested = Signal(object)
    """Emitted with a Request to roll on the Table page. `take_throw` receives the result."""

    def __init__(
        self, document: CharacterDocument, theme: Theme, today: Callable[[], str], parent: QWidget | None = None
    ) -> None:
        """`today` returns the date in the form 2026-11-21."""
        super().__init__(document, theme, today, parent)
        self._first_year = 1
        self._aim: _Aim | None = None
        self._thrown: Request | None = None
        self._begun: dict[str, Value] = {}
        """Answers for an unfinished new action. They are stored here while the user edits another action."""
        self._drafts: dict[str, dict[str, Value]] = {}
        """Answers for unfinished new actions, keyed by the id of the character."""
        self.board = SeasonsBoard(theme, self.refused.emit, self)
        vbox(self, self.board, margins=0)
        self._connect()

    def set_first_year(self, year: int) -> None:
        """Set the first year of the campaign's calendar; the default is 1."""
        if year != self._first_year:
            self._first_year = year
            if self.isVisible():
                self.refresh()

    def take_throw(self, request: Request, successes: int) -> bool:
        """Enter the net successes of a roll if the form waits for this roll. Return whether the form waits for it.

        If spiffs or the GM change the roll later, this method is called again.
        """
        waiting = self._thrown
        if waiting is None or (request.kind, request.skill) != (waiting.kind, waiting.skill):
            return False
        self.board.form.answer("successes", successes)
        return True

    def refresh(self) -> None:
        """Show the current character."""
        aim = self._aim
        if aim is not None and not self._aim_holds(aim):
            # Undo may have removed the action being edited.
            aim = None
            self._drop_aim()
        rulebook, character, editable = self._document.rulebook, self._document.character, not self._document.read_only
        other = aim is not None
        self.board.show_character(rulebook, character, self._first_year, asks_other=other, editable=editable)
        self._ask_for_action()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass the focus to the first widget of the board."""
        super().focusInEvent(event)
        self.board.first.setFocus(event.reason())

    # requests

    def _record(self, given: Answers) -> None:
        document, aim, act = self._document, self._aim, self._act()
        if not (is_strategic(given) or key_of(given, "skill")):
            self._ask_for_skill(_("Choose the skill that earns first."))
            return
        if aim is not None and aim.place >= 0:
            if self._apply(_("Change an action"), act.edit(given)):
                if self._aim is None:  # the change called `refresh`, which ended the editing
                    self.board.first.setFocus()
                else:
                    self._end_aim()
            return
        season = aim.season if aim is not None else season_now(document.character)
        name = _("Strategic action") if is_strategic(given) else _("Income")
        if not self._apply(name, act.edit(given)):
            return
        # The action is read from the character, because the rules calculated its coins and its asset.
        action = actions_of(document.character, season)[-1]
        self._end_aim()
        if action.kind is ActionKind.INCOME:
            self.message.emit(_("{coins} earned.").format(coins=coins_words(action.coins, counted)))
        elif action.made:
            made = next((each for each in reversed(document.character.assets) if each.name == action.made), None)
            stays = made is None or made.season is None
            words = _("{asset} also earns from now on.") if stays else _("{asset} also earns this season.")
            self.message.emit(words.format(asset=action.made))

    def _throw(self) -> None:
        given = self.board.form.answers
        skill = key_of(given, "skill")
        if not skill:
            self._ask_for_skill(_("Choose the skill to roll first."))
            return
        if is_strategic(given):
            request = Request(skill, ThrowKind.STRATEGIC, difficulty=key_of(given, "difficulty"))
        else:
            request = Request(skill, ThrowKind.INCOME, assets=assets_counted(self._document.rulebook, given))
        # Only a roll for this request may fill in the successes.
        self._thrown = request
        self.throw_requested.emit(request)

    def _change(self, place: int) -> None:
        document = self._document
        action = document.character.actions[place]
        self._turn_to(_Aim(action.season, place, action), answers_of(document.character, action))

    def _do_to_diary(self, act: str, key: str) -> None:
        match act:
            case "add":
                self._turn_to(_Aim(season_of(key)), self._same_kind())
            case "change":
                self._change(place_of(key))
            case _:
                self._apply(_("Remove an action"), partial(remove_action, place=place_of(key)))

    def _turn_to(self, aim: _Aim, answers: Mapping[str, Value]) -> None:
        if self._aim is None:
            self._begun = self.board.form.given
        self._aim, self._thrown = aim, None
        self._ask_for_action()
        self.board.form.fill(answers)
        self.board.show_form()
        bring_into_view(self.board.form)
        bring_into_view(self.board.form.first)

    def _act(self) -> Act[Character]:
        """Return the act for which the form is open."""
        rulebook, character, aim = self._document.rulebook, self._document.character, self._aim
        if aim is not None and aim.place >= 0:
            return rewrite_action(rulebook, character, aim.place)
        season = season_now(character) if aim is None else aim.season
        return act_in_season(rulebook, character, season, self._today())

    def _ask_for_action(self) -> None:
        """Fill the form for the current character. By default, all current assets are used."""
        rulebook, character, aim = self._document.rulebook, self._document.character, self._aim
        heading, press, only_words = _("New action"), _("Write it down"), False
        if aim is not None and aim.place < 0:
            heading = _("Added to {season}").format(season=self._within(aim.season))
        elif aim is not None:
            press = _("Keep the change")
            # Later actions of the season may depend on the coins and the asset of this action, so its numbers cannot be
            # changed.
            only_words = any(each.season == aim.season for each in character.actions[aim.place + 1 :])
            heading = _("Change the action")
            if aim.season != season_now(character):
                heading = _("Change: {season}").format(season=self._within(aim.season))
        form = self.board.form
        if "assets" not in form.given:
            form.forget("assets")
        asked = action_asked(rulebook, character, self._act(), heading, press, only_words=only_words)
        form.show_act(asked)
        # A new action of the current season cannot be cancelled.
        form.cancel.setVisible(aim is not None)

    def _ask_for_skill(self, words: str) -> None:
        self.message.emit(words)
        self.board.form.fields["skill"].setFocus()

    def _same_kind(self) -> dict[str, Value]:
        """Return answers for a new action of the same kind as the last one."""
        return {"kind": self.board.form.answers.key("kind")}

    def _cancel(self) -> None:
        if self._aim is not None:
            self._end_aim()

    def _end_aim(self) -> None:
        """Stop editing an action, and show the form for a new action of the current season."""
        self._drop_aim()
        self.refresh()
        self.board.first.setFocus()

    def _drop_aim(self) -> None:
        """Stop editing an action. Show the unfinished new action again, with the text typed so far."""
        begun, self._begun = self._begun, {}
        self._aim = self._thrown = None
        self.board.form.fill(begun or self._same_kind())

    def _move_coins(self, name: str, move: Callable[..., Character]) -> None:
        card = self.board.coins
        coins, note = card.number.value(), card.note.text()
        if self._apply(name, partial(move, coins=coins, note=note, today=self._today())):
            card.clear()

    def _add_asset(self, given: Answers) -> None:
        if self._apply(_("Add an asset"), gain_asset().edit(given)):
            self.board.assets.form.fill({})

    def _remove_asset(self, _act: str, key: str) -> None:
        place = self.board.assets.asset(key).place
        if place is not None:
            self._apply(_("Remove an asset"), partial(remove_asset, place=place))

    def _next(self) -> None:
        character = self._document.character
        if character.campaign:
            self.campaign_requested.emit()
            return
        days = days_to_next_season(character.day)
        if self._apply(_("Next season"), partial(pass_days, days=days, resting=True)):
            season = season_word(season_name(season_now(self._document.character)))
            self.message.emit(_("It is {season} now: three new actions.").format(season=season))

    # display

    def _note(self, change: Change) -> None:
        if change.before.id != change.after.id:
            draft = self.board.form.given if self._aim is None else self._begun
            # A form in which only the kind was chosen is not worth restoring.
            if draft.keys() - {"kind"}:
                self._drafts[change.before.id] = draft
            self._begun = self._drafts.pop(change.after.id, {})
            self._drop_aim()
            self.board.coins.clear()
            self.board.assets.form.fill({})
            for card in (self.board.assets, self.board.diary):
                card.forget_choice()

    def _aim_holds(self, aim: _Aim) -> bool:
        """Return whether the action to edit still exists unchanged."""
        actions = self._document.character.actions
        return aim.place < 0 or (aim.place < len(actions) and actions[aim.place] == aim.action)

    def _within(self, season: int) -> str:
        return season_within(season_name(season), year_of(season, self._first_year))

    def _connect(self) -> None:
        self.board.head.next.clicked.connect(self._next)
        self.board.diary.requested.connect(self._do_to_diary)
        self.board.form.requested.connect(self._record)
        self.board.throw.clicked.connect(self._throw)
        self.board.form.closed.connect(self._cancel)
        coins = self.board.coins
        coins.spend.clicked.connect(partial(self._move_coins, _("Spend coins"), spend_coins))
        coins.receive.clicked.connect(partial(self._move_coins, _("Receive coins"), come_by_coins))
        self.board.assets.form.requested.connect(self._add_asset)
        self.board.assets.requested.connect(self._remove_asset)

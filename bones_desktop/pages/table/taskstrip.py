"""The strip for the current task of BONES: who rolls, the request, its chance, and the buttons that roll."""

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QIcon, QShowEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from bones_desktop.desk.keymap import KEYS
from bones_desktop.pages.table.strip import Strip
from bones_desktop.pages.table.taskchance import ChanceView
from bones_desktop.pages.table.taskfields import CONDITION, ITEM, MODIFIERS, OUT, TaskQuestions, refusals
from bones_desktop.play.bones.played import ChosenOpponent, Opponent, request_from, request_json
from bones_desktop.play.bones.throws import GAME
from bones_desktop.rules.acts import Act, Answers, Parameter, Value
from bones_desktop.rules.bones.book.attempts import Eligibility, Task
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury.magic import magic_price
from bones_desktop.rules.bones.injury.spiffs import ADDED_SUCCESS, price
from bones_desktop.rules.bones.life.seasons import ACTIONS_A_SEASON, actions_left, assets_now
from bones_desktop.rules.bones.reading.odds import TaskOdds
from bones_desktop.rules.bones.reading.plays import (
    income_rate,
    likeliest,
    metres_of,
    outcome_odds,
    outcome_places,
    outcome_scale,
)
from bones_desktop.rules.bones.reading.requests import (
    OWN_COUNT,
    Occasion,
    Request,
    ThrowKind,
    fall_damage,
    is_magic_use,
    levels_harder,
    occasion_of,
    raised,
    require_known,
    skill_of,
    usual_items,
)
from bones_desktop.rules.bones.reading.tasks import movement
from bones_desktop.rules.chances import Chance, Distribution
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.records import replace
from bones_desktop.storage.shelfcatalogue import Shelf
from bones_desktop.storage.shelfentry import opponent_name
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actfields import ChoiceField, Field, LadderField
from bones_desktop.widgets.acts.actform import AskedAct, unchanged
from bones_desktop.widgets.charts.chart import Scale
from bones_desktop.widgets.charts.distributionchart import DistributionChart, Marker
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.choice.fighters import NUMBER, RecentFiles, ShelfLook, number_choice, opponents, summary
from bones_desktop.widgets.dice.facelook import mini_icon
from bones_desktop.widgets.layouts import bring_into_view
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording.keys import keyed
from bones_desktop.wording.language import _
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.table import (
    dice_left,
    fall_text,
    income_text,
    level_dice,
    magic_use_text,
    modifiers_text,
    movement_text,
    outcome_shares,
    outcome_text,
    outcome_unit,
    outcomes_text,
    raised_text,
    request_name,
    skill_name,
    spiff_count,
)

NOBODY = Character(id="0" * 32)


class TaskStrip(Strip[Request]):
    """Lets the user choose a request of BONES."""

    def __init__(
        self, theme: Theme, rulebook: Rulebook, opponent: ChosenOpponent, parent: QWidget | None = None
    ) -> None:
        super().__init__(theme, GAME, parent)
        self._rulebook = rulebook
        self._character = NOBODY
        self._chosen = opponent
        self._questions = TaskQuestions(rulebook, NOBODY)
        self._look: ShelfLook | None = None
        self._allowed: Eligibility | None = None
        self.odds: TaskOdds | None = None
        self.with_bought: Chance | None = None
        """The chance with a bought success; None if it cannot be bought."""
        self.facts = plain_label(self.board, role="muted", wrap=True)
        """Label with the modified difficulty, the effect of the roll and the opponent's dice; hidden if empty."""
        self.trouble = plain_label(self.board, role="warn", wrap=True)
        """Label that says why the opponent cannot take part or has no successes; hidden if there is no reason."""
        for label in (self.facts, self.trouble):
            self._column.addWidget(label)
        self._ask()
        ladder = self.form.fields["difficulty"]
        if isinstance(ladder, LadderField):
            self.levels = ladder.levels
        self.levels.segments[""].setAccessibleName(_("Opposed: against the other side's successes"))
        opponent.changed.connect(self._ask)
        KEYS.changed.connect(self._ask)
        KEYS.changed.connect(self._show_who)
        self.form.changed.connect(self._form_changed)
        self.buttons.leave.clicked.connect(self._toggle_leave)
        self.levels.brief_changed.connect(self._show_facts)
        self._lay_out(self.form.fields["kind"])
        self.board_room.kept = self.levels.group.checkedButton
        self.levels.group.buttonToggled.connect(self._show_level)
        self._form_changed()

    def _show_level(self, segment: QAbstractButton, chosen: bool) -> None:
        """Scroll to the chosen difficulty."""
        if chosen:
            bring_into_view(segment)

    # --- the request --------------------------------------------------------------------------------------------------

    @property
    def request(self) -> Request:
        """The request made from all choices."""
        return self._questions.request(self.form.answers)

    @property
    def task(self) -> Task:
        """The task that results from the request."""
        return occasion_of(self._rulebook, self._character, self.request).task

    @property
    def opponent(self) -> Opponent | None:
        """The opponent who also rolls; None if no opponent is chosen or the opponent's file cannot be read."""
        return self._chosen.opponent if self.request.opponent else None

    @property
    def missing(self) -> str:
        """Reason why the chosen opponent cannot take part; "" if the opponent can."""
        return self._chosen.trouble if self.request.opponent and self.opponent is None else ""

    @property
    def why_not(self) -> str:
        """Reason why the request cannot be rolled; "" if it can."""
        if self.missing:
            return self.missing
        allowed = self._allowed
        return "" if allowed is None or allowed.allowed else sentence(allowed.reason)

    def show_request(self, request: Request) -> None:
        """Show the choices of a request. Equipment and conditions that do not exist are skipped."""
        self._chosen.read_again()
        # With an opponent the form is filled twice, because the fields for the opponent's equipment exist only after
        # the first time.
        if request.opponent:
            with QSignalBlocker(self):
                self.form.fill({**self.form.answers.values, **self._questions.answers(request)})
        self.form.fill({**self.form.answers.values, **self._questions.answers(request)})

    def name_of(self, request: Request) -> str:
        """Return the name of a request."""
        who = self._chosen.opponent
        name = who.name if who and who.key == request.opponent else opponent_name(self._rulebook, request.opponent)
        return request_name(self._rulebook, request, name)

    def whole_name(self, request: Request) -> str:
        """Return the name of a request with its modifiers."""
        set_ = modifiers_text(request)
        name = self.name_of(request)
        return _("{task} · {modifiers}").format(task=name, modifiers=set_) if set_ else name

    def why_unknown(self, request: Request) -> str:
        """Return a text that names a missing skill, difficulty or equipment of a request; "" if nothing is missing."""
        try:
            require_known(self._rulebook, request)
        except RulesError as error:
            return sentence(error.reason)
        return ""

    def read_request(self, text: str) -> Request | None:
        """Return the request in a text; None if it cannot be read."""
        return request_from(text)

    def written(self, request: Request) -> str:
        """Return a request as text."""
        return request_json(request)

    def icon_of(self, request: Request, side: int) -> QIcon:
        """Return the icon of the request's skill."""
        return mini_icon(self._theme, skill_of(request), side, self.devicePixelRatioF())

    def of_another(self, request: Request) -> Request:
        """Return a request that another character made, with the usual equipment of the open character."""
        items = usual_items(self._rulebook, self._character, skill_of(request), request.distance)
        return replace(request, items=items)

    # --- the roller ---------------------------------------------------------------------------------------------------

    def set_rulebook(self, rulebook: Rulebook) -> None:
        """Use another rulebook for icons and opponents, after packs were added or removed."""
        self._rulebook = rulebook
        self._chosen.set_rulebook(rulebook)
        self._ask()

    def set_shelf(self, shelf: Callable[[], Shelf], recent: RecentFiles = tuple) -> None:
        """Set the shelf and the recent files whose characters are offered as rollers and opponents."""
        super().set_shelf(shelf, recent)
        self._look = ShelfLook(shelf, self, recent)
        self._look.entries_changed.connect(self._more)

    def shutdown(self) -> None:
        """Stop reading the shelf in the background."""
        super().shutdown()
        if self._look is not None:
            self._look.shutdown()

    def show_character(self, character: Character) -> None:
        """Show the rolling character. Keep choices that still apply. For another character, reset all choices."""
        before, self._character = self._character, character
        # The signals of the form are blocked, because the page calculates the chances after it has shown the character.
        with QSignalBlocker(self):
            if before.id != character.id:
                for set_for_another in (*MODIFIERS, "modifiers", "broken", "by_magic", "allowed_by_gm", CONDITION):
                    self.form.forget(set_for_another)
            if (before.id, _equipment(before)) != (character.id, _equipment(character)):
                self.form.forget(ITEM)
            if assets_now(self._rulebook, before) != assets_now(self._rulebook, character):
                self.form.forget("assets")
            self._chosen.set_thrower(character)
            self._ask()
        self.set_roller(character.id)
        self._show_who()

    def showEvent(self, event: QShowEvent) -> None:
        """Read the opponent again, because the file may have changed."""
        super().showEvent(event)
        self._chosen.read_again()

    # --- the form -----------------------------------------------------------------------------------------------------

    def _now(self) -> TaskQuestions:
        struck = self._chosen.opponent.character if self._chosen.is_struck and self._chosen.opponent else None
        words = ""
        if struck is not None and struck.lost:
            words = _("{n} of {m} dice out").format(n=len(struck.lost), m=len(struck.dice))
        why_not = refusals(self._rulebook, self._character)
        return TaskQuestions(self._rulebook, self._character, self._chosen.opponent, words, why_not)

    def _ask(self) -> None:
        """Fill the form with the questions for the present character and opponent."""
        self._questions = questions = self._now()
        act: Act[object] = Act("request", "roll", questions.parameters, unchanged)
        self.form.show_act(AskedAct(act, None, "", "", self._field))

    def _field(self, parameter: Parameter, answers: Answers) -> Field:
        field = self._questions.field(parameter, answers)
        if parameter.id != "opponent":
            return field
        listed = self.form.fields.get("opponent")
        is_open = isinstance(listed, ChoiceField) and listed.is_open
        return replace(field, choices=self._opponents() if is_open else (self._current(),), opens=self._offer)

    def _answered(self, id: str, value: Value) -> None:
        super()._answered(id, value)
        if id == OUT:
            self.form.forget(OUT)
            self._chosen.give_back()
            self._leave()
        elif id == "difficulty" and not value:
            self._chosen.read_again()
        # Give the focus to the field of the number that is now needed, so that the user can type it immediately.
        number = "metres" if (id, value) == ("kind", ThrowKind.FALL) else "against" if value == NUMBER else ""
        if number:
            self.form.focus_on(number)

    def _form_changed(self) -> None:
        key = self.request.opponent
        opposed = self.request.kind is ThrowKind.TASK and not self.request.difficulty
        if opposed and key != self._chosen.key:
            self._chosen.choose(key)
            return
        levels = self.levels
        levels.segments[""].setVisible(self.request.kind is not ThrowKind.STRATEGIC)
        levels.restyle()
        self._show_facts()
        self._show_buttons()
        self._show_fold()
        self.changed.emit()

    def _current(self) -> Choice:
        """Return the current opponent as a choice. Its text is short: name and number of dice fit on the button."""
        key, opponent = self._chosen.key, self._chosen.opponent
        if not key:
            return number_choice()
        if opponent is None:
            return Choice(key, opponent_name(self._rulebook, key) or _("Unknown opponent"))
        return Choice(key, opponent.name, badge=_("{n}D").format(n=len(opponent.character.dice)))

    def _opponents(self) -> tuple[Choice, ...]:
        look, current = self._look, self._current()
        entries, elsewhere = (look.entries, look.elsewhere) if look is not None else ((), frozenset())
        found = opponents(self._rulebook, entries, self._character, elsewhere)
        # The list offers the current opponent even if the file is no longer on the shelf.
        rest = [choice if choice.key != current.key else current for choice in found]
        return tuple(rest if current in rest else [*rest, current])

    def _offer(self) -> None:
        """Fill the list of opponents only when it opens, because a shelf may hold thousands of characters."""
        if self._look is not None:
            self._look.refresh()
        self._chosen.read_again()
        self._list()

    def _list(self) -> None:
        listed = self.form.fields["opponent"]
        if isinstance(listed, ChoiceField):
            listed.set_choices(self._opponents(), self._current().key)

    def _more(self) -> None:
        listed = self.form.fields.get("opponent")
        if isinstance(listed, ChoiceField) and listed.is_open:
            self._list()

    def _show_facts(self) -> None:
        """Show the difficulty, the effect and the opponent's dice of the request below the form."""
        request, opponent = self.request, self.opponent
        facts, trouble = [self._reached(request), self._effect(request)], ""
        opposed = request.kind is ThrowKind.TASK and not request.difficulty
        if opposed:
            trouble = self._chosen.trouble
        allowed = self._questions.allowed(request)
        if opponent is not None and allowed is not None:
            facts.append(opponent_brief(self._rulebook, opponent.character, allowed))
            skill = skill_name(self._rulebook, self._questions.opposing(request))
            trouble = why_no_successes(allowed, opponent.name, skill)
        for label, words in ((self.facts, "\n".join(filter(None, facts))), (self.trouble, trouble)):
            label.setText(words)
            label.setVisible(bool(words))

    def _reached(self, request: Request) -> str:
        """Return the modified difficulty, or its name and dice if the row shows only numbers; otherwise ""."""
        rulebook, level, levels = self._rulebook, request.difficulty, levels_harder(request)
        measured = request.kind not in OWN_COUNT and bool(level)
        moved = measured and bool(levels)
        self.levels.show_reached(raised(rulebook, level, levels).id if moved else "")
        if moved:
            beyond = self._character.house_rules.nulls_beyond_impossible
            return raised_text(rulebook, level, levels, nulls_beyond=beyond)
        if measured and self.levels.brief:
            found = rulebook.difficulty(level)
            return _("{name}: {dice}.").format(name=found.name, dice=level_dice(found))
        return ""

    def _effect(self, request: Request) -> str:
        """Return a text about the effect of a request's kind of roll, or of its magic; "" for a task without magic."""
        match request.kind:
            case ThrowKind.MOVEMENT:
                occasion = occasion_of(self._rulebook, self._character, request)
                scores = (occasion.move, *(movement(occasion.move, number) for number in (0, 2, 4)))
                return movement_text(occasion.move, tuple(map(metres_of, scores)))
            case ThrowKind.FALL:
                return fall_text(fall_damage(request.metres, 0, yielding=request.yielding))
            case ThrowKind.STRATEGIC:
                words = _("Off stage: a strategic action. {left} of {most} are left this season.")
                return words.format(left=actions_left(self._character), most=ACTIONS_A_SEASON)
            case ThrowKind.INCOME:
                rate = income_rate(self._rulebook, request.skill)
                return income_text(rate.coins, assets_count=rate.assets_count)
        if is_magic_use(request):
            return magic_use_text(magic_price(self._character, by_gm=request.allowed_by_gm))
        return ""

    # --- the chance ---------------------------------------------------------------------------------------------------

    def show_eligibility(self, allowed: Eligibility) -> None:
        """Show before the roll whether the task may be attempted, and the cap of the skill (ACT-2)."""
        self._allowed = allowed
        self._show_who()
        self._show_buttons()

    def show_chance(self, odds: TaskOdds, with_bought: Chance | None) -> None:
        """Show the chance of the task, and with a bought success if the character can pay for one (SPF-10)."""
        request, missing = self.request, self.missing
        self.odds, self.with_bought = (odds, with_bought) if not missing else (None, None)
        name = self.name_of(request)
        if missing:
            self.chance.show(ChanceView(name, refusal=_("Nobody to roll against; choose another opponent.")))
        elif odds.reason is not None or odds.net is None:
            self.chance.show(ChanceView(name, refusal=sentence(odds.reason) if odds.reason else ""))
        elif request.kind in OWN_COUNT:
            self.chance.show(
                _outcomes(name, self._rulebook, occasion_of(self._rulebook, self._character, request), odds.net)
            )
        else:
            marker = None
            if with_bought is not None:
                spiffs = spiff_count(price(self._rulebook, ADDED_SUCCESS))
                told = _("With one more success bought for {spiffs}").format(spiffs=spiffs)
                marker = Marker(with_bought, _("+1 bought"), told)
            draw = partial(DistributionChart.show_distribution, distribution=odds.net, title=_("Net successes"))
            self.chance.show(ChanceView(name, odds.success, tie=odds.drawn, marker=marker, draw=draw))

    # --- keys and sizes -----------------------------------------------------------------------------------------------

    def _board_acts(self) -> Mapping[str, Callable[[], object]]:
        return {
            "kind": partial(self.form.open_choice, "kind"),
            "skill": self._choose_skill,
            "level": self._choose_level,
            "modifiers": self._choose_modifier,
            "allow": self._toggle_leave,
        }

    def _toggle_leave(self) -> None:
        """Set or remove the GM's permission for a task without a fitting icon.

        If the permission makes no difference, show a message.
        """
        allowed = self._allowed
        if self.request.allowed_by_gm:
            self.form.answer("allowed_by_gm", 0)
        elif self.missing:
            self.message.emit(self.missing)
        elif allowed is not None and allowed.is_for_gm:
            self.form.answer("allowed_by_gm", 1)
        elif allowed is not None:
            self.message.emit(sentence(allowed.reason))
        self._leave()

    def _choose_skill(self) -> None:
        if self.request.kind in {ThrowKind.MOVEMENT, ThrowKind.FALL}:
            skill = skill_name(self._rulebook, skill_of(self.request))
            self.message.emit(_("This kind of roll is always for {skill}.").format(skill=skill))
        else:
            self.form.open_choice("skill")

    def _choose_level(self) -> None:
        if self.levels.isVisible():
            self.levels.take_focus()
        else:
            self.message.emit(_("This kind of roll has no difficulty."))

    def _choose_modifier(self) -> None:
        """Show the modifiers and focus the first one."""
        self.form.answer("modifiers", 1)
        self.form.focus_on(next(each for each in MODIFIERS if each in self.form.shown))

    def _step_back(self) -> None:
        """After Esc in a modifier, give the focus to the button of the modifiers; otherwise give it to the page."""
        if any(self.form.fields[each].hasFocus() for each in MODIFIERS if each in self.form.shown):
            self.form.focus_on("modifiers")
        else:
            self._leave()

    def _show_fold(self) -> None:
        """Update the line that sums up the choices while they are folded."""
        request = self.request
        parts = (self.whole_name(request), ", ".join(self._questions.extras(request)))
        self.fold.line.show_words(" · ".join(filter(None, parts)))

    def _show_who(self) -> None:
        """Show the roller with the number of dice and the cap."""
        character, allowed = self._character, self._allowed
        text = dice_left(len(character.available()), len(character.dice))
        tip = keyed(_("Who rolls; choose another"), "table.who")
        if allowed is not None:
            tip = f"{tip}\n{sentence(allowed.reason)}"
            if allowed.allowed and allowed.cap is not None:
                text = _("{dice} · cap {cap}").format(dice=text, cap=allowed.cap)
        self.who.show_character(character.id, character.name, text)
        self.who.setToolTip(plain_tip(tip))
        self.who.setAccessibleDescription(f"{text}. {tip}")

    def _show_buttons(self) -> None:
        allowed, what = self._allowed, ""
        if allowed is not None and allowed.is_for_gm and not self.missing:
            what = keyed(_("Roll without a fitting icon; as many successes count as with one icon"), "table.allow")
        self.buttons.allow(self.why_not, unless_gm=what)


def opponent_brief(rulebook: Rulebook, character: Character, allowed: Eligibility) -> str:
    """Return one line with the opponent's dice and the cap of the skill."""
    text = summary(rulebook, character)
    if allowed.allowed and allowed.cap is not None:
        return _("{dice} · cap {cap}").format(dice=text, cap=allowed.cap)
    return text


def why_no_successes(allowed: Eligibility, name: str, skill: str) -> str:
    """Return why the opponent has no successes in a skill, or needs the GM's permission for them.

    `skill` is the name of the skill. Return "" if the successes count anyway.
    """
    if allowed.allowed and not allowed.by_gm:
        return ""
    if allowed.reason.code == "no-dice":
        return _("{name} has no dice left: no successes.").format(name=name)
    words = _("{name} has no fitting icon for {skill}: no successes.")
    if allowed.by_gm:
        words = _("{name} has no fitting icon for {skill}; the GM allows it.")
    return words.format(name=name, skill=skill)


def _equipment(character: Character) -> tuple[object, ...]:
    return tuple((item.name, item.kind) for item in character.equipment)


def _outcomes(name: str, rulebook: Rulebook, occasion: Occasion, net: Distribution) -> ChanceView:
    """Return the outcomes of a roll that has no number to beat, such as a fall."""
    kind, outcomes = occasion.kind, outcome_odds(rulebook, occasion, net)
    first, step = scale = outcome_scale(rulebook, occasion)
    draw = partial(
        DistributionChart.show_distribution,
        distribution=outcome_places(outcomes, scale),
        title=outcome_unit(kind),
        divide=None,
        scale=Scale(first, step),
    )
    shares, words = outcome_shares(kind, outcomes), outcomes_text(kind, outcomes)
    return ChanceView(name, likely=outcome_text(kind, likeliest(outcomes)), shares=shares, words=words, draw=draw)

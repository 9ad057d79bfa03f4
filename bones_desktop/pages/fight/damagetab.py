"""The effect of a round on one fighter: attacks, absorbing and soaking, dice lost, and numbers set by the GM."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from bones_desktop.document.bones.fightdocument import FightDocument
from bones_desktop.pages.fight.boardmodel import DEADLY, sums_of
from bones_desktop.play.bones.fightanswers import (
    DamageAnswer,
    DiceToLose,
    cause_text,
    damage_answers,
    dice_to_lose,
    losing,
    names_of,
)
from bones_desktop.rules.acts import Act, Answers, Parameter, Value
from bones_desktop.rules.bones.book.rulebook import DieUse
from bones_desktop.rules.bones.fight import roster
from bones_desktop.rules.bones.fight.fighters import HINDERING_DAMAGE, Health, Round
from bones_desktop.rules.bones.fight.hands import FighterHand
from bones_desktop.rules.bones.fight.roster import Fight
from bones_desktop.rules.bones.fight.roundreading import RoundReading
from bones_desktop.rules.bones.fight.wounds import Wound
from bones_desktop.rules.records import Record, replace
from bones_desktop.theme.measures import light_menu
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actfields import Field, FieldPlace, NumberField, Unit
from bones_desktop.widgets.acts.actform import ActForm, AskedAct, unchanged
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.choice.buttons import give_menu
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.dice.diecard import DiceChoicePopup, DieCardLook
from bones_desktop.widgets.plaintext import without_mnemonic
from bones_desktop.widgets.popups import FormPopup, while_open
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording.glances import health_word
from bones_desktop.wording.language import _
from bones_desktop.wording.names import listed, numbered_name

_MOST: Final = 999
_WIDTH: Final = 460


class Number(Record):
    """A number of a round. All texts are ready for display."""

    key: str
    """The key in `Round.override`."""
    blow: str
    """Attacker and target in words; "" if the number is not about an attack."""
    name: str
    value: int
    """The current value."""
    is_set: bool
    """True if the GM has set the value."""


def numbers_of(reading: RoundReading, choices: Round, who: str, names: Mapping[str, str]) -> tuple[Number, ...]:
    """Return the numbers that the GM may set for a fighter: damage taken, task result, and the parts of each attack."""
    rows = [(f"taken.{who}", "", _("Damage that {who} takes").format(who=names[who]), reading.taken[who])]
    if who in reading.efforts:
        rows.append((f"net.{who}.{who}", "", _("Result of the task"), reading.net[who][who]))
    for mind in reading.minds:
        if who in {mind.who, mind.whom}:
            blow = _("{who} on {whom}").format(who=names[mind.who], whom=names[mind.whom])
            rows.append((f"net.{mind.who}.{mind.whom}", blow, _("Magic on the mind"), mind.net or 0))
    for pair in reading.pairs.pairs.values():
        if who in {pair.attacker, pair.target}:
            ends = f"{pair.attacker}.{pair.target}"
            blow = _("{who} on {whom}").format(who=names[pair.attacker], whom=names[pair.target])
            net = reading.net[pair.attacker][pair.target]
            rows += [
                (f"attack.{ends}", blow, _("Attack"), sum(pair.attack.values())),
                (f"defence.{ends}", blow, _("Stopped"), sum(pair.defence.values())),
                (f"net.{ends}", blow, _("Gets through"), net),
            ]
    return tuple(Number(key, blow, name, n, key in choices.override) for key, blow, name, n in rows)


Decide = Callable[[str, int | None], None]
"""Function called with the key of a number and its new value; None removes the GM's value."""


class NumberPopup(FormPopup):
    """Asks for one of the numbers of a round.

    Enter sets the number.
    """

    def __init__(self, theme: Theme, decide: Decide, parent: QWidget) -> None:
        super().__init__(theme, _("The GM sets a number"), _WIDTH, 8, parent)
        self._decide = decide
        self.form = ActForm(theme, self.board, framed=False, compact=True)
        self._rows.addWidget(self.form)
        self.form.requested.connect(self._set)
        self.form.closed.connect(self.close)

    def ask(self, owner: QWidget, numbers: Sequence[Number]) -> None:
        """Open below or above `owner`, with the current values."""
        self._numbers = {each.key: each for each in numbers}
        act: Act[object] = Act("number", "", self._parameters, unchanged)
        self.form.show_act(AskedAct(act, None, _("The GM sets a number"), _("Set"), self._field))
        self._open(owner)
        # Usually the first number is meant, so the value gets the focus instead of the choice.
        self.form.fill({})
        value = self.form.fields["n"]
        value.setFocus(Qt.FocusReason.PopupFocusReason)
        if isinstance(value, NumberField):
            value.selectAll()

    def _parameters(self, answers: Answers) -> tuple[Parameter, ...]:
        key = answers.key("number")
        now = self._numbers[key if key in self._numbers else next(iter(self._numbers))]
        # The lowest value removes the GM's number, so that the number from the dice counts again.
        fills: dict[Value, dict[str, Value]] = {each: {"n": number.value} for each, number in self._numbers.items()}
        # The default is always the first number. If it were the chosen one, the form would drop the unchanged answer.
        chosen = replace(Parameter.choice("number", self._numbers, next(iter(self._numbers))), fills=fills)
        return chosen, Parameter.number("n", now.value, -1 if now.is_set else 0, _MOST)

    def _field(self, parameter: Parameter, _answers: Answers) -> Field:
        if parameter.id == "n":
            unset = _("from the dice") if parameter.least < 0 else ""
            return Field(parameter, _("New value"), place=FieldPlace.BESIDE, unit=Unit("", unset))
        said = {
            each.key: _("{what}: {n}").format(what=": ".join(filter(None, (each.blow, each.name))), n=each.value)
            for each in self._numbers.values()
        }
        return Field(parameter, _("Number"), choices=tuple(Choice(key, text) for key, text in said.items()))

    def _set(self, answers: Answers) -> None:
        if self.isVisible():  # a spin box may pass Enter to its line twice
            self.close()
            n = answers.number("n")
            self._decide(answers.key("number"), n if n >= 0 else None)


Apply = Callable[[str, Callable[[Fight], Fight]], bool]


class DamageTab(QWidget):
    """Shows attacks in words, one line each, with the possible reactions. Each click is one undo step."""

    def __init__(self, document: FightDocument, theme: Theme, apply: Apply, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._theme = theme
        self._apply = apply
        self._who = ""
        self._dice = DiceToLose((), (), waits=False)
        self._offered: dict[str, DamageAnswer] = {}
        """The possible answers to damage, by the ids of their fields."""
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.sums = plain_label(self, wrap=True)
        self.sums.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.then = plain_label(self, theme=theme, bold=True, wrap=True)
        self.form = ActForm(theme, self, framed=False, compact=True)
        self.form.answered.connect(self._answer)
        self.lose = push_button(self, pressed=self._ask_dice)
        self.riders = light_menu(self)
        self.give = push_button(self, _("Give a hindering die"))
        self.give.setToolTip(_("A lasting effect of the blow, as your GM decides: flames, poison"))
        give_menu(self.give, self.riders)
        self.numbers: tuple[Number, ...] = ()
        tip = _("The GM sets a number of this round: damage, attack, defence")
        self.gm = push_button(self, _("GM sets…"), self._ask_number, tip=tip)
        losing = hbox(None, self.lose, STRETCH)  # next to the text about the damage, however high the board is
        last = hbox(None, STRETCH, self.give, self.gm, theme=theme, gap=8)
        vbox(self, self.sums, self.then, self.form, losing, STRETCH, last, margins=0, theme=theme, gap=6)

    @while_open
    def popup(self) -> DiceChoicePopup:
        """The popup that asks for the dice to lose."""
        popup = DiceChoicePopup(self._theme, self)
        popup.chosen.connect(self._lose)
        popup.closed.connect(self.lose.setFocus)
        return popup

    @while_open
    def number_popup(self) -> NumberPopup:
        """The popup that asks for a number of the round."""
        popup = NumberPopup(self._theme, self._set_number, self)
        popup.closed.connect(self.gm.setFocus)
        return popup

    @property
    def answers(self) -> list[QWidget]:
        """The fields of the possible answers to damage."""
        return [self.form.fields[id] for id in self._offered]

    def show_fighter(self, who: str, reading: RoundReading | None) -> None:
        """Show the effect of the round on a fighter."""
        self._who = who
        known = reading is not None and who in reading.wounds
        for part in (self.sums, self.then, self.form, self.lose, self.give, self.gm):
            part.setVisible(known)
        if known and reading is not None:
            self._show(reading, reading.hands[who], reading.wounds[who])

    def text(self) -> str:
        """Return the sums and the result, as text."""
        return "\n".join(part for part in (self.sums.text(), self.then.text()) if part)

    def _show(self, reading: RoundReading, hand: FighterHand, wound: Wound) -> None:
        names = names_of(self._document.fight)
        lines = sums_of(self._document.fight, reading, self._who)
        lines += [
            _("{cause}: {n}").format(cause=cause_text(hurt.cause, names), n=hurt.points)
            for hurt in wound.hurts
            # Attacks by fighters are listed among the sums above.
            if hurt.cause not in names
        ]
        self.sums.setText("\n".join(lines) or _("No one attacks."))
        state = reading.states[self._who]
        self.then.setText(self._then(wound, state, suggested=hand.choosing or bool(wound.choosing)))
        tone = "bad" if state in DEADLY else "muted" if not wound.taken else "warn"
        # Set the property only if it changes, because Qt then has to polish the widget, which is slow.
        if self.then.property("role") != tone:
            self.then.setProperty("role", tone)
            self.then.style().unpolish(self.then)
            self.then.style().polish(self.then)
        self._show_answers(reading)
        self._show_dice(reading)
        self._show_gm(reading, wound)

    def _then(self, wound: Wound, state: Health, *, suggested: bool) -> str:
        """Return the damage taken, the dice lost by it, and the state after it if that is bad."""
        words = _("Takes {n} damage").format(n=wound.taken) if wound.taken else _("Takes no damage")
        if state is Health.DEAD:
            return _("{words} and dies.").format(words=words)
        if wound.dice:
            dice = listed([str(each + 1) for each in wound.dice])
            gone = _("{words}: loses die {dice}") if len(wound.dice) == 1 else _("{words}: loses dice {dice}")
            words = gone.format(words=words, dice=dice)
            words = _("{words} (suggested)").format(words=words) if suggested else words
        if state in DEADLY:
            words = _("{words} and is {state}").format(words=words, state=health_word(state))
        return _("{words}.").format(words=words)

    # --- absorbing and soaking ----------------------------------------------------------------------------------------

    def _show_answers(self, reading: RoundReading) -> None:
        document = self._document
        wanted = tuple(damage_answers(document.rulebook, document.fight, reading, self._who))
        held = next((place for place, chip in enumerate(self.answers) if chip.hasFocus()), None)
        self._offered = {each.id: each for each in wanted}
        self.form.show_fields(
            [Field(Parameter.yes_no(each.id, int(each.chosen)), "", each.text, hint=each.text) for each in wanted]
        )
        self.form.setVisible(bool(wanted))
        # If the answer with the focus is gone, the one now in its place gets the focus.
        if held is not None and not any(chip.hasFocus() for chip in self.answers):
            (self.answers[min(held, len(wanted) - 1)] if wanted else self).setFocus()

    def _answer(self, id: str, _value: object) -> None:
        answer = self._offered[id]
        self._apply(answer.name, partial(answer.edit, who=self._who))

    # --- dice ---------------------------------------------------------------------------------------------------------

    def _show_dice(self, reading: RoundReading) -> None:
        """Offer a choice of dice to lose."""
        self._dice = choice = dice_to_lose(self._document.fight, reading, self._who)
        self.lose.setVisible(bool(choice.usual))
        self.lose.setEnabled(not self._document.read_only)
        text = _("Choose dice to lose: {n}…") if choice.waits else _("Lose other dice: {n}…")
        self.lose.setText(text.format(n=len(choice.usual)))

    def _ask_dice(self) -> None:
        fighter = self._document.fight.encounter.fighter(self._who)
        dice = fighter.with_(character=fighter.now).dice(self._document.rulebook)
        looks = {}
        for place in self._dice.among:
            die = dice[place]
            looks[place] = DieCardLook(
                tuple(face.code for face in die.faces), die.label, numbered_name(place, die.label)
            )
        words = _("Which dice does {who} lose? Choose {n}.").format(who=fighter.name, n=len(self._dice.usual))
        self.popup.ask(self.lose, words, looks, self._dice.usual)

    def _lose(self, dice: tuple[int, ...]) -> None:
        reading, book, who = self._document.reading, self._document.rulebook, self._who
        if reading is not None:
            self._apply(_("Choose dice to lose"), lambda fight: losing(book, fight, reading, who, dice))

    # --- the GM -------------------------------------------------------------------------------------------------------

    def _show_gm(self, reading: RoundReading, wound: Wound) -> None:
        now = self._document.fight.round
        names = names_of(self._document.fight)
        self.numbers = numbers_of(reading, now, self._who, names)
        self.gm.setEnabled(not self._document.read_only)
        # Hindering damage comes from a hindering die that the fighter has already, so it adds no new one.
        hurt = any(each.cause != HINDERING_DAMAGE for each in wound.hurts)
        self.give.setVisible(hurt or self._who in now.riders)
        self.riders.clear()
        for die in self._document.rulebook.dice:
            if die.use is DieUse.HINDERING:
                action = self.riders.addAction(without_mnemonic(die.name), partial(self._ride, die.id))
                action.setCheckable(True)
                action.setChecked(die.id in now.riders.get(self._who, ()))

    def _ride(self, die: str) -> None:
        given = self._document.fight.round.riders.get(self._who, ())
        value = tuple(each for each in given if each != die) if die in given else (*given, die)
        self._choose(_("Give a hindering die"), "riders", value or None)

    def _ask_number(self) -> None:
        self.number_popup.ask(self.gm, self.numbers)

    def _set_number(self, key: str, n: object) -> None:
        self._apply(_("The GM sets a number"), partial(roster.choose, part="override", key=key, value=n))

    def _choose(self, name: str, part: str, value: object) -> None:
        self._apply(name, partial(roster.choose, part=part, key=self._who, value=value))

"""The character's recovery: the day of full health, buttons for healing, and the order in which damage heals.

Texts about wounds, the boxes of the track to death, and edits of wounds as undo steps serve the forms too.
"""

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import QModelIndex
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from bones_desktop.document.bones.characterdocument import CharacterDocument, InjuryStep, healing, loss
from bones_desktop.rules.acts import Act, Answers
from bones_desktop.rules.bones.book.character import Character, CharacterKind, LostDie
from bones_desktop.rules.bones.book.characterdice import die_label, is_grounded, telling_faces
from bones_desktop.rules.bones.book.fields import game_date
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.injury.blows import BlowPlan
from bones_desktop.rules.bones.injury.injuries import Condition, Recovery, State, condition, death_track, forecast
from bones_desktop.rules.bones.injury.spiffs import SURVIVE, price, why_not_spent
from bones_desktop.rules.bones.life import acts
from bones_desktop.rules.reasons import Reason
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actboard import ActBoard, ActRow
from bones_desktop.widgets.acts.trackrow import TrackBox, TrackRow
from bones_desktop.widgets.lists.line import Line, LineLook
from bones_desktop.widgets.lists.linelist import LineList
from bones_desktop.widgets.scaled import set_lengths
from bones_desktop.widgets.text.labels import Card
from bones_desktop.wording.glances import dice_words, healed_words, state_words
from bones_desktop.wording.keys import keyed
from bones_desktop.wording.language import _
from bones_desktop.wording.names import numbered_name
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.seasons import days_words, season_word


def state_tone(found: Condition) -> str:
    """Return the text colour role of a condition."""
    return {State.UNHURT: "good", State.HURT: "warn"}.get(found.state, "bad")


def toll_words(character: Character) -> str:
    """Return a text about how close death is: "3 more and Ragnar dies", or the cause of death."""
    found = condition(character)
    if not found.owned:
        return _("There are no dice yet")
    if character.slain:
        return _("Killed outright")
    if found.state is State.DEAD:
        damage = found.owned - found.available + found.excess
        return _("{damage} damage is twice the {owned} dice").format(damage=damage, owned=found.owned)
    if found.state is State.BROKEN:
        return _("A horde without dice cannot fight")
    more = sum(not step.taken for step in death_track(character))
    if character.kind is CharacterKind.HORDE:
        words = _("{n} more and the horde breaks").format(n=more)
    elif not character.name:
        words = _("{n} more damage would kill").format(n=more)
    else:
        words = _("{n} more and {name} dies").format(n=more, name=character.name)
    return _("{words}; without a wing it cannot fly").format(words=words) if is_grounded(character) else words


def when_words(day: int, today: int) -> str:
    """Return how many days ago a day of the calendar was: "3 days ago". Return "" if the day is unknown."""
    if not day:
        return ""
    ago = today - day
    if ago <= 0:
        return _("today")
    return _("yesterday") if ago == 1 else _("{n} days ago").format(n=ago)


def lost_words(character: Character, entry: LostDie) -> tuple[str, str]:
    """Return two lines about a lost die, its cause and its time: "arrow", "3 days ago"."""
    when = when_words(entry.day, character.day)
    if not entry.held:
        return entry.cause or _("lost"), when
    held = _("held, {when}").format(when=when) if when else _("held")
    return held_by(character, entry) or _("magic kept going"), held


def held_by(character: Character, entry: LostDie) -> str:
    """Return the name of the effect that holds a die; "" if it has no name."""
    return next((effect.name for effect in character.effects if effect.die == entry.die), "") or entry.cause


def lost_sentence(character: Character, entry: LostDie) -> str:
    """Return cause and time of a lost die for tooltips and screen readers: "lost 3 days ago: arrow"."""
    when = when_words(entry.day, character.day)
    said = _("lost {when}").format(when=when) if when else _("lost")
    if entry.held:
        what = held_by(character, entry)
        by = _("held by {effect}").format(effect=what) if what else _("held by magic that is kept going")
        return _("{lost}, {held}: it does not heal before that ends").format(lost=said, held=by)
    return f"{said}: {entry.cause}" if entry.cause else said


def due_words(days: int) -> str:
    """Return how many days remain until a day: "in 1 day"."""
    return _("in {days}").format(days=days_words(days))


def date_words(day: int) -> str:
    """Return a date without the year: "day 12 of spring"."""
    date = game_date(day)
    return _("day {day} of {season}").format(day=date.day, season=season_word(date.season))


def plan_lines(plan: BlowPlan) -> tuple[str, ...]:
    """Return the effects of a blow, one on each line."""
    lines = []
    if plan.absorbed:
        lines.append(_("{items} takes {n} damage and is gone.").format(items=", ".join(plan.ruined), n=plan.absorbed))
    if plan.soaked:
        lines.append(_("One damage is soaked for {n} spiffs.").format(n=plan.spiffs))
    if plan.dice:
        lines.append(_("Lost: {dice}.").format(dice=dice_words(plan.dice)))
    if plan.below_zero:
        lines.append(_("Below zero: {n}.").format(n=plan.below_zero))
    if plan.grounded:
        lines.append(_("No wing is left: it cannot fly, and falls out of the air."))
    if plan.wasted:
        lines.append(_("The rest changes nothing."))
    if not plan.dice and not plan.below_zero:
        lines.append(_("No die is lost."))
    return tuple(lines)


def after_words(character: Character, plan: BlowPlan) -> str:
    """Return the state after a blow: "Then: Wounded, 2 more and Ragnar dies"."""
    after = plan.after
    state = state_words(after)
    if after.state in {State.DEAD, State.BROKEN}:
        return _("Then: {state}").format(state=state)
    if character.kind is CharacterKind.HORDE:
        return _("Then: {state}, {n} more and the horde breaks").format(state=state, n=after.available)
    if not character.name:
        return _("Then: {state}, {n} more damage would kill").format(state=state, n=after.until_death)
    words = _("Then: {state}, {n} more and {name} dies")
    return words.format(state=state, n=after.until_death, name=character.name)


class WoundEdits:
    """Makes edits to the document. Each method returns whether the edit was made; if not, `refuse` gets the reason."""

    def __init__(
        self, document: CharacterDocument, refuse: Callable[[Reason], object], say: Callable[[str], object]
    ) -> None:
        """`say` receives the result of an edit that the user could not otherwise see."""
        self._document = document
        self.refuse = refuse
        self.say = say

    def injure(self, die: int, cause: str) -> bool:
        """Take one damage: lose the die if it is in play, else the last die in play. Without dice, go below zero."""
        return self.take(loss(self._document.character, die, cause))

    def heal(self, die: int) -> bool:
        """Heal one damage: below zero first, then the die if it is lost, else the die lost last."""
        return self.take(healing(self._document.character, die))

    def do(self, name: str, act: Act[Character], answers: Answers, said: str = "") -> bool:
        """Do an act as an undo step. `say` then receives `said`, with `{what}` replaced by the damage healed."""
        return self._apply(name, act.edit(answers), said)

    def rest(self, days: int) -> bool:
        """Let days of rest pass, outside a campaign."""
        span = days_words(days)
        # `{what}` is replaced after the step, so `format` cannot be used here.
        said = _("{days} of rest: {what}.").replace("{days}", span)
        return self.do(_("Rest {days}").format(days=span), acts.rest(), Answers({"days": days}), said)

    def heal_next(self, die: int) -> bool:
        """Make a lost die the next to heal."""
        name = _("Die {n} heals next").format(n=die + 1)
        return self._apply(name, partial(injuries.heal_next, die=die))

    def remove_hindering(self, place: int) -> bool:
        """Remove a hindering die."""
        name = _("Remove {die}").format(die=self._document.sheet.hindering[place].name)
        return self._apply(name, partial(injuries.remove_hindering, place=place))

    def take(self, step: InjuryStep) -> bool:
        """Make an edit that the injury rules define, as an undo step."""
        return self._apply(step.name, step.edit)

    def _apply(self, name: str, edit: Callable[[Character], Character], said: str = "") -> bool:
        before = self._document.character
        # The document has already passed the reason to `refuse`.
        if not self._document.attempt(name, edit, self.refuse):
            return False
        if said:
            healed = healed_words(before, self._document.character)
            nothing = _("nothing healed yet") if before.lost else _("there was nothing to heal")
            what = _("{what} healed").format(what=healed) if healed else nothing
            self.say(said.format(what=what))
        return True


def death_boxes(character: Character, coming: int) -> tuple[TrackBox, ...]:
    """Return a box for each point of damage up to death; the next `coming` boxes are about to be taken."""
    steps = death_track(character)
    taken, dice = sum(step.taken for step in steps), sum(step.die is not None for step in steps)
    words = {0: _("dice"), dice: _("below zero")} if dice else {}
    words[len(steps) - 1] = _("breaks") if steps and steps[-1].state is State.BROKEN else _("dead")
    return tuple(
        TrackBox(
            step.taken,
            "" if step.die is None else str(step.die + 1),
            words.get(place, ""),
            coming=taken <= place < taken + coming,
            grave=place == len(steps) - 1,
        )
        for place, step in enumerate(steps)
    )


def show_state(head: TrackRow, character: Character, coming: int = 0) -> None:
    """Show the state of a character, and the track to death with `coming` points of damage about to be taken."""
    found, boxes = condition(character), death_boxes(character, coming)
    grave = found.state in {State.INCAPACITATED, State.DEAD, State.BROKEN}
    role = "bad" if grave else "muted" if found.state is State.UNHURT else "text"
    taken = sum(box.marked for box in boxes)
    words = _("{taken} of {all} damage taken").format(taken=taken, all=len(boxes))
    if coming:
        words = _("{words}, {n} more with this blow").format(words=words, n=coming)
    head.show_track(words, state_words(found), toll_words(character), boxes, state_tone(found), role)


_RECOVERY: Final = LineLook(height=42, right=("sans", 14, True), side=28)
BELOW_ZERO: Final = "below-zero"
"""Key of the line for damage below zero. The key of any other line is the number of its die."""
REGENERATE: Final = "regenerate"
"""Id of the Regenerate icon."""


class RecoveryList(LineList):
    """The damage in the order of healing. Letter keys are passed to the page."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, _("Order of healing"), parent, _RECOVERY, least=3)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pass letters and digits to the page, which uses them as shortcuts."""
        if event.text().isalnum():
            event.ignore()
        else:
            super().keyPressEvent(event)


def recovery_lines(rulebook: Rulebook, character: Character, found: Recovery) -> list[Line]:
    """Return a line for each healing die, one line for damage below zero, and a line for each die held by magic."""
    faces = telling_faces(character.dice)
    lines = []
    # Damage below zero heals before any die.
    below = [step for step in found.steps if step.die is None]
    if below:
        words = _("{n} below zero").format(n=len(below))
        lines.append(_line(BELOW_ZERO, words, below[-1].in_days, character.day, "", treated=below[-1].treated))
    for step in found.steps:
        if step.die is not None:
            words, face = _named(rulebook, character, step.die), faces[step.die]
            lines.append(_line(str(step.die), words, step.in_days, character.day, face, treated=step.treated))
    for entry in character.lost:
        if entry.held and entry.die in found.held:
            effect, words = held_by(character, entry), _named(rulebook, character, entry.die)
            why = _("held by {effect}").format(effect=effect) if effect else _("held by magic")
            tip, face = f"{words}, {why}", faces[entry.die]
            lines.append(Line(words, why, key=str(entry.die), face=face, lost=True, second_tone="warn", tip=tip))
    return lines


def _line(key: str, what: str, days: int, today: int, face: str, *, treated: bool) -> Line:
    note, due = date_words(today + days), due_words(days)
    if treated:
        note = _("{date}, under care").format(date=note)
    said = ", ".join((what, due, note))
    return Line(what, note, due, key, face=face, lost=True, right_tone="text", tip=said, spoken=said)


def _named(rulebook: Rulebook, character: Character, die: int) -> str:
    return numbered_name(die, die_label(rulebook, character.dice[die], die))


class HealingCard(Card):
    """Shows how a character heals. The Wounds tab connects the buttons of the acts."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent, edges=(20, 8, 16, 12))
        self.headline = self.heading(size=28, wrap=True)
        self.line = self.label(role="muted", wrap=True)
        self.acts = ActBoard(theme, self, framed=False)
        self.list = RecoveryList(theme, self)
        # In a wider list, the days would be too far from their dice.
        set_lengths(theme, self.list, most_width=560)
        # The headline and the buttons are above the list, so that they stay in place when the list grows.
        for part in (self.headline, self.line, self.acts):
            self.column.addWidget(part)
        self.column.addWidget(self.list, 1)
        self.column.addStretch(0)

    def show_character(self, rulebook: Rulebook, character: Character, chosen: int) -> None:
        """Show how a character heals. `chosen` is the chosen die, -1 for none."""
        found, dead = forecast(character), condition(character).state is State.DEAD
        self.headline.setText(_headline(found, dead=dead))
        self.line.setText(_today(character, found, dead=dead))
        self.list.show_lines(recovery_lines(rulebook, character, found))
        self.list.setVisible(bool(self.list.lines.rows))
        self.list.updateGeometry()
        self.show_chosen(rulebook, character, chosen)

    def show_chosen(self, rulebook: Rulebook, character: Character, chosen: int) -> None:
        """Show the acts for the chosen die, such as making it heal next. Select the line of the die."""
        self.acts.show_acts(healing_rows(rulebook, character, chosen))
        row = self.list.lines.row_of(str(chosen))
        self.list.setCurrentIndex(self.list.lines.index(row) if row >= 0 else QModelIndex())

    @staticmethod
    def die_of(line: str) -> int | None:
        """Return the die of a line; None for damage below zero."""
        return None if line in {"", BELOW_ZERO} else int(line)


def _headline(found: Recovery, *, dead: bool) -> str:
    if dead:
        return _("Rest does not heal the dead")
    if found.whole_in == 0:
        return _("Nothing to heal")
    if found.whole_in is not None:
        return _("Whole {when}").format(when=due_words(found.whole_in))
    if found.next_in is not None:
        return _("The next heals {when}").format(when=due_words(found.next_in))
    return _("Held by magic")


def _today(character: Character, found: Recovery, *, dead: bool) -> str:
    today = date_words(character.day)
    said = [_("Today is {date}.").format(date=today)]
    if found.whole_in:
        date = date_words(character.day + found.whole_in)
        said = [_("With rest, on {date}; today is {today}.").format(date=date, today=today)]
    if dead:
        return " ".join(said)
    if found.held:
        said.append(_("Damage held by magic heals after the magic ends."))
    if character.care:
        points, pace = sum(care.points for care in character.care), days_words(character.care[0].days)
        said.append(_("{n} under care: one heals in {pace}.").format(n=points, pace=pace))
    return " ".join(said)


def healing_rows(rulebook: Rulebook, character: Character, chosen: int) -> list[ActRow]:
    """Return rows for the acts of healing that make sense now, and for killing outright."""
    rows = []
    if condition(character).state is State.DEAD:
        why = why_not_spent(rulebook, character, SURVIVE)
        words = _("A miracle · {n} spiffs…").format(n=price(rulebook, SURVIVE))
        rows.append(ActRow("survive", "", words, why_not="" if why is None else sentence(why), kind="primary"))
        rows.append(ActRow("revive", "", _("Back from death"), _("As the GM says, without spiffs")))
    elif character.campaign:
        about = _("Days pass in the calendar of the campaign.")
        rows.append(ActRow("calendar", "", _("To the campaign's calendar"), about))
    else:
        rows += [
            ActRow("day", "", _("Rest a day")),
            ActRow("week", "", _("A week")),
            ActRow("rest", "", _("Rest…"), _("Any number of days")),
        ]
    if condition(character).state is not State.DEAD:
        rows.append(ActRow("treat", "", _("Medical attention…")))
        about = keyed(_("One damage heals: below zero first, then a die"), "tracker.heal")
        rows.append(ActRow("heal", "", _("Heal one"), about))
        if any(face.has(REGENERATE) for die in character.dice for face in die.faces):
            rows.append(ActRow("regenerate", "", _("Regenerate…")))
        rows += _next(character, chosen)
    rows.append(ActRow("heal-all", "", _("Heal everything")))
    why_slain = _("This character was killed outright already.") if character.slain else ""
    return [*rows, ActRow("slay", "", _("Killed outright…"), why_not=why_slain)]


def _next(character: Character, chosen: int) -> list[ActRow]:
    """Return the act that makes the chosen die heal next. Return an empty list if the order cannot be changed."""
    # Dice held by magic do not heal with rest, so their order does not matter.
    lost = [entry.die for entry in character.lost if not entry.held]
    if len(lost) < 2:
        return []
    if chosen not in lost:
        return [
            ActRow("next", "", _("Heals next"), why_not=_("Choose a lost die first; one that is held does not heal."))
        ]
    # The die lost last is the first to heal.
    if chosen == lost[-1]:
        words = _("Die {n} heals next").format(n=chosen + 1)
        return [ActRow("next", "", words, why_not=_("It is the next one already."))]
    return [ActRow("next", "", _("Let die {n} heal next").format(n=chosen + 1))]

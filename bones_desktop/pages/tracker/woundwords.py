"""Texts about wounds, the boxes of the track to death, and edits of wounds as undo steps."""

from collections.abc import Callable
from functools import partial

from bones_desktop.document.bones.characterdocument import CharacterDocument, InjuryStep, healing, loss
from bones_desktop.rules.acts import Act, Answers
from bones_desktop.rules.bones.book.character import Character, CharacterKind, LostDie
from bones_desktop.rules.bones.book.characterdice import is_grounded
from bones_desktop.rules.bones.book.fields import game_date
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.injury.blows import BlowPlan
from bones_desktop.rules.bones.injury.injuries import Condition, State, condition, death_track
from bones_desktop.rules.bones.life import acts
from bones_desktop.rules.reasons import Reason
from bones_desktop.widgets.acts.trackrow import TrackBox, TrackRow
from bones_desktop.wording.glances import dice_words, healed_words, state_words
from bones_desktop.wording.language import _
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

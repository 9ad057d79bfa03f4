"""Text for the uses of spiffs on a roll, its result, and the harm it proposes."""

from collections.abc import Callable

from bones_desktop.play.bones.played import Played, SpiffUse, UseKind
from bones_desktop.play.followups import FollowUp
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury.blows import DamageKind
from bones_desktop.rules.bones.reading.harm import Harm
from bones_desktop.wording.chances import signed
from bones_desktop.wording.language import _, ngettext
from bones_desktop.wording.names import causes_words, short_name
from bones_desktop.wording.readings import large_words
from bones_desktop.wording.table import request_name


def done_words(rulebook: Rulebook, played: Played) -> str:
    """Return what was done to the roll, each use once; "" for none."""
    return " ".join(dict.fromkeys(_use_words(rulebook, played, use) for use in played.uses))


def result_words(rulebook: Rulebook, played: Played) -> str:
    """Return the roller, the task and the result: "Bob: Stealth against Goblin. Success by 2"."""
    opponent = played.opponent.name if played.opponent is not None else ""
    title = request_name(rulebook, played.request, short_name(opponent))
    result = large_words(played.reading.task.reading.findings[0].reason)
    words = _("{who}: {task}. {result}") if played.is_meant else _("{who}: {task}. Struck out: {result}")
    return words.format(who=short_name(played.owner.name), task=title, result=result)


def die_name(played: Played, place: int) -> str:
    """Return the name of one of the own dice: its number in the character, or the source of a further die."""
    owners = played.owner.dice
    return _("Die {n}").format(n=owners[place] + 1) if place < len(owners) else played.throw.dice[place].label


def dismissal(call: Callable[[], None]) -> FollowUp:
    """Return the button to ignore harm of an earlier roll: nobody has to take it."""
    tip = _("Ignore the effect of the earlier roll")
    return FollowUp(_("Dismiss"), call, tip, icon="close", kind="")


def proposal_words(proposal: Harm) -> tuple[str, str]:
    """Return the button text for taking harm, and the tip how to give other dice instead."""
    cause = causes_words(proposal)
    # Damage beyond the dice has no die to lose, but brings death nearer.
    if not proposal.dice and proposal.beyond:
        text = _("{cause}: take {n} more damage than you had dice").format(cause=cause, n=proposal.beyond)
        return text, _("A character with twice as much damage as dice is dead")
    if not proposal.dice:
        n = proposal.damage
        text = ngettext("Take 1 damage from the fall", "Take {n} damage from the fall", n)
        if proposal.kind is DamageKind.FATIGUE:
            text = ngettext("Take 1 damage from the magic", "Take {n} damage from the magic", n)
        if proposal.kind is DamageKind.ATTACK:
            text = ngettext("Ask your GM: 1 damage from an icon?", "Ask your GM: {n} damage from icons?", n)
        tip = _("The last dice are lost first. To lose others, choose them below and press I.")
        return text.format(n=n), tip
    numbers, lost = ", ".join(str(die + 1) for die in proposal.dice), len(proposal.dice)
    tip = _("You may lose another die that counted: choose it below and press I.")
    words = ngettext("{cause} takes die {n}: lose it", "{cause} takes dice {n}: lose them", lost)
    if proposal.beyond:
        words = ngettext(
            "{cause} takes die {n} and does {m} more damage: take it",
            "{cause} takes dice {n} and does {m} more damage: take it",
            lost,
        )
    if len(proposal.every_cause) > 1:
        words = _("{cause} take dice {n}: lose them")
        if proposal.beyond:
            words = ngettext(
                "{cause} take die {n} and do {m} more damage: take it",
                "{cause} take dice {n} and do {m} more damage: take it",
                lost,
            )
        each = (_("die {n}: {cause}").format(n=die + 1, cause=by) for die, by in proposal.dice_with_causes)
        tip = f"{', '.join(each)}. {tip}"
    return words.format(cause=cause, n=numbers, m=proposal.beyond), tip


def _use_words(rulebook: Rulebook, played: Played, use: SpiffUse) -> str:
    if use.ruling is not None:
        words = _("The GM's {n} stands.") if use.ruling is played.play.ruling else _("The GM's {n} was replaced.")
        if not use.stands:
            words = _("Taken back: the GM's {n}.")
        return words.format(n=signed(use.ruling.net))
    earned = sum(each.kind is UseKind.EARNED and each.stands for each in played.uses) if use.stands else 1
    plain = {
        UseKind.SUCCESS: _("One success bought."),
        UseKind.SOAK: _("One damage soaked."),
        UseKind.EARNED: ngettext("One earned success used.", "{n} earned successes used.", earned),
    }
    said = plain.get(use.kind, "").format(n=earned)
    if use.kind is UseKind.REROLL:
        die, name = played.throw.dice[use.die], die_name(played, use.die)
        before, after = (face_name(rulebook, die.faces[index]) for index in (use.before, use.after))
        words = _("{die} re-rolled: {before} → {after}.")
        said = words.format(die=name, before=before, after=after)
    if use.undone:
        return _("Taken back: {what}").format(what=said)
    return _("Vetoed: {what}").format(what=said) if use.vetoed else said

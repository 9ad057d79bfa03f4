"""What was done to a throw, how it came out and what its harm takes, in words."""

from collections.abc import Callable

from bones_desktop.play.bones.played import Played, SpiffUse, UseKind
from bones_desktop.play.followups import FollowUp
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury.blows import DamageKind
from bones_desktop.rules.bones.reading.harm import Harm
from bones_desktop.wording.chances import signed
from bones_desktop.wording.language import _
from bones_desktop.wording.names import causes_words, short_name
from bones_desktop.wording.readings import large_words
from bones_desktop.wording.table import request_name


def done_words(rulebook: Rulebook, played: Played) -> str:
    """Return what was done to the throw; what was taken back stands there once, however often. "" for nothing."""
    return " ".join(dict.fromkeys(_use_words(rulebook, played, use) for use in played.uses))


def result_words(rulebook: Rulebook, played: Played) -> str:
    """Return who threw for what and how it came out: "Bob: Stealth against Goblin. Success by 2"."""
    opponent = played.opponent.name if played.opponent is not None else ""
    title = request_name(rulebook, played.request, short_name(opponent))
    result = large_words(played.reading.task.reading.findings[0].reason)
    words = _("{who}: {task}. {result}") if played.is_meant else _("{who}: {task}. Not meant: {result}")
    return words.format(who=short_name(played.owner.name), task=title, result=result)


def die_name(played: Played, place: int) -> str:
    """Return what one's own die is called: by its number among the character's, or what it is the die of."""
    owners = played.owner.dice
    return _("Die {n}").format(n=owners[place] + 1) if place < len(owners) else played.throw.dice[place].label


def dismissal(call: Callable[[], None]) -> FollowUp:
    """Return what stands beside harm of an earlier throw that is still open: nobody need take it."""
    tip = _("What the earlier throw did is not taken; it is offered no more")
    return FollowUp(_("Let it go"), call, tip, icon="close", kind="")


def proposal_words(proposal: Harm) -> tuple[str, str]:
    """Return what taking harm is called, and how to give other dice instead."""
    cause = causes_words(proposal)
    if not proposal.dice and proposal.beyond:
        text = _("{cause}: take {n} damage more than you had dice").format(cause=cause, n=proposal.beyond)
        return text, _("At twice as much damage as dice the character is dead")
    if not proposal.dice:
        one, more = _("Take 1 damage from the fall"), _("Take {n} damage from the fall")
        if proposal.kind is DamageKind.FATIGUE:
            one, more = _("Take 1 damage from the magic"), _("Take {n} damage from the magic")
        if proposal.kind is DamageKind.ATTACK:
            one, more = _("Ask your GM: 1 damage by an icon?"), _("Ask your GM: {n} damage by icons?")
        text = one if proposal.damage == 1 else more.format(n=proposal.damage)
        return text, _("The last dice go first; choose others below and lose them (I)")
    one, more = _("{cause} takes die {n}: lose it"), _("{cause} takes dice {n}: lose them")
    numbers = ", ".join(str(die + 1) for die in proposal.dice)
    if proposal.beyond:
        one = _("{cause} takes die {n} and does {m} damage more: take it")
        more = _("{cause} takes dice {n} and does {m} damage more: take it")
    tip = _("Another die that counted may be given instead: choose it below and lose it (I)")
    if len(proposal.every_cause) > 1:
        more = _("{cause} take dice {n}: lose them")
        if proposal.beyond:
            one = _("{cause} take die {n} and do {m} damage more: take it")
            more = _("{cause} take dice {n} and do {m} damage more: take it")
        each = (_("die {n}: {cause}").format(n=die + 1, cause=by) for die, by in proposal.dice_with_causes)
        tip = f"{', '.join(each)}. {tip}"
    words = one if len(proposal.dice) == 1 else more
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
        UseKind.EARNED: _("One earned success used.") if earned == 1 else _("{n} earned successes used."),
    }
    said = plain.get(use.kind, "").format(n=earned)
    if use.kind is UseKind.REROLL:
        die, name = played.throw.dice[use.die], die_name(played, use.die)
        before, after = (face_name(rulebook, die.faces[index]) for index in (use.before, use.after))
        words = _("{die} thrown again: {before} → {after}.")
        said = words.format(die=name, before=before, after=after)
    if use.undone:
        return _("Taken back: {what}").format(what=said)
    return _("Vetoed: {what}").format(what=said) if use.vetoed else said

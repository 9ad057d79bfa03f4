"""Texts about magic: its price in words and boxes, maintained effects, and the forms of the acts of magic."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from bones_desktop.rules.acts import Act, Answers, Parameter
from bones_desktop.rules.bones.book.character import Character, MaintainedEffect, Sacrifice
from bones_desktop.rules.bones.book.characterdice import die_label
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury.blows import SOAK
from bones_desktop.rules.bones.injury.magic import COINS_A_ROUND, MagicPrice
from bones_desktop.rules.bones.injury.spiffs import price
from bones_desktop.rules.bones.life.acts import keep_going, magic_damage, sacrifice_of
from bones_desktop.widgets.acts.actfields import Field
from bones_desktop.widgets.acts.actform import AskedAct
from bones_desktop.widgets.acts.trackrow import TrackBox
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.dice.diecard import look_in_play
from bones_desktop.widgets.lists.line import Line
from bones_desktop.wording.language import _, ngettext
from bones_desktop.wording.names import numbered_name, short_name
from bones_desktop.wording.table import spiff_count

_AHEAD: Final = 3
"""Number of boxes shown in advance for uses past the safe level."""
_MOST_SHOWN: Final = 40
"""Maximum number of boxes for uses within the safe level, and also for uses past it. So many uses are rare."""


def next_use_words(price: MagicPrice) -> str:
    """Return the price of the next use, shown in large letters: "The next use: 2 fewer successes"."""
    if not price.penalty:
        return _("The next use is free")
    words = ngettext("The next use: {n} fewer success", "The next use: {n} fewer successes", price.penalty)
    return words.format(n=price.penalty)


def standing_words(price: MagicPrice) -> str:
    """Return the reason for the price: "3 of 5 free uses are left in these four hours."."""
    if price.beyond:
        words = ngettext(
            "{n} use was past the safe level of {safe}. Only rest makes magic free again.",
            "{n} uses were past the safe level of {safe}. Only rest makes magic free again.",
            price.beyond,
        )
        return words.format(n=price.beyond, safe=price.safe)
    if not price.safe:
        return _("No die in play has Magic, so no use is free.")
    if not price.free:
        return _("The safe level of {safe} is used up.").format(safe=price.safe)
    if price.safe == 1:
        return _("One use is free in four hours.")
    return _("{free} of {safe} free uses are left in these four hours.").format(free=price.free, safe=price.safe)


def beyond_words() -> str:
    """Return the rule for uses past the safe level. It is shown while the character is still within the safe level."""
    return _(
        "Past the safe level each use takes more successes away: 1, then 2, then 3. If no success is left, magic "
        "costs one damage."
    )


def overreach_words(penalty: int, others: int) -> str:
    """Return a text that asks how many successes were left by a use of magic past the safe level.

    `penalty` is the number of successes that this use cost; 0 if it is no longer known. `others` is the number of later
    uses that the form asks about next.
    """
    less = ngettext(
        "That use was past the safe level: {n} fewer success.",
        "That use was past the safe level: {n} fewer successes.",
        penalty,
    )
    # After a rest, the price of an earlier use is no longer known.
    first = less.format(n=penalty) if penalty > 0 else _("A use before the rest was past the safe level.")
    words = [first, _("Count the successes left then, before Nulls and defence.")]
    if others:
        more = ngettext("{n} later use is asked about next.", "{n} later uses are asked about next.", others)
        words.append(more.format(n=others))
    return " ".join(words)


def effect_name(effect: MaintainedEffect) -> str:
    """Return the name of an effect."""
    return effect.name or _("Magic kept going")


def short_effect_name(effect: MaintainedEffect) -> str:
    """Return the name of an effect for the middle of a sentence."""
    return short_name(effect_name(effect))


def die_words(rulebook: Rulebook, character: Character, die: int) -> str:
    """Return the number and name of a die: "Die 3 · Armsman"."""
    return numbered_name(die, short_name(die_label(rulebook, character.dice[die], die)))


def given_words(rulebook: Rulebook, character: Character, effect: MaintainedEffect) -> str:
    """Return what was sacrificed for an effect, and for how long the sacrifice maintains the effect."""
    if effect.sacrifice is Sacrifice.HEALTH and effect.die is not None and effect.die < len(character.dice):
        die = die_words(rulebook, character, effect.die)
        return _("{die} is given for it and does not heal meanwhile.").format(die=die)
    if effect.sacrifice is Sacrifice.VALUE:
        given = short_name(effect.given) or _("Something of value")
        return _("Given: {what}. It ends with its last round.").format(what=given)
    if effect.sacrifice is Sacrifice.BLOOD:
        given = short_name(effect.given) or _("a life")
        return _("Given: {what}. It lasts until it is countered.").format(what=given)
    return _("A die was given for it.")


def against_words(strength: int) -> str:
    """Return a text: how many successes an effect of this strength takes from attempts against it (MAG-32)."""
    words = ngettext("Attempts against it lose {n} success.", "Attempts against it lose {n} successes.", strength)
    return words.format(n=strength)


def counter_words(strength: int, successes: int) -> str:
    """Return a text that says whether `successes` counter an effect (MAG-33)."""
    if successes > strength:
        return _("Enough: it takes more than {n}.").format(n=strength)
    return _("Not enough: it takes more than {n}.").format(n=strength)


def rounds_words(rounds: int, wasted: int) -> str:
    """Return how long a valuable maintains an effect: "It lasts 12 rounds. 3 coins are wasted."."""
    words = ngettext("It lasts {n} round.", "It lasts {n} rounds.", rounds).format(n=rounds)
    if not wasted:
        return words
    return f"{words} {ngettext('{n} coin is wasted.', '{n} coins are wasted.', wasted).format(n=wasted)}"


def price_boxes(price: MagicPrice) -> tuple[TrackBox, ...]:
    """Return a box for each use of magic: first the safe uses, then the uses past the safe level with their cost."""
    used = price.safe if price.penalty and not price.beyond else min(price.recent, price.safe)
    boxes = [
        TrackBox(
            place < used,
            # After a use past the safe level, no use is free until the character has rested.
            text="–" if price.beyond else "",
            under="" if place else _("free"),
            next=bool(price.free) and place == used,
            tone="muted",
        )
        for place in range(min(price.safe, _MOST_SHOWN))
    ]
    # If there are too many boxes, the first are left out, because the next use matters most.
    first = max(1, price.beyond + _AHEAD + 1 - _MOST_SHOWN)
    past = (
        TrackBox(
            takes <= price.beyond,
            text=f"−{takes}",
            under=_("successes lost") if takes == first else "",
            next=takes == price.penalty,
        )
        for takes in range(first, price.beyond + _AHEAD + 1)
    )
    return (*boxes, *past)


def effect_lines(rulebook: Rulebook, character: Character) -> list[Line]:
    """Return a line for each effect: its name and strength, the sacrifice for it, and the rounds left."""
    lines = []
    for place, effect in enumerate(character.effects, start=1):
        name, given = effect_name(effect), given_words(rulebook, character, effect)
        strength = _("{name} · strength {n}").format(name=name, n=effect.strength)
        left = ""
        if effect.rounds is not None:
            left = ngettext("{n} round left", "{n} rounds left", effect.rounds).format(n=effect.rounds)
        said = " ".join((given, against_words(effect.strength)))
        spoken = ", ".join(part for part in (strength, left, said) if part)
        tip = "\n".join(part for part in (said, effect.given) if part)
        lines.append(Line(strength, said, left, str(place), right_tone="text", tip=tip, spoken=spoken))
    return lines


def overreach_asked(rulebook: Rulebook, character: Character, today: str) -> AskedAct[Character]:
    """Return the form that asks for the damage of the oldest use past the safe level whose damage was not entered."""
    waiting = character.magic_unanswered
    soak = _("Soak it: {spiffs}").format(spiffs=spiff_count(price(rulebook, SOAK)))

    def field(each: Parameter, _answers: Answers) -> Field:
        if each.id == "soaked":
            return Field(each, "", soak)
        dice = tuple((die, look_in_play(rulebook, character, die)) for die in each.dice)
        words = "" if dice else _("No die is left; damage counts below zero now.")
        return Field(each, _("Die that is lost"), words=words, dice=dice)

    return AskedAct(
        magic_damage(rulebook, character, today, _("magic past the safe level")),
        character,
        _("No success left?"),
        _("Take one damage"),
        field,
        overreach_words(character.magic_beyond - waiting + 1, waiting - 1),
    )


def counter_asked(character: Character, counter: Act[Character]) -> AskedAct[Character]:
    """Return the form for countering an effect with successes."""

    def field(each: Parameter, _answers: Answers) -> Field:
        if each.id == "successes":
            return Field(each, _("Successes"), _("Successes that counter it"))
        choices = tuple(Choice(key, name) for key, name in zip(each.choices, each.names, strict=True))
        return Field(each, _("Effect"), choices=choices)

    def preview(_after: Character, answers: Answers) -> tuple[str]:
        effect = answers.chosen("effect", character.effects)
        return (counter_words(effect.strength, answers.number("successes")) if effect is not None else "",)

    words = _("Countered")
    return AskedAct(counter, character, words, words, field, preview=preview, strong=(True,))


def keep_going_asked(rulebook: Rulebook, character: Character) -> AskedAct[Character]:
    """Return the form for maintaining an effect."""
    words = _("Keep magic going")
    return AskedAct(
        keep_going(character),
        character,
        words,
        words,
        partial(_keeping_field, rulebook, character),
        preview=_keeping_preview,
        strong=(False, False),
    )


def _keeping_field(rulebook: Rulebook, character: Character, each: Parameter, _answers: Answers) -> Field:
    given = _("Given")
    match each.id:
        case "name":
            words = _("What the magic does")
            return Field(each, _("Effect"), words, hint=words)
        case "strength":
            name = _("Strength: the successes it was cast with, before Nulls")
            return Field(each, _("Strength"), name, _("The successes it was cast with, before Nulls"))
        case "kind":
            kinds = {
                Sacrifice.HEALTH: _("A die"),
                Sacrifice.VALUE: _("Something of value"),
                Sacrifice.BLOOD: _("A life"),
            }
            choices = tuple(Choice(key, kinds[Sacrifice(key)]) for key in each.choices)
            return Field(each, _("Sacrifice for it"), choices=choices, buttons=True, wide=True)
        case "die":
            dice = tuple((die, look_in_play(rulebook, character, die)) for die in each.dice)
            return Field(each, given, words="" if dice else _("There is no die left to give."), dice=dice)
        case "coins":
            return Field(each, _("Worth in coins"), _("What it is worth in coins"))
        case "thing":
            words = _("What is destroyed for it (optional)")
            return Field(each, given, words, hint=words)
    words = _("Whose life (optional)")
    return Field(each, given, words, hint=words)


def _keeping_preview(_after: Character, answers: Answers) -> Sequence[str]:
    """Return the strength of the effect and its duration."""
    against = _("{against} More than that in one roll for Magic undoes it.").format(
        against=against_words(answers.number("strength"))
    )
    match sacrifice_of(answers):
        case Sacrifice.VALUE:
            return against, rounds_words(*divmod(answers.number("coins"), COINS_A_ROUND))
        case Sacrifice.BLOOD:
            return against, _(
                "Someone with a mind and a soul dies for it. It lasts until it is countered; "
                "the life is spent even if the magic fails."
            )
    return against, _("The die is lost and does not heal until the effect ends; the loss cannot be absorbed or soaked.")

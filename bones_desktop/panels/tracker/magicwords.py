"""The price of magic and effects that last, in words."""

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.characterdice import die_label
from bones_desktop.rules.bones.book.playstate import MaintainedEffect, Sacrifice
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury.magic import MagicPrice
from bones_desktop.wording import Translate
from bones_desktop.wording.names import short_name


def next_use_words(price: MagicPrice, tr: Translate) -> str:
    """Return what the next use costs, large: "The next use: 2 fewer successes"."""
    if not price.penalty:
        return tr("The next use is free")
    if price.penalty == 1:
        return tr("The next use: 1 fewer success")
    return tr("The next use: {n} fewer successes").format(n=price.penalty)


def standing_words(price: MagicPrice, tr: Translate) -> str:
    """Return how that comes about: "3 of 5 free uses are left in these four hours."."""
    if price.beyond:
        past = tr("1 use was") if price.beyond == 1 else tr("{n} uses were").format(n=price.beyond)
        return tr("{past} past the safe level of {safe}. Only rest makes magic free again.").format(
            past=past, safe=price.safe
        )
    if not price.safe:
        return tr("No die in play bears Magic, so no use is free.")
    if not price.free:
        return tr("The safe level of {safe} is used up.").format(safe=price.safe)
    if price.safe == 1:
        return tr("One use is free in four hours.")
    return tr("{free} of {safe} free uses are left in these four hours.").format(free=price.free, safe=price.safe)


def beyond_words(tr: Translate) -> str:
    """Return what happens past the safe level, before it does."""
    return tr(
        "Past the safe level each use takes more successes away: 1, then 2, then 3. "
        "Where that leaves no success, magic costs one damage."
    )


def overreach_words(penalty: int, others: int, tr: Translate) -> str:
    """Return what to look at after a use that was not free, and how many `others` are asked about after it."""
    less = tr("1 fewer success") if penalty == 1 else tr("{n} fewer successes").format(n=penalty)
    words = tr(
        "That use was past the safe level: {less}. Count what was left then, before Nulls and defence took theirs."
    ).format(less=less)
    if not others:
        return words
    more = tr("1 later use is asked about next.") if others == 1 else tr("{n} later uses are asked about next.")
    return tr("{words} {more}").format(words=words, more=more.format(n=others))


def effect_name(effect: MaintainedEffect, tr: Translate) -> str:
    """Return what an effect is called."""
    return effect.name or tr("Magic kept going")


def short_effect_name(effect: MaintainedEffect, tr: Translate) -> str:
    """Return what an effect is called within a sentence."""
    return short_name(effect_name(effect, tr))


def die_words(rulebook: Rulebook, character: Character, die: int, tr: Translate) -> str:
    """Return a die by number and name: "Die 3, Armsman"."""
    number = tr("Die {n}").format(n=die + 1)
    name = short_name(die_label(rulebook, character.dice[die], die))
    return number if name == number else tr("{number}, {name}").format(number=number, name=name)


def given_words(rulebook: Rulebook, character: Character, effect: MaintainedEffect, tr: Translate) -> str:
    """Return what was given for an effect, and how long that keeps it going."""
    if effect.sacrifice is Sacrifice.HEALTH and effect.die is not None and effect.die < len(character.dice):
        die = die_words(rulebook, character, effect.die, tr)
        return tr("{die} is given for it and does not heal meanwhile.").format(die=die)
    if effect.sacrifice is Sacrifice.VALUE:
        given = short_name(effect.given) or tr("Something of value")
        return tr("Given: {what}. It ends with its last round.").format(what=given)
    if effect.sacrifice is Sacrifice.BLOOD:
        given = short_name(effect.given) or tr("a life")
        return tr("Given: {what}. It lasts until it is countered.").format(what=given)
    return tr("A die was given for it.")


def against_words(strength: int, tr: Translate) -> str:
    """Return what the strength of an effect does to those who work against it (MAG-32)."""
    if strength == 1:
        return tr("What is tried against it loses 1 success.")
    return tr("What is tried against it loses {n} successes.").format(n=strength)


def counter_words(strength: int, successes: int, tr: Translate) -> str:
    """Return whether so many successes undo an effect (MAG-33)."""
    if successes > strength:
        return tr("Enough: it takes more than {n}.").format(n=strength)
    return tr("Not enough: it takes more than {n}.").format(n=strength)


def rounds_words(rounds: int, wasted: int, tr: Translate) -> str:
    """Return how long something of value keeps an effect going: "12 rounds; 3 coins of it are wasted."."""
    lasts = tr("It lasts 1 round") if rounds == 1 else tr("It lasts {n} rounds").format(n=rounds)
    if not wasted:
        return tr("{lasts}.").format(lasts=lasts)
    coins = tr("1 coin is") if wasted == 1 else tr("{n} coins are").format(n=wasted)
    return tr("{lasts}; {coins} wasted.").format(lasts=lasts, coins=coins)

"""Keeping magic going: what the act is called and asks for, and what it would do, for a form of acts."""

from collections.abc import Sequence

from bones_desktop.panels.tracker.magic.magicwords import against_words, rounds_words
from bones_desktop.rules.acts import Answers, Parameter
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.characterdice import die_label
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.book.playstate import Sacrifice
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury.acts import keep_going, sacrifice_of
from bones_desktop.rules.bones.injury.magic import COINS_A_ROUND
from bones_desktop.widgets.acts.actfields import Field
from bones_desktop.widgets.acts.actform import AskedAct
from bones_desktop.widgets.choice.choices import Choice
from bones_desktop.widgets.dice.diecard import DieCardLook
from bones_desktop.wording import Translate


def keep_going_asked(rulebook: Rulebook, character: Character, tr: Translate) -> AskedAct[Character]:
    """Return the act of keeping magic going, as its form shows it."""
    words = tr("Keep magic going")
    return AskedAct(
        keep_going(character),
        character,
        words,
        words,
        lambda each, _answers: _field(rulebook, character, each, tr),
        preview=lambda _after, answers: _preview(answers, tr),
        strong=(False, False),
    )


def _field(rulebook: Rulebook, character: Character, each: Parameter, tr: Translate) -> Field:
    given = tr("Given")
    match each.id:
        case "name":
            words = tr("What the magic does")
            return Field(each, tr("Effect"), words, hint=words)
        case "strength":
            name = tr("Strength: the successes it was cast with, before Nulls")
            return Field(each, tr("Strength"), name, tr("The successes it was cast with, before Nulls"))
        case "kind":
            kinds = {
                Sacrifice.HEALTH: tr("A die"),
                Sacrifice.VALUE: tr("Something of value"),
                Sacrifice.BLOOD: tr("A life"),
            }
            choices = tuple(Choice(key, kinds[Sacrifice(key)]) for key in each.choices)
            return Field(each, tr("What is given for it"), choices=choices, buttons=True, wide=True)
        case "die":
            dice = tuple((die, _die_look(rulebook, character, die)) for die in each.dice)
            return Field(each, given, words="" if dice else tr("There is no die left to give."), dice=dice)
        case "coins":
            return Field(each, tr("Worth in coins"), tr("What it is worth in coins"))
        case "thing":
            words = tr("What is destroyed for it, if you like")
            return Field(each, given, words, hint=words)
    words = tr("Whose life, if you like")
    return Field(each, given, words, hint=words)


def _preview(answers: Answers, tr: Translate) -> Sequence[str]:
    """Return how strong the effect would be, and how long it would last."""
    against = tr("{against} More than that in one throw for Magic undoes it.").format(
        against=against_words(answers.number("strength"), tr)
    )
    match sacrifice_of(answers):
        case Sacrifice.VALUE:
            return against, rounds_words(*divmod(answers.number("coins"), COINS_A_ROUND), tr)
        case Sacrifice.BLOOD:
            return against, tr(
                "Someone with a mind and a soul dies for it. It lasts until it is countered; "
                "the life is spent even if the magic fails."
            )
    return against, tr("The die is lost and does not heal until the effect ends; nothing absorbs or soaks this.")


def _die_look(rulebook: Rulebook, character: Character, die: int) -> DieCardLook:
    shown = character.dice[die]
    name = die_label(rulebook, shown, die)
    faces = ", ".join(face_name(rulebook, face) for face in shown.faces)
    return DieCardLook(
        codes=tuple(face.code for face in shown.faces),
        name=name,
        said=f"{die + 1}, {name}: {faces}",
    )

"""Random characters by concept and culture: drawn as a whole, or completed from an unfinished character.

The characters are always legal, because every template and icon is drawn from choices that the rules allow. Skills of
the concept, and templates that allow them, are drawn more often. A character that is not good at its concept's first
skill is drawn again.

Codes refused: no-such-concept (concept, known), no-such-culture (culture, known), culture-taken (culture),
nothing-left-open ().
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from bones_desktop.rules.bones.book.character import (
    STARTING_DICE,
    Character,
    CharacterDie,
    CharacterKind,
    MagicTheme,
    MakingMode,
)
from bones_desktop.rules.bones.book.characterdice import MAGIC, magic_themes
from bones_desktop.rules.bones.book.definitions import Concept
from bones_desktop.rules.bones.book.icons import BLANK, MENTAL, PHYSICAL, UNIVERSAL, Face, IconKind
from bones_desktop.rules.bones.book.rulebook import DieUse, PrintedDie, Rulebook, Template, TemplateKind
from bones_desktop.rules.bones.injury.injuries import item_from
from bones_desktop.rules.bones.making import creation
from bones_desktop.rules.bones.making.creation import Lock
from bones_desktop.rules.bones.making.edits import add_die, die_from, set_face, set_template
from bones_desktop.rules.reasons import RulesError, refuse
from bones_desktop.rules.typedtext import key

CAST_DICE: Final = (3, 4, 4, 5)
"""Possible numbers of dice of a cast member without dice; one of these numbers is drawn."""
_WANTED: Final = (16, 11, 8, 6, 5)
"""Weights of a concept's skills in order; all other skills have weight 1."""
_OTHER: Final = 1.0
_UNWANTED: Final = 0.15
"""Weight of Magic for characters that are not magic users: it needs a theme and costs spiffs."""
_AGAIN: Final = 0.35
"""Factor on the weight of an icon that the die already has."""
_APTITUDE: Final = 3.0
_SELDOM: Final = 0.1
_TRIES: Final = 12
"""Maximum number of times that a character is drawn until the concept's first skill is its best skill."""
_GOOD_DICE: Final = 2
"""Minimum number of dice that must have the concept's first skill."""


def surprise(
    rulebook: Rulebook,
    character: Character,
    seed: int,
    *,
    concept: str = "",
    culture: str = "",
    printed_only: bool = False,
) -> Character:
    """Return the character with all open choices drawn: templates, faces, name, and the concept's equipment.

    Choices already made are kept. `concept` and `culture` are ids or names, "" for any; a culture applies only in the
    mode Cold Iron. Cast members and beasts without dice get dice. The same character, choices and `seed` give the same
    result in the window and on the command line. Refused for an unknown concept or culture, if the culture is already
    chosen, or if no choice is open.
    """
    rng = Random(str(seed))  # noqa: S311 (dice of a game; numbers would lose their sign)
    about = _concept(rulebook, concept, rng)
    best, most = character, (-1, -1)
    # The number of drawings is limited, because some cultures hardly allow the concept's first skill.
    for _try in range(_TRIES):
        made = _drawn_dice(rulebook, character, about, culture, rng, printed_only=printed_only)
        good = _how_good(about, made)
        if good > most:
            best, most = made, good
        # If the character has not changed, nothing was left to draw, and another drawing would give the same character.
        if good >= (_GOOD_DICE, 0) or made == character:
            break
    made = _with_belongings(rulebook, best, about, rng)
    if not made.name.strip() and (names := creation.suggested_names(rulebook, made)):
        made = made.with_(name=rng.choice(names))
    if made == character:
        raise refuse("nothing-left-open")
    return made


def _drawn_dice(
    rulebook: Rulebook, character: Character, about: Concept, culture: str, rng: Random, *, printed_only: bool
) -> Character:
    if character.kind is CharacterKind.PLAYER:
        made = character
        while len(made.dice) < STARTING_DICE and made.created is None:
            made = add_die(rulebook, made)
        if made.mode is MakingMode.COLD_IRON:
            made = _with_templates(rulebook, made, about, culture, rng, printed_only=printed_only)
        return _with_faces(rulebook, made, about, rng)
    return character if character.dice else character.with_(dice=_cast_dice(rulebook, about, rng))


def _how_good(about: Concept, made: Character) -> tuple[int, int]:
    """Return how many dice have the concept's first skill, at most _GOOD_DICE, and the skill's lead over others.

    The others are the skills that are not part of the concept. The lead is 0 if none of them is on more dice.
    """
    first, *rest = about.skills
    shown = Counter(icon for die in made.dice for face in die.faces for icon in face.icons)
    dice = sum(any(face.has(first) for face in die.faces) for die in made.dice)
    others = max((shown[icon] for icon in shown if icon not in {*rest, first, UNIVERSAL, PHYSICAL, MENTAL}), default=0)
    return min(dice, _GOOD_DICE), min(0, shown[first] - others - 1)


def has_open(rulebook: Rulebook, character: Character) -> bool:
    """Return whether an unfinished character has a choice that `surprise` can draw."""
    # A finished character has no open choices; the player buys icons of later dice.
    if character.created is not None:
        return False
    try:
        return surprise(rulebook, character, 0) != character
    except RulesError:
        return False


def _concept(rulebook: Rulebook, name: str, rng: Random) -> Concept:
    if not name:
        return rng.choice(rulebook.concepts)
    found = next((each for each in rulebook.concepts if key(name) in {key(each.id), key(each.name)}), None)
    if found is None:
        raise refuse("no-such-concept", concept=name, known=", ".join(each.name for each in rulebook.concepts))
    return found


def cultures(rulebook: Rulebook, *, printed_only: bool = False) -> tuple[Template, ...]:
    """Return the cultures that can be drawn for a character."""
    found = rulebook.templates_of(TemplateKind.CULTURE)
    return tuple(each for each in found if not (printed_only and each.house))


def weight(about: Concept, icon: str) -> float:
    """Return the weight of an icon; 1 if it is not part of the concept."""
    if icon in about.skills:
        return _WANTED[min(about.skills.index(icon), len(_WANTED) - 1)]
    if icon == MAGIC:
        return _UNWANTED
    return _APTITUDE if icon == about.aptitude.value else _OTHER


# A player's dice.


def _with_templates(
    rulebook: Rulebook, character: Character, about: Concept, culture: str, rng: Random, *, printed_only: bool
) -> Character:
    """Return the character with its open templates drawn, so that the rules allow all four templates together."""
    chosen = creation.template_of(rulebook, character, creation.CULTURE_DIE)
    if culture:
        names = {
            key(known): each for each in cultures(rulebook) for known in (each.id, creation.name_id(each), each.name)
        }
        wanted = names.get(key(culture))
        if wanted is None:
            known = ", ".join(each.name for each in cultures(rulebook))
            raise refuse("no-such-culture", culture=culture, known=known)
        if chosen is None and not character.dice[creation.CULTURE_DIE].template:
            character = set_template(rulebook, character, creation.CULTURE_DIE, wanted.id)
        elif chosen is not wanted:
            raise refuse(
                "culture-taken", culture=chosen.name if chosen else character.dice[creation.CULTURE_DIE].template
            )
    # If the printed templates cannot be completed, house templates are used too.
    for only in dict.fromkeys((printed_only, False)):
        for made in _ways(rulebook, character, about, rng, printed_only=only):
            return made
    return character


def _ways(
    rulebook: Rulebook, character: Character, about: Concept, rng: Random, *, printed_only: bool
) -> Iterator[Character]:
    """Yield the character with templates for its starting dice, in a random order with likelier templates first."""
    die = next((place for place in range(STARTING_DICE) if not character.dice[place].template), None)
    if die is None:
        yield character
        return
    choices = creation.origin_choices(rulebook, character, die, printed_only=printed_only)
    offered = [each for each in choices if each.template_id and each.allowed]
    templates = [rulebook.template(each.template_id) for each in offered]
    # Choices that need the GM's permission are drawn rarely.
    weights = [
        _fits(about, template) * (1 if choice.reason is None else _SELDOM)
        for choice, template in zip(offered, templates, strict=True)
    ]
    for template in _shuffled(templates, weights, rng):
        try:
            made = set_template(rulebook, character, die, template.id)
        except RulesError:
            continue
        yield from _ways(rulebook, made, about, rng, printed_only=printed_only)


def _fits(about: Concept, template: Template) -> float:
    """Return the weight of a template, which grows with the weights of the concept's skills on its faces.

    For a culture the weight grows only slowly.
    """
    best = [
        _WANTED[0]
        if slot.free
        else max((weight(about, icon) for face in slot.options for icon in face.icons), default=0)
        for slot in template.slots
    ]
    return 1 + sum(best) ** (0.5 if template.kind is TemplateKind.CULTURE else 3)


def _shuffled(values: Sequence[Template], weights: Sequence[float], rng: Random) -> list[Template]:
    """Return the values in a random order in which higher weights tend to come first."""
    # This has the same chances as drawing one value after another by weight.
    keys = [rng.random() ** (1 / each) for each in weights]
    return [values[place] for place in sorted(range(len(values)), key=lambda place: -keys[place])]


def _with_faces(rulebook: Rulebook, character: Character, about: Concept, rng: Random) -> Character:
    """Return the character with the open faces of its starting dice drawn, faces with few choices first."""
    # Masteries depend on the other icons, so free faces are drawn last.
    for locks in ({Lock.FIXED, Lock.LIMITED}, {Lock.FREE}):
        for die in range(min(STARTING_DICE, len(character.dice))):
            for face, shown in enumerate(character.dice[die].faces):
                slot = creation.slot_state(rulebook, character, die, face)
                if shown.is_unfilled and slot.lock in locks:
                    offered = slot.options if slot.lock is not Lock.FREE else _free(rulebook, character, die, face)
                    drawn = _drawn(rulebook, offered, about, character.dice[die], rng)
                    character = set_face(rulebook, character, die, face, drawn)
    return character


def _free(rulebook: Rulebook, character: Character, die: int, face: int) -> tuple[Face, ...]:
    return tuple(each.face for each in creation.palette(rulebook, character, die, face) if each.allowed)


def _drawn(rulebook: Rulebook, offered: Sequence[Face], about: Concept, die: CharacterDie, rng: Random) -> Face:
    there = {icon for face in die.faces for icon in face.icons}
    weights = []
    for each in offered:
        wanted = 1.0
        for icon in each.icons:
            skill = rulebook.mastery(icon).skill if rulebook.kind(icon) is IconKind.MASTERY else icon
            wanted *= weight(about, skill) * (_AGAIN if icon in there else 1)
        weights.append(wanted)
    return rng.choices(list(offered), weights)[0]


# Dice of the cast.


def _cast_dice(rulebook: Rulebook, about: Concept, rng: Random) -> tuple[CharacterDie, ...]:
    """Return modular dice on which the concept's skills are frequent (CAST-3)."""
    offered = [die for die in rulebook.dice if die.use is DieUse.CAST]
    # With the fourth power, dice that suit the concept are drawn much more often than average dice.
    shown = ([icon for face in die.faces if face != BLANK for icon in face.icons] for die in offered)
    weights = [sum(weight(about, icon) for icon in icons) ** 4 for icons in shown]
    drawn: list[PrintedDie] = rng.choices(offered, weights, k=rng.choice(CAST_DICE))
    return tuple(die_from(die) for die in sorted(drawn, key=offered.index))


# Equipment and magic.


def _with_belongings(rulebook: Rulebook, character: Character, about: Concept, rng: Random) -> Character:
    """Return the character with equipment if it has none, and with a theme if it has magic but no theme (MAG-3)."""
    if not character.equipment and about.items:
        items = [rulebook.die(rng.choice(group)) for group in about.items]
        character = character.with_(equipment=tuple(item_from(each) for each in items))
    known = [theme for each in rulebook.concepts for theme in each.themes]
    if character.kind is CharacterKind.PLAYER and not character.themes and known and magic_themes(character).value:
        drawn = rng.choice(known)
        theme = MagicTheme(name=drawn.name, effect=drawn.effect, limitations=drawn.limitations)
        character = character.with_(themes=(theme,))
    return character

"""Display names of values, of places on the sheet, of packs in use, and of undo steps for harm."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from bones_desktop.rules.bones.book.character import (
    Character,
    CharacterKind,
    ItemKind,
    SheetPlace,
    SheetSection,
    pack_name,
    packs_used,
)
from bones_desktop.rules.bones.book.definitions import ActionClass, Race, Skill
from bones_desktop.rules.bones.book.icons import ENCUMBRANCE, Aptitude, Face
from bones_desktop.rules.bones.book.notation import icon_name, skill_label
from bones_desktop.rules.bones.book.rulebook import BlockKind, Icon, Rulebook, TemplateKind
from bones_desktop.rules.bones.injury.blows import DamageKind
from bones_desktop.rules.bones.reading.plays import Harm
from bones_desktop.rules.reasons import Problem, Weight
from bones_desktop.rules.typedtext import clean_text
from bones_desktop.wording.language import _, ngettext, pgettext
from bones_desktop.wording.reasons import sentence

MOST_SIGNS: Final = 32
"""Maximum number of letters of a name on a button. With more, the button would be wider than the window."""


def short_name(name: str) -> str:
    """Return a user's name, cut to MOST_SIGNS letters, for a line with other text.

    Text direction marks are removed.
    """
    # A direction mark in a name would reverse the rest of the line.
    name = clean_text(name)
    return name if len(name) <= MOST_SIGNS else f"{name[: MOST_SIGNS - 1].rstrip()}…"


def without_names(words: str, names: Iterable[str]) -> str:
    """Return words in which "someone" replaces each of the names, in full or shortened."""
    written = {" ".join(clean_text(each).split()) for name in names for each in (name, short_name(name))}
    # Long names first: a short name may be a part of a longer one.
    for name in sorted(written - {""}, key=len, reverse=True):
        words = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", _("someone"), words, flags=re.IGNORECASE)
    return words


def numbered_name(die: int, name: str) -> str:
    """Return the number and the name of the die at index `die`: "Die 3 · Armsman"; "Die 3" for a die without a name."""
    number = _("Die {n}").format(n=die + 1)
    return number if name in {"", number} else _("{die} · {label}").format(die=number, label=name)


def listed(names: Sequence[str], last: str = "") -> str:
    """Return names as a list in words: "Craft, Riding and Outdoorsman"; `last` replaces the word "and"."""
    if len(names) < 2:
        return "".join(names)
    return (last or _("{these} and {last}")).format(these=", ".join(names[:-1]), last=names[-1])


def race_name(race: str) -> str:
    """Return a character's race as it was typed, or in the user's language if it is the name of a race."""
    return _("Human") if race == "Human" else pgettext(f"bones/races {race.casefold()}", race)


def character_kind_name(kind: CharacterKind | BlockKind) -> str:
    """Return the word for a kind of character or stat block."""
    return {
        CharacterKind.PLAYER: _("Player character"),
        CharacterKind.CAST: _("Cast member"),
        CharacterKind.BEAST: _("Beast"),
        CharacterKind.HORDE: _("Horde"),
    }[CharacterKind(kind)]


def icon_effect(rulebook: Rulebook, icon: Icon) -> str:
    """Return the effect of an icon in a sentence or two; for a race, the skills and masteries of RACE-2 and RACE-3."""
    match icon:
        case Skill():
            return icon.covers
        case Race():
            readings = []
            for reading in icon.readings:
                skill = skill_label(rulebook.skill(reading.skill))
                readings.append(f"{rulebook.mastery(reading.mastery).name} ({skill})" if reading.mastery else skill)
            return _("Works as one of: {readings}.").format(readings=", ".join(readings))
        case _:
            return icon.effect


def item_kind_name(kind: ItemKind) -> str:
    """Return the word for a kind of equipment."""
    return {
        ItemKind.WEAPON: _("Weapon"),
        ItemKind.SHIELD: _("Shield"),
        ItemKind.ARMOUR: _("Armour"),
        ItemKind.MAGIC_ITEM: _("Magic item"),
    }[kind]


def faces_in_words(rulebook: Rulebook, faces: Iterable[Face]) -> str:
    """Return the faces of a die briefly: "Defend on 2 faces, Encumbrance on 1"."""
    counts = Counter(icon for shown in faces if not shown.is_blank for icon in shown.icons)
    if not counts:
        return _("No icon on any face")
    (first, often), *others = counts.items()
    head = ngettext("{icon} on {n} face", "{icon} on {n} faces", often)
    parts = [head.format(icon=icon_name(rulebook, first), n=often)]
    return ", ".join(parts + [_("{icon} on {n}").format(icon=icon_name(rulebook, icon), n=n) for icon, n in others])


def item_in_words(rulebook: Rulebook, kind: ItemKind, faces: Iterable[Face]) -> str:
    """Return the effects of equipment in sentences (DICE-10, ICON-7, EQP-5)."""
    shown = tuple(faces)
    said = [_("{faces}; the die is rolled too.").format(faces=faces_in_words(rulebook, shown))]
    if (most := max((face.count for face in shown), default=1)) > 1:
        said.append(_("A number on a face says how often it counts, {n} times at most.").format(n=most))
    if any(face.has(ENCUMBRANCE) for face in shown):
        said.append(_("Encumbrance takes away successes of Magic, Maneuver or Stealth."))
    if kind in {ItemKind.ARMOUR, ItemKind.SHIELD}:
        said.append(_("It can be given up instead of taking damage, and is then ruined."))
    return " ".join(said)


def template_kind_name(kind: TemplateKind) -> str:
    """Return the kind of a Cold Iron template."""
    return {
        TemplateKind.CULTURE: _("Culture"),
        TemplateKind.BACKGROUND: _("Background"),
        TemplateKind.OCCUPATION: _("Occupation"),
    }[kind]


def aptitude_name(aptitude: Aptitude) -> str:
    """Return the half-universal success that counts for a skill (ACT-8)."""
    return {Aptitude.PHYSICAL: _("Physical"), Aptitude.MENTAL: _("Mental")}[aptitude]


def action_class_name(action_class: ActionClass) -> str:
    """Return the name of the class of a skill (ACT-1, ACT-2, ACT-4)."""
    return {
        ActionClass.UNIVERSAL: _("Universal action"),
        ActionClass.RESTRICTED: _("Restricted action"),
        ActionClass.SPECIAL: _("Special action"),
    }[action_class]


def weight_name(weight: Weight) -> str:
    """Return a word or two for the weight of a problem."""
    return {
        Weight.ILLEGAL: _("Against the rules"),
        Weight.UNFINISHED: _("Still to choose"),
        Weight.ADVICE: _("Worth a look"),
    }[weight]


def follower_noun(noun: str) -> str:
    """Return the name of a follower or possession that a mastery brings, in lower case (MAST 21, 25, 36, 41)."""
    named = {
        "animal companion": _("animal companion"),
        "companion": _("companion"),
        "crew": _("crew"),
        "lackey": _("lackey"),
        "small asset": _("small asset"),
        "small vessel with crew": _("small vessel with crew"),
    }
    return named.get(noun, noun)


def packs_said(rulebook: Rulebook, character: Character) -> tuple[str, ...]:
    """Return "uses the pack The Norse" for each pack of the character. The text says if a pack is missing."""
    here = {title.id for title in rulebook.packs}
    return tuple(
        (_("uses the pack {pack}") if pack in here else _("uses the pack {pack}, which is not here")).format(
            pack=pack_name(rulebook, pack)
        )
        for pack in packs_used(character)
    )


def place_text(place: SheetPlace) -> str:
    """Return the text for a place: "die 2, face 4", "name", "equipment die 1"."""
    what = {
        SheetSection.DIE: _("die {die}"),
        SheetSection.ITEM: _("equipment die {die}"),
        SheetSection.HINDERING: _("hindering die {die}"),
        SheetSection.INJURIES: _("injuries") if place.die is None else _("injuries, die {die}"),
        SheetSection.CHARACTER: _("dice"),
        SheetSection.NAME: _("name"),
        SheetSection.RACE: _("race"),
        SheetSection.EQUIPMENT: _("equipment"),
        SheetSection.BACK_STORY: _("back-story"),
        SheetSection.MAGIC: _("magic"),
        SheetSection.FOLLOWERS: _("followers"),
    }[place.part]
    where = what.format(die=0 if place.die is None else place.die + 1)
    if place.face is None:
        return where
    return _("{where}, face {face}").format(where=where, face=place.face + 1)


def problem_text(problem: Problem[SheetPlace]) -> str:
    """Return a problem as one line: "Die 2, face 4: Choose a skill."."""
    where = place_text(problem.place)
    return _("{where}: {what}").format(where=where[:1].upper() + where[1:], what=sentence(problem.reason))


BRIEF: Final = 18
"""Maximum number of letters of a name on a button with other words."""


def harm_step(harm: Harm) -> str:
    """Return the name of the undo step for harm that a character takes: "Lose die 2"."""
    if not harm.dice:
        return _("Take {n} damage").format(n=harm.damage + harm.beyond)
    words = ngettext("Lose die {n}", "Lose dice {n}", len(harm.dice))
    return words.format(n=", ".join(str(die + 1) for die in harm.dice))


def opponent_loses(name: str, harm: Harm, dice: Sequence[str]) -> str:
    """Return the harm to an opponent for a button: "Bjorn loses Warrior (Poison)".

    `dice` are the names of the lost dice. Long names are cut, and many dice are only counted. `opponent_lost` lists all
    dice.
    """
    words = _("{name} loses {dice} ({cause})")
    if harm.kind is DamageKind.FATIGUE:
        words = _("{name} takes {n} damage from the magic")
    elif harm.kind is DamageKind.ATTACK:
        words = _("{name} takes {n} damage ({cause}), if your GM says so")
    elif not dice:
        words = _("{name} takes {n} more damage ({cause})")
    elif harm.beyond:
        words = _("{name} loses {dice}, takes {n} more damage ({cause})")
    cause = causes_words(harm, brief)
    return words.format(name=brief(name), dice=_brief_dice(dice), n=harm.beyond, cause=cause)


def strike_off(name: str, harm: Harm, dice: Sequence[str]) -> str:
    """Return the name of the step that removes an opponent's dice: "Strike off: Warrior of Bjorn"."""
    if not dice:
        return opponent_loses(name, harm, dice)
    return _("Strike off: {dice} of {name}").format(dice=_brief_dice(dice), name=brief(name))


def keeps_dice(name: str, dice: Sequence[str]) -> str:
    """Return the name of the step that restores an opponent's dice: "Take back: Bjorn keeps Warrior"."""
    if not dice:
        return _("Take back: no damage for {name}").format(name=brief(name))
    return _("Take back: {name} keeps {dice}").format(dice=_brief_dice(dice), name=brief(name))


def opponent_lost(name: str, harm: Harm, dice: Sequence[str]) -> str:
    """Return the harm to an opponent as a sentence: "Bjorn lost Warrior (Poison)."."""
    words = _("{name} lost {dice} ({cause}).")
    if harm.kind is DamageKind.FATIGUE:
        words = _("{name} took {n} damage from the magic.")
    elif harm.kind is DamageKind.ATTACK:
        words = _("{name} took {n} damage ({cause}).")
    elif not dice:
        words = _("{name} took {n} more damage, with no dice left ({cause}).")
    elif harm.beyond:
        words = _("{name} lost {dice} and took {n} more damage ({cause}).")
    named = ", ".join(short_name(die) for die in dice)
    cause = causes_words(harm)
    return words.format(name=short_name(name), dice=named, n=harm.beyond, cause=cause)


def causes_words(harm: Harm, cut: Callable[[str], str] = short_name) -> str:
    """Return the causes of harm: "Poison", "Poison and Flaming". `cut` is a function that shortens each name."""
    return listed([cut(cause) or _("Damage") for cause in harm.every_cause])


def brief(name: str) -> str:
    """Return a name cut to BRIEF letters, so that it fits on a button with other words."""
    return name if len(name) <= BRIEF else f"{name[: BRIEF - 1].rstrip()}…"


def _brief_dice(dice: Sequence[str]) -> str:
    named = ", ".join(dice)
    if len(dice) <= 1 or len(named) <= BRIEF:
        return brief(named)
    return _("{n} dice").format(n=len(dice))

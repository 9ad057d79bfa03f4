"""Display names of the values that code, not the rulebook's data, names."""

from collections.abc import Callable
from typing import Final

from bones_desktop.rules.bones.book.character import ItemKind
from bones_desktop.rules.bones.book.icons import Aptitude
from bones_desktop.rules.bones.book.rulebook import TemplateKind
from bones_desktop.rules.bones.book.skills import ActionClass
from bones_desktop.rules.bones.making.creation import Step
from bones_desktop.rules.bones.making.problems import Weight

Translate = Callable[[str], str]

MOST_SIGNS: Final = 32
"""Signs of a name on a button, which would otherwise be wider than the window."""


def short_name(name: str) -> str:
    """Return a name that somebody gave, for where it shares a line with other things: at most MOST_SIGNS signs."""
    return name if len(name) <= MOST_SIGNS else f"{name[: MOST_SIGNS - 1].rstrip()}…"


def item_kind_name(kind: ItemKind, tr: Translate) -> str:
    """Return what an equipment die stands for."""
    return {
        ItemKind.WEAPON: tr("Weapon"),
        ItemKind.SHIELD: tr("Shield"),
        ItemKind.ARMOUR: tr("Armour"),
        ItemKind.MAGIC_ITEM: tr("Magic item"),
    }[kind]


def template_kind_name(kind: TemplateKind, tr: Translate) -> str:
    """Return the kind of a Cold Iron template."""
    return {
        TemplateKind.CULTURE: tr("Culture"),
        TemplateKind.BACKGROUND: tr("Background"),
        TemplateKind.OCCUPATION: tr("Occupation"),
    }[kind]


def aptitude_name(aptitude: Aptitude, tr: Translate) -> str:
    """Return the half-universal success that counts for a skill (ACT-8)."""
    return {Aptitude.PHYSICAL: tr("Physical"), Aptitude.MENTAL: tr("Mental")}[aptitude]


def action_class_name(action_class: ActionClass, tr: Translate) -> str:
    """Return the class of a skill (ACT-1, ACT-2, ACT-4)."""
    return {
        ActionClass.UNIVERSAL: tr("Universal action"),
        ActionClass.RESTRICTED: tr("Restricted action"),
        ActionClass.SPECIAL: tr("Special action"),
    }[action_class]


def weight_name(weight: Weight, tr: Translate) -> str:
    """Return how much a problem matters, in a word or two."""
    return {
        Weight.ILLEGAL: tr("Against the rules"),
        Weight.UNFINISHED: tr("Still to choose"),
        Weight.ADVICE: tr("Worth a look"),
    }[weight]


def step_name(step: Step, tr: Translate) -> str:
    """Return the heading of a step of making a character (CHR-1)."""
    return {
        "culture": tr("Choose a culture"),
        "die-1": tr("Finish die 1"),
        "background": tr("Choose a background"),
        "die-2": tr("Finish die 2"),
        "occupation": tr("Choose an occupation"),
        "die-3": tr("Finish die 3"),
        "second-occupation": tr("Choose another occupation"),
        "die-4": tr("Finish die 4"),
        "equipment": tr("Name and equipment"),
        "back-story": tr("Back-story"),
    }[step.id]


def follower_noun(noun: str, tr: Translate) -> str:
    """Return what one follower or thing that a mastery brings along is called, in lower case (MAST 21, 25, 36, 41)."""
    named = {
        "animal companion": tr("animal companion"),
        "lackey": tr("lackey"),
        "small asset": tr("small asset"),
        "small vessel with crew": tr("small vessel with crew"),
    }
    return named.get(noun, noun)

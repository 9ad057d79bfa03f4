"""Display names: of values that code, not the rulebook's data, names, of places on the sheet and of packs in use."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from bones_desktop.rules.bones.book.character import Character, ItemKind, Kind, Part, Place, pack_name, packs_used
from bones_desktop.rules.bones.book.definitions import ActionClass
from bones_desktop.rules.bones.book.icons import ENCUMBRANCE, Aptitude, Face
from bones_desktop.rules.bones.book.notation import icon_name
from bones_desktop.rules.bones.book.rulebook import BlockKind, Rulebook, TemplateKind
from bones_desktop.rules.problems import Problem, Weight
from bones_desktop.rules.typedtext import clean_text
from bones_desktop.wording.language import _
from bones_desktop.wording.reasons import sentence

MOST_SIGNS: Final = 32
"""Signs of a name on a button, which would otherwise be wider than the window."""


def short_name(name: str) -> str:
    """Return a name given by a user, cut to at most MOST_SIGNS signs, for lines that it shares with other things.

    Signs that would turn those other things round are left out.
    """
    name = clean_text(name)
    return name if len(name) <= MOST_SIGNS else f"{name[: MOST_SIGNS - 1].rstrip()}…"


def listed(names: Sequence[str], last: str = "") -> str:
    """Return names as a list in words: "Craft, Riding and Outdoorsman"; `last` joins the last one otherwise."""
    if len(names) < 2:
        return "".join(names)
    return (last or _("{these} and {last}")).format(these=", ".join(names[:-1]), last=names[-1])


def character_kind_name(kind: Kind | BlockKind) -> str:
    """Return what somebody is, or whose a stat block is."""
    return {
        Kind.PLAYER: _("Player character"),
        Kind.CAST: _("Cast member"),
        Kind.BEAST: _("Beast"),
        Kind.HORDE: _("Horde"),
    }[Kind(kind)]


def item_kind_name(kind: ItemKind) -> str:
    """Return what an equipment die stands for."""
    return {
        ItemKind.WEAPON: _("Weapon"),
        ItemKind.SHIELD: _("Shield"),
        ItemKind.ARMOUR: _("Armour"),
        ItemKind.MAGIC_ITEM: _("Magic item"),
    }[kind]


def faces_in_words(rulebook: Rulebook, faces: Iterable[Face]) -> str:
    """Return in a few words what a die shows: "Defend on 2 faces, Encumbrance on 1"."""
    counts = Counter(icon for shown in faces if not shown.is_blank for icon in shown.icons)
    if not counts:
        return _("Nothing on any face")
    (first, often), *others = counts.items()
    head = _("{icon} on {n} faces") if often > 1 else _("{icon} on {n} face")
    parts = [head.format(icon=icon_name(rulebook, first), n=often)]
    return ", ".join(parts + [_("{icon} on {n}").format(icon=icon_name(rulebook, icon), n=n) for icon, n in others])


def item_in_words(rulebook: Rulebook, kind: ItemKind, faces: Iterable[Face]) -> str:
    """Return what a piece of equipment does in whole sentences (DICE-10, ICON-7, EQP-5)."""
    shown = tuple(faces)
    said = [_("{faces}; the die is thrown along.").format(faces=faces_in_words(rulebook, shown))]
    if (most := max((face.count for face in shown), default=1)) > 1:
        said.append(_("A number on a face says how often it counts, {n} times at most.").format(n=most))
    if any(face.has(ENCUMBRANCE) for face in shown):
        said.append(_("Encumbrance takes away successes of Magic, Maneuver or Stealth."))
    if kind in {ItemKind.ARMOUR, ItemKind.SHIELD}:
        said.append(_("It may be given up in place of damage, and is ruined then."))
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
    """Return the class of a skill (ACT-1, ACT-2, ACT-4)."""
    return {
        ActionClass.UNIVERSAL: _("Universal action"),
        ActionClass.RESTRICTED: _("Restricted action"),
        ActionClass.SPECIAL: _("Special action"),
    }[action_class]


def weight_name(weight: Weight) -> str:
    """Return how much a problem matters, in a word or two."""
    return {
        Weight.ILLEGAL: _("Against the rules"),
        Weight.UNFINISHED: _("Still to choose"),
        Weight.ADVICE: _("Worth a look"),
    }[weight]


def follower_noun(noun: str) -> str:
    """Return what one follower or thing that a mastery brings along is called, in lower case (MAST 21, 25, 36, 41)."""
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
    """Return "uses the pack The Norse" for each pack the character was made with; one that is not here says so."""
    here = {title.id for title in rulebook.packs}
    return tuple(
        (_("uses the pack {pack}") if pack in here else _("uses the pack {pack}, which is not here")).format(
            pack=pack_name(rulebook, pack)
        )
        for pack in packs_used(character)
    )


def place_text(place: Place) -> str:
    """Return where a place is: "die 2, face 4", "name", "equipment die 1"."""
    what = {
        Part.DIE: _("die {die}"),
        Part.ITEM: _("equipment die {die}"),
        Part.HINDERING: _("hindering die {die}"),
        Part.INJURIES: _("injuries") if place.die is None else _("injuries, die {die}"),
        Part.CHARACTER: _("dice"),
        Part.NAME: _("name"),
        Part.RACE: _("race"),
        Part.EQUIPMENT: _("equipment"),
        Part.BACK_STORY: _("back-story"),
        Part.MAGIC: _("magic"),
        Part.FOLLOWERS: _("followers"),
    }[place.part]
    where = what.format(die=0 if place.die is None else place.die + 1)
    if place.face is None:
        return where
    return _("{where}, face {face}").format(where=where, face=place.face + 1)


def problem_text(problem: Problem[Place]) -> str:
    """Return a problem as one line: "Die 2, face 4: Choose a skill."."""
    where = place_text(problem.place)
    return _("{where}: {what}").format(where=where[:1].upper() + where[1:], what=sentence(problem.reason))

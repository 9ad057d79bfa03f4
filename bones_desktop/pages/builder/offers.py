"""Offers of the choosers on the Build page, as texts ready for display; without widgets."""

from collections.abc import Collection

from bones_desktop.rules.bones.book.character import Character, CharacterKind, ItemDie, ItemKind
from bones_desktop.rules.bones.book.characterdice import item_name
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.notation import CHARACTER_USES, ITEM_USES, face_name
from bones_desktop.rules.bones.book.rulebook import DieUse, PrintedDie, Rulebook, TemplateKind
from bones_desktop.rules.bones.making.creation import (
    BACKGROUND_DIE,
    OriginChoice,
    kinds_for,
    missing_template,
    origin_choices,
)
from bones_desktop.rules.reasons import reason
from bones_desktop.rules.records import replace
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.dice.facelook import FaceLook
from bones_desktop.widgets.lists.line import Line
from bones_desktop.wording.language import _
from bones_desktop.wording.names import faces_in_words, item_in_words, item_kind_name
from bones_desktop.wording.reasons import sentence

HUMAN = "human"
"""Key of the race without an icon."""
OWN = ""
"""Key of a die whose faces are free."""


def origin_offers(rulebook: Rulebook, character: Character, die: int, printed_only: bool) -> tuple[Choice, ...]:
    """Return the templates for a starting die, with the reason if one is not allowed (CHR-2, CHR-3, AMB-87)."""
    return tuple(
        Choice(
            choice.template_id,
            origin_name(choice, die),
            "" if choice.reason is None else sentence(choice.reason),
            choice.allowed,
            _("house rule") if choice.house else "",
            rule=choice.name if rulebook.has_template(choice.template_id) else "",
        )
        for choice in ordered_choices(rulebook, character, die, printed_only)
    )


def ordered_choices(rulebook: Rulebook, character: Character, die: int, printed_only: bool) -> tuple[OriginChoice, ...]:
    """Return the templates for a starting die: first those allowed, last the names without a template.

    Templates that a house rule allows with a note follow those that may be chosen freely. If no installed pack contains
    the die's current template, that template comes first of all.
    """
    usual = kinds_for(die)[0]

    missing = missing_template(rulebook, character, die)

    def order(choice: OriginChoice) -> tuple[bool, bool, bool, bool, bool]:
        known = not missing or choice.template_id != missing
        noted = choice.reason is not None
        return known, not choice.template_id, not choice.allowed, noted, choice.kind is not usual

    return tuple(sorted(origin_choices(rulebook, character, die, printed_only=printed_only), key=order))


def origin_name(choice: OriginChoice, die: int) -> str:
    """Return the name of a choice. On dice 3 and 4 the name says if it is another die of the same origin (CHR-3)."""
    if die <= BACKGROUND_DIE or choice.kind is TemplateKind.OCCUPATION:
        return choice.name
    return _("Another {name} die").format(name=choice.name)


def race_choices(rulebook: Rulebook, chosen: str, printed_only: bool, *, ask_gm: bool = False) -> tuple[Choice, ...]:
    """Return the races, human first (RACE-1). `ask_gm` marks all others as needing the GM's permission (AMB-89)."""
    advice = _("ask your GM") if ask_gm else ""
    note = sentence(reason("cold-iron-humans", "AMB-89")) if ask_gm else ""
    races = (
        Choice(
            race.id,
            race.name,
            note,
            badge=" · ".join(part for part in (_("house rule") if race.house else "", advice) if part),
            faces=(race.id,),
            rule=race.name,
        )
        for race in rulebook.races_offered(chosen, printed_only=printed_only)
    )
    return (Choice(HUMAN, _("Human"), _("Physical or Mental on face 2.")), *races)


def die_choices(rulebook: Rulebook, kind: CharacterKind) -> tuple[Choice, ...]:
    """Return the dice for a cast member, beast or horde: one with free faces, those for its kind, then all others."""
    own = {CharacterKind.BEAST: DieUse.BEAST, CharacterKind.HORDE: DieUse.HORDE}.get(kind, DieUse.CAST)
    dice = [die for die in rulebook.dice if die.use in CHARACTER_USES]
    return (
        Choice(OWN, _("A die of your own"), _("Six empty faces.")),
        *(_die(rulebook, die, "") for die in dice if die.use is own),
        *(_die(rulebook, die, "") for die in dice if die.use is not own),
    )


def item_choices(rulebook: Rulebook, printed_only: bool) -> tuple[Choice, ...]:
    """Return the equipment dice of the rulebook (EQP-1), without those of packs if `printed_only` is true."""
    return tuple(
        _die(rulebook, die, item_kind_name(ItemKind(die.use.value)))
        for die in rulebook.dice
        if die.use in ITEM_USES and not (printed_only and die.house)
    )


def hindering_choices(rulebook: Rulebook) -> tuple[Choice, ...]:
    """Return the hindering dice of the rulebook (HIND-3)."""
    return tuple(_die(rulebook, die, "") for die in rulebook.dice if die.use is DieUse.HINDERING)


def _die(rulebook: Rulebook, die: PrintedDie, kind: str) -> Choice:
    parts = [kind, _("house rule") if die.house else ""]
    badge = " · ".join(part for part in parts if part)
    body = {DieUse.CAST: "bone", DieUse.BEAST: "bone", DieUse.HORDE: "bone", DieUse.HINDERING: "hindering"}
    return Choice(
        die.id,
        die.name,
        item_in_words(rulebook, ItemKind(die.use.value), die.faces) if die.use in ITEM_USES else "",
        badge=badge,
        faces=tuple(face.code for face in die.faces),
        body=body.get(die.use, "steel"),
        words=" ".join(die.aliases),
        told=faces_in_words(rulebook, die.faces),
        rule=die.name,
    )


def die_line(
    rulebook: Rulebook, key: str, name: str, faces: Collection[Face], body: str, badge: str = "", note: str = ""
) -> Line:
    """Return one die of the character as a line of a list. `note` is read aloud and shown as a tip."""
    said = ", ".join(face_name(rulebook, shown) for shown in faces)
    note = f"{said}. {note}".strip()
    looks = tuple(FaceLook(code=shown.code or "blank", body=body) for shown in faces)
    return Line(name, right=badge, key=key, faces=looks, tip=note, spoken=", ".join(filter(None, (name, badge, note))))


def item_line(rulebook: Rulebook, place: int, item: ItemDie, *, house: bool) -> Line:
    """Return a piece of equipment as a line with its effects. F1 finds printed equipment in the Reference."""
    badge = item_kind_name(item.kind)
    if item.range_increment:
        badge = _("{kind} · {n} m").format(kind=badge, n=item.range_increment)
    if house:
        badge = _("{kind} · house rule").format(kind=badge)
    note = f"{item_in_words(rulebook, item.kind, item.faces)} {item.note}".strip()
    name = item_name(rulebook, item)
    line = die_line(rulebook, str(place), name, item.faces, "steel", badge)
    # A hand-made item has no entry in the Reference to be found with F1.
    printed = any(die.name == name for die in rulebook.dice if die.use in ITEM_USES)
    spoken = ", ".join(filter(None, (name, badge, note)))
    told = faces_in_words(rulebook, item.faces)
    return replace(line, second=told, tip=note, spoken=spoken, rule=name if printed else "")

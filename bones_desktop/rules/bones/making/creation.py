"""Rules for making a player character: the templates of its four starting dice, and the icons of each face (CHR-1..4).

Culture, background and first occupation limit the occupations. The GM may permit an occupation in spite of this, which
is recorded in the ledger. With a house rule, such refusals are only notes (AMB-90).
"""

from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache

from bones_desktop.rules.bones.book.character import (
    STARTING_DICE,
    Character,
    CharacterKind,
    LedgerKind,
    MakingMode,
    pack_of,
    spoken,
    unknown_icon,
    unknown_template,
)
from bones_desktop.rules.bones.book.characterdice import mastery_allowed
from bones_desktop.rules.bones.book.icons import BLANK, MENTAL, PHYSICAL, UNIVERSAL, Face, IconKind
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.book.rulebook import Rulebook, Template, TemplateKind
from bones_desktop.rules.reasons import Reason, reason
from bones_desktop.rules.records import Record, replace

CULTURE_DIE = 0
BACKGROUND_DIE = 1
SECOND_OCCUPATION_DIE = 3
WAITING = frozenset(
    {"culture-first", "background-first", "culture-not-here", "background-not-here", "occupation-not-here"}
)
"""Codes of the reasons why a die's template cannot be judged until an earlier die has a template."""
NOTED_LATER = frozenset({"occupation-forbidden", "occupation-not-after"})
"""Codes of reasons that become notes once the character is finished."""
FOR_THE_GM = NOTED_LATER | {"occupation-not-open"}
"""Codes of reasons that refuse an occupation unless the GM permits it (AMB-90)."""
_SHIPPED = "house/"


class OriginChoice(Record):
    """A name offered for a die; `template_id` is "" if the rulebook prints no template for the name."""

    template_id: str
    name: str
    kind: TemplateKind
    allowed: bool
    house: bool
    reason: Reason | None
    """The reason why the name is not allowed; under a house rule the reason is only a note."""


class Judgement(Record):
    """Verdict on a template for a die; if the template is allowed, a reason is only a note."""

    allowed: bool
    reason: Reason | None = None


def name_id(template: Template) -> str:
    """Return the id of a template's name; a house template uses the id of the rulebook's name."""
    # A house template can replace a template that the rulebook does not print. Rules about the rulebook's name then
    # apply to the house template.
    return template.stands_for or template.id


def leads_to(template: Template, other: Template) -> bool:
    """Return whether `template` gives access to `other`, by the name of `other` or by its id."""
    return name_id(other) in template.opens or other.id in template.opens


def template_of(rulebook: Rulebook, character: Character, die: int) -> Template | None:
    """Return the template of a die; None if it has none, or if its template is unknown."""
    if die >= len(character.dice) or not rulebook.has_template(character.dice[die].template):
        return None
    return rulebook.template(character.dice[die].template)


def missing_template(rulebook: Rulebook, character: Character, die: int) -> str:
    """Return the id of a die's template if the template is unknown, else ""."""
    template = character.dice[die].template if die < len(character.dice) else ""
    return "" if not template or rulebook.has_template(template) else template


def judge(rulebook: Rulebook, character: Character, die: int, template: Template) -> Judgement:
    """Return whether `template` may be used for a die, given the earlier dice (CHR-2, CHR-3, AMB-90)."""
    if character.kind is not CharacterKind.PLAYER or character.mode is not MakingMode.COLD_IRON:
        return Judgement(False, reason("core-has-no-templates", "AMB-89"))
    # Later dice are bought icon by icon and have no template (IMP-3).
    if die >= STARTING_DICE:
        return Judgement(False, reason("later-dice-no-template", "IMP-3"))
    if die == CULTURE_DIE:
        if template.kind is TemplateKind.CULTURE:
            return Judgement(True)
        return Judgement(False, reason("culture-die", "CHR-1"))
    culture = _origin(rulebook, character, CULTURE_DIE, TemplateKind.CULTURE)
    # The culture limits all later dice, so it must be chosen before they can be judged.
    if culture is None:
        return Judgement(False, _waiting_for(rulebook, character, CULTURE_DIE, "culture"))
    if die == BACKGROUND_DIE:
        return _judge_background(culture, template)
    return _judge_later(rulebook, character, die, culture, template)


def _judge_background(culture: Template, template: Template) -> Judgement:
    if template.kind is not TemplateKind.BACKGROUND:
        return Judgement(False, reason("background-die", "CHR-1"))
    if not leads_to(culture, template):
        return Judgement(False, reason("background-not-open", "CHR-2", culture=culture.name, background=template.name))
    return Judgement(True)


def _judge_later(
    rulebook: Rulebook, character: Character, die: int, culture: Template, template: Template
) -> Judgement:
    background = _origin(rulebook, character, BACKGROUND_DIE, TemplateKind.BACKGROUND)
    if template.kind is TemplateKind.CULTURE:
        same = template.id == culture.id
        return Judgement(same, None if same else reason("same-culture-only", "CHR-3", culture=culture.name))
    if background is None:
        return Judgement(False, _waiting_for(rulebook, character, BACKGROUND_DIE, "background"))
    if template.kind is TemplateKind.BACKGROUND:
        same = template.id == background.id
        return Judgement(same, None if same else reason("same-background-only", "CHR-3", background=background.name))
    why = _occupation_refused(rulebook, character, die, culture, background, template)
    # The GM's permission is in the ledger.
    permitted = ((line.die, line.template) for line in character.ledger if line.kind is LedgerKind.PERMISSION)
    if why is None or (die, template.id) in permitted:
        return Judgement(True)
    return Judgement(character.house_rules.occupations_only_noted and why.code in FOR_THE_GM, why)


def _occupation_refused(
    rulebook: Rulebook, character: Character, die: int, culture: Template, background: Template, template: Template
) -> Reason | None:
    """Return why an occupation may not be taken next; None if it may.

    The first occupation decides which second occupations are allowed. The background decides instead in two cases: if
    the first occupation lists no second occupations, or if the first occupation is not from a pack and no occupation
    lists the second one.
    """
    # Names and ids can be forbidden, because several templates can share one name.
    if any(
        each.occupation in {template.id, name_id(template)}
        and each.background in {"", background.id, name_id(background)}
        for each in culture.forbids
    ):
        names = {"culture": culture.name, "background": background.name, "occupation": template.name}
        return reason("occupation-forbidden", "CHR-2", **names)
    before = SECOND_OCCUPATION_DIE - 1
    first = template_of(rulebook, character, before) if die == SECOND_OCCUPATION_DIE else None
    # This check comes after the prohibitions, because prohibitions also apply to occupations that are open to
    # everybody.
    if template.open_to_all:
        return None
    if first is None or first.kind is not TemplateKind.OCCUPATION:
        if leads_to(background, template):
            return None
        missing = missing_template(rulebook, character, before) if die == SECOND_OCCUPATION_DIE else ""
        if missing:
            return reason("occupation-not-here", "CHR-2", name=spoken(missing))
        return reason("occupation-not-open", "CHR-2", background=background.name, occupation=template.name)
    occupations = rulebook.templates_of(TemplateKind.OCCUPATION)
    # The first occupation limits the second one only if it lists second occupations that are available.
    limits = first.opens and (pack_of(first.id) or any(leads_to(each, template) for each in occupations))
    if name_id(first) == name_id(template) or leads_to(first if limits else background, template):
        return None
    return reason("occupation-not-after", "CHR-2", first=first.name, occupation=template.name)


def _waiting_for(rulebook: Rulebook, character: Character, die: int, what: str) -> Reason:
    """Return why a later die cannot be judged: `die` has no template, or an unknown one."""
    missing = missing_template(rulebook, character, die)
    return reason(f"{what}-not-here", "CHR-2", name=spoken(missing)) if missing else reason(f"{what}-first", "CHR-2")


def _origin(rulebook: Rulebook, character: Character, die: int, kind: TemplateKind) -> Template | None:
    found = template_of(rulebook, character, die)
    return found if found is not None and found.kind is kind else None


def kinds_for(die: int) -> tuple[TemplateKind, ...]:
    """Return the kinds of template for a starting die; the first is the default (CHR-1, CHR-3)."""
    if die == CULTURE_DIE:
        return (TemplateKind.CULTURE,)
    if die == BACKGROUND_DIE:
        return (TemplateKind.BACKGROUND,)
    return (TemplateKind.OCCUPATION, TemplateKind.CULTURE, TemplateKind.BACKGROUND)


def origin_choices(
    rulebook: Rulebook, character: Character, die: int, *, printed_only: bool = False
) -> tuple[OriginChoice, ...]:
    """Return the choices for a die: templates first, then names in the rulebook without a template (AMB-87).

    Dice 3 and 4 may have occupations and the character's own culture and background. `printed_only` hides house
    templates except the chosen one. An unknown template that was chosen comes first, with the reason.
    """
    chosen = character.dice[die].template if die < len(character.dice) else ""
    own = {character.dice[place].template for place in (CULTURE_DIE, BACKGROUND_DIE) if place < len(character.dice)}
    choices: list[OriginChoice] = []
    missing = missing_template(rulebook, character, die)
    if missing:
        why = unknown_template(rulebook, missing)
        # This is listed first, so that the player sees why the die cannot be judged.
        choices.append(OriginChoice(missing, spoken(missing), kinds_for(die)[0], False, "/" in missing, why))
    for kind in kinds_for(die):
        mixed = kind is not kinds_for(die)[0]
        # The chosen template is always among the choices, even if `printed_only` would hide it.
        offered = [
            template
            for template in rulebook.templates_of(kind)
            if template.id == chosen or (template.id in own if mixed else not (printed_only and template.house))
        ]
        for template in offered:
            found = judge(rulebook, character, die, template)
            choices.append(OriginChoice(template.id, template.name, kind, found.allowed, template.house, found.reason))
        if not mixed:
            named = {name_id(template) for template in offered}
            choices.extend(
                OriginChoice("", name.name, kind, False, False, reason("no-template", "AMB-87", name=name.name))
                for name in rulebook.setting_names
                if name.kind is kind and name.id not in named
            )
    return tuple(choices)


class OriginName(Record):
    """A culture, background or occupation that templates may give access to."""

    id: str
    name: str
    kind: TemplateKind
    source: str
    """Name of the pack that contains it; "" for the rulebook."""


def origin_names(rulebook: Rulebook) -> tuple[OriginName, ...]:
    """Return every name that a template may open or be opened by, once per kind. The rulebook's names come first.

    A template of a pack with the same name as one in the rulebook is listed as well, with its own id.
    """
    found: dict[tuple[TemplateKind, str], OriginName] = {}
    for template in rulebook.templates:
        of_pack = template.house and not template.id.startswith(_SHIPPED)
        own = OriginName(template.id, template.name, template.kind, template.source if of_pack else "")
        if of_pack:
            found.setdefault((own.kind, own.id), own)
        if template.stands_for or not of_pack:
            found.setdefault((own.kind, name_id(template)), replace(own, id=name_id(template), source=""))
    for named in rulebook.setting_names:
        found.setdefault((named.kind, named.id), OriginName(named.id, named.name, named.kind, ""))
    # Sorting keeps the order of the rulebook within each group.
    return tuple(sorted(found.values(), key=lambda each: bool(each.source)))


def suggested_names(rulebook: Rulebook, character: Character) -> tuple[str, ...]:
    """Return suggested names in alphabetical order.

    They are the names for the character's race, else for its culture, else for anybody.
    """
    culture = template_of(rulebook, character, CULTURE_DIE)
    wanted = [key for key in (character.racial_icon, name_id(culture) if culture else "") if key]
    lists = {each.id: each.names for each in rulebook.name_lists}
    return next((lists[key] for key in (*wanted, "") if key in lists), ())


APTITUDE_FACE = 1
"""Face 2 has the Physical, Mental or racial icon (SHT-6)."""
APTITUDES = (Face((PHYSICAL,)), Face((MENTAL,)))
UNIVERSAL_FACE = Face((UNIVERSAL,))


class Lock(StrEnum):
    """Freedom to choose the icon of a face."""

    FIXED = "fixed"
    LIMITED = "limited"
    FREE = "free"
    """Any basic skill may be chosen."""
    OPEN = "open"
    """Any skill may be chosen, masteries if the rules allow them, or nothing for now."""
    CLOSED = "closed"
    """No icon may be chosen until the die's template is known."""


class SlotState(Record):
    """The icons allowed on one face; `options` holds the fixed face, a limited choice, or all basic skills."""

    lock: Lock
    options: tuple[Face, ...]
    reason: Reason


class PaletteEntry(Record):
    """An icon that can be picked for a face: its name, and the reason if it is not allowed."""

    face: Face
    name: str
    allowed: bool
    reason: Reason | None


def slot_state(rulebook: Rulebook, character: Character, die: int, face: int) -> SlotState:
    """Return the icons allowed on a face (DICE-2..5, CHR-4, IMP-3, IMP-4).

    The faces of cast, beasts and hordes may have any icon.
    """
    if character.kind is not CharacterKind.PLAYER:
        return SlotState(Lock.OPEN, (), reason("slot-anything", "CAST-3"))
    # The strictest rule for a face is checked first, the most permissive last.
    if face == 0:
        return SlotState(Lock.FIXED, (UNIVERSAL_FACE,), reason("slot-universal", "DICE-2"))
    if face == APTITUDE_FACE and character.racial_icon:
        racial = Face((character.racial_icon,))
        return SlotState(Lock.FIXED, (racial,), reason("slot-racial", "DICE-4", icon=face_name(rulebook, racial)))
    if character.mode is MakingMode.COLD_IRON and die < STARTING_DICE:
        return _template_slot(rulebook, character, die, face)
    if face == APTITUDE_FACE:
        return SlotState(Lock.LIMITED, APTITUDES, reason("slot-aptitude", "DICE-3"))
    if die < STARTING_DICE:
        return SlotState(Lock.FREE, basic_skills(rulebook), reason("slot-free", "DICE-5"))
    return SlotState(Lock.OPEN, basic_skills(rulebook), reason("slot-later", "IMP-1"))


def _template_slot(rulebook: Rulebook, character: Character, die: int, face: int) -> SlotState:
    template = template_of(rulebook, character, die)
    if template is None:
        if character.dice[die].template:
            return SlotState(Lock.CLOSED, (), unknown_template(rulebook, character.dice[die].template))
        return SlotState(Lock.CLOSED, (), reason("template-first", "CHR-4", die=die + 1))
    slot = template.slots[face]
    if slot.is_fixed:
        name = face_name(rulebook, slot.options[0])
        return SlotState(Lock.FIXED, slot.options, reason("slot-fixed", "CHR-4", template=template.name, face=name))
    if slot.free:
        return SlotState(
            Lock.FREE, basic_skills(rulebook), reason("slot-free-template", "AMB-88", template=template.name)
        )
    return SlotState(Lock.LIMITED, slot.options, one_of(rulebook, slot.options, template.name))


def one_of(rulebook: Rulebook, options: tuple[Face, ...], template: str) -> Reason:
    """Return the reason that names every option of a limited choice (CHR-4).

    Its code ends with the number of options, for example "slot-one-of-2".
    """
    names = {f"face{number}": face_name(rulebook, option) for number, option in enumerate(options, 1)}
    return reason(f"slot-one-of-{len(options)}", "CHR-4", template=template, **names)


@lru_cache(maxsize=4)
def basic_skills(rulebook: Rulebook) -> tuple[Face, ...]:
    """Return a face for each of the basic skills, in the rulebook's order."""
    return tuple(Face((skill.id,)) for skill in rulebook.skills)


def refusal(
    rulebook: Rulebook, character: Character, die: int, face: int, new: Face, slot: SlotState | None = None
) -> Reason | None:
    """Return why `new` is not allowed on a face; None if it is allowed.

    A face may be left unfilled unless it is fixed. A caller that already knows the `slot` of the face passes it, so
    that the slot is not calculated again for each icon.
    """
    unknown = next((icon for icon in new.icons if not rulebook.has_icon(icon)), None)
    if unknown is not None:
        return unknown_icon(rulebook, unknown)
    if character.kind is not CharacterKind.PLAYER:
        return None
    slot = slot or slot_state(rulebook, character, die, face)
    if new in slot.options or (new.is_unfilled and slot.lock is not Lock.FIXED):
        return None
    if slot.lock in {Lock.FIXED, Lock.LIMITED, Lock.CLOSED}:
        return slot.reason
    # Only templates and printed dice have faces with two icons; a player chooses one icon for a face (DICE-1).
    if len(new.icons) > 1 or new.count > 1:
        return reason("one-icon-a-face", "DICE-1")
    return _refused_icon(rulebook, character, die, face, new, slot)


def conflict(rulebook: Rulebook, character: Character, die: int, face: int) -> Reason | None:
    """Return why the icon on a face is not allowed there; None if it is allowed, or if the face is empty.

    Also None if the template of the die is not chosen yet or unknown, because the template decides (CHR-4).
    """
    shown, slot = character.dice[die].faces[face], slot_state(rulebook, character, die, face)
    if shown.is_unfilled or slot.lock is Lock.CLOSED:
        return None
    return refusal(rulebook, character, die, face, shown, slot)


def _refused_icon(
    rulebook: Rulebook, character: Character, die: int, face: int, new: Face, slot: SlotState
) -> Reason | None:
    (icon,) = new.icons
    if new.is_blank:
        return None if slot.lock is Lock.OPEN else reason("blank-not-here", "DICE-6")
    match rulebook.kind(icon):
        case IconKind.MASTERY:
            return mastery_allowed(rulebook, character.dice, die, icon, face)
        case IconKind.RACE:
            return reason("racial-face-two", "DICE-4", icon=face_name(rulebook, new))
        case IconKind.ABILITY:
            return reason("ability-of-beasts", "BST-2", icon=face_name(rulebook, new))
        case _:
            if icon == UNIVERSAL:
                return reason("universal-once", "DICE-2")
            if icon in {PHYSICAL, MENTAL}:
                return reason("aptitude-once", "DICE-3")
            return reason("symbol-not-own", "DICE-5", icon=face_name(rulebook, new))


def palette(rulebook: Rulebook, character: Character, die: int, face: int) -> tuple[PaletteEntry, ...]:
    """Return every icon that could be picked for a face; icons that are not allowed have a reason.

    Players have the symbols of their dice, 18 skills, their racial icon and 51 masteries; others have every icon of the
    game.
    """
    slot = slot_state(rulebook, character, die, face)
    return tuple(
        PaletteEntry(entry, face_name(rulebook, entry), why is None, why)
        for entry in _candidates(rulebook, character)
        for why in (refusal(rulebook, character, die, face, entry, slot),)
    )


def _candidates(rulebook: Rulebook, character: Character) -> Iterator[Face]:
    if character.kind is CharacterKind.PLAYER:
        yield UNIVERSAL_FACE
        yield from APTITUDES
        if character.racial_icon:
            yield Face((character.racial_icon,))
        yield from basic_skills(rulebook)
        yield from (Face((mastery.id,)) for mastery in rulebook.masteries)
        return
    for icon in rulebook.icons:
        if icon.id not in BLANK.icons:
            yield Face((icon.id,))
    yield BLANK

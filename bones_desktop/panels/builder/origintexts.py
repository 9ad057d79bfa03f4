"""The cards of the Origin page as finished texts and looks; no widgets."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from bones_desktop.panels.builder.looks import either
from bones_desktop.panels.builder.offers import HUMAN, ordered_choices, origin_name
from bones_desktop.panels.builder.origincards import OriginCard
from bones_desktop.rules.bones.book.character import Character, Mode
from bones_desktop.rules.bones.book.definitions import Race
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.notation import skill_label
from bones_desktop.rules.bones.book.rulebook import FaceSlot, Rulebook
from bones_desktop.rules.bones.making.creation import APTITUDE_FACE, APTITUDES
from bones_desktop.rules.bones.making.origins import OriginChoice
from bones_desktop.rules.reasons import Reason
from bones_desktop.widgets.dice.facestrip import SlotLook
from bones_desktop.wording import Translate
from bones_desktop.wording.reasons import sentence

MAKE_TEMPLATE: Final = "+template"
"""Key of the card that leads to the house templates."""


def origin_cards(
    rulebook: Rulebook, character: Character, die: int, printed_only: bool, tr: Translate
) -> tuple[OriginCard, ...]:
    """Return what a starting die may be made from, each with its faces and why not.

    Names without a template are one card, MAKE_TEMPLATE, at the end (AMB-87).
    """
    chosen = character.dice[die].template if die < len(character.dice) else ""
    choices = ordered_choices(rulebook, character, die, printed_only)
    bare = [each.name for each in choices if _is_bare(each)]
    cards = [
        _card(rulebook, character, die, choice, choice.template_id == chosen != "", tr)
        for choice in choices
        if not _is_bare(choice)
    ]
    return (*cards, _bare_card(bare, tr)) if bare else tuple(cards)


def _is_bare(choice: OriginChoice) -> bool:
    return choice.reason is not None and choice.reason.code == "no-template"


def _bare_card(names: Sequence[str], tr: Translate) -> OriginCard:
    listed = ", ".join(names)
    one, many = tr("{names}: no template"), tr("{n} names: no template")
    name = one.format(names=listed) if len(names) == 1 else many.format(n=len(names))
    note = tr("{names}. Choose this to make a house template.").format(names=listed)
    return OriginCard(MAKE_TEMPLATE, name, note, tr("Make a template…"), words=listed, said=f"{name}. {note}")


def _card(
    rulebook: Rulebook, character: Character, die: int, choice: OriginChoice, chosen: bool, tr: Translate
) -> OriginCard:
    name = origin_name(choice, die, tr)
    note = "" if choice.reason is None else sentence(choice.reason, tr)
    badge = tr("house rule") if choice.house else ""
    slots: tuple[FaceSlot, ...] = ()
    if rulebook.has_template(choice.template_id):
        slots = _worn(rulebook.template(choice.template_id).slots, character)
    words = slot_words(rulebook, slots, tr)
    open_words = slot_words(rulebook, slots, tr, only_open=True)
    state = tr("chosen") if chosen else "" if choice.allowed else tr("not allowed")
    said = ", ".join(part for part in (name, badge, state) if part)
    said = ". ".join(part.rstrip(".") for part in (said, note, words) if part)
    looks = tuple(_look(rulebook, slot, tr) for slot in slots)
    brief = "" if choice.reason is None else brief_reason(choice.reason, tr)
    return OriginCard(
        choice.template_id, name, note, brief, choice.allowed, badge, looks, open_words,
        fixed_words(rulebook, slots, tr), chosen, said,
    )  # fmt: skip


def brief_reason(reason: Reason, tr: Translate) -> str:
    """Return a reason in the few words a card has room for; "" for one whose sentence is short already."""
    brief = {
        "culture-not-here": tr("Its culture is not here"),
        "background-not-here": tr("Its background is not here"),
        "background-not-open": tr("Not after {culture}"),
        "occupation-not-open": tr("Not after {background}"),
        "occupation-not-after": tr("Not after {first}"),
        "occupation-forbidden": tr("Forbidden by {culture}"),
        "occupation-not-here": tr("Its first occupation is not here"),
        "template-of-missing-pack": tr("The pack {pack} is not here"),
        "template-not-in-pack": tr("Not in the pack {pack}"),
        "template-unknown": tr("Not known here"),
        "no-template": tr("No template is printed"),
    }
    return brief.get(reason.code, "").format(**dict(reason.values))


def _worn(slots: tuple[FaceSlot, ...], character: Character) -> tuple[FaceSlot, ...]:
    """Return the slots as this character has them: a race puts its icon on face 2 (RACE-1)."""
    if not character.racial_icon:
        return slots
    racial = FaceSlot((Face((character.racial_icon,)),))
    return (*slots[:APTITUDE_FACE], racial, *slots[APTITUDE_FACE + 1 :])


def _look(rulebook: Rulebook, slot: FaceSlot, tr: Translate) -> SlotLook:
    return SlotLook(tuple(option.code for option in slot.options), slot.free, _slot_text(rulebook, slot, tr))


def _slot_text(rulebook: Rulebook, slot: FaceSlot, tr: Translate) -> str:
    return tr("any skill") if slot.free else either(rulebook, slot.options, tr)


def slot_words(rulebook: Rulebook, slots: Sequence[FaceSlot], tr: Translate, *, only_open: bool = False) -> str:
    """Return what stands or may stand on each face but the first: "Face 2: Physical · Faces 5 and 6: any skill".

    `only_open` leaves out those that are fixed.
    """
    parts = []
    shown = [(number, slot) for number, slot in enumerate(slots, 1) if number > 1 and not (only_open and slot.is_fixed)]
    texts = [(number, _slot_text(rulebook, slot, tr)) for number, slot in shown]
    for text, group in groupby(texts, key=lambda entry: entry[1]):
        numbers = [number for number, _ in group]
        if len(numbers) == 1:
            parts.append(tr("Face {n}: {what}").format(n=numbers[0], what=text))
        else:
            these, last = ", ".join(map(str, numbers[:-1])), numbers[-1]
            parts.append(tr("Faces {these} and {last}: {what}").format(these=these, last=last, what=text))
    return " · ".join(parts)


def fixed_words(rulebook: Rulebook, slots: Sequence[FaceSlot], tr: Translate) -> str:
    """Return a line for each face that is fixed, with what its sign does where it stands for no skill."""
    lines = []
    for number, slot in enumerate(slots, 1):
        if slot.is_fixed:
            text = tr("Face {n}: {what}").format(n=number, what=_slot_text(rulebook, slot, tr))
            icon = slot.options[0].icons[0]
            does = getattr(rulebook.icon(icon), "effect", "") if rulebook.has_icon(icon) else ""
            lines.append(f"{text}. {does}".strip() if does else text)
    return "\n".join(lines)


def race_cards(rulebook: Rulebook, character: Character, printed_only: bool, tr: Translate) -> tuple[OriginCard, ...]:
    """Return the races, human first, with what each brings (RACE-1..5)."""
    words = tr("Physical or Mental on face 2, as you choose for each die.")
    both = SlotLook(tuple(option.code for option in APTITUDES))
    human = not character.racial_icon
    said = _race_said(tr("Human"), "", words, human, tr)
    cards = [OriginCard(HUMAN, tr("Human"), slots=(both,), words=words, chosen=human, said=said)]
    for race in rulebook.races_offered(character.racial_icon, printed_only=printed_only):
        chosen = character.racial_icon == race.id
        words, badge = readings_text(rulebook, race, tr), tr("house rule") if race.house else ""
        said = _race_said(race.name, badge, words, chosen, tr)
        slots = (SlotLook((race.id,)),)
        cards.append(OriginCard(race.id, race.name, badge=badge, slots=slots, words=words, chosen=chosen, said=said))
    return tuple(cards)


def _race_said(name: str, badge: str, words: str, chosen: bool, tr: Translate) -> str:
    head = ", ".join(part for part in (name, badge, tr("chosen") if chosen else "") if part)
    return f"{head}. {words}"


def readings_text(rulebook: Rulebook, race: Race, tr: Translate) -> str:
    """Return what a racial icon may stand for (RACE-2, RACE-3)."""
    readings = []
    for reading in race.readings:
        skill = skill_label(rulebook.skill(reading.skill))
        readings.append(f"{rulebook.mastery(reading.mastery).name} ({skill})" if reading.mastery else skill)
    return tr("Works as one of: {readings}.").format(readings=", ".join(readings))


def mode_text(mode: Mode, tr: Translate) -> str:
    """Return in one sentence what a way of making means (AMB-89)."""
    return {
        Mode.COLD_IRON: tr(
            "Culture, background and occupations each make a die; they set some faces and leave others."
        ),
        Mode.CORE: tr("No templates: face 2 is Physical, Mental or the icon of a race, faces 3 to 6 are any skill."),
    }[mode]

"""What an icon is and what it does for this character, as finished texts; no widgets."""

from collections.abc import Callable
from dataclasses import dataclass

from bones_desktop.rules.bones.icons import Face, Symbol, face
from bones_desktop.rules.bones.masteries import Mastery
from bones_desktop.rules.bones.notation import face_name, skill_label
from bones_desktop.rules.bones.races import Ability, Race
from bones_desktop.rules.bones.rulebook import Icon, Rulebook
from bones_desktop.rules.bones.sheet import Sheet
from bones_desktop.rules.bones.skills import Skill
from bones_desktop.wording.names import action_class_name, aptitude_name
from bones_desktop.wording.reasons import sentence

Translate = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Explanation:
    """One icon explained. `why_not` is "" when it may be picked."""

    code: str
    name: str
    kind: str
    effect: str
    here: str = ""
    """What it does for this character, on the dice as they are."""
    why_not: str = ""
    rule: str = ""


def explain(rulebook: Rulebook, sheet: Sheet, code: str, why_not: str, rule: str, tr: Translate) -> Explanation:
    """Return the explanation of a face; `rule` is the one `why_not` rests on."""
    shown = face(code)
    name = short_name(rulebook, shown)
    if not rulebook.has_icon(shown.icons[0] if shown.icons else ""):
        return Explanation(code, name, "", "", why_not=why_not, rule=rule)
    icon = rulebook.icon(shown.icons[0])
    return Explanation(
        code, name, _kind(rulebook, icon, tr), _effect(rulebook, icon, tr), _here(sheet, shown, icon, tr), why_not,
        rule if why_not else icon.source,
    )  # fmt: skip


def short_name(rulebook: Rulebook, shown: Face) -> str:
    """Return the name of a face without the skill a mastery belongs to: "Riposte"."""
    if len(shown.icons) == 1 and shown.count == 1 and rulebook.has_icon(shown.icons[0]):
        icon = rulebook.icon(shown.icons[0])
        if isinstance(icon, Mastery):
            return icon.name
    return face_name(rulebook, shown)


def _kind(rulebook: Rulebook, icon: Icon, tr: Translate) -> str:
    match icon:
        case Skill():
            return f"{action_class_name(icon.action_class, tr)} · {aptitude_name(icon.aptitude, tr)}"
        case Mastery():
            skill = skill_label(rulebook.skill(icon.skill))
            return tr("Mastery of {skill}, rank {rank}").format(skill=skill, rank="I" * icon.rank)
        case Race():
            return tr("Racial icon")
        case Ability():
            return tr("Ability of beasts")
        case Symbol():
            return tr("Symbol")


def _effect(rulebook: Rulebook, icon: Icon, tr: Translate) -> str:
    match icon:
        case Skill():
            return icon.covers
        case Race():
            readings = [
                rulebook.mastery(reading.mastery).name
                if reading.mastery
                else skill_label(rulebook.skill(reading.skill))
                for reading in icon.readings
            ]
            return tr("Works as one of: {readings}.").format(readings=", ".join(readings))
        case _:
            return icon.effect


def _here(sheet: Sheet, shown: Face, icon: Icon, tr: Translate) -> str:
    total = next((total for total in sheet.icons if total.icon == icon.id), None)
    held = tr("On none of the dice yet.")
    if total is not None:
        dice = ", ".join(str(number) for number in total.dice)
        held = (
            tr("On die {dice}.").format(dice=dice) if len(total.dice) == 1 else tr("On dice {dice}.").format(dice=dice)
        )
    skill = icon.skill if isinstance(icon, Mastery) else shown.icons[0]
    line = next((line for line in sheet.skills if line.skill_id == skill), None)
    return held if line is None else f"{held} {sentence(line.reason, tr)}"

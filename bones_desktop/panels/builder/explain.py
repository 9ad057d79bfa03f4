"""What an icon is and what it does for this character on one face, as short finished notes; no widgets."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.characterdice import task_pool
from bones_desktop.rules.bones.book.definitions import Ability, Mastery, Race, Skill
from bones_desktop.rules.bones.book.icons import MENTAL, PHYSICAL, UNFILLED, UNIVERSAL, Face, Symbol
from bones_desktop.rules.bones.book.notation import icon_name, short_name, skill_label
from bones_desktop.rules.bones.book.rulebook import Icon, Rulebook
from bones_desktop.rules.bones.book.totals import skill_lines
from bones_desktop.rules.bones.fight.combat import FightUse, Mode, TaskUse, fight_use, task_uses
from bones_desktop.rules.bones.making.edits import with_face
from bones_desktop.rules.bones.making.sheet import Sheet
from bones_desktop.rules.bones.making.whatif import WhatIf, what_if
from bones_desktop.rules.reasons import Reason
from bones_desktop.wording import Translate
from bones_desktop.wording.names import action_class_name, aptitude_name, listed
from bones_desktop.wording.reasons import sentence

_TONES: Final = {
    "cap-raised": "good",
    "skill-opened": "good",
    "masteries-opened": "good",
    "masteries-nearer": "good",
    "follower-gained": "good",
    "face-allowed": "good",
    "masteries-farther": "muted",
    "masteries-too-late": "muted",
    "masteries-moved": "",
}
"""The role of text of each change; those not listed are losses, except `_UP_OR_DOWN`."""
_UP_OR_DOWN: Final = frozenset({"safe-level-changed", "themes-changed"})


def task_words(rulebook: Rulebook, character: Character, shown: Face, tr: Translate) -> tuple[str, str] | None:
    """Return which of its tasks the character has the face for, and the rule; None for an icon of one skill.

    `character` is the one that bears it: what it may not attempt is left out (ACT-7).
    """
    if UNIVERSAL in shown.icons:
        return tr("Counts for every task you may attempt."), "ICON-1"
    races = any(isinstance(rulebook.icon(icon), Race) for icon in shown.icons if rulebook.has_icon(icon))
    if not races and not {PHYSICAL, MENTAL} & set(shown.icons):
        return None
    allowed = {line.skill_id for line in skill_lines(rulebook, character) if line.allowed}
    uses = [use for use in task_uses(rulebook, character.house_rules, shown) if use.skill in allowed]
    if not uses:
        return tr("Counts for none of the tasks you may attempt."), "ACT-7"
    if races:
        names = listed([_counted(rulebook, use) for use in uses], tr, last=tr("{these} or {last}"))
        return tr("Counts for one of: {skills}.").format(skills=names), "RACE-2"
    names = listed([skill_label(rulebook.skill(use.skill)) for use in uses], tr)
    return tr("Counts for your tasks of {skills}.").format(skills=names), uses[0].rule


def skill_of(rulebook: Rulebook, face: Face) -> str:
    """Return the skill a face bears or is a mastery of, "" for any other face."""
    for icon in face.icons:
        found = rulebook.icon(icon) if rulebook.has_icon(icon) else None
        if isinstance(found, Skill):
            return found.id
        if isinstance(found, Mastery):
            return found.skill
    return ""


def fight_words(use: FightUse, tr: Translate) -> str:
    """Return what a face does in a fight: "In a fight: melee attack or defence against melee"."""
    attack, defence = _attack(use.attacks, tr), _defence(use.defends, tr)
    if attack and defence:
        both = tr("{attack} and {defence} at once") if use.together else tr("{attack}, or {defence}")
        told = both.format(attack=attack, defence=defence)
    else:
        told = attack or defence
    if use.successes > 1:
        return tr("In a fight: {uses}; {n} successes.").format(uses=told, n=use.successes)
    return tr("In a fight: {uses}.").format(uses=told)


def _counted(rulebook: Rulebook, use: TaskUse) -> str:
    name = skill_label(rulebook.skill(use.skill))
    return f"{name} ({use.counts})" if use.counts > 1 else name


def _attack(modes: Sequence[Mode], tr: Translate) -> str:
    if len(modes) == len(Mode):
        return tr("any attack")
    names = {Mode.MELEE: tr("melee"), Mode.MISSILE: tr("missile"), Mode.MAGIC: tr("magic")}
    kinds = listed([names[mode] for mode in modes], tr, last=tr("{these} or {last}"))
    return tr("{kinds} attack").format(kinds=kinds) if kinds else ""


def _defence(blows: Sequence[Mode], tr: Translate) -> str:
    if not blows:
        return ""
    if len(blows) > 1:
        return tr("any defence")
    return tr("defence against melee") if blows[0] is Mode.MELEE else tr("defence against missiles")


@dataclass(frozen=True, slots=True)
class Note:
    """One thing said of an icon, with the rule it rests on; `tone` is a role of text, "" for plain."""

    text: str
    rule: str = ""
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Explanation:
    """One icon explained, what matters most first."""

    code: str
    name: str
    kind: str = ""
    rule: str = ""
    """Where the rules define the icon."""
    why_not: Note = Note("")
    """Why it may not stand there; empty when it may."""
    notes: tuple[Note, ...] = ()
    """What it is, and then what it does here."""

    @property
    def said(self) -> str:
        """All of it as a screen reader says it."""
        texts = (*(note.text for note in self.notes[:1]), self.why_not.text, *(note.text for note in self.notes[1:]))
        return " ".join(part for part in (f"{self.name}." if self.name else "", *texts) if part)


def explain(
    rulebook: Rulebook,
    character: Character,
    sheet: Sheet,
    die: int,
    face: int,
    new: Face,
    tr: Translate,
    *,
    refused: Reason | None = None,
) -> Explanation:
    """Return what `new` does for the character on a face of its dice.

    An icon that stands there already is weighed against the empty face. `refused` is why it may not be put there for
    reasons other than the face's own.
    """
    stands = character.dice[die].faces[face] == new
    base = with_face(character, die, face, UNFILLED) if stands else character
    changed = what_if(rulebook, base, die, face, new)
    name = short_name(rulebook, new)
    icons = [rulebook.icon(icon) for icon in new.icons if rulebook.has_icon(icon)]
    why = changed.refusal or refused
    why_not = Note("") if why is None else Note(sentence(why, tr), why.rule, "warn")
    if not icons:
        return Explanation(new.code, name, why_not=why_not)
    notes = list(_definitions(rulebook, icons, tr))
    notes += sorted(_effects(changed, tr), key=lambda note: note.tone == "muted")
    notes += _standing(rulebook, sheet, changed, icons, tr)
    notes += _uses(rulebook, changed, new, tr)
    notes.append(_held(sheet, icons, tr))
    return Explanation(new.code, name, _kind(rulebook, icons[0], tr), icons[0].source, why_not, tuple(notes))


def _effects(changed: WhatIf, tr: Translate) -> Iterator[Note]:
    for effect in changed.effects:
        values = dict(effect.values)
        if effect.code in _UP_OR_DOWN:
            tone = "good" if int(values["after"]) > int(values["before"]) else "warn"
        else:
            tone = _TONES.get(effect.code, "warn")
        yield Note(sentence(effect, tr), effect.rule, tone)


def _standing(rulebook: Rulebook, sheet: Sheet, changed: WhatIf, icons: list[Icon], tr: Translate) -> Iterator[Note]:
    """Return notes on the cap and the masteries of the icon's skill where the icon changes neither."""
    skills = dict.fromkeys(skill for icon in icons if (skill := _skill(icon)))
    moved = {change.after.skill_id for change in changed.masteries}
    capped = {change.after.skill_id for change in changed.caps}
    for skill in skills:
        for line in sheet.skills:
            if line.skill_id == skill and skill not in capped:
                yield Note(sentence(line.reason, tr), line.reason.rule)
        name = skill_label(rulebook.skill(skill))
        opening = next((line for line in sheet.masteries if line.skill_id == skill), None)
        if opening is None:
            yield Note(tr("{skill} has no masteries.").format(skill=name), "MAST-5", "muted")
        elif skill not in moved and opening.first_die is not None:
            text = tr("Masteries of {skill} are open from die {die} on.")
            yield Note(text.format(skill=name, die=opening.first_die), "MAST-3")
        elif skill not in moved:
            text = tr("Masteries of {skill} need it on four dice; it stands on {n}.")
            yield Note(text.format(skill=name, n=opening.dice), "MAST-1", "muted")


def _uses(rulebook: Rulebook, changed: WhatIf, new: Face, tr: Translate) -> Iterator[Note]:
    """Return notes on what the face counts for, unless its skill says so already, and what it does in a fight."""
    rules = changed.after.house_rules
    told = task_words(rulebook, changed.after, new, tr)
    if told is not None:
        yield Note(*told)
    use = fight_use(rulebook, rules, task_pool(rulebook, changed.after), new)
    if use is not None:
        yield Note(fight_words(use, tr), use.rule)


def _definitions(rulebook: Rulebook, icons: list[Icon], tr: Translate) -> Iterator[Note]:
    for icon in icons:
        text = _effect(rulebook, icon, tr)
        if not text:
            continue
        if len(icons) > 1:
            text = tr("{icon}: {effect}").format(icon=icon_name(rulebook, icon.id), effect=text)
        yield Note(text, icon.source)


def _held(sheet: Sheet, icons: list[Icon], tr: Translate) -> Note:
    dice = list(dict.fromkeys(die for line in sheet.icons if line.icon == icons[0].id for die in line.dice))
    if not dice:
        return Note(tr("On none of the dice yet."), tone="muted")
    numbers = listed([str(number) for number in sorted(dice)], tr)
    text = tr("On die {dice}.") if len(dice) == 1 else tr("On dice {dice}.")
    return Note(text.format(dice=numbers), tone="muted")


def _skill(icon: Icon) -> str:
    return icon.id if isinstance(icon, Skill) else icon.skill if isinstance(icon, Mastery) else ""


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

"""Texts that explain what an icon does on a face of this character. No widgets."""

from collections.abc import Iterator, Sequence
from typing import Final

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.characterdice import skill_lines, task_pool
from bones_desktop.rules.bones.book.definitions import Ability, Mastery, Race, Skill
from bones_desktop.rules.bones.book.icons import MENTAL, PHYSICAL, UNFILLED, UNIVERSAL, Face, Symbol
from bones_desktop.rules.bones.book.notation import icon_name, short_name, skill_label
from bones_desktop.rules.bones.book.rulebook import Icon, Rulebook
from bones_desktop.rules.bones.fight.combat import AttackMode, FightUse, TaskUse, fight_use, task_uses
from bones_desktop.rules.bones.making.edits import with_face
from bones_desktop.rules.bones.making.sheet import Sheet, WhatIf, what_if
from bones_desktop.rules.reasons import Reason
from bones_desktop.rules.records import Record
from bones_desktop.wording.language import _, ngettext
from bones_desktop.wording.names import action_class_name, aptitude_name, icon_effect, listed
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
"""Text role of each change. A change that is in neither this table nor `_UP_OR_DOWN` is a loss."""
_UP_OR_DOWN: Final = frozenset({"safe-level-changed", "themes-changed"})


def task_words(rulebook: Rulebook, character: Character, shown: Face) -> tuple[str, str] | None:
    """Return words for the tasks that a face counts for, and the rule; None for an icon of a single skill.

    `character` owns the face. Tasks that the character may not attempt are left out (ACT-7).
    """
    if UNIVERSAL in shown.icons:
        return _("Counts for every task you may attempt."), "ICON-1"
    races = any(isinstance(rulebook.icon(icon), Race) for icon in shown.icons if rulebook.has_icon(icon))
    if not races and not {PHYSICAL, MENTAL} & set(shown.icons):
        return None
    allowed = {line.skill_id for line in skill_lines(rulebook, character) if line.allowed}
    uses = [use for use in task_uses(rulebook, character.house_rules, shown) if use.skill in allowed]
    if not uses:
        return _("Counts for none of the tasks you may attempt."), "ACT-7"
    if races:
        names = listed([_counted(rulebook, use) for use in uses], last=_("{these} or {last}"))
        return _("Counts for one of: {skills}.").format(skills=names), "RACE-2"
    names = listed([skill_label(rulebook.skill(use.skill)) for use in uses])
    return _("Counts for your tasks of {skills}.").format(skills=names), uses[0].rule


def skill_of(rulebook: Rulebook, face: Face) -> str:
    """Return the skill of a face, or the skill of its mastery; "" for any other face."""
    skills = (_skill(rulebook.icon(icon)) for icon in face.icons if rulebook.has_icon(icon))
    return next(filter(None, skills), "")


def fight_words(use: FightUse) -> str:
    """Return the use of a face in a fight: "In a fight: melee attack or defence against melee"."""
    attack, defence = _attack(use.attacks), _defence(use.defends)
    if attack and defence:
        both = _("{attack} and {defence} at once") if use.together else _("{attack}, or {defence}")
        uses = both.format(attack=attack, defence=defence)
    else:
        uses = attack or defence
    if use.successes > 1:
        return _("In a fight: {uses}; {n} successes.").format(uses=uses, n=use.successes)
    return _("In a fight: {uses}.").format(uses=uses)


def _counted(rulebook: Rulebook, use: TaskUse) -> str:
    name = skill_label(rulebook.skill(use.skill))
    return f"{name} ({use.counts})" if use.counts > 1 else name


def _attack(modes: Sequence[AttackMode]) -> str:
    # "Any attack" is shorter than the names of all three modes.
    if len(modes) == len(AttackMode):
        return _("any attack")
    names = {AttackMode.MELEE: _("melee"), AttackMode.MISSILE: _("missile"), AttackMode.MAGIC: _("magic")}
    kinds = listed([names[mode] for mode in modes], last=_("{these} or {last}"))
    return _("{kinds} attack").format(kinds=kinds) if kinds else ""


def _defence(blows: Sequence[AttackMode]) -> str:
    if not blows:
        return ""
    if len(blows) > 1:
        return _("any defence")
    return _("defence against melee") if blows[0] is AttackMode.MELEE else _("defence against missiles")


class Note(Record):
    """Statement about an icon with the rule it is based on. `tone` is a role of text, "" for plain."""

    text: str
    rule: str = ""
    tone: str = ""


class Explanation(Record):
    """Explanation of one icon. The most important notes come first."""

    code: str
    name: str
    kind: str = ""
    rule: str = ""
    """The rule that defines the icon."""
    why_not: Note = Note("")
    """The reason why the icon is not allowed on the face; an empty note if it is allowed."""
    notes: tuple[Note, ...] = ()
    """The icon's definition, then its effects here."""

    @property
    def said(self) -> str:
        """The whole text for a screen reader."""
        texts = (*(note.text for note in self.notes[:1]), self.why_not.text, *(note.text for note in self.notes[1:]))
        return " ".join(part for part in (f"{self.name}." if self.name else "", *texts) if part)


def explain(
    rulebook: Rulebook,
    character: Character,
    sheet: Sheet,
    die: int,
    face: int,
    new: Face,
    *,
    refused: Reason | None = None,
) -> Explanation:
    """Return the effects of `new` for the character on a face of its dice.

    An icon that is on the face already is compared with the empty face. `refused` is a reason against the icon that
    applies even if the face allows it.
    """
    is_there = character.dice[die].faces[face] == new
    base = with_face(character, die, face, UNFILLED) if is_there else character
    changed = what_if(rulebook, base, die, face, new)
    name = short_name(rulebook, new)
    icons = [rulebook.icon(icon) for icon in new.icons if rulebook.has_icon(icon)]
    why = changed.refusal or refused
    why_not = Note("") if why is None else Note(sentence(why), why.rule, "warn")
    if not icons:
        return Explanation(new.code, name, why_not=why_not)
    notes = list(_definitions(rulebook, icons))
    effects = list(_effects(changed))
    # Gains and losses come first. Muted notes only say that a gain is now nearer or farther away.
    notes += [note for note in effects if note.tone != "muted"]
    notes += [note for note in effects if note.tone == "muted"]
    notes += _standing(rulebook, sheet, changed, icons)
    notes += _uses(rulebook, changed, new)
    notes.append(_held(sheet, icons))
    return Explanation(new.code, name, _kind(rulebook, icons[0]), icons[0].source, why_not, tuple(notes))


def _effects(changed: WhatIf) -> Iterator[Note]:
    for effect in changed.effects:
        values = dict(effect.values)
        if effect.code in _UP_OR_DOWN:
            tone = "good" if int(values["after"]) > int(values["before"]) else "warn"
        else:
            tone = _TONES.get(effect.code, "warn")
        yield Note(sentence(effect), effect.rule, tone)


def _standing(rulebook: Rulebook, sheet: Sheet, changed: WhatIf, icons: list[Icon]) -> Iterator[Note]:
    """Yield notes on the cap and the masteries of the icon's skills, where the icon does not change them."""
    skills = dict.fromkeys(skill for icon in icons if (skill := _skill(icon)))
    moved = {after.skill_id for _before, after in changed.masteries}
    capped = {after.skill_id for _before, after in changed.caps}
    for skill in skills:
        for line in sheet.skills:
            if line.skill_id == skill and skill not in capped:
                yield Note(sentence(line.reason), line.reason.rule)
        name = skill_label(rulebook.skill(skill))
        opening = next((line for line in sheet.masteries if line.skill_id == skill), None)
        if opening is None:
            yield Note(_("{skill} has no masteries.").format(skill=name), "MAST-5", "muted")
        elif skill not in moved and opening.first_die is not None:
            text = _("Masteries of {skill} are open from die {die} on.")
            yield Note(text.format(skill=name, die=opening.first_die), "MAST-3")
        elif skill not in moved:
            text = _("Masteries of {skill} need its icon on four dice; now it is on {n}.")
            yield Note(text.format(skill=name, n=opening.dice), "MAST-1", "muted")


def _uses(rulebook: Rulebook, changed: WhatIf, new: Face) -> Iterator[Note]:
    """Yield notes on the tasks that the face counts for, and on its use in a fight.

    The tasks are left out for the icon of a single skill.
    """
    words = task_words(rulebook, changed.after, new)
    if words is not None:
        yield Note(*words)
    use = fight_use(rulebook, changed.after.house_rules, task_pool(rulebook, changed.after), new)
    if use is not None:
        yield Note(fight_words(use), use.rule)


def _definitions(rulebook: Rulebook, icons: list[Icon]) -> Iterator[Note]:
    for icon in icons:
        text = icon_effect(rulebook, icon)
        if not text:
            continue
        if len(icons) > 1:
            text = _("{icon}: {effect}").format(icon=icon_name(rulebook, icon.id), effect=text)
        yield Note(text, icon.source)


def _held(sheet: Sheet, icons: list[Icon]) -> Note:
    dice = list(dict.fromkeys(die for line in sheet.icons if line.icon == icons[0].id for die in line.dice))
    if not dice:
        return Note(_("On none of the dice yet."), tone="muted")
    numbers = listed([str(number) for number in sorted(dice)])
    text = ngettext("On die {dice}.", "On dice {dice}.", len(dice))
    return Note(text.format(dice=numbers), tone="muted")


def _skill(icon: Icon) -> str:
    return icon.id if isinstance(icon, Skill) else icon.skill if isinstance(icon, Mastery) else ""


def _kind(rulebook: Rulebook, icon: Icon) -> str:
    match icon:
        case Skill():
            return f"{action_class_name(icon.action_class)} · {aptitude_name(icon.aptitude)}"
        case Mastery():
            skill = skill_label(rulebook.skill(icon.skill))
            return _("Mastery of {skill}, rank {rank}").format(skill=skill, rank="I" * icon.rank)
        case Race():
            return _("Racial icon")
        case Ability():
            return _("Ability of beasts")
        case Symbol():
            return _("Symbol")

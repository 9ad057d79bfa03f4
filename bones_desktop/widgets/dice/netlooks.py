"""Looks of a character's dice on the Build page, as finished texts and values without widgets."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from bones_desktop.rules.bones.book.character import (
    STARTING_DICE,
    Character,
    CharacterKind,
    MakingMode,
    SheetPlace,
    SheetSection,
)
from bones_desktop.rules.bones.book.characterdice import is_finished
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.making.creation import APTITUDE_FACE, Lock, SlotState, slot_state
from bones_desktop.rules.bones.making.sheet import DieColumn, FaceCell, Sheet
from bones_desktop.rules.bones.making.standing import GrowthStanding, standing
from bones_desktop.rules.reasons import Problem, Weight
from bones_desktop.widgets.dice.dienet import NetLook
from bones_desktop.widgets.dice.facelook import ChoiceRim, FaceLook
from bones_desktop.wording.language import _
from bones_desktop.wording.reasons import sentence

_RIMS: Final = {
    Lock.FIXED: ChoiceRim.NONE,
    Lock.LIMITED: ChoiceRim.DASHED,
    Lock.FREE: ChoiceRim.SOLID,
    Lock.OPEN: ChoiceRim.SOLID,
    Lock.CLOSED: ChoiceRim.NONE,
}


def net_looks(
    rulebook: Rulebook, character: Character, sheet: Sheet, problems: Iterable[Problem[SheetPlace]]
) -> tuple[NetLook, ...]:
    """Return the look of each die of the character, first die first.

    If all dice of a finished player's character are full, the next die follows as a ghost (IMP-3).
    """
    wrong = {
        (problem.place.die, problem.place.face): sentence(problem.reason)
        for problem in problems
        if problem.place.part is SheetSection.DIE and problem.weight is Weight.ILLEGAL
    }
    held = len(character.dice)
    growth = standing(rulebook, character) if is_finished(character) else None
    nets = [_net(rulebook, character, column, wrong, growth) for column in sheet.dice[:held] if column.exists]
    if growth is not None and growth.opens:
        nets.append(_next_die(rulebook, character, sheet.dice[held], growth))
    return tuple(nets)


def _net(
    rulebook: Rulebook,
    character: Character,
    column: DieColumn,
    wrong: dict[tuple[int | None, int | None], str],
    growth: GrowthStanding | None,
) -> NetLook:
    die = column.number - 1
    faces = tuple(
        _face(rulebook, character, column, face, wrong.get((die, face), "")) for face in range(len(column.faces))
    )
    title = column.title or _untitled(character, die)
    template = character.dice[die].template
    # Without the pack its rules are unknown, which must not look like a mistake of the player.
    if template and not rulebook.has_template(template) and not column.lost:
        note, tone = _("its pack is not here"), "warn"
    else:
        note, tone = _note(character, column, wrong.get((die, None), ""), growth)
    badge = _("house rule") if column.house else ""
    said = (_("Die {n}").format(n=column.number), column.title, badge, note)
    return NetLook(column.number, title, faces, badge, note, tone, ", ".join(part for part in said if part))


def _next_die(rulebook: Rulebook, character: Character, column: DieColumn, growth: GrowthStanding) -> NetLook:
    # The racial icon of a new die is certain, so it is shown already.
    if character.racial_icon:
        racial = FaceCell(character.racial_icon, face_name(rulebook, Face((character.racial_icon,))))
        cells = (*column.faces[:APTITUDE_FACE], racial, *column.faces[APTITUDE_FACE + 1 :])
        column = replace(column, faces=cells)
    faces = tuple(_face(rulebook, character, column, face, "") for face in range(len(column.faces)))
    title = _("Next die")
    if growth.earned:
        note, tone = _("earned: choose its first icon"), "good"
    else:
        cost = _("costs one session") if growth.price == 1 else _("costs {n} sessions").format(n=growth.price)
        note, tone = _("{cost}, you have {saved}").format(cost=cost, saved=growth.saved), "muted"
    name = ", ".join((_("Die {n}").format(n=column.number), title, note))
    return NetLook(column.number, title, faces, note=note, note_tone=tone, name=name, ghost=True)


def _untitled(character: Character, die: int) -> str:
    if character.kind is CharacterKind.PLAYER and character.mode is MakingMode.COLD_IRON and die < STARTING_DICE:
        return (_("Culture"), _("Background"), _("Occupation"), _("Occupation"))[die] + "?"
    return _("Die {n}").format(n=die + 1)


def _note(character: Character, column: DieColumn, wrong: str, growth: GrowthStanding | None) -> tuple[str, str]:
    """Return the note below a die and its tone: lost, conflicts, open choices, an earned icon."""
    if column.lost:
        return _("lost"), "bad"
    if wrong:
        return _("not allowed here"), "bad"
    if character.kind is not CharacterKind.PLAYER:
        return "", "muted"
    empty = sum(not cell.code for cell in column.faces)
    # A die grown later starts with its aptitude. Its other faces are earned one by one (IMP-3).
    if column.number > STARTING_DICE:
        empty = int(not column.faces[APTITUDE_FACE].code)
    if not empty:
        place = growth.place if growth is not None and growth.earned else None
        here = place is not None and place.die == column.number - 1
        if not here or growth is None:
            return "", "muted"
        many = _("{n} icons are earned").format(n=growth.icons)
        return (_("an icon is earned") if growth.icons == 1 else many), "good"
    return (_("one to choose") if empty == 1 else _("{n} to choose").format(n=empty)), "warn"


def _face(rulebook: Rulebook, character: Character, column: DieColumn, face: int, wrong: str) -> FaceLook:
    cell = column.faces[face]
    slot = slot_state(rulebook, character, column.number - 1, face)
    why = wrong or sentence(slot.reason)
    name = _("die {die}, face {face} of 6, {icon}, {choice}").format(
        die=column.number, face=face + 1, icon=cell.name or _("empty"), choice=_may_be(rulebook, slot)
    )
    if wrong:
        name = _("{name}; not allowed: {why}").format(name=name, why=wrong)
    if column.lost:
        name = _("{name}; the die is lost").format(name=name)
    return FaceLook(
        code=cell.code,
        label=cell.name,
        rim=_RIMS[slot.lock],
        locked=slot.lock is Lock.FIXED,
        illegal=bool(wrong),
        lost=column.lost,
        ghosts=tuple(option.code for option in slot.options) if slot.lock is Lock.LIMITED else (),
        closed=slot.lock is Lock.CLOSED,
        name=name,
        tip=f"{cell.name}: {why}" if cell.name else why,
    )


def _may_be(rulebook: Rulebook, slot: SlotState) -> str:
    match slot.lock:
        case Lock.FIXED:
            return _("fixed")
        case Lock.LIMITED:
            return _("may be {options}").format(options=either(rulebook, slot.options))
        case Lock.FREE:
            return _("may be any skill")
        case Lock.OPEN if slot.reason.code == "slot-later":
            return _("may be any skill, or a mastery you have opened")
        case Lock.OPEN:
            return _("may be any icon")
        case Lock.CLOSED:
            return sentence(slot.reason).rstrip(".")


def either(rulebook: Rulebook, options: tuple[Face, ...]) -> str:
    """Return the names of the options: "Craft, Riding or Outdoorsman"."""
    names = [face_name(rulebook, option) for option in options]
    if len(names) < 2:
        return "".join(names)
    return _("{these} or {last}").format(these=", ".join(names[:-1]), last=names[-1])

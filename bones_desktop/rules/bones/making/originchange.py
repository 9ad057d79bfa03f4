"""Changes of origin, race or mode, and pasted faces and dice, with their effects before they are applied.

A finished character needs the GM's permission (`permitted`), and its ledger gets an entry for each changed face;
`today` is a date such as 2026-11-21.

Codes refused: mode-players-only (), no-such-face (face), nothing-to-paste (), several-dice-pasted (dice), and those of
text and of edits.
"""

from collections.abc import Container, Iterable

from bones_desktop.rules.bones.book.character import (
    STARTING_DICE,
    Character,
    CharacterKind,
    MakingMode,
    SheetPlace,
    SheetSection,
)
from bones_desktop.rules.bones.book.characterdice import require_permission, with_changes
from bones_desktop.rules.bones.book.fields import FACES
from bones_desktop.rules.bones.book.icons import UNFILLED, Face
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.making.creation import APTITUDE_FACE, Lock, refusal, slot_state
from bones_desktop.rules.bones.making.edits import clear_face, own_die, set_racial_icon, set_template
from bones_desktop.rules.bones.making.problems import problems
from bones_desktop.rules.bones.text.statblock import PieceError, face_reader
from bones_desktop.rules.reasons import Reason, RulesError, Weight, refuse
from bones_desktop.rules.records import Record
from bones_desktop.rules.values import replaced


class Misfit(Record):
    """A face or template that a change makes illegal; `shown` is the face, UNFILLED for a template."""

    place: SheetPlace
    reason: Reason
    shown: Face = UNFILLED


class OriginChange(Record):
    """The two possible results of a change."""

    kept: Character
    """The character with all choices of the player kept. Choices that are no longer allowed are conflicts."""
    cleared: Character
    """The character without the choices that are no longer allowed, and otherwise unchanged."""
    misfits: tuple[Misfit, ...] = ()
    """Conflicts that the change causes."""
    follow_on: tuple[Misfit, ...] = ()
    """Conflicts that would appear after the `misfits` are removed; `cleared` removes these conflicts too."""


def origin_change(
    rulebook: Rulebook, character: Character, die: int, template: str, *, permitted: bool = False, today: str = ""
) -> OriginChange:
    """Return the possible results of making a starting die from `template`, "" for none (CHR-1..4).

    Faces that the player chose are kept even if the template fixes them. Raise RulesError as in `edits.set_template`.
    """
    bare = _open(character, permitted)
    own = _own_faces(rulebook, bare, die)
    made = set_template(rulebook, bare, die, template, permitted=permitted, today=today)
    # The player's icons replace the fixed icons here. So the user sees a conflict, and the program does not remove a
    # choice without asking.
    faces = tuple(own.get(face, shown) for face, shown in enumerate(made.dice[die].faces))
    dice = replaced(made.dice, die, made.dice[die].with_(faces=faces))
    return weighed(rulebook, character, made.with_(dice=dice), today)


def loses_only_answers(rulebook: Rulebook, before: Character, change: OriginChange) -> bool:
    """Return whether clearing removes only choices that the old template of an unfinished character asked for.

    Such a choice is a face for which the template has a few options. A template is such a choice too, if the player
    chose no face of its die.
    """
    return before.created is None and all(
        misfit.place.die is not None and _is_answer(rulebook, before, misfit.place.die, misfit.place.face)
        for misfit in (*change.misfits, *change.follow_on)
    )


def _is_answer(rulebook: Rulebook, before: Character, die: int, face: int | None) -> bool:
    # A template counts as such a choice only if the player chose no face of the die.
    if face is None:
        return not _own_faces(rulebook, before, die)
    return bool(before.dice[die].template) and slot_state(rulebook, before, die, face).lock is Lock.LIMITED


def race_change(
    rulebook: Rulebook, character: Character, race: str, *, permitted: bool = False, today: str = ""
) -> OriginChange:
    """Return the possible results of changing the race, "" for human (RACE-1).

    The racial icon replaces face 2 of every die. If the player chose Physical or Mental, the choice stays on face 2 in
    `kept`: as a conflict, or allowed again for a human. In `cleared` the icon replaces the choice. The player does not
    choose racial icons, so they are replaced without a question. For a human, face 2 becomes empty.
    """
    bare = _open(character, permitted)
    made = set_racial_icon(rulebook, bare, race)
    own = (_own_faces(rulebook, bare, die).get(APTITUDE_FACE) for die in range(len(bare.dice)))
    dice = tuple(
        die if kept is None else die.with_(faces=(die.faces[0], kept, *die.faces[APTITUDE_FACE + 1 :]))
        for die, kept in zip(made.dice, own, strict=True)
    )
    return weighed(rulebook, character, made.with_(dice=dice), today)


def mode_change(
    rulebook: Rulebook, character: Character, mode: MakingMode, *, permitted: bool = False, today: str = ""
) -> OriginChange:
    """Return the possible results of making a player by the rules of `mode` instead of its present mode (AMB-89)."""
    return weighed(rulebook, character, set_mode(_open(character, permitted), mode), today)


def set_mode(character: Character, mode: MakingMode, *, permitted: bool = False) -> Character:
    """Return the player in the given mode. All faces are kept; the core rules have no templates (AMB-89).

    Raise RulesError `mode-players-only` for cast members, beasts and hordes.
    """
    require_permission(character, permitted)
    if character.kind is not CharacterKind.PLAYER:
        raise refuse("mode-players-only", "AMB-89")
    if mode is character.mode:
        return character
    # Faces are kept, because the core rules allow every choice that a template allows.
    return character.with_(mode=mode, dice=tuple(die.with_(template="") for die in character.dice))


def _open(character: Character, permitted: bool) -> Character:
    """Return the character as if it were unfinished, so that the steps of a change write no ledger entries."""
    require_permission(character, permitted)
    return character.with_(created=None)


def _own_faces(rulebook: Rulebook, character: Character, die: int) -> dict[int, Face]:
    """Return the faces of a die that the player chose; faces set by a template, race or rule are left out."""
    own: dict[int, Face] = {}
    for face, shown in enumerate(own_die(character, die).faces):
        slot = slot_state(rulebook, character, die, face)
        if not shown.is_unfilled and not (slot.lock is Lock.FIXED and shown in slot.options):
            own[face] = shown
    return own


def weighed(rulebook: Rulebook, before: Character, kept: Character, today: str) -> OriginChange:
    """Return the possible results of changing `before` to `kept`, which must be unfinished."""
    # Conflicts that exist already are not caused by this change.
    known = {misfit.place for misfit in _illegal(rulebook, before.with_(created=None))}
    misfits = found = _misfits(rulebook, known, kept)
    cleared, done = kept, set[SheetPlace]()
    follow_on: list[Misfit] = []
    # Clearing one choice may make another illegal, such as a mastery whose skill is no longer on enough dice.
    while found:
        follow_on += (misfit for misfit in found if misfit not in misfits and misfit not in follow_on)
        # Without its template a die has no restrictions on its faces, so templates are cleared first.
        templates = [misfit.place for misfit in found if misfit.place.face is None]
        places = templates or [misfit.place for misfit in found]
        cleared = _without(rulebook, cleared, places)
        # Each place is cleared only once, so the loop ends even if clearing solves no conflict.
        done.update(places)
        found = tuple(misfit for misfit in _misfits(rulebook, known, cleared) if misfit.place not in done)

    def finished(after: Character) -> Character:
        return with_changes(before, after.with_(created=before.created), today)

    return OriginChange(finished(kept), finished(cleared), misfits, tuple(follow_on))


def _misfits(rulebook: Rulebook, known: Container[SheetPlace], after: Character) -> tuple[Misfit, ...]:
    return tuple(problem for problem in _illegal(rulebook, after) if problem.place not in known)


def _illegal(rulebook: Rulebook, character: Character) -> tuple[Misfit, ...]:
    return tuple(
        Misfit(problem.place, problem.reason, _shown(character, problem.place))
        for problem in problems(rulebook, character)
        if problem.place.part is SheetSection.DIE and problem.weight is Weight.ILLEGAL
    )


def _shown(character: Character, place: SheetPlace) -> Face:
    if place.die is None or place.face is None:
        return UNFILLED
    return character.dice[place.die].faces[place.face]


def _without(rulebook: Rulebook, character: Character, places: Iterable[SheetPlace]) -> Character:
    for place in places:
        if place.die is not None and place.face is None:
            character = set_template(rulebook, character, place.die, "")
        elif place.die is not None and place.face is not None:
            character = clear_face(rulebook, character, place.die, place.face)
    return character


# Longer text cannot be a single face.
_LONGEST_FACE = 200


class PastedDie(Record):
    """A pasted die: its first faces, six at most, and its template and printed die, if there are any."""

    faces: tuple[Face, ...]
    template: str = ""
    printed: str = ""


class FaceRefusedError(RulesError):
    """A refusal of a die because of one of its faces; `face` counts from 0."""

    def __init__(self, why: Reason, face: int) -> None:
        super().__init__(why)
        self.face = face


def read_pasted(rulebook: Rulebook, text: str, *, beastly: bool = False) -> Face | PastedDie:
    """Return the single face or die in `text`, in the notation of the rulebook's stat blocks.

    With `beastly`, for a beast's die, "Poison" is the ability. Raise RulesError for text that cannot be read, for empty
    text and for several dice.
    """
    # Imported here because it is needed only for pasted text.
    from bones_desktop.rules.bones.text.blocktext import parse_block

    if not text.strip():
        raise refuse("nothing-to-paste")
    face = _one_face(rulebook, text, beastly)
    if face is not None:
        return face
    dice = parse_block(rulebook, text).dice
    if len(dice) > 1:
        raise refuse("several-dice-pasted", dice=len(dice))
    die = dice[0]
    # Faces that are missing in the text must not overwrite the present faces.
    return PastedDie(die.faces[: FACES - die.padded], printed=die.printed)


def paste_change(
    rulebook: Rulebook, character: Character, target: int, new: PastedDie, *, permitted: bool = False, today: str = ""
) -> OriginChange:
    """Return the results of replacing a die with a pasted one, made from its template if templates are used (CHR-5).

    The old die keeps its name and notes, its template if the pasted one is "", every face that the pasted die does not
    give, and each fixed face that the pasted die leaves empty. The id of the printed die is kept, except for players'
    characters; an unknown one is dropped. The result is a refusal with its reason if the template is not open to this
    die. Raise FaceRefusedError if a face is not allowed there.
    """
    require_permission(character, permitted)
    own_die(character, target)
    if len(new.faces) > FACES:
        raise refuse("no-such-face", face=len(new.faces))
    player = character.kind is CharacterKind.PLAYER
    changed = character.with_(created=None)  # The ledger gets only the result of the whole change, not every step.
    if new.template and player and character.mode is MakingMode.COLD_IRON and target < STARTING_DICE:
        changed = set_template(rulebook, changed, target, new.template, permitted=permitted, today=today)
    there = changed.dice[target]
    fixed = [slot_state(rulebook, changed, target, face).lock is Lock.FIXED for face in range(len(new.faces))]
    put = tuple(
        there.faces[face] if shown.is_unfilled and fixed[face] else shown for face, shown in enumerate(new.faces)
    )
    # A player chooses the faces of a die, so a player's die never counts as a printed die.
    known = not player and any(entry.id == new.printed for entry in rulebook.dice)
    die = there.with_(faces=(*put, *there.faces[len(put) :]), printed=new.printed if known else "")
    changed = changed.with_(dice=replaced(changed.dice, target, die))
    for face, shown in enumerate(put):
        why = None if shown.is_unfilled else refusal(rulebook, changed, target, face, shown)
        if why is not None:
            raise FaceRefusedError(why, face)
    return weighed(rulebook, character, changed, today)


def _one_face(rulebook: Rulebook, text: str, beastly: bool) -> Face | None:
    text = text.strip().strip("*_ ")
    # Commas and semicolons separate faces and dice.
    if len(text) > _LONGEST_FACE or not text or "," in text or ";" in text:
        return None
    try:
        faces = face_reader(rulebook).faces(text, beastly=beastly)
    except PieceError:
        return None
    return faces[0] if len(faces) == 1 and faces[0] != UNFILLED else None

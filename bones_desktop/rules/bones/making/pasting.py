"""A face or a whole die taken from elsewhere: reading it from text, and putting it on a character's die.

Codes refused: no-such-face (face), nothing-to-paste (), several-dice-pasted (dice), and those of text and of edits.
"""

from dataclasses import dataclass

from bones_desktop.rules.bones.book.advancement import require_permission
from bones_desktop.rules.bones.book.character import STARTING_DICE, Character, Kind, Mode
from bones_desktop.rules.bones.book.fields import FACES
from bones_desktop.rules.bones.book.icons import UNFILLED, Face
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.making.creation import Lock, refusal, slot_state
from bones_desktop.rules.bones.making.edits import own_die, set_template
from bones_desktop.rules.bones.making.originchange import OriginChange, weighed
from bones_desktop.rules.bones.text.facetext import PieceError, face_reader
from bones_desktop.rules.reasons import Reason, RulesError, refuse
from bones_desktop.rules.values import replaced

_LONGEST_FACE = 200


@dataclass(frozen=True, slots=True)
class PastedDie:
    """A die from elsewhere: its first faces, six at most, and the template and printed die it was made from, if any."""

    faces: tuple[Face, ...]
    template: str = ""
    printed: str = ""


class FaceRefusedError(RulesError):
    """A die that does not fit because of one face; `face` is counted from 0."""

    def __init__(self, why: Reason, face: int) -> None:
        super().__init__(why)
        self.face = face


def read_pasted(rulebook: Rulebook, text: str, *, beastly: bool = False) -> Face | PastedDie:
    """Return the one face or die `text` is, in the notation of the rulebook's stat blocks.

    On a beast's die (`beastly`) "Poison" is the ability. StatBlockError for what is not understood; refused for text
    that holds nothing, or several dice.
    """
    from bones_desktop.rules.bones.text.stricttext import parse_block  # the Build page knows dice before any are pasted

    if not text.strip():
        raise refuse("nothing-to-paste")
    face = _one_face(rulebook, text, beastly)
    if face is not None:
        return face
    dice = parse_block(rulebook, text).dice
    if len(dice) > 1:
        raise refuse("several-dice-pasted", dice=len(dice))
    die = dice[0]
    return PastedDie(die.faces[: FACES - die.padded], printed=die.printed)


def paste_change(
    rulebook: Rulebook,
    character: Character,
    target: int,
    new: PastedDie,
    *,
    permitted: bool = False,
    today: str = "",
) -> OriginChange:
    """Return what putting the die in the place of another leads to, made from its template where they are used (CHR-5).

    Faces that are not given, the template when it is "", the die's name and notes stay; so does a fixed face for which
    an unfilled one is given. The printed die it is now is kept for all but players; one the rulebook lacks is left out.
    Refused with the reason when the template is not open to this die; FaceRefusedError when a face may not stand where
    it would.
    """
    require_permission(character, permitted)
    own_die(character, target)
    if len(new.faces) > FACES:
        raise refuse("no-such-face", face=len(new.faces))
    player = character.kind is Kind.PLAYER
    changed = character.with_(created=None)  # so that the ledger gets only the whole change
    if new.template and player and character.mode is Mode.COLD_IRON and target < STARTING_DICE:
        changed = set_template(rulebook, changed, target, new.template, permitted=permitted, today=today)
    there = changed.dice[target]
    put = tuple(
        there.faces[face] if shown.is_unfilled and _is_fixed(rulebook, changed, target, face) else shown
        for face, shown in enumerate(new.faces)
    )
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
    if len(text) > _LONGEST_FACE or not text or "," in text or ";" in text:
        return None
    try:
        faces = face_reader(rulebook).faces(text, beastly=beastly)
    except PieceError:
        return None
    return faces[0] if len(faces) == 1 and faces[0] != UNFILLED else None


def _is_fixed(rulebook: Rulebook, character: Character, die: int, face: int) -> bool:
    return slot_state(rulebook, character, die, face).lock is Lock.FIXED

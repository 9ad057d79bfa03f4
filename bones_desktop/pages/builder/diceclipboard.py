"""Faces and dice on the clipboard: as text for any program, and in an exact form for this one."""

from PySide6.QtCore import QMimeData, QObject, Signal
from PySide6.QtGui import QGuiApplication

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.builder.builderedits import BuilderEdits
from bones_desktop.rules.bones.book.character import CharacterDie
from bones_desktop.rules.bones.book.icons import UNIVERSAL, Face, face
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.making.edits import own_die
from bones_desktop.rules.bones.making.originchange import PastedDie, read_pasted
from bones_desktop.rules.bones.text.statblock import write_faces
from bones_desktop.rules.reasons import RulesError, refuse
from bones_desktop.widgets.dice.facedrag import CarriedDie, carried_die, carried_face, die_mime, face_mime
from bones_desktop.wording.language import _


class DiceClipboard(QObject):
    """Copies, cuts and pastes faces and dice of the open character. Each paste is one step.

    Pasting a whole die is only requested here: it may change which icons other dice may have.
    """

    die_requested = Signal(int, object)
    """The place of a die, and the PastedDie to put there."""

    def __init__(self, document: CharacterDocument, edits: BuilderEdits, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._edits = edits

    def copy_face(self, die: int, face: int) -> bool:
        """Put a face on the clipboard; return whether there is one."""
        try:
            shown = own_die(self._document.character, die).faces[face]
            QGuiApplication.clipboard().setMimeData(copied_face(self._document.rulebook, shown))
        except RulesError as error:
            self._edits.refused.emit(error.reason)
            return False
        return True

    def copy_die(self, die: int) -> None:
        """Put a whole die on the clipboard."""
        try:
            copied = own_die(self._document.character, die)
        except RulesError as error:
            self._edits.refused.emit(error.reason)
        else:
            QGuiApplication.clipboard().setMimeData(copied_die(self._document.rulebook, copied))

    def cut_face(self, die: int, face: int) -> None:
        """Put a face on the clipboard and empty it."""
        if self.copy_face(die, face):
            self._edits.clear(die, face, _("Cut a face"))

    def paste(self, die: int, face: int) -> None:
        """Put the face from the clipboard on this one, or the die from the clipboard on this one's die."""
        dice = self._document.character.dice
        onto = dice[die] if die < len(dice) else CharacterDie()
        try:
            found = pasted(self._document.rulebook, QGuiApplication.clipboard().mimeData(), onto)
        except RulesError as error:
            self._edits.refused.emit(error.reason)
            return
        if isinstance(found, Face):
            self._edits.put(die, face, found, _("Paste a face"))
        else:
            self.die_requested.emit(die, found)


def copied_face(rulebook: Rulebook, shown: Face) -> QMimeData:
    """Return a face for the clipboard; refused when the face is empty."""
    if shown.is_unfilled:
        raise refuse("nothing-to-copy")
    return face_mime(shown.code, face_name(rulebook, shown))


def copied_die(rulebook: Rulebook, die: CharacterDie) -> QMimeData:
    """Return a whole die for the clipboard, with its text in the notation of the rulebook's stat blocks."""
    carried = CarriedDie(die.template, die.printed, tuple(shown.code for shown in die.faces))
    return die_mime(carried, write_faces(rulebook, die.faces))


def pasted(rulebook: Rulebook, mime: QMimeData | None, onto: CharacterDie) -> Face | PastedDie:
    """Return the face or die in `mime`, to be put on the die `onto`; refused with the text that was not understood.

    Data copied by this program are taken unchanged. Anything else is read as text.
    """
    if mime is None:
        raise refuse("nothing-to-paste")
    code, die = carried_face(mime), carried_die(mime)
    try:
        if code:
            return face(code)
        if die is not None:
            return PastedDie(tuple(face(each) for each in die.faces), die.template, die.printed)
    except ValueError:
        pass  # not readable, but the text copied with it may be
    return read_pasted(rulebook, mime.text(), beastly=any(shown.has(UNIVERSAL) for shown in onto.faces))

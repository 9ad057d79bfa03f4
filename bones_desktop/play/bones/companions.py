"""A Healer's success used on a member of the party: an undo step in the patient's own file."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from bones_desktop.document.bones.characterdocument import AnyCharacter, MadeStep
from bones_desktop.play.bones.harm import answering
from bones_desktop.play.bones.played import Played
from bones_desktop.play.followups import FollowUp
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.injury.recovery import treat
from bones_desktop.rules.doneacts import done_act
from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage.files.characterfile import CharacterFileError
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.wording.language import _
from bones_desktop.wording.names import short_name

Companion = tuple[Path, Character]
"""Path of the file of a party member, and the character in it."""


@dataclass(frozen=True, slots=True)
class _Done:
    """A treatment that can be taken back."""

    key: str
    """Key of the roll that treated the patient."""
    made: MadeStep


class Companions(QObject):
    """Offers to treat one patient for each success."""

    changed = Signal()
    """Emitted when the offers and a file of the party have changed."""
    refused = Signal(object)
    """A Reason."""
    trouble = Signal(object)
    """A FileProblem or CharacterFileError: the patient's file could not be changed."""

    def __init__(self, anyone: AnyCharacter, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.present: Callable[[], Sequence[Companion]] = tuple
        """Returns the members who may be treated."""
        self._anyone = anyone
        self._done: _Done | None = None

    def offers(self, played: Played, net: int, medic: int, numbers: str) -> tuple[FollowUp, ...]:
        """Return a button for each patient, or after a treatment the button that undoes it.

        `numbers` is shown as text.
        """
        if self.treated(played) is not None:
            tip = _("Undoes what the treatment healed")
            return (FollowUp(_("Take the treatment back"), self._take_back, tip, icon="undo", kind=""),)
        edit, found = partial(treat, successes=net, medic=medic), []
        for path, patient in self.present():
            # Healers treat themselves with a button of their own (`ThrowFollowUps._treating`).
            if patient.id == played.owner.id:
                continue
            # The edit is tried first, so that no button is offered for a patient whom the rules do not let be treated.
            try:
                edit(patient)
            except RulesError:
                continue
            text = _("Treat {name}: {numbers}").format(name=short_name(patient.name), numbers=numbers)
            tip = _("Medical attention, written to this patient's file. You can undo it there too.")
            found.append(FollowUp(text, partial(self._treat, played, path, edit), tip, icon="heal", kind=""))
        return tuple(found)

    def treated(self, played: Played) -> str | None:
        """Return the name of the patient treated by this roll; None if there is none, or the step was undone."""
        done = self._done
        if done is None or done.key != played.key:
            return None
        try:
            patient = self._anyone.read(done.made.path)
        except (FileProblem, CharacterFileError):
            return None
        # The mark in the file decides, because the patient's player may have undone the treatment there.
        return short_name(patient.name) if done_act(patient, treatment_by(played)) else None

    def _treat(self, played: Played, path: Path, edit: Callable[[Character], Character]) -> None:
        try:
            made = self._anyone.apply(path, _("Medical attention"), answering(treatment_by(played), edit))
        except RulesError as error:
            self.refused.emit(error.reason)
        except (FileProblem, CharacterFileError) as error:
            self.trouble.emit(error)
        else:
            self._done = _Done(played.key, made)
            self.changed.emit()

    def _take_back(self) -> None:
        done = self._done
        if done is None:
            return
        try:
            self._anyone.take_back(done.made)
        except RulesError as error:
            self.refused.emit(error.reason)
        except (FileProblem, CharacterFileError) as error:
            self.trouble.emit(error)
        else:
            self._done = None
            self.changed.emit()


def treatment_by(played: Played) -> str:
    """Return the id of the act by which a Healer's roll treats a patient."""
    return f"{played.key}-treated"

"""A Healer's success done to somebody of the party: a step in the patient's own file, taken back from either side."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from bones_desktop.document.bones.characterdocument import AnyCharacter, MadeStep
from bones_desktop.play.bones.played import Played
from bones_desktop.play.followups import FollowUp
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.injury.recovery import treat
from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage.files.characterfile import CharacterFileError
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.wording.language import _
from bones_desktop.wording.names import short_name

Companion = tuple[Path, Character]
"""Somebody of the party, and the file that keeps the character."""


@dataclass(frozen=True, slots=True)
class _Done:
    """A treatment that may be taken back."""

    key: str
    """Of the throw."""
    made: MadeStep


class Companions(QObject):
    """One success treats one patient. The step bears `mark` and the key of the throw."""

    changed = Signal()
    """What is offered is something else now, and a file of the party too."""
    refused = Signal(object)
    """A Reason."""
    trouble = Signal(object)
    """A FileProblem or CharacterFileError: the patient's file does not have it."""

    def __init__(self, anyone: AnyCharacter, mark: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.present: Callable[[], Sequence[Companion]] = tuple
        """Returns who may be treated."""
        self._anyone = anyone
        self._mark = mark
        self._done: _Done | None = None

    def offers(self, played: Played, net: int, medic: int, numbers: str) -> tuple[FollowUp, ...]:
        """Return the button for each who has something to treat, `numbers` in words; what takes it back once done."""
        if self.treated(played) is not None:
            tip = _("Gives back what the treatment healed")
            return (FollowUp(_("Take the treatment back"), self._take_back, tip, icon="undo", kind=""),)
        edit, found = partial(treat, successes=net, medic=medic), []
        for path, patient in self.present():
            if patient.id == played.owner.id:
                continue
            try:
                edit(patient)
            except RulesError:
                continue
            text = _("Treat {name}: {numbers}").format(name=short_name(patient.name), numbers=numbers)
            tip = _("Medical attention, in the file of this patient, as a step that can be undone there too")
            found.append(FollowUp(text, partial(self._treat, played, path, edit), tip, icon="heal", kind=""))
        return tuple(found)

    def treated(self, played: Played) -> str | None:
        """Return the name of who was treated by this throw, as long as that stands; None for nobody."""
        done = self._done
        if done is None or done.key != played.key:
            return None
        try:
            history = self._anyone.history(done.made.path)
        except (FileProblem, CharacterFileError):
            return None
        mark = f"{self._mark}:{played.key}"
        stands = any(step.mark == mark for step in history.steps[: len(history.steps) - history.undone])
        return short_name(done.made.before.name) if stands else None

    def _treat(self, played: Played, path: Path, edit: Callable[[Character], Character]) -> None:
        try:
            made = self._anyone.apply(path, _("Medical attention"), edit, f"{self._mark}:{played.key}")
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

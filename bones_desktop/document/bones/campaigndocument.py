"""The open campaign as a Qt object, and its party. An edit emits one signal and updates the files of the members."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from bones_desktop.document.bones.characterdocument import AnyCharacter, MadeStep
from bones_desktop.document.document import UNDO_STEPS
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.fields import cut_line
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.life.campaigns import Campaign, Member, catch_up, leave, set_known
from bones_desktop.rules.reasons import RulesError, refuse
from bones_desktop.rules.records import Record
from bones_desktop.storage.campaignfile import CAMPAIGNS
from bones_desktop.storage.files.characterfile import CharacterFileError, new_id
from bones_desktop.storage.files.saving import FileStore, SavedFile
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.files.undohistory import FileStep, History, HistoryStep, OpenHistory, UndoHistories
from bones_desktop.storage.files.versions import Version
from bones_desktop.storage.shelfcatalogue import Shelf
from bones_desktop.wording.language import _

Trouble = FileProblem | CharacterFileError | RulesError


class PartyMember(Record):
    """One member with the content of its file."""

    member: Member
    character: Character | None
    """The character; None if its file is missing on the shelf or cannot be read."""
    path: Path | None = None
    trouble: FileProblem | CharacterFileError | None = None
    """Reason why the file cannot be read; None if it can, or if it is missing on the shelf."""


class PartyStep(Record):
    """The effect of one step on the files of the party."""

    made: tuple[MadeStep, ...]
    """Steps made in files, one for each changed character."""
    refused: tuple[tuple[Member, Trouble], ...] = ()
    """Members whose files the step could not change, each with the reason. Their files are updated later."""


class Party:
    """Finds the members' files on the shelf and edits them one by one."""

    def __init__(self, anyone: AnyCharacter, shelf: Callable[[], Shelf]) -> None:
        self._anyone = anyone
        self._shelf = shelf

    def look(self, members: Iterable[Member]) -> tuple[PartyMember, ...]:
        """Return the members with the current content of their files, in the given order."""
        places = self._places()
        return tuple(self._read(member, places.get(member.id)) for member in members)

    def with_present_names(self, campaign: Campaign) -> Campaign:
        """Return the campaign with the current names of its members and of the members' files on the shelf."""
        entries = {entry.id: entry for entry in self._shelf().entries() if entry.id and entry.damaged is None}
        for member in campaign.members:
            entry = entries.get(member.id)
            if entry is None:
                continue
            known = (cut_line(entry.name), cut_line(entry.path.name))
            if known != (member.name, member.file):
                campaign = set_known(campaign, member.id, *known)
        return campaign

    def left_behind(self, campaign: Campaign) -> tuple[Member, ...]:
        """Return former members whose files still name the campaign.

        Such a file could not be written when its member left.
        """
        staying = {member.id for member in campaign.members}
        return tuple(
            Member(id=entry.id, name=cut_line(entry.name), file=cut_line(entry.path.name))
            for entry in self._shelf().entries()
            if entry.campaign == campaign.id and entry.id not in staying
        )

    def apply(
        self, members: Iterable[Member], name: str, edit: Callable[[Member, Character], Character], mark: str = ""
    ) -> PartyStep:
        """Apply `edit` to every member's file as a step called `name`. One refusal does not stop the others.

        `take_back` uses the `mark` to find these steps in the histories of the files.
        """
        made: list[MadeStep] = []
        refused: list[tuple[Member, Trouble]] = []
        places = self._places()
        for member in members:
            path = places.get(member.id)
            if path is None:
                continue
            try:
                step = self._anyone.apply(path, name, partial(edit, member), mark)
            except (FileProblem, CharacterFileError, RulesError) as error:
                refused.append((member, error))
            else:
                if step.is_change:
                    made.append(step)
        return PartyStep(tuple(made), tuple(refused))

    def take_back(self, ids: Iterable[str], mark: str) -> tuple[str, ...]:
        """Undo the step with `mark` in the files of these members. Return the ids of members who keep it."""
        places = self._places()
        return tuple(each for each in ids if each not in places or not self._has_undone(places[each], mark))

    def _has_undone(self, path: Path, mark: str) -> bool:
        """Undo the last step with `mark` in a file, and return whether this was possible."""
        try:
            step = next((each for each in reversed(self._anyone.history(path).done) if each.mark == mark), None)
            if step is not None:
                self._anyone.take_back(FileStep(path, step))
        except (FileProblem, CharacterFileError, RulesError):
            return False
        return step is not None

    def _places(self) -> dict[str, Path]:
        return {entry.id: entry.path for entry in self._shelf().entries() if entry.id and entry.damaged is None}

    def _read(self, member: Member, path: Path | None) -> PartyMember:
        if path is None:
            return PartyMember(member, None)
        try:
            return PartyMember(member, self._anyone.read(path), path)
        except (FileProblem, CharacterFileError) as error:
            return PartyMember(member, None, path, error)


class CampaignChange(Record):
    """The effect of one edit, undo, redo or opening.

    `name` is the step's name; "" if a campaign was opened or closed.
    """

    before: Campaign | None
    after: Campaign | None
    name: str
    party: PartyStep | None = None
    """The effect on the members; None if there was none."""


class CampaignDocument(QObject):
    """The open campaign.

    A change is on disk before it is shown. The members' files are written right after it. If the program ends in
    between, the members are updated when the campaign is next opened.
    """

    changed = Signal(object)
    """A CampaignChange. Emitted exactly once for each edit, undo, redo, opening or closing."""
    undo_incomplete = Signal(object)
    """A tuple of ids. Emitted for the members whose part of a step could not be undone."""

    def __init__(
        self,
        rulebook: Callable[[], Rulebook],
        store: FileStore[Campaign],
        party: Party,
        today: Callable[[], str],
        histories: UndoHistories[Campaign],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._rulebook = rulebook
        self._store = store
        self._party = party
        self._today = today
        self._histories = histories
        self._saved: SavedFile[Campaign] | None = None
        self._stored: OpenHistory[Campaign] = histories.of("")
        self._steps: History[Campaign] = History((), 0)
        """The undo steps.

        The mark of a step is the mark of its steps in the members' files, followed by the ids of the changed members.
        """

    @property
    def campaign(self) -> Campaign | None:
        """The current campaign; None if none is open."""
        return self._saved.value if self._saved else None

    @property
    def path(self) -> Path | None:
        """Path of the campaign's file; None if no campaign is open."""
        return self._saved.path if self._saved else None

    @property
    def read_only(self) -> bool:
        """True if edits are refused because a newer program wrote the file."""
        return self._saved is not None and self._saved.read_only

    @property
    def undo_text(self) -> str | None:
        """Name of the step that would be undone; None when there is none."""
        return self._steps.done[-1].name if self._steps.done else None

    @property
    def redo_text(self) -> str | None:
        """Name of the step that would be redone; None when there is none."""
        return self._steps.steps[-self._steps.undone].name if self._steps.undone else None

    def members(self) -> tuple[PartyMember, ...]:
        """Return the members with the current content of their files."""
        return self._party.look(self._saved.value.members) if self._saved else ()

    def open(self, path: Path) -> None:
        """Open the campaign in `path` and update its members. Raise errors like `FileStore.open`."""
        before = self.campaign
        # The file is read before anything changes: if reading fails, the present campaign stays open.
        saved = self._store.open(path)
        self._saved = saved
        self._recall(saved)
        # A newer program wrote a read-only campaign, so its effect on the members may be different.
        party = None if saved.read_only else self._follow("")
        self.changed.emit(CampaignChange(before, saved.value, "", party))

    def close(self) -> None:
        """Close the campaign."""
        before = self.campaign
        self._saved, self._steps = None, History((), 0)
        self.changed.emit(CampaignChange(before, None, ""))

    def take_from_disk(self) -> None:
        """Show the current content of the file and update the members. After an error nothing changes."""
        if self._saved is None:
            return
        before = self.campaign
        now = self._saved.reload()
        self._recall(self._saved)
        party = None if self._saved.read_only else self._follow("")
        self.changed.emit(CampaignChange(before, now, "", party))

    def look(self) -> bool:
        """Read changes that another program wrote to the file, and return whether the file had any.

        Raise errors like `open`. The change becomes an undo step. If the file now holds another campaign, that campaign
        is opened.
        """
        saved = self._saved
        if saved is None or not saved.is_stale():
            return False
        before, locked = saved.value, saved.read_only
        if saved.reload().id != before.id or locked or saved.read_only:
            self.take_from_disk()
        else:
            self._step(saved, _("Change made outside the program"), before)
        return True

    def write_again(self) -> None:
        """Write the open campaign, even if its file is missing or was changed by another program.

        Raise errors like `apply`. The changed content of the file is kept as an earlier version.
        """
        saved = self._open()
        saved.save(saved.value, overwrite=True)

    def moved(self, path: Path) -> None:
        """Continue with the open campaign's file at its new path."""
        if self._saved is not None:
            self._saved.moved(path)
            self.changed.emit(CampaignChange(self._saved.value, self._saved.value, ""))

    def apply(self, name: str, edit: Callable[[Campaign], Campaign]) -> None:
        """Run the pure `edit`, write the result and update the members, in one step called `name`.

        Nothing happens if the edit has no effect. Raise RulesError when it is refused or the campaign is read-only,
        FileProblem when the campaign cannot be written. Then nothing is changed.
        """
        saved = self._open()
        before = saved.value
        after = edit(before)
        if after == before:
            return
        # The names are needed later for members whose files are missing.
        after = self._party.with_present_names(after)
        saved.save(after)
        self._step(saved, name, before)

    def _step(self, saved: SavedFile[Campaign], name: str, before: Campaign) -> None:
        """Update the members from the saved campaign, and add the change as an undo step."""
        mark = new_id()
        party = self._follow(name, mark)
        self._keep([*self._steps.done, _marked(HistoryStep(name, before, saved.value, mark), party)], 0)
        self.changed.emit(CampaignChange(before, saved.value, name, party))

    def versions(self) -> tuple[Version, ...]:
        """Return the earlier versions of the open campaign, latest first."""
        return self._saved.versions() if self._saved else ()

    def version(self, version: Version) -> Campaign:
        """Return the content of an earlier version. Raise FileProblem or CampaignFileError when it cannot be read."""
        return self._saved.version(version) if self._saved else CAMPAIGNS.read(version.path).value

    def bring_back(self, name: str, earlier: Campaign) -> None:
        """Restore an earlier version as one undo step called `name`, after saving the present campaign as a version.

        Raise the errors of `apply`, and RulesError if the version belongs to another campaign, because it would
        overwrite the open campaign. Members are updated as after every step. They keep the days they have lived and the
        awards they have received. If a session is entered again, its awards are not given twice.
        """
        saved = self._open()
        if earlier.id != saved.value.id:
            raise refuse("version-of-other-campaign")
        saved.keep_present()
        self.apply(name, lambda _now: earlier)

    def foresee(self, campaign: Campaign) -> tuple[tuple[Character, Character], ...]:
        """Return each character that would change if `campaign` replaced the open one, before and after the change."""
        rulebook, today = self._rulebook(), self._today()
        found: list[tuple[Character, Character]] = []
        for each in self._party.look(self._followers(campaign)):
            if each.character is None:
                continue
            try:
                after = catch_up(rulebook, campaign, each.character, today)
            except RulesError:
                continue
            if after != each.character:
                found.append((each.character, after))
        return tuple(found)

    def undo(self) -> None:
        """Undo the last step, first in the members' files. Raise errors like `apply`.

        A member that has changed since keeps the effect of the step, and `undo_incomplete` is emitted. If the program
        ends before the campaign is written, the members are updated from it again.
        """
        if self.undo_text is None:
            return
        saved = self._open()
        step = self._steps.done[-1]
        mark, *members = step.mark.split()
        left = self._party.take_back(members, mark)
        try:
            saved.save(step.before)
        except FileProblem:
            # The campaign still has the step, so the members' parts must be restored.
            self._follow(step.name, mark)
            raise
        self._keep(self._steps.steps, self._steps.undone + 1)
        self.changed.emit(CampaignChange(step.after, step.before, step.name))
        if left:
            self.undo_incomplete.emit(left)

    def redo(self) -> None:
        """Redo the last undone step. Raise errors like `apply`."""
        if self.redo_text is None:
            return
        saved = self._open()
        steps, at = list(self._steps.steps), len(self._steps.done)
        step = replace(steps[at], mark=new_id())
        saved.save(step.after)
        party = self._follow(step.name, step.mark)
        steps[at] = _marked(step, party)
        self._keep(steps, self._steps.undone - 1)
        self.changed.emit(CampaignChange(step.before, step.after, step.name, party))

    def catch_up(self) -> PartyStep | None:
        """Update members whose files are back on the shelf. Return None if no campaign is open or it is read-only."""
        if self._saved is None or self._saved.read_only:
            return None
        return self._follow("")

    def _follow(self, name: str, mark: str = "") -> PartyStep:
        """Update the members, and let former members leave the campaign, in steps with the `mark`."""
        saved = self._open()
        campaign = saved.value
        rulebook, today = self._rulebook(), self._today()
        staying = {member.id for member in campaign.members}

        def edit(member: Member, character: Character) -> Character:
            if member.id in staying:
                return catch_up(rulebook, campaign, character, today)
            return leave(campaign, character)

        words = name or _("Catch up with {}").format(campaign.name)
        return self._party.apply(self._followers(campaign), words, edit, mark)

    def _followers(self, campaign: Campaign) -> list[Member]:
        """Return the members, and former members whose files still name the campaign."""
        return [*campaign.members, *self._party.left_behind(campaign)]

    def _open(self) -> SavedFile[Campaign]:
        if self._saved is None or self._saved.read_only:
            raise refuse("read-only-campaign")
        return self._saved

    def _keep(self, steps: Sequence[HistoryStep[Campaign]], undone: int) -> None:
        """Use these undo steps from now on, and store them.

        A failure is only reported, because the campaign itself is already saved.
        """
        self._steps = History(tuple(steps[-UNDO_STEPS:]), undone)
        try:
            self._stored.keep(self._steps.steps, undone)
        except FileProblem as error:
            self._histories.troubled(error)

    def _recall(self, saved: SavedFile[Campaign]) -> None:
        self._stored = self._histories.of(saved.value.id)
        self._steps = (not saved.read_only and self._stored.load(saved.value)) or History((), 0)


def _marked(step: HistoryStep[Campaign], party: PartyStep) -> HistoryStep[Campaign]:
    """Return the step with the ids of the members whose files it changed."""
    return replace(step, mark=" ".join((step.mark, *(made.after.id for made in party.made))))

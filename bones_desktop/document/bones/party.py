"""The members of a campaign as their own files have them now, and steps that change several of them at once."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bones_desktop.document.bones.characterdocument import AnyCharacter, MadeStep
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.fields import cut_line
from bones_desktop.rules.bones.life.campaigns import Campaign, Member, set_known
from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage.files.characterfile import CharacterFileError
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.shelf.shelfcatalogue import Shelf

Trouble = FileProblem | CharacterFileError | RulesError


@dataclass(frozen=True, slots=True)
class PartyMember:
    """One member as its file has it."""

    member: Member
    character: Character | None
    """None where the file is not on the shelf or cannot be read."""
    path: Path | None = None
    trouble: FileProblem | CharacterFileError | None = None
    """Why it cannot be read; None also where no file of it is on the shelf."""


@dataclass(frozen=True, slots=True)
class PartyStep:
    """What one step did to the files of the party."""

    made: tuple[MadeStep, ...]
    """One for each character that changed."""
    refused: tuple[tuple[Member, Trouble], ...] = ()
    """Whom it could not be done to, and why; they are caught up later."""


class Party:
    """Finds the members' files on the shelf and changes them one by one."""

    def __init__(self, anyone: AnyCharacter, shelf: Callable[[], Shelf]) -> None:
        self._anyone = anyone
        self._shelf = shelf

    def look(self, members: Iterable[Member]) -> tuple[PartyMember, ...]:
        """Return the members as they are now, in their order."""
        places = self._places()
        return tuple(self._read(member, places.get(member.id)) for member in members)

    def with_present_names(self, campaign: Campaign) -> Campaign:
        """Return the campaign with its members' names, and those of their files, as they are on the shelf now."""
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
        """Return former members whose files still name the campaign: they were out of reach when they left."""
        staying = {member.id for member in campaign.members}
        return tuple(
            Member(id=entry.id, name=cut_line(entry.name), file=cut_line(entry.path.name))
            for entry in self._shelf().entries()
            if entry.campaign == campaign.id and entry.id not in staying
        )

    def apply(self, members: Iterable[Member], name: str, edit: Callable[[Member, Character], Character]) -> PartyStep:
        """Make `edit` a step called `name` of every member whose file is there; one that it refuses stops no other."""
        made: list[MadeStep] = []
        refused: list[tuple[Member, Trouble]] = []
        places = self._places()
        for member in members:
            path = places.get(member.id)
            if path is None:
                continue
            try:
                step = self._anyone.apply(path, name, partial(edit, member))
            except (FileProblem, CharacterFileError, RulesError) as error:
                refused.append((member, error))
            else:
                if step.is_change:
                    made.append(step)
        return PartyStep(tuple(made), tuple(refused))

    def take_back(self, steps: Sequence[MadeStep]) -> tuple[tuple[MadeStep, Trouble], ...]:
        """Undo steps, the last first, and return those that could not be, with the reason."""
        failed: list[tuple[MadeStep, Trouble]] = []
        for step in reversed(steps):
            try:
                self._anyone.take_back(step)
            except (FileProblem, CharacterFileError, RulesError) as error:
                failed.append((step, error))
        return tuple(failed)

    def _places(self) -> dict[str, Path]:
        return {entry.id: entry.path for entry in self._shelf().entries() if entry.id and entry.damaged is None}

    def _read(self, member: Member, path: Path | None) -> PartyMember:
        if path is None:
            return PartyMember(member, None)
        try:
            return PartyMember(member, self._anyone.read(path), path)
        except (FileProblem, CharacterFileError) as error:
            return PartyMember(member, None, path, error)

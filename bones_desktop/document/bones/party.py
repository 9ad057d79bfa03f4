"""The members of a campaign as their own files are now, and steps that change several members."""

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
    """One member with the content of its file."""

    member: Member
    character: Character | None
    """None if the file is missing on the shelf or cannot be read."""
    path: Path | None = None
    trouble: FileProblem | CharacterFileError | None = None
    """Reason why it cannot be read; None too if its file is missing on the shelf."""


@dataclass(frozen=True, slots=True)
class PartyStep:
    """The effect of one step on the files of the party."""

    made: tuple[MadeStep, ...]
    """One for each changed character."""
    refused: tuple[tuple[Member, Trouble], ...] = ()
    """Members that the step could not be applied to, with the reason. They are updated later."""


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
        """Return the campaign with the present names of its members and of their files on the shelf."""
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
        """Return former members whose files still name the campaign: they could not be written when they left."""
        staying = {member.id for member in campaign.members}
        return tuple(
            Member(id=entry.id, name=cut_line(entry.name), file=cut_line(entry.path.name))
            for entry in self._shelf().entries()
            if entry.campaign == campaign.id and entry.id not in staying
        )

    def apply(self, members: Iterable[Member], name: str, edit: Callable[[Member, Character], Character]) -> PartyStep:
        """Make `edit` a step called `name` in every member's file. One refusal does not stop the others."""
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
        """Undo steps, the last one first, and return those that could not be undone, with the reason."""
        failed: list[tuple[MadeStep, Trouble]] = []
        # In reverse, because a later step may build on an earlier one of the same member.
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

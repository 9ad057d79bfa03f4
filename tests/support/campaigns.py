"""A campaign to look at without files: its members are given as they are."""

from PySide6.QtCore import QObject, Signal

from bones_desktop.document.bones.campaigndocument import PartyMember, Trouble
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.life.campaigns import Campaign, Member
from bones_desktop.storage.files.characterfile import CharacterFileError
from bones_desktop.storage.files.textfiles import FileProblem

CAMPAIGN_ID = "c" * 32


class GivenCampaign(QObject):
    """Stands where an open campaign is looked at: what is shown comes from here, `show` changes it."""

    changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.campaign: Campaign | None = None
        self.characters: dict[str, Character | Trouble | None] = {}
        self.looks = 0

    def members(self) -> tuple[PartyMember, ...]:
        self.looks += 1
        return tuple(map(self._member, self.campaign.members if self.campaign else ()))

    def show(self, campaign: Campaign | None, *characters: Character, hidden: frozenset[str] = frozenset()) -> None:
        """Show a campaign with these members."""
        self.characters = {each.id: each for each in characters}
        members = tuple(Member(id=each.id, name=each.name, hidden=each.id in hidden) for each in characters)
        self.campaign = campaign and campaign.with_(members=members)
        self.changed.emit(None)

    def _member(self, member: Member) -> PartyMember:
        found = self.characters.get(member.id)
        if isinstance(found, Character):
            return PartyMember(member, found)
        return PartyMember(member, None, None, found if isinstance(found, FileProblem | CharacterFileError) else None)

"""Data for boards of the party: the members of the open campaign, read when they are shown and kept up to date."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from bones_desktop.document.bones.campaigndocument import PartyMember
from bones_desktop.document.bones.characterdocument import Change, CharacterDocument
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.life.campaigns import players_view
from bones_desktop.rules.bones.making.standing import glance
from bones_desktop.widgets.party.partycard import GlanceRow
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _

if TYPE_CHECKING:
    from bones_desktop.document.bones.campaigndocument import CampaignDocument


class PartyFeed(QObject):
    """Follows the campaign and the open character while it is watched. It reads nothing before."""

    changed = Signal()
    """`rows` has changed."""

    def __init__(
        self,
        campaigns: "CampaignDocument",
        document: CharacterDocument,
        parent: QObject | None = None,
        *,
        players: bool = False,
    ) -> None:
        """For `players`, leave out hidden members, and do not mention unreadable files."""
        super().__init__(parent)
        self._campaigns = campaigns
        self._document = document
        self._players = players
        self._watched = False
        self._rulebook = document.rulebook
        self._rows: tuple[GlanceRow, ...] = ()
        self._left_out: frozenset[str] = frozenset()
        """Ids of the members left out."""
        self._unseen: frozenset[str] = frozenset()
        campaigns.changed.connect(self._campaign_changed)
        document.changed.connect(self._follow)

    @property
    def rows(self) -> tuple[GlanceRow, ...]:
        """The members in the campaign's order, as they were when last watched."""
        return self._rows

    @property
    def unseen(self) -> frozenset[str]:
        """Names of the members left out."""
        return self._unseen

    def watch(self, watched: bool) -> None:
        """Read the members now and follow them, or stop."""
        self._watched = watched
        self.refresh()

    def refresh(self) -> None:
        """Read the members again, for example when files are back on the shelf. Does nothing while not watched."""
        if not self._watched:
            return
        self._rulebook = self._document.rulebook
        shown, members = self._ids(), self._campaigns.members()
        left_out = [each for each in members if each.member.id not in shown]
        # Both the old and the present name of a hidden member could give it away.
        names = (name for each in left_out for name in (each.member.name, each.character and each.character.name))
        self._left_out = frozenset(each.member.id for each in left_out)
        self._unseen = frozenset(name for name in names if name and not name.isspace())
        self._show(tuple(self._row(each) for each in members if each.member.id in shown))

    def _campaign_changed(self, _change: object) -> None:
        self.refresh()

    def _ids(self) -> frozenset[str]:
        campaign = self._campaigns.campaign
        if campaign is None:
            return frozenset()
        return frozenset(member.id for member in (players_view(campaign) if self._players else campaign).members)

    def _row(self, found: PartyMember) -> GlanceRow:
        if found.character is not None:
            return self._seen(found.character, secret=found.member.hidden)
        return GlanceRow(found.member.id, found.member.name, None, self._trouble(found), found.member.hidden)

    def _seen(self, character: Character, *, secret: bool) -> GlanceRow:
        name = character.name or _("No name yet")
        return GlanceRow(character.id, name, glance(self._document.rulebook, character), secret=secret)

    def _trouble(self, found: PartyMember) -> str:
        # The players need not know whether a file is damaged.
        if self._players:
            return _("Not to be seen just now.")
        if found.trouble is None:
            return _("No file of this character is on the shelf. Bring it back, or remove the member.")
        return file_sentence(found.trouble)

    def _follow(self, _change: Change) -> None:
        """Show the open character as it is now if it belongs to the party. All others stay as they were."""
        if not self._watched:
            return
        # New packs may change every member's dice.
        if self._document.rulebook is not self._rulebook:
            self.refresh()
            return
        character = self._document.character
        # The GM may rename a hidden member while the view is open.
        if character.id in self._left_out and character.name.strip():
            self._unseen |= {character.name}
        self._show(
            tuple(self._seen(character, secret=row.secret) if row.id == character.id else row for row in self._rows)
        )

    def _show(self, rows: tuple[GlanceRow, ...]) -> None:
        if rows != self._rows:
            self._rows = rows
            self.changed.emit()

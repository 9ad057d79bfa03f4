"""Earlier versions of the open campaign or of a damaged campaign file, with a preview of each."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject

from bones_desktop.desk.desk import Desk, Notices
from bones_desktop.desk.versionsdialog import VersionsDialog
from bones_desktop.document.bones.campaigndocument import CampaignDocument
from bones_desktop.pages.campaign.campaignpage import CampaignPage
from bones_desktop.pages.campaign.campaignpanel import played_on, session_title
from bones_desktop.rules.bones.life.campaigns import Campaign
from bones_desktop.storage.campaignfile import CAMPAIGNS, SUFFIX
from bones_desktop.storage.files.datafile import DataFileError
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.files.versions import Version
from bones_desktop.widgets.lists.line import Ground, Line, LineLook
from bones_desktop.widgets.lists.linelist import LineList
from bones_desktop.wording.language import _
from bones_desktop.wording.seasons import game_date_words
from bones_desktop.wording.versions import back_words, short_words

SESSIONS: Final = 10
"""Number of sessions listed, the latest first. Earlier sessions are only counted."""
NOTES: Final = 600
"""Number of characters shown of the GM's notes."""
LIST: Final = 320
"""Width of the list of versions, at 100 % text size."""
_PREVIEW: Final = LineLook(
    font=("serif", 16, True), second=("sans", 14, False), pad=(12, 8), ground=Ground.FOCUSED, ruled=True, wraps=True
)


def preview_lines(campaign: Campaign, outcome: Sequence[str]) -> Iterator[Line]:
    """Yield the lines of a version's preview.

    `outcome` lists the consequences of restoring it. The consequences come first, because the choice depends on them.
    """
    yield Line(campaign.name or _("Unnamed campaign"), game_date_words(campaign.day, campaign.first_year), heading=True)
    yield Line(_("If you bring it back"), "\n".join(outcome), second_tone="text")
    names = []
    for member in campaign.members:
        words = _("{name} (GM's secret)") if member.hidden else "{name}"
        names.append(words.format(name=member.name or _("Unnamed")))
    yield Line(_("Party"), ", ".join(names) or _("No members yet"), second_tone="text")
    yield Line(_("Sessions"), "\n".join(_sessions(campaign)) or _("None yet"), second_tone="text")
    written = (campaign.gm_notes, *(f"{note.title}\n{note.text}" for note in campaign.notes))
    if notes := "\n\n".join(filter(None, map(str.strip, written))):
        yield Line(_("GM's notes"), notes if len(notes) <= NOTES else f"{notes[:NOTES].rstrip()}…", second_tone="text")


def _sessions(campaign: Campaign) -> list[str]:
    lines = []
    for session in reversed(campaign.sessions[-SESSIONS:]):
        when = played_on(session.on) if session.ended else _("under way")
        lines.append(_("{session}, {when}").format(session=session_title(session), when=when))
    more = len(campaign.sessions) - len(lines)
    if more > 0:
        lines.append(_("and {n} earlier").format(n=more))
    return lines


class CampaignVersions(QObject):
    """Shows versions in a dialog, which closes when the open campaign changes, and restores the chosen one.

    A campaign is never restored as a second file. With the same id, two files would give awards to the same members;
    with a new id, members would receive all awards again.
    """

    def __init__(self, desk: Desk, campaigns: CampaignDocument, page: CampaignPage, notices: Notices) -> None:
        super().__init__(desk.window)
        self._desk = desk
        self._campaigns = campaigns
        self._page = page
        self._notices = notices
        self._versions = desk.versions
        self._folder = page.files.folder

    def show(self) -> None:
        """Show versions of the open campaign."""
        # Save text being typed first, because it is a part of the campaign "as it is now".
        self._page.flush()
        if self._campaigns.campaign is None:
            return
        self._choose(
            self._campaigns.campaign.id,
            self._campaigns.version,
            self._bring_back,
            now=self._campaigns.campaign,
            note=_(
                "You can undo bringing one back, and the current campaign is kept as well. The characters keep "
                "the days they lived through and their awards from later sessions; nothing is awarded twice."
            ),
            none=_("There are no earlier versions yet. They are kept as you change things."),
        )

    def show_damaged(self, path: Path) -> None:
        """Show the versions of a file that cannot be opened.

        The chosen version is saved next to the file. If the campaign itself is in another file, the version replaces it
        there.
        """
        self._page.flush()
        owner = self._versions.id_for(path, SUFFIX) or ""
        here, now = self._whole(owner)
        if here is None:
            note = _(
                "The damaged file is kept. The version you choose is saved next to it in the campaigns folder. "
                "The characters keep the days they lived through and their awards from later sessions."
            )
        else:
            note = _(
                "The damaged file is kept. The campaign itself is in {file}: the version you choose replaces it, "
                "and you can undo that."
            ).format(file=here.name)
        self._choose(
            owner,
            # The version keeps the original id, by which members refer to the campaign.
            lambda version: CAMPAIGNS.read(version.path).value.with_(id=owner),
            self._put,
            now=now,
            note=note,
            none=_("No earlier version of this file was kept here. The damaged file is kept."),
        )

    def _choose(
        self,
        owner: str,
        read: Callable[[Version], Campaign],
        take: Callable[[Campaign], None],
        *,
        now: Campaign | None,
        note: str,
        none: str,
    ) -> None:
        # The line and the preview of a version need the same campaign, which is read only once.
        read = cache(read)

        def about(version: Version) -> str:
            try:
                return short_words(read(version))
            except (FileProblem, DataFileError):
                return _("cannot be read")

        def show(campaign: Campaign) -> None:
            preview.show_lines(preview_lines(campaign, back_words(now, campaign, self._campaigns.foresee(campaign))))
            preview.scrollToTop()

        preview = LineList(self._desk.theme, _("Content of this version"), self._desk.window, _PREVIEW, framed=True)
        dialog = VersionsDialog(
            self._desk.theme,
            self._versions.list(owner) if owner else (),
            read,
            preview,
            show,
            about=about,
            title=_("Earlier versions of the campaign"),
            note=note,
            none=none,
            trouble=self._versions.trouble(owner),
            list_width=LIST,
            parent=self._desk.window,
        )
        dialog.version_selected.connect(lambda campaign: self._notices.attempt(partial(take, campaign)))
        self._campaigns.changed.connect(dialog.reject)  # a change makes the listed consequences out of date
        dialog.open()

    def _bring_back(self, earlier: Campaign) -> None:
        self._campaigns.bring_back(_("Bring back an earlier version"), earlier)
        self._page.files.follow_name()

    def _put(self, earlier: Campaign) -> None:
        """Restore an earlier campaign and open it, in the campaign's own file if it is readable, else in a new one."""
        here, _now = self._whole(earlier.id)
        if here is None:
            self._campaigns.open(self._folder.create(earlier))
            return
        if here != self._campaigns.path:
            self._campaigns.open(here)
        self._bring_back(earlier)

    def _whole(self, campaign_id: str) -> tuple[Path, Campaign] | tuple[None, None]:
        """Return path and content of an undamaged campaign with this id; None if there is none."""
        opened, path = self._campaigns.campaign, self._campaigns.path
        if opened is not None and path is not None and opened.id == campaign_id:
            return path, opened
        for entry in self._folder.entries():
            if entry.value is not None and entry.value.id == campaign_id:
                return entry.path, entry.value
        return None, None

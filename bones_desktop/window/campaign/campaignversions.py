"""Earlier versions of campaigns: those of the open one, and those of a file that is damaged."""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from bones_desktop.document.bones.campaigndocument import CampaignDocument
from bones_desktop.rules.bones.life.campaigns import Campaign
from bones_desktop.storage.campaign.campaignfile import CAMPAIGNS, SUFFIX, CampaignFolder
from bones_desktop.storage.files.datafile import DataFileError
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.files.versions import Version, Versions
from bones_desktop.theme.theme import Theme
from bones_desktop.window.campaign.campaignpreview import CampaignPreview
from bones_desktop.window.shell.versionsdialog import VersionsDialog
from bones_desktop.wording.campaignversions import back_words, short_words

LIST: Final = 320
"""Width of the list of versions, before the text size."""


class CampaignVersions(QObject):
    """Shows them in a dialog, which closes when the open campaign changes, and brings the chosen one back.

    A campaign is never brought back beside itself: two of one id would both give to the same members, and under
    another id the members would be given everything anew.
    """

    def __init__(
        self,
        campaigns: CampaignDocument,
        versions: Versions,
        folder: CampaignFolder,
        theme: Theme,
        attempt: Callable[[Callable[[], None]], None],
        flush: Callable[[], object],
        follow_name: Callable[[], object],
        window: QWidget,
    ) -> None:
        """`attempt` calls what it is given and tells what kept it from being done; `flush` keeps what is typed.

        `follow_name` lets the name of the file follow that of the open campaign.
        """
        super().__init__(window)
        self._campaigns = campaigns
        self._versions = versions
        self._folder = folder
        self._theme = theme
        self._attempt = attempt
        self._flush = flush
        self._follow_name = follow_name
        self._window = window

    def show(self) -> None:
        """Show those of the open campaign."""
        self._flush()
        if self._campaigns.campaign is None:
            return
        self._choose(
            self._campaigns.versions(),
            self._campaigns.version,
            self._bring_back,
            now=self._campaigns.campaign,
            note=self.tr(
                "Bringing one back is a step you can undo, and the campaign as it is now is kept as well. The "
                "characters keep the days they lived through and what later sessions gave them; nothing is given twice."
            ),
            none=self.tr("There are no earlier versions yet. They are kept as you change things."),
        )

    def show_damaged(self, path: Path) -> None:
        """Show those of a file that cannot be opened; the one chosen comes into the folder beside it."""
        self._flush()
        owner = self._versions.id_for(path, SUFFIX) or ""
        here, now = self._whole(owner)
        if here is None:
            note = self.tr(
                "The damaged file stays as it is. The version you choose comes into the folder of campaigns beside it. "
                "The characters keep the days they lived through and what later sessions gave them."
            )
        else:
            note = self.tr(
                "The damaged file stays as it is. The campaign itself is here in {file}: the version you choose takes "
                "its place, in a step you can undo."
            ).format(file=here.name)
        self._choose(
            self._versions.list(owner) if owner else (),
            lambda version: CAMPAIGNS.read(version.path).value.with_(id=owner),
            self._put,
            now=now,
            note=note,
            none=self.tr("No earlier version of this file was kept here. The damaged file stays as it is."),
        )

    def _choose(
        self,
        versions: Sequence[Version],
        read: Callable[[Version], Campaign],
        take: Callable[[Campaign], None],
        *,
        now: Campaign | None,
        note: str,
        none: str,
    ) -> None:
        read = cache(read)

        def about(version: Version) -> str:
            try:
                return short_words(read(version), self.tr)
            except (FileProblem, DataFileError):
                return self.tr("cannot be read")

        def show(campaign: Campaign) -> None:
            preview.show_campaign(campaign, back_words(now, campaign, self._campaigns.foresee(campaign), self.tr))

        preview = CampaignPreview(self._theme)
        dialog = VersionsDialog(
            self._theme,
            versions,
            read,
            preview,
            show,
            about=about,
            title=self.tr("Earlier versions of the campaign"),
            note=note,
            none=none,
            list_width=LIST,
            parent=self._window,
        )
        dialog.chosen.connect(lambda campaign: self._attempt(lambda: take(campaign)))
        self._campaigns.changed.connect(dialog.reject)  # what it says would come of it holds no longer
        dialog.open()

    def _bring_back(self, earlier: Campaign) -> None:
        self._campaigns.bring_back(self.tr("Bring back an earlier version"), earlier)
        self._follow_name()

    def _put(self, earlier: Campaign) -> None:
        """Open the campaign as it was: in its own file where one can be read, else in a new one."""
        here, _now = self._whole(earlier.id)
        if here is None:
            self._campaigns.open(self._folder.create(earlier))
            return
        if here != self._campaigns.path:
            self._campaigns.open(here)
        self._bring_back(earlier)

    def _whole(self, campaign_id: str) -> tuple[Path, Campaign] | tuple[None, None]:
        """Return where a campaign is that is not damaged, and what it is now; None when there is none of this id."""
        opened, path = self._campaigns.campaign, self._campaigns.path
        if opened is not None and path is not None and opened.id == campaign_id:
            return path, opened
        for entry in self._folder.entries():
            if entry.campaign is not None and entry.campaign.id == campaign_id:
                return entry.path, entry.campaign
        return None, None

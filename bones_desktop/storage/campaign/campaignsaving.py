"""An open campaign and its file: saved at once, checked for changes from outside, an earlier version kept first."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from bones_desktop.rules.bones.life.campaigns import Campaign
from bones_desktop.storage.campaign.campaignfile import (
    LARGEST,
    SUFFIX,
    CampaignFile,
    dump_campaign,
    parse_campaign,
    read_campaign,
    require_readable,
)
from bones_desktop.storage.files.saving import SavedFile
from bones_desktop.storage.files.textfiles import read_bytes
from bones_desktop.storage.files.versions import Version, Versions


class SavedCampaign(SavedFile):
    """The file of the open campaign. `campaign` is what the file holds."""

    def __init__(self, path: Path, found: CampaignFile, versions: Versions, clock: Callable[[], datetime]) -> None:
        super().__init__(path, found.campaign.id, found.digest, found.newer, versions, clock, SUFFIX, LARGEST)
        self._unknown = found.unknown
        self.campaign = found.campaign

    def save(self, campaign: Campaign, *, overwrite: bool = False) -> None:
        """Write `campaign`. With `overwrite`, also over a file that was changed outside, which is kept as a version.

        Raises FileProblem: "changed-outside", "file-gone", "folder-gone", "newer", "too-much", or what the disk
        refuses.
        """
        data = dump_campaign(campaign, self._unknown)
        require_readable(data, self.path)
        self._write(data, overwrite=overwrite)
        self.campaign = campaign

    def reload(self) -> Campaign:
        """Take what the file holds now; on FileProblem or CampaignFileError nothing changes."""
        found = read_campaign(self.path)
        self._reloaded(found.digest, newer=found.newer)
        self._owner_id, self._unknown, self.campaign = found.campaign.id, found.unknown, found.campaign
        return self.campaign

    def version(self, version: Version) -> Campaign:
        """Return the campaign of an earlier version, as part of this file; FileProblem or CampaignFileError if not."""
        return read_version(version).with_(id=self.campaign.id)


class CampaignStore:
    """Opens campaigns for editing."""

    def __init__(self, versions: Versions, clock: Callable[[], datetime]) -> None:
        self._versions = versions
        self._clock = clock

    def open(self, path: Path) -> SavedCampaign:
        """Open the campaign in `path`; FileProblem or CampaignFileError when there is none."""
        return SavedCampaign(path, read_campaign(path), self._versions, self._clock)


def read_version(version: Version) -> Campaign:
    """Return the campaign of `version`; FileProblem or CampaignFileError when it cannot be read."""
    return parse_campaign(read_bytes(version.path, LARGEST), version.path).campaign

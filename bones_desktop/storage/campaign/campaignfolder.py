"""The folder of campaigns: what is in it, and putting in, renaming, removing and taking back."""

import contextlib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bones_desktop.rules.bones.life.campaigns import Campaign
from bones_desktop.storage.campaign.campaignfile import SUFFIX, CampaignFileError, read_campaign, write_campaign
from bones_desktop.storage.files.placing import free_path, make_folder, renamed
from bones_desktop.storage.files.textfiles import FileProblem, move, problem

REMOVED: Final = "removed"
"""Folder within the campaigns' folder, so that removing and taking back is a rename on one drive."""


@dataclass(frozen=True, slots=True)
class CampaignEntry:
    """One file of the folder."""

    path: Path
    name: str
    """The campaign's name; the file's where it has none."""
    campaign: Campaign | None = None
    """None for one that cannot be opened."""
    damaged: CampaignFileError | FileProblem | None = None
    """Why it cannot be opened; None when it can."""
    newer: bool = False
    """Whether a newer program wrote it: it may be shown, never written."""


class CampaignFolder:
    """The campaigns in `folder`, which is made when the first one is put there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def entries(self) -> tuple[CampaignEntry, ...]:
        """Return what lies in the folder now, by name; a damaged file is among it with the reason."""
        return list_campaigns(self.folder)

    def create(self, campaign: Campaign) -> Path:
        """Put a new campaign into the folder and return its path; FileProblem when it cannot be written."""
        make_folder(self.folder)
        path = free_path(self.folder, campaign.name, SUFFIX)
        write_campaign(path, campaign)
        return path

    def rename(self, path: Path, name: str) -> Path:
        """Let the file's name follow the campaign's `name`, and return its path; on FileProblem it is as before."""
        return renamed(path, name, SUFFIX)

    def remove(self, path: Path) -> Path:
        """Move a file, damaged or not, to the folder of removed ones and return its path there; or FileProblem."""
        folder = path.parent / REMOVED
        make_folder(folder)
        target = free_path(folder, path.stem, SUFFIX)
        move(path, target)
        return target

    def removed(self) -> tuple[CampaignEntry, ...]:
        """Return what was removed and can be taken back, by name."""
        return list_campaigns(self.folder / REMOVED)

    def restore(self, removed: Path) -> Path:
        """Bring a removed file back and return its path, a new one when its name has been taken; or FileProblem."""
        target = free_path(self.folder, removed.stem, SUFFIX)
        move(removed, target)
        return target

    def delete(self, removed: Path) -> None:
        """Delete a removed file for good; FileProblem when it cannot be done."""
        try:
            removed.unlink()
        except OSError as error:
            raise problem(error, removed) from error


def list_campaigns(folder: Path) -> tuple[CampaignEntry, ...]:
    """Return the campaigns in `folder`, by name; a damaged file is among them with the reason."""
    paths: list[Path] = []
    with contextlib.suppress(OSError):
        paths = [path for path in folder.iterdir() if path.name.endswith(SUFFIX) and path.is_file()]
    return tuple(sorted(map(_entry, paths), key=lambda each: (each.name.casefold(), each.path.name)))


def _entry(path: Path) -> CampaignEntry:
    try:
        found = read_campaign(path)
    except (CampaignFileError, FileProblem) as error:
        return CampaignEntry(path, path.stem, damaged=error)
    return CampaignEntry(path, found.campaign.name or path.stem, found.campaign, newer=found.newer)

"""The files of campaigns: open, make, remove and restore them, show earlier versions, export the log, tell problems."""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from bones_desktop.desk.desk import Desk, FileTrouble, Notices
from bones_desktop.desk.documents import documents_folder
from bones_desktop.desk.versionsdialog import VersionsDialog
from bones_desktop.document.bones.campaigndocument import CampaignDocument
from bones_desktop.pages.campaign.campaignpanel import member_name, played_on, session_title
from bones_desktop.rules.bones.life.campaigns import Campaign, new_campaign
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.typedtext import strip_bidi
from bones_desktop.storage.campaignfile import CAMPAIGNS, SUFFIX, CampaignFolder
from bones_desktop.storage.files.characterfile import new_id
from bones_desktop.storage.files.datafile import DataFileError
from bones_desktop.storage.files.locations import free_name
from bones_desktop.storage.files.textfiles import FileProblem, save_bytes
from bones_desktop.storage.files.versions import Version
from bones_desktop.widgets.lists.line import Ground, Line, LineLook
from bones_desktop.widgets.lists.linelist import LineList
from bones_desktop.widgets.popups import ask_where
from bones_desktop.widgets.text.messages import BannerAction
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _
from bones_desktop.wording.log import campaign_to_markdown
from bones_desktop.wording.seasons import game_date_words
from bones_desktop.wording.versions import back_words, short_words


class CampaignNotices(Notices):
    """Reports problems with campaigns.

    A step that was refused is not repeated: the user has to make it again. Actions offered for the open campaign
    disappear when that campaign is closed, so that they cannot affect another campaign.
    """

    failed = Signal()
    """Emitted when a problem with a file was reported."""

    def __init__(self, desk: Desk, campaigns: CampaignDocument, show_versions: Callable[[Path], None]) -> None:
        """Report problems; `show_versions` shows the earlier versions of a damaged file."""
        super().__init__(desk.notices.banner, desk.notices.toast, desk.locations.roll_log, desk.messages)
        self._campaigns = campaigns
        self._versions = desk.versions
        self._show_versions = show_versions
        self._offered: Path | None = None
        """The campaign file for which the banner offers actions; None if it offers none."""
        campaigns.changed.connect(self._withdraw)
        self.banner.changed.connect(self._forget)

    @property
    def is_asking(self) -> bool:
        """True if the message offers actions on the open campaign."""
        return self._offered is not None

    def report(self, error: FileTrouble | RulesError, actions: Sequence[BannerAction] = ()) -> None:
        """Show the problem with actions that help. A damaged file may have earlier versions."""
        if isinstance(error, RulesError):
            self.refuse(error.reason)
            return
        ours = error.path == self._campaigns.path
        actions = actions or (self._actions(error) if ours else self._actions_of_other(error))
        self.banner.show_message(
            self._changed_words(error) if ours and error.code == "changed-outside" else file_sentence(error),
            tone="bad",
            actions=actions,
        )
        # Set after the message is shown, because showing it emits `changed`, which clears `_offered`.
        if ours and actions:
            self._offered = error.path
        self.failed.emit()

    def _changed_words(self, error: FileProblem | DataFileError) -> str:
        text = _(
            "Something else has changed {name} since it was opened. Nothing was written. Keep your version or use the "
            "version on disk, then do again what you did last."
        )
        return text.format(name=strip_bidi(error.path.name))

    def _actions(self, error: FileProblem | DataFileError) -> tuple[BannerAction, ...]:
        keep = BannerAction(_("Keep mine"), partial(self._act, error.path, self._keep_mine))
        if error.code == "changed-outside":
            take = partial(self._act, error.path, self._campaigns.take_from_disk)
            return (keep, BannerAction(_("Use the version on disk"), take))
        if error.code == "file-gone":
            return (BannerAction(_("Save it again"), keep.call),)
        return (keep,) if isinstance(error, DataFileError) else ()

    def _act(self, path: Path, act: Callable[[], None]) -> None:
        # The button may be pressed after another campaign was opened.
        if path == self._campaigns.path:
            self.attempt(act)

    def _actions_of_other(self, error: FileProblem | DataFileError) -> tuple[BannerAction, ...]:
        # Versions are found by the id of the campaign.
        if isinstance(error, DataFileError) and self._versions.id_for(error.path, SUFFIX):
            return (BannerAction(_("Earlier versions…"), partial(self._show_versions, error.path)),)
        return ()

    def _keep_mine(self) -> None:
        self._campaigns.write_again()
        self.banner.show_message(_("Saved."), tone="good", seconds=4)

    def _withdraw(self) -> None:
        if self._offered is not None and self._offered != self._campaigns.path:
            self.banner.dismiss()

    def _forget(self) -> None:
        self._offered = None


class CampaignFiles(QObject):
    """Creates, opens, removes and restores campaigns. None of the methods raises an error."""

    leaving = Signal()
    """Emitted before the open campaign is replaced or closed: text being typed must be saved now."""
    campaigns_changed = Signal()
    """Emitted when the campaigns in the folder have changed."""

    def __init__(self, campaigns: CampaignDocument, folder: CampaignFolder, notices: Notices, parent: QObject) -> None:
        super().__init__(parent)
        self._notices = notices
        self._campaigns = campaigns
        self.folder = folder
        self.last_removed: Path | None = None
        """Path of the campaign removed last, until it is restored."""

    def has_any(self, campaigns: Collection[str]) -> bool:
        """Return whether a campaign with one of these ids is open or may be in the folder.

        An unreadable campaign may have any id.
        """
        opened = self._campaigns.campaign
        return (
            (opened is not None and opened.id in campaigns)
            or self.folder.trouble() is not None
            or any(entry.value is None or entry.value.id in campaigns for entry in self.folder.entries())
        )

    def create(self, name: str) -> None:
        """Make a campaign with this name and open it."""
        campaign = new_campaign(new_id(), name)
        self._notices.attempt(lambda: self._open(self.folder.create(campaign)))

    def open(self, path: Path) -> None:
        """Open the campaign at `path`. If that fails, the campaign that is open now stays open."""
        # Opening the open campaign again would lose its undo history.
        if path != self._campaigns.path:
            self._notices.attempt(partial(self._open, path))

    def follow_name(self) -> None:
        """Rename the open campaign's file after the campaign."""
        self._notices.attempt(self._follow_name)

    def remove(self, path: Path) -> None:
        """Remove a campaign from the folder, open or not. It can be restored."""
        self._notices.attempt(partial(self._remove, path))

    def bring_back(self, removed: Path) -> None:
        """Restore a removed campaign and open it."""
        self._notices.attempt(partial(self._restore, removed))

    def _open(self, path: Path) -> None:
        self.leaving.emit()
        self._campaigns.open(path)
        self.campaigns_changed.emit()

    def _follow_name(self) -> None:
        campaign, path = self._campaigns.campaign, self._campaigns.path
        if campaign is None or path is None:
            return
        target = self.folder.rename(path, campaign.name)
        if target != path:
            self._campaigns.moved(target)
            self.campaigns_changed.emit()

    def _remove(self, path: Path) -> None:
        # Emitted before the file moves, so that text being typed is still saved into it.
        if path == self._campaigns.path:
            self.leaving.emit()
        self.last_removed = self.folder.remove(path)
        if path == self._campaigns.path:
            self._campaigns.close()
        self.campaigns_changed.emit()

    def _restore(self, removed: Path) -> None:
        path = self.folder.restore(removed)
        if removed == self.last_removed:
            self.last_removed = None
        self._open(path)


def ask_log_file(campaigns: CampaignDocument, notices: Notices, page: QWidget) -> None:
    """Ask for a file and write the log of the open campaign there. Returns immediately."""
    campaign = campaigns.campaign
    if campaign is not None:
        name = free_name(campaign.name or _("Campaign log"), ".md", ())
        title, kinds = _("Export the campaign log"), _("Markdown (*.md)")
        ask_where(page, title, documents_folder() / name, ".md", kinds, partial(write_log_file, campaigns, notices))


def write_log_file(campaigns: CampaignDocument, notices: Notices, target: Path) -> None:
    """Write the log of the open campaign completely or not at all, and report the result."""
    campaign = campaigns.campaign
    if campaign is None:
        return
    names = {each.member.id: member_name(each) for each in campaigns.members()}
    # A name may contain a lone surrogate, which UTF-8 cannot encode.
    text = campaign_to_markdown(campaign, names).encode("utf-8", "replace")
    if notices.attempt(partial(save_bytes, target, text)):
        notices.say(_("Written to {}.").format(target))


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

    def __init__(
        self,
        desk: Desk,
        campaigns: CampaignDocument,
        files: CampaignFiles,
        flush: Callable[[], object],
        notices: Notices,
    ) -> None:
        """`flush` saves text being typed on the page."""
        super().__init__(desk.window)
        self._desk = desk
        self._campaigns = campaigns
        self._files, self._flush = files, flush
        self._notices = notices
        self._versions = desk.versions
        self._folder = files.folder

    def show(self) -> None:
        """Show versions of the open campaign."""
        # Save text being typed first, because it is a part of the campaign "as it is now".
        self._flush()
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
        self._flush()
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
        self._files.follow_name()

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

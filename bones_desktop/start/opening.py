"""What the program opens with: the files asked for, the file open last time, or the invitation of a first start."""

import logging
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Signal

from bones_desktop.desk.desk import Desk
from bones_desktop.desk.mainwindow import CHARACTER_PAGES
from bones_desktop.desk.savetroubles import SaveTroubles
from bones_desktop.pages.shelf.fileactions import FileActions
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.making.edits import new_character
from bones_desktop.storage.files.characterfile import SUFFIX, CharacterFileError, new_id, read_character
from bones_desktop.storage.files.locations import shipped
from bones_desktop.storage.files.textfiles import FileProblem, may_be_there
from bones_desktop.widgets.text.messages import BannerAction
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _

INVITATION: Final = "ragnar-half-done"
"""The sample that a first start opens with: to finish it is the invitation."""

CAMPAIGN: Final = ".bones-campaign"
FIGHT: Final = ".bones-fight"
"""Suffixes as in `storage.campaign.campaignfile` and `storage.fights.fightfile`, which a start need not load."""

log = logging.getLogger("bones_desktop")


class Opening(QObject):
    """Opens the character and returns the page to begin with, and reports what is special about this start."""

    how_wanted = Signal()
    """A newcomer wants to be shown how."""

    def __init__(self, desk: Desk, files: FileActions, troubles: SaveTroubles) -> None:
        super().__init__(desk.window)
        self._desk = desk
        self._files = files
        self._settings = desk.settings
        self._banner = desk.notices.banner
        self._troubles = troubles

    def open(self, paths: Sequence[Path], page: str, *, safe: bool) -> str:
        """Open one of `paths`, else the file open last time, else a first character; return the page to show.

        `page` is the page of last time. A `safe` start opens only `paths`.
        """
        shown = self._open(paths, page, safe=safe)
        if self._files.last_failed is not None:
            # To open another file, or to welcome, took away what was said of this one.
            self._files.show_damaged(*self._files.last_failed)
        return shown

    def _open(self, paths: Sequence[Path], page: str, *, safe: bool) -> str:
        if paths:
            self._files.open_all(paths)
            if self._files.is_any_open:
                return page if page in CHARACTER_PAGES else "build"
        if safe:
            return "shelf"
        settings = self._settings.value
        last = Path(settings.last_open) if settings.last_open else None
        if last is not None and may_be_there(last) and self._files.open(last):
            return page or "build"
        for entry in self._desk.shelf.newest():
            if entry.damaged is None and self._files.open(entry.path):
                return "shelf"
        if settings.first_start_done:
            return "shelf"
        self._make_first()
        return "build"

    def report_start(self, damaged_settings: Path | None, *, safe: bool) -> None:
        """Report that the settings were damaged, and where they are kept now, or that this is a safe start."""
        if damaged_settings is not None:
            text = _("The settings were damaged; the usual ones are used. The damaged file is kept as {}.")
            self._banner.show_message(text.format(damaged_settings.name), tone="warn")
        elif (trouble := self._desk.shelf.trouble()) is not None:
            self._banner.show_message(file_sentence(trouble), tone="warn")
        elif safe:
            text = _("This is a safe start: the usual layout, and nothing opened by itself.")
            self._banner.show_message(text, tone="warn")

    def _make_first(self) -> None:
        try:
            path = self._desk.shelf.create(first_character(new_id(), self._settings.value.house_rules))
        except (FileProblem, CharacterFileError) as error:
            log.warning("first character not saved: %s", error)
            self._troubles.show_error(error)
            return
        if self._files.open(path):
            self._banner.show_message(
                self._welcome(),
                actions=[
                    BannerAction(_("Show me how"), self.how_wanted.emit),
                    BannerAction(_("Start empty"), self._files.start_empty),
                ],
            )

    def end_welcome(self) -> None:
        """Take the welcome away once what it offers was chosen elsewhere; other messages stay."""
        if self._banner.text == self._welcome():
            self._banner.dismiss()

    def _welcome(self) -> str:
        return _("Welcome. Ragnar is half done: finish his dice, or start with an empty character of your own.")


class OtherFiles:
    """Files that are no characters: packs are taken in, a campaign or a fight is opened where it lies, on its page."""

    def __init__(
        self,
        take_packs: Callable[[Sequence[Path]], tuple[Path, ...]],
        kinds: Mapping[str, tuple[str, Callable[[Path], None]]],
        show_page: Callable[[str], None],
    ) -> None:
        """`take_packs` returns what is no pack. `kinds` has by suffix the page of a kind and what opens its files."""
        self._take_packs = take_packs
        self._kinds = kinds
        self._show_page = show_page
        self._held: list[Path] = []

    def take_in(self, paths: Sequence[Path]) -> tuple[Path, ...]:
        """Take in and open what is no character among `paths`, and return the others."""
        characters = self.hold(paths)
        self.open_held()
        return characters

    def hold(self, paths: Sequence[Path]) -> tuple[Path, ...]:
        """Take packs in, hold campaigns and fights until `open_held`, and return the others."""
        left = self._take_packs(paths)
        self._held += [path.absolute() for path in left if path.suffix.casefold() in self._kinds]
        return tuple(path for path in left if path.suffix.casefold() not in self._kinds)

    def open_held(self) -> None:
        """Open what is held, and show the page of the last one."""
        held, self._held = self._held, []
        for path in held:
            page, open_ = self._kinds[path.suffix.casefold()]
            self._show_page(page)
            open_(path)


def first_character(id: str, house_rules: HouseRules) -> Character:
    """Return a copy of the invitation as the user's own; an empty character when the sample cannot be read."""
    try:
        sample = read_character(shipped("resources") / "games" / "bones" / "samples" / f"{INVITATION}{SUFFIX}").value
    except (FileProblem, CharacterFileError):
        return new_character(id, house_rules=house_rules)
    return sample.with_(id=id, house_rules=house_rules)

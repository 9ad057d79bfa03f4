"""Creating, opening and naming character files, and their earlier versions."""

import itertools
import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from bones_desktop.desk.desk import Desk, FileTrouble
from bones_desktop.document.session import Session
from bones_desktop.rules.bones.making.edits import new_character, set_text
from bones_desktop.rules.bones.making.sheet import derive
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.typedtext import strip_bidi
from bones_desktop.storage.files.characterfile import CHARACTERS, SUFFIX, CharacterFileError, new_id
from bones_desktop.storage.files.locations import UNNAMED
from bones_desktop.storage.files.textfiles import FileProblem, may_be_there
from bones_desktop.storage.files.versions import Version
from bones_desktop.storage.shelfcatalogue import of_its_own
from bones_desktop.storage.shelfentry import ShelfEntry
from bones_desktop.widgets.localized import short_moment
from bones_desktop.widgets.text.messages import BannerAction
from bones_desktop.wording.files import file_sentence, size_text
from bones_desktop.wording.language import _
from bones_desktop.wording.names import short_name

if TYPE_CHECKING:
    from bones_desktop.pages.shelf.newdialog import Start
    from bones_desktop.printing.columns import Columns
    from bones_desktop.rules.bones.book.character import Character
    from bones_desktop.rules.bones.making.sheet import Sheet
_VERSIONS: Final = 340
"""Width of the list of versions at 100 % text size. It leaves room for the words about the changes."""
WAIT_MS: Final = 2_000
"""Milliseconds between the last write and the naming of the file.

The wait is needed because the name may not be fully typed yet.
"""
_MOST_COPIES: Final = 3
"""Greatest number of copies that get a button, because no more buttons fit in a line."""
# Matches the stem of a file that has the default name, with or without a number.
_NOBODYS: Final = re.compile(rf"{re.escape(UNNAMED)}(?: \([0-9]+\))?\Z")


def is_known(game: str) -> bool:
    """Return whether the program has a smaller game with this id."""
    # Imported late: at its start the program opens a file but creates none.
    from bones_desktop.storage.games import game_of

    return game_of(game) is not None


def _instead(made: "Character", _now: "Character") -> "Character":
    return made


def _read_version(version: Version) -> tuple[str, Any]:
    # Imported late: not needed when the program starts.
    from bones_desktop.storage.games import read_any

    stored, found = read_any(version.path)
    return stored.game.id, found.value


class FileActions(QObject):
    """Actions on character files. Each public method is one action.

    Errors are shown in the banner; no public method raises an error.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.window)
        self._desk = desk
        self.last_failed: tuple[Path, FileTrouble] | None = None
        """The last file that could not be opened, and the error."""

    @property
    def is_any_open(self) -> bool:
        """True if a character of any game is open."""
        return self._desk.opened.path is not None

    def new(self) -> None:
        """Ask how to begin, and make a character."""
        # Imported late: not needed when the program starts.
        from bones_desktop.pages.shelf.newdialog import NewDialog, sample_starts

        desk, game = self._desk, self._desk.games.in_view.game
        dialog = NewDialog(desk.theme, desk.document.rulebook, sample_starts(), desk.window, game=game)
        dialog.start_selected.connect(self.make)
        dialog.open()

    def make(self, start: "Start", name: str) -> None:
        """Make a character from `start`, put it on the shelf and open it.

        If `start` is a text, a dialog shows it first.
        """
        if start.source == "text":
            self.make_from_text(name)
            return
        if start.source == "surprise":
            self.surprise(name)
            return
        if start.source in {"game", "game-sample"}:
            self._make_other(*start.id.partition("/")[::2], name)
            return
        # Imported late: not needed when the program starts.
        from bones_desktop.pages.shelf.newdialog import character_of

        try:
            character = character_of(start, self._desk.document.rulebook, self._desk.settings.value.house_rules)
            if name:
                character = set_text(character, "name", name)
        except (FileProblem, CharacterFileError, RulesError) as error:
            self._desk.notices.report(error)
        else:
            self._put(character)

    def _make_other(self, game: str, sample: str, name: str) -> None:
        """Make a character of a smaller game and open it. It is a copy of `sample`, or empty for ""."""
        # Imported late: not needed when the program starts.
        from bones_desktop.storage.games import game_of

        small = game_of(game)
        if small is None:
            return
        try:
            who = small.new(new_id()).with_(name=name)
            if sample:
                found = small.sample(sample)
                who = found.with_(id=who.id, name=name or found.name)
        except (FileProblem, CharacterFileError) as error:
            self._desk.notices.report(error)
        else:
            self._put(who, game)

    def make_from_text(self, name: str = "") -> None:
        """Show a field for a stat block. Paste the clipboard's text if it mentions a die."""
        # Imported late: not needed when the program starts.
        from bones_desktop.rules.bones.text.blocktext import names_dice

        copied = QGuiApplication.clipboard().text()
        self._read_text(copied if names_dice(self._desk.document.rulebook, copied) else "", name)

    def paste_text(self) -> bool:
        """Show the clipboard's text as a stat block if it looks like one. Return whether it was used.

        Characters of smaller games in the text are created immediately.
        """
        # Imported late: not needed when the program starts.
        from bones_desktop.rules.bones.text.blocktext import looks_like_block
        from bones_desktop.storage.files.sharedtext import read_shared
        from bones_desktop.storage.games import read_shared_games

        copied = QGuiApplication.clipboard().text()
        others = read_shared_games(copied)
        for game, who in others:
            # Pasting the same text twice should make two characters, so each gets a new id.
            self._put(who.with_(id=new_id()), game.game.id)
        rulebook = self._desk.document.rulebook
        shared = read_shared(rulebook, copied) is not None
        if others and not shared:
            return True
        is_block = shared or looks_like_block(rulebook, copied)
        if is_block:
            self._read_text(copied, "")
        return is_block

    def _read_text(self, text: str, name: str) -> None:
        # Imported late: not needed when the program starts.
        from bones_desktop.pages.shelf.pastedialog import PasteDialog

        dialog = PasteDialog(self._desk.theme, self._desk.document.rulebook, text, name, self._desk.window)

        def put(made: "Character") -> None:
            # A shared text contains house rules. A stat block from a book does not, so the character gets the user's
            # house rules.
            self._put(made if dialog.is_whole(made) else made.with_(house_rules=self._desk.settings.value.house_rules))

        dialog.made.connect(put)
        dialog.open()

    def surprise(self, name: str = "") -> None:
        """Show random characters until the user keeps one, or complete the open character at random.

        `name` replaces the random name.
        """
        # Imported late: not needed when the program starts.
        from bones_desktop.pages.shelf.newdialog import SurpriseDialog
        from bones_desktop.rules.bones.making.surprise import has_open

        desk, rulebook = self._desk, self._desk.document.rulebook
        in_view = desk.games.in_view.game == CHARACTERS.system and desk.session.path is not None
        opened = desk.document.character if in_view and not name else None
        # A complete or read-only character has no choices left to draw.
        if opened is not None and (desk.document.read_only or not has_open(rulebook, opened)):
            opened = None
        dialog = SurpriseDialog(
            desk.theme,
            rulebook,
            opened,
            desk.settings.value.house_rules,
            desk.window,
            printed_only=desk.settings.value.printed_templates_only,
        )
        dialog.made.connect(partial(self._put_named, name))
        dialog.filled.connect(self._fill)
        dialog.open()

    def _put_named(self, name: str, made: "Character") -> None:
        self._put(made.with_(name=name or made.name))

    def _fill(self, made: "Character") -> None:
        """Replace the open character with `made`, the same character with its missing choices drawn."""
        self._desk.document.apply(_("Surprise me"), partial(_instead, made))

    def start_empty(self) -> None:
        """Create an empty Cold Iron character and open it."""
        # Imported late: not needed when the program starts.
        from bones_desktop.pages.shelf.newdialog import Start

        self.make(Start("cold-iron", "", "", ""), "")

    def ask_open(self) -> None:
        """Ask for a file and open it without copying it to the shelf.

        A file that is not a character opens on the page for its kind.
        """
        dialog = self._desk.take_dialog(_("Open a character"))
        dialog.fileSelected.connect(self._open_chosen)
        dialog.open()

    def _open_chosen(self, name: str) -> None:
        self.open_all(self._desk.take_others([Path(name)]))

    def open(self, path: Path) -> bool:
        """Open a file; return whether this worked. For a damaged file, the banner offers earlier versions."""
        if not self._open(path):
            return False
        self._desk.events.shelf_changed.emit((path,))
        return True

    def work_on(self, path: Path) -> bool:
        """Open a file at the user's request and show the character; return whether this worked."""
        opened = self.open(path)
        if opened:
            self._desk.navigation.show_character()
            self._tell_of_copies(path)
        return opened

    def _tell_of_copies(self, path: Path) -> None:
        """Offer a choice if several files contain the character that was just opened."""
        others = self._desk.shelf.copies(path)
        if not others:
            return
        known = self._desk.shelf.catalogue.by_file()
        files = (path, *others)
        text = _("{n} files hold {name}. Keep one of them, or make each a separate character.")
        name = self._desk.opened.value.name or _("No name yet")
        changed = [
            _("{file}: changed {when}").format(file=strip_bidi(each.name), when=short_moment(entry.modified))
            for each in files
            if (entry := known.get(each.name)) is not None
        ]
        keep = [
            BannerAction(_("Keep {file}").format(file=short_name(each.name)), partial(self._keep, each, files))
            for each in files[:_MOST_COPIES]
        ]
        both = BannerAction(_("Keep all"), partial(self._separate, others))
        self._desk.notices.banner.show_message(
            text.format(n=len(files), name=name), details="\n".join(changed), tone="warn", actions=[*keep, both]
        )

    def _keep(self, path: Path, files: Sequence[Path]) -> None:
        """Open one of the files with the same character and remove the others. Removed files can be restored."""
        # Remove nothing if the file to keep cannot be read.
        if not self.open(path):
            return
        self._remove_copies([each for each in files if each != path])
        words = _("Only {file} is kept. The removed files can be brought back on the Shelf.")
        self._desk.notices.say(words.format(file=strip_bidi(path.name)), tone="good")

    def _separate(self, copies: Sequence[Path]) -> None:
        """Give the character in each of these files a new id, so that they become different characters."""
        known = self._desk.shelf.catalogue.by_file()
        try:
            for each in copies:
                entry = known.get(each.name)
                # Write the new file before removing the old one, so that an error in between loses nothing.
                self._desk.shelf.duplicate(each, each.stem if entry is None else entry.name)
                self._remove_copies([each])
        except (FileProblem, CharacterFileError) as error:
            self._desk.notices.report(error)

    def _remove_copies(self, paths: Sequence[Path]) -> None:
        try:
            for each in paths:
                self._desk.shelf.remove(each)
                self._desk.events.removed.emit(each)
        except FileProblem as error:
            self._desk.notices.report(error)
        self._desk.events.shelf_changed.emit(())

    def open_another(self) -> None:
        """Open the most recently changed character after the open one was removed.

        If the shelf is empty, open an empty character. It gets a file when it is first changed.
        """
        for entry in self._desk.shelf.newest():
            if entry.damaged is None and self._open(entry.path):
                return
        self._desk.document.open(new_character(new_id(), house_rules=self._desk.settings.value.house_rules))
        self._desk.games.leave()

    def open_all(self, paths: Sequence[Path]) -> None:
        """Open files passed by the operating system.

        The last file is opened. The others are imported unless they are on the shelf already.
        """
        failed: list[tuple[Path, FileTrouble]] = []
        for path in paths[:-1]:
            try:
                self._desk.shelf.import_file(path)
            except (FileProblem, CharacterFileError) as error:
                failed.append((path, error))
        last = self._from_actor(paths[-1]) if paths and paths[-1].suffix.casefold() == ".json" else paths[-1:]
        if last and self.work_on(last[0]) and failed:
            # The error is shown last, because opening a file clears the banner.
            self.show_damaged(*failed[0])

    def _from_actor(self, path: Path) -> Sequence[Path]:
        """Put the character of a Foundry actor on the shelf. Return the path of its file, or nothing if that fails.

        If the shelf already has the same character, return the path of that file.
        """
        # Imported late: seldom needed when the program starts.
        from bones_desktop.storage.games import read_any
        from bones_desktop.storage.shelfcatalogue import read_given

        try:
            found = read_given(path)[1]
            holder = None if found.newer else self._desk.shelf.holder(found.value)
            if holder is not None and read_any(holder)[1].value == found.value:
                return (holder,)
            return (self._desk.shelf.import_file(path),)
        except (FileProblem, CharacterFileError) as error:
            self.show_damaged(path, error)
            return ()

    def versions(self) -> None:
        """Show the earlier versions of the open character."""
        session = self._desk.opened
        saved = session.saved
        if saved is None:
            return
        # Save first, so that the current state is among the versions.
        session.flush()
        game = self._desk.games.in_view.game
        self._choose_version(
            saved.value.id,
            lambda version: (game, saved.version(version)),
            self._bring_back,
            note=_("You can undo bringing one back, and the current character is kept as well."),
            none=_("There are no earlier versions yet. They are kept as you change things."),
            now=session.value,
        )

    def versions_of_damaged(self, entry: ShelfEntry) -> None:
        """Show earlier versions of a damaged file. The selected one is put on the shelf as a new file."""
        self._versions_of(entry.path)

    def show_damaged(self, path: Path, error: FileTrouble) -> None:
        """Report an error with a file, and offer its earlier versions if there are any."""
        self.last_failed = (path, error)
        actions = []
        # A file that is in use or may not be read is not damaged, so no earlier version is offered.
        if isinstance(error, CharacterFileError) and self._desk.versions.id_for(path, SUFFIX):
            actions.append(BannerAction(_("Earlier versions…"), partial(self._versions_of, path)))
        self._desk.notices.report(error, actions)

    def _open(self, path: Path) -> bool:
        before = self._desk.games.in_view
        value, left = before.session.value, before.session.path
        try:
            self._open_any(path)
        except (FileProblem, CharacterFileError) as error:
            if error is not before.session.last_trouble:  # the problem with saving was reported already
                self.show_damaged(path, error)
            return False
        self._desk.events.opened.emit(path)
        # If another program removed the file of the previous character, its content is only in memory.
        if left not in {None, path} and not may_be_there(left):
            self._offer_to_keep(value, left, before.game)
        return True

    def _offer_to_keep(self, value: Any, left: Path, game: str) -> None:  # noqa: ANN401  (a character of that game)
        """Report that the file of the previous character is missing, and offer to save it again."""
        text = file_sentence(FileProblem("file-gone", left))
        keep = BannerAction(_("Save on the shelf"), partial(self._put, of_its_own(value), game))
        self._desk.notices.banner.show_message(text, tone="warn", actions=[keep])

    def _open_any(self, path: Path) -> None:
        # Try BONES first: for a file of another game, its error names that game.
        try:
            self._desk.session.open(path)
        except CharacterFileError as error:
            if not error.is_foreign or not is_known(error.hint):
                raise
            self._desk.games.open(path, error.hint)
        else:
            self._desk.games.leave()

    def _versions_of(self, path: Path) -> None:
        self._choose_version(
            self._desk.versions.id_for(path, SUFFIX) or "",
            _read_version,
            self._put_version,
            note=_("The damaged file is kept. The version you choose is added to the shelf as another file."),
            none=_("No earlier version of this file was kept here. The damaged file is kept."),
        )

    def _put_version(self, found: tuple[str, Any]) -> None:
        game, character = found
        self._put(character, game)

    def _choose_version(
        self,
        owner: str,
        read: Callable[[Version], tuple[str, Any]],
        take: Callable[[tuple[str, Any]], None],
        *,
        note: str,
        none: str,
        now: object = None,
    ) -> None:
        """Show earlier versions of `owner`. `take` receives the game id and the selected version.

        `owner` is the id of a character; "" if it is unknown. `now` is the present character, if it can be read.
        """
        # Imported late: not needed when the program starts.
        from bones_desktop.desk.versionsdialog import VersionsDialog
        from bones_desktop.printing.preview import SheetPreview
        from bones_desktop.wording.versions import changed_words

        preview = SheetPreview(self._desk.theme, self._desk.printing.kit)
        kept = self._desk.versions.list(owner) if owner else ()
        after = {version: later for later, version in itertools.pairwise(kept)}

        def about(version: Version) -> str:
            """Return what changed between this version and the next. Only versions in view are asked for."""
            if version not in after and now is None:
                return _("The latest version kept")
            try:
                later = read(after[version])[1] if version in after else now
                changes = changed_words(read(version)[1], later)
            except (FileProblem, CharacterFileError):
                return size_text(version.size)
            return _("Later: {changes}").format(changes=changes)

        def show(found: tuple[str, Any]) -> None:
            preview.set_sheet(self._sheet(*found))

        dialog = VersionsDialog(
            self._desk.theme,
            kept,
            read,
            preview,
            show,
            about=about,
            list_width=_VERSIONS,
            title=_("Earlier versions"),
            note=note,
            none=none,
            trouble=self._desk.versions.trouble(owner),
            parent=self._desk.window,
        )
        dialog.version_selected.connect(take)
        dialog.open()

    def _sheet(self, game: str, character: Any) -> "Sheet | Columns":  # noqa: ANN401  (a character of that game)
        """Return the sheet of a character as it would be printed."""
        if game == CHARACTERS.system:
            return derive(self._desk.document.rulebook, character)
        # Imported late: not needed when the program starts.
        from bones_desktop.printing.gameform import game_sheet
        from bones_desktop.storage.games import SMALL_GAMES

        small = next(each for each in SMALL_GAMES if each.game.id == game)
        return game_sheet(small, character)

    def _put(self, character: Any, game: str = CHARACTERS.system) -> None:  # noqa: ANN401  (a character of that game)
        """Put a character on the shelf and open it on the page for editing."""
        try:
            if self.work_on(self._desk.shelf.create(character, game=game)):
                self._desk.navigation.show_made()
        except (FileProblem, CharacterFileError) as error:
            self._desk.notices.report(error)

    def _bring_back(self, found: tuple[str, Any]) -> None:
        session = self._desk.opened
        _game, character = found
        # Rolls made since that version were already dealt with, so their effects must not be offered again.
        character = character.with_(done_acts=session.value.done_acts)
        try:
            session.bring_back(_("Bring back an earlier version"), character)
        except RulesError as error:
            self._desk.notices.report(error)


class FileNameFollower(QObject):
    """Renames the open file once after the character gets a name, only for files on the shelf.

    If this is impossible, the file keeps its name and no message is shown.
    """

    def __init__(self, session: Session[Any], desk: Desk) -> None:
        super().__init__(desk.window)
        self._session = session
        self._desk = desk
        self._soon = QTimer(self, singleShot=True, interval=WAIT_MS)
        self._soon.timeout.connect(self._follow)
        session.file_saved.connect(self._soon.start)
        session.opened.connect(self._begin)
        desk.at_end.append(self._soon.stop)

    def _begin(self) -> None:
        self._soon.start()

    def _follow(self) -> None:
        session = self._session
        path, saved, name = session.path, session.saved, session.value.name.strip()
        # Rename only files named by the program, never files named by the user.
        if path is None or saved is None or saved.read_only or not name or not _NOBODYS.match(path.stem):
            return
        # Files elsewhere were named by the user or another program.
        if path.parent != self._desk.shelf.folder:
            return
        if not session.is_saved or QApplication.activeModalWidget() is not None:
            self._soon.start()  # a dialog may be using this file; try again later
            return
        try:
            # If another program has changed the file, do not rename it.
            new = path if saved.changed_outside() else self._desk.shelf.rename(path, name)
        except FileProblem:
            return
        if new != path:
            session.moved(new)
            self._desk.events.moved.emit(path, new)
            self._desk.events.shelf_changed.emit(())

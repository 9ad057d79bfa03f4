"""The scenes of one smaller game: their files, the page, and who can be added."""

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from operator import methodcaller
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject

from bones_desktop.desk.desk import Desk, DocumentHistory, OpenedGame
from bones_desktop.desk.playroom import PlayRoom
from bones_desktop.document.document import Change, Document
from bones_desktop.document.session import Session
from bones_desktop.pages.games.scenecards import SceneSeat
from bones_desktop.pages.games.scenepage import ScenePage
from bones_desktop.rules.scenes import Scene, SceneFighter, rules_of
from bones_desktop.start.campaignpages import CampaignPages
from bones_desktop.storage.campaignfile import scene_form
from bones_desktop.storage.files.characterfile import new_id
from bones_desktop.storage.files.datafile import DataFileError, ValueFolder
from bones_desktop.storage.files.saving import FileStore
from bones_desktop.storage.files.textfiles import FileProblem, is_there
from bones_desktop.storage.files.undohistory import UndoHistories
from bones_desktop.storage.games import StoredGame, read_any
from bones_desktop.theme.motion import Speed
from bones_desktop.widgets.choice.buttons import kept_action, kept_menu
from bones_desktop.widgets.plaintext import without_mnemonic
from bones_desktop.widgets.text.messages import BannerAction
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _

if TYPE_CHECKING:
    from bones_desktop.play.sceneplay import ScenePlay

_SAMPLE: Final = "sample:"
_FILE: Final = "file:"


class ScenePages(QObject):
    """Owns the open scene of a game, its file and its page. A scene gets its file with the first step made in it."""

    def __init__(
        self,
        small: StoredGame[Any, Any],
        desk: Desk,
        room: PlayRoom,
        opened: OpenedGame,
        document: Document[Any],
        campaigns: CampaignPages,
        pace: Callable[[], tuple[Speed, bool]],
    ) -> None:
        """Use the characters of the game that is `opened`; one is in `document`. `pace` returns how dice move."""
        super().__init__(desk.window)
        self._small, self._desk, self._room, self._opened, self._pace = small, desk, room, opened, pace
        self._document, self._campaigns = document, campaigns
        kind = rules_of(small.game).scene
        form = scene_form(small)
        self.folder: ValueFolder[Scene] = ValueFolder(form, desk.locations.fights / small.game.id)
        self.document: Document[Scene] = Document(self._new(""), self)
        histories: UndoHistories[Scene] = UndoHistories(
            desk.locations.undo / f"scenes-{small.game.id}", kind, desk.versions.troubled
        )
        store = FileStore(form, desk.versions, desk.clock)
        self.session: Session[Scene] = Session(self.document, store, histories, self)
        self.session.give_file = self.folder.create
        self.session.trouble.connect(self._tell_unsaved)
        self.session.recovered.connect(desk.window.banner.dismiss)
        self.session.reloaded.connect(desk.window.tell_reloaded)
        desk.window.unsaved.follow(self.session, _("The scene is not saved."), self._tell_unsaved)
        desk.kept.append(self.session)
        # The stack emits signals while it is deleted, when its page no longer exists.
        desk.at_end += [partial(self.document.undo_stack.blockSignals, True), self.session.flush]

    @cached_property
    def play(self) -> "ScenePlay":
        """The object that rolls dice for the scene."""
        return self._room.scene_play(self.document, self._small, self._opened.files, self.file_of)

    @cached_property
    def page(self) -> ScenePage:
        """The Scene page. The scene that was changed last is opened with it."""
        desk, window = self._desk, self._desk.window
        self._open_latest()
        seat = SceneSeat(self._small, self._pace, self.document, self.play)
        page = ScenePage(seat, desk.theme, self.newcomers, self.make, self.add_all, window)
        page.refused.connect(desk.notices.refuse)
        self.play.thrown.connect(self._show_dice)
        self.play.told.connect(self._tell_players)
        self.play.journal.refused.connect(desk.notices.refuse)
        self.play.journal.trouble.connect(desk.notices.report)
        self._rename = kept_action(page.menu, _("Rename…"), self.ask_name)
        page.menu.addAction(_("New scene…"), self.ask_new)
        self._others = kept_menu(page.menu, _("Open a scene"))
        self._removed = kept_menu(page.menu, _("Bring back a scene"))
        self._remove = kept_action(page.menu, _("Remove this scene"), self.remove)
        page.menu.aboutToShow.connect(self._fill_menu)
        self.document.changed.connect(self._changed)
        history = DocumentHistory(self.document, self.session.flush)
        window.give_history(history, self.document.undo_stack.indexChanged, self._small.game.id, "encounter")
        return page

    def entered(self) -> None:
        """Read the files of the fighters again, because the page has come into view."""
        self.play.look_again()

    def file_of(self, character_id: str) -> Path | None:
        """Return the path of a character on the shelf by its id; None if there is no file with this id."""
        opened, who = self._opened.session.path, self._document.value
        if opened is not None and who.id == character_id:
            return opened
        shelf = self._desk.shelf
        for entries in (shelf.known, shelf.entries):
            for entry in entries():
                if entry.id == character_id and not entry.damaged and is_there(entry.path):
                    return entry.path
        return None

    # The players' view.

    def _show_dice(self) -> None:
        self._campaigns.show_fight_dice(self.page.tray, self._whose)

    def _whose(self) -> Sequence[str | None]:
        """Return whose each die on the tray is; None for dice that the players do not see."""
        now = self.play.current
        if now is None:
            return ()
        roller = now.made.roller if now.made is not None else ""
        found = next((each for each in self.document.value.fighters if each.id == roller), None)
        hidden = now.secret or (found is not None and found.hidden)
        whose = found.file if found is not None else ""
        return [None if hidden else whose] * len(self.page.tray.contents.dice)

    def _tell_players(self, title: str, happened: tuple[tuple[str, str], ...], secret: bool) -> None:
        """Show the players what happened; of a secret roll only that there was one."""
        # Imported late: it is only needed once dice are rolled.
        from bones_desktop.play.bones.fightlog import PlayersMessage

        told = PlayersMessage(_("Secret roll")) if secret else PlayersMessage(title, happened)
        self._campaigns.show_fight(told)

    # Who is added.

    def _entries(self) -> list[tuple[str, str]]:
        """Return the path and name of each character of this game on the shelf who is not in the scene."""
        there = {each.file for each in self.document.value.fighters}
        mine = (each for each in self._desk.shelf.entries() if each.game == self._small.game.id and not each.damaged)
        return [(str(each.path), each.name) for each in mine if each.id not in there]

    def newcomers(self) -> Sequence[tuple[str, str]]:
        """Return the characters that can be added: those of the shelf, then samples."""
        samples = [(f"{_SAMPLE}{path.stem}", path) for path in self._small.samples]
        named = [(key, _("{name} (sample)").format(name=read_any(path)[1].value.name)) for key, path in samples]
        return (*((f"{_FILE}{path}", name) for path, name in self._entries()), *named)

    def make(self, key: str, side: str) -> SceneFighter | None:
        """Return a fighter for a key of `newcomers`; None if its file cannot be read, which is reported."""
        sample = key.removeprefix(_SAMPLE) if key.startswith(_SAMPLE) else ""
        path = next((each for each in self._small.samples if each.stem == sample), Path(key.removeprefix(_FILE)))
        try:
            who = read_any(path)[1].value if sample else self._opened.files.read(path)
        except (FileProblem, DataFileError) as error:
            self._desk.notices.report(error)
            return None
        name, kind = who.name or _("No name yet"), rules_of(self._small.game).fighter
        return kind(name=name[:200], side=side, character=who, file="" if sample else who.id)

    def add_all(self) -> None:
        """Add every character of this game on the shelf in one step, on the side of the characters."""
        scene = self.document.value
        side = next((each.side for each in scene.fighters if each.character is not None), _("Party"))
        found = (self.make(f"{_FILE}{path}", side) for path, _name in self._entries())
        new = [each for each in found if each is not None]
        if new:
            self.play.add(new)
        else:
            words = _("No other character of {game} is on the shelf. Make one, or add a sample.")
            self._desk.notices.say(words.format(game=self._small.game.title))

    # Files.

    def ask_name(self) -> None:
        """Ask for a new name of the scene."""
        now = self.document.value.name or _("Scene")
        self.page.ask.ask_name(_("Name of the scene"), _("Rename"), self.rename, now)

    def rename(self, name: str) -> None:
        """Rename the scene. Its file is renamed too."""
        self._desk.notices.attempt(self.document.apply, _("Rename the scene"), methodcaller("with_", name=name))

    def ask_new(self) -> None:
        """Ask for the name of a new scene."""
        self.page.ask.ask_name(_("Name of the new scene"), _("Begin"), self.new)

    def new(self, name: str) -> None:
        """Begin another scene. It can also be prepared for later."""
        self._desk.notices.attempt(self._begin, name)

    def open(self, path: Path) -> None:
        """Open a scene. If that fails, the present one stays open."""
        self._desk.notices.attempt(self.session.open, path)
        self.play.look_again()

    def remove(self) -> None:
        """Move the open scene to the removed ones. It can be restored."""
        self._desk.notices.attempt(self._take_away)

    def bring_back(self, removed: Path) -> None:
        """Restore a removed scene and open it."""
        self._desk.notices.attempt(self._open_restored, removed)

    def _open_restored(self, removed: Path) -> None:
        self.session.open(self.folder.restore(removed))

    def _new(self, name: str) -> Scene:
        return rules_of(self._small.game).scene(id=new_id(), name=name or _("Scene"))

    def _begin(self, name: str) -> None:
        self.session.open(self.folder.create(self._new(name)))

    def _open_latest(self) -> None:
        paths = [each.path for each in self.folder.entries() if each.damaged is None]
        if paths:
            self._desk.notices.attempt(self.session.open, max(paths, key=_changed_at))

    def _take_away(self) -> None:
        path = self.session.path
        if path is None:
            return
        # The file must contain the last step before it is moved, because a restored scene should be complete.
        self.session.flush()
        name = self.document.value.name or _("Scene")
        self.folder.remove(path)
        self.session.forget()
        self.document.open(self._new(""))
        self._desk.notices.say(_("“{name}” was removed; it can be brought back.").format(name=name))

    def _changed(self, change: Change[Scene]) -> None:
        path = self.session.path
        # A change without a name means that another scene was opened. Only a step of the user renames the file.
        if path is not None and change.name and change.before.name != change.after.name:
            self._desk.notices.attempt(self._rename_file, path, change.after.name)

    def _rename_file(self, path: Path, name: str) -> None:
        self.session.moved(self.folder.rename(path, name))

    def _fill_menu(self) -> None:
        path = self.session.path
        for menu, entries, act in (
            (self._others, [each for each in self.folder.entries() if each.path != path], self.open),
            (self._removed, self.folder.removed(), self.bring_back),
        ):
            menu.clear()
            menu.menuAction().setVisible(bool(entries))
            for each in entries:
                menu.addAction(without_mnemonic(each.name), partial(act, each.path))
        self._rename.setVisible(not self.document.read_only)
        self._remove.setVisible(path is not None)

    def _tell_unsaved(self, error: FileProblem | DataFileError) -> None:
        keep = BannerAction(_("Keep mine"), partial(self.session.save, overwrite=True))
        take = BannerAction(_("Take the one on disk"), partial(self._desk.notices.attempt, self.session.take_from_disk))
        actions = {"changed-outside": (keep, take), "file-gone": (keep,)}.get(error.code, ())
        self._desk.window.banner.show_message(file_sentence(error), tone="bad", actions=actions)


def _changed_at(path: Path) -> float:
    return path.stat().st_mtime

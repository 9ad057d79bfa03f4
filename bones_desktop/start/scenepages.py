"""The scenes of one smaller game: their files, the Scene page, and the characters who can be added."""

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bones_desktop.desk.desk import Desk, DocumentHistory, OpenedGame
from bones_desktop.desk.playroom import PlayRoom
from bones_desktop.desk.table.gameview import lying
from bones_desktop.document.document import Change, Document
from bones_desktop.pages.games.scenecards import SceneSeat
from bones_desktop.pages.games.scenepage import ScenePage
from bones_desktop.rules.scenes import Scene, SceneFighter, rules_of
from bones_desktop.start.campaignpages import CampaignPages
from bones_desktop.start.fightfiles import FightFiles, FileWords
from bones_desktop.storage.campaignfile import scene_form
from bones_desktop.storage.files.characterfile import new_id
from bones_desktop.storage.files.datafile import DataFileError
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.games import StoredGame
from bones_desktop.theme.motion import Speed
from bones_desktop.wording.language import _
from bones_desktop.wording.names import listed

if TYPE_CHECKING:
    from bones_desktop.play.sceneplay import ScenePlay

_SAMPLE: Final = "sample:"
_FILE: Final = "file:"


class ScenePages(FightFiles[Scene]):
    """Owns the open scene of a game, its file and its page."""

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
        """Use the characters of the game in `opened`.

        `document` contains the open character; `pace` returns how dice move.
        """
        self._small, self._room, self._opened, self._pace = small, room, opened, pace
        self._document, self._campaigns = document, campaigns
        blank = partial(_new, small)
        # The document belongs to the window like everything that the window's pages show.
        self.document: Document[Scene] = Document(blank(""), desk.window)
        super().__init__(desk, scene_form(small), desk.locations.fights / small.game.id, self.document, blank, _words())

    @cached_property
    def play(self) -> "ScenePlay":
        """The object that rolls dice for the scene."""
        return self._room.scene_play(self.document, self._small, self._opened.files, self.file_of)

    @cached_property
    def page(self) -> ScenePage:
        """The Scene page. When it is created, the scene that was changed last is opened."""
        desk, window = self._desk, self._desk.window
        self._open_latest()
        seat = SceneSeat(self._small, self._pace, self.document, self.play)
        page = ScenePage(seat, desk.theme, self.newcomers, self.make, self.add_all, window)
        page.refused.connect(desk.notices.refuse)
        page.reading.view.spoken.connect(self._tell_roll)
        desk.settings.follow("speech", page.reading.view.set_speech)
        self.play.done.connect(desk.notices.tell)
        self.document.changed.connect(self._tell_turn)
        self.play.thrown.connect(self._show_dice)
        self.play.told.connect(self._tell_players)
        self.play.journal.refused.connect(desk.notices.refuse)
        self.play.journal.trouble.connect(desk.notices.report)
        self._offer_files(page.menu, page.ask)
        history = DocumentHistory(self.document, self.session.flush)
        window.give_history(history, self.document.undo_stack.indexChanged, self._small.game.id, "encounter")
        return page

    def entered(self) -> None:
        """Read the files of the fighters again. Called when the page is shown."""
        self.play.look_again()

    def file_of(self, character_id: str) -> Path | None:
        """Return the path of a character on the shelf by its id; None if there is no file with this id."""
        opened, who = self._opened.session.path, self._document.value
        if opened is not None and who.id == character_id:
            return opened
        return self.on_shelf(character_id)

    def _tell_roll(self, text: str) -> None:
        now = self.play.current
        # The program rolls further dice at once, unless real dice are used.
        if not self.play.due or (now is not None and now.by_hand):
            self._desk.notices.tell(text)

    def _tell_turn(self, change: Change[Scene]) -> None:
        before, now = change.before, change.after
        if not change.name or change.again:
            return
        there = {each.id for each in before.fighters}
        if new := [each.name for each in now.fighters if each.id not in there]:
            self._desk.notices.tell(_("Added: {names}.").format(names=listed(new)))
        if now.turn and (before.round, before.turn) != (now.round, now.turn):
            words = _("{name}’s turn.") if now.round == before.round else _("Round {n}: {name}’s turn.")
            self._desk.notices.tell(words.format(n=now.round, name=now.fighter(now.turn).name))

    # The players' view.

    def _show_dice(self) -> None:
        self._campaigns.show_fight_dice(self.page.tray, self._whose)

    def _whose(self) -> Sequence[str | None]:
        """Return the owner of each die on the tray, by the id of a file; None for dice that the players do not see."""
        now = self.play.current
        if now is None:
            return ()
        # If the roll names no owners, all its dice belong to the person who acts, even the dice rolled against the
        # action.
        rollers = now.rollers or (now.made.roller if now.made is not None else "",) * len(now.fallen)
        there = {each.id: None if each.hidden else each.file for each in self.document.value.fighters}
        return [None if now.secret else there.get(rollers[place], "") for place in lying(now.fallen)[0]]

    def _tell_players(self, title: str, happened: tuple[tuple[str, str], ...], secret: bool) -> None:
        """Show the players what happened. For a secret roll, show only that there was a roll."""
        # Imported late: it is only needed once dice are rolled.
        from bones_desktop.play.bones.fightlog import PlayersMessage

        told = PlayersMessage(_("Secret roll")) if secret else PlayersMessage(title, happened)
        self._campaigns.show_fight(told)

    # Characters that can be added.

    def _entries(self) -> list[tuple[str, str]]:
        """Return the path and name of each character of this game on the shelf who is not in the scene."""
        there = {each.file for each in self.document.value.fighters}
        mine = (each for each in self._desk.shelf.entries() if each.game == self._small.game.id and not each.damaged)
        return [(str(each.path), each.name) for each in mine if each.id not in there]

    def newcomers(self) -> Sequence[tuple[str, str]]:
        """Return key and name of each character that can be added: characters of the shelf, then samples."""
        samples = [(f"{_SAMPLE}{path.stem}", path.stem) for path in self._small.samples]
        named = [(key, _("{name} (sample)").format(name=self._small.sample(stem).name)) for key, stem in samples]
        return (*((f"{_FILE}{path}", name) for path, name in self._entries()), *named)

    def make(self, key: str, side: str) -> SceneFighter | None:
        """Return a fighter for a key of `newcomers`; None if its file cannot be read, which is reported."""
        sample = key.removeprefix(_SAMPLE) if key.startswith(_SAMPLE) else ""
        try:
            who = self._small.sample(sample) if sample else self._opened.files.read(Path(key.removeprefix(_FILE)))
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

    def open(self, path: Path) -> None:
        """Open a scene and read the files of its fighters. If that fails, the current scene stays open."""
        super().open(path)
        self.play.look_again()

    def _open_latest(self) -> None:
        paths = [each.path for each in self.folder.entries() if each.damaged is None]
        if paths:
            self._desk.notices.attempt(self.session.open, max(paths, key=_changed_at))


def _new(small: StoredGame[Any, Any], name: str) -> Scene:
    return rules_of(small.game).scene(id=new_id(), name=name or _("Scene"))


def _words() -> FileWords:
    return FileWords(
        _("Scene"),
        _("Name of the scene"),
        _("Name of the new scene"),
        _("Rename the scene"),
        _("New scene…"),
        _("Open a scene"),
        _("Bring back a scene"),
        _("Remove this scene"),
        _("The scene is not saved."),
    )


def _changed_at(path: Path) -> float:
    return path.stat().st_mtime

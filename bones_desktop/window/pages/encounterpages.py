"""The Fight page over one file at a time: opened when first shown, saved with every step, with undo of its own."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.storage.files.datafile import DataFileError
from bones_desktop.storage.files.textfiles import FileProblem, is_there
from bones_desktop.storage.files.versions import Versions
from bones_desktop.storage.shelf.shelf import Shelf
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.buttons import kept_action, kept_menu
from bones_desktop.widgets.plaintext import without_mnemonic
from bones_desktop.window.pages.tablepages import TablePages
from bones_desktop.window.shell.filepages import FilePages
from bones_desktop.window.shell.mainwindow import MainWindow
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _
from bones_desktop.wording.log import secret_roll
from bones_desktop.wording.names import listed, short_name

if TYPE_CHECKING:
    from bones_desktop.document.bones.campaigndocument import CampaignDocument
    from bones_desktop.document.bones.fightdocument import FightChange, FightDocument, FightSession
    from bones_desktop.play.bones.fightlog import Told
    from bones_desktop.play.bones.fightplay import FightPlay
    from bones_desktop.rules.bones.book.character import Character
    from bones_desktop.rules.bones.fight.roster import Fight
    from bones_desktop.storage.files.valuefolder import ValueFolder
    from bones_desktop.widgets.choice.shelflook import RecentFiles
    from bones_desktop.window.pages.addfighters import Newcomer
    from bones_desktop.window.pages.encounterpage import EncounterPage


@dataclass(frozen=True)
class FightPlaces:
    """Where fights lie, their histories and versions, and which was open last."""

    folder: Path
    undo: Path
    versions: Versions
    clock: Callable[[], datetime]
    last: Callable[[], str]
    """Returns the path of the one open last, "" for none."""


class EncounterPages(FilePages):
    """Owns the fight, its file and its page. A fight gets its file with the first step made in it."""

    fight_changed = Signal(object)
    """The path of the fight now open; None for none."""
    files_written = Signal()
    """Files of characters hold something else now."""
    told = Signal(object)
    """A Told, for everybody at the table."""
    dice_fell = Signal(object, object)
    """The tray dice fell in, and what returns of each whose it is, as PlayersView.watch_fight."""

    def __init__(
        self,
        document: CharacterDocument,
        theme: Theme,
        tables: TablePages,
        shelf: Callable[[], Shelf],
        recent: "RecentFiles",
        places: FightPlaces,
        party: "Callable[[], CampaignDocument]",
        window: MainWindow,
    ) -> None:
        """`party` returns the document of the campaign, which opens that of last time."""
        super().__init__(window)
        self._open = document
        self._theme = theme
        self._tables = tables
        self._shelf = shelf
        self._recent = recent
        self._places = places
        self._party = party
        self._window = window
        self._speed = "normal"
        self._gather = True
        self._told = ""
        """What of the folder the menu has told: it says so once, not each time it opens."""

    @cached_property
    def document(self) -> "FightDocument":
        """The open fight, that of last time at first."""
        from bones_desktop.document.bones.fightdocument import FightDocument

        return FightDocument(lambda: self._open.rulebook, self._new(""), self)

    @cached_property
    def session(self) -> "FightSession":
        """Keeps the fight in its file."""
        from bones_desktop.document.bones.fightdocument import FightSession
        from bones_desktop.rules.bones.fight.roster import Fight
        from bones_desktop.storage.fights.fightfile import FIGHTS
        from bones_desktop.storage.files.saving import FileStore
        from bones_desktop.storage.files.undohistory import UndoHistories

        places = self._places
        session = FightSession(
            self.document,
            FileStore(FIGHTS, places.versions, places.clock),
            UndoHistories(places.undo, Fight, places.versions.troubled),
            self,
        )
        session.give_file = self.folder.create
        session.trouble.connect(self._tell_unsaved)
        session.recovered.connect(self._window.banner.dismiss)
        session.reloaded.connect(self._window.tell_reloaded)
        self._window.unsaved.follow(session, _("The fight is not saved."), self._tell_unsaved)
        session.opened.connect(lambda _path: self.fight_changed.emit(session.path))
        return session

    @cached_property
    def folder(self) -> "ValueFolder[Fight]":
        """The folder of all fights."""
        from bones_desktop.storage.fights.fightfile import FIGHTS
        from bones_desktop.storage.files.valuefolder import ValueFolder

        return ValueFolder(FIGHTS, self._places.folder)

    def fighters(self) -> "tuple[tuple[str, Character], ...]":
        """Return who is in the roster, as they are in the fight, each after the id of its file, "" without one."""
        if "page" not in self.__dict__:
            return ()
        fight = self.document.fight
        return tuple((fight.files.get(each.id, ""), each.now) for each in fight.encounter.fighters)

    @cached_property
    def play(self) -> "FightPlay":
        """Throws and closes rounds."""
        play = self._tables.fight_play(self.document, self.file_of)
        play.refused.connect(self.refused)
        play.trouble.connect(self.trouble)
        play.files_written.connect(self.files_written)
        return play

    @cached_property
    def page(self) -> "EncounterPage":
        """The Fight page."""
        from bones_desktop.window.pages.encounterpage import EncounterPage

        self._open_last(self._places.last(), self.session.open)
        page = EncounterPage(
            self.document, self.play, self._theme,
            [self._window.actions_by_id[step] for step in ("undo", "redo")], self._window,
        )  # fmt: skip
        page.set_speed(self._speed)
        page.set_gather(self._gather)
        page.refused.connect(self.refused)
        page.message.connect(self.message)
        page.add_requested.connect(self.ask_fighters)
        page.new_requested.connect(self.ask_new)
        page.party_requested.connect(self.add_party)
        self._party().changed.connect(lambda _change: self._offer_party(page))
        self._offer_party(page)
        self.play.thrown.connect(lambda _what: self.dice_fell.emit(page.tray, lambda: page.whose))
        self.play.told.connect(self._tell_players)
        menu = page.bar.menu
        self._house_rules = kept_action(menu, "", self.take_house_rules)
        self._rename = kept_action(menu, _("Rename…"), self.ask_name)
        menu.addAction(_("New fight…"), self.ask_new)
        self._others = kept_menu(menu, _("Open a fight"))
        self._removed = kept_menu(menu, _("Bring back a fight"))
        self._remove = kept_action(menu, _("Remove this fight"), self.remove)
        menu.aboutToShow.connect(self._fill_menu)
        self.document.changed.connect(self._changed)
        self._rulebook = self._open.rulebook
        self._open.changed.connect(lambda _change: self._follow_packs())
        self.document.undo_stack.indexChanged.connect(self.history_changed)
        return page

    @property
    def undo_text(self) -> str | None:
        """Name of the step that would be taken back; None when there is none."""
        stack = self.document.undo_stack if self._is_made("page") else None
        return stack.undoText() if stack is not None and stack.canUndo() else None

    @property
    def redo_text(self) -> str | None:
        """Name of the step that would be done again; None when there is none."""
        stack = self.document.undo_stack if self._is_made("page") else None
        return stack.redoText() if stack is not None and stack.canRedo() else None

    def undo(self) -> bool:
        """Take the last step back."""
        self.document.undo_stack.undo()
        return True

    def redo(self) -> bool:
        """Do the step taken back last again."""
        self.document.undo_stack.redo()
        return True

    def entered(self) -> None:
        """See what the files of those who fight say now."""
        self.play.look_again()
        self._offer_party(self.page)

    def file_of(self, character_id: str) -> Path | None:
        """Return where a character of the shelf lies; None when no file of it is there."""
        if character_id == self._open.character.id and (path := self._tables.open_path) is not None:
            return path
        shelf = self._shelf()
        for entries in (shelf.known, shelf.entries):
            for entry in entries():
                if entry.id == character_id and not entry.damaged and is_there(entry.path):
                    return entry.path
        return None

    def ask_fighters(self) -> None:
        """Let fighters be added."""
        from bones_desktop.widgets.choice.shelflook import ShelfLook
        from bones_desktop.window.pages.addfighters import AddFighters

        look = ShelfLook(self._shelf, self, self._recent)
        dialog = AddFighters(
            self._theme, self._open.rulebook, look, self._open.character, self.file_of,
            lambda: self.document.fight, self.page,
        )  # fmt: skip
        dialog.chosen.connect(self.add)
        dialog.finished.connect(lambda _result: look.shutdown())
        dialog.finished.connect(look.deleteLater)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def add(self, newcomers: "tuple[Newcomer, ...]") -> None:
        """Add fighters in one step; a character with a file is in a fight once."""
        from bones_desktop.rules.bones.fight.fighters import without_example
        from bones_desktop.rules.bones.fight.roster import add, change

        def edit(fight: "Fight") -> "Fight":
            for each in newcomers:
                if each.filed and each.character.id in fight.files.values():
                    continue
                fight = add(fight, each.character, side=each.side, number=each.number, filed=each.filed)
                if each.hidden:
                    fight = change(fight, fight.encounter.fighters[-1].id, hidden=True)
            return fight

        names = ", ".join(dict.fromkeys(without_example(each.character.name) for each in newcomers))
        before = self.document.fight
        if not self.document.attempt(_("Add {names}").format(names=names), edit, self.refused.emit):
            return
        if self.document.fight == before:
            self.message.emit(_("{name} is in this fight already.").format(name=names))
            return
        new = self.document.fight.encounter.fighters[len(before.encounter.fighters)]
        self.page.roster.choose_row(new.id)

    def add_party(self) -> None:
        """Add everybody of the open campaign's party who has a file and is not dead, in one step.

        Members hidden from the players are hidden in the fight.
        """
        from bones_desktop.rules.bones.fight.fighters import Health, health
        from bones_desktop.rules.bones.fight.roster import OURS
        from bones_desktop.window.pages.addfighters import Newcomer

        there = self.document.fight.files.values()
        joining, left = list[Newcomer](), list[str]()
        for each in self._party().members():
            one = each.character
            if each.member.id in there:
                continue
            if one is None or health(one) is Health.DEAD:
                left.append(short_name(each.member.name))
            else:
                joining.append(Newcomer(one, OURS, 1, filed=True, hidden=each.member.hidden))
        if joining:
            self.add(tuple(joining))
            self.page.roster.setFocus()  # the button goes
        if left:
            words = _("Not added, because dead or without a file on the shelf: {names}.")
            self.message.emit(words.format(names=listed(left)))

    def _offer_party(self, page: "EncounterPage") -> None:
        """Offer to add the party while somebody of it is not in the fight."""
        campaign, there = self._party().campaign, self.document.fight.files.values()
        missing = campaign is not None and any(each.id not in there for each in campaign.members)
        page.party.setVisible(missing and not self.document.read_only)

    def take_house_rules(self) -> None:
        """Fight by the house rules of the open character."""
        from bones_desktop.rules.bones.fight.roster import surroundings

        rules = self._open.character.house_rules
        self._try(lambda: self.document.apply(_("House rules"), lambda now: surroundings(now, house_rules=rules)))

    def ask_name(self) -> None:
        """Ask what the fight is called."""
        now = self.document.fight.name or _("Fight")
        self.page.bar.ask.ask_name(_("Name of the fight"), _("Rename"), self.rename, now)

    def rename(self, name: str) -> None:
        """Give the fight another name; its file follows."""
        self._try(lambda: self.document.apply(_("Rename the fight"), lambda fight: fight.with_(name=name)))

    def ask_new(self) -> None:
        """Ask for the name of another fight."""
        self.page.bar.ask.ask_name(_("Name of the new fight"), _("Begin"), self.new)

    def new(self, name: str) -> None:
        """Begin another fight, which may be prepared for later."""
        self._try(lambda: self.session.open(self.folder.create(self._new(name))))

    def open(self, path: Path) -> None:
        """Open a fight; the one open now stays open when that fails."""
        self._try(lambda: self.session.open(path))
        self.play.look_again()

    def remove(self) -> None:
        """Take the open fight out of the folder; it can be brought back."""
        self._try(self._take_away)

    def bring_back(self, removed: Path) -> None:
        """Bring a removed fight back and open it."""
        self._try(lambda: self.session.open(self.folder.restore(removed)))

    def set_speed(self, speed: str) -> None:
        """Set how fast dice move: "normal", "quick" or "off"."""
        self._speed = speed
        if self._is_made("page"):
            self.page.set_speed(speed)

    def set_gather(self, gather: bool) -> None:
        """Set whether dice glide into rows after a throw."""
        self._gather = gather
        if self._is_made("page"):
            self.page.set_gather(gather)

    @property
    def open_path(self) -> Path | None:
        """The file of the open fight; None for none."""
        return self.session.path if self._is_made("session") else None

    def look(self) -> None:
        """Take in what another program wrote to the file of the fight."""
        if self._is_made("session"):
            self.session.look()

    def flush(self) -> bool:
        """Save the fight and its history; return whether it is saved."""
        if not self._is_made("session"):
            return True
        return self.session.flush()

    def close(self) -> None:
        """Stop what moves, and save."""
        if self._is_made("page"):
            self.page.shutdown()
        self.flush()
        if self._is_made("document"):
            self.document.undo_stack.blockSignals(True)

    def _new(self, name: str) -> "Fight":
        from bones_desktop.rules.bones.fight.roster import new_fight, surroundings
        from bones_desktop.storage.files.characterfile import new_id

        fight = new_fight(new_id(), name or _("Fight"))
        return surroundings(fight, house_rules=self._open.character.house_rules)

    def _tell_players(self, told: "Told") -> None:
        """Tell everybody at the table; of a round that the GM keeps to himself only that it is secret."""
        self.told.emit(replace(told, title=secret_roll(), happened=()) if told.secret else told)

    def _take_away(self) -> None:
        path = self.session.path
        if path is None:
            return
        self.session.flush()
        name = self.document.fight.name
        self.folder.remove(path)
        self.session.forget()
        self.document.open(self._new(""))
        self.fight_changed.emit(None)
        self.message.emit(_("“{name}” was removed; it can be brought back.").format(name=name))

    def _changed(self, change: "FightChange") -> None:
        self.history_changed.emit()
        self._offer_party(self.page)
        path = self.session.path
        if path is not None and change.name and change.before.name != change.after.name:
            self._try(lambda: self.session.moved(self.folder.rename(path, change.after.name)))

    def _follow_packs(self) -> None:
        """Read the round again once packs were added or removed."""
        if self._rulebook is not self._open.rulebook:
            self._rulebook = self._open.rulebook
            self.document.read_again()

    def _fill_menu(self) -> None:
        path = self.session.path
        unseen = self.folder.trouble()
        if unseen is not None and str(unseen) != self._told:
            self.trouble.emit(unseen)
        self._told = str(unseen or "")
        for menu, entries, act in (
            (self._others, [each for each in self.folder.entries() if each.path != path], self.open),
            (self._removed, self.folder.removed(), self.bring_back),
        ):
            menu.clear()
            menu.menuAction().setVisible(bool(entries) or unseen is not None)
            menu.menuAction().setEnabled(bool(entries))
            for each in entries:
                menu.addAction(without_mnemonic(each.name), partial(act, each.path))
        whose, locked = self._open.character, self.document.read_only
        words = _("Take the house rules of {name}").format(name=short_name(whose.name) or _("the open one"))
        self._house_rules.setText(without_mnemonic(words))
        self._house_rules.setVisible(not locked and whose.house_rules != self.document.fight.encounter.house_rules)
        self._rename.setVisible(not locked)
        self._remove.setVisible(path is not None)

    def _tell_unsaved(self, error: FileProblem | DataFileError) -> None:
        from bones_desktop.widgets.text.messages import BannerAction

        keep = BannerAction(_("Keep mine"), lambda: self.session.save(overwrite=True))
        take = BannerAction(_("Take the one on disk"), lambda: self._try(self.session.take_from_disk))
        actions = {"changed-outside": (keep, take), "file-gone": (keep,)}.get(error.code, ())
        self._window.banner.show_message(file_sentence(error), tone="bad", actions=actions)

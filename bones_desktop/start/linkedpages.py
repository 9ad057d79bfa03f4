"""The Fight page and the Tracker page, with their links to other pages.

The open fight is saved at every step and has its own undo history.
"""

from functools import cache, cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from bones_desktop.desk.desk import Desk, DocumentHistory, open_last
from bones_desktop.desk.playroom import PlayRoom
from bones_desktop.document.bones.fightdocument import FightDocument
from bones_desktop.pages.fight.addfighters import AddFighters, Newcomer
from bones_desktop.pages.fight.encounterpage import EncounterPage
from bones_desktop.pages.tracker.trackerpage import TrackerPage
from bones_desktop.rules.bones.fight.fighters import Health, health, without_example
from bones_desktop.rules.bones.fight.roster import OURS, Fight, add, change, new_fight, surroundings
from bones_desktop.rules.bones.life.campaigns import outside
from bones_desktop.rules.records import replace
from bones_desktop.start.campaignpages import CampaignPages
from bones_desktop.start.fightfiles import FightFiles, FileWords
from bones_desktop.storage.campaignfile import FIGHTS, NoteFile
from bones_desktop.storage.files.characterfile import new_id
from bones_desktop.widgets.choice.buttons import kept_action
from bones_desktop.widgets.choice.fighters import ShelfLook
from bones_desktop.widgets.plaintext import without_mnemonic
from bones_desktop.widgets.text.messages import BannerAction
from bones_desktop.wording.language import _
from bones_desktop.wording.names import listed, short_name
from bones_desktop.wording.notes import fight_notes
from bones_desktop.wording.scenes import encounter_note

if TYPE_CHECKING:
    from collections.abc import Callable

    from bones_desktop.document.bones.fightdocument import FightChange
    from bones_desktop.play.bones.fightlog import PlayersMessage
    from bones_desktop.play.bones.fightplay import FightPlay
    from bones_desktop.play.bones.played import Played
    from bones_desktop.play.bones.table import Table
    from bones_desktop.play.followups import TrackerAsk
    from bones_desktop.rules.bones.book.character import Character


class EncounterPages(FightFiles[Fight]):
    """Owns the fight, its file and its page."""

    def __init__(self, desk: Desk, room: PlayRoom, campaigns: CampaignPages) -> None:
        self._room = room
        self._campaigns = campaigns
        self._open = desk.document
        self._window = desk.window
        blank = partial(_new, desk)
        # The document belongs to the window like everything that the window's pages show.
        self.document = FightDocument(lambda: desk.document.rulebook, blank(""), desk.window)
        super().__init__(desk, FIGHTS, desk.locations.fights, self.document, blank, _words())
        self.session.opened.connect(partial(desk.settings.remember_last, "last_fight"))
        desk.notes.watch(self.document.changed, self._notes)

    def fighters(self) -> "tuple[tuple[str, Character], ...]":
        """Return the current fighters in the roster, each with the id of its file ("" without a file)."""
        fight = self.document.fight
        return tuple((fight.files.get(each.id, ""), each.now) for each in fight.encounter.fighters)

    def note(self) -> "Callable[[], str]":
        """Return a function that calculates the line of the printed encounter when it is first called."""
        known = self.page.outlook.outlook if "page" in self.__dict__ else None
        return cache(partial(encounter_note, self.document.rulebook, self.document.fight.encounter, known))

    def _notes(self) -> dict[str, NoteFile]:
        return fight_notes(self.document.fight)

    @cached_property
    def play(self) -> "FightPlay":
        """The object that rolls dice for the fight and ends rounds."""
        return self._room.fight_play(self.document, self.file_of)

    @cached_property
    def page(self) -> EncounterPage:
        """The Fight page."""
        desk = self._desk
        open_last(desk.settings.value.last_fight, self.session.open, desk.notices)
        page = EncounterPage(desk, self.document, self.play, self._window)
        desk.at_end.append(page.shutdown)
        page.add_requested.connect(self.ask_fighters)
        page.new_requested.connect(self.ask_new)
        page.party_requested.connect(self.add_party)
        self._campaigns.changed.connect(partial(self._offer_party, page))
        self._offer_party(page)
        self.play.thrown.connect(self._show_dice)
        self.play.told.connect(self._tell_players)
        menu = page.bar.menu
        self._house_rules = kept_action(menu, "", self.take_house_rules)
        self._offer_files(menu, page.bar.ask)
        self.document.changed.connect(self._changed)
        self._rulebook = self._open.rulebook
        self._open.changed.connect(self._follow_packs)
        history = DocumentHistory(self.document, self.session.flush)
        self._window.give_history(history, self.document.undo_stack.indexChanged, page="encounter")
        return page

    def entered(self) -> None:
        """Read the fighters' files again, because the page is shown."""
        self.play.look_again()
        self._offer_party(self.page)

    def file_of(self, character_id: str) -> Path | None:
        """Return the path of a character on the shelf by its id; None if there is no file with this id."""
        if character_id == self._open.character.id and (path := self._desk.anyone.open_path) is not None:
            return path
        return self.on_shelf(character_id)

    def ask_fighters(self) -> None:
        """Open the dialog that adds fighters."""
        look = ShelfLook(lambda: self._desk.shelf, self, self._desk.recent)
        dialog = AddFighters(
            self._desk.theme, self._open.rulebook, look, self._open.character, self.file_of,
            lambda: self.document.fight, self.page,
        )  # fmt: skip
        dialog.chosen.connect(self.add)
        for end in (look.shutdown, look.deleteLater, dialog.deleteLater):
            dialog.finished.connect(end)
        dialog.open()

    def add(self, newcomers: tuple[Newcomer, ...]) -> None:
        """Add fighters in one step. A character with a file can be in a fight only once."""

        def edit(fight: Fight) -> Fight:
            for each in newcomers:
                if each.filed and each.character.id in fight.files.values():
                    # A character shares its dice with its file, so it cannot fight twice.
                    continue
                fight = add(fight, each.character, side=each.side, number=each.number, filed=each.filed)
                if each.hidden:
                    # `add` puts the new fighter at the end of the roster.
                    fight = change(fight, fight.encounter.fighters[-1].id, hidden=True)
            return fight

        names = ", ".join(dict.fromkeys(without_example(each.character.name) for each in newcomers))
        before = self.document.fight
        if not self.document.attempt(_("Add {names}").format(names=names), edit, self._desk.notices.refuse):
            return
        if self.document.fight == before:
            self._desk.notices.say(_("{name} is in this fight already.").format(name=names))
            return
        self._desk.notices.tell(_("Added: {names}.").format(names=names))
        new = self.document.fight.encounter.fighters[len(before.encounter.fighters)]
        self.page.roster.choose_row(new.id)

    def add_party(self) -> None:
        """Add every living member of the open campaign's party who has a file, in one step.

        Members hidden from the players are also hidden in the fight.
        """
        there = self.document.fight.files.values()
        joining, left = list[Newcomer](), list[str]()
        for each in self._campaigns.campaigns.members():
            one = each.character
            if each.member.id in there:
                continue
            if one is None or health(one) is Health.DEAD:
                left.append(short_name(each.member.name))
            else:
                joining.append(Newcomer(one, OURS, 1, filed=True, hidden=each.member.hidden))
        if joining:
            self.add(tuple(joining))
            self.page.roster.setFocus()  # The focused button disappears, so the focus moves to another widget.
        if left:
            words = _("Not added, because dead or without a file on the shelf: {names}.")
            self._desk.notices.say(words.format(names=listed(left)))

    def _offer_party(self, page: EncounterPage) -> None:
        """Offer to add the party while any of its members is not in the fight."""
        campaign, there = self._campaigns.campaigns.campaign, self.document.fight.files.values()
        missing = campaign is not None and any(each.id not in there for each in campaign.members)
        page.party.setVisible(missing and not self.document.read_only)

    def take_house_rules(self) -> None:
        """Use the house rules of the open character in this fight."""
        rules = self._open.character.house_rules
        self._desk.notices.attempt(self.document.apply, _("House rules"), partial(surroundings, house_rules=rules))

    def open(self, path: Path) -> None:
        """Open a fight and read the files of its fighters. If that fails, the present one stays open."""
        super().open(path)
        self.play.look_again()

    def _tell_players(self, message: "PlayersMessage") -> None:
        """Send the players' view the events of the fight.

        In the GM's secret rounds, show only that there was a secret roll.
        """
        self._campaigns.show_fight(replace(message, title=_("Secret roll"), happened=()) if message.secret else message)

    def _show_dice(self) -> None:
        """Let the players watch the dice of the fight."""
        self._campaigns.show_fight_dice(self.page.tray, self._whose)

    def _whose(self) -> tuple[str | None, ...]:
        return self.page.whose

    def _take_away(self) -> None:
        super()._take_away()
        self._desk.settings.remember_last("last_fight", None)

    def _changed(self, _change: "FightChange") -> None:
        self._offer_party(self.page)

    def _follow_packs(self) -> None:
        """Read the round again after packs were added or removed."""
        # The document emits this signal at every edit, but only a change of the rulebook matters here.
        if self._rulebook is not self._open.rulebook:
            self._rulebook = self._open.rulebook
            self.document.read_again()

    def _fill_menu(self) -> None:
        super()._fill_menu()
        opened, locked = self._open.character, self.document.read_only
        words = _("Use the house rules of {name}").format(name=short_name(opened.name) or _("the open character"))
        self._house_rules.setText(without_mnemonic(words))
        self._house_rules.setVisible(not locked and opened.house_rules != self.document.fight.encounter.house_rules)


def _new(desk: Desk, name: str) -> Fight:
    fight = new_fight(new_id(), name or _("Fight"))
    return surroundings(fight, house_rules=desk.document.character.house_rules)


def _words() -> FileWords:
    return FileWords(
        _("Fight"),
        _("Name of the fight"),
        _("Name of the new fight"),
        _("Rename the fight"),
        _("New fight…"),
        _("Open a fight"),
        _("Bring back a fight"),
        _("Remove this fight"),
        _("The fight is not saved."),
    )


class TrackerPages(QObject):
    """Creates the Tracker page when it is first shown."""

    def __init__(self, desk: Desk, room: PlayRoom, campaigns: CampaignPages) -> None:
        super().__init__(desk.window)
        self._desk = desk
        self._room = room
        self._campaigns = campaigns

    @cached_property
    def page(self) -> TrackerPage:
        """The Tracker page."""
        page = TrackerPage(self._desk, self._desk.window)
        page.set_first_year(self._first_year)
        page.set_follow_ups(self._room.owed())
        self._room.when_made(self._follow_table)
        self._desk.document.changed.connect(self._show_year)
        self._campaigns.changed.connect(self._show_year)
        return page

    def show(self, ask: "TrackerAsk") -> None:
        """Show the part of the Tracker page that another page requests."""
        self._desk.window.show_page("tracker")
        self.page.show_tab(ask.tab)
        if ask.strength:
            self.page.keep_going(ask.strength)

    def take_throw(self, played: "Played") -> None:
        """Give the result of a roll to the season action that waits for it."""
        # Without the page no action can wait for a roll.
        if "page" in self.__dict__ and self.page.take_throw(played.request, played.reading.task.net):
            self._desk.notices.say(_("Entered in the season's action on the Tracker page."))

    def _follow_table(self, table: "Table") -> None:
        table.owed_changed.connect(self._show_owed)

    def _show_owed(self) -> None:
        """Show the actions that are possible now because of harm from earlier rolls."""
        self.page.set_follow_ups(self._room.owed())

    def _show_year(self) -> None:
        self.page.set_first_year(self._first_year)

    @property
    def _first_year(self) -> int:
        """The year in which the open character's calendar begins."""
        campaign = self._campaigns.campaigns.campaign
        member = campaign is not None and self._desk.document.character.campaign == campaign.id
        return campaign.first_year if campaign is not None and member else 1

    def show_calendar(self) -> None:
        """Show the calendar of the character's campaign.

        If the campaign's file is missing, offer to leave the campaign.
        """
        # Imported late: the Tracker page alone does not need the Campaign page.
        from bones_desktop.pages.campaign.campaignpage import CampaignTab

        path = self._campaigns.file_of(self._desk.document.character.campaign)
        if path is None:
            self._offer_to_leave()
            return
        self._desk.window.show_page("campaign")
        self._campaigns.page.files.open(path)
        # If opening failed, this was already reported. The calendar of another campaign would mislead the user.
        if self._campaigns.campaigns.path == path:
            self._campaigns.page.show_tab(CampaignTab.CALENDAR)

    def _offer_to_leave(self) -> None:
        character = self._desk.document.character
        words = _("The campaign of {name} is not here: it was removed, or is on another computer.")
        self._desk.notices.banner.show_message(
            words.format(name=character.name or _("this character")),
            tone="warn",
            actions=(BannerAction(_("Leave the campaign"), partial(self._leave, character.id)),),
        )

    def _leave(self, character_id: str) -> None:
        if self._desk.document.character.id != character_id:
            return  # Another character was opened while the question was shown, so nothing is done.
        self._desk.document.attempt(_("Leave the campaign"), outside, self._desk.notices.refuse)

"""The table of this window on other devices: opened on request, tied to log, campaign and files, closed at the end."""

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject

from bones_desktop.desk.desk import Desk, OpenedGame
from bones_desktop.desk.joindialog import missing_libraries
from bones_desktop.desk.tabledialog import Person, TableDialog
from bones_desktop.seats.characterseat import SeatRefused, SeatRoom
from bones_desktop.seats.fightarena import Arena, FightArena
from bones_desktop.seats.host import Host
from bones_desktop.seats.invitation import Broker, Invitation
from bones_desktop.seats.messages import Settings
from bones_desktop.seats.openhost import make_host
from bones_desktop.seats.scenearena import SceneArena
from bones_desktop.seats.seating import Seat
from bones_desktop.start.opening import OpenGames
from bones_desktop.start.pages import Pages
from bones_desktop.storage.files.datafile import DataFileError
from bones_desktop.storage.files.locations import delete, make_folder
from bones_desktop.storage.files.textfiles import FileProblem, is_file, read_bytes, save_private
from bones_desktop.storage.log.logentry import LogEntry
from bones_desktop.widgets.lists.line import Line
from bones_desktop.widgets.text.messages import BannerAction
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _, ngettext
from bones_desktop.wording.names import listed

if TYPE_CHECKING:
    from bones_desktop.rules.bones.life.campaigns import Campaign


_LARGEST: Final = 4_096
"""Maximum size in bytes of the file of the broker."""


class Hosting(QObject):
    """Opens and closes the table of this window. It is a view of the log, whose lines it shows to all devices."""

    def __init__(self, desk: Desk, pages: Pages, games: OpenGames) -> None:
        super().__init__(desk.window)
        self._desk, self._pages, self._games = desk, pages, games
        self._room, self._campaigns = pages.room, pages.campaigns
        self._arenas: dict[str, Arena] = {}
        """The fight and the scenes that devices see, by the id of the game."""
        self.host: Host | None = None
        self._server: Any = None
        self._carrier: Any = None
        self._link = ""
        """The link for devices in this house; "" if the table is only elsewhere."""
        self._elsewhere: Invitation | None = None
        """The invitation for other houses, once the broker has answered."""
        self._broker_trouble = ""
        self._added: dict[Path, None] = {}
        """Files of characters that the user has added, in order."""
        self._followed: set[OpenedGame] = set()
        self._lines: set[int] = set()
        """Ids of the lines that devices have made."""
        self._dialog: TableDialog | None = None
        self._room.show_lines(self)
        self._campaigns.campaigns.changed.connect(self._campaign_changed)
        desk.events.opened.connect(self._follow_games)
        desk.events.written.connect(self._look)
        desk.window.page_shown.connect(self._show_fight)
        desk.at_end.append(self.close)

    def show(self) -> None:
        """Show the dialog, or bring it to the front."""
        if self._dialog is None:
            # Imported late: only an open table needs the libraries of the extra `table`.
            try:
                from bones_desktop.seats.server import house_address
            except ImportError:
                self._desk.notices.say(missing_libraries(), tone="warn")
                return
            self._dialog = dialog = TableDialog(self._desk.theme, house_address(), self._desk.window)
            self._offer_broker(dialog)
            dialog.open_requested.connect(self._open)
            dialog.close_requested.connect(self._close_on_request)
            dialog.admit_requested.connect(self._admit)
            dialog.remove_requested.connect(self._remove)
            dialog.asker.asked.connect(self._ask)
            dialog.asker.take_back_requested.connect(self._take_back)
            dialog.destroyed.connect(self._forget_dialog)
            if self.host is not None:
                self._show_invitation()
        self._show_characters()
        self._dialog.show()
        self._dialog.raise_()
        self._dialog.activateWindow()

    def ask(self) -> None:
        """Show the dialog with the form that asks players for a roll, or open the table first."""
        self.show()
        if self._dialog is not None:
            self._dialog.show_asking()

    def _forget_dialog(self) -> None:
        self._dialog = None
        for seat in self.host.seating.waiting.values() if self.host is not None else ():
            self._tell_knock(seat)

    # --- characters ---------------------------------------------------------------------------------------------------

    def _paths(self) -> dict[Path, str]:
        """Return the files of the characters at the table, with their names.

        They are the party of the open campaign, or the open character and the fighters, and what the user has added.
        """
        shelf = {each.id: each for each in self._desk.shelf.entries() if each.damaged is None}
        campaign = self._campaign()
        found: dict[Path, str] = {}
        if campaign is not None:
            there = (shelf[each.id] for each in campaign.members if each.id in shelf)
            found = {each.path: each.name for each in there}
        else:
            session = self._desk.games.in_view.session
            if session.path is not None and session.flush():
                found[session.path] = session.value.name or _("No name yet")
            fighting = [id for id, _now in self._pages.fights.fighters()] if "fights" in self._pages.__dict__ else []
            current = self._games.current
            if current is not None and "scenes" in current.__dict__:
                fighting = [each.file for each in current.scenes.play.scene.fighters]
            found |= {shelf[id].path: shelf[id].name for id in fighting if id in shelf}
        names = {each.path: each.name for each in shelf.values()}
        return found | {path: names[path] for path in self._added if path in names}

    def _show_characters(self) -> None:
        if self._dialog is None:
            return
        here = self._paths()
        self._dialog.show_characters(list(here.values()))
        others = [each for each in self._desk.shelf.entries() if each.damaged is None and each.path not in here]
        self._dialog.offer([(each.name or _("No name yet"), partial(self._add, each.path)) for each in others])

    def _add(self, path: Path) -> None:
        self._added[path] = None
        self._show_characters()
        if self.host is not None:
            self._desk.notices.attempt(self.host.put, (path,))

    # --- opening and closing ------------------------------------------------------------------------------------------

    def _open(self, address: str, broker: Broker | None, keep: bool) -> None:
        """Open the table at an address of this computer, "" for none, and over a broker.

        If that fails, the dialog says why.
        """
        dialog = self._dialog
        if dialog is None or self.host is not None:
            return
        try:
            host = self._make_host()
        except (FileProblem, DataFileError) as error:
            dialog.show_trouble(file_sentence(error))
            return
        trouble = self._listen(host, address) if address else ""
        if trouble:
            host.close()
            dialog.show_trouble(trouble)
            return
        self.host = host
        dialog.show_trouble("")
        host.seating.seats_changed.connect(self._show_people)
        host.asks_changed.connect(self._show_asks)
        host.seating.knocked.connect(self._tell_knock)
        host.happened.connect(self._tell)
        host.logged.connect(self._keep_line)
        host.wrote.connect(self._tell_written)
        for sentence in host.troubles:
            self._desk.notices.warn(sentence)
        if broker is not None:
            self._call(host, broker, keep=keep)
        self._follow_games()
        self._show_fight(self._desk.window.page)
        self._show_invitation()

    def _listen(self, host: Host, address: str) -> str:
        """Let devices in this house connect. Return "" or why that is impossible."""
        # Imported late: only an open table needs the libraries of the extra `table`.
        from bones_desktop.seats.server import ListenError, Server, tie

        server = Server(host.table, self)
        tie(host.seating, server)
        try:
            host.keep_port(server.start(address, 0))
        except (ListenError, FileProblem) as error:
            server.stop()
            return file_sentence(error) if isinstance(error, FileProblem) else str(error)
        server.failed.connect(self._fail)
        server.moved.connect(self._move)
        self._server = server
        self._link = f"http://{address}:{host.table.port}/#{host.table.secret}"
        return ""

    def _move(self, address: str, port: int) -> None:
        """Show the invitation of the table at another address of this computer."""
        if self.host is not None:
            self._desk.notices.attempt(self.host.keep_port, port)
            self._link = f"http://{address}:{port}/#{self.host.table.secret}"
            self._show_invitation()
            words = _("The address of this computer has changed. Devices have to scan the new code.")
            show = BannerAction(_("Show the table"), self.show)
            self._desk.notices.banner.show_message(words, actions=(show,))

    # --- the broker ---------------------------------------------------------------------------------------------------

    def _call(self, host: Host, broker: Broker, *, keep: bool) -> None:
        """Let devices in other houses connect over a broker, once it answers."""
        from bones_desktop.seats.brokercarrier import BrokerCarrier
        from bones_desktop.seats.server import tie

        self._desk.notices.attempt(self._keep_broker, broker if keep else None)
        self._carrier = carrier = BrokerCarrier(host, self)
        tie(host.seating, carrier)
        carrier.ready.connect(self._show_elsewhere)
        carrier.changed.connect(self._show_broker)
        carrier.failed.connect(self._give_up_broker)
        self._broker_trouble = _("Connecting to the broker …")
        try:
            carrier.start(broker, host.broker_key())
        except FileProblem as error:
            self._give_up_broker(file_sentence(error))

    def _show_elsewhere(self, invitation: Invitation) -> None:
        self._elsewhere = invitation
        self._show_broker(True, "")
        self._show_invitation()

    def _show_broker(self, connected: bool, sentence: str) -> None:
        """Show whether the broker answers. The house goes on without it."""
        self._broker_trouble = sentence
        if self._dialog is not None:
            self._dialog.show_broker_trouble(sentence)
        elif not connected:
            self._desk.notices.say(sentence, tone="warn")

    def _give_up_broker(self, sentence: str) -> None:
        """Close the table if nobody can come any more. Otherwise the house goes on."""
        if self._link:
            more = _(
                "{why} Devices in this house can play. To try the broker again, close the table and open it again."
            )
            self._show_broker(False, more.format(why=sentence))
            return
        self.close()
        if self._dialog is not None:
            self._dialog.show_trouble(sentence)
        else:
            self._desk.notices.warn(sentence)

    def _offer_broker(self, dialog: TableDialog) -> None:
        """Show the broker of last time, if it was kept."""
        with suppress(FileProblem, ValueError, TypeError, KeyError, RecursionError):
            kept = json.loads(read_bytes(self._broker_file, _LARGEST))
            dialog.offer_broker(*(str(kept[name]) for name in ("address", "user", "password")))

    def _keep_broker(self, broker: Broker | None) -> None:
        """Keep a broker for the next time, or forget the one that was kept. Raise FileProblem."""
        path = self._broker_file
        if broker is not None:
            kept = {"address": broker.url, "user": broker.user, "password": broker.password}
            make_folder(path.parent)
            save_private(path, json.dumps(kept).encode())
        elif is_file(path):
            delete(path)

    @property
    def _broker_file(self) -> Path:
        return self._desk.locations.data / "broker.json"

    def _show_fight(self, page: str) -> None:
        """Show devices the fight or the scene of the page in view, from now on."""
        game = self._desk.window.game
        if self.host is None or page != "encounter" or game in self._arenas:
            return
        current = self._games.current
        if current is not None:
            arena: Arena = SceneArena(current.scenes.play, self.host)
        else:
            fights = self._pages.fights
            arena = FightArena(fights.document, fights.play, self.host)
        self._arenas[game] = arena
        self.host.add_arena(arena)

    def _campaign(self) -> "Campaign | None":
        return self._campaigns.campaigns.campaign

    def _make_host(self) -> Host:
        """Return the host. Raise FileProblem or DataFileError if the log or a character cannot be opened."""
        desk, campaign = self._desk, self._campaign()
        room = SeatRoom(desk.locations, desk.document.rulebook, self._room.log, self._room.dice, desk.clock)
        key = f"campaign {campaign.id}" if campaign is not None else "window"
        return make_host(room, key, self._campaign, self._paths(), desk.settings.value.theme)

    def close(self, *, forget: bool = False) -> None:
        """Close the table, if it is open, and save everything. With `forget` its invitations become void."""
        host, server, carrier = self.host, self._server, self._carrier
        if host is None:
            return
        self.host = self._server = self._carrier = self._elsewhere = None
        self._link = self._broker_trouble = ""
        self._arenas.clear()
        host.close(forget=forget)
        if server is not None:
            server.stop()
            server.deleteLater()
        if carrier is not None:
            carrier.stop(forget=forget)
            carrier.deleteLater()
        host.deleteLater()
        self._desk.window.set_sign("hosting", "")
        if self._dialog is not None:
            self._show_characters()
            self._dialog.show_closed()

    def _close_on_request(self, forget: bool) -> None:
        if forget:
            # The log views show the seed too, with which everybody can check the dice of the evening.
            self._room.end_evening()
        self._desk.notices.attempt(partial(self.close, forget=forget))

    def _fail(self, sentence: str) -> None:
        self._desk.notices.warn(sentence)
        self.close()

    def _show_invitation(self) -> None:
        if self._dialog is not None and self.host is not None:
            self._dialog.show_open(self._link, self._elsewhere)
            self._dialog.show_broker_trouble(self._broker_trouble)
        self._show_people()

    # --- people -------------------------------------------------------------------------------------------------------

    def _show_people(self) -> None:
        host = self.host
        if host is None:
            return
        here = sum(bool(seat.connections) for seat in host.seating.seats)
        sign = ngettext("table open, {n} device", "table open, {n} devices", here).format(n=here)
        self._desk.window.set_sign("hosting", sign if here else _("table open"))
        if self._dialog is not None:
            waiting = [self._person(host, each, waits=True) for each in host.seating.waiting.values()]
            self._dialog.show_people([*waiting, *(self._person(host, each) for each in host.seating.seats)])
            people = host.view.visible(gm=True)
            self._dialog.asker.show_people([each for each in people if host.is_played(each.id)])
            self._show_asks()

    def _show_asks(self) -> None:
        """Show the rolls that nobody has made yet."""
        if self._dialog is None or self.host is None:
            return
        lines, people = [], self.host.view.people
        # An ask from before the program failed may be for somebody who is not at the table any more.
        for id, each in ((id, each) for id, each in self.host.asks.items() if each.character in people):
            asked = people[each.character].asked(each.roll, each.given)
            lines.append(Line(asked["name"], asked["title"], key=id, right=_("Secret") if each.secret else ""))
        self._dialog.asker.show_waiting(lines)

    def _ask(self, characters: Sequence[str], roll: str, given: Settings, secret: bool) -> None:
        if self.host is None or self._dialog is None:
            return
        troubles = list[str]()
        for each in characters:
            try:
                self.host.ask(each, roll, given, secret=secret)
            except SeatRefused as error:
                troubles.append(_("{who}: {words}").format(who=self.host.name_of(each), words=error))
        self._dialog.asker.show_trouble("\n".join(troubles))

    def _take_back(self, id: str) -> None:
        if self.host is not None:
            self.host.take_back(id)

    @staticmethod
    def _person(host: Host, seat: Seat, *, waits: bool = False) -> Person:
        names = listed([host.name_of(each) for each in seat.row.characters])
        roles = {"player": names or _("Player"), "gm": _("Game master"), "watcher": _("Watches")}
        return Person(seat.row.id, seat.row.name, roles[seat.row.role], waits, bool(seat.connections))

    def _admit(self, who: str, for_good: bool) -> None:
        if self.host is not None:
            self._desk.notices.attempt(self.host.seating.admit, who, for_good=for_good)

    def _remove(self, who: str) -> None:
        if self.host is not None:
            self._desk.notices.attempt(self.host.seating.remove, who)

    def _tell_knock(self, seat: Seat) -> None:
        """Ask whether somebody may join, unless the dialog shows it."""
        if self._dialog is not None and self._dialog.isActiveWindow():
            return
        let_in = BannerAction(_("Let in"), partial(self._answer_knock, seat.row.id, admit=True))
        refuse = BannerAction(_("Refuse"), partial(self._answer_knock, seat.row.id, admit=False))
        show = BannerAction(_("Show the table"), self.show)
        text = _("{name} would like to join the table.").format(name=seat.row.name)
        self._desk.notices.banner.show_message(text, actions=(let_in, refuse, show))

    def _answer_knock(self, who: str, *, admit: bool) -> None:
        self._desk.notices.banner.dismiss()
        (partial(self._admit, for_good=True) if admit else self._remove)(who)

    def _tell(self, event: dict[str, Any]) -> None:
        """Show a roll or a problem of a device in the toast."""
        if event["kind"] == "thrown" and event["seat"]:
            words = _("{who}: {title}. {result}")
            self._desk.notices.say(words.format(who=event["by"], title=event["title"], result=event["result"]))
        elif event["kind"] == "trouble":
            self._desk.notices.say(event["text"], tone="warn")
        elif event["kind"] in {"words", "evening"}:
            self._room.reload_views()

    # --- log and files ------------------------------------------------------------------------------------------------

    def add(self, entry: LogEntry) -> None:
        """Show devices a new line of the log."""
        if self.host is not None:
            self.host.line(entry)

    def amend(self, entry: LogEntry) -> None:
        """Show devices a changed line of the log."""
        self.add(entry)

    def remove(self, entry: LogEntry) -> None:
        """Do nothing: devices keep the rolls that they have seen."""

    def reload(self) -> None:
        """Show devices the seal, after an evening began or ended."""
        if self.host is not None:
            self.host.tell_seal()

    def _keep_line(self, entry: LogEntry) -> None:
        """Show the window a line that a device has made or changed."""
        change: Callable[..., None] = self._room.amend_line if entry.id in self._lines else self._room.add_line
        self._lines.add(entry.id)
        change(entry, by=self)

    def _tell_written(self, _path: Path) -> None:
        self._desk.events.written.emit()

    def _look(self) -> None:
        if self.host is not None:
            self.host.look()

    def _campaign_changed(self) -> None:
        if self.host is not None:
            self.host.campaign_changed()
        self._show_characters()

    def _follow_games(self) -> None:
        """Show devices what the window saves for its open characters."""
        for each in self._desk.games.opened:
            if self.host is not None and each not in self._followed:
                self._followed.add(each)
                each.session.file_saved.connect(self._look)
        self._show_characters()

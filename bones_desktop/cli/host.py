"""The command that opens a table without a window.

It prints one JSON line with the invitation and then one for each event, and reads commands from its standard input.
"""

import argparse
import json
import os
import shlex
import signal
import sys
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from getpass import getpass
from io import StringIO
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING, Any, Final

import segno
from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer, Signal

from bones_desktop.cli.names import EXIT_OK
from bones_desktop.cli.terminal import CommandError, alone, follow_input, locations_of, reported_files
from bones_desktop.play.answers import pairs
from bones_desktop.rules.records import replace
from bones_desktop.rules.typedtext import AnswerError
from bones_desktop.seats.characterseat import SeatRefused
from bones_desktop.seats.host import Host
from bones_desktop.seats.invitation import Broker, Invitation, link_of
from bones_desktop.seats.messages import Settings
from bones_desktop.seats.openhost import open_host
from bones_desktop.seats.server import ListenError, Server, reached_at, tie
from bones_desktop.seats.tableview import find_character
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _

if TYPE_CHECKING:
    from bones_desktop.seats.brokercarrier import BrokerCarrier

_COMMANDS: Final = "admit NAME, remove NAME, ask NAME ROLL FIELD=VALUE … [secret], take-back ID, close"
_BETWEEN_SIGNALS_MS: Final = 100
"""Python handles a signal of the system only when it next runs code, so not while Qt waits."""
_BETWEEN_LOOKS: Final = 0.02
"""Seconds between looks whether a broker has answered."""


def run_host(given: argparse.Namespace) -> int:
    """Keep the table open until the end of the input, a signal of the system or the command `close`."""
    if not given.characters and not given.campaign:
        raise CommandError(_("name the files of the characters at the table, or a campaign with --campaign"))
    if given.listen is None and given.broker is None:
        raise CommandError(_("say where the table opens: --listen 127.0.0.1:0, --broker mqtts://HOST, or both"))
    broker = with_password(given.broker) if given.broker is not None else None
    locations = locations_of(given)
    campaign = Path(given.campaign).absolute() if given.campaign else None
    app = QCoreApplication.instance() or QCoreApplication([])
    is_open = _("Bones Desktop is open; close it first, or open the table there")
    with alone(locations, is_open, as_host=True), reported_files():
        host = open_host(locations, given.characters, campaign, given.seed, clock=partial(datetime.now, UTC))
        host.seating.admits_all = given.admit == "all"
        serving = ServedTable(host)
        for number in (signal.SIGTERM, signal.SIGINT, *((signal.SIGHUP,) if os.name == "posix" else ())):
            signal.signal(number, serving.end)
        try:
            serving.start(given.listen, broker)
            serving.wait(app)
        finally:
            serving.close()
    if serving.failure is not None:
        raise serving.failure
    return EXIT_OK


class ServedTable(QObject):
    """A host and its server, tied to input and output of the command."""

    typed = Signal(str)
    """A line of the standard input."""
    input_ended = Signal()

    def __init__(self, host: Host) -> None:
        super().__init__()
        self.failure: OSError | None = None
        """Set if the output could not be written."""
        self._is_over = False
        self._host = host
        self._server = Server(host.table, self)
        self._carrier: BrokerCarrier | None = None
        self._elsewhere: dict[str, str] = {}
        """The invitation for other houses: a link and words; empty if there is none."""
        self._forgets = False
        tie(host.seating, self._server)
        host.happened.connect(self._print)
        self._server.failed.connect(self._trouble)
        self._server.moved.connect(self._move)
        # The lines come from another thread.
        self.typed.connect(self._do, Qt.ConnectionType.QueuedConnection)
        self.input_ended.connect(self.end, Qt.ConnectionType.QueuedConnection)

    def start(self, listen: tuple[str, int] | None, broker: Broker | None) -> None:
        """Open the table at an address of this computer, at a broker or both, and print the invitation.

        Raise CommandError if that is impossible.
        """
        self._elsewhere = self._open_elsewhere(broker) if broker is not None else {}
        if self._is_over:
            return
        troubles = list(self._host.troubles)
        self._invite(self._listen(*listen, troubles) if listen is not None else "")
        for trouble in troubles:
            self._trouble(trouble)

    def _invite(self, url: str) -> None:
        """Print the invitation; `url` is the address of the page, "" if there is none in this house."""
        line: dict[str, Any] = {**self._elsewhere, "table": self._host.table.id}
        if url:
            line = {"url": url, "invitation": f"{url}#{self._host.table.secret}", "table": self._host.table.id}
            line |= {"broker": self._elsewhere} if self._elsewhere else {}
        self._print(line)
        if url and sys.stdout.isatty():
            print_code(line["invitation"])

    def _move(self, address: str, port: int) -> None:
        self._host.keep_port(port)
        self._trouble(_("The address of this computer has changed. Devices have to open the new invitation."))
        self._invite(f"http://{_place(address, port)}/")

    def _listen(self, address: str, port: int, troubles: list[str]) -> str:
        """Listen, and return the address of the page. What is wrong with it is added to `troubles`."""
        usual = self._host.table.port
        try:
            taken = self._server.start(address, port)
        except ListenError as error:
            free = _(" Or let the program choose a free one: --listen {place}").format(place=_place(address, 0))
            raise CommandError(f"{error}{free if error.is_taken else ''}") from error
        self._host.keep_port(taken)
        shown = reached_at(address)
        if shown == "127.0.0.1" != address:
            troubles.append(_("There is no network. Only this computer reaches the table."))
        if usual not in {0, taken} and not port:
            told = _("Another program uses port {port}. Devices have to open the new invitation.")
            troubles.append(told.format(port=usual))
        return f"http://{_place(shown, taken)}/"

    def _open_elsewhere(self, broker: Broker) -> dict[str, str]:
        """Wait until the broker answers, and return the invitation as a link and as words."""
        from bones_desktop.seats.brokercarrier import BrokerCarrier  # Imported late: most tables are in one house.

        self._carrier = carrier = BrokerCarrier(self._host, self)
        tie(self._host.seating, carrier)
        carrier.changed.connect(self._tell_broker)
        answers: list[Invitation | str] = []
        carrier.ready.connect(answers.append)
        carrier.failed.connect(answers.append)
        carrier.start(broker, self._host.broker_key())
        # A signal of the system ends the waiting too.
        while not (answers or self._is_over):
            QCoreApplication.processEvents()
            sleep(_BETWEEN_LOOKS)
        match answers:
            case [str(sentence)]:
                raise CommandError(sentence)
            case [Invitation() as invitation]:
                return {"invitation": link_of(invitation), "words": invitation.secret}
        return {}

    def wait(self, app: QCoreApplication) -> None:
        """Return when the table should close."""
        follow_input(self.typed.emit, self.input_ended.emit)
        ticking = QTimer(self, interval=_BETWEEN_SIGNALS_MS)
        ticking.timeout.connect(self._tick)
        ticking.start()
        app.exec()
        ticking.stop()

    def close(self) -> None:
        """Save everything and say goodbye to all devices."""
        self._host.close(forget=self._forgets)
        if self._carrier is not None:
            self._carrier.stop(forget=self._forgets)
        self._server.stop()

    def _tick(self) -> None:
        # Quitting has no effect before `exec`, so it may have to be done again.
        if self._is_over:
            QCoreApplication.quit()

    def end(self, *_of_signal: object) -> None:
        """Let `wait` return."""
        self._is_over = True
        QCoreApplication.quit()

    def _do(self, line: str) -> None:
        word, _space, name = line.partition(" ")
        name = name.strip()
        try:
            match word, bool(name):
                case ("admit", True) if not self._host.seating.admit(name):
                    self._trouble(_("Nobody called {name} is waiting.").format(name=name))
                case ("remove", True) if not self._host.seating.remove(name):
                    self._trouble(_("Nobody called {name} is at the table.").format(name=name))
                case ("admit" | "remove", True) | ("", False):
                    pass
                case ("ask", True):
                    self._ask(name)
                case ("take-back", True) if not self._host.take_back(name):
                    self._trouble(_("No roll with the id {id} is waiting.").format(id=name[:60]))
                case ("take-back", True):
                    pass
                case ("close", False):
                    self._forgets = True
                    self.end()
                case _:
                    self._trouble(
                        _("“{line}” is not a command. Commands: {known}.").format(line=line[:60], known=_COMMANDS)
                    )
        except FileProblem as error:
            self._trouble(file_sentence(error))
        except (AnswerError, SeatRefused) as error:
            self._trouble(str(error))

    def _ask(self, given: str) -> None:
        """Ask a player for a roll. Raise AnswerError or SeatRefused if that is not possible."""
        try:
            whom, roll, *words = shlex.split(given)
        except ValueError:
            raise AnswerError(_("Type a name and a roll: ask NAME ROLL. A name with spaces needs quotes.")) from None
        who = find_character(whom, self._host.view.visible(gm=True))
        is_secret = words[-1:] == ["secret"]
        settings: Settings = {**pairs(words[: -1 if is_secret else None], "ask")}
        self._host.ask(who.id, roll, settings, secret=is_secret)

    def _tell_broker(self, connected: bool, sentence: str) -> None:
        if connected and sentence:
            self._trouble(sentence)
        else:
            self._print({"kind": "broker", "connected": connected, "text": sentence})

    def _trouble(self, sentence: str) -> None:
        self._print({"kind": "trouble", "text": sentence})

    def _print(self, event: dict[str, Any]) -> None:
        try:
            # Escaped, because a name may contain characters that control a terminal.
            print(json.dumps(event), flush=True)
        except OSError as error:
            self.failure = error
            self.end()


def with_password(broker: Broker) -> Broker:
    """Return the broker with its password. Ask for one that is missing, if there is somebody to ask."""
    if not broker.user or broker.password or not sys.stdin.isatty():
        return broker
    asked = _("Password of {name} for the broker at {place}: ").format(name=broker.user, place=broker.address)
    with suppress(EOFError):
        return replace(broker, password=getpass(asked))
    return broker


def _place(address: str, port: int) -> str:
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"


def print_code(invitation: str) -> None:
    """Print the invitation as a code for cameras, if the terminal can show it."""
    drawn = StringIO()
    segno.make(invitation).terminal(drawn, border=2, compact=True)
    # White on black, also in a light terminal: some cameras cannot read the negative.
    begin, end = ("\x1b[97;40m", "\x1b[0m") if os.name == "posix" else ("", "")
    with suppress(UnicodeEncodeError):
        drawn.getvalue().encode(sys.stdout.encoding)
        print("\n".join(f"{begin}{line}{end}" for line in drawn.getvalue().splitlines()), flush=True)

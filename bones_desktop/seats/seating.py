"""Who is connected to a table, and who sits there: knocking, letting in, removing, and catching up after a break.

Connections are known only as numbers; a carrier brings texts and takes them away. The host says what seats see and do.
"""

import secrets
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from bones_desktop.rules.records import Record, replace
from bones_desktop.rules.typedtext import one_line
from bones_desktop.seats import messages
from bones_desktop.seats.characterseat import SeatRefused
from bones_desktop.seats.lines import Content
from bones_desktop.seats.table import OpenTable, SeatRow, TableFile
from bones_desktop.seats.tableview import KEPT_EVENTS, TableView, find_character
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _

MOST_SEATS: Final = 40
_WAIT_MS: Final = 300
"""Time in which a seat that is back can say what it saw last."""
_MOST_FAULTS: Final = 3


class Asked(Record):
    """A roll that the GM asks for, or whose dice a seat enters by hand."""

    character: str
    roll: str
    given: messages.Settings
    secret: bool = False
    choice: messages.Choose | None = None
    """The choice whose dice a seat enters, in place of a roll."""


class Seat:
    """A seat: who sits there, and everything that its devices may need again after a break."""

    def __init__(self, row: SeatRow) -> None:
        self.row = row
        self.connections: set[int] = set()
        self.number = 0
        """Number of the last message."""
        self.states: dict[tuple[str, str], tuple[int, Content, str]] = {}
        """The newest message of each kind and character, with its number and its text."""
        self.events: deque[tuple[int, str]] = deque(maxlen=KEPT_EVENTS)
        self.asked: dict[str, Asked] = {}
        """Rolls whose dice the seat enters by hand."""

    @property
    def is_gm(self) -> bool:
        """Whether a game master sits there."""
        return self.row.role == "gm"

    def numbered(self, body: str) -> tuple[int, str]:
        """Return the next number, and the text of a message with it."""
        self.number += 1
        return self.number, f'{{"n":{self.number},{body[1:]}'


class _Connection:
    """A connection of a device. It may belong to no seat yet."""

    def __init__(self, token: str, late: QTimer) -> None:
        self.token = token
        self.late = late
        """Runs until the seat that is back has said what it saw last."""
        self.seat: Seat | None = None
        self.faults = 0
        self.is_caught_up = False


class Seating(QObject):
    """The connections and seats of one table. Its host sets the functions below before anybody connects."""

    outgoing = Signal(int, str)
    """A connection and a text for it."""
    closing = Signal(int, int, str)
    """A connection to close, with the code and a sentence that says why."""
    knocked = Signal(object)
    """A Seat. Emitted when somebody waits to be let in."""
    seats_changed = Signal()
    """Emitted when somebody waits, comes, goes or is removed."""

    greet: Callable[[int, Seat | None], None]
    """Sends a connection its seat; without a seat, the characters that it may choose."""
    fill: Callable[[Seat], None]
    """Brings everything that a seat sees up to date."""
    answer: Callable[[int, Seat, messages.SeatRequest], None]
    """Does a request and answers it."""
    happened: Callable[[Content], None]
    """Tells programs what happened."""

    def __init__(self, file: TableFile, table: OpenTable, view: TableView, parent: QObject) -> None:
        """Take up the seats that were let in before. Raise FileProblem if the file of tables cannot be read."""
        super().__init__(parent)
        self._file, self._table, self._view = file, table, view
        self.admits_all = False
        """Whether players and watchers are let in without a question. A game master is always let in by hand."""
        self.epoch = secrets.token_hex(8)
        """Text that differs after each start, because numbers of messages begin again."""
        self.waiting: dict[str, Seat] = {}
        """Those who knocked, by the hash of their token."""
        self.seats = [Seat(row) for row in file.seats(table)]
        """Those who were let in."""
        self._connections: dict[int, _Connection] = {}
        view.seats = self._shown_seats

    # --- connections --------------------------------------------------------------------------------------------------

    def connected(self, connection: int, token: str) -> None:
        """Take a connection. `token` is the hash of the device's token."""
        try:
            void = self._file.is_void(token)
        except FileProblem as error:
            self.closing.emit(connection, messages.NOT_LET_IN, file_sentence(error))
            return
        if void:
            self.closing.emit(connection, messages.PUT_OUT, _("The game master has removed you from the table."))
            return
        late = QTimer(self, singleShot=True, interval=_WAIT_MS)
        late.timeout.connect(partial(self._catch_up, connection, 0))
        self._connections[connection] = _Connection(token, late)
        seat = self._seat_of(token)
        # Who has no character at this table any more may knock for another.
        if seat is None or (seat.row.characters and not self._view.people.keys() & seat.row.characters):
            self.greet(connection, None)
        else:
            self._seat_down(connection, seat)

    def _seat_of(self, token: str) -> Seat | None:
        return next((each for each in self.seats if each.row.token == token), None)

    def disconnected(self, connection: int) -> None:
        """Forget a connection. Its seat stays."""
        given = self._connections.pop(connection, None)
        if given is None:
            return
        given.late.stop()
        given.late.deleteLater()
        if given.seat is not None:
            given.seat.connections.discard(connection)
            if not given.seat.connections:
                self.happened({"kind": "gone", "name": given.seat.row.name})
        elif all(each.token != given.token for each in self._connections.values()):
            self.waiting.pop(given.token, None)
        self.seats_changed.emit()

    def receive(self, connection: int, text: str) -> None:
        """Take a message of a device."""
        given = self._connections.get(connection)
        if given is None:
            return
        try:
            message = messages.read_message(text)
        except messages.MessageError as error:
            self._fault(connection, given, error.id, str(error))
            return
        match message:
            case messages.Ping():
                self.send(connection, {"kind": "pong"})
            case messages.Knock():
                self._knock(connection, given, message)
            case messages.Again() if given.seat is not None:
                known = message.epoch == self.epoch and message.seen <= given.seat.number
                self._catch_up(connection, message.seen if known else 0)
            case messages.SeatRequest() if given.seat is not None:
                self.answer(connection, given.seat, message)
            case _:
                id = message.id if isinstance(message, messages.SeatRequest) else ""
                self._fault(connection, given, id, _("Knock first: the host does not know you."))
                return
        given.faults = 0

    def _fault(self, connection: int, given: _Connection, id: str, why: str) -> None:
        given.faults += 1
        if given.faults >= _MOST_FAULTS:
            self.closing.emit(connection, messages.NO_MESSAGE, why)
        elif id:
            self.send(connection, {"kind": "refused", "id": id, "reason": why})

    def send(self, connection: int, content: Content, *, gm: bool = False) -> None:
        """Send a connection a message that is not repeated after a break."""
        self.outgoing.emit(connection, self._view.text(content, gm=gm))

    # --- letting in ---------------------------------------------------------------------------------------------------

    def _knock(self, connection: int, given: _Connection, knock: messages.Knock) -> None:
        if given.seat is not None:
            self._seat_down(connection, given.seat)
            return
        name = one_line(knock.name)
        try:
            before = self._seat_of(given.token)
            # A device that has a seat keeps its id, so that the new seat takes the place of the old one.
            id = before.row.id if before is not None else secrets.token_hex(8)
            seat = Seat(SeatRow(id, name, knock.role, (), given.token, for_good=False))
            if not name:
                raise SeatRefused(_("Type your name."))
            if knock.character and knock.role == "player":
                seat.row = replace(seat.row, characters=(find_character(knock.character, self._view.visible()).id,))
            if any(_same(each.row.name, name) and each.connections for each in self.seats):
                raise SeatRefused(_("{name} is at the table already. Choose another name.").format(name=name))
            if len(self.seats) + len(self.waiting) >= MOST_SEATS:
                raise SeatRefused(_("The table is full."))
        except SeatRefused as error:
            self.send(connection, {"kind": "refused", "id": knock.id, "reason": str(error)})
            return
        self.waiting[given.token] = seat
        self.send(connection, {"kind": "waiting", "id": knock.id})
        characters = [self._view.people[each].name for each in seat.row.characters]
        self.happened({"kind": "knocked", "name": name, "role": knock.role, "characters": characters})
        self.knocked.emit(seat)
        if self.admits_all and knock.role != "gm":
            self.admit(seat.row.id)
        else:
            self.seats_changed.emit()

    def admit(self, who: str, *, for_good: bool = True) -> bool:
        """Let somebody in by name or id, for good or until the table closes. Return whether somebody waits so called.

        Raise FileProblem if the seat cannot be stored.
        """
        found = next((each for each in self.waiting.items() if _is_called(each[1], who)), None)
        if found is None:
            return False
        token, seat = found
        old = self._seat_of(token)
        if old is not None:
            self.seats.remove(old)
        for before in [each for each in self.seats if _same(each.row.name, seat.row.name)]:
            # The name belongs to the new device now, for example after the browser forgot the old one.
            self._put_out(before)
        seat.row = replace(seat.row, for_good=for_good)
        self._file.put_seat(self._table, seat.row)
        del self.waiting[token]
        self.seats.append(seat)
        self.happened({"kind": "admitted", "name": seat.row.name, "role": seat.row.role})
        for connection, given in list(self._connections.items()):
            if given.token == token:
                self._seat_down(connection, seat)
        return True

    def remove(self, who: str) -> bool:
        """Refuse somebody who waits, or put a seat out, by name or id. Return whether there is anybody so called.

        Raise FileProblem if that cannot be stored.
        """
        waits = next((token for token, seat in self.waiting.items() if _is_called(seat, who)), None)
        found = next((each for each in self.seats if _is_called(each, who)), None)
        if waits is not None:
            del self.waiting[waits]
            self._close(waits, messages.NOT_LET_IN, _("The game master has not let you in."))
        elif found is not None:
            self._put_out(found)
            self.happened({"kind": "removed", "name": found.row.name})
        else:
            return False
        self.seats_changed.emit()
        return True

    def _put_out(self, seat: Seat) -> None:
        self._file.void(seat.row)
        self.seats.remove(seat)
        self._close(seat.row.token, messages.PUT_OUT, _("The game master has removed you from the table."))

    def _close(self, token: str, code: int, why: str) -> None:
        for connection, given in list(self._connections.items()):
            if given.token == token:
                self.closing.emit(connection, code, why)
                self.disconnected(connection)

    def _seat_down(self, connection: int, seat: Seat) -> None:
        given = self._connections[connection]
        is_new = not seat.connections
        given.seat, given.is_caught_up = seat, False
        seat.connections.add(connection)
        self.greet(connection, seat)
        # The seat may say within a moment what it saw last. Otherwise it gets everything.
        given.late.start()
        if is_new:
            self.happened({"kind": "here", "name": seat.row.name})
        self.seats_changed.emit()

    def _catch_up(self, connection: int, seen: int) -> None:
        """Send everything with a number above `seen`."""
        given = self._connections[connection]
        seat = given.seat
        given.late.stop()
        if seat is None:
            return
        self.fill(seat)
        given.is_caught_up = True
        found = [*seat.events, *((number, text) for number, _content, text in seat.states.values())]
        for _number, text in sorted(each for each in found if each[0] > seen):
            self.outgoing.emit(connection, text)

    def _shown_seats(self) -> list[Content]:
        return [{"name": each.row.name, "role": each.row.role, "here": bool(each.connections)} for each in self.seats]

    def show_state(self, seat: Seat, content: Content) -> None:
        """Send a seat a message in place of the last one of its kind and character, unless it is the same."""
        key = (content["kind"], str(content.get("character", content.get("evening", ""))))
        before = seat.states.get(key)
        if before is not None and before[1] is content:
            return
        number, text = seat.numbered(self._view.shared_text(content, gm=seat.is_gm))
        seat.states[key] = (number, content, text)
        self._send_on(seat, text)

    def show_event(self, seat: Seat, body: str) -> None:
        """Send a seat the text of a message that replaces no other."""
        numbered = seat.numbered(body)
        seat.events.append(numbered)
        self._send_on(seat, numbered[1])

    def _send_on(self, seat: Seat, text: str) -> None:
        for connection in seat.connections:
            if self._connections[connection].is_caught_up:
                self.outgoing.emit(connection, text)

    def close(self, why: str, *, forget: bool) -> None:
        """Say to all devices why the table closes, and whether it does for good; then forget them."""
        for connection in list(self._connections):
            self.send(connection, {"kind": "closing", "reason": why, "for_good": forget})
            self.disconnected(connection)


def _same(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()


def _is_called(seat: Seat, who: str) -> bool:
    return seat.row.id == who or _same(seat.row.name, one_line(who))

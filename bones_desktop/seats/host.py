"""The host of a table: what each seat sees, and what seats ask for. The host alone writes."""

import secrets
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QObject, QTimer, Signal

from bones_desktop.rules.bones.life.campaigns import Campaign
from bones_desktop.rules.fairdice import fitting_words, words_json
from bones_desktop.seats import messages
from bones_desktop.seats.bonesseat import BonesSeat
from bones_desktop.seats.characterseat import CharacterSeat, SeatChoice, SeatDone, SeatRefused, SeatRoom, refusals
from bones_desktop.seats.fightarena import FIGHTING, Arena
from bones_desktop.seats.gameseat import GameSeat
from bones_desktop.seats.lines import Content, TableLine, line_of
from bones_desktop.seats.seating import Asked, Seat, Seating
from bones_desktop.seats.table import OpenTable, TableFile
from bones_desktop.seats.tableview import KEPT_EVENTS, TableView, find_character
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.games import GAMES, read_any
from bones_desktop.storage.log.logentry import EntryKind, LogEntry, asked_by, seat_tag
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _, language

_LOOKED_BACK: Final = 300
"""Lines of the log in which a request is searched that was begun before the host stopped."""
_LATER_MS: Final = 25
"""Time after which seats get new sheets and choices. So the dice reach the last phone before these are made."""
_WATCH_MS: Final = 2_000
"""Time between looks at the files of characters, which another program may have written."""
_ANSWERS: Final = frozenset({"refused", "done", "asked"})
"""Kinds of answers that only the connection gets that asked."""


class Host(QObject):
    """The host of one table."""

    happened = Signal(object)
    """A dictionary for programs: what happened at the table."""
    asks_changed = Signal()
    """Emitted when the GM has asked for a roll or taken that back, and when a player has rolled."""
    wrote = Signal(object)
    """A path. Emitted when the host has written the file of a character."""
    logged = Signal(object)
    """A LogEntry. Emitted when a seat has added or changed a line of the log."""

    def __init__(
        self, room: SeatRoom, file: TableFile, table: OpenTable, campaign: Callable[[], Campaign | None]
    ) -> None:
        """Open the table, and begin an evening if none goes on. `campaign` returns the open campaign.

        Raise FileProblem if the file of tables cannot be read.
        """
        super().__init__()
        self.room, self.table = room, table
        self.title = self.theme = ""
        """Title of the table, and the theme that pages show if the device does not choose; "" for none."""
        self.troubles: list[str] = []
        """Sentences about files that could not be used when the table was opened."""
        self.at_end: list[Callable[[], object]] = []
        """Functions to call after the table was closed."""
        self.view = TableView(room, campaign)
        self.seating = Seating(file, table, self.view, self)
        self.seating.greet, self.seating.fill, self.seating.answer = self._greet, self._fill, self._answer
        self.seating.happened = self.happened.emit
        self.seating.seats_changed.connect(self._changed)
        self.asks = {id: Asked(*each) for id, each in file.asks(table).items()}
        """Rolls that the GM asks for and that nobody has made yet, by their ids."""
        self._file = file
        self._last = (0, 0)
        """Evening and number of the last draw that was shown."""
        self._soon = QTimer(self, singleShot=True, interval=_LATER_MS)
        self._soon.timeout.connect(self.tell)
        self._watch = QTimer(self, interval=_WATCH_MS)
        self._watch.timeout.connect(self.look)
        self._watch.start()
        room.companions = self.view.companions
        room.dice.begin()
        self.view.shown_seals = file.shown_seals(table)
        evening = self.view.evening()
        if evening is not None:
            self.view.look_for_unused(evening.id)
        for entry in self.view.latest(_LOOKED_BACK):
            if evening is not None and entry.evening == evening.id and entry.kind is EntryKind.THROW:
                self.view.remember(line_of(entry))
            for request in filter(None, map(asked_by, entry.tags)):
                # After a power cut the file may lack requests whose lines are in the log.
                file.begin(*request)

    # --- characters ---------------------------------------------------------------------------------------------------

    def put(self, paths: Iterable[Path]) -> None:
        """Put the characters in these files on the table. Raise FileProblem or DataFileError for an unreadable one."""
        for path in paths:
            stored, held = read_any(path)
            if held.value.id in self.view.people:
                continue
            kind = BonesSeat if stored is GAMES[0] else GameSeat
            who: CharacterSeat = kind(self.room, path, stored, held.value)
            who.changed.connect(self._changed)
            who.lined.connect(self._show)
            who.session.file_saved.connect(partial(self._tell_wrote, who))
            self.view.people[who.id] = who
        self._changed()

    def keep_port(self, port: int) -> None:
        """Remember the port on which the table listens. Raise FileProblem if it cannot be stored."""
        self.table = self._file.with_port(self.table, port)

    def broker_key(self) -> bytes:
        """Return the secret key of the table at a broker. Raise FileProblem if it cannot be stored."""
        return self._file.broker_key(self.table)

    def add_arena(self, arena: Arena) -> None:
        """Show a fight or a scene of the window to seats."""
        self.view.arenas.append(arena)
        arena.changed.connect(self._changed)
        arena.lined.connect(self._show)
        self._changed()

    @property
    def names(self) -> list[str]:
        """The names of the characters at the table whom players may know of."""
        return [who.name for who in self.view.visible()]

    def name_of(self, character: str) -> str:
        """Return the name of a character at the table; "" for any other id."""
        return self.view.people[character].name if character in self.view.people else ""

    def look(self) -> None:
        """Read the files of characters that another part of the program has written, and begin the next evening."""
        for who in self.view.people.values():
            who.document.freshen()
        last = self.view.evening()
        # Seats see the seal and add their words before anybody rolls. An evening in which nobody rolled is enough.
        is_used = last is None or last.draws or last.ended is not None
        if is_used and any(seat.connections for seat in self.seating.seats):
            self._begin_evening()

    def _begin_evening(self) -> None:
        if self.room.dice.evening is None:
            evening = self.room.dice.begin()
            self.tell_seal()
            self.happened.emit({"kind": "evening", "evening": evening.id, "commitment": evening.commitment})

    def line(self, entry: LogEntry) -> None:
        """Show a line of the log that was written or changed without a seat."""
        who = self.view.people.get(entry.character_id)
        if who is not None:
            who.document.freshen()
            who.forget_choices()
        if not any(arena.takes(entry) for arena in self.view.arenas):
            self._show(self.view.without_seat(entry))
        self._soon.start()

    def campaign_changed(self) -> None:
        """Show what players may see after a change of the campaign."""
        for seat in self.seating.seats:
            seat.states.clear()
        self._changed()

    def tell_seal(self) -> None:
        """Show the seal of the evening after it began or ended."""
        self.view.changed()
        self.tell()

    def _tell_wrote(self, who: CharacterSeat) -> None:
        self.wrote.emit(who.path)

    def _changed(self) -> None:
        self.view.changed()
        self._soon.start()

    def _of_seat(self, seat: Seat) -> list[CharacterSeat]:
        """Return the characters for whom a seat may roll."""
        people = self.view.visible(gm=seat.is_gm)
        return [who for who in people if seat.is_gm or who.id in seat.row.characters]

    def _character(self, seat: Seat, given: str) -> CharacterSeat:
        """Return the character that a seat means by an id or a name. Raise SeatRefused if there is none."""
        if seat.row.role == "watcher":
            raise SeatRefused(_("Who watches cannot roll. Ask the game master for a seat."))
        return find_character(given, self._of_seat(seat))

    # --- what seats see -----------------------------------------------------------------------------------------------

    def _greet(self, connection: int, seat: Seat | None) -> None:
        table = {"table": self.table.id, "title": self.title, "language": language(), "theme": self.theme}
        if seat is None:
            parts = ("id", "name", "game", "title")
            people = [{part: who.glance()[part] for part in parts} for who in self.view.visible()]
            hello = {**table, "kind": "hello", "characters": people, "protocol": messages.PROTOCOL}
            self.seating.send(connection, hello)
            return
        theirs = [who.id for who in self._of_seat(seat)]
        shown = {"id": seat.row.id, "name": seat.row.name, "role": seat.row.role, "characters": theirs}
        faces = {code: name for who in self.view.visible(gm=seat.is_gm) for code, name in who.faces.items()}
        # Every later draw is shown to the seat. Of those before, a seat may get only the last ones.
        facts = {name: fact for name, fact in self.fair_facts().items() if name in {"evening", "draws"}}
        welcome = {**table, "kind": "welcome", "seat": shown, "epoch": self.seating.epoch, "faces": faces, **facts}
        _number, text = seat.numbered(self.view.text(welcome, gm=seat.is_gm))
        self.seating.outgoing.emit(connection, text)
        if not seat.events:
            # The host has just let the seat in, or has just started.
            for line in self.view.recent:
                self._show_to(seat, line, {})

    def tell(self) -> None:
        """Send each seat what has changed for it."""
        self._soon.stop()
        for seat in self.seating.seats:
            if seat.connections:
                self._fill(seat)

    def _fill(self, seat: Seat) -> None:
        self.seating.show_state(seat, self.view.party(gm=seat.is_gm))
        for who in self._of_seat(seat):
            for content in (who.sheet(), who.rolls(), self.view.owed(who, gm=seat.is_gm)):
                self.seating.show_state(seat, content)
        for arena in self.view.arenas:
            own = () if seat.is_gm else seat.row.characters
            self.seating.show_state(seat, self.view.arena(arena, own, gm=seat.is_gm))
        for sealed in self.view.seals():
            self.seating.show_state(seat, sealed)
        if sealed["commitment"] not in self.view.shown_seals:
            self.view.shown_seals.add(sealed["commitment"])
            try:
                self._file.show_seal(self.table, sealed["commitment"])
            except FileProblem as error:
                self.happened.emit({"kind": "trouble", "text": file_sentence(error)})
        asks, before = self._asks_of(seat), seat.states.get(("asks", ""))
        if asks["asks"] if before is None else asks != before[1]:
            self.seating.show_state(seat, asks)

    def _asks_of(self, seat: Seat) -> Content:
        """Return the rolls that the GM asks a seat for; for a GM those that are asked of anybody."""
        people = {who.id: who for who in self._of_seat(seat)}
        shown = [
            {"id": id, "secret": each.secret, **people[each.character].asked(each.roll, each.given)}
            for id, each in self.asks.items()
            if each.character in people
        ]
        return {"kind": "asks", "asks": shown}

    def fair_facts(self) -> Content:
        """Return what must be the same for all seats: evening, commitment, words, and the number of draws so far."""
        evening = self.view.evening()
        id, sealed, draws = (evening.id, evening.commitment, evening.draws) if evening is not None else (0, "", 0)
        words = words_json(evening.words) if evening is not None else []
        return {"evening": id, "commitment": sealed, "words": words, "draws": draws}

    def _show(self, line: TableLine, asker: Seat | None = None, id: str = "", asked: str = "") -> str:
        """Show a line to everybody who may see it. Return the text for the seat whose request `id` it answers.

        `asked` is the id of the roll that the GM has asked for, if it is this one.
        """
        if line.entry.kind is not EntryKind.THROW:
            return ""
        self.view.remember(line)
        self._look_for_gap(line.content["draws"])
        texts: dict[bool, str] = {}
        answer = ""
        for seat in self.seating.seats:
            if seat is asker:
                answer = self.view.text({**line.content, "id": id}, gm=seat.is_gm)
                self.seating.show_event(seat, answer)
            else:
                self._show_to(seat, line, texts)
        shown = {name: line.content[name] for name in ("by", "seat", "title", "evening", "draw", "secret")}
        result = " ".join(each["text"] for each in line.content["findings"])
        self.happened.emit({"kind": "thrown", **shown, "result": result, **({"asked": asked} if asked else {})})
        return answer

    def _look_for_gap(self, draws: Iterable[Content]) -> None:
        """Tell seats of a draw that is in no line, because something failed before it was written."""
        for evening, number in sorted((each["evening"], each["draw"]) for each in draws):
            last, self._last = self._last, max(self._last, (evening, number))
            if last[0] == evening and number > last[1] + 1:
                self.view.look_for_unused(evening)
                self._soon.start()

    def _show_to(self, seat: Seat, line: TableLine, texts: dict[bool, str]) -> None:
        """Show a line to a seat. `texts` keeps the texts for the GM and for everybody else."""
        if seat.is_gm not in texts:
            content = self.view.line(line, gm=seat.is_gm)
            texts[seat.is_gm] = self.view.text(content, gm=seat.is_gm) if content is not None else ""
        if texts[seat.is_gm]:
            self.seating.show_event(seat, texts[seat.is_gm])

    # --- what seats ask for -------------------------------------------------------------------------------------------

    def ask(self, character: str, roll: str, given: messages.Settings, *, secret: bool = False) -> str:
        """Ask the players of a character for a roll, and return its id.

        Raise SeatRefused if nobody plays the character, or if the roll is not possible.
        """
        who = self.view.people[character]
        if not self.is_played(character):
            raise SeatRefused(_("Nobody at the table plays {name}.").format(name=who.name))
        found = who.asked(roll, given)
        if found["why_not"]:
            raise SeatRefused(found["why_not"])
        if len(self.asks) >= KEPT_EVENTS:
            raise SeatRefused(_("Too many rolls are waiting. Take one back first."))
        id = f"ask-{secrets.token_hex(6)}"
        with refusals():
            self._file.put_ask(self.table, id, (character, roll, dict(given), secret))
        self.asks[id] = Asked(character, roll, dict(given), secret)
        self.happened.emit({"kind": "asked", "id": id, "by": who.name, "title": found["title"], "secret": secret})
        self._asks_changed()
        return id

    def take_back(self, id: str) -> bool:
        """No longer ask for a roll. Return whether it was still asked for."""
        was_asked = self.asks.pop(id, None) is not None
        if was_asked:
            try:
                self._file.drop_ask(id)
            except FileProblem as error:
                self.happened.emit({"kind": "trouble", "text": file_sentence(error)})
            self._asks_changed()
        return was_asked

    def is_played(self, character: str) -> bool:
        """Return whether a player at the table, here or away, may roll for a character."""
        seats = (seat for seat in self.seating.seats if not seat.is_gm)
        return any(who.id == character for seat in seats for who in self._of_seat(seat))

    def _asks_changed(self) -> None:
        self.asks_changed.emit()
        self._soon.start()

    def _wanted(self, seat: Seat, id: str) -> tuple[CharacterSeat, Asked]:
        """Return a roll that the seat was asked for, or whose dice it enters. Raise SeatRefused if there is none."""
        asked = seat.asked.get(id) or self.asks.get(id)
        if asked is None:
            raise SeatRefused(_("The host does not ask for these dice any more. Roll again."))
        return self._character(seat, asked.character), asked

    def _answer(self, connection: int, seat: Seat, message: messages.SeatRequest) -> None:
        """Do a request once, and send its answer."""
        if isinstance(message, messages.OddsAsked):
            self.seating.send(connection, self._answered(seat, message, self._odds), gm=seat.is_gm)
            return
        try:
            known = self._file.begin(seat.row.id, message.id)
        except FileProblem as error:
            self.seating.send(connection, {"kind": "refused", "id": message.id, "reason": file_sentence(error)})
            return
        if known is not None:
            self.seating.outgoing.emit(connection, known or self._found(seat, message.id))
            return
        answer = self._answered(seat, message, self._do)
        text = self.view.text(answer, gm=seat.is_gm) if answer["kind"] in _ANSWERS else answer["text"]
        try:
            self._file.finish(seat.row.id, message.id, text)
        except FileProblem as error:
            self.happened.emit({"kind": "trouble", "text": file_sentence(error)})
        if answer["kind"] in _ANSWERS:
            self.seating.outgoing.emit(connection, text)

    def _answered(self, seat: Seat, message: Any, do: Callable[[Seat, Any], Content]) -> Content:  # noqa: ANN401
        try:
            return do(seat, message)
        except SeatRefused as error:
            rule = {"rule": error.rule} if error.rule else {}
            return {"kind": "refused", "id": message.id, "reason": str(error), **rule}
        except Exception:  # A bug must not end the table for everybody else.
            sys.excepthook(*sys.exc_info())
            return {"kind": "refused", "id": message.id, "reason": _("The program failed. Nothing more was done.")}

    def _found(self, seat: Seat, id: str) -> str:
        """Return the answer to a request that was begun before the host stopped."""
        for entry in reversed(self.view.latest(_LOOKED_BACK)):
            # A line is struck out if the host was killed before the rest of the act was done.
            if entry.stands and (seat.row.id, id) in map(asked_by, entry.tags):
                return self.view.text({**line_of(entry).content, "id": id}, gm=seat.is_gm)
        why = _("This was begun before the host stopped. Look at the log before you do it again.")
        return messages.text_of({"kind": "refused", "id": id, "reason": why})

    def _odds(self, seat: Seat, asked: messages.OddsAsked) -> Content:
        who = self._character(seat, asked.character)
        if asked.choice:
            _arena, found = self._offered(seat, who, asked.choice)
            fields = found.asked(asked.set) if found.asked is not None else []
            return {"kind": "odds", "id": asked.id, "character": who.id, "choice": found.id, "fields": list(fields)}
        odds = who.odds(asked.roll, asked.set)
        return {"kind": "odds", "id": asked.id, "character": who.id, "roll": asked.roll, "set": dict(asked.set), **odds}

    def _do(self, seat: Seat, message: messages.Message) -> Content:
        """Do a request and return its answer. Raise SeatRefused if it is refused."""
        match message:
            case messages.SeatThrow():
                return self._throw(seat, message)
            case messages.SeatFaces():
                who, asked = self._wanted(seat, message.asked)
                if asked.choice is not None:
                    faces = {"id": message.id, "faces": message.faces, "by_hand": False}
                    self._choose(seat, asked.choice.model_copy(update=faces))
                    seat.asked.pop(message.asked, None)
                    return {"kind": "done", "id": message.id}
                tag = seat_tag(seat.row.id, message.id, seat.row.name)
                done = who.throw(tag, asked.roll, asked.given, message.faces, secret=asked.secret)
                seat.asked.pop(message.asked, None)
                return self._publish(seat, message.id, done, asked)
            case messages.AskFor() | messages.TakeBack() if not seat.is_gm:
                raise SeatRefused(_("Only the game master can ask for rolls."))
            case messages.AskFor():
                who = self._character(seat, message.character)
                self.ask(who.id, message.roll, message.set, secret=message.secret)
            case messages.TakeBack():
                self.take_back(message.asked)
            case messages.Choose():
                return self._choose(seat, message)
            case messages.Word():
                self._add_words(seat, message)
        return {"kind": "done", "id": message.id if isinstance(message, messages.SeatRequest) else ""}

    def _offered(self, seat: Seat, who: CharacterSeat, id: str) -> tuple[Arena | None, SeatChoice]:
        """Return a choice, with its fight or scene. Raise SeatRefused if it is not possible now."""
        fights = ((arena, each) for arena in self.view.arenas for each in arena.choices(who.id, gm=seat.is_gm))
        # The other choices need not be found out for one of a fight.
        others = ((None, each) for each in who.choices(gm=seat.is_gm))
        offered = fights if id.startswith(FIGHTING) else others
        arena, found = next((each for each in offered if each[1].id == id), (None, None))
        if found is None:
            raise SeatRefused(_("That is no longer possible. Look again at what you can do now."))
        if found.why_not:
            raise SeatRefused(found.why_not)
        return arena, found

    def _choose(self, seat: Seat, message: messages.Choose) -> Content:
        who = self._character(seat, message.character)
        arena, found = self._offered(seat, who, message.choice)
        if message.by_hand:
            with refusals():
                dice = found.hand(message) if found.hand is not None else ()
            if not dice:
                raise SeatRefused(_("No dice are rolled for this."))
            return self._ask_for_faces(seat, message.id, found.text, dice, Asked(who.id, "", {}, choice=message))
        tag = seat_tag(seat.row.id, message.id, seat.row.name)
        do = partial(found.do, message) if found.needs else found.do
        if arena is not None:
            # The window shows the lines that it adds to the log.
            arena.act(tag, do)
        else:
            self._publish(seat, message.id, who.act(tag, do))
            self.look()  # A treatment is written into the file of the patient.
        self.tell()
        return {"kind": "done", "id": message.id}

    @staticmethod
    def _ask_for_faces(seat: Seat, id: str, title: str, dice: Sequence[Content], asked: Asked) -> Content:
        """Return the message `asked`, after which the seat enters what its dice show."""
        seat.asked[id] = asked
        if len(seat.asked) > KEPT_EVENTS:
            del seat.asked[next(iter(seat.asked))]
        head = {"kind": "asked", "id": id, "character": asked.character, "roll": asked.roll, "set": dict(asked.given)}
        return {**head, "title": title, "dice": list(dice), "secret": asked.secret}

    def _throw(self, seat: Seat, throw: messages.SeatThrow) -> Content:
        if throw.asked is not None:
            who, wanted = self._wanted(seat, throw.asked)
        elif throw.secret and not seat.is_gm:
            raise SeatRefused(_("Only the game master rolls in secret."))
        else:
            who = self._character(seat, throw.character)
            wanted = self._same_asked(who, Asked(who.id, throw.roll, throw.set, throw.secret))
        if throw.by_hand:
            answers = who.answers(wanted.roll, wanted.given)
            with refusals():
                title, dice = who.title(wanted.roll, answers), who.hand(wanted.roll, answers)
            return self._ask_for_faces(seat, throw.id, title, dice, wanted)
        tag = seat_tag(seat.row.id, throw.id, seat.row.name)
        done = who.throw(tag, wanted.roll, wanted.given, secret=wanted.secret)
        return self._publish(seat, throw.id, done, wanted)

    def _same_asked(self, who: CharacterSeat, made: Asked) -> Asked:
        """Return the roll that the GM asks for with the same settings, which this one answers; else this one."""
        for each in self.asks.values():
            # What the GM rolls in secret is no answer that everybody sees.
            if (each.character, each.roll) == (made.character, made.roll) and each.secret >= made.secret:
                with suppress(SeatRefused):
                    if who.answers(each.roll, each.given) == who.answers(made.roll, made.given):
                        return each
        return made

    def _publish(self, seat: Seat, id: str, done: SeatDone, made: Asked | None = None) -> Content:
        """Show the lines of an act to everybody, and tell all seats what has changed. The GM may have asked for it."""
        answer = ""
        asked = next((id for id, each in self.asks.items() if each is made), "")
        for line in done.lines:
            answer = self._show(line, seat, id, asked)
            self.logged.emit(line.entry)
        self.take_back(asked)
        for words in done.said:
            self.seating.show_event(
                seat, self.view.text({"kind": "message", "text": words, "tone": "bad"}, gm=seat.is_gm)
            )
            self.happened.emit({"kind": "trouble", "text": words})
        self._soon.start()
        return {"kind": "thrown", "text": answer}

    def _add_words(self, seat: Seat, message: messages.Word) -> None:
        """Mix the words of a seat into all later dice of the evening. Each seat may do so once."""
        if not fitting_words(message.text):
            raise SeatRefused(_("Type some words."))
        self._begin_evening()
        evening = self.view.evening()
        id = evening.id if evening is not None else 0
        if any((asked_by(tag) or ("",))[0] == seat.row.id for each in self.view.lines(id) for tag in each.tags):
            raise SeatRefused(_("Words can only be added before your own first roll of an evening."))
        with refusals():
            # No request of a seat has a blank in its id.
            once = f"words {id}"
            if self._file.begin(seat.row.id, once):
                raise SeatRefused(_("Your words were already added to this evening."))
            try:
                added = self.room.dice.add_words(message.text)
            except ValueError:
                raise SeatRefused(_("This evening has as many words as it can hold.")) from None
            self._file.finish(seat.row.id, once, "done")
        self.tell_seal()
        self.happened.emit({"kind": "words", "name": seat.row.name, "draw": added.words[-1].draw})

    # --- the end ------------------------------------------------------------------------------------------------------

    def close(self, *, forget: bool = False) -> None:
        """Close the table and save everything. With `forget` the evening ends, and all invitations become void."""
        try:
            if forget:
                self.room.dice.end()
                self.tell_seal()
                self._file.forget(self.table)
            else:
                self._file.leave(self.table)
        except FileProblem as error:
            self.happened.emit({"kind": "trouble", "text": file_sentence(error)})
        closed = _("The game master has closed the table.")
        reason = _("The game master has closed this table for good.") if forget else closed
        self.seating.close(reason, forget=forget)
        self._soon.stop()
        self._watch.stop()
        for who in self.view.people.values():
            who.close()
        for end in (self._file.close, self.room.close, *self.at_end):
            end()

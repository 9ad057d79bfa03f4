"""One character at the table: its sheet, its rolls with odds, and everything that may be done now.

The base class has what all games share. `bonesseat` and `gameseat` add how a game rolls.
"""

import hashlib
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QObject, Signal

from bones_desktop.document.document import Document
from bones_desktop.document.session import AnyFile, ClosedFiles, Session
from bones_desktop.play.answers import act_answers, act_questions, roll_answers
from bones_desktop.play.eveningdice import EveningDice
from bones_desktop.play.gameplay import GamePlay, thrown_by
from bones_desktop.play.journal import Journal
from bones_desktop.rules.acts import Act, Answers, Parameter, ParameterKind, Value
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.dice import Die
from bones_desktop.rules.games import ListedThing, Roll, state_of
from bones_desktop.rules.reasons import Reason, RulesError
from bones_desktop.rules.records import Record, fields
from bones_desktop.rules.typedtext import AnswerError, one_line
from bones_desktop.seats.lines import Content, TableLine, line_of
from bones_desktop.seats.messages import Choose, Settings
from bones_desktop.storage.files.datafile import DataFileError
from bones_desktop.storage.files.locations import Locations
from bones_desktop.storage.files.saving import FileStore
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.files.undohistory import UndoHistories
from bones_desktop.storage.files.versions import Versions
from bones_desktop.storage.games import GAMES, StoredGame
from bones_desktop.storage.log.logentry import LogEntry
from bones_desktop.storage.log.throwlog import ThrowLog
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.games.words import choice_name, game_about, game_name, roll_text, sheet_words
from bones_desktop.wording.language import _
from bones_desktop.wording.reasons import sentence

_OF_THE_GM: Final = frozenset({"session", "advance"})
"""Groups of acts that only the GM may do from a device."""
_TONES: Final = {"harm": "danger", "heal": "good"}
_MAKING: Final = "creation"
_ALWAYS: Final = frozenset({"key", "first", "least", "most"})
"""Parts of a field that are sent even if they are empty."""


class SeatRefused(Exception):  # noqa: N818 (nothing failed)
    """Raised when the host refuses a request. The message is the sentence for the seat."""

    def __init__(self, why: str, rule: str = "") -> None:
        super().__init__(why)
        self.rule = rule


@contextmanager
def refusals() -> Iterator[None]:
    """Raise SeatRefused in place of the errors by which rules, answers and files refuse."""
    try:
        yield
    except RulesError as error:
        raise SeatRefused(sentence(error.reason), error.reason.rule) from None
    except AnswerError as error:
        raise SeatRefused(str(error)) from None
    except (FileProblem, DataFileError) as error:
        raise SeatRefused(file_sentence(error)) from None


class SeatRoom:
    """What all characters of a table share: folders, rulebook, log, sealed dice and undo histories."""

    def __init__(
        self, locations: Locations, rulebook: Rulebook, log: ThrowLog, dice: EveningDice, clock: Callable[[], datetime]
    ) -> None:
        self.locations, self.rulebook, self.log, self.dice, self.clock = locations, rulebook, log, dice, clock
        self.companions: Callable[[], Sequence[tuple[Path, Any]]] = tuple
        """Returns the characters of BONES that another may treat, with their files."""
        self._versions = Versions(locations.versions)
        self._histories: dict[str, UndoHistories[Any]] = {}

    def files(self, stored: StoredGame[Any, Any]) -> tuple[FileStore[Any], UndoHistories[Any]]:
        """Return the store and the undo histories of a game's characters."""
        game = stored.game.id
        if game not in self._histories:
            folder = self.locations.undo if stored is GAMES[0] else self.locations.undo / game
            self._histories[game] = UndoHistories(folder, stored.form.kind)
        return FileStore(stored.form, self._versions, self.clock), self._histories[game]

    def close(self) -> None:
        """Close the undo histories."""
        for each in self._histories.values():
            each.close()


_UNTOLD: Final = frozenset({"do", "asked", "hand"})
"""Parts of a choice that are functions."""


class SeatChoice(Record):
    """One thing that may be done now, with the function that does it."""

    id: str
    text: str
    do: Callable[..., object]
    """Function that does it. It gets the message of the seat if the choice needs something."""
    tip: str = ""
    tone: str = ""
    group: str = ""
    why_not: str = ""
    needs: Content | None = None
    """Part of the message that says what the seat has to choose first."""
    asked: Callable[[Settings], Sequence[Content]] | None = None
    """Function that returns the questions for the answers so far; None if they are always those in `needs`."""
    hand: Callable[[Choose], Sequence[Content]] | None = None
    """Function that returns the dice to roll by hand for what the seat has chosen; None if the dice are in `needs`."""

    @property
    def content(self) -> Content:
        """The part of the message `owed`."""
        told = {each.name: getattr(self, each.name) for each in fields(self) if each.name not in _UNTOLD}
        return {**told, "varies": self.asked is not None, "by_hand": self.hand is not None}


def choice_id(kind: str, *of: object) -> str:
    """Return an id that a choice has only as long as it means the same."""
    return f"{kind}-{hashlib.sha256(repr(of).encode('utf-8', 'replace')).hexdigest()[:12]}"


class SeatDone(Record):
    """The outcome of an act: new or changed lines of the log, and sentences for the seat."""

    lines: tuple[TableLine, ...] = ()
    said: tuple[str, ...] = ()


class CharacterSeat(QObject):
    """A character with its file, history, table and log lines. The host asks it on behalf of seats."""

    changed = Signal()
    """Emitted when the sheet, the rolls or the choices may have changed."""
    lined = Signal(object)
    """A TableLine. Emitted when a line changed although no seat asked for it, for example by a save after an error."""

    def __init__(self, room: SeatRoom, path: Path, stored: StoredGame[Any, Any], document: Document[Any]) -> None:
        """Open the character in `path`. Raise FileProblem or DataFileError when it cannot be opened."""
        super().__init__()
        self.room, self.stored, self.document = room, stored, document
        document.setParent(self)
        store, histories = room.files(stored)
        self.session: Session[Any] = Session(document, store, histories, self)
        self.session.open(path)
        self.id: str = document.value.id
        self.files: AnyFile[Any] = AnyFile(document, self.session, ClosedFiles(store, histories))
        self._refused: list[Reason] = []
        self._troubles: list[FileProblem | DataFileError] = []
        self._lines: dict[str, TableLine] = {}
        self._known: set[str] = set()
        """Keys of rolls that were sent."""
        self._acting = False
        self._views: dict[object, Any] = {}
        """Parts of messages that still hold, by what they show."""

    def _use(self, journal: Journal) -> None:
        """Use the journal of the character's table, after the table was made."""
        self.journal = journal
        self.acts = GamePlay(self.document, self.stored, journal, self.room.dice, self)
        journal.refused.connect(self._refused.append)
        for source in (journal.trouble, self.session.trouble):
            source.connect(self._troubles.append)
        journal.kept.connect(self._note)
        journal.amended.connect(self._note)
        self.document.changed.connect(self.forget)
        for moved in (journal.kept, journal.amended, journal.dismissed):
            moved.connect(self.forget_choices)

    @property
    def value(self) -> Any:  # noqa: ANN401  (a character of any game)
        """The character."""
        return self.document.value

    @property
    def path(self) -> Path:
        """The character's file."""
        return self.session.path or Path()

    @property
    def name(self) -> str:
        """The character's name, as it is shown."""
        return one_line(self.value.name) or _("No name yet")

    def forget(self) -> None:
        """Calculate the messages again when they are needed next."""
        self._views.clear()
        self.changed.emit()

    def forget_choices(self) -> None:
        """Find out again what may be done when that is needed next."""
        for gm in (False, True):
            self._views.pop(("owed", gm), None)
        self.changed.emit()

    def freshen(self) -> None:
        """Read changes that another program made to the file. Raise SeatRefused if it now holds somebody else."""
        self.document.freshen()
        if self.value.id != self.id:
            raise SeatRefused(_("The file of this character now holds another one."))

    def _view(self, key: object, make: Callable[[], Any]) -> Any:  # noqa: ANN401  (a part of a message)
        if key not in self._views:
            self._views[key] = make()
        return self._views[key]

    # --- what the seat sees -------------------------------------------------------------------------------------------

    def sheet(self) -> Content:
        """Return the message `sheet`."""
        return self._view("sheet", self._sheet)  # type: ignore[no-any-return]

    def rolls(self) -> Content:
        """Return the message `rolls`: every kind of roll, its fields, the usual answers and their odds."""
        return self._view("rolls", self._rolls)  # type: ignore[no-any-return]

    def owed(self, *, gm: bool) -> Content:
        """Return the message `owed`: everything that may be done now."""

        def make() -> Content:
            choices = [each.content for each in self.choices(gm=gm)]
            return {"kind": "owed", "character": self.id, "choices": choices}

        return self._view(("owed", gm), make)  # type: ignore[no-any-return]

    @property
    def faces(self) -> dict[str, str]:
        """The names of the faces of the character's dice, by their codes; none for numbers."""
        return {}

    @property
    def look(self) -> str:
        """The colour of the character's dice; "" for the usual one."""
        return str(self.value.dice_colour)

    @property
    def state(self) -> str:
        """The character's health in words; "" if the game has no such state."""
        state = state_of(self.stored.game, self.stored.book, self.value)
        return game_name(self.stored.game.id, "", state) if state else ""

    def glance(self) -> Content:
        """Return what everybody may see of the character."""
        return self._view("glance", self._glance)  # type: ignore[no-any-return]

    def _glance(self) -> Content:
        game = self.stored.game
        who = {"id": self.id, "name": self.name, "game": game.id, "title": game.title, "state": self.state}
        return {**who, "dice_left": None, "dice": []}

    def _sheet(self) -> Content:
        game, book, who = self.stored.game, self.stored.book, self.value
        named = partial(game_name, game.id, "")
        facts = [
            {"id": each.id, "name": each.name or named(each.id), "value": sheet_words(game.id, str(each.value))}
            for each in game.facts(book, who)
        ]
        tracks = []
        for each in game.tracks(book, who):
            state = named(each.state) if each.state else ""
            boxes = {"boxes": each.boxes, "marked": each.marked, "state": state}
            tracks.append({"id": each.id, "name": each.name or named(each.id), **boxes})
        lists = [
            {"name": named(each.id), "items": [_thing(item) for item in each.items]}
            for each in game.lists(book, who)
            if each.items
        ]
        head = {"kind": "sheet", "character": self.id, "name": self.name, "game": game.id, "title": game.title}
        return {**head, "state": self.state, "facts": facts, "dice": [], "items": [], "tracks": tracks, "lists": lists}

    def _rolls(self) -> Content:
        found = []
        for roll in self.kinds():
            usual, asked = roll_answers(roll, {}, ""), roll.asked(Answers())
            told = settings_of(asked, usual)
            head = {"id": roll.id, "name": game_name(self.stored.game.id, "roll", roll.id)}
            fields, odds = fields_of(self.stored.game.id, asked), self._odds(roll.id, usual)
            found.append({**head, "fields": fields, "set": told, "odds": odds})
        return {"kind": "rolls", "character": self.id, "rolls": found}

    def kinds(self) -> tuple[Roll, ...]:
        """Return the kinds of roll that the character has."""
        return self.stored.game.rolls(self.stored.book, self.value)

    # --- what the seat does -------------------------------------------------------------------------------------------

    def answers(self, roll: str, given: Settings) -> Answers:
        """Return the answers to the questions of a roll. Raise SeatRefused if they are not possible."""
        with refusals():
            return roll_answers(self._kind(roll), texts_of(given), "")

    def _kind(self, roll: str) -> Roll:
        found = next((each for each in self.kinds() if each.id == roll), None)
        if found is None:
            raise SeatRefused(_("There is no roll called “{roll}”.").format(roll=roll[:40]))
        return found

    def odds(self, roll: str, given: Settings) -> Content:
        """Return the chances of a roll, and its questions. Raise SeatRefused if the answers are not possible."""
        answers = self.answers(roll, given)
        asked = self._kind(roll).asked(answers)
        return {**self._odds(roll, answers), "fields": fields_of(self.stored.game.id, asked)}

    def _odds(self, roll: str, answers: Answers) -> Content:
        none: Content = {"chance": "", "words": "", "outcomes": [], "why_not": ""}
        try:
            with refusals():
                return {**none, **self.chances(roll, answers)}
        except SeatRefused as error:
            return {**none, "why_not": str(error)}

    def asked(self, roll: str, given: Settings) -> Content:
        """Return a roll that the GM asks for: its title, its chance, and its dice where real ones may be used.

        `why_not` says why it is not possible.
        """
        return self._view(("asked", roll, *given.items()), partial(self._asked, roll, given))  # type: ignore[no-any-return]

    def _asked(self, roll: str, given: Settings) -> Content:
        found: Content = {"character": self.id, "name": self.name, "roll": roll, "set": dict(given), "dice": []}
        try:
            answers = self.answers(roll, given)
        except SeatRefused as error:
            title = game_name(self.stored.game.id, "roll", roll)
            return {**found, "title": title, "chance": "", "words": "", "why_not": str(error)}
        with suppress(SeatRefused), refusals():
            found["dice"] = self.hand(roll, answers)
        odds = self._odds(roll, answers)
        return {**found, "title": self.title(roll, answers), **{id: odds[id] for id in ("chance", "words", "why_not")}}

    def throw(
        self, tag: str, roll: str, given: Settings, faces: Sequence[int] | None = None, *, secret: bool = False
    ) -> SeatDone:
        """Roll, or use real dice with the face numbers `faces`. Raise SeatRefused if the roll is not possible."""
        answers = self.answers(roll, given)

        def do() -> None:
            shown = None
            if faces is not None:
                shown = indices_of([len(each["faces"]) for each in self.hand(roll, answers)], faces)
            self.roll(roll, answers, shown, secret=secret)

        done = self.act(tag, do)
        if not done.lines:
            raise SeatRefused(_("Nothing was rolled."))
        return done

    def act(self, tag: str, do: Callable[[], object]) -> SeatDone:
        """Act on behalf of a seat. New lines of the log get the tag. Raise SeatRefused if the rules refuse the act."""
        self._refused.clear()
        self._troubles.clear()
        self._lines.clear()
        with refusals():
            self.freshen()
            self.journal.tags, self._acting = (tag,), True
            try:
                do()
            finally:
                self.journal.tags, self._acting = (), False
        lines = tuple({each.key: each for each in map(self._read, self._lines.values())}.values())
        self._known |= {each.key for each in lines}
        refused = tuple(map(sentence, self._refused))
        # A roll stays made, even if the rules refuse what comes after it.
        if refused and not lines:
            raise SeatRefused(refused[0], self._refused[0].rule)
        return SeatDone(lines, (*refused, *dict.fromkeys(map(file_sentence, self._troubles))))

    def _note(self, entry: LogEntry) -> None:
        line = line_of(entry)
        line = line_of(entry, again=line.key in self._known)
        if self._acting:
            self._lines[line.key] = line
        else:
            self._known.add(line.key)
            self.lined.emit(self._read(line))

    def choices(self, *, gm: bool) -> Iterator[SeatChoice]:
        """Yield everything that may be done now: what the roll on the table owes or offers, then acts of the game."""
        yield from self.after_roll(gm=gm)
        yield from self._view(("acts", gm), partial(self._act_choices, gm=gm))

    def _act_choices(self, *, gm: bool) -> list[SeatChoice]:
        # They depend on the character alone, and there are many. So a roll does not make them again.
        return [self._act_choice(each) for each in self.acts.acts if self._is_offered(each, gm=gm)]

    def _is_offered(self, act: Act[Any], *, gm: bool) -> bool:
        return act.group != _MAKING and (gm or act.group not in _OF_THE_GM)

    def _act_choice(self, act: Act[Any]) -> SeatChoice:
        game, why_not = self.stored.game.id, act.why_not_now(self.value)
        every = act.parameters(act.fitted(Answers()))
        fields = fields_of(game, every)
        has_dice = any(each.thrown for each in every)
        text = game_name(game, "act", act.id)
        return SeatChoice(
            f"act-{act.id}",
            text,
            partial(self._do_act, act),
            tip=game_about(game, "act", act.id),
            tone=_TONES.get(act.group, ""),
            group=act.group,
            why_not=sentence(why_not) if why_not is not None else "",
            needs={"kind": "fields", "words": text, "fields": fields} if fields or has_dice else None,
            asked=lambda given: fields_of(game, act_questions(act, texts_of(given))),
            hand=partial(self._dice_of_act, act) if has_dice else None,
        )

    def _dice_of_act(self, act: Act[Any], given: Choose) -> list[Content]:
        thrown = thrown_by(act, act_answers(act, texts_of(given.set), ""))
        return [self.die(each) for each in thrown.thrown] if thrown is not None else []

    def _do_act(self, act: Act[Any], given: Choose | None = None) -> None:
        answers = act_answers(act, texts_of(given.set) if given is not None else {}, "")
        dice, faces = thrown_by(act, answers), None
        if given is not None and given.faces is not None:
            faces = indices_of([len(each.faces) for each in (dice.thrown if dice is not None else ())], given.faces)
        self.acts.do(act.id, answers, faces)

    def close(self) -> None:
        """Save everything."""
        self.session.flush()

    # --- what each game adds ------------------------------------------------------------------------------------------

    @abstractmethod
    def die(self, die: Die[Any]) -> Content:
        """Return a die before it is rolled."""

    @abstractmethod
    def chances(self, roll: str, answers: Answers) -> Content:
        """Return chance, words and outcomes of a roll. Raise RulesError if it is not possible."""

    @abstractmethod
    def roll(self, roll: str, answers: Answers, faces: tuple[int, ...] | None, *, secret: bool) -> None:
        """Roll the dice, or use real dice with the face indices `faces`. The journal says why that is not possible."""

    def title(self, roll: str, answers: Answers) -> str:
        """Return the name of a roll with its answers."""
        return roll_text(self.stored.game.id, roll, self._kind(roll), answers)

    @abstractmethod
    def hand(self, roll: str, answers: Answers) -> list[Content]:
        """Return the dice of a roll, to be rolled by hand. Raise RulesError or SeatRefused if it is not possible."""

    @abstractmethod
    def after_roll(self, *, gm: bool) -> Iterator[SeatChoice]:
        """Yield what may be done about the roll on the table and about earlier rolls."""

    @abstractmethod
    def _read(self, line: TableLine) -> TableLine:
        """Return the line with reasons, if its roll is on the table."""


def field_of(game: str, asked: Parameter) -> Content:
    """Return one question of a roll or an act of a game."""
    numbers = {str(each.answer): each.number for each in asked.rungs}
    named = asked.kind is ParameterKind.YES_NO and asked.names
    refused = {key: sentence(why) for key, why in asked.refused.items()}
    named_choices = ((key, choice_name(game, asked, key) or _("None")) for key in asked.choices)
    choices = (
        {"key": key, "name": name, "number": numbers.get(key, ""), "why_not": refused.get(key, "")}
        for key, name in named_choices
    )
    return _without_empty({
        "id": asked.id,
        "name": asked.names[0] if named else game_name(game, "field", asked.id),
        "kind": asked.kind.value,
        "first": _told(asked, asked.first),
        "least": asked.least,
        "most": asked.most,
        "tip": game_about(game, "field", asked.id),
        "optional": asked.optional,
        "why_not": sentence(asked.why_not) if asked.why_not is not None else "",
        "choices": [_without_empty(each) for each in choices],
        "rungs": [{"answer": each.answer, "name": each.name, "number": each.number} for each in asked.rungs],
        "dice": [{"n": die + 1, "name": _("Die {n}").format(n=die + 1)} for die in asked.dice],
    })  # fmt: skip


def fields_of(game: str, asked: Iterable[Parameter]) -> list[Content]:
    """Return the questions of a roll or an act of a game, without its dice."""
    return [field_of(game, each) for each in asked if each.kind is not ParameterKind.THROW]


def texts_of(given: Settings) -> dict[str, str]:
    """Return answers as the texts that a command takes."""
    words = {True: "yes", False: "no"}
    return {id: words[value] if isinstance(value, bool) else str(value) for id, value in given.items()}


def settings_of(asked: Iterable[Parameter], answers: Answers) -> dict[str, int | str | bool]:
    """Return the answers to questions as a seat gives them."""
    return {each.id: _told(each, answers.values[each.id]) for each in asked if each.id in answers.values}


def indices_of(sizes: Sequence[int], faces: Sequence[int]) -> tuple[int, ...]:
    """Return the index of the face of each real die. Raise SeatRefused if a die has no such face."""
    if len(faces) != len(sizes) or not all(1 <= face <= size for face, size in zip(faces, sizes, strict=True)):
        raise SeatRefused(_("Give one face for each die."))
    return tuple(face - 1 for face in faces)


def places_of(given: Choose) -> tuple[int, ...]:
    """Return the chosen dice, counted from 0."""
    return tuple(die - 1 for die in given.dice or ())


def _told(asked: Parameter, value: Value) -> int | str | bool:
    """Return an answer as a seat gives it: true or false, or dice as their numbers with commas between."""
    if asked.kind is ParameterKind.YES_NO:
        return bool(value)
    return ",".join(str(die + 1) for die in value) if isinstance(value, tuple) else value


def _without_empty(content: Content) -> Content:
    """Return a part of a message without empty texts and lists, and without false."""
    return {key: value for key, value in content.items() if key in _ALWAYS or value not in ("", [], False)}


def _thing(item: ListedThing) -> str:
    words = f"{item.name} × {item.count}" if item.count != 1 else item.name
    return ", ".join((words, *map(sentence, item.notes)))

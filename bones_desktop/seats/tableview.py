"""What the people at a table may see: the party, the seal, and lines of the log, without hidden members."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Any, Final, TypeVar

from bones_desktop.rules.bones.book.attempts import OPPONENT
from bones_desktop.rules.bones.life.campaigns import Campaign, hidden_members
from bones_desktop.rules.fairdice import words_json
from bones_desktop.rules.typedtext import one_line
from bones_desktop.seats.bonesseat import BonesSeat
from bones_desktop.seats.characterseat import CharacterSeat, SeatRefused, SeatRoom
from bones_desktop.seats.fightarena import Arena
from bones_desktop.seats.lines import Content, TableLine, line_of, secret_form, secrets_of
from bones_desktop.seats.messages import text_of
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.log.logentry import HIDDEN, EntryKind, Evening, LogEntry, LogFilter, LoggedThrow
from bones_desktop.wording.language import _
from bones_desktop.wording.names import listed, without_names

KeptT = TypeVar("KeptT")
KEPT_EVENTS: Final = 60
"""Rolls that are shown again after a break or a restart."""
_KEPT_SEALS: Final = 10
"""Ended evenings whose seeds are told again, for seats that were away when an evening ended."""
_LOOKED_BACK: Final = 60
"""Evenings among which these are searched. Others may have been played at other tables."""
_CODES: Final = frozenset({
    "kind", "id", "table", "epoch", "language", "theme", "character", "characters", "game", "look", "roll", "set",
    "first", "key", "icon", "faces", "group", "role", "tone", "outcome", "label", "hash", "commitment", "seed",
    "content", "answer",
})  # fmt: skip
"""Parts of messages that programs read. They contain no names."""


def find_character(given: str, people: Iterable[CharacterSeat]) -> CharacterSeat:
    """Return the character with this id or name; the only one for "". Raise SeatRefused if there is none or several."""
    people = list(people)
    found = [who for who in people if not given or who.id == given] or [
        who for who in people if who.name.casefold() == one_line(given).casefold()
    ]
    if len(found) == 1:
        return found[0]
    names = listed([who.name for who in people])
    if not names:
        raise SeatRefused(_("You have no character at this table."))
    if not given:
        raise SeatRefused(_("Say for whom: {names}.").format(names=names))
    words = _("Nobody at this table is called {name}. Choose one of: {names}.")
    raise SeatRefused(words.format(name=given[:40], names=names))


class TableView:
    """The messages about the whole table, for the GM and for everybody else, as the players' view would show them."""

    def __init__(self, room: SeatRoom, campaign: Callable[[], Campaign | None]) -> None:
        self._log = room.log
        self._campaign = campaign
        self.people: dict[str, CharacterSeat] = {}
        """The characters at the table, by their ids."""
        self.seats: Callable[[], list[Content]] = list
        """Returns the seats as everybody may see them."""
        self.recent: deque[TableLine] = deque(maxlen=KEPT_EVENTS)
        """The last rolls of the evening, each as it is now."""
        self.arenas: list[Arena] = []
        """The fight and the scenes that are shown to seats."""
        self.shown_seals: set[str] = set()
        """The commitments of evenings that seats of this table were shown."""
        self._hashed: set[tuple[int, int]] = set()
        """Evening and number of draws that were shown without their dice."""
        self._unused: dict[int, list[Content]] = {}
        """Draws of each evening that are in no line."""
        self._ended: dict[int, Content] = {}
        """Messages about evenings that have ended."""
        self._kept: dict[object, Any] = {}
        """Messages about the whole table. Those in `_fresh` still hold."""
        self._fresh: set[object] = set()
        self._texts: dict[tuple[int, bool], tuple[Content, str]] = {}

    @property
    def hidden(self) -> set[str]:
        """The ids of hidden members."""
        campaign = self._campaign()
        return set() if campaign is None else hidden_members(campaign)

    def visible(self, *, gm: bool = False) -> list[CharacterSeat]:
        """Return the characters at the table whom the GM, or everybody else, may know of."""
        hidden = set() if gm else self.hidden
        # A file may have been replaced by that of another character, whom nobody has put on the table.
        return [who for id, who in self.people.items() if id not in hidden and who.value.id == id]

    def companions(self) -> list[tuple[Any, Any]]:
        """Return the characters of BONES that another may treat, with their files."""
        return [(who.path, who.value) for who in self.visible() if isinstance(who, BonesSeat)]

    def text(self, content: Content, *, gm: bool) -> str:
        """Return a message as text. For all but the GM, "someone" replaces the names of hidden members."""
        names = set() if gm else self._hidden_names()
        return text_of(_cleaned(content, names) if names else content)

    def shared_text(self, content: Content, *, gm: bool) -> str:
        """Return the text of a message that many seats get. It is made once until something changes."""
        key = id(content), gm
        if key not in self._texts:
            # The message is kept too, so that its id belongs to no other one.
            self._texts[key] = content, self.text(content, gm=gm)
        return self._texts[key][1]

    def _hidden_names(self) -> set[str]:
        campaign = self._campaign()
        members = () if campaign is None else campaign.members
        # Both an old and a new name would give a member away.
        here = {who.name for id, who in self.people.items() if id in self.hidden}
        fighting = {name for arena in self.arenas for name in arena.hidden_names}
        return here | fighting | {member.name for member in members if member.hidden}

    def changed(self) -> None:
        """Make the messages again when they are needed next."""
        self._fresh.clear()
        self._texts.clear()

    def party(self, *, gm: bool) -> Content:
        """Return the message `party`."""

        def make() -> Content:
            hidden = self.hidden
            members = [{**who.glance(), "hidden": who.id in hidden} for who in self.visible(gm=gm)]
            return {"kind": "party", "members": members, "seats": self.seats()}

        return self._view(("party", gm), make)

    def owed(self, who: CharacterSeat, *, gm: bool) -> Content:
        """Return everything that may be done for a character now, in a fight first."""
        owed = who.owed(gm=gm)
        if not self.arenas:
            return owed

        def make() -> Content:
            fighting = [each.content for arena in self.arenas for each in arena.choices(who.id, gm=gm)]
            return {**owed, "choices": [*fighting, *owed["choices"]]} if fighting else owed

        return self._view((who, gm), make)

    def arena(self, arena: Arena, own: tuple[str, ...], *, gm: bool) -> Content:
        """Return the message of a fight or a scene for the seat of the characters in `own`."""
        return self._view((arena, own, gm), partial(arena.view, own, gm=gm))

    def seals(self) -> list[Content]:
        """Return the messages `sealed` of the last evenings, oldest first, with the seeds of those that have ended."""
        *before, last = self._view("evenings", self._evenings) or (None,)
        shown = [each for each in before if each.ended is not None and each.commitment in self.shown_seals]
        return [*map(self._sealed, shown[-_KEPT_SEALS:]), self._sealed(last)]

    def _evenings(self) -> tuple[Evening, ...]:
        try:
            return self._log.evenings(_LOOKED_BACK)
        except FileProblem:
            return ()

    def look_for_unused(self, evening: int) -> None:
        """Find draws of an evening that were made and are in no line, because the program ended in between."""
        try:
            found = self._log.unused(evening)
        except FileProblem:
            return
        self._unused[evening] = [
            {"draw": each.number, "label": str(each.label, "utf-8", "replace"), "faces": [n + 1 for n in each.indices]}
            for each in found
        ]
        self.changed()

    def _view(self, key: object, make: Callable[[], KeptT]) -> KeptT:
        if key not in self._fresh:
            made = make()
            # What is still the same stays the same object, which is not sent again.
            if self._kept.get(key) != made:
                self._kept[key] = made
            self._fresh.add(key)
        kept: KeptT = self._kept[key]
        return kept

    def _sealed(self, evening: Evening | None) -> Content:
        if evening is None or evening.ended is None:
            facts = self._facts(evening)
            return self._view(("sealed", facts["evening"]), lambda: facts)
        if evening.id not in self._ended:
            self.look_for_unused(evening.id)
            told = {"seed": evening.seed.hex(), "draws": evening.draws, "secrets": list(self._told_later(evening))}
            self._ended[evening.id] = {**self._facts(evening), **told}
        return self._ended[evening.id]

    def _facts(self, evening: Evening | None) -> Content:
        if evening is None:
            return {"kind": "sealed", "evening": 0, "commitment": "", "words": []}
        facts = {"evening": evening.id, "commitment": evening.commitment, "words": words_json(evening.words)}
        unused = self._unused.get(evening.id)
        return {"kind": "sealed", **facts, **({"unused": unused} if unused else {})}

    def _told_later(self, evening: Evening) -> Iterator[Content]:
        """Yield how the draws of an ended evening can be verified that were shown without their dice."""
        hidden = self._hidden_names()
        for entry in self.lines(evening.id):
            # A round may have been shown without dice. The log does not know who was hidden then.
            was_hidden = entry.round is not None or not self._hashed.isdisjoint(entry.draws) or self._is_secret(entry)
            if was_hidden or without_names(entry.title, hidden) != entry.title:
                for each in secrets_of(entry, evening.id, evening.seed):
                    # The keys of dice could name somebody whom players may not know of.
                    if each["hash"] and without_names(each["content"], hidden) == each["content"]:
                        yield each

    def evening(self) -> Evening | None:
        """Return the last evening of the log, with its seed; None if there is none or the log cannot be read."""
        try:
            return self._log.evening() or next(iter(self._log.evenings(1)), None)
        except FileProblem:
            return None

    def latest(self, most: int) -> tuple[LogEntry, ...]:
        """Return the last lines of the log; none if it cannot be read."""
        try:
            return self._log.latest(most)
        except FileProblem:
            return ()

    def lines(self, evening: int) -> tuple[LogEntry, ...]:
        """Return the rolls of an evening; none if the log cannot be read."""
        try:
            lines = self._log.read(self._log.ids(LogFilter(evening=evening)))
        except FileProblem:
            return ()
        return tuple(each for each in lines if each.kind is EntryKind.THROW)

    def remember(self, line: TableLine) -> None:
        """Keep a line among the last ones, in place of an earlier state of its roll."""
        kept = [each for each in self.recent if each.key != line.key]
        self.recent = deque((*kept, line), maxlen=KEPT_EVENTS)

    def without_seat(self, entry: LogEntry) -> TableLine:
        """Return a line that the window wrote or changed."""
        line = line_of(entry)
        return line_of(entry, again=any(each.key == line.key for each in self.recent))

    def line(self, line: TableLine, *, gm: bool) -> Content | None:
        """Return a line as the GM or everybody else may see it; None if it is not shown."""
        entry = line.entry
        if gm:
            return line.content
        if self._is_secret(entry):
            return secret_form(entry, self._without_dice(line))
        if entry.round is not None:
            seen = self._round_line(line, entry.round.throws)
            # The number of a draw is shown to everybody, or it would seem to be left out.
            return secret_form(entry, self._without_dice(line)) if seen is None and line.content["draws"] else seen
        if without_names(entry.title, self._hidden_names()) != entry.title:
            # Only the title names the opponent. The dice of a hidden one would say who it is.
            shown = [each for each in line.content["dice"] if each["group"] != OPPONENT]
            return {**line.content, "dice": shown, "draws": self._without_dice(line)}
        return line.content

    def _without_dice(self, line: TableLine) -> list[Content]:
        """Return the draws of a line with hashes in place of their dice."""
        evening = self.evening()
        id, seed = (evening.id, evening.seed) if evening is not None and evening.ended is None else (0, b"")
        told = (each for entry in line.waves or (line.entry,) for each in secrets_of(entry, id, seed))
        hashed = [{part: each[part] for part in ("evening", "draw", "hash")} for each in told]
        self._hashed |= {(each["evening"], each["draw"]) for each in hashed}
        return hashed

    def _round_line(self, line: TableLine, throws: Iterable[LoggedThrow]) -> Content | None:
        """Return a line of a round with the dice of fighters whom players see now; None without these.

        The log does not know who was hidden in an earlier fight. The name of a fight may tell secrets.
        """
        # Only the roll of one fighter has further waves.
        hidden, dice = self._hidden_names(), line.content["dice"]
        left, most = iter(dice), len(dice) if line.waves else 0
        seen = {each.id for each in self.visible()}.union(*(arena.seen for arena in self.arenas))
        titles, shown = list[str](), {**line.content, "dice": []}
        for each in throws:
            theirs = list(islice(left, most or each.dice))
            is_seen = each.character in seen if each.character else without_names(each.who, seen) != each.who
            if is_seen and without_names(each.who, hidden) == each.who:
                titles.append(each.who)
                shown["dice"] += theirs
            else:
                shown |= {"draws": self._without_dice(line), "findings": []}
        title = ", ".join(titles)
        return {**shown, "by": title, "title": title} if title else None

    def _is_secret(self, entry: LogEntry) -> bool:
        """Return whether players may not see a roll: a secret one, or one of somebody whom they may not know of."""
        campaign, id = self._campaign(), entry.character_id
        known = campaign is None or id in self.people or any(each.id == id for each in campaign.members)
        # A round has several fighters, whose names are looked at.
        known |= entry.round is not None
        return HIDDEN in entry.tags or not known or id in self.hidden


def _cleaned(value: Any, names: set[str], key: str = "") -> Any:  # noqa: ANN401  (JSON)
    """Return a part of a message without names of hidden members."""
    if isinstance(value, dict):
        return {each: _cleaned(part, names, each) for each, part in value.items()}
    if key in _CODES and not (isinstance(value, list) and value and isinstance(value[0], dict)):
        return value
    if isinstance(value, str):
        return without_names(value, names)
    return [_cleaned(each, names, key) for each in value] if isinstance(value, list) else value

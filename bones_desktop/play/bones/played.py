"""One roll on the table, with its outcome, opponent, uses of spiffs and the like, reading, and log line."""

import json
from enum import StrEnum
from typing import Final

from PySide6.QtCore import QObject, Signal

from bones_desktop.play.bones.pendingacts import OwedUse
from bones_desktop.rules.bones.book.attempts import OPPONENT
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.rulebook import HouseRules, Rulebook
from bones_desktop.rules.bones.reading.plays import (
    OtherSide,
    Play,
    PlayReading,
    Reroll,
    Ruling,
    read_play,
    with_earned_success,
)
from bones_desktop.rules.bones.reading.requests import OFF_STAGE as OFF_STAGE_KINDS
from bones_desktop.rules.bones.reading.requests import OWN_COUNT, Occasion, Request
from bones_desktop.rules.dice import Die, Throw
from bones_desktop.rules.records import Record, fields, replace
from bones_desktop.rules.typedtext import one_line
from bones_desktop.storage.files.characterfile import CharacterFileError
from bones_desktop.storage.files.plainjson import plain, read
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.log import logentry
from bones_desktop.storage.log.logentry import Cause, LogEntry, LoggedFinding, LoggedWave, task_findings
from bones_desktop.storage.shelfentry import fighter_of, file_of
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _
from bones_desktop.wording.reasons import sentence


class Opponent(Record):
    """Opponent in an opposed roll."""

    key: str
    """Key of the opponent in a request, such as "block:goblin"."""
    name: str
    character: Character


def owner_of(opponent: Opponent) -> str:
    """Return the id under which the log stores acts for an opponent: the character's id, or the key without a file."""
    return opponent.character.id if file_of(opponent.key) is not None else opponent.key


class ChosenOpponent(QObject):
    """The opponent of the next roll. The key in a request selects the opponent.

    Wounds of an opponent without a file are stored here until the evening ends.
    """

    changed = Signal()
    """Emitted when another opponent is chosen, or when the chosen opponent changes."""

    def __init__(self, rulebook: Rulebook, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rulebook = rulebook
        """The rulebook with the stat blocks."""
        # No character has this id. So until the roller is set, every character may be the opponent.
        self._thrower = Character(id="0" * 32)
        self.key = ""
        """Key of the chosen opponent; "" if the player chose a number of successes instead."""
        self.opponent: Opponent | None = None
        """The chosen opponent as its file or stat block has it; None for a number or an opponent that cannot be read.
        """
        self.trouble = ""
        """Sentence that says why the chosen opponent cannot be read; "" if it can."""
        self._seal = ""
        self._hurt: dict[str, Character] = {}
        """Wounded opponents without a file, by key."""

    @property
    def is_struck(self) -> bool:
        """Whether the chosen opponent's lost dice stay lost for the evening."""
        hurt = self._hurt.get(self.key)
        return self.opponent is not None and hurt is not None and bool(hurt.lost or hurt.excess_damage)

    def character_of(self, key: str) -> Character:
        """Return an opponent, chosen or not, with its wounds. Raise errors like `fighter_of`."""
        character = fighter_of(self.rulebook, key, self._thrower.house_rules).character
        hurt = self._hurt.get(key)
        if hurt is None:
            return character
        # After a change of packs, the stat block may have fewer dice than before.
        lost = tuple(each for each in hurt.lost if each.die < len(character.dice))
        return character.with_(lost=lost, excess_damage=hurt.excess_damage, done_acts=hurt.done_acts)

    def choose(self, key: str) -> None:
        """Choose another opponent; "" for a number of successes."""
        other, self.key = key != self.key, key
        self.read_again(announce=other)

    def set_rulebook(self, rulebook: Rulebook) -> None:
        """Use the stat blocks of another rulebook."""
        self.rulebook = rulebook
        self.read_again()

    def set_thrower(self, character: Character) -> None:
        """Set the rolling character. It cannot be its own opponent. Stat blocks use its house rules."""
        before, self._thrower = self._thrower, character
        # Other changes of the roller do not affect the opponent, and reading the file at each edit would be slow.
        if (before.id, before.house_rules) != (character.id, character.house_rules):
            self.read_again()

    def set_wounds(self, key: str, hurt: Character) -> None:
        """Store an opponent without a file, with its lost dice, for the rest of the evening."""
        self._hurt[key] = hurt
        self.read_again()

    def give_back(self) -> None:
        """Give all lost dice back to the chosen opponent."""
        self._hurt.pop(self.key, None)
        self.read_again()

    def begin_evening(self, seal: str) -> None:
        """Give all lost dice back to all opponents, unless `seal` is the commitment of the current evening."""
        if seal != self._seal:
            self._seal = seal
            self._hurt = {}
            self.read_again()

    def read_again(self, *, announce: bool = False) -> None:
        """Read the opponent again, because the file may have changed."""
        before = (self.opponent, self.trouble)
        # The signal is emitted only if something differs, because listeners then calculate chances, which is slow.
        self.opponent, self.trouble = self._read()
        if announce or before != (self.opponent, self.trouble):
            self.changed.emit()

    def _read(self) -> tuple[Opponent | None, str]:
        if not self.key:
            return None, ""
        try:
            character = self.character_of(self.key)
        except (CharacterFileError, FileProblem) as error:
            return None, file_sentence(error)
        except KeyError:
            return None, _("None of your packs has this opponent any more. Choose another.")
        name = one_line(character.name) or _("No name yet")
        if file_of(self.key) is not None and character.id == self._thrower.id:
            return None, _("{name} is the one who rolls. Choose another opponent.").format(name=name)
        return Opponent(self.key, name, character), ""


_OF_REQUEST: Final = tuple(part.name for part in fields(Request))
_MAY_BE_NEGATIVE: Final = "levels"
_MOST: Final = 1_000_000
"""Limit for numbers in a request: more than a player can choose, but small enough to calculate with."""


class UseKind(StrEnum):
    """Kinds of uses that change a roll. Some cost spiffs, others do not."""

    REROLL = "reroll"
    SUCCESS = "success"
    EARNED = "earned"
    """A success that was earned in sessions is used up (AMB-81). This costs no spiffs."""
    SOAK = "soak"
    """One point of damage is cancelled (SPF-11)."""
    RULING = "ruling"
    """The GM sets the result (amendment 9). This costs no spiffs."""


class SpiffUse(Record):
    """A change to a roll: spiffs spent (SPF-9..11), an earned success used, or a result set by the GM."""

    kind: UseKind
    price: int
    die: int = -1
    """Place of the re-rolled die; -1 for other uses."""
    before: int = 0
    after: int = 0
    """Index of the face after the re-roll; `before` is the index before it."""
    number: int = 0
    """Number of the draw in the evening; 0 for a real die, or for a face that was drawn for an earlier use."""
    vetoed: bool = False
    """Whether the GM vetoed the use (SPF-17)."""
    evening: int | None = None
    """Evening of the draw, which may differ from the roll's; None when rolled by hand."""
    ruling: Ruling | None = None
    """The result that the GM set."""
    undone: bool = False
    """Whether the undo step of the use is undone."""
    key: int = 0
    """Number that distinguishes the uses of a roll."""

    @property
    def stands(self) -> bool:
        """Whether the use is in effect: neither vetoed nor undone."""
        return not (self.vetoed or self.undone)

    @property
    def is_drawn(self) -> bool:
        """Whether the program drew the face. It is False if a player rolled a real die."""
        return self.evening is not None


class Owner(Record):
    """The rolling character, as it was at the time of the roll."""

    id: str
    name: str
    dice: tuple[int, ...]
    """Indices of the character's dice that were rolled, in the order of the roll. These dice come first in the roll."""


class Played(Record):
    """One roll, with all uses of spiffs and the like that change it."""

    request: Request
    title: str
    owner: Owner
    occasion: Occasion
    throw: Throw[Face]
    """The character's dice and challenge dice with their results."""
    other: OtherSide | None
    reading: PlayReading
    entry: LogEntry
    uses: tuple[SpiffUse, ...] = ()
    opponent: Opponent | None = None
    """The opponent at the time of the roll."""
    key: str = ""
    """Unique key of the roll. It is the id of the harm to the roller, and part of the marks of the undo steps."""
    opponent_use: OwedUse | None = None
    """The opponent's use of magic that is still to be counted; None unless the opponent rolled for Magic."""

    @property
    def opponent_harm(self) -> str:
        """Id of the harm that the roll did to the opponent."""
        return f"{self.key}-opponent"

    @property
    def play(self) -> Play:
        """The roll with the uses in effect."""
        return play_of(self.occasion, self.throw, self.other, self.uses)

    @property
    def dice(self) -> tuple[Die[Face], ...]:
        """All dice on the table: own, challenge, then the opponent's."""
        return (*self.throw.dice, *(theirs(die) for die in self.other.throw.dice)) if self.other else self.throw.dice

    @property
    def indices(self) -> tuple[int, ...]:
        """The index of the face that each die shows now."""
        own = self.play.shown.indices
        return (*own, *self.other.throw.indices) if self.other else own

    @property
    def replaced(self) -> dict[int, int]:
        """Index of the previous face of each re-rolled die, by the die's place."""
        return {use.die: use.before for use in self.uses if use.kind is UseKind.REROLL and use.stands}

    @property
    def standing(self) -> SpiffUse | None:
        """The last use in effect, which a veto would cancel."""
        return next((use for use in reversed(self.uses) if use.stands), None)

    @property
    def is_meant(self) -> bool:
        """Whether the roll's effects count. They do not if the roll is struck out."""
        return self.entry.is_meant

    @property
    def is_secret(self) -> bool:
        """Whether the roll is hidden from the players."""
        return logentry.HIDDEN in self.entry.tags

    @property
    def by_hand(self) -> bool:
        """Whether real dice were rolled."""
        return logentry.BY_HAND in self.entry.tags


def theirs(die: Die[Face]) -> Die[Face]:
    """Convert an opponent's die to a die of the roll, and return it."""
    return replace(die, group=OPPONENT, key=f"opponent {die.key}")


def play_of(occasion: Occasion, throw: Throw[Face], other: OtherSide | None, uses: tuple[SpiffUse, ...]) -> Play:
    """Return the play of a roll with the uses in effect."""
    standing = [use for use in uses if use.stands]
    again = next((use for use in standing if use.kind is UseKind.REROLL), None)
    bought = sum(use.kind is UseKind.SUCCESS for use in standing)
    soaked = sum(use.kind is UseKind.SOAK for use in standing)
    ruling = next((use.ruling for use in reversed(standing) if use.ruling is not None), None)
    reroll = Reroll(again.die, again.after) if again else None
    play = Play(occasion, throw, other, reroll, bought, soaked, ruling)
    # A roll may use several earned successes, but only one re-roll and one soak.
    for _use in range(sum(use.kind is UseKind.EARNED for use in standing)):
        play = with_earned_success(play)
    return play


def with_uses(rulebook: Rulebook, house_rules: HouseRules, played: Played, uses: tuple[SpiffUse, ...]) -> Played:
    """Return the roll with `uses` in place of its present uses."""
    played = replace(played, uses=uses)
    reading = read_play(rulebook, house_rules, played.play)
    result, *more = reading.task.reading.findings
    entry = replace(
        played.entry,
        findings=(
            *task_findings(sentence(result.reason), None if played.request.kind in OWN_COUNT else reading.task.net),
            *(LoggedFinding(each.id, sentence(each.reason)) for each in more if each.id == "overruled"),
        ),
        # Undone uses stay in the log, because the log must have every sealed draw.
        waves=tuple(
            LoggedWave(Cause.REROLL, ((use.die, use.after),), use.stands, number=use.number, evening=use.evening)
            for use in played.uses
            if use.kind is UseKind.REROLL
        ),
        tags=_tags(played, reading),
    )
    return replace(played, reading=reading, entry=entry)


_STANDING: Final = {UseKind.REROLL: logentry.REROLLED, UseKind.SUCCESS: logentry.BOUGHT, UseKind.SOAK: logentry.SOAKED}
_VETOED: Final = {
    UseKind.REROLL: logentry.REROLL_VETOED, UseKind.SUCCESS: logentry.BOUGHT_VETOED, UseKind.SOAK: logentry.SOAK_VETOED,
    UseKind.EARNED: logentry.EARNED_VETOED,
}  # fmt: skip
_TAKEN_BACK: Final = {
    UseKind.REROLL: logentry.REROLL_TAKEN_BACK, UseKind.SUCCESS: logentry.BOUGHT_TAKEN_BACK,
    UseKind.SOAK: logentry.SOAK_TAKEN_BACK, UseKind.EARNED: logentry.EARNED_TAKEN_BACK,
}  # fmt: skip


def _tags(played: Played, reading: PlayReading) -> tuple[str, ...]:
    standing = {use.kind for use in played.uses if use.stands}
    vetoed = {use.kind for use in played.uses if use.vetoed}
    undone = {use.kind for use in played.uses if use.undone}
    said = {
        logentry.ALLOWED_BY_GM: reading.task.allowed_by_gm
        or (reading.other is not None and reading.other.allowed_by_gm),
        logentry.OVERRULED_BY_GM: UseKind.RULING in standing,
        logentry.BY_HAND: played.by_hand,
        **{tag: kind in standing for kind, tag in _STANDING.items()},
        **{tag: kind in vetoed for kind, tag in _VETOED.items()},
        **{tag: kind in undone for kind, tag in _TAKEN_BACK.items()},
        logentry.OFF_STAGE: played.request.kind in OFF_STAGE_KINDS,
    }
    # Tags that this function does not set, such as "struck out", are kept.
    kept = tuple(tag for tag in played.entry.tags if tag not in said)
    return (*(tag for tag, holds in said.items() if holds), *kept)


def request_json(request: Request) -> str:
    """Return the request as JSON, without default values."""
    return json.dumps(plain(request, usual=False), ensure_ascii=False, separators=(",", ":"))


def request_from(text: str) -> Request | None:
    """Return the request in `text`; None if there is none. Unknown keys are ignored."""
    try:
        told = json.loads(text)
        if not isinstance(told, dict):
            return None
        request = read(Request, {name: told[name] for name in _OF_REQUEST if name in told})
    except (ValueError, RecursionError):
        return None
    return request if all(_fits(name, getattr(request, name)) for name in _OF_REQUEST) else None


def _fits(name: str, value: object) -> bool:
    """Return whether the numbers in a field are within bounds."""
    least = -_MOST if name == _MAY_BE_NEGATIVE else 0
    return all(
        least <= each <= _MOST for each in (value if isinstance(value, tuple) else (value,)) if isinstance(each, int)
    )

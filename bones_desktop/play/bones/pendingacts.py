"""Acts that rolls of BONES leave pending in the log: spiffs to pay, uses of magic to count, and harm to take."""

import contextlib
import json
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeVar

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.injury.magic import use_magic
from bones_desktop.rules.bones.injury.spiffs import set_right
from bones_desktop.rules.bones.reading.plays import Dealt, Harm, has_dice_of
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.records import Record, fields, replace
from bones_desktop.rules.values import DoneAct, done_act
from bones_desktop.storage.files.plainjson import plain, read
from bones_desktop.storage.log.logentry import ActState, PendingAct
from bones_desktop.wording.language import _

SPEND_SPIFFS: Final = "spend-spiffs"
USE_MAGIC: Final = "use-magic"
SUFFER: Final = "suffer"

_OF_EVERY_ACT: Final = frozenset({"id", "character_id", "line", "state"})
"""Fields that every kind of act has in the log."""


class OwedSpiffs(Record):
    """Spiffs to pay for a use of spiffs on a roll, or to get back for its veto."""

    id: str
    character_id: str
    by: int
    """Number of spiffs to add; negative when spiffs are spent."""
    before: int
    """Number of spiffs before the roll. If the character still has this number, the spiffs are not paid yet."""

    def pending(self) -> PendingAct:
        """Return the act in the form that the log stores."""
        return _kept(SPEND_SPIFFS, self)

    def is_due(self, character: Character) -> bool:
        """Return whether the spiffs are still to be paid."""
        return character.spiffs == self.before

    def paid(self, character: Character, today: str) -> Character:
        """Return the character after the payment. Raise RulesError like `set_right`."""
        return set_right(character, self.by, _("Spiffs of an interrupted roll"), today)


class OwedUse(Record):
    """Use of magic by a roll that is still to be counted (MAG-16)."""

    id: str
    character_id: str
    by_gm: bool
    """Whether the GM allowed the magic; the character may then have no Magic icon."""
    before: tuple[int, ...]
    """Recent uses, uses beyond the safe level, and day of the character, before the roll.

    If the character has other values now, the use was already counted, or the character has rested.
    """

    def pending(self) -> PendingAct:
        """Return the act in the form that the log stores."""
        return _kept(USE_MAGIC, self)

    def is_due(self, character: Character) -> bool:
        """Return whether the use is still to be counted."""
        return _uses(character) == self.before

    def paid(self, character: Character, _today: str = "") -> Character:
        """Return the character with the use counted if it is still due. Raise RulesError like `use_magic`."""
        return use_magic(character, by_gm=self.by_gm) if self.is_due(character) else character


class HarmAct(Record):
    """Harm that one roll did to a character. It is pending until it is taken or dismissed."""

    id: str
    character_id: str
    dealt: Dealt
    thrown: tuple[int, ...]
    """Places of the character's dice that were rolled."""
    faces: tuple[tuple[str, ...], ...]
    """Codes of all faces of each rolled die. A die with other faces takes no harm from this act."""
    names: tuple[str, ...]
    """Names of the rolled dice."""
    then: int
    """Damage of the character before the roll, as returned by `unmarked_damage`."""
    by_hand: int = 0
    """Damage that the player had already taken by hand when the last roll was made. It is deducted from the act."""
    line: int = 0
    state: ActState = ActState.PENDING

    @property
    def is_whole(self) -> bool:
        """Whether the act's data from the log is consistent."""
        places = (*self.thrown, *self.dealt.dice)
        return len(self.thrown) == len(self.names) == len(self.faces) and min(places, default=0) >= 0

    def names_of(self, harm: Harm) -> list[str]:
        """Return the names of the dice that the harm takes."""
        return [self.names[self.thrown.index(die)] for die in harm.dice if die in self.thrown]

    def is_of(self, character: Character) -> bool:
        """Return whether the character still has the dice that were rolled, lost or not."""
        return has_dice_of(character, self.thrown, self.faces)

    def pending(self) -> PendingAct:
        """Return the act in the form that the log stores."""
        return replace(_kept(SUFFER, self), line=self.line, state=self.state)


OwedT = TypeVar("OwedT", OwedSpiffs, OwedUse, HarmAct)


def spiffs_owed(acts: Iterable[PendingAct]) -> tuple[OwedSpiffs, ...]:
    """Return the pending acts that are payments of spiffs. Acts that cannot be read are left out."""
    return _readable(acts, SPEND_SPIFFS, OwedSpiffs)


def uses_owed(acts: Iterable[PendingAct]) -> tuple[OwedUse, ...]:
    """Return the pending acts that are uses of magic. Acts that cannot be read are left out."""
    return _readable(acts, USE_MAGIC, OwedUse)


def harm_pending(acts: Iterable[PendingAct]) -> tuple[HarmAct, ...]:
    """Return the acts that are harm, oldest first. Done and dismissed harm is included; unreadable acts are not."""
    return tuple(harm for harm in _readable(acts, SUFFER, HarmAct) if harm.is_whole)


def dealt_json(dealt: Dealt) -> str:
    """Return the part of the harm's data that a use of spiffs on its roll changes, as JSON."""
    return json.dumps({"dealt": plain(dealt)}, ensure_ascii=False)


def unmarked_damage(character: Character) -> int:
    """Return the damage of a character that does not belong to a marked act, for example dice lost by hand."""
    return injuries.damage(character) - sum(mark.points for mark in character.done_acts)


def given_by_hand(character: Character, acts: Sequence[HarmAct]) -> dict[str, int]:
    """Return how much damage taken by hand is deducted from each pending act, newest first.

    A player may lose other dice than those offered. Such damage is deducted from the newest act, up to its harm, then
    from the act before it.
    """
    found: dict[str, int] = {}
    for act in reversed(acts):
        if act.state is ActState.PENDING:
            mark = done_act(character, act.id)
            still_due = act.dealt.points - (mark.points if mark else 0)
            more = unmarked_damage(character) - act.then - sum(found.values())
            # The number never falls below the stored one: the dice may have healed, but the harm was taken.
            found[act.id] = max(act.by_hand, min(still_due, more), 0)
    return found


def harm_left(character: Character, acts: Sequence[HarmAct]) -> dict[str, tuple[Harm, ...]]:
    """Return the harm of each pending act that the character has still to take, by act id, newest first."""
    found: dict[str, tuple[Harm, ...]] = {}
    by_id = {act.id: act for act in acts}
    for id, by_hand in given_by_hand(character, acts).items():
        act, mark = by_id[id], done_act(character, id) or DoneAct(act=id)
        left = act.dealt.left(character, mark.points + by_hand, mark.absorbed)
        found[id] = left if act.is_of(character) else ()
    return found


def struck(acts: Iterable[PendingAct], *, meant: bool) -> tuple[PendingAct, ...]:
    """Return the harm acts whose state changes when their roll is struck out, or when it is restored (`meant`)."""
    before, after = (ActState.STRUCK, ActState.PENDING) if meant else (ActState.PENDING, ActState.STRUCK)
    return tuple(replace(act, state=after) for act in acts if act.act == SUFFER and act.state is before)


def not_on_table(left: Mapping[str, tuple[Harm, ...]], on_table: str) -> Iterator[tuple[str, list[Harm]]]:
    """Yield the remaining harm of each act except `on_table`, without harm whose dice are already offered."""
    proposed = {die for harm in left.get(on_table, ()) for die in harm.dice}
    for act, harms in left.items():
        # Harm repeats an earlier offer only if the earlier offer takes the same dice. Harm without dice, or with damage
        # beyond the dice, is never a repeat.
        new = [each for each in harms if not each.dice or each.beyond or not proposed.issuperset(each.dice)]
        if act != on_table and new:
            proposed.update(die for each in new for die in each.dice)
            yield act, new


def owed_use(character: Character, unsettled: Iterable[OwedUse] = (), *, by_gm: bool) -> OwedUse:
    """Return the use of magic that a roll leaves pending; `character` is the character before the roll.

    Uses in `unsettled` were pending before this use and are counted first.
    """
    for owed in unsettled:
        with contextlib.suppress(RulesError):
            character = owed.paid(character)
    return OwedUse(secrets.token_hex(16), character.id, by_gm, _uses(character))


def _uses(character: Character) -> tuple[int, int, int]:
    return character.recent_magic, character.magic_beyond, character.day


def _kept(act: str, owed: OwedSpiffs | OwedUse | HarmAct) -> PendingAct:
    # The log has columns for the fields that every kind of act has, so the JSON leaves them out.
    data = {name: value for name, value in plain(owed).items() if name not in _OF_EVERY_ACT}
    return PendingAct(owed.id, owed.character_id, act, json.dumps(data, ensure_ascii=False))


def _readable(acts: Iterable[PendingAct], kind: str, owed: type[OwedT]) -> tuple[OwedT, ...]:
    found = []
    names = {part.name for part in fields(owed)} & _OF_EVERY_ACT
    for act in acts:
        if act.act == kind:
            # A log may be damaged or written by a newer version. An unreadable act must not hide the others.
            with contextlib.suppress(ValueError, TypeError, RecursionError):
                of_act = {name: plain(getattr(act, name)) for name in names}
                found.append(read(owed, {**json.loads(act.data), **of_act}))
    return tuple(found)

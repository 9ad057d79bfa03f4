"""What throws of BONES leave pending in the log: spiffs to pay, uses of magic to count, and harm to be answered."""

import contextlib
import json
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Final, TypeVar

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.injury.magic import use_magic
from bones_desktop.rules.bones.injury.spiffs import set_right
from bones_desktop.rules.bones.reading.harm import Dealt, Harm, damage_of, has_dice_of
from bones_desktop.rules.doneacts import DoneAct, done_act
from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage.files.plainvalues import plain, read
from bones_desktop.storage.log.logentry import ActState, PendingAct
from bones_desktop.wording.language import _

SPEND_SPIFFS: Final = "spend-spiffs"
USE_MAGIC: Final = "use-magic"
SUFFER: Final = "suffer"

_OF_EVERY_ACT: Final = frozenset({"id", "character_id", "line", "state"})
"""The fields that the log keeps of an act of any kind."""


@dataclass(frozen=True, slots=True)
class OwedSpiffs:
    """Spiffs that a use on a throw costs or gives back."""

    id: str
    character_id: str
    by: int
    """What is to be added: -1 when one is spent."""
    before: int
    """How many spiffs the character had: a character that still has as many has not paid yet."""

    def pending(self) -> PendingAct:
        """Return it as the log keeps it."""
        return _kept(SPEND_SPIFFS, self)

    def is_due(self, character: Character) -> bool:
        """Return whether it is still to be paid."""
        return character.spiffs == self.before

    def paid(self, character: Character, today: str) -> Character:
        """Return the character after paying; RulesError as `set_right`."""
        return set_right(character, self.by, _("Spiffs of an interrupted roll"), today)


@dataclass(frozen=True, slots=True)
class OwedUse:
    """A use of magic that a throw still has to be counted as (MAG-16)."""

    id: str
    character_id: str
    by_gm: bool
    """Whether the GM allowed it to one who may bear no icon."""
    before: tuple[int, ...]
    """Recent uses, uses beyond the safe level and the day of the character before the throw: a character for whom they
    differ has counted the use already, or has rested since."""

    def pending(self) -> PendingAct:
        """Return it as the log keeps it."""
        return _kept(USE_MAGIC, self)

    def is_due(self, character: Character) -> bool:
        """Return whether it is still to be counted."""
        return _uses(character) == self.before

    def paid(self, character: Character, _today: str = "") -> Character:
        """Return the character with the use counted, if it still is to be; RulesError as `use_magic`."""
        return use_magic(character, by_gm=self.by_gm) if self.is_due(character) else character


@dataclass(frozen=True, slots=True)
class HarmAct:
    """What one throw did to a character, until it is taken or dismissed."""

    id: str
    character_id: str
    dealt: Dealt
    thrown: tuple[int, ...]
    """The places of the character's dice that were thrown."""
    faces: tuple[tuple[str, ...], ...]
    """The codes of the faces of each of them: other dice take no harm for these."""
    names: tuple[str, ...]
    """What each of them is called."""
    then: int
    """The damage the character had before the throw, without that of marks: see `unmarked_damage`."""
    by_hand: int = 0
    """Points of damage done by hand that were given for it, as of the last throw."""
    line: int = 0
    state: ActState = ActState.PENDING

    @property
    def is_whole(self) -> bool:
        """Whether what the log keeps of the act fits together."""
        places = (*self.thrown, *self.dealt.dice)
        return len(self.thrown) == len(self.names) == len(self.faces) and min(places, default=0) >= 0

    def names_of(self, harm: Harm) -> list[str]:
        """Return the names of the dice that harm takes."""
        return [self.names[self.thrown.index(die)] for die in harm.dice if die in self.thrown]

    def is_of(self, character: Character) -> bool:
        """Return whether the dice that were thrown are still those of the character, lost or not."""
        return has_dice_of(character, self.thrown, self.faces)

    def pending(self) -> PendingAct:
        """Return it as the log keeps it."""
        return replace(_kept(SUFFER, self), line=self.line, state=self.state)


OwedT = TypeVar("OwedT", OwedSpiffs, OwedUse, HarmAct)


def spiffs_owed(acts: Iterable[PendingAct]) -> tuple[OwedSpiffs, ...]:
    """Return the spiffs among pending acts; damaged ones are left out."""
    return _readable(acts, SPEND_SPIFFS, OwedSpiffs)


def uses_owed(acts: Iterable[PendingAct]) -> tuple[OwedUse, ...]:
    """Return the uses of magic among pending acts; damaged ones are left out."""
    return _readable(acts, USE_MAGIC, OwedUse)


def harm_pending(acts: Iterable[PendingAct]) -> tuple[HarmAct, ...]:
    """Return the harm among acts, oldest first, answered or not; damaged ones are left out."""
    return tuple(harm for harm in _readable(acts, SUFFER, HarmAct) if harm.is_whole)


def dealt_json(dealt: Dealt) -> str:
    """Return what a use of spiffs on a throw changes of the data of its harm."""
    return json.dumps({"dealt": plain(dealt)}, ensure_ascii=False)


def unmarked_damage(character: Character) -> int:
    """Return the damage of a character that no mark accounts for, such as that of dice lost by hand."""
    return damage_of(character) - sum(mark.points for mark in character.done_acts)


def given_by_hand(character: Character, acts: Sequence[HarmAct]) -> dict[str, int]:
    """Return how much damage done by hand was given for each act that is pending, the newest first.

    A player may lose other dice than those offered. Such damage is for the newest act, as far as that goes, then for
    the one before it.
    """
    found: dict[str, int] = {}
    for act in reversed(acts):
        if act.state is ActState.PENDING:
            mark = done_act(character, act.id)
            still_due = act.dealt.points - (mark.points if mark else 0)
            more = unmarked_damage(character) - act.then - sum(found.values())
            found[act.id] = max(act.by_hand, min(still_due, more), 0)
    return found


def harm_left(character: Character, acts: Sequence[HarmAct]) -> dict[str, tuple[Harm, ...]]:
    """Return what the character is still to take of each act that is pending, by its id, the newest first."""
    found: dict[str, tuple[Harm, ...]] = {}
    by_id = {act.id: act for act in acts}
    for id, by_hand in given_by_hand(character, acts).items():
        act, mark = by_id[id], done_act(character, id) or DoneAct(act=id)
        left = act.dealt.left(character, mark.points + by_hand, mark.absorbed)
        found[id] = left if act.is_of(character) else ()
    return found


def struck(acts: Iterable[PendingAct], *, meant: bool) -> tuple[PendingAct, ...]:
    """Return the harm that is another after its throw was marked as not meant, or as meant after all."""
    before, after = (ActState.STRUCK, ActState.PENDING) if meant else (ActState.PENDING, ActState.STRUCK)
    return tuple(replace(act, state=after) for act in acts if act.act == SUFFER and act.state is before)


def not_on_table(left: Mapping[str, tuple[Harm, ...]], on_table: str) -> Iterator[tuple[str, list[Harm]]]:
    """Yield what is left of each act but the one `on_table`; a die that two take stands once."""
    proposed = {die for harm in left.get(on_table, ()) for die in harm.dice}
    for act, harms in left.items():
        new = [each for each in harms if not each.dice or each.beyond or not proposed.issuperset(each.dice)]
        if act != on_table and new:
            proposed.update(die for each in new for die in each.dice)
            yield act, new


def owed_use(character: Character, unsettled: Iterable[OwedUse] = (), *, by_gm: bool) -> OwedUse:
    """Return the pending uses of magic after a throw, for `character` as it was before.

    What is owed to it already is `unsettled`: it comes first.
    """
    for owed in unsettled:
        with contextlib.suppress(RulesError):
            character = owed.paid(character)
    return OwedUse(secrets.token_hex(16), character.id, by_gm, _uses(character))


def _uses(character: Character) -> tuple[int, int, int]:
    return character.recent_magic, character.magic_beyond, character.day


def _kept(act: str, owed: OwedSpiffs | OwedUse | HarmAct) -> PendingAct:
    data = {name: value for name, value in plain(owed).items() if name not in _OF_EVERY_ACT}
    return PendingAct(owed.id, owed.character_id, act, json.dumps(data, ensure_ascii=False))


def _readable(acts: Iterable[PendingAct], kind: str, owed: type[OwedT]) -> tuple[OwedT, ...]:
    found = []
    names = {part.name for part in fields(owed)} & _OF_EVERY_ACT
    for act in acts:
        if act.act == kind:
            with contextlib.suppress(ValueError, TypeError, RecursionError):
                of_act = {name: plain(getattr(act, name)) for name in names}
                found.append(read(owed, {**json.loads(act.data), **of_act}))
    return tuple(found)

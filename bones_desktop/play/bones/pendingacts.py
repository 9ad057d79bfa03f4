"""What throws of BONES leave pending in the log until a file has it: spiffs to pay, uses of magic to count."""

import contextlib
import json
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Self

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.injury.magic import use_magic
from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage.log.logentry import PendingAct

SPEND_SPIFFS: Final = "spend-spiffs"
USE_MAGIC: Final = "use-magic"


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
        return PendingAct(self.id, self.character_id, SPEND_SPIFFS, json.dumps({"by": self.by, "before": self.before}))

    @classmethod
    def of(cls, act: PendingAct) -> Self:
        """Return what the log keeps; ValueError where it is damaged."""
        by, before = _whole(act, "by", "before")
        return cls(act.id, act.character_id, by, before)


@dataclass(frozen=True, slots=True)
class OwedUse:
    """A use of magic that a throw still has to be counted as (MAG-16)."""

    id: str
    character_id: str
    by_gm: bool
    """Whether the GM allowed it to one who may bear no icon."""
    before: tuple[int, int, int]
    """Recent uses, uses beyond the safe level and the day of the character before the throw: a character for whom they
    differ has counted the use already, or has rested since."""

    def pending(self) -> PendingAct:
        """Return it as the log keeps it."""
        data = json.dumps({"by_gm": self.by_gm, "before": self.before})
        return PendingAct(self.id, self.character_id, USE_MAGIC, data)

    @classmethod
    def of(cls, act: PendingAct) -> Self:
        """Return what the log keeps; ValueError where it is damaged."""
        data = _data(act)
        before = data.get("before")
        if not isinstance(before, list) or [type(each) for each in before] != [int, int, int]:
            raise ValueError("before")
        return cls(act.id, act.character_id, data.get("by_gm") is True, (before[0], before[1], before[2]))


def spiffs_owed(acts: Iterable[PendingAct]) -> tuple[OwedSpiffs, ...]:
    """Return the spiffs among pending acts; damaged ones are left out."""
    found = []
    for act in acts:
        if act.act == SPEND_SPIFFS:
            with contextlib.suppress(ValueError):
                found.append(OwedSpiffs.of(act))
    return tuple(found)


def uses_owed(acts: Iterable[PendingAct]) -> tuple[OwedUse, ...]:
    """Return the uses of magic among pending acts; damaged ones are left out."""
    found = []
    for act in acts:
        if act.act == USE_MAGIC:
            with contextlib.suppress(ValueError):
                found.append(OwedUse.of(act))
    return tuple(found)


def owed_use(character: Character, unsettled: Iterable[OwedUse] = (), *, by_gm: bool) -> OwedUse:
    """Return what a throw for Magic owes to `character` as it was before the throw.

    What is owed to it already is `unsettled`: it comes first.
    """
    for owed in unsettled:
        with contextlib.suppress(RulesError):
            character = counted(character, owed)
    return OwedUse(secrets.token_hex(16), character.id, by_gm, _uses(character))


def is_due(character: Character, owed: OwedUse) -> bool:
    """Return whether a use that was left behind is still to be counted: the character is as before the throw."""
    return _uses(character) == owed.before


def counted(character: Character, owed: OwedUse) -> Character:
    """Return the character with a use that was left behind counted, if it still is to be; RulesError as `use_magic`."""
    return use_magic(character, by_gm=owed.by_gm) if is_due(character, owed) else character


def _uses(character: Character) -> tuple[int, int, int]:
    return character.recent_magic, character.magic_beyond, character.day


def _data(act: PendingAct) -> dict[str, object]:
    try:
        data = json.loads(act.data)
    except RecursionError as error:
        raise ValueError("too deep") from error
    if not isinstance(data, dict):
        raise ValueError("no object")
    return data


def _whole(act: PendingAct, *names: str) -> list[int]:
    """Return whole numbers of the act's data; ValueError where one is missing or no whole number."""
    data = _data(act)
    found = []
    for name in names:
        value = data.get(name)
        if type(value) is not int:
            raise ValueError(name)
        found.append(value)
    return found

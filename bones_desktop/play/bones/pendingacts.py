"""What throws of BONES leave pending in the log: spiffs to pay, uses of magic to count, and harm to be answered."""

import contextlib
import json
import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Self, TypeVar

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.injury.blows import Harm as HarmKind
from bones_desktop.rules.bones.injury.magic import use_magic
from bones_desktop.rules.bones.reading.harm import Dealt, Harm, damage_of, has_dice_of
from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage.files.undohistory import Step
from bones_desktop.storage.log.logentry import ActState, PendingAct

SPEND_SPIFFS: Final = "spend-spiffs"
USE_MAGIC: Final = "use-magic"
SUFFER: Final = "suffer"

TAKEN: Final = "harm"
"""The mark of a step that takes harm is this, and the id of the act after a colon."""
ABSORBED: Final = "absorbed"
"""The mark of a step by which armour absorbs harm: this, the points, and the id of the act."""
ANSWERS: Final = (f"{TAKEN}:", f"{ABSORBED}:")
"""How the marks of steps begin by which a character may have taken points of an act."""

ValueT = TypeVar("ValueT")


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
    """The damage the character had, and what he took or healed since that is accounted for otherwise."""
    taken: int = 0
    """Points of it that steps with its mark have taken."""
    line: int = 0
    state: ActState = ActState.PENDING

    def names_of(self, harm: Harm) -> list[str]:
        """Return the names of the dice that harm takes."""
        return [self.names[self.thrown.index(die)] for die in harm.dice if die in self.thrown]

    def is_of(self, character: Character) -> bool:
        """Return whether the dice that were thrown are still those of the character, lost or not."""
        return has_dice_of(character, self.thrown, self.faces)

    def pending(self) -> PendingAct:
        """Return it as the log keeps it."""
        data = {
            **_dealt_data(self.dealt),
            "thrown": self.thrown,
            "faces": self.faces,
            "names": self.names,
            "then": self.then,
            "taken": self.taken,
        }
        text = json.dumps(data, ensure_ascii=False)
        return PendingAct(self.id, self.character_id, SUFFER, text, line=self.line, state=self.state)

    @classmethod
    def of(cls, act: PendingAct) -> Self:
        """Return what the log keeps; ValueError where it is damaged."""
        data = _data(act)
        other, then, taken = _whole(act, "other", "then", "taken")
        kind, counted = HarmKind(str(data.get("kind"))), _list({"counted": [], **data}, "counted", int)
        dealt = Dealt(_list(data, "dice", int), _list(data, "causes", str), other, kind, counted)
        thrown, names = _list(data, "thrown", int), _list(data, "names", str)
        faces = tuple(_list({"faces": each}, "faces", str) for each in _list(data, "faces", list))
        if not len(thrown) == len(names) == len(faces) or min(thrown, default=0) < 0 or min(dealt.dice, default=0) < 0:
            raise ValueError("thrown")
        return cls(act.id, act.character_id, dealt, thrown, faces, names, then, taken, act.line, act.state)


OwedT = TypeVar("OwedT", OwedSpiffs, OwedUse, HarmAct)


def spiffs_owed(acts: Iterable[PendingAct]) -> tuple[OwedSpiffs, ...]:
    """Return the spiffs among pending acts; damaged ones are left out."""
    return _readable(acts, SPEND_SPIFFS, OwedSpiffs.of)


def uses_owed(acts: Iterable[PendingAct]) -> tuple[OwedUse, ...]:
    """Return the uses of magic among pending acts; damaged ones are left out."""
    return _readable(acts, USE_MAGIC, OwedUse.of)


def harm_pending(acts: Iterable[PendingAct]) -> tuple[HarmAct, ...]:
    """Return the harm among acts, oldest first, answered or not; damaged ones are left out."""
    return _readable(acts, SUFFER, _harm_of)


def dealt_json(dealt: Dealt) -> str:
    """Return what a use of spiffs on a throw changes of the data of its harm."""
    return json.dumps(_dealt_data(dealt), ensure_ascii=False)


def harm_left(
    character: Character, acts: Sequence[HarmAct], absorbed: Mapping[str, int] = MappingProxyType({})
) -> dict[str, tuple[Harm, ...]]:
    """Return what the character is still to take of each act that is pending, by its id, the newest first.

    Damage that no act accounts for was given for the newest not dismissed, as far as that goes, then for the one
    before it; none for a struck one. `absorbed` are the points that armour has kept off, by the ids of acts.
    """
    found: dict[str, tuple[Harm, ...]] = {}
    given_to_newer = 0
    for act in reversed(acts):
        if act.state in {ActState.DISMISSED, ActState.STRUCK}:
            continue
        lost = damage_of(character) - act.then - given_to_newer
        given = max(act.taken, min(act.dealt.points, lost), 0)
        given_to_newer += given - act.taken
        if act.state is ActState.PENDING:
            found[act.id] = act.dealt.left(character, given, absorbed.get(act.id, 0)) if act.is_of(character) else ()
    return found


def struck(acts: Iterable[PendingAct], *, meant: bool) -> tuple[PendingAct, ...]:
    """Return the harm that is another after its throw was marked as not meant, or as meant after all."""
    if meant:
        return tuple(replace(act, state=ActState.PENDING) for act in acts if act.state is ActState.STRUCK)
    answerable = {ActState.PENDING, ActState.DONE}
    return tuple(replace(act, state=ActState.STRUCK) for act in acts if act.act == SUFFER and act.state in answerable)


def not_on_table(left: Mapping[str, tuple[Harm, ...]], on_table: str) -> Iterator[tuple[str, list[Harm]]]:
    """Yield what is left of each act but the one `on_table`; a die that two take stands once."""
    proposed = {die for harm in left.get(on_table, ()) for die in harm.dice}
    for act, harms in left.items():
        new = [each for each in harms if not each.dice or each.beyond or not proposed.issuperset(each.dice)]
        if act != on_table and new:
            proposed.update(die for each in new for die in each.dice)
            yield act, new


def accounted(acts: Iterable[HarmAct], act: str, points: int) -> list[HarmAct]:
    """Return acts after damage that was taken for one of them, or for none: it was not given for any other."""
    return [
        replace(each, taken=each.taken + points) if each.id == act else replace(each, then=each.then + points)
        for each in acts
    ]


def agreed(acts: Sequence[HarmAct], steps: Sequence[Step[Character]], undone: int) -> list[HarmAct]:
    """Return the acts that are otherwise by a history whose last `undone` steps are undone, as they should be.

    The program may have ended before the log had what was taken. Acts that no step bears the mark of stay.
    """
    points: Counter[str] = Counter()
    for place, step in enumerate(steps):
        if step.mark.startswith(ANSWERS):
            given = damage_of(step.after) - damage_of(step.before) if place < len(steps) - undone else 0
            points[step.mark.rpartition(":")[2]] += given
    now = list(acts)
    for act in acts:
        if act.id in points:
            now = accounted(now, act.id, points[act.id] - act.taken)
    return [each for each, before in zip(now, acts, strict=True) if each != before]


def owed_use(character: Character, unsettled: Iterable[OwedUse] = (), *, by_gm: bool) -> OwedUse:
    """Return the pending uses of magic after a throw, for `character` as it was before.

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


def _readable(acts: Iterable[PendingAct], kind: str, read: Callable[[PendingAct], OwedT]) -> tuple[OwedT, ...]:
    found = []
    for act in acts:
        if act.act == kind:
            with contextlib.suppress(ValueError):
                found.append(read(act))
    return tuple(found)


def _list(data: Mapping[str, object], name: str, kind: type[ValueT]) -> tuple[ValueT, ...]:
    """Return a list of the act's data; ValueError where it is none, or holds something else than `kind`."""
    found = data.get(name)
    if not isinstance(found, list) or any(type(each) is not kind for each in found):
        raise ValueError(name)
    return tuple(found)


@lru_cache(maxsize=512)  # asked for many times at each change of a character, and seldom another
def _harm_of(act: PendingAct) -> HarmAct:
    return HarmAct.of(act)


def _dealt_data(dealt: Dealt) -> dict[str, object]:
    data: dict[str, object] = {"dice": dealt.dice, "causes": dealt.causes, "other": dealt.other}
    # Acts without dice to choose from are written as they always were.
    more = {"counted": dealt.counted} if dealt.dice else {}
    return {**data, "kind": dealt.kind.value, **more}


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

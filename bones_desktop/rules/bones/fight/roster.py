"""A stored fight and its edits: fighters, their files, the current round and the costs of earlier rounds.

Codes refused: nobody-by-that-id (who), fight-full (most), round-has-begun (), round-not-over (n), changed-since-step
(), most-items (most).
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Annotated, Any, Final

from bones_desktop.rules.bones.book.character import Character, CharacterKind, ItemDie, ItemKind
from bones_desktop.rules.bones.book.characterdice import item_dice, item_name
from bones_desktop.rules.bones.book.fields import Line
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.fight.doings import lost_to_range
from bones_desktop.rules.bones.fight.fighters import (
    MOST_DECLARATIONS,
    MOST_FIGHTERS,
    Declaration,
    Encounter,
    Fighter,
    FighterId,
    How,
    Round,
    without_example,
)
from bones_desktop.rules.bones.fight.roundreading import RoundReading, after, read_round
from bones_desktop.rules.bones.fight.successes import AttackMode
from bones_desktop.rules.bones.reading.tasks import MISSILE, borne, is_thrown
from bones_desktop.rules.reasons import refuse
from bones_desktop.rules.records import field, fields
from bones_desktop.rules.typedtext import one_line
from bones_desktop.rules.values import Limits, Value, added

Count = Annotated[int, Limits(ge=0, le=1_000_000)]


class Tally(Value):
    """A fighter's losses before the fight, and its costs in the fight."""

    lost: Count = 0
    """Dice lost before the fighter's first round in this fight."""
    below: Count = 0
    """Damage below zero before the first round."""
    spiffs: Count = 0
    given_up: Annotated[tuple[Line, ...], Limits(max_length=1_000)] = ()
    """Equipment given up to absorb attacks, or thrown and not picked up again."""
    shots: dict[Line, Count] = field(default_factory=dict)
    """Ammunition used, by weapon: one piece for each attack."""


def tallied(tally: Tally | None, fighter: Fighter, read: RoundReading | None = None) -> Tally:
    """Return the tally of a fighter after a round; `tally` is None before the fighter's first round."""
    who, now = fighter.id, fighter.now
    before = tally or Tally(lost=len(now.lost), below=now.excess_damage)
    if read is None:
        return before
    spent, doing, hand = read.spent.get(who), read.doings[who], read.hands[who]
    thrown = doing.throws_away if hand.is_thrown else None
    gone = {*read.wounds[who].ruined, *(() if thrown is None else (thrown,))}
    names = [item_name(read.doings.rulebook, fighter.character.equipment[place]) for place in sorted(gone)]
    shots, weapon = Counter(before.shots), doing.weapon(AttackMode.MISSILE)
    if hand.is_thrown and weapon is not None and thrown is None:
        shots[item_name(read.doings.rulebook, weapon)] += sum(each.mode is AttackMode.MISSILE for each in doing.attacks)
    return before.with_(
        spiffs=before.spiffs + (spent.spiffs if spent else 0), given_up=(*before.given_up, *names), shots=dict(shots)
    )


MOST_ALIKE: Final = 40
"""Maximum number of equal fighters that can be added at once."""
OURS: Final = "A"
THEIRS: Final = "B"
"""Names of the two default sides. Players are on the first, everybody else is on the second."""

CharacterId = Annotated[str, Limits(pattern=r"^[0-9a-f]{32}$")]
PLAY_STATE: Final = (
    "lost", "excess_damage", "slain", "hindering", "equipment", "spiffs", "spiff_ledger", "recent_magic",
    "magic_beyond",
)  # fmt: skip
"""Fields of a character that a round changes."""
_DECLARED: Final = "declare."
"""Prefix of an override's key for a declaration; the number of the declaration follows."""
_CHOICES: Final = tuple(part.name for part in fields(Round) if part.name not in {"encounter", "declarations"})


class Fight(Value):
    """A fight that is being prepared or fought."""

    id: CharacterId
    name: Line = ""
    round: Round
    """The current round. Its `encounter` holds the fight as it was when the round began."""
    files: dict[FighterId, CharacterId] = field(default_factory=dict)
    """Ids of the characters whose files record the wounds, by fighter. Wounds of others are recorded in the fight."""
    last: Annotated[tuple[Declaration, ...], Limits(max_length=MOST_DECLARATIONS)] = ()
    """Declarations of the previous round."""
    last_allowed: tuple[Annotated[int, Limits(ge=1, le=MOST_DECLARATIONS)], ...] = ()
    """Numbers of the declarations in `last` that the rules refuse and the GM allowed."""
    secret: bool = False
    """True if this round is hidden from the players."""
    tallies: dict[FighterId, Tally] = field(default_factory=dict)
    """Costs of the finished rounds, by fighter."""
    ended: bool = False
    """True if the fight was ended after its last round."""

    @property
    def encounter(self) -> Encounter:
        """The encounter as it was before the round."""
        return self.round.encounter

    @property
    def has_begun(self) -> bool:
        """True if a fighter has rolled in this round."""
        return bool(self.thrown)

    @property
    def thrown(self) -> frozenset[str]:
        """The ids of fighters who have rolled in this round."""
        return frozenset({*self.round.faces, *self.round.horde_faces})


def new_fight(id: str, name: str = "") -> Fight:
    """Return a fight without fighters."""
    return Fight(id=id, name=name, round=Round(encounter=Encounter()))


def add(fight: Fight, character: Character, *, side: str, number: int = 1, filed: bool = False) -> Fight:
    """Return the fight with a character added, or with `number` copies distinguished by numbers.

    With `filed` the wounds are recorded in the character's file, so there can be only one copy. New fighters are added
    at the end of the roster, because the order of allotting depends on the roster (AMB-33). If the fight had ended, it
    is reopened.
    """
    present = fight.encounter.fighters
    if len(present) + number > MOST_FIGHTERS:
        raise refuse("fight-full", most=MOST_FIGHTERS)
    name = without_example(one_line(character.name)) or _slug(character.kind.value)
    alike = [each for each in present if bare_name(each.name) == name]
    numbered = bool(alike) or number > 1
    fighters = list(present)
    # The first Goblin gets its number when a second one is added. A fighter with a file keeps the file's name.
    if len(alike) == 1 and alike[0].name == name and not filed and alike[0].id not in fight.files:
        place = fighters.index(alike[0])
        fighters[place] = alike[0].with_(character=alike[0].character.with_(name=f"{name} 1"))
    taken = {each.name for each in fighters}
    ids = {each.id for each in fighters}
    files = dict(fight.files)
    count = 0
    for _ in range(number):
        called = name
        # A fighter that the user renamed may already have this number.
        while numbered and not filed and (called == name or called in taken):
            count += 1
            called = f"{name} {count}"
        who = _free_id(called, ids)
        ids.add(who)
        taken.add(called)
        at_hand = at_hand_first(character)
        fighters.append(Fighter(id=who, character=character.with_(name=called), side=side, at_hand=at_hand))
        if filed:
            files[who] = character.id
    return _with_encounter(fight, fight.encounter.with_(fighters=tuple(fighters))).with_(files=files, ended=False)


def at_hand_first(character: Character) -> tuple[int, ...]:
    """Return the indexes of the equipment in use by default: one of each kind (AMB-53)."""
    kinds: dict[str, int] = {}
    for place, item in enumerate(character.equipment):
        # A die with only blank faces is of no use in a fight.
        if any(not face.is_blank for face in item.faces):
            kinds.setdefault(item.kind.value, place)
    return tuple(sorted(kinds.values()))


def remove(fight: Fight, who: str) -> Fight:
    """Return the fight without a fighter, and without all declarations and choices about it."""
    encounter = fight.encounter
    encounter.fighter(who)
    # The rider of a removed mount must not refer to a fighter that does not exist.
    left = tuple(each.with_(on="") if each.on == who else each for each in encounter.fighters if each.id != who)
    apart = tuple(each for each in encounter.apart if who not in {each.a, each.b})
    ruled = tuple(each for each in encounter.ruled if who not in {each.by, each.whom})
    declared = tuple(each for each in fight.round.declarations if who not in {each.who, each.whom})
    now = _declaring(fight.round, declared)
    now = now.with_(
        encounter=encounter.with_(fighters=left, apart=apart, ruled=ruled),
        **{part: _without(getattr(now, part), who) for part in _CHOICES},
    )
    tallies = {key: tally for key, tally in fight.tallies.items() if key != who}
    return fight.with_(round=now, files={key: file for key, file in fight.files.items() if key != who}, tallies=tallies)


def change(fight: Fight, who: str, **changes: Any) -> Fight:  # noqa: ANN401 (fields of Fighter; each is checked)
    """Return the fight with another side, posture, mount or equipment in use for a fighter."""
    return _with_encounter(fight, fight.encounter.with_fighter(fight.encounter.fighter(who).with_(**changes)))


def alter(fight: Fight, who: str, edit: Callable[[Character], Character]) -> Fight:
    """Return the fight with a fighter's current character edited."""
    fighter = fight.encounter.fighter(who)
    # After the roll, edits change the sheet, because the rolled dice must stay as they are.
    if fighter.sheet is not None:
        return change(fight, who, sheet=edit(fighter.sheet))
    return change(fight, who, character=edit(fighter.character))


def surroundings(fight: Fight, **changes: Any) -> Fight:  # noqa: ANN401 (fields of Encounter; each is checked)
    """Return the fight with other surroundings, such as light or distances."""
    return _with_encounter(fight, fight.encounter.with_(**changes))


def refresh(fight: Fight, characters: Mapping[str, Character]) -> Fight:
    """Return the fight with fighters refreshed from their files; `characters` are given by id.

    Dice already rolled in this round stay as rolled. Wounds are applied to the character in the file.
    """
    encounter, now = fight.encounter, fight.round
    fighters = []
    for fighter in encounter.fighters:
        found = characters.get(fight.files.get(fighter.id, ""))
        if found is not None:
            found = found.with_(house_rules=encounter.house_rules)
        rolled = fighter.id in {*now.faces, *now.horde_faces}
        if found is None or (found == fighter.filed and (rolled or fighter.sheet is None)):
            fighters.append(fighter)
            continue
        if rolled:
            fighters.append(fighter.with_(sheet=None if found == fighter.own else found))
            continue
        # Lent items come after the fighter's own equipment, so their indexes change when the file gains or loses
        # equipment.
        had, has = len(fighter.own.equipment), len(found.equipment)
        lent = fighter.character.equipment[had:]
        kept = (place if place < had else place - had + has for place in fighter.at_hand if not has <= place < had)
        character = found.with_(equipment=(*found.equipment, *lent))
        fighters.append(fighter.with_(character=character, at_hand=tuple(kept), sheet=None))
    return _with_encounter(fight, encounter.with_(fighters=tuple(fighters)))


def release(fight: Fight, whom: str) -> Fight:
    """Return the fight with a mind released from control (MAG-28)."""
    return surroundings(fight, ruled=tuple(each for each in fight.encounter.ruled if each.whom != whom))


def lend(fight: Fight, who: str, item: ItemDie) -> Fight:
    """Return the fight with an item lent to a fighter. It is not written to any file."""
    fighter = fight.encounter.fighter(who)
    character = added(fighter.character, "equipment", item, "most-items")
    at_hand = (*fighter.at_hand, len(fighter.character.equipment))
    return change(fight, who, character=character, at_hand=at_hand, lent=fighter.lent + 1)


def give_back(fight: Fight, who: str, place: int) -> Fight:
    """Return the fight without a lent item; `place` is its index among all equipment."""
    fighter = fight.encounter.fighter(who)
    character = fighter.character
    left = (*character.equipment[:place], *character.equipment[place + 1 :])
    at_hand = tuple(each - (each > place) for each in fighter.at_hand if each != place)
    return change(fight, who, character=character.with_(equipment=left), at_hand=at_hand, lent=fighter.lent - 1)


def declare(fight: Fight, who: str, declarations: Iterable[Declaration]) -> Fight:
    """Return the fight with a fighter's declarations replaced; with an empty list the fighter does nothing."""
    others = tuple(each for each in fight.round.declarations if each.who != who)
    return fight.with_(round=_declaring(fight.round, (*others, *declarations)))


def also(fight: Fight, declarations: Iterable[Declaration]) -> Fight:
    """Return the fight with these declarations added to the earlier declarations of the fighters."""
    return fight.with_(round=_declaring(fight.round, (*fight.round.declarations, *declarations)))


def allow(fight: Fight, numbers: Iterable[int]) -> Fight:
    """Return the fight with these declarations, numbered from 1, allowed by the GM against the rules."""
    override = {**fight.round.override, **{f"{_DECLARED}{number}": 1 for number in numbers}}
    return fight.with_(round=fight.round.with_(override=override))


def _not_thrown(declared: Declaration) -> Declaration:
    """Return a declaration without the faces of its challenge dice; typed Nulls are kept."""
    return declared.with_(nulls=None, challenge=()) if declared.challenge else declared


def choose(fight: Fight, part: str, key: str, value: Any) -> Fight:  # noqa: ANN401 (what the part of Round holds)
    """Return the fight with one choice of the round set: `part` is a field of Round; None removes the choice."""
    kept = {each: old for each, old in getattr(fight.round, part).items() if each != key}
    if value is not None:
        kept[key] = value
    return fight.with_(round=fight.round.with_(**{part: kept}))


def begin_again(fight: Fight) -> Fight:
    """Return the fight with all rolls and choices of this round removed; declarations are kept."""
    kept = Round(encounter=fight.encounter, declarations=tuple(_not_thrown(each) for each in fight.round.declarations))
    # Without rolls nobody has begun the round, so changes in the files can be used now.
    sheets = {fight.files.get(each.id, ""): each.sheet for each in fight.encounter.fighters if each.sheet is not None}
    return refresh(allow(fight.with_(round=kept), _allowed(fight.round)), sheets)


def close(rulebook: Rulebook, fight: Fight, today: str, read: RoundReading | None = None) -> Fight:
    """Return the fight ready for its next round. Refused while a choice of this round is missing.

    `today` is the date for entries in the spiff ledger, as 2026-11-21. `read` is the reading of the round, if there is
    one already.
    """
    read = read or read_round(rulebook, fight.round)
    if read.questions:
        raise refuse("round-not-over", "AMB-52", n=len(read.questions))
    following = Round(encounter=after(read, today))
    last = fight.round.declarations
    tallies = {each.id: tallied(fight.tallies.get(each.id), each, read) for each in fight.encounter.fighters}
    allowed = _allowed(fight.round)
    return fight.with_(round=following, last=last, last_allowed=allowed, secret=False, tallies=tallies, ended=False)


def changed_by(before: Fight, now: Fight) -> dict[str, tuple[Character, Character]]:
    """Return each character with a file that play changed, as (before, after), by the character's id."""
    found = {}
    ends = {fighter.id: fighter.filed for fighter in now.encounter.fighters}
    for fighter in before.encounter.fighters:
        file, start, end = before.files.get(fighter.id), fighter.filed, ends.get(fighter.id)
        if file and end is not None and play_state(end) != play_state(start):
            found[file] = (start, end)
    return found


def play_state(character: Character) -> dict[str, Any]:
    """Return the fields that a round can change in a character."""
    return {name: getattr(character, name) for name in PLAY_STATE}


def with_play_state(character: Character, before: Character, now: Character) -> Character:
    """Return a character with the effects of a round.

    Refused with `changed-since-step` if the character no longer equals `before`.
    """
    # Undo must not discard edits made in the file since then.
    if play_state(character) != play_state(before):
        raise refuse("changed-since-step")
    return character.with_(**play_state(now))


def sides(fight: Fight) -> tuple[str, ...]:
    """Return the sides in roster order, the two default sides first."""
    return tuple(dict.fromkeys((OURS, THEIRS, *(fighter.side for fighter in fight.encounter.fighters))))


def usual_side(character: Character) -> str:
    """Return the default side of a character: players on one, everybody else on the other."""
    return OURS if character.kind is CharacterKind.PLAYER else THEIRS


def alike(fighters: Iterable[Fighter], files: Collection[str]) -> list[tuple[Fighter, ...]]:
    """Return the fighters in groups whose members differ only in their numbers.

    Each player is a group alone, and so is each fighter in `files`, the ids of fighters whose wounds a file records.
    """
    groups: dict[tuple[str, str, str], list[Fighter]] = {}
    for fighter in fighters:
        alone = fighter.kind is CharacterKind.PLAYER or fighter.id in files
        key = ("", fighter.id, "") if alone else ("several", bare_name(fighter.name), fighter.side)
        groups.setdefault(key, []).append(fighter)
    return [tuple(group) for group in groups.values()]


def bare_name(name: str) -> str:
    """Return a fighter's name without the number at its end."""
    return re.sub(r" [0-9]{1,4}\Z", "", name)


def _with_encounter(fight: Fight, encounter: Encounter) -> Fight:
    """Return the fight with another encounter, and its house rules given to every character."""
    return fight.with_(round=fight.round.with_(encounter=encounter.under_house_rules()))


def _declaring(now: Round, declarations: tuple[Declaration, ...]) -> Round:
    """Return the round with other declarations. The GM's permissions are kept for declarations that are kept."""
    # Permissions are stored by number, and the numbers change with the list.
    allowed = [now.declarations[number - 1] for number in _allowed(now)]
    override = {key: n for key, n in now.override.items() if not key.startswith(_DECLARED)}
    override.update({f"{_DECLARED}{number}": 1 for number, each in enumerate(declarations, 1) if each in allowed})
    fighters = tuple(_armed_for(now, fighter, declarations) for fighter in now.encounter.fighters)
    encounter = now.encounter.with_(fighters=fighters)
    return now.with_(encounter=encounter, declarations=declarations, override=override)


def _armed_for(now: Round, fighter: Fighter, declarations: Iterable[Declaration]) -> Fighter:
    """Return a fighter with the weapon in use that suits the declarations (amendment 28).

    The weapon changes only if the fighter has one weapon in use, the declarations name none, and another weapon is
    better. Otherwise a blade would be rolled for a bow shot, or a bow for a melee attack. Fighters who have rolled keep
    their weapon.
    """
    own = [each for each in declarations if each.who == fighter.id and fighter.id not in now.faces]
    hows = {each.how for each in own} & {How.MELEE, How.MISSILE}
    equipment = fighter.own.equipment
    weapons = tuple(place for place, item in enumerate(equipment) if item.kind is ItemKind.WEAPON)
    held = [place for place in fighter.at_hand if fighter.character.equipment[place].kind is ItemKind.WEAPON]
    if len(hows) != 1 or len(held) != 1 or any(each.weapon for each in own) or held[0] not in weapons:
        return fighter
    skill = str(next(iter(hows)))
    used = borne(item_dice(fighter.character, weapons), {skill}, None, lost_to_range(now.encounter, fighter, own))
    best = next((place for place in weapons if fighter.item_key(place) == used.used(skill)), held[0])
    serves = any(shown.has(skill) for shown in equipment[held[0]].faces)
    shoots = skill != MISSILE or not is_thrown(equipment[held[0]].faces) or is_thrown(equipment[best].faces)
    if serves and shoots:
        return fighter
    return fighter.with_(at_hand=tuple(best if place == held[0] else place for place in fighter.at_hand))


def _allowed(now: Round) -> tuple[int, ...]:
    """Return the numbers of the declarations that the GM allowed."""
    return tuple(n for n in range(1, len(now.declarations) + 1) if now.override.get(f"{_DECLARED}{n}"))


def _without(choices: Mapping[str, Any], who: str) -> dict[str, Any]:
    found = {}
    for key, value in choices.items():
        # Keys may join ids with a dot or a space, see `resisting`. An id contains no space.
        if who in key.replace(" ", ".").split("."):
            continue
        # Rolls of hordes are stored by opponent, so the removed fighter may also be a key of the inner mapping.
        inner = isinstance(value, dict) and all(isinstance(each, tuple) for each in value.values())
        found[key] = {each: given for each, given in value.items() if each != who} if inner else value
    return found


def _slug(name: str) -> str:
    # Ids are part of keys such as "allot.b.2", and users type them in commands, so they contain no dots or spaces.
    return re.sub(r"[^\w]+", "-", name.casefold()).strip("-")[:40] or "fighter"


def _free_id(name: str, taken: Iterable[str]) -> str:
    slug, number = _slug(name), 1
    found = slug
    while found in set(taken):
        number += 1
        found = f"{slug}-{number}"
    return found

"""Rolls of the round, and effects before any choice: hindering dice and independent abilities (AMB-52, step 3).

Damage of hindering dice comes first. If it takes a die, the face of that die counts for nothing (HIND-5, amendment 15).
Then Fear hinders everybody near, and regenerating dice heal. The new face of a die re-rolled for a spiff counts from
then on (AMB-85).

Codes of refusals: faces-count (n, dice), lost-die-shown (die), nothing-to-soak (), no-such-die (die), die-already-lost
(die), reroll-own-die (), spiffs-for-players ().
"""

from collections.abc import Mapping
from typing import Final

from bones_desktop.rules.bones.book.attempts import CHARACTER, ITEM, eligibility_of
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.definitions import Ability
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.notation import aim, worth
from bones_desktop.rules.bones.fight.doings import Doing, Doings
from bones_desktop.rules.bones.fight.fighters import (
    HINDERING_DAMAGE,
    ChoiceError,
    Faces,
    Fighter,
    Round,
    is_able,
    require,
)
from bones_desktop.rules.bones.fight.successes import ATTACKS, AttackMode, To
from bones_desktop.rules.bones.injury.injuries import heal, healable, lose, suffer_all
from bones_desktop.rules.bones.reading.tasks import MAGIC, SECOND, UNARMED, hindrance, take_dice
from bones_desktop.rules.dice import Die
from bones_desktop.rules.reasons import reason
from bones_desktop.rules.records import Record

FEAR_REACH: Final = 10
"""Metres within which Fear hinders everybody (BST-5, AMB-59)."""
_REGENERATE: Final = "regenerate"
_LIMITLESS: Final = 1 << 16
"""A cap above any roll, for groups that play Unarmed Combat without a cap."""
_FIGHT_USES: Final = ATTACKS | To.FROST | To.SHROUD


class Thrown(Record):
    """One roll of a fighter; a horde has one for each opponent (CMB-40)."""

    opponent: str
    """Id of the opponent against whom a horde rolled; "" for other fighters."""
    faces: tuple[Face | None, ...]
    """Faces by index of the die, as rolled; None for lost dice."""
    now: tuple[Face | None, ...]
    """Faces by index of the die after re-rolls; None also for dice taken by hindering damage."""
    fear: int
    """Nulls for everybody near the fighter."""
    own_nulls: int
    regenerates: int


class FighterHand(Record):
    """The rolls of a fighter, and its state after hindering dice and independent abilities."""

    doing: Doing
    dice: tuple[Die[Face], ...]
    throws: tuple[Thrown, ...]
    """The rolls; empty before rolling, and for fighters who roll nothing."""
    caps: Mapping[str, int]
    """Maximum number of successes of Magic and of Unarmed Combat (ACT-3, ACT-5)."""
    harm: int
    """Damage of hindering dice before soaking."""
    soaked: bool
    taken: tuple[int, ...]
    """Indexes of the dice that hindering damage took, from 0."""
    choosing: bool
    """True if the player has yet to choose the die that hindering damage takes."""
    left_to_lose: tuple[int, ...]
    """Dice of the player's choice that are left for later damage."""
    healed: tuple[int, ...]
    """Indexes of dice that regenerated."""
    character: Character
    """The character after hindering dice and independent abilities have taken effect."""

    @property
    def fighter(self) -> Fighter:
        """The fighter who rolled."""
        return self.doing.fighter

    @property
    def is_thrown(self) -> bool:
        """True if the dice were rolled."""
        return bool(self.throws)

    @property
    def uses_magic(self) -> bool:
        """True if this roll is a use of magic; False if Magic may not be attempted (MAG-16, ACT-4)."""
        return self.is_thrown and self.doing.uses_magic and self.caps.get(MAGIC, 0) > 0

    @property
    def counts(self) -> bool:
        """True if any face counts, which needs a die that is not lost (AMB-104)."""
        return self.is_thrown and len(self.taken) < len(self.fighter.character.available())

    @property
    def may(self) -> frozenset[str]:
        """Capped skills that may be attempted (ACT-7)."""
        return frozenset(skill for skill, cap in self.caps.items() if cap)


def read_hands(doings: Doings) -> dict[str, FighterHand]:
    """Return the hands of all fighters.

    Raise ChoiceError if faces do not fit the dice, or if the rules refuse a choice.
    """
    return {who: _hand(doings, doing) for who, doing in doings.by_id.items()}


def fear_on(hands: Mapping[str, FighterHand], doings: Doings, who: str) -> int:
    """Return the Nulls that each roll of a fighter gets from others' Fear (BST-5, AMB-59)."""
    found = 0
    side = doings[who].fighter.side
    spares = doings.encounter.house_rules.fear_spares_own_side
    for other, hand in hands.items():
        if other == who or not hand.counts or (spares and hand.fighter.side == side):
            continue
        apart = doings.metres(other, who)
        # Fighters without a distance count as near, so that the GM need not enter distances.
        if apart is not None and apart > FEAR_REACH:
            continue
        at_him = [thrown.fear for thrown in hand.throws if thrown.opponent == who]
        found += max(at_him or [thrown.fear for thrown in hand.throws])
    return found


def _hand(doings: Doings, doing: Doing) -> FighterHand:
    fighter, choices = doing.fighter, doings.choices
    dice = fighter.dice(doings.rulebook)
    shown = _shown(choices, doing, dice)
    own = [fighter.character.dice[place] for place in fighter.character.available()]
    caps = _caps(doings, doing, [dice[place] for place in fighter.character.available()]) if own else {}
    # A horde rolls once for each opponent; only its worst roll hurts the horde, not the sum.
    harm = max((_harm(doing, dice, faces) for faces in shown.values()), default=0)
    soaked = choices.soak.get(fighter.id) == HINDERING_DAMAGE
    if soaked and shown and not harm:
        require(choices, f"soak.{fighter.id}", reason("nothing-to-soak", "SPF-11"))
    soaked = soaked and harm > 0
    counts = _counted(doings, doing, dice, caps, shown)
    # Dice lost outside the fight since the roll are gone. If the player chose such a die, no other die replaces it.
    elsewhere = set(fighter.character.available()) - set(fighter.now.available())
    wanted = tuple(die - 1 for die in choices.lose.get(fighter.id, ()) if die - 1 not in elsewhere)
    chosen, left = _given(counts, harm - soaked, wanted)
    taken = take_dice(counts, harm - soaked, chosen) if shown else ()
    useful = sum(worth > 0 for worth in counts.values()) or len(counts)
    choosing = len(chosen) < min(harm - soaked, len(counts)) and useful > 1
    character = fighter.now
    for place in taken:
        if place in character.available():
            character = lose(character, place, HINDERING_DAMAGE)
        else:  # the die was lost outside the fight since the roll, so the point is suffered without a chosen die
            character = suffer_all(character, 1, HINDERING_DAMAGE)
    reroll = _reroll(choices, doing, dice, taken) if shown else None
    throws = tuple(_thrown(doings, doing, dice, opponent, faces, taken, reroll) for opponent, faces in shown.items())
    healed: tuple[int, ...] = ()
    # Only fighters who still have dice after hindering damage regenerate (AMB-62).
    if is_able(character):
        character, healed = _healed(character, max((thrown.regenerates for thrown in throws), default=0))
    _check_lost(choices, fighter, healed)
    return FighterHand(doing, dice, throws, caps, harm, soaked, taken, choosing, left, healed, character)


def _shown(choices: Round, doing: Doing, dice: tuple[Die[Face], ...]) -> dict[str, tuple[Face | None, ...]]:
    """Return the faces by opponent. A horde has only the opponents that it has rolled for."""
    fighter = doing.fighter
    if not doing.throws:
        return {}
    if not fighter.is_horde:
        given = choices.faces.get(fighter.id)
        faces = None if given is None else _faces(f"faces.{fighter.id}", fighter, dice, given)
        return {} if faces is None else {"": faces}
    found = {}
    for opponent, given in choices.horde_faces.get(fighter.id, {}).items():
        faces = _faces(f"faces.{fighter.id}.{opponent}", fighter, dice, given)
        if faces is not None and any(each.whom == opponent for each in doing.attacks):
            found[opponent] = faces
    return found


def _faces(place: str, fighter: Fighter, dice: tuple[Die[Face], ...], given: Faces) -> tuple[Face | None, ...] | None:
    """Return the faces by index of the die; None if a die is still to be rolled."""
    if len(given) != len(dice):
        raise ChoiceError(place, reason("faces-count", "DICE-8", n=len(given), dice=len(dice)))
    available = set(fighter.character.available())
    found: list[Face | None] = []
    waiting = False
    for at, (die, face) in enumerate(zip(dice, given, strict=True)):
        lost = die.group == CHARACTER and at not in available
        if lost and face is not None:
            raise ChoiceError(place, reason("lost-die-shown", "DICE-9", die=at + 1))
        waiting = waiting or (face is None and not lost)
        found.append(None if face is None else die.faces[face - 1])
    return None if waiting else tuple(found)


def _caps(doings: Doings, doing: Doing, own: list[Die[Face]]) -> dict[str, int]:
    caps = {}
    for skill, goal in ((MAGIC, doing.reader.magic), (UNARMED, doing.reader.unarmed)):
        # Without a declared spell, Magic needs no cap, and no cap is shown.
        if skill == MAGIC and not doing.uses_magic:
            continue
        found = eligibility_of(doings.rulebook, doings.encounter.house_rules, goal, own)
        caps[skill] = 0 if not found.allowed else _LIMITLESS if found.cap is None else found.cap
    return caps


def _harm(doing: Doing, dice: tuple[Die[Face], ...], faces: tuple[Face | None, ...]) -> int:
    idle = doing.means.borne.idle
    thrown = zip(dice, faces, strict=True)
    return sum(hindrance(shown, die.group).damage for die, shown in thrown if shown and die.key not in idle)


def _counted(
    doings: Doings,
    doing: Doing,
    dice: tuple[Die[Face], ...],
    caps: Mapping[str, int],
    shown: Mapping[str, tuple[Face | None, ...]],
) -> dict[int, int]:
    """Return by index how many successes each die of the fighter gives to the declared action (HIND-5)."""
    may = frozenset(skill for skill, cap in caps.items() if cap)
    uses = _FIGHT_USES
    against = {each.mode for other in doings.attackers(doing.fighter.id) for each in other.attacks
               if each.whom == doing.fighter.id}  # fmt: skip
    # Without an attacker, a success of any kind of defence counts as a success shown (HIND-5).
    if not against or AttackMode.MELEE in against:
        uses |= To.PARRY | To.PRICK
    if against != {AttackMode.MELEE}:
        uses |= To.BLOCK
    goal = aim(doings.rulebook, doings.encounter.house_rules, doing.skill) if doing.task else None
    counts = {}
    for place in doing.fighter.character.available():
        most = 0
        for faces in shown.values():
            face = faces[place]
            if face is None:
                continue
            if goal is not None:
                most = max(most, worth(doings.rulebook, goal, face).counts)
                continue
            for reading in doing.reader.readings(dice[place], face, may):
                live = sum(bool(one.all & uses) and one.limit(one.all) != SECOND for one in reading.successes)
                most = max(most, live)
        counts[place] = most
    return counts


def _check_lost(choices: Round, fighter: Fighter, healed: tuple[int, ...]) -> None:
    """Refuse the choice of dice that are listed twice, are lost already or do not exist.

    A die that regenerated may be chosen again. A chosen die has no effect if the character lost it outside the fight
    since the roll.
    """
    place = f"lose.{fighter.id}"
    named: set[int] = set()
    lost = {each.die for each in fighter.character.lost} & {each.die for each in fighter.now.lost} - set(healed)
    again = {die + 1 for die in healed}
    for die in choices.lose.get(fighter.id, ()):
        # A die may have been added or removed in the file since the roll.
        if die > max(len(fighter.character.dice), len(fighter.now.dice)):
            raise ChoiceError(place, reason("no-such-die", "CMB-13", die=die))
        if die in named or die - 1 in lost:
            raise ChoiceError(place, reason("die-already-lost", "CMB-13", die=die))
        if die in again:
            again.discard(die)
        else:
            named.add(die)


def _given(counts: Mapping[int, int], damage: int, wanted: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the dice of `wanted` that hindering damage takes, and the rest of `wanted`.

    Dice with a success are taken first.
    """
    left = dict(counts)
    chosen: list[int] = []
    rest: list[int] = []
    for place in wanted:
        # While a die with a success is left, hindering damage must take such a die (HIND-5).
        useful = left.get(place, -1) > 0 or (place in left and not any(left.values()))
        if useful and len(chosen) < min(damage, len(counts)):
            chosen.append(place)
            del left[place]
        else:
            rest.append(place)
    return tuple(chosen), tuple(rest)


def _reroll(
    choices: Round, doing: Doing, dice: tuple[Die[Face], ...], taken: tuple[int, ...]
) -> tuple[int, Face] | None:
    """Return the index of the re-rolled die and its new face (SPF-9, AMB-85)."""
    chosen = choices.rerolls.get(doing.fighter.id)
    if chosen is None:
        return None
    place, at = f"reroll.{doing.fighter.id}", chosen.die - 1
    if at >= len(dice):
        raise ChoiceError(place, reason("no-such-die", "AMB-85", die=chosen.die))
    lost = at in taken or (dice[at].group == CHARACTER and at not in doing.fighter.character.available())
    if lost:
        raise ChoiceError(place, reason("die-already-lost", "AMB-85", die=chosen.die))
    if dice[at].group not in {CHARACTER, ITEM}:
        require(choices, place, reason("reroll-own-die", "AMB-85"))
    return at, dice[at].faces[chosen.face - 1]


def _thrown(
    doings: Doings,
    doing: Doing,
    dice: tuple[Die[Face], ...],
    opponent: str,
    faces: tuple[Face | None, ...],
    taken: tuple[int, ...],
    reroll: tuple[int, Face] | None,
) -> Thrown:
    # Fear, Nulls and healing are read from the first faces, because they act before a re-roll (AMB-85).
    live = [None if place in taken else face for place, face in enumerate(faces)]
    fear = regenerates = own_nulls = 0
    for die, face in zip(dice, live, strict=True):
        if face is None or die.key in doing.means.borne.idle:
            continue
        own_nulls += hindrance(face, die.group).nulls
        for icon in face.icons if die.group in {CHARACTER, ITEM} else ():
            found = doings.rulebook.icon(icon) if doings.rulebook.has_icon(icon) else None
            if isinstance(found, Ability):
                fear += face.count * found.hinders_others
                regenerates += face.count * (icon == _REGENERATE)
    if reroll is not None:
        live[reroll[0]] = reroll[1]
    return Thrown(opponent, faces, tuple(live), fear, own_nulls, regenerates)


def _healed(character: Character, points: int) -> tuple[Character, tuple[int, ...]]:
    """Return the character after this many points of regeneration, and the dice that healed (BST-12, AMB-62).

    No more dice can heal than are lost.
    """
    healed: list[int] = []
    for _ in range(points):
        if not healable(character):
            break
        before = {each.die for each in character.lost}
        character = heal(character)
        healed += before - {each.die for each in character.lost}
    return character, tuple(healed)

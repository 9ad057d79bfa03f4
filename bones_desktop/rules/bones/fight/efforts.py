"""Actions of a round other than attacks: tasks, evasion, movement, and magic on minds.

Codes: effort-fear (n), effort-distance (n, metres). Codes of refusals: faces-count (n, dice), lost-die-shown (die).
"""

from collections.abc import Mapping, Sequence
from typing import Final

from bones_desktop.rules.bones.book.attempts import Task
from bones_desktop.rules.bones.book.characterdice import faces_in_play
from bones_desktop.rules.bones.book.definitions import Mastery, MasteryType
from bones_desktop.rules.bones.book.icons import MENTAL, UNIVERSAL, Face
from bones_desktop.rules.bones.book.rulebook import LaterResistance, Rulebook
from bones_desktop.rules.bones.fight.chips import LEND, Chips
from bones_desktop.rules.bones.fight.doings import Doings, is_order
from bones_desktop.rules.bones.fight.fighters import (
    BOUGHT,
    ChoiceError,
    Faces,
    Fighter,
    How,
    Ruled,
    resisting,
    thrown_against,
)
from bones_desktop.rules.bones.fight.hands import FEAR_REACH, FighterHand, fear_on
from bones_desktop.rules.bones.injury.magic import MAGIC, magic_price
from bones_desktop.rules.bones.reading.plays import Ruling, metres_of, overruled
from bones_desktop.rules.bones.reading.requests import distance_penalty, move_score
from bones_desktop.rules.bones.reading.tasks import TaskReading, movement, read_task
from bones_desktop.rules.dice import Throw
from bones_desktop.rules.reasons import Reason, reason
from bones_desktop.rules.records import Record

MOST_DEGREE: Final = 5
RESISTED_AGAIN: Final = 3
"""Magnitude above which a controlled mind may resist every order (MAG-21)."""


class Effort(Record):
    """A task done in the round."""

    who: str
    reading: TaskReading
    evades: int
    """Successes that evade attacks. Nulls of the challenge dice do not reduce them (CMB-18)."""
    why: tuple[Reason, ...]
    """Reasons that made the task harder or easier."""
    metres: float | None
    """Metres of a movement; None for another task."""
    open: bool
    """True if the challenge dice are still to be rolled."""


class MindMagic(Record):
    """Magic on a mind: its successes, and the resistance (MAG-18..22)."""

    who: str
    whom: str
    successes: int
    resisted: int | None
    """Successes of the victim's resistance; None before the victim rolls."""
    magnitude: int | None
    said: int | None = None
    """The net result set by the GM."""

    @property
    def net(self) -> int | None:
        """Successes left; at zero or less the magic fails (MAG-19)."""
        if self.said is not None or self.resisted is None:
            return self.said
        return self.successes - self.resisted

    @property
    def standing(self) -> int:
        """Successes of the spell that later resistance must beat (AMB-75).

        If the GM set the net result, it is that result plus the successes of the first resistance.
        """
        return self.successes if self.said is None else self.said + (self.resisted or 0)

    @property
    def degree(self) -> int:
        """The victim's degree of obedience, 0 for none (MAG-20, AMB-76)."""
        return max(0, min(MOST_DEGREE, self.net or 0))


class Order(Record):
    """An order to a controlled mind, and the resistance (MAG-21, AMB-75)."""

    ruled: Ruled
    magnitude: int
    resisted: int | None
    """Successes of the resistance. They are 0 if the order cannot be resisted, and None before the victim rolls."""
    rule: LaterResistance

    @property
    def whom(self) -> str:
        """Id of the victim."""
        return self.ruled.whom

    @property
    def left(self) -> int | None:
        """Successes of the control that are left; at zero or less the control ends."""
        if self.resisted is None:
            return None
        if self.magnitude <= RESISTED_AGAIN or self.rule is LaterResistance.NET:
            return self.ruled.net - self.resisted
        if self.rule is LaterResistance.ANY:
            return 0 if self.resisted else self.ruled.net
        return self.ruled.standing - self.resisted

    @property
    def is_free(self) -> bool:
        """True if the victim broke free."""
        return self.left is not None and self.left <= 0

    @property
    def is_obeyed(self) -> bool:
        """True if the victim obeys."""
        return self.left is not None and self.left >= self.magnitude


def read_effort(
    doings: Doings, hands: Mapping[str, FighterHand], hand: FighterHand, chips: Mapping[str, Sequence[Chips]]
) -> Effort | None:
    """Return the result of a fighter's task; None without a task or before the roll."""
    doing, task, choices = hand.doing, hand.doing.task, doings.choices
    if task is None or not hand.is_thrown:
        return None
    who = hand.fighter.id
    thrown = hand.throws[0]
    # Dice lost to hindering damage count as lost; a re-rolled die has its new face.
    shown = [
        (place, now or face) for place, (now, face) in enumerate(zip(thrown.now, thrown.faces, strict=True)) if face
    ]
    dice = tuple(hand.dice[place] for place, _ in shown)
    throw = Throw(dice, tuple(hand.dice[place].faces.index(face) for place, face in shown))
    # The roll has no lost dice, so indexes among the fighter's dice must be translated.
    places = [place for place, _ in shown]
    loans = [chip for each in chips.values() for throws in each for chip in throws.placed if chip.use == LEND]
    lent = sum(chip.whom == who for chip in loans)
    given = sum(chip.who == who and chip.success.lends == doing.skill for chip in loans)
    fear = fear_on(hands, doings, who)
    metres = task.distance_m or 0
    distance = distance_penalty(int(metres), broken=False) if doing.skill == "perception" else 0
    moves = task.how is How.MOVE
    wanted = Task(
        doing.skill,
        # A movement has no difficulty; its successes lengthen the distance (MOVE-3).
        difficulty="" if moves else task.difficulty,
        against=None if task.difficulty and not moves else (0 if moves else task.nulls or 0),
        bought=int(BOUGHT in choices.allot.get(who, {})),
        automatic=hand.fighter.automatic,
        fatigue=magic_price(hand.fighter.character).penalty if doing.skill == MAGIC else 0,
        # A loan moves a success: it counts for one fighter only (AMB-26).
        lent=lent - given,
        penalty=fear,
        distance=distance,
    )
    reading = read_task(
        doings.rulebook,
        choices.encounter.house_rules,
        wanted,
        throw,
        rolled_nulls=(task.nulls or 0) if wanted.difficulty else 0,
        lost=tuple(places.index(place) for place in hand.taken),
    )
    said = choices.override.get(f"net.{who}.{who}")
    if said is not None:
        reading = overruled(wanted, reading, Ruling(said))
    # Attacks are evaded by the successes before the Nulls of the challenge, because these apply only to the task
    # (CMB-18).
    made = max(0, reading.net + reading.nulls + (wanted.against or 0)) if reading.allowed and hand.counts else 0
    why = [reason("effort-fear", "BST-5", n=fear)] if fear else []
    why += [reason("effort-distance", "TASK-14", n=distance, metres=int(metres))] if distance else []
    return Effort(
        who,
        reading,
        made + _beside(doings.rulebook, hand, doing.skill) if task.evades and hand.counts else 0,
        tuple(why),
        # A fighter who is in the air and still has a wing flies (MOVE-2, MOVE-5).
        metres_of(movement(move_score(hand.character, flies=hand.fighter.flying_m > 0), made)) if moves else None,
        bool(wanted.difficulty) and task.nulls is None,
    )


def _beside(rulebook: Rulebook, hand: FighterHand, skill: str) -> int:
    """Return the Defend successes that icons of a skill add while a task evades: those of Swashbuckler (AMB-17)."""
    found = 0
    for face in hand.throws[0].now:
        for icon in face.icons if face else ():
            mastery = rulebook.icon(icon) if rulebook.has_icon(icon) else None
            if isinstance(mastery, Mastery) and mastery.type is MasteryType.BOTH and mastery.skill == skill:
                found += (face.count if face else 0) * sum(
                    count.successes for count in mastery.combat if count.skill == "defend"
                )
    return found


def resists(rulebook: Rulebook, shown: Face) -> int:
    """Return the successes that a face gives to resist magic on a mind (MAG-18)."""
    races = {race.id for race in rulebook.races}
    return shown.count * sum(icon in {UNIVERSAL, MENTAL} or icon in races for icon in shown.icons)


def read_mind(doings: Doings, hands: Mapping[str, FighterHand], pair: tuple[str, str], successes: int) -> MindMagic:
    """Return the effect of magic on a mind.

    Fear rolled by either side hinders the other (BST-5); an enchanted vest hinders the caster (EQP-9).
    """
    who, whom = pair
    rulebook, choices = doings.rulebook, doings.choices
    declared = next(each.declaration for each in doings[who].aimed if each.on_mind and each.whom == whom)
    victim = hands[whom].fighter
    successes = max(0, successes - victim.vest)
    resisted: int | None = None
    shown = _resisting(victim, choices.resist, who)
    if shown is not None:
        resisted = sum(resists(rulebook, each) for each in shown)
        fears = {ability.id for ability in rulebook.abilities if ability.hinders_others}
        fear = sum(each.count * sum(icon in fears for icon in each.icons) for each in shown)
        apart = doings.metres(who, whom)
        # By house rule, Fear does not hinder fighters on the caster's side.
        spared = choices.encounter.house_rules.fear_spares_own_side and victim.side == hands[who].fighter.side
        if not spared and (apart is None or apart <= FEAR_REACH):
            successes = max(0, successes - fear)
            resisted = max(0, resisted - max((thrown.fear for thrown in hands[who].throws), default=0))
    return MindMagic(who, whom, successes, resisted, declared.magnitude, choices.override.get(f"net.{who}.{whom}"))


def _resisting(victim: Fighter, thrown: Mapping[str, Faces], by: str, which: str = "") -> tuple[Face, ...] | None:
    """Return the faces of a roll of resistance; None before the roll, and empty for a fighter without dice."""
    character, given = victim.character, thrown_against(thrown, victim.id, by)
    place = f"resist.{victim.id}{f'.{by}' if resisting(victim.id, by) in thrown else ''}{which}"
    if given is None:
        return None if character.available() else ()
    if len(given) != len(character.dice):
        raise ChoiceError(place, reason("faces-count", "MAG-22", n=len(given), dice=len(character.dice)))
    # A lost die cannot be rolled; None marks it (DICE-9).
    for at, face in enumerate(given):
        if face is not None and at not in character.available():
            raise ChoiceError(place, reason("lost-die-shown", "DICE-9", die=at + 1))
    return tuple(faces_in_play(character, at)[face - 1] for at, face in enumerate(given) if face is not None)


def read_orders(doings: Doings, minds: Sequence[MindMagic]) -> tuple[Order, ...]:
    """Return the orders that controlled minds may resist with a roll, including minds controlled earlier (MAG-21).

    The victim resists again if the order is demanding, is within the strength of the magic, and comes in the same
    action as the spell.
    """
    found = []
    rulebook, choices = doings.rulebook, doings.choices
    rule = choices.encounter.house_rules.later_resistance
    for mind in minds:
        # An order beyond the strength of the spell is not obeyed anyway, so nobody rolls for it.
        if mind.net is not None and RESISTED_AGAIN < (mind.magnitude or 0) <= mind.degree:
            ruled = Ruled(by=mind.who, whom=mind.whom, standing=mind.standing, net=mind.net)
            victim = choices.encounter.fighter(mind.whom)
            shown = _resisting(victim, choices.resist_again, mind.who, ".2")
            again = None if shown is None else sum(resists(rulebook, each) for each in shown)
            found.append(Order(ruled, mind.magnitude or 0, again, rule))
    for doing in doings.by_id.values():
        for ruled in doing.orders if doing.able else ():
            magnitude = max(
                each.magnitude or 0
                for each in choices.declarations
                if is_order(choices.encounter, each) and (each.who, each.whom) == (ruled.by, ruled.whom)
            )
            resisted: int | None = 0
            if magnitude > RESISTED_AGAIN:
                victim = choices.encounter.fighter(ruled.whom)
                shown = _resisting(victim, choices.resist, ruled.by)
                resisted = None if shown is None else sum(resists(rulebook, each) for each in shown)
            found.append(Order(ruled, magnitude, resisted, rule))
    return tuple(found)

"""A roll with all changes made to it, its meaning (successes, harm, metres, coins), and offers to the player.

The offers are to re-roll a die, buy a success, or use an earned success (SPF-9, SPF-10, IMP-5). Codes of the price of
an offer, or of the reason why an offer is missing: offer-reroll (n), offer-success (n), offer-earned (n),
spiffs-too-few (n, have), rerolled-already (), bought-already (), no-die-to-throw-again (), only-die-again (die),
only-die-again-lost (die), all-dice-lost-task (), and the reason of a task that is not allowed.

Codes of steps: step-overruled (n). Codes of findings, in addition to those of `tasks`: overruled (n, dice),
overruled-because (n, dice, why), moved (metres, score), fall-damage (n, metres), fall-unharmed (metres), income (coins,
n), overreach (n), opponent-result (name, n). Codes refused: ruling-too-far (most), ruling-text-too-long (most),
no-earned-success (), not-the-dice-thrown (), not-these-dice (n), and those of `injuries`.

A roll can harm the character who made it by hindering dice (HIND-4, HIND-5), a fall (CMB-34), magic beyond the safe
level (MAG-12) and the other side's Damage icons (ICON-5).
"""

from collections.abc import Sequence
from typing import Final

from bones_desktop.rules.bones.book.attempts import CHARACTER, ITEM, Task, eligibility
from bones_desktop.rules.bones.book.character import Character, LedgerEntry, LedgerKind, add_count
from bones_desktop.rules.bones.book.characterdice import (
    SESSIONS_FOR_A_SUCCESS,
    is_finished,
    single_successes,
    with_entries,
)
from bones_desktop.rules.bones.book.definitions import IncomeRate
from bones_desktop.rules.bones.book.icons import DAMAGE, Face
from bones_desktop.rules.bones.book.rulebook import HouseRules, Rulebook
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.injury.blows import DamageKind
from bones_desktop.rules.bones.injury.magic import OVERREACH_DAMAGE
from bones_desktop.rules.bones.injury.spiffs import ADDED_SUCCESS, REROLL, price
from bones_desktop.rules.bones.reading.requests import OWN_COUNT, Occasion, ThrowKind, fall_damage
from bones_desktop.rules.bones.reading.tasks import (
    TaskReading,
    movement,
    opposed,
    read_task,
    result_finding,
    what_follows,
)
from bones_desktop.rules.bones.reading.tasksums import RerollChance
from bones_desktop.rules.chances import Chance, Distribution, weighed
from bones_desktop.rules.dice import Throw
from bones_desktop.rules.reading import Finding, Offer, Role, Tone
from bones_desktop.rules.reasons import Reason, reason, refuse
from bones_desktop.rules.records import Record, field, replace
from bones_desktop.rules.typedtext import one_line
from bones_desktop.rules.values import replaced, without

# No roll has nearly as many successes, and the results still have only two digits.
FARTHEST: Final = 99
"""Maximum number of successes, or of missing successes, that a GM can set."""
LONGEST_WHY: Final = 120
REGENERATE: Final = "regenerate"
"""Id of the icon of the ability Regenerate."""
METRES_A_POINT = 15
"""Metres per round for each point of movement (MOVE-1)."""


class Ruling(Record):
    """A net result that the GM sets."""

    net: int
    """The net result; negative for a failure by this many."""
    why: str = ""
    """The reason in a few words; "" if there is none."""


def ruling(net: int, why: str = "") -> Ruling:
    """Return a ruling with its reason on one line.

    Raise RulesError if the number is too far from zero or the reason is too long.
    """
    if abs(net) > FARTHEST:
        raise refuse("ruling-too-far", most=FARTHEST)
    # The reason becomes part of a sentence that has its own full stop.
    said = one_line(why).rstrip(". ")
    if len(said) > LONGEST_WHY:
        raise refuse("ruling-text-too-long", most=LONGEST_WHY)
    return Ruling(net, said)


def overruled(task: Task, reading: TaskReading, said: Ruling) -> TaskReading:
    """Return the reading with the GM's result. The result of the dice is kept as a finding.

    Dice lost to damage stay lost. The GM's result counts even if no die counted.
    """
    told = reason("overruled", n=said.net, dice=reading.net)
    if said.why:
        told = reason("overruled-because", n=said.net, dice=reading.net, why=said.why)
    was = reading.reading
    # The first finding is the result, which the ruling replaces. The other findings, such as lost dice, remain true.
    findings = (result_finding(task, said.net), Finding("overruled", told, Tone.NEUTRAL, said.net), *was.findings[1:])
    steps = (*was.steps, reason("step-overruled", n=said.net))
    success = said.net >= 1
    told_after = what_follows(task, success=success)
    read = replace(was, findings=findings, steps=steps)
    return replace(reading, net=said.net, success=success, follows=told_after, reading=read)


class OtherSide(Record):
    """The opponent's roll for its own task (TASK-10)."""

    name: str
    task: Task
    throw: Throw[Face]


class Reroll(Record):
    """One re-rolled die (SPF-9): its index in the roll and its new face."""

    die: int
    index: int


class Play(Record):
    """A roll with all changes made to it, except vetoed uses of spiffs."""

    occasion: Occasion
    throw: Throw[Face]
    """Own dice and challenge dice as first rolled."""
    other: OtherSide | None = None
    reroll: Reroll | None = None
    bought: int = 0
    """Successes bought with spiffs (SPF-10)."""
    soaked: int = 0
    """Number of points of damage soaked with spiffs: damage of hindering dice first, then of other causes (SPF-11)."""
    ruling: Ruling | None = None
    """The GM's ruling, which replaces the result of the dice (amendment 9); None if there is none."""

    @property
    def shown(self) -> Throw[Face]:
        """The roll with the new face of a re-rolled die."""
        again = self.reroll
        if again is None:
            return self.throw
        indices = self.throw.indices
        return replace(self.throw, indices=replaced(indices, again.die, again.index))


class PlayReading(Record):
    """The meaning of a roll with all changes made to it."""

    task: TaskReading
    """The reading of one's own dice, with findings for the kind of roll."""
    other: TaskReading | None
    """The reading of the opponent's dice as a task against zero; None without an opponent's roll."""
    score: float | None = None
    """Movement score of the round; None unless the roll is a movement."""
    damage: int = 0
    """Damage of a fall; damage of hindering dice is in `task`."""
    overreach: int = 0
    """Damage of magic beyond the safe level without a success (MAG-12)."""
    struck: int = 0
    """Damage by the opponent's Damage icons, or the number set by the GM (ICON-5, AMB-7)."""
    strikes: int = 0
    """Damage that one's own Damage icons do to the opponent."""
    regenerated: int = 0
    """Maximum number of dice that Regenerate icons heal (HEAL-6)."""
    other_regenerated: int = 0
    """Maximum number of the opponent's dice that its Regenerate icons heal."""
    coins: int | None = None
    """Coins of an income action after the cost of living (OFF-9); None for other kinds of roll."""


def measured_task(rulebook: Rulebook, house_rules: HouseRules, play: Play) -> Task:
    """Return the task with the bought successes and the successes of the opponent."""
    task = replace(play.occasion.task, bought=play.occasion.task.bought + play.bought)
    if play.other is None:
        return task
    return opposed(rulebook, house_rules, task, play.other.task, play.other.throw)


def read_play(rulebook: Rulebook, house_rules: HouseRules, play: Play) -> PlayReading:
    """Return the meaning of a roll with all changes made to it.

    Dice that hindering damage took stay lost after a re-roll (AMB-52).
    """
    task = measured_task(rulebook, house_rules, play)
    own = read_task(rulebook, house_rules, task, play.throw, soaked=play.soaked)
    soaked = own.soaked
    if play.reroll is not None:
        # The first roll decides which dice are lost, because damage comes before a re-roll can be bought (AMB-52).
        own = read_task(rulebook, house_rules, task, play.shown, lost=own.reading.lost)
    if play.ruling is not None:
        own = overruled(task, own, play.ruling)
    other = None
    if play.other is not None:
        # The opponent's dice are read as a task against zero, so the findings give the opponent's own successes.
        alone = replace(play.other.task, difficulty="", against=0, against_skill=task.skill, sensed=0)
        other = read_task(rulebook, house_rules, alone, play.other.throw)
    # Soaked points that hindering dice do not need soak other damage: of a fall or of fatigue first, then of the
    # opponent's Damage icons.
    soaked = play.soaked - soaked
    reading = _with_overreach(task, _of_kind(rulebook, play.occasion, own, other, soaked), soaked)
    soaked -= OVERREACH_DAMAGE * is_overreach(task, own)
    return replace(
        reading,
        struck=max(0, damage_icons(play.other.throw, other) - max(0, soaked)) if play.other and other else 0,
        strikes=damage_icons(play.shown, own) if other else 0,
        regenerated=_regenerated(play.shown, own),
        other_regenerated=_regenerated(play.other.throw, other) if play.other and other else 0,
    )


def is_overreach(task: Task, reading: TaskReading) -> bool:
    """Return whether a roll was magic beyond the safe level without a success after fatigue (MAG-12..14).

    A success set by the GM counts.
    """
    return bool(task.fatigue) and reading.allowed and reading.after_fatigue <= 0 and not reading.success


def damage_icons(throw: Throw[Face], own: TaskReading) -> int:
    """Return how many Damage icons of a roll hurt a target.

    Icons on hindering dice hurt their owner instead; icons on lost dice hurt nobody.
    """
    return sum(
        face.count * face.icons.count(DAMAGE)
        for place, (die, face) in enumerate(zip(throw.dice, throw.faces, strict=True))
        if die.group in {CHARACTER, ITEM} and place not in own.reading.lost
    )


def _with_overreach(task: Task, reading: PlayReading, soaked: int) -> PlayReading:
    """Return the reading with the damage of magic beyond the safe level added."""
    own = reading.task
    if not is_overreach(task, own):
        return reading
    damage = max(0, OVERREACH_DAMAGE - soaked)
    if not damage:
        return reading
    finding = Finding("overreach", reason("overreach", "MAG-12", n=damage), Tone.BAD, damage)
    told = replace(own.reading, findings=(*own.reading.findings, finding))
    return replace(reading, task=replace(own, reading=told), overreach=damage)


def _regenerated(throw: Throw[Face], own: TaskReading) -> int:
    """Return how many Regenerate icons of a roll count.

    Dice lost in this roll heal nothing, and a character without dice does not regenerate (AMB-62).
    """
    return sum(
        face.count
        for place, (die, face) in enumerate(zip(throw.dice, throw.faces, strict=True))
        if die.group == CHARACTER and face.has(REGENERATE) and place not in own.reading.lost
    )


def _of_kind(
    rulebook: Rulebook, occasion: Occasion, own: TaskReading, other: TaskReading | None, soaked: int
) -> PlayReading:
    """Return the reading for rolls that only count successes, with a number in place of success or failure.

    If nothing counts, the reason for that is kept.
    """
    first, *rest = own.reading.findings
    counted = max(0, own.net)
    # A finding without a value says why nothing counted, and a number must not replace it.
    settled = first.value is not None
    match occasion.kind:
        case ThrowKind.MOVEMENT:
            score = movement(occasion.move, counted if settled else 0)
            metres = metres_of(score)
            told = reason("moved", "MOVE-3", metres=f"{metres:g}", score=f"{score:g}")
            return PlayReading(
                _with(own, Finding("movement", told, Tone.GOOD, round(metres)), rest), other, score=score
            )
        case ThrowKind.FALL:
            fallen = fall_damage(occasion.metres, counted if settled else 0, yielding=occasion.yielding)
            damage = max(0, fallen - soaked)
            told = reason("fall-damage", "CMB-34", n=damage, metres=occasion.metres)
            if not damage:
                told = reason("fall-unharmed", "CMB-37", metres=occasion.metres)
            finding = Finding("fall", told, Tone.BAD if damage else Tone.GREAT, damage)
            return PlayReading(_with(own, finding, rest), other, damage=damage)
        case ThrowKind.INCOME if settled:
            coins = income(rulebook, occasion.task.skill, counted, occasion.assets)
            told = reason("income", "OFF-5", coins=coins, n=counted)
            finding = Finding("income", told, Tone.GOOD if coins else Tone.NEUTRAL, coins)
            return PlayReading(_with(own, finding, rest), other, coins=coins)
    return PlayReading(own, other)


def income_rate(rulebook: Rulebook, skill: str) -> IncomeRate:
    """Return the rate of coins for an income action with the skill (OFF-6..8)."""
    rates = rulebook.income
    return next((each for each in rates if skill in each.skills), None) or next(r for r in rates if not r.skills)


def income(rulebook: Rulebook, skill: str, successes: int, assets: int) -> int:
    """Return the coins of an income action (OFF-6..8). Assets earn with some skills only."""
    rate = income_rate(rulebook, skill)
    return rate.coins * (successes + (assets if rate.assets_count else 0))


def _with(own: TaskReading, finding: Finding, rest: list[Finding]) -> TaskReading:
    return replace(own, reading=replace(own.reading, findings=(finding, *rest)))


def metres_of(score: float) -> float:
    """Return the metres per round of a movement score: 0.5 gives 7.5 (MOVE-1)."""
    # Scores are multiples of .5. Rounding removes errors of binary fractions.
    return round(score * METRES_A_POINT, 2)


def outcome(rulebook: Rulebook, occasion: Occasion, successes: int) -> int:
    """Return the metres of a movement, the damage of a fall or the coins of an income action; else the successes."""
    match occasion.kind:
        case ThrowKind.MOVEMENT:
            return round(metres_of(movement(occasion.move, successes)))
        case ThrowKind.FALL:
            return fall_damage(occasion.metres, successes, yielding=occasion.yielding)
        case ThrowKind.INCOME:
            return income(rulebook, occasion.task.skill, max(0, successes), occasion.assets)
    return max(0, successes)


def outcome_odds(rulebook: Rulebook, occasion: Occasion, net: Distribution) -> Distribution:
    """Return the chance of each outcome, from the chance of each net result."""
    weights: dict[int, int] = {}
    for successes, weight in net:
        reached = outcome(rulebook, occasion, successes)
        weights[reached] = weights.get(reached, 0) + weight
    return weighed(weights)


def outcome_scale(rulebook: Rulebook, occasion: Occasion) -> tuple[float, int]:
    """Return the lowest outcome, and the difference between two neighbouring outcomes."""
    match occasion.kind:
        case ThrowKind.MOVEMENT:
            return movement(occasion.move, 0) * METRES_A_POINT, METRES_A_POINT
        case ThrowKind.INCOME:
            return 0, income_rate(rulebook, occasion.task.skill).coins
    return 0, 1


def outcome_places(odds: Distribution, scale: tuple[float, int]) -> Distribution:
    """Return the distribution with each outcome given as a number of steps above the lowest outcome."""
    first, step = scale
    return weighed({round((reached - first) / step): weight for reached, weight in odds})


def likeliest(odds: Distribution) -> int:
    """Return the most frequent outcome; of several equally frequent outcomes, the lowest."""
    return max(odds, key=lambda entry: (entry[1], -entry[0]))[0]


EARNED_SUCCESS: Final = "earned-success"
"""Id of the offer to use an earned success, which costs no spiffs."""


def spiff_offers(rulebook: Rulebook, house_rules: HouseRules, spiffs: int, play: Play) -> tuple[Offer, Offer]:
    """Return the uses of spiffs for a roll: re-roll one die, buy one success (SPF-9, SPF-10, SPF-16..18)."""
    # If spiffs cannot help, that reason is given even if the character also has too few spiffs.
    refused = why_settled(rulebook, house_rules, play)
    again, more = price(rulebook, REROLL), price(rulebook, ADDED_SUCCESS)
    no_reroll = refused or _why_no_reroll(rulebook, house_rules, play) or _too_few(spiffs, again)
    bought = reason("bought-already", "SPF-16") if play.bought else None
    no_success = refused or bought or _too_few(spiffs, more)
    return (
        Offer(REROLL, reason("offer-reroll", "SPF-9", n=again), again, why_not=no_reroll),
        Offer(ADDED_SUCCESS, reason("offer-success", "SPF-10", n=more), more, why_not=no_success),
    )


def why_settled(rulebook: Rulebook, house_rules: HouseRules, play: Play) -> Reason | None:
    """Return why spiffs cannot help: the task is not allowed (ACT-2), or its last die is lost (AMB-104)."""
    own = [die for die in play.throw.dice if die.group == CHARACTER]
    allowed = eligibility(rulebook, house_rules, play.occasion.task, own)
    if not allowed.allowed:
        return allowed.reason
    harm = read_play(rulebook, house_rules, play).task.reading.lost
    return reason("all-dice-lost-task", "AMB-104") if len(harm) == len(own) else None


def rerollable(rulebook: Rulebook, house_rules: HouseRules, play: Play) -> tuple[int, ...]:
    """Return the indexes of the dice that may be re-rolled: own and equipment dice that were not lost (AMB-85)."""
    if play.reroll is not None:
        return ()
    harm = read_play(rulebook, house_rules, play).task.reading.lost
    return tuple(
        place for place, die in enumerate(play.throw.dice) if die.group in {CHARACTER, ITEM} and place not in harm
    )


def why_only(die: str, *, lost: bool) -> Reason:
    """Return why only `die` may be re-rolled: the player undid the re-roll of that die.

    `lost` is True if the die was lost after that.
    """
    if lost:
        return reason("only-die-again-lost", "SPF-16", die=die)
    return reason("only-die-again", "SPF-16", die=die)


def best_rerolls(rulebook: Rulebook, house_rules: HouseRules, play: Play) -> tuple[RerollChance, ...]:
    """Return the effect of re-rolling each possible die, the best first (SPF-9, AMB-85).

    `success` is the chance of success, or for rolls that only count successes the chance of a better outcome. `gain` is
    the change of this chance from the present result, above zero if a re-roll helps. Of dice with equal gain, the die
    with the better margin comes first.
    """
    reading = read_play(rulebook, house_rules, play)
    now, net = _worth(reading, play.occasion.kind), reading.task.net
    known: dict[tuple[str, str, str], tuple[float, int]] = {}

    def worth(place: int, side: int) -> tuple[float, int]:
        """Return worth and net result of the roll if the die shows that face; equal dice share the calculation."""
        die = play.throw.dice[place]
        # The key of an equipment die is part of this key, because a used and an unused weapon may have equal faces.
        key = (die.key if die.group == ITEM else "", play.throw.faces[place].code, die.faces[side].code)
        if key not in known:
            again = replace(play, reroll=Reroll(place, side))
            found = read_play(rulebook, house_rules, again)
            known[key] = _worth(found, play.occasion.kind), found.task.net
        return known[key]

    found = []
    for place in rerollable(rulebook, house_rules, play):
        sides = [worth(place, side) for side in range(len(play.throw.dice[place].faces))]
        after = [value for value, _ in sides]
        # Rolls of these kinds neither succeed nor fail, so the chance of a better outcome is used instead of success.
        if play.occasion.kind in OWN_COUNT:
            better, worse = sum(each > now for each in after), sum(each < now for each in after)
            found.append(RerollChance(place, Chance(better, len(after)), (better - worse) / len(after)))
        else:
            chance = Chance(sum(each > 0 for each in after), len(after))
            margin = sum(after_net - net for _, after_net in sides) / len(sides)
            found.append(RerollChance(place, chance, chance.value - (now > 0), margin))
    return tuple(sorted(found, key=lambda one: (-one.gain, -one.margin)))


def _worth(reading: PlayReading, kind: ThrowKind) -> float:
    if kind is ThrowKind.MOVEMENT:
        return reading.score or 0.0
    if kind is ThrowKind.FALL:
        # A greater worth must mean a better result, and for a fall less damage is better.
        return -float(reading.damage)
    if kind is ThrowKind.INCOME:
        return float(reading.coins or 0)
    return float(reading.task.success)


def _why_no_reroll(rulebook: Rulebook, house_rules: HouseRules, play: Play) -> Reason | None:
    if play.reroll is not None:
        return reason("rerolled-already", "SPF-16")
    return None if rerollable(rulebook, house_rules, play) else reason("no-die-to-throw-again", "AMB-85")


def _too_few(spiffs: int, needed: int) -> Reason | None:
    return None if spiffs >= needed else reason("spiffs-too-few", "SPF-18", n=needed, have=spiffs)


def earned_offer(rulebook: Rulebook, character: Character, play: Play) -> Offer | None:
    """Return the offer to use one earned success.

    None if earned successes are added to every roll, or if no earned success is left.
    """
    left = single_successes(character)
    if not left:
        return None
    why_not = why_settled(rulebook, character.house_rules, play)
    return Offer(EARNED_SUCCESS, reason("offer-earned", "AMB-81", n=left), why_not=why_not)


def with_earned_success(play: Play) -> Play:
    """Return the roll with one more automatic success."""
    task = play.occasion.task
    return replace(play, occasion=replace(play.occasion, task=replace(task, automatic=task.automatic + 1)))


def use_success(character: Character, today: str) -> Character:
    """Return the character with one earned success used: its sessions are spent, with a line in the ledger.

    Raise RulesError if no success is left, or if earned successes are added to every roll.
    """
    if not single_successes(character):
        raise refuse("no-earned-success", "AMB-81")
    used = add_count(character, "sessions", -SESSIONS_FOR_A_SUCCESS)
    # An unfinished character without a ledger has no other entries, so no entry is made for the success.
    if not is_finished(character) and not character.ledger:
        return used
    return with_entries(used, (LedgerEntry(kind=LedgerKind.SUCCESS, on=today, sessions=-SESSIONS_FOR_A_SUCCESS),))


def return_success(character: Character) -> Character:
    """Return the character with the last used success returned and its line removed from the ledger (SPF-17)."""
    back = add_count(character, "sessions", SESSIONS_FOR_A_SUCCESS)
    lines = [place for place, line in enumerate(back.ledger) if line.kind is LedgerKind.SUCCESS]
    if not lines:
        return back
    return back.with_(ledger=without(back.ledger, lines[-1]))


class Harm(Record):
    """Harm to a character that the user has not applied yet."""

    cause: str
    """The cause of the harm, or the first of several causes; "" if unknown."""
    dice: tuple[int, ...] = ()
    """The character's dice that the harm takes (HIND-5)."""
    damage: int = 0
    """Points of damage for which the owner chooses any dice (CMB-34)."""
    beyond: int = 0
    """Points of hindering damage beyond the number of dice (CMB-14, HIND-4)."""
    kind: DamageKind = DamageKind.POISON
    """The kind of damage, which decides whether armour can absorb it.

    Hindering dice act inside the body, like poison (AMB-41).
    """
    causes: tuple[str, ...] = ()
    """Cause of each point if the causes differ: first of points that take `dice`, then of points beyond the dice."""
    counted: tuple[int, ...] = field(default=(), compare=False)
    """The character's dice that counted in the roll.

    Hindering damage takes counted dice first, as long as there are enough of them (HIND-5).
    """

    @property
    def points(self) -> int:
        """Number of points of damage: one for each die, and the points beyond the dice."""
        return len(self.dice) + self.damage + self.beyond

    @property
    def every_cause(self) -> tuple[str, ...]:
        """All causes of the harm, each once."""
        return tuple(dict.fromkeys(self.causes)) or (self.cause,)

    @property
    def dice_with_causes(self) -> tuple[tuple[int, str], ...]:
        """The dice that the harm takes, and the cause of each."""
        return tuple(zip(self.dice, self.causes or (self.cause,) * len(self.dice), strict=False))

    @property
    def causes_beyond(self) -> tuple[str, ...]:
        """Cause of each point of damage left after all dice are lost."""
        return (*self.causes[len(self.dice) :], *(self.cause,) * self.beyond)[: self.beyond]


class Dealt(Record):
    """The harm of one roll: the damage of hindering dice first, then the rest."""

    dice: tuple[int, ...] = ()
    """The character's dice taken by hindering dice, in the order of the roll."""
    causes: tuple[str, ...] = ()
    """Cause of each point of hindering damage, "" if unknown: first of points that take `dice`, then of the others."""
    other: int = 0
    """Points of other damage, for which the owner chooses any dice."""
    kind: DamageKind = DamageKind.FALL
    """The kind of the `other` damage."""
    counted: tuple[int, ...] = field(default=(), compare=False)
    """The character's dice that counted in the roll; the owner may choose among them."""

    @property
    def points(self) -> int:
        """Number of points of damage."""
        return len(self.causes) + self.other

    def left(self, character: Character, given: int, absorbed: int = 0) -> tuple[Harm, ...]:
        """Return the harm that `character` has not taken yet; () if more damage has no effect.

        Harm of hindering dice comes first. `given` is the number of points already taken. These points count for any
        dice, because the owner may have chosen other dice than those suggested. `absorbed` is the number of other
        points that armour absorbed (EQP-5).
        """
        # A dead character or a broken horde cannot lose more, so no harm is left.
        if injuries.is_past_harm(character):
            return ()
        available, found = character.available(), []
        pairs = list(zip(self.dice, self.causes, strict=False))
        due = max(0, len(self.dice) - given)
        # A die may have been lost elsewhere after the roll, for example in a fight.
        wanted = [(die, cause) for die, cause in pairs if die in available][:due]
        # If another roll already took a die, its damage moves to another counting die, else to any (HIND-5).
        counted = (die for die in reversed(available) if die in self.counted)
        others = dict.fromkeys((*counted, *reversed(available)))
        free = [die for die in others if die not in self.dice]
        lost = [cause for die, cause in pairs if die not in available]
        taken = sorted([*wanted, *zip(free, lost[: due - len(wanted)], strict=False)])
        # Points already taken count for the dice first, then for the points beyond all dice.
        beyond = max(0, len(self.causes) - max(len(self.dice), given))
        if taken or beyond:
            causes = (*(cause for _die, cause in taken), *self.causes[len(self.causes) - beyond :])
            # Equal harms must compare equal, so a cause that all points share is stored once.
            same = len(set(causes)) == 1
            dice = tuple(die for die, _cause in taken)
            found.append(Harm(causes[0], dice, beyond=beyond, causes=() if same else causes, counted=self.counted))
        points = self.other - max(0, given - len(self.causes)) - absorbed
        if points > 0:
            found.append(Harm("", damage=points, kind=self.kind))
        return tuple(found)


def dealt_to_thrower(thrown: Sequence[int], reading: PlayReading) -> Dealt:
    """Return the harm of a roll to the character who rolled.

    `thrown` lists the indexes of the character's dice, which come first in the roll.
    """
    # Armour absorbs attacks but not fatigue. Mixed damage counts as the kind that armour absorbs least.
    kind = DamageKind.FATIGUE if reading.overreach else DamageKind.ATTACK if reading.struck else DamageKind.FALL
    return _dealt(thrown, reading.task, reading.damage + reading.overreach + reading.struck, kind)


def dealt_to_opponent(thrown: Sequence[int], task: Task, reading: TaskReading, strikes: int = 0) -> Dealt:
    """Return the harm of a roll to an opponent with this `task` and `reading`.

    `thrown` is as in `dealt_to_thrower`. `strikes` is the damage of the other side's Damage icons (ICON-5).
    """
    overreach = OVERREACH_DAMAGE if is_overreach(task, reading) else 0
    kind = DamageKind.ATTACK if strikes and not overreach else DamageKind.FATIGUE
    return _dealt(thrown, reading, overreach + strikes, kind)


def _dealt(thrown: Sequence[int], task: TaskReading, other: int, kind: DamageKind) -> Dealt:
    """Return the harm of a reading. Soaked points are left out; they are the last points of hindering damage."""
    hurting = (die for die in task.reading.dice if die.role is Role.HURTS and die.reason.code == "damages")
    points = [die.label for die in hurting for _ in range(int(die.reason.value("n")))]
    causes = tuple((points + [""] * task.damage)[: task.damage])
    dice, counted = (tuple(thrown[place] for place in places) for places in (task.reading.lost, task.counted))
    return Dealt(dice, causes, other, kind, counted)


class DiceChoice(Record):
    """The owner's choice of the dice to lose to some harm."""

    usual: tuple[int, ...]
    """The dice that are taken if the owner makes no choice."""
    among: tuple[int, ...]
    """The dice to choose from, in order, including `usual`."""
    fixed: tuple[int, ...] = ()
    """Dice of `usual` that must be lost in any case."""

    def allows(self, dice: Sequence[int]) -> bool:
        """Return whether these dice may be chosen."""
        given = set(dice)
        return len(dice) == len(given) == len(self.usual) and set(self.fixed) <= given <= set(self.among)


def dice_choice(character: Character, harm: Harm) -> DiceChoice | None:
    """Return the owner's choice of dice; None if the harm takes all dice, or if all dice are alike.

    Any dice may be chosen for plain damage (CMB-13). For hindering damage only dice that counted may be chosen (HIND-5,
    amendment 8).
    """
    available = character.available()
    if harm.dice:
        counted = tuple(die for die in available if die in harm.counted)
        choice = DiceChoice(harm.dice, counted)
        if not harm.counted or not set(harm.dice) <= set(available):
            return None
        # If fewer dice counted than are lost, all of them are lost, and the owner chooses only the rest.
        if len(counted) < len(harm.dice):
            choice = DiceChoice(harm.dice, available, counted)
    elif harm.damage and not harm.beyond:
        choice = DiceChoice(tuple(reversed(available))[: harm.damage], available)
    else:
        return None
    open_ = [die for die in choice.among if die not in choice.fixed]
    # It makes no difference which of several equal dice is lost, so a question would only delay the game.
    different = {(character.dice[die].name, character.dice[die].faces) for die in open_}
    return choice if len(choice.among) > len(choice.usual) and len(different) > 1 else None


def given(character: Character, harm: Harm, dice: Sequence[int]) -> Harm:
    """Return the harm with the owner's choice of dice; refused if it is not allowed."""
    choice = dice_choice(character, harm)
    if choice is None or not choice.allows(dice):
        raise refuse("not-these-dice", "CMB-13", n=len(choice.usual) if choice is not None else 0)
    return replace(harm, dice=tuple(sorted(dice)), damage=max(0, harm.damage - len(dice)))


def suffer_harm(character: Character, harm: Harm) -> Character:
    """Return the character after all of the harm (CMB-13..15). Refused if one of the dice is already lost."""
    for die, cause in harm.dice_with_causes:
        character = injuries.lose(character, die, cause)
    for cause in harm.causes_beyond:
        character = injuries.suffer_all(character, 1, cause)
    return injuries.suffer_all(character, harm.damage, harm.cause)


def has_dice_of(character: Character, thrown: Sequence[int], faces: Sequence[tuple[str, ...]]) -> bool:
    """Return whether the character's dice at `thrown` have these faces. Lost dice are compared too."""
    dice = character.dice
    return max(thrown, default=-1) < len(dice) and all(
        tuple(face.code for face in dice[place].faces) == shown for place, shown in zip(thrown, faces, strict=True)
    )


def require_dice_of(character: Character, thrown: Sequence[int], faces: Sequence[tuple[str, ...]]) -> None:
    """Refuse if the character's dice are no longer the dice that were rolled."""
    if not has_dice_of(character, thrown, faces):
        raise refuse("not-the-dice-thrown", "HIND-5")

"""Acts for wounds, hindering dice, spiffs, magic used and magic that lasts.

Codes refused: no-such-die (die), no-hindering-die (), no-magic-kept (), and those of the edits.
"""

from dataclasses import replace
from typing import Final

from bones_desktop.rules.acts import Act, Answers, Parameter, ParameterKind
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.definitions import SpiffPrice
from bones_desktop.rules.bones.book.fields import DAYS_A_SEASON, DAYS_A_WEEK, FACES, LINE, MOST_GIFT
from bones_desktop.rules.bones.book.icons import FLAMING, POISON
from bones_desktop.rules.bones.book.playstate import HinderingDie, Sacrifice
from bones_desktop.rules.bones.book.rulebook import DieUse, PrintedDie, Rulebook
from bones_desktop.rules.bones.injury import injuries, magic, recovery, spiffs
from bones_desktop.rules.bones.injury.blows import (
    ABSORBING,
    SOAK,
    Blow,
    DamageKind,
    absorb_refusal,
    blow_plan,
    take_blow,
)
from bones_desktop.rules.bones.injury.spiffs import SURVIVE, spend_on, why_not_spent
from bones_desktop.rules.reasons import Reason, RulesError, reason, refuse

MOST_SUCCESSES: Final = 60
MOST_POINTS: Final = 99
MOST_DAYS: Final = 4 * DAYS_A_SEASON
"""Most days that can pass at once: a year."""


def treat() -> Act[Character]:
    """Return the act of medical attention or healing magic, with net successes and the Medic bonus (HEAL-2, HEAL-7)."""

    def parameters(given: Answers) -> tuple[Parameter, ...]:
        idle = None if given.number("successes") else reason("medic-needs-success", "HEAL-2")
        medic = Parameter.number("medic", most=recovery.MOST_MEDIC)
        return Parameter.number("successes", most=MOST_SUCCESSES), replace(medic, why_not=idle)

    def do(now: Character, given: Answers) -> Character:
        return recovery.treat(now, given.number("successes"), medic=given.number("medic"))

    return Act("treat", "heal", parameters, do)


def rest() -> Act[Character]:
    """Return the act of resting for days, outside a campaign."""
    return Act.asking(
        "rest",
        "heal",
        lambda now, given: recovery.pass_days(now, given.number("days"), resting=True),
        Parameter.number("days", DAYS_A_WEEK, 1, MOST_DAYS),
    )


def survive(rulebook: Rulebook, today: str) -> Act[Character]:
    """Return the act of surviving death for spiffs, which needs an explanation (SPF-14)."""
    return Act.asking(
        "survive",
        "heal",
        lambda now, given: spend_on(rulebook, now, SURVIVE, today, note=given.text("how")),
        Parameter.text("how", most=LINE),
    )


def wound_acts(character: Character) -> tuple[Act[Character], ...]:
    """Return the acts of healing a point, regeneration, death outright and its undoing (HEAL-1, HEAL-6, CMB-16)."""
    free = () if character.excess_damage else tuple(entry.die for entry in character.lost if not entry.held)
    return (
        Act.asking(
            "heal",
            "heal",
            lambda now, given: injuries.heal(now, next(iter(given.dice("die")), None)),
            Parameter("die", ParameterKind.DICE, (), most=1, dice=free),
        ),
        Act.asking(
            "regenerate",
            "heal",
            lambda now, given: recovery.regenerate(now, given.number("icons")),
            Parameter.number("icons", 1, 1, MOST_SUCCESSES),
        ),
        Act.asking("slay", "harm", lambda now, _given: injuries.slay(now)),
        Act.asking("revive", "heal", lambda now, _given: injuries.revive(now)),
    )


def hindering_acts(character: Character) -> tuple[Act[Character], ...]:
    """Return the acts of noting the remedy of a hindering die and of removing the die (HIND-6)."""
    which = Parameter.place("die", (die.name for die in character.hindering))

    def at(now: Character, given: Answers) -> int:
        return given.place("die", len(now.hindering), "no-hindering-die")

    return (
        Act.asking(
            "remedy",
            "heal",
            lambda now, given: injuries.set_remedy(now, at(now, given), given.text("remedy")),
            which,
            Parameter.text("remedy", most=LINE),
        ),
        Act.asking("cure", "heal", lambda now, given: injuries.remove_hindering(now, at(now, given)), which),
    )


def magic_acts(character: Character) -> tuple[Act[Character], ...]:
    """Return the acts of using magic, resting from it and ending magic that lasts (MAG-10..15, MAG-28..33)."""
    which = Parameter.place("effect", (effect.name for effect in character.effects))

    def at(now: Character, given: Answers) -> int:
        return given.place("effect", len(now.effects), "no-magic-kept")

    return (
        Act.asking("use-magic", "resource", lambda now, _given: magic.use_magic(now, by_gm=not magic.bears_magic(now))),
        Act.asking("take-back-magic", "resource", lambda now, _given: magic.take_back_use(now)),
        Act.asking("four-hours", "resource", lambda now, _given: magic.four_hours_pass(now)),
        Act.asking("rest-magic", "resource", lambda now, _given: magic.four_hours_rest(now)),
        Act.asking("release", "resource", lambda now, given: magic.release(now, at(now, given)), which),
        Act.asking(
            "counter",
            "resource",
            lambda now, given: magic.counter(now, at(now, given), given.number("successes")),
            which,
            Parameter.number("successes", 1, 1, magic.MOST_STRENGTH + 1),
        ),
        Act.asking(
            "rounds",
            "resource",
            lambda now, given: magic.rounds_pass(now, given.number("rounds")),
            Parameter.number("rounds", 1, 1, magic.MOST_ROUNDS),
        ),
    )


def hinder(rulebook: Rulebook) -> Act[Character]:
    """Return the act of getting a hindering die: which die, its strength if it has one, its remedy."""
    dice = _hindering_dice(rulebook)
    which = Parameter.choice("die", dice)
    remedy = Parameter.text("remedy", most=LINE)

    def parameters(given: Answers) -> tuple[Parameter, ...]:
        printed = dice.get(given.key("die"))
        if printed is None or not is_graded(printed):
            return which, remedy
        first = sum(not face.is_blank for face in printed.faces)
        return which, Parameter.number(f"faces-{printed.id}", first, 1, FACES), remedy

    def do(now: Character, given: Answers) -> Character:
        die = hindering_die(rulebook, given)
        if die is None:
            raise refuse("no-such-die", "HIND-1", die=given.key("die"))
        return injuries.add_hindering(now, die)

    return Act("hinder", "harm", parameters, do)


def hindering_die(rulebook: Rulebook, given: Answers) -> HinderingDie | None:
    """Return the die that the answers to `hinder` describe; None if the rulebook has none."""
    printed = _hindering_dice(rulebook).get(given.key("die"))
    if printed is None:
        return None
    if is_graded(printed):
        return injuries.hindering_of(printed, given.number(f"faces-{printed.id}"), remedy=given.text("remedy"))
    return injuries.hindering_from(printed).with_(remedy=given.text("remedy"))


def is_graded(printed: PrintedDie) -> bool:
    """Return whether a die has strengths: Poison and Flaming, with their icon on one to six faces (AMB-12)."""
    bearing = {face.icons for face in printed.faces if not face.is_blank}
    return bearing in ({(POISON,)}, {(FLAMING,)})


def blow(rulebook: Rulebook, character: Character, today: str) -> Act[Character]:
    """Return the act of taking a blow; `absorb-N` gives up the item at place N, `dice` are the dice given up."""
    items = tuple(place for place, item in enumerate(character.equipment) if item.kind in ABSORBING)

    def parameters(given: Answers) -> tuple[Parameter, ...]:
        room, why = _dice_room(rulebook, character, given)
        return (
            Parameter.number("points", 1, 1, MOST_POINTS),
            Parameter.choice("harm", (each.value for each in DamageKind), DamageKind.ATTACK.value),
            Parameter.text("cause", most=LINE),
            *(
                Parameter.yes_no(
                    f"absorb-{place}",
                    name=character.equipment[place].name,
                    why_not=_why_not_absorbed(character, given, place),
                )
                for place in items
            ),
            Parameter.yes_no("soaked", why_not=_why_not_soaked(rulebook, character, given)),
            Parameter("dice", ParameterKind.DICE, (), most=room, dice=character.available(), why_not=why),
        )

    return Act("blow", "harm", parameters, lambda now, given: take_blow(rulebook, now, blow_of(now, given), today))


def blow_of(character: Character, given: Answers) -> Blow:
    """Return the blow that the answers to `blow` describe."""
    return Blow(
        points=given.number("points"),
        cause=given.text("cause"),
        dice=given.dice("dice"),
        absorbed_by=_absorbing(character, given),
        soaked=given.yes("soaked"),
        harm=DamageKind(given.key("harm") or DamageKind.ATTACK),
    )


def earn(rulebook: Rulebook, today: str) -> Act[Character]:
    """Return the act of earning spiffs; "" is another reason, which the note gives (SPF-8)."""
    return Act(
        "earn",
        "resource",
        lambda given: _spiffs_asked(spiffs.ways_to_earn(rulebook), given, ""),
        lambda now, given: spiffs.earn(
            rulebook, now, given.key("way"), today, n=given.number("n"), note=given.text("note")
        ),
    )


def spend(rulebook: Rulebook, today: str) -> Act[Character]:
    """Return the act of spending spiffs."""
    return Act(
        "spend",
        "resource",
        lambda given: _spiffs_asked(spiffs.ways_to_spend(rulebook), given),
        lambda now, given: spiffs.spend_on(
            rulebook, now, given.key("way"), today, n=given.number("n"), note=given.text("note")
        ),
    )


def keep_going(character: Character) -> Act[Character]:
    """Return the act of making magic last for a sacrifice: a die, a valuable, or a life (MAG-32)."""
    always = (
        Parameter.text("name", most=LINE),
        Parameter.number("strength", 1, 1, magic.MOST_STRENGTH),
        Parameter.choice("kind", (each.value for each in GIVEN)),
    )
    left = character.available()
    die = Parameter("die", ParameterKind.DICE, left[-1:], least=1, most=1, dice=left)
    most = magic.MOST_ROUNDS * magic.COINS_A_ROUND
    coins = Parameter.number("coins", magic.COINS_A_ROUND, most=most)
    thing, victim = (Parameter.text(id, most=LINE) for id in ("thing", "victim"))
    asked = {Sacrifice.HEALTH: (die,), Sacrifice.VALUE: (coins, thing), Sacrifice.BLOOD: (victim,)}

    def do(now: Character, given: Answers) -> Character:
        name, strength = given.text("name"), given.number("strength")
        match sacrifice_of(given):
            case Sacrifice.VALUE:
                return magic.maintain_by_value(now, name, strength, given.number("coins"), given.text("thing"))
            case Sacrifice.BLOOD:
                return magic.maintain_by_blood(now, name, strength, given.text("victim"))
        return magic.maintain_by_health(now, name, strength, next(iter(given.dice("die")), -1))

    return Act("keep-going", "resource", lambda given: (*always, *asked[sacrifice_of(given)]), do)


GIVEN: Final = (Sacrifice.HEALTH, Sacrifice.VALUE, Sacrifice.BLOOD)
"""Sacrifices for magic that lasts, in the order they are offered."""


def sacrifice_of(given: Answers) -> Sacrifice:
    """Return the sacrifice in the answers to `keep_going`."""
    return Sacrifice(given.key("kind") or Sacrifice.HEALTH)


def _spiffs_asked(ways: tuple[SpiffPrice, ...], given: Answers, *others: str) -> tuple[Parameter, ...]:
    keys = (*(each.id for each in ways), *others)
    way = next((each for each in ways if each.id == given.key("way")), None)
    # The rulebook has no price, so the GM names one.
    least, most = (way.least or 1, way.most or MOST_GIFT) if way else (1, MOST_GIFT)
    return (
        Parameter.choice("way", keys),
        Parameter.number("n", least, least, most),
        Parameter.text("note", most=LINE),
    )


def _hindering_dice(rulebook: Rulebook) -> dict[str, PrintedDie]:
    return {die.id: die for die in rulebook.dice if die.use is DieUse.HINDERING}


def _absorbing(character: Character, given: Answers) -> tuple[int, ...]:
    return tuple(place for place in range(len(character.equipment)) if given.yes(f"absorb-{place}"))


def _dice_room(rulebook: Rulebook, character: Character, given: Answers) -> tuple[int, Reason | None]:
    """Return the most dice the blow can take, and why none can be given up."""
    try:
        plan = blow_plan(rulebook, character, replace(blow_of(character, given), dice=()))
    except RulesError as error:
        return 0, error.reason
    return len(plan.dice), None if plan.dice else reason("too-many-taken", "AMB-13", damage=0)


def _why_not_absorbed(character: Character, given: Answers, place: int) -> Reason | None:
    why, used = absorb_refusal(character, place, blow_of(character, given).harm), _absorbing(character, given)
    full = given.number("points") if character.house_rules.armour_absorbs_one_damage else 1
    if why is None and place not in used and len(used) >= full:
        return reason("absorbed-enough", "AMB-40")
    return why


def _why_not_soaked(rulebook: Rulebook, character: Character, given: Answers) -> Reason | None:
    why, absorbed = why_not_spent(rulebook, character, SOAK), len(_absorbing(character, given))
    left = given.number("points") - absorbed if character.house_rules.armour_absorbs_one_damage else not absorbed
    return reason("nothing-to-soak", "SPF-11") if why is None and left < 1 else why

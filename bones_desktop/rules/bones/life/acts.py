"""Acts of a BONES character: wounds, hindering dice, spiffs, magic, seasons and growth.

The acts of seasons are about the diary, assets and coins (OFF-3..13, AMB-93..95); those of growth are about sessions
and icons (IMP-1..9).

Codes refused: no-such-die (die), no-hindering-die (), no-magic-kept (), coins-spent-already (coins, have), choose-icon
(), choose-earning-skill (), no-asset (), and those of the edits, `seasons` and `improvement`.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from bones_desktop.rules.acts import Act, Answers, Parameter, ParameterKind, Value
from bones_desktop.rules.bones.book.character import (
    STARTING_DICE,
    ActionKind,
    Character,
    HinderingDie,
    Sacrifice,
    SeasonAction,
)
from bones_desktop.rules.bones.book.characterdice import is_finished, item_name
from bones_desktop.rules.bones.book.definitions import SpiffPrice
from bones_desktop.rules.bones.book.fields import DAYS_A_SEASON, DAYS_A_WEEK, FACES, LINE, MOST_GIFT, NOTE
from bones_desktop.rules.bones.book.icons import FLAMING, MENTAL, PHYSICAL, POISON, UNFILLED, face
from bones_desktop.rules.bones.book.notation import icon_name, skill_label
from bones_desktop.rules.bones.book.rulebook import DieUse, PrintedDie, Rulebook
from bones_desktop.rules.bones.injury import injuries, magic, spiffs
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
from bones_desktop.rules.bones.life import seasons
from bones_desktop.rules.bones.making import improvement
from bones_desktop.rules.bones.making.creation import APTITUDE_FACE, palette
from bones_desktop.rules.bones.reading.plays import income_rate
from bones_desktop.rules.reasons import Reason, RulesError, reason, refuse
from bones_desktop.rules.records import Record, replace

MOST_NET: Final = 60
MOST_POINTS: Final = 99
MOST_DAYS: Final = 4 * DAYS_A_SEASON
"""Maximum number of days that can pass at once: a year."""


def treat() -> Act[Character]:
    """Return the act of healing by medical attention or magic (HEAL-2, HEAL-7).

    It asks for the net successes and the Medic bonus.
    """

    def parameters(given: Answers) -> tuple[Parameter, ...]:
        idle = None if given.number("successes") else reason("medic-needs-success", "HEAL-2")
        medic = Parameter.number("medic", most=injuries.MOST_MEDIC)
        return Parameter.number("successes", most=MOST_NET), replace(medic, why_not=idle)

    def do(now: Character, given: Answers) -> Character:
        return injuries.treat(now, given.number("successes"), medic=given.number("medic"))

    return Act("treat", "heal", parameters, do)


def rest() -> Act[Character]:
    """Return the act of resting for days, outside a campaign."""
    days = Parameter.number("days", DAYS_A_WEEK, 1, MOST_DAYS)
    return Act.calling("rest", "heal", partial(injuries.pass_days, resting=True), days)


def survive(rulebook: Rulebook, today: str) -> Act[Character]:
    """Return the act of surviving death for spiffs, which needs an explanation (SPF-14)."""

    def do(now: Character, how: str) -> Character:
        return spend_on(rulebook, now, SURVIVE, today, note=how)

    return Act.calling("survive", "heal", do, Parameter.text("how", most=LINE))


def wound_acts(character: Character) -> tuple[Act[Character], ...]:
    """Return the acts of healing a point, regenerating, killing outright and undoing death (HEAL-1, HEAL-6, CMB-16)."""
    free = () if character.excess_damage else tuple(entry.die for entry in character.lost if not entry.held)

    def heal(now: Character, given: Answers) -> Character:
        return injuries.heal(now, next(iter(given.dice("die")), None))

    return (
        Act.asking("heal", "heal", heal, Parameter("die", ParameterKind.DICE, (), most=1, dice=free)),
        Act.calling("regenerate", "heal", injuries.regenerate, Parameter.number("icons", 1, 1, MOST_NET)),
        Act.calling("slay", "harm", injuries.slay),
        Act.calling("revive", "heal", injuries.revive),
    )


def hindering_acts(character: Character) -> tuple[Act[Character], ...]:
    """Return the acts of changing the remedy of a hindering die and of removing the die (HIND-6)."""
    which = Parameter.place("die", (die.name for die in character.hindering), none="no-hindering-die")
    return (
        Act.calling("remedy", "heal", injuries.set_remedy, which, Parameter.text("remedy", most=LINE)),
        Act.calling("cure", "heal", injuries.remove_hindering, which),
    )


def magic_acts(character: Character) -> tuple[Act[Character], ...]:
    """Return the acts of using magic, resting from it, and ending lasting magic (MAG-10..15, MAG-28..33)."""
    which = Parameter.place("effect", (effect.name for effect in character.effects), none="no-magic-kept")

    def use(now: Character) -> Character:
        return magic.use_without_roll(now, by_gm=not magic.bears_magic(now))

    successes = Parameter.number("successes", 1, 1, magic.MOST_STRENGTH + 1)
    return (
        Act.calling("use-magic", "resource", use),
        Act.calling("magic-spared", "resource", magic.answer_use),
        Act.calling("take-back-magic", "resource", magic.take_back_use),
        Act.calling("four-hours", "resource", magic.four_hours_pass),
        Act.calling("rest-magic", "resource", magic.four_hours_rest),
        Act.calling("release", "resource", magic.release, which),
        Act.calling("counter", "resource", magic.counter, which, successes),
        Act.calling("rounds", "resource", magic.rounds_pass, Parameter.number("rounds", 1, 1, magic.MOST_ROUNDS)),
    )


def magic_damage(rulebook: Rulebook, character: Character, today: str, cause: str = "") -> Act[Character]:
    """Return the act of taking damage for a use of magic beyond the safe level that had no success left (MAG-12)."""
    left = character.available()
    soaked = Parameter.yes_no("soaked", why_not=why_not_spent(rulebook, character, SOAK))
    die = Parameter("die", ParameterKind.DICE, left[-1:], least=min(1, len(left)), most=1, dice=left)

    def parameters(given: Answers) -> tuple[Parameter, ...]:
        return (soaked,) if given.yes("soaked") else (soaked, die)

    def do(now: Character, given: Answers) -> Character:
        dice = () if given.yes("soaked") else given.dice("die")
        blow = Blow(1, cause, dice, soaked=given.yes("soaked"), harm=DamageKind.FATIGUE)
        return take_blow(rulebook, magic.answer_use(now), blow, today)

    return Act("magic-damage", "harm", parameters, do)


def hinder(rulebook: Rulebook) -> Act[Character]:
    """Return the act of receiving a hindering die: the die, its strength if it has one, and its remedy."""
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
    """Return the die that the answers to `hinder` describe; None if the rulebook has no such die."""
    printed = _hindering_dice(rulebook).get(given.key("die"))
    if printed is None:
        return None
    if is_graded(printed):
        return injuries.hindering_of(printed, given.number(f"faces-{printed.id}"), remedy=given.text("remedy"))
    return injuries.hindering_from(printed).with_(remedy=given.text("remedy"))


def is_graded(printed: PrintedDie) -> bool:
    """Return whether a die comes in several strengths: Poison and Flaming, with 1 to 6 icons (AMB-12)."""
    bearing = {face.icons for face in printed.faces if not face.is_blank}
    return bearing in ({(POISON,)}, {(FLAMING,)})


def blow(rulebook: Rulebook, character: Character, today: str) -> Act[Character]:
    """Return the act of taking an attack's damage.

    The answer `absorb-N` sacrifices the item with index N. The answer `dice` lists the dice to lose.
    """
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
                    name=item_name(rulebook, character.equipment[place]),
                    why_not=_why_not_absorbed(rulebook, character, given, place),
                )
                for place in items
            ),
            Parameter.yes_no("soaked", why_not=_why_not_soaked(rulebook, character, given)),
            Parameter("dice", ParameterKind.DICE, (), most=room, dice=character.available(), why_not=why),
        )

    return Act("blow", "harm", parameters, lambda now, given: take_blow(rulebook, now, blow_of(now, given), today))


def blow_of(character: Character, given: Answers) -> Blow:
    """Return the attack that the answers to `blow` describe."""
    return Blow(
        points=given.number("points"),
        cause=given.text("cause"),
        dice=given.dice("dice"),
        absorbed_by=_absorbing(character, given),
        soaked=given.yes("soaked"),
        harm=DamageKind(given.key("harm") or DamageKind.ATTACK),
    )


def earn(rulebook: Rulebook, today: str) -> Act[Character]:
    """Return the act of earning spiffs; the reason "" means another reason, which the note states (SPF-8)."""
    return _spiff_act("earn", spiffs.ways_to_earn(rulebook), partial(spiffs.earn, rulebook), today, "")


def spend(rulebook: Rulebook, today: str) -> Act[Character]:
    """Return the act of spending spiffs."""
    return _spiff_act("spend", spiffs.ways_to_spend(rulebook), partial(spiffs.spend_on, rulebook), today)


def keep_going(character: Character) -> Act[Character]:
    """Return the act of making magic last by sacrificing a die, a valuable or a life (MAG-32)."""
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
"""Sacrifices for lasting magic, in the order of the choices."""


def sacrifice_of(given: Answers) -> Sacrifice:
    """Return the sacrifice in the answers to `keep_going`."""
    return Sacrifice(given.key("kind") or Sacrifice.HEALTH)


def _spiff_act(
    id: str, ways: tuple[SpiffPrice, ...], edit: Callable[..., Character], today: str, *others: str
) -> Act[Character]:
    keys, names = (*(each.id for each in ways), *others), (*(each.name for each in ways), *others)

    def parameters(given: Answers) -> tuple[Parameter, ...]:
        way = next((each for each in ways if each.id == given.key("way")), None)
        # The rulebook has no price, so the GM sets one.
        least, most = (way.least or 1, way.most or MOST_GIFT) if way else (1, MOST_GIFT)
        number = Parameter.number("n", least, least, most)
        return Parameter.choice("way", keys, names=names), number, Parameter.text("note", most=LINE)

    def do(now: Character, given: Answers) -> Character:
        return edit(now, given.key("way"), today, n=given.number("n"), note=given.text("note"))

    return Act(id, "resource", parameters, do)


def _hindering_dice(rulebook: Rulebook) -> dict[str, PrintedDie]:
    return {die.id: die for die in rulebook.dice if die.use is DieUse.HINDERING}


def _absorbing(character: Character, given: Answers) -> tuple[int, ...]:
    return tuple(place for place in range(len(character.equipment)) if given.yes(f"absorb-{place}"))


def _dice_room(rulebook: Rulebook, character: Character, given: Answers) -> tuple[int, Reason | None]:
    """Return the maximum number of dice that the attack can take, and the reason if no dice can be chosen."""
    try:
        plan = blow_plan(rulebook, character, replace(blow_of(character, given), dice=()))
    except RulesError as error:
        return 0, error.reason
    return len(plan.dice), None if plan.dice else reason("too-many-taken", "AMB-13", damage=0)


def _why_not_absorbed(rulebook: Rulebook, character: Character, given: Answers, place: int) -> Reason | None:
    why = absorb_refusal(rulebook, character, place, blow_of(character, given).harm)
    used = _absorbing(character, given)
    full = given.number("points") if character.house_rules.armour_absorbs_one_damage else 1
    if why is None and place not in used and len(used) >= full:
        return reason("absorbed-enough", "AMB-40")
    return why


def _why_not_soaked(rulebook: Rulebook, character: Character, given: Answers) -> Reason | None:
    why, absorbed = why_not_spent(rulebook, character, SOAK), len(_absorbing(character, given))
    left = given.number("points") - absorbed if character.house_rules.armour_absorbs_one_damage else not absorbed
    return reason("nothing-to-soak", "SPF-11") if why is None and left < 1 else why


NONE: Final = "-"
"""Key for no skill (an action without a roll) and for no difficulty (a number set by the GM)."""
SEASON, FOR_GOOD = "season", "good"
"""Keys for how long an asset lasts."""
_ASSET: Final = (Parameter.text("asset", most=LINE), Parameter.choice("stay", (SEASON, FOR_GOOD)))
_WORDS: Final = frozenset({"title", "outcome"})


class _Season(Record):
    """Facts about the season in which an action is recorded."""

    rulebook: Rulebook
    number: int
    there: int
    """Number of assets that the character has in the season."""
    refused: Mapping[str, Reason]

    def parameters(self, given: Answers) -> tuple[Parameter, ...]:
        strategic = is_strategic(given)
        kind = Parameter.choice("kind", (ActionKind.INCOME.value, ActionKind.STRATEGIC.value))
        title = Parameter.text("title", most=LINE)
        none = NONE if strategic else ""
        skills, book = skills_thrown(self.rulebook), self.rulebook
        known = {each.id: skill_label(each) for each in book.skills}
        names = ("", *(known.get(each) or icon_name(book, each) for each in skills))
        skill = Parameter.choice("skill", (none, *skills), names=names, refused=self.refused)
        least = -seasons.MOST_SUCCESSES if strategic else 0
        unthrown = reason("no-successes-unthrown", "OFF-4") if strategic and not key_of(given, "skill") else None
        successes = replace(Parameter.number("successes", 0, least, seasons.MOST_SUCCESSES), why_not=unthrown)
        outcome = Parameter.text("outcome", most=NOTE)
        if not strategic:
            idle = None if assets_count(self.rulebook, given) else reason("assets-earn-nothing", "OFF-6")
            assets = Parameter.number("assets", self.there, most=seasons.MOST_COUNTED_ASSETS)
            return kind, title, skill, successes, replace(assets, why_not=idle), outcome
        levels = (NONE, *(each.id for each in self.rulebook.difficulties))
        named = ("", *(each.name for each in book.difficulties))
        difficulty = replace(Parameter.choice("difficulty", levels, names=named), why_not=unthrown)
        nothing = None if given.text("asset") else reason("asset-needs-name", "OFF-10")
        asset, stay = _ASSET
        return kind, title, skill, difficulty, successes, outcome, asset, replace(stay, why_not=nothing)

    def record(self, now: Character, given: Answers, today: str) -> Character:
        skill, number = key_of(given, "skill"), given.number("successes")
        said: dict[str, Any] = {"skill": skill, "title": given.text("title"), "outcome": given.key("outcome")}
        said["season"] = self.number
        if is_strategic(given):
            if skill:
                said |= {"difficulty": key_of(given, "difficulty"), "successes": number}
            asset, lasting = given.text("asset"), given.key("stay") == FOR_GOOD
            return seasons.record_strategic(self.rulebook, now, today, asset=asset, lasting=lasting, **said)
        if not skill:
            raise refuse("choose-earning-skill", "OFF-5")
        assets = given.number("assets")
        other = None if assets == self.there else assets
        return seasons.record_income(self.rulebook, now, today, assets=other, successes=number, **said)


def act_in_season(rulebook: Rulebook, character: Character, season: int, today: str) -> Act[Character]:
    """Return the act of recording an action in a season."""
    asked = _season(rulebook, character, season)
    return Act("season-action", "session", asked.parameters, lambda now, given: asked.record(now, given, today))


def rewrite_action(rulebook: Rulebook, character: Character, place: int) -> Act[Character]:
    """Return the act of changing the action at `place` of the diary.

    Title and outcome can always be changed. For other changes the action is removed and recorded again, which is
    allowed only for the last action of a season (AMB-94).
    """
    action = character.actions[place]
    asked = _season(rulebook, character, action.season)

    def do(now: Character, given: Answers) -> Character:
        before = act.fitted(Answers(answers_of(character, action))).values
        others = (each.id for each in asked.parameters(given) if each.id not in _WORDS)
        if all(given.values[id] == before.get(id) for id in others):
            return seasons.set_action_texts(now, place, title=given.text("title"), outcome=given.key("outcome"))
        lent = seasons.with_coins(now, action.coins)  # even spent coins can be earned in another way
        changed = asked.record(seasons.remove_action(lent, place), given, action.on)
        if changed.coins < action.coins:
            raise refuse("coins-spent-already", "OFF-9", coins=action.coins, have=now.coins)
        return seasons.with_coins(changed, -action.coins)

    act = Act("rewrite-action", "session", asked.parameters, do)
    return act


def gain_asset() -> Act[Character]:
    """Return the act of gaining an asset without an action, for the season or, if the GM allows it, permanently."""

    def do(now: Character, given: Answers) -> Character:
        return seasons.add_asset(
            now, given.text("asset"), season=None if given.key("stay") == FOR_GOOD else seasons.season_now(now)
        )

    return Act.asking("gain-asset", "resource", do, *_ASSET)


def lose_asset(character: Character) -> Act[Character]:
    """Return the act of losing an asset that does not come from a mastery."""
    which = Parameter.place("asset", (each.name for each in character.assets), none="no-asset")
    return Act.calling("lose-asset", "resource", seasons.remove_asset, which)


def coins(today: str) -> Act[Character]:
    """Return the act of gaining coins without an action, or of spending coins, with the reason."""

    def do(now: Character, given: Answers) -> Character:
        by, note = given.number("value"), given.text("note")
        return seasons.spend_coins(now, -by, note, today) if by < 0 else seasons.come_by_coins(now, by, note, today)

    return Act.asking(
        "coins",
        "resource",
        do,
        Parameter.number("value", 1, -seasons.MOST_COINS, seasons.MOST_COINS),
        Parameter.text("note"),
    )


def growth_acts(rulebook: Rulebook, character: Character, today: str) -> tuple[Act[Character], ...]:
    """Return the acts of finishing a player, awarding and removing sessions, and buying an icon (IMP-1, IMP-2)."""

    def finish(now: Character) -> Character:
        return improvement.finish(rulebook, now, today)

    most = improvement.MOST_AWARDED
    sessions, note = Parameter.number("sessions", 1, -most, most), Parameter.text("note", most=LINE)
    return (
        Act.calling("finish", "advance", finish),
        Act.calling("award", "session", partial(improvement.award, today=today), sessions, note),
        _buy_icon(rulebook, character, today),
    )


def _buy_icon(rulebook: Rulebook, character: Character, today: str) -> Act[Character]:
    """Return the act of buying an icon for an empty face (IMP-3).

    The key "5-3" is the third face of the fifth die. Buying the icon may begin that die.
    """
    grown = improvement.with_next_die(rulebook, character)
    places = {
        f"{die + 1}-{place + 1}": (die, place)
        for die in range(STARTING_DICE, len(grown.dice))
        for place, shown in enumerate(grown.dice[die].faces)
        if shown.is_unfilled and (place != APTITUDE_FACE or die < len(character.dice))
    }
    which = Parameter.choice("face", places)

    def parameters(given: Answers) -> tuple[Parameter, ...]:
        place = places.get(given.key("face"))
        if not is_finished(character) or place is None:
            return (which,)
        offered = [each for each in palette(rulebook, grown, *place) if each.allowed]
        codes, names = (each.face.code for each in offered), (each.name for each in offered)
        return which, Parameter.choice("icon", codes, "", names=names)

    def do(now: Character, given: Answers) -> Character:
        # Without a face to choose, `buy_icon` refuses with the reason: not finished, dice to fill first, or no more
        # dice.
        die, place = places.get(given.key("face"), (len(now.dice), APTITUDE_FACE + 1))
        new = face(given.key("icon")) if given.key("icon") else UNFILLED
        if new.is_unfilled and places and is_finished(now):
            raise refuse("choose-icon", "IMP-2")
        return improvement.buy_icon(rulebook, now, die, place, new, today)

    return Act("buy-icon", "advance", parameters, do)


def answers_of(character: Character, action: SeasonAction) -> dict[str, Value]:
    """Return an action of the diary as answers to the questions of its act.

    A skill or difficulty that is unknown now is returned too, although the choices do not offer it.
    """
    kept = [each.season for each in character.assets if each.name == action.made]
    found: dict[str, Value] = {"kind": action.kind.value, "title": action.title, "outcome": action.outcome}
    found |= {"skill": action.skill, "successes": action.successes, "asset": action.made}
    if action.kind is ActionKind.INCOME:
        return {**found, "assets": action.assets}
    lasting = bool(action.made) and action.season not in kept and None in kept
    return {**found, "difficulty": action.difficulty, "stay": FOR_GOOD if lasting else SEASON}


def is_strategic(given: Answers) -> bool:
    """Return whether the action is strategic, so that it does not earn coins."""
    return given.key("kind") == ActionKind.STRATEGIC


def key_of(given: Answers, id: str) -> str:
    """Return the skill or difficulty in the answers, "" for none."""
    return given.key(id) if given.key(id) != NONE else ""


def assets_counted(rulebook: Rulebook, given: Answers) -> int:
    """Return the number of assets that earn with the skill in the answers."""
    return given.number("assets") if assets_count(rulebook, given) else 0


def assets_count(rulebook: Rulebook, given: Answers) -> bool:
    """Return whether assets earn with the skill in the answers, or could earn with a skill still to be chosen."""
    skill = key_of(given, "skill")
    return not skill or income_rate(rulebook, skill).assets_count


def skills_thrown(rulebook: Rulebook) -> tuple[str, ...]:
    """Return the skills, then the two aptitudes for tasks without a skill."""
    return (*(skill.id for skill in rulebook.skills), PHYSICAL, MENTAL)


def _season(rulebook: Rulebook, character: Character, season: int) -> _Season:
    there = min(len(seasons.assets_now(rulebook, character, season)), seasons.MOST_COUNTED_ASSETS)
    refused = seasons.skills_refused(rulebook, character, season, skills_thrown(rulebook))
    return _Season(rulebook, season, there, refused)

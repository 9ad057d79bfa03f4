"""Laws of a round: it agrees with the odds, uses every success once and legally, and keeps its order."""

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.fight.chips import Chips
from bones_desktop.rules.bones.fight.combat import AttackMode, Combatant
from bones_desktop.rules.bones.fight.doings import read_doings
from bones_desktop.rules.bones.fight.fighters import (
    ChoiceError,
    Darkness,
    Declaration,
    Fighter,
    Health,
    How,
    Posture,
    Round,
    health,
    rides_to_war,
)
from bones_desktop.rules.bones.fight.roundedits import throw_rest
from bones_desktop.rules.bones.fight.roundreading import Phase, RoundReading, after, read_round
from bones_desktop.rules.bones.fight.rounds import round_odds
from bones_desktop.rules.bones.fight.successes import To
from bones_desktop.rules.bones.fight.suggestions import complete
from bones_desktop.rules.bones.fight.wounds import Wound
from tests.support.fighting import FIGHTING, HINDERING, ITEMS, SICKENING
from tests.support.foreach import for_each
from tests.support.rounds import does, fighter, foe, fought
from tests.support.rulebooks import rulebook

HOWS = {AttackMode.MELEE: "melee", AttackMode.MISSILE: "missile", AttackMode.MAGIC: "magic"}


def some_fighter(rng: Random, who: str, kinds: tuple[str, ...]) -> Fighter:
    """Return somebody of one or two dice with two different faces each, and now and then an item or poison."""
    dice = [", ".join(rng.choices(kinds, k=2)) for _ in range(rng.randint(1, 2))]
    items = {}
    if rng.random() < 0.5:
        kind = rng.choice(list(ITEMS))
        items[kind] = ", ".join(rng.choices(ITEMS[kind], k=2))
    hindering = ("poison, blank",) if "poison" in kinds and rng.random() < 0.5 else ()
    make = fighter if who == "a" else foe
    return make(who, *dice, items=items, hindering=hindering)


def combatant(choices: Round, who: str, mode: AttackMode) -> Combatant:
    doing = read_doings(rulebook(), choices)[who]
    return Combatant(doing.fighter.dice(rulebook()), mode, shoots=doing.means.shoots)


@for_each("seed", range(30))
def test_over_all_faces_it_agrees_with_the_odds_of_a_round(seed: int) -> None:
    rng = Random(seed)
    # A mastery that counts as Magic without an icon of it has no safe level: odds follow no fatigue.
    kinds = tuple(kind for kind in (FIGHTING, HINDERING, SICKENING)[seed % 3] if kind != "arcane-knowledge")
    a, b = some_fighter(rng, "a", kinds), some_fighter(rng, "b", kinds)
    if "armour" in str(a) + str(b):
        kinds = tuple(kind for kind in kinds if kind != "hoar-frost")  # it strikes through armour; odds leave that out
        a, b = some_fighter(rng, "a", kinds), some_fighter(rng, "b", kinds)
    modes = {"a": rng.choice(list(AttackMode)), "b": rng.choice(list(AttackMode))}
    declare = (
        Declaration(who="a", how=How(HOWS[modes["a"]]), whom="b"),
        Declaration(who="b", how=How(HOWS[modes["b"]]), whom="a"),
    )
    choices = fought(a, b, declare=declare, absorb={"a": (), "b": ()})
    expected = round_odds(
        rulebook(), HouseRules(), combatant(choices, "a", modes["a"]), combatant(choices, "b", modes["b"])
    ).damage
    counts = [len(each.dice(rulebook())) for each in (a, b)]
    found: Counter[tuple[int, int]] = Counter()
    for shown in product((1, 2), repeat=sum(counts)):
        thrown = choices.with_(faces={"a": shown[: counts[0]], "b": shown[counts[0] :]})
        read = read_round(rulebook(), complete(rulebook(), thrown).choices)
        assert [question for question in read.questions if question.phase.value == "allot"] == []
        hurt = read.hurt_by
        found[hurt.get("b", {}).get("a", 0), hurt.get("a", {}).get("b", 0)] += 1
    whole = 2 ** sum(counts)
    assert {pair: Fraction(n, whole) for pair, n in found.items()} == {
        pair: Fraction(*chance) for pair, chance in expected.items()
    }


# --- any round of several ---------------------------------------------------------------------------------------------

KINDS = (*SICKENING, "regenerate", "flight", "pyramid", "horseman", "accuracy", "night-vision", "maneuver", "riding")
WAYS = ("melee", "melee", "melee", "missile", "magic", "unarmed", "mind", "task", "move", "none", "coup")


def any_fighter(rng: Random, who: str) -> Fighter:
    kind = rng.choice(
        (CharacterKind.PLAYER, CharacterKind.PLAYER, CharacterKind.CAST, CharacterKind.BEAST, CharacterKind.HORDE)
    )
    dice = [", ".join(rng.choices(KINDS, k=6)) for _ in range(rng.randint(1, 4))]
    items = {}
    for name in rng.sample(list(ITEMS), rng.randint(0, 2)) if kind is not CharacterKind.HORDE else ():
        items[name] = ", ".join(rng.choices(ITEMS[name], k=6))
    lost = rng.sample(range(1, len(dice) + 1), rng.randint(0, len(dice))) if rng.random() < 0.3 else ()
    return fighter(
        who,
        *dice,
        items=items,
        lost=lost,
        kind=kind,
        side=rng.choice("AB"),
        hindering=rng.choice(((), (), ("poison, blank, null",))),
        posture=rng.choice(list(Posture)),
        war_trained=rng.random() < 0.5,
        flying_m=rng.choice((0.0, 0.0, 20.0)),
        spiffs=rng.choice((0, 4)),
        size=rng.choice((1.0, 2.0, 4.0)),
    )


def any_round(seed: int) -> Round:
    """Return a round that the rules allow, everything thrown and some things chosen."""
    rng = Random(seed)
    fighters = [any_fighter(rng, f"f{n}") for n in range(rng.randint(2, 6))]
    names = [each.id for each in fighters]
    down = [each.id for each in fighters if health(each.character) is Health.INCAPACITATED]
    declare: list[Declaration] = []
    for each in fighters:
        how = "melee" if each.is_horde else rng.choice(WAYS)
        others = [name for name in names if name != each.id]
        if how == "coup":
            victims = [name for name in down if name != each.id]
            declare += [does(each.id, how, victims[0])] if victims else []
        elif how == "task":
            skill = rng.choice(("maneuver", "perception", "stealth", "magic"))
            declare.append(does(each.id, how, skill=skill, nulls=rng.randint(0, 3), evades=skill == "maneuver"))
        elif how in {"move", "none"}:
            declare.append(does(each.id, how))
        else:
            for whom in rng.sample(others, rng.randint(1, min(2, len(others)))):
                declare.append(does(each.id, how, whom, distance_m=rng.choice((None, 12.0)), cover=rng.choice((0, 45))))
    darkness = rng.choice(list(Darkness))
    choices = fought(*fighters, declare=tuple(declare), darkness=darkness)
    return throw_rest(rulebook(), choices.with_(faces={}), rng)


@given(st.integers(0, 1 << 32))
def test_laws_of_any_round(seed: int) -> None:
    choices = any_round(seed)
    half = read_round(rulebook(), choices)
    done = complete(rulebook(), choices).choices
    read = read_round(rulebook(), done)
    assert [
        question
        for question in read.questions
        if question.phase in {Phase.THROW, Phase.HINDER, Phase.ALLOT, Phase.LOSE}
    ] == []
    for reading in (half, read):
        check_order(choices, reading)
        for who, throws in reading.chips.items():
            for chips in throws:
                check_chips(reading, who, chips)
        for pair in reading.pairs.pairs.values():
            assert min(pair.damage, *pair.attack.values()) >= 0
            assert all(pair.defence.get(kind, 0) <= n for kind, n in pair.attack.items())
        for who, wound in reading.wounds.items():
            check_wound(reading, who, wound)
    check_stopped(read)
    following = after(read)
    assert following.round == 2
    assert read_round(rulebook(), Round(encounter=following)).phase in {Phase.THROW, Phase.CLOSE}


def check_order(choices: Round, read: RoundReading) -> None:
    """The prone first, the mounted with advantage last, and in each the cast before players (AMB-33)."""
    by_id = {each.id: each for each in choices.encounter.fighters}

    def tier(who: str) -> tuple[int, bool, int]:
        each = by_id[who]
        rides = rides_to_war(rulebook(), choices.encounter, each) and each.posture is not Posture.PRONE
        place = list(by_id).index(who)
        return 0 if each.posture is Posture.PRONE else 1 + rides, each.kind is CharacterKind.PLAYER, place

    assert list(read.order) == sorted(read.order, key=tier)
    assert set(read.order) == {who for who, each in by_id.items() if each.character.available()}


def check_chips(read: RoundReading, who: str, chips: Chips) -> None:
    """Every success stands once, is used once and legally, and no more are used than count."""
    assert len({(chip.place, chip.number) for chip in chips.chips}) == len(chips.chips)
    acting = list(chips.acting())
    assert len(acting) <= chips.usable
    for limit, most in chips.limits.items():
        assert sum(chip.limit == limit for chip in chips.placed) <= most
    doing = read.doings[who]
    for chip in chips.placed:
        match chip.use:
            case "attack":
                modes = {each.mode for each in doing.aimed if each.whom == chip.whom}
                ways = {AttackMode.MELEE: To.MELEE, AttackMode.MISSILE: To.MISSILE, AttackMode.MAGIC: To.MAGIC}
                assert chip.via is To.FROST or any(chip.via & ways[mode] for mode in modes)
                assert chip.via & chip.success.all
            case "defend":
                assert doing.fights
                assert chip.success.all & (To.PARRY | To.BLOCK)
                assert not doing.fighter.is_horde
            case "lend":
                assert chip.success.all & To.LEND
    if not doing.fights and not doing.aimed:
        assert all(chip.use in {"", "none", "lend"} for chip in chips.chips)


def check_stopped(read: RoundReading) -> None:
    """Nobody stops more than he defends with, but for what Incorporeal stops of each attacker (BST-9)."""
    for who in read.wounds:
        stopped = sum(sum(pair.defence.values()) for pair in read.pairs.against(who))
        own = [chip for chips in read.chips.get(who, ()) for chip in chips.acting()]
        shrouded = sum(bool(chip.via & To.SHROUD) for chip in own) * len(list(read.pairs.against(who)))
        effort = read.efforts.get(who)
        assert stopped <= sum(chip.use == "defend" for chip in own) + shrouded + (effort.evades if effort else 0)


def check_wound(read: RoundReading, who: str, wound: Wound) -> None:
    """Damage is never below zero, takes as many dice, and dice come back by Regenerate only."""
    before, then = wound.before, wound.character
    assert wound.taken >= 0
    assert all(min(each.points, each.absorbed, each.soaked, each.left) >= 0 for each in wound.hurts)
    assert wound.taken == sum(each.left for each in wound.hurts)
    back = set(then.available()) - set(before.available())
    assert back <= set(read.hands[who].healed)
    if not any(thrown.regenerates for thrown in read.hands[who].throws):
        assert back == set()
        assert len(before.available()) - len(then.available()) == min(wound.taken, len(before.available()))
    assert len(wound.dice) == len(set(wound.dice))
    assert set(wound.dice).isdisjoint(then.available())


@given(st.integers(0, 1 << 32))
def test_any_words_are_legal_or_refused_at_their_place(seed: int) -> None:
    choices = any_round(seed)
    rng = Random(seed)
    names = [each.id for each in choices.encounter.fighters]
    words = ["defend", "none", *(f"{use} {who}" for use in ("attack", "defend", "lend", "as") for who in names)]
    words += ["as accuracy", "as night-vision", "as fire-breathing", "as melee"]
    who = rng.choice(names)
    said = {str(rng.randint(1, 6)): tuple(rng.choices(words, k=rng.randint(1, 3))) for _ in range(rng.randint(1, 4))}
    refused = ""
    try:
        read = read_round(rulebook(), complete(rulebook(), choices.with_(allot={who: said})).choices)
    except ChoiceError as error:
        refused = error.place
    if refused:
        assert refused in {f"allot.{who}.{place}" for place in said}
        return
    for name, throws in read.chips.items():
        for chips in throws:
            check_chips(read, name, chips)
    for name, wound in read.wounds.items():
        check_wound(read, name, wound)

"""What each refusal says: its code, its rule, and its values; dice, faces and lines are counted from 1."""

from pathlib import Path

import pytest

from bones_desktop.rules import values
from bones_desktop.rules.bones.book.character import (
    Asset,
    CharacterKind,
    Follower,
    ItemDie,
    ItemKind,
    MagicTheme,
    MaintainedEffect,
    Sacrifice,
)
from bones_desktop.rules.bones.book.fields import MOST_DAYS
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.injury import blows, injuries, magic, spiffs
from bones_desktop.rules.bones.life import seasons
from bones_desktop.rules.bones.making import edits, followers, improvement, originchange, sheet
from bones_desktop.rules.reasons import reason
from tests.support.foreach import for_each
from tests.support.people import ID, bob, die, ragnar, someone
from tests.support.refusals import refused
from tests.support.rulebooks import rulebook

RULES = Path(__file__).parents[3] / "bones_desktop" / "rules"
BOOK = rulebook()
BLANK_DIE = "melee,blank,blank,blank,blank,blank"
TODAY = "2026-11-21"
WOLF = die("universal,perception,melee,melee,defend,blank")
SWORD = ItemDie(kind=ItemKind.WEAPON, name="Sword", faces=(face("blank"),) * 6)
OWNER = bob().with_(assets=(Asset(name="A"),))


def boss(icons=2):
    """Return Ragnar with a lackey or more."""
    return ragnar().with_(dice=(*ragnar().dice, *(die("universal,physical,boss,melee,defend,missile"),) * icons))


def grown():
    return improvement.award(improvement.finish(BOOK, bob(), TODAY), 9, "", TODAY)


def bought(number, place, icon):
    return improvement.buy_icon(BOOK, grown(), number, place, face(icon), TODAY)


def gift(n):
    return spiffs.earn(BOOK, bob(), "", TODAY, n=n, note="A gift")


def mage(dice, themes):
    magic_die = die("universal,mental,magic,scholar,defend,melee")
    return bob().with_(dice=(magic_die,) * dice, themes=(MagicTheme(),) * themes)


def told(field, text):
    return followers.set_follower_text(BOOK, boss(), "boss", 0, field, text)


def armed(*items):
    return bob().with_(equipment=items)


def held():
    """Return Bob with die 2 given for magic that lasts."""
    return magic.maintain_by_health(bob(), "Light", 1, 1)


INJURIES = [
    (lambda: injuries.lose(bob(), -1), reason("no-such-die", "CMB-13", die=0)),
    (lambda: injuries.lose(bob(), 4), reason("no-such-die", "CMB-13", die=5)),
    (lambda: injuries.lose(injuries.lose(bob(), 2), 2), reason("die-already-lost", "CMB-13", die=3)),
    (lambda: injuries.heal(injuries.lose(bob(), 2), 1), reason("die-not-lost", "HEAL-1", die=2)),
    (lambda: injuries.heal(held(), 1), reason("die-held", "HEAL-5", die=2)),
    (lambda: injuries.set_held(held(), 1, False), reason("die-keeps-effect", "MAG-28", die=2)),
    (lambda: injuries.heal_next(held(), 1), reason("die-held", "HEAL-5", die=2)),
    (lambda: injuries.pass_days(bob(), 10**9, resting=True), reason("calendar-ends", "OFF-2", most=MOST_DAYS)),
]
BLOWS = [
    (blows.Blow(1, absorbed_by=(1,)), reason("no-such-item", "EQP-5", item=2)),
    (blows.Blow(1, absorbed_by=(-1,)), reason("no-such-item", "EQP-5", item=0)),
    (blows.Blow(1, absorbed_by=(0,)), reason("cannot-absorb", "EQP-5", item="Sword")),
    (blows.Blow(1, dice=(0, 1)), reason("too-many-taken", "AMB-13", damage=1)),
    (blows.Blow(2, dice=(3, 3)), reason("taken-twice", "AMB-13", die=4)),
]
MAGIC = [
    (lambda: magic.maintain_by_value(bob(), "Light", 1, 9), reason("value-too-small", "MAG-30", least=10)),
    (lambda: magic.maintain_by_blood(bob(), "Light", 1_001), reason("too-many", "", most=1_000)),
    (lambda: magic.counter(held(), 0, 1), reason("counter-too-weak", "MAG-33", strength=1, successes=1)),
    (lambda: magic.own_effect(held(), 1), reason("no-such-effect", "MAG-28", effect=2)),
    (lambda: magic.own_effect(held(), -1), reason("no-such-effect", "MAG-28", effect=0)),
    (
        lambda: magic.maintain_by_blood(
            bob().with_(effects=(MaintainedEffect(name="A", strength=1, sacrifice=Sacrifice.BLOOD),) * 40), "B", 1
        ),
        reason("most-effects", "MAG-28", most=40),
    ),
    (lambda: magic.use_magic(bob().with_(recent_magic=10_000)), reason("too-many", "", most=10_000)),
]
BELONGINGS = [
    (lambda: injuries.item_from(BOOK.die("poison")), reason("not-equipment", "EQP-1", die=BOOK.die("poison").name)),
    (lambda: injuries.hindering_from(BOOK.die("sword")), reason("not-hindering", "HIND-3", die="Sword")),
    (
        lambda: injuries.hindering_of(BOOK.die("poison"), 7),
        reason("hindering-faces", "AMB-12", least=injuries.FEWEST_HINDERING_FACES, most=6),
    ),
    (lambda: injuries.set_item(armed(SWORD), 1, SWORD), reason("no-such-die", "", die=2)),
    (lambda: injuries.remove_item(armed(SWORD), -1), reason("no-such-die", "", die=0)),
    (
        lambda: injuries.add_item(armed(*(SWORD,) * injuries.MOST_ITEMS), SWORD),
        reason("most-items", "", most=injuries.MOST_ITEMS),
    ),
]
SPIFFS = [
    (lambda: spiffs.veto(bob(), 0, TODAY), reason("no-such-line", "SPF-17", line=1)),
    (lambda: spiffs.require(bob().with_(spiffs=2), 3), reason("spiffs-too-few", "SPF-18", n=3, have=2)),
    (lambda: gift(0), reason("spiffs-from-to", "SPF-8", least=1, most=100)),
    (
        lambda: gift(101),
        reason("spiffs-from-to", "SPF-8", least=1, most=100),
    ),
    (lambda: spiffs.set_right(bob(), 10_001, "", TODAY), reason("spiffs-too-many", "", most=10_000)),
    (lambda: spiffs.set_right(bob().with_(spiffs=1), 10_000, "", TODAY), reason("spiffs-too-many", "", most=10_000)),
]
SEASONS = [
    (lambda: seasons.remove_asset(bob(), 0), reason("no-such-asset", "OFF-10", asset=1)),
    (
        lambda: seasons.remove_asset(OWNER, -1),
        reason("no-such-asset", "OFF-10", asset=0),
    ),
    (lambda: seasons.remove_action(bob(), 0), reason("no-such-action", "OFF-3", action=1)),
    (lambda: seasons.set_action_texts(bob(), -1, title="A", outcome=""), reason("no-such-action", "OFF-3", action=0)),
    (lambda: seasons.spend_coins(bob(), 0, "", TODAY), reason("coins-from-to", "OFF-9", least=1, most=10**9)),
    (lambda: seasons.come_by_coins(bob(), 10**9 + 1, "", TODAY), reason("coins-from-to", "OFF-9", least=1, most=10**9)),
    (
        lambda: seasons.come_by_coins(bob().with_(coins=1), 10**9, "", TODAY),
        reason("coins-from-to", "OFF-9", least=0, most=10**9),
    ),
    (
        lambda: seasons.record_income(BOOK, bob(), TODAY, skill="scholar", successes=1_001),
        reason("successes-from-to", "OFF-5", least=0, most=1_000),
    ),
    (
        lambda: seasons.record_strategic(BOOK, bob(), TODAY, title="A", successes=-1_001),
        reason("successes-from-to", "OFF-5", least=-1_000, most=1_000),
    ),
    (
        lambda: seasons.record_income(BOOK, bob(), TODAY, skill="scholar", successes=1, assets=1_001),
        reason("assets-from-to", "OFF-6", least=0, most=1_000),
    ),
]
DICE = [
    (lambda: edits.set_face(BOOK, bob(), 4, 2, face("melee")), reason("no-such-die", "", die=5)),
    (lambda: edits.set_face(BOOK, bob(), -1, 2, face("melee")), reason("no-such-die", "", die=0)),
    (lambda: edits.set_face(BOOK, bob(), 0, 6, face("melee")), reason("no-such-face", "", face=7)),
    (lambda: edits.clear_face(BOOK, bob(), 0, -1), reason("no-such-face", "", face=0)),
    (lambda: edits.with_face(bob(), 0, 6, face("melee")), reason("no-such-face", "", face=7)),
    (lambda: sheet.what_if(BOOK, bob(), 0, 6, face("melee")), reason("no-such-face", "", face=7)),
    (lambda: edits.add_die(BOOK, someone(CharacterKind.CAST, *[BLANK_DIE] * 40)), reason("most-dice", "", most=40)),
    (
        lambda: edits.add_die(BOOK, mage(10, 0)),
        reason("most-dice", "AMB-82", most=10),
    ),
    (lambda: edits.add_die(BOOK, edits.new_character(ID)), reason("fill-dice-first", "IMP-3", die=1)),
    (lambda: edits.add_theme(mage(5, 2)), reason("theme-needs-more-magic", "MAG-4", themes=3, needed=10, dice=5)),
    (lambda: edits.add_theme(mage(10, 3)), reason("most-themes", "MAG-4", most=3)),
    (lambda: edits.remove_die(bob(), 0), reason("four-dice-stay", "DICE-6", dice=4)),
    (
        lambda: edits.set_template(BOOK, ragnar(), 0, "senator"),
        reason("template-unknown", "CHR-4", template="senator"),
    ),
    (lambda: edits.set_racial_icon(BOOK, bob(), "gnome"), reason("race-unknown", "RACE-5", race="gnome")),
    (lambda: edits.set_movement(bob(), 1_001), reason("movement-out-of-range", "MOVE-1", most=1_000)),
    (lambda: edits.set_movement(bob(), -1), reason("movement-out-of-range", "MOVE-1", most=1_000)),
    (lambda: edits.remove_theme(bob().with_(themes=(MagicTheme(),)), 1), reason("no-such-theme", "", theme=2)),
    (lambda: edits.remove_theme(bob(), -1), reason("no-such-theme", "", theme=0)),
    (lambda: values.tag_of("x" * 41), reason("text-too-long", "", most=40)),
    (lambda: edits.set_die_text(bob(), 0, "name", "x" * 201), reason("text-too-long", "", most=200)),
    (lambda: edits.set_die_text(bob(), 0, "note", "x" * 2_001), reason("text-too-long", "", most=2_000)),
    (lambda: edits.set_text(bob(), "notes", "x" * 200_001), reason("text-too-long", "", most=200_000)),
    (lambda: originchange.read_pasted(BOOK, "Fighter; Fighter"), reason("several-dice-pasted", dice=2)),
    (
        lambda: bought(4, 0, "melee"),
        reason("face-taken", "AMB-83", die=5, face=1),
    ),
    (
        lambda: bought(4, 1, "mental"),
        reason("first-icon-first", "IMP-3", die=5),
    ),
    (lambda: bought(4, 6, "melee"), reason("no-such-face", "", face=7)),
    (lambda: improvement.award(grown(), 1_001, "", TODAY), reason("award-too-much", "IMP-2", most=1_000)),
]
FOLLOWERS = [
    (lambda: told("name", "x" * 201), reason("text-too-long", "", most=200)),
    (lambda: told("note", "x" * 2_001), reason("text-too-long", "", most=2_000)),
    (lambda: followers.remove_follower(boss(), "boss", 0), reason("no-such-follower", "", number=1)),
    (
        lambda: followers.set_follower_text(BOOK, bob(), "x", 0, "name", "A"),
        reason("follower-not-granted", "", mastery="x"),
    ),
    (
        lambda: followers.set_follower_text(BOOK, boss(), "boss", 1, "name", "A"),
        reason("follower-not-granted", "MAST 41", mastery="Boss"),
    ),
    (
        lambda: followers.remove_follower_die(
            BOOK, boss().with_(followers=(Follower(mastery="boss", dice=(WOLF,)),)), "boss", 0, 1
        ),
        reason("no-such-die", "", die=2),
    ),
    (
        lambda: followers.add_follower_dice(BOOK, boss(), "boss", 0, (WOLF,) * 4),
        reason("follower-dice-full", "MAST 41", mastery="Boss", most=3, icons=2),
    ),
]


@for_each(
    ("act", "why"),
    [*INJURIES, *MAGIC, *BELONGINGS, *SPIFFS, *SEASONS, *DICE, *FOLLOWERS],
)
def test_a_refusal_says_exactly_this(act, why):
    assert refused(why.code, act) == why


@pytest.mark.parametrize(("blow", "why"), BLOWS, ids=lambda each: getattr(each, "code", ""))
def test_a_blow_is_refused_with_exactly_this(blow, why):
    assert refused(why.code, blows.take_blow, BOOK, armed(SWORD), blow, TODAY) == why


AT_THE_LIMIT = [
    lambda: edits.add_die(BOOK, someone(CharacterKind.CAST, *[BLANK_DIE] * 39)),
    lambda: edits.add_die(BOOK, bob()),
    lambda: magic.maintain_by_blood(bob(), "Ward", 1_000),
    lambda: magic.maintain_by_value(bob(), "Ward", 1, 10),
    lambda: magic.maintain_by_value(bob(), "Ward", 1, magic.MOST_ROUNDS * magic.COINS_A_ROUND),
    lambda: magic.use_magic(bob().with_(recent_magic=9_999)),
    lambda: spiffs.set_right(bob(), 10_000, "", TODAY),
    lambda: spiffs.set_right(bob().with_(spiffs=3), -3, "", TODAY),
    lambda: spiffs.set_right(bob().with_(spiffs=9_999), 1, "", TODAY),
    lambda: gift(1),
    lambda: gift(100),
    lambda: edits.set_movement(bob(), 1_000, 1_000),
    lambda: edits.set_movement(bob(), 0),
    lambda: told("name", "x" * 200),
    lambda: told("note", "x" * 2_000),
    lambda: edits.set_die_text(bob(), 0, "name", "x" * 200),
    lambda: edits.set_die_text(bob(), 0, "note", "x" * 2_000),
    lambda: edits.set_text(bob(), "notes", "x" * 200_000),
    lambda: values.retag(bob(), [f"{'x' * 38}{n}" for n in range(10, 30)]),
    lambda: injuries.add_item(armed(*(SWORD,) * (injuries.MOST_ITEMS - 1)), SWORD),
    lambda: seasons.add_asset(bob().with_(assets=(Asset(name="A"),) * 99), "B", season=None),
]


@for_each("act", AT_THE_LIMIT)
def test_what_is_just_at_a_limit_is_allowed(act):
    assert act() != bob()


def test_more_tags_than_a_character_bears_are_refused():
    assert refused("too-many-tags", values.retag, bob(), map(str, range(21))) == reason("too-many-tags", "", most=20)

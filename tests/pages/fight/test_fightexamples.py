"""The rulebook's examples of a fight, played on the Fight page from adding fighters to closing the round."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.rules.bones.fight.fighters import Health, How
from bones_desktop.rules.bones.injury.injuries import suffer
from bones_desktop.storage.files.characterfile import read_character
from bones_desktop.storage.files.locations import Locations
from tests.support.battle import LEFT, Battle, armed, blank, named
from tests.support.people import bob

DEFENDS, NOTHING = "defend", "none"


@pytest.fixture
def battle(seat_of_the_module: Battle) -> Battle:
    seat_of_the_module.begin()
    return seat_of_the_module


def test_ex_14_the_crossbow_fight(battle: Battle) -> None:
    battle.shelve(armed(bob(), "longbow"))
    battle.add(("Goblin", 1))
    [goblin] = battle.foes
    battle.arm(goblin, "short-bow")
    battle.says("bob", How.MISSILE, goblin)
    battle.says(goblin, How.MISSILE, "bob")
    battle.shows(bob=[1, 2, 6, 4, 4], **{goblin: [1, 3, 2]})
    # What can be put to one use only lies there already.
    assert battle.fight.round.allot["bob"] == {"3": ("defend",), "5": (f"attack {goblin}",)}
    assert battle.reading.order == (goblin, "bob")
    battle.allots(goblin, {1: "attack bob", 3: "attack bob"})
    battle.allots("bob", {1: DEFENDS, 2: f"attack {goblin}"})
    battle.said.clear()
    found = battle.closes()
    assert battle.said == ["Round 1: Goblin loses 2 dice: incapacitated"]
    assert found.taken == {"bob": 0, goblin: 2}
    assert found.net == {"bob": {goblin: 2}, goblin: {"bob": 0}}
    assert battle.state(goblin) is Health.INCAPACITATED
    assert battle.state("bob") is Health.HALE


@pytest.mark.parametrize(
    ("faces", "taken", "net"),
    [([1, 2, 1, 4], 1, 1), ([1, 2, 1, 1], 0, 2), ([1, 2, 3, 4], 2, 0)],
    ids=["ex_15", "ex_16", "ex_17"],
)
def test_ex_15_to_17_the_chandelier(battle: Battle, faces: list[int], taken: int, net: int) -> None:
    battle.shelve(bob())
    battle.write("Steve - 4D: " + "; ".join(["U, P, Melee, Melee, Melee, Melee"] * 4))
    battle.says("steve", How.MELEE, "bob")
    battle.says("bob", How.TASK, skill="maneuver", difficulty="average", nulls=2, evades=True)
    battle.shows(bob=faces, steve=[3, 3, 3, 3])
    assert ("Success by" in battle.page.board.story.toPlainText()) == (net > 0)
    found = battle.closes()
    assert found.taken == {"bob": taken, "steve": 0}
    assert found.net["bob"]["bob"] == net
    assert len(read_character(Locations.under(battle.folder).characters / "Bob.bones").value.lost) == taken


@pytest.mark.parametrize(("metres", "damage"), [(5, 0), (10, 1), (15, 2)])
def test_ex_18_and_34_a_griffon_without_wings_falls(battle: Battle, metres: int, damage: int) -> None:
    battle.add(("Griffon", 1))
    battle.choose("griffon")
    QTest.mouseClick(battle.page.declare.stands, LEFT)
    dialog = battle.dialog()
    for chip in (dialog.fields["die.0"], dialog.fields["die.1"]):
        QTest.mouseClick(chip, LEFT)
    dialog.fields["flying_m"].setValue(metres)
    dialog.accept()
    battle.says("griffon", How.NONE)
    battle.shows(griffon=[1] * 5)
    found = battle.closes()
    assert found.taken["griffon"] == damage
    assert len(battle.fighter("griffon").character.lost) == 2 + damage
    assert battle.fighter("griffon").flying_m == 0


def test_ex_34_wings_lost_in_the_round_end_the_flight(battle: Battle) -> None:
    killer = "universal,physical,melee,melee,missile,defend"
    battle.shelve(armed(named("Archer", killer, killer), "longbow"))
    battle.add(("Griffon", 1))
    battle.choose("griffon")
    QTest.mouseClick(battle.page.declare.stands, LEFT)
    battle.dialog().fields["flying_m"].setValue(15)
    battle.dialog().accept()
    battle.says("archer", How.MISSILE, "griffon")
    battle.says("griffon", How.NONE)
    battle.shows(archer=[5, 5, 6], griffon=[1, 1, 5, 5, 5, 5, 5])
    battle.allots("griffon", dict.fromkeys(range(3, 8), NOTHING))
    battle.loses("griffon", 1, 2)
    found = battle.closes()
    assert found.taken["griffon"] == 4
    assert {0, 1} < {each.die for each in battle.fighter("griffon").character.lost}


@pytest.mark.parametrize("friends", [1, 3], ids=["ex_19", "ex_20"])
def test_ex_19_and_20_shooting_into_a_melee(battle: Battle, friends: int) -> None:
    fighter = "universal,physical,melee,defend,missile,maneuver"
    battle.shelve(named("Sven", *[fighter] * 4))
    battle.add(("Goblin", friends + 1))
    *fellows, archer = battle.foes
    battle.arm(archer, "short-bow")
    for each in fellows:
        battle.says(each, How.MELEE, "sven")
    battle.says(archer, How.MISSILE, "sven")
    battle.says("sven", How.NONE)
    battle.shows(sven=[5, 5, 5, 5], **{each: [3, 3] for each in fellows}, **{archer: [6, 6, 1]})
    found = battle.closes()
    assert found.net[archer]["sven"] == 4 - friends


@pytest.mark.parametrize(("how", "hits"), [(How.MELEE, {1, 2}), (How.MISSILE, {3, 4})])
def test_ex_21_the_dagger(battle: Battle, how: How, hits: set[int]) -> None:
    battle.shelve(armed(blank("Bob"), "dagger"))
    battle.write("Loaf - 4D: " + "; ".join(["Blank x6,"] * 4))
    for shown in range(1, 7):
        battle.page.begin_again()
        if not battle.declared("bob"):
            battle.says("bob", how, "loaf")
            battle.says("loaf", How.NONE)
        battle.shows(bob=[1, shown], loaf=[1, 1, 1, 1])
        if shown in hits:
            battle.allots("bob", {2: "attack loaf"})
        assert battle.reading.taken["loaf"] == (shown in hits)


def test_ex_22_leather_is_as_in_the_tables(battle: Battle) -> None:
    battle.shelve(armed(blank("Bob"), "light-armour"))
    battle.write("Brute - 1D: Melee x6,")
    for shown in range(1, 7):
        battle.page.begin_again()
        if not battle.declared("brute"):
            battle.says("brute", How.MELEE, "bob")
            battle.says("bob", How.NONE)
        battle.shows(bob=[1, shown], brute=[1])
        battle.allots("brute", {1: "attack bob"})
        assert battle.reading.pairs.pairs["brute", "bob"].damage == (shown not in {1, 3})


def test_ex_22_leather_absorbs_a_blow_and_is_ruined(battle: Battle) -> None:
    battle.shelve(armed(blank("Bob"), "light-armour"))
    battle.write("Brute - 1D: Melee x6,")
    battle.says("brute", How.MELEE, "bob")
    battle.says("bob", How.NONE)
    battle.shows(bob=[1, 6], brute=[1])
    battle.allots("brute", {1: "attack bob"})
    assert battle.reading.taken["bob"] == 1
    battle.answers("bob", "absorbs Brute")
    found = battle.closes()
    assert found.taken["bob"] == 0
    assert not read_character(Locations.under(battle.folder).characters / "Bob.bones").value.equipment


def test_ex_23_boots_of_stealth(battle: Battle) -> None:
    sneak = "universal,physical,stealth,stealth,stealth,perception"
    battle.shelve(armed(named("Bob", sneak), "boots-of-stealth"))
    for shown in range(1, 7):
        battle.page.begin_again()
        if not battle.declared("bob"):
            battle.says("bob", How.TASK, skill="stealth", nulls=0)
        battle.shows(bob=[3, shown])
        assert battle.reading.net["bob"]["bob"] == 1 + (shown <= 3)


def test_ex_24_the_wall_of_flame_is_a_use_of_magic_each_turn(battle: Battle) -> None:
    battle.shelve(bob())
    for uses in (1, 2):
        battle.says("bob", How.TASK, skill="magic", nulls=0)
        battle.shows(bob=[3, 3, 3, 3])
        battle.closes()
        assert battle.fighter("bob").character.recent_magic == uses


@pytest.mark.parametrize(("magnitude", "obeys"), [(3, True), (4, False)])
def test_ex_28_wicked_wanda(battle: Battle, magnitude: int, obeys: bool) -> None:
    battle.shelve(bob())
    wanda = "; ".join(["U, M, Magic, Magic, Social, Social"] * 4)
    battle.write(f"Wanda - 5D: {wanda}; U, M, Magic, Social, Social, Social")
    battle.says("wanda", How.MIND, "bob", magnitude=magnitude)
    battle.says("bob", How.NONE)
    throws = [(each.who, each.purpose.value) for each in battle.document.open_throws]
    shown = {"wanda": [3, 3, 3, 1, 2], "bob": []}
    for who, purpose in throws:
        if who == "bob":
            shown["bob"] += [1, 3, 2, 3] if purpose == "resistance" else [4, 4, 4, 4]
    battle.shows(**shown)
    battle.allots("wanda", {4: "attack bob", 5: "attack bob"})
    assert battle.reading.net["wanda"] == {"bob": 3}
    told = battle.page.board.story.toPlainText()
    assert ("refuses" in told) != obeys, told
    assert battle.closes().taken == {"wanda": 0, "bob": 0}


def test_ex_29_and_30_fried_goblin(battle: Battle) -> None:
    battle.shelve(bob())
    battle.add(("Goblin", 2))
    first, second = battle.foes
    for each in (first, second):
        battle.says(each, How.MELEE, "bob")
    battle.says("bob", How.MAGIC, first, second)
    battle.shows(bob=[2, 3, 2, 3], **{first: [1, 2], second: [1, 3]})
    assert battle.reading.order == (first, second, "bob")
    battle.allots(first, {1: "attack bob", 2: "attack bob"})
    battle.allots(second, {1: DEFENDS})
    aims = [f"attack {first}", *[f"attack {second}"] * 3]
    battle.allots("bob", dict(enumerate(aims, 1)))
    battle.choose(first)
    battle.page.board.tabs.setCurrentIndex(1)
    riders = battle.page.board.damage.riders.actions()
    next(each for each in riders if each.text() == "Flaming").trigger()
    battle.loses("bob", 1, 3)
    battle.loses(first, 1)
    found = battle.closes()
    assert found.taken == {"bob": 2, first: 1, second: 2}
    assert [battle.state(who) for who in ("bob", first, second)] == [
        Health.HURT, Health.HURT, Health.INCAPACITATED,
    ]  # fmt: skip
    assert [each.name for each in battle.fighter(first).character.hindering] == ["Flaming"]
    battle.says(first, How.MELEE, "bob")
    battle.says("bob", How.MAGIC, first)
    battle.shows(bob=[1, 3], **{first: [1, 3]})
    battle.allots(first, {2: "attack bob"})
    battle.allots("bob", {2: DEFENDS, 4: f"attack {first}"})
    found = battle.closes()
    assert (found.taken["bob"], found.taken[first]) == (0, 1)
    assert battle.state(first) is Health.INCAPACITATED
    assert len(read_character(Locations.under(battle.folder).characters / "Bob.bones").value.lost) == 2


def test_ex_36_grumpy_reads_his_icon_as_one_thing(battle: Battle) -> None:
    grumpy = named("Grumpy", "universal,dwarf,craft,craft,craft,craft", race="Dwarf", racial_icon="dwarf")
    battle.shelve(grumpy)
    battle.write("Brute - 1D: Melee x6,")
    battle.says("brute", How.MELEE, "grumpy")
    battle.says("grumpy", How.MELEE, "brute")
    battle.shows(grumpy=[2], brute=[1])
    battle.allots("brute", {1: "attack grumpy"})
    battle.reads_as("grumpy", "Defend (Slam): 1 success")
    battle.trigger("undo")
    battle.allots("grumpy", {1: DEFENDS})
    assert battle.reading.taken == {"grumpy": 0, "brute": 0}
    battle.trigger("undo")
    battle.allots("grumpy", {1: "attack brute"})
    assert battle.reading.taken == {"grumpy": 1, "brute": 1}
    battle.trigger("undo")
    for reading in ("Craft (Master): no success", "Perception (Night Vision): no success"):
        battle.reads_as("grumpy", reading)
        assert battle.reading.taken == {"grumpy": 1, "brute": 0}
        battle.trigger("undo")


def test_the_board_shows_who_is_awaited(battle: Battle) -> None:
    battle.shelve(bob())
    battle.add(("Goblin", 2))
    first, second = battle.foes
    battle.page.roster.choose_row(first)
    QTest.mouseClick(battle.page.nearest, LEFT)
    battle.shows(bob=[1, 1, 4, 4], **{first: [3, 4], second: [1, 1]})
    board = battle.page.board
    # Nothing that the first shows counts, so it is the second who is asked.
    assert board.who == second
    assert board.allot.text().count("To place") == 2
    battle.choose(first)
    assert board.allot.text().count("No use") == 2
    QTest.keyClick(board, Qt.Key.Key_G)
    assert board.who == "bob"
    battle.press()
    told = board.story.toPlainText()
    found = battle.reading
    for who in found.wounds.values():
        if len(who.dice) == 1:
            assert f"Loses die {who.dice[0] + 1}." in told
        elif who.dice:
            assert "Loses 2 dice: {}.".format(", ".join(str(place + 1) for place in sorted(who.dice))) in told


def test_a_wound_from_before_is_taken_along(battle: Battle) -> None:
    battle.shelve(suffer(bob(), die=0))
    battle.add(("Goblin", 1))
    QTest.mouseClick(battle.page.nearest, LEFT)
    battle.shows(bob=[4, 4, 4], **{battle.foes[0]: [3, 3]})
    assert battle.fight.round.faces["bob"] == (None, 4, 3, 4)


@pytest.mark.parametrize(("icon", "skill"), [("pyramid", "maneuver"), ("guilder", "stealth"), ("captain", "sailor")])
def test_a_success_is_lent_on_the_board(battle: Battle, icon: str, skill: str) -> None:
    battle.shelve(blank("Ann", ",".join([icon] * 6)), blank("Bert", ",".join([skill] * 6)))
    battle.write("Brute - 1D: Melee x6,")
    battle.says("ann", How.MELEE, "brute")
    battle.says("bert", How.TASK, skill=skill, nulls=0)
    battle.says("brute", How.NONE)
    battle.shows(ann=[1, 1], bert=[1, 1], brute=[1])
    before = battle.reading.net["bert"]["bert"]
    battle.allots("ann", {1: "lend bert"})
    assert battle.reading.net["bert"]["bert"] == 2
    assert before in {1, 2}  # what can be lent only lies there already

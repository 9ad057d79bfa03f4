"""Details of the Fight page: the roster, fighters who have not declared, and the result of the last round."""

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest

from bones_desktop.pages.fight.rosterview import EDGE
from bones_desktop.pages.fight.standing import StandingDialog
from bones_desktop.rules.bones.book.character import LostDie
from bones_desktop.rules.bones.fight import roster
from bones_desktop.rules.bones.fight.fighters import How
from tests.support.battle import LEFT, Battle, armed, blank, named
from tests.support.people import bob

ARCHER = "universal,physical,melee,melee,missile,defend"


@pytest.fixture
def battle(seat_of_the_module):
    seat_of_the_module.begin()
    return seat_of_the_module


def lay_out(battle: Battle, who: str) -> None:
    """Take a fighter all his dice."""
    character = battle.fighter(who).character
    lost = tuple(LostDie(die=place) for place in range(len(character.dice)))
    battle.document.apply("", lambda fight: roster.change(fight, who, character=character.with_(lost=lost)))


def details_of(battle: Battle) -> str:
    dialog = battle.dialog()
    assert isinstance(dialog, StandingDialog)
    name = dialog.heading.text()
    dialog.accept()
    battle.app.processEvents()
    return name


def test_alike_fighters_have_details_without_being_unfolded(battle: Battle) -> None:
    battle.add(("Goblin", 3))
    battle.page.roster.choose_row(battle.foes[0])
    assert battle.page.roster.chosen == tuple(battle.foes)
    QTest.mouseClick(battle.page.declare.stands, LEFT)
    menu = battle.page.declare.stands_menu
    names = [f"Goblin {n}" for n in (1, 2, 3)]
    assert [each.text().replace("&", "") for each in menu.actions()] == [*names, "All of them"]
    menu.actions()[1].trigger()
    menu.close()
    assert "Goblin 2" in details_of(battle)
    assert battle.page.roster.chosen == tuple(battle.foes)


def test_who_is_out_has_details_too(battle: Battle) -> None:
    battle.shelve(bob())
    battle.add(("Goblin", 1))
    [goblin] = battle.foes
    lay_out(battle, goblin)
    battle.choose(goblin)
    bar = battle.page.declare
    assert "incapacitated" in bar.nothing.text()
    assert not bar.fields["how"].isVisible()
    QTest.mouseClick(bar.stands, LEFT)
    assert "Goblin" in details_of(battle)
    battle.choose("bob")
    assert bar.fields["how"].isVisible()
    assert bar.stands.isVisible()


def test_who_has_not_declared_is_named_by_kind(battle: Battle) -> None:
    battle.shelve(bob())
    battle.add(("Goblin", 6))
    assert battle.page.bar.awaited.full_text == "Not declared: Goblin ×6, Bob"
    battle.says(battle.foes[2], How.NONE)
    assert battle.page.bar.awaited.full_text == "Not declared: Goblin ×5, Bob"


def test_how_the_last_round_went_stands_below_what_is_declared(battle: Battle) -> None:
    battle.shelve(named("Ann", ARCHER))
    battle.write("Brute - 1D: Melee x6,")
    last = battle.page.last_round
    assert not last.isVisible()
    battle.says("brute", How.MELEE, "ann")
    battle.says("ann", How.NONE)
    battle.shows(ann=[2], brute=[1])
    battle.allots("ann", {1: "none"})
    battle.closes()
    assert last.isVisible()
    assert (last.button.text(), last.said.full_text) == ("Round 1", "Ann loses 1 die: incapacitated")
    assert not last.story.isVisible()
    QTest.mouseClick(last.button, LEFT)
    assert last.story.isVisible()
    assert "Brute: Damage to Ann: 1." in last.story.toPlainText()
    battle.trigger("undo")
    assert not last.isVisibleTo(battle.page)


def test_all_attack_as_they_do_best(battle: Battle) -> None:
    battle.shelve(bob())
    battle.shelve(armed(blank("Cid", ARCHER), "short-bow"), first=1)
    battle.shelve(armed(named("Eve", "universal,mental,magic,magic,magic,blank"), "dagger"), first=2)
    battle.write("Brute - 3D: " + "; ".join(["Melee x6,"] * 3))
    QTest.mouseClick(battle.page.nearest, LEFT)
    found = {each.who: each.how for each in battle.fight.round.declarations}
    assert found == {"bob": How.MAGIC, "cid": How.MISSILE, "eve": How.MAGIC, "brute": How.MELEE}


def test_all_attack_as_does_most_damage_whatever_was_done_before(battle: Battle) -> None:
    battle.shelve(bob())
    battle.write("Brute - 3D: " + "; ".join(["Melee x6,"] * 3) + "\n\nOther - 2D: " + "; ".join(["Melee x6,"] * 2))
    battle.says("bob", How.UNARMED, "other")
    QTest.mouseClick(battle.page.nearest, LEFT)
    battle.shows(bob=[4, 4, 4, 4], brute=[1, 1, 1], other=[1, 1])
    for who in ("brute", "other"):
        battle.document.apply("", lambda fight, who=who: roster.choose(fight, "allot", who, {"1": ("none",)}))
    battle.document.apply("", lambda fight: roster.choose(fight, "override", "taken.bob", 0))
    battle.closes()
    battle.page.all_attack()
    assert [each.how for each in battle.declared("bob")] == [How.MAGIC]


def test_missiles_of_nothing_are_refused_and_the_gm_may_allow_them(battle: Battle) -> None:
    battle.shelve(named("Ann", ARCHER))
    battle.write("Brute - 1D: Melee x6,")
    battle.choose("ann")
    bar = battle.page.declare
    battle.pick(bar.fields["how"], How.MISSILE)
    assert battle.refused == ["nothing-to-shoot"]
    assert not battle.declared("ann")
    QTest.mouseClick(bar.allow, LEFT)
    assert [each.how for each in battle.declared("ann")] == [How.MISSILE]
    battle.says("brute", How.NONE)
    battle.shows(ann=[5], brute=[1])
    assert battle.reading.net["ann"] == {"brute": 1}


def test_the_tick_of_who_is_done_does_not_touch_the_name(battle: Battle) -> None:
    battle.shelve(bob())
    battle.add(("Wolf", 1))
    battle.says("bob", How.NONE)
    battle.says("wolf", How.NONE)
    battle.page.throw()
    battle.page.play.suggest()
    view = battle.page.roster
    view.clearSelection()
    view.setCurrentIndex(view.rows.index(-1))
    place = next(at for at, row in enumerate(view.rows.rows) if row.who == ("bob",))
    assert view.rows.rows[place].done
    battle.app.processEvents()
    row = view.visualRect(view.rows.index(place))
    image = view.viewport().grab(QRect(row.left(), row.top() + 6, EDGE, 20)).toImage()
    ground = image.pixelColor(0, 0)

    def is_bare(x: int) -> bool:
        return all(image.pixelColor(x, y) == ground for y in range(image.height()))

    assert not all(is_bare(x) for x in range(EDGE - 3))
    assert all(is_bare(x) for x in range(EDGE - 3, EDGE))


def test_nameless_dice_are_told_by_what_is_on_them(battle: Battle) -> None:
    QTest.keyClick(battle.page.roster, Qt.Key.Key_Insert)
    dialog = battle.dialog()
    dialog.tabs.setCurrentIndex(1)
    dialog.text.setPlainText(
        "Steve - 3D: U, P, Melee, Melee, Missile, Defend; U, P, Melee, Melee, Missile, Defend; Spy"
    )
    while not dialog.add.isEnabled():
        QTest.qWait(20)
    assert "[Melee ×2, Missile, Defend] ×2" in dialog.said.text()
    assert "Die 1" not in dialog.said.text()
    dialog.accept()

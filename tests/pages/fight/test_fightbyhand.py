"""Real dice of several rolls of a round, entered together. Each face belongs to the right die."""

from collections.abc import Sequence

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.rules.bones.fight import roster
from bones_desktop.rules.bones.fight.fighters import How
from bones_desktop.rules.bones.fight.roundedits import ThrowFor
from bones_desktop.rules.reading import Role
from bones_desktop.storage.log.logentry import LogEntry
from bones_desktop.widgets.byhand.byhandstate import HandWords
from tests.support.battle import Battle, named

WANDA = "Wanda - 4D: " + "; ".join(["U, M, Magic, Magic, Social, Social"] * 4)


@pytest.fixture
def battle(seat_of_the_module: Battle) -> Battle:
    seat_of_the_module.begin()
    return seat_of_the_module


def captions(battle: Battle) -> list[str]:
    """Return what the rows of dice that are asked for are called, those of one throw said once."""
    entered = battle.page.by_hand.entered
    words = HandWords(entered, {})
    found = {entered.dice[row[0]].throw: words.side(row) for row in reversed(entered.rows)}
    return [found[number] for number in sorted(found)]


def enter(battle: Battle, *throws: Sequence[int]) -> list[str]:
    """Press B and type the faces, counted from 1, one throw after the other; return what they are called."""
    QTest.keyClick(battle.page.roster, Qt.Key.Key_B)
    if battle.page.bar.ask.question:  # some have not declared
        QTest.mouseClick(battle.page.bar.ask.yes, Qt.MouseButton.LeftButton)
    hand = battle.page.by_hand
    called = captions(battle)
    for number, shown in enumerate(throws):
        left = list(shown)
        while left:
            question = hand.entered.question
            assert question is not None
            assert {hand.entered.dice[place].throw for place in question.places} == {number}
            codes = [hand.entered.dice[place].faces[left.pop(0) - 1] for place in question.places]
            options = [option.code for option in question.options]
            answer = codes.count(options[0]) if question.counted else options.index(codes[0]) + 1
            QTest.keyClicks(hand, str(answer))
    QTest.keyClick(hand, Qt.Key.Key_Return)
    battle.app.processEvents()
    assert not battle.document.open_throws
    return called


@pytest.mark.parametrize(
    ("again", "told"),
    [([3, 3, 3, 3], "does as ordered"), ([1, 3, 3, 3], "3 is left of the magic"), ([1, 1, 1, 1], "breaks free")],
)
def test_both_throws_against_an_order_given_with_the_magic_are_entered(
    battle: Battle, again: list[int], told: str
) -> None:
    battle.shelve(named("Bob", *["universal,mental,craft,social,melee,stealth"] * 4))
    battle.write(WANDA)
    battle.says("wanda", How.MIND, "bob", magnitude=4)
    battle.says("bob", How.NONE)
    logged: list[LogEntry] = []
    battle.pages.play.journal.kept.connect(logged.append)
    called = enter(battle, [4, 4, 4, 4], [3, 3, 3, 3], [4, 4, 4, 3], again)
    assert called == ["Bob", "Wanda", "Bob resists", "Bob resists the order"]
    assert battle.fight.round.resist == {"bob": (4, 4, 4, 3)}
    assert battle.fight.round.resist_again == {"bob": tuple(again)}
    assert told in battle.page.board.story.toPlainText()
    battle.choose("bob")
    left = 4 - sum(face in {1, 2} for face in again)
    sums = f"The order of Wanda to Bob needs 4: {4 - left} resisted, {left} left of the magic"
    assert sums in battle.page.board.allot.sums.text()
    tray = battle.page.tray
    tray.skip()
    battle.app.processEvents()
    ordered = [at for at, one in enumerate(tray.round_dice) if one.purpose is ThrowFor.ORDER]
    assert [tray.contents.indices[at] + 1 for at in ordered] == again
    roles = [tray.contents.roles[at] for at in ordered]
    assert [role is Role.COUNTS for role in roles] == [face in {1, 2} for face in again]
    assert "Bob resists the order: " in logged[0].findings[0].text
    battle.closes()
    assert bool(battle.fight.encounter.ruled) is (told != "breaks free")


def test_dice_of_a_horde_are_asked_for_by_opponent(battle: Battle) -> None:
    battle.shelve(named("Ann", "universal,physical,melee,melee,missile,defend"))
    battle.shelve(named("Cid", "universal,physical,melee,melee,missile,defend"), first=1)
    battle.write("Rats - 3D: Horde x3")
    [rats] = battle.foes
    faces = [face.code for face in battle.fighter(rats).dice(battle.document.rulebook)[0].faces]
    one, other = 1, next(at for at, code in enumerate(faces, 1) if code != faces[0])
    called = enter(battle, [1], [2], [one, other, one], [other] * 3)
    assert called == ["Ann", "Cid", "Rats at Ann", "Rats at Cid"]
    assert battle.fight.round.horde_faces == {rats: {"ann": (one, other, one), "cid": (other,) * 3}}


def test_two_who_are_called_alike_keep_their_dice_apart(battle: Battle) -> None:
    die = "universal,blank,blank,blank,blank,blank"
    for number in "ab":
        who = named("Bob", die, die).with_(id=number * 32)
        battle.document.apply("", lambda fight, who=who: roster.add(fight, who, side="A", filed=True))
    battle.write("Brute - 1D: Melee x6,")
    first, second, brute = (fighter.id for fighter in battle.fight.encounter.fighters)
    called = enter(battle, [1, 1], [2, 2], [1])
    assert called == ["Bob (1)", "Bob (2)", "Brute"]
    assert battle.fight.round.faces == {first: (1, 1), second: (2, 2), brute: (1,)}


def test_two_who_rule_one_mind_are_resisted_each_by_a_throw(battle: Battle) -> None:
    battle.shelve(named("Bob", *["universal,mental,craft,social,melee,stealth"] * 4))
    battle.write(WANDA)
    battle.write(WANDA.replace("Wanda", "Vera"))
    for who in ("wanda", "vera"):
        battle.says(who, How.MIND, "bob")
    battle.says("bob", How.NONE)
    called = enter(battle, [4, 4, 4, 4], [3, 3, 3, 3], [3, 3, 3, 3], [1, 3, 3, 3], [3, 3, 3, 3])
    assert called == ["Bob", "Wanda", "Vera", "Bob resists Wanda", "Bob resists Vera"]
    battle.choose("bob")
    sums = battle.page.board.allot.sums.text()
    assert "Wanda on the mind of Bob: 4 − 1 resisted = 3" in sums
    assert "Vera on the mind of Bob: 4 − 0 resisted = 4" in sums
    tray = battle.page.tray
    tray.skip()
    battle.app.processEvents()
    resisted = [(one.opponent, tray.contents.indices[at] + 1) for at, one in enumerate(tray.round_dice)
                if one.purpose is ThrowFor.RESISTANCE]  # fmt: skip
    assert resisted == [("wanda", face) for face in (1, 3, 3, 3)] + [("vera", 3)] * 4
    battle.closes()

"""An evening of three fights played with the mouse. Files, log, undo and seal are checked afterwards."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.rules.bones.fight.fighters import Health, How, Posture
from bones_desktop.rules.fairness import verify
from bones_desktop.storage.files.characterfile import read_character
from bones_desktop.storage.files.locations import Locations
from bones_desktop.storage.log.logentry import EntryKind
from bones_desktop.storage.log.logexport import to_json
from bones_desktop.storage.log.throwlog import ThrowLog
from tests.support.battle import LEFT, Battle, armed, named
from tests.support.people import bob, ragnar

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]

ARCHER = "universal,physical,missile,missile,perception,defend"
RIDER = "universal,physical,riding,melee,defend,melee"
MOST = 12
"""Rounds that a fight is given."""


def fights_on(battle: Battle, most: int = MOST, *, again: bool = False) -> list[str]:
    """Fight, by the buttons alone, until a side is out or `most` rounds are over; return what was said of each."""
    battle.said.clear()
    for number in range(most):
        if not battle.page.nearest.isEnabled() and not battle.fight.round.declarations:
            break
        for button in (battle.page.again if again and number else None, battle.page.nearest):
            if button is not None and button.isVisible() and button.isEnabled():
                QTest.mouseClick(button, LEFT)
        assert battle.page.bar.primary.text() == "Roll for everyone"
        battle.press()
        if battle.page.board.gm.isVisible():
            QTest.mouseClick(battle.page.board.gm, LEFT)
        battle.closes()
    return list(battle.said)


def held(folder: Path, who: str):
    return read_character(Locations.under(folder).characters / f"{who}.bones").value


def out(battle: Battle, side: str) -> bool:
    able = {Health.HALE, Health.HURT}
    return not any(f.side == side and battle.state(f.id) in able for f in battle.fight.encounter.fighters)


def test_an_evening_of_three_fights(qapp, tmp_path: Path) -> None:
    with Battle(tmp_path) as battle:
        battle.pages.rename("Four goblins")
        battle.shelve(armed(bob(), "sword"), armed(ragnar().with_(name="Sven"), "sword", "buckler"))
        battle.add(("Goblin", 4))
        told = fights_on(battle)
        assert told
        assert out(battle, "A") or out(battle, "B") or battle.fight.encounter.round == MOST + 1
        for who in ("Bob", "Sven"):
            assert held(tmp_path, who) == battle.fighter(who.lower()).own
        # The last round is given back whole, and comes again.
        before = {who: held(tmp_path, who) for who in ("Bob", "Sven")}
        after = battle.fight
        battle.trigger("undo")
        assert battle.fight.encounter.round == after.encounter.round - 1
        battle.trigger("redo")
        assert battle.fight == after
        assert {who: held(tmp_path, who) for who in before} == before

        battle.pages.new("The swarm and the griffon")
        battle.shelve(
            armed(named("Gawain", *[RIDER] * 5), "spear", "full-shield"),
            armed(named("Robin", *[ARCHER] * 5), "longbow"),
            first=3,
        )
        battle.add(("Horse", 1), ("Threatening horde", 1), ("Griffon", 1))
        horse = battle.foes[0]
        battle.choose(horse)
        battle.details(lambda dialog: battle.pick(dialog.fields["side"], "A"))
        battle.choose("gawain")
        battle.details(lambda dialog: battle.pick(dialog.fields["on"], horse))
        assert battle.fighter("gawain").on == horse
        battle.choose("gawain")
        battle.details(lambda dialog: battle.pick(dialog.fields["posture"], Posture.MOUNTED))
        battle.choose("griffon")
        battle.details(lambda dialog: dialog.fields["flying_m"].setValue(10))
        battle.says("robin", How.MISSILE, "griffon", distance_m=60)
        told = fights_on(battle, 4)
        assert told
        for who in ("Gawain", "Robin"):
            assert held(tmp_path, who) == battle.fighter(who.lower()).own

        battle.pages.new("Wanda")
        battle.shelve(named("Joe", *["universal,mental,magic,magic,defend,scholar"] * 4), first=5)
        battle.write("Wanda - 5D: " + "; ".join(["U, M, Magic, Magic, Social, Defend"] * 5))
        battle.add(("Knight", 1))
        battle.arm("knight", "heavy-armour")
        battle.says("wanda", How.MIND, "joe")
        battle.says("joe", How.MAGIC, "knight")
        told = fights_on(battle, 3, again=True)
        assert held(tmp_path, "Joe").recent_magic
        assert battle.fight.encounter.round >= 2
        battle.window.show_page("log")
        battle.program.pages.room.end_evening()

    log = ThrowLog(Locations.under(tmp_path).roll_log, lambda: datetime.now(UTC))
    throws = [entry for entry in log.latest() if entry.kind is EntryKind.THROW]
    titles = [entry.title for entry in throws]
    for name in ("Four goblins, round 1", "The swarm and the griffon, round 1", "Wanda, round 1"):
        assert titles.count(name) == 2, titles  # the throw, and what came of it
    story = "\n".join(each.text for entry in throws for each in entry.findings)
    for words in ("Attacks Goblin", "dice left"):
        assert words in story
    [evening] = log.evenings()
    assert verify(log.sealed(evening), log.draws(evening.id)).sound
    exported = json.loads(to_json(throws, [evening]))
    assert evening.seed.hex() in json.dumps(exported)
    drawn = {draw.number: draw.indices for draw in log.draws(evening.id)}
    for entry in throws:
        if entry.number:
            assert tuple(die.index for die in entry.dice) == drawn[entry.number]
    log.close()


def test_an_evening_by_the_keys_alone(qapp, tmp_path: Path) -> None:
    with Battle(tmp_path) as battle:
        battle.shelve(armed(bob(), "sword"), armed(ragnar().with_(name="Sven"), "sword", "buckler"))
        battle.add(("Goblin", 4))

        def key(*keys: Qt.Key) -> None:
            for each in keys:
                focus = battle.app.focusWidget()
                QTest.keyClick(focus if focus is not None and focus.isVisible() else battle.page.roster, each)
                battle.app.processEvents()

        battle.page.roster.setFocus()
        for number in range(MOST):
            if out(battle, "A") or out(battle, "B"):
                break
            at = battle.fight.encounter.round
            key(Qt.Key.Key_L, Qt.Key.Key_N, Qt.Key.Key_Space)
            assert battle.fight.has_begun, number
            key(Qt.Key.Key_G)
            for _ in range(20):
                if not battle.page.board.who or not battle.page.board.allot.uses():
                    break
                waiting = [each for each in battle.page.board.allot.chips if each.isVisible() and each.look.waiting]
                if not waiting:
                    break
                key(Qt.Key.Key_A)
            for _ in range(3):
                if battle.fight.encounter.round == at:
                    key(Qt.Key.Key_Space)
            assert battle.fight.encounter.round == at + 1, number
        battle.trigger("undo")
        for who in ("Bob", "Sven"):
            assert held(tmp_path, who) == battle.fighter(who.lower()).own

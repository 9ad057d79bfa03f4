"""The dialog with a fighter's details: equipment, lost and regained dice, hindering dice, and the fighter's file."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest

from bones_desktop.pages.fight.rosterview import RosterRows
from bones_desktop.rules.bones.fight.fighters import Posture, Ruled
from bones_desktop.rules.bones.fight.roster import surroundings
from bones_desktop.storage.files.characterfile import read_character
from tests.support.people import bob

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def seat(seat_of_the_module):
    seat_of_the_module.begin(bob().with_(id="b" * 32), who=[("Bob", 1), ("Wolf", 4)])
    return seat_of_the_module


def edit(seat, who):
    seat.page.roster.choose(who)
    QTest.keyClick(seat.page.roster, Qt.Key.Key_Return)
    seat.app.processEvents()
    return seat.dialog()


def press(editor, row, text):
    chip = next(chip for chip in chips(editor, row) if chip.accessibleName() == text)
    QTest.mouseClick(chip, LEFT)


def on_file(seat):
    return read_character(seat.pages.file_of("b" * 32)).value


def chips(editor, row):
    return [chip for id, chip in editor.fields.items() if id.startswith(f"{row}.") and not chip.isHidden()]


def texts(editor, row):
    return [chip.accessibleName() for chip in chips(editor, row)]


def test_what_is_lent_to_a_character_with_a_file_stays_out_of_it(seat):
    before = on_file(seat)
    editor = edit(seat, "bob")
    seat.pick(editor.fields["lend"], "spear")
    lent = seat.fighter("bob")
    assert lent.character.equipment[-1].printed == "spear"
    assert lent.at_hand[-1] == len(before.equipment)
    assert on_file(seat) == before
    seat.page.all_attack()
    seat.show_faces()
    seat.pages.play.suggest()
    assert seat.pages.play.close()
    hurt = on_file(seat)
    assert hurt.lost
    assert hurt.equipment == before.equipment
    assert seat.fighter("bob").character.equipment[-1].printed == "spear"
    seat.pages.play.look_again()
    assert seat.fighter("bob").own == hurt
    press(editor, "item", texts(editor, "item")[-1])
    assert seat.fighter("bob").character == hurt


def test_dice_are_lost_and_come_back_in_the_file_too(seat):
    editor = edit(seat, "bob")
    names = texts(editor, "die")
    press(editor, "die", names[1])
    assert [each.die for each in on_file(seat).lost] == [1]
    assert [each.die for each in seat.fighter("bob").character.lost] == [1]
    press(editor, "die", names[1])
    assert not on_file(seat).lost
    seat.trigger("undo")
    assert [each.die for each in on_file(seat).lost] == [1]
    seat.trigger("undo")
    assert not on_file(seat).lost


def test_hindering_dice_come_and_go(seat):
    editor = edit(seat, "bob")
    seat.pick(editor.fields["hinder"], "poison")
    assert [die.name for die in on_file(seat).hindering] == texts(editor, "along")
    press(editor, "along", texts(editor, "along")[0])
    assert not on_file(seat).hindering
    assert not seat.fighter("bob").character.hindering


def test_a_file_that_cannot_be_written_keeps_its_dice(seat, monkeypatch):
    from bones_desktop.storage.files.textfiles import FileProblem

    def full(_self, path, *_rest, **_more):
        raise FileProblem("disk-full", path)

    editor = edit(seat, "bob")
    with monkeypatch.context() as patched:
        patched.setattr(type(seat.pages.play._anyone), "apply", full)
        press(editor, "die", texts(editor, "die")[0])
    assert not seat.fighter("bob").character.lost
    assert chips(editor, "die")[0].isChecked()


def test_posture_mount_size_height_and_distance(seat):
    editor = edit(seat, "bob")
    seat.pick(editor.fields["posture"], Posture.PRONE)
    seat.pick(editor.fields["on"], "wolf-1")
    QTest.mouseClick(editor.fields["war_trained"], LEFT)
    editor.fields["size"].setValue(2)
    seat.pick(editor.fields["other"], "wolf-2")
    editor.fields["apart"].setValue(8)
    stands = seat.fighter("bob")
    assert (stands.posture, stands.on, stands.war_trained, stands.size) == (Posture.PRONE, "wolf-1", True, 2)
    assert seat.fight.encounter.stated("bob", "wolf-2") == 8
    assert "flying_m" not in editor.fields


def test_who_gets_a_mount_sits_on_it_and_it_fights_for_him(seat):
    assert seat.fighter("wolf-1").side == "B"
    editor = edit(seat, "bob")
    seat.pick(editor.fields["on"], "wolf-1")
    assert seat.fighter("bob").posture is Posture.MOUNTED
    assert seat.fighter("wolf-1").side == seat.fighter("bob").side
    seat.page.all_attack()
    [its] = seat.declared("wolf-1")
    assert its.whom in seat.foes
    seat.trigger("undo")
    seat.trigger("undo")
    assert (seat.fighter("bob").on, seat.fighter("wolf-1").side) == ("", "B")


def test_a_mind_that_is_ruled_is_shown_and_can_be_released(seat):
    held = (Ruled(by="wolf-1", whom="bob", standing=5, net=3),)
    seat.document.apply("Rule", lambda fight: surroundings(fight, ruled=held))
    rows = {row.key: row for row in RosterRows(seat.document, ()).all()}
    assert rows["bob"].state.endswith("ruled by Wolf 1 (3)")
    editor = edit(seat, "bob")
    assert editor.fields["ruled"].isVisible()
    QTest.mouseClick(editor.fields["ruled"], LEFT)
    assert seat.document.fight.encounter.ruled == ()
    assert not editor.fields["ruled"].isVisible()


def test_details_are_reached_by_mouse(seat):
    seat.page.roster.choose("bob")
    QTest.mouseClick(seat.page.declare.stands, LEFT)
    assert seat.dialog().heading.text() == "Bob"
    seat.dialog().close()
    place = seat.page.roster.visualRect(seat.page.roster.currentIndex()).center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, seat.page.roster.viewport().mapToGlobal(place))
    seat.app.sendEvent(seat.page.roster.viewport(), event)
    menu = seat.app.activePopupWidget()
    assert [action.text().replace("&", "") for action in menu.actions()] == ["Details…", "Remove from the fight"]
    menu.actions()[1].trigger()
    menu.close()
    assert "bob" not in {fighter.id for fighter in seat.fight.encounter.fighters}


def test_the_roster_says_who_is_hidden(seat):
    editor = edit(seat, "bob")
    QTest.mouseClick(editor.fields["hidden"], LEFT)
    assert seat.fighter("bob").hidden
    assert seat.page.roster.rows.rows[1].state == "unhurt, hidden"


def test_the_enchanted_vest_is_put_on_and_taken_off(seat):
    """EQP-9."""
    editor = edit(seat, "bob")
    QTest.mouseClick(editor.fields["vest"], LEFT)
    assert seat.fighter("bob").vest
    assert editor.fields["vest"].isChecked()
    QTest.mouseClick(editor.fields["vest"], LEFT)
    assert not seat.fighter("bob").vest


def test_cover_is_kept_with_who_has_it(seat):
    editor = edit(seat, "bob")
    editor.fields["cover"].setValue(40)
    editor.accept()
    assert seat.fighter("bob").cover == 40
    row = next(row for row in RosterRows(seat.document, ()).all() if row.key == "bob")
    assert "40 % cover" in row.state


def test_alike_fighters_stand_alike_at_once(seat):
    seat.page.roster.choose_row("wolf-1")
    wolves = seat.page.roster.chosen
    assert len(wolves) == 4
    QTest.mouseClick(seat.page.declare.stands, LEFT)
    menu = seat.page.declare.stands_menu
    [everybody] = [action.menu() for action in menu.actions() if action.menu()]
    for words in ("Prone", "40 % cover", "Hidden from the players"):
        next(action for action in everybody.actions() if action.text().replace("&", "") == words).trigger()
    menu.close()
    assert {(seat.fighter(who).posture, seat.fighter(who).cover, seat.fighter(who).hidden) for who in wolves} == {
        (Posture.PRONE, 40, True)
    }
    row = next(row for row in RosterRows(seat.document, ()).all() if row.folds)
    assert row.state == "unhurt, prone, 40 % cover, hidden"
    seat.trigger("undo")
    seat.trigger("undo")
    assert {(seat.fighter(who).posture, seat.fighter(who).cover) for who in wolves} == {(Posture.PRONE, 0)}

"""The other side of an opposed task."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.pages.table.taskfields import OUT
from bones_desktop.pages.table.taskstrip import TaskStrip
from bones_desktop.play.bones.played import ChosenOpponent, Opponent
from bones_desktop.rules.bones.injury.injuries import add_printed_item, lose
from bones_desktop.rules.bones.reading.requests import Request
from bones_desktop.storage.files.characterfile import write_character
from bones_desktop.storage.shelfcatalogue import Shelf
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.fighters import NUMBER
from tests.support.focushome import is_home, make_home
from tests.support.people import bob, ragnar
from tests.support.rulebooks import rulebook
from tests.support.strips import their_items

OTHER = "f" * 32


@pytest.fixture
def shelf(tmp_path):
    shelf = Shelf(tmp_path)
    shelf.create(ragnar())
    shelf.create(add_printed_item(rulebook(), bob().with_(id=OTHER), "sword"))
    return shelf


@pytest.fixture
def box(qtbot, shelf):
    box = TaskStrip(Theme("iron"), rulebook(), ChosenOpponent(rulebook()))
    qtbot.addWidget(box)
    box.set_shelf(lambda: shelf)
    box.show_character(ragnar())
    box.show_request(Request("melee", difficulty=""))
    box.chosen = box._chosen
    box.told = []
    box.changed.connect(lambda: box.told.append(box.request))
    box.resize(480, 450)
    box.show()
    yield box
    box.shutdown()


def pick(button, key: str) -> None:
    button.open()
    choice = next(choice for choice in button.model.rows if choice.key == key)
    button.popup.close()
    button.activated.emit(choice)


def file_of(shelf, name: str = "Bob") -> str:
    return f"file:{shelf.folder / name}.bones"


def test_at_first_it_is_a_number(box):
    assert box.opponent is None
    assert box.form.fields["against"].isVisible()
    assert box.form.fields["opponent"].current == NUMBER
    box.form.fields["against"].stepBy(2)
    assert box.told[-1] == Request("melee", difficulty="", against=2)


def test_a_stat_block_throws_its_dice(box):
    pick(box.form.fields["opponent"], "block:goblin")
    assert "against" not in box.form.shown
    assert box.told == [Request("melee", difficulty="", opponent="block:goblin")]
    assert isinstance(box.opponent, Opponent)
    assert (box.opponent.key, box.opponent.name) == ("block:goblin", "Goblin (example)")
    assert len(box.opponent.character.dice) == 2
    assert "2 dice" in box.facts.text()


def test_an_opponent_is_found_by_any_word_of_his_name(box, qtbot):
    make_home(box)
    box.form.fields["opponent"].open()
    view = box.form.fields["opponent"].popup.view
    qtbot.keyClicks(view, "drake")
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert box.opponent.name == "Fire Drake"
    assert is_home(box)


def test_the_shelf_is_found_as_a_kind(box, qtbot):
    box.form.fields["opponent"].open()
    qtbot.waitUntil(lambda: "Bob" in [choice.text for choice in box.form.fields["opponent"].model.rows])
    qtbot.keyClicks(box.form.fields["opponent"].popup.view, "shelf bo")
    assert [choice.text for choice in box.form.fields["opponent"].model.rows] == ["Bob"]
    box.form.fields["opponent"].popup.close()


def test_a_character_of_the_shelf_brings_the_usual_equipment(box, shelf):
    pick(box.form.fields["opponent"], file_of(shelf))
    assert box.opponent.name == "Bob"
    assert box.told[-1].opponent_items == (0,)
    QTest.mouseClick(their_items(box)[0], Qt.MouseButton.LeftButton)
    assert box.told[-1].opponent_items == ()


def test_the_one_who_throws_is_no_opponent_of_his_own(box):
    box.form.fields["opponent"].open()
    box.form.fields["opponent"].popup.close()
    names = [choice.text for choice in box.form.fields["opponent"].model.rows]
    assert "Bob" in names
    assert "Ragnar" not in names


def test_the_usual_skill_is_preset_and_another_may_be_chosen(box):
    box.form.answer("skill", "perception")
    assert box.form.fields["opponent_skill"].text() == "Stealth"
    assert box.request.opponent_skill == ""
    pick(box.form.fields["opponent_skill"], "outdoorsman")
    assert box.told[-1].opponent_skill == "outdoorsman"
    pick(box.form.fields["opponent"], "block:goblin")
    box.form.answer("skill", "melee")
    assert box.request.opponent_skill == "outdoorsman", "what was chosen stays"
    pick(box.form.fields["opponent_skill"], "")
    assert box.told[-1].opponent_skill == ""
    assert box.form.fields["opponent_skill"].text() == "Melee"


def test_an_opponent_who_may_not_try_is_named_with_the_reason(box):
    pick(box.form.fields["opponent"], "block:goblin")
    pick(box.form.fields["opponent_skill"], "magic")
    assert box.trouble.text() == "Goblin (example) has no fitting icon for Magic: no successes."
    assert box.opponent is not None, "he rolls all the same"
    pick(box.form.fields["opponent_skill"], "melee")
    assert not box.trouble.isVisible()


def test_the_cap_of_an_opponent_is_told(box, shelf):
    pick(box.form.fields["opponent"], file_of(shelf))
    pick(box.form.fields["opponent_skill"], "magic")
    assert box.facts.text().endswith("· cap 5")


def test_an_opponent_without_dice_has_no_successes(box, shelf):
    empty = bob().with_(id=OTHER)
    for die in range(4):
        empty = lose(empty, die)
    write_character(shelf.folder / "Bob.bones", empty)
    pick(box.form.fields["opponent"], file_of(shelf))
    assert box.trouble.text() == "Bob has no dice left: no successes."


def test_a_file_that_is_gone_says_why(box, shelf):
    key = file_of(shelf)
    pick(box.form.fields["opponent"], key)
    (shelf.folder / "Bob.bones").unlink()
    box.hide()
    box.show()
    assert box.opponent is None
    assert box.request.opponent == key
    assert box.trouble.isVisible()
    assert "Bob.bones" in box.trouble.text()


def test_a_file_that_changed_is_read_again_when_the_box_is_seen_again(box, shelf):
    pick(box.form.fields["opponent"], file_of(shelf))
    told = len(box.told)
    write_character(shelf.folder / "Bob.bones", lose(bob().with_(id=OTHER), 0))
    box.hide()
    box.show()
    assert len(box.opponent.character.available()) == 3
    assert len(box.told) == told + 1
    box.hide()
    box.show()
    assert len(box.told) == told + 1, "nothing new, nothing told"


def test_a_damaged_file_is_nobody_to_throw_against(box, shelf):
    (shelf.folder / "Broken.bones").write_text("nothing", encoding="utf-8")
    pick(box.form.fields["opponent"], file_of(shelf, "Broken"))
    assert box.opponent is None
    assert "Broken.bones" in box.trouble.text()
    assert "Broken.bones" in box.missing


def test_a_stat_block_of_a_pack_that_went_says_so(box):
    box.show_request(Request("melee", difficulty="", opponent="block:pack/nobody"))
    assert box.opponent is None
    assert "None of your packs has this opponent" in box.trouble.text()
    assert box.form.fields["opponent"].text() == "Unknown opponent"


def test_a_request_with_an_opponent_is_one_change(box, shelf):
    wanted = Request("melee", difficulty="", opponent=file_of(shelf), opponent_skill="defend", opponent_items=())
    box.show_request(wanted)
    assert box.request == wanted
    assert box.told == [wanted]


def test_of_a_mere_number_the_skill_is_asked_for_only_where_it_tells(box, shelf):
    assert "opponent_skill" not in box.form.shown
    box.form.answer("skill", "perception")
    assert box.form.fields["opponent_skill"].isVisible(), "Sixth Sense sees through Stealth"
    pick(box.form.fields["opponent_skill"], "social")
    assert box.request.opponent_skill == "social"
    box.form.answer("skill", "melee")
    assert "opponent_skill" not in box.form.shown
    assert not box.request.opponent_skill
    pick(box.form.fields["opponent"], file_of(shelf))
    assert box.form.fields["opponent_skill"].isVisible()


def test_dice_struck_off_stay_out_until_they_are_given_back(box, shelf):
    pick(box.form.fields["opponent"], "block:goblin")
    assert OUT not in box.form.shown
    box.chosen.set_wounds("block:goblin", lose(box.opponent.character, 1, "Poison"))
    assert (box.form.fields[OUT].isVisible(), box.form.fields[OUT].text()) == (True, "1 of 2 dice out")
    assert box.opponent.character.available() == (0,)
    assert len(box.told) == 2, "other numbers"
    pick(box.form.fields["opponent"], file_of(shelf))
    assert OUT not in box.form.shown
    pick(box.form.fields["opponent"], "block:goblin")
    make_home(box)
    QTest.keyClick(box.form.fields[OUT], Qt.Key.Key_Space)
    assert OUT not in box.form.shown
    assert box.opponent.character.available() == (0, 1)
    assert is_home(box)


def test_another_evening_gives_all_dice_back(box):
    pick(box.form.fields["opponent"], "block:goblin")
    box.chosen.begin_evening("seal")
    box.chosen.set_wounds("block:goblin", lose(box.opponent.character, 1))
    box.chosen.begin_evening("seal")
    assert box.opponent.character.available() == (0,)
    told = len(box.told)
    box.chosen.begin_evening("another")
    assert box.opponent.character.available() == (0, 1)
    assert len(box.told) == told + 1


def test_dice_lost_in_a_file_are_no_dice_struck_off(box, shelf):
    write_character(shelf.folder / "Bob.bones", lose(bob().with_(id=OTHER), 0))
    pick(box.form.fields["opponent"], file_of(shelf))
    assert OUT not in box.form.shown


def test_nobody_throws_against_himself(box, shelf):
    pick(box.form.fields["opponent"], file_of(shelf))
    box.show_character(bob().with_(id=OTHER))
    assert box.opponent is None
    assert box.trouble.text() == "Bob is the one who rolls. Choose another opponent."
    box.show_character(ragnar())
    assert box.opponent.name == "Bob"

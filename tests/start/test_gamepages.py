"""A character of a smaller game in the running program: made, thrown for, saved, and left for one of BONES."""

from datetime import UTC, datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit

from bones_desktop.pages.reference.entry import ReferenceSection
from bones_desktop.pages.shelf import fileactions
from bones_desktop.pages.shelf.shelfmodel import ShelfWords
from bones_desktop.rules.acts import Answers
from bones_desktop.rules.five_modes.character import Belonging
from bones_desktop.storage.files.locations import Locations
from bones_desktop.storage.games import read_any
from bones_desktop.storage.shelfentry import read_entry
from tests.support.rulebooks import rulebook
from tests.support.running import Running


class Seat(Running):
    """The program with an adventurer of Five Modes made by the dialog of New."""

    def make(self, name: str) -> None:
        self.trigger("new")
        dialog = self.dialog()
        first, search = dialog.findChildren(QLineEdit)[:2]
        search.setText("five modes")
        QTest.keyClicks(first, name)
        QTest.keyClick(first, Qt.Key.Key_Return)
        self.app.processEvents()

    @property
    def game(self):
        return self.program.games.current

    def thrown(self) -> None:
        """Write and throw all that makes an adventurer."""
        game, book, document = self.game.small.game, self.game.small.book, self.game.document
        for field, value in (("alignment", "ring"), ("die", "4")):
            document.apply(field, lambda who, f=field, v=value: game.with_field(book, who, f, v))
        for act in ("throw-defence", "throw-body", "throw-kit"):
            assert self.game.play.do(act, Answers())

    def files(self, folder):
        return {path.stem: path for path in Locations.under(folder).characters.glob("*.bones")}


@pytest.fixture
def seat(tmp_path, qapp):
    with Seat(tmp_path) as made:
        made.make("Ash")
        made.folder = tmp_path
        yield made


def test_new_makes_a_character_of_another_game_and_shows_its_pages(seat):
    assert (seat.window.game, seat.window.page) == ("five_modes", "build")
    assert seat.window.windowTitle().startswith("Ash")
    shown = {page for page, action in seat.window.actions_by_id.items() if action.isVisible()}
    assert {"build", "table", "encounter", "sheet", "shelf", "log", "reference"} <= shown
    assert "campaign" not in shown
    assert not seat.window.actions_by_id["reroll"].isEnabled()
    for page in ("table", "tracker", "sheet", "shelf", "log", "build"):
        seat.window.show_page(page)
        seat.app.processEvents()
        assert seat.window.page == page


def test_every_step_is_saved_and_can_be_undone(seat):
    seat.thrown()
    path = seat.files(seat.folder)["Ash"]
    assert read_any(path)[1].value == seat.game.document.value
    assert "Roll for the kit" in seat.window.actions_by_id["undo"].text()
    seat.window.show_page("table")
    seat.trigger("undo")
    assert seat.window.toast.text() == "Undone: Roll for the kit"
    assert not read_any(path)[1].value.rolls.kit
    seat.trigger("redo")
    assert len(read_any(path)[1].value.rolls.kit) == 3


def test_a_character_of_bones_comes_back_with_its_pages_and_history(seat):
    seat.thrown()
    files = seat.files(seat.folder)
    assert seat.program.files.work_on(files["Ragnar"])
    assert (seat.window.game, seat.window.page) == ("bones", "build")
    assert seat.window.actions_by_id["encounter"].isVisible()
    assert seat.window.actions_by_id["reroll"].isEnabled()
    assert seat.window.windowTitle().startswith("Ragnar")
    assert seat.program.files.work_on(files["Ash"])
    assert seat.window.game == "five_modes"
    assert seat.game.document.undo_stack.undoText() == "Roll for the kit"


def test_the_next_start_opens_the_game_that_was_open(tmp_path, qapp):
    with Seat(tmp_path) as first:
        first.make("Ash")
        first.thrown()
    with Seat(tmp_path) as again:
        assert (again.window.game, again.game.document.value.name) == ("five_modes", "Ash")
        assert again.game.document.undo_stack.undoText() == "Roll for the kit"


def test_space_throws_what_is_chosen_with_its_chances_shown(seat):
    seat.thrown()
    seat.window.show_page("table")
    table = seat.game.table
    for id, value in (("with-chance", 1), ("chance", 3), ("with-threat", 1), ("threat", 2)):
        table.form.answer(id, value)
    assert set(table.odds._odds.findings) == {"task", "threat", "doubles"}
    QTest.keyClick(table, Qt.Key.Key_Space)
    assert [each.id for each in seat.game.play.current.reading.findings] == ["task", "threat", "doubles"]
    assert len(table.reading.shown.findings) == 3
    seat.window.show_page("log")
    assert seat.program.pages.log.throws.view.model().rowCount() >= 4


def test_real_dice_are_put_in(seat):
    seat.thrown()
    seat.window.show_page("table")
    table = seat.game.table
    QTest.mouseClick(table.rolls["attack"], Qt.MouseButton.LeftButton)
    seat.trigger("by-hand")
    for key in "17":
        QTest.keyClick(table.by_hand, key)
    seat.trigger("throw")
    assert [each.number for each in seat.game.play.current.fallen] == [17]
    assert seat.game.play.current.by_hand


def test_players_see_how_a_roll_came_out_unless_it_is_secret(seat):
    seat.thrown()
    seat.window.show_page("table")
    table = seat.game.table
    seat.trigger("players")
    view = seat.program.campaigns.players
    QTest.keyClick(table.tray, Qt.Key.Key_Space)
    seat.app.processEvents()
    assert view.result.text.startswith("Ash: Check. ")
    assert view.tray.contents.dice == table.tray.contents.dice
    table.reading.secret.click()
    seat.app.processEvents()
    assert view.result.text == "Secret roll"
    assert not view.tray.contents.dice
    table.reading.secret.click()
    table.reading.strike.click()
    seat.app.processEvents()
    assert view.result.text.startswith("Ash: Check. Struck out: ")
    view.close()


def test_players_see_the_dice_of_a_game_that_has_no_campaign_while_one_is_open(seat):
    seat.window.show_page("campaign")
    seat.program.campaigns.page.files.create("Wolves")
    seat.thrown()
    seat.window.show_page("table")
    seat.trigger("players")
    view = seat.program.campaigns.players
    QTest.keyClick(seat.game.table.tray, Qt.Key.Key_Space)
    seat.app.processEvents()
    assert view.result.text.startswith("Ash: Check. ")
    assert view.tray.isVisible()
    view.close()


def test_files_of_any_game_are_copied_renamed_and_removed(seat):
    seat.thrown()
    seat.program.pages.shelf_actions.duplicate()
    assert seat.game.document.value.name == "Ash (copy)"
    seat.program.pages.shelf_actions.rename_to(seat.game.session.path, "Elm")
    assert seat.game.session.path.name == "Elm.bones"
    seat.window.show_page("shelf")
    seat.program.files.work_on(seat.files(seat.folder)["Elm"])
    seat.program.pages.shelf_actions.remove()
    assert "Elm" not in seat.files(seat.folder)
    assert seat.window.game in {"bones", "five_modes"}


def test_a_file_on_the_shelf_is_renamed_without_opening_it(seat):
    seat.thrown()
    ash = seat.game.session.path
    before = seat.game.document.value
    assert seat.program.files.work_on(seat.files(seat.folder)["Ragnar"])
    seat.program.pages.shelf_actions.rename_to(ash, "Elm")
    assert seat.window.game == "bones"
    elm = seat.files(seat.folder)["Elm"]
    assert read_any(elm)[1].value == before.with_(name="Elm")
    assert seat.program.files.work_on(elm)
    assert seat.game.document.undo_stack.undoText() == "Rename"
    seat.trigger("undo")
    assert read_any(elm)[1].value == before


def test_a_file_of_bones_behind_another_game_follows_its_new_name(seat):
    ragnar = seat.files(seat.folder)["Ragnar"]
    assert seat.program.session.path == ragnar
    seat.program.pages.shelf_actions.rename_to(ragnar, "Rolf")
    assert seat.window.game == "five_modes"
    assert seat.program.session.path == seat.files(seat.folder)["Rolf"]
    assert seat.program.document.character.name == "Rolf"
    assert seat.program.session.is_saved


def test_a_name_that_is_too_long_is_refused(seat):
    path = seat.game.session.path
    seat.program.pages.shelf_actions.rename_to(path, "x" * 201)
    assert seat.game.document.value.name == "Ash"
    assert seat.game.session.path == path


def test_earlier_versions_of_a_damaged_file_are_brought_back(seat):
    seat.thrown()
    path, kept = seat.game.session.path, seat.game.document.value
    seat.game.session.saved.keep_present()
    assert seat.program.files.work_on(seat.files(seat.folder)["Ragnar"])
    path.write_bytes(path.read_bytes()[:-40])
    damaged = path.read_bytes()
    assert not seat.program.files.open(path)
    seat.program.files._versions_of(path)
    dialog = seat.dialog()
    seat.button(dialog, "Bring this one back").click()
    seat.app.processEvents()
    assert seat.window.game == "five_modes"
    assert seat.game.document.value.rolls == kept.rolls
    assert seat.game.session.path != path
    assert path.read_bytes() == damaged


def test_a_file_without_a_name_takes_the_first_one_given(tmp_path, qapp, monkeypatch):
    monkeypatch.setattr(fileactions, "WAIT_MS", 40)
    with Seat(tmp_path) as seat:
        seat.make("")
        before = seat.game.session.path
        assert before.stem == "No name yet"
        seat.game.document.apply("Name", lambda who: who.with_(name="Ash"))
        seat.wait_for(lambda: seat.game.session.path == before.with_name("Ash.bones"), "the file is called Ash")
        assert not before.exists()
        assert seat.program.settings.value.last_open == str(seat.game.session.path)


def test_a_fault_says_whether_the_character_of_another_game_is_saved(seat, monkeypatch):
    monkeypatch.setattr(type(seat.game.session), "is_saved", property(lambda self: self is seat.program.session))
    seat.program.crashes.report("a fault")
    said = " ".join(label.text() for label in seat.dialog().findChildren(QLabel))
    assert "could not be saved" in said


def test_a_file_of_an_unknown_game_is_left_as_it_is(seat):
    path = seat.files(seat.folder)["Ash"]
    strange = path.with_name("Strange.bones")
    data = path.read_bytes().replace(b'"five_modes"', b'"chess"')
    strange.write_bytes(data)
    assert not seat.program.files.open(strange)
    assert seat.window.game == "five_modes"
    assert strange.read_bytes() == data


def test_a_sample_becomes_a_character_of_its_own(seat):
    seat.trigger("new")
    first, search = seat.dialog().findChildren(QLineEdit)[:2]
    QTest.keyClicks(search, "brida")
    QTest.keyClick(first, Qt.Key.Key_Return)
    seat.app.processEvents()
    sample = next(each for each in seat.game.small.samples if each.stem == "brida")
    assert seat.game.document.value.name == "Brida"
    assert seat.game.document.value.id != read_any(sample)[1].value.id
    assert seat.game.document.value.level == 3


def test_new_begins_with_the_game_that_is_open_and_another_is_chosen_by_mouse_or_keys(seat):
    seat.trigger("new")
    dialog = seat.dialog()
    titles = [dialog.games.model().index(row, 0).data() for row in range(dialog.games.model().rowCount())]
    assert dialog.games.currentIndex().data() == "Five Modes"
    spot = dialog.games.visualRect(dialog.games.model().index(titles.index("BONES"), 0)).center()
    QTest.mouseClick(dialog.games.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert dialog.games.currentIndex().data() == "BONES"
    QTest.keyClick(dialog.games, Qt.Key.Key_Down)
    assert dialog.games.currentIndex().data() == "Five Modes"
    QTest.keyClick(dialog.games, Qt.Key.Key_Up)
    QTest.keyClick(dialog.games, Qt.Key.Key_Return)
    seat.app.processEvents()
    assert seat.window.game == "bones"


def test_the_shelf_filters_games(seat):
    seat.window.show_page("shelf")
    page = seat.program.pages.shelf
    box = page.bar.kind_box
    seat.wait_for(lambda: box.findText("Five Modes") >= 0, "the shelf has read whose games they are")
    assert {each.name for each in page.model.rows} >= {"Ash", "Ragnar"}
    box.setCurrentIndex(box.findText("Five Modes"))
    assert [each.name for each in page.model.rows] == ["Ash"]
    page.bar.search.setText("five")
    assert [each.name for each in page.model.rows] == ["Ash"]


def test_dice_of_smaller_games_fly_as_the_settings_say(seat):
    for speed, gather in (("normal", False), ("quick", True), ("off", True)):
        seat.program.desk.pace.choose(speed)
        seat.program.settings.edit(gather=gather)
        assert seat.game.open_game.pace() == (speed, gather)
    assert not seat.program.dice_in_motion
    seat.program.desk.pace.choose("normal")
    seat.thrown()
    seat.window.show_page("table")
    seat.game.table.throw()
    assert seat.program.dice_in_motion
    seat.game.table.throw()
    assert not seat.game.table.tray.flying


def test_the_file_of_a_nameless_one_follows_its_name(seat, qtbot):
    seat.make("")
    game, book = seat.game.small.game, seat.game.small.book
    assert "Rowan" not in seat.files(seat.folder)
    seat.game.document.apply("Name", lambda who: game.with_field(book, who, "name", "Rowan"))
    qtbot.waitUntil(lambda: "Rowan" in seat.files(seat.folder))
    assert seat.game.session.path.stem == "Rowan"


def test_what_only_bones_has_says_so_and_tags_stay_for_its_cards(seat):
    actions = seat.window.actions_by_id
    assert not actions["veto"].isEnabled()
    assert actions["veto"].toolTip() == "Only BONES has this."
    assert actions["tags"].isEnabled()
    assert actions["players"].isEnabled()
    seat.program.games.leave()
    assert actions["veto"].isEnabled()
    assert actions["veto"].statusTip() in actions["veto"].toolTip()


def test_a_card_says_what_its_character_is(seat):
    seat.make("Ivy")
    seat.thrown()
    seat.game.session.flush()
    seat.window.show_page("shelf")
    model = seat.program.pages.shelf.model
    seat.wait_for(lambda: any(each.name == "Ivy" and each.brief for each in model.rows), "the card is filled in")
    [entry] = [each for each in model.rows if each.name == "Ivy"]
    card = model.index(model.row_of(entry.path), 0)
    assert "Five Modes" in card.data(Qt.ItemDataRole.AccessibleTextRole)
    assert "Unhurt" in card.data(Qt.ItemDataRole.AccessibleTextRole)


def cast(seat, **changes):
    """Cast with two Magic Dice: three dice strain."""
    seat.thrown()
    seat.game.document.apply("x", lambda who: who.with_(house=who.house.with_(starting_magic_dice=3), **changes))
    seat.window.show_page("table")
    seat.game.play.throw("check", Answers({"die": "8", "magic": 2, "complexity": 5, "light": 1}), (1, 6, 4, 5))
    seat.app.processEvents()
    return seat.game.table


def test_magic_dice_are_paid_for_strain_in_one_press(seat):
    table = cast(seat)
    offered = {each.text(): each for each in table.reading.row.buttons}
    assert list(offered) == [f"Spend Magic Dice ({n})" for n in (1, 2, 3)]
    QTest.mouseClick(offered["Spend Magic Dice (2)"], Qt.MouseButton.LeftButton)
    assert seat.game.document.value.magic_spent == 2
    assert len(seat.game.play.due) == 1
    assert table.reading.row.buttons == []
    seat.game.play.throw_on((3,))
    assert [each.proposal.answers.number("value") for each in seat.game.play.proposals] == [4]


def test_no_more_is_offered_than_there_are_magic_dice(seat):
    table = cast(seat, magic_spent=2)
    assert [each.text() for each in table.reading.row.buttons] == ["Spend Magic Dice (1)"]
    seat.game.document.apply("x", lambda who: who.with_(magic_spent=3))
    seat.game.play.throw("check", Answers({"die": "8", "magic": 2, "complexity": 5}), (1, 6, 4, 5))
    [price] = table.reading.row.buttons
    assert (price.isEnabled(), price.toolTip()) == (False, "Magic Dice left: 0.")


def test_a_light_drops_by_what_its_check_offers_once(seat):
    seat.thrown()
    seat.game.document.apply("x", lambda who: who.with_(light=who.light.with_(kind="torch", size=8)))
    seat.window.show_page("table")
    seat.game.play.throw("check", Answers({"die": "8", "light": 1}), (3, 0))
    table = seat.game.table
    QTest.mouseClick(table.reading.row.buttons[0], Qt.MouseButton.LeftButton)
    assert seat.game.document.value.light.size == 6
    assert table.reading.row.buttons == []
    seat.trigger("undo")
    assert seat.game.document.value.light.size == 8
    assert len(table.reading.row.buttons) == 1


def test_the_reference_opens_at_the_game_that_is_open(seat):
    seat.window.show_page("reference")
    reference = seat.program.pages.reference

    def first():
        entry = reference.model.rows[0]
        return entry.section, entry.id.partition(":")[0]

    assert first() == (ReferenceSection.GAMES, "five_modes")
    seat.trigger("new")
    dialog = seat.dialog()
    QTest.keyClicks(dialog.findChildren(QLineEdit)[1], "margin")
    QTest.keyClick(dialog.findChildren(QLineEdit)[0], Qt.Key.Key_Return)
    seat.window.show_page("reference")
    assert first() == (ReferenceSection.GAMES, "margin")
    reference.search("sword")
    assert seat.program.files.work_on(seat.files(seat.folder)["Ragnar"])
    seat.window.show_page("reference")
    assert reference.model.rows, "the search is still answered"
    reference.search("")
    assert first()[0] is ReferenceSection.GUIDE


def test_characters_of_any_game_are_tagged_together_and_bear_the_house_badge(seat):
    files = seat.files(seat.folder)
    seat.window.show_page("shelf")
    shelf = seat.program.pages.shelf
    shelf.view.selectAll()
    seat.app.processEvents()
    seat.trigger("tags")
    dialog = seat.dialog()
    dialog.tags_edited.emit(("Friday",), ())
    dialog.close()
    assert [read_any(files[name])[1].value.tags for name in ("Ash", "Ragnar")] == [("Friday",)] * 2
    assert seat.game.document.value.tags == ("Friday",)
    seat.app.processEvents()
    ash = read_entry(files["Ash"], datetime.now(UTC))
    assert (ash.tags, ash.house) == (("Friday",), False)
    seat.game.document.apply("House", lambda who: who.with_(house=who.house.with_(throw_again=True)))
    assert seat.game.session.flush()
    badged = read_entry(files["Ash"], datetime.now(UTC))
    words = ShelfWords(rulebook)
    assert badged.house
    assert words.badge(badged) == "house rule"
    assert "tags: Friday" in words.spoken(badged)
    assert "friday" in words.haystack(badged)
    seat.trigger("undo")
    seat.trigger("undo")
    assert seat.game.document.value.tags == ()
    seat.trigger("redo")
    assert seat.game.document.value.tags == ("Friday",)
    seat.window.show_page("reference")
    assert not seat.window.actions_by_id["undo"].isEnabled(), "what was done elsewhere is not seen here"
    seat.window.show_page("build")
    assert seat.window.actions_by_id["undo"].isEnabled()


def test_a_character_is_copied_as_text_and_pasted_as_the_same_one(seat):
    seat.thrown()
    who = seat.game.document.value
    seat.trigger("copy-text")
    assert seat.program.files.paste_text()
    back = seat.game.document.value
    assert back.id != who.id
    assert back.with_(id=who.id) == who
    assert len(seat.files(seat.folder)) >= 2


def test_one_who_is_down_is_told_so_beside_throw_and_in_the_log(seat):
    seat.thrown()
    seat.window.show_page("table")
    table = seat.game.table
    table.choose("attack")
    assert "down" not in table.brief.text()
    seat.game.play.do("hurt", Answers({"kind": "other", "value": 99}))
    seat.app.processEvents()
    assert table.brief.text().startswith("This adventurer is down")
    assert "(FM-R28)" in table.brief.text()
    assert table.press.isEnabled(), "the referee may let it be rolled"
    table.throw()
    assert "is down" in seat.game.play.current.lines[0].result
    table.choose("save")
    assert "down" not in table.brief.text(), "the save against death is what revives"


def test_a_mixed_number_is_shown_with_a_gap(seat):
    seat.thrown()
    game, apart = seat.game, "1\u00a0\u00a01/3"
    game.document.apply("Pack", lambda who: who.with_(belongings=(Belonging(name="Anvil", thirds=4),)))
    seat.window.show_page("tracker")
    tracker = game.tracker
    how = {line.key: line.tip for line in tracker.facts.view.lines.rows}
    assert how["burdens"].startswith(f"Burdens {apart}:")
    assert apart in tracker.things["belongings"].view.lines.rows[0].right
    assert f"Anvil ({apart})" in dict(game.table._seat.sheet_parts())["Belongings"][0]

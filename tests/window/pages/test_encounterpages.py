"""A fight through the real window: who is in it, what is declared and thrown, and what stands in the files."""

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from bones_desktop.rules.bones.fight.fighters import is_able
from bones_desktop.rules.bones.fight.roundchoices import Declaration, How
from bones_desktop.storage.fights.fightfile import FIGHTS
from bones_desktop.storage.files.characterfile import read_character, write_character
from bones_desktop.storage.files.locations import Locations
from bones_desktop.storage.log.logentry import EntryKind
from bones_desktop.storage.log.throwlog import ThrowLog
from tests.support.people import bob
from tests.support.running import Running

BOB = "b" * 32
Key = Qt.Key


@pytest.fixture
def folder(tmp_path, qapp):
    shelf = Locations.under(tmp_path).characters
    shelf.mkdir(parents=True)
    write_character(shelf / "Bob.bones", bob().with_(id=BOB))
    return tmp_path


def file_of_bob(folder):
    return Locations.under(folder).characters / "Bob.bones"


def fights(running):
    running.window.show_page("encounter")
    running.app.processEvents()
    return running.program.pages.fights


def add(running, *who):
    """Add by the dialog, as a user types and presses Enter."""
    page = fights(running).page
    QTest.keyClick(page.roster, Key.Key_Insert)
    dialog = running.dialog()
    for name, number in who:
        dialog.search.clear()
        QTest.keyClicks(dialog.search, name)
        dialog.number.setValue(number)
        QTest.keyClick(dialog.search, Key.Key_Return)
    running.button(dialog, "Done").click()
    running.app.processEvents()
    return page


def press(page, running):
    QTest.mouseClick(page.bar.primary, Qt.MouseButton.LeftButton)
    running.app.processEvents()


def lines(folder):
    log = ThrowLog(Locations.under(folder).roll_log, noon)
    found = [entry for entry in log.latest() if entry.kind is EntryKind.THROW]
    log.close()
    return found


def noon():
    return datetime(2026, 11, 21, 12, tzinfo=UTC)


def fixed(pages):
    """Hurt Bob for certain: three wolves that show blows, and Bob who shows none."""
    document = pages.document
    ids = [fighter.id for fighter in document.fight.encounter.fighters]
    throws = document.open_throws
    indices = []
    for each in throws:
        for die in each.dice:
            wanted = "blank" if each.who == "bob" else "melee"
            codes = [face.code for face in die.faces]
            indices.append(codes.index(wanted) if wanted in codes else 0)
    pages.play.enter(throws, indices)
    return ids


def test_a_round_is_played_by_mouse(folder):
    with Running(folder) as running:
        page = add(running, ("Bob", 1), ("Wolf", 3))
        pages = fights(running)
        assert [fighter.name for fighter in pages.document.fight.encounter.fighters] == [
            "Bob", "Wolf 1", "Wolf 2", "Wolf 3",
        ]  # fmt: skip
        assert pages.document.fight.files == {"bob": BOB}
        assert [row.name for row in page.roster.rows.rows] == ["Side A", "Bob", "Side B", "Wolf ×3"]
        QTest.mouseClick(page.nearest, Qt.MouseButton.LeftButton)
        assert {each.who: each.whom for each in pages.document.fight.round.declarations}["wolf-1"] == "bob"
        assert page.bar.primary.text() == "Throw for everyone"
        press(page, running)
        assert pages.document.fight.has_begun
        assert len(page.tray.contents.dice) == 4 + 3 * 3
        if page.bar.primary.text() == "Suggest the rest":
            press(page, running)
        assert page.bar.primary.text() == "Close round"
        press(page, running)
        assert pages.document.fight.encounter.round == 2
        assert not pages.document.fight.has_begun


def test_a_round_is_played_by_keys(folder):
    with Running(folder) as running:
        page = add(running, ("Bob", 1), ("Goblin", 2))
        pages = fights(running)
        page.roster.setFocus()
        QTest.keyClick(page.roster, Key.Key_N)
        assert len(pages.document.fight.round.declarations) == 3
        for _ in range(3):
            QTest.keyClick(page.roster, Key.Key_Space)
            running.app.processEvents()
            if pages.document.fight.encounter.round == 2:
                break
        assert pages.document.fight.encounter.round == 2
        QTest.keyClick(page.roster, Key.Key_L)
        able = {who.id for who in pages.document.fight.encounter.fighters if is_able(who.character)}
        assert {each.who for each in pages.document.fight.round.declarations} == {
            each.who for each in pages.document.fight.last if {each.who, each.whom} <= able
        }


def _goblins(pages):
    return [fighter.id for fighter in pages.document.fight.encounter.fighters if fighter.side == "B"]


def test_closing_writes_wounds_into_files_and_undo_takes_them_back(folder):
    with Running(folder) as running:
        page = add(running, ("Bob", 1), ("Wolf", 3))
        pages = fights(running)
        page.attack_nearest()
        fixed(pages)
        pages.play.suggest()
        lost = pages.document.reading.taken["bob"]
        assert lost > 0
        press(page, running)
        assert pages.document.fight.encounter.round == 2
        hurt = read_character(file_of_bob(folder)).value
        assert len(hurt.lost) + hurt.excess_damage == lost
        running.trigger("undo")
        assert pages.document.fight.encounter.round == 1
        assert not read_character(file_of_bob(folder)).value.lost
        running.trigger("redo")
        assert len(read_character(file_of_bob(folder)).value.lost) + hurt.excess_damage == lost
    with Running(folder) as running:
        pages = fights(running)
        assert pages.document.fight.encounter.round == 2
        running.trigger("undo")
        assert pages.document.fight.encounter.round == 1
        assert not read_character(file_of_bob(folder)).value.lost


def test_a_round_stays_open_when_the_file_changed_since_the_throw(folder):
    with Running(folder) as running:
        page = add(running, ("Bob", 1), ("Wolf", 3))
        pages = fights(running)
        page.attack_nearest()
        fixed(pages)
        pages.play.suggest()
        pages.play._anyone.apply(file_of_bob(folder), "Spiffs", lambda now: now.with_(spiffs=9))
        said = []
        pages.refused.connect(lambda why: said.append(why.code))
        press(page, running)
        assert said == ["changed-since-throw"]
        assert pages.document.fight.encounter.round == 1
        page.begin_again()
        assert pages.document.fight.encounter.fighter("bob").character.spiffs == 9


def test_a_round_stays_open_when_a_file_cannot_be_written(folder, monkeypatch):
    from bones_desktop.storage.files.textfiles import FileProblem

    with Running(folder) as running:
        page = add(running, ("Bob", 1), ("Wolf", 3))
        pages = fights(running)
        page.attack_nearest()
        fixed(pages)
        pages.play.suggest()

        def full(_self, path, *_rest, **_more):
            raise FileProblem("disk-full", path)

        with monkeypatch.context() as patched:
            patched.setattr(type(pages.play._anyone), "apply", full)
            pages.play.close()
        assert pages.document.fight.encounter.round == 1
        assert pages.play.close()


def test_a_fight_is_as_it_was_after_a_restart(folder):
    with Running(folder) as running:
        page = add(running, ("Bob", 1), ("Goblin", 2))
        page.attack_nearest()
        press(page, running)
        kept = fights(running).document.fight
    with Running(folder) as running:
        pages = fights(running)
        assert pages.document.fight == kept
        assert pages.page.tray.shown == tuple(
            number - 1 for who in kept.encounter.fighters for number in kept.round.faces[who.id] if number
        )


def test_a_damaged_fight_is_told_of_and_kept(folder, caplog):
    with Running(folder) as running:
        add(running, ("Goblin", 1))
        path = fights(running).session.path
    path.write_text("{", encoding="utf-8")
    with Running(folder) as running:
        pages = fights(running)
        assert not pages.document.fight.encounter.fighters
        assert running.window.banner.isVisible()
        add(running, ("Goblin", 1))
        assert pages.session.path != path
    assert path.read_text(encoding="utf-8") == "{"


def test_a_fight_of_a_newer_program_is_shown_and_not_changed(folder):
    with Running(folder) as running:
        add(running, ("Goblin", 1))
        path = fights(running).session.path
    body = json.loads(path.read_text(encoding="utf-8"))
    body["schema"] += 1
    path.write_text(json.dumps(body), encoding="utf-8")
    before = path.read_bytes()
    with Running(folder) as running:
        pages = fights(running)
        said = []
        pages.refused.connect(lambda why: said.append(why.code))
        assert len(pages.document.fight.encounter.fighters) == 1
        assert not pages.page.bar.primary.isEnabled()
        pages.rename("Other")
        assert said == ["read-only-fight"]
    assert path.read_bytes() == before


def test_fights_are_named_removed_and_brought_back(folder):
    with Running(folder) as running:
        add(running, ("Goblin", 1))
        pages = fights(running)
        pages.rename("At the bridge")
        path = pages.session.path
        assert path.name == "At the bridge.bones-fight"
        pages.new("In the wood")
        assert not pages.document.fight.encounter.fighters
        pages.open(path)
        assert pages.document.fight.name == "At the bridge"
        pages.remove()
        assert not path.exists()
        [removed] = pages.folder.removed()
        pages.bring_back(removed.path)
        assert FIGHTS.read(path).value.name == "At the bridge"


def test_what_is_declared_by_the_bar_is_declared(folder):
    with Running(folder) as running:
        page = add(running, ("Bob", 1), ("Goblin", 2))
        pages = fights(running)
        page.roster.choose("bob")
        goblins = _goblins(pages)
        page.declare.how.open()
        running.app.processEvents()
        popup = page.declare.how.popup
        row = next(at for at, choice in enumerate(popup.model.rows) if choice.key == How.MISSILE)
        popup.picked.emit(popup.model.rows[row])
        popup.close()
        QTest.mouseClick(page.declare.aims.targets[goblins[1]], Qt.MouseButton.LeftButton)
        page.declare.distance.setValue(60)
        page.declare.cover.setValue(40)
        assert [each for each in pages.document.fight.round.declarations if each.who == "bob"] == [
            Declaration(who="bob", how=How.MISSILE, whom=who, distance_m=60.0, cover=40) for who in goblins
        ]


def test_dice_as_text_and_stat_blocks_are_added(folder):
    with Running(folder) as running:
        pages = fights(running)
        pages.ask_fighters()
        dialog = running.dialog()
        dialog.tabs.setCurrentIndex(1)
        dialog.text.setPlainText("Guard - 3D: Aristocrat, Fighter, Criminal\n\nRobber - 2D: Fighter x2")
        dialog._add()
        dialog.accept()
        names = [fighter.name for fighter in pages.document.fight.encounter.fighters]
        assert names == ["Guard", "Robber"]
        assert [len(fighter.character.dice) for fighter in pages.document.fight.encounter.fighters] == [3, 2]


def test_the_players_dice_are_typed_and_the_program_throws_the_rest(folder):
    with Running(folder) as running:
        page = add(running, ("Bob", 1), ("Goblin", 2))
        pages = fights(running)
        page.attack_nearest()
        page.enter_by_hand("bob", rest=True)
        assert page.bar.primary.text() == "Use these dice"
        QTest.keyClicks(page.by_hand, "1234")
        QTest.keyClick(page.by_hand, Key.Key_Return)
        running.app.processEvents()
        now = pages.document.fight.round
        assert now.faces["bob"] == (1, 2, 3, 4)
        assert set(now.faces) == {"bob", *_goblins(pages)}
    first, second = lines(folder)
    assert "by-hand" in first.tags
    assert not first.number
    assert second.number


def test_one_is_thrown_for_alone(folder):
    with Running(folder) as running:
        page = add(running, ("Bob", 1), ("Goblin", 2))
        pages = fights(running)
        page.attack_nearest()
        page.roster.choose("bob")
        QTest.keyClick(page.roster, Key.Key_T)
        assert set(pages.document.fight.round.faces) == {"bob"}
        assert page.bar.primary.text() == "Throw the rest"
        press(page, running)
        assert len(page.tray.contents.dice) == 2 * 2
        page.only_chosen.trigger()
        assert len(page.tray.contents.dice) == 4


def test_how_a_fighter_stands_is_changed_in_its_editor(folder):
    with Running(folder) as running:
        page = add(running, ("Bob", 1), ("Wolf", 1))
        pages = fights(running)
        page.roster.choose("wolf")
        QTest.keyClick(page.roster, Key.Key_Return)
        editor = running.dialog()
        editor.big.setValue(2)
        editor.apart.setValue(8)
        sword = next(choice for choice in editor.lend.model.rows if "word" in choice.text)
        editor.lend.activated.emit(sword)
        wolf = pages.document.fight.encounter.fighter("wolf")
        assert wolf.size == 2
        assert wolf.at_hand == (0,)
        assert pages.document.fight.encounter.stated("wolf", "bob") == 8
        QTest.mouseClick(editor.remove, Qt.MouseButton.LeftButton)
        assert [fighter.id for fighter in pages.document.fight.encounter.fighters] == ["bob"]
        assert not running.dialogs()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        running.trigger("undo")
        assert pages.document.fight.encounter.fighter("wolf") == wolf


def test_what_is_done_is_on_disk_at_once(folder):
    with Running(folder) as running:
        page = add(running, ("Bob", 1), ("Wolf", 2))
        pages = fights(running)
        for act in (page.attack_nearest, page.throw, pages.play.suggest, page.begin_again):
            act()
            assert FIGHTS.read(pages.session.path).value == pages.document.fight


def test_the_log_tells_the_round_as_a_story(folder):
    with Running(folder) as running:
        page = add(running, ("Bob", 1), ("Wolf", 3))
        pages = fights(running)
        pages.rename("At the bridge")
        page.attack_nearest()
        fixed(pages)
        pages.play.suggest()
        pages.play.close()
        running.trigger("undo")
    thrown, told, back = lines(folder)
    assert thrown.title == told.title == "At the bridge, round 1"
    assert thrown.who == "Everybody"
    assert len(thrown.dice) == 4 + 9
    assert "Wolf 1: Attacks Bob" in told.findings[0].text
    assert back.title == "Taken back: At the bridge, round 1"


def test_successes_are_placed_by_keys_from_the_roster(folder):
    with Running(folder) as running:
        page = add(running, ("Bob", 1), ("Wolf", 2))
        pages = fights(running)
        page.attack_nearest()
        fixed(pages)
        page.roster.choose_row("wolf-1")
        QTest.keyClick(page.roster, Key.Key_Right)
        page.roster.choose("wolf-2")
        page.roster.setFocus()
        assert page.board.who == "wolf-2"
        QTest.keyClick(page.roster, Key.Key_A)
        assert ("attack bob",) in pages.document.fight.round.allot["wolf-2"].values()
        QTest.keyClick(page.roster, Key.Key_S)
        assert not [each for each in pages.document.reading.questions if each.who == "wolf-2"]
        QTest.keyClick(page.roster, Key.Key_BracketLeft)
        assert page.board.who != "wolf-2"
        assert page.roster.chosen == (page.board.who,)
        assert {each.how for each in pages.document.fight.round.declarations} == {How.MELEE}


def test_the_board_waits_for_the_dice(folder):
    with Running(folder) as running:
        page = add(running, ("Bob", 1), ("Wolf", 2))
        running.program.pages.set_speed("normal")
        page.attack_nearest()
        page.throw()
        assert page.tray.moving
        assert not page.board.isVisible()
        page.go_on()
        assert page.board.isVisible()
        page.begin_again()
        page.throw()
        running.trigger("undo")
        assert not page.tray.moving
        assert not page.tray.contents.thrown
        assert page.declare.isVisible()
        running.program.pages.set_speed("off")


def test_other_packs_are_read_by_at_once(folder):
    with Running(folder) as running:
        add(running, ("Goblin", 1))
        document = fights(running).document
        before = document.reading
        running.program.document.set_rulebook(replace(document.rulebook))
        assert document.reading is not before
        assert document.reading.taken == before.taken


def test_alike_fighters_fold_and_are_declared_for_together(folder):
    with Running(folder) as running:
        page = add(running, ("Bob", 1), ("Goblin", 3))
        pages = fights(running)
        page.roster.choose_row(_goblins(pages)[0])
        assert page.roster.chosen == tuple(_goblins(pages))
        page.declare._choose_how(next(each for each in page.declare.how.model.rows if each.key == How.UNARMED))
        assert {(each.who, each.how, each.whom) for each in pages.document.fight.round.declarations} == {
            (who, How.UNARMED, "bob") for who in _goblins(pages)
        }
        QTest.keyClick(page.roster, Key.Key_Right)
        assert len(page.roster.rows.rows) == 2 + 2 + 3
        QTest.keyClick(page.roster, Key.Key_Left)
        assert len(page.roster.rows.rows) == 2 + 2


def test_the_board_follows_the_roster_and_the_roster_the_board(folder):
    with Running(folder) as running:
        page = add(running, ("Bob", 1), ("Wolf", 3))
        pages = fights(running)
        QTest.mouseClick(page.nearest, Qt.MouseButton.LeftButton)
        fixed(pages)
        page.roster.choose("bob")
        assert page.board.who == "bob"
        QTest.keyClick(page.board, Key.Key_BracketLeft)
        assert page.board.who == "wolf-3"
        assert "wolf-3" in page.roster.chosen
        QTest.keyClick(page.board, Key.Key_G)
        reading = pages.document.reading
        assert {each.who for each in reading.questions} <= {"bob"}
        assert reading.taken["bob"] > 0


def _again(page, words):
    """Choose what is done about the first die of Bob."""
    QTest.mouseClick(page.board.allot.chips[0], Qt.MouseButton.LeftButton)
    return next(each for each in page.board.allot.faces.actions() if each.text().startswith(words))


def test_a_die_is_thrown_again_from_the_board(folder):
    write_character(file_of_bob(folder), bob().with_(id=BOB, spiffs=9))
    with Running(folder) as running:
        page = add(running, ("Bob", 1), ("Wolf", 1))
        pages = fights(running)
        QTest.mouseClick(page.nearest, Qt.MouseButton.LeftButton)
        fixed(pages)
        page.roster.choose("bob")
        running.program.pages.set_speed("normal")
        lying = page.tray.poses
        _again(page, "Throw die 1").trigger()
        again = pages.document.fight.round.rerolls["bob"]
        # That die alone flies, from where it lies, and ends on the new face.
        assert page.tray.moving
        assert page.tray.poses[1:4] == lying[1:4]
        assert not page.board.isVisible()
        page.go_on()
        assert page.board.isVisible()
        assert page.tray.shown[0] == again.face - 1
        assert not page.board.allot.again.isVisible()
        running.program.pages.set_speed("off")
        running.trigger("undo")
        assert not pages.document.fight.round.rerolls
        assert page.tray.shown[0] == pages.document.fight.round.faces["bob"][0] - 1
        _again(page, "Throw die 1").trigger()
        assert pages.document.fight.round.rerolls["bob"] == again
    thrown, line = lines(folder)
    assert line.title == thrown.title
    assert line.who == "Bob"
    assert [die.index for die in line.dice] == [again.face - 1]
    assert line.number > 0
    assert line.tags == ("re-rolled",)
    assert line.findings[0].text.startswith("Bob throws die 1 again: ")


def test_a_real_die_thrown_again_shows_what_is_said_and_a_success_is_bought(folder):
    write_character(file_of_bob(folder), bob().with_(id=BOB, spiffs=9))
    with Running(folder) as running:
        page = add(running, ("Bob", 1), ("Wolf", 1))
        pages = fights(running)
        QTest.mouseClick(page.nearest, Qt.MouseButton.LeftButton)
        fixed(pages)
        page.roster.choose("bob")
        [at] = [n for n, face in enumerate(bob().dice[0].faces, 1) if face.code == "universal"]
        _again(page, "It shows Universal").trigger()
        assert pages.document.fight.round.rerolls["bob"].face == at
        assert page.tray.shown[0] == at - 1
        chips = [chip for chip in page.board.allot.chips if chip.isVisible()]
        assert chips[0].look.waiting
        QTest.mouseClick(page.board.allot.buy, Qt.MouseButton.LeftButton)
        assert not page.board.allot.buy.isVisible()
        bought = next(chip for chip in page.board.allot.chips if chip.look.place == "bought")
        QTest.mouseClick(bought, Qt.MouseButton.LeftButton)
        QTest.keyClick(page.board, Key.Key_A)
        pages.play.suggest()
        assert pages.document.fight.round.allot["bob"]["bought"] == ("attack wolf",)
        spent = pages.document.reading.spent["bob"].spiffs
        assert pages.play.close()
        assert spent > 0
        assert pages.document.fight.encounter.fighter("bob").character.spiffs == 9 - spent
    assert "by-hand" in lines(folder)[1].tags


def fall(pages, code):
    """Let every die show a face of that code where it has one, else its first."""
    throws = pages.document.open_throws
    codes = [[face.code for face in die.faces] for each in throws for die in each.dice]
    pages.play.enter(throws, [each.index(code) if code in each else 0 for each in codes])


def test_what_can_be_used_in_one_way_only_is_placed_with_the_throw(folder):
    with Running(folder) as running:
        page = add(running, ("Bob", 1), ("Wolf", 1))
        pages = fights(running)
        QTest.mouseClick(page.nearest, Qt.MouseButton.LeftButton)
        fall(pages, "defend")
        said = pages.document.fight.round.allot["bob"]
        assert set(said.values()) == {("defend",)}
        running.trigger("undo")
        assert not pages.document.fight.has_begun
        assert not pages.document.fight.round.allot


def test_a_round_is_allotted_by_keys_alone(folder):
    with Running(folder) as running:
        page = add(running, ("Bob", 1), ("Goblin", 3))
        pages = fights(running)
        page.roster.setFocus()
        QTest.keyClick(page.roster, Key.Key_N)
        fall(pages, "universal")
        assert page.board.isVisible()

        def press(key, held=Qt.KeyboardModifier.NoModifier):
            focus = QApplication.focusWidget() or page.roster
            QTest.keyClick(focus, key, held)
            running.app.processEvents()

        def said(who):
            return pages.document.fight.round.allot.get(who, {})

        first, second, third = _goblins(pages)
        page.roster.choose_row(first)
        assert page.board.who == first
        press(Key.Key_1)
        press(Key.Key_D)
        assert said(first) == {"1": ("attack bob",), "2": ("defend",)}
        running.trigger("undo")
        assert said(first) == {"1": ("attack bob",)}
        press(Key.Key_D)
        press(Key.Key_Backspace)
        press(Key.Key_N)
        assert said(first) == {"1": ("attack bob",), "2": ("none",)}
        press(Key.Key_C)
        assert said(second) == said(third) == said(first)
        press(Key.Key_BracketRight)
        assert page.board.who == second
        press(Key.Key_Left)
        press(Key.Key_D)
        press(Key.Key_G)
        assert not {each.who for each in pages.document.reading.questions if each.phase == "allot"} - {"bob"}
        while page.board.who != "bob":
            press(Key.Key_BracketRight)
        for key in (Key.Key_1, Key.Key_1, Key.Key_D, Key.Key_A):
            press(key)
        assert len(said("bob")) == 4
        assert not [each for each in pages.document.reading.questions if each.phase == "allot"]
        press(Key.Key_Space)
        press(Key.Key_Space)
        assert pages.document.fight.encounter.round == 2

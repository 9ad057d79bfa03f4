"""A fight in the real window: adding fighters, declaring, rolling and allotting, by mouse and keys."""

from contextlib import contextmanager

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt, QVariantAnimation
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea

from bones_desktop.pages.fight.boardmodel import chip_looks
from bones_desktop.pages.fight.roundbar import RoundStage
from bones_desktop.pages.fight.roundtray import thrown_dice
from bones_desktop.rules.bones.book.character import LostDie
from bones_desktop.rules.bones.fight.fighters import Declaration, How, is_able
from bones_desktop.rules.bones.fight.roster import change
from bones_desktop.rules.bones.injury.injuries import add_hindering, hindering_from
from bones_desktop.storage.files.characterfile import read_character, write_character
from bones_desktop.storage.files.locations import Locations
from bones_desktop.widgets.dice.geometry import Camera
from bones_desktop.widgets.pushbuttons import ActionButton
from tests.support.fightseat import FightSeat, lines, shelve
from tests.support.people import bob
from tests.support.rulebooks import rulebook

BOB = "b" * 32
Key = Qt.Key


@pytest.fixture
def folder(tmp_path, qapp):
    return shelve(tmp_path, bob().with_(id=BOB))


@pytest.fixture
def sit(seat_of_the_module):
    """A context in which the program of the module is on a new fight of Bob, or of whoever else is given."""

    @contextmanager
    def begun(*who):
        seat_of_the_module.begin(bob().with_(id=BOB), who=who)
        yield seat_of_the_module

    return begun


def best(die):
    """Return a face of a die that attacks, else its first."""
    wanted = [face for face in die.faces if {"melee", "physical", "universal", "fang", "predator"} & set(face.icons)]
    return (wanted or die.faces)[0]


def file_of_bob(folder):
    return Locations.under(folder).characters / "Bob.bones"


def test_a_round_is_played_by_mouse(sit):
    with sit(("Bob", 1), ("Wolf", 3)) as seat:
        assert [fighter.name for fighter in seat.fight.encounter.fighters] == [
            "Bob", "Wolf 1", "Wolf 2", "Wolf 3",
        ]  # fmt: skip
        assert seat.fight.files == {"bob": BOB}
        assert [row.name for row in seat.page.roster.rows.rows] == ["Side A", "Bob", "Side B", "Wolf ×3"]
        QTest.mouseClick(seat.page.nearest, Qt.MouseButton.LeftButton)
        assert {each.who: each.whom for each in seat.fight.round.declarations}["wolf-1"] == "bob"
        assert seat.page.bar.primary.text() == "Roll for everyone"
        seat.press()
        assert seat.fight.has_begun
        assert len(seat.page.tray.contents.dice) == 4 + 3 * 3
        while seat.page.bar.primary.text() == "Suggest the rest":
            seat.press()
        assert seat.page.bar.primary.text() == "Close round"
        seat.press()
        assert seat.fight.encounter.round == 2
        assert not seat.fight.has_begun


def whole(widget):
    """Return whether every pixel of a widget is in view."""
    return widget.visibleRegion().boundingRect() == widget.rect()


@pytest.mark.parametrize(("text", "size", "least"), [(200, (1360, 740), 64), (150, (1020, 570), 55)])
def test_dice_are_large_and_actions_in_view_with_large_text(folder, text, size, least):
    """Dice were 29 to 41 pixels large, and the user scrolled the page to its lower buttons."""
    with FightSeat(folder, ("Bob", 1), ("Wolf", 3)) as seat:
        seat.program.settings.edit(text_size=text)
        seat.window.setMinimumSize(0, 0)
        seat.window.resize(*size)
        page, room = seat.page, seat.window.findChild(QScrollArea, "pageRoom")

        def in_view():
            QTest.qWait(60)
            bars = room.verticalScrollBar().maximum(), room.horizontalScrollBar().maximum()
            return bars == (0, 0) and whole(page.bar.primary) and whole(page.add)

        assert in_view()
        assert whole(page.declare)
        page.all_attack()
        seat.show_faces()
        assert page.board.isVisible()
        assert in_view()
        assert whole(page.tray), "the dice have fallen"
        camera = Camera(page.tray.width(), page.tray.height(), *page.tray.stage.tray)
        assert camera.zoom((0.0, page.tray.stage.tray[1] / 2 - 1, 1.0)) >= least - 0.5
        for tab in range(3):
            page._room.ensureWidgetVisible(page.tray)
            corner = page.board.tabs.tabRect(tab).center()
            assert page.board.tabs.visibleRegion().contains(corner), "the tabs are below the dice"
            QTest.mouseClick(page.board.tabs, Qt.MouseButton.LeftButton, pos=corner)
            assert in_view()
            assert whole(page.board)
        page._room.ensureWidgetVisible(page.tray)
        seat.press()
        assert in_view()
        assert whole(page.board), "the question is in view"


def test_what_is_decided_for_a_player_is_said_and_his_damage_shown(sit):
    with sit(("Bob", 1), ("Wolf", 3)) as seat:
        seat.said.clear()
        QTest.mouseClick(seat.page.nearest, Qt.MouseButton.LeftButton)
        assert not seat.page.nearest.isEnabled()
        assert seat.page.nearest.isVisible(), "nothing grows into its place"
        throws = seat.document.open_throws
        seat.page.play.throw(throws, [die.faces.index(best(die)) for each in throws for die in each.dice])
        seat.app.processEvents()
        assert seat.page.bar.primary.text() == "Suggest the rest"
        assert "Bob" in seat.page.bar.primary.toolTip()
        assert "After that you choose the dice that players lose" in seat.page.bar.primary.toolTip()
        seat.press()
        assert seat.said == ["Successes placed for Bob. Now decide how they take the damage."]
        assert (seat.page.board.who, seat.page.board.tabs.currentIndex()) == ("bob", 1)
        assert seat.document.reading.wounds["bob"].choosing, "which dice he loses is still to be chosen"
        assert seat.page.bar.state.stage is RoundStage.DAMAGE
        assert seat.page.bar.state.awaited == ("bob",), "what the game master's side loses is decided"
        assert "(suggested)" in seat.page.board.damage.then.text()
        seat.press()
        assert seat.said[1:] == ["Decided for Bob. Undo takes it back."]
        assert seat.document.reading.wounds["bob"].dice
        assert (seat.page.board.who, seat.page.board.tabs.currentIndex()) == ("bob", 1)
        assert seat.page.bar.primary.text() == "Close round"


def test_what_poison_takes_of_a_player_is_said_to_be_decided_at_once(tmp_path, qapp):
    poisoned = add_hindering(bob(), hindering_from(rulebook().die("poison")))
    with FightSeat(shelve(tmp_path, poisoned.with_(id=BOB)), ("Bob", 1), ("Wolf", 3)) as seat:
        QTest.mouseClick(seat.page.nearest, Qt.MouseButton.LeftButton)
        throws = seat.document.open_throws
        seat.page.play.throw(throws, [die.faces.index(best(die)) for each in throws for die in each.dice])
        seat.app.processEvents()
        assert seat.document.reading.hands["bob"].choosing
        tip = seat.page.bar.primary.toolTip()
        assert "choose the dice lost to poison and flames" in tip
        assert "choose the dice that players lose to attacks" in tip
        seat.press()
        assert not seat.document.reading.hands["bob"].choosing


def test_who_placed_everything_himself_is_not_said_to_be_placed_for(sit):
    with sit(("Bob", 1), ("Wolf", 3)) as seat:
        seat.said.clear()
        QTest.mouseClick(seat.page.nearest, Qt.MouseButton.LeftButton)
        throws = seat.document.open_throws
        seat.page.play.throw(throws, [die.faces.index(best(die)) for each in throws for die in each.dice])
        seat.app.processEvents()
        seat.page.roster.choose("bob")
        for _success in range(4):
            seat.page.board.allot.put("defend")
        assert "bob" not in seat.page.bar.state.awaited
        assert seat.page.bar.state.stage is RoundStage.ALLOT
        seat.press()
        assert seat.page.bar.state.awaited == ("bob",), "he says which dice he loses"
        assert not seat.said


def test_undo_stands_where_it_stood_whatever_can_be_done(sit):
    with sit(("Bob", 1), ("Wolf", 3)) as seat:
        seat.window.resize(1366, 768)
        step = seat.window.actions_by_id["undo"]
        [undo] = [each for each in seat.page.bar.findChildren(ActionButton) if each.action is step]
        places = set()
        for _step in range(3):
            places.add(undo.mapTo(seat.page, QPoint()))
            QTest.mouseClick(seat.page.nearest, Qt.MouseButton.LeftButton)
            seat.press()
            while seat.page.bar.primary.text() == "Suggest the rest":
                places.add(undo.mapTo(seat.page, QPoint()))
                seat.press()
            seat.press()
        places.add(undo.mapTo(seat.page, QPoint()))
        seat.trigger("undo")
        places.add(undo.mapTo(seat.page, QPoint()))
        assert len(places) == 1, places


def test_what_spiffs_cannot_pay_is_grey_with_its_reason(sit):
    with sit(("Bob", 1), ("Wolf", 1)) as seat:
        assert seat.fighter("bob").character.spiffs == 0
        QTest.mouseClick(seat.page.nearest, Qt.MouseButton.LeftButton)
        seat.show_faces("maneuver", unhurt=())
        seat.page.roster.choose("bob")
        allot = seat.page.board.allot
        assert allot.buy.isVisible()
        assert not allot.buy.isEnabled()
        assert allot.buy.toolTip() == "This costs 2 spiffs; you have 0."


def test_a_finished_fight_says_so(sit):
    with sit(("Bob", 1), ("Wolf", 2)) as seat:
        assert seat.page.bar.primary.text() == "Roll for everyone"
        for who in ("wolf-1", "wolf-2"):
            now = seat.fighter(who).character
            out = now.with_(lost=tuple(LostDie(die=place) for place in range(len(now.dice))))
            seat.document.apply("Fall", lambda fight, who=who, out=out: change(fight, who, character=out))
        bar = seat.page.bar
        assert bar.awaited.full_text == "The fight is over: only side A can still fight."
        assert bar.primary.text() == "End the fight"
        assert not seat.page.nearest.isEnabled()
        bar.throws.aboutToShow.emit()
        assert "Roll for everyone" in [
            each.text().replace("&", "") for each in bar.throws.actions() if each.isVisible()
        ]
        seat.press()
        assert bar.primary.text() == "New fight…"
        seat.press()
        QTest.keyClicks(bar.ask.field, "At the ford")
        QTest.keyClick(bar.ask.field, Qt.Key.Key_Return)
        assert (seat.fight.name, seat.fight.encounter.fighters) == ("At the ford", ())


def test_an_empty_fight_has_one_button_to_add(sit):
    with sit() as seat:
        assert not seat.page.add.isVisible()
        assert seat.page.bar.primary.text() == "Add fighters…"
        seat.add(("Wolf", 2))
        assert seat.page.add.isVisible()
        seat.page.roster.choose_row("wolf-1")
        assert seat.page.declare.name.text() == "Wolf ×2"


def test_a_round_is_played_by_keys(sit):
    with sit(("Bob", 1), ("Goblin", 2)) as seat:
        seat.page.roster.setFocus()
        QTest.keyClick(seat.page.roster, Key.Key_N)
        assert len(seat.fight.round.declarations) == 3
        for _ in range(4):  # it throws, allots, decides about damage if there is something to decide, and closes
            QTest.keyClick(seat.page.roster, Key.Key_Space)
            seat.app.processEvents()
            if seat.fight.encounter.round == 2:
                break
        assert seat.fight.encounter.round == 2
        QTest.keyClick(seat.page.roster, Key.Key_L)
        able = {who.id for who in seat.fight.encounter.fighters if is_able(who.character)}
        assert {each.who for each in seat.fight.round.declarations} == {
            each.who for each in seat.fight.last if {each.who, each.whom} <= able
        }


def test_what_is_declared_by_the_bar_is_declared(sit):
    with sit(("Bob", 1), ("Goblin", 2)) as seat:
        seat.page.roster.choose("bob")
        goblins = seat.foes
        seat.pick(seat.page.declare.fields["how"], How.MISSILE)
        QTest.mouseClick(seat.page.declare.targets[goblins[1]], Qt.MouseButton.LeftButton)
        seat.page.declare.fields["distance_m"].setValue(60)
        seat.page.declare.fields["cover"].setValue(40)
        assert [each for each in seat.fight.round.declarations if each.who == "bob"] == [
            Declaration(who="bob", how=How.MISSILE, whom=who, distance_m=60.0, cover=40) for who in goblins
        ]


def test_dice_as_text_and_stat_blocks_are_added(sit):
    with sit() as seat:
        seat.pages.ask_fighters()
        dialog = seat.dialog()
        dialog.tabs.setCurrentIndex(1)
        dialog.text.setPlainText("Guard - 3D: Aristocrat, Fighter, Criminal\n\nRobber - 2D: Fighter x2")
        dialog._add()
        dialog.accept()
        names = [fighter.name for fighter in seat.fight.encounter.fighters]
        assert names == ["Guard", "Robber"]
        assert [len(fighter.character.dice) for fighter in seat.fight.encounter.fighters] == [3, 2]


def test_the_players_dice_are_typed_and_the_program_throws_the_rest(folder):
    with FightSeat(folder, ("Bob", 1), ("Goblin", 2)) as seat:
        seat.page.all_attack()
        seat.page.enter_by_hand("bob", rest=True)
        assert seat.page.bar.primary.text() == "Use these dice"
        QTest.keyClicks(seat.page.by_hand, "1234")
        QTest.keyClick(seat.page.by_hand, Key.Key_Return)
        seat.app.processEvents()
        now = seat.fight.round
        assert now.faces["bob"] == (1, 2, 3, 4)
        assert set(now.faces) == {"bob", *seat.foes}
    first, second = lines(folder)
    assert "by-hand" in first.tags
    assert not first.number
    assert second.number


def test_one_is_thrown_for_alone(sit):
    with sit(("Bob", 1), ("Goblin", 2)) as seat:
        seat.page.all_attack()
        seat.page.roster.choose("bob")
        QTest.keyClick(seat.page.roster, Key.Key_T)
        assert set(seat.fight.round.faces) == {"bob"}
        assert seat.page.bar.primary.text() == "Roll the rest"
        seat.press()
        assert len(seat.page.tray.contents.dice) == 4 + 2 * 2
        seat.page.roster.choose("bob")
        seat.page.only_chosen.trigger()
        assert len(seat.page.tray.contents.dice) == 4


def test_dice_thrown_one_by_one_lie_beside_one_another(folder):
    """Only those thrown last lay in the tray, until something else was done."""
    with FightSeat(folder, ("Bob", 1), ("Wolf", 1)) as seat:
        seat.page.all_attack()
        for who in ("bob", "wolf"):
            seat.page.roster.choose(who)
            QTest.keyClick(seat.page.roster, Qt.Key.Key_T)
            seat.page.tray.skip()
            assert {one.who for one in seat.page.tray.round_dice} == ({"bob"} if who == "bob" else {"bob", "wolf"})
            shown = thrown_dice(seat.document)
            assert [shown[one] for one in seat.page.tray.round_dice] == list(seat.page.tray.shown)


def test_how_a_fighter_stands_is_changed_in_its_editor(sit):
    with sit(("Bob", 1), ("Wolf", 1)) as seat:
        seat.page.roster.choose("wolf")
        QTest.keyClick(seat.page.roster, Key.Key_Return)
        editor = seat.dialog()
        editor.fields["size"].setValue(2)
        editor.fields["apart"].setValue(8)
        sword = next(choice for choice in editor.fields["lend"].model.rows if "word" in choice.text)
        editor.fields["lend"].activated.emit(sword)
        wolf = seat.fighter("wolf")
        assert wolf.size == 2
        assert wolf.at_hand == (0,)
        assert seat.fight.encounter.stated("wolf", "bob") == 8
        QTest.mouseClick(editor.remove, Qt.MouseButton.LeftButton)
        assert [fighter.id for fighter in seat.fight.encounter.fighters] == ["bob"]
        assert not seat.dialogs()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        seat.trigger("undo")
        assert seat.fighter("wolf") == wolf


def test_successes_are_placed_by_keys_from_the_roster(sit):
    with sit(("Bob", 1), ("Wolf", 2)) as seat:
        seat.page.all_attack()
        seat.show_faces()
        seat.page.roster.choose_row("wolf-1")
        QTest.keyClick(seat.page.roster, Key.Key_Right)
        seat.page.roster.choose("wolf-2")
        seat.page.roster.setFocus()
        assert seat.page.board.who == "wolf-2"
        QTest.keyClick(seat.page.roster, Key.Key_A)
        assert ("attack bob",) in seat.fight.round.allot["wolf-2"].values()
        QTest.keyClick(seat.page.roster, Key.Key_S)
        assert not [each for each in seat.document.reading.questions if each.who == "wolf-2"]
        QTest.keyClick(seat.page.roster, Key.Key_BracketLeft)
        assert seat.page.board.who != "wolf-2"
        assert seat.page.roster.chosen == (seat.page.board.who,)
        assert {each.how for each in seat.fight.round.declarations if each.who != "bob"} == {How.MELEE}


def test_the_board_waits_for_the_dice(folder):
    with FightSeat(folder, ("Bob", 1), ("Wolf", 2)) as seat:
        seat.program.desk.pace.choose("normal")
        seat.page.all_attack()
        seat.page.throw()
        assert seat.page.tray.moving
        assert not seat.page.board.isVisible()
        seat.page.go_on()
        assert seat.page.board.isVisible()
        seat.page.begin_again()
        seat.page.throw()
        seat.trigger("undo")
        assert not seat.page.tray.moving
        assert not seat.page.tray.contents.thrown
        assert seat.page.declare.isVisible()
        seat.program.desk.pace.choose("off")


@pytest.mark.parametrize("how", ["removed", "undone"])
def test_whoever_goes_while_the_dice_fly_takes_them_along(folder, how):
    with FightSeat(folder, ("Bob", 1), ("Wolf", 2)) as seat:
        seat.page.all_attack()
        seat.page.throw()
        seat.add(("Goblin", 1))
        goblin = seat.foes[-1]
        seat.program.desk.pace.choose("normal")
        seat.page.roster.choose(goblin)
        seat.page.throw()
        assert seat.page.tray.moving
        if how == "removed":
            seat.page.roster.choose(goblin)
            QTest.keyClick(seat.page.roster, Key.Key_Delete)
        else:
            seat.trigger("undo")
            seat.trigger("undo")
        assert goblin not in seat.foes
        assert not seat.page.tray.moving
        assert {one.who for one in seat.page.tray.round_dice} == {"bob", "wolf-1", "wolf-2"}
        assert len(seat.page.tray.contents.roles) == len(seat.page.tray.contents.dice) == len(seat.page.tray.round_dice)
        seat.program.desk.pace.choose("off")


def test_dice_that_fell_are_marked_while_they_gather(folder):
    with FightSeat(folder, ("Bob", 1), ("Wolf", 2)) as seat:
        seat.program.desk.pace.choose("normal")
        seat.page.all_attack()
        seat.page.throw()
        flight = seat.page.tray.findChild(QVariantAnimation)
        flight.setCurrentTime(flight.duration())
        assert seat.page.tray.moving
        assert len(seat.page.tray.contents.roles) == len(seat.page.tray.contents.dice)
        seat.program.desk.pace.choose("off")


def test_alike_fighters_fold_and_are_declared_for_together(sit):
    with sit(("Bob", 1), ("Goblin", 3)) as seat:
        seat.page.roster.choose_row(seat.foes[0])
        assert seat.page.roster.chosen == tuple(seat.foes)
        seat.pick(seat.page.declare.fields["how"], How.UNARMED)
        assert {(each.who, each.how, each.whom) for each in seat.fight.round.declarations} == {
            (who, How.UNARMED, "bob") for who in seat.foes
        }
        QTest.keyClick(seat.page.roster, Key.Key_Right)
        assert len(seat.page.roster.rows.rows) == 2 + 2 + 3
        QTest.keyClick(seat.page.roster, Key.Key_Left)
        assert len(seat.page.roster.rows.rows) == 2 + 2


def test_the_board_follows_the_roster_and_the_roster_the_board(sit):
    with sit(("Bob", 1), ("Wolf", 3)) as seat:
        QTest.mouseClick(seat.page.nearest, Qt.MouseButton.LeftButton)
        seat.show_faces()
        seat.page.roster.choose("bob")
        assert seat.page.board.who == "bob"
        QTest.keyClick(seat.page.board, Key.Key_BracketLeft)
        assert seat.page.board.who == "wolf-3"
        assert "wolf-3" in seat.page.roster.chosen
        QTest.keyClick(seat.page.board, Key.Key_G)
        reading = seat.document.reading
        assert {each.who for each in reading.questions} <= {"bob"}
        assert reading.taken["bob"] > 0


def _again(seat, words):
    """Choose what is done about the first die of Bob."""
    QTest.mouseClick(seat.page.board.allot.chips[0], Qt.MouseButton.LeftButton)
    return next(
        each for each in seat.page.board.allot.faces.actions() if each.text().replace("&", "").startswith(words)
    )


def test_a_die_is_thrown_again_from_the_board(folder):
    write_character(file_of_bob(folder), bob().with_(id=BOB, spiffs=9))
    with FightSeat(folder, ("Bob", 1), ("Wolf", 1)) as seat:
        QTest.mouseClick(seat.page.nearest, Qt.MouseButton.LeftButton)
        seat.show_faces()
        seat.page.roster.choose("bob")
        seat.program.desk.pace.choose("normal")
        lying = seat.page.tray.poses
        _again(seat, "Re-roll die 1").trigger()
        again = seat.fight.round.rerolls["bob"]
        # That die alone flies, from where it lies, and ends on the new face.
        assert seat.page.tray.moving
        assert seat.page.tray.poses[1:4] == lying[1:4]
        assert not seat.page.board.isVisible()
        seat.page.go_on()
        assert seat.page.board.isVisible()
        assert seat.page.tray.shown[0] == again.face - 1
        assert not seat.page.board.allot.again.isVisible()
        seat.program.desk.pace.choose("off")
        seat.trigger("undo")
        assert not seat.fight.round.rerolls
        assert seat.page.tray.shown[0] == seat.fight.round.faces["bob"][0] - 1
        _again(seat, "Re-roll die 1").trigger()
        assert seat.fight.round.rerolls["bob"] == again
    thrown, line = lines(folder)
    assert line.title == thrown.title
    assert line.who == "Bob"
    assert [die.index for die in line.dice] == [again.face - 1]
    assert line.number > 0
    assert line.tags == ("re-rolled",)
    assert line.findings[0].text.startswith("Bob re-rolls die 1: ")


def test_a_real_die_thrown_again_shows_what_is_said_and_a_success_is_bought(folder):
    write_character(file_of_bob(folder), bob().with_(id=BOB, spiffs=9))
    with FightSeat(folder, ("Bob", 1), ("Wolf", 1)) as seat:
        QTest.mouseClick(seat.page.nearest, Qt.MouseButton.LeftButton)
        seat.show_faces()
        seat.page.roster.choose("bob")
        [at] = [n for n, face in enumerate(bob().dice[0].faces, 1) if face.code == "universal"]
        _again(seat, "It shows Universal").trigger()
        assert seat.fight.round.rerolls["bob"].face == at
        assert seat.page.tray.shown[0] == at - 1
        chips = [chip for chip in seat.page.board.allot.chips if chip.isVisible()]
        assert chips[0].look.waiting
        QTest.mouseClick(seat.page.board.allot.buy, Qt.MouseButton.LeftButton)
        assert not seat.page.board.allot.buy.isVisible()
        bought = next(chip for chip in seat.page.board.allot.chips if chip.look.place == "bought")
        QTest.mouseClick(bought, Qt.MouseButton.LeftButton)
        QTest.keyClick(seat.page.board, Key.Key_A)
        seat.pages.play.suggest()
        assert seat.fight.round.allot["bob"]["bought"] == ("attack wolf",)
        spent = seat.document.reading.spent["bob"].spiffs
        assert seat.pages.play.close()
        assert spent > 0
        assert seat.fighter("bob").character.spiffs == 9 - spent
    assert "by-hand" in lines(folder)[1].tags


def fall(seat, code):
    """Let every die show a face of that code where it has one, else its first."""
    throws = seat.document.open_throws
    codes = [[face.code for face in die.faces] for each in throws for die in each.dice]
    seat.pages.play.throw(throws, [each.index(code) if code in each else 0 for each in codes])


def test_what_can_be_used_in_one_way_only_is_placed_with_the_throw(sit):
    with sit(("Bob", 1), ("Wolf", 1)) as seat:
        QTest.mouseClick(seat.page.nearest, Qt.MouseButton.LeftButton)
        fall(seat, "defend")
        said = seat.fight.round.allot["bob"]
        assert set(said.values()) == {("defend",)}
        seat.trigger("undo")
        assert not seat.fight.has_begun
        assert not seat.fight.round.allot


def test_a_round_is_allotted_by_keys_alone(sit):
    with sit(("Bob", 1), ("Goblin", 3)) as seat:
        seat.page.roster.setFocus()
        QTest.keyClick(seat.page.roster, Key.Key_N)
        fall(seat, "universal")
        assert seat.page.board.isVisible()

        def press(key, held=Qt.KeyboardModifier.NoModifier):
            focus = QApplication.focusWidget() or seat.page.roster
            QTest.keyClick(focus, key, held)
            seat.app.processEvents()

        def said(who):
            return seat.fight.round.allot.get(who, {})

        first, second, third = seat.foes
        seat.page.roster.choose_row(first)
        assert seat.page.board.who == first
        press(Key.Key_1)
        press(Key.Key_D)
        assert said(first) == {"1": ("attack bob",), "2": ("defend",)}
        seat.trigger("undo")
        assert said(first) == {"1": ("attack bob",)}
        press(Key.Key_D)
        press(Key.Key_Backspace)
        press(Key.Key_N)
        assert said(first) == {"1": ("attack bob",), "2": ("none",)}
        press(Key.Key_C)
        assert said(second) == said(third) == said(first)
        press(Key.Key_BracketRight)
        assert seat.page.board.who == second
        press(Key.Key_Left)
        press(Key.Key_D)
        press(Key.Key_G)
        assert not {each.who for each in seat.document.reading.questions if each.phase == "allot"} - {"bob"}
        while seat.page.board.who != "bob":
            press(Key.Key_BracketRight)
        for key in (Key.Key_1, Key.Key_1, Key.Key_D, Key.Key_A):
            press(key)
        assert len(said("bob")) == 4
        assert not [each for each in seat.document.reading.questions if each.phase == "allot"]
        press(Key.Key_Space)
        press(Key.Key_Space)
        assert seat.fight.encounter.round == 2


def test_the_plate_of_the_tray_names_only_sides_that_have_fighters(folder):
    with FightSeat(folder, ("Bob", 1)) as seat:
        QTest.keyClick(seat.page.roster, Qt.Key.Key_Insert)
        dialog = seat.dialog()
        dialog.search.setText("Wolf")
        dialog.side.activated.emit(next(each for each in dialog.side.model.rows if each.key == "C"))
        QTest.keyClick(dialog.search, Qt.Key.Key_Return)
        seat.button(dialog, "Done").click()
        seat.app.processEvents()
        assert seat.fighter("wolf").side == "C"
        assert list(seat.page.tray.contents.sides.values()) == ["Side A", "Side C"]


def test_the_dice_of_a_player_have_their_colour_on_tray_roster_and_board(folder):
    character = read_character(file_of_bob(folder)).value
    write_character(file_of_bob(folder), character.with_(dice_colour="lilac"))
    with FightSeat(folder, ("Bob", 1), ("Wolf", 1)) as seat:
        QTest.mouseClick(seat.page.nearest, Qt.MouseButton.LeftButton)
        seat.press()
        tints = {(die.label.partition(":")[0], die.look.tint) for die in seat.page.tray.contents.dice}
        assert tints == {("Bob", "lilac"), ("Wolf", "")}
        rows = {row.name: {die.group for die in row.dice} for row in seat.page.roster.rows.rows if row.dice}
        assert rows["Bob"] == {"lilac"}
        assert rows["Wolf"] == {"character"}
        looks = [*chip_looks(seat.page._document, seat.page._document.reading, "bob")]
        assert {each.group for each in looks} == {"lilac"}

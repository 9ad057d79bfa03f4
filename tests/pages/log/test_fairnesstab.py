"""The Fairness tab: counts of real draws, the seal of this evening, and evenings checked against their seals."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from bones_desktop.pages.log.fairnesstab import FaceCountModel, FairnessTab
from bones_desktop.pages.log.seals import evening_line
from bones_desktop.rules.fairness import FaceCounts, Verification, verify
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.log.logentry import BY_HAND, Cause, Evening, LoggedWave
from bones_desktop.wording.log import face_names
from tests.support.desks import LogRoom
from tests.support.rulebooks import rulebook
from tests.support.throws import GAUL, START, die, entry

EVEN = FaceCounts("Gaul", GAUL, (10, 11, 9, 10, 12, 8))
HEAVY = FaceCounts("Loaded", GAUL, (90, 1, 2, 1, 3, 3))


@pytest.fixture
def make(show, desk, room):
    def new(log="the one") -> FairnessTab:
        tab = FairnessTab(desk, room if log == "the one" else LogRoom(log))
        show(tab)
        return tab

    return new


def evening(number: int, **changes: object) -> Evening:
    values = {"begun": START, "commitment": "3f2a91c4" * 8, "seed": bytes(32), "ended": START, "draws": 5}
    return Evening(number, **(values | changes))


def test_the_model_keeps_the_contract(qtmodeltester, qapp):
    counts = FaceCountModel(face_names(rulebook()))
    counts.set_counts([EVEN])
    qtmodeltester.check(counts)
    counts.set_counts([EVEN, HEAVY])
    qtmodeltester.check(counts)


def test_a_checked_evening_says_what_was_found(qapp):
    sound = Verification(True, 5, (), (), ())
    assert "Seal" in evening_line(evening(1), None).second
    assert (evening_line(evening(1), sound).sign, evening_line(evening(1), sound).sign_tone) == ("check", "good")


def test_a_die_is_told_in_words(qapp):
    model = FaceCountModel(face_names(rulebook()))
    model.set_counts([EVEN, HEAVY])
    text = model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert text.startswith("Gaul: 60 rolls, 10.0 expected for each face. Universal 10, Physical 11,")
    assert "As expected" in text
    assert model.rows[1].verdict.startswith("Extraordinary")
    assert [row.grave for row in model.rows] == [False, True]


def test_counting_anew_moves_nothing_while_the_dice_are_the_same(qapp, qtbot):
    model = FaceCountModel(face_names(rulebook()))
    model.set_counts([EVEN, HEAVY])
    with qtbot.assertNotEmitted(model.modelReset), qtbot.waitSignal(model.dataChanged):
        model.set_counts([replace(EVEN, counts=(11, 11, 9, 10, 12, 8)), HEAVY])


def test_draws_are_counted_and_dice_thrown_by_hand_are_not(make, sitting):
    sitting.evening(40)
    sitting.log.append(entry(tags=(BY_HAND,)))
    tab = make()
    assert {die.name: die.counts.throws for die in tab.model.rows} == {
        "Challenge": 40,
        "Ragnar · Gaul": 40,
        "Ragnar · Hunter/Gatherer": 40,
        "Ragnar · Sword": 40,
    }
    assert tab.verdict.text().startswith("As expected: 4 dice")
    assert tab.view.isVisible()


def test_whose_dice_were_counted_is_told(make, sitting):
    begun = sitting.evening(1, ends=False)
    own, his = die("Die 1"), die("Die 1", 3, "opponent")
    for title, dice in (
        ("Melee against Wolf", (own, his)),
        ("Melee against Goblin, off stage", (own, own, his)),
        ("Melee", (his,)),
    ):
        sitting.draw(begun, title=title, dice=dice)
    tab = make()
    names = [die.name for die in tab.model.rows]
    assert [name for name in names if name.endswith("Die 1")] == [
        "Ragnar · Die 1",
        "Goblin · Die 1",
        "The other side · Die 1",
        "Wolf · Die 1",
    ]
    tab.view.setCurrentIndex(tab.model.index(names.index("Wolf · Die 1")))
    tab.view.setFocus()
    QTest.keyClick(tab.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().startswith("Wolf · Die 1: 1 roll")


def test_dice_of_the_other_side_are_painted_as_his(make, sitting, monkeypatch):
    begun = sitting.evening(0, ends=False)
    sitting.draw(begun, dice=(die(group="opponent"),))
    tab = make()
    painted = set()
    monkeypatch.setattr(tab.delegate.faces, "paint", lambda *args: painted.add(args[4]))
    tab.grab()
    assert painted == {"opponent"}


def test_throws_of_this_evening_or_of_one_are_counted(make, sitting):
    sitting.evening(40)
    begun = sitting.evening(3, ends=False, seed=b"2" * 32)
    sitting.draw(begun, who="Bob", character_id="1" * 32)
    tab = make()
    words = [choice.text for choice in tab.which.model.offered]
    assert words == [
        "All rolls",
        "This evening",
        "Ragnar",
        "Bob",
    ]
    for row, throws in ((1, 4), (3, 1), (2, 43)):
        tab.which.choose(tab.which.model.offered[row].key)
        [challenge] = [die.counts for die in tab.model.rows if not die.counts.owner]
        assert challenge.throws == throws
    tab.which.choose(tab.which.model.offered[1].key)
    assert tab.verdict.text().startswith("Too few rolls to tell")


def test_where_nothing_was_drawn_it_says_so(make, sitting):
    sitting.log.append(entry(tags=(BY_HAND,)))
    tab = make()
    assert tab.nothing.isVisible()
    assert "Nothing to count yet" in tab.nothing.text
    assert not tab.verdict.isVisible()
    assert "could not be opened" in make(log=None).nothing.text


def test_new_draws_are_counted_when_it_is_seen(make, sitting):
    begun = sitting.evening(1, ends=False)
    tab = make()
    tab.hide()
    sitting.draw(begun)
    tab.refresh()
    assert tab.model.rows[0].counts.throws == 1
    tab.show()
    assert tab.model.rows[0].counts.throws == 2


def test_what_it_does_not_say_can_be_read(make, sitting):
    sitting.evening(1)
    tab = make()
    before = tab.explained.isVisible()
    tab.what.click()
    assert tab.explained.isVisible() is not before
    assert "do not tell what comes next" in tab.explained.text()
    assert "by hand are not counted" in tab.explained.text()


def test_the_seal_is_shown_in_groups_and_copied(make, sitting, qtbot, desk):
    begun = sitting.evening(2, ends=False)
    tab = make()
    tab.show_evening(sitting.log.evenings()[-1])
    lines = tab.seal.seal.text().splitlines()
    assert [len(line.split()) for line in lines] == [4, 4, 4, 4]
    assert "".join("".join(lines).split()) == begun.commitment
    with qtbot.waitSignal(desk.notices.message):
        tab.seal.copy.click()
    evening = sitting.log.evenings()[-1]
    assert QGuiApplication.clipboard().text() == f"Seal: {begun.commitment}\nHead after draw 2: {evening.head}"
    assert evening.head[:8] in "".join(tab.seal.head.text().split())
    assert "2 draws so far" in tab.seal.when.text()
    tab.seal.what.click()
    assert tab.seal.explained.isVisible()


def test_ending_the_evening_asks_once(make, sitting, qtbot, room):
    sitting.evening(1, ends=False)
    tab = make()
    tab.show_evening(sitting.log.evenings()[-1])
    tab.seal.end.click()
    assert "Later rolls begin a new evening" in tab.seal.ask.question
    assert QGuiApplication.focusObject() is tab.seal.ask.no
    with qtbot.assertNotEmitted(room.evening_ended):
        QTest.keyClick(tab.seal.ask.no, Qt.Key.Key_Escape)
    tab.seal.end.click()
    with qtbot.waitSignal(room.evening_ended):
        tab.seal.ask.yes.click()
    sitting.log.end_evening()
    tab.show_evening(None)
    assert not tab.seal.end.isVisible()
    assert len(tab.evenings.view.lines.rows) == 1


def test_a_sound_evening_is_found_sound(make, sitting):
    sitting.evening(12)
    tab = make()
    tab.evenings.view.setFocus()
    QTest.keyClick(tab.evenings.view, Qt.Key.Key_Return)
    assert tab.evenings.answer.text().startswith("All 12 draws are there")
    assert tab.evenings.answer.property("tone") == "good"


def test_a_changed_draw_and_a_missing_one_are_told_by_number(make, sitting):
    begun = sitting.log.begin_evening(bytes(32))
    sitting.draw(begun)
    drawn = sitting.draw(begun)
    wrong = tuple(replace(die, index=(die.index + 1) % 6) for die in drawn.dice)
    sitting.log.append(replace(drawn, dice=wrong, number=sitting.log.next_number(begun.id)))
    sitting.log.next_number(begun.id)
    sitting.draw(begun)
    sitting.log.end_evening()
    tab = make()
    tab.evenings.check.click()
    answer = tab.evenings.answer.text()
    assert "One draw in the log differs from the seed or the chain: number 3." in answer
    assert "number 4" in answer
    assert tab.evenings.answer.property("tone") == "bad"


def test_a_die_thrown_again_the_next_evening_belongs_to_that_one(sitting):
    first = sitting.log.begin_evening(bytes(32))
    thrown = sitting.draw(first)
    sitting.log.end_evening()
    second = sitting.log.begin_evening(b"2" * 32)
    number = sitting.log.next_number(second.id)
    again = LoggedWave(Cause.REROLL, ((0, 0),), number=number, evening=second.id)
    sitting.log.amend(replace(thrown, waves=(again,)))
    ended = sitting.log.end_evening()
    found = verify(sitting.log.sealed(ended), sitting.log.draws(ended.id))
    assert found.draws == 1
    assert found.missing == ()


def test_while_no_evening_has_ended_the_words_stand_together(make, theme):
    card = make().evenings
    assert card.none.isVisible()
    assert card.none.geometry().top() - card.heading.geometry().bottom() < theme.px(24)


def test_seal_and_seed_are_copied(make, sitting, qtbot, desk):
    ended = sitting.evening(1)
    tab = make()
    tab.evenings.view.setFocus()
    with qtbot.waitSignal(desk.notices.message):
        QTest.keyClick(tab.evenings.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    head = sitting.log.evenings()[-1].head
    assert QGuiApplication.clipboard().text() == (
        f"Seal: {ended.commitment}\nHead after draw 1: {head}\nSeed: {'00' * 32}"
    )


def test_a_head_that_was_noted_is_looked_for(make, sitting):
    begun = sitting.log.begin_evening(bytes(32))
    sitting.draw(begun)
    noted = sitting.log.evenings()[-1].head
    sitting.draw(begun)
    sitting.log.end_evening()
    tab = make()
    QTest.keyClicks(tab.evenings.head, noted[:16])
    QTest.keyClick(tab.evenings.head, Qt.Key.Key_Return)
    assert "that after draw 1: no draw before was changed. One draw came after." in tab.evenings.answer.text()
    tab.evenings.head.setText("0" * 16)
    tab.evenings.check.click()
    assert "not in this chain" in tab.evenings.answer.text()
    assert tab.evenings.answer.property("tone") == "bad"


def test_the_words_of_a_full_table_do_not_fill_the_card(make, sitting):
    tab = make()
    begun = sitting.log.begin_evening(bytes(32))
    for number in range(40):
        begun = sitting.log.add_words(begun.id, f"words of device {number}")
    tab.show_evening(begun)
    assert len(tab.seal.words.text()) < 300
    assert "device 39" in tab.seal.words.toolTip()


def test_players_add_words_before_the_first_throw(make, sitting, qtbot, room):
    begun = sitting.log.begin_evening(bytes(32))
    tab = make()
    tab.show_evening(begun)
    assert tab.seal.say.isVisible()
    assert tab.seal.last.isVisible()
    assert tab.seal.last.text() == "Let a player add the last words."
    QTest.keyClicks(tab.seal.say, "<b>by Odin</b>")
    with qtbot.waitSignal(room.words_added) as added:
        QTest.keyClick(tab.seal.say, Qt.Key.Key_Return)
    assert added.args == ["<b>by Odin</b>"]
    tab.show_evening(sitting.log.add_words(begun.id, added.args[0]))
    assert tab.seal.words.text() == "Words of the players: <b>by Odin</b>"
    sitting.log.next_number(begun.id)
    tab.show_evening(sitting.log.evenings()[-1])
    assert not tab.seal.say.isVisible()
    assert not tab.seal.last.isVisible()


def test_counts_are_copied_as_text(make, sitting):
    sitting.evening(1)
    tab = make()
    tab.view.setFocus()
    tab.view.selectAll()
    QTest.keyClick(tab.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert len(QGuiApplication.clipboard().text().splitlines()) == 4


def test_trouble_is_told(make, sitting, qtbot, monkeypatch, desk):
    sitting.evening(1)
    tab = make()

    def refuse(*_args):
        raise FileProblem("other", Path("log"))

    for name, act in (
        ("face_counts", tab.refresh),
        ("draws", tab.evenings.check_current),
        ("evenings", tab.evenings.refresh),
        ("people", tab.refresh),
    ):
        with monkeypatch.context() as broken:
            broken.setattr(sitting.log, name, refuse)
            with qtbot.waitSignal(desk.notices.trouble):
                act()
    assert tab.model.rowCount() == 4


def test_everything_can_be_painted(make, sitting, theme):
    sitting.evening(30)
    sitting.evening(3, seed=b"2" * 32)
    tab = make()
    tab.model.set_counts([EVEN, HEAVY, FaceCounts("One", ("blank",), (1,))])
    tab.evenings.check.click()
    tab.view.setCurrentIndex(tab.model.index(1))
    seen = set()
    for name in ("parchment", "iron", "contrast"):
        for size in (100, 150):
            theme.set_theme(name)
            theme.set_text_size(size)
            seen.add(tab.grab().toImage().cacheKey())
    assert len(seen) == 6
    tab.set_rulebook(rulebook())


def test_a_die_that_burns_is_told_by_its_blank_faces_too(make, sitting, monkeypatch):
    sitting.evening(1)
    tab = make()
    painted = set()
    monkeypatch.setattr(tab.delegate.faces, "paint", lambda *args: painted.add(args[3:]))
    faces = ("flaming", "flaming", "blank", "blank", "blank", "blank")
    tab.model.set_counts([FaceCounts("Flaming", faces, (1, 2, 1, 1, 1, 2))])
    tab.grab()
    assert painted == {("flaming", "burning"), ("blank", "burning")}


def test_dice_stand_side_by_side_where_there_is_room(make, sitting):
    sitting.evening(3)
    tab = make()
    view = tab.view
    for width, beside in ((1100, 1), (2400, 3), (1700, 2), (700, 1)):
        tab.resize(width, 700)
        QApplication.processEvents()
        rects = [view.visualRect(view.model().index(row, 0)) for row in range(view.model().rowCount())]
        assert len(rects) > 3
        assert len({rect.top() for rect in rects[:beside]}) == 1
        assert rects[beside].top() == rects[0].bottom() + 1
        assert rects[beside - 1].right() > 0.97 * view.viewport().width()
        assert rects[beside - 1].right() <= view.viewport().width()


def test_arrows_walk_dice_side_by_side(make, sitting):
    sitting.evening(3)
    tab = make()
    tab.resize(2400, 700)
    QApplication.processEvents()
    tab.view.setFocus()
    tab.view.setCurrentIndex(tab.model.index(0))
    QTest.keyClick(tab.view, Qt.Key.Key_Right)
    assert tab.view.currentIndex().row() == 1
    QTest.keyClick(tab.view, Qt.Key.Key_Left)
    QTest.keyClick(tab.view, Qt.Key.Key_Down)
    assert tab.view.currentIndex().row() == 3

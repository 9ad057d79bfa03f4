"""Two characters chosen on the shelf are compared side by side, by mouse and by keys."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from bones_desktop.pages.shelf.actiondialogs import CompareDialog
from bones_desktop.rules.values import replaced
from bones_desktop.storage.files.characterfile import new_id, write_character
from bones_desktop.storage.games import SMALL_GAMES
from bones_desktop.widgets.dice.facetile import FaceStrip
from bones_desktop.wording.games.words import game_name
from tests.support.people import bob, die, ragnar
from tests.support.rulebooks import rulebook
from tests.support.running import Running


def other_ragnar():
    """Return Ragnar with one face of his second die changed, and more spiffs."""
    dice = replaced(ragnar().dice, 1, die("universal,physical,outdoorsman,perception,melee,missile", "hunter-gatherer"))
    return ragnar().with_(name="Ragnar the Other", dice=dice, spiffs=3)


def test_what_differs_is_marked_face_by_face_and_told(on_screen, theme) -> None:
    dialog = on_screen(CompareDialog(theme, rulebook(), (ragnar(), other_ragnar())))
    assert dialog.differing == ("Spiffs", "Masteries open", "Die 2", "Defend", "Missile combat")
    strips = dialog.findChildren(FaceStrip)
    assert [frozenset(n for n, look in enumerate(each.faces) if look.marked) for each in strips] == [
        frozenset()
    ] * 2 + [frozenset({5})] * 2 + [frozenset()] * 4
    assert "Missile, differs" in strips[3].accessibleName()
    assert dialog.told.text() == "They differ in 5 lines."


def test_only_what_differs_can_be_shown_by_a_key(on_screen, theme) -> None:
    dialog = on_screen(CompareDialog(theme, rulebook(), (ragnar(), other_ragnar())))
    assert len([each for each in dialog.findChildren(FaceStrip) if each.isVisible()]) == 8
    dialog.only.setFocus()
    QTest.keyClick(dialog.only, Qt.Key.Key_Space)
    assert len([each for each in dialog.findChildren(FaceStrip) if each.isVisible()]) == 2
    assert not any(each.text() == "Equipment" and each.isVisible() for each in dialog.findChildren(QLabel))


def test_no_name_of_a_line_touches_what_stands_beside_it(on_screen, theme) -> None:
    dialog = on_screen(CompareDialog(theme, rulebook(), (ragnar(), other_ragnar())))
    for line in dialog._lines:
        name, value = line.widgets[0], line.widgets[1]
        end = name.mapTo(dialog, QPoint()).x() + name.fontMetrics().horizontalAdvance(name.text())
        assert value.mapTo(dialog, QPoint()).x() - end >= theme.px(12), name.text()


def test_the_same_character_twice_does_not_differ(qtbot, theme) -> None:
    dialog = CompareDialog(theme, rulebook(), (bob(), bob()))
    qtbot.addWidget(dialog)
    assert dialog.differing == ()
    assert dialog.told.text() == "They do not differ."


def test_dice_that_only_one_of_them_has_are_marked(qtbot, theme) -> None:
    more = ragnar().with_(dice=(*ragnar().dice, ragnar().dice[0].with_(template="")))
    dialog = CompareDialog(theme, rulebook(), (ragnar(), more))
    qtbot.addWidget(dialog)
    assert "Die 5" in dialog.differing
    assert any(each.text() == "none" for each in dialog.findChildren(QLabel))


@pytest.fixture
def running(tmp_path: Path, qapp: object):
    with Running(tmp_path / "home") as running:
        for name, who in (("Anna", ragnar()), ("Bea", other_ragnar()), ("Cem", bob())):
            write_character(running.locations.characters / f"{name}.bones", who.with_(id=new_id(), name=name))
        running.program.settings.edit(shelf_sort="name")
        running.window.show_page("shelf")
        running.wait_for_shelf()
        yield running


@pytest.mark.parametrize("small", SMALL_GAMES, ids=lambda small: small.game.id)
def test_two_of_a_smaller_game_are_compared_by_what_it_says_of_them(qtbot, theme, small) -> None:
    left, right = (small.form.read(path).value for path in small.samples[:2])
    dialog = CompareDialog(theme, small, (left, right))
    qtbot.addWidget(dialog)
    texts = {each.text() for each in dialog.findChildren(QLabel)}
    assert {left.name, right.name, "Condition", "Figures"} <= texts
    first = {fact.id: fact.value for fact in small.game.facts(small.book, left) if not fact.name}
    second = {fact.id: fact.value for fact in small.game.facts(small.book, right) if not fact.name}
    expected = {game_name(small.game.id, "", id) for id in first if first[id] != second.get(id, first[id])}
    assert expected <= set(dialog.differing)
    same = CompareDialog(theme, small, (left, left))
    qtbot.addWidget(same)
    assert same.differing == ()


def test_two_of_different_games_are_not_compared_and_it_says_why(running: Running) -> None:
    small = SMALL_GAMES[0]
    path = running.locations.characters / "Other.bones"
    small.form.write(path, small.game.new(new_id()).with_(name="Other"))
    page = running.program.pages.shelf
    page.refresh(path, running.locations.characters / "Anna.bones")
    button = running.button(page.chosen_bar, "Compare two…")
    assert not button.isEnabled()
    assert button.toolTip() == "They belong to different games and cannot be compared."
    running.trigger("compare")
    assert running.dialogs() == []


def test_two_chosen_by_keys_are_compared_and_the_dialog_closes_with_escape(running: Running) -> None:
    page = running.program.pages.shelf
    page.view.setFocus()
    QTest.keyClick(page.view, Qt.Key.Key_Home)
    QTest.keyClick(page.view, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(page.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    dialog = running.dialog()
    assert isinstance(dialog, CompareDialog)
    assert {"Anna", "Bea"} <= {each.text() for each in dialog.findChildren(QLabel)}
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert running.dialogs() == []


def test_the_button_is_there_for_two_only(running: Running) -> None:
    page = running.program.pages.shelf
    paths = tuple(running.locations.characters / f"{name}.bones" for name in ("Anna", "Bea", "Cem"))
    page.view.choose(paths[:2], paths[1])
    QTest.mouseClick(running.button(page.chosen_bar, "Compare two…"), Qt.MouseButton.LeftButton)
    assert isinstance(running.dialog(), CompareDialog)
    running.dialog().close()
    page.view.choose(paths, paths[1])
    assert not page.chosen().may_compare
    running.trigger("compare")
    assert running.dialogs() == []
    assert "Choose two characters" in running.window.toast.text()

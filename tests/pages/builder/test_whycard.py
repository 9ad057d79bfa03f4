"""The card that explains an icon, in the palette and over the board."""

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QHoverEvent
from PySide6.QtWidgets import QApplication

from bones_desktop.rules.bones.book.icons import UNFILLED, face
from tests.support.people import bob, ragnar


def heard(here):
    """Return what the palette pointed at, from now on."""
    points: list[object] = []
    here.panel.dice.palette_panel.face_explained.connect(lambda *point: points.append(point))
    return points


def test_the_face_chosen_is_explained_and_told(bench):
    here = bench(bob())
    points = heard(here)
    here.click_face(0, 2)
    why = here.panel.dice.palette_panel.why
    assert "Raises the cap of Magic, the successes that count, from 4 to 5." in why.text
    assert points[-1] == (0, 2, face("magic"))
    assert "Raises the cap of Magic, the successes that count, from 4 to 5." in why.said


def test_an_explanation_is_shown_from_its_beginning(bench):
    here = bench(bob())
    here.click_face(0, 2)
    notes = here.panel.dice.palette_panel.why.notes
    here.panel.dice.palette_panel.show_odds("Without it, against Average: Stealth −4.")
    notes.setFixedHeight(20)
    notes.executeDelayedItemsLayout()
    assert notes.verticalScrollBar().value() == 0 < notes.verticalScrollBar().maximum()


def test_pointing_at_an_icon_explains_it_and_going_away_explains_what_stands_there(bench, qtbot):
    here = bench(ragnar())
    here.click_face(3, 5)
    palette, points = here.panel.dice.palette_panel, heard(here)
    view = palette.view
    index = palette.model.index(palette.model.row_of("craft"))
    view.scrollTo(index)
    qtbot.mouseMove(view.viewport(), view.visualRect(index).center())
    view.entered.emit(index)
    assert points[-1] == (3, 5, face("craft"))
    assert "Makes Craft possible, with a cap of 2 (successes that count)." in palette.why.text
    QApplication.sendEvent(view.viewport(), QEvent(QEvent.Type.Leave))
    assert points[-1] == (3, 5, face("maneuver"))
    assert "Makes Craft possible" not in palette.why.text


def test_the_icon_the_keys_are_at_is_explained(bench):
    here = bench(ragnar())
    here.click_face(3, 5)
    points = heard(here)
    here.key(Qt.Key.Key_Return)
    here.key(Qt.Key.Key_Left)
    [(die, number, icon), *_] = points[::-1]
    assert (die, number) == (3, 5)
    assert icon != face("maneuver")
    QApplication.sendEvent(here.panel.dice.palette_panel.view.viewport(), QEvent(QEvent.Type.Leave))
    assert points[-1] == (3, 5, icon), "the keys are still there"


def test_a_face_of_the_board_is_explained_without_choosing_it(bench):
    here = bench(bob())
    here.click_face(0, 2)
    palette, points = here.panel.dice.palette_panel, heard(here)
    palette.point_at_face(3, 5)
    assert palette.why.explanation is not None
    assert palette.why.explanation.kind.startswith("Die 4, face 6")
    assert points[-1] == (3, 5, face("healer"))
    palette.point_at_face(-1, -1)
    assert points[-1] == (0, 2, face("magic"))
    assert not palette.why.explanation.kind.startswith("Die")


def test_the_pointer_over_a_face_of_the_board_explains_it(bench):
    here = bench(bob())
    here.click_face(0, 2)
    why = here.panel.dice.palette_panel.why
    tile = here.panel.dice.board.nets[3].tiles[5]
    for kind, name in ((QEvent.Type.HoverEnter, "Healer"), (QEvent.Type.HoverLeave, "Magic")):
        QApplication.sendEvent(tile, QHoverEvent(kind, QPointF(5, 5), QPointF(5, 5), QPointF(-1, -1)))
        assert why.explanation is not None
        assert why.explanation.name == name


def test_an_empty_face_invites(bench):
    here = bench()
    points = heard(here)
    here.panel.dice.palette_panel.point_at_face(0, 3)
    assert here.panel.dice.palette_panel.why.text == "Point at an icon to read what it does."
    assert points[-1] == (0, 3, UNFILLED)


def test_what_an_icon_does_to_the_odds_goes_with_it(bench):
    here = bench(ragnar())
    here.click_face(3, 5)
    palette = here.panel.dice.palette_panel
    palette.show_odds("Craft +30 points")
    assert "Craft +30 points" in palette.why.text
    assert "Craft +30 points" in palette.why.said
    assert "Craft +30 points" in palette.view.accessibleDescription(), "the card itself never has the keys"
    here.click_face(3, 4)
    assert "Craft" not in palette.why.text

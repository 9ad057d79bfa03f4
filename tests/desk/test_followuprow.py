"""The buttons for what follows from a roll: where they go when there is little room."""

from PySide6.QtCore import QPoint

from bones_desktop.desk.table.rollview import FollowUpRow
from bones_desktop.play.followups import FollowUp


def nothing() -> None:
    """Do nothing."""


def test_dismiss_stays_beside_its_action_at_every_width(theme, on_screen, qapp):
    row = on_screen(FollowUpRow(theme), 480, 200, wait="exposed")
    row.offer([FollowUp(text, nothing, beside=text == "Dismiss") for text in ("Lose die 2", "Dismiss") * 3])
    for width in range(260, 900, 40):
        row.resize(width, 300)
        qapp.processEvents()
        places = [button.mapTo(row, QPoint()) for button in row.buttons]
        for action, dismiss in zip(places[::2], places[1::2], strict=True):
            assert action.y() == dismiss.y(), width
            assert action.x() < dismiss.x(), width
    assert len({place.y() for place in places}) == 1, "all fit on one line"

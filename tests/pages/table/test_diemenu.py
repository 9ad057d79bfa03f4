"""What a right click on a die offers, and what a Healer's success does."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu

from bones_desktop.play.bones.followups import treatment_by
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.reading.requests import Request
from bones_desktop.rules.values import done_act
from tests.support.givendice import Faces
from tests.support.people import die, ragnar
from tests.support.tabledesk import Desk, Ones


def entries(menu: QMenu) -> list[tuple[str, bool]]:
    return [(each.text().replace("&", ""), each.isEnabled()) for each in menu.actions()]


def right_click(desk: Desk, where: str, place: int) -> None:
    if where == "tray":
        at = next(
            QPoint(x, y)
            for y in range(0, desk.page.tray.height(), 4)
            for x in range(0, desk.page.tray.width(), 4)
            if desk.page.tray.die_at(x, y) == place
        )
        widget = desk.page.tray
    else:
        view = desk.page.reading.view
        widget, at = view.viewport(), view.visualRect(view.dice.index(place, 0)).center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, widget.mapToGlobal(at))
    QApplication.sendEvent(widget, event)


@pytest.mark.parametrize("where", ["tray", "list"])
def test_a_right_click_throws_again_loses_or_explains(make, where):
    desk = make(rng=Ones(), character=ragnar().with_(spiffs=5))
    desk.key(Qt.Key.Key_Space)
    right_click(desk, where, 1)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    again, lose, explain = menu.actions()
    assert again.text().startswith("&Re-roll · ")
    assert [each.isEnabled() for each in (again, lose, explain)] == [True, True, True]
    told = []
    desk.notices.message.connect(told.append)
    explain.trigger()
    assert desk.page.reading.notes()[1] in told[-1]
    lose.trigger()
    assert [each.die for each in desk.document.character.lost] == [1]
    menu.close()


def test_what_may_not_be_done_says_why(make):
    desk = make(rng=Ones(), character=ragnar().with_(spiffs=0))
    found = entries(desk.page.controller.menu_of(0))
    assert found[0][1] is False
    assert "roll first" in found[0][0]
    assert found[1] == ("Lose die 1", True)
    desk.key(Qt.Key.Key_Space)
    again, lose, explain = entries(desk.page.controller.menu_of(4))
    assert not again[1]
    assert lose == ("Lose the die – Only a die of your own can be lost here.", False)
    assert explain == ("Explain", True)


def healed(make, *, hurt: int) -> Desk:
    who = ragnar().with_(dice=(die("healer,healer,physical,physical,blank,blank"),) * 8)
    desk = make(rng=Faces(*(0,) * (8 - hurt), *(4,) * 2), character=injuries.suffer_all(who, hurt))
    desk.page.ask(Request("healer", difficulty="easy"))
    desk.key(Qt.Key.Key_Space)
    return desk


def test_a_healer_s_success_treats_the_one_who_threw_as_one_step(make):
    desk = healed(make, hurt=4)
    net = desk.page.play.played.reading.task.net
    assert net == 4
    (button,) = desk.page.reading.follow_ups.buttons
    assert button.text() == "Treat yourself: 2 dice at once, then one in 3 days"
    button.click()
    now = desk.document.character
    assert len(now.lost) == 2
    assert [(each.points, each.days) for each in now.care] == [(2, 3)]
    assert not desk.page.reading.follow_ups.buttons
    desk.document.undo_stack.undo()
    assert len(desk.document.character.lost) == 4
    assert len(desk.page.reading.follow_ups.buttons) == 1
    assert done_act(desk.document.character, treatment_by(desk.page.play.played)) is None


def test_a_healer_who_is_whole_is_told_what_a_patient_gets(make):
    desk = healed(make, hurt=0)
    assert not desk.page.reading.follow_ups.buttons
    assert "Treats a patient: 4 dice at once, then one in 1 day." in desk.page.reading.since.text()

from PySide6.QtCore import Qt

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.dienet import NetLook, NetPreview
from bones_desktop.widgets.dice.facelook import FaceLook


def look(number: int) -> NetLook:
    return NetLook(number, f"Die {number}", (FaceLook(code="melee"),) * 6, name=f"Die {number}, Fighter")


def test_nets_come_and_go_and_stand_apart(on_screen):
    preview = on_screen(NetPreview(Theme("iron"), "No dice"), 500, 400)
    preview.set_looks([look(number) for number in range(1, 7)])
    assert len(preview.nets) == 6
    assert all(net.isVisible() for net in preview.nets)
    cards = [net.geometry() for net in preview.nets]
    assert not any(a.intersects(b) for place, a in enumerate(cards) for b in cards[place + 1 :])
    assert preview.verticalScrollBar().maximum() > 0
    assert preview.accessibleDescription().startswith("Die 1, Fighter; Die 2")
    preview.set_looks([look(1)])
    assert len(preview.nets) == 1
    assert preview.verticalScrollBar().maximum() == 0
    preview.set_looks([])
    assert preview._invitation.isVisible()


def test_nothing_is_chosen_by_a_click(qtbot, on_screen):
    preview = on_screen(NetPreview(Theme("iron"), "No dice"), 500, 400)
    preview.set_looks([look(1)])
    tile = preview.nets[0].tiles[2]
    qtbot.mouseClick(tile, Qt.MouseButton.LeftButton)
    assert not tile.selected
    assert not tile.hasFocus()


def test_many_dice_stay_on_their_cards_in_large_text(on_screen):
    preview = on_screen(NetPreview(Theme("iron", 200), "No dice"), 600, 560)
    preview.set_looks([look(number) for number in range(1, 11)])
    for net in preview.nets:
        assert all(net.rect().contains(tile.geometry()) for tile in net.tiles)

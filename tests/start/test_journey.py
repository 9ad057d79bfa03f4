"""Five Modes in the running program, from New to level 3 with a fight: once by mouse, once by keys alone."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QListView, QWidget

from bones_desktop.rules.five_modes.figures import hits_left, most_hits
from bones_desktop.storage.games import read_any
from bones_desktop.storage.log.logentry import draws_of
from bones_desktop.widgets.acts.actfields import ButtonsField, ChoiceField
from tests.start.test_gamepages import Seat

LEFT = Qt.MouseButton.LeftButton


class Player(Seat):
    """Hands on the pages of the game that is open."""

    @property
    def who(self):
        return self.game.document.value

    def click(self, widget) -> None:
        assert widget.isVisible(), widget
        assert widget.isEnabled(), widget.toolTip()
        QTest.mouseClick(widget, LEFT)
        self.app.processEvents()

    def fill(self, form, values: dict[str, int | str]) -> None:
        for name, value in values.items():
            form.answer(name, value)

    def write(self, field, text: str) -> None:
        QTest.keyClicks(field, text)

    def page_of(self, page: str):
        self.trigger(page)
        self.app.processEvents()
        return getattr(self.game, page)

    def goes_on(self) -> None:
        self.click(self.game.build.next)

    def throws_dice(self) -> None:
        self.click(self.game.build.card.throwing.act)

    def does(self, act: str, **values: int | str) -> None:
        """Do an act of the Tracker page by its button and its form."""
        tracker = self.page_of("tracker")
        self.click(tracker.acts.buttons[act])
        assert tracker.place.form.isVisible(), tracker.acts.buttons[act].toolTip()
        self.fill(tracker.place.form, values)
        self.click(tracker.place.form.act)

    def throws(self, roll: str, **values: int | str) -> str:
        """Throw on the Table page with Space, and return what the first finding says."""
        table = self.page_of("table")
        self.click(table.rolls[roll])
        self.fill(table.form, values)
        QTest.keyClick(table, Qt.Key.Key_Space)
        while self.game.play.due:
            self.click(table.press)
        assert len(table.reading.shown.findings) == len(self.game.play.current.reading.findings)
        return table.reading.shown.findings[0].text


class Typist(Player):
    """The same without a mouse: Tab and arrows, Space, Enter and shortcuts, wherever the focus is."""

    MOST_TABS = 80

    def make(self, name: str) -> None:
        super().make(name)
        self.window.activateWindow()  # as a window manager does when a dialog closes
        assert QTest.qWaitForWindowActive(self.window)

    def key(self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        QTest.keyClick(QApplication.focusWidget() or self.window, key, modifier)
        self.app.processEvents()

    def reach(self, widget: QWidget) -> None:
        """Press Tab until the focus is at a widget; in a group of which one is chosen, the arrows from there."""
        wanted = widget.focusProxy() or widget
        for _tab in range(self.MOST_TABS):
            at = QApplication.focusWidget()
            group = wanted.group() if isinstance(wanted, QAbstractButton) else None
            while group is not None and at is not wanted and at in group.buttons():
                across = abs(wanted.y() - at.y()) < abs(wanted.x() - at.x())
                further = (wanted.x() > at.x()) if across else (wanted.y() > at.y())
                ways = (Qt.Key.Key_Left, Qt.Key.Key_Right) if across else (Qt.Key.Key_Up, Qt.Key.Key_Down)
                self.key(ways[further])
                if QApplication.focusWidget() is at:
                    break
                at = QApplication.focusWidget()
            if at is wanted:
                return
            self.key(Qt.Key.Key_Tab)
        raise AssertionError(f"Tab never comes to {widget.accessibleName() or widget}")

    def click(self, widget) -> None:
        assert widget.isEnabled(), widget.toolTip()
        self.reach(widget)
        if not (isinstance(widget, QAbstractButton) and widget.isCheckable() and widget.isChecked()):
            self.key(Qt.Key.Key_Space)

    def write(self, field, text: str) -> None:
        self.reach(field)
        self.key(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(QApplication.focusWidget(), text)

    def fill(self, form, values: dict[str, int | str]) -> None:
        for name, value in values.items():
            field = form.fields[name]
            if isinstance(field, ButtonsField):
                self.click(field.buttons[value])
            elif isinstance(field, ChoiceField):
                self.pick(field, str(value))
            elif isinstance(field, QAbstractButton):
                if field.isChecked() != bool(value):
                    self.reach(field)
                    self.key(Qt.Key.Key_Space)
            else:
                self.write(field, str(value))

    def pick(self, field: ChoiceField, key: str) -> None:
        """Choose from a list that opens below its field."""
        self.reach(field)
        self.key(Qt.Key.Key_Space)
        rows = [choice.key for choice in field.model.rows]
        view = field.popup.findChild(QListView)
        for _row in range(rows.index(key) - view.currentIndex().row()):
            QTest.keyClick(view, Qt.Key.Key_Down)
        QTest.keyClick(view, Qt.Key.Key_Return)
        self.app.processEvents()
        assert field.current == key

    def trigger(self, action: str) -> None:
        """Do what a menu entry does, by its shortcut."""
        shortcut = self.window.actions_by_id[action].shortcut()[0]
        assert self.window.actions_by_id[action].isEnabled()
        self.key(shortcut.key(), shortcut.keyboardModifiers())


def made(player: Player) -> None:
    player.make("")
    card = player.page_of("build").card
    player.click(card.fields.fields["alignment"].buttons["red"])
    player.goes_on()
    player.click(card.fields.fields["die"].buttons["8"])
    player.goes_on()
    player.throws_dice()
    player.goes_on()
    for _step in range(12):
        step = card._step.id
        if step == "talents":
            player.write(card.fields.fields["talent-1"], "climbing")
        elif step == "name":
            player.write(card.fields.fields["name"], "Ada")
        elif card.throwing.isVisible():
            player.throws_dice()
        player.goes_on()
        if step == "name":
            break
    assert player.who.name == "Ada"
    assert not player.game.small.game.check(player.game.small.book, player.who)


@pytest.mark.parametrize("hands", [Player, Typist], ids=["mouse", "keys"])
def test_from_new_to_level_three_with_a_fight(tmp_path, qapp, hands):
    with hands(tmp_path) as player:
        player.window.resize(1366, 768)
        made(player)
        assert player.window.windowTitle().startswith("Ada")
        most = most_hits(player.who)
        for _exchange in range(3):
            hit = player.throws("attack", defence=9, level=2)
            assert "hit" in hit or "miss" in hit
            player.throws("hits", die="6", how="one", reduction=1)
        player.does("hurt", kind="other", value=most)
        assert hits_left(player.who) == 0
        while player.who.hits == most and not player.who.is_dead:
            player.does("revive")
            if player.who.is_dead:
                player.trigger("undo")
        assert hits_left(player.who) == 1
        if most > 1:  # else the one hit that is left is all there are, and nothing is to heal
            player.does("rest")
        assert hits_left(player.who) == min(most, 3)
        player.throws("check", **{"with-chance": 1, "chance": 3, "with-threat": 1, "threat": 2})
        player.throws("save", kind="paralysis", level=1)
        for level in (2, 3):
            player.does("xp", value=100_000)
            player.does("level")
            assert player.who.level == level
        assert player.window.actions_by_id["undo"].text().endswith("Reach the next level")
        lines = [each for each in player.program.pages.room.log.latest(200) if each.game == "five_modes"]
        assert read_any(player.game.session.path)[1].value == player.who
    assert {"Attack", "Hits", "Check", "Save", "Take hits", "Reach the next level"} <= {each.title for each in lines}
    numbers = [draw.number for draw in draws_of(lines, lines[-1].evening)]
    assert sorted(numbers) == list(range(1, len(numbers) + 1))

"""Five Modes in the running program, from New to level 3 with a fight: by mouse, and by keys where keys are usual."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.rules.five_modes.figures import hits_left, most_hits
from bones_desktop.storage.games.games import read_any
from bones_desktop.storage.log.logentry import draws_of
from tests.window.games.test_gamepages import Seat

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

    def page_of(self, page: str):
        self.trigger(page)
        self.app.processEvents()
        return getattr(self.game, {"build": "making"}.get(page, page))

    def goes_on(self) -> None:
        self.click(self.game.making.next)

    def throws_dice(self) -> None:
        self.click(self.game.making.card.throwing.act)

    def does(self, act: str, **values: int | str) -> None:
        """Do an act of the Tracker page by its button and its form."""
        tracker = self.page_of("tracker")
        self.click(tracker.acts.buttons[act])
        for name, value in values.items():
            tracker.form.answer(name, value)
        QTest.keyClick(tracker.form.act, Qt.Key.Key_Return)
        self.app.processEvents()

    def throws(self, roll: str, **values: int | str) -> str:
        """Throw on the Table page with Space, and return what the first finding says."""
        table = self.page_of("table")
        self.click(table.rolls[roll])
        for name, value in values.items():
            table.form.answer(name, value)
        QTest.keyClick(table, Qt.Key.Key_Space)
        while self.game.play.due:
            self.click(table.press)
        assert len(table.findings.findings) == len(self.game.play.current.reading.findings)
        return table.findings.findings[0].text()


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
            QTest.keyClicks(card.fields.fields["talent-1"], "climbing")
        elif step == "name":
            QTest.keyClicks(card.fields.fields["name"], "Ada")
        elif card.throwing.isVisible():
            player.throws_dice()
        player.goes_on()
        if step == "name":
            break
    assert player.who.name == "Ada"
    assert not player.game.small.game.check(player.game.small.book, player.who)


def test_from_new_to_level_three_with_a_fight(tmp_path, qapp):
    with Player(tmp_path) as player:
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
        player.does("rest")
        assert hits_left(player.who) == min(most, 3)
        player.throws("check", **{"with-chance": 1, "chance": 3, "with-threat": 1, "threat": 2})
        player.throws("save", kind="paralysis", level=1)
        for level in (2, 3):
            player.does("xp", value=100_000)
            player.does("level")
            assert player.who.level == level
        assert player.window.actions_by_id["undo"].text().endswith("Reach the next level")
        lines = [each for each in player.program.pages.tables._log.latest(200) if each.game == "five_modes"]
        assert read_any(player.game.session.path)[1].value == player.who
    assert {"Attack", "Hits", "Check", "Save", "Take hits", "Reach the next level"} <= {each.title for each in lines}
    numbers = [draw.number for draw in draws_of(lines, lines[-1].evening)]
    assert sorted(numbers) == list(range(1, len(numbers) + 1))

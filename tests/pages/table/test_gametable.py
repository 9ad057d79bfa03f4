"""The table of a smaller game has what the table of BONES has: keys, last rolls, favourites, levels, entry by hand."""

import re
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.desk.table.gameview import game_view
from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.table.gametable import GameTable
from bones_desktop.play.gameplay import GameRequest
from bones_desktop.rules.acts import Answers
from bones_desktop.rules.basics.character import BasicsCharacter, Weapon
from bones_desktop.rules.games import headline
from bones_desktop.rules.margin.character import MarginCharacter, MarginPower
from bones_desktop.rules.values import GameCharacter
from bones_desktop.storage.games import SMALL_GAMES, game_of
from bones_desktop.storage.log.logentry import HIDDEN, LogEntry
from bones_desktop.storage.shelfcatalogue import Shelf
from bones_desktop.theme.theme import Theme
from bones_desktop.wording.games.words import _NAMES
from tests.pages.games.seats import now, seat_of
from tests.support.desks import PageDesk
from tests.support.people import ragnar
from tests.support.rulebooks import rulebook


class SmallDesk:
    """A Table page of a smaller game, and what it says."""

    def __init__(self, on_screen, folder, game: str, who: GameCharacter | None = None) -> None:
        self.seat = seat_of(folder, who, game)
        self.log = self.seat.play.journal._given
        document = CharacterDocument(rulebook(), ragnar())
        self.desk = PageDesk(Theme("iron"), folder, document, Shelf(folder / "characters"), now)
        self.said: list[str] = []
        self.desk.notices.message.connect(self.said.append)
        self.page = on_screen(GameTable(self.desk, self.seat, self.log), 1366, 700, wait="exposed")

    def key(self, key: Qt.Key) -> None:
        QTest.keyClick(self.page.focusProxy(), key)

    @property
    def titles(self) -> list[str]:
        return [entry.title for entry in self.log.latest() if entry.title]

    @property
    def current(self):
        return self.seat.play.current


@pytest.fixture
def open_desk(on_screen, tmp_path):
    return lambda game, who=None: SmallDesk(on_screen, tmp_path, game, who)


def test_digits_choose_the_kind_of_roll_and_space_rolls_it(open_desk):
    desk = open_desk("basics")
    desk.key(Qt.Key.Key_3)
    assert desk.page.rolls["contest"].isChecked()
    assert desk.page.strip.chance.bar.said.startswith("to win: ")
    desk.key(Qt.Key.Key_Space)
    assert desk.current.what == "contest"
    QTest.keyClick(desk.page.rolls["contest"], Qt.Key.Key_Space)
    assert len(desk.titles) == 2, "Space on a button for a kind of roll rolls too"


def test_a_power_fills_its_attack_in_and_its_price_is_paid_with_the_roll(open_desk):
    powers = tuple(MarginPower(power=each) for each in ("hold-person", "cleave"))
    desk = open_desk("margin", MarginCharacter(id="a" * 32, name="Ann", powers=powers, weapons=("Bow",)))
    desk.page.choose("attack")
    form = desk.page.form
    assert (form.answers.key("by"), form.answers.key("attribute")) == ("missile", "attack")
    form.answer("weapon", "power-1")
    assert (form.answers.key("by"), form.answers.key("attribute")) == ("hold", "spirit")
    desk.page.throw()
    assert desk.seat.document.value.lp_lost == 1
    assert "rounds" in {each.id for each in desk.current.reading.findings}
    form.answer("weapon", "1")
    assert (form.answers.key("by"), form.answers.key("attribute")) == ("missile", "attack")


def test_a_hit_offers_the_roll_of_its_damage_with_weapon_and_margin(open_desk):
    weapons = (Weapon(name="Knife", damage=1), Weapon(name="Webley", damage=4, ranged=True))
    desk = open_desk("basics", BasicsCharacter(id="a" * 32, name="Ann", weapons=weapons))
    desk.seat.play.throw("attack", Answers({"weapon": "2", "pool": 2, "their_pool": 0}), (0, 0))
    desk.page.tray.skip()
    view = game_view(desk.seat)
    assert view is not None
    [follows] = [each for each in desk.page._with_next(view, desk.current).acts if each.text == "Next: Damage"]
    follows.call()
    given = desk.page.strip.request
    assert (given.roll, given.answers.key("weapon")) == ("damage", "2")
    assert [given.answers.number(each) for each in ("margin", "dice", "ranged")] == [2, 4, 1]


def test_space_in_a_number_rolls_with_what_was_typed(open_desk):
    desk = open_desk("basics")
    number = desk.page.form.fields["mods"] if "mods" in desk.page.form.fields else desk.page.form.fields["black"]
    number.setFocus()
    number.selectAll()
    QTest.keyClicks(number, "2")
    QTest.keyClick(number, Qt.Key.Key_Space)
    assert desk.current is not None
    assert 2 in desk.page.strip.request.answers.values.values()


def test_a_level_fills_in_its_number_and_another_number_is_none_of_them(open_desk):
    desk = open_desk("margin")
    field = desk.page.form.fields["target"]
    assert field.levels.level == "10"
    QTest.mouseClick(field.levels.segments["18"], Qt.MouseButton.LeftButton)
    assert desk.page.strip.answers.number("target") == 18
    assert desk.page.form._labels["target"].text() == "Number to exceed: Very hard"
    field.number.setValue(17)
    assert desk.page.strip.answers.number("target") == 17
    assert field.levels.level == ""


def test_levels_keep_their_names_in_little_room(open_desk):
    desk = open_desk("basics")
    levels = desk.page.form.fields["difficulty"].levels
    assert len(levels.segments) > 5
    levels.resize(levels.minimumSizeHint().width(), levels.height())
    levels.restyle()
    assert not levels.brief
    QTest.mouseClick(levels.segments["difficult"], Qt.MouseButton.LeftButton)
    assert desk.page.strip.answers.key("difficulty") == "difficult"
    assert desk.page.form._labels["difficulty"].text().startswith("Difficulty: ")


def test_a_favourite_and_the_last_tasks_ask_again_for_the_same(open_desk):
    desk = open_desk("margin")
    strip = desk.page.strip
    desk.page.form.answer("target", 14)
    desk.key(Qt.Key.Key_Space)
    desk.page.form.answer("target", 5)
    strip.choose("jump")
    QTest.keyClick(desk.page.focusProxy(), Qt.Key.Key_1, Qt.KeyboardModifier.AltModifier)
    assert strip.request.roll == "check"
    assert strip.answers.number("target") == 14
    strip.favourites.keep()
    strip.favourites.popup.form.answer("name", "The wall")
    strip.favourites.popup.form.submit()
    strip.favourites.popup.close()
    strip.choose("jump")
    desk.key(Qt.Key.Key_F3)
    assert desk.titles == ["Check", "Check"]
    [kept] = desk.desk.settings.value.favourites
    assert (kept.name, strip.read_request(kept.request)) == ("The wall", strip.request)


def test_a_secret_roll_is_one_roll_and_n_strikes_it_out(open_desk):
    desk = open_desk("margin")
    desk.key(Qt.Key.Key_N)
    assert desk.said.pop() == "There is no roll on the table: roll first (Space)."
    desk.key(Qt.Key.Key_X)
    desk.key(Qt.Key.Key_Space)
    assert HIDDEN in desk.current.lines[0].tags
    assert desk.page.reading.shown.secret
    assert not desk.page.strip.secret.isChecked()
    desk.key(Qt.Key.Key_N)
    assert not desk.current.lines[0].is_meant
    desk.key(Qt.Key.Key_N)
    assert desk.current.lines[0].is_meant


def test_real_dice_are_entered_in_place_of_the_tray_and_kept_when_left(open_desk):
    desk = open_desk("margin")
    desk.key(Qt.Key.Key_B)
    assert desk.page.by_hand.isVisible()
    QTest.keyClick(desk.page.by_hand, Qt.Key.Key_6)
    desk.key(Qt.Key.Key_Escape)
    assert desk.page.tray.isVisible()
    desk.key(Qt.Key.Key_B)
    for key in (Qt.Key.Key_5, Qt.Key.Key_4, Qt.Key.Key_Space):
        QTest.keyClick(desk.page.by_hand, key)
    assert [each.number for each in desk.current.fallen] == [6, 5, 4]
    assert desk.current.by_hand


def test_the_last_rolls_are_those_of_this_game(open_desk):
    desk = open_desk("margin")
    desk.page.log.add(LogEntry(now(), who="Ragnar", title="Melee"))
    desk.key(Qt.Key.Key_Space)
    model = desk.page.log.model
    assert [title for row in range(model.rowCount()) if (title := model.entry(row).title)] == ["Check"]


def test_a_roll_in_the_log_is_asked_for_again_or_it_says_why_not(open_desk):
    desk = open_desk("margin")
    request = GameRequest("check", Answers({"attribute": "body", "target": 22}))
    entry = LogEntry(now(), title="Check", game="margin", request=request.text)
    desk.page.repeat(entry)
    assert desk.page.strip.answers.key("attribute") == "body"
    assert desk.page.strip.answers.number("target") == 22
    assert desk.said.pop() == "Check: ready to roll (Space)"
    for text in ("", "[]", '{"roll": "check"}', '{"roll": 3, "answers": 4}'):
        desk.page.repeat(replace(entry, request=text))
        assert desk.said.pop() == "The log did not keep the task of this roll."


@pytest.mark.parametrize("game", [small.game.id for small in SMALL_GAMES])
def test_every_headline_has_words_and_is_a_sum_of_its_outcomes(game):
    small = game_of(game)
    who = small.game.new("a" * 32)
    found = set()
    for roll in small.game.rolls(small.book, who):
        answers = Answers({each.id: each.first for each in roll.asked(Answers()) if not each.optional})
        try:
            odds = small.game.odds(small.game.plan(small.book, who, roll.id, answers))
        except Exception:
            continue
        if (head := headline(small.game, odds)) is not None:
            finding, outcome, chance = head
            good = [odds.findings[finding][id] for id in small.game.succeeds[finding] if id in odds.findings[finding]]
            assert chance.value == pytest.approx(sum(each.value for each in good))
            assert f"headline:{outcome}" in _NAMES[game]
            found.add(finding)
    assert found <= set(small.game.succeeds)


def test_the_folded_request_names_its_pool_and_its_chances_add_up(open_desk):
    desk = open_desk("story_bones")
    desk.page.choose("task")
    pool = desk.page.strip.form.answers.number("pool")
    assert desk.page.strip.whole_name(desk.page.strip.request) == f"Task · Dice: {pool}"
    desk.page.choose("contest")
    for line in desk.page.strip.degrees.text().splitlines():
        points = [int(each) for each in re.findall(r"(\d+)\W%", line)]
        assert sum(points) - line.count("<") == 100


def test_the_card_of_chances_is_never_empty(open_desk):
    desk = open_desk("five_modes")
    for roll in desk.page.strip.rolls:
        desk.page.choose(roll)
        assert desk.page.odds.isHidden() == (not desk.page.odds._rows.count())
    desk.page.choose("check")
    assert desk.page.odds.isHidden(), "a check without a chance has a single finding, which the strip shows"

"""A closed round is one step for every fighter's file, for the open character and for the campaign."""

import pytest

from bones_desktop.rules.bones.life.campaigns import add_member
from bones_desktop.storage.files.characterfile import read_character
from tests.support.fightseat import FightSeat, shelve
from tests.support.people import bob, ragnar

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

BOB, RAGNAR = "b" * 32, "a" * 32


@pytest.fixture
def seat(qapp, tmp_path):
    shelve(tmp_path, bob().with_(id=BOB), ragnar().with_(id=RAGNAR))
    with FightSeat(tmp_path, ("Bob", 1), ("Ragnar", 1), ("Wolf", 8)) as seat:
        campaigns = seat.program.campaigns
        seat.window.show_page("campaign")
        campaigns.page.files.create("Wolves")
        for who, name in ((BOB, "Bob"), (RAGNAR, "Ragnar")):
            campaigns.campaigns.apply(
                "Add", lambda now, who=who, name=name: add_member(now, who, name, f"{name}.bones")
            )
        seat.window.show_page("encounter")
        yield seat
        campaigns.players.close()


def lost(seat, who):
    value = read_character(seat.pages.file_of(who)).value
    return len(value.lost) + value.excess_damage


def on_cards(seat):
    """Return how hurt the members are as the players' view has them."""
    seat.trigger("players")
    rows = {row.name: row for row in seat.program.campaigns.players.board.members.rows}
    found = [rows[name].glance.condition for name in ("Bob", "Ragnar")]
    return [each.owned - each.available + each.excess for each in found]


def at_each(seat):
    seat.page.all_attack()
    seat.show_faces(unhurt=("bob", "ragnar"))
    seat.pages.play.suggest()
    return [seat.document.reading.taken[who] for who in ("bob", "ragnar")]


def test_closing_is_one_step_for_two_files_and_their_campaign(seat):
    taken = at_each(seat)
    assert min(taken) > 0
    assert seat.pages.play.close()
    assert [lost(seat, who) for who in (BOB, RAGNAR)] == taken
    assert on_cards(seat) == taken
    seat.document.undo_stack.undo()
    assert seat.fight.encounter.round == 1
    assert [lost(seat, who) for who in (BOB, RAGNAR)] == [0, 0]
    assert on_cards(seat) == [0, 0]
    seat.document.undo_stack.redo()
    assert [lost(seat, who) for who in (BOB, RAGNAR)] == taken
    assert on_cards(seat) == taken


def test_the_open_character_is_hurt_like_any_other(seat):
    seat.program.files.open(seat.pages.file_of(BOB))
    seat.window.show_page("encounter")
    taken = at_each(seat)
    assert seat.pages.play.close()
    now = seat.program.document.character
    assert len(now.lost) + now.excess_damage == taken[0]
    seat.document.undo_stack.undo()
    assert not seat.program.document.character.lost


def test_a_fight_goes_by_the_house_rules_of_the_open_character(seat):
    menu = seat.page.bar.menu

    def offered():
        menu.aboutToShow.emit()
        return [
            each
            for each in menu.actions()
            if each.text().replace("&", "").startswith("Use the house rules") and each.isVisible()
        ]

    assert not offered()
    rules = seat.program.document.character.house_rules.with_(fear_spares_own_side=True)
    seat.program.document.apply("Rules", lambda now: now.with_(house_rules=rules))
    offered()[0].trigger()
    assert seat.fight.encounter.house_rules == rules
    assert not offered()


def test_the_head_says_how_dark_it_is(seat):
    dark = (
        next(action for action in seat.page.bar.menu.actions() if action.text().replace("&", "") == "Light")
        .menu()
        .actions()[1]
    )
    dark.trigger()
    assert seat.page.bar.round.full_text == "Round 1, partial darkness"

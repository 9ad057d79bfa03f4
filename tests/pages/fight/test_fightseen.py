"""The visible parts of a fight: the effect of each die in the tray, and the players' view without the GM's secrets."""

import pytest

from bones_desktop.rules.bones.fight.fighters import Declaration, How
from bones_desktop.rules.bones.life.campaigns import add_member, set_hidden
from bones_desktop.rules.reading import Role
from bones_desktop.storage.log.logentry import HIDDEN
from tests.support.fightseat import FightSeat, lines, shelve
from tests.support.people import bob, ragnar

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

BOB, RAGNAR = "b" * 32, "a" * 32


@pytest.fixture
def folder(qapp, tmp_path):
    return shelve(tmp_path, bob().with_(id=BOB, spiffs=9), ragnar().with_(id=RAGNAR))


@pytest.fixture
def seat(folder):
    with FightSeat(folder, ("Bob", 1), ("Ragnar", 1), ("Wolf", 2)) as seat:
        yield seat
        seat.program.campaigns.players.close()


def players(seat):
    seat.trigger("players")
    return seat.program.campaigns.players


def labels(view):
    return {die.label.partition(":")[0] for die in view.tray.contents.dice}


def test_the_dice_lie_before_the_players_and_the_result_is_written(seat):
    view = players(seat)
    seat.page.all_attack()
    assert view.tray is None
    seat.show_faces(unhurt=("bob", "ragnar"))
    assert view.tray.isVisible()
    assert labels(view) == {"Bob", "Ragnar", "Wolf 1", "Wolf 2"}
    assert view.result.text == "Round 1"
    assert (view.near.text, view.far.text) == ("Side A: Bob, Ragnar", "Side B: Wolf ×2")
    assert view.near.isVisible()
    assert view.far.isVisible()
    seat.pages.play.suggest()
    hurt = [who.name for who in seat.fight.encounter.fighters if seat.document.reading.taken[who.id]]
    assert hurt
    assert seat.pages.play.close()
    assert view.result.text.startswith("Round 1. ")
    assert all(f"{name} loses " in view.result.text for name in hurt)
    assert not view.tray.isVisible()
    assert not view.near.isVisible(), "names belong to dice"
    seat.trigger("undo")
    assert view.result.text == "Round 1"
    assert view.tray.isVisible()


def test_who_is_hidden_is_not_seen(seat):
    view = players(seat)
    seat.document.apply("Hide", lambda fight: fight.with_(
        round=fight.round.with_(encounter=fight.encounter.with_fighter(seat.fighter("wolf-2").with_(hidden=True)))
    ))  # fmt: skip
    seat.page.all_attack()
    seat.show_faces()
    assert labels(view) == {"Bob", "Ragnar", "Wolf 1"}
    assert (view.near.text, view.far.text) == ("Side A: Bob, Ragnar", "Side B: Wolf 1")
    seat.pages.play.suggest()
    assert seat.pages.play.close()
    assert "Wolf 2" not in view.result.text


def test_a_hidden_member_of_the_campaign_is_not_seen(seat):
    campaigns = seat.program.campaigns
    seat.window.show_page("campaign")
    campaigns.page.files.create("Wolves")
    campaigns.campaigns.apply("Add", lambda now: add_member(now, BOB, "Bob", "Bob.bones"))
    campaigns.campaigns.apply("Hide", lambda now: set_hidden(now, BOB, True))
    seat.window.show_page("encounter")
    view = players(seat)
    seat.page.all_attack()
    seat.show_faces(unhurt=())
    assert labels(view) == {"Ragnar", "Wolf 1", "Wolf 2"}
    assert view.near.text == "Side A: Ragnar"
    seat.pages.play.suggest()
    assert seat.pages.play.close()
    assert "Bob" not in view.result.text


def test_a_round_can_be_kept_from_the_players(seat):
    view = players(seat)
    seat.page.all_attack()
    seat.page.secret.trigger()
    seat.show_faces()
    assert view.tray is None or not view.tray.isVisible()
    assert view.result.text == "Secret roll"
    assert not view.near.text
    assert not view.far.text
    assert seat.page.bar.round.full_text == "Round 1, secret"
    assert seat.page.tray.contents.plate == "Secret"
    seat.pages.play.suggest()
    seat.press()
    assert seat.fight.encounter.round == 2
    assert view.result.text == "Secret roll"
    assert seat.page.bar.round.full_text == "Round 2"
    assert seat.page.tray.contents.plate == ""
    assert not seat.page.secret.isChecked()


def test_a_secret_round_stays_secret_when_it_is_taken_back_and_after_a_restart(folder):
    with FightSeat(folder, ("Bob", 1), ("Wolf", 1)) as seat:
        view = players(seat)
        seat.page.all_attack()
        seat.page.secret.trigger()
        seat.show_faces()
        seat.pages.play.suggest()
        seat.press()
        before = view.result.text
        seat.trigger("undo")
        assert seat.page.secret.isChecked()
        assert set(seat.page.whose) == {None}
        assert view.result.text == before
        assert view.tray is None or not view.tray.isVisible()
    with FightSeat(folder) as seat:
        assert seat.page.secret.isChecked()
        assert set(seat.page.whose) == {None}
        seat.page.secret.trigger()
        assert set(seat.page.whose) != {None}
    assert [HIDDEN in line.tags for line in lines(folder)] == [True, True]


def test_each_die_is_marked_with_what_it_does_also_after_a_restart(folder):
    with FightSeat(folder, ("Bob", 1), ("Wolf", 3)) as seat:
        seat.page.all_attack()
        seat.show_faces()
        seat.pages.play.suggest()
        marked = list(zip(seat.page.tray.contents.dice, seat.page.tray.contents.roles, strict=True))
        notes = seat.page.tray.contents.notes
        assert Role.COUNTS in {role for die, role in marked if die.label.startswith("Wolf")}
        assert any("Attack Bob" in note for note in notes)
    with FightSeat(folder) as seat:
        contents = seat.page.tray.contents
        assert list(zip(contents.dice, contents.roles, strict=True)) == marked
        assert contents.notes == notes


def test_a_die_thrown_again_falls_in_the_tray(folder):
    with FightSeat(folder, ("Bob", 1), ("Wolf", 1)) as seat:
        seat.page.all_attack()
        seat.show_faces()
        before = seat.page.tray.shown
        seat.pages.play.throw_again("bob", 2)
        face = seat.fight.round.rerolls["bob"].face
        assert seat.page.tray.shown == (before[0], face - 1, *before[2:])
        seat.trigger("undo")
        assert seat.page.tray.shown == before


def test_a_task_in_a_fight_is_marked_too(folder):
    with FightSeat(folder, ("Bob", 1), ("Wolf", 1)) as seat:
        task = Declaration(who="bob", how=How.TASK, skill="maneuver", difficulty="easy", evades=True)
        seat.document.apply("Declare", lambda fight: fight.with_(round=fight.round.with_(declarations=(task,))))
        seat.page.throw()
        assert len(seat.page.tray.contents.roles) == len(seat.page.tray.contents.dice)


def test_who_has_acted_and_who_is_left(seat):
    seat.page.roster.choose("bob")
    seat.pick(seat.page.declare.fields["how"], "melee")
    rows = {row.name: (row.waiting, row.done) for row in seat.page.roster.rows.rows if row.who}
    assert rows == {"Bob": (False, True), "Ragnar": (True, False), "Wolf ×2": (True, False)}
    seat.page.all_attack()
    [bobs] = [each for each in seat.document.open_throws if each.who == "bob"]
    seat.pages.play.throw([bobs], [0] * len(bobs.dice))  # successes for attack or defence, to be placed by Bob
    rows = {row.name: (row.waiting, row.done) for row in seat.page.roster.rows.rows if row.who}
    assert rows["Ragnar"] == (True, False)
    assert seat.page.bar.awaited.full_text.endswith("(0 of 4 done)")
    seat.show_faces("blank", unhurt=("ragnar", "wolf-1", "wolf-2"))
    seat.pages.play.suggest("wolf-1", "wolf-2")
    rows = {row.name: (row.waiting, row.done) for row in seat.page.roster.rows.rows if row.who}
    assert rows["Wolf ×2"] == (False, True)
    seat.pages.play.suggest()
    assert all(row.done for row in seat.page.roster.rows.rows if row.who)


def test_the_players_see_the_tray_dice_fell_in_last(seat):
    seat.page.all_attack()
    seat.show_faces()
    view = players(seat)
    assert view.result.text == "Round 1"
    assert labels(view) == {"Bob", "Ragnar", "Wolf 1", "Wolf 2"}
    seat.window.show_page("table")
    seat.program.pages.dice.throw()
    assert "Wolf 1" not in labels(view)
    assert view.result.text != "Round 1"
    seat.window.show_page("encounter")
    seat.page.begin_again()
    seat.show_faces()
    assert labels(view) == {"Bob", "Ragnar", "Wolf 1", "Wolf 2"}
    assert view.result.text == "Round 1"

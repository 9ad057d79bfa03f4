"""The beginning and the end of a fight: the party joins, a player's death is asked about, the summary, the log."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.pages.fight.roundbar import Next
from bones_desktop.rules.bones.book.character import LostDie
from bones_desktop.rules.bones.fight import roster
from bones_desktop.rules.bones.fight.fighters import Health, How, health
from bones_desktop.rules.bones.injury.injuries import item_from, suffer_all
from bones_desktop.rules.bones.life.campaigns import add_member
from bones_desktop.storage.files.characterfile import read_character
from tests.support.fightseat import FightSeat, lines, shelve
from tests.support.people import bob, ragnar
from tests.support.rulebooks import rulebook

LEFT = Qt.MouseButton.LeftButton
BOB, RAGNAR, ANN = "b" * 32, "a" * 32, "c" * 32


@pytest.fixture
def folder(qapp, tmp_path):
    dead = suffer_all(bob().with_(id=ANN, name="Ann"), 8)
    return shelve(tmp_path, bob().with_(id=BOB, spiffs=9), ragnar().with_(id=RAGNAR), dead)


def campaign(seat, *members, hidden=()):
    seat.window.show_page("campaign")
    seat.program.campaigns.page.files.create("Wolves")
    for each, name in members:
        seat.program.campaigns.campaigns.apply(
            "Add", lambda now, each=each, name=name: add_member(now, each, name, f"{name}.bones", hidden=each in hidden)
        )
    seat.window.show_page("encounter")
    seat.app.processEvents()


def test_the_party_joins_with_one_press(folder):
    with FightSeat(folder) as seat:
        assert not seat.page.party.isVisible(), "no campaign is open"
        campaign(seat, (BOB, "Bob"), (RAGNAR, "Ragnar"), hidden={RAGNAR})
        assert seat.page.party.isVisible()
        QTest.mouseClick(seat.page.party, LEFT)
        assert seat.fight.files == {"bob": BOB, "ragnar": RAGNAR}
        assert {each.side for each in seat.fight.encounter.fighters} == {"A"}
        assert [each.hidden for each in seat.fight.encounter.fighters] == [False, True]
        assert seat.window.toast.text() == ""
        assert not seat.page.party.isVisible()
        seat.trigger("undo")
        assert not seat.fight.encounter.fighters, "it was one step"
        assert seat.page.party.isVisible()


def test_only_who_is_not_there_yet_joins_and_who_cannot_is_named(folder):
    with FightSeat(folder, ("Bob", 1)) as seat:
        campaign(seat, (BOB, "Bob"), (RAGNAR, "Ragnar"), (ANN, "Ann"), ("d" * 32, "Eve"))
        QTest.mouseClick(seat.page.party, LEFT)
        assert seat.fight.files == {"bob": BOB, "ragnar": RAGNAR}
        assert seat.window.toast.text() == "Not added, because dead or without a file on the shelf: Ann and Eve."


def dying(seat, *who):
    seat.page.all_attack()
    seat.show_faces()
    for each in who:
        seat.document.apply("Damage", lambda fight, each=each: roster.choose(fight, "override", f"taken.{each}", 8))
    seat.pages.play.suggest()


def test_the_death_of_a_players_character_is_asked_for_once(folder):
    with FightSeat(folder, ("Bob", 1), ("Wolf", 2)) as seat:
        dying(seat, "bob")
        ask = seat.page.bar.ask
        seat.press()
        assert ask.question == "Bob dies. Close the round?"
        assert seat.fight.encounter.round == 1
        QTest.mouseClick(ask.no, LEFT)
        assert seat.fight.encounter.round == 1
        seat.press()
        QTest.mouseClick(ask.yes, LEFT)
        assert seat.fight.encounter.round == 2
        assert not ask.question
        assert health(read_character(seat.locations.characters / "Bob.bones").value) is Health.DEAD
        seat.press()
        assert not ask.question.startswith("Bob")


def test_the_question_goes_when_the_death_is_averted(folder):
    with FightSeat(folder, ("Bob", 1), ("Ragnar", 1), ("Wolf", 2)) as seat:
        dying(seat, "bob", "ragnar")
        seat.press()
        assert seat.page.bar.ask.question == "Bob and Ragnar die. Close the round?"
        seat.document.apply("No damage", lambda fight: roster.choose(fight, "override", "taken.bob", 0))
        assert not seat.page.bar.ask.question


def test_no_death_of_others_is_asked_for(folder):
    with FightSeat(folder, ("Bob", 1), ("Wolf", 2)) as seat:
        dying(seat, "wolf-1")
        seat.document.apply("No damage", lambda fight: roster.choose(fight, "override", "taken.bob", 0))
        seat.press()
        assert seat.fight.encounter.round == 2


def armed(fight):
    for name in ("short-bow", "dagger"):
        fight = roster.lend(fight, "bob", item_from(rulebook().die(name)))
    return fight


def test_a_fight_that_is_over_ends_with_a_summary(folder):
    with FightSeat(folder, ("Bob", 1), ("Goblin", 2)) as seat:
        seat.document.apply("Arm", armed)
        bow, dagger = (each.name for each in seat.fighter("bob").character.equipment[-2:])
        for weapon in (bow, dagger):
            seat.page.all_attack()
            shot = next(each for each in seat.declared("bob")).with_(how=How.MISSILE, weapon=weapon)
            seat.document.apply("Shoot", lambda fight, shot=shot: roster.declare(fight, "bob", [shot]))
            seat.show_faces("missile", unhurt=seat.foes)
            seat.document.apply("Damage", lambda fight: roster.choose(fight, "override", "taken.bob", 1))
            seat.document.apply("Soak", lambda fight: roster.choose(fight, "allot", "bob", {"bought": ("none",)}))
            seat.document.apply("Damage", lambda fight: roster.choose(fight, "override", "taken.goblin-1", 1))
            seat.pages.play.suggest()
            seat.press()
        assert seat.fight.encounter.round == 3
        out = (LostDie(die=0), LostDie(die=1))
        for who in seat.foes:
            seat.document.apply("Fall", lambda fight, who=who: roster.alter(fight, who, lambda it: it.with_(lost=out)))
        assert (seat.page.bar.state.next, seat.page.bar.primary.text()) == (Next.END, "End the fight")
        seat.press()
        spiffs = 9 - seat.fighter("bob").character.spiffs
        assert seat.page.summary.isVisible()
        assert seat.page.summary.toPlainText().splitlines() == [
            f"Bob: wounded, lost 2 dice, no longer has {dagger}, spent {spiffs} spiffs, 1 shot with {bow}.",
            "Goblin ×2: 2 incapacitated, lost 4 dice.",
        ]
        assert seat.page.bar.primary.text() == "New fight…"
        assert seat.page.bar.awaited.full_text == "The fight has ended."
        assert not seat.page.bar.stages.isVisible(), "no part of a round is to be chosen"
        seat.trigger("undo")
        assert not seat.page.summary.isVisible()
        assert seat.page.bar.stages.isVisible()
        seat.trigger("redo")
    with FightSeat(folder) as seat:
        assert seat.page.summary.isVisible(), "it is kept"
        seat.add(("Goblin", 1))
        assert not seat.page.summary.isVisible(), "the fight goes on"
    ends = [each for each in lines(folder) if each.title == "Fight has ended"]
    assert len(ends) == 1
    assert "1 shot with" in ends[0].findings[0].text


def test_a_fight_is_ended_from_the_menu_whoever_stands(folder):
    with FightSeat(folder, ("Bob", 1), ("Wolf", 2)) as seat:
        menu = seat.page.bar.menu
        end = next(each for each in menu.actions() if each.text().replace("&", "") == "End the fight")
        menu.aboutToShow.emit()
        assert not end.isVisible(), "nothing happened yet"
        dying(seat)
        seat.press()
        while seat.page.bar.ask.question:
            QTest.mouseClick(seat.page.bar.ask.yes, LEFT)
        menu.aboutToShow.emit()
        assert end.isVisible()
        end.trigger()
        assert seat.page.summary.toPlainText().startswith("Bob: ")

"""A whole party throws for one task at one press: a line each, who succeeded, and who did best."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.life.campaigns import add_member, set_hidden
from bones_desktop.storage.log.logentry import BY_HAND, HIDDEN, EntryKind
from tests.support.people import bob, die, ragnar
from tests.support.rulebooks import rulebook
from tests.support.running import Running

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

RIDER = die("riding,riding,riding,riding,riding,riding")
WOLF = ragnar().with_(id="c" * 32, name="Grey Wolf", kind=CharacterKind.CAST, dice=(RIDER,) * 4)


@pytest.fixture
def running(qapp, tmp_path):
    with Running(tmp_path, clock=lambda: datetime(2026, 11, 21, 20, 41, tzinfo=UTC), page="campaign") as running:
        program = running.program
        running.window.show_page("campaign")
        program.campaigns.page.files.create("The Salt Road")
        running.paths = {}
        for each in (ragnar(), bob().with_(id="b" * 32), WOLF):
            path = running.paths[each.name] = program.desk.shelf.create(each)
            program.campaigns.campaigns.apply(
                "Add", lambda now, each=each, path=path: add_member(now, each.id, each.name, path.name)
            )
        program.session.open(running.paths["Ragnar"])
        running.trigger("everyone")
        program.desk.pace.choose("off")
        program.desk.settings.edit(gather=True)
        yield running
        program.pages.everyone.close()
        program.campaigns.players.close()


def thrown(running):
    log = running.program.pages.table.table.log
    return [each for each in log.latest() if each.kind is EntryKind.THROW]


def test_one_press_throws_for_the_whole_party_with_a_line_and_a_draw_each(running, heard):
    window = running.program.pages.everyone
    assert [box.text().replace("&", "") for box in window.boxes.values()] == ["Ragnar", "Bob", "Grey Wolf"]
    assert all(box.isChecked() for box in window.boxes.values())
    window.form.fill({"skill": "riding", "difficulty": "easy"})
    QTest.keyClick(window, Qt.Key.Key_Space)
    log = thrown(running)
    assert [each.who for each in log] == ["Ragnar", "Bob", "Grey Wolf"]
    assert len({each.title for each in log}) == 1
    assert [each.number for each in log] == [1, 2, 3]
    assert all(label.text() for label in window.results.values())
    best = max(each.net for each in log)
    succeeded = sum(each.net >= 1 for each in log)
    assert window.summary.text().startswith(f"Succeeded: {succeeded} of 3.")
    if succeeded:
        assert window.summary.text().endswith(f"by {best}.")
    assert len(window.tray.shown) == sum(len(each.dice) for each in log)
    results = [f"{each.who}: {window.results[key].text()}" for key, each in zip(window.boxes, log, strict=True)]
    assert heard == [f"{window.summary.text()} {'; '.join(results)}."]
    QTest.keyClick(window, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text().startswith(log[0].title)


def test_who_may_not_try_says_why_and_does_not_throw(running):
    window = running.program.pages.everyone
    window.form.answer("skill", "thief")
    may = [each.hand is not None for each in window.play.hands(window.chosen, window.request)]
    assert not all(may)
    window.button.click()
    assert len(thrown(running)) == sum(may)
    assert all(label.text() for label in window.results.values())


def test_the_players_type_their_dice_and_the_rest_is_thrown(running):
    window = running.program.pages.everyone
    window.form.answer("skill", "riding")
    [_all, players] = window.real.menu().actions()
    players.trigger()
    assert window.flow.asking
    for _ in range(40):
        if window.flow.asking:
            QTest.keyClick(window.by_hand, Qt.Key.Key_1)
    if window.flow.asking:
        QTest.keyClick(window.by_hand, Qt.Key.Key_Return)
    log = thrown(running)
    assert [(each.who, BY_HAND in each.tags) for each in log] == [
        ("Ragnar", True), ("Bob", True), ("Grey Wolf", False),
    ]  # fmt: skip
    assert [each.number > 0 for each in log] == [False, False, True]


def test_a_secret_throw_is_not_shown_to_the_players_and_a_hidden_member_never(running):
    program, window = running.program, running.program.pages.everyone
    running.trigger("players")
    players = program.campaigns.players
    program.campaigns.campaigns.apply("Hide", lambda now: set_hidden(now, WOLF.id, hidden=True))
    window.form.answer("skill", "riding")
    window.secret.setChecked(True)
    window.button.click()
    assert all(HIDDEN in each.tags for each in thrown(running))
    assert players.result.text == "Secret roll"
    assert not players.tray.isVisible()
    window.secret.setChecked(False)
    window.button.click()
    assert "Ragnar: " in players.result.text
    assert "Wolf" not in players.result.text
    assert players.tray.isVisible()


def test_harm_of_one_who_is_not_open_waits_for_its_file(running):
    program, window = running.program, running.program.pages.everyone
    path, anyone = running.paths["Bob"], program.campaigns.campaigns._party._anyone
    poison = injuries.hindering_from(rulebook().die("poison"))
    for _ in range(6):
        anyone.apply(path, "Poison", lambda each: injuries.add_hindering(each, poison))
    window.form.answer("skill", "riding")
    for _ in range(4):
        window.button.click()
    program.session.open(path)
    assert program.pages.table.table.owed()


def test_the_dice_of_each_player_have_their_colour_and_their_owners_name(running):
    colours = {"Ragnar": "coral", "Bob": "coral", "Grey Wolf": ""}
    for name, colour in colours.items():
        files = running.program.games.of("bones").files
        files.apply(running.paths[name], "Colour", lambda who, c=colour: who.with_(dice_colour=c))
    window = running.program.pages.everyone
    window.close()
    running.trigger("everyone")
    window.form.answer("skill", "riding")
    window.form.answer("difficulty", "easy")
    QTest.keyClick(window, Qt.Key.Key_Space)
    dice = [each for each in window.tray.contents.dice if each.group == "character"]
    assert {(each.label.partition(":")[0], each.look.tint) for each in dice} == {*colours.items()}
    assert {each.look.name for each in window.tray.contents.dice if each.group == "challenge"} == {"night"}
    shown = {each.who: running.program.desk.dice_colour(each.character_id) for each in thrown(running)}
    assert shown == colours


def test_skills_of_new_packs_are_offered_and_the_chosen_one_is_kept(running):
    window, book = running.program.pages.everyone, rulebook()
    window.form.fill({"skill": "riding", "difficulty": "easy"})
    new = replace(book.skill("riding"), id="falconry", name="Falconry")
    window.set_rulebook(replace(book, skills=(*book.skills, new)))
    assert window.request.skill == "riding"
    window.form.fill({"skill": "falconry"})
    assert window.request.skill == "falconry"
    window.set_rulebook(book)
    assert window.request.skill == "perception"

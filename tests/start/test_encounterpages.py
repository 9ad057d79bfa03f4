"""The fight and its file: saved with every step, undone with the files of those in it, damaged, newer, removed."""

import json
import shutil
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from bones_desktop.pages.fight.roundbar import RoundStage
from bones_desktop.rules.bones.fight import roster
from bones_desktop.rules.bones.fight.fighters import Health, health
from bones_desktop.storage.campaignfile import FIGHTS
from bones_desktop.storage.files.characterfile import read_character
from bones_desktop.storage.files.locations import Locations
from tests.support.fightseat import FightSeat, lines, shelve
from tests.support.people import bob

BOB = "b" * 32
Key = Qt.Key


@pytest.fixture
def folder(tmp_path, qapp):
    return shelve(tmp_path, bob().with_(id=BOB))


def file_of_bob(folder):
    return Locations.under(folder).characters / "Bob.bones"


def test_closing_writes_wounds_into_files_and_undo_takes_them_back(folder):
    with FightSeat(folder, ("Bob", 1), ("Wolf", 3)) as seat:
        seat.page.all_attack()
        seat.show_faces()
        seat.pages.play.suggest()
        lost = seat.document.reading.taken["bob"]
        assert lost > 0
        seat.press()
        assert seat.fight.encounter.round == 2
        hurt = read_character(file_of_bob(folder)).value
        assert len(hurt.lost) + hurt.excess_damage == lost
        seat.trigger("undo")
        assert seat.fight.encounter.round == 1
        assert not read_character(file_of_bob(folder)).value.lost
        seat.trigger("redo")
        assert len(read_character(file_of_bob(folder)).value.lost) + hurt.excess_damage == lost
    with FightSeat(folder) as seat:
        assert seat.fight.encounter.round == 2
        seat.trigger("undo")
        assert seat.fight.encounter.round == 1
        assert not read_character(file_of_bob(folder)).value.lost


def test_what_the_log_has_and_the_fight_lacks_after_a_kill_is_taken_or_struck_out(folder, tmp_path):
    killed = [tmp_path / "killed after the roll", tmp_path / "killed after the end of the round"]
    folder = folder / "data folder"
    shelve(folder, bob().with_(id=BOB))
    with FightSeat(folder, ("Bob", 1), ("Wolf", 3)) as seat:
        seat.page.all_attack()
        seat.pages.play.journal.kept.connect(lambda _line: shutil.copytree(folder, killed[len(seat.stands) > 1]))
        seat.press()
        faces = seat.fight.round.faces
        seat.pages.play.suggest()
        seat.press()
        assert seat.fight.encounter.round == 2
    shutil.rmtree(folder)
    killed[0].rename(folder)
    with FightSeat(folder) as seat:
        assert seat.fight.round.faces == faces
        assert seat.stands == [True]
        seat.trigger("undo")
        assert seat.stands == [False]
    with FightSeat(folder) as seat:
        assert not seat.fight.round.faces, "what was undone stays undone"
    shutil.rmtree(folder)
    killed[1].rename(folder)
    with FightSeat(folder) as seat:
        assert (seat.fight.encounter.round, seat.fight.round.faces) == (1, faces)
        assert seat.stands == [True, False]
        seat.press()
        assert seat.stands == [True, False, True]


def test_a_round_is_decided_again_when_the_file_changed_since_the_throw(folder):
    with FightSeat(folder, ("Bob", 1), ("Wolf", 3)) as seat:
        seat.page.all_attack()
        seat.show_faces()
        seat.pages.play.suggest()
        seat.pages.play._anyone.apply(file_of_bob(folder), "Spiffs", lambda now: now.with_(spiffs=9))
        seat.press()
        assert seat.refused == ["changed-since-throw"]
        assert seat.page.bar.state.stage is RoundStage.DAMAGE, "he may soak now"
        seat.pages.play.suggest()
        seat.press()
        assert seat.fight.encounter.round == 2
        assert read_character(file_of_bob(folder)).value.spiffs == seat.fighter("bob").character.spiffs
        seat.trigger("undo")
        seat.trigger("undo")
        seat.trigger("undo")
        assert read_character(file_of_bob(folder)).value.spiffs == 9, "what was changed elsewhere stays"
        seat.page.begin_again()
        assert seat.fighter("bob").character.spiffs == 9


def test_who_changed_elsewhere_is_judged_as_the_sheet_has_it(folder):
    with FightSeat(folder, ("Bob", 1), ("Wolf", 3)) as seat:
        seat.page.all_attack()
        seat.show_faces()
        seat.document.apply("8 damage", lambda fight: roster.choose(fight, "override", "taken.bob", 8))
        seat.pages.play.suggest()
        assert seat.document.reading.states["bob"] is Health.DEAD
        grown = [*bob().dice, *bob().dice, *bob().dice]
        seat.pages.play._anyone.apply(file_of_bob(folder), "Grow", lambda now: now.with_(dice=tuple(grown)))
        seat.pages.play.look_again()
        assert seat.document.reading.states["bob"] is Health.HURT
        seat.pages.play.suggest()
        seat.press()
        assert seat.fight.encounter.round == 2
        found = read_character(file_of_bob(folder)).value
        assert (len(found.lost), found.excess_damage) == (8, 0)
        assert health(found) is health(seat.fighter("bob").character) is Health.HURT
        seat.trigger("undo")
        back = read_character(file_of_bob(folder)).value
        assert (back.lost, len(back.dice)) == ((), 12)


def test_a_round_stays_open_when_a_file_cannot_be_written(folder, monkeypatch):
    from bones_desktop.storage.files.textfiles import FileProblem

    with FightSeat(folder, ("Bob", 1), ("Wolf", 3)) as seat:
        seat.page.all_attack()
        seat.show_faces()
        seat.pages.play.suggest()

        def full(_self, path, *_rest, **_more):
            raise FileProblem("disk-full", path)

        with monkeypatch.context() as patched:
            patched.setattr(type(seat.pages.play._anyone), "apply", full)
            seat.pages.play.close()
        assert seat.fight.encounter.round == 1
        assert seat.stands == [True, False], "it was not closed"
        assert seat.pages.play.close()


def test_a_fight_is_as_it_was_after_a_restart(folder):
    with FightSeat(folder, ("Bob", 1), ("Goblin", 2)) as seat:
        seat.page.all_attack()
        seat.press()
        kept = seat.fight
    with FightSeat(folder) as seat:
        assert seat.fight == kept
        assert seat.pages.page.tray.shown == tuple(
            number - 1 for who in kept.encounter.fighters for number in kept.round.faces[who.id] if number
        )
        assert seat.page.board.who in seat.page.roster.chosen


def test_after_a_restart_the_board_shows_who_is_chosen_though_nothing_is_awaited(folder):
    with FightSeat(folder, ("Bob", 1), ("Goblin", 2)) as seat:
        seat.page.all_attack()
        seat.show_faces()
        seat.pages.play.suggest()
        assert not seat.document.reading.questions
    with FightSeat(folder) as seat:
        assert seat.page.roster.chosen == ("bob",)
        assert seat.page.board.who == "bob"


def test_a_damaged_fight_is_told_of_and_kept(folder, caplog):
    with FightSeat(folder, ("Goblin", 1)) as seat:
        path = seat.pages.session.path
    path.write_text("{", encoding="utf-8")
    with FightSeat(folder) as seat:
        assert not seat.fight.encounter.fighters
        assert seat.window.banner.isVisible()
        seat.add(("Goblin", 1))
        assert seat.pages.session.path != path
    assert path.read_text(encoding="utf-8") == "{"


def test_a_fight_of_a_newer_program_is_shown_and_not_changed(folder):
    with FightSeat(folder, ("Goblin", 1)) as seat:
        path = seat.pages.session.path
    body = json.loads(path.read_text(encoding="utf-8"))
    body["schema"] += 1
    path.write_text(json.dumps(body), encoding="utf-8")
    before = path.read_bytes()
    with FightSeat(folder) as seat:
        assert len(seat.fight.encounter.fighters) == 1
        assert not seat.pages.page.bar.primary.isEnabled()
        seat.pages.rename("Other")
        assert seat.refused == ["read-only-fight"]
    assert path.read_bytes() == before


def test_fights_are_named_removed_and_brought_back(folder):
    with FightSeat(folder, ("Goblin", 1)) as seat:
        seat.pages.rename("At the bridge")
        path = seat.pages.session.path
        assert path.name == "At the bridge.bones-fight"
        seat.pages.new("In the wood")
        assert not seat.fight.encounter.fighters
        seat.pages.open(path)
        assert seat.fight.name == "At the bridge"
        seat.pages.remove()
        assert not path.exists()
        [removed] = seat.pages.folder.removed()
        seat.pages.bring_back(removed.path)
        assert FIGHTS.read(path).value.name == "At the bridge"


def test_what_is_done_is_on_disk_at_once(folder):
    with FightSeat(folder, ("Bob", 1), ("Wolf", 2)) as seat:
        for act in (seat.page.all_attack, seat.page.throw, seat.pages.play.suggest, seat.page.begin_again):
            act()
            assert FIGHTS.read(seat.pages.session.path).value == seat.fight


def test_the_log_tells_the_round_as_a_story(folder):
    with FightSeat(folder, ("Bob", 1), ("Wolf", 3)) as seat:
        seat.pages.rename("At the bridge")
        seat.page.all_attack()
        seat.show_faces()
        seat.pages.play.suggest()
        seat.pages.play.close()
    thrown, told = lines(folder)
    assert thrown.title == told.title == "At the bridge, round 1"
    assert thrown.who == "Everybody"
    assert len(thrown.dice) == 4 + 9
    damage, *story = told.findings
    assert damage.text.startswith("Bob loses ")
    assert damage.text.endswith(".")
    assert any(each.text.startswith("Wolf 1: Attacks Bob") for each in story), "each turn is a line of its own"
    assert [side for side, _names in told.round.sides] == ["A", "B"]
    assert [(each.who, each.side, each.dice) for each in thrown.round.throws][1:] == [
        (f"Wolf {n}", "B", 3) for n in (1, 2, 3)
    ]


def test_lines_of_dice_and_rounds_undone_are_taken_back(folder):
    with FightSeat(folder, ("Bob", 1), ("Wolf", 3)) as seat:
        seat.page.all_attack()
        seat.show_faces()
        assert not seat.pages.play.close()
        assert seat.stands == [True], "a round that cannot be closed yet has no line"
        seat.pages.play.suggest()
        seat.pages.play.close()
        stands = []
        for step in ("undo", "redo", "undo", "undo", "undo"):
            seat.trigger(step)
            stands.append(seat.stands)
        assert seat.program.window.toast.text() == "Undone: Roll"
    assert stands == [[True, False], [True, True], [True, False], [True, False], [False, False]]


def test_other_packs_are_read_by_at_once(folder):
    with FightSeat(folder, ("Goblin", 1)) as seat:
        document = seat.document
        before = document.reading
        seat.program.document.set_rulebook(replace(document.rulebook))
        assert document.reading is not before
        assert document.reading.taken == before.taken

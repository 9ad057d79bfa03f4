"""Files under a table: locked, gone, changed elsewhere, newer, on a full disk; and lines of the window."""

import json
from dataclasses import replace

import pytest
from PySide6.QtTest import QTest

from bones_desktop.seats import openhost
from bones_desktop.storage.files.characterfile import CHARACTERS, read_character
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.log.logentry import NOT_KEPT, LogEntry, seat_of, seat_tag
from bones_desktop.storage.log.throwlog import ThrowLog
from bones_desktop.wording.log import entry_line
from tests.seats.tableseats import Hosted, now
from tests.support.tableseat import full


def hurt(anna, points: int = 1):
    return anna.send("choose", choice=anna.owed["Take damage"]["id"], set={"points": points})


def test_what_a_seat_does_is_in_the_file_at_once(host):
    wrote = []
    host.host.wrote.connect(wrote.append)
    anna = host.seat("Anna", "Ragnar")
    hurt(anna)
    assert len(read_character(host.path("ragnar")).value.lost) == 1
    assert wrote == [host.path("ragnar")]


def test_a_change_by_another_program_is_seen_before_the_next_act(host):
    anna = host.seat("Anna", "Ragnar")
    ragnar = read_character(host.path("ragnar")).value
    host.path("ragnar").write_bytes(CHARACTERS.dump(ragnar.with_(name="Ragnar the Bold")))
    host.host.look()
    host.host.tell()
    assert anna.last("sheet")["name"] == "Ragnar the Bold"
    host.path("ragnar").write_bytes(CHARACTERS.dump(ragnar.with_(name="Ragnar the Old")))
    assert anna.throw()["by"] == "Ragnar the Old"


def test_a_change_by_another_program_is_shown_within_two_seconds(host):
    anna = host.seat("Anna", "Ragnar")
    ragnar = read_character(host.path("ragnar")).value
    host.path("ragnar").write_bytes(CHARACTERS.dump(ragnar.with_(name="Ragnar the Bold")))
    host.host._watch.setInterval(10)
    QTest.qWait(200)
    assert anna.last("sheet")["name"] == "Ragnar the Bold"
    assert anna.last("party")["members"][0]["name"] == "Ragnar the Bold"


def test_another_character_in_the_file_is_refused(host):
    anna = host.seat("Anna", "Ragnar")
    bob = read_character(host.path("bob")).value
    host.path("ragnar").write_bytes(CHARACTERS.dump(bob))
    assert anna.throw()["reason"] == "The file of this character now holds another one."
    assert not host.lines
    assert [each["name"] for each in anna.last("party")["members"]] == ["Bob"]
    assert {each["name"] for each in anna.all("sheet")} == {"Ragnar"}
    assert anna.throw()["reason"] == "You have no character at this table."


def test_a_vanished_file_is_said_and_nothing_is_lost(host):
    anna = host.seat("Anna", "Ragnar")
    away = host.path("ragnar").rename(host.folder / "away")
    answers = hurt(anna)
    assert answers[-1]["kind"] == "done"
    assert "ragnar.bones" in anna.last("message")["text"]
    assert host.events[-1]["kind"] == "trouble"
    assert anna.last("sheet")["state"] == "Wounded"
    away.rename(host.path("ragnar"))
    host.leave()
    assert len(read_character(host.path("ragnar")).value.lost) == 1


def test_a_full_disk_is_said_and_nothing_is_lost(host, monkeypatch):
    anna = host.seat("Anna", "Ragnar")
    with monkeypatch.context() as patch:
        patch.setattr("bones_desktop.storage.files.saving.save_bytes", full)
        assert hurt(anna)[-1]["kind"] == "done"
        assert "There is no room left" in anna.last("message")["text"]
    host.leave()
    assert len(read_character(host.path("ragnar")).value.lost) == 1


def test_a_log_that_cannot_be_written_does_not_stop_the_game(host, monkeypatch):
    anna, ben = host.seat("Anna", "Ragnar"), host.seat("Ben", "Bob")
    with monkeypatch.context() as patch:
        patch.setattr(ThrowLog, "append", lambda log, *_line: full(log.file._path))
        assert anna.throw()["kind"] == "thrown"
    assert "not kept" in ben.last("thrown")["tags"]
    assert "There is no room left" in anna.last("message")["text"]
    assert anna.throw()["tags"] == ["by Anna"]


def test_a_request_that_cannot_be_noted_is_not_done(host):
    anna = host.seat("Anna", "Ragnar")
    database = host.host._file._connection
    pages = database.execute("PRAGMA page_count").fetchone()[0]
    database.execute(f"PRAGMA max_page_count = {pages}")
    kinds = {anna.send("throw", id=f"{n:064}", roll="task")[0]["kind"] for n in range(60)}
    assert kinds == {"thrown", "refused"}
    assert "There is no room left" in anna.said[-1]["reason"]
    made = len(host.lines)
    anna.send("throw", id="x" * 64, roll="task")
    assert len(host.lines) == made


def test_a_character_of_a_newer_program_rolls_but_is_not_changed(data, qapp):
    hosted = Hosted(data)
    newer = replace(CHARACTERS, schema=99).dump(read_character(hosted.path("ragnar")).value)
    hosted.path("ragnar").write_bytes(newer)
    hosted.open("ragnar")
    anna = hosted.seat("Anna", "Ragnar")
    assert anna.throw()["kind"] == "thrown"
    refused = hurt(anna)[-1]
    assert refused["kind"] == "refused"
    assert "newer version" in refused["reason"]
    hosted.leave()
    assert hosted.path("ragnar").read_bytes() == newer


def test_what_cannot_be_opened_is_reported_and_leaves_nothing_open(data, qapp):
    hosted = Hosted(data)
    with pytest.raises(FileProblem):
        hosted.open("gandalf")
    hosted.open("ragnar")
    with pytest.raises(FileProblem) as caught:
        openhost.open_host(hosted.locations, [hosted.path("bob")], clock=now)
    assert caught.value.code == "in-use"
    hosted.leave()


def test_a_member_without_a_file_is_not_there_and_that_is_said(data, qapp):
    hosted = Hosted(data)
    hosted.open_campaign()
    hosted.leave()
    hosted.path("grumpy").unlink()
    host = hosted.open(campaign=hosted.locations.campaigns / "cold.bones-campaign")
    assert host.troubles == ["Grumpy is not at the table: there is no file of this character."]
    assert host.names == ["Ragnar", "Bob"]
    assert host.title == "Cold Iron"
    hosted.leave()


def test_a_damaged_file_of_tables_is_said(data, qapp):
    hosted = Hosted(data)
    hosted.open("ragnar")
    hosted.leave()
    hosted.locations.open_tables.write_bytes(b"not a database" * 100)
    assert "Everybody has to join again" in hosted.open("ragnar").troubles[0]
    hosted.leave()


def test_a_line_of_the_window_is_shown_to_all_who_may_see_it(host):
    anna = host.seat("Anna", "Ragnar")
    entry = host.plain_line(host_title="Melee against Goblin", who="Ragnar", id=host.character("Ragnar").id)
    host.host.line(entry)
    thrown = anna.last("thrown")
    assert (thrown["by"], thrown["seat"], thrown["again"]) == ("Ragnar", "", False)
    assert [each["counts"] for each in thrown["dice"]] == [None, None]
    host.host.line(entry)
    assert anna.last("thrown")["again"]


def test_lines_of_seats_are_told_to_the_window(host):
    lines: list[LogEntry] = []
    host.host.logged.connect(lines.append)
    anna = host.seat("Anna", "Ragnar")
    anna.throw()
    hurt(anna)
    assert [each.title for each in lines] == ["Maneuver against Average", "Take damage"]


def test_the_log_says_which_seat_asked_for_a_line(host):
    anna = host.seat("Anna", "Ragnar")
    anna.throw()
    assert entry_line(host.lines[-1]).endswith("(by Anna)")
    (tag,) = host.lines[-1].tags
    assert tag.split(":")[0] == "seat"
    assert tag.endswith(":Anna-2:Anna")
    assert seat_of(tag) == "Anna"
    assert seat_of(seat_tag("a1", "7", "Anna: the Bold")) == "Anna: the Bold"
    assert seat_of(NOT_KEPT) == ""


HOSTILE = ("<img src=x onerror=alert(1)>", '"};alert(1);//', "a\u202egnp.exe", "Z\u0335a\u0337lgo", "🧙" * 20, "\ud83d")


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_are_text_on_one_line(host, name):
    phone = host.device("phone")
    phone.send("knock", name=name, character="Ragnar")
    if not host.host.seating.waiting:  # half a letter is no message
        assert name == "\ud83d"
        return
    seat = next(iter(host.host.seating.waiting.values()))
    assert host.host.seating.admit(seat.row.id)
    phone.again()
    thrown = phone.throw()
    assert "\u202e" not in json.dumps(thrown, ensure_ascii=False)
    assert "\n" not in entry_line(host.lines[-1])
    assert phone.last("party")["seats"][0]["name"] == seat.row.name

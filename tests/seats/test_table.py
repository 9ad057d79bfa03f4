"""Open tables and their file: tokens, seats, requests that are done once, and files that are damaged or full."""

import sqlite3
from datetime import UTC, datetime

import pytest

from bones_desktop.rules.records import replace
from bones_desktop.seats.table import (
    SeatRow,
    TableFile,
    is_proof,
    is_token,
    new_table,
    new_token,
    proof,
    token_hash,
)
from bones_desktop.storage.files.textfiles import FileProblem

NOW = datetime(2026, 11, 29, 20, tzinfo=UTC)
ANNA = SeatRow("a1", "Anna", "player", ("b" * 32,), token_hash("anna"), for_good=True)
BEN = SeatRow("b1", "Ben", "watcher", (), token_hash("ben"), for_good=False)


@pytest.fixture
def opened(tmp_path):
    files = []

    def opened() -> TableFile:
        files.append(TableFile(tmp_path / "data" / "tables.db", NOW))
        return files[-1]

    yield opened
    for each in files:
        each.close()


def test_the_proof_follows_the_published_recipe():
    # HMAC-SHA256, test case 2 of RFC 4231.
    expected = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    assert proof("Jefe", "what do ya want for nothing?") == expected
    assert is_proof("Jefe", "what do ya want for nothing?", expected)
    for wrong in ("", expected[:-1], expected.upper(), "ü\ud800", proof("jefe", "what do ya want for nothing?")):
        assert not is_proof("Jefe", "what do ya want for nothing?", wrong)


def test_a_token_is_good_for_its_table_alone():
    one, other = new_table(), new_table()
    token = new_token(one.secret)
    assert is_token(one.secret, token)
    assert not is_token(other.secret, token)
    for wrong in ("", ".", token[:-1], token + "=", token.split(".")[0], f"x{token}", "\ud800.\ud800"):
        assert not is_token(one.secret, wrong)
    assert token not in token_hash(token)
    assert new_token(one.secret) != token


def test_a_table_has_one_key_at_brokers_until_it_is_forgotten(opened):
    file = opened()
    table, other = file.open("campaign"), file.open("other")
    key = file.broker_key(table)
    assert len(key) == 32
    assert file.broker_key(other) != key
    file.close()
    again = opened()
    assert again.broker_key(table) == key
    again.forget(table)
    assert again.broker_key(other) != again.broker_key(table) != key


def test_a_table_is_the_same_until_it_is_forgotten(opened):
    file = opened()
    table = file.with_port(file.open("campaign"), 4711)
    assert len(table.id) == 16
    assert file.open("other").id != table.id
    file.close()
    again = opened()
    assert again.open("campaign") == table
    again.forget(table)
    assert again.open("campaign").id != table.id


def test_seats_stay_and_those_put_out_do_not(opened):
    file = opened()
    table = file.open("campaign")
    file.put_seat(table, ANNA)
    file.put_seat(table, BEN)
    file.close()
    file = opened()
    assert set(file.seats(table)) == {ANNA, BEN}
    file.void(ANNA)
    assert file.seats(table) == (BEN,)
    assert file.is_void(ANNA.token)
    assert not file.is_void(BEN.token)
    file.leave(table)
    assert file.seats(table) == ()
    assert file.is_void(ANNA.token)
    assert not file.is_void(BEN.token)


def test_a_request_is_begun_once_also_after_a_restart(opened):
    file = opened()
    assert file.begin(ANNA.id, "7") is None
    assert file.begin(BEN.id, "7") is None
    assert file.begin(ANNA.id, "7") == ""
    file.finish(ANNA.id, "7", "done")
    file.close()
    assert opened().begin(ANNA.id, "7") == "done"


def test_a_damaged_file_is_set_aside_and_that_is_said(opened, tmp_path):
    file = opened()
    table = file.open("campaign")
    file.close()
    path = tmp_path / "data" / "tables.db"
    path.write_bytes(b"not a database, and longer than the header of one" * 40)
    file = opened()
    assert "damaged" in file.trouble
    assert len(list(path.parent.glob("tables.db.bad-*"))) == 1
    assert file.open("campaign").id != table.id
    file.close()
    assert opened().trouble == ""


def test_damage_inside_the_file_is_noticed(opened, tmp_path):
    file = opened()
    table = file.open("campaign")
    for number in range(300):
        file.begin(ANNA.id, str(number))
    file.close()
    path = tmp_path / "data" / "tables.db"
    data = bytearray(path.read_bytes())
    data[4096:8192] = bytes(4096)
    path.write_bytes(data)
    assert opened().open("campaign").id != table.id


def test_a_folder_in_place_of_the_file_is_reported(tmp_path):
    (tmp_path / "tables.db").mkdir()
    with pytest.raises(FileProblem):
        TableFile(tmp_path / "tables.db", NOW)


def test_a_full_disk_is_reported_and_the_request_is_not_begun(opened):
    file = opened()
    pages = file._connection.execute("PRAGMA page_count").fetchone()[0]
    file._connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(FileProblem) as caught:
        file.begin(ANNA.id, "7" * 10_000)
    assert caught.value.code == "disk-full"
    file._connection.execute("PRAGMA max_page_count = 100000")
    assert file.begin(ANNA.id, "later") is None


def test_a_locked_file_is_reported(opened, tmp_path):
    file = opened()
    other = sqlite3.connect(tmp_path / "data" / "tables.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(FileProblem) as caught:
        file.begin(ANNA.id, "1")
    assert caught.value.code == "in-use"
    other.execute("ROLLBACK")
    other.close()


def test_a_seat_can_be_changed(opened):
    file = opened()
    table = file.open("campaign")
    file.put_seat(table, ANNA)
    file.put_seat(table, replace(ANNA, role="gm"))
    assert [each.role for each in file.seats(table)] == ["gm"]

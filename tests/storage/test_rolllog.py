import sqlite3
from datetime import timedelta

import pytest

from bones_desktop.storage.rolllog import RollLog, ThrowEntry
from bones_desktop.storage.textfiles import FileProblem


@pytest.fixture
def path(tmp_path):
    return tmp_path / "data" / "throws.sqlite3"


@pytest.fixture
def entry(clock):
    dice = (("Roman", "melee"), ("Challenge", "null"))
    return ThrowEntry(clock(), "Ragnar ⚔", "0" * 32, "Maneuver against Average", dice, "1 success", -1, ("damage",))


@pytest.fixture
def opened(path, clock):
    logs = []

    def open_log():
        logs.append(RollLog(path, clock))
        return logs[-1]

    yield open_log
    for log in logs:
        log.close()


def test_what_is_stored_comes_back_the_latest_first(opened, entry):
    log = opened()
    stored = [log.append(entry), log.append(ThrowEntry(entry.at - timedelta(days=9), "", "", "", (), "", None))]
    assert [each.id for each in stored] == [1, 2]
    assert log.entries() == tuple(reversed(stored))
    log.close()
    assert opened().entries() == tuple(reversed(stored))


def test_older_ones_are_read_page_by_page(opened, entry):
    log = opened()
    for _ in range(10):
        log.append(entry)
    assert [each.id for each in log.entries(3)] == [10, 9, 8]
    assert [each.id for each in log.entries(3, before=8)] == [7, 6, 5]
    assert log.entries(3, before=1) == ()


def test_a_commit_is_on_the_device_and_the_table_is_strict(opened, path):
    log = opened()
    assert log._connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert log._connection.execute("PRAGMA synchronous").fetchone() == (2,)
    insert = (
        "INSERT INTO throw (at, who, character_id, task, dice, result, net, tags) VALUES (?, '', '', '', '', '', ?, '')"
    )
    with pytest.raises(sqlite3.IntegrityError):
        log._connection.execute(insert, ("", "x"))
    log._connection.rollback()


def test_the_log_can_be_open_once_only(opened, path, clock, entry):
    log = opened()
    with pytest.raises(FileProblem) as caught:
        RollLog(path, clock)
    assert caught.value.code == "in-use"
    log.append(entry)
    assert len(log.entries()) == 1


@pytest.mark.parametrize("damage", ["header", "middle", "text", "foreign"])
def test_a_damaged_log_is_moved_aside_with_its_journal(opened, path, entry, damage):
    log = opened()
    for _ in range(200):
        log.append(entry)
    log.close()
    data = path.read_bytes()
    assert len(data) > 20_000
    if damage == "foreign":
        path.unlink()
        other = sqlite3.connect(path)
        other.execute("CREATE TABLE throw (id INTEGER)")
        other.execute("PRAGMA user_version=1")
        other.close()
    else:
        changed = {
            "header": b"\xff" * 100 + data[100:],
            "middle": data[:4096] + b"\xff" * 8192 + data[12288:],
            "text": b"no database at all\n" * 100,
        }
        path.write_bytes(changed[damage])
    path.with_name("throws.sqlite3-wal").write_bytes(b"left over")
    damaged = path.read_bytes()
    fresh = opened()
    assert fresh.moved_aside == path.with_name("throws.sqlite3.bad-20261121-120000")
    assert fresh.moved_aside.read_bytes() == damaged
    assert fresh.entries() == ()
    assert fresh.append(entry).id == 1


def test_a_log_of_a_newer_program_is_left_alone(opened, path, entry):
    log = opened()
    log.append(entry)
    log._connection.execute("PRAGMA user_version=2")
    log.close()
    data = path.read_bytes()
    with pytest.raises(FileProblem) as caught:
        opened()
    assert caught.value.code == "newer"
    assert path.read_bytes() == data


def test_a_folder_in_the_way_is_told(path, clock):
    path.mkdir(parents=True)
    with pytest.raises(FileProblem) as caught:
        RollLog(path, clock)
    assert caught.value.code == "denied"
    assert path.is_dir()


def test_half_characters_do_not_stop_a_throw_from_being_stored(opened, entry):
    log = opened()
    log.append(ThrowEntry(entry.at, "a\ud800b", "", "", (), "", None))
    assert log.entries()[0].who == "ab"

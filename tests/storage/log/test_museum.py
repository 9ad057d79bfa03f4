"""Logs that earlier programs wrote say what they said before, keep their seals, and go on.

The last program of each schema wrote them (those before a4c92c3, 5c2c203 and 73e2764, and 96ba550); that of schema 5 is
what the last program before 096319fc made of that of schema 4. The JSON is what those of 1 and 4 exported from each.
"""

import contextlib
import json
import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from bones_desktop.play.bones.pendingacts import OwedSpiffs, OwedUse, spiffs_owed, uses_owed
from bones_desktop.rules.fairdice import sealed_indices
from bones_desktop.rules.fairness import Sealed, verify
from bones_desktop.storage.log.logentry import (
    BY_HAND,
    Cause,
    EntryKind,
    LogEntry,
    LogFilter,
    LoggedDie,
    LoggedFinding,
    LoggedWave,
)
from bones_desktop.storage.log.logexport import to_json
from bones_desktop.storage.log.logplaces import may_owe

MUSEUM = Path(__file__).parents[2] / "data" / "museum" / "log"
RAGNAR, BOB = "0" * 32, "1" * 32
NEXT = bytes(range(1, 33))
"""The seed of the evening that goes on."""
SCHEMAS = (1, 2, 3, 4, 5)
WITH_EVENINGS = SCHEMAS[1:]


def file_of(schema):
    return MUSEUM / f"schema-{schema}.sqlite3"


@pytest.fixture
def path(tmp_path):
    (tmp_path / "data").mkdir()
    return tmp_path / "data" / "throws.sqlite3"


@pytest.fixture
def found(path, opened):
    """Give a function that opens a copy of the log of a schema, after `changes` to its tables."""

    def open_schema(schema, *changes):
        shutil.copy(file_of(schema), path)
        with contextlib.closing(sqlite3.connect(path)) as connection, connection:
            for sql, *values in changes:
                connection.execute(sql, values)
        return opened()

    return open_schema


def exported(log):
    return json.loads(to_json(log.read(log.ids()), log.evenings()))


def told_before(schema):
    name = "schema-1.json" if schema == 1 else "schemas-2-to-4.json"
    return json.loads((MUSEUM / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize("schema", SCHEMAS)
def test_the_museum_holds_logs_of_every_schema(schema):
    with contextlib.closing(sqlite3.connect(f"{file_of(schema).as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (schema,)


@pytest.mark.parametrize("schema", SCHEMAS)
def test_every_line_says_to_other_programs_what_it_said_before(found, schema):
    log = found(schema)
    assert log.moved_aside is None
    now, before = exported(log), told_before(schema)
    for key in ("format", "version", "recipe", "evenings", "dice"):
        assert now[key] == before[key]
    assert [{key: line[key] for key in old} for line, old in zip(now["lines"], before["lines"], strict=True)] == (
        before["lines"]
    )
    assert {line["game"] for line in now["lines"]} == {"bones"}


@pytest.mark.parametrize("schema", WITH_EVENINGS)
def test_the_seal_of_an_old_evening_holds(found, schema):
    log = found(schema)
    first, going = log.evenings()
    seen = verify(log.sealed(first), log.draws(first.id))
    assert (seen.sound, seen.draws) == (True, 5)
    assert (going.seed, log.evening().seed) == (b"", NEXT)
    later = verify(Sealed(going.commitment, NEXT, last=going.draws), log.draws(going.id))
    assert (later.commitment_matches, later.changed, later.missing) == (True, (), (3,))


@pytest.mark.parametrize("schema", WITH_EVENINGS)
def test_dice_thrown_again_are_waves(found, schema):
    log = found(schema)
    (line,) = log.read(log.ids(LogFilter("wolf")))
    assert line.waves == (
        LoggedWave(Cause.REROLL, ((1, 4),), number=2),
        LoggedWave(Cause.REROLL, ((1, 2),), number=3),
        LoggedWave(Cause.REROLL, ((0, 0),), counts=False, number=4),
        LoggedWave(Cause.REROLL, ((4, 3),), number=2, evening=2),
    )
    assert [line.shown(place) for place in (0, 1, 4)] == ["physical", "melee", "melee"]
    assert [(each.id, each.outcome, each.value) for each in line.findings] == [("task", "success", 3)]


@pytest.mark.parametrize("schema", WITH_EVENINGS)
def test_seal_and_seed_are_findings(found, schema):
    log = found(schema)
    begun, over = log.read(log.ids(LogFilter(evening=1, kinds=frozenset({EntryKind.EVENING, EntryKind.REVEALED}))))
    (first, _going) = log.evenings()
    assert begun.findings == (LoggedFinding("seal", first.commitment),)
    assert over.findings == (LoggedFinding("seed", first.seed.hex()),)


@pytest.mark.parametrize("schema", WITH_EVENINGS)
def test_what_was_owed_is_pending(found, path, schema):
    log = found(schema)
    owed = OwedSpiffs("a" * 32, RAGNAR, -1, 3)
    assert spiffs_owed(log.pending(RAGNAR)) == (owed,)
    if schema == 2:
        assert spiffs_owed(log.pending(BOB)) == (OwedSpiffs("e" * 32, BOB, 2, 0),)
    else:
        assert uses_owed(log.pending(BOB)) == (OwedUse("e" * 32, BOB, by_gm=True, before=(1, 0, 7)),)
    assert [act.line for act in log.pending(RAGNAR)] == list(log.ids(LogFilter("wolf")))
    log.close()
    assert may_owe(path)


def test_uses_of_spiffs_can_still_be_undone(found):
    log = found(4)
    known = log.acts([sign * 32 for sign in "cdf"])
    (line,) = log.read(log.ids(LogFilter("wolf")))
    assert {at for at, _act in known.values()} == {line.id}
    first, last = known["c" * 32][1], known["f" * 32][1]
    undone = first.undone.applied_to(line)
    assert (undone.result, undone.net, undone.tags) == ("Success by 1.", 1, ())
    assert [undone.shown(place) for place in range(6)] == [die.code for die in line.dice]
    assert last.done.applied_to(line) == line


@pytest.mark.parametrize("schema", WITH_EVENINGS)
def test_the_evening_that_lasts_goes_on(found, opened, schema, clock):
    log = found(schema)
    number = log.next_number(2)
    assert number == 4
    sides = (("die 1", 6), ("die 2", 6))
    faces = ("universal", "physical", "melee", "melee", "defend", "")
    fell = sealed_indices(NEXT, number, sides)
    dice = tuple(
        LoggedDie("Roman", faces, index, "character", key) for (key, _), index in zip(sides, fell, strict=True)
    )
    again = log.next_number(2)
    luck = sealed_indices(NEXT, again, sides[:1])[0]
    entry = LogEntry(clock(), who="Ragnar ⚔", character_id=RAGNAR, title="Later", dice=dice, evening=2, number=number)
    stored = log.append(entry)
    log.amend(replace(stored, waves=(LoggedWave(Cause.EXPLODED, ((0, luck),), adds=True, number=again),)))
    ended = log.end_evening()
    seen = verify(log.sealed(ended), log.draws(ended.id))
    assert (seen.commitment_matches, seen.changed, seen.missing, seen.draws) == (True, (), (3,), 4)
    log.close()
    kept = opened().entry(stored.id)
    assert kept.faces_of(0) == ((fell[0], True), (luck, True))


@pytest.mark.parametrize("schema", SCHEMAS)
def test_a_copy_of_the_old_log_stays_beside_it_as_it_was(found, path, schema):
    found(schema).close()
    copy = path.with_name(f"throws.version-{schema}.sqlite3")
    with (
        contextlib.closing(sqlite3.connect(copy)) as kept,
        contextlib.closing(sqlite3.connect(f"{file_of(schema).as_uri()}?mode=ro&immutable=1", uri=True)) as old,
    ):
        assert list(kept.iterdump()) == list(old.iterdump())
        assert kept.execute("PRAGMA user_version").fetchone() == (schema,)


def test_a_copy_that_was_cut_short_is_begun_anew(found, path):
    part = path.with_name("throws.version-4.sqlite3.part")
    part.write_bytes(file_of(4).read_bytes()[:20_000])
    assert len(found(4).ids()) == len(told_before(4)["lines"])
    assert not part.exists()
    with contextlib.closing(sqlite3.connect(path.with_name("throws.version-4.sqlite3"))) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert copy.execute("SELECT count(*) FROM line").fetchone() == (len(told_before(4)["lines"]),)


def test_a_second_old_log_overwrites_no_copy(found, path, opened):
    first = path.with_name("throws.version-4.sqlite3")
    first.write_text("of another log")
    found(4).close()
    assert first.read_text() == "of another log"
    assert path.with_name("throws.version-4-2.sqlite3").exists()


@pytest.mark.parametrize("version", [-1, -4])
def test_a_number_that_no_version_had_is_a_damaged_log(found, path, version):
    log = found(4, (f"PRAGMA user_version={version}",))
    assert log.moved_aside is not None
    assert len(log.ids()) == log.mended.lines == len(told_before(4)["lines"])


@pytest.mark.parametrize("schema", SCHEMAS)
def test_old_lines_are_searched_and_counted_as_before(found, schema):
    log = found(schema)
    people = dict(log.people())
    assert people == {RAGNAR: "Ragnar ⚔", BOB: "Bob"}
    assert [line.tags for line in log.read(log.ids(LogFilter("ragnar by-hand")))] == [(BY_HAND,)]
    counts = {(each.owner, each.name): each.counts for each in log.face_counts(lambda _title: "Wolf")}
    if schema == 1:
        assert counts == {}
    else:
        assert counts["Ragnar ⚔", "Roman"] == (1, 1, 2, 0, 1, 1)
        assert counts["Wolf", "Wolf"] == (0, 1, 0, 1, 0, 1)


DAMAGE = (
    ("UPDATE line SET result = CAST(x'53ff2e' AS TEXT)",),
    ("UPDATE line SET rerolls = CAST(x'5bff5d' AS TEXT)",),
    ("UPDATE line SET rerolls = ?", "[" * 100_000),
    ("UPDATE line SET rerolls = ?", "[[0, 1, 2, {}, [], 7]]"),
    ("UPDATE line SET rerolls = ?", "[[0]]"),
    ("UPDATE line SET rerolls = ?", "7"),
    ("UPDATE line SET rerolls = ?", "[[0, 1, 99]]"),
    ("UPDATE line SET rerolls = ?", "{"),
    ("UPDATE line SET kind = ?", "unheard-of"),
)


@pytest.mark.parametrize("schema", [2, 3, 4])
@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_in_a_line_costs_that_part_of_it_and_not_the_log(found, schema, damage):
    log = found(schema, damage)
    assert log.moved_aside is None
    lines = log.read(log.ids())
    assert [line.id for line in lines] == [line["id"] for line in told_before(schema)["lines"]]
    (wolf,) = [line for line in lines if line.title == "Melee against Wolf"]
    assert len(wolf.dice) == 6
    assert wolf.result == ("S\ufffd." if "result" in damage[0] else "Success by 3.")
    assert len(wolf.waves) == (0 if "rerolls" in damage[0] else 4)


@pytest.mark.parametrize("damage", [b"[\xff]", b"[" * 100_000, b"7", b"{", b'[["reroll", 7]]'])
@pytest.mark.parametrize("part", ["waves", "findings"])
def test_damage_in_a_line_of_schema_5_costs_that_part_of_it(found, part, damage):
    log = found(5, (f"UPDATE line SET {part} = CAST(? AS TEXT)", damage))
    assert log.moved_aside is None
    lines = log.read(log.ids())
    assert [line.id for line in lines] == [line["id"] for line in told_before(5)["lines"]]
    (wolf,) = [line for line in lines if line.title == "Melee against Wolf"]
    assert len(wolf.dice) == 6
    assert (len(wolf.waves), len(wolf.findings)) == ((0, 1) if part == "waves" else (4, 0))


@pytest.mark.parametrize(
    "told",
    [
        b"[1, 2, 3, 4]",
        b"[null, 1, [], []]",
        b'["x", null, [7], []]',
        b'["x", null, [], 7]',
        b'["x", "y", [], [true]]',
        b"{",
        b"7",
        b'["\xff", 1, [], [true, true, true, true]]',
        b"[" * 100_000,
    ],
)
def test_a_damaged_use_of_spiffs_is_left_out_and_the_others_stay(found, told):
    log = found(4, ("UPDATE act SET undone = CAST(? AS TEXT) WHERE id = ?", told, "c" * 32))
    assert log.moved_aside is None
    acts = log.acts(["c" * 32, "d" * 32, "f" * 32])
    assert {"d" * 32, "f" * 32} <= acts.keys()
    if "c" * 32 in acts:
        assert acts["c" * 32][1].undone.findings[0].text == "\ufffd"

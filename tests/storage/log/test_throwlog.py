import sqlite3
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bones_desktop.rules.fairdice import commitment
from bones_desktop.rules.fairness import Draw, FaceCounts
from bones_desktop.rules.reading import Tone
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.log.logentry import (
    BY_HAND,
    ActState,
    Cause,
    EntryKind,
    LineState,
    LogEntry,
    LogFilter,
    LoggedAct,
    LoggedDie,
    LoggedFinding,
    LoggedWave,
    PendingAct,
    task_findings,
)
from bones_desktop.storage.log.throwlog import ThrowLog

RAGNAR, BOB = "0" * 32, "1" * 32
SEED = bytes(range(32))
FACES = ("universal", "physical", "melee", "melee", "defend", "")
OWN = LoggedDie("Roman", FACES, 2, "character", "die 1")
CHALLENGE = LoggedDie("Challenge", ("null", "null", "", "", "", ""), 5, "challenge", "challenge 1")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "data" / "throws.sqlite3"


@pytest.fixture
def log(opened):
    return opened()


@pytest.fixture
def entry(clock):
    return LogEntry(
        clock(),
        who="Ragnar ⚔",
        character_id=RAGNAR,
        title="Maneuver against Average",
        dice=(OWN, CHALLENGE),
        findings=task_findings("1 success", -1),
        tags=(BY_HAND, "own words, “quoted”"),
        request='{"skill":"maneuver"}',
    )


def scene(clock, name):
    return LogEntry(clock(), EntryKind.SCENE, title=name)


def test_what_is_stored_comes_back_in_the_order_it_was_written(opened, log, entry):
    again = LoggedWave(Cause.REROLL, ((0, 4),), counts=False)
    stored = [
        log.append(entry),
        log.append(LogEntry(entry.at - timedelta(days=9))),
        log.append(replace(entry, waves=(again, LoggedWave(Cause.REROLL, ((0, 0),))))),
    ]
    assert [each.id for each in stored] == [1, 2, 3]
    assert log.latest() == tuple(stored)
    log.close()
    log = opened()
    assert log.file.repaired is None
    assert log.latest() == tuple(stored)
    assert log.latest(2) == tuple(stored[1:])
    assert list(log.ids()) == [1, 2, 3]
    assert log.read([3, 99, 1]) == (stored[2], stored[0])
    assert log.entry(2) == stored[1]
    with pytest.raises(KeyError):
        log.entry(99)


def test_more_lines_than_are_asked_for_at_once_are_read_in_order(log, entry):
    for number in range(1, 1102):
        log.append(replace(entry, findings=task_findings("", number)))
    assert [each.net for each in log.read(reversed(log.ids()))] == list(range(1101, 0, -1))


def test_a_commit_is_on_the_device_and_the_tables_are_strict(log, entry):
    connection = log.file.connection
    log.append(entry)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    with pytest.raises(sqlite3.IntegrityError):
        connection.execute("UPDATE line SET number = 'x'")


def test_the_log_can_be_open_once_only(log, path, clock, entry):
    with pytest.raises(FileProblem) as caught:
        ThrowLog(path, clock)
    assert caught.value.code == "in-use"
    log.append(entry)
    assert len(log.latest()) == 1


def test_a_line_is_amended_in_place(opened, log, entry):
    first, second = log.append(entry), log.append(entry)
    changed = replace(
        first,
        findings=task_findings("2 successes", 0),
        tags=("re-rolled",),
        waves=(LoggedWave(Cause.REROLL, ((0, 1),)),),
        who="Ragnar II",
    )
    log.amend(changed)
    assert log.latest() == (changed, second)
    assert list(log.ids(LogFilter("ragnar ii"))) == [1]
    log.amend(replace(changed, dice=(), at=entry.at + timedelta(1), request=""))
    assert log.entry(1) == changed
    with pytest.raises(ValueError, match="no line 3"):
        log.amend(replace(first, id=3))
    log.close()
    assert opened().entry(1) == changed


def test_text_is_found_in_who_title_result_and_tags_whatever_case_and_accents(log, entry):
    log.append(entry)
    log.append(
        replace(entry, who="Éowyn Øst", title="Magic against 3 successes", findings=task_findings("Failure by 2%"))
    )
    found = {
        text: list(log.ids(LogFilter(text))) for text in ("", "EOWYN", "ost magic", "2%", "%", "_", "zz", "' OR 1")
    }
    assert found == {"": [1, 2], "EOWYN": [2], "ost magic": [2], "2%": [2], "%": [2], "_": [], "zz": [], "' OR 1": []}
    log.append(replace(entry, who="Łukasz Æsir", title="Two-handed"))
    assert [list(log.ids(LogFilter(text))) for text in ("lukasz aesir", "two handed", "TWOHANDED")] == [[3]] * 3


@pytest.mark.parametrize("text", ["ragnar " * 5000, " ".join(map(str, range(5000))), "\ud800", "ragnar \udfff"])
def test_whatever_is_pasted_into_a_search_is_answered(log, entry, text):
    log.append(entry)
    assert list(log.ids(LogFilter(text))) == ([1] if "0" not in text else [])


def test_filters_join(log, entry, clock):
    seen = [
        log.append(entry),
        log.append(scene(clock, "The ford")),
        log.append(entry),
        log.append(replace(entry, character_id=BOB, who="Bob", evening=7)),
        log.append(scene(clock, "The keep")),
        log.append(replace(entry, evening=7)),
    ]
    assert log.scenes() == (seen[1], seen[4])

    def ids(**which):
        return list(log.ids(LogFilter(**which)))

    assert ids(scene=2) == [2, 3, 4]
    assert ids(scene=5) == [5, 6]
    assert ids(scene=0) == [1]
    assert ids(character_id=RAGNAR) == [1, 3, 6]
    assert ids(evening=7) == [4, 6]
    assert ids(kinds=frozenset({EntryKind.SCENE})) == [2, 5]
    assert ids(scene=2, character_id=RAGNAR, kinds=frozenset({EntryKind.THROW})) == [3]
    assert ids(scene=2, text="bob") == [4]
    log.remove_heading(5)
    log.remove_heading(1)
    assert ids(scene=2) == [2, 3, 4, 6]
    assert log.append(scene(clock, "Next")).id == 7


def test_the_name_of_a_scene_can_be_changed(log, clock):
    heading = log.append(scene(clock, "The ford"))
    log.amend(replace(heading, title="The bridge"))
    assert [each.title for each in log.scenes()] == ["The bridge"]


def test_people_bear_their_last_name(log, entry):
    assert log.people() == ()
    for who, person in (("Ragnar", RAGNAR), ("", ""), ("Åke", BOB), ("Ragnar the Red", RAGNAR)):
        log.append(replace(entry, who=who, character_id=person))
    assert log.people() == ((BOB, "Åke"), (RAGNAR, "Ragnar the Red"))


def test_an_evening_begins_and_ends(opened, log, entry, clock):
    assert log.evening() is None
    begun = log.begin_evening(SEED)
    assert (begun.id, begun.begun, begun.seed, begun.ended, begun.draws) == (1, clock(), SEED, None, 0)
    assert begun.commitment == commitment(SEED)
    assert log.evening() == begun
    assert log.evenings() == (replace(begun, seed=b""),)
    with pytest.raises(ValueError, match="not ended"):
        log.begin_evening(bytes(32))
    clock.go(hours=3)
    log.append(replace(entry, at=clock(), evening=1, number=1))
    log.close()
    log = opened()
    assert log.evening() == replace(begun, draws=1, last=clock())
    clock.go(hours=1)
    ended = log.end_evening()
    assert (ended.seed, ended.ended, ended.last) == (SEED, clock(), clock())
    assert log.evening() is None
    assert log.evenings() == (ended,)
    with pytest.raises(ValueError, match="no evening"):
        log.end_evening()
    assert log.begin_evening(bytes(32)).id == 2
    kinds = [(each.kind, each.evening, each.result) for each in log.latest()]
    assert kinds == [
        (EntryKind.EVENING, 1, commitment(SEED)),
        (EntryKind.THROW, 1, "1 success"),
        (EntryKind.REVEALED, 1, SEED.hex()),
        (EntryKind.EVENING, 2, commitment(bytes(32))),
    ]


def test_an_evening_that_is_not_ended_keeps_its_seed_out_of_its_lines(log):
    log.begin_evening(SEED)
    assert SEED.hex() not in repr(log.latest())


def test_a_number_is_given_out_once(opened, log, entry):
    evening = log.begin_evening(SEED).id
    assert [log.next_number(evening) for _ in range(3)] == [1, 2, 3]
    log.append(replace(entry, evening=evening, number=2))
    log.close()
    log = opened()
    assert log.next_number(evening) == 4
    log.append(replace(entry, evening=evening, number=9))
    assert log.next_number(evening) == 10
    log.end_evening()
    with pytest.raises(ValueError, match="has ended"):
        log.next_number(evening)


def test_a_draw_stands_in_one_line_only(log, entry):
    log.begin_evening(SEED)
    first = log.append(replace(entry, evening=1, number=1))
    with pytest.raises(ValueError, match="draw 1 of evening 1"):
        log.append(replace(entry, evening=1, number=1))
    second = log.append(replace(entry, evening=1, number=2))
    again = LoggedWave(Cause.REROLL, ((0, 3),), number=3)
    log.amend(replace(first, waves=(again,)))
    log.amend(replace(first, waves=(replace(again, counts=False), LoggedWave(Cause.REROLL, ((0, 1),), number=4))))
    for number in (1, 3, 4):
        with pytest.raises(ValueError, match=f"draw {number} of evening 1"):
            log.amend(
                replace(
                    second, findings=task_findings("", 50), waves=(LoggedWave(Cause.REROLL, ((0, 3),), number=number),)
                )
            )
    assert log.entry(second.id) == second
    log.amend(replace(second, waves=(LoggedWave(Cause.REROLL, ((0, 3),), number=1, evening=0),)))
    assert len(log.ids(LogFilter(kinds=frozenset({EntryKind.THROW})))) == 2


def test_draws_without_an_evening_or_by_hand_need_no_number_of_their_own(log, entry):
    for number in (0, 0, 1, 1):
        log.append(replace(entry, number=number))
        log.append(replace(entry, evening=1, number=0))
    assert len(log.ids()) == 8


def test_the_draws_of_an_evening_are_found_whichever_line_holds_them(log, entry):
    """A die thrown by hand, or on the evening before, may be drawn again in this one."""
    keys = tuple((die.key, 6) for die in entry.dice)
    log.append(replace(entry, evening=2, number=1))
    log.append(
        replace(
            entry,
            waves=(
                LoggedWave(Cause.REROLL, ((0, 4),), counts=False, number=2, evening=2),
                LoggedWave(Cause.REROLL, ((1, 0),)),
            ),
        )
    )
    log.append(replace(entry, evening=1, number=1, waves=(LoggedWave(Cause.REROLL, ((1, 3),), number=2),)))
    log.append(replace(entry, evening=2, waves=(LoggedWave(Cause.REROLL, ((1, 3),), number=3),)))
    assert log.draws(2) == (Draw(1, keys, (2, 5)), Draw(2, keys[:1], (4,)), Draw(3, keys[1:], (3,)))
    assert log.draws(1) == (Draw(1, keys, (2, 5)), Draw(2, keys[1:], (3,)))
    assert log.draws(3) == ()


def test_pending_acts_are_stored_with_their_line_and_kept_until_they_are_settled(opened, log, entry):
    one, two = (
        PendingAct("a" * 32, RAGNAR, "pay", '{"by":-1}'),
        PendingAct("b" * 32, RAGNAR, "hurt", "[2]", game="basics"),
    )
    line = log.append(entry, one)
    log.amend(replace(line, findings=task_findings("", 5)), (two,))
    other = log.append(entry, PendingAct("c" * 32, BOB, "pay", ""))
    one, two = replace(one, line=line.id), replace(two, line=line.id)
    log.close()
    log = opened()
    assert log.pending(RAGNAR) == (one, two)
    log.settle(one.id)
    assert log.pending(RAGNAR) == (two,)
    log.settle(two.id)
    assert log.pending(RAGNAR) == ()
    assert not log.is_pending(RAGNAR)
    assert log.is_pending(BOB)
    assert [act.line for act in log.pending(BOB)] == [other.id]


def test_an_act_that_was_settled_may_be_pending_again(opened, log, entry):
    acts = [PendingAct(letter * 32, RAGNAR, "hurt", "") for letter in "ab"]
    line = log.append(entry, *acts)
    first, second = log.pending(RAGNAR)
    log.settle(first.id)
    log.add_pending(first)
    log.close()
    assert opened().pending(RAGNAR) == (second, first)
    assert {first.line, second.line} == {line.id}


def test_what_was_answered_is_kept_but_not_pending(opened, log, entry):
    line = log.append(entry, *(PendingAct(letter * 32, RAGNAR, "hurt", "") for letter in "abc"))
    acts = log.pending(RAGNAR)
    answered = [replace(act, state=state) for act, state in zip(acts, ActState, strict=True)]
    log.add_pending(*answered)
    log.close()
    log = opened()
    assert log.pending(RAGNAR) == tuple(answered)
    assert {act.line for act in answered} == {line.id}
    assert log.proposed_by(line.id) == tuple(answered)
    assert log.is_pending(RAGNAR)
    assert not log.is_pending(RAGNAR, done={answered[0].id})
    log.add_pending(replace(answered[0], state=ActState.DISMISSED))
    assert not log.is_pending(RAGNAR)
    log.add_pending(replace(answered[2], state=ActState.PENDING))
    assert log.is_pending(RAGNAR)


def test_acts_on_a_line_are_kept_until_it_is_given_others(opened, log, entry):
    line, other = log.append(replace(entry, waves=(LoggedWave(Cause.REROLL, ((1, 3),)),))), log.append(entry)
    undone, done = (
        LineState(task_findings("Failed \ud800."), (), (False,)),
        LineState(task_findings("Söhne", 4), ("re-rolled",), (True,), (("e" * 32, '{"points":2}'),)),
    )
    one, two = LoggedAct("a" * 32, undone, done), LoggedAct("b" * 32, done, undone)
    log.amend(line, (), (one, two))
    log.amend(other, (), (LoggedAct("d" * 32, done, done),))
    log.amend(line)
    log.close()
    log = opened()
    plain = replace(undone, findings=task_findings("Failed ."))
    found = log.acts(["b" * 32, "c" * 32, "a" * 32])
    assert found == {
        one.id: (line.id, replace(one, undone=plain)),
        two.id: (line.id, replace(two, done=plain)),
    }
    assert done.applied_to(line) == replace(line, findings=task_findings("Söhne", 4), tags=("re-rolled",))
    assert LineState.of(undone.applied_to(line)) == undone
    log.amend(line, (), (two,))
    assert list(log.acts([one.id, two.id, "d" * 32])) == [two.id, "d" * 32]
    log.amend(line, (), ())
    assert list(log.acts([one.id, two.id, "d" * 32])) == ["d" * 32]


def test_more_acts_than_are_asked_for_at_once_are_found(log, entry):
    line = log.append(entry)
    acts = [LoggedAct(f"{n:032}", LineState.of(line), LineState.of(line)) for n in range(1201)]
    log.amend(line, (), acts)
    assert set(log.acts(act.id for act in acts)) == {act.id for act in acts}


@pytest.mark.parametrize(
    "damage",
    [
        "",
        "[",
        "7",
        "[1,2]",
        "[[],[],[]]",
        "[[],[],[],[]]",
        '[[["task","","",1,"purple"]],[],[],{}]',
        '[[["task"]],[],[],{}]',
    ],
)
def test_a_damaged_act_is_left_out(log, entry, damage):
    line = log.append(entry)
    acts = [LoggedAct(letter * 32, LineState.of(line), LineState.of(line)) for letter in "ab"]
    log.amend(line, (), acts)
    with log.file.writing():
        log.file.connection.execute("UPDATE act SET done = ? WHERE id = ?", (damage, "a" * 32))
    assert list(log.acts(act.id for act in acts)) == ["b" * 32]


def test_a_telling_of_another_line_is_refused(entry):
    with pytest.raises(ValueError):
        LineState((), (), (True,)).applied_to(entry)


def test_an_act_that_is_refused_owes_nothing(log, entry):
    log.append(replace(entry, evening=1, number=1))
    with pytest.raises(ValueError):
        log.append(replace(entry, evening=1, number=1), PendingAct("a" * 32, RAGNAR, "pay", ""))
    assert log.pending(RAGNAR) == ()
    assert len(log.ids()) == 1


def other_side(title):
    return title.partition(" against ")[2]


def test_faces_drawn_are_counted_by_owner_name_and_faces(log, entry):
    drawn = replace(entry, evening=1)
    for number, index in enumerate((0, 2, 2, 3), 1):
        own = replace(OWN, index=index, key=f"die {number}")
        log.append(replace(drawn, number=number, dice=(own, CHALLENGE)))
    log.append(entry)
    other = replace(OWN, faces=(*FACES[:-1], "magic"), index=5)
    log.append(
        replace(
            drawn,
            number=5,
            dice=(CHALLENGE, other),
            who="Bob",
            character_id=BOB,
            waves=(
                LoggedWave(Cause.REROLL, ((1, 4),), counts=False, number=6),
                LoggedWave(Cause.REROLL, ((1, 0),)),
                LoggedWave(Cause.REROLL, ((0, 1),), number=7),
            ),
        )
    )
    log.append(replace(entry, waves=(LoggedWave(Cause.REROLL, ((0, 1),), number=8, evening=1),)))
    challenge = FaceCounts("Challenge", CHALLENGE.faces, (0, 1, 0, 0, 0, 5), "", "challenge")
    bobs = FaceCounts("Roman", other.faces, (0, 0, 0, 0, 1, 1), "Bob", "character")
    assert log.face_counts(other_side) == (
        challenge,
        FaceCounts("Roman", FACES, (1, 1, 2, 1, 0, 0), "Ragnar ⚔", "character"),
        bobs,
    )
    assert log.face_counts(other_side, LogFilter(character_id=BOB)) == (
        replace(challenge, counts=(0, 1, 0, 0, 0, 1)),
        bobs,
    )
    assert log.face_counts(other_side, LogFilter(scene=0, text="nobody")) == ()


def test_the_ids_of_all_lines_leave_out_a_heading_that_was_removed(log, entry):
    for number in range(1, 6):
        log.append(replace(entry, kind=EntryKind.SCENE if number == 3 else EntryKind.THROW))
    assert list(log.ids()) == [1, 2, 3, 4, 5]
    log.remove_heading(3)
    assert list(log.ids()) == [1, 2, 4, 5]


def test_many_lines_with_the_same_dice_are_counted_like_few(log, entry):
    indices = [(number * number % 6, number % 5, number % 6) for number in range(1, 31)]
    for number, faces in enumerate(indices, start=1):
        dice = tuple(replace(die, index=index) for die, index in zip((OWN, OWN, CHALLENGE), faces, strict=True))
        log.append(replace(entry, evening=1, number=number, dice=dice, waves=()))
    shown = Counter(index for *own, _ in indices for index in own)
    challenges = Counter(index for *_, index in indices)
    counts = {each.name: each.counts for each in log.face_counts(other_side)}
    assert counts == {
        "Roman": tuple(shown[index] for index in range(6)),
        "Challenge": tuple(challenges[index] for index in range(6)),
    }


def test_dice_of_the_other_side_are_counted_as_his(log, entry):
    his = replace(OWN, group="opponent")
    sword = replace(OWN, name="Sword", group="item")
    poison = replace(OWN, name="Poison", group="hindering")
    line = replace(entry, evening=1, title="Melee against Wolf", dice=(OWN, sword, poison, his, his))
    log.append(replace(line, number=1))
    log.append(replace(line, number=2, title="Melee against Bob", dice=(OWN, his)))
    log.append(replace(line, number=3, who="Bob", character_id=BOB, title="Melee", dice=(OWN, OWN)))
    log.append(replace(line, number=4, who="Ragnar the Old", title="Melee", dice=(OWN,)))
    assert [(die.owner, die.name, die.group, die.throws) for die in log.face_counts(other_side)] == [
        ("Ragnar the Old", "Roman", "character", 3),
        ("Ragnar the Old", "Sword", "item", 1),
        ("Bob", "Roman", "character", 3),
        ("", "Poison", "hindering", 1),
        ("Wolf", "Roman", "opponent", 2),
    ]


def test_half_characters_do_not_stop_a_throw_from_being_stored(opened, log, entry):
    broken = LoggedDie("a\ud800b", ("c\udfff",), 0, "\ud800", "\ud800k")
    log.append(replace(entry, who="a\ud800b", tags=("\ud800t",), request="\ud800", dice=(broken, broken)))
    log.close()
    found = opened().entry(1)
    assert (found.who, found.tags, found.request) == ("ab", ("t",), "")
    assert found.dice == (LoggedDie("ab", ("c",), 0, "", "k"),) * 2


@pytest.mark.parametrize(
    ("column", "value", "field", "left"),
    [
        ("dice", b"\x01\x02", "dice", ()),
        ("dice", b"\xff" * 16, "dice", ()),
        ("waves", '[["re-roll",[[7,0]],true,false,0,null]]', "waves", ()),
        ("waves", '[["re-roll",[[0,0]]]]', "waves", ()),
        ("waves", "{", "waves", ()),
        ("waves", "[" * 100_000, "waves", ()),
        ("waves", '[["no cause",[[0,1]],true,false,1,null]]', "waves", ()),
        ("waves", '[["re-roll",[[0,9]],true,false,1,null]]', "waves", ()),
        ("tags", "[1", "tags", ()),
        ("tags", "[" * 100_000, "tags", ()),
        ("kind", "later", "kind", EntryKind.THROW),
    ],
)
def test_damage_inside_a_line_leaves_the_rest(log, entry, column, value, field, left):
    stored = log.append(replace(entry, number=1, evening=1, waves=(LoggedWave(Cause.REROLL, ((0, 1),)),)))
    with log.file.writing():
        log.file.connection.execute(f"UPDATE line SET {column} = ?", (value,))
    found = log.entry(1)
    assert getattr(found, field) == left
    assert (found.title, found.result) == (stored.title, stored.result)
    log.face_counts(other_side)


@pytest.mark.parametrize("value", ["[", "[" * 100_000, '[["task"]]', '[["task","","",1,""]]'])
def test_damaged_findings_leave_the_rest_of_a_line(log, entry, value):
    stored = log.append(entry)
    with log.file.writing():
        log.file.connection.execute("UPDATE line SET findings = ?", (value,))
    assert log.entry(1) == replace(stored, findings=())


def test_each_game_tells_why_dice_fell_again(opened, log, entry):
    """A six of the Basics stays and adds, a tie of Story Bones throws all anew, a re-roll of BONES replaces one die."""
    six = replace(
        entry, game="basics", dice=(OWN, OWN), waves=(LoggedWave(Cause.EXPLODED, ((1, 2),), adds=True, number=2),)
    )
    tie = replace(entry, game="story_bones", dice=(OWN, CHALLENGE), waves=(LoggedWave(Cause.TIE, ((0, 3), (1, 1))),))
    again = replace(entry, dice=(OWN, OWN), waves=(LoggedWave(Cause.REROLL, ((0, 4),), counts=False),))
    lines = [log.append(each) for each in (six, tie, again)]
    log.close()
    six, tie, again = opened().read(line.id for line in lines)
    first = OWN.index
    assert [six.faces_of(place) for place in (0, 1)] == [((first, True),), ((first, True), (2, True))]
    assert [tie.faces_of(place) for place in (0, 1)] == [
        ((first, False), (3, True)),
        ((CHALLENGE.index, False), (1, True)),
    ]
    assert again.faces_of(0) == ((first, True), (4, False))
    assert (six.shown(1), tie.shown(0), again.shown(0)) == (FACES[2], FACES[3], FACES[first])
    assert (six.game, tie.game, again.game) == ("basics", "story_bones", "bones")


def test_dice_of_one_wave_are_one_draw(log, entry):
    tie = LoggedWave(Cause.TIE, ((0, 3), (1, 1)), number=2, evening=7)
    log.append(replace(entry, dice=(OWN, CHALLENGE), waves=(tie,)))
    assert log.draws(7) == (Draw(2, tuple((die.key, len(die.faces)) for die in (OWN, CHALLENGE)), (3, 1)),)


def test_every_face_that_was_drawn_is_counted_whether_it_adds_replaces_or_counts_no_more(log, entry):
    waves = (
        LoggedWave(Cause.EXPLODED, ((0, 0),), adds=True, number=2, evening=7),
        LoggedWave(Cause.TIE, ((0, 3), (1, 1)), number=3, evening=7),
        LoggedWave(Cause.LUCK, ((0, 5),), counts=False, number=4, evening=7),
        LoggedWave(Cause.REROLL, ((0, 4),)),
    )
    log.append(replace(entry, dice=(OWN, CHALLENGE), evening=7, number=1, waves=waves))
    counts = {each.name: each.counts for each in log.face_counts(other_side)}
    assert counts == {"Roman": (1, 0, 1, 1, 0, 1), "Challenge": (0, 1, 0, 0, 0, 1)}


@pytest.mark.parametrize("faces", ["[" * 100_000, "5", "{", "[]"])
def test_dice_whose_faces_are_damaged_are_left_out(opened, log, entry, faces):
    log.append(entry)
    with log.file.writing():
        log.file.connection.execute("UPDATE die SET faces = ?", (faces,))
    log.close()
    found = opened()
    assert found.entry(1).dice == ()
    found.face_counts(other_side)


@pytest.mark.parametrize("at", ["", "yesterday", "2026-11-21T12:00:00"])
def test_a_time_always_has_a_zone(log, entry, at):
    log.append(entry)
    with log.file.writing():
        log.file.connection.execute("UPDATE line SET at = ?", (at,))
    assert log.entry(1).at <= entry.at


@pytest.mark.parametrize("at", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00"])
def test_a_time_can_be_told_wherever_the_program_runs(log, entry, at):
    log.append(entry)
    with log.file.writing():
        log.file.connection.execute("UPDATE line SET at = ?", (at,))
    assert log.entry(1).at.astimezone().year in {1969, 1970}


@pytest.mark.parametrize("draws", [0, -5])
def test_a_number_that_a_line_holds_is_not_given_out_whatever_the_evening_says(log, entry, draws):
    evening = log.begin_evening(SEED).id
    for _ in range(2):
        log.append(replace(entry, evening=evening, number=log.next_number(evening)))
    with log.file.writing():
        log.file.connection.execute("UPDATE evening SET draws = ?", (draws,))
    assert log.next_number(evening) == 3


TEXT = st.text(max_size=30)
DICE = st.lists(
    st.builds(
        lambda name, faces, place, group, key: LoggedDie(name, tuple(faces), place % len(faces), group, key),
        TEXT,
        st.lists(TEXT, min_size=1, max_size=8),
        st.integers(0, 1000),
        TEXT,
        TEXT,
    ),
    max_size=5,
).map(tuple)
ENTRIES = st.builds(
    LogEntry,
    at=st.datetimes(datetime(1971, 1, 1), datetime(2999, 12, 31), timezones=st.just(UTC)),
    kind=st.sampled_from(EntryKind),
    who=TEXT,
    character_id=TEXT,
    title=TEXT,
    dice=DICE,
    game=TEXT,
    findings=st.lists(
        st.builds(LoggedFinding, TEXT, TEXT, TEXT, st.none() | st.integers(-(2**63), 2**63 - 1), st.sampled_from(Tone)),
        max_size=3,
    ).map(tuple),
    tags=st.lists(TEXT, max_size=3).map(tuple),
    evening=st.integers(0, 5),
    request=TEXT,
)


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(given_entry=ENTRIES)
def test_whatever_can_be_written_comes_back(log, given_entry):
    stored = log.append(given_entry)
    assert log.entry(stored.id) == replace(given_entry, id=stored.id)
    assert stored.id in log.ids(LogFilter(given_entry.title))

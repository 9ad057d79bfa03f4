"""Where the dice of the table come from: one sealed seed an evening, each number once, and fair."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from bones_desktop.play.eveningdice import EveningDice
from bones_desktop.rules import fairdice
from bones_desktop.rules.dice import Die
from bones_desktop.rules.fairdice import commitment, sealed_throw
from bones_desktop.rules.fairness import EXTRAORDINARY, chi_square_p, verify
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.log.logentry import Cause, EntryKind, LogEntry, LoggedDie, LoggedWave
from bones_desktop.storage.log.throwlog import ThrowLog

FACES = tuple("abcdef")
DICE = [Die(FACES, "Roman", "character", f"die {number}") for number in range(1, 6)]


class Clock:
    def __init__(self):
        self.now = datetime(2026, 11, 21, 20, tzinfo=UTC)

    def __call__(self):
        return self.now

    def go(self, **span):
        self.now += timedelta(**span)


class Seeds:
    """Gives seeds that are known: the numbers of the seed, again and again."""

    def __init__(self):
        self.given = []

    def __call__(self):
        self.given.append(bytes([len(self.given) + 1]) * 32)
        return self.given[-1]


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def seeds():
    return Seeds()


@pytest.fixture
def log(tmp_path, clock):
    opened = ThrowLog(tmp_path / "log.db", clock)
    yield opened
    opened.close()


@pytest.fixture
def dice(log, clock, seeds):
    return EveningDice(log, clock, seeds)


def keep(log, clock, drawn):
    """Write a draw down as the table does."""
    fell = zip(drawn.throw.dice, drawn.throw.indices, strict=True)
    logged = tuple(LoggedDie(die.label, die.faces, index, die.group, die.key) for die, index in fell)
    return log.append(LogEntry(clock(), dice=logged, evening=drawn.evening, number=drawn.number))


def checked(log, evening):
    return verify(log.sealed(evening), log.draws(evening.id))


def test_an_evening_is_sealed_in_the_log_before_its_first_draw(dice, log, clock, seeds):
    assert dice.evening is None
    assert log.latest() == ()
    drawn = dice.draw(DICE)
    assert (drawn.evening, drawn.number) == (1, 1)
    assert drawn.throw == sealed_throw(seeds.given[0], 1, DICE)
    assert [(each.kind, each.result) for each in log.latest()] == [(EntryKind.EVENING, commitment(seeds.given[0]))]
    assert dice.evening.commitment == commitment(seeds.given[0])
    assert dice.evening.seed == b""
    assert dice.draw(DICE).number == 2
    assert len(seeds.given) == 1


def test_the_seal_can_be_shown_before_anything_is_thrown(dice, log, seeds):
    begun = dice.begin()
    assert (begun.commitment, begun.seed, begun.draws) == (commitment(seeds.given[0]), b"", 0)
    assert dice.begin() == begun
    assert dice.draw(DICE).throw == sealed_throw(seeds.given[0], 1, DICE)


def test_an_evening_can_be_checked_when_it_is_over(dice, log, clock):
    kept = [keep(log, clock, dice.draw(DICE)) for _ in range(20)]
    again = dice.draw(DICE[2:3])
    log.amend(
        LogEntry(
            clock(),
            waves=(LoggedWave(Cause.REROLL, ((2, again.throw.indices[0]),), number=again.number),),
            id=kept[-1].id,
        )
    )
    keep(log, clock, dice.draw(DICE))
    ended = dice.end()
    assert checked(log, ended).sound
    assert checked(log, ended).draws == 22
    assert dice.evening is None
    assert dice.end() is None


def test_a_draw_that_was_shown_and_not_kept_is_missed_and_never_drawn_again(dice, log, clock, tmp_path, seeds):
    keep(log, clock, dice.draw(DICE))
    lost = dice.draw(DICE)
    log.close()
    reopened = ThrowLog(tmp_path / "log.db", clock)
    try:
        table = EveningDice(reopened, clock, seeds)
        following = table.draw(DICE)
        keep(reopened, clock, following)
        assert (following.number, following.evening) == (lost.number + 1, lost.evening)
        assert checked(reopened, table.end()).missing == (lost.number,)
    finally:
        reopened.close()


@pytest.mark.parametrize(("hours", "evening"), [(11.9, 1), (12, 2), (24 * 30, 2)])
def test_an_evening_goes_on_unless_half_a_day_has_passed(log, clock, seeds, hours, evening):
    keep(log, clock, EveningDice(log, clock, seeds).draw(DICE))
    clock.go(hours=5)
    keep(log, clock, EveningDice(log, clock, seeds).draw(DICE))
    clock.go(hours=hours)
    table = EveningDice(log, clock, seeds)
    assert (table.evening is None) == (evening == 2)
    drawn = table.draw(DICE)
    assert (drawn.evening, drawn.number) == (evening, 3 if evening == 1 else 1)
    if evening == 2:
        first = log.evenings()[0]
        assert first.seed == seeds.given[0]
        assert checked(log, first).sound


def test_a_clock_that_was_set_back_changes_nothing(dice, log, clock):
    keep(log, clock, dice.draw(DICE))
    clock.go(days=-400)
    assert dice.draw(DICE).evening == 1


def test_an_evening_whose_seed_is_damaged_is_not_drawn_from(dice, log, clock):
    dice.draw(DICE)
    for damage in (b"", bytes(32)):
        with log.file.writing():
            log.file.connection.execute("UPDATE evening SET seed = ? WHERE ended IS NULL", (damage,))
        before = dice.draw(DICE).evening
        assert before == len(log.evenings())
    assert len(log.evenings()) == 3


def test_without_a_log_dice_fall_all_the_same(clock, seeds):
    table = EveningDice(None, clock, seeds)
    assert table.evening is None
    drawn = [table.draw(DICE) for _ in range(3)]
    assert [(each.evening, each.number) for each in drawn] == [(0, 1), (0, 2), (0, 3)]
    assert table.evening.commitment == table.begin().commitment == commitment(seeds.given[0])
    assert table.evening.seed == b""
    ended = table.end()
    assert (ended.seed, ended.draws, ended.ended) == (seeds.given[0], 3, clock())
    assert drawn[2].throw == sealed_throw(ended.seed, 3, DICE)
    assert table.draw(DICE).throw == sealed_throw(seeds.given[1], 1, DICE)
    clock.go(hours=13)
    assert table.draw(DICE).number == 1


def test_while_the_log_refuses_dice_fall_from_an_evening_of_their_own(dice, log, clock, monkeypatch, tmp_path):
    def no_room(*_args, **_values):
        raise FileProblem("disk-full", tmp_path)

    keep(log, clock, dice.draw(DICE))
    with monkeypatch.context() as full:
        full.setattr(log, "next_number", no_room)
        aside = [dice.draw(DICE) for _ in range(2)]
    assert [(each.evening, each.number) for each in aside] == [(0, 1), (0, 2)]
    assert (dice.draw(DICE).evening, log.evening().draws) == (1, 2)
    with monkeypatch.context() as full:
        full.setattr(log, "evening", no_room)
        assert dice.evening is None
        assert dice.begin().id == 0
        with pytest.raises(FileProblem):
            dice.end()
        assert [(each.evening, each.number) for each in (dice.draw(DICE), dice.draw(DICE))] == [(0, 3), (0, 4)]
    assert dice.draw(DICE).number == 3


def test_seeds_come_from_the_system_and_differ(clock):
    tables = [EveningDice(None, clock) for _ in range(50)]
    seals = {table.begin().commitment for table in tables}
    assert len(seals) == 50


MILLION = 1_000_000


def p_of_faces(faces):
    """Return how likely fair dice are as far off: in how often each face comes up, and each pair of faces."""
    pairs = Counter(zip(faces[::2], faces[1::2], strict=True))
    return min(
        chi_square_p(_chi_square([faces.count(face) for face in range(6)]), 5),
        chi_square_p(_chi_square([pairs[one, other] for one in range(6) for other in range(6)]), 35),
    )


def _chi_square(counts):
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected


def a_million_dice(clock):
    table, handful = EveningDice(None, clock, Seeds()), DICE * 20
    faces = bytearray()
    while len(faces) < MILLION:
        faces += bytes(table.draw(handful).throw.indices)
    return faces


@pytest.mark.slow
def test_a_million_dice_through_the_table_are_fair(clock):
    """The gate is one in a million for each of two questions; biased sources fail it, see below."""
    assert p_of_faces(a_million_dice(clock)) > EXTRAORDINARY


@pytest.mark.slow
def test_the_same_million_is_found_unfair_when_no_byte_is_drawn_again(clock, monkeypatch):
    monkeypatch.setattr(fairdice, "_below", lambda size, stream: next(stream) % size)
    assert p_of_faces(a_million_dice(clock)) < EXTRAORDINARY


def one_face_in_a_hundred_turned():
    rng = Random(1)
    return bytes(0 if rng.randrange(100) == 0 else rng.randrange(6) for _ in range(MILLION))


def the_face_before_two_times_in_a_hundred():
    rng = Random(2)
    faces = bytearray([0])
    while len(faces) < MILLION:
        faces.append(faces[-1] if rng.randrange(50) == 0 else rng.randrange(6))
    return faces


@pytest.mark.slow
@pytest.mark.parametrize(
    "biased",
    [
        one_face_in_a_hundred_turned,
        the_face_before_two_times_in_a_hundred,
        lambda: bytes(map(Random(3).randrange, [6] * 10_000)) * 100,
        lambda: bytes(range(6)) * (MILLION // 12 * 2),
    ],
    ids=["heavy", "repeats a face", "repeats itself", "takes turns"],
)
def test_a_biased_source_fails_the_same_gate(biased):
    assert p_of_faces(biased()) < EXTRAORDINARY

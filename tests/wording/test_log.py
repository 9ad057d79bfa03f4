"""Words of the log: lines, dice by kind, tags, and seals."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bones_desktop.storage.log.logentry import (
    ALLOWED_BY_GM,
    BOUGHT,
    BOUGHT_TAKEN_BACK,
    BOUGHT_VETOED,
    BY_HAND,
    EARNED_TAKEN_BACK,
    OVERRULED_BY_GM,
    REROLL_TAKEN_BACK,
    REROLL_VETOED,
    SOAK_TAKEN_BACK,
    Cause,
    EntryKind,
    LogEntry,
    LoggedDie,
    LoggedWave,
    task_findings,
)
from bones_desktop.wording.log import (
    TAGS,
    clock_time,
    dice_lines,
    entry_line,
    entry_text,
    face_names,
    grouped,
    shortened,
    tag_words,
)
from tests.support.rulebooks import rulebook
from tests.support.throws import DICE, die, entry

NAME = face_names(rulebook())
SEAL = "3f2a91c4" * 8


def line(made: LogEntry) -> str:
    return entry_line(made).removeprefix(f"{clock_time(made)} ")


def test_a_throw_is_one_line_with_its_tags_in_order() -> None:
    assert line(entry(2)) == "Ragnar · Melee against Average · Success by 2"
    tagged = entry(2, tags=(BOUGHT, "of a later version", BY_HAND))
    assert line(tagged).endswith("Success by 2 (by hand, bought)")
    assert line(entry(2, who="", title="", result="")) == ""


def test_what_was_vetoed_and_what_the_gm_said_is_told() -> None:
    tagged = entry(2, tags=(OVERRULED_BY_GM, BOUGHT_VETOED, REROLL_VETOED, ALLOWED_BY_GM))
    told = "allowed by the GM, overruled by the GM, re-roll of a die vetoed, bought success vetoed"
    assert line(tagged).endswith(f"({told})")


def test_what_was_undone_is_told_as_taken_back() -> None:
    undone = entry(2, tags=(BOUGHT_TAKEN_BACK, REROLL_TAKEN_BACK, EARNED_TAKEN_BACK, SOAK_TAKEN_BACK))
    told = "re-roll of a die taken back, bought success taken back, soaked damage taken back"
    assert line(undone).endswith(f"({told}, earned success taken back)")


def test_every_tag_has_its_word() -> None:
    assert len(tag_words(TAGS)) == len(TAGS) == len(set(tag_words(TAGS)))


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (EntryKind.SCENE, "Scene: At the ford"),
        (EntryKind.EVENING, "An evening begins, sealed with 3f2a 91c4 3f2a …"),
        (EntryKind.REVEALED, "The evening has ended; its seed was 3f2a 91c4 3f2a …"),
    ],
)
def test_headings_say_what_they_are(kind: EntryKind, text: str) -> None:
    assert (
        line(LogEntry(datetime(2026, 11, 21, tzinfo=UTC), kind, title="At the ford", findings=task_findings(SEAL)))
        == text
    )


def test_what_is_copied_of_an_evening_holds_the_whole_seal() -> None:
    made = LogEntry(datetime(2026, 11, 21, tzinfo=UTC), EntryKind.EVENING, findings=task_findings(SEAL))
    assert entry_text(made, NAME).endswith(f"sealed with {grouped(SEAL)}")


def test_dice_are_told_by_kind_the_other_side_last() -> None:
    made = replace(entry(dice=(*DICE, die("Poison", 0, "hindering"), die("Sten", 1, "opponent"))), title="Melee")
    assert dice_lines(made, NAME) == (
        "Dice: Melee, Riding",
        "Equipment: Double Melee",
        "Hindering: Universal",
        "Challenge: Null",
        "The other side: Physical",
    )


@pytest.mark.parametrize(
    ("title", "head"),
    [
        ("Stealth against Goblin (example)", "Goblin (example)"),
        ("Social against Duke, off stage", "Duke"),
        ("Melee against Guard against Wolves", "Guard against Wolves"),
        ("Schleichen gegen Goblin", "The other side"),
        ("", "The other side"),
    ],
)
def test_the_other_side_is_named_where_the_title_names_it(title: str, head: str) -> None:
    made = replace(entry(dice=(*DICE[:1], die("Sten", 1, "opponent"))), title=title)
    assert dice_lines(made, NAME)[-1] == f"{head}: Physical"


def test_a_die_thrown_again_tells_every_face_and_what_was_taken_back() -> None:
    made = entry(
        dice=DICE[:1], waves=(LoggedWave(Cause.REROLL, ((0, 3),)), LoggedWave(Cause.REROLL, ((0, 0),), counts=False))
    )
    assert dice_lines(made, NAME) == ("Dice: Melee → Riding → Universal, taken back",)


def test_old_lines_and_codes_nobody_knows_are_told_all_the_same() -> None:
    made = entry(dice=(LoggedDie("Gaul", ("no such face!",), 0),))
    assert dice_lines(made, NAME) == ("Dice: no such face!",)


def test_seals_are_read_in_groups_of_four() -> None:
    assert grouped("3f2a91c47") == "3f2a 91c4 7"
    assert shortened(SEAL) == "3f2a 91c4 3f2a …"
    assert shortened("3f2a") == "3f2a"


def test_dice_of_another_game_are_named_by_its_kinds_and_say_what_they_add():
    six = tuple("123456")
    dice = (LoggedDie("d6", six, 5, "pool"), LoggedDie("d6", six, 2, "their_pool"), LoggedDie("d6", six, 0, "pool"))
    waves = (
        LoggedWave(Cause.EXPLODED, ((0, 5),), adds=True),
        LoggedWave(Cause.EXPLODED, ((0, 3),), adds=True),
        LoggedWave(Cause.TIE, ((1, 4), (2, 1))),
    )
    made = LogEntry(datetime(2026, 11, 23, 20, tzinfo=UTC), game="basics", dice=dice, waves=waves)
    assert dice_lines(made, NAME) == ("Pool: 6 + 6 + 4, 1 → 2", "Theirs: 3 → 5")

from datetime import datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from bones_desktop.rules.bones.life.campaigns import Campaign, GameSession, Member
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.storage.log.logentry import (
    BY_HAND,
    NOT_MEANT,
    Cause,
    EntryKind,
    Evening,
    LogEntry,
    LoggedDie,
    LoggedWave,
    task_findings,
)
from bones_desktop.wording.language import ENGLISH, use
from bones_desktop.wording.log import campaign_to_markdown, to_markdown

AT = datetime(2026, 11, 21, 20, 41).astimezone()
RAGNAR, WOLF = "a" * 32, "b" * 32
NAMES = {RAGNAR: "Ragnar", WOLF: "The Wolf"}


def die(code, group="character"):
    return LoggedDie("Roman", (code, "other"), 0, group)


def markdown(*entries, evenings=()):
    return to_markdown(entries, evenings, str.title)


def test_days_are_written_as_the_language_writes_them():
    use("de", shipped("resources") / "languages")
    try:
        assert "**21.11.2026**" in markdown(LogEntry(AT, title="Nahkampf"))
        session = GameSession(number=1, on="2026-11-21", title="Furt")
        assert "21.11.2026" in campaign_to_markdown(Campaign(id="c" * 32, name="Wölfe", sessions=(session,)), NAMES)
    finally:
        use(ENGLISH, shipped("resources") / "languages")


def test_a_throw_is_one_item_with_all_that_is_known():
    entry = LogEntry(
        AT,
        who="Ragnar",
        title="Melee against Average",
        dice=(die("melee"), die("defend"), die("null", "challenge")),
        waves=(LoggedWave(Cause.REROLL, ((1, 1),), number=2),),
        findings=task_findings("Success by 2."),
        tags=(BY_HAND, "re-rolled"),
    )
    assert markdown(entry) == (
        "# Log of rolls\n\n"
        "**2026-11-21**\n\n"
        "- 20:41 **Ragnar** · Melee against Average · Success by 2 (by hand, re-rolled)"
        " – Dice: Melee, Defend → Other; Challenge: Null\n"
    )


def test_an_opponents_dice_are_told_by_his_name():
    entry = LogEntry(AT, title="Stealth against Goblin *7*", dice=(die("melee"), die("defend", "opponent")))
    assert "Dice: Melee; Goblin \\*7\\*: Defend\n" in markdown(entry)


def test_scenes_and_days_are_headings_between_lists():
    throws = [LogEntry(AT + timedelta(days=day), who=who) for day, who in ((0, "A"), (0, "B"), (1, "C"))]
    text = markdown(throws[0], LogEntry(AT, EntryKind.SCENE, title="The ford"), *throws[1:])
    assert text.split("\n\n") == [
        "# Log of rolls",
        "**2026-11-21**",
        "- 20:41 **A**",
        "## The ford",
        "- 20:41 **B**",
        "**2026-11-22**",
        "- 20:41 **C**\n",
    ]


def test_what_a_player_wrote_means_nothing_in_markdown():
    entry = LogEntry(AT, who="*Ragnar*_", title="# <b>[x](y)|`~\nnext", findings=task_findings("1\\2"))
    assert "- 20:41 **\\*Ragnar\\*\\_** · \\# \\<b\\>\\[x\\](y)\\|\\`\\~ next · 1\\\\2\n" in markdown(entry)


def test_evenings_tell_their_seals_and_the_seeds_of_those_that_are_over():
    seed, other = bytes(range(32)), bytes(32)
    over = Evening(1, AT, "ab" * 32, seed, AT)
    lasting = Evening(2, AT, "cd" * 32, other)
    entries = [
        LogEntry(AT, EntryKind.EVENING, findings=task_findings("ab" * 32), evening=1),
        LogEntry(AT, EntryKind.REVEALED, findings=task_findings(seed.hex()), evening=1),
        LogEntry(AT, EntryKind.EVENING, findings=task_findings("cd" * 32), evening=2),
    ]
    text = markdown(*entries, evenings=(over, lasting))
    assert f"- 20:41 An evening begins, sealed with `{'ab' * 32}`\n" in text
    assert f"- 20:41 The evening has ended; its seed was `{seed.hex()}`\n" in text
    assert f"- 2026-11-21 20:41: seal `{'ab' * 32}`, seed `{seed.hex()}`\n" in text
    assert text.endswith(f"- 2026-11-21 20:41: seal `{'cd' * 32}`, seed not shown while the evening goes on\n")
    assert other.hex() not in text
    some = markdown(*entries[:2], evenings=(over, lasting))
    assert "ab" * 32 in some
    assert "cd" * 32 not in some, "no line of it was asked for"
    assert "Evenings" not in markdown(LogEntry(AT, EntryKind.SCENE, title="The ford"), evenings=(over, lasting))


def test_an_empty_log_is_a_heading():
    assert markdown() == "# Log of rolls\n"


def campaign(**session: object) -> Campaign:
    values: dict[str, object] = {"number": 1, "on": "2026-11-21", "day": 95, "present": (RAGNAR, WOLF), "ended": True}
    return Campaign(
        id="0" * 32,
        name="The *ford*",
        gm_notes="The miller lies",
        members=(Member(id=RAGNAR, name="Ragnar"), Member(id=WOLF, name="The Wolf", hidden=True)),
        sessions=(GameSession(**(values | session)),),
    )


def test_a_session_is_a_chapter():
    text = campaign_to_markdown(
        campaign(title="At night", log="They came.\nIt rained.\n\n- a list?\n1. one", log_by=RAGNAR), NAMES
    )
    assert text == (
        "# The \\*ford\\*\n\n"
        "## Session 1: At night\n\n"
        "*Day 4 of spring, year 1; played 2026-11-21*\n\n"
        "**Present:** Ragnar\n\n"
        "They came.  \nIt rained.\n\n"
        "\\- a list?  \n1\\. one\n\n"
        "*Written by the player of Ragnar*\n"
    )


def test_a_campaign_without_a_name_or_sessions_still_has_a_heading():
    assert campaign_to_markdown(Campaign(id="0" * 32), {}) == "# Campaign log\n"


@given(st.text(max_size=200))
def test_neither_the_hidden_nor_the_notes_are_told(log):
    text = campaign_to_markdown(campaign(log=log, log_by=WOLF, title=log[:50]), NAMES)
    assert "The Wolf" not in text
    assert "miller" not in text
    assert text.count("\n# ") == 0


def test_a_throw_not_meant_is_struck_out():
    entry = LogEntry(AT, who="Ragnar", title="Riding", dice=(), tags=(NOT_MEANT,))
    assert "- 20:41 ~~**Ragnar** · Riding~~ (struck out)" in markdown(entry)

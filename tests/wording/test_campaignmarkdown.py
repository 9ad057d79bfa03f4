"""The campaign log as Markdown: what players may read, and nothing that means something by accident."""

from hypothesis import given
from hypothesis import strategies as st

from bones_desktop.rules.bones.life.campaigns import Campaign, GameSession, Member
from bones_desktop.wording.markdown import campaign_to_markdown

RAGNAR, WOLF = "a" * 32, "b" * 32
NAMES = {RAGNAR: "Ragnar", WOLF: "The Wolf"}


def same(text: str) -> str:
    return text


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
        campaign(title="At night", log="They came.\nIt rained.\n\n- a list?\n1. one", log_by=RAGNAR), NAMES, same
    )
    assert text == (
        "# The \\*ford\\*\n\n"
        "## Session 1: At night\n\n"
        "*Day 4 of spring, year 1; played 2026-11-21*\n\n"
        "**There:** Ragnar\n\n"
        "They came.  \nIt rained.\n\n"
        "\\- a list?  \n1\\. one\n\n"
        "*Written by the player of Ragnar*\n"
    )


def test_a_campaign_without_a_name_or_sessions_still_has_a_heading():
    assert campaign_to_markdown(Campaign(id="0" * 32), {}, same) == "# Campaign log\n"


@given(st.text(max_size=200))
def test_neither_the_hidden_nor_the_notes_are_told(log):
    text = campaign_to_markdown(campaign(log=log, log_by=WOLF, title=log[:50]), NAMES, same)
    assert "The Wolf" not in text
    assert "miller" not in text
    assert text.count("\n# ") == 0

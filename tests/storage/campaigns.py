"""A campaign with something in every part of it."""

from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.life.campaigns import (
    Award,
    Campaign,
    CampaignNote,
    GameSession,
    Member,
    Passage,
    RuleReason,
)

ANNA, BEN = "a" * 32, "b" * 32


def whole_campaign() -> Campaign:
    """Return the campaign."""
    return Campaign(
        id="c" * 32,
        name="The Vale of Ødegård ⚔",
        gm_notes="The spy is Ben's uncle.\nNobody knows.",
        notes=(
            CampaignNote(number=1, title="A letter", text="Come to [[Anna]].", shared=True),
            CampaignNote(number=3, text="The bridge is mined."),
        ),
        house_rules=HouseRules(leather_as_in_prose=True),
        rule_reasons=(RuleReason(rule="leather_as_in_prose", reason="As we always played"),),
        first_year=1100,
        members=(
            Member(id=ANNA, name="Anna", file="Anna.bones"),
            Member(id=BEN, name="Ben", file="Ben.bones", hidden=True, since=4),
        ),
        passages=(Passage(day=1, days=3, resting=(ANNA,), note="On the road"), Passage(day=4, days=87)),
        sessions=(
            GameSession(
                number=1,
                on="2026-11-21",
                day=4,
                title="The ford",
                ended=True,
                present=(ANNA, BEN),
                awards=(Award(member=ANNA, spiffs=1, reason="campaign-log", note="Well told"),),
                log="They crossed.\nIt was cold.",
                log_by=ANNA,
            ),
            GameSession(number=2, day=91, present=(BEN,)),
        ),
    )

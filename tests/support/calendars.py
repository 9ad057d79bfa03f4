"""Campaigns brought back to an earlier day, and members who have not caught up."""

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.life.campaigns import Campaign, catch_up
from bones_desktop.rules.reasons import RulesError
from tests.support.rulebooks import rulebook


def days_ago(campaign: Campaign) -> Campaign:
    """Return the campaign before the days that passed last, as an earlier version of it would be brought back."""
    earlier = campaign.with_(passages=campaign.passages[:-1])
    return earlier.with_(
        members=tuple(each.with_(since=min(each.since, earlier.day)) for each in earlier.members),
        sessions=tuple(each.with_(day=min(each.day, earlier.day)) for each in earlier.sessions),
    )


def lags(campaign: Campaign, character: Character) -> bool:
    """Return whether catching up with the campaign would change the character, or cannot be done."""
    try:
        return catch_up(rulebook(), campaign, character, "") != character
    except RulesError:
        return True

"""Campaigns in the words of lists: who plays, and when they last did."""

from collections.abc import Callable
from typing import Final

from bones_desktop.panels.campaign.roster import Entry
from bones_desktop.panels.campaign.sessionwords import played_on
from bones_desktop.rules.bones.life.campaigns import Campaign
from bones_desktop.storage.campaign.campaignfile import CampaignEntry
from bones_desktop.wording.files import file_sentence

Translate = Callable[[str], str]

NAMED: Final = 3
"""Members told by name; the others are counted."""


def campaign_entry(entry: CampaignEntry, tr: Translate, *, removed: bool = False) -> Entry:
    """Return the row of a campaign, or of one that was removed or cannot be opened."""
    key = str(entry.path)
    if entry.damaged is not None:
        return Entry(key, entry.name, tr("cannot be opened"), "bad", file_sentence(entry.damaged, tr))
    about = about_words(entry.campaign, tr) if entry.campaign is not None else ""
    if removed:
        return Entry(key, entry.name, tr("Removed; Enter brings it back. {about}").format(about=about), "warn")
    return Entry(key, entry.name, about)


def about_words(campaign: Campaign, tr: Translate) -> str:
    """Return who plays in a campaign and when it was last played."""
    return f"{members_words(campaign, tr)} · {last_played(campaign, tr)}"


def members_words(campaign: Campaign, tr: Translate) -> str:
    """Return the members by name, of many the first: "Ragnar, Bob, Emma and 2 more"."""
    names = [member.name or tr("Unnamed") for member in campaign.members]
    if not names:
        return tr("No members yet")
    shown = ", ".join(names[:NAMED])
    more = len(names) - NAMED
    return tr("{names} and {n} more").format(names=shown, n=more) if more > 0 else shown


def last_played(campaign: Campaign, tr: Translate) -> str:
    """Return when the last session was played."""
    if not campaign.sessions:
        return tr("not played yet")
    last = campaign.sessions[-1]
    said = tr("last played {on}") if last.ended else tr("a session has been under way since {on}")
    return said.format(on=played_on(last.on, tr))

"""The English sentence of each reason about spiffs, seasons and campaigns, by its code."""

from typing import Final

SPIFFS: Final = {
    "spiffs-for-players": "Only player characters earn and spend spiffs.",
    "spiffs-name-price": "The rulebook names no price for this; your GM does.",
    "spiffs-from-to": "This is from {least} to {most} spiffs.",
    "spiffs-say-what-for": "Say what the spiffs are for.",
    "spiffs-too-many": "{most} spiffs are the most that can be kept.",
    "back-story-rewarded": "The back-story has had its spiffs already: {award}.",
    "log-rewarded": "The log of this session has had its spiff already.",
    "survival-needs-explanation": "Say how the character lives through it.",
    "no-such-line": "There is no line {line}.",
    "not-a-use": "Only what spiffs were spent on can be vetoed.",
    "vetoed-already": "This was vetoed already.",
    "spiff-ledger-full": "{most} lines are the most the ledger of spiffs can keep.",
}

SEASONS: Final = {
    "season-full": "A season has {most} strategic actions, and all are done.",
    "season-not-come": "That season has not come yet.",
    "action-needs-title": "Say what is done.",
    "successes-from-to": "Successes are from {least} to {most}.",
    "coins-from-to": "Coins are from {least} to {most}.",
    "assets-from-to": "Assets are from {least} to {most}.",
    "asset-needs-name": "Say what the asset is.",
    "asset-needs-success": "An asset comes of a strategic action that succeeds: one net success or more.",
    "most-assets": "{most} assets are the most.",
    "no-such-asset": "There is no asset {asset}.",
    "no-such-action": "There is no action {action}.",
    "not-last-action": "Later actions of the season may rest on this one; only its last can be changed.",
    "diary-full": "{most} actions are the most the diary can keep.",
    "coins-too-few": "This takes {n} coins; there are {have}.",
    "coins-spent-already": "Of the {coins} coins this action earned, only {have} are left.",
    "coin-ledger-full": "{most} lines are the most the ledger of coins can keep.",
}

CAMPAIGNS: Final = {
    "read-only-campaign": "This campaign was written by a newer version of the program and cannot be changed here.",
    "version-of-other-campaign": "Another campaign is open now. Nothing was brought back.",
    "most-members": "{most} characters are the most a campaign has.",
    "member-already": "{name} is in the campaign already.",
    "no-such-member": "This character is not in the campaign.",
    "year-from-to": "The first year is from {least} to {most}.",
    "days-from-to": "From {least} to {most} days can pass at once.",
    "calendar-full": "The calendar ends here.",
    "no-days-passed": "No days have passed yet.",
    "session-begun-already": "Session {number} has not ended yet.",
    "no-session-begun": "There is no session going on.",
    "no-session-to-reopen": "There is no session that ended.",
    "no-such-session": "There is no session {number}.",
    "most-sessions": "{most} sessions are the most a campaign keeps.",
    "most-awards": "{most} awards are the most a session gives.",
    "award-says-what-for": "Say what the award is for.",
    "logs-once": "The log of a session earns its spiff once.",
    "log-needs-text": "Write the log first; then it earns its spiff.",
    "writer-unknown": "Say whose player wrote the log; it must be one of the campaign.",
}

CAMPAIGN_SENTENCES: Final = {**SPIFFS, **SEASONS, **CAMPAIGNS}

CAMPAIGN_SENTENCES_OF_ONE: Final = {
    "coins-too-few": ("have", "This takes {n} coins; there is one."),
    "coins-spent-already": ("have", "Of the {coins} coins this action earned, only one is left."),
}
"""Those that read differently when a number is one: which number, and the other sentence."""

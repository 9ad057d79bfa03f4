"""The campaign log as Markdown: a chapter for each session, for the players to keep."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from bones_desktop.rules.bones.life.campaign import Campaign, GameSession
from bones_desktop.wording.gamedates import game_day_words

Translate = Callable[[str], str]

_MEANS_SOMETHING: Final = re.compile(r"([\\`*_\[\]<>#|~])")
_AT_THE_START: Final = re.compile(r"^(\d*)([-+.)])(?=\s)")


def campaign_to_markdown(campaign: Campaign, names: Mapping[str, str], tr: Translate) -> str:
    """Return what the players may read: the sessions that have a log or a title, and who was there.

    `names` are those of members by id; who is not among them is left out, and so are the GM's notes and whoever is
    hidden.
    """
    hidden = {member.id for member in campaign.members if member.hidden}
    shown = {key: name for key, name in names.items() if key not in hidden}
    blocks = [f"# {_plain(campaign.name or tr('Campaign log'))}"]
    for session in campaign.sessions:
        blocks += _session(campaign, session, shown, tr)
    return "\n\n".join(blocks) + "\n"


def _session(campaign: Campaign, session: GameSession, names: Mapping[str, str], tr: Translate) -> list[str]:
    title = tr("Session {n}").format(n=session.number)
    head = f"## {_plain(f'{title}: {session.title}' if session.title else title)}"
    day = game_day_words(session.day, campaign.first_year, tr)
    when = f"{day}; {tr('played {on}').format(on=session.on)}" if session.on else day
    blocks = [head, f"*{_plain(when)}*"]
    there = [names[each] for each in session.present if each in names]
    if there:
        blocks.append(f"**{_plain(tr('There:'))}** {_plain(', '.join(there))}")
    if session.log.strip():
        blocks += [_text(part) for part in re.split(r"\n\s*\n", session.log.strip())]
    if session.log_by in names:
        blocks.append(f"*{_plain(tr('Written by the player of {name}').format(name=names[session.log_by]))}*")
    return blocks


def _text(part: str) -> str:
    """Return a paragraph whose lines stay lines and mean nothing in Markdown."""
    lines = (_plain(line) for line in part.splitlines())
    return "  \n".join(line for line in lines if line)


def _plain(text: str) -> str:
    """Return text that means nothing in Markdown, on one line."""
    plain = _MEANS_SOMETHING.sub(r"\\\1", " ".join(text.split()))
    return _AT_THE_START.sub(r"\1\\\2", plain)

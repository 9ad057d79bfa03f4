"""The log of rolls and the log of a campaign as Markdown, for reading or for one's notes."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from bones_desktop.rules.bones.life.campaigns import Campaign, GameSession
from bones_desktop.storage.log.logentry import EntryKind, Evening, LogEntry
from bones_desktop.wording.language import _
from bones_desktop.wording.log import FaceName, clock_time, dice_lines, plain_result, tag_words
from bones_desktop.wording.seasons import game_day_words

_MEANS_SOMETHING: Final = re.compile(r"([\\`*_\[\]<>#|~])")
_AT_THE_START: Final = re.compile(r"^(\d*)([-+.)])(?=\s)")


def to_markdown(entries: Iterable[LogEntry], evenings: Sequence[Evening], name: FaceName) -> str:
    """Return the lines as Markdown: scenes and days as headings, an item for each roll, and the seals of the evenings.

    The seed of an evening that has not ended is left out.
    """
    blocks = [f"# {_escaped(_('Log of rolls'))}"]
    items: list[str] = []
    day = ""
    theirs: set[int] = set()

    def close_list() -> None:
        if items:
            blocks.append("\n".join(items))
            items.clear()

    for entry in entries:
        theirs |= entry.evenings
        if (today := _day(entry)) != day:
            day = today
            close_list()
            blocks.append(f"**{day}**")
        if entry.kind is EntryKind.SCENE:
            close_list()
            blocks.append(f"## {_escaped(entry.title)}")
        else:
            items.append(_item(entry, name))
    close_list()
    if seals := [_evening(each) for each in evenings if each.id in theirs]:
        blocks += [f"## {_escaped(_('Evenings'))}", "\n".join(seals)]
    return "\n\n".join(blocks) + "\n"


def _item(entry: LogEntry, name: FaceName) -> str:
    time = clock_time(entry)
    if entry.kind is EntryKind.EVENING:
        return f"- {time} {_escaped(_('An evening begins, sealed with'))} `{entry.result}`"
    if entry.kind is EntryKind.REVEALED:
        return f"- {time} {_escaped(_('The evening has ended; its seed was'))} `{entry.result}`"
    who = f"**{_escaped(entry.who)}**" if entry.who.strip() else ""
    said = " · ".join(part for part in (who, _escaped(entry.title), _escaped(plain_result(entry))) if part)
    if said and not entry.stands:
        said = f"~~{said}~~"
    tags = tag_words(entry.tags)
    dice = "; ".join(dice_lines(entry, name))
    return (
        f"- {time} {said}"
        + (f" ({_escaped(', '.join(tags))})" if tags else "")
        + (f" – {_escaped(dice)}" if dice else "")
    )


def _evening(evening: Evening) -> str:
    begun = evening.begun.astimezone().strftime("%Y-%m-%d %H:%M")
    seed = (
        f"`{evening.seed.hex()}`" if evening.ended is not None else _escaped(_("not shown while the evening goes on"))
    )
    told = f"- {begun}: {_escaped(_('seal'))} `{evening.commitment}`, {_escaped(_('seed'))} {seed}"
    if evening.words:
        told += f", {_escaped(_('words'))} {_escaped(' / '.join(evening.words))}"
    if evening.head:
        told += f", {_escaped(_('head after draw {n}').format(n=evening.draws))} `{evening.head}`"
    return told


def _day(entry: LogEntry) -> str:
    return entry.at.astimezone().strftime("%Y-%m-%d")


def _escaped(text: str) -> str:
    """Return text without meaning in Markdown, on one line."""
    return _MEANS_SOMETHING.sub(r"\\\1", " ".join(text.split()))


def campaign_to_markdown(campaign: Campaign, names: Mapping[str, str]) -> str:
    """Return the players' part: the sessions with a log or a title, and who was there.

    `names` are the members' names by id; others are left out, and so are the GM's notes and hidden members.
    """
    hidden = {member.id for member in campaign.members if member.hidden}
    shown = {key: name for key, name in names.items() if key not in hidden}
    blocks = [f"# {plain_in_markdown(campaign.name or _('Campaign log'))}"]
    for session in campaign.sessions:
        blocks += _session(campaign, session, shown)
    return "\n\n".join(blocks) + "\n"


def _session(campaign: Campaign, session: GameSession, names: Mapping[str, str]) -> list[str]:
    title = _("Session {n}").format(n=session.number)
    head = f"## {plain_in_markdown(f'{title}: {session.title}' if session.title else title)}"
    day = game_day_words(session.day, campaign.first_year)
    when = f"{day}; {_('played {on}').format(on=session.on)}" if session.on else day
    blocks = [head, f"*{plain_in_markdown(when)}*"]
    there = [names[each] for each in session.present if each in names]
    if there:
        blocks.append(f"**{plain_in_markdown(_('There:'))}** {plain_in_markdown(', '.join(there))}")
    if session.log.strip():
        blocks += [text_in_markdown(part) for part in re.split(r"\n\s*\n", session.log.strip())]
    if session.log_by in names:
        blocks.append(f"*{plain_in_markdown(_('Written by the player of {name}').format(name=names[session.log_by]))}*")
    return blocks


def text_in_markdown(part: str) -> str:
    """Return a paragraph that keeps its lines and has no meaning in Markdown."""
    lines = (plain_in_markdown(line) for line in part.splitlines())
    return "  \n".join(line for line in lines if line)


def plain_in_markdown(text: str) -> str:
    """Return text without meaning in Markdown, on a line of its own."""
    return _AT_THE_START.sub(r"\1\\\2", _escaped(text))

"""The log as Markdown, to be read or put among the notes of a campaign."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from bones_desktop.storage.log.logentry import EntryKind, Evening, LogEntry
from bones_desktop.wording.log import FaceName, Translate, clock_time, dice_lines, plain_result, tag_words

_MEANS_SOMETHING: Final = re.compile(r"([\\`*_\[\]<>#|~])")


def to_markdown(entries: Iterable[LogEntry], evenings: Sequence[Evening], name: FaceName, tr: Translate) -> str:
    """Return the lines as Markdown: scenes and days as headings, an item a throw, and the seals of their evenings.

    The seed of an evening that goes on is left out.
    """
    blocks = [f"# {_plain(tr('Log of throws'))}"]
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
            blocks.append(f"## {_plain(entry.title)}")
        else:
            items.append(_item(entry, name, tr))
    close_list()
    if seals := [_evening(each, tr) for each in evenings if each.id in theirs]:
        blocks += [f"## {_plain(tr('Evenings'))}", "\n".join(seals)]
    return "\n\n".join(blocks) + "\n"


def _item(entry: LogEntry, name: FaceName, tr: Translate) -> str:
    time = clock_time(entry)
    if entry.kind is EntryKind.EVENING:
        return f"- {time} {_plain(tr('An evening begins, sealed with'))} `{entry.result}`"
    if entry.kind is EntryKind.REVEALED:
        return f"- {time} {_plain(tr('The evening has ended; its seed was'))} `{entry.result}`"
    who = f"**{_plain(entry.who)}**" if entry.who.strip() else ""
    said = " · ".join(part for part in (who, _plain(entry.title), _plain(plain_result(entry))) if part)
    tags = tag_words(entry.tags, tr)
    dice = "; ".join(dice_lines(entry, name, tr))
    return (
        f"- {time} {said}" + (f" ({_plain(', '.join(tags))})" if tags else "") + (f" – {_plain(dice)}" if dice else "")
    )


def _evening(evening: Evening, tr: Translate) -> str:
    begun = evening.begun.astimezone().strftime("%Y-%m-%d %H:%M")
    seed = f"`{evening.seed.hex()}`" if evening.ended is not None else _plain(tr("not shown while the evening goes on"))
    return f"- {begun}: {_plain(tr('seal'))} `{evening.commitment}`, {_plain(tr('seed'))} {seed}"


def _day(entry: LogEntry) -> str:
    return entry.at.astimezone().strftime("%Y-%m-%d")


def _plain(text: str) -> str:
    """Return text that means nothing in Markdown, on one line."""
    return _MEANS_SOMETHING.sub(r"\\\1", " ".join(text.split()))

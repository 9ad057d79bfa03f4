"""Notes about campaigns, sessions and fights as Markdown with properties, for a folder such as a vault of Obsidian."""

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from bones_desktop.rules.bones.injury.injuries import condition
from bones_desktop.rules.typedtext import linked_parts, one_line
from bones_desktop.storage.campaignfile import NoteFile
from bones_desktop.storage.files.locations import safe_name
from bones_desktop.wording.language import _
from bones_desktop.wording.log import plain_in_markdown, session_in_markdown, text_in_markdown
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.seasons import game_day_words

if TYPE_CHECKING:
    from bones_desktop.rules.bones.fight.roster import Fight
    from bones_desktop.rules.bones.life.campaigns import Campaign


def yaml_text(text: str) -> str:
    """Return a text as a JSON string in double quotes, which YAML reads as the same text."""
    quoted = json.dumps(one_line(text), ensure_ascii=False)
    return _NOT_IN_YAML.sub(_escaped, quoted)


_NOT_IN_YAML: Final = re.compile("[\u2028\u2029\ufffe\uffff]")
"""Matches characters that YAML takes for line breaks, and characters that YAML refuses."""


def _escaped(sign: re.Match[str]) -> str:
    return f"\\u{ord(sign[0]):04x}"


def _front(kind: str, id: str, **more: str | int) -> str:
    """Return the properties at the top of a note."""
    lines = [f"type: {kind}", f"bones-id: {yaml_text(id)}"]
    lines += [f"{key}: {value if isinstance(value, int) else yaml_text(value)}" for key, value in more.items()]
    return "\n".join(("---", *lines, "---"))


def campaign_notes(campaign: "Campaign") -> dict[str, NoteFile]:
    """Return the notes of a campaign by permanent keys: the campaign, each of its sessions, and the GM's notes.

    Hidden members are only in the GM's notes, so that the other files can be shared.
    """
    name, said = one_line(campaign.name) or _("Campaign"), plain_in_markdown
    names = {each.id: each.name or _("No name yet") for each in campaign.members}
    shown = {each.id: names[each.id] for each in campaign.members if not each.hidden}
    day = game_day_words(campaign.day, campaign.first_year)
    session_name = _("{name}, session {n}")
    titles = {each.number: _file_name(session_name.format(name=name, n=each.number)) for each in campaign.sessions}
    blocks = [
        _front("campaign", campaign.id, name=name, day=campaign.day, date=day),
        f"# {said(name)}",
        f"*{said(day)}*",
    ]
    if shown:
        blocks += [f"## {_('Members')}", "\n".join(f"- {said(each)}" for each in shown.values())]
    if titles:
        blocks += [f"## {_('Sessions')}", "\n".join(f"- [[{each}]]" for each in titles.values())]
    found = {f"campaign:{campaign.id}": NoteFile(_file_name(name), _text(blocks))}
    for session in campaign.sessions:
        front = _front("session", campaign.id, campaign=name, session=session.number, played=session.on)
        text = _text([front, *session_in_markdown(campaign, session, shown)])
        found[f"session:{campaign.id}:{session.number}"] = NoteFile(titles[session.number], text)
    hidden = [names[each.id] for each in campaign.members if each.hidden]
    secret = [note for note in campaign.notes if not note.shared]
    if campaign.gm_notes.strip() or hidden or secret:
        title = _("{name}, GM only").format(name=name)
        parts = [_front("gm-notes", campaign.id, campaign=name), f"# {said(title)}"]
        parts += [f"{said(_('Hidden members:'))} {said(', '.join(hidden))}"] if hidden else []
        parts += _paragraphs(campaign.gm_notes)
        for note in secret:
            parts += [f"## {said(note.title or _('No title yet'))}", *_paragraphs(note.text)]
        found[f"gm:{campaign.id}"] = NoteFile(_file_name(title), _text(parts))
    for note in (each for each in campaign.notes if each.shared):
        title = _("{name}, {title}").format(name=name, title=one_line(note.title) or _("handout"))
        front = _front("handout", campaign.id, campaign=name)
        text = _text([front, f"# {said(note.title)}", *_paragraphs(note.text)])
        found[f"handout:{campaign.id}:{note.number}"] = NoteFile(_file_name(title), text)
    return found


def _paragraphs(text: str) -> list[str]:
    return [_linked(part) for part in text.split("\n\n") if part.strip()]


def _linked(part: str) -> str:
    """Return a paragraph as Markdown. Its links are not escaped."""
    said = text_in_markdown(part)
    for words, name in linked_parts(part):
        link = f"[[{name}]]" if words == name else f"[[{name}|{words}]]"
        if name:
            said = said.replace(text_in_markdown(link), link)
    return said


def fight_notes(fight: "Fight") -> dict[str, NoteFile]:
    """Return the note of a fight by its key: the round, and the state of each fighter who is not hidden, by side.

    A fight without a name or without fighters has no note.
    """
    if not fight.name or not fight.encounter.fighters:
        return {}
    said, name = plain_in_markdown, one_line(fight.name)
    number = fight.encounter.round
    state = _("ended in round {n}") if fight.ended else _("round {n}")
    front = _front("fight", fight.id, name=name, round=number, state=_("ended") if fight.ended else _("open"))
    blocks = [front, f"# {said(name)}", f"*{said(state.format(n=number))}*", *_sides(fight)]
    return {f"fight:{fight.id}": NoteFile(_file_name(_("Fight, {name}").format(name=name)), _text(blocks))}


def _sides(fight: "Fight") -> Iterator[str]:
    shown = [each for each in fight.encounter.fighters if not each.hidden]
    for side in dict.fromkeys(each.side for each in shown):
        yield f"## {plain_in_markdown(_('Side {side}').format(side=side))}"
        lines = (
            f"- **{plain_in_markdown(each.character.name or each.id)}**: "
            f"{plain_in_markdown(sentence(condition(each.now).reason))}"
            for each in shown
            if each.side == side
        )
        yield "\n".join(lines)


def _file_name(title: str) -> str:
    """Return a title as a file name, without the characters that a link in Obsidian cannot contain."""
    return safe_name("".join(sign for sign in title if sign not in "[]|#^"))


def _text(blocks: list[str]) -> str:
    return "\n\n".join(blocks) + "\n"

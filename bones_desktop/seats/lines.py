"""Rolls as messages: a line of the log with its dice, and the reason for each die if the roll was read just now."""

import hmac
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Any

from bones_desktop.play.bones.fightlog import FACES
from bones_desktop.rules.bones.book.attempts import CHARACTER, OPPONENT
from bones_desktop.rules.fairdice import draw_label
from bones_desktop.rules.reading import DieReading, Finding
from bones_desktop.rules.reasons import Reason
from bones_desktop.rules.records import Record
from bones_desktop.storage.log.logentry import BY_HAND, HIDDEN, LogEntry, LoggedDie, LoggedFinding, draws_of, seat_of
from bones_desktop.wording.log import clock_time, tag_words
from bones_desktop.wording.reasons import sentence

Content = dict[str, Any]
"""A message of the host, or a part of one."""


class TableLine(Record):
    """A line of the log and its `thrown` message for those who may see all of it."""

    entry: LogEntry
    content: Content
    waves: tuple[LogEntry, ...] = ()
    """All lines of a roll with further waves of dice, if the message has the dice of all; else ()."""

    @property
    def key(self) -> str:
        """The key of the roll. Later waves and other readings of a roll have the same key."""
        return str(self.content["roll"])


def line_of(entry: LogEntry, *, again: bool = False) -> TableLine:
    """Return the message of a line as the log has it, without reasons. `again` says that the roll was sent before."""
    seat = next(filter(None, map(seat_of, entry.tags)), "")
    content = {
        **_head(entry),
        "by": entry.who,
        "seat": seat,
        "character": entry.character_id,
        "title": entry.title.rstrip("."),
        "at": clock_time(entry),
        "tags": list(tag_words(entry.tags)),
        "meant": entry.stands,
        "again": again,
        "secret": HIDDEN in entry.tags,
        "by_hand": BY_HAND in entry.tags,
        "dice": list(_dice(entry)),
        # The faces of a round are seen on its dice.
        "findings": [_finding(each, each.text) for each in entry.findings if each.id != FACES],
        "steps": [],
        "draws": list(draws(entry)),
    }
    return TableLine(entry, content)


def _dice(entry: LogEntry) -> Iterator[Content]:
    """Yield the dice. Those of the other side of a fight are dice of an opponent."""
    own = entry.round.sides[0][0] if entry.round is not None and entry.round.sides else ""
    throws = entry.round.throws if entry.round is not None else ()
    far = [own and each.side != own for each in throws for _die_of_it in range(each.dice)]
    for place in range(len(entry.dice)):
        die = _die(entry, place)
        is_far = place < len(far) and far[place] and die["group"] == CHARACTER
        yield {**die, "group": OPPONENT} if is_far else die


def _die(entry: LogEntry, place: int) -> Content:
    faces = entry.faces_of(place)
    at = max(place for place, (_index, counts) in enumerate(faces) if counts)
    return {**die_content(entry.dice[place], faces[at][0]), "was": [index + 1 for index, _counts in faces[:at]]}


def _finding(each: Finding | LoggedFinding, text: str) -> Content:
    return {"id": each.id, "outcome": each.outcome, "value": each.value, "text": text, "tone": each.tone.value}


def die_content(die: LoggedDie, index: int, wave: int = 0) -> Content:
    """Return a die that shows the face at `index`."""
    shown = {"face": index + 1, "icon": die.faces[index], "faces": list(die.faces), "wave": wave, "was": []}
    read = {"counts": None, "why": "", "role": ""}
    return {**shown, **read, "group": die.group, "name": die.name, "key": die.key}


def with_reading(
    content: Content, dice: Iterable[DieReading], findings: Iterable[Finding], steps: Sequence[Reason], look: str = ""
) -> Content:
    """Return the message with the reason for each die, the findings and the steps of a reading.

    `look` is the colour of the roller's dice.
    """
    shown = [{**each, "look": look} for each in content["dice"]]
    for place, die in enumerate(dice):
        if place < len(shown):
            shown[place] |= {"counts": die.counts, "why": sentence(die.reason), "role": die.role.value}
    outcomes = {each["id"]: each["outcome"] for each in content["findings"]}
    found = [_finding(each, sentence(each.reason)) for each in findings]
    for each in found:
        each["outcome"] = each["outcome"] or outcomes.get(each["id"], "")
    return {**content, "dice": shown, "findings": found, "steps": [sentence(each) for each in steps]}


def draws(entry: LogEntry) -> Iterator[Content]:
    """Yield each draw of the line with its label, by which everybody can verify it, and its faces from 1."""
    for evening in sorted(entry.evenings):
        for draw in draws_of((entry,), evening):
            label = draw_label(draw.number, draw.dice).decode("utf-8", "replace")
            yield {
                "evening": evening,
                "draw": draw.number,
                "label": label,
                "faces": [each + 1 for each in draw.indices],
            }


def secrets_of(entry: LogEntry, evening: int, seed: bytes) -> Iterator[Content]:
    """Yield each draw of a line with the content by which it can be verified later, and its hash; "" without a seed.

    `evening` is the id of the evening to which the seed belongs. Nobody can guess the dice from the hash, because it is
    keyed with the secret seed.
    """
    for each in draws(entry):
        content = f"{entry.at.isoformat()}|{each['label']}|{','.join(map(str, each['faces']))}"
        hashed = hmac.new(seed, content.encode(), sha256).hexdigest() if seed and each["evening"] == evening else ""
        yield {"evening": each["evening"], "draw": each["draw"], "content": content, "hash": hashed}


def secret_form(entry: LogEntry, hashed: Sequence[Content]) -> Content:
    """Return the message of a secret roll for those who may not see its dice. `hashed` are its draws, without faces."""
    return {**_head(entry), "secret": True, "hash": hashed[0]["hash"] if hashed else "", "draws": list(hashed)}


def _head(entry: LogEntry) -> Content:
    roll = str(entry.id or entry.at.timestamp())
    return {"kind": "thrown", "roll": roll, "evening": entry.evening, "draw": entry.number}

"""Texts about a fight: its lines in the log, and sentences about the effects of a round."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Final

from bones_desktop.play.eveningdice import Drawn
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.fight.fighters import Fighter, health
from bones_desktop.rules.bones.fight.roster import Fight, alike, bare_name, sides, tallied
from bones_desktop.rules.bones.fight.roundedits import OpenThrow, ThrowFor
from bones_desktop.rules.bones.fight.roundreading import RoundReading
from bones_desktop.rules.records import Record, replace
from bones_desktop.storage.log.logentry import (
    BY_HAND,
    HIDDEN,
    REROLLED,
    LogEntry,
    LoggedDie,
    LoggedFinding,
    LoggedRound,
    LoggedThrow,
)
from bones_desktop.wording.glances import health_word
from bones_desktop.wording.language import _, ngettext
from bones_desktop.wording.names import listed, short_name
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.table import spiff_count

FEW: Final = 3
"""Maximum number of names listed in a line of the log. If there are more fighters, the line says "Everybody"."""
FACES: Final = "faces"
"""Id of the finding that names the faces of a roll."""


class PlayersMessage(Record):
    """State of a fight in words that all players at the table may see."""

    title: str
    """Number of the round. The GM's name for the fight is left out, because it may reveal secrets."""
    happened: tuple[tuple[str, str], ...] = ()
    """Pairs of a character's id ("" without a file) and the effect of the round on this character. Hidden fighters are
    left out.
    """
    secret: bool = False
    """True if only the GM may see the events of the round."""
    sides: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
    """Each side with the pairs of id and name of its fighters. Hidden fighters are left out."""

    def without(self, hidden: Collection[str]) -> "PlayersMessage":
        """Return the message without the characters with these ids."""
        there = ((side, tuple(each for each in those if each[0] not in hidden)) for side, those in self.sides)
        happened = tuple(each for each in self.happened if each[0] not in hidden)
        return replace(self, happened=happened, sides=tuple(there))

    def names_of(self, *, ours: bool) -> str:
        """Return the first side with its fighters, or all other sides with theirs."""
        shown = self.sides[:1] if ours else self.sides[1:]
        words = _("Side {side}: {names}")
        each_of = (
            words.format(side=side, names=", ".join(name for _id, name in those)) for side, those in shown if those
        )
        return " · ".join(each_of)


def round_name(fight: Fight) -> str:
    """Return the name of the fight and the number of the round."""
    return _("{fight}, round {n}").format(fight=short_name(fight.name) or _("Fight"), n=fight.encounter.round)


def effects_of(fight: Fight, reading: RoundReading) -> Iterator[tuple[Fighter, str]]:
    """Yield fighters with the effects of a round in words: each who is wounded, or in a worse state after the round."""
    for fighter in fight.encounter.fighters:
        taken, state = reading.taken[fighter.id], reading.states[fighter.id]
        if taken or state is not health(fighter.now):
            lost = len(reading.wounds[fighter.id].dice)
            words = _("{name} takes {n} damage: {state}") if taken else _("{name}: {state}")
            # If each point of damage cost one die, the text says how many dice were lost, because players count in
            # dice.
            if taken and taken == lost:
                words = ngettext("{name} loses 1 die: {state}", "{name} loses {n} dice: {state}", lost)
            yield fighter, words.format(name=short_name(fighter.name), n=taken, state=health_word(state))


def message_of(fight: Fight, reading: RoundReading) -> PlayersMessage:
    """Return a message with the effects of a round on all visible fighters who are wounded or in a worse state."""
    found = ((fighter, words) for fighter, words in effects_of(fight, reading) if not fighter.hidden)
    return message_of_round(fight, tuple((fight.files.get(fighter.id, ""), words) for fighter, words in found))


def message_of_round(fight: Fight, happened: tuple[tuple[str, str], ...] = ()) -> PlayersMessage:
    """Return a message with the number of the round and the effects in `happened`."""
    seen = [each for each in fight.encounter.fighters if not each.hidden]
    there = tuple(
        (
            side,
            tuple(
                (fight.files.get(group[0].id, ""), group_name(group))
                for group in alike([each for each in seen if each.side == side], fight.files)
            ),
        )
        for side in sides(fight)
    )
    return PlayersMessage(_("Round {n}").format(n=fight.encounter.round), happened, fight.secret, there)


def line_of_throws(
    rulebook: Rulebook,
    fight: Fight,
    throws: Sequence[OpenThrow],
    drawn: Drawn[Face],
    at: datetime,
) -> LogEntry:
    """Return the log line for dice that were rolled in a fight."""
    names = distinct_names(fight)
    dice: list[LoggedDie] = []
    shown: list[str] = []
    thrown: list[LoggedThrow] = []
    # The indices of all rolls are one sequence, in the order of the dice.
    left = iter(drawn.throw.indices)
    for each in throws:
        here = [(die, next(left)) for die in each.dice]
        whose = names.get(each.who, each.who)
        for die, index in here:
            label = _("{who}: {die}").format(who=whose, die=die.label or die.key)
            dice.append(LoggedDie(label, tuple(face.code for face in die.faces), index, die.group, die.key))
        faces = ", ".join(face_name(rulebook, die.faces[index]) for die, index in here)
        purpose = purpose_of(each, names)
        shown.append(_("{who}: {faces}.").format(who=purpose, faces=faces))
        fighter = fight.encounter.fighter(each.who)
        thrown.append(LoggedThrow(purpose, fighter.side, len(here), fighter.character.id))
    # A fighter who has several rolls in one draw is named once.
    throwers = list(dict.fromkeys(names.get(each.who, each.who) for each in throws))
    who = ", ".join(throwers) if len(throwers) <= FEW else _("Everybody")
    return _thrown(fight, who, thrown, " ".join(shown), dice, drawn, at)


def _round(fight: Fight, throws: Iterable[LoggedThrow] = ()) -> LoggedRound:
    """Return the round to which a line belongs, with everybody who is in the fight."""
    here = fight.encounter.fighters
    groups = ((side, alike([each for each in here if each.side == side], fight.files)) for side in sides(fight))
    names = tuple((side, ", ".join(map(group_name, each))) for side, each in groups if each)
    return LoggedRound(round_name(fight), names, tuple(throws), fight.id)


def _thrown(
    fight: Fight,
    who: str,
    throws: Iterable[LoggedThrow],
    said: str,
    dice: Iterable[LoggedDie],
    drawn: Drawn[Face],
    at: datetime,
    *tags: str,
) -> LogEntry:
    return LogEntry(
        at=at,
        who=who,
        title=round_name(fight),
        dice=tuple(dice),
        findings=(LoggedFinding(FACES, said),),
        tags=_tags(fight, *tags, *(() if drawn.number else (BY_HAND,))),
        evening=drawn.evening,
        number=drawn.number,
        request=_round(fight, throws).request,
    )


def distinct_names(fight: Fight) -> dict[str, str]:
    """Return short names by fighter id. Fighters with the same name are numbered."""
    names = {fighter.id: short_name(fighter.name) for fighter in fight.encounter.fighters}
    alike: dict[str, list[str]] = {}
    for who, name in names.items():
        alike.setdefault(name, []).append(who)
    return {
        who: f"{name} ({alike[name].index(who) + 1})" if len(alike[name]) > 1 else name for who, name in names.items()
    }


def purpose_of(throw: OpenThrow, names: Mapping[str, str]) -> str:
    """Return the roller's name. If the roll is not for the declared action, add the purpose of the roll."""
    words = {
        ThrowFor.ROUND: _("{who} at {whom}") if throw.opponent else "{who}",
        ThrowFor.RESISTANCE: _("{who} resists {whom}") if throw.opponent else _("{who} resists"),
        ThrowFor.ORDER: _("{who} resists the order of {whom}") if throw.opponent else _("{who} resists the order"),
        ThrowFor.CHALLENGE: _("Against {who}"),
    }[throw.purpose]
    return words.format(who=names.get(throw.who, throw.who), whom=names.get(throw.opponent, throw.opponent))


def line_of_reroll(rulebook: Rulebook, fight: Fight, who: str, die: int, drawn: Drawn[Face], at: datetime) -> LogEntry:
    """Return the line for a die that was re-rolled for a spiff; `die` counts from 1."""
    fighter = fight.encounter.fighter(who)
    name = short_name(fighter.name)
    (thrown,), (index,) = drawn.throw.dice, drawn.throw.indices
    label = _("{who}: {die}").format(who=name, die=thrown.label or thrown.key)
    shown = face_name(rulebook, thrown.faces[index])
    said = _("{who} re-rolls die {n}: {face}.").format(who=name, n=die, face=shown)
    codes = tuple(each.code for each in thrown.faces)
    logged = LoggedDie(label, codes, index, thrown.group, thrown.key)
    words = _("{who} re-rolls die {n}").format(who=name, n=die)
    throw = LoggedThrow(words, fighter.side, 1, fighter.character.id)
    return _thrown(fight, name, [throw], said, [logged], drawn, at, REROLLED)


def line_of_round(fight: Fight, reading: RoundReading, at: datetime) -> LogEntry:
    """Return the log line for a closed round: the damage, then the story with a finding for each turn."""
    names = distinct_names(fight)
    hurt = "; ".join(words for _unused, words in effects_of(fight, reading))
    findings = [LoggedFinding("damage", f"{hurt}." if hurt else _("Nobody is hurt."))]
    for who, steps in groupby(reading.steps, key=attrgetter("who")):
        told = " ".join(sentence(step.reason) for step in steps)
        findings.append(LoggedFinding("story", ": ".join(part for part in (names.get(who, ""), told) if part)))
    return LogEntry(
        at=at,
        who=_("Everybody"),
        title=round_name(fight),
        findings=tuple(findings),
        tags=_tags(fight),
        request=_round(fight).request,
    )


def group_name(group: Sequence[Fighter]) -> str:
    """Return the common name of similar fighters, or the name of a single one."""
    if len(group) == 1:
        return short_name(group[0].name)
    return _("{name} ×{n}").format(name=short_name(bare_name(group[0].name)), n=len(group))


def summary_of(fight: Fight) -> tuple[str, ...]:
    """Return the costs of a fight, one sentence for each fighter. Similar fighters share a sentence."""
    here = sorted(fight.encounter.fighters, key=lambda each: sides(fight).index(each.side))
    return tuple(_cost(group, fight) for group in alike(here, fight.files))


def _cost(group: Sequence[Fighter], fight: Fight) -> str:
    tallies = [(each.now, fight.tallies.get(each.id) or tallied(None, each)) for each in group]
    states = Counter(health_word(health(now)) for now, _unused in tallies)
    state = ", ".join(words if len(group) == 1 else f"{n} {words}" for words, n in states.items())
    # Only losses of this fight count. The tally contains the state of the fighter before the fight.
    lost = sum(len(now.lost) - tally.lost for now, tally in tallies)
    below = sum(now.excess_damage - tally.below for now, tally in tallies)
    spiffs = sum(tally.spiffs for _unused, tally in tallies)
    given_up = listed([short_name(item) for _unused, tally in tallies for item in tally.given_up])
    shots = sum((Counter(tally.shots) for _unused, tally in tallies), Counter[str]())
    parts = [state]
    if lost > 0:
        parts.append(ngettext("lost 1 die", "lost {n} dice", lost).format(n=lost))
    if below > 0:
        parts.append(_("took {n} damage below zero").format(n=below))
    if given_up:
        parts.append(_("no longer has {items}").format(items=given_up))
    if spiffs:
        parts.append(_("spent {spiffs}").format(spiffs=spiff_count(spiffs)))
    for weapon, n in shots.items():
        words = ngettext("1 shot with {weapon}", "{n} shots with {weapon}", n)
        parts.append(words.format(n=n, weapon=short_name(weapon)))
    return _("{name}: {words}.").format(name=group_name(group), words=", ".join(parts))


def line_of_end(fight: Fight, at: datetime) -> LogEntry:
    """Return the line for a fight that has ended, with its costs for every fighter."""
    title = _("{fight} has ended").format(fight=short_name(fight.name) or _("Fight"))
    findings = tuple(LoggedFinding("story", each) for each in summary_of(fight))
    request = replace(_round(fight), name=title).request
    return LogEntry(at=at, who=_("Everybody"), title=title, findings=findings, tags=_tags(fight), request=request)


def _tags(fight: Fight, *tags: str) -> tuple[str, ...]:
    return (*tags, HIDDEN) if fight.secret else tags

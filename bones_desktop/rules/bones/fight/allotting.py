"""Edits of what the successes of a round are used for: placed one by one, taken back, read another way, copied.

Whatever the rules refuse is refused when the round is read again, see `chipreading`.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.fight.chips import NONE, OPEN, Chip, Chips
from bones_desktop.rules.bones.fight.roster import Fight, choose
from bones_desktop.rules.bones.fight.roundchoices import BOUGHT, Reroll, Words
from bones_desktop.rules.bones.fight.roundreading import RoundReading, read_round
from bones_desktop.rules.bones.fight.throwing import open_throws
from bones_desktop.rules.bones.fight.uses import legal_uses

AS: Final = "as "
"""Begins the word that says how a face is read."""
Legal = Mapping[Chip, tuple[str, ...]]


def place(fight: Fight, reading: RoundReading, legal: Legal, chip: Chip, word: str, *, whole: bool = False) -> Fight:
    """Return the fight with a success put to a use; with `whole` all of its face that wait and may go along."""
    chips = next(each for each in reading.chips[chip.who] if each.opponent == chip.opponent)
    waiting = set(chips.unplaced) if whole else set[Chip]()
    said = dict(fight.round.allot.get(chip.who, {}))
    asked = [each for each in said.get(chip.place, ()) if each.startswith(AS)]
    found = []
    for each in _at(chips, chip.place):
        along = each in waiting and word in legal.get(each, ())
        found.append(word if each.number == chip.number or along else _use(each) or OPEN)
    said[chip.place] = (*asked, *found)
    return choose(fight, "allot", chip.who, said)


def with_forced(rulebook: Rulebook, fight: Fight) -> Fight:
    """Return the fight with every success placed that can be used in one way only, once all dice were thrown.

    Which of somebody's successes count is his choice where Nulls or a cap leave fewer uses than successes, and so is
    how a face is read; somebody who has yet to say which die poison takes places nothing either.
    """
    if open_throws(rulebook, fight.round):
        return fight
    reading = read_round(rulebook, fight.round)
    for who, throws in reading.chips.items():
        if reading.hands[who].choosing or reading.doings[who].fighter.is_horde:
            continue
        for chips in throws:
            legal = legal_uses(reading.doings, reading.hands, chips)
            said = fight.round.allot.get(who, {})
            found = dict(_forced(chips, legal, said))
            if found:
                fight = choose(fight, "allot", who, {**said, **found})
    return fight


def take_back(fight: Fight, who: str, place: str) -> Fight:
    """Return the fight with nothing said about a die of a fighter, and nothing allowed there."""
    said = {key: words for key, words in fight.round.allot.get(who, {}).items() if key != place}
    fight = choose(fight, "override", f"allot.{who}.{place}", None)
    return choose(fight, "allot", who, said or None)


def read_as(fight: Fight, who: str, place: str, name: str) -> Fight:
    """Return the fight with a face read another way; what was said of its successes is taken back."""
    said = {**fight.round.allot.get(who, {}), place: (AS + name,)}
    return choose(fight, "allot", who, said)


def throw_again(rulebook: Rulebook, fight: Fight, who: str, again: Reroll) -> Fight:
    """Return the fight with a die thrown again for a spiff; what was said of its face before is taken back (SPF-9)."""
    fight = choose(take_back(fight, who, str(again.die)), "rerolls", who, again)
    return with_forced(rulebook, fight)


def copied(fight: Fight, reading: RoundReading, who: str, others: Collection[str]) -> Fight:
    """Return the fight with `others` using their successes as `who` does.

    A face is used as his of the same name are, in their order; one he does not show as most of his others. Whoever is
    not after the same target goes for his own. What fits nothing is left open.
    """
    habits: dict[str, list[str]] = {}
    readings: dict[str, Words] = {}
    for chip in _chips(reading, who):
        if chip.use and not chip.is_unasked:
            habits.setdefault(chip.face, []).append(_use(chip))
        words = fight.round.allot.get(who, {}).get(chip.place, ())
        readings[chip.face] = tuple(word for word in words if word.startswith(AS))
    usual = [word for word, _ in Counter(word for words in habits.values() for word in words).most_common()]
    for other in others:
        given = fight.round.allot.get(other, {})
        said = {place: words for place, words in given.items() if place == BOUGHT}
        done: Counter[str] = Counter()
        for chips in reading.chips.get(other, ()) if other != who else ():
            legal = legal_uses(reading.doings, reading.hands, chips)
            for here in dict.fromkeys(chip.place for chip in chips.chips):
                uses: list[str] = []
                for chip in _at(chips, here):
                    own = habits.get(chip.face, [])[done[chip.face] :][:1] or habits.get(chip.face, [])[-1:]
                    done[chip.face] += 1
                    uses.append(_fitting((*own, *usual), legal.get(chip, ())))
                if any(use != OPEN for use in uses):
                    said[here] = (*readings.get(_at(chips, here)[0].face, ()), *uses)
            fight = choose(fight, "allot", other, said or None)
    return fight


def _fitting(wanted: Sequence[str], legal: Sequence[str]) -> str:
    """Return the first of the words wanted that is legal, at another target if need be."""
    for word in wanted:
        if word in legal or (word == NONE and legal):
            return word
        like = next((each for each in legal if each.partition(" ")[0] == word.partition(" ")[0]), "")
        if like:
            return like
    return OPEN


def _forced(chips: Chips, legal: Legal, said: Mapping[str, Words]) -> Iterator[tuple[str, Words]]:
    waiting = [chip for chip in chips.chips if not chip.use and not chip.is_unasked]
    if len(chips.unplaced) < len(waiting):
        return
    chosen = {shown.place for shown in chips.shown if shown.others}
    for place in dict.fromkeys(chip.place for chip in waiting):
        words = tuple(legal[each][0] if len(legal.get(each, ())) == 1 else OPEN for each in _at(chips, place))
        if place not in said and place not in chosen and any(word != OPEN for word in words):
            yield place, words


def _chips(reading: RoundReading, who: str) -> Iterator[Chip]:
    return (chip for chips in reading.chips.get(who, ()) for chip in chips.chips)


def _at(chips: Chips, place: str) -> list[Chip]:
    return [chip for chip in chips.chips if chip.place == place]


def _use(chip: Chip) -> str:
    return f"{chip.use} {chip.whom}".strip()

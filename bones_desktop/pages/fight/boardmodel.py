"""The content of the board for one fighter: successes, targets, and sums in words."""

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Final

from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from bones_desktop.document.bones.fightdocument import FightChange, FightDocument
from bones_desktop.play.bones.fightanswers import names_of, use_text
from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.rules.bones.fight.chips import ATTACK, DEFEND, LEND, NONE, OPEN, Chips, RolledSuccess
from bones_desktop.rules.bones.fight.fighters import (
    AUTOMATIC,
    BOUGHT,
    LENT,
    Health,
    Words,
)
from bones_desktop.rules.bones.fight.pairs import Pair
from bones_desktop.rules.bones.fight.roster import Fight
from bones_desktop.rules.bones.fight.roundedits import Legal
from bones_desktop.rules.bones.fight.roundreading import Phase, RoundReading
from bones_desktop.rules.reading import Role
from bones_desktop.rules.records import Record, replace
from bones_desktop.widgets.dice.facelook import painted_group
from bones_desktop.wording.chances import signed
from bones_desktop.wording.glances import health_word
from bones_desktop.wording.language import _
from bones_desktop.wording.reasons import sentence

DEADLY: Final = frozenset({Health.INCAPACITATED, Health.DYING, Health.BROKEN, Health.DEAD})


class ChipLook(Record):
    """A success, or a die without success, as it is painted.

    All texts are ready for display.
    """

    key: tuple[str, str, int]
    """Key of the chip: a horde's opponent, the place of the die, and the index of the success on its face.

    The index is -1 for no success.
    """
    code: str
    group: str
    face: str
    caption: str
    chip: RolledSuccess | None = None
    lost: bool = False
    waiting: bool = False

    @property
    def place(self) -> str:
        """The place of the die, as in `Round.allot`."""
        return self.key[1]


class Target(Record):
    """A possible use of successes."""

    word: str
    name: str
    note: str = ""
    deadly: bool = False


def chip_looks(document: FightDocument, reading: RoundReading, who: str) -> Iterator[ChipLook]:
    """Yield a look for each success of a fighter and for each die without success, in the order of the dice."""
    hand = reading.hands[who]
    names = names_of(document.fight)
    colour = document.fight.encounter.fighter(who).character.dice_colour
    by_opponent = {each.opponent: each for each in reading.chips.get(who, ())}
    counted = _counted(reading, who)
    for thrown in hand.throws:
        chips = by_opponent.get(thrown.opponent)
        waiting = set(chips.unplaced) if chips is not None else set[RolledSuccess]()
        groups: dict[str, list[RolledSuccess]] = {}
        for chip in chips.chips if chips is not None else ():
            groups.setdefault(chip.place, []).append(chip)
        for at, (die, fallen, now) in enumerate(zip(hand.dice, thrown.faces, thrown.now, strict=True)):
            place = str(at + 1)
            here = groups.pop(place, [])
            shown = now or fallen
            code = shown.code if shown is not None else "blank"
            said = here[0].face if here else die.label
            group = painted_group(die.group, (face.code for face in die.faces), colour)
            # A face with several successes is shown as several chips, because each may have a different use.
            for chip in here:
                yield _look(chip, code, group, names, chip in waiting)
            if not here:
                key = (thrown.opponent, place, -1)
                caption = _("Lost") if now is None else _use_of_none(chips, place)
                if now is not None and at in counted:
                    caption = _("Counts")
                yield ChipLook(key, code, group, said, caption, lost=now is None)
        words = {BOUGHT: _("Bought"), AUTOMATIC: _("Earned"), LENT: _("Lent")}
        # The remaining groups are successes without a die: bought, earned, or lent by another fighter.
        for place, here in groups.items():
            for chip in here:
                look = _look(chip, "universal", "item", names, chip in waiting)
                yield replace(look, face=words.get(place, place))


def _counted(reading: RoundReading, who: str) -> frozenset[int]:
    """Return the places, counted from 0, of the dice that count for a fighter's task."""
    effort, throws = reading.efforts.get(who), reading.hands[who].throws
    if effort is None or not throws:
        return frozenset()
    # The result of the task lists only the dice that were rolled.
    thrown = (at for at, face in enumerate(throws[0].faces) if face is not None)
    roles = (die.role for die in effort.reading.reading.dice)
    return frozenset(at for at, role in zip(thrown, roles, strict=False) if role is Role.COUNTS)


def command_words(commands: str) -> str:
    """Return the words for a face that commands somebody, "" for any other face (AMB-27)."""
    return {
        "lackey": _("Commands the lackey"),
        "companion": _("Commands the companion"),
        "crew": _("Commands the crew"),
    }.get(commands, "")


def _use_of_none(chips: Chips | None, place: str) -> str:
    """Return the purpose of a face without success."""
    shown = next((each for each in chips.shown if each.place == place), None) if chips is not None else None
    return (command_words(shown.reading.commands) if shown is not None else "") or _("No use")


def _look(chip: RolledSuccess, code: str, group: str, names: Mapping[str, str], waiting: bool) -> ChipLook:
    caption = use_text(chip.use, chip.whom, names)
    if not caption:
        caption = _("To place") if waiting else _("By itself") if chip.is_unasked else _("Does not count")
    return ChipLook((chip.opponent, chip.place, chip.number), code, group, chip.face, caption, chip, waiting=waiting)


def targets(document: FightDocument, reading: RoundReading, who: str, legal: Legal) -> tuple[Target, ...]:
    """Return the possible uses for successes of a fighter.

    Attacks come first, then defence, nothing, and loans.
    """
    if not legal:
        return ()
    names = names_of(document.fight)
    doing = reading.doings[who]
    # Declared targets are listed even if no success may attack them.
    words = dict.fromkeys(f"{ATTACK} {each.whom}" for each in doing.aimed)
    for each in legal.values():
        words.update(dict.fromkeys(each))
    attackers = [other.fighter.id for other in reading.doings.attackers(who)]
    ordered = [word for word in words if word.startswith(ATTACK)] + [DEFEND, NONE]
    ordered += [word for word in words if word.startswith(LEND)]
    # With one attacker, defence against that attacker is the same as plain defence.
    if len(attackers) > 1:
        ordered += [f"{DEFEND} {each}" for each in attackers]
    return tuple(_target(reading, who, word, names) for word in dict.fromkeys(ordered))


def _target(reading: RoundReading, who: str, word: str, names: Mapping[str, str]) -> Target:
    use, _blank, whom = word.partition(" ")
    chips = [chip for throw in reading.chips.get(who, ()) for chip in throw.chips]
    n = sum((chip.use, chip.whom) == (use, whom) for chip in chips)
    name = use_text(use, whom, names)
    if use != ATTACK:
        return Target(word, name, str(n) if n else "")
    pair = reading.pairs.pairs.get((who, whom))
    net = reading.net.get(who, {}).get(whom, 0)
    # The net result is shown too, because it includes the target's defence.
    state = reading.states[whom]
    note = _("{n} allotted, net {net}").format(n=n, net=net) if pair is not None and n else ""
    falls = state in DEADLY and bool(net)
    if falls:
        note = _("{note}: {state}").format(note=note, state=health_word(state))
    return Target(word, name, note, deadly=falls)


def counts_text(reading: RoundReading, who: str) -> str:
    """Return in words how many successes wait, defend in vain or do not count; "" before the roll."""
    chips = reading.chips.get(who, ())
    unplaced = sum(len(each.unplaced) for each in chips)
    wasted = sum(each.wasted for each in chips)
    early = {Phase.THROW, Phase.HINDER, Phase.ALLOT}
    waiting = {question.who for question in reading.questions if question.phase in early}
    # An attack may still come, so a defence is not wasted until all attackers have decided.
    settled = all(other.fighter.id not in waiting for other in reading.doings.attackers(who))
    idle = sum(chip.who == who for chip in reading.pairs.wasted) if settled else 0
    nulls = sum(each.nulls for each in chips)
    attacked = bool(reading.doings.attackers(who))
    idle_words = _("{n} defending, nothing left to stop") if attacked else _("{n} defending, nobody attacks")
    parts = [
        _("{n} to place").format(n=unplaced) if unplaced else _("All placed"),
        idle_words.format(n=idle) if idle else "",
        _("{n} do not count").format(n=wasted) if wasted else "",
        _("Nulls and Fear: {n}").format(n=nulls) if nulls else "",
    ]
    return " · ".join(part for part in parts if part) if chips else ""


class Seen:
    """Remembers the allotments of one side that the other side had seen when it made its own allotments."""

    def __init__(self) -> None:
        self.words: dict[str, Mapping[str, Words]] = {}
        """Allotments seen, by the id of the fighter who made them."""

    def follow(self, change: FightChange) -> list[str]:
        """Record a change. Return the names of fighters whose allotment changed after another side had seen it."""
        before, now = change.before.round, change.after.round
        sides = {fighter.id: fighter.side for fighter in change.after.encounter.fighters}
        # After a new round or new dice, no side has seen any allotment yet.
        if before.encounter.round != now.encounter.round or before.faces != now.faces:
            self.words.clear()
            return []
        changed = [who for who in {**before.allot, **now.allot} if before.allot.get(who) != now.allot.get(who)]
        seen = {who: self.words[who] for who in changed if who in self.words}
        again = [
            # Report only the first change after the other side saw an allotment. Later changes replace an allotment
            # that it has not seen.
            who for who, words in seen.items()
            if _is_other(words, now.allot.get(who)) and not _is_other(words, before.allot.get(who))
        ]  # fmt: skip
        # An undo shows the other side nothing new.
        if not change.undone:
            others = {each for who in changed for each in before.allot if sides.get(each) != sides.get(who)}
            self.words.update({each: before.allot[each] for each in others})
        names = names_of(change.after)
        return [names[who] for who in again if who in names]


def _is_other(before: Mapping[str, Words], now: Mapping[str, Words] | None) -> bool:
    """Return whether a success that was placed now has a different use or none."""
    for place, words in before.items():
        after = (now or {}).get(place, ())
        pairs = zip_longest(words, after, fillvalue="")
        if any(word not in {"", OPEN} and word != given for word, given in pairs):
            return True
    return False


def pair_text(reading: RoundReading, pair: Pair, names: Mapping[str, str]) -> str:
    """Return one fighter's attack on another as a sum in words."""
    said = [str(sum(pair.struck.values()))]
    for each in pair.circumstances:
        sign = "−" if each.n < 0 else "+"
        said.append(f"{sign} {abs(each.n)} ({sentence(each.reason).rstrip('.')})")
    stopped = sum(pair.defence.values())
    if stopped:
        said.append(_("− {n} stopped").format(n=stopped))
    if pair.damage_icons:
        said.append(_("+ {n} Damage icons").format(n=pair.damage_icons))
    net = reading.net.get(pair.attacker, {}).get(pair.target, pair.damage)
    who, whom = names.get(pair.attacker, ""), names.get(pair.target, "")
    # A sum with a single number would only repeat that number.
    total = _("{sum} = {net}").format(sum=" ".join(said), net=net) if said != [str(net)] else str(net)
    text = _("{who} on {whom}: {sum}").format(who=who, whom=whom, sum=total)
    if net != pair.damage:
        text = _("{text} (set by the GM)").format(text=text)
    return text


def sums_of(fight: Fight, reading: RoundReading, who: str) -> list[str]:
    """Return every attack on and by a fighter, its task, mind magic and orders, as sums."""
    pairs = [*reading.pairs.against(who), *(each for each in reading.pairs.pairs.values() if each.attacker == who)]
    # Attacks that were stopped completely are listed too, because the player wants to know about them.
    told = [
        each for each in pairs if each.damage or any(each.struck.values()) or reading.net[each.attacker][each.target]
    ]
    names = names_of(fight)
    return [pair_text(reading, each, names) for each in told] + own_texts(reading, who, names)


def own_texts(reading: RoundReading, who: str, names: Mapping[str, str]) -> list[str]:
    """Return the results of a fighter's task, and of mind magic and orders from or against it, as sums."""
    found = []
    effort = reading.efforts.get(who)
    if effort is not None:
        task = effort.reading.reading
        said = [*effort.why, *task.steps, *(each.reason for each in task.findings)]
        words = " ".join(sentence(each) for each in said)
        found.append(_("{who}: {words}").format(who=names.get(who, ""), words=words))
    for mind in reading.minds:
        if who in {mind.who, mind.whom}:
            words = _("{who} on the mind of {whom}: {n}").format(
                who=names.get(mind.who, ""), whom=names.get(mind.whom, ""), n=mind.successes
            )
            if mind.resisted is not None:
                words = _("{sum} − {n} resisted").format(sum=words, n=mind.resisted)
            if mind.net is not None:
                words = f"{words} = {signed(mind.net)}"
            if mind.said is not None:
                words = _("{text} (set by the GM)").format(text=words)
            found.append(words)
    for order in reading.orders:
        if who in {order.ruled.by, order.whom}:
            words = _("The order of {who} to {whom} needs {n}").format(
                who=names.get(order.ruled.by, ""), whom=names.get(order.whom, ""), n=order.magnitude
            )
            if order.left is not None:
                words = _("{words}: {n} resisted, {left} left of the magic").format(
                    words=words, n=order.resisted, left=max(0, order.left)
                )
            found.append(words)
    return found


def story(fight: Fight, reading: RoundReading) -> str:
    """Return the steps of the round, one line each."""
    names = names_of(fight)
    return "\n".join(
        ": ".join(part for part in (names.get(step.who, ""), sentence(step.reason)) if part) for step in reading.steps
    )


def gm_side(fight: Fight) -> tuple[str, ...]:
    """Return the ids of cast, beasts and hordes."""
    return tuple(fighter.id for fighter in fight.encounter.fighters if fighter.kind is not CharacterKind.PLAYER)


def story_field(parent: QWidget, name: str) -> QPlainTextEdit:
    """Return a field for the story of a round. `name` is for screen readers."""
    field = QPlainTextEdit(parent)
    field.setReadOnly(True)
    field.setFrameShape(QFrame.Shape.NoFrame)
    field.setAccessibleName(name)
    field.setPlaceholderText(_("Nothing has happened."))
    field.setTabChangesFocus(True)
    return field

"""Suggestions for missing choices, with reasons: successes, items to absorb with, damage to soak, dice to give up.

Against one opponent the suggestion is the careful exchange, or the best answer to an allotment already made. Against
several opponents the allotment takes out as many enemies as possible. Among equal allotments it is the one with the
most damage for its cost, then the one with the lowest cost. Spiffs and items are spent only to keep a fighter standing.

Codes: suggest-careful (attack, defence), suggest-falls (whom), suggest-damage (n), suggest-guard (n), suggest-mind
(whom), suggest-absorbs (item), suggest-soaks (), suggest-least ().
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Final

from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.rules.bones.book.characterdice import item_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.fight.chips import ATTACK, DEFEND, NONE, STRIKE, Chips, RolledSuccess, legal_uses
from bones_desktop.rules.bones.fight.combat import Allotment, Successes, allot, careful, damage
from bones_desktop.rules.bones.fight.fighters import Absorbing, Round, Words, is_able
from bones_desktop.rules.bones.fight.pairs import AttackKind, circumstances
from bones_desktop.rules.bones.fight.roundreading import Phase, RoundReading, read_round
from bones_desktop.rules.bones.fight.roundsteps import RoundStep
from bones_desktop.rules.bones.fight.successes import OF_MODE, AttackMode, To
from bones_desktop.rules.bones.fight.wounds import Wound, may_absorb
from bones_desktop.rules.bones.injury.blows import SOAK
from bones_desktop.rules.bones.injury.spiffs import price
from bones_desktop.rules.reasons import Reason, reason
from bones_desktop.rules.records import Record

_FEW: Final = 1 << 16


class Completed(Record):
    """A round with a suggestion for every open choice, and the reasons."""

    choices: Round
    steps: tuple[RoundStep, ...]
    reading: RoundReading
    """The reading of the round without the dice to give up. Its wounds are the same as with them."""


def complete(rulebook: Rulebook, choices: Round, spared: Collection[str] = ()) -> Completed:
    """Return the round with a suggestion for every open choice that needs no roll.

    For fighters in `spared`, choices about the damage of attacks stay open.
    """
    told: list[RoundStep] = []
    read = read_round(rulebook, choices)
    planner = _Planner(choices, read)
    allot = dict(choices.allot)
    for who in read.order:
        words, why = planner.allot(who)
        if words:
            allot[who] = {**allot.get(who, {}), **words}
        if why is not None:
            told.append(RoundStep(who, why))
    choices = choices.with_(allot=allot)
    read = read_round(rulebook, choices, read)
    absorb = dict(choices.absorb)
    for who, wound in read.wounds.items():
        if who not in absorb and who not in spared:
            given = _absorbing(read, who, wound)
            absorb[who] = given
            equipment = read.hands[who].fighter.character.equipment
            items = (item_name(rulebook, equipment[each.item]) for each in given)
            told += [RoundStep(who, reason("suggest-absorbs", "EQP-6", item=item)) for item in items]
    choices = choices.with_(absorb=absorb)
    # Reading a round with many fighters is slow, so the round is read again only if something changed.
    if any(absorb.values()):
        read = read_round(rulebook, choices, read)
    asked = {question.who for question in read.questions if question.phase is Phase.SOAK}.difference(spared)
    said = {*choices.soak, *spared}
    causes = {who: _soaking(rulebook, choices, wound) for who, wound in read.wounds.items() if who not in said}
    told += [RoundStep(who, reason("suggest-soaks", "SPF-11")) for who, cause in causes.items() if cause]
    soak = {**choices.soak, **{who: cause for who, cause in causes.items() if cause or who in asked}}
    if soak != choices.soak:
        choices = choices.with_(soak=soak)
        read = read_round(rulebook, choices, read)
    lose = dict(choices.lose)
    for who, wound in read.wounds.items():
        if read.hands[who].choosing or (wound.choosing and who not in spared):
            rest = () if who in spared else _rest(read, who, wound)
            chosen = (*(place + 1 for place in read.hands[who].taken), *rest)
            # A choice that does not fit is kept; reading the round refuses it.
            lose[who] = (*chosen, *(die for die in lose.get(who, ()) if die not in chosen))
            told.append(RoundStep(who, reason("suggest-least", "AMB-13")))
    return Completed(choices.with_(lose=lose), tuple(told), read)


def complete_for(rulebook: Rulebook, choices: Round, who: Collection[str]) -> Round:
    """Return the round with suggestions for the fighters in `who` only."""
    done = complete(rulebook, choices).choices
    parts = {
        part: {**getattr(choices, part), **{key: each for key, each in getattr(done, part).items() if key in who}}
        for part in ("allot", "absorb", "soak", "lose")
    }
    return choices.with_(**parts)


def _rest(read: RoundReading, who: str, wound: Wound) -> Iterator[int]:
    taken = set(read.hands[who].taken) - set(read.hands[who].healed)
    return (place + 1 for place in wound.dice if place not in taken)


class _Planner:
    """Suggests the allotment of one fighter after another, in the order of allotting."""

    def __init__(self, choices: Round, read: RoundReading) -> None:
        self._choices = choices
        self._read = read
        self._attack: dict[tuple[str, str], int] = {}
        """Successes that reach the target, by attacker and target, for fighters who have allotted."""
        self._defence: dict[str, int] = {}
        """Successes that defend, for fighters who have allotted."""
        self._done: set[str] = set()
        for who, throws in read.chips.items():
            # Hordes have no choices, so their attacks are known before any other fighter allots.
            if read.doings[who].fighter.is_horde:
                self._settle(who, [chip for throw in throws for chip in throw.acting()])

    def allot(self, who: str) -> tuple[dict[str, Words], Reason | None]:
        """Return words for a fighter's open successes, and the reason; nothing if none is open."""
        throws = self._read.chips.get(who, ())
        doing = self._read.doings[who]
        if not throws or doing.fighter.is_horde:
            self._done.add(who)
            return {}, None
        chips = throws[0]
        open_ = chips.unplaced
        if not open_:
            self._settle(who, list(chips.acting()))
            return {}, None
        uses = legal_uses(self._read.doings, self._read.hands, chips)
        said: dict[RolledSuccess, str] = {}
        why: Reason | None
        foe = self._only_foe(who)
        # With too few successes, magic on a mind fails completely, so all open successes are used for the magic.
        if any(each.on_mind for each in doing.aimed):
            minds = [f"{ATTACK} {each.whom}" for each in doing.aimed if each.on_mind]
            said = {chip: next((word for word in minds if word in uses[chip]), "") for chip in open_}
            why = reason("suggest-mind", "MAG-18", whom=self._name(minds[0].partition(" ")[2]))
        # The exact exchange assumes that the player has placed no successes yet.
        elif foe is not None and not chips.placed:
            said, why = self._careful(chips, uses, foe)
        else:
            said, why = self._among_many(who, chips, open_, uses)
        idle = not self._read.doings.attackers(who)
        for chip in open_:
            # A success without a use here may still help a friend.
            if not said.get(chip) or (idle and said[chip] == DEFEND):
                said[chip] = next((word for word in uses[chip] if word.startswith("lend")), "")
        placed = [*chips.acting()] if not said else [*chips.placed]
        self._settle(who, placed, {chip: word for chip, word in said.items() if word})
        return self._words(chips, said), why

    def _name(self, who: str) -> str:
        return self._read.doings[who].fighter.name

    def _words(self, chips: Chips, said: Mapping[RolledSuccess, str]) -> dict[str, Words]:
        """Return the words by place; unused successes get the word for no use."""
        found: dict[str, Words] = {}
        places = dict.fromkeys(chip.place for chip in chips.chips if not chip.is_unasked)
        given = self._choices.allot.get(chips.who, {})
        for place in places:
            here = [chip for chip in chips.chips if chip.place == place]
            if all(chip.use or chip.is_unasked for chip in here):
                continue
            words = tuple(f"{chip.use} {chip.whom}".strip() if chip.use else said.get(chip) or NONE for chip in here)
            asked = tuple(word for word in given.get(place, ()) if word.startswith("as "))
            found[place] = (*asked, *words)
        return found

    # Suggestions against one opponent.

    def _only_foe(self, who: str) -> str | None:
        """Return the only opponent of a fighter; None if more fighters are involved."""
        doings = self._read.doings

        def foes(each: str) -> set[str]:
            return {aimed.whom for aimed in doings[each].attacks} | {
                other.fighter.id for other in doings.attackers(each)
            }

        mine = foes(who)
        if len(mine) != 1:
            return None
        foe = next(iter(mine))
        hordes = doings[foe].fighter.is_horde
        lone = foes(foe) == {who} and not hordes and foe in self._read.chips and not self._taken_off(foe, who)
        return foe if lone and not self._taken_off(who, foe) else None

    def _taken_off(self, who: str, whom: str) -> int:
        """Return the successes that circumstances cancel, as far as known (negative if they add some)."""
        doing = self._read.doings[who]
        aimed = [each for each in doing.attacks if each.whom == whom]
        throws = self._read.chips.get(who, ())
        found = circumstances(self._read.doings, aimed, (), throws) if aimed else ()
        return -sum(each.n for each in found)

    def _careful(
        self, chips: Chips, uses: Mapping[RolledSuccess, tuple[str, ...]], foe: str
    ) -> tuple[dict[RolledSuccess, str], Reason]:
        who = chips.who
        mine = self._successes(chips, foe)
        theirs = self._read.chips[foe][0]
        if foe in self._done:
            there = Allotment(self._attack.get((foe, who), 0), self._defence.get(foe, 0))
            own = _best_answer(mine, there)
        else:
            own = careful(mine, self._successes(theirs, who))[0]
        unasked = [chip for chip in chips.chips if chip.is_unasked]
        attack = own.attack - sum(bool(self._reach(chip, foe) & 1) for chip in unasked)
        defence = own.defence - sum(bool(self._reach(chip, foe) & 2) for chip in unasked)
        said: dict[RolledSuccess, str] = {}
        within = dict(chips.limits)
        # Successes with a single use come first; successes with two uses fill up the rest.
        for wanted, word, bit in ((attack, f"{ATTACK} {foe}", 1), (defence, DEFEND, 2)):
            left = wanted
            able = [
                (self._reach(chip, foe, uses) != bit, at)
                for at, chip in enumerate(chips.chips)
                if chip not in said and word in uses[chip] and self._reach(chip, foe, uses) & bit
            ]
            for chip in (chips.chips[at] for _, at in sorted(able)):
                if left > 0 and within.get(chip.limit, _FEW) > 0:
                    within[chip.limit] = within.get(chip.limit, _FEW) - 1
                    said[chip] = word
                    left -= 1
        return said, reason("suggest-careful", "CMB-4", attack=own.attack, defence=own.defence)

    def _reach(self, chip: RolledSuccess, foe: str, uses: Mapping[RolledSuccess, tuple[str, ...]] | None = None) -> int:
        """Return the effect of a success on one opponent: 1 strikes, 2 stops attacks, 3 does either."""
        doings, who = self._read.doings, chip.who
        can = chip.might
        against = {each.mode for each in doings[foe].attacks if each.whom == who}
        own = {each.mode for each in doings[who].attacks if each.whom == foe}
        by_hand = AttackMode.MELEE in against
        if chip.is_unasked:
            return 2 if can & To.SHROUD else int(by_hand)
        if uses:
            strikes = f"{ATTACK} {foe}" in uses.get(chip, ())
        else:
            strikes = any(can & OF_MODE[mode] for mode in own) or bool(can & To.FROST and doings.within(who, foe, 3))
        guards = bool((can & To.PARRY and by_hand) or (can & To.BLOCK and against - {AttackMode.MELEE}))
        return int(strikes) + 2 * int(guards)

    def _successes(self, chips: Chips, foe: str) -> Successes:
        """Return a fighter's successes against one opponent, after caps and Nulls."""
        reaches: list[tuple[str, int]] = [(chip.limit, self._reach(chip, foe)) for chip in chips.chips]
        found = [reach for limit, reach in reaches if limit not in chips.limits]
        for limit, most in chips.limits.items():
            # Under one cap the most useful successes count.
            found += sorted((reach for under, reach in reaches if under == limit), reverse=True)[:most]
        return Successes(found.count(1), found.count(2), found.count(3)).less(chips.nulls)

    # Suggestions against several opponents.

    def _among_many(
        self, who: str, chips: Chips, open_: Sequence[RolledSuccess], uses: Mapping[RolledSuccess, tuple[str, ...]]
    ) -> tuple[dict[RolledSuccess, str], Reason]:
        """Return the uses of successes that take the most enemies out, then do the most damage for their cost."""
        guards = [chip for chip in open_ if DEFEND in uses[chip]]
        strikers = {
            chip: frozenset(word.partition(" ")[2] for word in uses[chip] if word.startswith(ATTACK)) for chip in open_
        }
        either = [chip for chip in guards if strikers[chip]]
        sure = [chip for chip in guards if not strikers[chip]]
        coming = self._coming(who) - sum(chip.use == DEFEND for chip in chips.placed)
        held = len(self._read.hands[who].character.available())
        best: tuple[tuple[int, int, int], dict[RolledSuccess, str]] | None = None
        for n in range(min(len(either), max(0, coming - len(sure))) + 1):
            # The successes with the fewest targets are the first to defend.
            defending = sorted(either, key=lambda chip: len(strikers[chip]))[:n]
            free = [chip for chip in open_ if strikers[chip] and chip not in defending]
            words, falls, done = self._strike(who, free, strikers)
            loss = max(0, coming - len(sure) - n)
            score = (falls - (loss >= held), done - loss, -loss)
            if best is None or score > best[0]:
                words.update(dict.fromkeys((*sure, *defending), DEFEND))
                best = (score, words)
        (falls, _, loss), said = best or ((0, 0, 0), {})
        for chip in either:
            said.setdefault(chip, DEFEND)
        if falls > 0:
            fallen = next((word.partition(" ")[2] for word in said.values() if word.startswith(ATTACK)), who)
            return said, reason("suggest-falls", "CMB-14", whom=self._name(fallen))
        strikes = sum(word.startswith(ATTACK) for word in said.values())
        if strikes:
            return said, reason("suggest-damage", "CMB-11", n=strikes)
        return said, reason("suggest-guard", "CMB-10", n=-loss)

    def _coming(self, who: str) -> int:
        """Return the expected number of attack successes against a fighter.

        Known attacks count in full. If an attacker has not allotted yet, half of the flexible successes count, and the
        sum is divided among the attacker's targets.
        """
        found = 0
        for other in self._read.doings.attackers(who):
            foe = other.fighter.id
            if foe in self._done:
                found += self._attack.get((foe, who), 0)
                continue
            for chips in self._read.chips.get(foe, ()):
                theirs = self._successes(chips, who)
                targets = len({each.whom for each in other.attacks})
                found += max(0, (theirs.attack + (theirs.either + 1) // 2) // targets - self._taken_off(foe, who))
        return found

    def _strike(
        self, who: str, free: Sequence[RolledSuccess], strikers: Mapping[RolledSuccess, frozenset[str]]
    ) -> tuple[dict[RolledSuccess, str], int, int]:
        """Return the targets of successes, the number of targets taken out, and the damage.

        Targets that need the fewest successes come first.
        """
        words: dict[RolledSuccess, str] = {}
        left = list(free)
        falls = done = 0
        targets = dict.fromkeys(whom for chip in free for whom in sorted(strikers[chip]))
        short = {whom: self._wall(who, whom) for whom in targets}
        dice = {whom: self._standing(whom) for whom in targets}
        for whom in sorted(targets, key=lambda whom: short[whom] + dice[whom]):
            able = [chip for chip in left if whom in strikers[chip]]
            need = short[whom] + dice[whom]
            if dice[whom] <= 0 or need > len(able):
                continue
            for chip in able[: max(0, need)]:
                words[chip] = f"{ATTACK} {whom}"
                left.remove(chip)
            falls += 1
            done += dice[whom]
            short[whom] = dice[whom] = 0
        for chip in left:
            aims = sorted(strikers[chip], key=lambda whom: (dice[whom] <= 0, short[whom], dice[whom], whom))
            whom = aims[0]
            words[chip] = f"{ATTACK} {whom}"
            done += short[whom] <= 0 < dice[whom]
            dice[whom] -= short[whom] <= 0 < dice[whom]
            short[whom] = max(0, short[whom] - 1)
        return words, falls, done

    def _wall(self, who: str, whom: str) -> int:
        """Return how many attack successes the target stops before one does damage.

        This depends on the estimated defence, on circumstances and on the attacks of others.
        """
        struck = sum(n for (_, target), n in self._attack.items() if target == whom)
        if whom in self._done:
            guard = self._defence.get(whom, 0)
        else:
            theirs = [self._successes(chips, who) for chips in self._read.chips.get(whom, ())]
            guard = sum(each.defence + each.either // 2 for each in theirs[:1])
        if whom in self._read.efforts:
            guard += self._read.efforts[whom].evades
        return max(0, guard - struck) + self._taken_off(who, whom)

    def _standing(self, whom: str) -> int:
        """Return how many dice a target has left after the known attacks."""
        struck = sum(n for (_, target), n in self._attack.items() if target == whom)
        guard = self._defence.get(whom, 0) if whom in self._done else 0
        return len(self._read.hands[whom].character.available()) - max(0, struck - guard)

    def _settle(
        self, who: str, acting: Sequence[RolledSuccess], said: Mapping[RolledSuccess, str] | None = None
    ) -> None:
        """Record a fighter's allotment."""
        self._done.add(who)
        words = [f"{chip.use} {chip.whom}".strip() for chip in acting] + list((said or {}).values())
        throws = self._read.chips.get(who, ())
        left = sum(chips.usable for chips in throws[:1]) - sum(not word.startswith(STRIKE) for word in words)
        for chip in [chip for chips in throws for chip in chips.chips if chip.is_unasked][: max(0, left)]:
            if chip.might & To.SHROUD:
                words.append(DEFEND)
            else:
                near = (each.fighter.id for each in self._read.doings.attackers(who))
                words += [f"{ATTACK} {each}" for each in near if self._reach(chip, each)]
        for word in words:
            use, _, whom = word.partition(" ")
            if use == ATTACK:
                self._attack[who, whom] = self._attack.get((who, whom), 0) + 1
            elif use == DEFEND:
                self._defence[who] = self._defence.get(who, 0) + 1
        for aimed in self._read.doings[who].attacks:
            key = who, aimed.whom
            if key in self._attack:
                self._attack[key] = max(0, self._attack[key] - self._taken_off(*key))


def _best_answer(mine: Successes, there: Allotment) -> Allotment:
    """Return the best answer to a known allotment; of several equally good ones, that with the least damage."""

    def worth(own: Allotment) -> tuple[int, int]:
        suffered, done = damage(own, there)
        return done - suffered, -suffered - done

    return max((allot(mine, n) for n in range(mine.either + 1)), key=worth)


def _absorbing(read: RoundReading, who: str, wound: Wound) -> tuple[Absorbing, ...]:
    """Return the item to give up, if the owner needs it to stay standing (EQP-6)."""
    if is_able(wound.character) or not is_able(read.hands[who].character):
        return ()
    held = len(read.hands[who].character.available())
    blows = [pair for pair in read.pairs.against(who) if pair.damage and may_absorb(read.hands[who], pair)]
    for pair in sorted(blows, key=attrgetter("damage")):
        # This finds the smallest attack that must be absorbed to stay standing. Hoar Frost passes through armour.
        left = wound.taken - (pair.damage - pair.net(AttackKind.FROST))
        if left < held:
            return (Absorbing(item=may_absorb(read.hands[who], pair)[0], by=pair.attacker),)
    return ()


def _soaking(rulebook: Rulebook, choices: Round, wound: Wound) -> str:
    """Return the cause of the damage to soak; "" if soaking would not change the state of the fighter (SPF-11)."""
    character = wound.before
    # If the GM set the number, soaking a point would change nothing.
    if character.kind is not CharacterKind.PLAYER or f"taken.{wound.who}" in choices.override:
        return ""
    spent = choices.rerolls.get(wound.who) is not None
    bought = "bought" in choices.allot.get(wound.who, {})
    have = character.spiffs - spent * price(rulebook, "reroll") - bought * price(rulebook, "added-success")
    # One spiff soaks one point. If there is damage beyond the last die, the fighter falls in spite of it.
    if have < price(rulebook, SOAK) or wound.character.excess_damage or wound.slain:
        return ""
    if wound.character.available() or not wound.dice:
        return ""
    return next((each.cause for each in reversed(wound.hurts) if each.left > 0 and each.cause != "hindering"), "")

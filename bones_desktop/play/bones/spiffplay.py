"""Uses of spiffs on the roll on the table, the GM's veto and the GM's own result (SPF-9..18)."""

import secrets
from collections.abc import Callable
from itertools import count, pairwise
from typing import Final

from PySide6.QtCore import QObject, Signal

from bones_desktop.document.bones.characterdocument import Change
from bones_desktop.play.bones.harm import die_name
from bones_desktop.play.bones.pendingacts import OwedSpiffs, dealt_json
from bones_desktop.play.bones.played import Played, SpiffUse, UseKind, with_uses
from bones_desktop.play.bones.throws import TablePlay
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.fields import cut_line
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury import blows, spiffs
from bones_desktop.rules.bones.reading.plays import (
    EARNED_SUCCESS,
    best_rerolls,
    dealt_to_thrower,
    earned_offer,
    rerollable,
    return_success,
    ruling,
    spiff_offers,
    use_success,
    why_only,
)
from bones_desktop.rules.bones.reading.tasksums import RerollChance
from bones_desktop.rules.reading import Offer
from bones_desktop.rules.reasons import Reason, RulesError, reason
from bones_desktop.rules.records import Record, replace
from bones_desktop.storage.log.logentry import LineState, LogEntry, LoggedAct
from bones_desktop.wording.chances import signed
from bones_desktop.wording.language import _
from bones_desktop.wording.table import spiff_count


class SpiffStep(Record):
    """The undo step of a use of spiffs on a roll."""

    mark: str
    use: int
    """Key of the use."""
    vetoes: bool
    lasts: bool
    """Whether the undo history keeps the step when the program ends."""
    undone: bool = False

    def flip(self, uses: tuple[SpiffUse, ...], *, undone: bool) -> tuple[SpiffUse, ...]:
        """Return the uses after this step is undone or redone."""
        return tuple(self._flipped(use, undone=undone) if use.key == self.use else use for use in uses)

    def _flipped(self, use: SpiffUse, *, undone: bool) -> SpiffUse:
        return replace(use, vetoed=not undone) if self.vetoes else replace(use, undone=undone)


class UsedThrow(Record):
    """Roll on which spiffs were used since the program started."""

    played: Played
    """The roll with its uses as they are now."""
    steps: tuple[SpiffStep, ...]
    """The undo steps of the roll's uses, oldest first. Steps that can no longer be redone are left out."""

    def has_step(self, mark: str) -> bool:
        """Return whether one of the roll's undo steps has this mark."""
        return any(step.mark == mark for step in self.steps)

    def with_step(self, played: Played, step: SpiffStep) -> "UsedThrow":
        """Return the roll as `played`, with one more undo step."""
        # Qt's undo stack deletes undone steps when a new step is pushed, so they are deleted here too.
        return UsedThrow(played, (*(each for each in self.steps if not each.undone), step))

    def flip(self, mark: str, *, undone: bool) -> tuple[tuple[SpiffUse, ...], tuple[SpiffStep, ...]]:
        """Return uses and steps after the step with this mark is undone or redone."""
        uses, steps = self.played.uses, []
        for step in self.steps:
            if step.mark == mark:
                uses = step.flip(uses, undone=undone)
            steps.append(replace(step, undone=undone) if step.mark == mark else step)
        return uses, tuple(steps)

    def acts(self, state_of: Callable[[tuple[SpiffUse, ...]], LineState]) -> tuple[LoggedAct, ...]:
        """Return the states of the line before and after each step, for undo and redo.

        `state_of` returns the state for given uses.
        """
        # Steps that the history does not keep, such as the GM's result, cannot be undone after the program was
        # restarted.
        lasting = [step for step in self.steps if step.lasts]
        uses = self.played.uses
        for step in lasting:
            uses = step.flip(uses, undone=True)
        states = [state_of(uses)]
        for step in lasting:
            uses = step.flip(uses, undone=False)
            states.append(state_of(uses))
        return tuple(LoggedAct(step.mark, *pair) for step, pair in zip(lasting, pairwise(states), strict=True))


def line_state(played: Played) -> LineState:
    """Return the state of a roll's log line, with the harm it proposes."""
    dealt = dealt_to_thrower(played.owner.dice, played.reading)
    return replace(LineState.of(played.entry), leads_to=((played.key, dealt_json(dealt)),))


_PURCHASES: Final = {
    UseKind.REROLL: spiffs.REROLL,
    UseKind.SUCCESS: spiffs.ADDED_SUCCESS,
    UseKind.SOAK: blows.SOAK,
}


def after_use(rulebook: Rulebook, character: Character, use: SpiffUse, today: str, title: str) -> Character:
    """Return the character after a use or its veto. `title` says what the roll was for, and may have any length."""
    if use.kind is UseKind.RULING:
        return character
    if use.kind is UseKind.EARNED:
        return return_success(character) if use.vetoed else use_success(character, today)
    purchase = _PURCHASES[use.kind]
    if use.vetoed:
        return spiffs.veto_last(character, purchase, use.price, today)
    return spiffs.spend_on(rulebook, character, purchase, today, note=cut_line(title))


def fallen_before(uses: tuple[SpiffUse, ...], use: SpiffUse) -> SpiffUse | None:
    """Return `use` with the face drawn for the first re-roll of its die; None if no face was drawn for this die."""
    falls = [each for each in uses if (each.kind, each.die) == (use.kind, use.die) and each.is_drawn]
    if not falls:
        return None
    # If the same re-roll was undone, the new one takes over its draw. A vetoed re-roll keeps its draw, because the log
    # has each draw only once.
    undone = next((each for each in falls if each.undone), None)
    return replace(use, after=falls[0].after, number=undone.number if undone else 0, evening=falls[0].evening)


def bound_die(uses: tuple[SpiffUse, ...]) -> int | None:
    """Return the only die that may be re-rolled after an undone re-roll, by its place; None if any die may be.

    A veto frees the other dice, because the GM and not the player cancelled the re-roll. If several re-rolls were
    undone, it is the die drawn first. So a player cannot choose between faces already seen, whatever the order of undo
    and redo. Re-rolls of real dice restrict nothing.
    """
    again = [use for use in uses if use.kind is UseKind.REROLL]
    freed = {use.die for use in again if use.vetoed}
    drawn = [use for use in again if use.is_drawn and use.undone and use.die not in freed]
    return min(drawn, key=lambda use: (use.evening or 0, use.number)).die if drawn else None


def with_new(uses: tuple[SpiffUse, ...], use: SpiffUse) -> tuple[SpiffUse, ...]:
    """Return the uses with `use` added. It replaces an undone use of the same kind and die that cannot be redone."""
    same = (use.kind, use.die)
    replaced = [
        each
        for each in uses
        # The log must keep every draw: either the new use takes over its number, or the old use stays.
        if each.undone and (each.kind, each.die) == same and each.number in {0, use.number}
    ]
    return (*(each for each in uses if each not in replaced), use)


class SpiffPlay(QObject):
    """Spends the open character's spiffs on its rolls."""

    rethrown = Signal(object, int)
    """A Played and the place of the re-rolled die. Emitted before the die moves."""
    amended = Signal(object)
    """A Played. Emitted when its reading changed but no die moved, for example after a success was bought."""
    relogged = Signal(object)
    """A Played that is no longer on the table. Emitted when a use of spiffs on it was undone or redone."""
    line_amended = Signal(object)
    """A LogEntry from before the program started. Emitted when a use of spiffs on it was undone or redone."""
    marked = Signal(object)
    """A LogEntry. Emitted when a mark of the entry was set or removed."""

    def __init__(self, play: TablePlay, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._play = play
        self._document = play.document
        self._journal = play.journal
        self._keys = count(1)
        self._used: dict[str, UsedThrow] = {}
        """Rolls on which spiffs were used since the program started, by roll key."""
        # The program may have ended after a step was made and before its log line was updated.
        self._agree()

    def offers(self) -> tuple[Offer, ...]:
        """Return the spiff offers for the roll. Each has its price, or the reason why it is unavailable."""
        played, document = self._play.played, self._document
        if played is None:
            return ()
        character = document.character
        again, more = spiff_offers(document.rulebook, character.house_rules, character.spiffs, played.play)
        only = self.only_again()
        # Every die that could be re-rolled was lost after the roll.
        if not self._left(played):
            lost = only or reason("no-die-to-throw-again", "AMB-85")
            again = replace(again, why_not=again.why_not or lost)
        elif only is not None:
            again = replace(again, reason=only)
        again, more = (self._payable(offer) for offer in (again, more))
        earned = earned_offer(document.rulebook, character, played.play)
        every = (again, more) if earned is None else (again, more, earned)
        if not played.is_meant:
            return tuple(replace(offer, why_not=reason("throw-not-meant")) for offer in every)
        if document.read_only:
            locked = reason("read-only-character")
            return tuple(replace(offer, why_not=offer.why_not or locked) for offer in every)
        return every

    def only_again(self) -> Reason | None:
        """Return why only one die may be re-rolled: the player undid its re-roll. None if any die may be re-rolled."""
        played = self._play.played
        bound = None if played is None else bound_die(played.uses)
        if played is None or bound is None:
            return None
        return why_only(die_name(played, bound), lost=bound in self._play.lost_since(played))

    def rerollable(self) -> tuple[int, ...]:
        """Return the places of dice that may be re-rolled (AMB-85). Dice lost after the roll are left out.

        After the player undid a re-roll, only the die of this re-roll may be re-rolled.
        """
        played = self._play.played
        return () if played is None or self._play.pending or not played.is_meant else self._left(played)

    def best_rerolls(self) -> tuple[RerollChance, ...]:
        """Return the chances of each possible re-roll, best first."""
        played, document = self._play.played, self._document
        if played is None or self._play.pending:
            return ()
        allowed = set(self.rerollable())
        every = best_rerolls(document.rulebook, document.character.house_rules, played.play)
        return tuple(each for each in every if each.die in allowed)

    def reroll(self, place: int, index: int | None = None) -> None:
        """Re-roll one die for its price (SPF-9), by a draw or with the face `index` that the real die shows.

        A die is drawn again only once in a roll. If the re-roll is undone or vetoed and then repeated, the die shows
        the same face. After the player undid a re-roll, no other die may be re-rolled instead.
        """
        played = self._offered(spiffs.REROLL)
        if played is None:
            return
        if place not in self.rerollable():
            only = self.only_again()
            if only is not None:
                self._journal.refused.emit(only)
            return
        before = played.play.shown.indices[place]
        use = SpiffUse(UseKind.REROLL, self.price(spiffs.REROLL), place, before)
        if self._after(played, use) is None:
            return  # A refused re-roll must be noticed before the draw, because each draw must have a log line.
        use = self._fallen(played, use) if index is None else replace(use, after=index)
        if self._use(played, use, _("Re-roll a die ({n})").format(n=spiff_count(use.price))):
            self.rethrown.emit(self._play.played, place)

    def buy(self) -> None:
        """Buy one success for its price (SPF-10)."""
        played = self._offered(spiffs.ADDED_SUCCESS)
        if played is not None:
            use = SpiffUse(UseKind.SUCCESS, self.price(spiffs.ADDED_SUCCESS))
            if self._use(played, use, _("Buy a success ({n})").format(n=spiff_count(use.price))):
                self.amended.emit(self._play.played)

    @property
    def may_soak(self) -> bool:
        """Whether spiffs can soak damage of the roll: once per roll, and with enough spiffs (SPF-11, SPF-16)."""
        played, document = self._play.played, self._document
        if played is None or self._play.pending or played.play.soaked or document.read_only or not played.is_meant:
            return False
        return spiffs.why_not_spent(document.rulebook, document.character, blows.SOAK) is None

    def soak(self) -> None:
        """Soak one point of damage of the roll for its price (SPF-11)."""
        played = self._play.played
        if played is None or not self.may_soak or not self._play.proposals():
            return
        use = SpiffUse(UseKind.SOAK, self.price(blows.SOAK))
        if self._use(played, use, _("Soak 1 damage ({n})").format(n=spiff_count(use.price))):
            self.amended.emit(self._play.played)

    def price(self, purchase: str) -> int:
        """Return the price of a purchase in spiffs."""
        return spiffs.price(self._document.rulebook, purchase)

    def use_earned(self) -> None:
        """Use one success earned in sessions, if the house rules allow each such success to be used once (AMB-81)."""
        played = self._offered(EARNED_SUCCESS)
        if played is not None and self._use(played, SpiffUse(UseKind.EARNED, 0), _("Use an earned success")):
            self.amended.emit(self._play.played)

    def overrule(self, net: int, why: str) -> None:
        """Set the GM's own result (amendment 9). The journal reports a number or a reason that is too large.

        The result that the dice give is accepted only to remove an earlier result of the GM.
        """
        played = self._play.played
        if played is None or self._play.pending:
            return
        try:
            said = ruling(net, why)
        except RulesError as error:
            self._journal.refused.emit(error.reason)
            return
        if not played.is_meant:
            self._journal.refused.emit(reason("throw-not-meant"))
            return
        # A result that changes nothing is ignored, because its undo step would have no effect.
        if said == played.play.ruling or (played.play.ruling is None and net == played.reading.task.net):
            return
        name = _("The GM says {n}").format(n=signed(net))
        if self._use(played, SpiffUse(UseKind.RULING, 0, ruling=said), name):
            self.amended.emit(self._play.played)

    def veto(self) -> None:
        """Veto the last use and refund its cost (SPF-17). If the use was the GM's own result, the dice count again."""
        played = self._play.played
        if played is None or self._play.pending or played.standing is None:
            return
        use = replace(played.standing, vetoed=True)
        name = _("Veto: {n} back").format(n=spiff_count(use.price))
        if use.kind is UseKind.EARNED:
            name = _("Veto: the earned success back")
        elif use.kind is UseKind.RULING:
            name = _("Undo the GM's result")
        uses = tuple(use if each.key == use.key else each for each in played.uses)
        if self._change(played, uses, use, name):
            self.amended.emit(self._play.played)

    def mark(self, entry: LogEntry, mark: str, *, on: bool) -> None:
        """Set or remove one of the marks of a log line, for any roller. All marks are changed by this method."""
        self.marked.emit(self._marked(entry, mark, on=on))

    def _marked(self, entry: LogEntry, mark: str, *, on: bool) -> LogEntry:
        on_table = self._play.played
        # A roll with uses stays in memory. It gets the mark too, so that its old tags do not overwrite the mark later.
        known = [used.played for used in self._used.values()]
        if on_table is not None:
            known.append(on_table)
        played = next((each for each in known if _is_of(each, entry)), None)
        if played is None:
            return self._play.mark(entry, mark, on=on)
        now = replace(played, entry=self._play.mark(played.entry, mark, on=on))
        if played.key in self._used:
            self._used[played.key] = UsedThrow(now, self._used[played.key].steps)
        if played is on_table:
            self._play.amend(now, moving=self._play.pending)
        return now.entry

    def follow(self, change: Change) -> None:
        """Undo or redo a use of spiffs together with its undo step."""
        used = next((each for each in self._used.values() if each.has_step(change.mark)), None)
        if change.name and used is not None:
            self._flip(used, change.mark, undone=change.undone)
        # If the step is from before the program started, or of another character, only the log has the use.
        elif change.mark or not change.name:
            self._agree()

    def _offered(self, command: str) -> Played | None:
        """Return the roll if the offer can be accepted; else None, and the journal says why."""
        played = self._play.played
        if played is None or self._play.pending:
            return None
        offer = next((each for each in self.offers() if each.command == command), None)
        if offer is None or offer.why_not is not None:
            if offer is not None and offer.why_not is not None:
                self._journal.refused.emit(offer.why_not)
            return None
        return played

    def _payable(self, offer: Offer) -> Offer:
        """Return the offer, with a reason against it if spiffs cannot be spent, for example when the ledger is full."""
        if offer.why_not is not None:
            return offer
        document = self._document
        return replace(offer, why_not=spiffs.why_not_spent(document.rulebook, document.character, offer.command))

    def _after(self, played: Played, use: SpiffUse) -> Character | None:
        """Return the character after a use or its veto; None if it is refused, and the journal says why."""
        document = self._document
        try:
            return after_use(document.rulebook, document.character, use, self._play.today(), played.title)
        except RulesError as error:
            self._journal.refused.emit(error.reason)
            return None

    def _left(self, played: Played) -> tuple[int, ...]:
        gone, bound = self._play.lost_since(played), bound_die(played.uses)
        places = rerollable(self._document.rulebook, self._document.character.house_rules, played.play)
        return tuple(place for place in places if place not in gone and bound in {None, place})

    def _fallen(self, played: Played, use: SpiffUse) -> SpiffUse:
        """Return the use with the face of its die.

        The face is drawn once, and kept when the same use is undone and repeated.
        """
        fallen = fallen_before(played.uses, use)
        if fallen is not None:
            return fallen
        drawn = self._play.dice.draw((played.throw.dice[use.die],))
        return replace(use, after=drawn.throw.indices[0], number=drawn.number, evening=drawn.evening)

    def _use(self, played: Played, use: SpiffUse, name: str) -> bool:
        """Add a use to the roll. If the same use was undone, the new one replaces it; it cannot be redone."""
        use = replace(use, key=next(self._keys))
        return self._change(played, with_new(played.uses, use), use, name)

    def _change(self, played: Played, uses: tuple[SpiffUse, ...], use: SpiffUse, name: str) -> bool:
        """Write the roll and the debt to the log, then change the character, then delete the debt.

        So if the program is killed in between, neither the roll nor the payment is lost: the debt is paid at the next
        start.
        """
        character = self._document.character
        later = self._with_uses(played, uses)
        price = use.price if use.vetoed else -use.price
        mark = secrets.token_hex(16)
        owed = OwedSpiffs(mark, character.id, price, character.spiffs) if price else None
        # The use is checked before anything is written, because the log must not contain a use that nobody paid for.
        after = self._after(played, use)
        if after is None:
            return False
        is_ruling = use.kind is UseKind.RULING
        before = self._used.get(played.key, UsedThrow(played, ()))
        used = before.with_step(later, SpiffStep(mark, use.key, use.vetoed, lasts=not is_ruling))
        debts = (owed.pending(),) if owed else ()
        self._journal.amend(later.entry, (*debts, *self._play.harm_after(later)), self._acts(used))
        self._play.amend(later, moving=use.kind is UseKind.REROLL and not use.vetoed)
        self._used[played.key] = used
        # The GM's result does not change the character. An entry in the undo history makes it possible to undo the
        # result.
        done = True
        if is_ruling:
            self._document.note(name, mark)
        else:
            done = self._play.apply(name, lambda _now: after, mark)
        # The document refused the step, so the roll, the log and the harm are restored.
        if not done:
            self._used[played.key] = before
            self._play.amend(played, moving=False)
            self._journal.amend(played.entry, self._play.harm_after(played), self._acts(before))
        if owed is not None and done:
            self._journal.paid(owed.id)
        elif owed is not None:
            self._journal.drop(owed.id)
        return done

    def _flip(self, used: UsedThrow, mark: str, *, undone: bool) -> None:
        """Undo or redo a use, or the veto of a use, on the table or in a log line."""
        played = used.played
        uses, steps = used.flip(mark, undone=undone)
        if uses == played.uses:
            return
        on_table = self._play.played is played
        now = self._with_uses(played, uses)
        used = self._used[played.key] = UsedThrow(now, steps)
        if on_table:
            self._play.amend(now, moving=False)
        # The line is written before the signals are emitted, because listeners read the line from the log.
        self._journal.amend(now.entry, self._play.harm_after(now), self._acts(used))
        if on_table:
            self.amended.emit(now)
        else:
            self.relogged.emit(now)

    def _with_uses(self, played: Played, uses: tuple[SpiffUse, ...]) -> Played:
        return with_uses(self._document.rulebook, self._document.character.house_rules, played, uses)

    def _acts(self, used: UsedThrow) -> tuple[LoggedAct, ...]:
        return used.acts(lambda uses: line_state(self._with_uses(used.played, uses)))

    def _agree(self) -> None:
        """Update log lines from before the program started, so that they match the undo history of the character."""
        document = self._document
        if not document.read_only:
            for entry in self._journal.agree(*document.history()):
                self.line_amended.emit(entry)


def _is_of(played: Played, entry: LogEntry) -> bool:
    # Lines that could not be stored have no id, so the time is compared too.
    return (played.entry.id, played.entry.at) == (entry.id, entry.at)

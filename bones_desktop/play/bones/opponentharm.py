"""What throws do to opponents: harm and healing in their files, or struck off for the evening where they have none.

Magic that an opponent throws for is counted in his file as in that of whoever throws (MAG-16); without one it is not.
"""

import contextlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from bones_desktop.document.bones.characterdocument import AnyCharacter, MadeStep
from bones_desktop.play.bones.harm import HEALED, as_given, dice_ask
from bones_desktop.play.bones.opponents import ChosenOpponent, Opponent, owner_of
from bones_desktop.play.bones.pendingacts import (
    TAKEN,
    HarmAct,
    OwedUse,
    accounted,
    agreed,
    counted,
    harm_left,
    harm_pending,
    not_on_table,
    uses_owed,
)
from bones_desktop.play.bones.played import Played
from bones_desktop.play.bones.throws import TablePlay
from bones_desktop.play.bones.words import dismissal
from bones_desktop.play.followups import FollowUp
from bones_desktop.play.journal import Journal
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.injury.blows import Harm as HarmKind
from bones_desktop.rules.bones.injury.injuries import healable, is_past_harm
from bones_desktop.rules.bones.injury.magic import use_magic
from bones_desktop.rules.bones.injury.recovery import regenerate
from bones_desktop.rules.bones.reading.harm import Harm, require_dice_of, suffer_harm
from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage.files.characterfile import CharacterFileError
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.log.logentry import ActState
from bones_desktop.storage.shelf.fighters import file_of
from bones_desktop.wording.language import _
from bones_desktop.wording.names import (
    brief,
    harm_step,
    keeps_dice,
    opponent_loses,
    opponent_lost,
    short_name,
    strike_off,
)


@dataclass(frozen=True, slots=True)
class _Taken:
    """Harm that was taken and may be taken back."""

    act: HarmAct
    harm: Harm
    before: Character
    after: Character
    made: MadeStep | None
    """The step in his file; None without one."""


class OpponentHarm(QObject):
    """Follows the opponent of the throw on the table, and the one chosen. Each step is one of his own history."""

    changed = Signal()
    """What is proposed, or may be taken back, is another now."""
    refused = Signal(object)
    """A Reason."""
    trouble = Signal(object)
    """A FileProblem or CharacterFileError: the opponent's file does not have it."""

    def __init__(
        self,
        play: TablePlay,
        journal: Journal,
        anyone: AnyCharacter,
        chosen: ChosenOpponent,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._play = play
        self._journal = journal
        self._anyone = anyone
        self._chosen = chosen
        self._now: Character | None = None
        """The opponent of the throw on the table as he is since."""
        self._taken: _Taken | None = None
        self._caught_up: Opponent | None = None
        """The opponent without pending acts, or whose file could not be written."""
        self._healed = False
        """Whether the throw's Regenerate icons healed him (HEAL-6)."""
        play.thrown.connect(self._begin)
        chosen.changed.connect(self._follow_chosen)

    @property
    def left(self) -> Harm | None:
        """The harm that is not taken yet; None for nothing, and while dice are in motion."""
        act = self._act()
        if act is None or self._now is None:
            return None
        return next(iter(self._left(self._now, act.character_id).get(act.id, ())), None)

    def follow_ups(self) -> tuple[FollowUp, ...]:
        """Return what may be done about it now."""
        return (*self._harming(), *self._earlier(), *self._healing())

    def words(self) -> str:
        """Return what has become of it, as sentences; "" where there is no harm."""
        met = self._met()
        if met is None:
            return ""
        opponent = met[1]
        filed, name = file_of(opponent.key) is not None, short_name(opponent.name)
        if self.left is not None:
            # About as long as what is said once it is done, so that nothing below has to move.
            words = _("It is not in the file of {name} yet; one press writes it there, another takes it back.")
            if not filed:
                words = _("There is no file of {name}: whoever plays this opponent strikes it off.")
            return words.format(name=name)
        if self._taken is None:
            return ""
        taken = self._taken
        lost = opponent_lost(name, taken.harm, taken.act.names_of(taken.harm))
        if filed:
            return _("{lost} His file has it; Ctrl+Z here does not undo that, Take back does.").format(lost=lost)
        return _("{lost} Left out until the evening ends or it is taken back.").format(lost=lost)

    def take(self, dice: tuple[int, ...] = ()) -> None:
        """Take what is left of the throw on the table: a step in the opponent's file, or struck off for the evening.

        By these dice where they were chosen.
        """
        met, harm, act, now = self._met(), self.left, self._act(), self._now
        if met is None or harm is None or act is None or now is None:
            return
        try:
            harm = as_given(now, harm, dice)
        except RulesError as error:
            self.refused.emit(error.reason)
            return
        done = self._suffer(met[1].key, act, harm, now)
        if done is not None:
            after, made = done
            self._taken = _Taken(act, harm, made.before if made is not None else now, after, made)
            self._go_on(after)

    def take_back(self) -> None:
        """Take back what was taken since the throw; `refused` says why when the opponent was changed since."""
        met, taken = self._met(), self._taken
        if met is None or taken is None:
            return
        try:
            before = taken.before if taken.made is None else self._anyone.take_back(taken.made)
        except RulesError as error:
            self._taken = None
            self.refused.emit(error.reason)
            self._read_again(met[1].key)
        except (FileProblem, CharacterFileError) as error:
            self.trouble.emit(error)
        else:
            self._taken = None
            self._account(taken.act.character_id, taken.act.id, -taken.harm.points)
            if taken.made is None:
                self._chosen.set_wounds(met[1].key, before)
            self._go_on(before)

    def regenerate(self) -> None:
        """Heal what the Regenerate icons heal: one step in the opponent's file, or for the evening."""
        met, now, n = self._met(), self._now, self._regenerating()
        if met is None or now is None or not n:
            return
        opponent, edit = met[1], partial(regenerate, icons=n)
        words = _("Regenerate 1 die") if n == 1 else _("Regenerate {n} dice").format(n=n)
        done = self._do(opponent.key, words, edit, now, f"{HEALED}:{met[0].key}")
        if done is not None:
            self._healed = True
            self._taken = None
            self._account(owner_of(opponent), "", -n)
            self._go_on(done[0])

    def catch_up(self, *, anew: bool = False) -> None:
        """Bring the opponent chosen and the log to what earlier throws led to: the program ended in between.

        The magic they still owe him is counted. What his file did not take is tried again `anew` alone, so that it is
        not reported with everything chosen.
        """
        chosen = self._chosen.opponent
        if chosen is None or (chosen == self._caught_up and not anew):
            return
        self._caught_up = chosen
        self._agree(chosen)
        path, name = file_of(chosen.key), _("Use magic of an interrupted throw")
        uses = uses_owed(self._journal.pending(chosen.character.id)) if path is not None else ()
        done = [self._count(path, use, name, partial(counted, owed=use)) for use in uses if path is not None]
        if any(each is not None for each in done):
            self._chosen.read_again()

    def _agree(self, opponent: Opponent) -> None:
        """Account for what the history of his file says was taken, and forget what nobody can undo any more."""
        path, owner = file_of(opponent.key), opponent.character.id
        if path is None or not self._acts(owner):
            return
        with contextlib.suppress(FileProblem, CharacterFileError):  # reported where the file is written
            history = self._anyone.history(path)
            if others := agreed(self._acts(owner), history.steps, history.undone):
                self._put(others)
                self.changed.emit()
            self._journal.forget(owner, history.steps)

    def _met(self) -> tuple[Played, Opponent] | None:
        """Return the throw that lies on the table and whose dice it was against; None without them."""
        played = self._play.played
        if played is None or played.opponent is None or self._play.pending:
            return None
        return played, played.opponent

    def _acts(self, owner: str) -> tuple[HarmAct, ...]:
        return harm_pending(self._journal.pending(owner))

    def _act(self) -> HarmAct | None:
        """Return what the throw on the table did to him, if anything."""
        met = self._met()
        if met is None:
            return None
        return next((each for each in self._acts(owner_of(met[1])) if each.id == met[0].opponent_harm), None)

    def _left(self, now: Character, owner: str) -> dict[str, tuple[Harm, ...]]:
        """Return what an opponent is still to take of each act; damage of magic is beyond what takes dice."""
        # Whatever his file is replaced by: only the damage in it counts.
        found = harm_left(now, [replace(each, taken=0) for each in self._acts(owner) if each.state is ActState.PENDING])
        return {act: tuple(map(self._as_opponents, each)) for act, each in found.items()}

    def _as_opponents(self, harm: Harm) -> Harm:
        causes = {HarmKind.FATIGUE: _("magic past the safe level"), HarmKind.ATTACK: _("Damage icon")}
        if harm.kind not in causes:
            return harm
        return replace(harm, cause=causes[harm.kind], damage=0, beyond=harm.damage)

    def _harming(self) -> tuple[FollowUp, ...]:
        met, harm, act = self._met(), self.left, self._act()
        if met is None or act is None:
            return ()
        opponent = met[1]
        if harm is not None and self._now is not None:
            dice = act.names_of(harm)
            ask = dice_ask(self._chosen.rulebook, self._now, harm, self.take)
            if file_of(opponent.key) is not None:
                tip = _("Writes it to the file of this opponent, as a step that can be undone when he is open")
                return (FollowUp(opponent_loses(opponent.name, harm, dice), self.take, tip, ask=ask),)
            tip = _("The next throws of this evening against this opponent leave the dice out")
            return (FollowUp(strike_off(opponent.name, harm, dice), self.take, tip, ask=ask),)
        if self._taken is None:
            return ()
        text = keeps_dice(opponent.name, act.names_of(self._taken.harm))
        return (FollowUp(text, self.take_back, _("Undoes the harm just taken"), icon="undo", kind=""),)

    def _earlier(self) -> tuple[FollowUp, ...]:
        """Return the harm of other throws that the opponent chosen has not taken; a die that two take stands once."""
        chosen, on_table = self._chosen.opponent, self._act()
        if chosen is None or self._play.pending:
            return ()
        owner = owner_of(chosen)
        acts = {act.id: act for act in self._acts(owner)}
        found: list[FollowUp] = []
        for act, new in not_on_table(self._left(chosen.character, owner), on_table.id if on_table is not None else ""):
            found += [self._earlier_act(chosen, acts[act], harm) for harm in new]
            found.append(dismissal(partial(self._dismiss, acts[act])))
        return tuple(found)

    def _earlier_act(self, opponent: Opponent, act: HarmAct, harm: Harm) -> FollowUp:
        dice, name = act.names_of(harm), opponent.name
        text = opponent_loses(name, replace(harm, cause=_("earlier throw"), causes=()), dice)
        tip = _("Still open from an earlier throw: {harm}")
        tip = tip.format(harm=opponent_loses(name, harm, dice))
        take = partial(self._take_earlier, opponent, act, harm)
        return FollowUp(text, take, tip, ask=dice_ask(self._chosen.rulebook, opponent.character, harm, take))

    def _take_earlier(self, opponent: Opponent, act: HarmAct, harm: Harm, dice: tuple[int, ...] = ()) -> None:
        try:
            harm = as_given(opponent.character, harm, dice)
        except RulesError as error:
            self.refused.emit(error.reason)
            return
        done = self._suffer(opponent.key, act, harm, opponent.character)
        if done is not None:
            self._chosen.read_again()
            self.changed.emit()

    def _dismiss(self, act: HarmAct) -> None:
        self._put((replace(act, state=ActState.DISMISSED),))
        self.changed.emit()

    def _suffer(self, key: str, act: HarmAct, harm: Harm, now: Character) -> tuple[Character, MadeStep | None] | None:
        def edit(character: Character) -> Character:
            require_dice_of(character, act.thrown, act.faces)
            return suffer_harm(character, harm)

        done = self._do(key, harm_step(harm), edit, now, f"{TAKEN}:{act.id}")
        if done is not None:
            self._account(act.character_id, act.id, harm.points)
        return done

    def _account(self, owner: str, act: str, points: int) -> None:
        """Count points as taken for an act, or taken back: they were given for no other."""
        self._put(accounted(self._acts(owner), act, points))

    def _put(self, acts: Iterable[HarmAct]) -> None:
        self._journal.put(*(each.pending() for each in acts))

    def _healing(self) -> tuple[FollowUp, ...]:
        met, n = self._met(), self._regenerating()
        if met is None or not n:
            return ()
        words = _("{name} regenerates 1 die") if n == 1 else _("{name} regenerates {n} dice")
        text = words.format(name=brief(met[1].name), n=n)
        tip = _("Each Regenerate icon thrown heals one die")
        return (FollowUp(text, self.regenerate, tip, icon="heal", kind=""),)

    def _regenerating(self) -> int:
        """Return how many dice the Regenerate icons heal that have not yet."""
        met, now = self._met(), self._now
        if met is None or not met[0].is_meant or now is None or self._healed:
            return 0
        if is_past_harm(now) or not now.available():
            return 0
        return min(met[0].reading.other_regenerated, healable(now))

    def _do(
        self, key: str, name: str, edit: Callable[[Character], Character], now: Character, mark: str
    ) -> tuple[Character, MadeStep | None] | None:
        """Edit an opponent in his file, or for the evening; return him then, None, with a signal, where that failed."""
        path = file_of(key)
        try:
            if path is None:
                after = edit(now)
                self._chosen.set_wounds(key, after)
                return after, None
            made = self._anyone.apply(path, name, edit, mark)
        except RulesError as error:
            self.refused.emit(error.reason)
            self._read_again(key)
        except (FileProblem, CharacterFileError) as error:
            self.trouble.emit(error)
        else:
            return made.after, made
        return None

    def _begin(self, played: Played) -> None:
        opponent = played.opponent
        self._now = opponent.character if opponent is not None else None
        self._taken = None
        self._healed = False
        if opponent is None:
            return
        owner = owner_of(opponent)
        done = {act for act, harm in self._left(opponent.character, owner).items() if not harm}
        done.discard(played.opponent_harm)
        self._put(replace(each, state=ActState.DONE) for each in self._acts(owner) if each.id in done)
        path, use = file_of(opponent.key), played.opponent_use
        if path is not None and use is not None:
            after = self._count(path, use, _("Use magic"), partial(use_magic, by_gm=use.by_gm))
            if after is not None:
                self._now = after
                self._chosen.read_again()

    def _count(self, path: Path, use: OwedUse, name: str, edit: Callable[[Character], Character]) -> Character | None:
        """Count a use of magic in the opponent's file; None, with a signal, when that cannot be."""
        try:
            made = self._anyone.apply(path, name, edit)
        except RulesError as error:
            self._journal.drop(use.id)
            self.refused.emit(error.reason)
            return None
        except (FileProblem, CharacterFileError) as error:
            self.trouble.emit(error)
            return None
        self._journal.drop(use.id)
        return made.after

    def _go_on(self, now: Character) -> None:
        self._now = now
        self.changed.emit()
        self._chosen.read_again()

    def _read_again(self, key: str) -> None:
        """Propose what is still to be done to the opponent as he is now."""
        met, path = self._met(), file_of(key)
        if path is not None:
            try:
                now = self._anyone.read(path)
            except (FileProblem, CharacterFileError) as error:
                self.trouble.emit(error)
            else:
                if met is not None and met[1].key == key:
                    self._now = now
        self._chosen.read_again()
        self.changed.emit()

    def _follow_chosen(self) -> None:
        """Follow the opponent as he was read: his file was changed, or his dice were given back."""
        played, chosen = self._play.played, self._chosen.opponent
        met = played.opponent if played is not None else None
        if met is not None and chosen is not None and chosen.key == met.key and chosen.character != self._now:
            self._now = chosen.character
            if self._taken is not None and self._taken.after != chosen.character:
                self._taken = None
        self.changed.emit()

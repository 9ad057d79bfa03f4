"""Table of the open character: rolls, spiffs, follow-ups and harm, with dice, log and journal.

Harm and healing of opponents are written to their files; without a file they last until the evening ends. Opponents'
uses of magic are counted in the file like those of the open character (MAG-16); without a file they are not counted.
"""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from bones_desktop.document.bones.characterdocument import AnyCharacter, Change, CharacterDocument, MadeStep, UndoStep
from bones_desktop.play.bones.followups import Companions, ThrowFollowUps
from bones_desktop.play.bones.harm import Edit, Harmed, OwedHarm, answering
from bones_desktop.play.bones.pendingacts import HarmAct, OwedUse, uses_owed
from bones_desktop.play.bones.played import ChosenOpponent, Opponent, Played, owner_of
from bones_desktop.play.bones.spiffplay import SpiffPlay
from bones_desktop.play.bones.throws import TablePlay
from bones_desktop.play.eveningdice import EveningDice
from bones_desktop.play.followups import FollowUp
from bones_desktop.play.journal import Journal
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.injury.injuries import healable, is_past_harm, regenerate
from bones_desktop.rules.bones.injury.magic import use_magic
from bones_desktop.rules.bones.reading.plays import Harm
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.records import Record
from bones_desktop.rules.values import done_act
from bones_desktop.storage.files.characterfile import CharacterFileError
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.files.undohistory import FileStep
from bones_desktop.storage.log.throwlog import ThrowLog
from bones_desktop.storage.shelfentry import file_of
from bones_desktop.wording.language import _, ngettext
from bones_desktop.wording.names import brief, keeps_dice, opponent_loses, opponent_lost, short_name, strike_off


class _Taken(Record):
    """Harm that was taken and can be undone."""

    act: HarmAct
    harm: Harm
    step: MadeStep | UndoStep
    """The step in the file. For an opponent without a file, it has the character before and after the harm."""


class OpponentHarm(QObject):
    """Offers harm for the opponent of the roll on the table and for the chosen opponent.

    Each step is added to the opponent's own history.
    """

    changed = Signal()
    """Emitted when the proposed harm has changed, or the harm that can be undone."""

    def __init__(
        self,
        play: TablePlay,
        anyone: AnyCharacter,
        chosen: ChosenOpponent,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._play = play
        self._journal = journal = play.journal
        self._anyone = anyone
        self._chosen = chosen
        self._taken: _Taken | None = None
        self._made: MadeStep | UndoStep | None = None
        """The last step made for an opponent."""
        self._caught_up = ""
        """Key of the opponent whose pending uses of magic were last counted."""
        # There are two OwedHarm objects, because the opponent on the table may differ from the opponent of the next
        # roll.
        self._owed = OwedHarm(journal, self._met_now)
        self._earlier = OwedHarm(journal, self._chosen_now)
        journal.dismissed.connect(self._tell_changed)
        play.thrown.connect(self._begin)
        chosen.changed.connect(self._tell_changed)

    def _tell_changed(self) -> None:
        self.changed.emit()

    @property
    def left(self) -> Harm | None:
        """Harm of the roll on the table that has not been taken yet; None while dice are in motion."""
        act = self._act()
        return None if act is None else next(iter(self._owed.left().get(act.id, ())), None)

    def follow_ups(self) -> tuple[FollowUp, ...]:
        """Return the buttons for both opponents."""
        return (*self._harming(), *self._earlier_harm(), *self._healing())

    def words(self) -> str:
        """Return sentences about the harm of the roll on the table; "" for no harm."""
        met = self._met()
        if met is None:
            return ""
        opponent = met[1]
        filed, name = file_of(opponent.key) is not None, short_name(opponent.name)
        if self.left is not None:
            # This sentence is about as long as the sentence shown after the harm is taken, so that nothing below the
            # text moves.
            words = _("{name}'s file does not have it yet. Press to write it there; press again to undo it.")
            if not filed:
                words = _("{name} has no file: this opponent's player marks the loss.")
            return words.format(name=name)
        taken = self._still_taken()
        if taken is None:
            return ""
        lost = opponent_lost(name, taken.harm, taken.act.names_of(taken.harm))
        words = _("{lost} The dice stay out until the evening ends or you take it back.")
        if filed:
            words = _("{lost} It is in the file; undo does not change that file, Take back does.")
        return words.format(lost=lost)

    def take(self, act: HarmAct, harm: Harm, dice: tuple[int, ...] = ()) -> None:
        """Apply harm from the roll on the table to the opponent, in its file or for the evening if it has no file.

        `dice` are the dice that the player chose to lose.
        """
        taken = self._owed.take(act.id, harm, dice)
        if taken is not None and self._made is not None:
            self._taken = _Taken(act, taken, self._made)
            self.changed.emit()

    def take_back(self) -> None:
        """Undo the harm taken for the roll on the table. The journal says why if the opponent has changed since."""
        met, taken = self._met(), self._taken
        if met is None or taken is None:
            return
        try:
            if isinstance(taken.step, FileStep):
                self._anyone.take_back(taken.step)
        except RulesError as error:
            # A step that can no longer be undone is forgotten, so that undo is no longer offered.
            self._taken = None
            self._journal.refused.emit(error.reason)
            self._read_again()
        except (FileProblem, CharacterFileError) as error:
            self._journal.trouble.emit(error)
        else:
            self._taken = None
            if not isinstance(taken.step, FileStep):
                self._chosen.set_wounds(met[1].key, taken.step.before)
            self._read_again()

    def regenerate(self) -> None:
        """Heal the opponent by its Regenerate icons, in its file or for the evening if it has no file."""
        met, who, n = self._met(), self._met_now(), self._regenerating()
        if met is None or who is None or not n:
            return
        words = ngettext("Regenerate 1 die", "Regenerate {n} dice", n).format(n=n)
        who.apply(words, answering(_healed_by(met[0]), partial(regenerate, icons=n)))

    def catch_up(self, *, again: bool = False) -> None:
        """Count uses of magic of the chosen opponent that were pending when the program ended.

        A use that the file refused is tried again only if `again` is True. Callers pass True before a roll. Otherwise
        the refusal would be reported each time the opponent is chosen.
        """
        chosen = self._chosen.opponent
        if chosen is None or (chosen.key == self._caught_up and not again):
            return
        self._caught_up = chosen.key
        path, name = file_of(chosen.key), _("Use magic in an interrupted roll")
        uses = uses_owed(self._journal.pending(chosen.character.id)) if path is not None else ()
        for use in uses:
            if path is not None:
                self._count(path, use, name, use.paid)

    def _met(self) -> tuple[Played, Opponent] | None:
        """Return the roll on the table and its opponent; None if there is no opponent or dice are in motion."""
        played = self._play.played
        if played is None or played.opponent is None or self._play.pending:
            return None
        return played, played.opponent

    def _harmed(self, opponent: Opponent, now: Character) -> Harmed:
        apply = partial(self._do, opponent.key, now)
        return Harmed(owner_of(opponent), now, self._chosen.rulebook, apply, opponent.name)

    def _met_now(self) -> Harmed | None:
        """Return the current opponent of the roll on the table; None if there is none."""
        met = self._met()
        if met is None:
            return None
        opponent = met[1]
        try:
            now = self._chosen.character_of(opponent.key)
        except (CharacterFileError, FileProblem, KeyError):  # shown when the file is written or the opponent is chosen
            now = opponent.character
        return self._harmed(opponent, now)

    def _chosen_now(self) -> Harmed | None:
        chosen = self._chosen.opponent
        return None if chosen is None or self._play.pending else self._harmed(chosen, chosen.character)

    def _act(self) -> HarmAct | None:
        """Return the harm that the roll on the table did to its opponent; None if there is none."""
        met = self._met()
        return None if met is None else self._owed.acts_of(owner_of(met[1])).get(met[0].opponent_harm)

    def _still_taken(self) -> _Taken | None:
        """Return the harm taken for the roll on the table; None if the opponent has changed since."""
        taken = self._taken
        who = self._met_now() if taken is not None else None
        return taken if who is not None and taken is not None and who.character == taken.step.after else None

    def _harming(self) -> tuple[FollowUp, ...]:
        met, harm, act = self._met(), self.left, self._act()
        if met is None or act is None:
            return ()
        opponent = met[1]
        if harm is not None:
            # The button takes exactly the harm that it shows. If the file has changed, the edit refuses and gives the
            # reason.
            take = partial(self.take, act, harm)
            dice, ask = act.names_of(harm), self._owed.ask(harm, take)
            if file_of(opponent.key) is not None:
                tip = _("Writes it to this opponent's file. You can undo it there when the opponent is open.")
                return (FollowUp(opponent_loses(opponent.name, harm, dice), take, tip, ask=ask),)
            tip = _("Later rolls of this evening against this opponent leave the dice out")
            return (FollowUp(strike_off(opponent.name, harm, dice), take, tip, ask=ask),)
        taken = self._still_taken()
        if taken is None:
            return ()
        text = keeps_dice(opponent.name, act.names_of(taken.harm))
        return (FollowUp(text, self.take_back, _("Undoes the harm just taken"), icon="undo", kind=""),)

    def _earlier_harm(self) -> tuple[FollowUp, ...]:
        """Return the buttons for harm of other rolls that the chosen opponent has not taken."""
        on_table = self._act()
        return self._earlier.offers(on_table.id if on_table is not None else "")

    def _healing(self) -> tuple[FollowUp, ...]:
        met, n = self._met(), self._regenerating()
        if met is None or not n:
            return ()
        words = ngettext("{name} regenerates 1 die", "{name} regenerates {n} dice", n)
        text = words.format(name=brief(met[1].name), n=n)
        tip = _("Each Regenerate icon rolled heals one die")
        return (FollowUp(text, self.regenerate, tip, icon="heal", kind=""),)

    def _regenerating(self) -> int:
        """Return the number of dice that the Regenerate icons can heal now."""
        met = self._met()
        # The icons are checked first, because the next check reads the character from its file.
        if met is None or not met[0].is_meant or not met[0].reading.other_regenerated:
            return 0
        who = self._met_now()
        if who is None or done_act(who.character, _healed_by(met[0])):
            return 0
        if is_past_harm(who.character) or not who.character.available():
            return 0
        return min(met[0].reading.other_regenerated, healable(who.character))

    def _do(self, key: str, now: Character, name: str, edit: Edit) -> bool:
        """Edit an opponent in its file or for the evening. Return whether it worked; if not, the journal says why."""
        path = file_of(key)
        try:
            if path is None:
                self._made = UndoStep(name, now, edit(now))
                self._chosen.set_wounds(key, self._made.after)
            else:
                self._made = self._anyone.apply(path, name, edit)
        except RulesError as error:
            self._journal.refused.emit(error.reason)
            # The edit may have been refused because the file changed after it was read.
            self._read_again()
        except (FileProblem, CharacterFileError) as error:
            self._journal.trouble.emit(error)
        else:
            self._read_again()
            return True
        return False

    def _begin(self, played: Played) -> None:
        opponent = played.opponent
        self._taken = None
        if opponent is None:
            return
        # Damage taken by hand is deducted before the new roll, otherwise it would be deducted from the new roll's harm.
        self._earlier.keep_given_by_hand()
        path, use = file_of(opponent.key), played.opponent_use
        if path is not None and use is not None:
            # The new use is counted even if uses of earlier rolls are pending because the disk refused them.
            self._count(path, use, _("Use magic"), partial(use_magic, by_gm=use.by_gm))

    def _count(self, path: Path, use: OwedUse, name: str, edit: Edit) -> None:
        """Count a use of magic in the opponent's file. The journal says why when that fails."""
        try:
            self._anyone.apply(path, name, edit)
        except (FileProblem, CharacterFileError) as error:
            self._journal.trouble.emit(error)
            # The use stays pending, because the disk may work later. Only a refusal by the rules is final, and deletes
            # the use (see below).
            return
        except RulesError as error:
            self._journal.refused.emit(error.reason)
        self._journal.drop(use.id)
        self._chosen.read_again()

    def _read_again(self) -> None:
        self._chosen.read_again()
        self.changed.emit()


def _healed_by(played: Played) -> str:
    """Return the id of the act by which a roll's Regenerate icons heal the opponent (HEAL-6)."""
    return f"{played.opponent_harm}-healed"


class Table(QObject):
    """Connects all parts of the table, without widgets. The parts handle document changes in a fixed order."""

    owed_changed = Signal()
    """Emitted when the result of `owed` may have changed."""

    def __init__(
        self,
        document: CharacterDocument,
        log: ThrowLog | None,
        dice: EveningDice,
        anyone: AnyCharacter,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.document = document
        self.log = log
        self.journal = Journal(log, self, anyone.is_saved)
        anyone.file_saved.connect(self.journal.settle)
        self.play = TablePlay(document, self.journal, dice, self)
        self.spiffs = SpiffPlay(self.play, self)
        self.companions = Companions(anyone, self.journal, self)
        self.follow_ups = ThrowFollowUps(self.play, self.spiffs, self.companions, self)
        self.opponent = ChosenOpponent(document.rulebook, self)
        self.harm = OpponentHarm(self.play, anyone, self.opponent, self)
        document.changed.connect(self._follow)
        play, spiffs = self.play, self.spiffs
        for moved in (play.thrown, play.settled, play.cleared, self.journal.dismissed, spiffs.amended, spiffs.marked):
            moved.connect(self._tell_owed)

    def _tell_owed(self) -> None:
        self.owed_changed.emit()

    def owed(self) -> tuple[FollowUp, ...]:
        """Return the buttons for harm that the open character has not taken and the player has not dismissed."""
        # While dice are in motion, the buttons must not reveal their result.
        return () if self.play.pending else self.play.harm.offers()

    def _follow(self, change: Change) -> None:
        # Debts are paid first. Then the spiffs are updated for the character after the payment.
        self.play.follow(change)
        self.spiffs.follow(change)
        self.owed_changed.emit()

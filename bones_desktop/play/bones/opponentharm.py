"""What a throw does to the opponent himself: harm into his file, or struck off for the evening where he has none.

Magic that he throws for is counted in his file as in that of whoever throws (MAG-16); without one it is not kept.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from bones_desktop.document.bones.characterdocument import AnyCharacter, MadeStep
from bones_desktop.play.acts import Act
from bones_desktop.play.bones.opponentmagic import OpponentMagic
from bones_desktop.play.bones.opponentowing import OpponentOwing
from bones_desktop.play.bones.opponents import ChosenOpponent, Opponent
from bones_desktop.play.bones.played import Played
from bones_desktop.play.bones.throws import TablePlay
from bones_desktop.rules.bones.book.attempts import CHARACTER
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.injury.blows import Harm as HarmKind
from bones_desktop.rules.bones.injury.injuries import healable, is_past_harm
from bones_desktop.rules.bones.injury.magic import OVERREACH_DAMAGE
from bones_desktop.rules.bones.injury.recovery import regenerate
from bones_desktop.rules.bones.reading.harm import (
    Harm,
    damage_of,
    harm_left,
    has_dice_of,
    require_dice_of,
    suffer_harm,
)
from bones_desktop.rules.bones.reading.plays import is_overreach
from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage.files.characterfile import CharacterFileError
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.shelf.fighters import file_of
from bones_desktop.wording.harm import brief, harm_step, keeps_dice, opponent_loses, opponent_lost, strike_off
from bones_desktop.wording.names import short_name


@dataclass(frozen=True, slots=True)
class _Taken:
    """Harm that was taken and may be taken back."""

    harm: Harm
    before: Character
    after: Character
    made: MadeStep | None
    """The step in his file; None without one."""


class OpponentHarm(QObject):
    """Follows the opponent of the throw on the table. Every step in a file is one of that character's own history."""

    changed = Signal()
    """What is proposed, or may be taken back, is another now."""
    refused = Signal(object)
    """A Reason."""
    trouble = Signal(object)
    """A FileProblem or CharacterFileError: the harm is not in the opponent's file."""

    def __init__(
        self,
        play: TablePlay,
        magic: OpponentMagic,
        anyone: AnyCharacter,
        chosen: ChosenOpponent,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._play = play
        self._magic = magic
        self._anyone = anyone
        self._chosen = chosen
        self._now: Character | None = None
        """The opponent as he is since the throw."""
        self._taken: _Taken | None = None
        self._caught_up: Opponent | None = None
        """To whom nothing is owed, or whose file took it not."""
        self._healed = 0
        """Dice that the throw's Regenerate icons healed (HEAL-6)."""
        self._owing = OpponentOwing(play, chosen, self._apply, self)
        self._owing.changed.connect(self.changed)
        play.leaving.connect(self._keep_unanswered)
        play.thrown.connect(self._begin)
        chosen.changed.connect(self._follow_chosen)

    @property
    def left(self) -> Harm | None:
        """The harm that is not taken yet; None for nothing, and while dice are in motion."""
        met, now = self._met(), self._now
        if met is None or now is None:
            return None
        played, opponent = met
        other, then = played.reading.other, opponent.character
        if played.other is None or other is None or not has_dice_of(now, then.available(), _faces(played)):
            return None
        damage_then = damage_of(then) - self._healed + self._owing.paid
        found = harm_left(now, then.available(), damage_then, other)
        given = damage_of(now) - damage_then - other.damage
        if found is not None or given >= OVERREACH_DAMAGE or not is_overreach(played.other.task, other):
            return found
        if is_past_harm(now):
            return None
        return Harm(self.tr("magic past the safe level"), beyond=OVERREACH_DAMAGE, kind=HarmKind.FATIGUE)

    def acts(self) -> tuple[Act, ...]:
        """Return what may be done about it now."""
        return (*self._harming(), *self._owing.acts(self.left), *self._healing())

    def _harming(self) -> tuple[Act, ...]:
        met, harm = self._met(), self.left
        if met is None:
            return ()
        played, opponent = met
        if harm is not None:
            dice = _names(played, harm)
            if file_of(opponent.key) is not None:
                tip = self.tr("Writes it to the file of this opponent, as a step that can be undone when he is open")
                return (Act(opponent_loses(opponent.name, harm, dice, self.tr), self.take, tip),)
            tip = self.tr("The next throws of this evening against this opponent leave the dice out")
            return (Act(strike_off(opponent.name, harm, dice, self.tr), self.take, tip),)
        if self._taken is None:
            return ()
        text = keeps_dice(opponent.name, _names(played, self._taken.harm), self.tr)
        return (Act(text, self.take_back, self.tr("Undoes the harm just taken"), icon="undo", kind=""),)

    def _healing(self) -> tuple[Act, ...]:
        met, n = self._met(), self._regenerating()
        if met is None or not n:
            return ()
        words = self.tr("{name} regenerates 1 die") if n == 1 else self.tr("{name} regenerates {n} dice")
        text = words.format(name=brief(met[1].name), n=n)
        tip = self.tr("Each Regenerate icon thrown heals one die")
        return (Act(text, self.regenerate, tip, icon="heal", kind=""),)

    def _regenerating(self) -> int:
        """Return how many dice the Regenerate icons heal that have not yet."""
        met, now = self._met(), self._now
        if met is None or now is None or self._healed or is_past_harm(now) or not now.available():
            return 0
        return min(met[0].reading.other_regenerated, healable(now))

    def regenerate(self) -> None:
        """Heal what the Regenerate icons heal: one step in the opponent's file, or for the evening."""
        met, now, n = self._met(), self._now, self._regenerating()
        if met is None or now is None or not n:
            return
        path, edit = file_of(met[1].key), partial(regenerate, icons=n)
        if path is None:
            self._healed = n
            self._set(edit(now), None)
            self._chosen.set_wounds(met[1].key, edit(now))
            return
        words = self.tr("Regenerate 1 die") if n == 1 else self.tr("Regenerate {n} dice").format(n=n)
        made = self._apply(path, words, edit)
        if made is not None:
            self._healed = n
            self._set(made.after, None)
            self._chosen.read_again()

    def words(self) -> str:
        """Return what has become of it, as sentences; "" where there is no harm."""
        met = self._met()
        if met is None:
            return ""
        played, opponent = met
        filed, name = file_of(opponent.key) is not None, short_name(opponent.name)
        if self.left is not None:
            # About as long as what is said once it is done, so that nothing below has to move.
            words = self.tr("It is not in the file of {name} yet; one press writes it there, another takes it back.")
            if not filed:
                words = self.tr("There is no file of {name}: whoever plays this opponent strikes it off.")
            return words.format(name=name)
        if self._taken is None:
            return ""
        lost = opponent_lost(name, self._taken.harm, _names(played, self._taken.harm), self.tr)
        if filed:
            return self.tr("{lost} His file has it; Ctrl+Z here does not undo that, Take back does.").format(lost=lost)
        return self.tr("{lost} Left out until the evening ends or it is taken back.").format(lost=lost)

    def take(self) -> None:
        """Take what is left: one step in the opponent's file, or struck off for the evening."""
        met, harm, now = self._met(), self.left, self._now
        if met is None or harm is None or now is None:
            return
        played, opponent = met
        path = file_of(opponent.key)
        if path is None:
            after = suffer_harm(now, harm)
            self._set(after, _Taken(harm, now, after, None))
            self._chosen.set_wounds(opponent.key, after)
        else:
            self._take_in_file(played, opponent, path, harm)

    def _keep_unanswered(self) -> None:
        """Let what the throw that leaves the table did be offered on; nothing is thrown away unseen."""
        met, harm, now = self._met(), self.left, self._now
        if met is not None and harm is not None and now is not None:
            self._owing.keep(*met, harm, tuple(_names(met[0], harm)), _faces(met[0]), damage_of(now))
        self._owing.begin()

    def take_back(self) -> None:
        """Take back what was taken since the throw; told why when the opponent was changed since."""
        met, taken = self._met(), self._taken
        if met is None or taken is None:
            return
        if taken.made is None:
            self._set(taken.before, None)
            self._chosen.set_wounds(met[1].key, taken.before)
            return
        try:
            before = self._anyone.take_back(taken.made)
        except RulesError as error:
            self._taken = None
            self.refused.emit(error.reason)
            self._read_again(taken.made.path)
        except (FileProblem, CharacterFileError) as error:
            self.trouble.emit(error)
        else:
            self._set(before, None)
            self._chosen.read_again()

    def catch_up(self, *, anew: bool = False) -> None:
        """Count the magic that earlier throws still owe to the opponent chosen: the program ended in between.

        What his file did not take is tried again `anew` alone, so that it is not told with everything that is chosen.
        """
        chosen = self._chosen.opponent
        if chosen is None or (chosen == self._caught_up and not anew):
            return
        self._caught_up = chosen
        if self._magic.pay(chosen):
            self._chosen.read_again()

    def _met(self) -> tuple[Played, Opponent] | None:
        """Return the throw that lies on the table and whose dice it was against; None without them."""
        played = self._play.played
        if played is None or played.opponent is None or self._play.pending:
            return None
        return played, played.opponent

    def _take_in_file(self, played: Played, opponent: Opponent, path: Path, harm: Harm) -> None:
        def edit(now: Character) -> Character:
            require_dice_of(now, opponent.character.available(), _faces(played))
            return suffer_harm(now, harm)

        made = self._apply(path, harm_step(harm, self.tr), edit)
        if made is not None:
            self._set(made.after, _Taken(harm, made.before, made.after, made))
            self._chosen.read_again()

    def _begin(self, played: Played) -> None:
        self._now = played.opponent.character if played.opponent is not None else None
        self._taken = None
        self._healed = 0
        after = self._magic.count(played)
        if after is not None:
            self._now = after
            self._chosen.read_again()

    def _apply(self, path: Path, name: str, edit: Callable[[Character], Character]) -> MadeStep | None:
        """Make a step in the opponent's file; None, and told, when that cannot be."""
        try:
            return self._anyone.apply(path, name, edit)
        except RulesError as error:
            self.refused.emit(error.reason)
            self._read_again(path)
        except (FileProblem, CharacterFileError) as error:
            self.trouble.emit(error)
        return None

    def _set(self, now: Character, taken: _Taken | None) -> None:
        self._now, self._taken = now, taken
        self.changed.emit()

    def _read_again(self, path: Path) -> None:
        """Propose what is still to be done to the opponent as he is now."""
        met = self._met()
        try:
            now = self._anyone.read(path)
        except (FileProblem, CharacterFileError) as error:
            self.trouble.emit(error)
        else:
            if met is not None and file_of(met[1].key) == path:
                self._now = now
        self._chosen.read_again()
        self.changed.emit()

    def _follow_chosen(self) -> None:
        """Go on with the opponent as the strip has read him: his file was changed, or his dice were given back."""
        played, chosen = self._play.played, self._chosen.opponent
        if played is None or played.opponent is None or chosen is None or chosen.key != played.opponent.key:
            return
        if chosen.character != self._now:
            taken = self._taken
            self._set(chosen.character, taken if taken is not None and taken.after == chosen.character else None)


def _faces(played: Played) -> list[tuple[Face, ...]]:
    """Return the faces of each of the opponent's own dice that were thrown."""
    dice = played.other.throw.dice if played.other is not None else ()
    return [die.faces for die in dice if die.group == CHARACTER]


def _names(played: Played, harm: Harm) -> list[str]:
    """Return the names of the dice that harm takes, as they lie on the table."""
    if played.opponent is None or played.other is None:
        return []
    thrown = played.opponent.character.available()
    return [played.other.throw.dice[thrown.index(die)].label for die in harm.dice if die in thrown]

"""Harm that an earlier throw did to an opponent: offered on while he is chosen, until it is taken or let go."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from bones_desktop.document.bones.characterdocument import MadeStep
from bones_desktop.play.acts import Act
from bones_desktop.play.bones.opponents import ChosenOpponent, Opponent
from bones_desktop.play.bones.played import Played
from bones_desktop.play.bones.throws import TablePlay
from bones_desktop.play.bones.words import let_go
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.injury.injuries import is_past_harm
from bones_desktop.rules.bones.reading.harm import Harm, damage_of, has_dice_of, require_dice_of, suffer_harm
from bones_desktop.storage.shelf.fighters import file_of
from bones_desktop.wording.harm import harm_step, opponent_loses

Apply = Callable[[Path, str, Callable[[Character], Character]], MadeStep | None]
"""Makes a step in a file; None, and told, when that cannot be."""


@dataclass(frozen=True, slots=True)
class _Owed:
    """Harm of an earlier throw."""

    owner: str
    """The id of who threw."""
    key: str
    """What a request knows the opponent by."""
    harm: Harm
    dice: tuple[str, ...]
    """The names of the dice it takes."""
    thrown: tuple[int, ...]
    """The places of his dice that were thrown."""
    faces: Sequence[tuple[Face, ...]]
    damage: int
    """Points he had when the throw left the table."""

    def stands(self, now: Character) -> bool:
        """Whether it is still to be taken by the opponent as he is now."""
        if is_past_harm(now) or not has_dice_of(now, self.thrown, self.faces):
            return False
        if not self.harm.dice:
            return damage_of(now) <= self.damage
        return set(now.available()).issuperset(self.harm.dice)


class OpponentOwing(QObject):
    """Remembers what one throw did; a later one whose harm is not taken either takes its place."""

    changed = Signal()
    """What is offered may be another now."""

    def __init__(self, play: TablePlay, chosen: ChosenOpponent, apply: Apply, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._play = play
        self._chosen = chosen
        self._apply = apply
        self._owed: _Owed | None = None
        self.paid = 0
        """Points that the opponent of the throw on the table took since for an earlier one."""
        chosen.changed.connect(self._follow_chosen)

    def keep(
        self,
        played: Played,
        opponent: Opponent,
        harm: Harm,
        dice: tuple[str, ...],
        faces: Sequence[tuple[Face, ...]],
        damage: int,
    ) -> None:
        """Remember what is left of the harm of a throw: it takes `dice`, by name, of an opponent with this damage.

        `faces` are those of his own dice that were thrown.
        """
        thrown = opponent.character.available()
        self._owed = _Owed(played.owner.id, opponent.key, harm, dice, thrown, faces, damage)

    def begin(self) -> None:
        """Begin beside another throw."""
        self.paid = 0

    def acts(self, left: Harm | None) -> tuple[Act, ...]:
        """Return what may be done about it beside a throw with this harm: a die that both take is offered once."""
        met = self._met()
        if met is None:
            return ()
        owed, opponent = met
        if owed.harm.dice and left is not None and set(left.dice).issuperset(owed.harm.dice):
            return ()
        harm = replace(owed.harm, cause=self.tr("earlier throw"), causes=())
        tip = self.tr("Still open from an earlier throw: {harm}")
        tip = tip.format(harm=opponent_loses(opponent.name, owed.harm, owed.dice, self.tr))
        return (
            Act(opponent_loses(opponent.name, harm, owed.dice, self.tr), self.take, tip),
            let_go(self.dismiss, self.tr),
        )

    def take(self) -> None:
        """Take it: one step in the opponent's file, or struck off for the evening."""
        met = self._met()
        if met is None:
            return
        owed, opponent = met

        def edit(now: Character) -> Character:
            require_dice_of(now, owed.thrown, owed.faces)
            return suffer_harm(now, owed.harm)

        path = file_of(opponent.key)
        if path is not None and self._apply(path, harm_step(owed.harm, self.tr), edit) is None:
            return
        self._owed = None
        played = self._play.played
        if played is not None and played.opponent is not None and played.opponent.key == opponent.key:
            self.paid += owed.harm.points
        if path is None:
            self._chosen.set_wounds(opponent.key, edit(opponent.character))
        else:
            self._chosen.read_again()
        self.changed.emit()

    def dismiss(self) -> None:
        """Offer it no more."""
        self._owed = None
        self.changed.emit()

    def _met(self) -> tuple[_Owed, Opponent] | None:
        """Return it with the opponent chosen, if he is still to take it."""
        owed, played, chosen = self._owed, self._play.played, self._chosen.opponent
        if owed is None or played is None or self._play.pending or chosen is None:
            return None
        stands = (owed.owner, owed.key) == (played.owner.id, chosen.key) and owed.stands(chosen.character)
        return (owed, chosen) if stands else None

    def _follow_chosen(self) -> None:
        if self._owed is not None:
            self.changed.emit()

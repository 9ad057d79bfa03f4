"""Harm of throws: pending until the character has taken it or it was dismissed, however many throws did any.

The log keeps what each throw proposed, the character what it has taken of it (`rules.doneacts`).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from bones_desktop.play.bones.pendingacts import HarmAct, given_by_hand, harm_left, harm_pending, not_on_table
from bones_desktop.play.bones.words import dismissal, proposal_words
from bones_desktop.play.followups import AskedDie, DiceAsk, FollowUp
from bones_desktop.play.journal import Journal
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.characterdice import die_label
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury.blows import DamageKind
from bones_desktop.rules.bones.reading.harm import Harm, damage_of, dice_choice, given, require_dice_of, suffer_harm
from bones_desktop.rules.doneacts import with_done_act
from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage.log.logentry import ActState
from bones_desktop.wording.language import _, ngettext
from bones_desktop.wording.names import harm_step, opponent_loses

Edit = Callable[[Character], Character]


@dataclass(frozen=True, slots=True)
class Harmed:
    """A character that throws may harm, and where it is changed."""

    owner: str
    """The id under which the log keeps acts for the character."""
    character: Character
    apply: Callable[[str, Edit], bool]
    """Makes a step with this name and returns whether that was done; if not, the reason was shown."""
    name: str = ""
    """The name of an opponent; "" for the open character."""


def answering(act: str, edit: Edit, absorbed: int = 0) -> Edit:
    """Return the edit with a mark in the character: the damage it does or heals belongs to this act."""

    def edit_and_mark(character: Character) -> Character:
        after = edit(character)
        return with_done_act(after, act, damage_of(after) - damage_of(character), absorbed)

    return edit_and_mark


class OwedHarm(QObject):
    """Harm of throws to the open character or an opponent. What is left follows from the log and the character."""

    refused = Signal(object)
    """A Reason."""
    changed = Signal()
    """An act was dismissed."""

    def __init__(
        self,
        journal: Journal,
        rulebook: Callable[[], Rulebook],
        where: Callable[[], Harmed | None],
        parent: QObject | None = None,
    ) -> None:
        """`where` returns the character as it is now; None while there is none."""
        super().__init__(parent)
        self._journal = journal
        self._rulebook = rulebook
        self._where = where

    @property
    def acts(self) -> dict[str, HarmAct]:
        """What throws proposed, oldest first and by ids, whether or not it was answered."""
        who = self._where()
        acts = harm_pending(self._journal.pending(who.owner)) if who is not None else ()
        return {act.id: act for act in acts}

    def left(self) -> dict[str, tuple[Harm, ...]]:
        """Return what is still to be taken of each act, by its id, the newest first."""
        who = self._where()
        if who is None:
            return {}
        with_cause = partial(_with_cause, of_opponent=bool(who.name))
        found = harm_left(who.character, tuple(self.acts.values()))
        return {act: tuple(map(with_cause, left)) for act, left in found.items()}

    def take(self, id: str, harm: Harm, dice: tuple[int, ...] = ()) -> Harm | None:
        """Take harm of an act as one undo step, with the dice that the player chose to lose.

        Return the harm as it was taken; None when it was refused.
        """
        who, act = self._where(), self.acts.get(id)
        if who is None or act is None:
            return None
        try:
            harm = as_given(who.character, harm, dice)
        except RulesError as error:
            self.refused.emit(error.reason)
            return None

        def edit(character: Character) -> Character:
            require_dice_of(character, act.thrown, act.faces)
            return suffer_harm(character, harm)

        return harm if who.apply(harm_step(harm), answering(id, edit)) else None

    def ask(self, harm: Harm, call: Callable[[tuple[int, ...]], None]) -> DiceAsk | None:
        """Return the question which dice are lost, answered by `call`; None without a choice."""
        who = self._where()
        choice = dice_choice(who.character, harm) if who is not None else None
        if who is None or choice is None:
            return None
        n = len(choice.usual)
        words = ngettext("Which die is lost?", "Which {n} dice are lost?", n).format(n=n)
        dice = []
        for die in choice.among:
            shown = who.character.dice[die]
            name = die_label(self._rulebook(), shown, die)
            faces = ", ".join(face_name(self._rulebook(), face) for face in shown.faces)
            said = _("Die {n}, {name}: {faces}").format(n=die + 1, name=name, faces=faces)
            dice.append(AskedDie(die, tuple(face.code for face in shown.faces), name, said))
        return DiceAsk(words, tuple(dice), choice.usual, choice.fixed, call)

    def dismiss(self, act: HarmAct) -> None:
        """Offer an act no more."""
        self._journal.put(replace(act, state=ActState.DISMISSED).pending())
        self.changed.emit()

    def offers(self, on_table: str = "") -> tuple[FollowUp, ...]:
        """Return the buttons for harm of other throws than the one on the table; a die that two take stands once."""
        who, acts = self._where(), self.acts
        found: list[FollowUp] = []
        for id, new in not_on_table(self.left(), on_table):
            found += [self._offer(who.name if who is not None else "", acts[id], harm) for harm in new]
            found.append(dismissal(partial(self.dismiss, acts[id])))
        return tuple(found)

    def keep_given_by_hand(self) -> None:
        """Note which damage done by hand was given for the acts so far.

        Called at each throw. The dice may heal later, and the acts must not be offered again then.
        """
        who, acts = self._where(), tuple(self.acts.values())
        given_now = given_by_hand(who.character, acts) if who is not None else {}
        changed = [act for act in acts if given_now.get(act.id, 0) > act.by_hand]
        self._journal.put(*(replace(act, by_hand=given_now[act.id]).pending() for act in changed))

    def _offer(self, name: str, act: HarmAct, harm: Harm) -> FollowUp:
        def take(dice: tuple[int, ...] = ()) -> None:
            self.take(act.id, harm, dice)

        if name:
            dice = act.names_of(harm)
            text = opponent_loses(name, replace(harm, cause=_("earlier roll"), causes=()), dice)
            words = opponent_loses(name, harm, dice)
        else:
            text = _("{step} (earlier roll)").format(step=harm_step(harm))
            words = proposal_words(harm)[0]
        tip = _("Not taken yet from an earlier roll: {harm}").format(harm=words)
        return FollowUp(text, take, tip, ask=self.ask(harm, take))


def as_given(character: Character, harm: Harm, dice: tuple[int, ...]) -> Harm:
    """Return harm as it takes the dice that its owner chose, () for the usual ones; RulesError as `given`."""
    choice = dice_choice(character, harm)
    usual = choice.usual if choice is not None else harm.dice
    # The usual ones keep the name of the usual step: "Take 2 damage", not "Lose dice 3, 4".
    return given(character, harm, dice) if dice and set(dice) != set(usual) else harm


def _with_cause(harm: Harm, *, of_opponent: bool) -> Harm:
    causes = {DamageKind.FATIGUE: _("magic past the safe level"), DamageKind.ATTACK: _("Damage icon")}
    if not of_opponent:
        return replace(harm, cause={DamageKind.FALL: _("Fall"), **causes}.get(harm.kind, harm.cause))
    if harm.kind not in causes:
        return harm
    # The opponent's player is not asked which dice are lost: as damage beyond his dice it takes the last ones.
    return replace(harm, cause=causes[harm.kind], damage=0, beyond=harm.damage)

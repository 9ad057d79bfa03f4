"""Harm of rolls. It is pending until the character takes it or the player dismisses it.

Harm of several rolls may be pending. The log stores the harm that each roll proposed. The character stores how much of
that harm was taken (`rules.values`). This module also contains the sentences about results and harm.
"""

from collections.abc import Callable
from functools import partial

from bones_desktop.play.bones.pendingacts import (
    HarmAct,
    given_by_hand,
    harm_left,
    harm_pending,
    not_on_table,
    unmarked_damage,
)
from bones_desktop.play.bones.played import Played, SpiffUse, UseKind, owner_of
from bones_desktop.play.followups import AskedDie, DiceAsk, FollowUp
from bones_desktop.play.journal import Journal
from bones_desktop.rules.bones.book.attempts import CHARACTER
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.characterdice import die_label
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.injury.blows import DamageKind
from bones_desktop.rules.bones.reading.plays import (
    Dealt,
    Harm,
    dealt_to_opponent,
    dealt_to_thrower,
    dice_choice,
    given,
    require_dice_of,
    suffer_harm,
)
from bones_desktop.rules.dice import Throw
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.records import Record, replace
from bones_desktop.rules.values import with_done_act
from bones_desktop.storage.log.logentry import ActState, PendingAct
from bones_desktop.wording.chances import signed
from bones_desktop.wording.language import _, ngettext
from bones_desktop.wording.names import causes_words, harm_step, numbered_name, opponent_loses, short_name
from bones_desktop.wording.readings import large_words
from bones_desktop.wording.table import request_name


def done_words(rulebook: Rulebook, played: Played) -> str:
    """Return a text with the uses of spiffs and the like on the roll. Each kind is named once; "" for none."""
    return " ".join(dict.fromkeys(_use_words(rulebook, played, use) for use in played.uses))


def result_words(rulebook: Rulebook, played: Played) -> str:
    """Return the roller, the task and the result: "Bob: Stealth against Goblin. Success by 2"."""
    opponent = played.opponent.name if played.opponent is not None else ""
    title = request_name(rulebook, played.request, short_name(opponent))
    result = large_words(played.reading.task.reading.findings[0].reason)
    words = _("{who}: {task}. {result}") if played.is_meant else _("{who}: {task}. Struck out: {result}")
    return words.format(who=short_name(played.owner.name), task=title, result=result)


def die_name(played: Played, place: int) -> str:
    """Return the name of one of the roller's dice: its number in the character, or the source of an extra die."""
    owners = played.owner.dice
    return _("Die {n}").format(n=owners[place] + 1) if place < len(owners) else played.throw.dice[place].label


def proposal_words(proposal: Harm) -> tuple[str, str]:
    """Return the button text for taking harm, and the tip on how to lose other dice instead."""
    cause = causes_words(proposal)
    # With no dice left to lose, damage brings death nearer.
    if not proposal.dice and proposal.beyond:
        text = _("{cause}: take {n} more damage than you had dice").format(cause=cause, n=proposal.beyond)
        return text, _("A character with twice as much damage as dice is dead")
    if not proposal.dice:
        n = proposal.damage
        text = ngettext("Take 1 damage from the fall", "Take {n} damage from the fall", n)
        if proposal.kind is DamageKind.FATIGUE:
            text = ngettext("Take 1 damage from the magic", "Take {n} damage from the magic", n)
        if proposal.kind is DamageKind.ATTACK:
            text = ngettext("Ask your GM: 1 damage from an icon?", "Ask your GM: {n} damage from icons?", n)
        tip = _("The last dice are lost first. To lose others, choose them below and press I.")
        return text.format(n=n), tip
    numbers, lost = ", ".join(str(die + 1) for die in proposal.dice), len(proposal.dice)
    tip = _("You may lose another die that counted: choose it below and press I.")
    words = ngettext("{cause} takes die {n}: lose it", "{cause} takes dice {n}: lose them", lost)
    if proposal.beyond:
        words = ngettext(
            "{cause} takes die {n} and does {m} more damage: take it",
            "{cause} takes dice {n} and does {m} more damage: take it",
            lost,
        )
    if len(proposal.every_cause) > 1:
        words = _("{cause} take dice {n}: lose them")
        if proposal.beyond:
            words = ngettext(
                "{cause} take die {n} and do {m} more damage: take it",
                "{cause} take dice {n} and do {m} more damage: take it",
                lost,
            )
        each = (_("die {n}: {cause}").format(n=die + 1, cause=by) for die, by in proposal.dice_with_causes)
        tip = f"{', '.join(each)}. {tip}"
    return words.format(cause=cause, n=numbers, m=proposal.beyond), tip


def _use_words(rulebook: Rulebook, played: Played, use: SpiffUse) -> str:
    if use.ruling is not None:
        words = _("The GM's {n} stands.") if use.ruling is played.play.ruling else _("The GM's {n} was replaced.")
        if not use.stands:
            words = _("Taken back: the GM's {n}.")
        return words.format(n=signed(use.ruling.net))
    earned = sum(each.kind is UseKind.EARNED and each.stands for each in played.uses) if use.stands else 1
    plain = {
        UseKind.SUCCESS: _("One success bought."),
        UseKind.SOAK: _("One damage soaked."),
        UseKind.EARNED: ngettext("One earned success used.", "{n} earned successes used.", earned),
    }
    said = plain.get(use.kind, "").format(n=earned)
    if use.kind is UseKind.REROLL:
        die, name = played.throw.dice[use.die], die_name(played, use.die)
        before, after = (face_name(rulebook, die.faces[index]) for index in (use.before, use.after))
        words = _("{die} re-rolled: {before} → {after}.")
        said = words.format(die=name, before=before, after=after)
    if use.undone:
        return _("Taken back: {what}").format(what=said)
    return _("Vetoed: {what}").format(what=said) if use.vetoed else said


Edit = Callable[[Character], Character]


class Harmed(Record):
    """A character that a roll may harm, and a function that changes the character."""

    owner: str
    """Id under which the log stores the acts of the character."""
    character: Character
    rulebook: Rulebook
    apply: Callable[[str, Edit], bool]
    """Function that makes a step with this name. It returns whether that worked; if not, the reason was shown."""
    name: str = ""
    """Name of an opponent; "" for the open character."""


def answering(act: str, edit: Edit, absorbed: int = 0) -> Edit:
    """Return `edit`, extended so that the character records the damage or healing as caused by the act `act`."""

    def edit_and_mark(character: Character) -> Character:
        # The damage is measured instead of copied from the harm, because armour or rules may reduce it.
        after = edit(character)
        return with_done_act(after, act, injuries.damage(after) - injuries.damage(character), absorbed)

    return edit_and_mark


class OwedHarm:
    """Harm of rolls to the open character or an opponent. Log and character show how much is still to be taken."""

    def __init__(
        self,
        journal: Journal,
        where: Callable[[], Harmed | None],
    ) -> None:
        """Use `where` to get the current character. It returns None while there is no character."""
        self._journal = journal
        self._where = where

    @property
    def acts(self) -> dict[str, HarmAct]:
        """All acts proposed by rolls, by id, oldest first. Completed and dismissed acts are included."""
        who = self._where()
        return {} if who is None else self.acts_of(who.owner)

    def acts_of(self, owner: str) -> dict[str, HarmAct]:
        """Return the same as `acts`, for the owner of the character, without reading the character."""
        return {act.id: act for act in harm_pending(self._journal.pending(owner))}

    def left(self) -> dict[str, tuple[Harm, ...]]:
        """Return the harm of each act that is still to be taken, by act id, newest first."""
        who = self._where()
        if who is None:
            return {}
        with_cause = partial(_with_cause, of_opponent=bool(who.name))
        found = harm_left(who.character, tuple(self.acts_of(who.owner).values()))
        return {act: tuple(map(with_cause, left)) for act, left in found.items()}

    def take(self, id: str, harm: Harm, dice: tuple[int, ...] = ()) -> Harm | None:
        """Take harm of an act as one undo step, with the dice that the player chose to lose.

        Return the harm that was taken; None if the step was refused.
        """
        who = self._where()
        act = self.acts_of(who.owner).get(id) if who is not None else None
        if who is None or act is None:
            return None
        try:
            harm = as_given(who.character, harm, dice)
        except RulesError as error:
            self._journal.refused.emit(error.reason)
            return None

        def edit(character: Character) -> Character:
            # Harm to dice that were not rolled is refused, because the dice may have been replaced after the roll.
            require_dice_of(character, act.thrown, act.faces)
            return suffer_harm(character, harm)

        return harm if who.apply(harm_step(harm), answering(id, edit)) else None

    def ask(self, harm: Harm, call: Callable[[tuple[int, ...]], None]) -> DiceAsk | None:
        """Return a question that asks which dice to lose and passes the answer to `call`; None without a choice."""
        who = self._where()
        choice = dice_choice(who.character, harm) if who is not None else None
        if who is None or choice is None:
            return None
        n = len(choice.usual)
        words = ngettext("Which die is lost?", "Which {n} dice are lost?", n).format(n=n)
        dice = []
        for die in choice.among:
            shown = who.character.dice[die]
            name = die_label(who.rulebook, shown, die)
            faces = ", ".join(face_name(who.rulebook, face) for face in shown.faces)
            said = _("{die}: {faces}").format(die=numbered_name(die, name), faces=faces)
            dice.append(AskedDie(die, tuple(face.code for face in shown.faces), name, said))
        return DiceAsk(words, tuple(dice), choice.usual, choice.fixed, call)

    def dismiss(self, act: HarmAct) -> None:
        """Stop offering an act."""
        self._journal.put(replace(act, state=ActState.DISMISSED).pending())
        self._journal.dismissed.emit()

    def offers(self, on_table: str = "") -> tuple[FollowUp, ...]:
        """Return the buttons for harm of rolls that are no longer on the table.

        If two acts take the same die, only one button offers to lose this die.
        """
        who, acts = self._where(), self.acts
        found: list[FollowUp] = []
        for id, new in not_on_table(self.left(), on_table):
            found += [self._offer(who.name if who is not None else "", acts[id], harm) for harm in new]
            tip = _("Ignore the effect of the earlier roll")  # Dismissing the harm is always allowed.
            dismiss = partial(self.dismiss, acts[id])
            found.append(FollowUp(_("Dismiss"), dismiss, tip, icon="close", kind="", beside=True))
        return tuple(found)

    def keep_given_by_hand(self) -> None:
        """Store in the log how much of the pending harm the player has already taken by hand.

        This method is called at each roll. Dice lost by hand may heal later, and their harm must not be offered again
        then.
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
            # The button says "earlier roll" instead of the cause, because another roll is on the table.
            text = opponent_loses(name, replace(harm, cause=_("earlier roll"), causes=()), dice)
            words = opponent_loses(name, harm, dice)
        else:
            text = _("{step} (earlier roll)").format(step=harm_step(harm))
            words = proposal_words(harm)[0]
        tip = _("Not taken yet from an earlier roll: {harm}").format(harm=words)
        return FollowUp(text, take, tip, ask=self.ask(harm, take))


def as_given(character: Character, harm: Harm, dice: tuple[int, ...]) -> Harm:
    """Return the harm with the `dice` that the player chose; () for the default dice. Raise RulesError like `given`."""
    choice = dice_choice(character, harm)
    usual = choice.usual if choice is not None else harm.dice
    # The default dice keep the default step name: "Take 2 damage" instead of "Lose dice 3, 4".
    return given(character, harm, dice) if dice and set(dice) != set(usual) else harm


def _with_cause(harm: Harm, *, of_opponent: bool) -> Harm:
    causes = {DamageKind.FATIGUE: _("magic past the safe level"), DamageKind.ATTACK: _("Damage icon")}
    if not of_opponent:
        return replace(harm, cause={DamageKind.FALL: _("Fall"), **causes}.get(harm.kind, harm.cause))
    if harm.kind not in causes:
        return harm
    # The opponent's player is not asked which dice to lose. Damage takes the last dice.
    return replace(harm, cause=causes[harm.kind], damage=0, beyond=harm.damage)


def harm_of(played: Played, character: Character) -> tuple[PendingAct, ...]:
    """Return the harm of a roll to the roller `character` and to the opponent."""
    owner, reading, opponent = played.owner, played.reading, played.opponent
    own = dealt_to_thrower(owner.dice, reading)
    found = harm_acts(played.key, owner.id, own, played.throw, owner.dice, character)
    if opponent is None or played.other is None or reading.other is None:
        return found
    them, dice = opponent.character, opponent.character.available()
    theirs = dealt_to_opponent(dice, played.other.task, reading.other, reading.strikes)
    return (*found, *harm_acts(played.opponent_harm, owner_of(opponent), theirs, played.other.throw, dice, them))


def harm_acts(
    act: str, who: str, dealt: Dealt, throw: Throw[Face], dice: tuple[int, ...], character: Character
) -> tuple[PendingAct, ...]:
    """Return the pending harm of `dealt` damage to `character`, who rolled its `dice`; none without damage."""
    if not dealt.points:
        return ()
    names = tuple(die.label for die in throw.dice if die.group == CHARACTER)
    return (HarmAct(act, who, dealt, dice, codes_of(throw), names, unmarked_damage(character)).pending(),)


def codes_of(throw: Throw[Face]) -> tuple[tuple[str, ...], ...]:
    """Return the codes of all faces of each of the character's own dice."""
    own = (die for die in throw.dice if die.group == CHARACTER)
    return tuple(tuple(face.code for face in die.faces) for die in own)

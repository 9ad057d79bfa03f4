"""Buttons below a result: reduce harm with armour or spiffs, heal, write the diary of seasons, maintain magic.

A Healer's success can be used on a member of the party. This is an undo step in the patient's own file.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Signal

from bones_desktop.document.bones.characterdocument import AnyCharacter, MadeStep
from bones_desktop.play.bones.harm import answering, proposal_words
from bones_desktop.play.bones.played import Played
from bones_desktop.play.bones.spiffplay import SpiffPlay
from bones_desktop.play.bones.throws import TablePlay
from bones_desktop.play.followups import FollowUp, TrackerAsk, TrackerTab
from bones_desktop.play.journal import NOT_DONE, Journal
from bones_desktop.rules.bones.book.attempts import CHARACTER, ITEM
from bones_desktop.rules.bones.book.character import Character, SeasonAction
from bones_desktop.rules.bones.book.icons import MENTAL, PHYSICAL, Face
from bones_desktop.rules.bones.injury import blows
from bones_desktop.rules.bones.injury.injuries import (
    MOST_MEDIC,
    creation_percent,
    healable,
    improvements,
    regenerate,
    treat,
    treated_at_once,
    treated_pace,
)
from bones_desktop.rules.bones.injury.magic import MAGIC
from bones_desktop.rules.bones.life import seasons
from bones_desktop.rules.bones.reading.plays import Harm
from bones_desktop.rules.bones.reading.requests import OFF_STAGE, ThrowKind
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.records import Record
from bones_desktop.rules.values import done_act
from bones_desktop.storage.files.characterfile import CharacterFileError
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.files.undohistory import History
from bones_desktop.storage.log.logentry import HIDDEN, NOT_MEANT
from bones_desktop.wording.keys import keyed
from bones_desktop.wording.language import _, ngettext
from bones_desktop.wording.names import follower_noun, short_name
from bones_desktop.wording.seasons import days_words
from bones_desktop.wording.table import spiff_count, task_name

Companion = tuple[Path, Character]
"""Path of a party member's file, and the character in it."""


class _Done(Record):
    """A treatment that can be undone."""

    key: str
    """Key of the roll by which the patient was treated."""
    made: MadeStep


class Companions(QObject):
    """Offers to treat members of the party after a Healer's roll."""

    changed = Signal()
    """Emitted when the offers and a file of the party have changed."""

    def __init__(self, anyone: AnyCharacter, journal: Journal, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.present: Callable[[], Sequence[Companion]] = tuple
        """Returns the party members who may be treated."""
        self._anyone = anyone
        self._journal = journal
        self._done: _Done | None = None

    def offers(self, played: Played, net: int, medic: int, numbers: str) -> tuple[FollowUp, ...]:
        """Return a button for each patient; after a treatment, the button that undoes the treatment.

        `numbers` is the effect of the treatment as text, shown on the buttons.
        """
        if self.treated(played) is not None:
            tip = _("Undoes what the treatment healed")
            return (FollowUp(_("Take the treatment back"), self._take_back, tip, icon="undo", kind=""),)
        edit, found = partial(treat, successes=net, medic=medic), []
        for path, patient in self.present():
            # Healers treat themselves with a separate button (`ThrowFollowUps._treating`).
            if patient.id == played.owner.id:
                continue
            # The treatment is tried first, so that a patient whom the rules exclude gets no button.
            try:
                edit(patient)
            except RulesError:
                continue
            text = _("Treat {name}: {numbers}").format(name=short_name(patient.name), numbers=numbers)
            tip = _("Medical attention, written to this patient's file. You can undo it there too.")
            found.append(FollowUp(text, partial(self._treat, played, path, edit), tip, icon="heal", kind=""))
        return tuple(found)

    def treated(self, played: Played) -> str | None:
        """Return the name of the patient treated by this roll; None if there is none or the treatment was undone."""
        done = self._done
        if done is None or done.key != played.key:
            return None
        try:
            patient = self._anyone.read(done.made.path)
        except (FileProblem, CharacterFileError):
            return None
        # The mark in the file decides, because the patient's player may have undone the treatment there.
        return short_name(patient.name) if done_act(patient, treatment_by(played)) else None

    def _treat(self, played: Played, path: Path, edit: Callable[[Character], Character]) -> None:
        try:
            made = self._anyone.apply(path, _("Medical attention"), answering(treatment_by(played), edit))
        except NOT_DONE as error:
            self._journal.report(error)
        else:
            self._done = _Done(played.key, made)
            self.changed.emit()

    def _take_back(self) -> None:
        done = self._done
        if done is None:
            return
        try:
            self._anyone.take_back(done.made)
        except NOT_DONE as error:
            self._journal.report(error)
        else:
            self._done = None
            self.changed.emit()


def treatment_by(played: Played) -> str:
    """Return the id of the act by which a Healer's roll treats a patient."""
    return f"{played.key}-treated"


HEALER: Final = "healer"
"""Id of the skill that treats wounds."""
MEDIC: Final = "medic"
"""Id of the mastery that heals more dice immediately."""
CRAFT: Final = "craft"
"""Id of the skill that makes things."""
DRIVEN: Final = "driven"
WEAPONSMITH: Final = "weaponsmith"
"""Ids of the masteries of Craft with which things are made faster or better."""


class ThrowFollowUps(QObject):
    """Offers follow-ups of a roll. Each follow-up is one undo step, made only when the player chooses it."""

    tracker_requested = Signal(object)
    """Emitted with a TrackerAsk: the part of the Tracker page to show."""
    asset_requested = Signal()
    """Emitted to ask the player for the name of the asset gained by the roll (see `write_with_asset`)."""

    def __init__(
        self,
        play: TablePlay,
        spiffs: SpiffPlay,
        companions: Companions,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = play.document
        self._play = play
        self._spiffs = spiffs
        self._companions = companions

    def all(self) -> tuple[FollowUp, ...]:
        """Return the buttons to show now. Buttons about harm come first."""
        played = self._play.played
        # Dice are in motion: a follow-up would reveal a result that nobody has seen yet.
        if self._play.pending:
            return ()
        if played is None:
            return self._play.offers()
        shown = self._revealing(played)
        # A struck-out roll has no effects. The only offer is to restore it.
        if not played.is_meant:
            call = partial(self._spiffs.mark, played.entry, NOT_MEANT, on=False)
            tip = keyed(_("The effects of the roll are offered again"), "table.strike")
            meant = FollowUp(_("Restore the roll"), call, tip, icon="undo", kind="")
            return (meant, *shown, *self._play.offers())
        return (
            *shown,
            *self._against_harm(),
            *self._play.offers(),
            *self._healing(played),
            *self._treating(played),
            *self._diary(played),
            *self._magic(played),
        )

    def _revealing(self, played: Played) -> tuple[FollowUp, ...]:
        if not played.is_secret:
            return ()
        call = partial(self._spiffs.mark, played.entry, HIDDEN, on=False)
        tip = _("The players' view then shows the dice and the result")
        return (FollowUp(_("Show it to the players"), call, tip, icon="players", kind=""),)

    def words(self) -> str:
        """Return sentences about a treatment or a diary entry, and about rolled masteries. Return "" for none."""
        played = self._play.played
        if played is None:
            return ""
        said = (self._treatment_words(played) or self._diary_words(), *self._mastery_words(played))
        return " ".join(filter(None, said))

    def _mastery_words(self, played: Played) -> Iterator[str]:
        """Yield sentences about rolled masteries: effects on crafted things or other people, and possible commands."""
        task = played.occasion.task
        if self._play.pending or not played.is_meant or played.request.kind not in {ThrowKind.TASK, *OFF_STAGE}:
            return
        shown = {icon for face in self._faces(played) for icon in face.icons}
        # A roll for income may use Craft, but it crafts nothing.
        net = played.reading.task.net if task.skill == CRAFT and played.request.kind is not ThrowKind.INCOME else 0
        if DRIVEN in shown and net > 0:
            yield _("Driven: made in {n} % of the usual time.").format(n=creation_percent(net))
        if WEAPONSMITH in shown and improvements(net):
            more = _("Weaponsmith: the die of the item gains {n} Melee, Missile or Defend, or loses {n} Encumbrance.")
            yield more.format(n=improvements(net))
        for mastery in self._document.rulebook.masteries:
            if mastery.id in shown and mastery.lends and task.skill == mastery.skill:
                yield _("{icon}: its success may go to another instead.").format(icon=mastery.name)
            if mastery.id in shown and mastery.commands:
                words = _("{icon}: may command the {whom} instead.")
                yield words.format(icon=mastery.name, whom=follower_noun(mastery.commands))

    @staticmethod
    def _faces(played: Played) -> list[Face]:
        """Return the faces of the character's own dice and of the equipment, without dice that count as lost."""
        own, taken = zip(played.throw.dice, played.play.shown.faces, strict=True), set(played.reading.task.reading.lost)
        return [face for place, (die, face) in enumerate(own) if die.group in {CHARACTER, ITEM} and place not in taken]

    def _treatment_words(self, played: Played) -> str:
        found = self._treatment(played)
        if found is None or self._play.pending or not played.is_meant:
            return ""
        patient = self._companions.treated(played)
        if patient is not None:
            words = _("{name} is treated: {numbers}. It is in the patient's file; undo here does not change that file.")
            return words.format(name=patient, numbers=self._numbers(*found))
        words = _("Treats a patient: {numbers}. Treat another one on the Tracker page or in the campaign's calendar.")
        return words.format(numbers=self._numbers(*found))

    def _diary_words(self) -> str:
        action = self._written()
        if action is None:
            return ""
        every = seasons.actions_of(self._document.character, action.season)
        number = len(every) - every[::-1].index(action)
        words = _("Written in the diary: action {n} of {most} of the season.")
        return words.format(n=number, most=seasons.ACTIONS_A_SEASON)

    def _against_harm(self) -> tuple[FollowUp, ...]:
        proposals = self._play.proposals()
        found = []
        for harm in proposals:
            (text, tip), ask = proposal_words(harm), self._play.ask(harm)
            # The tip is about the choice of dice, unless there is more damage than dice.
            tip = tip if ask is not None or (harm.beyond and not harm.dice) else ""
            found.append(FollowUp(text, partial(self._play.take, harm), tip, ask=ask))
            found.extend(self._absorbing(harm))
        # One button offers soaking for all harm, because only one point can be soaked in a roll (SPF-11).
        if proposals and self._spiffs.may_soak:
            cost = spiff_count(self._spiffs.price(blows.SOAK))
            tip = _("One point of damage has no effect; at most one for each roll")
            text = _("Soak 1 damage · {spiffs}").format(spiffs=cost)
            found.append(FollowUp(text, self._spiffs.soak, tip, icon="star", kind=""))
        return tuple(found)

    def _absorbing(self, harm: Harm) -> tuple[FollowUp, ...]:
        character = self._document.character
        tip = _("If the GM allows it. The item is ruined and its die is discarded.")
        found = []
        for place, item in enumerate(self._document.sheet.equipment):
            if blows.absorb_refusal(self._document.rulebook, character, place, harm.kind) is None:
                text = _("{item} absorbs it").format(item=short_name(item.name))
                found.append(FollowUp(text, partial(self._absorb, harm, place), tip, icon="remove", kind=""))
        return tuple(found)

    def _absorb(self, harm: Harm, item: int) -> None:
        blow = blows.Blow(points=harm.damage, cause=harm.cause, absorbed_by=(item,), harm=harm.kind)
        character = self._document.character
        one_each = character.house_rules.armour_absorbs_one_damage
        name = _("{item} absorbs damage").format(item=self._document.sheet.equipment[item].name)
        edit = partial(blows.take_blow, self._document.rulebook, blow=blow, today=self._play.today())
        played = self._play.played
        if played is not None:
            self._play.apply(name, answering(played.key, edit, absorbed=1 if one_each else harm.damage))

    def _healing(self, played: Played) -> tuple[FollowUp, ...]:
        # The button offers no more dice than can be healed.
        character = self._document.character
        icons = min(played.reading.regenerated, healable(character))
        if not icons or character.slain or not character.available() or done_act(character, _healed_by(played)):
            return ()
        text = ngettext("Regenerate 1 die", "Regenerate {n} dice", icons).format(n=icons)
        tip = _("Each Regenerate icon rolled heals one die")
        return (FollowUp(text, partial(self._regenerate, text, played, icons), tip, icon="heal", kind=""),)

    def _regenerate(self, name: str, played: Played, icons: int) -> None:
        self._play.apply(name, answering(_healed_by(played), partial(regenerate, icons=icons)))

    def _treatment(self, played: Played) -> tuple[int, int] | None:
        """Return net successes and Medic icons of a successful Healer roll; None for other rolls (HEAL-2, AMB-44)."""
        task = played.reading.task
        if played.request.kind is not ThrowKind.TASK or played.occasion.task.skill != HEALER or task.net < 1:
            return None
        medic = sum(face.count for face in self._faces(played) if face.has(MEDIC))
        return task.net, min(MOST_MEDIC, medic)

    def _numbers(self, net: int, medic: int) -> str:
        n, pace = treated_at_once(net, medic), days_words(treated_pace(net))
        words = ngettext("1 die at once, then one in {days}", "{n} dice at once, then one in {days}", n)
        return words.format(n=n, days=pace)

    def _treating(self, played: Played) -> tuple[FollowUp, ...]:
        found = self._treatment(played)
        if found is None or done_act(self._document.character, treatment_by(played)):
            return ()
        numbers = self._numbers(*found)
        others = self._companions.offers(played, *found, numbers)
        edit = partial(treat, successes=found[0], medic=found[1])
        # The edit is tried to find out whether the rules allow the treatment.
        try:
            edit(self._document.character)
        except RulesError:
            return others
        if self._companions.treated(played) is not None:
            return others
        text = _("Treat yourself: {numbers}").format(numbers=numbers)
        tip = _("Medical attention for the character who rolled")
        return (FollowUp(text, partial(self._treat, played, edit), tip, icon="heal", kind=""), *others)

    def _treat(self, played: Played, edit: Callable[[Character], Character]) -> None:
        self._play.apply(_("Medical attention"), answering(treatment_by(played), edit))

    def _diary(self, played: Played) -> tuple[FollowUp, ...]:
        if played.request.kind not in OFF_STAGE:
            return ()
        show = FollowUp(
            _("Show the diary"),
            partial(self.tracker_requested.emit, TrackerAsk(TrackerTab.SEASONS)),
            _("The seasons of this character (Tracker page)"),
            icon="tracker",
            kind="",
        )
        written = self._written()
        if written is None:
            most = seasons.ACTIONS_A_SEASON
            number = most - seasons.actions_left(self._document.character) + 1
            text = _("Write into the diary (action {n} of {most})").format(n=number, most=most)
            if number > most:
                text = _("Write into the diary (the season is full)")
            tip = _("Counts as an action of the season, with its result")
            write = FollowUp(text, partial(self._write, played), tip, icon="paste", kind="")
            if number > most:
                return (write, show)
            if not self._may_bring_asset(played):
                return (write,)
            tip = _("The success brought an asset that earns in the same season")
            return (write, FollowUp(_("With an asset…"), self.asset_requested.emit, tip, icon="add", kind=""))
        net = played.reading.task.net
        if written.successes != (max(0, net) if played.occasion.kind is ThrowKind.INCOME else net):
            text = _("Correct the diary")
            tip = _("The roll has changed since it was written down")
            return (FollowUp(text, partial(self._write, played, written), tip, icon="paste", kind=""), show)
        return (show,)

    def write_with_asset(self, asset: str, lasting: bool) -> None:
        """Write the roll on the table into the diary, with the asset gained by it (OFF-10)."""
        played = self._play.played
        if played is None or self._play.pending or self._written() is not None or not self._may_bring_asset(played):
            return
        edit = partial(self._recorded, played=played, asset=asset, lasting=lasting)
        self._play.apply(_("Write into the diary"), edit, _in_diary(played))

    def _may_bring_asset(self, played: Played) -> bool:
        return played.request.kind is ThrowKind.STRATEGIC and played.reading.task.net >= 1

    def _write(self, played: Played, instead: SeasonAction | None = None) -> None:
        def edit(now: Character) -> Character:
            if instead is None:
                return self._recorded(now, played)
            # The old action will be removed. So find out first whether its asset became a lasting asset.
            kept = any(each.name == instead.made and each.season is None for each in now.assets)
            now = seasons.remove_action(now, now.actions.index(instead))
            brought = instead.made if self._may_bring_asset(played) else ""
            return self._recorded(now, played, brought, lasting=kept)

        name = _("Write into the diary") if instead is None else _("Correct the diary")
        self._play.apply(name, edit, _in_diary(played))

    def _recorded(self, now: Character, played: Played, asset: str = "", *, lasting: bool = False) -> Character:
        rulebook, task, occasion = self._document.rulebook, played.occasion.task, played.occasion
        net = played.reading.task.net
        if occasion.kind is ThrowKind.INCOME:
            return seasons.record_income(
                rulebook, now, self._play.today(), skill=task.skill, successes=max(0, net), assets=occasion.assets,
                thrown=True,
            )  # fmt: skip
        return seasons.record_strategic(
            rulebook,
            now,
            self._play.today(),
            title=task_name(rulebook, task),
            skill="" if task.skill in {PHYSICAL, MENTAL} else task.skill,
            difficulty=task.difficulty,
            successes=net,
            asset=asset,
            lasting=lasting,
            thrown=True,
        )

    def _written(self) -> SeasonAction | None:
        """Return the action under which the roll was written into the diary; None if it has been removed."""
        played = self._play.played
        done = History(*self._document.history()).done if played is not None else ()
        # The step is looked up in the undo history, because an action whose step is undone is not in the diary.
        step = next((each for each in reversed(done) if played and each.mark == _in_diary(played)), None)
        if step is None:
            return None
        before, after = step.before.actions, step.after.actions
        # The new action may be before other actions of its season, so the first difference between the lists is the new
        # one.
        same = (place for place, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1])
        action = after[next(same, len(before))]
        return action if action in self._document.character.actions else None

    def _magic(self, played: Played) -> tuple[FollowUp, ...]:
        task = played.reading.task
        # The strength of an effect counts the successes before Nulls, but after fatigue (MAG-32).
        strength = task.after_fatigue
        on_stage = played.request.kind is ThrowKind.TASK and played.occasion.task.skill == MAGIC
        if not on_stage or not task.success or strength < 1:
            return ()
        call = partial(self.tracker_requested.emit, TrackerAsk(TrackerTab.MAGIC, strength))
        tip = _("Makes the effect of the magic last, for a sacrifice (Tracker page)")
        return (FollowUp(_("Keep magic going…"), call, tip, icon="tracker", kind=""),)


def _in_diary(played: Played) -> str:
    """Return the mark of the step that writes the roll into the diary of seasons (OFF-3)."""
    return f"diary:{played.key}"


def _healed_by(played: Played) -> str:
    """Return the id of the act by which the roll's Regenerate icons heal (HEAL-6)."""
    return f"{played.key}-healed"

"""The tray of a fight: all dice of a round, their owners, their faces, and their effects."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from bones_desktop.document.bones.fightdocument import FightDocument
from bones_desktop.pages.fight.boardmodel import chip_looks
from bones_desktop.rules.bones.book.attempts import CHARACTER
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.fight import roster
from bones_desktop.rules.bones.fight.chips import ATTACK, DEFEND, LEND
from bones_desktop.rules.bones.fight.efforts import resists
from bones_desktop.rules.bones.fight.fighters import Faces, Fighter, RoundReroll
from bones_desktop.rules.bones.fight.roster import OURS
from bones_desktop.rules.bones.fight.roundedits import OpenThrow, ThrowFor, dice_against
from bones_desktop.rules.bones.fight.roundreading import RoundReading
from bones_desktop.rules.bones.reading.tasks import hindrance
from bones_desktop.rules.dice import Die
from bones_desktop.rules.reading import Role
from bones_desktop.rules.records import Record
from bones_desktop.theme.theme import Theme
from bones_desktop.tray.contents import TrayDie
from bones_desktop.tray.looks import FAR
from bones_desktop.tray.motion import ThrowSource
from bones_desktop.tray.traywidget import TrayWidget
from bones_desktop.widgets.dice.facelook import painted_group
from bones_desktop.wording.language import _

_USED: Final = frozenset({ATTACK, DEFEND, LEND})


class RoundDie(Record):
    """A die of the round.

    The die of a horde belongs to its roll for one opponent.
    """

    who: str
    purpose: ThrowFor
    opponent: str
    place: int
    """Index of the die among all dice of the fighter's roll."""
    die: Die[Face]
    declaration: int = 0
    """Number of the declaration that a challenge die belongs to."""


def dice_of(throws: Iterable[OpenThrow]) -> tuple[RoundDie, ...]:
    """Return the dice of these rolls, in order."""
    return tuple(
        RoundDie(each.who, each.purpose, each.opponent, place, die, each.declaration)
        for each in throws
        for place, die in zip(each.places, each.dice, strict=True)
    )


def thrown_dice(document: FightDocument) -> dict[RoundDie, int]:
    """Return the rolled dice in roster order, each with the index of its face.

    A re-rolled die has its new face. Challenge dice come last, in the order of declarations.
    """
    now, found = document.fight.round, dict[RoundDie, int]()
    for fighter in document.fight.encounter.fighters:
        dice, who = fighter.dice(document.rulebook), fighter.id
        throws = [
            (ThrowFor.ROUND, "", now.shown(who)),
            *((ThrowFor.RESISTANCE, by, faces) for by, faces in _resisted(now.resist, who)),
            *((ThrowFor.ORDER, by, faces) for by, faces in _resisted(now.resist_again, who)),
        ]
        throws += [(ThrowFor.ROUND, opponent, faces) for opponent, faces in now.horde_faces.get(who, {}).items()]
        for purpose, opponent, faces in throws:
            for place, (die, number) in enumerate(zip(dice, faces, strict=False)):
                if number is not None:
                    found[RoundDie(who, purpose, opponent, place, die)] = number - 1
    for at, declared in enumerate(now.declarations):
        if declared.challenge:
            dice = dice_against(document.rulebook, declared)
            for place, (die, number) in enumerate(zip(dice, declared.challenge, strict=False)):
                if number is not None:
                    found[RoundDie(declared.who, ThrowFor.CHALLENGE, "", place, die, at)] = number - 1
    return found


def _resisted(thrown: Mapping[str, Faces], who: str) -> Iterator[tuple[str, Faces]]:
    """Yield each magic user's id ("" for any user), and the faces that a fighter rolled to resist that user."""
    for key, faces in thrown.items():
        whom, _blank, by = key.partition(" ")
        if whom == who:
            yield by, faces


def tray_die(document: FightDocument, one: RoundDie) -> TrayDie:
    """Return a die for the tray. Dice of the other sides are at the far end."""
    fighter = document.fight.encounter.fighter(one.who)
    group = FAR if one.die.group == CHARACTER and fighter.side != OURS else one.die.group
    label = _("{who}: {die}").format(who=fighter.name, die=one.die.label or one.die.key)
    codes = tuple(face.code for face in one.die.faces)
    painted = painted_group(group, codes, fighter.character.dice_colour)
    return TrayDie(codes, group, label, face_names(document, one.die), painted)


def face_names(document: FightDocument, die: Die[Face]) -> tuple[str, ...]:
    """Return the faces of a die in players' words."""
    return tuple(face_name(document.rulebook, face) for face in die.faces)


class RoundTray(TrayWidget):
    """Shows the rolls of a round. The page decides when the dice roll.

    The tray is wider than usual where many dice would otherwise be small.
    """

    fell = Signal()
    """Emitted before dice fall, including dice that are re-rolled. `settled` is emitted when the dice are at rest."""

    def __init__(
        self, document: FightDocument, theme: Theme, source: ThrowSource, parent: QWidget | None = None
    ) -> None:
        super().__init__(theme, source, parent)
        self._document = document
        self.round_dice: tuple[RoundDie, ...] = ()
        """The dice in the tray."""
        self.in_air: frozenset[str] = frozenset()
        """Ids of the fighters who are rolling, or who rolled last."""
        self._rerolls: Mapping[str, RoundReroll] = {}
        """Re-rolls that were known when the round was last shown."""
        self.settled.connect(self._mark)

    @property
    def is_current(self) -> bool:
        """True if all dice in the tray still belong to the round.

        A fighter may have been removed, or may have other dice by now.
        """
        return thrown_dice(self._document).keys() >= set(self.round_dice)

    def throw_round(self, rolled: tuple[Iterable[OpenThrow], Sequence[int]]) -> None:
        """Animate dice that were just rolled (see `FightPlay.thrown`), next to dice that are in the tray already."""
        throws, indices = rolled
        new = dice_of(throws)
        thrown = thrown_dice(self._document)
        together = {*self.round_dice, *new} & thrown.keys()
        # Set before `fell` is emitted, because its handlers read it.
        self.in_air = frozenset(one.who for one in new)
        self.fell.emit()
        # Dice that are in the tray already stay where they are, and only the new ones fall.
        if self.contents.thrown and len(together) > len(new):
            self.round_dice = tuple(one for one in thrown if one in together)
            shown = [thrown[one] for one in self.round_dice]
            self.show_thrown(self._as_tray_dice(), shown)
            # Use the faces as the seed, so that the same roll falls in the same way again.
            self.rethrow(
                [at for at, one in enumerate(self.round_dice) if one in new], shown, hash(tuple(shown)) & 0xFFFF
            )
        else:
            self.round_dice = new
            self.throw(self._as_tray_dice(), indices, hash(tuple(indices)) & 0xFFFF)
        self._name_sides()

    def lay_round(self, is_shown: Callable[[str], bool]) -> None:
        """Show the dice as they fell, or the dice that wait to be rolled. Animate a re-rolled die."""
        document, lying = self._document, self.contents
        thrown = {one: index for one, index in thrown_dice(document).items() if is_shown(one.who)}
        waiting = dice_of(each for each in document.open_throws if is_shown(each.who))
        self.round_dice = tuple(thrown) or waiting
        dice, indices, again = self._as_tray_dice(), tuple(thrown.values()), self._thrown_again()
        if not thrown:
            if lying.thrown or dice != lying.dice:
                self.show_still(dice)
        elif dice != lying.dice or not lying.thrown:
            self.show_still(dice, indices)
        # Only a re-roll of this round is animated. After undo or a change of fighters, the dice are shown at rest.
        elif again:
            self.in_air = frozenset(self.round_dice[at].who for at in again)
            self.fell.emit()
            self.rethrow(again, indices, hash(indices) & 0xFFFF)
        elif indices != lying.indices:
            self.show_still(dice, indices)
        self._mark()
        self._name_sides()

    def _as_tray_dice(self) -> tuple[TrayDie, ...]:
        return tuple(tray_die(self._document, one) for one in self.round_dice)

    def _thrown_again(self) -> list[int]:
        """Return the places in the tray of dice re-rolled since the round was last shown."""
        now, before = self._document.fight.round.rerolls, self._rerolls
        self._rerolls = now
        again = {(who, ThrowFor.ROUND, each.die - 1) for who, each in now.items() if each != before.get(who)}
        return [at for at, one in enumerate(self.round_dice) if (one.who, one.purpose, one.place) in again]

    def _mark(self) -> None:
        """Draw the effect of each die on dice that have settled."""
        # Marks on falling dice would reveal the result.
        reading = self._document.reading
        if self.contents.thrown and not self.flying and self.is_current and reading is not None:
            marks, shown = RoundMarks(self._document, reading), zip(self.round_dice, self.contents.indices, strict=True)
            found = [marks.of(one, one.die.faces[index]) for one, index in shown]
            self.mark([role for role, _note in found])
            self.explain([note for _role, note in found])

    def _name_sides(self) -> None:
        fight = self._document.fight
        ours, *others = roster.sides(fight)
        present = {fighter.side for fighter in fight.encounter.fighters}
        near = _("Side {side}").format(side=ours)
        far = _("Side {side}").format(side=", ".join(side for side in others if side in present))
        groups = {die.group for die in self.contents.dice}
        self.set_sides({CHARACTER: near, FAR: far} if {CHARACTER, FAR} <= groups else {})
        self.set_plate(_("Secret") if self._document.fight.secret else "")


class RoundMarks:
    """The effects of the dice of a round, as the choices made so far decide."""

    def __init__(self, document: FightDocument, reading: RoundReading) -> None:
        self._document = document
        self._reading = reading
        self._captions: dict[tuple[str, str, int], list[str]] = {}
        for who in reading.hands:
            for look in chip_looks(document, reading, who):
                if look.caption and look.place.isdigit():
                    key = (who, look.key[0], int(look.place) - 1)
                    self._captions.setdefault(key, []).append(look.caption)

    def of(self, one: RoundDie, shown: Face) -> tuple[Role, str]:
        """Return the role of a die that shows this face, and a sentence about it."""
        fighter = self._document.fight.encounter.fighter(one.who)
        role = self._role(fighter, one, shown)
        said = dict.fromkeys(self._captions.get((one.who, one.opponent, one.place), ()))
        words = "; ".join(said) if one.purpose is ThrowFor.ROUND and role is not Role.LOST else ""
        words = words or self._words()[role]
        face = face_name(self._document.rulebook, shown)
        return role, _("{who}: {face}. {words}.").format(who=fighter.name, face=face, words=words)

    def _role(self, fighter: Fighter, one: RoundDie, shown: Face) -> Role:
        if one.purpose is ThrowFor.CHALLENGE:
            return Role.HURTS if hindrance(shown, one.die.group).nulls else Role.IDLE
        if one.purpose in {ThrowFor.RESISTANCE, ThrowFor.ORDER}:
            return Role.COUNTS if resists(self._document.rulebook, shown) else Role.IDLE
        hand = self._reading.hands[fighter.id]
        if one.place in hand.taken:
            return Role.LOST
        if one.die.key in hand.doing.means.borne.idle:
            return Role.IDLE
        effort = self._reading.efforts.get(fighter.id)
        if effort is not None:
            thrown = [place for place, face in enumerate(hand.throws[0].faces) if face is not None]
            return effort.reading.reading.dice[thrown.index(one.place)].role
        chips = [
            (chip, throw)
            for throw in self._reading.chips.get(fighter.id, ())
            if throw.opponent == one.opponent
            for chip in throw.chips
            if chip.place == str(one.place + 1)
        ]
        if any(chip.use in _USED or chip.is_unasked or chip in throw.unplaced for chip, throw in chips):
            return Role.COUNTS
        hinders = hindrance(shown, one.die.group)
        if hinders.damage or hinders.nulls or hinders.encumbrance:
            return Role.HURTS
        return Role.CANCELLED if chips else Role.IDLE

    def _words(self) -> dict[Role, str]:
        return {
            Role.COUNTS: _("Counts"),
            Role.CANCELLED: _("Does not count"),
            Role.IDLE: _("Does nothing here"),
            Role.HURTS: _("Hinders"),
            Role.LOST: _("Lost to a hindering die"),
        }

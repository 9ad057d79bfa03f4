"""The details of one fighter, from its side and dice to its distances; and the lines that rate an encounter."""

from collections.abc import Callable, Collection, Iterator
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QSize, QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFrame, QMenu, QWidget

from bones_desktop.desk.desk import Notices
from bones_desktop.document.bones.fightdocument import FightChange, FightDocument
from bones_desktop.rules.acts import Parameter, Value
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.characterdice import die_label, item_name
from bones_desktop.rules.bones.book.notation import ITEM_USES
from bones_desktop.rules.bones.book.rulebook import DieUse, Rulebook
from bones_desktop.rules.bones.fight import roster
from bones_desktop.rules.bones.fight.encounters import Outlook, is_two_sided, outlooks, party_of
from bones_desktop.rules.bones.fight.fighters import Apart, Encounter, Fighter, Posture
from bones_desktop.rules.bones.fight.fights import StoppedError
from bones_desktop.rules.bones.fight.roster import Fight
from bones_desktop.rules.bones.injury.injuries import (
    add_hindering,
    heal,
    hindering_from,
    item_from,
    remove_hindering,
    suffer,
)
from bones_desktop.rules.typedtext import in_order_of_names
from bones_desktop.theme.measures import emptied
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actfields import AnyField, Field, Unit
from bones_desktop.widgets.acts.actform import ActForm
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import scroll_room
from bones_desktop.widgets.plaintext import plain_tip, without_mnemonic
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.text.labels import heading_label, plain_label
from bones_desktop.widgets.worker import Worker
from bones_desktop.wording.language import _, pgettext
from bones_desktop.wording.names import short_name
from bones_desktop.wording.scenes import basis_text, lost_text, stands_text

NONE: Final = "none"
_SIDES: Final = ("A", "B", "C", "D")
_COVERS: Final = (20, 40, 60, 80, 100)
"""Percentages of cover that are offered directly: each step cancels one more success (CMB-27)."""


def fill_details(
    menu: QMenu, document: FightDocument, notices: Notices, who: Collection[str], ask: Callable[[str], object]
) -> None:
    """Fill a menu with entries for details and for changes of all these fighters.

    Each fighter gets an entry that calls `ask` with the fighter's id. The other entries change all fighters.
    """
    emptied(menu)
    for fighter in document.fight.encounter.fighters:
        if fighter.id in who:
            menu.addAction(without_mnemonic(short_name(fighter.name)), partial(ask, fighter.id))
    if document.read_only:
        return
    ways: list[tuple[str, dict[str, Any]]] = [
        (pgettext("posture", "Standing"), {"posture": Posture.STANDING}),
        (_("Prone"), {"posture": Posture.PRONE}),
        (_("No cover"), {"cover": 0}),
        *((_("{n} % cover").format(n=percent), {"cover": percent}) for percent in _COVERS),
        (_("Hidden from the players"), {"hidden": True}),
        (_("Seen by the players"), {"hidden": False}),
    ]

    def stand(fields: dict[str, Any], fight: Fight) -> Fight:
        for each in who:
            fight = roster.change(fight, each, **fields)
        return fight

    name = _("Change details of {n} fighters").format(n=len(who))
    everybody = menu.addMenu(_("All of them"))
    for words, fields in ways:
        everybody.addAction(words, partial(document.attempt, name, partial(stand, fields), notices.refuse))


def standing_fields(document: FightDocument, fighter: Fighter, other: str) -> Iterator[Field]:
    """Yield a field for each detail of a fighter, with its present value. Distances are from the fighter `other`."""
    book, encounter, now = document.rulebook, document.fight.encounter, fighter.now
    sides = dict.fromkeys((*_SIDES, *roster.sides(document.fight)))
    yield _choice("side", _("Side"), {each: _("Side {side}").format(side=each) for each in sides}, fighter.side)
    labels = [die_label(book, die, place) for place, die in enumerate(now.dice)]
    tip = _("Untick a die that is lost; tick one that is back")
    for place, label in enumerate(labels):
        # Only dice with the same name get a number.
        name = f"{label} {place + 1}" if labels.count(label) > 1 else label
        yield _tick(f"die.{place}", _("Dice"), name, place in now.available(), tip)
    tip = _("Untick dice that are no longer rolled")
    for place, die in enumerate(now.hindering):
        yield _tick(f"along.{place}", _("Rolled too"), item_name(book, die), True, tip)
    yield _printed("hinder", _("Hindering dice"), _("Add a hindering die…"), book, {DieUse.HINDERING})
    own = len(fighter.own.equipment)
    for place, item in enumerate(now.equipment):
        name = item_name(book, item)
        name = name if place < own else _("{item} (lent)").format(item=name)
        yield _tick(f"item.{place}", _("At hand"), name, place in fighter.at_hand)
    yield _printed("lend", _("Equipment lent for this fight"), _("Lend equipment…"), book, ITEM_USES)
    tip = _("Removes one success from hostile magic against the wearer; it has no die")
    yield _tick("vest", _("Wears"), _("Enchanted vest"), fighter.vest, tip)
    postures = {
        Posture.STANDING: pgettext("posture", "Standing"),
        Posture.PRONE: _("Prone"),
        Posture.MOUNTED: _("Mounted"),
    }
    yield _choice("posture", _("Posture"), {str(each): text for each, text in postures.items()}, fighter.posture)
    others = {each.id: each.name for each in encounter.fighters if each.id != fighter.id}
    yield _choice("on", _("Mount"), {NONE: _("No mount in this fight"), **others}, fighter.on or NONE)
    if fighter.is_mounted:
        yield _tick("war_trained", "", _("War-trained"), fighter.war_trained)
    yield _number("size", _("Size"), fighter.size, 1000, Unit("", "", 5, decimals=1), _("1 for a human being"))
    if now.flying or fighter.flying_m:
        metres = Unit(_(" m"), "", 10, decimals=1)
        yield _number("flying_m", _("Flies at"), fighter.flying_m, 100_000, metres, _("Metres above the ground"))
    tip = _("Cover of the fighter, unless a declared shot states different cover")
    yield _number("cover", _("Cover"), fighter.cover, 100, Unit(_(" %"), _("none"), 10), tip)
    yield _tick("hidden", _("Players' view"), _("Hidden"), fighter.hidden, _("The players' view leaves it out"))
    if others:
        yield _choice("other", _("Distance from"), others, other, _("From whom"))
        metres = Unit(_(" m"), _("not stated"), 10, decimals=1)
        yield _number("apart", "", encounter.stated(fighter.id, other), 100_000, metres, _("Metres between them"))
    if any(each.whom == fighter.id for each in encounter.ruled):
        yield _tick("ruled", _("Mind"), _("Ruled by magic"), True, _("Untick to end the magic that rules this mind"))


def _tick(id: str, label: str, name: str, on: bool, tip: str = "") -> Field:
    return Field(Parameter.yes_no(id, int(on), name=name), label, name, tip, name)


def _choice(id: str, label: str, choices: dict[str, str], now: str, hint: str = "", name: str = "") -> Field:
    offered = tuple(Choice(key, text) for key, text in choices.items())
    return Field(Parameter.choice(id, choices, now), label, name, hint=hint, choices=offered)


def _printed(id: str, name: str, hint: str, book: Rulebook, uses: Collection[DieUse]) -> Field:
    """Return a field that adds one of the printed dice."""
    printed = in_order_of_names((die.name, die.id) for die in book.dice if die.use in uses)
    return _choice(id, "", {key: text for text, key in printed}, "", hint, name)


def _number(id: str, label: str, value: float | None, most: int, unit: Unit, tip: str) -> Field:
    """Return a field for a number; None is shown as not stated."""
    scale = 10**unit.decimals
    # The lowest value means "not stated", where that is possible.
    least = -1 if id == "apart" else 0
    first = least if value is None else round(value * scale)
    return Field(Parameter.number(id, first, least, most * scale), label, tip, tip, unit=unit)


class StandingDialog(QDialog):
    """Dialog with the details of a fighter. Each change is made immediately, as one undo step."""

    def __init__(
        self,
        document: FightDocument,
        alter: Callable[[str, Callable[[Fight], Fight]], object],
        theme: Theme,
        notices: Notices,
        who: str,
        parent: QWidget,
    ) -> None:
        """Create the dialog; `alter` makes a named undo step.

        The step also changes the fighter's file, for example for a lost die.
        """
        super().__init__(parent)
        self._document = document
        self._alter = alter
        self._notices = notices
        self._who = who
        self._other = ""
        self.setWindowTitle(_("Details of a fighter"))
        self.heading = heading_label(theme, self)
        inner = QWidget(self)
        self.form = ActForm(theme, inner, framed=False)
        vbox(inner, self.form, margins=0)
        self.remove = push_button(self, _("Remove from the fight"), self._remove)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.accept)
        foot = hbox(None, self.remove, STRETCH, buttons)
        vbox(self, self.heading, (scroll_room(inner, self), 1), foot, theme=theme, gap=12, edges=(20, 16, 20, 16))
        self.resize(QSize(theme.px(520), theme.px(620)).boundedTo(self.screen().availableSize() * 0.9))
        self.form.answered.connect(self._answer)
        self.form.closed.connect(self.accept)
        # Connect a bound method, which Qt disconnects when the dialog is deleted, because the document outlives it.
        document.changed.connect(self._follow)
        self._show()

    @property
    def fields(self) -> dict[str, AnyField]:
        """The fields of the form by their ids."""
        return self.form.fields

    def _fighter(self) -> Fighter | None:
        here = self._document.fight.encounter.fighters
        return next((each for each in here if each.id == self._who), None)

    def _follow(self, _change: FightChange) -> None:
        self._show()

    def _show(self) -> None:
        """Show the fighter's current details. Close the dialog if the fighter was removed."""
        fighter = self._fighter()
        if fighter is None:
            self.accept()
            return
        self.heading.setText(fighter.name)
        others = [each for each in self._document.fight.encounter.fighters if each.id != self._who]
        if others and all(each.id != self._other for each in others):
            # Choose a foe at first, because distances to foes matter more than distances to friends.
            self._other = next((each.id for each in others if each.side != fighter.side), others[0].id)
        self.form.show_fields(tuple(standing_fields(self._document, fighter, self._other)))

    def _answer(self, id: str, value: Value) -> None:
        fighter = self._fighter()
        if fighter is None:
            return
        kind, _dot, place = id.partition(".")
        match kind:
            case "die":
                self._change_character(partial(heal if value else suffer, die=int(place)))
            case "along":
                self._change_character(partial(remove_hindering, place=int(place)))
            case "hinder":
                die = hindering_from(self._document.rulebook.die(str(value)))
                self._change_character(partial(add_hindering, die=die))
            case "item":
                self._take_in_hand(fighter, int(place), on=bool(value))
            case "lend":
                item = item_from(self._document.rulebook.die(str(value)))
                self._apply(partial(roster.lend, who=self._who, item=item))
            case "on":
                self._ride("" if value == NONE else str(value))
            case "other":
                self._other = str(value)
                self._show()
            case "apart":
                self._set_apart(_metres(value))
            case "ruled":
                self._apply(partial(roster.release, whom=self._who))
            case _:
                self._apply(partial(roster.change, who=self._who, **{kind: _VALUES.get(kind, str)(value)}))

    def _take_in_hand(self, fighter: Fighter, place: int, *, on: bool) -> None:
        at_hand = tuple(each for each in fighter.at_hand if each != place)
        # Lent equipment that is put down is removed, because the character does not own it.
        if not on and place >= len(fighter.own.equipment):
            self._apply(partial(roster.give_back, who=self._who, place=place))
        else:
            self._apply(partial(roster.change, who=self._who, at_hand=(*at_hand, place) if on else at_hand))

    def _change_character(self, edit: Callable[[Character], Character]) -> None:
        name = _("Change details of {name}").format(name=self.heading.text())
        self._alter(name, partial(roster.alter, who=self._who, edit=edit))
        self._show()

    def _set_apart(self, metres: float) -> None:
        # A distance is the same in both directions.
        pair = {self._who, self._other}

        def edit(fight: Fight) -> Fight:
            # Each pair has one stated distance, so the new one replaces the old.
            apart = tuple(each for each in fight.encounter.apart if {each.a, each.b} != pair)
            said = (Apart(a=self._who, b=self._other, metres=metres),) if metres >= 0 else ()
            return roster.surroundings(fight, apart=(*apart, *said))

        self._apply(edit)

    def _ride(self, on: str) -> None:
        """Mount another fighter, which then fights on its rider's side."""

        def edit(fight: Fight) -> Fight:
            rider = fight.encounter.fighter(self._who)
            if not on:
                return roster.change(fight, self._who, on=on)
            # A prone rider stays prone until it gets up.
            posture = Posture.MOUNTED if rider.posture is Posture.STANDING else rider.posture
            fight = roster.change(fight, self._who, on=on, posture=posture)
            return roster.change(fight, on, side=rider.side)

        self._apply(edit)

    def _remove(self) -> None:
        self._apply(partial(roster.remove, who=self._who))

    def _apply(self, edit: Callable[[Fight], Fight]) -> None:
        name = _("Change details of {name}").format(name=self.heading.text())
        if not self._document.attempt(name, edit, self._notices.refuse):
            # The field must not keep the refused value.
            self._show()


def _metres(value: Value) -> float:
    return int(value) / 10 if isinstance(value, int) else 0.0


_VALUES: Final[dict[str, Callable[[Any], Any]]] = {
    "posture": Posture,
    "war_trained": bool,
    "hidden": bool,
    "vest": bool,
    "size": _metres,
    "flying_m": _metres,
    "cover": int,
}
"""Functions that make the values of a fighter's fields from the answers of the form."""


WAIT: Final = 60
"""Milliseconds after the last change of the roster before the rating begins."""


class OutlookLine(Guarded, QFrame):
    """Shows how hard the encounter is, and rates it on another thread while the line is visible.

    Nothing is shown for a fight without a party or without foes, or after the first roll. A change of the roster stops
    the rating and begins a new one.
    """

    def __init__(self, document: FightDocument, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._document = document
        self._encounter: Encounter | None = None
        self.outlook: Outlook | None = None
        """The best outlook so far for the current roster; None before the first."""
        self.stands = plain_label(self, theme=theme, size=14, bold=True, wrap=True)
        self.lost = plain_label(self, role="muted", wrap=True)
        vbox(self, self.stands, self.lost, margins=0, theme=theme, gap=2)
        self.worker = Worker(self)
        self.worker.answered.connect(self._answered)
        self.worker.failed.connect(self.hide)
        self._wait = QTimer(self, singleShot=True, interval=WAIT)
        self._wait.timeout.connect(self._begin)
        document.changed.connect(self._follow)
        self.hide()
        self._follow()

    def shutdown(self) -> None:
        """Stop the rating for good."""
        self._wait.stop()
        self.worker.close()

    def showEvent(self, event: QShowEvent) -> None:
        """Continue a rating that was stopped while the page was hidden."""
        super().showEvent(event)
        if self._encounter is not None and not self._wait.isActive() and not self.worker.busy:
            self._wait.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop the rating while the page is hidden."""
        super().hideEvent(event)
        self._stop()

    def _follow(self) -> None:
        fight = self._document.fight
        encounter = fight.encounter if _is_prepared(fight) and is_two_sided(fight.encounter) else None
        if encounter == self._encounter:
            return
        self._stop()
        self._encounter, self.outlook = encounter, None
        if encounter is not None:
            self.stands.setText(_("Rating the encounter…"))
            self.lost.setText("")
            self._wait.start()
        self.setVisible(encounter is not None)

    def _stop(self) -> None:
        self._wait.stop()
        self.worker.cancel()

    def _begin(self) -> None:
        if self._encounter is not None and self.isVisible():
            self.worker.start(self._encounter, partial(_rated, self._document.rulebook, self._encounter))

    def _answered(self, encounter: Encounter, outlook: Outlook) -> None:
        # After a pause the rating begins again from its first fights.
        if self.outlook is not None and 0 < outlook.fights < self.outlook.fights:
            return
        self.outlook = outlook
        names = {fighter.id: fighter.name for fighter in party_of(encounter)}
        self.stands.setText(stands_text(outlook))
        self.lost.setText(lost_text(outlook, names))
        self.setToolTip(plain_tip(basis_text(outlook)))


def _is_prepared(fight: Fight) -> bool:
    """Return whether nobody has rolled in this fight yet."""
    return not (fight.has_begun or fight.tallies or fight.ended)


def _rated(rulebook: Rulebook, encounter: Encounter, keep_on: Callable[[], bool]) -> Iterator[Outlook]:
    """Yield outlooks of growing accuracy until `keep_on` returns False."""
    try:
        yield from outlooks(rulebook, encounter, keep_on=keep_on)
    except StoppedError:
        return

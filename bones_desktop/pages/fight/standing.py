"""Details of one fighter: side, dice, equipment at hand, posture, mount, size, height, and distances."""

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QDoubleSpinBox, QFormLayout, QMenu, QSpinBox, QWidget

from bones_desktop.desk.desk import Notices
from bones_desktop.document.bones.fightdocument import FightChange, FightDocument
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.characterdice import die_label
from bones_desktop.rules.bones.book.notation import ITEM_USES
from bones_desktop.rules.bones.book.rulebook import DieUse
from bones_desktop.rules.bones.fight import roster
from bones_desktop.rules.bones.fight.fighters import Apart, Fighter, Posture
from bones_desktop.rules.bones.fight.roster import Fight
from bones_desktop.rules.bones.injury.injuries import (
    add_hindering,
    heal,
    hindering_from,
    item_from,
    remove_hindering,
    suffer,
)
from bones_desktop.theme.measures import emptied
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.choice.buttons import Chip, ChoiceButton
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.focus import wheel_passes
from bones_desktop.widgets.layouts import FlowLayout, scroll_room
from bones_desktop.widgets.plaintext import plain_tip, without_mnemonic
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_lengths
from bones_desktop.widgets.text.labels import heading_label
from bones_desktop.wording.language import _
from bones_desktop.wording.names import short_name

NONE: Final = "none"
_SIDES: Final = ("A", "B", "C", "D")
_COVERS: Final = (20, 40, 60, 80, 100)
"""Percentages of cover that are offered directly: each step cancels one more success (CMB-27)."""


def fill_details(
    menu: QMenu, document: FightDocument, notices: Notices, who: Collection[str], ask: Callable[[str], object]
) -> None:
    """Fill a menu with details of each fighter, which call `ask` with an id, and with changes for all of them."""
    emptied(menu)
    for fighter in document.fight.encounter.fighters:
        if fighter.id in who:
            menu.addAction(without_mnemonic(short_name(fighter.name)), partial(ask, fighter.id))
    if document.read_only:
        return
    ways: list[tuple[str, dict[str, Any]]] = [
        (_("Standing"), {"posture": Posture.STANDING}),
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


class ChipRow(QWidget):
    """Chips in as many lines as they need."""

    ticked = Signal(int, bool)
    """Emitted when a chip was pressed, with its index and whether it is on now."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.chips: list[Chip] = []
        self._flow = FlowLayout(theme.px(4), self)

    def show_chips(self, texts: Sequence[str], on: Collection[int]) -> None:
        """Show chips with these texts, ticked at the places `on`."""
        # Rebuild the chips only if the texts changed, so that a chip keeps the focus.
        if [chip.accessibleName() for chip in self.chips] != list(texts):
            self._flow.clear()
            self.chips = [Chip(self._theme, text, self) for text in texts]
            for place, chip in enumerate(self.chips):
                chip.clicked.connect(partial(self._tick, place))
                self._flow.addWidget(chip)
            self.updateGeometry()
        for place, chip in enumerate(self.chips):
            chip.setChecked(place in on)

    def _tick(self, place: int) -> None:
        self.ticked.emit(place, self.chips[place].isChecked())


class StandingDialog(QDialog):
    """The dialog. Each change is made immediately, and is a step that can be undone."""

    def __init__(
        self,
        document: FightDocument,
        alter: Callable[[str, Callable[[Fight], Fight]], object],
        theme: Theme,
        notices: Notices,
        who: str,
        parent: QWidget,
    ) -> None:
        """`alter` makes a named step that also changes the fighter's file: dice lost or healed, hindering dice."""
        super().__init__(parent)
        self._document = document
        self._alter = alter
        self._notices = notices
        self._theme = theme
        self._who = who
        self._other = ""
        self._showing = False
        self.setWindowTitle(_("Details of a fighter"))
        self.heading = heading_label(theme, self)
        self.side = ChoiceButton(theme, _("Side"), "", self)
        self.posture = ChoiceButton(theme, _("Posture"), "", self)
        self.mount = ChoiceButton(theme, _("Mount"), "", self)
        self.trained = Chip(theme, _("War-trained"), self)
        self.big = self._metres(1000, "", _("Size (1 for a human being)"))
        self.big.setSingleStep(0.5)
        self.flying = self._metres(100_000, _(" m"), _("Metres above the ground"))
        self.cover = wheel_passes(QSpinBox(self))
        self.cover.setRange(0, 100)
        self.cover.setSingleStep(10)
        self.cover.setSpecialValueText(_("none"))
        self.cover.setSuffix(_(" %"))
        self.cover.setKeyboardTracking(False)
        self.cover.setAccessibleName(_("Cover"))
        self.cover.setToolTip(_("How much of the fighter is covered, unless a declared shot states other cover"))
        self.other = ChoiceButton(theme, _("Distance from"), _("From whom"), self)
        self.apart = self._metres(100_000, _(" m"), _("Metres between them"))
        # The lowest value means "not stated".
        self.apart.setMinimum(-1)
        self.apart.setSpecialValueText(_("not stated"))
        self.lend = ChoiceButton(theme, _("Equipment lent for this fight"), _("Lend equipment…"), self)
        choices = (self.side, self.posture, self.mount, self.other, self.lend)
        set_lengths(theme, *choices, least_width=160)
        self.dice = ChipRow(theme, self)
        self.dice.setToolTip(_("Untick a die that is lost; tick one that is back"))
        self.hindering = ChipRow(theme, self)
        self.hindering.setToolTip(_("Untick dice that are no longer rolled"))
        self.hinder = ChoiceButton(theme, _("Hindering dice"), _("Add a hindering die…"), self)
        self.items = ChipRow(theme, self)
        inner = QWidget(self)
        form = QFormLayout(inner)
        form.setContentsMargins(0, 0, 0, 0)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.DontWrapRows)
        form.addRow(_("Side"), self.side)
        form.addRow(_("Dice"), self.dice)
        form.addRow(_("Rolled too"), self.hindering)
        form.addRow("", self.hinder)
        form.addRow(_("At hand"), self.items)
        form.addRow("", self.lend)
        self.vest = Chip(theme, _("Enchanted vest"), self)
        self.vest.setToolTip(_("Removes one success from hostile magic against the wearer; it has no die"))
        form.addRow(_("Wears"), hbox(None, self.vest, STRETCH, theme=theme))
        form.addRow(_("Posture"), self.posture)
        form.addRow(_("Mount"), hbox(None, (self.mount, 1), self.trained, theme=theme, gap=8))
        form.addRow(_("Size"), self.big)
        form.addRow(_("Flies at"), self.flying)
        form.addRow(_("Cover"), self.cover)
        self.hidden = Chip(theme, _("Hidden"), self)
        self.hidden.setToolTip(_("The players' view leaves it out"))
        form.addRow(_("Players' view"), hbox(None, self.hidden, STRETCH, theme=theme))
        self._distance = hbox(None, (self.other, 1), self.apart, theme=theme, gap=8)
        form.addRow(_("Distance"), self._distance)
        self._form = form
        self.release = push_button(self, _("Release"), self._release)
        self.release.setToolTip(_("End the magic that rules this mind"))
        self._ruled = hbox(None, self.release, STRETCH, theme=theme)
        form.addRow(_("Mind"), self._ruled)
        self.remove = push_button(self, _("Remove from the fight"), self._remove)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.accept)
        foot = hbox(None, self.remove, STRETCH, buttons)
        vbox(self, self.heading, (scroll_room(inner, self), 1), foot, theme=theme, gap=12, edges=(20, 16, 20, 16))
        self.resize(QSize(theme.px(520), theme.px(620)).boundedTo(self.screen().availableSize() * 0.9))
        self.side.activated.connect(self._choose_side)
        self.posture.activated.connect(self._choose_posture)
        self.mount.activated.connect(self._ride)
        for field, chip in (("war_trained", self.trained), ("hidden", self.hidden), ("vest", self.vest)):
            chip.clicked.connect(partial(self._tick, field, chip))
        for field, spin in (("size", self.big), ("flying_m", self.flying), ("cover", self.cover)):
            spin.valueChanged.connect(partial(self._set, field))
        self.other.activated.connect(self._choose_other)
        self.apart.valueChanged.connect(self._set_apart)
        self.dice.ticked.connect(self._lose_or_heal)
        self.hindering.ticked.connect(self._unhinder)
        self.hinder.activated.connect(self._hinder)
        self.items.ticked.connect(self._take_in_hand)
        self.lend.activated.connect(self._lend)
        document.changed.connect(self._follow)  # a method, because the fight outlives the dialog
        self._show()

    def _fighter(self) -> Fighter | None:
        here = self._document.fight.encounter.fighters
        return next((each for each in here if each.id == self._who), None)

    def _follow(self, _change: FightChange) -> None:
        self._show()

    def _show(self) -> None:
        """Show the current fighter. Close when it was removed."""
        fighter = self._fighter()
        if fighter is None:
            self.accept()
            return
        # Filling the controls emits their signals, which must change nothing.
        self._showing = True
        self.heading.setText(fighter.name)
        sides = dict.fromkeys((*_SIDES, *roster.sides(self._document.fight)))
        self.side.set_choices([Choice(each, _("Side {side}").format(side=each)) for each in sides], fighter.side)
        postures = {
            Posture.STANDING: _("Standing"),
            Posture.PRONE: _("Prone"),
            Posture.MOUNTED: _("Mounted"),
        }
        self.posture.set_choices([Choice(each, text) for each, text in postures.items()], fighter.posture)
        others = [each for each in self._document.fight.encounter.fighters if each.id != self._who]
        mounts = [Choice(NONE, _("None that fights")), *(Choice(each.id, each.name) for each in others)]
        self.mount.set_choices(mounts, fighter.on or NONE)
        self.trained.setChecked(fighter.war_trained)
        self.trained.setVisible(fighter.is_mounted)
        self.hidden.setChecked(fighter.hidden)
        self.vest.setChecked(fighter.vest)
        self.big.setValue(fighter.size)
        self.flying.setValue(fighter.flying_m)
        self.cover.setValue(fighter.cover)
        self._form.setRowVisible(self.flying, bool(fighter.character.flying or fighter.flying_m))
        self._form.setRowVisible(self._distance, bool(others))
        if others and all(each.id != self._other for each in others):
            # Distances to foes matter most, so the first foe is chosen at first.
            self._other = next((each.id for each in others if each.side != fighter.side), others[0].id)
        self.other.set_choices([Choice(each.id, each.name) for each in others], self._other)
        stated = self._document.fight.encounter.stated(self._who, self._other)
        self.apart.setValue(-1 if stated is None else stated)
        held = any(each.whom == self._who for each in self._document.fight.encounter.ruled)
        self._form.setRowVisible(self._ruled, held)
        self._show_dice(fighter)
        self._showing = False

    def _show_dice(self, fighter: Fighter) -> None:
        book, character = self._document.rulebook, fighter.now
        labels = [die_label(book, die, place) for place, die in enumerate(character.dice)]
        # Only dice with the same name get a number.
        several = {label for label in labels if labels.count(label) > 1}
        words = [f"{label} {place}" if label in several else label for place, label in enumerate(labels, 1)]
        self.dice.show_chips(words, set(character.available()))
        self._form.setRowVisible(self.dice, bool(labels))
        along = [die.name for die in character.hindering]
        self.hindering.show_chips(along, set(range(len(along))))
        self._form.setRowVisible(self.hindering, bool(along))
        own = len(fighter.own.equipment)
        items = [
            item.name if place < own else _("{item} (lent)").format(item=item.name)
            for place, item in enumerate(character.equipment)
        ]
        self.items.show_chips(items, set(fighter.at_hand))
        self._form.setRowVisible(self.items, bool(items))
        for button, uses in ((self.lend, ITEM_USES), (self.hinder, {DieUse.HINDERING})):
            printed = sorted((die.name, die.id) for die in book.dice if die.use in uses)
            button.set_choices([Choice(key, name) for name, key in printed])

    def _take_in_hand(self, place: int, on: bool) -> None:
        fighter = self._fighter()
        if fighter is None:
            return
        if on:
            self._change(at_hand=(*fighter.at_hand, place))
        # Lent equipment that is put down is removed: it belongs to the fight and not to the character.
        elif place >= len(fighter.own.equipment):
            self._apply(partial(roster.give_back, who=self._who, place=place))
        else:
            self._change(at_hand=tuple(each for each in fighter.at_hand if each != place))

    def _lend(self, picked: Choice) -> None:
        item = item_from(self._document.rulebook.die(picked.key))
        self._apply(partial(roster.lend, who=self._who, item=item))

    def _lose_or_heal(self, place: int, on: bool) -> None:
        self._change_character(partial(heal, die=place) if on else partial(suffer, die=place))

    def _unhinder(self, place: int) -> None:
        self._change_character(partial(remove_hindering, place=place))

    def _hinder(self, picked: Choice) -> None:
        die = hindering_from(self._document.rulebook.die(picked.key))
        self._change_character(partial(add_hindering, die=die))

    def _change_character(self, edit: Callable[[Character], Character]) -> None:
        name = _("Change details of {name}").format(name=self.heading.text())
        self._alter(name, partial(roster.alter, who=self._who, edit=edit))
        self._show()

    def _choose_other(self, picked: Choice) -> None:
        self._other = picked.key
        self._show()

    def _set_apart(self, metres: float) -> None:
        if self._showing:
            return
        # A distance is the same in both directions.
        pair = {self._who, self._other}

        def edit(fight: Fight) -> Fight:
            # Each pair has one stated distance, so the new one replaces the old.
            apart = tuple(each for each in fight.encounter.apart if {each.a, each.b} != pair)
            said = (Apart(a=self._who, b=self._other, metres=metres),) if metres >= 0 else ()
            return roster.surroundings(fight, apart=(*apart, *said))

        self._apply(edit)

    def _change(self, **changes: Any) -> None:  # noqa: ANN401 (fields of Fighter)
        if not self._showing:
            self._apply(partial(roster.change, who=self._who, **changes))

    def _tick(self, field: str, chip: Chip) -> None:
        self._set(field, chip.isChecked())

    def _set(self, field: str, value: object) -> None:
        self._change(**{field: value})

    def _choose_side(self, picked: Choice) -> None:
        self._change(side=picked.key)

    def _choose_posture(self, picked: Choice) -> None:
        self._change(posture=Posture(picked.key))

    def _ride(self, picked: Choice) -> None:
        """Mount another fighter, which then fights on its rider's side."""
        on = "" if picked.key == NONE else picked.key

        def edit(fight: Fight) -> Fight:
            rider = fight.encounter.fighter(self._who)
            if not on:
                return roster.change(fight, self._who, on=on)
            # A prone rider stays prone until it gets up.
            posture = Posture.MOUNTED if rider.posture is Posture.STANDING else rider.posture
            fight = roster.change(fight, self._who, on=on, posture=posture)
            return roster.change(fight, on, side=rider.side)

        self._apply(edit)

    def _release(self) -> None:
        self._apply(partial(roster.release, whom=self._who))

    def _remove(self) -> None:
        self._apply(partial(roster.remove, who=self._who))

    def _apply(self, edit: Callable[[Fight], Fight]) -> None:
        name = _("Change details of {name}").format(name=self.heading.text())
        if not self._document.attempt(name, edit, self._notices.refuse):
            # The control must not keep the refused value.
            self._show()

    def _metres(self, most: float, suffix: str, tip: str) -> QDoubleSpinBox:
        spin = wheel_passes(QDoubleSpinBox(self))
        spin.setRange(0, most)
        spin.setDecimals(1)
        spin.setSuffix(suffix)
        spin.setKeyboardTracking(False)
        spin.setToolTip(plain_tip(tip))
        spin.setAccessibleName(tip)
        return spin

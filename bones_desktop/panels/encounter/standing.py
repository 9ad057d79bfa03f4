"""How one fighter stands: its side, what is at hand, posture, mount, size, height, and how far others are."""

from typing import Any, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QDoubleSpinBox, QFormLayout, QWidget

from bones_desktop.document.bones.fightdocument import FightChange, FightDocument
from bones_desktop.rules.bones.book.notation import ITEM_USES
from bones_desktop.rules.bones.fight import roster
from bones_desktop.rules.bones.fight.fighters import Apart, Fighter, Posture
from bones_desktop.rules.bones.fight.roster import Fight
from bones_desktop.rules.bones.injury.belongings import item_from
from bones_desktop.rules.reasons import RulesError
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.choice.buttons import Chip, ChoiceButton
from bones_desktop.widgets.choice.choices import Choice
from bones_desktop.widgets.layouts import FlowLayout
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_gaps, set_lengths
from bones_desktop.widgets.text.labels import heading_label

NONE: Final = "none"
_SIDES: Final = ("A", "B", "C", "D")


class Standing(QDialog):
    """Each change is made at once, and is a step that can be undone."""

    refused = Signal(object)
    """A Reason."""

    def __init__(self, document: FightDocument, theme: Theme, who: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._theme = theme
        self._who = who
        self._other = ""
        self._showing = False
        self.setWindowTitle(self.tr("How a fighter stands"))
        self.heading = heading_label(theme, self)
        self.side = ChoiceButton(theme, self.tr("Side"), "", self)
        self.posture = ChoiceButton(theme, self.tr("Posture"), "", self)
        self.mount = ChoiceButton(theme, self.tr("Mount"), "", self)
        self.trained = Chip(theme, self.tr("War-trained"), self)
        self.big = self._metres(1000, "", self.tr("Size, a human being 1"))
        self.big.setSingleStep(0.5)
        self.flying = self._metres(100_000, self.tr(" m"), self.tr("Metres above the ground"))
        self.other = ChoiceButton(theme, self.tr("How far from whom"), self.tr("From whom"), self)
        self.apart = self._metres(100_000, self.tr(" m"), self.tr("Metres between them"))
        self.apart.setMinimum(-1)
        self.apart.setSpecialValueText(self.tr("not said"))
        self.lend = ChoiceButton(theme, self.tr("Equipment lent for this fight"), self.tr("Lend equipment…"), self)
        set_lengths(theme, self.side, self.posture, self.mount, self.other, self.lend, least_width=160)
        self.chips: list[Chip] = []
        self._items = QWidget(self)
        self._flow = FlowLayout(theme.px(4), self._items)
        form = QFormLayout()
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.DontWrapRows)
        form.addRow(self.tr("Side"), self.side)
        form.addRow(self.tr("At hand"), self._items)
        form.addRow("", self.lend)
        form.addRow(self.tr("Posture"), self.posture)
        form.addRow(self.tr("Mount"), hbox(None, (self.mount, 1), self.trained, theme=theme, gap=8))
        form.addRow(self.tr("Size"), self.big)
        form.addRow(self.tr("Flies at"), self.flying)
        form.addRow(self.tr("Distance"), hbox(None, (self.other, 1), self.apart, theme=theme, gap=8))
        self._form = form
        self.remove = push_button(self, self.tr("Remove from the fight"), self._remove)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.accept)
        foot = hbox(None, self.remove, STRETCH, buttons)
        column = vbox(self, self.heading, form, STRETCH, foot)
        set_gaps(theme, column, gap=12, edges=(20, 16, 20, 16))
        set_lengths(theme, self, least_width=460)
        self.side.activated.connect(lambda picked: self._change(side=picked.key))
        self.posture.activated.connect(lambda picked: self._change(posture=Posture(picked.key)))
        self.mount.activated.connect(lambda picked: self._change(on="" if picked.key == NONE else picked.key))
        self.trained.clicked.connect(lambda on: self._change(war_trained=on))
        self.big.valueChanged.connect(lambda value: self._change(size=value))
        self.flying.valueChanged.connect(lambda value: self._change(flying_m=value))
        self.other.activated.connect(self._choose_other)
        self.apart.valueChanged.connect(self._set_apart)
        self.lend.activated.connect(self._lend)
        document.changed.connect(self._follow)  # a method: the fight outlives the dialog
        self._show()

    def _fighter(self) -> Fighter | None:
        here = self._document.fight.encounter.fighters
        return next((each for each in here if each.id == self._who), None)

    def _follow(self, _change: FightChange) -> None:
        self._show()

    def _show(self) -> None:
        """Show the fighter as it stands now; close once it is gone."""
        fighter = self._fighter()
        if fighter is None:
            self.accept()
            return
        self._showing = True
        self.heading.setText(fighter.name)
        sides = dict.fromkeys((*_SIDES, *roster.sides(self._document.fight)))
        self.side.set_choices([Choice(each, self.tr("Side {side}").format(side=each)) for each in sides], fighter.side)
        postures = {
            Posture.STANDING: self.tr("Standing"),
            Posture.PRONE: self.tr("Prone"),
            Posture.MOUNTED: self.tr("Mounted"),
        }
        self.posture.set_choices([Choice(each, text) for each, text in postures.items()], fighter.posture)
        others = [each for each in self._document.fight.encounter.fighters if each.id != self._who]
        mounts = [Choice(NONE, self.tr("None that fights")), *(Choice(each.id, each.name) for each in others)]
        self.mount.set_choices(mounts, fighter.on or NONE)
        self.trained.setChecked(fighter.war_trained)
        self.trained.setVisible(fighter.is_mounted)
        self.big.setValue(fighter.size)
        self.flying.setValue(fighter.flying_m)
        self._form.setRowVisible(self.flying, bool(fighter.character.flying or fighter.flying_m))
        self._form.setRowVisible(7, bool(others))
        if others and all(each.id != self._other for each in others):
            self._other = next((each.id for each in others if each.side != fighter.side), others[0].id)
        self.other.set_choices([Choice(each.id, each.name) for each in others], self._other)
        stated = self._document.fight.encounter.stated(self._who, self._other)
        self.apart.setValue(-1 if stated is None else stated)
        # The file of a character says what it has; only who has none is lent something here.
        lends = self._who not in self._document.fight.files
        self._form.setRowVisible(self.lend, lends)
        if lends:
            book = sorted((die.name, die.id) for die in self._document.rulebook.dice if die.use in ITEM_USES)
            self.lend.set_choices([Choice(key, name) for name, key in book])
        self._show_items(fighter)
        self._showing = False

    def _show_items(self, fighter: Fighter) -> None:
        items = fighter.character.equipment
        if [chip.text() for chip in self.chips] != [item.name for item in items]:
            self._flow.clear()
            self.chips = []
            for item in items:
                chip = Chip(self._theme, item.name, self._items)
                chip.clicked.connect(self._take_in_hand)
                self.chips.append(chip)
                self._flow.addWidget(chip)
        for place, chip in enumerate(self.chips):
            chip.setChecked(place in fighter.at_hand)
        self._form.setRowVisible(self._items, bool(items))

    def _take_in_hand(self) -> None:
        fighter = self._fighter()
        if fighter is not None:
            ticked = [place for place, chip in enumerate(self.chips) if chip.isChecked()]
            kept = [place for place in fighter.at_hand if place in ticked]
            self._change(at_hand=(*kept, *(place for place in ticked if place not in kept)))

    def _lend(self, picked: object) -> None:
        fighter = self._fighter()
        if fighter is not None and isinstance(picked, Choice):
            character = fighter.character
            item = item_from(self._document.rulebook.die(picked.key))
            self._change(
                character=character.with_(equipment=(*character.equipment, item)),
                at_hand=(*fighter.at_hand, len(character.equipment)),
            )

    def _choose_other(self, picked: object) -> None:
        if isinstance(picked, Choice):
            self._other = picked.key
            self._show()

    def _set_apart(self, metres: float) -> None:
        if self._showing:
            return
        pair = {self._who, self._other}

        def edit(fight: Fight) -> Fight:
            apart = tuple(each for each in fight.encounter.apart if {each.a, each.b} != pair)
            said = (Apart(a=self._who, b=self._other, metres=metres),) if metres >= 0 else ()
            return roster.surroundings(fight, apart=(*apart, *said))

        self._apply(edit)

    def _change(self, **changes: Any) -> None:  # noqa: ANN401 (fields of Fighter)
        if not self._showing:
            self._apply(lambda fight: roster.change(fight, self._who, **changes))

    def _remove(self) -> None:
        self._apply(lambda fight: roster.remove(fight, self._who))

    def _apply(self, edit: Any) -> None:  # noqa: ANN401 (an edit of the fight)
        name = self.tr("{name} stands otherwise").format(name=self.heading.text())
        try:
            self._document.apply(name, edit)
        except RulesError as error:
            self.refused.emit(error.reason)
            self._show()

    def _metres(self, most: float, suffix: str, tip: str) -> QDoubleSpinBox:
        spin = QDoubleSpinBox(self)
        spin.setRange(0, most)
        spin.setDecimals(1)
        spin.setSuffix(suffix)
        spin.setKeyboardTracking(False)
        spin.setToolTip(tip)
        spin.setAccessibleName(tip)
        return spin

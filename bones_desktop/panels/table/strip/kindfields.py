"""What a movement, a fall and an income action need to know, and their effect before any success."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QWidget

from bones_desktop.panels.table.chips import Stepper, set_touch
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury.magic import magic_price
from bones_desktop.rules.bones.life.seasons import ACTIONS_A_SEASON, OwnedAsset, actions_left, assets_now
from bones_desktop.rules.bones.reading.plays import METRES_A_POINT, income_rate, outcome
from bones_desktop.rules.bones.reading.requests import (
    FALL_STEP,
    Request,
    ThrowKind,
    fall_damage,
    is_magic_use,
    may_fly,
    occasion_of,
)
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox, vbox
from bones_desktop.widgets.choice.buttons import Chip
from bones_desktop.widgets.layouts import flow_row
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording.names import short_name
from bones_desktop.wording.table import fall_text, income_text, magic_use_text, movement_text

MOST_METRES = 500
MOST_ASSETS = 50
MOST_NAMED = 6
"""Assets that a tip names."""


class KindFields(QWidget):
    """Shows the fields of one kind of throw, none for a task; `changed` follows each change of a number."""

    changed = Signal()
    done = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._proposed: tuple[str, tuple[OwnedAsset, ...]] = ("", ())
        """Whose assets were taken over last."""
        self._fields = QWidget(self)
        self.metres = Stepper(theme, self.tr("Metres"), self.tr("How deep the fall is, in metres"), self._fields)
        self.metres.set_range(0, MOST_METRES, FALL_STEP)
        self.metres.box.setValue(Request().metres)
        self.hard = self._chip(self.tr("Hard ground"), self.tr("Stone, earth, planks"))
        self.yielding = self._chip(self.tr("Yielding"), self.tr("Water, hay, snow: one damage less"))
        self._ground = self._either(self.hard, self.yielding)
        self.flies = self._chip(self.tr("Flies"), self.tr("At its score in the air"))
        self.on_foot = self._chip(self.tr("On foot"), self.tr("At its score on the ground"))
        self._way = self._either(self.flies, self.on_foot)
        self.assets = Stepper(theme, self.tr("Assets"), self.tr("Assets that earn along with the action"), self._fields)
        flow_row(self._fields, self.metres, self._ground, self._way, self.assets, theme=theme, gap=16)
        self.effect = plain_label(self, wrap=True)
        self._column = vbox(self, self._fields, self.effect, margins=0)
        self.assets.set_range(0, MOST_ASSETS)
        for stepper in (self.metres, self.assets):
            stepper.changed.connect(self.changed)
            stepper.box.lineEdit().returnPressed.connect(self.done)
        self.restyle()

    def show_request(self, request: Request) -> None:
        """Take over the numbers of a request."""
        self.blockSignals(True)
        self.metres.box.setValue(request.metres)
        if request.kind is ThrowKind.INCOME:
            self.assets.box.setValue(request.assets)
        (self.yielding if request.yielding else self.hard).setChecked(True)
        (self.on_foot if request.on_foot else self.flies).setChecked(True)
        self.blockSignals(False)

    def ask_metres(self) -> None:
        """Let the depth of a fall be typed at once."""
        self.metres.box.setFocus()
        self.metres.box.selectAll()

    def show_kind(self, rulebook: Rulebook, character: Character, request: Request) -> None:
        """Show what the kind of throw needs, and its effect."""
        kind = request.kind
        self.metres.setVisible(kind is ThrowKind.FALL)
        self._ground.setVisible(kind is ThrowKind.FALL)
        winged = kind is ThrowKind.MOVEMENT and may_fly(character)
        self._way.setVisible(winged)
        rate = income_rate(rulebook, request.skill)
        earning = kind is ThrowKind.INCOME and rate.assets_count
        self.assets.setVisible(earning)
        self._fields.setVisible(kind is ThrowKind.FALL or winged or earning)
        self._propose_assets(rulebook, character)
        text = ""
        if is_magic_use(request):
            text = magic_use_text(magic_price(character, by_gm=request.allowed_by_gm), self.tr)
        match kind:
            case ThrowKind.MOVEMENT:
                occasion = occasion_of(rulebook, character, request)
                spent, two, four = (outcome(rulebook, occasion, number) for number in (0, 2, 4))
                usual = round(occasion.move * METRES_A_POINT)
                text = movement_text(occasion.move, (usual, spent, two, four), self.tr)
            case ThrowKind.FALL:
                text = fall_text(fall_damage(request.metres, 0, yielding=request.yielding), self.tr)
            case ThrowKind.STRATEGIC:
                words = self.tr("Off stage: a strategic action. {left} of {most} are left this season.")
                text = words.format(left=actions_left(character), most=ACTIONS_A_SEASON)
            case ThrowKind.INCOME:
                text = income_text(rate.coins, assets_count=rate.assets_count, tr=self.tr)
        self.effect.setText(text)
        self.setVisible(bool(text))

    def restyle(self, touch: int = 36) -> None:
        """Take the sizes that go with the text size; `touch` is the least height of what is pressed."""
        px = self._theme.px
        self._column.setSpacing(px(6))
        for stepper in (self.metres, self.assets):
            stepper.restyle(touch)
        for button in (self.hard, self.yielding, self.flies, self.on_foot):
            set_touch(button, px(touch))

    def _propose_assets(self, rulebook: Rulebook, character: Character) -> None:
        """Take the assets there are; another number stays until they are others, or someone else's."""
        every = assets_now(rulebook, character)
        proposed = character.id, every
        if proposed == self._proposed:
            return
        self._proposed = proposed
        names = ", ".join(short_name(each.name) for each in every[:MOST_NAMED])
        tip = self.tr("Assets that earn along with the action")
        if every:
            more = len(every) - MOST_NAMED
            words = self.tr("{tip}: {names}") if more <= 0 else self.tr("{tip}: {names} and {n} more")
            tip = words.format(tip=tip, names=names, n=more)
        self.assets.set_tip(tip)
        self.blockSignals(True)
        self.assets.box.setValue(min(len(every), MOST_ASSETS))
        self.blockSignals(False)

    def _either(self, *chips: Chip) -> QWidget:
        """Return a row of chips of which one is on, the first unless another is chosen."""
        row = QWidget(self._fields)
        group = QButtonGroup(row)
        for chip in chips:
            group.addButton(chip)
        hbox(row, *chips, margins=0, theme=self._theme, gap=4)
        chips[0].setChecked(True)
        group.buttonClicked.connect(lambda _button: self.changed.emit())
        return row

    def _chip(self, text: str, tip: str) -> Chip:
        chip = Chip(self._theme, text, self)
        chip.setToolTip(plain_tip(tip))
        chip.setAccessibleDescription(tip)
        return chip

"""The faces of a template: a row for each with the choice it leaves, and all of them as an unfolded die."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from bones_desktop.pages.packs.facebutton import FaceButton, IconPopup
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.life.packs import MOST_OPTIONS, PackSlot
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox
from bones_desktop.widgets.choice.buttons import ChoiceButton
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.dice.dienet import COLUMNS, PLACES, ROWS
from bones_desktop.widgets.dice.facetile import SlotLook, paint_slot
from bones_desktop.widgets.dice.iconpalette import PaletteIcon
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.scaled import set_lengths
from bones_desktop.widgets.text.labels import ElidedLabel
from bones_desktop.wording.language import _

FIXED, ONE_OF, ANY = "fixed", "one-of", "any"
_SIDE: Final = 44
_GAP: Final = 4
_EDGE: Final = 12
"""Sizes of the unfolded die: a face, the gap between two faces, and the margin."""


class SlotRow(QWidget):
    """One face: fixed, one of a few, or any skill. Its picture opens the icons to choose from."""

    changed = Signal(object)
    """The new PackSlot."""

    def __init__(self, theme: Theme, rulebook: Rulebook, number: int, popup: IconPopup, parent: QWidget) -> None:
        super().__init__(parent)
        self._rulebook = rulebook
        self._number = number
        self._popup = popup
        self._slot = PackSlot(free=True)
        self._mode = ANY
        self._owner = ""
        self.button = FaceButton(theme, 40, self)
        self.mode = ChoiceButton(theme, _("Face {n}").format(n=number), _("Choose"), self)
        set_lengths(theme, self.mode, width=130)
        self.mode.setFixedWidth(theme.px(130))
        self.said = ElidedLabel(self)
        row = hbox(self, margins=0, theme=theme, gap=8)
        row.addWidget(self.button)
        row.addWidget(self.mode)
        row.addWidget(self.said, 1)
        self.button.clicked.connect(self._open)
        self.mode.activated.connect(self._choose_mode)

    def show_slot(self, owner: str, slot: PackSlot) -> None:
        """Show the slot of the entry `owner`. The mode stays while it fits the slot."""
        # "One of" with a single icon looks like "fixed", so the user's own choice of the mode counts.
        if owner != self._owner or not _fits(self._mode, slot):
            self._mode = ANY if slot.free else FIXED if len(slot.options) == 1 else ONE_OF
        self._owner, self._slot = owner, slot
        modes = (
            Choice(FIXED, _("Fixed"), _("The template sets this face.")),
            Choice(ONE_OF, _("One of"), _("The player chooses among a few skills.")),
            Choice(ANY, _("Any skill"), _("The player chooses freely.")),
        )
        self.mode.set_choices(modes, self._mode)
        names = [face_name(self._rulebook, option) for option in slot.options]
        said = _("any skill") if slot.free else ", ".join(names) or _("nothing chosen yet")
        self.said.set_full_text(said)
        self.button.set_look(
            SlotLook(tuple(option.code for option in slot.options), slot.free),
            _("Face {n}: {what}. Choose icons").format(n=self._number, what=said),
        )

    def _choose_mode(self, choice: object) -> None:
        if not isinstance(choice, Choice):
            return
        self._mode = choice.key
        if self._mode == ANY:
            self.changed.emit(PackSlot(free=True))
            return
        options = self._slot.options[:1] if self._mode == FIXED else self._slot.options
        self.changed.emit(PackSlot(options=options))
        # The user has to choose icons next, so the popup opens without a click.
        if not options or self._mode == ONE_OF:
            self._open()

    def _open(self) -> None:
        if self._mode == ANY:
            self._mode = ONE_OF
        self._popup.picked.connect(self._pick)
        self._popup.closed.connect(self._disconnect_popup)
        self._popup.open_beside(self.button, self._icons(), stay=self._mode == ONE_OF)

    def _disconnect_popup(self) -> None:
        self._popup.picked.disconnect(self._pick)
        self._popup.closed.disconnect(self._disconnect_popup)

    def _pick(self, code: str) -> None:
        picked = Face((code,))
        if self._mode == FIXED:
            self.changed.emit(PackSlot(options=(picked,)))
            return
        chosen = set(self._slot.options) ^ {picked}
        # In the order of the rulebook, not of the clicks, so that equal choices are equal slots.
        in_order = (Face((skill.id,)) for skill in self._rulebook.skills)
        self.changed.emit(PackSlot(options=tuple(option for option in in_order if option in chosen)))
        self._popup.set_icons(self._icons())

    def _icons(self) -> tuple[PaletteIcon, ...]:
        full = self._mode == ONE_OF and len(self._slot.options) >= MOST_OPTIONS
        why = _("{n} to choose from are the most; take one away first.").format(n=MOST_OPTIONS)
        return tuple(
            PaletteIcon(
                skill.id,
                face_name(self._rulebook, Face((skill.id,))),
                allowed=not full or Face((skill.id,)) in self._slot.options,
                why=why if full and Face((skill.id,)) not in self._slot.options else "",
                words=" ".join(skill.aliases),
                chosen=Face((skill.id,)) in self._slot.options,
            )
            for skill in self._rulebook.skills
        )


def _fits(mode: str, slot: PackSlot) -> bool:
    if slot.free:
        return mode == ANY
    return mode == ONE_OF or (mode == FIXED and len(slot.options) <= 1)


class SlotNet(Guarded, QWidget):
    """The unfolded die that a template makes, only to look at."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._looks: tuple[SlotLook, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def set_slots(self, looks: Sequence[SlotLook], name: str) -> None:
        """Show the possible icons of each face, face 1 first. `name` is the accessible name."""
        self.setAccessibleName(name)
        if tuple(looks) != self._looks:
            self._looks = tuple(looks)
            self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the card."""
        px = self._theme.px
        step = px(_SIDE) + px(_GAP)
        return QSize(COLUMNS * step - px(_GAP) + 2 * px(_EDGE), ROWS * step - px(_GAP) + 2 * px(_EDGE))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the card and its faces."""
        px, theme = self._theme.px, self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.color("line"), 1))
        painter.setBrush(theme.color("surface"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), px(10), px(10))
        step = px(_SIDE) + px(_GAP)
        for (column, row), look in zip(PLACES, self._looks, strict=False):
            square = QRectF(px(_EDGE) + column * step, px(_EDGE) + row * step, px(_SIDE), px(_SIDE))
            paint_slot(painter, square, look, theme)
        painter.setPen(theme.color("muted"))
        painter.setFont(theme.font("sans", 12))
        corner = QRectF(px(_EDGE) + 2 * step, px(_EDGE), 2 * step, px(_SIDE))
        painter.drawText(
            corner,
            int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap),
            _("The die it makes"),
        )
        painter.end()

"""Shares the room of the Wounds tab: what stands beside the dice or below them, and how large the dice may be."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget

from bones_desktop.panels.tracker.wounds.dicerows import DiceRows
from bones_desktop.panels.tracker.wounds.healingcard import HealingCard
from bones_desktop.panels.tracker.wounds.hinderingcard import HinderingCard
from bones_desktop.panels.tracker.wounds.statehead import StateHead
from bones_desktop.panels.tracker.wounds.woundforms import WoundForms
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded

WIDE: Final = 780
"""From this width on, at 100 % text size, healing stands beside the dice."""
TALL: Final = 840
"""From this height on the hindering dice stand below the dice, and a form above what heals."""
ROOMY: Final = 1_500
"""From this width on, with that height, dice and words are larger, to be read from where people sit."""
SHARES: Final = ((3, 2), (2, 1))
"""Of the width for the dice and for healing: usually, and where there is much room."""


@dataclass(frozen=True, slots=True)
class WoundParts:
    """What shares the room."""

    page: QBoxLayout
    """Holds the two columns."""
    left: QVBoxLayout
    """The column of the dice."""
    right: QVBoxLayout
    """The column of healing and the forms."""
    head: StateHead
    rows: DiceRows
    acts: QWidget
    """The line below the dice."""
    blow: QWidget
    """The highest of that line."""
    healing: HealingCard
    hindering: HinderingCard
    forms: WoundForms


class WoundRoom(QObject):
    """Lays `tab` out again on request, and when there is more or less room around the tab."""

    def __init__(self, tab: QWidget, theme: Theme, parts: WoundParts) -> None:
        super().__init__(tab)
        self._tab = tab
        self._theme = theme
        self._parts = parts
        self._tall = False

    def watch(self) -> None:
        """Follow the size of what is around the tab now."""
        around = self._around()
        if around is not None:
            around.installEventFilter(self)  # installed again where it was, it is still one

    def _around(self) -> QWidget | None:
        """Return what is around the tab. It is not kept: Qt made it, and it goes when the tab gets other room."""
        return None if self._tab.isWindow() else self._tab.parentWidget()

    def share(self) -> None:
        """Put healing beside the dice where there is width, and hindering dice below them where there is height."""
        if not self._tab.isVisible():
            return
        parts, px, width = self._parts, self._theme.px, self._tab.width()
        tall = self._height_in_view() >= px(TALL)
        direction = QBoxLayout.Direction.LeftToRight if width >= px(WIDE) else QBoxLayout.Direction.TopToBottom
        if direction != parts.page.direction():
            parts.page.setDirection(direction)
        if tall != self._tall:
            self._tall = tall
            parts.head.track.set_tall(tall)
            (parts.right if tall else parts.left).removeWidget(parts.hindering)
            (parts.left if tall else parts.right).addWidget(parts.hindering)
        roomy = tall and width >= px(ROOMY)
        parts.healing.set_large(roomy)
        for column, share in enumerate(SHARES[roomy]):
            parts.page.setStretch(column, share)
        filling_in = parts.forms.current is not None
        crowded = filling_in and not tall
        parts.healing.setVisible(not crowded)
        parts.hindering.setVisible(not crowded)
        parts.acts.setVisible(not filling_in)
        self._limit_dice()

    @guarded(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Lay out again when there is more or less room around."""
        if event.type() == QEvent.Type.Resize and watched is self._around():
            self.share()
        return super().eventFilter(watched, event)

    def _height_in_view(self) -> int:
        """Return the height that is seen at once; within room to scroll, the tab itself is as high as what it holds."""
        around = self._around()
        return self._tab.height() if around is None else around.height()

    def _limit_dice(self) -> None:
        """Let the dice be as large as there is height for."""
        parts, px = self._parts, self._theme.px
        others = parts.head.sizeHint().height() + parts.blow.sizeHint().height() + px(72)
        if self._tall:
            others += parts.hindering.sizeHint().height() + px(12)
        parts.rows.set_room(self._height_in_view() - others)

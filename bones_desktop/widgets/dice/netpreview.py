"""Dice as nets to look at, as large as the room allows; nothing of them is chosen or changed here."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.dienet import DieNet, NetLook
from bones_desktop.widgets.dice.netarea import NetArea


class NetPreview(NetArea):
    """Shows nets in equal rows and columns; the keys scroll."""

    def __init__(self, theme: Theme, invitation: str, parent: QWidget | None = None) -> None:
        """`invitation` stands in the middle while there are no dice."""
        super().__init__(theme, invitation, parent)
        self.setAccessibleName(self.tr("The dice"))

    def set_looks(self, looks: Sequence[NetLook]) -> None:
        """Show these dice; nets are made when first needed and kept."""
        while len(self._made) < len(looks):
            net = DieNet(self._theme, self._page)
            for tile in net.tiles:
                tile.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self._made.append(net)
        for place, net in enumerate(self._made):
            if place < len(looks):
                net.set_look(looks[place])
            net.setVisible(place < len(looks))
        self.setAccessibleDescription("; ".join(look.name for look in looks))
        if len(looks) != self._count:
            self._count = len(looks)
            self._arrange()

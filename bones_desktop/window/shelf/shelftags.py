"""The tags on the shelf as chips that filter: the most used in a row, the others in a menu behind them."""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from bones_desktop.rules.typedtext import folded
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.chip import Chip
from bones_desktop.widgets.choice.menubutton import give_menu
from bones_desktop.widgets.flowlayout import FlowLayout

_MOST_CHIPS: Final = 10


class TagChips(QWidget):
    """Several may be on; a character has to bear all of them. Hidden while nobody bears a tag."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._chips: dict[str, Chip] = {}
        self._tags: tuple[str, ...] = ()
        self._on: frozenset[str] = frozenset()
        self._flow = FlowLayout(theme.px(8), self)
        self._more = QPushButton(self.tr("More tags…"), self)
        self._menu = QMenu(self._more)
        self._menu.aboutToShow.connect(self._fill)
        give_menu(self._more, self._menu)
        self._more.hide()
        self.setAccessibleName(self.tr("Tags to filter by"))
        theme.changed.connect(self._restyle)
        self.hide()

    @property
    def on(self) -> frozenset[str]:
        """The tags that filter."""
        return self._on

    def set_tags(self, counted: Mapping[str, int]) -> None:
        """Offer these tags; `counted` says how many characters bear each. A tag that filters stays on."""
        used = sorted({*counted, *self._on}, key=lambda tag: (tag not in self._on, -counted.get(tag, 0), folded(tag)))
        self._tags = tuple(sorted(used, key=folded))
        self._show(sorted(used[: max(_MOST_CHIPS, len(self._on))], key=folded))

    def clear(self) -> None:
        """Let no tag filter."""
        for chip in self._chips.values():
            chip.setChecked(False)

    def _show(self, tags: list[str]) -> None:
        if tags != list(self._chips):
            self._flow.removeWidget(self._more)
            focused = next((tag for tag, chip in self._chips.items() if chip.hasFocus()), None)
            self._flow.clear()
            self._chips = {tag: self._chip(tag) for tag in tags}
            for chip in self._chips.values():
                self._flow.addWidget(chip)
            self._flow.addWidget(self._more)
            if focused in self._chips:
                self._chips[focused].setFocus()
        self._more.setVisible(len(self._tags) > len(tags))
        self.setVisible(bool(tags))
        self.updateGeometry()

    def _chip(self, tag: str) -> Chip:
        chip = Chip(self._theme, tag, self)
        chip.setChecked(tag in self._on)
        chip.toggled.connect(lambda on, tag=tag: self._turn(tag, on))
        chip.show()
        return chip

    def _turn(self, tag: str, on: bool) -> None:
        self._on = self._on | {tag} if on else self._on - {tag}
        self.changed.emit()

    def _fill(self) -> None:
        self._menu.clear()
        for tag in self._tags:
            action = self._menu.addAction(tag.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(tag in self._on)
            action.toggled.connect(lambda on, tag=tag: self._turn_from_menu(tag, on))

    def _turn_from_menu(self, tag: str, on: bool) -> None:
        if tag in self._chips:
            self._chips[tag].setChecked(on)
            return
        self._turn(tag, on)
        self._show(sorted({*self._chips, tag}, key=folded))

    def _restyle(self) -> None:
        self._flow.setSpacing(self._theme.px(8))
        for chip in self._chips.values():
            chip.restyle()

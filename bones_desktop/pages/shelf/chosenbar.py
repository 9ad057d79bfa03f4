"""The bar below the shelf: the selected characters and buttons for them."""

from collections.abc import Iterator, Mapping
from typing import Final

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QBoxLayout, QLayoutItem, QMenu, QPushButton, QWidget

from bones_desktop.desk.actions import give_icons
from bones_desktop.desk.mainwindow import BONES
from bones_desktop.rules.records import Record
from bones_desktop.rules.typedtext import strip_bidi
from bones_desktop.storage.shelf.shelfentry import ShelfEntry
from bones_desktop.theme.measures import light_menu
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.layouts import Fitting, FlowLayout
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import Slot, push_button
from bones_desktop.widgets.scaled import set_gaps, set_sheet_property
from bones_desktop.widgets.text.labels import ElidedLabel
from bones_desktop.wording.files import file_sentence, is_foreign
from bones_desktop.wording.language import _

ACTS = ("rename", "duplicate", "tags", "export", "remove")
"""Actions of the window for the selected characters, in this order."""
_TEXT: Final = 120
"""Smallest width for the text next to the buttons, at 100 % text size."""


class Chosen(Record):
    """The characters selected on the shelf or among the removed ones, in the order shown."""

    entries: tuple[ShelfEntry, ...] = ()
    removed: bool = False

    @property
    def damaged(self) -> bool:
        """True if one of the files is damaged."""
        return any(entry.damaged is not None for entry in self.entries)

    @property
    def may_compare(self) -> bool:
        """True if exactly two readable characters of one game are selected on the shelf."""
        return self.are_two and len({entry.game for entry in self.entries}) == 1

    @property
    def are_two(self) -> bool:
        """True if exactly two readable characters are selected on the shelf."""
        return len(self.entries) == 2 and not (self.removed or self.damaged)


class ChosenBar(Fitting):
    """Buttons for the selected characters. The tooltip of a disabled button gives the reason."""

    open_requested = Signal()
    """Emitted when the user wants to open the selected character, or to restore the selected removed ones."""
    versions_requested = Signal()
    table_requested = Signal()
    campaign_requested = Signal()
    folder_requested = Signal()

    def __init__(self, theme: Theme, actions: Mapping[str, QAction], parent: QWidget) -> None:
        """Create the bar with a button for each of ACTS; `actions` are the actions of the window."""
        super().__init__(parent)
        self._theme = theme
        self._actions = actions
        self._chosen = Chosen()
        self.text = ElidedLabel(self)
        self._delete = push_button(self, _("Delete for good…"), actions["remove"].trigger, kind="danger")
        self._versions = push_button(self, _("Earlier versions…"), self.versions_requested)
        self._compare = push_button(self, actions["compare"].text().replace("&", ""), actions["compare"].trigger)
        self._open = push_button(self, "", self.open_requested)
        self._buttons = {act: QPushButton(actions[act].text().replace("&", ""), self) for act in ACTS}
        for act, button in self._buttons.items():
            button.clicked.connect(actions[act].trigger)
        self._row = QWidget(self)
        self._flow = FlowLayout(theme.px(8), self._row)
        for button in (*self._buttons.values(), self._delete, self._versions, self._compare, self._open):
            self._flow.addWidget(button)
        self._layout = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        set_gaps(theme, self._layout, self._flow, gap=8)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.addWidget(self.text, 1)
        self._layout.addWidget(self._row)
        theme.changed.connect(self._fit)
        self._fit()
        self.show_chosen(Chosen())

    def show_chosen(self, chosen: Chosen) -> None:
        """Show the selected characters and update the buttons."""
        self._chosen = chosen
        some, one = bool(chosen.entries), len(chosen.entries) == 1
        for act, button in self._buttons.items():
            why = self._why_not(act)
            button.setVisible(not chosen.removed)
            button.setEnabled(not why)
            button.setToolTip(plain_tip(why) if why else self._actions[act].toolTip())
        self._delete.setVisible(chosen.removed)
        self._delete.setEnabled(some)
        self._versions.setVisible(one and chosen.damaged and not chosen.removed)
        self._compare.setVisible(chosen.are_two)
        self._compare.setEnabled(chosen.may_compare)
        why = _("They belong to different games and cannot be compared.")
        self._compare.setToolTip(self._actions["compare"].toolTip() if chosen.may_compare else plain_tip(why))
        self._open.setText(_("Bring back") if chosen.removed else _("Open"))
        # A damaged file has a button for earlier versions instead of "Open".
        self._open.setVisible(chosen.removed or not (one and chosen.damaged))
        self._open.setEnabled(some and (chosen.removed or (one and not chosen.damaged)))
        self._open.setToolTip(plain_tip("" if self._open.isEnabled() else self._choose_one()))
        self._say()
        self._fit()

    def remove(self) -> None:
        """Remove the selected characters, or delete them permanently if they are already removed."""
        if self._chosen.entries:
            self._actions["remove"].trigger()

    def menu(self, parent: QWidget) -> QMenu:
        """Return a menu with the actions that are possible for the selected characters."""
        menu = light_menu(parent)
        if self._open.isEnabled():
            self._add(menu, "undo" if self._chosen.removed else "open", self._open.text(), self.open_requested)
        if not self._versions.isHidden():
            self._add(menu, "versions", self._versions.text(), self.versions_requested)
        if self._chosen.removed:
            if self._chosen.entries:
                self._add(menu, "remove", self._delete.text(), self._actions["remove"].trigger)
            return menu
        if not self._chosen.entries:
            return menu
        self._add_uses(menu)
        menu.addSeparator()
        # Disabled actions are left out, because a reason in a menu's tooltip is hard to find.
        for act in ACTS:
            if self._buttons[act].isEnabled():
                if act == "remove":
                    self._add(menu, "folder", _("Show in its folder"), self.folder_requested)
                    menu.addSeparator()
                menu.addAction(self._actions[act])
        # Icons are added only now, because drawing all of them takes long.
        give_icons(menu.actions(), self._theme.icon)
        return menu

    def _add(self, menu: QMenu, icon: str, text: str, do: Slot) -> None:
        menu.addAction(self._theme.icon(icon), text).triggered.connect(do)

    def _add_uses(self, menu: QMenu) -> None:
        """Add the actions that use characters on other pages: play, print, share."""
        entries = self._chosen.entries
        if self._chosen.damaged:
            return
        if len(entries) == 1:
            self._add(menu, "table", _("To the table"), self.table_requested)
        if all(entry.game == BONES for entry in entries):
            self._add(menu, "campaign", _("To the campaign"), self.campaign_requested)
        if self._chosen.may_compare:
            menu.addAction(self._actions["compare"])
        menu.addSeparator()
        self._add(menu, "print", _("Print…"), self._actions["print-dice"].trigger)
        for action in ("copy-text", "copy-roll20", "copy-discord", "export-foundry", "export-obsidian"):
            menu.addAction(self._actions[action])

    def minimumSizeHint(self) -> QSize:
        """Return the smallest size; the buttons may take several lines."""
        return QSize(self._flow.minimumSize().width(), super().minimumSizeHint().height())

    def _fit(self) -> None:
        """Put the buttons next to the text, or below it if the bar is too narrow."""
        shown = [item.sizeHint().width() for item in self._items() if not item.isEmpty()]
        needed = sum(shown) + max(0, len(shown) - 1) * self._flow.spacing()
        beside = needed + self._theme.px(_TEXT) <= self.width()
        ways = QBoxLayout.Direction
        self._layout.setDirection(ways.LeftToRight if beside else ways.TopToBottom)
        self._row.setMinimumWidth(needed if beside else 0)

    def _items(self) -> Iterator[QLayoutItem]:
        for place in range(self._flow.count()):
            item = self._flow.itemAt(place)
            if item is not None:
                yield item

    def _why_not(self, act: str) -> str:
        if not self._chosen.entries:
            return _("Choose a character first.")
        if act == "rename" and len(self._chosen.entries) > 1:
            return self._choose_one()
        if act in {"rename", "duplicate", "tags"} and self._chosen.damaged:
            if all(is_foreign(entry.damaged) for entry in self._chosen.entries if entry.damaged):
                return _("A file of an unknown game cannot be changed.")
            return _("A damaged file cannot be changed.")
        return ""

    def _choose_one(self) -> str:
        return _("Choose one character.")

    def _say(self) -> None:
        entries = self._chosen.entries
        damaged = len(entries) == 1 and entries[0].damaged is not None
        if not entries:
            text = ""
        elif len(entries) > 1:
            text = _("{n} characters chosen").format(n=len(entries))
        elif entries[0].damaged is not None:
            text = file_sentence(entries[0].damaged)
        else:
            text = strip_bidi(str(entries[0].path))
        self.text.set_full_text(text)
        set_sheet_property(self.text, "role", "bad" if damaged else "muted")

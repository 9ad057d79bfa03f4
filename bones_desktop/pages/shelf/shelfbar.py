"""The bars above and below the shelf.

The upper one has search, sort, filters for tags, and buttons to add characters; the lower one the selected characters
and buttons for them.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QBoxLayout, QComboBox, QLayoutItem, QLineEdit, QMenu, QPushButton, QWidget

from bones_desktop.desk.actions import give_icons
from bones_desktop.desk.mainwindow import BONES
from bones_desktop.pages.shelf.shelfmodel import SORTS, ShelfFilter, ShelfSort, game_title, kind_name
from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.rules.records import Record
from bones_desktop.rules.typedtext import folded, strip_bidi
from bones_desktop.storage.shelfentry import ShelfEntry
from bones_desktop.theme.measures import light_menu
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, fold, hbox, vbox
from bones_desktop.widgets.choice.buttons import Chip, combo_box, give_menu
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import Fitting, FlowLayout, flow_row
from bones_desktop.widgets.localized import counted
from bones_desktop.widgets.plaintext import plain_tip, without_mnemonic
from bones_desktop.widgets.pushbuttons import Slot, push_button
from bones_desktop.widgets.scaled import set_gaps, set_lengths, set_sheet_property, set_type
from bones_desktop.widgets.spoken import Role, describe, speak_as
from bones_desktop.widgets.text.labels import ElidedLabel, plain_label
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


_MOST_CHIPS: Final = 10
_GAME: Final = "game:"
"""Prefix of game ids in the list of kinds."""


class TagChips(QWidget):
    """Chips for tags. Only characters with all selected tags are shown. Hidden if no character has a tag."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.chips: dict[str, Chip] = {}
        self._tags: tuple[str, ...] = ()
        self.on: frozenset[str] = frozenset()
        """The selected tags."""
        self._flow = flow_row(self, theme=theme, gap=8)
        self.more = QPushButton(_("More tags…"), self)
        self.menu = light_menu(self.more)
        self.menu.aboutToShow.connect(self._fill)
        give_menu(self.more, self.menu)
        self.more.hide()
        speak_as(self, Role.Grouping, _("Tags to filter by"))
        self.hide()

    def set_tags(self, counted: Mapping[str, int]) -> None:
        """Show chips for the tags. `counted` has the number of characters with each tag.

        A selected tag is kept even if no character has it.
        """
        # The most frequent tags get chips; the others are in the menu.
        used = sorted({*counted, *self.on}, key=lambda tag: (tag not in self.on, -counted.get(tag, 0), folded(tag)))
        self._tags = tuple(sorted(used, key=folded))
        self._show(sorted(used[: max(_MOST_CHIPS, len(self.on))], key=folded))

    def clear(self) -> None:
        """Deselect all tags."""
        for chip in self.chips.values():
            chip.setChecked(False)

    def _show(self, tags: list[str]) -> None:
        if tags != list(self.chips):
            # The button is always after the last chip.
            self._flow.removeWidget(self.more)
            focused = next((tag for tag, chip in self.chips.items() if chip.hasFocus()), None)
            self._flow.clear()
            self.chips = {tag: self._chip(tag) for tag in tags}
            for chip in self.chips.values():
                self._flow.addWidget(chip)
            self._flow.addWidget(self.more)
            # The chips are rebuilt, so the keyboard focus must be restored.
            if focused in self.chips:
                self.chips[focused].setFocus()
        self.more.setVisible(len(self._tags) > len(tags))
        self.setVisible(bool(tags))
        self.updateGeometry()

    def _chip(self, tag: str) -> Chip:
        chip = Chip(self._theme, tag, self)
        chip.setChecked(tag in self.on)
        chip.toggled.connect(partial(self._turn, tag))
        chip.show()
        return chip

    def _turn(self, tag: str, on: bool) -> None:
        self.on = self.on | {tag} if on else self.on - {tag}
        self.changed.emit()

    def _fill(self) -> None:
        self.menu.clear()
        for tag in self._tags:
            action = self.menu.addAction(without_mnemonic(tag))
            action.setCheckable(True)
            action.setChecked(tag in self.on)
            action.toggled.connect(partial(self._turn_from_menu, tag))

    def _turn_from_menu(self, tag: str, on: bool) -> None:
        if tag in self.chips:
            self.chips[tag].setChecked(on)
            return
        self._turn(tag, on)
        self._show(sorted({*self.chips, tag}, key=folded))


class ShelfBar(Guarded, QWidget):
    """Search, kind, tags and sort. `down_pressed` asks to move the focus from the search to the cards."""

    filter_changed = Signal()
    sort_changed = Signal(str)
    rows_changed = Signal(bool)
    new_requested = Signal()
    import_requested = Signal()
    down_pressed = Signal()
    tidy_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._heading = plain_label(self)
        set_type(theme, speak_as(self._heading, Role.Heading), size=28, serif=True, bold=True)
        self.count = plain_label(self)
        self.count.setProperty("role", "muted")
        self.progress = ElidedLabel(self)
        set_gaps(theme, self.progress, edges=(16, 0, 16, 0))
        self.progress.setProperty("role", "muted")
        self.removed = QPushButton(_("Removed"), self)
        self.removed.setCheckable(True)
        self.removed.setToolTip(_("Show removed characters; any of them can be brought back"))
        self.tidy = push_button(self, "", self.tidy_requested)
        words = _("Characters with no name, no choices and no text; they can be brought back")
        self.tidy.setToolTip(plain_tip(words))
        self.tidy.hide()
        self._import = push_button(self, _("Import…"), self.import_requested)
        self._new = push_button(self, _("New character…"), self.new_requested, kind="primary")
        self.search = QLineEdit(self)
        set_lengths(theme, self.search, least_width=130)
        words = _("Search by name, culture, occupation, race, tag, skill or gear")
        self.search.setPlaceholderText(words)
        self.search.setToolTip(plain_tip(words))
        self.search.setAccessibleName(words)
        describe(self.search, words)
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._tell_filter)
        self.search.installEventFilter(self)
        self.kind_box = self._box(_("Show"))
        self.kind_box.addItem(_("All kinds"), "")
        for kind in CharacterKind:
            self.kind_box.addItem(kind_name(kind), kind.value)
        self.kind_box.currentIndexChanged.connect(self._tell_filter)
        self.sort_box = self._box(_("Sort by"))
        for sort in SORTS:
            self.sort_box.addItem(self._sort_name(sort), sort)
        self.sort_box.activated.connect(self._tell_sort)
        self.look_box = self._box(_("Show as"))
        self.look_box.addItem(_("Cards"), False)
        self.look_box.addItem(_("Rows"), True)
        self.look_box.activated.connect(self._tell_look)
        self.tags = TagChips(theme, self)
        self.tags.changed.connect(self._tell_filter)
        title = hbox(None, self._heading, self.count, (self.progress, 1), theme=theme, gap=8)
        acts = hbox(None, STRETCH, self.tidy, self.removed, self._import, self._new, theme=theme, gap=8)
        looks = hbox(None, self.kind_box, self.sort_box, self.look_box, theme=theme, gap=8)
        top = fold(None, (title, 1), acts, theme=theme, gap=8)
        line = fold(None, (self.search, 1), looks, theme=theme, gap=8)
        vbox(self, top, line, self.tags, margins=0, theme=theme, gap=8)
        self.show_heading()

    def _tell_filter(self) -> None:
        self.filter_changed.emit()

    def _tell_sort(self) -> None:
        self.sort_changed.emit(self.sort)

    def _tell_look(self) -> None:
        self.rows_changed.emit(self.in_rows)

    @property
    def filter(self) -> ShelfFilter:
        """The filter to apply."""
        kind = str(self.kind_box.currentData() or "")
        game = kind.removeprefix(_GAME) if kind.startswith(_GAME) else ""
        return ShelfFilter(self.search.text(), self.tags.on, CharacterKind(kind) if kind and not game else None, game)

    def set_games(self, games: Sequence[str]) -> None:
        """Offer a filter for each game if there are several. Keep the choice if possible."""
        box, chosen = self.kind_box, self.kind_box.currentData()
        wanted = [_GAME + game for game in games] if len(games) > 1 else []
        first = 1 + len(CharacterKind)
        if wanted == [box.itemData(row) for row in range(first, box.count())]:
            return
        # Block signals: adding and removing games would filter the shelf several times.
        blocked = box.blockSignals(True)
        while box.count() > first:
            box.removeItem(first)
        for data in wanted:
            box.addItem(game_title(data.removeprefix(_GAME)), data)
        box.setCurrentIndex(max(0, box.findData(chosen)))
        box.blockSignals(blocked)
        if box.currentData() != chosen:
            self.filter_changed.emit()

    @property
    def sort(self) -> ShelfSort:
        """The selected order."""
        chosen: ShelfSort = self.sort_box.currentData()
        return chosen

    @property
    def shows_removed(self) -> bool:
        """True if removed characters are shown."""
        return self.removed.isChecked()

    def set_sort(self, sort: ShelfSort) -> None:
        """Show `sort` as the selected order."""
        self.sort_box.setCurrentIndex(SORTS.index(sort))

    @property
    def in_rows(self) -> bool:
        """True if characters are shown as rows."""
        return bool(self.look_box.currentData())

    def set_in_rows(self, in_rows: bool) -> None:
        """Set the button that switches between rows and cards."""
        self.look_box.setCurrentIndex(int(in_rows))

    def clear(self) -> None:
        """Clear all filters."""
        # Emit one signal at the end instead of one for each field.
        blocked = self.blockSignals(True)
        self.search.clear()
        self.kind_box.setCurrentIndex(0)
        self.tags.clear()
        self.blockSignals(blocked)
        self.filter_changed.emit()

    def show_heading(self, *, removed_any: bool = False) -> str:
        """Show and return the heading. Show the button for removed characters if there are any or they are shown."""
        self.removed.setVisible(removed_any or self.shows_removed)
        self._heading.setText(_("Removed characters") if self.shows_removed else _("Your characters"))
        return self._heading.text()

    def show_count(self, shown: int, total: int) -> None:
        """Show the number of characters. If a filter is set, show also how many of them match."""
        if not total:
            text = ""
        elif not self.filter.is_all:
            text = _("{n} of {total} found").format(n=counted(shown), total=counted(total))
        elif total == 1:
            text = _("1 character")
        else:
            text = _("{n} characters").format(n=counted(total))
        self.count.setText(text)

    def offer_tidying(self, empty: int) -> None:
        """Offer to remove the empty characters if there are any; `empty` is their number."""
        one = _("Remove 1 empty character")
        self.tidy.setText(one if empty == 1 else _("Remove {n} empty characters").format(n=counted(empty)))
        self.tidy.setVisible(empty > 0 and not self.shows_removed)

    def leave_removed(self) -> None:
        """Return from the removed characters to the shelf."""
        self.removed.setChecked(False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move the focus to the cards with the down arrow."""
        if watched is self.search and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() == Qt.Key.Key_Down:
                self.down_pressed.emit()
                return True
            if event.key() == Qt.Key.Key_Escape and self.search.text():
                self.search.clear()
                return True
        return super().eventFilter(watched, event)

    def _box(self, name: str) -> QComboBox:
        box = combo_box(self)
        box.setAccessibleName(name)
        box.setToolTip(plain_tip(name))
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        return box

    def _sort_name(self, sort: ShelfSort) -> str:
        return {
            "changed": _("Last changed first"),
            "name": _("By name"),
            "kind": _("By kind"),
            "dice": _("Most dice first"),
        }[sort]

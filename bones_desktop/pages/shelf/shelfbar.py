"""The bar above the shelf: search, sort, filters for tags, and buttons to add characters."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QLineEdit, QPushButton, QWidget

from bones_desktop.pages.shelf.shelfmodel import SORTS, ShelfFilter, ShelfSort, game_title, kind_name
from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.rules.typedtext import folded
from bones_desktop.theme.measures import light_menu
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, fold, hbox, vbox
from bones_desktop.widgets.choice.buttons import Chip, combo_box, give_menu
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import flow_row
from bones_desktop.widgets.localized import counted
from bones_desktop.widgets.plaintext import plain_tip, without_mnemonic
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_gaps, set_lengths, set_type
from bones_desktop.widgets.spoken import Role, describe, speak_as
from bones_desktop.widgets.text.labels import ElidedLabel, plain_label
from bones_desktop.wording.language import _

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

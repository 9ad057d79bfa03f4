"""The Reference page: every icon, die, difficulty and table of the game, by section or by search."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QMouseEvent, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QLineEdit, QListView, QStyle, QWidget

from bones_desktop.desk.desk import Desk
from bones_desktop.pages.reference.entries import reference_entries
from bones_desktop.pages.reference.entry import Entry, ReferenceSection, found
from bones_desktop.pages.reference.entrydelegate import EntryDelegate
from bones_desktop.pages.reference.guidepage import GuideSpot, GuideView
from bones_desktop.pages.reference.tablesview import TablesView
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.storage.games import page_of
from bones_desktop.storage.packfile import load_tables
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.lists.line import Ground, Line, LineLook
from bones_desktop.widgets.lists.linelist import NO_KEYS, LineList
from bones_desktop.widgets.plaintext import GUIDE_PAGE
from bones_desktop.widgets.pushbuttons import push_button, view_action
from bones_desktop.widgets.rows import ROW_ROLE, RowModel, set_bare_list
from bones_desktop.widgets.text.labels import heading_label, plain_label
from bones_desktop.wording.language import _, ngettext

if TYPE_CHECKING:
    from bones_desktop.play.tableplay import TableRoller


class ReferenceModel(RowModel[Entry]):
    """The entries of the chosen section that match the search text."""

    def __init__(self, entries: Sequence[Entry], parent: QObject | None = None) -> None:
        super().__init__(parent, entries)
        self._all = self._answers = self.rows

    def set_entries(self, entries: Sequence[Entry]) -> None:
        """Set the entries to search, without showing them yet. `show_only` shows them."""
        self._all = tuple(entries)

    def show_only(self, search: str, section: ReferenceSection | None) -> None:
        """Show the matches of `search` in `section`; None searches every section."""
        answers = found(self._all, search)
        shown = answers if section is None else tuple(entry for entry in answers if entry.section is section)
        self._answers = answers
        self._show(shown)

    @property
    def counts(self) -> Counter[ReferenceSection]:
        """Number of matches in every section, shown or not."""
        return Counter(entry.section for entry in self._answers)

    def _text(self, entry: Entry) -> str:
        return entry.name

    def _tip(self, _entry: Entry) -> str:
        return ""

    def _spoken(self, entry: Entry) -> str:
        return entry.whole_text.replace("\n", ". ").replace("..", ".")


SECTIONS: Final = LineLook(height=30, pad=(14, 0), ground=Ground.MARKED, chosen_bold=True)
EVERYTHING: Final = "everything"
"""Key of the line for all sections."""


def section_lines(counts: Counter[ReferenceSection]) -> list[Line]:
    """Return a line for all sections and a line for each section, with the number of matches."""
    lines = []
    for section in (None, *ReferenceSection):
        name = _("Everything") if section is None else section.heading
        count = counts.total() if section is None else counts[section]
        spoken = ngettext("{name}, {n} entry", "{name}, {n} entries", count).format(name=name, n=count)
        tone = "text" if count else "muted"
        lines.append(Line(name, right=str(count), key=section or EVERYTHING, tone=tone, spoken=spoken))
    return lines


_NARROWEST: Final = 380
"""Smallest width of a column of cards at 100 % text size."""

_PART: Final = 80
"""Number of cards laid out together after a change of style, unless a card further down is shown."""
_MOST: Final = 4
"""Greatest number of columns: more are hard to scan."""


class EntryView(Guarded, QListView):
    """Shows cards in columns. Letters typed here are passed to the search field."""

    typed = Signal(str)
    returned = Signal()
    """Emitted when Return is pressed."""
    rule_pressed = Signal(str)
    """Emitted with the rule id clicked in the corner of a card."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._delegate = EntryDelegate(theme, self)
        self._fitted = (0, 0)
        self._waits = self._in_parts = False
        self._skipped = False
        self.setItemDelegate(self._delegate)
        self.setMouseTracking(True)
        self.setViewMode(QListView.ViewMode.IconMode)
        # Icon mode would let the cards be dragged.
        self.setMovement(QListView.Movement.Static)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setWrapping(True)
        self.setBatchSize(_PART)
        set_bare_list(self)

    def fit(self) -> None:
        """Calculate the columns for the current width, with room for the scroll bar."""
        if not self.isVisible():
            return  # a hidden list has any width, and every other width needs another layout of all cards
        width = self.width() - self.verticalScrollBar().sizeHint().width() - 2
        columns = max(1, min(_MOST, width // self._theme.px(_NARROWEST)))
        fitting = (columns, max(1, width // columns))
        if fitting != self._fitted:
            self._fitted = fitting
            self._delegate.fit(*fitting)
            self.scheduleDelayedItemsLayout()

    def forget(self) -> None:
        """Drop the layouts of entries that no longer exist."""
        self._delegate.forget()

    def event(self, event: QEvent) -> bool:
        """Delay the layout after the list is shown or its style changes.

        Both happen in two steps, and each step has different widths.
        """
        if event.type() is QEvent.Type.StyleChange:
            self._in_parts = True
        self._waits = event.type() in {QEvent.Type.StyleChange, QEvent.Type.Show}
        handled = super().event(event)
        self._waits = False
        return handled

    def doItemsLayout(self) -> None:
        """Lay out the cards if they are visible, and keep the top visible card in place."""
        self._skipped = not self.isVisible()
        if self._waits:
            self.scheduleDelayedItemsLayout()
        elif not self._skipped:
            bar = self.verticalScrollBar()
            first = self.indexAt(QPoint(1, 1)) if bar.value() else QModelIndex()
            offset = self.visualRect(first).top()
            # Lay out the cards below the visible ones while the window is idle, so that it answers at once.
            at_top = not bar.value() and self.currentIndex().row() < _PART
            mode = QListView.LayoutMode
            self.setLayoutMode(mode.Batched if self._in_parts and at_top else mode.SinglePass)
            self._in_parts = False
            super().doItemsLayout()
            if first.isValid():
                bar.setValue(bar.value() + self.visualRect(first).top() - offset)

    def showEvent(self, event: QShowEvent) -> None:
        """Lay out the cards if a layout was skipped while the list was hidden, or for another width."""
        super().showEvent(event)
        self.fit()
        if self._skipped:
            self.scheduleDelayedItemsLayout()

    def refit(self) -> None:
        """Update the layout for the current fonts and distances."""
        self.verticalScrollBar().setSingleStep(self._theme.px(48))
        self._fitted = (0, 0)
        self.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give every card the same share of the width."""
        self.fit()
        super().resizeEvent(event)

    def rule_at(self, at: QPoint) -> str:
        """Return the id of the rule at a point of the viewport, "" for none."""
        index = self.indexAt(at)
        entry = index.data(ROW_ROLE)
        card = self.visualRect(index)
        at = QStyle.visualPos(self.layoutDirection(), card, at)
        if entry is None or not self._delegate.is_on_rule(entry, at - card.topLeft()):
            return ""
        return str(entry.rule)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show the hand cursor over a link."""
        on_link = bool(self.rule_at(event.position().toPoint()))
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if on_link else Qt.CursorShape.ArrowCursor)
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Emit `rule_pressed` when a rule id is clicked."""
        super().mouseReleaseEvent(event)
        rule = self.rule_at(event.position().toPoint()) if event.button() is Qt.MouseButton.LeftButton else ""
        if rule:
            self.rule_pressed.emit(rule)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pass typed letters to the search field."""
        plain = not event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.returned.emit()
        elif plain and event.text().isprintable() and event.text().strip():
            self.typed.emit(event.text())
        else:
            super().keyPressEvent(event)


class ReferencePanel(Guarded, QWidget):
    """Sections on the left, cards on the right, and at the top a search field that searches all sections."""

    def __init__(
        self,
        desk: Desk,
        go_back: Callable[[], object],
        table_roller: "Callable[[], TableRoller]",
        parent: QWidget | None = None,
    ) -> None:
        """Create the page; `go_back` returns to the page with the link, or to the page where F1 was pressed.

        `table_roller` returns the object that rolls on random tables.
        """
        super().__init__(parent)
        self._desk = desk
        self._table_roller = table_roller
        self._return = go_back
        self._theme = theme = desk.theme
        self._searching = False
        self._section_before: ReferenceSection | None = None
        self._rulebook = desk.document.rulebook
        self._game = ""
        self._spoilers = False
        """True if the adventure is shown. Only the game master should see it."""
        self._from = ""
        self._left: GuideSpot | None = None
        """Guide page and scroll position before the user clicked a rule link; None if there is no page to return to."""
        self.model = ReferenceModel(self._entries(), self)
        self._heading = heading_label(theme, self, _("Reference"), 28)
        self._search = QLineEdit(self)
        self._search.setPlaceholderText(_("Search names, effects and rules"))
        self._search.setAccessibleName(_("Search the reference"))
        self._search.setClearButtonEnabled(True)
        self.sections = LineList(theme, _("Sections"), self, SECTIONS, keys=NO_KEYS)
        self.sections.show_lines(section_lines(self.model.counts))
        self.view = EntryView(theme, self)
        self.view.setAccessibleName(_("Entries"))
        self.view.setModel(self.model)
        self.guide = GuideView(theme, self)
        self.guide.hide()
        self.back = push_button(self, "", self._go_back)
        self.back.hide()
        self.spoilers = push_button(self, "", self._toggle_spoilers)
        self.empty = plain_label(self)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.empty.setWordWrap(True)
        self.empty.setProperty("role", "muted")
        self._lay_out()
        self._connect()
        self.setFocusProxy(self._search)
        self._restyle()
        self._go_to_section(None)
        desk.settings.follow("spoilers", self.set_spoilers)

    @cached_property
    def tables(self) -> TablesView:
        """The random tables, made when they are first shown."""
        view = TablesView(self._desk, self._table_roller, self)
        view.loaded.connect(self._take_tables)
        self._middle.addWidget(view, 1)
        return view

    @property
    def _section(self) -> ReferenceSection | None:
        """The section shown; None for all of them."""
        return None if self.sections.current in {"", EVERYTHING} else ReferenceSection(self.sections.current)

    def _go_to_section(self, section: ReferenceSection | None) -> None:
        self.sections.go_to(section or EVERYTHING)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Divide the width between the list of sections and the cards."""
        self._share_width()
        super().resizeEvent(event)

    def set_rulebook(self, rulebook: Rulebook) -> None:
        """Use another rulebook. Keep the search text and the section."""
        self._rulebook = rulebook
        self._explain()
        self._refresh()

    def set_spoilers(self, shown: bool) -> None:
        """Show the adventure, or hide it from people who may still play it."""
        if shown != self._spoilers:
            self._spoilers = shown
            self._explain()
            self._refresh()

    def _toggle_spoilers(self) -> None:
        self._desk.settings.edit(spoilers=not self._spoilers)

    def _entries(self) -> tuple[Entry, ...]:
        self._known = load_tables(self._desk.locations.tables)
        every = reference_entries(self._rulebook, self._game, self._known)
        hidden = None if self._spoilers else ReferenceSection.ADVENTURE
        return tuple(each for each in every if each.section is not hidden)

    def _take_tables(self) -> None:
        """Update the entries if the user has added or changed random tables."""
        if self.tables.known.tables != self._known.tables:
            self._explain()
            self._refresh()

    def _explain(self) -> None:
        self.model.set_entries(self._entries())
        self.view.forget()

    def open_at(self, game: str) -> None:
        """Show the tables of `game`: only its own tables for a smaller game, all tables for BONES ("").

        A search text is kept and applies to every section.
        """
        if game == self._game:
            return
        self._game = game
        self._explain()
        self._section_before = ReferenceSection.GAMES if game else None
        if not self._searching:
            self._go_to_section(self._section_before)
        self._refresh()

    def search(self, text: str) -> None:
        """Show the entries with every word of `text`."""
        self._close_page()
        self._search.setText(text)

    def open_rule(self, rule: str) -> None:
        """Show a rule, and below it all entries that mention it. A button leads back to the open guide page."""
        # If the link is not on a guide page, keep the guide page from which the user came earlier.
        self._left = self.guide.spot or self._left
        self._name_way_back()
        self._go_to_section(None)
        self.search(rule)
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def open_page(self, game: str, page: str) -> None:
        """Show a page of a game's guide; "" for its first page. Do nothing if the page does not exist."""
        if found := page_of(game, page):
            self._left = None
            self._name_way_back()
            if self._section is not None:
                self._go_to_section(ReferenceSection.GUIDE)
            self.guide.show_page(*found)
            self._refresh()

    def open_table(self, name: str) -> None:
        """Show a random table, ready to be rolled on."""
        self._close_page()
        self._section_before = ReferenceSection.TABLES
        self._search.clear()
        self._go_to_section(ReferenceSection.TABLES)
        self._refresh()
        self.tables.open_table(name)
        self.tables.setFocus()

    def offer_way_back(self, page: str) -> None:
        """Offer a button back to the page with this name; "" removes the button."""
        self._from, self._left = page, None
        self._name_way_back()

    def _drop_way_back(self) -> None:
        self.offer_way_back("")

    def _name_way_back(self) -> None:
        page = self._left.page.name if self._left is not None else self._from
        self.back.setVisible(bool(page))
        self.back.setText(_("Back to {page}").format(page=page).replace("&", "&&") if page else "")

    def _go_back(self) -> None:
        if self._left is not None:
            left = self._left
            self._search.clear()
            self.open_page(left.game, left.page.id)
            self.guide.scroll_to(left.height)
            return
        self._drop_way_back()
        self._return()

    def _leave(self) -> None:
        """Go back if there is a previous page; else close the guide page, or clear the search."""
        if self.back.isVisible():
            self._go_back()
        elif self.guide.page is not None:
            self._close_page()
        else:
            self._search.clear()

    def _close_page(self) -> None:
        if self.guide.page is not None:
            self.guide.close_page()
            self._refresh()
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _lay_out(self) -> None:
        self._top = hbox(None, self._heading, self.back, STRETCH, self.spoilers, self._search, theme=self._theme, gap=8)
        self._middle = hbox(
            None, self.sections, (self.view, 1), (self.guide, 1), (self.empty, 1), theme=self._theme, gap=16
        )
        vbox(self, self._top, (self._middle, 1), theme=self._theme, gap=12, edges=(24, 16, 24, 16))

    def _connect(self) -> None:
        self._search.textChanged.connect(self._find)
        # Remove the back button, because the reader now searches for something else.
        self._search.textEdited.connect(self._drop_way_back)
        self.sections.clicked.connect(self._drop_way_back)
        self.view.typed.connect(self._type)
        self.view.rule_pressed.connect(self.open_rule)
        self.guide.closed.connect(self._close_page)
        self.guide.page_wanted.connect(self.open_page)
        self.sections.clicked.connect(self._close_page)
        self.view.clicked.connect(self._open_clicked)
        self.sections.current_changed.connect(self._choose)
        view_action(self.view, _("Copy as text"), self._copy, QKeySequence.StandardKey.Copy)
        self._throw = view_action(self.view, _("Roll for it on the Table"), self._ask)
        self._page = view_action(self.view, _("Open its page of the guide"), self._ask)
        self.view.doubleClicked.connect(self._ask)
        self.view.returned.connect(self._ask)
        self.view.selectionModel().currentChanged.connect(self._offer)
        here = Qt.ShortcutContext.WidgetShortcut
        QShortcut(QKeySequence(Qt.Key.Key_Down), self._search, context=here).activated.connect(self.view.setFocus)
        inside = Qt.ShortcutContext.WidgetWithChildrenShortcut
        QShortcut(QKeySequence.StandardKey.Find, self, context=inside).activated.connect(self._start_search)
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self, context=inside).activated.connect(self._leave)
        self._theme.changed.connect(self._restyle)

    def _find(self, text: str) -> None:
        """Search all sections while the user types. An empty field restores the earlier section."""
        self.guide.close_page()
        searching = bool(text.strip())
        if searching != self._searching:
            self._searching = searching
            if searching:
                # The section is restored when the search is cleared.
                self._section_before = self._section
            self._go_to_section(None if searching else self._section_before)
        self._refresh()

    def _choose(self) -> None:
        self.guide.close_page()
        self._refresh()

    def _refresh(self) -> None:
        section = self._section
        self.model.show_only(self._search.text(), section)
        self.sections.show_lines(section_lines(self.model.counts))
        self.view.setCurrentIndex(self.model.index(0, 0))
        # The best match is at the top.
        self.view.scrollToTop()
        reading, nothing = self.guide.page is not None, self.model.rowCount() == 0
        # While the user searches, the tables found are cards like everything else.
        rolling = section is ReferenceSection.TABLES and not self._searching and not reading
        self.setProperty(GUIDE_PAGE, "tables" if rolling else "")
        if "tables" in self.__dict__ and not rolling:
            self.tables.hide()
        shown = self.guide if reading else self.tables if rolling else self.empty if nothing else self.view
        # Two parts visible at once would make the list narrow, and all its cards would be laid out again.
        for part in {self.guide, self.view, self.empty} - {shown}:
            part.hide()
        shown.show()
        adventure = section is ReferenceSection.ADVENTURE
        self.spoilers.setVisible(adventure and not reading)
        show, hide = _("I am the game master: show it"), _("Hide the adventure")
        self.spoilers.setText(hide if self._spoilers else show)
        if adventure and not self._spoilers:
            self.empty.setText(_("The adventure is for the game master. Players should not read it before playing it."))
            return
        self.empty.setText(_("No match for “{}”. Try fewer letters.").format(" ".join(self._search.text().split())))

    def _start_search(self) -> None:
        self._search.setFocus()
        self._search.selectAll()

    def _type(self, text: str) -> None:
        self._search.setFocus()
        self._search.insert(text)

    def _offer(self) -> None:
        entry = self.model.at(self.view.currentIndex())
        self._throw.setVisible(entry is not None and entry.asks is not None)
        self._page.setVisible(entry is not None and bool(entry.page[1]))

    def _ask(self) -> None:
        entry = self.model.at(self.view.currentIndex())
        if entry is not None and entry.asks is not None:
            self._desk.navigation.prepare_throw(entry.asks)
        elif entry is not None and entry.page[1]:
            self.open_page(*entry.page)

    def _open_clicked(self, index: QModelIndex) -> None:
        """Open a guide page or a random table with a single click. Other entries need a double click."""
        entry = self.model.at(index)
        if entry is not None and entry.section is ReferenceSection.GUIDE:
            self.open_page(*entry.page)
        elif entry is not None and entry.section is ReferenceSection.TABLES:
            self.open_table(entry.id)

    def _copy(self) -> None:
        entry = self.model.at(self.view.currentIndex())
        if entry is not None:
            QGuiApplication.clipboard().setText(entry.whole_text)

    def _restyle(self) -> None:
        self._share_width()
        self.view.refit()

    def _share_width(self) -> None:
        """Give most of the width to the cards when the page is narrow or the text is large."""
        self._search.setFixedWidth(min(self._theme.px(320), self.width() * 2 // 5))
        self.sections.setFixedWidth(min(self._theme.px(236), self.width() * 3 // 10))

"""The Sheet page: a preview of the printed pages; above it paper size, zoom, print and PDF."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from bones_desktop.desk.desk import Desk
from bones_desktop.desk.keymap import show_key
from bones_desktop.document.document import Change, Document
from bones_desktop.printing.canvas import PAPERS
from bones_desktop.printing.columns import Columns
from bones_desktop.printing.preview import SheetPreview
from bones_desktop.rules.bones.making.sheet import Sheet
from bones_desktop.widgets.boxes import STRETCH, fill, fold, hbox, vbox
from bones_desktop.widgets.choice.buttons import combo_box
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.pushbuttons import push_button, tool_button
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording.language import _, ngettext


class SheetPage(Guarded, QWidget):
    """Shows the sheet and updates it while the page is visible. A hidden page is updated when it is shown."""

    def __init__(self, desk: Desk, document: Document[Any], sheet: Callable[[], Sheet | Columns]) -> None:
        """Create the page; `sheet` returns the current content of the printed pages."""
        super().__init__(desk.window)
        theme, actions = desk.theme, desk.window.actions_by_id
        print_action, pdf_action = actions["print"], actions["pdf"]
        self._settings = desk.settings
        self._sheet = sheet
        self._stale = True
        self.preview = SheetPreview(theme, desk.printing.kit, self)
        self._count = plain_label(self, role="muted")
        self._paper = combo_box(self)
        self._paper.setAccessibleName(_("Paper"))
        for name in PAPERS:
            self._paper.addItem(name, name)
        self._paper.currentTextChanged.connect(self._choose_paper)
        look = hbox(None, plain_label(self, _("Paper")), self._paper, theme=theme, gap=8)
        look.addSpacing(theme.px(16))
        zooms: tuple[tuple[str, str, Callable[[], None]], ...] = (
            ("subtract", _("Smaller (Ctrl+−)"), self.preview.zoom_out),
            ("add", _("Larger (Ctrl++)"), self.preview.zoom_in),
        )
        for icon, tip, call in zooms:
            button = tool_button(self, call, theme=theme, icon=icon, name=tip, tip=tip)
            button.setAutoRaise(True)
            look.addWidget(button)
        look.addWidget(push_button(self, _("Fit width"), self.preview.fit_width))
        look.addSpacing(theme.px(8))
        pdf = push_button(self, _("Save as PDF…"), pdf_action.trigger, tip=pdf_action.toolTip())
        printer = push_button(self, _("Print…"), print_action.trigger, kind="primary")
        show_key(printer, _("On paper"), "print")
        fill(look, self._count, STRETCH)
        files = hbox(None, STRETCH, pdf, printer, theme=theme, gap=8)
        row = fold(None, (look, 1), files, theme=theme, gap=8, edges=(16, 8, 16, 8))
        self._letters = plain_label(self, role="warn", wrap=True)
        self._letters.setMargin(theme.px(8))
        self._letters.hide()
        vbox(self, row, self._letters, (self.preview, 1), margins=0, spacing=0)
        self.setFocusProxy(self.preview)
        self.preview.pages_changed.connect(self._show_count)
        desk.settings.follow("paper", self.set_paper)
        document.changed.connect(self._update)

    def set_paper(self, name: str) -> None:
        """Choose the paper, "a4" or "letter"."""
        place = self._paper.findText(name, Qt.MatchFlag.MatchFixedString)
        if place >= 0:
            self._paper.setCurrentIndex(place)

    @property
    def paper(self) -> str:
        """The name of the paper, as used by the printing modules."""
        return self.preview.paper

    def showEvent(self, event: QShowEvent) -> None:
        """Show edits that were made while another page was visible."""
        super().showEvent(event)
        if self._stale:
            self._stale = False
            self.preview.set_sheet(self._sheet())

    def _update(self, _change: Change[Any]) -> None:
        if self.isVisible():
            self.preview.set_sheet(self._sheet())
        else:
            self._stale = True

    def _choose_paper(self, name: str) -> None:
        if name in PAPERS:
            self.preview.set_paper(name)
            self._settings.edit(paper=name.lower())

    def _show_count(self, count: int) -> None:
        self._count.setText(ngettext("{n} page", "{n} pages", count).format(n=count))
        lacking = self.preview.lacking
        self._letters.setText(lacking)
        self._letters.setVisible(bool(lacking))

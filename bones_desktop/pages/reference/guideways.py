"""Ways into the Reference: ids of rules, which are links wherever they are shown, and F1 for the current widget."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QModelIndex, QObject, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices, QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractItemView, QApplication, QDialog, QDialogButtonBox, QWidget

from bones_desktop.rules.bones.game import BONES
from bones_desktop.widgets.boxes import vbox
from bones_desktop.widgets.plaintext import GUIDE_PAGE, RULE_SCHEME
from bones_desktop.widgets.rows import RULE_ROLE
from bones_desktop.wording.language import _

if TYPE_CHECKING:
    from bones_desktop.desk.mainwindow import MainWindow
    from bones_desktop.pages.reference.referencepanel import ReferencePanel
    from bones_desktop.theme.theme import Theme

_PAGES: Final = {
    "shelf": "making",
    "build": "dice",
    "table": "trying",
    "encounter": "fighting",
    "tracker": "healing",
    "campaign": "campaign",
    "log": "log",
    "sheet": "sheet",
}
"""Pages of the guide for pages of the program that do not name one themselves."""
_OF_ALL: Final = frozenset({"log", "sheet", "settings"})
"""Pages about the program. The smaller games use those in the guide of BONES."""
_SIZE: Final = (720, 900)


class GuideWindow(QDialog):
    """Shows pages of the guide over a dialog, which keeps its content. Escape returns to it."""

    def __init__(self, theme: "Theme", over: QDialog) -> None:
        from bones_desktop.pages.reference.guidepage import GuideView  # imported late, because a start does not need it

        super().__init__(over)
        # A window belongs to one dialog and is made again for the next.
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(_("Guide"))
        self.view = GuideView(theme, self)
        self.view.all_pages.hide()
        self.view.page_wanted.connect(self.show_page)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.close)
        vbox(self, (self.view, 1), buttons, theme=theme, gap=8, edges=(16, 12, 16, 12))
        room = self.screen().availableSize()
        self.resize(min(theme.px(_SIZE[0]), room.width() * 9 // 10), min(theme.px(_SIZE[1]), room.height() * 8 // 10))

    def show_page(self, game: str, page: str) -> None:
        """Show a page of a game's guide, its first for "". Nothing happens for a page that does not exist."""
        # Imported late, as below: a start with BONES alone does not wait for other games.
        from bones_desktop.storage.games import page_of

        if found := page_of(game, page):
            self.view.show_page(*found)
            self.show()
            self.activateWindow()

    def show_rule(self, rule: str) -> bool:
        """Show a rule on its page, and return whether there is one: names of things have none."""
        # As above.
        from bones_desktop.storage.games import GAMES, guide_of

        for each in GAMES:
            page = next((page for page in guide_of(each.game.id).pages if rule in page.rules), None)
            if page is not None:
                self.show_page(each.game.id, page.id)
                self.view.point_at(rule)
                return True
        return False


class GuideWays(QObject):
    """Opens rules and pages of the guide, and offers the way back to the previous page.

    A dialog hides the Reference, so from a dialog the guide opens in a window over it.
    """

    def __init__(self, window: "MainWindow", theme: "Theme", reference: "Callable[[], ReferencePanel]") -> None:
        super().__init__(window)
        self._window, self._theme, self._reference = window, theme, reference
        self._from = ""
        window.page_shown.connect(self._go_on)
        # Labels all over the program open links through Qt, which calls this handler for the scheme of rules.
        QDesktopServices.setUrlHandler(RULE_SCHEME, self, "open_address")  # type: ignore[arg-type]  # the stub says bytes
        self.destroyed.connect(lambda: QDesktopServices.unsetUrlHandler(RULE_SCHEME))
        app = QApplication.instance()
        if isinstance(app, QApplication):
            # Dialogs are made all over the program, and this is the one place that sees each.
            app.focusChanged.connect(self._attend)

    @Slot(QUrl)
    def open_address(self, address: QUrl) -> None:
        """Open the rule of an address such as "bones-rule:CMB-5"."""
        self.open_rule(address.path())

    def open_rule(self, rule: str) -> bool:
        """Show a rule in the Reference, or over the open dialog; return whether it is shown."""
        dialog = self._dialog()
        if dialog is None:
            self._go().open_rule(rule)
            return True
        return self._over(dialog).show_rule(rule)

    def open_page(self) -> None:
        """Show the rule of the current row, else the page of the guide for the current page or dialog."""
        at_hand = QApplication.focusWidget()
        rows = getattr(at_hand, "searched", at_hand)  # a field that searches a list is part of the list
        row = rows.currentIndex() if isinstance(rows, QAbstractItemView) else QModelIndex()
        rule = row.data(RULE_ROLE) if row.isValid() else ""
        while (popup := QApplication.activePopupWidget()) is not None and popup.close():
            pass  # the guide would be hidden below the popup
        if rule and self.open_rule(rule):
            return
        game, dialog = self._window.game, self._dialog()
        page = self._window.page_widget().property(GUIDE_PAGE) or _PAGES.get(self._window.page, "")
        page = (dialog.property(GUIDE_PAGE) if dialog is not None else "") or page
        if page in _OF_ALL:
            game = BONES.id
        elif game != BONES.id:
            page = ""
        if dialog is None:
            reference = self._go()
            reference.search("")  # an earlier search has nothing to do with this page
            reference.open_page(game, page)
        else:
            self._over(dialog).show_page(game, page)

    def _dialog(self) -> QDialog | None:
        """Return the open dialog; None while the window itself is in use."""
        active = QApplication.activeModalWidget() or QApplication.activeWindow()
        return active if isinstance(active, QDialog) else None

    def _over(self, dialog: QDialog) -> GuideWindow:
        found = dialog if isinstance(dialog, GuideWindow) else dialog.findChild(GuideWindow)
        return found if found is not None else GuideWindow(self._theme, dialog)

    def _attend(self, _before: QWidget | None, now: QWidget | None) -> None:
        """Give a dialog or an open list its own F1 at its first use: shortcuts of the window do not reach it."""
        over = now.window() if now is not None else None
        name, direct = "guide key", Qt.FindChildOption.FindDirectChildrenOnly
        if over is None or not (isinstance(over, QDialog) or over.windowType() == Qt.WindowType.Popup):
            return
        if over.findChild(QShortcut, name, direct) is None:
            key = QShortcut(QKeySequence(Qt.Key.Key_F1), over)
            key.setObjectName(name)
            key.activated.connect(self.open_page)

    def _go(self) -> "ReferencePanel":
        """Show the Reference with a way back to the current page."""
        before, reference = self._window.page, self._reference()
        if before != "reference":
            self._window.show_page("reference")
            self._from = before
            action = self._window.actions_by_id.get(before)
            reference.offer_way_back(action.text().replace("&", "") if action is not None else "")
        self._window.raise_()
        self._window.activateWindow()
        return reference

    def _go_on(self, page: str) -> None:
        """Remove the way back when another page is shown."""
        if self._from and page != "reference":
            self._from = ""
            self._reference().offer_way_back("")

    def go_back(self) -> None:
        """Return to the page from which the Reference was opened."""
        if self._from:
            self._window.show_page(self._from)

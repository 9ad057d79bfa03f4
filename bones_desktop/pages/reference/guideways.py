"""Links to the Reference: rule ids anywhere in the program, and F1 for the focused widget."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QModelIndex, QObject, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices, QShortcut
from PySide6.QtWidgets import QAbstractItemView, QApplication, QDialog, QDialogButtonBox, QWidget

from bones_desktop.desk.keymap import KeyShortcut
from bones_desktop.desk.mainwindow import BONES
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
"""Guide pages for program pages that do not name a guide page themselves."""
_OF_ALL: Final = frozenset({"log", "sheet", "settings", "tables", "sharing", "devices"})
"""Pages about the program itself. The smaller games show these pages of the BONES guide."""
_SIZE: Final = (720, 900)


class GuideWindow(QDialog):
    """Shows pages of the guide on top of a dialog. Escape returns to the dialog, which stays as it was."""

    def __init__(self, theme: "Theme", over: QDialog) -> None:
        from bones_desktop.pages.reference.guidepage import GuideView  # imported late, because a start does not need it

        super().__init__(over)
        # Each dialog makes its own guide window, so a closed guide window is not needed any more.
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
        """Show a page of a game's guide; "" for its first page. Do nothing if the page does not exist."""
        # Imported late: starting with BONES should not load the other games.
        from bones_desktop.storage.games import page_of

        if found := page_of(game, page):
            self.view.show_page(*found)
            self.show()
            self.activateWindow()

    def show_rule(self, rule: str) -> bool:
        """Show the page of a rule. Return False if `rule` is not the id of a rule, for example the name of an item."""
        # Imported late: starting with BONES should not load the other games.
        from bones_desktop.storage.games import GAMES, guide_of

        for each in GAMES:
            page = next((page for page in guide_of(each.game.id).pages if rule in page.rules), None)
            if page is not None:
                self.show_page(each.game.id, page.id)
                self.view.point_at(rule)
                return True
        return False


class GuideWays(QObject):
    """Opens rules and guide pages, and offers a button back to the previous page.

    A dialog covers the Reference, so from a dialog the guide opens in a window on top.
    """

    def __init__(self, window: "MainWindow", theme: "Theme", reference: "Callable[[], ReferencePanel]") -> None:
        super().__init__(window)
        self._window, self._theme, self._reference = window, theme, reference
        self._from = ""
        window.page_shown.connect(self._go_on)
        # Labels all over the program open rule links through Qt, which calls this handler.
        QDesktopServices.setUrlHandler(RULE_SCHEME, self, "open_address")  # type: ignore[arg-type]  # the stub says bytes
        self.destroyed.connect(lambda: QDesktopServices.unsetUrlHandler(RULE_SCHEME))
        app = QApplication.instance()
        if isinstance(app, QApplication):
            # Dialogs are created in many places. Only this signal reports the focus in all of them.
            app.focusChanged.connect(self._attend)

    @Slot(QUrl)
    def open_address(self, address: QUrl) -> None:
        """Open the rule of an address, for example "bones-rule:CMB-5"."""
        self.open_rule(address.path())

    def open_rule(self, rule: str) -> bool:
        """Show a rule in the Reference, or in a window on top of an open dialog. Return whether the rule was shown."""
        dialog = self._dialog()
        if dialog is None:
            self._go().open_rule(rule)
            return True
        return self._over(dialog).show_rule(rule)

    def open_page(self) -> None:
        """Show the rule of the current line, or the guide page for the current page or dialog."""
        at_hand = QApplication.focusWidget()
        rows = getattr(at_hand, "searched", at_hand)  # the search field of a list belongs to the list
        row = rows.currentIndex() if isinstance(rows, QAbstractItemView) else QModelIndex()
        rule = row.data(RULE_ROLE) if row.isValid() else ""
        while (popup := QApplication.activePopupWidget()) is not None and popup.close():
            pass  # the popup would cover the guide
        if rule and self.open_rule(rule):
            return
        game, dialog = self._window.game, self._dialog()
        page = self._window.page_widget().property(GUIDE_PAGE) or _PAGES.get(self._window.page, "")
        page = (dialog.property(GUIDE_PAGE) if dialog is not None else "") or page
        if page in _OF_ALL:
            game = BONES
        elif game != BONES:
            page = ""
        if dialog is None:
            reference = self._go()
            reference.search("")  # Clear an earlier search, because it has nothing to do with this page.
            reference.open_page(game, page)
        else:
            self._over(dialog).show_page(game, page)

    def _dialog(self) -> QDialog | None:
        """Return the open dialog; None if no dialog is open."""
        active = QApplication.activeModalWidget() or QApplication.activeWindow()
        return active if isinstance(active, QDialog) else None

    def _over(self, dialog: QDialog) -> GuideWindow:
        found = dialog if isinstance(dialog, GuideWindow) else dialog.findChild(GuideWindow)
        return found if found is not None else GuideWindow(self._theme, dialog)

    def _attend(self, _before: QWidget | None, now: QWidget | None) -> None:
        """Add an F1 shortcut to a dialog or popup list when it is first focused.

        Shortcuts of the main window do not work there.
        """
        over = now.window() if now is not None else None
        name, direct = "guide key", Qt.FindChildOption.FindDirectChildrenOnly
        if over is None or not (isinstance(over, QDialog) or over.windowType() == Qt.WindowType.Popup):
            return
        if over.findChild(QShortcut, name, direct) is None:
            KeyShortcut("guide", over, self.open_page, Qt.ShortcutContext.WindowShortcut).setObjectName(name)

    def _go(self) -> "ReferencePanel":
        """Show the Reference with a button back to the current page."""
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
        """Remove the back button when another page is shown."""
        if self._from and page != "reference":
            self._from = ""
            self._reference().offer_way_back("")

    def go_back(self) -> None:
        """Return to the page from which the Reference was opened."""
        if self._from:
            self._window.show_page(self._from)

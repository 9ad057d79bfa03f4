"""Ways into the Reference: the ids of rules, which are links wherever they stand, and F1 for what is at hand."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices

from bones_desktop.rules.bones.game import BONES
from bones_desktop.widgets.plaintext import GUIDE_PAGE, RULE_SCHEME

if TYPE_CHECKING:
    from bones_desktop.panels.reference.referencepanel import ReferencePanel
    from bones_desktop.window.shell.mainwindow import MainWindow

_PAGES: Final = {
    "shelf": "making",
    "build": "dice",
    "table": "trying",
    "encounter": "fighting",
    "tracker": "healing",
    "campaign": "growing",
    "log": "trying",
    "sheet": "dice",
}
"""What fits pages that do not say it themselves."""


class GuideWays(QObject):
    """Opens rules and pages of the guide, and offers the way back to the page that was left."""

    def __init__(self, window: "MainWindow", reference: "Callable[[], ReferencePanel]") -> None:
        super().__init__(window)
        self._window, self._reference = window, reference
        self._from = ""
        QDesktopServices.setUrlHandler(RULE_SCHEME, self, "open_address")  # type: ignore[arg-type]  # the stub says bytes
        self.destroyed.connect(lambda: QDesktopServices.unsetUrlHandler(RULE_SCHEME))

    @Slot(QUrl)
    def open_address(self, address: QUrl) -> None:
        """Open the rule of an address such as "bones-rule:CMB-5"."""
        self.open_rule(address.path())

    def open_rule(self, rule: str) -> None:
        """Show a rule in the Reference."""
        self._go().open_rule(rule)

    def open_page(self) -> None:
        """Show the page of the guide for what is at hand."""
        game = self._window.game
        page = (
            "" if game != BONES.id else self._window.page_widget().property(GUIDE_PAGE) or _PAGES.get(self._window.page)
        )
        self._go().open_page(game, page or "")

    def _go(self) -> "ReferencePanel":
        """Show the Reference, which leads back to where this was."""
        before, reference = self._window.page, self._reference()
        if before != "reference":
            self._window.show_page("reference")
            self._from = before
            action = self._window.actions_by_id.get(before)
            reference.offer_way_back(action.text().replace("&", "") if action is not None else "")
        self._window.raise_()
        self._window.activateWindow()
        return reference

    def go_back(self) -> None:
        """Show the page again from which the Reference was opened."""
        if self._from:
            self._window.show_page(self._from)

"""The guide in a window over a dialog, which keeps what was typed and chosen there."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox

from bones_desktop.panels.reference.guidepage import GuideView
from bones_desktop.storage.games.games import GAMES
from bones_desktop.storage.games.guides import guide_of
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import vbox

_SIZE = (720, 600)


class GuideWindow(QDialog):
    """Pages of the guide, one after the other; Escape leads back to the dialog."""

    def __init__(self, theme: Theme, over: QDialog) -> None:
        super().__init__(over)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Guide"))
        self.view = GuideView(theme, self)
        self.view.all_pages.hide()
        self.view.page_wanted.connect(self.show_page)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.close)
        vbox(self, (self.view, 1), buttons, theme=theme, gap=8, edges=(16, 12, 16, 12))
        room = self.screen().availableSize()
        self.resize(min(theme.px(_SIZE[0]), room.width() * 9 // 10), min(theme.px(_SIZE[1]), room.height() * 8 // 10))

    def show_page(self, game: str, page: str) -> None:
        """Show a page of a game's guide, its first for ""; nothing happens for one that is not there."""
        stored = next(each for each in GAMES if each.game.id == game)
        found = next((each for each in guide_of(game).pages if page in {each.id, ""}), None)
        if found is not None:
            self.view.show_page(stored, found)
            self.show()
            self.activateWindow()

    def show_rule(self, rule: str) -> None:
        """Show a rule on the page it belongs to."""
        for each in GAMES:
            page = next((page for page in guide_of(each.game.id).pages if rule in page.rules), None)
            if page is not None:
                self.show_page(each.game.id, page.id)
                self.view.point_at(rule)

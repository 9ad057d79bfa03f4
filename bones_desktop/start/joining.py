"""The seat of this window at a table in another house: joined on request, left on request and at the end."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from bones_desktop.desk.desk import Desk
from bones_desktop.desk.joindialog import HERE, JoinDialog, missing_libraries
from bones_desktop.seats.invitation import Invitation, link_of
from bones_desktop.widgets.text.messages import BannerAction
from bones_desktop.wording.language import _

if TYPE_CHECKING:
    from bones_desktop.seats.bridge import Bridge


class Joining(QObject):
    """Joins one table over a broker, and serves its page to the browsers of this house."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.window)
        self._desk = desk
        self.bridge: Bridge | None = None
        self._make_bridge: type[Bridge]
        self._dialog: JoinDialog | None = None
        self._house: Invitation | None = None
        """The invitation for devices of this house, once the table is joined."""
        desk.at_end.append(self.leave)

    def show(self) -> None:
        """Show the dialog, or bring it to the front."""
        if self._dialog is None:
            # Imported late: only a joined table needs the libraries of the extra `table`.
            try:
                from bones_desktop.seats.bridge import Bridge
                from bones_desktop.seats.server import house_address
            except ImportError:
                self._desk.notices.say(missing_libraries(), tone="warn")
                return
            self._dialog = dialog = JoinDialog(self._desk.theme, house_address(), self._desk.window)
            self._make_bridge = Bridge
            dialog.join_requested.connect(self._join)
            dialog.leave_requested.connect(self.leave)
            dialog.destroyed.connect(self._forget_dialog)
            if self._house is not None:
                self._show_joined()
        self._dialog.show()
        self._dialog.raise_()
        self._dialog.activateWindow()

    def _forget_dialog(self) -> None:
        self._dialog = None

    def _join(self, invitation: Invitation, address: str) -> None:
        self.leave()
        self.bridge = bridge = self._make_bridge(invitation, self._desk.locations.data / "seats", self)
        bridge.ready.connect(self._begin)
        bridge.failed.connect(self._fail)
        bridge.way_changed.connect(self._show_way)
        if self._dialog is not None:
            self._dialog.show_asking()
        bridge.start(address)

    def _begin(self, house: Invitation, _table: str) -> None:
        if self._house is not None:
            words = _("The address of this computer has changed. Devices have to scan the new code.")
            show = BannerAction(_("Show the table"), self.show)
            self._desk.notices.banner.show_message(words, actions=(show,))
        self._house = house
        self._desk.window.set_sign("joining", _("joined a table"))
        self._show_joined()

    def _show_joined(self) -> None:
        if self._dialog is not None and self._house is not None and self.bridge is not None:
            self._dialog.show_joined(link_of(self._house), is_house=self._house.host != HERE)
            self._dialog.show_way(self.bridge.way)

    def _show_way(self, sentence: str) -> None:
        """Show what has changed on the way to the host, in a message if the dialog is closed."""
        if self._dialog is not None:
            self._dialog.show_way(sentence)
        else:
            self._desk.notices.say(sentence or _("Connected to the host."), tone="warn" if sentence else "")

    def _fail(self, sentence: str) -> None:
        self.leave()
        if self._dialog is not None:
            self._dialog.show_trouble(sentence)
        else:
            self._desk.notices.warn(sentence)

    def leave(self) -> None:
        """Leave the table, if one was joined. The seat stays for the next time."""
        bridge, self.bridge, self._house = self.bridge, None, None
        if bridge is None:
            return
        bridge.stop()
        bridge.deleteLater()
        self._desk.window.set_sign("joining", "")
        if self._dialog is not None:
            self._dialog.show_trouble("")

"""The dialog that joins a table in another house over a broker, and invites the devices of this house.

Its fields for a place, a broker and an invitation are those of the dialog that opens a table too.
"""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRect, Signal
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter, QPixmap
from PySide6.QtWidgets import QButtonGroup, QFormLayout, QLineEdit, QRadioButton, QWidget

from bones_desktop.desk.documents import open_web
from bones_desktop.desk.helpdialogs import HelpDialog
from bones_desktop.rules.records import replace
from bones_desktop.seats.invitation import Broker, read_broker, read_invitation
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import add_field, flow_row, scroll_both
from bones_desktop.widgets.plaintext import GUIDE_PAGE
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_gaps
from bones_desktop.widgets.text.labels import heading_label, plain_label
from bones_desktop.wording.language import _

HERE: Final = "127.0.0.1"
"""Address under which only this computer reaches the table."""
_CODE: Final = 240
"""Side of the QR code, at 100 % text size."""
_QUIET: Final = 4
"""White modules around a QR code, without which cameras do not find it."""


def missing_libraries() -> str:
    """Return a sentence that says how to get what tables on other devices need."""
    told = _("Tables on other devices need more libraries, which are not installed: {command}")
    return told.format(command="pip install 'bones-desktop[table]'")


def code_picture(modules: Sequence[Sequence[int]], side: int) -> QImage:
    """Return a QR code as a picture of about `side` pixels. Each module is a square of whole pixels."""
    count = len(modules) + 2 * _QUIET
    size = max(1, side // count)
    image = QImage(count * size, count * size, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    for y, row in enumerate(modules, _QUIET):
        for x, dark in enumerate(row, _QUIET):
            if dark:
                painter.fillRect(QRect(x * size, y * size, size, size), QColor("black"))
    painter.end()
    return image


class PlaceChoice(QWidget):
    """Chooses where devices reach this computer: in the house, or nowhere but here."""

    def __init__(self, theme: Theme, house: str, here: str, parent: QWidget) -> None:
        """`house` is the address of this computer in the network of the house; "" without a network."""
        super().__init__(parent)
        self._house = house
        self.house = QRadioButton(_("In this &house: {address}").format(address=house or _("no network")), self)
        self.here = QRadioButton(here, self)
        self.group = QButtonGroup(self)
        for each in (self.house, self.here):
            self.group.addButton(each)
        warned = _(
            "The page is not encrypted: whoever shares the Wi-Fi can read along. The firewall of this computer may ask "
            "whether the program may accept connections."
        )
        self.warning = plain_label(self, warned, role="muted", wrap=True)
        self.house.toggled.connect(self.warning.setVisible)
        (self.house if house else self.here).setChecked(True)
        self.house.setEnabled(bool(house))
        self.warning.setVisible(bool(house))
        edges = vbox(None, self.warning, theme=theme, edges=(24, 0, 0, 0))
        vbox(self, self.house, edges, self.here, margins=0, theme=theme, gap=12)

    @property
    def address(self) -> str:
        """The address at which to listen; "" for none."""
        return self._house if self.house.isChecked() else HERE if self.here.isChecked() else ""


class CopyLine(QWidget):
    """A text that is only read, with a button that copies it."""

    def __init__(self, theme: Theme, name: str, copy: str, parent: QWidget, *, is_narrow: bool = False) -> None:
        """`name` is what screen readers call the text, `copy` the text of the button beside it, or below if narrow."""
        super().__init__(parent)
        self.line = QLineEdit(self)
        self.line.setReadOnly(True)
        self.line.setAccessibleName(name)
        self.copy = push_button(self, copy, self._copy)
        box = vbox if is_narrow else hbox
        box(self, (self.line, 1), self.copy, margins=0, theme=theme, gap=8)

    def show_text(self, text: str) -> None:
        """Show a text, from its beginning."""
        self.line.setText(text)
        self.line.setCursorPosition(0)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.line.text())


class HouseInvitation(QWidget):
    """The invitation for devices in this house: a QR code and a link."""

    def __init__(self, theme: Theme, parent: QWidget, *, is_narrow: bool = False) -> None:
        super().__init__(parent)
        self._theme = theme
        self.code = plain_label(self)
        self.code.setAccessibleName(_("QR code of the invitation"))
        self.link = CopyLine(theme, _("Link of the invitation"), _("&Copy the link"), self, is_narrow=is_narrow)
        vbox(self, self.code, self.link, margins=0, theme=theme, gap=8)

    def show_link(self, link: str) -> None:
        """Show a link and its code."""
        import segno  # Imported late: only an open table needs the libraries of the extra `table`.

        modules = [list(row) for row in segno.make(link).matrix]
        self.code.setPixmap(QPixmap.fromImage(code_picture(modules, self._theme.px(_CODE))))
        self.link.show_text(link)


class BrokerFields(QWidget):
    """Name and password at a broker, and its address where `address` is True."""

    def __init__(self, theme: Theme, parent: QWidget, *, address: bool) -> None:
        super().__init__(parent)
        self.address, self.user, self.password = (QLineEdit(self) for _field in range(3))
        self.address.setPlaceholderText("mqtts://broker.example")
        self.address.setVisible(address)
        self.password.setEchoMode(QLineEdit.EchoMode.Password)
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        set_gaps(theme, form, gap=8)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        if address:
            add_field(form, _("&Broker"), self.address)
        add_field(form, _("&Name at the broker"), self.user)
        add_field(form, _("&Password"), self.password)

    def give(self, address: str, user: str, password: str) -> None:
        """Show these values."""
        for field, value in ((self.address, address), (self.user, user), (self.password, password)):
            field.setText(value)

    def broker(self) -> Broker:
        """Return the broker of these fields. Raise ValueError with a sentence for the user."""
        return self.login(read_broker(self.address.text()))

    def login(self, broker: Broker) -> Broker:
        """Return the broker with name and password of these fields. An empty field leaves what the address has."""
        user, password = self.user.text().strip(), self.password.text()
        # A password belongs to one name, so another name does not keep it.
        kept = "" if user and user != broker.user else broker.password
        return replace(broker, user=user or broker.user, password=password or kept)


class JoinDialog(Guarded, HelpDialog):
    """Takes an invitation, then shows the link for this house and whether the host is there."""

    join_requested = Signal(object, str)
    """Emitted with the Invitation and the address of this computer at which its devices join."""
    leave_requested = Signal()

    def __init__(self, theme: Theme, house: str, parent: QWidget | None = None) -> None:
        """`house` is the address of this computer in the network of the house; "" without a network."""
        super().__init__(theme, _("A table in another house"), parent)
        self.setProperty(GUIDE_PAGE, "devices")
        about = _(
            "Your game master sends you an invitation: a link that begins with mqtt, or six words and the address of a "
            "broker. The table then opens in the browser of this computer, or on phones in this house."
        )
        before = QWidget(self)
        self.invitation = QLineEdit(before)
        self.invitation.setAccessibleName(_("Invitation"))
        self.invitation.setPlaceholderText(_("Paste the link, or type the six words and the address"))
        self.invitation.textEdited.connect(self._look)
        self.broker = BrokerFields(theme, before, address=False)
        self.places = PlaceChoice(theme, house, _("On this &computer only"), before)
        self.places.here.setChecked(True)
        self.trouble = plain_label(self, role="bad", wrap=True)
        self.trouble.hide()
        self.join = push_button(self, _("&Join the table"), self._join, kind="primary")
        self.join.setEnabled(False)
        self.join.setDefault(True)
        asked = _("Name and password at the broker, if your game master gave you any. A link already contains them:")
        vbox(
            before,
            plain_label(before, about, wrap=True),
            self.invitation,
            plain_label(before, asked, role="muted", wrap=True),
            self.broker,
            heading_label(theme, before, _("Where to play")),
            self.places,
            STRETCH,
            margins=0,
            theme=theme,
            gap=12,
        )
        self._before, self._after = before, self._joined()
        self._after.hide()
        pages = vbox(None, self._before, (self._after, 1), margins=0)
        self._fill((scroll_both(pages, self), 1), self.trouble, buttons=(self.join,), size=(640, 560))
        self._turn(is_joined=False)

    def _joined(self) -> QWidget:
        theme, page = self._theme, QWidget(self)
        self.way = plain_label(page, wrap=True, theme=theme, size=16, bold=True)
        self.told = plain_label(page, wrap=True)
        self.house = HouseInvitation(theme, page)
        self.browse = push_button(page, _("&Open in the browser"), self._browse, kind="primary")
        self.leave = push_button(page, _("&Leave the table"), self.leave_requested)
        acts = QWidget(page)
        flow_row(acts, self.browse, self.leave, theme=theme, gap=8)
        vbox(page, self.way, self.told, self.house, acts, STRETCH, margins=0, theme=theme, gap=16)
        return page

    def show_trouble(self, sentence: str) -> None:
        """Show the first page, and why the table cannot be joined; "" for nothing."""
        self._turn(is_joined=False)
        self.trouble.setText(sentence)
        self.trouble.setVisible(bool(sentence))
        self.join.setText(_("&Join the table"))
        self.join.setEnabled(True)

    def show_asking(self) -> None:
        """Show that the broker is being asked."""
        self.trouble.hide()
        self.join.setText(_("Connecting to the broker …"))
        self.join.setEnabled(False)

    def show_joined(self, link: str, *, is_house: bool) -> None:
        """Show the page of the joined table, with the link at which devices of this house or computer find it."""
        told = _("Scan the code with a phone, or open the link in a browser. Then knock: the game master lets you in.")
        here = _("Open the table in the browser of this computer. Then knock: the game master lets you in.")
        self.told.setText(told if is_house else here)
        self.house.show_link(link)
        self.house.code.setVisible(is_house)
        self.trouble.hide()
        self._turn(is_joined=True)
        self.browse.setFocus()

    def show_way(self, sentence: str) -> None:
        """Show why there is no way to the host now; "" while there is one."""
        self.way.setText(sentence or _("Connected to the host."))
        self.way.setProperty("role", "warn" if sentence else "good")
        self.way.style().polish(self.way)

    def _turn(self, *, is_joined: bool) -> None:
        for each in (self._before, self.join):
            each.setVisible(not is_joined)
        self._after.setVisible(is_joined)
        # "Close" could be taken for leaving the table.
        self._leave.setText(_("Hide this &window") if is_joined else _("Close"))

    def _look(self, text: str) -> None:
        self.join.setEnabled(bool(text.strip()))

    def _join(self) -> None:
        try:
            invitation = read_invitation(self.invitation.text())
        except ValueError as error:
            self.show_trouble(str(error))
            return
        if invitation.broker is None:
            # A table in this house needs no bridge: its page is there already.
            open_web(self.invitation.text().strip())
            return
        broker = self.broker.login(invitation.broker)
        self.join_requested.emit(replace(invitation, broker=broker), self.places.address)

    def _browse(self) -> None:
        open_web(self.house.link.line.text())

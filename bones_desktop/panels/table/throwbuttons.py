"""The two ways to throw, with the program's dice or with one's own entered by hand, and the GM's permission to."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox
from bones_desktop.widgets.dice.minidie import tinted
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_lengths, set_type
from bones_desktop.widgets.sheetproperty import set_sheet_property


class ThrowButtons(QWidget):
    """Disabled buttons say why, in their tips and to screen readers. By hand gives way to what the GM may allow."""

    throw_requested = Signal()
    by_hand_requested = Signal()
    leave_requested = Signal()
    """The GM allows what the dice do not."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._why_not = ""
        self._moving = False
        self._unentered: str | None = None
        """What is missing of the dice being entered by hand, in words; None while none are entered."""
        # As wide as the wider of both: nothing moves when one takes the other's place.
        self._second = QStackedWidget(self)
        self.by_hand = push_button(self._second, self.tr("By hand"), self.by_hand_requested)
        self.leave = push_button(self._second, self.tr("The GM\nallows it"), name=self.tr("The GM allows it"))
        self.leave.clicked.connect(self.leave_requested)
        self.throw = push_button(self, self.tr("Throw"), self.throw_requested, kind="primary")
        set_lengths(theme, self.throw, least_width=120, icon=24)
        set_type(theme, self.throw, size=16, bold=True)
        self._row = hbox(self, margins=0, theme=theme, gap=8)
        for button in (self.by_hand, self.leave):
            self._second.addWidget(button)
        for widget in (self._second, self.throw):
            self._row.addWidget(widget)
        for widget in (self._second, self.by_hand, self.leave, self.throw):
            widget.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Ignored)
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Ignored)
        self.restyle()
        self.allow("")

    def allow(self, why_not: str, *, unless_gm: str = "") -> None:
        """Say why nothing may be thrown, "" when it may; `unless_gm` is what the GM's permission does, if anything."""
        self._why_not = why_not
        self._second.setCurrentWidget(self.leave if unless_gm else self.by_hand)
        self.leave.setToolTip(plain_tip(unless_gm))
        self.leave.setAccessibleDescription(unless_gm)
        self._show()

    def show_moving(self, moving: bool) -> None:
        """Say what the button does while dice are in motion."""
        self._moving = moving
        self._show()

    def show_entry(self, missing: str | None) -> None:
        """Say what the button does while dice are entered by hand: it uses them, or says what is `missing`.

        `missing` is "" when all are entered, None when dice are no longer entered.
        """
        before, self._unentered = self._look, missing
        if self._look != before:
            set_sheet_property(self.throw, "kind", "" if missing else "primary")
            self.restyle()
        self._show()

    def restyle(self) -> None:
        """Take the sizes and colours of the theme."""
        theme, px = self._theme, self._theme.px
        ratio = self.devicePixelRatioF()
        name, role = self._look
        icon = QIcon(tinted(theme, name, role, px(24), ratio))
        icon.addPixmap(tinted(theme, name, "edge", px(24), ratio), QIcon.Mode.Disabled)
        self.throw.setIcon(icon)

    @property
    def _look(self) -> tuple[str, str]:
        """The drawing on the button that throws, and its colour."""
        return "throw" if self._unentered is None else "check", "text" if self._unentered else "on-accent"

    def _show(self) -> None:
        entering = self._unentered is not None and not self._moving
        self.throw.setText(self._words(entering=entering))
        self.throw.setEnabled(self._moving or entering or not self._why_not)
        self.by_hand.setEnabled(not self._moving and not self._why_not)
        throw = self._why_not or self.tr("Space, Ctrl+T")
        if entering:
            throw = self._unentered or self.tr("Read the dice you entered (Return, Space, Ctrl+T)")
        by_hand = self._why_not or self.tr("Enter what your own dice show (B)")
        for button, tip in ((self.throw, throw), (self.by_hand, by_hand)):
            button.setToolTip(plain_tip(tip))
            button.setAccessibleDescription(tip)

    def _words(self, *, entering: bool) -> str:
        if self._moving:
            return self.tr("Show result")
        return self.tr("Use these") if entering else self.tr("Throw")

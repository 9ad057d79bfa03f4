"""The next icon of a finished character: what it costs, what is saved, and where it goes."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from bones_desktop.rules.bones.book.character import Part, Place
from bones_desktop.rules.bones.making.creation import APTITUDE_FACE
from bones_desktop.rules.bones.making.standing import Standing
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.flowlayout import FlowLayout
from bones_desktop.widgets.sheetproperty import set_sheet_property
from bones_desktop.widgets.text.plainlabel import plain_label


class NextIconCard(QFrame):
    """Says how a character stands; its buttons ask to go to a face."""

    jump_requested = Signal(object)
    """The Place to go to."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self._theme = theme
        self._standing: Standing | None = None
        self.headline = plain_label(self, wrap=True)
        self.line = plain_label(self, wrap=True)
        self.successes = plain_label(self, role="muted", wrap=True)
        self.totals = plain_label(self, role="muted", wrap=True)
        self.go = QPushButton(self)
        self.go.clicked.connect(self._go)
        self.choose = QPushButton(self)
        self.choose.clicked.connect(self._choose)
        buttons = QWidget(self)
        self._buttons = FlowLayout(theme.px(8), buttons)
        self._buttons.addWidget(self.go)
        self._buttons.addWidget(self.choose)
        self._column = QVBoxLayout(self)
        for part in (self.headline, self.line, buttons):
            self._column.addWidget(part)
        self._column.addStretch(1)
        self._column.addWidget(self.successes)
        self._column.addWidget(self.totals)
        theme.changed.connect(self._restyle)
        self._restyle()

    def show_standing(self, standing: Standing) -> None:
        """Show how the character stands now."""
        if standing == self._standing:
            return
        self._standing = standing
        self.headline.setText(self._headline(standing))
        self.line.setText(self._line(standing))
        self.successes.setText(self._successes(standing))
        self.totals.setText(self._totals(standing))
        self.go.setVisible(standing.place is not None)
        self.go.setText(self._button(standing))
        kind = "primary" if standing.earned else ""
        set_sheet_property(self.go, "kind", kind)
        self.choose.setVisible(standing.aptitude is not None and not standing.waits)
        if standing.aptitude is not None:
            self.choose.setText(self.tr("Physical or Mental of die {n}").format(n=standing.aptitude + 1))

    def _headline(self, now: Standing) -> str:
        if now.price is None:
            return self.tr("Ten full dice")
        if now.waits and now.place is not None:
            return self.tr("Die {die} waits").format(die=(now.place.die or 0) + 1)
        if now.earned:
            return self.tr("An icon is earned")
        if now.missing == 1:
            return self.tr("1 session to the next icon")
        return self.tr("{n} sessions to the next icon").format(n=now.missing)

    def _line(self, now: Standing) -> str:
        if now.price is None or now.place is None:
            return self.tr("There is no eleventh die: sessions now bring successes without rolling.")
        if now.waits and now.place.face == APTITUDE_FACE:
            return self.tr("Choose its Physical or Mental, which costs nothing; then the next die can be begun.")
        if now.waits:
            return self.tr("One of its faces was emptied. Fill it with your GM's permission; then a new die can begin.")
        price = _sessions(now.price, self.tr("1 session"), self.tr("{n} sessions"))
        die = (now.place.die or 0) + 1
        if now.earned and now.opens:
            text = self.tr("Next icon: {price}, you have {saved}: begin die {die} with it.")
        elif now.earned:
            text = self.tr("Next icon: {price}, you have {saved}: place it on die {die}.")
        elif now.opens:
            text = self.tr("Next icon: {price}, you have {saved}. It will begin die {die}.")
        else:
            text = self.tr("Next icon: {price}, you have {saved}. It will go on die {die}.")
        said = text.format(price=price, saved=now.saved, die=die)
        if now.opens and now.racial:
            return self.tr("{said} A new die brings Universal and the racial icon.").format(said=said)
        if now.opens:
            said = self.tr("{said} A new die brings Universal, and Physical or Mental of your choice.").format(
                said=said
            )
        return said

    def _button(self, now: Standing) -> str:
        if now.place is None:
            return ""
        die = (now.place.die or 0) + 1
        if not now.earned:
            return self.tr("Go to die {n}").format(n=die)
        return (self.tr("Begin die {n}") if now.opens else self.tr("Place it on die {n}")).format(n=die)

    def _successes(self, now: Standing) -> str:
        if now.to_success is None:
            return self.tr("After the tenth die, every ten sessions give a success without rolling.")
        one, many = self.tr("1 success without rolling"), self.tr("{n} successes without rolling")
        if now.used_once:
            one, many = self.tr("1 success to use once"), self.tr("{n} successes to use once each")
        have = _sessions(now.automatic, one, many)
        more = _sessions(now.to_success, self.tr("1 session"), self.tr("{n} sessions"))
        return self.tr("{have}; {more} to the next.").format(have=have, more=more)

    def _totals(self, now: Standing) -> str:
        parts = [
            self.tr("Awarded {n}").format(n=now.awarded),
            self.tr("spent {n}").format(n=now.spent),
            self.tr("saved {n}").format(n=now.saved),
        ]
        if now.brought:
            parts.insert(0, self.tr("Brought along {n}").format(n=now.brought))
        return " · ".join(parts)

    def _go(self) -> None:
        if self._standing is not None and self._standing.place is not None:
            self.jump_requested.emit(self._standing.place)

    def _choose(self) -> None:
        if self._standing is not None and self._standing.aptitude is not None:
            self.jump_requested.emit(Place(Part.DIE, self._standing.aptitude, APTITUDE_FACE))

    def _restyle(self) -> None:
        theme = self._theme
        self.headline.setFont(theme.font("serif", 28, bold=True))
        self.line.setFont(theme.font("sans", 16))
        for label in (self.successes, self.totals):
            label.setFont(theme.font("sans", 14))
        self._column.setContentsMargins(theme.px(20), theme.px(16), theme.px(20), theme.px(16))
        self._column.setSpacing(theme.px(10))


def _sessions(number: int, one: str, several: str) -> str:
    return one if number == 1 else several.format(n=number)

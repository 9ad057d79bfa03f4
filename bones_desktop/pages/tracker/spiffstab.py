"""The Spiffs tab: balance, ways to earn and spend spiffs, and the ledger."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QBoxLayout, QFrame, QWidget

from bones_desktop.document.bones.characterdocument import Change, CharacterDocument
from bones_desktop.pages.tracker.characterpanel import CharacterPanel
from bones_desktop.pages.tracker.waycard import SPIFFS, SpiffRow, Way, WayCard, growth_words, spiff_rows
from bones_desktop.rules.acts import Act, Answers
from bones_desktop.rules.bones.book.character import Character, CharacterKind
from bones_desktop.rules.bones.book.characterdice import is_finished
from bones_desktop.rules.bones.book.definitions import SpiffPrice
from bones_desktop.rules.bones.book.fields import LINE
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury import spiffs
from bones_desktop.rules.bones.injury.spiffs import SURVIVE, why_not_earned, why_not_spent
from bones_desktop.rules.bones.life import acts
from bones_desktop.rules.bones.making.standing import standing
from bones_desktop.rules.reasons import Reason, reason
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import fill, hbox, vbox
from bones_desktop.widgets.layouts import follow_one_another, least_height
from bones_desktop.widgets.lists.linelist import LineTable
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_gaps
from bones_desktop.widgets.text.labels import Card, heading_label
from bones_desktop.widgets.text.textfields import LineField, limit_letters
from bones_desktop.wording.language import _
from bones_desktop.wording.names import short_name
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.table import spiff_count

WIDE: Final = 1_020
"""Width at 100 % text size, in pixels, above which all three columns are side by side."""
BESIDE: Final = 700
"""Width above which the ledger is next to the ways to earn and spend."""
LARGE: Final = (1_500, 760)
"""Width and height above which everything is larger, to be readable from a distance."""

AROUND_WAYS: Final = 120
"""Height at 100 % text size, in pixels, of everything above and below the ways to earn and spend."""

MOST_HEIGHT: Final = (1 << 24) - 1
"""Qt's value for unlimited height."""


class SpiffsTab(CharacterPanel):
    """Shows the open character's spiffs. Every act is an undo step."""

    def __init__(
        self, document: CharacterDocument, theme: Theme, today: Callable[[], str], parent: QWidget | None = None
    ) -> None:
        super().__init__(document, theme, today, parent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._large = False
        self._height = 0
        self._longer = False
        """Whether the ways to earn and spend need more than the visible height."""
        self._ordered: list[QWidget] = []
        self.balance = BalanceCard(theme, self.refused.emit, self)
        words = _("Note for the ledger (optional)")
        self.note = LineField(words, self)
        self.note.setPlaceholderText(words)
        limit_letters(self.note, LINE)
        self.earning = WayCard(theme, _("Earn"), 1, self)
        self.spending = WayCard(theme, _("Spend"), -1, self)
        self.others = heading_label(theme, self, sentence(reason("spiffs-for-players", "AMB-107")), 28, wrap=True)
        self._for_others = QFrame(self)
        self._for_players = QWidget(self)
        self._parts = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._columns = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        set_gaps(theme, self._parts, self._columns, gap=12)
        self._lay_out()
        self._connect()
        self._fit()

    def refresh(self) -> None:
        """Show the current character."""
        character, rulebook = self._document.character, self._document.rulebook
        player = character.kind is CharacterKind.PLAYER
        growth = growth_words(standing(rulebook, character) if is_finished(character) else None)
        self.balance.show_spiffs(character.spiffs, spiff_rows(rulebook, character), growth if player else "")
        self._for_players.setVisible(player)
        self._for_others.setVisible(not player)
        # A character whose kind was changed from player may still have spiffs.
        self.balance.setVisible(player or bool(character.spiffs or character.spiff_ledger))
        if player:
            earn, spend = acts.earn(rulebook, self._today()), acts.spend(rulebook, self._today())
            earning = self._ways(earn, spiffs.ways_to_earn(rulebook), why_not_earned)
            other = _way(earn, "", _("Another reason, given in the note"), None)
            self.earning.show_ways([*earning, other])
            self.spending.show_ways(self._ways(spend, spiffs.ways_to_spend(rulebook), why_not_spent))
            self._order()
        self._fit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass the focus to the first action of the tab."""
        super().focusInEvent(event)
        player = self._document.character.kind is CharacterKind.PLAYER
        (self.note if player else self.balance.ledger).setFocus(event.reason())

    def _note(self, change: Change) -> None:
        if change.name == "":
            self.note.clear()
            self.earning.clear_numbers()
            self.spending.clear_numbers()
            self.balance.begin_anew()

    def _earn(self, way: str, n: int) -> None:
        # The rules require a note here, so the note gets the focus.
        if not way and not self.note.text().strip():
            self.note.setFocus(Qt.FocusReason.OtherFocusReason)
        act = acts.earn(self._document.rulebook, self._today())
        self._do(act, _("Earn {spiffs}: {what}"), way, n, self.earning)

    def _spend(self, way: str, n: int) -> None:
        # Survival must be explained, so the note gets the focus.
        if way == SURVIVE and not self.note.text().strip() and self.spending.button(way).allowed:
            self.note.setFocus(Qt.FocusReason.OtherFocusReason)
        act = acts.spend(self._document.rulebook, self._today())
        self._do(act, _("Spend {spiffs}: {what}"), way, n, self.spending)

    def _do(self, act: Act[Character], name: str, way: str, n: int, card: WayCard) -> None:
        given = Answers({"way": way, "n": n, "note": self.note.text()})
        name = name.format(spiffs=spiff_count(n), what=self._named(way, self.note.text()))
        if self._apply(name, act.edit(given)):
            self.note.clear()
            card.clear_numbers()

    def _veto(self, place: int) -> None:
        today, ledger = self._today(), self._document.character.spiff_ledger
        # The entry is read now, because the veto changes it.
        used = ledger[place]
        back = spiff_count(abs(used.by))
        name = _("Veto: {spiffs} back").format(spiffs=back)
        if self._apply(name, partial(spiffs.veto, place=place, today=today)) and used.reason != SURVIVE:
            said = _("{spiffs} returned. Undo their effect at the table.").format(spiffs=back)
            self.message.emit(said)

    def _named(self, way: str, note: str) -> str:
        known = next((each.name for each in self._document.rulebook.spiffs if each.id == way), "")
        return known or short_name(" ".join(note.split())) or _("another reason")

    def _ways(
        self,
        act: Act[Character],
        ways: Iterable[SpiffPrice],
        why_not: Callable[[Rulebook, Character, str], Reason | None],
    ) -> list[Way]:
        rulebook, character = self._document.rulebook, self._document.character
        return [_way(act, each.id, each.name, why_not(rulebook, character, each.id)) for each in ways]

    def _connect(self) -> None:
        self.note.returnPressed.connect(self.earning.focus_first)
        self.earning.requested.connect(self._earn)
        self.spending.requested.connect(self._spend)
        self.balance.veto_requested.connect(self._veto)

    def _lay_out(self) -> None:
        self._for_others.setProperty("kind", "card")
        vbox(self._for_others, self.others, theme=self._theme, edges=(20, 16, 20, 16))
        vbox(self._for_players, self.note, (self._columns, 1), margins=0, theme=self._theme, gap=8)
        self._columns.addWidget(self.earning, 1)
        self._columns.addWidget(self.spending, 1)
        self._parts.setContentsMargins(0, 0, 0, 0)
        self._parts.addWidget(self.balance, 5)
        self._parts.addWidget(self._for_players, 9)
        self._parts.addWidget(self._for_others, 9, Qt.AlignmentFlag.AlignTop)

    def _order(self) -> None:
        """Set the Tab order from the note over all ways to the ledger. Some buttons may be new."""
        ways = [*self.earning.in_order(), *self.spending.in_order()]
        if ways != self._ordered:
            self._ordered = ways
            follow_one_another([self.note, *ways, self.balance.go, self.balance.ledger, self.balance.veto])

    def _fit(self) -> None:
        """Arrange the cards for the current width, and request the height their text needs."""
        px = self._theme.px
        room = self.parentWidget() or self
        large = self.width() >= px(LARGE[0]) and room.height() >= px(LARGE[1])
        ways = max(1, self.earning.count, self.spending.count)
        height = (room.height() * 100 // self._theme.text_size - AROUND_WAYS) // ways - 8
        if (large, height) != (self._large, self._height):
            self._large, self._height = large, height
            for card in (self.earning, self.spending):
                card.set_large(large, height)
                card.restyle()
        for layout, least in ((self._parts, BESIDE), (self._columns, WIDE)):
            beside = self.width() >= px(least)
            layout.setDirection(QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom)
        self._fit_balance(room.height())
        self.setMinimumHeight(least_height(self._parts, self.width()))

    def _fit_balance(self, seen: int) -> None:
        """Keep the ledger visible if the ways to earn and spend need more than the visible height."""
        longer = self._parts.direction() != self._columns.direction()
        height = max(seen, self.balance.minimumSizeHint().height()) if longer else 0
        self.balance.setMaximumHeight(height or MOST_HEIGHT)
        self.balance.setMinimumHeight(height)
        if longer != self._longer:  # setting it each time would cause endless layouts
            self._longer = longer
            self._parts.setAlignment(self.balance, Qt.AlignmentFlag.AlignTop if longer else Qt.AlignmentFlag(0))


def _way(act: Act[Character], way: str, name: str, why_not: Reason | None) -> Way:
    number = next(each for each in act.parameters(Answers({"way": way})) if each.id == "n")
    return Way(way, name, number.least, number.most, "" if why_not is None else sentence(why_not))


class BalanceCard(Card):
    """Shows balance and ledger. The owner connects the button that opens Growth."""

    veto_requested = Signal(int)
    """Emitted with the index of a use in the ledger."""

    def __init__(self, theme: Theme, refuse: Callable[[Reason], object], parent: QWidget) -> None:
        """`refuse` receives the reason why nothing can be vetoed."""
        super().__init__(theme, parent, edges=(20, 8, 20, 12))
        self._refuse = refuse
        self.balance = self.heading(size=40)
        self.growth = self.label(role="muted", wrap=True)
        self.go = push_button(self, _("Growth"), tip=_("Sessions and icons are on the Build page"))
        self.go.setAccessibleDescription(self.go.toolTip())
        heads = _("Ledger"), _("Spiffs"), _("Left")
        self.ledger = LineTable(theme, heads, _("Ledger of spiffs"), self, SPIFFS, grows=True)
        self._rows: tuple[SpiffRow, ...] = ()
        self.nothing = self.label(
            _("What spiffs are earned for and spent on will be listed here."), 16, "muted", wrap=True
        )
        self.veto = push_button(self, "", self._ask, theme=theme, icon="veto")
        self._about_veto = self.label(_("The GM may veto any use."), role="muted", wrap=True)
        self._line = hbox(None, (self.growth, 1), self.go, theme=theme, gap=8)
        self._foot = hbox(None, self.veto, (self._about_veto, 1), theme=theme, gap=12)
        fill(self.column, self.balance, self._line, self.nothing, (self.ledger, 1), self._foot)
        self._rest = QWidget(self)
        self.column.addWidget(self._rest, 1)
        self.ledger.current_changed.connect(self._name_veto)
        # Widget context, because V must remain a letter in the note next to the ledger.
        here = Qt.ShortcutContext.WidgetShortcut
        QShortcut(QKeySequence("V"), self.ledger, context=here).activated.connect(self._ask)
        self._name_veto()

    def show_spiffs(self, spiffs: int, rows: tuple[SpiffRow, ...], growth: str) -> None:
        """Show the balance and the ledger. `growth` is the text about sessions; "" if the character earns nothing."""
        self.balance.setText(spiff_count(spiffs))
        self.growth.setText(growth)
        self.growth.setVisible(bool(growth))
        self.go.setVisible(bool(growth))
        longer = len(rows) > len(self._rows)
        self._rows = rows
        self.ledger.lines.set_rows(row.cells() for row in rows)
        if longer:  # scroll to a new line
            self.ledger.scrollToTop()
        for part in (self.ledger, self.veto, self._about_veto):
            part.setVisible(bool(rows))
        self.nothing.setVisible(not rows)
        self._rest.setVisible(not rows)
        self._name_veto()

    def begin_anew(self) -> None:
        """Clear the selection, because another character will be shown."""
        self.ledger.setCurrentIndex(QModelIndex())

    @property
    def _to_veto(self) -> SpiffRow | None:
        """The line to veto: the selected one, else the newest use that can be vetoed; None if there is none."""
        chosen = next((row for row in self._rows if str(row.place) == self.ledger.current), None)
        return chosen or next((row for row in self._rows if row.vetoable), None)

    def _name_veto(self) -> None:
        row = self._to_veto
        if row is not None and row.vetoable:
            back = spiff_count(row.spent)
            self.veto.setText(_("Veto: {spiffs} back").format(spiffs=back))
            tip = (
                _("Refunds the newest use: {what} (V)").format(what=row.what)
                if not self.ledger.current
                else _("Refunds the chosen use (V)")
            )
        else:
            self.veto.setText(_("Veto"))
            tip = _("Choose a use of spiffs in the ledger; one that was vetoed is over.")
        self.veto.setToolTip(plain_tip(tip))
        self.veto.setAccessibleDescription(tip)

    def _ask(self) -> None:
        row = self._to_veto
        if row is None or row.place < 0:
            self._refuse(reason("not-a-use", "SPF-17"))
            self.ledger.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.veto_requested.emit(row.place)

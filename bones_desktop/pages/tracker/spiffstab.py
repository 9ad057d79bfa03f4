"""The Spiffs tab: balance, ways to earn and spend spiffs, and the ledger."""

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from bones_desktop.desk.keymap import KEYS, KeyShortcut
from bones_desktop.document.bones.characterdocument import Change, CharacterDocument
from bones_desktop.pages.tracker.characterpanel import CharacterPanel
from bones_desktop.rules.acts import Act, Answers, Parameter
from bones_desktop.rules.bones.book.character import Character, CharacterKind, SpiffEntry
from bones_desktop.rules.bones.book.characterdice import is_finished
from bones_desktop.rules.bones.book.fields import LINE
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury import spiffs
from bones_desktop.rules.bones.injury.spiffs import (
    SURVIVE,
    SpiffLine,
    brought_forward,
    lines,
    why_not_earned,
    why_not_spent,
)
from bones_desktop.rules.bones.life import acts
from bones_desktop.rules.bones.making.standing import GrowthStanding, standing
from bones_desktop.rules.reasons import Reason, reason
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actboard import FormPlace
from bones_desktop.widgets.acts.actfields import Field
from bones_desktop.widgets.acts.actform import AskedAct
from bones_desktop.widgets.boxes import fill, hbox, vbox
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.layouts import follow_one_another, least_height
from bones_desktop.widgets.lists.line import Ground, Line, LineLook
from bones_desktop.widgets.lists.linelist import PICKING, LineList, LineTable, TableRow
from bones_desktop.widgets.localized import written_day
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_gaps
from bones_desktop.widgets.text.labels import Card
from bones_desktop.widgets.text.textfields import LineField, limit_letters
from bones_desktop.wording.keys import keyed
from bones_desktop.wording.language import _, ngettext
from bones_desktop.wording.names import short_name
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.table import spiff_count

_ROW: Final = LineLook(height=48, ground=Ground.MARKED, ruled=True)
SPIFFS: Final = (
    _ROW,
    LineLook(height=48, ruled=True, number=True, font=("sans", 16, False)),
    LineLook(height=48, ruled=True, number=True, font=("serif", 16, True)),
)
"""Look of the ledger's columns."""


def change_words(by: int) -> str:
    """Return a signed number of spiffs: "+2", "−1"."""
    return f"{by:+d}".replace("-", "−")


def reason_words(rulebook: Rulebook, entry: SpiffEntry) -> str:
    """Return the reason for an entry: the rulebook's text, else the note. If the entry is a veto, the text says so."""
    known = next((each.name for each in rulebook.spiffs if each.id == entry.reason), entry.reason)
    what = known or entry.note or _("Corrected by hand")
    return _("Veto: {what}").format(what=what) if entry.veto and entry.by > 0 else what


def beside_words(entry: SpiffEntry) -> str:
    """Return the small text below the reason of an entry: day, session, note, and whether the entry was vetoed."""
    parts = [written_day(entry.on)]
    number = entry.occasion.rpartition("/")[2]
    if number.isdigit():
        parts.append(_("session {n}").format(n=number))
    if entry.veto and entry.by < 0:
        parts.append(_("vetoed"))
    if entry.note and entry.reason:
        parts.append(entry.note)
    return " · ".join(parts)


def growth_words(now: GrowthStanding | None) -> str:
    """Return a text about the sessions saved for the next icon. Sessions are not counted in spiffs."""
    if now is None:
        return _("Sessions bring icons once the character is finished.")
    if now.price is None:
        return ngettext("{n} session is saved.", "{n} sessions are saved.", now.saved).format(n=now.saved)
    if now.saved >= now.price:
        costs = ngettext("{n} session", "{n} sessions", now.price).format(n=now.price)
        if now.icons > 1:
            return _("{n} icons are earned, the next for {sessions}; {saved} are saved.").format(
                n=now.icons, sessions=costs, saved=now.saved
            )
        return _("An icon is earned: it costs {sessions}, {saved} are saved.").format(sessions=costs, saved=now.saved)
    return _("Sessions toward the next icon: {n} of {price}.").format(n=now.saved, price=now.price)


def ledger_rows(rulebook: Rulebook, character: Character) -> list[TableRow]:
    """Return the rows of the ledger, newest first; the last row contains the spiffs without an entry."""
    rows = [_row(rulebook, line) for line in reversed(lines(character))]
    if before := brought_forward(character):
        first = Line(_("Before the ledger began"), key="-1", spoken=_("Before the ledger began"))
        rows.append((first, *_amounts(before, before)))
    return rows


def _row(rulebook: Rulebook, line: SpiffLine) -> TableRow:
    """Return a row with the reason and day, the change, and the balance; a vetoed use is crossed out."""
    what, beside, vetoed = reason_words(rulebook, line.entry), beside_words(line.entry), line.entry.veto
    said, vetoed = "\n".join((what, beside)), vetoed and line.entry.by < 0
    tone = "muted" if vetoed else "text"
    spoken = said.replace("\n", ", ")
    first = Line(what, beside, key=str(line.place), tone=tone, struck=vetoed, tip=said, spoken=spoken)
    return (first, *_amounts(line.entry.by, line.balance))


def _amounts(by: int, balance: int) -> tuple[Line, Line]:
    change = change_words(by)
    return (
        Line(change, tone="good" if by > 0 else "muted", spoken=_("spiffs: {change}").format(change=change)),
        Line(str(balance), spoken=_("left: {spiffs}").format(spiffs=balance)),
    )


def asks_more(act: Act[Character], way: str, note: str) -> bool:
    """Return whether a way to earn or spend spiffs needs a form: the number varies, or a note is required."""
    number = _number(act, way)
    return number.least != number.most or (way in {"", SURVIVE} and not note.strip())


def way_line(act: Act[Character], way: str, name: str, sign: int, why_not: Reason | None) -> Line:
    """Return the line of a way to earn or spend spiffs; `sign` is 1 or -1."""
    number, why = _number(act, way), "" if why_not is None else sentence(why_not)
    change = change_words(sign * number.least)
    asks = asks_more(act, way, "")
    text = _("{what}…").format(what=name) if asks else name
    spoken = ", ".join(part for part in (name, change, why) if part)
    tone = "muted" if why else "text"
    return Line(text, why, change, way or OTHER, tone=tone, right_tone=tone, tip=spoken, spoken=spoken)


OTHER: Final = "other"
"""Key of the line for a reason that is not in the rulebook. Each other key is the id of a way to earn or spend."""


def _number(act: Act[Character], way: str) -> Parameter:
    return next(each for each in act.parameters(Answers({"way": way})) if each.id == "n")


def way_asked(act: Act[Character], character: Character, heading: str, names: dict[str, str]) -> AskedAct[Character]:
    """Return the form for one way to earn or spend spiffs. `names` has the names of all ways, keyed by id."""

    def field(each: Parameter, _answers: Answers) -> Field:
        match each.id:
            case "way":
                return Field(each, _("For"), choices=tuple(Choice(key, names[key]) for key in each.choices))
            case "n":
                return Field(each, _("Spiffs"))
        return Field(each, _("Note"), _("Note for the ledger"))

    def preview(after: Character, _answers: Answers) -> tuple[str]:
        left = ngettext("Then {n} spiff is left.", "Then {n} spiffs are left.", after.spiffs)
        return (left.format(n=after.spiffs),)

    return AskedAct(act, character, heading, heading, field, preview=preview, strong=(True,))


WIDE: Final = 1_020
"""Width at 100 % text size, in pixels, above which all three columns are side by side."""
BESIDE: Final = 700
"""Width at 100 % text size, above which the ledger is next to the ways to earn and spend."""
_WAYS: Final = LineLook(height=48, right=("serif", 16, True), pad=(12, 6), ground=Ground.PRESSED, wraps=True)


class SpiffsTab(CharacterPanel):
    """Shows the open character's spiffs. Every act is an undo step."""

    def __init__(
        self, document: CharacterDocument, theme: Theme, today: Callable[[], str], parent: QWidget | None = None
    ) -> None:
        super().__init__(document, theme, today, parent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.balance = BalanceCard(theme, self.refused.emit, self)
        self._for_players = QWidget(self)
        self._ways = QWidget(self._for_players)
        words = _("Note for the ledger (optional)")
        self.note = LineField(words, self)
        self.note.setPlaceholderText(words)
        limit_letters(self.note, LINE)
        self._columns = QBoxLayout(QBoxLayout.Direction.LeftToRight, self._ways)
        self._columns.setContentsMargins(0, 0, 0, 0)
        self.earning, self.spending = (self._list(words) for words in (_("Earn"), _("Spend")))
        self.place = FormPlace(theme, self, self.refused.emit, self._ways, self.note)
        self._for_others = Card(theme, self, edges=(20, 16, 20, 16))
        self.others = self._for_others.heading(sentence(reason("spiffs-for-players", "AMB-107")), 28, wrap=True)
        self._for_others.column.addWidget(self.others)
        vbox(self._for_players, self.note, self.place.form, (self._ways, 1), margins=0, theme=theme, gap=8)
        self._parts = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._parts.setContentsMargins(0, 0, 0, 0)
        set_gaps(theme, self._parts, self._columns, gap=12)
        fill(self._parts, (self.balance, 5), (self._for_players, 9))
        self._parts.addWidget(self._for_others, 9, Qt.AlignmentFlag.AlignTop)
        follow_one_another([self.note, self.earning, self.spending, self.balance.go])
        follow_one_another([self.balance.go, self.balance.ledger, self.balance.veto])
        self.note.returnPressed.connect(self.earning.setFocus)
        self.earning.line_activated.connect(partial(self._choose, "earn"))
        self.spending.line_activated.connect(partial(self._choose, "spend"))
        self.balance.veto_requested.connect(self._veto)
        self._fit()

    def refresh(self) -> None:
        """Show the current character."""
        character, rulebook = self._document.character, self._document.rulebook
        player = character.kind is CharacterKind.PLAYER
        growth = growth_words(standing(rulebook, character) if is_finished(character) else None)
        self.balance.show_spiffs(rulebook, character, growth if player else "")
        self._for_players.setVisible(player)
        self._for_others.setVisible(not player)
        # A character that used to be a player character may still have spiffs.
        self.balance.setVisible(player or bool(character.spiffs or character.spiff_ledger))
        if player:
            earn, spend = self._act("earn"), self._act("spend")
            other = way_line(earn, "", _("Another reason"), 1, None)
            self.earning.show_lines(
                [
                    *(
                        way_line(earn, way.id, way.name, 1, why_not_earned(rulebook, character, way.id))
                        for way in spiffs.ways_to_earn(rulebook)
                    ),
                    other,
                ]
            )
            self.spending.show_lines(
                way_line(spend, way.id, way.name, -1, why_not_spent(rulebook, character, way.id))
                for way in spiffs.ways_to_spend(rulebook)
            )
        self.place.refresh()
        self._fit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass the focus to the first action of the tab."""
        super().focusInEvent(event)
        player = self._document.character.kind is CharacterKind.PLAYER
        (self.note if player else self.balance.ledger).setFocus(event.reason())

    def _note(self, change: Change) -> None:
        if change.name == "":
            self.note.clear()
            self.place.close()
            self.balance.clear_selection()

    def _list(self, heading: str) -> LineList:
        card = Card(self._theme, self._ways, edges=(16, 10, 16, 12), gap=6)
        ways = LineList(self._theme, heading, card, _WAYS, keys=PICKING, by_click=True, least=4)
        fill(card.column, card.heading(heading), (ways, 1))
        self._columns.addWidget(card, 1)
        return ways

    def _act(self, id: str) -> Act[Character]:
        return (acts.earn if id == "earn" else acts.spend)(self._document.rulebook, self._today())

    def _choose(self, act: str, line: str) -> None:
        """Earn or spend spiffs, or open a form first for the number or a note. If it is refused, show the reason."""
        way, note = "" if line == OTHER else line, self.note.text()
        rulebook, character = self._document.rulebook, self._document.character
        why = why_not_spent(rulebook, character, way) if act == "spend" else why_not_earned(rulebook, character, way)
        if why is None and asks_more(self._act(act), way, note) and not self._document.read_only:
            values = {"way": way, "note": note}
            self.place.open(act, partial(self._asked, act), partial(self._do, act), values)
        else:
            self._do(act, self._act(act).fitted(Answers({"way": way, "note": note})))

    def _asked(self, act: str) -> AskedAct[Character]:
        names = {way.id: way.name for way in self._document.rulebook.spiffs}
        heading = _("Earn spiffs") if act == "earn" else _("Spend spiffs")
        return way_asked(self._act(act), self._document.character, heading, {**names, "": _("Another reason")})

    def _do(self, act: str, given: Answers) -> bool:
        name = _("Earn {spiffs}: {what}") if act == "earn" else _("Spend {spiffs}: {what}")
        known = {way.id: way.name for way in self._document.rulebook.spiffs}
        what = known.get(given.key("way")) or short_name(given.text("note")) or _("another reason")
        name = name.format(spiffs=spiff_count(given.number("n")), what=what)
        done = self._apply(name, self._act(act).edit(given))
        if done:
            self.note.clear()
        return done

    def _veto(self, place: int) -> None:
        # The entry is read before the veto, because the veto changes it.
        used = self._document.character.spiff_ledger[place]
        back = spiff_count(abs(used.by))
        name = _("Veto: {spiffs} back").format(spiffs=back)
        if self._apply(name, partial(spiffs.veto, place=place, today=self._today())) and used.reason != SURVIVE:
            self.message.emit(_("{spiffs} returned. Undo their effect at the table.").format(spiffs=back))

    def _fit(self) -> None:
        """Arrange the cards for the current width, and request the height their text needs."""
        for layout, least in ((self._parts, BESIDE), (self._columns, WIDE)):
            beside = self.width() >= self._theme.px(least)
            layout.setDirection(QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom)
        self.setMinimumHeight(least_height(self._parts, self.width()))


class BalanceCard(Card):
    """Shows balance and ledger. The owner of the card connects the button that opens Growth."""

    veto_requested = Signal(int)
    """Emitted with the index of a use in the ledger."""

    def __init__(self, theme: Theme, refuse: Callable[[Reason], object], parent: QWidget) -> None:
        """`refuse` receives the reason why nothing can be vetoed."""
        super().__init__(theme, parent, edges=(20, 8, 20, 12))
        self._refuse = refuse
        self._rulebook: Rulebook | None = None
        self._lines: tuple[SpiffLine, ...] = ()
        self.balance = self.heading(size=40)
        self.growth = self.label(role="muted", wrap=True)
        self.go = push_button(self, _("Growth"), tip=_("Sessions and icons are on the Build page"))
        self.go.setAccessibleDescription(self.go.toolTip())
        heads = _("Ledger"), _("Spiffs"), _("Left")
        self.ledger = LineTable(theme, heads, _("Ledger of spiffs"), self, SPIFFS, grows=True)
        self.nothing = self.label(
            _(
                "Spiffs are points that the GM gives for good play. They buy a re-roll or a success, or soak damage. "
                "What they are earned for and spent on will be listed here."
            ),
            16,
            "muted",
            wrap=True,
        )
        self.veto = push_button(self, "", self._ask, theme=theme, icon="veto")
        self._about_veto = self.label(_("The GM may veto any use."), role="muted", wrap=True)
        line = hbox(None, (self.growth, 1), self.go, theme=theme, gap=8)
        foot = hbox(None, self.veto, (self._about_veto, 1), theme=theme, gap=12)
        fill(self.column, self.balance, line, self.nothing, (self.ledger, 1), foot)
        self._rest = QWidget(self)
        self.column.addWidget(self._rest, 1)
        self.ledger.current_changed.connect(self._name_veto)
        # The shortcut works only in the ledger, because V must remain a letter in the note next to the ledger.
        KeyShortcut("tracker.veto", self.ledger, self._ask, Qt.ShortcutContext.WidgetShortcut)
        KEYS.changed.connect(self._name_veto)
        self._name_veto()

    def show_spiffs(self, rulebook: Rulebook, character: Character, growth: str) -> None:
        """Show the balance and the ledger. `growth` is the text about sessions; "" if the character earns nothing."""
        self.balance.setText(spiff_count(character.spiffs))
        self.growth.setText(growth)
        self.growth.setVisible(bool(growth))
        self.go.setVisible(bool(growth))
        before, self._lines = len(self._lines), tuple(reversed(spiffs.lines(character)))
        self._rulebook = rulebook
        rows = ledger_rows(rulebook, character)
        self.ledger.lines.set_rows(rows)
        if len(self._lines) > before:  # scroll to a new line
            self.ledger.scrollToTop()
        for part in (self.ledger, self.veto, self._about_veto):
            part.setVisible(bool(rows))
        self.nothing.setVisible(not rows)
        self._rest.setVisible(not rows)
        self._name_veto()

    def clear_selection(self) -> None:
        """Clear the selection, because another character will be shown."""
        self.ledger.setCurrentIndex(QModelIndex())

    @property
    def _to_veto(self) -> SpiffLine | None:
        """The use to veto: the selected use, or the newest that can be vetoed; None if no use can be vetoed."""
        chosen = next((line for line in self._lines if str(line.place) == self.ledger.current), None)
        return chosen or next((line for line in self._lines if line.vetoable), None)

    def _name_veto(self) -> None:
        line = self._to_veto
        if line is not None and line.vetoable and self._rulebook is not None:
            self.veto.setText(_("Veto: {spiffs} back").format(spiffs=spiff_count(-line.entry.by)))
            tip = keyed(_("Refunds the chosen use"), "tracker.veto")
            if not self.ledger.current:
                what = reason_words(self._rulebook, line.entry)
                tip = keyed(_("Refunds the newest use: {what}").format(what=what), "tracker.veto")
        else:
            self.veto.setText(_("Veto"))
            tip = _("Choose a use of spiffs in the ledger; one that was vetoed is over.")
        self.veto.setToolTip(plain_tip(tip))
        self.veto.setAccessibleDescription(tip)

    def _ask(self) -> None:
        line = self._to_veto
        if line is None or self.ledger.current == "-1":
            self._refuse(reason("not-a-use", "SPF-17"))
            self.ledger.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.veto_requested.emit(line.place)

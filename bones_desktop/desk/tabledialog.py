"""The dialog that opens the table to phones, tablets and televisions, and lets people in."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox, QRadioButton, QWidget

from bones_desktop.desk.helpdialogs import HelpDialog
from bones_desktop.desk.joindialog import BrokerFields, CopyLine, HouseInvitation, PlaceChoice
from bones_desktop.desk.table.opengame import WITH, GameTexts, asked_answers, field_places, roll_questions
from bones_desktop.rules.acts import Act, Answers, Parameter
from bones_desktop.rules.games import Roll
from bones_desktop.rules.records import Record
from bones_desktop.seats.characterseat import CharacterSeat, settings_of
from bones_desktop.seats.invitation import Invitation, link_of
from bones_desktop.theme.measures import light_menu
from bones_desktop.theme.motion import Speed
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actfields import Field, FieldPlace
from bones_desktop.widgets.acts.actform import ActForm, AskedAct, unchanged
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.choice.buttons import give_menu
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import flow_row, scroll_both
from bones_desktop.widgets.lists.line import TWO_LINES, Line
from bones_desktop.widgets.lists.linelist import LineList
from bones_desktop.widgets.plaintext import GUIDE_PAGE, without_mnemonic
from bones_desktop.widgets.popups import ask
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.text.labels import heading_label, plain_label
from bones_desktop.wording.games.words import game_name
from bones_desktop.wording.language import _
from bones_desktop.wording.names import listed

_WHO, _ROLL, _SECRET = "ask-who", "ask-roll", "ask-secret"
"""Ids of the questions that are asked about every roll."""
_FEW: Final = 5
"""Up to this many characters or kinds of roll have a button each; more are shown as a list."""
_FEW_SHORT: Final = 3
"""Up to this many other choices have a button each."""


class Person(Record):
    """A person who waits or has a seat, with the texts to display."""

    id: str
    name: str
    about: str
    waits: bool
    here: bool = False


class AskPage(QWidget):
    """Asks players for a roll, and shows who has not rolled yet."""

    asked = Signal(object, str, object, bool)
    """Emitted to ask for a roll: ids of characters, the roll, the answers to its questions, and whether it is secret.

    Answers that each character's own sheet proposes are left out.
    """
    take_back_requested = Signal(str)
    """Emitted with the id of the roll that is no longer asked for."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._people: Sequence[CharacterSeat] = ()
        self._places: dict[str, FieldPlace] = {}
        self.nobody = plain_label(self, _("Nobody plays a character yet. Let a player in first."), "muted", wrap=True)
        self.form = ActForm(theme, self, framed=False, compact=True)
        self.trouble = plain_label(self, role="bad", wrap=True)
        self.waiting = LineList(theme, _("Not rolled yet"), self, TWO_LINES, empty=_("Nobody has to roll."), least=2)
        self.take_back = push_button(self, _("&Take back"), self._take_back)
        heading = heading_label(theme, self, self.waiting.accessibleName())
        form = vbox(None, self.nobody, self.form, self.trouble, STRETCH, theme=theme, gap=12)
        head = hbox(None, (heading, 1), self.take_back, theme=theme, gap=8)
        waiting = vbox(None, head, (self.waiting, 1), theme=theme, gap=8)
        hbox(self, (form, 2), (waiting, 1), margins=0, theme=theme, gap=20)
        self.form.requested.connect(self._ask)
        self.waiting.removal_requested.connect(self._take_back)
        self.show_trouble("")
        self.show_waiting(())

    def show_people(self, people: Sequence[CharacterSeat]) -> None:
        """Offer these characters. Each has a player."""
        self._people = people
        self.nobody.setVisible(not people)
        self.form.setVisible(bool(people))
        if people:
            act: Act[object] = Act("ask", "", self._questions, unchanged)
            texts = AskedAct(act, None, _("Ask for a roll"), "", self._field, preview=self._chances, strong=(False,))
            self.form.show_act(texts)

    def show_trouble(self, sentence: str) -> None:
        """Show why a roll cannot be asked for; "" for nothing."""
        self.trouble.setText(sentence)
        self.trouble.setVisible(bool(sentence))

    def show_waiting(self, lines: Sequence[Line]) -> None:
        """Show the rolls that were asked for and not made yet. The key of a line is the id of the roll."""
        self.waiting.show_lines(lines, begin=True)
        self.take_back.setEnabled(bool(lines))

    def _chosen(self, answers: Answers) -> list[CharacterSeat]:
        """Return the characters that should roll. All have the same game."""
        whom = answers.key(_WHO)
        return [each for each in self._people if whom in {each.id, _all_of(each)}] or [self._people[0]]

    def _roll(self, answers: Answers) -> Roll:
        kinds = self._chosen(answers)[0].kinds()
        return next((each for each in kinds if each.id == answers.key(_ROLL)), kinds[0])

    def _questions(self, answers: Answers) -> tuple[Parameter, ...]:
        everybody = dict.fromkeys(map(_all_of, self._people))
        who = Parameter.choice(_WHO, (*everybody, *(each.id for each in self._people)))
        kind = Parameter.choice(_ROLL, (each.id for each in self._chosen(answers)[0].kinds()))
        asked = roll_questions(self._roll(answers), answers)
        self._places = field_places(asked)
        return who, Parameter.yes_no(_SECRET), kind, *asked

    def _field(self, parameter: Parameter, answers: Answers) -> Field:
        first = self._chosen(answers)[0]
        if parameter.id == _SECRET:
            tip = _("Only the player and the game master see it")
            return Field(parameter, "", _("Secret"), tip=tip, place=FieldPlace.BESIDE)
        several = len({each.stored.game.id for each in self._people}) > 1
        names = {_all_of(each): _("All players of {game}").format(game=each.stored.game.title) for each in self._people}
        names = {**(names if several else {}), **{each.id: each.name for each in self._people}}
        if parameter.id == _ROLL:
            names = {each: game_name(first.stored.game.id, "roll", each) for each in parameter.choices}
        if parameter.id in {_WHO, _ROLL}:
            label = _("Who") if parameter.id == _WHO else _("Roll")
            choices = tuple(Choice(key, names.get(key, _("All players"))) for key in parameter.choices)
            return Field(parameter, label, choices=choices, buttons=len(choices) <= _FEW)
        place = self._places[parameter.id]
        return GameTexts(first.stored, _at_rest).roll_field(parameter, answers, _FEW_SHORT, place)

    def _settings(self, answers: Answers) -> dict[str, int | str | bool]:
        """Return the answers that differ from those that the sheet proposes."""
        roll = self._roll(answers)
        given = self.form.given
        asked = [each for each in roll.asked(answers) if each.id in given or answers.yes(WITH + each.id)]
        return settings_of(asked, asked_answers(roll, answers))

    def _chances(self, _after: object, answers: Answers) -> Sequence[str]:
        found = [each.asked(self._roll(answers).id, self._settings(answers)) for each in self._chosen(answers)]
        said = (each["why_not"] or f"{each['chance']} {each['words']}".strip() for each in found)
        words = _("{who}: {words}")
        return ["\n".join(words.format(who=each["name"], words=text) for each, text in zip(found, said, strict=True))]

    def _ask(self, answers: Answers) -> None:
        whom = tuple(each.id for each in self._chosen(answers))
        self.asked.emit(whom, self._roll(answers).id, self._settings(answers), answers.yes(_SECRET))

    def _take_back(self) -> None:
        self.take_back_requested.emit(self.waiting.current)


def _all_of(who: CharacterSeat) -> str:
    """Return the answer that means all players of a character's game. No id of a character has a blank in it."""
    return f"all {who.stored.game.id}"


def _at_rest() -> tuple[Speed, bool]:
    return "off", False


class TableDialog(Guarded, HelpDialog):
    """Shows who may play at the table, then the invitation and who is there. It stays open beside the window."""

    open_requested = Signal(str, object, bool)
    """Emitted with the address at which the table should listen and the Broker that should carry it.

    The address may be "", the broker None. With True, the broker should be kept for the next time.
    """
    close_requested = Signal(bool)
    """Emitted to close the table; with True all invitations become void."""
    admit_requested = Signal(str, bool)
    """Emitted with the id of a waiting person. With True, the person keeps the seat for the next evenings."""
    remove_requested = Signal(str)
    """Emitted with the id of the person to refuse or to remove."""

    def __init__(self, theme: Theme, house: str, parent: QWidget | None = None) -> None:
        """`house` is the address of this computer in the network of the house; "" without a network."""
        super().__init__(theme, _("The table on other devices"), parent)
        self.setProperty(GUIDE_PAGE, "devices")
        self._people: dict[str, Person] = {}
        about = _(
            "Phones, tablets and televisions in the house show this table in their browser. Players see and roll their "
            "own dice there. Nothing has to be installed."
        )
        self.places = PlaceChoice(theme, house, _("On this &computer only, to try it"), self)
        self.nowhere = QRadioButton(_("Not &in this house, only over a broker"), self)
        self.places.group.addButton(self.nowhere)
        self.over_broker = QCheckBox(_("Also over a bro&ker, for players in other houses"), self)
        self.elsewhere = QWidget(self)
        self.broker = BrokerFields(theme, self.elsewhere, address=True)
        self.keep = QCheckBox(_("Keep these on this co&mputer"), self.elsewhere)
        carried = _(
            "A broker (MQTT) carries the table to other houses: your own Mosquitto, or a hosted one. Everything is "
            "encrypted first; the broker learns addresses, sizes and times, nothing else."
        )
        about_broker = plain_label(self.elsewhere, carried, role="muted", wrap=True)
        vbox(self.elsewhere, about_broker, self.broker, self.keep, theme=theme, gap=8, edges=(24, 0, 0, 0))
        self.elsewhere.hide()
        self.who = plain_label(self, wrap=True)
        self.more = light_menu(self)
        self.add, self.add_later = (push_button(self, _("&Add a character")) for _page in range(2))
        for button in (self.add, self.add_later):
            give_menu(button, self.more)
        self.trouble = plain_label(self, role="bad", wrap=True)
        self.trouble.hide()
        self.begin = push_button(self, _("&Open the table"), self._begin, kind="primary")
        self.begin.setDefault(True)
        before = QWidget(self)
        vbox(
            before,
            plain_label(before, about, wrap=True),
            self.places,
            self.nowhere,
            self.over_broker,
            self.elsewhere,
            heading_label(theme, before, _("At the table")),
            hbox(None, (self.who, 1), self.add, theme=theme, gap=8),
            STRETCH,
            margins=0,
            theme=theme,
            gap=12,
        )
        self.over_broker.toggled.connect(self.elsewhere.setVisible)
        self.nowhere.toggled.connect(self._choose_place)
        self.asker = AskPage(theme, self)
        self._pages = (before, self._invitation(), self.asker)
        self.ask_now = push_button(self, _("A&sk"), self.asker.form.submit, kind="primary")
        self.back = push_button(self, _("&Back"), partial(self._show_page, 1))
        self.asker.form.closed.connect(self.back.click)
        pages = vbox(None, *((each, 1) for each in self._pages), margins=0)
        self._fill(
            (scroll_both(pages, self), 1), self.trouble, buttons=(self.back, self.begin, self.ask_now), size=(960, 640)
        )
        # Not before: the row of buttons shows each that it gets.
        self._show_page(0)

    def _invitation(self) -> QWidget:
        theme, page = self._theme, QWidget(self)
        self.invitation = HouseInvitation(theme, page, is_narrow=True)
        self.far = QWidget(page)
        self.far_link = CopyLine(theme, _("Link for other houses"), _("Copy this lin&k"), self.far)
        self.words = plain_label(self.far, wrap=True, theme=theme, bold=True)
        self.words.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.copy_words = push_button(self.far, _("Copy the word&s"), self._copy_words)
        self.broker_trouble = plain_label(page, role="warn", wrap=True)
        self.broker_trouble.hide()
        told = _(
            "There, “Play, Join a table…” takes this link, or these words with the address, and the broker’s name and "
            "password. The link contains the password: send it to nobody else."
        )
        vbox(
            self.far,
            heading_label(theme, self.far, _("In other houses"), 16),
            plain_label(self.far, told, role="muted", wrap=True),
            self.far_link,
            hbox(None, (self.words, 1), self.copy_words, theme=theme, gap=8),
            margins=0,
            theme=theme,
            gap=8,
        )
        self.people = LineList(
            theme,
            _("People at the table"),
            page,
            TWO_LINES,
            empty=_("Nobody yet."),
            least=3,
        )
        kept = _("The seat is kept for the next evenings too")
        self.admit = push_button(page, _("Let &in"), partial(self._admit, True), kind="primary", tip=kept)
        self.once = push_button(page, _("Let in for this &evening"), partial(self._admit, False))
        self.remove = push_button(page, "", self._remove)
        self.close_table = push_button(page, _("Close the &table"), partial(self.close_requested.emit, False))
        tip = _("All invitations become void, and everybody can check the dice of the evening")
        self.close_for_good = push_button(page, _("Close it for &good…"), self._ask_to_close, tip=tip)
        acts, ends = QWidget(page), QWidget(page)
        self.ask = push_button(page, _("Ask for a ro&ll…"), self.show_asking)
        flow_row(acts, self.admit, self.once, self.remove, self.ask, theme=theme, gap=8)
        flow_row(ends, self.add_later, self.close_table, self.close_for_good, theme=theme, gap=8)
        self.hint = plain_label(page, wrap=True)
        left = vbox(None, self.invitation, STRETCH)
        right = vbox(None, self.hint, self.broker_trouble, (self.people, 1), acts, ends, theme=theme, gap=8)
        here = hbox(None, left, (right, 1), theme=theme, gap=20)
        vbox(page, (here, 1), self.far, margins=0, theme=theme, gap=16)
        self.people.current_changed.connect(self._choose)
        return page

    def show_characters(self, names: Sequence[str]) -> None:
        """Show the names of the characters at the table."""
        self.who.setText(listed(list(names)) or _("Nobody yet: add a character from your shelf."))
        self.begin.setEnabled(bool(names))

    def offer(self, others: Sequence[tuple[str, Callable[[], object]]]) -> None:
        """Offer characters of the shelf: names, each with the function that adds the character."""
        self.more.clear()
        for name, add in others:
            self.more.addAction(without_mnemonic(name), add)
        for each in (self.add, self.add_later):
            each.setEnabled(bool(others))

    def show_trouble(self, sentence: str) -> None:
        """Show why the table cannot be opened; "" for nothing."""
        self.trouble.setText(sentence)
        self.trouble.setVisible(bool(sentence))

    def offer_broker(self, address: str, user: str, password: str) -> None:
        """Fill in the broker that was kept last time."""
        self.broker.give(address, user, password)
        for each in (self.keep, self.over_broker):
            each.setChecked(True)

    def show_open(self, house: str, elsewhere: Invitation | None = None) -> None:
        """Show the page of the open table, with the link for this house, "" for none, and the invitation elsewhere."""
        self.invitation.setVisible(bool(house))
        if house:
            self.invitation.show_link(house)
        scan = _("Scan the code, or open the link in a browser. Then let in whoever knocks.")
        self.hint.setText(scan if house else _("Send players the link or the words. Then let in whoever knocks."))
        self.far.setVisible(elsewhere is not None)
        if elsewhere is not None and elsewhere.broker is not None:
            self.far_link.show_text(link_of(elsewhere))
            self.words.setText(f"{elsewhere.secret.replace('-', ' ')}\n{elsewhere.broker.url}")
        self._show_page(1)

    def show_broker_trouble(self, sentence: str) -> None:
        """Show why nobody comes over the broker now; "" for nothing."""
        self.broker_trouble.setText(sentence)
        self.broker_trouble.setVisible(bool(sentence))

    def show_closed(self) -> None:
        """Show the page of the closed table."""
        self._show_page(0)

    def show_asking(self) -> None:
        """Show the page that asks for a roll, if the table is open."""
        if self._page:
            self._show_page(2)
            self.asker.form.focus_first()

    def _show_page(self, page: int) -> None:
        # A stack would be as high as the highest of its pages.
        self._page = page
        # Before the button that was pressed is hidden: else the link gets the focus, and shows only its end.
        self._pages[page].show()
        if page == 1:
            self.people.setFocus()
        for place, each in enumerate(self._pages):
            each.setVisible(place == page)
        self.begin.setVisible(page == 0)
        # "Close" could be taken for closing the table.
        self._leave.setText(_("Hide this &window") if page else _("Close"))
        for each in (self.back, self.ask_now):
            each.setVisible(page == 2)

    def show_people(self, people: Sequence[Person]) -> None:
        """Show who waits and who has a seat."""
        self._people = {each.id: each for each in people}
        kept = self._people.get(self.people.current)
        waiting = next((each.id for each in people if each.waits), "")
        lines = (
            Line(
                each.name,
                each.about,
                key=each.id,
                right=_("is waiting") if each.waits else _("here") if each.here else _("away"),
                right_tone="good" if each.waits else "muted",
            )
            for each in people
        )
        # The person who waits longest becomes current, so that one key lets that person in.
        self.people.show_lines(lines, current=kept.id if kept is not None and (kept.waits or not waiting) else waiting)
        self._choose(self.people.current)

    def _choose(self, key: str) -> None:
        person = self._people.get(key)
        waits = person is not None and person.waits
        for each in (self.admit, self.once):
            each.setEnabled(waits)
        self.remove.setText(_("&Refuse") if waits else _("&Remove"))
        self.remove.setEnabled(person is not None)

    def _choose_place(self, nowhere: bool) -> None:
        # Without a place in this house there has to be a broker.
        if nowhere:
            self.over_broker.setChecked(True)
        self.over_broker.setEnabled(not nowhere)

    def _begin(self) -> None:
        try:
            broker = self.broker.broker() if self.over_broker.isChecked() else None
        except ValueError as error:
            self.show_trouble(str(error))
            return
        self.open_requested.emit(self.places.address, broker, self.keep.isChecked())

    def _copy_words(self) -> None:
        QGuiApplication.clipboard().setText(self.words.text().replace("\n", " "))

    def _admit(self, for_good: bool) -> None:
        self.admit_requested.emit(self.people.current, for_good)

    def _ask_to_close(self) -> None:
        text = _(
            "Close this table for good?\n\nThe evening ends, everybody loses the seat, and all invitations become void."
        )
        close = partial(self.close_requested.emit, True)
        ask(self, _("Close the table for good"), text, {_("Close for good"): close}, _("Keep"), loses=True)

    def _remove(self) -> None:
        self.remove_requested.emit(self.people.current)

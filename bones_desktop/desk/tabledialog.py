"""The dialog that opens the table to phones, tablets and televisions, and lets people in."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QRect, Signal
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter, QPixmap
from PySide6.QtWidgets import QButtonGroup, QDialogButtonBox, QLineEdit, QRadioButton, QWidget

from bones_desktop.desk.helpdialogs import HelpDialog
from bones_desktop.desk.table.opengame import WITH, GameTexts, asked_answers, field_places, roll_questions
from bones_desktop.rules.acts import Act, Answers, Parameter
from bones_desktop.rules.games import Roll
from bones_desktop.rules.records import Record
from bones_desktop.seats.characterseat import CharacterSeat, settings_of
from bones_desktop.theme.measures import light_menu
from bones_desktop.theme.motion import Speed
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actfields import Field, FieldPlace
from bones_desktop.widgets.acts.actform import ActForm, AskedAct, unchanged
from bones_desktop.widgets.boxes import STRETCH, hbox, stack, vbox
from bones_desktop.widgets.choice.buttons import give_menu
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import flow_row, scroll_both
from bones_desktop.widgets.lists.line import TWO_LINES, Line
from bones_desktop.widgets.lists.linelist import LineList
from bones_desktop.widgets.plaintext import GUIDE_PAGE, without_mnemonic
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.text.labels import heading_label, plain_label
from bones_desktop.wording.games.words import game_name
from bones_desktop.wording.language import _
from bones_desktop.wording.names import listed

HERE: Final = "127.0.0.1"
"""Address under which only this computer reaches the table."""
_CODE: Final = 240
"""Side of the QR code, at 100 % text size."""
_WHO, _ROLL, _SECRET = "ask-who", "ask-roll", "ask-secret"
"""Ids of the questions that are asked about every roll."""
_FEW: Final = 5
"""Up to this many characters or kinds of roll have a button each; more are shown as a list."""
_FEW_SHORT: Final = 3
"""Up to this many other choices have a button each."""
_QUIET: Final = 4
"""White modules around a QR code, without which cameras do not find it."""


class Person(Record):
    """A person who waits or has a seat, with the texts to display."""

    id: str
    name: str
    about: str
    waits: bool
    here: bool = False


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
        self.waiting.removal_requested.connect(self.take_back_requested)
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
        first = next((each for each in self._people if each.id == whom), self._people[0])
        return [first] if whom else [each for each in self._people if each.stored is first.stored]

    def _roll(self, answers: Answers) -> Roll:
        kinds = self._chosen(answers)[0].kinds()
        return next((each for each in kinds if each.id == answers.key(_ROLL)), kinds[0])

    def _questions(self, answers: Answers) -> tuple[Parameter, ...]:
        who = Parameter.choice(_WHO, ("", *(each.id for each in self._people)))
        kind = Parameter.choice(_ROLL, (each.id for each in self._chosen(answers)[0].kinds()))
        asked = roll_questions(self._roll(answers), answers)
        self._places = field_places(asked)
        return who, Parameter.yes_no(_SECRET), kind, *asked

    def _field(self, parameter: Parameter, answers: Answers) -> Field:
        first = self._chosen(answers)[0]
        if parameter.id == _SECRET:
            tip = _("Only the player and the game master see it")
            return Field(parameter, "", _("Secret"), tip=tip, place=FieldPlace.BESIDE)
        names = {each.id: each.name for each in self._people}
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


def _at_rest() -> tuple[Speed, bool]:
    return "off", False


class TableDialog(Guarded, HelpDialog):
    """Shows who may play at the table, then the invitation and who is there. It stays open beside the window."""

    open_requested = Signal(str)
    """Emitted with the address at which the table should listen."""
    close_requested = Signal(bool)
    """Emitted to close the table; with True all invitations become void."""
    admit_requested = Signal(str, bool)
    """Emitted with the id of a waiting person. With True, the person keeps the seat for the next evenings."""
    remove_requested = Signal(str)
    """Emitted with the id of the person to refuse or to put out."""

    def __init__(self, theme: Theme, house: str, parent: QWidget | None = None) -> None:
        """`house` is the address of this computer in the network of the house; "" without a network."""
        super().__init__(theme, _("The table on other devices"), parent)
        self.setProperty(GUIDE_PAGE, "devices")
        self._people: dict[str, Person] = {}
        about = _(
            "Phones, tablets and televisions in the house show this table in their browser. Players see and roll their "
            "own dice there. Nothing has to be installed."
        )
        self.house = QRadioButton(_("In this &house: {address}").format(address=house or _("no network")), self)
        self.here = QRadioButton(_("On this &computer only, to try it"), self)
        self._places = QButtonGroup(self)
        for each in (self.house, self.here):
            self._places.addButton(each)
        (self.house if house else self.here).setChecked(True)
        self.house.setEnabled(bool(house))
        self._house = house
        self.who = plain_label(self, wrap=True)
        self.more = light_menu(self)
        self.add, self.add_later = (push_button(self, _("&Add a character")) for _page in range(2))
        for button in (self.add, self.add_later):
            give_menu(button, self.more)
        warning = _(
            "The page is not encrypted: whoever shares the Wi-Fi can read along. The firewall of this computer may ask "
            "whether the program may accept connections."
        )
        self.trouble = plain_label(self, role="bad", wrap=True)
        self.trouble.hide()
        self.begin = push_button(self, _("&Open the table"), self._begin, kind="primary")
        before = QWidget(self)
        vbox(
            before,
            plain_label(before, about, wrap=True),
            self.house,
            self.here,
            heading_label(theme, before, _("At the table")),
            hbox(None, (self.who, 1), self.add, theme=theme, gap=8),
            plain_label(before, warning, role="muted", wrap=True),
            self.trouble,
            hbox(None, STRETCH, self.begin),
            STRETCH,
            margins=0,
            theme=theme,
            gap=12,
        )
        self.asker = AskPage(theme, self)
        self._pages = stack(self, before, self._invitation(), self.asker)
        self.ask_now = push_button(self, _("A&sk"), self.asker.form.submit, kind="primary")
        self.back = push_button(self, _("&Back"), partial(self._show_page, 1))
        self.asker.form.closed.connect(self.back.click)
        self._show_page(0)
        self._fill(
            (scroll_both(vbox(None, self._pages, margins=0), self), 1),
            buttons=(self.back, self.ask_now),
            size=(960, 640),
        )
        # "Close" could be taken for closing the table.
        self.findChildren(QDialogButtonBox)[0].buttons()[0].setText(_("Hide this &window"))

    def _invitation(self) -> QWidget:
        theme, page = self._theme, QWidget(self)
        self.code = plain_label(page)
        self.code.setAccessibleName(_("QR code of the invitation"))
        self.link = QLineEdit(page)
        self.link.setReadOnly(True)
        self.link.setAccessibleName(_("Link of the invitation"))
        self.copy = push_button(page, _("&Copy the link"), self._copy)
        self.people = LineList(
            theme,
            _("People at the table"),
            page,
            TWO_LINES,
            empty=_("Nobody yet. Scan the code with a phone."),
            least=3,
        )
        self.admit = push_button(page, _("Let &in"), partial(self._admit, True), kind="primary")
        self.once = push_button(page, _("Let in for this &evening"), partial(self._admit, False))
        self.remove = push_button(page, "", self._remove)
        self.close_table = push_button(page, _("Close the &table"), partial(self.close_requested.emit, False))
        tip = _("All invitations become void, and everybody can check the dice of the evening")
        self.close_for_good = push_button(
            page, _("Close it for &good"), partial(self.close_requested.emit, True), tip=tip
        )
        acts, ends = QWidget(page), QWidget(page)
        self.ask = push_button(page, _("Ask for a &roll…"), self.show_asking)
        flow_row(acts, self.admit, self.once, self.remove, self.ask, theme=theme, gap=8)
        flow_row(ends, self.add_later, self.close_table, self.close_for_good, theme=theme, gap=8)
        words = _("Scan the code, or open the link in a browser. Then let in whoever knocks.")
        left = vbox(None, self.code, self.link, self.copy, STRETCH, theme=theme, gap=8)
        right = vbox(None, plain_label(page, words, wrap=True), (self.people, 1), acts, ends, theme=theme, gap=8)
        hbox(page, left, (right, 1), margins=0, theme=theme, gap=20)
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

    def show_invitation(self, link: str, modules: Sequence[Sequence[int]]) -> None:
        """Show the page of the open table."""
        self.link.setText(link)
        self.code.setPixmap(QPixmap.fromImage(code_picture(modules, self._theme.px(_CODE))))
        self.link.setCursorPosition(0)
        self._show_page(1)
        self.people.setFocus()

    def show_asking(self) -> None:
        """Show the page that asks for a roll, if the table is open."""
        if self._pages.currentIndex():
            self._show_page(2)
            self.asker.form.focus_first()

    def _show_page(self, page: int) -> None:
        self._pages.setCurrentIndex(page)
        for each in (self.back, self.ask_now):
            each.setVisible(page == 2)

    def show_closed(self) -> None:
        """Show the page of the closed table."""
        self._show_page(0)

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
        self.remove.setText(_("&Refuse") if waits else _("&Put out"))
        self.remove.setEnabled(person is not None)

    def _begin(self) -> None:
        self.open_requested.emit(self._house if self.house.isChecked() else HERE)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.link.text())

    def _admit(self, for_good: bool) -> None:
        self.admit_requested.emit(self.people.current, for_good)

    def _remove(self) -> None:
        self.remove_requested.emit(self.people.current)

"""The part of the Table page that asks for the next roll.

It contains the roller, the choices, the chance, the buttons that roll, and the popup that asks for more.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Final, Generic, TypeVar

from PySide6.QtCore import QKeyCombination, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QIcon, QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolButton, QWidget

from bones_desktop.desk.keymap import show_key
from bones_desktop.pages.table.stripparts import Fold, WhoButton
from bones_desktop.pages.table.taskchance import TaskChance, ThrowButtons
from bones_desktop.rules.acts import Answers, Parameter, Value
from bones_desktop.rules.bones.book.fields import LINE
from bones_desktop.rules.bones.reading.plays import FARTHEST, LONGEST_WHY
from bones_desktop.rules.reasons import Reason
from bones_desktop.rules.records import replace
from bones_desktop.storage.files.settings import MOST_FAVOURITES, Favourite
from bones_desktop.storage.shelfcatalogue import Shelf
from bones_desktop.theme.measures import light_menu
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actfields import ChoiceField, Field
from bones_desktop.widgets.acts.actform import ActForm
from bones_desktop.widgets.boxes import fold, hbox, vbox
from bones_desktop.widgets.choice.fighters import RecentFiles
from bones_desktop.widgets.focus import send_focus_home
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import FitBoard, FitScroll, height_at
from bones_desktop.widgets.plaintext import without_mnemonic
from bones_desktop.widgets.popups import FormPopup, while_open
from bones_desktop.widgets.scaled import set_icon, set_lengths
from bones_desktop.widgets.text.messages import announce
from bones_desktop.wording.keys import keyed
from bones_desktop.wording.language import _

_WIDTH: Final = 360
"""Width of the strip in pixels at 100 % text size."""


class AskPopup(FormPopup):
    """Popup that asks with a form next to a widget.

    Enter or the button confirms the answers, Escape closes the popup without answers.
    """

    def __init__(self, theme: Theme, heading: str, press: str, parent: QWidget) -> None:
        """`press` is the text of the button that answers."""
        super().__init__(theme, heading, _WIDTH, 8, parent)
        self._words = heading, press
        self._decided: Callable[[Answers], object] | None = None
        self.form = ActForm(theme, self.board, framed=False, compact=True)
        self._rows.addWidget(self.form)
        self.form.requested.connect(self._decide)
        self.form.closed.connect(self.close)

    def ask(
        self,
        owner: QWidget,
        decided: Callable[[Answers], object],
        fields: Sequence[Field],
        values: Mapping[str, Value] | None = None,
        note: str = "",
    ) -> None:
        """Open next to `owner`, with `values` in the fields. `decided` receives the answers."""
        self._decided = decided
        heading, press = self._words
        self.form.show_fields(fields, heading, press, note, _named)
        self.form.fill(values or {})
        self._open(owner)
        self.form.focus_first()

    def _decide(self, answers: Answers) -> None:
        decided, self._decided = self._decided, None
        self.close()
        if decided is not None:
            decided(answers)


def _named(who: object, answers: Answers) -> object:
    """Check the typed name and return `who`. An empty name is refused, because a menu would not show it."""
    if answers.given("name"):
        answers.named("name")
    return who


def name_field() -> Field:
    """Return the field for a name."""
    return Field(Parameter.text("name", most=LINE), "", _("Name"), hint=_("Its name"))


def asset_fields() -> tuple[Field, ...]:
    """Return the fields for an asset gained by a strategic action."""
    tip = _("An asset earns this season only, unless the GM lets it stay for good.")
    return name_field(), Field(Parameter.yes_no("lasting"), "", _("For good"), tip)


def result_fields(*, measured: bool) -> tuple[Field, ...]:
    """Return the fields for the GM's own result. `measured` is whether the roll has a number to beat."""
    net = Parameter.number("net", least=-FARTHEST if measured else 0, most=FARTHEST)
    why = Parameter.text("why", most=LONGEST_WHY)
    return Field(net, _("Result"), _("Successes left")), Field(why, "", _("Reason"), hint=_("Reason (optional)"))


AskedT = TypeVar("AskedT")
"""Type of the requests of a game."""
TOUCH: Final = 36
"""Side of the small buttons, in pixels at 100 % text size."""
MOST: Final = 6
"""Greatest number of recent requests to remember."""
KEYS: Final = (
    Qt.Key.Key_F3, Qt.Key.Key_F4, Qt.Key.Key_F5, Qt.Key.Key_F6, Qt.Key.Key_F7, Qt.Key.Key_F9, Qt.Key.Key_F12,
)  # fmt: skip
"""Keys that roll for a favourite. F8 is left out, because the menu bar uses it: Qt ignores a key with two uses."""


class Favourites(QObject, Generic[AskedT]):
    """The favourites of the rolling character, in a menu. A favourite that cannot be rolled shows the reason."""

    changed = Signal(object)
    """Emitted with the favourites of all characters, as a tuple, when they have changed."""

    def __init__(self, theme: Theme, strip: "Strip[AskedT]") -> None:
        super().__init__(strip)
        self._theme = theme
        self._strip = strip
        self._all: tuple[Favourite, ...] = ()
        self.changes = light_menu(strip, _("Rename or remove"))
        for place, key in enumerate(KEYS):
            # These shortcuts belong to the strip, so they work on the whole page even while the menu is closed.
            QShortcut(QKeySequence(key), strip).activated.connect(partial(self._throw, place))

    @property
    def mine(self) -> tuple[Favourite, ...]:
        """Favourites of the rolling character."""
        return tuple(each for each in self._all if each.who == self._strip.roller)

    def set_all(self, favourites: Sequence[Favourite]) -> None:
        """Set the favourites of all characters."""
        self._all = tuple(favourites)
        self._strip.last.show_state()

    def keep(self) -> None:
        """Ask for a name and add the current request as a favourite."""
        if len(self._all) >= MOST_FAVOURITES:
            words = _("You can keep at most {n} favourites; remove one first.")
            self._strip.message.emit(words.format(n=MOST_FAVOURITES))
            return
        strip, request = self._strip, self._strip.request
        kept = Favourite(who=strip.roller, name="", request=strip.written(request))
        self._ask(kept, strip.whole_name(request))

    def fill(self, menu: QMenu) -> None:
        """Add the favourites, and the commands that change favourites, to a menu."""
        menu.addSeparator()
        for place, each in enumerate(self.mine):
            request, why_not = self._read(each)
            words = each.name if not why_not else _("{name} – {why}").format(name=each.name, why=why_not)
            words = without_mnemonic(words)
            if place < len(KEYS):
                words += "\t" + QKeySequence(KEYS[place]).toString(QKeySequence.SequenceFormat.NativeText)
            action = menu.addAction(words)
            action.setEnabled(request is not None)
            if request is not None:
                action.setIcon(self._strip.icon_of(request, self._theme.px(20)))
                action.triggered.connect(partial(self._choose, request))
        self.changes.clear()
        for each in self.mine:
            name = without_mnemonic(each.name)
            rename = self.changes.addAction(self._theme.icon("rename"), _("Rename “{}”…").format(name))
            rename.triggered.connect(partial(self._rename, each))
            remove = self.changes.addAction(self._theme.icon("remove"), _("Remove “{}”").format(name))
            remove.triggered.connect(partial(self._remove, each))
        if self.mine:
            menu.addMenu(self.changes)
        keep = menu.addAction(self._theme.icon("star"), "")
        show_key(keep, _("Keep this task as a favourite…"), "table.keep")
        keep.triggered.connect(self.keep)

    @while_open
    def popup(self) -> AskPopup:
        """The popup that asks for a name."""
        popup = AskPopup(self._theme, _("Keep the task as a favourite"), _("Keep it"), self._strip)
        popup.closed.connect(partial(send_focus_home, self._strip))
        return popup

    def _read(self, favourite: Favourite) -> tuple[AskedT | None, str]:
        """Return the request of a favourite; None and the reason if it is impossible."""
        request = self._strip.read_request(favourite.request)
        why_not = _("its task cannot be read") if request is None else self._strip.why_unknown(request)
        return (None if why_not else request), why_not

    def _choose(self, request: AskedT, _checked: bool = False) -> None:
        self._strip.ask_again(request)

    def _throw(self, place: int) -> None:
        if place >= len(self.mine):
            words = _("This key has no favourite yet: first keep the task at hand as one.")
            self._strip.message.emit(keyed(words, "table.keep"))
            return
        request, why_not = self._read(self.mine[place])
        if request is None:
            self._strip.message.emit(_("{name} – {why}").format(name=self.mine[place].name, why=why_not))
        else:
            self._strip.ask_again(request)
            self._strip.throw_requested.emit()

    def _rename(self, favourite: Favourite, _checked: bool = False) -> None:
        self._ask(favourite, favourite.name)

    def _remove(self, favourite: Favourite, _checked: bool = False) -> None:
        self._change(tuple(each for each in self._all if each != favourite))

    def _ask(self, favourite: Favourite, name: str) -> None:
        self.popup.ask(self._strip.last, partial(self._named, favourite), (name_field(),), {"name": name})

    def _named(self, before: Favourite, answers: Answers) -> None:
        name = answers.text("name")
        now = replace(before, name=name)
        # A favourite of the same character that already has the new name is replaced.
        others = tuple(each for each in self._all if (each.who, each.name) != (now.who, name))
        if before in others:
            self._change(tuple(now if each == before else each for each in others))
        else:
            self._change((*others, now))

    def _change(self, favourites: tuple[Favourite, ...]) -> None:
        if favourites != self._all:
            self.set_all(favourites)
            self.changed.emit(favourites)


class LastTasks(QToolButton, Generic[AskedT]):
    """A button with a menu of recent tasks and favourites."""

    def __init__(self, theme: Theme, strip: "Strip[AskedT]", favourites: Favourites[AskedT]) -> None:
        """`favourites` are at the end of the menu."""
        super().__init__(strip)
        self._favourites = favourites
        self._theme = theme
        self._strip = strip
        self._asked: list[tuple[AskedT, str]] = []
        """Requests, each with the id of the character who made it."""
        self.menu_of_tasks = light_menu(self)
        self.setAccessibleName(_("Last tasks"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_icon(theme, self, "versions")
        set_lengths(theme, self, width=TOUCH, height=TOUCH)
        self.clicked.connect(self.open)
        for place in range(MOST):
            shortcut = QShortcut(QKeySequence(_key(place)), strip)
            shortcut.activated.connect(partial(self._choose, place))
        self.show_state()

    @property
    def recent(self) -> tuple[AskedT, ...]:
        """The recent requests, newest first."""
        return tuple(request for request, _who in self._asked)

    def set_recent(self, requests: Iterable[AskedT]) -> None:
        """Set the recent requests, newest first."""
        # It is unknown which character made these requests, so the equipment named in them is not used.
        self._asked = [(request, "") for request in requests][:MOST]
        self.show_state()

    def remember(self, request: AskedT) -> None:
        """Put a request at the top of the recent requests."""
        others = [each for each in self._asked if each[0] != request]
        self._asked = [(request, self._strip.roller), *others][:MOST]
        self.show_state()

    def open(self) -> None:
        """Show the menu. A digit key chooses a recent task."""
        if not (self._asked or self._favourites.mine):
            self._strip.message.emit(keyed(_("There are no last tasks yet: roll first."), "table.throw"))
            return
        self._fill()
        below = self.mapToGlobal(self.rect().bottomRight())
        below.setX(below.x() - self.menu_of_tasks.sizeHint().width())
        self.menu_of_tasks.popup(below)
        first = self.menu_of_tasks.actions()[0]
        self.menu_of_tasks.setActiveAction(first)

    def _fill(self) -> None:
        self.menu_of_tasks.clear()
        native = QKeySequence.SequenceFormat.NativeText
        for place, (request, _who) in enumerate(self._asked):
            name = without_mnemonic(self._strip.whole_name(request))
            keys = QKeySequence(_key(place)).toString(native)
            action = self.menu_of_tasks.addAction(f"&{place + 1}  {name}\t{keys}")
            action.setIcon(self._strip.icon_of(request, self._theme.px(20)))
            action.triggered.connect(partial(self._choose, place))
        self._favourites.fill(self.menu_of_tasks)

    def _choose(self, place: int, _checked: bool = False) -> None:
        if place < len(self._asked):
            request, who = self._asked[place]
            self._strip.ask_again(request, same=who == self._strip.roller)

    def show_state(self) -> None:
        """Enable the button if there is a recent task or a favourite."""
        some = bool(self._asked or self._favourites.mine)
        self.setEnabled(some)
        tip = _("Your last tasks and your favourites") if some else _("Tasks you roll for are listed here")
        show_key(self, tip, "table.last" if some else "")
        self.setAccessibleDescription(tip)


def _key(place: int) -> QKeyCombination:
    return QKeyCombination(Qt.KeyboardModifier.AltModifier, Qt.Key(Qt.Key.Key_1 + place))


class Strip(Guarded, QWidget, Generic[AskedT]):
    """Lets the user choose a request with a form. `changed` is emitted when it changes.

    A game fills the form, and overrides the methods that name, store and show its requests. The page connects `button`.
    """

    changed = Signal()
    throw_requested = Signal()
    """Emitted when a favourite was chosen with its key. The page then rolls at once."""
    by_hand_requested = Signal()
    """Emitted when the user wants to enter the faces of real dice."""
    message = Signal(str)
    """Emitted with the reason why a choice is not possible."""

    def __init__(
        self, theme: Theme, game: str, parent: QWidget | None = None, refuse: Callable[[Reason], object] | None = None
    ) -> None:
        """`refuse` receives the reason why a choice is impossible."""
        super().__init__(parent)
        self._theme = theme
        self.roller = ""
        """Id of the rolling character. Each character has its own equipment and favourites."""
        self.who = WhoButton(theme, _("Who rolls"), self, game)
        self.favourites: Favourites[AskedT] = Favourites(theme, self)
        self.last: LastTasks[AskedT] = LastTasks(theme, self, self.favourites)
        self.secret = QToolButton(self)
        self.secret.setCheckable(True)
        self.secret.setText(_("Secret"))
        self.secret.setAccessibleName(_("Secret roll"))
        tip = _("Secret roll: the players' view says so and shows no dice of the next one")
        show_key(self.secret, tip, "table.secret")
        set_icon(theme, self.secret, "secret")
        set_lengths(theme, self.secret, height=TOUCH, least_width=TOUCH)
        self.secret.toggled.connect(self._show_secret)
        self.secret.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.chance = TaskChance(theme, self)
        set_lengths(theme, self.chance.details, width=TOUCH, height=TOUCH)
        set_lengths(theme, self.who, least_height=TOUCH)
        # A click on the list does not take the focus, so that Space still rolls after the list is closed.
        self.who.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.buttons = ThrowButtons(theme, self)
        self.button, self.by_hand = self.buttons.throw, self.buttons.by_hand
        self.board = FitBoard(self)
        self.form = ActForm(theme, self.board, refuse=refuse, framed=False, compact=True)
        self._column = vbox(self.board, self.form, margins=0, theme=theme, gap=8)
        self.who.activated.connect(self._leave)
        self.by_hand.clicked.connect(self.ask_by_hand)
        self.form.answered.connect(self._answered)
        self.form.requested.connect(self._leave)
        self.form.closed.connect(self._step_back)

    # --- what a game says about its requests --------------------------------------------------------------------------

    @property
    def request(self) -> AskedT:
        """The request made from all choices."""
        raise NotImplementedError

    def show_request(self, request: AskedT) -> None:
        """Show the choices of a request. Choices that no longer exist are skipped."""
        raise NotImplementedError

    def name_of(self, request: AskedT) -> str:
        """Return the name of a request."""
        raise NotImplementedError

    def whole_name(self, request: AskedT) -> str:
        """Return the name of a request, with all choices that differ from the default."""
        raise NotImplementedError

    def why_unknown(self, request: AskedT) -> str:
        """Return why a stored request cannot be chosen; "" if it can."""
        raise NotImplementedError

    def read_request(self, text: str) -> AskedT | None:
        """Return the request stored in a text made by `written`; None if the text cannot be read."""
        raise NotImplementedError

    def written(self, request: AskedT) -> str:
        """Return a request as text."""
        raise NotImplementedError

    def icon_of(self, request: AskedT, side: int) -> QIcon:
        """Return the picture of a request in a menu, `side` pixels high."""
        raise NotImplementedError

    def of_another(self, request: AskedT) -> AskedT:
        """Return a request that another character made, changed so that the open character can use it."""
        return request

    @property
    def missing(self) -> str:
        """The reason why a character needed for the roll cannot take part; "" if nobody is missing."""
        return ""

    @property
    def why_not(self) -> str:
        """The reason why the request cannot be rolled; "" if it can be rolled."""
        raise NotImplementedError

    # --- the same for every game --------------------------------------------------------------------------------------

    def used(self) -> None:
        """Remember the request as the last one rolled, and reset the Secret switch."""
        self.last.remember(self.request)
        # The switch is for one roll only. If the GM forgot to reset it, players would not see the next roll.
        self.secret.setChecked(False)

    def set_shelf(self, shelf: Callable[[], Shelf], recent: RecentFiles = tuple) -> None:
        """Set the shelf and the recent files whose characters are offered as rollers."""
        self.who.set_shelf(shelf, recent)

    def shutdown(self) -> None:
        """Stop reading the shelf in the background."""
        self.who.shutdown()

    def open_height(self) -> int:
        """Return the height needed to show all choices."""
        wide = max(1, self.width())
        layouts = (self._head, self._foot, self.board.layout())
        parts = [height_at(each, wide) for each in layouts if each is not None]
        beside = (each for each in self._below if not each.isHidden() and each.parentWidget() is self)
        parts += [each.heightForWidth(wide) for each in beside]
        return sum(parts) + (len(parts) - 1) * self._outer.spacing()

    def set_narrow(self, narrow: bool) -> None:
        """Set whether the buttons that roll may be placed below the chance, as on a narrow page."""
        self.setMinimumWidth(0 if narrow else self._foot.row_width())

    def handle_command(self, command: str) -> bool:
        """Do a command whose key was pressed anywhere on the page. Return whether the strip knows it."""
        acts: dict[str, Callable[[], object]] = {
            "who": self.who.open,
            "last": self.last.open,
            "by-hand": self.ask_by_hand,
            "secret": self.secret.click,
            "keep": self.favourites.keep,
        }
        on_board = self._board_acts().get(command)
        act = acts.get(command, on_board)
        if act is None:
            return False
        if self.fold.is_folded and on_board is not None:
            self.fold.open()
            # Wait for the layout, because a list opens next to its button.
            QTimer.singleShot(0, self, act)
        else:
            act()
        return True

    def ask_by_hand(self) -> None:
        """Ask the page to show the entry of real dice. If no roll is possible, the page shows the reason instead."""
        if self.by_hand.isEnabled() or self.why_not:
            self.by_hand_requested.emit()

    def _board_acts(self) -> Mapping[str, Callable[[], object]]:
        """Return the commands for the choices on the board, with the function that each command calls."""
        return {}

    def _lay_out(self, first: QWidget, *below: QWidget) -> None:
        """Place all parts. `first` is the first widget of the board, `below` is between the buttons and the board."""
        theme, self._below = self._theme, below
        self._head = hbox(None, (self.who, 1), self.last, self.secret, self.chance.details, theme=theme, gap=4)
        self._foot = fold(None, (self.chance.view, 1), self.buttons, theme=theme, gap=8)
        # The roll button is above the part that changes its height, so that the button does not move.
        self._outer = vbox(self, self._head, self._foot, *below, margins=0, theme=theme, gap=8)
        self.board_room = FitScroll(self.board, self)
        self._outer.addWidget(self.board_room, 1)
        self.fold = Fold(theme, self.board_room, first, self._outer, self._head)
        self.fold.toggled.connect(self._leave)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    def _answered(self, id: str, _value: Value) -> None:
        """Give the focus back to the page after a choice from a list."""
        if isinstance(self.form.fields[id], ChoiceField):
            self._leave()

    def set_roller(self, who: str) -> None:
        """Set the id of the rolling character."""
        self.roller = who
        self.last.show_state()

    def ask_again(self, request: AskedT, *, same: bool = True) -> None:
        """Show an earlier request. Unless the open character made it (`same`), adapt it to the character."""
        self.show_request(request if same else self.of_another(request))
        self._leave()

    def _leave(self) -> None:
        send_focus_home(self)

    def _step_back(self) -> None:
        """Give the focus to the page after Esc in the form."""
        self._leave()

    def _show_secret(self, on: bool) -> None:
        """Show whether the next roll is secret."""
        style = Qt.ToolButtonStyle
        self.secret.setToolButtonStyle(style.ToolButtonTextBesideIcon if on else style.ToolButtonIconOnly)
        announce(self, _("The next roll is secret.") if on else _("The next roll is not secret."))

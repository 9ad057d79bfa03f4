"""The dialogs that create a character: empty, from a sample, from a stat block or text, or at random."""

import secrets
from collections import Counter
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QSpinBox,
    QWidget,
)

from bones_desktop.rules.bones.book.character import Character, CharacterKind, MakingMode, spoken
from bones_desktop.rules.bones.book.characterdice import item_name
from bones_desktop.rules.bones.book.icons import MENTAL, PHYSICAL, UNIVERSAL
from bones_desktop.rules.bones.book.rulebook import BlockKind, HouseRules, Rulebook, StatBlock
from bones_desktop.rules.bones.making.edits import character_from_block, horde, new_character, without_dice
from bones_desktop.rules.bones.making.problems import problems
from bones_desktop.rules.bones.making.sheet import derive
from bones_desktop.rules.bones.making.surprise import cultures, surprise
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.records import Record
from bones_desktop.rules.typedtext import holds
from bones_desktop.storage.files.characterfile import CharacterFileError, new_id
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.games import GAMES, SMALL_GAMES
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox, vbox
from bones_desktop.widgets.choice.buttons import combo_box
from bones_desktop.widgets.dice.dienet import NetPreview, net_looks
from bones_desktop.widgets.focus import wheel_passes
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import follow_one_another, scroll_both
from bones_desktop.widgets.lists.line import Ground, Line, LineLook
from bones_desktop.widgets.lists.linelist import NO_KEYS, LineList
from bones_desktop.widgets.plaintext import GUIDE_PAGE
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_lengths
from bones_desktop.widgets.spoken import describe
from bones_desktop.widgets.text.labels import heading_label, plain_label
from bones_desktop.widgets.text.textfields import limit_letters
from bones_desktop.wording.games.words import game_name
from bones_desktop.wording.language import _, language
from bones_desktop.wording.reasons import sentence

SEEDS: Final = 1_000_000
_REST: Final = "rest"


class SurpriseDialog(QDialog):
    """Draws a random character at each press of a button until the user keeps one.

    The seed is shown and can be typed.
    """

    made = Signal(object)
    """Emitted with a new Character."""
    filled = Signal(object)
    """Emitted with the open Character after its missing choices were drawn."""

    def __init__(
        self,
        theme: Theme,
        rulebook: Rulebook,
        opened: Character | None,
        house_rules: HouseRules,
        parent: QWidget | None = None,
        *,
        printed_only: bool = False,
    ) -> None:
        """Make the dialog. It also offers to complete the character `opened`.

        `opened` is None if there is no character with missing choices.
        """
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setProperty(GUIDE_PAGE, "making")
        self.setWindowTitle(_("Surprise me"))
        self._rulebook = rulebook
        self._opened = opened
        self._rules = house_rules
        self._printed_only = printed_only
        self._id = new_id()
        self._made: Character | None = None
        self._wished = ""
        """The culture selected by the user; kept while it cannot be selected."""
        self.who = combo_box(self, shrinks=True)
        self.who.addItem(_("A player character of Cold Iron"), MakingMode.COLD_IRON.value)
        self.who.addItem(_("A player character by the core rules"), MakingMode.CORE.value)
        self.who.addItem(_("A cast member"), CharacterKind.CAST.value)
        if opened is not None:
            name = opened.name.strip() or _("the open character")
            self.who.addItem(_("Missing choices of {name}").format(name=name), _REST)
        any_of = _("Any")
        self.concept = self._choice(any_of, [(each.id, each.name) for each in rulebook.concepts])
        known = cultures(rulebook, printed_only=printed_only)
        self.culture = self._choice(any_of, [(each.id, each.name) for each in known])
        self._offered = self.culture.count()
        self.seed = wheel_passes(QSpinBox(self))
        self.seed.setRange(0, SEEDS - 1)
        self.seed.setValue(secrets.randbelow(SEEDS))
        self.seed.setKeyboardTracking(False)
        self.again = push_button(self, _("Another one"), self.draw)
        self.keep = push_button(self, _("Keep"), kind="primary")
        self.name = heading_label(theme, self)
        self.told = plain_label(self, role="muted", wrap=True)
        self.board = NetPreview(theme, "")
        form = QFormLayout()
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        form.setVerticalSpacing(theme.px(6))
        for label, field in (
            (_("&What"), self.who),
            (_("Con&cept"), self.concept),
            (_("Cu&lture"), self.culture),
            (_("&Seed"), self.seed),
        ):
            form.addRow(label, field)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        buttons.addButton(self.keep, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self._keep)
        buttons.rejected.connect(self.reject)
        left = QWidget(self)
        set_lengths(theme, left, width=260)
        vbox(left, form, self.again, theme=theme, gap=12, margins=0).addStretch()
        right = vbox(None, self.name, self.told, (self.board, 1), theme=theme, gap=6, margins=0)
        sides = hbox(None, left, (right, 1), theme=theme, gap=16, margins=0)
        column = vbox(self, theme=theme, gap=12, edges=(16, 12, 16, 12))
        column.addWidget(scroll_both(sides, self), 1)
        column.addWidget(buttons)
        for box in (self.who, self.concept, self.culture):
            box.currentIndexChanged.connect(self._show)
        self.seed.valueChanged.connect(self._show)
        room = self.screen().availableSize()
        self.resize(min(theme.px(900), int(room.width() * 0.94)), min(theme.px(600), int(room.height() * 0.85)))
        self._show()
        self.again.setFocus()

    @property
    def character(self) -> Character | None:
        """The drawn character, which the Keep button keeps; None if nothing can be drawn."""
        return self._made

    def draw(self) -> None:
        """Draw with another seed."""
        # A repeated seed would draw the same character, and the button would seem to do nothing.
        self.seed.setValue((self.seed.value() + 1 + secrets.randbelow(SEEDS - 1)) % SEEDS)

    def _choice(self, any_of: str, entries: list[tuple[str, str]]) -> QComboBox:
        box = combo_box(self, shrinks=True)
        box.addItem(any_of, "")
        for value, text in entries:
            box.addItem(text, value)
        return box

    def _begun(self) -> Character:
        what = self.who.currentData()
        if what == _REST and self._opened is not None:
            return self._opened
        if what == CharacterKind.CAST.value:
            return without_dice(CharacterKind.CAST, self._id).with_(house_rules=self._rules)
        return new_character(self._id, MakingMode(what), self._rules)

    def _show(self) -> None:
        begun = self._begun()
        taken = begun.dice[0].template if begun.dice else ""
        has_culture = begun.kind is CharacterKind.PLAYER and begun.mode is MakingMode.COLD_IRON and not taken
        if self.culture.isEnabled():
            self._wished = self.culture.currentData()
        # A fixed culture is shown in the list without changing the user's own selection.
        with QSignalBlocker(self.culture):
            self.culture.removeItem(self._offered)
            if self.culture.findData(taken) < 0:
                self.culture.addItem(self._template_name(taken), taken)
            self.culture.setCurrentIndex(self.culture.findData(self._wished if has_culture else taken))
        self.culture.setEnabled(has_culture)
        try:
            made = surprise(
                self._rulebook,
                begun,
                self.seed.value(),
                concept=self.concept.currentData(),
                culture=self.culture.currentData() if has_culture else "",
                printed_only=self._printed_only,
            )
        except RulesError as error:
            self._made = None
            self.name.setText("")
            self.told.setText(sentence(error.reason))
            self.board.set_looks(())
        else:
            self._made = made
            self.name.setText(made.name.strip() or _("No name yet"))
            self.told.setText(self._origins(made))
            sheet, wrong = derive(self._rulebook, made), problems(self._rulebook, made)
            self.board.set_looks(net_looks(self._rulebook, made, sheet, wrong))
        self.keep.setEnabled(self._made is not None)

    def _origins(self, made: Character) -> str:
        names = [self._template_name(die.template) for die in made.dice if die.template]
        magic = _("magic: {theme}")
        names = [*dict.fromkeys(names), *(item_name(self._rulebook, item) for item in made.equipment)]
        names += [magic.format(theme=each.name) for each in made.themes]
        return ", ".join(names)

    def _template_name(self, id: str) -> str:
        """Return the name of a template; if the template is not installed, a name made from its id."""
        return self._rulebook.template(id).name if self._rulebook.has_template(id) else spoken(id)

    def _keep(self) -> None:
        if self._made is None:
            return
        self.accept()
        (self.filled if self.who.currentData() == _REST else self.made).emit(self._made)


WALKING = frozenset({Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown})
"""Keys that move in the list even while the cursor is in a text field."""


class Start(Record):
    """A way to begin a character.

    `source` is "cold-iron", "core", "own", "surprise", "text", "horde", "sample", "block", "game" or "game-sample".
    """

    source: str
    id: str
    """Id of the sample, block or game within `source`."""
    title: str
    text: str
    face: str = ""
    """Code of a face shown as its picture."""
    game: str = "bones"


def block_starts(rulebook: Rulebook, words: dict[BlockKind, str]) -> tuple[Start, ...]:
    """Return a start for each stat block, in the order of the rulebook. `words` names the kinds."""
    house = _("house rule")
    return tuple(
        Start(
            "block",
            block.id,
            block.name,
            " · ".join([words[block.kind], _("{n}D").format(n=len(block.dice)), *([house] if block.house else [])]),
            _emblem(block),
        )
        for block in rulebook.offered_blocks
    )


def _emblem(block: StatBlock) -> str:
    """Return the most frequent face of the dice, ignoring icons that all dice have."""
    every = {UNIVERSAL, PHYSICAL, MENTAL}
    faces = Counter(
        shown.code for die in block.dice for shown in die.faces if not shown.is_blank and shown.icons[0] not in every
    )
    return faces.most_common(1)[0][0] if faces else ""


def game_starts() -> tuple[Start, ...]:
    """Return a start for each smaller game and each of its samples."""
    found = []
    for small in SMALL_GAMES:
        game = small.game
        made = _("{game} character, created step by step. You roll the dice or enter them.").format(game=game.title)
        found.append(Start("game", game.id, _("New character"), made, game=game.id))
        for path in small.samples:
            try:
                name = small.sample(path.stem).name
            # A damaged sample must not block the dialog.
            except (FileProblem, CharacterFileError):
                continue
            text = _("Sample character of {game}").format(game=game.title)
            found.append(Start("game-sample", f"{game.id}/{path.stem}", name, text, game=game.id))
    return tuple(found)


def sample_starts() -> tuple[Start, ...]:
    """Return a start for each sample character of the program."""
    found = []
    for path in GAMES[0].samples:
        try:
            sample = GAMES[0].sample(path.stem)
        except (FileProblem, CharacterFileError):
            continue
        title = _("{}, half done").format(sample.name) if path.stem.endswith("half-done") else sample.name
        found.append(Start("sample", path.stem, title, _("Sample character"), sample.dice[0].faces[2].code))
    return tuple(found)


def character_of(start: Start, rulebook: Rulebook, rules: HouseRules) -> Character:
    """Return a new character made from `start`. Raises FileProblem, CharacterFileError or RulesError."""
    match start.source:
        case "core":
            return new_character(new_id(), MakingMode.CORE, rules)
        case "own":
            return without_dice(CharacterKind(start.id), new_id()).with_(house_rules=rules)
        case "block":
            return character_from_block(rulebook, rulebook.block(start.id), new_id()).with_(house_rules=rules)
        case "horde":
            return horde(rulebook, int(start.id), new_id(), start.title).with_(house_rules=rules)
        case "sample":
            sample: Character = GAMES[0].sample(start.id)
            return sample.with_(id=new_id(), house_rules=rules)
        case _:
            return new_character(new_id(), MakingMode.COLD_IRON, rules)


_GAMES: Final = LineLook(
    height=84, font=("serif", 16, True), side=40, gap=12, pad=(14, 6), ground=Ground.RIMMED, wraps=True
)
_STARTS: Final = LineLook(height=52, font=("serif", 16, True), side=34, gap=12, pad=(10, 6), ground=Ground.RIMMED)


def game_lines() -> list[Line]:
    """Return a line for each game, with a picture and a sentence about the game."""
    lines = []
    for stored in GAMES:
        game = stored.game
        about = game_name(game.id, "about", "game")
        spoken = f"{game.title}. {about}"
        lines.append(Line(game.title, about, key=game.id, sign=f"game-{game.id}", tip=about, spoken=spoken))
    return lines


def _start_line(place: int, start: Start) -> Line:
    sign = "" if start.face else f"game-{start.game}"
    return Line(start.title, start.text, key=str(place), face=start.face, sign=sign)


class NewDialog(Guarded, QDialog):
    """Dialog that asks how to begin and for a name. `start_selected` is emitted with both answers."""

    start_selected = Signal(object, str)
    """Emitted with the Start and the name ("" to name the character later)."""

    def __init__(
        self,
        theme: Theme,
        rulebook: Rulebook,
        samples: Sequence[Start],
        parent: QWidget | None = None,
        *,
        game: str = "bones",
    ) -> None:
        """Open the dialog with `game` selected."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setProperty(GUIDE_PAGE, "making")
        self.setWindowTitle(_("New character"))
        words = {
            BlockKind.CAST: _("Cast member"),
            BlockKind.BEAST: _("Beast"),
            BlockKind.HORDE: _("Horde"),
        }
        hordes = tuple(
            Start(
                "horde",
                str(size.dice),
                _("{} horde").format(size.name),
                _("Horde · {n}D").format(n=size.dice),
                "melee",
            )
            for size in rulebook.horde_sizes
        )
        starts = (
            Start(
                "cold-iron",
                "",
                _("Cold Iron character"),
                _("Culture, background and occupations make the dice"),
                UNIVERSAL,
            ),
            Start("core", "", _("Core rules character"), _("Any icons on four dice, any race"), "magic"),
            Start(
                "own",
                CharacterKind.CAST,
                _("Cast member of your own"),
                _("Modular dice put together, or free faces"),
                "social",
            ),
            Start(
                "own",
                CharacterKind.BEAST,
                _("Beast of your own"),
                _("Modular dice put together, or free faces"),
                "stealth",
            ),
            Start(
                "surprise",
                "",
                _("Surprise me…"),
                _("A whole character at random, by concept or culture"),
                "melee",
            ),
            *game_starts(),
            Start("text", "", _("From text…"), _("Paste a stat block from a book or a chat"), "scholar"),
            *samples,
            *block_starts(rulebook, words),
            *hordes,
        )
        layout = vbox(self, theme=theme, gap=8, edges=(24, 16, 24, 16))
        self._name = QLineEdit(self)
        limit_letters(self._name, 200)
        self._name.setPlaceholderText(_("Name (can be given later)"))
        self._name.setAccessibleName(_("Name"))
        describe(self._name, self._name.placeholderText())
        layout.addWidget(self._name)
        self.search = QLineEdit(self)
        self.games = LineList(theme, _("Which game"), self, _GAMES, keys=NO_KEYS, framed=True)
        self.games.show_lines(game_lines(), current=game, begin=True)
        self.games.current_changed.connect(self._search_again)
        self.games.clicked.connect(self.search.clear)
        self.search.setPlaceholderText(_("Search: wolf, knight, cold iron…"))
        self.search.setAccessibleName(_("Search the starting points"))
        self.search.setClearButtonEnabled(True)
        self._starts = tuple(starts)
        self._view = LineList(theme, _("Starting points"), self, _STARTS, keys=NO_KEYS, framed=True)
        self._view.line_activated.connect(self._make)
        self._none = plain_label(self, _("No match. Try fewer letters."))
        self._none.hide()
        right = vbox(None, self.search, (self._view, 1), self._none, theme=theme, gap=8, margins=0)
        layout.addLayout(hbox(None, (self.games, 2), (right, 3), theme=theme, gap=12, margins=0), 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self._ok = push_button(self, _("Create"), kind="primary")
        self._ok.setDefault(True)
        buttons.addButton(self._ok, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self._make)
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)
        cancel = buttons.button(QDialogButtonBox.StandardButton.Cancel)
        follow_one_another((self._name, self.games, self.search, self._view, self._ok, cancel))
        self.search.textChanged.connect(self._search)
        for line in (self._name, self.search):
            line.installEventFilter(self)
        self._search("")
        self._name.setFocus()
        room = self.screen().availableSize() * 0.85
        self.resize(min(theme.px(780), room.width()), min(theme.px(860), room.height()))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Pass arrow keys from the text fields to the list, so that no Tab is needed between them."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() in WALKING:
            QApplication.sendEvent(self._view, event)
            return True
        return super().eventFilter(watched, event)

    def _search_again(self) -> None:
        self._search(self.search.text())

    def _search(self, text: str) -> None:
        found = [
            (n, each) for n, each in enumerate(self._starts) if holds(f"{each.title} {each.text}", text, language())
        ]
        here = [(n, each) for n, each in found if each.game == self.games.current]
        if found and not here:
            self.games.go_to(found[0][1].game)  # If only another game has a match, show that game.
            return
        self._view.show_lines(_start_line(n, each) for n, each in here)
        self._view.setCurrentIndex(self._view.lines.index(0))
        self._none.setVisible(not here)
        self._ok.setEnabled(bool(here))

    def _make(self) -> None:
        if self._view.current:
            start, name = self._starts[int(self._view.current)], self._name.text().strip()
            # Close first, because the handler may open a dialog.
            self.accept()
            self.start_selected.emit(start, name)

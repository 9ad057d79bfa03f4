"""Make a character: empty, from text, from a sample, or from any block of the rulebook."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QEvent, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QLineEdit,
    QListView,
    QWidget,
)

from bones_desktop.rules.bones.book.character import Character, Kind, Mode
from bones_desktop.rules.bones.book.houserules import HouseRules
from bones_desktop.rules.bones.book.icons import MENTAL, PHYSICAL, UNIVERSAL
from bones_desktop.rules.bones.book.rulebook import BlockKind, Rulebook, StatBlock
from bones_desktop.rules.bones.making.blocks import character_from_block, horde, without_dice
from bones_desktop.rules.bones.making.edits import new_character
from bones_desktop.storage.files.characterfile import SUFFIX, CharacterFileError, new_id, read_character
from bones_desktop.storage.files.locations import shipped
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import vbox
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.rows import Index, RowModel, holds
from bones_desktop.window.shell.linesdelegate import LineRole, LinesDelegate

WALKING = frozenset({Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown})
"""Keys that mean the list, wherever the cursor is."""


@dataclass(frozen=True, slots=True)
class Start:
    """One way to begin.

    `source` is "cold-iron", "core", "own", "text", "horde", "sample", "block", "game" or "game-sample".
    """

    source: str
    id: str
    """Which one of its source."""
    title: str
    text: str
    face: str = ""
    """Code of a face that stands for it."""


def block_starts(rulebook: Rulebook, words: dict[BlockKind, str]) -> tuple[Start, ...]:
    """Return one start for each stat block, in the order of the rulebook; `words` name the kinds."""
    house = QCoreApplication.translate("Start", "house rule")
    return tuple(
        Start(
            "block",
            block.id,
            block.name,
            " · ".join([words[block.kind], f"{len(block.dice)}D", *([house] if block.house else [])]),
            _emblem(block),
        )
        for block in rulebook.blocks
    )


def _emblem(block: StatBlock) -> str:
    """Return the face its dice bear most often, beside those every die has."""
    every = {UNIVERSAL, PHYSICAL, MENTAL}
    faces = Counter(
        shown.code for die in block.dice for shown in die.faces if not shown.is_blank and shown.icons[0] not in every
    )
    return faces.most_common(1)[0][0] if faces else ""


def game_starts(tr: Callable[[str], str]) -> tuple[Start, ...]:
    """Return a start for each smaller game and each of its samples."""
    from bones_desktop.storage.games.games import SMALL_GAMES
    from bones_desktop.wording.games.words import game_name

    found = []
    for small in SMALL_GAMES:
        game = small.game
        found.append(Start("game", game.id, game.title, game_name(game.id, "about", "game", tr), "maneuver"))
        for path in small.samples:
            try:
                name = small.form.read(path).value.name
            except (FileProblem, CharacterFileError):
                continue
            text = tr("Sample character of {game}").format(game=game.title)
            found.append(Start("game-sample", f"{game.id}/{path.stem}", name, text, "maneuver"))
    return tuple(found)


def sample_starts(tr: Callable[[str], str]) -> tuple[Start, ...]:
    """Return the shipped characters as starts."""
    found = []
    for path in sorted((shipped("resources") / "games" / "bones" / "samples").glob(f"*{SUFFIX}")):
        try:
            sample = read_character(path).value
        except (FileProblem, CharacterFileError):
            continue
        title = tr("{}, half done").format(sample.name) if path.stem.endswith("half-done") else sample.name
        found.append(Start("sample", path.stem, title, tr("Sample character"), sample.dice[0].faces[2].code))
    return tuple(found)


def character_of(start: Start, rulebook: Rulebook, rules: HouseRules) -> Character:
    """Return a new character made from `start`; FileProblem, CharacterFileError or RulesError when it cannot be."""
    match start.source:
        case "core":
            return new_character(new_id(), Mode.CORE, rules)
        case "own":
            return without_dice(Kind(start.id), new_id()).with_(house_rules=rules)
        case "block":
            return character_from_block(rulebook, rulebook.block(start.id), new_id()).with_(house_rules=rules)
        case "horde":
            return horde(rulebook, int(start.id), new_id(), start.title).with_(house_rules=rules)
        case "sample":
            sample = read_character(shipped("resources") / "games" / "bones" / "samples" / f"{start.id}{SUFFIX}").value
            return sample.with_(id=new_id(), house_rules=rules)
        case _:
            return new_character(new_id(), Mode.COLD_IRON, rules)


class StartModel(RowModel[Start]):
    """The starts whose title or text holds the words searched for."""

    def __init__(self, starts: Sequence[Start], parent: QObject | None = None) -> None:
        super().__init__(parent, starts)
        self._all = self.rows

    def search(self, text: str) -> None:
        """Show only what holds every word of `text`, case-blind."""
        self._show(start for start in self._all if holds(f"{start.title} {start.text}", text))

    @guarded(None)
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the two lines of a start."""
        start = self.at(index)
        if start is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return start.title
        if role == LineRole.SECOND:
            return start.text
        if role == LineRole.FACE:
            return start.face
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{start.title}, {start.text}"
        return None


class NewDialog(QDialog):
    """Asks what to start from and for a name; `start_selected` carries both."""

    start_selected = Signal(object, str)
    """The Start and the name typed ("" to name it later)."""

    def __init__(
        self, theme: Theme, rulebook: Rulebook, samples: Sequence[Start], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("New character"))
        words = {
            BlockKind.CAST: self.tr("Cast member"),
            BlockKind.BEAST: self.tr("Beast"),
            BlockKind.HORDE: self.tr("Horde"),
        }
        hordes = tuple(
            Start(
                "horde",
                str(size.dice),
                self.tr("{} horde").format(size.name),
                f"{words[BlockKind.HORDE]} · {size.dice}D",
                "melee",
            )
            for size in rulebook.horde_sizes
        )
        starts = (
            Start(
                "cold-iron",
                "",
                self.tr("Cold Iron character"),
                self.tr("Culture, background and occupations make the dice"),
                UNIVERSAL,
            ),
            Start("core", "", self.tr("Core rules character"), self.tr("Any icons on four dice, any race"), "magic"),
            Start(
                "own",
                Kind.CAST,
                self.tr("Cast member of your own"),
                self.tr("Modular dice put together, or free faces"),
                "social",
            ),
            Start(
                "own",
                Kind.BEAST,
                self.tr("Beast of your own"),
                self.tr("Modular dice put together, or free faces"),
                "stealth",
            ),
            *game_starts(self.tr),
            Start("text", "", self.tr("From text…"), self.tr("Paste a stat block from a book or a chat"), "scholar"),
            *samples,
            *block_starts(rulebook, words),
            *hordes,
        )
        layout = vbox(self, theme=theme, gap=8, edges=(24, 16, 24, 16))
        self._name = QLineEdit(self)
        self._name.setMaxLength(200)
        self._name.setPlaceholderText(self.tr("Name (can be given later)"))
        self._name.setAccessibleName(self.tr("Name"))
        layout.addWidget(self._name)
        search = QLineEdit(self)
        search.setPlaceholderText(self.tr("Search: wolf, knight, cold iron…"))
        search.setAccessibleName(self.tr("Search what to start from"))
        search.setClearButtonEnabled(True)
        layout.addWidget(search)
        self._model = StartModel(starts, self)
        self._view = QListView(self)
        self._view.setModel(self._model)
        self._view.setAccessibleName(self.tr("What to start from"))
        self._view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self._view.setUniformItemSizes(True)
        self._view.setItemDelegate(LinesDelegate(theme, self._view))
        self._view.setMouseTracking(True)
        self._view.doubleClicked.connect(lambda _index: self._make())
        layout.addWidget(self._view, 1)
        self._none = QLabel(self.tr("Nothing of that name. Try fewer letters."), self)
        self._none.hide()
        layout.addWidget(self._none)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self._ok = push_button(self, self.tr("Make"), kind="primary")
        self._ok.setDefault(True)
        buttons.addButton(self._ok, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self._make)
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)
        search.textChanged.connect(self._search)
        for line in (self._name, search):
            line.installEventFilter(self)
        self._view.selectionModel().currentChanged.connect(lambda _new, _old: self._update())
        self._view.setCurrentIndex(self._model.index(0, 0))
        self._update()
        self._name.setFocus()
        self.resize(theme.px(480), min(theme.px(600), int(self.screen().availableSize().height() * 0.85)))

    @guarded(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hand arrows up and down from the lines of text on to the list, so that typing and choosing need no Tab."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() in WALKING:
            QApplication.sendEvent(self._view, event)
            return True
        return super().eventFilter(watched, event)

    def _search(self, text: str) -> None:
        self._model.search(text)
        self._view.setCurrentIndex(self._model.index(0, 0))
        self._none.setVisible(self._model.rowCount() == 0)
        self._update()

    def _update(self) -> None:
        self._ok.setEnabled(self._model.at(self._current()) is not None)

    def _current(self) -> QModelIndex:
        return self._view.currentIndex()

    def _make(self) -> None:
        start = self._model.at(self._current())
        if start is not None:
            name = self._name.text().strip()
            self.accept()
            self.start_selected.emit(start, name)

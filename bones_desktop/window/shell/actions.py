"""Every action of the window in one table, from which menus, the rail, buttons and the page of keys are built."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction, QIcon, QKeySequence
from PySide6.QtWidgets import QWidget

from bones_desktop.widgets.localized import QT_TRANSLATE_NOOP
from bones_desktop.widgets.plaintext import plain_tip

CONTEXT = "Actions"


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """The data of an action: stable id, words, keys and menu."""

    id: str
    text: str
    menu: str
    keys: tuple[str, ...] = ()
    icon: str = ""
    tip: str = ""
    checkable: bool = False
    starts_group: bool = False
    """Whether a separator comes before it."""


MENUS: tuple[tuple[str, str], ...] = (
    ("file", QT_TRANSLATE_NOOP("Actions", "&File")),
    ("share", QT_TRANSLATE_NOOP("Actions", "Cop&y, pictures, models")),
    ("edit", QT_TRANSLATE_NOOP("Actions", "&Edit")),
    ("go", QT_TRANSLATE_NOOP("Actions", "&Go")),
    ("play", QT_TRANSLATE_NOOP("Actions", "&Play")),
    ("help", QT_TRANSLATE_NOOP("Actions", "&Help")),
)
WITHIN: Final = {"share": "print-dice"}
"""Menus that stand in another, after this entry of it: the menu of files would be higher than a small screen."""

ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec(
        "new", QT_TRANSLATE_NOOP("Actions", "&New character…"), "file", ("Ctrl+N",), "new",
        QT_TRANSLATE_NOOP("Actions", "Make a player character, cast member, beast or horde"),
    ),
    ActionSpec(
        "from-text", QT_TRANSLATE_NOOP("Actions", "From te&xt…"), "file", ("Ctrl+Shift+V",), "paste",
        QT_TRANSLATE_NOOP("Actions", "Make a character from a stat block in a book or a chat"),
    ),
    ActionSpec(
        "surprise", QT_TRANSLATE_NOOP("Actions", "S&urprise me…"), "file", ("Ctrl+Shift+N",), "throw",
        QT_TRANSLATE_NOOP("Actions", "Draw a whole character at random, or the rest of this one"),
    ),
    ActionSpec(
        "open", QT_TRANSLATE_NOOP("Actions", "&Open…"), "file", ("Ctrl+O",), "open",
        QT_TRANSLATE_NOOP("Actions", "Open a character file from anywhere on this computer"),
    ),
    ActionSpec(
        "rename", QT_TRANSLATE_NOOP("Actions", "&Rename…"), "file", ("F2",), "rename",
        QT_TRANSLATE_NOOP("Actions", "Give the character another name; its file follows"), starts_group=True,
    ),
    ActionSpec(
        "duplicate", QT_TRANSLATE_NOOP("Actions", "&Duplicate"), "file", ("Ctrl+Shift+D",), "copy",
        QT_TRANSLATE_NOOP("Actions", "Make a copy of the character, on the shelf of those chosen"),
    ),
    ActionSpec(
        "tags", QT_TRANSLATE_NOOP("Actions", "Ta&gs…"), "file", ("Ctrl+Shift+G",), "tag",
        QT_TRANSLATE_NOOP("Actions", "Choose the words characters are sorted by on the shelf"),
    ),
    ActionSpec(
        "compare", QT_TRANSLATE_NOOP("Actions", "Compare two…"), "file", ("Ctrl+Shift+C",), "swap",
        QT_TRANSLATE_NOOP("Actions", "Show the two characters chosen on the shelf side by side, differences marked"),
    ),
    ActionSpec(
        "remove", QT_TRANSLATE_NOOP("Actions", "Re&move"), "file", ("Ctrl+Shift+Del",), "remove",
        QT_TRANSLATE_NOOP("Actions", "Take characters off the shelf (Del there too); they can be brought back"),
    ),
    ActionSpec(
        "import", QT_TRANSLATE_NOOP("Actions", "&Import…"), "file", ("Ctrl+I",), "import",
        QT_TRANSLATE_NOOP("Actions", "Copy character files onto your shelf, as dropping them does"), starts_group=True,
    ),
    ActionSpec(
        "export", QT_TRANSLATE_NOOP("Actions", "&Export…"), "file", ("Ctrl+E",), "export",
        QT_TRANSLATE_NOOP("Actions", "Write a copy of the character, on the shelf of those chosen, to give away"),
    ),
    ActionSpec(
        "versions", QT_TRANSLATE_NOOP("Actions", "Earlier &versions…"), "file", ("Ctrl+H",), "versions",
        QT_TRANSLATE_NOOP("Actions", "Look at earlier versions and bring one back"),
    ),
    ActionSpec(
        "print", QT_TRANSLATE_NOOP("Actions", "&Print…"), "file", ("Ctrl+P",), "print",
        QT_TRANSLATE_NOOP("Actions", "Print the character sheet"), starts_group=True,
    ),
    ActionSpec(
        "pdf", QT_TRANSLATE_NOOP("Actions", "Save as PD&F…"), "file", ("Ctrl+Shift+P",), "pdf",
        QT_TRANSLATE_NOOP("Actions", "Write the character sheet as a PDF file"),
    ),
    ActionSpec(
        "print-dice", QT_TRANSLATE_NOOP("Actions", "Print di&ce and more…"), "file", ("Ctrl+Alt+P",), "sticker",
        QT_TRANSLATE_NOOP("Actions", "Stickers and paper dice, sheets of several characters, a test page"),
    ),
    ActionSpec(
        "makers", QT_TRANSLATE_NOOP("Actions", "Models and dra&wings…"), "share", ("Ctrl+Alt+D",), "export",
        QT_TRANSLATE_NOOP("Actions", "Faces as SVG for cutters, dice as models for 3D printers"),
    ),
    ActionSpec(
        "copy-text", QT_TRANSLATE_NOOP("Actions", "Copy as &text"), "share", ("Ctrl+Alt+C",), "copy",
        QT_TRANSLATE_NOOP("Actions", "Copy a stat block for a chat; pasted on a shelf it is the same character"),
    ),
    ActionSpec(
        "copy-markdown", QT_TRANSLATE_NOOP("Actions", "Copy as Mar&kdown"), "share", ("Ctrl+Alt+M",), "export",
        QT_TRANSLATE_NOOP("Actions", "Copy the character with tables of its dice, to be read elsewhere"),
    ),
    ActionSpec(
        "copy-picture", QT_TRANSLATE_NOOP("Actions", "Copy &as picture"), "share", ("Ctrl+Alt+B",), "sheet",
        QT_TRANSLATE_NOOP("Actions", "Copy the character sheet as a picture"),
    ),
    ActionSpec(
        "save-picture", QT_TRANSLATE_NOOP("Actions", "Save as a picture fi&le…"), "share", ("Ctrl+Alt+S",), "export",
        QT_TRANSLATE_NOOP("Actions", "Write the character sheet as a PNG file of the width you choose"),
    ),
    ActionSpec(
        "packs", QT_TRANSLATE_NOOP("Actions", "House &templates…"), "file", ("Ctrl+Shift+H",), "house",
        QT_TRANSLATE_NOOP("Actions", "Cultures, occupations, gear and races of your own, in packs to share"),
        starts_group=True,
    ),
    ActionSpec(
        "settings", QT_TRANSLATE_NOOP("Actions", "&Settings…"), "file", ("Ctrl+,",), "settings",
        QT_TRANSLATE_NOOP("Actions", "Theme, text size, folders, printing and house rules"), starts_group=True,
    ),
    ActionSpec(
        "quit", QT_TRANSLATE_NOOP("Actions", "&Quit"), "file", ("Ctrl+Q",), "close",
        QT_TRANSLATE_NOOP("Actions", "Close the program; everything is saved already"), starts_group=True,
    ),
    ActionSpec(
        "undo", QT_TRANSLATE_NOOP("Actions", "&Undo"), "edit", ("Ctrl+Z",), "undo",
        QT_TRANSLATE_NOOP("Actions", "Take back the last change"),
    ),
    ActionSpec(
        "redo", QT_TRANSLATE_NOOP("Actions", "&Redo"), "edit", ("Ctrl+Shift+Z", "Ctrl+Y"), "redo",
        QT_TRANSLATE_NOOP("Actions", "Do again what was taken back"),
    ),
    ActionSpec(
        "next-empty", QT_TRANSLATE_NOOP("Actions", "&Next empty face"), "edit", ("F8",), "",
        QT_TRANSLATE_NOOP("Actions", "Go to the next face of the dice that waits for an icon"), starts_group=True,
    ),
    ActionSpec(
        "going-on", QT_TRANSLATE_NOOP("Actions", "&Go on after each icon"), "edit", (), "",
        QT_TRANSLATE_NOOP("Actions", "Select the next empty face once an icon was chosen for one"), checkable=True,
    ),
    ActionSpec(
        "find", QT_TRANSLATE_NOOP("Actions", "&Find a character"), "edit", ("Ctrl+F",), "find",
        QT_TRANSLATE_NOOP("Actions", "Search the shelf"), starts_group=True,
    ),
    ActionSpec(
        "shelf", QT_TRANSLATE_NOOP("Actions", "&Shelf"), "go", ("Ctrl+1",), "shelf",
        QT_TRANSLATE_NOOP("Actions", "All your characters"), checkable=True,
    ),
    ActionSpec(
        "build", QT_TRANSLATE_NOOP("Actions", "&Build"), "go", ("Ctrl+2",), "build",
        QT_TRANSLATE_NOOP("Actions", "The character's dice, face by face"), checkable=True,
    ),
    ActionSpec(
        "table", QT_TRANSLATE_NOOP("Actions", "&Table"), "go", ("Ctrl+3",), "table",
        QT_TRANSLATE_NOOP("Actions", "Throw the dice and read them"), checkable=True,
    ),
    ActionSpec(
        "encounter", QT_TRANSLATE_NOOP("Actions", "F&ight"), "go", ("Ctrl+4",), "fight",
        QT_TRANSLATE_NOOP("Actions", "Everybody at once, round by round"), checkable=True,
    ),
    ActionSpec(
        "tracker", QT_TRANSLATE_NOOP("Actions", "T&racker"), "go", ("Ctrl+5",), "tracker",
        QT_TRANSLATE_NOOP("Actions", "Wounds and healing, the price of magic, spiffs and seasons"), checkable=True,
    ),
    ActionSpec(
        "campaign", QT_TRANSLATE_NOOP("Actions", "&Campaign"), "go", ("Ctrl+6",), "campaign",
        QT_TRANSLATE_NOOP("Actions", "The party, its calendar and its sessions"), checkable=True,
    ),
    ActionSpec(
        "log", QT_TRANSLATE_NOOP("Actions", "&Log"), "go", ("Ctrl+7",), "log",
        QT_TRANSLATE_NOOP("Actions", "Every throw of the table, and how fair the dice are"), checkable=True,
    ),
    ActionSpec(
        "sheet", QT_TRANSLATE_NOOP("Actions", "S&heet"), "go", ("Ctrl+8",), "sheet",
        QT_TRANSLATE_NOOP("Actions", "The printed character sheet"), checkable=True,
    ),
    ActionSpec(
        "reference", QT_TRANSLATE_NOOP("Actions", "Re&ference"), "go", ("Ctrl+9",), "reference",
        QT_TRANSLATE_NOOP("Actions", "Icons, masteries, difficulties and examples"), checkable=True,
    ),
    ActionSpec(
        "full-screen", QT_TRANSLATE_NOOP("Actions", "F&ull screen"), "go", ("F11",), "",
        QT_TRANSLATE_NOOP("Actions", "Use all of the screen, or no longer"), checkable=True, starts_group=True,
    ),
    ActionSpec(
        "throw", QT_TRANSLATE_NOOP("Actions", "&Throw the dice"), "play", ("Ctrl+T",), "throw",
        QT_TRANSLATE_NOOP("Actions", "Throw the dice for the task at hand (Space on the Table page)"),
    ),
    ActionSpec(
        "by-hand", QT_TRANSLATE_NOOP("Actions", "Enter real &dice…"), "play", ("Ctrl+B",), "by-hand",
        QT_TRANSLATE_NOOP("Actions", "Say what the dice in your hand show (B on the Table page)"),
    ),
    ActionSpec(
        "everyone", QT_TRANSLATE_NOOP("Actions", "Everyone thro&ws…"), "play", ("Ctrl+Shift+T",), "players",
        QT_TRANSLATE_NOOP("Actions", "Throw for the whole party at once: one skill, one difficulty, one press"),
    ),
    ActionSpec(
        "reroll", QT_TRANSLATE_NOOP("Actions", "Throw a die &again…"), "play", ("Ctrl+Shift+R",), "reroll",
        QT_TRANSLATE_NOOP("Actions", "Choose one die of the throw and pay for it with a spiff (R on the Table page)"),
        starts_group=True,
    ),
    ActionSpec(
        "success", QT_TRANSLATE_NOOP("Actions", "&Buy one success"), "play", ("Ctrl+Shift+B",), "star",
        QT_TRANSLATE_NOOP("Actions", "Pay for one success more with spiffs (S on the Table page)"),
    ),
    ActionSpec(
        "veto", QT_TRANSLATE_NOOP("Actions", "GM &veto"), "play", ("Ctrl+Shift+K",), "veto",
        QT_TRANSLATE_NOOP("Actions", "Take back what spiffs did last and give them back (V on the Table page)"),
    ),
    ActionSpec(
        "scene", QT_TRANSLATE_NOOP("Actions", "New &scene…"), "play", ("Ctrl+Shift+S",), "scene",
        QT_TRANSLATE_NOOP("Actions", "Put a heading into the log of throws"), starts_group=True,
    ),
    ActionSpec(
        "injure", QT_TRANSLATE_NOOP("Actions", "&Lose the chosen die"), "play", ("Ctrl+L",), "injure",
        QT_TRANSLATE_NOOP("Actions", "Take one damage: the chosen die is lost (I on the Table page)"),
        starts_group=True,
    ),
    ActionSpec(
        "heal", QT_TRANSLATE_NOOP("Actions", "&Heal one die"), "play", ("Ctrl+Shift+L",), "heal",
        QT_TRANSLATE_NOOP("Actions", "One damage heals; below zero first (H on the Table page)"),
    ),
    ActionSpec(
        "fight", QT_TRANSLATE_NOOP("Actions", "Odds of a &fight…"), "play", ("Ctrl+Shift+F",), "fight",
        QT_TRANSLATE_NOOP("Actions", "Who will win a fight between two, and what one round does"), starts_group=True,
    ),
    ActionSpec(
        "players", QT_TRANSLATE_NOOP("Actions", "&Players' view"), "play", ("Ctrl+Shift+W",), "players",
        QT_TRANSLATE_NOOP("Actions", "Show the party in a window of its own, for a second screen"), starts_group=True,
    ),
    ActionSpec(
        "show-how", QT_TRANSLATE_NOOP("Actions", "&Show me how"), "help", (), "info",
        QT_TRANSLATE_NOOP("Actions", "Eight short notes, from a first character to a first throw"),
    ),
    ActionSpec(
        "guide", QT_TRANSLATE_NOOP("Actions", "&Guide to this page"), "help", ("F1",), "reference",
        QT_TRANSLATE_NOOP("Actions", "Read in the Reference what the page in view is about"),
    ),
    ActionSpec(
        "keys", QT_TRANSLATE_NOOP("Actions", "&Keys"), "help", ("?",), "keys",
        QT_TRANSLATE_NOOP("Actions", "All keys on one page"),
    ),
    ActionSpec(
        "check-log", QT_TRANSLATE_NOOP("Actions", "Check the &log…"), "help", (), "log",
        QT_TRANSLATE_NOOP("Actions", "Read all of the log of throws, mend it, or bring a backup of it back"),
        starts_group=True,
    ),
    ActionSpec(
        "logs", QT_TRANSLATE_NOOP("Actions", "Open the &data folder"), "help", (), "folder",
        QT_TRANSLATE_NOOP("Actions", "Show where your characters lie"),
    ),
    ActionSpec(
        "about", QT_TRANSLATE_NOOP("Actions", "&About Bones Desktop"), "help", (), "about",
        QT_TRANSLATE_NOOP("Actions", "Version, credits and licences"),
    ),
)  # fmt: skip


def translated(text: str) -> str:
    """Return words of the table in the user's language."""
    return QCoreApplication.translate(CONTEXT, text)


def allow(action: QAction, why_not: str = "") -> None:
    """Enable an action, or grey it with the reason where its tip stood."""
    keys = QKeySequence.listToString(action.shortcuts(), QKeySequence.SequenceFormat.NativeText)
    tip = f"{action.statusTip()} ({keys})" if keys else action.statusTip()
    action.setEnabled(not why_not)
    action.setToolTip(plain_tip(why_not or tip))


def make_actions(owner: QWidget, calls: Mapping[str, Callable[[], None]]) -> dict[str, QAction]:
    """Return a QAction for each entry of the table, by id; `calls` says what each does; KeyError without one.

    They have no icons yet: drawing all of them takes as long as making a page. See `give_icons`.
    """
    made: dict[str, QAction] = {}
    for spec in ACTIONS:
        action = QAction(translated(spec.text), owner)
        action.setObjectName(spec.id)
        action.setShortcuts([QKeySequence(key) for key in spec.keys])
        action.setStatusTip(translated(spec.tip))
        allow(action)
        action.setCheckable(spec.checkable)
        call = calls[spec.id]
        action.triggered.connect(lambda _checked=False, call=call: call())
        made[spec.id] = action
    made["quit"].setMenuRole(QAction.MenuRole.QuitRole)
    made["settings"].setMenuRole(QAction.MenuRole.PreferencesRole)
    made["about"].setMenuRole(QAction.MenuRole.AboutRole)
    return made


def give_icons(actions: Iterable[QAction], icon: Callable[[str], QIcon]) -> None:
    """Give the actions of the table their icons, when they are about to be shown; others are skipped."""
    names = {spec.id: spec.icon for spec in ACTIONS}
    for action in actions:
        if name := names.get(action.objectName()):
            action.setIcon(icon(name))

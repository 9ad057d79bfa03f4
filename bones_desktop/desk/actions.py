"""Table of all actions of the window. Menus, the rail, buttons and the page of keys are built from it."""

from collections.abc import Callable, Iterable
from typing import Final

from PySide6.QtGui import QAction, QIcon, QKeySequence
from PySide6.QtWidgets import QWidget

from bones_desktop.rules.records import Record
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.wording.language import N_, _


class ActionSpec(Record):
    """Data of an action: stable id, text, menu, keys, icon, function and tip."""

    id: str
    text: str
    menu: str
    keys: tuple[str, ...] = ()
    icon: str = ""
    call: str = ""
    """Name of its function in the running program (see `start.application`); "" for a page, which is shown."""
    tip: str = ""
    checkable: bool = False
    starts_group: bool = False
    """True if a separator comes before it."""


MENUS: tuple[tuple[str, str], ...] = (
    ("file", N_("&File")),
    ("backup", N_("Bac&kup")),
    ("share", N_("Cop&y and export")),
    ("edit", N_("&Edit")),
    ("go", N_("&Go")),
    ("play", N_("&Play")),
    ("help", N_("&Help")),
)
WITHIN: Final = {"backup": "versions", "share": "print-dice"}
"""Submenus, each with the entry that it follows. They keep the file menu low enough for a small screen."""

ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec(
        "new", N_("&New character…"), "file", ("Ctrl+N",), "new", "files.new",
        N_("Make a player character, cast member, beast or horde"),
    ),
    ActionSpec(
        "from-text", N_("From te&xt…"), "file", ("Ctrl+Shift+V",), "paste", "files.make_from_text",
        N_("Make a character from a stat block in a book or a chat"),
    ),
    ActionSpec(
        "surprise", N_("S&urprise me…"), "file", ("Ctrl+Shift+N",), "throw", "files.surprise",
        N_("Draw a whole character at random, or the rest of this one"),
    ),
    ActionSpec(
        "open", N_("&Open…"), "file", ("Ctrl+O",), "open", "files.ask_open",
        N_("Open a character file from anywhere on this computer"),
    ),
    ActionSpec(
        "rename", N_("&Rename…"), "file", ("F2",), "rename", "pages.shelf_actions.rename",
        N_("Give the character another name; its file is renamed too"), starts_group=True,
    ),
    ActionSpec(
        "duplicate", N_("&Duplicate"), "file", ("Ctrl+Shift+D",), "copy", "pages.shelf_actions.duplicate",
        N_("Copy the character; on the Shelf page, the selected ones"),
    ),
    ActionSpec(
        "tags", N_("Ta&gs…"), "file", ("Ctrl+Shift+G",), "tag", "pages.shelf_actions.tags",
        N_("Choose the words characters are sorted by on the shelf"),
    ),
    ActionSpec(
        "compare", N_("Compare two…"), "file", ("Ctrl+Shift+C",), "swap", "pages.shelf_actions.compare",
        N_("Show the two characters chosen on the shelf side by side, differences marked"),
    ),
    ActionSpec(
        "remove", N_("Re&move"), "file", ("Ctrl+Shift+Del",), "remove", "pages.shelf_actions.remove",
        N_("Remove characters from the shelf (also Del there); they can be restored"),
    ),
    ActionSpec(
        "import", N_("&Import…"), "file", ("Ctrl+I",), "import", "pages.giving.ask_import",
        N_("Copy character files onto your shelf, as dropping them does"), starts_group=True,
    ),
    ActionSpec(
        "export", N_("&Export…"), "file", ("Ctrl+E",), "export", "pages.shelf_actions.export",
        N_("Write a copy of the character to give away; on the Shelf page, of the selected ones"),
    ),
    ActionSpec(
        "versions", N_("Earlier &versions…"), "file", ("Ctrl+H",), "versions", "pages.shelf_actions.versions",
        N_("View earlier versions and restore one"),
    ),
    ActionSpec(
        "print", N_("&Print…"), "file", ("Ctrl+P",), "print", "printing.print",
        N_("Print the character sheet"), starts_group=True,
    ),
    ActionSpec(
        "pdf", N_("Save as PD&F…"), "file", ("Ctrl+Shift+P",), "pdf", "printing.save_pdf",
        N_("Write the character sheet as a PDF file"),
    ),
    ActionSpec(
        "print-dice", N_("Print di&ce and more…"), "file", ("Ctrl+Alt+P",), "sticker", "printing.show_window",
        N_("Stickers and paper dice, sheets of several characters, a test page"),
    ),
    ActionSpec(
        "makers", N_("Models and dra&wings…"), "share", ("Ctrl+Alt+D",), "export", "printing.show_makers",
        N_("Faces as SVG for cutters, dice as models for 3D printers"),
    ),
    ActionSpec(
        "copy-text", N_("Copy as &text"), "share", ("Ctrl+Alt+C",), "copy", "printing.copy_text",
        N_("Copy a stat block for a chat; pasted on a shelf, it becomes the same character"),
    ),
    ActionSpec(
        "copy-markdown", N_("Copy as Mar&kdown"), "share", ("Ctrl+Alt+M",), "export", "printing.copy_markdown",
        N_("Copy the character with tables of its dice, to be read elsewhere"),
    ),
    ActionSpec(
        "copy-picture", N_("Copy &as picture"), "share", ("Ctrl+Alt+B",), "sheet", "printing.copy_picture",
        N_("Copy the character sheet as a picture"),
    ),
    ActionSpec(
        "save-picture", N_("Save as a picture fi&le…"), "share", ("Ctrl+Alt+S",), "export", "printing.save_picture",
        N_("Write the character sheet as a PNG file of the width you choose"),
    ),
    ActionSpec(
        "copy-roll20", N_("Copy for &Roll20"), "share", ("Ctrl+Alt+R",), "copy", "printing.copy_roll20",
        N_("Copy chat lines that show the character and roll its dice in Roll20"), starts_group=True,
    ),
    ActionSpec(
        "copy-discord", N_("Copy for D&iscord"), "share", ("Ctrl+Alt+I",), "copy", "printing.copy_discord",
        N_("Copy a message for Discord that can be pasted back on a shelf"),
    ),
    ActionSpec(
        "export-foundry", N_("&Foundry actor…"), "share", ("Ctrl+Alt+F",), "export", "printing.export_foundry",
        N_("Write an actor for the virtual table Foundry, which Open and Import can read again"),
    ),
    ActionSpec(
        "export-obsidian", N_("&Obsidian note…"), "share", ("Ctrl+Alt+O",), "export", "printing.export_obsidian",
        N_("Write a Markdown note with properties and a stat block"),
    ),
    ActionSpec(
        "packs", N_("House &templates…"), "file", ("Ctrl+Shift+H",), "house", "packs.show",
        N_("Cultures, occupations, gear and races of your own, in packs to share"),
        starts_group=True,
    ),
    ActionSpec(
        "settings", N_("&Settings…"), "file", ("Ctrl+,",), "settings", "_show_settings",
        N_("Theme, text size, folders, printing and house rules"),
    ),
    ActionSpec(
        "back-up", N_("&Back up everything…"), "backup", (), "export", "backups.back_up",
        N_("Write characters, campaigns, fights, packs, settings and the log to one file"),
    ),
    ActionSpec(
        "restore", N_("&Restore a backup…"), "backup", (), "import", "backups.ask_restore",
        N_("See what a backup would change, and restore it"),
    ),
    ActionSpec(
        "quit", N_("&Quit"), "file", ("Ctrl+Q",), "close", "quit",
        N_("Close the program; everything is saved already"), starts_group=True,
    ),
    ActionSpec(
        "undo", N_("&Undo"), "edit", ("Ctrl+Z",), "undo", "window.undo",
        N_("Undo the last change"),
    ),
    ActionSpec(
        "redo", N_("&Redo"), "edit", ("Ctrl+Shift+Z", "Ctrl+Y"), "redo", "window.redo",
        N_("Redo the last undone change"),
    ),
    ActionSpec(
        "next-empty", N_("&Next empty face"), "edit", ("F8",), "", "pages.next_empty",
        N_("Go to the next face without an icon"), starts_group=True,
    ),
    ActionSpec(
        "going-on", N_("&Go on after each icon"), "edit", (), "", "_keep_going_on",
        N_("Select the next empty face once an icon was chosen for one"), checkable=True,
    ),
    ActionSpec(
        "find", N_("&Find a character"), "edit", ("Ctrl+F",), "find", "pages.find",
        N_("Search the shelf"), starts_group=True,
    ),
    ActionSpec(
        "shelf", N_("&Shelf"), "go", ("Ctrl+1",), "shelf", "",
        N_("All your characters"), checkable=True,
    ),
    ActionSpec(
        "build", N_("&Build"), "go", ("Ctrl+2",), "build", "",
        N_("The character's dice, face by face"), checkable=True,
    ),
    ActionSpec(
        "table", N_("&Table"), "go", ("Ctrl+3",), "table", "",
        N_("Roll the dice and read them"), checkable=True,
    ),
    ActionSpec(
        "encounter", N_("F&ight"), "go", ("Ctrl+4",), "fight", "",
        N_("Run a fight, round by round"), checkable=True,
    ),
    ActionSpec(
        "tracker", N_("T&racker"), "go", ("Ctrl+5",), "tracker", "",
        N_("Wounds and healing, the price of magic, spiffs and seasons"), checkable=True,
    ),
    ActionSpec(
        "campaign", N_("&Campaign"), "go", ("Ctrl+6",), "campaign", "",
        N_("The party, its calendar and its sessions"), checkable=True,
    ),
    ActionSpec(
        "log", N_("&Log"), "go", ("Ctrl+7",), "log", "",
        N_("Every roll of the table, and how fair the dice are"), checkable=True,
    ),
    ActionSpec(
        "sheet", N_("S&heet"), "go", ("Ctrl+8",), "sheet", "",
        N_("The printed character sheet"), checkable=True,
    ),
    ActionSpec(
        "reference", N_("Re&ference"), "go", ("Ctrl+9",), "reference", "",
        N_("Icons, masteries, difficulties and examples"), checkable=True,
    ),
    ActionSpec(
        "full-screen", N_("F&ull screen"), "go", ("F11",), "", "window.toggle_full_screen",
        N_("Switch full screen on or off"), checkable=True, starts_group=True,
    ),
    ActionSpec(
        "sound", N_("Soun&ds"), "go", ("Ctrl+Shift+M",), "", "_switch_sound",
        N_("Switch the sounds of dice, turns and wounds on or off"), checkable=True,
    ),
    ActionSpec(
        "throw", N_("&Roll the dice"), "play", ("Ctrl+T",), "throw", "_throw",
        N_("Roll the dice for the task at hand (Space on the Table page)"),
    ),
    ActionSpec(
        "by-hand", N_("Enter real &dice…"), "play", ("Ctrl+B",), "by-hand", "_enter_by_hand",
        N_("Enter the faces of your dice (B on the Table page)"),
    ),
    ActionSpec(
        "everyone", N_("&Everyone rolls…"), "play", ("Ctrl+Shift+T",), "players", "pages.everyone.come_up",
        N_("Roll for the whole party at once, with the same skill and difficulty"),
    ),
    ActionSpec(
        "reroll", N_("Re-roll &a die…"), "play", ("Ctrl+Shift+R",), "reroll", "pages.dice.controller.pick",
        N_("Choose one die of the roll and pay for it with a spiff (R on the Table page)"),
        starts_group=True,
    ),
    ActionSpec(
        "success", N_("&Buy one success"), "play", ("Ctrl+Shift+B",), "star", "pages.dice.controller.buy",
        N_("Pay for one success more with spiffs (S on the Table page)"),
    ),
    ActionSpec(
        "veto", N_("GM &veto"), "play", ("Ctrl+Shift+K",), "veto", "pages.dice.controller.veto",
        N_("Undo the last use of spiffs and refund it (V on the Table page)"),
    ),
    ActionSpec(
        "scene", N_("New &scene…"), "play", ("Ctrl+Shift+S",), "scene", "pages.begin_scene",
        N_("Put a heading into the log of rolls"), starts_group=True,
    ),
    ActionSpec(
        "injure", N_("&Lose the chosen die"), "play", ("Ctrl+L",), "injure", "pages.wounds.injure",
        N_("Take one damage: the chosen die is lost (I on the Table page)"),
        starts_group=True,
    ),
    ActionSpec(
        "heal", N_("&Heal one die"), "play", ("Ctrl+Shift+L",), "heal", "pages.wounds.heal",
        N_("Heal one damage, below zero first (H on the Table page)"),
    ),
    ActionSpec(
        "fight", N_("Odds of a &fight…"), "play", ("Ctrl+Shift+F",), "fight", "pages.odds.come_up",
        N_("The odds of a fight between two, and of one round"), starts_group=True,
    ),
    ActionSpec(
        "players", N_("&Players' view"), "play", ("Ctrl+Shift+W",), "players", "pages.campaigns.players.come_up",
        N_("Show the party in a separate window, for a second screen"), starts_group=True,
    ),
    ActionSpec(
        "show-how", N_("&Show me how"), "help", (), "info", "_show_how",
        N_("Short notes: from a first character to a first roll, or on the Fight page about a first fight"),
    ),
    ActionSpec(
        "guide", N_("&Guide to this page"), "help", ("F1",), "reference", "pages.guide.open_page",
        N_("Read about this page in the Reference"),
    ),
    ActionSpec(
        "keys", N_("&Keys"), "help", ("?",), "keys", "_show_keys",
        N_("All keys on one page"),
    ),
    ActionSpec(
        "check-log", N_("Check the &log…"), "help", (), "log", "pages.room.keeper.check",
        N_("Check the whole log of rolls, repair it, or restore a backup"),
        starts_group=True,
    ),
    ActionSpec(
        "logs", N_("Open the &data folder"), "help", (), "folder", "_open_folder",
        N_("Show where your characters are stored"),
    ),
    ActionSpec(
        "newer", N_("Is there a &newer version?"), "help", (), "", "_show_releases",
        N_("Open the page of releases in your browser; the program itself sends nothing"),
    ),
    ActionSpec(
        "about", N_("&About Bones Desktop"), "help", (), "about", "_show_about",
        N_("Version, credits and licences"),
    ),
)  # fmt: skip


def allow(action: QAction, why_not: str = "") -> None:
    """Enable an action, or disable it and show the reason as its tip."""
    keys = QKeySequence.listToString(action.shortcuts(), QKeySequence.SequenceFormat.NativeText)
    tip = f"{action.statusTip()} ({keys})" if keys else action.statusTip()
    action.setEnabled(not why_not)
    action.setToolTip(plain_tip(why_not or tip))


def make_actions(owner: QWidget) -> dict[str, QAction]:
    """Return a QAction for each entry of the table, by id.

    They have no icons yet, because drawing all icons takes as long as building a page. See `give_icons`.
    """
    made: dict[str, QAction] = {}
    for spec in ACTIONS:
        # The table contains English texts, because the language is known only when the program runs.
        action = QAction(_(spec.text), owner)
        action.setObjectName(spec.id)
        action.setShortcuts([QKeySequence(key) for key in spec.keys])
        action.setStatusTip(_(spec.tip))
        allow(action)
        action.setCheckable(spec.checkable)
        made[spec.id] = action
    # macOS moves these three entries to the application menu.
    made["quit"].setMenuRole(QAction.MenuRole.QuitRole)
    made["settings"].setMenuRole(QAction.MenuRole.PreferencesRole)
    made["about"].setMenuRole(QAction.MenuRole.AboutRole)
    return made


def give_icons(actions: Iterable[QAction], icon: Callable[[str], QIcon]) -> None:
    """Give the actions of the table their icons when they are about to be shown. Other actions are skipped."""
    names = {spec.id: spec.icon for spec in ACTIONS}
    for action in actions:
        if name := names.get(action.objectName()):
            action.setIcon(icon(name))

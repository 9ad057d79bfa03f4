"""Table of all actions of the window. Menus, the rail, buttons and the page of keys are built from it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
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
    """Name of the function that the action calls (see `start.application`); "" for an action that shows a page."""
    tip: str = ""
    checkable: bool = False
    starts_group: bool = False
    """True if a separator comes before it."""


WITHIN: Final = {"backup": "versions", "share": "print-dice"}
"""Submenus, each with the entry that it follows. Submenus keep the file menu short enough for a small screen."""

_Row = tuple[str, str, str, str, str, str]
"""Id, text, keys, icon, function and tip of an action."""

_ROWS: Final[Mapping[tuple[str, str], tuple[_Row | None, ...]]] = {
    ("file", N_("&File")): (
        ("new", N_("&New character…"), "Ctrl+N", "new", "files.new",
         N_("Make a player character, cast member, beast or horde")),
        ("from-text", N_("From te&xt…"), "Ctrl+Shift+V", "paste", "files.make_from_text",
         N_("Make a character from a stat block in a book or a chat")),
        ("surprise", N_("S&urprise me…"), "Ctrl+Shift+N", "throw", "files.surprise",
         N_("Draw a whole character at random, or the rest of this one")),
        ("open", N_("&Open…"), "Ctrl+O", "open", "files.ask_open",
         N_("Open a character file from anywhere on this computer")),
        None,
        ("rename", N_("Ren&ame…"), "F2", "rename", "pages.shelf_actions.rename",
         N_("Give the character another name; its file is renamed too")),
        ("duplicate", N_("&Duplicate"), "Ctrl+Shift+D", "copy", "pages.shelf_actions.duplicate",
         N_("Copy the character; on the Shelf page, the selected ones")),
        ("tags", N_("Ta&gs…"), "Ctrl+Shift+G", "tag", "pages.shelf_actions.tags",
         N_("Choose the words characters are sorted by on the shelf")),
        ("compare", N_("Compare two…"), "Ctrl+Shift+C", "swap", "pages.shelf_actions.compare",
         N_("Show the two characters chosen on the shelf side by side, differences marked")),
        ("remove", N_("Re&move"), "Ctrl+Shift+Del", "remove", "pages.shelf_actions.remove",
         N_("Remove characters from the shelf (also Del there); they can be restored")),
        None,
        ("import", N_("&Import…"), "Ctrl+I", "import", "pages.giving.ask_import",
         N_("Copy character files onto your shelf, as dropping them does")),
        ("export", N_("&Export…"), "Ctrl+E", "export", "pages.shelf_actions.export",
         N_("Write a copy of the character to give away; on the Shelf page, of the selected ones")),
        ("versions", N_("Earlier &versions…"), "Ctrl+H", "versions", "pages.shelf_actions.versions",
         N_("View earlier versions and restore one")),
        None,
        ("print", N_("&Print…"), "Ctrl+P", "print", "printing.print",
         N_("Print the character sheet")),
        ("pdf", N_("Save as PD&F…"), "Ctrl+Shift+P", "pdf", "printing.save_pdf",
         N_("Write the character sheet as a PDF file")),
        ("print-dice", N_("Print di&ce and more…"), "Ctrl+Alt+P", "sticker", "printing.show_window",
         N_("Stickers and paper dice, sheets of several characters, a test page")),
        None,
        ("packs", N_("House &templates…"), "Ctrl+Shift+H", "house", "packs.show",
         N_("Cultures, occupations, gear and races of your own, in packs to share")),
        ("settings", N_("&Settings…"), "Ctrl+,", "settings", "_show_settings",
         N_("Theme, text size, folders, printing and house rules")),
        None,
        ("quit", N_("&Quit"), "Ctrl+Q", "close", "quit",
         N_("Close the program; everything is saved already")),
    ),
    ("backup", N_("Bac&kup")): (
        ("back-up", N_("&Back up everything…"), "", "export", "backups.back_up",
         N_("Write characters, campaigns, fights, packs, settings and the log to one file")),
        ("restore", N_("&Restore a backup…"), "", "import", "backups.ask_restore",
         N_("See what a backup would change, and restore it")),
    ),
    ("share", N_("Cop&y and export")): (
        ("makers", N_("Models and dra&wings…"), "Ctrl+Alt+D", "export", "printing.show_makers",
         N_("Faces as SVG for cutters, dice as models for 3D printers")),
        ("copy-text", N_("Copy as &text"), "Ctrl+Alt+C", "copy", "printing.copy_text",
         N_("Copy a stat block for a chat; pasted on a shelf, it becomes the same character")),
        ("copy-markdown", N_("Copy as Mar&kdown"), "Ctrl+Alt+M", "export", "printing.copy_markdown",
         N_("Copy the character with tables of its dice, to be read elsewhere")),
        ("copy-picture", N_("Copy &as picture"), "Ctrl+Alt+B", "sheet", "printing.copy_picture",
         N_("Copy the character sheet as a picture")),
        ("save-picture", N_("Save as a picture fi&le…"), "Ctrl+Alt+S", "export", "printing.save_picture",
         N_("Write the character sheet as a PNG file of the width you choose")),
        None,
        ("copy-roll20", N_("Copy for &Roll20"), "Ctrl+Alt+R", "copy", "printing.copy_roll20",
         N_("Copy chat lines that show the character and roll its dice in Roll20")),
        ("copy-discord", N_("Copy for D&iscord"), "Ctrl+Alt+I", "copy", "printing.copy_discord",
         N_("Copy a message for Discord that can be pasted back on a shelf")),
        ("export-foundry", N_("&Foundry actor…"), "Ctrl+Alt+F", "export", "printing.export_foundry",
         N_("Write an actor for the virtual tabletop Foundry; Open and Import can read it back")),
        ("export-obsidian", N_("&Obsidian note…"), "Ctrl+Alt+O", "export", "printing.export_obsidian",
         N_("Write a Markdown note with properties and a stat block")),
    ),
    ("edit", N_("&Edit")): (
        ("undo", N_("&Undo"), "Ctrl+Z", "undo", "window.undo",
         N_("Undo the last change")),
        ("redo", N_("&Redo"), "Ctrl+Shift+Z; Ctrl+Y", "redo", "window.redo",
         N_("Redo the last undone change")),
        None,
        ("next-empty", N_("&Next empty face"), "F8", "", "pages.next_empty",
         N_("Go to the next face without an icon")),
        ("going-on", N_("&Go on after each icon"), "", "", "_keep_going_on",
         N_("Select the next empty face once an icon was chosen for one")),
        None,
        ("find", N_("&Find a character"), "Ctrl+F", "find", "pages.find",
         N_("Search the shelf")),
    ),
    ("go", N_("&Go")): (
        ("shelf", N_("&Shelf"), "Ctrl+1", "shelf", "",
         N_("All your characters")),
        ("build", N_("&Build"), "Ctrl+2", "build", "",
         N_("The character's dice, face by face")),
        ("table", N_("&Table"), "Ctrl+3", "table", "",
         N_("Roll the dice and read them")),
        ("encounter", N_("F&ight"), "Ctrl+4", "fight", "",
         N_("Run a fight, round by round")),
        ("tracker", N_("T&racker"), "Ctrl+5", "tracker", "",
         N_("Wounds and healing, the price of magic, spiffs and seasons")),
        ("campaign", N_("&Campaign"), "Ctrl+6", "campaign", "",
         N_("The party, its calendar and its sessions")),
        ("log", N_("&Log"), "Ctrl+7", "log", "",
         N_("Every roll of the table, and how fair the dice are")),
        ("sheet", N_("S&heet"), "Ctrl+8", "sheet", "",
         N_("The printed character sheet")),
        ("reference", N_("Re&ference"), "Ctrl+9", "reference", "",
         N_("Icons, masteries, difficulties and examples")),
        None,
        ("full-screen", N_("F&ull screen"), "F11", "", "window.toggle_full_screen",
         N_("Switch full screen on or off")),
        ("sound", N_("Soun&ds"), "Ctrl+Shift+M", "", "_switch_sound",
         N_("Switch the sounds of dice, turns and wounds on or off")),
    ),
    ("play", N_("&Play")): (
        ("throw", N_("&Roll the dice"), "Ctrl+T", "throw", "_throw",
         N_("Roll the dice for the task at hand")),
        ("by-hand", N_("Enter real &dice…"), "Ctrl+B", "by-hand", "_enter_by_hand",
         N_("Enter the faces of your dice")),
        ("everyone", N_("&Everyone rolls…"), "Ctrl+Shift+T", "players", "pages.everyone.come_up",
         N_("Roll for the whole party at once, with the same skill and difficulty")),
        None,
        ("reroll", N_("Re-roll &a die…"), "Ctrl+Shift+R", "reroll", "pages.dice.controller.pick",
         N_("Choose one die of the roll and pay for it with a spiff")),
        ("success", N_("&Buy one success"), "Ctrl+Shift+B", "star", "pages.dice.controller.buy",
         N_("Pay for one success more with spiffs")),
        ("veto", N_("GM &veto"), "Ctrl+Shift+K", "veto", "pages.dice.controller.veto",
         N_("Undo the last use of spiffs and refund it")),
        None,
        ("scene", N_("New &scene…"), "Ctrl+Shift+S", "scene", "pages.begin_scene",
         N_("Put a heading into the log of rolls")),
        None,
        ("injure", N_("&Lose the chosen die"), "Ctrl+L", "injure", "pages.wounds.injure",
         N_("Take one damage: the chosen die is lost")),
        ("heal", N_("&Heal one die"), "Ctrl+Shift+L", "heal", "pages.wounds.heal",
         N_("Heal one damage, below zero first")),
        None,
        ("fight", N_("Odds of a &fight…"), "Ctrl+Shift+F", "fight", "pages.odds.come_up",
         N_("The odds of a fight between two, and of one round")),
        None,
        ("players", N_("&Players' view"), "Ctrl+Shift+W", "players", "pages.campaigns.players.come_up",
         N_("Show the party in a separate window, for a second screen")),
        ("open-table", N_("&Open the table…"), "Ctrl+Shift+O", "players", "hosting.show",
         N_("Let phones, tablets and televisions in the house, or players elsewhere, play at this table")),
        ("ask-roll", N_("As&k for a roll…"), "", "throw", "hosting.ask",
         N_("Ask players at other devices for a roll")),
        ("join-table", N_("&Join a table…"), "", "players", "joining.show",
         N_("Play at the table of another house, on this computer or on phones here")),
    ),
    ("help", N_("&Help")): (
        ("show-how", N_("&Show me how"), "", "info", "_show_how",
         N_("Short notes: from a first character to a first roll, or on the Fight page about a first fight")),
        ("guide", N_("&Guide to this page"), "F1", "reference", "pages.guide.open_page",
         N_("Read about this page in the Reference")),
        ("keys", N_("&Keys"), "?", "keys", "_show_keys",
         N_("All keys on one page")),
        ("messages", N_("Last &messages"), "Ctrl+M", "info", "_show_messages",
         N_("Read what the program said last, also what disappeared by itself")),
        None,
        ("check-log", N_("Check the &log…"), "", "log", "pages.room.keeper.check",
         N_("Check the whole log of rolls, repair it, or restore a backup")),
        ("logs", N_("Open the &data folder"), "", "folder", "_open_folder",
         N_("Show where your characters are stored")),
        ("newer", N_("Is there a &newer version?"), "", "", "_show_releases",
         N_("Open the page of releases in your browser; the program itself sends nothing")),
        ("about", N_("&About Bones Desktop"), "", "about", "_show_about",
         N_("Version, credits and licences")),
    ),
}  # fmt: skip
"""The entries of each menu, by its id and its name. None is a separator."""
MENUS: Final = tuple(_ROWS)
_SWITCHES: Final = frozenset({"going-on", "full-screen", "sound"})
"""Actions, apart from those of the pages, that are on or off."""


def _specs() -> Iterator[ActionSpec]:
    for (menu, _name), rows in _ROWS.items():
        starts_group = False
        for row in rows:
            if row is not None:
                id, text, keys, icon, call, tip = row
                checkable = id in _SWITCHES or not call
                given = tuple(keys.split("; ")) if keys else ()
                yield ActionSpec(id, text, menu, given, icon, call, tip, checkable, starts_group)
            starts_group = row is None


ACTIONS: Final = tuple(_specs())


def allow(action: QAction, why_not: str = "") -> None:
    """Enable an action, or disable it and show the reason as its tip."""
    keys = QKeySequence.listToString(action.shortcuts(), QKeySequence.SequenceFormat.NativeText)
    tip = f"{action.statusTip()} ({keys})" if keys else action.statusTip()
    action.setEnabled(not why_not)
    action.setToolTip(plain_tip(why_not or tip))


def make_actions(owner: QWidget) -> dict[str, QAction]:
    """Return a QAction for each entry of the table, by id.

    They have no keys and tips yet, see `keymap.show_keys`, and no icons, because drawing all icons takes as long as
    building a page. See `give_icons`.
    """
    made: dict[str, QAction] = {}
    for spec in ACTIONS:
        # The table contains English texts, because the language is known only when the program runs.
        action = QAction(_(spec.text), owner)
        action.setObjectName(spec.id)
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

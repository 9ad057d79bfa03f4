"""Keys of the pages, and keys in sentences. The keys of menu entries are in `desk.actions`."""

import re
from collections.abc import Mapping
from typing import Final

from bones_desktop.rules.records import Record
from bones_desktop.wording.language import N_


class KeyLine(Record):
    """Keys of a page and the function of these keys."""

    keys: str
    """The keys, separated by two or more spaces; "1 … 9" stands for a range."""
    text: str
    id: str = ""
    """Id of the command if the user may choose other keys; "" for fixed keys."""


class KeyGroup(Record):
    """The keys that work in one place."""

    id: str
    name: str
    lines: tuple[KeyLine, ...]
    within: str = ""
    """Id of another group whose keys work in this place too; "" for none. The keys of menu entries work everywhere."""


PAGE_KEYS: Final = (
    KeyGroup("shelf", N_("On the Shelf page"), (
        KeyLine("Enter", N_("Open the chosen character")),
        KeyLine("Shift+←  →  ↑  ↓", N_("Choose several characters; Ctrl+A chooses all")),
        KeyLine("↓", N_("Go from the search to the cards")),
        KeyLine("Del", N_("Remove the chosen characters; they can be restored")),
        KeyLine("Shift+F10", N_("Show the actions for the chosen characters")),
        KeyLine("Ctrl+C", N_("Copy the files of the chosen characters")),
        KeyLine("Ctrl+V", N_("Import copied files, or read a copied stat block")),
    )),
    KeyGroup("build", N_("On the Build page"), (
        KeyLine("←  →  ↑  ↓", N_("Go from face to face")),
        KeyLine("PgUp  PgDown", N_("Go from die to die")),
        KeyLine("Enter", N_("Choose an icon for the face")),
        KeyLine("A … Z", N_("Search the icons by typing")),
        KeyLine("Del", N_("Empty the face")),
        KeyLine("Ctrl+C   Ctrl+X", N_("Copy or cut the face")),
        KeyLine("Ctrl+Shift+C", N_("Copy the whole die")),
        KeyLine("Ctrl+V", N_("Paste a face or a die, also from a text")),
        KeyLine("Ctrl+R", N_("Take the die in hand"), "turn"),
        KeyLine("←  →  ↑  ↓", N_("Turn the die in hand; with Shift by a little")),
        KeyLine("Enter   Home", N_("Choose the face in front; lay the die straight")),
        KeyLine("Ctrl+PgUp  Ctrl+PgDown", N_("Go from tab to tab")),
        KeyLine("Esc", N_("Leave the large page of the back-story")),
    )),
    KeyGroup("table", N_("On the Table page"), (
        KeyLine("Space", N_("Roll; end the roll at once while dice roll"), "throw"),
        KeyLine("B", N_("Enter the faces of real dice"), "by-hand"),
        KeyLine("Esc", N_("Go back to the tray; the entered faces are kept")),
        KeyLine("L", N_("Choose one of the last tasks"), "last"),
        KeyLine("Alt+1 … 6", N_("Choose one of the last tasks at once")),
        KeyLine("F", N_("Keep the current task as a favourite of this character"), "keep"),
        KeyLine("F3 … F7   F9   F12", N_("Roll for one of the favourites at once")),
        KeyLine("W", N_("Choose who rolls"), "who"),
        KeyLine("K", N_("Choose what the roll is for: a task, movement, a fall …"), "kind"),
        KeyLine("T", N_("Choose the skill"), "skill"),
        KeyLine("D", N_("Choose the difficulty with the arrows, or an opponent"), "level"),
        KeyLine("M", N_("Set modifiers"), "modifiers"),
        KeyLine("A", N_("Allow a task without a fitting icon, or take that back (GM)"), "allow"),
        KeyLine("←  →   Enter", N_("Go from die to die in the tray, each is explained")),
        KeyLine("R", N_("Re-roll one die; then its number, or arrows and Enter"), "reroll"),
        KeyLine("S", N_("Buy one success"), "success"),
        KeyLine("E", N_("Use one earned success, where the group plays so"), "earned"),
        KeyLine("Q", N_("Which die is best re-rolled?"), "best"),
        KeyLine("O", N_("Set another result than the dice show (GM)"), "result"),
        KeyLine("N", N_("Strike out the roll, or restore it"), "strike"),
        KeyLine("X", N_("Roll in secret: the players' view shows no dice"), "secret"),
        KeyLine("V", N_("The GM's veto: undo the last use of spiffs"), "veto"),
        KeyLine("Ctrl+C", N_("Copy the result as text")),
        KeyLine("Ctrl+Shift+C", N_("Copy the roll with its dice as a picture")),
        KeyLine("1 … 9, 0", N_("Choose a die; in the smaller games, the kind of roll")),
        KeyLine("I", N_("Lose the chosen die"), "injure"),
        KeyLine("H", N_("Heal one die"), "heal"),
    )),
    KeyGroup("fight", N_("On the Fight page"), (
        KeyLine("Space   Ctrl+Return", N_("Roll, suggest, close the round, end fights"), "go-on"),
        KeyLine("Ins", N_("Add fighters"), "add"),
        KeyLine("Del", N_("Remove the chosen fighters")),
        KeyLine("↑  ↓   ←  →", N_("Choose a fighter; fold or unfold equal ones")),
        KeyLine("Enter", N_("Details of the chosen fighter: side, equipment, posture, mount")),
        KeyLine("T", N_("Roll for the chosen fighter only"), "throw"),
        KeyLine("B", N_("Enter the faces of real dice"), "by-hand"),
        KeyLine("S", N_("Suggest for the chosen fighter"), "suggest"),
        KeyLine("O", N_("Show only the dice of the chosen fighter"), "only"),
    )),
    KeyGroup("declare", N_("On the Fight page, while declaring"), (
        KeyLine("D", N_("Declare for the chosen fighter"), "declare"),
        KeyLine("N", N_("All attack with most damage"), "attack"),
        KeyLine("L", N_("All act as in the last round"), "again"),
    ), "fight"),
    KeyGroup("allot", N_("On the Fight page, while allotting successes"), (
        KeyLine("1 … 9", N_("Give the success to a target")),
        KeyLine("A", N_("Attack with the success"), "attack"),
        KeyLine("D", N_("Defend with the success"), "defend"),
        KeyLine("L", N_("Lend the success"), "lend"),
        KeyLine("N", N_("Use the success for nothing"), "nothing"),
        KeyLine("Shift", N_("With these: the whole face of a Double or Triple")),
        KeyLine("Backspace", N_("Take a use back")),
        KeyLine("C", N_("Same for all equal fighters"), "same"),
        KeyLine("P", N_("Allow a refused choice (GM)"), "allow"),
        KeyLine("[", N_("Go to the previous fighter with successes to allot"), "previous"),
        KeyLine("]", N_("Go to the next fighter with successes to allot"), "next"),
        KeyLine("G", N_("Suggest for the GM's side"), "suggest-gm"),
    ), "fight"),
    KeyGroup("scene", N_("On the Scene page"), (
        KeyLine("Space   Ctrl+Return", N_("Roll or do the chosen act"), "throw"),
        KeyLine("1 … 9", N_("Choose an act")),
        KeyLine("M", N_("Choose one of the other acts"), "more"),
        KeyLine("T", N_("Take what follows: roll the damage, take the damage"), "take"),
        KeyLine("N", N_("End the turn"), "next"),
        KeyLine("Enter", N_("End the turn, in the list of fighters")),
        KeyLine("B", N_("Enter real dice"), "by-hand"),
        KeyLine("S", N_("Roll in secret: the players' view shows no dice"), "secret"),
        KeyLine("Ins", N_("Add somebody"), "add"),
        KeyLine("Del", N_("Remove the chosen fighter")),
    )),
    KeyGroup("tracker", N_("On the Tracker page"), (
        KeyLine("1 … 9, 0", N_("Choose a die")),
        KeyLine("I", N_("Lose the chosen die"), "injure"),
        KeyLine("H", N_("Heal one die"), "heal"),
        KeyLine("Enter", N_("Lose or heal the focused die")),
        KeyLine("B", N_("Take a blow: choose what absorbs it and which dice to lose"), "blow"),
        KeyLine("V", N_("The GM's veto: undo the chosen use of spiffs"), "veto"),
        KeyLine("Esc", N_("Close the open form")),
        KeyLine("Ctrl+PgUp  Ctrl+PgDown", N_("Go from tab to tab")),
    )),
    KeyGroup("campaign", N_("On the Campaign page"), (
        KeyLine("Enter   Del", N_("Open a member, or remove it from the party")),
        KeyLine("Space", N_("Tick who rests or was there, and set awards")),
        KeyLine("Ctrl+PgUp  Ctrl+PgDown", N_("Go from tab to tab")),
        KeyLine("F11   Esc", N_("Fill the screen with the players' view, or leave it")),
    )),
    KeyGroup("log", N_("On the Log page, and in the last rolls"), (
        KeyLine("Enter", N_("Choose the same task once more")),
        KeyLine("Ctrl+C", N_("Copy the roll as text")),
        KeyLine("Ctrl+Shift+C", N_("Copy the roll as a picture")),
        KeyLine("Ctrl+F", N_("Search the log")),
        KeyLine("F2   Del", N_("Rename a scene, or remove its heading")),
        KeyLine("End", N_("Go to the newest roll")),
        KeyLine("Ctrl+PgUp  Ctrl+PgDown", N_("Go from rolls to fairness and back")),
    )),
)  # fmt: skip
"""The keys of each page. The ids of commands are "group.id" outside this table."""

_shown: dict[str, str] = {}
"""The keys of each command, as the window shows them."""
_changed: dict[str, str] = {}
"""The keys to show in a sentence, keyed by the default keys of the menu entry that they replace."""


def use_keys(shown: Mapping[str, str], changed: Mapping[str, str]) -> None:
    """Use these keys in sentences: `shown` by command, `changed` by the default keys of changed menu entries."""
    for known, new in ((_shown, shown), (_changed, changed)):
        known.clear()
        known.update(new)


def keys_of(command: str) -> str:
    """Return the keys of a command, as the window shows them; "" for none."""
    return _shown.get(command, "")


def keyed(text: str, command: str) -> str:
    """Return `text` with the keys of a command in brackets at its end. A full stop stays at the very end."""
    if not (keys := keys_of(command)):
        return text
    whole = text.removesuffix(".")
    return f"{whole} ({keys}){text[len(whole) :]}"


def with_keys(text: str) -> str:
    """Return a text that names default keys of menu entries, such as Ctrl+P, with the current keys instead."""

    def changed(found: re.Match[str]) -> str:
        # A translated text has the names of another keyboard.
        default = found[0].replace("Strg", "Ctrl").replace("Umschalt", "Shift")
        return _changed.get(default, found[0])

    return re.sub(r"\b(?:(?:Ctrl|Strg|Alt)\+[\w+]*\w|F\d+)", changed, text)

"""The keys of all commands, as the user chose them. Menus, pages, tips and the editor of keys take them from here."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QWidget

from bones_desktop.desk.actions import ACTIONS, allow
from bones_desktop.rules.records import Record
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.wording.keys import PAGE_KEYS, KeyLine, keyed, keys_of, use_keys
from bones_desktop.wording.language import N_, _

_PORTABLE: Final = QKeySequence.SequenceFormat.PortableText
_NATIVE: Final = QKeySequence.SequenceFormat.NativeText
_SYSTEM: Final = r"(.*\+)?(Meta|Print|Menu|F10|SysReq)(\+.*)?|Alt\+(F4|Space)|Ctrl\+Alt\+(Del|F\d+)"
_EDITS: Final = r"Return|Enter|Esc|Tab|Backtab|Backspace|Del|Left|Right|Up|Down|Home|End|PgUp|PgDown|Space"
_REFUSED: Final = (
    (_SYSTEM, N_("{key} belongs to the system. Choose another key.")),
    (r"Alt\+(Shift\+)?.", N_("Alt with a letter opens menus and presses buttons. Choose another key.")),
    (
        rf"(Ctrl\+)?(Shift\+)?({_EDITS})|Ctrl\+[ACKUVX]",
        N_("{key} is needed for typing, in lists and on buttons. Choose another key."),
    ),
)
"""Patterns of keys that no command can have, with the reason."""
_RANGE: Final = re.compile(r"(\S*?)(\w) … \w*(\w)$")
_KEYED: Final = "keyed"
"""Name of the property of a widget or menu entry that stores its text and the command whose keys it shows."""


class Command(Record):
    """A command that has keys. Commands of the group "" work everywhere."""

    id: str
    group: str
    keys: tuple[str, ...]
    """The default keys, in Qt's portable notation."""
    text: str

    @property
    def name(self) -> str:
        """The name in the user's language."""
        return _(self.text).replace("&", "").removesuffix("" if self.group else "…")


def _commands() -> Iterator[Command]:
    for spec in ACTIONS:
        yield Command(spec.id, "", spec.keys, spec.text)
    for group in PAGE_KEYS:
        for line in group.lines:
            if line.id:
                yield Command(f"{group.id}.{line.id}", group.id, tuple(line.keys.split()), line.text)


def _fixed(line: KeyLine) -> frozenset[str]:
    """Return the portable keys of a line; the digits 1 to 9 for "1 … 9"."""
    keys: set[str] = set()
    for part in re.split(r"  +|, ", line.keys):
        if found := _RANGE.search(part):
            keys |= {found[1] + chr(each) for each in range(ord(found[2]), ord(found[3]) + 1)}
        else:
            keys.add(part)
    return frozenset(keys)


def pressed_key(event: QKeyEvent, *, shifted: bool = False) -> str:
    """Return the pressed key in Qt's portable notation. With `shifted`, Shift is left out."""
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    # Some characters, such as "?", are typed with Shift. Only with letters is Shift part of the key.
    if shifted or (event.text().isprintable() and event.text().strip() and not event.text().isalpha()):
        held &= ~Qt.KeyboardModifier.ShiftModifier
    key = Qt.Key.Key_Return if event.key() == Qt.Key.Key_Enter else event.key()
    return QKeySequence(held.value | int(key)).toString(_PORTABLE)


class KeyMap(QObject):
    """The keys of each command. Commands of a page have the id "group.command"."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.commands: Final = {each.id: each for each in _commands()}
        self._within: Final = {each.id: each.within for each in PAGE_KEYS}
        self.given: dict[str, tuple[str, ...]] = {}
        """The portable keys of each command, even if single letters are off."""
        self._single = True
        self.unused: tuple[str, ...] = ()
        """The entries of the settings that cannot be used."""
        self.take({}, single=True)

    def take(self, chosen: Mapping[str, str], *, single: bool) -> None:
        """Use the `chosen` keys, by command, and the default keys for the rest.

        `single` is True if single letters, digits and signs may be keys of commands. Entries that cannot be used, or
        would give one key to two commands, are listed in `unused`, and their commands have the default keys.
        """
        self._single = single
        self.given = {each.id: each.keys for each in self.commands.values()}
        used = {id: keys for id, text in chosen.items() if (keys := self._read(id, text)) is not None}
        self.given |= used
        while wrong := next((id for id in used if any(self.rivals(id, key) for key in self.given[id])), ""):
            self.given[wrong] = self.commands[wrong].keys
            del used[wrong]
        self.unused = tuple(id for id in chosen if id not in used)
        shown = {id: "   ".join(map(native, self.of(id))) for id in self.given}
        changed = {
            native(key): shown[spec.id] or f"“{self.commands[spec.id].name}”"
            for spec in ACTIONS
            for key in spec.keys
            if key not in self.of(spec.id)
        }
        use_keys(shown, changed)
        self.changed.emit()

    def of(self, command: str) -> tuple[str, ...]:
        """Return the portable keys that a command has now."""
        return tuple(key for key in self.given[command] if self._single or len(key.removeprefix("Shift+")) > 1)

    def pressed(self, group: str, event: QKeyEvent, *, shifted: bool = False) -> str:
        """Return the command of `group` whose key was pressed, without the group; a digit for a digit key; else "".

        With `shifted`, Shift makes no difference.
        """
        key = pressed_key(event, shifted=shifted)
        groups = (group, self._within[group] or group)
        if found := [id for id in self.given if self.commands[id].group in groups and key in self.of(id)]:
            return found[0].partition(".")[2]
        return key if self._single and len(key) == 1 and key.isdecimal() else ""

    def rivals(self, command: str, key: str) -> tuple[Command, ...]:
        """Return the other commands that have this key and work in the same place."""
        mine = self.commands[command].group
        others = (each for each in self.commands.values() if each.id != command and key in self.given[each.id])
        return tuple(each for each in others if self._meet(mine, each.group))

    def refusal(self, command: str, key: str) -> str:
        """Return the sentence why a command cannot have a key; "" if it can."""
        mine, shown = self.commands[command], native(key)
        if key in mine.keys:
            return ""
        if not _is_key(key):
            return _("This is no key that a command can have. Choose another one.")
        # On a page, Space may be a key wherever no button has the focus.
        why = next((why for keys, why in _REFUSED if re.fullmatch(keys, key)), "")
        if why and not (mine.group and key == "Space"):
            return _(why).format(key=shown)
        for group in PAGE_KEYS:
            for line in group.lines if self._meet(mine.group, group.id) else ():
                if not line.id and key in _fixed(line):
                    words = _("{place}, {key} is fixed: {text}. Choose another key.")
                    return words.format(place=_(group.name), key=shown, text=_(line.text))
        return ""

    def place(self, command: str) -> str:
        """Return where a command works, for a sentence."""
        group = self.commands[command].group
        return next((_(each.name) for each in PAGE_KEYS if each.id == group), _("On every page"))

    def _read(self, command: str, text: str) -> tuple[str, ...] | None:
        """Return the keys of an entry of the settings; None if it cannot be used."""
        keys = tuple(text.split("; ")) if text else ()
        return keys if command in self.commands and not any(self.refusal(command, key) for key in keys) else None

    def _meet(self, one: str, other: str) -> bool:
        """Return whether the keys of two groups work at the same time. Keys of menu entries always work."""
        return not (one and other) or one == other or one == self._within[other] or other == self._within[one]


def _is_key(key: str) -> bool:
    # Qt reads nonsense as an unknown key, and words as the keys of their letters.
    return (found := QKeySequence(key, _PORTABLE)).count() == 1 and found.toString(_PORTABLE) == key


def native(key: str) -> str:
    """Return a portable key as this system names it."""
    return QKeySequence(key, _PORTABLE).toString(_NATIVE)


KEYS: Final = KeyMap()
"""The keys of the program. There is only one map, because every window has the same keys."""


class KeyShortcut(QShortcut):
    """A shortcut with the current keys of a command."""

    def __init__(self, command: str, parent: QWidget, call: Callable[[], object], context: Qt.ShortcutContext) -> None:
        super().__init__(parent)
        self.setContext(context)
        self._command = command
        self.activated.connect(call)
        KEYS.changed.connect(self._show_keys)
        self._show_keys()

    def _show_keys(self) -> None:
        self.setKeys([QKeySequence(key) for key in KEYS.of(self._command)])


def show_key(shown: QWidget | QAction, text: str, command: str) -> None:
    """Give a widget the tip `text` with the keys of a command, or a menu entry the text and the keys.

    The keys shown change when the user chooses other keys.
    """
    shown.setProperty(_KEYED, (text, command))
    if isinstance(shown, QAction):
        shown.setText(f"{text}\t{keys_of(command)}")
    else:
        shown.setToolTip(plain_tip(keyed(text, command)))


def show_keys(actions: Mapping[str, QAction]) -> None:
    """Show the current keys in the menus and in everything that `show_key` knows."""
    for spec in ACTIONS:
        action, on_table = actions[spec.id], keys_of(f"table.{spec.id}")
        action.setShortcuts([QKeySequence(key) for key in KEYS.of(spec.id)])
        tip = _(spec.tip)
        action.setStatusTip(_("{tip} ({keys} on the Table page)").format(tip=tip, keys=on_table) if on_table else tip)
        if action.isEnabled():
            allow(action)
    for widget in QApplication.allWidgets():
        entries: tuple[QWidget | QAction, ...] = (widget, *widget.actions())
        for each in entries:
            if (known := each.property(_KEYED)) is not None:
                show_key(each, *known)

"""The editor of keys: lists every key, and gives commands other keys."""

from collections.abc import Iterator, Mapping
from typing import Final

from PySide6.QtGui import QKeySequence, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QCheckBox, QKeySequenceEdit, QLineEdit, QWidget

from bones_desktop.desk.actions import ACTIONS, MENUS
from bones_desktop.desk.helpdialogs import HelpDialog
from bones_desktop.desk.keymap import KEYS, native
from bones_desktop.desk.settingskeeper import SettingsKeeper
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import vbox
from bones_desktop.widgets.choice.choicepopup import SearchLine
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import flow_row, scroll_both
from bones_desktop.widgets.lists.line import Line, LineLook
from bones_desktop.widgets.lists.linelist import LineList
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_lengths
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.widgets.text.messages import announce
from bones_desktop.wording.keys import PAGE_KEYS
from bones_desktop.wording.language import _

_LOOK: Final = LineLook(height=30, right=("sans", 14, True), pad=(12, 0))


def _groups() -> Iterator[list[Line]]:
    """Return the name and the keys of each menu and page. The key of a line is the id of its command."""
    for menu, name in MENUS:
        lines = [_command_line(spec.id) for spec in ACTIONS if spec.menu == menu]
        yield [Line(_(name).replace("&", ""), key=f"#{menu}", heading=True), *lines]
    for group in PAGE_KEYS:
        lines = [
            _command_line(f"{group.id}.{line.id}") if line.id
            else Line(_(line.text), right=line.keys, key=f"{group.id}#{place}", tone="muted")
            for place, line in enumerate(group.lines)
        ]  # fmt: skip
        yield [Line(_(group.name), key=f"#{group.id}", heading=True), *lines]


def _command_line(id: str) -> Line:
    known, given = KEYS.commands[id], KEYS.given[id]
    keys = "   ".join(map(native, given)) or _("no key")
    right = keys if given == known.keys else _("{keys} · changed").format(keys=keys)
    return Line(known.name, right=right, key=id, right_tone="text" if given else "muted")


class KeysDialog(Guarded, HelpDialog):
    """Lists every key. The chosen command can be given another key, which takes effect immediately."""

    def __init__(self, theme: Theme, settings: SettingsKeeper, page: str, parent: QWidget | None = None) -> None:
        """`page` is the id of the group of keys to show first; the list begins at its top for any other text."""
        super().__init__(theme, _("Keys"), parent)
        self._settings = settings
        self._page = page
        self._before: Mapping[str, str] = {}
        """The chosen keys before all keys were reset."""
        self._proposed: tuple[str, ...] = ()
        self.search = SearchLine(self)
        self.search.setAccessibleName(_("Search commands and keys"))
        self.list = LineList(theme, _("Keys"), self, _LOOK, empty=_("No command and no key is called that."))
        self.name = plain_label(self, wrap=True, theme=theme, size=16, serif=True, bold=True)
        self.told = plain_label(self, wrap=True)
        self.field = QKeySequenceEdit(self)
        self.field.setMaximumSequenceLength(1)
        # The key field contains a text field, which needs the same name for screen readers.
        for part in (self.field, *self.field.findChildren(QLineEdit)):
            part.setAccessibleName(_("New key"))
        set_lengths(theme, self.field, least_width=210)
        self.use = push_button(self, _("&Use this key"), self._use, kind="primary")
        self.none = push_button(self, _("&No key"), self._remove_keys)
        self.default = push_button(self, _("&Default key"), self._propose_default)
        self.single = QCheckBox(_("&Single letters, digits and signs are keys"), self)
        tip = _("Off, only keys with Ctrl, function keys, Space, Enter and arrows do something.")
        self.single.setToolTip(plain_tip(tip))
        self.single.setAccessibleDescription(tip)
        self.single.setChecked(settings.value.single_keys)
        self.all = push_button(self, "", self._reset_all)
        for each in (self.use, self.none, self.default, self.all):
            # Otherwise Enter outside these buttons would press one of them.
            each.setAutoDefault(False)
        self.search.textChanged.connect(self._show_lines)
        self.search.navigation_key_pressed.connect(self.list.keyPressEvent)
        self.search.return_pressed.connect(self.list.setFocus)
        self.list.current_changed.connect(self._choose)
        self.list.line_activated.connect(self._begin)
        self.field.keySequenceChanged.connect(self._taken)
        self.single.toggled.connect(self._set_single)
        KEYS.changed.connect(self._show_lines)
        row = flow_row(None, self.field, self.use, self.none, self.default, theme=theme, gap=8)
        inner = vbox(None, (self.list, 1), self.name, row, self.told, self.single, theme=theme, gap=12)
        self._fill(self.search, (scroll_both(inner, self), 1), buttons=(self.all,), size=(640, 1240))
        self._show_lines()

    def showEvent(self, event: QShowEvent) -> None:
        """Scroll to the heading of the page's keys when the dialog is shown."""
        super().showEvent(event)
        row = self.list.lines.row_of(f"#{self._page}")
        self.list.setCurrentIndex(self.list.lines.index(row + 1))
        self.list.scrollTo(self.list.lines.index(max(0, row)), QAbstractItemView.ScrollHint.PositionAtTop)
        self.list.setFocus()

    def _show_lines(self) -> None:
        words = self.search.text().casefold().split()
        lines: list[Line] = []
        for head, *group in _groups():
            found = [each for each in group if all(word in f"{each.text} {each.right}".casefold() for word in words)]
            lines += [head, *found] if found else []
        self.list.show_lines(lines, begin=bool(words))
        keys = self._settings.value.keys
        self.all.setText(_("&My keys back") if self._before and not keys else _("&All default keys"))
        self.all.setEnabled(bool(keys or self._before))
        self._choose()

    def _choose(self, _key: str = "") -> None:
        """Show the current line. Only commands can have other keys."""
        id = self.list.current
        known = KEYS.commands.get(id)
        line = self.list.lines.at(self.list.currentIndex())
        self.name.setText("" if line is None or line.heading else line.text)
        self.field.setEnabled(known is not None)
        self.none.setEnabled(bool(known and KEYS.given[id]))
        self.default.setEnabled(bool(known and KEYS.given[id] != known.keys))
        self.field.clear()
        self._tell("" if known or not self.name.text() else _("This key is fixed."))

    def _begin(self, id: str) -> None:
        if id in KEYS.commands:
            self.field.setFocus()

    def _taken(self, sequence: QKeySequence) -> None:
        """Say what a pressed key would do, before the user decides to use it."""
        key, id = sequence.toString(QKeySequence.SequenceFormat.PortableText), self.list.current
        if not key or id not in KEYS.commands:
            self._tell("")
        elif key in KEYS.given[id]:
            self._tell(_("The command has this key already."))
        elif refusal := KEYS.refusal(id, key):
            self._tell(refusal)
        else:
            self._tell(self._rivals(key) or _("No other command has this key."), key)
            self.use.setFocus()

    def _rivals(self, *keys: str) -> str:
        """Return the sentences about other commands that have these keys; "" if there are none."""
        words = _("{place}, {key} is the key of “{command}”. If you use it here, that command loses it.")
        return " ".join(
            words.format(key=native(key), command=each.name, place=KEYS.place(each.id))
            for key in keys
            for each in KEYS.rivals(self.list.current, key)
        )

    def _tell(self, words: str, *proposed: str) -> None:
        self._proposed = proposed
        self.use.setEnabled(bool(proposed))
        if words and words != self.told.text():
            announce(self.told, words)
        self.told.setText(words)

    def _remove_keys(self) -> None:
        self._proposed = ()
        self._use()

    def _propose_default(self) -> None:
        """Give the command its default keys at once, or ask first if another command has one of them."""
        self._proposed = keys = KEYS.commands[self.list.current].keys
        if rivals := self._rivals(*keys):
            self._tell(rivals, *keys)
            self.use.setFocus()
        else:
            self._use()

    def _use(self) -> None:
        """Give the command the proposed keys, and remove them from other commands that work in the same place."""
        id, keys, changed = self.list.current, self._proposed, dict(self._settings.value.keys)
        rivals = {each.id: KEYS.given[each.id] for key in keys for each in KEYS.rivals(id, key)}
        now = {each: tuple(key for key in given if key not in keys) for each, given in rivals.items()} | {id: keys}
        for command, given in now.items():
            changed[command] = "; ".join(given)
            if given == KEYS.commands[command].keys:
                del changed[command]
        self._settings.edit(keys=changed)
        self.list.setFocus()

    def _reset_all(self) -> None:
        now = self._settings.value.keys
        given, self._before = ({}, now) if now else (self._before, {})
        self._settings.edit(keys=given)

    def _set_single(self, on: bool) -> None:
        self._settings.edit(single_keys=on)

"""Dialogs of the Help menu: the keys, which can be changed; the program, its licences, the last messages, reports."""

import os
import platform
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSize, Qt, qVersion
from PySide6.QtGui import QGuiApplication, QKeySequence, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QKeySequenceEdit,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from bones_desktop import __version__
from bones_desktop.desk.actions import ACTIONS, MENUS
from bones_desktop.desk.documents import open_local
from bones_desktop.desk.keymap import KEYS, native
from bones_desktop.desk.settingskeeper import SettingsKeeper
from bones_desktop.storage.files.labelsheets import licences
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import Part, hbox, vbox
from bones_desktop.widgets.choice.buttons import combo_box
from bones_desktop.widgets.choice.choicepopup import SearchLine
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import flow_row, scroll_both
from bones_desktop.widgets.lists.line import Line, LineLook
from bones_desktop.widgets.lists.linelist import LineList
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_lengths
from bones_desktop.widgets.text.labels import heading_label, plain_label
from bones_desktop.widgets.text.messages import announce
from bones_desktop.wording.keys import PAGE_KEYS
from bones_desktop.wording.language import _


def system_information() -> str:
    """Return versions and platform, one per line, without the names of user and computer."""
    return "\n".join(
        (
            f"Bones Desktop {__version__}",
            f"Python {platform.python_version()}",
            f"Qt {qVersion()} ({QGuiApplication.platformName()})",
            f"{platform.system()} {platform.release()} {platform.machine()}",
        )
    )


class HelpDialog(QDialog):
    """A dialog that only shows information. It has a Close button and is deleted when it is closed."""

    def __init__(self, theme: Theme, title: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)

    def _fill(self, *parts: Part, buttons: Sequence[QPushButton] = (), size: tuple[int, int] | None = None) -> None:
        """Show `parts` in a column, above `buttons` and Close. `size` is in pixels at 100 % text size."""
        row = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        self._leave = row.buttons()[0]
        for each in buttons:
            row.addButton(each, QDialogButtonBox.ButtonRole.ActionRole)
        row.rejected.connect(self.close)
        vbox(self, *parts, row, theme=self._theme, gap=12, edges=(24, 24, 24, 16))
        if size is not None:
            # A larger dialog would have its buttons below the edge of the screen.
            room = self.screen().availableSize() * 0.85
            self.resize(QSize(*map(self._theme.px, size)).boundedTo(room))

    def _text(self, name: str, text: str = "") -> QPlainTextEdit:
        """Return a long text that can be read and copied."""
        box = QPlainTextEdit(text, self)
        box.setReadOnly(True)
        # Without a cursor, a screen reader could not read the text line by line.
        box.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByKeyboard | Qt.TextInteractionFlag.TextSelectableByMouse
        )
        # Tab must leave the text; otherwise the keyboard would be trapped in it.
        box.setTabChangesFocus(True)
        box.setAccessibleName(name)
        return box


class AboutDialog(HelpDialog):
    """Shows the authors of the games and the program, and their licences."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, _("About Bones Desktop"), parent)
        picture = plain_label(self)
        picture.setPixmap(self.windowIcon().pixmap(theme.px(72), theme.px(72)))
        title = heading_label(theme, self, f"Bones Desktop {__version__}", 28)
        texts = (
            _("Build a character die by die, print the sheet, roll the dice, and see which faces count and why."),
            _(
                "BONES and Cold Iron were designed by Vincent K. Raven and published by Precis Intermedia. "
                "This is an unofficial companion for people who own the games."
            ),
            _(
                "The program is free software under the MIT licence. It uses Qt and PySide6 (LGPL), pydantic and "
                "platformdirs (MIT); its typefaces are under the SIL Open Font Licence."
            ),
        )
        facts = plain_label(self, system_information(), role="muted")
        facts.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        top = hbox(None, picture, (title, 1), theme=theme, gap=16)
        layout = vbox(None, top, *(plain_label(self, each, wrap=True) for each in texts), facts, theme=theme, gap=12)
        copy = push_button(self, _("Copy system information"), self._copy)
        self.licences = push_button(self, _("Licences…"), self._show_licences)
        # The text is in a scroll area, so that the buttons stay visible with large text on a small screen.
        self._fill((scroll_both(layout, self), 1), buttons=(copy, self.licences), size=(490, 480))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(system_information())

    def _show_licences(self) -> None:
        LicencesDialog(self._theme, self).open()


class LicencesDialog(HelpDialog):
    """Shows the licences of the program and of everything that it contains."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, _("Licences"), parent)
        self._texts = tuple(licences().items())
        self.choice = combo_box(self)
        self.choice.setAccessibleName(_("Licence of"))
        self.choice.addItems([name.replace("-", " ") for name, _text in self._texts])
        self.text = self._text(_("Licence"))
        self.choice.currentIndexChanged.connect(self._show)
        self._show(0)
        self._fill(self.choice, self.text, size=(700, 480))

    def _show(self, place: int) -> None:
        self.text.setPlainText(self._texts[place][1])


class MessagesDialog(HelpDialog):
    """Shows the last messages with the time of each, newest first."""

    def __init__(self, theme: Theme, messages: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, _("Last messages"), parent)
        self.text = self._text(self.windowTitle(), messages or _("There is no message yet."))
        copy = push_button(self, _("Copy all"), partial(QGuiApplication.clipboard().setText, self.text.toPlainText()))
        self._fill((self.text, 1), buttons=(copy,), size=(640, 480))
        self.text.setFocus()


def scrubbed(text: str) -> str:
    """Return `text` without the path of the home folder and without the user's name."""
    home = str(Path.home())
    text = text.replace(home, "~")
    user = os.environ.get("USER") or os.environ.get("USERNAME") or ""
    # A name of one or two letters would also occur in ordinary words of the report.
    return re.sub(rf"\b{re.escape(user)}\b", "user", text) if len(user) > 2 else text


class CrashDialog(HelpDialog):
    """Shows what happened in plain words. The report itself is hidden until the user asks for details."""

    def __init__(
        self, theme: Theme, heading: str, message: str, report: str, folder: Path, parent: QWidget | None = None
    ) -> None:
        """`folder` contains the log files."""
        super().__init__(theme, _("Something went wrong"), parent)
        self.report = f"{system_information()}\n\n{scrubbed(report)}"
        # Labels show plain text, because file names must not be read as markup.
        text = plain_label(self, message, wrap=True)
        text.setMinimumWidth(theme.px(460))
        self._details = self._text(_("Details"), self.report)
        self._details.setMinimumHeight(theme.px(180))
        self._details.hide()
        offers = (
            (_("Details"), self._toggle),
            (_("Copy report"), self._copy),
            (_("Open folder"), partial(open_local, folder)),
        )
        buttons = [push_button(self, words, call) for words, call in offers]
        self._fill(heading_label(theme, self, heading, wrap=True), text, self._details, buttons=buttons)

    def _toggle(self) -> None:
        self._details.setVisible(not self._details.isVisible())
        self.adjustSize()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.report)


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

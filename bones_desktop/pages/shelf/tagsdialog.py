"""Dialog that asks for the tags of characters."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QLineEdit, QWidget

from bones_desktop.rules.values import LONGEST_TAG, tag_of
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox, vbox
from bones_desktop.widgets.layouts import ScrollRoom
from bones_desktop.widgets.plaintext import without_mnemonic
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.widgets.text.textfields import limit_letters
from bones_desktop.wording.language import _


class TagsDialog(QDialog):
    """A box for each tag of the shelf: on, off, or unchanged. New tags are typed in."""

    tags_edited = Signal(object, object)
    """The tags to add and the tags to remove."""

    def __init__(
        self, theme: Theme, borne: Sequence[tuple[str, ...]], everyone: Sequence[str], parent: QWidget | None = None
    ) -> None:
        """`borne` holds the tags of each character to change; `everyone` the tags of the whole shelf."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(_("Tags"))
        self._theme = theme
        self._boxes: dict[str, QCheckBox] = {}
        self._before: dict[str, Qt.CheckState] = {}
        self._new = QLineEdit(self)
        limit_letters(self._new, 5 * LONGEST_TAG)
        self._new.setPlaceholderText(_("New tags, with commas between them"))
        self._new.setAccessibleName(_("New tags, with commas between them"))
        self.add = push_button(self, _("Add"), self._take_new)
        self.add.setAutoDefault(False)
        self._new.textChanged.connect(lambda text: self.add.setEnabled(bool(text.strip())))
        self.add.setEnabled(False)
        inside = QWidget(self)
        self._column = vbox(inside, margins=0, theme=theme, gap=4)
        self._column.addStretch(1)
        area = ScrollRoom(self)
        area.setWidget(inside)
        self._none = plain_label(self, _("There are no tags yet. Type the first one."))
        self._none.setProperty("role", "muted")
        self._none.setWordWrap(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        accept = push_button(self, _("Set tags"), kind="primary")
        accept.setDefault(True)
        buttons.addButton(accept, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        line = hbox(None, theme=theme, gap=8)
        line.addWidget(self._new, 1)
        line.addWidget(self.add)
        layout = vbox(self, theme=theme, gap=8, edges=(16, 16, 16, 16))
        if len(borne) > 1:
            about = plain_label(self, _("For {n} characters. A dash leaves each as it is.").format(n=len(borne)))
            about.setWordWrap(True)
            layout.addWidget(about)
        layout.addLayout(line)
        layout.addWidget(self._none)
        layout.addWidget(area, 1)
        layout.addWidget(buttons)
        for tag in sorted({*everyone, *(tag for tags in borne for tag in tags)}, key=str.casefold):
            bearers = sum(tag in tags for tags in borne)
            some = Qt.CheckState.PartiallyChecked if bearers else Qt.CheckState.Unchecked
            self._show(tag, Qt.CheckState.Checked if bearers == len(borne) else some)
        self._new.setFocus()
        self.resize(min(theme.px(420), self.screen().availableSize().width()), self._height())

    def _height(self) -> int:
        wanted = self._theme.px(180) + sum(box.sizeHint().height() + self._theme.px(4) for box in self._boxes.values())
        return min(max(wanted, self._theme.px(260)), self._theme.px(520), self.screen().availableSize().height())

    def _show(self, tag: str, state: Qt.CheckState) -> None:
        box = QCheckBox(without_mnemonic(tag), self)
        box.setAccessibleName(tag)
        box.setTristate(state is Qt.CheckState.PartiallyChecked)
        box.setCheckState(state)
        self._boxes[tag] = box
        self._before[tag] = state
        self._column.insertWidget(self._column.count() - 1, box)
        self._none.hide()

    def _take_new(self) -> None:
        for text in self._new.text().split(","):
            self._take(text)
        self._new.clear()

    def _take(self, text: str) -> None:
        tag = tag_of(" ".join(text.split())[:LONGEST_TAG])
        if not tag:
            return
        # The same tag in other capitals would be two tags on the shelf.
        same = next((each for each in self._boxes if each.casefold() == tag.casefold()), None)
        if same is None:
            self._show(tag, Qt.CheckState.Unchecked)
        self._boxes[same or tag].setCheckState(Qt.CheckState.Checked)

    def accept(self) -> None:
        """Emit the changes, and close."""
        # Text that was typed but not added yet is meant as well.
        self._take_new()
        states = {tag: box.checkState() for tag, box in self._boxes.items()}
        changed = {tag: state for tag, state in states.items() if state is not self._before[tag]}
        add = tuple(tag for tag, state in changed.items() if state is Qt.CheckState.Checked)
        remove = tuple(tag for tag, state in changed.items() if state is Qt.CheckState.Unchecked)
        if add or remove:
            self.tags_edited.emit(add, remove)
        super().accept()

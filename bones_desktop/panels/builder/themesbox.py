"""What the character's magic is about: themes with effect and limitations, as many as Magic faces allow (MAG-3, 4)."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QFrame, QToolButton, QWidget

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.rules.bones.book.character import MagicTheme
from bones_desktop.rules.bones.making.edits import theme_refusal
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.layouts import put_before, scroll_room
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_icon, set_type
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.widgets.text.textfields import LineField, TextField
from bones_desktop.wording.reasons import sentence


class ThemeForm(QFrame):
    """One theme."""

    text_requested = Signal(str, str)
    """Field of the theme and what is typed."""
    remove_requested = Signal()

    def __init__(self, theme: Theme, number: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "well")
        said = self.tr("theme {n}").format(n=number)
        self.name = LineField(self.tr("Name of {theme}").format(theme=said), self)
        self.name.setPlaceholderText(self.tr("Name of the theme"))
        self.effect = TextField(self.tr("Effect of {theme}").format(theme=said), theme, 2, self)
        self.effect.setPlaceholderText(self.tr("What this magic can do"))
        self.limitations = TextField(self.tr("Limitations of {theme}").format(theme=said), theme, 2, self)
        self.limitations.setPlaceholderText(self.tr("What it cannot do, or needs"))
        self.remove = QToolButton(self)
        set_icon(theme, self.remove, "remove")
        self.remove.setToolTip(self.tr("Remove this theme"))
        self.remove.setAccessibleName(self.tr("Remove {theme}").format(theme=said))
        self.remove.clicked.connect(self.remove_requested)
        self.trouble = plain_label(self, role="warn", wrap=True, theme=theme, size=12)
        labels = [
            plain_label(self, text, "muted", theme=theme, size=12)
            for text in (self.tr("Effect"), self.tr("Limitations"))
        ]
        self._head = hbox(None, (self.name, 1), self.remove, theme=theme, gap=4)
        self._column = vbox(self, self._head, self.trouble, theme=theme, gap=4, edges=(8, 8, 8, 8))
        for label, field in zip(labels, (self.effect, self.limitations), strict=True):
            label.setBuddy(field)
            self._column.addWidget(label)
            self._column.addWidget(field)
        self.name.edited.connect(lambda text: self.text_requested.emit("name", text))
        self.effect.edited.connect(lambda text: self.text_requested.emit("effect", text))
        self.limitations.edited.connect(lambda text: self.text_requested.emit("limitations", text))

    def show_theme(self, written: MagicTheme, trouble: str) -> None:
        """Show a theme; `trouble` is the sentence saying why it is not allowed, "" while it is."""
        self.name.set_value(written.name)
        self.effect.set_value(written.effect)
        self.limitations.set_value(written.limitations)
        self.trouble.setText(trouble)
        self.trouble.setVisible(bool(trouble))


class ThemesBox(QWidget):
    """Lists the themes; signals ask its owner to act."""

    add_requested = Signal()
    remove_requested = Signal(int)
    text_requested = Signal(int, str, str)
    """Number of the theme counted from 0, its field, and what is typed."""

    def __init__(self, document: CharacterDocument, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._theme = theme
        self.forms: list[ThemeForm] = []
        self.count = plain_label(self)
        set_type(theme, self.count, size=16, serif=True, bold=True)
        self.allowed_why = plain_label(self)
        self.safe = plain_label(self)
        set_type(theme, self.allowed_why, self.safe, size=12)
        for label in (self.count, self.allowed_why, self.safe):
            label.setWordWrap(True)
        for label in (self.allowed_why, self.safe):
            label.setProperty("role", "muted")
        self.add = push_button(self, self.tr("Add a theme"), self.add_requested)
        inner = QWidget(self)
        self._list = vbox(inner, self.add, STRETCH, theme=theme, gap=8, edges=(0, 0, 6, 0))
        self._room = scroll_room(inner, self)
        self._column = vbox(self, self.count, self.allowed_why, self.safe, margins=0, theme=theme, gap=4)
        self._column.addSpacing(theme.px(4))
        self._column.addWidget(self._room, 1)

    @property
    def applies(self) -> bool:
        """Whether the character has Magic, or themes from when it had."""
        return bool(self._document.character.themes) or bool(self._document.sheet.themes.value)

    def refresh(self) -> None:
        """Show the character as it is."""
        character, sheet = self._document.character, self._document.sheet
        themes, allowed = character.themes, sheet.themes.value
        while len(self.forms) < len(themes):
            self._add_form()
        while len(self.forms) > len(themes):
            self._drop_form()
        why_not = theme_refusal(character)
        for number, (form, written) in enumerate(zip(self.forms, themes, strict=True)):
            over = number >= allowed and why_not is not None
            form.show_theme(written, sentence(why_not, self.tr) if over and why_not is not None else "")
        self.count.setText(self.tr("{written} of {allowed} themes").format(written=len(themes), allowed=allowed))
        self.allowed_why.setText(" ".join(sentence(why, self.tr) for why in sheet.themes.reasons))
        why_safe = " ".join(sentence(why, self.tr) for why in sheet.safe_level.reasons)
        safe = self.tr("Safe level {n}: so many uses of magic in four hours cost nothing. {why}")
        self.safe.setText(safe.format(n=sheet.safe_level.value, why=why_safe))
        self.add.setToolTip(plain_tip("" if why_not is None else sentence(why_not, self.tr)))
        self.add.setAccessibleDescription(self.add.toolTip())

    def go_to(self, number: int | None) -> None:
        """Focus a theme, or where one is begun."""
        reason = Qt.FocusReason.OtherFocusReason
        if self.forms and number is not None and number < len(self.forms):
            self.forms[number].name.setFocus(reason)
        elif self.forms and len(self.forms) >= self._document.sheet.themes.value:
            self.forms[-1].name.setFocus(reason)
        else:
            self.add.setFocus(reason)

    def _add_form(self) -> None:
        number = len(self.forms)
        form = ThemeForm(self._theme, number + 1, self)
        form.text_requested.connect(lambda field, text: self.text_requested.emit(number, field, text))
        form.remove_requested.connect(lambda: self.remove_requested.emit(number))
        self.forms.append(form)
        self._list.insertWidget(number, form)
        # A layout shows what is new only after the next events; focus may go there at once.
        form.show()
        put_before(self.add, (form.name, form.effect, form.limitations, form.remove))

    def _drop_form(self) -> None:
        form = self.forms.pop()
        keys = QApplication.focusWidget()
        had_focus = keys is not None and form.isAncestorOf(keys)
        form.hide()
        form.deleteLater()
        if had_focus:
            (self.forms[-1].remove if self.forms else self.add).setFocus()

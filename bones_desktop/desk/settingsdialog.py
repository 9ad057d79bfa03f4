"""Settings: appearance of the program, folder of characters, paper, animation, and the group's house rules."""

from collections.abc import Callable, Iterable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QLineEdit,
    QPushButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from bones_desktop.desk.documents import documents_folder
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.records import replace
from bones_desktop.storage.files.settings import Settings
from bones_desktop.theme.motion import effective_speed, wants_reduced_motion
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.choice.buttons import combo_box
from bones_desktop.widgets.layouts import add_field, scroll_room
from bones_desktop.widgets.plaintext import GUIDE_PAGE, plain_tip
from bones_desktop.widgets.spoken import Role, speak_as
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording.houserules import Switch, switches
from bones_desktop.wording.keys import keyed
from bones_desktop.wording.language import LANGUAGES, _, system_language


class SettingsDialog(QDialog):
    """Emits `edited` for every change, which takes effect immediately. There is no confirmation."""

    edited = Signal(object)
    """The new Settings."""

    def __init__(
        self,
        theme: Theme,
        settings: Settings,
        default_folder: Path,
        use_house_rules_here: Callable[[HouseRules], None],
        parent: QWidget | None = None,
        less_motion: Callable[[], bool] = wants_reduced_motion,
    ) -> None:
        """Show `settings`. `less_motion` returns whether the system asks for reduced motion, and is called once."""
        super().__init__(parent)
        self._theme = theme
        self._less_motion = less_motion()
        self._settings = settings
        self._default_folder = default_folder
        self._use_here = use_house_rules_here
        self.setWindowTitle(_("Settings"))
        self.setProperty(GUIDE_PAGE, "settings")
        outer = QVBoxLayout(self)
        self.tabs = QTabWidget(self)
        form = self._page(_("Program"))
        self._looks(form)
        self._files(form)
        self._rules(self._page(_("House rules")))
        outer.addWidget(self.tabs)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.button(QDialogButtonBox.StandardButton.Close).setDefault(True)
        buttons.rejected.connect(self.close)
        outer.addWidget(buttons)
        theme.changed.connect(self._restyle)
        self._restyle()

    def _restyle(self) -> None:
        """Fit the size to the text size, which may change while the dialog is open."""
        room = self.screen().availableGeometry()
        self.resize(
            min(self._theme.px(640), int(room.width() * 0.9)), min(self._theme.px(1240), int(room.height() * 0.85))
        )
        if not self.isVisible():
            return  # The window system places the dialog over its parent.
        # Larger text makes the dialog larger, and its buttons would be below the screen.
        lower_right = room.bottomRight() - self.frameGeometry().bottomRight()
        self.move(self.pos() + QPoint(min(0, lower_right.x()), min(0, lower_right.y())))

    def _page(self, title: str) -> QFormLayout:
        """Add a page that scrolls, and return its form."""
        page, px = QWidget(), self._theme.px
        form = QFormLayout(page)
        form.setContentsMargins(px(16), px(8), px(16), px(16))
        form.setHorizontalSpacing(px(16))
        form.setVerticalSpacing(px(8))
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.DontWrapRows)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.tabs.addTab(speak_as(scroll_room(page, self.tabs), Role.Grouping, title), title)
        return form

    def _heading(self, form: QFormLayout, text: str) -> None:
        form.addRow(plain_label(self, text, theme=self._theme, size=20, serif=True, bold=True))

    def _note(self, text: str) -> QWidget:
        return plain_label(self, text, "muted", wrap=True, theme=self._theme, size=12)

    def _button(self, text: str, press: Callable[[], None]) -> QPushButton:
        """Make a button that Enter presses only when it has the focus. Elsewhere Enter closes the settings."""
        button = QPushButton(text, self)
        button.setAutoDefault(False)
        button.clicked.connect(press)
        return button

    def _choice(self, entries: Iterable[tuple[Any, str]], current: object, take: Callable[[Any], None]) -> QComboBox:
        box = combo_box(self, shrinks=True)
        for value, text in entries:
            box.addItem(text, value)
        box.setCurrentIndex(max(0, box.findData(current)))
        box.currentIndexChanged.connect(partial(self._take_choice, box, take))
        return box

    def _take_choice(self, box: QComboBox, take: Callable[[Any], None], _place: int) -> None:
        take(box.currentData())

    def _add_choice(self, form: QFormLayout, label: str, name: str, entries: Iterable[tuple[Any, str]]) -> QComboBox:
        """Add a list to choose the value of the setting in the field `name`."""
        box = self._choice(entries, getattr(self._settings, name), partial(self._set, name))
        add_field(form, label, box)
        return box

    def _box(self, text: str, tip: str, take: Callable[[bool], None], *, on: bool) -> QCheckBox:
        box = QCheckBox(text, self)
        box.setToolTip(plain_tip(tip))
        box.setAccessibleDescription(tip)
        box.setChecked(on)
        box.toggled.connect(take)
        return box

    def _add_box(self, form: QFormLayout, text: str, tip: str, name: str) -> QCheckBox:
        """Add a check box for the setting in the field `name`."""
        box = self._box(text, tip, partial(self._set, name), on=getattr(self._settings, name))
        form.addRow("", box)
        return box

    def _looks(self, form: QFormLayout) -> None:
        self._heading(form, _("Looks"))
        usual = _("Same as system ({language})").format(language=LANGUAGES[system_language()])
        self._add_choice(form, _("Language"), "language", (("", usual), *LANGUAGES.items()))
        themes = (
            ("system", _("Same as system")),
            ("iron", _("Iron (dark)")),
            ("parchment", _("Parchment (light)")),
            ("contrast", _("High contrast")),
        )
        self._add_choice(form, _("Theme"), "theme", themes)
        sizes = sorted({*range(100, 201, 10), self._settings.text_size})
        self._add_choice(form, _("Text size"), "text_size", [(size, f"{size} %") for size in sizes])
        tip = _("Text and dice are larger while the window is large, from about 1920 pixels on")
        self._add_box(form, _("Larger in a large window"), tip, "text_grows")
        fingers = (
            ("system", _("Automatic: on with a touch screen")),
            ("on", _("On: large controls for fingers")),
            ("off", _("Off")),
        )
        self._add_choice(form, _("Touch mode"), "touch", fingers)
        now = {"normal": _("Same as system (now normal)"), "off": _("Same as system (now off)")}
        speeds = (
            ("system", now[effective_speed("system", self._less_motion)]),
            ("normal", _("Normal: dice roll about a second")),
            ("quick", _("Quick")),
            ("off", _("Off: dice show their result at once")),
        )
        speed = self._add_choice(form, _("Animation"), "animation", speeds)
        speed.setToolTip(_("Dice do not move if the system is set to reduce motion"))
        speed.setAccessibleDescription(speed.toolTip())
        tip = _("Rows by kind, with upright pictures; otherwise dice stay where they stopped")
        self._add_box(form, _("Dice glide into rows after a roll"), tip, "gather")
        tip = keyed(_("Short and quiet; dice of steel, stone and bone differ"), "sound")
        sound = self._add_box(form, _("Sounds of dice, turns and wounds"), tip, "sound")
        if find_spec("miniaudio") is None:
            sound.setEnabled(False)
            form.addRow("", self._note(_("Sounds need the miniaudio library, which is not installed.")))
        amounts = (
            ("short", _("Short: the outcome")),
            ("usual", _("Usual: the outcome and what counted")),
            ("full", _("Full: every die")),
        )
        speech = self._add_choice(form, _("Spoken rolls"), "speech", amounts)
        speech.setToolTip(_("How much a screen reader says when dice have been rolled"))
        speech.setAccessibleDescription(speech.toolTip())

    def _files(self, form: QFormLayout) -> None:
        self._heading(form, _("Files and paper"))
        self._folder = QLineEdit(str(self._settings.characters_folder or self._default_folder), self)
        self._folder.setReadOnly(True)
        self._folder.setAccessibleName(_("Characters folder"))
        change = self._button(_("Change…"), self._ask_folder)
        usual = self._button(_("Default"), self._use_default_folder)
        add_field(form, _("Characters folder"), self._folder)
        form.addRow("", hbox(None, change, usual, STRETCH, theme=self._theme, gap=8))
        self._notes = QLineEdit(self._settings.notes_folder, self)
        self._notes.setReadOnly(True)
        self._notes.setPlaceholderText(_("None"))
        self._notes.setAccessibleName(_("Notes folder"))
        choose, none = self._button(_("Choose…"), self._ask_notes), self._button(_("None"), self._use_no_notes)
        add_field(form, _("Notes folder"), self._notes)
        words = _("Campaigns, sessions and fights are written there as Markdown, for example into a vault of Obsidian.")
        buttons = hbox(None, choose, none, STRETCH, theme=self._theme, gap=8)
        form.addRow("", vbox(None, self._note(words), buttons, gap=4))
        self._add_choice(form, _("Paper"), "paper", (("a4", _("A4")), ("letter", _("Letter"))))

    def _rules(self, form: QFormLayout) -> None:
        self._heading(form, _("House rules"))
        words = _("Printed templates only (hide templates marked “house rule”)")
        take = partial(self._set, "printed_templates_only")
        form.addRow(self._box(words, "", take, on=self._settings.printed_templates_only))
        words = _(
            "Where the rulebook can be read in two ways, your group decides. New characters are made under "
            "these house rules; each character keeps the ones it has."
        )
        form.addRow(plain_label(self, words, "muted", wrap=True))
        for switch in switches():
            note, value = self._note(switch.tip), getattr(self._settings.house_rules, switch.field)
            if switch.choices:
                names = [(each.value, text) for each, text in switch.choices]
                box = self._choice(names, value.value, partial(self._rule_chosen, switch))
                add_field(form, switch.text, box)
                form.addRow("", note)
            else:
                take_rule = partial(self._rule, switch.field)
                form.addRow(vbox(None, self._box(switch.text, switch.tip, take_rule, on=bool(value)), note, gap=2))
        form.addRow(self._button(_("Use these house rules for the open character"), self._use_rules))

    def _use_rules(self) -> None:
        self._use_here(self._settings.house_rules)

    def _rule_chosen(self, switch: Switch, chosen: str) -> None:
        self._rule(switch.field, next(value for value, _text in switch.choices if value.value == chosen))

    def _set(self, name: str, value: object) -> None:
        self._edit(**{name: value})

    def _edit(self, **changes: object) -> None:
        edited = self._settings.with_(**changes)
        if edited != self._settings:
            self._settings = edited
            self.edited.emit(edited)

    def _rule(self, field: str, value: Any) -> None:  # noqa: ANN401 (a rule's own type)
        # House rules are immutable, so a changed copy replaces them.
        self._edit(house_rules=replace(self._settings.house_rules, **{field: value}))

    def _ask_folder(self) -> None:
        self._ask(_("Characters folder"), self._folder.text(), self._set_folder)

    def _ask_notes(self) -> None:
        self._ask(_("Notes folder"), self._notes.text() or str(documents_folder()), self._set_notes)

    def _use_no_notes(self) -> None:
        self._set_notes("")

    def _set_notes(self, folder: str) -> None:
        self._notes.setText(folder)
        self._edit(notes_folder=folder)

    def _ask(self, title: str, now: str, take: Callable[[str], None]) -> None:
        dialog = QFileDialog(self, title, now)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(take)
        dialog.open()

    def _use_default_folder(self) -> None:
        self._set_folder("")

    def _set_folder(self, folder: str) -> None:
        self._folder.setText(folder or str(self._default_folder))
        self._edit(characters_folder=folder)

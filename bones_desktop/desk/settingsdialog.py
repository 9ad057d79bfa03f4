"""Settings: appearance of the program, folder of characters, paper, animation, and the group's house rules."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSlider,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.storage.files.settings import Settings
from bones_desktop.theme.motion import effective_speed, wants_reduced_motion
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox, vbox
from bones_desktop.widgets.choice.buttons import combo_box
from bones_desktop.widgets.focus import wheel_passes
from bones_desktop.widgets.layouts import ScrollRoom
from bones_desktop.widgets.plaintext import GUIDE_PAGE, plain_tip
from bones_desktop.widgets.scaled import set_font
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording.houserules import Switch, switches
from bones_desktop.wording.language import _

REST_MS: Final = 120
"""Milliseconds before the text size follows its slider, because keys and mouse wheel move it in quick steps."""


class SettingsDialog(QDialog):
    """Emits `edited` for every change, which takes effect immediately. There is no confirmation."""

    edited = Signal(object)
    """The new Settings."""

    def __init__(
        self,
        theme: Theme,
        settings: Settings,
        default_folder: Path,
        use_house_rules_here: Callable[[HouseRules], None] | None = None,
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
        self._headings: list[QLabel] = []
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
        """Fit headings and size to the text size, which may change while the dialog is open."""
        for heading in self._headings:
            set_font(heading, self._theme.font("serif", 20, bold=True))
            heading.setContentsMargins(0, self._theme.px(8), 0, 0)
        room = self.screen().availableGeometry()
        self.resize(
            min(self._theme.px(640), int(room.width() * 0.9)), min(self._theme.px(1240), int(room.height() * 0.85))
        )
        if not self.isVisible():
            return  # The window system places it over its parent.
        # Larger text makes the dialog larger, and its buttons would be below the screen.
        lower_right = room.bottomRight() - self.frameGeometry().bottomRight()
        self.move(self.pos() + QPoint(min(0, lower_right.x()), min(0, lower_right.y())))

    def _page(self, title: str) -> QFormLayout:
        """Add a page that scrolls, and return its form."""
        area = ScrollRoom(self.tabs)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        page, px = QWidget(area), self._theme.px
        form = QFormLayout(page)
        form.setContentsMargins(px(16), px(8), px(16), px(16))
        form.setHorizontalSpacing(px(16))
        form.setVerticalSpacing(px(8))
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.DontWrapRows)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        area.setWidget(page)
        self.tabs.addTab(area, title)
        return form

    def _heading(self, form: QFormLayout, text: str) -> None:
        heading = plain_label(self, text)
        self._headings.append(heading)
        form.addRow(heading)

    def _button(self, text: str) -> QPushButton:
        """Make a button that Enter presses only when it has the focus. Elsewhere Enter closes the settings."""
        button = QPushButton(text, self)
        button.setAutoDefault(False)
        return button

    def _choice(self, entries: tuple[tuple[str, str], ...], current: str, take: Callable[[str], None]) -> QComboBox:
        box = combo_box(self, shrinks=True)
        for value, text in entries:
            box.addItem(text, value)
        box.setCurrentIndex(max(0, box.findData(current)))
        box.currentIndexChanged.connect(partial(self._take_choice, box, take))
        return box

    def _take_choice(self, box: QComboBox, take: Callable[[str], None], _place: int) -> None:
        take(str(box.currentData()))

    def _box(self, text: str, tip: str, take: Callable[[bool], None], *, on: bool) -> QCheckBox:
        box = QCheckBox(text, self)
        box.setToolTip(plain_tip(tip))
        box.setAccessibleDescription(tip)
        box.setChecked(on)
        box.toggled.connect(take)
        return box

    def _looks(self, form: QFormLayout) -> None:
        self._heading(form, _("Looks"))
        themes = (
            ("system", _("Same as system")),
            ("iron", _("Iron (dark)")),
            ("parchment", _("Parchment (light)")),
            ("contrast", _("High contrast")),
        )
        form.addRow(
            _("Theme"),
            self._choice(themes, self._settings.theme, partial(self._set, "theme")),
        )
        row = hbox(None, theme=self._theme, gap=12)
        self._size = slider = wheel_passes(QSlider(Qt.Orientation.Horizontal, self))
        slider.setRange(100, 200)
        slider.setSingleStep(10)
        slider.setPageStep(25)
        slider.setTickInterval(25)
        slider.setValue(self._settings.text_size)
        slider.setAccessibleName(_("Text size in percent"))
        shown = plain_label(self, f"{self._settings.text_size} %")
        self._resting = QTimer(self, singleShot=True, interval=REST_MS)
        self._resting.timeout.connect(self._take_size)
        slider.valueChanged.connect(partial(self._show_size, shown))
        slider.sliderReleased.connect(self._resting.start)
        # The last change of the slider may not have been applied yet.
        self.finished.connect(self._end_size)
        row.addWidget(slider, 1)
        row.addWidget(shown)
        form.addRow(_("Text size"), row)
        tip = _("Text and dice are larger while the window is large, from about 1920 pixels on")
        take = partial(self._set, "text_grows")
        form.addRow("", self._box(_("Larger in a large window"), tip, take, on=self._settings.text_grows))
        self._motion(form)

    def _show_size(self, shown: QLabel, size: int) -> None:
        shown.setText(f"{size} %")
        self._resting.start()

    def _take_size(self) -> None:
        # While the user holds the handle, a new text size would move the slider under the mouse.
        if not self._size.isSliderDown():
            self._edit(text_size=self._size.value())

    def _end_size(self, _result: int) -> None:
        self._edit(text_size=self._size.value())
        self._resting.stop()

    def _motion(self, form: QFormLayout) -> None:
        now = {"normal": _("Same as system (now normal)"), "off": _("Same as system (now off)")}
        speeds = (
            ("system", now[effective_speed("system", self._less_motion)]),
            ("normal", _("Normal: dice roll about a second")),
            ("quick", _("Quick")),
            ("off", _("Off: dice show their result at once")),
        )
        speed = self._choice(speeds, self._settings.animation, partial(self._set, "animation"))
        speed.setToolTip(_("Dice do not move if the system is set to reduce motion"))
        speed.setAccessibleDescription(speed.toolTip())
        form.addRow(_("Animation"), speed)
        tip = _("Rows by kind, with upright pictures; otherwise dice stay where they stopped")
        take = partial(self._set, "gather")
        gather = self._box(_("Dice glide into rows after a roll"), tip, take, on=self._settings.gather)
        form.addRow("", gather)
        tip = _("Short and quiet; dice of steel, stone and bone differ (Ctrl+Shift+M)")
        sound = self._box(
            _("Sounds of dice, turns and wounds"), tip, partial(self._set, "sound"), on=self._settings.sound
        )
        form.addRow("", sound)
        if find_spec("miniaudio") is None:
            sound.setEnabled(False)
            words = _("Sounds need the miniaudio library, which is not installed.")
            form.addRow("", plain_label(self, words, "muted", wrap=True, theme=self._theme, size=12))

    def _files(self, form: QFormLayout) -> None:
        self._heading(form, _("Files and paper"))
        row = hbox(None, theme=self._theme, gap=8)
        self._folder = QLineEdit(str(self._settings.characters_folder or self._default_folder), self)
        self._folder.setReadOnly(True)
        self._folder.setAccessibleName(_("Characters folder"))
        change = self._button(_("Change…"))
        change.clicked.connect(self._ask_folder)
        usual = self._button(_("Default"))
        usual.clicked.connect(self._use_default)
        row.addWidget(change)
        row.addWidget(usual)
        row.addStretch()
        form.addRow(_("Characters folder"), self._folder)
        form.addRow("", row)
        papers = (("a4", _("A4")), ("letter", _("Letter")))
        form.addRow(
            _("Paper"),
            self._choice(papers, self._settings.paper, partial(self._set, "paper")),
        )

    def _rules(self, form: QFormLayout) -> None:
        self._heading(form, _("House rules"))
        words = _("Printed templates only (hide those marked “house rule”)")
        take = partial(self._set, "printed_templates_only")
        printed = self._box(words, "", take, on=self._settings.printed_templates_only)
        form.addRow(printed)
        note = plain_label(
            self,
            _(
                "Where the rulebook can be read in two ways, your group decides. New characters are made under "
                "these house rules; each character keeps the ones it has."
            ),
        )
        note.setWordWrap(True)
        note.setProperty("role", "muted")
        form.addRow(note)
        rules = self._settings.house_rules
        for switch in switches():
            note = plain_label(self, switch.tip, "muted", wrap=True, theme=self._theme, size=12)
            value = getattr(rules, switch.field)
            if switch.choices:
                form.addRow(switch.text, vbox(None, self._rule_choice(switch, str(value.value)), note, gap=2))
            else:
                take_rule = partial(self._rule, switch.field)
                form.addRow(vbox(None, self._box(switch.text, switch.tip, take_rule, on=bool(value)), note, gap=2))
        if self._use_here is not None:
            here = self._button(_("Use these house rules for the open character"))
            here.clicked.connect(partial(self._use_rules, self._use_here))
            form.addRow(here)

    def _use_rules(self, use: Callable[[HouseRules], None], _checked: bool) -> None:
        use(self._settings.house_rules)

    def _rule_choice(self, switch: Switch, now: str) -> QComboBox:
        names = tuple((value.value, text) for value, text in switch.choices)
        return self._choice(names, now, partial(self._rule_chosen, switch))

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
        dialog = QFileDialog(self, _("Characters folder"), self._folder.text())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(self._set_folder)
        dialog.open()

    def _use_default(self) -> None:
        self._set_folder("")

    def _set_folder(self, folder: str) -> None:
        self._folder.setText(folder or str(self._default_folder))
        self._edit(characters_folder=folder)

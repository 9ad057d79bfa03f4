"""The right side of the pack window: the form of the selected row, in a scroll area."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QScrollArea, QStackedWidget, QWidget

from bones_desktop.rules.bones.life.packs import PackItem, PackRace, PackTemplate, find
from bones_desktop.rules.bones.making.origins import origin_names
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, vbox
from bones_desktop.widgets.layouts import ScrollRoom
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_lengths, set_type
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.window.packs.facebutton import IconPopup
from bones_desktop.window.packs.itemform import ItemForm
from bones_desktop.window.packs.packforms import AboutPackForm, DamagedPackForm, PackForm
from bones_desktop.window.packs.packlibrary import PackLibrary
from bones_desktop.window.packs.packtree import PackNode
from bones_desktop.window.packs.raceform import RaceForm
from bones_desktop.window.packs.templateform import TemplateForm

WIDEST: Final = 920
"""The greatest width of a form: on a wide screen its parts would be far from one another."""


class PackPane(QStackedWidget):
    """Shows the form of one row of the tree, or what packs are for while there is none."""

    edited = Signal(str, object, str)
    """As `PackForm.edited`."""
    new_requested = Signal()

    def __init__(self, library: PackLibrary, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._theme = theme
        self.popup = IconPopup(theme, self)
        self.about = AboutPackForm(theme)
        self.template = TemplateForm(theme, library.base, self.popup)
        self.item = ItemForm(theme, self.popup)
        self.race = RaceForm(theme, library.base)
        self.damaged = DamagedPackForm(theme)
        self._empty = self._make_empty()
        self._areas: dict[QWidget, QScrollArea] = {}
        for form in (self._empty, self.about, self.template, self.item, self.race, self.damaged):
            area = ScrollRoom(self)
            area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            area.setWidget(form)
            if form is not self._empty:
                set_lengths(theme, form, most_width=WIDEST)
            self._areas[form] = area
            self.addWidget(area)
            if isinstance(form, PackForm):
                form.edited.connect(self.edited)

    def show_node(self, node: PackNode | None) -> None:
        """Show the selected row as it is now; None for nothing."""
        self.setCurrentWidget(self._areas[self._filled(node)])

    def focus_field(self, field: str, place: int = 0) -> None:
        """Focus a field of the form shown, and bring it into view."""
        area = self.currentWidget()
        form = area.widget() if isinstance(area, QScrollArea) else None
        if isinstance(form, AboutPackForm | TemplateForm | ItemForm | RaceForm) and isinstance(area, QScrollArea):
            form.focus_field(field, place)
            focused = self.focusWidget()
            if focused is not None and form.isAncestorOf(focused):
                area.ensureWidgetVisible(focused)

    def _filled(self, node: PackNode | None) -> QWidget:
        if node is None:
            return self._empty
        if node.path is not None:
            error = next((each for each in self._library.damaged if each.path == node.path), None)
            if error is None:
                return self._empty
            self.damaged.show_error(error)
            return self.damaged
        file = next((each for each in self._library.files if each.pack.id == node.pack), None)
        if file is None:
            return self._empty
        match find(file.pack, node.entry) if node.entry else None:
            case PackTemplate() as template:
                self.template.show_template(template, origin_names(self._library.rulebook))
                return self.template
            case PackItem() as item:
                self.item.show_item(item, self._library.rulebook)
                return self.item
            case PackRace() as race:
                self.race.show_race(race)
                return self.race
        self.about.show_pack(file)
        return self.about

    def _make_empty(self) -> QWidget:
        page = QWidget()
        text = plain_label(
            page,
            self.tr(
                "Here you make cultures, backgrounds, occupations, gear and races of your own. They are kept in "
                "packs: a file each, to share with your group."
            ),
        )
        text.setWordWrap(True)
        text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._new = push_button(page, self.tr("New pack…"), self.new_requested, kind="primary")
        column = vbox(page, STRETCH, text, theme=self._theme, gap=16, edges=(48, 48, 48, 48))
        column.addWidget(self._new, 0, Qt.AlignmentFlag.AlignCenter)
        column.addStretch(2)
        self._empty_text = text
        set_type(self._theme, self._empty_text, size=16)
        return page

"""What and whom the character has along: gear, and for those who have them, themes of magic and followers."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.panels.builder.gear.diceshelf import DiceShelf
from bones_desktop.panels.builder.offers import die_row, hindering_choices, item_choices
from bones_desktop.panels.builder.story.followersbox import FollowersBox
from bones_desktop.panels.builder.story.storyedits import StoryEdits
from bones_desktop.panels.builder.story.themesbox import ThemesBox
from bones_desktop.rules.bones.book.attempts import rulebook_for
from bones_desktop.rules.bones.book.character import Part
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.text.textfields import TextField
from bones_desktop.wording.names import item_kind_name

GEAR: Final = 0
MAGIC: Final = 1
FOLLOWERS: Final = 2


class AlongBox(QWidget):
    """Tabs of which those that do not apply are hidden; with one left it is only a heading."""

    def __init__(
        self,
        document: CharacterDocument,
        theme: Theme,
        printed_only: Callable[[], bool],
        parent: QWidget | None = None,
    ) -> None:
        """`printed_only` tells whether equipment of packs is hidden."""
        super().__init__(parent)
        self._document = document
        self._printed_only = printed_only
        self._theme = theme
        self.tabs = QTabBar(self)
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setAccessibleName(self.tr("What and whom the character has along"))
        for name in (self.tr("Gear"), self.tr("Magic"), self.tr("Followers")):
            self.tabs.addTab(name)
        self.items = DiceShelf(
            theme, self.tr("Equipment dice"), self.tr("Add equipment"), self, make=self.tr("Make one…")
        )
        self.hindering = DiceShelf(theme, self.tr("Hindering dice"), self.tr("Add a hindering die"), self)
        self.other_equipment = TextField(self.tr("Other equipment"), theme, 2, self)
        self.themes = ThemesBox(document, theme, self)
        self.followers = FollowersBox(document, theme, self)
        gear = self._gear()
        self._column = QVBoxLayout(self)
        # Fonts come before the pages: a style sheet forgets those that are set on what was shown already.
        self._restyle()
        self._pages = QStackedWidget(self)
        self._pages.addWidget(gear)
        self._pages.addWidget(self.themes)
        self._pages.addWidget(self.followers)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self.tabs)
        self._column.addWidget(self._pages, 1)
        self.tabs.currentChanged.connect(self._pages.setCurrentIndex)
        theme.changed.connect(self._restyle)

    def connect_edits(self, edits: StoryEdits) -> None:
        """Let what is asked for on the tabs of magic and followers be done by `edits`."""
        self.themes.add_asked.connect(lambda: self._added(edits.add_theme()))
        self.themes.remove_asked.connect(edits.remove_theme)
        self.themes.text_asked.connect(edits.set_theme_text)
        self.followers.text_asked.connect(edits.set_follower_text)
        self.followers.die_asked.connect(edits.add_follower_die)
        self.followers.die_removed.connect(edits.remove_follower_die)
        self.followers.remove_asked.connect(edits.remove_follower)

        def typed(mastery: str, number: int, text: str) -> None:
            form = self.followers.written(mastery, number)
            if edits.add_follower_dice(mastery, number, text) and form is not None:
                form.clear_typed()

        self.followers.dice_text_asked.connect(typed)

    def refresh(self) -> None:
        """Show the character as it is."""
        self.other_equipment.set_value(self._document.character.other_equipment)
        self._refresh_dice()
        self.themes.refresh()
        self.followers.refresh()
        for tab, applies in ((MAGIC, self.themes.applies), (FOLLOWERS, self.followers.applies)):
            # Told of no change, a hidden bar would forget that it has changes to lay out when it is shown.
            if self.tabs.isTabVisible(tab) != applies:
                self.tabs.setTabVisible(tab, applies)

    def go_to(self, part: Part, place: int | None) -> None:
        """Send the keys to a part: gear, magic or followers."""
        match part:
            case Part.MAGIC if self.themes.applies:
                self.tabs.setCurrentIndex(MAGIC)
                self.themes.go_to(place)
            case Part.FOLLOWERS if self.followers.applies:
                self.tabs.setCurrentIndex(FOLLOWERS)
                self.followers.go_to()
            case Part.HINDERING:
                self.tabs.setCurrentIndex(GEAR)
                self.hindering.go_to(place)
            case _:
                self.tabs.setCurrentIndex(GEAR)
                self.items.go_to(place)

    def _added(self, done: bool) -> None:
        if done:
            self.themes.go_to(len(self._document.character.themes) - 1)

    def _refresh_dice(self) -> None:
        character = self._document.character
        rulebook = rulebook_for(self._document.rulebook, character.house_rules)
        self.items.set_choices(item_choices(rulebook, self._printed_only(), self.tr))
        self.items.set_dice(
            [
                die_row(
                    rulebook,
                    str(place),
                    item.name,
                    item.faces,
                    "steel",
                    item_kind_name(item.kind, self.tr)
                    + (self.tr(" · {n} m").format(n=item.range_increment) if item.range_increment else "")
                    + (self.tr(" · house rule") if self._document.sheet.equipment[place].house else ""),
                    item.note,
                    house=self._document.sheet.equipment[place].house,
                )
                for place, item in enumerate(character.equipment)
            ]
        )
        self.hindering.set_choices(hindering_choices(rulebook, self.tr))
        self.hindering.set_dice(
            [
                die_row(rulebook, str(place), die.name, die.faces, "hindering")
                for place, die in enumerate(character.hindering)
            ]
        )

    def _gear(self) -> QWidget:
        page = QWidget(self)
        self._gear_column = QVBoxLayout(page)
        self._gear_column.setContentsMargins(0, 0, 0, 0)
        self._gear_column.addWidget(self.items, 3)
        self._gear_column.addWidget(self.hindering, 2)
        self._label = QLabel(self.tr("Other equipment"), self)
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setProperty("role", "muted")
        self._label.setBuddy(self.other_equipment)
        box = QVBoxLayout()
        box.setSpacing(self._theme.px(2))
        box.addWidget(self._label)
        box.addWidget(self.other_equipment, 1)
        self._gear_column.addLayout(box, 1)
        return page

    def _restyle(self) -> None:
        theme = self._theme
        self.tabs.setFont(theme.font("sans", 16))
        # The bar does not tell that its tabs have grown, and the line below them would be cut off.
        self.tabs.setMinimumHeight(self.tabs.sizeHint().height())
        self._label.setFont(theme.font("sans", 12))
        self._gear_column.setSpacing(theme.px(8))
        self._column.setSpacing(theme.px(8))

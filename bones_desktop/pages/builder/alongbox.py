"""Lists of the Story tab: gear and hindering dice, themes of magic, and followers."""

from collections.abc import Sequence
from typing import Final, cast

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStackedWidget, QWidget

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.builder.builderedits import BLOCK, BuilderEdits
from bones_desktop.pages.builder.offers import die_line, hindering_choices, item_choices, item_line
from bones_desktop.rules.acts import Parameter, Value
from bones_desktop.rules.bones.book.attempts import rulebook_for
from bones_desktop.rules.bones.book.character import SheetSection
from bones_desktop.rules.bones.book.fields import LINE, NOTE
from bones_desktop.rules.bones.making.edits import ThemeField, theme_refusal
from bones_desktop.rules.bones.making.followers import (
    FollowerField,
    FollowerSlot,
    Grant,
    follower_blocks,
    follower_slots,
    grants,
)
from bones_desktop.rules.bones.making.sheet import die_title
from bones_desktop.rules.reasons import Reason
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actboard import ThingCard
from bones_desktop.widgets.acts.actfields import Field
from bones_desktop.widgets.acts.actform import ActForm
from bones_desktop.widgets.boxes import fill, vbox
from bones_desktop.widgets.choice.buttons import ChoiceButton
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.layouts import put_before, tab_bar
from bones_desktop.widgets.lists.line import DICE, Ground, Line, LineLook
from bones_desktop.widgets.scaled import set_gaps, set_lengths
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.widgets.text.textfields import LineField, TextField
from bones_desktop.wording.language import _
from bones_desktop.wording.names import follower_noun
from bones_desktop.wording.reasons import sentence

GEAR: Final = 0
MAGIC: Final = 1
FOLLOWERS: Final = 2
_THINGS: Final = LineLook(height=48, pad=(8, 5), ground=Ground.RAISED, wraps=True)


class PlainList(ThingCard):
    """A list of entries without a frame.

    The Delete key removes the current entry.
    """

    def __init__(
        self, theme: Theme, parent: QWidget, look: LineLook, empty: str, least: int, *, begin: bool = False
    ) -> None:
        super().__init__(theme, parent, look, empty=empty, least=least, begin=begin)
        self.setProperty("kind", "")
        set_gaps(theme, self.column, edges=(0, 0, 0, 0))
        self.removing = "remove"


class DiceShelf(PlainList):
    """A list of dice, with a chooser that adds a printed die."""

    def __init__(
        self, theme: Theme, parent: QWidget, heading: str, add: str, *, empty: str = "", make: str = "", least: int = 1
    ) -> None:
        """`make` is the text of the button for a hand-made die. Without it, dice can be neither made nor changed."""
        super().__init__(theme, parent, DICE, empty, least)
        self._heading = heading
        self._adds = {"make": make} if make else {}
        self._acts = {"change": _("Change…"), "remove": _("Remove")} if make else {"remove": _("Remove")}
        self.add = ChoiceButton(theme, add, add, self)
        set_lengths(theme, self.add, least_width=176)
        self.head.addWidget(self.add)
        put_before(self.view, (self.add,))

    def show_dice(self, dice: Sequence[Line], heading: str = "") -> None:
        """Show these dice, with another `heading` if one is given."""
        pressing = "change" if self._adds else ""
        self.show_list(heading or self._heading, dice, self._acts, self._adds, pressing, self._why_not)

    def go_to(self, place: int | None) -> None:
        """Focus a die; for None, focus the chooser."""
        if place is not None and place < len(self.view.lines.rows):
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)
            self.view.go_to(str(place))
        else:
            self.add.setFocus(Qt.FocusReason.OtherFocusReason)

    def _why_not(self, act: str, key: str) -> str:
        return "" if key or act in self._adds else _("Choose a die in the list first.")


class DescribedList(QWidget):
    """A list of entries, and a form for the current one.

    Each answer in the form is stored at once as an edit.
    """

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.about = plain_label(self, role="muted", wrap=True, theme=theme, size=12)
        self.things = PlainList(theme, self, _THINGS, "", 1, begin=True)
        self.form = ActForm(theme, self, framed=False, compact=True)
        self.column = vbox(self, self.about, (self.things, 1), self.form, margins=0, theme=theme, gap=8)
        self.things.view.current_changed.connect(self.show_current)
        self.things.requested.connect(self._do)
        self.form.answered.connect(self._write)

    def go_to(self, key: str) -> None:
        """Make the entry `key` the current one and focus its form."""
        self.things.view.go_to(key)
        self.form.focus_first()

    def show_current(self) -> None:
        """Show the form of the current entry, or no form if there is no entry."""
        fields = self._fields(self.things.view.current)
        self.form.setVisible(bool(fields))
        if fields:
            self.form.show_fields(fields)

    def _fields(self, key: str) -> list[Field]:
        """Return the fields for the entry `key`; an empty list if there is no such entry."""
        raise NotImplementedError

    def _write(self, id: str, value: Value) -> None:
        """Store an answer about the current entry."""
        raise NotImplementedError

    def _do(self, act: str, key: str) -> None:
        """Perform the action `act` on the entry `key`."""
        raise NotImplementedError


def _prose(id: str, label: str, text: str, hint: str, lines: int = 2) -> Field:
    return Field(Parameter.text(id, text, NOTE + 1), label, hint=hint, lines=lines)


class ThemesBox(DescribedList):
    """Shows the themes of magic.

    The key of a theme is its index, 0 for the first.
    """

    def __init__(self, document: CharacterDocument, theme: Theme, edits: BuilderEdits, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._document = document
        self._edits = edits

    @property
    def applies(self) -> bool:
        """True if the character has Magic, or still has themes from when it had Magic."""
        return bool(self._document.character.themes) or bool(self._document.sheet.themes.value)

    def go_to_theme(self, place: int | None) -> None:
        """Focus a theme.

        For None, focus the button that adds a theme if the character may have more, else the last theme.
        """
        themes = len(self._document.character.themes)
        if place is None and themes < self._document.sheet.themes.value:
            self.things.buttons["add"].setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.go_to(str(themes - 1 if place is None else place))

    def refresh(self) -> None:
        """Show the current character."""
        themes, sheet = self._document.character.themes, self._document.sheet
        allowed, why_not = sheet.themes.value, theme_refusal(self._document.character)
        lines = []
        for place, each in enumerate(themes):
            over = why_not if place >= allowed else None
            name = each.name or _("Theme {n}").format(n=place + 1)
            lines.append(_thing(str(place), name, each.effect, over))
        safe = _("Safe level {n}: that many uses of magic in four hours are free. {why}")
        said = " ".join(sentence(why) for why in sheet.safe_level.reasons)
        reasons = " ".join(sentence(why) for why in sheet.themes.reasons)
        self.about.setText("\n".join((reasons, safe.format(n=sheet.safe_level.value, why=said))))
        title = _("{written} of {allowed} themes").format(written=len(themes), allowed=allowed)
        acts = {"remove": _("Remove")} if themes else {}
        self.things.show_list(title, lines, acts, {"add": _("Add a theme")})
        self.show_current()

    def _fields(self, key: str) -> list[Field]:
        themes = self._document.character.themes
        if not key or int(key) >= len(themes):
            return []
        written = themes[int(key)]
        return [
            Field(Parameter.text("name", written.name, LINE), "", _("Name of the theme"), hint=_("Name of the theme")),
            _prose("effect", _("Effect"), written.effect, _("What this magic can do")),
            _prose("limitations", _("Limitations"), written.limitations, _("What it cannot do, or needs")),
        ]

    def _write(self, id: str, value: Value) -> None:
        self._edits.set_theme_text(int(self.things.view.current), cast("ThemeField", id), str(value))

    def _do(self, act: str, key: str) -> None:
        if act == "remove":
            self._edits.remove_theme(int(key))
        elif self._edits.add_theme():
            self.go_to(str(len(self._document.character.themes) - 1))


class FollowersBox(DescribedList):
    """The followers that masteries grant (MAST 21, 25, 36, 41). The key of a follower is "mastery/number"."""

    def __init__(self, document: CharacterDocument, theme: Theme, edits: BuilderEdits, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._document = document
        self._edits = edits
        self._slots: dict[str, FollowerSlot] = {}
        self.dice = DiceShelf(theme, self, _("Dice"), _("Add dice"))
        self.typed = LineField(_("Dice as text"), self)
        self.typed.setPlaceholderText(_("…or write dice, then Enter"))
        self.typed.returnPressed.connect(self._add_typed)
        self.dice.add.activated.connect(self._add_die)
        self.dice.requested.connect(self._remove_die)
        fill(self.column, (self.dice, 1), self.typed)

    @property
    def applies(self) -> bool:
        """True if a mastery grants a follower, or the character still has notes on one."""
        return bool(self._slots)

    def refresh(self) -> None:
        """Show the current character."""
        rulebook, character = self._document.rulebook, self._document.character
        slots = follower_slots(rulebook, character)
        self._slots = {f"{slot.grant.mastery}/{slot.number}": slot for slot in slots}
        hint = _("Your masteries bring these along. They are printed on the second page of the sheet.")
        if any(grant.count > 1 for grant in grants(rulebook, character) if grant.is_vessel):
            hint = _("{hint} One large vessel can replace two small ones.").format(hint=hint)
        self.about.setText(hint)
        lines = [_thing(key, _slot_name(slot), slot.follower.name, slot.trouble) for key, slot in self._slots.items()]
        self.things.show_list(_("Followers"), lines, {"remove": _("Clear")}, {}, why_not=self._why_not)
        self.show_current()

    def go_to_first(self) -> None:
        """Focus the first follower with a problem; else the first one without any text; else the first one."""
        ordered = sorted(self._slots.items(), key=lambda each: (each[1].trouble is None, each[1].written))
        self.go_to(ordered[0][0])

    def show_current(self) -> None:
        """Show the form and the dice of the current follower."""
        super().show_current()
        slot = self._slots.get(self.things.view.current)
        grant = None if slot is None else slot.grant
        with_dice = grant is not None and grant.use is not None
        dice = () if slot is None else slot.follower.dice
        # A follower may have dice that are not allowed any more. They stay visible, so that they can be removed.
        self.dice.setVisible(with_dice or bool(dice))
        self.dice.add.setVisible(with_dice)
        self.typed.setVisible(with_dice)
        if grant is None:
            return
        self.dice.add.set_choices(self._offers(grant) if with_dice else ())
        rulebook, lines = self._document.rulebook, []
        for place, die in enumerate(dice):
            name = die_title(rulebook, die) or _("Die {n}").format(n=place + 1)
            lines.append(die_line(rulebook, str(place), name, die.faces, "bone", note=die.note))
        most = grant.count if with_dice else 0
        self.dice.show_dice(lines, _("{n} of {most} dice").format(n=len(dice), most=most))

    def _fields(self, key: str) -> list[Field]:
        if key not in self._slots:
            return []
        follower = self._slots[key].follower
        name = Field(Parameter.text("name", follower.name, LINE), "", _("Name"), hint=_("Name"))
        return [name, _prose("note", "", follower.note, _("Note"), 1)]

    def _why_not(self, _act: str, key: str) -> str:
        slot = self._slots.get(key)
        return "" if slot is not None and slot.written else _("Nothing is written here yet.")

    @property
    def _current(self) -> tuple[str, int]:
        """The mastery and the number of the current follower."""
        mastery, _slash, number = self.things.view.current.rpartition("/")
        return mastery, int(number)

    def _write(self, id: str, value: Value) -> None:
        self._edits.set_follower_text(*self._current, cast("FollowerField", id), str(value))

    def _do(self, _act: str, _key: str) -> None:
        self._edits.remove_follower(*self._current)

    def _add_typed(self) -> None:
        if self._edits.add_follower_dice(*self._current, self.typed.text()):
            self.typed.clear()

    def _add_die(self, choice: Choice) -> None:
        self._edits.add_follower_die(*self._current, choice)

    def _remove_die(self, _act: str, key: str) -> None:
        self._edits.remove_follower_die(*self._current, int(key))

    def _offers(self, grant: Grant) -> tuple[Choice, ...]:
        rulebook, house = self._document.rulebook, _("house rule")
        whole = (
            Choice(
                f"{BLOCK}:{block.id}",
                block.name,
                _("{n} dice").format(n=len(block.dice)),
                badge=house if block.house else "",
                rule=block.name,
            )
            for block in follower_blocks(rulebook, grant)
        )
        single = (
            Choice(
                die.id,
                die.name,
                badge=house if die.house else "",
                faces=tuple(shown.code for shown in die.faces),
                rule=die.name,
            )
            for die in rulebook.dice
            if die.use is grant.use
        )
        return (*whole, *single)


def _thing(key: str, name: str, about: str, trouble: Reason | None) -> Line:
    """Return the line for an entry with its description, or with the reason why it is not allowed."""
    if trouble is not None:
        return Line(name, sentence(trouble), key=key, second_tone="warn", tip=about)
    return Line(name, about.partition("\n")[0], key=key, tip=about)


def _slot_name(slot: FollowerSlot) -> str:
    """Return the name of a follower: "Lackey (Boss)"."""
    grant = slot.grant
    if not grant.noun:
        return grant.name
    noun = follower_noun(grant.noun)
    said = _("{what} ({mastery})").format(what=noun[:1].upper() + noun[1:], mastery=grant.name)
    many = grant.use is None and (slot.number or grant.followers > 1)
    return _("{what}, number {n}").format(what=said, n=slot.number + 1) if many else said


class AlongBox(QWidget):
    """Tabs for gear, magic and followers. Tabs that do not apply are hidden."""

    def __init__(self, document: CharacterDocument, theme: Theme, edits: BuilderEdits, parent: QWidget) -> None:
        super().__init__(parent)
        self._document = document
        self._edits = edits
        self._theme = theme
        parts = (_("Gear"), _("Magic"), _("Followers"))
        self.tabs = tab_bar(self, _("Equipment and companions"), *parts, theme=theme)
        empty = _("Weapons, shields, armour and magic items: their dice are rolled too.")
        self.items = DiceShelf(
            theme, self, _("Equipment dice"), _("Add equipment"), empty=empty, make=_("Make one…"), least=2
        )
        empty = _("Add a die for each poison or fire that affects the character.")
        self.hindering = DiceShelf(theme, self, _("Hindering dice"), _("Add a hindering die"), empty=empty)
        self.other_equipment = TextField(_("Other equipment"), theme, 2, self)
        self.themes = ThemesBox(document, theme, edits, self)
        self.followers = FollowersBox(document, theme, edits, self)
        self._pages = QStackedWidget(self)
        for page in (self._gear(), self.themes, self.followers):
            self._pages.addWidget(page)
        vbox(self, self.tabs, (self._pages, 1), margins=0, theme=theme, gap=8)
        self.tabs.currentChanged.connect(self._pages.setCurrentIndex)
        self.items.add.activated.connect(edits.add_item)
        self.items.requested.connect(self._do_to_item)
        self.hindering.add.activated.connect(edits.add_hindering)
        self.hindering.requested.connect(self._remove_hindering)
        for signal in (theme.changed, theme.caught_up):
            signal.connect(self._restyle)
        self._restyle()

    def refresh(self) -> None:
        """Show the current character."""
        self.other_equipment.set_value(self._document.character.other_equipment)
        self._refresh_dice()
        self.themes.refresh()
        self.followers.refresh()
        for tab, applies in ((MAGIC, self.themes.applies), (FOLLOWERS, self.followers.applies)):
            # Set only what differs: the tab bar does not lay out changes that were made while it was hidden.
            if self.tabs.isTabVisible(tab) != applies:
                self.tabs.setTabVisible(tab, applies)
        self.tabs.setVisible(self.themes.applies or self.followers.applies)

    def go_to(self, part: SheetSection, place: int | None) -> None:
        """Focus a part: gear, magic or followers."""
        match part:
            case SheetSection.MAGIC if self.themes.applies:
                self.tabs.setCurrentIndex(MAGIC)
                self.themes.go_to_theme(place)
            case SheetSection.FOLLOWERS if self.followers.applies:
                self.tabs.setCurrentIndex(FOLLOWERS)
                self.followers.go_to_first()
            case SheetSection.HINDERING:
                self.tabs.setCurrentIndex(GEAR)
                self.hindering.go_to(place)
            case _:
                self.tabs.setCurrentIndex(GEAR)
                self.items.go_to(place)

    def _refresh_dice(self) -> None:
        character = self._document.character
        # House rules may change the printed leather die (AMB-36), and with it the faces that are offered.
        rulebook = rulebook_for(self._document.rulebook, character.house_rules)
        self.items.add.set_choices(item_choices(rulebook, self._edits.printed_only))
        self.items.show_dice(
            [
                item_line(rulebook, place, item, house=self._document.sheet.equipment[place].house)
                for place, item in enumerate(character.equipment)
            ]
        )
        self.hindering.add.set_choices(hindering_choices(rulebook))
        self.hindering.show_dice(
            [
                die_line(rulebook, str(place), die.name, die.faces, "hindering")
                for place, die in enumerate(character.hindering)
            ]
        )

    def _do_to_item(self, act: str, key: str) -> None:
        if act == "remove":
            self._edits.remove_item(int(key))
            return
        # Imported late, because equipment is seldom made by hand.
        from bones_desktop.pages.builder.itemdialog import ask_item

        ask_item(self._document, self._theme, self._edits, self, int(key) if key else None)

    def _remove_hindering(self, _act: str, key: str) -> None:
        self._edits.remove_hindering(int(key))

    def _gear(self) -> QWidget:
        page = QWidget(self)
        self.label = label = plain_label(self, _("Other equipment"), "muted", theme=self._theme, size=12)
        label.setBuddy(self.other_equipment)
        other = vbox(None, label, (self.other_equipment, 1), theme=self._theme, gap=2)
        vbox(page, (self.items, 6), self.hindering, (other, 1), margins=0, theme=self._theme, gap=8)
        return page

    def _restyle(self) -> None:
        # The bar does not report that its tabs have grown, and the line below them would be cut off.
        self.tabs.setMinimumHeight(self.tabs.sizeHint().height())

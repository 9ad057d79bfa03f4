"""Declarations of the chosen fighters: action, targets and means. The controls take one line, or more if they need it.

Fighters who have rolled cannot change their declarations. A fighter with several actions has a tab for each above the
controls.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from typing import Any, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QDoubleSpinBox, QFrame, QMenu, QSpinBox, QWidget

from bones_desktop.desk.desk import Notices
from bones_desktop.document.bones.fightdocument import FightDocument
from bones_desktop.pages.fight.rosterview import cover_word, distance_word, how_word
from bones_desktop.pages.fight.standing import fill_details
from bones_desktop.play.bones.fightlog import group_name
from bones_desktop.rules.bones.book.character import ItemKind
from bones_desktop.rules.bones.book.icons import MENTAL, PHYSICAL
from bones_desktop.rules.bones.fight.doings import MODES, check_declared
from bones_desktop.rules.bones.fight.fighters import ChoiceError, Declaration, Fighter, Health, How, health, is_able
from bones_desktop.rules.bones.fight.roster import Fight, alike, allow, declare
from bones_desktop.rules.reasons import RulesError
from bones_desktop.theme.measures import light_menu
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, vbox
from bones_desktop.widgets.choice.buttons import Chip, ChoiceButton, give_menu
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.focus import wheel_passes
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import FlowLayout, flow_row, tab_bar
from bones_desktop.widgets.plaintext import plain_tip, without_mnemonic
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_lengths
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording.glances import health_word
from bones_desktop.wording.language import _
from bones_desktop.wording.names import short_name
from bones_desktop.wording.table import skill_name

LINES: Final = 3
LINE: Final = 42
"""Height of a line of targets in pixels, with the gap below it."""


class TargetMenu(QMenu):
    """A menu that stays open while its entries are ticked."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tick the entry under the mouse."""
        if not self._tick(self.actionAt(event.position().toPoint())):
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Tick with Space and Enter. Escape closes the menu."""
        ticks = event.key() in {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if not (ticks and self._tick(self.activeAction())):
            super().keyPressEvent(event)

    def _tick(self, action: QAction | None) -> bool:
        if action is None or not action.isCheckable():
            return False
        action.trigger()
        return True


class Aims(QWidget):
    """The targets. `button` is laid out by the owner, next to other controls; either it or the chips are visible."""

    def __init__(self, theme: Theme, changed: Callable[[], None], parent: QWidget) -> None:
        """Call `changed` whenever other targets are chosen."""
        super().__init__(parent)
        self._theme = theme
        self._changed = changed
        self.targets: dict[str, Chip] = {}
        self._flow = FlowLayout(theme.px(4), self)
        self.button = push_button(parent, name=_("Target"))
        self.menu = TargetMenu(parent)
        give_menu(self.button, self.menu)

    @property
    def chosen(self) -> tuple[str, ...]:
        """Ids of the chosen fighters."""
        return tuple(who for who, chip in self.targets.items() if chip.isChecked())

    def show_targets(self, fighters: Sequence[Fighter], chosen: Collection[str]) -> None:
        """Offer these fighters; `chosen` holds ids."""
        # Rebuild the chips only if the fighters changed, so that a chip keeps the focus.
        if [fighter.id for fighter in fighters] != list(self.targets):
            self._flow.clear()
            words = plain_label(self, _("Target:"), "muted")
            set_lengths(self._theme, words, height=34)  # as high as the chips next to it
            self._flow.addWidget(words)
            self.targets = {}
            self.menu.clear()
            for fighter in fighters:
                chip = Chip(self._theme, fighter.name, self)
                chip.clicked.connect(self._changed)
                self.targets[fighter.id] = chip
                self._flow.addWidget(chip)
                action = self.menu.addAction(without_mnemonic(fighter.name), chip.click)
                action.setCheckable(True)
        for who, chip in self.targets.items():
            chip.setChecked(who in chosen)
        for action, chip in zip(self.menu.actions(), self.targets.values(), strict=True):
            action.setChecked(chip.isChecked())
        names = ", ".join(chip.accessibleName() for chip in self.targets.values() if chip.isChecked())
        self.button.setText(_("Target: {names}").format(names=short_name(names)))
        self.updateGeometry()

    def fit(self, room: int, *, wanted: bool) -> None:
        """Show the chips if they fit in a few lines `room` pixels wide, else the button. Hide both unless `wanted`."""
        fits = self._flow.heightForWidth(max(1, room)) <= LINES * self._theme.px(LINE)
        self.setVisible(wanted and fits)
        self.button.setVisible(wanted and not fits)


NOTHING: Final = "nothing"
Act = tuple[Declaration, ...]
"""Declarations that differ only in their targets."""
SERVES: Final = "serves"
FREE: Final = "free"
"""Key of a task without a difficulty."""
_AIMED: Final = frozenset({*MODES, How.COUP})
_ARMED: Final = frozenset({How.MELEE, How.MISSILE})
_SHOT: Final = frozenset({How.MISSILE, How.MAGIC})
_FAR: Final = frozenset({*_SHOT, How.MIND})


def _acts(declared: Iterable[Declaration]) -> list[Act]:
    """Return a fighter's declarations, grouped by action: the same action against several targets is one act."""
    acts: dict[Declaration, list[Declaration]] = {}
    for each in declared:
        acts.setdefault(each.with_(whom=""), []).append(each)
    return [tuple(act) for act in acts.values()]


def _place(error: RulesError) -> int:
    """Return the number of the declaration that the GM might allow; 0 for none."""
    place = error.place if isinstance(error, ChoiceError) else ""
    name, _dot, number = place.partition(".")
    return int(number) if name == "declare" and number.isdigit() else 0


class DeclareBar(Guarded, QFrame):
    """Controls for declarations. Each change is one step of the document, made for all chosen fighters."""

    edit_requested = Signal(str)
    """Emitted with the id of a fighter whose details should open."""

    def __init__(self, document: FightDocument, theme: Theme, notices: Notices, parent: QWidget) -> None:
        super().__init__(parent)
        self._notices = notices
        self._document = document
        self._theme = theme
        self._who: tuple[str, ...] = ()
        self._at = 0
        """Index of the act shown by the controls; the number of acts for a new one."""
        self._acts: list[Act] = []
        self._refused: Callable[[str], Sequence[Declaration]] | None = None
        """The declarations that the rules refused last and the GM may allow."""
        self._showing = False
        self._aims_at = False
        self.setProperty("kind", "card")
        self.name = plain_label(self, theme=theme, size=14, bold=True)
        self.how = ChoiceButton(theme, _("Action"), _("Declare"), self)
        self.weapon = ChoiceButton(theme, _("Equipment"), "", self)
        self.skill = ChoiceButton(theme, _("Skill of the task"), _("Skill"), self)
        self.difficulty = ChoiceButton(theme, _("Difficulty"), _("Difficulty"), self)
        set_lengths(theme, self.name, height=34)
        set_lengths(theme, self.how, self.weapon, self.skill, self.difficulty, width=180)
        self.distance = wheel_passes(QDoubleSpinBox(self))
        # The lowest value means "not stated", so that the encounter's own distance counts.
        self.distance.setRange(-1, 100_000)
        self.distance.setDecimals(0)
        self.distance.setSuffix(_(" m"))
        self.cover = self._count(-10, 100, "", _(" % cover"), _("Cover of the target"))
        self.cover.setSingleStep(10)
        self.friends = self._count(-1, 200, _("friends as declared"), _(" friends"), _("Friends in the target's melee"))
        self.nulls = self._count(-1, 200, _("Nulls as rolled"), _(" Nulls"), _("Nulls that the challenge dice show"))
        self.magnitude = self._count(0, 5, _("no order"), "", _("Magnitude of an order to the ruled mind, 1 to 5"))
        self.distance.setAccessibleName(_("Distance"))
        self.distance.setToolTip(_("Metres to the target"))
        self.evades = Chip(theme, _("Evades attacks"), self)
        self.evades.setToolTip(_("The task also evades attacks"))
        # The controls that each kind of action needs.
        self._parts: dict[QWidget, frozenset[How]] = {
            self.weapon: _ARMED,
            self.distance: _FAR,
            self.cover: _SHOT,
            self.friends: frozenset({How.MISSILE}),
            **dict.fromkeys((self.skill, self.difficulty, self.nulls, self.evades), frozenset({How.TASK})),
            self.magnitude: frozenset({How.MIND}),
        }
        self.acts = tab_bar(self, _("Actions in this round"))
        self.also = push_button(self, _("Also…"), self.add_act, theme=theme, icon="add")
        self.also.setToolTip(_("Add another action this round"))
        self.stands = push_button(self, _("Details…"), self._ask_details)
        self.stands_menu = light_menu(self)
        self.stands.setToolTip(_("Side, dice, equipment, posture, mount, distances (Enter in the list)"))
        self.allow = push_button(self, _("Allow it as the game master"), self._allow)
        self.allow.hide()
        self._controls = QWidget(self)
        self.aims = Aims(theme, self._declare, self)
        asked = (self.name, self.how, *self._parts)
        acts = (self.aims.button, self.also, self.allow, self.stands)
        flow_row(self._controls, *asked, *acts, theme=theme, gap=8)
        self.nothing = plain_label(self, wrap=True)
        parts = (self.nothing, self.acts, self._controls, self.aims, STRETCH)
        vbox(self, *parts, theme=theme, gap=8, edges=(16, 12, 16, 12))
        self.acts.currentChanged.connect(self._show_act)
        self.how.activated.connect(self._choose_how)
        for choice in (self.weapon, self.skill, self.difficulty):
            choice.activated.connect(partial(self._pick, choice))
        for spin in (self.distance, self.cover, self.friends, self.nulls, self.magnitude):
            # Without this, every digit of a number would be a step of its own.
            spin.setKeyboardTracking(False)
            spin.valueChanged.connect(self._declare)
        self.evades.clicked.connect(self._declare)
        self._keys: dict[ChoiceButton, str] = {}
        document.changed.connect(self.refresh)
        self.refresh()

    def choose(self, who: tuple[str, ...]) -> None:
        """Show the declarations of these fighters. Changes apply to all of them."""
        self._who = who
        self._at = 0
        self.refresh()

    def add_act(self) -> None:
        """Ask for another action of the same fighters."""
        self._at = len(self._acts)
        self.refresh()
        self.how.open()

    def refresh(self) -> None:
        """Show the current declarations."""
        here = {fighter.id: fighter for fighter in self._document.fight.encounter.fighters}
        self._who = tuple(who for who in self._who if who in here)
        able = [here[who] for who in self._who if self._may_declare(here[who])]
        self._offer_allowing(None)
        self._controls.setVisible(bool(self._who))
        self.nothing.setVisible(not able)
        self.name.setVisible(bool(able))
        self.how.setVisible(bool(able))
        if not able:
            self._aims_at = False
            self.acts.hide()
            self.also.hide()
            for each in self._parts:
                each.hide()
            self._fit_targets()
            self.nothing.setText(self._why_nothing([here[who] for who in self._who]))
            return
        # Filling the controls emits their signals, which must declare nothing.
        self._showing = True
        # The controls show the first fighter, but a change is made for all chosen fighters.
        first = able[0]
        self._acts = _acts(each for each in self._document.fight.round.declarations if each.who == first.id)
        self._at = min(self._at, len(self._acts))
        self._show_acts()
        groups = alike(able, self._document.fight.files)
        self.name.setText(self._names(groups))
        self._show(first, self._acts[self._at] if self._at < len(self._acts) else ())
        self._showing = False

    def _may_declare(self, fighter: Fighter) -> bool:
        return is_able(fighter.character) and fighter.id not in self._document.fight.thrown

    def _ask_details(self) -> None:
        """Open the details of the chosen fighter; for several, let the user choose one."""
        if len(self._who) == 1:
            self.edit_requested.emit(self._who[0])
            return
        fill_details(self.stands_menu, self._document, self._notices, self._who, self.edit_requested.emit)
        self.stands_menu.popup(self.stands.mapToGlobal(self.stands.rect().bottomLeft()))

    def _why_nothing(self, chosen: list[Fighter]) -> str:
        """Return why there is nothing to declare."""
        if chosen and is_able(chosen[0].character):
            return _("{name} has rolled.").format(name=chosen[0].name)
        if chosen:
            state = health_word(health(chosen[0].character))
            return _("{name} is {state} and cannot act.").format(name=chosen[0].name, state=state)
        return _("Choose a fighter at the left to declare what it does.")

    def _show_acts(self) -> None:
        """Show a tab for each act if there are several."""
        names = {fighter.id: fighter.name for fighter in self._document.fight.encounter.fighters}
        words = [self._act_words(act, names) for act in self._acts]
        if self._at == len(words) and words:
            words.append(_("Another action"))
        # Signals are blocked, because adding and removing tabs emits them as if the user had changed the tab.
        self.acts.blockSignals(True)
        while self.acts.count() > len(words):
            self.acts.removeTab(0)
        for place, text in enumerate(words):
            if place == self.acts.count():
                self.acts.addTab("")
            self.acts.setTabText(place, without_mnemonic(text))
            self.acts.setTabToolTip(place, plain_tip(text))
        self.acts.setCurrentIndex(self._at)
        self.acts.blockSignals(False)
        self.acts.setVisible(len(words) > 1)
        # Hidden while a new act is being added, because pressing it would only add the same act again.
        self.also.setVisible(0 < len(words) == len(self._acts))

    def _act_words(self, act: Act, names: dict[str, str]) -> str:
        whom = short_name(", ".join(names.get(each.whom, each.whom) for each in act if each.whom))
        how = self._label(act[0].how)
        return _("{how} → {whom}").format(how=how, whom=whom) if whom else how

    def _show_act(self, place: int) -> None:
        self._at = place
        self.refresh()

    def _names(self, groups: Sequence[Sequence[Fighter]]) -> str:
        """Return the names of the fighters whose declarations the controls show.

        Equal fighters share a name, as in the roster.
        """
        name, more = group_name(groups[0]), sum(map(len, groups[1:]))
        return _("{name} and {n} more").format(name=name, n=more) if more else name

    def _show(self, first: Fighter, declared: Sequence[Declaration]) -> None:
        one = declared[0] if declared else None
        how = one.how if one is not None else None
        hows = (How.MELEE, How.UNARMED, How.MOVE, How.NONE) if first.is_horde else tuple(How)
        nothing = _("Attacks everybody") if first.is_horde else _("Not declared")
        # With several acts, this entry removes only the act that is shown.
        if len(self._acts) > 1:
            nothing = _("Remove this action")
        choices = [Choice(NOTHING, nothing), *(Choice(each, self._label(each)) for each in hows)]
        # A new act has no entry "nothing", because the user can simply not add it.
        fresh = bool(self._acts) and self._at == len(self._acts)
        self.how.set_choices(choices[fresh:], "" if fresh else how or NOTHING)
        weapons = [
            first.character.equipment[place].name
            for place in first.at_hand
            if first.character.equipment[place].kind is ItemKind.WEAPON
        ]
        self._offer(self.weapon, [(SERVES, _("Any suitable equipment")), *((each, each) for each in weapons)],
                    one.weapon if one is not None and one.weapon else SERVES)  # fmt: skip
        rulebook = self._document.rulebook
        skills = sorted((skill_name(rulebook, each.id), each.id) for each in rulebook.skills)
        skills += [(skill_name(rulebook, each), each) for each in (PHYSICAL, MENTAL)]
        self._offer(self.skill, [(key, name) for name, key in skills], one.skill if one is not None else "")
        levels = [(FREE, _("No challenge dice")), *((each.id, each.name) for each in rulebook.difficulties)]
        self._offer(self.difficulty, levels, (one.difficulty or FREE) if one is not None else "")
        here, whom = self._document.fight.encounter, [each.whom for each in declared]
        self.distance.setSpecialValueText(distance_word(here, first.id, whom))
        self.cover.setSpecialValueText(cover_word(here, whom))
        self._set(self.distance, one.distance_m if one is not None else None, -1)
        self._set(self.cover, one.cover if one is not None else None, -10)
        self._set(self.friends, one.friends if one is not None else None, -1)
        self._set(self.nulls, one.nulls if one is not None else None, -1)
        self._set(self.magnitude, one.magnitude if one is not None else None, 0)
        self.evades.setChecked(one is not None and one.evades)
        for part, needing in self._parts.items():
            part.setVisible(how in needing)
        self.weapon.setVisible(how in _ARMED and len(weapons) > 1)
        self._aims_at = how in _AIMED
        if how in _AIMED:
            chosen = [each.whom for each in declared]
            self.aims.show_targets(self._targets_of(how, chosen), chosen)
        self._fit_targets()
        self._controls.updateGeometry()

    def _targets_of(self, how: How, chosen: list[str]) -> list[Fighter]:
        """Return possible targets for an action, and its declared targets."""
        wanted = [fighter for fighter in self._possible(how) if fighter.id not in self._who]
        here = self._document.fight.encounter.fighters
        return wanted + [each for each in here if each.id in chosen and each not in wanted]

    def _fit_targets(self) -> None:
        self.aims.fit(self.width() - 2 * self._theme.px(16), wanted=self._aims_at)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the targets to the width."""
        super().resizeEvent(event)
        self._fit_targets()

    def _possible(self, how: How | None) -> list[Fighter]:
        """Return possible targets: able foes; fallen fighters for a coup de grace; friends if there are no foes."""
        fighters = self._document.fight.encounter.fighters
        sides = {fighter.side for fighter in fighters if fighter.id in self._who}
        if how is How.COUP:
            return [each for each in fighters if health(each.character) in {Health.INCAPACITATED, Health.DYING}]
        foes = [each for each in fighters if each.side not in sides and is_able(each.character)]
        return foes or [each for each in fighters if each.id not in self._who and is_able(each.character)]

    def _label(self, how: How) -> str:
        word = how_word(how)
        return word[:1].upper() + word[1:]

    def _offer(self, button: ChoiceButton, offered: list[tuple[str, str]], current: str) -> None:
        button.set_choices([Choice(key, text) for key, text in offered], current)
        self._keys[button] = current

    def _pick(self, button: ChoiceButton, picked: Choice) -> None:
        self._keys[button] = picked.key
        self._declare()

    def _choose_how(self, picked: Choice) -> None:
        if picked.key == NOTHING:
            self._make()
            return
        how = How(picked.key)
        targets: tuple[str, ...] = ()
        if how in _AIMED:
            if self._at < len(self._acts):
                targets = self.aims.chosen
            possible = [fighter.id for fighter in self._possible(how)]
            struck = {each.whom for act in self._acts for each in act}
            # A new act takes a target that no other act has, if there is one.
            fresh = [who for who in possible if who not in struck] or possible
            targets = tuple(who for who in targets if who in possible) or tuple(fresh[:1])
        # Without a skill and a difficulty the rules would refuse the task.
        if how is How.TASK and not self._keys.get(self.skill):
            self._keys[self.skill] = "maneuver"
            self._keys[self.difficulty] = self._keys.get(self.difficulty) or self._document.rulebook.difficulties[0].id
        self._declare_as(how, targets)

    def _declare(self) -> None:
        """Declare the action that the controls show."""
        if self._showing or self.how.current in {NOTHING, ""}:
            return
        how = How(self.how.current)
        if how in _AIMED and not self.aims.chosen:
            self.refresh()  # the list of actions removes acts, so a last target stays
            return
        self._declare_as(how, self.aims.chosen)

    def _declare_as(self, how: How, whom: tuple[str, ...]) -> None:
        fields = self._fields(how)
        self._make(*({"how": how, "whom": each, **fields} for each in (whom if how in _AIMED else ("",))))

    def _fields(self, how: How) -> dict[str, Any]:
        weapon = self._keys.get(self.weapon, SERVES)
        found: dict[str, Any] = {}
        if how in _ARMED and weapon != SERVES:
            found["weapon"] = weapon
        if how in _FAR and self.distance.value() >= 0:
            found["distance_m"] = self.distance.value()
        if how in _SHOT and self.cover.value() >= 0:
            found["cover"] = self.cover.value()
        if how is How.MISSILE and self.friends.value() >= 0:
            found["friends"] = self.friends.value()
        if how is How.TASK:
            found["skill"] = self._keys.get(self.skill, "")
            found["evades"] = self.evades.isChecked()
            found["nulls"] = self.nulls.value() if self.nulls.value() >= 0 else None
            found["difficulty"] = self._keys.get(self.difficulty, "").removeprefix(FREE)
        if how is How.MIND and self.magnitude.value():
            found["magnitude"] = self.magnitude.value()
        return found

    def _make(self, *act: dict[str, Any]) -> None:
        """Declare this act in place of the one shown; other acts stay. Each dict holds fields of a Declaration."""
        before, behind = self._acts[: self._at], self._acts[self._at + 1 :]

        def said(who: str) -> Sequence[Declaration]:
            kept = [[each.with_(who=who) for others in some for each in others] for some in (before, behind)]
            # Duplicates are dropped, because the same declaration twice would attack twice. A dict keeps the order.
            return list(dict.fromkeys([*kept[0], *(Declaration(who=who, **fields) for fields in act), *kept[1]]))

        try:
            self._declare_all(said)
        except RulesError as error:
            self._notices.refuse(error.reason)
            self.refresh()
            # The GM can allow a refused choice only if the refusal names one declaration.
            self._offer_allowing(said if _place(error) else None)
        else:
            self._stand_at(act[0] if act else {})

    def _stand_at(self, fields: dict[str, Any]) -> None:
        """Show the act with these fields. It may have become part of another act, as one more target."""
        alike = {**fields, "whom": ""}
        found = (at for at, act in enumerate(self._acts) if act[0].with_(**alike) == act[0].with_(whom=""))
        self._show_act(next(found, 0) if fields else 0)

    def _declare_all(self, said: Callable[[str], Sequence[Declaration]], allowed: Sequence[int] = ()) -> None:
        who = self._who
        here = self._document.fight.encounter

        def edit(fight: Fight) -> Fight:
            for each in who:
                # Some of the chosen may have rolled already; the others can still declare.
                if self._may_declare(here.fighter(each)):
                    fight = declare(fight, each, said(each))
            fight = allow(fight, allowed) if allowed else fight
            # Check all fighters after the edit, because whether one may act can depend on the others.
            check_declared(self._document.rulebook, fight.round, who)
            return fight

        words = _("{who} declares, as the GM allows") if allowed else _("{who} declares")
        self._document.apply(words.format(who=self.name.text()), edit)

    def _offer_allowing(self, said: Callable[[str], Sequence[Declaration]] | None) -> None:
        self._refused = said
        self.allow.setVisible(said is not None)

    def _allow(self) -> None:
        """Repeat the refused declarations, and allow each one that the rules refuse (amendment 9)."""
        said, allowed = self._refused, list[int]()
        while said is not None:
            try:
                self._declare_all(said, allowed)
            except RulesError as error:
                place = _place(error)
                # Stop if the same declaration is refused twice, or the loop would never end.
                if place and place not in allowed:
                    allowed.append(place)
                    continue
                self._notices.refuse(error.reason)
                self.refresh()
            return

    def _count(self, least: int, most: int, none: str, suffix: str, tip: str) -> QSpinBox:
        spin = wheel_passes(QSpinBox(self))
        spin.setRange(least, most)
        spin.setSpecialValueText(none)
        spin.setSuffix(suffix)
        spin.setToolTip(plain_tip(tip))
        spin.setAccessibleName(tip)
        return spin

    def _set(self, spin: QSpinBox | QDoubleSpinBox, value: float | None, none: int) -> None:
        # Signals are blocked, because a value set here is not chosen by the user.
        spin.blockSignals(True)
        spin.setValue(int(none if value is None else value))
        spin.blockSignals(False)

"""Declarations of the chosen fighters: action, targets and means, as one form that wraps at any width.

Fighters who have rolled cannot change their declarations. A fighter with several actions has a tab for each above the
form.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QWidget

from bones_desktop.desk.desk import Notices
from bones_desktop.document.bones.fightdocument import FightDocument
from bones_desktop.pages.fight.rosterview import cover_word, distance_word
from bones_desktop.pages.fight.standing import fill_details
from bones_desktop.play.bones.fightanswers import how_word
from bones_desktop.play.bones.fightlog import group_name
from bones_desktop.rules.acts import Parameter, Value
from bones_desktop.rules.bones.book.character import ItemKind
from bones_desktop.rules.bones.book.characterdice import item_name
from bones_desktop.rules.bones.book.icons import MENTAL, PHYSICAL
from bones_desktop.rules.bones.fight.doings import MODES, check_declared
from bones_desktop.rules.bones.fight.fighters import ChoiceError, Declaration, Fighter, Health, How, health, is_able
from bones_desktop.rules.bones.fight.roster import Fight, alike, allow, declare
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.typedtext import in_order_of_names
from bones_desktop.theme.measures import light_menu
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actfields import AnyField, Field, FieldPlace, Unit
from bones_desktop.widgets.acts.actform import ActForm
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import tab_bar
from bones_desktop.widgets.plaintext import plain_tip, without_mnemonic
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.text.labels import ElidedLabel, plain_label
from bones_desktop.wording.glances import health_word
from bones_desktop.wording.language import _
from bones_desktop.wording.names import short_name
from bones_desktop.wording.table import skill_name

NOTHING: Final = "nothing"
Deeds = tuple[Declaration, ...]
"""Declarations that differ only in their targets."""
SERVES: Final = "serves"
FREE: Final = "free"
"""Key of a task without a difficulty."""
WHOM: Final = "whom."
"""Prefix of the ids of target fields. The fighter's id follows the prefix."""
_AIMED: Final = frozenset({*MODES, How.COUP})
_ARMED: Final = frozenset({How.MELEE, How.MISSILE})
_SHOT: Final = frozenset({How.MISSILE, How.MAGIC})
_FAR: Final = frozenset({*_SHOT, How.MIND})
_TASK: Final = frozenset({How.TASK})
_FIELDS: Final[dict[str, tuple[frozenset[How], Value]]] = {
    "weapon": (_ARMED, SERVES),
    "distance_m": (_FAR, -1),
    "cover": (_SHOT, -10),
    "friends": (frozenset({How.MISSILE}), -1),
    "skill": (_TASK, ""),
    "difficulty": (_TASK, FREE),
    "nulls": (_TASK, -1),
    "evades": (_TASK, 0),
    "magnitude": (frozenset({How.MIND}), 0),
}
"""The other fields of a declaration.

Each value holds the actions that have the field, and the answer that means "not stated".
"""


def _acts(declared: Iterable[Declaration]) -> list[Deeds]:
    """Return a fighter's declarations, grouped by action.

    The same action against several targets is one group.
    """
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
        """Index of the action shown by the form. For a new action it is the number of existing actions."""
        self._acts: list[Deeds] = []
        self._refused: Callable[[str], Sequence[Declaration]] | None = None
        """The declarations that the rules refused last and the GM may allow."""
        self.setProperty("kind", "card")
        self.name = ElidedLabel(self, theme=theme, size=14, bold=True)
        self.acts = tab_bar(self, _("Actions in this round"))
        self.also = push_button(self, _("Also…"), self.add_act, theme=theme, icon="add")
        self.also.setToolTip(_("Add another action this round"))
        self.stands = push_button(self, _("Details…"), self._ask_details)
        self.stands_menu = light_menu(self)
        self.stands.setToolTip(_("Side, dice, equipment, posture, mount, distances (Enter in the list)"))
        self.allow = push_button(self, _("Allow it as the game master"), self._allow)
        self.allow.hide()
        self.nothing = plain_label(self, wrap=True)
        self.form = ActForm(theme, self, framed=False, compact=True)
        head = hbox(None, (self.name, 1), self.allow, self.also, self.stands, theme=theme, gap=8)
        vbox(self, head, self.acts, self.nothing, self.form, STRETCH, theme=theme, gap=8, edges=(16, 12, 16, 12))
        self.acts.currentChanged.connect(self._show_act)
        self.form.answered.connect(self._answer)
        document.changed.connect(self.refresh)
        self.refresh()

    @property
    def fields(self) -> dict[str, AnyField]:
        """The fields of the form by their ids."""
        return self.form.fields

    @property
    def targets(self) -> dict[str, AnyField]:
        """The fields of the possible targets by the ids of fighters."""
        ids = (field for field in self.fields if field.startswith(WHOM) and not self.fields[field].isHidden())
        return {id.removeprefix(WHOM): self.fields[id] for id in ids}

    def choose(self, who: tuple[str, ...]) -> None:
        """Show the declarations of these fighters. Changes apply to all of them."""
        self._who = who
        self._at = 0
        self.refresh()

    def add_act(self) -> None:
        """Ask for another action of the same fighters."""
        self._at = len(self._acts)
        self.refresh()
        self.open_actions()

    def open_actions(self) -> None:
        """Open the list of actions, if there is something to declare."""
        if self.form.isVisible():
            self.form.open_choice("how")

    def refresh(self) -> None:
        """Show the current declarations."""
        here = {fighter.id: fighter for fighter in self._document.fight.encounter.fighters}
        self._who = tuple(who for who in self._who if who in here)
        able = [here[who] for who in self._who if self._may_declare(here[who])]
        self._offer_allowing(None)
        self.stands.setVisible(bool(self._who))
        self.nothing.setVisible(not able)
        self.form.setVisible(bool(able))
        self.name.set_full_text(self._names(alike(able, self._document.fight.files)) if able else "")
        if not able:
            self.acts.hide()
            self.also.hide()
            self.nothing.setText(self._why_nothing([here[who] for who in self._who]))
            return
        # The form shows the first fighter, but a change is made for all chosen fighters.
        first = able[0]
        self._acts = _acts(each for each in self._document.fight.round.declarations if each.who == first.id)
        self._at = min(self._at, len(self._acts))
        self._show_acts()
        declared = self._acts[self._at] if self._at < len(self._acts) else ()
        self.form.show_fields(tuple(self._fields_of(first, declared)))

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
        """Show a tab for each action if there are several."""
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
        # Hidden while a new action is being added, because pressing it would only add the same action again.
        self.also.setVisible(0 < len(words) == len(self._acts))

    def _act_words(self, act: Deeds, names: dict[str, str]) -> str:
        whom = short_name(", ".join(names.get(each.whom, each.whom) for each in act if each.whom))
        how = self._label(act[0].how)
        return _("{how} → {whom}").format(how=how, whom=whom) if whom else how

    def _show_act(self, place: int) -> None:
        self._at = place
        self.refresh()

    def _names(self, groups: Sequence[Sequence[Fighter]]) -> str:
        """Return the names of the fighters that the form declares for.

        Equal fighters share a name, as in the roster.
        """
        name, more = group_name(groups[0]), sum(map(len, groups[1:]))
        return _("{name} and {n} more").format(name=name, n=more) if more else name

    def _fields_of(self, first: Fighter, declared: Sequence[Declaration]) -> Iterator[Field]:
        """Yield the fields of an action with their present answers."""
        one = declared[0] if declared else None
        hows = (How.MELEE, How.UNARMED, How.MOVE, How.NONE) if first.is_horde else tuple(How)
        nothing = _("Attacks everybody") if first.is_horde else _("Not declared")
        # With several actions, this entry removes only the action that is shown.
        if len(self._acts) > 1:
            nothing = _("Remove this action")
        actions = {NOTHING: nothing, **{str(each): self._label(each) for each in hows}}
        # A new action has no entry "nothing", because the user can simply not add it.
        fresh = bool(self._acts) and self._at == len(self._acts)
        if fresh:
            del actions[NOTHING]
        yield _choice(
            "how", _("Action"), actions, one.how if one is not None else "" if fresh else NOTHING, _("Declare")
        )
        if one is None:
            return
        yield from self._means_of(first, one)
        yield from self._measures_of(first, one, [each.whom for each in declared])
        if one.how in _AIMED:
            chosen = [each.whom for each in declared]
            for each in self._targets_of(one.how, chosen):
                yield Field(Parameter.yes_no(f"{WHOM}{each.id}", int(each.id in chosen)), _("Target:"), each.name)

    def _means_of(self, first: Fighter, one: Declaration) -> Iterator[Field]:
        """Yield the fields for a weapon, or for the skill and difficulty of a task."""
        rulebook = self._document.rulebook
        items = [first.character.equipment[place] for place in first.at_hand]
        weapons = {each.name: item_name(rulebook, each) for each in items if each.kind is ItemKind.WEAPON}
        if one.how in _ARMED and len(weapons) > 1:
            any_ = {SERVES: _("Any suitable equipment")}
            yield _choice("weapon", _("Equipment"), {**any_, **weapons}, one.weapon or SERVES)
        if one.how is How.TASK:
            named = in_order_of_names((skill_name(rulebook, each.id), each.id) for each in rulebook.skills)
            named += [(skill_name(rulebook, each), each) for each in (PHYSICAL, MENTAL)]
            yield _choice("skill", _("Skill of the task"), {key: name for name, key in named}, one.skill, _("Skill"))
            levels = {FREE: _("No challenge dice"), **{each.id: each.name for each in rulebook.difficulties}}
            yield _choice("difficulty", _("Difficulty"), levels, one.difficulty or FREE)

    def _measures_of(self, first: Fighter, one: Declaration, whom: list[str]) -> Iterator[Field]:
        """Yield the fields for numbers, and for a task that evades. The smallest number means "not stated"."""
        here = self._document.fight.encounter
        # If a number is not stated, the number of the encounter counts.
        numbers = {
            "distance_m": (100_000, Unit(_(" m"), distance_word(here, first.id, whom)), _("Metres to the target")),
            "cover": (100, Unit(_(" % cover"), cover_word(here, whom), 10), _("Cover of the target")),
            "friends": (200, Unit(_(" friends"), _("friends as declared")), _("Friends in the target's melee")),
            "nulls": (200, Unit(_(" Nulls"), _("Nulls as rolled")), _("Nulls that the challenge dice show")),
            "magnitude": (5, Unit("", _("no order")), _("Magnitude of an order to the ruled mind, 1 to 5")),
        }
        for id, (most, unit, tip) in numbers.items():
            hows, unset = _FIELDS[id]
            if one.how in hows:
                value = getattr(one, id)
                least = int(unset)  # type: ignore[arg-type]  # the unset answer of a number is a number
                asked = Parameter.number(id, least if value is None else int(value), least, most)
                yield Field(asked, "", tip, tip, place=FieldPlace.FLOW, unit=unit)
        if one.how is How.TASK:
            name, tip = _("Evades attacks"), _("The task also evades attacks")
            yield Field(Parameter.yes_no("evades", int(one.evades)), "", name, tip, name, place=FieldPlace.FLOW)

    def _targets_of(self, how: How, chosen: list[str]) -> list[Fighter]:
        """Return possible targets for an action, and its declared targets."""
        wanted = [fighter for fighter in self._possible(how) if fighter.id not in self._who]
        here = self._document.fight.encounter.fighters
        return wanted + [each for each in here if each.id in chosen and each not in wanted]

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

    def _answer(self, id: str, value: Value) -> None:
        """Declare again with the answers of the form, after the answer to the field `id` has changed."""
        if id == "how":
            self._choose_how(str(value))
            return
        how = self._acts[self._at][0].how
        if how in _AIMED and not self._chosen_targets:
            self.refresh()  # keep the last target, because only the list of actions can remove an action
        else:
            self._declare_as(how, self._chosen_targets)

    @property
    def _chosen_targets(self) -> tuple[str, ...]:
        answers = self.form.answers
        return tuple(id.removeprefix(WHOM) for id in answers.values if id.startswith(WHOM) and answers.yes(id))

    def _choose_how(self, key: str) -> None:
        if key == NOTHING:
            self._make()
            return
        how = How(key)
        targets: tuple[str, ...] = ()
        if how in _AIMED:
            if self._at < len(self._acts):
                targets = self._chosen_targets
            possible = [fighter.id for fighter in self._possible(how)]
            struck = {each.whom for act in self._acts for each in act}
            # A new action gets a target that no other action has, if there is one.
            fresh = [who for who in possible if who not in struck] or possible
            targets = tuple(who for who in targets if who in possible) or tuple(fresh[:1])
        self._declare_as(how, targets)

    def _declare_as(self, how: How, whom: tuple[str, ...]) -> None:
        fields = self._stated(how)
        self._make(*({"how": how, "whom": each, **fields} for each in (whom if how in _AIMED else ("",))))

    def _stated(self, how: How) -> dict[str, Any]:
        """Return the stated fields of a declaration, as keywords."""
        values = self.form.answers.values
        found: dict[str, Any] = {
            id: value
            for id, (hows, unset) in _FIELDS.items()
            if how in hows and (value := values.get(id, unset)) != unset
        }
        if "evades" in found:
            found["evades"] = True
        # Without a skill and a difficulty the rules would refuse a new task.
        if how is How.TASK and "skill" not in found:
            found |= {"skill": "maneuver", "difficulty": self._document.rulebook.difficulties[0].id}
        return found

    def _make(self, *act: dict[str, Any]) -> None:
        """Replace the shown action by this one; other actions stay.

        Each dict holds the fields of a Declaration.
        """
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
        """Show the action with these fields.

        Its target may have been added to another action; then that action is shown.
        """
        alike = {**fields, "whom": ""}
        found = (at for at, act in enumerate(self._acts) if act[0].with_(**alike) == act[0].with_(whom=""))
        self._show_act(next(found, 0) if fields else 0)

    def _declare_all(self, said: Callable[[str], Sequence[Declaration]], allowed: Sequence[int] = ()) -> None:
        who = self._who
        here = self._document.fight.encounter

        def edit(fight: Fight) -> Fight:
            for each in who:
                # Some of the chosen fighters may have rolled already. The other fighters can still declare.
                if self._may_declare(here.fighter(each)):
                    fight = declare(fight, each, said(each))
            fight = allow(fight, allowed) if allowed else fight
            # Check all fighters after the edit, because one declaration can decide whether another is allowed.
            check_declared(self._document.rulebook, fight.round, who)
            return fight

        words = _("{who} declares, as the GM allows") if allowed else _("{who} declares")
        self._document.apply(words.format(who=self.name.full_text), edit)

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


def _choice(id: str, name: str, choices: dict[str, str], now: str, hint: str = "") -> Field:
    """Return the field for a choice. `now` is the key of the present answer."""
    offered = tuple(Choice(key, text) for key, text in choices.items())
    return Field(Parameter.choice(id, choices, now), "", name, hint=hint, choices=offered, place=FieldPlace.FLOW)

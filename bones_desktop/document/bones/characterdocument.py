"""The open BONES character: a document that also has a rulebook, a sheet and odds; and steps that injure or heal."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject

from bones_desktop.document import document, session
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.characterdice import automatic_successes, task_pool
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.rulebook import DieUse, HouseRules, Rulebook
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.making.edits import with_face
from bones_desktop.rules.bones.making.problems import problems
from bones_desktop.rules.bones.making.sheet import Sheet, derive
from bones_desktop.rules.bones.reading.odds import OddsCalculator
from bones_desktop.rules.bones.reading.requests import usual_items
from bones_desktop.rules.records import Record
from bones_desktop.storage.files.undohistory import FileStep, HistoryStep
from bones_desktop.wording.language import _

if TYPE_CHECKING:
    from bones_desktop.rules.bones.book.character import SheetPlace
    from bones_desktop.rules.bones.reading.odds import SkillOdds
    from bones_desktop.rules.reasons import Problem


DerivedT = TypeVar("DerivedT")
AnyCharacter = session.AnyFile[Character]
Change = document.Change[Character]
CharacterSession = session.Session[Character]
ClosedFiles = session.ClosedFiles[Character]
MadeStep = FileStep[Character]
UndoStep = HistoryStep[Character]


def _skill_odds(
    rulebook: Rulebook, character: Character, odds: OddsCalculator, items: tuple[int, ...] | None, automatic: int
) -> "tuple[SkillOdds, ...]":
    if items is not None:
        return odds.table(task_pool(rulebook, character, items), automatic=automatic)
    # Many skills use the same equipment, so each pool is made only once.
    usual = {skill.id: usual_items(rulebook, character, skill.id) for skill in rulebook.skills}
    pools = {along: task_pool(rulebook, character, along) for along in set(usual.values())}
    return tuple(odds.skill(skill, pools[along], automatic=automatic) for skill, along in usual.items())


class CharacterDocument(document.Document[Character]):
    """The character shown on every page of BONES."""

    def __init__(self, rulebook: Rulebook, character: Character, parent: QObject | None = None) -> None:
        super().__init__(character, parent)
        self._rulebook = rulebook
        self._derived: dict[object, Any] = {}
        """Values derived from the current character, by name or by the choices for which they were calculated."""
        self._odds: tuple[Rulebook, HouseRules, OddsCalculator] | None = None

    @property
    def rulebook(self) -> Rulebook:
        """The rulebook used for every edit."""
        return self._rulebook

    @property
    def character(self) -> Character:
        """The current character."""
        return self._value

    @property
    def sheet(self) -> Sheet:
        """The sheet. It is derived once for each change."""
        return self._once("sheet", partial(derive, self._rulebook, self._value))

    @property
    def problems(self) -> "tuple[Problem[SheetPlace], ...]":
        """The character's missing choices and violations of the rules."""
        return self._once("problems", partial(problems, self._rulebook, self._value))

    @property
    def odds(self) -> OddsCalculator:
        """The calculator of exact odds under the character's house rules. It reuses its results after changes."""
        house_rules = self._value.house_rules
        kept = self._odds
        if kept is None or kept[0] is not self._rulebook or kept[1] != house_rules:
            kept = self._odds = (self._rulebook, house_rules, OddsCalculator(self._rulebook, house_rules))
        return kept[2]

    def skill_odds(self, items: tuple[int, ...] | None = ()) -> "tuple[SkillOdds, ...]":
        """Return the odds of every skill for a roll that includes the equipment at `items` (DICE-8..11).

        With None, each skill uses its default equipment (AMB-38). The odds are calculated once for each change.

        Raise RulesError `no-such-item` for equipment that does not exist.
        """
        return self._once(items, partial(self._skill_odds, self._value, items))

    def skill_odds_if(
        self, die: int, face: int, new: Face, items: tuple[int, ...] | None = None
    ) -> "tuple[SkillOdds, ...]":
        """Return the odds of every skill with `new` on a face, legal or not, like `skill_odds`.

        If `new` is an empty face, the difference to `skill_odds` is the value of the icon on the face now. Automatic
        successes, which need full dice (IMP-5), are still included.
        """

        def changed() -> "tuple[SkillOdds, ...]":
            after = with_face(self._value, die, face, new)
            # An empty face would also end the automatic successes, which need full dice, so they are added here. The
            # difference is then the value of the icon alone.
            automatic = automatic_successes(self._value if new.is_unfilled else after)
            return _skill_odds(self._rulebook, after, self.odds, items, automatic)

        return self._once((die, face, new, items), changed)

    def skill_odds_of(self, character: Character) -> "tuple[SkillOdds, ...]":
        """Return the odds of every skill of another character, under this one's house rules, with default equipment.

        The odds are calculated again at each call.
        """
        return self._skill_odds(character, None)

    def _skill_odds(self, character: Character, items: tuple[int, ...] | None) -> "tuple[SkillOdds, ...]":
        return _skill_odds(self._rulebook, character, self.odds, items, automatic_successes(character))

    def _once(self, key: object, make: Callable[[], DerivedT]) -> DerivedT:
        """Return the value of `make` for the current character. It is calculated at most once for each change."""
        if key not in self._derived:
            self._derived[key] = make()
        found: DerivedT = self._derived[key]
        return found

    def set_rulebook(self, rulebook: Rulebook) -> None:
        """Use another rulebook from now on, after packs were added or removed. The history is kept."""
        if rulebook is self._rulebook:
            return
        self._rulebook = rulebook
        # The sheet and the odds depend on the rulebook too.
        self._set(self._value)
        self.changed.emit(Change(self._value, self._value, _("Other packs")))

    def _set(self, value: Character) -> None:
        super()._set(value)
        self._derived = {}


Edit = Callable[[Character], Character]


class InjuryStep(Record):
    """A named edit of injuries. `of` names what it affects."""

    name: str
    edit: Edit
    of: str = ""


def loss(now: Character, chosen: int, cause: str) -> InjuryStep:
    """Return a step for one point of damage.

    It takes the chosen die if that die is not lost, else the last die left. With no die left, it adds damage below
    zero.
    """
    available = now.available()
    if not available:
        return InjuryStep(_("Take damage below zero"), partial(injuries.suffer, cause=cause))
    die = chosen if chosen in available else available[-1]
    return InjuryStep(_("Lose die {n}").format(n=die + 1), partial(injuries.suffer, cause=cause, die=die))


def healing(now: Character, chosen: int) -> InjuryStep:
    """Return a step that heals one point of damage.

    It heals damage below zero first, else the chosen die if that die is lost, else the die lost last.
    """
    out = [entry.die for entry in now.lost]
    # A die held by ongoing magic cannot heal.
    free = [entry.die for entry in now.lost if not entry.held]
    die = chosen if chosen in out else free[-1] if free else -1
    if now.excess_damage or die < 0:
        return InjuryStep(_("Heal damage below zero"), injuries.heal)
    return InjuryStep(_("Heal die {n}").format(n=die + 1), partial(injuries.heal, die=die))


def rare_steps() -> tuple[InjuryStep, ...]:
    """Return steps that are seldom needed."""
    return (
        InjuryStep(_("Heal everything"), injuries.heal_all),
        InjuryStep(_("Killed outright"), injuries.slay),
        InjuryStep(_("Back from death"), injuries.revive),
    )


def hindering_steps(rulebook: Rulebook) -> tuple[InjuryStep, ...]:
    """Return a step for each hindering die of the rulebook that adds the die."""
    dice = (injuries.hindering_from(die) for die in rulebook.dice if die.use is DieUse.HINDERING)
    return tuple(
        InjuryStep(_("Add {die}").format(die=die.name), partial(injuries.add_hindering, die=die), die.name)
        for die in dice
    )

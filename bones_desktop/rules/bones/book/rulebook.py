"""The definitions of the game as values, and a group's house rules.

A loader fills the rulebook from data; the rules only read it. House rules are saved with the character; their defaults
are the default rulings.
"""

from enum import StrEnum
from functools import cached_property
from typing import Annotated, Final, Literal, TypeVar, cast

from bones_desktop.rules.bones.book.definitions import (
    Ability,
    ActionClass,
    BookNote,
    Concept,
    Difficulty,
    EncounterRating,
    FaceWord,
    HordeSize,
    ImprovementStep,
    IncomeRate,
    Mastery,
    MindDegree,
    NameList,
    PowerLevel,
    Race,
    Skill,
    SpiffPrice,
    TaskCheck,
    TaskExample,
)
from bones_desktop.rules.bones.book.icons import Aptitude, Face, IconKind, Symbol
from bones_desktop.rules.records import Record
from bones_desktop.rules.values import Limits, Value

Icon = Symbol | Skill | Mastery | Race | Ability
_KINDS: Final[dict[type[Icon], IconKind]] = {
    Symbol: IconKind.SYMBOL,
    Skill: IconKind.SKILL,
    Mastery: IconKind.MASTERY,
    Race: IconKind.RACE,
    Ability: IconKind.ABILITY,
}
EntryT = TypeVar("EntryT")


class TemplateKind(StrEnum):
    """The three kinds of Cold Iron template (CHR-1)."""

    CULTURE = "culture"
    BACKGROUND = "background"
    OCCUPATION = "occupation"


class FaceSlot(Record):
    """The icons that a template allows on a face.

    One icon is fixed, several are a choice, and `free` allows any basic skill.
    """

    options: tuple[Face, ...] = ()
    free: bool = False

    @property
    def is_fixed(self) -> bool:
        """True if the template leaves no choice for the face."""
        return not self.free and len(self.options) == 1


class ForbiddenOccupation(Value):
    """An occupation that a culture forbids (CHR-2), for one background; the background is "" for all of them."""

    occupation: Annotated[str, Limits(max_length=80, pattern=r"^[a-z0-9/_-]+$")]
    background: Annotated[str, Limits(max_length=80, pattern=r"^[a-z0-9/_-]*$")] = ""


class Template(Record):
    """A culture, background or occupation die (CHR-4), and the names of the templates that it gives access to."""

    id: str
    name: str
    kind: TemplateKind
    slots: tuple[FaceSlot, ...]
    """The six faces, face 1 first."""
    opens: tuple[str, ...]
    """Ids of the cultures, backgrounds and occupations that the template gives access to.

    Some of them have no template. A culture gives access to backgrounds, a background to first occupations, an
    occupation to second ones.
    """
    source: str
    open_to_all: bool = False
    """True if every background and every first occupation gives access to this occupation (AMB-90)."""
    forbids: tuple[ForbiddenOccupation, ...] = ()
    """Occupations that the template forbids; only a culture forbids any."""
    house: bool = False
    derived_from: str = ""
    """Id of the printed die, or of the sample cast member, that a house template is built from (amendment 1)."""
    stands_for: str = ""
    """Id that other templates use for this template in `opens`; "" if they use its own id."""
    aliases: tuple[str, ...] = ()


class DieUse(StrEnum):
    """The purpose of a printed die."""

    WEAPON = "weapon"
    SHIELD = "shield"
    ARMOUR = "armour"
    MAGIC_ITEM = "magic-item"
    CAST = "cast"
    BEAST = "beast"
    HORDE = "horde"
    HINDERING = "hindering"
    CHALLENGE = "challenge"


class PrintedDie(Record):
    """A die printed in the rulebook: equipment, modular, hindering, challenge or horde."""

    id: str
    name: str
    use: DieUse
    faces: tuple[Face, ...]
    source: str
    range_increment: int | None = None
    """Range increment in metres; None if it cannot be thrown or shot."""
    two_handed: bool = False
    house: bool = False
    aliases: tuple[str, ...] = ()
    """Other names of the die. If its name has a slash, each part is one of them."""
    english: str = ""
    """Name in English, which files contain (`item_name`); "" for dice of packs."""


class BlockKind(StrEnum):
    """The list of the rulebook in which a stat block is printed."""

    CAST = "cast"
    BEAST = "beast"
    HORDE = "horde"


class BlockDie(Record):
    """One die of a stat block; `die` is the id of its printed die, "" if it is unique to the block."""

    die: str
    name: str
    faces: tuple[Face, ...]
    """The faces, always six; faces that the book omits are unfilled (AMB-58)."""


class StatBlock(Record):
    """A sample beast or cast member, with one entry for each die."""

    id: str
    name: str
    kind: BlockKind
    dice: tuple[BlockDie, ...]
    source: str
    move: float | None = None
    flying: float | None = None
    equipment: tuple[str, ...] = ()
    """Ids of printed dice."""
    note: str = ""
    pack: str = ""
    """Source of the block: "" for the rulebook, "adventure" for the optional GM pack."""
    house: bool = False


class SettingName(Record):
    """A culture, background or occupation that the rulebook names without printing a template."""

    id: str
    name: str
    kind: TemplateKind
    source: str


class PackTitle(Record):
    """Title of a pack of house content; ids of its content begin with the pack's id and a slash."""

    id: str
    name: str


class Rulebook(Record):
    """All definitions of the game. Look-ups by id raise KeyError for an unknown id.

    A rulebook equals only itself: comparing thousands of entries would take longer than computing the cached results
    again.
    """

    __slots__ = ("__dict__",)  # `__dict__` holds the cached results
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    symbols: tuple[Symbol, ...]
    skills: tuple[Skill, ...]
    masteries: tuple[Mastery, ...]
    races: tuple[Race, ...]
    abilities: tuple[Ability, ...]
    templates: tuple[Template, ...]
    dice: tuple[PrintedDie, ...]
    blocks: tuple[StatBlock, ...]
    difficulties: tuple[Difficulty, ...]
    examples: tuple[TaskExample, ...]
    spiffs: tuple[SpiffPrice, ...]
    income: tuple[IncomeRate, ...]
    improvement: tuple[ImprovementStep, ...]
    power_levels: tuple[PowerLevel, ...]
    horde_sizes: tuple[HordeSize, ...]
    encounter_ratings: tuple[EncounterRating, ...]
    mind_degrees: tuple[MindDegree, ...]
    task_checks: tuple[TaskCheck, ...]
    notes: tuple[BookNote, ...]
    setting_names: tuple[SettingName, ...]
    face_words: tuple[FaceWord, ...]
    packs: tuple[PackTitle, ...] = ()
    name_lists: tuple[NameList, ...] = ()
    concepts: tuple[Concept, ...] = ()
    hidden: tuple[str, ...] = ()
    """Packs, such as "adventure", whose stat blocks are left out of all lists.

    Characters that already use content of a hidden pack can still find that content.
    """

    @cached_property
    def offered_blocks(self) -> tuple[StatBlock, ...]:
        """The stat blocks that lists show. Rat hordes are always shown, because they reveal no secret."""
        return tuple(block for block in self.blocks if block.pack not in self.hidden or block.kind is BlockKind.HORDE)

    @cached_property
    def icons(self) -> tuple[Icon, ...]:
        """Every icon of the game: symbols, skills, masteries, races, abilities."""
        return (*self.symbols, *self.skills, *self.masteries, *self.races, *self.abilities)

    @cached_property
    def face_texts(self) -> dict[str, str]:
        """The words in names of faces, by id (see `FaceWord`)."""
        return {each.id: each.name for each in self.face_words}

    @cached_property
    def letters(self) -> dict[str, str]:
        """Letters for icons without a picture, by id."""
        return {race.id: race.letters for race in self.races if race.letters}

    @cached_property
    def _icons(self) -> dict[str, Icon]:
        return {icon.id: icon for icon in self.icons}

    @cached_property
    def _entries(self) -> dict[tuple[type, str], object]:
        """Every entry of the rulebook that has an id, by class and id."""
        lists = (self.icons, self.templates, self.dice, self.blocks, self.difficulties)
        return {(type(each), each.id): each for entries in lists for each in entries}

    def _entry(self, kind: type[EntryT], id: str) -> EntryT:
        return cast("EntryT", self._entries[kind, id])

    def icon(self, icon: str) -> Icon:
        """Return the icon with this id."""
        return self._icons[icon]

    def has_icon(self, icon: str) -> bool:
        """Return whether the game defines this icon."""
        return icon in self._icons

    def skill(self, skill: str) -> Skill:
        """Return the skill with this id."""
        return self._entry(Skill, skill)

    def mastery(self, mastery: str) -> Mastery:
        """Return the mastery with this id."""
        return self._entry(Mastery, mastery)

    def race(self, race: str) -> Race:
        """Return the race with this id."""
        return self._entry(Race, race)

    def ability(self, ability: str) -> Ability:
        """Return the ability with this id."""
        return self._entry(Ability, ability)

    def template(self, template: str) -> Template:
        """Return the template with this id."""
        return self._entry(Template, template)

    def has_template(self, template: str) -> bool:
        """Return whether a template with this id is known (a pack may be missing)."""
        return (Template, template) in self._entries

    def die(self, die: str) -> PrintedDie:
        """Return the printed die with this id."""
        return self._entry(PrintedDie, die)

    def block(self, block: str) -> StatBlock:
        """Return the stat block with this id."""
        return self._entry(StatBlock, block)

    def difficulty(self, difficulty: str) -> Difficulty:
        """Return the difficulty with this id."""
        return self._entry(Difficulty, difficulty)

    def kind(self, icon: str) -> IconKind:
        """Return the kind of an icon. Raise KeyError for an unknown icon."""
        return _KINDS[type(self._icons[icon])]

    def templates_of(self, kind: TemplateKind) -> tuple[Template, ...]:
        """Return the templates of one kind, in the order of the data."""
        return tuple(template for template in self.templates if template.kind is kind)

    def races_offered(self, chosen: str, *, printed_only: bool) -> tuple[Race, ...]:
        """Return the races to choose from.

        With `printed_only`, races from packs are left out, except the chosen one.
        """
        return tuple(race for race in self.races if race.id == chosen or not (printed_only and race.house))


class RidersFor(StrEnum):
    """The unit that gives a damaged target one Poison or Flaming die: an attack, an icon or a point of damage.

    See AMB-55.
    """

    ATTACK = "attack"
    ICON = "icon"
    DAMAGE = "damage"


class LaterResistance(StrEnum):
    """The number that resistance to a later order must beat (AMB-75)."""

    STANDING = "standing"
    """The successes of the spell."""
    NET = "net"
    """The successes left after the first resistance."""
    ANY = "any"
    """No number: any success breaks free."""


class HouseRules(Value):
    """House rules of the group. Each field names the ambiguity (AMB) that it settles."""

    unarmed_class: Literal[ActionClass.RESTRICTED, ActionClass.SPECIAL] = ActionClass.RESTRICTED
    """AMB-1: the class that decides how Unarmed Combat is capped."""
    unarmed_aptitude: Aptitude = Aptitude.MENTAL
    """AMB-2: the aptitude whose half-universal success counts for Unarmed Combat."""
    only_own_icons_open_a_skill: bool = False
    """AMB-3: if True, only the basic icon and masteries of a skill open it and raise its cap."""
    bought_success_inside_cap: bool = False
    """AMB-8, amendment 7: if True, the cap also limits successes bought with spiffs."""
    second_weapon_by_owning: bool = False
    """AMB-18: if True, a second weapon strikes if an available die has Two Weapon, rolled or not."""
    nulls_beyond_impossible: bool = False
    """AMB-29: if True, each level beyond Impossible cancels two more successes."""
    weapons_never_defend: bool = False
    """AMB-31: if True, a weapon's Melee face only attacks."""
    leather_as_in_prose: bool = False
    """AMB-36: if True, the light armour die is Defend, Encumbrance and four blanks."""
    armour_absorbs_one_damage: bool = False
    """AMB-40, amendment 11: if True, a sacrificed armour or shield die absorbs one point, not the whole attack."""
    riders_for: RidersFor = RidersFor.ATTACK
    """AMB-55: the unit (attack, icon or point of damage) that gives a damaged target one Poison or Flaming die."""
    universal_is_no_ability: bool = False
    """AMB-56, amendment 12: if True, a Universal face never counts as a beast's ability."""
    later_resistance: LaterResistance = LaterResistance.STANDING
    """AMB-75: the number that resistance to a later order must beat."""
    beasts_without_aptitudes: bool = False
    """AMB-57: if True, Physical and Mental faces of beasts are blank."""
    fear_spares_own_side: bool = False
    """AMB-59, amendment 14: if True, Fear Caster does not hinder fighters on its own side."""
    elf_icon_allows_magic: bool = True
    """AMB-70: if False, an Elf icon alone does not open Magic and does not raise its cap."""
    first_icon_at_new_rate: bool = False
    """AMB-80: if True, the first icon of a new die costs as much as the next icons of that die."""
    successes_from_tenth_gained: bool = False
    """AMB-82, amendment 14: if True, sessions count toward automatic successes before the tenth die is full."""
    automatic_success_used_once: bool = False
    """AMB-81: if True, each success that sessions bring can be used only once."""
    occupations_only_noted: bool = False
    """AMB-90, amendment 25: if True, the check only notes an occupation that is not allowed.

    An occupation is not allowed if the culture, the background or the first occupation does not give access to it.
    """


USUAL: Final = HouseRules()
"""The default house rules: the rulebook's text, and the amendments where the text leaves a choice."""

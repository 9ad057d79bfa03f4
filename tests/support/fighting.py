"""Fighters for tests: dice written as text, and dice of all kinds drawn at random."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from bones_desktop.rules.bones.book.icons import Face, face
from bones_desktop.rules.bones.fight.combat import AttackMode, Combatant, FaceUse, Stance, Successes, gathered, parts
from bones_desktop.rules.bones.reading.tasks import take_dice
from bones_desktop.rules.dice import Die, Throw

FIGHTING = (
    "universal", "physical", "melee", "melee", "missile", "defend", "blank", "unarmed", "mental", "magic",
    "melee x2", "defend x2", "slam", "deflection", "riposte", "bow-fu", "gut-shot", "crane-style", "tiger-style",
    "knight", "turtle", "endurance", "swashbuckler", "two-weapon", "dwarf", "halfling", "orc", "elf", "prickly",
    "hoar-frost", "incorporeal", "poison-melee", "fire-breathing", "arcane-knowledge", "scholar",
)  # fmt: skip
"""Faces that matter in a fight, and some that do not; none that hinders anybody."""

HINDERING = (*FIGHTING, "fear-caster", "fear-caster", "null", "null", "melee+null", "encumbrance")
SICKENING = (*HINDERING, "poison", "flaming", "poison x2", "melee+poison")

ITEMS = {
    "weapon": ("melee", "melee x2", "missile", "missile x2", "blank"),
    "shield": ("defend", "defend x2", "encumbrance", "encumbrance+defend", "blank"),
    "armour": ("defend", "encumbrance", "encumbrance x2", "blank"),
    "magic-item": ("magic", "defend", "stealth", "universal", "blank"),
}
MODES = tuple(AttackMode)


def die(text: str, group: str = "character", key: str = "die 1", sides: int = 0) -> Die[Face]:
    """Return a die of face codes with commas between them, filled up with blanks to `sides` faces."""
    faces = [face(code.strip()) for code in text.split(",")]
    return Die((*faces, *[face("blank")] * (sides - len(faces))), "", group, key)


def own(*texts: str) -> tuple[Die[Face], ...]:
    """Return character dice."""
    return tuple(die(text, "character", f"die {number}") for number, text in enumerate(texts, 1))


def random_dice(rng: Random, count: int, kinds: Sequence[str], sides: int = 6) -> tuple[Die[Face], ...]:
    """Return character dice with faces drawn from `kinds`."""
    return own(*(", ".join(rng.choices(kinds, k=sides)) for _ in range(count)))


def random_items(rng: Random, count: int, sides: int = 6) -> tuple[Die[Face], ...]:
    """Return equipment of different kinds."""
    kinds = rng.sample([*ITEMS, "weapon"], count)
    return tuple(
        die(", ".join(rng.choices(ITEMS[kind], k=sides)), "item", f"{kind} {number}")
        for number, kind in enumerate(kinds, 1)
    )


def random_poison(rng: Random) -> tuple[Die[Face], ...]:
    """Return a hindering die or none."""
    text = rng.choice(("", "", "poison, poison, blank, blank, blank, blank", "flaming, null, blank"))
    return (die(text, "hindering", "hindering 1"),) if text else ()


def random_fighter(
    rng: Random, count: int, kinds: Sequence[str], *, items: int = 0, sides: int = 6, mode: AttackMode | None = None
) -> Combatant:
    """Return a fighter with so many dice of such faces, so many items, and now and then an automatic success."""
    dice = (*random_dice(rng, count, kinds, sides), *random_items(rng, items, sides))
    conditions = frozenset(rng.choice(((), ("art",), ("healing",))))
    return Combatant(dice, mode or rng.choice(MODES), rng.choice((0, 0, 0, 1)), conditions)


def cap_of(stance: Stance, dice: Sequence[Die[Face]]) -> int:
    """Return the cap of a side that throws these dice."""
    return stance.cap([die for die in dice if die.group == "character"])


@dataclass(frozen=True, slots=True)
class SideReading:
    """What a throw gives one side of a fight, die by die and in all."""

    successes: Successes
    uses: tuple[FaceUse, ...]
    """One for each die of the throw."""
    taken: tuple[int, ...]
    """Places in the throw of the dice that hindering damage takes; they give nothing (HIND-5)."""
    damage: int


def read_side(
    stance: Stance, throw: Throw[Face], taken: tuple[int, ...] = (), *, cap: int | None = None
) -> SideReading:
    """Return what the throw gives its side, before the Nulls of the other side (AMB-52).

    Whoever reads many throws of the same dice gives their `cap`. Dice that Poison and Flaming take are the owner's
    choice `taken`, then of those that showed a success the least, the later of equals (amendment 8). RulesError when a
    die of `taken` may not be given.
    """
    own = [place for place, die in enumerate(throw.dice) if die.group == "character"]
    if cap is None:
        cap = stance.cap([throw.dice[place] for place in own])
    uses = tuple(stance.use(die, shown, may_try=cap > 0) for die, shown in zip(throw.dice, throw.faces, strict=True))
    damage = sum(use.damage for use in uses)
    lost = take_dice({place: uses[place].successes for place in own}, damage, taken)
    if len(lost) == len(own):
        return SideReading(Successes(), uses, lost, damage)
    live = [use for place, use in enumerate(uses) if place not in lost]
    sums = FaceUse(*map(sum, zip(*map(parts, live), strict=True)))
    return SideReading(gathered(stance, cap, sums), uses, lost, damage)

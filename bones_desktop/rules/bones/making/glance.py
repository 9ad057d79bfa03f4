"""One character at a glance, as the whole party is shown on one page: dice, wounds, magic, spiffs and recovery."""

from dataclasses import dataclass

from bones_desktop.rules.bones.book.character import Character, Kind
from bones_desktop.rules.bones.book.characterdice import telling_faces
from bones_desktop.rules.bones.book.playstate import Sacrifice
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.book.totals import next_icon_price, safe_level
from bones_desktop.rules.bones.injury.injuries import Condition, condition
from bones_desktop.rules.bones.injury.magic import magic_price
from bones_desktop.rules.bones.injury.recovery import forecast
from bones_desktop.rules.bones.making.standing import standing


@dataclass(frozen=True, slots=True)
class DieGlance:
    """One of the character's own dice."""

    face: str
    """Code of the face that tells it from the others; "" for a die with nothing chosen."""
    lost: bool = False
    held: bool = False
    """Whether an effect of magic keeps it from healing (HEAL-5)."""


@dataclass(frozen=True, slots=True)
class HinderingGlance:
    """A hindering die that is thrown along (HIND-3)."""

    name: str
    face: str
    """Code of its first face that is not blank; "" for none."""


@dataclass(frozen=True, slots=True)
class MagicGlance:
    """What magic may still be used for nothing (MAG-10, MAG-11)."""

    safe: int
    """Uses in four hours that cost nothing."""
    left: int
    """Those of them that are left."""
    penalty: int
    """Successes that the next use costs."""


@dataclass(frozen=True, slots=True)
class EffectGlance:
    """Magic that is kept going (MAG-28..34)."""

    name: str
    strength: int
    sacrifice: Sacrifice
    rounds: int | None = None
    """Rounds left; None where it does not end by itself."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What is seen of one character at a glance."""

    name: str
    kind: Kind
    portrait: str
    """A JPEG in Base64, "" for none."""
    dice: tuple[DieGlance, ...]
    condition: Condition
    hindering: tuple[HinderingGlance, ...]
    magic: MagicGlance | None
    """None for those without magic."""
    effects: tuple[EffectGlance, ...]
    next_in: int | None
    """Days of rest until the next point heals; None when nothing does."""
    whole_in: int | None
    """Days of rest until every die is there again, 0 when it is so now; None while rest cannot bring that about."""
    spiffs: int | None
    """None for all but players (AMB-107)."""
    sessions: int | None
    """Sessions saved toward the next icon; None for all but players."""
    next_icon: int | None
    """Sessions the next icon costs (IMP-2); None where no icon is to be had."""
    icons: int
    """How many icons the sessions saved buy."""

    @property
    def is_dying(self) -> bool:
        """Whether damage has gone below zero and does not kill yet (CMB-15)."""
        return self.condition.is_dying

    @property
    def held(self) -> int:
        """How many lost dice an effect of magic keeps from healing."""
        return sum(die.held for die in self.dice)


def glance(rulebook: Rulebook, character: Character) -> Glance:
    """Return what is seen of a character at a glance; works for unfinished and illegal characters too."""
    recovery = forecast(character)
    price, stands = next_icon_price(rulebook, character), standing(rulebook, character)
    player = character.kind is Kind.PLAYER
    return Glance(
        name=character.name,
        kind=character.kind,
        portrait=character.portrait,
        dice=_dice(character),
        condition=condition(character),
        hindering=tuple(
            HinderingGlance(die.name, next((shown.code for shown in die.faces if not shown.is_blank), ""))
            for die in character.hindering
        ),
        magic=_magic(character),
        effects=tuple(
            EffectGlance(effect.name, effect.strength, effect.sacrifice, effect.rounds) for effect in character.effects
        ),
        next_in=recovery.next_in,
        whole_in=recovery.whole_in,
        spiffs=character.spiffs if player else None,
        sessions=character.sessions if player else None,
        next_icon=price.value if price else None,
        icons=stands.icons if stands else 0,
    )


def _dice(character: Character) -> tuple[DieGlance, ...]:
    lost = {entry.die: entry for entry in character.lost}
    return tuple(
        DieGlance(face, place in lost, place in lost and lost[place].held)
        for place, face in enumerate(telling_faces(character.dice))
    )


def _magic(character: Character) -> MagicGlance | None:
    if not safe_level(character.with_(lost=())).value:
        return None
    price = magic_price(character)
    return MagicGlance(price.safe, price.free, price.penalty)

"""Pairs of attacker and target: attacks, circumstances and defence (AMB-52, steps 6 and 7).

Codes: circumstance-cover (n, percent), circumstance-friends (n, friends), circumstance-size (n), circumstance-range
(n, metres), circumstance-darkness (n), circumstance-prone-target (n), circumstance-prone-attacker (n),
circumstance-over-prone (n), circumstance-accuracy (n), circumstance-night-vision (n), circumstance-vest
(n).
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from math import ceil
from typing import Final

from bones_desktop.rules.bones.book.attempts import HINDERING
from bones_desktop.rules.bones.book.icons import DAMAGE
from bones_desktop.rules.bones.fight.chips import ATTACK, DEFEND, Chips, RolledSuccess
from bones_desktop.rules.bones.fight.doings import Aimed, Doing, Doings
from bones_desktop.rules.bones.fight.fighters import Darkness, Declaration, Fighter, How, Posture
from bones_desktop.rules.bones.fight.hands import FighterHand
from bones_desktop.rules.bones.fight.successes import FROST_REACH, OF_MODE, AttackMode, To
from bones_desktop.rules.bones.reading.requests import range_penalty
from bones_desktop.rules.reasons import Reason, reason
from bones_desktop.rules.records import Record, replace

PERCENT_A_SUCCESS: Final = 20
"""Percentage of cover that cancels one success (CMB-27)."""
_DARK: Final = {Darkness.NONE: 0, Darkness.PARTIAL: 2, Darkness.TOTAL: 4}
_LARGE, _HUGE = 2, 4
"""Sizes of a target, as multiples of the size of the friendly figures.

Friendly figures cover half of a target of the first size, and nothing of a target of the second (CMB-29).
"""


class AttackKind(StrEnum):
    """Kind of an attack. It decides which defences stop it."""

    MELEE = "melee"
    MISSILE = "missile"
    """A missile, or magic (MAG-24)."""
    FROST = "frost"
    """Hoar Frost, which passes through armour (AMB-62)."""


class Circumstance(Record):
    """Attack successes that a circumstance adds to a pair's attack, negative if it cancels some; and the reason."""

    n: int
    reason: Reason
    kind: AttackKind | None = None
    """The kind of attack that the circumstance applies to, None for any (AMB-109)."""


class Pair(Record):
    """The attack of one fighter on one target."""

    attacker: str
    target: str
    struck: Mapping[AttackKind, int]
    """Successes placed on the attack."""
    circumstances: tuple[Circumstance, ...]
    attack: Mapping[AttackKind, int]
    """Successes left after the circumstances."""
    defence: Mapping[AttackKind, int]
    """Attack successes that the target stops."""
    damage_icons: int
    """Damage that cannot be stopped (ICON-5, AMB-7)."""
    riders: tuple[str, ...]
    """Hindering dice for a damaged target, one for each icon. House rules change their number (AMB-55)."""
    by_magic: bool

    def net(self, kind: AttackKind) -> int:
        """Return the damage of one kind."""
        return max(0, self.attack.get(kind, 0) - self.defence.get(kind, 0))

    @property
    def damage(self) -> int:
        """The damage before anything is absorbed or soaked (CMB-11)."""
        return sum(self.net(kind) for kind in AttackKind) + self.damage_icons


class Pairs(Record):
    """All pairs of a round, and the defences that stop no attack."""

    pairs: Mapping[tuple[str, str], Pair]
    wasted: tuple[RolledSuccess, ...]
    minds: Mapping[tuple[str, str], int]
    """Successes of magic against a mind, by caster and victim."""

    def against(self, target: str) -> Iterator[Pair]:
        """Yield the pairs with this target."""
        return (pair for pair in self.pairs.values() if pair.target == target)


def read_pairs(
    doings: Doings, hands: Mapping[str, FighterHand], chips: Mapping[str, Sequence[Chips]], evading: Mapping[str, int]
) -> Pairs:
    """Return the pairs of the round; `evading` holds the successes of tasks that evade attacks (CMB-18)."""
    struck: dict[tuple[str, str], list[tuple[AttackKind, RolledSuccess | None]]] = {}
    minds: dict[tuple[str, str], int] = {}
    for doing in doings.by_id.values():
        for aimed in doing.aimed if doing.able else ():
            if aimed.on_mind:
                minds.setdefault((doing.fighter.id, aimed.whom), 0)
            else:
                struck.setdefault((doing.fighter.id, aimed.whom), [])
    for who, throws in chips.items():
        for throw in throws:
            for chip in throw.acting():
                _strike(doings, doings[who], chip, struck, minds)
    pairs = {
        (attacker, target): _pair(doings, hands, chips.get(attacker, ()), attacker, target, strikes)
        for (attacker, target), strikes in struck.items()
    }
    wasted: list[RolledSuccess] = []
    for target in hands:
        acting = [chip for each in chips.get(target, ()) for chip in each.acting()]
        defences: list[RolledSuccess | None] = [chip for chip in acting if chip.use == DEFEND]
        defences += [None] * evading.get(target, 0)  # a success of an evading task stops any kind of attack
        against = [pair for pair in pairs.values() if pair.target == target]
        shrouds = sum(bool(chip.via & To.SHROUD) for chip in acting)
        stopped, idle = stop(against, defences, shrouds)
        wasted += [defence for defence in idle if defence is not None]
        for pair in against:
            said = doings.choices.override.get(f"defence.{pair.attacker}.{target}")
            defence = stopped[pair.attacker] if said is None else _stopping(pair, said)
            pairs[pair.attacker, target] = replace(pair, defence=defence)
    return Pairs(pairs, tuple(wasted), minds)


def _strike(
    doings: Doings,
    doing: Doing,
    chip: RolledSuccess,
    struck: dict[tuple[str, str], list[tuple[AttackKind, RolledSuccess | None]]],
    minds: dict[tuple[str, str], int],
) -> None:
    """Add a success to the pair it attacks."""
    who = doing.fighter.id
    # Prickly strikes every melee attacker without being placed (BST-11).
    if chip.via & To.PRICK:
        for other in doings.attackers(who):
            if any(each.whom == who and each.mode is AttackMode.MELEE for each in other.attacks):
                struck.setdefault((who, other.fighter.id), []).append((AttackKind.MELEE, None))
        return
    if chip.use != ATTACK:
        return
    # One Hoar Frost icon strikes everybody near, even friends.
    if chip.via & To.FROST:
        for near in doings.by_id:
            if near != who and doings.within(who, near, FROST_REACH):
                struck.setdefault((who, near), []).append((AttackKind.FROST, None))
        return
    aimed = next((each for each in doing.aimed if each.whom == chip.whom and OF_MODE[each.mode] & chip.via), None)
    if aimed is not None and aimed.on_mind:
        minds[who, chip.whom] = minds.get((who, chip.whom), 0) + 1
        return
    kind = AttackKind.MELEE if chip.via & To.MELEE else AttackKind.MISSILE
    struck.setdefault((who, chip.whom), []).append((kind, chip))


def _pair(
    doings: Doings,
    hands: Mapping[str, FighterHand],
    chips: Sequence[Chips],
    attacker: str,
    target: str,
    strikes: Sequence[tuple[AttackKind, RolledSuccess | None]],
) -> Pair:
    doing = doings[attacker]
    own = [chip for _, chip in strikes if chip is not None]
    struck = {kind: sum(each is kind for each, _ in strikes) for kind in AttackKind}
    aimed = [each for each in doing.attacks if each.whom == target]
    throws = [each for each in chips if each.opponent in {"", target}]
    # Without an attack the circumstances have no effect.
    found = list(circumstances(doings, aimed, own, throws)) if aimed and hands[attacker].counts else []
    attack = dict(struck)
    left = sum(each.n for each in found if each.kind is None)
    # If one kind of attack has too few successes to cancel, the other kind loses the rest.
    for kind in (AttackKind.MISSILE, AttackKind.MELEE):
        # Circumstances cancel no automatic successes and no Hoar Frost.
        asked = sum(each is kind and chip is not None for each, chip in strikes)
        own_kind = max(0, asked + sum(each.n for each in found if each.kind is kind))
        now = max(0, own_kind + min(0, left))
        attack[kind] += now - asked
        left += own_kind - now
    said = doings.choices.override.get(f"attack.{attacker}.{target}")
    if said is not None:
        # The GM sets a single number. The kind with the most successes decides which defences stop it.
        attack = {max(attack, key=attack.__getitem__): said}
    riders = tuple(sorted(chip.success.rider for chip in own if chip.success.rider))
    return Pair(
        attacker,
        target,
        struck,
        tuple(found),
        attack,
        {},
        _damage_icons(hands[attacker], target) if hands[attacker].counts else 0,
        riders,
        any(chip.via & To.MAGIC for chip in own),
    )


def _stopping(pair: Pair, n: int) -> dict[AttackKind, int]:
    """Return the part of an attack that `n` defences stop if they can stop any kind."""
    stopped = {}
    for kind in AttackKind:
        stopped[kind] = min(n, pair.attack.get(kind, 0))
        n -= stopped[kind]
    return stopped


def _damage_icons(hand: FighterHand, target: str) -> int:
    """Return the damage that Damage icons on a fighter's own dice do to a target (ICON-5, AMB-7).

    Only the first target of the fighter's attacks is damaged.
    """
    attacks = hand.doing.attacks
    # Damage icons hurt one target only, else a single face would hurt several targets (AMB-7).
    first = attacks[0].whom if attacks and not hand.fighter.is_horde else target
    if first != target:
        return 0
    return sum(
        face.count * face.icons.count(DAMAGE)
        for thrown in hand.throws
        if thrown.opponent in {"", target}
        for die, face in zip(hand.dice, thrown.now, strict=True)
        if face is not None and die.group != HINDERING
    )


def circumstances(
    doings: Doings, aimed: Sequence[Aimed], own: Sequence[RolledSuccess], throws: Sequence[Chips]
) -> Iterator[Circumstance]:
    """Yield the circumstances of one attacker against one target (CMB-23..33, AMB-109).

    `own` are the successes placed on the attack, `throws` all rolls of the attacker.
    """
    modes = {each.mode for each in aimed}
    attacker, target = doings[aimed[0].declaration.who].fighter, doings[aimed[0].whom].fighter
    down, low = attacker.posture is Posture.PRONE, target.posture is Posture.PRONE
    if AttackMode.MELEE in modes and down != low:
        code, rule = ("circumstance-over-prone", "CMB-23") if low else ("circumstance-prone-attacker", "CMB-24")
        yield Circumstance(1 if low else -1, reason(code, rule, n=1), AttackKind.MELEE)
    shot = next((each for each in aimed if each.mode is not AttackMode.MELEE), None)
    covered = 0
    percent = max((_cover(target, each.declaration) for each in aimed), default=0)
    if percent >= PERCENT_A_SUCCESS:
        covered = percent // PERCENT_A_SUCCESS
        yield Circumstance(-covered, reason("circumstance-cover", "CMB-27", n=covered, percent=percent))
    if shot is not None:
        if low:
            yield Circumstance(-1, reason("circumstance-prone-target", "CMB-25", n=1), AttackKind.MISSILE)
        yield from _ranged(doings, shot)
        for each in _friends(doings, shot):
            covered -= each.n
            yield each
    if target.vest and AttackMode.MAGIC in modes:
        yield Circumstance(-1, reason("circumstance-vest", "AMB-102", n=1), AttackKind.MISSILE)
    dark = _DARK[doings.encounter.darkness]
    if dark:
        yield Circumstance(-dark, reason("circumstance-darkness", "CMB-30", n=dark))
        seen = min(dark, sum(each.negated("darkness") for each in throws))
        if seen:
            dark -= seen
            yield Circumstance(seen, reason("circumstance-night-vision", "AMB-21", n=seen))
    lifted = min(covered + dark, _accuracy(own, throws))
    if lifted:
        yield Circumstance(lifted, reason("circumstance-accuracy", "AMB-20", n=lifted), AttackKind.MISSILE)


def _cover(target: Fighter, declared: Declaration) -> int:
    """Return the percentage of cover: as declared, else the target's own against missiles and magic, else 0."""
    own = target.cover if declared.how in {How.MISSILE, How.MAGIC} else 0
    return own if declared.cover is None else declared.cover


def _accuracy(own: Sequence[RolledSuccess], throws: Sequence[Chips]) -> int:
    """Return the cover that faces placed on an attack cancel (AMB-20)."""
    places = {chip.place for chip in own}
    return sum(shown.reading.negated("cover") for each in throws for shown in each.shown if shown.place in places)


def _ranged(doings: Doings, shot: Aimed) -> Iterator[Circumstance]:
    """Yield the successes lost to range: one for each increment beyond the first (CMB-31, AMB-42)."""
    if shot.mode is not AttackMode.MISSILE:
        return
    weapon = doings[shot.declaration.who].weapon(AttackMode.MISSILE)
    step = weapon.range_increment if weapon is not None else None
    metres = doings.range(shot)
    n = range_penalty(ceil(metres), step) if step else 0
    if n:
        yield Circumstance(-n, reason("circumstance-range", "CMB-31", n=n, metres=ceil(metres)), AttackKind.MISSILE)


def _friends(doings: Doings, shot: Aimed) -> Iterator[Circumstance]:
    """Yield the successes lost to friendly figures in the melee, fewer if the target is larger (CMB-28, CMB-29)."""
    shooter, target = doings[shot.declaration.who].fighter, doings[shot.whom].fighter
    inside = doings.in_melee(shot.whom) - {shooter.id, target.id}
    inside_and_able = [doings[each].fighter for each in inside if doings[each].able]
    friendly = [each for each in inside_and_able if each.side == shooter.side]
    given = shot.declaration.friends
    n = len(friendly) if given is None else given
    if not n:
        return
    yield Circumstance(-n, reason("circumstance-friends", "CMB-28", n=n, friends=n), AttackKind.MISSILE)
    largest = max((each.size for each in friendly), default=1.0)
    left = n
    if target.size >= _HUGE * largest:
        left = 0
    elif target.size >= _LARGE * largest:
        left = n // 2
    if left != n:
        yield Circumstance(n - left, reason("circumstance-size", "CMB-29", n=n - left), AttackKind.MISSILE)


def stop(
    against: Sequence[Pair], defences: Sequence[RolledSuccess | None], shrouds: int
) -> tuple[dict[str, dict[AttackKind, int]], list[RolledSuccess | None]]:
    """Return the stopped successes by attacker and kind, and the defences that stop nothing (CMB-10).

    As many successes as possible are stopped. If several ways stop equally many, attacks with Poison or Flaming dice
    are stopped first, then the smallest attack. Each icon of Incorporeal (`shrouds`) stops one success of each attacker
    (BST-9).
    """
    stopped: dict[str, dict[AttackKind, int]] = {pair.attacker: {} for pair in against}
    units: list[tuple[str, AttackKind]] = []
    # Attacks with hindering dice do the most harm, so they come first. Small attacks come next, because they can be
    # stopped completely.
    for pair in sorted(against, key=lambda pair: (not pair.riders, sum(pair.attack.values()))):
        for kind in AttackKind:
            n = pair.attack.get(kind, 0)
            passed = min(n, shrouds - sum(stopped[pair.attacker].values()))
            if passed:
                stopped[pair.attacker][kind] = passed
            units += [(pair.attacker, kind)] * (n - passed)
    stops: dict[int, int] = {}
    # The loop matches attacks with defences. Taking the first defence that fits could waste the only defence against
    # another kind of attack.
    for unit in range(len(units)):
        if len(stops) == len(defences):
            break
        _augment(unit, units, defences, stops, set())
    for unit in stops.values():
        attacker, kind = units[unit]
        stopped[attacker][kind] = stopped[attacker].get(kind, 0) + 1
    return stopped, [defence for at, defence in enumerate(defences) if at not in stops]


def _augment(
    unit: int,
    units: Sequence[tuple[str, AttackKind]],
    defences: Sequence[RolledSuccess | None],
    stops: dict[int, int],
    tried: set[int],
) -> bool:
    """Find a defence for an attack success, moving other defences if necessary. Return whether there is one."""
    attacker, kind = units[unit]
    for at, defence in enumerate(defences):
        if at in tried or not _stops(defence, attacker, kind):
            continue
        tried.add(at)
        if at not in stops or _augment(stops[at], units, defences, stops, tried):
            stops[at] = unit
            return True
    return False


def _stops(defence: RolledSuccess | None, attacker: str, kind: AttackKind) -> bool:
    if defence is None:
        return True
    if defence.whom not in {"", attacker}:
        return False
    if kind is AttackKind.MISSILE:
        return bool(defence.via & To.BLOCK)
    # Hoar Frost passes through armour but not through parries (AMB-62).
    return bool(defence.via & To.PARRY) and not (kind is AttackKind.FROST and defence.success.worn)

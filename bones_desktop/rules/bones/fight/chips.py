"""Individual successes of all rolls, read from faces and from the words for their uses, within caps and Nulls.

Codes of refusals: no-such-place (place), nothing-to-allot (face), no-such-reading (face, reading), too-many-uses (face,
n), horde-chooses-not (), word-unknown (word), nobody-by-that-id (who), not-declared-against (whom), cannot-attack-so
(face, whom), nothing-to-shoot (who), cannot-defend (face), cannot-lend (face, whom), not-in-the-fight ().
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bones_desktop.rules.bones.book.attempts import CHARACTER, ITEM
from bones_desktop.rules.bones.book.icons import UNIVERSAL, Face
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.fight.doings import Doing, Doings
from bones_desktop.rules.bones.fight.fighters import AUTOMATIC, BOUGHT, LENT, ChoiceError, Words, require
from bones_desktop.rules.bones.fight.hands import FighterHand, Thrown, fear_on
from bones_desktop.rules.bones.fight.successes import (
    ATTACKS,
    DEFENDS,
    FROST_REACH,
    OF_MODE,
    AttackMode,
    FaceReading,
    FightFaceReader,
    Success,
    To,
    any_of,
)
from bones_desktop.rules.bones.injury.magic import magic_price
from bones_desktop.rules.bones.reading.tasks import MAGIC, SECOND, TWO_WEAPON, hindrance, is_worn
from bones_desktop.rules.dice import Die
from bones_desktop.rules.reasons import Reason, reason
from bones_desktop.rules.records import Record, replace

ATTACK: Final = "attack"
DEFEND: Final = "defend"
LEND: Final = "lend"
NONE: Final = "none"
OPEN: Final = "open"
"""Word for a success that stays undecided while other successes of the same face are placed."""
STRIKE: Final = "strike"
"""Word for successes that act without a choice of the player.

Prickly strikes every melee attacker; each Incorporeal stops one success of each attacker.
"""
# This number exceeds any number of successes, so comparisons treat a missing cap like any other cap.
WITHOUT_LIMIT: Final = 1 << 16


class RolledSuccess(Record):
    """One success: its place, its possible uses, and its chosen use."""

    who: str
    place: str
    """Number of the die, counted from 1, or `BOUGHT`, `AUTOMATIC`, `LENT`."""
    number: int
    """Number of the success on its face, from 0."""
    opponent: str
    """The opponent that a horde rolled for; "" for other fighters."""
    face: str
    """Name of the face."""
    success: Success
    use: str = ""
    """The word for the use, or `STRIKE`; "" if it is not placed."""
    whom: str = ""
    """The target or borrower; "" for a defence against all attackers."""
    via: To = To.NOTHING
    """The kind of attack that the success is used for, or the kind of defence."""
    might: To = To.NOTHING
    """All possible uses of the success, in any reading of the face."""

    @property
    def is_unasked(self) -> bool:
        """True if the success acts without a choice."""
        return bool(self.success.all & (To.PRICK | To.SHROUD))

    @property
    def limit(self) -> str:
        """Id of the cap that applies to the use of the success; "" for none."""
        return self.success.limit(self.via or self.success.all) or ""


class FaceShown(Record):
    """One face of a roll: its reading, and other possible readings."""

    place: str
    name: str
    reading: FaceReading
    others: tuple[FaceReading, ...]
    """Other readings of the face (RACE-2, AMB-56)."""


class Chips(Record):
    """The successes of one roll of a fighter."""

    who: str
    opponent: str
    chips: tuple[RolledSuccess, ...]
    shown: tuple[FaceShown, ...]
    limits: Mapping[str, int]
    """Maximum number of successes under each cap."""
    usable: int
    """Maximum number of successes in all, after caps and Nulls."""
    nulls: int
    fatigue: int
    encumbrance: int
    """Encumbrance left after Endurance has cancelled some."""
    magic_left: int
    """Successes of Magic left after the cap and fatigue, before Nulls; fatigue damage depends on them (MAG-14)."""

    @property
    def placed(self) -> tuple[RolledSuccess, ...]:
        """The successes that the player placed."""
        return tuple(chip for chip in self.chips if chip.use in {ATTACK, DEFEND, LEND})

    @property
    def unplaced(self) -> tuple[RolledSuccess, ...]:
        """The undecided successes, as many as can still be used; successes that act without a choice come last."""
        waiting = [chip for chip in self.chips if not chip.use and not chip.is_unasked]
        left = self.usable - len(self.placed)
        within = dict(self.limits)
        for chip in self.placed:
            within[chip.limit] = within.get(chip.limit, WITHOUT_LIMIT) - 1
        found: list[RolledSuccess] = []
        for chip in waiting:
            if len(found) < left and within.get(chip.limit, WITHOUT_LIMIT) > 0:
                within[chip.limit] = within.get(chip.limit, WITHOUT_LIMIT) - 1
                found.append(chip)
        return tuple(found)

    @property
    def wasted(self) -> int:
        """Number of successes that are above a cap or cancelled by Nulls."""
        return max(0, len(self.chips) - self.usable)

    def acting(self) -> Iterator[RolledSuccess]:
        """Yield the successes that act: placed successes, then as many automatic ones as the caps leave."""
        placed = self.placed
        yield from placed
        left = self.usable - len(placed)
        for chip in self.chips:
            if chip.is_unasked and left > 0:
                left -= 1
                yield replace(chip, use=STRIKE, via=chip.success.all)

    def negated(self, what: str) -> int:
        """Return the points of `what` that the rolled faces cancel, however their successes are used (AMB-21)."""
        return sum(each.reading.negated(what) for each in self.shown)


class Uses:
    """The uses that the rules allow for the successes of one fighter."""

    def __init__(self, doings: Doings, hand: FighterHand) -> None:
        self._doings = doings
        self._fighter = hand.fighter
        self._doing = hand.doing

    def why_not(self, success: Success, word: str, name: str) -> Reason | None:
        """Return why the use that `word` names is refused for a success; None if it is allowed."""
        use, _, whom = word.partition(" ")
        if word in {"", NONE, OPEN}:
            return None
        if use not in {ATTACK, DEFEND, LEND} or (use != DEFEND and not whom):
            return reason("word-unknown", "CMB-4", word=word[:40])
        if whom and whom not in self._doings.by_id:
            return reason("nobody-by-that-id", "", who=whom[:60])
        if use == LEND:
            may = bool(success.all & To.LEND) and whom in self.borrowers(success.lends)
            return None if may else reason("cannot-lend", "AMB-26", face=name, whom=whom)
        if not self._doing.fights and not (use == ATTACK and self._doing.aimed):
            return reason("not-in-the-fight", "AMB-34")
        if use == DEFEND:
            return None if success.all & DEFENDS else reason("cannot-defend", "CMB-5", face=name)
        if self.way_to_attack(success, whom):
            return None
        if all(each.whom != whom for each in self._doing.aimed):
            return reason("not-declared-against", "CMB-2", whom=whom)
        return self.nothing_to_shoot or reason("cannot-attack-so", "CMB-5", face=name, whom=whom)

    @property
    def nothing_to_shoot(self) -> Reason | None:
        """The reason that a fighter cannot shoot in spite of a declared missile attack: no weapon for it (AMB-35)."""
        shots = self._doing.aimed and all(each.mode is AttackMode.MISSILE for each in self._doing.aimed)
        bare = shots and not self._doing.means.shoots
        return reason("nothing-to-shoot", "AMB-35", who=self._fighter.name) if bare else None

    def borrowers(self, skill: str) -> frozenset[str]:
        """Return the fighters to whom a success may be lent.

        These are always the fighter's mount, and in a task of the skill also others (AMB-26).
        """
        tasks = {
            who
            for who, doing in self._doings.by_id.items()
            if who != self._fighter.id and doing.able and doing.task is not None and doing.skill == skill
        }
        # A rider may always lend to the mount. Other fighters can borrow only for a task that the success fits
        # (AMB-26).
        mount = {self._fighter.on} if skill == "riding" and self._fighter.on in self._doings.by_id else set[str]()
        return frozenset(tasks | mount)

    def way_to_attack(self, success: Success, whom: str) -> To:
        """Return how a success reaches a target: by a declared attack or, with Hoar Frost, by being near."""
        # Hoar Frost strikes everybody near, so no declaration is needed.
        if success.all & To.FROST and self._doings.within(self._fighter.id, whom, FROST_REACH):
            return To.FROST
        aimed = (each for each in self._doing.aimed if each.whom == whom and success.all & OF_MODE[each.mode])
        return next((OF_MODE[each.mode] for each in aimed), To.NOTHING)

    def are_legal(self, reading: FaceReading, words: Words) -> bool:
        """Return whether the words are allowed for a reading of a face. A single word must fit one success or more."""
        if len(words) > len(reading.successes):
            return False
        each = words if len(words) > 1 else words * len(reading.successes)
        legal = [self.why_not(one, word, "") is None for one, word in zip(reading.successes, each, strict=False)]
        return any(legal) if len(words) == 1 else all(legal)

    def words(self, success: Success) -> tuple[str, ...]:
        """Return every legal word for a success."""
        words = [f"{ATTACK} {each.whom}" for each in self._doing.aimed] + [DEFEND]
        words += [f"{ATTACK} {who}" for who in self._doings.by_id if success.all & To.FROST and who != self._fighter.id]
        words += [f"{LEND} {who}" for who in (self.borrowers(success.lends) if success.lends else ())]
        return tuple(word for word in dict.fromkeys(words) if self.why_not(success, word, "") is None)


def legal_uses(doings: Doings, hands: Mapping[str, FighterHand], chips: Chips) -> dict[RolledSuccess, tuple[str, ...]]:
    """Return for each success its legal words in any reading of its face."""
    hand = hands[chips.who]
    if hand.fighter.is_horde or all(each.opponent != chips.opponent for each in hand.throws):
        return {}
    uses = Uses(doings, hand)
    others = {shown.place: (shown.reading, *shown.others) for shown in chips.shown}
    found = {}
    for chip in chips.chips:
        # Readings with different numbers of successes cannot be compared success by success.
        alike = [one.successes for one in others.get(chip.place, ()) if len(one.successes) > chip.number]
        same = {each[chip.number]: None for each in alike if len(each) == len(alike[0])} or {chip.success: None}
        words = dict.fromkeys(word for success in same for word in uses.words(success))
        found[chip] = () if chip.is_unasked else tuple(words)
    return found


_AS: Final = "as"
_UNIVERSAL_DIE: Final = Die((Face((UNIVERSAL,)),), "", CHARACTER, "")


def read_chips(doings: Doings, hands: Mapping[str, FighterHand]) -> dict[str, tuple[Chips, ...]]:
    """Return the successes of each fighter who fights, uses magic on a mind, or may lend successes.

    A horde has one entry for each roll. Raise ChoiceError for an illegal use.
    """

    def of(hand: FighterHand, lent: int) -> tuple[Chips, ...]:
        return tuple(_Table(doings, hands, hand, thrown).chips(lent) for thrown in hand.throws)

    # Loans are read first, because a borrowed success changes the borrower's own list of places.
    counting = {who: hand for who, hand in hands.items() if hand.counts}
    lent: dict[str, int] = {}
    for who, words in doings.choices.allot.items():
        if who in counting and any(word.startswith(LEND) for each in words.values() for word in each):
            for chip in (chip for chips in of(counting[who], 0) for chip in chips.placed if chip.use == LEND):
                lent[chip.whom] = lent.get(chip.whom, 0) + 1
    return {who: of(hand, lent.get(who, 0)) for who, hand in counting.items()}


class _Table:
    """One roll, and the words that give the use of each success."""

    def __init__(self, doings: Doings, hands: Mapping[str, FighterHand], hand: FighterHand, thrown: Thrown) -> None:
        self._choices = doings.choices
        self._doings = doings
        self._hands = hands
        self._hand = hand
        self._thrown = thrown
        self._doing: Doing = hand.doing
        self._who = hand.fighter.id
        self._reader: FightFaceReader = hand.doing.reader
        self._uses = Uses(doings, hand)
        self._said: Mapping[str, Words] = doings.choices.allot.get(self._who, {})

    def chips(self, lent: int) -> Chips:
        """Return the successes and the use of each."""
        horde = self._hand.fighter.is_horde
        found: list[RolledSuccess] = []
        shown: list[FaceShown] = []
        # All successes of a horde attack, so they cannot be placed (AMB-51).
        if horde and self._said:
            self._require(next(iter(self._said)), reason("horde-chooses-not", "AMB-51"))
        for at, (die, face) in enumerate(zip(self._hand.dice, self._thrown.now, strict=True)):
            if die.group in {CHARACTER, ITEM}:
                self._read_face(str(at + 1), die, face, found, shown)
        automatic = 0 if horde else self._hand.fighter.automatic
        extra = {LENT: lent, AUTOMATIC: automatic, BOUGHT: int(BOUGHT in self._said)}
        for place, n in extra.items():
            found += self._extra(place, n)
        known = {*extra, *(str(number) for number in range(1, len(self._hand.dice) + 1))}
        for place in self._said:
            self._require(place, None if place in known else reason("no-such-place", "CMB-4", place=place[:40]))
        return self._within(self._limited(found, shown))

    def _require(self, place: str, why: Reason | None) -> None:
        require(self._choices, f"allot.{self._who}.{place}", why)

    def _read_face(
        self, place: str, die: Die[Face], face: Face | None, found: list[RolledSuccess], shown: list[FaceShown]
    ) -> None:
        words, wanted = self._split(place)
        # The die is lost. Words that give no use ("none" and "open") stay allowed, so that the file need not be changed
        # after damage.
        if face is None:
            if any(word not in {NONE, OPEN} for word in words):
                self._require(place, reason("nothing-to-allot", "HIND-5", face=die.label))
            return
        name = face_name(self._doings.rulebook, face)
        readings = tuple(map(self._of_use, self._reader.readings(die, face, self._hand.may)))
        reading = self._reading(place, name, readings, words, wanted)
        shown.append(FaceShown(place, name, reading, tuple(one for one in readings if one is not reading)))
        chips = [
            RolledSuccess(self._who, place, n, self._thrown.opponent, name, one, might=_might(reading, readings, n))
            for n, one in enumerate(reading.successes)
        ]
        if self._hand.fighter.is_horde:
            found += [self._struck(chip) for chip in chips]
        else:
            found += self._said_of(place, name, chips, words)

    def _of_use(self, reading: FaceReading) -> FaceReading:
        """Return a reading without the uses that the action excludes, and without lending if nobody can borrow."""
        fights = self._doing.fights or bool(self._doing.aimed)
        kept = tuple(
            one
            for one in reading.successes
            if (one.all != To.LEND or self._uses.borrowers(one.lends)) and (fights or one.all & To.LEND)
        )
        return reading if len(kept) == len(reading.successes) else replace(reading, successes=kept)

    def _struck(self, chip: RolledSuccess) -> RolledSuccess:
        """Return a horde's success used to attack, if it can attack (AMB-51)."""
        via = self._uses.way_to_attack(chip.success, self._thrown.opponent)
        return replace(chip, use=ATTACK, whom=self._thrown.opponent, via=via) if via else chip

    def _split(self, place: str) -> tuple[Words, str]:
        """Return the words for a place, and the reading that the player chose, "" for none."""
        words = self._said.get(place, ())
        asked = [word.partition(" ")[2] for word in words if word.partition(" ")[0] == _AS]
        return tuple(word for word in words if word.partition(" ")[0] != _AS), asked[-1] if asked else ""

    def _reading(
        self, place: str, name: str, readings: Sequence[FaceReading], words: Words, wanted: str
    ) -> FaceReading:
        """Return the reading that the player chose, else the first reading in which the words are allowed (RACE-2)."""
        if wanted:
            asked = next((one for one in readings if wanted == one.names[0]), None)
            asked = asked or next((one for one in readings if wanted in one.names), None)
            if asked is None:
                self._require(place, reason("no-such-reading", "RACE-2", face=name, reading=wanted))
            return asked or readings[0]
        # A word such as "attack goblin" is enough to choose the reading.
        fitting = (one for one in readings if one.successes and self._uses.are_legal(one, words))
        return next(fitting, readings[0]) if words else readings[0]

    def _said_of(self, place: str, name: str, chips: list[RolledSuccess], words: Words) -> list[RolledSuccess]:
        """Return the successes of a face with their uses; a single word applies to every success that it fits."""
        if self._choices.override.get(f"allot.{self._who}.{place}"):
            return self._allowed(place, name, chips, words)
        if not chips:
            if any(word not in {NONE, OPEN} for word in words):
                self._require(place, self._uses.nothing_to_shoot or reason("nothing-to-allot", "CMB-4", face=name))
            return chips
        if len(words) > len(chips):
            self._require(place, reason("too-many-uses", "CMB-4", face=name, n=len(chips)))
        if len(words) != 1:
            each = zip(chips, [*words, *[""] * len(chips)], strict=False)
            return [self._placed(chip, word) for chip, word in each]
        word = words[0]
        if all(chip.is_unasked for chip in chips):
            return chips
        reasons = [self._uses.why_not(chip.success, word, name) for chip in chips]
        if any(chip.is_unasked for chip in chips) and word.partition(" ")[0] == ATTACK and None not in reasons:
            return chips  # a success that acts without a choice is not used up by the word
        if None not in reasons:
            self._require(place, reasons[0])
            return [self._placed(chip, word) for chip in chips]
        return [self._placed(chip, word) if why is None else chip for chip, why in zip(chips, reasons, strict=True)]

    def _allowed(self, place: str, name: str, chips: list[RolledSuccess], words: Words) -> list[RolledSuccess]:
        """Return the successes that the GM allows: one for each word, even if the face gives fewer (amendment 9)."""
        every = words if len(words) > 1 else words * max(1, len(chips))
        anything = Success(((ATTACKS | DEFENDS | To.LEND, ""),))
        found = []
        for number, word in enumerate(every):
            use, _, whom = word.partition(" ")
            known = not whom or whom in self._doings.by_id
            if use not in {ATTACK, DEFEND, LEND, NONE, OPEN} or not known or (use in {ATTACK, LEND} and not whom):
                raise ChoiceError(f"allot.{self._who}.{place}", reason("word-unknown", "CMB-4", word=word[:40]))
            # The GM may allow an attack on a fighter who was not declared as a target; it is then a melee attack.
            mode = next((each.mode for each in self._doing.aimed if each.whom == whom), AttackMode.MELEE)
            via = {ATTACK: OF_MODE[mode], DEFEND: DEFENDS, LEND: To.LEND}.get(use, To.NOTHING)
            use = "" if use == OPEN else use
            found.append(
                RolledSuccess(
                    self._who, place, number, self._thrown.opponent, name, anything, use, whom, via, anything.all
                )
            )
        return found

    def _placed(self, chip: RolledSuccess, word: str) -> RolledSuccess:
        if word in {"", OPEN} or chip.is_unasked:
            return chip
        self._require(chip.place, self._uses.why_not(chip.success, word, chip.face))
        use, _, whom = word.partition(" ")
        struck = self._uses.way_to_attack(chip.success, whom) if use == ATTACK else To.NOTHING
        via = {ATTACK: struck, DEFEND: chip.success.all & DEFENDS, LEND: chip.success.all & To.LEND}
        return replace(chip, use=use, whom=whom, via=via.get(use, To.NOTHING))

    def _extra(self, place: str, n: int) -> list[RolledSuccess]:
        """Return successes that come from no die; they can be used like those of a Universal face."""
        if n <= 0 or not (self._doing.fights or self._doing.aimed):
            return []
        words, _ = self._split(place)
        success = self._reader.readings(_UNIVERSAL_DIE, _UNIVERSAL_DIE.faces[0], self._hand.may)[0].successes
        if not success:
            return []
        might = success[0].all
        chips = [RolledSuccess(self._who, place, number, "", place, success[0], might=might) for number in range(n)]
        return self._said_of(place, place, chips, words)

    def _limited(self, found: list[RolledSuccess], shown: list[FaceShown]) -> Chips:
        """Return the successes that caps, losses of Magic and Nulls leave, applied in this order (amendment 15)."""
        limits: dict[str, int] = {}
        fatigue = encumbrance = magic_left = 0
        for skill, cap in self._hand.caps.items():
            under = [chip for chip in found if chip.success.limit(chip.success.all) == skill]
            # A task of Magic has its own cap and fatigue, see `efforts`.
            if skill == MAGIC and self._doing.task is not None:
                continue
            if skill != MAGIC:
                limits[skill] = min(len(under), cap)
                continue
            # By the default rule the cap does not limit a bought success (AMB-8).
            beside = sum(chip.place == BOUGHT for chip in under)
            if self._choices.encounter.house_rules.bought_success_inside_cap:
                beside = 0
            counted = min(len(under) - beside, cap) + beside
            fatigue = magic_price(self._hand.fighter.character).penalty if self._doing.uses_magic else 0
            encumbrance = self._encumbrance(shown)
            magic_left = counted - fatigue
            limits[skill] = max(0, magic_left - encumbrance)
        thrown = zip(self._hand.dice, self._thrown.now, strict=True)
        icons = [icon for die, face in thrown if face and die.group == CHARACTER for icon in face.icons]
        second = [chip for chip in found if chip.success.limit(chip.success.all) == SECOND]
        # Under this house rule owning the mastery is enough; it need not be rolled (AMB-18).
        if self._choices.encounter.house_rules.second_weapon_by_owning:
            own = self._hand.fighter.character
            icons += [icon for place in own.available() for face in own.dice[place].faces for icon in face.icons]
        limits[SECOND] = len(second) if TWO_WEAPON in icons else 0
        free = [chip for chip in found if chip.success.limit(chip.success.all) not in limits]
        nulls = fear_on(self._hands, self._doings, self._who) + self._thrown.own_nulls
        # Nulls come last, so they cancel successes that the caps have left (amendment 15).
        usable = max(0, len(free) + sum(limits.values()) - nulls)
        return Chips(
            self._who,
            self._thrown.opponent,
            tuple(found),
            tuple(shown),
            limits,
            usable,
            nulls,
            fatigue,
            encumbrance,
            magic_left,
        )

    def _encumbrance(self, shown: list[FaceShown]) -> int:
        """Return the Encumbrance on magic.

        Endurance cancels only the Encumbrance of armour and shields (AMB-19).
        """
        worn = other = 0
        for die, face in zip(self._hand.dice, self._thrown.now, strict=True):
            if face is None or die.key in self._doing.means.borne.idle:
                continue
            weight = hindrance(face, die.group).encumbrance
            if die.group == ITEM and is_worn(die.key):
                worn += weight
            else:
                other += weight
        lifted = sum(each.reading.negated("encumbrance") for each in shown)
        return other + max(0, worn - lifted)

    def _within(self, made: Chips) -> Chips:
        """Return the successes; those beyond a cap or cancelled by Nulls lose their uses.

        The successes placed last lose their uses first. A player may place too many: all successes are counted first,
        and the total is limited afterwards (ACT-6, ACT-11). A second weapon that may not strike gives no success, and
        using it is refused (AMB-18).
        """
        within = dict(made.limits)
        kept = 0
        chips = []
        for chip in made.chips:
            if chip.use in {ATTACK, DEFEND, LEND}:
                left = within.get(chip.limit, WITHOUT_LIMIT)
                if chip.limit == SECOND and left <= 0 and not self._hand.fighter.is_horde:
                    self._require(chip.place, reason("nothing-to-allot", "AMB-18", face=chip.face))
                if left <= 0 or kept >= made.usable:
                    chips.append(replace(chip, use=NONE, whom="", via=To.NOTHING))
                    continue
                within[chip.limit] = left - 1
                kept += 1
            chips.append(chip)
        return replace(made, chips=tuple(chips))


def _might(reading: FaceReading, readings: Sequence[FaceReading], number: int) -> To:
    """Return all uses of a success, in every reading of its face that has enough successes."""
    alike = (each.successes for each in readings if len(each.successes) == len(reading.successes))
    return any_of(successes[number].all for successes in alike)

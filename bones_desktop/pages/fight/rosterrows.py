"""The rows of the roster of a fight: by side, with equal fighters together."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from bones_desktop.document.bones.fightdocument import FightDocument
from bones_desktop.pages.fight.roundbar import Next, RoundStage, round_state
from bones_desktop.play.bones.fightlog import group_name
from bones_desktop.rules.bones.book.attempts import CHARACTER
from bones_desktop.rules.bones.book.icons import MENTAL, PHYSICAL, UNIVERSAL, Face
from bones_desktop.rules.bones.fight.fighters import Encounter, Fighter, Health, Posture, health
from bones_desktop.rules.bones.fight.roster import alike, sides
from bones_desktop.rules.bones.fight.roundchoices import Declaration, How
from bones_desktop.rules.bones.fight.roundreading import RoundReading
from bones_desktop.wording.glances import health_word, pronoun_of
from bones_desktop.wording.language import _


@dataclass(frozen=True, slots=True)
class SmallDie:
    """A die as it is painted small."""

    code: str
    group: str
    lost: bool = False
    going: bool = False
    """Whether the choices made so far lose it in this round."""


@dataclass(frozen=True, slots=True)
class RosterRow:
    """A line of the roster: the heading of a side, a group of equal fighters, or one fighter."""

    key: str
    """Identity of the row: the side, or the id of the first fighter."""
    name: str
    who: tuple[str, ...] = ()
    """Ids of the fighters; empty for a heading."""
    dice: tuple[SmallDie, ...] = ()
    counted: str = ""
    """The dice in words, where there are too many to paint."""
    state: str = ""
    tone: str = "muted"
    doing: str = ""
    blows: str = ""
    """Successes put to attacks on it, and the damage, in words."""
    coming: str = ""
    """The state after this damage, in words; "" for no damage."""
    deadly: bool = False
    waiting: bool = False
    """Whether a decision for it is waiting."""
    done: bool = False
    """Whether it has nothing left to do in this round."""
    folds: bool = False
    """Whether it is a group that can be shown one by one."""
    folded: bool = False
    inside: bool = False
    """Whether it is a member of a group shown one by one."""


_TONES = {
    Health.HALE: "good",
    Health.HURT: "warn",
    Health.INCAPACITATED: "bad",
    Health.DYING: "bad",
    Health.BROKEN: "bad",
    Health.DEAD: "muted",
}
_OUT = frozenset({Health.INCAPACITATED, Health.DYING, Health.BROKEN, Health.DEAD})


def how_word(how: How) -> str:
    """Return the word for a kind of action."""
    return {
        How.MELEE: _("melee"),
        How.MISSILE: _("missile"),
        How.UNARMED: _("unarmed"),
        How.MAGIC: _("magic"),
        How.MIND: _("magic on the mind"),
        How.MOVE: _("moves"),
        How.TASK: _("a task"),
        How.COUP: _("coup de grace"),
        How.NONE: _("defends"),
    }[how]


def distance_word(encounter: Encounter, who: str, whom: Collection[str]) -> str:
    """Return the stated distance between a fighter and its targets, in words."""
    stated = {encounter.stated(who, each) for each in whom}
    metres = stated.pop() if len(stated) == 1 else None
    if metres is None:
        return _("no distance said") if whom and not stated else _("distance as it is")
    return _("{n} m apart").format(n=f"{metres:g}")


def cover_word(encounter: Encounter, whom: Collection[str]) -> str:
    """Return the cover of these fighters, in words."""
    covers = {each.cover for each in encounter.fighters if each.id in whom}
    if len(covers) > 1:
        return _("cover as it is")
    percent = max(covers, default=0)
    return _("{n} % cover").format(n=percent) if percent else _("no cover")


def roster_rows(
    document: FightDocument, unfolded: Collection[str], falling: Collection[str] = ()
) -> tuple[RosterRow, ...]:
    """Return the rows of all fighters; `unfolded` holds keys of groups shown one by one.

    `falling` holds ids of fighters whose dice are falling. Until they lie still, nothing that depends on them is shown.
    """
    return tuple(_RosterRows(document, unfolded, falling).all())


class _RosterRows:
    def __init__(self, document: FightDocument, unfolded: Collection[str], falling: Collection[str]) -> None:
        self._rulebook = document.rulebook
        self._fight = document.fight
        self._unfolded = unfolded
        self._falling = falling
        # Without a reading no row can give away the result of falling dice.
        self._read: RoundReading | None = None if falling else document.reading
        self._names = {fighter.id: fighter.name for fighter in document.fight.encounter.fighters}
        self._asked, self._done = set[str](), frozenset[str]()
        if self._read is not None:
            state = round_state(document)
            declaring = state.stage is RoundStage.DECLARE
            self._asked = set(state.awaited) if declaring else {question.who for question in self._read.questions}
            self._done = frozenset(self._read.order if state.next not in {Next.END, Next.NEW} else ()) - self._asked

    def all(self) -> Iterator[RosterRow]:
        """Yield the heading of each side, followed by its fighters."""
        fighters = self._fight.encounter.fighters
        for side in sides(self._fight):
            here = [fighter for fighter in fighters if fighter.side == side]
            if not here:
                continue
            yield RosterRow(f"side:{side}", _("Side {side}").format(side=side))
            for group in alike(here, self._fight.files):
                if len(group) == 1:
                    yield self._one(group[0])
                    continue
                key = f"all:{group[0].id}"
                folded = key not in self._unfolded
                yield self._several(key, group, folded=folded)
                if not folded:
                    yield from (self._one(fighter, inside=True) for fighter in group)

    def _one(self, fighter: Fighter, *, inside: bool = False) -> RosterRow:
        now = health(fighter.now)
        coming, deadly = self._coming((fighter,))
        return RosterRow(
            fighter.id,
            fighter.name,
            (fighter.id,),
            tuple(self._dice(fighter)),
            state=", ".join([health_word(now), *self._stance(fighter)]),
            tone=_TONES[now],
            doing=self._doing(fighter.id),
            blows=self._blows((fighter,)),
            coming=coming,
            deadly=deadly,
            waiting=fighter.id in self._asked,
            done=fighter.id in self._done,
            inside=inside,
        )

    def _several(self, key: str, group: tuple[Fighter, ...], *, folded: bool) -> RosterRow:
        ids = [fighter.id for fighter in group]
        left = sum(len(fighter.character.available()) for fighter in group)
        owned = sum(len(fighter.character.dice) for fighter in group)
        healths = [health(fighter.character) for fighter in group]
        counts = ((found, healths.count(found)) for found in Health)
        words = [f"{n} {health_word(found)}" for found, n in counts if n and found is not Health.HALE]
        coming, deadly = self._coming(group)
        doings = dict.fromkeys(filter(None, (self._doing(fighter.id) for fighter in group)))
        return RosterRow(
            key,
            group_name(group),
            tuple(fighter.id for fighter in group),
            counted=_("{n} of {m} dice").format(n=left, m=owned),
            state=", ".join((*(words or [health_word(Health.HALE)]), *self._shared_stance(group))),
            # The worst state of the group: `Health` is ordered from hale to dead.
            tone=_TONES[max(healths, key=list(Health).index)],
            doing=next(iter(doings), "") if len(doings) < 2 else _("→ several"),
            blows=self._blows(group),
            coming=coming,
            deadly=deadly,
            waiting=any(fighter.id in self._asked for fighter in group),
            done=any(who in self._done for who in ids) and not self._asked.intersection(ids),
            folds=True,
            folded=folded,
        )

    def _dice(self, fighter: Fighter) -> Iterator[SmallDie]:
        # Falling dice show no face yet.
        """Yield its dice, with the faces they show if they were rolled."""
        shown = self._fight.round.shown(fighter.id) if fighter.id not in self._falling else ()
        held = fighter.now.available()
        going = self._read.wounds[fighter.id].dice if self._read is not None else ()
        # Only own dice can be lost; equipment and hindering dice cannot.
        for place, die in enumerate(fighter.dice(self._rulebook)):
            number = shown[place] if place < len(shown) else None
            face = die.faces[number - 1] if number else _telling(die.faces)
            own = die.group == CHARACTER
            yield SmallDie(face.code, die.group, lost=own and place not in held, going=own and place in going)

    def _shared_stance(self, group: tuple[Fighter, ...]) -> list[str]:
        """Return the unusual stances that all of them share."""
        others = [self._stance(fighter) for fighter in group[1:]]
        return [words for words in self._stance(group[0]) if all(words in other for other in others)]

    def _stance(self, fighter: Fighter) -> list[str]:
        """Return the unusual parts of its stance in words: prone, mounted, in cover."""
        words = list[str]()
        if fighter.posture is Posture.PRONE:
            words.append(_("prone"))
        elif fighter.is_mounted:
            words.append(_("mounted"))
        if fighter.flying_m:
            words.append(_("flies at {n} m").format(n=f"{fighter.flying_m:g}"))
        held = [each for each in self._fight.encounter.ruled if each.whom == fighter.id]
        words += [_("ruled by {name} ({n})").format(name=self._names[each.by], n=each.net) for each in held]
        if fighter.cover:
            words.append(_("{n} % cover").format(n=fighter.cover))
        if fighter.vest:
            words.append(_("wears the vest"))
        if fighter.hidden:
            words.append(_("hidden"))
        return words

    def _doing(self, who: str) -> str:
        declared = [each for each in self._fight.round.declarations if each.who == who]
        return "; ".join(dict.fromkeys(self._said(each) for each in declared))

    def _said(self, each: Declaration) -> str:
        how = how_word(each.how)
        if not each.whom:
            return how
        return _("→ {whom}, {how}").format(whom=self._names.get(each.whom, each.whom), how=how)

    def _blows(self, group: tuple[Fighter, ...]) -> str:
        """Return the successes used for attacks on them, and the damage: "4 against her, 2 get through"."""
        read = self._read
        if read is None:
            return ""
        n = sum(sum(pair.struck.values()) for each in group for pair in read.pairs.against(each.id))
        taken = sum(read.taken[each.id] for each in group)
        # The GM may have set a smaller damage.
        through = min(taken, sum(sum(read.hurt_by.get(each.id, {}).values()) for each in group))
        pronoun = pronoun_of(group[0].character) if len(group) == 1 else _("them")
        parts = (
            _("{n} against {whom}").format(n=n, whom=pronoun) if n else "",
            _("1 gets through") if through == 1 else _("{n} get through").format(n=through) if through else "",
            _("{n} other damage").format(n=taken - through) if taken > through else "",
        )
        return ", ".join(part for part in parts if part)

    def _coming(self, group: tuple[Fighter, ...]) -> tuple[str, bool]:
        """Return the state after the round in words if it gets worse, else ""; and whether somebody falls."""
        if self._read is None:
            return "", False
        taken, states = self._read.taken, self._read.states
        worse = [
            states[fighter.id]
            for fighter in group
            if taken[fighter.id] or (states[fighter.id] in _OUT and states[fighter.id] is not health(fighter.now))
        ]
        if not worse:
            return "", False
        out = sum(each in _OUT for each in worse)
        if len(group) == 1:
            words = health_word(worse[0])
        else:
            words = _("{n} fall").format(n=out) if out else _("{n} hurt").format(n=len(worse))
        return _("then {state}").format(state=words), bool(out)


def _telling(faces: tuple[Face, ...]) -> Face:
    """Return the most characteristic face of a die: the first that is more than a plus, a triangle or a square."""
    plain = {UNIVERSAL, PHYSICAL, MENTAL}
    return next((face for face in faces if not face.is_blank and not plain.issuperset(face.icons)), faces[0])

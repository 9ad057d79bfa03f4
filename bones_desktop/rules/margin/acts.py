"""What can be done to a character of Margin: damage, bleeding, aid, powers, Luck, conditions, holds, levels.

Codes refused: dead-do-nothing (), nothing-to-heal (), mg-not-bleeding (), mg-no-luck (), mg-no-power (),
mg-too-weak (have, cost), mg-no-hold (), mg-aided (), say-what-it-is (), no-such-weapon (), mg-down (), too-many (most).
"""

from functools import partial
from typing import Final

from bones_desktop.rules.acts import Act, Answers, Parameter
from bones_desktop.rules.fields import added
from bones_desktop.rules.games import numbered
from bones_desktop.rules.margin import figures
from bones_desktop.rules.margin.book import Book
from bones_desktop.rules.margin.character import CONDITIONS, Hold, MarginCharacter, Power
from bones_desktop.rules.margin.making import asked_for
from bones_desktop.rules.reasons import Reason, reason, refuse

_BLEED: Final = 3
_MOST: Final = 1000


def acts(book: Book, who: MarginCharacter) -> tuple[Act[MarginCharacter], ...]:
    """Return every act, in the order of their groups; each says why not when it cannot be done."""
    powers, weapons, holds = figures.lists(book, who)
    level = Parameter.number("value", 1, 1, _MOST)
    wound = level if figures.lp_left(book, who) else Parameter.yes_no("deliberate")
    return (
        Act.asking("hurt", "harm", partial(_hurt, book), wound).needing(_alive),
        Act.asking("bleed", "harm", partial(_bleed, book), dice=numbered(6, "dice", _BLEED)).needing(_alive),
        Act.asking("condition", "harm", _condition, Parameter.choice("kind", CONDITIONS)),
        Act.asking(
            "hold",
            "harm",
            _hold,
            Parameter.text("name"),
            Parameter.number("total", 12, -20, 60),
            Parameter.number("rounds", 1, 1, 60),
        ).needing(_alive),
        holds.dropping("free", "harm", "mg-no-hold"),
        Act.asking("round", "harm", _round).needing(_alive),
        Act.asking("heal", "heal", _heal, level),
        Act.asking("first-aid", "heal", partial(_first_aid, book)),
        Act.asking("rest", "heal", _rest),
        Act.asking("power", "resource", partial(_power, book), powers.which).needing(_alive),
        Act.asking("luck", "resource", partial(_luck, book)),
        Act.asking("arm", "resource", _arm, Parameter.text("name")),
        weapons.dropping("drop", "resource", "no-such-weapon"),
        Act.asking("session", "session", _session),
        Act.asking("award", "session", _award),
        Act.asking("level", "advance", _level).needing(_alive),
        Act("learn", "advance", lambda given: _wanted(book, who, given), _learn),
        powers.dropping("forget", "advance", "mg-no-power"),
    )


def _alive(who: MarginCharacter) -> None:
    if who.is_dead:
        raise refuse("dead-do-nothing", "MG-R27")


def _hurt(book: Book, who: MarginCharacter, given: Answers) -> MarginCharacter:
    """Lose Life Points; whoever has none left and is attacked on purpose dies (MG-R26, MG-R27)."""
    most = figures.most_lp(book, who)
    if not figures.lp_left(book, who):
        return who.with_(is_dead=True) if given.yes("deliberate") else who
    return who.with_(lp_lost=min(most, who.lp_lost + given.number("value")), is_aided=False)


def _bleed(book: Book, who: MarginCharacter, given: Answers) -> MarginCharacter:
    """Throw how many rounds are left without help (MG-R27)."""
    if figures.lp_left(book, who) or who.bleeding:
        raise refuse("mg-not-bleeding", "MG-R27")
    return who.with_(bleeding=sum(index + 1 for index in given.dice("throw")) or 1)


def _condition(who: MarginCharacter, given: Answers) -> MarginCharacter:
    """Put a condition on, or take it off."""
    kind = given.key("kind")
    kept = tuple(each for each in who.conditions if each != kind)
    return who.with_(conditions=kept if kind in who.conditions else (*who.conditions, kind))


def _hold(who: MarginCharacter, given: Answers) -> MarginCharacter:
    """Be held for so many rounds at most (MG-R19)."""
    name = given.named("name", "MG-R19")
    return added(who, "holds", Hold(name=name, total=given.number("total"), rounds=given.number("rounds")))


def _round(who: MarginCharacter, _given: Answers) -> MarginCharacter:
    """Let a round go by: holds run out, and who bleeds has one round less (MG-R19, MG-R27)."""
    holds = tuple(each.with_(rounds=each.rounds - 1) for each in who.holds if each.rounds > 1)
    left = max(0, who.bleeding - 1)
    return who.with_(holds=holds, bleeding=left, is_dead=bool(who.bleeding) and not left)


def _heal(who: MarginCharacter, given: Answers) -> MarginCharacter:
    """Give Life Points back; it ends bleeding (MG-R29)."""
    return _mended(who, given.number("value"))


def _mended(who: MarginCharacter, points: int) -> MarginCharacter:
    _alive(who)
    if not who.lp_lost:
        raise refuse("nothing-to-heal", "MG-R28")
    return who.with_(lp_lost=max(0, who.lp_lost - points), bleeding=0)


def _first_aid(book: Book, who: MarginCharacter, _given: Answers) -> MarginCharacter:
    """Have the Life Points of a first aid that succeeded: Body, one at least; once after a fight (MG-R28, MG-R29)."""
    if who.is_aided:
        raise refuse("mg-aided", "MG-R29")
    return _mended(who, max(1, figures.attribute(book, who, "body"))).with_(is_aided=True)


def _rest(who: MarginCharacter, _given: Answers) -> MarginCharacter:
    """Rest eight hours (MG-R28)."""
    return _mended(who, who.lp_lost)


def _power(book: Book, who: MarginCharacter, given: Answers) -> MarginCharacter:
    """Use a power for its Life Points; it may be the last ones (MG-R18, MG-R29)."""
    power = who.powers[given.place("power", len(who.powers), "mg-no-power")]
    cost, left = figures.cost_of(book, power), figures.lp_left(book, who)
    if not left:
        raise refuse("mg-down", "MG-R26")
    if cost > left:
        raise refuse("mg-too-weak", "MG-R18", have=left, cost=cost)
    return who.with_(lp_lost=who.lp_lost + cost)


def _luck(book: Book, who: MarginCharacter, _given: Answers) -> MarginCharacter:
    """Use Luck (MG-R08)."""
    if not figures.luck_left(book, who):
        raise refuse("mg-no-luck", "MG-R08")
    return who.with_(luck_used=who.luck_used + 1)


def _arm(who: MarginCharacter, given: Answers) -> MarginCharacter:
    return added(who, "weapons", given.named("name"))


def _session(who: MarginCharacter, _given: Answers) -> MarginCharacter:
    """Begin a session: Luck is whole again, and what was awarded beyond it is gone."""
    return who.with_(luck_used=0, luck_awarded=0)


def _award(who: MarginCharacter, _given: Answers) -> MarginCharacter:
    """Have Luck once more, by the referee's word (MG-R08)."""
    return who.with_(luck_awarded=min(_MOST, who.luck_awarded + 1))


def _level(who: MarginCharacter, _given: Answers) -> MarginCharacter:
    """Reach the next level, by the referee's word: a power more, and Life Points (MG-R30, MG-R31)."""
    if who.level >= 40:
        raise refuse("too-many", most=40)
    return who.with_(level=who.level + 1)


def _wanted(book: Book, who: MarginCharacter, given: Answers) -> tuple[Parameter, ...]:
    keys, names = tuple(each.id for each in book.powers), tuple(each.name for each in book.powers)
    which = Parameter.choice("power", (*keys, "own"), names=(*names, ""))
    found = book.by_id.get(given.key("power"))
    if given.key("power") == "own":
        return which, Parameter.text("name"), Parameter.text("text", most=2_000), Parameter.number("cost", 0, 0, 20)
    return (which, *asked_for(who, found, "choice", None))


def _learn(who: MarginCharacter, given: Answers) -> MarginCharacter:
    if given.key("power") != "own":
        return added(who, "powers", Power(power=given.key("power"), choice=given.key("choice")))
    own = Power(name=given.named("name"), text=given.key("text"), cost=given.number("cost"))
    return added(who, "powers", own)


def lines(book: Book, before: MarginCharacter, after: MarginCharacter, _act: str) -> tuple[Reason, ...]:
    """Return what an act changed, in lines for the log."""
    counted = (
        ("life", figures.lp_left(book, before), figures.lp_left(book, after)),
        ("luck", figures.luck_left(book, before), figures.luck_left(book, after)),
        ("bleeding", before.bleeding, after.bleeding),
        ("level", before.level, after.level),
        ("powers", len(before.powers), len(after.powers)),
        ("weapons", len(before.weapons), len(after.weapons)),
        ("holds", len(before.holds), len(after.holds)),
    )
    found = [reason(f"mg-line-{id}", before=was, after=now) for id, was, now in counted if was != now]
    if figures.state(book, before) != figures.state(book, after):
        now = figures.state(book, after)
        found.append(reason("mg-line-bleeding-now" if now == "bleeding" else f"mg-line-{now}", "MG-R26"))
    turned = (each for each in CONDITIONS if (each in before.conditions) != (each in after.conditions))
    found.extend(reason(f"mg-line-{'is' if each in after.conditions else 'no'}-{each}") for each in turned)
    return tuple(found) or (reason("mg-line-done"),)

"""Rolls of the Basics: tasks, contests, surprise, initiative, damage and staying conscious.

Codes refused: no-roll (roll), ba-trades (most), cannot-act (state), ba-no-reserve (), ba-actions (most), ba-no-aim ().
"""

from collections.abc import Iterator, Sequence
from typing import Final

from bones_desktop.rules.acts import Answers, Parameter, Rung, Value
from bones_desktop.rules.basics.character import (
    ATTRIBUTES,
    CALLED,
    RESERVE,
    BasicsBook,
    BasicsCharacter,
    BasicsHouseRules,
    Weapon,
    damage_dice,
    degree,
)
from bones_desktop.rules.dice import Die
from bones_desktop.rules.fields import switches
from bones_desktop.rules.games import DieResult, Plan, Roll, each_read, numbered
from bones_desktop.rules.reading import Finding, Must, NextRoll, Proposal, Reading, Role, Tone, sum_steps
from bones_desktop.rules.reasons import Reason, reason, refuse
from bones_desktop.rules.records import Record, replace

MOST: Final = 60
TRADE: Final = 3
"""Number of dice that are traded for one automatic success (BA-R06)."""
SURPRISED: Final = 3
"""Net successes of an ambush from which on the victim has no defence (BA-R10)."""
STRIKES: Final = ("counter", "duel", "strike-shooter")
"""Replies that attack too.

If the reply is "strike-shooter", the attacker aims at point blank range (BA-R16, BA-R17).
"""
REPLIES: Final = ("counter", "evade", "duel", "dodge", "dodge-close", "dodge-point-blank", "strike-shooter")
"""Replies to an attack: attacking back or avoiding the attack (BA-R16, BA-R17)."""
_POINT_BLANK: Final = 3
"""Number of black dice for an attack on a shooter whose weapon needs no reloading (BA-R17)."""
_FASTER: Final = 2
"""Number of dice added to every action against an opponent with a lower initiative (BA-R11, BA-A12)."""
_BARE: Final = {"fist": 1, "kick": 2}
"""Number of dice for damage without a weapon (BA-R20)."""
OPPOSED: Final = frozenset({"contest", "attack", "reply", "surprise"})
POOLS: Final = frozenset({"pool", "their_pool"})
HOUSE: Final = switches(BasicsHouseRules)
"""The switches of `BasicsHouseRules` (3(f))."""


class BasicsPool(Record):
    """Dice of one side after trading, and its automatic successes."""

    dice: int = 0
    black: int = 0
    automatic: int = 0


class BasicsThrow(Record):
    """The inputs that a roll is evaluated with: both pools, armour, margin and options."""

    ours: BasicsPool
    theirs: BasicsPool = BasicsPool()
    armour: int = 0
    margin: int = 0
    ranged: bool = False
    bruise: bool = False
    """True if the damage is only bruises (BA-R20)."""
    sixes_once: bool = False
    is_out: bool = False
    """True if the character is unconscious and must wake up first."""


def _number(id: str, first: int = 0, most: int = MOST) -> Parameter:
    return Parameter.number(id, first, most=most)


_THEIRS: Final = (_number("their_pool", 4), _number("their_black"), _number("their_automatic"))


def rolls(book: BasicsBook, who: BasicsCharacter | None) -> tuple[Roll, ...]:
    """Return the kinds of roll. With a character, they ask for the attribute and the skill of the pool."""
    ratings = tuple(each.id for each in book.difficulties)
    names = (f"{each.name} {each.sign}" for each in book.difficulties)
    rungs = tuple(Rung(each.id, each.name, each.sign) for each in book.difficulties)
    difficulty = replace(Parameter.choice("difficulty", ratings, "average", names=names), rungs=rungs)
    hidden = Parameter.yes_no("hidden")
    traded = _number("traded", most=MOST // TRADE)
    more = (_number("black"), difficulty, traded, _number("automatic"), hidden)
    against = (_number("black"), traded, _number("automatic"), *_THEIRS)
    own = (_number("pool", 4),) if who is None else _own(who)
    armed = own if who is None else (_weapon(who, *_BARE), *_own(who, "weapon"))
    draw, aim, first = Parameter.yes_no("draw"), Parameter.choice("aim", CALLED), Parameter.yes_no("first")
    again = () if who is None or not who.tries else (Parameter.place("again", (each.task for each in who.tries), ""),)
    reply = Parameter.choice("reply", REPLIES)
    damage = (
        *(() if who is None else (_strikes_with(who),)),
        _number("dice", 2),
        _number("armour"),
        Parameter.yes_no("ranged"),
        _number("margin", 1),
    )
    awake = 2 if who is None else max(0, who.attributes.resolve + who.attributes.fortitude)
    initiative = 4 if who is None else max(0, who.attributes.dexterity + who.attributes.wits)
    return (
        Roll("task", (*own, *more, *again), compare="traded"),
        Roll("group", (*own, _number("helpers", 2), *more)),
        Roll("contest", (*own, first, *against), compare="traded"),
        Roll("attack", (*armed, first, draw, aim, *against), compare="traded"),
        Roll("reply", (reply, *armed, first, draw, aim, Parameter.yes_no("reloads"), *against), compare="traded"),
        Roll("surprise", (*own, *against), compare="traded"),
        Roll("initiative", (_number("pool", initiative), _number("black"))),
        Roll("damage", damage),
        Roll("conscious", (_number("dice", awake),)),
    )


def _weapon(who: BasicsCharacter, *bare: str) -> Parameter:
    """Return the question for the weapon. The first weapon is proposed, if there is one (BA-R19, BA-R20)."""
    return Parameter.place("weapon", (each.name for each in who.weapons), *bare, first="1" if who.weapons else None)


def _strikes_with(who: BasicsCharacter) -> Parameter:
    """Return the question for the weapon that did the damage. It fills in the dice (BA-R19)."""
    asked = _weapon(who, "typed", *_BARE)
    struck = ((key, held(who, Answers({"weapon": key}))) for key in asked.choices)
    fills: dict[Value, dict[str, Value]] = {
        key: {"dice": damage_dice(who, each), "ranged": int(each.ranged)} for key, each in struck if each is not None
    }
    return replace(asked, fills=fills)


def held(who: BasicsCharacter | None, answers: Answers) -> Weapon | None:
    """Return the weapon or limb of the attack; None if the dice are typed in (BA-R20)."""
    key = answers.key("weapon")
    if key in _BARE:
        return Weapon(damage=_BARE[key], skill="Brawl", bruise=True)
    return answers.chosen("weapon", who.weapons) if who is not None else None


def _own(who: BasicsCharacter, *more: str) -> tuple[Parameter, ...]:
    """Return the questions that make up the pool. The skills in `more` are offered first."""
    return (
        Parameter.choice("attribute", ("none", *ATTRIBUTES), "dexterity"),
        Parameter.place("skill", (f"{each.name} {each.dice}" for each in who.skills), *more, ""),
        Parameter.number("mods", 0, -40, 40),
        Parameter.number("actions", 1, 1, who.most_actions),
        Parameter.number("pool", most=MOST, optional=True),
    )


def plan(book: BasicsBook, who: BasicsCharacter | None, roll: str, answers: Answers) -> Plan:
    """Return the dice of a roll.

    Raise RulesError for an unknown roll, and for more trades than the pool allows.
    """
    if roll not in {each.id for each in rolls(book, None)}:
        raise refuse("no-roll", roll=roll[:40])
    if who is not None and (who.is_dead or (who.is_out and roll != "conscious")):
        raise refuse("cannot-act", "BA-R26", state=who.state)
    if who is not None and roll == "conscious" and who.reserve_marked >= RESERVE:
        raise refuse("ba-no-reserve", "BA-R26")
    once = answers.yes("sixes_once") if answers.given("sixes_once") or who is None else who.house.sixes_once
    if roll == "damage":
        return _damage(who, answers, once=once)
    if roll == "conscious":
        asked = BasicsThrow(BasicsPool(answers.number("dice")), sixes_once=once, is_out=who is not None and who.is_out)
        waking = (reason("ba-waking", "BA-R26"),) if asked.is_out else ()
        return Plan(roll, numbered(6, "pool", asked.ours.dice), answers, asked, notes=waking)
    ours = _ours(book, who, answers)
    theirs = BasicsPool()
    if roll in OPPOSED:
        theirs = BasicsPool(*(answers.number(f"their_{each}") for each in ("pool", "black", "automatic")))
    thrown = (
        *numbered(6, "pool", ours.dice),
        *numbered(6, "black", ours.black),
        *numbered(6, "their_pool", theirs.dice),
        *numbered(6, "their_black", theirs.black),
    )
    # The Gamesmaster may keep the difficulty secret until the dice are rolled (BA-R03).
    hidden = frozenset({"black"}) if answers.yes("hidden") else frozenset()
    weapon = _fired(who, roll, answers)
    # A shot empties the weapon. If it is empty already, the user only gets a note, because the Gamesmaster may allow
    # the shot.
    shot = weapon is not None and not weapon.empty
    first = (Proposal("shoot", Answers({"weapon": answers.key("weapon")})),) if shot else ()
    notes = tuple(_notes(who, weapon))
    return Plan(roll, thrown, answers, BasicsThrow(ours, theirs, sixes_once=once), first, hidden, notes)


def _damage(who: BasicsCharacter | None, answers: Answers, *, once: bool) -> Plan:
    """Return the dice for damage, and black dice for armour against a shot (BA-R19 to R21)."""
    weapon = held(who, answers)
    dice, ranged = max(1, answers.number("dice")), answers.yes("ranged")
    if who is not None and weapon is not None and not answers.given("dice"):
        dice, ranged = damage_dice(who, weapon), weapon.ranged
    armour = answers.number("armour")
    asked = BasicsThrow(
        BasicsPool(dice),
        armour=armour,
        margin=answers.number("margin"),
        ranged=ranged,
        bruise=weapon is not None and weapon.bruise,
        sixes_once=once,
    )
    thrown = (*numbered(6, "pool", dice), *numbered(6, "black", armour if ranged else 0))
    return Plan("damage", thrown, answers, asked)


def _fired(who: BasicsCharacter | None, roll: str, answers: Answers) -> Weapon | None:
    """Return the weapon that an attack or duel fires, if it must be reloaded after the shot; else None."""
    shoots = roll == "attack" or answers.key("reply") == "duel"
    weapon = held(who, answers) if shoots else None
    return weapon if weapon is not None and weapon.ranged and weapon.reload else None


def _notes(who: BasicsCharacter | None, fired: Weapon | None) -> Iterator[Reason]:
    """Yield notes about the cost in pips of the reserve, and about a weapon that must be reloaded (BA-R15, BA-R26)."""
    if who is not None and who.penalty:
        yield reason("ba-in-reserve", "BA-R26", black=who.penalty)
    if fired is not None:
        code, rounds = ("ba-empty", fired.empty) if fired.empty else ("ba-reload", fired.reload)
        yield reason(code, "BA-R15", weapon=fired.name, n=rounds)


def _ours(book: BasicsBook, who: BasicsCharacter | None, answers: Answers) -> BasicsPool:
    rating = book.by_id.get(answers.key("difficulty"))
    more = 0 if rating is None or rating.automatic else rating.dice
    more += _FASTER * answers.yes("first")
    # Like other modifiers, these dice are added before the pool is divided among actions (BA-A14).
    answers = Answers({**answers.values, "mods": answers.number("mods") + more})
    if who is not None and _actions(answers) > who.most_actions:
        raise refuse("ba-actions", "BA-R15", most=who.most_actions)
    reply = answers.key("reply")
    typed = who is None or answers.given("pool")
    pool = reply_pool(who, answers) if reply and who is not None and not typed else pool_of(who, answers)
    aimed = CALLED.get(answers.key("aim"), 0)
    if aimed and reply not in {"", *STRIKES}:
        raise refuse("ba-no-aim", "BA-R22")
    black, automatic = answers.number("black") + aimed, answers.number("automatic")
    if reply == "strike-shooter" and not answers.yes("reloads"):
        black += _POINT_BLANK
    if rating is not None:
        if rating.automatic:
            return BasicsPool(automatic=rating.automatic)  # no roll is needed (BA-A9)
        black += rating.black
    if who is not None:
        black += who.penalty
        again = answers.chosen("again", who.tries)
        black += again.failed if again is not None else 0
    traded = answers.number("traded")
    if traded > pool // TRADE:
        raise refuse("ba-trades", "BA-R06", most=pool // TRADE)
    # The character cannot trade dice that helpers add (BA-R08).
    return BasicsPool(pool - TRADE * traded + answers.number("helpers"), black, automatic + traded)


def reply_pool(who: BasicsCharacter, answers: Answers) -> int:
    """Return the pool of a reply to an attack (BA-R16, BA-R17, BA-A15)."""
    reply, dodge, more = answers.key("reply"), who.skill("Dodge"), answers.number("mods")
    dexterity = who.attributes.dexterity
    close = {"dodge": dodge, "dodge-close": dodge // 2, "dodge-point-blank": 0}
    if reply in close:
        return max(0, dexterity + close[reply] + more) // _actions(answers)
    extra = Answers({**answers.values, "mods": more + (dodge if reply == "evade" else 0)})
    return pool_of(who, extra)


def _actions(answers: Answers) -> int:
    """Return the number of actions that share the dice. Drawing a weapon is one of them (BA-R13, BA-R15)."""
    return max(1, answers.number("actions")) + answers.number("draw")


def pool_of(who: BasicsCharacter | None, answers: Answers) -> int:
    """Return the pool before trading: attribute, skill and modifiers, divided among the actions (BA-R13, BA-A14).

    If a pool is typed in, it replaces attribute and skill.
    """
    dice = answers.number("pool")
    if who is not None and not answers.given("pool"):
        attribute, weapon = answers.key("attribute"), held(who, answers)
        dice = getattr(who.attributes, attribute) if attribute in ATTRIBUTES else 0
        if (skill := answers.chosen("skill", who.skills)) is not None:
            dice += skill.dice
        elif answers.key("skill") == "weapon" and weapon is not None:
            dice += who.skill(weapon.skill)
    return int(max(0, dice + answers.number("mods")) // _actions(answers))


def successes(fallen: Sequence[DieResult], group: str) -> int:
    """Return the successes of a group of dice, including successes of re-rolled sixes (BA-R02, BA-R03)."""
    return sum(each.number in {1, 6} for each in fallen if each.die.group == group)


def _due(plan: Plan, fallen: tuple[DieResult, ...], *, once: bool) -> tuple[Die[int], ...]:
    """Return a die for each six that must still be re-rolled. Black dice are not re-rolled (BA-R02, BA-R03)."""
    if plan.roll == "conscious":  # one success is enough, so no six is re-rolled
        return ()
    here = {each.die.key for each in fallen}
    due = []
    for each in fallen:
        key = f"{each.die.key} +"
        if each.number == 6 and each.die.group in POOLS and key not in here and not (once and each.wave):
            due.append(replace(each.die, key=key))
    return tuple(due)


def read(plan: Plan, fallen: tuple[DieResult, ...], _choices: Answers) -> Reading:
    """Return the meaning of the dice. It is complete once no six is left to re-roll."""
    asked = plan.asked
    dice = each_read(fallen, _did)
    if not isinstance(asked, BasicsThrow) or len(fallen) < len(plan.dice):
        return Reading((), dice)
    due = _due(plan, fallen, once=asked.sixes_once)
    if due:
        return Reading((), dice, must=(Must(due, reason("ba-sixes", "BA-R02", n=len(due))),))
    count, black = successes(fallen, "pool"), successes(fallen, "black")
    net = asked.ours.automatic + count - black
    match plan.roll:
        case "damage":
            armour = black if asked.ranged else asked.armour
            parts = {"margin": asked.margin, "armour": armour}
            steps = sum_steps("BA-R19", pips(asked, count, black), counted=count, **parts)
            return Reading((_pips(asked, count, black),), dice, steps)
        case "conscious":
            awake = count > 0
            why = reason("ba-awake" if awake else "ba-faints", "BA-R26", n=count)
            found = Finding("awake", why, Tone.GOOD if awake else Tone.BAD, outcome="yes" if awake else "no")
            # The act is needed only if the character's state changes.
            act = "" if awake is not asked.is_out else "wake" if awake else "faint"
            return Reading((found,), dice, harm=Proposal(act, Answers({"value": 1})) if act else None)
        case "initiative":
            return Reading((_net(net),), dice, sum_steps("BA-R04", net, counted=count, black=black))
        case "contest" | "attack" | "reply" | "surprise":
            theirs = asked.theirs.automatic + successes(fallen, "their_pool") - successes(fallen, "their_black")
            parts = {"automatic": asked.ours.automatic, "black": black, "theirs": theirs}
            steps = sum_steps("BA-R07", net - theirs, counted=count, **parts)
            return Reading(_opposed(plan, net, theirs), dice, steps, then=_damaging(plan, net, theirs))
    said = degree(net)
    sum_ = reason("ba-sum", "BA-R04", count=count, automatic=asked.ours.automatic, black=black, net=_signed(net))
    return Reading(
        (Finding("degree", reason(f"ba-{said}", "BA-R04", n=abs(net)), _tone(net), net, said), _net(net, sum_)),
        dice,
        sum_steps("BA-R04", net, counted=count, automatic=asked.ours.automatic, black=black),
    )


def _signed(number: int) -> str:
    return str(number).replace("-", "−")


def _net(net: int, why: Reason | None = None) -> Finding:
    said = why or reason("ba-net", "BA-R04", net=_signed(net))
    return Finding("net", said, _tone(net), net, "20+" if net >= 20 else str(net))


def pips(asked: BasicsThrow, count: int, black: int) -> int:
    """Return the pips of a hit after armour (BA-R19, BA-R21, BA-A6)."""
    if asked.ranged:
        return max(0, count - black) + asked.margin
    return max(0, count + asked.margin - asked.armour)


def _pips(asked: BasicsThrow, count: int, black: int) -> Finding:
    hurt = pips(asked, count, black)
    armour = black if asked.ranged else asked.armour
    code, rule = ("ba-pips-bruise", "BA-R20") if asked.bruise else ("ba-pips", "BA-R19")
    why = reason(code, rule, n=hurt, count=count, margin=asked.margin, armour=armour)
    return Finding("pips", why, Tone.GOOD if hurt else Tone.NEUTRAL, hurt, "20+" if hurt >= 20 else str(hurt))


def winner(net: int, theirs: int) -> str:
    """Return the winner. A side needs a success to win, and a tie has no winner (BA-A10, BA-A11)."""
    if net > theirs and net >= 1:
        return "ours"
    return "theirs" if theirs > net and theirs >= 1 else "nobody"


def surprise(net: int, theirs: int) -> str:
    """Return the result of an ambush: nothing, the initiative, or a victim without a defence (BA-R10)."""
    if winner(net, theirs) != "ours":
        return "none"
    return "undefended" if net - theirs >= SURPRISED else "initiative"


def _opposed(plan: Plan, net: int, theirs: int) -> tuple[Finding, ...]:
    if plan.roll == "surprise":
        found = surprise(net, theirs)
        said = Finding("surprise", reason(f"ba-surprise-{found}", "BA-R10"), _tone(net - theirs), outcome=found)
        return (said, *_foul(net))
    won = winner(net, theirs)
    code = f"ba-winner-{won}"
    if plan.roll == "reply":
        strikes = won == "ours" and plan.answers.key("reply") in STRIKES
        code = "ba-reply-strikes" if strikes else "ba-reply-hurt" if won == "theirs" else "ba-reply-safe"
    if plan.roll == "attack":
        code = f"ba-attack-{won}"
    why = reason(code, "BA-R07" if plan.roll == "contest" else "BA-R18", net=_signed(net), theirs=_signed(theirs))
    tone = {"ours": Tone.GOOD, "theirs": Tone.BAD, "nobody": Tone.MIXED}[won]
    return (Finding("winner", why, tone, net - theirs, won), *_foul(net))


def _damaging(plan: Plan, net: int, theirs: int) -> NextRoll | None:
    """Return the roll for damage after a hit, with the weapon and the margin (BA-R19)."""
    strikes = plan.roll == "attack" or plan.answers.key("reply") in STRIKES
    if not strikes or winner(net, theirs) != "ours":
        return None
    armed = {"weapon": plan.answers.key("weapon")} if plan.answers.given("weapon") else {}
    return NextRoll("damage", Answers({**armed, "margin": net - theirs}))


def _foul(net: int) -> tuple[Finding, ...]:
    """Return the finding of a foul failure if a side has negative successes (BA-A11)."""
    return (Finding("foul", reason("ba-foul", "BA-A11", n=-net), Tone.BAD, -net),) if net < 0 else ()


def _tone(net: int) -> Tone:
    if net >= 6:
        return Tone.GREAT
    if net >= 2:
        return Tone.GOOD
    return Tone.MIXED if net == 1 else Tone.BAD


def _did(_place: int, each: DieResult) -> tuple[Role, Reason, int]:
    """Return the effect of a die. Successes of black dice are subtracted (BA-R02, BA-R03)."""
    hit, black = each.number in {1, 6}, each.die.group not in POOLS
    if not hit:
        return Role.IDLE, reason("ba-idle", "BA-R03" if black else "BA-R02"), 0
    if black:
        return Role.HURTS, reason("ba-black", "BA-R03"), -1
    return Role.COUNTS, reason("ba-six" if each.number == 6 else "ba-hit", "BA-R02"), 1

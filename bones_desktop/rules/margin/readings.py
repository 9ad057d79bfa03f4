"""The meaning of Margin's dice, with Luck, and their odds (4(c))."""

from typing import Final

from bones_desktop.rules.acts import Answers
from bones_desktop.rules.chances import shares, total
from bones_desktop.rules.games import DieResult, Odds, Plan, each_read, numbered, of_group
from bones_desktop.rules.margin.character import MOST_BONUS, MarginHouseRules
from bones_desktop.rules.reading import Finding, Must, NextRoll, Offer, Proposal, Reading, Role, Tone, sum_steps
from bones_desktop.rules.reasons import Reason, reason
from bones_desktop.rules.records import Record, replace

DICE: Final = 3


class MarginThrow(Record):
    """The data that is needed to evaluate a roll of Margin."""

    bonus: int
    target: int = 0
    """The number to exceed; 0 if the other side rolls dice."""
    their_bonus: int = 0
    bands: str = MarginHouseRules().bands
    dice: int = DICE
    their_dice: int = 0
    luck: int | None = None
    """Uses of Luck left; None for a roll without a character."""
    lost: int = 0
    """Bonuses that the cap leaves out (MG-R03)."""
    halved: bool = False
    by: str = ""
    """The kind of attack. Its margin is damage, the rounds of a hold, or the feet of a toss."""
    purpose: str = ""
    """The purpose of a contest: "seize" or "resist" in a grapple, "break" out of one, or "" for any other."""
    then: Proposal | None = None
    """The act to propose if the roll succeeds: break free, or keep a power going after the roll for its duration."""
    poison: int = 0
    """Damage of a poison, which a Body check halves."""

    def needed(self, theirs: int) -> int:
        """Return the number to exceed: the target, or the other side's dice and bonus."""
        return self.target + theirs + self.their_bonus


_SIX: Final = (1, 2, 3, 4, 5, 6)
LOW, HIGH = 4, 17
"""Sums that fail or succeed in combat whatever the target is (MG-R07, MG-A3)."""
SUMS: Final = {
    "jump": ("feet", "MG-R10"),
    "duration": ("minutes", "MG-R20"),
    "healing": ("points", "MG-R20"),
    "fall": ("damage", "MG-R24"),
}
"""Rolls whose result is their sum, with the finding and the rule of each."""


def read(plan: Plan, fallen: tuple[DieResult, ...], choices: Answers) -> Reading:
    """Return the meaning of the dice.

    `choices` may contain `reroll` and `lucky-die`; each costs a use of Luck (MG-R08, MG-A5).
    """
    asked = plan.asked
    if not isinstance(asked, MarginThrow) or len(fallen) < len(plan.dice):
        return Reading((), each_read(fallen, _did))
    again = tuple(die for die in plan.dice if die.group == "dice")  # the other side's dice are never re-rolled
    if choices.yes("reroll") and again and all(each.counts for each in fallen):
        return Reading((), each_read(fallen, _did), must=(Must(again, reason("mg-reroll", "MG-R08")),))
    luck = of_group(fallen, "luck")
    if choices.yes("lucky-die") and not luck:
        return Reading((), each_read(fallen, _did), must=(Must(numbered(6, "luck"), reason("mg-lucky-die", "MG-A5")),))
    # The lucky die is part of the roll. With four dice the natural sums of three dice no longer count.
    asked = replace(asked, dice=asked.dice + len(luck))
    shown, theirs = sum((*of_group(fallen, "dice"), *luck)), sum(of_group(fallen, "theirs"))
    findings, harm = _found(plan.roll, asked, shown, theirs)
    offers = () if asked.luck is None or not again else _offers(plan.roll, asked, choices)
    steps = _steps(plan.roll, asked, shown, theirs)
    then = _contest_of_body(plan.roll, asked, findings[0])
    return Reading(findings, each_read(fallen, _did), steps, offers=offers, harm=harm, then=then)


def _contest_of_body(roll: str, asked: MarginThrow, first: Finding) -> NextRoll | None:
    """Return the contest that follows a grapple if its attack succeeded (MG-R23)."""
    if asked.by != "grapple" or first.outcome not in {"hit", "hurt"}:
        return None
    purpose = "seize" if roll == "attack" else "resist"
    return NextRoll("contest", Answers({"attribute": "body", "purpose": purpose}))


def _steps(roll: str, asked: MarginThrow, shown: int, theirs: int) -> tuple[Reason, ...]:
    """Return the steps of a roll's sum, including the number to exceed (MG-R01); none if the sum is halved."""
    if roll in SUMS:
        total = sum_steps(SUMS[roll][1], shown + asked.bonus, dice=shown, bonus=asked.bonus)
        return () if asked.halved else total
    needed = asked.needed(theirs)
    against = {"theirs" if asked.their_dice else "target": needed}
    return sum_steps("MG-R01", shown + asked.bonus - needed, dice=shown, bonus=asked.bonus, **against)


def _offers(roll: str, asked: MarginThrow, choices: Answers) -> tuple[Offer, ...]:
    used = sum(choices.yes(each) for each in ("reroll", "lucky-die"))
    if roll in {"fall", "initiative"} or (used and used >= (asked.luck or 0)):
        return ()
    why = None if asked.luck else reason("mg-no-luck", "MG-R08")
    use = Proposal("luck", Answers({"value": 1}))
    again = Offer("reroll", reason("mg-offer-reroll", "MG-R08"), why_not=why, does=use)
    die = Offer("lucky-die", reason("mg-offer-die", "MG-A5"), why_not=why, does=use)
    return tuple(each for each in ((again, die) if roll == "defence" else (again,)) if not choices.yes(each.command))


def band(bands: str, dice: int, shown: int, total: int) -> int:
    """Return 1 or -1 if a combat roll succeeds or fails whatever its target is, else 0 (MG-R07, MG-A3)."""
    if not dice or bands == "none" or (bands == "natural" and dice != DICE):
        return 0
    looked = shown if bands == "natural" else total
    return (looked >= HIGH) - (looked <= LOW)


def damage(over: int, automatic: int, *, defending: bool) -> int:
    """Return the damage of an attack that is `over` its target, or the damage that a defence does not stop.

    See MG-R14, MG-R15 and MG-A3. `automatic` is above 0 if the roll succeeds whatever its total, below 0 if it fails.
    """
    over, automatic = (-over, -automatic) if defending else (over, automatic)
    return max(1, over) if automatic > 0 else 0 if automatic < 0 else max(0, over)


def outcome(roll: str, asked: MarginThrow, shown: int, theirs: int) -> tuple[int, str]:
    """Return how far a roll is above its target, and its result: damage, sum, or success.

    `shown` is the sum of all its dice, `theirs` that of the other side's dice.
    """
    total = shown + asked.bonus
    over = total - asked.needed(theirs)
    if roll == "surprise":
        return over, "noticed" if over > 0 else "surprised"
    if roll in {"attack", "defence"}:
        return over, str(damage(over, automatic(asked, shown, theirs), defending=roll == "defence"))
    if roll in SUMS:  # half for a standing jump or for a fall with a Body check, rounded down (MG-R10, MG-R24, MG-A18)
        return over, str(max(0, total // 2 if asked.halved else total))
    if roll in {"contest", "initiative"}:
        return over, "tie" if not over else "win" if over > 0 else "lose"
    return over, "success" if over > 0 else "failure"


def automatic(asked: MarginThrow, shown: int, theirs: int) -> int:
    """Return 1 if an attack or defence succeeds whatever the totals, -1 if it fails whatever the totals, else 0.

    See MG-R07 and MG-A3. If automatic results of both sides contradict each other, the totals decide.
    """
    ours = band(asked.bands, asked.dice, shown, shown + asked.bonus)
    other = band(asked.bands, asked.their_dice, theirs, theirs + asked.their_bonus)
    return (ours > other) - (ours < other)


def _found(roll: str, asked: MarginThrow, shown: int, theirs: int) -> tuple[tuple[Finding, ...], Proposal | None]:
    total, needed = shown + asked.bonus, asked.needed(theirs)
    over, came = outcome(roll, asked, shown, theirs)
    said: dict[str, str | int] = {"total": total, "target": needed, "margin": f"{over:+d}".replace("-", "−")}
    match roll:
        case "check" | "escape" | "poison":
            code = "free" if came == "success" else "still-held"
            why = reason(f"mg-{code if roll == 'escape' else came}", "MG-R01", **said)
            found = (Finding("success", why, _tone(over), over, came), _margin(over), *_capped(asked))
            if roll == "poison":
                hurt = poisoned(asked, over)
                return (*found, _done(hurt, Tone.BAD)), _hurt(hurt)
            return found, asked.then if over > 0 else None
        case "attack" | "defence":
            return _struck(roll, asked, over, int(came), said)
        case "fall":
            return (_done(int(came), Tone.BAD),), _hurt(int(came))
        case "surprise":
            tone = Tone.GOOD if over > 0 else Tone.BAD
            why = reason(f"mg-{came}", "MG-R11", total=total, theirs=needed)
            return (Finding("surprise", why, tone, over, came), *_capped(asked)), None
    if roll in SUMS:
        why = reason(f"mg-{roll}", SUMS[roll][1], n=came)
        then = asked.then
        if then is not None:
            then = replace(then, answers=Answers({**then.answers.values, "value": int(came)}))
        return (Finding(SUMS[roll][0], why, Tone.GOOD, int(came), came), *_capped(asked)), then
    return _contested(roll, asked, total, needed)


def poisoned(asked: MarginThrow, over: int) -> int:
    """Return the damage of a poison: half, rounded down, if a Body check exceeded its number (MG-A23)."""
    return asked.poison // 2 if over > 0 else asked.poison


_MISSED: Final = frozenset({"crush", "toss"})
"""Attacks on a held opponent. If they miss, the opponent breaks free (MG-R23)."""
_WORDS: Final = {
    ("attack", True): "hit",
    ("attack", False): "miss",
    ("defence", True): "hurt",
    ("defence", False): "unhurt",
}
"""Outcomes of attacks and defences, by whether the attack has an effect."""


def _struck(
    roll: str, asked: MarginThrow, over: int, hurt: int, said: dict[str, str | int]
) -> tuple[tuple[Finding, ...], Proposal | None]:
    """Return the findings of an attack or defence, and the act for its effect on a defender.

    See MG-R14, MG-R15, MG-R19 and MG-R23.
    """
    defends = roll == "defence"
    end, grapple = _WORDS[roll, bool(hurt)], asked.by == "grapple"
    good = _tone(hurt) if not defends else Tone.BAD if hurt else Tone.GOOD
    code = f"mg-grapple-{end}" if grapple else f"mg-{end}"
    rule = "MG-R23" if grapple else "MG-R15" if defends else "MG-R14"
    found = [Finding("hit", reason(code, rule, **said), good, outcome=end)]
    if not grapple:
        found.append(_done(hurt, Tone.BAD if defends else Tone.GOOD, asked.by))
    if asked.by in _MISSED and (over > 0 if defends else over < 0):
        found.append(Finding("free", reason("mg-breaks-free", "MG-R23"), good))
    if hurt != damage(over, 0, defending=defends):
        found += _decided(asked)
    harm = None
    if defends and asked.by == "hold" and hurt:
        harm = Proposal("hold", Answers({"total": said["target"], "rounds": hurt, "value": hurt}))
    elif defends and asked.by not in _AMOUNTS and not grapple:
        harm = _hurt(hurt)
    return (*found, *_capped(asked)), harm


def _contested(roll: str, asked: MarginThrow, total: int, theirs: int) -> tuple[tuple[Finding, ...], Proposal | None]:
    """Return the finding of a contest or of initiative, and the act for a character who is seized (MG-R23)."""
    over = total - theirs
    came = "tie" if not over else "win" if over > 0 else "lose"
    code, rule = (f"mg-first-{came}", "MG-A14") if roll == "initiative" else (f"mg-contest-{came}", "MG-A13")
    then = asked.then if over > 0 else None
    if roll == "contest" and asked.purpose:
        # On a tie the side that acts fails: the attacker in seizing, the held character in breaking out (MG-A13).
        won = over >= 0 if asked.purpose == "resist" else over > 0
        code, rule = f"mg-{asked.purpose}-{'win' if won else 'lose'}", "MG-R23"
        if asked.purpose == "resist" and not won:
            then = Proposal("grip", Answers({"value": 1}))
    why = reason(code, rule, total=total, theirs=theirs)
    return (Finding("first-throw", why, _tone(over), over, came), *_capped(asked)), then


def _hurt(points: int) -> Proposal | None:
    return Proposal("hurt", Answers({"value": points})) if points else None


def _decided(asked: MarginThrow) -> tuple[Finding, ...]:
    """Return a finding if an automatic result decided the roll, not the totals."""
    code = "mg-automatic-dice" if asked.bands == "natural" else "mg-automatic"
    return (Finding("automatic", reason(code, "MG-R07", low=LOW, high=HIGH), Tone.MIXED),)


def _capped(asked: MarginThrow) -> tuple[Finding, ...]:
    """Return a finding if the cap left out bonuses. The referee may then grant an advantage (MG-R03, MG-R04)."""
    if not asked.lost:
        return ()
    return (Finding("capped", reason("mg-capped", "MG-R03", most=MOST_BONUS, n=asked.lost), value=asked.lost),)


def _margin(margin: int) -> Finding:
    said = reason("mg-margin", "MG-R01", margin=f"{margin:+d}".replace("-", "−"))
    return Finding("margin", said, value=margin, outcome=str(margin))


_AMOUNTS: Final = {"hold": ("rounds", "MG-R19"), "toss": ("tossed", "MG-R23")}
"""Findings and rules for attacks whose margin is not damage."""


def _done(n: int, tone: Tone, by: str = "") -> Finding:
    """Return the finding for the damage, the rounds of a hold or the feet of a toss."""
    id, rule = _AMOUNTS.get(by, ("damage", "MG-R14"))
    return Finding(id, reason(f"mg-{id}", rule, n=n), tone if n else Tone.NEUTRAL, n, str(n))


def _tone(margin: int) -> Tone:
    if margin >= 5:
        return Tone.GREAT
    return Tone.GOOD if margin > 0 else Tone.BAD


def _did(_place: int, each: DieResult) -> tuple[Role, Reason, int]:
    role, code = (Role.COUNTS, "mg-adds") if each.counts else (Role.RETHROWN, "mg-again")
    return role, reason(code, "MG-R01"), each.number


def odds(plan: Plan) -> Odds:
    """Return the chances of every finding of `plan`; they sum to 1."""
    asked, roll = plan.asked, plan.roll
    if not isinstance(asked, MarginThrow):
        return Odds({})
    ways: dict[tuple[int, str], int] = {}
    for ours, count in total([_SIX] * asked.dice):
        for theirs, more in total([_SIX] * asked.their_dice):
            key = outcome(roll, asked, ours, theirs)
            ways[key] = ways.get(key, 0) + count * more
    came: dict[str, int] = {}
    for (_over, end), count in ways.items():
        came[end] = came.get(end, 0) + count
    match roll:
        case "check" | "escape" | "poison":
            margin = {str(over): count for (over, _end), count in ways.items()}
            findings = {"success": shares({"success": 0, "failure": 0, **came}), "margin": shares(margin)}
            if roll == "poison":
                hurt: dict[str, int] = {}
                for (over, _end), count in ways.items():
                    points = str(poisoned(asked, over))
                    hurt[points] = hurt.get(points, 0) + count
                findings["damage"] = shares(hurt)
            return Odds(findings)
        case "surprise":
            return Odds({"surprise": shares({"noticed": 0, "surprised": 0, **came})})
        case "attack" | "defence":
            some, none = ("hurt", "unhurt") if roll == "defence" else ("hit", "miss")
            unhurt = came.get("0", 0)
            hit = {some: sum(came.values()) - unhurt, none: unhurt}
            damages = {points: came[points] for points in sorted(came, key=int)}
            amount, _rule = _AMOUNTS.get(asked.by, ("damage", ""))
            amounts = {} if asked.by == "grapple" else {amount: shares(damages)}
            return Odds({"hit": shares(hit), **amounts})
        case "contest" | "initiative":
            return Odds({"first-throw": shares({"win": 0, "tie": 0, "lose": 0, **came})})
    return Odds({SUMS[roll][0]: shares({each: came[each] for each in sorted(came, key=int)})})

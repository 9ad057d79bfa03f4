"""A roll on the table as data: result, sum, dice and acts, with all texts ready to show. Every game provides it."""

from collections import Counter
from collections.abc import Sequence

from bones_desktop.play.followups import FollowUp
from bones_desktop.rules.reading import DieReading, Role, Tone
from bones_desktop.rules.reasons import Reason
from bones_desktop.rules.records import Record
from bones_desktop.wording.language import _
from bones_desktop.wording.readings import SumPart, sum_words
from bones_desktop.wording.reasons import sentence


class DieLine(Record):
    """A die, or successes without a die: its face code, its current role, and the reason."""

    name: str
    """"Die 3 · Armsman"; "" for successes without a die."""
    why: str
    role: Role
    code: str = ""
    group: str = ""
    """Material of the die. The opponent's dice have a single material."""
    amount: str = ""
    """Signed number that the die adds or subtracts; "" for none."""
    before: str = ""
    """Face code before a re-roll; "" if it was not re-rolled."""
    caption: str = ""
    """The owner's name, on the first line of the owner's dice."""
    uses: str = ""
    """Other uses of the face in words."""
    rolled: bool = True
    """False for successes that count without a die."""

    @property
    def text(self) -> str:
        """The name and the effect."""
        return _("{die}: {why}").format(die=self.name, why=self.why) if self.name else self.why


class Said(Record):
    """One of several findings about a roll: a name and a sentence."""

    name: str
    text: str
    tone: Tone = Tone.NEUTRAL


class RollView(Record):
    """A roll on the table, its explanation and the possible acts. Dice are in the order of the roll."""

    title: str
    """The result's explanation, beginning with the task."""
    result: str
    """The result in a few words, shown large."""
    tone: Tone = Tone.NEUTRAL
    totals: str = ""
    """Successes of the two sides, or further results; "" for none."""
    findings: tuple[Said, ...] = ()
    """Findings that have a line each."""
    why: str = ""
    """What counted, in words, for a roll without `steps`."""
    steps: tuple[SumPart, ...] = ()
    dice: tuple[DieLine, ...] = ()
    who: str = ""
    """Name of the roller."""
    have: str = ""
    """The points that pay for acts: "You have 3 spiffs"."""
    ask: str = ""
    """Question before the acts; "" for none."""
    acts: tuple[FollowUp, ...] = ()
    """Acts that can be done to the roll."""
    done: str = ""
    """The acts done to the roll in words, vetoed ones included."""
    undo: FollowUp | None = None
    """The act that undoes the last act done to the roll; None if there is none."""
    meant: bool = True
    """False if the roll was struck out and so has no effects."""
    secret: bool = False
    can_mark: bool = False
    """True if the roll can be struck out or made secret."""
    can_overrule: bool = False
    """True if the GM can set another result."""
    since: str = ""
    """Effects of the roll as sentences, for example about dice lost by the opponent; "" for none."""

    def spoken(self, amount: str) -> str:
        """Return the text that a screen reader says for a new roll.

        The text is only the outcome if `amount` is "short"; "usual" adds what counted, and "full" is the whole `text`.
        """
        if amount == "full":
            return self.text
        if not self.meant:
            return " ".join((_("Struck out:"), *self._heads))
        counted = sum_words(self.steps) or self.why
        more = (counted, self.since) if amount == "usual" else ()
        # The reason may repeat the result.
        return " ".join(dict.fromkeys(filter(None, (*self._heads, *more))))

    @property
    def _heads(self) -> tuple[str, ...]:
        return tuple(f"{each}." for each in (self.result, self.totals) if each)

    @property
    def text(self) -> str:
        """The whole explanation as a paragraph: result, sum, acts, dice."""
        done = self.done.rstrip(".")
        parts = (
            *self._heads,
            self.title,
            *(_("{name}: {text}").format(name=each.name, text=each.text) if each.name else each.text
              for each in self.findings),
            sum_words(self.steps),
            done and f"{done}.",
            impossible(self.acts),
            self.since,
            _dice_words(self.dice),
        )  # fmt: skip
        return " ".join(filter(None, parts))


def automatic_lines(steps: Sequence[Reason]) -> tuple[DieLine, ...]:
    """Return a line for the successes of a sum that count without a die."""
    found = (step for step in steps if step.code in {"step-automatic", "sum-automatic"})
    return tuple(
        DieLine(
            "", sentence(step), Role.COUNTS, amount=f"+{step.value('n')}", caption=_("Without a roll"), rolled=False
        )
        for step in found
    )


def amount_of(die: DieReading, role: Role) -> str:
    """Return the signed number that a die adds or subtracts; "" for none. A die lost since the roll still counts."""
    if die.role is Role.LOST:
        return ""
    if die.counts:
        return f"{die.counts:+}".replace("-", "−")
    taken = dict(die.reason.values).get("n")
    return f"−{taken}" if role is Role.HURTS and die.reason.code != "damages" and taken else ""


def impossible(acts: Sequence[FollowUp]) -> str:
    """Return the reasons why no act is possible, each once; "" if an act is possible."""
    return " ".join(dict.fromkeys(act.why_not for act in acts)) if all(act.why_not for act in acts) else ""


def _dice_words(lines: Sequence[DieLine]) -> str:
    # Equal lines are counted, because hordes roll many dice with one effect.
    said = Counter(f"{line.caption}. {line.text}" if line.caption else line.text for line in lines)
    return " ".join(text if n == 1 else _("{n} times {line}").format(n=n, line=text) for text, n in said.items())

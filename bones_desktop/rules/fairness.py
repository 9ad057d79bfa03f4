"""Checks of fairness: whether dice behave like fair dice, and whether an evening's draws come from its seed.

Codes for one die: fairness-too-few (n), fairness-one-face (), fairness-as-expected (n), fairness-unusual (n),
fairness-rare (n), fairness-extraordinary (). For many dice: the same with dice- instead of fairness-, and the number of
dice. For an evening: evening-sound (n), evening-empty (), seed-differs (), evening-not-told (), seal-twice (),
draws-missing, draws-repeated and draws-changed (n, numbers); evening-goes-on (n); for its chain: chain-broken (n,
numbers), head-last (), head-earlier (number, n), head-unknown (), head-is-seal (), head-unreadable (least); for other
proofs of its draws: words-first (n), words-none (), words-later (n, number), draws-secret (n).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import erfc, exp, lgamma, log, sqrt
from typing import Final

from bones_desktop.rules.fairdice import (
    LEAST_HEAD,
    SEED_SIZE,
    AddedWords,
    chain_next,
    chain_start,
    commitment,
    draw_label,
    evening_key,
    labelled_indices,
    sealed_indices,
    words_for,
)
from bones_desktop.rules.reasons import Reason, reason
from bones_desktop.rules.records import Record

LEAST_EXPECTED: Final = 5
"""Minimum expected number of rolls for each face for a chi-square test to be valid."""
UNUSUAL: Final = 0.05
RARE: Final = 0.001
EXTRAORDINARY: Final = 1e-6
_WHOLE_HEAD: Final = 64
_SIGNS: Final = frozenset("0123456789abcdef")
_HEADS_FOUND: Final = frozenset({"head-last", "head-earlier", "head-is-seal"})
MOST_DRAWS: Final = 100_000
"""Maximum number of draws in an evening, far more than play needs; a damaged log may contain a higher number."""


class FaceCounts(Record):
    """The number of times that each face of one die was rolled."""

    name: str
    faces: tuple[str, ...]
    """Codes of the faces, in order; several faces may have the same icon."""
    counts: tuple[int, ...]
    owner: str = ""
    """Name of the die's owner; "" for a die without owner, such as a challenge die."""
    group: str = ""
    """The group that the die has most often in the log."""

    @property
    def throws(self) -> int:
        """The number of rolls of the die."""
        return sum(self.counts)

    @property
    def expected(self) -> float:
        """The number of times that each face of a fair die would be rolled on average."""
        return self.throws / len(self.counts)


class Fairness(Record):
    """The difference between the counts of faces and the average of fair dice."""

    throws: int
    chi_square: float
    degrees: int
    p: float
    """The chance that fair dice differ this much or more, from 0.0 to 1.0."""
    verdict: Reason


class Draw(Record):
    """One draw of dice, as recorded in the log."""

    number: int
    dice: tuple[tuple[str, int], ...]
    """Key and number of faces of each die."""
    indices: tuple[int, ...]
    """The face of each die, from 0."""
    secret: bool = False
    """True if the result of the draw was hidden from the players."""


class ChainedDraw(Record):
    """One draw in the chain of its evening, recorded before the names of its dice were known."""

    number: int
    label: bytes
    indices: tuple[int, ...]
    head: str
    """Head of the chain after the draw, in hexadecimal."""


class Sealed(Record):
    """Data for verifying one evening (a sealed run of rolls): its commitment, seed and chain."""

    commitment: str
    """Commitment to the seed, shown before the first draw."""
    seed: bytes = b""
    """The seed; empty until the evening ends, when only the chain can be checked."""
    words: tuple[AddedWords, ...] = ()
    chain: tuple[ChainedDraw, ...] = ()
    """Draws in the order of the log."""
    last: int = 0
    """The last draw number used; if the last draw in the log has a lower number, draws are missing."""
    open: bool = False
    """True if the evening has not ended."""
    head: str = ""
    """The head that was recorded separately from the chain; "" if there is none."""
    twice: bool = False
    """True if another evening has the same commitment, so that its seed reveals every draw of this evening."""


class Verification(Record):
    """The result of checking an evening's draws against its seed and chain; lists of numbers are in ascending order."""

    commitment_matches: bool
    """True if the seed fits the commitment shown before the first draw, and while the seed is still secret."""
    draws: int
    """The number of logged draws."""
    missing: tuple[int, ...]
    """Numbers of draws that were made but are missing in the log, up to MOST_DRAWS."""
    repeated: tuple[int, ...]
    """Draw numbers that occur more than once."""
    changed: tuple[int, ...]
    """Numbers of draws with other faces than the seed or the chain gives."""
    broken: tuple[int, ...] = ()
    """Numbers of draws that do not continue the chain of the draws before them."""
    head: Reason | None = None
    """The position of the requested head in the chain, as a reason; None if no head was requested."""
    open: bool = False
    """True if the evening has not ended."""
    told: bool = True
    """True if the log has a commitment to check the seed against."""
    twice: bool = False
    """True if another evening has the same commitment."""
    secret: int = 0
    """Number of draws hidden from the players."""
    words: int = 0
    """Number of players' texts at the start of the chain, which were added before the first draw."""
    later: tuple[int, ...] = ()
    """The number of the first draw that depends on it, for each text that was added later."""

    @property
    def head_found(self) -> bool:
        """True if the requested head belongs to this evening, or is its commitment."""
        return self.head is not None and self.head.code in _HEADS_FOUND

    @property
    def sound(self) -> bool:
        """True if every draw is logged once with the faces of the sealed seed, and the requested head was found."""
        found = self.head is None or self.head_found
        whole = self.commitment_matches and self.told and not self.twice
        return whole and found and not (self.missing or self.repeated or self.changed or self.broken)

    @property
    def findings(self) -> tuple[Reason, ...]:
        """The findings to show, the most serious first."""
        told = () if self.head is None else (self.head,)
        if self.sound:
            ended = reason("evening-sound", n=self.draws) if self.draws else reason("evening-empty")
            return (reason("evening-goes-on", n=self.draws) if self.open else ended, *told, *self._proven)
        if not self.told:
            return (reason("evening-not-told"), *told)
        found: list[Reason] = []
        if self.twice:
            found.append(reason("seal-twice"))
        if not self.commitment_matches:
            found.append(reason("seed-differs"))
        faults = (
            ("draws-changed", self.changed),
            ("draws-repeated", self.repeated),
            ("draws-missing", self.missing),
            ("chain-broken", self.broken),
        )
        found += [reason(code, n=len(each), numbers=numbers_text(each)) for code, each in faults if each]
        return (*found, *told)

    @property
    def _proven(self) -> tuple[Reason, ...]:
        """Return findings for a sound evening: the players' words at the start of the chain, and secret draws."""
        proven: list[Reason] = []
        if self.draws:
            proven.append(reason("words-first", n=self.words) if self.words else reason("words-none"))
        if self.later:
            proven.append(reason("words-later", n=len(self.later), number=min(self.later)))
        if self.secret:
            proven.append(reason("draws-secret", n=self.secret))
        return tuple(proven)


def chi_square_p(chi_square: float, degrees: int) -> float:
    """Return the chance of a chi-square this high or higher, with this many degrees of freedom (1 or more)."""
    half = chi_square / 2
    if half <= 0:
        return 1.0
    p, below = (erfc(sqrt(half)), 1) if degrees % 2 else (exp(-half), 2)
    # Two more degrees of freedom add one term to the chance: Q(a + 1, x) = Q(a, x) + x^a e^-x / Gamma(a + 1).
    while below < degrees:
        p += exp(below / 2 * log(half) - half - lgamma(below / 2 + 1))
        below += 2
    return min(1.0, p)


def assess(counts: FaceCounts) -> Fairness:
    """Return how far the counts of one die differ from those of a fair die, whose faces are equally likely."""
    degrees, chi_square = max(0, len(counts.counts) - 1), 0.0
    if counts.throws:
        chi_square = sum((count - counts.expected) ** 2 for count in counts.counts) / counts.expected
    if not degrees:
        return Fairness(counts.throws, 0.0, 0, 1.0, reason("fairness-one-face"))
    p = chi_square_p(chi_square, degrees)
    missing = _missing(counts)
    if missing:
        verdict = reason("fairness-too-few", n=missing)
    elif p >= UNUSUAL:
        verdict = reason("fairness-as-expected", n=round(100 * p))
    else:
        verdict = _verdict("fairness", p)
    return Fairness(counts.throws, chi_square, degrees, p, verdict)


def assess_together(dice: Sequence[FaceCounts]) -> Fairness:
    """Return how far many dice differ from fair dice, without dice that were rolled too rarely.

    Two tests are made. One checks whether all dice together differ. The other checks whether the worst die differs more
    than the worst of as many fair dice would. The result is corrected for making two tests (Bonferroni).
    """
    told = [each for each in dice if len(each.counts) > 1 and not _missing(each)]
    singly = [assess(each) for each in told]
    throws = sum(each.throws for each in singly)
    if not singly:
        nearest = min((_missing(each) for each in dice if len(each.counts) > 1), default=2 * LEAST_EXPECTED)
        return Fairness(sum(each.throws for each in dice), 0.0, 0, 1.0, reason("dice-too-few", n=nearest))
    chi_square, degrees = sum(each.chi_square for each in singly), sum(each.degrees for each in singly)
    p = singly[0].p
    if len(singly) > 1:
        worst = min(each.p for each in singly) * len(singly)
        p = min(1.0, 2 * min(chi_square_p(chi_square, degrees), worst))
    return Fairness(throws, chi_square, degrees, p, _verdict("dice", p, dice=len(singly), throws=throws))


def _verdict(of: str, p: float, **values: int) -> Reason:
    """Return the verdict on the chance `p` that fair dice differ this much; a low chance gives a strong verdict."""
    if p >= UNUSUAL:
        return reason(f"{of}-as-expected", "", **values)
    if p >= EXTRAORDINARY:
        return reason(f"{of}-unusual" if p >= RARE else f"{of}-rare", "", n=round(1 / p), **values)
    return reason(f"{of}-extraordinary", "", **values)


def verify(evening: Sealed, draws: Iterable[Draw], head: str = "") -> Verification:
    """Check an evening's logged draws against its seed and its chain.

    `head` is a head that somebody wrote down, or at least the first LEAST_HEAD characters of that head. It is searched
    for in the chain.
    """
    usable = len(evening.seed) == SEED_SIZE
    written = list(draws)
    times = Counter(each.number for each in written)
    chained = {each.number: each for each in evening.chain}
    most = min(max(evening.last, *times, *chained, 0), MOST_DRAWS)
    changed = set()
    for each in written:
        label = draw_label(each.number, each.dice)
        linked = chained.get(each.number)
        key = _key(evening, each.number)
        by_seed = not evening.open and (not key or sealed_indices(key, each.number, each.dice) != each.indices)
        named = linked is not None and b"|" in linked.label[len(b"throw|") :]
        by_chain = linked is not None and named and (linked.label, linked.indices) != (label, each.indices)
        if each.number < 1 or by_seed or by_chain:
            changed.add(each.number)
    return Verification(
        commitment_matches=evening.open or (usable and commitment(evening.seed) == evening.commitment.strip().lower()),
        draws=len(written),
        missing=tuple(number for number in range(1, most + 1) if number not in times),
        repeated=tuple(sorted(number for number, count in times.items() if count > 1)),
        changed=tuple(sorted(changed)),
        broken=_broken(evening, most),
        head=_place(evening, head),
        open=evening.open,
        told=bool(evening.commitment),
        twice=evening.twice,
        secret=sum(each.secret for each in written),
        words=len(words_for(evening.words, 1)),
        later=tuple(each.draw for each in evening.words if each.draw > 1),
    )


def noted_head(text: str) -> str:
    """Return a copied head in lower case, without spaces and "…"; "" if the text cannot be a head."""
    head = "".join(text.split()).lower().rstrip("….")
    return head if LEAST_HEAD <= len(head) <= _WHOLE_HEAD and not set(head) - _SIGNS else ""


def _key(evening: Sealed, draw: int) -> bytes:
    """Return the key of a draw; empty without a seed."""
    return evening_key(evening.seed, words_for(evening.words, draw)) if len(evening.seed) == SEED_SIZE else b""


def _broken(evening: Sealed, most: int) -> tuple[int, ...]:
    """Return the numbers of draws that break the chain: omitted, added, moved, or with faces not from the seed."""
    broken: set[int] = set()
    head, number = chain_start(evening.commitment, words_for(evening.words, 1)), 0
    for each in evening.chain:
        added = words_for(evening.words, each.number, max(number, 1))
        number += 1
        head = chain_next(head, each.label, each.indices, added)
        named = each.label.split(b"|")[:2] == [b"throw", b"%d" % each.number]
        key = _key(evening, each.number)
        given = not key or labelled_indices(key, each.label) == each.indices
        if each.number != number or head != each.head or not named or not given:
            broken.add(each.number)
            number, head = each.number, each.head
    if evening.head and evening.head != head:
        broken.add(max(number, 1))
    broken.update(range(number + 1, most + 1))
    return tuple(sorted(each for each in broken if each <= MOST_DRAWS))


def _place(evening: Sealed, head: str) -> Reason | None:
    if not head.strip():
        return None
    wanted = noted_head(head)
    if not wanted:
        return reason("head-unreadable", least=LEAST_HEAD)
    if evening.commitment.strip().lower().startswith(wanted):
        return reason("head-is-seal")
    heads = [chain_start(evening.commitment, words_for(evening.words, 1)), *(each.head for each in evening.chain)]
    for number, each in reversed([*enumerate(heads)]):
        if each.startswith(wanted):
            after = len(heads) - 1 - number
            return reason("head-earlier", number=number, n=after) if after else reason("head-last")
    return reason("head-unknown")


def numbers_text(numbers: Sequence[int], most: int = 12) -> str:
    """Return ascending numbers in short form: "3, 5–9"; after `most` parts the rest is "…"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    parts = ["–".join(map(str, run)) for run in runs]
    return ", ".join(parts[:most] + ["…"] * (len(parts) > most))


def _missing(counts: FaceCounts) -> int:
    """Return how many more rolls a valid chi-square test needs."""
    return max(0, LEAST_EXPECTED * len(counts.counts) - counts.throws)

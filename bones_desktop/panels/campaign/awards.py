"""What a session gives each of the party, while the GM still decides: spiffs by what they are for, with notes."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from bones_desktop.rules.bones.book.definitions import SpiffPrice
from bones_desktop.rules.bones.book.fields import cut_line
from bones_desktop.rules.bones.injury.spiffs import CAMPAIGN_LOG
from bones_desktop.rules.bones.life.campaigns import Award, GameSession

Translate = Callable[[str], str]
T = TypeVar("T", int, str)

OTHER: Final = ""
"""The reason of an award that the rulebook has no entry for; its note says what for."""
EACH_GOAL: Final = "adventure-award"
"""Given once for each goal reached (SPF-8), so that there may be several."""
MOST_EACH: Final = 9


@dataclass(frozen=True, slots=True)
class Reward:
    """One thing spiffs are given for. Texts are finished."""

    id: str
    short: str
    """A word for the head of a column."""
    full: str
    most: int
    """Spiffs for it at the most; above 1 they are counted up one by one."""
    noted: bool = False
    """Whether it goes with a note."""


@dataclass(frozen=True, slots=True)
class AwardDraft:
    """Spiffs by member and reason, and their notes."""

    spiffs: tuple[tuple[tuple[str, str], int], ...] = ()
    notes: tuple[tuple[tuple[str, str], str], ...] = ()

    def of(self, member: str, reason: str) -> int:
        """Return the spiffs given to a member for a reason."""
        return dict(self.spiffs).get((member, reason), 0)

    def note_of(self, member: str, reason: str) -> str:
        """Return the note that goes with them."""
        return dict(self.notes).get((member, reason), "")

    def give(self, member: str, reason: str, spiffs: int) -> "AwardDraft":
        """Return the draft with so many spiffs for it, 0 for none."""
        return replace(self, spiffs=_with(self.spiffs, (member, reason), spiffs))

    def note(self, member: str, reason: str, text: str) -> "AwardDraft":
        """Return the draft with another note for it."""
        return replace(self, notes=_with(self.notes, (member, reason), text))

    def total(self, member: str) -> int:
        """Return all spiffs of a member."""
        return sum(spiffs for (each, _reason), spiffs in self.spiffs if each == member)

    def awards(self, members: Iterable[str], rewards: Iterable[Reward]) -> tuple[Award, ...]:
        """Return them as awards in the order of members and rewards; goals reached are one award each."""
        shown = tuple(rewards)
        return tuple(
            Award(member=member, spiffs=spiffs, reason=reward.id, note=self.note_of(member, reward.id))
            for member in members
            for reward in shown
            for spiffs in _parts(reward, self.of(member, reward.id))
        )


def draft_of(session: GameSession) -> AwardDraft:
    """Return the awards noted in a session as a draft; the log's follows from its writer and is left out.

    Those of one member for one reason become one; notes that differ are joined, as far as a line holds them.
    """
    draft = AwardDraft()
    notes: dict[tuple[str, str], dict[str, None]] = {}
    for award in session.awards:
        if award.reason != CAMPAIGN_LOG:
            draft = draft.give(award.member, award.reason, draft.of(award.member, award.reason) + award.spiffs)
            notes.setdefault((award.member, award.reason), {})[award.note] = None
    for (member, reason), noted in notes.items():
        draft = draft.note(member, reason, cut_line("; ".join(filter(None, noted))))
    return draft


def rewards_of(ways: Iterable[SpiffPrice], tr: Translate) -> tuple[Reward, ...]:
    """Return what can be given for, as columns: the rulebook's ways, then any other reason."""
    short = _short_words(tr)
    listed = [
        Reward(
            way.id,
            short.get(way.id, way.name),
            way.name,
            MOST_EACH if way.id == EACH_GOAL else way.most or MOST_EACH,
            noted=way.id == EACH_GOAL,
        )
        for way in ways
    ]
    other = Reward(OTHER, tr("Other"), tr("Another reason, told in the note"), MOST_EACH, noted=True)
    return (*listed, other)


def _short_words(tr: Translate) -> Mapping[str, str]:
    return {
        "good-role-playing": tr("Role"),
        "funny-moment": tr("Laugh"),
        CAMPAIGN_LOG: tr("Log"),
        "campaign-help": tr("Help"),
        "portraits": tr("Portrait"),
        EACH_GOAL: tr("Goal"),
    }


def _parts(reward: Reward, spiffs: int) -> tuple[int, ...]:
    if not spiffs:
        return ()
    return (1,) * spiffs if reward.id == EACH_GOAL else (spiffs,)


def _with(
    pairs: tuple[tuple[tuple[str, str], T], ...], key: tuple[str, str], value: T
) -> tuple[tuple[tuple[str, str], T], ...]:
    kept = {**dict(pairs), key: value}
    return tuple((each, kept[each]) for each in kept if kept[each])

"""Words that players sort the shelf by, of characters of any game.

Codes refused: text-too-long (most), too-many-tags (most).
"""

from collections.abc import Iterable
from typing import Annotated, Final, Protocol, Self, TypeVar

from bones_desktop.rules.reasons import refuse
from bones_desktop.rules.typedtext import one_line
from bones_desktop.rules.values import Limits

LONGEST_TAG: Final = 40
MOST_TAGS: Final = 20
Tags = Annotated[tuple[Annotated[str, Limits(min_length=1, max_length=LONGEST_TAG)], ...], Limits(max_length=MOST_TAGS)]


class Tagged(Protocol):
    """A character that bears tags."""

    @property
    def tags(self) -> tuple[str, ...]: ...  # noqa: D102

    def with_(self, **changes: object) -> Self: ...  # noqa: D102


Who = TypeVar("Who", bound=Tagged)


def tag_of(text: str) -> str:
    """Return the tag that `text` means, without needless spaces; "" for none. Refused when it is too long."""
    tag = one_line(text)
    if len(tag) > LONGEST_TAG:
        raise refuse("text-too-long", "", most=LONGEST_TAG)
    return tag


def retag(who: Who, add: Iterable[str] = (), remove: Iterable[str] = ()) -> Who:
    """Return the character with tags added and removed, case-blind; refused when there would be too many."""
    gone = {tag_of(tag).casefold() for tag in remove}
    kept = {tag.casefold(): tag for tag in who.tags if tag_of(tag).casefold() not in gone}
    for text in add:
        tag = tag_of(text)
        if tag:
            kept.setdefault(tag.casefold(), tag)
    if len(kept) > MOST_TAGS:
        raise refuse("too-many-tags", "", most=MOST_TAGS)
    return who.with_(tags=tuple(kept.values()))

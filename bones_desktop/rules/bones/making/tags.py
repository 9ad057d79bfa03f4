"""Tags: the words a player sorts characters by."""

from collections.abc import Iterable
from typing import Final

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.cleantext import clean_text
from bones_desktop.rules.reasons import refuse

MOST_TAGS: Final = 20
LONGEST_TAG: Final = 40


def tag_of(text: str) -> str:
    """Return the tag that `text` means, without needless spaces; "" for none. Refused when it is too long."""
    tag = " ".join(clean_text(text).split())
    if len(tag) > LONGEST_TAG:
        raise refuse("text-too-long", "", most=LONGEST_TAG)
    return tag


def retag(character: Character, add: Iterable[str] = (), remove: Iterable[str] = ()) -> Character:
    """Return the character with tags added and removed, case-blind; refused when there would be too many."""
    gone = {tag_of(tag).casefold() for tag in remove}
    kept = {tag.casefold(): tag for tag in character.tags if tag_of(tag).casefold() not in gone}
    for text in add:
        tag = tag_of(text)
        if tag:
            kept.setdefault(tag.casefold(), tag)
    if len(kept) > MOST_TAGS:
        raise refuse("too-many-tags", "", most=MOST_TAGS)
    return character.with_(tags=tuple(kept.values()))

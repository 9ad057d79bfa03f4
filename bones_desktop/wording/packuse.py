"""Which packs a character uses, in words."""

from collections.abc import Callable

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.packuse import pack_name, packs_used
from bones_desktop.rules.bones.book.rulebook import Rulebook


def packs_said(rulebook: Rulebook, character: Character, tr: Callable[[str], str]) -> tuple[str, ...]:
    """Return "uses the pack The Norse" for each pack the character was made with; one that is not here says so."""
    here = {title.id for title in rulebook.packs}
    return tuple(
        (tr("uses the pack {pack}") if pack in here else tr("uses the pack {pack}, which is not here")).format(
            pack=pack_name(rulebook, pack)
        )
        for pack in packs_used(character)
    )

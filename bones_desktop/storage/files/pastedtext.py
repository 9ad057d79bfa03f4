"""The characters that a pasted text describes, of which some may be whole ones that this program wrote into it."""

from dataclasses import dataclass, replace

from bones_desktop.rules.bones.book.character import Character, CharacterKind, MagicTheme
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.making.edits import character_from_text, likely_kind
from bones_desktop.rules.bones.text.blocktext import BlockText, read_block, read_blocks
from bones_desktop.rules.bones.text.themetext import themes_among
from bones_desktop.storage.files.characterfile import new_id
from bones_desktop.storage.files.sharedtext import all_shared


@dataclass(frozen=True, slots=True)
class Pasted:
    """One character in a text: its words, of which the gaps are without themes, these, and itself if it is whole."""

    block: BlockText
    themes: tuple[MagicTheme, ...] = ()
    shared: Character | None = None

    @property
    def makes(self) -> bool:
        """Whether a character can be made of it."""
        return bool(self.block.dice) or self.shared is not None

    @property
    def is_understood(self) -> bool:
        """Whether it makes a character, and nothing of it was left out."""
        return self.makes and not self.block.gaps

    def is_whole(self, kind: CharacterKind | None) -> bool:
        """Return whether all of the character stands in the text, if it is to be of `kind`."""
        return self.shared is not None and kind in {None, self.shared.kind}

    def character(self, rulebook: Rulebook, kind: CharacterKind | None = None) -> Character:
        """Return the character with an id of its own, of the likely kind if none is given, without notes of gaps."""
        if self.shared is not None and self.is_whole(kind):
            return self.shared.with_(id=new_id())
        made = character_from_text(self.block, kind or likely_kind(rulebook, self.block), new_id())
        return made.with_(themes=self.themes)


def read_pasted_text(rulebook: Rulebook, text: str) -> tuple[Pasted, ...]:
    """Return the characters of the text, one at least; beside those this program wrote only others that have dice."""
    found: list[Pasted] = []
    at = 0
    for shared in all_shared(rulebook, text):
        found += _between(rulebook, text, at, shared.start)
        words = read_block(rulebook, text[shared.start : shared.line])
        block = replace(words, name=shared.character.name, gaps=(), start=shared.start)
        found.append(Pasted(block, shared=shared.character))
        at = shared.end
    if found:
        return (*found, *_between(rulebook, text, at, len(text)))
    return tuple(_with_themes(text, block) for block in read_blocks(rulebook, text))


def _between(rulebook: Rulebook, text: str, start: int, end: int) -> list[Pasted]:
    found = []
    for block in read_blocks(rulebook, text[start:end]):
        gaps = tuple(replace(gap, start=gap.start + start, end=gap.end + start) for gap in block.gaps)
        if block.dice:
            found.append(_with_themes(text, replace(block, gaps=gaps, start=block.start + start)))
    return found


def _with_themes(text: str, block: BlockText) -> Pasted:
    themes, gaps = themes_among(text, block.gaps)
    return Pasted(replace(block, gaps=gaps), themes)

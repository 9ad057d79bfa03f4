"""One face as text: "Double Defend", "Melee (Riposte)", "Enc/Defend", "Universal success", "Healer x2"."""

import re
from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Final

from bones_desktop.rules.bones.book.definitions import Skill
from bones_desktop.rules.bones.book.icons import (
    BLANK,
    FLAMING,
    MENTAL,
    PHYSICAL,
    POISON,
    UNFILLED,
    UNIVERSAL,
    Face,
)
from bones_desktop.rules.bones.book.notation import MULTIPLES, UNFILLED_NAME, icon_name
from bones_desktop.rules.bones.book.rulebook import Icon, Rulebook
from bones_desktop.rules.typedtext import LONGEST, closest, key

_PREFIX: Final = re.compile(
    r"(?:(double|triple)(?![a-z])|[x×] ?([0-9]{1,3})(?![a-z0-9])|([0-9]{1,3}) ?[x×](?![a-z]))", re.IGNORECASE
)
_SUFFIX: Final = re.compile(r" ?[x×] ?([0-9]{1,3})\Z", re.IGNORECASE)
_WORDS: Final = {name.casefold(): count for count, name in MULTIPLES.items()}
_BEASTLY: Final = {POISON: "poison-melee", FLAMING: "hoar-frost"}
"""What these words mean on a beast's die, which bears a Universal face as hindering dice never do (AMB-60)."""


_LETTERS: Final = {"u": UNIVERSAL, "p": PHYSICAL, "m": MENTAL}
"""What a face is called by its letter alone, as on the printed sheet."""
_MISREAD: Final = str.maketrans("1i0", "llo")


class PieceError(Exception):
    """A face that was not understood, and what was perhaps meant."""

    def __init__(self, code: str, suggestion: str = "", *, near: str = "", names: Iterable[str] = ()) -> None:
        """`suggestion` is what was meant, or it is the one of `names` that is nearest to `near`."""
        super().__init__(code)
        self.code = code
        self._suggestion = suggestion
        self._near = near
        self._names = names

    @cached_property
    def suggestion(self) -> str:
        """What was perhaps meant, "" for nothing known; sought when asked for, since that takes a while."""
        return self._suggestion or closest(self._near[:LONGEST], self._names)


def misread(name: str) -> str:
    """Return a key with signs in one form that a scanner takes for each other: 1, l and i, 0 and o, rn and m."""
    return name.replace("rn", "m").translate(_MISREAD)


def repeats(text: str) -> tuple[str, int | None]:
    """Return `text` without a repeat such as "x2" at its end, and the repeat; None without one."""
    found = _SUFFIX.search(text[-8:])
    if found is None:
        return text, None
    return text[: len(text) - len(found[0])].rstrip(), int(found[1])


# Made once for a rulebook: to list the names of its icons takes longer than to read a stat block.
@lru_cache(maxsize=4)
def face_reader(rulebook: Rulebook, *, hindering: bool = False) -> "FaceReader":
    """Return the reader of faces by the names of this rulebook's icons."""
    return FaceReader(rulebook, hindering=hindering)


class FaceReader:
    """Reads faces by the names, labels and aliases of the rulebook's icons."""

    def __init__(self, rulebook: Rulebook, *, hindering: bool = False) -> None:
        self._rulebook = rulebook
        self._hindering = hindering
        icons: tuple[Icon, ...] = (
            *rulebook.symbols,
            *rulebook.skills,
            *rulebook.masteries,
            *rulebook.races,
            *rulebook.abilities,
        )
        self._names: dict[str, str] = {}
        for icon in icons:
            for name in (icon.id, icon.name, icon_name(rulebook, icon.id)):
                self._names.setdefault(key(name), icon.id)
        for icon in icons:
            for alias in icon.aliases:
                self._names.setdefault(key(alias), icon.id)
        self._names.pop("", None)
        self._spellings = {misread(name): name for name in self._names}
        self._spelled = [icon_name(rulebook, icon.id) for icon in icons] + [icon.name for icon in rulebook.masteries]
        self._masteries = {key(name): each for each in rulebook.masteries for name in (each.id, each.name)}
        self._masteries.update({key(alias): each for each in rulebook.masteries for alias in each.aliases})

    def faces(self, text: str, *, beastly: bool) -> tuple[Face, ...]:
        """Return the face `text` names, as often as it says; on a beast's die "Poison" is the ability."""
        text = " ".join(text.split())
        if not text:
            raise PieceError("face-missing")
        text, number = repeats(text)
        if number is not None and not 1 <= number <= 6:
            raise PieceError("too-many-faces" if number else "bad-repeat")
        return (self._face(text, beastly),) * (number or 1)

    def _face(self, text: str, beastly: bool) -> Face:
        if text in {"-", "–", "—"}:
            return BLANK
        if key(text) == key(UNFILLED_NAME):
            return UNFILLED
        if key(text) in _LETTERS and key(text) not in self._names:
            return Face((_LETTERS[key(text)],))
        count = 1
        found = _PREFIX.match(text)
        if found is not None:
            count = _WORDS.get((found[1] or "").casefold()) or int(found[2] or found[3])
            text = text[found.end() :].strip()
            if count not in MULTIPLES or not text:
                raise PieceError("bad-multiple")
        icons = self._icons(text, beastly)
        if "blank" in icons:
            if len(icons) > 1 or count > 1:
                raise PieceError("face-not-understood", "Blank")
            return BLANK
        return Face(icons, count)

    def _icons(self, text: str, beastly: bool) -> tuple[str, ...]:
        whole = self._named(text, beastly)
        if whole:
            return (whole,)
        parts = text.split("/")
        if len(parts) > 6:
            raise PieceError("face-not-understood")
        return tuple(dict.fromkeys(self._icon(part.strip(), beastly) for part in parts))

    def _named(self, text: str, beastly: bool) -> str:
        wanted = key(text)
        if wanted not in self._names:
            wanted = self._spellings.get(misread(wanted), wanted)
        if wanted in {"poisonsymbol", "flamingsymbol"}:
            return wanted.removesuffix("symbol")
        if wanted in _BEASTLY:
            return _BEASTLY[wanted] if beastly and not self._hindering else wanted
        return self._names.get(wanted, "")

    def _icon(self, text: str, beastly: bool) -> str:
        found = self._named(text, beastly)
        if found:
            return found
        skill_text, bracket, mastery_text = text.partition("(")
        if bracket and mastery_text.rstrip().endswith(")"):
            return self._mastery(skill_text, mastery_text.rstrip()[:-1])
        raise PieceError("face-not-understood", near=text, names=self._spelled)

    def _mastery(self, skill_text: str, mastery_text: str) -> str:
        """Return the mastery of `Skill (Mastery)` (CAST-4)."""
        mastery = self._masteries.get(key(mastery_text))
        if mastery is None:
            names = (each.name for each in self._rulebook.masteries)
            raise PieceError("face-not-understood", near=mastery_text, names=names)
        skill = self._names.get(key(skill_text), "")
        if not skill or not isinstance(self._rulebook.icon(skill), Skill):
            raise PieceError("face-not-understood", icon_name(self._rulebook, mastery.id))
        if skill != mastery.skill:
            raise PieceError("mastery-of-another-skill", icon_name(self._rulebook, mastery.id))
        return mastery.id

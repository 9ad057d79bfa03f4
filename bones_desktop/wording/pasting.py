"""What the notes of a character say of the pieces of a pasted text that were left out."""

from collections.abc import Sequence

from bones_desktop.rules.bones.book.fields import TEXT
from bones_desktop.rules.bones.text.statblock import Gap
from bones_desktop.rules.bones.text.themetext import in_sections
from bones_desktop.rules.typedtext import clean_text
from bones_desktop.wording.language import _


def left_out_note(text: str, gaps: Sequence[Gap]) -> str:
    """Return every piece left out of `text` in full and in its lines, as far as notes go; "" for none."""
    pieces = [part for gap in gaps if not is_theme_too_many(gap) for part in in_sections(text[gap.start : gap.end])]
    over = "; ".join(text[gap.start : gap.end] for gap in gaps if is_theme_too_many(gap))
    pieces += [_("Themes: {names}.").format(names=over)] if over else []
    told = ["\n  ".join(" ".join(line.split()) for line in piece.splitlines() if line.strip()) for piece in pieces]
    if not any(told):
        return ""
    lines = [_("Made from text. Left out:"), *(f"- {piece}" for piece in told if piece)]
    return clean_text("\n".join(lines)[:TEXT])


def is_theme_too_many(gap: Gap) -> bool:
    """Return whether a gap is a theme of magic past the most that there may be."""
    return gap.reason.code == "left-out-theme"

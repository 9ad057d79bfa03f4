"""Words that Qt never reads as markup: a name in a file may be a tag, and a picture in it would be fetched."""

from html import escape


class Tip(str):
    """A text that is finished for a tool tip."""

    __slots__ = ()


def plain_tip(text: str) -> Tip:
    """Return `text` for a tool tip, where "<b>" stays "<b>" and no picture is ever fetched (D7)."""
    if isinstance(text, Tip):
        return text
    if "<" not in text and "&lt;" not in text:
        return Tip(text)
    return Tip(f"<qt>{escape(text).replace(chr(10), '<br>')}</qt>")


def without_mnemonic(text: str) -> str:
    """Return `text` for a button, a tab or an entry of a menu, where an ampersand stays one and underlines nothing."""
    return text.replace("&", "&&")

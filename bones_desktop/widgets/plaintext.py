"""Protects texts from being interpreted as markup by Qt: a name in a file may contain a tag that loads a picture."""

import re
from html import escape, unescape
from typing import Final

from bones_desktop.rules.reasons import RULE_ID

RULE_SCHEME: Final = "bones-rule"
"""URL scheme of rules ("bones-rule:CMB-5"). The window opens such addresses in its Reference."""

GUIDE_PAGE: Final = "guidePage"
"""Property of a page of the window with the name of the guide page about it."""


_JOINER: Final = "\u2060"
_RULES_AT_END: Final = re.compile(rf"\s*\((?:{RULE_ID.pattern})(?:, (?:{RULE_ID.pattern}))*\)")


class Tip(str):
    """A text that is safe for a tooltip."""

    __slots__ = ()


def plain_tip(text: str) -> Tip:
    """Return `text` for a tooltip, so that "<b>" is shown as "<b>" and no picture is loaded (D7).

    Rule ids in brackets at the end are removed, because a tooltip cannot be clicked.
    """
    # Escaping twice would show "&lt;" to the user.
    if isinstance(text, Tip):
        return text
    text = _RULES_AT_END.sub("", text)
    # Qt guesses whether a tooltip is markup. Without "<" and "&lt;" it is plain text.
    if "<" not in text and "&lt;" not in text:
        return Tip(text)
    return Tip(f"<qt>{escape(text).replace(chr(10), '<br>')}</qt>")


def words_of(tip: str) -> str:
    """Return the text of a finished tooltip, without markup."""
    return unescape(tip[4:-5].replace("<br>", "\n")) if tip.startswith("<qt>") else tip


def beyond(shown: str, tip: str) -> str:
    """Return the part of the tooltip `tip` that the text `shown` does not already contain; "" for none."""
    rest = tip[len(shown) :]
    if not shown or not tip.casefold().startswith(shown.casefold()) or rest[:1] not in {"", ",", ":", ".", "\n"}:
        return tip
    rest = rest.lstrip(",:. \n")
    return f"{rest[:1].upper()}{rest[1:]}"


def without_mnemonic(text: str) -> str:
    """Return `text` for a button, tab or menu entry, escaped so that no ampersand marks a shortcut."""
    return text.replace("&", "&&")


def with_rule_links(text: str) -> str | None:
    """Return `text` as markup with rule ids as links and everything else escaped; None without rule ids."""
    if RULE_ID.search(text) is None:
        return None
    return RULE_ID.sub(_link, escape(text)).replace("\n", "<br>")


def _link(found: re.Match[str]) -> str:
    # A word joiner after the hyphen keeps Qt from breaking the line within the id.
    return f'<a href="{RULE_SCHEME}:{found[0]}">{found[0].replace("-", f"-{_JOINER}")}</a>'

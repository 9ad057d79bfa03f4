"""Words that Qt never reads as markup: a name in a file may be a tag, and a picture in it would be fetched."""

import re
from html import escape, unescape
from typing import Final

from bones_desktop.rules.reasons import RULE_ID

RULE_SCHEME: Final = "bones-rule"
"""Scheme of the addresses of rules ("bones-rule:CMB-5"): the window opens them in its Reference."""

GUIDE_PAGE: Final = "guidePage"
"""Property of a page of the window: the page of the guide that fits what it shows."""


_RULES_AT_END: Final = re.compile(rf"\s*\((?:{RULE_ID.pattern})(?:, (?:{RULE_ID.pattern}))*\)")


class Tip(str):
    """A text that is finished for a tool tip."""

    __slots__ = ()


def plain_tip(text: str) -> Tip:
    """Return `text` for a tool tip, where "<b>" stays "<b>" and no picture is ever fetched (D7).

    Nothing in a tip can be pressed, so the ids of rules in brackets stay out of it.
    """
    if isinstance(text, Tip):
        return text
    text = _RULES_AT_END.sub("", text)
    if "<" not in text and "&lt;" not in text:
        return Tip(text)
    return Tip(f"<qt>{escape(text).replace(chr(10), '<br>')}</qt>")


def words_of(tip: str) -> str:
    """Return the words of a finished tip, without its markup."""
    return unescape(tip[4:-5].replace("<br>", "\n")) if tip.startswith("<qt>") else tip


def beyond(shown: str, tip: str) -> str:
    """Return what a tip says beyond the words that are in view already, "" for nothing."""
    rest = tip[len(shown) :]
    if not shown or not tip.casefold().startswith(shown.casefold()) or rest[:1] not in {"", ",", ":", ".", "\n"}:
        return tip
    rest = rest.lstrip(",:. \n")
    return f"{rest[:1].upper()}{rest[1:]}"


def without_mnemonic(text: str) -> str:
    """Return `text` for a button, a tab or an entry of a menu, where an ampersand stays one and underlines nothing."""
    return text.replace("&", "&&")


def with_rule_links(text: str) -> str | None:
    """Return `text` as markup in which the ids of rules are links and all else stays as it is; None without an id."""
    if RULE_ID.search(text) is None:
        return None
    linked = RULE_ID.sub(lambda found: f'<a href="{RULE_SCHEME}:{found[0]}">{found[0]}</a>', escape(text))
    return linked.replace("\n", "<br>")

"""Members of the party in the words of lists."""

from collections.abc import Callable

from bones_desktop.document.bones.party import PartyMember
from bones_desktop.panels.campaign.roster import Entry, kind_word

Translate = Callable[[str], str]


def member_name(each: PartyMember, tr: Translate) -> str:
    """Return a member's name as its file has it, or as it was last known."""
    return (each.character.name if each.character else each.member.name) or tr("Unnamed")


def missing_words(each: PartyMember, tr: Translate) -> str:
    """Return what it means that no file of a member is on the shelf, and what can be done."""
    name = member_name(each, tr)
    return tr("No file of {name} is on the shelf. Bring it back there, or remove {name}.").format(name=name)


def member_entry(each: PartyMember, trouble: str, tr: Translate, *, damaged: bool) -> Entry:
    """Return the row of a member; `trouble` is what is wrong with it in words, "" for nothing."""
    key, name = each.member.id, member_name(each, tr)
    if each.character is None:
        why = tr("Damaged file") if damaged or each.trouble is not None else tr("Not on the shelf")
        return Entry(key, name, why, "bad", trouble)
    words = [kind_word(each.character.kind, tr)]
    if each.member.hidden:
        words.append(tr("GM's secret"))
    if trouble:
        words.append(tr("not caught up"))
    return Entry(key, name, " · ".join(words), "warn" if trouble or each.member.hidden else "muted", trouble)

"""Sentences about backups of all files of the program: the contents, and the effect of restoring."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final

from bones_desktop.rules.typedtext import clean_text
from bones_desktop.storage.backup import LOG, PRINTED, SETTINGS, RestorePlan
from bones_desktop.storage.files.locations import REMOVED
from bones_desktop.wording.language import _, date_words, ngettext

LISTED: Final = 12
"""Maximum number of files listed by name. The other files are only counted."""


def backup_contents(names: Sequence[str]) -> str:
    """Return the files of a backup in words: "12 characters, 1 campaign, the settings"."""
    counts = Counter(REMOVED if f"/{REMOVED}/" in name else name.partition("/")[0] for name in names)
    words = {
        "characters": ngettext("{n} character", "{n} characters", counts["characters"]),
        "campaigns": ngettext("{n} campaign", "{n} campaigns", counts["campaigns"]),
        "fights": ngettext("{n} fight", "{n} fights", counts["fights"]),
        "packs": ngettext("{n} pack", "{n} packs", counts["packs"]),
        "tables": ngettext("{n} random table", "{n} random tables", counts["tables"]),
        "pictures": ngettext("{n} picture", "{n} pictures", counts["pictures"]),
        LOG: _("the log of rolls"),
        SETTINGS: _("the settings"),
        PRINTED: _("the faces printed last"),
        REMOVED: ngettext("{n} removed file", "{n} removed files", counts[REMOVED]),
        "versions": ngettext("{n} earlier version", "{n} earlier versions", counts["versions"]),
    }
    found = [text.format(n=counts[key]) for key, text in words.items() if counts[key]]
    return ", ".join(found) or _("nothing")


def plan_lines(plan: RestorePlan, *, done: bool) -> Iterator[str]:
    """Yield the date of a backup and the effect of restoring it.

    With `done`, the sentences say that it has been restored already.
    """
    yield _("Backup of {moment}, made by version {version}.").format(
        moment=made_at(plan.manifest.made), version=clean_text(plan.manifest.program)
    )
    heads = (
        (plan.replaced, _("Replaced: {what}"), _("Would replace: {what}"), True),
        (plan.new, _("Added: {what}"), _("Would add: {what}"), False),
        (plan.removed, _("Moved to the removed files: {what}"), _("Would move to the removed files: {what}"), True),
    )
    for names, past, ahead, is_listed in heads:
        if not names:
            continue
        yield (past if done else ahead).format(what=backup_contents(names))
        if is_listed:
            yield from (f"  {clean_text(name)}" for name in names[:LISTED])
            if len(names) > LISTED:
                yield _("  and {n} more").format(n=len(names) - LISTED)
    if plan.equal:
        yield _("Already the same: {what}").format(what=backup_contents(plan.equal))


def made_at(made: str) -> str:
    """Return the time at which a backup was made, in a readable form.

    If `made`, the text of the manifest, is not a time, return it unchanged.
    """
    try:
        at = datetime.fromisoformat(made).astimezone()
        return f"{date_words(f'{at:%Y-%m-%d}')} {at:%H:%M}"
    except (ValueError, OverflowError, OSError):
        return clean_text(made)

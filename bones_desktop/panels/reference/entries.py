"""Everything there is to look up, section by section."""

from dataclasses import replace
from itertools import chain

from bones_desktop.panels.reference.dieentries import block_entries, die_entries, template_entries
from bones_desktop.panels.reference.entry import Entry, Section
from bones_desktop.panels.reference.iconentries import icon_entries
from bones_desktop.panels.reference.tableentries import (
    adventure_entries,
    campaign_entries,
    cast_entries,
    task_entries,
)
from bones_desktop.panels.reference.words import section_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.wording import Translate


def reference_entries(rulebook: Rulebook, tr: Translate) -> tuple[Entry, ...]:
    """Return every entry of the rulebook, sorted by section; within one the order of the data stays."""
    order = {section: place for place, section in enumerate(Section)}
    every = chain(
        icon_entries(rulebook, tr),
        task_entries(rulebook, tr),
        die_entries(rulebook, tr),
        template_entries(rulebook, tr),
        block_entries(rulebook, tr),
        cast_entries(rulebook, tr),
        campaign_entries(rulebook, tr),
        adventure_entries(rulebook, tr),
    )
    headed = (replace(entry, heading=section_name(entry.section, tr)) for entry in every)
    return tuple(sorted(headed, key=lambda entry: order[entry.section]))

"""The user's packs for the commands that read characters."""

import argparse
import sys
from pathlib import Path

from bones_desktop.cli.printing import plain
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.storage.files.locations import Locations


def with_own_packs(rulebook: Rulebook, given: argparse.Namespace) -> Rulebook:
    """Return the rulebook with the packs of the data folder; those that cannot be used are told on stderr."""
    locations = Locations.under(Path(given.data_dir)) if given.data_dir else Locations.usual()
    if not locations.packs.is_dir():
        return rulebook

    from bones_desktop.rules.bones.life.packedrulebook import with_packs
    from bones_desktop.storage.packs.packs import PackFolder
    from bones_desktop.wording.packfiles import damaged_pack_sentence

    found = PackFolder(locations.packs).load()
    for error in found.damaged:
        print(f"bones-desktop: {' '.join(damaged_pack_sentence(error, plain).split())}", file=sys.stderr)
    return with_packs(rulebook, found.packs)

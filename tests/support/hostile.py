"""Files of a stranger in which everything that has a name has one that does more than to name it.

It shows or fetches a picture, read as markup, and turns round whatever stands behind it.
"""

from dataclasses import replace

from bones_desktop.rules.bones.book.character import Follower, HinderingDie, ItemDie, ItemKind, MagicTheme
from bones_desktop.rules.bones.life.campaigns import Award, GameSession, Member, Passage, RuleReason
from bones_desktop.rules.bones.making.edits import set_die_text
from bones_desktop.storage import packfile
from bones_desktop.storage.campaignfile import SUFFIX, dump_campaign
from bones_desktop.storage.files.characterfile import write_character
from bones_desktop.storage.files.locations import Locations
from tests.storage.campaigns import whole_campaign
from tests.support.packs import norse
from tests.support.people import bob, ragnar

HERO, OTHER = "a" * 32, "b" * 32
TURNING = "\u202e"
"""What follows runs from right to left."""
_STAND_IN = "\ue02e"
"""No value of ours holds `TURNING`: it is put into the files afterwards."""


def write_hostile(locations: Locations, trap: str) -> None:
    """Write "trap.bones", "other.bones", a campaign of both and a pack, all with `trap` for a name."""
    trap = trap.replace(TURNING, _STAND_IN)
    for folder in (locations.characters, locations.campaigns, locations.packs):
        folder.mkdir(parents=True, exist_ok=True)
    hero = bob().with_(
        name=trap, race=trap, description=trap, back_story=trap, finances=trap, other_equipment=trap, notes=trap,
        tags=(trap[:30],),
        themes=(MagicTheme(name=trap, effect=trap, limitations=trap),),
        followers=(Follower(mastery="leadership", name=trap, note=trap),),
        equipment=(ItemDie(name=trap, kind=ItemKind.WEAPON, faces=bob().dice[0].faces, note=trap),),
        hindering=(HinderingDie(name=trap, faces=bob().dice[0].faces),),
    )  # fmt: skip
    for field in ("name", "note"):
        hero = set_die_text(hero, 0, field, trap)
    write_character(locations.characters / "trap.bones", hero.with_(id=HERO))
    write_character(locations.characters / "other.bones", ragnar().with_(id=OTHER, name=f"{trap} 2"))
    campaign = replace(
        whole_campaign(), name=trap, gm_notes=trap,
        members=(Member(id=HERO, name=trap, file="trap.bones"), Member(id=OTHER, name=f"{trap} 2", hidden=True)),
        passages=(Passage(day=1, days=3, resting=(HERO,), note=trap),),
        rule_reasons=(RuleReason(rule="leather_as_in_prose", reason=trap),),
        sessions=(
            GameSession(
                number=1, day=4, title=trap, present=(HERO,), log=trap,
                awards=(Award(member=HERO, spiffs=1, reason="campaign-log", note=trap),),
            ),
        ),
    )  # fmt: skip
    (locations.campaigns / f"trap{SUFFIX}").write_bytes(dump_campaign(campaign))
    sound = norse()
    templates = tuple(replace(each, name=f"<b>&x</b><img src={n}>") for n, each in enumerate(sound.templates))
    items = tuple(replace(each, name=trap[:60]) for each in sound.equipment)
    pack = replace(sound, name=trap[:60], author=trap[:60], templates=templates, equipment=items)
    packfile.write_pack(locations.packs / f"trap{packfile.SUFFIX}", pack)
    for each in (*locations.characters.glob("*.bones"), *locations.campaigns.iterdir(), *locations.packs.iterdir()):
        each.write_bytes(each.read_bytes().replace(_STAND_IN.encode(), TURNING.encode()))

"""The expected files at the end of test_campaign_life, calculated by hand from the rules."""

TODAY = "2026-11-21"
FACES = (
    ("universal", "mental", "magic", "craft", "missile", "scholar"),
    ("universal", "physical", "magic", "missile", "defend", "defend"),
    ("universal", "mental", "magic", "magic", "scholar", "defend"),
    ("universal", "physical", "magic", "riding", "scholar", "healer"),
)
"""EX-2."""
HOUSE_RULES = {
    "armour_absorbs_one_damage": False,
    "automatic_success_used_once": False,
    "beasts_without_aptitudes": False,
    "bought_success_inside_cap": False,
    "elf_icon_allows_magic": True,
    "fear_spares_own_side": False,
    "first_icon_at_new_rate": False,
    "later_resistance": "standing",
    "leather_as_in_prose": False,
    "nulls_beyond_impossible": False,
    "occupations_only_noted": False,
    "only_own_icons_open_a_skill": False,
    "riders_for": "attack",
    "second_weapon_by_owning": False,
    "successes_from_tenth_gained": False,
    "unarmed_aptitude": "mental",
    "unarmed_class": "restricted",
    "universal_is_no_ability": False,
    "weapons_never_defend": False,
}


def bobs_file(bob: str, campaign: str, poisoned: str) -> dict[str, object]:
    """Return Bob's file: his id, that of his campaign, and that of the act by which Poison took a die."""
    first, second, third = (f"{campaign}/{number}" for number in (1, 2, 3))
    character = {
        "id": bob,
        "kind": "player",
        "mode": "core",
        "name": "Bob",
        "race": "Human",
        "campaign": campaign,
        **dict.fromkeys(("age", "racial_icon", "gender", "description", "back_story", "finances", "dice_colour"), ""),
        **dict.fromkeys(("other_equipment", "notes", "portrait"), ""),
        "played_before": 0,
        "move": 1.0,
        "flying": None,
        "tags": [],
        "themes": [],
        "followers": [],
        "house_rules": HOUSE_RULES,
        # IMP-2, IMP-3: one of three sessions bought Scholar, which begins a fifth die; its Mental costs nothing.
        "dice": [*map(_die, FACES), _die(("universal", "mental", "scholar", "", "", ""))],
        "sessions": 2,
        "created": {"on": TODAY, "dice": list(map(_die, FACES)), "equipment": [_LIGHT_ARMOUR]},
        # EQP-5, amendment 11: it took the whole of the goblin's blow and is gone.
        "equipment": [],
        # HIND-6: the antidote took the Poison die away.
        "hindering": [],
        # Three dice were lost: to the wolf, to poison, and to the ward, which was released (MAG-28). HEAL-2: three
        # successes healed one at once. HEAL-3: the others took four days each; five days of rest healed one and left
        # one day, and three of the 86 days to spring the other. Days rested while whole count for nothing.
        "lost": [],
        "care": [],
        "rested": 0,
        "excess_damage": 0,
        "slain": False,
        # MAG-28: released. MAG-15: what was used on day 1 tires no longer.
        "effects": [],
        # HIND-5: what the Poison did is taken, so that no later start offers it again.
        "done_acts": [{"act": poisoned, "points": 1, "absorbed": 0}],
        "recent_magic": 0,
        "magic_beyond": 0,
        "magic_unanswered": 0,
        "lived": [],  # no campaign before this one
        # OFF-2: five days, the 86 left of winter's 91, and the 91 of spring.
        "day": 183,
        "actions": [
            # OFF-4, EX-8: one net success, and an asset of the season.
            _action(
                1, "strategic", "scholar", 1, title="Bob on Goblins", difficulty="difficult", made="Bob on Goblins"
            ),
            # OFF-7, EX-9: 100 x (2 successes + 1 asset).
            _action(1, "income", "scholar", 2, assets=1, coins=300),
            # OFF-7, OFF-10: 100 x (1 success + 0), for the asset lasted for spring only.
            _action(2, "income", "magic", 1, coins=100),
        ],
        "assets": [{"name": "Bob on Goblins", "season": 1}],
        "coin_ledger": [{"by": -120, "note": "A mule", "on": TODAY, "season": 1}],
        # 300 - 120 + 100.
        "coins": 280,
        "spiff_ledger": [
            _spiffs(3, "campaign-help", first),  # SPF-5
            _spiffs(1, "good-role-playing", first),  # SPF-6
            _spiffs(1, "campaign-log", first),  # SPF-3
            _spiffs(-2, "soak", "", "Wolf"),  # SPF-11
            _spiffs(1, "funny-moment", second),  # SPF-7
            _spiffs(1, "campaign-log", second),
            _spiffs(1, "adventure-award", third),  # SPF-8
            _spiffs(1, "campaign-log", third),
        ],
        # 5 - 2 + 2 + 2.
        "spiffs": 7,
        "ledger": [
            _entry("award", 1, note="The ford", occasion=first),
            _entry("award", 1, note="The wolf", occasion=second),
            _entry("award", 1, note="The tower", occasion=third),
            _entry("icon", -1, die=4, face=2, after="scholar"),
            _entry("icon", 0, die=4, face=1, after="mental"),
        ],
    }
    return {"character": character, "format": "bones-desktop", "schema": 1, "system": "bones"}


def campaigns_file(bob: str, campaign: str) -> dict[str, object]:
    """Return the campaign's file; both are ids."""
    whole = {
        "id": campaign,
        "name": "The long winter",
        "gm_notes": "",
        "first_year": 1,
        "house_rules": HOUSE_RULES,
        "rule_reasons": [],
        "members": [{"file": "Bob.bones", "hidden": False, "id": bob, "name": "Bob", "since": 1}],
        "notes": [],
        "passages": [
            {"day": day, "days": days, "note": "", "resting": [bob]} for day, days in ((1, 5), (6, 86), (92, 91))
        ],
        "sessions": [
            _session(bob, 1, 1, "The ford", "They crossed.", {"campaign-help": 3, "good-role-playing": 1}),
            _session(bob, 2, 1, "The wolf", "They lived.", {"funny-moment": 1}),
            _session(bob, 3, 183, "The tower", "They climbed.", {"adventure-award": 1}),
        ],
    }
    return {"campaign": whole, "format": "bones-desktop-campaign", "schema": 1, "system": "bones"}


def _die(faces: tuple[str, ...]) -> dict[str, object]:
    return {"faces": list(faces), "name": "", "note": "", "printed": "", "template": ""}


_LIGHT_ARMOUR = {
    "faces": ["defend", "encumbrance", "defend", "blank", "blank", "blank"],
    "kind": "armour",
    "name": "Light armour",
    "note": "",
    "printed": "light-armour",
    "range_increment": None,
}


def _action(season: int, kind: str, skill: str, successes: int, **more: object) -> dict[str, object]:
    known = {"season": season, "kind": kind, "skill": skill, "successes": successes, "on": TODAY}
    return {"title": "", "difficulty": "", "assets": 0, "coins": 0, "outcome": "", "made": "", **known, **more}


def _spiffs(by: int, reason: str, occasion: str, note: str = "") -> dict[str, object]:
    return {"by": by, "note": note, "occasion": occasion, "on": TODAY, "reason": reason, "veto": False}


def _entry(kind: str, sessions: int, **more: object) -> dict[str, object]:
    empty = {"after": "", "before": "", "die": None, "face": None, "note": "", "occasion": "", "template": ""}
    return {**empty, "kind": kind, "on": TODAY, "sessions": sessions, **more}


def _session(bob: str, number: int, day: int, title: str, log: str, awards: dict[str, int]) -> dict[str, object]:
    """Return a session; its log earns a spiff after the other awards (SPF-3)."""
    given = {**awards, "campaign-log": 1}
    return {
        "awards": [{"member": bob, "note": "", "reason": reason, "spiffs": n} for reason, n in given.items()],
        "day": day,
        "ended": True,
        "log": log,
        "log_by": bob,
        "number": number,
        "on": TODAY,
        "present": [bob],
        "title": title,
    }

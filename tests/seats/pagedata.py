"""Messages of a host as the real one sends them, for tests of the page and for looking at it."""

import hmac
from typing import Any

from bones_desktop.rules.fairdice import commitment, draw_label, evening_key, sealed_indices, words_for, words_of

SEED = bytes(range(32))
WORDS = ["one", [2, "zwei"]]
FACES = {
    1: ("Die 1 · Gaul", ["universal", "physical", "outdoorsman", "riding", "melee", "defend"]),
    2: ("Die 2 · Hunter/Gatherer", ["universal", "physical", "outdoorsman", "perception", "melee", "defend x2"]),
    3: ("Die 3 · Armsman", ["universal", "physical", "melee", "defend", "missile", "maneuver"]),
    4: ("Die 4 · Armsman", ["universal", "physical", "melee", "defend", "missile", "master"]),
}
SPEAR = ("Spear", ["blank", "encumbrance+defend", "melee", "melee x2", "damage", "damage"])
CHALLENGE = ("Average", ["null", "null", "blank", "blank", "damage", "null"])
SKILLS = {
    "artisan": "Artisan",
    "craft": "Craft",
    "defend": "Defend",
    "healer": "Healer",
    "magic": "Magic",
    "maneuver": "Maneuver",
    "melee": "Melee",
    "merchant": "Merchant",
    "missile": "Missile",
    "outdoorsman": "Outdoorsman",
    "perception": "Perception",
    "riding": "Riding",
    "sailor": "Sailor",
    "scholar": "Scholar",
    "social": "Social",
    "stealth": "Stealth",
    "thief": "Thief",
    "unarmed": "Unarmed",
}
LEVELS = ("Easy", "Simple", "Average", "Challenging", "Difficult", "Nearly impossible", "Impossible")
HELLO = {
    "kind": "hello",
    "table": "00112233445566ff",
    "title": "The Iron Coast",
    "language": "en",
    "theme": "iron",
    "protocol": 1,
    "characters": [
        {"id": "r", "name": "Ragnar", "game": "bones", "title": "BONES"},
        {"id": "a", "name": "Alauda of the Reeds", "game": "bones", "title": "BONES"},
    ],
}


def welcome(
    theme: str = "iron", role: str = "player", characters: list[str] | None = None, **more: Any
) -> dict[str, Any]:
    seat = {"id": "s1", "name": "Anna", "role": role, "characters": ["r"] if characters is None else characters}
    return {
        "kind": "welcome",
        "seat": seat,
        "table": "00112233445566ff",
        "title": "The Iron Coast",
        "epoch": "e1",
        "language": "en",
        "theme": theme,
        "faces": {code: named(code) for _name, faces in FACES.values() for code in faces},
        **more,
    }


def named(code: str) -> str:
    """Return the name of a face as the host gives it."""
    return code.capitalize() or "Blank"


def dice(lost: tuple[int, ...] = ()) -> list[dict[str, Any]]:
    return [
        {
            "n": n,
            "name": name,
            "look": "",
            "group": "character",
            "faces": faces,
            "state": "lost" if n in lost else "ok",
        }
        for n, (name, faces) in FACES.items()
    ]


def sheet(lost: tuple[int, ...] = (), character: str = "r") -> dict[str, Any]:
    facts = [
        ("movement", "Movement", "12 m"),
        ("age", "Age", "24"),
        ("race", "Race", "Human"),
        ("income", "Off-stage income", "Frugal"),
    ]
    return {
        "kind": "sheet",
        "character": character,
        "name": "Ragnar" if character == "r" else "Alauda of the Reeds",
        "game": "bones",
        "title": "Human · Gaul · Hunter/Gatherer · Armsman",
        "state": f"{len(lost)} of 4 dice lost" if lost else "Unhurt",
        "facts": [{"id": id, "name": name, "value": value} for id, name, value in facts],
        "dice": dice(lost),
        "items": [
            {
                "n": 1,
                "name": SPEAR[0],
                "look": "",
                "group": "item",
                "faces": SPEAR[1],
                "state": "ok",
            }
        ],
        "tracks": [
            {"id": "spiffs", "name": "Spiffs", "boxes": 6, "marked": 4, "state": ""},
            {"id": "magic", "name": "Magic used", "boxes": 3, "marked": 1, "state": "2 left"},
        ],
        "lists": [
            {"name": "Equipment", "items": ["Spear, with a shaft of ash", "Round shield", "30 m of rope"]},
            {"name": "Followers", "items": ["Bran, a hound"]},
        ],
        "spiffs": 4,
    }


def rolls() -> dict[str, Any]:
    choices = [
        {"key": id, "name": name, "number": "55 %" if id in {"melee", "defend", "stealth"} else "16 %"}
        for id, name in SKILLS.items()
    ]
    choices[4] |= {"why_not": "No die of Ragnar has a Magic icon.", "number": None}
    task = [
        {
            "id": "skill",
            "name": "Skill",
            "kind": "choice",
            "first": "stealth",
            "least": 0,
            "most": 0,
            "optional": False,
            "choices": choices,
        },
        {
            "id": "difficulty",
            "name": "Difficulty",
            "kind": "choice",
            "first": "average",
            "least": 0,
            "most": 0,
            "optional": False,
            "choices": [{"key": name.lower(), "name": name, "number": n} for n, name in enumerate(LEVELS)],
        },
        {
            "id": "items",
            "name": "Equipment used",
            "kind": "dice",
            "first": "",
            "least": 0,
            "most": 3,
            "optional": False,
            "choices": [],
            "dice": sheet()["items"],
        },
        {
            "id": "penalty",
            "name": "Penalty",
            "kind": "number",
            "first": 0,
            "least": 0,
            "most": 9,
            "optional": False,
            "choices": [],
        },
        {
            "id": "allowed",
            "name": "The GM allows it without a fitting icon",
            "kind": "yes-no",
            "first": False,
            "least": 0,
            "most": 0,
            "optional": False,
            "choices": [],
        },
        {
            "id": "note",
            "name": "Note",
            "kind": "text",
            "first": "",
            "least": 0,
            "most": 80,
            "optional": True,
            "choices": [],
        },
    ]
    odds = {"chance": "55 %", "words": "to succeed · tie 21 %", "outcomes": []}
    move = [
        {
            "id": "run",
            "name": "Runs",
            "kind": "yes-no",
            "first": True,
            "least": 0,
            "most": 0,
            "optional": False,
            "choices": [],
        }
    ]
    return {
        "kind": "rolls",
        "character": "r",
        "rolls": [
            {
                "id": "task",
                "name": "Task",
                "fields": task,
                "set": {"skill": "stealth", "difficulty": "average"},
                "odds": odds,
            },
            {
                "id": "move",
                "name": "Movement",
                "fields": move,
                "set": {},
                "odds": {"chance": "", "words": "12 m on average", "outcomes": []},
            },
        ],
    }


def _shown(index: int, die: tuple[str, list[str]], key: tuple[str, int]) -> dict[str, Any]:
    name, faces = die
    icon, is_own = faces[index], name != CHALLENGE[0]
    counts = {"physical": 1, "universal": 1, "defend x2": 2}.get(icon, 0) if is_own else 0
    role = "counts" if counts else "hurts" if icon in {"null", "damage"} else "idle"
    why = f"{named(icon)} counts for Stealth: {counts} success." if counts else f"{named(icon)} does not count."
    group = "character" if is_own else "challenge"
    return {
        "face": index + 1, "icon": icon, "faces": faces, "counts": counts, "why": why, "role": role, "group": group,
        "name": name, "key": key[0], "wave": 0, "was": [],
    }  # fmt: skip


def thrown(draw: int = 7, by: str = "Ragnar", id: str = "", *, by_hand: bool = False, net: int = 2) -> dict[str, Any]:
    keys = [("die 1", 6), ("die 2", 6), ("die 3", 6), ("die 4", 6), ("challenge 1", 6), ("challenge 2", 6)]
    drawn = sealed_indices(key_of(draw), draw, keys)
    told = [_shown(*each) for each in zip(drawn, [*FACES.values(), CHALLENGE, CHALLENGE], keys, strict=True)]
    good = net > 0
    findings = [
        {
            "id": "task",
            "outcome": "success" if good else "failure",
            "value": net,
            "text": f"Success by {net}" if good else "Failure",
            "tone": "good" if good else "bad",
        }
    ]
    findings.append(
        {"id": "harm", "outcome": "", "value": 1, "text": "Takes 1 damage from the challenge.", "tone": "bad"}
    )
    return {
        "kind": "thrown",
        "id": id,
        "by": by,
        "seat": "Anna",
        "character": "r",
        "title": "Stealth against Average",
        "evening": 3,
        "draw": 0 if by_hand else draw,
        "dice": told,
        "findings": findings,
        "steps": ["3 counted", "1 cancelled by Nulls", "= 2"],
        "secret": False,
        "by_hand": by_hand,
        "again": False,
        "meant": True,
        "tags": ["by hand"] if by_hand else [],
        "roll": f"r{draw}",
        "draws": [] if by_hand else [draw_of(draw, keys, drawn)],
    }


def key_of(draw: int) -> bytes:
    return evening_key(SEED, words_for(words_of(WORDS), draw))


def draw_of(draw: int, keys: list[tuple[str, int]], indices: tuple[int, ...]) -> dict[str, Any]:
    label = draw_label(draw, keys).decode()
    return {"evening": 3, "draw": draw, "label": label, "faces": [index + 1 for index in indices]}


def secret(draw: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a secret roll as others see it, and its entry in `sealed` after the evening."""
    keys = [("die 1", 6), ("challenge 1", 6)]
    drawn = draw_of(draw, keys, sealed_indices(key_of(draw), draw, keys))
    content = f"2026-11-29T20:41:00|{drawn['label']}|{','.join(map(str, drawn['faces']))}"
    told = hmac.new(SEED, content.encode(), "sha256").hexdigest()
    form = {"kind": "thrown", "roll": f"r{draw}", "evening": 3, "draw": draw, "secret": True, "hash": told}
    return {**form, "draws": [{"evening": 3, "draw": draw, "hash": told}]}, {
        "draw": draw,
        "content": content,
        "hash": told,
    }


def owed() -> dict[str, Any]:
    dice_to_lose = {
        "words": "Choose the die that the damage takes.",
        "kind": "dice",
        "dice": dice(),
        "usual": [3],
        "fixed": [],
        "least": 1,
        "most": 1,
    }
    return {
        "kind": "owed",
        "character": "r",
        "choices": [
            choice("lose", "Lose 1 die", "danger", needs=dice_to_lose),
            choice("reroll", "Re-roll a die · 1 spiff", needs={**dice_to_lose, "words": "Which die?", "usual": []}),
            choice("buy", "One more success · 2 spiffs", why_not="This costs 2 spiffs; you have 1."),
            choice("act-heal", "Heal", "good", "heal", why_not="There is nothing to heal."),
            choice("act-spend", "Spend spiffs", "", "resource", needs={"kind": "fields", "words": "", "fields": [
                {"id": "way", "name": "For what", "kind": "choice", "first": "soak", "least": 0, "most": 0,
                 "choices": [{"key": "soak", "name": "Soak one damage"}, {"key": "change", "name": "A small change"}]},
                {"id": "n", "name": "Spiffs", "kind": "number", "first": 1, "least": 1, "most": 4},
                {"id": "dice", "name": "Dice", "kind": "dice", "first": "", "least": 0, "most": 1,
                 "dice": [{"n": n, "name": f"Die {n}"} for n in FACES]},
            ], "thrown": []}),
        ],
    }  # fmt: skip


def choice(
    id: str, text: str, tone: str = "", group: str = "", *, why_not: str = "", needs: dict[str, Any] | None = None
) -> dict[str, Any]:
    return {"id": id, "text": text, "tip": "", "tone": tone, "group": group, "why_not": why_not, "needs": needs}


def fight() -> dict[str, Any]:
    ours = [("Ragnar", "attacks Goblin 2", True, False), ("Alauda", "not declared", False, True)]
    theirs = [("Goblin 1", "2 dice lost", False, False), ("Goblin 2", "unhurt", False, False)]
    sides = [
        {"name": side, "fighters": [{"name": name, "state": state, "own": own, "waits": waits}
                                    for name, state, own, waits in people]}
        for side, people in (("Party", ours), ("Goblins", theirs))
    ]  # fmt: skip
    return {"kind": "fight", "title": "Round 2 at the ford", "text": "Declare what Ragnar does.", "sides": sides}


def fight_choices() -> dict[str, Any]:
    targets = [{"key": "g1", "name": "Goblin 1"}, {"key": "g2", "name": "Goblin 2"}]
    field = {
        "id": "target",
        "name": "Target",
        "kind": "choice",
        "first": "g1",
        "least": 0,
        "most": 0,
        "choices": targets,
    }
    attack = {"kind": "fields", "words": "Attack", "fields": [field], "thrown": []}
    told = [
        choice("fight-attack-1", "Attack…", "good", "fight", needs=attack),
        choice("fight-defend-1", "Only defend", "", "fight"),
    ]
    return {**owed(), "choices": [*told, *owed()["choices"]]}


def fight_roll() -> dict[str, Any]:
    """Return the choices after a declaration."""
    dice = [{"n": n, "name": f"{n} · {name}", "faces": faces} for n, (name, faces) in enumerate(FACES.values(), 1)]
    roll = {"kind": "face", "words": "", "dice": dice}
    told = [
        choice("fight-attack-2", "Attack: melee, Goblin 1…", "", "fight"),
        choice("fight-roll-1", "Roll for the round", "good", "fight", needs=roll),
    ]
    return {**owed(), "choices": [*told, *owed()["choices"]]}


def fight_successes(kind: str = "allot") -> dict[str, Any]:
    """Return the choices after the roll of a round, or those to answer damage."""
    tone = "good" if kind == "allot" else "danger"
    told = [choice(f"fight-{kind}-1", "Place successes…", tone, "fight")]
    return {**owed(), "choices": [*told, *owed()["choices"]]}


def of_round(draw: int, who: str, title: str) -> dict[str, Any]:
    """Return the dice of a fighter in a round."""
    told = thrown(draw, who)
    dice = [{**each, "name": f"{who}: {each['name']}"} for each in told["dice"]]
    return {**told, "title": title, "findings": [], "steps": [], "dice": dice}


def asked(id: str = "q1") -> dict[str, Any]:
    told = [{"group": "character", "name": name, "look": "", "faces": faces} for name, faces in FACES.values()]
    told += [{"group": "challenge", "name": CHALLENGE[0], "look": "", "faces": CHALLENGE[1]}] * 2
    return {
        "kind": "asked",
        "id": id,
        "character": "r",
        "roll": "task",
        "set": {"skill": "stealth"},
        "title": "Stealth against Average",
        "dice": told,
        "secret": False,
    }


def asks(*ids: str) -> dict[str, Any]:
    """Return the rolls that the GM asks for. All are secret."""
    one = {**asked(), "name": "Ragnar", "title": "Perception against Difficult", "secret": True}
    one |= {"chance": "38 %", "words": "to succeed", "why_not": ""}
    return {"kind": "asks", "asks": [{**one, "id": id} for id in ids]}


def party() -> dict[str, Any]:
    members = [
        ("r", "Ragnar", "Unhurt", "riding perception missile missile", ""),
        ("a", "Alauda of the Reeds", "Wounded", "social thief stealth -magic -healer", ""),
        ("s", "Sable", "Wounded", "", "Life Points 8  ·  Luck 2"),
    ]
    seats = [("Anna", "player", True), ("Ben", "player", False), ("The GM’s tablet", "gm", True)]
    return {
        "kind": "party",
        "members": [
            {"id": id, "name": name, "game": "bones", "state": state, "dice_left": "3/5" if icons else None,
             "dice": [{"icon": each.strip("-"), "state": "lost" if each[0] == "-" else "ok"} for each in icons.split()],
             "brief": brief, "look": ""}
            for id, name, state, icons, brief in members
        ],
        "seats": [{"name": name, "role": role, "here": here} for name, role, here in seats],
    }  # fmt: skip


def sealed(*secrets: dict[str, Any], told: bool = False) -> dict[str, Any]:
    return {
        "kind": "sealed",
        "evening": 3,
        "commitment": commitment(SEED),
        "words": WORDS,
        **({"seed": SEED.hex(), "secrets": list(secrets)} if told else {}),
    }


def stretched(value: Any, key: str = "") -> Any:
    """Return a message whose names and texts are as long as the host lets them be, without a gap to break them at."""
    if isinstance(value, dict):
        return {name: stretched(each, name) for name, each in value.items()}
    if isinstance(value, list):
        return [stretched(each, key) for each in value]
    long = {"name": "W" * 60, "title": "Wm" * 90, "text": "Wm" * 60, "state": "m" * 60, "by": "W" * 60}
    words = long | dict.fromkeys(("why", "why_not", "words", "brief", "tags", "steps", "items"), "m" * 200)
    return words[key] if key in words and value and value not in {"ok", "lost"} else value


def whole_state() -> list[dict[str, Any]]:
    return [party(), sheet(), rolls(), sealed()]

"""Messages of a host as the real one sends them, for tests of the page and for looking at it."""

from typing import Any

from bones_desktop.rules.fairdice import commitment, draw_label, evening_key, sealed_indices

SEED = bytes(range(32))
WORDS = ["one", "zwei"]
FACES = {
    1: ("Gaul", ["universal", "physical", "outdoorsman", "riding", "melee", "defend"]),
    2: ("Hunter/Gatherer", ["universal", "physical", "outdoorsman", "perception", "melee", "defend x2"]),
    3: ("Armsman", ["universal", "physical", "melee", "defend", "missile", "maneuver"]),
    4: ("Armsman", ["universal", "physical", "melee", "defend", "missile", "master"]),
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
        {"id": "r", "name": "Ragnar", "game": "BONES"},
        {"id": "a", "name": "Alauda of the Reeds", "game": "BONES"},
    ],
}


def welcome(theme: str = "iron", role: str = "player", characters: list[str] | None = None) -> dict[str, Any]:
    seat = {"id": "s1", "name": "Anna", "role": role, "characters": ["r"] if characters is None else characters}
    return {
        "kind": "welcome",
        "seat": seat,
        "table": "00112233445566ff",
        "title": "The Iron Coast",
        "epoch": "e1",
        "language": "en",
        "theme": theme,
    }


def dice(lost: tuple[int, ...] = ()) -> list[dict[str, Any]]:
    return [
        {"n": n, "name": name, "look": "character", "faces": faces, "state": "lost" if n in lost else "ok"}
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
        "items": [{"n": 1, "name": SPEAR[0], "look": "item", "faces": SPEAR[1], "state": "ok"}],
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


def thrown(draw: int = 7, by: str = "Ragnar", id: str = "", *, by_hand: bool = False, net: int = 2) -> dict[str, Any]:
    keys = [("die 1", 6), ("die 2", 6), ("die 3", 6), ("die 4", 6), ("challenge 1", 6), ("challenge 2", 6)]
    drawn = sealed_indices(evening_key(SEED, WORDS), draw, keys)
    six = [
        *[(name, faces, "character", "character") for name, faces in FACES.values()],
        *[(*CHALLENGE, "challenge", "challenge")] * 2,
    ]
    told = []
    for index, (name, faces, group, look) in zip(drawn, six, strict=True):
        icon = faces[index]
        counts = 1 if icon in {"physical", "universal"} else 2 if icon == "defend x2" else 0
        role = (
            "counts"
            if counts
            else "hurts"
            if icon == "damage" and look == "challenge"
            else "cancelled"
            if icon == "null"
            else "idle"
        )
        words = icon.replace(" x2", " twice").capitalize()
        why = f"{words} counts for Stealth: {counts} success." if counts else f"{words} does not count for Stealth."
        told.append(
            {
                "face": index + 1,
                "icon": icon,
                "faces": faces,
                "counts": counts or (-1 if icon == "null" else 0),
                "why": why,
                "role": role,
                "group": group,
                "look": look,
                "name": name,
                "wave": 0,
            }
        )
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
        "roll": "task",
        "drawn": []
        if by_hand
        else [{"evening": 3, "draw": draw, "label": draw_label(draw, keys).decode(), "faces": list(drawn)}],
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
            {"id": "lose", "text": "Lose 1 die", "tip": "", "tone": "danger", "why_not": "", "needs": dice_to_lose},
            {
                "id": "reroll",
                "text": "Re-roll a die · 1 spiff",
                "tip": "",
                "tone": "good",
                "why_not": "",
                "needs": {**dice_to_lose, "words": "Choose the die to roll again.", "usual": []},
            },
            {
                "id": "buy",
                "text": "One more success · 2 spiffs",
                "tip": "",
                "tone": "good",
                "why_not": "Only a failure by one can be bought.",
                "needs": None,
            },
            {
                "id": "heal",
                "text": "Heal",
                "tip": "",
                "tone": "",
                "why_not": "There is nothing to heal.",
                "needs": None,
            },
            {
                "id": "spend",
                "text": "Spend spiffs",
                "tip": "",
                "tone": "",
                "why_not": "",
                "needs": {"words": "How many?", "kind": "number", "dice": [], "usual": 1, "least": 1, "most": 4},
            },
        ],
    }


def asked(id: str = "q1") -> dict[str, Any]:
    told = [{"group": "character", "name": name, "look": "character", "faces": faces} for name, faces in FACES.values()]
    told += [{"group": "challenge", "name": CHALLENGE[0], "look": "challenge", "faces": CHALLENGE[1]}] * 2
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


def party() -> dict[str, Any]:
    members = [
        ("r", "Ragnar", "Unhurt", 4, 4),
        ("a", "Alauda of the Reeds", "Wounded", 3, 5),
        ("g", "Glaukos", "Incapacitated", 1, 4),
    ]
    seats = [("Anna", "player", True), ("Ben", "player", False), ("The GM’s tablet", "gm", True)]
    return {
        "kind": "party",
        "members": [
            {"id": id, "name": name, "game": "BONES", "state": state, "dice_left": left, "dice": full}
            for id, name, state, left, full in members
        ],
        "seats": [{"name": name, "role": role, "here": here} for name, role, here in seats],
    }


def sealed(*, told: bool = False) -> dict[str, Any]:
    return {
        "kind": "sealed",
        "evening": 3,
        "commitment": commitment(SEED),
        "words": WORDS,
        **({"seed": SEED.hex()} if told else {}),
    }


def whole_state() -> list[dict[str, Any]]:
    return [party(), sheet(), rolls(), sealed()]

"""Draws the 51 mastery icons: the sign of the skill, smaller, above one, two or three notches.

Run after changing the sign of a skill: `python packaging/mastery_icons.py`. The colour is chosen when an icon is
painted; the notches tell the ranks apart without it.
"""

import re
import sys
from pathlib import Path

FACES = Path(__file__).resolve().parent.parent / "icons" / "faces"

MASTERIES = {
    "artisan": ("artiste", "renown", "inspired"),
    "craft": ("driven", "master", "weaponsmith"),
    "defend": ("endurance", "turtle", "slam"),
    "healer": ("medic", "cure", "empathy"),
    "maneuver": ("acrobat", "pyramid", "swashbuckler"),
    "melee": ("deflection", "two-weapon", "riposte"),
    "merchant": ("trader", "money-talks", "merchant-prince"),
    "missile": ("accuracy", "bow-fu", "gut-shot"),
    "outdoorsman": ("animal-friend", "stalker", "one-with-the-forest"),
    "perception": ("sharp-eye", "night-vision", "sixth-sense"),
    "riding": ("born-to-the-saddle", "horseman", "knight"),
    "sailor": ("son-of-a-sailor", "sea-legs", "captain"),
    "scholar": ("sage", "doktor", "arcane-knowledge"),
    "social": ("outgoing", "boss", "connections"),
    "stealth": ("sneaky", "guilder", "assassin"),
    "thief": ("footpad", "burglar", "master-thief"),
    "unarmed": ("crane-style", "monkey-style", "tiger-style"),
}

NOTCHES = {
    1: "M19 40H29L26 47.5H22z",
    2: "M12 40H22L19 47.5H15zM26 40H36L33 47.5H29z",
    3: "M5 40H15L12 47.5H8zM19 40H29L26 47.5H22zM33 40H43L40 47.5H36z",
}


def drawing(skill: str, rank: int) -> str:
    """Return the SVG of the mastery of `rank` in `skill`."""
    source = (FACES / f"{skill}.svg").read_text(encoding="utf-8")
    body = re.fullmatch(r"<svg[^>]*>\n(.*)</svg>\n", source, re.DOTALL)
    if body is None:
        sys.exit(f"{skill}.svg is not laid out as expected")
    sign = "".join(f"  {line}\n" for line in body[1].splitlines())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" fill="#000" data-ink="mastery{rank}">\n'
        f'  <g transform="translate(5.4 0) scale(.775)">\n{sign}  </g>\n'
        f'  <path d="{NOTCHES[rank]}"/>\n'
        "</svg>\n"
    )


def main() -> None:
    """Write every mastery icon."""
    for skill, names in MASTERIES.items():
        for rank, name in enumerate(names, start=1):
            (FACES / f"{name}.svg").write_text(drawing(skill, rank), encoding="utf-8")


if __name__ == "__main__":
    main()

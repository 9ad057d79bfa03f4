"""What a first start opens with: Ragnar, half done, as an invitation to finish him."""

from bones_desktop.rules.bones.character import Character
from bones_desktop.rules.bones.edits import new_character
from bones_desktop.rules.bones.houserules import HouseRules
from bones_desktop.storage.characterfile import SUFFIX, CharacterFileError, read_character
from bones_desktop.storage.locations import shipped
from bones_desktop.storage.textfiles import FileProblem

INVITATION = "ragnar-half-done"


def first_character(id: str, house_rules: HouseRules) -> Character:  # noqa: A002 (the field's name)
    """Return the invitation as a character of the user's own; an empty one when the sample cannot be read."""
    try:
        sample = read_character(shipped("resources") / "samples" / f"{INVITATION}{SUFFIX}").character
    except (FileProblem, CharacterFileError):
        return new_character(id, house_rules=house_rules)
    return sample.with_(id=id, house_rules=house_rules)

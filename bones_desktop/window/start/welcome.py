"""What a first start opens with: Ragnar, half done, as an invitation to finish him."""

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.houserules import HouseRules
from bones_desktop.rules.bones.making.edits import new_character
from bones_desktop.storage.files.characterfile import SUFFIX, CharacterFileError, read_character
from bones_desktop.storage.files.locations import shipped
from bones_desktop.storage.files.textfiles import FileProblem

INVITATION = "ragnar-half-done"


def first_character(id: str, house_rules: HouseRules) -> Character:
    """Return the invitation as a character of the user's own; an empty one when the sample cannot be read."""
    try:
        sample = read_character(shipped("resources") / "samples" / f"{INVITATION}{SUFFIX}").value
    except (FileProblem, CharacterFileError):
        return new_character(id, house_rules=house_rules)
    return sample.with_(id=id, house_rules=house_rules)

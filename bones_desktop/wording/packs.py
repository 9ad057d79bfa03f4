"""The English sentences about packs of house content: what a character misses, and what is wrong in one."""

from typing import Final

PACK_SENTENCES: Final = {
    # What a character was made with and what is not here.
    "template-of-missing-pack": (
        "This die was made from “{name}” of the pack “{pack}”, which is not here; the faces stay as they are."
    ),
    "template-not-in-pack": (
        "This die was made from “{name}”, which the pack “{pack}” does not have or has unfinished; "
        "the faces stay as they are."
    ),
    "icon-of-missing-pack": "The icon “{name}” is of the pack “{pack}”, which is not here.",
    "icon-not-in-pack": "The icon “{name}” is of the pack “{pack}”, which does not have it or has it unfinished.",
    "race-of-missing-pack": "The race “{name}” is of the pack “{pack}”, which is not here.",
    "race-not-in-pack": "The race “{name}” is of the pack “{pack}”, which does not have it or has it unfinished.",
    # What is wrong in a pack.
    "pack-full": "{most} of a kind are the most in one pack; begin another.",
    "pack-name-missing": "Give the pack a name.",
    "pack-id-reserved": (
        "The id “{id}” is kept for the house templates of this program; duplicate the pack and delete this one."
    ),
    "pack-id-foreign": "The id “{id}” must begin with the id of its pack and a slash: “{pack}/”.",
    "pack-id-twice": "The id “{id}” is used twice; give one of the two another.",
    "pack-entry-name-missing": "Give it a name.",
    "pack-name-twice": "Another one of this pack is called “{name}”; rename one of them.",
    "pack-name-printed": "The rulebook has something called “{name}” already; choose another name.",
    "pack-not-six": "A die has six faces; this has {count}.",
    "pack-slot-both": "This face is free and has icons as well; choose one or the other.",
    "pack-slot-empty": "Choose the icons that may stand on face {face}, or any skill.",
    "pack-options-many": "{most} icons to choose from are the most; take some away, or allow any skill.",
    "pack-face-one": "Face 1 is always Universal.",
    "pack-face-two": "Face 2 is Physical or Mental.",
    "pack-icon-unknown": "There is no icon “{icon}”; choose another.",
    "pack-option-twice": "{icon} stands here twice; take one away.",
    "pack-face-skill": "Faces 3 to 6 of a template bear skills only, once each; {icon} is none.",
    "pack-opens-nothing": "An occupation leads to nothing; take its list away.",
    "pack-opened-by-nothing": "Nothing leads to a culture, for it comes first; take its list away.",
    "pack-opens-unknown": "Nothing is called “{name}” here; take it off the list, or add the pack it comes from.",
    "pack-not-a-culture": "“{name}” is no culture; only cultures lead to a background.",
    "pack-not-a-background": "“{name}” is no background, and only backgrounds may stand here.",
    "pack-not-a-occupation": "“{name}” is no occupation, and a background leads to occupations only.",
    "pack-open-to-all": "Only an occupation can be open to every background.",
    "pack-face-empty": "Face {face} is empty; choose an icon, or Blank.",
    "pack-letters": "The racial icon is drawn as one or two letters; write them.",
    "pack-readings-none": "Choose at least one skill the racial icon may stand for.",
    "pack-skill-unknown": "There is no skill “{skill}”; choose another.",
    "pack-reading-twice": "{skill} stands here twice; take one away.",
    "pack-mastery-unknown": "{skill} has no mastery “{mastery}”; choose another, or none.",
}

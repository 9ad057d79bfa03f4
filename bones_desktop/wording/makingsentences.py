"""The English sentence of each reason about making characters: building, growing, checking, reading text, packs.

Keys are codes. `MAKING_OF_ONE` has the sentences that read differently when a number is one: which number, and the
other sentence.
"""

from typing import Final

ORIGINS: Final = {
    "core-has-no-templates": "A core character has no templates; every die is of your own choice.",
    "later-dice-no-template": "Templates are for the four starting dice only.",
    "culture-die": "The first die is made from a culture.",
    "background-die": "The second die is made from a background.",
    "culture-first": "Choose a culture for die 1 first.",
    "background-first": "Choose a background for die 2 first.",
    "culture-not-here": "Die 1 is made from {name}, which is not here; what that leads to is not known.",
    "background-not-here": "Die 2 is made from {name}, which is not here; what that leads to is not known.",
    "background-not-open": "The culture {culture} does not lead to the background {background}.",
    "same-culture-only": "Only another {culture} die may be taken: the culture of die 1.",
    "same-background-only": "Only another {background} die may be taken: the background of die 2.",
    "occupation-not-open": "The background {background} does not lead to the occupation {occupation}.",
    "occupation-not-after": "The occupation {first} does not lead to the occupation {occupation}.",
    "occupation-forbidden": (
        "The culture {culture} does not allow the occupation {occupation} after the background {background}."
    ),
    "occupation-not-here": "Die 3 is made from {name}, which is not here; what that leads to is not known.",
    "no-template": "The rulebook names {name} but prints no template for it.",
    "template-unknown": "The template “{template}” is not known here; the faces stay as they are.",
    "template-first": "Choose what die {die} is made from first.",
    "no-such-concept": "There is no concept called “{concept}”. There are {known}.",
    "no-such-culture": "No character is made from a culture called “{culture}”. There are {known}.",
    "culture-taken": "Die 1 is made from {culture} already.",
    "nothing-left-open": "Nothing is left open: every face is chosen.",
    "mode-players-only": "Only player characters are made by Cold Iron or by the core rules.",
}

FACES: Final = {
    "slot-anything": "Any icon may stand here.",
    "slot-universal": "Face 1 is always Universal.",
    "slot-racial": "Face 2 is always the racial icon {icon}.",
    "slot-fixed": "{template} always has {face} here.",
    "slot-one-of-2": "{template} allows {face1} or {face2} here.",
    "slot-one-of-3": "{template} allows {face1}, {face2} or {face3} here.",
    "slot-one-of-4": "{template} allows {face1}, {face2}, {face3} or {face4} here.",
    "slot-one-of-5": "{template} allows {face1}, {face2}, {face3}, {face4} or {face5} here.",
    "slot-one-of-6": "{template} allows {face1}, {face2}, {face3}, {face4}, {face5} or {face6} here.",
    "slot-free-template": "{template} leaves this face free: any skill.",
    "slot-aptitude": "Face 2 is Physical or Mental.",
    "slot-free": "This face is free: any skill.",
    "slot-later": "Any skill, or a mastery you have opened.",
    "one-icon-a-face": "A face of your own dice bears one icon, once.",
    "blank-not-here": "The four starting dice have no blank faces.",
    "icon-unknown": "The icon “{icon}” is not known here.",
    "racial-face-two": "The racial icon {icon} belongs on face 2.",
    "ability-of-beasts": "{icon} is an ability of beasts.",
    "symbol-not-own": "{icon} does not belong on your own dice.",
    "universal-once": "A die has one Universal, on face 1.",
    "aptitude-once": "A die has one Physical or Mental, on face 2.",
    "mastery-fifth-die": "{mastery} is a mastery; the fifth die is the first that may bear one.",
    "mastery-needs-dice": "{mastery} needs {skill} on four earlier dice; {missing} are missing.",
    "mastery-twice": "A die bears one mastery of a skill; for {skill} this one has {other}.",
}

BUILDING: Final = {
    "choose-culture": "Choose a culture.",
    "choose-background": "Choose a background.",
    "choose-occupation": "Choose an occupation, or another die of your culture or background.",
    "choose-one-of-2": "{template} needs {face1} or {face2} here.",
    "choose-one-of-3": "{template} needs {face1}, {face2} or {face3} here.",
    "choose-one-of-4": "{template} needs {face1}, {face2}, {face3} or {face4} here.",
    "choose-one-of-5": "{template} needs {face1}, {face2}, {face3}, {face4} or {face5} here.",
    "choose-one-of-6": "{template} needs {face1}, {face2}, {face3}, {face4}, {face5} or {face6} here.",
    "choose-aptitude": "Choose Physical or Mental.",
    "choose-skill": "Choose a skill.",
    "choose-first-icon": "A new die comes with one icon; choose it.",
    "name-missing": "Give the character a name.",
    "race-unknown": "The race “{race}” is not known here.",
    "race-written-otherwise": "The race is written {written}, the dice are of the race {race}.",
    "cold-iron-humans": "Cold Iron characters are human unless the GM says otherwise.",
    "dice-none": "There are no dice yet.",
    "dice-missing": "{missing} of the {needed} starting dice are missing.",
    "die-not-full": "Die {die} is filled before a later one is begun.",
    "back-story-missing": "Tell where the character comes from; a good back-story earns a spiff.",
    "printed-unknown": "The printed die “{die}” is not known here; its faces stay as they are.",
    "printed-otherwise": "“{die}” is called a printed die, but its faces are others.",
    "universal-missing": "This die has no Universal face; most dice have one.",
    "beast-aptitude": "Dice of beasts usually have no Physical or Mental face.",
    "face-padded": "The rulebook prints no icon for this face; it counts as blank.",
    "item-face-padded": "This face is empty; choose an icon or blank.",
    "lost-no-such-die": "Die {die} is marked as lost, but there is no such die.",
    "excess-with-dice": "There is damage below zero although dice are left.",
    "text-too-long": "This is too long: {most} characters at most.",
    "not-below-zero": "It cannot go below zero.",
    "too-many": "{most} is the most that can be kept.",
    "too-many-tags": "A character bears {most} tags at most; take one off first.",
    "movement-out-of-range": "Movement is from 0 to {most}.",
    "no-such-die": "There is no die {die}.",
    "no-such-face": "There is no face {face}; a die has six.",
    "most-dice": "{most} dice are the most.",
    "fill-dice-first": "Fill die {die} before you begin a new one.",
    "dice-too-many": (
        "A new character has {start} dice, this one {dice}. Take the others off, or say under Growth how long it has "
        "played: {needed} sessions earn them, and it says {played}."
    ),
    "die-empty": "Die {die} has no icon yet; choose some or take it off.",
    "face-not-earned": (
        "Face {face} of die {die} is not the one of its making, and no session paid for it, nor did the GM permit it."
    ),
    "die-not-earned": "Die {die} is neither paid for with sessions nor permitted by the GM.",
    "die-gone": "Die {die} is gone, and no line of the ledger says that it was taken away.",
    "ledger-line-wrong": (
        "Line {line} of the ledger, counted from the oldest, does not follow from those before it: the dice were "
        "others then, or the icon was paid with too few sessions."
    ),
    "sessions-overspent": "The ledger takes {missing} sessions more than there ever were.",
    "spiffs-overspent": "The spiffs take {missing} more than there ever were.",
    "made-after-buying": "It is said to be still in the making, but {spent} sessions were spent on its icons.",
    "created-otherwise": "It is said to have been finished with {dice} dice; a character begins with {start}.",
    "four-dice-stay": "A character keeps {dice} dice; empty their faces instead.",
    "most-items": "{most} equipment dice are the most.",
    "most-hindering": "{most} hindering dice are the most.",
    "not-equipment": "{die} is not an equipment die.",
    "not-hindering": "{die} is not a hindering die.",
    "read-only-character": "This character was written by a newer version of the program and cannot be changed here.",
    "throw-not-meant": "This roll is struck out, so nothing follows from it (N restores it).",
    "changed-since-step": "This character was changed since, so nothing was taken back. Open it to undo step by step.",
}

GROWTH: Final = {
    "finished-needs-permission": (
        "This character is finished and grows by the icons it earns. "
        "The Growth tab can open it for changes your GM permits."
    ),
    "finished-already": "This character is finished already.",
    "finish-wrong": "{wrong} things are against the rules; mend them first.",
    "finish-missing": "{missing} things are still to do.",
    "finish-first": "Finish the character first; it grows from then on.",
    "not-finished": "This character is still being made.",
    "only-players-grow": "Only player characters are finished and grow.",
    "reopen-after-buying": (
        "{spent} sessions were spent on icons. Go back to the dice as created first, or change single faces."
    ),
    "as-created-already": "The dice are as they were created.",
    "award-nothing": "Say how many sessions.",
    "award-too-much": "{most} sessions at once are the most.",
    "starting-dice-stay": "The four starting dice stay as they were created; earned icons go on later dice.",
    "face-taken": "Die {die}, face {face} has its icon; icons are not moved once they are placed.",
    "first-icon-first": "Choose the first icon of die {die}; its Physical or Mental comes along for nothing.",
    "never-bought": "This is not bought: a new die brings its Universal, and Physical or Mental, along.",
    "no-price": "With {dice} dice no icon is for sale.",
    "sessions-missing": "This icon costs {price} sessions; {missing} more to earn.",
    "ledger-full": "{most} entries are the most the ledger can keep.",
    "mastery-near": "{skill} is on three dice; on one more it opens its masteries for later dice.",
    "theme-missing": "Magic is on the dice; say what this magic is about: a theme with its effect and limits.",
    "too-many-themes": "There are {themes} themes of magic; Magic on {dice} dice allows {allowed}.",
}

WHAT_IF: Final = {
    "cap-raised": "Raises the cap of {skill}, the successes that count, from {before} to {after}.",
    "cap-lowered": "Lowers the cap of {skill}, the successes that count, from {before} to {after}.",
    "skill-opened": "Makes {skill} possible, with a cap of {cap} (successes that count).",
    "skill-closed": "Makes {skill} impossible: no fitting icon is left.",
    "masteries-opened": "Opens the masteries of {skill}, from die {die} on.",
    "masteries-too-late": "{skill} stands on four dice then, but none comes after them for its masteries.",
    "masteries-closed": "Closes the masteries of {skill}: {missing} dice missing.",
    "masteries-moved": "Opens the masteries of {skill} from die {after} on instead of die {before}.",
    "masteries-nearer": "Brings the masteries of {skill} nearer: {missing} dice still missing.",
    "masteries-farther": "Takes the masteries of {skill} farther away: {missing} dice missing.",
    "safe-level-changed": "Safe uses of magic: {after} instead of {before}.",
    "themes-changed": "Themes of magic: {after} instead of {before}.",
    "follower-gained": "{mastery} gives more ({what}): {after} instead of {before}.",
    "follower-lost": "{mastery} gives less ({what}): {after} instead of {before}.",
    "face-allowed": "Allows {icon} on die {die}, face {face}.",
    "face-broken": "Die {die}, face {face}: {icon} is not allowed any more then.",
}
"""Effects of another icon on a face."""

SHEET: Final = {
    "safe-level": "{icons} Magic icons on the dice you can roll.",
    "safe-level-elf": "{icons} Elf icons count as well.",
    "themes": "Magic stands on {dice} dice.",
    "themes-next": "Magic on {missing} more dice opens another theme.",
    "icon-price": "With {die} dice, the next icon costs {sessions} sessions.",
    "theme-needs-magic": "A theme of magic needs a Magic face on one of the dice.",
    "theme-needs-more-magic": "Theme {themes} opens with Magic on {needed} dice; it stands on {dice}.",
    "most-themes": "{most} themes are the most.",
    "no-such-theme": "There is no theme {theme}.",
    "no-such-follower": "There is no follower {number}.",
    "follower-not-granted": "The icons of {mastery} do not bring this along.",
    "follower-without-dice": "A {what} has no dice.",
    "follower-dice-full": "{mastery} gives {most} dice: one, and one for each of its {icons} icons.",
    "follower-dice-too-many": "These are {dice} dice; {mastery} gives {most} now.",
    "follower-face-empty": "A face of these dice is empty; it counts as blank.",
    "most-followers": "{most} followers are the most.",
}

PICTURES: Final = {
    "clipboard-no-picture": "There is no picture on the clipboard. Copy one first, then paste it here.",
    "picture-unreadable": "The picture could not be read. Copy it somewhere else, or choose another.",
    "picture-too-heavy": "The file is larger than {most} MB. Save a smaller copy of the picture and choose that.",
    "picture-too-large": (
        "The picture is too large: {width} × {height} dots. Save a smaller copy of it, 4000 × 4000 at most."
    ),
    "picture-not-one": "This is not a picture in PNG, JPEG or WebP, or it is damaged. Choose another.",
}

DICE_AS_TEXT: Final = {
    "unknown-skill": "There is no skill called “{text}”.",
    "unknown-difficulty": "There is no difficulty called “{text}”.",
    "unknown-die": "There is no die called “{text}”.",
    "empty-text": "There are no dice in this text.",
    "nothing-to-paste": "There is no face and no die to paste.",
    "nothing-to-copy": "This face is empty; there is nothing to copy.",
    "several-dice-pasted": "These are {dice} dice, a whole character: choose “From text…” in the File menu to make it.",
}

LEFT_OUT: Final = {
    "left-out-die": "“{text}” is not the name of a die.",
    "left-out-face": "“{text}” is not a face.",
    "left-out-lone-face": "“{text}” is a face; a die has six, with commas between them.",
    "left-out-no-face": "A face is missing between two commas.",
    "left-out-die-in-list": "“{text}” is a die, not a face; put semicolons between dice, commas between faces.",
    "left-out-seventh-face": "“{text}” is one too many: a die has six faces.",
    "left-out-mastery": "“{text}”: that mastery belongs to another skill.",
    "left-out-multiple": "“{text}”: a face counts once, double or triple.",
    "left-out-repeat": "“{text}”: it cannot be repeated that often.",
    "left-out-equipment": "“{text}” is no equipment with a die.",
    "left-out-words": "“{text}” says nothing of dice.",
    "left-out-theme": "“{text}” is one theme of magic too many.",
    "left-out-label": "No die follows “{text}”.",
    "left-out-twice": "“{text}” was given before.",
    "left-out-backwards": "“{text}” counts backwards.",
    "left-out-many-dice": "“{text}”: these are more dice than any character has.",
    "left-out-second-block": "Another character begins here; make it from its own text.",
    "left-out-stated": "The heading says {stated} dice; {n} were read.",
    "left-out-data": "No dice were found in this JSON. Paste the dice as text, such as “Fighter x2; Thug”.",
    "left-out-movement": "“{text}” is no movement.",
    "left-out-rest": "There is too much here that was not understood; the rest of it is not listed.",
    "left-out-end": "Only the first {most} characters are read.",
}
"""Parts of a text that were left out of the character made from it."""

PACKS: Final = {
    # Missing packs of a character.
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
    # Faults of a pack.
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
    "pack-opened-by-nothing": "A culture comes first, so nothing leads to it. Remove this list.",
    "pack-after-nothing": "Only an occupation can follow a first occupation. Remove this list.",
    "pack-forbids-nothing": "Only a culture can forbid occupations. Remove this list.",
    "pack-opens-unknown": "Nothing is called “{name}” here; take it off the list, or add the pack it comes from.",
    "pack-not-a-culture": "“{name}” is not a culture. Only cultures lead to a background.",
    "pack-not-a-background": "“{name}” is not a background. List only backgrounds here.",
    "pack-not-a-occupation": "“{name}” is not an occupation. List only occupations here.",
    "pack-open-to-all": "Only an occupation can be open to every background.",
    "pack-face-empty": "Face {face} is empty; choose an icon, or Blank.",
    "pack-letters": "The racial icon is drawn as one or two letters; write them.",
    "pack-readings-none": "Choose at least one skill the racial icon may stand for.",
    "pack-skill-unknown": "There is no skill “{skill}”; choose another.",
    "pack-reading-twice": "{skill} stands here twice; take one away.",
    "pack-mastery-unknown": "{skill} has no mastery “{mastery}”; choose another, or none.",
}

MAKING: Final = {
    **ORIGINS,
    **FACES,
    **BUILDING,
    **GROWTH,
    **WHAT_IF,
    **SHEET,
    **PICTURES,
    **DICE_AS_TEXT,
    **LEFT_OUT,
    **PACKS,
}

MAKING_OF_ONE: Final = {
    "mastery-needs-dice": ("missing", "{mastery} needs {skill} on four earlier dice; one is missing."),
    "dice-missing": ("missing", "One of the {needed} starting dice is missing."),
    "safe-level": ("icons", "One Magic icon on the dice you can roll."),
    "safe-level-elf": ("icons", "One Elf icon counts as well."),
    "themes": ("dice", "Magic stands on one die."),
    "themes-next": ("missing", "Magic on one more die opens another theme."),
    "icon-price": ("sessions", "With {die} dice, the next icon costs one session."),
    "theme-needs-more-magic": ("dice", "Theme {themes} opens with Magic on {needed} dice; it stands on one."),
    "follower-dice-full": ("icons", "{mastery} gives {most} dice: one, and one for its icon."),
    "follower-dice-too-many": ("dice", "There is a die; {mastery} gives none now."),
    "dice-too-many": (
        "needed",
        (
            "A new character has {start} dice, this one {dice}. Take the others off, or say under Growth how long it "
            "has played: one session earns them, and it says {played}."
        ),
    ),
    "sessions-overspent": ("missing", "The ledger takes one session more than there ever were."),
    "spiffs-overspent": ("missing", "The spiffs take one more than there ever were."),
    "made-after-buying": ("spent", "It is said to be still in the making, but one session was spent on its icons."),
    "created-otherwise": ("dice", "It is said to have been finished with one die; a character begins with {start}."),
    "finish-wrong": ("wrong", "One thing is against the rules; mend it first."),
    "finish-missing": ("missing", "One thing is still to do."),
    "reopen-after-buying": (
        "spent",
        "One session was spent on an icon. Go back to the dice as created first, or change single faces.",
    ),
    "too-many-themes": ("dice", "There are {themes} themes of magic; Magic on one die allows {allowed}."),
    "sessions-missing": ("price", "This icon costs one session, which is still to earn."),
    "masteries-closed": ("missing", "Closes the masteries of {skill}: one die missing."),
    "masteries-nearer": ("missing", "Brings the masteries of {skill} nearer: one die still missing."),
    "masteries-farther": ("missing", "Takes the masteries of {skill} farther away: one die missing."),
}

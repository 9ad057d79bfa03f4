"""The English sentences of what another icon on a face would change, by the codes of `rules.bones.whatif`."""

from typing import Final

WHAT_IF: Final = {
    "cap-raised": "Raises the cap of {skill} from {before} to {after}.",
    "cap-lowered": "Lowers the cap of {skill} from {before} to {after}.",
    "skill-opened": "Makes {skill} possible, with a cap of {cap}.",
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

WHAT_IF_OF_ONE: Final = {
    "masteries-closed": ("missing", "Closes the masteries of {skill}: one die missing."),
    "masteries-nearer": ("missing", "Brings the masteries of {skill} nearer: one die still missing."),
    "masteries-farther": ("missing", "Takes the masteries of {skill} farther away: one die missing."),
}

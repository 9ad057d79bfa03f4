"""English sentences for reasons: wounds, fights, spiffs, seasons, campaigns, fairness and rounds.

Keys are codes. `sentence` makes the sentence of any Reason of the program.
"""

from collections.abc import Iterable
from typing import Final

from bones_desktop.rules.reasons import Reason
from bones_desktop.rules.typedtext import closest
from bones_desktop.wording.games.basics import NAMES as BASICS_NAMES
from bones_desktop.wording.games.basics import SENTENCES as BASICS
from bones_desktop.wording.games.common import BONES, COMMON
from bones_desktop.wording.games.common import SENTENCES as SCENES
from bones_desktop.wording.games.fivemodes import NAMES as FIVE_MODES_NAMES
from bones_desktop.wording.games.fivemodes import OF_ONE as FIVE_MODES_OF_ONE
from bones_desktop.wording.games.fivemodes import SENTENCES as FIVE_MODES
from bones_desktop.wording.games.margin import SENTENCES as MARGIN
from bones_desktop.wording.games.storybones import NAMES as STORY_BONES_NAMES
from bones_desktop.wording.games.storybones import SENTENCES as STORY_BONES
from bones_desktop.wording.language import N_, _, lowered, ngettext
from bones_desktop.wording.makingsentences import MAKING, MAKING_OF_ONE
from bones_desktop.wording.readings import reading_sentence

PLAY: Final = {
    # Injuries.
    "condition-no-dice": "There are no dice yet.",
    "condition-unhurt": "Unhurt: all {owned} dice to roll.",
    "condition-hurt": "Wounded: {available} of {owned} dice left.",
    "condition-dying": "Dying: damage below zero; {left} more would kill.",
    "condition-incapacitated": "Incapacitated: no dice left; {left} more damage would kill.",
    "condition-broken": "Broken: the horde has no dice left.",
    "condition-dead": "Dead: {damage} damage is twice the {owned} dice.",
    "condition-slain": "Dead: killed outright.",
    "die-already-lost": "Die {die} is lost already.",
    "not-these-dice": "These dice cannot be chosen. Choose {n} of the dice offered.",
    "not-the-dice-thrown": "The dice are no longer those that were rolled; nothing was changed.",
    "die-not-lost": "Die {die} is not lost.",
    "die-held": "Die {die} cannot heal while the effect it was given for lasts.",
    "all-dice-held": "Every lost die is held by an effect that still lasts.",
    "nothing-to-heal": "There is nothing to heal.",
    "slain-cannot-heal": "The dead do not heal.",
    "dead-already": "The character is dead already.",
    "not-dead": "The character is not dead.",
    "horde-broken": "The horde is broken already.",
    "no-dice-to-lose": "There are no dice to lose.",
    # Healing.
    "die-keeps-effect": "Die {die} was given for ongoing magic; release or counter that first.",
    "treated-already": "All of this damage is already treated; each damage is treated once.",
    "most-treatments": "There can be at most {most} treatments at a time.",
    "days-too-few": "Enter at least one day.",
    "calendar-ends": "The calendar ends on day {most}.",
    "regeneration-needs-dice": "Without dice nothing is rolled, so nothing regenerates.",
    # Blows.
    "blow-nothing": "A blow does at least one damage.",
    "cannot-absorb": "{item} absorbs no damage; armour and shields do.",
    "cannot-absorb-this": "Armour and shields do not absorb poison, fire on yourself or what magic costs.",
    "frost-passes-armour": "This passes through {item}; a shield could stop it.",
    "taken-twice": "Die {die} is already lost.",
    "too-many-taken": "Damage done: {damage}; no more dice can be given up.",
    "absorbs-once": "{item} has already been given up.",
    "absorbed-enough": "The blow is absorbed already; nothing more needs to be given up.",
    "nothing-to-soak": "No damage is left to soak.",
    # The price of magic.
    "no-magic-waits": "No use of magic past the safe level waits for an answer.",
    "no-magic-used": "No use of magic in the last four hours is noted.",
    "magic-rested": "Magic does not tire now; no rest is needed.",
    # Ongoing magic.
    "effect-needs-success": "Ongoing magic needs at least one success.",
    "most-effects": "There can be at most {most} effects at a time.",
    "no-dice-to-give": "There is no die left to give.",
    "value-too-small": "Something worth at least {least} coins keeps magic going for a round.",
    "medic-needs-success": "Medic heals nothing without a success.",
    "no-hindering-die": "There is no hindering die.",
    "no-magic-kept": "No magic is kept going.",
    "no-such-effect": "There is no effect {effect}.",
    "blood-not-released": "A life was given for this; it lasts until it is countered.",
    "counter-too-weak": "Undoing this takes more than {strength} successes; there are {successes}.",
    "no-rounds-running": "Nothing here lasts for a number of rounds.",
    "rounds-too-few": "Enter at least one round.",
    # Hindering dice.
    "hindering-faces": "A hindering die has its icon on {least} to {most} faces.",
    # Fights.
    "allotted-too-much": "There are not that many successes to attack with.",
    "fight-without-dice": "Each side of a fight needs at least one die.",
    "encounter-one-sided": "An encounter needs a fighter on each side who can act.",
    "fight-too-large": "{a} dice against {b} are too many to calculate exactly.",
    "fight-leaves-hindering": "Poison and Flaming dice are left out of the fight.",
    "fight-leaves-riders": "{face} counts as a success; the hindering die its victim would gain is left out.",
    "fight-leaves-healing": "{face} is left out: no dice heal during the fight.",
    "fight-leaves-frost": "{face} passes through armour; here armour defends against it anyway.",
    "fight-leaves-fatigue": "The fatigue of magic beyond the safe level is left out.",
    "fight-leaves-thrown": "A weapon is thrown again in every round; picking it up is left out.",
    "fight-leaves-sacrifice": "Armour and shields only defend; giving one up to save a die is not calculated.",
    # Spiffs.
    "spiffs-for-players": "Only player characters earn and spend spiffs.",
    "spiffs-name-price": "The rulebook has no price for this; your GM sets one.",
    "spiffs-from-to": "Enter {least} to {most} spiffs.",
    "spiffs-say-what-for": "Say what the spiffs are for.",
    "spiffs-too-many": "At most {most} spiffs can be kept.",
    "back-story-rewarded": "The back-story has already earned its spiffs: {award}.",
    "survival-needs-explanation": "Say how the character survives it.",
    "no-such-line": "There is no line {line}.",
    "not-a-use": "Only a use of spiffs can be vetoed.",
    "vetoed-already": "This was vetoed already.",
    "spiff-ledger-full": "The ledger of spiffs is full: {most} lines.",
    # Seasons.
    "season-full": "A season has {most} strategic actions, and all are done.",
    "season-not-come": "That season has not begun yet.",
    "action-needs-title": "Say what the character does.",
    "successes-from-to": "Enter {least} to {most} successes.",
    "coins-from-to": "Enter {least} to {most} coins.",
    "assets-from-to": "Enter {least} to {most} assets.",
    "no-asset": "There is no asset to lose.",
    "choose-icon": "Choose the icon to buy.",
    "choose-earning-skill": "Choose the skill that earns.",
    "no-successes-unthrown": "Without a roll there are no successes and no difficulty; choose a skill first.",
    "assets-earn-nothing": "Assets earn nothing with this skill.",
    "asset-needs-name": "Say what the asset is.",
    "asset-needs-success": "An asset comes from a successful strategic action: one net success or more.",
    "most-assets": "A character can have at most {most} assets.",
    "no-such-asset": "There is no asset {asset}.",
    "no-such-action": "There is no action {action}.",
    "not-last-action": "Later actions of the season may depend on this one; only its last action can be changed.",
    "diary-full": "The diary is full: {most} actions.",
    "coins-too-few": "This costs {n} coins; there are {have}.",
    "coins-spent-already": "Of the {coins} coins this action earned, only {have} are left.",
    "coin-ledger-full": "The ledger of coins is full: {most} lines.",
    # Campaigns.
    "read-only-campaign": "This campaign was written by a newer version of the program and cannot be changed here.",
    "version-of-other-campaign": "Another campaign is open now. Nothing was restored.",
    "most-members": "A campaign can have at most {most} characters.",
    "member-already": "{name} is in the campaign already.",
    "no-such-member": "This character is not in the campaign.",
    "year-from-to": "Enter a first year from {least} to {most}.",
    "days-from-to": "Enter {least} to {most} days; no more can pass at once.",
    "calendar-full": "The calendar ends here.",
    "session-begun-already": "Session {number} has not ended yet.",
    "no-session-begun": "No session is open.",
    "no-session-to-reopen": "No session has ended yet.",
    "no-such-session": "There is no session {number}.",
    "no-such-note": "This note has been removed.",
    "most-sessions": "A campaign can have at most {most} sessions.",
    "most-awards": "A session can give at most {most} awards.",
    "award-says-what-for": "Say what the award is for.",
    "logs-once": "The log of a session earns its spiff only once.",
    "log-needs-text": "Write the log first; then it earns its spiff.",
    "writer-unknown": "Choose the character whose player wrote the log; it must be in the campaign.",
    # Fairness.
    "fairness-too-few": "Too few rolls to tell: {n} more of this die are needed.",
    "fairness-one-face": "A die with only one face cannot be checked.",
    "fairness-as-expected": "As expected: of a hundred fair dice, {n} fall this far off or further.",
    "fairness-unusual": "Unusual: one fair die in {n} falls this far off. That happens.",
    "fairness-rare": "Rare: only one fair die in {n} falls this far off.",
    "fairness-extraordinary": "Extraordinary: less than one fair die in a million falls this far off.",
    "dice-too-few": "Too few rolls to tell: {n} more of one die are needed.",
    "dice-as-expected": "As expected: {dice} dice in {throws} rolls fell as fair dice do, even the worst of them.",
    "dice-unusual": (
        "Unusual: {dice} dice in {throws} rolls, and one fair set in {n} falls this far off. That happens."
    ),
    "dice-rare": "Rare: {dice} dice in {throws} rolls, and only one fair set in {n} falls this far off.",
    "dice-extraordinary": (
        "Extraordinary: {dice} dice in {throws} rolls, and less than one fair set in a million falls this far off."
    ),
    "evening-sound": (
        "All {n} draws are there, and each die came up on the face that was sealed before the first roll. The icons "
        "on the faces, names and texts are not sealed."
    ),
    "evening-empty": "The seed is the one that was sealed; nothing was drawn from it.",
    "evening-not-told": "Rolls refer to this evening, but the data to check it is missing.",
    "seal-twice": "Another evening has the same seal, which should never happen: its dice were known beforehand.",
    "seed-differs": "The seed is not the one that was sealed when the evening began.",
    "draws-missing": "{n} draws were made and are not in the log: {numbers}.",
    "draws-repeated": "{n} draws are in the log more than once: {numbers}.",
    "draws-changed": "{n} draws in the log differ from the seed or the chain: {numbers}.",
    "evening-goes-on": "The evening goes on and its seed is not shown yet; its chain of {n} draws is sound.",
    "chain-broken": "{n} draws do not fit the chain: {numbers}.",
    "head-last": "The head you noted is that of the chain: no draw before it was changed, and none came after it.",
    "head-earlier": "The head you noted is that after draw {number}: no draw before was changed. {n} draws came after.",
    "head-unknown": "The head you noted is not in this chain: a draw before it was changed, removed or added.",
    "head-is-seal": "What you noted is the seal of this evening, not a head: it shows that no other seed was taken.",
    "head-unreadable": "A head has {least} to 64 characters, 0 to 9 and a to f. Copy it from the Log page.",
    "words-first": (
        "Players' words ({n}) were mixed in after the seal and before the first draw: if one of them noted the seal "
        "first, nobody could choose the dice."
    ),
    "words-none": (
        "No player added words before the first draw, so nothing proves that the seed was not picked from several."
    ),
    "words-later": "Players' words ({n}) were added later and mixed in from draw {number} on.",
    "draws-secret": ("{n} draws were secret: the players did not see them, but they are sealed like all others."),
}

ROUND: Final = {
    # Refusals.
    "fight-full": "A fight has room for {most} fighters.",
    "round-not-over": "{n} choices are still open.",
    "read-only-fight": "This fight was written by a newer version of the program and cannot be changed here.",
    "changed-since-throw": (
        "{who} changed elsewhere since the roll, and the round counts it now. Decide what is open, then close it."
    ),
    "nobody-by-that-id": "Nobody here is called “{who}”.",
    "needs-target": "Choose a target.",
    "attacks-itself": "Nobody can attack themselves.",
    "item-not-at-hand": "{item} is not at hand.",
    "weapon-cannot": "{item} is not a weapon.",
    "one-weapon": "One weapon a round; a second one strikes only with Two Weapon.",
    "task-needs-skill": "Say which skill the task is for.",
    "one-task": "A fighter does only one task a round, and fighting counts as one.",
    "not-incapacitated": "A coup de grace is for somebody incapacitated; {whom} is not.",
    "horde-only-attacks": "A horde can only attack by hand.",
    "does-not-evade": "{skill} does not stop a blow.",
    "faces-count": "There are {n} faces for {dice} dice.",
    "lost-die-shown": "Die {die} is lost and shows no face.",
    "reroll-own-die": "Only the fighter's own dice can be re-rolled, not hindering dice.",
    "word-unknown": "A success cannot be used to “{word}”.",
    "no-such-place": "There is no die {place}.",
    "nothing-to-allot": "{face} gives no success here.",
    "no-such-reading": "{face} cannot be read as “{reading}”.",
    "too-many-uses": "{face} gives {n} successes, not more.",
    "not-declared-against": "No attack on {whom} was declared.",
    "declared-twice": "This is already declared.",
    "nothing-to-shoot": "{who} has nothing at hand to shoot or throw.",
    "cannot-attack-so": "{face} cannot attack {whom} this way.",
    "cannot-defend": "{face} cannot defend.",
    "cannot-lend": "{face} cannot help {whom}.",
    "not-in-the-fight": "A fighter who does something else neither attacks nor defends.",
    "horde-chooses-not": "A horde has no choice: all its successes attack.",
    "absorbs-nothing": "There is no blow by {whom} to absorb.",
    "absorbed-already": "{item} has already been given up.",
    "not-hindering-die": "{die} is not a hindering die.",
    "nobody-hurt-there": "Nobody was hurt there.",
    "override-unknown": "There is no number “{key}” to set.",
    # Circumstances.
    "circumstance-cover": "{percent} % cover takes {n} off.",
    "circumstance-friends": "Friends in the target's melee: {friends}. They take {n} off.",
    "circumstance-size": "The target's size gives {n} back.",
    "circumstance-range": "A distance of {metres} m takes {n} off.",
    "circumstance-darkness": "Darkness takes {n} off.",
    "circumstance-prone-target": "The target lies prone, which takes {n} off a shot.",
    "circumstance-prone-attacker": "The attacker lies prone, which takes {n} off attacks by hand.",
    "circumstance-over-prone": "The target lies prone, which adds {n} to attacks by hand.",
    "circumstance-vest": "The enchanted vest takes {n} off magic.",
    "circumstance-accuracy": "Accuracy gives {n} back.",
    "circumstance-night-vision": "Night Vision gives {n} back.",
    "effort-fear": "Fear takes {n} off.",
    "effort-distance": "A distance of {metres} m takes {n} off the search.",
    # Steps.
    "round-out": "Out of the fight.",
    "round-lies-prone": "Lies prone and allots first.",
    "round-rides-to-war": "Fights mounted and allots after those on foot.",
    "two-handed-and-shield": "{item} needs both hands, but there is a shield too.",
    "round-not-thrown": "Has not rolled yet.",
    "round-hindered": "Hindering dice do {n} damage.",
    "round-die-taken": "The damage takes a die with its success: {dice}.",
    "round-fear": "Fear and Nulls cancel {n} successes.",
    "round-regenerates": "Regenerates a die: {dice}.",
    "round-thrown-again": "Re-rolls die {die}: {face}.",
    "round-bought": "Buys a success.",
    "round-no-magic": "The magic fails: it needs at least one Magic icon on the dice.",
    "round-magic-use": "Uses magic.",
    "round-fatigue": "Magic past the safe level takes {n} off.",
    "round-encumbrance": "Encumbrance takes {n} off the magic.",
    "round-attacks": "Allots {n} to the attack on {whom}.",
    "round-pricks": "Prickly strikes everybody who attacks by hand: {n} each.",
    "round-shrouds": "Incorporeal stops {n} from each attacker.",
    "round-defends": "Allots {n} to defence.",
    "round-lends": "Lends {n} to {whom}.",
    "round-commands": "Commands: {whom}.",
    "round-above": "Successes that do not count: {n}.",
    "round-throws-away": "Throws {item}: it is out of hand until it is picked up.",
    "round-unplaced": "Successes not placed: {n}.",
    "round-defence-wasted": "Unused defences: {n}.",
    "round-no-defence": "Does something else and has no defence.",
    "round-evades": "Evades: {n} against every blow, as long as they last.",
    "round-moves": "Moves {metres} m.",
    "round-coup": "Kills {whom}, who is helpless.",
    "round-strikes": "Attacks {whom}: {n}.",
    "round-stopped": "{whom} stops {n}.",
    "round-net": "Damage to {whom}: {n}.",
    "round-damage-icons": "Damage icons hurt {whom} in any case: {n}. Your GM may say otherwise.",
    "round-mind": "Magic on the mind of {whom}: {n} against {resisted}.",
    "round-mind-open": "Magic on the mind of {whom}: {n}. {whom} rolls to resist.",
    "round-mind-fails": "The magic on {whom} fails.",
    "round-mind-degree": "{whom} obeys orders up to magnitude {n}: {meaning}.",
    "round-order-refused": "{whom} refuses the order, which needs {n}.",
    "round-order-open": "{whom} rolls to resist the order, which needs {n}.",
    "round-order-left": "{whom} resists the order with {resisted}; {n} is left of the magic.",
    "round-order-obeyed": "{whom} does as ordered ({n}): {meaning}.",
    "round-mind-freed": "{whom} breaks free of the magic.",
    "round-absorbs": "{item} absorbs {n} damage from {whom} and is ruined.",
    "round-soaks": "A spiff soaks {n} damage.",
    "round-fatigue-damage": "The magic fails and does {n} damage to its user.",
    "round-falls": "Falls {metres} m: {n} damage.",
    "round-unhorsed": "The mount can no longer carry its rider: on foot now.",
    "round-loses": "Loses {n} dice: {dice}.",
    "round-below": "Damage below zero: {n}.",
    "round-gains": "Gains a hindering die: {die}.",
    "round-dies": "Is killed outright.",
    "round-sets-taken": "Your GM sets the damage taken to {n}.",
    "round-sets-attack": "Your GM sets the attack on {whom} to {n}.",
    "round-sets-defence": "Your GM sets the defence of {whom} to {n}.",
    "round-sets-net": "Your GM sets the damage to {whom} to {n}.",
    "round-allowed-die": "Your GM allows this use of die {die}.",
    "round-allowed": "Your GM allows it.",
    "round-seed": "Rolled with seed {seed}.",
    # Suggestions.
    "suggest-careful": "Suggested: {attack} to attack and {defence} to defence, to win this exchange by the widest "
    "margin.",
    "suggest-falls": "Suggested: enough to bring {whom} down.",
    "suggest-damage": "Suggested: {n} to attack, for the most damage at the lowest cost.",
    "suggest-guard": "Suggested: defence first; {n} may still get through.",
    "suggest-mind": "Suggested: all successes on the mind of {whom}.",
    "suggest-absorbs": "Suggested: give up {item} to stay in the fight.",
    "suggest-soaks": "Suggested: soak one damage to stay in the fight.",
    "suggest-least": "Suggested: give up the least useful dice.",
}

TABLES: Final = {
    "table-unknown": "There is no random table “{name}”.",
    "table-empty": "{file} has no entries. Write one entry on each line.",
    "table-too-large": "{file} is larger than {most} kB. Divide the table.",
    "table-no-text": "{file} is not plain text. Save it as text in UTF-8.",
    "table-line-too-long": "{file}, line {line}: an entry has at most {most} letters.",
    "table-too-long": "{file}, line {line}: the weights of a table add up to at most {most}.",
    "table-weight": "{file}, line {line}: the weight {weight} is not a whole number from 1 to {most}.",
    "table-entry-empty": "{file}, line {line}: the entry after the weight is missing.",
    "table-brackets": "{file}, line {line}: a bracket is missing. Put tables in [[ ]] and dice in curly brackets.",
    "table-dice": "{file}, line {line}: “{dice}” is not dice. Write dice like 2d6 or d20+1.",
    "table-calls-unknown": "{file}, line {line}: there is no random table “{name}”.",
    "table-calls-itself": "{file}, line {line}: this rolls on “{name}” again, which would never end.",
    "table-too-deep": "{file}, line {line}: more than {most} tables call one another in a chain.",
    "table-too-many-dice": "{file}, line {line}: this entry may need more than {most} dice.",
}

SENTENCES: Final = {
    **MAKING,
    **PLAY,
    **ROUND,
    **TABLES,
    **COMMON,
    **BONES,
    **FIVE_MODES,
    **STORY_BONES,
    **BASICS,
    **MARGIN,
    **SCENES,
}
"""All sentences by code, except those about tasks and their dice (see `readings`)."""
OF_ONE: Final = {
    **MAKING_OF_ONE,
    **FIVE_MODES_OF_ONE,
    "condition-unhurt": ("owned", "Unhurt: one die to roll."),
    "counter-too-weak": ("successes", "Undoing this takes more than {strength} successes; there is one."),
    "coins-spent-already": ("have", "Of the {coins} coins this action earned, only one is left."),
    "fairness-too-few": ("n", "Too few rolls to tell: one more of this die is needed."),
    "dice-too-few": ("n", "Too few rolls to tell: one more of one die is needed."),
    "dice-as-expected": ("dice", "As expected: one die in {throws} rolls fell as fair dice do."),
    "dice-unusual": ("dice", "Unusual: one fair die in {n} falls this far off in {throws} rolls. That happens."),
    "dice-rare": ("dice", "Rare: only one fair die in {n} falls this far off in {throws} rolls."),
    "dice-extraordinary": (
        "dice",
        "Extraordinary: less than one fair die in a million falls this far off in {throws} rolls.",
    ),
    "evening-sound": (
        "n",
        "The one draw is there, each die on the face that was sealed. The icons, names and texts are not sealed.",
    ),
    "draws-missing": ("n", "One draw was made and is not in the log: number {numbers}."),
    "draws-repeated": ("n", "One draw is in the log more than once: number {numbers}."),
    "draws-changed": ("n", "One draw in the log differs from the seed or the chain: number {numbers}."),
    "evening-goes-on": ("n", "The evening goes on and its seed is not shown yet; its one draw is sound."),
    "chain-broken": ("n", "One draw does not fit the chain: {numbers}."),
    "words-later": ("n", "One player's words were added later and mixed in from draw {number} on."),
    "draws-secret": ("n", "One draw was secret: the players did not see it, but it is sealed like all others."),
    "head-earlier": (
        "n",
        "The head you noted is that after draw {number}: no draw before was changed. One draw came after.",
    ),
    "round-not-over": ("n", "One choice is still open."),
    "faces-count": ("n", "There is one face for {dice} dice."),
    "too-many-uses": ("n", "{face} gives one success, not more."),
    "round-fear": ("n", "Fear and Nulls cancel one success."),
    "round-loses": ("n", "Loses die {dice}."),
}
"""Sentences with a separate form for the number one. By code: the field with the number, and that form."""
_KINDS: Final = {**STORY_BONES_NAMES, **FIVE_MODES_NAMES}
"""Names of kinds of light, damage and bought things by their ids."""
_PERHAPS: Final = N_("Perhaps you meant {suggestion}.")


def sentence(reason: Reason) -> str:
    """Return the sentence for any reason of the program, as plain text. Raise KeyError for an unknown code."""
    # Sentences of log lines that several games share are stored without the prefix of a game: "ba-line-dead" uses
    # "line-dead".
    text = SENTENCES.get(reason.code) or SENTENCES.get(reason.code[reason.code.find("-line-") + 1 :])
    if text is None:
        return reading_sentence(reason)
    values = dict(reason.values)
    if "act" in values:  # A roll made during creation has the name of its step.
        step = str(values["act"]).removeprefix("throw-")
        values["act"] = _(FIVE_MODES_NAMES.get(f"step:{step}", step))
    if "attribute" in values:
        values["attribute"] = _(BASICS_NAMES.get(str(values["attribute"]), ""))
    if "kind" in values:
        kind = str(values["kind"])
        values["kind"] = lowered(_(_KINDS.get(f"choice:{kind}") or _KINDS.get(kind, kind)))
    if reason.code in OF_ONE:
        number, of_one = OF_ONE[reason.code]
        said = ngettext(of_one, text, int(values[number])).format(**values)
    else:
        said = _(text).format(**values)
    if "to_place" in values:
        left = int(values["to_place"])
        tail = _("{count}.") if not left else _("{count}, {n} left.") if left > 0 else _("{count}: take {n} back.")
        said = tail.format(count=said.removesuffix("."), n=abs(left))
    if values.get("suggestion"):
        said = f"{said} {_(_PERHAPS).format(**values)}"
    if "column" in values:
        said = _("Line {line}, column {column}: {text}").format_map({**values, "text": said})
    return said


def suggested(text: str, names: Iterable[str]) -> str:
    """Return a sentence with the name in `names` that is spelled most like `text`, after a space; "" if none is."""
    meant = closest(text, names)
    return f" {_(_PERHAPS).format(suggestion=meant)}" if meant else ""

{
 "character": {
  "actions": [],
  "age": "",
  "assets": [],
  "back_story": "",
  "campaign": "",
  "care": [],
  "coin_ledger": [],
  "coins": 0,
  "created": null,
  "day": 1,
  "description": "Master of a fencing school, who fights with a blade in each hand and talks all the while.",
  "dice": [
   {
    "faces": [
     "universal",
     "physical",
     "melee",
     "defend",
     "missile",
     "maneuver"
    ],
    "name": "",
    "note": "",
    "printed": "fighter",
    "template": ""
   },
   {
    "faces": [
     "universal",
     "physical",
     "melee",
     "defend",
     "missile",
     "maneuver"
    ],
    "name": "",
    "note": "",
    "printed": "fighter",
    "template": ""
   },
   {
    "faces": [
     "universal",
     "physical",
     "melee",
     "melee",
     "missile",
     "defend"
    ],
    "name": "",
    "note": "",
    "printed": "killer",
    "template": ""
   },
   {
    "faces": [
     "universal",
     "physical",
     "melee",
     "melee",
     "missile",
     "defend"
    ],
    "name": "",
    "note": "",
    "printed": "killer",
    "template": ""
   },
   {
    "faces": [
     "universal",
     "physical",
     "riposte",
     "turtle",
     "maneuver",
     "social"
    ],
    "name": "Riposte and Turtle",
    "note": "",
    "printed": "",
    "template": ""
   },
   {
    "faces": [
     "universal",
     "physical",
     "two-weapon",
     "turtle",
     "social",
     "maneuver"
    ],
    "name": "Two Weapon and Turtle",
    "note": "",
    "printed": "",
    "template": ""
   }
  ],
  "dice_colour": "",
  "done_acts": [],
  "effects": [],
  "equipment": [
   {
    "faces": [
     "melee x2",
     "melee",
     "melee",
     "melee",
     "missile",
     "blank"
    ],
    "kind": "weapon",
    "name": "Sword",
    "note": "",
    "printed": "sword",
    "range_increment": 5
   },
   {
    "faces": [
     "melee",
     "melee",
     "missile",
     "missile",
     "blank",
     "blank"
    ],
    "kind": "weapon",
    "name": "Dagger",
    "note": "",
    "printed": "dagger",
    "range_increment": 10
   }
  ],
  "excess_damage": 0,
  "finances": "",
  "flying": null,
  "followers": [],
  "gender": "",
  "hindering": [],
  "house_rules": {
   "armour_absorbs_one_damage": false,
   "automatic_success_used_once": false,
   "beasts_without_aptitudes": false,
   "bought_success_inside_cap": false,
   "elf_icon_allows_magic": true,
   "fear_spares_own_side": false,
   "first_icon_at_new_rate": false,
   "later_resistance": "standing",
   "leather_as_in_prose": false,
   "nulls_beyond_impossible": false,
   "occupations_only_noted": false,
   "only_own_icons_open_a_skill": false,
   "riders_for": "attack",
   "second_weapon_by_owning": false,
   "successes_from_tenth_gained": false,
   "unarmed_aptitude": "mental",
   "unarmed_class": "restricted",
   "universal_is_no_ability": false,
   "weapons_never_defend": false
  },
  "id": "79c5e2a418d34b06af9b83d610e7f24c",
  "kind": "cast",
  "ledger": [],
  "lived": [],
  "lost": [],
  "magic_beyond": 0,
  "magic_unanswered": 0,
  "mode": "cold-iron",
  "move": 1.0,
  "name": "Swordmaster",
  "notes": "",
  "other_equipment": "",
  "played_before": 0,
  "portrait": "",
  "race": "Human",
  "racial_icon": "",
  "recent_magic": 0,
  "rested": 0,
  "sessions": 0,
  "slain": false,
  "spiff_ledger": [],
  "spiffs": 0,
  "tags": [],
  "themes": []
 },
 "format": "bones-desktop",
 "schema": 1,
 "system": "bones"
}

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
  "description": "Eagle before, lion behind, and hungry in between. It nests on cliffs and takes horses by preference.",
  "dice": [
   {
    "faces": [
     "flight",
     "flight",
     "flight",
     "flight",
     "flight",
     "flight"
    ],
    "name": "",
    "note": "",
    "printed": "flier",
    "template": ""
   },
   {
    "faces": [
     "flight",
     "flight",
     "flight",
     "flight",
     "flight",
     "flight"
    ],
    "name": "",
    "note": "",
    "printed": "flier",
    "template": ""
   },
   {
    "faces": [
     "universal",
     "melee",
     "melee",
     "defend",
     "defend",
     "defend"
    ],
    "name": "",
    "note": "",
    "printed": "behemoth",
    "template": ""
   },
   {
    "faces": [
     "universal",
     "melee",
     "melee",
     "defend",
     "defend",
     "defend"
    ],
    "name": "",
    "note": "",
    "printed": "behemoth",
    "template": ""
   },
   {
    "faces": [
     "universal",
     "melee",
     "melee",
     "defend",
     "defend",
     "defend"
    ],
    "name": "",
    "note": "",
    "printed": "behemoth",
    "template": ""
   },
   {
    "faces": [
     "universal",
     "stealth",
     "perception",
     "stealth",
     "melee",
     "melee"
    ],
    "name": "",
    "note": "",
    "printed": "predator",
    "template": ""
   },
   {
    "faces": [
     "universal",
     "stealth",
     "perception",
     "stealth",
     "melee",
     "melee"
    ],
    "name": "",
    "note": "",
    "printed": "predator",
    "template": ""
   }
  ],
  "dice_colour": "",
  "done_acts": [],
  "effects": [],
  "equipment": [],
  "excess_damage": 0,
  "finances": "",
  "flying": 8.0,
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
  "id": "d40a6b7391ce4f8eb52c06f8e7193da5",
  "kind": "beast",
  "ledger": [],
  "lived": [],
  "lost": [],
  "magic_beyond": 0,
  "magic_unanswered": 0,
  "mode": "cold-iron",
  "move": 2.0,
  "name": "Griffon",
  "notes": "",
  "other_equipment": "",
  "played_before": 0,
  "portrait": "",
  "race": "",
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

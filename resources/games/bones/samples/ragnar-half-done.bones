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
  "description": "Broad shoulders, a red braid, a scar from ear to chin. Smiles rarely, and mostly at horses.",
  "dice": [
   {
    "faces": [
     "universal",
     "physical",
     "outdoorsman",
     "riding",
     "melee",
     ""
    ],
    "name": "",
    "note": "",
    "printed": "",
    "template": "gaul"
   },
   {
    "faces": [
     "universal",
     "physical",
     "outdoorsman",
     "",
     "",
     ""
    ],
    "name": "",
    "note": "",
    "printed": "",
    "template": "hunter-gatherer"
   },
   {
    "faces": [
     "universal",
     "",
     "",
     "",
     "",
     ""
    ],
    "name": "",
    "note": "",
    "printed": "",
    "template": ""
   },
   {
    "faces": [
     "universal",
     "",
     "",
     "",
     "",
     ""
    ],
    "name": "",
    "note": "",
    "printed": "",
    "template": ""
   }
  ],
  "done_acts": [],
  "effects": [],
  "equipment": [],
  "excess_damage": 0,
  "finances": "",
  "flying": null,
  "followers": [],
  "gender": "Male",
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
  "id": "5e90b7d2c4f1438aa6e3127b9d0c58f4",
  "kind": "player",
  "ledger": [],
  "lived": [],
  "lost": [],
  "magic_beyond": 0,
  "mode": "cold-iron",
  "move": 1.0,
  "name": "Ragnar",
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

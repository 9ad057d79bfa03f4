{
 "character": {
  "actions": [],
  "age": "24",
  "assets": [],
  "back_story": "Ragnar learned to ride in a hill camp in Gaul. When the legions burned it he traded his hunting spear for a sword; he still looks for the officer who gave the order.",
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
     "defend"
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
     "perception",
     "melee",
     "defend"
    ],
    "name": "",
    "note": "",
    "printed": "",
    "template": "hunter-gatherer"
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
    "printed": "",
    "template": "armsman"
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
    "printed": "",
    "template": "armsman"
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
     "defend x2",
     "defend",
     "encumbrance",
     "encumbrance x2",
     "defend",
     "blank"
    ],
    "kind": "shield",
    "name": "Full shield",
    "note": "",
    "printed": "full-shield",
    "range_increment": null
   },
   {
    "faces": [
     "defend x2",
     "defend",
     "encumbrance",
     "encumbrance x2",
     "defend",
     "blank"
    ],
    "kind": "armour",
    "name": "Medium armour",
    "note": "",
    "printed": "medium-armour",
    "range_increment": null
   }
  ],
  "excess_damage": 0,
  "finances": "12 coins",
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
  "id": "a7d3c1f05b2e4698b0d45e7f61c8923a",
  "kind": "player",
  "ledger": [],
  "lived": [],
  "lost": [],
  "magic_beyond": 0,
  "magic_unanswered": 0,
  "mode": "cold-iron",
  "move": 1.0,
  "name": "Ragnar",
  "notes": "",
  "other_equipment": "Horse blanket, flint and tinder, a wooden cup, three days of dried meat",
  "played_before": 0,
  "portrait": "",
  "race": "Human",
  "racial_icon": "",
  "recent_magic": 0,
  "rested": 0,
  "sessions": 0,
  "slain": false,
  "spiff_ledger": [],
  "spiffs": 1,
  "tags": [],
  "themes": []
 },
 "format": "bones-desktop",
 "schema": 1,
 "system": "bones"
}

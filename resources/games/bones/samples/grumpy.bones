{
 "character": {
  "actions": [],
  "age": "112",
  "assets": [],
  "back_story": "Grumpy was the best smith under his mountain until he told his king what was wrong with the royal gate. The gate fell in the next siege; nobody has thanked him.\n\nHe now travels with humans, who build badly but listen.",
  "campaign": "",
  "care": [],
  "coin_ledger": [],
  "coins": 0,
  "created": null,
  "day": 1,
  "description": "A square dwarf with soot in his beard and an opinion on every hinge he passes.",
  "dice": [
   {
    "faces": [
     "universal",
     "dwarf",
     "craft",
     "craft",
     "melee",
     "defend"
    ],
    "name": "",
    "note": "",
    "printed": "",
    "template": ""
   },
   {
    "faces": [
     "universal",
     "dwarf",
     "craft",
     "melee",
     "defend",
     "perception"
    ],
    "name": "",
    "note": "",
    "printed": "",
    "template": ""
   },
   {
    "faces": [
     "universal",
     "dwarf",
     "melee",
     "melee",
     "defend",
     "merchant"
    ],
    "name": "",
    "note": "",
    "printed": "",
    "template": ""
   },
   {
    "faces": [
     "universal",
     "dwarf",
     "melee",
     "defend",
     "maneuver",
     "outdoorsman"
    ],
    "name": "",
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
    "name": "Battle axe",
    "note": "",
    "printed": "sword",
    "range_increment": 5
   },
   {
    "faces": [
     "defend",
     "encumbrance",
     "defend",
     "blank",
     "blank",
     "blank"
    ],
    "kind": "shield",
    "name": "Buckler",
    "note": "",
    "printed": "buckler",
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
  "finances": "25 coins",
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
  "id": "38b1d95ef60c4e27928ad4c7e15f0b63",
  "kind": "player",
  "ledger": [],
  "lived": [],
  "lost": [],
  "magic_beyond": 0,
  "magic_unanswered": 0,
  "mode": "core",
  "move": 1.0,
  "name": "Grumpy",
  "notes": "",
  "other_equipment": "Smith's hammer, tongs, a small anvil, a pipe",
  "played_before": 0,
  "portrait": "",
  "race": "Dwarf",
  "racial_icon": "dwarf",
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

{
 "character": {
  "actions": [],
  "age": "31",
  "assets": [],
  "back_story": "Bob learned to read from a hedge wizard, and to run from what the hedge wizard called up. He has kept two things from those years: a notebook about goblins, and a way with fire that frightens him a little.\n\nHe came to town to study. So far the town has mostly needed things set alight.",
  "campaign": "",
  "care": [],
  "coin_ledger": [],
  "coins": 0,
  "created": null,
  "day": 1,
  "description": "A lean wizard with singed eyebrows and a crossbow he hopes not to need.",
  "dice": [
   {
    "faces": [
     "universal",
     "mental",
     "magic",
     "craft",
     "missile",
     "scholar"
    ],
    "name": "",
    "note": "",
    "printed": "",
    "template": ""
   },
   {
    "faces": [
     "universal",
     "physical",
     "magic",
     "missile",
     "defend",
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
     "mental",
     "magic",
     "magic",
     "scholar",
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
     "physical",
     "magic",
     "riding",
     "scholar",
     "healer"
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
     "missile x2",
     "missile",
     "missile",
     "missile",
     "blank",
     "blank"
    ],
    "kind": "weapon",
    "name": "Light crossbow",
    "note": "",
    "printed": "short-bow",
    "range_increment": 30
   }
  ],
  "excess_damage": 0,
  "finances": "40 coins",
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
  "id": "c2f8e06d91b74a35bd1273f4a0e65c89",
  "kind": "player",
  "ledger": [],
  "lived": [],
  "lost": [],
  "magic_beyond": 0,
  "magic_unanswered": 0,
  "mode": "core",
  "move": 1.0,
  "name": "Bob",
  "notes": "",
  "other_equipment": "Notebook, pen and ink, lantern, oil",
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
  "themes": [
   {
    "effect": "He makes fire, and shapes it.",
    "limitations": "Fire only.",
    "name": "Fire"
   }
  ]
 },
 "format": "bones-desktop",
 "schema": 1,
 "system": "bones"
}

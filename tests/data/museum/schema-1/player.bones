{
 "character": {
  "age": "24",
  "back_story": "",
  "description": "",
  "dice": [
   {
    "faces": [
     "universal",
     "physical",
     "melee",
     "",
     "",
     ""
    ],
    "name": "",
    "note": "",
    "printed": "",
    "template": "egyptian"
   },
   {
    "faces": [
     "universal",
     "melee x2",
     "riposte",
     "defend",
     "mental",
     "healer"
    ],
    "name": "",
    "note": "",
    "printed": "",
    "template": "roman"
   },
   {
    "faces": [
     "blank",
     "elf",
     "sneaky",
     "fire-breathing",
     "fear-caster",
     "magic"
    ],
    "name": "Own",
    "note": "",
    "printed": "",
    "template": ""
   }
  ],
  "equipment": [
   {
    "faces": [
     "defend",
     "defend",
     "defend",
     "encumbrance+defend",
     "blank",
     "blank"
    ],
    "kind": "shield",
    "name": "Full Shield",
    "note": "",
    "printed": "full-shield",
    "range_increment": null
   }
  ],
  "excess_damage": 0,
  "finances": "",
  "flying": null,
  "gender": "",
  "hindering": [],
  "house_rules": {
   "bought_success_inside_cap": false,
   "elf_icon_allows_magic": true,
   "leather_as_in_prose": false,
   "only_own_icons_open_a_skill": false,
   "unarmed_aptitude": "mental",
   "unarmed_class": "restricted"
  },
  "id": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
  "kind": "player",
  "lost": [
   {
    "cause": "Wolf bite",
    "die": 1,
    "held": false
   }
  ],
  "mode": "cold-iron",
  "move": 1.0,
  "name": "Ragnar",
  "notes": "Äöü ⚔\nsecond line",
  "other_equipment": "",
  "race": "Human",
  "racial_icon": "",
  "sessions": 0,
  "slain": false,
  "spiffs": 2
 },
 "format": "bones-desktop",
 "schema": 1,
 "system": "bones"
}

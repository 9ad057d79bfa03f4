{
 "character": {
  "age": "",
  "back_story": "",
  "description": "",
  "dice": [
   {
    "faces": [
     "physical",
     "melee",
     "melee",
     "perception",
     "unarmed",
     "damage"
    ],
    "name": "",
    "note": "",
    "printed": "pouncer",
    "template": ""
   },
   {
    "faces": [
     "physical",
     "melee",
     "melee",
     "perception",
     "unarmed",
     "damage"
    ],
    "name": "",
    "note": "",
    "printed": "pouncer",
    "template": ""
   },
   {
    "faces": [
     "physical",
     "melee",
     "melee",
     "perception",
     "unarmed",
     "damage"
    ],
    "name": "",
    "note": "",
    "printed": "pouncer",
    "template": ""
   }
  ],
  "equipment": [],
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
  "id": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
  "kind": "beast",
  "lost": [],
  "mode": "core",
  "move": 1.5,
  "name": "Wolf",
  "notes": "",
  "other_equipment": "",
  "race": "",
  "racial_icon": "",
  "sessions": 0,
  "slain": false,
  "spiffs": 0
 },
 "format": "bones-desktop",
 "schema": 1,
 "system": "bones"
}

{
 "character": {
  "armour": {
   "name": "",
   "value": 0,
   "works_as_melee": false
  },
  "attributes": {
   "dexterity": 1,
   "fortitude": 1,
   "presence": 0,
   "resolve": 3,
   "strength": 0,
   "wits": 3
  },
  "concept": "A surgeon who came back from the front",
  "dice_colour": "",
  "done_acts": [],
  "house": {
   "fortitude_as_pips": false,
   "growth": false,
   "sixes_once": false
  },
  "id": "86eb072e254effe9d7c169b4372b4867",
  "is_dead": false,
  "is_out": false,
  "marks": [],
  "movement": 0,
  "name": "Harriet Vane-Coss",
  "note": "",
  "player": "",
  "points": 0,
  "skills": [
   {
    "dice": 1,
    "name": "Hide & Sneak"
   },
   {
    "dice": 1,
    "name": "Bluff"
   },
   {
    "dice": 3,
    "name": "Perception"
   },
   {
    "dice": 3,
    "name": "Empathy"
   },
   {
    "dice": 2,
    "name": "Dodge"
   },
   {
    "dice": 4,
    "name": "Medicine"
   },
   {
    "dice": 1,
    "name": "Brawl"
   },
   {
    "dice": 2,
    "name": "Swords"
   },
   {
    "dice": 3,
    "name": "Shooting"
   }
  ],
  "tags": [],
  "tries": [],
  "weapons": [
   {
    "bruise": false,
    "damage": 4,
    "empty": 0,
    "name": "Service revolver",
    "ranged": true,
    "reload": 0,
    "skill": "Shooting"
   }
  ]
 },
 "format": "bones-desktop",
 "schema": 1,
 "system": "basics"
}

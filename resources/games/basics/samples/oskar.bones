{
 "character": {
  "armour": {
   "name": "Thick coat",
   "value": 1,
   "works_as_melee": false
  },
  "attributes": {
   "dexterity": 1,
   "fortitude": 3,
   "presence": 0,
   "resolve": 1,
   "strength": 3,
   "wits": 0
  },
  "concept": "A dock foreman nobody argues with",
  "dice_colour": "",
  "done_acts": [],
  "house": {
   "fortitude_as_pips": false,
   "growth": false,
   "sixes_once": false
  },
  "id": "bd6f2a32941a5d4a2e2d18927196beb5",
  "is_dead": false,
  "is_out": false,
  "marks": [
   "bruise",
   "bruise"
  ],
  "movement": 0,
  "name": "Oskar",
  "note": "",
  "player": "",
  "points": 0,
  "skills": [
   {
    "dice": 1,
    "name": "Hide & Sneak"
   },
   {
    "dice": 2,
    "name": "Bluff"
   },
   {
    "dice": 2,
    "name": "Perception"
   },
   {
    "dice": 1,
    "name": "Empathy"
   },
   {
    "dice": 3,
    "name": "Dodge"
   },
   {
    "dice": 0,
    "name": "Medicine"
   },
   {
    "dice": 4,
    "name": "Brawl"
   },
   {
    "dice": 4,
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
    "damage": 2,
    "empty": 0,
    "name": "Boat knife",
    "ranged": false,
    "reload": 0,
    "skill": "Swords"
   }
  ]
 },
 "format": "bones-desktop",
 "schema": 1,
 "system": "basics"
}

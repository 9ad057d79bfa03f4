{
 "character": {
  "armour": {
   "name": "",
   "value": 0,
   "works_as_melee": false
  },
  "attributes": {
   "dexterity": 3,
   "fortitude": 1,
   "presence": 1,
   "resolve": 1,
   "strength": 0,
   "wits": 2
  },
  "concept": "A locksmith with a second trade",
  "dice_colour": "",
  "done_acts": [],
  "house": {
   "fortitude_as_pips": false,
   "growth": false,
   "sixes_once": false
  },
  "id": "d3c755fe0b8887836e36aeb39f5f2b73",
  "is_dead": false,
  "is_out": false,
  "marks": [],
  "movement": 0,
  "name": "Lys",
  "note": "",
  "player": "",
  "points": 0,
  "skills": [
   {
    "dice": 4,
    "name": "Hide & Sneak"
   },
   {
    "dice": 3,
    "name": "Bluff"
   },
   {
    "dice": 3,
    "name": "Perception"
   },
   {
    "dice": 2,
    "name": "Empathy"
   },
   {
    "dice": 4,
    "name": "Dodge"
   },
   {
    "dice": 0,
    "name": "Medicine"
   },
   {
    "dice": 1,
    "name": "Brawl"
   },
   {
    "dice": 1,
    "name": "Swords"
   },
   {
    "dice": 2,
    "name": "Shooting"
   }
  ],
  "tags": [],
  "tries": [
   {
    "failed": 1,
    "task": "The bank's back door"
   }
  ],
  "weapons": []
 },
 "format": "bones-desktop",
 "schema": 1,
 "system": "basics"
}

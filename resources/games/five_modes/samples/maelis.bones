{
 "character": {
  "alignment": "ring",
  "belongings": [
   {
    "count": 1,
    "in_use": false,
    "name": "",
    "thing": "spear",
    "thirds": 0
   },
   {
    "count": 1,
    "in_use": false,
    "name": "",
    "thing": "clothes",
    "thirds": 0
   },
   {
    "count": 1,
    "in_use": false,
    "name": "",
    "thing": "shoes",
    "thirds": 0
   },
   {
    "count": 1,
    "in_use": false,
    "name": "",
    "thing": "water",
    "thirds": 0
   },
   {
    "count": 1,
    "in_use": false,
    "name": "",
    "thing": "knife",
    "thirds": 0
   },
   {
    "count": 1,
    "in_use": false,
    "name": "",
    "thing": "miscellany",
    "thirds": 0
   },
   {
    "count": 1,
    "in_use": false,
    "name": "",
    "thing": "dry-ration",
    "thirds": 0
   },
   {
    "count": 1,
    "in_use": false,
    "name": "",
    "thing": "fishing",
    "thirds": 0
   },
   {
    "count": 4,
    "in_use": false,
    "name": "",
    "thing": "candle",
    "thirds": 0
   },
   {
    "count": 1,
    "in_use": false,
    "name": "",
    "thing": "pen",
    "thirds": 0
   }
  ],
  "coins": 0,
  "dice_colour": "",
  "die": 4,
  "done_acts": [],
  "gains": [],
  "hits": 0,
  "house": {
   "base_die_counts": true,
   "starting_magic_dice": 1,
   "sure_tasks_can_fail": true,
   "talents_help_all": true,
   "throw_again": false
  },
  "id": "216363698b529b4a97b750923ceb3ffd",
  "is_dead": false,
  "light": {
   "kind": "none",
   "size": 0
  },
  "magic_spent": 0,
  "name": "Maelis",
  "note": "",
  "oil": 0,
  "player": "",
  "rolls": {
   "body": [
    1,
    1
   ],
   "defence": [
    3,
    4
   ],
   "kit": [
    16,
    9,
    18
   ],
   "kit_dice": [
    2,
    2
   ]
  },
  "spells": [
   {
    "complexity": 4,
    "name": "Mist",
    "note": ""
   }
  ],
  "tags": [],
  "talents": [],
  "weapon_above": false,
  "xp": 0
 },
 "format": "bones-desktop",
 "schema": 1,
 "system": "five_modes"
}

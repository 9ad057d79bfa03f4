{
 "character": {
  "alignment": "weight",
  "belongings": [
   {
    "count": 1,
    "in_use": true,
    "name": "",
    "thing": "long-bow",
    "thirds": 0
   },
   {
    "count": 1,
    "in_use": true,
    "name": "",
    "thing": "shield-wood",
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
    "thing": "lockpicks",
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
    "count": 1,
    "in_use": false,
    "name": "",
    "thing": "battery",
    "thirds": 0
   }
  ],
  "coins": 0,
  "dice_colour": "",
  "die": 8,
  "done_acts": [],
  "gains": [
   {
    "agility": [
     4,
     3
    ],
    "guard": [
     2,
     1
    ],
    "hits": [
     3,
     2
    ]
   },
   {
    "agility": [
     6,
     1
    ],
    "guard": [
     5,
     6
    ],
    "hits": [
     7,
     8,
     3
    ]
   }
  ],
  "hits": 0,
  "house": {
   "base_die_counts": true,
   "starting_magic_dice": 1,
   "sure_tasks_can_fail": true,
   "talents_help_all": true,
   "throw_again": false
  },
  "id": "db5b5fab8f4d3e27dda1494c73cf256d",
  "is_dead": false,
  "light": {
   "kind": "none",
   "size": 0
  },
  "magic_spent": 0,
  "name": "Brida",
  "note": "",
  "oil": 0,
  "player": "",
  "rolls": {
   "body": [
    4,
    3
   ],
   "defence": [
    8,
    8
   ],
   "kit": [
    17,
    16,
    20
   ],
   "kit_dice": []
  },
  "spells": [],
  "tags": [],
  "talents": [
   "Climbing"
  ],
  "weapon_above": false,
  "xp": 0
 },
 "format": "bones-desktop",
 "schema": 1,
 "system": "five_modes"
}

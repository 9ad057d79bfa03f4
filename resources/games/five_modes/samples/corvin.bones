{
 "character": {
  "alignment": "star",
  "belongings": [
   {
    "count": 1,
    "in_use": false,
    "name": "",
    "thing": "battle-axe",
    "thirds": 0
   },
   {
    "count": 1,
    "in_use": true,
    "name": "",
    "thing": "chainmail",
    "thirds": 0
   },
   {
    "count": 1,
    "in_use": true,
    "name": "",
    "thing": "leather",
    "thirds": 0
   },
   {
    "count": 1,
    "in_use": true,
    "name": "",
    "thing": "helm",
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
    "thing": "fetish",
    "thirds": 0
   },
   {
    "count": 1,
    "in_use": false,
    "name": "",
    "thing": "cloak",
    "thirds": 0
   },
   {
    "count": 1,
    "in_use": false,
    "name": "",
    "thing": "oilcloth",
    "thirds": 0
   }
  ],
  "coins": 0,
  "dice_colour": "",
  "die": 6,
  "done_acts": [],
  "gains": [
   {
    "agility": [
     2,
     1
    ],
    "guard": [
     6,
     1
    ],
    "hits": [
     3,
     4
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
  "id": "5bc8fbbcbde5c0994164d8399f767c45",
  "is_dead": false,
  "light": {
   "kind": "none",
   "size": 0
  },
  "magic_spent": 0,
  "name": "Corvin",
  "note": "",
  "oil": 0,
  "player": "",
  "rolls": {
   "body": [
    6,
    5
   ],
   "defence": [
    6,
    6
   ],
   "kit": [
    1,
    15,
    8
   ],
   "kit_dice": []
  },
  "spells": [],
  "tags": [],
  "talents": [
   "Locks",
   "Listening",
   "Ropes"
  ],
  "weapon_above": false,
  "xp": 500
 },
 "format": "bones-desktop",
 "schema": 1,
 "system": "five_modes"
}

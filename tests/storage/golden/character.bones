{
 "character": {
  "age": "31",
  "back_story": "From the north.\nHe came ‮alone.",
  "created": {
   "dice": [
    {
     "faces": [
      "universal",
      "melee x2",
      "encumbrance+defend",
      "norse/troll",
      "blank",
      ""
     ],
     "name": "Own ⚔",
     "note": "Lucky",
     "printed": "wolf-1",
     "template": "roman"
    }
   ],
   "equipment": [
    {
     "faces": [
      "universal",
      "melee x2",
      "encumbrance+defend",
      "norse/troll",
      "blank",
      ""
     ],
     "kind": "weapon",
     "name": "Sword",
     "note": "Sharp",
     "printed": "sword",
     "range_increment": 3
    }
   ],
   "on": "2026-11-21"
  },
  "description": "Tall",
  "dice": [
   {
    "faces": [
     "universal",
     "melee x2",
     "encumbrance+defend",
     "norse/troll",
     "blank",
     ""
    ],
    "name": "Own ⚔",
    "note": "Lucky",
    "printed": "wolf-1",
    "template": "roman"
   },
   {
    "faces": [
     "",
     "",
     "",
     "",
     "",
     ""
    ],
    "name": "",
    "note": "",
    "printed": "",
    "template": ""
   }
  ],
  "equipment": [
   {
    "faces": [
     "universal",
     "melee x2",
     "encumbrance+defend",
     "norse/troll",
     "blank",
     ""
    ],
    "kind": "weapon",
    "name": "Sword",
    "note": "Sharp",
    "printed": "sword",
    "range_increment": 3
   },
   {
    "faces": [
     "universal",
     "melee x2",
     "encumbrance+defend",
     "norse/troll",
     "blank",
     ""
    ],
    "kind": "magic-item",
    "name": "",
    "note": "",
    "printed": "",
    "range_increment": null
   }
  ],
  "excess_damage": 2,
  "finances": "Poor",
  "flying": 0.1,
  "followers": [
   {
    "dice": [
     {
      "faces": [
       "universal",
       "melee x2",
       "encumbrance+defend",
       "norse/troll",
       "blank",
       ""
      ],
      "name": "Own ⚔",
      "note": "Lucky",
      "printed": "wolf-1",
      "template": "roman"
     }
    ],
    "mastery": "companion",
    "name": "Rex",
    "note": "Barks"
   }
  ],
  "gender": "m",
  "hindering": [
   {
    "faces": [
     "universal",
     "melee x2",
     "encumbrance+defend",
     "norse/troll",
     "blank",
     ""
    ],
    "name": "Poison",
    "printed": "poison"
   }
  ],
  "house_rules": {
   "automatic_success_used_once": true,
   "bought_success_inside_cap": true,
   "elf_icon_allows_magic": false,
   "first_icon_at_new_rate": true,
   "later_resistance": "standing",
   "leather_as_in_prose": true,
   "only_own_icons_open_a_skill": true,
   "riders_for": "attack",
   "successes_from_tenth_gained": true,
   "unarmed_aptitude": "physical",
   "unarmed_class": "special"
  },
  "id": "0123456789abcdef0123456789abcdef",
  "kind": "cast",
  "ledger": [
   {
    "after": "",
    "before": "",
    "die": null,
    "face": null,
    "kind": "award",
    "note": "The wolf",
    "on": "2026-11-21",
    "sessions": 20
   },
   {
    "after": "melee",
    "before": "",
    "die": 0,
    "face": 5,
    "kind": "icon",
    "note": "",
    "on": "",
    "sessions": -3
   }
  ],
  "lost": [
   {
    "cause": "Wolf",
    "die": 1,
    "held": true
   },
   {
    "cause": "",
    "die": 0,
    "held": false
   }
  ],
  "mode": "core",
  "move": 2.0,
  "name": "Ragnar ⚔ Ødegård",
  "notes": "A \"quoted\" word, a \\ and a tab\t",
  "other_equipment": "Rope",
  "portrait": "AAAA/w==",
  "race": "Elf",
  "racial_icon": "elf",
  "sessions": 17,
  "slain": true,
  "spiffs": 3,
  "tags": [
   "north",
   "Bob's"
  ],
  "themes": [
   {
    "effect": "Burns",
    "limitations": "Not in rain",
    "name": "Fire"
   }
  ]
 },
 "format": "bones-desktop",
 "schema": 1,
 "system": "bones"
}

{
 "character": {
  "age": "24",
  "cared": 0,
  "companions": [],
  "concept": "A ferry pilot who reads the river",
  "descriptors": [
   {
    "bought": false,
    "burnt": false,
    "text": "knows every sandbank"
   },
   {
    "bought": false,
    "burnt": false,
    "text": "steady in a storm"
   },
   {
    "bought": false,
    "burnt": false,
    "text": "owes favours on both shores"
   }
  ],
  "dice_colour": "",
  "done_acts": [],
  "gender": "Woman",
  "health": 0,
  "house": {
   "quirks_all_count": false,
   "replenish_per_point": 4,
   "traits_add": true
  },
  "id": "ea29795835fe753af76cd0f5b19d2c56",
  "items": [
   {
    "in_use": true,
    "name": "Boathook",
    "phrases": [
     {
      "bought": false,
      "burnt": false,
      "text": "longer than it looks"
     }
    ]
   }
  ],
  "ledger": [
   {
    "kind": "award",
    "points": 5,
    "what": "Survived, Learned something important, Made a major contribution"
   },
   {
    "kind": "trait",
    "points": -3,
    "what": "Rowing"
   }
  ],
  "name": "Wren",
  "player": "",
  "powers": [],
  "powers_allowed": false,
  "quirks": [
   {
    "bought": false,
    "burnt": false,
    "text": "talks to herons"
   }
  ],
  "race": "Human",
  "sketch": "Never in a hurry, always on time.",
  "tags": [],
  "traits": [
   {
    "level": 2,
    "name": "Rowing"
   },
   {
    "level": 1,
    "name": "Haggling"
   },
   {
    "level": 1,
    "name": "Swimming"
   }
  ]
 },
 "format": "bones-desktop",
 "schema": 1,
 "system": "story_bones"
}

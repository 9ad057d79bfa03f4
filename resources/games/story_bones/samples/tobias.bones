{
 "character": {
  "age": "58",
  "cared": 0,
  "companions": [
   {
    "cared": 0,
    "dice": 4,
    "health": 0,
    "name": "Pip"
   }
  ],
  "concept": "A retired thief who teaches locks",
  "descriptors": [
   {
    "bought": false,
    "burnt": false,
    "text": "patient as a cat"
   },
   {
    "bought": false,
    "burnt": true,
    "text": "fingers that listen"
   },
   {
    "bought": false,
    "burnt": false,
    "text": "forgotten by the right people"
   }
  ],
  "dice_colour": "",
  "done_acts": [],
  "gender": "Man",
  "health": 0,
  "house": {
   "quirks_all_count": false,
   "replenish_per_point": 4,
   "traits_add": true
  },
  "id": "2b2731af96cc3d862395993a7ba1188d",
  "items": [],
  "ledger": [
   {
    "kind": "award",
    "points": 2,
    "what": "Survived, A chapter ended"
   }
  ],
  "name": "Tobias Kell",
  "player": "",
  "powers": [],
  "powers_allowed": false,
  "quirks": [
   {
    "bought": false,
    "burnt": false,
    "text": "cannot pass a closed door"
   }
  ],
  "race": "Human",
  "sketch": "",
  "tags": [],
  "traits": [
   {
    "level": 1,
    "name": "Locks"
   },
   {
    "level": 1,
    "name": "Rooftops"
   },
   {
    "level": 1,
    "name": "Reading faces"
   }
  ]
 },
 "format": "bones-desktop",
 "schema": 1,
 "system": "story_bones"
}

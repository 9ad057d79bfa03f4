{
 "character": {
  "age": "33",
  "cared": 0,
  "companions": [],
  "concept": "A border scout with a bad knee",
  "descriptors": [
   {
    "bought": false,
    "burnt": false,
    "text": "sees the track nobody else sees"
   },
   {
    "bought": false,
    "burnt": false,
    "text": "sleeps with one eye open"
   },
   {
    "bought": false,
    "burnt": false,
    "text": "loyal past sense"
   },
   {
    "bought": true,
    "burnt": false,
    "text": "known at every inn on the road"
   }
  ],
  "dice_colour": "",
  "done_acts": [],
  "gender": "Woman",
  "health": 1,
  "house": {
   "quirks_all_count": false,
   "replenish_per_point": 4,
   "traits_add": true
  },
  "id": "8cac409b9b51935cca7c7ec697656e80",
  "items": [],
  "ledger": [
   {
    "kind": "award",
    "points": 3,
    "what": "Survived, Reached a goal of the plot, A chapter ended"
   },
   {
    "kind": "descriptor",
    "points": -3,
    "what": "known at every inn on the road"
   }
  ],
  "name": "Mara",
  "player": "",
  "powers": [],
  "powers_allowed": false,
  "quirks": [
   {
    "bought": false,
    "burnt": false,
    "text": "counts her arrows aloud"
   }
  ],
  "race": "Human",
  "sketch": "",
  "tags": [],
  "traits": [
   {
    "level": 1,
    "name": "Tracking"
   },
   {
    "level": 1,
    "name": "Archery"
   },
   {
    "level": 1,
    "name": "Herbs"
   }
  ]
 },
 "format": "bones-desktop",
 "schema": 1,
 "system": "story_bones"
}

{
 "character": {
  "archetype": "Poacher and guide",
  "archetype_skills": "woods, snares, silence",
  "attributes": {
   "attack": 2,
   "body": 2,
   "charisma": 0,
   "defense": 1,
   "mind": 1,
   "spirit": 0
  },
  "bleeding": 0,
  "conditions": [],
  "description": "",
  "dice_colour": "",
  "done_acts": [],
  "holds": [],
  "house": {
   "bands": "modified",
   "negatives_buy_bonuses": true
  },
  "id": "3ac8119c7d8cbc0297a4df03296747bd",
  "intimacies": [],
  "is_aided": false,
  "is_dead": false,
  "level": 2,
  "lp_lost": 0,
  "luck_awarded": 0,
  "luck_used": 0,
  "name": "Tamsin",
  "player": "",
  "powers": [
   {
    "choice": "",
    "cost": 0,
    "name": "",
    "power": "sharp-shooter",
    "text": ""
   },
   {
    "choice": "Stealth",
    "cost": 0,
    "name": "",
    "power": "attribute-specialty",
    "text": ""
   },
   {
    "choice": "",
    "cost": 0,
    "name": "",
    "power": "healthy-body",
    "text": ""
   }
  ],
  "running": [],
  "skills": [
   {
    "dots": 2,
    "everyman": true,
    "name": "Perception"
   },
   {
    "dots": 2,
    "everyman": true,
    "name": "Stealth"
   },
   {
    "dots": 0,
    "everyman": true,
    "name": "Persuade"
   },
   {
    "dots": 0,
    "everyman": true,
    "name": "Athletics"
   },
   {
    "dots": 0,
    "everyman": false,
    "name": "Medicine"
   },
   {
    "dots": 0,
    "everyman": false,
    "name": "Lore"
   },
   {
    "dots": 1,
    "everyman": false,
    "name": "Nature"
   },
   {
    "dots": 0,
    "everyman": false,
    "name": "Animals"
   },
   {
    "dots": 0,
    "everyman": false,
    "name": "Thievery"
   },
   {
    "dots": 0,
    "everyman": false,
    "name": "Crafting"
   }
  ],
  "tags": [],
  "weapons": [
   "Bow",
   "Knife",
   "Spear"
  ]
 },
 "format": "bones-desktop",
 "schema": 1,
 "system": "margin"
}

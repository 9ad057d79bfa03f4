{
 "character": {
  "archetype": "Duellist of the river quarter",
  "archetype_skills": "blades, rooftops, bad company",
  "attributes": {
   "attack": 3,
   "body": 1,
   "charisma": 0,
   "defense": 2,
   "mind": 0,
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
  "id": "85f2f4383e92f540e499743fed4664d7",
  "intimacies": [
   "Her brother's good name"
  ],
  "is_aided": false,
  "is_dead": false,
  "level": 1,
  "lp_lost": 3,
  "luck_awarded": 0,
  "luck_used": 0,
  "name": "Sable",
  "player": "",
  "powers": [
   {
    "choice": "",
    "cost": 0,
    "name": "",
    "power": "extra-lucky",
    "text": ""
   },
   {
    "choice": "",
    "cost": 0,
    "name": "",
    "power": "cleave",
    "text": ""
   }
  ],
  "running": [],
  "skills": [
   {
    "dots": 1,
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
    "dots": 1,
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
    "dots": 0,
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
   "Rapier",
   "Dagger",
   "Pistol",
   "Staff"
  ]
 },
 "format": "bones-desktop",
 "schema": 1,
 "system": "margin"
}

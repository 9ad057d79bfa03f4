{
 "character": {
  "archetype": "Healer of a mountain house",
  "archetype_skills": "wounds, herbs, weather",
  "attributes": {
   "attack": -1,
   "body": 1,
   "charisma": 1,
   "defense": 0,
   "mind": 2,
   "spirit": 3
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
  "id": "4385a4a74bff9165d5ff8dce4062d868",
  "intimacies": [
   "The house above the pass",
   "Nobody is left behind"
  ],
  "is_aided": false,
  "is_dead": false,
  "level": 1,
  "lp_lost": 0,
  "luck_awarded": 0,
  "luck_used": 0,
  "name": "Brother Ull",
  "player": "",
  "powers": [
   {
    "choice": "",
    "cost": 0,
    "name": "",
    "power": "healing-touch",
    "text": ""
   },
   {
    "choice": "",
    "cost": 0,
    "name": "",
    "power": "turn-undead",
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
    "dots": 0,
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
    "dots": 3,
    "everyman": false,
    "name": "Medicine"
   },
   {
    "dots": 0,
    "everyman": false,
    "name": "Lore"
   },
   {
    "dots": 2,
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
   "Staff"
  ]
 },
 "format": "bones-desktop",
 "schema": 1,
 "system": "margin"
}

var maps =
{
  "1": {
    "cls": "animates",
    "id": "wall",
    "canBreak": true
  },
  "21": {
    "cls": "items",
    "id": "yellowKey"
  },
  "27": {
    "cls": "items",
    "id": "redGem"
  },
  "28": {
    "cls": "items",
    "id": "blueGem"
  },
  "31": {
    "cls": "items",
    "id": "redPotion"
  },
  "47": {
    "cls": "items",
    "id": "pickaxe"
  },
  "81": {
    "cls": "animates",
    "id": "yellowDoor",
    "trigger": "openDoor",
    "doorInfo": {
      "keys": {
        "yellowKey": 1
      }
    }
  },
  "87": {
    "cls": "terrains",
    "id": "upFloor",
    "canPass": true
  },
  "88": {
    "cls": "terrains",
    "id": "downFloor",
    "canPass": true
  },
  "131": {
    "cls": "npcs",
    "id": "merchant"
  },
  "201": {
    "cls": "enemys",
    "id": "slime"
  },
  "202": {
    "cls": "enemys",
    "id": "guard"
  },
  "203": {
    "cls": "enemys",
    "id": "king"
  }
}

var data =
{
  "main": {
    "floorIds": [
      "F1",
      "F2"
    ],
    "levelChoose": [
      {
        "title": "Easy",
        "name": "Easy",
        "hard": 1,
        "action": []
      },
      {
        "title": "Hard",
        "name": "Hard",
        "hard": 2,
        "action": [
          {
            "type": "setValue",
            "name": "status:hp",
            "value": "60"
          }
        ]
      }
    ]
  },
  "firstData": {
    "title": "Two floors",
    "name": "two-floors",
    "version": "Ver 1.0",
    "floorId": "F1",
    "hero": {
      "hp": 100,
      "atk": 10,
      "def": 5,
      "mdef": 0,
      "money": 0,
      "exp": 0,
      "loc": {
        "x": 0,
        "y": 0,
        "direction": "right"
      },
      "items": {
        "tools": {},
        "constants": {}
      },
      "flags": {}
    },
    "shops": [
      {
        "id": "gold",
        "textInList": "merchant",
        "choices": [
          {
            "text": "attack + 3",
            "need": "status:money >= 8 + 4 * flag:bought",
            "action": [
              {
                "type": "setValue",
                "name": "status:money",
                "operator": "-=",
                "value": "8 + 4 * flag:bought"
              },
              {
                "type": "setValue",
                "name": "flag:bought",
                "operator": "+=",
                "value": "1"
              },
              {
                "type": "setValue",
                "name": "status:atk",
                "operator": "+=",
                "value": "3"
              }
            ]
          }
        ]
      }
    ]
  },
  "values": {
    "redGem": 2,
    "blueGem": 2,
    "redPotion": 30,
    "breakArmor": 0.9,
    "counterAttack": 0.1,
    "purify": 3,
    "hatred": 2
  },
  "flags": {
    "flyNearStair": true
  }
}

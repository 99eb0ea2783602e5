main.floors.F2 =
{
  "floorId": "F2",
  "title": "Top",
  "ratio": 1,
  "map": [
    [88, 0, 1, 31, 1],
    [0, 201, 0, 0, 1],
    [1, 1, 1, 203, 1]
  ],
  "downFloor": [1, 0],
  "events": {},
  "changeFloor": {
    "0,0": {
      "floorId": ":before",
      "stair": "upFloor"
    }
  },
  "afterBattle": {
    "3,2": [
      {
        "type": "win",
        "reason": "The king is dead"
      }
    ]
  }
}

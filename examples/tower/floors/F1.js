main.floors.F1 =
{
  "floorId": "F1",
  "title": "Ground",
  "ratio": 1,
  "map": [
    [0, 21, 201, 27, 1, 31, 0],
    [1, 1, 1, 0, 1, 0, 87],
    [131, 0, 81, 0, 202, 0, 1],
    [1, 1, 1, 201, 1, 1, 1],
    [28, 31, 0, 0, 0, 81, 47]
  ],
  "upFloor": [5, 1],
  "events": {
    "0,2": [
      "What do you need?",
      {
        "type": "openShop",
        "id": "gold",
        "open": true
      }
    ]
  },
  "changeFloor": {
    "6,1": {
      "floorId": ":next",
      "stair": "downFloor"
    }
  }
}

main.floors.F2 =
{"floorId": "F2", "title": "Middle", "ratio": 1, "canFlyTo": true, "canFlyFrom": true, "map": [[88, 0, 81, 31, 0, 0, 87], [0, 1, 1, 1, 201, 1, 0], [202, 0, 1, 27, 0, 28, 0]], "downFloor": [1, 0], "upFloor": [6, 1], "events": {}, "changeFloor": {"0,0": {"floorId": ":before", "stair": "upFloor"}, "6,0": {"floorId": ":next", "stair": "downFloor"}}}

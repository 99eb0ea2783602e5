main.floors.F3 =
{"floorId": "F3", "title": "Top", "ratio": 1, "canFlyTo": true, "canFlyFrom": true, "map": [[0, 0, 0, 0, 0, 0, 88], [0, 1, 1, 1, 0, 1, 0], [0, 203, 1, 201, 0, 1, 0]], "downFloor": [5, 0], "events": {}, "changeFloor": {"6,0": {"floorId": ":before", "stair": "upFloor"}}, "afterBattle": {"1,2": [{"type": "win", "reason": "The king is dead"}]}}

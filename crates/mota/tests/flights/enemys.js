var enemys =
{"slime": {"name": "slime", "hp": 12, "atk": 9, "def": 3, "money": 4, "exp": 0, "special": 0}, "guard": {"name": "guard", "hp": 30, "atk": 12, "def": 6, "money": 6, "exp": 0, "special": 1}, "king": {"name": "king", "hp": 24, "atk": 12, "def": 8, "money": 20, "exp": 0, "special": [4]}}

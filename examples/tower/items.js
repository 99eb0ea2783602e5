var items =
{
  "yellowKey": {
    "cls": "tools",
    "name": "yellow key"
  },
  "redGem": {
    "cls": "items",
    "name": "red gem",
    "itemEffect": "core.status.hero.atk += core.values.redGem * core.status.thisMap.ratio"
  },
  "blueGem": {
    "cls": "items",
    "name": "blue gem",
    "itemEffect": "core.status.hero.def += core.values.blueGem * core.status.thisMap.ratio"
  },
  "redPotion": {
    "cls": "items",
    "name": "red potion",
    "itemEffect": "core.status.hero.hp += core.values.redPotion * core.status.thisMap.ratio"
  },
  "pickaxe": {
    "cls": "tools",
    "name": "pickaxe"
  }
}

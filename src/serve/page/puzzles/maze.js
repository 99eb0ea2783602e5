// Generates a small tower: rooms on a lattice, joined by a random tree and two loops, with monsters and doors between them and items in
// them. The engine decides whether the boss can be beaten.

const [WALL, FLOOR, DOOR, BOSS] = [11, 10, 31, 99];
/** Rooms per side, and cells. */
const ROOMS = 5;
const SIDE = 2 * ROOMS + 1;
const STEPS = /** @type {[number, number][]} */ ([[-1, 0], [1, 0], [0, -1], [0, 1]]);
/** Gems and potions: their worth in the third line of the text. */
const THINGS = [24, 24, 24, 24, 25, 25, 25, 25, 27, 27, 27, 28];

/** The text of a tower, lines parted by semicolons. @param {import('./dice.js').Dice} dice @returns {string} */
export function maze(dice) {
  const { below, of, shuffled } = dice;
  const map = Array.from({ length: SIDE }, () => Array(SIDE).fill(WALL));
  const put = (/** @type {number} */ row, /** @type {number} */ column, /** @type {number} */ what) => {
    /** @type {number[]} */ (map[row])[column] = what;
  };
  const start = /** @type {[number, number]} */ ([ROOMS - 1, Math.floor(ROOMS / 2)]);
  const depth = new Map([[start.join(), 0]]);
  /** Passages: where they are, and how far from the start. @type {{row: number, column: number, deep: number}[]} */
  const passages = [];
  /** @param {[number, number]} room */
  const grow = ([row, column]) => {
    put(2 * row + 1, 2 * column + 1, FLOOR);
    for (const [dr, dc] of shuffled(STEPS)) {
      const next = /** @type {[number, number]} */ ([row + dr, column + dc]);
      if (Math.min(...next) < 0 || Math.max(...next) >= ROOMS || depth.has(next.join())) continue;
      const deep = (depth.get(`${row},${column}`) || 0) + 1;
      depth.set(next.join(), deep);
      passages.push({ row: 2 * row + 1 + dr, column: 2 * column + 1 + dc, deep });
      grow(next);
    }
  };
  grow(start);
  for (let loops = 0; loops < 2; loops++) {
    const [row, column] = [2 * below(ROOMS - 1) + 2, 2 * below(ROOMS) + 1];
    if (!passages.some((one) => one.row === row && one.column === column)) passages.push({ row, column, deep: 3 });
  }
  const most = Math.max(...passages.map(({ deep }) => deep));
  let doors = 0;
  for (const { row, column, deep } of passages) {
    const chance = below(10);
    const kind = Math.min(3, Math.max(0, Math.round((deep / most) * 3) + below(3) - 1));
    if (chance < 4) put(row, column, 51 + kind);
    else if (chance < 6) {
      put(row, column, DOOR);
      doors += 1;
    } else put(row, column, FLOOR);
  }
  const rooms = shuffled([...depth.keys()].filter((room) => room !== start.join()));
  const things = [...Array(doors).fill(21), ...shuffled(THINGS)];
  rooms.slice(0, 17).forEach((room, index) => {
    const [row = 0, column = 0] = room.split(',').map(Number);
    if (things[index]) put(2 * row + 1, 2 * column + 1, things[index]);
  });
  put(0, SIDE >> 1, BOSS);
  const monsters = [[51, 28, 14, 3], [52, 42, 18, 5], [53, 36, 23, 6], [54, 60, 21, 9]].map(([code = 0, hp = 0, attack = 0, defence = 0]) =>
    `${code} ${hp + below(16)} ${attack + below(4)} ${defence + below(2)} ${code === 53 ? of([0, 1, 3]) : 0}`);
  const boss = `${BOSS} ${90 + below(40)} ${27 + below(5)} ${9 + below(3)} ${of([0, 0, 4])}`;
  return ['1', `${SIDE} ${SIDE}`, ...map.map((line) => line.join(' ')), '2 2 10 60 150', '5', ...monsters, boss, `400 12 8 0 ${SIDE - 2} ${SIDE >> 1}`].join(';');
}

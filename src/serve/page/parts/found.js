// What an opened file or text turned out to be, in both languages.

/** What was found: the format, the games, and of a single game its moves and variations. @typedef {{format?: string, files?: number, games: number, moves: number, variations: number, isPuzzle: boolean}} Found */

/** @param {number} n @param {string} one */
const count = (n, one) => `${n} ${one}${n === 1 ? '' : 's'}`;

/** @param {string} word */
const article = (word) => (/^([AEIOU]|XQF|MXQ|[FLMNRSX][A-Z])/.test(word) ? 'an' : 'a');

/** Turns off the main line. @param {import('../tree.js').Tree} tree */
export function variationsOf(tree) {
  return [tree.root, ...tree.all()].reduce((sum, place) => sum + Math.max(0, place.children.length - 1), 0);
}

/** @param {Found} found @returns {{en: string, zh: string}} */
export function foundText({ format = '', files = 1, games, moves, variations, isPuzzle }) {
  const kind = format ? `${format} ` : '';
  if (files > 1) return { en: `Found: ${files} files with ${count(games, 'game')}.`, zh: `找到：${files} 个文件，${games} 盘棋。` };
  if (games > 1) return { en: `Found: ${kind}file with ${count(games, 'game')}.`, zh: `找到：${kind}文件，${games} 盘棋。` };
  if (!moves) return { en: 'Found: a position.', zh: '找到：一个局面。' };
  const more = variations ? [`, ${count(variations, 'variation')}`, `，${variations} 个变化`] : ['', ''];
  return { en: `Found: ${article(kind || 'game')} ${kind}game of ${count(moves, 'move')}${more[0]}.`, zh: `找到：${kind}棋谱，${moves} ${isPuzzle ? '步' : '回合'}${more[1]}。` };
}

/** Of a game that was opened. @param {import('../tree.js').Tree} tree @param {string|undefined} format @param {boolean} isPuzzle */
export function foundGame(tree, format, isPuzzle) {
  const plies = tree.main().length;
  return foundText({ format, games: 1, moves: isPuzzle ? plies : Math.ceil(plies / 2), variations: variationsOf(tree), isPuzzle });
}

/** Whether bytes begin as a zip does. @param {Uint8Array} bytes */
export const isZip = (bytes) => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

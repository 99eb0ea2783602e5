// The explorer of a library from the files that `meihua library export --explorer` writes, as docs/library.md describes them. They lie in
// the folder `explorer` beside the page.

const WORD = (1n << 64n) - 1n;
const GOLDEN = 0x9e3779b97f4a7c15n;
const STARTS = { xiangqi: 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w', cfour: '7/7/7/7/7/7 w' };
const RESULTS = ['1-0', '1/2-1/2', '0-1', '*'];

/** The last step of SplitMix64. */
function mix(word) {
  word = ((word ^ (word >> 30n)) * 0xbf58476d1ce4e5b9n) & WORD;
  word = ((word ^ (word >> 27n)) * 0x94d049bb133111ebn) & WORD;
  return word ^ (word >> 31n);
}

/** FNV-1a of 64 bits. */
const fnv = (text) => [...text].reduce((hash, c) => ((hash ^ BigInt(c.charCodeAt(0))) * 0x100000001b3n) & WORD, 0xcbf29ce484222325n);

/** A board that follows moves without knowing the rules. */
class Grid {
  constructor(game, fen) {
    const [board = '', side = ''] = fen.split(' ');
    const rows = board.split('[')[0].split('/').reverse().map((row) => row.replace(/\d+/g, (digits) => '.'.repeat(Number(digits))));
    this.game = game;
    this.columns = rows[0].length;
    this.cells = [...rows.join('')];
    this.isSecond = /^[by]/.test(side);
    this.salt = fnv(`${game} ${this.columns}x${rows.length}`);
  }

  /** The key as 16 hexadecimal digits, and whether the mirror image has it. */
  key() {
    const keys = [false, true].map((isMirrored) => this.cells.reduce((key, piece, square) => {
      if (piece === '.') return key;
      const file = square % this.columns;
      const number = piece.charCodeAt(0) + 256 * (isMirrored ? this.columns - 1 - file : file) + 65_536 * Math.floor(square / this.columns);
      return key ^ mix((this.salt + BigInt(number) * GOLDEN) & WORD);
    }, this.isSecond ? this.salt ^ mix(this.salt) : this.salt));
    const [own, mirrored] = keys.map((key) => BigInt.asIntN(64, key));
    const isMirrored = mirrored < own;
    return { key: keys[isMirrored ? 1 : 0].toString(16).padStart(16, '0'), isMirrored };
  }

  /** A move as the files have it, from the wire. */
  code(move) {
    if (this.game === 'cfour') return move.toLowerCase().charCodeAt(move.length - 2) - 96;
    const square = (text) => text.charCodeAt(0) - 97 + 9 * Number(text[1]);
    return square(move) + 128 * square(move.slice(2));
  }

  /** A move on the wire. */
  move(code) {
    if (this.game === 'cfour') return `P@${String.fromCharCode(96 + code)}${Math.floor(this.landing(code) / this.columns) + 1}`;
    const square = (number) => String.fromCharCode(97 + (number % 9)) + Math.floor(number / 9);
    return square(code & 127) + square(code >> 7);
  }

  /** A move in the mirror. */
  mirrored(code) {
    if (this.game === 'cfour') return this.columns + 1 - code;
    const square = (number) => number - (number % 9) + 8 - (number % 9);
    return square(code & 127) + 128 * square(code >> 7);
  }

  /** The lowest empty square of a column. */
  landing(column) {
    return this.cells.findIndex((piece, square) => piece === '.' && square % this.columns === column - 1);
  }

  play(code) {
    if (this.game === 'cfour') this.cells[this.landing(code)] = this.isSecond ? 'p' : 'P';
    else [this.cells[code >> 7], this.cells[code & 127]] = [this.cells[code & 127], '.'];
    this.isSecond = !this.isSecond;
  }
}

/** The games of a move of a file. */
const gamesOf = ([, red, draws, black, unknown]) => red + draws + black + unknown;

export class Explorer {
  /** @param {(name: string) => Promise<any>} fetchFile the content of a file; it fails where there is none */
  constructor(fetchFile) {
    this.fetchFile = fetchFile;
    this.files = new Map();
  }

  file(name) {
    if (!this.files.has(name)) this.files.set(name, this.fetchFile(name));
    return this.files.get(name);
  }

  /** What was played after `moves` from a position of `game`; null where the files do not have the game. */
  async explore(game, fen, moves) {
    if (!(game in STARTS)) return null;
    const grid = new Grid(game, fen || STARTS[game]);
    const line = [];
    for (const move of moves) {
      const code = grid.code(move);
      line.push({ ...grid.key(), code });
      grid.play(code);
    }
    const { key, isMirrored } = grid.key();
    let found = await this.indexed(key);
    if (!found.length) found = await this.alone(grid, line, key);
    const played = found.filter(([code]) => code).map((row) => {
      const [code, red, draws, black, unknown, first, last, rating, number] = row;
      const mv = grid.move(isMirrored ? grid.mirrored(code) : code);
      return { move: mv, red, draws, black, unknown, ...(first && { years: [first, last] }), ...(rating && { rating }), game: number };
    });
    const count = (one) => one.red + one.draws + one.black + one.unknown;
    played.sort((one, other) => count(other) - count(one) || (one.move < other.move ? -1 : 1));
    const ended = found.filter(([code]) => !code).reduce((sum, row) => sum + gamesOf(row), 0);
    return { games: found.reduce((sum, row) => sum + gamesOf(row), 0), moves: played, ...(ended && { ended }) };
  }

  async indexed(key) {
    return (await this.file(`positions/${key.slice(0, 2)}.json`))[key] || [];
  }

  /** What the only game that went on along a line played in a position. */
  async alone(grid, line, wanted) {
    for (const { key, isMirrored, code } of line.reverse()) {
      const rows = await this.indexed(key);
      if (!rows.length) continue;
      const stored = isMirrored ? grid.mirrored(code) : code;
      const row = rows.find((one) => one[0] === stored && gamesOf(one) === 1);
      return row ? this.played(row[8], wanted) : [];
    }
    return [];
  }

  /** The moves of a game in a position. */
  async played(number, wanted) {
    const { game, start, moves, result, year = null, rating = null } = (await this.file(`games/${(number % 256).toString(16).padStart(2, '0')}.json`))[number];
    const grid = new Grid(game, start || STARTS[game]);
    const found = new Map();
    for (const digits of [...(moves.match(/.{4}/g) || []), '0000']) {
      const code = parseInt(digits, 16);
      const { key, isMirrored } = grid.key();
      const stored = isMirrored && code ? grid.mirrored(code) : code;
      if (key === wanted) found.set(stored, [stored, ...RESULTS.map((one) => Number(one === result)), year, year, rating, number]);
      if (code) grid.play(code);
    }
    return [...found.values()];
  }
}

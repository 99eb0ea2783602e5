// The game as a tree of moves. The engine only sees a base position and a list of moves.

/** @typedef {{move: string, wxf?: string, chinese?: string, ranks1?: string, san?: string, what?: string, language?: string}} Names */
/** A value for the first player: in centipawns or as moves to the end, and on a scale from -1 to 1. @typedef {{cp?: number, mate?: number, scale: number, best?: string, line?: string[], names?: string[]}} Value */

export class Place {
  /** How many moves lead here. @type {number} */
  ply = 0;

  /** @param {Place|null} parent @param {Names|null} names */
  constructor(parent, names) {
    this.parent = parent;
    this.names = names;
    /** @type {Place[]} */
    this.children = [];
    /** The child that was visited last. @type {Place|null} */
    this.next = null;
    this.comment = '';
    /** Annotation glyphs of PGN: those of people. @type {number[]} */
    this.marks = [];
    /** The glyph that the analysis of the game gave; 0 for none. It never takes the place of a person's. */
    this.verdict = 0;
    /** @type {Value|null} */
    this.value = null;
    /** Whether the value comes from the analysis of the game, which stays. */
    this.judged = false;
    /** Whether the person knows the answer to this mistake. */
    this.isAnswered = false;
    /** The view, once it was seen. @type {any} */
    this.view = null;
    this.ply = parent ? parent.ply + 1 : 0;
  }
}

/** A question that nobody has tried yet. @param {Place} place the mistake @param {boolean} shown @returns {import('./parts/lesson.js').Lesson} */
export const lessonOf = (place, shown) => ({ place, shown, tried: null, answer: '', wrong: 0, isNoted: false, isPlayed: false });

/**
 * A match as it is kept: as if it were left now, because the page may end at any time.
 * @param {import('./match.js').Match} match @param {'first'|'second'|undefined} mover @param {number} now ms since 1970 @returns {import('./match.js').Match}
 */
function asLeft(match, mover, now) {
  const { left, since } = match;
  return since && mover ? { ...match, left: { ...left, [mover]: Math.max(0, left[mover] - (now - since)) }, since: 0, away: now } : match;
}

export class Tree {
  /** @param {string} base what stands after `position` */
  constructor(base = 'startpos') {
    this.base = base;
    this.root = new Place(null, null);
    this.at = this.root;
    /** @type {Record<string, string>} */
    this.tags = {};
    this.result = '*';
    /** The name under which it is kept. */
    this.id = '';
    /** Whether it was loaded, set up or changed, so that it is stored. */
    this.made = false;
    /** Whether it comes from an address. */
    this.linked = false;
    /** Its content when it was opened. @type {string|null} */
    this.origin = null;
    /** Its current content as JSON, and the number of changes. */
    this.text = '';
    this.rev = 0;
    /** The stored content, to detect changes by another tab. */
    this.saved = '';
    /** What this tab stored last; if it is still there, it need not be read. */
    this.written = { text: '', view: '' };
    /** Whether the stored content is current. */
    this.isKept = false;
    /** The mode: play, analyse, watch, setup. */
    this.mode = 'play';
    /** Who plays: person or engine. */
    this.seats = { first: 'person', second: 'engine' };
    this.flipped = false;
    /** Clock and settings of a match. @type {import('./match.js').Match|null} */
    this.match = null;
    /** The side whose offer of a draw is not answered yet. @type {'first'|'second'|''} */
    this.offer = '';
    /** Whether the engine waits although it has the move. */
    this.paused = false;
    /** What the analysis of the whole game found. @type {import('./parts/story.js').Story|null} */
    this.story = null;
    /** The best plan that is known of a tower with many floors: its keys from the start, and what it comes to. @type {{keys: string[], solution: import('./net.js').Solution|null}|null} */
    this.plan = null;
    /** Help used: hints, moves taken back, and whether the solution was shown. */
    this.help = { hints: 0, tries: 0, shown: false };
    /** What a tower from a file is called. */
    this.title = '';
    /** The rest of a route whose next key was refused. @type {string[]} */
    this.rest = [];
    /** The panel that was chosen last; empty for the usual one. */
    this.tab = '';
    /** The current question. @type {import('./parts/lesson.js').Lesson|null} */
    this.lesson = null;
    /** The text of the position that is being set up. @type {string|null} */
    this.draft = null;
    /** What was deleted last: the moves before it, its number among the next moves there, and it with all that follows. @type {{to: string, at: number, part: any}|null} */
    this.gone = null;
  }

  /** The view state, which is not part of the game. */
  look() {
    const asked = this.lesson ? { asked: this.path(this.lesson.place).join(' '), shown: this.lesson.shown } : {};
    const { match, offer, gone, rest, paused, help: { hints, tries, shown } } = this;
    const title = this.at.view?.own.title || this.title;
    return { ...asked, ...(title && { title }), ...(rest.length && { rest: rest.join(' ') }), ...(gone && { gone }), ...(paused && { paused }), ...(match && { match: asLeft(match, this.at.view?.side, Date.now()) }), ...(offer && { offer }), ...((hints || tries || shown) && { help: this.help }), ...(this.tab && { tab: this.tab }), line: this.line().map((place) => place.names?.move).join(' '), ply: this.at.ply, mode: this.mode, seats: this.seats, flipped: this.flipped, draft: this.draft };
  }

  /** @param {any} look */
  lookAt(look) {
    const places = [this.root];
    // Earlier versions stored a list.
    for (const move of typeof look?.line === 'string' ? look.line.split(' ') : look?.line || []) {
      const next = places[places.length - 1].children.find((child) => child.names?.move === move);
      if (!next) break;
      places.push(next);
    }
    this.goTo(places[places.length - 1]);
    this.goTo(places[Math.min(look?.ply ?? places.length, places.length - 1)]);
    this.paused = !!(look?.paused || this.after());
    this.mode = look?.mode || 'play';
    this.seats = look?.seats || this.seats;
    this.flipped = !!look?.flipped;
    // The clock stands while the page is away.
    this.match = look?.match ? { away: 0, ...look.match, since: 0 } : null;
    Object.assign(this, { offer: look?.offer || '', draft: look?.draft ?? null, gone: look?.gone || null, tab: look?.tab || '', title: look?.title || '', rest: look?.rest?.split(' ') || [] });
    this.help = { ...this.help, ...look?.help };
    const place = this.find(look?.asked || '');
    if (place?.parent) this.lesson = lessonOf(place, !!look.shown);
  }

  /** The place after these moves, if there is one. @param {string} path @returns {Place|undefined} */
  find(path) {
    let place = /** @type {Place|undefined} */ (this.root);
    for (const move of path ? path.split(' ') : []) place = place?.children.find((child) => child.names?.move === move);
    return place;
  }

  /** The moves that lead to a place. @param {Place} [place] @returns {string[]} */
  path(place = this.at) {
    const moves = [];
    for (let here = place; here.parent; here = here.parent) moves.push(/** @type {Names} */ (here.names).move);
    return moves.reverse();
  }

  /** Makes a move, adding it if it is new. @param {Names} names */
  play(names) {
    this.at = this.add(this.at, names);
    this.remember();
  }

  /** @param {Place} parent @param {Names} names */
  add(parent, names) {
    const known = parent.children.find((child) => child.names?.move === names.move);
    if (known) {
      known.names = { ...known.names, ...names };
      return known;
    }
    const place = new Place(parent, names);
    parent.children.push(place);
    return place;
  }

  /** Redo follows the path to this place. @param {Place} [place] */
  remember(place = this.at) {
    for (let here = place; here.parent; here = here.parent) here.parent.next = here;
  }

  /** @param {Place} place */
  goTo(place) {
    this.at = place;
    this.remember();
  }

  /** The place after this one. @param {Place} [place] @returns {Place|null} */
  after(place = this.at) {
    return place.next || place.children[0] || null;
  }

  /** The line through a place to its end, the start left out. @param {Place} place @returns {Place[]} */
  line(place = this.at) {
    const line = [];
    for (let here = place; here.parent; here = here.parent) line.push(here);
    line.reverse();
    for (let here = this.after(place); here; here = this.after(here)) line.push(here);
    return line;
  }

  /** The main line, the start left out. @returns {Place[]} */
  main() {
    const line = [];
    for (let here = this.root.children[0]; here; here = here.children[0]) line.push(here);
    return line;
  }

  /** Makes the line to a place the main one. @param {Place} place */
  promote(place) {
    for (let here = place; here.parent; here = here.parent) {
      const list = here.parent.children;
      list.splice(list.indexOf(here), 1);
      list.unshift(here);
    }
  }

  /** Removes a place and what follows it, which can be brought back. @param {Place} place */
  remove(place) {
    const [parent, cut] = [place.parent, new Tree()];
    if (!parent) return;
    cut.root.children = [place];
    this.gone = { to: this.path(parent).join(' '), at: parent.children.indexOf(place), part: cut.toJson('', '') };
    parent.children = parent.children.filter((child) => child !== place);
    if (parent.next === place) parent.next = null;
    for (let here = this.at; here; here = /** @type {any} */ (here.parent)) if (here === place) this.at = parent;
  }

  /** Brings back what was deleted last, to where it stood: added like another copy, because its plies count from its own beginning. A move that was made again meanwhile has what followed it before, too. @returns {Place} */
  bringBack() {
    const { to, at, part } = this.gone || { to: '', at: 0, part: {} };
    const [parent, place] = [this.find(to), Tree.fromJson(part).root.children[0]];
    this.gone = null;
    if (!parent || !place) return this.at;
    const [list, back] = [parent.children, this.add(parent, /** @type {Names} */ (place.names))];
    list.splice(at, 0, ...list.splice(list.indexOf(back), 1));
    this.merge(back, place);
    return back;
  }

  /** Adds the moves, tags and comments of another copy. @param {Tree} other @returns {boolean} whether there was anything */
  join(other) {
    const before = JSON.stringify(this.toJson('', ''));
    this.tags = { ...other.tags, ...this.tags };
    if (this.result === '*') this.result = other.result;
    this.merge(this.root, other.root);
    return JSON.stringify(this.toJson('', '')) !== before;
  }

  /** Adds what follows a place of another copy, and its comments, to a place of this one. @param {Place} to @param {Place} from */
  merge(to, from) {
    const pairs = [[to, from]];
    for (const [here, there] of pairs) {
      here.comment ||= there.comment;
      if (!here.marks.length) here.marks = there.marks;
      here.verdict ||= there.verdict;
      for (const child of there.children) pairs.push([this.add(here, /** @type {Names} */ (child.names)), child]);
    }
  }

  /** All places but the start, the main line first. @returns {Place[]} */
  all() {
    /** @type {Place[]} */
    const list = [];
    const walk = (/** @type {Place} */ place) => {
      for (let here = place; here; here = here.children[0]) {
        if (here.parent) list.push(here);
        here.children.slice(1).forEach((child) => later.push(child));
      }
    };
    /** @type {Place[]} */
    const later = [];
    walk(this.root);
    while (later.length) walk(/** @type {Place} */ (later.shift()));
    return list;
  }

  /** As the JSON of saved games. @param {string} game @param {string} start a FEN @returns {any} */
  toJson(game, start) {
    const places = this.all();
    const numbers = new Map([[this.root, 0]]);
    places.forEach((place, index) => numbers.set(place, index + 1));
    const moves = places.map((place, index) => {
      const parent = numbers.get(/** @type {Place} */ (place.parent)) || 0;
      const { comment, marks, verdict } = place;
      return { move: place.names?.move, ...(parent !== index && { parent }), ...(comment && { comment }), ...(marks.length && { marks }), ...(verdict && { verdict }) };
    });
    const comment = this.root.comment ? { comment: this.root.comment } : {};
    return { game, start, base: this.base, result: this.result, tags: this.tags, ...comment, moves };
  }

  /** @param {any} json @param {string} [base] */
  static fromJson(json, base = `fen ${json.start}`) {
    const tree = new Tree(json.base || base);
    tree.tags = json.tags || {};
    tree.result = json.result || '*';
    tree.root.comment = json.comment || '';
    const places = [tree.root];
    for (const entry of json.moves || []) {
      const parent = places[entry.parent ?? places.length - 1];
      if (!parent) continue;
      const place = tree.add(parent, { move: String(entry.move) });
      place.comment = entry.comment || '';
      place.marks = entry.marks || [];
      place.verdict = entry.verdict || 0;
      places.push(place);
    }
    return tree;
  }
}

// <meihua-board>: a position or a saved game in a page, with buttons and a list of moves to step through it.

import { Board, games, parseGame } from './index.js';

const WORDS = {
  en: { start: 'To the start', back: 'Back', forward: 'Forward', end: 'To the end', moves: 'Moves', board: 'Board' },
  zh: { start: '到开头', back: '后退', forward: '前进', end: '到结尾', moves: '着法', board: '棋盘' },
};
// Signs that every font has.
const SIGNS = { start: '|◀', back: '◀', forward: '▶', end: '▶|' };

const STYLE = `
:host { display: grid; gap: 8px; grid-template-columns: minmax(0, 1fr); max-width: 100%; font: 1rem/1.4 system-ui, sans-serif; }
:host([hidden]) { display: none; }
img { width: 100%; display: block; }
[role=toolbar] { display: flex; gap: 6px; justify-content: center; }
button { font: inherit; color: inherit; background: none; border: 1px solid #8886; border-radius: 8px; min-width: 44px; min-height: 40px; cursor: pointer; }
[aria-disabled=true] { opacity: .4; cursor: default; }
.moves { max-height: 12em; overflow: auto; line-height: 1.9; }
.moves button { border: 0; min-width: 0; min-height: 0; padding: 1px 4px; border-radius: 5px; }
.moves [aria-current] { background: #8a2a1c; color: #fff; }
.variation { color: #888; margin-left: 1.2em; }
.fault { color: #a63f08; }
`;

/** A position of so many characters is not read out. */
const LONG = 100;

/** An element with properties and children. */
function h(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** The tree of a saved game: each place has the move that leads to it, its parent and its children. */
function treeOf(moves) {
  const root = { move: '', parent: null, children: [], ply: 0, name: '', comment: '' };
  const places = [root];
  for (const entry of moves) {
    const parent = places[entry.parent ?? places.length - 1];
    const place = { move: entry.move, parent, children: [], ply: parent.ply + 1, name: entry.move, comment: entry.comment ?? '' };
    parent.children.push(place);
    places.push(place);
  }
  return root;
}

/** The text of the rules of a saved game that the program does not know. */
async function rulesOf({ game, tags = {} }) {
  const [, packed] = /^\S+ (\S+)$/.exec(tags.Rules ?? '') ?? [];
  if (!packed || (await games()).includes(game)) return {};
  const bytes = Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  return { variants: new TextDecoder().decode(bytes) };
}

/** A viewer of a game. See docs/site.md for its attributes and events. */
export class MeihuaBoard extends HTMLElement {
  static observedAttributes = ['game', 'fen', 'moves', 'ply', 'flip', 'notation', 'lang'];

  #root = treeOf([]);
  #at = this.#root;
  #board = null;
  #picture = null;
  /** The buttons, with where they lead: a word, or a place. */
  #buttons = new Map();
  /** The start position in words, for those who do not see its picture. */
  #title = '';
  /** What cannot be played of what is given, in words. */
  #faults = [];
  /** Which opening is the latest: an older one that ends late changes nothing. */
  #opening = 0;

  constructor() {
    super();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    const shadow = this.attachShadow({ mode: 'open' });
    shadow.adoptedStyleSheets = [sheet];
    this.addEventListener('keydown', (event) => {
      const to = { ArrowLeft: 'back', ArrowRight: 'forward', Home: 'start', End: 'end' }[event.key];
      if (!to) return;
      event.preventDefault();
      this.#step(to);
    });
  }

  connectedCallback() {
    // What was set before the script was there hides the properties.
    for (const name of ['ply', 'fen']) {
      if (!Object.hasOwn(this, name)) continue;
      const { [name]: value } = this;
      delete this[name];
      this[name] = value;
    }
    void this.#open();
  }

  disconnectedCallback() {
    this.#opening += 1;
    this.#retire();
    this.#clear();
  }

  /** Leaves the game that was shown. */
  #clear() {
    this.#board?.close();
    this.#board = null;
    this.#root = treeOf([]);
    this.#at = this.#root;
    this.#faults = [];
  }

  /** Frees the picture that was shown, once it is loaded: what is loading must not go away. */
  #retire() {
    const picture = this.#picture;
    this.#picture = null;
    if (!picture) return;
    const free = () => URL.revokeObjectURL(picture.src);
    if (picture.complete) free();
    else picture.onload = picture.onerror = free;
  }

  attributeChangedCallback(name, before, now) {
    // What stands in the document when the element comes to it is read then.
    if (!this.isConnected || !this.#opening) return;
    // Whoever sets the same position again wants to see it again.
    if (name === 'ply') this.goTo(Number(now));
    else if (before === now) return;
    else if (name === 'flip') this.#draw();
    else void this.#open();
  }

  /** How many moves lead to the position that is shown. */
  get ply() {
    return this.#at.ply;
  }

  set ply(ply) {
    this.#reflect('ply', ply);
  }

  /** The position that is shown, as text. */
  get fen() {
    return this.#board?.fen ?? '';
  }

  set fen(fen) {
    this.#reflect('fen', fen);
  }

  /** Sets an attribute; frameworks set a property in its place. */
  #reflect(name, value) {
    if (value === null || value === undefined) this.removeAttribute(name);
    else this.setAttribute(name, value);
  }

  get #game() {
    return this.getAttribute('game') || 'xiangqi';
  }

  get #words() {
    return WORDS[(this.closest('[lang]')?.lang || '').startsWith('zh') ? 'zh' : 'en'];
  }

  /** Goes to a position of the line that is shown, by the number of moves that lead to it. */
  goTo(ply) {
    let place = this.#at;
    while (place.parent && place.ply > ply) place = place.parent;
    while (place.children[0] && place.ply < ply) [place] = place.children;
    this.#show(place);
  }

  /** Plays a move in any notation, as a variation where it is another one. @throws if it is illegal */
  play(move) {
    if (!this.#board) throw new Error('there is no board yet: wait for the event step');
    const name = this.#nameOf(move);
    this.#board.push(move);
    const played = this.#board.view().history.at(-1) ?? move;
    let place = this.#at.children.find((child) => child.move === played);
    if (!place) {
      place = { move: played, parent: this.#at, children: [], ply: this.#at.ply + 1, name, comment: '' };
      this.#at.children.push(place);
    }
    this.#show(place);
  }

  /** Opens what the attributes or the text name. */
  async #open() {
    const opening = ++this.#opening;
    // Columns of four in a row may stand apart, as in the attribute.
    const given = this.textContent.trim();
    const text = this.#game === 'cfour' && /^[\d\s]+$/.test(given) ? given.replace(/\s/g, '') : given;
    try {
      const [saved] = text ? (await parseGame(text, { game: this.#game })).games : [];
      const fen = saved?.start || this.getAttribute('fen') || '';
      const [game, rules] = saved ? [saved.game, await rulesOf(saved)] : [this.#game, {}];
      const board = fen ? await Board.fromFen(fen, game, rules) : await Board.start(game, rules);
      if (opening !== this.#opening) return board.close();
      this.#clear();
      this.#board = board;
      const { fen: start, own } = board.view();
      this.#title = start.length < LONG ? start : own.title ?? own.problem ?? game;
      const moves = (this.getAttribute('moves') || '').split(/\s+/).filter(Boolean);
      this.#root = treeOf(saved?.moves ?? moves.map((move) => ({ move })));
      this.#at = this.#root;
      this.#name(this.#root);
      this.goTo(Number(this.getAttribute('ply') ?? 0));
      if (this.#faults.length) this.#tell(this.#faults[0]);
    } catch (error) {
      if (opening !== this.#opening) return;
      this.#retire();
      this.#clear();
      this.shadowRoot.replaceChildren(this.#fault(error));
      this.#tell(error);
    }
  }

  #fault(error) {
    return h('p', { className: 'fault', role: 'alert' }, error.message);
  }

  #tell(error) {
    this.dispatchEvent(new CustomEvent('fault', { detail: error }));
  }

  /** A move that is legal now, in the notation that is asked for; a stone by its column. */
  #nameOf(move) {
    const name = this.#board.moveName(move, this.getAttribute('notation') || 'wxf') ?? move;
    const [, column] = /^P@([a-g])/.exec(name) ?? [];
    return column ? String('abcdefg'.indexOf(column) + 1) : name;
  }

  /** Names the moves after a place, in the notation that is asked for; what cannot be played is left out and told. */
  #name(place) {
    place.children = place.children.filter((child) => {
      try {
        this.#board.push(child.move);
      } catch (error) {
        this.#faults.push(error);
        return false;
      }
      const wire = this.#board.view().history.at(-1) ?? child.move;
      this.#board.undo();
      child.move = wire;
      child.name = this.#nameOf(wire);
      this.#board.push(wire);
      this.#name(child);
      this.#board.undo();
      return true;
    });
  }

  /** @param {'start'|'back'|'forward'|'end'} to */
  #step(to) {
    const place = { start: this.#root, back: this.#at.parent, forward: this.#at.children[0] }[to];
    if (to === 'end') this.goTo(Infinity);
    else if (place) this.#show(place);
  }

  /** Shows a place, and tells the page. */
  #show(place) {
    if (!this.#board) return;
    const path = [];
    for (let here = place; here.parent; here = here.parent) path.unshift(here.move);
    this.#board.undo(this.#board.view().history.length);
    for (const move of path) this.#board.push(move);
    this.#at = place;
    this.#draw();
    this.dispatchEvent(new CustomEvent('step', { bubbles: true, detail: { ply: place.ply, move: place.move || null, fen: this.#board.fen, outcome: this.#board.outcome() } }));
  }

  #draw() {
    if (!this.#board) return;
    const words = this.#words;
    const had = this.#buttons.get(this.shadowRoot.activeElement);
    this.#buttons.clear();
    this.#retire();
    const drawn = new Blob([this.#board.draw({ flip: this.hasAttribute('flip'), plan: false })], { type: 'image/svg+xml' });
    this.#picture = h('img', { src: URL.createObjectURL(drawn), alt: `${words.board}: ${this.#at.name || this.#title}` });
    const controls = Object.keys(SIGNS).map((to) => {
      const isOff = to === 'start' || to === 'back' ? !this.#at.parent : !this.#at.children.length;
      // A button that is disabled would lose the focus, and with it the arrow keys.
      const button = h('button', { type: 'button', title: words[to], ariaLabel: words[to], ariaDisabled: String(isOff), onclick: () => isOff || this.#step(to) }, SIGNS[to]);
      this.#buttons.set(button, to);
      return button;
    });
    const bar = h('div', { role: 'toolbar', ariaLabel: words.board }, ...controls);
    const list = h('div', { className: 'moves', role: 'group', ariaLabel: words.moves }, ...this.#list(this.#root));
    this.shadowRoot.replaceChildren(this.#picture, bar, list, ...this.#faults.slice(0, 1).map((error) => this.#fault(error)));
    for (const [button, to] of this.#buttons) if (to === had) button.focus({ preventScroll: true });
  }

  /** The moves after a place: the main line, variations below it. */
  #list(place) {
    const parts = [];
    for (let here = place; here.children.length; [here] = here.children) {
      here.children.forEach((child, index) => {
        const shown = h('button', { type: 'button', onclick: () => this.#show(child) }, child.name);
        this.#buttons.set(shown, child);
        if (child === this.#at) shown.setAttribute('aria-current', 'step');
        const number = child.ply % 2 ? `${(child.ply + 1) / 2}. ` : index ? `${child.ply / 2}… ` : '';
        if (!index) parts.push(number, shown, child.comment ? ` ${child.comment} ` : ' ');
        else parts.push(h('div', { className: 'variation' }, number, shown, ' ', ...this.#list(child)));
      });
    }
    return parts;
  }
}

customElements.define('meihua-board', MeihuaBoard);

// Which games this tab has, and that none of them is lost: each is kept by the browser under a name of its own, from its first
// move on. Where the browser cannot keep it (no room, or not allowed), and where a game is still as its address has it, the
// entry of the history holds it, so that a reload brings it back all the same.

import * as store from './store.js';
import * as address from './address.js';
import { recallStory } from './parts/story.js';
import { Tree } from './tree.js';

export class Keeper {
  constructor() {
    /** The games of this tab. @type {Map<string, Tree>} */
    this.trees = new Map();
    /** The one that is on, of each kind. @type {Record<string, string>} */
    this.on = {};
    /** Whether the browser refused to keep the last one. */
    this.isFull = false;
    try {
      store.takeOver();
    } catch {
      // Forbidden altogether.
    }
  }

  /** Remembers what the entry of the history says. @param {any} state */
  recall(state) {
    for (const [id, record] of Object.entries(state?.unkept || {})) {
      // A jump over entries may lead to an older one, and the game go on from there: it has the moves of both.
      const here = this.trees.get(id);
      const content = record.content || JSON.parse(record.text);
      if (here?.join(Tree.fromJson(content))) here.isKept = false;
      // The browser may have kept more of it since.
      const isOlder = (store.keptGame(id)?.rev ?? -1) >= record.rev;
      if (!here && !isOlder) Object.assign(this.restore(id, { ...record, content }), { made: record.made, origin: record.origin || record.text, saved: record.saved });
    }
    this.on = { ...state?.on, ...this.on };
  }

  /** @param {string} id @param {any} record */
  restore(id, record) {
    const tree = Tree.fromJson(record.content);
    // What was kept is worth keeping.
    Object.assign(tree, { id, rev: record.rev || 0, made: true, text: JSON.stringify(record.content) });
    recallStory(tree);
    tree.lookAt(record.view);
    this.trees.set(id, tree);
    return tree;
  }

  /** A game by its name. @param {string} id @param {any} [view] how this tab looked at it @returns {Tree|null} */
  find(id, view) {
    const known = this.trees.get(id);
    const record = store.keptGame(id);
    // Where another tab has gone on with a game that this one only has in memory, its moves are on view here, too.
    const isBehind = known?.isKept && record && JSON.stringify(record.content) !== known.saved;
    if (known && !isBehind) return known;
    if (!record?.content) return null;
    const own = known?.look() || view;
    const tree = this.restore(id, own ? { ...record, view: own } : record);
    tree.saved = JSON.stringify(record.content);
    tree.isKept = true;
    return tree;
  }

  /** The game of a kind that is on: this tab's, else the latest that is kept, else a new one. @param {string} game */
  current(game) {
    const own = this.on[game] && this.find(this.on[game]);
    return own || this.latest(game) || new Tree();
  }

  /** @param {string} game */
  latest(game) {
    const [first] = store.kept(`${game}.`);
    return first ? this.find(first[0]) : null;
  }

  /** A kept game that is the same, move for move, tag for tag. @param {string} game @param {Tree} tree */
  same(game, tree) {
    const text = JSON.stringify(tree.toJson(game, ''));
    const found = store.kept(`${game}.`).find(([, record]) => JSON.stringify(record.content) === text);
    return found ? this.find(found[0]) : null;
  }

  /** All games, those that only this tab has as well, the latest first. @returns {[string, {content: any, when: number}][]} */
  all() {
    const kept = store.kept();
    const here = [...this.trees].filter(([id, tree]) => !kept.some(([one]) => one === id) && tree.made);
    return [...here.map(([id, tree]) => /** @type {[string, any]} */ ([id, { content: tree.toJson(id.split('.')[0] || '', ''), when: 0 }])), ...kept];
  }

  /** Keeps games that another browser or an earlier day has saved; those that are kept already stay one. @param {any[]} contents @returns {number} how many there are */
  takeIn(contents) {
    for (const content of [...contents].reverse()) {
      const tree = Tree.fromJson(content);
      if (this.same(content.game, tree)) continue;
      tree.id = store.newId(content.game);
      tree.made = true;
      this.trees.set(tree.id, tree);
      this.write(content.game, tree);
    }
    return contents.length;
  }

  /** Keeps the game that is on. @param {string} game @param {Tree} tree */
  keep(game, tree) {
    if (!tree.id) tree.id = store.newId(game);
    this.write(game, tree);
    this.trees.set(tree.id, tree);
    this.on[game] = tree.id;
    const unkept = this.unkept(tree);
    const hash = address.of(game, tree.base, tree.path()) || `#${game}`;
    address.write(hash, { id: tree.id, view: tree.look(), on: { ...this.on }, unkept });
  }

  /** No game is on: the entry of the history holds what the browser does not keep. */
  leave() {
    address.write('#home', { on: { ...this.on }, unkept: this.unkept(null) });
  }

  /** What the browser does not keep, once more tried. @param {Tree|null} tree the one that was written last */
  unkept(tree) {
    /** @type {Record<string, any>} */
    const unkept = {};
    for (const [id, one] of [...this.trees]) {
      const kind = id.split('.')[0];
      if (one !== tree && one.made && !one.isKept) this.write(kind, one);
      if (one.isKept) continue;
      // A text is copied faster than what it stands for.
      const text = one === tree ? one.text : JSON.stringify(one.toJson(kind, ''));
      unkept[one.id] = { text, view: one.look(), rev: one.rev, made: one.made, origin: one.origin === text ? '' : one.origin, saved: one.saved };
    }
    this.isFull = [...this.trees.values()].some((one) => one.made && !one.isKept);
    return unkept;
  }

  /** Writes a game, if somebody's work is in it. @param {string} game @param {Tree} tree */
  write(game, tree) {
    const text = JSON.stringify(tree.toJson(game, ''));
    tree.origin ??= tree.linked ? text : JSON.stringify(new Tree(tree.base).toJson(game, ''));
    if (text !== tree.text) tree.rev += 1;
    tree.text = text;
    tree.made ||= text !== tree.origin;
    tree.isKept = false;
    if (!tree.made && tree.draft === null) {
      if (tree.saved) store.forget(tree.id);
      tree.saved = '';
      return;
    }
    const view = JSON.stringify(tree.look());
    const { written } = tree;
    if (written.text && store.keptText(tree.id) === written.text) tree.isKept = tree.saved === text && written.view === view;
    else {
      const kept = store.keptGame(tree.id);
      const theirs = kept && JSON.stringify(kept.content);
      tree.isKept = theirs === text && JSON.stringify(kept?.view) === view;
      if (kept && theirs !== text && theirs !== tree.saved) {
        // Another tab has gone on with this game: from here on there are two.
        this.trees.delete(tree.id);
        tree.id = store.newId(game);
        this.trees.set(tree.id, tree);
      }
    }
    if (tree.isKept) return void (tree.saved = text);
    const record = `{"content":${text},"view":${view},"rev":${tree.rev},"when":${Date.now()}}`;
    tree.isKept = store.keep(tree.id, record);
    if (tree.isKept) Object.assign(tree, { saved: text, written: { text: record, view } });
  }

  /** @param {string} id */
  forget(id) {
    store.forget(id);
    this.trees.delete(id);
  }
}

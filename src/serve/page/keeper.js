// Keeps the games of this tab. Each is stored by the browser under its own id from its first
// move on. A game that cannot be stored (no space, or not allowed), or that is still what its address says, is
// kept in the history entry, so that a reload restores it, too.

import * as store from './store.js';
import * as address from './address.js';
import { recallStory } from './parts/recall.js';
import { Tree } from './tree.js';

export class Keeper {
  constructor() {
    /** The games of this tab. @type {Map<string, Tree>} */
    this.trees = new Map();
    /** The id of the current game of each kind. @type {Record<string, string>} */
    this.on = {};
    /** Whether the browser could not store a game. */
    this.isFull = false;
    try {
      store.takeOver();
    } catch {
      // Storage is forbidden.
    }
  }

  /** Restores what a history entry holds. @param {any} state */
  recall(state) {
    for (const [id, record] of Object.entries(state?.unkept || {})) {
      // An older entry may have been opened and the game continued from there: the moves of both are kept.
      const here = this.trees.get(id);
      const content = record.content || JSON.parse(record.text);
      if (here?.join(Tree.fromJson(content))) here.isKept = false;
      // The browser may have stored a newer version.
      const isOlder = (store.keptGame(id)?.rev ?? -1) >= record.rev;
      if (!here && !isOlder) Object.assign(this.restore(id, { ...record, content }), { made: record.made, origin: record.origin || record.text, saved: record.saved });
    }
    this.on = { ...state?.on, ...this.on };
  }

  /** @param {string} id @param {any} record */
  restore(id, record) {
    const tree = Tree.fromJson(record.content);
    // What was stored once stays stored.
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
    // Another tab may have continued a game that this tab has in memory.
    const isBehind = known?.isKept && record && JSON.stringify(record.content) !== known.saved;
    if (known && !isBehind) return known;
    if (!record?.content) return null;
    const own = known?.look() || view;
    const tree = this.restore(id, own ? { ...record, view: own } : record);
    tree.saved = JSON.stringify(record.content);
    tree.isKept = true;
    return tree;
  }

  /** The current game of a kind: this tab's, else the latest stored one, else a new one. @param {string} game */
  current(game) {
    const own = this.on[game] && this.find(this.on[game]);
    return own || this.latest(game) || new Tree();
  }

  /** @param {string} game */
  latest(game) {
    const [first] = store.kept(`${game}.`);
    return first ? this.find(first[0]) : null;
  }

  /** A stored game with the same moves and tags. @param {string} game @param {Tree} tree */
  same(game, tree) {
    const text = JSON.stringify(tree.toJson(game, ''));
    const found = store.kept(`${game}.`).find(([, record]) => JSON.stringify(record.content) === text);
    return found ? this.find(found[0]) : null;
  }

  /** All games, latest first, including those that only this tab has. @returns {[string, {content: any, when: number}][]} */
  all() {
    const kept = store.kept();
    const here = [...this.trees].filter(([id, tree]) => !kept.some(([one]) => one === id) && tree.made);
    return [...here.map(([id, tree]) => /** @type {[string, any]} */ ([id, { content: tree.toJson(id.split('.')[0] || '', ''), when: 0 }])), ...kept];
  }

  /** Imports saved games, except those that are stored already. @param {any[]} contents @returns {number} how many there are */
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

  /** Stores the current game and updates the address. @param {string} game @param {Tree} tree */
  keep(game, tree) {
    if (!tree.id) tree.id = store.newId(game);
    this.write(game, tree);
    this.trees.set(tree.id, tree);
    this.on[game] = tree.id;
    const unkept = this.unkept(tree);
    const hash = address.of(game, tree.base, tree.path()) || `#${game}`;
    address.write(hash, { id: tree.id, view: tree.look(), on: { ...this.on }, unkept });
  }

  /** Leaves for the home page; the history entry holds what the browser does not store. */
  leave() {
    address.write('#home', { on: { ...this.on }, unkept: this.unkept(null) });
  }

  /** The games that are not stored, after trying again. @param {Tree|null} tree the one that was written last */
  unkept(tree) {
    /** @type {Record<string, any>} */
    const unkept = {};
    for (const [id, one] of [...this.trees]) {
      const kind = id.split('.')[0];
      if (one !== tree && one.made && !one.isKept) this.write(kind, one);
      if (one.isKept) continue;
      // Browsers copy strings faster than objects.
      const text = one === tree ? one.text : JSON.stringify(one.toJson(kind, ''));
      unkept[one.id] = { text, view: one.look(), rev: one.rev, made: one.made, origin: one.origin === text ? '' : one.origin, saved: one.saved };
    }
    this.isFull = [...this.trees.values()].some((one) => one.made && !one.isKept);
    return unkept;
  }

  /** Stores a game, if a person has changed anything in it. @param {string} game @param {Tree} tree */
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
        // Another tab has continued this game: from here on, there are two.
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

  /** A new game with the text of one that is refused as its draft; without moves, that one is forgotten. @param {Tree} refused @param {string|null} draft */
  drafted(refused, draft) {
    if (draft !== null && refused.draft === null && !refused.root.children.length) this.forget(refused.id);
    return Object.assign(new Tree(), { draft });
  }

  /** @param {string} id */
  forget(id) {
    store.forget(id);
    this.trees.delete(id);
  }
}

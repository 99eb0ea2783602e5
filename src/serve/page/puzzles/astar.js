// A* step by step. Each step takes the open node with the least f = g + h, of those the one with the greatest g, of those the oldest,
// and looks at what can be reached from there (P. Hart, N. Nilsson, B. Raphael: A Formal Basis for the Heuristic Determination of
// Minimum Cost Paths, 1968). A closed node that is reached at a lower price is opened again, so h need only be admissible.

/** A node: g is the cost of the path to it, h the lower bound of the rest, `order` when it was found. @typedef {{name: string, g: number, h: number, parent: Node|null, move: string, isGoal: boolean, order: number}} Node */
/** A successor; h is null if the goal is proven unreachable from it. @typedef {{name: string, move: string, price: number, h: number|null, isGoal: boolean}} Successor */
/** The outcome of a successor. @typedef {'new'|'better'|'known'|'lost'} Outcome */

export class AStar {
  /** @param {string} name @param {number} h @param {boolean} isGoal */
  constructor(name, h, isGoal) {
    /** @type {Map<string, Node>} */
    this.open = new Map();
    /** Closed nodes, in order. @type {Map<string, Node>} */
    this.closed = new Map();
    this.found = 0;
    /** The last expanded node and the outcomes of its successors. @type {{node: Node, to: {successor: Successor, outcome: Outcome}[]}|null} */
    this.last = null;
    /** The goal, once it was expanded. @type {Node|null} */
    this.goal = null;
    this.add(name, 0, h, null, '', isGoal);
  }

  /** @param {string} name @param {number} g @param {number} h @param {Node|null} parent @param {string} move @param {boolean} isGoal */
  add(name, g, h, parent, move, isGoal) {
    this.open.set(name, { name, g, h, parent, move, isGoal, order: this.found++ });
  }

  /** The open nodes, the next one first. @returns {Node[]} */
  queue() {
    return [...this.open.values()].sort((a, b) => a.g + a.h - b.g - b.h || b.g - a.g || a.order - b.order);
  }

  /** The next node; null if the search has ended. @returns {Node|null} */
  next() {
    return this.goal ? null : this.queue()[0] || null;
  }

  /** Expands the next node. A goal ends the search, because every open node has an f of at least its cost. @param {Successor[]} successors */
  step(successors) {
    const node = this.next();
    if (!node) return;
    this.open.delete(node.name);
    this.closed.set(node.name, node);
    if (node.isGoal) this.goal = node;
    this.last = { node, to: node.isGoal ? [] : successors.map((successor) => ({ successor, outcome: this.reach(node, successor) })) };
  }

  /** @param {Node} node @param {Successor} successor @returns {Outcome} */
  reach(node, { name, move, price, h, isGoal }) {
    if (h === null) return 'lost';
    const g = node.g + price;
    const known = this.open.get(name) || this.closed.get(name);
    if (known && known.g <= g) return 'known';
    this.closed.delete(name);
    this.add(name, g, h, node, move, isGoal);
    return known ? 'better' : 'new';
  }
}

/** The path from the start to a node. @param {Node} node @returns {Node[]} */
export function wayTo(node) {
  const way = [];
  for (let here = /** @type {Node|null} */ (node); here; here = here.parent) way.unshift(here);
  return way;
}

// Shortest paths in an unweighted graph: breadth-first searches from the start and from the goals.

/**
 * @param {Map<string, string[]>} links @param {string} start @param {string[]} goals
 * @returns {{left: (node: string) => number|null, isShortest: (from: string, to: string) => boolean}} steps that are left to the nearest goal, null where none is reached; and whether a step is one of a shortest way
 */
export function distances(links, start, goals) {
  /** @type {Map<string, string[]>} */
  const back = new Map();
  for (const [from, list] of links) for (const to of list) back.set(to, [...(back.get(to) || []), from]);
  const [from, left] = [spread(links, [start]), spread(back, goals)];
  const all = left.get(start);
  return {
    left: (node) => left.get(node) ?? null,
    isShortest: (a, b) => all !== undefined && (from.get(a) ?? Infinity) + 1 + (left.get(b) ?? Infinity) === all,
  };
}

/** How many steps lead to each node. @param {Map<string, string[]>} links @param {string[]} starts */
function spread(links, starts) {
  const far = new Map(starts.map((node) => [node, 0]));
  const queue = [...starts];
  for (const node of queue) {
    for (const to of links.get(node) || []) {
      if (far.has(to)) continue;
      far.set(to, (far.get(node) || 0) + 1);
      queue.push(to);
    }
  }
  return far;
}

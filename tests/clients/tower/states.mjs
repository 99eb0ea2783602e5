// What the parts of the exhaustive search share: the directions, what a cell holds, and how a key makes one state of another.

export const DIRECTIONS = [
  { key: 'U', name: 'up', back: 'down', x: 0, y: -1 },
  { key: 'D', name: 'down', back: 'up', x: 0, y: 1 },
  { key: 'L', name: 'left', back: 'right', x: -1, y: 0 },
  { key: 'R', name: 'right', back: 'left', x: 1, y: 0 },
];
// What a cell holds is the number of its block, or the platform's block without an image where an event lies on free floor.
export const FREE = 0;
export const EVENT = 999;
// Added to the number of what is hidden: by an event, or as a dead monster that comes back.
export const HIDDEN = 1000;
export const NETS = { poisonNet: 'poison', weakNet: 'weak', curseNet: 'curse' };
export const SKILL_COST = 5;

/** A state that may be changed without changing `state`. */
export function copy(state) {
  return {
    ...state, items: { ...state.items }, flags: { ...state.flags }, shops: { ...state.shops }, worn: [...state.worn],
    changed: { ...state.changed },
  };
}

/** A copy of a state, to which a key is about to lead. */
export function press(state, key) {
  const next = copy(state);
  next.before = state;
  next.keys = key;
  return next;
}

/** A copy of a state in which the hero has answered a question or a shop. */
export function answer(state, choice) {
  const next = copy(state);
  next.keys += `C${choice}`;
  return next;
}

/** The keys that have led to a state. */
export function routeTo(state) {
  const keys = [];
  for (let at = state; at; at = at.before) keys.push(at.keys);
  return keys.reverse().join('');
}

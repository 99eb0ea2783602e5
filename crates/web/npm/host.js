// What differs between a browser and Node; `index.js` and `index-node.js` fill it in.

/** @type {{ start: Function, read: (name: 'module'|'openings'|'endings') => Promise<any> }} */
export const host = {};

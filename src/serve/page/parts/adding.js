// Adds games to the library of whoever started the program: the game on view, files that are dropped on the library, and
// all games of a file. A page without a server has no library.

import { alone } from '../aside.js';
import { partsOf, toHex } from './collection.js';
import { both, inRow, t, wrongIn } from '../words.js';

/** @typedef {import('../app.js').App} App */

/** Size of a file that is sent in one piece, bytes; longer ones are cut between two games. */
const MOST = 400_000;
/** How often games were added since the page was opened: what was known of the library before is asked for again. */
export const added = { times: 0 };
/** Whether there can be a library, once that is known. */
let possible = false;
/** The question, which is asked once. @type {Promise<boolean>|null} */
let asked = null;

/** Whether games can be added. */
export function canAdd() {
  asked ??= alone((engine) => engine.inquire('library', 'stats')).then((answer) => (possible = !/^library: this program reads no/.test(answer.error || '')));
  return asked;
}

/** Whether games can be added, as far as that is known. @param {App} app */
export function mayAdd(app) {
  if (!asked) void canAdd().then(() => app.render());
  return possible;
}

/** Adds the games of files, and says what became of them. @param {App} app @param {Uint8Array[]} files */
export async function addGames(app, files) {
  const said = (/** @type {string} */ key, /** @type {number} */ n) => ({ en: t(key, { n }, 'en'), zh: t(key, { n }, 'zh') });
  const sum = { games: 0, doubles: 0 };
  /** @type {import('../words.js').Text[]} */
  const faults = [];
  for (const file of files) {
    const parts = file.length > MOST ? partsOf(file) : [file];
    if (file.length > MOST && parts.length < 2) {
      faults.push(both('tooLarge', { most: MOST / 1000 }));
      continue;
    }
    for (const part of parts) {
      app.alert = '';
      app.found = said('addingGames', sum.games + sum.doubles);
      app.render();
      const answer = await alone((engine) => engine.inquire('library', `add ${toHex(part)}`));
      sum.games += answer.games || 0;
      sum.doubles += answer.doubles || 0;
      faults.push(...wrongIn(answer));
    }
  }
  added.times++;
  const isNothing = !sum.games && !sum.doubles;
  const [all, there] = [said('addedGames', sum.games), said('addedDoubles', sum.doubles)];
  app.found = isNothing && faults.length ? '' : sum.doubles ? { en: `${all.en} ${there.en}`, zh: `${all.zh}${there.zh}` } : all;
  app.alert = faults.length ? inRow(faults.slice(0, 5)) : '';
  app.render();
}

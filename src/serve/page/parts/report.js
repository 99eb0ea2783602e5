// The analysis of a whole game: fixed nodes a ply, from the last to the first, so that the table already knows the future.

import { alone } from '../aside.js';
import { ofFirst } from '../values.js';
import { t } from '../words.js';
// The falls that are marked, with their annotation glyphs, and where a game is decided: the program makes this file from the
// numbers of `meihua analyse`.
// @ts-ignore
import { DECIDED, FALLS } from '/marks.js';

/** The least fall of the mover's chances that is marked. */
export const SLIP = Math.min(...FALLS.map((/** @type {[number, number]} */ [limit]) => limit));

/** Nodes for each position. */
const NODES = 20_000;
/** @param {import('../app.js').App} app */
export async function analyseGame(app) {
  if (app.report) {
    app.report = '';
    return app.render();
  }
  const { tree, game } = app;
  const line = [tree.root, ...tree.line()];
  app.report = `0/${line.length}`;
  app.render();
  // The live analysis would take half of the machine.
  app.engine.stop();
  await alone(async (engine) => {
    engine.set('UCI_Variant', game);
    engine.send('ucinewgame');
  });
  for (let index = line.length - 1; index >= 0 && app.report && app.tree === tree; index--) {
    const place = line[index];
    const view = await alone((engine) => judge(engine, app, tree, game, place));
    if (!view || app.tree !== tree) break;
    app.report = app.report && `${line.length - index}/${line.length}`;
    app.render();
  }
  // Whoever went to another game meanwhile is not told about this one.
  if (app.tree !== tree) return;
  app.report = '';
  mark(line);
  app.alert = '';
  app.keep();
  app.render();
  if (!app.thinker.isThinking) app.thinker.begin(app.turn);
  const bad = line.filter((place) => place.marks.some((one) => one === 2 || one === 4)).length;
  app.alert = bad ? '' : t('noMistakes');
}

/**
 * What a position is worth, and what is best there.
 * @param {import('../net.js').Engine} engine @param {import('../app.js').App} app @param {import('../tree.js').Tree} tree
 * @param {string} game @param {import('../tree.js').Place} place
 */
export async function judge(engine, app, tree, game, place) {
  const { view } = await engine.position(game, tree.base, tree.path(place));
  if (!view) return null;
  engine.set('UCI_ShowWDL', true);
  engine.set('MultiPV', 1);
  engine.set('Notation', app.board.notation(app.settings));
  place.view ??= view;
  place.judged = true;
  const { over, winner } = view.verdict;
  if (over) {
    place.value = { scale: winner === 'first' ? 1 : winner === 'second' ? -1 : 0, ...(winner === 'none' ? { cp: 0 } : { mate: 0 }) };
    return view;
  }
  let isExact = false;
  await engine.go(`nodes ${NODES}`, {
    info: (info) => {
      isExact = !info.bound && info.pv.length > 0;
      if (isExact) place.value = ofFirst(info, view.side);
    },
    // The names of a line come behind it.
    spelled: ({ moves }) => {
      if (isExact && place.value) place.value.names = moves;
    },
  });
  return view;
}

/** Marks the moves after which the mover's chances fell. @param {import('../tree.js').Place[]} line */
function mark(line) {
  for (let index = 1; index < line.length; index++) {
    const [before, after] = [line[index - 1], line[index]];
    after.marks = after.marks.filter((one) => one > 6);
    if (!before.value || !after.value || !before.view) continue;
    const sign = before.view.side === 'first' ? 1 : -1;
    if (Math.abs(before.value.scale) >= DECIDED && Math.abs(after.value.scale) >= DECIDED && before.value.scale * after.value.scale > 0) continue;
    const fall = sign * (before.value.scale - after.value.scale);
    const found = FALLS.find((/** @type {[number, number]} */ [limit]) => fall + 1e-9 >= limit);
    if (found && before.value.best !== after.names?.move) after.marks.push(found[1]);
  }
}

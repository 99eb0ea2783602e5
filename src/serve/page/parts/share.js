// The Share dialog: report, film, picture, text with marks, link, QR code.

import * as address from '../address.js';
import { at, button, h, offer, put } from '../dom.js';
import { codeOf } from './code.js';
import { isOfFile } from './files.js';
import { work } from '../net.js';
import { pictureOf } from './painted.js';
import { saveRoute } from './route.js';
import { analyseGame, storyOf } from './story.js';
import { legendOf } from './taskshop.js';
import { wireOf } from '../rules.js';
import { inEnglish, lang, said as wordsOf, t } from '../words.js';

/** @typedef {import('../app.js').App} App */

/** @param {string} text */
const bytesOf = (text) => new TextEncoder().encode(text);

/** @param {App} app */
export function showShare(app) {
  const sheet = at('sheet');
  const said = h('p', { role: 'status', class: 'quiet' });
  const picture = h('div', null);
  const told = !app.isPuzzle && app.tree.main().length > 0;
  /** @param {string} word @param {string} more what it is for @param {() => Promise<any>|any} work */
  const row = (word, more, work) => h('li', null, button(t(word), async () => {
    put(said, t('working'));
    put(said, (await work()) || '');
  }), ' ', h('span', { class: 'quiet' }, t(more)));
  const story = async () => {
    // Report and comments are in the language in which they were made.
    if (storyOf(app)?.language !== lang() || !storyOf(app)?.report) await analyseGame(app);
    return storyOf(app);
  };
  sheet.setAttribute('aria-label', t('share'));
  put(sheet, h('h2', null, t('share')), h('ul', { class: 'text shares' },
    told && row('shareReport', 'shareReportIs', async () => {
      const found = await story();
      if (found) offer(bytesOf(found.report), `${app.game}.html`);
    }),
    told && row('shareText', 'shareTextIs', async () => {
      const found = await story();
      if (found) offer(bytesOf(found.pgn), `${app.game}-analysed.pgn`);
    }),
    !app.isProject && row('sharePicture', 'sharePictureIs', () => drawn(app, 'png')),
    !app.isProject && !legendFor(app) && app.tree.line().length > 0 && row('shareFilm', 'shareFilmIs', () => drawn(app, 'gif')),
    // A link cannot hold a tower that was read from a file: its route can be given away beside it.
    isOfFile(app.tree) ? row('saveRoute', 'saveRouteIs', () => saveRoute(app)) : row('copyLink', 'copyLinkIs', async () => {
      await copyLink(app);
      return wordsOf(app.alert);
    }),
    !app.isProject && row('shareCode', 'shareCodeIs', () => {
      put(picture, codeOf(app));
      return picture.firstChild ? '' : t('tooLong');
    })), picture, said, button(t('close'), () => sheet.close(), { class: 'main' }));
  sheet.showModal();
}

/** The legend by which the board is drawn; null for other games. @param {App} app */
const legendFor = ({ game, tree }) => (game === 'plan' ? legendOf(tree.base) : null);

/** Draws a picture and offers it; returns the reason if that failed. @param {App} app @param {'png'|'gif'} kind @returns {Promise<string>} */
async function drawn(app, kind) {
  const { game, tree } = app;
  const legend = legendFor(app);
  if (legend) {
    const file = await pictureOf(legend, app.view.own);
    if (file) offer(file, `${game}.png`);
    return file ? '' : t('stopped');
  }
  const { variant, text, position } = wireOf(game, tree.base);
  const fen = position.startsWith('fen ') ? position.slice(4) : null;
  const data = await work('picture', { game: variant, variants: text || null, fen, moves: tree.line().map((place) => place.names?.move), ply: tree.at.ply, kind, flip: tree.flipped }).answer;
  if (data instanceof ArrayBuffer) offer(new Uint8Array(data), `${game}.${kind}`);
  return data instanceof ArrayBuffer ? '' : data ? inEnglish(data, 'notDrawn') : t('stopped');
}

/** Copies the link of the game. @param {App} app */
export async function copyLink(app) {
  const { game, tree } = app;
  const hash = address.whole(game, tree) || address.of(game, tree.base, tree.path());
  if (!hash) app.alert = t('tooLong');
  else {
    const link = location.origin + location.pathname + hash;
    try {
      await navigator.clipboard.writeText(link);
      app.alert = t('copied');
    } catch {
      app.alert = link;
    }
  }
  app.render();
}

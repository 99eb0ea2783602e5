// Keys, the same in all games; only WASD walk in the tower.

import { stopAutoplay } from './plan.js';
import { stopReplay } from './replay.js';
import { flip, premove } from '../steps.js';
import { toggleProof, withLater } from '../proof.js';
import { isStage, setStage } from './stage.js';

/** @param {import('../app.js').App} app @param {(key: string) => boolean} board whether a key is one of the board's */
export function listen(app, board) {
  document.addEventListener('keydown', (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
    if (isTyping || event.ctrlKey || event.altKey || event.metaKey || /** @type {any} */ (document.getElementById('sheet')).open || document.querySelector('#menu:popover-open')) return;
    stopAutoplay(app);
    stopReplay(app);
    if (!app.view || app.isHome) return;
    const isButton = target.tagName === 'BUTTON' || target.tagName === 'A' || target.tagName === 'SUMMARY';
    if (isButton && (event.key === 'Enter' || event.key === ' ')) return;
    if (board(event.key) || act(app, event)) event.preventDefault();
  });
}

/** @param {import('../app.js').App} app @param {KeyboardEvent} event */
function act(app, event) {
  const { settings, thinker, tree } = app;
  switch (event.key.length === 1 ? event.key.toLowerCase() : event.key) {
    case 'Escape':
      if (isStage()) setStage(app, false);
      else if (app.premove) premove(app, '');
      else if (app.tree.mode !== 'setup') app.endPreview();
      break;
    case 'b': setStage(app); break;
    case 'g': if (app.board.proof) toggleProof(app); break;
    case 'z': void app.undo(); break;
    case 'y': void app.redo(); break;
    case 'h': void thinker.showHint(); break;
    case 'v': app.showValues(!app.showsValues); break;
    case 'a': app.set({ arrows: !settings.arrows }); break;
    case 't': void thinker.showThreat(); break;
    case 'f': flip(app); break;
    case 'l': thinker.toggle(); break;
    case 'c': void withLater(app, ({ sayClocks }) => sayClocks(app)); break;
    case 'm': void withLater(app, ({ nextMistake }) => nextMistake(app, event.shiftKey ? -1 : 1)); break;
    case '?': void withLater(app, ({ showSheet }) => showSheet(app, 'keys'), true); break;
    case '[': case 'ArrowLeft': if (tree.at.parent) app.goTo(tree.at.parent); break;
    case ']': case 'ArrowRight': {
      const next = tree.after();
      if (next) app.goTo(next);
      break;
    }
    case 'Home': case 'ArrowUp': app.goTo(tree.root); break;
    case 'End': case 'ArrowDown': app.goTo(tree.line().at(-1) || tree.root); break;
    default: return false;
  }
  return true;
}

// The panels beside or below the board, one for each tab; on wide screens, some stand in a third column.

import { at, button, h, hide, mark, oneStop, put, settle, when } from '../dom.js';
import { t } from '../words.js';

/** @typedef {import('../app.js').App} App */

/** Screens with a third column. */
const wide = matchMedia('(min-width: 1700px) and (min-height: 541px)');
/** Panels of the third column. */
const BESIDE = ['lines', 'book'];
/** Long panels without buttons, which get focus so that the keyboard can scroll them. */
const READ = ['book', 'rules'];

export class Tabs {
  /** @param {App} app @param {Record<string, HTMLElement[]>} parts what each panel holds, by the name of its tab */
  constructor(app, parts) {
    this.app = app;
    this.panels = Object.entries(parts).map(([name, list]) => ({ name, list, element: h('div', { class: 'panel', role: 'tabpanel', 'data-tab': name, tabindex: READ.includes(name) ? 0 : null }, list) }));
    this.element = h('div', { class: 'tabs', role: 'tablist' });
    oneStop(this.element);
    // Arrow keys select the tab that they focus.
    this.element.addEventListener('focusin', (/** @type {FocusEvent} */ event) => this.choose(/** @type {HTMLElement} */ (event.target).dataset.name || ''));
    wide.addEventListener('change', () => app.render());
  }

  /** @param {string[]} names of the panels that have something in them */
  draw(names) {
    const { element, panels } = this;
    const beside = wide.matches ? names.filter((name) => BESIDE.includes(name) || (name === 'library' && this.app.settings.library)) : [];
    const listed = names.filter((name) => !beside.includes(name));
    const chosen = [this.app.tree.tab, 'own', ...(this.app.isPuzzle ? ['book', 'lines'] : []), ...listed].find((name) => listed.includes(name)) || '';
    const [side, more] = [element.parentElement, at('more')];
    for (const { name, element: panel } of panels) {
      const host = beside.includes(name) ? more : side;
      if (host && panel.parentElement !== host) host.append(panel);
      mark(panel, 'aria-label', t(this.word(name)));
      hide(panel, name !== chosen && !beside.includes(name));
    }
    hide(more, !beside.length);
    mark(element, 'aria-label', t('panels'));
    hide(element, listed.length < 2);
    when(element, [listed, chosen, this.app.isPuzzle], () => {
      const had = element.contains(document.activeElement);
      put(element, listed.map((name) => button(t(this.word(name)), () => this.choose(name), { role: 'tab', 'data-name': name, 'aria-selected': name === chosen })));
      const now = /** @type {HTMLElement|null} */ (element.querySelector('[aria-selected=true]'));
      settle(element, now);
      if (had) now?.focus();
    });
  }

  /** Whether a panel is on view. @param {string} name */
  isShown(name) {
    return this.panels.some((panel) => panel.name === name && !!panel.element.parentElement && !panel.element.hidden);
  }

  /** @param {string} name */
  word(name) {
    return name === 'lines' && this.app.isPuzzle ? 'plan' : `tab.${name}`;
  }

  /** @param {string} name */
  choose(name) {
    if (!name || name === this.app.tree.tab) return;
    this.app.tree.tab = name;
    this.app.keep();
    this.app.draw();
  }
}

// On a narrow screen the panels are tabs, so that the board stays in sight.

import { button, h, hide, mark, put, when } from '../dom.js';
import { t } from '../words.js';

/** @typedef {import('../app.js').App} App */

export class Tabs {
  /** @param {App} app @param {Record<string, HTMLElement[]>} panels by the tab that they belong to */
  constructor(app, panels) {
    this.app = app;
    this.panels = panels;
    for (const [name, list] of Object.entries(panels)) for (const panel of list) panel.dataset.tab = name;
    this.element = h('div', { class: 'tabs', role: 'tablist', onkeydown: (/** @type {KeyboardEvent} */ event) => this.walk(event) });
    this.chosen = 'moves';
  }

  /** The tabs that have something in them. @param {string[]} empty */
  names(empty) {
    return Object.entries(this.panels).filter(([name, list]) => !empty.includes(name) && list.some((panel) => !panel.hidden && panel.firstChild)).map(([name]) => name);
  }

  draw() {
    const { app, element } = this;
    const names = app.tree.mode === 'setup' ? [] : this.names(app.showsValues || app.tree.mode === 'analyse' || app.isPuzzle ? [] : ['lines']);
    const chosen = names.includes(this.chosen) ? this.chosen : names[0] || '';
    const main = /** @type {HTMLElement} */ (element.closest('#main'));
    mark(main, 'data-tab', chosen);
    mark(element, 'aria-label', t('panels'));
    hide(element, names.length < 2);
    when(element, [names, chosen], () => {
      const had = element.contains(document.activeElement);
      put(element, names.map((name) => button(t(`tab.${name}`), () => this.choose(name), { role: 'tab', 'aria-selected': name === chosen, tabindex: name === chosen ? 0 : -1 })));
      if (had) /** @type {any} */ (element.querySelector('[aria-selected=true]'))?.focus();
    });
  }

  /** @param {string} name */
  choose(name) {
    this.chosen = name;
    this.draw();
  }

  /** Arrows go from tab to tab. @param {KeyboardEvent} event */
  walk(event) {
    const tabs = /** @type {HTMLElement[]} */ ([...this.element.children]);
    const at = tabs.indexOf(/** @type {HTMLElement} */ (event.target));
    const to = { ArrowLeft: tabs[at - 1], ArrowRight: tabs[at + 1], Home: tabs[0], End: tabs.at(-1) }[event.key];
    if (!(event.key in { ArrowLeft: 1, ArrowRight: 1, Home: 1, End: 1 })) return;
    event.preventDefault();
    event.stopPropagation();
    to?.click();
  }
}

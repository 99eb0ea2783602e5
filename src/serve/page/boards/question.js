// What a hero of a tower of many floors can choose beside his steps: the answers to who asks him something, which stand over the
// floor, and below it the shops that are open from afar, the tools, and the floors to fly to.

import { button, h, hide, mark, put, say, when } from '../dom.js';
import { t } from '../words.js';

/** A choice, as the engine has it. @typedef {{move: string, name: string, question: string, answers: string[], gold: number}} Choice */
/** Somebody who asks, with the choices that answer him. @typedef {{key: string, name: string, question: string, choices: Choice[]}} Asker */

/** Words of the directions, by the key of the step. @type {Record<string, string|undefined>} */
const SIDES = { U: 'step.w', L: 'step.a', D: 'step.s', R: 'step.d' };
/** The least height of the box, in parts of the floor's. */
const LEAST = 0.3;

/** A text of a tower without its marks of colour, place and speaker; what it would compute is left open. @param {string} text */
export const plainText = (text) => text.replace(/([\t\b\r\f]|\\[a-z])(\[[^\]]*\])?/g, ' ').replace(/\$\{[^}]*\}/g, '…').replace(/\s+/g, ' ').trim();

/** The answers of a choice, and what they cost, in words. @param {any} own @param {Choice} choice */
export function answerWords(own, { answers, gold }) {
  const said = answers.map((text) => plainText(text) || t('leaveShop'));
  const paid = gold - own.hero.gold;
  return said.join(t('comma')) + (paid ? t('paid', { n: paid > 0 ? `+${paid}` : `−${-paid}` }) : '');
}

/** Whether a choice takes off what is worn. @param {Choice} choice */
export const isOff = ({ move }) => move.startsWith('u');

/** Who asks. A shop that is open from afar is left out while somebody beside the hero asks the same. @param {Choice[]} choices @returns {Asker[]} */
export function askersOf(choices) {
  /** @type {Map<string, Asker>} */
  const all = new Map();
  for (const choice of choices) {
    const { move, name, question, answers } = choice;
    if (!answers.length) continue;
    const key = move.replace(/(?:[CP]\d+)+$/, '');
    // A shop from afar is left by closing it.
    if (isAfar({ key }) && !answers.some(plainText)) continue;
    const asker = all.get(key) || { key, name, question, choices: [] };
    asker.choices.push(choice);
    all.set(key, asker);
  }
  const same = (/** @type {Asker} */ one) => JSON.stringify(one.choices.filter(({ answers }) => answers.some(plainText)).map(({ answers, gold }) => [answers, gold]));
  const beside = new Set([...all.values()].filter((one) => !isAfar(one)).map(same));
  return [...all.values()].filter((one) => !isAfar(one) || !beside.has(same(one)));
}

/** @param {{key: string}} asker */
const isAfar = ({ key }) => key.startsWith('S');

export class Question {
  /** @param {import('../app.js').App} app */
  constructor(app) {
    this.app = app;
    /** The shop from afar that is asked, and where: a step leaves it. */
    this.asked = { key: '', at: '' };
    this.words = h('p', { class: 'asks-what', 'aria-live': 'polite' });
    this.answers = h('div', { class: 'switches' });
    this.box = h('div', { class: 'asks near', role: 'group', 'aria-label': t('answers'), hidden: true }, this.words, this.answers);
    this.tools = h('div', { class: 'switches tools', role: 'group', 'aria-label': t('beside') });
  }

  /** @param {any} view */
  draw({ own, verdict }) {
    const { app } = this;
    /** @type {Choice[]} */
    const choices = verdict.over ? [] : own.choices;
    const askers = askersOf(choices);
    const { floor, hero } = own;
    const at = [floor.id, hero.x, hero.y].join();
    if (this.asked.at !== at) this.asked = { key: '', at };
    // What is looked at is not answered.
    const asking = app.preview ? [] : askers.filter((one) => (isAfar(one) ? one.key === this.asked.key : !this.asked.key));
    hide(this.box, !asking.length);
    this.place(hero, floor.things.length);
    when(this.answers, [asking, hero.gold], () => {
      say(this.words, [...new Set(asking.map(({ name, question }) => (question ? t('answered', { what: name, answer: plainText(question) }) : name)))].join(' '));
      put(this.answers, asking.flatMap((one) => one.choices.map((choice) => button(label(own, one, choice, asking), () => void app.play(choice.move)))),
        this.asked.key ? button(t('close'), () => this.ask('')) : null);
    });
    // What can be used changes with every step: the floor keeps the room for it, once the hero has something.
    hide(this.tools, !own.items.some((/** @type {any} */ { id }) => !/Key$/.test(id)) && !choices.some(({ move, answers }) => isAfar({ key: move }) || !answers.length));
    when(this.tools, [choices, askers, this.asked.key], () => put(this.tools, this.list(choices, askers.filter(isAfar))));
  }

  /** Lays the box over the side of the floor where there is more room beyond the hero and who stands next to him. @param {{y: number}} hero @param {number} rows */
  place({ y }, rows) {
    const [above, below] = [y, rows - 1 - y];
    const room = Math.max(LEAST, (Math.max(above, below) - 1) / rows);
    mark(this.box, 'data-side', below < above ? 'top' : 'bottom');
    this.box.style.setProperty('max-height', `max(${Math.round(100 * room)}%, 8rem)`);
  }

  /** Asks a shop from afar, or none. @param {string} key */
  ask(key) {
    this.asked.key = key;
    this.app.render();
  }

  /** @param {Choice[]} choices @param {Asker[]} shops */
  list(choices, shops) {
    const play = (/** @type {string} */ move) => void this.app.play(move);
    const plain = choices.filter(({ answers }) => !answers.length);
    const flights = plain.filter(({ move }) => move.startsWith('F'));
    const isOne = (/** @type {string} */ name) => shops.filter((shop) => shop.name === name).length === 1;
    const floors = h('select', { 'aria-label': t('flyTo') }, flights.map(({ move, name }) => h('option', { value: move }, name)));
    return [
      shops.map(({ key, name }) => button(t('askShop', { what: isOne(name) ? name : `${name} ${key.slice(1).replace(':', '')}` }), () => this.ask(this.asked.key === key ? '' : key), { 'aria-expanded': this.asked.key === key })),
      plain.filter((one) => !flights.includes(one)).map((one) => button(t(isOff(one) ? 'takeOff' : 'useTool', { what: one.name }), () => play(one.move))),
      flights.length ? [floors, button(t('flyTo'), () => play(floors.value))] : null,
    ].flat(2);
  }
}

/** An answer, with the side on which it is given where several ask. @param {any} own @param {Asker} asker @param {Choice} choice @param {Asker[]} all */
function label(own, asker, choice, all) {
  const side = SIDES[asker.key];
  const words = answerWords(own, choice);
  return all.length > 1 && side ? t('answered', { what: t(side), answer: words }) : words;
}

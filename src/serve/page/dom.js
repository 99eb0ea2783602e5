// Makes DOM elements. Texts become text nodes, so that no name or comment of a game can turn into markup.

/** A description of an SVG element, created only when it is drawn. @typedef {{tag: string, properties: Record<string, any>|null, children: any[]}} Shape */
/** @typedef {Node|Shape|string|number|null|undefined|false} Child */

/**
 * An element of HTML. A property that begins with `on` is a listener, `style` an object, `true` an empty attribute.
 * @param {string} tag @param {Record<string, any>|null} [properties] @param {...(Child|Child[])} children
 * @returns {any}
 */
export function h(tag, properties, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/**
 * An element of SVG.
 * @param {string} tag @param {Record<string, any>|null} [properties] @param {...(Child|Child[])} children
 * @returns {any}
 */
export function s(tag, properties, ...children) {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', tag), properties, children);
}

/** @param {any} element @param {Record<string, any>|null|undefined} properties @param {any[]} children */
function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties || {})) {
    if (value === null || value === undefined || (value === false && !name.startsWith('aria-'))) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'style') for (const [key, part] of Object.entries(value)) element.style.setProperty(key, String(part));
    else if (name === 'value') element.value = value;
    else element.setAttribute(name, value === true && !name.startsWith('aria-') ? '' : String(value));
  }
  element.append(...real(children));
  return element;
}

/** Flattens children, drops empty ones and draws shapes. @param {any[]} children @returns {any[]} */
function real(children) {
  return children.flat(2).filter((child) => child !== null && child !== undefined && child !== false && child !== '').map((child) => (child.tag && child.children && !(child instanceof Node) ? drawn(child) : child));
}

/** Describes an SVG element. @param {string} tag @param {Record<string, any>|null} [properties] @param {...(Child|Child[])} children @returns {Shape} */
export function v(tag, properties = null, ...children) {
  return { tag, properties, children };
}

/** @param {Shape} shape */
const drawn = ({ tag, properties, children }) => s(tag, properties, ...children);

/** Replaces the children of an element. @param {Element} element @param {...(Child|Child[])} children */
export function put(element, ...children) {
  element.replaceChildren(...real(children));
}

/** Sets the text of an element, if it differs. @param {any} element @param {string} text */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Hides or shows an element. Setting an unchanged value would make the browser restyle it. @param {HTMLElement} element @param {boolean} isHidden */
export function hide(element, isHidden) {
  if (element.hidden !== isHidden) element.hidden = isHidden;
}

/** Sets an attribute, if it differs; null removes it. @param {Element} element @param {string} name @param {string|null} value */
export function mark(element, name, value) {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/** The shapes of each layer, as JSON. @type {WeakMap<Element, string[]>} */
const layers = new WeakMap();

/**
 * Replaces the shapes of a layer; unchanged ones stay. They keep
 * their listeners, so a listener may only depend on what the shape's description contains.
 * @param {Element} layer @param {...(Child|Child[])} children @returns {any[]} what stands there now
 */
export function redraw(layer, ...children) {
  const list = /** @type {(Shape|Element)[]} */ (children.flat(2).filter(Boolean));
  const before = layers.get(layer) || [];
  const now = list.map((shape) => (shape instanceof Element ? shape.outerHTML : JSON.stringify(shape)));
  now.forEach((key, index) => {
    if (key === before[index]) return;
    const old = layer.children[index];
    const shape = /** @type {Shape|Element} */ (list[index]);
    const fresh = shape instanceof Element ? shape : drawn(shape);
    if (old) old.replaceWith(fresh);
    else layer.append(fresh);
  });
  while (layer.children.length > list.length) layer.lastElementChild?.remove();
  layers.set(layer, now);
  return [...layer.children];
}

/** The shapes of unordered layers, by their JSON. @type {WeakMap<Element, Map<string, Element>>} */
const scattered = new WeakMap();

/** Replaces the shapes of a layer whose order does not matter; those already present stay. @param {Element} layer @param {(Shape|null)[]} shapes */
export function scatter(layer, shapes) {
  const before = scattered.get(layer) || new Map();
  const now = new Map();
  for (const shape of shapes) if (shape) now.set(JSON.stringify(shape), shape);
  for (const [key, element] of before) if (!now.has(key)) element.remove();
  for (const [key, shape] of now) {
    now.set(key, before.get(key) || drawn(shape));
    if (!before.has(key)) layer.append(now.get(key));
  }
  scattered.set(layer, now);
}

/** @type {WeakMap<Element, string>} */
const shown = new WeakMap();

/** Fills an element if its inputs have changed, so that focus and clicks are not lost. @param {Element} element @param {any[]} what @param {() => void} draw */
export function when(element, what, draw) {
  const key = JSON.stringify([document.documentElement.lang, ...what]);
  if (shown.get(element) === key) return;
  shown.set(element, key);
  draw();
}

/** The focusable buttons of an element. (Asking for their positions would force a layout.) @param {Element} host @returns {HTMLElement[]} */
const stopsOf = (host) => /** @type {HTMLElement[]} */ ([...host.querySelectorAll('button, [tabindex]')].filter((one) => !(/** @type {any} */ (one).disabled) && !one.closest('[hidden]')));

/** Makes one button of an element its only tab stop: the given one, else the previous one, else the first. @param {Element} host @param {Element|null} [stop] */
export function settle(host, stop = host.contains(document.activeElement) ? document.activeElement : null) {
  const list = stopsOf(host);
  const one = stop || list.find((button) => button.tabIndex === 0) || list[0];
  for (const button of list) if (button.tabIndex !== (button === one ? 0 : -1)) button.tabIndex = button === one ? 0 : -1;
}

/** @param {Element} one */
const nameOf = (one) => one.getAttribute('aria-label') || one.textContent;

/** What a button is about, where its name changes while that stays. @type {WeakMap<Element, object>} */
export const about = new WeakMap();

/**
 * Lets a press of the mouse count where the button is made anew before it is let go, as it is when an answer comes. After it nothing
 * has the focus, beside the board and in dialogs excepted: keys are the board's.
 */
export function keepPresses() {
  /** @type {Element|null} */
  let pressed = null;
  let isMouse = false;
  const buttonOf = (/** @type {any} */ one) => /** @type {HTMLButtonElement|null} */ (one?.closest?.('button'));
  addEventListener('pointerdown', ({ target, pointerType }) => {
    isMouse = pointerType === 'mouse';
    pressed = isMouse ? buttonOf(target) : null;
  }, true);
  addEventListener('pointerup', ({ target }) => {
    const now = buttonOf(target);
    if (!pressed || pressed.isConnected || !now) return;
    if (about.has(now) ? about.get(now) === about.get(pressed) : nameOf(now) === nameOf(pressed)) now.click();
  }, true);
  // Before the button is obeyed: a dialog would give the focus back to it.
  addEventListener('click', ({ target, detail }) => {
    const one = /** @type {HTMLElement|null} */ (/** @type {any} */ (target)?.closest?.('button, a'));
    if (detail && isMouse && one && !one.closest('dialog, [popover], #board')) one.blur();
  }, true);
}

/**
 * Draws something, and keeps the focus where it was: on the element, else on the one of its name, else on one beside it. Who
 * plays by keyboard would begin at the top of the page again when a button is made anew or can no longer be pressed. After a
 * press of the mouse nothing has the focus then, and keys are the board's.
 * @param {HTMLElement} host @param {() => void} draw @param {string} last a selector of what has the focus otherwise
 */
export function steady(host, draw, last) {
  const had = /** @type {HTMLButtonElement|null} */ (host.querySelector(':focus-visible'));
  const name = had && nameOf(had);
  /** @type {Element[]} */
  const around = [];
  for (let one = had?.parentElement; one && one !== host; one = one.parentElement) around.push(one);
  draw();
  if (!had || (had.isConnected && !had.disabled && !had.closest('[hidden]')) || ![document.body, had].includes(/** @type {any} */ (document.activeElement))) return;
  const all = stopsOf(host).filter((one) => one.tabIndex === 0);
  const near = around.find((one) => one.isConnected && all.some((stop) => one.contains(stop)));
  const next = all.find((one) => nameOf(one) === name) || all.find((one) => near?.contains(one)) || host.querySelector(last);
  /** @type {HTMLElement|null} */ (next)?.focus({ preventScroll: true });
}

/** Makes arrow keys move between the buttons of an element, as in a toolbar; `settle` sets its tab stop. @param {HTMLElement} host */
export function oneStop(host) {
  host.addEventListener('keydown', (event) => {
    const list = stopsOf(host);
    const at = list.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const to = /** @type {Record<string, number>} */ ({ ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: list.length - 1 })[event.key];
    if (at < 0 || to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const next = list[to];
    if (!next) return;
    settle(host, next);
    next.focus();
  });
}

/** The element with an id. @param {string} id @returns {any} */
export function at(id) {
  return document.getElementById(id);
}

/** Draws a symbol in a box. @param {string} name @param {number} x @param {number} y @param {number} width @param {number} [height] @param {Record<string, any>} [more] */
export function symbol(name, x, y, width, height = width, more = {}) {
  return v('use', { href: `#${name}`, x, y, width, height, ...more });
}

/** An icon, hidden from screen readers. @param {string} name */
export function icon(name) {
  return s('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, v('use', { href: `#i-${name}` }));
}

/** Whether the system asks for reduced motion. */
export function isStill() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** A button. @param {Child|Child[]} text @param {(event: MouseEvent) => void} press @param {Record<string, any>} [more] */
export function button(text, press, more = {}) {
  return h('button', { type: 'button', onclick: press, ...more }, text);
}

/**
 * A button with an icon and a label, which narrow screens show to screen readers only.
 * @param {string} name of the icon @param {string} word @param {() => void} press @param {Record<string, any>} [more]
 */
export function tool(name, word, press, more = {}) {
  const made = button('', press, { 'aria-label': word, title: more.key ? `${word} (${more.key})` : word, ...more, key: null });
  put(made, icon(name), h('span', { class: 'word', 'aria-hidden': 'true' }, word));
  return made;
}

/** Offers bytes as a download. @param {Uint8Array} bytes @param {string} name */
export function offer(bytes, name) {
  const url = URL.createObjectURL(new Blob([/** @type {any} */ (bytes)], { type: 'application/octet-stream' }));
  const link = h('a', { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

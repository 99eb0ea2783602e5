// The mouse wheel and swipes step through the moves.

/** Wheel movement per move, CSS pixels. */
const NOTCH = 40;
/** Swipe distance per move, CSS pixels. */
const SWIPE = 60;

/** @param {import('../app.js').App} app @param {HTMLElement} board */
export function listenToLeafing(app, board) {
  let turned = 0;
  const go = (/** @type {number} */ way) => {
    const place = way > 0 ? app.tree.after() : app.tree.at.parent;
    if (place && app.tree.mode !== 'setup') app.goTo(place);
  };
  board.addEventListener('wheel', (event) => {
    if (event.ctrlKey || !app.view || !app.tree.line().length) return;
    event.preventDefault();
    turned = Math.sign(turned) === Math.sign(event.deltaY) ? turned + event.deltaY : event.deltaY;
    if (Math.abs(turned) < NOTCH) return;
    go(turned);
    turned = 0;
  }, { passive: false });
  /** @type {Touch|null} */
  let start = null;
  board.addEventListener('touchstart', (event) => {
    const target = /** @type {Element} */ (event.target);
    // Not on pieces that can be dragged, nor on what scrolls sideways.
    start = event.touches.length === 1 && !target.closest('[data-pick], .row, input') ? event.touches[0] || null : null;
  }, { passive: true });
  board.addEventListener('touchend', (event) => {
    const end = event.changedTouches[0];
    if (!start || !end) return;
    const [dx, dy] = [end.clientX - start.clientX, end.clientY - start.clientY];
    start = null;
    if (Math.abs(dx) >= SWIPE && Math.abs(dy) < SWIPE / 2) go(-dx);
  }, { passive: true });
}

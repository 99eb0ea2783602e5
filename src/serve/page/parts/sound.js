// Clicks of wood, made by the browser; off until wanted.

/** @type {AudioContext|null} */
let audio = null;

/** @param {number} pitch @param {number} [loud] */
function click(pitch, loud = 0.25) {
  audio ??= new AudioContext();
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(pitch, audio.currentTime);
  tone.frequency.exponentialRampToValueAtTime(pitch / 3, audio.currentTime + 0.08);
  volume.gain.setValueAtTime(loud, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.1);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.12);
}

/** @param {import('../app.js').App} app @param {any} before @param {any} view @param {string[]} moves */
export function sounds(app, before, view, moves) {
  if (!app.settings.sound || !moves.length) return;
  // Rows are texts in some games and lists in others.
  const pieces = (/** @type {any} */ shown) => ([shown?.own.ranks, shown?.own.board].find(Array.isArray) || []).flatMap((/** @type {any} */ row) => [...row]).filter((/** @type {string} */ cell) => cell && cell !== '.').length;
  if (view.verdict.over) click(660, 0.35);
  else if (view.own.check) click(880);
  else click(before && pieces(view) < pieces(before) ? 200 : 320);
}

// The position in the address, after `#`, so that it never leaves the browser: #GAME/BASE/MOVE.MOVE…

/** @param {string} game @param {string} base @param {string[]} moves */
export function write(game, base, moves) {
  const start = base === 'startpos' ? '' : encodeURIComponent(base.replace(/^fen /, '')).replaceAll('%20', '+');
  const tail = moves.length ? `/${start}/${moves.map(encodeURIComponent).join('.')}` : start ? `/${start}` : '';
  // A very long game is kept by the browser all the same.
  const hash = `#${game}${tail}`;
  if (hash.length < 8000 && location.hash !== hash) history.replaceState(null, '', hash);
}

/** @param {string} hash @returns {{game: string, base: string, moves: string[]}|null} */
export function read(hash) {
  const [game, start = '', moves = ''] = hash.replace(/^#/, '').split('/');
  if (!game) return null;
  try {
    const text = decodeURIComponent(start.replaceAll('+', '%20')).trim();
    // Digits are the columns of four in a row.
    const isDigits = game === 'cfour' && /^[1-9]+$/.test(text);
    const list = moves ? moves.split('.').map(decodeURIComponent) : [];
    return { game, base: !text || isDigits ? 'startpos' : `fen ${text}`, moves: isDigits ? [...text, ...list] : list };
  } catch {
    return { game, base: 'startpos', moves: [] };
  }
}

// The board of xiangqi. `points.js` draws it.

import { button, h, s, symbol, v } from '../dom.js';
import { arrow } from '../parts/arrows.js';
import { letterAt, pieceKind, pieceName, point, withRanks } from './pieces.js';
import { Points } from './points.js';
import { Board } from './board.js';
import { t } from '../words.js';

/** @type {Record<string, Record<string, string>>} */
const WORDS = {
  en: {
    'game.xiangqi': 'Xiangqi', 'xiangqi.first': 'Red', 'xiangqi.second': 'Black', 'code.mate': 'checkmate', 'code.stalemate': 'no move left',
    'code.perpetual-check': 'perpetual check', 'code.perpetual-chase': 'perpetual chase', 'code.repetition': 'the position stood three times',
    'code.move-count': 'sixty moves without a capture', 'code.material': 'neither side can cross the river', moved: '{kind} {from}-{to}',
    took: '{kind} {from}-{to}, takes {taken}', 'kind.general': 'general', 'kind.advisor': 'advisor', 'kind.elephant': 'elephant', 'kind.horse': 'horse',
    'kind.rook': 'rook', 'kind.cannon': 'cannon', 'kind.pawn': 'pawn', 'piece.red.general': 'red general', 'piece.red.advisor': 'red advisor',
    'piece.red.elephant': 'red elephant', 'piece.red.horse': 'red horse', 'piece.red.rook': 'red rook', 'piece.red.cannon': 'red cannon', 'piece.red.pawn': 'red pawn',
    'piece.black.general': 'black general', 'piece.black.advisor': 'black advisor', 'piece.black.elephant': 'black elephant', 'piece.black.horse': 'black horse',
    'piece.black.rook': 'black rook', 'piece.black.cannon': 'black cannon', 'piece.black.pawn': 'black pawn', 'board.xiangqi': 'Xiangqi board', target: 'can move here',
    noMove: 'The piece on {at} has no legal move.', notation: 'Moves', coordinates: 'Edges', 'xiangqi.example': 'C2=5, h2e2', 'xiangqi.invite': 'Chinese chess against the engine, at your level.',
    sideToMove: 'To move', clear: 'Clear',
  },
  zh: {
    'game.xiangqi': '象棋', 'xiangqi.first': '红方', 'xiangqi.second': '黑方', 'code.mate': '将死', 'code.stalemate': '困毙', 'code.perpetual-check': '长将',
    'code.perpetual-chase': '长捉', 'code.repetition': '局面重复三次', 'code.move-count': '六十回合无吃子', 'code.material': '双方均无过河子力', moved: '{kind} {from}-{to}',
    took: '{kind} {from}-{to}，吃{taken}', 'kind.general': '将帅', 'kind.advisor': '士', 'kind.elephant': '象', 'kind.horse': '马', 'kind.rook': '车', 'kind.cannon': '炮',
    'kind.pawn': '兵卒', 'piece.red.general': '红帅', 'piece.red.advisor': '红仕', 'piece.red.elephant': '红相', 'piece.red.horse': '红马', 'piece.red.rook': '红车',
    'piece.red.cannon': '红炮', 'piece.red.pawn': '红兵', 'piece.black.general': '黑将', 'piece.black.advisor': '黑士', 'piece.black.elephant': '黑象', 'piece.black.horse': '黑马',
    'piece.black.rook': '黑车', 'piece.black.cannon': '黑炮', 'piece.black.pawn': '黑卒', 'board.xiangqi': '象棋棋盘', target: '可走到此处', noMove: '{at} 的棋子无棋可走。',
    notation: '记谱', coordinates: '坐标', 'xiangqi.example': '炮二平五', 'xiangqi.invite': '与引擎下象棋，级别由你定。', sideToMove: '先走', clear: '清空',
  },
};

/** @typedef {import('../app.js').App} App */

/** A FEN, possibly after `position fen`. */
const POSITION = /^(position )?(fen )?[a-z\d]+(\/[a-z\d]+){9}( \S+)*$/i;

export class Xiangqi extends Board {
  name = 'xiangqi';
  words = WORDS;
  isFlippable = true;
  hasArrows = true;
  warnsOfRepetition = true;
  hintsFromValues = false;
  valueBounds = 'depth 10 movetime 3000';
  hasEndings = true;
  // The endgame tables answer at depth 1, if they know the position.
  proofBounds = 'depth 1';

  /** @param {App} app @param {HTMLElement} host */
  open(app, host) {
    return new Points(app, host);
  }

  /** @param {any} view @param {string} move */
  describe({ own }, move) {
    const [from, to] = [move.slice(0, 2), move.slice(2, 4)];
    const [letter, taken] = [letterAt(own, from), letterAt(own, to)];
    const kind = t(`kind.${pieceKind(letter)}`);
    return taken === '.' ? t('moved', { kind, from, to }) : t('took', { kind, from, to, taken: pieceName(taken) });
  }

  /** @param {import('../tree.js').Names} names @param {App['settings']} settings */
  spell(names, { notation }) {
    return (notation === 'chinese' ? names.chinese : notation === 'wxf' ? names.wxf : '') || names.move;
  }

  /** @param {import('../tree.js').Names} names @param {App['settings']} settings */
  tell(names, settings) {
    return this.spell(names, settings);
  }

  /** @param {App['settings']} settings */
  notation({ notation }) {
    return ['chinese', 'wxf'].includes(notation) ? notation : 'iccs';
  }

  /** @param {any} view @param {string} text */
  sketch(view, text) {
    if (!/^[\w/]+\/[\w/]+( |$)/.test(text)) return null;
    const ranks = text.split(' ')[0].split('/').map((rank) => rank.replace(/\d/g, (digit) => '.'.repeat(Number(digit))).padEnd(9, '.').slice(0, 9));
    while (ranks.length < 10) ranks.push('.........');
    return { ...view, history: [], moves: [], key: text, own: { ...view.own, ranks: ranks.slice(0, 10), check: false } };
  }

  /** @param {import('./board.js').Edit} edit @param {string} at @param {string} chosen */
  async place({ view, text }, at, chosen) {
    return withRanks(view, text(), (ranks) => {
      const [column, row] = point(at);
      ranks[row][column] = chosen === '' || chosen === ranks[row][column] ? '.' : chosen;
    });
  }

  pieces() {
    return [...'KABNRCPkabnrcp'].map((letter) => ({ what: letter, name: pieceName(letter), art: `x-${letter}` }));
  }

  /** @param {import('./board.js').Edit} edit */
  fields(edit) {
    const side = edit.text().split(' ')[1];
    return [
      h('label', null, t('sideToMove'), ' ', h('select', { onchange: (/** @type {any} */ event) => edit.change(edit.text().replace(/ \w/, ` ${event.target.value}`)) },
        h('option', { value: 'w', selected: side !== 'b' }, t('xiangqi.first')), h('option', { value: 'b', selected: side === 'b' }, t('xiangqi.second')))),
      button(t('clear'), () => edit.change('3k5/9/9/9/9/9/9/9/9/4K4 w')),
    ];
  }

  /** @param {any} view @param {{played?: string, better?: string}} [moves] */
  picture({ own }, { played = '', better = '' } = {}) {
    const middle = (/** @type {string} */ name) => {
      const [column, row] = point(name);
      return /** @type {[number, number]} */ ([58 + column * 60, 58 + row * 60]);
    };
    const pieces = own.ranks.flatMap((/** @type {string} */ rank, /** @type {number} */ row) => [...rank].map((letter, column) =>
      letter !== '.' && symbol(`x-${letter}`, 28 + column * 60, 28 + row * 60, 60)));
    const way = (/** @type {string} */ move) => [middle(move.slice(0, 2)), middle(move.slice(2, 4))];
    return s('svg', { viewBox: '0 0 596 656', class: 'picture', 'aria-hidden': 'true' }, v('rect', { width: 596, height: 656, rx: 10, class: 'paper' }), symbol('x-board', 0, 0, 596, 656), pieces,
      better && better !== played && arrow(way(better), { width: 14, kind: 'better', chip: '!' }), played && arrow(way(played), { width: 14, kind: 'played', chip: '?' }));
  }

  /** @param {string} text */
  isPosition(text) {
    return POSITION.test(text.trim());
  }

  /** @param {App['settings']} settings */
  format(settings) {
    return { chinese: 'pgn-chinese', wxf: 'pgn-wxf' }[settings.notation] || 'pgn';
  }

  /** @param {App} app @returns {import('./board.js').Choice[]} */
  choices(app) {
    const { notation, coordinates } = app.settings;
    return [
      { label: t('notation'), options: [['wxf', 'WXF'], ['chinese', '中文'], ['iccs', 'ICCS']], value: notation, change: (chosen) => {
        app.set({ notation: chosen, usual: false });
        void app.sync();
      } },
      { label: t('coordinates'), options: [['shown', t('shown')], ['none', t('none')]], value: coordinates === 'none' ? 'none' : 'shown', change: (chosen) => app.set({ coordinates: chosen }) },
      { label: t('pieceSet'), options: [['hanzi', t('set.hanzi')], ['pictures', t('set.pictures')]], value: app.settings.pieces, change: (chosen) => app.set({ pieces: chosen }) },
      { label: t('boardLook'), options: ['wood', 'paper', 'slate'].map((look) => [look, t(`board.${look}`)]), value: app.settings.board, change: (chosen) => app.set({ board: chosen }) },
    ];
  }
}

// Every part of the package as a user with types calls it; `tsc --strict` reads it, nothing runs it.

import { Board, Engine, draw, games, parseGame, solve, values, writeGame, type Format, type Game, type Notation, type Outcome } from 'meihua';

import type { MeihuaBoard, Step } from 'meihua/element.js';

export function viewed(board: MeihuaBoard): Promise<Step> {
  board.goTo(2);
  board.play('C2=5');
  board.ply = 1;
  document.querySelector('meihua-board')?.goTo(board.ply);
  return new Promise((done) => board.addEventListener('step', (event) => done((event as CustomEvent<Step>).detail)));
}

export async function everything(): Promise<string> {
  const all: Game[] = await games();
  const notation: Notation = 'chinese';
  const format: Format = 'xqf';
  const board: Board = await Board.fromFen('', all[0]);
  const moves: string[] = board.push(board.legalMoves()[0] ?? '').legalMoves();
  const outcome: Outcome | null = board.outcome();
  const name: string | null = board.moveName(moves[0] ?? '', notation);
  const leaves: number = board.perft(2) + board.undo();
  const engine = new Engine();
  engine.position('startpos', moves);
  const { best, ponder, lines } = await engine.go('depth 3');
  for await (const line of engine) if (line === outcome?.code) engine.quit();
  const { plan, value, score } = await solve('river', '', { movetime: 100 });
  const puzzle: Board = await Board.fromPddl('', '');
  const worth: number | null | undefined = (await values('plan', puzzle.fen))['a']?.value;
  const mate: number | undefined = score && 'mate' in score ? score.mate : undefined;
  const parsed = await parseGame(new Uint8Array([1, 2]));
  const bytes: Uint8Array = await writeGame(parsed.games[0] ?? { game: '', start: '', moves: [] }, format);
  const own: Board = await Board.start('mine', { variants: '[mine:chess]' });
  await engine.game('mine', { variants: own.fen });
  // @ts-expect-error there is no such game
  await Board.start('go');
  return [name, leaves, best, ponder, lines.length, plan.length, value, mate, worth, bytes.length, await draw(board.fen, { flip: true })].join(' ');
}

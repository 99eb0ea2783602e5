import type { Outcome } from './index.js';

/** What the event `step` tells in its `detail`. */
export interface Step {
  /** How many moves lead to the position. */
  ply: number;
  /** The last of them in wire notation, or null at the start. */
  move: string | null;
  /** The position as text. */
  fen: string;
  /** How the game ended there, or null. */
  outcome: Outcome | null;
}

/**
 * The element `<meihua-board>`: a viewer of a position or a saved game. Its text is a saved game in any format; without
 * one, the attributes `game`, `fen` and `moves` name it. `ply` is the position to show, `flip` turns a xiangqi board,
 * `notation` is `wxf` (default), `chinese`, `iccs` or `wire`. It sends `step` at each step and `fault` if it cannot
 * read what it is given, or play a move of it.
 */
export class MeihuaBoard extends HTMLElement {
  /** How many moves lead to the position that is shown. Setting it sets the attribute. */
  ply: number;
  /** The position that is shown, as text. Setting it sets the attribute. */
  fen: string;
  /** Goes to a position of the line that is shown, by the number of moves that lead to it. */
  goTo(ply: number): void;
  /** Plays a move in any notation, as a variation if the game goes on in another way. @throws if it is illegal, or no board is there yet */
  play(move: string): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'meihua-board': MeihuaBoard;
  }
}

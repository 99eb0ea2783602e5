//! Xiangqi (Chinese chess): rules, position text, moves, evaluation, notation.

//! Positions as text: FEN with hands, walls (`*`) and promoted pieces (`+`, `~`), as Fairy-Stockfish writes them.

use crate::betza::Mode;
use crate::bits::Bits;
use crate::catalogue::Label;
use crate::compiled::Compiled;
use crate::make::fresh;
use crate::moves::TURN;
use crate::pieces::{KING, PAWN, one};
use crate::position::{Cell, Piece, Position, kind_of, piece, side_of};
use crate::rules::{Limit, Rules};
use meihua_contracts::sentence;
use meihua_contracts::sentence::Sentence;
use meihua_contracts::text::PositionError;
use std::iter::Peekable;
use std::str::Chars;
use std::sync::Arc;

/// Whether the start position of some rules can be played.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn check(rules: &Rules) -> Result<(), Sentence> {
    let game = Arc::new(Compiled::new(rules.clone()));
    Position::read(game, Label::NONE, &rules.start).map(drop).map_err(|error| Sentence::from(&error))
}

impl Compiled {
    /// The piece of a letter: upper case is White.
    fn piece_of(&self, letter: char) -> Option<Piece> {
        let kind = self.rules.kind_of(letter)?;
        Some(piece(usize::from(letter.is_ascii_lowercase()), kind))
    }

    /// The letter of a piece.
    pub(crate) fn letter(&self, piece: Piece) -> char {
        let letter = self.rules.letters[usize::from(kind_of(piece))];
        if side_of(piece) == 0 { letter.to_ascii_uppercase() } else { letter }
    }

    /// The name of a square.
    pub(crate) fn square_name(square: u8) -> String {
        format!("{}{}", char::from(b'a' + square % 16), square / 16 + 1)
    }

    /// The square of a name.
    pub(crate) fn square(&self, name: &str) -> Option<u8> {
        let mut letters = name.chars();
        let file = letters.next().filter(|letter| ('a'..='p').contains(letter))? as i32 - 'a' as i32;
        let rank: i32 = letters.as_str().parse().ok()?;
        let inside = file < self.rules.files && (1..=self.rules.ranks).contains(&rank);
        inside.then_some((16 * (rank - 1) + file) as u8)
    }
}

fn impossible<T>(why: &'static str) -> Result<T, PositionError> {
    Err(PositionError::impossible(why))
}

impl Position {
    /// Reads a position.
    ///
    /// # Errors
    /// What cannot be read, or why the position cannot be played.
    pub(crate) fn read(game: Arc<Compiled>, label: Label, fen: &str) -> Result<Position, PositionError> {
        let mut position = Position::empty(game, label);
        let mut words = fen.split_whitespace();
        let placement = words.next().unwrap_or("");
        let (board, hands) = placement.split_once('[').map_or((placement, None), |(board, hands)| (board, Some(hands)));
        position.read_board(board)?;
        if let Some(hands) = hands {
            position.read_hands(hands)?;
        }
        match words.next() {
            None | Some("w") => (),
            Some("b") => {
                position.state.side = 1;
                position.toggle(TURN);
            }
            Some(other) => return Err(PositionError::syntax("side to move", other, "w or b")),
        }
        let mut words: Vec<&str> = words.collect();
        // Castling and en passant may be left out together.
        if words.first().is_some_and(|word| !word.starts_with(|letter: char| letter.is_ascii_digit())) {
            position.read_rights(words.remove(0))?;
            position.read_passant(&mut words)?;
        }
        position.read_counts(&words)?;
        position.settle();
        position.playable()?;
        Ok(position)
    }

    fn read_board(&mut self, text: &str) -> Result<(), PositionError> {
        let (files, ranks) = (self.game.rules.files, self.game.rules.ranks);
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != ranks as usize {
            return Err(PositionError::syntax("board", text, sentence!("{} ranks between slashes", ranks)));
        }
        for (row, rank) in rows.into_iter().zip((0..ranks).rev()) {
            let wrong = || PositionError::syntax(sentence!("rank {}", rank + 1), row, sentence!("{} files", files));
            let (mut file, mut letters) = (0, row.chars().peekable());
            while let Some(letter) = letters.next() {
                if let Some(digit) = letter.to_digit(10) {
                    let more = letters.next_if(char::is_ascii_digit).and_then(|next| next.to_digit(10));
                    file += more.map_or(digit, |next| 10 * digit + next) as i32;
                    continue;
                }
                if file >= files {
                    return Err(wrong());
                }
                let square = (16 * rank + file) as u8;
                if letter == '*' {
                    self.set_walls(self.state.walls.with(square));
                } else {
                    let letters_known = self.game.rules.letters_of(self.game.kinds);
                    let cell = self.read_piece(letter, &mut letters).ok_or_else(|| {
                        let expected = match letters_known.as_str() {
                            "" => "digits and *, as the game has no pieces yet".into(),
                            known => sentence!("the letters {}, digits, * and +", known.to_owned()),
                        };
                        PositionError::syntax(sentence!("rank {}", rank + 1), row, expected)
                    })?;
                    self.put(square, cell);
                }
                file += 1;
            }
            if file != files {
                return Err(wrong());
            }
        }
        Ok(())
    }

    fn read_piece(&self, letter: char, letters: &mut Peekable<Chars<'_>>) -> Option<Cell> {
        if letter == '+' {
            let origin = self.game.piece_of(letters.next()?)?;
            let kind = self.game.rules.promoted[usize::from(kind_of(origin))];
            return (kind != 0).then_some(Cell { piece: piece(side_of(origin), kind), origin, is_promoted: true });
        }
        let cell = fresh(self.game.piece_of(letter)?);
        Some(Cell { is_promoted: letters.next_if_eq(&'~').is_some(), ..cell })
    }

    fn read_hands(&mut self, text: &str) -> Result<(), PositionError> {
        let inner = text.strip_suffix(']').ok_or_else(|| PositionError::syntax("hands", text, "a ] at the end"))?;
        for letter in inner.chars().filter(|&letter| letter != '-') {
            let Some(piece) = self.game.piece_of(letter) else {
                let expected = sentence!("the letters {}", self.game.rules.letters_of(self.game.kinds));
                return Err(PositionError::syntax("hands", inner, expected));
            };
            let (side, kind) = (side_of(piece), kind_of(piece));
            if self.in_hand(side, kind) == 255 {
                return impossible("more than 255 pieces of a kind in hand");
            }
            self.hold(side, kind, 1);
        }
        Ok(())
    }

    fn read_rights(&mut self, word: &str) -> Result<(), PositionError> {
        let rules = &self.game.rules;
        if !rules.castling {
            return Ok(());
        }
        let (files, ranks) = (rules.files, rules.ranks);
        for letter in word.chars().filter(|&letter| letter != '-') {
            let side = usize::from(letter.is_ascii_lowercase());
            let rules = &self.game.rules;
            let rank = if side == 0 { rules.castling_rank } else { ranks - 1 - rules.castling_rank };
            if rank >= ranks {
                return impossible("castlingRank is not on the board");
            }
            let at = |file: i32| (16 * rank + file) as u8;
            let is_rook = |file: &i32| self.is_one_of(at(*file), side, rules.castling_rooks[side]);
            let rook = match letter.to_ascii_uppercase() {
                'K' => (0..=rules.castling_rook_files[0].min(files - 1)).rev().find(is_rook),
                'Q' => (rules.castling_rook_files[1]..files).find(is_rook),
                file @ 'A'..='P' => Some(file as i32 - 'A' as i32).filter(|&file| file < files),
                _ => return Err(PositionError::syntax("castling", word, "letters of K, Q, k and q, or -")),
            };
            if self.state.castling_king[side].is_none() {
                let kings = self.of(side, rules.castling_king[side]) & Bits::rank(rank);
                let home = at(rules.castling_king_file.min(files - 1));
                let king = if kings.count() == 1 { kings.first() } else { Some(home) };
                self.state.castling_king[side] = king.filter(|&king| kings.has(king));
            }
            if let Some(rook) =
                rook.filter(|file| self.is_one_of(at(*file), side, self.game.rules.castling_rooks[side]))
            {
                self.add_right(side, at(rook));
            }
        }
        Ok(())
    }

    /// Reads the squares of en passant captures, or the limit of a count.
    fn read_passant(&mut self, words: &mut Vec<&str>) -> Result<(), PositionError> {
        if words.is_empty() {
            return Ok(());
        }
        let word = words.remove(0);
        if word.starts_with(|letter: char| letter.is_ascii_digit()) {
            if self.game.rules.limit != Limit::None {
                self.state.count_limit = number("limit of the count", word)?;
            }
            return Ok(());
        }
        let mut squares = Bits::NONE;
        let starts = word.char_indices().filter(|(_, letter)| letter.is_ascii_lowercase()).map(|(index, _)| index);
        let starts: Vec<usize> = starts.chain([word.len()]).collect();
        for pair in starts.windows(2).filter(|_| word != "-") {
            let name = word.get(pair[0]..pair[1]).unwrap_or("");
            let square = self.game.square(name);
            squares.add(square.ok_or_else(|| PositionError::syntax("en passant", word, "squares of the board, or -"))?);
        }
        let us = self.us();
        let pawns = one(PAWN);
        let chess = self.game.rules.passant_kinds[us] & !pawns == 0 && self.game.rules.kinds() & pawns != 0;
        let fits = |&square: &u8| {
            let reach = self.reach(1 - us, PAWN, square, self.occupied(), Mode::Capture);
            let next = self.game.ahead(1 - us, square);
            let victims = next.into_iter().chain(next.and_then(|next| self.game.ahead(1 - us, next)));
            let behind = self.game.ahead(us, square);
            reach.meets(self.of(us, PAWN))
                && victims.into_iter().any(|victim| self.of(1 - us, PAWN).has(victim))
                && !self.men().has(square)
                && !behind.is_some_and(|behind| self.men().has(behind))
        };
        squares &= self.game.rules.passant_region[us];
        let squares: Bits = if chess { squares.filter(fits).collect() } else { squares };
        self.set_passant(squares);
        Ok(())
    }

    /// Reads checks left, halfmove clock and move number; all may be missing.
    fn read_counts(&mut self, words: &[&str]) -> Result<(), PositionError> {
        let counting = self.game.rules.check_counting;
        if counting {
            (0..2).for_each(|side| self.set_checks(side, 1));
        }
        let (checks, counts): (Vec<&str>, Vec<&str>) = words.iter().partition(|word| word.contains('+'));
        if let Some(word) = checks.first().filter(|_| counting) {
            // Lichess counts the checks given: +0+0.
            let (given, word) = word.strip_prefix('+').map_or((false, *word), |word| (true, word));
            let wrong = || PositionError::syntax("checks", word, "the checks left of either side: 3+3");
            let (white, black) = word.split_once('+').ok_or_else(wrong)?;
            for (side, count) in [white, black].into_iter().enumerate() {
                let count: u8 = count.parse().ok().filter(|&count| count < 10).ok_or_else(wrong)?;
                self.set_checks(side, if given { 3_u8.saturating_sub(count) } else { count });
            }
        }
        if let Some(word) = checks.get(1).or(counts.get(2)) {
            return Err(PositionError::syntax("end", word, "nothing after the halfmove clock and the move number"));
        }
        let clock = counts.first().map_or(Ok(0), |word| number("halfmove clock", word))?;
        let full = counts.get(1).map_or(Ok(0), |word| number("move number", word))?;
        let state = &mut self.state;
        state.ply = 2 * full.saturating_sub(1) + u32::from(state.side);
        state.quiet_plies = if state.count_limit > 0 { 0 } else { clock };
        state.counted = if state.count_limit > 0 { clock } else { 0 };
        Ok(())
    }

    fn playable(&self) -> Result<(), PositionError> {
        let (us, them) = (self.us(), 1 - self.us());
        if (0..2).any(|side| self.count_with_hand(side, KING) > 1) {
            return impossible("a side has more than one king; `commoner` can be had many times");
        }
        let begins_with_king = |side| {
            let letter = self.game.letter(piece(side, KING));
            self.game.kinds & one(KING) != 0
                && self.game.rules.start.split(['[', ' ']).next().is_some_and(|board| board.contains(letter))
        };
        if (0..2).any(|side| self.count_with_hand(side, KING) == 0 && begins_with_king(side)) {
            return impossible("a side has no king");
        }
        let can_take_king = self.king(them).is_some_and(|king| self.is_attacked(king, us, self.occupied()));
        if can_take_king {
            return impossible("the side to move could capture the king");
        }
        let misplaced = self.men().find(|&square| {
            let piece = self.piece(square);
            kind_of(piece) == KING && !self.area(side_of(piece), KING).has(square)
        });
        misplaced.map_or(Ok(()), |_| impossible("a king is outside the squares that it may go to"))
    }

    /// The position as text.
    pub(crate) fn fen_text(&self) -> String {
        let rules = &self.game.rules;
        let mut text = self.board_text();
        if rules.drops && !rules.free_drops {
            text.push('[');
            for side in 0..2 {
                for kind in self.game.list.iter().rev() {
                    let letter = self.game.letter(piece(side, *kind));
                    (0..self.in_hand(side, *kind)).for_each(|_| text.push(letter));
                }
            }
            text.push(']');
        }
        text.push_str(if self.state.side == 0 { " w " } else { " b " });
        let rights: String =
            "KQkq".chars().zip(self.state.castling).filter(|(_, right)| *right).map(|(letter, _)| letter).collect();
        text.push_str(if rights.is_empty() { "-" } else { &rights });
        text.push(' ');
        let passant: String = self.state.passant.map(Compiled::square_name).collect();
        if self.state.count_limit > 0 {
            text.push_str(&self.state.count_limit.to_string());
        } else {
            text.push_str(if passant.is_empty() { "-" } else { &passant });
        }
        if rules.check_counting {
            text.push_str(&format!(" {}+{}", self.state.checks_left[0], self.state.checks_left[1]));
        }
        let clock = if self.state.count_limit > 0 { self.state.counted } else { self.state.quiet_plies };
        format!("{text} {clock} {}", self.state.ply / 2 + 1)
    }

    fn board_text(&self) -> String {
        let rules = &self.game.rules;
        let shows_promoted = rules.captures_to_hand && !rules.drop_loop;
        let mut text = String::new();
        for rank in (0..rules.ranks).rev() {
            let mut empty = 0;
            for file in 0..rules.files {
                let square = (16 * rank + file) as u8;
                let cell = self.cell(square);
                if cell.piece == 0 && !self.state.walls.has(square) {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    text.push_str(&empty.to_string());
                    empty = 0;
                }
                match cell {
                    Cell { piece: 0, .. } => text.push('*'),
                    Cell { origin: 0, piece, is_promoted } => {
                        text.push(self.game.letter(piece));
                        if shows_promoted && is_promoted {
                            text.push('~');
                        }
                    }
                    Cell { origin, .. } => {
                        text.push('+');
                        text.push(self.game.letter(origin));
                    }
                }
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
            }
            if rank > 0 {
                text.push('/');
            }
        }
        text
    }
}

fn number(field: &'static str, word: &str) -> Result<u32, PositionError> {
    word.parse()
        .ok()
        .filter(|&number| number < 100_000)
        .ok_or_else(|| PositionError::syntax(field, word, "a number below 100000"))
}

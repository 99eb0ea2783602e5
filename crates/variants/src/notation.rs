//! The names of moves: those of the protocol, and the standard algebraic notation of chess.

use crate::betza::Mode;
use crate::compiled::Compiled;
use crate::moves::{Deed, Landing, Move};
use crate::pieces::{Kind, PAWN, one};
use crate::position::{Position, kind_of, piece};
use meihua_contracts::game::{Game, Outcome};

/// What a text of the algebraic notation says of a move.
enum Said {
    Castling { is_short: bool },
    Move(SaidMove),
}

struct SaidMove {
    /// `None` for a pawn.
    letter: Option<char>,
    is_drop: bool,
    /// What is said of the square that the piece leaves, from 0.
    file: Option<u8>,
    rank: Option<u8>,
    to: u8,
    /// What a pawn becomes.
    becomes: Option<char>,
}

impl Said {
    /// Reads a text without its signs of check and judgement.
    fn read(text: &str, square: impl Fn(&str) -> Option<u8>) -> Option<Said> {
        match text {
            "O-O" | "0-0" => return Some(Said::Castling { is_short: true }),
            "O-O-O" | "0-0-0" => return Some(Said::Castling { is_short: false }),
            _ => {}
        }
        let (text, becomes) = match text.strip_suffix(|last: char| last.is_ascii_alphabetic()) {
            Some(before) => (before.strip_suffix('=').unwrap_or(before), text.chars().next_back()),
            None => (text, None),
        };
        let (before, rank) = text.split_at(text.trim_end_matches(|last: char| last.is_ascii_digit()).len());
        let (before, file) = before.split_at_checked(before.len().checked_sub(1)?)?;
        let to = square(&format!("{file}{rank}"))?;
        let letter = before.chars().next().filter(char::is_ascii_uppercase);
        let rest = before.strip_prefix(|first| Some(first) == letter).unwrap_or(before);
        let (is_drop, rest) = (rest == "@", rest.trim_end_matches(['x', '-', '@']));
        let (file, rank) = rest.split_at(rest.find(|letter: char| letter.is_ascii_digit()).unwrap_or(rest.len()));
        let file = match file.as_bytes() {
            [] => None,
            [file] => Some(file.checked_sub(b'a')?),
            _ => return None,
        };
        let rank = if rank.is_empty() { None } else { Some(rank.parse::<u8>().ok()?.checked_sub(1)?) };
        let becomes = becomes.map(|letter| letter.to_ascii_uppercase());
        Some(Said::Move(SaidMove { letter, is_drop, file, rank, to, becomes }))
    }
}

impl Position {
    /// The move of a text, among these.
    pub(crate) fn named(&self, text: &str, moves: &[Move]) -> Option<Move> {
        let plain = text.strip_suffix('=').unwrap_or(text);
        // Fairy-Stockfish writes a wall on the first square where a move that might have built one builds none.
        let spared = plain.strip_suffix("a1").and_then(|text| text.split_once(',')).map(|(mv, _)| mv);
        let spared = spared.filter(|_| self.game.rules.wall_or_move);
        let is_pass = matches!(text, "0000" | "pass" | "@@@@");
        // `B8b7` is a move of a bishop, `B8B7` one between squares.
        let mut letters = plain.bytes();
        let is_piece = letters.next().is_some_and(|first| first.is_ascii_uppercase())
            && letters.rev().skip(1).any(|letter| letter.is_ascii_lowercase());
        // Only names that may begin alike are made.
        let first = plain.bytes().next().map(|first| first.to_ascii_lowercase());
        let begins = |mv: &&Move| matches!(mv.deed, Deed::Drop(..)) || first == Some(b'a' + mv.from % 16);
        let named: Vec<(String, Move)> = moves.iter().filter(begins).map(|mv| (self.move_name(*mv), *mv)).collect();
        let called = |fits: &dyn Fn(&str) -> bool| named.iter().find(|(name, _)| fits(name)).map(|(_, mv)| *mv);
        called(&|name| name == plain)
            .or_else(|| called(&|name| Some(name) == spared))
            .or_else(|| moves.iter().find(|mv| mv.deed == Deed::Pass && is_pass).copied())
            .or_else(|| self.algebraic(plain, moves))
            .or_else(|| called(&|name| !is_piece && name.eq_ignore_ascii_case(plain)))
    }

    /// The only move that a text means in the standard algebraic notation of chess: `Nf3`, `exd5`, `e8=Q`, `O-O`, `@f3`.
    fn algebraic(&self, text: &str, moves: &[Move]) -> Option<Move> {
        let said = self.said(text)?;
        let mut meant = moves.iter().filter(|mv| self.is_meant(**mv, &said));
        meant.next().copied().filter(|_| meant.next().is_none())
    }

    fn said(&self, text: &str) -> Option<Said> {
        Said::read(text.trim_end_matches(['+', '#', '!', '?']), |name| self.game.square(name))
    }

    /// Why a text in the form of a move means none of these moves; `None` for any other text.
    pub(crate) fn misfit(&self, text: &str, moves: &[Move]) -> Option<&'static str> {
        let said = self.said(text)?;
        let is_ambiguous = moves.iter().any(|mv| self.is_meant(*mv, &said));
        Some(if is_ambiguous { "several moves are called so" } else { "no piece of the side to move goes so" })
    }

    fn is_meant(&self, mv: Move, said: &Said) -> bool {
        let said = match said {
            Said::Castling { is_short } => return mv.deed == Deed::Castle && (mv.to > mv.from) == *is_short,
            Said::Move(said) => said,
        };
        let becomes = match mv.deed {
            Deed::Promote(kind) => Some(self.game.letter(piece(0, kind))),
            Deed::Plain | Deed::Passant | Deed::Drop(..) => None,
            Deed::PromotePiece | Deed::Demote | Deed::Castle | Deed::Jump(_) | Deed::Pass => return false,
        };
        let leaves =
            said.file.is_none_or(|file| file == mv.from % 16) && said.rank.is_none_or(|rank| rank == mv.from / 16);
        mv.to == said.to
            && self.is_meant_by(self.mover(mv), said.letter)
            && matches!(mv.deed, Deed::Drop(..)) == said.is_drop
            && (said.is_drop || leaves)
            && becomes == said.becomes
            && mv.wall.is_none()
    }

    /// Whether a kind may be called by a letter, or by none.
    fn is_meant_by(&self, kind: Kind, said: Option<char>) -> bool {
        let letter = self.game.letter(piece(0, kind));
        let is_pawn = if self.game.kinds & one(PAWN) != 0 { kind == PAWN } else { letter == 'P' };
        said.map_or(is_pawn, |said| said == letter)
    }

    /// The text of a move in the standard algebraic notation; `None` if the game is not one of those that use it, or
    /// the notation has no text for the move.
    pub(crate) fn san(&self, mv: Move) -> Option<String> {
        if !self.game.rules.is_like_chess() {
            return None;
        }
        let text = match mv.deed {
            Deed::Castle => if mv.to > mv.from { "O-O" } else { "O-O-O" }.to_owned(),
            Deed::Drop(..) => self.move_name(mv),
            Deed::Plain | Deed::Passant | Deed::Promote(_) => self.shortest(mv)?,
            Deed::PromotePiece | Deed::Demote | Deed::Jump(_) | Deed::Pass => return None,
        };
        let mut after = self.clone();
        after.play(mv);
        let sign = match after.generate(&mut Vec::new()) {
            Some(Outcome::Win | Outcome::Loss) => "#",
            Some(Outcome::Draw) | None if after.in_check() => "+",
            Some(Outcome::Draw) | None => "",
        };
        Some(text + sign)
    }

    /// The shortest text that means this move alone: the file tells pieces of a kind apart if it can, then the rank. A
    /// pawn that captures always names its file.
    fn shortest(&self, mv: Move) -> Option<String> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        let letter = Some(self.game.letter(piece(0, self.mover(mv)))).filter(|_| self.mover(mv) != PAWN);
        let captures = self.is_capture(mv);
        let becomes = match mv.deed {
            Deed::Promote(kind) => format!("={}", self.game.letter(piece(0, kind))),
            _ => String::new(),
        };
        let (file, rank) = (char::from(b'a' + mv.from % 16).to_string(), (mv.from / 16 + 1).to_string());
        let apart = [String::new(), file.clone(), rank.clone(), file + &rank];
        apart.into_iter().skip(usize::from(captures && letter.is_none())).find_map(|from| {
            let piece: String = letter.into_iter().collect();
            let text =
                format!("{piece}{from}{}{}{becomes}", if captures { "x" } else { "" }, Compiled::square_name(mv.to));
            (self.named(&text, &moves) == Some(mv)).then_some(text)
        })
    }

    /// The text of a move.
    pub(crate) fn move_name(&self, mv: Move) -> String {
        let name = Compiled::square_name;
        let letter = |kind: Kind| self.game.rules.letters[usize::from(kind)].to_string();
        if let Deed::Jump(landing) = mv.deed {
            let path: String = [mv.from].iter().chain(mv.path.squares()).map(|&square| name(square)).collect();
            return match landing {
                Landing::Promote(kind) => path + &letter(kind),
                Landing::PromotePiece if !self.game.rules.mandatory_piece_promotion => path + "+",
                Landing::PromotePiece | Landing::Same => path,
            };
        }
        let mut to = mv.to;
        let start = match mv.deed {
            Deed::Drop(kind, held) => {
                let letter = self.game.letter(piece(0, held));
                format!("{}{letter}@", if kind == held { "" } else { "+" })
            }
            _ => name(mv.from),
        };
        if mv.deed == Deed::Castle {
            let king = self.castled(self.us(), mv.from, mv.to).0;
            // Where the king could also step there, the rook's square tells the moves apart.
            if !self.steps_to(mv.from, king) {
                to = king;
            }
        }
        let end = match mv.deed {
            Deed::Promote(kind) => letter(kind),
            Deed::PromotePiece => "+".to_owned(),
            Deed::Demote => "-".to_owned(),
            Deed::Plain | Deed::Passant | Deed::Jump(_) | Deed::Castle | Deed::Drop(..) | Deed::Pass => String::new(),
        };
        let wall = mv.wall.map_or(String::new(), |wall| format!(",{}{}", name(to), name(wall)));
        format!("{start}{}{end}{wall}", name(to))
    }

    fn steps_to(&self, from: u8, to: u8) -> bool {
        let kind = kind_of(self.piece(from));
        let mode = if self.occupied().has(to) { Mode::Capture } else { Mode::Quiet };
        let steps = self.reach(self.us(), kind, from, self.occupied(), mode);
        from != to && steps.has(to) && !self.of_side(self.us()).has(to)
    }
}

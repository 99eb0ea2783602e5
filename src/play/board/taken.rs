//! Beside the xiangqi board: what each side has taken since the start of the game, and who is ahead in material.

use super::Look;
use meihua_contracts::side::Side;
use meihua_contracts::text::GameText;
use meihua_engine::games::xiangqi::piece::{Piece, PieceKind};
use meihua_engine::games::xiangqi::{Position, Square};
use meihua_games::say;

/// Piece values in tenths of a pawn, as players count them.
const WORTH: [(PieceKind, i32); 6] = [
    (PieceKind::Rook, 90),
    (PieceKind::Cannon, 45),
    (PieceKind::Horse, 40),
    (PieceKind::Elephant, 20),
    (PieceKind::Advisor, 20),
    (PieceKind::Pawn, 10),
];

/// The text beside the first row of the upper and the lower player: `took: 俥炮 +4.5`; empty if nothing was taken.
/// `start` is the FEN at the start of the game.
pub(super) fn beside(position: &Position, start: &str, look: Look, glyph: impl Fn(Piece) -> String) -> [String; 2] {
    let Ok(begin) = Position::from_fen(start) else { return Default::default() };
    let count = |position: &Position, piece: Piece| {
        Square::all().filter(|&square| position.piece_on(square) == Some(piece)).count()
    };
    let lead = |side| {
        let points =
            |side| WORTH.iter().map(|&(kind, worth)| worth * count(position, Piece { side, kind }) as i32).sum::<i32>();
        points(side) - points(side.other())
    };
    [Side::First, Side::Second].map(|lower| {
        let side = if look.turned { lower } else { lower.other() };
        let lost = |kind| {
            let piece = Piece { side: side.other(), kind };
            count(&begin, piece).saturating_sub(count(position, piece))
        };
        let glyphs: String = WORTH
            .iter()
            .flat_map(|&(kind, _)| (0..lost(kind)).map(move |_| kind))
            .map(|kind| glyph(Piece { side: side.other(), kind }))
            .collect();
        let lead = match lead(side) {
            lead if lead > 0 && lead % 10 == 0 => format!(" +{}", lead / 10),
            lead if lead > 0 => format!(" +{}.{}", lead / 10, lead % 10),
            _ => String::new(),
        };
        if glyphs.is_empty() { String::new() } else { look.language.text(say!("took: {}", glyphs + &lead)) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_that_are_gone_and_the_balance() {
        let of = |fen: &str, start: &str, turned| {
            let look = Look { turned, ..Look::default() };
            let letter = |piece: Piece| format!("{:?}", piece.kind).chars().take(1).collect();
            beside(&Position::from_fen(fen).unwrap(), start, look, letter)
        };
        let usual = Position::start().fen();
        assert_eq!(of(&usual, &usual, false), ["", ""]);
        // Black's cannon has taken a horse; Red has taken a rook and a pawn.
        let fen = "rnbakabn1/9/1c5c1/p1p1p1p2/9/9/P1P1P1P1P/1C5C1/9/RNBAKABR1 w - - 0 1";
        assert_eq!(of(fen, &usual, false), ["took: H", "took: RP +6"]);
        assert_eq!(of(fen, &usual, true), ["took: RP +6", "took: H"]);
        assert_eq!(of(fen, fen, false), ["", ""], "what a set-up lacks was not taken");
    }
}

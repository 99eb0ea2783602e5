//! `eval`: the network's evaluation in words.

use super::{BUCKETS, MAX_PIECES, Net, bucket};
use crate::games::xiangqi::piece::{PieceKind, side_name};
use crate::games::xiangqi::position::Position;
use crate::games::xiangqi::setup::Setup;
use crate::games::xiangqi::square::{FILES, RANKS, Square};
use crate::side::Side;
use crate::text::shorten;
use std::fmt::Write;

/// The network's evaluation of a position, the output weights used, and the value of each piece on the board: several
/// lines, no trailing newline.
pub(crate) fn explain(net: &Net, position: &Position) -> String {
    let pieces = position.occupied().count() as usize;
    let set = bucket(pieces);
    let sizes: Vec<usize> = (1..=MAX_PIECES).filter(|&pieces| bucket(pieces) == set).collect();
    let [fewest, most] = [sizes.first(), sizes.last()].map(|size| size.copied().unwrap_or(pieces));
    let mut text = format!(
        "evaluation {} cp for the side to move ({})\nnetwork: {}\nweights {} of {BUCKETS}, for {fewest} to {most} pieces\n\
         what each piece is worth, found by taking it off (cp, plus is good for red; *: cannot be taken off):",
        net.evaluate(position),
        side_name(position.side()),
        note(&net.about),
        set + 1,
    );
    for rank in (0..RANKS).rev() {
        let cells = (0..FILES).filter_map(|file| Square::new(file, rank)).map(|square| cell(net, position, square));
        // Writing to a string cannot fail.
        let _ = write!(text, "\n{rank} {}", cells.collect::<String>().trim_end());
    }
    let files: String = ('a'..='i').map(|file| format!("{file:^7}")).collect();
    let _ = write!(text, "\n  {}", files.trim_end());
    text
}

/// A network file's comment, made fit for a line: shortened and without control characters.
fn note(about: &str) -> String {
    let is_plain = |letter: char| !letter.is_control();
    let plain: String = about.chars().map(|letter| if is_plain(letter) { letter } else { '?' }).collect();
    shorten(&plain)
}

/// A square with its piece and the piece's value to the network.
fn cell(net: &Net, position: &Position, square: Square) -> String {
    let Some(piece) = position.piece_on(square) else { return format!("{:^7}", '.') };
    let worth = match piece.kind {
        PieceKind::General => String::new(),
        _ => worth(net, position, square).map_or_else(|| "*".to_owned(), |worth| format!("{worth:+}")),
    };
    format!("{:^7}", format!("{}{worth}", piece.letter()))
}

/// How much better the position is for Red with the piece on a square than without it; `None` if it cannot be removed.
pub(crate) fn worth(net: &Net, position: &Position, square: Square) -> Option<i32> {
    let mut setup = Setup::of(position);
    setup.board[square.index()] = None;
    let without = setup.build().ok()?;
    let for_red = |position: &Position| {
        let value = net.evaluate(position);
        if position.side() == Side::First { value } else { -value }
    };
    Some(for_red(position) - for_red(&without))
}

#[cfg(test)]
mod tests {
    use super::super::tests::noise;
    use super::*;
    use crate::games::xiangqi::fen;

    const CHARIOT_UP: &str = "3ak4/9/9/9/9/9/9/R8/4A4/2BAK1B2 w - - 0 1";

    #[test]
    fn a_note_is_short_and_holds_no_control_characters() {
        let mut net = noise(1);
        net.about = format!("a\u{1b}[31m\u{7}\u{9b}b {}", "data=1 ".repeat(40));
        let text = explain(&net, &fen::parse(CHARIOT_UP).unwrap());
        assert!(text.chars().all(|letter| letter == '\n' || !letter.is_control()), "{text:?}");
        assert!(text.contains("network: a?[31m??b data=1"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() < 160), "{text}");
    }

    #[test]
    fn a_chariot_is_worth_much_and_a_general_has_no_price() {
        let net = Net::built_in();
        for (fen, expected) in [(CHARIOT_UP, 300..3000), (&CHARIOT_UP.replace(" w ", " b "), 300..3000)] {
            let position = fen::parse(fen).unwrap();
            let worth = worth(net, &position, Square::new(0, 2).unwrap()).unwrap();
            assert!(expected.contains(&worth), "{worth}");
            let text = explain(net, &position);
            assert!(text.contains(&format!("R{worth:+}")), "{text}");
            assert!(text.contains(&format!("evaluation {} cp", net.evaluate(&position))), "{text}");
            assert!(text.contains("weights 2 of 8, for 5 to 8 pieces"), "{text}");
            assert!(text.contains("   K   "), "{text}");
        }
    }

    #[test]
    fn a_piece_that_keeps_the_generals_apart_is_a_star() {
        let net = noise(2);
        let text = explain(&net, &fen::parse("4k4/9/9/9/4P4/9/9/9/9/4K4 w - - 0 1").unwrap());
        assert!(text.contains("P*"), "{text}");
    }
}

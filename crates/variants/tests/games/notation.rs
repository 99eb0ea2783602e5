//! Moves in the notation of chess, where people write them so.

use super::{example, start};
use meihua_contracts::game::Game;
use meihua_contracts::random::SplitMix64;
use meihua_contracts::text::{GameText, Notation};
use meihua_variants::Position;

/// What the moves of a position are called, those of the protocol and the others.
fn called(game: &Position, fen: &str, moves: &[(&str, &str)]) {
    let position = game.like(fen).unwrap();
    for (wire, san) in moves {
        let mv = position.parse_move(wire, false).unwrap();
        assert_eq!(position.move_text(mv, Notation::San), *san, "{fen} {wire}");
        assert_eq!(
            (position.move_text(mv, Notation::Wire), position.move_text(mv, Notation::Wxf)),
            (wire.to_string(), san.to_string())
        );
        assert_eq!(position.parse_move(san, false), Ok(mv), "{fen} {san}");
    }
}

#[test]
fn moves_of_chess_are_as_short_as_they_may_be() {
    let chess = start("[c:chess]\n[z:crazyhouse]\n", "c");
    called(
        &chess,
        "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        &[("e1g1", "O-O"), ("e1c1", "O-O-O"), ("h1h8", "Rh8+"), ("h1f1", "Rf1")],
    );
    // By the file, by the rank, and by both where neither is enough.
    called(&chess, "7k/8/8/8/8/8/8/RN2KN2 w - - 0 1", &[("b1d2", "Nbd2"), ("f1d2", "Nfd2"), ("b1c3", "Nc3")]);
    called(&chess, "7k/8/8/N7/8/N7/8/4K3 w - - 0 1", &[("a5c4", "N5c4"), ("a3c4", "N3c4"), ("a5b7", "Nb7")]);
    called(&chess, "8/8/8/1k6/4Q2Q/8/3K4/7Q w - - 0 1", &[("h4e1", "Qh4e1"), ("e4e1", "Qee1"), ("h1e1", "Q1e1")]);
    // The other knight is pinned and cannot go there.
    called(&chess, "4r2k/8/8/8/8/8/4N3/N3K3 w - - 0 1", &[("a1c2", "Nc2"), ("a1b3", "Nb3")]);
    // Pawns, in passing and at the end.
    called(&chess, "6bk/5P2/8/3pP3/8/8/8/4K3 w - d6 0 1", &[("e5d6", "exd6"), ("f7g8q", "fxg8=Q+"), ("f7f8n", "f8=N")]);
    called(&chess, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", &[("a1a8", "Ra8#"), ("a1a7", "Ra7")]);
    let house = start("[c:chess]\n[z:crazyhouse]\n", "z");
    called(&house, "4k3/8/8/8/8/8/8/4K3[NPp] w - - 0 1", &[("N@d6", "N@d6+"), ("P@e4", "P@e4")]);
}

#[test]
fn only_pawns_have_no_letter() {
    let text = "[n:chess]\nrook = p\npawn = x\npromotionPawnTypes = x\nenPassantTypes = x\nnMoveRuleTypes = x\n\
                castlingRookPieces = p\nstartFen = 4k3/x7/8/8/3P4/2X5/8/4K3 w - - 0 1\n";
    let odd = start(text, "n");
    called(&odd, "4k3/x7/8/8/3P4/2X5/8/4K3 w - - 0 1", &[("d4d5", "Pd5"), ("c3c4", "c4")]);
    // Where a game has no pawns, its own P may go without, too, when it is read.
    let berolina = start("[b:berolina]\n", "b");
    let called = |text: &str| berolina.parse_move(text, false).map(|mv| berolina.move_text(mv, Notation::San));
    assert_eq!((called("Pdf4"), called("df4")), (Ok("Pdf4".to_owned()), Ok("Pdf4".to_owned())));
}

/// Whatever is written is read as the move that it was written for.
#[test]
fn what_is_written_is_read() {
    let mut random = SplitMix64::new(11);
    for (file, name, is_like_chess) in [
        ("chess.ini", "chess", true),
        ("makruk.ini", "makruk", true),
        ("losalamos.ini", "losalamos", true),
        ("knightthrough.ini", "knightthrough", false),
        ("minishogi.ini", "minishogi5", false),
        ("amazons.ini", "amazons6", false),
        ("draughts.ini", "draughts", false),
        ("hex.ini", "hex7", false),
    ] {
        let mut differ = 0;
        for _ in 0..5 {
            let mut position = example(file, name);
            for _ in 0..60 {
                let mut moves = Vec::new();
                if position.generate(&mut moves).is_some() {
                    break;
                }
                for &mv in &moves {
                    let san = position.move_text(mv, Notation::San);
                    differ += usize::from(san != position.move_text(mv, Notation::Wire));
                    assert_eq!(position.parse_move(&san, false), Ok(mv), "{name}: {} {san}", position.fen());
                }
                position.make(moves[random.below(moves.len())]);
            }
        }
        assert_eq!(differ > 0, is_like_chess, "{name}");
    }
}

//! What is written is read as the same: positions and moves of every game, lines of options, records of games.

use meihua::GAMES;
use meihua::datagen::record;
use meihua::datagen::{GameData, RecordFormat};
use meihua::engine::option::{Kind, Setting};
use meihua::engine::registry::Entry;
use meihua::engine::session::Session;
use meihua::engine::state::Engine;
use meihua::protocol::command::Dialect;
use meihua::protocol::option;
use meihua::score::Score;
use meihua::side::Side;
use meihua::text::Notation;
use proptest::prelude::*;
use std::sync::Arc;

/// A game at its start, and a walk of some random moves from there.
fn walked(game: usize, walk: &[usize]) -> Box<dyn Session> {
    let entry: &Entry = &GAMES[game];
    let mut session = (entry.open)();
    for choice in walk {
        let moves = session.moves();
        if moves.is_empty() || session.verdict().outcome.is_some() {
            break;
        }
        session.play(&moves[choice % moves.len()]).expect("a legal move");
    }
    session
}

fn walks(longest: usize) -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(any::<usize>(), 0..longest)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn positions(game in 0..GAMES.len(), walk in walks(80)) {
        let session = walked(game, &walk);
        let fen = session.fen();
        let mut again = (GAMES[game].open)();
        prop_assert!(again.set_position(&fen).is_ok(), "{}", fen);
        prop_assert_eq!(again.fen(), fen);
        prop_assert_eq!(again.key(), session.key());
        prop_assert_eq!(again.moves(), session.moves());
    }

    #[test]
    fn moves_in_every_notation(game in 0..GAMES.len(), walk in walks(40)) {
        let mut session = walked(game, &walk);
        let here = session.fen();
        for mv in session.moves() {
            session.play(&mv).expect("a legal move");
            let there = session.fen();
            session.undo(1);
            for notation in [Notation::Wire, Notation::Wxf, Notation::Chinese] {
                let names = session.spell(std::slice::from_ref(&mv), notation);
                prop_assert_eq!(names.len(), 1, "{} has no name in {}", mv, here);
                prop_assert!(session.play(&names[0]).is_ok(), "{} for {} in {}", names[0], mv, here);
                prop_assert_eq!(session.fen(), there.as_str(), "{} for {} in {}", names[0], mv, here);
                session.undo(1);
            }
        }
    }

    #[test]
    fn taking_moves_back_and_playing_them_again(game in 0..GAMES.len(), walk in walks(60), back in 0..60usize) {
        let mut session = walked(game, &walk);
        let (fen, history) = (session.fen(), session.history(Notation::Wire));
        let count = session.undo(back);
        prop_assert_eq!(count, back.min(history.len()));
        prop_assert_eq!(session.history(Notation::Wire), history[..history.len() - count].to_vec());
        prop_assert_eq!(session.redo(back), count);
        prop_assert_eq!(session.fen(), fen);
        prop_assert_eq!(session.history(Notation::Wire), history);
    }

    #[test]
    fn games_of_records(
        number: u32,
        fen in "[ -~]{0,200}",
        winner in prop::sample::select(&[None, Some(Side::First), Some(Side::Second)][..]),
        plies in prop::collection::vec((any::<u16>(), any::<i16>()), 0..300),
        tail in prop::collection::vec(any::<u8>(), 0..9),
    ) {
        let plies: Vec<_> = plies.into_iter().map(|(mv, score)| (mv, Score::from_raw(score))).collect();
        for (format, settled) in [(RecordFormat::One, 0), (RecordFormat::Two, plies.len() / 2)] {
            let game = GameData { number, fen: fen.clone(), winner, plies: plies.clone(), settled };
            let mut bytes = record::encode(&game, format).expect("short enough");
            let length = bytes.len();
            bytes.extend(&tail);
            prop_assert_eq!(record::decode(&bytes, format), Ok((game, length)));
        }
    }

    /// Every number within the limits of an option is taken over; one beyond them changes nothing.
    #[test]
    fn options_with_numbers(share in 0.0..=1.0f64, dialect in prop::sample::select(&[Dialect::Uci, Dialect::Ucci][..])) {
        let mut engine = Engine::new(GAMES, Arc::new(drop)).expect("games");
        for choice in option::all(GAMES) {
            let (Kind::Spin { min, max, get, is_clamped, .. }, Some(name)) = (&choice.kind, choice.name(dialect)) else { continue };
            let value = min + ((max() - min) as f64 * share) as i64;
            prop_assert!(matches!(option::set(&mut engine, dialect, &format!("{name} {value}")), Ok(Setting::Done)), "{}", name);
            prop_assert_eq!(get(engine.config()), value, "{}", name);
            if *is_clamped {
                let set = option::set(&mut engine, dialect, &format!("name {name} value {}", max() + 1));
                prop_assert!(matches!(set, Ok(Setting::Adjusted(_))), "{}", name);
                prop_assert_eq!(get(engine.config()), max(), "{}", name);
                continue;
            }
            for wrong in [max().wrapping_add(1), min - 1 - i64::from(*min == 1)] {
                prop_assert!(option::set(&mut engine, dialect, &format!("name {name} value {wrong}")).is_err(), "{}", name);
                prop_assert_eq!(get(engine.config()), value, "{}", name);
            }
        }
    }
}

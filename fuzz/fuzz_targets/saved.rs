//! Saved games of every format. What was read is written in every format that holds it whole, and read again as the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use meihua_engine::text::Notation;
use meihua_records::write::{dhtmlxq, json, pgn, xqf};
use meihua_records::{GameRecord, Games};

fuzz_target!(|bytes: &[u8]| {
    let Ok(games) = Games::new("fuzz", bytes) else { return };
    for game in games.take(20).flatten() {
        assert!(game.faults.len() <= GameRecord::MAX_FAULTS);
        same(&game, json::write(&game).as_bytes());
        _ = pgn::write(&game, Notation::Chinese);
        _ = dhtmlxq::write(&game);
        _ = xqf::write(&game);
    }
});

fn same(game: &GameRecord, bytes: &[u8]) {
    let found: Vec<GameRecord> =
        Games::new("again", bytes).expect("our own").map(|game| game.expect("our own")).collect();
    assert_eq!(found.len(), 1);
    assert!(found[0].same_game(game), "{}", String::from_utf8_lossy(bytes));
}

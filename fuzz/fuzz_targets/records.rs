//! Files that the tools write and read again: games of `datagen`, the journal of `match`, saved games as PGN. The check
//! sums of the first two are put right here, or no damage would ever get behind them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use meihua_engine::fnv::fnv;
use meihua_engine::score::Score;
use meihua_engine::side::Side;
use meihua_lab::datagen::quiet::Filter;
use meihua_lab::datagen::record;
use meihua_lab::datagen::{GameData, GameReader, RecordFormat};
use meihua_lab::matches::journal::Journal;
use meihua_lab::train::samples::Positions;
use meihua_records::saved_game;
use std::fs;
use std::path::PathBuf;

fuzz_target!(|bytes: &[u8]| {
    let Some((kind, rest)) = bytes.split_first() else { return };
    match kind % 4 {
        0 => file_of(rest, |path| GameReader::open(path).into_iter().flatten().for_each(drop)),
        1 => games(rest),
        2 => journal(rest),
        _ => _ = saved_game::first(rest, "xiangqi", meihua_games::GAMES),
    }
});

/// Lets something read a file of these bytes.
fn file_of<T>(bytes: &[u8], read: impl FnOnce(&PathBuf) -> T) -> T {
    let path = meihua_fuzz::scratch().join("records");
    fs::write(&path, bytes).expect("a file");
    let heard = read(&path);
    fs::remove_file(&path).expect("it was there");
    heard
}

/// Moves and scores that bytes make up, from the start or from a text, in a file that is cut somewhere.
fn games(bytes: &[u8]) {
    let Some(([cut, fen_length, kind, settled], rest)) = bytes.split_first_chunk::<4>() else { return };
    let (fen, rest) = rest.split_at(rest.len().min(usize::from(*fen_length)));
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let fen = if fen.is_empty() { start.to_owned() } else { String::from_utf8_lossy(fen).into_owned() };
    let winner = [None, Some(Side::First), Some(Side::Second)][usize::from(kind % 3)];
    let (format, version) = if kind & 64 == 0 { (RecordFormat::One, 1) } else { (RecordFormat::Two, 2) };
    let ply = |ply: &[u8; 4]| {
        let [m0, m1, s0, s1] = *ply;
        (u16::from_le_bytes([m0, m1]), Score::from_raw(i16::from_le_bytes([s0, s1])))
    };
    let plies: Vec<_> = rest.as_chunks().0.iter().map(ply).collect();
    let settled = if format == RecordFormat::Two { usize::from(*settled).min(plies.len()) } else { 0 };
    let game = GameData { number: 1, fen, winner, plies, settled };
    let Some(record) = record::encode(&game, format) else { return };
    let mut file = format!("meihua games {version} game=xiangqi\n").into_bytes();
    file.extend(&record);
    let whole = file.len();
    file.extend(&record[..usize::from(*cut) % record.len()]);
    file_of(&file, |path| {
        let mut games = GameReader::open(path).expect("our own games");
        let read: Vec<GameData> = games.by_ref().map(|game| game.expect("a sound file")).collect();
        assert_eq!((games.length(), read), (whole as u64, vec![game]));
        _ = Positions::read(
            std::slice::from_ref(path),
            &Filter { bound: 2000, held_out: 7, gap: Some(300), distinct: true, ..Filter::default() },
        );
    });
}

/// Lines with their check sums. What a journal holds after it was read is read again as the same.
fn journal(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let lines = std::iter::once("setup\tx").chain(text.lines());
    let file: String = lines.map(|line| format!("{line}\t{:08x}\n", fnv(line.as_bytes()) as u32)).collect();
    let setup = ["x".to_owned()];
    file_of(file.as_bytes(), |path| {
        if let Ok((journal, games)) = Journal::open(path, &setup) {
            drop(journal);
            let (_, again) = Journal::open(path, &setup).expect("the same journal");
            assert_eq!(games, again);
        }
    });
}

//! The explorer's files, read by a reader of their own that knows only what docs/library.md says.

use crate::helpers::{library, random_games};
use meihua_contracts::fnv::fnv;
use meihua_contracts::random::mix;
use meihua_contracts::side::Side;
use meihua_contracts::text::Notation;
use meihua_engine::engine::registry::GAMES;
use meihua_library::{LibraryError, Place};
use meihua_records::{Board, Games, RecordedGame, RecordedMove};
use serde_json::Value;
use std::collections::BTreeMap;

/// Red, draws, black, unknown, first year, last year, game.
type Counts = [i64; 7];

struct Files(BTreeMap<String, Value>);

/// The key of a board and whether the mirror image has it, as crates/library/src/grid.rs describes.
fn key(game: &str, board: &Board) -> (i64, bool) {
    let golden: u64 = 0x9e37_79b9_7f4a_7c15;
    let fen = board.fen();
    let rows: Vec<Vec<u8>> = fen.split([' ', '[']).next().unwrap().split('/').rev().map(row).collect();
    let columns = rows[0].len();
    let salt = fnv(format!("{game} {columns}x{}", rows.len()).as_bytes());
    let keys = [false, true].map(|is_mirrored| {
        let mut key = if board.side() == Side::First { salt } else { salt ^ mix(salt) };
        for (rank, row) in rows.iter().enumerate() {
            for (file, &piece) in row.iter().enumerate().filter(|&(_, &piece)| piece != b'.') {
                let file = if is_mirrored { columns - 1 - file } else { file };
                let number = u64::from(piece) + 256 * file as u64 + 65_536 * rank as u64;
                key ^= mix(salt.wrapping_add(number.wrapping_mul(golden)));
            }
        }
        key as i64
    });
    (keys[0].min(keys[1]), keys[1] < keys[0])
}

fn row(text: &str) -> Vec<u8> {
    let cells = |byte: u8| if byte.is_ascii_digit() { vec![b'.'; usize::from(byte - b'0')] } else { vec![byte] };
    text.bytes().flat_map(cells).collect()
}

/// A move in the mirror.
fn mirrored(game: &str, code: u16) -> u16 {
    let file = |square: u16| square / 9 * 9 + 8 - square % 9;
    if game == "xiangqi" { file(code & 127) | file(code >> 7) << 7 } else { 8 - code }
}

impl Files {
    /// The moves of an indexed position, as stored.
    fn indexed(&self, key: i64) -> Vec<(u16, Counts)> {
        let name = format!("{key:016x}");
        let rows = self.0[&format!("positions/{}.json", &name[..2])].get(&name).and_then(Value::as_array);
        let number = |row: &Value, index: usize| row[index].as_i64().unwrap_or(0);
        let counts = |row: &Value| [1, 2, 3, 4, 5, 6, 8].map(|index| number(row, index));
        rows.into_iter().flatten().map(|row| (number(row, 0) as u16, counts(row))).collect()
    }

    /// What the game `number` played in a position.
    fn alone(&self, number: i64, wanted: i64) -> Vec<(u16, Counts)> {
        let game = &self.0[&format!("games/{:02x}.json", number as u8)][number.to_string()];
        let name = game["game"].as_str().unwrap();
        let mut board = RecordedGame::named(name, GAMES).unwrap().usual_start().board().unwrap();
        let digits = game["moves"].as_str().unwrap().as_bytes();
        let codes = digits.chunks(4).map(|digits| u16::from_str_radix(str::from_utf8(digits).unwrap(), 16).unwrap());
        let year = game["year"].as_i64().unwrap_or(0);
        let mut counts = [0, 0, 0, 0, year, year, number];
        let result = ["1-0", "1/2-1/2", "0-1", "*"].iter().position(|word| game["result"] == *word).unwrap();
        counts[result] = 1;
        let mut found = BTreeMap::new();
        for code in codes.chain([0]) {
            let (key, is_mirrored) = key(name, &board);
            if key == wanted {
                found.insert(if is_mirrored && code != 0 { mirrored(name, code) } else { code }, counts);
            }
            board.make(RecordedMove(code));
        }
        found.into_iter().collect()
    }

    /// What was played at the end of a line: the positions on the way and the moves between them.
    fn explore(&self, game: &str, boards: &[Board], codes: &[u16]) -> BTreeMap<String, Counts> {
        let keys: Vec<(i64, bool)> = boards.iter().map(|board| key(game, board)).collect();
        let (wanted, is_mirrored) = keys[codes.len()];
        let mut found = self.indexed(wanted);
        if found.is_empty() {
            let before = keys.iter().zip(codes).rev().find_map(|(&(key, is_mirrored), &code)| {
                let code = if is_mirrored { mirrored(game, code) } else { code };
                self.indexed(key)
                    .into_iter()
                    .find(|&(known, counts)| known == code && counts[..4].iter().sum::<i64>() == 1)
            });
            found = before.map_or(Vec::new(), |(_, counts)| self.alone(counts[6], wanted));
        }
        let here = &boards[codes.len()];
        let spelled = |(code, counts): (u16, Counts)| {
            let code = if is_mirrored { mirrored(game, code) } else { code };
            (here.move_text(RecordedMove(code), Notation::Wire).unwrap(), counts)
        };
        found.into_iter().filter(|&(code, _)| code != 0).map(spelled).collect()
    }
}

#[test]
fn the_files_say_what_the_library_says() {
    let text = [random_games("xiangqi", 60, 16), random_games("cfour", 60, 14)].concat();
    let (library, _file) = library(&text);
    let mut files = Files(BTreeMap::new());
    let take = |name: &str, bytes: &[u8]| {
        // Whoever finds the index finds all the others.
        assert!(name == "index.json" || !files.0.contains_key("index.json"), "{name}");
        assert!(files.0.insert(name.to_owned(), serde_json::from_slice(bytes)?).is_none());
        Ok::<(), LibraryError>(())
    };
    library.explorer_files(take).unwrap();
    assert_eq!((files.0.len(), &files.0["index.json"]["meihua"]), (513, &Value::from("explorer 1")));
    let (mut indexed, mut alone) = (0, 0);
    for record in Games::of("", text.as_bytes(), GAMES).unwrap() {
        let record = record.unwrap();
        let name = record.start.kind().name();
        let (mut boards, mut codes, mut line) = (vec![record.start.board().unwrap()], Vec::new(), Vec::new());
        for (mv, word) in record.tree.main_line().zip(record.main_line(Notation::Wire)) {
            let place = Place::read(&format!("startpos moves {}", line.join(" ")), name, GAMES).unwrap();
            let explored = library.explore(&place).unwrap();
            let counts = |mv: &meihua_library::ExploredMove| {
                let [first, last] = mv.years.unwrap_or_default().map(i64::from);
                let [red, draws, black, unknown] = [mv.red, mv.draws, mv.black, mv.unknown].map(|count| count as i64);
                (mv.mv.clone(), [red, draws, black, unknown, first, last, mv.game])
            };
            let expected: BTreeMap<String, Counts> = explored.moves.iter().map(counts).collect();
            assert_eq!(files.explore(name, &boards, &codes), expected, "{name} {line:?}");
            if explored.games > 1 {
                indexed += 1
            } else {
                alone += 1
            }
            let mut board = boards[codes.len()].boxed();
            board.make(record.tree.mv(mv).unwrap());
            boards.push(board);
            codes.push(record.tree.mv(mv).unwrap().0);
            line.push(word);
        }
    }
    assert!(indexed > 300 && alone > 300, "{indexed} {alone}");
}

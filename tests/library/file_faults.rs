//! What is wrong with saved games and with the rules of one's own games: no phrase of it lacks its Chinese.

use super::position_faults::translated;
use meihua::GAMES;
use meihua::sentence::Sentence;
use meihua_games::language::Language;
use meihua_games::phrasebook;
use meihua_records::Games;
use meihua_variants::LoadError;
use std::fs;
use std::path::{Path, PathBuf};

/// Reads a file of games; the number of faults found.
fn read(bytes: &[u8], name: &str) -> usize {
    let games = Games::of(name, bytes, GAMES);
    let found = games.map_or_else(|error| vec![Err(error)], Iterator::collect);
    let faults: Vec<Sentence> = found
        .iter()
        .flat_map(|game| match game {
            Ok(game) => game.faults.iter().map(Sentence::from).collect(),
            Err(error) => vec![error.into()],
        })
        .collect();
    faults.iter().for_each(|fault| translated(fault, name));
    faults.len()
}

#[test]
fn broken_files_of_every_format() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/records/tests/files");
    let mut count = 0;
    for entry in fs::read_dir(samples).unwrap() {
        let path = entry.unwrap().path();
        let (bytes, name) = (fs::read(&path).unwrap(), path.to_string_lossy().into_owned());
        for part in 1..16 {
            count += read(&bytes[..bytes.len() * part / 16], &name);
            let mut other = bytes.clone();
            other[bytes.len() * part / 16] ^= 0x15;
            count += read(&[&other, &b"\n1. x) (\0 } end\n"[..]].concat(), &name);
        }
    }
    assert!(count > 200, "{count}");
}

#[test]
fn saved_games_in_chinese() {
    for (text, said) in [
        (
            "[FEN \"9/9 w\"]\n\n1. h2e2 *\n",
            "a：第 1 局：第 1 行：标签 FEN 有误：读到 \"9/9\"（棋盘），应为 10 行，用 / 隔开，而非 2 行",
        ),
        ("hello", "a：没有棋局：这份 着法列表 中既没有着法，也没有局面"),
        ("XQ\x0a\0\0\0", "a：第 1 局：第 0 字节：文件不完整：文件头需 1024 字节，只剩 6 字节"),
    ] {
        let games = Games::of("a", text.as_bytes(), GAMES);
        let error = games.map_or_else(Some, |mut games| games.find_map(Result::err)).expect(text);
        assert_eq!(Language::Zh.text(&error), said);
    }
    let game = Games::of("a", &b"[Event \"x\"]\n\n1. h2e2 h2e2 *\n"[..], GAMES).unwrap().next().unwrap().unwrap();
    assert_eq!(Language::Zh.text(&game.faults[0]), "第 3 行：主线第 2 着：着法 \"h2e2\" 不合法：该处没有棋子");
}

#[test]
fn rules_in_chinese() {
    let (_, faults) = meihua_variants::read(
        "x = y\n[a:chess]\nfoo = 1\nmaxRank = 99\nking\n[b:none]\n[c]\npawn = pp\ncustomPiece1 = x:pN\n[d:chess]\nblastOnCapture = true\n",
    );
    let said = [
        "第 1 行：\"x = y\" 写在第一个“[名称]”之前，不属于任何棋种",
        "第 5 行：\"king\" 不是“键 = 值”、“[名称]”或注释",
        "第 4 行：maxRank：读到 \"99\"，应为 1 到 16 的数",
        "第 3 行：foo：没有这个键",
        "第 6 行：[b]：没有名为 \"none\" 的上级棋种：须写在上文，或是内置棋种",
        "第 8 行：pawn：读到 \"pp\"，应为 一个字母；- 表示没有",
        "第 9 行：customPiece1：p 和 g 只能写在 R、B 或 Q 之前，不能写在 N 之前",
        "第 11 行：blastOnCapture：爆炸不能与王并用；请把这枚棋子写作 `commoner`，并用 extinctionPieceTypes",
    ];
    assert_eq!(faults.iter().map(|fault| Language::Zh.text(fault)).collect::<Vec<_>>(), said);
    let listed = Language::Zh.text(&LoadError::Faults(faults));
    assert!(listed.ends_with("应为 1 到 16 的数；另有 5 处（`meihua check` 全部列出）"), "{listed}");
}

/// The sources of what reads positions, moves, files and rules.
const SOURCES: &[&str] = &[
    "crates/contracts/src/plain_file.rs",
    "crates/contracts/src/text.rs",
    "crates/engine/src/engine/error.rs",
    "crates/engine/src/engine/game_files.rs",
    "crates/engine/src/games/connect_four",
    "crates/engine/src/games/river",
    "crates/engine/src/games/sliding",
    "crates/engine/src/games/tower",
    "crates/engine/src/games/xiangqi",
    "crates/mota/src/play/puzzle.rs",
    "crates/mota/src/play/route.rs",
    "crates/planning/src",
    "crates/records/src",
    "crates/variants/src",
];

/// What stands before the phrases of faults.
const STARTS: &str = "sentence!(|fault(|impossible(|.error(|short(|number(|illegal(text, |syntax(|Err(|ok_or(|no_fen(|\
    string(|u32(|.unread(|place, false, |report(line, |report(last, |what = |why = |with_king(key, |expected(value, |\
    expected(word, |unreadable(value, |take(left, |take(TREE, |take(HEADER, |take(SLOTS, |take(DATES, ";

/// Also those faults of which nobody thought here and in `position_faults`.
#[test]
fn every_phrase_in_the_sources_has_its_chinese() {
    let mut files: Vec<PathBuf> = SOURCES.iter().map(|path| Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).collect();
    let (mut count, mut missing) = (0, Vec::new());
    while let Some(path) = files.pop() {
        if path.is_dir() {
            let found = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
            // No person is told of names of tables.
            files.extend(found.filter(|path| !path.ends_with("tables")));
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for rest in STARTS.split('|').flat_map(|start| code.split(start).skip(1)) {
            let Some(literal) = rest.trim_start().strip_prefix('"') else { continue };
            let end = literal.match_indices('"').find(|(at, _)| !literal[..*at].ends_with('\\')).unwrap().0;
            let phrase = literal[..end].replace("\\\"", "\"");
            if !phrasebook::has(&phrase) {
                missing.push(format!("{}: {phrase:?}", path.display()));
            }
            count += 1;
        }
    }
    assert!(count > 300 && missing.is_empty(), "{count}, no Chinese for {missing:#?}");
}

//! Saved games of the project's own: every format read, written and read again; damage; libraries.

use meihua_contracts::text::Notation;
use meihua_engine::games::xiangqi::{Position, fen};
use meihua_records::builder::Builder;
use meihua_records::encoding::{TextEncoding, decode};
use meihua_records::write::{OutputFormat, WriteError, dhtmlxq, json, pgn, xqf};
use meihua_records::{Format, GameRecord, GameResult, Games, Location, NodeId, RecordedGame, RecordedMove, Start};
use proptest::prelude::*;
use std::path::PathBuf;

/// A game, its name and what has to be found in it.
struct Sample {
    file: &'static str,
    format: Format,
    first: &'static str,
    plies: usize,
    variations: usize,
    comments: usize,
    result: &'static str,
}

const fn sample(
    file: &'static str,
    format: Format,
    first: &'static str,
    counts: [usize; 3],
    result: &'static str,
) -> Sample {
    let [plies, variations, comments] = counts;
    Sample { file, format, first, plies, variations, comments, result }
}

/// Files in `tests/files`, written by hand for these tests.
const SAMPLES: [Sample; 12] = [
    sample("chinese.pgn", Format::Pgn, "h2e2 h9g7 h0g2", [8, 2, 4], "1-0"),
    sample("gbk.pgn", Format::Pgn, "h2e2 h9g7 h0g2", [4, 0, 1], "0-1"),
    sample("big5.pgn", Format::Pgn, "h2e2 h9g7 h0g2", [4, 0, 0], "1-0"),
    sample("san.pgn", Format::Pgn, "h2e2 h9g7 h0g2", [4, 0, 0], "1/2-1/2"),
    sample("four.pgn", Format::Pgn, "P@d1 P@d2 P@c1", [5, 1, 1], "*"),
    sample("forum.ubb", Format::DhtmlXq, "h2e2 h9g7 h0g2", [4, 1, 3], "1/2-1/2"),
    sample("playok.wxf", Format::WxfText, "h2e2 h9g7 h0g2", [4, 0, 0], "0-1"),
    sample("numbers.che", Format::Che, "h2e2 h9g7", [2, 0, 0], "*"),
    sample("tree.pfc", Format::Pfc, "h2e2 h9g7", [2, 1, 2], "1-0"),
    sample("record.cbf", Format::Cbf, "h2e2 h9g7", [2, 0, 2], "1/2-1/2"),
    sample("list.txt", Format::List, "h2e2 h9g7 h0g2", [4, 0, 0], "1-0"),
    sample("ranks10.txt", Format::List, "h2e2 h9g7 h0g2", [4, 0, 0], "*"),
];

fn path(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/files").join(file)
}

fn games(bytes: &[u8]) -> Vec<GameRecord> {
    let games = Games::new("test", bytes).unwrap_or_else(|error| panic!("{error}"));
    games.map(|game| game.unwrap_or_else(|error| panic!("{error}"))).collect()
}

#[test]
fn files_of_every_text_format() {
    for sample in &SAMPLES {
        let mut found = Games::open(&path(sample.file)).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(found.format(), sample.format, "{}", sample.file);
        let game = found.next().unwrap().unwrap_or_else(|error| panic!("{error}"));
        assert!(found.next().is_none() && game.faults.is_empty(), "{}: {:?}", sample.file, game.faults);
        let moves = game.main_line(Notation::Wire);
        assert!(moves.join(" ").starts_with(sample.first), "{}: {moves:?}", sample.file);
        let counts = (moves.len(), game.tree.variations(), game.tree.comments(), game.result.word());
        assert_eq!(counts, (sample.plies, sample.variations, sample.comments, sample.result), "{}", sample.file);
        there_and_back(&game);
    }
}

/// Every format in every encoding and notation gives back a game that it can hold whole, and otherwise its main line.
fn there_and_back(game: &GameRecord) {
    const FORMATS: [OutputFormat; 6] = [
        OutputFormat::Pgn,
        OutputFormat::Dhtmlxq,
        OutputFormat::Iccs,
        OutputFormat::Json,
        OutputFormat::Uci,
        OutputFormat::Xqf,
    ];
    const NOTATIONS: [Notation; 5] =
        [Notation::Chinese, Notation::Wxf, Notation::Vietnamese, Notation::Iccs, Notation::Wire];
    for format in FORMATS {
        let notations = if format == OutputFormat::Pgn { &NOTATIONS[..] } else { &[Notation::Wire] };
        for &notation in notations {
            for encoding in [TextEncoding::Utf8, TextEncoding::Gbk, TextEncoding::Big5] {
                let what = format!("{format:?} {notation:?} {encoding:?}");
                let (bytes, lost) = match format.encode(game, notation, encoding) {
                    Ok(written) => written,
                    Err(WriteError::OtherGame(_)) if game.start.xiangqi().is_none() => continue,
                    Err(error) => panic!("{what}: {error}"),
                };
                let found = games(&bytes);
                assert_eq!(found.len(), 1, "{what}: {}", decode(&bytes));
                let is_same = if lost.is_nothing() {
                    found[0].same_game(game)
                } else {
                    found[0].final_fen() == game.final_fen() && found[0].start == game.start
                };
                assert!(is_same, "{what}:\n{}{}", json::write(game), json::write(&found[0]));
            }
        }
    }
}

/// A game from choices: each byte picks one of the legal moves, or goes back to a position before.
fn made(choices: &[u8], texts: &[String], result: u8) -> GameRecord {
    let mut builder = Builder::new(Start::default());
    let mut nodes = vec![NodeId::ROOT];
    let mut texts = texts.iter().cycle();
    builder.record().result = GameResult::from_code(u32::from(result % 4));
    for pair in choices.chunks(2) {
        let (choice, jump) = (usize::from(pair[0]), usize::from(pair.get(1).copied().unwrap_or(0)));
        if jump % 5 == 4 {
            builder.go_to(nodes[choice % nodes.len()]);
        }
        let Some(position) = builder.board().and_then(|board| board.position::<Position>()) else { panic!("xiangqi") };
        let mut moves = meihua_engine::games::xiangqi::Moves::new();
        meihua_engine::games::xiangqi::movegen::legal_moves(position, &mut moves);
        if moves.is_empty() {
            break;
        }
        let node = builder.play(RecordedMove::of::<Position>(moves[choice % moves.len()])).unwrap();
        nodes.push(node);
        if jump % 7 == 3 {
            let text = texts.next().map_or("", String::as_str);
            builder.record().tree.add_comment(node, text);
        }
    }
    builder.finish()
}

/// In a script, this is where two strings are put together.
#[test]
fn a_plus_between_quotes_is_kept() {
    for text in ["\"+\"", "' + '", "'\t+\"", "it's \"a\" +1"] {
        let mut game = made(&[0, 3], &[text.to_owned()], 0);
        game.tags.push("Event", text);
        there_and_back(&game);
    }
}

/// Behind an empty line, a reader would take such a line for the next game.
#[test]
fn tags_in_comments_are_kept() {
    for text in ["see:\n\n[Event \"Cup\"]\n[Red \"x\"]\n\n 1. h2e2", "a\n\n  [Game \"b\"]}\n&#91;[Event \"\"]"] {
        let game = made(&[0, 3], &[text.to_owned()], 0);
        there_and_back(&game);
        let (written, lost) = OutputFormat::Pgn.encode(&game, Notation::Wxf, TextEncoding::Utf8).unwrap();
        assert!(lost.is_nothing() && games(&written)[0].tree == game.tree, "{}", decode(&written));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_trees_survive_every_format(
        choices in proptest::collection::vec(any::<u8>(), 0..160),
        texts in proptest::collection::vec("[ -~一二炮马馬启东許，。Ωé犇𠀀\n\t]{1,30}|[&#0-9;}{]{1,9}", 1..4),
        result in 0..4_u8,
        marks in proptest::collection::vec(1..140_u8, 0..4),
        event in "[ -~炮马馬启东許Ωé犇𠀀]{0,30}|[&#0-9;]{1,9}",
    ) {
        let mut game = made(&choices, &texts, result);
        game.tags.push("Event", &event);
        game.tags.push("Red", "红方");
        game.tags.push("Opening", "中炮");
        game.tree.add_comment(NodeId::ROOT, texts.first().map_or("", String::as_str));
        there_and_back(&game);
        let nodes: Vec<NodeId> = game.tree.preorder().take(marks.len()).collect();
        nodes.into_iter().zip(marks).for_each(|(node, mark)| game.tree.add_mark(node, mark));
        there_and_back(&game);
    }

    #[test]
    fn damage_is_survived(at in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<prop::sample::Index>(), which in 0..16_usize) {
        let mut bytes = match SAMPLES.get(which) {
            Some(sample) => std::fs::read(path(sample.file)).unwrap(),
            None => binary(which),
        };
        let place = at.index(bytes.len());
        bytes[place] = byte;
        read_to_the_end(&bytes);
        bytes.truncate(cut.index(bytes.len()) + 1);
        read_to_the_end(&bytes);
    }

    #[test]
    fn any_bytes_are_survived(bytes in proptest::collection::vec(any::<u8>(), 0..400), head in 0..8_usize) {
        let heads: [&[u8]; 8] =
            [b"", b"XQ\x12", b"CCBridge Record\0", b"CCBridgeLibrary\0", b"CCBridge\x15\0\0\0", b"[DhtmlXQ]", b"[A \"\"]\n", b"{\"moves\":"];
        read_to_the_end(&[heads[head], &bytes].concat());
        let mut long = [heads[head], &bytes].concat();
        long.resize(3000, 0x40);
        read_to_the_end(&long);
    }
}

/// Reads whatever there is: errors are fine.
fn read_to_the_end(bytes: &[u8]) {
    let Ok(games) = Games::new("damaged", bytes) else { return };
    for game in games.take(1000).flatten() {
        assert!(game.faults.len() <= GameRecord::MAX_FAULTS);
        _ = (pgn::write(&game, Notation::Chinese), json::write(&game), game.final_fen());
        _ = (dhtmlxq::write(&game), xqf::write(&game));
    }
}

fn example() -> GameRecord {
    games(&std::fs::read(path("chinese.pgn")).unwrap()).remove(0)
}

/// A file of each binary format.
fn binary(which: usize) -> Vec<u8> {
    match which % 4 {
        0 => xqf::write(&example()).unwrap().0,
        1 => super::binary::scrambled(&xqf::write(&without_marks()).unwrap().0, 18),
        2 => super::binary::cbr(&example()),
        _ => super::binary::cbl(&[example(), example()], &[]),
    }
}

fn without_marks() -> GameRecord {
    let mut game = example();
    game.tree = games(&xqf::write(&game).unwrap().0).remove(0).tree;
    game
}

#[test]
fn xqf_of_every_version() {
    let game = without_marks();
    let plain = xqf::write(&game).unwrap().0;
    for version in [11, 12, 13, 15, 16, 18] {
        let found = games(&super::binary::scrambled(&plain, version)).remove(0);
        assert!(found.faults.is_empty(), "version {version}: {:?}", found.faults);
        assert_eq!(found.tree, game.tree, "version {version}");
        assert_eq!((found.start, found.result), (game.start.clone(), game.result), "version {version}");
    }
}

#[test]
fn what_a_format_cannot_hold_is_counted() {
    let mut game = games(b"1. h2e2\n").remove(0);
    game.tags.push("\u{6bd4}\u{8d5b}", "a");
    let lost = |format: OutputFormat| format.encode(&game, Notation::Wire, TextEncoding::Utf8).unwrap().1;
    assert_eq!((lost(OutputFormat::Pgn).tags, lost(OutputFormat::Xqf).tags), (1, 1));
    assert!(lost(OutputFormat::Dhtmlxq).is_nothing() && lost(OutputFormat::Json).is_nothing());
    let mut game = games(b"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 3 7\nh2e2").remove(0);
    game.tags.push("Red", "a name of more than fifteen bytes");
    let lost = OutputFormat::Xqf.encode(&game, Notation::Wire, TextEncoding::Utf8).unwrap().1;
    assert_eq!((lost.cut, lost.counters), (1, 1));
}

#[test]
fn a_cut_xqf_keeps_the_moves_before() {
    let plain = xqf::write(&example()).unwrap().0;
    let whole = games(&plain).remove(0).tree.moves();
    let found = games(&plain[..plain.len() - 50]).remove(0);
    assert!(found.tree.moves() > 0 && found.tree.moves() < whole);
    assert!(found.faults.iter().any(|fault| fault.to_string().contains("the file ends")), "{:?}", found.faults);
    let mut cut = Games::new("cut.xqf", &plain[..500]).unwrap();
    let error = cut.next().unwrap().unwrap_err().to_string();
    assert!(error.contains("cut.xqf") && error.contains("the file is truncated"), "{error}");
    assert!(cut.next().is_none());
}

#[test]
fn cbr_and_a_library_with_a_deleted_game() {
    let game = without_marks();
    let found = games(&super::binary::cbr(&game)).remove(0);
    assert!(found.faults.is_empty() && found.tree == game.tree, "{:?}", found.faults);
    assert_eq!((&found.start, found.result, found.tags.get("Event")), (&game.start, game.result, game.event()));
    let library = super::binary::cbl(&[game.clone(), game.clone(), game.clone()], &[1]);
    assert_eq!(games(&library).len(), 2);
}

#[test]
fn a_library_cut_in_the_middle_gives_its_games_and_one_error() {
    let game = without_marks();
    let library = super::binary::cbl(&vec![game; 5], &[]);
    let cut = &library[..library.len() - 2 * 4096];
    let found: Vec<_> = Games::new("cut.cbl", cut).unwrap().collect();
    let (read, errors): (Vec<_>, Vec<_>) = found.into_iter().partition(Result::is_ok);
    assert_eq!((read.len(), errors.len()), (3, 1));
    let error = errors.into_iter().next().and_then(Result::err).unwrap().to_string();
    assert!(error.contains("found 3 games, expected 5"), "{error}");
}

#[test]
fn many_games_in_one_list() {
    let text = "# openings\nh2e2 h9g7 h0g2\nh2e2 h7e7\n\nposition startpos moves c3c4\nposition fen 3k5/9/9/9/9/9/9/9/4R4/5K3 w moves e1e9\n\
                P@d1 P@d2 P@e1 P@c1\n3k5/9/9/9/9/9/9/9/4R4/5K3 w - - id \"x\";\n1. C2=5 H8+7\n2. H2+3 R9=8 1-0\n1. P7+1 {x}\n";
    let found = games(text.as_bytes());
    let lengths: Vec<usize> = found.iter().map(|game| game.tree.main_line().count()).collect();
    assert_eq!(lengths, [3, 2, 1, 1, 4, 0, 4, 1], "{:#?}", found.iter().map(json::write).collect::<Vec<_>>());
    assert_eq!(found[4].start.kind(), RecordedGame::CONNECT_FOUR);
    assert_eq!(found[6].result.word(), "1-0");
}

#[test]
fn the_operations_of_an_epd_are_tags() {
    let board = "3k5/9/9/9/9/9/9/9/4R4/5K3";
    let text = format!(
        "# studies\n{board} w - - dm 2; bm e1e9 e1d1; id \"a; b\"; # a remark\n\n{board} w - - 0 1 bm #-3;\n{board} w dm 4\n"
    );
    let found = games(text.as_bytes());
    let tag = |name| found.iter().map(|game| game.tags.get(name)).collect::<Vec<_>>();
    assert_eq!(tag("dm"), [Some("2"), None, Some("4")]);
    assert_eq!(tag("bm"), [Some("e1e9 e1d1"), Some("#-3"), None]);
    assert_eq!(tag("Title"), [Some("a; b"), None, None]);
    assert!(found.iter().all(|game| game.faults.is_empty() && game.tree.moves() == 0));
    assert_eq!(found.iter().map(|game| game.place).collect::<Vec<_>>(), [2, 4, 5].map(Location::Line));
}

#[test]
fn a_bad_position_in_a_list_costs_only_itself() {
    let board = "3k5/9/9/9/9/9/9/9/4R4/5K3";
    let text = format!("{board} w\n{board}/9 w\n{board} b\n");
    let found: Vec<_> = Games::new("list.txt", text.as_bytes()).unwrap().collect();
    assert_eq!(found.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
    let error = found[1].as_ref().unwrap_err().to_string();
    assert!(error.starts_with("list.txt: game 2: line 2: "), "{error}");
}

#[test]
fn nesting_and_length_do_no_harm() {
    let deep = format!("[Event \"deep\"]\n\n1. h2e2 {}h9g7{} h9g7 1-0\n", "(".repeat(200_000), ")".repeat(200_000));
    assert_eq!(games(deep.as_bytes()).remove(0).main_line(Notation::Wire), ["h2e2", "h9g7"]);
    let nested = format!("1. {}{}", "h2e2 (".repeat(50_000), ")".repeat(50_000));
    assert_eq!(games(nested.as_bytes()).remove(0).tree.moves(), 50_000);
    // Long lines of signs that begin names, numbers and tables.
    for sign in [":", ",\"", " ", "第", "(1", "| ", "1 ", "[\n", "'+", "http://?"] {
        let long = format!("h2e2 h9g7\n{}\n", sign.repeat(200_000));
        read_to_the_end(long.as_bytes());
    }
    let object = format!("{{\"moves\":{}", "[".repeat(100_000));
    let error = Games::new("deep.json", object.as_bytes()).unwrap().next().unwrap().unwrap_err();
    assert!(error.to_string().starts_with("deep.json: game 1: line 1: bad JSON"), "{error}");
    let xml = format!("<n version=\"2\" m=\"\">{}</n>", "<n m=\"h2e2\">".repeat(20_000) + &"</n>".repeat(20_000));
    read_to_the_end(xml.as_bytes());
    let list = "h2e2\nh7e7\ne2h2\ne7h7\n".repeat(5_000);
    let game = games(list.as_bytes()).remove(0);
    assert_eq!(game.tree.main_line().count(), 10_000);
    assert!(game.faults[0].to_string().contains("at most 10000 plies"), "{:?}", game.faults);
}

#[test]
fn a_text_without_games_is_named() {
    for text in ["hello world\n", "", "xyz 1. foo\n"] {
        let error = Games::new("notes.txt", text.as_bytes()).and_then(|games| games.collect::<Result<Vec<_>, _>>());
        let error = error.unwrap_err().to_string();
        assert!(error.starts_with("notes.txt: ") && error.contains("no game found"), "{error}");
    }
}

#[test]
fn boards_that_no_game_leads_to_are_kept() {
    let text = "[FEN \"9/9/9/9/9/9/9/9/9/9 w\"]\n\n{a lesson} 1. h2e2\n";
    let game = games(text.as_bytes()).remove(0);
    assert!(game.start.fen().starts_with("9/9/9/9/9/9/9/9/9/9 w"));
    assert_eq!((game.tree.moves(), game.tree.comment(NodeId::ROOT)), (0, "a lesson"));
    assert!(game.faults[0].to_string().contains("no general"), "{:?}", game.faults);
    // The generals face each other: a move can still be played.
    let facing = "[FEN \"4k4/9/9/9/9/9/9/9/9/4K4 b\"]\n\n1... e9d9\n";
    assert_eq!(games(facing.as_bytes()).remove(0).tree.moves(), 1);
    assert!(fen::parse("4k4/9/9/9/9/9/9/9/9/4K4 w").is_err());
}

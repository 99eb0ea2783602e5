//! A game as a list of moves in many hands reads back as the same.

use meihua_contracts::side::Side;
use meihua_contracts::text::Notation;
use meihua_engine::games::xiangqi::Position;
use meihua_records::builder::Builder;
use meihua_records::write::pgn;
use meihua_records::{GameRecord, Games, NodeId, RecordedMove, Start};
use proptest::prelude::*;

/// A game of legal moves that are not all the first ones; black may begin.
fn played(choices: &[usize], black_begins: bool) -> GameRecord {
    let mut builder = Builder::new(Start::default());
    if black_begins {
        builder.begin_with(Side::Second);
    }
    for choice in choices {
        let mut legal = meihua_engine::games::xiangqi::movegen::Moves::new();
        let Some(position) = builder.board().and_then(|board| board.position::<Position>()) else { panic!("a board") };
        meihua_engine::games::xiangqi::movegen::legal_moves(position, &mut legal);
        let legal: Vec<_> = legal.iter().copied().collect();
        let Some(&mv) = legal.get(choice % legal.len().max(1)) else { break };
        if builder.play(RecordedMove::of::<Position>(mv)).is_err() {
            break;
        }
    }
    builder.finish()
}

/// How a person writes a list.
#[derive(Clone, Debug)]
struct Hand {
    notation: Notation,
    /// Around a number; none: no numbers.
    number: Option<Sign>,
    /// In the place of red's move.
    dots: &'static str,
    wide_digits: bool,
    blank: &'static str,
    /// Behind each move: one line for all, a line for each full move, or for each.
    line: Line,
    /// A remark behind some moves, and a mark behind others.
    remark: Option<&'static str>,
    mark: &'static str,
    /// The number of a full move stands again before black's.
    repeats: bool,
}

/// How a number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    /// Before the moves, with this behind it.
    Dot(&'static str),
    /// Between these, or these alone before and behind it.
    Between(&'static str, &'static str),
    /// Alone on its line, with this behind it; the second is behind the line.
    Alone(&'static str, &'static str),
    Circled,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    One,
    FullMove,
    Each,
    /// A blank line behind each move.
    Spaced,
}

fn hands() -> impl Strategy<Value = Hand> {
    let notation = prop::sample::select(vec![Notation::Wire, Notation::Wxf, Notation::Chinese, Notation::Vietnamese]);
    let dots = [".", ". ", "．", "、", "。", ".　"].map(|dot| Some(Sign::Dot(dot)));
    let others = [
        Sign::Between("第", "回合 "),
        Sign::Between("第", "回合："),
        Sign::Between("(", ") "),
        Sign::Alone("", "\n"),
        Sign::Alone(".", "\n"),
        Sign::Alone("", "\n\n"),
        Sign::Circled,
    ];
    let number = prop::sample::select([&[None][..], &dots, &others.map(Some)].concat());
    let dots = prop::sample::select(vec!["……", "…", "...", "………", "．．．", "…………"]);
    let blank = prop::sample::select(vec![" ", "  ", "\t", "　", ", ", "，", "; ", "；", "。"]);
    let line = prop::sample::select(vec![Line::One, Line::FullMove, Line::Each, Line::Spaced]);
    let remark =
        prop::sample::select(vec![None, Some("(布局常见)"), Some("（先手）"), Some("{中炮}"), Some("(solid, safe)")]);
    let mark = prop::sample::select(vec!["", "!", "??", "！"]);
    (notation, number, dots, any::<bool>(), blank, line, remark, mark, any::<bool>()).prop_map(
        |(notation, number, dots, wide_digits, blank, line, remark, mark, repeats)| Hand {
            notation,
            number,
            dots,
            wide_digits,
            blank,
            line,
            remark,
            mark,
            repeats,
        },
    )
}

fn number(number: usize, wide: bool) -> String {
    let widened = |digit: char| char::from_u32(digit as u32 - '0' as u32 + '０' as u32).expect("a digit");
    let text = number.to_string();
    if wide { text.chars().map(widened).collect() } else { text }
}

fn numbered(full: usize, sign: Sign, wide: bool) -> String {
    let digits = number(full, wide);
    match sign {
        Sign::Dot(dot) => format!("{digits}{dot}"),
        Sign::Between(before, after) => format!("{before}{digits}{after}"),
        Sign::Alone(dot, after) => format!("{digits}{dot}{after}"),
        Sign::Circled => ('①'..='⑳').nth(full - 1).expect("at most twenty").to_string(),
    }
}

fn written(game: &GameRecord, hand: &Hand) -> String {
    let black_begins = usize::from(game.start.side() == Side::Second);
    let mut text = String::new();
    for (ply, mv) in game.main_line(hand.notation).into_iter().enumerate() {
        let is_red = (ply + black_begins).is_multiple_of(2);
        let full = (ply + black_begins) / 2 + 1;
        if let Some(sign) = hand.number
            && (is_red || ply == 0 || hand.repeats)
        {
            if matches!(sign, Sign::Alone(..)) && !text.is_empty() && !text.ends_with('\n') {
                text += "\n";
            }
            text += &numbered(full, sign, hand.wide_digits);
            text += &if is_red { String::new() } else { format!("{} ", hand.dots) };
        }
        text += &mv;
        if ply % 5 == 3 {
            text += hand.mark;
        }
        if ply % 4 == 1
            && let Some(remark) = hand.remark
        {
            text += &format!(" {remark}");
        }
        let ends = match hand.line {
            Line::One => false,
            Line::FullMove => !is_red,
            Line::Each | Line::Spaced => true,
        };
        text += match (ends, hand.line) {
            (true, Line::Spaced) => "\n\n",
            (true, Line::One | Line::FullMove | Line::Each) => "\n",
            (false, _) => hand.blank,
        };
    }
    text
}

fn read(text: &str) -> Vec<GameRecord> {
    Games::new("list", text.as_bytes()).expect("a text").map(|game| game.expect("a game")).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_list_in_any_hand_reads_back(
        choices in proptest::collection::vec(any::<usize>(), 1..24), hand in hands(), black_begins in any::<bool>(),
    ) {
        // Without numbers nothing says that black begins: the start looks the same from both sides.
        let game = played(&choices, black_begins && hand.number.is_some());
        let text = written(&game, &hand);
        let found = read(&text);
        prop_assert_eq!(found.len(), 1, "{}", text);
        prop_assert!(found[0].faults.is_empty(), "{:?}\n{}", found[0].faults, text);
        prop_assert_eq!(found[0].main_line(Notation::Wire), game.main_line(Notation::Wire), "{}", text);
        prop_assert_eq!(found[0].start.side(), game.start.side(), "{}", text);
        let comments = game.tree.moves().saturating_add(2) / 4;
        prop_assert_eq!(found[0].tree.comments(), if hand.remark.is_some() { comments } else { 0 }, "{}", text);
    }
}

#[test]
fn dots_of_black_in_every_hand() {
    for text in [
        "1. 炮二平五\n1. …… 马８进７\n2. 马二进三 车９平８",
        "1. 炮二平五\n1. … 马８进７\n2. 马二进三\n2. … 车９平８",
        "1、炮二平五\n1、……马８进７\n2、马二进三 车９平８",
        "１．炮二平五\n１．………马８进７\n２．马二进三　车９平８",
        "1.炮二平五\n1.　　　　　　马８进７\n2.马二进三　车９平８",
        "1. 炮二平五 {x}\n1... 马８进７ 2. 马二进三 车９平８",
    ] {
        let found = read(text);
        assert_eq!(found.len(), 1, "{text}");
        assert_eq!(found[0].main_line(Notation::Wire), ["h2e2", "h9g7", "h0g2", "i9h9"], "{text}");
    }
    for text in ["1. …… 炮２平５ 2. 炮八平五", "[Event \"a\"]\n\n1... 炮２平５ 2. 炮八平五\n", "1…炮２平５ 炮八平五"]
    {
        let found = read(text);
        assert_eq!(found[0].main_line(Notation::Wire), ["b7e7", "b2e2"], "{text}");
        assert!(found[0].start.fen().contains(" b "), "{text}");
        assert_eq!(read(&pgn::write(&found[0], Notation::Chinese))[0].start, found[0].start);
    }
}

#[test]
fn two_games_are_two_and_heads_are_tags() {
    let text = "红方：甲　黑方：乙\n日期：2001-1-1\n----\n1. 炮二平五 马８进７\n结果：红胜\n红方：丙\n黑方：丁\n结果：黑胜\n1. 马二进三\n";
    let found = read(text);
    let players: Vec<_> =
        found.iter().map(|game| (game.player(Side::First), game.player(Side::Second), game.result.word())).collect();
    assert_eq!(players, [(Some("甲"), Some("乙"), "1-0"), (Some("丙"), Some("丁"), "0-1")]);
    assert_eq!(read("1. 炮二平五 马８进７\n1. 马二进三 马８进７\n").len(), 2);
    let found: Vec<_> = Games::new("x", &b"1. h2e2\n\nRed: a\nBlack: b\n"[..]).unwrap().collect();
    assert!(
        found.len() == 2
            && found[1].as_ref().is_err_and(|error| error.to_string().contains("line 3: the header of a game"))
    );
}

#[test]
fn a_result_between_names_is_a_title() {
    for between in ["和", "先和", "先负", "胜", "負", "VS"] {
        let title = format!("王天一 {between} 许银川");
        let found = read(&format!("{title}\n\n1. 炮二平五 马8进7\n红先胜\n\n{title}\n1. 炮二平五\n"));
        assert_eq!(found.len(), 2, "{title}");
        for game in &found {
            assert_eq!(game.tags.get("Title"), Some(title.as_str()));
            let players = (game.player(Side::First), game.player(Side::Second));
            assert_eq!(players, (Some("王天一"), Some("许银川")), "{title}");
        }
        assert_eq!((found[0].result.word(), found[1].result.word()), ("1-0", "*"));
    }
}

#[test]
fn forums_name_the_sides_and_end_in_words() {
    let game = "第1回合 红：炮二平五 黑：马8进7\n红方：马二进三，黑方：车9平8\n黑方认输\n";
    let found = read(&format!("甲 vs 乙 1-0\n{game}\n丙 vs 丁 0-1\n1. 炮二平五\n"));
    let seen: Vec<_> = found
        .iter()
        .map(|game| (game.player(Side::Second), game.result.word(), game.tree.moves(), game.faults.len()))
        .collect();
    assert_eq!(seen, [(Some("乙"), "1-0", 4, 0), (Some("丁"), "0-1", 1, 0)]);
}

#[test]
fn invisible_characters_of_web_pages_separate_words() {
    let found = read("炮二平五\u{200b} 马8进7\u{200b}\n\u{200b}\n\u{feff}马二进三\u{2060}\n");
    assert_eq!(found[0].main_line(Notation::Wire), ["h2e2", "h9g7", "h0g2"]);
    assert!(found.len() == 1 && found[0].faults.is_empty() && found[0].tags.is_empty());
}

#[test]
fn a_word_that_says_too_little_means_what_the_game_needs() {
    // Both cannons can go to e2; with the other one the last move is impossible.
    let game = |last: &str| read(&format!("[Event \"a\"]\n\n1. Ce2 g5 2. {last}\n")).remove(0);
    assert_eq!(game("h2h3").main_line(Notation::Wire), ["b2e2", "g6g5", "h2h3"]);
    assert_eq!(game("b2b3").main_line(Notation::Wire), ["h2e2", "g6g5", "b2b3"]);
    // Where both readings reach the end the word is reported.
    let open = game("c3c4");
    assert!(open.tree.moves() == 0 && open.faults[0].to_string().contains("it could be"), "{:?}", open.faults);
    // A word that nothing decides takes nothing from one that is decided before it.
    let later = game("h2h3 g5 3. Hc2 c5 4. Re1");
    assert_eq!(later.main_line(Notation::Wire)[..3], ["b2e2", "g6g5", "h2h3"]);
    let both = game("h2h3 Ce7");
    assert_eq!(both.main_line(Notation::Wire), ["b2e2", "g6g5", "h2h3"], "{:?}", both.faults);
    assert!(both.faults[0].to_string().contains("it could be"), "{:?}", both.faults);
}

#[test]
fn many_words_that_say_too_little_are_decided_one_by_one() {
    // Each pair of cannon moves is decided by the one that follows; together they have too many readings to try all.
    let mut moves = String::new();
    let mut expected = Vec::new();
    for _ in 0..12 {
        moves += "Ce2 Ce7 h2h3 h7h6 e2b2 e7b7 h3h2 h6h7 ";
        expected.extend(["b2e2", "b7e7", "h2h3", "h7h6", "e2b2", "e7b7", "h3h2", "h6h7"]);
    }
    let found = read(&format!("[Event \"a\"]\n\n{moves}*\n")).remove(0);
    assert!(found.faults.is_empty(), "{:?}", found.faults);
    assert_eq!(found.main_line(Notation::Wire), expected);
}

#[test]
fn numbers_on_lines_of_their_own_are_no_game_of_columns() {
    for text in [
        "1\nC2=5\nn8+7\n2\nN2+3\np7+1\n",
        "1\n\nC2=5\n\nn8+7\n\n2\n\nN2+3\n\np7+1\n",
        "1\n2\n中炮\n1\nh2e2\nh9g7\n2\nh0g2\ng6g5\n",
        "红方：甲\n1\nh2e2 h9g7\n2\nh0g2 g6g5\n",
        "1.\n\n炮二平五\n马8进7\n\n2.\n\n马二进三\n卒7进1\n",
    ] {
        let found = read(text);
        assert_eq!(found.len(), 1, "{text}");
        assert_eq!(found[0].main_line(Notation::Wire), ["h2e2", "h9g7", "h0g2", "g6g5"], "{text}");
    }
    let two = read("1\nC2=5 h8+7\n2\nH2+3 p7+1\n1\nP3+1 p7+1\n");
    assert_eq!(two.iter().map(|game| game.tree.moves()).collect::<Vec<_>>(), [4, 2]);
    // A year is no move number.
    assert_eq!(read("2001\n中炮\n1\nh2e2\n")[0].tags.get("Title"), Some("2001"));
    // Where nothing is about xiangqi, digits are columns.
    for (text, plies) in [("4453\n4\n", vec![4, 1]), ("# my games\n4\n\n1\n", vec![1, 1])] {
        let found = read(text);
        assert!(found.iter().all(|game| game.start.xiangqi().is_none()), "{text}");
        assert_eq!(found.iter().map(|game| game.tree.moves()).collect::<Vec<_>>(), plies, "{text}");
    }
}

#[test]
fn a_game_on_each_line_loses_none_of_them() {
    // The first moves of the second line fit behind the first game, the others only from the start.
    let first = "炮二平五 马８进７ 马二进三 车９平８ 车一平二 卒７进１";
    for between in ["\n", "\n\n"] {
        let found = read(&format!("{first}{between}兵七进一 卒７进１ 马八进七 马８进７ 炮二平五 象３进５ 马二进三\n"));
        assert!(found.iter().all(|game| game.faults.is_empty()));
        assert_eq!(found.iter().map(|game| game.tree.moves()).collect::<Vec<_>>(), [6, 7]);
        // A game on several lines stays one.
        let whole = read(&format!("{first}{between}兵七进一 马２进３\n"));
        assert_eq!(whole.iter().map(|game| game.tree.moves()).collect::<Vec<_>>(), [8]);
    }
}

#[test]
fn remarks_are_comments() {
    let found = read("# openings\n1. h2e2 h9g7 # solid\n2. h0g2\n");
    let comments: Vec<&str> = found[0].tree.preorder().map(|node| found[0].tree.comment(node)).collect();
    assert_eq!((found.len(), comments), (1, vec!["", "solid", ""]));
    let found = read("3k5/9/9/9/9/9/9/9/4R4/5K3 w - - # a study\n");
    assert_eq!(found[0].tree.comment(NodeId::ROOT), "a study");
}

#[test]
fn tables_are_lists_too() {
    let rows = "| 1 | 炮二平五 | 马8进7 |\n| 2 | 马二进三 | 车9平8 | 屏风马 |\n";
    for head in ["", "| 回合 | 红方 | 黑方 |\n|:-:|---|---|\n", "+---+---+---+\n| # | Red | Black |\n+---+---+---+\n"]
    {
        for text in [rows.to_owned(), rows.replace(" | ", "│"), rows.replace('|', "｜")] {
            let found = read(&format!("{head}{text}"));
            assert!(found.len() == 1 && found[0].faults.is_empty(), "{head}{text}");
            assert_eq!(found[0].main_line(Notation::Wire), ["h2e2", "h9g7", "h0g2", "i9h9"], "{head}{text}");
            let comments: Vec<&str> = found[0].tree.preorder().map(|node| found[0].tree.comment(node)).collect();
            assert_eq!((comments, found[0].tags.len()), (vec!["", "", "", "屏风马"], 0), "{head}{text}");
        }
    }
    let black = read("| 1 | | 炮2平5 |\n| 2 | 马二进三 | |\n");
    assert_eq!(black[0].main_line(Notation::Wire), ["b7e7", "h0g2"]);
}

#[test]
fn studies_have_names_and_addresses() {
    const BOARD: &str = "3a1k3/4a4/9/9/9/4R4/9/9/9/4K4";
    for (text, title) in [
        (format!("第三局 名字|{BOARD} b - - 0 1"), Some("第三局 名字")),
        (format!("第三局,{BOARD} b"), Some("第三局")),
        (format!("{BOARD} b - - 0 1|第三局"), Some("第三局")),
        (format!("\"a b\",\"{BOARD} b\""), Some("a b")),
        (format!("FEN: {BOARD} b"), None),
        (format!("https://www.chessdb.cn/query_en/?{BOARD}%20b"), None),
        (format!("https://example.org/a?x=1&fen={BOARD}+b+-+-+0+1&y=2"), None),
        (format!("第三局 https://example.org/#{BOARD}_b_-_-_0_1"), Some("第三局")),
    ] {
        let found = read(&format!("{text}\n{text}\n"));
        assert_eq!(found.len(), 2, "{text}");
        assert_eq!(found[0].start.fen(), format!("{BOARD} b - - 0 1"), "{text}");
        assert_eq!(found[1].tags.get("Title"), title, "{text}");
    }
    let found = read(&format!("题,{BOARD} w,e4f4 f9e9,1-0\n"));
    assert_eq!((found[0].tree.moves(), found[0].result.word()), (2, "1-0"));
}

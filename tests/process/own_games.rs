//! Games of files, by the options and by every command that plays them.

use common::{Engine, fresh, meihua};
use std::fs;

const HEXAPAWN: &str = "[hexapawn]\nmaxRank = 3\nmaxFile = 3\ncustomPiece1 = p:mfWcfF\nstartFen = ppp/3/PPP w - - 0 1\n\
                        stalemateValue = loss\nflagPiece = p\nflagRegionWhite = *3\nflagRegionBlack = *1\n";

fn file(name: &str, text: &str) -> String {
    let path = fresh(name);
    fs::write(&path, text).expect("a file");
    path.to_string_lossy().into_owned()
}

fn told(arguments: &[&str], input: &str) -> String {
    let output = meihua(arguments, input);
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn the_option_adds_games_and_replaces_them() {
    let path = file("hexapawn.ini", &format!("{HEXAPAWN}[river:chess]\n[bad]\nfoo = 1\n"));
    let mut engine = Engine::uci();
    engine.send(&format!("setoption name VariantPath value {path}"));
    let answer = engine.line();
    assert!(answer.contains("1 game added: hexapawn"), "{answer}");
    assert!(answer.contains("left out: line 12: foo: unknown key"), "{answer}");
    assert!(answer.contains("left out: line 10: [river]: a game of the program itself has this name"), "{answer}");
    engine.send("setoption name UCI_Variant value hexapawn\ngo depth 9");
    // The second player wins, in six plies.
    assert!(engine.until("bestmove").iter().any(|line| line.contains("mate -3")));
    engine.send("uci");
    assert!(engine.until("uciok").iter().any(|line| line.contains("var hexapawn")));
    engine.send("setoption name VariantPath value <empty>");
    assert!(engine.line().contains("0 games added"));
    engine.send("setoption name UCI_Variant value hexapawn");
    assert!(engine.line().contains("unknown game"));
}

#[test]
fn a_text_adds_games_and_faults_leave_everything_as_it_was() {
    let hex: String = HEXAPAWN.bytes().map(|byte| format!("{byte:02x}")).collect();
    let mut engine = Engine::uci();
    engine.send(&format!("setoption name VariantText value {hex}\nsetoption name UCI_Variant value hexapawn"));
    assert!(engine.line().contains("hexapawn"));
    engine.send("setoption name VariantText value 5b615d0a666f6f3d31");
    assert!(engine.line().contains("option VariantText: line 2: foo: unknown key"));
    engine.send("setoption name VariantText value xyz");
    assert!(engine.line().contains("hexadecimal"));
    engine.send("position startpos moves b1b2 a3b2\nmoves");
    assert!(engine.line().contains("a1b2"));
}

#[test]
fn games_with_walls_and_variations_far_from_the_first_files_are_read_back() {
    let rules = "[wide]\nmaxRank = 4\nmaxFile = 12\ncustomPiece1 = a:mQ\nwallingRule = arrow\n\
                 startFen = a11/12/12/11A w - - 0 1\n";
    let path = file("wide.ini", rules);
    let pgn = "[Variant \"wide\"]\n\n1. l1l2,l2l3 (1. l1k1,k1l2$1 a4a3,a3b3) a4b4,b4c4 {on, so} *\n";
    let convert = |words: &[&str], input: &str| {
        let done = meihua(&[&["--variants", &path, "convert", "-"], words].concat(), input);
        assert!(done.status.success() && done.stderr.is_empty(), "{}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).expect("text")
    };
    let moves = convert(&["--to", "json"], pgn);
    for part in ["l1l2,l2l3", "a4b4,b4c4", "{\"move\":\"l1k1,k1l2\",\"parent\":0,\"marks\":[1]}", "on, so"] {
        assert!(moves.contains(part), "{part}: {moves}");
    }
    let written = convert(&["--to", "pgn"], pgn);
    assert_eq!(convert(&["--to", "json"], &written).split_once("moves"), moves.split_once("moves"));
}

#[test]
fn a_game_is_saved_in_what_can_be_read_again() {
    let path = file("saved.ini", HEXAPAWN);
    for ending in ["txt", "iccs", "xqf", "pgn", "json", "uci"] {
        let saved = fresh(&format!("saved.{ending}"));
        let lines = format!("a1a2\nsave {0}\nnew\nload {0}\nmoves\nquit\n", saved.display());
        let heard = told(&["--variants", &path, "play", "hexapawn", "--side", "both"], &lines);
        let is_read = saved.exists() && heard.lines().filter(|line| line.contains("a1a2")).count() > 0;
        if ["pgn", "json", "uci"].contains(&ending) {
            assert!(is_read && !heard.contains("bad board"), "{ending}: {heard}");
            std::fs::remove_file(saved).unwrap();
        } else {
            assert!(
                !saved.exists() && heard.contains("expected a name that ends in .pgn or .json"),
                "{ending}: {heard}"
            );
        }
    }
}

#[test]
fn a_text_is_read_as_the_game_that_is_asked_for() {
    let path = file("chess.ini", "[m:chess]\n");
    let asked = |game: &str, text: &str| {
        let arguments = format!("{{\"game\":\"{game}\",\"text\":\"{text}\",\"nodes\":100}}");
        let call = format!("{{\"name\":\"analyse_game\",\"arguments\":{arguments}}}");
        let line = format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{call}}}\n");
        told(&["--variants", &path, "mcp"], &line)
    };
    let own = asked("m", "position startpos moves f2f3 e7e5 g2g4 d8h4");
    assert!(own.contains("\"isError\":false") && own.contains("2. g4 Allows mate in 1: Qh4#."), "{own}");
    let four = asked("cfour", "position startpos moves 4 4 4");
    assert!(four.contains("\"isError\":false") && four.contains("\"game\":\"cfour\""), "{four}");
    let other = asked("m", "1. h2e2 h9g7");
    assert!(
        other.contains("\"isError\":true") && other.contains("found a game of xiangqi, expected one of m"),
        "{other}"
    );
}

#[test]
fn every_command_knows_the_games() {
    let path = file("games.ini", HEXAPAWN);
    let with = |words: &[&str], input: &str| told(&[&["--variants", &path], words].concat(), input);
    assert!(told(&["check", &path], "").contains("1 game: hexapawn"));
    assert!(told(&["--lang", "zh", "check", &path], "").contains("1 种棋：hexapawn"));
    let taken = meihua(&["check", &file("taken.ini", &HEXAPAWN.replace("[hexapawn]", "[Mota]"))], "");
    assert!(String::from_utf8_lossy(&taken.stdout).contains("line 1: [Mota]: a game of the program itself"));
    assert_eq!(taken.status.code(), Some(1));
    // Lines may end in CR alone.
    let old = |text: &str| text.replace('\n', "\r");
    let own = told(&["check", &file("old.ini", &old(&format!("# Pawns.\n{HEXAPAWN}")))], "");
    assert!(own.contains("1 game: hexapawn"), "{own}");
    let puzzle = old(include_str!("../../examples/puzzles/torch.pddl"));
    assert!(puzzle.starts_with(';') && told(&["check", &file("old.pddl", &puzzle)], "").contains("1 puzzle"));
    assert!(with(&["solve", "hexapawn"], "").contains("\tloss 6\tproven\t135\t"));
    assert!(with(&["play", "hexapawn"], "b1b2\nquit\n").contains("3  p p p"));
    assert!(with(&["draw", "hexapawn", "-o", &fresh("board.svg").to_string_lossy()], "").is_empty());
}

#[test]
fn a_match_knows_the_game_and_is_not_continued_by_other_rules() {
    let path = file("pawns.ini", HEXAPAWN);
    let (journal, pgn) = (fresh("pawns.journal"), fresh("pawns.pgn"));
    let option = format!("option.VariantPath={path}");
    let command = format!("cmd={}", common::program());
    let play = |games: &str| {
        let players = ["--engine", "name=one", &command, "--engine", "name=other", &command, "--openings", "startpos"];
        let files = ["--journal", &journal.to_string_lossy(), "--pgn", &pgn.to_string_lossy()];
        let words = ["--variants", &path, "match", "--game", "hexapawn", "--games", games, "--each", &option];
        let words: Vec<&str> = words.into_iter().chain(["nodes=20"]).chain(players).chain(files).collect();
        meihua(&words, "")
    };
    let first = play("2");
    let table = String::from_utf8_lossy(&first.stdout).into_owned();
    // The second player wins each game.
    assert!(first.status.success() && table.matches(" 1.0   50.0% ").count() == 2, "{table}");
    let before = std::fs::read_to_string(&pgn).unwrap();
    assert_eq!(before.matches("[Round ").count(), 2, "{before}");
    fs::write(&path, format!("{HEXAPAWN}customPiece2 = q:K\n")).unwrap();
    let other = play("4");
    let told = String::from_utf8_lossy(&other.stderr).into_owned();
    assert!(other.status.code() == Some(1) && told.contains("belongs to another match"), "{told}");
    assert_eq!(std::fs::read_to_string(&pgn).unwrap(), before);
    fs::write(&path, HEXAPAWN).unwrap();
    assert!(play("4").status.success());
    assert_eq!(std::fs::read_to_string(&pgn).unwrap().matches("[Round ").count(), 4);
}

#[test]
fn chess_is_read_in_its_own_notation_with_and_without_a_name() {
    let path = file("pgn.ini", "[chess:chess]\n[king-of-the-hill:kingofthehill]\n[crazyhouse:crazyhouse]\n");
    let read = |tag: &str, moves: &str| {
        let pgn = file("chess.pgn", &format!("[White \"A\"]\n{tag}\n\n{moves} *\n"));
        told(&["--variants", &path, "convert", "--to", "uci", &pgn], "")
    };
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O axb5 5. d4 exd4 6. Nbd2";
    let wire = "moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1 a6b5 d2d4 e5d4 b1d2\n";
    for tag in ["", "[Variant \"Standard\"]", "[Variant \"King of the Hill\"]", "[Variant \"Crazyhouse\"]"] {
        let heard = read(tag, moves);
        assert!(heard.contains(wire), "{tag}: {heard}");
    }
    let fen = "[FEN \"r3k3/1P6/8/8/8/8/8/R3K2R w KQq - 0 1\"]\n[SetUp \"1\"]\n[Variant \"From Position\"]";
    assert!(read(fen, "1. bxa8=R+ Kd7 2. R1a3 Kc7 3. O-O").contains("moves b7a8r e8d7 a1a3 d7c7 e1g1\n"));
    let dropped = read("[Variant \"Crazyhouse\"]", "1. e4 d5 2. exd5 Qxd5 3. Nc3 P@e3");
    assert!(dropped.contains("d8d5 b1c3 P@e3\n"), "{dropped}");
    // A bishop from the eighth rank, not what stands on b8; and that, where all letters are large.
    let named =
        |mv: &str| read("[FEN \"bq5k/8/b7/8/8/8/8/K7 b - - 0 1\"]\n[Variant \"Standard\"]", &format!("1... {mv}"));
    assert!(named("B8b7").contains("moves a8b7\n") && named("B8B7").contains("moves b8b7\n"));
    assert!(
        named("B7b6").contains("\"B7b6\" is not a legal move: no piece of the side to move goes so"),
        "{}",
        named("B7b6")
    );
    // Castling, and no move at all, in a file that names no game.
    let castles = read("[FEN \"1k6/4P3/8/8/8/8/8/4K2R w K - 0 1\"]", "1. O-O");
    assert!(castles.contains("moves e1g1\n"), "{castles}");
    // Castling with zeros is no result, and what captures in passing may say so.
    let zeros = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 Nf6 5. d3 (5. Re1 0-0 6. Nc3) 0-0 6. Nc3";
    let castled = read("", zeros);
    assert!(castled.contains("f8c5 e1g1 g8f6 d2d3 e8g8 b1c3\n") && !castled.contains("result"), "{castled}");
    let passed = read("", "1. e4 a6 2. e5 f5 3. exf6 e.p. gxf6");
    assert!(passed.contains("f7f5 e5f6 g7f6\n"), "{passed}");
    // Either knight, and a move that is not legal.
    let vague = read("", "1. e4 e5 2. Nf3 Nc6 3. d3 d6 4. Nd2");
    assert!(vague.contains("ply 7 of the game: \"Nd2\" is not a legal move: several moves are called so"), "{vague}");
    // The program knows these games without a file, and chess by its moves.
    let bare = |tag: &str, moves: &str| {
        let pgn = file("bare.pgn", &format!("[White \"A\"]\n{tag}\n\n{moves} *\n"));
        told(&["convert", "--to", "uci", &pgn], "")
    };
    for tag in ["", "[Variant \"Standard\"]", "[Variant \"King of the Hill\"]", "[Variant \"Three-check\"]"] {
        assert!(bare(tag, moves).contains(wire), "{tag}: {}", bare(tag, moves));
    }
    assert!(bare(fen.split('\n').next().unwrap(), "1. bxa8=R+").contains("moves b7a8r\n"));
    assert!(bare("[Variant \"nonsense\"]", moves).contains("bad Variant: found \"nonsense\""));
    assert!(bare("", "1. h2e2 h9g7").contains("moves h2e2 h9g7\n"));
    // What breaks off in both is xiangqi, as it was.
    assert!(bare("", "1. h2e2 h9g7 2. Nf3").contains("moves h2e2 h9g7\n"));
    // A list of moves without tags, which is chess throughout.
    let listed = |moves: &str| told(&["convert", "--to", "uci", &file("list.txt", moves)], "");
    assert!(
        listed("1. e4 e5\n2. Nf3 Nc6 {good} 3. Bb5 (3. Bc4) a6 1/2-1/2\n")
            .contains("moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6")
    );
    let two = listed("1. e4 c5 2. Nf3 1-0\n1. d4 d5 2. c4 0-1\n");
    assert!(two.contains("moves e2e4 c7c5 g1f3\n") && two.contains("moves d2d4 d7d5 c2c4\n"), "{two}");
    let broken = listed("1. e4 e5 2. Nf3 Nc6 3. Bb5 nonsense\n");
    assert!(broken.contains("moves e3e4 e6e5\n") && broken.contains("ply 3"), "{broken}");
    // Xiangqi is still what its moves say.
    assert!(read("", "1. h2e2 h9g7").contains("moves h2e2 h9g7\n"));
}

#[test]
fn chess_is_written_in_its_own_notation() {
    let pgn = file("squares.pgn", "[Variant \"Chess\"]\n\n1. e2e4 e7e5 2. g1f3 b8c6 3. f1b5 a7a6 4. e1g1 a6b5 *\n");
    let san = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O axb5 *";
    let written = |words: &[&str]| told(&[&["convert", &pgn], words].concat(), "");
    assert!(written(&[]).contains(san) && written(&["--lang", "zh"]).contains(san), "{}", written(&[]));
    assert!(written(&["--notation", "san"]).contains(san));
    assert!(written(&["--notation", "uci"]).contains("1. e2e4 e7e5 2. g1f3 b8c6"));
    let report = told(&["analyse", &pgn, "--nodes", "500"], "");
    assert!(report.contains("2.  Nf3") && !report.contains("g1f3"), "{report}");
    let games = file("san.ini", "[c:chess]\n");
    let asked = "setoption name UCI_Variant value c\nsetoption name Notation value san\nposition startpos moves e2e4\ngo depth 1\n";
    let heard = told(&["--variants", &games], asked);
    let line = heard.lines().find_map(|line| line.strip_prefix("info string pv 1 ")).unwrap_or_default();
    assert!(["Nc6", "e5", "Nf6", "e6", "d5"].contains(&line), "{heard}");
}

#[test]
fn boards_are_drawn_with_arrows_and_from_both_sides() {
    let path = file("drawn.ini", "[c:chess]\n");
    let draw = |words: &[&str]| told(&[&["--variants", &path, "draw", "c"], words].concat(), "");
    let start = draw(&[]);
    assert!(start.starts_with("<svg") && start.matches("<path").count() > 32, "{start}");
    let line = draw(&["--pv", "e4 e7e5"]);
    assert_eq!(line.matches("opacity=\"0.85\"").count(), 2);
    assert_ne!(draw(&["--flip"]), start);
    assert!(draw(&["--pv", "e2e5"]).contains("--pv: \"e2e5\" is not a legal move"));
}

#[test]
fn saved_games_and_libraries_hold_the_rules() {
    let rules = format!("# A puzzle of pawns.\n{HEXAPAWN}");
    let (path, library) = (file("ruled.ini", &rules), fresh("ruled.db").to_string_lossy().into_owned());
    let game = "[White \"Ann\"]\n[Variant \"hexapawn\"]\n\n1. b1b2 a3b2 *\n";
    let written = told(&["--variants", &path, "convert", "-", "--to", "pgn"], game);
    assert!(written.contains("[Rules \"hexapawn "), "{written}");
    // From here on nobody names the file.
    let game = told(&["convert", "-", "--to", "json"], &written);
    assert!(game.contains("\"hexapawn\"") && game.contains("b1b2") && game.contains("a3b2"), "{game}");
    assert_eq!(told(&["convert", "-", "--to", "pgn"], &game), written);
    assert_eq!(told(&["convert", "-", "--to", "pgn"], &written), written);
    let analysed = told(&["analyse", "-", "--nodes", "1000"], &written);
    assert!(analysed.contains("a3b2") && !analysed.contains("unknown"), "{analysed}");
    let with = |words: &[&str], input: &str| told(&[&["library", "--library", &library], words].concat(), input);
    assert!(with(&["add", "-"], &written).contains("1 game added"));
    let explored = with(&["explore", "--game", "hexapawn", "startpos", "moves", "b1b2"], "");
    assert!(explored.contains("a3b2"), "{explored}");
    assert!(with(&["find", "--game", "hexapawn", "--to", "pgn"], "").contains("[Rules \"hexapawn "));
    assert_eq!(with(&["check"], "").trim(), "ok");
    // The same name with other rules is another game.
    let other = file("other.ini", &HEXAPAWN.replace("stalemateValue = loss", "stalemateValue = draw"));
    let written = told(&["--variants", &other, "convert", "-", "--to", "pgn"], "[Variant \"hexapawn\"]\n\n1. a1a2 *\n");
    let added = with(&["add", "-"], &written);
    assert!(added.contains("games of \"hexapawn\" by other rules") && added.contains("0 games added"), "{added}");
    let opened = told(&["--variants", &other, "library", "--library", &library, "stats"], "");
    assert!(opened.contains("other rules"), "{opened}");
    // Rules that are damaged are said, and nothing is guessed.
    let damaged = written.replacen("[Rules \"hexapawn W", "[Rules \"hexapawn !", 1);
    assert!(told(&["convert", "-", "--to", "json"], &damaged).contains("bad Rules"));
    assert!(told(&["convert", "-", "--to", "json"], &game.replace("hexapawn I", "hexapawn ?")).contains("bad Rules"));
}

#[test]
fn a_library_tells_hands_and_promotions_apart() {
    let library = fresh("hands.db").to_string_lossy().into_owned();
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/minishogi.ini");
    let with = |words: &[&str], input: &str| {
        told(&[&["--variants", games, "library", "--library", &library], words].concat(), input)
    };
    // One board, two hands: White takes the pawn in one game, and moves away and back in the other.
    let fen = |hand: &str| format!("4k/5/p4/5/R3K[{hand}] w 0 1");
    let game = |hand: &str, mv: &str| format!("[Variant \"minishogi5\"]\n[FEN \"{}\"]\n\n1. {mv} *\n\n", fen(hand));
    let both = game("", "a1a3") + &game("P", "P@b2") + &game("", "a1a2") + &game("P", "P@b3");
    let unknown = with(&["add", "-"], &game("", "a1a3").replace("minishogi5", "shogi7"));
    assert!(unknown.contains("bad Variant: found \"shogi7\", expected a game that this program knows"), "{unknown}");
    let added = with(&["add", "-"], &both);
    assert!(added.contains("4 games added"), "{added}");
    let explored = |hand: &str| with(&["explore", "--game", "minishogi5", &fen(hand)], "");
    let (without, holding) = (explored(""), explored("P"));
    assert!(without.contains("2 games") && without.contains("a1a3") && !without.contains("P@"), "{without}");
    assert!(holding.contains("2 games") && holding.contains("P@b2") && !holding.contains("a1a"), "{holding}");
    // A promoted rook takes two letters of the FEN.
    let promoted =
        "[Variant \"minishogi5\"]\n[FEN \"4k/5/p4/R4/4K[] w 0 1\"]\n\n1. a2a3 e5d5 2. a3a5+ d5e4 3. a5a4 *\n\n";
    assert!(with(&["add", "-"], &(promoted.to_owned() + &promoted.replace("a5a4", "a5b5"))).contains("2 games added"));
    assert_eq!(with(&["check"], "").trim(), "ok");
    let line = ["explore", "--game", "minishogi5", "4k/5/p4/R4/4K[] w 0 1", "moves", "a2a3", "e5d5", "a3a5+", "d5e4"];
    let explored = with(&line, "");
    assert!(explored.contains("a5a4") && explored.contains("a5b5"), "{explored}");
}

#[test]
fn long_comments_do_not_keep_the_rules_from_saved_games() {
    let comments = "# What a long comment has to say about pawns that nobody will ever read to its end.\n".repeat(250);
    let path = file("long.ini", &format!("{comments}{HEXAPAWN}"));
    let written = told(&["--variants", &path, "convert", "-", "--to", "pgn"], "[Variant \"hexapawn\"]\n\n1. b1b2 *\n");
    assert!(written.contains("[Rules \"hexapawn "), "{written}");
    assert!(told(&["convert", "-", "--to", "uci"], &written).contains("moves b1b2"));
    assert!(told(&["convert", "-", "--to", "pgn"], &written).contains("[Rules \"hexapawn "));
}

#[test]
fn a_view_lists_five_thousand_moves_and_counts_the_others() {
    let game = "[walls]\nmaxRank = 12\nmaxFile = 12\ncustomPiece1 = a:mQ\nwallingRule = static\nstalemateValue = loss\n\
                startFen = a10a/12/12/12/12/12/12/12/12/12/12/A10A w - - 0 1\n";
    let mut engine = Engine::uci();
    engine.send(&format!("setoption name VariantPath value {}", file("walls.ini", game)));
    engine.line();
    engine.send("setoption name UCI_Variant value walls\nview");
    let shown = engine.until("view").pop().expect("a line");
    // 60 moves, each with 140 squares for the wall.
    assert_eq!(shown.matches("\"move\":").count(), 5_000);
    assert!(shown.contains("\"more_moves\":3400"), "{}", &shown[shown.len() - 200..]);
}

//! Matches between scripts: a sound engine that drops its stones from left to right, and broken ones, each
//! distinguished.
#![cfg(unix)]

use clap::Parser;
use common::fresh;
use meihua::GAMES;
use meihua::matches::{MatchArgs, exit_status, play};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Four in a row without thought: move number n goes into column n mod 7. `$1` names the fault, `$2` the move at which
/// it shows.
const ENGINE: &str = r#"
fault=$1; when=$2; n=0
answer() {
  case $((n % 7)) in 0) c=a;; 1) c=b;; 2) c=c;; 3) c=d;; 4) c=e;; 5) c=f;; *) c=g;; esac
  case $(((n + 1) % 7)) in 0) p=a;; 1) p=b;; 2) p=c;; 3) p=d;; 4) p=e;; 5) p=f;; *) p=g;; esac
  echo "info depth 3 score cp ${score:-0} nodes 10 time 1 pv $c $p"
  echo "bestmove $c ponder $p"
}
while read -r word rest; do
  case $word in
    uci)
      echo "option name Ponder type check default false"; echo "option name Level type spin default 1 min 0 max 9"
      [ "$fault" = mute ] || echo uciok;;
    setoption) case $rest in *" 7") echo "info string ERROR: level 7 is broken";; esac;;
    isready) echo readyok;;
    position) set -- $rest; n=$(($# > 2 ? $# - 2 : 0));;
    ponderhit) echo "$word" >>"${log:-/dev/null}"; answer;;
    stop) case $fault$pondering in late* | *yes) answer;; esac; pondering=;;
    go)
      case $rest in ponder*) pondering=yes; continue;; esac
      pondering=
      if [ "$n" -ge "${when:-999}" ]; then
        case $fault in
          illegal) echo "bestmove z9"; continue;;
          none) echo "bestmove (none)"; continue;;
          hang | late) continue;;
          flood) exec yes "$(printf '%065535d' 0)";;
          exit) exit 7;;
          kill) kill -9 $$;;
          leave) sleep 9 & exit 7;;
        esac
      fi
      answer;;
    quit) exit 0;;
  esac
done
"#;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    args: MatchArgs,
}

/// A folder of its own for a test, with the engine in it.
struct Bench(PathBuf);

impl Bench {
    fn new(name: &str) -> Bench {
        let folder = fresh(&format!("match-{name}"));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("engine.sh"), ENGINE).unwrap();
        Bench(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    fn engine(&self, name: &str, more: &str) -> String {
        format!("--engine cmd=sh arg={} name={name} {more}", self.path("engine.sh"))
    }

    fn args(&self, line: &str) -> MatchArgs {
        let openings = if line.contains("--openings") { "" } else { "--openings startpos" };
        let patience = if line.contains("--patience") { "" } else { "--patience 1" };
        let line = format!("match --game cfour {openings} --quiet {patience} {line}");
        Line::parse_from(line.split_whitespace()).args
    }

    /// Plays a match of a broken engine against a sound one; the table and the exit status.
    fn faults(&self, fault: &str, budget: &str) -> (String, u8) {
        let faulty: Vec<String> = fault.split('+').map(|arg| format!("arg={arg}")).collect();
        let (broken, sound) = (self.engine("broken", &faulty.join(" ")), self.engine("sound", ""));
        let args = self.args(&format!("--games 2 {broken} {sound} --each {budget}"));
        let standings = play(&args, GAMES);
        let status = exit_status(&args, &standings);
        (standings.map_or_else(|error| error.to_string(), |standings| standings.table(None)), status)
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

fn lines(path: &Path) -> usize {
    fs::read_to_string(path).unwrap().lines().count()
}

#[test]
fn faults_are_told_apart() {
    let bench = Bench::new("faults");
    for (fault, budget, word) in [
        ("illegal+4", "movetime=2000", "illegal move"),
        ("none+4", "movetime=2000", "illegal move"),
        ("exit+4", "movetime=2000", "crash"),
        ("kill+4", "movetime=2000", "crash"),
        // What it has started holds its output open.
        ("leave+4", "movetime=100", "crash"),
        ("hang+4", "movetime=100", "hang"),
        ("hang+4", "nodes=100", "hang"),
        ("flood+4", "movetime=100", "hang"),
        ("flood+4", "nodes=100", "hang"),
        ("late+4", "movetime=100", "time loss"),
        ("late+4", "tc=0.3", "time loss"),
    ] {
        let (table, status) = bench.faults(fault, budget);
        assert!(table.contains(&format!("fault: broken: 2 × {word} (game 1, 2)")), "{fault}: {table}");
        assert!(!table.contains("fault: sound"), "{fault}: {table}");
        assert_eq!(status, 3, "{fault}");
    }
    let (error, status) = bench.faults("mute", "nodes=1");
    assert!(error.contains("engine broken does not start: no answer to \"uci\""), "{error}");
    assert_eq!(status, 1);
}

#[test]
fn a_match_goes_on_where_it_was_cut() {
    let bench = Bench::new("resume");
    let (journal, pgn) = (bench.0.join("journal"), bench.0.join("games.pgn"));
    let engines = format!("{} {} --each nodes=1", bench.engine("A", ""), bench.engine("B", ""));
    let files = format!("--journal {} --pgn {}", journal.display(), pgn.display());
    let line = format!("--games 4 --openings random:4 {engines} {files} --concurrency 2");
    let table = play(&bench.args(&line), GAMES).unwrap().table(None);
    let whole = fs::read(&journal).unwrap();
    let games = fs::read_to_string(&pgn).unwrap();
    assert_eq!(games.matches("[Result ").count(), 4);
    // Inside the header, inside a game, at the end of one.
    let ends: Vec<usize> = whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1).collect();
    for cut in [3, ends[5] + 40, ends[6], whole.len() - 1, whole.len()] {
        fs::write(&journal, &whole[..cut]).unwrap();
        fs::write(&pgn, &games).unwrap();
        let again = play(&bench.args(&line), GAMES).unwrap().table(None);
        let points = |table: &str| table.lines().filter(|line| line.contains("pairs")).collect::<String>();
        assert_eq!(points(&again), points(&table), "cut at {cut}");
        assert_eq!(lines(&journal), ends.len());
        assert_eq!(fs::read_to_string(&pgn).unwrap().matches("[Result ").count(), 4);
    }
    // More games go on too; another engine does not.
    let more = line.replace("--games 4", "--games 6");
    assert_eq!(play(&bench.args(&more), GAMES).unwrap().games(), 6);
    let other = line.replace("nodes=1", "nodes=2");
    let refused = play(&bench.args(&other), GAMES);
    assert_eq!(exit_status(&bench.args(&other), &refused), 1);
    assert!(refused.unwrap_err().to_string().contains("another match"));
}

#[test]
fn a_killed_process_goes_on() {
    let bench = Bench::new("kill");
    let journal = bench.0.join("journal");
    let engines = format!("{} {} --each nodes=1", bench.engine("A", ""), bench.engine("B", ""));
    let line = format!(
        "match --game cfour --openings startpos {engines} --games 60 --journal {} --progress",
        journal.display()
    );
    let command = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_meihua"));
        command.args(line.split_whitespace()).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    let games = || fs::read_to_string(&journal).unwrap_or_default().matches("\ngame").count();
    let mut first = command().spawn().unwrap();
    while games() < 5 {
        std::thread::sleep(Duration::from_millis(2));
    }
    first.kill().unwrap();
    first.wait().unwrap();
    let held = games();
    let output = command().output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let [told, remarks] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert!(
        held == 60 || remarks.contains(&format!("{held} of 60 games are in the journal already")),
        "{held}: {remarks}"
    );
    assert!(told.contains("A - B: pairs 0:0 ½:0 1:30 1½:0 2:0"), "{told}");
    assert_eq!(games(), 60);
}

#[test]
fn misuse_is_told_on_the_error_stream() {
    let run = |line: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_meihua")).args(line.split(' ')).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    for (line, word) in [
        ("match --engine cmd=a", "has no tc, movetime, nodes or depth"),
        ("match --engine cmd=a nodes=1", "two engines"),
        ("match --game go --engine cmd=a nodes=1", "unknown game"),
        ("match --sprt 5 0 --engine cmd=a nodes=1 --engine cmd=b nodes=1", "elo0 < elo1"),
        ("match --engine cmd=a proto=xboard nodes=1", "no limit of nodes"),
        ("match --engine cmd=a proto=ucci nodes=1 depth=3", "UCCI takes one limit"),
        ("match --engine cmd=a nodes=1 --engine cmd=b nodes=1 --openings random:x", "random:PLIES"),
        ("match", "--engine"),
    ] {
        let (status, told) = run(line);
        assert_eq!(status, Some(2), "{line}");
        assert!(told.contains(word), "{line}: {told}");
    }
    let (status, told) = run("match --engine cmd=/nowhere/a nodes=1 --engine cmd=/nowhere/b nodes=1");
    assert_eq!(status, Some(1));
    assert!(told.contains("does not start"), "{told}");
    let (_, told) = run("match --engine name=a cmd=sh dir=/nowhere nodes=1 --engine name=b cmd=sh nodes=1");
    assert!(told.contains("dir=/nowhere"), "{told}");
}

#[test]
fn a_test_stops_the_match() {
    let bench = Bench::new("sprt");
    // The engine that breaks at once loses every game.
    let broken = bench.engine("broken", "arg=illegal arg=0");
    let sound = bench.engine("sound", "");
    // It plays until the test decides, however many games that takes.
    let line = format!("--sprt 0 200 {sound} {broken} --each nodes=1");
    let standings = play(&bench.args(&line), GAMES).unwrap();
    assert!(standings.games() < 100, "{}", standings.games());
    assert!(standings.line(None).contains("-0 "), "{}", standings.line(None));
    let args = bench.args(&format!("--sprt 0 20 {sound} {} --each nodes=1", bench.engine("same", "")));
    let equal = play(&args, GAMES);
    assert_eq!(exit_status(&args, &equal), 4, "two equal engines are no gain");
}

#[test]
fn settings_are_compared_with_the_greeting_before_the_first_game() {
    let bench = Bench::new("settings");
    let journal = bench.0.join("journal");
    let (sound, one) = (bench.engine("sound", "nodes=1"), bench.engine("one", "nodes=1"));
    let line = |setting: &str| {
        let engines = format!("{sound} {one} {setting}");
        bench.args(&format!("--games 2 {engines} --journal {}", journal.display()))
    };
    for (setting, words) in [
        ("option.Levl=3", "engine one: it has no option \"Levl\"; did you mean \"Level\"?"),
        ("option.Level=10", "engine one: option \"Level\": found \"10\", expected a whole number from 0 to 9"),
        ("option.Ponder=maybe", "expected true or false"),
        ("option.Level=7", "it refused its options: info string ERROR: level 7 is broken"),
    ] {
        let args = line(setting);
        let refused = play(&args, GAMES);
        assert_eq!(exit_status(&args, &refused), 2, "{setting}");
        assert!(refused.as_ref().is_err_and(|error| error.to_string().contains(words)), "{setting}: {refused:?}");
        assert_eq!(fs::metadata(&journal).unwrap().len(), 0, "the journal stays free for the right settings");
    }
    assert_eq!(play(&line("option.level=9"), GAMES).unwrap().games(), 2);
    // The real program, over its own process.
    let meihua = env!("CARGO_BIN_EXE_meihua");
    let line = format!("match --engine name=a cmd={meihua} --engine name=b cmd={meihua} option.Hsh=3 --each nodes=1");
    let output = Command::new(meihua).args(line.split(' ')).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("engine b: it has no option \"Hsh\"; did you mean \"Hash\"?"), "{told}");
}

#[test]
fn pondering_hits_and_misses() {
    let bench = Bench::new("ponder");
    let log = bench.path("hits");
    // `env` hands the script a file to count its hits in.
    let ponderer =
        format!("--engine cmd=env arg=log={log} arg=sh arg={} name=ponderer ponder=on", bench.path("engine.sh"));
    let args = bench.args(&format!("--games 2 {ponderer} {} --each movetime=2000", bench.engine("plain", "")));
    let standings = play(&args, GAMES).unwrap();
    assert_eq!(standings.faults(), 0, "{}", standings.table(None));
    // Both play the columns in order, so every expectation comes true but that of a game's first move.
    let hits = lines(Path::new(&log));
    assert!(hits > 10, "{hits}");
    // Against one that plays where nobody expects it, each search is stopped instead.
    let wild = bench.path("wild.sh");
    fs::write(&wild, ENGINE.replace("$((n % 7))", "$(((n + 3) % 7))")).unwrap();
    fs::remove_file(&log).unwrap();
    let line = format!("--games 2 {ponderer} --engine cmd=sh arg={wild} name=wild --each movetime=2000");
    let standings = play(&bench.args(&line), GAMES).unwrap();
    assert_eq!(standings.faults(), 0, "{}", standings.table(None));
    assert!(!Path::new(&log).exists());
}

#[test]
fn a_gauntlet_of_three_counts_for_everybody() {
    let bench = Bench::new("gauntlet");
    let engines: String = ["A", "B", "C"].iter().map(|name| bench.engine(name, "") + " ").collect();
    let standings = play(&bench.args(&format!("--games 2 --gauntlet {engines} --each depth=1")), GAMES).unwrap();
    assert_eq!(standings.games(), 4);
    let table = standings.table(None);
    assert!(table.contains("A - B: pairs") && table.contains("A - C: pairs") && !table.contains("B - C"), "{table}");
}

/// Two engines of this program that differ in their nodes, without a clock: every game goes the same way each time.
fn counted_match(bench: &Bench, more: &str) -> MatchArgs {
    let program = env!("CARGO_BIN_EXE_meihua");
    let engine = |name: &str, nodes: u64| format!("--engine name={name} cmd={program} nodes={nodes} option.Hash=1");
    bench.args(&format!("--patience 30 {} {} --openings random:6 {more}", engine("strong", 400), engine("weak", 5)))
}

#[test]
fn parts_of_a_match_put_together_are_the_match() {
    let bench = Bench::new("merge");
    let journal = |name: &str| format!("--journal {}", bench.path(name));
    let whole = play(&counted_match(&bench, "--games 12"), GAMES).unwrap();
    for part in 1..=3 {
        let line = format!("--games 12 --part {part}/3 {}", journal(&format!("part{part}")));
        assert_eq!(play(&counted_match(&bench, &line), GAMES).unwrap().games(), 4);
    }
    let paths = |names: &[&str]| names.iter().map(|name| bench.path(name)).collect::<Vec<_>>().join(" ");
    let merge =
        |names: &[&str]| play(&Line::parse_from(format!("match --merge {}", paths(names)).split(' ')).args, GAMES);
    let merged = merge(&["part1", "part2", "part3"]).unwrap();
    assert_eq!((merged.games(), merged.pairs(0)), (12, whole.pairs(0)));
    // A journal named twice counts once.
    assert_eq!(merge(&["part1", "part2", "part3", "part2"]).unwrap().pairs(0), whole.pairs(0));

    // A part may have no games.
    for part in 1..=2 {
        let line = format!("--games 2 --part {part}/2 {}", journal(&format!("half{part}")));
        assert_eq!(play(&counted_match(&bench, &line), GAMES).unwrap().games(), if part == 1 { 2 } else { 0 });
    }
    assert_eq!(merge(&["half1", "half2"]).unwrap().games(), 2);

    // Other seeds are other games, other settings another match.
    play(&counted_match(&bench, &format!("--games 4 --seed 2 {}", journal("seed2"))), GAMES).unwrap();
    assert_eq!(merge(&["part1", "part2", "part3", "seed2"]).unwrap().games(), 16);
    play(&counted_match(&bench, &format!("--games 2 --max-plies 20 {}", journal("other"))), GAMES).unwrap();
    let refused = merge(&["part1", "other"]).unwrap_err().to_string();
    assert!(refused.contains("other") && refused.contains("adjudication"), "{refused}");
    fs::write(bench.path("notes"), "my notes\n").unwrap();
    assert!(merge(&["notes"]).unwrap_err().to_string().contains("not a match journal"));
    assert!(merge(&["nowhere"]).is_err());
}

#[test]
fn an_opening_that_cannot_be_read_whole_is_refused() {
    let path = common::fresh("cut.pgn");
    std::fs::write(&path, "[Event \"a\"]\n\n1. h2e2 h9g7 *\n\n[Event \"b\"]\n\n1. h2e2 h9h1 *\n").expect("a file");
    let engine = format!("cmd={}", common::program());
    let engines = ["--engine", "name=a", &engine, "--engine", "name=b", &engine];
    let openings =
        ["match", "--games", "2", "--openings", &path.to_string_lossy(), "--each", "nodes=10"].map(str::to_owned);
    let words: Vec<&str> = openings.iter().map(String::as_str).chain(engines).collect();
    let done = common::meihua(&words, "");
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(!done.status.success() && said.contains("game 2: ") && said.contains("h9h1"), "{said}");
}

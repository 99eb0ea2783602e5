//! A guest of `meihua serve` names no file and no folder, by whatever option or command: what it hears is the same whether
//! the path that it names is there or not, and the options of one session are not those of another.

use common::fresh;
use meihua::GAMES;
use meihua::engine::state::Engine;
use meihua::games::xiangqi::Position;
use meihua::protocol::access::Access;
use meihua::protocol::command::Dialect;
use meihua::protocol::command_line;
use meihua::protocol::option;
use meihua::protocol::process::serve_guest;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};

const GUEST: Access = Access::Guest { hash: 64, threads: 1 };

/// An output that keeps what is written.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What a session answers, but for the news of searches, which differ from run to run.
fn heard(lines: &str, access: Access) -> Vec<String> {
    let output = Kept::default();
    serve_guest(GAMES, std::iter::once(lines.as_bytes().to_vec()), output.clone(), access, |text| text.to_string())
        .expect("a thread");
    let bytes = output.0.lock().expect("no panic").clone();
    let is_news = |line: &&str| ["info depth", "bestmove", "Key:"].iter().any(|begin| line.starts_with(begin));
    String::from_utf8_lossy(&bytes).lines().filter(|line| !is_news(line)).map(str::to_owned).collect()
}

/// Every command with a path in every place where one might stand, and every option with a path for its value.
fn lines(game: &str, path: &Path) -> String {
    let path = path.display();
    let mut lines = vec![format!("setoption name UCI_Variant value {game}")];
    // What ends the session, and what takes long.
    for word in command_line::words().filter(|word| !["quit", "go", "bench"].contains(word)) {
        for tail in ["", "file ", "project ", "fen ", "fen file ", "3 seed 1 book ", "startpos moves ", "json "] {
            lines.push(format!("{word} {tail}{path}"));
        }
    }
    for choice in option::all(GAMES) {
        for name in [choice.uci, choice.ucci].into_iter().filter(|name| !name.is_empty()) {
            lines.push(format!("setoption name {name} value {path}"));
            lines.push(format!("setoption {name} {path}"));
        }
    }
    lines.push("d\nview\neval\nmoves\n".to_owned());
    lines.join("\n")
}

#[test]
fn what_a_guest_hears_is_the_same_whether_a_path_is_there_or_not() {
    // Short, so that no error cuts them, and equally long.
    let [there, missing] = ["y", "n"].map(|name| std::env::temp_dir().join(format!("mh{}{name}", std::process::id())));
    let seen = |game: &str, path: &Path, access| -> Vec<String> {
        let name = path.display().to_string();
        // How large the table may be depends on the memory that is free just then.
        let is_told = |line: &&String| !line.to_lowercase().contains("hash") || !line.contains("max");
        heard(&lines(game, path), access).iter().filter(is_told).map(|line| line.replace(&name, "PATH")).collect()
    };
    for entry in GAMES {
        let start = (entry.open)().fen();
        for is_folder in [false, true] {
            if is_folder {
                fs::create_dir(&there).expect("a folder");
                for file in fs::read_dir("examples/tower").expect("an example").map(|file| file.expect("a file").path())
                {
                    if file.is_file() {
                        fs::copy(&file, there.join(file.file_name().expect("a name"))).expect("a copy");
                    }
                }
            } else {
                fs::write(&there, &start).expect("a file");
            }
            let before = fs::read(&there).ok();
            let [with, without] = [&there, &missing].map(|path| seen(entry.name, path, GUEST));
            assert_eq!(with, without, "{} {is_folder}", entry.name);
            assert!(with.iter().any(|line| line.contains("out of reach")));
            assert_eq!(fs::read(&there).ok(), before, "nothing is written");
            assert!(!missing.exists(), "nothing is made");
            if !is_folder {
                assert_ne!(seen(entry.name, &there, Access::User), with, "a user of the machine may");
            }
            _ = fs::remove_file(&missing);
            _ = fs::remove_file(&there);
            _ = fs::remove_dir_all(&there);
        }
    }
}

#[test]
fn the_tables_of_one_session_are_not_those_of_another() {
    let folder = fresh("tables-of-a-session");
    fs::create_dir(&folder).expect("a folder");
    fs::write(folder.join("RP-AAEE.mxt"), "no table").expect("a file");
    let [mut one, other] = [(); 2].map(|()| Engine::new(GAMES, Arc::new(drop)).expect("games"));
    let line = format!("name EndgamePath value {}", folder.display());
    assert!(option::set(&mut one, Dialect::Uci, &line).is_err(), "the table is none, and the folder is in use");
    let has_folder = |engine: &Engine| {
        let (position, _) = engine.session().typed().game::<Position>().expect("xiangqi");
        position.folder().is_some()
    };
    assert_eq!((has_folder(&one), has_folder(&other)), (true, false));
    // It stays through whatever makes another position of the session.
    one.session_mut().set_position("3k5/9/9/9/9/9/9/9/4R4/4K4 w").expect("a position");
    assert!(has_folder(&one));
    assert!(one.session_mut().flip() && has_folder(&one));
    one.session_mut().play("e8e7").ok();
    one.session_mut().reset();
    assert!(has_folder(&one));
    one.choose("cfour").expect("a game");
    one.choose("xiangqi").expect("a game");
    assert!(has_folder(&one));
    option::set(&mut one, Dialect::Uci, "name EndgamePath value <empty>").expect("none");
    assert!(!has_folder(&one));
    fs::remove_dir_all(folder).expect("it was there");
}

//! Libraries in files of their own.

use meihua_engine::engine::registry::{GAMES, find};
use meihua_library::{Changes, Library, Place};
use meihua_records::Games;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

static NUMBER: AtomicUsize = AtomicUsize::new(0);

/// A file that is removed with its owner.
pub(crate) struct Temporary(pub PathBuf);

impl Temporary {
    /// A name that no other test has.
    pub(crate) fn new(ending: &str) -> Temporary {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        Temporary(std::env::temp_dir().join(format!("meihua-library-{}-{number}{ending}", std::process::id())))
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        _ = fs::remove_file(&self.0);
    }
}

/// Adds the games of a text.
pub(crate) fn add(library: &mut Library, text: &str, source: &str) -> Changes {
    let mut adding = library.adding().unwrap();
    let mut games = Games::of(source, text.as_bytes(), GAMES).unwrap();
    while let Some(game) = games.next() {
        adding.add(&game.unwrap(), source, games.number()).unwrap();
    }
    adding.commit().unwrap()
}

/// A library with the games of a text.
pub(crate) fn library(text: &str) -> (Library, Temporary) {
    let file = Temporary::new(".db");
    let mut library = Library::create(&file.0, GAMES).unwrap();
    add(&mut library, text, "first");
    (library, file)
}

/// A position of xiangqi.
pub(crate) fn place(text: &str) -> Place {
    Place::read(text, "xiangqi", GAMES).unwrap()
}

/// Lines of random games, the same for the same seed; many begin alike.
pub(crate) fn random_games(game: &str, count: u64, plies: usize) -> String {
    let entry = find(GAMES, game).unwrap();
    let mut text = String::new();
    for number in 0..count {
        let mut chance = meihua_contracts::random::SplitMix64::of_item(7, number);
        let mut session = (entry.open)();
        let mut moves = Vec::new();
        while moves.len() < plies {
            let mut legal = session.moves();
            legal.sort();
            // The first plies choose among few moves, so that games meet.
            let choice = if moves.len() < 6 { legal.len().min(3) } else { legal.len() };
            if choice == 0 || session.result().is_some() {
                break;
            }
            let mv = legal.swap_remove(chance.below(choice));
            session.play(&mv).unwrap();
            moves.push(mv);
        }
        let result = ["1-0", "0-1", "1/2-1/2", "*"][chance.below(4)];
        let tags = format!(
            "[Event \"cup {}\"]\n[Variant \"{game}\"]\n[Date \"{}.01.02\"]\n[Red \"p{}\"]\n[Black \"p{}\"]\n[Result \"{result}\"]\n",
            number % 5,
            1990 + number % 20,
            number % 7,
            number % 3
        );
        text += &format!("{tags}\n{} {result}\n\n", moves.join(" "));
    }
    text
}

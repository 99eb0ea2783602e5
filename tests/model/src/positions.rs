//! Random positions of every game, as texts: small ones, middling ones, and now and then the largest that are read.
//!
//! Most are legal; those that are not are for the readers to refuse.

use meihua_engine::engine::registry;
use meihua_engine::engine::session::Session;
use meihua_engine::games::tower::Version;
use meihua_engine::games::tower::format;
use meihua_engine::games::tower::generate::{Style, TowerRecipe, generate};
use meihua_engine::random::SplitMix64;
use meihua_games::GAMES;

/// How large a position is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// What a search or a solver is through with in a moment.
    Small,
    /// What takes a while.
    Middling,
    /// Up to what the readers accept.
    Large,
}

impl Size {
    /// Mostly small, seldom large.
    pub fn random(random: &mut SplitMix64) -> Size {
        match random.below(10) {
            0 => Size::Large,
            1..=3 => Size::Middling,
            _ => Size::Small,
        }
    }

    /// The bound for this size.
    fn pick<T>(self, small: T, middling: T, large: T) -> T {
        match self {
            Size::Small => small,
            Size::Middling => middling,
            Size::Large => large,
        }
    }
}

/// A number from `least` to `most`.
pub fn between(random: &mut SplitMix64, least: usize, most: usize) -> usize {
    least + random.below(most + 1 - least)
}

/// A position of this game as text.
pub fn position(game: &str, size: Size, random: &mut SplitMix64) -> String {
    match game {
        "xiangqi" if random.below(2) == 0 => walked(game, random),
        "xiangqi" => set_up(random),
        "cfour" => stones(random),
        "river" => river(size, random),
        "sliding" => row(size, random),
        _ => tower(size, random),
    }
}

/// A text that is damaged somewhere.
pub fn damaged(text: &str, random: &mut SplitMix64) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..between(random, 1, 3) {
        let at = random.below(letters.len().max(1));
        match random.below(4) {
            0 => letters.truncate(at),
            1 if at < letters.len() => _ = letters.remove(at),
            2 if at < letters.len() => letters[at] = ['9', '/', '-', 'K', 'P', ' ', '_', ';', '0'][random.below(9)],
            _ => letters.insert(at, ['1', '0', '/', 'k', 'D', ' ', '-', '9', '\u{9ec3}'][random.below(9)]),
        }
    }
    letters.into_iter().collect()
}

/// The position after random moves from the start.
fn walked(game: &str, random: &mut SplitMix64) -> String {
    let mut session = open(game);
    for _ in 0..random.below(200) {
        let moves = session.moves();
        if moves.is_empty() || session.play(&moves[random.below(moves.len())]).is_err() {
            break;
        }
    }
    session.fen()
}

/// The game at its start.
fn open(game: &str) -> Box<dyn Session> {
    let entry = registry::find(GAMES, game).expect("a game of the program");
    (entry.open)()
}

/// A xiangqi board of pieces put at random where they may stand; a legal one, if thirty tries bring one.
fn set_up(random: &mut SplitMix64) -> String {
    let mut session = open("xiangqi");
    let mut fen = String::new();
    for _ in 0..30 {
        fen = board(random);
        if session.set_position(&fen).is_ok() {
            break;
        }
    }
    fen
}

/// The squares of a xiangqi board, row 0 at the top.
type Squares = [[char; 9]; 10];

fn board(random: &mut SplitMix64) -> String {
    let mut squares: Squares = [['.'; 9]; 10];
    for side in 0..2 {
        // Rows as their owner counts them, 0 at the back.
        let mut put = |letter: char, rank: usize, file: usize| {
            let (row, letter) = if side == 0 { (9 - rank, letter.to_ascii_uppercase()) } else { (rank, letter) };
            if squares[row][file] == '.' {
                squares[row][file] = letter;
            }
        };
        put('k', random.below(3), between(random, 3, 5));
        for _ in 0..random.below(3) {
            let (rank, file) = [(0, 3), (0, 5), (1, 4), (2, 3), (2, 5)][random.below(5)];
            put('a', rank, file);
        }
        for _ in 0..random.below(3) {
            let (rank, file) = [(0, 2), (0, 6), (2, 0), (2, 4), (2, 8), (4, 2), (4, 6)][random.below(7)];
            put('b', rank, file);
        }
        for letter in ['r', 'n', 'c'] {
            (0..random.below(3)).for_each(|_| put(letter, random.below(10), random.below(9)));
        }
        for _ in 0..random.below(6) {
            let rank = between(random, 3, 9);
            let file = if rank < 5 { 2 * random.below(5) } else { random.below(9) };
            put('p', rank, file);
        }
    }
    let side = ['w', 'b'][random.below(2)];
    format!("{} {side} - - {} {}", rows(&squares), random.below(119), between(random, 1, 90))
}

fn rows(squares: &Squares) -> String {
    let row = |row: &[char; 9]| {
        let mut text = String::new();
        for part in row.split_inclusive(|&letter| letter != '.') {
            let stone = part.last().filter(|&&letter| letter != '.');
            let empty = part.len() - usize::from(stone.is_some());
            text += &if empty > 0 { empty.to_string() } else { String::new() };
            text.extend(stone);
        }
        text
    };
    squares.iter().map(row).collect::<Vec<_>>().join("/")
}

/// A board of four in a row of any size with stones dropped at random; the game may be over.
fn stones(random: &mut SplitMix64) -> String {
    let (columns, rows) = if random.below(2) == 0 { (7, 6) } else { (between(random, 1, 16), between(random, 1, 16)) };
    let mut board = vec![vec!['1'; columns]; rows];
    let mut heights = vec![0; columns];
    let wanted = random.below(columns * rows + 1);
    let mut dropped = 0;
    // A game that goes on after a win would be no position: half of the boards stop early.
    let wanted = if random.below(2) == 0 { wanted.min(10) } else { wanted };
    for _ in 0..20 * columns * rows {
        let column = random.below(columns);
        if dropped == wanted {
            break;
        }
        if heights[column] < rows {
            board[rows - 1 - heights[column]][column] = ['P', 'p'][dropped % 2];
            heights[column] += 1;
            dropped += 1;
        }
    }
    let rows: Vec<String> = board.into_iter().map(|row| row.into_iter().collect()).collect();
    format!("{} {}", rows.join("/"), ['w', 'b'][dropped % 2])
}

/// People on both banks and in the boat, not as many of one kind as of the other.
fn river(size: Size, random: &mut SplitMix64) -> String {
    let most = size.pick(5, 60, 1_000_000);
    let capacity = between(random, 1, size.pick(4, 12, 900));
    let rule = ["", "", " b"][random.below(3)];
    if random.below(3) == 0 {
        return format!("{} {} {capacity}{rule}", random.below(most), random.below(most));
    }
    let few = capacity.min(most);
    let mut group = |most: usize| match (random.below(most + 1), random.below(most + 1)) {
        (0, 0) => "-".to_owned(),
        (priests, 0) => format!("P{priests}"),
        (0, devils) => format!("D{devils}"),
        (priests, devils) => format!("P{priests}D{devils}"),
    };
    let (left, boat, right) = (group(most), group(few / 2), group(most));
    format!("{left}/{boat}/{right} {} {capacity}{rule}", ['l', 'r'][random.below(2)])
}

/// A row of any number of tiles of each colour.
fn row(size: Size, random: &mut SplitMix64) -> String {
    let most = size.pick(6, 40, 2047);
    let mut cells = vec!['B'; random.below(most + 1)];
    cells.resize(cells.len() + random.below(most + 1), 'W');
    cells.push('_');
    if random.below(3) != 0 {
        random.shuffle(&mut cells);
    }
    let cells: String = cells.into_iter().collect();
    let aim = ["cost", "moves"][random.below(2)];
    match random.below(3) {
        0 => format!("{cells} {aim} hop={}", random.below(size.pick(6, 60, 4095))),
        _ => format!("{cells} {aim}"),
    }
}

/// A tower on one line.
fn tower(size: Size, random: &mut SplitMix64) -> String {
    let side = size.pick(13, 40, 250);
    let recipe = TowerRecipe {
        rows: between(random, 1, side),
        cols: between(random, 2, side),
        decisions: between(random, 1, size.pick(30, 120, 1365)),
        version: [Version::V1, Version::V2][random.below(2)],
        hp: between(random, 1, 3000) as i64,
        style: [Style::Rooms, Style::Cave][random.below(2)],
        seed: random.next_u64(),
    };
    let (tower, state) = generate(&recipe).expect("a recipe within the limits");
    format::write(&tower, &state, ";")
}

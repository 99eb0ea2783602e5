//! The tables of endings against a solver written apart: it knows the rules only through the legal moves of a position, keeps
//! positions in a map, and looks at all of them again and again until nothing changes.

use meihua::control::Control;
use meihua::game::Game;
use meihua::games::xiangqi::movegen::{Moves, legal_moves};
use meihua::games::xiangqi::piece::{Piece, PieceKind};
use meihua::games::xiangqi::setup::{Setup, range};
use meihua::games::xiangqi::tables::attackers::{ATTACKERS, Attackers};
use meihua::games::xiangqi::tables::check::check;
use meihua::games::xiangqi::tables::generate::{BLACK_WINS, Counts, SolvedClass, solve};
use meihua::games::xiangqi::tables::guards::Guards;
use meihua::games::xiangqi::tables::material::Material;
use meihua::games::xiangqi::tables::probe::{index, position};
use meihua::games::xiangqi::tables::set::{EndingValue, built_in, probe};
use meihua::games::xiangqi::tables::table::{EndgameTable, encode};
use meihua::games::xiangqi::{Position, Square, fen};
use meihua::side::Side;
use meihua::text::GameText;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// Plies to the end of the game: even for the side that is mated; none for a draw.
type Plies = Option<u16>;

/// Visits all positions of a class, with either side to move.
pub(super) fn each_position(material: Material, visit: &mut dyn FnMut(Position)) {
    let men = |side, guards: Guards| {
        let of = |kind, number: u8| vec![Piece::new(side, kind); number.into()];
        [of(PieceKind::General, 1), of(PieceKind::Advisor, guards.advisors), of(PieceKind::Elephant, guards.elephants)]
            .concat()
    };
    let kinds = material.attackers.kinds();
    let mut list: Vec<Piece> = kinds.into_iter().map(|kind| Piece::new(Side::First, kind)).collect();
    list.extend(men(Side::First, material.strong));
    list.extend(men(Side::Second, material.weak));
    place(&list, None, &mut Setup::empty(), visit);
}

/// Puts the men of `list` on the board in all ways, equal ones in one order only.
fn place(list: &[Piece], last: Option<(Piece, Square)>, setup: &mut Setup, visit: &mut dyn FnMut(Position)) {
    let Some((&piece, rest)) = list.split_first() else {
        for side in [Side::First, Side::Second] {
            setup.side = side;
            if let Ok(position) = setup.build() {
                visit(position);
            }
        }
        return;
    };
    for square in Square::all() {
        let again = last.is_some_and(|(before, at)| before == piece && at >= square);
        if again || setup.board[square.index()].is_some() || !range(piece).contains(square) {
            continue;
        }
        setup.board[square.index()] = Some(piece);
        place(rest, Some((piece, square)), setup, visit);
        setup.board[square.index()] = None;
    }
}

/// What is known of positions, by number; a position has a number by its key.
#[derive(Default)]
struct Known {
    numbers: FxHashMap<u64, u32>,
    plies: Vec<Plies>,
}

impl Known {
    fn number(&mut self, key: u64) -> u32 {
        let next = self.plies.len() as u32;
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            self.plies.push(None);
        }
        number
    }

    fn plies_of(&self, position: &Position) -> Plies {
        self.plies[self.numbers[&position.key()] as usize]
    }
}

/// The positions of a class that are not decided yet, by number, with the numbers of those a move ahead.
#[derive(Default)]
struct Undecided {
    numbers: Vec<u32>,
    /// Where the successors of each end.
    ends: Vec<usize>,
    successors: Vec<u32>,
}

impl Undecided {
    /// Adds a position; draws by material have a number of their own.
    fn add(&mut self, position: &mut Position, known: &mut Known, draw: u32) {
        let mut moves = Moves::new();
        legal_moves(position, &mut moves);
        self.numbers.push(known.number(position.key()));
        for mv in moves {
            position.make(mv);
            let is_drawn = position.is_material_dead() && position.count_moves() > 0;
            self.successors.push(if is_drawn { draw } else { known.number(position.key()) });
            position.unmake(mv);
        }
        self.ends.push(self.successors.len());
    }

    /// Takes out those that `is_decided` by their successors; their numbers.
    fn take(&mut self, is_decided: impl Fn(&[u32]) -> bool) -> Vec<u32> {
        let (mut decided, mut kept, mut start, mut end) = (Vec::new(), 0, 0, 0);
        for at in 0..self.numbers.len() {
            let range = start..self.ends[at];
            start = range.end;
            if is_decided(&self.successors[range.clone()]) {
                decided.push(self.numbers[at]);
                continue;
            }
            self.numbers[kept] = self.numbers[at];
            self.successors.copy_within(range.clone(), end);
            end += range.len();
            self.ends[kept] = end;
            kept += 1;
        }
        self.numbers.truncate(kept);
        self.ends.truncate(kept);
        self.successors.truncate(end);
        decided
    }
}

/// Solves a class by brute force; `known` has the verdicts of positions after captures.
fn brute_force(material: Material, known: &mut Known) {
    // Captures may give values far ahead of the ply under way: on until nothing can come any more.
    let longest_known = known.plies.iter().flatten().max().copied().unwrap_or(0);
    let draw = known.number(0);
    let mut open = Undecided::default();
    each_position(material, &mut |mut position| open.add(&mut position, known, draw));
    let (mut plies, mut idle) = (0, 0);
    while idle < 2 || plies <= longest_known + 1 {
        let value = |next: &u32| known.plies[*next as usize];
        let decided = open.take(|successors| {
            if plies % 2 == 0 {
                successors.iter().all(|next| value(next).is_some_and(|n| n % 2 == 1 && n < plies))
            } else {
                successors.iter().any(|next| value(next) == Some(plies - 1))
            }
        });
        idle = if decided.is_empty() { idle + 1 } else { 0 };
        decided.iter().for_each(|&number| known.plies[number as usize] = Some(plies));
        plies += 1;
    }
}

/// Counts a verdict; plies of this parity are wins of the attacker's side.
fn count(counts: &mut Counts, plies: Plies, parity: u16) {
    counts.all += 1;
    counts.won += u64::from(plies.is_some_and(|plies| plies % 2 == parity));
    counts.lost += u64::from(plies.is_some_and(|plies| plies % 2 != parity));
}

/// Compares a table with what brute force knows of every position of its class; how many there are.
fn assert_equal(table: &SolvedClass, known: &Known) -> usize {
    let material = table.material;
    let (mut red, mut black) = (Counts::default(), Counts::default());
    let (mut longest, mut number) = (0, 0);
    each_position(material, &mut |position| {
        let plies = known.plies_of(&position);
        number += 1;
        if position.side_to_move() == Side::First {
            count(&mut red, plies, 1);
            longest = longest.max(plies.filter(|plies| plies % 2 == 1).unwrap_or(0));
            return;
        }
        count(&mut black, plies, 0);
        let found = match table.losses[index(&position).unwrap().place] {
            0 => None,
            code @ BLACK_WINS.. => Some(2 * u16::from(255 - code) + 1),
            code => Some(2 * u16::from(code - 1)),
        };
        assert_eq!(found, plies, "{material} {}", fen::write(&position));
    });
    assert_eq!((table.summary.attacker, table.summary.defender), (red, black), "{material}");
    assert_eq!(table.summary.plies, u32::from(longest), "{material}");
    number
}

/// Compares the tables of some attackers with brute force, for all classes of at most `men` men.
fn compare(attackers: Attackers, men: u8) -> usize {
    let all = Material::all().map(|material| Material { attackers, ..material });
    let wanted: HashSet<Material> = all.filter(|material| material.men() <= men).collect();
    compare_classes(wanted)
}

/// Compares the tables of these classes and of all that they need with brute force; those are solved first.
fn compare_classes(mut wanted: HashSet<Material>) -> usize {
    let mut open: Vec<Material> = wanted.iter().copied().collect();
    while let Some(material) = open.pop() {
        open.extend(material.needs().filter(|&needed| wanted.insert(needed)));
    }
    let mut classes: Vec<Material> = wanted.into_iter().collect();
    classes.sort_by_key(|material| material.order());
    let mut solved: HashMap<Material, SolvedClass> = HashMap::new();
    let mut known = Known::default();
    let mut positions_compared = 0;
    for material in classes {
        let table = {
            let below = |needed| solved.get(&needed).map(|solved| solved.losses.as_slice());
            solve(material, &below, 2, &Control::new()).unwrap()
        };
        brute_force(material, &mut known);
        let number = assert_equal(&table, &known);
        check_file(&table, &solved);
        positions_compared += number;
        println!("{material}: {number} positions");
        solved.insert(material, table);
    }
    positions_compared
}

/// What is read back from the file of a table is the table, and the full check agrees.
fn check_file(table: &SolvedClass, solved: &HashMap<Material, SolvedClass>) {
    let file = EndgameTable::read(Cow::Owned(encode(table).unwrap())).unwrap();
    let losses = file.losses().unwrap();
    let below = |needed| solved.get(&needed).map(|solved| solved.losses.as_slice());
    let looked_at = check(table.material, &losses, file.summary(), &below, 2).unwrap();
    assert!(looked_at >= table.summary.attacker.all + table.summary.defender.all);
}

/// A horse between its own guards can leave its side without a move: here the other side wins.
#[test]
#[ignore = "a minute without optimisation"]
fn the_side_with_the_attacker_may_be_stalemated() {
    let material: Material = "NAA-K".parse().unwrap();
    let table = solve(material, &|_| None, 1, &Control::new()).unwrap();
    assert!(table.summary.attacker.lost > 0 && table.summary.defender.lost > 0, "{:?}", table.summary);
    let mut known = Known::default();
    brute_force(material, &mut known);
    assert_equal(&table, &known);
}

#[test]
fn endings_of_three_men_equal_brute_force() {
    let positions: usize = ATTACKERS.into_iter().map(|kind| compare(Attackers::one(kind), 3)).sum();
    assert!(positions > 20_000);
}

/// The ten pairs of attackers.
fn pairs() -> impl Iterator<Item = Attackers> {
    let numbers = (0..4).flat_map(|first| {
        (first..4).map(move |second| {
            let mut numbers = [0; 4];
            numbers[first] += 1;
            numbers[second] += 1;
            numbers
        })
    });
    numbers.map(Attackers::new)
}

/// Equal attackers, which are stored in one order, and a pawn, whose squares are fewer.
#[test]
#[ignore = "a minute without optimisation"]
fn two_pawns_equal_brute_force() {
    let positions = compare(Attackers::new([0, 0, 0, 2]), 4);
    assert!(positions > 100_000);
}

#[test]
#[ignore = "some minutes: all classes of two attackers and up to five men"]
fn two_attackers_of_five_men_equal_brute_force() {
    let positions: usize = pairs().map(|attackers| compare(attackers, 5)).sum();
    assert!(positions > 10_000_000);
}

#[test]
#[ignore = "some minutes: three attackers against a bare general"]
fn three_attackers_equal_brute_force() {
    let classes = ["NPP-K", "PPP-K"].map(|name| name.parse().unwrap());
    assert!(compare_classes(classes.into_iter().collect()) > 10_000_000);
}

#[test]
fn built_in_tables_answer_and_agree_with_each_other() {
    assert_eq!(built_in().tables().count(), 189);
    let ending = |fen: &str| probe(&fen::parse(fen).unwrap());
    assert_eq!(ending("4k4/9/9/9/9/9/9/9/9/R2K5 w"), Some(EndingValue::Win(3)));
    // The longest win of a horse against an advisor, and the same with the colours changed.
    let longest = built_in().get("N-A".parse().unwrap()).unwrap().summary().longest.unwrap();
    let position = position("N-A".parse().unwrap(), longest).unwrap();
    assert_eq!(probe(&position), Some(EndingValue::Win(37)));
    assert_eq!(probe(&position.flipped().unwrap()), Some(EndingValue::Win(37)));
    assert_eq!(ending("4k4/9/9/9/9/9/9/9/9/C2K5 w"), Some(EndingValue::Draw));
    assert_eq!(ending(fen::START), None);
}

/// "`FEN`: verdict", as `docs/tables.md` has it beside its pictures.
#[test]
fn the_pictures_of_the_docs_have_the_verdicts_of_the_tables() {
    let page = include_str!("../../docs/tables.md");
    let section = page.split("## Ten of them").nth(1).and_then(|rest| rest.split("\n## ").next()).unwrap();
    let mut number = 0;
    for part in section.split(" `").skip(1) {
        let Some((fen, verdict)) = part.split_once("`: ") else { continue };
        let (verdict, picture) = verdict.split_once(" <br> ").unwrap();
        let position = fen::parse(fen).unwrap();
        assert_eq!(probe(&position).unwrap().to_string(), verdict, "{fen}");
        let class = index(&position).unwrap().material.to_string();
        assert!(picture.contains(&format!("alt=\"{class}\"")), "{picture}");
        number += 1;
    }
    assert_eq!(number, 10);
}

/// The winner's moves make the distance smaller by one each, and the defence cannot stop it.
#[test]
fn the_longest_wins_are_played_out() {
    for table in built_in().tables() {
        let Some(mut now) = table.summary().longest.and_then(|place| position(table.material(), place)) else {
            continue;
        };
        let mut left = table.summary().plies;
        while left > 0 {
            let mut moves = Moves::new();
            legal_moves(&now, &mut moves);
            let after = |mv| {
                let mut after = now.clone();
                after.make(mv);
                after
            };
            let wanted = if left % 2 == 1 { EndingValue::Loss(left - 1) } else { EndingValue::Win(left - 1) };
            let next = moves.into_iter().map(after).find(|after| probe(after) == Some(wanted));
            now = next.unwrap_or_else(|| panic!("{}: no move to {wanted:?} in {}", table.material(), fen::write(&now)));
            left -= 1;
        }
        assert_eq!(now.count_moves(), 0, "{}", fen::write(&now));
    }
}

#[test]
#[ignore = "some minutes: all sixty classes of up to five men"]
fn all_endings_of_five_men_equal_brute_force() {
    let positions: usize = ATTACKERS.into_iter().map(|kind| compare(Attackers::one(kind), 5)).sum();
    assert!(positions > 1_000_000);
}

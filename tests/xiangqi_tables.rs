//! The tables of endings against a solver written apart: it knows the rules only through the legal moves of a position, keeps
//! positions in a map, and looks at all of them again and again until nothing changes.

use meihua::control::Control;
use meihua::game::Game;
use meihua::games::xiangqi::movegen::{Moves, legal_moves};
use meihua::games::xiangqi::piece::{Piece, PieceKind};
use meihua::games::xiangqi::setup::Setup;
use meihua::games::xiangqi::tables::generate::{BLACK_WINS, Counts, Solved, solve};
use meihua::games::xiangqi::tables::guards::Guards;
use meihua::games::xiangqi::tables::material::{ATTACKERS, Material};
use meihua::games::xiangqi::tables::probe::{index, position};
use meihua::games::xiangqi::tables::set::{Ending, built_in, probe};
use meihua::games::xiangqi::{Position, Square, fen};
use meihua::side::Side;
use meihua::text::GameText;
use std::collections::HashMap;

/// Plies to the end of the game: even for the side that is mated; none for a draw.
type Plies = Option<u32>;

/// All positions of a class, by key, with the side to move.
fn positions(material: Material) -> Vec<Position> {
    let men = |side, guards: Guards| {
        let of = |kind, number: u8| vec![Piece::new(side, kind); number.into()];
        [of(PieceKind::General, 1), of(PieceKind::Advisor, guards.advisors), of(PieceKind::Elephant, guards.elephants)]
            .concat()
    };
    let mut list = vec![Piece::new(Side::First, material.attacker)];
    list.extend(men(Side::First, material.strong));
    list.extend(men(Side::Second, material.weak));
    let mut found = Vec::new();
    place(&list, None, &mut Setup::empty(), &mut found);
    found
}

/// Puts the men of `list` on the board in all ways, equal ones in one order only.
fn place(list: &[Piece], last: Option<(Piece, Square)>, setup: &mut Setup, found: &mut Vec<Position>) {
    let Some((&piece, rest)) = list.split_first() else {
        for side in [Side::First, Side::Second] {
            setup.side = side;
            found.extend(setup.build().ok());
        }
        return;
    };
    for square in Square::all() {
        let again = last.is_some_and(|(before, at)| before == piece && at >= square);
        if again || setup.board[square.index()].is_some() || !may_stand(piece, square) {
            continue;
        }
        setup.board[square.index()] = Some(piece);
        place(rest, Some((piece, square)), setup, found);
        setup.board[square.index()] = None;
    }
}

/// A coarse sieve; the rest is refused by the setup.
fn may_stand(piece: Piece, square: Square) -> bool {
    let rank = square.rank_of(piece.side);
    match piece.kind {
        PieceKind::General | PieceKind::Advisor => rank < 3 && (3..6).contains(&square.file()),
        PieceKind::Elephant => rank < 5 && square.file().is_multiple_of(2) && rank.is_multiple_of(2),
        _ => true,
    }
}

/// What is known of positions, by number; a position has a number by its key.
#[derive(Default)]
struct Known {
    numbers: HashMap<u64, usize>,
    plies: Vec<Plies>,
}

impl Known {
    fn number(&mut self, key: u64) -> usize {
        let next = self.plies.len();
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            self.plies.push(None);
        }
        number
    }

    fn plies_of(&self, position: &Position) -> Plies {
        self.plies[self.numbers[&position.key()]]
    }
}

/// The numbers of the positions a move ahead; draws by material have one of their own.
fn successors(position: &Position, known: &mut Known, draw: usize) -> Vec<usize> {
    let mut moves = Moves::new();
    legal_moves(position, &mut moves);
    let mut after = position.clone();
    let mut number = |mv| {
        after.make(mv);
        let is_drawn = after.is_material_dead() && after.count_moves() > 0;
        let number = if is_drawn { draw } else { known.number(after.key()) };
        after.unmake(mv);
        number
    };
    moves.into_iter().map(&mut number).collect()
}

/// Solves a class by brute force; `known` has the verdicts of positions after captures.
fn brute_force(list: &[Position], known: &mut Known) {
    // Captures may give values far ahead of the ply under way: on until nothing can come any more.
    let longest_known = known.plies.iter().flatten().max().copied().unwrap_or(0);
    let draw = known.number(0);
    let mut open: Vec<(usize, Vec<usize>)> =
        list.iter().map(|p| (known.number(p.key()), successors(p, known, draw))).collect();
    let (mut plies, mut idle) = (0, 0);
    while idle < 2 || plies <= longest_known + 1 {
        let value = |next: &usize| known.plies[*next];
        let is_decided = |successors: &[usize]| {
            if plies % 2 == 0 {
                successors.iter().all(|next| value(next).is_some_and(|n| n % 2 == 1 && n < plies))
            } else {
                successors.iter().any(|next| value(next) == Some(plies - 1))
            }
        };
        let (decided, rest): (Vec<_>, Vec<_>) = open.into_iter().partition(|(_, successors)| is_decided(successors));
        idle = if decided.is_empty() { idle + 1 } else { 0 };
        decided.iter().for_each(|&(number, _)| known.plies[number] = Some(plies));
        open = rest;
        plies += 1;
    }
}

/// Counts a verdict; plies of this parity are wins of the attacker's side.
fn count(counts: &mut Counts, plies: Plies, parity: u32) {
    counts.all += 1;
    counts.won += u64::from(plies.is_some_and(|plies| plies % 2 == parity));
    counts.lost += u64::from(plies.is_some_and(|plies| plies % 2 != parity));
}

/// Compares a table with what brute force knows of every position of its class.
fn assert_equal(table: &Solved, list: &[Position], known: &Known) {
    let material = table.material;
    let (mut red, mut black) = (Counts::default(), Counts::default());
    for position in list {
        let plies = known.plies_of(position);
        if position.side_to_move() == Side::First {
            count(&mut red, plies, 1);
            continue;
        }
        count(&mut black, plies, 0);
        let found = match table.losses[index(position).unwrap().place] {
            0 => None,
            code @ BLACK_WINS.. => Some(2 * u32::from(255 - code) + 1),
            code => Some(2 * u32::from(code - 1)),
        };
        assert_eq!(found, plies, "{material} {}", fen::write(position));
    }
    assert_eq!((table.summary.attacker, table.summary.defender), (red, black), "{material}");
    let wins = list.iter().filter(|p| p.side_to_move() == Side::First).filter_map(|p| known.plies_of(p));
    let longest = wins.filter(|plies| plies % 2 == 1).max();
    assert_eq!(table.summary.plies, longest.unwrap_or(0), "{material}");
}

/// Compares the tables of one attacker with brute force, for all classes of at most so many men.
fn compare(attacker: PieceKind, men: u8) -> usize {
    let mut solved: HashMap<(Guards, Guards), Solved> = HashMap::new();
    let mut known = Known::default();
    let mut positions_compared = 0;
    for material in Material::all().filter(|material| material.attacker == attacker && material.men() <= men) {
        let table = {
            let below = |weak| solved.get(&(material.strong, weak)).map(|solved| solved.losses.as_slice());
            solve(material, &below, 2, &Control::new()).unwrap()
        };
        let list = positions(material);
        brute_force(&list, &mut known);
        assert_equal(&table, &list, &known);
        positions_compared += list.len();
        solved.insert((material.strong, material.weak), table);
    }
    positions_compared
}

/// A horse between its own guards can leave its side without a move: here the other side wins.
#[test]
#[ignore = "a minute without optimisation"]
fn the_side_with_the_attacker_may_be_stalemated() {
    let material: Material = "NAA-K".parse().unwrap();
    let table = solve(material, &|_| None, 1, &Control::new()).unwrap();
    assert!(table.summary.attacker.lost > 0 && table.summary.defender.lost > 0, "{:?}", table.summary);
    let mut known = Known::default();
    let list = positions(material);
    brute_force(&list, &mut known);
    assert_equal(&table, &list, &known);
}

#[test]
fn endings_of_three_men_equal_brute_force() {
    let positions: usize = ATTACKERS.into_iter().map(|kind| compare(kind, 3)).sum();
    assert!(positions > 20_000);
}

#[test]
fn built_in_tables_answer_and_agree_with_each_other() {
    assert_eq!(built_in().tables().count(), 189);
    let ending = |fen: &str| probe(&fen::parse(fen).unwrap());
    assert_eq!(ending("4k4/9/9/9/9/9/9/9/9/R2K5 w"), Some(Ending::Win(3)));
    // The longest win of a horse against an advisor, and the same with the colours changed.
    let longest = built_in().get("N-A".parse().unwrap()).unwrap().summary().longest.unwrap();
    let position = position("N-A".parse().unwrap(), longest).unwrap();
    assert_eq!(probe(&position), Some(Ending::Win(37)));
    assert_eq!(probe(&position.flipped().unwrap()), Some(Ending::Win(37)));
    assert_eq!(ending("4k4/9/9/9/9/9/9/9/9/C2K5 w"), Some(Ending::Draw));
    assert_eq!(ending(fen::START), None);
}

/// "`FEN`: verdict", as `docs/tables.md` has it beside its pictures.
#[test]
fn the_pictures_of_the_docs_have_the_verdicts_of_the_tables() {
    let page = include_str!("../docs/tables.md");
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
            let wanted = if left % 2 == 1 { Ending::Loss(left - 1) } else { Ending::Win(left - 1) };
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
    let positions: usize = ATTACKERS.into_iter().map(|kind| compare(kind, 5)).sum();
    assert!(positions > 1_000_000);
}

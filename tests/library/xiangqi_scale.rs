//! The factors by which an ending's advantage is scaled, against exact tables: what a factor says of a class must hold
//! for the positions of the class.

use super::xiangqi_tables::each_position;
use meihua::control::Control;
use meihua::game::Game;
use meihua::games::xiangqi::net::scale::{FULL, factor};
use meihua::games::xiangqi::tables::generate::{SolvedClass, solve};
use meihua::games::xiangqi::tables::material::Material;
use meihua::games::xiangqi::tables::probe::index;
use meihua::games::xiangqi::tables::set::{EndingValue, TableSet, built_in};
use meihua::games::xiangqi::tables::table::{EndgameTable, encode};
use meihua::side::Side;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

/// Positions that are won and all positions, by factor; with the attackers to move, and neither side in check.
type Shares = BTreeMap<i32, (u32, u32)>;

fn shares(tables: &TableSet, material: Material) -> Shares {
    let mut shares = Shares::new();
    each_position(material, &mut |position| {
        if position.side() != Side::First || position.in_check() {
            return;
        }
        let value = tables.probe(&index(&position).unwrap()).unwrap();
        let (won, all) = shares.entry(factor(&position, Side::First)).or_default();
        *won += u32::from(matches!(value, EndingValue::Win(_)));
        *all += 1;
    });
    shares
}

/// The least and the greatest share of won positions, in per cent, that a factor may stand for.
fn band(factor: i32) -> (f64, f64) {
    match factor {
        // Captures and mates at once are the exceptions.
        2 => (0.0, 0.3),
        5 => (0.0, 5.5),
        8 => (2.0, 21.0),
        12 => (10.0, 97.0),
        // Two pawns, in which the network does not see much more than one.
        36 | 48 => (20.0, 97.0),
        FULL => (95.0, 100.0),
        other => panic!("no share is named for the factor {other}"),
    }
}

fn check(tables: &TableSet, name: &str) {
    for (factor, (won, all)) in shares(tables, name.parse().unwrap()) {
        let (least, most) = band(factor);
        let share = 100.0 * f64::from(won) / f64::from(all);
        assert!((least..=most).contains(&share), "{name}, factor {factor}: {won} of {all} are won, {share:.1} %");
    }
}

#[test]
fn one_attacker_against_guards() {
    let classes = ["P-K", "P-A", "P-E", "N-A", "N-E", "N-AA", "C-A", "C-E", "C-AA", "CA-A", "CA-E"];
    classes.into_iter().for_each(|name| check(built_in(), name));
}

/// Solves these classes, each after those that it needs.
fn solved(names: &[&str]) -> TableSet {
    let (mut set, mut solved) = (TableSet::default(), HashMap::<Material, SolvedClass>::new());
    for name in names {
        let material: Material = name.parse().unwrap();
        let below = |needed| solved.get(&needed).map(|solved| solved.losses.as_slice());
        let table = solve(material, &below, 2, &Control::new()).unwrap();
        set.insert(EndgameTable::read(Cow::Owned(encode(&table).unwrap())).unwrap());
        solved.insert(material, table);
    }
    set
}

#[test]
fn two_pawns_against_a_guard() {
    let set = solved(&["P-K", "P-A", "P-E", "PP-K", "PP-A", "PP-E"]);
    ["PP-K", "PP-A", "PP-E"].into_iter().for_each(|name| check(&set, name));
}

#[test]
#[ignore = "some minutes: classes of two attackers against up to three guards"]
fn two_attackers_against_guards() {
    let one = |attacker: &str| ["K", "A", "E", "AA", "AE", "EE", "AAE"].map(|weak| format!("{attacker}-{weak}"));
    let names: Vec<String> = ["N", "C", "P", "NP", "PP", "CP", "CC"].into_iter().flat_map(one).collect();
    let set = solved(&names.iter().map(String::as_str).collect::<Vec<_>>());
    names.iter().for_each(|name| check(&set, name));
}

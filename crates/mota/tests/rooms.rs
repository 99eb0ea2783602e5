//! Rooms that close behind the hero, and what a tower holds beyond a plan.

use super::plans::made_up;
use super::project::*;
use meihua_contracts::random::SplitMix64;
use meihua_mota::expression::Stat;
use meihua_mota::solver::beam::{Beam, Limits};
use meihua_mota::solver::debt::loan;
use meihua_mota::solver::expand::Expander;
use meihua_mota::solver::moves::{self, Move};
use meihua_mota::solver::rooms::Rooms;
use meihua_mota::solver::sketch::Sketch;
use meihua_mota::solver::weights::Weights;
use meihua_mota::state::{Ending, State};
use meihua_mota::walk::begin;
use serde_json::json;

/// The step into a cell of a floor.
fn step_to(expander: &mut Expander<'_>, state: &State, floor: u16, cell: u16) -> Move {
    let reach = expander.reach(state);
    let found = reach.edges().find(|(on, edge)| (*on, edge.to) == (floor, cell));
    let (floor, edge) =
        found.unwrap_or_else(|| panic!("no step to {cell} of floor {floor}: {:?}", reach.edges().collect::<Vec<_>>()));
    Move::step(floor, edge)
}

#[test]
fn what_a_room_holds_only_in_one_order_is_found() {
    // Upstairs there is no way back. The monster at (1, 1) opens the way to a gem, unless the one at (0, 1) is dead by then.
    let ground = (
        vec![vec![0, 0, 0, 0, 0, 0, 0, UP], vec![MONSTER; 8]],
        json!({"changeFloor": {"7,0": {"floorId": ":next", "loc": [0, 0]}}}),
    );
    let opens = json!({"type": "hide", "loc": [[2, 1]], "remove": true});
    let room = (
        vec![vec![0, 0, 0, BOSS], vec![MONSTER, MONSTER, WALL, WALL], vec![WALL, WALL, GEM, WALL]],
        json!({"afterBattle": {
            "0,1": [{"type": "setValue", "name": "flag:spoiled", "value": "1"}],
            "1,1": [{"type": "if", "condition": "flag:spoiled", "true": [], "false": [opens]}],
            "3,0": [{"type": "win"}]
        }}),
    );
    let project = project(&[ground, room]);
    let mut expander = Expander::new(&project, Weights::default(), 1_000);
    let start = begin(&project, &[]).unwrap();
    let mut plan_of = |cells: &[(u16, u16)]| {
        let (mut state, mut plan) = (start.clone(), Vec::new());
        for &(floor, cell) in cells {
            let mv = step_to(&mut expander, &state, floor, cell);
            assert_eq!(moves::make(&project, &mut state, &mv), Ok(true), "{mv:?}");
            plan.push(mv);
        }
        assert_eq!(state.ending, Ending::Won);
        (plan, state.stat(Stat::Attack))
    };
    let (spoiled, attack) = plan_of(&[(0, 7), (1, 4), (1, 5), (1, 3)]);
    let (best, more) = plan_of(&[(0, 7), (1, 5), (1, 10), (1, 3)]);
    assert!(more > attack);
    let found = Rooms::new().search(&mut expander, &start, &spoiled, &|| false).expect("another plan");
    let mut end = start.clone();
    assert!(moves::make_all(&project, &mut end, &found) && end.ending == Ending::Won);
    assert_eq!(end.stat(Stat::Attack), more, "{found:?}");
    assert_eq!(Rooms::new().search(&mut expander, &start, &best, &|| false), None);
}

/// A plan in which a hero who may owe does all that a sketch knows of is played by the rules, and does more than the plan before.
#[test]
fn a_plan_that_does_all_that_is_known_wins_by_the_rules() {
    let mut random = SplitMix64::new(14);
    let (mut sketched, mut longer) = (0, 0);
    for _ in 0..40 {
        let project = made_up(&mut random);
        let mut start = begin(&project, &[]).unwrap();
        start.credit = loan(&project);
        let mut beam = Beam::new(&project, Limits { effort: 0, ..Limits::of_width(1) }, Weights::default());
        let Some(plain) = beam.search(start.clone(), &|| false, &mut |_| ()) else { continue };
        let mut expander = Expander::new(&project, Weights::default(), 1_000);
        let stopped = || false;
        let mut sketch = Sketch::new(&mut expander, &start, &plain.moves, 1, &stopped).expect("a sketch");
        let before = sketch.moves().len();
        sketch.do_all().expect("there is time");
        let all = sketch.moves();
        let mut state = start.clone();
        assert!(moves::make_all(&project, &mut state, &all) && state.ending == Ending::Won);
        sketched += 1;
        longer += u32::from(all.len() > before);
    }
    assert!(sketched > 20 && longer * 4 > sketched, "{sketched}, {longer} longer");
}

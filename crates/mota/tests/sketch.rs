//! Plans of made-up towers changed on a sketch.

use super::project::*;
use meihua_mota::Project;
use meihua_mota::expression::Stat;
use meihua_mota::solver::expand::Expander;
use meihua_mota::solver::moves::{self, Act, Move};
use meihua_mota::solver::sketch::Sketch;
use meihua_mota::solver::weights::Weights;
use meihua_mota::state::Ending;
use meihua_mota::walk::begin;
use serde_json::json;

/// A step on the first floor from a cell to one beside it.
fn towards(project: &Project, from: u16, to: u16) -> Move {
    let floor = &project.floors[0];
    let direction = floor.neighbours(floor.at(from)).find(|&(_, cell)| cell == to).unwrap().0;
    Move { floor: 0, cell: from, act: Act::Step(direction), script: Vec::new() }
}

#[test]
fn a_tool_that_the_plan_wastes_is_used_where_it_gains_more() {
    // The pickaxe opens one room: the one on the left has a potion, the one on the right three.
    let ground = (
        vec![vec![0, PICKAXE, 0, 0, 0, BOSS], vec![WALL; 6], vec![POTION, WALL, POTION, POTION, POTION, WALL]],
        json!({"afterBattle": {"5,0": [{"type": "win"}]}}),
    );
    let project = project(&[ground]);
    let pickaxe = project.tables.items.find("pickaxe").unwrap();
    let plan = [
        towards(&project, 0, 1),
        Move { floor: 0, cell: 0, act: Act::Use(pickaxe, Some(1)), script: Vec::new() },
        towards(&project, 6, 12),
        towards(&project, 4, 5),
    ];
    let start = begin(&project, &[]).unwrap();
    let mut end = start.clone();
    assert!(moves::make_all(&project, &mut end, &plan) && end.ending == Ending::Won);
    let mut expander = Expander::new(&project, Weights::default(), 1_000);
    let mut sketch = Sketch::new(&mut expander, &start, &plan, 1, &|| false).expect("a sketch");
    sketch.improve(2_000);
    let better = sketch.moves();
    let used: Vec<u16> =
        better.iter().filter(|mv| matches!(mv.act, Act::Use(item, _) if item == pickaxe)).map(|mv| mv.cell).collect();
    assert!(matches!(used[..], [2..=4]), "{better:?}");
    assert!(sketch.worth() > end.stat(Stat::Hp) as f64);
}

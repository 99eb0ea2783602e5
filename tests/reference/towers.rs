//! The classic tower of fifty floors, as a project of the h5mota platform.

use super::trial;
use libtest_mimic::Trial;
use meihua::mota::expression::Stat;
use meihua::mota::h5route::Record;
use meihua::mota::plan::search::{Limits, search};
use meihua::mota::report::Severity;
use meihua::mota::route::{parse, replay};
use meihua::mota::state::Ending;
use meihua::mota::walkthrough::Walkthrough;
use meihua::mota::{Project, folder, walk};
use std::path::Path;

const FIFTY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/tower/fifty");
/// A route through it that was found, and what it does floor by floor.
const ROUTE: &str = include_str!("../../docs/towers/fifty.h5route");
const DIARY: &str = include_str!("../../docs/towers/fifty-diary.txt");
/// A route through its first ten floors.
const TEN: &str = include_str!("../../docs/towers/fifty-ten.h5route");
const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/towers/fifty.json");

/// The trials of this file.
pub(crate) fn trials() -> [Trial; 6] {
    [
        trial("a_route_breaks_off_where_the_platform_says", FIFTY, a_route_breaks_off_where_the_platform_says),
        trial("the_route_of_the_first_ten_floors_wins", FIFTY, the_route_of_the_first_ten_floors_wins),
        trial("all_of_the_fifty_floors_is_read", FIFTY, all_of_the_fifty_floors_is_read),
        trial("the_hero_leaves_the_first_room", FIFTY, the_hero_leaves_the_first_room),
        trial("the_first_ten_floors_are_won", FIFTY, the_first_ten_floors_are_won),
        trial("a_goal_further_on_stops_no_search_earlier", FIFTY, a_goal_further_on_stops_no_search_earlier),
    ]
}

fn fifty() -> Project {
    folder::open(Path::new(FIFTY), Some(Path::new(TABLE))).expect("a project")
}

/// Nothing in it is refused.
fn all_of_the_fifty_floors_is_read() {
    let project = fifty();
    assert_eq!(project.floors.len(), 51);
    let refused = project.report.issues.iter().filter(|issue| issue.severity == Severity::Refused);
    let places: Vec<String> = refused.map(|issue| format!("{} {}", issue.floor, issue.place)).collect();
    assert_eq!(places, [""; 0]);
}

/// The route of the docs was found with rules that let the hero through block 168 of floor 38; the platform does not: he walks into a wall, and cannot fly from
/// where he stands then. What comes before is as the diary has it.
fn a_route_breaks_off_where_the_platform_says() {
    let mut project = fifty();
    let record = Record::unpack(ROUTE).expect("a record");
    record.choose_difficulty(&mut project).expect("a difficulty");
    let keys = parse(&project, &record.route).expect("a route");
    let diary = Walkthrough::of(&project, &keys);
    assert_eq!(diary.replayed.fault.as_deref(), Some("a flight to MT16 is not possible"));
    let state = &diary.replayed.state;
    assert_eq!((project.floors[usize::from(state.floor)].id.as_str(), state.x, state.y), ("MT38", 2, 6));
    let shown: Vec<&str> = DIARY.lines().filter(|line| !line.starts_with('#')).collect();
    let text = diary.text(&project);
    let before: Vec<&str> = text.lines().take(700).collect();
    assert_eq!(before, shown[..before.len()]);
}

/// The first ten floors, won with the captain of the tenth.
fn the_route_of_the_first_ten_floors_wins() {
    let mut part = fifty().with_goal(&"MT10,6,1".parse().expect("a cell")).expect("a part");
    let record = Record::unpack(TEN).expect("a record");
    record.choose_difficulty(&mut part).expect("a difficulty");
    let replayed = replay(&part, &parse(&part, &record.route).expect("a route"));
    assert_eq!((replayed.fault, replayed.state.ending), (None, Ending::Won));
    assert!(replayed.state.stat(Stat::Hp) >= 1_816);
}

/// Past the staff that flies and the key, and through the steel door, which that key opens.
fn the_hero_leaves_the_first_room() {
    let project = fifty();
    let replayed = replay(&project, &parse(&project, "LURU3").expect("a route"));
    assert!(replayed.fault.is_none(), "{:?}", replayed.fault);
    let state = replayed.state;
    let has = |id: &str| state.item(project.tables.items.find(id).expect("an item"));
    assert_eq!((has("fly"), has("steelKey"), state.x, state.y), (1, 0, 6, 8));
    assert_eq!(state.stat(Stat::Hp), 1000);
}

/// The last fight can be followed by hp as high as the attack, for a list of the best.
const AT_THE_END: &str = "MT50 6,5: changes the hp besides what the fight costs";

/// From nothing, within some seconds, and the rules confirm every plan of the graph.
fn the_first_ten_floors_are_won() {
    let part = fifty().with_goal(&"MT10,6,1".parse().expect("a cell")).expect("a part");
    let start = walk::begin(&part, &[]).expect("a start");
    let found = search(&part, &start, &Limits::of(Some(200_000), false, 0, 1), &|| false, &mut |_| ());
    let hp = found.plan.map(|plan| plan.end.stat(Stat::Hp));
    assert!(hp.is_some_and(|hp| hp > 1_500), "{hp:?}");
    assert_eq!((found.disagreements, found.remarks), (0, vec![AT_THE_END.to_owned()]));
}

/// Thousands of cells where tools can be used once kept the search from finding out what the events of the tenth floor remember: on the way to
/// the end it stopped there.
fn a_goal_further_on_stops_no_search_earlier() {
    let project = fifty();
    let start = walk::begin(&project, &[]).expect("a start");
    let found = search(&project, &start, &Limits::of(Some(150_000), false, 0, 1), &|| false, &mut |_| ());
    assert!(found.top >= 13, "floor {}", found.top);
    assert_eq!(found.remarks, [AT_THE_END]);
}

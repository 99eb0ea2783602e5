//! The library: rules, searches, solvers, files, and the shape of the source.
//!
//! Each file of `tests/` is a module of one crate; `floors.rs` looks after that.

// Every file drives the process in its own way and takes what it needs of `common`.
#![allow(clippy::duplicate_mod)]

#[path = "../bench_signature.rs"]
mod bench_signature;
#[path = "../conformance.rs"]
mod conformance;
#[path = "../floors.rs"]
mod floors;
#[path = "../guests.rs"]
mod guests;
#[path = "../mixed_loops.rs"]
mod mixed_loops;
#[path = "../random_lines.rs"]
mod random_lines;
#[cfg(feature = "cli")]
#[path = "../records.rs"]
mod records;
#[path = "../records_lists.rs"]
mod records_lists;
#[path = "../records_unread.rs"]
mod records_unread;
#[path = "../river.rs"]
mod river;
#[path = "../round_trips.rs"]
mod round_trips;
#[path = "../search_xiangqi.rs"]
mod search_xiangqi;
#[path = "../sliding.rs"]
mod sliding;
#[path = "../slot_protocol.rs"]
mod slot_protocol;
#[path = "../tower_brute_force.rs"]
mod tower_brute_force;
#[cfg(feature = "cli")]
#[path = "../tower_ceiling.rs"]
mod tower_ceiling;
#[path = "../tower_equipment.rs"]
mod tower_equipment;
#[cfg(feature = "cli")]
#[path = "../tower_plans.rs"]
mod tower_plans;
#[cfg(feature = "cli")]
#[path = "../tower_project.rs"]
mod tower_project;
#[path = "../tower_rooms.rs"]
mod tower_rooms;
#[path = "../tower_samples.rs"]
mod tower_samples;
#[cfg(feature = "cli")]
#[path = "../tower_sketch.rs"]
mod tower_sketch;
#[cfg(feature = "cli")]
#[path = "../tower_stops.rs"]
mod tower_stops;
#[cfg(feature = "cli")]
#[path = "../tower_walks.rs"]
mod tower_walks;
#[path = "../unsafe_code.rs"]
mod unsafe_code;
#[path = "../vampirc_faults.rs"]
mod vampirc_faults;
#[path = "../wolf_goat_cabbage.rs"]
mod wolf_goat_cabbage;
#[path = "../xiangqi_perft.rs"]
mod xiangqi_perft;
#[path = "../xiangqi_reference.rs"]
mod xiangqi_reference;
#[cfg(feature = "cli")]
#[path = "../xiangqi_tables.rs"]
mod xiangqi_tables;
#[path = "../xiangqi_text.rs"]
mod xiangqi_text;

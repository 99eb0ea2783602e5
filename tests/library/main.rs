//! The library: rules, searches, solvers, files, and the shape of the source.

mod bench_signature;
mod conformance;
mod file_faults;
mod guests;
mod mixed_loops;
mod own_games;
mod position_faults;
mod random_lines;
mod river;
mod round_trips;
mod search_xiangqi;
mod sliding;
mod slot_protocol;
mod tower_brute_force;
mod tower_samples;
mod vampirc_faults;
mod wolf_goat_cabbage;
mod xiangqi_composed;
mod xiangqi_perft;
mod xiangqi_reference;
mod xiangqi_scale;
mod xiangqi_tables;
mod xiangqi_text;

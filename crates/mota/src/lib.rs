//! Multi-floor towers, as projects of the h5mota platform hold them: [`read`](mod@read) reads one.
//!
//! The rules are the platform's, from its public documents, and none of its code is in here. What a tower does with code of
//! its own is listed ([`report`]) and refused where it is reached, or described by the table of the tower.

#![deny(missing_docs)]
#![deny(clippy::unwrap_used, clippy::expect_used)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

pub mod action;
mod archive;
mod battle;
pub mod best_plan;
mod binding;
mod blocks;
mod blocks_by_number;
mod book;
mod calm;
mod code;
mod compile;
pub mod diary;
mod doubts;
mod equipment;
mod eval;
pub mod expression;
pub mod fight;
pub mod folder;
pub mod goal;
pub mod h5route;
mod hazard;
pub mod item_code;
mod lz_string;
pub mod model;
mod obstacles;
mod old_format;
pub mod plan;
pub mod press;
pub mod puzzle;
pub mod read;
mod read_floor;
mod read_parts;
mod refusal;
pub mod report;
pub mod route;
pub mod route_file;
pub mod route_request;
pub mod run;
mod scope;
pub mod shelf;
mod source;
mod special;
mod start;
pub mod state;
mod statements;
mod table;
pub mod template;
mod token;
pub mod tools;
mod value;
mod view;
pub mod walk;

pub use model::Project;
pub use source::{Files, SourceError};

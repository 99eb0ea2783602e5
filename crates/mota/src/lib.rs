//! Multi-floor towers, as projects of the h5mota platform hold them.
//!
//! | room | what is in it |
//! |---|---|
//! | [`read`](mod@read) | from the files of a project to a [`Project`], and what of it is not understood |
//! | `rules` | states, steps, fights, tools and events |
//! | [`plan`] | the search for plans |
//! | `play` | a tower as a game: routes, records, views, walkthroughs |
//!
//! The rules are the platform's, from its public documents, and none of its code is in here. What a tower does with code of
//! its own is listed ([`report`]) and refused where it is reached, or described by the table of the tower.

#![deny(missing_docs)]
#![deny(clippy::unwrap_used, clippy::expect_used)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

pub mod plan;
mod play;
pub mod read;
mod rules;

pub use plan::best_plan;
pub use play::{h5route, open_projects, puzzle, route, route_file, route_request, walkthrough};
pub use read::source::{Files, SourceError};
pub use read::{folder, item_code, report, template};
pub use rules::model::Project;
pub use rules::{action, expression, fight, goal, keystroke, model, run, state, tools, walk};

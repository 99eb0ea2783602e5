//! A tower as a game for people: routes and records, what is shown, walkthroughs.

mod binding;
pub mod h5route;
pub(crate) mod monster_manual;
pub(crate) mod obstacles;
pub mod open_projects;
pub mod puzzle;
pub mod route;
pub mod route_file;
pub mod route_request;
mod view;
pub mod walkthrough;

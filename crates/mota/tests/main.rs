//! Towers of several floors: what is read, the rules, and the plans.

mod afar;
mod answers;
mod beginnings;
mod equipment;
mod events;
mod fidelity;
mod goals;
mod obstacles;
mod plans;
mod platform;
mod project;
mod proofs;
mod stops;
mod things;
mod walks;
mod words;

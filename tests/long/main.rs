//! What runs for minutes: on request, with `--ignored`.

mod connect_four_results;
mod endings;
mod mate_claims;
mod sessions;
mod soak;
mod stops;

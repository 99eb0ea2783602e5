//! The library from outside: games in, questions, games out, damage.

mod damage;
mod explorer;
mod helpers;
mod round_trips;
mod search;

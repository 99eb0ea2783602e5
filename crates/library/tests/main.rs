//! The library from outside: games in, questions, games out, damage.

mod damage;
mod explorer;
mod files;
mod helpers;
mod round_trips;
mod search;
mod values;

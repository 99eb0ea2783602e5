//! One line in any dialect: it is a command or an error that can be told, and an option that is set can be declared again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use meihua_engine::engine::state::Engine;
use meihua_engine::protocol::answer::Answer;
use meihua_engine::protocol::command::{Command, Dialect};
use meihua_engine::protocol::{option, render};
use meihua_games::GAMES;
use std::sync::Arc;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    match Command::parse(&text, GAMES) {
        // A log would be written where the line says.
        Ok(Command::SetOption(rest)) if !rest.to_ascii_lowercase().contains("log") => set(&rest),
        Ok(_) => {}
        Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
    }
});

fn set(rest: &str) {
    let mut engine = Engine::new(GAMES, Arc::new(drop)).expect("games");
    for dialect in [Dialect::Uci, Dialect::Ucci, Dialect::Ugi, Dialect::Json] {
        if let Err(error) = option::set(&mut engine, dialect, rest) {
            assert!(!error.to_string().contains('\n'), "{error}");
        }
        for line in render::lines(dialect, &Answer::Hello(GAMES)) {
            assert!(!line.contains('\n'), "{line}");
        }
    }
}

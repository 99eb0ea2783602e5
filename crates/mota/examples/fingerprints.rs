//! Prints name and fingerprint of each function in files like `functions.js` and `plugins.js`, sorted: what `template.tsv` is made of.
//!
//!     cargo run -p meihua-mota --example fingerprints -- FILE …

use meihua_mota::template::functions;
use std::collections::BTreeSet;

fn main() {
    let mut lines = BTreeSet::new();
    for path in std::env::args().skip(1) {
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("{path}: {error}");
                continue;
            }
        };
        match functions(&text) {
            Some(functions) => {
                let own = functions.iter().filter(|function| function.may_rule());
                lines.extend(own.map(|function| format!("{}\t{:016x}", function.name, function.fingerprint())));
            }
            None => eprintln!("{path}: no object of functions"),
        }
    }
    for line in lines {
        println!("{line}");
    }
}

//! What a tower's `functions.js` and `plugins.js` change against the platform's template.
//!
//! Both hold functions that the platform calls: in fights, at each step, when an item is taken. A tower may change any of them, and
//! with it any rule. They are never run: each is compared with the texts that the template has had (`template.tsv`: name and
//! fingerprint, one for each version of each function in the history of ckcz123/mota-js, printed by the example `fingerprints`).

use crate::read::Reader;
use crate::read::code;
use crate::read::report::{Place, Severity};
use crate::read::source::Files;
use meihua_contracts::fnv::fnv;
use rustc_hash::FxHashSet;

/// Names and fingerprints of the template's functions, sorted by name.
const KNOWN: &str = include_str!("template.tsv");

/// The files with functions.
pub(crate) const FILES: [&str; 2] = ["functions.js", "plugins.js"];

/// Functions that show, save or read input, but change no rule.
const NO_RULES: [&str; 7] = [
    "ui.",
    "actions.",
    "control.saveData",
    "control.loadData",
    "control.getStatusLabel",
    "events.beforeSaveData",
    "events.afterLoadData",
];

/// A function of a file: its name with the names of the objects around it, and its text without comments and blanks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// As in `events.afterBattle`.
    pub name: String,
    /// The text.
    pub text: String,
}

impl Function {
    /// Equal for equal functions.
    pub fn fingerprint(&self) -> u64 {
        fnv(self.text.as_bytes())
    }

    fn is_known(&self) -> bool {
        let print = format!("{:016x}", self.fingerprint());
        KNOWN.lines().filter_map(|line| line.split_once('\t')).any(|known| known == (&self.name, &print))
    }

    /// Whether it could change a rule.
    pub fn may_rule(&self) -> bool {
        !NO_RULES.iter().any(|no| self.name.starts_with(no)) && !code::is_empty(&self.text)
    }
}

/// The functions of a file, `var x = {"group": {"name": function (…) {…}, …}, …}`; none where it has another form.
pub fn functions(text: &str) -> Option<Vec<Function>> {
    let normal = code::normal(text);
    let (_, object) = normal.split_once('=')?;
    let mut found = Vec::new();
    let rest = members(object.strip_prefix('{')?, "", &mut found)?;
    matches!(rest, "" | ";").then_some(found)
}

/// Reads the members of an object behind its brace; what follows the object.
fn members<'a>(mut rest: &'a str, prefix: &str, found: &mut Vec<Function>) -> Option<&'a str> {
    loop {
        if let Some(behind) = rest.strip_prefix('}') {
            return Some(behind);
        }
        let end = rest.find([':', '('])?;
        let key = rest[..end].trim_matches(['"', '\'']);
        let name = if prefix.is_empty() { key.to_owned() } else { format!("{prefix}.{key}") };
        let value = rest[end..].strip_prefix(':');
        rest = match value.and_then(|value| value.strip_prefix('{')) {
            Some(inner) => members(inner, &name, found)?,
            None => {
                // A method in short has no colon.
                let value = value.unwrap_or(&rest[end..]);
                let length = code::expression_length(value);
                found.push(Function { name, text: value[..length].to_owned() });
                &value[length..]
            }
        };
        rest = rest.strip_prefix(',').unwrap_or(rest);
    }
}

/// The tower's `functions.js` without comments and blanks; none where it has no functions.
pub(crate) fn normal_functions(files: &Files) -> Option<String> {
    files.text("functions.js").map(code::normal)
}

/// The fields of monsters that the tower's functions, as [`normal_functions`], read; none where it has no functions.
pub(crate) fn enemy_fields(functions: Option<&str>) -> Option<FxHashSet<String>> {
    let normal = functions?;
    let fields = normal.split("enemy.").skip(1).map(|behind| {
        let end = behind.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(behind.len());
        behind[..end].to_owned()
    });
    Some(fields.collect())
}

/// The item that keeps nets from harming the hero: the amulet, which was the shoes until version 2.7.
pub(crate) fn net_shoes(functions: Option<&str>) -> &'static str {
    if functions.is_some_and(|normal| normal.contains("hasItem('shoes')")) { "shoes" } else { "amulet" }
}

/// Notes the functions that are the tower's own.
pub(crate) fn note_own_code(files: &Files, reader: &mut Reader) {
    for file in FILES {
        let Some(text) = files.text(file) else { continue };
        let mut note = |name: &str, what: &str| {
            reader.report.note(&Place::new(file, name), Severity::OwnCode, what.to_owned());
        };
        match functions(text) {
            None => note("-", "code of another form than the template's: any rule may differ"),
            Some(functions) => {
                for function in functions.iter().filter(|function| function.may_rule() && !function.is_known()) {
                    note(&function.name, "differs from the platform's template: may change rules");
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_found_by_their_names() {
        let text = "var functions_x = {\n\"events\": {\"win\": function (a, b) { if (a) { return {a: 1, b: \"}\"}; } /* } */ },\
            \"lose\":function(){}\n},\n plugins: { 'init': function () { var r = /[/}\"]/g; }, draw() { return 1 }, n: 5 } };";
        let found = functions(text).expect("an object of functions");
        let names: Vec<&str> = found.iter().map(|function| function.name.as_str()).collect();
        assert_eq!(names, ["events.win", "events.lose", "plugins.init", "plugins.draw", "plugins.n"]);
        assert_eq!(found[0].text, "function(a,b){if(a){return{a:1,b:\"}\"};}}");
        assert!(!found[1].may_rule() && found[2].may_rule());
        assert_eq!(functions("var x = 5;"), None);
        assert_eq!(functions("var x = {\"a\": function () {"), None);
    }
}

//! Files of games: sections `[name]` or `[name:parent]` and lines `key = value`. Lines that begin with `#` or `;` are
//! comments.

use crate::keys;
use crate::rules::Rules;
use meihua_contracts::in_english;
use meihua_contracts::sentence;
use meihua_contracts::sentence::Sentence;
use meihua_contracts::text::shorten;
use meihua_engine::engine::registry::{self, Entry};
use std::ops::Range;
use std::sync::OnceLock;
use thiserror::Error;

/// Maximum number of games in a file.
pub(crate) const MAX_GAMES: usize = 500;

/// Maximum length of the text of a game with those that it inherits from, in bytes, without comments.
const MAX_TEXT: usize = 1 << 14;

/// Something in a file that cannot be read or is not supported.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// What the line is about: a section or a key.
    pub place: Place,
    /// What is wrong and what is expected.
    pub problem: Sentence,
}

impl From<&Fault> for Sentence {
    fn from(Fault { line, place, problem }: &Fault) -> Sentence {
        let problem = match place {
            Place::Line => problem.clone(),
            Place::Game(name) => sentence!("{}: {}", format!("[{name}]"), problem.clone()),
            Place::Key(key) => sentence!("{}: {}", key.clone(), problem.clone()),
        };
        sentence!("line {}: ", *line).then(problem)
    }
}

in_english!(Fault);

/// What a line is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The line as a whole.
    Line,
    /// The section of a game.
    Game(String),
    /// A key.
    Key(String),
}

/// A section as it stands in the file.
struct Section<'a> {
    line: usize,
    /// Where its lines are in the text, with the comments before them.
    span: Range<usize>,
    name: &'a str,
    parent: Option<&'a str>,
    keys: Vec<(usize, &'a str, &'a str)>,
}

/// The rules of all games in a text, in its order, and what is wrong with the others.
pub fn read(text: &str) -> (Vec<Rules>, Vec<Fault>) {
    read_with(text, &built_in)
}

/// The same beside the games of a program: a game that is named like one of them is a fault.
pub fn read_beside(text: &str, games: &[Entry]) -> (Vec<Rules>, Vec<Fault>) {
    let (mut found, mut faults) = read(text);
    let is_taken = |name: &str| registry::find(games, name).is_some();
    let taken = sections(text).0.into_iter().filter(|section| is_taken(section.name));
    faults.extend(taken.map(|Section { line, name, .. }| Fault {
        line,
        place: Place::Game(name.to_owned()),
        problem: "a game of the program itself has this name".into(),
    }));
    faults.sort_by_key(|fault| fault.line);
    found.retain(|rules| !is_taken(&rules.name));
    (found, faults)
}

/// The rules of a game that is described in this crate, for others to inherit from.
pub(crate) fn built_in(name: &str) -> Option<Rules> {
    static GAMES: OnceLock<Vec<Rules>> = OnceLock::new();
    // The text is read without faults in a test.
    let games = GAMES.get_or_init(|| read_with(crate::PARENTS, &|_| None).0);
    let found = games.iter().find(|game| game.name == name);
    found.map(|game| Rules { text: String::new(), ..game.clone() })
}

fn read_with(text: &str, parents: &dyn Fn(&str) -> Option<Rules>) -> (Vec<Rules>, Vec<Fault>) {
    let (sections, mut faults) = sections(text);
    let mut games: Vec<Rules> = Vec::new();
    for section in sections {
        let before = faults.len();
        let fault =
            |problem: Sentence| Fault { line: section.line, place: Place::Game(section.name.to_owned()), problem };
        if games.len() == MAX_GAMES {
            faults.push(fault(sentence!("a file has at most {} games", MAX_GAMES)));
            break;
        }
        if games.iter().any(|game| game.name.eq_ignore_ascii_case(section.name)) {
            faults.push(fault("there is a game of this name above".into()));
            continue;
        }
        let mut rules = match section.parent {
            None => Rules::plain(),
            Some(parent) => {
                let known = games.iter().find(|game| game.name == parent).cloned().or_else(|| parents(parent));
                let Some(known) = known else {
                    faults.push(fault(sentence!(
                        "the parent {} is unknown; it must stand above, or be one of the built-in games",
                        Sentence::quoted(parent)
                    )));
                    continue;
                };
                known
            }
        };
        section.name.clone_into(&mut rules.name);
        // After the text of a parent in this file.
        rules.text += &text[section.span.clone()];
        if rules.text.len() > MAX_TEXT {
            rules.text = without_comments(&rules.text);
        }
        if rules.text.len() > MAX_TEXT {
            let problem = "its lines and those of its parents have more than 16384 bytes, too many for saved games";
            faults.push(fault(problem.into()));
            continue;
        }
        keys::apply(&mut rules, &section.keys, &mut faults);
        if faults.len() == before {
            match rules.finished() {
                Ok(rules) => games.push(rules),
                Err((key, problem)) => {
                    let is_meant = |known: &str| matches!(known.strip_prefix(key), Some("" | "White" | "Black"));
                    let line = section.keys.iter().rev().find(|(_, known, _)| is_meant(known));
                    let line = line.map_or(section.line, |&(line, _, _)| line);
                    faults.push(Fault { line, place: Place::Key(key.to_owned()), problem });
                }
            }
        }
    }
    (games, faults)
}

/// The lines of a text, each with its end: LF, CR LF or CR.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = |at: usize| at + if rest[at..].starts_with("\r\n") { 2 } else { 1 };
        let (line, after) = rest.split_at(rest.find(['\n', '\r']).map_or(rest.len(), end));
        rest = after;
        (!line.is_empty()).then_some(line)
    })
}

/// Whether a trimmed line says something: neither an empty one nor a comment.
fn is_said(line: &str) -> bool {
    !line.is_empty() && !line.starts_with(['#', ';'])
}

/// The lines that say something.
fn without_comments(text: &str) -> String {
    lines(text).map(str::trim).filter(|line| is_said(line)).flat_map(|line| [line, "\n"]).collect()
}

/// The sections of a text. A section with a bad name is left out.
fn sections(text: &str) -> (Vec<Section<'_>>, Vec<Fault>) {
    let (mut sections, mut faults) = (Vec::<Section<'_>>::new(), Vec::<Fault>::new());
    let (mut is_open, mut is_skipped) = (false, false);
    // The end of this line, and of the last one that is no comment. Editors of Windows write a mark before the first.
    let mark = text.len() - text.trim_start_matches('\u{feff}').len();
    let (mut end, mut known) = (mark, mark);
    for (index, line) in lines(&text[mark..]).enumerate() {
        end += line.len();
        let (line, number) = (line.trim(), index + 1);
        if !is_said(line) {
            continue;
        }
        let begin = std::mem::replace(&mut known, end);
        if let Some(heading) = line.strip_prefix('[') {
            is_open = true;
            match section(heading, number) {
                Ok(section) => {
                    is_skipped = false;
                    sections.push(Section { span: begin..end, ..section });
                }
                Err(fault) => {
                    is_skipped = true;
                    faults.push(fault);
                }
            }
        } else if is_open && !is_skipped {
            match (line.split_once('='), sections.last_mut()) {
                (Some((key, value)), Some(section)) if !key.trim().is_empty() => {
                    section.keys.push((number, key.trim(), value.trim()));
                    section.span.end = end;
                }
                _ => faults.push(Fault {
                    line: number,
                    place: Place::Line,
                    problem: sentence!("{} is neither `key = value` nor `[name]` nor a comment", quoted(line)),
                }),
            }
        } else if !is_open {
            let problem = sentence!("{} stands before the first `[name]` and belongs to no game", quoted(line));
            faults.push(Fault { line: number, place: Place::Line, problem });
        }
    }
    (sections, faults)
}

fn section(heading: &str, line: usize) -> Result<Section<'_>, Fault> {
    let fault = |problem: &'static str| Fault { line, place: Place::Line, problem: problem.into() };
    let (heading, rest) =
        heading.split_once(']').ok_or_else(|| fault("the ] after the name of the game is missing"))?;
    if !rest.trim().is_empty() {
        return Err(fault("nothing may follow the ] on its line"));
    }
    let (name, parent) = match heading.split_once(':') {
        Some((name, parent)) => (name.trim(), Some(parent.trim())),
        None => (heading.trim(), None),
    };
    let is_fit = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | '.');
    if name.is_empty() || name.len() > 40 || !name.chars().all(is_fit) {
        return Err(fault("a game's name has 1 to 40 letters, digits, - and _"));
    }
    Ok(Section { line, span: 0..0, name, parent, keys: Vec::new() })
}

/// A text from the file, shortened and in quotes.
pub(crate) fn quoted(text: &str) -> Sentence {
    Sentence::quoted(shorten(text))
}

//! Joins the modules of the page into one script, because a browser that loads each module waits for each.
//!
//! The modules are plain ES modules in `page/`. Each `import` is a line of its own at the start of its file, and each
//! export is a function, a class or a `const` that starts a line. Each module becomes a function that is called once,
//! after those it imports; circular imports have no such order and are refused. Comments on lines of their own are
//! dropped.

use std::collections::HashSet;
use std::fmt::Write;
use thiserror::Error;

/// A module, identified by its path within the page's folder, such as `boards/tower.js`.
pub(crate) struct Module<'a> {
    /// The path.
    pub path: &'a str,
    /// Its text.
    pub text: &'a str,
}

/// Why the script cannot be built.
#[derive(Debug, Error, PartialEq, Eq)]
pub(crate) enum BundleError {
    /// An imported module does not exist.
    #[error("{from}: there is no module {path:?}")]
    Missing { from: String, path: String },
    /// Modules import each other.
    #[error("modules import each other: {0}")]
    Circle(String),
    /// An import or export has an unsupported form.
    #[error(
        "{path}: {line:?}: expected `import {{ a }} from '…';`, `import * as a from '…';`, or an exported function, class or const"
    )]
    Form { path: String, line: String },
}

/// Joins a module with everything it imports.
///
/// # Errors
/// See [`BundleError`].
pub(crate) fn join(main: &str, modules: &[Module]) -> Result<String, BundleError> {
    let mut bundle = Bundle { modules, open: Vec::new(), done: HashSet::new(), script: String::new() };
    bundle.add(main, main)?;
    Ok(bundle.script)
}

/// Joins a module that is loaded on demand with everything that only it imports. Returns a script that exports a
/// function, which takes the modules of the main script and returns the exports, and the expression that calls it, in
/// which `URL` stands for the script's address.
///
/// # Errors
/// See [`BundleError`].
pub(crate) fn join_late(main: &str, late: &str, modules: &[Module]) -> Result<(String, String), BundleError> {
    let mut bundle = Bundle { modules, open: Vec::new(), done: HashSet::new(), script: String::new() };
    bundle.add(main, main)?;
    bundle.script.clear();
    let mut shared: Vec<String> = bundle.done.iter().map(|path| name(path)).collect();
    shared.sort();
    let shared = format!("{{ {} }}", shared.join(", "));
    bundle.add(late, late)?;
    let script = format!("export default ({shared}) => {{\n{}return {};\n}};\n", bundle.script, name(late));
    Ok((script, format!("import('URL').then((late) => late.default({shared}))")))
}

struct Bundle<'a> {
    modules: &'a [Module<'a>],
    /// Modules whose imports are being added, outermost first.
    open: Vec<String>,
    done: HashSet<String>,
    script: String,
}

impl Bundle<'_> {
    fn add(&mut self, from: &str, path: &str) -> Result<(), BundleError> {
        if self.done.contains(path) {
            return Ok(());
        }
        if self.open.iter().any(|open| open == path) {
            return Err(BundleError::Circle(format!("{} > {path}", self.open.join(" > "))));
        }
        let Some(module) = self.modules.iter().find(|module| module.path == path) else {
            return Err(BundleError::Missing { from: from.to_owned(), path: path.to_owned() });
        };
        self.open.push(path.to_owned());
        let (mut body, mut exports) = (String::new(), Vec::new());
        for line in module.text.lines() {
            if line.starts_with("import ") {
                let (names, other) = import(path, line)?;
                self.add(path, &other)?;
                let _ = writeln!(body, "const {names} = {};", name(&other));
            } else if let Some(rest) = line.strip_prefix("export ") {
                exports.push(exported(rest).ok_or_else(|| form(path, line))?);
                body.push_str(rest);
                body.push('\n');
            } else {
                body.push_str(line);
                body.push('\n');
            }
        }
        let _ = writeln!(
            self.script,
            "const {} = (() => {{\n{body}return {{ {} }};\n}})();",
            name(path),
            exports.join(", ")
        );
        self.open.pop();
        self.done.insert(path.to_owned());
        Ok(())
    }
}

fn form(path: &str, line: &str) -> BundleError {
    BundleError::Form { path: path.to_owned(), line: line.to_owned() }
}

/// The name of a module in the script.
fn name(path: &str) -> String {
    let letters = path.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' });
    format!("${}", letters.collect::<String>())
}

/// The names in an import, as the left side of an assignment, and the imported path.
fn import(path: &str, line: &str) -> Result<(String, String), BundleError> {
    let parts = line
        .strip_prefix("import ")
        .and_then(|rest| rest.strip_suffix("';"))
        .and_then(|rest| rest.split_once(" from '"));
    let (names, target) = parts.ok_or_else(|| form(path, line))?;
    let names = match names.strip_prefix("* as ") {
        Some(name) => name.to_owned(),
        None if names.starts_with("{ ") && names.ends_with(" }") => names.replace(" as ", ": "),
        None => return Err(form(path, line)),
    };
    let mut folders: Vec<&str> = path.split('/').collect();
    folders.pop();
    for part in target.trim_start_matches('/').split('/') {
        match part {
            "." => {}
            ".." => drop(folders.pop()),
            part => folders.push(part),
        }
    }
    let target = if target.starts_with('/') { target.trim_start_matches('/').to_owned() } else { folders.join("/") };
    Ok((names, target))
}

/// The name declared by a declaration.
fn exported(declaration: &str) -> Option<&str> {
    let forms = ["async function ", "function ", "class ", "const "];
    let rest = forms.into_iter().find_map(|form| declaration.strip_prefix(form))?;
    rest.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').next().filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn module<'a>(path: &'a str, text: &'a str) -> Module<'a> {
        Module { path, text }
    }

    #[test]
    fn a_late_module_brings_what_it_alone_imports() {
        let modules = [
            module("main.js", "import { a } from './a.js';\nconst later = () => import('./late.js');\n"),
            module("a.js", "export const a = 1;\n"),
            module("b.js", "import { a } from './a.js';\nexport const b = a + 1;\n"),
            module("late.js", "import { b } from './b.js';\nexport const late = b;\n"),
        ];
        let (script, call) = join_late("main.js", "late.js", &modules).unwrap();
        assert_eq!(
            script,
            "export default ({ $a_js, $main_js }) => {\nconst $b_js = (() => {\nconst { a } = $a_js;\nconst b = a + 1;\nreturn { b };\n})();\n\
             const $late_js = (() => {\nconst { b } = $b_js;\nconst late = b;\nreturn { late };\n})();\nreturn $late_js;\n};\n"
        );
        assert_eq!(call, "import('URL').then((late) => late.default({ $a_js, $main_js }))");
    }

    #[test]
    fn modules_stand_behind_what_they_import() {
        let modules = [
            module("main.js", "import { two as three } from './parts/two.js';\nthree();\n"),
            module(
                "parts/two.js",
                "import * as one from '../one.js';\nexport function two() {\nreturn one.ONE + 1;\n}\n",
            ),
            module("one.js", "export const ONE = (1); // One.\n"),
        ];
        assert_eq!(
            join("main.js", &modules).unwrap(),
            "const $one_js = (() => {\nconst ONE = (1); // One.\nreturn { ONE };\n})();\n\
             const $parts_two_js = (() => {\nconst one = $one_js;\nfunction two() {\nreturn one.ONE + 1;\n}\nreturn { two };\n})();\n\
             const $main_js = (() => {\nconst { two: three } = $parts_two_js;\nthree();\nreturn {  };\n})();\n"
        );
    }

    #[test]
    fn what_cannot_be_joined_is_refused() {
        let circle = [module("a.js", "import { b } from './b.js';\n"), module("b.js", "import { a } from './a.js';\n")];
        assert_eq!(join("a.js", &circle), Err(BundleError::Circle("a.js > b.js > a.js".to_owned())));
        let missing = [module("a.js", "import { b } from './b.js';\n")];
        assert!(matches!(join("a.js", &missing), Err(BundleError::Missing { .. })));
        for line in
            ["export let a = 1;", "export { a };", "export default 1;", "import a from './a.js';", "import './a.js';"]
        {
            assert!(matches!(join("a.js", &[module("a.js", line)]), Err(BundleError::Form { .. })), "{line}");
        }
    }
}

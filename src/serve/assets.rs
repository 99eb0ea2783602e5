//! The page, as a table in the program.

use super::art;
use crate::analyse::marks::{DECIDED, Mark};
use std::hash::{DefaultHasher, Hasher};
use std::sync::LazyLock;

/// Something to be served.
pub struct Asset {
    /// The path it is asked for by.
    pub path: &'static str,
    /// Its type.
    pub kind: &'static str,
    /// What it holds.
    pub bytes: &'static [u8],
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml; charset=utf-8";
const TEXT: &str = "text/plain; charset=utf-8";

macro_rules! files {
    ($($kind:ident $path:literal)*) => {
        &[$(Asset { path: concat!("/", $path), kind: $kind, bytes: include_bytes!(concat!("page/", $path)) }),*]
    };
}

/// The files of the page.
pub static FILES: &[Asset] = files![
    HTML "index.html"
    CSS "boards.css"
    CSS "look.css"
    SVG "icon.svg"
    SCRIPT "address.js"
    SCRIPT "app.js"
    SCRIPT "aside.js"
    SCRIPT "boards/board.js"
    SCRIPT "boards/book.js"
    SCRIPT "boards/cfour.js"
    SCRIPT "boards/floor.js"
    SCRIPT "boards/index.js"
    SCRIPT "boards/pieces.js"
    SCRIPT "boards/points.js"
    SCRIPT "boards/project.js"
    SCRIPT "boards/river.js"
    SCRIPT "boards/sliding.js"
    SCRIPT "boards/states.js"
    SCRIPT "boards/tower.js"
    SCRIPT "boards/xiangqi.js"
    SCRIPT "dom.js"
    SCRIPT "keeper.js"
    SCRIPT "main.js"
    SCRIPT "net.js"
    SCRIPT "parts/arrows.js"
    SCRIPT "parts/bar.js"
    SCRIPT "parts/controls.js"
    SCRIPT "parts/files.js"
    SCRIPT "parts/graph.js"
    SCRIPT "parts/grid.js"
    SCRIPT "parts/kept.js"
    SCRIPT "parts/keys.js"
    SCRIPT "parts/lesson.js"
    SCRIPT "parts/moves.js"
    SCRIPT "parts/panels.js"
    SCRIPT "parts/paste.js"
    SCRIPT "parts/plan.js"
    SCRIPT "parts/report.js"
    SCRIPT "parts/setup.js"
    SCRIPT "parts/sheet.js"
    SCRIPT "parts/sound.js"
    SCRIPT "status.js"
    SCRIPT "steps.js"
    SCRIPT "store.js"
    SCRIPT "thinker.js"
    SCRIPT "tree.js"
    SCRIPT "values.js"
    SCRIPT "words.js"
    SCRIPT "words/en.js"
    SCRIPT "words/zh.js"
];

static RULES: &[Asset] = &[
    Asset { path: "/rules.en.md", kind: TEXT, bytes: include_bytes!("../../docs/rules.md") },
    Asset { path: "/rules.zh.md", kind: TEXT, bytes: include_bytes!("../../docs/rules.zh.md") },
];

/// The page with the boards and pieces as symbols in it: symbols of another file are fetched again and again by a
/// browser, and nothing is drawn until they are there.
static PAGE: LazyLock<String> = LazyLock::new(|| INDEX.replace(ART_PLACE, &art::symbols()));
/// The page without them.
const INDEX: &str = include_str!("page/index.html");
const ART_PLACE: &str = "<!-- art -->";

/// The numbers of the marks, as `meihua analyse` has them, on the scale of the page: win minus loss, -1 to 1.
static MARKS: LazyLock<String> = LazyLock::new(|| {
    let fall = |mark: &Mark| format!("[{:.4}, {}]", 2.0 * mark.threshold(), mark.nag());
    let falls: Vec<String> = Mark::ALL.iter().rev().map(fall).collect();
    format!("export const FALLS = [{}];\nexport const DECIDED = {:.4};\n", falls.join(", "), 2.0 * DECIDED - 1.0)
});

/// What stands at a path.
pub struct Found {
    /// Its type.
    pub kind: &'static str,
    /// What it holds.
    pub bytes: &'static [u8],
}

impl Found {
    /// A tag that changes with the bytes.
    pub fn tag(&self) -> String {
        let mut hasher = DefaultHasher::new();
        hasher.write(self.bytes);
        format!("\"{:016x}\"", hasher.finish())
    }
}

/// What stands at a path, if anything does.
pub fn find(path: &str) -> Option<Found> {
    match path {
        "/" | "/index.html" => Some(Found { kind: HTML, bytes: PAGE.as_bytes() }),
        "/marks.js" => Some(Found { kind: SCRIPT, bytes: MARKS.as_bytes() }),
        path => {
            let asset = FILES.iter().chain(RULES).find(|asset| asset.path == path)?;
            Some(Found { kind: asset.kind, bytes: asset.bytes })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    fn walk(folder: &Path, base: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, base, found);
            } else {
                found.push(format!("/{}", path.strip_prefix(base).unwrap().display()));
            }
        }
    }

    #[test]
    fn the_folder_holds_what_the_table_holds() {
        let base = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/serve/page");
        let mut found = Vec::new();
        walk(&base, &base, &mut found);
        let mut listed: Vec<String> = FILES.iter().map(|asset| asset.path.to_owned()).collect();
        found.sort();
        listed.sort();
        assert_eq!(found, listed);
    }

    #[test]
    fn the_page_is_small_and_its_files_are_short() {
        let bytes: usize = FILES.iter().map(|asset| asset.bytes.len()).sum::<usize>() + art::symbols().len();
        assert!(bytes <= 290_000, "{bytes} bytes");
        for asset in FILES.iter().filter(|asset| asset.kind == SCRIPT) {
            let lines = asset.bytes.split(|&byte| byte == b'\n').count() - 1;
            assert!(lines < 300, "{} has {lines} lines", asset.path);
        }
    }

    #[test]
    fn the_page_marks_moves_as_the_analysis_does() {
        let text = String::from_utf8(find("/marks.js").unwrap().bytes.to_vec()).unwrap();
        assert_eq!(
            text,
            "export const FALLS = [[0.3000, 4], [0.2000, 2], [0.1000, 6]];\nexport const DECIDED = 0.9000;\n"
        );
    }

    #[test]
    fn nothing_else_is_served() {
        for path in ["/../Cargo.toml", "/etc/passwd", "//index.html", "/index.html/", "/page/index.html", ""] {
            assert!(find(path).is_none(), "{path}");
        }
        assert!(find("/").is_some());
    }

    #[test]
    fn the_page_holds_its_symbols_and_a_tag_of_its_bytes() {
        let page = find("/").unwrap();
        let text = String::from_utf8(page.bytes.to_vec()).unwrap();
        assert!(text.contains("<symbol id=\"x-K\"") && !text.contains(ART_PLACE));
        let style = find("/look.css").unwrap();
        assert_ne!(page.tag(), style.tag());
        assert_eq!(style.tag(), find("/look.css").unwrap().tag());
        assert!(!text.contains("style="), "the policy forbids styles of elements");
    }
}

//! The page as built-in files: one document, one script, one style sheet, compressed once.
//!
//! Files that the document refers to are named by their contents, `/page-HASH.js`, and never change, so a browser that
//! has one need not ask again. The document itself is revalidated each time by its tag.

use super::art;
use super::bundle::{self, BundleError, Module};
use flate2::Compression;
use flate2::write::GzEncoder;
use meihua_pictures::field;
use meihua_review::marks::Mark;
use std::hash::{DefaultHasher, Hasher};
use std::io::Write;
use std::sync::LazyLock;

/// A file of the page, or one that is served unchanged.
struct Asset {
    /// Its path within the page's folder, or the path it is requested by.
    path: &'static str,
    kind: &'static str,
    text: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
/// A style that the late script adds; it is not served by itself.
const LATE_CSS: &str = "late style";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";
const MARKDOWN: &str = "text/plain; charset=utf-8";

/// The text of a file; `build.rs` has written the scripts without their comments.
macro_rules! text {
    (SCRIPT $path:literal) => {
        include_str!(concat!(env!("OUT_DIR"), "/page/", $path))
    };
    ($kind:ident $path:literal) => {
        include_str!(concat!("page/", $path))
    };
}

macro_rules! files {
    ($($kind:ident $path:literal)*) => {
        &[$(Asset { path: $path, kind: $kind, text: text!($kind $path) }),*]
    };
}

/// The files of the page.
static FILES: &[Asset] = files![
    HTML "index.html"
    CSS "looks/base.css"
    CSS "looks/frame.css"
    CSS "looks/panels.css"
    LATE_CSS "looks/library.css"
    LATE_CSS "looks/match.css"
    LATE_CSS "looks/tale.css"
    CSS "looks/narrow.css"
    CSS "looks/boards.css"
    CSS "looks/puzzles.css"
    LATE_CSS "looks/proofs.css"
    CSS "looks/home.css"
    CSS "looks/stage.css"
    CSS "looks/card.css"
    LATE_CSS "looks/own.css"
    LATE_CSS "looks/task.css"
    LATE_CSS "looks/print.css"
    SVG "icon.svg"
    SCRIPT "address.js"
    SCRIPT "app.js"
    SCRIPT "aside.js"
    SCRIPT "boards/answers.js"
    SCRIPT "boards/atoms.js"
    SCRIPT "boards/board.js"
    SCRIPT "boards/book.js"
    SCRIPT "boards/cfour.js"
    SCRIPT "boards/drawing.js"
    SCRIPT "boards/field.js"
    SCRIPT "boards/floor.js"
    SCRIPT "boards/floors.js"
    SCRIPT "boards/hands.js"
    SCRIPT "boards/index.js"
    SCRIPT "boards/legend.js"
    SCRIPT "boards/map.js"
    SCRIPT "boards/own.js"
    SCRIPT "boards/pictures.js"
    SCRIPT "boards/pieces.js"
    SCRIPT "boards/plies.js"
    SCRIPT "boards/points.js"
    SCRIPT "boards/project.js"
    SCRIPT "boards/question.js"
    SCRIPT "boards/river.js"
    SCRIPT "boards/search.js"
    SCRIPT "boards/sliding.js"
    SCRIPT "boards/small.js"
    SCRIPT "boards/sprites.js"
    SCRIPT "boards/states.js"
    SCRIPT "boards/steps.js"
    SCRIPT "boards/symbols.js"
    SCRIPT "boards/task.js"
    SCRIPT "boards/things.js"
    SCRIPT "boards/tower.js"
    SCRIPT "boards/xiangqi.js"
    SCRIPT "connection.js"
    SCRIPT "dom.js"
    SCRIPT "keeper.js"
    SCRIPT "late.js"
    SCRIPT "main.js"
    SCRIPT "match.js"
    SCRIPT "net.js"
    SCRIPT "parts/adding.js"
    SCRIPT "parts/arrows.js"
    SCRIPT "parts/bar.js"
    SCRIPT "parts/carry.js"
    SCRIPT "parts/class.js"
    SCRIPT "parts/clocks.js"
    SCRIPT "parts/code.js"
    SCRIPT "parts/collection.js"
    SCRIPT "parts/controls.js"
    SCRIPT "parts/curves.js"
    SCRIPT "parts/daily.js"
    SCRIPT "parts/deck.js"
    SCRIPT "parts/drill.js"
    SCRIPT "parts/endings.js"
    SCRIPT "parts/exercises.js"
    SCRIPT "parts/files.js"
    SCRIPT "parts/folder.js"
    SCRIPT "parts/found.js"
    SCRIPT "parts/graph.js"
    SCRIPT "parts/grid.js"
    SCRIPT "parts/home.js"
    SCRIPT "parts/kept.js"
    SCRIPT "parts/keys.js"
    SCRIPT "parts/leaf.js"
    SCRIPT "parts/lesson.js"
    SCRIPT "parts/levels.js"
    SCRIPT "parts/library.js"
    SCRIPT "parts/menu.js"
    SCRIPT "parts/moves.js"
    SCRIPT "parts/open.js"
    SCRIPT "parts/over.js"
    SCRIPT "parts/panels.js"
    SCRIPT "parts/paper.js"
    SCRIPT "parts/paste.js"
    SCRIPT "parts/painted.js"
    SCRIPT "parts/plan.js"
    SCRIPT "parts/players.js"
    SCRIPT "parts/qr.js"
    SCRIPT "parts/recall.js"
    SCRIPT "parts/recent.js"
    SCRIPT "parts/remarks.js"
    SCRIPT "parts/replay.js"
    SCRIPT "parts/report.js"
    SCRIPT "parts/route.js"
    SCRIPT "parts/setup.js"
    SCRIPT "parts/share.js"
    SCRIPT "parts/sheet.js"
    SCRIPT "parts/shelf.js"
    SCRIPT "parts/sound.js"
    SCRIPT "parts/stage.js"
    SCRIPT "parts/story.js"
    SCRIPT "parts/tabs.js"
    SCRIPT "parts/tale.js"
    SCRIPT "parts/task.js"
    SCRIPT "parts/taskshop.js"
    SCRIPT "parts/why.js"
    SCRIPT "parts/workshop.js"
    SCRIPT "parts/zip.js"
    SCRIPT "proof.js"
    SCRIPT "puzzles/astar.js"
    SCRIPT "puzzles/deal.js"
    SCRIPT "puzzles/dice.js"
    SCRIPT "puzzles/endings.js"
    SCRIPT "puzzles/exact.js"
    SCRIPT "puzzles/maze.js"
    SCRIPT "puzzles/proof.js"
    SCRIPT "puzzles/seed.js"
    SCRIPT "puzzles/squares.js"
    SCRIPT "puzzles/ways.js"
    SCRIPT "rules.js"
    SCRIPT "shapes.js"
    SCRIPT "status.js"
    SCRIPT "steps.js"
    SCRIPT "store.js"
    SCRIPT "thinker.js"
    SCRIPT "towers.js"
    SCRIPT "tree.js"
    SCRIPT "values.js"
    SCRIPT "words.js"
    SCRIPT "words/en.js"
    SCRIPT "words/late.js"
    SCRIPT "words/own.js"
    SCRIPT "words/zh.js"
];

static RULES: &[Asset] = &[
    Asset { path: "/rules.en.md", kind: MARKDOWN, text: include_str!("../../docs/rules.md") },
    Asset { path: "/rules.zh.md", kind: MARKDOWN, text: include_str!("../../docs/rules.zh.md") },
];

/// The module that holds the thresholds of the marks.
const MARKS: &str = "marks.js";

/// The thresholds of the marks in `meihua analyse`, on the page's scale: win minus loss, from -1 to 1.
fn marks() -> String {
    let fall = |mark: &Mark| format!("[{:.4}, {}]", 2.0 * mark.threshold(), mark.nag());
    let falls: Vec<String> = Mark::ALL.iter().rev().map(fall).collect();
    format!("export const FALLS = [{}];\n", falls.join(", "))
}

macro_rules! texts {
    ($folder:literal $end:literal: $($name:literal)*) => {
        &[$(($name, include_str!(concat!("../../examples/", $folder, "/", $name, $end)))),*]
    };
}

/// The games to start from where people write their own.
static GAMES: &[(&str, &str)] = texts!["games" ".ini":
    "amazons" "antichess" "ataxx" "atomic" "brandubh" "breakthrough" "chess" "clobber" "draughts" "four-in-a-row"
    "fox-and-hounds" "gomoku" "hex" "hexapawn" "isolation" "janggi" "king-of-the-hill" "knightthrough" "konane"
    "losalamos" "makruk" "manchu" "minishogi" "minixiangqi" "nim" "othello" "snailtrail" "three-check" "tictactoe"
    "xiangqi"
];

/// The same for puzzles, and what says how they are drawn.
macro_rules! puzzles {
    ($($name:literal)*) => {
        static TASKS: &[(&str, &str)] = texts!["puzzles" ".pddl": $($name)*];
        static LEGENDS: &[(&str, &str)] = texts!["puzzles" ".legend": $($name)*];
    };
}
puzzles![
    "black-and-white" "blocks" "frogs" "gossip" "hanoi" "hanoi-four-pegs" "husbands" "jugs" "keys" "klotski"
    "knights" "lift" "lights" "parcels" "parking" "pegs" "police" "priests" "queens" "sokoban" "tiles15" "tiles8"
    "torch" "tour" "wolf"
];

/// The text of all files of a kind of style.
fn style(kind: &str) -> String {
    let text: String = FILES.iter().filter(|asset| asset.kind == kind).map(|asset| asset.text).collect();
    text.lines().map(str::trim).collect()
}

/// The modules that are made here: thresholds, games to start from, figures, the style that is loaded late.
fn made() -> [(&'static str, String); 4] {
    let constant = |name: &str, value: serde_json::Value| format!("export const {name} = {value};\n");
    [
        (MARKS, marks()),
        (
            "games.js",
            [("GAMES", GAMES), ("TASKS", TASKS)].map(|(name, texts)| constant(name, serde_json::json!(texts))).concat()
                + &constant("LEGENDS", LEGENDS.iter().copied().collect()),
        ),
        ("figures.js", constant("FIGURES", field::FIGURES.into_iter().collect())),
        ("looks.js", constant("LOOKS", style(LATE_CSS).into())),
    ]
}

/// The import of a script that is loaded later.
const LATE: &str = "import('./late.js')";

/// The modules of the page as one script, and those needed later as a second one that the first loads.
fn scripts() -> Result<[Found; 2], BundleError> {
    let made = made();
    let files = FILES.iter().filter(|asset| asset.kind == SCRIPT);
    let mut modules: Vec<Module> = files.map(|asset| Module { path: asset.path, text: asset.text }).collect();
    modules.extend(made.iter().map(|(path, text)| Module { path, text }));
    let main = bundle::join("main.js", &modules)?;
    let (late, call) = bundle::join_late("main.js", "late.js", &modules)?;
    let late = Found::fixed("late", "js", SCRIPT, &late);
    // Next to the script that loads it, wherever that is.
    let main = main.replace(LATE, &call.replace("URL", &format!(".{}", late.path)));
    Ok([Found::fixed("page", "js", SCRIPT, &main), late])
}

/// A file as it is served.
pub(crate) struct Found {
    /// The path it is requested by.
    pub path: String,
    /// Its media type.
    pub kind: &'static str,
    /// Its contents.
    pub bytes: Vec<u8>,
    /// Its contents, compressed with gzip.
    pub zipped: Vec<u8>,
    /// A tag that changes with the bytes.
    pub tag: String,
    /// Whether the path changes with the bytes.
    pub is_fixed: bool,
}

impl Found {
    fn new(path: &str, kind: &'static str, text: &str) -> Self {
        let mut hasher = DefaultHasher::new();
        hasher.write(text.as_bytes());
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        // Writing to a vector cannot fail.
        let zipped = encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish()).unwrap_or_default();
        let tag = format!("\"{:016x}\"", hasher.finish());
        Found { path: path.to_owned(), kind, bytes: text.as_bytes().to_vec(), zipped, tag, is_fixed: false }
    }

    /// A file whose path contains the tag, `/NAME-HASH.END`.
    fn fixed(name: &str, end: &str, kind: &'static str, text: &str) -> Self {
        let found = Found::new("", kind, text);
        Found { path: format!("/{name}-{}.{end}", found.tag.trim_matches('"')), is_fixed: true, ..found }
    }
}

/// All that is served.
static SERVED: LazyLock<Vec<Found>> = LazyLock::new(|| {
    let text = |kind: &str| FILES.iter().filter(|asset| asset.kind == kind).map(|asset| asset.text).collect::<String>();
    // A test ensures that the script can be built.
    let [script, late] = scripts().unwrap_or_else(|error| {
        let fails = format!("throw new Error({:?});\n", error.to_string());
        ["page", "late"].map(|name| Found::fixed(name, "js", SCRIPT, &fails))
    });
    let parts =
        [("/page.js", script), ("/late.js", late), ("/page.css", Found::fixed("page", "css", CSS, &style(CSS)))];
    // The symbols are part of the document. From a separate file, a browser would load them again and again and draw
    // nothing until then.
    let mut page = text(HTML).replace(ART_PLACE, &art::symbols());
    for (name, part) in &parts {
        page = page.replace(&format!("\"{name}\""), &format!("\"{}\"", part.path));
    }
    // The icon is embedded too, because a browser requests it again whenever the address changes.
    let page = page.replace("/icon.svg", &format!("data:image/svg+xml,{}", escaped(&text(SVG))));
    let rules = RULES.iter().map(|asset| Found::new(asset.path, asset.kind, asset.text));
    let parts = parts.into_iter().map(|(_, part)| part);
    [Found::new("/", HTML, &page)].into_iter().chain(parts).chain(rules).collect()
});

/// A picture as a data URL within a quoted attribute.
fn escaped(svg: &str) -> String {
    let escape = |letter| match letter {
        '%' | '#' | '"' | '<' | '>' | '&' | ' ' => format!("%{:02x}", u32::from(letter)),
        letter => letter.to_string(),
    };
    svg.trim().chars().map(escape).collect()
}

const ART_PLACE: &str = "<!-- art -->";

/// Builds all files, so that no browser waits for it.
pub(crate) fn make() {
    LazyLock::force(&SERVED);
}

/// The file at a path, if there is one.
pub(crate) fn find(path: &str) -> Option<&'static Found> {
    let path = if path == "/index.html" { "/" } else { path };
    SERVED.iter().find(|found| found.path == path)
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
                found.push(path.strip_prefix(base).unwrap().display().to_string());
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
        // Scripts loaded later are not waited for.
        let page = SERVED.iter().filter(|found| found.kind != MARKDOWN && !found.path.starts_with("/late-"));
        let bytes: usize = page.map(|found| found.zipped.len()).sum();
        assert!(bytes <= 90_000, "{bytes} bytes compressed");
        let base = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/serve/page");
        for asset in FILES.iter().filter(|asset| asset.kind != HTML) {
            let text = std::fs::read_to_string(base.join(asset.path)).unwrap();
            assert!(text.lines().count() <= 300, "{}", asset.path);
        }
    }

    #[test]
    fn a_line_of_a_style_has_one_declaration() {
        for asset in FILES.iter().filter(|asset| [CSS, LATE_CSS].contains(&asset.kind)) {
            for (number, line) in asset.text.lines().enumerate() {
                assert!(line.matches([';', '{']).count() <= 1, "{}:{}: {line}", asset.path, number + 1);
            }
        }
    }

    #[test]
    fn all_modules_are_in_the_script() {
        let [script, late] = scripts().unwrap().map(|found| String::from_utf8(found.bytes).unwrap());
        let modules = FILES.iter().filter(|asset| asset.kind == SCRIPT).count() + made().len();
        let count = |script: &str| script.matches(" = (() => {\n").count();
        assert_eq!(count(&script) + count(&late), modules, "one that nobody imports");
        assert!(!script.contains(LATE) && script.contains("import('./late-"));
        assert!(late.contains("const FALLS = [[0.3000, 4], [0.2000, 2], [0.1000, 6]];\n"));
    }

    #[test]
    fn every_example_is_one_to_start_from() {
        let kinds = [
            ("examples/games", ".ini", GAMES),
            ("examples/puzzles", ".pddl", TASKS),
            ("examples/puzzles", ".legend", LEGENDS),
        ];
        for (folder, end, texts) in kinds {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
            let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
            let mut names: Vec<String> = names.filter_map(|name| name.strip_suffix(end).map(str::to_owned)).collect();
            names.sort();
            assert_eq!(names, texts.iter().map(|(name, _)| (*name).to_owned()).collect::<Vec<_>>());
        }
    }

    #[test]
    fn nothing_else_is_served() {
        for path in
            ["/../Cargo.toml", "/etc/passwd", "//index.html", "/index.html/", "/page/index.html", "/main.js", ""]
        {
            assert!(find(path).is_none(), "{path}");
        }
        assert!(find("/").is_some());
    }

    #[test]
    fn the_page_holds_its_symbols_and_names_its_parts_by_their_bytes() {
        let page = find("/").unwrap();
        let text = String::from_utf8(page.bytes.clone()).unwrap();
        assert!(text.contains("<symbol id=\"x-K\"") && !text.contains(ART_PLACE));
        assert!(!text.contains("style="), "the policy forbids styles of elements");
        let parts: Vec<&Found> = SERVED.iter().filter(|found| found.is_fixed).collect();
        assert_eq!(parts.len(), 3);
        assert!(text.contains("href=\"data:image/svg+xml,%3csvg%20"));
        for part in parts {
            assert!(part.path.starts_with("/late-") || text.contains(&format!("\"{}\"", part.path)));
            assert!(part.path.contains(part.tag.trim_matches('"')));
            assert!(part.zipped.len() < part.bytes.len() + 40);
        }
    }
}

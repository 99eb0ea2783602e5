//! The pages: every link and anchor leads somewhere, every file that is named exists, no page is too long to read.

use common::meihua;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The most words of a page; the reference and the record of measurements are longer.
const MAX_WORDS: usize = 3000;
/// The most columns of a line of prose.
const MAX_COLUMNS: usize = 120;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All pages in Markdown, by their path from the root, without what is built or fetched.
fn pages() -> Vec<(String, String)> {
    let mut pages = Vec::new();
    let mut folders = vec![root().to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                if !name.starts_with('.') && !["target", "dist", "node_modules", "shared"].contains(&name.as_str()) {
                    folders.push(path);
                }
            } else if name.ends_with(".md") {
                let place = path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/");
                pages.push((place, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    pages.sort();
    pages
}

/// The lines of a page with their numbers, and whether each is a line of code.
fn lines(page: &str) -> impl Iterator<Item = (usize, &str, bool)> {
    let mut is_fenced = false;
    let mut was_blank = true;
    let mut is_list = false;
    (1..).zip(page.lines()).map(move |(number, line)| {
        let is_fence = line.trim_start().starts_with("```");
        is_fenced ^= is_fence;
        if line.starts_with("- ") || line.starts_with(|c: char| c.is_ascii_digit()) {
            is_list = true;
        } else if !line.starts_with(' ') && !line.is_empty() {
            is_list = false;
        }
        let is_indented = line.starts_with("    ") && !is_list && !(was_blank && line.trim().is_empty());
        was_blank = line.is_empty();
        (number, line, is_fenced || is_fence || is_indented)
    })
}

/// A line without its spans of code.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join("``")
}

/// Where a line links to: `[text](TARGET)`, and `src` and `href` of HTML.
fn targets(line: &str) -> Vec<String> {
    let line = without_code(line);
    let mut targets = Vec::new();
    for (start, end) in [("](", ')'), ("src=\"", '"'), ("href=\"", '"')] {
        targets.extend(line.split(start).skip(1).filter_map(|rest| rest.split_once(end)).map(|(to, _)| to.to_owned()));
    }
    targets
}

/// The anchors of a page, made from its headings as GitHub makes them.
fn anchors(page: &str) -> HashSet<String> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    let headings = lines(page).filter(|&(_, line, is_code)| !is_code && line.starts_with('#'));
    headings
        .map(|(_, line, _)| {
            let text = line.trim_start_matches('#').trim().to_lowercase();
            let kept = text.chars().filter(|&c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
            let slug: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect();
            let count = counts.entry(slug.clone()).or_default();
            *count += 1;
            if *count == 1 { slug } else { format!("{slug}-{}", *count - 1) }
        })
        .collect()
}

/// The faults of one link, if any.
fn broken(place: &str, page: &str, target: &str) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
    let path = root().join(place).parent().unwrap().join(file);
    if !file.is_empty() && !path.exists() {
        return Some(format!("no file {file}"));
    }
    let other = if file.is_empty() { page.to_owned() } else { fs::read_to_string(&path).unwrap_or_default() };
    (!anchor.is_empty() && !anchors(&other).contains(anchor)).then(|| format!("no heading #{anchor} in {target}"))
}

#[test]
fn anchors_are_those_that_github_makes() {
    let made = anchors("# A `b`: c, d\n## A_b-c\n```\n# no\n```\n## Same\n## Same\n");
    let expected = ["a-b-c-d", "a_b-c", "same", "same-1"].map(str::to_owned);
    assert_eq!(made, HashSet::from(expected));
}

#[test]
fn every_link_leads_somewhere() {
    let mut faults = Vec::new();
    let mut count = 0;
    for (place, page) in pages() {
        for (number, line, _) in lines(&page).filter(|&(.., is_code)| !is_code) {
            for target in targets(line) {
                count += 1;
                faults.extend(broken(&place, &page, &target).map(|fault| format!("{place}:{number}: {fault}")));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(count > 100, "{count} links");
}

#[test]
fn pages_in_two_languages_name_each_other() {
    let pages: HashMap<String, String> = pages().into_iter().collect();
    let chinese: Vec<&String> = pages.keys().filter(|place| place.ends_with(".zh.md")).collect();
    assert!(chinese.len() > 5, "{chinese:?}");
    for place in chinese {
        let name = place.rsplit('/').next().unwrap();
        let english = place.replace(".zh.md", ".md");
        let links = [format!("[English]({})", name.replace(".zh.md", ".md")), format!("[中文]({name})")];
        for (place, link) in [place, &english].into_iter().zip(&links) {
            assert!(pages[place].lines().take(5).any(|line| line.contains(link)), "{place} lacks {link}");
        }
    }
}

/// Whether a word names a file of the repository, and not one that is built or that a reader makes.
fn is_place(word: &str, folders: &HashSet<String>) -> bool {
    let Some((first, rest)) = word.split_once('/') else { return false };
    folders.contains(first)
        && !rest.is_empty()
        && rest.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-' | '/'))
}

#[test]
fn every_file_that_is_named_exists() {
    let folders: HashSet<String> = fs::read_dir(root())
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| !["target", "dist", ".git", "shared"].contains(&name.as_str()))
        .collect();
    let mut faults = Vec::new();
    let mut count = 0;
    // What has changed may be gone.
    for (place, page) in pages().into_iter().filter(|(place, _)| place != "CHANGELOG.md") {
        let near: PathBuf = root().join(&place).parent().unwrap().to_path_buf();
        for (number, line, _) in lines(&page) {
            let words = line.split(|c: char| c.is_whitespace() || "`'\"()[]{}|,;:=<>*".contains(c));
            for word in words.map(|word| word.trim_end_matches(['.', '/'])).filter(|word| is_place(word, &folders)) {
                count += 1;
                if !root().join(word).exists() && !near.join(word).exists() {
                    faults.push(format!("{place}:{number}: no file {word}"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(count > 100, "{count} names");
}

#[test]
fn no_page_is_too_long() {
    let is_reference =
        |place: &str| ["protocol.md", "CHANGELOG.md"].contains(&place) || place.starts_with("docs/ledger/");
    for (place, page) in pages().iter().filter(|(place, _)| !is_reference(place)) {
        let words = page.split_whitespace().count();
        assert!(words <= MAX_WORDS, "{place}: {words} words");
    }
}

/// The columns of a text in a terminal, where a Chinese character takes two.
fn columns(text: &str) -> usize {
    let is_wide = |c: char| matches!(c, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff60}');
    text.chars().map(|c| if is_wide(c) { 2 } else { 1 }).sum()
}

#[test]
fn no_line_of_prose_is_too_long() {
    let mut faults = Vec::new();
    for (place, page) in pages() {
        for (number, line, is_code) in lines(&page) {
            let is_prose = !is_code && !line.starts_with(['|', '#', '<']) && targets(line).is_empty();
            if is_prose && columns(line) > MAX_COLUMNS {
                faults.push(format!("{place}:{number}: {} columns", columns(line)));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_table_of_endings_has_the_rows_of_the_tables_that_are_built_in() {
    let file = include_str!("../../docs/tables.tsv");
    let output = meihua(&["tables", "list"], "");
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(file.lines().next(), printed.lines().next());
    let rows: HashSet<&str> = file.lines().collect();
    for row in printed.lines() {
        assert!(rows.contains(row), "docs/tables.tsv lacks: {row}");
    }
    assert_eq!((printed.lines().count(), file.lines().count()), (190, 373));
}

/// The value of the first line `version = "…"`.
fn version(manifest: &str) -> &str {
    let line = manifest.lines().find_map(|line| line.strip_prefix("version = \"")).expect("a version");
    line.trim_end_matches('"')
}

#[test]
fn all_packages_have_the_same_version() {
    let ours = env!("CARGO_PKG_VERSION");
    assert_eq!(version(include_str!("../../Cargo.toml")), ours);
    let package: serde_json::Value = serde_json::from_str(include_str!("../../crates/web/npm/package.json")).unwrap();
    assert_eq!(package["version"], ours);
    let members = include_str!("../../Cargo.toml").lines().filter(|line| line.contains("path = \"crates/"));
    for line in members {
        assert!(line.contains(&format!("version = \"{ours}\"")), "{line}");
    }
    let printed = String::from_utf8(meihua(&["--version"], "").stdout).unwrap();
    // The commit follows, unless it is that of the release.
    let line = printed.lines().next().and_then(|line| line.split('+').next());
    assert_eq!(line, Some(format!("meihua {ours}").as_str()));
}

/// SECURITY.md names every file with unsafe code.
#[test]
fn every_file_with_unsafe_code_is_named() {
    let page = include_str!("../../SECURITY.md");
    let mut open = vec![root().join("crates"), root().join("src")];
    let mut found = 0;
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        if path.extension().is_none_or(|ending| ending != "rs") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let mut code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let words = ["unsafe {", "unsafe impl", "unsafe fn", "unsafe extern", "expect(unsafe_code", " unsafe_code,"];
        if code.any(|line| words.iter().any(|word| line.contains(word))) {
            let name = path.strip_prefix(root()).unwrap().display().to_string().replace('\\', "/");
            assert!(page.contains(&format!("`{name}`")), "SECURITY.md does not name {name}");
            found += 1;
        }
    }
    let named = page.lines().skip_while(|line| *line != "## Unsafe code").filter(|line| !line.starts_with('#'));
    let named: HashSet<&str> = named
        .flat_map(|line| line.split('`'))
        .filter(|word| word.starts_with("crates/") && word.ends_with(".rs"))
        .collect();
    assert_eq!(named.len(), found, "SECURITY.md names files without unsafe code: {named:?}");
}

#[test]
fn the_references_are_those_that_the_docstrings_make() {
    let made = Command::new("python3").arg("packaging/reference").arg("--check").current_dir(root()).output();
    let Ok(output) = made else {
        println!("not run: no Python");
        return;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

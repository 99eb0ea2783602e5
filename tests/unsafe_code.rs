//! The `unsafe` of the program: counted, and each argued.
//!
//! A new one is a decision: it needs a measured gain, a comment on why it is sound, and a new number here and
//! in SECURITY.md.

#[path = "common/sources.rs"]
mod sources;

/// How many lines of `src` use the word in code.
const EXPECTED: usize = 15;

/// The numbers of the lines with `unsafe` in code, and whether an argument stands above: a few lines, for a line
/// may be broken and attributes may stand between.
fn uses(text: &str) -> Vec<(usize, bool)> {
    let lines: Vec<&str> = text.lines().collect();
    let is_use = |line: &str| {
        let code = line.split("//").next().unwrap_or_default();
        code.split(|letter: char| !letter.is_alphanumeric() && !"_-".contains(letter)).any(|word| word == "unsafe")
    };
    let is_argued = |number: usize| {
        let above = &lines[number.saturating_sub(6)..number];
        above.iter().any(|line| line.contains("// SAFETY:") || line.contains("/// # Safety"))
    };
    (0..lines.len()).filter(|&number| is_use(lines[number])).map(|number| (number + 1, is_argued(number))).collect()
}

#[test]
fn each_is_counted_and_argued() {
    let files = sources::rust_files("src");
    assert!(files.len() > 100, "only {} files were found", files.len());
    let mut count = 0;
    for (file, text) in files {
        for (line, is_argued) in uses(&text) {
            assert!(is_argued, "{}:{line}: unsafe without `// SAFETY:` or `# Safety` above", file.display());
            count += 1;
        }
    }
    assert_eq!(count, EXPECTED, "lines with `unsafe` in src");
}

#[test]
fn an_unargued_one_is_seen() {
    assert_eq!(uses("// SAFETY: because\nunsafe { f() };\n"), [(2, true)]);
    assert_eq!(uses("let unsafe_count = 1; // unsafe\nunsafe fn f() {}"), [(2, false)]);
}

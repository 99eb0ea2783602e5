//! Scripts without their comments: what the program holds of its page. Done when it is built, which saves a sixth of a
//! megabyte.

/// The lines of a script without indentation, comments on lines of their own and type annotations.
pub(crate) fn without_comments(text: &str) -> String {
    let (mut lines, mut is_comment) = (Vec::new(), false);
    for line in text.lines().map(str::trim) {
        if is_comment {
            is_comment = !line.ends_with("*/");
        } else if line.starts_with("/**") {
            is_comment = !line.contains("*/");
            // A line may begin with a type annotation.
            if !is_comment && !line.ends_with("*/") {
                lines.push(without_annotations(line));
            }
        } else if !line.is_empty() && !line.starts_with("//") {
            lines.push(without_annotations(line));
        }
    }
    lines.push(String::new());
    lines.join("\n")
}

/// A line without `/** @type {…} */`, which only the type checker reads.
fn without_annotations(line: &str) -> String {
    let (mut kept, mut rest) = (String::new(), line);
    while let Some((before, (_, after))) =
        rest.split_once("/** @").and_then(|(before, comment)| Some((before, comment.split_once("*/")?)))
    {
        kept.push_str(before);
        rest = after.strip_prefix(' ').unwrap_or(after);
    }
    kept + rest
}

#[cfg(test)]
mod tests {
    use super::without_comments;

    #[test]
    fn comments_and_types_are_left_out_and_code_is_kept() {
        let text = "// It begins.\nimport * as one from '../one.js';\n\n/**\n * Two.\n */\nexport function two() {\n  return one.ONE; // One.\n}\n\
                    /** @type {number} */ const a = /** @type {any} */ (1);\n";
        let kept =
            "import * as one from '../one.js';\nexport function two() {\nreturn one.ONE; // One.\n}\nconst a = (1);\n";
        assert_eq!(without_comments(text), kept);
    }
}

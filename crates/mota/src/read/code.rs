//! Code of a tower, looked at but never run: whether it does anything, and whether it is a text that is known.

/// A code without its comments and its blanks.
pub(crate) fn normal(code: &str) -> String {
    let mut out = String::with_capacity(code.len());
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            '/' if is_regex_next(&out) => {
                let length = regex(rest);
                out.extend(rest.get(..length));
                length
            }
            '\'' | '"' | '`' => {
                let length = quoted(rest, first);
                out.extend(rest.get(..length));
                length
            }
            _ => {
                out.extend((!first.is_whitespace()).then_some(first));
                first.len_utf8()
            }
        };
        rest = rest.get(length..).unwrap_or_default();
    }
    out
}

/// Whether a slash behind this code begins a regular expression; else it divides.
fn is_regex_next(before: &str) -> bool {
    before.ends_with("return") || before.chars().next_back().is_none_or(|last| "(,=:[!&|?{};+<>~^".contains(last))
}

/// The length of a regular expression, both slashes included.
fn regex(text: &str) -> usize {
    let (mut is_escaped, mut in_class) = (false, false);
    for (at, letter) in text.char_indices().skip(1) {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '[' => in_class = true,
            ']' => in_class = false,
            '/' if !in_class => return at + 1,
            '\n' => return at,
            _ => {}
        }
    }
    text.len()
}

/// The length of the expression that a [`normal`] code begins with: up to a comma or a closing bracket that is not its own.
pub(crate) fn expression_length(code: &str) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(first) = code[at..].chars().next() {
        let length = match first {
            '\'' | '"' | '`' => quoted(&code[at..], first),
            '/' if is_regex_next(&code[..at]) => regex(&code[at..]),
            _ => first.len_utf8(),
        };
        match first {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' | ',' if depth == 0 => break,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        at += length;
    }
    at
}

/// The length of a text in quotes, both of them included.
fn quoted(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, letter) in text.char_indices().skip(1) {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            letter if letter == quote => return at + letter.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// How deep the brackets and braces of a text are nested, those in quotes and comments apart.
pub(crate) fn depth(text: &str) -> usize {
    let normal = normal(text);
    let mut rest = normal.as_str();
    let (mut now, mut most) = (0_usize, 0);
    while let Some(first) = rest.chars().next() {
        match first {
            '[' | '{' => now += 1,
            ']' | '}' => now = now.saturating_sub(1),
            _ => {}
        }
        most = most.max(now);
        let length = if matches!(first, '\'' | '"' | '`') { quoted(rest, first) } else { first.len_utf8() };
        rest = rest.get(length..).unwrap_or_default();
    }
    most
}

/// Whether a code does nothing: comments alone, or a function without a statement.
pub(crate) fn is_empty(code: &str) -> bool {
    let normal = normal(code);
    matches!(normal.trim_end_matches(';'), "" | "(function(){})()" | "function(){}" | "()=>{}" | "null")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_blanks_do_not_count_but_in_quotes() {
        assert_eq!(normal("a = 1; // b\n /* c */ d('x // y', \"\\\" /*\");"), "a=1;d('x // y',\"\\\" /*\");");
        assert_eq!(normal("'open"), "'open");
        assert_eq!(normal("a / 2 / 3; x.replace(/'\\/[/ ]/g, 1)"), "a/2/3;x.replace(/'\\/[/ ]/g,1)");
        assert_eq!(normal("f( 1 )"), normal("f(1) // one"));
    }

    #[test]
    fn a_function_of_comments_does_nothing() {
        assert!(is_empty("(function () {\n\t// 血网\n\t// core.removeBlock(1, 2);\n})();") && is_empty(" "));
        assert!(!is_empty("(function () { core.removeBlock(1, 2); })();"));
    }
}

//! The known word that a mistyped one resembles.

/// The one of `choices` that a word resembles: one letter is wrong, or two in a long word.
pub fn nearest<'a>(word: &str, choices: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    const LONG: usize = 6;
    const LONGEST: usize = 20;
    let length = word.chars().count();
    if !(3..=LONGEST).contains(&length) {
        return None;
    }
    let word = word.to_lowercase();
    let distance = |choice: &str| edits(&word, choice);
    let nearest = choices.min_by_key(|choice| distance(choice))?;
    (distance(nearest) <= if length >= LONG { 2 } else { 1 }).then_some(nearest)
}

/// The edit distance between two words: letters inserted, deleted, replaced, or swapped with their neighbour.
fn edits(from: &str, to: &str) -> usize {
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
    // Row N holds the distances from the first N letters of `from` to every prefix of `to`.
    let mut rows: Vec<Vec<usize>> = vec![(0..=to.len()).collect()];
    for (i, &a) in from.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &b) in to.iter().enumerate() {
            let mut least = (rows[i][j] + usize::from(a != b)).min(rows[i][j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a == to[j - 1] && b == from[i - 1] {
                least = least.min(rows[i - 1][j - 1] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[from.len()][to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_counted() {
        for (from, to, count) in
            [("", "go", 2), ("og", "go", 1), ("postion", "position", 1), ("stop", "stop", 0), ("a", "bcd", 3)]
        {
            assert_eq!((edits(from, to), edits(to, from)), (count, count), "{from} {to}");
        }
    }
}

//! The output of `help`: the commands of the current game, so that they fit on one screen.

use meihua_contracts::text::Notation;
use meihua_engine::engine::session::Session;
use meihua_games::language::Language;
use textwrap::core::display_width;

/// Assumed width of the terminal if unknown.
pub(crate) const WIDTH: usize = 80;
/// Width of the column with what is typed.
const TYPED: usize = 18;

/// The games to which a line applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum For {
    All,
    Contest,
    Puzzle,
    /// Games whose board can be turned.
    TwoSided,
    /// Games whose moves have names.
    Notations,
}

/// What to type, and what it does.
const LINES: &[(For, &str, &str)] = &[
    (For::All, "hint [N]", "what the engine would play, and why; its N best moves"),
    (For::Puzzle, "solve", "play the rest of the best plan"),
    (For::Contest, "go", "the engine moves for the side to move; two engines go on"),
    (For::Puzzle, "go", "let the engine make the next move"),
    (For::Contest, "undo [N], redo [N]", "take back your last move and the reply (back); replay them"),
    (For::Puzzle, "undo [N], redo [N]", "take back your last move (back); replay it"),
    (For::All, "moves", "the game so far, and the legal moves"),
    (For::All, "board, fen, eval", "the position: as a picture, as text, evaluated"),
    (For::TwoSided, "flip", "look at the board from the other side (turn)"),
    (For::All, "new [POSITION]", "start again, or from a position"),
    (
        For::Contest,
        "side SIDE",
        "the first player's side (red, white), the second's (black, yellow), both (two people), none (two engines) or random",
    ),
    (For::Contest, "level N", "the engine's strength: newcomer, beginner, easy, medium, hard, expert, full; -4 to 20"),
    (For::All, "time MS", "milliseconds the engine may think"),
    (For::Notations, "notation NAME", "moves as wxf (C2=5), chinese (炮二平五), vietnamese (P2-5) or iccs (h2e2)"),
    (
        For::Notations,
        "save FILE [NAME]",
        "the game (.pgn with moves as NAME, .xqf, .ubb, .json, .txt); .fen: the position",
    ),
    (For::Contest, "save FILE", "the game (.pgn, .json); .uci: its moves as one line; .fen: the position"),
    (For::Puzzle, "save FILE", ".uci: the start and the moves as one line; .fen, .txt: the position"),
    (For::All, "load FILE", "a saved game or position"),
    (For::Contest, "resign", "resign the game"),
    (For::All, "help", "this list; Tab completes words, arrow up repeats a line"),
    (For::All, "quit", "leave (q); Ctrl-C stops the engine's thinking first"),
];

/// The commands of the current game, in lines of at most `width` columns.
pub(crate) fn text(session: &dyn Session, width: usize, language: Language) -> String {
    let is_for = |audience| match audience {
        For::All => true,
        For::Contest => session.is_two_player(),
        For::Puzzle => !session.is_two_player(),
        For::TwoSided => session.phrases().two_sided,
        For::Notations => session.notations().contains(&Notation::Wxf),
    };
    let mut typed_already = Vec::new();
    let mut lines = vec![line(&language.text("a move"), &language.text(session.phrases().moves), width)];
    for &(audience, typed, meaning) in LINES {
        // The first line for a command fits best.
        let word = typed.split(' ').next().unwrap_or(typed);
        if is_for(audience) && !typed_already.contains(&word) {
            typed_already.push(word);
            lines.push(line(&language.text(typed), &language.text(meaning), width));
        }
    }
    lines.join("\n")
}

fn line(typed: &str, meaning: &str, width: usize) -> String {
    let indent = " ".repeat(TYPED + 1);
    let start = format!("{typed}{}", " ".repeat((TYPED + 1).saturating_sub(display_width(typed))));
    textwrap::fill(
        meaning,
        textwrap::Options::new(width.max(2 * TYPED)).initial_indent(&start).subsequent_indent(&indent),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GAMES;
    use crate::play::command::WORDS;
    use meihua_engine::engine::registry::find;
    use meihua_games::phrasebook;

    fn text_of(game: &str, width: usize) -> String {
        text((find(GAMES, game).unwrap().open)().as_ref(), width, Language::En)
    }

    #[test]
    fn the_list_fits_on_a_screen_of_80_columns_and_24_lines() {
        for entry in GAMES {
            let text = text_of(entry.name, 80);
            assert!(text.lines().count() <= 22, "{}: {text}", entry.name);
            assert!(text.lines().all(|line| display_width(line) <= 80), "{}: {text}", entry.name);
        }
    }

    #[test]
    fn every_command_is_listed_where_it_means_something() {
        let (xiangqi, tower) = (text_of("xiangqi", 80), text_of("tower", 80));
        for word in WORDS {
            assert!(xiangqi.contains(word) || tower.contains(word), "{word}");
        }
        assert!(!tower.contains("resign") && !xiangqi.contains("solve") && tower.contains("wwasd"));
        assert_eq!(xiangqi.matches("\nsave ").count(), 1, "{xiangqi}");
    }

    #[test]
    fn every_line_is_in_the_phrasebook() {
        for (_, typed, meaning) in LINES {
            assert!(phrasebook::has(typed) && phrasebook::has(meaning), "{typed}: {meaning}");
        }
    }

    #[test]
    fn words_stay_whole() {
        let whole: Vec<String> = text_of("cfour", 200).split_whitespace().map(str::to_owned).collect();
        let narrow = text_of("cfour", 40);
        assert!(narrow.lines().all(|line| display_width(line) <= 40), "{narrow}");
        assert_eq!(narrow.split_whitespace().collect::<Vec<_>>(), whole);
    }
}

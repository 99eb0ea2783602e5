//! The output of `eval`: the terms of the evaluation, then the exact score if it is known or quickly proven.

use crate::control::Control;
use crate::game::Game;
use crate::games::connect_four::openings::Openings;
use crate::games::connect_four::shape::Shape;
use crate::games::connect_four::solver::score::search_score;
use crate::games::connect_four::solver::{ConnectFourSolver, Effort, Proof};
use crate::games::connect_four::{Columns, ConnectFour};
use crate::score::Score;
use crate::text::GameText;

/// Nodes for the proof over all columns: some hundredths of a second.
const NODES: u64 = 300_000;
/// Size of the proof's table in megabytes.
const MEGABYTES: usize = 4;

/// The score of a position in the form that a search reports.
pub fn distance(game: &ConnectFour, score: i32) -> Score {
    let position = game.position();
    search_score(position.shape.cells(), position.stones(), score)
}

/// The evaluation and what is proven, as several lines without a trailing newline.
pub(super) fn explain(game: &ConnectFour) -> String {
    let mut text = game.explain_evaluation();
    if game.generate(&mut Columns::new()).is_some() {
        return text;
    }
    if let Some(openings) = Openings::embedded()
        && let (Some(score), Some(columns)) = (openings.score(game), openings.columns(game))
    {
        let columns = columns.into_iter().map(|score| score.map_or_else(|| "x".to_owned(), |score| score.to_string()));
        text += &format!("\n{}", sentence(game, score));
        return text + &format!("\ncolumns      {}", columns.collect::<Vec<_>>().join(" "));
    }
    let known = Openings::embedded().and_then(|openings| openings.score(game));
    let proof = match known {
        Some(score) => Some(Proof { lower: score, upper: score, nodes: 0 }),
        None => {
            let effort = Effort { nodes: Some(NODES), ..Effort::default() };
            ConnectFourSolver::new(MEGABYTES).prove(game, effort, &Control::new(), &mut |_| {}).ok()
        }
    };
    match proof.map(|proof| (proof.lower, proof.upper)) {
        None => {}
        Some((lower, upper)) if lower == upper => text += &format!("\n{}", sentence(game, lower)),
        Some((lower, upper)) => text += &format!("\nexact        between {lower} and {upper}: `go` proves it"),
    }
    text
}

/// An exact score in words.
fn sentence(game: &ConnectFour, score: i32) -> String {
    let result = match distance(game, score).plies_to_end() {
        None => "a draw".to_owned(),
        Some(plies) if plies > 0 => format!("won in {plies} plies"),
        Some(plies) => format!("lost in {} plies", -plies),
    };
    format!("exact        {score:>5} ({result})")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::config::Config;
    use crate::engine::game_binding::GameBinding;

    #[test]
    fn a_proven_score_follows_the_terms() {
        let game = ConnectFour::from_fen("52753311433677442422121").unwrap();
        let text = game.explain(&Config::default());
        assert!(text.starts_with(&game.explain_evaluation()) && text.contains("8 (won in"), "{text}");
    }

    #[test]
    fn a_finished_game_has_no_score_to_come() {
        let game = ConnectFour::from_fen("1212121").unwrap();
        assert_eq!(explain(&game), game.explain_evaluation());
    }
}

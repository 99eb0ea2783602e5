//! Ratings of all engines in a match, computed from all of its games.
//!
//! The model is that of Bradley and Terry ("Rank Analysis of Incomplete Block Designs", Biometrika 39, 1952): each
//! engine has a strength, and the expected share of points follows from the difference. Newton's method finds the most
//! likely strengths. The margins are those of a misspecified model (White, "Maximum Likelihood Estimation of Misspecified
//! Models", Econometrica 50, 1982): the information at the maximum, and the variance of the points as the pairs show it,
//! since draws and openings played twice make it smaller than the model's.

use super::elo::expected_score;
use super::pentanomial::Z95;
use thiserror::Error;

/// Elo per unit of the natural logarithm of the odds.
const ELO_OF_LOG_ODDS: f64 = 400.0 / std::f64::consts::LN_10;

/// Draws added to every pairing, so that an engine that lost all its games still gets a rating.
const CREDIT: f64 = 1.0;

/// More steps than Newton's method ever takes.
const MAX_STEPS: usize = 200;

/// The largest step in log odds; far from the solution, Newton's method would overshoot.
const LARGEST_STEP: f64 = 1.0;

/// An engine whose rating is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Anchor {
    /// Its name in the match.
    pub name: String,
    /// Its known rating.
    pub elo: f64,
}

/// Why an anchor cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AnchorError {
    /// The text is not of the form `NAME=ELO`.
    #[error("bad anchor {0:?}, expected NAME=ELO, for example fairy=2500")]
    Form(String),
    /// No engine has that name.
    #[error("--anchor: unknown engine {found:?}, expected one of {names}")]
    Unknown {
        found: String,
        /// The names of the engines.
        names: String,
    },
}

impl Anchor {
    /// Parses `NAME=ELO`.
    ///
    /// # Errors
    /// [`AnchorError::Form`].
    pub fn parse(text: &str) -> Result<Anchor, AnchorError> {
        let form = || AnchorError::Form(text.to_owned());
        let (name, elo) = text.rsplit_once('=').ok_or_else(form)?;
        let elo = elo.parse().ok().filter(|elo: &f64| elo.is_finite());
        Ok(Anchor { name: name.to_owned(), elo: elo.ok_or_else(form)? })
    }

    /// The index of the anchor among engines with these names.
    ///
    /// # Errors
    /// [`AnchorError::Unknown`].
    pub fn place(&self, names: &[String]) -> Result<usize, AnchorError> {
        let unknown = || AnchorError::Unknown { found: self.name.clone(), names: names.join(", ") };
        names.iter().position(|name| *name == self.name).ok_or_else(unknown)
    }
}

/// The games between two engines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meeting {
    pub players: [usize; 2],
    /// Number of games played.
    pub games: f64,
    /// Points of the first engine.
    pub points: f64,
    /// The variance of these points.
    pub variance: f64,
}

/// A rating in Elo with its 95 % margin of error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rating {
    pub elo: f64,
    /// The margin; 0 for the anchor.
    pub margin: f64,
}

/// The ratings of `engines` engines, with the one numbered `anchor` at 0; `None` for engines that no chain of games
/// connects to it.
pub(crate) fn ratings(engines: usize, meetings: &[Meeting], anchor: usize) -> Vec<Option<Rating>> {
    let joined = joined(engines, meetings, anchor);
    let free: Vec<usize> = (0..engines).filter(|&engine| joined[engine] && engine != anchor).collect();
    let mut strengths = vec![0.0; engines];
    let played: Vec<Meeting> = meetings.iter().filter(|meeting| meeting.games > 0.0).copied().collect();
    let spread = over_differences(&played, &free, |meeting| meeting.variance);
    let mut inverted = Vec::new();
    for _ in 0..MAX_STEPS {
        let information = over_differences(&played, &free, |meeting| {
            let share = share(&strengths, meeting);
            (meeting.games + CREDIT) * share * (1.0 - share)
        });
        let Some(inverse) = inverse(information) else { break };
        inverted = inverse;
        let slopes = slopes(&strengths, &played, &free);
        let steps = inverted.iter().map(|row| product(row, &slopes));
        let steps: Vec<f64> = steps.collect();
        for (&engine, step) in free.iter().zip(&steps) {
            strengths[engine] += step.clamp(-LARGEST_STEP, LARGEST_STEP);
        }
        if steps.iter().all(|step| step.abs() < 1e-9) {
            break;
        }
    }
    let mut found = vec![None; engines];
    if anchor < engines {
        found[anchor] = Some(Rating { elo: 0.0, margin: 0.0 });
    }
    for (&engine, row) in free.iter().zip(&inverted) {
        let spread: Vec<f64> = spread.iter().map(|variances| product(variances, row)).collect();
        let margin = Z95 * product(row, &spread).max(0.0).sqrt() * ELO_OF_LOG_ODDS;
        found[engine] = Some(Rating { elo: strengths[engine] * ELO_OF_LOG_ODDS, margin });
    }
    found
}

fn product(row: &[f64], column: &[f64]) -> f64 {
    row.iter().zip(column).map(|(a, b)| a * b).sum()
}

/// Which engines a chain of games connects to the anchor.
fn joined(engines: usize, meetings: &[Meeting], anchor: usize) -> Vec<bool> {
    let mut joined: Vec<bool> = (0..engines).map(|engine| engine == anchor).collect();
    for _ in 0..engines {
        for Meeting { players: [a, b], games, .. } in meetings {
            if *games > 0.0 && joined[*a] != joined[*b] {
                (joined[*a], joined[*b]) = (true, true);
            }
        }
    }
    joined
}

/// The expected share of points of the first engine of a meeting.
fn share(strengths: &[f64], meeting: &Meeting) -> f64 {
    let [a, b] = meeting.players;
    expected_score((strengths[a] - strengths[b]) * ELO_OF_LOG_ODDS)
}

/// The gradient of the log-likelihood with respect to the free strengths.
fn slopes(strengths: &[f64], meetings: &[Meeting], free: &[usize]) -> Vec<f64> {
    let surplus = |meeting: &Meeting, engine: usize| {
        let Meeting { players: [a, b], games, points, .. } = *meeting;
        let surplus = points + CREDIT / 2.0 - (games + CREDIT) * share(strengths, meeting);
        if engine == a {
            surplus
        } else if engine == b {
            -surplus
        } else {
            0.0
        }
    };
    let slope = |&engine: &usize| meetings.iter().map(|meeting| surplus(meeting, engine)).sum();
    free.iter().map(slope).collect()
}

/// A matrix over the free strengths, to which each meeting adds a number for the difference of its two.
fn over_differences(meetings: &[Meeting], free: &[usize], number: impl Fn(&Meeting) -> f64) -> Vec<Vec<f64>> {
    let entry = |one: usize, other: usize| {
        let sign = |meeting: &Meeting| match (meeting.players.contains(&one), meeting.players.contains(&other)) {
            (true, true) if one == other => 1.0,
            (true, true) => -1.0,
            _ => 0.0,
        };
        meetings.iter().map(|meeting| sign(meeting) * number(meeting)).sum()
    };
    free.iter().map(|&one| free.iter().map(|&other| entry(one, other)).collect()).collect()
}

/// The inverse of a symmetric matrix by elimination; `None` if it is singular.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    let mut inverse: Vec<Vec<f64>> =
        (0..size).map(|row| (0..size).map(|column| f64::from(u8::from(row == column))).collect()).collect();
    for column in 0..size {
        let size_of = |row: &usize| matrix[*row][column].abs();
        let pivot = (column..size).max_by(|a, b| size_of(a).total_cmp(&size_of(b)))?;
        matrix.swap(column, pivot);
        inverse.swap(column, pivot);
        let divisor = matrix[column][column];
        if divisor.abs() < 1e-12 {
            return None;
        }
        for rows in [&mut matrix, &mut inverse] {
            rows[column].iter_mut().for_each(|number| *number /= divisor);
        }
        for row in (0..size).filter(|&row| row != column) {
            let factor = matrix[row][column];
            for rows in [&mut matrix, &mut inverse] {
                let source = rows[column].clone();
                rows[row].iter_mut().zip(source).for_each(|(number, other)| *number -= factor * other);
            }
        }
    }
    Some(inverse)
}

#[cfg(test)]
mod tests {
    use super::super::elo::elo_of_score;
    use super::*;

    fn meeting(a: usize, b: usize, games: f64, points: f64) -> Meeting {
        // As of games without draws.
        let (all, share) = (games + CREDIT, (points + CREDIT / 2.0) / (games + CREDIT));
        Meeting { players: [a, b], games, points, variance: all * share * (1.0 - share) }
    }

    #[test]
    fn two_engines_have_the_rating_of_their_score() {
        let found = ratings(2, &[meeting(1, 0, 999.0, 749.5)], 0);
        let rating = found[1].unwrap();
        assert!((rating.elo - elo_of_score(0.75)).abs() < 1e-6, "{rating:?}");
        // The standard error of a score of 0.75 in 1,000 games is 0.0137, and a full point is worth 400 / ln 10 /
        // 0.1875 there.
        let margin = 1.96 * (0.75f64 * 0.25 / 1000.0).sqrt() * 173.72 / 0.1875;
        assert!((rating.margin - margin).abs() < 0.1, "{rating:?} {margin}");
        assert_eq!(found[0], Some(Rating { elo: 0.0, margin: 0.0 }));
    }

    #[test]
    fn draws_and_pairs_make_the_margins_smaller() {
        let drawn = |variance| Meeting { variance, ..meeting(0, 1, 100.0, 50.0) };
        let margin = |variance| ratings(2, &[drawn(variance)], 0)[1].unwrap().margin;
        assert!((margin(6.25) - margin(25.0) / 2.0).abs() < 1e-9 && margin(0.0) == 0.0);
        // A third engine between two says more about them.
        let direct = Meeting { variance: 6.25, ..meeting(0, 2, 100.0, 50.0) };
        let around = [direct, drawn(6.25), Meeting { variance: 6.25, ..meeting(1, 2, 100.0, 50.0) }];
        let [alone, all] = [&around[..1], &around].map(|meetings| ratings(3, meetings, 0)[2].unwrap().margin);
        assert!((alone * (2.0f64 / 3.0).sqrt() - all).abs() < 1e-9, "{alone} {all}");
    }

    #[test]
    fn strengths_behind_expected_points_are_found_again() {
        let truth = [0.0, 180.0, -240.0, 700.0, 95.0];
        let pairs = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (1, 3)];
        let meetings: Vec<Meeting> =
            pairs.into_iter().map(|(a, b)| meeting(a, b, 1e6, 1e6 * expected_score(truth[a] - truth[b]))).collect();
        let found = ratings(5, &meetings, 0);
        for (rating, truth) in found.iter().zip(truth) {
            assert!((rating.unwrap().elo - truth).abs() < 0.1, "{found:?}");
        }
    }

    #[test]
    fn a_clean_score_has_an_end_and_a_stranger_no_rating() {
        let found = ratings(4, &[meeting(0, 1, 300.0, 0.0), meeting(2, 3, 10.0, 5.0)], 0);
        let rating = found[1].unwrap();
        assert!(rating.elo > 1000.0 && rating.elo < 1200.0 && rating.margin > 400.0, "{rating:?}");
        assert_eq!((found[2], found[3]), (None, None));
        assert_eq!(ratings(0, &[], 0), []);
    }

    #[test]
    fn an_anchor_is_a_name_and_a_number() {
        assert_eq!(Anchor::parse("a=b=2500").unwrap(), Anchor { name: "a=b".into(), elo: 2500.0 });
        for bad in ["a", "a=", "a=x", "a=inf"] {
            assert_eq!(Anchor::parse(bad), Err(AnchorError::Form(bad.into())));
        }
        let names = ["x".to_owned(), "y".to_owned()];
        assert_eq!(Anchor::parse("y=0").unwrap().place(&names), Ok(1));
        assert!(Anchor::parse("z=0").unwrap().place(&names).unwrap_err().to_string().ends_with("expected one of x, y"));
    }
}

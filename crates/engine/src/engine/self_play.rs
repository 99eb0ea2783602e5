//! Self-play games for collecting positions.

use super::opening::Opening;
use super::random_opening::{RandomOpening, random_move};
use super::referee::winner;
use crate::control::Control;
use crate::random::SplitMix64;
use crate::score::Score;
use crate::search::Searcher;
use crate::search::limits::{Limits, Settings};
use crate::search::report::{Found, Report};
use crate::search::table::TableError;
use crate::side::Side;
use crate::text::GameText;

/// How games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// After this many nodes no deeper iteration is started.
    pub soft_nodes: u64,
    /// Node limit of a search.
    pub hard_nodes: u64,
    /// Random plies at the start: this number or one more, so that either side may be to move; after a given opening,
    /// exactly this number.
    pub random_plies: usize,
    /// Maximum advantage of either side after the random plies, in centipawns; `None` to accept any position that is
    /// not over.
    pub balance: Option<i32>,
    /// On average, every Nth quiet move is replaced by a random one; 0 for none.
    pub random_moves: usize,
    /// The range of plies in which that may happen, counted from 1 after the opening. After it the game is played out,
    /// and its result counts.
    pub random_move_plies: (usize, usize),
    /// Random moves must be within this many centipawns of the best; 0 for any move.
    pub random_move_margin: i32,
    /// The seed of all games.
    pub seed: u64,
}

/// The longest game, in plies.
pub const MAX_PLIES: usize = 600;

/// A finished self-play game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameData {
    /// Its number, from 0. Number and seed determine the whole game.
    pub number: u32,
    /// The position after the random opening.
    pub fen: String,
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// Each move, packed, with the search's score for the side that made it.
    pub plies: Vec<(u16, Score)>,
    /// Number of plies up to and including the last random one. The result says nothing about positions before that. 0
    /// if no move was random.
    pub settled: usize,
}

/// A player of both sides, independent of the game.
pub trait SelfPlay {
    /// Plays the game with this number, from the given opening or from the standard start; `None` if that is not an
    /// opening of this game, or no balanced one is found.
    fn play(&mut self, number: u32, opening: Option<&Opening>) -> Option<GameData>;
}

/// How many moves are considered as near the best.
const NEAR_MOVES: usize = 4;

/// Games end early once they teach nothing more.
///
/// A win is declared when both sides see [`WON`] or more for the same side on [`WON_PLIES`] plies in a row. A draw is
/// declared when, after [`LEVEL_FROM`] plies, neither side sees more than [`LEVEL`] on [`LEVEL_PLIES`] plies in a row.
/// A proven result ends the game at once. A game of [`MAX_PLIES`] plies is a draw.
const WON: i32 = 2_500;
const WON_PLIES: u32 = 4;
const LEVEL: i32 = 4;
const LEVEL_PLIES: u32 = 12;
const LEVEL_FROM: usize = 80;

/// A player who plays both sides.
pub(crate) struct SelfPlayer<G: GameText> {
    recipe: Recipe,
    searcher: Searcher<G>,
    start: G,
}

impl<G: GameText> SelfPlayer<G> {
    /// A player with a table of `hash` megabytes.
    ///
    /// # Errors
    /// There is not enough memory for the table.
    pub(crate) fn new(recipe: Recipe, hash: usize) -> Result<SelfPlayer<G>, TableError> {
        SelfPlayer::at(G::start(), recipe, hash)
    }

    /// The same from a start position.
    pub(crate) fn at(start: G, recipe: Recipe, hash: usize) -> Result<SelfPlayer<G>, TableError> {
        let mut searcher = Searcher::new();
        searcher.set_hash(hash)?;
        Ok(SelfPlayer { recipe, searcher, start })
    }

    /// Whether to replace the best move by a random one this time.
    ///
    /// Good players hardly ever leave a piece hanging, but a search sees such positions all the time, so the training
    /// data must contain them. Only quiet best moves are replaced, so that the position before the random move is
    /// itself suitable for learning.
    fn is_random_move(&self, position: &G, best: G::Move, ply: usize, random: &mut SplitMix64) -> bool {
        let Recipe { random_moves, random_move_plies: (from, to), .. } = self.recipe;
        random_moves > 0 && (from..=to).contains(&ply) && !position.is_noisy(best) && random.below(random_moves) == 0
    }

    /// Any move, or one of the [`NEAR_MOVES`] best that is close enough to the best.
    fn random_move(&mut self, position: &G, random: &mut SplitMix64) -> Option<G::Move> {
        if self.recipe.random_move_margin == 0 {
            return random_move(position, random);
        }
        let random_margin = self.recipe.random_move_margin;
        let settings =
            Settings { random_best: NEAR_MOVES, random_margin, seed: random.next_u64(), ..Settings::default() };
        self.search(position, &settings).best
    }

    /// Searches a position.
    fn think(&mut self, position: &G) -> Found<G::Move> {
        self.search(position, &Settings::default())
    }

    /// Searches whole iterations up to the soft limit, or up to the hard one.
    fn search(&mut self, position: &G, settings: &Settings) -> Found<G::Move> {
        let control = Control::new();
        let limits = Limits { nodes: Some(self.recipe.hard_nodes), ..Limits::default() };
        let soft = self.recipe.soft_nodes;
        let mut report = |report: Report<G::Move>| {
            if matches!(report, Report::Line(line) if line.nodes >= soft) {
                control.stop();
            }
        };
        self.searcher.search(position, &limits, settings, &control, &mut report)
    }
}

impl<G: GameText> SelfPlay for SelfPlayer<G> {
    fn play(&mut self, number: u32, opening: Option<&Opening>) -> Option<GameData> {
        let mut random = SplitMix64::of_item(self.recipe.seed, u64::from(number));
        let (start, more) = match opening {
            None => (self.start.restart(), random.below(2)),
            Some(opening) => (set_up(&self.start, opening)?, 0),
        };
        let walk = RandomOpening { plies: self.recipe.random_plies + more, balance: self.recipe.balance };
        let (_, position) = walk.invent(&start, random.next_u64())?;
        // Clear the table: the same number must give the same game, whatever was played before.
        self.searcher.clear();
        // The game begins here, so repetitions within the opening do not count.
        let mut position = self.start.like(&position.fen()).ok()?;
        let fen = position.fen();
        let mut plies = Vec::new();
        let mut settled = 0;
        let mut streaks = Streaks::default();
        let winner = loop {
            let side = position.side_to_move();
            if let Some(outcome) = position.verdict().outcome {
                break winner(outcome, side);
            }
            let found = self.think(&position);
            let Some(best) = found.best else { break winner(G::NO_MOVES, side) };
            let mv = if self.is_random_move(&position, best, plies.len() + 1, &mut random) {
                self.random_move(&position, &mut random).unwrap_or(best)
            } else {
                best
            };
            plies.push((G::pack(mv), found.score));
            if mv != best {
                settled = plies.len();
            }
            if let Some(end) = streaks.note(side, found.score, plies.len()) {
                break end;
            }
            position.make(mv);
        };
        Some(GameData { number, fen, winner, plies, settled })
    }
}

/// The position after an opening; `None` if it belongs to another game.
fn set_up<G: GameText>(start: &G, opening: &Opening) -> Option<G> {
    let mut position = match &opening.fen {
        None => start.restart(),
        Some(fen) => start.like(fen).ok()?,
    };
    for mv in &opening.moves {
        let mv = position.parse_move(mv, false).ok()?;
        position.make(mv);
    }
    Some(position)
}

/// Numbers of consecutive plies on which one side was winning, and on which neither was.
#[derive(Clone, Copy, Debug, Default)]
struct Streaks {
    winning: [u32; Side::NUM],
    level: u32,
}

impl Streaks {
    /// Records a move's score. Returns a result if the game should end: the winner, or `None` inside for a draw.
    fn note(&mut self, side: Side, score: Score, plies: usize) -> Option<Option<Side>> {
        let better = if score.int() > 0 { side } else { side.other() };
        if score.is_decided() {
            return Some(Some(better));
        }
        for side in Side::ALL {
            let wins = side == better && score.int().abs() >= WON;
            self.winning[side.index()] = if wins { self.winning[side.index()] + 1 } else { 0 };
        }
        let level = plies > LEVEL_FROM && score.int().abs() <= LEVEL;
        self.level = if level { self.level + 1 } else { 0 };
        if self.winning[better.index()] >= WON_PLIES {
            return Some(Some(better));
        }
        (self.level >= LEVEL_PLIES || plies >= MAX_PLIES).then_some(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::connect_four::ConnectFour;

    const RECIPE: Recipe = Recipe {
        soft_nodes: 200,
        hard_nodes: 1600,
        random_plies: 6,
        balance: Some(200),
        random_moves: 0,
        random_move_plies: (1, usize::MAX),
        random_move_margin: 0,
        seed: 3,
    };

    fn player() -> SelfPlayer<ConnectFour> {
        SelfPlayer::new(RECIPE, 1).unwrap()
    }

    #[test]
    fn a_game_begins_where_its_opening_ends() {
        let opening = Opening { fen: None, moves: ["4", "4", "4", "4"].map(str::to_owned).to_vec() };
        let start = set_up(&ConnectFour::start(), &opening).unwrap();
        let play = |random_plies| {
            let recipe = Recipe { random_plies, balance: None, ..RECIPE };
            SelfPlayer::<ConnectFour>::new(recipe, 1).unwrap().play(0, Some(&opening)).unwrap()
        };
        assert_eq!(play(0).fen, start.fen());
        assert_ne!(play(3).fen, start.fen());
        let foreign = Opening { fen: Some("no board".to_owned()), moves: Vec::new() };
        assert_eq!(player().play(0, Some(&foreign)), None);
    }

    #[test]
    fn a_number_is_a_game() {
        let mut one = player();
        let games: Vec<GameData> = (0..6).map(|number| one.play(number, None).unwrap()).collect();
        let mut other = player();
        for game in games.iter().rev() {
            assert_eq!(other.play(game.number, None).as_ref(), Some(game), "whatever was played before it");
        }
        assert!(games.iter().any(|game| game.fen != games[0].fen));
    }

    #[test]
    fn strays_are_seen_and_the_search_answers_them() {
        let play = |random_moves| {
            SelfPlayer::<ConnectFour>::new(Recipe { random_moves, ..RECIPE }, 1).unwrap().play(0, None).unwrap()
        };
        let (straight, with_random_moves) = (play(0), play(1));
        assert_eq!(straight.fen, with_random_moves.fen);
        assert_eq!(straight.plies[0].1, with_random_moves.plies[0].1, "scores are those of the best moves");
        assert_ne!(straight.plies, with_random_moves.plies);
        assert_eq!(with_random_moves, play(1));
    }

    #[test]
    fn strays_stay_within_their_plies_and_are_told() {
        let play = |random_move_plies, random_move_margin| {
            let recipe = Recipe { random_moves: 1, random_move_plies, random_move_margin, ..RECIPE };
            SelfPlayer::<ConnectFour>::new(recipe, 1).unwrap().play(0, None).unwrap()
        };
        let straight = player().play(0, None).unwrap();
        assert_eq!(straight.settled, 0);
        for near in [0, 300] {
            let with_random_moves = play((3, 6), near);
            assert_eq!(with_random_moves.plies[..2], straight.plies[..2], "before the window the best moves");
            assert!((3..=6).contains(&with_random_moves.settled), "{}", with_random_moves.settled);
        }
        assert_eq!(play((500, 600), 0), straight);
        // If no other move is close enough, the best one is played.
        let near = play((1, usize::MAX), 1);
        assert!(near.settled <= near.plies.len() && near == play((1, usize::MAX), 1));
    }

    #[test]
    fn all_moves_are_legal_and_the_result_follows() {
        for number in 0..6 {
            let game = player().play(number, None).unwrap();
            let mut position = ConnectFour::from_fen(&game.fen).unwrap();
            for &(bits, _) in &game.plies {
                let mv = position.unpack(bits).expect("a legal move");
                let mut moves = <ConnectFour as Game>::Moves::default();
                assert_eq!(position.generate(&mut moves), None);
                assert!(moves.as_slice().contains(&mv));
                position.make(mv);
            }
            let last = game.plies.last().unwrap().1;
            assert_eq!(last.is_decided(), game.winner.is_some());
        }
    }

    #[test]
    fn games_end_when_they_are_decided() {
        let end = |scores: &[i32], from: usize| {
            let mut streaks = Streaks::default();
            scores.iter().enumerate().find_map(|(index, &score)| {
                let side = Side::ALL[index % 2];
                streaks.note(side, Score::cp(score), from + index + 1).map(|winner| (index + 1, winner))
            })
        };
        assert_eq!(end(&[2600, -2600, 2600, -2600], 0), Some((4, Some(Side::First))));
        assert_eq!(end(&[2600, -2400, 2600, -2600, 2600], 0), None);
        assert_eq!(end(&[0; 20], 80), Some((12, None)));
        assert_eq!(end(&[0; 20], 0), None);
        assert_eq!(end(&[100; 600], 0), Some((600, None)));
        let mut streaks = Streaks::default();
        assert_eq!(streaks.note(Side::Second, Score::loss_in(4), 1), Some(Some(Side::First)));
    }
}

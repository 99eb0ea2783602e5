//! The standings of a match: points, ratings with margins of error, faults.

use super::pentanomial::{Estimate, Pentanomial};
use super::played_game::{PlayedGame, Termination};
use super::ratings::{self, Anchor, AnchorError, Meeting};
use super::schedule::{Fixture, Schedule};
use super::sprt::Sprt;
use meihua_contracts::side::Side;
use rustc_hash::FxHashMap;
use std::fmt::Write as _;
use std::time::Duration;

/// The results of one engine.
#[derive(Clone, Debug, Default)]
struct Account {
    wins: u64,
    draws: u64,
    losses: u64,
    moves: u64,
    time: Duration,
    depths: u64,
    nodes: u64,
    faults: Vec<(usize, Termination)>,
}

/// The results of all engines.
#[derive(Clone, Debug)]
pub struct Standings {
    names: Vec<String>,
    /// All games of each pairing, with the points of its first engine.
    meetings: Vec<Meeting>,
    /// The engine to which ratings are anchored, and its rating.
    anchor: (usize, f64),
    accounts: Vec<Account>,
    /// Finished pairs of each pairing, from its first engine's view.
    pairs: Vec<Pentanomial>,
    /// Half points of the first engine in pairs of which one game is finished.
    halves: FxHashMap<(usize, usize), usize>,
    games: usize,
}

impl Standings {
    /// Before the first game.
    pub fn new(names: Vec<String>, schedule: &Schedule) -> Standings {
        Standings {
            accounts: vec![Account::default(); names.len()],
            pairs: vec![Pentanomial::default(); schedule.pairings().len()],
            meetings: schedule
                .pairings()
                .iter()
                .map(|&players| Meeting { players, games: 0.0, points: 0.0, variance: 0.0 })
                .collect(),
            anchor: (0, 0.0),
            names,
            halves: FxHashMap::default(),
            games: 0,
        }
    }

    /// Sets the anchor; without one, the first engine is rated 0.
    ///
    /// # Errors
    /// [`AnchorError::Unknown`].
    pub(crate) fn set_anchor(&mut self, anchor: Option<&Anchor>) -> Result<(), AnchorError> {
        if let Some(anchor) = anchor {
            self.anchor = (anchor.place(&self.names)?, anchor.elo);
        }
        Ok(())
    }

    pub fn add(&mut self, fixture: &Fixture, game: &PlayedGame) {
        self.games += 1;
        for side in Side::ALL {
            let Some(account) = self.accounts.get_mut(fixture.players[side.index()]) else { continue };
            match game.half_points(side) {
                2 => account.wins += 1,
                1 => account.draws += 1,
                _ => account.losses += 1,
            }
            if game.ending.is_fault() && game.winner == Some(side.other()) {
                account.faults.push((fixture.number, game.ending));
            }
        }
        self.count_moves(fixture, game);
        let meeting = &mut self.meetings[fixture.pairing];
        let side = if fixture.players[0] == meeting.players[0] { Side::First } else { Side::Second };
        let half_points = game.half_points(side);
        meeting.games += 1.0;
        meeting.points += half_points as f64 / 2.0;
        let key = (fixture.pairing, fixture.pair);
        match self.halves.remove(&key) {
            Some(other) => self.pairs[fixture.pairing].add(half_points + other),
            None => _ = self.halves.insert(key, half_points),
        }
    }

    fn count_moves(&mut self, fixture: &Fixture, game: &PlayedGame) {
        for (side, ply) in game.by_side() {
            let Some(account) = self.accounts.get_mut(fixture.players[side.index()]) else { continue };
            account.moves += 1;
            account.time += ply.elapsed;
            account.depths += u64::from(ply.search_info.depth);
            account.nodes += ply.search_info.nodes;
        }
    }

    pub fn games(&self) -> usize {
        self.games
    }

    /// Results of a pairing, counted in pairs from its first engine's view.
    pub fn pairs(&self, pairing: usize) -> Pentanomial {
        self.pairs.get(pairing).copied().unwrap_or_default()
    }

    /// All finished pairs of an engine.
    fn pairs_of(&self, engine: usize) -> Pentanomial {
        let own = |(meeting, pairs): (&Meeting, &Pentanomial)| match meeting.players {
            [a, _] if a == engine => *pairs,
            [_, b] if b == engine => pairs.flipped(),
            _ => Pentanomial::default(),
        };
        self.meetings.iter().zip(&self.pairs).map(own).fold(Pentanomial::default(), Pentanomial::plus)
    }

    /// Total number of faults.
    pub fn faults(&self) -> usize {
        self.accounts.iter().map(|account| account.faults.len()).sum()
    }

    /// The first engine's results on one line, for a running match.
    pub fn line(&self, sprt: Option<&Sprt>) -> String {
        let Some((name, account)) = self.names.first().zip(self.accounts.first()) else { return String::new() };
        let Account { wins, draws, losses, .. } = account;
        let pairs = self.pairs_of(0);
        let elo = pairs.elo().map_or("Elo -".to_owned(), |elo| format!("Elo {}", rating(&elo)));
        let los = pairs.los().map_or(String::new(), |los| format!(" LOS {:.1} %", los * 100.0));
        let mut text = format!("{name} +{wins} ={draws} -{losses} {elo}{los}");
        if let Some(sprt) = sprt {
            let (low, high) = sprt.bounds();
            _ = write!(text, " LLR {:.2} ({low:.2}, {high:.2})", sprt.ratio(&self.pairs(0)));
        }
        text
    }

    /// The whole table, best engine first.
    pub fn table(&self, sprt: Option<&Sprt>) -> String {
        let width = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
        let mut text = format!(
            "{:>3} {:width$} {:>6} {:>5} {:>5} {:>5} {:>7} {:>7} {:>17} {:>6} {:>8} {:>6} {:>9}\n",
            "#",
            "engine",
            "games",
            "won",
            "drawn",
            "lost",
            "points",
            "score",
            "Elo",
            "LOS",
            "ms/move",
            "depth",
            "nodes",
        );
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_by(|&a, &b| self.share(b).total_cmp(&self.share(a)));
        for (place, &engine) in order.iter().enumerate() {
            self.row(&mut text, place + 1, engine, width);
        }
        self.write_pairings(&mut text);
        self.write_ratings(&mut text, width);
        if let Some(sprt) = sprt {
            let (low, high) = sprt.bounds();
            let (elo0, elo1) = sprt.hypotheses();
            let ratio = sprt.ratio(&self.pairs(0));
            let answer =
                sprt.finding(&self.pairs(0)).map_or("undecided".to_owned(), |found| format!("{found:?} accepted"));
            _ = writeln!(text, "SPRT [{elo0}, {elo1}]: LLR {ratio:.2} ({low:.2}, {high:.2}), {answer}");
        }
        self.write_faults(&mut text);
        text
    }

    fn share(&self, engine: usize) -> f64 {
        let Account { wins, draws, losses, .. } = &self.accounts[engine];
        (*wins as f64 + *draws as f64 / 2.0) / (wins + draws + losses).max(1) as f64
    }

    fn row(&self, text: &mut String, place: usize, engine: usize, width: usize) {
        let account = &self.accounts[engine];
        let Account { wins, draws, losses, moves, .. } = *account;
        let games = wins + draws + losses;
        let points = wins as f64 + draws as f64 / 2.0;
        let pairs = self.pairs_of(engine);
        let elo = pairs.elo().map_or("-".to_owned(), |elo| rating(&elo));
        let los = pairs.los().map_or("-".to_owned(), |los| format!("{:.1}", los * 100.0));
        let per_move = |total: f64| total / moves.max(1) as f64;
        _ = writeln!(
            text,
            "{place:>3} {:width$} {games:>6} {wins:>5} {draws:>5} {losses:>5} {points:>7.1} {:>6.1}% {elo:>17} {los:>6} {:>8.1} {:>6.1} {:>9.0}",
            self.names[engine],
            self.share(engine) * 100.0,
            per_move(account.time.as_secs_f64() * 1000.0),
            per_move(account.depths as f64),
            per_move(account.nodes as f64),
        );
    }

    fn write_pairings(&self, text: &mut String) {
        for (&Meeting { players: [a, b], .. }, pairs) in self.meetings.iter().zip(&self.pairs) {
            let elo = pairs.elo().map_or("-".to_owned(), |elo| rating(&elo));
            let [n0, n1, n2, n3, n4] = pairs.0;
            _ = writeln!(
                text,
                "{} - {}: pairs 0:{n0} ½:{n1} 1:{n2} 1½:{n3} 2:{n4}, Elo {elo}",
                self.names[a], self.names[b]
            );
        }
    }

    /// The ratings of more than two engines, best first.
    fn write_ratings(&self, text: &mut String, width: usize) {
        if self.names.len() < 3 {
            return;
        }
        let (anchor, elo) = self.anchor;
        let meeting = |(meeting, pairs): (&Meeting, &Pentanomial)| {
            // A game whose other half is missing varies like those that have theirs.
            let whole = (2 * pairs.pairs()) as f64;
            let variance = if whole > 0.0 { pairs.variance() * meeting.games / whole } else { meeting.games / 4.0 };
            Meeting { variance, ..*meeting }
        };
        let meetings: Vec<Meeting> = self.meetings.iter().zip(&self.pairs).map(meeting).collect();
        let ratings = ratings::ratings(self.names.len(), &meetings, anchor);
        let mut rated: Vec<_> =
            self.names.iter().zip(ratings).filter_map(|(name, rating)| Some((name, rating?))).collect();
        rated.sort_by(|a, b| b.1.elo.total_cmp(&a.1.elo));
        _ = writeln!(text, "ratings of all games and a draw added to each pairing, {} = {elo}:", self.names[anchor]);
        for (name, rating) in rated {
            _ = writeln!(text, "    {name:width$} {:>7.0} ± {:.0}", elo + rating.elo, rating.margin);
        }
    }

    fn write_faults(&self, text: &mut String) {
        const SHOWN: usize = 10;
        for (name, account) in self.names.iter().zip(&self.accounts) {
            for ending in Termination::ALL {
                let games = || account.faults.iter().filter(|fault| fault.1 == ending).map(|fault| fault.0.to_string());
                let count = games().count();
                if count > 0 {
                    let more = if count > SHOWN { ", …" } else { "" };
                    let games = games().take(SHOWN).collect::<Vec<_>>().join(", ");
                    _ = writeln!(text, "fault: {name}: {count} × {} (game {games}{more})", ending.word());
                }
            }
        }
    }
}

/// `+12.3 ± 4.5`; no margin if an end of the interval is infinite.
fn rating(elo: &Estimate) -> String {
    let show = |value: f64| if value.is_finite() { format!("{value:+.1}") } else { format!("{value:+}") };
    if elo.margin().is_finite() {
        return format!("{} ± {:.1}", show(elo.value), elo.margin());
    }
    // One end of the interval is out of sight.
    let bound = if elo.high.is_infinite() { format!("> {}", show(elo.low)) } else { format!("< {}", show(elo.high)) };
    if elo.value.is_finite() { format!("{} ({bound})", show(elo.value)) } else { bound }
}

#[cfg(test)]
mod tests {
    use super::super::schedule::Meetings;
    use super::*;
    use meihua_engine::engine::opening::Opening;

    fn record(fixture: &Fixture, winner: Option<Side>, ending: Termination) -> PlayedGame {
        PlayedGame {
            number: fixture.number,
            players: fixture.players,
            opening: Opening::default(),
            mover: Side::First,
            plies: Vec::new(),
            winner,
            ending,
            reason: String::new(),
            finished: 0,
        }
    }

    #[test]
    fn pairs_count_when_both_games_are_over() {
        let schedule = Schedule::new(2, Meetings::All, 3);
        let mut standings = Standings::new(vec!["A".into(), "B".into()], &schedule);
        // Pair 0: A wins both. Pair 1: A wins as first player, the other game is not yet played. Pair 2: two draws.
        let results = [(1, Some(Side::First)), (6, None), (3, Some(Side::First)), (2, Some(Side::Second)), (5, None)];
        for (number, winner) in results {
            let fixture = schedule.fixture(number).unwrap();
            standings.add(&fixture, &record(&fixture, winner, Termination::Rules));
        }
        assert_eq!(standings.pairs(0).0, [0, 0, 1, 0, 1]);
        assert_eq!(standings.games(), 5);
        assert!(standings.line(None).starts_with("A +3 =2 -0 Elo +190.8"), "{}", standings.line(None));
        let fixture = schedule.fixture(4).unwrap();
        standings.add(&fixture, &record(&fixture, Some(Side::First), Termination::Hang));
        assert_eq!(standings.pairs(0).0, [0, 0, 2, 0, 1]);
        assert_eq!(standings.faults(), 1);
        let table = standings.table(Some(&Sprt::new(0.0, 10.0, 0.05, 0.05).unwrap()));
        assert!(table.contains("fault: A: 1 × hang (game 4)"), "{table}");
        assert!(table.contains("undecided") && !table.contains("ratings"), "{table}");
    }

    #[test]
    fn more_than_two_engines_are_rated_from_the_anchor() {
        let schedule = Schedule::new(3, Meetings::Neighbours(1), 50);
        let mut standings = Standings::new(["weak", "middle", "strong"].map(String::from).to_vec(), &schedule);
        let unknown = Anchor { name: "none".into(), elo: 0.0 };
        assert!(standings.set_anchor(Some(&unknown)).is_err());
        standings.set_anchor(Some(&Anchor { name: "middle".into(), elo: 1500.0 })).unwrap();
        for number in 1..=schedule.games() {
            let fixture = schedule.fixture(number).unwrap();
            // The engine that is behind wins three of four games.
            let behind = if fixture.players[0] < fixture.players[1] { Side::Second } else { Side::First };
            let winner = if fixture.pair.is_multiple_of(2) && behind == Side::First { behind.other() } else { behind };
            standings.add(&fixture, &record(&fixture, Some(winner), Termination::Rules));
        }
        let table = standings.table(None);
        let (_, rated) =
            table.split_once("ratings of all games and a draw added to each pairing, middle = 1500:\n").unwrap();
        let rows: Vec<Vec<&str>> = rated.lines().take(3).map(|row| row.split_whitespace().collect()).collect();
        assert_eq!(rows[1], ["middle", "1500", "±", "0"], "{table}");
        // 75 of 100 points are 190.8 Elo; a drawn game is added.
        assert_eq!((&rows[0][..2], &rows[2][..2]), (&["strong", "1689"][..], &["weak", "1311"][..]), "{table}");
    }
}

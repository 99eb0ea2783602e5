//! Announced mates of xiangqi, played out: in games of the search against itself every announced mate has to arrive, for
//! the side and within the plies announced, whatever the repetitions on the way.
//!
//! The quick test plays a few games. The full one, 10,000 positions:
//! `cargo test --release --test long mate_claims:: -- --ignored --nocapture`.

use meihua::control::Control;
use meihua::game::Game;
use meihua::games::xiangqi::{Position, fen};
use meihua::random::SplitMix64;
use meihua::search::Searcher;
use meihua::search::limits::{Limits, Settings};
use meihua::search::report::Found;
use meihua::side::Side;

type Move = <Position as Game>::Move;

/// Random moves at the beginning of each game.
const RANDOM_PLIES: usize = 8;
/// Nodes of an ordinary move.
const NODES: u64 = 3_000;
/// Nodes of a move once a mate is announced: the winner must find the way again at each move.
const MATING_NODES: u64 = 60_000;
/// Maximum length of a game, in plies.
const MAX_PLIES: usize = 400;

/// "From this position on, this side mates within N plies."
struct Claim {
    fen: String,
    winner: Side,
    /// Plies played when it was made.
    at: usize,
    plies: usize,
}

fn search(searcher: &mut Searcher<Position>, position: &Position, nodes: u64) -> Found<Move> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    searcher.search(position, &limits, &Settings::default(), &Control::new(), &mut |_| ())
}

fn legal_moves(position: &Position) -> Vec<Move> {
    let mut moves = <Position as Game>::Moves::default();
    position.generate(&mut moves);
    moves.as_slice().to_vec()
}

/// A game's claims, the number of its searched positions, and who mated at which ply (none: it ended some other way).
struct Record {
    claims: Vec<Claim>,
    positions: usize,
    mate: Option<(Side, usize)>,
}

/// Plays the game of a seed to its end by mate, by the rules, or by length.
fn play(seed: u64) -> Record {
    let mut random = SplitMix64::new(seed);
    let mut position = fen::parse(fen::START).unwrap();
    let mut searcher = Searcher::new();
    searcher.set_hash(4).unwrap();
    let mut record = Record { claims: Vec::new(), positions: 0, mate: None };
    for at in 0..MAX_PLIES {
        let moves = legal_moves(&position);
        if moves.is_empty() {
            record.mate = Some((!position.side_to_move(), at));
            return record;
        }
        if position.history_outcome(0).is_some() {
            return record;
        }
        let mv = if at < RANDOM_PLIES {
            moves[random.below(moves.len())]
        } else {
            let nodes = if record.claims.is_empty() { NODES } else { MATING_NODES };
            let found = search(&mut searcher, &position, nodes);
            record.positions += 1;
            record.claims.extend(claim(&position, &found, at));
            found.best.unwrap()
        };
        position.make(mv);
    }
    record
}

/// The mate that a search announced, if it did.
fn claim(position: &Position, found: &Found<Move>, at: usize) -> Option<Claim> {
    let plies = found.score.plies_to_end()?;
    let mover = position.side_to_move();
    let winner = if plies > 0 { mover } else { !mover };
    Some(Claim { fen: fen::write(position), winner, at, plies: plies.unsigned_abs() as usize })
}

/// Plays games until `wanted` positions were searched, and holds every claim to account. Returns the number of claims.
fn hold_to_account(wanted: usize, first_seed: u64) -> usize {
    let (mut positions, mut claims) = (0, 0);
    for seed in first_seed.. {
        let record = play(seed);
        positions += record.positions;
        claims += record.claims.len();
        for claim in &record.claims {
            let kept = record.mate.is_some_and(|(winner, ply)| winner == claim.winner && ply <= claim.at + claim.plies);
            let Claim { fen, winner, at, plies } = claim;
            assert!(
                kept,
                "seed {seed}, {fen}: {winner:?} mates within {plies} plies of ply {at}, but the game ended so: {:?}",
                record.mate
            );
        }
        if positions >= wanted {
            break;
        }
    }
    println!("{positions} positions, {claims} announced mates, all played out");
    claims
}

#[test]
fn announced_mates_arrive() {
    assert!(hold_to_account(600, 1) > 5);
}

#[test]
#[ignore = "takes minutes; see the head of the file"]
fn announced_mates_arrive_in_ten_thousand_positions() {
    assert!(hold_to_account(10_000, 1_000) > 100);
}

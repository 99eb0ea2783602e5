//! Tools about games that were played, and about single moves.

use crate::server::Host;
use crate::subject::{At, Subject, play};
use crate::think::think;
use crate::tool::{Answer, Call, Count, Refusal, Tool, arguments};
use crate::values::{ALL_MOVES, PlanValue};
use meihua_contracts::sentence::Sentence;
use meihua_contracts::text::Notation;
use meihua_engine::engine::go::Go;
use meihua_engine::engine::registry;
use meihua_engine::engine::session::Session;
use meihua_engine::engine::view::View;
use meihua_engine::score::Score;
use meihua_games::say;
use meihua_records::{GameRecord, Games, saved_game};
use meihua_review::review::{Review, moves_of};
use meihua_review::story::{self, Depth};
use meihua_review::{json, why, words};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

/// Nodes per position of a game, if none are asked for.
const GAME_NODES: u64 = 30_000;
/// Nodes for a move that is to be explained.
const MOVE_NODES: u64 = 500_000;
/// Maximum number of nodes per position.
const MAX_NODES: u64 = 5_000_000;
/// States of a puzzle's solver for a move that is to be explained.
const STATES: u64 = 3_000_000;
/// Points out of 100 by which the best move must be better than every other one to be called the only one.
const ONLY: f64 = 20.0;

pub(crate) fn tools() -> Vec<Tool> {
    vec![
        Tool::new(
            "analyse_game",
            "Analyse a game",
            "A whole game of two players: the value after each move, mistakes with better moves and reasons, accuracy, turning points.",
            analyse_game,
        ),
        Tool::new(
            "explain_move",
            "Explain a move",
            "What search can prove about a move: that it mates in k, wins a piece by this line, is the only move, lets the other side do something, or misses something. It says nothing else.",
            explain_move,
        ),
    ]
}

arguments!(AnalyseGame {
    /// Instead of position and moves: the text of one saved game in any format. It is read as `game` if it fits several
    /// games, and refused if it is another one.
    #[serde(default)]
    text: Option<String>,
    /// Nodes per position; the default is 30,000.
    #[serde(default)]
    nodes: Option<Count<MAX_NODES>>,
});

#[derive(Serialize, JsonSchema)]
pub(crate) struct Reviewed {
    /// The analysis as docs/analyse.md describes it: the moves with their values and marks, both sides with their
    /// accuracy, the turning points.
    review: Value,
    /// What could not be read of `text`, each with its place and the reason; the game ends before it.
    faults: Vec<String>,
}

fn analyse_game(given: AnalyseGame, call: &Call<'_>) -> Result<Answer<Reviewed>, Refusal> {
    let nodes = given.nodes.map_or(GAME_NODES, |Count(nodes)| nodes);
    let record = match &given.text {
        Some(_) if given.position.is_some() || !given.moves.words("moves")?.is_empty() => {
            return Err(Refusal::plain("text: found position or moves beside it, expected one or the other"));
        }
        Some(text) => record_in(text, &given.game, call)?,
        None => {
            let entry = given.subject().entry(call.host.games)?;
            if !entry.is_two_player() {
                return Err(Refusal::plain(format!(
                    "game: {} is a puzzle, expected a game of two players",
                    entry.name
                )));
            }
            let mut session = given.subject().open(call.host.games, &call.host.config())?;
            let moves = session.history(Notation::Wire);
            let result = result_of(&session.view());
            session.undo(moves.len());
            record_of(session.as_ref(), &moves, result, call)?
        }
    };
    let (game, fen) = (record.start.kind().name(), record.start.fen());
    let faults: Vec<String> = record.faults.iter().map(ToString::to_string).collect();
    let mut session = Subject { game, position: Some(&fen), moves: &crate::subject::Moves::default() }
        .open(call.host.games, &call.host.config())?;
    let review = review(record, 0, nodes, 1, call)?;
    for mv in &review.moves {
        play(session.as_mut(), &mv.wire, "the game")?;
    }
    let written = json::write(&review, "game");
    let host = call.host;
    let mut text = host.say(words::title(&review));
    for &index in &review.turning_points {
        if let Some(mv) = review.moves.get(index) {
            let end = words::end(mv).map(|end| format!(" {}", host.say(say!("Ends the game: {}.", end))));
            let reason = why::why(&review, index).map(|why| format!(" {}", host.say(&why)));
            text += &format!("\n{}{}{}", mv.numbered(), end.unwrap_or_default(), reason.unwrap_or_default());
        }
    }
    for fault in &faults {
        text += &format!("\nNot read: {fault}");
    }
    let review = serde_json::from_str(written.trim()).unwrap_or_default();
    Ok(Answer::new(At::of(session.as_ref()), Reviewed { review, faults }, text))
}

/// The only game of a file; of this one if it fits several.
fn record(bytes: &[u8], game: &str, call: &Call<'_>) -> Result<GameRecord, Refusal> {
    let refused = |error: &dyn std::fmt::Display| Refusal::plain(error.to_string());
    let mut games = Games::preferring(game, "game", bytes, call.host.games).map_err(|error| refused(&error))?;
    let game = games.next().ok_or_else(|| Refusal::plain("expected a game"))?;
    let game = game.map_err(|error| refused(&error))?;
    match games.next() {
        None => Ok(game),
        Some(Ok(_)) => Err(Refusal::plain("text: found several games, expected one")),
        Some(Err(error)) => Err(refused(&error)),
    }
}

/// The only game of a text, which is one of the game that is asked for.
fn record_in(text: &str, game: &str, call: &Call<'_>) -> Result<GameRecord, Refusal> {
    let games = call.host.games;
    let Some(entry) = registry::find(games, game) else {
        let expected = registry::names_or(games);
        return Err(Refusal::plain(format!("game: found {game:?}, expected {expected}")));
    };
    let found = record(text.as_bytes(), entry.name, call);
    let is_it = |found: &GameRecord| found.start.kind().name() == entry.name;
    if found.as_ref().is_ok_and(is_it) || Games::of("game", text.as_bytes(), games).is_ok_and(|found| found.count() > 1)
    {
        return found;
    }
    // Moves on the wire fit several games.
    let read = saved_game::first(text.as_bytes(), entry.name, games).and_then(|saved| {
        let mut session = (entry.open)();
        if let Some(start) = &saved.start {
            session.set_position(start).ok()?;
        }
        record_of(session.as_ref(), &saved.moves, "*", call).ok()
    });
    let other = |found: GameRecord| {
        let kind = found.start.kind().name();
        Refusal::plain(format!("text: found a game of {kind}, expected one of {}", entry.name))
    };
    read.map_or_else(|| Err(found.map_or_else(|refusal| refusal, other)), Ok)
}

/// The result of a game that is over, as saved games spell it.
fn result_of(view: &View) -> &'static str {
    match view.verdict.winner {
        None => "*",
        Some("first") => "1-0",
        Some("second") => "0-1",
        Some(_) => "1/2-1/2",
    }
}

/// A game that begins at the position of a session and has these moves.
fn record_of(session: &dyn Session, moves: &[String], result: &str, call: &Call<'_>) -> Result<GameRecord, Refusal> {
    let moves: Vec<Value> = moves.iter().map(|mv| json!({"move": mv})).collect();
    let game = json!({"game": session.name(), "start": session.fen(), "result": result, "tags": {}, "moves": moves});
    record(game.to_string().as_bytes(), session.name(), call)
}

/// Reviews the moves of a game behind those that are skipped.
fn review(record: GameRecord, skipped: usize, nodes: u64, lines: usize, call: &Call<'_>) -> Result<Review, Refusal> {
    let depth = Depth { nodes, lines, hash: call.host.hash, skipped };
    let mut step = |done: usize, of: usize| {
        (call.progress)(done as u64, Some(of as u64), "positions");
        !call.control.is_stop_sent()
    };
    story::review(record, call.host.games, call.host.notation(), depth, &call.control, &mut step)
        .map_err(|error| Refusal::plain(error.to_string()))
}

arguments!(Explain {
    /// The move to explain, played in the position that the moves lead to.
    #[serde(rename = "move")]
    mv: String,
    /// Nodes per position; the default is 500,000. For a puzzle, states in all; the default is 3,000,000.
    #[serde(default)]
    nodes: Option<Count<MAX_NODES>>,
});

/// What is proven about a move.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Explained {
    /// The move as the protocol spells it.
    #[serde(rename = "move")]
    mv: String,
    /// Whether the search prefers it.
    is_best: bool,
    /// `?!`, `?` or `??` for a mistake.
    #[serde(skip_serializing_if = "Option::is_none")]
    mark: Option<&'static str>,
    /// Points out of 100 that it costs its player; null for a puzzle.
    loss: Option<f64>,
    /// What can be said of it: `ends`, `forces-mate`, `gets-mated`, `keeps-draw`, `only-move`, `wins`, `best`; for a
    /// mistake `allows-mate`, `misses-mate`, `throws-win`, `throws-draw`, `loses`, `misses`, `loses-later`, `misses-later`,
    /// `allows-threat`, `allows-check`, `misses-threat`, `misses-check`, `costs`; for a puzzle `optimal`, `costs`,
    /// `hopeless`; `open` if nothing is proven. Each with a sentence.
    facts: Vec<Fact>,
    /// The line that the search prefers instead; empty if it is this move.
    better: Vec<String>,
    /// The best reply and what follows.
    reply: Vec<String>,
    /// For a puzzle: what a best plan is worth before the move, and one that begins with it.
    plans: Vec<PlanValue>,
}

#[derive(Serialize, JsonSchema)]
struct Fact {
    code: String,
    sentence: String,
}

impl Fact {
    fn new(code: &str, sentence: impl Into<Sentence>, host: &Host) -> Fact {
        Fact { code: code.to_owned(), sentence: host.say(sentence) }
    }
}

fn explain_move(given: Explain, call: &Call<'_>) -> Result<Answer<Explained>, Refusal> {
    let mut config = call.host.config();
    let is_game = given.subject().entry(call.host.games)?.is_two_player();
    if !is_game {
        config.multi_pv = ALL_MOVES;
    }
    let nodes = given.nodes.map_or(if is_game { MOVE_NODES } else { STATES }, |Count(nodes)| nodes);
    let mut session = given.subject().open(call.host.games, &config)?;
    let at = At::of(session.as_ref());
    let mv = play(session.as_mut(), &given.mv, "move")?;
    let explain = if is_game { of_game } else { of_puzzle };
    let explained = explain(session.as_mut(), mv, nodes, call)?;
    let sentences: Vec<&str> = explained.facts.iter().map(|fact| fact.sentence.as_str()).collect();
    let text = format!("{}: {}", given.mv, sentences.join(" "));
    Ok(Answer::new(at, explained, text))
}

/// Explains the last move of a session by a review of that move and the best reply.
fn of_game(session: &mut dyn Session, mv: String, nodes: u64, call: &Call<'_>) -> Result<Explained, Refusal> {
    let go = Go { nodes: Some(nodes), ..Go::default() };
    let reply = think(session, &go, call)?.best.mv;
    // The moves before count: a position that comes again may end the game.
    let mut moves = session.history(Notation::Wire);
    let skipped = moves.len().saturating_sub(1).min(story::MOVES - 2);
    session.undo(skipped + 1);
    moves.drain(..moves.len() - skipped - 1);
    moves.extend(reply);
    let review = review(record_of(session, &moves, "*", call)?, skipped, nodes, 2, call)?;
    let played = review.moves.get(skipped).ok_or_else(|| Refusal::plain("the move cannot be played"))?;
    let replies = review.moves.get(skipped + 1).and_then(|next| next.lines.first());
    Ok(Explained {
        is_best: played.is_best(),
        mark: played.mark.map(|mark| mark.glyph()),
        loss: Some((played.loss() * 10.0).round() / 10.0),
        facts: facts(&review, skipped, call.host),
        better: played.lines.first().filter(|_| !played.is_best()).map(|line| line.wire.clone()).unwrap_or_default(),
        reply: replies.map(|line| line.wire.clone()).unwrap_or_default(),
        plans: Vec::new(),
        mv,
    })
}

/// What can be said of a move of a review.
fn facts(review: &Review, index: usize, host: &Host) -> Vec<Fact> {
    let (played, mut facts) = (&review.moves[index], Vec::new());
    let mut add = |code: &str, sentence: Sentence| facts.push(Fact::new(code, sentence, host));
    if let Some(end) = words::end(played) {
        add("ends", say!("Ends the game: {}.", end));
    }
    let better = played.lines.first().and_then(|line| line.names.first()).map(Sentence::plain);
    let best = played.lines.first().and_then(|line| line.value.plies_of(played.side));
    let after = played.after.plies_of(played.side);
    match after {
        // With this move.
        Some(plies) if plies > 0 => {
            add("forces-mate", say!("Wins by force in {}.", Sentence::plain(moves_of(plies + 1))));
        }
        Some(plies) if plies < 0 && played.mark.is_none() => {
            let (own, longest) = (moves_of(-plies), best.filter(|&plies| plies < 0).map(|plies| moves_of(-plies)));
            let in_moves = Sentence::plain(own);
            add(
                "gets-mated",
                match longest {
                    None => say!("Loses by force in {}.", in_moves),
                    Some(longest) if longest > own => {
                        say!(
                            "Loses by force in {}; every move loses, the best one in {}.",
                            in_moves,
                            Sentence::plain(longest)
                        )
                    }
                    Some(_) => say!("Loses by force in {}; no move holds out longer.", in_moves),
                },
            );
        }
        None if review.exact
            && played.mark.is_none()
            && [played.before, played.after].iter().all(|value| value.score == Some(Score::DRAW)) =>
        {
            add("keeps-draw", "Keeps the draw, which is proven.".into());
        }
        _ => {}
    }
    // The other side of it, where the move is no mistake for all that.
    let sooner = best.filter(|&best| best > 0 && played.mark.is_none() && after.is_none_or(|after| after + 1 > best));
    if let (Some(plies), Some(better)) = (sooner.filter(|_| !played.is_best()), &better) {
        add("misses-mate", say!("{} wins by force in {}.", better.clone(), Sentence::plain(moves_of(plies))));
    }
    if let [first, second, ..] = played.lines.as_slice()
        && let worse = 100.0 * (first.value.of(played.side) - second.value.of(played.side))
        && played.is_best()
        && worse >= ONLY
    {
        let next = Sentence::plain(second.names.first().map_or("", String::as_str));
        let points = Sentence::plain(worse.round() as i64);
        add("only-move", say!("The only good move: the next best, {}, costs {} points of 100.", next, points));
    }
    match why::why(review, index) {
        Some(why) => {
            let code = serde_json::to_value(&why).unwrap_or_default();
            add(code["code"].as_str().unwrap_or("costs"), Sentence::from(&why));
        }
        None => why::wins(review, index).into_iter().for_each(|piece| add("wins", say!("Wins the {}.", piece))),
    }
    if facts.is_empty() {
        let (code, sentence) = match better {
            _ if played.is_best() => ("best", "The move that the search prefers.".into()),
            Some(name) => ("open", say!("Nothing is proven about it; the search prefers {}.", name)),
            None => ("open", "Nothing is proven about it.".into()),
        };
        facts.push(Fact::new(code, sentence, host));
    }
    facts
}

/// Explains the last move of a puzzle's session by what plans are worth.
fn of_puzzle(session: &mut dyn Session, mv: String, nodes: u64, call: &Call<'_>) -> Result<Explained, Refusal> {
    session.undo(1);
    let go = Go { nodes: Some(nodes), ..Go::default() };
    let thought = think(session, &go, call)?;
    let best: Option<PlanValue> = thought.solved.as_ref().map(|solved| solved.worth.into());
    let own = thought.values.iter().find(|(known, _)| *known == mv).map(|(_, worth)| PlanValue::from(*worth));
    let is_proven = |plan: &PlanValue| plan.status == "proven";
    let is_equal = matches!((&best, &own), (Some(best), Some(own)) if best.value.is_some()
        && best.value == own.value && is_proven(best) && is_proven(own));
    let begins = thought.solved.as_ref().is_some_and(|solved| solved.best_first_moves.contains(&mv));
    let is_best = is_equal || begins;
    let (code, sentence): (_, Sentence) = match (&best, &own) {
        (Some(best), _) if is_best && is_proven(best) => ("optimal", "A best plan begins with it.".into()),
        _ if is_best => {
            ("open", "The best plan that was found begins with it; nothing is proven within the limits.".into())
        }
        (_, Some(own)) if own.value.is_none() && is_proven(own) => {
            ("hopeless", "No plan that begins with it reaches the goal: that is proven.".into())
        }
        (Some(best), Some(own)) if is_proven(best) && is_proven(own) => match (best.value, own.value) {
            (Some(best), Some(own)) => ("costs", say!("Its best plan has the value {}; {} is possible.", own, best)),
            _ => ("open", "Nothing is proven about it.".into()),
        },
        _ => ("open", "Nothing is proven about it within the limits.".into()),
    };
    let fact = Fact::new(code, sentence, call.host);
    let better = thought.solved.map(|solved| solved.plan).filter(|_| !is_best).unwrap_or_default();
    let plans = [best, own].into_iter().flatten().collect();
    Ok(Explained { mv, is_best, mark: None, loss: None, facts: vec![fact], better, reply: Vec::new(), plans })
}
